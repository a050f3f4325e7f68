use futures_lite::future::block_on;
use proptest::prelude::{ProptestConfig, any, prop_assert, proptest};
use proptest::sample::Index;

use super::*;
use crate::platform::{MemorySource, ReadCause};

const KINDS: [(ResourceKind, &str); 6] = [
    (ResourceKind::Texture, "textures/a.png"),
    (ResourceKind::Strings, "strings/en.ftl"),
    (ResourceKind::Sound, "sounds/a.wav"),
    (ResourceKind::Level, "levels/a.tmx"),
    (ResourceKind::Script, "scripts/a.rhai"),
    (ResourceKind::Machine, "machines/a.ron"),
];

const LEVEL: &[u8] = br#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">
<tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="2" columns="2"><image source="t.png" width="16" height="8"/>
<tile id="1"><properties><property name="solid" type="bool" value="true"/></properties></tile></tileset>
<layer name="floor" width="2" height="1"><data encoding="csv">1,2</data></layer>
<objectgroup><object name="start" x="1" y="2"/></objectgroup></map>"#;

fn good(kind: ResourceKind) -> Vec<u8> {
    match kind {
        ResourceKind::Texture => {
            let mut bytes = std::io::Cursor::new(Vec::new());
            let picture = image::RgbaImage::from_fn(8, 8, |x, y| image::Rgba([x as u8, y as u8, 7, 255]));
            picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
            bytes.into_inner()
        }
        ResourceKind::Strings => {
            b"title = { -brand } { $n ->\n [one] one\n *[other] { $n }\n}\n-brand = P\nstart = Go!\n".to_vec()
        }
        ResourceKind::Sound => Sound::silence().bytes().to_vec(),
        ResourceKind::Level => LEVEL.to_vec(),
        ResourceKind::Script => {
            b"fn start(a) { let b = [a, 2]; if b[0] > 1 { `x${a}` } else { #{ a: b } } }".to_vec()
        }
        ResourceKind::Machine => {
            br#"Machine(name: "a", family: Table, initial: "b", states: [State(name: "b", on: [On(event: "c", then: To("b"))])])"#.to_vec()
        }
        _ => Vec::new(),
    }
}

fn run(kind: ResourceKind, path: &str, bytes: Vec<u8>) -> Result<Decoded, LoadCause> {
    let source: Arc<dyn AssetSource> = Arc::new(MemorySource::default().with(path, bytes));
    block_on(decode(kind, AssetPath::new(path).unwrap(), source))
}

#[test]
fn every_kind_is_decoded_on_another_thread() {
    for (kind, path) in KINDS {
        let decoded = std::thread::spawn(move || run(kind, path, good(kind))).join().unwrap().unwrap();
        assert!(decoded.bytes() > 0, "{kind}");
        let right = matches!(
            (kind, &decoded),
            (ResourceKind::Texture, Decoded::Texture(_))
                | (ResourceKind::Strings, Decoded::Strings(_))
                | (ResourceKind::Sound, Decoded::Sound(_))
                | (ResourceKind::Level, Decoded::Level(_))
                | (ResourceKind::Script, Decoded::Script(_))
                | (ResourceKind::Machine, Decoded::Machine(_))
        );
        assert!(right, "{kind} became {decoded:?}");
    }
}

#[test]
fn a_job_can_be_given_to_an_executor_of_threads() {
    fn sends<T: Send>(_: &T) {}
    let source: Arc<dyn AssetSource> = Arc::new(MemorySource::default());
    let job = decode(ResourceKind::Level, AssetPath::new("a.tmx").unwrap(), source);
    sends(&job);
}

#[test]
fn a_missing_file_stays_a_read_error() {
    for (kind, path) in KINDS {
        let source: Arc<dyn AssetSource> = Arc::new(MemorySource::default());
        let error = block_on(decode(kind, AssetPath::new(path).unwrap(), source)).unwrap_err();
        assert!(
            matches!(&error, LoadCause::Read(error) if error.cause == ReadCause::NotFound),
            "{kind}: {error}"
        );
    }
}

#[test]
fn what_is_made_by_code_is_not_decoded_from_a_file() {
    for kind in [ResourceKind::Cache, ResourceKind::Callback] {
        let error = run(kind, "a.bin", Vec::new()).unwrap_err();
        assert!(matches!(&error, LoadCause::Code(text) if text.contains("made by code")), "{error}");
    }
}

#[test]
fn a_panic_of_a_decoder_becomes_a_cause() {
    let caught = |step: fn() -> Result<(), LoadCause>| guarded(step).unwrap_err();
    assert_eq!(caught(|| panic!("plain")), LoadCause::Panicked("plain".to_owned()));
    assert_eq!(caught(|| panic!("with {}", 1)), LoadCause::Panicked("with 1".to_owned()));
    assert_eq!(caught(|| std::panic::panic_any(7)), LoadCause::Panicked("without a message".to_owned()));
}

#[test]
fn the_kinds_with_a_stand_in_are_those_that_a_game_can_do_without() {
    use ResourceKind::{Cache, Callback, Level, Machine, Script, Sound, Strings, Texture};
    for kind in [Texture, Strings, Sound, Machine] {
        assert!(stand_in(kind).is_some(), "{kind}");
    }
    for kind in [Level, Script, Cache, Callback] {
        assert!(stand_in(kind).is_none(), "{kind}");
    }
}

/// Decodes, and says whether the decoder panicked.
fn survives(kind: ResourceKind, path: &str, bytes: Vec<u8>) -> bool {
    !matches!(run(kind, path, bytes), Err(LoadCause::Panicked(_)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
        for (kind, path) in KINDS {
            prop_assert!(survives(kind, path, bytes.clone()), "{kind}");
            // After a good start the decoder goes further.
            let mut started = good(kind);
            started.truncate(started.len() / 2);
            started.extend(&bytes);
            prop_assert!(survives(kind, path, started), "{kind}");
        }
    }

    #[test]
    fn files_cut_short_never_panic(at in any::<Index>()) {
        for (kind, path) in KINDS {
            let mut bytes = good(kind);
            bytes.truncate(at.index(bytes.len()));
            prop_assert!(survives(kind, path, bytes), "{kind}");
        }
    }

    #[test]
    fn files_with_wrong_bytes_never_panic(wrong in proptest::collection::vec((any::<Index>(), any::<u8>()), 1..4)) {
        for (kind, path) in KINDS {
            let mut bytes = good(kind);
            for (at, byte) in &wrong {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            prop_assert!(survives(kind, path, bytes), "{kind}");
        }
    }
}

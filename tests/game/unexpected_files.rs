//! Odd files: `check` and a load accept and refuse the same ones, for the same reasons.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::phase::{AnyError, Asset, DecodeContext};
use proscenium::platform::{DirSource, Input};

/// A game's own kind: a text file of numbers.
struct Prices(Vec<u32>);

impl Asset for Prices {
    const KIND: &'static str = "prices";

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let numbers = cx.text(bytes)?.lines().map(str::parse).collect::<Result<Vec<_>, _>>()?;
        Ok(Self(numbers))
    }

    fn memory(&self) -> u64 {
        self.0.len() as u64 * 4
    }
}

struct Nothing;

impl GameScreen for Nothing {
    fn update(&mut self, _: &mut ScreenContext<'_>) {}
}

fn manager(folder: &Path, kind: &str, file: &str) -> ScreenManager {
    let manifest = format!("(resources: [{kind}(id: \"it\", path: \"{file}\")])");
    fs::write(folder.join("phase.ron"), manifest).unwrap();
    let source = Arc::new(DirSource::new(folder));
    let settings = ManagerSettings { source, ..ManagerSettings::default() };
    let mut manager = ScreenManager::new(settings);
    proscenium::game::register_kinds(&mut manager);
    manager.assets_mut().register::<Prices>();
    manager.assets_mut().register_ron::<Vec<u32>>("numbers");
    manager.add_phase(Phase::new("odd").manifest("phase.ron").screen("only", |_| Nothing));
    manager
}

/// Why `check` refuses a file as one of a kind. What it says of a file that can be loaded, as of a level without its
/// textures, does not count.
fn refused_by_check(folder: &Path, kind: &str, file: &str) -> Option<String> {
    let problems = manager(folder, kind, file).assets().check();
    let own = [format!("{kind} `it`: "), "phase.ron:".to_owned()];
    let of_phase = problems.iter().filter_map(|problem| problem.strip_prefix("phase `odd`: "));
    of_phase.filter(|problem| own.iter().any(|own| problem.starts_with(own))).map(str::to_owned).next()
}

/// Why a load does.
fn refused_by_load(folder: &Path, kind: &str, file: &str) -> Option<String> {
    let mut manager = manager(folder, kind, file);
    manager.start("odd");
    // An interrupted read is tried again.
    for _ in 0..200 {
        manager.step(&Input::default());
        if manager.is_idle() && manager.stack().active().is_some() {
            let cause = manager.failure()?;
            let (_, cause) = cause.split_once(": ").unwrap();
            return Some(cause.to_owned());
        }
    }
    panic!("{file} as {kind} is loaded without an end");
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image::RgbaImage::new(width, height).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A WAV file of silence.
fn wav(format: u16, channels: u16, bits: u16, rate: u32, data: &[u8]) -> Vec<u8> {
    let frame = channels * bits / 8;
    let format = [&format.to_le_bytes()[..], &channels.to_le_bytes(), &rate.to_le_bytes()].concat();
    let rest = [&(rate * u32::from(frame)).to_le_bytes()[..], &frame.to_le_bytes(), &bits.to_le_bytes()];
    let format = [format, rest.concat()].concat();
    let length = (data.len() as u32).to_le_bytes();
    let chunks = [b"WAVEfmt \x10\0\0\0", format.as_slice(), b"data", &length, data].concat();
    [b"RIFF", (chunks.len() as u32).to_le_bytes().as_slice(), &chunks].concat()
}

const OGG: &[u8] = include_bytes!("../../examples/assets/sounds/tone.ogg");

/// The first page of an OGG file with another number of channels, and its checksum.
fn ogg_of(channels: u8) -> Vec<u8> {
    let mut bytes = OGG.to_vec();
    let first = 28 + usize::from(bytes[27]);
    bytes[39] = channels;
    bytes[22..26].fill(0);
    let sum = bytes[..first].iter().fold(0_u32, |sum, byte| {
        (0..8).fold(sum ^ (u32::from(*byte) << 24), |sum, _| (sum << 1) ^ (0x04c1_1db7 * (sum >> 31)))
    });
    bytes[22..26].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// A valid file of each kind that is a text.
const TEXTS: [(&str, &str, &str); 9] = [
    ("bytes", "text.txt", "text"),
    ("numbers", "numbers.ron", "[1, 2]"),
    ("prices", "prices.csv", "1\n2"),
    (
        "machine",
        "door.ron",
        "Machine(name: \"door\", family: Table, initial: \"a\", states: [State(name: \"a\")])",
    ),
    ("theme", "theme.ron", "(gap: 3.0)"),
    ("strings", "en.ftl", "hello = Hello\n"),
    (
        "level",
        "map.tmx",
        "<?xml version=\"1.0\"?><map version=\"1.10\" orientation=\"orthogonal\" width=\"1\" height=\"1\" \
         tilewidth=\"8\" tileheight=\"8\"></map>",
    ),
    (
        "atlas",
        "atlas.json",
        "{\"frames\": {}, \"meta\": {\"image\": \"a.png\", \"size\": {\"w\": 4, \"h\": 4}}}",
    ),
    ("script", "script.rhai", "fn start() { 1 }"),
];

/// The kinds that are registered with all features of this build.
fn kinds() -> Vec<&'static str> {
    let of_features = [
        ("strings", cfg!(feature = "strings")),
        ("level", cfg!(feature = "levels")),
        ("atlas", cfg!(feature = "atlases")),
        ("font", cfg!(feature = "fonts")),
        ("script", cfg!(feature = "scripts")),
        ("film", cfg!(feature = "films")),
    ];
    let always = ["texture", "sound", "bytes", "numbers", "prices", "machine", "theme"];
    always
        .into_iter()
        .chain(of_features.into_iter().filter(|(_, is_on)| *is_on).map(|(kind, _)| kind))
        .collect()
}

/// Files with all that is odd, in a folder; returns their names.
fn make(folder: &Path) -> Vec<String> {
    let utf16 =
        |text: &str| [vec![0xff, 0xfe], text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (_, name, text) in TEXTS {
        let bytes = text.as_bytes();
        files.push((name.to_owned(), bytes.to_vec()));
        files.push((format!("bom/{name}"), [b"\xef\xbb\xbf", bytes].concat()));
        files.push((format!("two_boms/{name}"), [b"\xef\xbb\xbf\xef\xbb\xbf", bytes].concat()));
        files.push((format!("utf16/{name}"), utf16(text)));
        files.push((format!("cut/{name}"), bytes[..bytes.len() / 2].to_vec()));
        files.push((format!("latin/{name}"), [bytes, b"\n\xe9"].concat()));
        files.push((format!("zero/{name}"), [bytes, b"\0"].concat()));
    }
    let image = png(5, 3);
    let (mut huge, mut crc) = (image.clone(), image.clone());
    huge[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    crc[29] ^= 1;
    for (name, bytes) in [
        ("empty.png", Vec::new()),
        ("bom_only.txt", b"\xef\xbb\xbf".to_vec()),
        ("page.png", b"<!DOCTYPE html><title>404</title>".to_vec()),
        ("image.png", image.clone()),
        ("image.txt", image.clone()),
        ("cut.png", image[..image.len() / 2].to_vec()),
        ("huge.png", huge),
        ("crc.png", crc),
        ("wide.png", png(8193, 1)),
        ("sound.wav", wav(1, 1, 16, 8000, &[0; 100])),
        ("sound.png", wav(1, 2, 8, 8000, &[0; 100])),
        ("none.wav", wav(1, 1, 16, 8000, &[])),
        ("six.wav", wav(1, 6, 16, 8000, &[0; 120])),
        ("float.wav", wav(3, 1, 32, 8000, &[0; 100])),
        ("deep.wav", wav(1, 1, 24, 8000, &[0; 99])),
        ("law.wav", wav(7, 1, 8, 8000, &[0; 99])),
        ("slow.wav", wav(1, 1, 16, 10, &[0; 100])),
        ("half.wav", wav(1, 1, 16, 8000, &[0; 100])[..70].to_vec()),
        ("tone.ogg", OGG.to_vec()),
        ("tone.wav", OGG.to_vec()),
        ("six.ogg", ogg_of(6)),
        ("zero.ogg", ogg_of(0)),
        ("cut.ogg", OGG[..OGG.len() - 20].to_vec()),
        ("junk.ogg", [OGG, b"junk"].concat()),
        ("deep.ron", [vec![b'['; 200], vec![b']'; 200]].concat()),
    ] {
        files.push((name.to_owned(), bytes));
    }
    for (name, bytes) in &files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let mut names: Vec<String> = files.into_iter().map(|(name, _)| name).collect();
    fs::create_dir_all(folder.join("folder.png")).unwrap();
    names.extend(["folder.png", "gone.png", "Image.png", "nul/a.png", "../a.png", ""].map(str::to_owned));
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        for (from, name) in [
            ("/etc/passwd", "outside.txt"),
            ("image.png", "inside.png"),
            ("circle.png", "circle.png"),
            ("/dev/zero", "device.png"),
        ] {
            symlink(from, folder.join(name)).unwrap();
            names.push(name.to_owned());
        }
    }
    names
}

/// A folder of odd files, removed at the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("proscenium-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn check_and_a_load_say_the_same_about_each_odd_file() {
    let folder = Folder::new("odd");
    let files = make(&folder.0);
    let (mut differences, mut accepted) = (Vec::new(), 0);
    for kind in kinds() {
        for file in &files {
            let check = refused_by_check(&folder.0, kind, file);
            accepted += usize::from(check.is_none());
            let load = refused_by_load(&folder.0, kind, file);
            if check != load {
                differences.push(format!("{kind} {file}:\n  {check:?}\n  {load:?}"));
            }
        }
    }
    #[cfg(unix)]
    {
        let outside = refused_by_check(&folder.0, "bytes", "outside.txt").unwrap();
        assert!(outside.ends_with("outside.txt: there is no such file"), "{outside}");
    }
    assert!(accepted > 100, "only {accepted} are accepted");
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn each_kind_of_text_may_begin_with_a_byte_order_mark() {
    let folder = Folder::new("marks");
    make(&folder.0);
    for (kind, name, _) in TEXTS.into_iter().filter(|(kind, ..)| kinds().contains(kind)) {
        for file in [name.to_owned(), format!("bom/{name}")] {
            assert_eq!(refused_by_check(&folder.0, kind, &file), None, "{file}");
        }
    }
}

#[test]
fn what_the_player_cannot_play_is_refused() {
    let folder = Folder::new("sounds");
    make(&folder.0);
    for (file, why) in [
        ("six.ogg", "6 channels"),
        ("zero.ogg", "0 channels"),
        ("six.wav", "6 channels"),
        ("none.wav", "no samples"),
        ("law.wav", "format 7"),
    ] {
        let refused = refused_by_check(&folder.0, "sound", file).unwrap_or_default();
        assert!(
            refused.starts_with(&format!("sound `it`: {file}: ")) && refused.contains(why),
            "{file}: {refused}"
        );
    }
    for file in ["tone.ogg", "sound.wav"] {
        assert_eq!(refused_by_check(&folder.0, "sound", file), None);
    }
}

//! The errors of files that are read again: each names its file and its resource.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use proscenium_core::flow::{ManagerSettings, Phase};
use proscenium_core::phase::{
    AnyError, Asset, Background, DecodeContext, FinishContext, LoadError, LoadPolicy, Resource,
};
use proscenium_core::platform::{AssetPath, AssetSource, ReadCause, ReadError, ReadFuture};

use crate::files::load;
use crate::stage::Stage;

/// Files that are changed while they are used.
#[derive(Clone, Default)]
struct Disk(Arc<Mutex<BTreeMap<String, String>>>);

impl Disk {
    fn save(&self, path: &str, text: &str) {
        self.0.lock().unwrap().insert(path.to_owned(), text.to_owned());
    }
}

impl AssetSource for Disk {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let (path, text) = (path.to_string(), self.0.lock().unwrap().get(path.as_str()).cloned());
        Box::pin(async move {
            match text {
                Some(text) if text == "panic in a poll" => panic!("no disk"),
                Some(text) if text == "interrupted" => {
                    Err(ReadError { path, cause: ReadCause::Io("the disk was lost".to_owned()) })
                }
                Some(text) => Ok(text.into_bytes()),
                None => Err(ReadError { path, cause: ReadCause::NotFound }),
            }
        })
    }
}

/// A kind that fails where its file says.
struct Plan(String);

impl Asset for Plan {
    const KIND: &'static str = "plan";

    fn needs(bytes: &[u8], _cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        Ok(if bytes == b"need" { vec![AssetPath::new("needed.txt")?] } else { Vec::new() })
    }

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let text = cx.text(bytes)?;
        assert!(text != "panic in the decoder", "on purpose");
        match text {
            "refuse" => Err("it is refused".into()),
            "need" => Ok(Self(cx.text(cx.file(&AssetPath::new("needed.txt")?)?)?.to_owned())),
            _ => Ok(Self(text.to_owned())),
        }
    }

    fn decoded_size(bytes: &[u8]) -> u64 {
        assert!(bytes != b"panic in the size", "on purpose");
        if bytes == b"huge" { u64::MAX } else { 1 }
    }

    fn memory(&self) -> u64 {
        assert!(self.0 != "panic in the memory", "on purpose");
        if self.0 == "large" { 1000 } else { 1 }
    }

    fn finish(&mut self, _: &mut FinishContext<'_>) -> Result<(), AnyError> {
        assert!(self.0 != "panic in the finish", "on purpose");
        if self.0 == "refuse to finish" { Err("it is not finished".into()) } else { Ok(()) }
    }
}

/// The errors after a file was saved, and the text of the resource then.
fn errors_of(text: &str, threads: usize) -> (Vec<LoadError>, String) {
    let disk = Disk::default();
    disk.save("plans/first.txt", "fine");
    let mut stage = Stage::empty(ManagerSettings {
        source: Arc::new(disk.clone()),
        background: Background::with_threads(threads),
        ..ManagerSettings::default()
    });
    let policy = LoadPolicy { byte_limit: 100, ..LoadPolicy::default() };
    let phase = Phase::new("play").file::<Plan>("siege", "plans/first.txt").load_policy(policy);
    let copy = Resource::cache("copy", &["siege"], |cx| {
        let Plan(text) = cx.resources().find("siege")?;
        assert!(text != "panic in the cache", "on purpose");
        if text == "refuse the copy" { Err("it is not copied".into()) } else { Ok(text.clone()) }
    });
    stage.add_phase(phase.resource(copy), &["menu"]);
    load(&mut stage, "play");
    disk.save("plans/first.txt", text);
    let begun = stage.manager.assets_mut().reload_changed([AssetPath::new("plans/first.txt").unwrap()]);
    let mut errors: Vec<_> = begun.into_iter().filter_map(Result::err).collect();
    let mut look = |errors: &mut Vec<_>| {
        errors.extend(stage.manager.assets_mut().reload_changed([]).into_iter().filter_map(Result::err));
        std::thread::sleep(std::time::Duration::from_millis(u64::from(threads > 0)));
    };
    // Threads may be slow. After the first error there is no other.
    for _ in 0..60_000 {
        if !errors.is_empty() {
            break;
        }
        look(&mut errors);
    }
    (0..30).for_each(|_| look(&mut errors));
    assert_eq!(stage.stack(), ["menu"]);
    (errors, stage.manager.assets().resources().find::<Plan>("siege").unwrap().0.clone())
}

#[test]
fn each_error_of_a_file_that_is_read_again_names_the_file_and_the_resource() {
    for threads in [0, 2] {
        for (text, cause) in [
            ("panic in the decoder", "plans/first.txt: it panicked: on purpose"),
            ("panic in the size", "plans/first.txt: it panicked: on purpose"),
            ("panic in the memory", "plans/first.txt: it panicked: on purpose"),
            ("panic in the finish", "plans/first.txt: it panicked: on purpose"),
            ("panic in a poll", "plans/first.txt: it panicked: no disk"),
            ("refuse", "plans/first.txt: it is refused"),
            ("refuse to finish", "plans/first.txt: it is not finished"),
            ("need", "plans/first.txt: it needs `needed.txt`: there is no such file"),
            ("interrupted", "cannot read plans/first.txt: the disk was lost"),
            ("huge", "plans/first.txt: with it the phase has more than its limit of 100 bytes"),
            ("large", "plans/first.txt: with it the phase has more than its limit of 100 bytes"),
        ] {
            let (errors, now) = errors_of(text, threads);
            assert_eq!((errors.len(), now.as_str()), (1, "fine"), "{text}: {errors:?}");
            let error = errors[0].to_string();
            assert!(error.starts_with(cause) && error.ends_with(" (plan `siege`)"), "{text}: {error}");
            let LoadError::Resource { kind, id, path, .. } = &errors[0] else { panic!("{errors:?}") };
            assert_eq!((*kind, id.name()), ("plan", "siege"));
            assert_eq!(path.as_ref().map(AssetPath::as_str), Some("plans/first.txt"));
        }
        for (text, error) in [
            ("panic in the cache", "it panicked: on purpose (cache `copy`)"),
            ("refuse the copy", "it is not copied (cache `copy`)"),
        ] {
            let (errors, now) = errors_of(text, threads);
            let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
            assert_eq!((errors, now.as_str()), (vec![error.to_owned()], text));
        }
    }
}

#[test]
fn an_error_of_a_manifest_that_is_read_again_names_it() {
    let disk = Disk::default();
    disk.save("m.ron", "(include: [\"more.ron\"])");
    disk.save("more.ron", "()");
    let settings = ManagerSettings { source: Arc::new(disk.clone()), ..ManagerSettings::default() };
    let mut stage = Stage::empty(settings);
    let phase = Phase::new("play").manifest("m.ron");
    stage.add_phase(phase.resource(Resource::callback("work", |_| Ok(()))), &["menu"]);
    load(&mut stage, "play");
    for (text, expected) in [
        ("(resources: [bytes(id: \"work\", path: \"a\")])", "m.ron: two resources have the id `work`"),
        ("(resources: [oops])", "more.ron:1:14: unknown kind `oops`"),
        ("panic in a poll", "it panicked: no disk"),
        ("(resources: [bytes(id: \"\", path: \"a\")])", "more.ron:1:14: the id is empty"),
        (
            "(resources: [bytes(id: \"siege\", path: \"b\")])",
            "cannot read b: there is no such file (bytes `siege`)",
        ),
    ] {
        disk.save("more.ron", text);
        let mut read = stage.manager.assets_mut().reload_changed([AssetPath::new("more.ron").unwrap()]);
        read.extend((0..10).flat_map(|_| stage.manager.assets_mut().reload_changed([])));
        let errors: Vec<_> =
            read.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect();
        assert!(matches!(&errors[..], [error] if error.contains(expected)), "{text}: {errors:?}");
    }
}

#[test]
fn a_further_file_that_was_missing_is_noticed_when_it_comes() {
    let disk = Disk::default();
    disk.save("plan.txt", "fine");
    let settings = ManagerSettings { source: Arc::new(disk.clone()), ..ManagerSettings::default() };
    let mut stage = Stage::empty(settings);
    stage.add_phase(Phase::new("play").file::<Plan>("siege", "plan.txt"), &["menu"]);
    load(&mut stage, "play");
    for (path, text, expected) in [("plan.txt", "need", "fine"), ("needed.txt", "all", "all")] {
        disk.save(path, text);
        stage.manager.assets_mut().reload_changed([AssetPath::new(path).unwrap()]);
        (0..5).for_each(|_| drop(stage.manager.assets_mut().reload_changed([])));
        assert_eq!(stage.manager.assets().resources().find::<Plan>("siege").unwrap().0, expected);
    }
}

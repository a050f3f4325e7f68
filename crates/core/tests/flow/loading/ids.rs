//! Ids: manifests and code have one rule for them.

use proscenium_core::flow::{Phase, ScreenCommand, Target};
use proscenium_core::phase::{AnyError, Asset, DecodeContext, Resource};
use proscenium_core::platform::TestSource;

use crate::files::{failure, load, reading};
use crate::stage::Stage;

/// Ids that are refused, each with what is wrong.
fn bad() -> Vec<(String, &'static str)> {
    let mut bad = vec![
        (String::new(), "is empty"),
        ("x".repeat(101), "has 101 bytes (max. 100)"),
        ("é".repeat(51), "has 102 bytes (max. 100)"),
    ];
    for id in [
        "Hero 2",
        "über",
        "名前",
        "e\u{301}",
        "path/like.png",
        "\u{1f409}",
        "-",
        "a.b",
        "a:b",
        "a\0b",
        "a\nb",
        "a\u{1b}b",
        "a\u{7f}b",
        "a\u{200b}b",
        "a\u{202e}b",
        "a\u{feff}b",
    ] {
        bad.push((id.to_owned(), "has characters other than a to z, A to Z, 0 to 9 and `_`"));
    }
    bad
}

/// Ids that are good.
const GOOD: [&str; 6] = ["a", "hero_2", "LEVEL", "_", "0", "camelCase"];

/// The cause with which a phase cannot be loaded.
fn cause(phase: Phase, files: TestSource) -> String {
    let mut stage = reading(files);
    stage.manager.assets_mut().register_maker("maker", |_| Ok(()));
    let id = phase.id().name();
    stage.add_phase(phase, &["menu"]);
    load(&mut stage, id);
    let cause = failure(&stage);
    assert_eq!(stage.stack(), [if cause.is_empty() { "menu" } else { "failure" }], "{cause}");
    let hidden = |c: char| c.is_control() || c == '\u{202e}' || c == '\u{200b}';
    assert!(!cause.contains(hidden), "what the player and the log read is visible: {cause:?}");
    cause
}

/// A text in a RON file.
fn quoted(text: &str) -> String {
    ron::to_string(text).unwrap()
}

fn listed(id: &str) -> String {
    let manifest = format!("(resources: [\n  bytes(id: {}, path: \"a\"),\n])", quoted(id));
    cause(Phase::new("play").manifest("m.ron"), TestSource::default().with("m.ron", manifest).with("a", "1"))
}

fn coded(id: &str) -> String {
    cause(Phase::new("play").file::<Vec<u8>>(id, "a"), TestSource::default().with("a", "1"))
}

#[test]
fn an_id_of_a_resource_is_good_or_bad_wherever_it_comes_from() {
    for (id, what) in bad() {
        let listed = listed(&id);
        assert!(listed.contains("m.ron:2:3: the id ") && listed.ends_with(what), "{id:?}: {listed}");
        let coded = coded(&id);
        assert!(coded.contains("phase `play`") && coded.ends_with(what), "{id:?}: {coded}");
    }
    for id in GOOD {
        assert_eq!([listed(id), coded(id)], [String::new(), String::new()], "{id}");
    }
}

#[test]
fn an_id_in_a_cache_follows_the_same_rule() {
    for (id, what) in bad() {
        let made = |code: &str| {
            let manifest = format!("(resources: [\n  {code},\n])");
            cause(Phase::new("play").manifest("m.ron"), TestSource::default().with("m.ron", manifest))
        };
        let quoted = quoted(&id);
        for code in [
            format!("cache(id: {quoted}, make: \"maker\")"),
            format!("callback(id: {quoted}, make: \"maker\")"),
            format!("cache(id: \"a\", make: \"maker\", from: [{quoted}])"),
            format!("cache(id: \"a\", make: {quoted})"),
        ] {
            let cause = made(&code);
            assert!(cause.contains("m.ron:2:3: ") && cause.ends_with(what), "{code}: {cause}");
        }
        for resource in [
            Resource::cache(&id, &[], |_| Ok(())),
            Resource::callback(&id, |_| Ok(())),
            Resource::cache("a", &[&id], |_| Ok(())),
        ] {
            let cause = cause(Phase::new("play").resource(resource), TestSource::default());
            assert!(cause.contains("phase `play`") && cause.ends_with(what), "{id:?}: {cause}");
        }
    }
}

#[test]
fn a_phase_and_its_screens_follow_the_same_rule() {
    for (id, what) in bad() {
        let name: &'static str = id.clone().leak();
        let phase = cause(Phase::new(name), TestSource::default());
        assert!(phase.ends_with(what), "{id:?}: {phase}");
        let mut stage = reading(TestSource::default());
        stage.add_phase(Phase::new("play"), &["menu", name]);
        load(&mut stage, "play");
        let screen = failure(&stage);
        assert!(screen.contains("phase `play`") && screen.ends_with(what), "{id:?}: {screen}");
        let problems = stage.manager.assets().check();
        assert!(problems.iter().any(|problem| problem.ends_with(what)), "{id:?}: {problems:?}");
    }
}

#[test]
fn a_kind_of_a_word_that_is_no_id_is_refused() {
    struct Odd;
    impl Asset for Odd {
        const KIND: &'static str = "o\u{202e}dd";
        fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
            Ok(Self)
        }
    }
    let phase = Phase::new("play").file::<Odd>("a", "a");
    let cause = cause(phase, TestSource::default().with("a", "1"));
    assert!(cause.ends_with("has characters other than a to z, A to Z, 0 to 9 and `_`"), "{cause}");
    // It is not listed among the known kinds either.
    let mut stage = Stage::empty(proscenium_core::flow::ManagerSettings {
        source: std::sync::Arc::new(TestSource::default().with("m.ron", "(resources: [what(id: \"a\")])")),
        ..Default::default()
    });
    stage.manager.assets_mut().register::<Odd>();
    stage.manager.assets_mut().register_ron::<u32>("");
    stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
    load(&mut stage, "play");
    let cause = failure(&stage);
    assert!(cause.contains("there are: ") && !cause.contains('\u{202e}'), "{cause}");
}

#[test]
fn a_fresh_screen_of_a_bad_id_is_rejected() {
    for (id, what) in bad() {
        let mut stage = Stage::playing(&["menu"]);
        let fresh = stage.probe("pop_up");
        let trace = stage.run([ScreenCommand::push(Target::fresh(id.as_str(), fresh))]);
        assert!(
            trace.iter().any(|line| line.contains("rejected: ") && line.ends_with(what)),
            "{id:?}: {trace:?}"
        );
        assert_eq!(stage.stack(), ["menu"]);
    }
}

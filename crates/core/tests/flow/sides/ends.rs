//! How a side load ends: broken files, limits, the end of the phase beside it.

use proscenium_core::flow::{ManagerSettings, ScreenCommand};
use proscenium_core::phase::{LoadPolicy, SideStatus};
use proscenium_core::platform::TestSource;

use super::{images, phase, request, run, width, world};
use crate::files::{load, texture};
use crate::stage::Stage;
use proscenium_core::flow::Phase;

const PHASE_ENDED: &str = "the phase beside which it was loaded has ended";

fn failed(text: &str) -> SideStatus {
    SideStatus::Failed(text.to_owned())
}

/// A side load of a town that fails: its error, and the steps of the trace.
fn failure(source: TestSource, town: Phase) -> (String, Vec<String>) {
    let mut stage = world(source, ManagerSettings::default(), town);
    let side = request(&mut stage, "town");
    let trace = run(&mut stage, 60);
    let SideStatus::Failed(error) = side.status() else { panic!("{:?}", side.status()) };
    // The phase goes on, and nothing is left.
    assert_eq!((stage.stack(), width(&stage, "a")), (vec!["world"], Ok(10)));
    assert_eq!((stage.manager.assets().texture_count(), stage.manager.assets().leaks().len()), (1, 0));
    (error, trace)
}

#[test]
fn a_file_that_cannot_be_loaded_ends_it_and_not_the_phase() {
    let (error, trace) = failure(images(), phase("town", &["b", "missing", "c"]));
    assert_eq!(
        error,
        "phase `town` cannot be loaded: texture `missing`: cannot read missing.png: there is no such file"
    );
    let steps =
        ["7 texture town/b loaded 0.333", "8 texture town/missing failed 0.333", "8 phase town failed"];
    assert_eq!(trace, steps);
    let (error, _) = failure(images().with("broken.png", "no image"), phase("town", &["broken"]));
    assert!(error.contains("broken.png"), "{error}");
    let (error, _) =
        failure(images().with("t.ron", "(resources: [nonsense()])"), Phase::new("town").manifest("t.ron"));
    assert!(
        error.contains("the manifest of phase `town` cannot be used") && error.contains("t.ron"),
        "{error}"
    );
    let panics = proscenium_core::phase::Resource::callback::<()>("work", |_| panic!("on purpose"));
    let (error, _) = failure(images(), phase("town", &["b"]).resource(panics));
    assert!(error.contains("callback `work`: it panicked: on purpose"), "{error}");
}

#[test]
fn a_read_that_breaks_off_is_retried_and_then_an_optional_file_gets_its_stand_in() {
    let policy = LoadPolicy { retry_after: 2, ..LoadPolicy::default() };
    for (breaks, last) in [(1, "loaded"), (9, "stand_in")] {
        let town = Phase::new("town").resource(texture("b").optional()).load_policy(policy);
        let mut stage = world(images().interrupting("b.png", breaks), ManagerSettings::default(), town);
        let side = request(&mut stage, "town");
        let trace = run(&mut stage, 40);
        assert!(side.is_ready() && trace[0].ends_with("town/b retried 0.000"), "{trace:?}");
        assert!(trace[trace.len() - 2].ends_with(&format!("town/b {last} 1.000")), "{trace:?}");
    }
}

#[test]
fn a_phase_that_is_not_there_is_a_failure_that_names_the_one_that_is_meant() {
    let mut stage = world(images(), ManagerSettings::default(), phase("town", &["b"]));
    assert_eq!(
        request(&mut stage, "twon").status(),
        failed("there is no phase `twon`, did you mean `town`?")
    );
    let known = "there is no phase `cave`; there are: world, town";
    assert_eq!(request(&mut stage, "cave").status(), failed(known));
}

#[test]
fn it_ends_with_its_phase_and_with_the_program() {
    let begin = |ticks| {
        let mut stage = world(images(), ManagerSettings::default(), phase("town", &["a", "b", "c"]));
        stage.add_phase(phase("other", &["d"]), &["second"]);
        let side = request(&mut stage, "town");
        run(&mut stage, ticks);
        (stage, side)
    };
    for ticks in [0, 3, 8, 20] {
        let (mut stage, side) = begin(ticks);
        load(&mut stage, "other");
        assert_eq!((side.status(), stage.manager.assets().texture_count()), (failed(PHASE_ENDED), 1));
        assert!(stage.manager.assets().leaks().is_empty());
        let (mut stage, side) = begin(ticks);
        stage.once("world", "update", |cx| cx.fail("no luck"));
        stage.frame();
        assert_eq!((stage.stack(), side.status()), (vec!["failure"], failed(PHASE_ENDED)));
        let (mut stage, side) = begin(ticks);
        stage.run([ScreenCommand::Quit]);
        let memory = stage.manager.assets().memory();
        assert_eq!((memory.texture_bytes, memory.other_bytes), (0, 0));
        assert_eq!((side.status(), stage.manager.assets().texture_count()), (failed(PHASE_ENDED), 0));
        let late = stage.manager.flow().load_beside("town");
        assert_eq!(late.status(), failed("the program has ended"));
    }
}

#[test]
fn a_load_of_the_phase_once_more_ends_it_too() {
    let mut stage = world(images(), ManagerSettings::default(), phase("town", &["a", "b"]));
    let side = request(&mut stage, "town");
    run(&mut stage, 20);
    load(&mut stage, "world");
    assert_eq!((side.status(), stage.manager.assets().texture_count()), (failed(PHASE_ENDED), 1));
}

/// The outcomes of two side loads of 1,600 and 3,600 bytes within these limits.
fn within(side_limit: u64, byte_limit: u64) -> [Result<(), String>; 2] {
    let policy = LoadPolicy { byte_limit, ..LoadPolicy::default() };
    let settings = ManagerSettings { side_limit, ..ManagerSettings::default() };
    let mut stage: Stage = world(images(), settings, phase("town", &["b"]).load_policy(policy));
    stage.add_phase(phase("cave", &["c"]).load_policy(policy), &[]);
    let sides = [request(&mut stage, "town"), request(&mut stage, "cave")];
    run(&mut stage, 20);
    sides.map(|side| match side.status() {
        SideStatus::Ready => Ok(()),
        SideStatus::Failed(error) => Err(error),
        SideStatus::Loading(progress) => panic!("{progress:?}"),
    })
}

#[test]
fn all_side_loads_have_one_limit_of_bytes() {
    assert_eq!(within(1600 + 3600, 1 << 20), [Ok(()), Ok(())]);
    let [town, cave] = within(1600 + 3599, 1 << 20);
    assert!(town.is_ok() && cave.unwrap_err().contains("texture `c`"));
    // A phase has its own limit too.
    let [town, cave] = within(1 << 20, 1600);
    assert!(town.is_ok() && cave.is_err());
}

//! The byte limit of streams, and which of the released resources go.

use super::*;

use proscenium::phase::{AnyError, Asset, DecodeContext, FinishContext};
use proscenium::platform::Pixels;

/// Bytes of `a`, `b`, `c` and `d`: 400, 1600, 3600, 6400.
fn limited(limit: u64) -> Stage {
    let settings = ManagerSettings { stream_limit: limit, ..ManagerSettings::default() };
    playing(images(), settings, &["a", "b", "c", "d"])
}

fn bytes(stage: &Stage) -> u64 {
    stage.manager.memory().texture_bytes
}

#[test]
fn what_does_not_fit_beside_the_requests_is_refused() {
    let mut stage = limited(2000);
    let ticket = request(&mut stage, &["a", "b", "c"], 0);
    assert_eq!(
        run(&mut stage, 20),
        [
            "7 texture world/a loaded 0.333",
            "8 texture world/b loaded 0.667",
            "9 texture world/c failed 0.667",
        ]
    );
    assert_eq!(ticket.outcome(), Some(Err(too_small("c", 2000).as_str())));
    assert_eq!((bytes(&stage), ids(&stage)), (2000, vec!["a", "b"]));
}

#[test]
fn released_resources_stay_until_their_room_is_needed() {
    let mut stage = limited(5600);
    let [a, b, c] = ["a", "b", "c"].map(|id| request(&mut stage, &[id], 0));
    run(&mut stage, 20);
    let handle = stage.manager.resources().handle::<Texture>("b").unwrap();
    drop((b, a, c));
    run(&mut stage, 20);
    assert_eq!((bytes(&stage), ids(&stage)), (5600, vec!["a", "b", "c"]));
    // Those that are dropped in one tick were released in the order of their requests.
    drop(request(&mut stage, &["a"], 0));
    let d = request(&mut stage, &["d"], 0);
    run(&mut stage, 20);
    let refused = too_small("d", 5600);
    assert_eq!(
        (d.outcome(), ids(&stage)),
        (Some(Err(refused.as_str())), vec!["a", "b", "c"]),
        "nothing goes in vain"
    );
    let mut stage_of_6800 = limited(6800);
    let [a, b, c] = ["a", "b", "c"].map(|id| request(&mut stage_of_6800, &[id], 0));
    run(&mut stage_of_6800, 20);
    drop((a, b, c));
    run(&mut stage_of_6800, 1);
    drop(request(&mut stage_of_6800, &["a"], 0));
    let d = request(&mut stage_of_6800, &["d"], 0);
    assert_eq!(
        run(&mut stage_of_6800, 20),
        ["7 texture world/b freed 0.000", "7 texture world/c freed 0.000", "7 texture world/d loaded 1.000"],
        "`a` was used last"
    );
    assert_eq!((d.outcome(), bytes(&stage_of_6800)), (Some(Ok(())), 6800));
    assert_eq!(stage_of_6800.manager.memory().peak_texture_bytes, 6800);
    assert_eq!(stage_of_6800.manager.resources().get(handle), None);
}

/// A kind whose textures are larger than its decoded value.
struct Inflated;

impl Asset for Inflated {
    const KIND: &'static str = "inflated";

    fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
        Ok(Self)
    }

    fn finish(&mut self, cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        cx.upload(&Pixels::new(20, 20, vec![9; 1600])?)?;
        Ok(())
    }
}

#[test]
fn the_limit_holds_for_what_finishing_takes() {
    for (limit, refused) in [(1599, true), (1600, false)] {
        let settings = ManagerSettings { stream_limit: limit, ..ManagerSettings::default() };
        let mut stage = Stage::empty(ManagerSettings { source: Arc::new(images()), ..settings });
        let inflated = Resource::file::<Inflated>("big", "a.png").streamed();
        stage.add_phase(world(&["a"]).resource(inflated), &["world"]);
        load(&mut stage, "world");
        drop(request(&mut stage, &["a"], 0));
        let ticket = request(&mut stage, &["big"], 0);
        run(&mut stage, 20);
        let error = too_small("big", limit);
        assert_eq!(ticket.outcome(), Some(if refused { Err(error.as_str()) } else { Ok(()) }));
        assert_eq!((bytes(&stage), stage.manager.texture_count()), if refused { (0, 0) } else { (1600, 1) });
    }
}

#[test]
fn two_hundred_rounds_of_requests_return_to_the_same_bytes() {
    for threads in [0, 2] {
        let background = Background::with_threads(threads);
        let settings = ManagerSettings { stream_limit: 9000, background, ..ManagerSettings::default() };
        let mut stage = playing(images(), settings, &["a", "b", "c", "d"]);
        let mut seen = None;
        for round in 0..200 {
            let tickets = [["a", "b"], ["b", "c"], ["a", "d"]].map(|ids| {
                let ticket = request(&mut stage, &ids, round % 3);
                run(&mut stage, 12);
                ticket.outcome().map(|outcome| outcome.map_err(str::to_owned))
            });
            let end = (tickets, ids(&stage), bytes(&stage), stage.manager.texture_count());
            assert!(bytes(&stage) <= 9000);
            // From the second round on there is the last one before it.
            if round > 0 {
                assert_eq!(*seen.get_or_insert_with(|| end.clone()), end, "round {round}");
            }
        }
        assert!(stage.manager.memory().peak_texture_bytes <= 9000);
        stage.run([ScreenCommand::Quit]);
        assert_eq!((bytes(&stage), stage.manager.texture_count()), (0, 0));
    }
}

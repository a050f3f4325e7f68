//! The example `arcade`: each of its games is played, and a run is saved and goes on.

use proscenium::game::TestRun;

#[path = "../../examples/arcade/main.rs"]
#[allow(dead_code, reason = "the program's own start")]
mod example;

/// The arcade in its menu.
fn arcade() -> TestRun {
    let mut run = TestRun::new(example::game()).unwrap();
    run.script("wait menu").unwrap();
    run
}

#[test]
fn each_game_ends_with_its_points_and_can_be_played_again() {
    let mut run = arcade();
    // The snake leaves the field; a ball that is not met falls out of it; the ship meets a rock.
    for (downs, game) in [(0, "snake"), (1, "bricks"), (2, "rocks")] {
        let focus = "tap down\n".repeat(downs);
        run.script(&format!("{focus}tap accept\nwait {game}\nhold up+right 60\nwait over 7200")).unwrap();
        run.script(&format!("tap accept\nwait {game}\nrun 30\ntap pause\nwait pause"))
            .unwrap_or_else(|error| panic!("{game}: {error}"));
        run.script("tap up\ntap up\ntap accept\nwait menu").unwrap();
    }
    assert_eq!(run.stack(), ["menu"]);
    assert!(run.manager().assets().leaks().is_empty());
}

#[test]
fn a_saved_run_goes_on_where_it_was() {
    let mut run = arcade();
    run.script("tap down\ntap down\ntap down\ntap accept\nrun 30").unwrap();
    assert_eq!(run.stack(), ["menu"], "there is no saved run");
    run.script("tap up\ntap up\ntap up\ntap accept\nwait snake\ntap down\nrun 40\ntap pause\nwait pause")
        .unwrap();
    run.script("tap accept\nwait menu\ntap down\ntap down\ntap down\ntap accept\nwait pause").unwrap();
    assert_eq!(run.stack(), ["snake", "pause"]);
    run.script("tap cancel\nwait snake\nwait over 600").unwrap();
}

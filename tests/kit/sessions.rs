//! The time of a session.

use std::time::Duration;

use proscenium::flow::ScreenManager;
use proscenium::kit::Session;
use proscenium::platform::{Clock, Input};

#[test]
fn a_time_in_which_the_program_did_not_run_counts_as_one_tick() {
    let mut session = Session::new(ScreenManager::headless(), Clock::manual());
    let mut ticks = Vec::new();
    for elapsed in
        [Clock::TICK, Duration::from_millis(450), Duration::from_secs(3600), Duration::MAX, Clock::TICK]
    {
        let before = session.manager().tick();
        session.advance(elapsed, &Input::default());
        ticks.push(session.manager().tick() - before);
    }
    assert_eq!(ticks, [1, 5, 1, 1, 1]);
}

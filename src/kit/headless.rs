//! The loop of a program without a window.

use super::report::Report;
use super::session::{Session, SessionError};
use crate::platform::{Input, STEP};

/// Runs a session to its end as fast as the machine can, tick after tick. The session needs a script, or
/// screens that end by themselves.
pub fn run_headless(mut session: Session) -> (Report, Result<(), SessionError>) {
    let idle = Input::default();
    while !session.is_over() {
        session.advance(STEP, &idle);
        // Without a window there is no frame to take a screenshot of.
        session.take_shot();
    }
    session.finish()
}

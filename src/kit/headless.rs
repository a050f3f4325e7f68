//! The loop of a program without a window.

use super::report::Report;
use super::session::{Session, SessionError};
use crate::platform::Input;

/// Runs a session to its end as fast as the machine can, one logic frame after the other. The
/// session needs a script, or screens that come to an end by themselves.
pub fn run_headless(mut session: Session) -> (Report, Result<(), SessionError>) {
    let idle = Input::default();
    while !session.is_over() {
        session.frame(&idle);
        // There is no picture to take of a frame without a window.
        session.take_shot();
    }
    session.finish()
}

//! What comes next at the end of a tick: the one order of all that changes the stack.

use super::ScreenManager;
use super::plan::{Impossible, StackChange};
use super::state::{LoadStage, State};
use crate::flow::command::ScreenCommand;
use crate::flow::request::{Pending, Request};
use crate::flow::screen_id::ScreenId;

/// What comes next at the end of a tick.
pub(super) enum Next {
    /// A command of the plan that is being applied, with what it does.
    Apply(Pending, Result<StackChange, Impossible>),
    /// The second half of a transition.
    Uncover,
    /// The failure screen, with the cause.
    Fail(String),
    /// The first updates of screens that have joined.
    UpdateNew,
    /// A request.
    Run(Request),
    /// The end of a load: Loading is asked, and the screens of the phase are built.
    LeaveLoad,
    /// The phase with this first screen, or the reason why it cannot be entered.
    EnterPhase(Result<ScreenId, String>),
}

/// How far the end of a tick is.
#[derive(Default)]
pub(super) struct Progress {
    /// The number of requests that waited when this pass began and are left.
    left: usize,
    has_begun: bool,
    /// Whether a request of this pass could run.
    has_run: bool,
    /// Whether other requests of this tick have led to the requests of this pass.
    is_follow_up: bool,
    /// The number of commands that others have led to.
    follow_ups: usize,
    /// The active screens meanwhile, in the second half of what is allowed: enough to see which are in the loop.
    tops: Vec<&'static str>,
    has_failed: bool,
    /// A load is left in one tick at most once.
    was_left: bool,
}

impl Progress {
    /// Starts over with the requests, after a step of the load.
    fn load_step(&mut self) {
        *self = Self { was_left: true, ..Self::default() };
    }
}

impl ScreenManager {
    /// What comes next at the end of this tick; `None` if nothing can happen before the next one.
    pub(super) fn next(&mut self, progress: &mut Progress) -> Option<Next> {
        if self.state.has_ended() {
            return None;
        }
        if let Some((step, change)) = self.applying.pop() {
            return Some(Next::Apply(step, change));
        }
        if self.state.is_behind_cover() {
            return Some(Next::Uncover);
        }
        if let Some(cause) = self.services.inbox.fatal.take() {
            progress.has_failed = true;
            return Some(Next::Fail(cause));
        }
        if progress.has_failed {
            return self.stack.has_new.then_some(Next::UpdateNew);
        }
        // A phase that was preloaded is entered without Loading, in the middle of a plan.
        if self.state.is_loading() && self.stack.live.is_empty() {
            return self.next_of_load();
        }
        // A command that replaces the load goes first: nothing of the load arrives.
        if let Some(next) = self.next_request(progress) {
            return Some(next);
        }
        let next = self.next_of_load().filter(|next| !(progress.was_left && matches!(next, Next::LeaveLoad)));
        if next.is_some() {
            progress.load_step();
        }
        next
    }

    fn next_of_load(&mut self) -> Option<Next> {
        let State::Loading(loading) = &mut self.state else { return None };
        match std::mem::replace(&mut loading.stage, LoadStage::Over) {
            LoadStage::Running => {
                loading.stage = LoadStage::Running;
                None
            }
            LoadStage::Over => Some(Next::LeaveLoad),
            LoadStage::Built(built) => Some(Next::EnterPhase(built)),
        }
    }

    /// The next request that can run. New screens are updated when the requests that waited have run, because they may
    /// request something too.
    fn next_request(&mut self, progress: &mut Progress) -> Option<Next> {
        loop {
            if progress.left > 0 {
                progress.left -= 1;
                if let Some(request) = self.take_request() {
                    progress.has_run = true;
                    return Some(self.counted(request, progress));
                }
                progress.left = 0;
            }
            if self.stack.has_new {
                return Some(Next::UpdateNew);
            }
            if progress.has_begun && !progress.has_run {
                return None;
            }
            progress.is_follow_up = progress.has_begun;
            (progress.has_begun, progress.has_run) = (true, false);
            progress.left = self.services.inbox.requests.borrow().len();
        }
    }

    /// Takes the next request that can run now: during a load only what replaces it, during a
    /// transition a `quit` that has waited long enough.
    fn take_request(&mut self) -> Option<Request> {
        let inbox = &self.services.inbox;
        match &self.state {
            State::Ended => None,
            State::Idle => inbox.take_first(|_| true),
            State::Loading(_) => {
                inbox.take_first(|request| request.first().is_some_and(ScreenCommand::ends_phase))
            }
            State::Changing(_) => self.is_quit_due().then(|| inbox.take_first(Request::is_quit)).flatten(),
        }
    }

    /// Counts the commands that other commands of this tick have led to. Too many are a failure.
    fn counted(&mut self, request: Request, progress: &mut Progress) -> Next {
        if !progress.is_follow_up {
            return Next::Run(request);
        }
        progress.follow_ups += request.steps.len();
        if let Some(top) = self.stack.active().map(ScreenId::name)
            && progress.follow_ups > Self::MAX_FOLLOW_UPS / 2
            && !progress.tops.contains(&top)
        {
            progress.tops.push(top);
        }
        if progress.follow_ups <= Self::MAX_FOLLOW_UPS {
            return Next::Run(request);
        }
        self.reject(request.steps, "it is part of an endless loop of commands");
        progress.has_failed = true;
        Next::Fail(format!(
            "endless loop of screen changes: {}; the hooks or the first update of each request the next",
            progress.tops.join(", ")
        ))
    }
}

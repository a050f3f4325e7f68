//! What the manager does now.

use std::collections::VecDeque;

use super::plan::Plan;
use crate::flow::request::Pending;
use crate::flow::screen_id::ScreenId;
use crate::flow::transition::{Running, Step};

/// The manager is in one of these states. A command that ends the phase replaces the state, so nothing of a load that
/// was left can arrive.
#[derive(Default)]
pub(super) enum State {
    /// The first request runs at the end of the tick.
    #[default]
    Idle,
    /// A transition runs.
    Changing(Changing),
    /// A phase is being loaded.
    Loading(Loading),
    /// The program has ended.
    Ended,
}

/// A transition that runs.
pub(super) struct Changing {
    pub(super) transition: Running,
    /// The commands that are applied behind the cover. Empty afterwards.
    pub(super) plan: Plan,
}

/// A load that runs.
pub(super) struct Loading {
    pub(super) stage: LoadStage,
    /// The transition that uncovers the screens of the phase. Its clock stands.
    pub(super) transition: Option<Running>,
    /// The commands that follow the load in its batch.
    pub(super) rest: VecDeque<Pending>,
    /// The random numbers as they were before it. Whether and how long Loading is shown depends on how soon files come, so
    /// what it takes of them does not count.
    random: fastrand::Rng,
}

/// How far a load is that the screen shows.
pub(super) enum LoadStage {
    /// It is loaded.
    Running,
    /// It has ended, and its end was presented: the phase can be entered.
    Over,
    /// The screens of the phase are built: the first one, or why there is none.
    Built(Result<ScreenId, String>),
}

impl State {
    pub(super) const fn is_loading(&self) -> bool {
        matches!(self, Self::Loading(_))
    }

    pub(super) const fn has_ended(&self) -> bool {
        matches!(self, Self::Ended)
    }

    /// Whether a transition runs, so that the screens have no input. The Loading screen is not covered, even if a
    /// transition waits for the end of its load.
    pub(super) const fn is_changing(&self) -> bool {
        matches!(self, Self::Changing(_))
    }

    /// The transition, which runs or waits for a load.
    pub(super) const fn transition(&self) -> Option<&Running> {
        match self {
            Self::Changing(changing) => Some(&changing.transition),
            Self::Loading(loading) => loading.transition.as_ref(),
            Self::Idle | Self::Ended => None,
        }
    }

    /// Whether all commands behind the cover of a transition were applied.
    pub(super) fn is_behind_cover(&self) -> bool {
        let Self::Changing(Changing { transition, plan }) = self else { return false };
        transition.step == Step::Covered && plan.commands.is_empty()
    }

    /// The commands that wait for the cover or for the end of the load.
    pub(super) fn take_waiting(&mut self) -> VecDeque<Pending> {
        match self {
            Self::Changing(changing) => std::mem::take(&mut changing.plan).commands,
            Self::Loading(loading) => std::mem::take(&mut loading.rest),
            Self::Idle | Self::Ended => VecDeque::new(),
        }
    }

    /// The state of a load that begins. The transition, if there is one, waits for it.
    pub(super) fn begin_load(&mut self, stage: LoadStage, random: &fastrand::Rng) {
        let random = match self {
            Self::Loading(replaced) => replaced.random.clone(),
            _ => random.clone(),
        };
        let transition = std::mem::take(self).into_transition();
        *self = Self::Loading(Loading { stage, transition, rest: VecDeque::new(), random });
    }

    /// The state after a load, in which the transition goes on.
    pub(super) fn end_load(&mut self, random: &mut fastrand::Rng) {
        if let Self::Loading(loading) = self {
            random.clone_from(&loading.random);
            let transition = std::mem::take(self).into_transition();
            *self = transition.map_or(Self::Idle, |transition| {
                Self::Changing(Changing { transition, plan: Plan::default() })
            });
        }
    }

    fn into_transition(self) -> Option<Running> {
        match self {
            Self::Changing(changing) => Some(changing.transition),
            Self::Loading(loading) => loading.transition,
            Self::Idle | Self::Ended => None,
        }
    }
}

//! The flow of a game: a stack of screens, the commands that change it, and the phases between.
//!
//! # One tick
//!
//! A tick is one logic step of 1/60 s; [`ScreenManager::advance`] runs as many as fit into a frame:
//!
//! ```text
//! 1. input     only the active screen gets it, and only while no transition runs; Loading gets it too
//! 2. events    posted since the last tick: flow rules, then the active screen, its parents, the backdrop
//! 3. update    the active screen, then its parents as far as each Cover lets them, and the backdrop; a
//!              load's work
//! 4. machines  the AI machines of the screens that were updated, on those screens' clocks
//! 5. commands  are applied, first in first out, here and nowhere else
//! ```
//!
//! Then [`ScreenManager::draw`] draws the active screen, which draws its parent where it wants it,
//! and the transition on top. Around each tick and over the picture are the [`Plugin`]s, such as a script, a recorder, a
//! mixer or a debug overlay.
//!
//! # The life of a screen
//!
//! ```text
//!            push ▼                                  pop ▲
//!              on_enter ──► on_active ──► on_inactive ──► on_exit
//!                               ▲              │
//!            the one above left └──────────────┘ another was pushed above
//! ```
//!
//! | command | order of the hooks |
//! |---|---|
//! | [`Push`](ScreenCommand::Push) | `parent.on_inactive`, `new.on_enter`, `new.on_active` |
//! | [`Pop`](ScreenCommand::Pop) | `top.on_inactive`, `top.on_exit`, `parent.on_result` (if a value came), `parent.on_active`. Parents that are [skipped](GameScreen::is_skipped) leave after the top and before `on_result`: their `on_exit` and nothing else |
//! | [`PopTo`](ScreenCommand::PopTo) | `top.on_inactive`, `on_exit` for each above the target from the top down, `target.on_active` |
//! | [`Remove`](ScreenCommand::Remove) | as `Pop` where the screen is the top; below the top `on_exit` of that screen and nothing else |
//! | [`Replace`](ScreenCommand::Replace) | `old.on_inactive`, `old.on_exit`, `new.on_enter`, `new.on_active` |
//! | [`Reset`](ScreenCommand::Reset) | `top.on_inactive`, `on_exit` from top to bottom, `on_enter` from bottom to top, `last.on_active` |
//! | [`Load`](ScreenCommand::Load) | as the leaving half of `Reset`; the old phase is freed; Loading, which leaves in the same tick if the phase has no resources; the new phase's default screen, which gets the payload, as do all builders |
//! | [`Restore`](ScreenCommand::Restore) | as `Load` up to the end of Loading; then for the screens of the save, bottom to top, all `on_enter`, all `restore`, and `last.on_active` |
//! | [`Preload`](ScreenCommand::Preload) | none; a later `Load` of the phase goes straight to its default screen |
//! | [`Quit`](ScreenCommand::Quit) | as the leaving half of `Reset`; the program ends in order |
//!
//! A [backdrop](Phase::backdrop) is below the stack. Its `on_enter` is called before that of the phase's first
//! screen, and its `on_exit` after those of all screens, at a load of a phase without it, a reload, a failure or a
//! quit.
//!
//! Of each hook [`ScreenContext::change`] says the reason, and [`change_from`](ScreenContext::change_from) and
//! [`change_to`](ScreenContext::change_to) the active screen before and after it. The
//! [`Ticket`] of a request says whether it was applied.
//!
//! # Policies
//!
//! * A resident screen that is on the stack already is not pushed again; the last screen is not
//!   popped. Both are *rejected*, with the reason in the log and the trace.
//! * A screen pops itself only: [`pop`](FlowHandle::pop) of a covered screen is rejected.
//! * A command during a transition or a load waits its turn; none is lost. A load, a restore or
//!   a quit during a load replaces it, also in its last tick: nothing of it arrives. A quit waits at most a second for transitions. A fatal error comes
//!   before all. [`WhileChanging`] has other rules for transitions.
//! * Before a command that removes screens and before its transition, [`GameScreen::may_leave`]
//!   asks each of them, from the top down, and says which command it is; if one refuses, nothing changes.
//!   [`FlowHandle::repeat_refused`] repeats the command later.
//! * A screen that is not to be entered now [redirects](GameScreen::redirect): another command is applied
//!   instead of the one that would put it on the stack. Nothing has changed before, and no hook was called.
//! * A popup is a screen with [`Cover::POPUP`] that draws its parent: what is below goes on, without input.
//!   There may be several; each screen knows [what covers it](ScreenContext::covered_by).
//! * A panic of the game's code names its owner and loses nothing: [`ScreenManager`] has the rules.
//! * The commands of a batch have one transition. What follows a load in a batch waits for its end, and
//!   is rejected if the load fails or is replaced.
//!
//! # Transitions
//!
//! A command takes the first of these that there is:
//!
//! 1. its own, [`ScreenCommand::through`], or none, [`ScreenCommand::without_transition`];
//! 2. for the way back, that of the push, [`Request::back_through`];
//! 3. the manager's default, [`ManagerSettings::transition`].
//!
//! With [reduced motion](FlowHandle::set_reduced_motion) a short cross-fade takes the place of each.
//! [`ShaderTransition`] has the usual ones. One that a game draws itself implements [`Transition`]; the old
//! and the new picture are textures if it asks for them.

mod command;
mod context;
mod cover;
mod default_screens;
mod draw_context;
mod event;
mod exit;
mod graph;
mod handle;
mod input_gate;
mod machines;
pub(crate) mod manager;
mod mistakes;
mod phase;
mod request;
mod save;
mod screen;
mod screen_id;
mod services;
mod settings;
mod shared;
mod stack;
mod transition;

pub use command::{ChangeReason, ScreenCommand, Target};
pub use context::ScreenContext;
pub use cover::{Cover, CoverAudio};
pub use default_screens::Failure;
pub use draw_context::DrawContext;
pub use event::{GameEvent, Notice, Reloaded};
pub use exit::Exit;
pub use handle::FlowHandle;
pub use machines::{Machines, World};
pub use manager::{Frame, Plugin, ScreenManager, Turn, WhileChanging};
pub use phase::{BuildContext, Phase};
pub use request::{Request, Ticket};
pub use save::{Restored, SaveError, SavedFlow, SavedState};
pub use screen::GameScreen;
pub use screen_id::ScreenId;
pub use settings::ManagerSettings;
pub use shared::Shared;
pub use transition::{Fade, Pictures, ShaderTransition, Transition, TransitionStep, TransitionView};

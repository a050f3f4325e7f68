//! The flow of a game: a stack of screens, the commands that change it, and the phases between.
//!
//! # One tick
//!
//! A tick is one logic step of 1/60 s; [`ScreenManager::advance`] runs as many as fit into a frame:
//!
//! ```text
//! 1. input     only the active screen gets it, and only while no transition runs; Loading gets it too
//! 2. events    posted since the last tick: flow rules, then the active screen, then its parents; then requested saves
//! 3. update    the active screen, then its parents if the Covers above let them; a load's work
//! 4. machines  the AI machines of the screens that were updated, on those screens' clocks
//! 5. commands  are applied, first in first out, here and nowhere else
//! ```
//!
//! Then [`ScreenManager::draw`] draws the active screen, which draws its parent where it wants it, and the transition
//! on top. [`Plugin`]s act around each tick and draw over the frame: a script, a recorder, a mixer, a debug overlay.
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
//! | [`Pop`](ScreenCommand::Pop) | `top.on_inactive`, `top.on_exit`, `parent.on_result` (if a value came), `parent.on_active` |
//! | [`PopTo`](ScreenCommand::PopTo) | `top.on_inactive`, `on_exit` for each above the target from the top down, `target.on_active` |
//! | [`Remove`](ScreenCommand::Remove) | as `Pop` where the screen is the top; below the top `on_exit` of that screen and nothing else |
//! | [`Replace`](ScreenCommand::Replace) | `old.on_inactive`, `old.on_exit`, `new.on_enter`, `new.on_active` |
//! | [`Reset`](ScreenCommand::Reset) | `top.on_inactive`, `on_exit` from top to bottom, `on_enter` from bottom to top, `last.on_active` |
//! | [`Load`](ScreenCommand::Load) | as the leaving half of `Reset`; the old phase is freed; Loading, which leaves in the same tick if the phase has no resources; the new phase's default screen, which gets the payload, as do all builders |
//! | [`Restore`](ScreenCommand::Restore) | as `Load` up to the end of Loading; then for the screens of the save, bottom to top, all `on_enter`, all `restore`, and `last.on_active` |
//! | [`Preload`](ScreenCommand::Preload) | none; a later `Load` of the phase goes straight to its default screen |
//! | [`Quit`](ScreenCommand::Quit) | as the leaving half of `Reset`; the program ends in order |
//!
//! In a hook [`ScreenContext::change`] is the reason, and [`change_from`](ScreenContext::change_from) and
//! [`change_to`](ScreenContext::change_to) are the active screens before and after the change. The [`Ticket`] of a
//! request says whether it was applied.
//!
//! # Policies
//!
//! * A resident screen that is on the stack already is not pushed again; the last screen is not
//!   popped. Both are *rejected*, with the reason in the log and the trace.
//! * A screen pops only itself: [`pop`](FlowHandle::pop) of a covered screen is rejected.
//! * A command during a transition or a load waits its turn; none is lost. A load, a restore or a quit during a load
//!   replaces it, even in its last tick, and nothing of it arrives. A quit waits at most a second for transitions. A
//!   fatal error comes before all of them.
//! * Before the transition of a command that removes screens, [`GameScreen::may_leave`] asks each of them, from the top
//!   down; if one refuses, nothing changes.
//! * A popup is a screen with [`Cover::POPUP`] that draws its parent: the screens below go on, without input.
//!   There may be several; each screen knows [what covers it](ScreenContext::covered_by).
//! * A panic of the game's code ends the run, with the name of who was called: [`ScreenManager`] has the rules.
//! * The commands of a batch have one transition. Commands after a load in a batch wait for its end, and are rejected
//!   if the load fails or is replaced.
//!
//! # Transitions
//!
//! A command uses the first of these that exists:
//!
//! 1. its own, [`ScreenCommand::through`], or none, [`ScreenCommand::without_transition`];
//! 2. for the way back, the one that the push named, [`Request::back_through`];
//! 3. the manager's default, [`ManagerSettings::transition`].
//!
//! With [reduced motion](FlowHandle::set_reduced_motion) a short cross-fade replaces each.
//! [`ShaderTransition`] has the usual transitions. A game's own transition implements [`Transition`], and gets pictures
//! of the old and the new screens if it asks for them.

mod command;
mod context;
mod cover;
mod default_screens;
mod draw_context;
mod event;
mod handle;
mod input_gate;
pub(crate) mod manager;
mod mistakes;
mod phase;
mod populations;
mod request;
mod rule;
mod save;
mod saving;
mod screen;
mod screen_id;
mod services;
mod settings;
mod shared;
mod stack;
mod surface;
mod transition;
mod value;

pub use command::{ChangeReason, ScreenCommand, Target};
pub use context::ScreenContext;
pub use cover::{Cover, CoverAudio};
pub use default_screens::Failure;
pub use draw_context::DrawContext;
pub use event::{GameEvent, Notice, Reloaded};
pub use handle::FlowHandle;
pub use manager::{FrameInput, Plugin, Plugins, ScreenManager, TickInput};
pub use phase::{BuildContext, Phase};
pub use populations::{Populations, World};
pub use request::{Request, Ticket};
pub use rule::RuleContext;
pub use save::{Restored, SaveContext, SaveError, SavedFlow, SavedState};
pub use screen::GameScreen;
pub use screen_id::ScreenId;
pub use settings::ManagerSettings;
pub use shared::Shared;
pub use stack::Stack;
pub use surface::{Picture, Shader, Surface};
pub use transition::{Fade, Pictures, ShaderTransition, Transition, TransitionView};

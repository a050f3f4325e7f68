//! A game that panics at one chosen place, once.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use proscenium::ai::{Bindings, Blueprint, Population, State};
use proscenium::flow::{
    Cover, DrawContext, GameEvent, GameScreen, Machines, ManagerSettings, Phase, Pictures, Restored,
    SaveError, SavedState, ScreenCommand, ScreenContext, ScreenManager, Transition, TransitionStep,
    TransitionView,
};
use proscenium::phase::Resource;
use proscenium::platform::{MemorySource, Trace};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

thread_local! {
    /// The place of the panic that is to come.
    pub static ARMED: RefCell<String> = RefCell::default();
    static HAS_FIRED: Cell<bool> = const { Cell::new(false) };
    /// What the manager said about panics.
    pub static SAID: RefCell<Vec<String>> = RefCell::default();
}

/// Whether the panic has come since the last call.
pub fn has_fired() -> bool {
    HAS_FIRED.take()
}

fn pass(owner: &str, what: &str) {
    let is_armed = ARMED.with_borrow(|armed| armed.split_once(' ') == Some((owner, what)));
    if is_armed && !std::thread::panicking() {
        ARMED.take();
        HAS_FIRED.set(true);
        panic!("on purpose");
    }
}

/// A screen that passes a place in each call.
pub struct Mine {
    name: &'static str,
    grass: u32,
}

impl Mine {
    pub fn new(name: &'static str) -> Self {
        Self { name, grass: 0 }
    }

    fn pass(&self, what: &str) {
        pass(self.name, what);
    }
}

impl Drop for Mine {
    fn drop(&mut self) {
        self.pass("drop");
    }
}

impl GameScreen for Mine {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {
        self.pass("update");
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        self.pass("draw");
        cx.draw_parent();
    }

    fn has_upright_view(&self) -> bool {
        self.pass("has_upright_view");
        false
    }

    fn cover(&self) -> Cover {
        self.pass("cover");
        Cover::POPUP
    }

    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        if self.name == "field" {
            let blueprint = Blueprint::template("sheep", "graze")
                .state(State::new("graze").update("eat").when(1, "is_full", "rest"))
                .state(State::new("rest"));
            let bindings = Bindings::new()
                .action("eat", |_: &mut Sheep, _: &mut u32, _| pass("sheep", "action"))
                .guard("is_full", |_, _, _| {
                    pass("sheep", "guard");
                    false
                });
            let mut sheep = Population::new(&blueprint.build(&bindings).unwrap());
            sheep.with(&mut self.grass).spawn(Sheep);
            let handle = cx.machines().add_with(sheep, |field: &mut Self| {
                pass("sheep", "lend");
                &mut field.grass
            });
            cx.machines().keep(handle, None);
        }
        self.pass("on_enter");
    }

    fn on_active(&mut self, _cx: &mut ScreenContext<'_>) {
        self.pass("on_active");
    }

    fn on_inactive(&mut self, _cx: &mut ScreenContext<'_>) {
        self.pass("on_inactive");
    }

    fn on_exit(&mut self, _cx: &mut ScreenContext<'_>) {
        self.pass("on_exit");
    }

    fn on_result(&mut self, _cx: &mut ScreenContext<'_>, _value: &dyn Any) {
        self.pass("on_result");
    }

    fn on_transition(&mut self, _cx: &mut ScreenContext<'_>, _step: TransitionStep) {
        self.pass("on_transition");
    }

    fn on_event(&mut self, _cx: &mut ScreenContext<'_>, _event: &dyn GameEvent) -> ControlFlow<()> {
        self.pass("on_event");
        ControlFlow::Continue(())
    }

    fn redirect(&self, _cx: &ScreenContext<'_>) -> Option<ScreenCommand> {
        self.pass("redirect");
        None
    }

    fn is_skipped(&self) -> bool {
        self.pass("is_skipped");
        false
    }

    fn may_leave(&mut self, _cx: &mut ScreenContext<'_>) -> bool {
        self.pass("may_leave");
        true
    }

    fn save(&self, state: &mut SavedState, _: &Machines) -> Result<(), SaveError> {
        self.pass("save");
        state.write(&Saved)
    }

    fn restore(&mut self, _cx: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        self.pass("restore");
        state.read::<Saved>().map(drop)
    }
}

/// Types whose serde code passes a place.
macro_rules! kept {
    ($type:ty, $owner:literal, $value:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                pass($owner, "serialize");
                serializer.serialize_u32(1)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                pass($owner, "deserialize");
                u32::deserialize(deserializer).map(|_| $value)
            }
        }
    };
}

/// Types whose destructor passes a place.
macro_rules! dropped {
    ($($type:ty: $owner:literal),*) => {
        $(impl Drop for $type {
            fn drop(&mut self) {
                pass($owner, "drop");
            }
        })*
    };
}

struct Saved;
kept!(Saved, "state", Saved);

pub struct Level(pub u32);
kept!(Level, "level", Level(1));

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        pass("level", "eq");
        self.0 == other.0
    }
}

pub struct Sheep;
kept!(Sheep, "sheep", Sheep);

impl Clone for Sheep {
    fn clone(&self) -> Self {
        pass("sheep", "clone");
        Self
    }
}

/// The result of a screen.
pub struct Answer;

/// The payload of a visit.
pub struct Gift;

pub struct Moved;

dropped!(Level: "level", Sheep: "sheep", Answer: "answer", Gift: "gift", Moved: "event", Wipe: "wipe");

impl GameEvent for Moved {
    fn name(&self) -> &str {
        pass("event", "name");
        "moved"
    }
}

struct Wipe;

impl Transition for Wipe {
    fn name(&self) -> &'static str {
        pass("wipe", "name");
        "wipe"
    }

    fn out_time(&self) -> Duration {
        pass("wipe", "out_time");
        Duration::from_millis(50)
    }

    fn in_time(&self) -> Duration {
        pass("wipe", "in_time");
        Duration::from_millis(50)
    }

    fn pictures(&self) -> Pictures {
        pass("wipe", "pictures");
        Pictures::NONE
    }

    fn draw(&self, _view: &TransitionView) {
        pass("wipe", "draw");
    }
}

fn mine(name: &'static str) -> Mine {
    pass(name, "build");
    Mine::new(name)
}

/// A manager with the phases `menu`, `game` and `broken`.
pub fn manager() -> ScreenManager {
    let source = Arc::new(MemorySource::default().with("level.ron", "()").with("file", "1"));
    let transition = Some(std::rc::Rc::new(Wipe) as std::rc::Rc<dyn Transition>);
    let mut manager = ScreenManager::new(ManagerSettings {
        source,
        transition,
        trace: Trace::recording(),
        ..ManagerSettings::default()
    });
    manager.set_loading_screen(|| {
        pass("loading", "make");
        Mine::new("loading")
    });
    manager.set_failure_screen(|failure| {
        SAID.with_borrow_mut(|said| said.push(failure.cause.clone()));
        pass("failure", "make");
        Mine::new("failure")
    });
    manager.set_screen_fallback(|_| {
        pass("fallback", "call");
        None
    });
    manager.add_rule(|_: &Moved, _| pass("rule", "call"));
    manager.add_rule(|restored: &Restored, _| {
        SAID.with_borrow_mut(|said| said.extend(restored.lost.iter().cloned()));
    });
    let file = Resource::file::<Vec<u8>>("file", "file");
    let menu = Phase::new("menu").resource(file);
    manager.add_phase(menu.screen("menu", |_| mine("menu")).screen("shop", |_| mine("shop")));
    let game = Phase::new("game")
        .manifest_for(Level(1), "level.ron")
        .keep_payload::<Level>()
        .payload(|| {
            pass("level", "make");
            Level(1)
        })
        .resource(Resource::callback("work", |_| {
            pass("work", "call");
            Ok(())
        }))
        .screen("field", |_| mine("field"))
        .screen("hill", |_| mine("hill"))
        .backdrop("sky", |_| mine("sky"));
    manager.add_phase(game);
    let broken = Resource::callback::<()>("broken", |_| Err("no luck".into()));
    manager.add_phase(Phase::new("broken").resource(broken).screen("never", |_| mine("never")));
    manager
}

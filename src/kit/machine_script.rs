//! AI machines whose guards, actions and handlers are functions of a Rhai script.
//!
//! A machine file names its script (`script: "marine.rhai"`), and a name of the machine means the
//! script's function of that name. A function sees the unit's variables as `this`:
//!
//! ```text
//! fn is_near()      { this.distance < 30.0 }             a guard answers true or false
//! fn forget()       { this.target = ""; }                an action changes variables,
//! fn hit(about)     { this.health -= about.payload;      or asks for something
//!                     if this.health <= 0.0 { "to dead" } }
//! ```
//!
//! | a function with one parameter gets | |
//! |---|---|
//! | `event`, `payload` | the event that caused the call and what came with it; `""` where there is none |
//! | `now_ms` | the population's clock |
//! | `unit` | the unit's place in its population |
//! | `target` | in a guard: the state that `can_go` is asked for, otherwise `""` |
//! | `delta_ms` | in an action or a handler: what this tick lets pass |
//!
//! | an action or a handler may answer | |
//! |---|---|
//! | nothing, `false` | a handler has not handled the event |
//! | `true` | a handler has handled the event |
//! | `"to STATE"` | the unit goes to this state, as a row's `To` |
//! | `"enter STATE"`, `"switch STATE"`, `"exit"` | the changes of a pushdown machine |
//! | `"leave"` | the unit rests in the parent |
//!
//! # Functions that fail
//!
//! A guard that fails is false, a handler that fails has not handled the event, and an action
//! that fails does what it did up to there. Failures are counted, and logged once for each
//! function. A function that breaks a limit, because it never ends for instance, is switched off
//! for all units of the machine: a thousand units would otherwise stop at it in every frame.

mod vars;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rhai::{Dynamic, Engine, Map};

use super::script::{Script, ScriptError, script_engine};
use crate::ai::{Bindings, Context, Event, GuardContext, Reply, StateId, Structure};

pub use vars::ScriptVars;

/// The most operations of one call. A machine calls many functions in a frame, so they get less
/// than the script of a level.
const MAX_OPERATIONS: u64 = 20_000;

/// A function of the script that the machine names.
#[derive(Debug)]
struct Function {
    takes_one: bool,
    is_off: AtomicBool,
    is_logged: AtomicBool,
}

#[derive(Debug)]
struct Inner {
    script: Script,
    engine: Engine,
    structure: Structure,
    functions: HashMap<String, Function>,
    failures: AtomicU64,
    first: Mutex<Option<ScriptError>>,
}

/// The functions of a script as the guards, actions and handlers of a machine.
///
/// ```
/// use proscenium::ai::{Blueprint, Machine, State};
/// use proscenium::kit::{MachineScript, Script, ScriptVars, script_engine};
/// use proscenium::platform::AssetPath;
///
/// let text = "fn has_oil() { this.oil > 0 }  fn burn(about) { this.oil -= about.payload; }";
/// let script = Script::compile(&AssetPath::new("machines/lamp.rhai")?, text)?;
/// let mut burn = State::new("burning");
/// burn.on.push(proscenium::ai::Row { event: "wind".into(), action: Some("burn".into()), ..Default::default() });
/// let lamp = Blueprint::table("lamp", "dark")
///     .state(State::new("dark").on_if("light", "has_oil", "burning"))
///     .state(burn);
///
/// let script = MachineScript::new(&lamp.check()?, &script);
/// let definition = lamp.build(&script.bindings())?;
/// let mut vars = ScriptVars::default();
/// vars.set("oil", 5.0);
/// let mut lamp = Machine::new(&definition, vars);
/// let event = |name: &str| definition.event(name).expect("the machine has it");
/// lamp.dispatch(event("light"))?;
/// lamp.dispatch(proscenium::ai::Event { id: event("wind"), payload: 2.0 })?;
/// assert_eq!(lamp.data().number("oil"), Some(3.0));
/// assert_eq!(script.failures(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MachineScript(Arc<Inner>);

impl MachineScript {
    /// The functions of `script` for a machine, run by an engine with nothing but the language:
    /// [`script_engine`], with 20,000 operations for a call.
    #[must_use]
    pub fn new(structure: &Structure, script: &Script) -> Self {
        let mut engine = script_engine();
        engine.set_max_operations(MAX_OPERATIONS);
        Self::with_engine(structure, script, engine)
    }

    /// The same with an engine of the game's own, on which it registered what scripts may call.
    #[must_use]
    pub fn with_engine(structure: &Structure, script: &Script, engine: Engine) -> Self {
        let names = structure.guards().into_iter().chain(structure.actions()).chain(structure.handlers());
        let functions = names.filter_map(|name| {
            let takes_one = script.has_function(name, 1);
            let function =
                Function { takes_one, is_off: AtomicBool::new(false), is_logged: AtomicBool::new(false) };
            (takes_one || script.has_function(name, 0)).then(|| (name.to_owned(), function))
        });
        Self(Arc::new(Inner {
            functions: functions.collect(),
            script: script.clone(),
            engine,
            structure: structure.clone(),
            failures: AtomicU64::new(0),
            first: Mutex::new(None),
        }))
    }

    /// Binds all names of the machine that the script has functions for, with no parameter or
    /// with one. Names that the game binds to its own code afterwards get that meaning. A unit's
    /// data is [`ScriptVars`], or contains them.
    pub fn bindings<D: AsRef<ScriptVars> + AsMut<ScriptVars> + 'static>(&self) -> Bindings<D> {
        let structure = &self.0.structure;
        let known = |name: &&str| self.0.functions.contains_key(*name);
        let mut bindings = Bindings::new();
        for name in structure.guards().into_iter().filter(known) {
            let (script, function) = (self.clone(), name.to_owned());
            bindings = bindings.guard(name, move |data: &D, cx| script.guard(&function, data.as_ref(), cx));
        }
        for name in structure.actions().into_iter().filter(known) {
            let (script, function) = (self.clone(), name.to_owned());
            bindings = bindings.action(name, move |data: &mut D, cx: &mut Context<'_>| {
                match script.change(&function, data.as_mut(), cx) {
                    Reply::Unhandled | Reply::Handled => {}
                    Reply::To(state) => cx.set_state(state, false),
                    Reply::Enter(state) => cx.enter(state),
                    Reply::Switch(state) => cx.switch(state),
                    Reply::Exit => cx.exit(),
                    Reply::Leave => cx.leave_current(),
                }
            });
        }
        for name in structure.handlers().into_iter().filter(known) {
            let (script, function) = (self.clone(), name.to_owned());
            bindings = bindings.handler(name, move |data: &mut D, cx: &mut Context<'_>| {
                script.change(&function, data.as_mut(), cx)
            });
        }
        bindings
    }

    /// How many calls failed, those of functions that were switched off included.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.0.failures.load(Ordering::Relaxed)
    }

    /// The first failure.
    #[must_use]
    pub fn first_failure(&self) -> Option<ScriptError> {
        self.0.first.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn guard(&self, name: &str, vars: &ScriptVars, cx: &GuardContext) -> bool {
        let about = || {
            let mut about = self.about(cx.event(), cx.now(), cx.unit_index());
            let target = Some(cx.target()).filter(|target| *target != StateId::ROOT);
            let target = target.map_or("", |target| self.0.structure.state_name(target));
            about.insert("target".into(), target.to_owned().into());
            about
        };
        let Some(answer) = self.call(name, &mut vars.copy(), about) else { return false };
        answer.as_bool().unwrap_or_else(|found| {
            self.fail(self.error(name, format!("a guard answers true or false, not {found}")));
            false
        })
    }

    /// Calls an action or a handler.
    fn change(&self, name: &str, vars: &mut ScriptVars, cx: &Context<'_>) -> Reply {
        let mut this = vars.take();
        let about = || {
            let mut about = self.about(cx.event(), cx.now(), cx.unit().index());
            about.insert("delta_ms".into(), milliseconds(cx.delta()));
            about
        };
        let answer = self.call(name, &mut this, about);
        if !vars.put_back(this) {
            let what = "it left something else in `this` than at most 1000 variables; they are lost";
            self.fail(ScriptError { broke_limit: true, ..self.error(name, what.to_owned()) });
            return Reply::Unhandled;
        }
        let reply = answer.map(|answer| reply(&answer, &self.0.structure));
        reply.unwrap_or(Ok(Reply::Unhandled)).unwrap_or_else(|what| {
            self.fail(self.error(name, what));
            Reply::Unhandled
        })
    }

    /// What a function with a parameter gets.
    fn about(&self, event: Option<Event>, now: Duration, unit: usize) -> Map {
        let name = event.map_or("", |event| self.0.structure.event_name(event.id));
        Map::from_iter([
            ("event".into(), name.to_owned().into()),
            ("payload".into(), event.map_or(0.0, |event| event.payload).into()),
            ("now_ms".into(), milliseconds(now)),
            ("unit".into(), (unit as i64).into()),
        ])
    }

    fn call(&self, name: &str, this: &mut Dynamic, about: impl FnOnce() -> Map) -> Option<Dynamic> {
        let Inner { script, engine, functions, .. } = &*self.0;
        let function = functions.get(name)?;
        if function.is_off.load(Ordering::Relaxed) {
            self.0.failures.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        let result = if function.takes_one {
            script.call(engine, this, name, (about(),))
        } else {
            script.call(engine, this, name, ())
        };
        result.map_err(|error| self.fail(error)).ok()
    }

    fn error(&self, name: &str, what: String) -> ScriptError {
        let path = self.0.script.path().clone();
        ScriptError { path, position: None, function: name.to_owned(), what, broke_limit: false }
    }

    fn fail(&self, error: ScriptError) {
        self.0.failures.fetch_add(1, Ordering::Relaxed);
        let Some(function) = self.0.functions.get(&error.function) else { return };
        if error.broke_limit {
            function.is_off.store(true, Ordering::Relaxed);
        }
        if !function.is_logged.swap(true, Ordering::Relaxed) {
            let off = if error.broke_limit { "; it is not called any more" } else { "" };
            log::error!("machine `{}`: {error}{off}", self.0.structure.name());
        }
        let mut first = self.0.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(error);
    }
}

fn milliseconds(time: Duration) -> Dynamic {
    (time.as_secs_f64() * 1000.0).into()
}

/// What an action or a handler answers.
fn reply(answer: &Dynamic, structure: &Structure) -> Result<Reply, String> {
    if answer.is_unit() {
        return Ok(Reply::Unhandled);
    }
    if let Ok(is_handled) = answer.as_bool() {
        return Ok(if is_handled { Reply::Handled } else { Reply::Unhandled });
    }
    let Ok(text) = answer.as_immutable_string_ref() else {
        return Err(format!("it answered {}, not a text such as \"to walk\"", answer.type_name()));
    };
    let (verb, name) = text.split_once(' ').unwrap_or((&text, ""));
    let state = structure.state(name).filter(|state| *state != StateId::ROOT);
    match (verb, state) {
        ("to", Some(state)) => Ok(Reply::To(state)),
        ("enter", Some(state)) => Ok(Reply::Enter(state)),
        ("switch", Some(state)) => Ok(Reply::Switch(state)),
        ("exit", None) => Ok(Reply::Exit),
        ("leave", None) => Ok(Reply::Leave),
        ("to" | "enter" | "switch", None) => Err(format!("there is no state `{name}`")),
        _ => Err(format!("it answered `{}`; to, enter, switch, exit and leave are the words", *text)),
    }
}

#[cfg(test)]
mod tests;

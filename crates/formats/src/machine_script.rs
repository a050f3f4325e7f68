//! Machines whose code is a Rhai script.

mod call;
mod vars;
mod world;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rhai::{Dynamic, Engine};

use self::call::{Asked, Call};
use super::script::{Script, ScriptError};
use proscenium_ai::{Context, GuardContext, Reply, StateId, Structure};
use proscenium_core::phase::Position;

pub use call::ScriptArgs;
pub use vars::ScriptVars;
pub use world::ScriptWorld;

/// The maximum number of operations of a call: less than for other scripts, because a machine calls many
/// functions in a tick.
const MAX_OPERATIONS: u64 = 20_000;

#[derive(Debug)]
struct Inner {
    script: Script,
    engine: Engine,
    structure: Structure,
    /// The script's functions for names of the machine; whether each has a parameter.
    functions: HashMap<String, bool>,
    failures: Mutex<Failures>,
}

#[derive(Debug, Default)]
struct Failures {
    count: u64,
    /// The first failure of a function, until it is taken.
    news: Option<ScriptError>,
    /// The functions that have failed; whether each is switched off.
    functions: HashMap<String, bool>,
}

/// The functions of a Rhai script as the guards, actions and handlers of a machine.
///
/// A machine file names its script (`script: "hen.rhai"`), and a guard, an action or a handler of the
/// machine is the script's function of the same name. The script may leave names to the game's own
/// [`Bindings`](proscenium_ai::Bindings), to which [`ScriptWorld::bind`] adds the functions. A function sees
/// the unit's [variables](ScriptVars) as `this`:
///
/// ```
/// use proscenium_ai::{Bindings, Blueprint, Event, Machine, Payload, Row, State};
/// use proscenium_formats::{Script, ScriptVars, ScriptWorld};
/// use proscenium_core::platform::AssetPath;
///
/// let text = r#"
///     fn has_oil() { this.oil > 0 }              // a guard returns true or false
///     fn blow(wind) {                            // an action changes variables,
///         this.oil -= wind.payload;
///         if this.oil <= 0.0 { "to dark" }       // and may change the state
///     }
/// "#;
/// let script = Script::compile(&AssetPath::new("machines/lamp.rhai")?, text)?;
/// let blow = Row { event: "wind".into(), action: Some("blow".into()), ..Row::default() };
/// let lamp = Blueprint::template("lamp", "dark")
///     .state(State::new("dark").on_if("light", "has_oil", "burning"))
///     .state(State::new("burning").row(blow));
///
/// let (script, bindings) = ScriptWorld::new().bind(&lamp.check()?, &script, Bindings::new());
/// let definition = lamp.build(&bindings)?;
/// let mut vars = ScriptVars::default();
/// vars.set("oil", 2.0);
/// let mut lamp = Machine::new(&definition, &mut (), vars);
/// let event = |name: &str| definition.event(name).expect("the machine has it");
/// lamp.dispatch(&mut (), event("light"))?;
/// assert_eq!(lamp.state_name(), "burning");
/// lamp.dispatch(&mut (), Event { id: event("wind"), payload: Payload::Number(2.0) })?;
/// assert_eq!((lamp.state_name(), script.failures()), ("dark", 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// | the parameter, if there is one, has | |
/// |---|---|
/// | `event`, `payload` | the event that caused the call, `""` if there is none, and its payload: a number, a unit as a number, or a point as a list of two numbers; 0.0 without one |
/// | `now_ms` | the population's clock |
/// | `unit`, `state` | the unit as a number ([`UnitId::to_bits`](proscenium_ai::UnitId::to_bits)), and its current state |
/// | `target` | in a guard: the state to which `can_go` refers, otherwise `""` |
/// | `delta_ms` | the length of this tick; 0 in a guard |
/// | `world` | what the game shows of its world: [`ScriptWorld`] |
/// | `raise(event)`, `raise(event, payload)` | asks for an event for the unit itself |
/// | `send(unit, event)`, `send(unit, event, payload)` | asks for a message to a unit of the same population |
/// | `send_to(population, unit, event)`, with a payload | asks for a message to a unit of [another population](ScriptWorld::populations) |
/// | `despawn()` | asks for the end of the unit |
///
/// A payload has the type that the machine declares for the event. If it declares nothing, and for another population, it is
/// a number or a list of two numbers.
///
/// A guard cannot ask for anything. An action or a handler can ask for 64 things in a call, which are
/// applied after it, in order.
///
/// | an action or a handler returns | |
/// |---|---|
/// | nothing, `false` | a handler has not handled the event |
/// | `true` | a handler has handled the event |
/// | `"to STATE"` | the unit goes to this state: a handler as a row's `To`, an action unless it is there already |
/// | `"enter STATE"`, `"switch STATE"`, `"exit"` | the changes of a pushdown machine |
/// | `"leave"` | the unit goes to the parent state |
///
/// # Functions that fail
///
/// A guard that fails is false, a handler that fails has not handled the event, and the changes of an
/// action up to its failure remain. Failures are counted, and logged once for each function. A function
/// that breaks a limit, such as an endless loop, is switched off for all units of the machine: a
/// thousand units would otherwise run into the limit in every tick.
#[derive(Clone, Debug)]
pub struct MachineScript(Arc<Inner>);

impl MachineScript {
    fn new<'a>(structure: &Structure, script: &Script, commands: impl Iterator<Item = &'a str>) -> Self {
        let mut engine = Script::engine();
        engine.set_max_operations(MAX_OPERATIONS);
        call::register(&mut engine, commands);
        let names = structure.guards().into_iter().chain(structure.actions()).chain(structure.handlers());
        let functions = names.filter_map(|name| {
            let has_parameter = script.has_function(name, 1);
            (has_parameter || script.has_function(name, 0)).then(|| (name.to_owned(), has_parameter))
        });
        Self(Arc::new(Inner {
            functions: functions.collect(),
            script: script.clone(),
            engine,
            structure: structure.clone(),
            failures: Mutex::default(),
        }))
    }

    /// Returns the number of calls that failed, including calls of functions that are switched off.
    pub fn failures(&self) -> u64 {
        self.lock().count
    }

    /// Takes the first failure of a function that has newly failed since the last call, as a text for a `Notice` of
    /// `proscenium`; `None` if there is none.
    pub fn take_failure(&self) -> Option<ScriptError> {
        self.lock().news.take()
    }

    fn lock(&self) -> MutexGuard<'_, Failures> {
        self.0.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn guard(
        &self,
        name: &str,
        vars: &ScriptVars,
        cx: &GuardContext<'_>,
        world: impl FnOnce() -> Dynamic,
    ) -> bool {
        let about = || Call::new(cx, Duration::ZERO, world(), None);
        let (Some(answer), _) = self.call(name, &mut vars.copy(), about) else { return false };
        answer.as_bool().unwrap_or_else(|found| {
            self.fail(self.error(name, None, format!("a guard returns true or false, not {found}")));
            false
        })
    }

    /// Calls an action or a handler, and does what it asked for.
    fn change<D: AsRef<ScriptVars> + AsMut<ScriptVars>, W>(
        &self,
        name: &str,
        game: &ScriptWorld<D, W>,
        data: &mut D,
        world: &mut W,
        cx: &mut Context<'_>,
    ) -> Reply {
        // The game's view may read the variables, which are away during the call.
        let has_parameter = self.0.functions.get(name) == Some(&true);
        let seen = if has_parameter { game.see(data, world) } else { Dynamic::UNIT };
        let mut this = data.as_mut().take();
        let about = || Call::new(cx, cx.delta(), seen, Some(Mutex::default()));
        let (answer, asked) = self.call(name, &mut this, about);
        let is_kept = data.as_mut().put_back(this);
        for asked in asked {
            if let Err(what) = game.apply(&asked, &self.0.structure, data, world, cx) {
                self.fail(self.error(name, super::script::place(asked.position), what));
            }
        }
        if !is_kept {
            let what = "`this` is not a map of at most 1000 plain values; the variables are lost";
            self.fail(ScriptError { broke_limit: true, ..self.error(name, None, what.to_owned()) });
            return Reply::Unhandled;
        }
        let reply = answer.map(|answer| reply(&answer, &self.0.structure));
        reply.unwrap_or(Ok(Reply::Unhandled)).unwrap_or_else(|what| {
            self.fail(self.error(name, None, what));
            Reply::Unhandled
        })
    }

    /// The answer of a function, and what it asked for.
    fn call(
        &self,
        name: &str,
        this: &mut Dynamic,
        about: impl FnOnce() -> Call,
    ) -> (Option<Dynamic>, Vec<Asked>) {
        let Inner { script, engine, functions, .. } = &*self.0;
        let Some(&has_parameter) = functions.get(name) else { return (None, Vec::new()) };
        {
            let mut failures = self.lock();
            if failures.functions.get(name) == Some(&true) {
                failures.count += 1;
                return (None, Vec::new());
            }
        }
        let (result, asked) = if has_parameter {
            let about = about();
            (script.call(engine, this, name, (about.clone(),)), about.take_asked())
        } else {
            (script.call(engine, this, name, ()), Vec::new())
        };
        (result.map_err(|error| self.fail(error)).ok(), asked)
    }

    fn error(&self, name: &str, position: Option<Position>, what: String) -> ScriptError {
        let path = self.0.script.path().clone();
        ScriptError { path, position, function: name.to_owned(), what, broke_limit: false }
    }

    fn fail(&self, error: ScriptError) {
        let mut failures = self.lock();
        failures.count += 1;
        if !failures.functions.contains_key(&error.function) {
            let off = if error.broke_limit { "; it is not called again" } else { "" };
            log::error!("machine `{}`: {error}{off}", self.0.structure.name());
            failures.news.get_or_insert_with(|| error.clone());
        }
        *failures.functions.entry(error.function).or_default() |= error.broke_limit;
    }
}

fn reply(answer: &Dynamic, structure: &Structure) -> Result<Reply, String> {
    if answer.is_unit() {
        return Ok(Reply::Unhandled);
    }
    if let Ok(is_handled) = answer.as_bool() {
        return Ok(if is_handled { Reply::Handled } else { Reply::Unhandled });
    }
    let Ok(text) = answer.as_immutable_string_ref() else {
        return Err(format!("expected a text such as \"to walk\", found {}", answer.type_name()));
    };
    let (verb, name) = text.split_once(' ').unwrap_or((&text, ""));
    let state = structure.state(name).filter(|state| *state != StateId::ROOT);
    match (verb, state) {
        ("to", Some(state)) => Ok(Reply::To(state)),
        ("enter", Some(state)) => Ok(Reply::Enter(state)),
        ("switch", Some(state)) => Ok(Reply::Switch(state)),
        ("exit", None) if name.is_empty() => Ok(Reply::Exit),
        ("leave", None) if name.is_empty() => Ok(Reply::Leave),
        ("to" | "enter" | "switch", None) => Err(format!("there is no state `{name}`")),
        _ => {
            let forms = r#""to STATE", "enter STATE", "switch STATE", "exit" or "leave""#;
            Err(format!("expected {forms}, found `{}`", *text))
        }
    }
}

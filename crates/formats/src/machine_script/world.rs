//! The world of a machine's script.

use std::fmt;
use std::sync::Arc;

use rhai::Dynamic;

use super::call::{Asked, ScriptArgs, What};
use super::{MachineScript, ScriptVars};
use crate::script::Script;
use proscenium_ai::{Bindings, Context, EventId, GuardContext, PopulationId, Reply, Structure};

type View<D, W> = dyn Fn(&D, &W) -> Dynamic + Send + Sync;
type Command<D, W> =
    dyn Fn(&mut D, &mut W, &mut Context<'_>, ScriptArgs<'_>) -> Result<(), String> + Send + Sync;
type Find<W> = dyn Fn(&W, &str) -> Option<PopulationId> + Send + Sync;

/// What the functions of a machine's script see of the world `W`, and what they can do to it.
///
/// A script cannot hold a reference to the game's data. It sees values that the game copies out of its
/// unit and the world before each call, the [view](Self::view), as `world` of the functions'
/// parameter. It changes the world through the game's [commands](Self::command), methods of the parameter: they are
/// collected, and run in order right after the function.
///
/// ```
/// use proscenium_ai::{Bindings, Blueprint, Population, State};
/// use proscenium_formats::{Script, ScriptVars, ScriptWorld, rhai};
/// use proscenium_core::platform::AssetPath;
/// use std::time::Duration;
///
/// struct Hen { x: f64, vars: ScriptVars }
/// impl AsRef<ScriptVars> for Hen { fn as_ref(&self) -> &ScriptVars { &self.vars } }
/// impl AsMut<ScriptVars> for Hen { fn as_mut(&mut self) -> &mut ScriptVars { &mut self.vars } }
/// struct Yard { fox: f64, eggs: u32 }
///
/// let text = r#"
///     fn sees_fox(hen) { hen.world.distance < 3.0 }
///     fn graze(hen) { hen.walk(0.5); }
///     fn panic(hen) { hen.lay(); hen.walk(-1); hen.raise("tired"); }
/// "#;
/// let script = Script::compile(&AssetPath::new("machines/hen.rhai")?, text)?;
/// let blueprint = Blueprint::template("hen", "graze")
///     .state(State::new("graze").update("graze").on_if("look", "sees_fox", "flee"))
///     .state(State::new("flee").enter("panic").on("tired", "graze"));
///
/// let (_, bindings) = ScriptWorld::new()
///     .view(|hen: &Hen, yard: &Yard| {
///         rhai::Map::from_iter([("distance".into(), (yard.fox - hen.x).abs().into())]).into()
///     })
///     .command("walk", |hen, _, _, args| Ok(hen.x += args.number(0)?))
///     .command("lay", |_, yard, _, _| Ok(yard.eggs += 1))
///     .bind(&blueprint.check()?, &script, Bindings::new());
/// let definition = blueprint.build(&bindings)?;
///
/// let (mut yard, mut hens) = (Yard { fox: 5.0, eggs: 0 }, Population::new(&definition));
/// let hen = hens.spawn(&mut yard, Hen { x: 2.0, vars: ScriptVars::default() });
/// hens.tick(&mut yard, Duration::from_millis(16));
/// hens.dispatch(&mut yard, hen, "look")?;
/// assert_eq!((hens.data()[0].x, yard.eggs), (1.5, 1)); // it went up and back
/// assert_eq!(hens.state(hen), definition.state("graze"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct ScriptWorld<D, W = ()> {
    view: Option<Box<View<D, W>>>,
    commands: Vec<(String, Box<Command<D, W>>)>,
    find: Option<Box<Find<W>>>,
}

impl<D, W> Default for ScriptWorld<D, W> {
    fn default() -> Self {
        Self { view: None, commands: Vec::new(), find: None }
    }
}

impl<D, W> fmt::Debug for ScriptWorld<D, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.commands.iter().map(|(name, _)| name)).finish()
    }
}

impl<D, W> ScriptWorld<D, W> {
    /// A world that a script neither sees nor changes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets what functions with a parameter see as its `world`, for instance a map. It is made for each
    /// call.
    pub fn view(mut self, view: impl Fn(&D, &W) -> Dynamic + Send + Sync + 'static) -> Self {
        self.view = Some(Box::new(view));
        self
    }

    /// Adds a method `name` of the functions' parameter with up to four arguments of any types. It
    /// returns nothing to the script. Its error, such as a wrong argument, is a failure of the script.
    /// A function of the script with the same name hides it.
    pub fn command(
        mut self,
        name: &str,
        command: impl Fn(&mut D, &mut W, &mut Context<'_>, ScriptArgs<'_>) -> Result<(), String>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.commands.push((name.to_owned(), Box::new(command)));
        self
    }

    /// Sets the populations that a script can send messages to, by the names that it uses.
    pub fn populations(
        mut self,
        find: impl Fn(&W, &str) -> Option<PopulationId> + Send + Sync + 'static,
    ) -> Self {
        self.find = Some(Box::new(find));
        self
    }

    /// Adds the functions of `script` with no parameter or with one to `own`, the bindings of the game.
    /// If both have a name of the machine, the script's function is called: a script can replace what
    /// the game does, without a build. A name that neither has is an error of
    /// [`Blueprint::build`](proscenium_ai::Blueprint::build). A unit's data is [`ScriptVars`], or contains
    /// them.
    pub fn bind(
        self,
        structure: &Structure,
        script: &Script,
        own: Bindings<D, W>,
    ) -> (MachineScript, Bindings<D, W>)
    where
        D: AsRef<ScriptVars> + AsMut<ScriptVars> + 'static,
        W: 'static,
    {
        let commands = self.commands.iter().map(|(name, _)| name.as_str());
        let script = MachineScript::new(structure, script, commands);
        let world = Arc::new(self);
        let known = |name: &&str| script.0.functions.contains_key(*name);
        let bound = |name: &str| (script.clone(), Arc::clone(&world), name.to_owned());
        let mut bindings = own;
        for name in structure.guards().into_iter().filter(known) {
            let (script, game, function) = bound(name);
            bindings = bindings.guard(name, move |data: &D, world: &W, cx: &GuardContext<'_>| {
                script.guard(&function, data.as_ref(), cx, || game.see(data, world))
            });
        }
        for name in structure.actions().into_iter().filter(known) {
            let (script, game, function) = bound(name);
            bindings =
                bindings.action(name, move |data: &mut D, world: &mut W, cx: &mut Context<'_>| match script
                    .change(&function, &game, data, world, cx)
                {
                    Reply::Unhandled | Reply::Handled => {}
                    Reply::To(state) => cx.set_state(state, false),
                    Reply::Enter(state) => cx.enter(state),
                    Reply::Switch(state) => cx.switch(state),
                    Reply::Exit => cx.exit(),
                    Reply::Leave => cx.leave_current(),
                });
        }
        for name in structure.handlers().into_iter().filter(known) {
            let (script, game, function) = bound(name);
            bindings = bindings.handler(name, move |data: &mut D, world: &mut W, cx: &mut Context<'_>| {
                script.change(&function, &game, data, world, cx)
            });
        }
        (script, bindings)
    }

    pub(super) fn see(&self, data: &D, world: &W) -> Dynamic {
        self.view.as_ref().map_or(Dynamic::UNIT, |view| view(data, world))
    }

    pub(super) fn apply(
        &self,
        asked: &Asked,
        structure: &Structure,
        data: &mut D,
        world: &mut W,
        cx: &mut Context<'_>,
    ) -> Result<(), String> {
        let args = ScriptArgs(&asked.args);
        let own = |name: &str| structure.event(name).map(|event| (event, structure.payload(event)));
        match asked.what {
            What::Raise => cx.raise(args.event(0, own)?),
            What::Send => cx.send(args.unit(0)?, args.event(1, own)?),
            What::SendTo => {
                let name = args.text(0)?;
                let population = self.find.as_ref().and_then(|find| find(world, &name));
                let population = population.ok_or_else(|| format!("there is no population `{name}`"))?;
                let other = |name: &str| EventId::find(name).map(|event| (event, None));
                cx.send_to(population, args.unit(1)?, args.event(2, other)?);
            }
            What::Despawn => cx.despawn(cx.population(), cx.unit()),
            What::Command(number) => return self.commands[number].1(data, world, cx, args),
        }
        Ok(())
    }
}

//! The four families of machines, and a constructor for each.

use serde::{Deserialize, Serialize};

use super::Blueprint;

/// The technique that a machine is written in. All families compile into the same
/// [`Definition`](crate::Definition); the family decides which parts of a [`Blueprint`] may be
/// used.
///
/// | | table | pushdown | hierarchy | template |
/// |---|---|---|---|---|
/// | changes by | events | events | polled triggers | messages |
/// | nested states | no | inside an entry of the stack | yes | yes |
/// | remembers | nothing | the states below | optionally, history | optionally, history |
/// | good for | moods, doors, traffic lights | units with orders, which return to what they did | heroes, vehicles, animation | crowds of one kind |
/// | not for | returning to a previous state | conditions that change every tick | many rare events | one hero with ten conditions |
/// | bytes a unit | 1 | 1 + [`max_depth`](Blueprint::max_depth) | 1 | 1 |
/// | with timeouts | + 4 | + 4, and 4 for each entry and timer | + 4, + 4 each if several run at once | + 4 |
///
/// A template may have triggers, a hierarchy may have rows, and an entry of a stack may have
/// states inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Family {
    /// A transition table: [`Blueprint::table`].
    Table,
    /// A pushdown automaton: [`Blueprint::pushdown`].
    Pushdown,
    /// A hierarchical machine with levelled triggers: [`Blueprint::hierarchy`].
    Hierarchy,
    /// A node-shared hierarchical machine with messages: [`Blueprint::template`].
    Template,
}

impl Blueprint {
    /// A transition table: rows of (state, event, next state).
    ///
    /// An event without a row leaves the unit in its state. It is the cheapest family: a byte for
    /// each unit, and one look-up for each event.
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Machine, State};
    ///
    /// let mood = Blueprint::table("mood", "uncaring")
    ///     .state(State::new("uncaring").on("player_seen", "annoyed"))
    ///     .state(State::new("annoyed").on("player_gone", "uncaring"));
    /// let definition = mood.build(&Bindings::new())?;
    /// let mut monster = Machine::new(&definition, &mut (), ());
    /// let seen = definition.event("player_seen").expect("the machine has it");
    /// monster.dispatch(&mut (), seen)?;
    /// assert_eq!(monster.state_name(), "annoyed");
    /// monster.dispatch(&mut (), seen)?; // no row: it stays
    /// assert_eq!(monster.state_name(), "annoyed");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table(name: &str, initial: &str) -> Self {
        Self::new(name, Family::Table, initial)
    }

    /// A pushdown automaton: a stack of states, of which the top one is current.
    ///
    /// A marine that attacks returns to what it did before. With a stack, *attack* is one state and
    /// not one for each state that leads to it.
    ///
    /// ```text
    /// 1 stands                          idle
    /// 2 sees an enemy in range          attack │ idle             Enter
    /// 3 the enemy is dead               idle                      Exit
    /// 4 ordered to attack-move          move_attack │ idle        Enter
    /// 5 sees an enemy                   chase │ move_attack │ idle     Enter
    /// 6 is in range                     attack │ move_attack │ idle    Switch
    /// 7 the enemy is dead               move_attack │ idle        Exit
    /// ```
    ///
    /// * A push calls the [`covered`](super::State::covered) hook of the state below, not its exit
    ///   hook; a pop calls its [`uncovered`](super::State::uncovered) hook.
    /// * A state can be on the stack twice. A state with states inside is one entry with its whole
    ///   path. The timers of a covered state stand still.
    /// * A pop of the bottom state and a push beyond [`Blueprint::max_depth`] are errors without an
    ///   effect.
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Machine, Next, State};
    ///
    /// let marine = Blueprint::pushdown("marine", "idle")
    ///     .state(State::new("idle").on("enemy_seen", Next::enter("attack")).on("order", Next::enter("march")))
    ///     .state(State::new("attack").on("enemy_dead", Next::Exit))
    ///     .state(State::new("march").uncovered("find_route").on("enemy_seen", Next::enter("chase")))
    ///     .state(State::new("chase").on("in_range", Next::switch("attack")));
    /// let bindings = Bindings::new().action("find_route", |routes: &mut u32, _, _| *routes += 1);
    ///
    /// let definition = marine.build(&bindings)?;
    /// let mut marine = Machine::new(&definition, &mut (), 0);
    /// let mut stacks = Vec::new();
    /// for event in ["enemy_seen", "enemy_dead", "order", "enemy_seen", "in_range", "enemy_dead"] {
    ///     marine.dispatch(&mut (), definition.event(event).expect("the machine has it"))?;
    ///     stacks.push(marine.stack().collect::<Vec<_>>().join(" "));
    /// }
    /// assert_eq!(
    ///     stacks,
    ///     ["attack idle", "idle", "march idle", "chase march idle", "attack march idle", "march idle"],
    /// );
    /// assert_eq!(*marine.data(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pushdown(name: &str, initial: &str) -> Self {
        Self::new(name, Family::Pushdown, initial)
    }

    /// A hierarchical machine with levelled triggers: states inside of states, and conditions that
    /// are polled in every tick.
    ///
    /// Each tick polls the triggers of the current state, of the states around it and of all states.
    /// The highest level wins; on a tie the outer state, then the order of declaration. If no
    /// trigger holds, the states are updated, parents first.
    ///
    /// A target may be anywhere in the tree: exit hooks are called from the child up to the lowest
    /// common ancestor, enter hooks from there down to the target. A trigger to a state that the
    /// unit is already in is skipped. [`History`](super::History) says whether a unit that returns
    /// to a state finds the child that it left.
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Machine, State};
    /// use std::time::Duration;
    ///
    /// let walk = State::new("walk").when(1, "fast", "run");
    /// let run = State::new("run").when(1, "!fast", "walk");
    /// let runner = Blueprint::hierarchy("runner", "idle")
    ///     .when(2, "at_rest", "idle")
    ///     .state(State::new("idle").when(1, "moving", "movement"))
    ///     .state(State::new("movement").child(walk).child(run));
    /// let bindings = Bindings::new()
    ///     .guard("at_rest", |speed: &f32, _, _| *speed <= 0.0)
    ///     .guard("moving", |speed: &f32, _, _| *speed > 0.0)
    ///     .guard("fast", |speed: &f32, _, _| *speed > 2.5);
    ///
    /// let mut runner = Machine::new(&runner.build(&bindings)?, &mut (), 0.0_f32);
    /// for (speed, path) in [(1.0, "movement/walk"), (4.0, "movement/run"), (0.0, "idle")] {
    ///     *runner.data_mut() = speed;
    ///     runner.tick(&mut (), Duration::from_millis(16));
    ///     assert_eq!(runner.path(), path);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hierarchy(name: &str, initial: &str) -> Self {
        Self::new(name, Family::Hierarchy, initial)
    }

    /// A node-shared hierarchical machine: one tree for all units of a kind, moved by messages.
    ///
    /// ```text
    /// root (implicit)
    /// ├─ normal      idle (default), patrol, forage
    /// └─ combat      cast, controlled, knocked_up
    /// ```
    ///
    /// The tree and its code are in the [`Definition`](crate::Definition); a hundred monsters are
    /// a hundred bytes. A unit's messages wait in a queue and are handled one in a tick: by the
    /// current state or, if it has no row for the message, by its parent, and so on up to the root.
    ///
    /// A unit may *rest* in a state with children, without being in one of them: after
    /// [`Next::Leave`](super::Next::Leave), and in a state that names no initial child.
    ///
    /// A unit can be [created](crate::Population::create) before it is
    /// [started](crate::Population::start), and begin in a state of its own. A unit with another tree is one of
    /// another population. [`Population`](crate::Population) shows an example.
    pub fn template(name: &str, initial: &str) -> Self {
        Self::new(name, Family::Template, initial)
    }
}

//! The workloads under proscenium's own machines, with the interface that a game uses: blueprints, bindings
//! by name, populations.

use std::sync::Arc;
use std::time::{Duration, Instant};

use proscenium::ai::{
    Bindings, Blueprint, Definition, EventId, FixedUpdate, Next, Population, State, StateId, UnitId,
};

use super::contest::Competitor;
use super::workload::{self, Body, Data, GAITS, Gait, MOOD_ROWS, Post};

/// The step of a frame.
const FRAME: Duration = Duration::from_millis(16);

/// The actions of the marines.
fn actions() -> Bindings<Data> {
    Bindings::new()
        .action("enter_leaf", |data: &mut Data, _, _| workload::enter_leaf(data))
        .action("exit_leaf", |data: &mut Data, _, _| workload::exit_leaf(data))
        .action("enter_group", |data: &mut Data, _, _| workload::enter_group(data))
        .action("exit_group", |data: &mut Data, _, _| workload::exit_group(data))
        .action("idle", |data: &mut Data, _, _| workload::update_idle(data))
        .action("attack", |data: &mut Data, _, _| workload::update_attack(data))
        .action("move", |data: &mut Data, _, _| workload::update_move(data))
        .action("chase", |data: &mut Data, _, _| workload::update_chase(data))
        .action("attack_move", |data: &mut Data, _, _| workload::update_attack_move(data))
}

fn leaf(name: &str) -> State {
    State::new(name).enter("enter_leaf").exit("exit_leaf").update(name)
}

fn group(name: &str) -> State {
    State::new(name).enter("enter_group").exit("exit_group")
}

/// The marine's tree; `idle` has its update or sleeps.
fn marine(idle: State) -> Arc<Definition<Data>> {
    tree(idle).build(&actions()).expect("the tree is right")
}

fn tree(idle: State) -> Blueprint {
    Blueprint::template("marine", "guard")
        .state(
            group("guard")
                .child(idle.on("first", "attack").on("second", "move"))
                .child(leaf("attack").on("first", "idle").on("second", "idle")),
        )
        .state(
            group("march")
                .on("second", "idle")
                .child(leaf("move").on("first", "chase"))
                .child(leaf("chase").on("first", "attack_move").on("second", "move"))
                .child(leaf("attack_move").on("first", "move").on("second", "move")),
        )
}

/// A population, the events by their number in the workload, and the states by theirs.
struct Units<D> {
    population: Population<D>,
    events: Vec<EventId>,
    states: Vec<StateId>,
    inputs: Vec<Option<EventId>>,
}

impl<D: Clone + 'static> Units<D> {
    fn new(
        definition: &Arc<Definition<D>>,
        events: &[&str],
        states: &[&str],
        units: usize,
        data: &D,
    ) -> Self {
        let mut population = Population::new(definition);
        for _ in 0..units {
            population.spawn(data.clone());
        }
        let event = |name: &&str| definition.event(name).expect("the machine has it");
        let state = |name: &&str| definition.state(name).expect("the machine has it");
        Self {
            events: events.iter().map(event).collect(),
            states: states.iter().map(state).collect(),
            inputs: Vec::new(),
            population,
        }
    }

    /// The inputs in the type that a population takes.
    fn prepare(&mut self, inputs: &[u8]) {
        let Self { events, inputs: own, .. } = self;
        own.clear();
        own.extend(inputs.iter().map(|&input| input.checked_sub(1).map(|index| events[index as usize])));
    }

    /// The number that a unit's state has in the workload.
    fn number(&self, unit: UnitId) -> u8 {
        let state = self.population.state(unit).expect("units are never removed");
        self.states.iter().position(|known| *known == state).expect("it is a leaf") as u8
    }
}

impl Units<Data> {
    fn checksum(&self, first: u8) -> u64 {
        let units = self.population.iter();
        workload::checksum(
            units.map(|unit| (self.population.data()[unit.index()], self.number(unit) + first)),
        )
    }
}

const EVENTS: [&str; 2] = ["first", "second"];
const LEAVES: [&str; 5] = ["idle", "attack", "move", "chase", "attack_move"];

/// How the marines get their events.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// All of a frame in a column.
    Column,
    /// Each is sent as a message, and polled in the tick.
    Message,
    /// One unit after the other.
    Unit,
    /// As a column, while changes are recorded.
    Recorded,
    /// As a column, after changes were recorded for a while.
    RecordedOnce,
}

/// The marine as a template.
pub struct Template<const BY: u8>(Units<Data>, Vec<UnitId>);

/// Events in a column.
pub type ByColumn = Template<{ By::Column as u8 }>;
/// Events as messages.
pub type ByMessage = Template<{ By::Message as u8 }>;
/// Units one by one.
pub type ByUnit = Template<{ By::Unit as u8 }>;
/// Events in a column, with a record of all changes.
pub type Recorded = Template<{ By::Recorded as u8 }>;
/// Events in a column, with a record that is switched off again.
pub type RecordedOnce = Template<{ By::RecordedOnce as u8 }>;

impl<const BY: u8> Competitor for Template<BY> {
    fn new(units: usize) -> Self {
        let mut units = Units::new(&marine(leaf("idle")), &EVENTS, &LEAVES, units, &Data::default());
        let ids = units.population.iter().collect();
        units.population.record_changes(BY == By::Recorded as u8 || BY == By::RecordedOnce as u8);
        units.population.record_changes(BY == By::Recorded as u8);
        Self(units, ids)
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.0.prepare(inputs);
        if BY == By::Recorded as u8 {
            self.0.population.take_changes();
        }
    }

    fn tick(&mut self, _inputs: &[u8]) {
        let Self(Units { population, inputs, .. }, ids) = self;
        if BY == By::Message as u8 {
            for (unit, event) in ids.iter().zip(&*inputs) {
                if let Some(event) = event {
                    population.send(*unit, *event).expect("one message fits");
                }
            }
            population.tick(FRAME);
        } else if BY == By::Unit as u8 {
            for (unit, event) in ids.iter().zip(&*inputs) {
                match event {
                    None => population.update(*unit).expect("nothing can fail"),
                    Some(event) => {
                        population.dispatch(*unit, *event).expect("nothing can fail");
                    }
                };
            }
        } else {
            population.tick_events(FRAME, inputs);
        }
    }

    fn checksum(&self) -> u64 {
        self.0.checksum(0)
    }
}

/// The world that the marines of [`InWorld`] share: a sum over all updates.
pub type World = u64;

/// The marine with a world.
pub struct InWorld {
    population: Population<Data, World>,
    world: World,
    states: Vec<StateId>,
    events: [EventId; 2],
    inputs: Vec<Option<EventId>>,
}

impl Competitor for InWorld {
    fn new(units: usize) -> Self {
        let mut bindings = Bindings::new()
            .action("enter_leaf", |data: &mut Data, _: &mut World, _| workload::enter_leaf(data))
            .action("exit_leaf", |data, _, _| workload::exit_leaf(data))
            .action("enter_group", |data, _, _| workload::enter_group(data))
            .action("exit_group", |data, _, _| workload::exit_group(data));
        bindings = in_world(bindings, "idle", workload::update_idle);
        bindings = in_world(bindings, "attack", workload::update_attack);
        bindings = in_world(bindings, "move", workload::update_move);
        bindings = in_world(bindings, "chase", workload::update_chase);
        bindings = in_world(bindings, "attack_move", workload::update_attack_move);
        let definition = tree(leaf("idle")).build(&bindings).expect("the tree is right");
        let (mut population, mut world) = (Population::new(&definition), 0);
        for _ in 0..units {
            population.with(&mut world).spawn(Data::default());
        }
        let states = LEAVES.map(StateId::from).to_vec();
        Self { population, world, states, events: EVENTS.map(EventId::from), inputs: Vec::new() }
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.inputs.clear();
        let event = |&input: &u8| input.checked_sub(1).map(|index| self.events[index as usize]);
        self.inputs.extend(inputs.iter().map(event));
    }

    fn tick(&mut self, _inputs: &[u8]) {
        self.population.with(&mut self.world).tick_events(FRAME, &self.inputs);
    }

    fn checksum(&self) -> u64 {
        let number = |unit| {
            let state = self.population.state(unit).expect("units are never removed");
            self.states.iter().position(|known| *known == state).expect("it is a leaf") as u8
        };
        let units = self.population.iter().map(|unit| (self.population.data()[unit.index()], number(unit)));
        workload::checksum(units) ^ self.world
    }
}

fn in_world(
    bindings: Bindings<Data, World>,
    name: &str,
    update: impl Fn(&mut Data) + Send + Sync + 'static,
) -> Bindings<Data, World> {
    bindings.action(name, move |data, world, _| {
        update(data);
        *world = world.wrapping_add(u64::from(data.timer));
    })
}

/// Three marines in one unit: a region for each.
pub struct Regions(Population<[Data; 3]>, Vec<Option<EventId>>);

/// The same as three populations.
pub struct Populations([Template<{ By::Column as u8 }>; 3]);

fn region(tree: Blueprint, number: usize) -> State {
    let mut region = State::new(&format!("region_{number}")).child(State::new("none"));
    region.states = tree.states;
    region.initial = Some("guard".to_owned());
    rename(region, number)
}

/// Gives the states and the code of a region names of its own.
fn rename(mut state: State, number: usize) -> State {
    let own = |name: &mut String| *name = format!("{name}_{number}");
    own(&mut state.name);
    let names = [&mut state.initial, &mut state.enter, &mut state.exit, &mut state.update];
    names.into_iter().flatten().for_each(own);
    for row in &mut state.on {
        if let Next::To(target) = &mut row.then {
            own(target);
        }
    }
    state.states = state.states.into_iter().map(|inner| rename(inner, number)).collect();
    state
}

impl Competitor for Regions {
    fn new(units: usize) -> Self {
        let mut all = State::new("all").parallel();
        let mut bindings = Bindings::new();
        for number in 0..3 {
            all.states.push(region(tree(leaf("idle")), number));
            const NAMES: [&str; 9] = [
                "enter_leaf",
                "exit_leaf",
                "enter_group",
                "exit_group",
                "idle",
                "attack",
                "move",
                "chase",
                "attack_move",
            ];
            macro_rules! bind {
                ($($index:literal)*) => {$(
                    bindings = bindings.action(&format!("{}_{number}", NAMES[$index]), {
                        move |data: &mut [Data; 3], _, _| match $index {
                            0 => workload::enter_leaf(&mut data[number]),
                            1 => workload::exit_leaf(&mut data[number]),
                            2 => workload::enter_group(&mut data[number]),
                            3 => workload::exit_group(&mut data[number]),
                            4 => workload::update_idle(&mut data[number]),
                            5 => workload::update_attack(&mut data[number]),
                            6 => workload::update_move(&mut data[number]),
                            7 => workload::update_chase(&mut data[number]),
                            _ => workload::update_attack_move(&mut data[number]),
                        }
                    });
                )*};
            }
            bind!(0 1 2 3 4 5 6 7 8);
        }
        let machine = Blueprint::template("marines", "all").state(all);
        let mut population = Population::new(&machine.build(&bindings).expect("the machine is right"));
        for _ in 0..units {
            population.spawn([Data::default(); 3]);
        }
        Self(population, Vec::new())
    }

    fn prepare(&mut self, inputs: &[u8]) {
        let events = EVENTS.map(EventId::from);
        self.1.clear();
        self.1.extend(inputs.iter().map(|&input| input.checked_sub(1).map(|index| events[index as usize])));
    }

    fn tick(&mut self, _inputs: &[u8]) {
        self.0.tick_events(FRAME, &self.1);
    }

    fn checksum(&self) -> u64 {
        workload::fold((0..3).map(|region| {
            let units = self.0.iter().map(|unit| {
                let state = self.0.states(unit).nth(region).expect("all regions are active");
                let number = LEAVES.iter().position(|leaf| state.name() == format!("{leaf}_{region}"));
                (self.0.data()[unit.index()][region], number.expect("it is a leaf") as u8)
            });
            workload::checksum(units)
        }))
    }
}

impl Competitor for Populations {
    fn new(units: usize) -> Self {
        Self([ByColumn::new(units), ByColumn::new(units), ByColumn::new(units)])
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.0.iter_mut().for_each(|population| population.prepare(inputs));
    }

    fn tick(&mut self, inputs: &[u8]) {
        self.0.iter_mut().for_each(|population| population.tick(inputs));
    }

    fn checksum(&self) -> u64 {
        workload::fold(self.0.iter().map(Competitor::checksum))
    }
}

/// The bytes of a template unit besides its data.
pub fn bytes_per_unit(units: usize) -> f64 {
    let template = ByColumn::new(units);
    template.0.population.bytes() as f64 / units as f64
}

/// Marines of which 95 % sleep: `idle` has no update.
pub struct Sleepers(Units<Data>, Vec<UnitId>);

impl Competitor<Post> for Sleepers {
    fn new(units: usize) -> Self {
        let idle = State::new("idle").enter("enter_leaf").exit("exit_leaf");
        let units = Units::new(&marine(idle), &EVENTS, &LEAVES, units, &Data::default());
        let ids = units.population.iter().collect();
        Self(units, ids)
    }

    fn tick(&mut self, posts: &[Post]) {
        for post in posts {
            let event = self.0.events[post.event as usize - 1];
            self.0.population.send(self.1[post.unit as usize], event).expect("one message fits");
        }
        self.0.population.tick(FRAME);
    }

    fn checksum(&self) -> u64 {
        self.0.checksum(0)
    }
}

/// The marine with a stack.
pub struct Pushdown(Units<Data>);

impl Competitor for Pushdown {
    fn new(units: usize) -> Self {
        let machine = Blueprint::pushdown("marine", "idle")
            .state(leaf("idle").on("first", Next::enter("attack")).on("second", Next::enter("move")))
            .state(leaf("attack").on("first", Next::Exit).on("second", Next::Exit))
            .state(leaf("move").on("first", Next::enter("chase")).on("second", Next::Exit))
            .state(leaf("chase").on("first", Next::switch("attack")).on("second", Next::Exit));
        let definition = machine.build(&actions()).expect("the machine is right");
        Self(Units::new(&definition, &EVENTS, &LEAVES[..4], units, &Data::default()))
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.0.prepare(inputs);
    }

    fn tick(&mut self, _inputs: &[u8]) {
        self.0.population.tick_events(FRAME, &self.0.inputs);
    }

    fn checksum(&self) -> u64 {
        self.0.checksum(1)
    }
}

/// The moods as a table.
pub struct Table(Units<()>);

impl Competitor for Table {
    fn new(units: usize) -> Self {
        let name = |number: u8| ["uncaring", "mad", "rage", "berserk", "annoyed"][number as usize - 1];
        let input = |number: u8| ["seen", "attacks", "gone", "hurt", "healed"][number as usize - 1];
        let mut machine = Blueprint::table("mood", name(workload::FIRST_MOOD));
        for mood in 1..=workload::MOODS {
            let rows = MOOD_ROWS.iter().filter(|(from, ..)| *from == mood);
            machine =
                machine.state(rows.fold(State::new(name(mood)), |state, (_, event, to)| {
                    state.on(input(*event), name(*to))
                }));
        }
        let definition = machine.build(&Bindings::new()).expect("the table is right");
        let events: Vec<&str> = (1..=workload::MOOD_INPUTS).map(input).collect();
        let states: Vec<&str> = (1..=workload::MOODS).map(name).collect();
        Self(Units::new(&definition, &events, &states, units, &()))
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.0.prepare(inputs);
    }

    fn tick(&mut self, _inputs: &[u8]) {
        self.0.population.tick_events(FRAME, &self.0.inputs);
    }

    fn checksum(&self) -> u64 {
        workload::fold(self.0.population.iter().map(|unit| u64::from(self.0.number(unit)) + 1))
    }
}

/// The levelled player as a hierarchy.
pub struct Hierarchy(Units<Body>);

impl Competitor<Body> for Hierarchy {
    fn new(units: usize) -> Self {
        let name = |gait: Gait| ["stand", "walk", "run", "jump", "double_jump"][gait as usize];
        // The rules share their conditions, so each has one name.
        let condition = |rule: &workload::Rule| match rule.to {
            Gait::Stand => "stands",
            Gait::Walk => "walks",
            Gait::Run => "runs",
            Gait::Jump => "jumps",
            Gait::DoubleJump => "jumps_twice",
        };
        let mut machine = Blueprint::hierarchy("player", "stand");
        for gait in GAITS {
            let rules = workload::rules(gait).iter();
            machine = machine.state(rules.fold(State::new(name(gait)), |state, rule| {
                state.when(i32::from(rule.level), condition(rule), name(rule.to))
            }));
        }
        let bindings = Bindings::new()
            .guard("stands", |body: &Body, _, _| workload::stands(body))
            .guard("walks", |body: &Body, _, _| workload::walks(body))
            .guard("runs", |body: &Body, _, _| workload::runs(body))
            .guard("jumps", |body: &Body, _, _| workload::jumps(body))
            .guard("jumps_twice", |body: &Body, _, _| workload::jumps_twice(body));
        let definition = machine.build(&bindings).expect("the machine is right");
        let states: Vec<&str> = GAITS.map(name).to_vec();
        Self(Units::new(&definition, &[], &states, units, &Body::default()))
    }

    fn tick(&mut self, bodies: &[Body]) {
        self.0.population.data_mut().copy_from_slice(bodies);
        self.0.population.tick(FRAME);
    }

    fn checksum(&self) -> u64 {
        workload::fold(self.0.population.iter().map(|unit| u64::from(self.0.number(unit))))
    }
}

/// Units that only wait: for one second, two, up to nine, and round again; `STRETCH` times as long.
pub struct Waiting<const STRETCH: u32>(Population<()>);

impl<const STRETCH: u32> Competitor for Waiting<STRETCH> {
    fn new(units: usize) -> Self {
        let name = |number: u32| format!("wait_{number}");
        let mut machine = Blueprint::template("waiting", &name(1));
        for number in 1..10 {
            let next = name(number % 9 + 1);
            machine = machine.state(State::new(&name(number)).after(number * 1000 * STRETCH, next.as_str()));
        }
        let definition = machine.build(&Bindings::new()).expect("the machine is right");
        let mut population = Population::new(&definition);
        // They come one after the other over nine seconds, so that they do not all wake at once.
        for unit in 0..units {
            population.spawn(());
            if unit % (units / 500).max(1) == 0 {
                population.tick(FRAME);
            }
        }
        Self(population)
    }

    fn tick(&mut self, _inputs: &[u8]) {
        self.0.tick(FRAME);
    }

    fn checksum(&self) -> u64 {
        0
    }
}

/// How many of some units, which all begin together, think in each frame: a throttled update once in a
/// second, over ten seconds. Answers with the busiest frame and the mean.
pub fn throttled(units: usize) -> (u64, f64) {
    let call = "think".to_owned();
    let fixed = FixedUpdate { every: 1000, call, spread: true, ..FixedUpdate::default() };
    let machine = Blueprint::template("thinker", "stand")
        .state(State { fixed_update: Some(fixed), ..State::new("stand") });
    let bindings = Bindings::new().action("think", |thoughts: &mut u64, _, _| *thoughts += 1);
    let definition = machine.build(&bindings).expect("the machine is right");
    let mut population = Population::new(&definition);
    for _ in 0..units {
        population.spawn(0);
    }
    let mut frames = Vec::new();
    let mut before = 0;
    for _ in 0..625 {
        population.tick(FRAME);
        let all: u64 = population.data().iter().sum();
        frames.push(all - before);
        before = all;
    }
    let mean = before as f64 / frames.len() as f64;
    (frames.into_iter().max().unwrap_or_default(), mean)
}

/// The times in which the definitions of populations are replaced by others with one state more: the
/// median of nine.
pub fn reloads(units: usize) -> Vec<(&'static str, Duration)> {
    let timed = |seconds: u32| {
        let mill = State::new("on").after(seconds * 1000, "off").child(
            State::new("turns").after(300, "rests").min_time(200).fixed_update(50, "idle").on("first", "off"),
        );
        let mill = mill.child(State::new("rests").after(500, "turns"));
        Blueprint::template("mill", "on").state(mill).state(State::new("off").after(900, "on"))
    };
    let stack = |text: &str| {
        Blueprint::pushdown("stack", "a")
            .state(
                State::new("a")
                    .on("first", Next::Enter("b".to_owned()))
                    .after(60_000, Next::Switch("b".to_owned())),
            )
            .state(State::new("b").on("first", Next::Enter("a".to_owned())).on("second", Next::Exit))
            .state(State::new(text).from_code())
    };
    let regions = |first: &str| {
        let region = |name: &str, inner: [&str; 2]| {
            let [a, b] = inner;
            State::new(name).child(leaf_of(a, b)).child(leaf_of(b, a))
        };
        let all = State::new("all");
        let all = all.child(region("x", ["x1", "x2"])).child(region("y", ["y1", "y2"]));
        let all = State { parallel: true, initial: None, ..all };
        Blueprint::template("regions", "all").state(all).state(State::new(first).from_code())
    };
    vec![
        ("marines", reload(&[marine_blueprint("one"), marine_blueprint("two")], units)),
        ("timers", reload(&[timed(1), timed(2)], units)),
        ("stacks with timers", reload(&[stack("one"), stack("two")], units)),
        ("two regions", reload(&[regions("one"), regions("two")], units)),
    ]
}

fn leaf_of(name: &str, other: &str) -> State {
    State::new(name).on("first", other).update("idle")
}

fn marine_blueprint(more: &str) -> Blueprint {
    tree(leaf("idle")).state(State::new(more).from_code())
}

fn reload(blueprints: &[Blueprint; 2], units: usize) -> Duration {
    let definitions =
        blueprints.each_ref().map(|blueprint| blueprint.build(&actions()).expect("it is right"));
    let mut population = Population::new(&definitions[0]);
    let first = definitions[0].event("first");
    let all: Vec<UnitId> = (0..units).map(|_| population.spawn(Data::default())).collect();
    for turn in 0..3 {
        for unit in all.iter().skip(turn).step_by(3) {
            first.into_iter().for_each(|event| population.send(*unit, event).expect("it is there"));
        }
        population.tick(FRAME);
    }
    let mut times: Vec<Duration> = (0..9)
        .map(|round| {
            let start = Instant::now();
            let lost = population.replace_definition(&definitions[(round + 1) % 2], None).expect("it fits");
            assert_eq!(lost, [""; 0]);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[4]
}

//! The manager against a small reference model: random commands, also from inside hooks and with
//! loads that fail, must call exactly the hooks that the model calls, in its order, and leave its
//! stack after each frame.

#[path = "stack_model/model.rs"]
mod model;

use std::cell::RefCell;
use std::rc::Rc;

use model::{Command, Model, PHASES, Plan, Target};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use proscenium::flow::{
    EventFlow, GameEvent, GameScreen, NamedEvent, PhaseScreens, ScreenCommand, ScreenContext, ScreenManager,
    ScreenValue,
};
use proscenium::phase::{Phase, PhaseId, Resource, ResourceKind};
use proscenium::platform::{AssetPath, Input};

type Shared = Rc<RefCell<Plan>>;

/// A screen that notes each call and asks for what the plan says.
struct Probe(&'static str, Shared);

impl Probe {
    /// Notes a call; the answer is whether the plan agrees, which counts for `may_leave` only.
    fn call(&self, cx: &mut ScreenContext<'_>, hook: &'static str) -> bool {
        let (commands, fails, agrees) = self.1.borrow_mut().call(self.0, hook);
        for command in commands {
            cx.command(real(&command, &self.1));
        }
        if fails {
            cx.fail("as planned");
        }
        agrees
    }
}

impl GameScreen for Probe {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.call(cx, "update");
    }

    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.call(cx, "on_enter");
    }

    fn on_active(&mut self, cx: &mut ScreenContext<'_>) {
        self.call(cx, "on_active");
    }

    fn on_inactive(&mut self, cx: &mut ScreenContext<'_>) {
        self.call(cx, "on_inactive");
    }

    fn on_exit(&mut self, cx: &mut ScreenContext<'_>) {
        self.call(cx, "on_exit");
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, _value: ScreenValue) {
        self.call(cx, "on_result");
    }

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, _event: &dyn GameEvent) -> EventFlow {
        self.call(cx, "on_event");
        EventFlow::Pass
    }

    fn may_leave(&mut self, cx: &mut ScreenContext<'_>) -> bool {
        self.call(cx, "may_leave")
    }
}

fn real_target(target: &Target, shared: &Shared) -> proscenium::flow::Target {
    match target {
        Target::Resident(id) => (*id).into(),
        Target::Fresh(id) => proscenium::flow::Target::fresh(*id, Probe(id, Rc::clone(shared))),
    }
}

fn real(command: &Command, shared: &Shared) -> ScreenCommand {
    match command {
        Command::Push(target) => ScreenCommand::push(real_target(target, shared)),
        Command::Pop { value } => ScreenCommand::Pop(value.then(|| Box::new(7) as Box<dyn std::any::Any>)),
        Command::PopTo(id) => ScreenCommand::PopTo((*id).into()),
        Command::Replace(target) => ScreenCommand::replace(real_target(target, shared)),
        Command::Reset(list) => ScreenCommand::Reset(list.iter().map(|t| real_target(t, shared)).collect()),
        Command::Load(phase) => ScreenCommand::load(PhaseId::new(phase)),
        Command::Quit => ScreenCommand::Quit,
        Command::Batch(list) => ScreenCommand::Batch(list.iter().map(|c| real(c, shared)).collect()),
    }
}

fn manager(shared: &Shared) -> ScreenManager {
    let mut manager = ScreenManager::headless();
    for (phase, screens, is_good) in PHASES {
        let mut definition = Phase::new(*phase);
        if !is_good {
            let missing = AssetPath::new("missing.png").unwrap();
            definition = definition.resource(Resource::file(ResourceKind::Texture, "missing", missing));
        }
        let mut known = PhaseScreens::of(definition);
        for &screen in *screens {
            let shared = Rc::clone(shared);
            known = known.screen(screen, move |_| Ok(Probe(screen, Rc::clone(&shared))));
        }
        manager.add_phase(known);
    }
    let loading = Rc::clone(shared);
    manager.set_loading_screen(move || Probe("loading", Rc::clone(&loading)));
    let failure = Rc::clone(shared);
    manager.set_failure_screen(move |_| Probe("failure", Rc::clone(&failure)));
    manager
}

fn screen_names() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["menu", "settings", "game", "pause", "shared", "nowhere"])
}

fn targets() -> impl Strategy<Value = Target> {
    prop_oneof![3 => screen_names().prop_map(Target::Resident), 2 => screen_names().prop_map(Target::Fresh)]
}

fn commands() -> impl Strategy<Value = Command> {
    let phases = prop::sample::select(vec!["first", "second", "broken", "unknown"]);
    let single = prop_oneof![
        60 => targets().prop_map(Command::Push),
        40 => any::<bool>().prop_map(|value| Command::Pop { value }),
        15 => screen_names().prop_map(Command::PopTo),
        20 => targets().prop_map(Command::Replace),
        15 => prop::collection::vec(targets(), 0..4).prop_map(Command::Reset),
        20 => phases.prop_map(Command::Load),
        1 => Just(Command::Quit),
    ];
    single.prop_recursive(2, 6, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Command::Batch))
}

/// What is asked for from outside before each frame, and whether an event is posted.
fn frames() -> impl Strategy<Value = Vec<(Vec<Command>, bool)>> {
    prop::collection::vec((prop::collection::vec(commands(), 0..4), prop::bool::weighted(0.1)), 40..160)
}

/// What hooks ask for, by the number of the call: commands, a failure, or a refusal.
fn plans() -> impl Strategy<Value = Plan> {
    let asked = prop::collection::btree_map(0usize..1500, prop::collection::vec(commands(), 1..3), 0..40);
    let failing = prop::collection::btree_set(0usize..1500, 0..3);
    let refusing = prop::collection::btree_set(0usize..1500, 0..120);
    (asked, failing, refusing).prop_map(|(asked, failing, refusing)| Plan::new(asked, failing, refusing))
}

#[test]
fn a_hundred_thousand_random_commands_do_what_the_model_says() {
    let config =
        Config { cases: 1000, failure_persistence: None, max_shrink_iters: 400, ..Config::default() };
    let issued = Rc::new(RefCell::new((0u64, 0u64)));
    let count = Rc::clone(&issued);
    TestRunner::new(config)
        .run(&(frames(), plans()), move |(frames, plan)| {
            let shared: Shared = Rc::new(RefCell::new(plan.clone()));
            let mut manager = manager(&shared);
            let mut model = Model::new(plan);
            manager.start("first");
            model.ask(Command::Load("first"));
            for (number, (commands, has_event)) in frames.iter().enumerate() {
                for command in commands {
                    manager.command(real(command, &shared));
                    model.ask(command.clone());
                }
                if *has_event {
                    manager.post(NamedEvent("event".to_owned()));
                    model.post();
                }
                manager.step(&Input::default());
                manager.draw();
                model.step();
                let stack: Vec<_> = manager.stack().map(proscenium::flow::ScreenId::name).collect();
                prop_assert_eq!(&shared.borrow().calls, &model.plan.calls, "calls of frame {}", number + 1);
                prop_assert_eq!(stack, model.stack(), "stack of frame {}", number + 1);
                prop_assert_eq!(manager.has_ended(), model.has_ended);
                if manager.has_ended() {
                    break;
                }
            }
            let mut count = count.borrow_mut();
            count.0 += model.commands;
            count.1 += model.applied;
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    let (commands, applied) = *issued.borrow();
    assert!(commands >= 100_000, "only {commands} commands were carried out or rejected");
    assert!(applied >= 30_000, "only {applied} commands were applied, the others were rejected");
}

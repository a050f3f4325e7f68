//! Transitions: which one a change gets, and what comes while one runs.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use proscenium_core::flow::{
    Fade, ManagerSettings, Phase, Pictures, SavedFlow, ScreenCommand, ShaderTransition, Transition,
    TransitionView,
};
use proscenium_core::phase::Resource;
use proscenium_core::platform::{Clock, Input, Pixels};

use crate::stage::Stage;

const SCREENS: [&str; 4] = ["menu", "game", "pause", "map"];

/// A transition that notes the cover of each frame.
#[derive(Clone)]
struct Curtain {
    name: &'static str,
    steps: [u32; 2],
    covers: Rc<RefCell<Vec<f32>>>,
}

impl Transition for Curtain {
    fn name(&self) -> &'static str {
        self.name
    }

    fn out_time(&self) -> Duration {
        Clock::TICK * self.steps[0]
    }

    fn in_time(&self) -> Duration {
        Clock::TICK * self.steps[1]
    }

    fn draw(&self, view: &TransitionView) {
        self.covers.borrow_mut().push(view.cover);
    }
}

fn curtain(name: &'static str, out_steps: u32, in_steps: u32) -> Curtain {
    Curtain { name, steps: [out_steps, in_steps], covers: Rc::default() }
}

fn stage(default: impl Transition) -> Stage {
    let settings = ManagerSettings { transition: Some(Rc::new(default)), ..ManagerSettings::default() };
    Stage::with(settings, &SCREENS)
}

/// Lets ticks pass and draws each; the first one is number 0 of the trace that is answered.
fn ticks(stage: &mut Stage, count: u32) -> Vec<String> {
    let first = stage.manager.tick() + 1;
    for _ in 0..count {
        stage.frame();
        stage.manager.draw();
    }
    stage.lines_from(first)
}

#[test]
fn the_way_back_has_a_transition_of_its_own() {
    let mut stage = stage(curtain("plain", 0, 0));
    let there = curtain("there", 0, 0);
    let pushed =
        |screen| ScreenCommand::push(screen).through(there.clone()).back_through(curtain("back", 0, 0));
    let default = |screen| ScreenCommand::push(screen).back_through(curtain("back", 0, 0));
    let mut names = |request: proscenium_core::flow::Request| {
        stage.manager.command(request);
        stage.run_until_idle();
        let lines = stage.lines();
        let name = lines.iter().find_map(|line| line.strip_suffix(" out"));
        name.unwrap_or("none").to_owned()
    };
    assert_eq!(names(pushed("game")), "there");
    assert_eq!(names(default("pause")), "plain");
    assert_eq!(names(ScreenCommand::push("map").into()), "plain");
    assert_eq!(names(ScreenCommand::pop().into()), "plain");
    assert_eq!(names(ScreenCommand::pop().into()), "back");
    assert_eq!(names(default("pause")), "plain");
    assert_eq!(names(ScreenCommand::pop_to("game").into()), "back");
    assert_eq!(names(default("pause")), "plain");
    assert_eq!(names(ScreenCommand::remove("game").into()), "plain");
    assert_eq!(names(ScreenCommand::remove("pause").into()), "back");
    assert_eq!(names(pushed("game")), "there");
    assert_eq!(names(ScreenCommand::pop().without_transition()), "none");
    assert_eq!(names(pushed("game")), "there");
    assert_eq!(names(ScreenCommand::pop().through(there.clone())), "there");
}

#[test]
fn with_reduced_motion_every_transition_is_a_short_fade() {
    let mut stage = stage(curtain("slow", 60, 60));
    stage.manager.flow().set_reduced_motion(true);
    stage.manager.command(ScreenCommand::push("game").through(ShaderTransition::slide(1.0, 0.0)));
    let first = stage.manager.tick() + 1;
    (0..4).for_each(|_| stage.frame());
    stage.manager.command(ScreenCommand::push("map"));
    (0..30).for_each(|_| stage.frame());
    let steps = stage.lines_from(first);
    let steps: Vec<_> = steps.iter().filter(|line| line.contains("fade")).collect();
    let twice = ["0 fade out", "1 fade covered", "2 fade in", "14 fade done"];
    let again = ["14 fade out", "15 fade covered", "16 fade in", "28 fade done"];
    assert_eq!(steps, [twice, again].concat());
    // A screen turns it off again.
    stage.once("map", "update", |cx| cx.set_reduced_motion(false));
    stage.run_until_idle();
    stage.lines();
    assert_eq!(stage.run([ScreenCommand::pop()]), ["slow out"]);
}

/// How often within a second the brightness falls and rises again, or rises and falls, by a tenth or more.
fn flashes(brightness: &[f32]) -> usize {
    let (mut turns, mut last, mut is_rising) = (Vec::new(), brightness[0], None);
    for (tick, now) in brightness.iter().enumerate() {
        let is_up = *now > last;
        if is_rising == Some(is_up) || (now - last).abs() < 0.1 {
            last = if is_rising == Some(true) { last.max(*now) } else { last.min(*now) };
            continue;
        }
        (is_rising, last) = (Some(is_up), *now);
        turns.push(tick);
    }
    let within = |from: &usize| turns.iter().filter(|tick| (*from..*from + 60).contains(*tick)).count() / 2;
    turns.iter().map(within).max().unwrap_or_default()
}

#[test]
fn changes_in_a_row_do_not_flash() {
    let flicker: Vec<f32> = (0..600_u16).map(|tick| f32::from(tick / 6 % 2)).collect();
    assert_eq!(flashes(&flicker), 5, "the measure itself");
    for is_reduced in [true, false] {
        let covers = Rc::new(RefCell::new(Vec::new()));
        let fade = Fade::default();
        let steps = [fade.out_time, fade.in_time].map(|time| (time.as_secs_f64() * 60.0) as u32);
        let mut stage = stage(Curtain { name: "fade", steps, covers });
        stage.manager.flow().set_reduced_motion(is_reduced);
        let mut brightness = Vec::new();
        let mut old = 0.0;
        for _ in 0..600 {
            if stage.manager.is_idle() {
                let is_game = stage.stack().len() > 1;
                let next = if is_game { ScreenCommand::pop() } else { ScreenCommand::push("game") };
                old = f32::from(u8::from(is_game));
                stage.manager.command(next);
            }
            stage.frame();
            let now = f32::from(u8::from(stage.stack().len() > 1));
            let cover = stage.manager.cover();
            // A cross-fade shows the old screen through the cover, the default fade shows black.
            brightness.push(if is_reduced { old * cover + now * (1.0 - cover) } else { now * (1.0 - cover) });
        }
        let count = flashes(&brightness);
        assert!((1..=3).contains(&count), "{count} flashes in a second, reduced: {is_reduced}");
    }
}

#[test]
fn the_times_and_pictures_of_the_built_in_ones() {
    let [half, all] = [250, 500].map(Duration::from_millis);
    let image = || Pixels::checker();
    let crossing = |new| (Duration::ZERO, all, Pictures { new, ..Pictures::OLD });
    let shader = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }";
    let expected = [
        (ShaderTransition::cross_fade(), "cross_fade", crossing(false)),
        (ShaderTransition::slide(1.0, 0.0), "slide", crossing(true)),
        (ShaderTransition::iris(), "iris", crossing(false)),
        (ShaderTransition::blinds(8), "blinds", crossing(false)),
        (ShaderTransition::clock(), "clock", crossing(false)),
        (ShaderTransition::dissolve(), "dissolve", crossing(false)),
        (ShaderTransition::wipe("checker", image()), "checker", crossing(false)),
        (ShaderTransition::new("mine", shader), "mine", crossing(true)),
        (ShaderTransition::iris().through([0.0; 3]), "iris", (half, half, Pictures::NONE)),
        (ShaderTransition::cross_fade().live(), "cross_fade", (half, half, Pictures::OLD.live())),
        (
            ShaderTransition::pixelate(),
            "pixelate",
            (half, half, Pictures { old: false, ..Pictures::OLD_AND_NEW }),
        ),
    ];
    for (transition, name, times) in expected {
        let found = (transition.out_time(), transition.in_time(), transition.pictures());
        assert_eq!((transition.name(), found), (name, times));
        let long = transition.lasting(Duration::from_secs(3));
        assert_eq!(long.out_time() + long.in_time(), Duration::from_secs(3), "{name}");
    }
}

#[test]
fn a_thousand_transitions_leave_nothing_behind() {
    let mut stage = stage(curtain("plain", 0, 0));
    let effect = curtain("counted", 1, 1);
    for round in 0..500 {
        stage
            .manager
            .command(ScreenCommand::push("game").through(effect.clone()).back_through(effect.clone()));
        // Some of the pops come in the middle of a transition.
        (0..round % 6).for_each(|_| stage.frame());
        stage.manager.command(ScreenCommand::pop());
        stage.run_until_idle();
        stage.lines();
    }
    assert_eq!((stage.stack(), Rc::strong_count(&effect.covers)), (vec!["menu"], 1));
}

#[test]
fn a_lost_focus_in_a_transition_reaches_the_next_screen_once() {
    let mut stage = stage(curtain("curtain", 2, 2));
    let script = stage.script.clone();
    for screen in SCREENS {
        let script = script.clone();
        stage.when(screen, "update", move |cx| {
            if cx.input().focus_lost {
                script.borrow_mut().notes.push(format!("{screen} lost the focus"));
            }
        });
    }
    stage.manager.command(ScreenCommand::push("game"));
    ticks(&mut stage, 2);
    stage.manager.step(&Input { focus_lost: true, ..Input::default() });
    stage.lines();
    ticks(&mut stage, 10);
    let lost: Vec<_> = stage.notes().into_iter().filter(|note| note.ends_with("focus")).collect();
    assert_eq!(lost, ["game lost the focus"]);
}

#[test]
fn what_has_no_transition_waits_and_so_does_all_behind_it() {
    let mut stage = stage(curtain("curtain", 2, 2));
    stage.manager.command(ScreenCommand::push("game"));
    ticks(&mut stage, 1);
    stage.manager.command(ScreenCommand::push("pause").without_transition());
    stage.manager.command(ScreenCommand::push("map"));
    let lines = ticks(&mut stage, 12);
    let stacks: Vec<_> = lines.iter().filter(|line| line.contains('[') || line.contains("done")).collect();
    assert_eq!(
        stacks,
        [
            "2 [menu game]",
            "4 curtain done",
            "4 [menu game pause]",
            "7 [menu game pause map]",
            "9 curtain done"
        ]
    );
}

#[test]
fn a_load_that_waits_for_the_transition_of_another_load_replaces_it() {
    let mut stage = stage(curtain("curtain", 2, 2));
    let slow = |id| Resource::callback(id, |_| Ok(()));
    stage.add_phase(Phase::new("first").resource(slow("one")).resource(slow("two")), &["one"]);
    stage.add_phase(Phase::new("second"), &["two"]);
    stage.run([ScreenCommand::load("first")]);
    stage.run_until_idle();
    let save = SavedFlow::parse(&stage.manager.save().unwrap()).unwrap();
    for first in [ScreenCommand::load("first"), ScreenCommand::Restore(save)] {
        stage.lines();
        stage.run([first]);
        stage.run([ScreenCommand::load("second")]);
        stage.run_until_idle();
        assert_eq!(stage.stack(), ["two"]);
        assert!(!stage.lines().contains(&"phase first ready".to_owned()));
    }
}

#[test]
fn a_pop_that_waits_for_a_transition_pops_the_screen_that_asked_and_no_other() {
    let mut stage = stage(curtain("curtain", 4, 4));
    stage.run([ScreenCommand::push("game").without_transition()]);
    stage.manager.command(ScreenCommand::push("pause"));
    ticks(&mut stage, 1);
    stage.once("game", "update", |cx| cx.pop());
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu", "game", "pause"]);
    let reason = "pop rejected: `game` is not the active screen, and a screen pops itself only";
    assert!(stage.lines().contains(&reason.to_owned()));
}

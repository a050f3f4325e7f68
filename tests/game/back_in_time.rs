//! Going back in time, and on from there.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

use proscenium::ai::{Bindings, Blueprint, Population, State};
use proscenium::dev::{Overlaid, Overlay, OverlayView, TimeControl};
use proscenium::flow::{
    GameScreen, ManagerSettings, Phase, Plugin, SaveContext, SaveError, SavedState, ScreenContext,
    ScreenManager,
};
use proscenium::game::Session;
use proscenium::platform::{Action, Clock, Input, Trace, TraceEvent, TraceRecord};

/// A meadow whose sheep walk and graze, and an own number.
#[derive(Default)]
struct Meadow(u64);

impl GameScreen for Meadow {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let sheep = Blueprint::table("sheep", "graze")
            .state(State::new("graze").after(130, "walk").on("call", "walk"))
            .state(State::new("walk").after(70, "graze").on("wolf", "graze"));
        let mut flock = Population::new(&sheep.build(&Bindings::<u32>::new()).unwrap());
        for number in 0..3 {
            flock.spawn(&mut (), number);
        }
        let handle = cx.populations().add(flock);
        cx.populations().keep(handle, None);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.0 = (self.0 * 31 + u64::from(cx.random().u8(..))) & 0xffff;
        self.0 += u64::from(cx.input().is_held(Action::RIGHT));
        if cx.input().is_pressed(Action::JUMP) {
            cx.post("wolf".to_owned());
        }
        if self.0.is_multiple_of(5) {
            cx.post(format!("number_{}", self.0));
        }
    }

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write(&self.0)
    }

    fn restore(&mut self, _: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        self.0 = state.read()?;
        Ok(())
    }
}

type Wish = fn(&mut TimeControl);

/// Does to the time what is wished.
struct Tool(Rc<RefCell<Vec<Wish>>>);

impl Overlay for Tool {
    fn input(&mut self, _: &mut Input, _: &mut ScreenManager, time: Option<&mut TimeControl>) {
        let Some(time) = time else { return };
        self.0.borrow_mut().drain(..).for_each(|wish| wish(time));
    }

    fn draw(&mut self, _view: &OverlayView<'_>) {}
}

/// What each tick has done.
#[derive(Clone, Default)]
struct Ticks(Rc<RefCell<Vec<Vec<TraceEvent>>>>);

impl Plugin for Ticks {
    fn after_tick(&mut self, _: &mut ScreenManager, records: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        let is_restored = |event: &TraceEvent| *event == TraceEvent::Event { event: "restored".to_owned() };
        let events = records.iter().map(|record| record.event.clone());
        self.0.borrow_mut().push(events.filter(|event| !is_restored(event)).collect());
        Ok(())
    }
}

struct Run {
    session: Session,
    wishes: Rc<RefCell<Vec<Wish>>>,
    ticks: Ticks,
    /// The number of frames whose input was played.
    played: u32,
}

impl Run {
    fn new() -> Self {
        let trace = Trace::recording().with_machines();
        let mut manager =
            ScreenManager::new(ManagerSettings { trace, seed: 5, ..ManagerSettings::default() });
        manager.add_phase(Phase::new("meadow").screen("meadow", |_| Meadow::default()));
        manager.start("meadow");
        let (wishes, ticks) = (Rc::default(), Ticks::default());
        let session = Session::new(manager, Clock::manual())
            .with_plugin(Overlaid::new(Tool(Rc::clone(&wishes)), Clock::manual()))
            .with_plugin(ticks.clone());
        let mut run = Self { session, wishes, ticks, played: 0 };
        run.wish(|time| time.keep_past(true));
        run
    }

    fn wish(&mut self, wish: Wish) {
        self.wishes.borrow_mut().push(wish);
    }

    /// Plays frames with the input that each of them has.
    fn play(&mut self, frames: u32) {
        for _ in 0..frames {
            self.played += 1;
            let mut input = Input::default();
            if self.played % 50 > 20 {
                input.held.insert(Action::RIGHT);
            }
            if self.played.is_multiple_of(37) {
                input.pressed.insert(Action::JUMP);
                input.held.insert(Action::JUMP);
            }
            self.session.advance(Clock::TICK, &input);
        }
    }

    fn number(&self) -> Option<u64> {
        self.session.manager().stack().screen::<Meadow>("meadow").map(|meadow| meadow.0)
    }

    /// Stops and goes back.
    fn go_back(&mut self, wish: Wish, ticks: u32) {
        self.wish(wish);
        self.session.advance(Clock::TICK, &Input::default());
        self.played -= ticks;
    }
}

#[test]
fn from_an_earlier_tick_the_run_goes_on_as_the_undisturbed_one() {
    for (back, wish) in [
        (1, (|time| time.go_back(1)) as Wish),
        (60, |time| time.go_back(60)),
        (200, |time| time.go_back(200)),
    ] {
        let mut undisturbed = Run::new();
        undisturbed.play(300 - back);
        let there = undisturbed.number();
        undisturbed.play(back + 100);
        let undisturbed_ticks = undisturbed.ticks.0.take();

        let mut run = Run::new();
        run.play(300);
        assert_ne!(run.number(), there);
        run.go_back(wish, back);
        assert_eq!(run.number(), there, "{back} ticks back");
        run.ticks.0.take();
        run.play(5);
        assert_eq!(run.ticks.0.borrow().len(), 0, "time is stopped");
        run.played -= 5;
        run.wish(TimeControl::toggle_pause);
        run.play(back + 100);
        assert_eq!(run.number(), undisturbed.number());
        let ticks = run.ticks.0.take();
        assert_eq!(
            ticks[..],
            undisturbed_ticks[undisturbed_ticks.len() - ticks.len()..],
            "{back} ticks back"
        );
        assert!(ticks.iter().flatten().any(|event| matches!(event, TraceEvent::Machine { .. })));
    }
}

#[test]
fn time_goes_back_to_the_first_tick_that_is_kept_and_again_from_there() {
    let mut run = Run::new();
    run.play(40);
    let mut numbers = vec![];
    for _ in 0..3 {
        run.wish(|time| time.go_back(10_000));
        run.session.advance(Clock::TICK, &Input::default());
        numbers.push(run.number());
    }
    // The first save is made before the second tick of the meadow.
    let mut first = Run::new();
    while first.number().is_none_or(|number| number == 0) {
        first.play(1);
    }
    assert_eq!(numbers, [first.number(); 3]);
}

/// A screen that cannot be saved.
struct Secret;

impl GameScreen for Secret {
    fn update(&mut self, _: &mut ScreenContext<'_>) {}

    fn save(&self, _: &mut SaveContext<'_>) -> Result<(), SaveError> {
        Err(SaveError::Screen("secret".to_owned(), "no".to_owned()))
    }
}

#[test]
fn a_game_that_cannot_be_saved_stays_where_it_is() {
    let mut manager = ScreenManager::headless();
    manager.add_phase(Phase::new("secret").screen("secret", |_| Secret));
    manager.start("secret");
    let wishes = Rc::<RefCell<Vec<Wish>>>::default();
    wishes.borrow_mut().push(|time| time.keep_past(true));
    let overlaid = Overlaid::new(Tool(Rc::clone(&wishes)), Clock::manual());
    let mut session = Session::new(manager, Clock::manual()).with_plugin(overlaid);
    (0..50).for_each(|_| session.advance(Clock::TICK, &Input::default()));
    let tick = session.manager().tick();
    wishes.borrow_mut().push(|time| time.go_back(5));
    session.advance(Clock::TICK, &Input::default());
    assert_eq!(session.manager().tick(), tick);
    assert_eq!(session.manager().stack().active(), Some("secret".into()));
}

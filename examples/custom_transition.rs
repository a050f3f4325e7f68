//! A transition of the game's own: a curtain that closes from both sides, and opens again.
//!
//! Seen: a blue page. Enter or a click closes a red curtain over it and opens it on an orange
//! page; the next one leads back. After three such changes, and at once with Escape, the curtain
//! closes for good. With `--demo` it plays itself, and ends after about five seconds.

#[cfg(feature = "window")]
mod game {
    use std::cell::Cell;
    use std::rc::Rc;
    use std::time::Duration;

    use macroquad::prelude::{
        BLUE, Color, GOLD, MAROON, ORANGE, clear_background, draw_rectangle, screen_height, screen_width,
        set_default_camera,
    };
    use proscenium::flow::{DrawContext, GameScreen, Phase, ScreenCommand, ScreenContext, Transition};
    use proscenium::kit::Game;
    use proscenium::platform::Action;

    /// The changes after which the program ends.
    const CHANGES: u32 = 3;
    /// The frames between two changes in the demo. A change takes about 70 of them.
    const DEMO_FRAMES: u64 = 75;

    /// A curtain. It has no clock of its own: the manager says how far it is closed.
    struct Curtain;

    impl Transition for Curtain {
        fn name(&self) -> &'static str {
            "curtain"
        }

        fn out_time(&self) -> Duration {
            Duration::from_millis(400)
        }

        fn in_time(&self) -> Duration {
            Duration::from_millis(700)
        }

        fn draw(&self, cover: f32, is_going_out: bool) {
            // The curtain hangs in the whole window, not only in its virtual screen.
            set_default_camera();
            let (width, height) = (screen_width(), screen_height());
            // It falls shut faster and faster, and is pulled open gently. What counts is that it
            // is shut at 1.
            let shut = if is_going_out { cover * cover } else { cover * (2.0 - cover) };
            // Rounded up, so that no gap of half a pixel is left in the middle.
            let half = (width / 2.0 * shut).ceil();
            for (left, hem) in [(0.0, half - 12.0), (width - half, width - half)] {
                draw_rectangle(left, 0.0, half, height, MAROON);
                draw_rectangle(hem, 0.0, 12.0, height, GOLD);
            }
        }
    }

    /// A page of one colour, which leads to the other page.
    struct Page {
        color: Color,
        other: &'static str,
        changes: Rc<Cell<u32>>,
        is_demo: bool,
    }

    impl GameScreen for Page {
        fn update(&mut self, cx: &mut ScreenContext<'_>) {
            let input = cx.input();
            let is_asked = input.is_pressed(Action::ACCEPT) || input.pointer.pressed;
            let is_played = self.is_demo && cx.tick() % DEMO_FRAMES == 0;
            if input.is_pressed(Action::CANCEL) {
                cx.command(ScreenCommand::Quit.through(Curtain));
            } else if is_asked || is_played {
                let change = match self.changes.get() {
                    CHANGES => ScreenCommand::Quit,
                    _ => ScreenCommand::replace(self.other),
                };
                self.changes.set(self.changes.get() + 1);
                // The curtain is for this command; the others get the manager's fade.
                cx.command(change.through(Curtain));
            }
        }

        fn draw(&self, _cx: &DrawContext<'_>) {
            clear_background(self.color);
        }
    }

    pub(super) fn run() -> std::process::ExitCode {
        let is_demo = std::env::args().nth(1).is_some_and(|argument| argument == "--demo");
        let changes = Rc::new(Cell::new(0));
        let page = |color, other| {
            let changes = Rc::clone(&changes);
            move || Page { color, other, changes: Rc::clone(&changes), is_demo }
        };
        let (blue, orange) = (page(BLUE, "orange"), page(ORANGE, "blue"));
        let pages = Phase::new("pages").screen("blue", move |_| blue()).screen("orange", move |_| orange());
        Game::new("curtain").title("A transition of the game's own").phase(pages).run()
    }
}

#[cfg(feature = "window")]
fn main() -> std::process::ExitCode {
    game::run()
}

#[cfg(not(feature = "window"))]
fn main() {
    use std::io::Write as _;
    // A closed stderr is no reason to end in another way.
    let _ = writeln!(std::io::stderr(), "custom_transition needs the feature `window`");
}

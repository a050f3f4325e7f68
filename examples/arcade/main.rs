//! Three small games as one arcade, with a menu, settings, a pause, a Loading screen, best results and a run that is
//! saved. In a window, or in a page: `cargo web --example arcade`.

mod bricks;
mod rocks;
mod snake;

use proscenium::flow::{Notice, Phase, SavedFlow, ScreenCommand, ScreenContext, Ticket};
use proscenium::game::{Game, Preferences};
use proscenium::phase::Sound;
use proscenium::platform::{Action, Bus};
use proscenium::ui::{Ink, Look, MenuPage, MenuScreen, Page};
use serde::{Deserialize, Serialize};

/// The size of the view, in virtual pixels.
const SIZE: (f32, f32) = (640.0, 360.0);
const MENU: &str = "menu";
const SETTINGS: &str = "settings";
const PAUSE: &str = "pause";
const OVER: &str = "over";

#[derive(Clone, Default, Serialize, Deserialize)]
struct Settings {
    is_quiet: bool,
}

impl Preferences for Settings {
    fn volume(&self, _bus: Bus) -> f32 {
        if self.is_quiet { 0.0 } else { 1.0 }
    }
}

type Profile = proscenium::game::Profile<Settings>;

#[derive(Clone, Copy)]
enum Choice {
    Play(&'static str),
    Continue,
    Open(&'static str),
    Sound,
    Back,
    Save,
    Quit,
}

/// A menu: its title, its entries, and what it knows since it was entered.
#[derive(Clone, Default)]
struct Card {
    title: &'static str,
    entries: Vec<(Choice, &'static str)>,
    status: String,
    saving: Option<Ticket<String>>,
}

impl MenuPage for Card {
    type Choice = Choice;

    fn page(&self, look: &Look<'_>) -> Page<Choice> {
        let sound = if look.shared::<Profile>().settings().is_quiet { "Sound off" } else { "Sound on" };
        let status = if self.status.is_empty() { sound } else { &self.status };
        let page = Page::new(look.area()).title(self.title).centered().text(status, Ink::Dim);
        let last = self.entries.last().map_or(Choice::Back, |last| last.0);
        page.buttons(self.entries.clone()).on(Action::CANCEL, last)
    }

    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.status = cx.payload::<String>().cloned().unwrap_or_default();
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if let Some(saved) = self.saving.as_ref().and_then(Ticket::outcome) {
            match saved {
                Ok(text) => {
                    let profile = cx.shared::<Profile>();
                    profile.keep("run", |run: &mut String| run.clone_from(text));
                    profile.save_problem().into_iter().for_each(|problem| cx.post(Notice(problem)));
                }
                Err(error) => cx.post(Notice((*error).to_owned())),
            }
            self.saving = None;
            cx.load(MENU);
        }
    }

    fn choose(&mut self, choice: Choice, cx: &mut ScreenContext<'_>) {
        let profile = cx.shared::<Profile>();
        match choice {
            Choice::Play(game) => cx.load(game),
            Choice::Continue => match SavedFlow::parse(&profile.kept::<String>("run")) {
                Ok(run) => drop(cx.command(ScreenCommand::Restore(run))),
                Err(_) => self.status = "There is no saved run.".to_owned(),
            },
            Choice::Open(screen) => cx.push(screen),
            Choice::Sound => profile.change(|settings| settings.is_quiet ^= true),
            Choice::Back => cx.pop(),
            Choice::Save => self.saving = Some(cx.save()),
            Choice::Quit => cx.quit(),
        }
    }
}

/// Ends a game: notes the best result, and shows the one of this time.
fn end(cx: &mut ScreenContext<'_>, game: &str, points: u32) {
    let profile = cx.shared::<Profile>();
    profile.keep(game, |best: &mut u32| *best = points.max(*best));
    let best = profile.kept::<u32>(game);
    cx.replace_with(OVER, format!("{points} points, the best: {best}"));
}

/// A menu of a phase.
fn card(phase: Phase, id: &'static str, title: &'static str, entries: &[(Choice, &'static str)]) -> Phase {
    phase.screen(id, MenuScreen::of(Card { title, entries: entries.to_vec(), ..Card::default() }))
}

/// A phase of a game, to which the pause and the end are added.
fn around(game: Phase, id: &'static str) -> Phase {
    let (settings, leave) = ((Choice::Open(SETTINGS), "Settings"), (Choice::Play(MENU), "Leave"));
    let pause = [(Choice::Save, "Save and leave"), settings, leave, (Choice::Back, "Resume")];
    let game =
        game.file::<Sound>("blip", "sounds/blip.wav").file::<Sound>("sound_menu_accept", "sounds/blip.wav");
    let game =
        card(card(game, PAUSE, "Pause", &pause), OVER, "Game over", &[(Choice::Play(id), "Again"), leave]);
    card(game, SETTINGS, "Settings", &SWITCHES)
}

const SWITCHES: [(Choice, &str); 2] = [(Choice::Sound, "Sound"), (Choice::Back, "Back")];

pub(crate) fn game() -> Game {
    let games = [snake::ID, bricks::ID, rocks::ID].map(|id| (Choice::Play(id), id));
    let rest = [(Choice::Continue, "Continue"), (Choice::Open(SETTINGS), "Settings"), (Choice::Quit, "Quit")];
    let menu = card(Phase::new(MENU), MENU, "ARCADE", &[&games[..], &rest[..]].concat());
    let game = Game::new("arcade").title("Arcade").assets("examples/assets").settings::<Settings>();
    let game = game.phase(card(menu, SETTINGS, "Settings", &SWITCHES));
    let phases = [(snake::phase(), snake::ID), (bricks::phase(), bricks::ID), (rocks::phase(), rocks::ID)];
    phases.into_iter().fold(game, |game, (phase, id)| game.phase(around(phase, id)))
}

fn main() -> std::process::ExitCode {
    game().run()
}

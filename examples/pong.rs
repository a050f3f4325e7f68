//! Pong, with menus, fades, a sound and a saved setting. In a window, or in a page: `cargo web --example pong`.

use macroquad::prelude::{WHITE, draw_rectangle, draw_texture};
use proscenium::flow::{BuildContext, DrawContext, GameScreen, Phase, ScreenContext};
use proscenium::game::{Game, Preferences, Profile};
use proscenium::phase::{Handle, Sound, Texture};
use proscenium::platform::{Action, Bus};
use proscenium::sound::Mixer;
use proscenium::ui::{Ink, Look, MenuPage, MenuScreen, Page, Paint};
use proscenium::window::DrawExt;

/// Sizes and positions in virtual pixels; the speed of a serve in virtual pixels a second.
const SIZE: (f32, f32) = (640.0, 360.0);
const PADDLE: (f32, f32) = (10.0, 64.0);
const BALL: f32 = 16.0;
const MIDDLE: (f32, f32) = (SIZE.0 / 2.0, SIZE.1 / 2.0);
const SERVE: (f32, f32) = (-220.0, 90.0);
const EDGES: [f32; 2] = [29.0, SIZE.0 - 29.0];

/// The settings of the player, which are kept: whether there is no sound.
#[derive(Clone, Default, serde::Serialize, serde::Deserialize)]
struct Settings(bool);

impl Preferences for Settings {
    fn volume(&self, _bus: Bus) -> f32 {
        if self.0 { 0.0 } else { 1.0 }
    }
}

/// The points of the player, which all screens share and a saved run keeps.
#[derive(serde::Serialize, serde::Deserialize)]
struct Score(u32);

/// The screens.
const TITLE: &str = "title";
const COURT: &str = "court";
const PAUSE: &str = "pause";
const OVER: &str = "over";

#[derive(Clone, Copy)]
enum Choice {
    Go(&'static str),
    Resume,
    Sound,
    Quit,
}

/// A menu with a title: the title screen, the pause menu, the end of a game.
struct Card(&'static str, [(Choice, &'static str); 3]);

impl MenuPage for Card {
    type Choice = Choice;

    fn page(&self, look: &Look<'_>) -> Page<Choice> {
        let sound = if look.shared::<Profile<Settings>>().settings().0 { "off" } else { "on" };
        let status = format!("score {}, sound {sound}", look.shared::<Score>().0);
        Page::new(look.area()).title(self.0).centered().text(status, Ink::Dim).buttons(self.1)
    }

    fn choose(&mut self, choice: Choice, cx: &mut ScreenContext<'_>) {
        match choice {
            Choice::Go(screen) => cx.reset([screen]),
            Choice::Resume => cx.pop(),
            Choice::Sound => cx.shared::<Profile<Settings>>().change(|settings| settings.0 = !settings.0),
            Choice::Quit => cx.quit(),
        }
    }
}

#[derive(Default)]
struct Court {
    texture: Handle<Texture>,
    ball: (f32, f32),
    speed: (f32, f32),
    paddles: [f32; 2],
}

impl GameScreen for Court {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        (self.ball, self.speed, self.paddles) = (MIDDLE, SERVE, [MIDDLE.1; 2]);
        cx.shared_mut::<Score>().0 = 0;
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let (input, time) = (cx.input(), cx.delta().as_secs_f32());
        if input.any_pressed(&[Action::PAUSE, Action::CANCEL]) {
            return cx.push(PAUSE);
        }
        let axis = i8::from(input.is_held(Action::DOWN)) - i8::from(input.is_held(Action::UP));
        let pointer = input.pointer.position.filter(|_| input.pointer.moved || input.pointer.held);
        let y = pointer.map_or(self.paddles[0] + f32::from(axis) * 300.0 * time, |(_, y)| y);
        self.paddles[0] = y.clamp(PADDLE.1 / 2.0, SIZE.1 - PADDLE.1 / 2.0);
        let seen = if self.speed.0 > 0.0 { self.ball.1 } else { MIDDLE.1 };
        self.paddles[1] += (seen - self.paddles[1]).clamp(-210.0 * time, 210.0 * time);
        self.ball = (self.ball.0 + self.speed.0 * time, self.ball.1 + self.speed.1 * time);
        if !(BALL / 2.0..SIZE.1 - BALL / 2.0).contains(&self.ball.1) {
            self.speed.1 = self.speed.1.abs() * (MIDDLE.1 - self.ball.1).signum();
        }
        for (side, paddle) in self.paddles.into_iter().enumerate() {
            let part = (self.ball.1 - paddle) / ((PADDLE.1 + BALL) / 2.0);
            let is_coming = (side == 0) == (self.speed.0 < 0.0);
            if is_coming && (self.ball.0 - EDGES[side]).abs() < (PADDLE.0 + BALL) / 2.0 && part.abs() < 1.0 {
                self.speed = (self.speed.0 * -1.05, part * 260.0);
                cx.shared::<Mixer>().play("blip", 0.8);
            }
        }
        if self.ball.0 > SIZE.0 + BALL {
            cx.shared_mut::<Score>().0 += 1;
            (self.ball, self.speed) = (MIDDLE, SERVE);
        } else if self.ball.0 < -BALL && !cx.in_transition() {
            cx.replace(OVER);
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = Paint::new(Look { text_size: 2.0, ..*Paint::of(cx) });
        draw_rectangle(MIDDLE.0 - 1.0, 0.0, 2.0, SIZE.1, paint.theme.ground.into());
        paint.text_centered(&cx.shared::<Score>().0.to_string(), MIDDLE.0, 16.0, paint.theme.accent);
        let (w, h) = PADDLE;
        for (x, y) in EDGES.into_iter().zip(self.paddles) {
            draw_rectangle(x - w / 2.0, y - h / 2.0, w, h, paint.theme.text.into());
        }
        draw_texture(&cx.texture(self.texture), self.ball.0 - BALL / 2.0, self.ball.1 - BALL / 2.0, WHITE);
    }
}

fn main() -> std::process::ExitCode {
    let card = |title, entries| move |_: &BuildContext<'_>| MenuScreen::new(Card(title, entries));
    let (sound, leave) = ((Choice::Sound, "Sound"), (Choice::Go(TITLE), "Leave"));
    let phase = Phase::new("pong")
        .file::<Texture>("ball", "textures/ball.png")
        .file::<Sound>("blip", "sounds/blip.wav")
        .file::<Sound>("sound_menu_accept", "sounds/blip.wav")
        .screen(TITLE, card("PONG", [(Choice::Go(COURT), "Play"), sound, (Choice::Quit, "Quit")]))
        .screen(PAUSE, card("Pause", [(Choice::Resume, "Resume"), sound, leave]))
        .screen(OVER, card("Game over", [(Choice::Go(COURT), "Again"), sound, leave]))
        .screen(COURT, |cx| Court { texture: cx.handle("ball"), ..Court::default() });
    let game = Game::new("pong").title("Pong").assets("examples/assets").settings::<Settings>();
    game.share_saved(Score(0)).phase(phase).run()
}

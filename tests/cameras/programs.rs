//! The programs that are compared: a `Game`, one with its own loop, and one of macroquad alone.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use macroquad::prelude as mq;
use proscenium::flow::{
    DrawContext, GameScreen, Phase, ScreenCommand, ScreenContext, ScreenManager, ShaderTransition,
};
use proscenium::game::{Game, RunOptions};
use proscenium::platform::{Action, Clock, Input, View, Views, caught};
use proscenium::ui::{Look, MenuPage, MenuScreen, Page};
use proscenium::window::DrawExt;

use crate::drawing::{Assets, Kind, Lens, VIEW, draw, draw_popup};

pub const UPRIGHT: (u32, u32) = (90, 160);
/// The size of the picture of a saved game.
pub const SMALL: (u32, u32) = (32, 18);

/// Where a game keeps its pictures.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

struct Shown(Kind, Assets);

impl GameScreen for Shown {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let command = match cx.input() {
            input if input.is_pressed(Action::UP) => ScreenCommand::push("popup"),
            input if input.is_pressed(Action::LEFT) => ScreenCommand::push("menu"),
            input if input.is_pressed(Action::RIGHT) => {
                let fade = ShaderTransition::cross_fade().lasting(Clock::TICK * 30);
                cx.command(ScreenCommand::replace("both").through(fade));
                return;
            }
            input if input.is_pressed(Action::DOWN) => {
                let place = Kind::ALL.iter().position(|kind| *kind == self.0).unwrap_or_default();
                ScreenCommand::replace(Kind::ALL[(place + 1) % Kind::ALL.len()].name())
            }
            _ => return,
        };
        cx.command(command.without_transition());
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let with = |lens: &Lens, draw: &dyn Fn()| match lens {
            Lens::Two(camera) => cx.with_camera(camera, draw),
            Lens::Three(camera) => cx.with_camera(camera, draw),
        };
        draw(self.0, &with, &self.1);
    }
}

/// A screen over another one, which is upright if the window is.
struct Popup;

impl GameScreen for Popup {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::CANCEL) {
            cx.command(ScreenCommand::pop().without_transition());
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        cx.draw_parent();
        draw_popup();
        // As for a saved game.
        if let (Some(folder), Some(picture)) = (FOLDER.get(), cx.picture(SMALL)) {
            let path = folder.join("picture.png");
            if !path.exists() {
                let image = image::RgbaImage::from_raw(SMALL.0, SMALL.1, picture.rgba().to_vec()).unwrap();
                image::DynamicImage::from(image).into_rgb8().save(path).unwrap();
            }
        }
    }

    fn view(&self, views: &Views) -> View {
        views.suitable()
    }
}

/// A menu without anything: only its darkness is seen.
#[derive(Clone)]
struct Nothing;

impl MenuPage for Nothing {
    type Choice = ();

    fn page(&self, look: &Look<'_>) -> Page {
        Page::new(look.area()).plain().on(Action::CANCEL, ())
    }

    fn choose(&mut self, (): (), cx: &mut ScreenContext<'_>) {
        cx.command(ScreenCommand::pop().without_transition());
    }
}

/// A screen whose drawing fails in the middle.
struct Broken(Assets);

impl GameScreen for Broken {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn draw(&self, cx: &DrawContext<'_>) {
        draw(Kind::Written, &|_, _| {}, &self.0);
        cx.with_camera(&mq::Camera2D::default(), || panic!("in a camera"));
    }
}

fn phase() -> Phase {
    let phase = Kind::ALL.into_iter().fold(Phase::new("phase"), |phase, kind| {
        phase.screen(kind.name(), move |_| Shown(kind, Assets::default()))
    });
    phase
        .screen("popup", |_| Popup)
        .screen("menu", MenuScreen::of(Nothing))
        .screen("broken", |_| Broken(Assets::default()))
}

const FADE: &str = "wait camera\ntap right\nrun 12\nshot fade\nwait both\n";

/// Plays a game in a window, with a picture of each screen, alone and below the two others.
pub fn play(size: (u32, u32), folder: PathBuf, is_window: bool) -> ExitCode {
    let steps = Kind::ALL.map(|kind| {
        let name = kind.name();
        format!(
            "wait {name}\nshot {name}\ntap up\nwait popup\nshot {name}_popup\ntap cancel\nwait {name}\n\
             tap left\nwait menu\nshot {name}_menu\ntap cancel\nwait {name}\ntap down\n"
        )
    });
    FOLDER.set(folder.clone()).unwrap();
    let script = folder.join("script.txt");
    let upright = if size.1 > size.0 { "view upright\n" } else { "" };
    std::fs::write(&script, format!("{upright}{}{FADE}", steps.concat())).unwrap();
    let game = Game::new("cameras").phase(phase());
    let game = match is_window {
        true => game.view(View::Window),
        false => game.view(View::fit(VIEW.0, VIEW.1)).upright_view(View::fit(UPRIGHT.0, UPRIGHT.1)),
    };
    game.run_with(&RunOptions {
        script: Some(script),
        screenshots: Some(folder),
        window: Some(size),
        ..RunOptions::default()
    })
}

fn save(folder: &Path, name: &str) {
    let shown = mq::get_screen_data();
    let image = image::RgbaImage::from_raw(shown.width.into(), shown.height.into(), shown.bytes).unwrap();
    let image = image::imageops::flip_vertical(&image);
    image::DynamicImage::from(image).into_rgb8().save(folder.join(format!("{name}.png"))).unwrap();
}

fn window(size: (u32, u32), program: impl Future<Output = ()> + 'static) {
    let conf = mq::Conf {
        window_title: "Cameras".to_owned(),
        window_width: size.0 as i32,
        window_height: size.1 as i32,
        ..mq::Conf::default()
    };
    macroquad::Window::from_config(conf, program);
}

/// Shows a screen, or the screens of a list from the bottom up.
fn show<const N: usize>(manager: &mut ScreenManager, screens: [&'static str; N]) {
    manager.command(ScreenCommand::reset(screens).without_transition());
    manager.step(&Input::default());
}

/// The same screens in a program with its own loop, in the window's pixels.
pub fn embed(size: (u32, u32), folder: PathBuf) {
    window(size, async move {
        let mut manager = ScreenManager::new(proscenium::window::settings("assets"));
        manager.add_phase(phase());
        manager.start("phase");
        while manager.stack().active().is_none_or(|screen| screen.name() != "camera") {
            manager.step(&Input::default());
        }
        mq::next_frame().await;
        // A camera of the program for what it draws itself, which it sets once.
        let own = mq::Camera2D { zoom: mq::vec2(0.5, 0.5), ..mq::Camera2D::default() };
        mq::set_camera(&own);
        for kind in Kind::ALL {
            for over in ["", "popup", "menu"] {
                match over {
                    "" => show(&mut manager, [kind.name()]),
                    _ => show(&mut manager, [kind.name(), over]),
                }
                let name =
                    if over.is_empty() { kind.name().to_owned() } else { format!("{}_{over}", kind.name()) };
                manager.draw();
                save(&folder, &name);
                mq::next_frame().await;
                manager.draw();
                mq::draw_rectangle(-1.0, -1.0, 2.0, 2.0, mq::RED);
                save(&folder, &format!("{name}_after"));
                mq::next_frame().await;
            }
        }
        // What the program has drawn stays below a menu.
        show(&mut manager, ["menu"]);
        mq::clear_background(mq::WHITE);
        manager.draw();
        save(&folder, "menu");
        mq::next_frame().await;
        show(&mut manager, ["broken"]);
        assert!(caught(|| manager.draw()).is_err());
        mq::draw_rectangle(-1.0, -1.0, 2.0, 2.0, mq::RED);
        save(&folder, "broken");
        mq::next_frame().await;
    });
}

/// The same with macroquad alone: in virtual pixels over the whole window, or in the window's own.
pub fn plain(size: (u32, u32), is_virtual: bool, folder: PathBuf) {
    window(size, async move {
        let scale = if is_virtual { size.0 / VIEW.0 } else { 1 } as i32;
        let base = move || {
            mq::set_default_camera();
            mq::gl_use_default_material();
            if is_virtual {
                let (width, height) = (VIEW.0 as f32, VIEW.1 as f32);
                mq::set_camera(&mq::Camera2D {
                    target: mq::vec2(width / 2.0, height / 2.0),
                    zoom: mq::vec2(2.0 / width, 2.0 / height),
                    ..mq::Camera2D::default()
                });
            }
        };
        let with = |lens: &Lens, draw: &dyn Fn()| {
            mq::push_camera_state();
            match lens {
                Lens::Two(camera) => mq::set_camera(&mq::Camera2D {
                    viewport: camera
                        .viewport
                        .map(|(x, y, w, h)| (x * scale, y * scale, w * scale, h * scale)),
                    render_target: camera.render_target.clone(),
                    ..*camera
                }),
                Lens::Three(camera) => mq::set_camera(camera),
            }
            draw();
            // The stack keeps no viewport.
            mq::set_default_camera();
            mq::pop_camera_state();
        };
        let assets = Assets::default();
        for kind in Kind::ALL {
            base();
            draw(kind, &with, &assets);
            save(&folder, kind.name());
            mq::next_frame().await;
            base();
            draw(kind, &with, &assets);
            base();
            draw_popup();
            save(&folder, &format!("{}_popup", kind.name()));
            mq::next_frame().await;
        }
        base();
        drop(assets);
        mq::next_frame().await;
    });
}

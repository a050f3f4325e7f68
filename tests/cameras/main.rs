//! Screens with their own cameras and materials, in windows of five sizes, alone and below others: the pixels are
//! the same as in a program of macroquad alone.

mod drawing;
mod image;
mod programs;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use proscenium::flow::{GameScreen, Phase, ScreenContext};
use proscenium::game::{Game, RunOptions};
use proscenium::platform::{Rect, Scaling, View, WindowSize};
use proscenium::ui::Theme;

use drawing::{Kind, POPUP, VIEW};
use image::Picture;
use programs::{SMALL, UPRIGHT};

/// The part of a test that is a process with a window: `PROGRAM WIDTHxHEIGHT FOLDER`.
const PROGRAM: &str = "CAMERAS_PROGRAM";
/// A whole scale; a broken one; a whole one with a border above and below; a broken one with a border at the sides; an
/// upright window.
const SIZES: [(u32, u32); 5] = [(480, 270), (341, 192), (320, 240), (400, 150), (150, 270)];

type Size = (u32, u32);

fn pixels((width, height): Size) -> (f32, f32) {
    (width as f32, height as f32)
}

fn folder(program: &str, (width, height): Size) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cameras").join(format!("{program}_{width}x{height}"))
}

/// Runs a program in a window, and returns the folder of its pictures and what it has said.
fn run(test: &str, program: &str, size: Size) -> (PathBuf, String) {
    let folder = folder(program, size);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut run = Command::new(std::env::current_exe().unwrap());
    run.args(["--exact", test, "--ignored", "--nocapture"]);
    run.env(PROGRAM, format!("{program} {} {}", size.0, size.1));
    let output = run.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{program} {size:?}: {}: {said}", output.status);
    (folder, said)
}

/// The program that this process is, and its size.
fn asked() -> Option<(String, Size)> {
    let asked = std::env::var(PROGRAM).ok()?;
    let mut words = asked.split(' ');
    let mut word = || words.next().unwrap();
    Some((word().to_owned(), (word().parse().unwrap(), word().parse().unwrap())))
}

fn open(folder: &Path, name: &str) -> Picture {
    Picture::open(&folder.join(format!("{name}.png")))
}

fn shadow() -> [f32; 3] {
    Theme::default().shadow.0.map(f32::from)
}

/// What a [`MenuScreen`](proscenium::ui::MenuScreen) does to what is below it.
fn darkened(picture: Picture) -> Picture {
    picture.mix(None, shadow(), 0.62)
}

const ALL: &str = "screens_look_as_they_do_without_the_library";

/// The places of views in a window: of the game, and of what is over it in an upright window.
struct Places {
    wide: Rect,
    upright: Option<Rect>,
}

impl Places {
    fn of(window: Size) -> Self {
        let (width, height) = pixels(window);
        let fit =
            |(w, h): Size| View::fit(w, h).placed(WindowSize::new(width, height), Scaling::Smooth).place;
        let (wide, upright) = (fit(VIEW), (window.1 > window.0).then(|| fit(UPRIGHT)));
        Self { wide: Rect { y: upright.map_or(wide.y, |upright| upright.y), ..wide }, upright }
    }

    /// The place of a screen over another one.
    fn over(&self) -> (Size, Rect) {
        self.upright.map_or((VIEW, self.wide), |upright| (UPRIGHT, upright))
    }
}

/// Pixels of a texture for each virtual one.
fn multiple(place: Rect, size: Size) -> u32 {
    (place.w / size.0 as f32).round().max(1.0) as u32
}

fn popup(scale: f32) -> Option<Rect> {
    let [x, y, w, h] = POPUP.0.map(|side| side * scale);
    Some(Rect::new(x, y, w, h))
}

/// What a game shows.
fn expected(kind: Kind, over: &str, window: Size) -> Picture {
    let places = Places::of(window);
    let black = Picture::black(window);
    let multiple_of_view = multiple(places.wide, VIEW);
    let folder = folder("virtual", (VIEW.0 * multiple_of_view, VIEW.1 * multiple_of_view));
    let (size, place) = places.over();
    match over {
        "" => black.with(&open(&folder, kind.name()), places.wide),
        "popup" if places.upright.is_none() => {
            black.with(&open(&folder, &format!("{}_popup", kind.name())), place)
        }
        _ => {
            let multiple = multiple(place, size);
            let to_texture = size.0 as f32 / place.w * multiple as f32;
            let inner = Rect::new(
                (places.wide.x - place.x) * to_texture,
                (places.wide.y - place.y) * to_texture,
                places.wide.w * to_texture,
                places.wide.h * to_texture,
            );
            let texture = Picture::black((size.0 * multiple, size.1 * multiple));
            let texture = if over == "menu" { texture.mix(None, shadow(), 1.0) } else { texture };
            let game = open(&folder, kind.name());
            // The same texture, if the views are.
            let texture = if places.upright.is_some() { texture.with(&game, inner) } else { game };
            let shown = match over {
                "menu" => darkened(texture),
                _ => texture.mix(popup(multiple as f32), [255.0; 3], POPUP.1),
            };
            black.with(&shown, place)
        }
    }
}

#[test]
#[ignore = "needs a display: .ci/window runs it"]
fn screens_look_as_they_do_without_the_library() {
    if let Some((program, size)) = asked() {
        let folder = folder(&program, size);
        match &*program {
            "game" | "window" => {
                assert_eq!(programs::play(size, folder, program == "window"), ExitCode::SUCCESS);
            }
            "embed" => programs::embed(size, folder),
            _ => programs::plain(size, program == "virtual", folder),
        }
        return;
    }
    let mut wrong = Vec::new();
    for multiple in 1..=3 {
        run(ALL, "virtual", (VIEW.0 * multiple, VIEW.1 * multiple));
    }
    for size in SIZES {
        run(ALL, "plain", size);
        let (game, said) = run(ALL, "game", size);
        let named: Vec<_> = said.lines().filter(|line| line.contains("a camera of its own")).collect();
        let is_right = matches!(named[..], [line] if line.contains("screen `written`"));
        if cfg!(debug_assertions) && !is_right {
            wrong.push(format!("{size:?}: the log names {named:?}"));
        }
        embedded(size, &mut wrong);
        in_window(size, &mut wrong);
        // A transition with pictures of the window.
        let (old, new) = (open(&game, "camera"), open(&game, "both"));
        let fade = open(&game, "fade");
        let share = old.share(&new, &fade);
        let found = fade.difference(&old.faded(&new, share), 4.0, |_| false);
        let found = found.or_else(|| (share <= 0.1 || share >= 0.9).then(|| format!("a share of {share}")));
        wrong.extend(found.map(|found| format!("game {size:?} fade: {found}")));
        let places = Places::of(size);
        if places.upright.is_none() {
            // What a saved game shows.
            let multiple = multiple(places.wide, VIEW);
            let drawn = open(&folder("virtual", (VIEW.0 * multiple, VIEW.1 * multiple)), "camera_popup");
            let all = Rect::new(0.0, 0.0, SMALL.0 as f32, SMALL.1 as f32);
            let expected = Picture::black(SMALL).with(&drawn, all);
            let found = open(&game, "picture").difference(&expected, 4.0, |_| false);
            wrong.extend(found.map(|found| format!("game {size:?} picture: {found}")));
        }
        for kind in Kind::ALL.into_iter().filter(|kind| !kind.is_written()) {
            for over in ["", "popup", "menu"] {
                let name =
                    if over.is_empty() { kind.name().to_owned() } else { format!("{}_{over}", kind.name()) };
                // The edges of a texture in a texture.
                let is_twice = places.upright.is_some() && !over.is_empty();
                let at_end = |(x, y): (f32, f32)| {
                    let (x, y) = (x - places.wide.x, y - places.wide.y);
                    is_twice
                        && (x < 3.0 || y < 3.0 || x > places.wide.w - 3.0 || (y - places.wide.h).abs() < 3.0)
                };
                let shown = open(&game, &name);
                let found = shown.difference(&expected(kind, over, size), 4.0, at_end);
                wrong.extend(found.map(|found| format!("game {size:?} {name}: {found}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compares a game in the window's own pixels with a program of macroquad alone.
fn in_window(size: Size, wrong: &mut Vec<String>) {
    let (game, _) = run(ALL, "window", size);
    let plain = folder("plain", size);
    for kind in Kind::ALL {
        let (name, with_popup) = (kind.name(), format!("{}_popup", kind.name()));
        let alone = open(&plain, name);
        let expected = [
            (name.to_owned(), alone.clone()),
            (with_popup.clone(), open(&plain, &with_popup)),
            (format!("{name}_menu"), darkened(alone)),
        ];
        for (name, expected) in expected {
            let found = open(&game, &name).difference(&expected, 2.0, |_| false);
            wrong.extend(found.map(|found| format!("window {size:?} {name}: {found}")));
        }
    }
}

/// Compares the program that has its own loop with the program of macroquad alone.
fn embedded(size: Size, wrong: &mut Vec<String>) {
    let (embed, _) = run(ALL, "embed", size);
    let plain = folder("plain", size);
    let (width, height) = pixels(size);
    // What a camera with a zoom of a half shows of a square around its target.
    let own = Rect::new(width / 4.0, height / 4.0, width / 2.0, height / 2.0);
    let near = |(x, y): (f32, f32)| {
        let near = |at: f32, from: f32, to: f32| (at - from).abs() < 2.0 || (at - to).abs() < 2.0;
        near(x, own.x, own.right()) || near(y, own.y, own.bottom())
    };
    // RED of macroquad.
    let red = [230.0, 41.0, 55.0];
    let mut compare = |name: &str, expected: &Picture| {
        let found = open(&embed, name).difference(expected, 2.0, |_| false);
        wrong.extend(found.map(|found| format!("embed {size:?} {name}: {found}")));
        let found = open(&embed, &format!("{name}_after")).difference(
            &expected.clone().mix(Some(own), red, 1.0),
            2.0,
            near,
        );
        wrong.extend(found.map(|found| format!("embed {size:?} {name}, after it: {found}")));
    };
    for kind in Kind::ALL {
        let (name, with_popup) = (kind.name(), format!("{}_popup", kind.name()));
        let alone = open(&plain, name);
        compare(name, &alone);
        compare(&with_popup, &open(&plain, &with_popup));
        compare(&format!("{name}_menu"), &darkened(alone));
    }
    let white = Picture::black(size).mix(None, [255.0; 3], 1.0);
    let broken = open(&plain, "written").mix(Some(own), red, 1.0);
    for (name, expected) in [("menu", darkened(white)), ("broken", broken)] {
        let found = open(&embed, name).difference(&expected, 2.0, |at| name == "broken" && near(at));
        wrong.extend(found.map(|found| format!("embed {size:?} {name}: {found}")));
    }
}

struct Page;

impl GameScreen for Page {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

const OPENING: &str = "a_window_opens_as_large_as_the_game_wants_and_the_display_allows";

#[test]
#[ignore = "needs a display: .ci/window runs it"]
fn a_window_opens_as_large_as_the_game_wants_and_the_display_allows() {
    if let Some((program, (width, height))) = asked() {
        let folder = folder(&program, (width, height));
        let script = folder.join("script.txt");
        fs::write(&script, "wait page\nshot page\n").unwrap();
        let game = Game::new("opening").phase(Phase::new("phase").screen("page", |_| Page));
        let game = if program == "default" {
            game.view(View::fit(width, height))
        } else {
            game.window_size(width, height)
        };
        let options = RunOptions { script: Some(script), screenshots: Some(folder), ..RunOptions::default() };
        assert_eq!(game.run_with(&options), ExitCode::SUCCESS);
        return;
    }
    let display = Command::new("xdotool").arg("getdisplaygeometry").output().unwrap();
    let display = String::from_utf8(display.stdout).unwrap();
    let (width, height) = display.trim().split_once(' ').unwrap();
    let (width, height): Size = (width.parse().unwrap(), height.parse().unwrap());
    let opened = |program, size| open(&run(OPENING, program, size).0, "page").size;
    assert_eq!(opened("default", (160, 90)), (320, 180), "twice the virtual screen");
    assert_eq!(opened("wanted", (333, 222)), (333, 222));
    let most = (width - 10, height - 10);
    assert_eq!(opened("default", most), most, "once, because twice is larger than the display");
    assert_eq!(opened("wanted", (width * 4, height * 4)), (width, height));
    assert_eq!(opened("default", (width * 2, height)), (width, height / 2), "the width limits it");
}

//! The output of `.ci/window`: the screenshots of the tour, the trace of a run with real keys, and reports. Only
//! that script runs these tests.
#![cfg(feature = "window")]

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use image::RgbImage;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/window")
}

fn screenshot(name: &str) -> RgbImage {
    let path = folder().join("shots").join(format!("{name}.png"));
    image::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).to_rgb8()
}

fn report(name: &str) -> serde_json::Value {
    serde_json::from_slice(&fs::read(folder().join(format!("{name}.json"))).unwrap()).unwrap()
}

#[test]
#[ignore = "needs the files of .ci/window"]
fn no_screenshot_of_the_tour_is_blank() {
    for name in ["logo", "trailer", "main_menu", "settings", "credits", "in_game", "pause", "question"] {
        let image = screenshot(name);
        assert_eq!((image.width(), image.height()), (1280, 720), "{name}");
        let mut colors: HashMap<[u8; 3], u32> = HashMap::new();
        image.pixels().for_each(|pixel| *colors.entry(pixel.0).or_default() += 1);
        assert!(colors.len() >= 8, "{name} has only {} colours", colors.len());
        let most = colors.into_values().max().unwrap();
        let share = f64::from(most) / f64::from(image.width() * image.height());
        assert!(share < 0.95, "{name} is nearly all of one colour ({share:.3})");
    }
}

#[test]
#[ignore = "needs the files of .ci/window"]
fn the_bar_of_loading_is_seen_between_menu_game_and_levels() {
    for (name, part) in [("loading_menu", 1.0), ("loading_game", 0.51), ("loading_level", 1.0)] {
        let image = screenshot(name);
        // The row in the middle of the bar, which is 640 pixels wide between its borders.
        let is_filled =
            |x: &u32| matches!(image.get_pixel(*x, 308).0, [red, green, _] if red > 120 && green < 80);
        let filled = (256..896).filter(is_filled).count() as f64 / 640.0;
        assert!((filled - part).abs() < 0.02, "{name}: {filled:.3} of the bar is filled");
    }
}

#[test]
#[ignore = "needs the files of .ci/window"]
fn the_pause_menu_is_drawn_over_the_darkened_game() {
    let (game, pause) = (screenshot("in_game"), screenshot("pause"));
    // The pause panel is in the middle, the HUD at the edges; everywhere else the pause screen is the
    // game below a layer of one colour and opacity.
    let is_free = |x: u32, y: u32| (100..540).contains(&y) && x < 1200 && !(390..890).contains(&x);
    let (mut compared, mut different) = (0u32, 0u32);
    let mut darker = [0u64; 2];
    for (x, y, game) in game.enumerate_pixels().filter(|(x, y, _)| is_free(*x, *y)) {
        let shown = pause.get_pixel(x, y);
        let layer = [0x16, 0x10, 0x1f];
        let is_as_expected = (0..3).all(|channel| {
            let expected = f64::from(game[channel]) * 0.38 + f64::from(layer[channel]) * 0.62;
            (f64::from(shown[channel]) - expected).abs() <= 3.0
        });
        compared += 1;
        different += u32::from(!is_as_expected);
        darker[0] += game.0.iter().map(|value| u64::from(*value)).sum::<u64>();
        darker[1] += shown.0.iter().map(|value| u64::from(*value)).sum::<u64>();
    }
    // The game goes on for two ticks until the pause menu has come.
    assert!(f64::from(different) < f64::from(compared) * 0.005, "{different} of {compared} pixels differ");
    assert!(darker[1] * 10 < darker[0] * 8, "the pause screen is not darker: {darker:?}");
}

#[test]
#[ignore = "needs the files of .ci/window"]
fn real_keys_and_a_click_go_from_the_logo_to_the_pause_menu() {
    let trace = fs::read_to_string(folder().join("keys.jsonl")).unwrap();
    let stacks = trace.lines().filter_map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        let stack = object["stack"].as_array()?;
        Some(stack.iter().filter_map(|id| id.as_str()).collect::<Vec<_>>().join(" "))
    });
    let stacks: Vec<String> = stacks.filter(|stack| stack != "loading").collect();
    let walk = [
        "logo",
        "trailer",
        "main_menu",
        "main_menu settings",
        "main_menu",
        "in_game",
        "in_game pause",
        "in_game",
        "in_game pause",
        "in_game pause question",
        "in_game pause",
        "main_menu",
        "main_menu question",
        "main_menu",
        "",
    ];
    assert_eq!(stacks, walk);
    let report = report("keys");
    assert_eq!(report["leaks"], serde_json::json!([]));
    assert_eq!(report["textures_at_end"], 0);
}

#[test]
#[ignore = "needs the files of .ci/window"]
fn a_window_draws_at_most_250_frames_a_second() {
    let report = report("minimal");
    let [frames, seconds] = ["frames", "seconds"].map(|key| report[key].as_f64().unwrap());
    assert!(seconds > 0.1 && frames <= seconds * 250.0 + 1.0, "{frames} frames in {seconds} s");
}

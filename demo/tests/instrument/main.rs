//! The command line of the demo: exit codes, messages, traces, and bad input. Every case runs the
//! program on a folder of assets.

mod folder;
mod hostile;
mod kills;
mod machine_tool;
mod name;
mod packs;
mod project;
mod replays;
mod shrinking;
mod words;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use folder::Folder;

/// A copy of the assets, for tests that modify them.
struct Assets {
    folder: Folder,
}

impl Assets {
    fn copy() -> Self {
        Self { folder: Folder::of_assets() }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn write(self, file: &str, bytes: impl AsRef<[u8]>) -> Self {
        fs::write(self.path(file), bytes).unwrap();
        self
    }

    fn remove(self, file: &str) -> Self {
        fs::remove_file(self.path(file)).unwrap();
        self
    }

    fn replace(self, file: &str, from: &str, to: &str) -> Self {
        self.folder.edit(file, from, to);
        self
    }

    fn cut_in_half(self, file: &str) -> Self {
        let bytes = fs::read(self.path(file)).unwrap();
        self.write(file, &bytes[..bytes.len() / 2])
    }

    /// Plays `script` headless from `phase`.
    fn play(&self, phase: &str, script: &str) -> Output {
        let file = self.path("play.txt");
        fs::write(&file, script).unwrap();
        let (assets, file) = (self.folder.path().to_str().unwrap(), file.to_str().unwrap().to_owned());
        run(&["--headless", "--assets", assets, "--phase", phase, "--script", &file])
    }

    fn check(&self) -> Output {
        run(&["check", "--assets", self.folder.path().to_str().unwrap()])
    }
}

/// The program under test.
const PROGRAM: &str = env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME")));

/// Runs the program; fails if it hangs, for which ten minutes are enough on any machine.
fn run(arguments: &[&str]) -> Output {
    let mut program = Command::new(PROGRAM);
    program.args(arguments).env_remove("RUST_LOG").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    for _ in 0..6000 {
        if child.try_wait().unwrap().is_some() {
            return child.wait_with_output().unwrap();
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("the program hangs with {arguments:?}");
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Asserts that bad input leads to the failure screen with all of `causes` in the log, and does not panic.
fn leads_to_failure(assets: &Assets, phase: &str, causes: &[&str]) {
    let played = assets.play(phase, "wait failure\nexpect stack failure\nquit\n");
    let log = stderr(&played);
    assert_eq!(played.status.code(), Some(0), "{log}");
    assert!(!log.contains("panicked"), "{log}");
    for cause in causes {
        assert!(log.contains(cause), "`{cause}` is not in the log:\n{log}");
    }
}

#[test]
fn a_missing_file_leads_to_the_failure_screen() {
    let assets = Assets::copy().remove("textures/menu_back.png");
    leads_to_failure(&assets, "main_menu", &["texture `backdrop`", "menu_back.png", "there is no such file"]);
}

#[test]
fn the_failure_screen_leads_to_the_main_menu() {
    // The second entry of the failure screen leads to the menu, whose files are all there.
    let assets = Assets::copy().remove("textures/tiles.png");
    let script = "wait failure\ntap down\ntap accept\nwait main_menu\nexpect stack main_menu\nquit\n";
    assert_eq!(assets.play("in_game", script).status.code(), Some(0));
}

#[test]
fn a_game_that_cannot_start_is_exit_code_two() {
    let assets = Assets::copy().remove("phases/logo.ron");
    for script in ["run 60\nquit\n", "run 60\n", "run 60\ntap down\ntap down\ntap accept\n"] {
        let played = assets.play("logo", script);
        assert_eq!(played.status.code(), Some(2), "{script:?}: {}", stderr(&played));
        let cause = ": the game cannot start: the manifest of phase `logo` cannot be used: cannot read phases/logo.ron: ";
        assert!(stderr(&played).contains(cause), "{}", stderr(&played));
    }
    // Without a folder, and with one that is empty; far from the game's own.
    let empty = std::env::temp_dir().join(format!("{}-{}", env!("CARGO_PKG_NAME"), std::process::id()));
    fs::create_dir_all(&empty).unwrap();
    let program = empty.join("game");
    fs::copy(PROGRAM, &program).unwrap();
    for (folder, cause) in [
        (
            None,
            "there is no assets folder `assets` here, beside the program or above; make it, or name it with --assets DIR",
        ),
        (Some("assets"), "cannot read phases/logo.ron"),
    ] {
        folder.iter().for_each(|folder| fs::create_dir(empty.join(folder)).unwrap());
        let mut game = Command::new(&program);
        game.current_dir(&empty).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("RUST_LOG");
        let output = game.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(cause), "{}", stderr(&output));
    }
    fs::remove_dir_all(&empty).unwrap();
}

#[test]
fn screenshots_without_a_window_are_exit_code_two() {
    let folder = std::env::temp_dir().join("proscenium-no-screenshots");
    for (arguments, cause) in [
        (&[][..], ": --screenshots and --frames need a window: "),
        (&["--headless"], ": --screenshots and --frames need a window; remove --headless"),
    ] {
        let output = run(&[arguments, &["--screenshots", folder.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(cause), "{}", stderr(&output));
        assert!(!folder.exists());
    }
}

#[test]
fn a_truncated_image_leads_to_the_failure_screen() {
    let assets = Assets::copy().cut_in_half("textures/menu_back.png");
    leads_to_failure(&assets, "main_menu", &["texture `backdrop`: textures/menu_back.png: "]);
}

/// A PNG file whose header says that it has 60000 x 60000 pixels.
fn oversized_image() -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(60_000u32.to_be_bytes());
    header.extend(60_000u32.to_be_bytes());
    header.extend(b"\x08\x06\0\0\0");
    let crc = header.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
    });
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\r".to_vec();
    png.extend(header);
    png.extend((!crc).to_be_bytes());
    // The header of the first chunk of pixels.
    png.extend(b"\0\0\0\x10IDAT");
    png
}

#[test]
fn an_oversized_image_is_refused_by_its_header() {
    let assets = Assets::copy().write("textures/menu_back.png", oversized_image());
    leads_to_failure(&assets, "main_menu", &["menu_back.png", "60000", "8192"]);
}

#[test]
fn strings_that_are_not_utf8_are_named_by_line_and_column() {
    let assets = Assets::copy().write("strings/en.ftl", b"a = b\nc = \xff\xfe\n");
    leads_to_failure(&assets, "main_menu", &["strings/en.ftl:2:5", "UTF-8"]);
}

#[test]
fn a_broken_manifest_is_named_by_line_and_column() {
    let assets = Assets::copy().replace("phases/main_menu.ron", "texture(", "textrue(");
    leads_to_failure(&assets, "main_menu", &["phase `main_menu`", "phases/main_menu.ron:5:", "textrue"]);
}

#[test]
fn a_manifest_cannot_name_a_file_outside_the_folder() {
    let assets = Assets::copy().replace("phases/main_menu.ron", "textures/menu_back.png", "../../etc/passwd");
    leads_to_failure(&assets, "main_menu", &["phases/main_menu.ron", "../../etc/passwd", "may not have"]);
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_and_pipes_are_refused() {
    let assets = Assets::copy().remove("textures/menu_back.png");
    std::os::unix::fs::symlink("/etc/passwd", assets.path("textures/menu_back.png")).unwrap();
    leads_to_failure(&assets, "main_menu", &["menu_back.png", "there is no such file"]);
    fs::remove_file(assets.path("textures/menu_back.png")).unwrap();
    let made = Command::new("mkfifo").arg(assets.path("textures/menu_back.png")).status().unwrap();
    assert!(made.success());
    leads_to_failure(&assets, "main_menu", &["menu_back.png", "it is not a file"]);
}

const ENDLESS_SCRIPT: &str =
    "fn start() { loop { } }\nfn read_sign(text, times) { text }\nfn second(now) { [] }\n";

#[test]
fn an_endless_logic_script_is_stopped_and_named() {
    let assets = Assets::copy().write("scripts/outpost.rhai", ENDLESS_SCRIPT);
    leads_to_failure(&assets, "in_game", &["scripts/outpost.rhai", "`start`", "operations"]);
}

#[test]
fn a_logic_script_with_a_syntax_error_has_line_and_column() {
    let assets = Assets::copy().write("scripts/outpost.rhai", "fn start() {\n    let = 3;\n}\n");
    leads_to_failure(&assets, "in_game", &["scripts/outpost.rhai:2:9"]);
}

#[test]
fn a_level_without_its_tileset_names_both() {
    let assets = Assets::copy().remove("levels/tiles.tsx");
    leads_to_failure(
        &assets,
        "in_game",
        &["levels/outpost.tmx", "levels/tiles.tsx", "there is no such file"],
    );
}

#[test]
fn an_unknown_phase_is_refused_with_a_list_of_phases() {
    let output = run(&["--headless", "--phase", "lobby"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("there is no phase `lobby`; there are: logo, trailer, main_menu, in_game")
    );
    let output = run(&["--headless", "--screen", "setings", "--phase", "in_game"]);
    assert_eq!(output.status.code(), Some(2));
    let expected = ": there is no screen `setings` in the phase `in_game`; there are: bestiary, ";
    assert!(stderr(&output).contains(expected), "{}", stderr(&output));
}

#[test]
fn an_invalid_script_line_is_an_error_with_its_number() {
    for (line, error) in [
        ("tapp accept", "line 3, column 1: `tapp accept`: there is no command `tapp`; did you mean `tap`?"),
        (
            "tap somersault",
            "cancel, pause, jump, run, strike, read, select_all, attack, patrol, stop, call, bestiary\n",
        ),
    ] {
        let output = Assets::copy().play("logo", &format!("run 3\n\n{line}\n"));
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(stderr(&output).matches(error).count(), 1, "{}", stderr(&output));
        // Each action is listed once.
        assert_eq!(stderr(&output).matches("accept").count(), 1, "{}", stderr(&output));
    }
}

#[test]
fn a_failed_wait_or_expectation_is_exit_code_three() {
    let assets = Assets::copy();
    let waited = assets.play("logo", "wait pause 50\n");
    assert_eq!(waited.status.code(), Some(3));
    assert!(stderr(&waited).contains(".txt: line 1: waited 50 ticks for the screen `pause`"));
    let expected = assets.play("main_menu", "wait main_menu\nexpect stack main_menu settings\n");
    assert_eq!(expected.status.code(), Some(3));
    assert!(stderr(&expected).contains("expected the stack `main_menu settings`, found `main_menu`"));
}

#[test]
fn a_wait_ends_at_once_with_the_cause_when_the_run_has_failed() {
    let assets = Assets::copy().remove("textures/menu_back.png");
    let waited = assets.play("main_menu", "wait main_menu 100000\n");
    assert_eq!(waited.status.code(), Some(3));
    let log = stderr(&waited);
    let error = "line 1: waited for the screen `main_menu`, but the run has failed: ";
    assert!(log.contains(error) && log.contains("menu_back.png"), "{log}");
}

#[test]
fn files_that_cannot_be_read_or_written_are_named() {
    let missing = run(&["--headless", "--script", "no/such/file.txt"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains("cannot read no/such/file.txt"));
    let unwritable = run(&["--headless", "--trace", "no/such/folder/trace.jsonl"]);
    assert_eq!(unwritable.status.code(), Some(2));
    assert!(stderr(&unwritable).contains("cannot write no/such/folder/trace.jsonl"));
    let no_assets = run(&["--headless", "--assets", "no/such/assets"]);
    assert_eq!(no_assets.status.code(), Some(2));
    assert!(stderr(&no_assets).contains("no/such/assets"));
}

#[test]
fn check_lists_all_problems_of_a_folder_at_once() {
    let good = Assets::copy().check();
    assert_eq!((good.status.code(), stdout(&good).ends_with("\nall good\n")), (Some(0), true));
    // What was read comes first.
    let text = stdout(&good);
    assert!(text.starts_with("files: "), "{text}");
    let pattern = " resources, in memory ";
    assert_eq!(
        text.lines().filter(|line| line.starts_with("  phase `") && line.contains(pattern)).count(),
        6
    );
    let assets = Assets::copy()
        .remove("textures/logo.png")
        .cut_in_half("textures/sprites.png")
        .replace("strings/zh-CN.ftl", "menu-quit = 退出\n", "")
        .replace("levels/ford.tmx", "type=\"beacon\"", "type=\"bacon\"")
        .replace("levels/theatre.tmx", "\"hero_start\"", "\"hero\"")
        .replace("scripts/theatre.rhai", "\"theatre-first\"", "\"theatre-frist\"")
        .replace("scripts/theatre.rhai", "at: \"stage_left\"", "at: \"stage_lfet\"")
        .replace("strings/en.ftl", "[pad] Press { $read } to read", "[pad] Press { $raed } to { $read }")
        .replace("strings/zh-CN.ftl", "{ $seconds }", "{ $second }")
        .replace("tuning.ron", "speed: 62.0", "speed: \"fast\"")
        .write("scripts/tour.txt", "wait logo\nfly\n")
        .write("machines/broken.ron", "(broken");
    let listed = stdout(&assets.check());
    for problem in [
        "logo.png",
        "sprites.png",
        "`menu-quit`",
        "line 2, column 1",
        "machines/broken.ron:1:",
        "has the unknown class `bacon`; there are ",
        "levels/theatre.tmx: there is no object `hero_start`, which the game needs",
        "scripts/theatre.rhai: there is no text `theatre-frist`",
        "scripts/theatre.rhai: there is no object `stage_lfet` in levels/theatre.tmx",
        "strings/en.ftl: `hint-read` has `$raed`, but `$read` in strings/zh-CN.ftl",
        "strings/en.ftl: `loading-left` has `$seconds`, but `$second` in strings/zh-CN.ftl",
        "tuning.ron:15:35: Expected float",
    ] {
        assert!(listed.contains(problem), "`{problem}` is not in:\n{listed}");
    }
}

#[cfg(unix)]
#[test]
fn check_lists_what_leads_to_the_failure_screen() {
    let assets = Assets::copy()
        .write("textures/menu_back.png", oversized_image())
        .remove("textures/tiles.png")
        .write("strings/en.ftl", b"a = b\nc = \xff\xfe\n")
        .replace("phases/logo.ron", "texture(", "textrue(")
        .replace("phases/main_menu.ron", "textures/menu_back.png", "../../etc/passwd")
        .write("scripts/outpost.rhai", ENDLESS_SCRIPT)
        .write("scripts/theatre.rhai", "fn start() {\n    let = 3;\n}\n")
        .replace("levels/ford.tmx", "tiles.tsx", "bricks.tsx");
    let made = Command::new("mkfifo").arg(assets.path("textures/pipe.png")).status().unwrap();
    assert!(made.success());
    let checked = assets.check();
    let listed = stdout(&checked);
    assert_eq!(checked.status.code(), Some(1), "{listed}");
    for problem in [
        "textures/menu_back.png: the image has 60000 x 60000 pixels",
        "texture `tiles`: cannot read textures/tiles.png: there is no such file",
        "strings/en.ftl:2:5",
        "phase `logo`: phases/logo.ron:5:9: unknown kind `textrue`",
        "phases/main_menu.ron:5:9: `../../etc/passwd`",
        "scripts/outpost.rhai: in `start`: stopped after 200000 operations",
        "scripts/theatre.rhai:2:9",
        "levels/ford.tmx:3:2: it needs `levels/bricks.tsx`: there is no such file",
        "textures/pipe.png: it is not a file",
    ] {
        assert!(listed.contains(problem), "`{problem}` is not in:\n{listed}");
    }
}

#[test]
fn the_tour_has_one_trace_without_a_display_and_at_any_pace() {
    let folder = Folder::new();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let trace_of = |arguments: &[&str]| {
        let trace = file("trace.jsonl");
        let played = run(&[arguments, &["--trace", &trace]].concat());
        assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
        (fs::read_to_string(trace).unwrap(), stderr(&played))
    };
    let without_ticks = |trace: &str| {
        let objects = trace.lines().map(|line| {
            let mut object: serde_json::Value = serde_json::from_str(line).unwrap();
            object.as_object_mut().unwrap().remove("tick");
            object
        });
        objects.collect::<Vec<_>>()
    };
    // Without a display the plain command logs one line and plays the tour.
    let report = file("report.json");
    let (plain, log) = trace_of(&["--report", &report]);
    assert!(log.contains("without a window") && log.lines().count() == 1, "{log}");
    let report: serde_json::Value = serde_json::from_slice(&fs::read(report).unwrap()).unwrap();
    assert_eq!(report["leaks"], serde_json::json!([]));
    assert_eq!(report["textures_at_end"], 0);
    assert!(report["loads"].as_array().unwrap().iter().all(|load| load["ready"] == true));

    assert!(trace_of(&["--headless"]).0 == plain, "the two traces differ");
    let plain = without_ticks(&plain);
    assert!(plain.len() > 100);
    for pace in ["0", "8"] {
        assert_eq!(without_ticks(&trace_of(&["--headless", "--pace", pace]).0), plain, "pace {pace}");
    }
}

#[test]
fn graph_draws_what_the_tour_and_any_trace_has_seen() {
    let tour = run(&["graph"]);
    let mermaid = stdout(&tour);
    assert_eq!((tour.status.code(), stderr(&tour).as_str()), (Some(0), ""));
    assert!(mermaid.starts_with("flowchart LR\n    subgraph phase_logo[\"phase logo\"]\n"), "{mermaid}");
    for line in [
        "main_menu__question[\"question\"]",
        "logo__logo -.->|load| trailer__trailer",
        "trailer__trailer -.->|load| main_menu__loading",
        "main_menu__loading -->|ready| main_menu__main_menu",
        "main_menu__settings -->|pop| main_menu__main_menu",
        "in_game__in_game -.->|load| in_game__loading",
        "in_game__pause -->|push| in_game__settings",
        "in_game__pause -.->|load| main_menu__loading",
    ] {
        assert!(mermaid.contains(line), "{line} is not in\n{mermaid}");
    }
    let dot = stdout(&run(&["graph", "--dot"]));
    assert!(dot.starts_with("digraph flow {\n") && dot.ends_with("}\n"), "{dot}");

    let folder = Folder::new();
    let trace = folder.path().join("trace.jsonl");
    let trace = trace.to_str().unwrap();
    assert_eq!(run(&["--headless", "--trace", trace]).status.code(), Some(0));
    assert_eq!(stdout(&run(&["graph", "--from", trace])), mermaid);
    assert_eq!(stdout(&run(&["graph", "--dot", "--from", trace])), dot);
}

#[test]
fn graph_says_why_it_draws_nothing() {
    const NAME: &str = env!("CARGO_PKG_NAME");
    let refused = |arguments: &[&str]| {
        let refused = run(arguments);
        assert_eq!(stdout(&refused), "");
        (refused.status.code(), stderr(&refused))
    };
    let assets = Assets::copy().remove("scripts/tour.txt");
    let folder = assets.folder.path().to_str().unwrap();
    let what = format!(
        "{NAME}: there is no `scripts/tour.txt` in the assets to play; write it, or draw the trace of another run: \
         `--trace FILE` writes one, and `graph --from FILE` draws it\n"
    );
    assert_eq!(refused(&["graph", "--assets", folder]), (Some(2), what));
    // A tour that fails has not shown the flow.
    let script = assets.path("scripts/tour.txt");
    fs::write(&script, "wait logo\nexpect stack trailer\n").unwrap();
    let (code, what) = refused(&["graph", "--assets", folder]);
    assert_eq!(code, Some(3));
    assert!(what.contains("scripts/tour.txt: line 2: "), "{what}");

    let script = script.to_str().unwrap();
    let what = format!(
        "{NAME}: {script}: line 1 is not a record of a trace; the option `--trace FILE` writes a trace\n"
    );
    assert_eq!(refused(&["graph", "--from", script]), (Some(2), what));
}

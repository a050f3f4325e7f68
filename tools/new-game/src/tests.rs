use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Failure, Made, run};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An empty folder for a test.
fn place(test: &str) -> PathBuf {
    let place = std::env::temp_dir().join(format!("new-game-{test}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&place);
    fs::create_dir(&place).unwrap();
    place
}

fn new_game(words: &[&str]) -> Result<Made, Failure> {
    run(&words.iter().map(ToString::to_string).collect::<Vec<_>>(), &root())
}

/// Fails with the error of this command, which leaves nothing in `place`.
fn failure(place: &Path, words: &[&str]) -> Failure {
    let failure = new_game(words).unwrap_err();
    assert_eq!(fs::read_dir(place).unwrap().count(), 0, "{words:?} leaves something: {failure}");
    failure
}

#[test]
fn a_game_has_its_name_and_no_workspace() {
    let place = place("whole");
    let game = place.join("star-herder");
    fs::create_dir(&game).unwrap();
    new_game(&["star-herder", game.to_str().unwrap()]).unwrap();
    let read = |path: &str| fs::read_to_string(game.join(path)).unwrap();
    let manifest = read("Cargo.toml");
    assert!(manifest.contains("name = \"star-herder\"\n") && !manifest.contains("workspace ="), "{manifest}");
    assert!(manifest.contains("description = \"The game Star Herder\"\n"), "{manifest}");
    assert!(read("README.md").starts_with("# Star Herder\n"));
    assert!(read("src/title.rs").contains("TITLE: &str = \"Star Herder\";"));
    for file in ["Cargo.toml.liquid", "README.md.liquid", "src/title.rs.liquid", "cargo-generate.toml"] {
        assert!(!game.join(file).exists(), "{file}");
    }
    for file in [
        "Cargo.lock",
        "LICENSE-MIT",
        ".gitignore",
        ".github/workflows/ci.yml",
        ".github/workflows/publish.yml",
        "assets/sounds/music_menu.wav",
    ] {
        assert!(game.join(file).exists(), "{file}");
    }
    let licence = read("LICENSE-MIT");
    assert!(licence.contains("Copyright (c) ") && !licence.contains("Proscenium"), "{licence}");
    assert_eq!(fs::read_dir(&place).unwrap().count(), 1);
    fs::remove_dir_all(place).unwrap();
}

#[test]
fn a_game_is_a_repository_unless_it_is_inside_of_one() {
    let place = place("repository");
    let outer = place.join("outer");
    new_game(&["outer", outer.to_str().unwrap()]).unwrap();
    assert!(outer.join(".git/HEAD").is_file());
    let inner = outer.join("inner");
    new_game(&["inner", inner.to_str().unwrap()]).unwrap();
    assert!(!inner.join(".git").exists());
    fs::remove_dir_all(place).unwrap();
}

#[test]
fn a_game_has_the_versions_and_the_profile_of_this_project() {
    let read = |path| fs::read_to_string(root().join(path)).unwrap();
    let (project, game) = (read("Cargo.toml"), read("skeleton/Cargo.toml.liquid"));
    let known = format!("{project}{}", read("skeleton/Cargo.toml"));
    // A debug build optimises the same packages, but less, and the packages of some files only where the game takes the
    // `#` away: the first build is the one that is waited for.
    let is_own = |line: &&str| line.contains("{{") || line.starts_with("# A ");
    for line in game.lines().filter(|line| !is_own(line) && !line.contains(".opt-level")) {
        assert!(known.lines().any(|known| known == line), "{line}");
    }
    let optimised = |manifest: &str| {
        let packages = manifest.lines().filter_map(|line| line.split_once(".opt-level"));
        packages.map(|(package, _)| package.trim_start_matches("# ").to_owned()).collect::<BTreeSet<_>>()
    };
    // `image` takes as long to optimise as five of the others, and what it does to most files is little.
    let others = ["allocation-counter", "chacha20", "image", "proscenium-web", "zopfli"].map(str::to_owned);
    assert_eq!(optimised(&game), &optimised(&project) - &BTreeSet::from(others));
}

#[test]
fn a_game_has_the_languages_that_are_asked_for() {
    let place = place("languages");
    let game = place.join("game");
    for (languages, files, lines) in [
        ("en", &["en.ftl"][..], [r#"strings(id: "en", path: "strings/en.ftl"),"#, r#"from: ["en"], "#]),
        ("zh-CN", &["zh-CN.ftl"], [r#"strings(id: "zh", path: "strings/zh-CN.ftl"),"#, r#"from: ["zh"], "#]),
        (
            "zh-CN,en",
            &["en.ftl", "zh-CN.ftl"],
            [r#"strings(id: "en", path: "strings/en.ftl"),"#, r#"from: ["en", "zh"], "#],
        ),
    ] {
        new_game(&["a", game.to_str().unwrap(), "--languages", languages]).unwrap();
        let texts = fs::read_dir(game.join("assets/strings")).unwrap();
        let names: BTreeSet<_> = texts.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(names.iter().collect::<Vec<_>>(), files, "{languages}");
        let manifest = fs::read_to_string(game.join("assets/phases/common.ron")).unwrap();
        assert_eq!(manifest.matches("strings(").count(), files.len(), "{manifest}");
        assert!(lines.iter().all(|line| manifest.contains(line)), "{manifest}");
        fs::remove_dir_all(&game).unwrap();
    }
    let unknown = failure(&place, &["a", game.to_str().unwrap(), "--languages", "en,de"]).to_string();
    assert!(unknown.starts_with("there is no language `de`; there are: en, zh-CN\n"), "{unknown}");
    fs::remove_dir_all(place).unwrap();
}

#[test]
fn a_workflow_pushes_a_game_to_its_project_on_itch() {
    let place = place("itch");
    let game = place.join("game");
    let words = ["a", game.to_str().unwrap(), "--library", "git=https://example.org/p"];
    let workflow = game.join(".github/workflows/itch.yml");
    new_game(&words).unwrap();
    assert!(!workflow.exists());
    fs::remove_dir_all(&game).unwrap();

    new_game(&[&words[..], &["--itch", "ada/star-herder"]].concat()).unwrap();
    let text = fs::read_to_string(workflow).unwrap();
    let runs = text.lines().filter_map(|line| line.trim().strip_prefix("- run: "));
    assert_eq!(
        runs.collect::<Vec<_>>(),
        [
            "rustup target add wasm32-unknown-unknown",
            "cargo install --locked proscenium-web --git \"https://example.org/p\"",
            "cargo web --no-default-features",
            "cargo install --locked proscenium-bundle --git \"https://example.org/p\"",
            "cargo bundle --no-page --no-default-features",
            "curl --fail --location --output butler.zip https://broth.itch.zone/butler/linux-amd64/LATEST/archive/default",
            "unzip butler.zip && chmod +x butler",
            "./butler push made/page ada/star-herder:html5",
            "./butler push made/ubuntu-latest/*.zip ada/star-herder:linux",
            "./butler push made/windows-latest/*.zip ada/star-herder:windows",
            "./butler push made/macos-latest/*.zip ada/star-herder:mac",
        ]
    );
    assert!(text.contains("      BUTLER_API_KEY: ${{ secrets.BUTLER_API_KEY }}\n"), "{text}");
    assert!(!text.contains("{%") && text.matches("{{").count() == text.matches("${{").count(), "{text}");
    fs::remove_dir_all(place).unwrap();
}

#[test]
fn a_path_of_windows_is_one_that_its_commands_know() {
    for (long, short) in
        [(r"\\?\C:\games", r"C:\games"), (r"\\?\UNC\box\a", r"\\?\UNC\box\a"), ("/home", "/home")]
    {
        assert_eq!(super::library::short(long.into()), PathBuf::from(short));
    }
}

#[test]
fn the_library_is_a_path_a_repository_or_a_version() {
    let place = place("library");
    let game = place.join("game");
    // From the game to this project.
    let root = root().canonicalize().unwrap();
    let path = super::library::from_to(&place.canonicalize().unwrap().join("game"), &root).replace('\\', "/");
    let of_path = format!("path = \"{path}\"");
    let only_here = format!(
        "\nonly this machine can build it, because its library is a folder here ({of_path}); README.md says how \
         others and the workflows in .github can"
    );
    for (library, dependency, builder, note) in [
        (
            "git=https://example.org/p",
            "git = \"https://example.org/p\"",
            "proscenium-web --git \"https://example.org/p\"".to_owned(),
            "",
        ),
        ("version=0.1.0", "version = \"0.1.0\"", "proscenium-web --version \"0.1.0\"".to_owned(), ""),
        (root.to_str().unwrap(), &of_path, format!("--path \"{path}\"/web/builder"), &only_here),
    ] {
        let made = new_game(&["a", game.to_str().unwrap(), "--library", library]).unwrap();
        let read = |file| fs::read_to_string(game.join(file)).unwrap();
        let line = format!("proscenium = {{ {dependency}, default-features = false, ");
        assert_eq!(read("Cargo.toml").matches(&line).count(), 1, "{line}");
        let commands = |workflow| {
            let text = read(workflow);
            let runs = text.lines().filter_map(|line| line.trim().strip_prefix("- run: "));
            runs.map(str::to_owned).collect::<Vec<_>>()
        };
        // The lock file of this project does not have the game, nor the source of its library, so it is not final.
        assert_eq!(commands(".github/workflows/ci.yml"), ["cargo test"]);
        let install = format!("cargo install --locked {builder}");
        let target = "rustup target add wasm32-unknown-unknown";
        assert_eq!(
            commands(".github/workflows/publish.yml"),
            [target, &install, "cargo web --no-default-features"]
        );
        let folder = made.folder.display();
        let said = format!(
            "the game is in {folder}\nto play: cd {folder}, then cargo run; to test: cargo test{note}"
        );
        assert_eq!(made.to_string(), said);
        fs::remove_dir_all(&game).unwrap();
    }
    fs::remove_dir_all(place).unwrap();
}

#[test]
fn a_bad_name_is_an_error() {
    let place = place("name");
    let game = place.join("game");
    for name in
        ["", "Star", "star_herder", "2d", "-x", "x-", "fn", "test", "std", "con", "serde", "stern-für", "a/b"]
    {
        let failure = failure(&place, &[name, game.to_str().unwrap()]);
        assert!(matches!(failure, Failure::Name { .. } | Failure::Arguments(_)), "{name}: {failure}");
    }
    fs::remove_dir(place).unwrap();
}

#[test]
fn bad_arguments_are_errors() {
    let place = place("arguments");
    let game = place.join("game");
    let game = game.to_str().unwrap();
    for words in [
        &[][..],
        &["a"],
        &["a", game, "b"],
        &["a", game, "--x"],
        &["a", game, "--library"],
        &["a", game, "--library", "git="],
        &["a", game, "--languages"],
        &["a", game, "--languages", ""],
        &["a", game, "--itch"],
        &["a", game, "--itch", "ada"],
        &["a", game, "--itch", "Ada/star-herder"],
        &["a", game, "--itch", "ada/star/herder"],
    ] {
        assert!(matches!(failure(&place, words), Failure::Arguments(_)), "{words:?}");
    }
    for library in ["/nowhere", env!("CARGO_MANIFEST_DIR")] {
        assert!(
            matches!(failure(&place, &["a", game, "--library", library]), Failure::Library(_)),
            "{library}"
        );
    }
    fs::remove_dir(place).unwrap();
}

#[test]
fn a_folder_with_files_or_below_a_file_is_an_error() {
    let place = place("folder");
    let here = place.join("here");
    fs::write(&here, "mine").unwrap();
    for folder in [&place, &here] {
        let failure = new_game(&["a", folder.to_str().unwrap()]).unwrap_err();
        assert!(matches!(failure, Failure::Exists(_)), "{failure}");
    }
    assert_eq!(fs::read_to_string(&here).unwrap(), "mine");
    let failure = new_game(&["a", here.join("game").to_str().unwrap()]).unwrap_err();
    assert!(matches!(failure, Failure::Write { .. }), "{failure}");
    assert_eq!(fs::read_dir(&place).unwrap().count(), 1);
    fs::remove_dir_all(place).unwrap();
}

#[test]
fn the_folders_above_a_game_are_made_with_it_or_not_at_all() {
    let place = place("above");
    let game = place.join("games/mine/star-herder");
    let words = ["star-herder", game.to_str().unwrap()].map(str::to_owned);
    // A project without a skeleton: the files cannot be read.
    let failure = run(&[&words[..], &["--library".to_owned(), "version=1".to_owned()]].concat(), &place);
    assert!(matches!(failure, Err(Failure::Read { .. })));
    assert_eq!(fs::read_dir(&place).unwrap().count(), 0);
    assert_eq!(run(&words, &root()).unwrap().folder, game.canonicalize().unwrap());
    assert!(game.join("Cargo.toml").exists());
    assert_eq!(fs::read_dir(game.parent().unwrap()).unwrap().count(), 1);
    fs::remove_dir_all(place).unwrap();
}

//! The tool `pack`, and the game from packs.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::folder::Folder;
use crate::{run, stderr, stdout};

/// A folder with the packs of the game.
fn packs() -> Folder {
    let folder = Folder::new();
    let made = run(&["pack", folder.path().to_str().unwrap()]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    assert_eq!(stdout(&made).lines().count(), 5, "{}", stdout(&made));
    folder
}

fn play(assets: &Folder, script: &str, options: &[&str]) -> Output {
    let assets = assets.path().to_str().unwrap();
    run(&[&["--headless", "--assets", assets, "--script", script], options].concat())
}

/// The traces of the tour, and of so many levels that it does not play.
fn traces(assets: &Folder, levels: usize) -> Vec<String> {
    let folder = Folder::new();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(file("level.txt"), "wait in_game\nhold right 60\nrun 100\nquit\n").unwrap();
    let tour = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/scripts/tour.txt");
    let (tour, level, trace) = (tour.to_str().unwrap().to_owned(), file("level.txt"), file("trace.jsonl"));
    let runs = [(tour, vec![]), (level.clone(), vec!["--level", "2"]), (level, vec!["--level", "3"])];
    let runs = runs.into_iter().take(1 + levels).map(|(script, mut options)| {
        if !options.is_empty() {
            options.extend(["--phase", "in_game"]);
        }
        options.extend(["--trace-machines", "--trace", &trace]);
        let played = play(assets, &script, &options);
        assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
        fs::read_to_string(&trace).unwrap()
    });
    runs.collect()
}

#[test]
fn folder_packs_and_folder_over_packs_have_the_same_trace() {
    let folder = Folder::of_assets();
    let packed = packs();
    let mixed = Folder::copy_of(packed.path());
    // Every second file of the folder is laid over the packs.
    for kind in ["textures", "levels", "machines", "phases", "sounds", "strings", "scripts", "films"] {
        fs::create_dir(mixed.path().join(kind)).unwrap();
        let mut files: Vec<_> = fs::read_dir(folder.path().join(kind)).unwrap().flatten().collect();
        files.sort_by_key(fs::DirEntry::path);
        for file in files.iter().step_by(2) {
            fs::copy(file.path(), mixed.path().join(kind).join(file.file_name())).unwrap();
        }
    }
    let expected = traces(&folder, 2);
    for (part, at) in
        [("logo", 0), ("trailer", 0), ("main_menu", 0), ("in_game", 0), ("level_2", 1), ("level_3", 2)]
    {
        assert!(expected[at].contains(part), "{part} is not loaded");
    }
    for (assets, levels, what) in [(&packed, 2, "packs"), (&mixed, 0, "a folder over packs")] {
        let expected = &expected[..=levels];
        assert!(traces(assets, levels) == expected, "{what} and the folder give different traces");
    }
}

#[test]
fn a_patch_in_the_folder_takes_the_place_of_a_packed_file() {
    let packed = packs();
    fs::create_dir(packed.path().join("phases")).unwrap();
    fs::write(
        packed.path().join("phases/logo.ron"),
        "(resources: [bytes(id: \"mine\", path: \"mine.txt\")])",
    )
    .unwrap();
    let report = |packed: &Folder| {
        let file = packed.path().join("play.txt");
        fs::write(&file, "wait failure\nquit\n").unwrap();
        play(packed, file.to_str().unwrap(), &["--phase", "logo"])
    };
    let played = report(&packed);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    assert!(stderr(&played).contains("bytes `mine`"), "{}", stderr(&played));
}

#[test]
fn damaged_packs_are_refused_with_the_name_of_the_item() {
    let packed = packs();
    let pack = packed.path().join("in_game.pack");
    let bytes = fs::read(&pack).unwrap();
    let failure = packed.path().join("failure.txt");
    fs::write(&failure, "wait failure\nquit\n").unwrap();

    // A changed byte is found when its item is read.
    let mut changed = bytes.clone();
    changed[100] ^= 1;
    fs::write(&pack, changed).unwrap();
    let refused = ["in_game.pack", "`tuning.ron` was changed", "copy or make the packs again"];
    let played = play(&packed, failure.to_str().unwrap(), &["--phase", "in_game"]);
    let checked = run(&["check", "--assets", packed.path().to_str().unwrap()]);
    assert_eq!((played.status.code(), checked.status.code()), (Some(0), Some(1)));
    for part in refused {
        assert!(stderr(&played).contains(part), "{}", stderr(&played));
        assert!(stdout(&checked).contains(part), "{}", stdout(&checked));
    }

    // A cut pack is found before the game starts.
    fs::write(&pack, &bytes[..bytes.len() / 2]).unwrap();
    for arguments in [&["--headless"][..], &["check"]] {
        let assets = packed.path().to_str().unwrap();
        let played = run(&[arguments, &["--assets", assets]].concat());
        assert_eq!(played.status.code(), Some(2), "{}", stderr(&played));
        assert!(stderr(&played).contains("in_game.pack: it is cut in `"), "{}", stderr(&played));
    }
    fs::write(&pack, bytes).unwrap();
    let checked = run(&["check", "--assets", packed.path().to_str().unwrap()]);
    assert_eq!((checked.status.code(), stdout(&checked).ends_with("\nall good\n")), (Some(0), true));
}

#[test]
fn broken_assets_are_not_packed() {
    let folder = Folder::of_assets();
    fs::write(folder.path().join("textures/tiles.png"), "no image").unwrap();
    let target = Folder::new();
    let assets = folder.path().to_str().unwrap();
    let made = run(&["pack", target.path().to_str().unwrap(), "--assets", assets]);
    assert_eq!(made.status.code(), Some(1));
    assert!(stderr(&made).contains("phase `in_game`: texture `tiles`: "), "{}", stderr(&made));
    assert_eq!(fs::read_dir(target.path()).unwrap().count(), 0);
}

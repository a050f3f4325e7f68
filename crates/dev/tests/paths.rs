//! The tool `machine` with `--paths`: the shortest list of events to each state and row.

use std::fs;
use std::path::{Path, PathBuf};

use proscenium_dev::machine::{Form, paths, run};

/// A folder of a test, which is gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("proscenium-dev-paths-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let file = self.0.join(name);
        fs::write(&file, text).unwrap();
        file
    }

    /// The lists of a machine, and the summary.
    fn paths(&self, machine: &str) -> Result<(String, String), (String, u8)> {
        let mut out = Vec::new();
        let summary = paths(&self.file("machine.ron", machine), None, &mut out)?;
        Ok((String::from_utf8(out).unwrap(), summary))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The trace of a list of events as lines, and the summary.
fn played(machine: &Path, events: &Path) -> (Vec<String>, String) {
    let mut out = Vec::new();
    let summary = run(machine, Some(events), None, Some(Form::Text), &mut out).unwrap().unwrap();
    (String::from_utf8(out).unwrap().lines().map(str::to_owned).collect(), summary)
}

/// Whether a trace ends as the title of its path says.
fn arrives(title: &str, lines: &str, (trace, summary): &(Vec<String>, String)) -> bool {
    let last = trace.last().map_or("", |line| line.split_once(": ").unwrap().1);
    let end = summary.lines().next().unwrap();
    let end = end.strip_prefix("in the end: ").unwrap().split(&[';', ','][..]).next().unwrap();
    let is_in = |state: &str| end.split(&['/', ' '][..]).any(|name| name == state);
    if let Some(state) = title.strip_prefix("state ") {
        return is_in(state);
    }
    let (_, text) = title.split_once(": ").unwrap();
    let (cause, then) = text.split_once(": ").unwrap();
    let then = then.split(',').next().unwrap();
    let is_caused = cause.strip_prefix("on ").is_none_or(|event| {
        let event = event.split(' ').next().unwrap();
        lines.lines().last() == Some(&format!("event {event}"))
    });
    let target = ["to ", "enters ", "switches to "].iter().find_map(|verb| then.strip_prefix(verb));
    is_caused
        && match target {
            Some(target) => is_in(target.split(' ').next().unwrap()) && !last.starts_with("event "),
            None if then.starts_with("exits") => last.starts_with("exit "),
            None => last == lines.lines().last().unwrap(),
        }
}

#[test]
fn each_state_and_row_of_the_demo_and_the_skeleton_has_a_path_that_leads_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Folder::new("demo");
    let mut summaries = Vec::new();
    for place in ["assets/machines", "skeleton/assets/machines"] {
        let mut files: Vec<_> =
            fs::read_dir(root.join(place)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| {
            let has_code = cfg!(feature = "machine_scripts") || !file.with_extension("rhai").exists();
            has_code && file.extension().is_some_and(|extension| extension == "ron")
        });
        files.sort();
        for file in files {
            let mut out = Vec::new();
            let summary = paths(&file, None, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            summaries.push(format!("{}: {summary}", file.file_stem().unwrap().to_str().unwrap()));
            let whole = folder.file("whole.events", &text);
            played(&file, &whole);
            for path in text.split("\n# ").skip(1) {
                let (title, lines) = path.split_once("\nrestore\n").expect(path);
                let played = played(&file, &folder.file("one.events", lines));
                assert!(arrives(title, lines.trim_end(), &played), "{}: {path}\n{played:?}", file.display());
            }
        }
    }
    let mut expected = vec![
        "hen: paths to 6 of 6 states and 5 of 5 rows",
        "marine: paths to 7 of 7 states and 29 of 29 rows",
        "monster: paths to 8 of 8 states and 14 of 14 rows",
        "mood: paths to 5 of 5 states and 14 of 14 rows",
        "runner: paths to 9 of 9 states and 13 of 13 rows",
        "sheep: paths to 5 of 5 states and 5 of 5 rows",
    ];
    expected.retain(|line| cfg!(feature = "machine_scripts") || !line.starts_with("hen"));
    assert_eq!(summaries, expected);
}

#[test]
fn a_path_that_is_not_there_has_its_reason() {
    let machine = "Machine(name: \"lift\", family: Hierarchy, initial: \"up\", events: [\"ring\"], states: [
        State(name: \"up\", on: [On(event: \"call\", guard: \"in:broken\", then: To(\"broken\"))],
            after: [After(ms: 500, then: To(\"down\"))]),
        State(name: \"down\", initial: \"shut\", on: [On(event: \"call\", then: To(\"up\"))], states: [
            State(name: \"shut\", on: [On(event: \"call\", then: To(\"up\")), On(event: \"push\", then: Stay)]),
        ]),
        State(name: \"broken\", from_code: true, on: [On(event: \"call\", then: To(\"up\"))]),
    ])";
    let (text, summary) = Folder::new("reason").paths(machine).unwrap();
    assert_eq!(
        text,
        "# Each path of `lift` begins at the snapshot.\nsnapshot\n\
         \n# state up\nrestore\n\
         \n# up: on call if in:broken: to broken\n# no path: its guard `in:broken` is false\n\
         \n# up: after 500 ms: to down\nrestore\ntick 500\n\
         \n# state down\nrestore\ntick 500\n\
         \n# down: on call: to up\n# no path: its state has no path, its event does not come, or another row is taken before it\n\
         \n# state shut\nrestore\ntick 500\n\
         \n# shut: on call: to up\nrestore\ntick 500\nevent call\n\
         \n# shut: on push: stays\nrestore\ntick 500\nevent push\n\
         \n# state broken\n# no path: only code leads here\n\
         \n# broken: on call: to up\n# no path: its state has no path, its event does not come, or another row is taken before it\n"
    );
    assert_eq!(summary, "paths to 3 of 4 states and 3 of 6 rows");
}

#[test]
fn a_search_without_an_end_says_where_it_was_ended() {
    let rows: String =
        (0..20).map(|nth| format!("On(event: \"ask\", guard: \"g{nth}\", then: Stay),")).collect();
    let machine = format!(
        "Machine(name: \"oracle\", family: Table, initial: \"calm\", states: [State(name: \"calm\", on: [{rows}]),
            State(name: \"lost\", from_code: true), State(name: \"found\", from_code: true)])"
    );
    let (text, summary) = Folder::new("bound").paths(&machine).unwrap();
    assert!(text.contains("# state lost\n# no path: only code leads here\n"), "{text}");
    let expected = "paths to 1 of 3 states and 20 of 20 rows; the search ended after 5000 configurations";
    assert_eq!(summary, expected);
}

#[test]
fn a_file_that_is_no_machine_has_the_error_of_a_run() {
    let folder = Folder::new("broken");
    let of_run =
        |text: &str| run(&folder.file("machine.ron", text), None, None, None, &mut Vec::new()).unwrap_err();
    let missing = "Machine(name: \"lamp\", family: Table, initial: \"dark\", script: \"no.rhai\",
        states: [State(name: \"dark\")])";
    for text in ["Machine(", "", missing] {
        assert_eq!(folder.paths(text).unwrap_err(), of_run(text));
    }
    let nowhere = folder.0.join("nowhere.ron");
    assert_eq!(paths(&nowhere, None, Vec::new()).unwrap_err().1, 2);
}

#[cfg(feature = "machine_scripts")]
#[test]
fn variables_of_a_script_have_the_values_on_both_sides_of_a_comparison() {
    let folder = Folder::new("script");
    folder.file(
        "lamp.rhai",
        "fn has_oil() { this.oil > 2 } // this.ghost == 1\nfn is_near() { this.distance <= 1.5 && this.is_lit }\n\
         fn is_red() { this.color == \"red\" }",
    );
    let machine = "Machine(name: \"lamp\", family: Table, initial: \"dark\", script: \"lamp.rhai\", states: [
        State(name: \"dark\", on: [
            On(event: \"light\", guard: \"has_oil\", then: To(\"burning\")),
            On(event: \"look\", guard: \"is_near\"), On(event: \"ask\", guard: \"is_red\"),
        ]),
        State(name: \"burning\"),
    ])";
    let (text, summary) = folder.paths(machine).unwrap();
    assert_eq!(
        text,
        "# Each path of `lamp` begins at the snapshot.\nsnapshot\n\
         \n# state dark\nrestore\n\
         \n# dark: on light if has_oil: to burning\nrestore\nset oil 3\nevent light\n\
         \n# dark: on look if is_near: stays\nrestore\nset distance 0.5\nset is_lit true\nevent look\n\
         \n# dark: on ask if is_red: stays\nrestore\nset color red\nevent ask\n\
         \n# state burning\nrestore\nset oil 3\nevent light\n"
    );
    assert_eq!(summary, "paths to 2 of 2 states and 3 of 3 rows");
}

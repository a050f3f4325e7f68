//! Randomly mutated files: no panic, no hang. The fuzz targets in `tools/fuzz` do the same with more time.

use std::sync::mpsc;
use std::time::Duration;

use crate::machine_feed::{SHEEP, feed_machine, feed_script};
use crate::nearly;

/// The time limit for one file, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// Words and numbers that are likely to cause trouble.
const WORDS: [&str; 24] = [
    "",
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65535",
    "4294967295",
    "18446744073709551616",
    "1e308",
    "true",
    "None",
    "\"\"",
    "\"root\"",
    "Pushdown",
    "Template",
    "Hierarchy",
    "Table",
    "Exit",
    "Stay",
    "Leave",
    "Deep",
    "[]",
    "()",
];

/// A mutation of a text.
fn mutated(bytes: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.usize(1..4) {
        if bytes.is_empty() {
            break;
        }
        let (from, to) = (random.usize(0..bytes.len()), random.usize(0..=bytes.len()));
        let (from, to) = (from.min(to), from.max(to).min(from + 200).max(from.min(to)));
        match random.usize(0..8) {
            0 => bytes[from] = random.u8(..),
            1 => drop(bytes.drain(from..to)),
            2 => {
                let part = bytes[from..to].to_vec();
                let at = random.usize(0..=bytes.len());
                drop(bytes.splice(at..at, part));
            }
            3 => {
                let word = WORDS[random.usize(0..WORDS.len())];
                drop(bytes.splice(from..from, word.bytes()));
            }
            _ => {
                // Swapped words leave most files valid.
                let words = words(&bytes);
                let (one, other) = (random.usize(0..words.len()), random.usize(0..words.len()));
                let word = if random.bool() {
                    bytes[words[other].clone()].to_vec()
                } else {
                    WORDS[random.usize(0..WORDS.len())].as_bytes().to_vec()
                };
                drop(bytes.splice(words[one].clone(), word));
            }
        }
    }
    bytes
}

/// The ranges of the words of a text, including quotes.
fn words(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || [b'_', b'"', b'!', b'-'].contains(byte);
    let mut words = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..].iter().take_while(|byte| is_word(byte)).count();
        if length > 0 {
            words.push(at..at + length);
        }
        at += length + 1;
    }
    if words.is_empty() { std::iter::once(0..bytes.len()).collect() } else { words }
}

/// Feeds `cases` mutations of each text; returns how many of them are valid.
fn try_all(texts: &[&[u8]], cases: u64, feed: impl Fn(&[u8]) -> bool) -> u64 {
    let times = std::env::var("PROSCENIUM_SOAK").ok().and_then(|n| n.parse::<u64>().ok()).unwrap_or(1);
    let mut read = 0;
    for text in texts {
        assert!(feed(text), "{}", String::from_utf8_lossy(text));
        for seed in 0..cases * times {
            let bytes = mutated(text, &mut fastrand::Rng::with_seed(seed));
            read += u64::from(feed(&bytes));
        }
    }
    read
}

/// Machines of all families, and one with every field.
const MACHINES: [&[u8]; 5] = [
        SHEEP,
        br#"Machine(name: "lamp", family: Table, initial: "off", events: ["push", "fuse"],
            on: [On(event: "fuse", then: To("broken"))],
            states: [
                State(name: "off", on: [On(event: "push", guard: "has_power", then: To("on"))]),
                State(name: "on", enter: "light", exit: "darken", on: [On(event: "push", action: "click", then: To("off"))]),
                State(name: "broken", after: [After(ms: 400, guard: "!has_power", then: To("off"))]),
            ])"#,
        br#"Machine(name: "guard", family: Pushdown, initial: "idle", max_depth: 4,
            states: [
                State(name: "idle", on: [On(event: "seen", then: Enter("chase")), On(event: "order", then: Enter("march"))]),
                State(name: "march", enter: "plan", uncovered: "plan", update: "step", on: [On(event: "seen", then: Enter("chase")), On(event: "there", then: Exit)]),
                State(name: "chase", update: "step", on: [On(event: "near", then: Switch("fight")), On(event: "lost", then: Exit)]),
                State(name: "fight", update: "strike", on: [On(event: "lost", guard: "is_safe", then: Exit)]),
            ])"#,
        br#"Machine(name: "beast", family: Template, initial: "roam", queue: 8, all_messages: false,
            states: [
                State(name: "roam", initial: "graze", handler: "hear", states: [
                    State(name: "graze", fixed_update: FixedUpdate(every: 200, call: "eat"), on: [On(event: "hungry", then: To("hunt"))]),
                    State(name: "hunt", on: [On(event: "full", then: To("graze")), On(event: "hit", then: To("rage"))]),
                ]),
                State(name: "rage", enter: "roar", on: [On(event: "calm", then: Go(to: "roam", history: Deep, or: "hunt", external: true))]),
            ])"#,
        br#"Machine(name: "all", family: Pushdown, initial: "a", max_depth: 3, queue: 2, all_messages: true, events: ["x"],
            on: [On(event: "x", guard: "!g", action: "act", then: Enter("b"))],
            when: [When(trigger: "g", level: -5, action: "act", then: Switch("a"))],
            states: [
                State(name: "a", initial: "a1", history: Deep, can_go: "g", covered: "act", uncovered: "act", states: [
                    State(name: "a1", min_time: 30, handler: "hear", after: [After(ms: 20, guard: "g", then: Switch("a2"))]),
                    State(name: "a2", from_code: true, fixed_update: FixedUpdate(every: 10, call: "act", spread: true)),
                ]),
                State(name: "b", enter: "act", exit: "act", update: "act", on: [On(event: "y", then: Exit)]),
            ])"#,
    ];

#[test]
fn mutated_machine_files_never_panic() {
    let read = try_all(&MACHINES, 500, feed_machine);
    assert!(read > 25, "only {read} could be read at all");
}

#[test]
fn mutated_scripts_never_panic() {
    let script = br#"
        fn is_afraid(sheep) { sheep.world.distance < 40 + this.fear }
        fn is_calm(sheep) { sheep.world.distance > 90.0 }
        fn roll() { this.seed = (this.seed * 75 + 74) % 65537; this.seed / 65537.0 }
        fn choose(sheep) {
            this.patience = 2.0 * this.roll();
            if this.patience > 1.5 { sheep.turn(this.roll() - 0.5, this.roll() - 0.5, 18); }
        }
        fn turn_away(sheep) {
            this.fear += 1;
            for step in 0..3 { sheep.turn(-sheep.world.x, -sheep.world.y * step, 70); }
        }"#;
    let read = try_all(&[script], 500, feed_script);
    assert!(read > 30, "only {read} could be read at all");
}

#[test]
fn nearly_right_machine_files_are_refused_with_the_file_or_run() {
    let times = std::env::var("PROSCENIUM_SOAK").ok().and_then(|n| n.parse::<u64>().ok()).unwrap_or(1);
    let (mut read, cases) = (0, 100 * times);
    for machine in MACHINES {
        let right = std::str::from_utf8(machine).unwrap();
        read += (0..cases)
            .filter(|seed| {
                let bytes = nearly::bytes_of(*seed);
                feed_machine(nearly::text(right, &mut nearly::Choices::of(&bytes)).as_bytes())
            })
            .count() as u64;
    }
    assert!((cases / 2..cases * 4).contains(&read), "{read} could be read");
}

/// A text with lines removed, duplicated, swapped, or with other numbers or names.
fn mutated_lines(text: &str, random: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..random.usize(1..4) {
        let (one, other) = (random.usize(0..lines.len()), random.usize(0..lines.len()));
        match random.usize(0..6) {
            0 if lines.len() > 1 => drop(lines.remove(one)),
            1 => lines.insert(other, lines[one].clone()),
            2 => lines.swap(one, other),
            3 => lines[one] = with_numbers(&lines[one], random),
            _ => lines[one] = with_names(&lines[one], text, random),
        }
    }
    lines.join("\n")
}

/// A line with its numbers replaced.
fn with_numbers(line: &str, random: &mut fastrand::Rng) -> String {
    let numbers = ["0", "1", "1073741824", "1073741825", "4294967295", "4294967296", "-2147483648", "65536"];
    let mut parts: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for part in parts.iter_mut().filter(|part| part.starts_with(|c: char| c.is_ascii_digit())) {
        let end = part.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
        *part = format!("{}{end}", numbers[random.usize(0..numbers.len())]);
    }
    parts.join(" ")
}

/// A line with one name replaced by another of the text.
fn with_names(line: &str, text: &str, random: &mut fastrand::Rng) -> String {
    // Every second part between quotes is a name.
    let names: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
    let mut parts: Vec<&str> = line.split('"').collect();
    let count = parts.len() / 2;
    if count > 0 {
        parts[2 * random.usize(0..count) + 1] = names[random.usize(0..names.len())];
    }
    parts.join("\"")
}

#[test]
fn machine_files_mutated_by_line_never_hang() {
    let times = std::env::var("PROSCENIUM_SOAK").ok().and_then(|n| n.parse::<u64>().ok()).unwrap_or(1);
    let (sender, receiver) = mpsc::channel();
    let worker = std::thread::spawn(move || {
        for bytes in MACHINES {
            let text = std::str::from_utf8(bytes).unwrap();
            for seed in 0..500 * times {
                let mutation = mutated_lines(text, &mut fastrand::Rng::with_seed(seed));
                sender.send((mutation.clone(), false)).unwrap();
                let is_read = feed_machine(mutation.as_bytes());
                sender.send((String::new(), is_read)).unwrap();
            }
        }
    });
    let (mut last, mut read) = (String::new(), 0_u64);
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok((text, is_read)) => {
                read += u64::from(is_read);
                last = text;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("it hangs with\n{last}"),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    assert!(worker.join().is_ok(), "it panics with\n{last}");
    assert!(read > 300, "only {read} could be read at all");
}

//! Generated requests against a plain model of the streams: the same trace, with each number of threads.

use super::*;

use proptest::prelude::*;

/// The files by number: their sides in pixels, `None` for one that is missing, and their weights.
const FILES: [(&str, Option<u32>, u64); 8] = [
    ("f0", Some(1), 1),
    ("f1", Some(2), 1),
    ("f2", Some(3), 2),
    ("f3", Some(4), 1),
    ("f4", None, 1),
    ("f5", Some(5), 1),
    ("f6", Some(6), 3),
    ("f7", Some(7), 1),
];

fn size(file: usize) -> Option<u64> {
    FILES[file].1.map(|side| u64::from(side * side * 4))
}

#[derive(Clone, Debug)]
enum Act {
    Request(Vec<usize>, i32),
    /// Drops one of the tickets that are kept.
    Drop(usize),
    Ticks(usize),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => (prop::collection::vec(0..FILES.len(), 0..7), -1..2).prop_map(|(ids, p)| Act::Request(ids, p)),
        4 => (0usize..8).prop_map(Act::Drop),
        3 => (1usize..30).prop_map(Act::Ticks),
    ]
}

/// The rules, each computed from the whole state.
#[derive(Default)]
struct Model {
    limit: u64,
    tick: u64,
    /// The requests that are kept: their number, files, priority, and files that are not there yet.
    requests: Vec<(usize, Vec<usize>, i32, Vec<usize>)>,
    /// What is decoded, and since when.
    decoding: Vec<(usize, u64)>,
    /// What is resident, and when it was released, in an order of all releases.
    resident: Vec<(usize, Option<u64>)>,
    releases: u64,
    /// When the last item was finished.
    last: u64,
    lines: Vec<String>,
}

impl Model {
    fn is_wanted(&self, file: usize) -> bool {
        self.requests.iter().any(|(_, files, ..)| files.contains(&file))
    }

    fn bytes(&self, counts: impl Fn(&Option<u64>) -> bool) -> u64 {
        self.resident
            .iter()
            .filter(|(_, released)| counts(released))
            .filter_map(|(file, _)| size(*file))
            .sum()
    }

    fn request(&mut self, number: usize, files: &[usize], priority: i32) {
        // One that comes twice counts once, at its first place.
        let is_first = |(place, file): &(usize, &usize)| !files[..*place].contains(file);
        let files: Vec<_> = files.iter().enumerate().filter(is_first).map(|(_, file)| *file).collect();
        let missing = |file: &&usize| !self.resident.iter().any(|(resident, _)| resident == *file);
        let pending = files.iter().filter(missing).copied().collect();
        for (file, released) in &mut self.resident {
            if files.contains(file) {
                *released = None;
            }
        }
        self.requests.push((number, files, priority, pending));
        self.requests.sort_by_key(|(number, _, priority, _)| (-priority, *number));
    }

    fn tick(&mut self, dropped: &[usize]) {
        self.tick += 1;
        let (gone, kept) = self.requests.drain(..).partition(|(number, ..)| dropped.contains(number));
        let gone: Vec<_> = gone;
        self.requests = kept;
        for file in gone.iter().flat_map(|(_, files, ..)| files) {
            let is_wanted = self.is_wanted(*file);
            if let Some((_, released)) = self.resident.iter_mut().find(|(resident, _)| resident == file)
                && !is_wanted
            {
                self.releases += 1;
                *released = Some(self.releases);
            }
        }
        let decoding = std::mem::take(&mut self.decoding);
        self.decoding = decoding.into_iter().filter(|(file, _)| self.is_wanted(*file)).collect();
        let next = self.requests.iter().flat_map(|(.., pending)| pending);
        for file in next {
            if self.decoding.len() < 4 && !self.decoding.iter().any(|(other, _)| other == file) {
                self.decoding.push((*file, self.tick));
            }
        }
        let Some((file, began)) = self.decoding.first().copied() else { return };
        let weight = FILES[file].2;
        if self.tick < began + 8 * weight || self.tick < self.last + weight {
            return;
        }
        self.last = self.tick;
        self.decoding.remove(0);
        let fits = size(file).is_some_and(|size| self.bytes(Option::is_none) + size <= self.limit);
        while fits && self.bytes(|_| true) + size(file).unwrap_or_default() > self.limit {
            let oldest = self.resident.iter().filter(|(_, released)| released.is_some());
            let (oldest, _) = *oldest.min_by_key(|(_, released)| *released).unwrap();
            self.resident.retain(|(file, _)| *file != oldest);
            self.lines.push(format!("{} freed", FILES[oldest].0));
        }
        for (.., pending) in &mut self.requests {
            pending.retain(|other| *other != file);
        }
        if fits {
            self.resident.push((file, None));
        }
        self.lines.push(format!("{} {}", FILES[file].0, if fits { "loaded" } else { "failed" }));
    }
}

/// What is seen in each tick: steps of resources, resident ids.
type Seen = Vec<(Vec<String>, Vec<&'static str>)>;

fn play(threads: usize, limit: u64, acts: &[Act]) -> Result<Seen, TestCaseError> {
    let files = FILES.iter().filter_map(|(id, side, _)| Some((id, (*side)?)));
    let source =
        files.fold(TestSource::default(), |source, (id, side)| source.with(&format!("{id}.png"), png(side)));
    let mut stage = Stage::empty(ManagerSettings {
        source: Arc::new(source),
        background: Background::with_threads(threads),
        stream_limit: limit,
        ..ManagerSettings::default()
    });
    let phase = FILES.iter().fold(Phase::new("world"), |phase, (id, _, weight)| {
        phase.resource(streamed(id).weight(*weight as u32))
    });
    stage.add_phase(phase, &["world"]);
    load(&mut stage, "world");
    let (mut model, mut seen, mut tickets) = (Model { limit, ..Model::default() }, Seen::new(), Vec::new());
    for (number, act) in acts.iter().enumerate() {
        let (mut ticks, mut dropped) = (1, Vec::new());
        let mut new = None;
        match act {
            Act::Request(files, priority) => {
                let ids: Vec<_> = files.iter().map(|file| FILES[*file].0).collect();
                model.request(number, files, *priority);
                new = Some((ids, *priority));
            }
            Act::Drop(place) if !tickets.is_empty() => {
                let (number, _) = tickets.remove(place % tickets.len());
                dropped.push(number);
            }
            Act::Drop(_) => {}
            Act::Ticks(more) => ticks = *more,
        }
        for _ in 0..ticks {
            match new.take() {
                Some((ids, priority)) => tickets.push((number, request(&mut stage, &ids, priority))),
                None => stage.frame(),
            }
            model.tick(&std::mem::take(&mut dropped));
            let lines: Vec<String> = stage.lines();
            let short = lines.iter().map(|line| {
                let words: Vec<_> = line.trim_start_matches("texture world/").split(' ').collect();
                format!("{} {}", words[0], words[1])
            });
            prop_assert_eq!(short.collect::<Vec<_>>(), std::mem::take(&mut model.lines), "after {:?}", act);
            let mut resident: Vec<_> = model.resident.iter().map(|(file, _)| FILES[*file].0).collect();
            resident.sort_unstable();
            prop_assert_eq!(ids(&stage), resident);
            let bytes = stage.manager.memory().texture_bytes;
            prop_assert_eq!(
                (bytes, stage.manager.texture_count()),
                (model.bytes(|_| true), ids(&stage).len())
            );
            prop_assert!(bytes <= limit);
            seen.push((lines, ids(&stage)));
        }
    }
    for (number, ticket) in &tickets {
        let pending = &model.requests.iter().find(|(other, ..)| other == number).unwrap().3;
        prop_assert_eq!(ticket.outcome() == Some(Ok(())), ticket.progress().fraction >= 1.0);
        prop_assert!(!pending.is_empty() || ticket.outcome().is_some());
    }
    stage.run([ScreenCommand::Quit]);
    prop_assert_eq!((stage.manager.texture_count(), stage.manager.memory().texture_bytes), (0, 0));
    Ok(seen)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn streams_follow_a_plain_model_with_any_number_of_threads(
        acts in prop::collection::vec(act(), 0..60),
        limit in 0u64..400,
    ) {
        let alone = play(0, limit, &acts)?;
        for threads in [1, 4] {
            prop_assert_eq!(&play(threads, limit, &acts)?, &alone);
        }
    }
}

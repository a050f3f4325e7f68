//! The state of the program as short texts.

use proscenium::ai::Counters;
use proscenium::flow::ScreenManager;

use crate::screens::InGame;
use crate::view::View;

/// The style of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Active,
    Dim,
    Wrong,
}

/// The state of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The phase, and the screens on the stack, bottom to top.
    pub screens: Vec<(String, Tone)>,
    /// The resident resources, and the last load.
    pub resources: Vec<(String, Tone)>,
    /// The machines of all screens, with their counts.
    pub machines: Vec<(String, Tone)>,
}

impl Facts {
    pub fn of(manager: &ScreenManager, view: &View<'_>) -> Self {
        let active = manager.active();
        let phase =
            manager.phase().map_or_else(|| view.text_of("inspector-loading"), |id| id.name().to_owned());
        let mut screens = vec![(view.text_with("inspector-phase", "name", phase), Tone::Dim)];
        let depth = manager.stack().count();
        screens.extend(manager.stack().enumerate().map(|(number, id)| {
            // A screen can be on the stack twice; the last one is active.
            let is_active = number + 1 == depth && active == Some(id);
            let mark = if is_active { "→" } else { " " };
            (format!("{mark} {id}"), if is_active { Tone::Active } else { Tone::Plain })
        }));
        Self { screens, resources: resources(manager, view), machines: machines(manager, view) }
    }
}

fn resources(manager: &ScreenManager, view: &View<'_>) -> Vec<(String, Tone)> {
    let counts = manager.resources().counts();
    let kinds: Vec<_> = counts.iter().map(|(kind, count)| format!("{kind} ×{count}")).collect();
    let memory = manager.memory();
    let memory = [
        ("bytes", bytes(memory.texture_bytes)),
        ("textures", manager.texture_count().to_string()),
        ("other", bytes(memory.other_bytes)),
    ];
    let mut lines =
        vec![(kinds.join(", "), Tone::Plain), (view.format("inspector-memory", &memory), Tone::Plain)];
    if let Some(load) = manager.load_reports().last() {
        let values = [
            ("phase", load.phase.to_string()),
            ("items", load.items.to_string()),
            ("bytes", bytes(load.bytes)),
            ("time", format!("{:.0}", load.milliseconds)),
            ("ticks", load.ticks.to_string()),
            ("longest", format!("{:.1}", load.longest_tick_ms)),
        ];
        let tone = if load.ready { Tone::Dim } else { Tone::Wrong };
        lines.push((view.format("inspector-load", &values), tone));
    }
    let leaks = manager.leaks().len();
    if leaks > 0 {
        lines.push((view.text_with("inspector-leaks", "count", leaks), Tone::Wrong));
    }
    lines
}

fn machines(manager: &ScreenManager, view: &View<'_>) -> Vec<(String, Tone)> {
    let mut lines = Vec::new();
    for machines in manager.stack().filter_map(|screen| manager.machines(screen)) {
        for (machine, states, counters) in machines.counts() {
            let text: Vec<_> = states.iter().map(|(state, count)| format!("{state} {count}")).collect();
            let dropped = dropped(counters, view);
            if !text.is_empty() {
                lines.push((format!("{machine}: {}", text.join(", ")), Tone::Plain));
            } else if !dropped.is_empty() {
                lines.push((format!("{machine}: {}", view.text_of("inspector-none")), Tone::Dim));
            }
            lines.extend(dropped);
        }
    }
    let routes = waiting_routes(manager);
    lines.extend(routes.map(|count| (view.text_with("inspector-routes", "count", count), Tone::Dim)));
    lines
}

/// The number of queued path searches, if any.
fn waiting_routes(manager: &ScreenManager) -> Option<usize> {
    let (play, ..) = InGame::observe(manager)?;
    Some(play.waiting_routes()).filter(|count| *count > 0)
}

/// Events and changes without effect. Unhandled, refused and lost events are normal in a game; the
/// others indicate a problem.
fn dropped(counters: &Counters, view: &View<'_>) -> Vec<(String, Tone)> {
    let text = |counts: &[(u64, &str)], tone| {
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let text: Vec<_> = counts.map(|(count, key)| view.text_with(key, "count", count)).collect();
        (!text.is_empty()).then(|| (format!("  {}", text.join(", ")), tone))
    };
    let normal = [
        (counters.unhandled, "inspector-unhandled"),
        (counters.refused, "inspector-refused"),
        (counters.lost, "inspector-lost"),
    ];
    let problems = [
        (counters.dropped, "inspector-dropped"),
        (counters.stack_full, "inspector-stack-full"),
        (counters.stack_empty, "inspector-stack-empty"),
        (counters.endless, "inspector-endless"),
        (counters.foreign, "inspector-unknown"),
        (counters.payloads, "inspector-payloads"),
    ];
    text(&normal, Tone::Dim).into_iter().chain(text(&problems, Tone::Wrong)).collect()
}

fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{} kB", count / 1000),
        _ => format!("{}.{} MB", count / 1_000_000, count / 100_000 % 10),
    }
}

//! The state of the program as short texts.

use proscenium::ai::Counters;
use proscenium::flow::{MachineCount, ScreenManager};

use super::PLAYED;
use crate::screens::InGame;

/// The style of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Normal.
    Plain,
    /// Active, highlighted.
    Active,
    /// Less important.
    Dim,
    /// A problem.
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
    /// The current facts.
    pub fn of(manager: &ScreenManager) -> Self {
        let active = manager.active();
        let phase = manager.phase().map_or("(loading)", |phase| phase.name());
        let mut screens = vec![(format!("phase {phase}"), Tone::Dim)];
        let depth = manager.stack().count();
        screens.extend(manager.stack().enumerate().map(|(number, id)| {
            // A screen can be on the stack twice; the last one is active.
            let is_active = number + 1 == depth && active == Some(id);
            let mark = if is_active { "→" } else { " " };
            (format!("{mark} {id}"), if is_active { Tone::Active } else { Tone::Plain })
        }));
        Self { screens, resources: resources(manager), machines: machines(manager) }
    }
}

fn resources(manager: &ScreenManager) -> Vec<(String, Tone)> {
    let counts = manager.resources().counts();
    let kinds: Vec<_> = counts.iter().map(|(kind, count)| format!("{kind} ×{count}")).collect();
    let memory = manager.memory();
    let mut lines = vec![
        (kinds.join(", "), Tone::Plain),
        (
            format!(
                "{} in {} textures, {} other",
                bytes(memory.texture_bytes),
                manager.texture_count(),
                bytes(memory.other_bytes)
            ),
            Tone::Plain,
        ),
    ];
    if let Some(load) = manager.load_reports().last() {
        let text = format!(
            "last load: {}, {} items, {}, {:.0} ms in {} ticks, longest {:.1} ms",
            load.phase,
            load.items,
            bytes(load.bytes),
            load.milliseconds,
            load.ticks,
            load.longest_tick_ms
        );
        lines.push((text, if load.ready { Tone::Dim } else { Tone::Wrong }));
    }
    if !manager.leaks().is_empty() {
        lines.push((format!("{} leaks", manager.leaks().len()), Tone::Wrong));
    }
    lines
}

fn machines(manager: &ScreenManager) -> Vec<(String, Tone)> {
    let mut lines = Vec::new();
    for machines in manager.stack().filter_map(|screen| manager.machines(screen)) {
        for (MachineCount { machine, states }, counters) in machines.counts().iter().zip(machines.counters())
        {
            let text: Vec<_> = states.iter().map(|(state, count)| format!("{state} {count}")).collect();
            let dropped = dropped(counters);
            if !text.is_empty() {
                lines.push((format!("{machine}: {}", text.join(", ")), Tone::Plain));
            } else if !dropped.is_empty() {
                lines.push((format!("{machine}: none"), Tone::Dim));
            }
            lines.extend(dropped);
        }
    }
    lines.extend(waiting_routes(manager).map(|count| (format!("{count} queued path searches"), Tone::Dim)));
    lines
}

/// The number of queued path searches, if any.
fn waiting_routes(manager: &ScreenManager) -> Option<usize> {
    let machines = manager.machines(PLAYED)?;
    let (play, _) = manager.screen::<InGame>(PLAYED)?.observe(machines)?;
    Some(play.waiting_routes()).filter(|count| *count > 0)
}

/// Events and changes without effect. Unhandled, refused and lost events are normal in a game; the
/// others indicate a problem.
fn dropped(counters: &Counters) -> Vec<(String, Tone)> {
    let text = |counts: &[(u64, &str)], tone| {
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let text: Vec<_> = counts.map(|(count, what)| format!("{count} {what}")).collect();
        (!text.is_empty()).then(|| (format!("  {}", text.join(", ")), tone))
    };
    let normal = [(counters.unhandled, "unhandled"), (counters.refused, "refused"), (counters.lost, "lost")];
    let problems = [
        (counters.dropped, "dropped"),
        (counters.stack_full, "stack full"),
        (counters.stack_empty, "stack empty"),
        (counters.endless, "endless"),
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

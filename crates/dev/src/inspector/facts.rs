//! The state of the program as short texts.

use proscenium_ai::Counters;
use proscenium_core::flow::ScreenManager;
use proscenium_ui::Ink;

type Lines = Vec<(String, Ink)>;

/// The phase, and the screens on the stack, from the bottom to the top.
pub(super) fn screens(manager: &ScreenManager) -> Lines {
    let phase = manager.flow().phase().map_or("(loading)", |id| id.name());
    let depth = manager.stack().ids().count();
    let screens = manager.stack().ids().enumerate().map(|(number, id)| {
        // A screen can be on the stack twice; the last one is active.
        if number + 1 == depth && manager.stack().active() == Some(id) {
            (format!("> {id}"), Ink::Accent)
        } else {
            (format!("  {id}"), Ink::Text)
        }
    });
    std::iter::once((format!("phase {phase}"), Ink::Dim)).chain(screens).collect()
}

/// The resident resources, and the last load.
pub(super) fn resources(manager: &ScreenManager) -> Lines {
    let counts = manager.assets().resources().counts();
    let kinds: Vec<_> = counts.iter().map(|(kind, count)| format!("{kind} x{count}")).collect();
    let memory = manager.assets().memory();
    let (textures, other) = (bytes(memory.texture_bytes), bytes(memory.other_bytes));
    let memory = format!("textures {textures} ({}), other {other}", manager.assets().texture_count());
    let mut lines = vec![(kinds.join(", "), Ink::Text), (memory, Ink::Text)];
    if let Some(load) = manager.assets().reports().last() {
        let line = format!(
            "last load: {}, {} items, {}, {:.0} ms in {} ticks, longest {:.1} ms",
            load.phase,
            load.items,
            bytes(load.bytes),
            load.milliseconds,
            load.ticks,
            load.longest_tick_ms
        );
        lines.push((line, if load.ready { Ink::Dim } else { Ink::Error }));
    }
    let leaks = manager.assets().leaks().len();
    if leaks > 0 {
        lines.push((format!("{leaks} leaks"), Ink::Error));
    }
    lines
}

/// The machines of all screens, with the number of units in each state.
pub(super) fn machines(manager: &ScreenManager) -> Lines {
    let mut lines = Vec::new();
    for machines in manager.stack().ids().filter_map(|screen| manager.stack().populations(screen)) {
        for (machine, states, counters) in machines.counts() {
            let text: Vec<_> = states.iter().map(|(state, count)| format!("{count} {state}")).collect();
            let without_effect = without_effect(counters);
            if !text.is_empty() {
                lines.push((format!("{machine}: {}", text.join(", ")), Ink::Text));
            } else if !without_effect.is_empty() {
                lines.push((format!("{machine}: none"), Ink::Dim));
            }
            lines.extend(without_effect);
        }
    }
    lines
}

/// Events and changes without effect. Unhandled, refused and lost events are normal in a game; the others are problems.
fn without_effect(counters: &Counters) -> Lines {
    let line = |counts: &[(u64, &str)], ink| {
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let text: Vec<_> = counts.map(|(count, what)| format!("{count} {what}")).collect();
        (!text.is_empty()).then(|| (format!("  {}", text.join(", ")), ink))
    };
    let normal = [(counters.unhandled, "unhandled"), (counters.refused, "refused"), (counters.lost, "lost")];
    let problems = [
        (counters.dropped, "dropped"),
        (counters.stack_full, "stack full"),
        (counters.stack_empty, "stack empty"),
        (counters.endless, "endless"),
        (counters.foreign, "unknown names"),
        (counters.payloads, "payloads of another type"),
        (counters.spawns, "spawns beyond the limit"),
    ];
    line(&normal, Ink::Dim).into_iter().chain(line(&problems, Ink::Error)).collect()
}

fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{} kB", count / 1000),
        _ => format!("{}.{} MB", count / 1_000_000, count / 100_000 % 10),
    }
}

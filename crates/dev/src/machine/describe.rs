//! What a machine is, for people and as JSON.

use proscenium_ai::{Blueprint, EventId, Family, Go, History, Next, Row, State, Structure, Timeout, Trigger};

/// The machine as lines of text.
pub(super) fn text(machine: &Blueprint, structure: &Structure) -> String {
    let Blueprint { name, family, initial, script, max_depth, queue, all_messages, .. } = machine;
    let family = format!("{family:?}").to_lowercase();
    let mut lines = vec![format!("machine {name}: {family}, begins in {initial}")];
    lines.extend(script.iter().map(|script| format!("script: {script}")));
    if machine.family == Family::Pushdown {
        lines.push(format!("states on the stack: {max_depth} at most"));
    }
    let handled = if *all_messages { "all of them" } else { "one" };
    lines.push(format!("messages that wait: {queue} at most, of which a tick handles {handled}"));
    let events: Vec<_> = structure.events().map(EventId::name).collect();
    lines.push(format!("events: {}", if events.is_empty() { "none".to_owned() } else { events.join(", ") }));
    if !(machine.on.is_empty() && machine.when.is_empty()) {
        lines.push("in each state".to_owned());
        rows(&mut lines, "  ", &machine.on, &machine.when, &[]);
    }
    machine.states.iter().for_each(|state| describe(&mut lines, "", state));
    lines.join("\n") + "\n"
}

/// The machine as an object in JSON: as in its file, with all fields and all events that it knows.
pub(super) fn json(machine: &Blueprint, structure: &Structure) -> String {
    let events = structure.events().map(|event| event.name().to_owned()).collect();
    let machine = Blueprint { events, ..machine.clone() };
    serde_json::to_string_pretty(&machine).unwrap_or_default() + "\n"
}

fn describe(lines: &mut Vec<String>, indent: &str, state: &State) {
    let mut about = Vec::new();
    about.extend(state.initial.iter().map(|initial| format!("begins in {initial}")));
    about.extend(history(state.history));
    let flags = [(state.parallel, "all inside are active together"), (state.is_final, "final")];
    let flags = flags.into_iter().chain([(state.from_code, "code leads here")]);
    about.extend(flags.filter(|(is_on, _)| *is_on).map(|(_, what)| what.to_owned()));
    about.extend((state.min_time > 0).then(|| format!("no trigger leaves it for {} ms", state.min_time)));
    about.extend(state.can_go.iter().map(|guard| format!("left only if {guard}")));
    let about = if about.is_empty() { String::new() } else { format!(": {}", about.join(", ")) };
    lines.push(format!("{indent}state {}{about}", state.name));
    let inner = format!("{indent}  ");
    let hooks = [
        ("enter", &state.enter),
        ("exit", &state.exit),
        ("covered", &state.covered),
        ("uncovered", &state.uncovered),
        ("update", &state.update),
        ("handler", &state.handler),
    ];
    let hooks = hooks.into_iter().filter_map(|(hook, call)| Some(format!("{hook} {}", call.as_ref()?)));
    let fixed = state.fixed_update.iter().map(|fixed| format!("each {} ms {}", fixed.every, fixed.call));
    let calls: Vec<_> = hooks.chain(fixed).collect();
    if !calls.is_empty() {
        lines.push(format!("{inner}calls {}", calls.join(", ")));
    }
    rows(lines, &inner, &state.on, &state.when, &state.after);
    state.states.iter().for_each(|state| describe(lines, &inner, state));
}

/// Adds a line for each row, trigger and timeout, in this order.
pub(super) fn rows(lines: &mut Vec<String>, indent: &str, on: &[Row], when: &[Trigger], after: &[Timeout]) {
    let mut add = |cause: String, guard: Option<&str>, action: Option<&str>, then: &Next| {
        let guard = guard.map(|guard| format!(" if {guard}")).unwrap_or_default();
        let action = action.map(|action| format!(", calls {action}")).unwrap_or_default();
        lines.push(format!("{indent}{cause}{guard}: {}{action}", next(then)));
    };
    for Row { event, guard, action, then } in on {
        add(format!("on {event}"), guard.as_deref(), action.as_deref(), then);
    }
    for Trigger { trigger, level, action, then } in when {
        add(format!("when {trigger} (level {level})"), None, action.as_deref(), then);
    }
    for Timeout { ms, guard, action, then } in after {
        add(format!("after {ms} ms"), guard.as_deref(), action.as_deref(), then);
    }
}

fn next(then: &Next) -> String {
    match then {
        Next::Stay => "stays".to_owned(),
        Next::To(state) => format!("to {state}"),
        Next::Enter(state) => format!("enters {state} above it"),
        Next::Switch(state) => format!("switches to {state}"),
        Next::Exit => "exits to the state below".to_owned(),
        Next::Leave => "leaves to the state around it".to_owned(),
        Next::Go(Go { to, history: of, or, external }) => {
            let or = or.iter().map(|or| format!("or to {or}"));
            let more = of.and_then(history).into_iter().chain(or);
            let more = more.chain(external.then(|| "left and entered again".to_owned()));
            [format!("to {to}")].into_iter().chain(more).collect::<Vec<_>>().join(", ")
        }
    }
}

fn history(history: History) -> Option<String> {
    match history {
        History::None => None,
        History::Shallow => Some("where it was left".to_owned()),
        History::Deep => Some("where it was left, to the innermost state".to_owned()),
    }
}

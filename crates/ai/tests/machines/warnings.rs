//! What machines log.

use std::sync::Mutex;

struct Warnings(Mutex<Vec<String>>);

impl log::Log for Warnings {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let text = record.args().to_string();
        if ["`lamp`", "`slime`", "`ghost`", "`circle`", "`gate`", "`tower`"]
            .iter()
            .any(|machine| text.contains(machine))
        {
            self.0.lock().unwrap().push(text);
        }
    }

    fn flush(&self) {}
}

static WARNINGS: Warnings = Warnings(Mutex::new(Vec::new()));

/// Begins to keep what the machines log that are listed above.
pub fn keep() {
    // Another test may have begun.
    let _ = log::set_logger(&WARNINGS);
    log::set_max_level(log::LevelFilter::Debug);
}

/// What one machine has logged.
pub fn of(machine: &str) -> Vec<String> {
    let all = WARNINGS.0.lock().unwrap();
    all.iter().filter(|text| text.contains(&format!("`{machine}`"))).cloned().collect()
}

#[test]
fn a_misspelt_state_that_code_asks_for_is_logged_once_with_the_nearest_one() {
    use proscenium_ai::{Bindings, Blueprint, Context, Population, State, StateId};

    keep();
    let ghost = Blueprint::table("ghost", "haunt").state(State::new("haunt").update("look"));
    let look = |_: &mut u32, _: &mut (), cx: &mut Context<'_>| assert!(!cx.is_in(StateId::from("hunt")));
    let mut ghosts = Population::new(&ghost.build(&Bindings::new().action("look", look)).unwrap());
    let unit = ghosts.spawn(&mut (), 0);
    for _ in 0..3 {
        ghosts.tick(&mut (), std::time::Duration::from_millis(16));
        assert!(!ghosts.is_in(unit, StateId::from("haunts")));
        assert_eq!(ghosts.count_in(StateId::from("elsewhere")), 0);
    }
    let warning =
        |state: &str| format!("machine `ghost`: code asks for state `{state}`, which it does not have");
    let near = "; did you mean `haunt`?";
    let asked: Vec<String> = of("ghost").into_iter().filter(|text| text.contains("asks for")).collect();
    let expected = [warning("hunt") + near, warning("haunts") + near, warning("elsewhere")];
    assert_eq!(asked, if cfg!(debug_assertions) { expected.to_vec() } else { Vec::new() });
}

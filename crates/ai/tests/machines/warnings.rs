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

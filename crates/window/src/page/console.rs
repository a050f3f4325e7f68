//! The log goes to the browser's console, a panic to the page.

use std::panic::PanicHookInfo;

use macroquad::miniquad as console;

/// Sends the `log` to the browser's console, each level by its own function.
pub struct Console;

impl log::Log for Console {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &log::Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        // A zero byte would end the program in miniquad, and a text may have come from any file.
        let text = format!("{}: {}", record.target(), record.args()).replace('\0', "\u{fffd}");
        match record.level() {
            log::Level::Error => console::error!("{}", text),
            log::Level::Warn => console::warn!("{}", text),
            log::Level::Info => console::info!("{}", text),
            log::Level::Debug | log::Level::Trace => console::debug!("{}", text),
        }
    }

    fn flush(&self) {}
}

/// From now on a panic is shown on the page, in the words of `describe`. miniquad's own hook, which writes it to the console
/// in the words of the debugger, is replaced; so this is called when the window is there.
pub fn show_panics(describe: fn(&PanicHookInfo<'_>) -> String) {
    std::panic::set_hook(Box::new(move |panic| {
        super::send(&format!("panic:{}", describe(panic)));
    }));
}

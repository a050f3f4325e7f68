//! Copy and paste. A page gets a paste from its browser, as typed text.

use std::sync::mpsc::{Receiver, channel};

use macroquad::input::{KeyCode, is_key_down};
use macroquad::miniquad::KeyMods;
use macroquad::miniquad::window::clipboard_set;

use super::entry::FocusedEntry;

/// The maximum number of characters of a paste.
const MAX_PASTE: usize = 1000;

/// A key that is pressed with Ctrl, or with Cmd on a Mac.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shortcut {
    Copy,
    Paste,
}

impl Shortcut {
    /// Windows reports `AltGr` as Ctrl and Alt. A page has the events of its browser instead.
    pub(crate) const fn of(key: KeyCode, mods: KeyMods) -> Option<Self> {
        let is_held = if cfg!(target_os = "macos") { mods.logo } else { mods.ctrl && !mods.alt };
        match key {
            _ if cfg!(target_arch = "wasm32") || !is_held => None,
            KeyCode::C => Some(Self::Copy),
            KeyCode::V => Some(Self::Paste),
            _ => None,
        }
    }

    /// The shortcut of each frame in which its keys are held: macroquad's widgets copy an empty text in all of them, and
    /// the last copy is the one that stays.
    pub(crate) fn held() -> Option<Self> {
        let ctrl = is_key_down(KeyCode::LeftControl) || is_key_down(KeyCode::RightControl);
        let alt = is_key_down(KeyCode::LeftAlt) || is_key_down(KeyCode::RightAlt);
        let copy = Self::of(KeyCode::C, KeyMods { ctrl, alt, ..KeyMods::default() });
        copy.filter(|_| is_key_down(KeyCode::C))
    }
}

/// The clipboard of the desktop.
#[derive(Default)]
pub(crate) struct Clipboard {
    /// What another program copied, as soon as that program gives it.
    pasted: Option<Receiver<String>>,
}

impl Clipboard {
    /// Copies the text of the field with the focus, or adds a paste to the text that is typed in this frame. Called once a
    /// frame. Without a field nothing is read and nothing is kept.
    pub(crate) fn update(
        &mut self,
        shortcut: Option<Shortcut>,
        entry: Option<&FocusedEntry>,
        typed: &mut String,
    ) {
        let Some(field) = entry.filter(|entry| entry.before_caret.is_some()) else {
            self.pasted = None;
            return;
        };
        match shortcut {
            Some(Shortcut::Copy) => clipboard_set(&field.value),
            Some(Shortcut::Paste) => self.pasted = Some(copied()),
            None => {}
        }
        let Some(pasted) = self.pasted.as_ref().and_then(|pasted| pasted.try_recv().ok()) else { return };
        typed.extend(typed_characters(&pasted));
        self.pasted = None;
    }
}

/// What a paste types: no line breaks and no other control characters, one of which would be a backspace.
fn typed_characters(pasted: &str) -> impl Iterator<Item = char> {
    let is_text = |character: &char| !character.is_control() && !matches!(character, '\u{2028}' | '\u{2029}');
    pasted.chars().filter(is_text).take(MAX_PASTE)
}

/// What was copied. The system keeps it.
#[cfg(any(windows, target_os = "macos"))]
fn copied() -> Receiver<String> {
    let (sender, receiver) = channel();
    if let Some(text) = macroquad::miniquad::window::clipboard_get() {
        let _ = sender.send(text);
    }
    receiver
}

/// What was copied. An X server asks the program that has it, which may never answer: a thread waits.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn copied() -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || match x11::copied() {
        Ok(text) => drop(sender.send(text)),
        Err(error) => log::info!("nothing is pasted: {error}"),
    });
    receiver
}

/// Nothing: a page gets a paste from its browser.
#[cfg(not(any(windows, target_os = "macos", all(unix, not(target_vendor = "apple")))))]
fn copied() -> Receiver<String> {
    channel().1
}

/// The clipboard of an X server, over a connection of its own. miniquad waits for its owner as long as that takes, in the
/// thread that draws.
#[cfg(all(unix, not(target_vendor = "apple")))]
mod x11 {
    use std::error::Error;
    use std::thread::sleep;
    use std::time::Duration;

    use x11rb::connection::Connection as _;
    use x11rb::protocol::Event;
    use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, CreateWindowAux, WindowClass};
    use x11rb::{COPY_DEPTH_FROM_PARENT, COPY_FROM_PARENT, CURRENT_TIME};

    /// How often, and how far apart, it is looked for the answer of another program: for a second.
    const LOOKS: u32 = 200;
    const PAUSE: Duration = Duration::from_millis(5);
    /// The maximum length of the text that is read, in units of four bytes.
    const MAX_LENGTH: u32 = 4096;

    /// Asks the owner of the clipboard for its text.
    pub(super) fn copied() -> Result<String, Box<dyn Error>> {
        let (connection, number) = x11rb::connect(None)?;
        let atom = |name: &str| connection.intern_atom(false, name.as_bytes());
        let [clipboard, utf8, place] = [atom("CLIPBOARD")?, atom("UTF8_STRING")?, atom("PROSCENIUM_PASTE")?];
        let [clipboard, utf8, place] = [clipboard.reply()?.atom, utf8.reply()?.atom, place.reply()?.atom];
        // The text is laid down at a window.
        let (window, root) = (connection.generate_id()?, connection.setup().roots[number].root);
        let (class, aux) = (WindowClass::INPUT_ONLY, CreateWindowAux::new());
        let depth = COPY_DEPTH_FROM_PARENT;
        connection.create_window(depth, window, root, 0, 0, 1, 1, 0, class, COPY_FROM_PARENT, &aux)?;
        connection.convert_selection(window, clipboard, utf8, place, CURRENT_TIME)?;
        connection.flush()?;
        let mut looks = 0;
        loop {
            match connection.poll_for_event()? {
                Some(Event::SelectionNotify(answer)) if answer.property == x11rb::NONE => {
                    return Err("the clipboard has no text".into());
                }
                Some(Event::SelectionNotify(_)) => break,
                Some(_) => {}
                None if looks == LOOKS => {
                    return Err("the program that has the clipboard gives no answer".into());
                }
                None => {
                    looks += 1;
                    sleep(PAUSE);
                }
            }
        }
        let text = connection.get_property(false, window, place, AtomEnum::ANY, 0, MAX_LENGTH)?.reply()?;
        // A longer one comes in parts, and has another type.
        if text.type_ != utf8 {
            return Err("the copied text is too long".into());
        }
        Ok(String::from_utf8_lossy(&text.value).into_owned())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        #[ignore = "needs a display: .ci/window runs it"]
        fn an_owner_that_does_not_answer_is_not_waited_for() {
            let (owner, number) = x11rb::connect(None).unwrap();
            let (window, root) = (owner.generate_id().unwrap(), owner.setup().roots[number].root);
            let (class, aux) = (WindowClass::INPUT_ONLY, CreateWindowAux::new());
            owner.create_window(0, window, root, 0, 0, 1, 1, 0, class, COPY_FROM_PARENT, &aux).unwrap();
            let clipboard = owner.intern_atom(false, b"CLIPBOARD").unwrap().reply().unwrap().atom;
            owner.set_selection_owner(window, clipboard, CURRENT_TIME).unwrap().check().unwrap();
            assert_eq!(
                copied().unwrap_err().to_string(),
                "the program that has the clipboard gives no answer"
            );
            owner.set_selection_owner(x11rb::NONE, clipboard, CURRENT_TIME).unwrap().check().unwrap();
            assert_eq!(copied().unwrap_err().to_string(), "the clipboard has no text");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paste_is_one_line_of_text_of_a_limited_length() {
        let typed = |pasted: &str| typed_characters(pasted).collect::<String>();
        assert_eq!(typed("Ann\r\n\u{8}and\t\u{2028}Bob\0 é👍🏽"), "AnnandBob é👍🏽");
        assert_eq!(typed(&"a".repeat(5000)).len(), MAX_PASTE);
    }

    #[test]
    fn ctrl_with_c_or_v_is_a_shortcut_and_alt_gr_is_none() {
        let none = KeyMods::default();
        let ctrl = if cfg!(target_os = "macos") {
            KeyMods { logo: true, ..none }
        } else {
            KeyMods { ctrl: true, ..none }
        };
        assert_eq!(Shortcut::of(KeyCode::C, ctrl), Some(Shortcut::Copy));
        assert_eq!(Shortcut::of(KeyCode::V, ctrl), Some(Shortcut::Paste));
        assert_eq!(Shortcut::of(KeyCode::B, ctrl), None);
        for mods in [none, KeyMods { ctrl: true, alt: true, ..none }] {
            assert_eq!(Shortcut::of(KeyCode::V, mods), None);
        }
    }

    #[test]
    fn without_a_field_nothing_is_read() {
        let (mut clipboard, mut typed) = (Clipboard::default(), String::new());
        let button = FocusedEntry::default();
        clipboard.update(Some(Shortcut::Paste), Some(&button), &mut typed);
        clipboard.update(Some(Shortcut::Paste), None, &mut typed);
        assert!(clipboard.pasted.is_none());
        assert_eq!(typed, "");
    }
}

//! Whether the window is hidden, for which miniquad has no event.

use super::open::window_size;

/// Whether the window is minimised, or on another desktop. A page draws no frames while it is hidden.
pub struct Visibility {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    x11: Option<x11::Window>,
    is_hidden: bool,
    frames: u32,
}

impl Visibility {
    /// How many frames pass between two looks at an X server.
    const FRAMES: u32 = 8;

    /// Of the window with this [class](super::WindowConfig::class).
    pub fn new(class: &'static str) -> Self {
        let _ = class;
        Self {
            #[cfg(all(unix, not(target_vendor = "apple")))]
            x11: x11::Window::connect(class).inspect_err(|error| log::debug!("no X server: {error}")).ok(),
            is_hidden: false,
            frames: 0,
        }
    }

    /// Whether it is hidden now. Called once a frame; waits for a tick if it is, as the display does not.
    pub fn is_hidden(&mut self) -> bool {
        // Windows gives a minimised window no size.
        let (width, height) = window_size();
        self.frames = (self.frames + 1) % Self::FRAMES;
        #[cfg(all(unix, not(target_vendor = "apple")))]
        if self.frames == 0
            && let Some(window) = &mut self.x11
        {
            // A window that is closed gives an error.
            self.is_hidden = window.is_hidden().unwrap_or(false);
        }
        let is_hidden = self.is_hidden || width.min(height) < 2.0;
        #[cfg(not(target_arch = "wasm32"))]
        if is_hidden {
            std::thread::sleep(proscenium_core::platform::Clock::TICK);
        }
        is_hidden
    }
}

#[cfg(all(unix, not(target_vendor = "apple")))]
mod x11 {
    use std::error::Error;

    use x11rb::protocol::xproto::{Atom, AtomEnum, ConnectionExt as _, MapState};
    use x11rb::rust_connection::RustConnection;

    /// The window, seen from a connection of our own.
    pub(super) struct Window {
        connection: RustConnection,
        class: &'static str,
        state: Atom,
        hidden: Atom,
        id: Option<u32>,
    }

    type Result<T> = std::result::Result<T, Box<dyn Error>>;

    impl Window {
        pub(super) fn connect(class: &'static str) -> Result<Self> {
            let (connection, _) = x11rb::connect(None)?;
            let atom = |name: &str| -> Result<Atom> {
                Ok(connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
            };
            let (state, hidden) = (atom("_NET_WM_STATE")?, atom("_NET_WM_STATE_HIDDEN")?);
            Ok(Self { connection, class, state, hidden, id: None })
        }

        pub(super) fn is_hidden(&mut self) -> Result<bool> {
            let Some(id) = self.find()? else { return Ok(false) };
            if self.connection.get_window_attributes(id)?.reply()?.map_state != MapState::VIEWABLE {
                return Ok(true);
            }
            // Some window managers only say so.
            let states =
                self.connection.get_property(false, id, self.state, AtomEnum::ATOM, 0, 64)?.reply()?;
            Ok(states.value32().is_some_and(|mut states| states.any(|state| state == self.hidden)))
        }

        /// The id of the window, once it has had the focus: miniquad does not tell it.
        fn find(&mut self) -> Result<Option<u32>> {
            if self.id.is_none() {
                let id = self.connection.get_input_focus()?.reply()?.focus;
                // The ids below are none of windows.
                if id > 1 {
                    // The title may have letters that a property of X11 has not.
                    let (class, text) = (AtomEnum::WM_CLASS, AtomEnum::STRING);
                    let names = self.connection.get_property(false, id, class, text, 0, 64)?.reply()?.value;
                    let is_own = names.split(|byte| *byte == 0).any(|name| name == self.class.as_bytes());
                    self.id = is_own.then_some(id);
                }
            }
            Ok(self.id)
        }
    }
}

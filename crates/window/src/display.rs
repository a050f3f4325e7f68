//! The display that a window opens on.

use std::ffi::OsString;

/// A display that a window can open on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    /// The maximum width and height of a window on this display, in physical pixels, if they are known before it opens:
    /// with an X server. Other systems limit the window themselves.
    pub size: Option<(u32, u32)>,
}

/// Why no window was opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// There is no display to open it on.
    #[error("{0}")]
    NoDisplay(String),
    /// There is a display, and the window system did not start.
    #[error(
        "no window can be opened: {0}; it needs OpenGL 2 or newer, and on Linux libX11, libXi and libxkbcommon"
    )]
    Failed(String),
}

/// Looks for a display. On Linux the variables `DISPLAY` and `WAYLAND_DISPLAY` name it; elsewhere there is one.
///
/// # Errors
///
/// [`OpenError::NoDisplay`].
pub fn display() -> Result<Display, OpenError> {
    let (x11, wayland) = (variable("DISPLAY"), variable("WAYLAND_DISPLAY"));
    #[cfg(all(unix, not(target_vendor = "apple")))]
    if let Some(name) = &x11 {
        return match x11_size() {
            Ok(size) => Ok(Display { size: Some(size) }),
            Err(_) if wayland.is_some() => Ok(Display { size: None }),
            Err(error) => {
                log::debug!("no X server: {error}");
                Err(OpenError::NoDisplay(format!("there is no display {}", name.display())))
            }
        };
    }
    match cfg!(target_os = "linux") && x11.is_none() && wayland.is_none() {
        true => Err(OpenError::NoDisplay("there is no display".to_owned())),
        false => Ok(Display { size: None }),
    }
}

/// The value of a variable of the environment that says where a display is.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| cfg!(target_os = "linux") && !value.is_empty())
}

#[cfg(all(unix, not(target_vendor = "apple")))]
fn x11_size() -> Result<(u32, u32), Box<dyn std::error::Error>> {
    use x11rb::connection::Connection;
    use x11rb::protocol::randr::ConnectionExt as _;
    use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _};

    let (connection, number) = x11rb::connect(None)?;
    let screen = &connection.setup().roots[number];
    let whole = (u32::from(screen.width_in_pixels), u32::from(screen.height_in_pixels));
    // The screen has all monitors: the window opens on one of them.
    let monitors = connection.randr_get_monitors(screen.root, true)?.reply().map(|reply| reply.monitors);
    let monitors = monitors.unwrap_or_default();
    let first = monitors.iter().find(|monitor| monitor.primary).or_else(|| monitors.first());
    let monitor = first.map_or(whole, |monitor| (monitor.width.into(), monitor.height.into()));
    // What the desktop's bars leave.
    let name = connection.intern_atom(false, b"_NET_WORKAREA")?.reply()?.atom;
    let area = connection.get_property(false, screen.root, name, AtomEnum::CARDINAL, 0, 4)?.reply()?;
    let area: Vec<u32> = area.value32().into_iter().flatten().collect();
    let free = match area[..] {
        [_, _, width, height] if width > 0 && height > 0 => (width, height),
        _ => whole,
    };
    Ok((monitor.0.min(free.0), monitor.1.min(free.1)))
}

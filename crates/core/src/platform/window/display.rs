//! The display that a window opens on.

/// Width and height that a window can have at most so that it is not larger than the display, in physical pixels,
/// where that can be known before it opens: of an X server. Other systems limit the window themselves.
pub fn display_size() -> Option<(u32, u32)> {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    return x11_size().inspect_err(|error| log::debug!("no X server: {error}")).ok();
    #[cfg(not(all(unix, not(target_vendor = "apple"))))]
    None
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

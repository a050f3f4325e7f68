//! Pads on Linux, through the devices in `/dev/input`.

use std::path::{Path, PathBuf};
use std::{fs, io};

use evdev::{Device, InputEvent, KeyCode};
use proscenium_core::platform::PadState;

use super::layout::{ABS, Description, KEY, Layout};
use super::mapping::{Mappings, PadId, log_errors};

/// Where the devices are, and what the kernel says of each to all users.
const DEVICES: &str = "/dev/input";
const CLASS: &str = "/sys/class/input";
/// The frames from one search for new pads to the next: a second at 60 frames a second.
const SEARCH_FRAMES: u32 = 60;

/// All pads that are connected.
#[derive(Debug, Default)]
pub(super) struct EvdevPads {
    mappings: Mappings,
    open: Vec<Open>,
    /// The devices that this user may not read.
    refused: Vec<PathBuf>,
    /// Frames until the next search.
    wait: u32,
    last_id: u32,
}

#[derive(Debug)]
struct Open {
    path: PathBuf,
    id: u32,
    device: Device,
    layout: Layout,
}

impl EvdevPads {
    /// Adds a table of mappings, for pads that are found from now on.
    pub(super) fn add_mappings(&mut self, table: &str) {
        log_errors(&self.mappings.add(table));
    }

    pub(super) fn poll(&mut self, states: &mut Vec<PadState>) {
        if self.wait == 0 {
            self.search();
            self.wait = SEARCH_FRAMES;
        }
        self.wait -= 1;
        self.open.retain_mut(|pad| match pad.read() {
            Ok(state) => {
                states.push(state);
                true
            }
            Err(error) => {
                log::info!("the pad {} is gone: {error}", pad.path.display());
                false
            }
        });
    }

    /// Opens the pads that are new. Udev grants access some time after a device appears, so those that cannot be
    /// read are tried again.
    fn search(&mut self) {
        let Ok(entries) = fs::read_dir(DEVICES) else { return };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        // Players are numbered in a fixed order.
        paths.sort();
        self.refused.retain(|path| paths.contains(path));
        for path in paths {
            let is_event = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("event"));
            if !is_event || self.open.iter().any(|pad| pad.path == path) || !may_be_pad(&path) {
                continue;
            }
            match Open::new(&path, self.last_id + 1, &self.mappings) {
                Ok(Some(pad)) => {
                    log::info!(
                        "the pad {}: {}",
                        path.display(),
                        pad.device.name().unwrap_or("without a name")
                    );
                    self.last_id += 1;
                    self.open.push(pad);
                }
                Err(error)
                    if error.kind() == io::ErrorKind::PermissionDenied && !self.refused.contains(&path) =>
                {
                    log::warn!(
                        "no permission to read the pad {}; add the user to the group of this file (often `input`)",
                        path.display()
                    );
                    self.refused.push(path);
                }
                Ok(None) | Err(_) => {}
            }
        }
    }
}

/// Whether the kernel says that a device has a button of a pad, or says nothing. Opening and closing all devices
/// would take long.
fn may_be_pad(path: &Path) -> bool {
    let Some(name) = path.file_name() else { return false };
    let keys = fs::read_to_string(Path::new(CLASS).join(name).join("device/capabilities/key"));
    keys.map_or(true, |keys| has_pad_button(&keys))
}

/// Whether one of the bits 0x120 to 0x13e is set in the kernel's list of words, the last one first. They are as
/// long as the program's addresses.
fn has_pad_button(words: &str) -> bool {
    let bits = usize::BITS as usize;
    let word = words.split_whitespace().rev().nth(0x120 / bits);
    word.and_then(|word| usize::from_str_radix(word, 16).ok())
        .is_some_and(|word| word >> (0x120 % bits) & 0x7fff_ffff != 0)
}

impl Open {
    /// Opens a device; `None` if it is no pad.
    fn new(path: &Path, id: u32, mappings: &Mappings) -> io::Result<Option<Self>> {
        let device = Device::open(path)?;
        let description = describe(&device)?;
        if !description.is_pad() {
            return Ok(None);
        }
        device.set_nonblocking(true)?;
        let mut layout = Layout::new(&description, mappings);
        for (code, value) in device.get_absinfo()? {
            layout.set(ABS, code.0, value.value());
        }
        for key in device.get_key_state()?.iter() {
            layout.set(KEY, key.code(), 1);
        }
        Ok(Some(Self { path: path.to_owned(), id, device, layout }))
    }

    fn read(&mut self) -> io::Result<PadState> {
        let mut pressed = [0.0_f32; PadState::BUTTONS];
        loop {
            match self.device.fetch_events() {
                Ok(events) => events.for_each(|event: InputEvent| {
                    self.layout.set(event.event_type().0, event.code(), event.value());
                    for (most, now) in pressed.iter_mut().zip(self.layout.state().buttons) {
                        *most = most.max(now);
                    }
                }),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let mut state = self.layout.state();
        state.id = self.id;
        for (now, most) in state.buttons.iter_mut().zip(pressed) {
            *now = now.max(most);
        }
        Ok(state)
    }
}

fn describe(device: &Device) -> io::Result<Description> {
    let id = device.input_id();
    let axes = device.get_absinfo()?;
    // Both lists are ascending: they come from sets of bits.
    Ok(Description {
        id: PadId { bus: id.bus_type().0, vendor: id.vendor(), product: id.product(), version: id.version() },
        keys: device.supported_keys().into_iter().flat_map(|keys| keys.iter().map(KeyCode::code)).collect(),
        axes: axes.map(|(code, range)| (code.0, range.minimum(), range.maximum())).collect(),
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use evdev::uinput::VirtualDevice;
    use evdev::{AbsInfo, AbsoluteAxisCode, AttributeSet, UinputAbsSetup};
    use proscenium_core::platform::Devices;
    use proscenium_core::platform::{Action, Input, InputMap};

    use super::*;

    #[test]
    fn the_kernels_list_of_keys_tells_pads_from_others() {
        // A pad of Xbox, a keyboard, a mouse, and no keys.
        assert!(has_pad_button("7cdb000000000000 0 0 0 0\n"));
        assert!(has_pad_button("fff00000000 0 0 0 0"));
        assert!(!has_pad_button("1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe"));
        assert!(!has_pad_button("1f0000 0 0 0 0"));
        assert!(!has_pad_button("0"));
        assert!(!has_pad_button(""));
    }

    /// The input of a frame.
    fn input(pads: &mut EvdevPads, devices: &mut Devices) -> Input {
        let (mut states, map, mut input) = (Vec::new(), InputMap::default(), Input::default());
        pads.poll(&mut states);
        devices.set_pads(&states, &map);
        devices.fill(&map, &mut input);
        input
    }

    #[test]
    fn a_real_virtual_pad_plays() {
        let mut keys = AttributeSet::<KeyCode>::new();
        [KeyCode::BTN_SOUTH, KeyCode::BTN_EAST, KeyCode::BTN_START]
            .into_iter()
            .for_each(|key| keys.insert(key));
        let axis = UinputAbsSetup::new(AbsoluteAxisCode::ABS_X, AbsInfo::new(0, -100, 100, 0, 0, 1));
        let made = VirtualDevice::builder().and_then(|device| {
            device.name("a virtual pad").with_keys(&keys)?.with_absolute_axis(&axis)?.build()
        });
        let Ok(mut device) = made.inspect_err(|error| eprintln!("skipped, there is no uinput: {error}"))
        else {
            return;
        };
        let (mut pads, mut devices) = (EvdevPads::default(), Devices::default());
        let mut frame = |events: &[(u16, u16, i32)], until: &dyn Fn(&Input) -> bool| {
            let events = events.iter().map(|(kind, code, value)| InputEvent::new(*kind, *code, *value));
            device.emit(&events.collect::<Vec<_>>()).unwrap();
            #[expect(clippy::disallowed_methods, reason = "the system's device is waited for")]
            let began = Instant::now();
            loop {
                pads.wait = 0;
                let input = input(&mut pads, &mut devices);
                assert!(began.elapsed() < Duration::from_secs(120), "the pad does not arrive: {input:?}");
                if until(&input) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        };
        frame(&[(KEY, 0x130, 1)], &|input| input.is_held(Action::ACCEPT));
        frame(&[(KEY, 0x130, 0)], &|input| input.released.contains(Action::ACCEPT));
        frame(&[(ABS, 0, 100)], &|input| input.is_held(Action::RIGHT) && input.axes[0] == 127);
        drop(device);
        let mut last = input(&mut pads, &mut devices);
        while !last.pad_lost {
            last = input(&mut pads, &mut devices);
        }
        assert!(last.released.contains(Action::RIGHT));
    }
}

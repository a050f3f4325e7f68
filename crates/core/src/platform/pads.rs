//! The pads of the desktop (feature `pads`).

#[cfg(all(feature = "pads", target_os = "linux"))]
mod evdev;
#[cfg(all(feature = "pads", any(windows, target_vendor = "apple")))]
mod gilrs;
#[cfg(all(feature = "pads", target_os = "linux"))]
mod layout;
#[cfg(all(feature = "pads", any(target_os = "linux", windows, target_vendor = "apple")))]
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "gilrs reads mappings; what is wrong is logged here")
)]
mod mapping;

#[cfg(all(feature = "pads", target_os = "linux"))]
pub(crate) use self::evdev::EvdevPads as Pads;
#[cfg(all(feature = "pads", any(windows, target_vendor = "apple")))]
pub(crate) use self::gilrs::GilrsPads as Pads;
#[cfg(not(all(feature = "pads", any(target_os = "linux", windows, target_vendor = "apple"))))]
pub(crate) use self::none::NoPads as Pads;

#[cfg(not(all(feature = "pads", any(target_os = "linux", windows, target_vendor = "apple"))))]
mod none {
    use crate::platform::pad::PadState;

    /// A program without the feature.
    #[derive(Debug, Default)]
    pub(crate) struct NoPads(());

    impl NoPads {
        pub(crate) fn add_mappings(&mut self, _table: &str) {}

        pub(crate) fn poll(&mut self) -> &[PadState] {
            &[]
        }
    }
}

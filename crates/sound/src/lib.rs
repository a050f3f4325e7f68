//! The sound of the game library `proscenium`: a mixer for the sounds of the current phase, and the devices.
//!
//! * [`Mixer`] plays effects, looped effects ([`LoopedEffect`]) and music by their ids, on any
//!   [`Audio`](proscenium_core::platform::Audio).
//! * `Mixer::for_window` plays on the device of the player: in a page the browser; on the desktop
//!   `DesktopAudio` (feature `device`), or else none, which the log says.
//!
//! A game depends on `proscenium`, which has the mixer as `sound::Mixer`; a `game::Game` makes one by itself. Files are checked
//! when a phase loads them, by the kind of resource [`Sound`](proscenium_core::phase::Sound).
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `device` | the devices of the desktop, through kira |
//! | `alsa` | sound on Linux without a sound server |

#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
mod audio;
mod mixer;

#[cfg(all(feature = "device", not(target_arch = "wasm32")))]
pub use audio::DesktopAudio;
pub use mixer::{LoopedEffect, Mixer};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

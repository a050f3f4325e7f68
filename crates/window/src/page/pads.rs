//! The pads of the browser.

use std::cell::RefCell;
use std::rc::Rc;

use macroquad::miniquad::fs;

use proscenium_core::platform::{PadState, Pads};

/// The bytes of a pad in the page's answer.
const BYTES: usize = 1 + PadState::BUTTONS + PadState::AXES;

/// All pads that are connected, as the page sent them after the last change. A browser has its own mappings.
#[derive(Debug, Default)]
pub struct PagePads {
    /// The page's answer; `None` while it is waited for.
    answer: Rc<RefCell<Option<Vec<PadState>>>>,
    is_asked: bool,
    states: Vec<PadState>,
}

impl Pads for PagePads {
    fn poll(&mut self, states: &mut Vec<PadState>) {
        if let Some(states) = self.answer.take() {
            self.states = states;
            self.is_asked = false;
        }
        if !self.is_asked {
            self.is_asked = true;
            let answer = Rc::clone(&self.answer);
            fs::load_file("pads:", move |bytes| {
                let bytes = bytes.unwrap_or_default();
                let pads = bytes.get(1..).unwrap_or_default().chunks_exact(BYTES);
                answer.replace(Some(pads.map(read).collect()));
            });
        }
        states.extend(&self.states);
    }
}

/// A number, the buttons from 0 to 255, and the axes from 1 to 255 with 128 in the middle.
fn read(bytes: &[u8]) -> PadState {
    let (buttons, axes) = bytes[1..].split_at(PadState::BUTTONS);
    let mut state = PadState { id: bytes[0].into(), ..PadState::default() };
    for (value, byte) in state.buttons.iter_mut().zip(buttons) {
        *value = f32::from(*byte) / 255.0;
    }
    for (value, byte) in state.axes.iter_mut().zip(axes) {
        *value = (f32::from(*byte) - 128.0) / 127.0;
    }
    state
}

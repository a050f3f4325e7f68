//! Transitions that a fragment shader draws.

use std::rc::Rc;
use std::time::Duration;

use super::{Pictures, Transition, TransitionView};
use crate::flow::surface::Shader;
use crate::platform::Pixels;

/// A transition that a fragment shader draws over the whole window: the usual ones, and a game's own.
///
/// ```
/// use std::time::Duration;
///
/// use proscenium_core::flow::{ScreenCommand, ShaderTransition};
///
/// // The old picture gives way to the new screens in a growing circle.
/// ScreenCommand::push("map").through(ShaderTransition::iris());
/// // The circle closes to dark blue and opens again.
/// ScreenCommand::load("in_game").through(ShaderTransition::iris().through([0.0, 0.0, 0.2]));
/// // A game's own shader.
/// let ripple = ShaderTransition::new("ripple", "
///     vec4 transition(vec2 uv) {
///         vec2 off = 0.05 * progress * (uv - 0.5) * sin(40.0 * length(uv - 0.5) - 20.0 * progress);
///         return mix(getFromColor(uv + off), getToColor(uv), progress);
///     }");
/// ScreenCommand::pop().through(ripple.lasting(Duration::from_millis(800)));
/// ```
///
/// The source is the function `vec4 transition(vec2 uv)` in GLSL ES 1.00, the language of WebGL, as the
/// collection [GL Transitions](https://gl-transitions.com) has them; `uv` is 0, 0 at the bottom left. It can
/// use:
///
/// | name | what it is |
/// |---|---|
/// | `float progress` | 0 to 1 over the whole transition |
/// | `vec4 getFromColor(vec2 uv)` | the old picture |
/// | `vec4 getToColor(vec2 uv)` | the new picture. A shader that does not use it is drawn over the new screens, and is faster: where its alpha is below 1, they are seen |
/// | `float ratio`, `vec2 size` | width / height of the window, and its size in physical pixels |
/// | `float getPattern(vec2 uv)` | the pattern of [`wipe`](Self::wipe), 0 to 1 |
/// | `vec4 wipe(vec2 uv, float value)` | the old picture where `value`, 0 to 1, is above the progress, with a soft edge |
///
/// A source that cannot be compiled is logged, and a fade stands in for it. A program can use 20 sources, including the
/// built-in ones and two of the library.
#[derive(Clone, Debug)]
pub struct ShaderTransition {
    name: &'static str,
    source: &'static str,
    /// The softness of a wipe, and what else the source needs.
    values: [f32; 4],
    pattern: Option<Rc<Pixels>>,
    color: Option<[f32; 3]>,
    pictures: Pictures,
    time: Duration,
}

impl ShaderTransition {
    /// Makes a transition of half a second from a game's own source. `name` is for the trace.
    pub fn new(name: &'static str, source: &'static str) -> Self {
        let pictures = Pictures { new: source.contains("getToColor"), ..Pictures::OLD };
        let time = Duration::from_millis(500);
        Self { name, source, values: [0.0; 4], pattern: None, color: None, pictures, time }
    }

    /// The old picture becomes transparent.
    pub fn cross_fade() -> Self {
        let source = "vec4 transition(vec2 uv) { return vec4(getFromColor(uv).rgb, 1.0 - progress); }";
        Self::new("cross_fade", source)
    }

    /// The new picture pushes the old one out of the window: (1, 0) to the right, (0, 1) down.
    pub fn slide(x: f32, y: f32) -> Self {
        let source = "vec4 transition(vec2 uv) {
            vec2 old = uv - progress * values.xy;
            vec2 inside = step(0.0, old) * step(old, vec2(1.0));
            return inside.x * inside.y > 0.5 ? getFromColor(old) : getToColor(old + values.xy);
        }";
        Self { values: [x, -y, 0.0, 0.0], ..Self::new("slide", source) }
    }

    /// A circle that opens from the middle.
    pub fn iris() -> Self {
        let source = "vec4 transition(vec2 uv) {
            vec2 corner = vec2(ratio, 1.0);
            return wipe(uv, length((uv - 0.5) * corner) / (0.5 * length(corner)));
        }";
        Self::new("iris", source).soft(0.02)
    }

    /// This many slats that open from the left.
    pub fn blinds(slats: u16) -> Self {
        let source = "vec4 transition(vec2 uv) { return wipe(uv, fract(uv.x * values.y)); }";
        Self { values: [0.0, slats.into(), 0.0, 0.0], ..Self::new("blinds", source) }.soft(0.05)
    }

    /// A hand that sweeps round the middle, clockwise from the top.
    pub fn clock() -> Self {
        let source = "vec4 transition(vec2 uv) {
            vec2 hand = (uv - 0.5) * vec2(ratio, 1.0);
            return wipe(uv, fract(atan(hand.x, hand.y) / 6.2831853));
        }";
        Self::new("clock", source).soft(0.01)
    }

    /// Small squares that vanish one after the other.
    pub fn dissolve() -> Self {
        const SIDES: [u16; 2] = [128, 72];
        let [width, height] = SIDES;
        // Always the same ones.
        let mut random = fastrand::Rng::with_seed(1);
        let gray = std::iter::repeat_with(|| random.u8(..)).take(usize::from(width) * usize::from(height));
        let rgba = gray.flat_map(|value| [value; 4]).collect();
        let squares = "vec4 transition(vec2 uv) {
            return wipe(uv, getPattern((floor(uv * values.yz) + 0.5) / values.yz));
        }";
        Self {
            source: squares,
            values: [0.1, width.into(), height.into(), 0.0],
            pattern: Pixels::new(width.into(), height.into(), rgba).ok().map(Rc::new),
            ..Self::new("dissolve", squares)
        }
    }

    /// A wipe by a gray-scale image: the new screens are seen first where its red channel is black. An image that
    /// cannot be a texture counts as white. `name` is for the trace.
    pub fn wipe(name: &'static str, pattern: Pixels) -> Self {
        let source = "vec4 transition(vec2 uv) { return wipe(uv, getPattern(uv)); }";
        Self { pattern: Some(Rc::new(pattern)), ..Self::new(name, source).soft(0.05) }
    }

    /// The screens turn into ever larger squares, and back.
    pub fn pixelate() -> Self {
        let source = "vec4 transition(vec2 uv) {
            float side = max(1.0, floor(size.y * 0.1 * (1.0 - abs(2.0 * progress - 1.0))));
            vec2 pixel = floor((floor(uv * size / side) + 0.5) * side) + 0.5;
            return getToColor(min(pixel, size - 0.5) / size);
        }";
        Self { pictures: Pictures { old: false, ..Pictures::OLD_AND_NEW }, ..Self::new("pixelate", source) }
    }

    /// With another time, for out and in together.
    #[must_use]
    pub fn lasting(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// With an edge of this softness, for a wipe: 0 is hard, 1 as wide as the whole pattern.
    #[must_use]
    pub fn soft(mut self, softness: f32) -> Self {
        self.values[0] = softness.clamp(0.0, 1.0);
        self
    }

    /// In two halves, through a colour (red, green and blue 0 to 1) in place of the old picture: it covers
    /// the old screens, then uncovers the new ones. `progress` falls from 1 to 0 and rises again.
    #[must_use]
    pub fn through(self, color: [f32; 3]) -> Self {
        Self { color: Some(color), pictures: Pictures { old: false, ..self.pictures }, ..self }
    }

    /// In two halves, the first with a live old picture: for a shader that does not show the new picture in the first
    /// half of its progress.
    #[must_use]
    pub fn live(self) -> Self {
        Self { pictures: self.pictures.live(), ..self }
    }

    /// The short transition that replaces all others with [reduced
    /// motion](crate::flow::FlowHandle::set_reduced_motion): nothing moves, and no colour lies between the pictures, so
    /// that changes in a row do not flash.
    pub(in crate::flow) fn reduced() -> Self {
        Self { name: "fade", time: Duration::from_millis(200), ..Self::cross_fade() }
    }

    /// The time of out, if there is something to see in it.
    fn half(&self) -> Duration {
        let Pictures { old, live, .. } = self.pictures;
        if old && !live { Duration::ZERO } else { self.time / 2 }
    }
}

impl Transition for ShaderTransition {
    fn name(&self) -> &'static str {
        self.name
    }

    fn out_time(&self) -> Duration {
        self.half()
    }

    fn in_time(&self) -> Duration {
        self.time - self.half()
    }

    fn pictures(&self) -> Pictures {
        self.pictures
    }

    fn draw(&self, view: &TransitionView<'_>) {
        let color = self.color.unwrap_or_default();
        let shader = Shader {
            source: self.source,
            progress: if self.color.is_some() { 1.0 - view.cover } else { view.progress },
            values: self.values,
            pattern: self.pattern.as_ref(),
            color,
            old: view.old,
            new: view.new,
        };
        if !view.surface.draw_shader(&shader) {
            view.surface.fill(color, view.cover);
        }
    }
}

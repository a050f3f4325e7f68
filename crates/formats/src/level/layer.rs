//! Layers with what the groups around them say.

use std::ops::Deref;

use tiled::{Color, Layer, Map};

/// A layer of a [`Level`](crate::Level) as it is shown: with the visibility, the opacity, the offset, the parallax and
/// the tint of the groups that it is in. [`Layer`] has its other fields, such as its name.
#[derive(Clone, Copy, Debug)]
pub struct LevelLayer<'a> {
    layer: Layer<'a>,
    /// Whether the layer and all groups around it are visible.
    pub visible: bool,
    /// The opacity, 0 to 1.
    pub opacity: f32,
    /// The offset to the right, in pixels.
    pub offset_x: f32,
    /// The offset down, in pixels.
    pub offset_y: f32,
    /// The part of the camera's movement to the left or right that the layer follows.
    pub parallax_x: f32,
    /// The part of the camera's movement up or down that the layer follows.
    pub parallax_y: f32,
    /// The colour that the layer's own colours are multiplied by.
    pub tint_color: Option<Color>,
}

impl<'a> Deref for LevelLayer<'a> {
    type Target = Layer<'a>;

    fn deref(&self) -> &Layer<'a> {
        &self.layer
    }
}

impl<'a> LevelLayer<'a> {
    fn within(layer: Layer<'a>, group: Option<&Self>) -> Self {
        let own = Self {
            layer,
            visible: layer.visible,
            opacity: layer.opacity,
            offset_x: layer.offset_x,
            offset_y: layer.offset_y,
            parallax_x: layer.parallax_x,
            parallax_y: layer.parallax_y,
            tint_color: layer.tint_color,
        };
        let Some(group) = group else { return own };
        Self {
            layer,
            visible: own.visible && group.visible,
            opacity: own.opacity * group.opacity,
            offset_x: own.offset_x + group.offset_x,
            offset_y: own.offset_y + group.offset_y,
            parallax_x: own.parallax_x * group.parallax_x,
            parallax_y: own.parallax_y * group.parallax_y,
            tint_color: product(own.tint_color, group.tint_color),
        }
    }
}

fn product(own: Option<Color>, of_group: Option<Color>) -> Option<Color> {
    let (Some(a), Some(b)) = (own, of_group) else { return own.or(of_group) };
    let channel = |a: u8, b: u8| (u16::from(a) * u16::from(b) / 255) as u8;
    Some(Color {
        alpha: channel(a.alpha, b.alpha),
        red: channel(a.red, b.red),
        green: channel(a.green, b.green),
        blue: channel(a.blue, b.blue),
    })
}

/// The layers of a map, bottom to top, with groups replaced by their layers.
pub(super) fn layers(map: &Map) -> Vec<LevelLayer<'_>> {
    let mut layers = Vec::new();
    map.layers().for_each(|layer| add(layer, None, &mut layers));
    layers
}

fn add<'a>(layer: Layer<'a>, group: Option<&LevelLayer<'a>>, layers: &mut Vec<LevelLayer<'a>>) {
    let shown = LevelLayer::within(layer, group);
    match layer.as_group_layer() {
        Some(inner) => inner.layers().for_each(|layer| add(layer, Some(&shown), layers)),
        None => layers.push(shown),
    }
}

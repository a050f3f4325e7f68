//! What the window shows.

use macroquad::prelude as mq;

/// What the window shows, rows from the top.
#[derive(Clone)]
pub struct Shot {
    pub size: (usize, usize),
    pub rgb: Vec<[f32; 3]>,
}

impl Shot {
    pub fn take() -> Self {
        let shown = mq::get_screen_data();
        let size = (usize::from(shown.width), usize::from(shown.height));
        let rows = shown.bytes.chunks_exact(4).collect::<Vec<_>>();
        let rows = rows.chunks(size.0).rev().flatten();
        let rgb = rows.map(|pixel| [pixel[0], pixel[1], pixel[2]].map(f32::from)).collect();
        Self { size, rgb }
    }

    /// The pixel, or the nearest one.
    pub fn at(&self, x: f32, y: f32) -> [f32; 3] {
        let clamp = |value: f32, side: usize| (value.max(0.0) as usize).min(side - 1);
        self.rgb[clamp(y, self.size.1) * self.size.0 + clamp(x, self.size.0)]
    }

    /// The share of pixels that differ from the computed ones by more than the rounding of the GPU.
    pub fn difference(&self, expected: impl Fn(usize, usize) -> [f32; 3]) -> f32 {
        let differs = |index: &usize| {
            let expected = expected(index % self.size.0, index / self.size.0);
            (0..3).any(|channel| (self.rgb[*index][channel] - expected[channel]).abs() > 3.0)
        };
        (0..self.rgb.len()).filter(differs).count() as f32 / self.rgb.len() as f32
    }
}

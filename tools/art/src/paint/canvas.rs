//! The canvas the painters draw on, and the few brushes they share.
//!
//! Integers only, so that the images are the same on every machine.

use super::palette::{CLEAR, INK, Ink, letter};

/// An image being painted. Drawing outside of it has no effect, so that painters need not clip.
#[derive(Clone)]
pub struct Canvas {
    pub width: i32,
    pub height: i32,
    pixels: Vec<Ink>,
}

impl Canvas {
    /// An empty, transparent canvas.
    pub fn new(width: i32, height: i32) -> Self {
        let area = usize::try_from(width * height).unwrap_or(0);
        Self { width, height, pixels: vec![CLEAR; area] }
    }

    /// A canvas drawn as text, one letter of the palette for each pixel.
    pub fn from_text(rows: &[&str]) -> Self {
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let mut canvas = Self::new(width as i32, rows.len() as i32);
        canvas.text(0, 0, rows);
        canvas
    }

    /// The pixels as RGBA bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.pixels.iter().flatten().copied().collect()
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        ((0..self.width).contains(&x) && (0..self.height).contains(&y))
            .then_some((y * self.width + x) as usize)
    }

    /// The pixel at a place; outside of the canvas all is clear.
    pub fn get(&self, x: i32, y: i32) -> Ink {
        self.index(x, y).map_or(CLEAR, |at| self.pixels[at])
    }

    /// Whether anything is drawn at a place.
    pub fn filled(&self, x: i32, y: i32) -> bool {
        self.get(x, y)[3] > 0
    }

    /// Sets one pixel, whatever was there.
    pub fn put(&mut self, x: i32, y: i32, ink: Ink) {
        if let Some(at) = self.index(x, y) {
            self.pixels[at] = ink;
        }
    }

    /// Sets one pixel only where something is drawn already: for shading within a shape.
    pub fn over(&mut self, x: i32, y: i32, ink: Ink) {
        if self.filled(x, y) {
            self.put(x, y, ink);
        }
    }

    /// Sets one pixel only where nothing is drawn yet: for things behind a shape.
    pub fn under(&mut self, x: i32, y: i32, ink: Ink) {
        if !self.filled(x, y) {
            self.put(x, y, ink);
        }
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, ink: Ink) {
        for row in y..y + height {
            for column in x..x + width {
                self.put(column, row, ink);
            }
        }
    }

    /// The border of a rectangle, one pixel thick.
    pub fn frame(&mut self, x: i32, y: i32, width: i32, height: i32, ink: Ink) {
        self.rect(x, y, width, 1, ink);
        self.rect(x, y + height - 1, width, 1, ink);
        self.rect(x, y, 1, height, ink);
        self.rect(x + width - 1, y, 1, height, ink);
    }

    /// A filled ellipse around a pixel.
    pub fn ellipse(&mut self, cx: i32, cy: i32, rx: i32, ry: i32, ink: Ink) {
        for y in -ry..=ry {
            for x in -rx..=rx {
                if in_ellipse(x, y, rx, ry) {
                    self.put(cx + x, cy + y, ink);
                }
            }
        }
    }

    /// A straight line from pixel to pixel.
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32), ink: Ink) {
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1);
        for step in 0..=steps {
            let x = from.0 + div_round((to.0 - from.0) * step, steps);
            let y = from.1 + div_round((to.1 - from.1) * step, steps);
            self.put(x, y, ink);
        }
    }

    /// An image from text; dots are transparent.
    pub fn text(&mut self, x: i32, y: i32, rows: &[&str]) {
        for (row, line) in rows.iter().enumerate() {
            for (column, key) in line.chars().enumerate() {
                let ink = letter(key);
                if ink[3] > 0 {
                    self.put(x + column as i32, y + row as i32, ink);
                }
            }
        }
    }

    /// A part drawn as text, with a line of its own around it, on top of what is there: so that an
    /// arm before a body stays an arm.
    pub fn part(&mut self, x: i32, y: i32, rows: &[&str]) {
        let mut part = Self::new(self.width, self.height);
        part.text(x, y, rows);
        part.outline(INK);
        self.blit(&part, 0, 0);
    }

    /// Draws another image on top; its transparent pixels have no effect.
    pub fn blit(&mut self, other: &Self, x: i32, y: i32) {
        for row in 0..other.height {
            for column in 0..other.width {
                let ink = other.get(column, row);
                if ink[3] > 0 {
                    self.put(x + column, y + row, ink);
                }
            }
        }
    }

    /// The image turned to the left by a quarter: what was on top is at the left.
    pub fn fallen(&self) -> Self {
        let mut turned = Self::new(self.height, self.width);
        for y in 0..self.height {
            for x in 0..self.width {
                turned.put(y, self.width - 1 - x, self.get(x, y));
            }
        }
        turned
    }

    /// The image mirrored left to right.
    pub fn mirrored(&self) -> Self {
        let mut flipped = Self::new(self.width, self.height);
        for y in 0..self.height {
            for x in 0..self.width {
                flipped.put(self.width - 1 - x, y, self.get(x, y));
            }
        }
        flipped
    }

    /// A line of one pixel around all that is drawn, on the clear pixels beside it.
    pub fn outline(&mut self, ink: Ink) {
        let before = self.clone();
        for y in 0..self.height {
            for x in 0..self.width {
                let beside =
                    [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|(dx, dy)| before.filled(x + dx, y + dy));
                if beside {
                    self.under(x, y, ink);
                }
            }
        }
    }
}

/// Whether an offset from the middle lies within an ellipse.
pub fn in_ellipse(x: i32, y: i32, rx: i32, ry: i32) -> bool {
    let (rx, ry) = (i64::from(rx) * 2 + 1, i64::from(ry) * 2 + 1);
    let (x, y) = (i64::from(x) * 2, i64::from(y) * 2);
    x * x * ry * ry + y * y * rx * rx <= rx * rx * ry * ry
}

/// A hash of a position: noise that is the same in every run.
pub fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let mut h = seed.wrapping_mul(0x9e37_79b9) ^ (x as u32).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 15)).wrapping_mul(0xc2b2_ae35) ^ (y as u32).wrapping_mul(0x27d4_eb2f);
    h = (h ^ (h >> 13)).wrapping_mul(0x1656_67b1);
    h ^ (h >> 16)
}

/// A scattered number from 0 to below `limit`.
pub fn roll(x: i32, y: i32, seed: u32, limit: i32) -> i32 {
    (hash(x, y, seed) % limit.max(1) as u32) as i32
}

/// The ordered pattern of dithering, 0 to 15: a pixel takes the second colour when its share of
/// sixteen is greater than this.
pub fn bayer(x: i32, y: i32) -> i32 {
    const PATTERN: [[i32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    PATTERN[y.rem_euclid(4) as usize][x.rem_euclid(4) as usize]
}

/// A soft wave made of parabolas: near enough to a sine, without its rounding.
pub fn swell(x: i32, period: i32, height: i32) -> i32 {
    let half = (period / 2).max(1);
    let at = x.rem_euclid(half * 2);
    let (sign, at) = if at < half { (1, at) } else { (-1, at - half) };
    sign * div_round(4 * height * at * (half - at), half * half)
}

/// Division to the nearest whole number, also below zero.
pub fn div_round(value: i32, by: i32) -> i32 {
    (2 * value + by).div_euclid(2 * by)
}

/// Bands of colour from top to bottom, with a dithered seam between one and the next.
pub fn gradient(canvas: &mut Canvas, top: i32, bottom: i32, bands: &[Ink]) {
    let steps = (bands.len() as i32 - 1).max(1);
    for y in top..bottom {
        let at = (y - top) * steps * 64 / (bottom - top).max(1);
        // The middle half of a step is dither, the rest is flat: seams, not sand everywhere.
        let share = ((at % 64 - 14) * 16 / 36).clamp(0, 16);
        for x in 0..canvas.width {
            let next = i32::from(share > bayer(x, y));
            canvas.put(x, y, bands[(at / 64 + next).min(steps) as usize]);
        }
    }
}

//! Tilesets as Tiled wrote them before 0.15: without the number of their tiles or columns.

use quick_xml::events::BytesStart;

use super::xml::{number, number_or_zero};

/// A tileset that leaves out how many tiles or columns its image has.
pub(super) struct OldTileset {
    /// The byte at which the numbers are supplied.
    pub(super) at: usize,
    has_count: bool,
    has_columns: bool,
    width: u32,
    height: u32,
    spacing: u32,
    margin: u32,
}

impl OldTileset {
    /// `None` if the tileset has both numbers. Its sizes are within their limits.
    pub(super) fn of(tag: &BytesStart<'_>, at: usize) -> Result<Option<Self>, String> {
        let tileset = Self {
            at,
            has_count: number::<u32>(tag, "tilecount")?.is_some(),
            has_columns: number::<u32>(tag, "columns")?.is_some(),
            width: number_or_zero(tag, "tilewidth")?,
            height: number_or_zero(tag, "tileheight")?,
            spacing: number_or_zero(tag, "spacing")?,
            margin: number_or_zero(tag, "margin")?,
        };
        Ok((!tileset.has_count || !tileset.has_columns).then_some(tileset))
    }

    /// The attributes that are left out, for an image of this width and height, and the number of tiles in them.
    pub(super) fn supply(&self, (width, height): (u32, u32)) -> (String, u32) {
        let (columns, rows) = (self.fit(width, self.width), self.fit(height, self.height));
        let mut supplied = String::new();
        if !self.has_columns {
            supplied += &format!(" columns=\"{columns}\"");
        }
        if self.has_count {
            return (supplied, 0);
        }
        let tiles = columns.saturating_mul(rows);
        (format!("{supplied} tilecount=\"{tiles}\""), tiles)
    }

    /// How many tiles fit into a side.
    fn fit(&self, side: u32, tile: u32) -> u32 {
        let free = side.saturating_sub(self.margin).saturating_add(self.spacing);
        free.checked_div(tile + self.spacing).unwrap_or(0)
    }
}

//! The kit's kinds of resources.

use std::error::Error;

use crate::ai::{Blueprint, BuildError, MachineProblem};
use crate::flow::ScreenManager;
use crate::phase::{Asset, DecodeContext, DecodeError, Position};
use crate::platform::AssetPath;

/// Registers all kinds of the kit, for the manifests of `manager`:
///
/// | word | format | value | feature |
/// |---|---|---|---|
/// | `machine` | RON | [`ai::Blueprint`](crate::ai::Blueprint) | |
/// | `strings` | Fluent (`.ftl`) | `Strings` | `strings` |
/// | `level` | Tiled (`.tmx`, with its `.tsx` and `.tx`) | `Level` | `levels` |
/// | `script` | Rhai (`.rhai`) | `Script` | `scripts` |
/// | `film` | animated WebP | `Film` | `films` |
///
/// With the feature `glyphs` it also registers the maker `glyph_cache`, which draws the glyphs of all
/// texts into one texture, for `Paint`:
///
/// ```text
/// cache(id: "glyphs", make: "glyph_cache", from: ["en", "zh"]),
/// ```
pub fn register_kinds(manager: &mut ScreenManager) {
    manager.register::<Blueprint>();
    #[cfg(feature = "strings")]
    manager.register::<super::Strings>();
    #[cfg(feature = "glyphs")]
    manager.register_maker("glyph_cache", super::glyph_cache::glyph_cache);
    #[cfg(feature = "levels")]
    manager.register::<super::Level>();
    #[cfg(feature = "scripts")]
    manager.register::<super::Script>();
    #[cfg(feature = "films")]
    manager.register::<super::Film>();
}

impl Asset for Blueprint {
    const KIND: &'static str = "machine";
    const MAX_BYTES: usize = 1 << 20;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let blueprint: Self = cx.ron(bytes)?;
        let text = cx.text(bytes).unwrap_or_default();
        blueprint.check().map_err(|error| machine_error(cx.path(), text, &error))?;
        Ok(blueprint)
    }

    /// An estimate: states and rows are larger than their text.
    fn memory(&self) -> u64 {
        self.states.len() as u64 * 1024
    }
}

/// All problems of a machine in one error, each with the place of its name in the text of the file.
pub fn machine_error(path: &AssetPath, text: &str, error: &BuildError) -> DecodeError {
    let place = |problem: &MachineProblem| {
        let offset = text.find(&format!("\"{}\"", problem.text.as_ref()?))?;
        Some(Position::of_byte(text, offset))
    };
    let problems = error.problems.iter().enumerate().map(|(index, problem)| match place(problem) {
        Some(at) if index > 0 => format!("{}:{}: {problem}", at.line, at.column),
        _ => problem.to_string(),
    });
    let what = problems.collect::<Vec<_>>().join("; ");
    let first = error.problems.first().and_then(place);
    DecodeError { path: path.clone(), position: first, what }
}

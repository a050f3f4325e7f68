//! AI machines as resources: a [`Blueprint`] from a RON file, checked when it is loaded.

use std::error::Error;

use crate::ai::{Blueprint, BuildError, MachineProblem};
use crate::phase::{Asset, DecodeContext, DecodeError, Position};

impl Asset for Blueprint {
    const KIND: &'static str = "machine";
    const MAX_BYTES: usize = 1 << 20;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let blueprint: Self = cx.ron(bytes)?;
        blueprint.check().map_err(|error| problems(cx, bytes, &error))?;
        Ok(blueprint)
    }

    /// An estimate: states and rows are larger than their text.
    fn memory(&self) -> u64 {
        self.states.len() as u64 * 1024
    }
}

/// All problems in one error, each with the place of its name in the file.
fn problems(cx: &DecodeContext<'_>, bytes: &[u8], error: &BuildError) -> DecodeError {
    let text = cx.text(bytes).unwrap_or_default();
    let place = |problem: &MachineProblem| {
        let offset = text.find(&format!("\"{}\"", problem.text.as_ref()?))?;
        Some(Position::of_byte(text, offset))
    };
    let mut what = String::new();
    for (index, problem) in error.problems.iter().enumerate() {
        if index > 0 {
            let at = place(problem).map(|at| format!("{}:{}: ", at.line, at.column));
            what.push_str(&format!("; {}", at.unwrap_or_default()));
        }
        what.push_str(&problem.to_string());
    }
    let first = error.problems.first().and_then(place);
    DecodeError { path: cx.path().clone(), position: first, what }
}

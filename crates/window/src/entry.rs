//! An entry of a menu as texts.

/// The entry of a menu that is drawn with the focus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(serde::Serialize))]
pub struct FocusedEntry {
    /// Its label.
    pub label: String,
    /// Its value as a text: the percentage of a slider, the text of a field. It is empty for a plain button.
    pub value: String,
    /// Its place among the entries of the menu, from 1.
    pub place: usize,
    /// The number of entries of the menu.
    pub count: usize,
    /// For a field, into which text is typed: its text before the caret.
    pub before_caret: Option<String>,
    /// The number of characters that a field takes before its caret.
    pub room: usize,
}

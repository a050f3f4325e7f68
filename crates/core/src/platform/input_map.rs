//! Which controls an action has.

use std::collections::BTreeMap;

use super::action::Action;
use super::control::{Control, Device};

/// The controls of each action, and the dead zones of a pad's sticks.
///
/// An action may have several controls, a control several actions. A game stores what the player changed as
/// names in its settings:
///
/// ```
/// use std::collections::BTreeMap;
///
/// use proscenium_core::platform::{Action, Control, InputMap};
///
/// let defaults = InputMap::default();
/// let map = defaults.clone().unbind(Control::Space, Action::JUMP).bind(Control::J, Action::JUMP);
///
/// let saved = map.changes(&defaults, &BTreeMap::new());
/// assert_eq!(saved["jump"], ["PadA", "J"]);
///
/// let mut later = defaults.clone();
/// assert_eq!(later.apply(&saved), Vec::<String>::new()); // no name is unknown
/// assert_eq!(later, map);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct InputMap {
    bindings: Vec<(Action, Vec<Control>)>,
    /// How far the left and the right stick of a pad must be tilted until it counts, from 0.0 to 0.9 of the
    /// whole way; 0.2 by default. Above it a stick counts from zero on.
    pub dead_zones: [f32; 2],
}

impl Default for InputMap {
    /// Arrows and WASD, Enter and Space, Escape and Backspace, P; on a pad the left stick, the directional
    /// pad, A, B and Start.
    fn default() -> Self {
        use Control as C;
        let bindings = [
            (Action::UP, &[C::Up, C::W, C::PadUp, C::LeftStickUp][..]),
            (Action::DOWN, &[C::Down, C::S, C::PadDown, C::LeftStickDown]),
            (Action::LEFT, &[C::Left, C::A, C::PadLeft, C::LeftStickLeft]),
            (Action::RIGHT, &[C::Right, C::D, C::PadRight, C::LeftStickRight]),
            (Action::ACCEPT, &[C::Enter, C::KpEnter, C::Space, C::PadA]),
            (Action::CANCEL, &[C::Escape, C::Backspace, C::PadB]),
            (Action::PAUSE, &[C::Escape, C::P, C::PadStart]),
            (Action::JUMP, &[C::Space, C::PadA]),
        ];
        let bindings = bindings.map(|(action, controls)| (action, controls.to_vec())).to_vec();
        Self { bindings, ..Self::none() }
    }
}

impl InputMap {
    /// Makes a map without any binding, for a game that binds all of its own.
    pub const fn none() -> Self {
        Self { bindings: Vec::new(), dead_zones: [0.2; 2] }
    }

    /// Binds a control to an action, after the controls that the action has.
    #[must_use]
    pub fn bind(mut self, control: Control, action: Action) -> Self {
        let controls = self.controls_mut(action);
        if !controls.contains(&control) {
            controls.push(control);
        }
        self
    }

    /// Ends the binding of a control to an action.
    #[must_use]
    pub fn unbind(mut self, control: Control, action: Action) -> Self {
        self.controls_mut(action).retain(|other| *other != control);
        self
    }

    /// Returns the controls of an action, in the order in which they were bound.
    pub fn controls(&self, action: Action) -> &[Control] {
        let found = self.bindings.iter().find(|(other, _)| *other == action);
        found.map_or(&[], |(_, controls)| controls)
    }

    /// Returns the actions that have been bound, in the order in which they were bound first.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.bindings.iter().map(|(action, _)| *action)
    }

    /// Returns the first control of an action on a device, for a hint.
    pub fn control_on(&self, device: Device, action: Action) -> Option<Control> {
        self.controls(action).iter().copied().find(|control| control.device() == device)
    }

    /// Returns the names of the actions that differ from `defaults`, each with its controls. Names in `saved` that this
    /// program does not know, such as names of a newer version, are kept.
    pub fn changes(
        &self,
        defaults: &Self,
        saved: &BTreeMap<String, Vec<String>>,
    ) -> BTreeMap<String, Vec<String>> {
        let mut changes = saved.clone();
        for (action, controls) in &self.bindings {
            let name = action.name();
            let mut names: Vec<_> = controls.iter().map(|control| control.name().to_owned()).collect();
            let of_saved = saved.get(name).into_iter().flatten();
            names.extend(of_saved.filter(|name| name.parse::<Control>().is_err()).cloned());
            if *controls == defaults.controls(*action) && names.len() == controls.len() {
                changes.remove(name);
            } else {
                changes.insert(name.to_owned(), names);
            }
        }
        changes
    }

    /// Replaces the controls of the actions that are named in `saved`. Actions without a binding here, and
    /// controls that do not exist, are skipped; returns a message for each of them.
    pub fn apply(&mut self, saved: &BTreeMap<String, Vec<String>>) -> Vec<String> {
        let mut unknown = Vec::new();
        for (name, controls) in saved {
            let Some((_, bound)) = self.bindings.iter_mut().find(|(action, _)| action.name() == name) else {
                unknown.push(format!("there is no action `{name}`"));
                continue;
            };
            bound.clear();
            for control in controls {
                match control.parse() {
                    Ok(control) if bound.contains(&control) => {}
                    Ok(control) => bound.push(control),
                    Err(error) => unknown.push(format!("`{name}`: {error}")),
                }
            }
        }
        unknown
    }

    /// Each control with each of its actions.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (Control, Action)> {
        self.bindings.iter().flat_map(|(action, controls)| controls.iter().map(|control| (*control, *action)))
    }

    fn controls_mut(&mut self, action: Action) -> &mut Vec<Control> {
        let known = self.bindings.iter().position(|(other, _)| *other == action);
        let index = known.unwrap_or_else(|| {
            self.bindings.push((action, Vec::new()));
            self.bindings.len() - 1
        });
        &mut self.bindings[index].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> InputMap {
        InputMap::none().bind(Control::A, Action::JUMP).bind(Control::B, Action::PAUSE)
    }

    fn saved(entries: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        entries.iter().map(|(action, controls)| ((*action).to_owned(), names(controls))).collect()
    }

    #[test]
    fn unknown_names_are_reported_skipped_and_kept() {
        let file = saved(&[("dance", &["F4"]), ("jump", &["PadQ", "Space", "Space"])]);
        let mut read = map();
        assert_eq!(
            read.apply(&file),
            ["there is no action `dance`", "`jump`: there is no key or button `PadQ`; did you mean `PadA`?",]
        );
        assert_eq!(read.controls(Action::JUMP), [Control::Space]);
        assert_eq!(read.controls(Action::PAUSE), [Control::B]);
        let read = read.bind(Control::PadA, Action::JUMP);
        let changed = saved(&[("dance", &["F4"]), ("jump", &["Space", "PadA", "PadQ"])]);
        assert_eq!(read.changes(&map(), &file), changed);
    }

    #[test]
    fn an_action_may_lose_all_its_controls() {
        let changed = map().unbind(Control::A, Action::JUMP);
        let file = changed.changes(&map(), &BTreeMap::new());
        assert_eq!(file, saved(&[("jump", &[])]));
        let mut read = map();
        assert_eq!(read.apply(&file), Vec::<String>::new());
        assert_eq!(read, changed);
        assert_eq!(map().changes(&map(), &file), BTreeMap::new());
    }

    #[test]
    fn every_name_is_read_back() {
        for control in Control::ALL {
            assert_eq!(control.name().parse(), Ok(control));
        }
    }
}

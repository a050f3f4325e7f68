//! The screen of controls: which keys and which buttons of a pad each action has. Changes apply at once; the
//! settings screen below saves or discards them.

use proscenium::flow::{GameScreen, ScreenContext};
use proscenium::kit::{EntryKind, Menu, MenuEvent, Rect};
use proscenium::platform::{Action, Control, Device, Input, InputMap};

use crate::controls::{BINDABLE, NEEDED, collide, defaults};
use crate::settings::Settings;
use crate::shared::Shared;

/// The rows of the actions, in virtual pixels.
const LEFT: f32 = 34.0;
const TOP: f32 = 58.0;
const WIDTH: f32 = 572.0;
const ROW: f32 = 16.0;
/// Where the keys and the buttons of a row begin.
const KEYS: f32 = 176.0;
const BUTTONS: f32 = 392.0;
/// The width of either.
#[cfg(feature = "window")]
const CELL: f32 = 210.0;

const DEAD_ZONE: usize = BINDABLE.len();
const RESET: usize = DEAD_ZONE + 1;
const BACK: usize = DEAD_ZONE + 2;
/// The step of the dead zone, in percent.
const DEAD_ZONE_STEP: u8 = 5;

/// The most keys, and the most buttons, of an action: a further one replaces the first.
const MOST: usize = 4;
/// Ticks after which no key is waited for any more.
const PATIENCE: u32 = 300;

/// Why a key was not added or removed.
enum Refusal {
    /// The action would have none.
    Needed(Action),
    /// Another action of menus has it.
    Taken(Control, Action),
}

/// The screen of controls.
pub struct Controls {
    shared: Shared,
    menu: Menu,
    /// Whether the buttons of a pad have the focus, not the keys.
    is_pad: bool,
    /// The row whose next key is waited for, and for how many ticks.
    listening: Option<(usize, u32)>,
    refusal: Option<Refusal>,
}

impl Controls {
    /// The screen of the phase.
    pub fn new(shared: &Shared) -> Self {
        let row = |row: usize| (Rect::new(LEFT, TOP + row as f32 * ROW, WIDTH, ROW), EntryKind::Choice);
        let below = |x, width| Rect::new(x, 320.0, width, 24.0);
        let track = Some(Rect::new(LEFT + 120.0, 320.0, 88.0, 24.0));
        let steps = u32::from(Settings::MAX_DEAD_ZONE / DEAD_ZONE_STEP);
        let dead_zone = (below(LEFT, 224.0), EntryKind::Slider { value: 0, steps, track });
        let buttons = [(LEFT + 240.0, 172.0), (LEFT + 428.0, 144.0)];
        let buttons = buttons.map(|(x, width)| (below(x, width), EntryKind::Button));
        let menu = (0..BINDABLE.len()).map(row).chain([dead_zone]).chain(buttons).collect();
        Self { shared: shared.clone(), menu, is_pad: false, listening: None, refusal: None }
    }

    fn change(&mut self, change: impl FnOnce(&mut InputMap)) {
        let mut settings = self.shared.settings();
        let mut map = self.shared.input_map().borrow().clone();
        change(&mut map);
        settings.controls = map.changes(&defaults(), &settings.controls);
        self.apply(&settings);
    }

    fn apply(&mut self, settings: &Settings) {
        self.shared.apply(settings);
        self.menu.set_value(DEAD_ZONE, u32::from(settings.dead_zone / DEAD_ZONE_STEP));
    }

    /// The keys, or the buttons of a pad, of an action.
    fn bound(&self, action: Action, is_pad: bool) -> Vec<Control> {
        let map = self.shared.input_map().borrow();
        let controls = map.controls(action).iter().copied();
        controls.filter(|control| (control.device() == Device::Pad) == is_pad).collect()
    }

    /// Another action that the control has too, which should not be.
    fn conflict(&self, action: Action, control: Control) -> Option<Action> {
        let map = self.shared.input_map().borrow();
        map.actions_of(control).find(|other| collide(action, *other))
    }

    /// Adds a control to the action of a row, or removes it.
    fn toggle(&mut self, row: usize, control: Control) {
        let action = BINDABLE[row];
        let bound = self.bound(action, self.is_pad);
        let other = self.conflict(action, control).filter(|other| NEEDED.contains(other));
        self.refusal = match (bound.contains(&control), other) {
            (true, _) if bound.len() == 1 && NEEDED.contains(&action) => Some(Refusal::Needed(action)),
            (false, Some(other)) if NEEDED.contains(&action) => Some(Refusal::Taken(control, other)),
            _ => None,
        };
        if self.refusal.is_some() {
            return;
        }
        self.change(|map| match bound.first() {
            _ if bound.contains(&control) => map.remove(action, control),
            Some(first) if bound.len() >= MOST => {
                map.remove(action, *first);
                map.add(action, control);
            }
            _ => map.add(action, control),
        });
    }

    /// Waits for the key of a row. One of the other device, a click or a tap ends it without a change.
    fn listen(&mut self, row: usize, ticks: u32, input: &Input) {
        self.listening = match input.control {
            Some(control) => {
                let is_pad = control.device() == Device::Pad;
                if is_pad == self.is_pad && control != Control::MouseLeft {
                    self.toggle(row, control);
                }
                None
            }
            None if ticks > PATIENCE || input.pointer.pressed => None,
            None => Some((row, ticks + 1)),
        };
    }
}

impl GameScreen for Controls {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.menu.focus(0);
        (self.listening, self.refusal) = (None, None);
        let settings = self.shared.settings();
        self.apply(&settings);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        if let Some((row, ticks)) = self.listening {
            return self.listen(row, ticks, input);
        }
        let focused = self.menu.focused();
        let event = self.shared.update_menu(&mut self.menu, cx);
        if self.menu.focused() != focused {
            self.refusal = None;
        }
        match event {
            Some(MenuEvent::Changed { index, by }) => {
                let is_clicked = input.pointer.released;
                self.is_pad = match input.pointer.position {
                    Some((x, _)) if is_clicked => x >= BUTTONS - 8.0,
                    _ if input.is_pressed(Action::ACCEPT) => self.is_pad,
                    _ => by > 0,
                };
                if is_clicked || input.is_pressed(Action::ACCEPT) {
                    self.refusal = None;
                    self.listening = Some((index, 0));
                }
            }
            Some(MenuEvent::SetTo { index: DEAD_ZONE, value }) => {
                let steps = u8::try_from(value).unwrap_or_default();
                let dead_zone = steps.saturating_mul(DEAD_ZONE_STEP).min(Settings::MAX_DEAD_ZONE);
                self.apply(&Settings { dead_zone, ..self.shared.settings() });
            }
            Some(MenuEvent::Activated(RESET)) => {
                let Settings { controls, dead_zone, .. } = Settings::default();
                self.apply(&Settings { controls, dead_zone, ..self.shared.settings() });
            }
            Some(MenuEvent::Activated(BACK) | MenuEvent::Cancelled) => cx.pop(),
            _ => {}
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        let paint = Paint::new(cx.resources(), &self.shared);
        cx.draw_parent();
        paint.darken();
        paint.panel(8.0, 4.0, 624.0, 352.0);
        let text = self.message(&paint);
        paint.text_centered(&text, 320.0, 18.0, color::FOOTLIGHT);
        paint.text_key("controls-keys", KEYS, 38.0, color::ASH);
        paint.text_key("controls-pad", BUTTONS, 38.0, color::ASH);
        let actions = BINDABLE.iter().map(|_| String::new());
        let others =
            ["controls-dead-zone", "controls-reset", "controls-back"].map(|key| paint.localized(key));
        paint.menu(&self.menu, &actions.chain(others).collect::<Vec<_>>());
        for (row, action) in BINDABLE.into_iter().enumerate() {
            let y = TOP + row as f32 * ROW;
            // Rows are too low for the borders of buttons.
            let ground = if row % 2 == 0 { color::INDIGO } else { color::INK };
            paint.rect(LEFT, y, WIDTH, ROW, ground, 1.0);
            paint.text_key(&format!("action-{}", action.name()), LEFT + 8.0, y, color::CREAM);
            for (is_pad, x) in [(false, KEYS), (true, BUTTONS)] {
                if self.menu.focused() == Some(row) && self.is_pad == is_pad {
                    paint.rect(x - 4.0, y, CELL, ROW, color::CURTAIN, 1.0);
                }
                let is_waiting = self.listening.is_some_and(|(waiting, _)| waiting == row);
                if is_waiting && self.is_pad == is_pad {
                    paint.text("...", x, y, color::FOOTLIGHT);
                    continue;
                }
                let controls = self.bound(action, is_pad);
                let has_conflict = controls.iter().any(|control| self.conflict(action, *control).is_some());
                let names: Vec<_> =
                    controls.iter().map(|control| self.shared.label(cx.resources(), *control)).collect();
                let text = format!("{}{}", if has_conflict { "! " } else { "" }, names.join(", "));
                paint.text(&text, x, y, if has_conflict { color::FOOTLIGHT } else { color::CREAM });
            }
        }
    }
}

#[cfg(feature = "window")]
impl Controls {
    /// The line at the top: what is waited for, what was refused, a conflict of the focused row, or the title.
    fn message(&self, paint: &crate::paint::Paint<'_>) -> String {
        let resources = paint.resources();
        let name = |action: Action| paint.localized(&format!("action-{}", action.name()));
        let with = |key: &str, control: Control, action: Action| {
            let control = self.shared.label(resources, control);
            self.shared.text_of(resources, key, &[("control", control), ("action", name(action))])
        };
        match (&self.refusal, self.listening) {
            (_, Some((row, _))) => {
                let key = if self.is_pad { "controls-press-button" } else { "controls-press-key" };
                paint.localized_with(key, "action", &name(BINDABLE[row]))
            }
            (Some(Refusal::Needed(action)), _) => {
                paint.localized_with("controls-needed", "action", &name(*action))
            }
            (Some(Refusal::Taken(control, action)), _) => with("controls-taken", *control, *action),
            (None, None) => {
                let action = self.menu.focused().and_then(|row| BINDABLE.get(row));
                let conflict = action.and_then(|action| {
                    let controls = self.bound(*action, self.is_pad).into_iter();
                    controls.filter_map(|control| Some((control, self.conflict(*action, control)?))).next()
                });
                match conflict {
                    Some((control, other)) => with("controls-conflict", control, other),
                    None => paint.localized("controls-title"),
                }
            }
        }
    }
}

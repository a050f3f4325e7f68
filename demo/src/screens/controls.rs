//! The screen of controls: which keys and which buttons of a pad each action has. Changes apply at once; the
//! settings screen below saves or discards them.

use proscenium::flow::{GameScreen, ScreenContext};
use proscenium::kit::{Menu, MenuEvent, Page, Rect};
use proscenium::platform::{Action, Control, Device, Input, InputMap};

use crate::controls::{BINDABLE, NEEDED, collide, defaults};
use crate::settings::Settings;
use crate::shared::Shared;
use crate::view::View;

/// The entries: the device, its rows, the dead zone, the defaults and back.
const DEVICE: usize = 0;
const FIRST_ROW: usize = 1;
const DEAD_ZONE: usize = FIRST_ROW + BINDABLE.len();
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

pub struct Controls {
    shared: Shared,
    menu: Menu,
    /// Whether the buttons of a pad are listed, not the keys.
    is_pad: bool,
    /// The row whose next key is waited for, and for how many ticks.
    listening: Option<(usize, u32)>,
    refusal: Option<Refusal>,
}

impl Controls {
    pub fn new(shared: &Shared) -> Self {
        let menu = Menu::default();
        Self { shared: shared.clone(), menu, is_pad: false, listening: None, refusal: None }
    }

    /// The message, which is not scrolled, and below it the device, the actions with its keys or buttons, the dead
    /// zone, the defaults and back.
    pub fn pages(&self, view: &View<'_>) -> [Page; 2] {
        let area = view.area();
        let message = Page::hint(area, self.message(view)).anchor(0.5, 0.0);
        let top = message.frame(&view.look).bottom();
        let mut page = Page::new(Rect { y: top, h: area.h - top, ..area }).min_width(400.0);
        let device = if self.is_pad { "controls-pad" } else { "controls-keys" };
        page = page.choice(view.text_of("controls-device"), view.text_of(device));
        for (row, action) in BINDABLE.iter().copied().enumerate() {
            let name = view.text_of(&format!("action-{}", action.name()));
            page = page.button_with(name, self.value(view, row, action));
        }
        let (dead_zone, steps) = (self.shared.settings().dead_zone, Settings::MAX_DEAD_ZONE);
        let (dead_zone, steps) = (dead_zone / DEAD_ZONE_STEP, steps / DEAD_ZONE_STEP);
        let page = page.slider(view.text_of("controls-dead-zone"), dead_zone.into(), steps.into());
        [message, page.button(view.text_of("controls-reset")).button(view.text_of("controls-back"))]
    }

    /// The keys, or the buttons of a pad, of a row.
    fn value(&self, view: &View<'_>, row: usize, action: Action) -> String {
        if self.listening.is_some_and(|(waiting, _)| waiting == row) {
            return "...".to_owned();
        }
        let controls = self.bound(action, self.is_pad);
        let has_conflict = controls.iter().any(|control| self.conflict(action, *control).is_some());
        // No line ends in a name.
        let names: Vec<_> =
            controls.iter().map(|control| view.label(*control).replace(' ', "\u{a0}")).collect();
        format!("{}{}", if has_conflict { "! " } else { "" }, names.join(", "))
    }

    fn change(&mut self, change: impl FnOnce(&mut InputMap)) {
        let mut settings = self.shared.settings();
        let mut map = self.shared.input_map().borrow().clone();
        change(&mut map);
        settings.controls = map.changes(&defaults(), &settings.controls);
        self.shared.apply(&settings);
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
        self.menu = Menu::default();
        (self.listening, self.refusal) = (None, None);
        let settings = self.shared.settings();
        self.shared.apply(&settings);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        if let Some((row, ticks)) = self.listening {
            return self.listen(row, ticks, input);
        }
        let focused = self.menu.focused();
        let [_, page] = self.pages(&self.shared.view(cx));
        let event = self.shared.update_menu(&mut self.menu, &page, cx);
        if self.menu.focused() != focused {
            self.refusal = None;
        }
        match event {
            Some(MenuEvent::Changed { index: DEVICE, .. }) => self.is_pad = !self.is_pad,
            Some(MenuEvent::SetTo { index: DEAD_ZONE, value }) => {
                let steps = u8::try_from(value).unwrap_or_default();
                let dead_zone = steps.saturating_mul(DEAD_ZONE_STEP).min(Settings::MAX_DEAD_ZONE);
                self.shared.apply(&Settings { dead_zone, ..self.shared.settings() });
            }
            Some(MenuEvent::Activated(RESET)) => {
                let Settings { controls, dead_zone, .. } = Settings::default();
                self.shared.apply(&Settings { controls, dead_zone, ..self.shared.settings() });
            }
            Some(MenuEvent::Activated(BACK) | MenuEvent::Cancelled) => cx.pop(),
            Some(MenuEvent::Activated(index)) => {
                self.refusal = None;
                self.listening = Some((index - FIRST_ROW, 0));
            }
            _ => {}
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::over_parent(cx, &self.shared);
        let [message, page] = self.pages(&paint.view);
        paint.page(&message, &Menu::default());
        paint.page(&page, &self.menu);
    }
}

impl Controls {
    /// The line at the top: what is waited for, what was refused, a conflict of the focused row, or the title.
    fn message(&self, view: &View<'_>) -> String {
        let name = |action: Action| view.text_of(&format!("action-{}", action.name()));
        let with = |key: &str, control: Control, action: Action| {
            let control = view.label(control);
            view.format(key, &[("control", control), ("action", name(action))])
        };
        match (&self.refusal, self.listening) {
            (_, Some((row, _))) => {
                let key = if self.is_pad { "controls-press-button" } else { "controls-press-key" };
                view.text_with(key, "action", name(BINDABLE[row]))
            }
            (Some(Refusal::Needed(action)), _) => view.text_with("controls-needed", "action", name(*action)),
            (Some(Refusal::Taken(control, action)), _) => with("controls-taken", *control, *action),
            (None, None) => {
                let row = self.menu.focused().and_then(|index| index.checked_sub(FIRST_ROW));
                let action = row.and_then(|row| BINDABLE.get(row));
                let conflict = action.and_then(|action| {
                    let controls = self.bound(*action, self.is_pad).into_iter();
                    controls.filter_map(|control| Some((control, self.conflict(*action, control)?))).next()
                });
                match conflict {
                    Some((control, other)) => with("controls-conflict", control, other),
                    None => view.text_of("controls-title"),
                }
            }
        }
    }
}

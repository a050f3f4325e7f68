//! The screen of controls: which keys and which buttons of a pad each action has. Changes apply at once; the
//! settings screen below saves or discards them.

use proscenium::flow::{GameScreen, ScreenContext};
use proscenium::kit::{Menu, Page};
use proscenium::platform::{Action, Control, Device, Input, InputMap, Rect};

use crate::controls::{BINDABLE, Layout, NEEDED, collide, defaults};
use crate::settings::Settings;
use crate::shared::Shared;
use crate::view::View;

#[derive(Clone, Copy)]
pub enum Choice {
    /// The keys or the buttons of a pad.
    Device,
    Layout,
    /// The keys of an action.
    Bind(Action),
    DeadZone(u32),
    Reset,
    Back,
}

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

#[derive(Default)]
pub struct Controls {
    menu: Menu,
    /// The action whose row has the focus.
    focused: Option<Action>,
    /// Whether the buttons of a pad are listed, not the keys.
    is_pad: bool,
    /// The action whose next key is waited for, and for how many ticks.
    listening: Option<(Action, u32)>,
    refusal: Option<Refusal>,
}

impl Controls {
    /// The message, which is not scrolled, and below it the device, the actions with its keys or buttons, the
    /// layout of the keys or the dead zone of a pad, the defaults and back.
    pub fn pages(&self, view: &View<'_>) -> (Page, Page<Choice>) {
        let area = view.area();
        let message = Page::hint(area, self.message(view)).anchor(0.5, 0.0);
        let top = message.frame(&view.look).bottom();
        let page = Page::new(Rect { y: top, h: area.h - top, ..area }).min_width(400.0);
        let device = view.text_of(if self.is_pad { "controls-pad" } else { "controls-keys" });
        let mut page = page.choice(|_| Choice::Device, view.text_of("controls-device"), device);
        for action in BINDABLE.iter().copied() {
            let name = view.text_of(&format!("action-{}", action.name()));
            page = page.button_with(Choice::Bind(action), name, self.value(view, action));
        }
        let settings = view.shared.settings();
        let page = if self.is_pad {
            let dead_zone = settings.dead_zone / DEAD_ZONE_STEP;
            let steps = Settings::MAX_DEAD_ZONE / DEAD_ZONE_STEP;
            let name = view.text_of("controls-dead-zone");
            page.slider(Choice::DeadZone, name, dead_zone.into(), steps.into())
        } else {
            let layout = match settings.layout.unwrap_or_default() {
                Layout::Arrows => "controls-arrows",
                Layout::Wasd => "controls-wasd",
            };
            page.choice(|_| Choice::Layout, view.text_of("controls-layout"), view.text_of(layout))
        };
        let page = page.button(Choice::Reset, view.text_of("controls-reset"));
        let page = page.button(Choice::Back, view.text_of("controls-back")).on(Action::CANCEL, Choice::Back);
        (message, page)
    }

    /// The keys, or the buttons of a pad, of a row.
    fn value(&self, view: &View<'_>, action: Action) -> String {
        if self.listening.is_some_and(|(waiting, _)| waiting == action) {
            return "...".to_owned();
        }
        let controls = bound(view.shared, action, self.is_pad);
        let has_conflict = controls.iter().any(|control| conflict(view.shared, action, *control).is_some());
        // No line ends in a name.
        let names: Vec<_> =
            controls.iter().map(|control| view.label(*control).replace(' ', "\u{a0}")).collect();
        format!("{}{}", if has_conflict { "! " } else { "" }, names.join(", "))
    }

    /// Adds a control to an action, or removes it.
    fn toggle(&mut self, shared: &Shared, action: Action, control: Control) {
        let bound = bound(shared, action, self.is_pad);
        let other = conflict(shared, action, control).filter(|other| NEEDED.contains(other));
        self.refusal = match (bound.contains(&control), other) {
            (true, _) if bound.len() == 1 && NEEDED.contains(&action) => Some(Refusal::Needed(action)),
            (false, Some(other)) if NEEDED.contains(&action) => Some(Refusal::Taken(control, other)),
            _ => None,
        };
        if self.refusal.is_some() {
            return;
        }
        change(shared, |map| match bound.first() {
            _ if bound.contains(&control) => map.unbind(control, action),
            Some(first) if bound.len() >= MOST => map.unbind(*first, action).bind(control, action),
            _ => map.bind(control, action),
        });
    }

    /// Waits for the key of an action. One of the other device, a click or a tap ends it without a change.
    fn listen(&mut self, shared: &Shared, action: Action, ticks: u32, input: &Input) {
        self.listening = match input.control {
            Some(control) => {
                let is_pad = control.device() == Device::Pad;
                if is_pad == self.is_pad && control != Control::MouseLeft {
                    self.toggle(shared, action, control);
                }
                None
            }
            None if ticks > PATIENCE || input.pointer.pressed => None,
            None => Some((action, ticks + 1)),
        };
    }
}

fn change(shared: &Shared, change: impl FnOnce(InputMap) -> InputMap) {
    let mut settings = shared.settings();
    let map = change(shared.input_map().borrow().clone());
    settings.controls = map.changes(&defaults(settings.layout.unwrap_or_default()), &settings.controls);
    shared.apply(&settings);
}

/// The keys, or the buttons of a pad, of an action.
fn bound(shared: &Shared, action: Action, is_pad: bool) -> Vec<Control> {
    let map = shared.input_map().borrow();
    let controls = map.controls(action).iter().copied();
    controls.filter(|control| (control.device() == Device::Pad) == is_pad).collect()
}

/// Another action that the control has too, which should not be.
fn conflict(shared: &Shared, action: Action, control: Control) -> Option<Action> {
    let map = shared.input_map().borrow();
    map.actions_of(control).find(|other| collide(action, *other))
}

impl GameScreen for Controls {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        (self.menu, self.focused) = (Menu::default(), None);
        (self.listening, self.refusal) = (None, None);
        let shared = cx.shared::<Shared>();
        shared.apply(&shared.settings());
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        if let Some((action, ticks)) = self.listening {
            return self.listen(cx.shared(), action, ticks, input);
        }
        let focused = self.menu.focused();
        let (_, page) = self.pages(&View::of(cx));
        let choice = self.menu.update(&page, cx);
        if self.menu.focused() != focused {
            self.refusal = None;
        }
        self.focused = match self.menu.choice(&page) {
            Some(Choice::Bind(action)) => Some(*action),
            _ => None,
        };
        let shared = cx.shared::<Shared>();
        match choice {
            Some(Choice::Device) => self.is_pad = !self.is_pad,
            Some(Choice::Layout) => {
                let layout = match shared.settings().layout.unwrap_or_default() {
                    Layout::Arrows => Layout::Wasd,
                    Layout::Wasd => Layout::Arrows,
                };
                // What was bound by hand belongs to the other layout.
                let controls = Settings::default().controls;
                shared.apply(&Settings { layout: Some(layout), controls, ..shared.settings() });
            }
            Some(Choice::DeadZone(steps)) => {
                let steps = u8::try_from(steps).unwrap_or_default();
                let dead_zone = steps.saturating_mul(DEAD_ZONE_STEP).min(Settings::MAX_DEAD_ZONE);
                shared.apply(&Settings { dead_zone, ..shared.settings() });
            }
            Some(Choice::Reset) => {
                let Settings { controls, dead_zone, .. } = Settings::default();
                shared.apply(&Settings { controls, dead_zone, ..shared.settings() });
            }
            Some(Choice::Back) => cx.pop(),
            Some(Choice::Bind(action)) => {
                self.refusal = None;
                self.listening = Some((action, 0));
            }
            None => {}
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::over_parent(cx);
        let (message, page) = self.pages(&paint.view);
        paint.texts(&message);
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
            (_, Some((action, _))) => {
                let key = if self.is_pad { "controls-press-button" } else { "controls-press-key" };
                view.text_with(key, "action", name(action))
            }
            (Some(Refusal::Needed(action)), _) => view.text_with("controls-needed", "action", name(*action)),
            (Some(Refusal::Taken(control, action)), _) => with("controls-taken", *control, *action),
            (None, None) => {
                let conflict = self.focused.and_then(|action| {
                    let controls = bound(view.shared, action, self.is_pad).into_iter();
                    let other = |control| Some((control, conflict(view.shared, action, control)?));
                    controls.filter_map(other).next()
                });
                match conflict {
                    Some((control, other)) => with("controls-conflict", control, other),
                    None => view.text_of("controls-title"),
                }
            }
        }
    }
}

//! The size of the view that each screen sees.

use std::cell::RefCell;
use std::rc::Rc;

use proscenium_core::flow::{
    BuildContext, Cover, CoverAudio, DrawContext, GameScreen, ManagerSettings, Phase, ScreenCommand,
    ScreenContext, ScreenManager,
};
use proscenium_core::platform::{Input, View, Views, WindowSize};

const WIDE: (f32, f32) = (320.0, 180.0);
const UPRIGHT: (f32, f32) = (180.0, 320.0);

type Sizes = Rc<RefCell<Vec<(&'static str, (f32, f32))>>>;

/// Notes its size. The menu has an upright layout, the game has none.
struct Page(&'static str, Sizes);

impl GameScreen for Page {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.1.borrow_mut().push((self.0, cx.view_size()));
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        cx.draw_parent();
        self.1.borrow_mut().push((self.0, cx.view_size()));
    }

    fn cover(&self) -> Cover {
        Cover { speed: 1.0, audio: CoverAudio::Continue }
    }

    fn view(&self, views: &Views) -> View {
        if self.0 == "menu" { views.suitable() } else { views.wide }
    }
}

fn manager(upright_view: Option<View>) -> (ScreenManager, Sizes) {
    let sizes = Sizes::default();
    let mut manager = ScreenManager::new(ManagerSettings {
        view: View::fit(320, 180),
        upright_view,
        ..ManagerSettings::default()
    });
    let page = |name| {
        let sizes = Rc::clone(&sizes);
        move |_: &BuildContext<'_>| Page(name, Rc::clone(&sizes))
    };
    manager.add_phase(Phase::new("first").screen("game", page("game")).screen("menu", page("menu")));
    manager.start("first");
    while manager.flow().phase().is_none() {
        manager.step(&Input::default());
    }
    manager.command(ScreenCommand::push("menu"));
    manager.step(&Input::default());
    sizes.borrow_mut().clear();
    (manager, sizes)
}

#[test]
fn in_an_upright_window_only_screens_with_a_layout_are_upright() {
    let (mut manager, sizes) = manager(Some(View::fit(180, 320)));
    let mut seen = Vec::new();
    for window in [(800.0, 600.0), (600.0, 800.0), (600.0, 600.0)].map(|(w, h)| WindowSize::new(w, h)) {
        manager.step(&Input { window, ..Input::default() });
        manager.draw();
        seen.push((sizes.take(), manager.view_size()));
    }
    let wide = (vec![("menu", WIDE), ("game", WIDE), ("game", WIDE), ("menu", WIDE)], WIDE);
    let upright = (vec![("menu", UPRIGHT), ("game", WIDE), ("game", WIDE), ("menu", UPRIGHT)], UPRIGHT);
    assert_eq!(seen, [wide.clone(), upright, wide]);
}

#[test]
fn without_an_upright_view_a_turned_window_changes_nothing() {
    let (mut manager, sizes) = manager(None);
    manager.step(&Input { window: WindowSize::new(600.0, 800.0), ..Input::default() });
    assert_eq!(sizes.take(), [("menu", WIDE), ("game", WIDE)]);
    assert_eq!(manager.view_size(), WIDE);
}

#[test]
fn the_default_size_is_640_by_360() {
    assert_eq!(ScreenManager::headless().view_size(), (640.0, 360.0));
}

//! The Loading screen: a bar with true progress. When nothing arrives any more, *accept* or a click tries again.

use proscenium::flow::{DrawContext, GameScreen, ScreenContext};
use proscenium::phase::Activity;
use proscenium::platform::Action;

use crate::shared::Shared;
use crate::view::View;

pub struct Loading(pub Shared);

impl GameScreen for Loading {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let is_stalled = cx.load_status().is_some_and(|load| load.activity == Activity::Stalled);
        if is_stalled && (cx.input().is_pressed(Action::ACCEPT) || cx.input().pointer.pressed) {
            cx.retry_load();
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let view = View::new(&self.0, cx.resources(), cx.view_size());
        view.fill(view.theme.shadow);
        let Some(load) = cx.load_status() else { return };
        view.bar(40.0, view.size.1 / 2.0, view.size.0 - 80.0, 12.0, load.progress.fraction as f32);
        view.text(load.item.map_or("", |item| item.name()), 40.0, view.size.1 / 2.0 + 20.0, view.theme.dim);
        if load.activity == Activity::Stalled {
            view.page(&view.hint("loading-stalled", cx.device()), &Default::default());
        }
    }
}

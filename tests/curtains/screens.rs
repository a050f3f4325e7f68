//! The screens that change.

use macroquad::prelude as mq;
use proscenium::flow::{DrawContext, GameScreen, ScreenContext};

/// A page of stripes and a ramp between black bars. It draws with a camera that has a viewport, and a part of it
/// with its own camera and render target, as a game's map would be.
pub struct Page {
    pub color: mq::Color,
    pub map: mq::RenderTarget,
}

impl GameScreen for Page {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn draw(&self, _cx: &DrawContext<'_>) {
        let (width, height) = (mq::screen_width(), mq::screen_height());
        mq::clear_background(mq::BLACK);
        mq::set_camera(&mq::Camera2D {
            render_target: Some(self.map.clone()),
            ..mq::Camera2D::from_display_rect(mq::Rect::new(0.0, 0.0, 16.0, 16.0))
        });
        mq::clear_background(mq::WHITE);
        mq::draw_rectangle(0.0, 0.0, 8.0, 8.0, self.color);
        mq::set_camera(&mq::Camera2D {
            target: mq::vec2(150.0, 90.0),
            zoom: mq::vec2(2.0 / 300.0, 2.0 / 180.0),
            viewport: Some((10, 0, width as i32 - 20, height as i32)),
            ..mq::Camera2D::default()
        });
        for stripe in 0..30_u8 {
            let light = f32::from(stripe) / 40.0;
            let color = mq::Color::new(self.color.r + light, self.color.g * (1.0 - light), self.color.b, 1.0);
            mq::draw_rectangle(f32::from(stripe) * 10.0, 0.0, 10.0, 180.0, color);
        }
        mq::draw_texture(&self.map.texture, 200.0, 100.0, mq::WHITE);
        mq::draw_rectangle(160.0, 60.0, 100.0, 30.0, mq::Color::new(0.0, 0.0, 1.0, 0.5));
        mq::draw_rectangle(40.0, 60.0, 100.0, 30.0, mq::WHITE);
    }
}

/// The Loading screen, in one colour.
pub struct Waiting;

impl GameScreen for Waiting {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn draw(&self, _cx: &DrawContext<'_>) {
        mq::clear_background(mq::MAGENTA);
    }
}

/// A screen that becomes lighter with each tick.
pub struct Moving;

/// Its light in a tick, as the window shows it.
pub fn light(tick: u64) -> f32 {
    (tick % 20 * 10) as f32
}

impl GameScreen for Moving {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn draw(&self, cx: &DrawContext<'_>) {
        let light = light(cx.tick()) / 255.0;
        mq::clear_background(mq::Color::new(light, light, light, 1.0));
    }
}

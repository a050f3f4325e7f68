//! A page with nothing in it but macroquad: what the demo's start is compared with.

fn main() {
    macroquad::Window::new("empty", async {
        loop {
            macroquad::window::clear_background(macroquad::color::DARKGREEN);
            macroquad::window::next_frame().await;
        }
    });
}

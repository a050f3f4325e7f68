//! Rectangles, and the place of the virtual screen in a window.

use proptest::prelude::*;
use proscenium::kit::{Rect, Viewport, VirtualScreen};

#[test]
fn an_inset_larger_than_the_rectangle_leaves_its_centre() {
    let rect = Rect::new(0.0, 0.0, 4.0, 10.0);
    assert_eq!(rect.inset(3.0), Rect::new(2.0, 3.0, 0.0, 4.0));
    assert_eq!(rect.inset(-1.0), Rect::new(-1.0, -1.0, 6.0, 12.0));
    assert!(!rect.contains((f32::NAN, 1.0)));
}

#[test]
fn the_scale_is_a_whole_number_or_the_fraction_that_fits() {
    let fit = |width, height| VirtualScreen::default().fit(width, height);
    let small = Viewport { x: 0.0, y: 30.0, scale: 0.5, width: 320.0, height: 180.0 };
    assert_eq!(fit(320.0, 240.0), small);
    let between = Viewport { x: 43.0, y: 24.0, scale: 2.0, width: 1280.0, height: 720.0 };
    assert_eq!(fit(1367.0, 769.0), between);
}

#[test]
fn a_window_without_size_shows_nothing() {
    let screen = VirtualScreen::new(0, 0);
    for (width, height) in [(0.0, 500.0), (f32::NAN, 300.0), (-4.0, 300.0), (0.4, 0.4)] {
        let viewport = screen.fit(width, height);
        assert_eq!(viewport, Viewport::default());
        assert_eq!(screen.to_virtual(viewport, 0.0, 0.0), None);
        assert_eq!(screen.to_window(viewport, 1.0, 1.0), (0.0, 0.0));
    }
}

proptest! {
    #[test]
    fn the_screen_lies_inside_of_every_window(
        own_w in 0_u32..5000, own_h in 0_u32..5000, w in any::<f32>(), h in any::<f32>(),
    ) {
        let v = VirtualScreen::new(own_w, own_h).fit(w, h);
        for number in [v.x, v.y, v.width, v.height] {
            prop_assert!(number >= 0.0 && number.fract() == 0.0);
        }
        prop_assert!(v.scale.is_finite() && (v.scale < 1.0 || v.scale.fract() == 0.0));
        prop_assert!(v.width == 0.0 || (v.x + v.width <= w && v.y + v.height <= h));
    }

    #[test]
    fn a_pixel_of_the_window_maps_to_the_screen_and_back(
        w in 1_u32..4000, h in 1_u32..4000, px in -10.0_f32..4010.0, py in -10.0_f32..4010.0,
    ) {
        let screen = VirtualScreen::default();
        let v = screen.fit(w as f32, h as f32);
        let is_inside = px >= v.x && px < v.x + v.width && py >= v.y && py < v.y + v.height;
        let point = screen.to_virtual(v, px, py);
        prop_assert_eq!(point.is_some(), is_inside);
        if let Some((x, y)) = point {
            prop_assert!((0.0..=640.0).contains(&x) && (0.0..=360.0).contains(&y));
            let (back_x, back_y) = screen.to_window(v, x, y);
            prop_assert!((back_x - px).abs() <= 0.01 && (back_y - py).abs() <= 0.01);
        }
    }
}

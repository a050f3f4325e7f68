//! Rectangles, and the place of the virtual screen in a window.

use proptest::prelude::*;
use proscenium::kit::Scaling;
use proscenium::platform::Rect;

#[test]
fn a_point_that_is_no_number_is_in_no_rectangle() {
    assert!(!Rect::new(0.0, 0.0, 4.0, 10.0).contains((f32::NAN, 1.0)));
}

#[test]
fn whole_is_the_largest_whole_scale_or_the_fraction_that_fits() {
    let fit = |width, height| Scaling::Whole.fit((640, 360), (width, height));
    assert_eq!(fit(320.0, 240.0), Rect::new(0.0, 30.0, 320.0, 180.0));
    assert_eq!(fit(1367.0, 769.0), Rect::new(43.0, 24.0, 1280.0, 720.0));
}

#[test]
fn smooth_fills_the_width_or_the_height_of_each_window() {
    let fit = |width, height| Scaling::Smooth.fit((640, 360), (width, height));
    assert_eq!(fit(320.0, 240.0), Rect::new(0.0, 30.0, 320.0, 180.0));
    assert_eq!(fit(400.0, 700.0), Rect::new(0.0, 237.0, 400.0, 225.0));
    assert_eq!(fit(960.0, 540.0), Rect::new(0.0, 0.0, 960.0, 540.0));
    // Not a border of one pixel.
    assert_eq!(fit(1278.0, 720.0), Rect::new(0.0, 0.0, 1278.0, 720.0));
    assert_eq!(fit(1366.0, 768.0), Rect::new(0.0, 0.0, 1366.0, 768.0));
    assert_eq!(fit(2000.0, 1080.0), Rect::new(40.0, 0.0, 1920.0, 1080.0));
}

#[test]
fn a_window_without_size_shows_nothing() {
    for window in [(0.0, 500.0), (f32::NAN, 300.0), (-4.0, 300.0), (0.4, 0.4)] {
        let place = Scaling::Smooth.fit((0, 0), window);
        assert_eq!((place, place.locate((0.0, 0.0), (1.0, 1.0))), (Rect::default(), None));
    }
}

proptest! {
    #[test]
    fn the_screen_lies_inside_of_every_window(
        own_w in 0_u32..5000, own_h in 0_u32..5000, w in any::<f32>(), h in any::<f32>(),
    ) {
        for scaling in [Scaling::Smooth, Scaling::Whole] {
            let v = scaling.fit((own_w, own_h), (w, h));
            for number in [v.x, v.y, v.w, v.h] {
                prop_assert!(number >= 0.0 && number.fract() == 0.0);
            }
            let scale = v.w / own_w.max(1) as f32;
            prop_assert!(scale < 1.0 || scaling == Scaling::Smooth || scale.fract() == 0.0);
            prop_assert!(v.w == 0.0 || (v.right() <= w && v.bottom() <= h));
        }
    }

    #[test]
    fn a_pixel_of_the_window_maps_to_the_screen_and_back(
        w in 1_u32..4000, h in 1_u32..4000, px in -10.0_f32..4010.0, py in -10.0_f32..4010.0,
    ) {
        let v = Scaling::Smooth.fit((640, 360), (w as f32, h as f32));
        let is_inside = px >= v.x && px < v.right() && py >= v.y && py < v.bottom();
        let point = v.locate((px, py), (640.0, 360.0));
        prop_assert_eq!(point.is_some(), is_inside);
        if let Some((x, y)) = point {
            prop_assert!((0.0..=640.0).contains(&x) && (0.0..=360.0).contains(&y));
            let (back_x, back_y) = (v.x + x / 640.0 * v.w, v.y + y / 360.0 * v.h);
            prop_assert!((back_x - px).abs() <= 0.01 && (back_y - py).abs() <= 0.01);
        }
    }
}

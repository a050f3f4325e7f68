//! Rectangles, and the place of a view in a window.

use proptest::prelude::*;
use proscenium::platform::{Placed, Rect, Scaling, View, Views, WindowSize};

fn place(view: View, scaling: Scaling, (width, height): (f32, f32)) -> Rect {
    view.placed(WindowSize::new(width, height), scaling).place
}

#[test]
fn a_point_that_is_no_number_is_in_no_rectangle() {
    assert!(!Rect::new(0.0, 0.0, 4.0, 10.0).contains((f32::NAN, 1.0)));
}

#[test]
fn whole_is_the_largest_whole_scale_or_the_fraction_that_fits() {
    let fit = |width, height| place(View::fit(640, 360), Scaling::Whole, (width, height));
    assert_eq!(fit(320.0, 240.0), Rect::new(0.0, 30.0, 320.0, 180.0));
    assert_eq!(fit(1367.0, 769.0), Rect::new(43.0, 24.0, 1280.0, 720.0));
}

#[test]
fn smooth_fills_the_width_or_the_height_of_each_window() {
    let fit = |width, height| place(View::fit(640, 360), Scaling::Smooth, (width, height));
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
        for view in [View::fit(0, 0), View::expand(0, 0), View::Window] {
            let placed = view.placed(WindowSize::new(window.0, window.1), Scaling::Smooth);
            assert_eq!((placed.place, placed.locate(0.0, 0.0)), (Rect::default(), None));
        }
    }
}

#[test]
fn a_view_that_expands_shows_more_at_the_longer_side_of_the_window() {
    let placed = |view: View, scaling, width, height| {
        let Placed { size, place } = view.placed(WindowSize::new(width, height), scaling);
        (size, [place.x, place.y, place.w, place.h])
    };
    let view = View::expand(640, 360);
    let smooth = Scaling::Smooth;
    assert_eq!(placed(view, smooth, 1280.0, 720.0), ((640.0, 360.0), [0.0, 0.0, 1280.0, 720.0]));
    assert_eq!(placed(view, smooth, 900.0, 600.0), ((640.0, 427.0), [0.0, 0.0, 900.0, 600.0]));
    assert_eq!(placed(view, smooth, 3440.0, 1440.0), ((860.0, 360.0), [0.0, 0.0, 3440.0, 1440.0]));
    assert_eq!(placed(view, smooth, 360.0, 640.0), ((640.0, 1138.0), [0.0, 0.0, 360.0, 640.0]));
    // By whole pixels, and so larger.
    assert_eq!(placed(view, Scaling::Whole, 1000.0, 600.0), ((1000.0, 600.0), [0.0, 0.0, 1000.0, 600.0]));
    assert_eq!(placed(view, Scaling::Whole, 1366.0, 768.0), ((683.0, 384.0), [0.0, 0.0, 1366.0, 768.0]));
    // Up to a shape, in both directions.
    let limited = view.at_most(2.0);
    assert_eq!(placed(limited, smooth, 3000.0, 720.0), ((720.0, 360.0), [780.0, 0.0, 1440.0, 720.0]));
    assert_eq!(placed(limited, smooth, 640.0, 2000.0), ((640.0, 1280.0), [0.0, 360.0, 640.0, 1280.0]));
    // The shape of its least size is always possible.
    assert_eq!(placed(view.at_most(0.5), smooth, 1280.0, 720.0).1, [0.0, 0.0, 1280.0, 720.0]);
}

#[test]
fn the_pixels_of_the_window_are_those_of_macroquad() {
    let window = WindowSize { dpi_scale: 2.0, ..WindowSize::new(901.0, 600.0) };
    let placed = View::Window.placed(window, Scaling::Whole);
    assert_eq!(placed, Placed { size: (450.5, 300.0), place: Rect::new(0.0, 0.0, 901.0, 600.0) });
    assert_eq!(placed.locate(450.5, 300.0), Some((225.25, 150.0)));
}

#[test]
fn in_an_upright_window_both_views_have_the_same_top() {
    let (wide, upright) = (View::fit(640, 360), View::fit(360, 640));
    let places = |width, height| {
        let window = WindowSize::new(width, height);
        let views = Views { wide, upright: Some(upright), scaling: Scaling::Smooth, window };
        [wide, upright].map(|view| views.placed(view, window).place)
    };
    assert_eq!(
        places(360.0, 740.0),
        [Rect::new(0.0, 50.0, 360.0, 203.0), Rect::new(0.0, 50.0, 360.0, 640.0)]
    );
    assert_eq!(places(1280.0, 740.0)[0], Rect::new(0.0, 10.0, 1280.0, 720.0));
}

#[test]
fn another_window_than_that_of_the_input_shows_the_same_size() {
    let wide = View::expand(640, 360);
    let views =
        Views { wide, upright: None, scaling: Scaling::Smooth, window: WindowSize::new(900.0, 600.0) };
    let shown = WindowSize::new(1280.0, 720.0);
    assert_eq!(
        views.placed(wide, shown),
        Placed { size: (640.0, 427.0), place: Rect::new(100.0, 0.0, 1079.0, 720.0) }
    );
    assert_eq!(views.placed(View::Window, shown).size, (1280.0, 720.0));
    assert_eq!(views.placed(wide, WindowSize::NONE).place, Rect::default());
}

proptest! {
    #[test]
    fn the_screen_lies_inside_of_every_window(
        own_w in 0_u32..5000, own_h in 0_u32..5000, w in any::<f32>(), h in any::<f32>(),
    ) {
        for scaling in [Scaling::Smooth, Scaling::Whole] {
            let v = place(View::fit(own_w, own_h), scaling, (w, h));
            for number in [v.x, v.y, v.w, v.h] {
                prop_assert!(number >= 0.0 && number.fract() == 0.0);
            }
            let scale = v.w / own_w.max(1) as f32;
            prop_assert!(scale < 1.0 || scaling == Scaling::Smooth || scale.fract() == 0.0);
            prop_assert!(v.w == 0.0 || (v.right() <= w && v.bottom() <= h));
        }
    }

    #[test]
    fn a_view_that_expands_has_at_least_its_size_and_a_border_only_beyond_its_shape(
        own_w in 1_u32..3000, own_h in 1_u32..3000, w in 1_u16..5000, h in 1_u16..5000, at_most in 0.5_f32..4.0,
    ) {
        for scaling in [Scaling::Smooth, Scaling::Whole] {
            let view = View::expand(own_w, own_h).at_most(at_most);
            let Placed { size, place } = view.placed(WindowSize::new(w.into(), h.into()), scaling);
            prop_assert!(size.0 >= own_w as f32 && size.1 >= own_h as f32);
            prop_assert!(size.0.fract() == 0.0 && size.1.fract() == 0.0);
            prop_assert!(place.x >= 0.0 && place.right() <= w.into() && place.y >= 0.0 && place.bottom() <= h.into());
            let (w, h) = (f32::from(w), f32::from(h));
            let most = at_most.max(own_w as f32 / own_h as f32).max(own_h as f32 / own_w as f32);
            prop_assert!(place.w == w || w / h >= most);
            prop_assert!(place.h == h || h / w >= most);
        }
    }

    #[test]
    fn a_pixel_of_the_window_maps_to_the_screen_and_back(
        w in 1_u32..4000, h in 1_u32..4000, px in -10.0_f32..4010.0, py in -10.0_f32..4010.0,
    ) {
        let v = place(View::fit(640, 360), Scaling::Smooth, (w as f32, h as f32));
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

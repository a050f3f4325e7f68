//! The memory of a preload: its limit, its peak, and rounds that return to the same bytes.

use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, ScreenCommand};
use proscenium_core::phase::{Background, LoadStep};

use super::{images, load, logo_and_menu, phase, preload, start, status};
use crate::files::{callback, resources};
use crate::stage::Stage;

#[test]
fn past_its_limit_a_preload_leaves_the_rest_to_the_load() {
    for (limit, done) in [(3599, 0), (3600, 1), (9999, 1), (10_000, 2)] {
        let mut stage = logo_and_menu(ManagerSettings { preload_limit: limit, ..ManagerSettings::default() });
        preload(&mut stage, "menu", 5);
        let step = if done == 2 { LoadStep::Ready } else { LoadStep::Failed };
        assert_eq!(status(&stage), Some((step, done, 2)), "{limit} bytes");
        let error = stage.manager.assets().preload().unwrap().error.clone();
        let expected = format!("the preload of phase `menu` ended at its limit of {limit} bytes");
        assert_eq!(error, (done < 2).then_some(expected));
        let memory = stage.manager.assets().memory();
        assert_eq!(memory.texture_bytes, 400 + 1600 + [0, 3600, 10_000][done]);
        assert!(memory.peak_texture_bytes - 2000 <= limit);
        let trace = load(&mut stage, "menu");
        assert_eq!(trace.contains(&"0 [loading]".to_owned()), done < 2);
        assert_eq!(stage.manager.assets().texture_count(), 3);
        assert_eq!(resources(&trace).len(), 3);
    }
}

#[test]
fn the_bytes_of_a_phase_are_those_without_the_preload() {
    let mut stage = logo_and_menu(ManagerSettings::default());
    preload(&mut stage, "menu", 3);
    assert_eq!(stage.manager.assets().memory().texture_bytes, 400 + 1600 + 3600 + 6400);
    load(&mut stage, "menu");
    let [logo, menu] = stage.manager.assets().reports() else { panic!() };
    let end = logo.at_end.map(|end| end.texture_bytes);
    assert_eq!((logo.phase, end, menu.at_end), ("logo", Some(400 + 1600), None));
    let memory = stage.manager.assets().memory();
    assert_eq!(memory.texture_bytes, 1600 + 3600 + 6400);
    assert_eq!(memory.peak_texture_bytes, 400 + 1600 + 3600 + 6400, "both phases at once");
}

#[test]
fn two_hundred_rounds_return_to_the_same_textures_and_bytes() {
    for threads in [0, 2] {
        let settings = ManagerSettings {
            source: Arc::new(images()),
            background: Background::with_threads(threads),
            ..ManagerSettings::with_fade()
        };
        let mut stage = Stage::empty(settings);
        stage.add_phase(phase("logo", &["a", "b"]), &["logo"]);
        stage.add_phase(phase("menu", &["b", "c"]).resource(callback("warm_up")), &["menu"]);
        stage.add_phase(phase("game", &["c", "d", "e"]), &["game"]);
        start(&mut stage, "logo");
        let mut first = None;
        for round in 0..200 {
            let ends = ["menu", "game", "logo"].map(|next| {
                preload(&mut stage, next, round % 5);
                load(&mut stage, next);
                let memory = stage.manager.assets().memory();
                (stage.manager.assets().texture_count(), memory.texture_bytes, memory.other_bytes)
            });
            assert_eq!(*first.get_or_insert(ends), ends, "round {round}");
        }
        let reports = stage.manager.assets().reports();
        assert!(reports[1..].iter().any(|report| report.ticks == 1));
        assert!(stage.manager.assets().leaks().is_empty());
        stage.run([ScreenCommand::Quit]);
        stage.run_until_idle();
        assert_eq!(
            (stage.manager.assets().texture_count(), stage.manager.assets().memory().texture_bytes),
            (0, 0)
        );
    }
}

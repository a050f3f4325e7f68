//! What any bytes do to images, sounds and manifests: for the tests and the fuzz targets (`tools/fuzz`).

#![allow(dead_code, reason = "a fuzz target uses a part of it")]

use proscenium::flow::{GameScreen, ScreenContext};
use proscenium::phase::{Asset, LoadError};
use proscenium::platform::{AssetPath, MemorySource};

/// Decodes a file. An error must be a message about a file, not a panic.
fn decode<A: Asset>(files: MemorySource, path: &str, bytes: &[u8]) -> Option<A> {
    let result = A::read(&files.with(path, bytes), &AssetPath::new(path).unwrap());
    if let Err(error @ (LoadError::Panicked(_) | LoadError::Code(_))) = &result {
        panic!("{error}");
    }
    result.ok()
}

/// Makes a texture of any bytes; returns whether it is one. It is within the limit of its sides.
pub fn feed_image(bytes: &[u8]) -> bool {
    use proscenium::phase::Texture;
    use proscenium::platform::Pixels;

    // The content says nothing of TGA.
    let images = ["a.png", "a.tga"].map(|name| decode::<Texture>(MemorySource::default(), name, bytes));
    for image in images.iter().flatten() {
        assert!(image.width.max(image.height) <= Pixels::MAX_SIDE);
        assert_eq!(image.memory(), u64::from(image.width) * u64::from(image.height) * 4);
    }
    images[0].is_some()
}

/// Makes a sound of any bytes; returns whether it is one.
pub fn feed_sound(bytes: &[u8]) -> bool {
    use proscenium::phase::Sound;

    decode::<Sound>(MemorySource::default(), "a.ogg", bytes).is_some()
}

/// A manifest in which the image is missing.
pub const MANIFEST: &str = r#"(include: ["b.ron"], resources: [bytes(id: "a", path: "a.txt", weight: 3),
    texture(id: "b", path: "b.png", filter: linear, optional: true),
    cache(id: "c", make: "length", from: ["a", "b"]), callback(id: "d", make: "length")])"#;

struct Still;

impl GameScreen for Still {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// Loads a phase with a manifest of any bytes; returns whether it becomes ready.
pub fn feed_manifest(bytes: &[u8]) -> bool {
    use std::sync::Arc;

    use proscenium::flow::{ManagerSettings, Phase, ScreenManager};
    use proscenium::platform::Input;

    let files = MemorySource::default().with("m.ron", bytes).with("a.txt", "text").with("b.ron", "()");
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() });
    proscenium::game::register_kinds(&mut manager);
    manager.assets_mut().register_maker("length", |cx| Ok(cx.resources().ids().len()));
    manager.add_phase(Phase::new("phase").manifest("m.ron").screen("screen", |_| Still));
    let problems = manager.assets().check();
    manager.start("phase");
    for _ in 0..100 {
        manager.step(&Input::default());
        if manager.stack().active().is_some_and(|screen| screen.name() == "screen") {
            return true;
        }
        if let Some(cause) = manager.failure() {
            assert!(!problems.is_empty() || bytes.windows(4).any(|word| word == b"make"), "{cause}");
            let names = ["m.ron", "b.ron", "a.txt:", "bytes `", "texture `", "cache `", "callback `"];
            assert!(names.iter().any(|name| cause.contains(name)), "{cause}");
            return false;
        }
    }
    panic!("it is loaded without an end");
}

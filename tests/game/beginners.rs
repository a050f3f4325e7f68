//! Mistakes that people make in their first hours, and the line that tells each of them.

use proscenium::flow::{GameScreen, Phase, ScreenContext};
use proscenium::game::{Game, TestRun};
use proscenium::phase::{Handle, Texture};
use proscenium::platform::TestSource;

struct Empty;

impl GameScreen for Empty {
    fn update(&mut self, _: &mut ScreenContext<'_>) {}
}

struct Ball(#[expect(dead_code, reason = "only its build matters")] Handle<Texture>);

impl GameScreen for Ball {
    fn update(&mut self, _: &mut ScreenContext<'_>) {}
}

const BALL: &[u8] = include_bytes!("../../examples/assets/textures/ball.png");

/// What the failure screen of a game with this manifest says.
fn shown(manifest: &str) -> String {
    let files = TestSource::default()
        .with("phases/game.ron", manifest)
        .with("ball.png", BALL)
        .with("notes.png", "no image at all");
    let phase = Phase::new("game").manifest("phases/game.ron").screen("ball", |cx| Ball(cx.handle("ball")));
    failure(Game::new("game").phase(phase), files)
}

fn failure(game: Game, files: TestSource) -> String {
    let mut run = TestRun::with_source(game, files).unwrap();
    let waited = run.script("wait ball 60");
    let shown = run.manager().failure().map(str::to_owned);
    shown.unwrap_or_else(|| format!("{waited:?}"))
}

/// Each wrong manifest, and what tells what is wrong and what to do.
const MANIFESTS: &[(&str, &str)] = &[
    (
        "(resources: [texture(id: \"ball\", path: \"bal.png\")])",
        "phase `game` cannot be loaded: texture `ball`: cannot read bal.png: there is no such file, did you mean ball.png?",
    ),
    (
        "(resources: [texture(id: \"ball\", path: \"Ball.png\")])",
        "phase `game` cannot be loaded: texture `ball`: cannot read Ball.png: there is no such file, did you mean ball.png?",
    ),
    (
        "(resources: [texture(id: \"ball\", path: \"notes.png\")])",
        "phase `game` cannot be loaded: texture `ball`: notes.png: the file does not start like a PNG, JPEG, WebP, GIF, BMP \
         or QOI image",
    ),
    (
        "(resources: [sound(id: \"ball\", path: \"ball.png\")])",
        "phase `game` cannot be loaded: sound `ball`: ball.png: the file does not start like an OGG or a WAV file",
    ),
    (
        "(resources: [texture(id: \"bal\", path: \"ball.png\")])",
        "screen `ball` of phase `game` cannot be built: no resource `ball` is loaded, did you mean `bal`?",
    ),
    (
        "(resources: [textur(id: \"ball\", path: \"ball.png\")])",
        "the manifest of phase `game` cannot be used: phases/game.ron:1:14: unknown kind `textur`, did you mean `texture`?",
    ),
    (
        "(resources: [texture(id: \"ball\", file: \"ball.png\")])",
        "the manifest of phase `game` cannot be used: phases/game.ron:1:34: Unexpected field named `file` in `Resource`, \
         expected one of `id`, `path`, `filter`, `weight`, or `optional` instead",
    ),
    (
        "(resources: [texture(id: \"ball\", path: \"ball.png\", filter: Sharp)])",
        "the manifest of phase `game` cannot be used: phases/game.ron:1:60: Unexpected variant named `Sharp` in enum \
         `Filter`, expected either `nearest` or `linear` instead",
    ),
    (
        "(resources: [texture(id: \"ball\", path: \"ball.png\")",
        "the manifest of phase `game` cannot be used: phases/game.ron:1:50: Expected comma",
    ),
    (
        "(resource: [texture(id: \"ball\", path: \"ball.png\")])",
        "the manifest of phase `game` cannot be used: phases/game.ron:1:2: Unexpected field named `resource` in `Manifest`, \
         expected either `include` or `resources` instead",
    ),
    (
        "(resources: [texture(id: ball, path: \"ball.png\")])",
        "the manifest of phase `game` cannot be used: phases/game.ron:1:26: Expected string",
    ),
    (
        "(resources: [texture(id: \"ball\", path: \"ball.png\"), texture(id: \"ball\", path: \"ball.png\")])",
        "the manifest of phase `game` cannot be used: phases/game.ron:1:53: two resources have the id `ball`; ids of one \
         phase must differ",
    ),
    (
        "(resources: [texture(id: \"ball\", path: \"/ball.png\")])",
        "the manifest of phase `game` cannot be used: phases/game.ron:1:14: `/ball.png` is not the path of an asset: it is \
         absolute; write it as seen from the assets folder",
    ),
    (
        "(resources: [texture(id: \"ball\", path: \"..\\\\ball.png\")])",
        "the manifest of phase `game` cannot be used: phases/game.ron:1:14: `..\\\\ball.png` is not the path of an asset: it \
         has a backslash; parts are separated by `/`, also on Windows",
    ),
    (
        "",
        "the manifest of phase `game` cannot be used: phases/game.ron:1:1: Expected opening `(` for struct `Manifest`",
    ),
];

#[test]
fn the_failure_screen_tells_what_is_wrong_in_a_manifest_and_what_to_do() {
    for (manifest, expected) in MANIFESTS {
        assert_eq!(shown(manifest), *expected, "{manifest}");
    }
}

#[test]
fn the_failure_screen_tells_what_is_wrong_in_a_phase_from_code() {
    let files = || TestSource::default().with("ball.png", BALL);
    let phase = || Phase::new("game");
    let shown = |phase| failure(Game::new("game").phase(phase), files());
    assert_eq!(
        shown(phase().manifest("game.ron").screen("ball", |_| Empty)),
        "the manifest of phase `game` cannot be used: cannot read game.ron: there is no such file"
    );
    assert_eq!(shown(phase()), "phase `game` has no screen; add one with `Phase::screen`");
    let misspelt = phase().file::<Texture>("ball", "ball.png").screen("ball", |cx| Ball(cx.handle("bal")));
    assert_eq!(
        shown(misspelt),
        "screen `ball` of phase `game` cannot be built: no resource `bal` is loaded, did you mean `ball`?"
    );
}

#[test]
fn a_game_without_a_phase_says_how_to_add_one() {
    let error = TestRun::new(Game::new("game")).err();
    assert_eq!(error.as_deref(), Some("the game has no phase; add one with `Game::phase`"));
}

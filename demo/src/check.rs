//! The program's own part of the tool `check`: do the texts fit, and what does the game say?

use proscenium::flow::Shared as Values;
use proscenium::formats::Strings;
use proscenium::game::Profile;
use proscenium::phase::{Asset, Resources};
use proscenium::platform::{AssetPath, AssetSource, HeadlessAudio};
use proscenium::ui::{Look, Theme};

use super::screens::{self, Shown};
use super::settings::Settings;
use super::shared::Shared;
use super::theme::{HEIGHT, WIDTH};
use super::view::View;

/// A check of one file. The library reports files that cannot be read or parsed.
type Check = fn(&AssetPath, &dyn AssetSource) -> Result<(), String>;

/// All checks of a file.
const CHECKS: &[Check] = &[
    check_menus,
    super::game::check, // the game's own
];

/// Checks one file. The error has a line for each problem.
pub fn check_asset(path: &AssetPath, source: &dyn AssetSource) -> Result<(), String> {
    let problems: Vec<_> = CHECKS.iter().filter_map(|check| check(path, source).err()).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Checks that the texts of a language fit in the menus.
fn check_menus(path: &AssetPath, source: &dyn AssetSource) -> Result<(), String> {
    if !path.as_str().starts_with("strings/") {
        return Ok(());
    }
    Strings::read(source, path).map_or(Ok(()), |texts| check_texts(path, &texts, source, screens::pages))
}

/// Lists the texts of a language that do not fit on these pages, at each text size and in each view.
pub fn check_texts(
    path: &AssetPath,
    texts: &Strings,
    source: &dyn AssetSource,
    pages: fn(&View<'_>, &[&str]) -> Vec<Shown>,
) -> Result<(), String> {
    let theme = AssetPath::new("themes/outpost.ron").ok().and_then(|path| Theme::read(source, &path).ok());
    let (theme, resources) = (theme.unwrap_or_default(), Resources::default());
    let shared = Shared::in_memory(HeadlessAudio::default());
    let mut values = Values::default();
    values.insert(Profile::clone(&shared));
    let keys: Vec<_> = texts.keys().collect();
    let mut problems = Vec::new();
    for size in [(WIDTH, HEIGHT), (HEIGHT, WIDTH)] {
        for percent in Settings::TEXT_SIZES {
            let text_size = percent as f32 / 100.0;
            let look = Look::new(&resources, &theme);
            let look = Look { text_size, size, strings: Some(texts), values: Some(&values), ..look };
            let view = View { shared: &shared, look };
            for Shown { name, clipped, .. } in pages(&view, &keys) {
                for text in clipped {
                    let (width, height) = size;
                    let place = format!("at text size {text_size} in {width} by {height} pixels");
                    problems.push(format!("{path}: `{text}` of `{name}` does not fit {place}"));
                }
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

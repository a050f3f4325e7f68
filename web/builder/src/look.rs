//! Title, icon and colours of a page, from the game's `Cargo.toml`; `cargo bundle` uses the same table:
//!
//! ```toml
//! [package.metadata.bundle]
//! name = "Star Herder"
//! icon = "assets/icon.png"
//! colors = { background = "#16101f", text = "#f3e7c9", accent = "#e2a33c" }
//! ```

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The colours that a page has, as variables of its style.
const COLORS: [&str; 3] = ["background", "text", "accent"];

pub struct Look {
    title: String,
    pub icon: Option<PathBuf>,
    /// Declarations of CSS.
    colors: String,
}

impl Look {
    /// Reads the table of the package in `folder`. The words of `name` are the title of a page without one.
    pub fn read(table: &Value, folder: &Path, name: &str) -> Result<Self, Box<dyn Error>> {
        let icon = table["icon"].as_str().map(|icon| folder.join(icon));
        if let Some(icon) = icon.as_ref().filter(|icon| !icon.is_file()) {
            return Err(format!("[package.metadata.bundle]: there is no icon {}", icon.display()).into());
        }
        let mut colors = String::new();
        for (name, color) in table["colors"].as_object().into_iter().flatten() {
            let known = COLORS.contains(&name.as_str());
            let Some(color) = color.as_str().filter(|color| known && is_color(color)) else {
                return Err(format!(
                    "[package.metadata.bundle]: `{name} = {color}` in `colors`; they are `background`, `text` and \
                     `accent`, each as \"#rrggbb\""
                )
                .into());
            };
            // Writing to a string does not fail.
            let _ = write!(colors, " --{name}: {color};");
        }
        let title = table["name"].as_str().map_or_else(|| words(name), str::to_owned);
        Ok(Self { title, icon, colors })
    }

    /// The name of the icon in the folder of the page.
    pub fn icon_name(&self) -> Option<String> {
        let extension = self.icon.as_ref()?.extension()?.to_str()?;
        Some(format!("icon.{extension}"))
    }

    /// Puts all of it into a page.
    pub fn apply(&self, page: &str) -> String {
        let title = self.title.replace('&', "&amp;").replace('<', "&lt;");
        let mut page = page.replace("<title>Game</title>", &format!("<title>{title}</title>"));
        if let Some(icon) = self.icon_name() {
            page = page.replace("href=\"data:,\"", &format!("href=\"{icon}\""));
        }
        if !self.colors.is_empty() {
            page = page.replace("</head>", &format!("<style>:root {{{} }}</style>\n</head>", self.colors));
        }
        page
    }
}

/// The words of a package's name, as a game of `cargo new-game` has them in its title: `star-herder` is "Star Herder".
fn words(name: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    words.map(capital).collect::<Vec<_>>().join(" ")
}

fn is_color(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.chars().all(|digit| digit.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_page_of_the_library_takes_title_icon_and_colours() {
        let icon = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let table = json!({ "name": "Cats & <Dogs>", "icon": icon, "colors": { "accent": "#00ff7f" } });
        let page = Look::read(&table, Path::new(""), "cats").unwrap().apply(include_str!("../../index.html"));
        assert!(page.contains("<title>Cats &amp; &lt;Dogs></title>"), "{page}");
        assert!(page.contains("<link rel=\"icon\" href=\"icon.toml\">"), "{page}");
        assert!(page.contains("<style>:root { --accent: #00ff7f; }</style>\n</head>"), "{page}");
        assert!(COLORS.iter().all(|name| page.contains(&format!("var(--{name})"))), "{page}");
    }

    #[test]
    fn a_game_without_a_table_has_the_words_of_its_name_as_the_title() {
        let title = |name| {
            let look = Look::read(&Value::Null, Path::new(""), name).unwrap();
            look.apply("<title>Game</title></head>")
        };
        assert_eq!(title("cats"), "<title>Cats</title></head>");
        assert_eq!(title("star-herder_2"), "<title>Star Herder 2</title></head>");
    }

    #[test]
    fn an_unknown_colour_and_a_missing_icon_are_errors() {
        let error = |table: Value| Look::read(&table, Path::new("game"), "").err().unwrap().to_string();
        for colors in [json!({ "accents": "#00ff7f" }), json!({ "accent": "#00ff7" }), json!({ "text": 3 })] {
            let error = error(json!({ "colors": colors }));
            assert!(error.contains("`background`, `text` and `accent`, each as \"#rrggbb\""), "{error}");
        }
        let icon = Path::new("game").join("no.png");
        let expected = format!("[package.metadata.bundle]: there is no icon {}", icon.display());
        assert_eq!(error(json!({ "icon": "no.png" })), expected);
    }
}

//! Paths of assets: relative, portable, and unable to leave the assets folder.

use std::fmt;
use std::sync::Arc;

use super::read_error::{ReadCause, ReadError};

const MAX_LENGTH: usize = 240;

/// The path of an asset inside the assets folder, such as `textures/hero.png`.
///
/// No manifest, level or script can name a file outside the folder, because all reads take this type.
/// The rules hold on every platform, so that a folder works on Linux, on Windows and over HTTP:
///
/// * relative, parts separated by `/`, no part empty, `.` or `..`;
/// * of every character that all systems take, such as `+ ~ @ = # , ! ( ) ' % &`, letters and accents of all languages
///   and spaces; not `\ : * ? " < > |`, control characters, or characters that turn the direction of a text;
/// * no part that ends with a dot or a space, none that Windows reserves (`con`, `nul`, ...);
/// * at most 240 bytes.
///
/// Two paths that differ by case only, or by how an accent is written, are two paths here and one on some systems:
/// `check` finds them.
///
/// ```
/// use proscenium_core::platform::AssetPath;
///
/// assert!(AssetPath::new("textures/hero.png").is_ok());
/// assert!(AssetPath::new("../../etc/passwd").is_err());
/// assert!(AssetPath::new("/etc/passwd").is_err());
/// assert!(AssetPath::new("C:\\windows").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AssetPath(Arc<str>);

/// The error of a path that breaks a rule.
fn bad(path: &str, why: &'static str) -> ReadError {
    let shown: String = path.chars().take(MAX_LENGTH).collect();
    let more = if shown.len() < path.len() { "..." } else { "" };
    ReadError { path: format!("{}{more}", shown.escape_debug()), cause: ReadCause::BadPath(why) }
}

impl AssetPath {
    /// Checks `path` against the rules above.
    ///
    /// # Errors
    ///
    /// [`ReadCause::BadPath`].
    pub fn new(path: &str) -> Result<Self, ReadError> {
        match broken_rule(path) {
            None => Ok(Self(path.into())),
            Some(why) => Err(bad(path, why)),
        }
    }

    /// The path `relative` to the folder of this one, as in a level that names its tileset:
    /// `levels/a.tmx` and `../textures/b.png` give `textures/b.png`.
    pub fn sibling(&self, relative: &str) -> Result<Self, ReadError> {
        match self.0.rsplit_once('/') {
            Some((folder, _)) => Self::resolve(&format!("{folder}/{relative}")),
            None => Self::resolve(relative),
        }
    }

    /// The path without its parts `.` and `..`, as a tool may write it.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new), or it leads out of the assets folder.
    pub fn resolve(path: &str) -> Result<Self, ReadError> {
        let mut parts: Vec<&str> = Vec::new();
        for part in path.split('/') {
            match part {
                ".." if parts.pop().is_none() => {
                    return Err(bad(path, "it leads out of the assets folder"));
                }
                "." | ".." => {}
                part => parts.push(part),
            }
        }
        Self::new(&parts.join("/"))
    }

    /// The path as text, parts separated by `/`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The extension in lower case; empty without one.
    pub fn extension(&self) -> String {
        let name = self.0.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
    }
}

impl fmt::Display for AssetPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn broken_rule(path: &str) -> Option<&'static str> {
    if path.is_empty() {
        return Some("it is empty");
    }
    if path.len() > MAX_LENGTH {
        return Some("it is longer than 240 bytes");
    }
    if path.starts_with('/') {
        return Some("it is absolute; write it as seen from the assets folder");
    }
    if path.contains('\\') {
        return Some("it has a backslash; parts are separated by `/`, also on Windows");
    }
    path.split('/').find_map(|part| match part {
        "" => Some("it has an empty part (`//`, or a `/` at the end)"),
        "." | ".." => Some("it may not have `.` or `..` as a part; write it as seen from the assets folder"),
        part if part.contains(|c| ":*?\"<>|".contains(c)) => {
            Some("Windows refuses names with `:`, `*`, `?`, `\"`, `<`, `>` or `|`")
        }
        part if part.contains(is_hidden) => {
            Some("it has a control character, or one that turns the direction of the text")
        }
        part if part.ends_with(['.', ' ']) => Some("a part may not end with a dot or a space"),
        part if is_reserved(part) => Some("Windows reserves this name"),
        _ => None,
    })
}

fn is_reserved(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered = |prefix: &str| {
        let mut rest = stem.strip_prefix(prefix).unwrap_or_default().chars();
        // Windows also takes these three for digits.
        rest.next().is_some_and(|c| c.is_ascii_digit() || "¹²³".contains(c)) && rest.next().is_none()
    };
    let is_device = matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$" | "clock$");
    is_device || numbered("com") || numbered("lpt")
}

/// Whether a character makes a name that reads as another one.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_or_unportable_paths_are_refused() {
        let bad = "/ /etc/passwd .. ../x a/../b a//b a/ ./a a\\b C:/x c:x a\0b nul aux.png com1.txt x/con \
                   trailing. a?b a*b http://example";
        for path in bad.split(' ').chain(["", "a\nb", "trailing ", "con .txt", "com¹.txt", "lpt³"]) {
            assert!(AssetPath::new(path).is_err(), "{path:?} was accepted");
        }
        let windows = AssetPath::new("textures\\a.png").unwrap_err();
        assert_eq!(
            windows.to_string(),
            r"`textures\\a.png` is not the path of an asset: it has a backslash; parts are separated by `/`, also on Windows"
        );
        let long = AssetPath::new(&"x".repeat(100_000)).unwrap_err();
        assert_eq!(long.path, format!("{}...", "x".repeat(240)));
        for path in ["a", "a/b.png", "Ärger/画.png", "with space.txt", "comet/console.txt", "com10"] {
            assert!(AssetPath::new(path).is_ok(), "{path:?} was refused");
        }
    }

    #[test]
    fn what_all_systems_take_in_a_name_is_allowed() {
        for c in "+~@=#,!()'%&;$^`{}[]_-. \u{301}\u{93e}\u{94d}\u{200c}\u{200d}\u{fe0f}ß🎭ﬁ№°×ー・".chars()
        {
            let path = format!("a{c}b/c{c}d.png");
            assert_eq!(AssetPath::new(&path).as_ref().map(AssetPath::as_str), Ok(path.as_str()));
        }
        let real = "music/Boss (loop #2) ~ v1.0+.ogg;fonts/हिन्दी.ttf;cafe\u{301}.png;@2x/hero=1,5.png;it's 100%!.txt;.hidden";
        for path in real.split(';') {
            assert!(AssetPath::new(path).is_ok(), "{path:?} was refused");
        }
    }

    #[test]
    fn what_some_system_refuses_or_is_invisible_is_refused_with_the_reason() {
        for c in ":*?\"<>|".chars() {
            let error = AssetPath::new(&format!("a/b{c}c")).unwrap_err();
            assert!(error.to_string().contains("Windows refuses names with"), "{error}");
        }
        let directions = "\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}";
        for c in directions.chars().chain('\0'..' ').chain('\u{7f}'..='\u{9f}') {
            let error = AssetPath::new(&format!("a/b{c}c")).unwrap_err();
            assert!(error.to_string().contains("a control character, or one that turns"), "{error}");
        }
        for path in ["conin$", "a/CONOUT$.txt", "Clock$"] {
            assert!(AssetPath::new(path).is_err(), "{path:?} was accepted");
        }
    }

    #[test]
    fn a_sibling_is_relative_to_the_folder_of_the_file() {
        let level = AssetPath::new("levels/deep/a.tmx").unwrap();
        assert_eq!(level.sibling("b.tsx").unwrap().as_str(), "levels/deep/b.tsx");
        assert_eq!(level.sibling("../../textures/t.png").unwrap().as_str(), "textures/t.png");
        assert!(level.sibling("../../../etc/passwd").is_err());
        assert!(level.sibling("/etc/passwd").is_err());
    }
}

//! The languages that there are texts in.

/// A language of the texts. In a file it is its [`tag`](Self::tag).
///
/// ```
/// use proscenium::kit::Language;
///
/// assert_eq!(Language::Chinese.tag(), "zh-CN");
/// assert_eq!(Language::from_tag("zh_CN.UTF-8"), Some(Language::Chinese));
/// assert_eq!(Language::English.next(), Language::Chinese);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// All languages, in the order of a list to choose from.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// The tag, which is also the name of the file with its texts: `en`, `zh-CN`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-CN",
        }
    }

    /// What it calls itself. A list of languages shows this, so that those who cannot read the
    /// present one find their own.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Chinese => "简体中文",
        }
    }

    /// The language of a tag, by its part before `-` or `_` alone, so that the names of locales
    /// such as `en_GB.UTF-8` are understood too. `None` where there are no texts in it.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = |tag: &str| tag.split(['-', '_', '.']).next().unwrap_or_default().to_ascii_lowercase();
        let wanted = primary(tag);
        Self::ALL.into_iter().find(|language| primary(language.tag()) == wanted)
    }

    /// The next in the list, after the last the first.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::English => Self::Chinese,
            Self::Chinese => Self::English,
        }
    }

    /// The one before in the list, before the first the last.
    #[must_use]
    pub const fn previous(self) -> Self {
        // With two languages it is the same one.
        self.next()
    }
}

impl serde::Serialize for Language {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

impl<'de> serde::Deserialize<'de> for Language {
    /// A language that is not known is the default: the file may come from a newer version.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Ok(Self::from_tag(&tag).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_is_found_by_its_tag_and_comes_once_in_the_round() {
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
            assert_eq!(language.next().previous(), language);
        }
        assert_eq!(Language::from_tag("eng"), None);
        assert_eq!(Language::from_tag(""), None);
    }
}

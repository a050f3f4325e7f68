//! The structure of a manifest. The words of its entries are data, which no derive knows; so that
//! an unknown one has line and column, it is refused while the parser stands at it.

use std::fmt;

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::{Entry, Manifest};
use crate::phase::kind::Kinds;
use crate::phase::resource::CodeKind;
use crate::platform::nearest;

/// Reads a whole manifest.
pub(super) struct ManifestSeed<'a>(pub(super) &'a Kinds);

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Include,
    Resources,
}

impl<'de> DeserializeSeed<'de> for ManifestSeed<'_> {
    type Value = Manifest;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Manifest, D::Error> {
        from.deserialize_struct("Manifest", &["include", "resources"], self)
    }
}

impl<'de> Visitor<'de> for ManifestSeed<'_> {
    type Value = Manifest;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a manifest: `(include: [..], resources: [..])`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Manifest, A::Error> {
        let mut manifest = Manifest::default();
        while let Some(field) = fields.next_key::<Field>()? {
            match field {
                Field::Include => manifest.include = fields.next_value()?,
                Field::Resources => manifest.resources = fields.next_value_seed(EntriesSeed(self.0))?,
            }
        }
        Ok(manifest)
    }
}

struct EntriesSeed<'a>(&'a Kinds);

impl<'de> DeserializeSeed<'de> for EntriesSeed<'_> {
    type Value = Vec<Entry>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Vec<Entry>, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for EntriesSeed<'_> {
    type Value = Vec<Entry>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of resources")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Entry>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element_seed(EntrySeed(self.0))? {
            entries.push(entry);
        }
        Ok(entries)
    }
}

struct EntrySeed<'a>(&'a Kinds);

impl<'de> DeserializeSeed<'de> for EntrySeed<'_> {
    type Value = Entry;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Entry, D::Error> {
        from.deserialize_enum("", &[], self)
    }
}

impl<'de> Visitor<'de> for EntrySeed<'_> {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a resource: `texture(id: .., path: ..)`")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, entry: A) -> Result<Entry, A::Error> {
        let (word, fields) = entry.variant_seed(WordSeed(self.0))?;
        Ok(match word {
            Word::Cache => Entry::Cache(fields.newtype_variant()?),
            Word::Callback => Entry::Callback(fields.newtype_variant()?),
            Word::Kind(kind) => Entry::File(kind, fields.newtype_variant()?),
        })
    }
}

/// What the word of an entry means.
enum Word {
    Kind(crate::phase::kind::Kind),
    Cache,
    Callback,
}

struct WordSeed<'a>(&'a Kinds);

impl<'de> DeserializeSeed<'de> for WordSeed<'_> {
    type Value = Word;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Word, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for WordSeed<'_> {
    type Value = Word;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a kind of resource")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Word, E> {
        let code = [CodeKind::Cache.name(), CodeKind::Callback.name()];
        match self.0.find(word) {
            Some(kind) => Ok(Word::Kind(kind)),
            None if word == code[0] => Ok(Word::Cache),
            None if word == code[1] => Ok(Word::Callback),
            None => {
                let known = || self.0.names().chain(code);
                let hint = match nearest(word, known()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("there are: {}", known().collect::<Vec<_>>().join(", ")),
                };
                Err(E::custom(format!("unknown kind `{word}`, {hint}")))
            }
        }
    }
}

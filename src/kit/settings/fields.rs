//! Reading a text of settings field by field, after it could not be read as a whole.

use std::cell::Cell;
use std::fmt;

use ron::value::RawValue;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

/// The maximum number of bytes that are read in all attempts, and what an attempt counts for itself and for each value
/// beside the one that is tried. What is left then is lost.
const MAX_READ: usize = 16 << 20;
const ATTEMPT: usize = 4 << 10;
const VALUE: usize = 8;

/// A value that could not be read.
pub(super) struct Lost<'a> {
    /// The names on the way to it, such as `video.quality`.
    pub(super) path: String,
    /// Its text, a part of the file's.
    pub(super) value: &'a str,
    pub(super) cause: String,
}

/// Whether a text can be read; or why it cannot.
type Fits<'f> = dyn FnMut(&str) -> Result<(), String> + 'f;

struct Search<'a, 's> {
    lost: Vec<Lost<'a>>,
    /// What all attempts have counted.
    spent: &'s Cell<usize>,
}

/// The most of the text `file` that can be read, filled with what `default` has, which can be read; and what is lost of
/// it. `None` if all of it is lost.
pub(super) fn readable<'a>(
    file: &'a str,
    default: &str,
    fits: &mut Fits<'_>,
) -> (Option<String>, Vec<Lost<'a>>) {
    let spent = Cell::new(0);
    let mut counted = |text: &str| {
        spent.set(spent.get() + text.len());
        fits(text)
    };
    let mut search = Search { lost: Vec::new(), spent: &spent };
    let text = search.most_of("", file.trim(), Some(default.trim()), ATTEMPT, &mut counted);
    (text.ok(), search.lost)
}

impl<'a> Search<'a, '_> {
    fn is_spent(&self) -> bool {
        self.spent.get() > MAX_READ
    }

    /// The most of `value` that fits in its place, where `default` would. A field of a struct or an entry of a map can
    /// be lost by itself, because it has a name; an item of a list or a tuple cannot. The error is that of the whole
    /// value. `cost` is what an attempt counts beside its text.
    fn most_of(
        &mut self,
        path: &str,
        value: &'a str,
        default: Option<&str>,
        cost: usize,
        fits: &mut Fits<'_>,
    ) -> Result<String, String> {
        self.spent.set(self.spent.get() + cost);
        if self.is_spent() {
            return Err("there is too much that cannot be read".to_owned());
        }
        let Err(cause) = fits(value) else { return Ok(value.to_owned()) };
        let Some(parts) = Parts::of(value) else { return Err(cause) };
        let default = default.and_then(Parts::of).filter(|default| default.begin == parts.begin);
        let before = self.lost.len();
        if parts.begin.ends_with('[') || !parts.names.is_empty() {
            let text = self.one_by_one(&parts, path, default.as_ref(), cost, fits);
            if text.is_some() {
                return text.ok_or(cause);
            }
            self.lost.truncate(before);
        }
        let text = self.all_but_one(&parts, path, cost, fits);
        if text.is_none() {
            self.lost.truncate(before);
        }
        text.ok_or(cause)
    }

    /// Begins with the default, or with nothing where there is none, and adds value after value.
    fn one_by_one(
        &mut self,
        parts: &Parts<'a>,
        path: &str,
        default: Option<&Parts<'_>>,
        cost: usize,
        fits: &mut Fits<'_>,
    ) -> Option<String> {
        let of_default = |at: usize| default?.value_of(parts.names.get(at)?);
        // A map begins empty: what the player has removed does not come back.
        let is_struct = parts.begin.ends_with('(');
        let own = |at: usize| of_default(at).filter(|_| is_struct).map(str::to_owned);
        let mut values: Vec<Option<String>> = (0..parts.values.len()).map(own).collect();
        let mut more = String::new();
        if fits(&parts.with(&values, &more)).is_err() {
            // What the file does not have may be required.
            let missing = default.into_iter().flat_map(|default| default.names.iter().zip(&default.values));
            let missing = missing.filter(|(name, _)| !parts.names.contains(name));
            more = missing.map(|(name, value)| format!("{name}: {value}, ")).collect();
            fits(&parts.with(&values, &more)).ok()?;
        }
        let cost = cost + values.len() * VALUE;
        for (at, value) in parts.values.iter().enumerate() {
            let (path, before) = (parts.path_of(path, at), values[at].take());
            let read = self.most_of(&path, value, of_default(at), cost, &mut |text| {
                values[at] = Some(text.to_owned());
                fits(&parts.with(&values, &more))
            });
            match read {
                Ok(text) => values[at] = Some(text),
                Err(_) if parts.names.is_empty() => return None,
                Err(cause) => {
                    values[at] = before;
                    self.lost.push(Lost { path, value, cause });
                }
            }
        }
        Some(parts.with(&values, &more))
    }

    /// All values but for one, of which only the most is there, or nothing if it has a name.
    fn all_but_one(
        &mut self,
        parts: &Parts<'a>,
        path: &str,
        cost: usize,
        fits: &mut Fits<'_>,
    ) -> Option<String> {
        let mut values: Vec<_> = parts.values.iter().map(|value| Some((*value).to_owned())).collect();
        let cost = cost + values.len() * VALUE;
        for (at, value) in parts.values.iter().enumerate() {
            let (path, before) = (parts.path_of(path, at), values[at].take());
            let read = self.most_of(&path, value, None, cost, &mut |text| {
                values[at] = Some(text.to_owned());
                fits(&parts.with(&values, ""))
            });
            values[at] = read.as_ref().ok().cloned();
            let text = parts.with(&values, "");
            match read {
                Ok(_) => return Some(text),
                Err(cause) if !parts.names.is_empty() && fits(&text).is_ok() => {
                    self.lost.push(Lost { path, value, cause });
                    return Some(text);
                }
                Err(_) if self.is_spent() => return None,
                Err(_) => values[at] = before,
            }
        }
        None
    }
}

/// A value of several: a struct, a map, a list, a tuple, or what an enum's variant has.
struct Parts<'a> {
    /// Its text up to the first value: `(`, `[`, `{`, `Some(`.
    begin: &'a str,
    /// Of fields and entries; empty for a list or a tuple.
    names: Vec<&'a str>,
    values: Vec<&'a str>,
    end: &'static str,
}

impl<'a> Parts<'a> {
    fn of(value: &'a str) -> Option<Self> {
        let word = value.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
        let rest = value[word..].trim_start();
        let (items, end) = match rest.chars().next()? {
            '(' => (read(rest, Form::Struct).or_else(|| read(rest, Form::Tuple))?, ")"),
            '[' => (read(rest, Form::List)?, "]"),
            '{' => (read(rest, Form::Map)?, "}"),
            _ => return None,
        };
        // A bracket is one byte.
        let begin = &value[..value.len() - rest.len() + 1];
        let names = items.iter().filter_map(|(name, _)| *name).collect();
        let values = items.iter().map(|(_, value)| *value).collect();
        Some(Self { begin, names, values, end })
    }

    fn value_of(&self, name: &str) -> Option<&'a str> {
        let at = self.names.iter().position(|other| *other == name)?;
        Some(self.values[at])
    }

    /// The text with these values, and `more` at its end.
    fn with(&self, values: &[Option<String>], more: &str) -> String {
        let mut text = self.begin.to_owned();
        for (at, value) in values.iter().enumerate() {
            if let Some(value) = value {
                self.names.get(at).into_iter().for_each(|name| text.push_str(&format!("{name}: ")));
                text.push_str(&format!("{value}, "));
            }
        }
        text + more + self.end
    }

    fn path_of(&self, path: &str, at: usize) -> String {
        match self.names.get(at) {
            // Where all settings are in the file.
            Some(name) if path.is_empty() || path == "settings" => (*name).to_owned(),
            Some(name) => format!("{path}.{name}"),
            None => path.to_owned(),
        }
    }
}

#[derive(Clone, Copy)]
enum Form {
    Struct,
    Tuple,
    List,
    Map,
}

/// The values of a text, with the names that they have.
type Items<'a> = Vec<(Option<&'a str>, &'a str)>;

/// `None` for any other value, and for one without any.
fn read(text: &str, form: Form) -> Option<Items<'_>> {
    let mut deserializer = ron::Deserializer::from_str(text).ok()?;
    let items = match form {
        Form::Struct => deserializer.deserialize_struct("", &[], form),
        Form::Tuple => deserializer.deserialize_tuple(0, form),
        Form::List => deserializer.deserialize_seq(form),
        Form::Map => deserializer.deserialize_map(form),
    };
    let items = items.ok()?;
    deserializer.end().ok()?;
    (!items.is_empty()).then_some(items)
}

impl<'de> Visitor<'de> for Form {
    type Value = Items<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of several")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        if let Self::Struct = self {
            while let Some((name, value)) = map.next_entry::<&str, &RawValue>()? {
                items.push((Some(name), value.get_ron().trim()));
            }
        } else {
            while let Some((name, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                items.push((Some(name.get_ron().trim()), value.get_ron().trim()));
            }
        }
        Ok(items)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(value) = seq.next_element::<&RawValue>()? {
            items.push((None, value.get_ron().trim()));
        }
        Ok(items)
    }
}

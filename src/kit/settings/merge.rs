//! Three texts of settings as one: what this program has changed, in the text that the file has.

use std::fmt;

use ron::value::RawValue;
use serde::de::{Deserializer, MapAccess, Visitor};

/// The names and the texts of a struct's fields.
type Fields<'a> = Vec<(&'a str, &'a str)>;

/// The text `file` of a RON value with the changes from `last` to `new`. Structs are merged field by
/// field; a field that is in `file` only is kept. Without a `last` all of `new` counts as changed.
pub(super) fn merged(last: Option<&str>, new: &str, file: &str) -> String {
    let mut text = String::new();
    merge_into(&mut text, 0, last, new.trim(), file.trim());
    text
}

fn merge_into(text: &mut String, depth: usize, last: Option<&str>, new: &str, file: &str) {
    let (Some(new_fields), Some(file_fields)) = (fields(new), fields(file)) else {
        text.push_str(if last == Some(new) { file } else { new });
        return;
    };
    let last_fields = last.and_then(fields).unwrap_or_default();
    let in_file_only = file_fields.iter().filter(|(name, _)| field(&new_fields, name).is_none());
    text.push('(');
    for (name, value) in new_fields.iter().chain(in_file_only) {
        text.push_str(&format!("\n{:width$}{name}: ", "", width = (depth + 1) * 4));
        match field(&file_fields, name) {
            Some(file) => merge_into(text, depth + 1, field(&last_fields, name), value, file),
            None => text.push_str(value),
        }
        text.push(',');
    }
    text.push_str(&format!("\n{:width$})", "", width = depth * 4));
}

fn field<'a>(fields: &Fields<'a>, name: &str) -> Option<&'a str> {
    fields.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
}

/// The fields of a struct; `None` for any other value, and for one without fields.
fn fields(text: &str) -> Option<Fields<'_>> {
    let mut deserializer = ron::Deserializer::from_str(text).ok()?;
    let fields = deserializer.deserialize_struct("", &[], FieldsVisitor).ok()?;
    deserializer.end().ok()?;
    (!fields.is_empty()).then_some(fields)
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a struct")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, value)) = map.next_entry::<&str, &RawValue>()? {
            fields.push((name, value.get_ron().trim()));
        }
        Ok(fields)
    }
}

//! The fields of a RON text of settings: reading each by itself, and merging what this program has changed into the text
//! that the file has.

use std::fmt;

use ron::value::RawValue;
use serde::de::{Deserializer, MapAccess, Visitor};

/// The names and the texts of a struct's fields.
type Fields<'a> = Vec<(&'a str, &'a str)>;

/// The text `file`, with the values of `rest` in place of what cannot be read: each field of a struct is read by
/// itself, among the fields of `rest`. The paths of what is not read are added to `lost`.
pub(super) fn readable(
    rest: &str,
    file: &str,
    path: &str,
    reads: &dyn Fn(&str) -> bool,
    lost: &mut Vec<String>,
) -> String {
    if reads(file) {
        return file.to_owned();
    }
    let (Some(rest_fields), Some(file_fields)) = (fields(rest), fields(file)) else {
        lost.push(path.to_owned());
        return rest.to_owned();
    };
    let mut kept: Vec<_> = rest_fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    for (name, value) in file_fields {
        let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let reads_alone = |value: &str| {
            let mut fields: Fields<'_> = rest_fields.clone();
            fields.retain(|(other, _)| *other != name);
            fields.push((name, value));
            reads(&struct_of(&fields))
        };
        match kept.iter_mut().take(rest_fields.len()).find(|(other, _)| *other == name) {
            Some((_, kept)) => *kept = readable(kept, value, &path, &reads_alone, lost),
            None if reads_alone(value) => kept.push((name, value.to_owned())),
            None => lost.push(path),
        }
    }
    let kept: Fields<'_> = kept.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let text = struct_of(&kept);
    if reads(&text) {
        return text;
    }
    // Each can be read, but not all of them together.
    lost.push(path.to_owned());
    rest.to_owned()
}

/// The text `file` of a RON value with the changes from `last` to `new`. Structs are merged field by
/// field; a field that only `file` has is kept. Without a `last` all of `new` counts as changed.
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
        text.push_str(&format!("\n{:width$}{}: ", "", identifier(name), width = (depth + 1) * 4));
        match field(&file_fields, name) {
            Some(file) => merge_into(text, depth + 1, field(&last_fields, name), value, file),
            None => text.push_str(value),
        }
        text.push(',');
    }
    text.push_str(&format!("\n{:width$})", "", width = depth * 4));
}

fn struct_of(fields: &Fields<'_>) -> String {
    // The last line of a value may be a comment.
    let fields: String =
        fields.iter().map(|(name, value)| format!("{}: {value}\n,", identifier(name))).collect();
    format!("({fields})")
}

/// The name of a field as RON writes it.
fn identifier(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if is_plain { name.to_owned() } else { format!("r#{name}") }
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

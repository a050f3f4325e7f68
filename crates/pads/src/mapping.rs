//! Mappings of pads in the text format of SDL: a line says which of its numbered buttons and axes is which.
//!
//! ```text
//! 03000000790000000600000010010000,A pad,a:b2,b:b1,leftx:a0,lefty:a1,dpup:h0.1,platform:Linux,
//! ```

/// One part of an axis, or all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    Positive,
    Negative,
}

/// A button or an axis of a device, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Button(usize),
    Axis(usize, Part, /* is inverted */ bool),
    /// The number of a hat, and one of its directions: 1 up, 2 right, 4 down, 8 left.
    Hat(usize, u8),
}

/// A button or an axis of a `PadState`, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Button(usize),
    Axis(usize, Part),
}

/// What identifies a kind of device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PadId {
    pub(super) bus: u16,
    pub(super) vendor: u16,
    pub(super) product: u16,
    pub(super) version: u16,
}

type Rows = Vec<(Source, Target)>;

/// The mappings for this system.
#[derive(Clone, Debug, Default)]
pub(super) struct Mappings(Vec<(PadId, Rows)>);

/// The platform's name in a mapping.
const PLATFORM: &str = match () {
    () if cfg!(windows) => "Windows",
    () if cfg!(target_vendor = "apple") => "Mac OS X",
    () => "Linux",
};

/// The names of the buttons in the order of a `PadState`, and the names of its axes.
const BUTTONS: &str = "a b x y leftshoulder rightshoulder lefttrigger righttrigger back start leftstick rightstick \
                       dpup dpdown dpleft dpright guide";
const AXES: &str = "leftx lefty rightx righty";

impl Mappings {
    /// Adds the lines of a table; they go before the lines of earlier tables. Returns a message for each line that
    /// cannot be read.
    pub(super) fn add(&mut self, table: &str) -> Vec<String> {
        let (mut errors, mut added, mut others) = (Vec::new(), Vec::new(), 0);
        for (number, line) in (1..).zip(table.lines()) {
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match read_line(line) {
                Ok(Some(mapping)) => added.push(mapping),
                Ok(None) => others += 1,
                Err(error) => errors.push(format!("line {number}: {error}")),
            }
        }
        if added.is_empty() && others == 0 {
            errors.truncate(1);
            errors.push("it has no mapping; expected lines as in SDL's gamecontrollerdb.txt".to_owned());
        }
        added.append(&mut self.0);
        self.0 = added;
        errors
    }

    /// The mapping of a device, or else of another version of it.
    pub(super) fn find(&self, id: PadId) -> Option<&[(Source, Target)]> {
        let is_similar = |other: PadId| (other.vendor, other.product) == (id.vendor, id.product);
        let exact = self.0.iter().find(|(other, _)| *other == id);
        let similar = || self.0.iter().find(|(other, _)| is_similar(*other));
        exact.or_else(similar).map(|(_, rows)| &rows[..])
    }
}

/// Reads a line; `None` for one of another platform.
fn read_line(line: &str) -> Result<Option<(PadId, Rows)>, String> {
    let mut fields = line.split(',');
    let (guid, name) = (fields.next().unwrap_or_default(), fields.next());
    let is_guid = guid.len() == 32 && guid.bytes().all(|digit| digit.is_ascii_hexdigit());
    if guid == "xinput" {
        return Ok(None);
    }
    if !is_guid || name.is_none() {
        let shown: String = guid.chars().take(40).collect();
        return Err(format!("expected the 32 hexadecimal digits of a pad and its name, found `{shown}`"));
    }
    let (mut rows, mut is_ours) = (Vec::new(), true);
    for field in fields.filter(|field| !field.is_empty()) {
        let Some((target, source)) = field.split_once(':') else {
            return Err(format!("expected a name, `:` and a button or an axis, found `{field}`"));
        };
        if target == "platform" {
            is_ours = source == PLATFORM;
        }
        // Some fields are about other things, and some pads have more buttons than are known here.
        let Some(target) = read_target(target) else { continue };
        let source = read_source(source).ok_or_else(|| {
            format!("`{field}`: `{source}` is no button, axis or hat, such as `b0`, `a1`, `+a2`, `h0.4`")
        })?;
        rows.push((source, target));
    }
    // Little-endian numbers, each with two bytes of something else behind it.
    let word = |at: usize| u16::from_str_radix(&guid[at..at + 4], 16).unwrap_or_default().swap_bytes();
    let id = PadId { bus: word(0), vendor: word(8), product: word(16), version: word(24) };
    Ok(is_ours.then_some((id, rows)))
}

fn read_target(name: &str) -> Option<Target> {
    let (part, plain) = part_of(name);
    let index = |names: &str, name| names.split(' ').position(|known| known == name);
    match index(AXES, plain) {
        Some(axis) => Some(Target::Axis(axis, part)),
        None => index(BUTTONS, name).map(Target::Button),
    }
}

fn read_source(text: &str) -> Option<Source> {
    let (part, rest) = part_of(text);
    let kind = rest.chars().next()?;
    let number = rest.get(1..)?;
    match kind {
        'b' if part == Part::Whole => Some(Source::Button(number.parse().ok()?)),
        'a' => {
            let plain = number.strip_suffix('~');
            Some(Source::Axis(plain.unwrap_or(number).parse().ok()?, part, plain.is_some()))
        }
        'h' if part == Part::Whole => {
            let (hat, direction) = number.split_once('.')?;
            let direction = direction.parse().ok().filter(|direction| [1, 2, 4, 8].contains(direction))?;
            Some(Source::Hat(hat.parse().ok()?, direction))
        }
        _ => None,
    }
}

/// The sign before a name, and the rest.
fn part_of(name: &str) -> (Part, &str) {
    let signed = |sign, part| name.strip_prefix(sign).map(|rest| (part, rest));
    signed('+', Part::Positive).or_else(|| signed('-', Part::Negative)).unwrap_or((Part::Whole, name))
}

/// Logs what cannot be read in a table.
pub(super) fn log_errors(errors: &[String]) {
    const SHOWN: usize = 5;
    for error in errors.iter().take(SHOWN) {
        log::warn!("the table of pad mappings: {error}");
    }
    if errors.len() > SHOWN {
        log::warn!("the table of pad mappings: {} more lines cannot be read", errors.len() - SHOWN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_field_by_field() {
        let mut mappings = Mappings::default();
        let line = format!(
            "# a comment\n\n030000006D0400001DC2000014400000,A pad,a:b1,+leftx:h0.2,-lefty:-a5,lefttrigger:a2~,crc:12,\
             paddle1:b20,platform:{PLATFORM},\n030000006d0400001dc2000014400000,Other,a:b0,platform:Amiga,"
        );
        assert_eq!(mappings.add(&line), Vec::<String>::new());
        let id = PadId { bus: 3, vendor: 0x046d, product: 0xc21d, version: 0x4014 };
        let rows = [
            (Source::Button(1), Target::Button(0)),
            (Source::Hat(0, 2), Target::Axis(0, Part::Positive)),
            (Source::Axis(5, Part::Negative, false), Target::Axis(1, Part::Negative)),
            (Source::Axis(2, Part::Whole, true), Target::Button(6)),
        ];
        assert_eq!(mappings.find(id), Some(&rows[..]));
        assert_eq!(mappings.find(PadId { version: 7, bus: 5, ..id }), Some(&rows[..]));
        assert_eq!(mappings.find(PadId { vendor: 1, ..id }), None);
    }

    #[test]
    fn a_later_table_goes_before_an_earlier_one() {
        let mut mappings = Mappings::default();
        for button in ["b0", "b1"] {
            mappings.add(&format!("{:032},A pad,a:{button},", 0));
        }
        let rows = [(Source::Button(1), Target::Button(0))];
        assert_eq!(mappings.find(PadId::default()), Some(&rows[..]));
    }

    #[test]
    fn lines_that_cannot_be_read_are_errors_with_numbers() {
        let guid = "0".repeat(32);
        let good = format!("{guid},A pad,a:b0,");
        for (line, error) in [
            ("hello", "expected the 32 hexadecimal digits of a pad and its name, found `hello`".to_owned()),
            (&guid, format!("expected the 32 hexadecimal digits of a pad and its name, found `{guid}`")),
            (
                &format!("{guid},A pad,a:q1"),
                "`a:q1`: `q1` is no button, axis or hat, such as `b0`, `a1`, `+a2`, `h0.4`".to_owned(),
            ),
            (
                &format!("{guid},A pad,dpup:h0.3"),
                "`dpup:h0.3`: `h0.3` is no button, axis or hat, such as `b0`, `a1`, `+a2`, `h0.4`".to_owned(),
            ),
            (
                &format!("{guid},A pad,a"),
                "expected a name, `:` and a button or an axis, found `a`".to_owned(),
            ),
        ] {
            let mut mappings = Mappings::default();
            assert_eq!(mappings.add(&format!("{good}\n{line}\n")), [format!("line 2: {error}")]);
            assert!(mappings.find(PadId::default()).is_some());
        }
    }

    #[test]
    fn a_table_that_is_none_is_an_error() {
        let none = "it has no mapping; expected lines as in SDL's gamecontrollerdb.txt";
        assert_eq!(Mappings::default().add(""), [none]);
        let errors = Mappings::default().add("<html>\n<body>\nä\u{1F3AE}é");
        let first = "line 1: expected the 32 hexadecimal digits of a pad and its name, found `<html>`";
        assert_eq!(errors, [first, none]);
    }
}

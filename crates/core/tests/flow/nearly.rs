//! Nearly right files: a right one, read as brackets and what is between their commas, with a few things wrong. The bytes
//! of a test or of a fuzz target (`tools/fuzz`) choose what.

#![allow(dead_code, reason = "each test program uses a part of it")]

/// Values that are hard to read, or of another type.
const HARD: [&str; 16] = [
    "",
    "0",
    "-1",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1e39",
    "NaN",
    "true",
    "None",
    "\"\"",
    "[]",
    "()",
    "{}",
    "\"\u{e9}\\u{0}\"",
    "Some(Some(1))",
];

/// How deep something is nested at most.
const DEEP: usize = 2_000;

/// What is chosen, from bytes; zeros follow them.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub fn of(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        let (chosen, rest) = self.0.split_at(self.0.len().min(2));
        self.0 = rest;
        chosen.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)) % end.max(1)
    }

    /// One, two or three changes.
    pub fn changes(&mut self) -> std::ops::Range<usize> {
        0..[1, 1, 1, 2, 2, 3][self.below(6)]
    }
}

/// The bytes that choose, for a seed.
pub fn bytes_of(seed: u64) -> [u8; 48] {
    let mut random = fastrand::Rng::with_seed(seed);
    [(); 48].map(|()| random.u8(..))
}

/// Removes, repeats, swaps, adds or replaces an item of a list, or changes it by `edit`. All of what is added is of `others`.
pub fn change<T: Clone>(
    items: &mut Vec<T>,
    others: &[T],
    choices: &mut Choices<'_>,
    edit: impl FnOnce(&mut T, &mut Choices<'_>),
) {
    let at = choices.below(items.len());
    let other = others.get(choices.below(others.len())).cloned();
    match (choices.below(10), other) {
        (0, _) if !items.is_empty() => drop(items.remove(at)),
        (1, _) if !items.is_empty() => items.insert(at, items[at].clone()),
        (2, _) if !items.is_empty() => {
            let with = choices.below(items.len());
            items.swap(at, with);
        }
        (3, Some(other)) => items.insert(at, other),
        (4, Some(other)) if !items.is_empty() => items[at] = other,
        _ => {
            if let Some(item) = items.get_mut(at) {
                edit(item, choices);
            }
        }
    }
}

/// What is between two commas: words, and groups in brackets.
type Item = Vec<Part>;

#[derive(Clone)]
enum Part {
    Words(String),
    Group(char, Vec<Item>),
}

/// A text of RON or JSON without comments, nearly as it is.
pub fn text(right: &str, choices: &mut Choices<'_>) -> String {
    let mut items = parse(&mut right.chars().peekable());
    for _ in choices.changes() {
        let all = all_items(&items);
        // The whole is one item of a list.
        let mut left = choices.below(all.len());
        change_group(&mut items, &mut left, &all, choices);
    }
    print(&items)
}

fn parse(text: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Vec<Item> {
    let (mut items, mut item, mut words) = (Vec::new(), Vec::new(), String::new());
    while let Some(next) = text.next() {
        match next {
            '"' => {
                words.push(next);
                let mut is_escaped = false;
                for inner in text.by_ref() {
                    words.push(inner);
                    match inner {
                        '"' if !is_escaped => break,
                        _ => is_escaped = inner == '\\' && !is_escaped,
                    }
                }
            }
            '(' | '[' | '{' => {
                item.push(Part::Words(std::mem::take(&mut words)));
                item.push(Part::Group(next, parse(text)));
            }
            ')' | ']' | '}' => break,
            ',' => {
                item.push(Part::Words(std::mem::take(&mut words)));
                items.push(std::mem::take(&mut item));
            }
            _ => words.push(next),
        }
    }
    item.push(Part::Words(words));
    if item.iter().any(|part| !matches!(part, Part::Words(words) if words.trim().is_empty())) {
        items.push(item);
    }
    items
}

fn print(items: &[Item]) -> String {
    let part = |part: &Part| match part {
        Part::Words(words) => words.clone(),
        Part::Group(open, items) => {
            let close = match open {
                '(' => ')',
                '[' => ']',
                _ => '}',
            };
            format!("{open}{}{close}", print(items))
        }
    };
    let items = items.iter().map(|item| item.iter().map(part).collect::<String>());
    items.collect::<Vec<_>>().join(",")
}

fn all_items(items: &[Item]) -> Vec<Item> {
    let inner = items.iter().flatten().flat_map(|part| match part {
        Part::Group(_, items) => all_items(items),
        Part::Words(_) => Vec::new(),
    });
    items.iter().cloned().chain(inner).collect()
}

/// Changes the group that has the item of a number.
fn change_group(items: &mut Vec<Item>, left: &mut usize, all: &[Item], choices: &mut Choices<'_>) {
    if *left < items.len() {
        *left = usize::MAX;
        return change(items, all, choices, |item, choices| edit(item, all, choices));
    }
    *left -= items.len();
    for part in items.iter_mut().flatten() {
        if let Part::Group(_, inner) = part
            && *left != usize::MAX
        {
            change_group(inner, left, all, choices);
        }
    }
}

/// Gives an item another value, key or form.
fn edit(item: &mut Item, all: &[Item], choices: &mut Choices<'_>) {
    let other = all[choices.below(all.len())].clone();
    let (key, _) = key_and_value(item);
    let (other_key, other_value) = key_and_value(&other);
    let how = choices.below(9);
    match how {
        0..3 => {
            let hard = HARD[choices.below(HARD.len())].to_owned();
            *item = vec![Part::Words(key), Part::Words(hard)];
        }
        3..5 => *item = [vec![Part::Words(key)], other_value].concat(),
        5 | 6 => {
            let key = if how == 5 { other_key } else { "\"unheard_of\": ".to_owned() };
            *item = [vec![Part::Words(key)], key_and_value(item).1].concat();
        }
        _ => {
            let deep = choices.below(DEEP);
            let Some(Part::Group(open, inner)) = item.iter_mut().find(|part| matches!(part, Part::Group(..)))
            else {
                *item = vec![Part::Words(format!("{}{}", "[".repeat(deep), "]".repeat(deep)))];
                return;
            };
            match choices.below(4) {
                0 => inner.clear(),
                1 => *open = ['(', '[', '{'][choices.below(3)],
                2 => *inner = vec![inner.clone(); 1 + choices.below(64)].concat(),
                _ => {
                    // A file in itself again and again is as deep as it is long.
                    for _ in 0..deep.min(200) {
                        *inner = vec![vec![Part::Group(*open, std::mem::take(inner))]];
                    }
                }
            }
        }
    }
}

/// The key of an item with its colon, and the value.
fn key_and_value(item: &Item) -> (String, Item) {
    let Some(Part::Words(words)) = item.first() else { return (String::new(), item.clone()) };
    let mut is_quoted = false;
    let colon = words.find(|c| {
        is_quoted ^= c == '"';
        c == ':' && !is_quoted
    });
    let (key, rest) = words.split_at(colon.map_or(0, |at| at + 1));
    (key.to_owned(), [&[Part::Words(rest.to_owned())], &item[1..]].concat())
}

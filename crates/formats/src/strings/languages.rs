//! Tags of languages, and which files answer a wish.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::rc::Rc;

use unic_langid::LanguageIdentifier;
use unic_langid::subtags::{Region, Script, Variant};

use super::Strings;
use proscenium_core::phase::{Handle, Resources};

/// The maximum number of wishes that are remembered; a game has one, and its tests a few.
const MAX_CHAINS: usize = 16;
/// The old codes of languages, and the codes in use.
const OLD_CODES: [(&str, &str); 6] =
    [("in", "id"), ("iw", "he"), ("ji", "yi"), ("mo", "ro"), ("no", "nb"), ("tl", "fil")];

/// The files of a wish, the best first.
type Chain = Rc<[Handle<Strings>]>;

/// The chains that are known until a resource comes or goes.
#[derive(Default)]
struct Chains(RefCell<Vec<(String, Chain)>>);

/// The resident files in the order in which they are asked for a text: first the language of the wish, the nearest file
/// first, then the other languages, in the order of the manifest. Of a wish with several tags the first
/// one that there is counts.
pub(super) fn chain(resources: &Resources, wish: &str) -> Chain {
    let chains = resources.derived::<Chains>();
    let mut chains = chains.0.borrow_mut();
    if let Some((_, chain)) = chains.iter().find(|(known, _)| known == wish) {
        return Rc::clone(chain);
    }
    if chains.len() == MAX_CHAINS {
        chains.clear();
    }
    let chain = sorted(resources, wish);
    chains.push((wish.to_owned(), Rc::clone(&chain)));
    chain
}

fn sorted(resources: &Resources, wish: &str) -> Chain {
    let wishes: Vec<_> = wish.split([',', ':']).filter_map(wished).collect();
    let is_there = |wish: &&LanguageIdentifier| {
        let mut known = resources.in_order::<Strings>().filter_map(|file| resources.get(file));
        known.any(|known| nearness(&known.language, wish) > 0)
    };
    let wish = wishes.iter().find(is_there);
    let mut languages: Vec<&LanguageIdentifier> = Vec::new();
    let mut files = Vec::new();
    for file in resources.in_order() {
        let Some(Strings { language, .. }) = resources.get(file) else { continue };
        let known = languages.iter().position(|known| *known == language);
        let number = known.unwrap_or_else(|| {
            languages.push(language);
            languages.len() - 1
        });
        let nearness = wish.map_or(0, |wish| nearness(language, wish));
        files.push((nearness, number, file));
    }
    files.sort_by_key(|&(nearness, number, _)| (Reverse(nearness), number));
    files.into_iter().map(|(.., file)| file).collect()
}

/// The language of a tag, if it is one of two or three letters.
pub(super) fn parse(tag: &str) -> Option<LanguageIdentifier> {
    let language: LanguageIdentifier = tag.parse().ok()?;
    (2..=3).contains(&language.language.as_str().len()).then_some(language)
}

/// The language that a system or the settings say: `zh_TW.UTF-8`, `de-DE-u-co-phonebk`.
fn wished(wish: &str) -> Option<LanguageIdentifier> {
    let tag = wish.split(['.', '@']).next().unwrap_or_default();
    // What follows a part of one letter is not about the language.
    let extension = tag.split(['-', '_']).scan(0, |end, part| {
        let start = *end;
        *end += part.len() + 1;
        Some((start, part))
    });
    let extension = extension.skip(1).find(|(_, part)| part.len() == 1).map(|(start, _)| start - 1);
    parse(&tag[..extension.unwrap_or(tag.len())])
}

/// How well a file's language answers a wish: 0 if it is another language. The script counts more than the region,
/// the region more than variants; none is better than another one.
fn nearness(file: &LanguageIdentifier, wish: &LanguageIdentifier) -> u8 {
    if code(file) != code(wish) {
        return 0;
    }
    fn rank<T: PartialEq>(file: Option<T>, wish: Option<T>) -> u8 {
        match (file, wish) {
            (file, wish) if file == wish => 2,
            (Some(_), Some(_)) => 0,
            _ => 1,
        }
    }
    fn variants(of: &LanguageIdentifier) -> Option<Vec<&Variant>> {
        (of.variants().len() > 0).then(|| of.variants().collect())
    }
    let script = rank(script(file), script(wish));
    let region = rank(file.region, wish.region);
    1 + script * 9 + region * 3 + rank(variants(file), variants(wish))
}

fn code(of: &LanguageIdentifier) -> &str {
    let code = of.language.as_str();
    OLD_CODES.iter().find(|(old, _)| *old == code).map_or(code, |(_, new)| new)
}

/// The script, which tags of Chinese leave to the region.
fn script(of: &LanguageIdentifier) -> Option<&str> {
    let is_chinese = of.language.as_str() == "zh";
    let implied = match of.region.as_ref().map(Region::as_str) {
        Some("TW" | "HK" | "MO") => "Hant",
        _ => "Hans",
    };
    of.script.as_ref().map(Script::as_str).or(is_chinese.then_some(implied))
}

/// The language of a file by its path: its name, a part of its name or a folder, the first of two letters before
/// the first of three.
pub(super) fn of_file(path: &str) -> Option<LanguageIdentifier> {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let parts = stem.rsplit('.').filter(|part| part.len() < stem.len());
    let languages = [stem].into_iter().chain(parts).chain(folders.rsplit('/')).filter_map(parse);
    let languages: Vec<_> = languages.collect();
    let short = languages.iter().find(|language| language.language.as_str().len() == 2);
    short.or(languages.first()).cloned()
}

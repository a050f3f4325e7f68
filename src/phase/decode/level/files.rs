//! Reads the files of a level: the map, and whatever it and its files name.

use std::collections::BTreeMap;

use super::survey::{Survey, survey};
use crate::phase::decode::guarded;
use crate::phase::decode::text::{broken, utf8};
use crate::phase::error::LoadCause;
use crate::platform::{AssetPath, AssetSource};

/// The most files of a level, with its map. It also bounds how deep they can name each other.
const MAX_FILES: usize = 32;

/// The most text of all files of a level in bytes: 16 MiB.
const MAX_TEXT: usize = 16 << 20;

/// The most tiles of all tilesets of a level. The map reader reserves memory for each.
const MAX_TILES: u64 = 1 << 18;

/// The most text that objects may take over from templates in bytes: each object made from a
/// template copies what the template says, so a short map could grow without end.
const MAX_COPIED: usize = 64 << 20;

/// The text of each file of a level, surveyed and found within the limits.
pub(in crate::phase::decode) struct LevelFiles {
    texts: BTreeMap<AssetPath, String>,
}

impl LevelFiles {
    /// The text of a file.
    pub(super) fn get(&self, path: &AssetPath) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }
}

/// Takes the map `path`, whose `bytes` are here, and reads all files that it needs.
///
/// # Errors
///
/// [`LoadCause::Read`] when a read failed and may succeed later;
/// [`LoadCause::Path`] when a file outside the assets folder is named; [`LoadCause::Decode`] when
/// a file that is named does not exist, a file is broken, or a limit is passed.
pub(in crate::phase::decode) async fn read_level(
    path: &AssetPath,
    bytes: Vec<u8>,
    source: &dyn AssetSource,
) -> Result<LevelFiles, LoadCause> {
    let mut texts = BTreeMap::new();
    let mut totals = Totals::default();
    let mut waiting = read_one(path, bytes, true, &mut totals, &mut texts)?;
    while let Some(named) = waiting.pop() {
        if texts.contains_key(&named.path) {
            continue;
        }
        if texts.len() == MAX_FILES {
            return Err(broken(path, format!("the level has more than {MAX_FILES} files")).into());
        }
        let bytes = match source.read(&named.path).await {
            Ok(bytes) => bytes,
            // It is worth another try, which is decided by the kind of the cause.
            Err(error) if error.may_pass() => return Err(error.into()),
            Err(error) => {
                let what = format!("it needs the {} `{}`: {}", named.what, named.path, error.cause);
                return Err(broken(&named.by, what).into());
            }
        };
        waiting.extend(read_one(&named.path, bytes, false, &mut totals, &mut texts)?);
    }
    if totals.template_uses.saturating_mul(totals.template_text) > MAX_COPIED {
        let what = "its objects copy too much from their templates; make the templates smaller";
        return Err(broken(path, what).into());
    }
    Ok(LevelFiles { texts })
}

/// A file that another one names.
struct Named {
    path: AssetPath,
    what: &'static str,
    by: AssetPath,
}

/// What the limits of a level are about, over all its files.
#[derive(Default)]
struct Totals {
    text: usize,
    tiles: u64,
    template_uses: usize,
    template_text: usize,
}

/// Takes one file in and returns the files that it names.
fn read_one(
    path: &AssetPath,
    bytes: Vec<u8>,
    is_map: bool,
    totals: &mut Totals,
    texts: &mut BTreeMap<AssetPath, String>,
) -> Result<Vec<Named>, LoadCause> {
    let (text, found) = guarded(|| {
        let text = utf8(path, &bytes, MAX_TEXT)?;
        Ok((text.to_owned(), survey(path, text, is_map)?))
    })?;
    let Survey { references, tiles, template_uses, is_template } = found;
    totals.text += text.len();
    totals.tiles = totals.tiles.saturating_add(tiles);
    totals.template_uses += template_uses;
    totals.template_text += if is_template { text.len() } else { 0 };
    if totals.text > MAX_TEXT {
        return Err(broken(path, format!("the files of the level have more than {MAX_TEXT} bytes")).into());
    }
    if totals.tiles > MAX_TILES {
        return Err(broken(path, format!("the level's tilesets have more than {MAX_TILES} tiles")).into());
    }
    texts.insert(path.clone(), text);
    references
        .into_iter()
        .map(|(what, relative)| Ok(Named { path: path.sibling(&relative)?, what, by: path.clone() }))
        .collect()
}

//! The output of both programs: a folder whose files are written or compared.

use std::path::PathBuf;
use std::{env, fs};

/// The command line of both programs.
pub struct Output {
    /// The output folder.
    pub folder: PathBuf,
    /// Whether to compare instead of writing.
    pub check: bool,
    /// Whether the program's own option is given.
    pub option: bool,
}

impl Output {
    /// Reads the command line; `option` is the program's own option.
    pub fn parse(folder: PathBuf, option: &str) -> Result<Self, String> {
        let mut output = Self { folder, check: false, option: false };
        let mut words = env::args_os().skip(1);
        while let Some(word) = words.next() {
            match word.to_str() {
                Some("--check") => output.check = true,
                Some("--out") => output.folder = words.next().ok_or("--out needs a folder")?.into(),
                Some(word) if word == option => output.option = true,
                _ => return Err(format!("unknown option {word:?}; usage: [--check] [{option}] [--out DIR]")),
            }
        }
        Ok(output)
    }

    /// Writes a file, or returns 1 if the existing one differs. `name` is relative to the folder.
    pub fn put(&self, name: &str, bytes: &[u8]) -> Result<u32, String> {
        let path = self.folder.join(name);
        let failed = |error| format!("{}: {error}", path.display());
        if !self.check {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(failed)?;
            }
            return fs::write(&path, bytes).map(|()| 0).map_err(failed);
        }
        let is_same = fs::read(&path).is_ok_and(|existing| existing == bytes);
        if !is_same {
            eprintln!("{} differs", path.display());
        }
        Ok(u32::from(!is_same))
    }
}

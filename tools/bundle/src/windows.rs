//! What a program for Windows is linked with: its icon, and that it has no console beside its window.

use std::error::Error;
use std::fs;
use std::process::Command;

use crate::call;
use crate::project::Project;

/// The kinds of resources, as Windows numbers them.
const ICON: u16 = 3;
const GROUP: u16 = 14;

/// The options for `rustc`.
pub fn options(project: &Project, triple: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let is_gnu = triple.ends_with("gnu");
    let mut arguments: Vec<String> = match is_gnu {
        true => vec!["-mwindows".to_owned()],
        false => ["/SUBSYSTEM:WINDOWS", "/ENTRY:mainCRTStartup"].map(str::to_owned).into(),
    };
    if let Some(icon) = &project.icon {
        let mut file = project.bundles()?.join("icon.res");
        fs::write(&file, resource(&fs::read(icon)?))?;
        if is_gnu {
            // Microsoft's linker takes the resource as it is.
            let object = file.with_extension("o");
            let prefix = if cfg!(windows) { "" } else { "x86_64-w64-mingw32-" };
            call(Command::new(format!("{prefix}windres")).arg(&file).arg(&object))?;
            file = object;
        }
        arguments.push(file.display().to_string());
    }
    Ok(arguments.into_iter().map(|argument| format!("-Clink-arg={argument}")).collect())
}

/// The file of the resources of an icon: the image, and a group of which it is the only member.
fn resource(png: &[u8]) -> Vec<u8> {
    // The last bytes of the width and the height; 256 is 0 there.
    let side = |at: usize| png.get(at).copied().unwrap_or_default();
    let mut group = vec![0, 0, 1, 0, 1, 0, side(19), side(23), 0, 0, 1, 0, 32, 0];
    group.extend((png.len() as u32).to_le_bytes());
    group.extend([1, 0]);
    // The first entry of such a file is empty.
    [(0, 0, &[][..]), (ICON, 1, png), (GROUP, 1, &group)].map(entry).concat()
}

fn entry((kind, id, data): (u16, u16, &[u8])) -> Vec<u8> {
    let number = |number: u16| u32::from(number) << 16 | 0xffff;
    let header = [data.len() as u32, 32, number(kind), number(id), 0, 0, 0, 0];
    let mut entry = header.map(u32::to_le_bytes).concat();
    entry.extend(data);
    entry.resize(entry.len().next_multiple_of(4), 0);
    entry
}

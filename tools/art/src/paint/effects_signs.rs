//! The signs that float above heads, and what is gained.

use super::super::canvas::Canvas;
use super::super::palette::{
    APRICOT, ASH, CHALK, CREAM, CURTAIN, EMBER, FOOTLIGHT, GOLD, INK, Ink, OXBLOOD, PEACH, SCARLET, WINE,
};
use super::{CELL, Rows};

/// The five moods from calm to mad with rage, then alert, puzzled and the flag of a patrol.
pub fn moods() -> Vec<Canvas> {
    let faces = [
        (CREAM, CHALK, ASH, UNCARING),
        (CREAM, FOOTLIGHT, GOLD, ANNOYED),
        (APRICOT, PEACH, EMBER, MAD),
        (EMBER, SCARLET, CURTAIN, RAGE),
        (SCARLET, CURTAIN, OXBLOOD, BERSERK),
    ];
    let mut cells: Vec<Canvas> =
        faces.into_iter().map(|(light, middle, shade, look)| face([light, middle, shade], look)).collect();
    cells.extend([ALERT, PUZZLED, FLAG].into_iter().map(outlined));
    cells
}

/// A coin that turns, four frames, and the cross of healing.
pub fn gains() -> Vec<Canvas> {
    [COIN, COIN_TURNED, COIN_EDGE, COIN_BACK, CROSS].into_iter().map(outlined).collect()
}

/// A sign with its dark line around it.
fn outlined(rows: Rows) -> Canvas {
    let mut cell = Canvas::new(CELL, CELL);
    cell.part(0, 0, rows);
    cell
}

/// A round face in three shades, and its look on top.
fn face(shades: [Ink; 3], look: Rows) -> Canvas {
    let mut cell = Canvas::new(CELL, CELL);
    for y in 0..CELL {
        for x in 0..CELL {
            let (dx, dy) = (2 * x - 15, 2 * y - 15);
            if dx * dx + dy * dy > 138 {
                continue;
            }
            let shade = match dx + dy {
                ..=-7 => 0,
                -6..=8 => 1,
                _ => 2,
            };
            cell.put(x, y, shades[shade]);
        }
    }
    cell.outline(INK);
    cell.text(0, 0, look);
    if shades[2] == OXBLOOD {
        cell.outline(WINE);
    }
    cell
}

const UNCARING: Rows = &[
    "................",
    "................",
    "................",
    "................",
    "................",
    "................",
    "....####.####...",
    ".....##...##....",
    "................",
    "................",
    "................",
    ".....######.....",
];
const ANNOYED: Rows = &[
    "................",
    "................",
    "................",
    "................",
    "....##..........",
    "......#...###...",
    "................",
    ".....##...##....",
    ".....##...##....",
    "................",
    "................",
    ".......####.....",
    ".....##.........",
];
const MAD: Rows = &[
    "................",
    "................",
    "................",
    "................",
    "....##....##....",
    "......#..#......",
    ".....##..##.....",
    ".....##..##.....",
    "................",
    "................",
    "......####......",
    ".....#....#.....",
    "....#......#....",
];
const RAGE: Rows = &[
    ".c............c.",
    "c.c..........c.c",
    ".c............c.",
    "................",
    "...##......##...",
    "....###..###....",
    "....f##..##f....",
    "................",
    "................",
    "....########....",
    "....#cc#cc#c....",
    "....########....",
    "....#cc#cc#c....",
    ".....######.....",
];
const BERSERK: Rows = &[
    ".....g..b.......",
    "..b.bg.bg.b.b...",
    "..bbggbggbbgb...",
    "..bgffgffggfb...",
    "..gfccfccffgg...",
    "...##......##...",
    "....##....##....",
    "...fc##..##cf...",
    "...ffc#..#cff...",
    "................",
    "...##########...",
    "...#c##c#c##c...",
    "...#xx#xx#xx#...",
    "....c#cc#cc#....",
    ".....######.....",
];
const ALERT: Rows = &[
    "................",
    "......fff.......",
    ".....fcfgg......",
    ".....fcfgg......",
    ".....fcfgg......",
    ".....fffgg......",
    "......ffg.......",
    "......ffg.......",
    "......fgg.......",
    "......gg........",
    "................",
    "......fff.......",
    "......ffg.......",
    "......ggg.......",
];
const PUZZLED: Rows = &[
    "................",
    "....OOOOOO......",
    "...OOcOOOWW.....",
    "...OcOOOOWW.....",
    "...OOO..OOWW....",
    "........OOWW....",
    ".......OOWW.....",
    "......OOWW......",
    "......OOW.......",
    "......OW........",
    "................",
    "......OOO.......",
    "......OOW.......",
    "......WWW.......",
];
const FLAG: Rows = &[
    "....ff..........",
    "....gg..........",
    "....ats.........",
    "....atsss.......",
    "....atscsss.....",
    "....atssccsu....",
    "....atssssuux...",
    "....atsuuuux....",
    "....atuuux......",
    "....atxx........",
    "....ot..........",
    "....ot..........",
    "....ot..........",
    "....ow..........",
];
const COIN: Rows = &[
    "................",
    "................",
    "......fffg......",
    "....ffggggzz....",
    "...fgggccgggz...",
    "...fgggffgggz...",
    "..fgcccffffggz..",
    "..fggfcffffggz..",
    "..fgggfffggggz..",
    "..fggffggffggz..",
    "...fgfgggggfz...",
    "...gggggggggz...",
    "....gzggggzz....",
    "......zzzz......",
];
const COIN_TURNED: Rows = &[
    "................",
    "................",
    "......ffg.......",
    ".....fggzz......",
    "....fgccggz.....",
    "....fgcfggz.....",
    "....fcffffz.....",
    "....fgffggz.....",
    "....fgffggz.....",
    "....ffggfgz.....",
    "....fgggggz.....",
    "....ggggggz.....",
    ".....gggzz......",
    "......zzz.......",
];
const COIN_EDGE: Rows = &[
    "................",
    "................",
    ".......fg.......",
    ".......cg.......",
    ".......cz.......",
    ".......fg.......",
    ".......fz.......",
    ".......fg.......",
    ".......fz.......",
    ".......fg.......",
    ".......fz.......",
    ".......gg.......",
    ".......gz.......",
    ".......zz.......",
];
const COIN_BACK: Rows = &[
    "................",
    "................",
    ".......ffg......",
    "......fggzz.....",
    ".....cfgggzz....",
    ".....cfggzgz....",
    ".....ffgzzgz....",
    ".....ffgzzgz....",
    ".....ffgzzgz....",
    ".....ffggzgz....",
    ".....fggggzz....",
    ".....ggggggz....",
    "......gggzz.....",
    ".......zzz......",
];
const CROSS: Rows = &[
    "................",
    "................",
    "......cccc......",
    "......cLLF......",
    "......cLLF......",
    "......cLLF......",
    "..cccccLLFFFFF..",
    "..cLLLLLLLLLLF..",
    "..cLLLLLLLLLLF..",
    "..cFFFFLLFFFFM..",
    "......cLLF......",
    "......cLLF......",
    "......cLLF......",
    "......FFFM......",
];

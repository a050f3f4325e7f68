//! Icons and the thin plate of the head-up display.

use super::canvas::Canvas;
use super::palette::{BRASS, FOOTLIGHT, GOLD, INK, NIGHT, OAK, TIMBER, faded};

/// Width and height of an icon.
const CELL: i32 = 16;

/// Twelve icons side by side: heart, beacon, skull, wave, attack, patrol, stop, select all, jump,
/// clock, marine, star.
pub fn icons() -> Canvas {
    let mut sheet = Canvas::new(CELL * 12, CELL);
    for (column, rows) in (0..).zip(ICONS) {
        let mut cell = Canvas::new(CELL, CELL);
        cell.part(0, 0, rows);
        sheet.blit(&cell, column * CELL, 0);
    }
    sheet
}

/// A plate's nine-patch, 24 x 24 with corners of 6: what the panel of the menus has, but thinner,
/// since it lies over the game.
pub fn frame() -> Canvas {
    let mut canvas = Canvas::new(24, 24);
    canvas.rect(0, 0, 24, 24, INK);
    for (inset, ink) in [(1, OAK), (2, INK), (3, BRASS)] {
        canvas.frame(inset, inset, 24 - 2 * inset, 24 - 2 * inset, ink);
    }
    // Light comes from above left.
    canvas.rect(1, 1, 22, 1, TIMBER);
    canvas.rect(1, 1, 1, 22, TIMBER);
    canvas.rect(3, 3, 18, 1, GOLD);
    canvas.rect(3, 3, 1, 18, GOLD);
    canvas.rect(4, 4, 16, 16, faded(NIGHT, 224));
    for (x, y) in [(1, 1), (19, 1), (1, 19), (19, 19)] {
        canvas.rect(x, y, 4, 4, INK);
        canvas.rect(x, y, 3, 3, BRASS);
        canvas.rect(x, y, 2, 2, GOLD);
        canvas.put(x, y, FOOTLIGHT);
    }
    for (x, y) in [(0, 0), (23, 0), (0, 23), (23, 23)] {
        canvas.put(x, y, faded(INK, 0));
    }
    canvas
}

const ICONS: [&[&str]; 12] = [
    &[
        "................",
        "................",
        "...sss...sss....",
        "..scbsu.sbssu...",
        ".scbsssssbsssu..",
        ".sbsssssssssux..",
        ".sssssssssssux..",
        ".ssssssssssuux..",
        "..sssssssssux...",
        "...ssssssuux....",
        "....sssssux.....",
        ".....sssux......",
        "......sux.......",
        ".......x........",
    ],
    &[
        "................",
        ".......f........",
        "......zgz.......",
        ".....zgggz......",
        "....ttttttt.....",
        "....tgfffgo.....",
        "....tfcccfo.....",
        "....tfcccfo.....",
        "....tgfffgo.....",
        "...attttttto....",
        "....t.to.o......",
        "....t.to.o......",
        "...tt.to.oo.....",
        "...t..to..o.....",
        "..tt..to..oo....",
    ],
    &[
        "................",
        "................",
        ".....cccc4......",
        "...cccccc444....",
        "..ccccccc4443...",
        "..cccccccc443...",
        "..c###cc###43...",
        "..c#s#cc#s#43...",
        "..c###c#4##43...",
        "..4cccc##c443...",
        "...44cccc443....",
        "....c#c#4#4.....",
        "....c#c#4#4.....",
        ".....c.4.3......",
    ],
    &[
        "................",
        "..f.............",
        "..tss...........",
        "..tssss..uus....",
        "..tscsssssuux...",
        "..tsccssssuux...",
        "..tssccsssuux...",
        "..tssssssuuux...",
        "..tsssussuuxx...",
        "..to..uuuuxx....",
        "..to....xxx.....",
        "..to............",
        "..to............",
        "..to............",
        "..ow............",
    ],
    &[
        "................",
        ".cc..........cc.",
        ".c44........44c.",
        "..444......443..",
        "...443....443...",
        "....443..433....",
        ".....44433......",
        "......443.......",
        ".....33344......",
        ".g..332.334..g..",
        ".gg332...334gg..",
        "..gf2.....2fg...",
        "..zgg.....gg....",
        ".tt.gg...gg.tt..",
        ".to...........o.",
    ],
    &[
        "................",
        ".....fffff......",
        "...fffffffg.f...",
        "..fff....ggff...",
        "..ff......fff...",
        ".ff.....fffff...",
        ".ff.............",
        ".............g..",
        "............gg..",
        "..fffff.....gg..",
        "..fff......gg...",
        "..fffg....ggg...",
        "..f.fffggggg....",
        ".....gggggg.....",
    ],
    &[
        "................",
        "......a.........",
        "....a.a.a.......",
        "...ca.a.a.a.....",
        "...ca.a.a.e.....",
        "...caaa.aae.....",
        "...caaaaaae.....",
        "...caaaaaae..a..",
        "...caaaaaae.aa..",
        "...caaaaaaeaae..",
        "...aaaaaaaaae...",
        "...aaaaaaaee....",
        "....aaaaaee.....",
        "....suuuuux.....",
        "....suuuuux.....",
    ],
    &[
        "LLLL.......LLLL.",
        "L.............F.",
        "L.............F.",
        "L..43......43.F.",
        "..4433....4433..",
        "..ffgg....ffgg..",
        "...ae......ae...",
        "...ae..43..ae...",
        "..OWD.4433.OWD..",
        "..OWD.ffgg.OWD..",
        "...WD..ae..WD...",
        "F..4..OWWD..3.F.",
        "F.....OWWD....F.",
        "F......43.....F.",
        "FFFF.......FFFF.",
    ],
    &[
        "...........f....",
        "..........fff...",
        ".........fffff..",
        "...........f....",
        "...ttto....g....",
        "...ttto....g....",
        "...fggz....g....",
        "...ttto....g....",
        "...ttto.........",
        "...tttoo........",
        "...tttttooo.....",
        "..attttttooo....",
        "..attttttoow....",
        "..wwwwwwwwww....",
    ],
    &[
        "................",
        ".....ggggg......",
        "...ggfffffgz....",
        "..gfcccccccgz...",
        "..gcccc#ccccz...",
        ".gfcccc#ccccgz..",
        ".gccccc#cccccz..",
        ".gccccc#cccccz..",
        ".gccccc####ccz..",
        ".gfccccccccagz..",
        "..gcccccccaaz...",
        "..ggcccccaagz...",
        "...zggaaaggz....",
        ".....zzzzz......",
    ],
    &[
        "................",
        ".......fg.......",
        ".....44fg33.....",
        "....444fg332....",
        "...4443fg3322...",
        "...4443333222...",
        "..ffffffggggzz..",
        "...oeaaaaaaeo...",
        "...oaa#aa#aeo...",
        "...eaa#aa#aee...",
        "....aaaaaaee....",
        "....aaooooae....",
        "..OWWeeeeeeWDD..",
        "..OWWccWWccWDD..",
        "..OWWWccccWWDD..",
    ],
    &[
        "................",
        ".......f........",
        "......fff.......",
        "......fcf.......",
        ".....fcccg......",
        ".ffffccccggggg..",
        "..fccccccfffg...",
        "...fcccccffg....",
        "....fccccfg.....",
        "....fcccffg.....",
        "...fcccfffgg....",
        "...fccfggffg....",
        "..fffg...gggg...",
        "..fg.......gz...",
    ],
];

//! The faces of who speaks: the hero, the sergeant of the marines and the witch.

use super::canvas::Canvas;

/// Width and height of a portrait; its lower edge is cut off by the frame it is shown in.
const CELL: i32 = 32;

/// Three portraits side by side.
pub fn sheet() -> Canvas {
    let mut sheet = Canvas::new(CELL * 3, CELL);
    for (column, rows) in (0..).zip([HERO, SERGEANT, WITCH]) {
        let mut cell = Canvas::new(CELL, CELL);
        cell.part(0, 0, rows);
        sheet.blit(&cell, column * CELL, 0);
    }
    sheet
}

const HERO: &[&str] = &[
    "................................",
    "................................",
    "............tttttooo............",
    ".........ttttttttooooooo........",
    ".......tttattttttoooooooow......",
    "......tttaatttttooooooooooww....",
    ".....tttaattttttoooooooooooww.w.",
    ".....ttaattttttooooooooooooowww.",
    "....tttattttttooooooooooooooww..",
    "....tttttttttoooooooooooooooww..",
    "....ttttttttooaaaoooooaoooooww..",
    "....ttttttoooaaaaaooaaaaoooowww.",
    "....tttttooaaaaaaaaaaaaaeooow...",
    "....tttoooaaaooooaaaooooaeoow...",
    "....ttooaaaaaaaaaaaaaaaaaeoow...",
    "....otoeaaaaacccaaaacccaaeoow...",
    ".....oaeaaaaac##aaaac##aaeeoe...",
    ".....aaeaaaaac##aaaac##aaeeae...",
    ".....eaeaaaaac##aaaac##aaeeae...",
    "......eeaaaaaaaaaeaaaaaaaeee....",
    ".......eaaaraaaaaeeaaaaraee.....",
    "........eaaaaaaaeeaaaaaaee......",
    "........eeaaaaaaaaaaaaaee.......",
    ".........eeaaaaoooooaaaee.......",
    "..........eeaaaaeeeaaaee........",
    "...........eeeaaaaaaeee.........",
    ".......ffffgreeeeeeeergzzz......",
    ".....sssffffgrreeeerrgzzzuux....",
    "...sssssuufffgxrrrrxgzzuuuuuxx..",
    "..ssssuuuusxffgx##xgzzuuuuxxuxx.",
    ".ssssuuusssuxddfgggddxsuuuuxxxx.",
    ".sssuuusssuuxdpppppddxsuuuuuxxx.",
];

const SERGEANT: &[&str] = &[
    "................................",
    "..............fffgg.............",
    "..........4444ffggz333..........",
    "........44444cffggz33333........",
    ".......44cc444ffggz333332.......",
    "......44cc4444ffggz3333222......",
    ".....44cc44444ffggz33333222.....",
    ".....4cc444444ffggz33333222.....",
    "....44c4444443ffggz333332222....",
    "....4444444433ffggz333322222....",
    "....4444444333ffggz333322222....",
    "..ffffffffffffffggggggggggggzz..",
    ".fffffffffffffggggggggggggzzzzz.",
    "..zzzzzzzzzzzzzzzzzzzzzzzzzzzz..",
    "....oowwrrrrrrrrrrrrrrrrrwwoo...",
    "....ooeeaaaaaaaaaaaaaaaaeeooo...",
    "....ooeaaooooaaaaaaaooooaeeoo...",
    ".....oeaaaooooaaaaaooooaaeeo....",
    "....eaeaaaac##aaaaac##aaaeeae...",
    "....aaeaaaac##aaeaac##aaaerae...",
    "....eaeaeaaaaaaaeeaaaaaaeaeae...",
    ".....eeeaeeaaaaaeraaaaeeaaee....",
    "......eeaaaaaaaeeraaaaaaeree....",
    ".......eaaaaootteettooaaaee.....",
    ".......eaaotttttotttttooaee.....",
    "........eottooo#####ooootee.....",
    "........eeoaaaaeeeeaaaaoee......",
    ".........eeeaaaaaaaaaeeee.......",
    "......fg..eeeeaaaaeeeee..fg.....",
    "....ffgggWWreeeeeeeeerWDggzzz...",
    "..OfffgggWWccrrrrrrrrccDDggzzD..",
    ".OOfgfgfgWWWccWWWWWDccDDzgzgzDD.",
];

const WITCH: &[&str] = &[
    "................................",
    "..44443333......................",
    ".44432..44433...................",
    "..33....cc44433.................",
    "........ccc444433...............",
    ".......ccc44444433..............",
    ".......ccc44444443333...........",
    "......cccc444444443333..........",
    "......ccc4444444444333..........",
    ".....cccc44444444443332.........",
    ".....zzffffffffggggggzz.........",
    ".....zffffffffgggggggzzz........",
    "....cccc4444444444443333222.....",
    "..ccccc444444444444443333333222.",
    ".cccc44444444444444444333333322.",
    "...22nnnnnnnnnnnnnnnnnnnn2222...",
    "....mmnnnnnnnnnnnnnnnnnnnm......",
    "....mmmnn##nnnnnnn##nnnnmm......",
    "...mmrmnnfff#nnn#fffnnnnmm......",
    "...mrmmnnfccf#n#fccfnnnLmm......",
    "...mrmmnnnff#nnn#ffnnnnLLL......",
    "...mrmmnnnnnnnnnnnnnnnLLFFL.....",
    "..mmrmmnnnnnnnnnnnnnnnFFF.......",
    "..mrrmmmnnnxnnnnnnnxnnMFm.......",
    "..mrmmmmnnnxxxsssxxxnnnmm.......",
    "..mrmm.mmnnncxcxcxcnnnmmm.......",
    "..mmmm.mmmnnnxxxxxnnnmmpm.......",
    "..pmm...mmmnnnnnnnnnmmmpp.......",
    "..pm..c44mmmmnnnnnmmmm33p.......",
    "...mcc44444mmmmmmmm33333322.....",
    "..ccc444444443zffgz3333333222...",
    ".ccc4444444444zffgz33333333222..",
];

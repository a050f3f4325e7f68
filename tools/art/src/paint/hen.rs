//! A hen: standing, walking, pecking and running with its wings out; to the right, and to the left.

use super::canvas::Canvas;

/// Width and height of a cell.
const CELL: (i32, i32) = (16, 14);

/// The frames side by side, the row below mirrored.
pub fn sheet() -> Canvas {
    let mut sheet = Canvas::new(CELL.0 * FRAMES.len() as i32, CELL.1 * 2);
    for (column, rows) in (0..).zip(FRAMES) {
        let frame = Canvas::from_text(&rows);
        for y in 0..CELL.1 {
            for x in 0..CELL.0 {
                let ink = frame.get(x, y);
                sheet.put(column * CELL.0 + x, y, ink);
                sheet.put(column * CELL.0 + CELL.0 - 1 - x, CELL.1 + y, ink);
            }
        }
    }
    sheet
}

const FRAMES: [[&str; 14]; 4] = [
    [
        "................",
        "..........ss....",
        ".........#ss#...",
        ".........#cc##..",
        "..##.....#c#cgg.",
        ".#cc#...#ccc#...",
        ".#ccc###cccs#...",
        ".#acccccccc#....",
        "..#accacccc#....",
        "..#aaccaac#.....",
        "...##aaaa#......",
        ".....####.......",
        "......g.g.......",
        ".....gg.gg......",
    ],
    [
        "..........ss....",
        ".........#ss#...",
        ".........#cc##..",
        "..##.....#c#cgg.",
        ".#cc#...#ccc#...",
        ".#ccc###cccs#...",
        ".#acccccccc#....",
        "..#accacccc#....",
        "..#aaccaac#.....",
        "...##aaaa#......",
        ".....####.......",
        ".....g...g......",
        "....g.....g.....",
        "....gg....gg....",
    ],
    [
        "................",
        "................",
        "................",
        "..##............",
        ".#cc#.###.......",
        ".#cccccccc#.....",
        ".#acccccccc#....",
        "..#accacccc##...",
        "..#aaccaacccc#..",
        "...##aaa#cc#cs..",
        ".....####ccc#s..",
        "......g.g##g#...",
        "......g.g..gg...",
        ".....gg.gg......",
    ],
    [
        "...####.........",
        "..#cccc#..ss....",
        "..#accc#.#ss#...",
        "...#acc#.#cc##..",
        "..####c##cc#cgg.",
        ".#ccccaccccc#...",
        ".#cccccacccs#...",
        ".#accccccccc#...",
        "..#aaccacc##....",
        "...##aaaa#......",
        ".....####.......",
        "....gg...g......",
        "...g......g.....",
        "..gg......gg....",
    ],
];

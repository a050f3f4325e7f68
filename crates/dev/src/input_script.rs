//! Input scripts, read from text.

use proscenium_core::platform::{Action, ActionSet, Control, WindowSize};

use crate::line_reader::{LineReader, read_lines};

const COMMANDS: [&str; 16] = [
    "wait", "tap", "hold", "press", "stick", "click", "drag", "touch", "finger", "lift", "run", "view",
    "expect", "emit", "shot", "quit",
];
/// The windows of `view wide` and `view upright`.
const WIDE: WindowSize = WindowSize::new(640.0, 360.0);
const UPRIGHT: WindowSize = WindowSize::new(360.0, 640.0);
/// The ticks of a `wait` without a number.
const DEFAULT_WAIT: u32 = 3600;
const MAX_TICKS: u32 = 1_000_000;
/// The largest coordinate, beyond any view.
const MAX_COORDINATE: f32 = 10_000.0;
const MAX_FINGER: u8 = 9;
/// The maximum length of the name of a screenshot.
const MAX_SHOT_NAME: usize = 64;

/// A script that plays a game: one command a line. A [`ScriptPlayer`](crate::ScriptPlayer) plays it.
///
/// ```
/// use proscenium_dev::InputScript;
/// use proscenium_core::platform::Action;
///
/// let script = "
///     wait logo
///     tap accept             # from the logo to the menu
///     wait main_menu 600     # at most 600 ticks
///     tap accept
///     wait in_game
///     hold right 90
///     tap pause
///     expect stack in_game pause
///     shot pause_menu
///     quit
/// ";
/// assert!(InputScript::parse(script, &Action::BUILT_IN).is_ok());
///
/// let error = InputScript::parse("wait logo\n\n    tapp accept", &Action::BUILT_IN).unwrap_err();
/// assert_eq!(
///     error,
///     "line 3, column 5: `tapp accept`: there is no command `tapp`; did you mean `tap`?",
/// );
/// ```
///
/// The page `scripts` of the documentation of `proscenium` lists all commands (`docs/scripts.md` of its repository).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputScript {
    /// The steps, each with the number of its line, counted from 1.
    pub(crate) steps: Vec<(usize, Step)>,
}

/// A part of a line. Steps that change the input take no time, and `Run` is the ticks until the next one. A finger
/// without a place is lifted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Run { ticks: u32 },
    Wait { screen: String, ticks: u32 },
    WaitUnit { machine: String, state: String, ticks: u32 },
    Hold { actions: ActionSet, is_held: bool },
    Press { controls: Vec<Control>, is_down: bool },
    Stick { at: (f32, f32) },
    Point { at: (f32, f32), is_held: bool, is_secondary: bool },
    Finger { finger: u8, at: Option<(f32, f32)> },
    View { window: WindowSize },
    Expect { stack: String },
    Emit { event: String },
    Shot { name: String },
    Quit,
}

impl InputScript {
    /// Reads a script of at most 1 MiB from a text or the bytes of a file. `actions` are all actions of the
    /// game, the built-in ones included.
    ///
    /// # Errors
    ///
    /// The first line that cannot be read, or that is not UTF-8, with its place.
    pub fn parse(text: &(impl AsRef<[u8]> + ?Sized), actions: &[Action]) -> Result<Self, String> {
        let mut fingers = Vec::new();
        let lines = read_lines(text.as_ref(), |word, line| {
            let ticks = |line: &mut LineReader<'_>, default| line.number("ticks", 1..=MAX_TICKS, default);
            // What begins, the ticks until it ends, and the tick in which it does.
            let during = |begin, ticks, end| vec![begin, Step::Run { ticks }, end, Step::Run { ticks: 1 }];
            let tick = |step| vec![step, Step::Run { ticks: 1 }];
            Ok(match word {
                "wait" => {
                    let screen = line.needed("the screen to wait for")?.to_owned();
                    if screen != "unit" {
                        return Ok(vec![Step::Wait { screen, ticks: ticks(line, Some(DEFAULT_WAIT))? }]);
                    }
                    let machine = line.needed("the machine of the unit")?.to_owned();
                    let state = line.needed("the state of the unit")?.to_owned();
                    vec![Step::WaitUnit { machine, state, ticks: ticks(line, Some(DEFAULT_WAIT))? }]
                }
                "tap" | "hold" => {
                    let actions = held(line, actions)?;
                    let ticks = if word == "tap" { 1 } else { ticks(line, None)? };
                    let hold = |is_held| Step::Hold { actions, is_held };
                    during(hold(true), ticks, hold(false))
                }
                "press" => {
                    let controls = controls(line)?;
                    let press = |is_down| Step::Press { controls: controls.clone(), is_down };
                    during(press(true), ticks(line, Some(1))?, press(false))
                }
                "stick" => {
                    let mut part = || line.number("the part of a stick's way", -1.0..=1.0, None);
                    let at = (part()?, part()?);
                    during(Step::Stick { at }, ticks(line, None)?, Step::Stick { at: (0.0, 0.0) })
                }
                "touch" => {
                    let Some(finger) = (0..=MAX_FINGER).find(|finger| !fingers.contains(finger)) else {
                        return Err(line.error("all fingers are down; `lift` one before".to_owned()));
                    };
                    let down = Step::Finger { finger, at: Some(place(line)?) };
                    during(down, ticks(line, Some(1))?, Step::Finger { finger, at: None })
                }
                "finger" => {
                    let finger = line.number("a finger", 0..=MAX_FINGER, None)?;
                    if !fingers.contains(&finger) {
                        fingers.push(finger);
                    }
                    tick(Step::Finger { finger, at: Some(place(line)?) })
                }
                "lift" => {
                    let finger = line.number("a finger", 0..=MAX_FINGER, None)?;
                    let Some(place) = fingers.iter().position(|other| *other == finger) else {
                        let what = format!("finger {finger} is not down; `finger {finger} X Y` puts it down");
                        return Err(line.error(what));
                    };
                    fingers.swap_remove(place);
                    tick(Step::Finger { finger, at: None })
                }
                "run" => vec![Step::Run { ticks: ticks(line, None)? }],
                "click" => {
                    let at = place(line)?;
                    let button = line.word();
                    if button.is_some_and(|button| button != "right") {
                        return Err(line.error("expected `right` or the end of the line".to_owned()));
                    }
                    let point = |is_held| Step::Point { at, is_held, is_secondary: button.is_some() };
                    during(point(true), 1, point(false))
                }
                "drag" => {
                    let point = |at, is_held| Step::Point { at, is_held, is_secondary: false };
                    let (from, to) = (place(line)?, place(line)?);
                    [tick(point(from, true)), during(point(to, true), 1, point(to, false))].concat()
                }
                "view" => match line.needed("`upright` or `wide`")? {
                    word @ ("upright" | "wide") => {
                        vec![Step::View { window: if word == "upright" { UPRIGHT } else { WIDE } }]
                    }
                    word => return Err(line.error(format!("expected `upright` or `wide`, found `{word}`"))),
                },
                "expect" => vec![Step::Expect { stack: expected_stack(line)? }],
                "emit" => vec![Step::Emit { event: line.needed("the event to emit")?.to_owned() }],
                "shot" => tick(Step::Shot { name: shot_name(line)? }),
                "quit" => vec![Step::Quit],
                _ => return Err(line.unknown("there is no command", word, COMMANDS.into_iter())),
            })
        })?;
        let steps =
            lines.into_iter().flat_map(|(number, steps)| steps.into_iter().map(move |step| (number, step)));
        Ok(Self { steps: steps.collect() })
    }
}

/// One action, or several with `+` between them.
fn held(line: &mut LineReader<'_>, actions: &[Action]) -> Result<ActionSet, String> {
    let known = || actions.iter().map(|action| action.name());
    let names = line.needed("the action")?.split('+');
    let find = |name| {
        let found = actions.iter().find(|action| action.name() == name).copied();
        found.ok_or_else(|| line.unknown("there is no action", name, known()))
    };
    names.map(find).collect()
}

/// One control, or several with `+` between them.
fn controls(line: &mut LineReader<'_>) -> Result<Vec<Control>, String> {
    let names = line.needed("the key or button")?.split('+');
    names.map(|name| name.parse().map_err(|error| line.error(error))).collect()
}

fn place(line: &mut LineReader<'_>) -> Result<(f32, f32), String> {
    // The range excludes NaN and infinity, which `parse` reads too.
    let mut coordinate = || line.number("pixels", 0.0..=MAX_COORDINATE, None);
    Ok((coordinate()?, coordinate()?))
}

fn expected_stack(line: &mut LineReader<'_>) -> Result<String, String> {
    let word = line.needed("`stack`")?;
    if word != "stack" {
        return Err(line.error(format!("expected `stack`, found `{word}`")));
    }
    let mut stack = vec![line.needed("the bottom screen of the stack")?];
    stack.extend(std::iter::from_fn(|| line.word()));
    Ok(stack.join(" "))
}

/// The name of a file, which must not lead out of the folder.
fn shot_name(line: &mut LineReader<'_>) -> Result<String, String> {
    let name = line.needed("the name of the screenshot")?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.len() <= MAX_SHOT_NAME && name.chars().all(is_plain) {
        return Ok(name.to_owned());
    }
    Err(line.error(format!(
        "`{name}` is not the name of a screenshot; use at most {MAX_SHOT_NAME} of a-z, A-Z, 0-9, `_` and `-`"
    )))
}

#[cfg(test)]
mod tests {
    use super::COMMANDS;

    #[test]
    fn the_page_of_scripts_lists_the_commands_that_there_are() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scripts.md");
        let page = std::fs::read_to_string(page).unwrap();
        let (_, table) = page.split_once("## All commands").unwrap();
        let (table, _) = table.split_once("\n## ").unwrap();
        let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split([' ', '`']).next());
        let (mut listed, mut there): (Vec<_>, _) = (rows.collect(), COMMANDS.to_vec());
        listed.dedup();
        there.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, there);
    }
}

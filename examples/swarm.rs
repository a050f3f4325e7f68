//! A swarm: a hundred thousand ants that share one template, with a byte of machine for each.
//!
//! `cargo run --release --example swarm --no-default-features` prints how many are in each state, second by second:
//!
//! ```text
//! 100000 ants, 100000 bytes of machine
//! second    rest   guard  search   carry    flee
//!      0  100000       0       0       0       0
//!      1  100000       0       0       0       0
//!      2   74974       0   22929    2097       0
//!      3   50243       0   40790    8967       0
//!      4   27711       0   54588   17701       0
//!      5    9151       0   65503   25346       0
//!      6   18839       0   52159   29002       0
//!      7   29193       0   43304   26908     595
//!      8   37301       0   37927   23043    1729   alarm!
//!      9   24993   37301       0       0   37706
//!     10   61789   37301     908       2       0
//!     11   82760    3726   12485    1029       0
//!     12   67572       0   27353    5075       0
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::error::Error;
use std::time::Duration;

use proscenium::ai::{Bindings, Blueprint, Context, Population, State};

const ALARM: &str = "alarm";
const ANTS: usize = 100_000;
const FRAMES_A_SECOND: u32 = 10;

/// What an ant has besides its state.
struct Ant {
    /// Ticks that are left of what it does.
    left: u16,
    /// It carries food.
    carries: bool,
    dice: u32,
}

impl Ant {
    /// Its own random numbers, so that the run is the same on every computer.
    fn roll(&mut self, sides: u32) -> u32 {
        self.dice = self.dice.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (self.dice >> 16) % sides
    }
}

fn blueprint() -> Blueprint {
    Blueprint::template("ant", "home")
        .state(
            State::new("home")
                .on(ALARM, "guard")
                .child(State::new("rest").enter("begin_rest").update("spend").when(0, "done", "search"))
                .child(State::new("guard").enter("begin_guard").update("spend").when(0, "done", "rest")),
        )
        .state(
            State::new("outside")
                .on(ALARM, "flee")
                .child(
                    State::new("search")
                        .enter("begin_search")
                        .update("look")
                        .when(1, "loaded", "carry")
                        .when(0, "done", "flee"),
                )
                .child(State::new("carry").enter("begin_carry").update("spend").when(0, "done", "home"))
                .child(State::new("flee").enter("begin_flee").update("spend").when(0, "done", "home")),
        )
}

fn bindings() -> Bindings<Ant> {
    let begin = |least: u32, more: u32| {
        move |ant: &mut Ant, (): &mut (), _: &mut Context<'_>| ant.left = (least + ant.roll(more)) as u16
    };
    Bindings::new()
        .guard("done", |ant: &Ant, _, _| ant.left == 0)
        .guard("loaded", |ant: &Ant, _, _| ant.carries)
        .action("spend", |ant: &mut Ant, _, _| ant.left = ant.left.saturating_sub(1))
        .action("look", |ant: &mut Ant, _, _| {
            ant.left = ant.left.saturating_sub(1);
            ant.carries = ant.roll(40) == 0;
        })
        .action("begin_rest", |ant: &mut Ant, _, _| {
            ant.left = 10 + ant.roll(40) as u16;
            ant.carries = false;
        })
        .action("begin_guard", begin(20, 10))
        .action("begin_search", begin(50, 50))
        .action("begin_carry", begin(10, 20))
        .action("begin_flee", begin(5, 10))
}

fn main() -> Result<(), Box<dyn Error>> {
    let definition = blueprint().build(&bindings())?;
    let mut ants = Population::new(&definition);
    for number in 0..ANTS as u32 {
        ants.spawn(&mut (), Ant { left: 0, carries: false, dice: number });
    }
    println!("{ANTS} ants, {} bytes of machine", ants.bytes());

    let columns = ["rest", "guard", "search", "carry", "flee"];
    let shown: Vec<_> = columns.iter().filter_map(|name| definition.state(name)).collect();
    println!("second{}", columns.map(|name| format!("{name:>8}")).join(""));
    let alarm = definition.event(ALARM).ok_or("there is no event `alarm`")?;
    for second in 0..=12 {
        let counts: String = shown.iter().map(|state| format!("{:>8}", ants.count_in(*state))).collect();
        println!("{second:>6}{counts}{}", if second == 8 { "   alarm!" } else { "" });
        if second == 8 {
            ants.broadcast(alarm);
        }
        for _ in 0..FRAMES_A_SECOND {
            ants.tick(&mut (), Duration::from_millis(1000 / u64::from(FRAMES_A_SECOND)));
        }
    }
    Ok(())
}

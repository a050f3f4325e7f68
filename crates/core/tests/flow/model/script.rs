//! What happens in one generated case: the commands from outside, and what the screens do each
//! time they are called.

use std::fmt;

use proptest::prelude::*;

/// A command before its fresh screens are made.
#[derive(Clone, Debug)]
pub enum Wish {
    Push(Who),
    Pop(Option<i32>),
    PopTo(&'static str),
    Remove(&'static str),
    Replace(Who),
    Reset(Vec<Who>),
    Load(&'static str),
    /// Goes on with the last save; before the first one a load of a phase that there is not.
    Restore,
    Preload(&'static str),
    Quit,
    Batch(Vec<Wish>),
}

/// The screen that a command is about.
#[derive(Clone, Copy, Debug)]
pub struct Who {
    pub id: &'static str,
    pub is_fresh: bool,
    pub payload: Option<i32>,
}

/// What a screen does in one call. The n-th call of all is answered by the n-th reaction, so the
/// model and the manager stay in step for as long as they agree.
#[derive(Clone, Debug, Default)]
pub struct Reaction {
    pub wishes: Vec<Wish>,
    pub posts: bool,
    pub fails: bool,
    /// Refuses to leave, or handles the event.
    pub says_no: bool,
}

/// One frame: whether the flow is saved before it, and what is asked for and posted from outside.
#[derive(Clone, Debug, Default)]
pub struct FrameScript {
    pub saves: bool,
    pub wishes: Vec<Wish>,
    pub posts: bool,
}

/// A whole case.
#[derive(Clone)]
pub struct Case {
    pub frames: Vec<FrameScript>,
    pub reactions: Vec<Reaction>,
}

impl fmt::Debug for Case {
    /// The entries that are not empty, with their numbers, for a failure message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, frame) in self.frames.iter().enumerate().filter(|(_, frame)| !frame.is_idle()) {
            writeln!(f, "frame {}: {frame:?}", number + 1)?;
        }
        for (number, reaction) in
            self.reactions.iter().enumerate().filter(|(_, reaction)| !reaction.is_idle())
        {
            writeln!(f, "call {number}: {reaction:?}")?;
        }
        Ok(())
    }
}

impl FrameScript {
    const fn is_idle(&self) -> bool {
        self.wishes.is_empty() && !self.posts && !self.saves
    }
}

impl Reaction {
    const fn is_idle(&self) -> bool {
        self.wishes.is_empty() && !self.posts && !self.fails && !self.says_no
    }
}

/// A phase as both sides know it.
pub struct PhasePlan {
    pub id: &'static str,
    pub screens: &'static [&'static str],
    pub items: &'static [Item],
}

/// An item of a phase's queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    File,
    /// An optional file that there is not.
    Missing,
    Work,
    /// Work that fails.
    Broken,
}

/// The phases of all cases; `c` is a name of two different screens.
pub const PHASES: [PhasePlan; 5] = [
    PhasePlan { id: "first", screens: &["a", "b", "c"], items: &[] },
    PhasePlan { id: "second", screens: &["c", "d"], items: &[Item::File, Item::File, Item::Work] },
    PhasePlan { id: "third", screens: &["a", "d"], items: &[Item::File, Item::Missing, Item::File] },
    PhasePlan { id: "bad", screens: &["e"], items: &[Item::File, Item::Work, Item::Broken, Item::Work] },
    PhasePlan { id: "bare", screens: &[], items: &[] },
];

/// Whether the screens below `id` go on.
pub fn lets_run(id: &str) -> bool {
    matches!(id, "b" | "d" | "x")
}

fn id() -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(&["a", "b", "c", "d", "e", "x", "loading", "failure"][..])
}

fn phase() -> impl Strategy<Value = &'static str> + Clone {
    let phases = &["first", "first", "first", "second", "second", "third", "bad", "bare", "nowhere"];
    prop::sample::select(&phases[..])
}

fn who() -> impl Strategy<Value = Who> + Clone {
    let id = prop::sample::select(&["a", "b", "c", "d", "x"][..]);
    (id, prop::bool::weighted(0.3), prop::option::weighted(0.2, 0..100))
        .prop_map(|(id, is_fresh, payload)| Who { id, is_fresh, payload })
}

fn simple_wish() -> impl Strategy<Value = Wish> + Clone {
    prop_oneof![
        300 => who().prop_map(Wish::Push),
        150 => prop::option::weighted(0.4, 0..100).prop_map(Wish::Pop),
        60 => id().prop_map(Wish::PopTo),
        60 => id().prop_map(Wish::Remove),
        120 => who().prop_map(Wish::Replace),
        60 => prop::collection::vec(who(), 0..4).prop_map(Wish::Reset),
        50 => phase().prop_map(Wish::Load),
        50 => phase().prop_map(Wish::Preload),
        10 => Just(Wish::Restore),
        1 => Just(Wish::Quit),
    ]
}

fn wish() -> impl Strategy<Value = Wish> {
    let batch = prop::collection::vec(simple_wish(), 0..4);
    let nested = (batch.clone(), prop::collection::vec(simple_wish(), 0..3), batch.clone()).prop_map(
        |(mut before, inner, after)| {
            before.push(Wish::Batch(inner));
            before.extend(after);
            Wish::Batch(before)
        },
    );
    prop_oneof![40 => simple_wish(), 2 => batch.prop_map(Wish::Batch), 1 => nested]
}

fn reaction() -> impl Strategy<Value = Reaction> {
    let busy = (
        prop::collection::vec(wish(), 1..3),
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.02),
        prop::bool::weighted(0.3),
    )
        .prop_map(|(wishes, posts, fails, says_no)| Reaction { wishes, posts, fails, says_no });
    // Calls lead to commands and commands to calls; few enough react for the chain to end.
    prop_oneof![
        14 => Just(Reaction::default()),
        2 => Just(Reaction { says_no: true, ..Reaction::default() }),
        2 => busy,
    ]
}

/// A case of `frames` frames.
pub fn case(frames: usize) -> impl Strategy<Value = Case> {
    let frame = (prop::bool::weighted(0.1), prop::collection::vec(wish(), 0..4), prop::bool::weighted(0.1))
        .prop_map(|(saves, wishes, posts)| FrameScript { saves, wishes, posts });
    (prop::collection::vec(frame, frames), prop::collection::vec(reaction(), frames * 8))
        .prop_map(|(frames, reactions)| Case { frames, reactions })
}

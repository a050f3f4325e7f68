//! The rules of the flow without transitions, as plainly as they can be written down.

mod load;
mod requests;
mod save;
mod stack;

use std::collections::{BTreeMap, VecDeque};

use super::command::{Command, Saved, Step, Target, steps};
use super::script::{Case, FrameScript, Item, PhasePlan, Reaction, Who, Wish, lets_run};

#[derive(Clone, Copy, Debug)]
struct Live {
    id: &'static str,
    serial: usize,
    visit: usize,
    is_resident: bool,
    was_updated: bool,
}

enum Load {
    No,
    /// Of each item that is left: whether it was preloaded.
    Working {
        plan: &'static PhasePlan,
        left: VecDeque<(Item, bool)>,
    },
    Ended {
        plan: &'static PhasePlan,
        is_ready: bool,
        is_new: bool,
    },
    /// Of a preloaded phase.
    AtOnce {
        plan: &'static PhasePlan,
        is_ready: bool,
    },
}

/// A preload: of which phase, and for how many ticks already.
#[derive(Clone, Copy)]
struct Preload {
    plan: &'static PhasePlan,
    ticks: usize,
}

/// A request that waits, the visit that asked for it, and whether it was noted.
#[derive(Clone)]
struct Waiting {
    command: Command,
    /// The number of its ticket.
    request: usize,
    asker: Option<usize>,
    is_noted: bool,
}

const MAX_DEPTH: usize = 64;
const MAX_FOLLOW_UPS: usize = 256;
/// The serial of the plain failure screen, which logs nothing and asks for nothing.
const PLAIN: usize = usize::MAX;

pub struct Model {
    stack: Vec<Live>,
    residents: Vec<(&'static str, usize)>,
    phase: Option<&'static str>,
    load: Load,
    /// The phase that was loaded last, and how many of its files are loaded. They stay if it is loaded once more.
    loaded: (&'static str, usize),
    preload: Option<Preload>,
    /// The last save, and the one that the load in progress restores.
    saved: Option<Saved>,
    restoring: Option<Saved>,
    queue: VecDeque<Waiting>,
    /// What follows a load in its batch.
    after_load: Vec<Step>,
    /// What the next hooks are called for.
    change: String,
    visits: usize,
    failure: Option<usize>,
    posted: usize,
    /// How many of the posted events say that a save was restored. They are not part of a save.
    restored: usize,
    is_fatal: bool,
    pub has_ended: bool,
    reactions: VecDeque<Reaction>,
    made: usize,
    pub log: Vec<String>,
    pub outcomes: Vec<String>,
    /// Whether each request was applied; `None` while it waits.
    pub tickets: Vec<Option<bool>>,
    /// How often rare things happened.
    pub seen: BTreeMap<&'static str, usize>,
}

/// The number of a request without a ticket that anybody holds: the one that starts it all.
const START: usize = usize::MAX;

impl Model {
    pub fn new(case: &Case) -> Self {
        Self {
            stack: Vec::new(),
            residents: Vec::new(),
            phase: None,
            load: Load::No,
            loaded: ("", 0),
            preload: None,
            saved: None,
            restoring: None,
            queue: VecDeque::from([Waiting {
                command: Command::Load("first"),
                request: START,
                asker: None,
                is_noted: false,
            }]),
            after_load: Vec::new(),
            visits: 0,
            failure: None,
            posted: 0,
            restored: 0,
            is_fatal: false,
            has_ended: false,
            reactions: case.reactions.iter().cloned().collect(),
            made: 0,
            log: Vec::new(),
            outcomes: Vec::new(),
            tickets: Vec::new(),
            change: String::new(),
            seen: BTreeMap::new(),
        }
    }

    pub fn frame(&mut self, FrameScript { saves, wishes, posts }: &FrameScript) {
        if *saves {
            self.save();
        }
        self.ask(wishes, None);
        self.posted += usize::from(*posts);
        if !self.has_ended {
            self.restored = 0;
            for _ in 0..std::mem::take(&mut self.posted) {
                let _ = (1..=self.stack.len()).rev().find(|&depth| self.call(depth, "on_event"));
            }
            for depth in (1..=self.stack.len()).rev() {
                self.update(depth);
                if !lets_run(self.stack[depth - 1].id) {
                    break;
                }
            }
            self.update_new();
            self.work();
            self.leave_frame();
        }
        let ids: Vec<_> = self.stack.iter().map(|live| live.id).collect();
        self.log.push(format!("[{}]", ids.join(" ")));
    }

    // What screens do when they are called.

    /// Calls the last one of `depth` screens.
    fn call(&mut self, depth: usize, hook: &str) -> bool {
        let Live { id, serial, visit, .. } = self.stack[depth - 1];
        if serial == PLAIN {
            return false;
        }
        let above = self.stack.get(depth).map(|live| format!(" under {}", live.id)).unwrap_or_default();
        self.log.push(format!("{id}#{serial} {hook}{above}"));
        let reaction = self.reactions.pop_front().unwrap_or_default();
        self.ask(&reaction.wishes, Some(visit));
        self.posted += usize::from(reaction.posts);
        self.is_fatal |= reaction.fails;
        reaction.says_no
    }

    fn hook_top(&mut self, hook: &str) {
        if !self.stack.is_empty() {
            self.hook(self.stack.len(), hook);
        }
    }

    fn hook(&mut self, depth: usize, hook: &str) {
        let call = format!("{hook}, {}", self.change);
        self.call(depth, &call);
    }

    fn see(&mut self, what: &'static str) {
        *self.seen.entry(what).or_insert(0) += 1;
    }

    fn begin_change(&mut self, reason: &str, to: Option<&str>) {
        let from = self.stack.last().map_or("-", |live| live.id);
        self.change = format!("{reason} {from} > {}", to.unwrap_or("-"));
    }

    fn ask(&mut self, wishes: &[Wish], asker: Option<usize>) {
        for wish in wishes {
            let request = self.tickets.len();
            self.tickets.push(None);
            let command = self.command(wish);
            if self.has_ended {
                self.reject(steps(command, request));
            } else {
                self.queue.push_back(Waiting { command, request, asker, is_noted: false });
            }
        }
    }

    fn command(&mut self, wish: &Wish) -> Command {
        let mut target = |who: &Who| {
            self.made += usize::from(who.is_fresh);
            Target { id: who.id, fresh: who.is_fresh.then_some(self.made), payload: who.payload }
        };
        match wish {
            Wish::Push(who) => Command::Push(target(who)),
            Wish::Pop(value) => Command::Pop(*value),
            Wish::PopTo(id) => Command::PopTo(id),
            Wish::Remove(id) => Command::Remove(id),
            Wish::Replace(who) => Command::Replace(target(who)),
            Wish::Reset(list) => Command::Reset(list.iter().map(target).collect()),
            Wish::Load(phase) => Command::Load(phase),
            Wish::Restore => self.saved.clone().map_or(Command::Load("nowhere"), Command::Restore),
            Wish::Preload(phase) => Command::Preload(phase),
            Wish::Quit => Command::Quit,
            Wish::Batch(list) => Command::Batch(list.iter().map(|wish| self.command(wish)).collect()),
        }
    }

    fn update(&mut self, depth: usize) {
        self.call(depth, "update");
        self.stack[depth - 1].was_updated = true;
    }

    fn update_new(&mut self) {
        for depth in 1..=self.stack.len() {
            if !self.stack[depth - 1].was_updated {
                self.update(depth);
            }
        }
    }
}

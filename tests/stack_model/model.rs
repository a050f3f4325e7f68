//! The reference model: the tables of `flow` as plainly as they can be written.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The phases: name, screens, and whether all their files are there.
pub const PHASES: &[(&str, &[&str], bool)] = &[
    ("first", &["menu", "settings", "shared"], true),
    ("second", &["game", "pause", "shared"], true),
    ("broken", &["menu"], false),
];

/// A screen that a command puts on the stack.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    Resident(&'static str),
    Fresh(&'static str),
}

/// A command, without the boxes of the real one.
#[derive(Clone, Debug)]
pub enum Command {
    Push(Target),
    Pop { value: bool },
    PopTo(&'static str),
    Replace(Target),
    Reset(Vec<Target>),
    Load(&'static str),
    Quit,
    Batch(Vec<Command>),
}

/// What hooks ask for, and which hooks were called. The manager's screens and the model's have
/// one each, alike at the start.
#[derive(Clone, Debug)]
pub struct Plan {
    asked: BTreeMap<usize, Vec<Command>>,
    failing: BTreeSet<usize>,
    refusing: BTreeSet<usize>,
    pub calls: Vec<(&'static str, &'static str)>,
}

impl Plan {
    pub fn new(
        asked: BTreeMap<usize, Vec<Command>>,
        failing: BTreeSet<usize>,
        refusing: BTreeSet<usize>,
    ) -> Self {
        Self { asked, failing, refusing, calls: Vec::new() }
    }

    /// Notes a call: what it asks for, whether it fails, and whether it agrees to leave.
    pub fn call(&mut self, screen: &'static str, hook: &'static str) -> (Vec<Command>, bool, bool) {
        let number = self.calls.len();
        self.calls.push((screen, hook));
        let commands = self.asked.remove(&number).unwrap_or_default();
        (commands, self.failing.contains(&number), !self.refusing.contains(&number))
    }
}

struct Live {
    name: &'static str,
    is_resident: bool,
    was_updated: bool,
}

#[derive(PartialEq)]
enum Load {
    None,
    Working(&'static str),
    Ended(&'static str, u64),
}

pub struct Model {
    pub plan: Plan,
    pub has_ended: bool,
    /// Commands that were carried out or rejected.
    pub commands: u64,
    pub applied: u64,
    live: Vec<Live>,
    waiting: Vec<&'static str>,
    queue: VecDeque<Command>,
    events: u32,
    is_fatal: bool,
    load: Load,
    frame: u64,
}

impl Model {
    pub fn new(plan: Plan) -> Self {
        Self {
            plan,
            has_ended: false,
            commands: 0,
            applied: 0,
            live: Vec::new(),
            waiting: Vec::new(),
            queue: VecDeque::new(),
            events: 0,
            is_fatal: false,
            load: Load::None,
            frame: 0,
        }
    }

    pub fn ask(&mut self, command: Command) {
        self.queue.push_back(command);
    }

    pub fn post(&mut self) {
        self.events += 1;
    }

    pub fn stack(&self) -> Vec<&'static str> {
        self.live.iter().map(|live| live.name).collect()
    }

    pub fn step(&mut self) {
        self.frame += 1;
        for _ in 0..std::mem::take(&mut self.events) {
            for index in (0..self.live.len()).rev() {
                self.call(index, "on_event");
            }
        }
        if let Some(top) = self.live.len().checked_sub(1) {
            self.update(top);
        }
        self.update_new();
        if let Load::Working(phase) = self.load {
            self.load = Load::Ended(phase, self.frame);
        }
        self.heed_fatal();
        self.leave_load();
        self.heed_fatal();
        if self.load == Load::None && !self.has_ended {
            self.run();
        }
        self.run_urgent();
        if self.has_ended {
            self.queue.clear();
        }
        self.update_new();
    }

    fn call(&mut self, index: usize, hook: &'static str) -> bool {
        let (commands, fails, agrees) = self.plan.call(self.live[index].name, hook);
        self.queue.extend(commands);
        self.is_fatal |= fails;
        agrees
    }

    fn call_top(&mut self, hook: &'static str) {
        if let Some(top) = self.live.len().checked_sub(1) {
            self.call(top, hook);
        }
    }

    fn update(&mut self, index: usize) {
        self.call(index, "update");
        self.live[index].was_updated = true;
    }

    fn update_new(&mut self) {
        for index in 0..self.live.len() {
            if !self.live[index].was_updated {
                self.update(index);
            }
        }
    }

    fn heed_fatal(&mut self) -> bool {
        let is_fatal = std::mem::take(&mut self.is_fatal) && !self.has_ended;
        if is_fatal {
            self.queue.clear();
            self.fail();
        }
        is_fatal
    }

    fn fail(&mut self) {
        self.load = Load::None;
        self.reset(&[Target::Fresh("failure")]);
    }

    fn leave_load(&mut self) {
        let Load::Ended(phase, frame) = self.load else { return };
        if frame == self.frame {
            return;
        }
        let (_, screens, is_good) = PHASES.iter().find(|(name, ..)| *name == phase).unwrap();
        if *is_good {
            self.load = Load::None;
            self.waiting = screens.to_vec();
            self.reset(&[Target::Resident(screens[0])]);
        } else {
            self.fail();
        }
    }

    fn run(&mut self) {
        while !self.queue.is_empty() {
            for _ in 0..self.queue.len() {
                let Some(command) = self.queue.pop_front() else { break };
                self.carry_out(command);
                if self.heed_fatal() || self.load != Load::None || self.has_ended {
                    return;
                }
            }
            self.update_new();
        }
    }

    fn run_urgent(&mut self) {
        while self.load != Load::None && !self.has_ended {
            let is_urgent = |command: &Command| matches!(command, Command::Load(_) | Command::Quit);
            let Some(index) = self.queue.iter().position(is_urgent) else { return };
            let command = self.queue.remove(index).unwrap();
            self.carry_out(command);
            if self.heed_fatal() {
                return;
            }
        }
    }

    fn carry_out(&mut self, command: Command) {
        self.commands += 1;
        let Some(lowest_leaving) = self.leaving(&command) else { return };
        let agree = (lowest_leaving..self.live.len()).rev().all(|index| self.call(index, "may_leave"));
        if agree {
            self.applied += 1;
            self.apply(command);
        }
    }

    /// The lowest screen that would leave; `None` for a command that is rejected.
    fn leaving(&self, command: &Command) -> Option<usize> {
        let depth = self.live.len();
        match command {
            Command::Push(target) => (self.may_enter(target, depth) && depth < 64).then_some(depth),
            Command::Pop { .. } => (depth > 1).then(|| depth - 1),
            Command::PopTo(name) => {
                let found = self.live.iter().rposition(|live| live.name == *name)?;
                (found + 1 < depth).then_some(found + 1)
            }
            Command::Replace(target) => {
                let top = depth.checked_sub(1)?;
                self.may_enter(target, top).then_some(top)
            }
            Command::Reset(list) => {
                let is_twice = |index: usize| {
                    matches!(list[index], Target::Resident(_)) && list[..index].contains(&list[index])
                };
                let is_good =
                    (0..list.len()).all(|index| self.may_enter(&list[index], 0) && !is_twice(index));
                (is_good && !list.is_empty()).then_some(0)
            }
            Command::Load(phase) => PHASES.iter().any(|(name, ..)| name == phase).then_some(0),
            Command::Quit => Some(0),
            Command::Batch(_) => Some(depth),
        }
    }

    /// Whether `target` may join once the screens from `leaving` up have left.
    fn may_enter(&self, target: &Target, leaving: usize) -> bool {
        let Target::Resident(name) = target else { return true };
        match self.live.iter().position(|live| live.is_resident && live.name == *name) {
            Some(index) => index >= leaving,
            None => self.waiting.contains(name),
        }
    }

    fn apply(&mut self, command: Command) {
        match command {
            Command::Push(target) => {
                self.call_top("on_inactive");
                self.enter(&target);
                self.call_top("on_active");
            }
            Command::Pop { value } => {
                self.leave(self.live.len() - 1);
                if value {
                    self.call_top("on_result");
                }
                self.call_top("on_active");
            }
            Command::PopTo(name) => {
                let target = self.live.iter().rposition(|live| live.name == name).unwrap();
                self.leave(target + 1);
                self.call_top("on_active");
            }
            Command::Replace(target) => {
                self.leave(self.live.len() - 1);
                self.enter(&target);
                self.call_top("on_active");
            }
            Command::Reset(list) => self.reset(&list),
            Command::Load(phase) => {
                self.leave(0);
                self.waiting.clear();
                self.load = Load::Working(phase);
                self.enter(&Target::Fresh("loading"));
                self.call_top("on_active");
            }
            Command::Quit => {
                self.leave(0);
                self.waiting.clear();
                self.load = Load::None;
                self.has_ended = true;
            }
            Command::Batch(list) => {
                let mut list = VecDeque::from(list);
                while let Some(command) = list.pop_front() {
                    self.carry_out(command);
                    if self.is_fatal || self.has_ended || self.load != Load::None {
                        break;
                    }
                }
                while let Some(command) = list.pop_back() {
                    self.queue.push_front(command);
                }
            }
        }
    }

    fn reset(&mut self, list: &[Target]) {
        self.leave(0);
        for target in list {
            self.enter(target);
        }
        self.call_top("on_active");
    }

    fn enter(&mut self, target: &Target) {
        let (name, is_resident) = match target {
            Target::Resident(name) => (*name, true),
            Target::Fresh(name) => (*name, false),
        };
        if is_resident {
            self.waiting.retain(|waiting| *waiting != name);
        }
        self.live.push(Live { name, is_resident, was_updated: false });
        self.call_top("on_enter");
    }

    fn leave(&mut self, depth: usize) {
        if self.live.len() > depth {
            self.call_top("on_inactive");
        }
        while self.live.len() > depth {
            self.call_top("on_exit");
            let live = self.live.pop().unwrap();
            if live.is_resident {
                self.waiting.push(live.name);
            }
        }
    }
}

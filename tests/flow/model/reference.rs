//! The rules of the flow without transitions, as plainly as they can be written down.

use std::collections::VecDeque;

use super::command::{Command, Target, text};
use super::script::{Case, PHASES, PhasePlan, Reaction, Who, Wish, lets_run};

#[derive(Clone, Copy, Debug)]
struct Live {
    id: &'static str,
    serial: usize,
    is_resident: bool,
    was_updated: bool,
}

enum Load {
    No,
    Working { plan: &'static PhasePlan, done: usize },
    Ended { plan: &'static PhasePlan, is_ready: bool, is_new: bool },
}

const MAX_DEPTH: usize = 64;
const MAX_FOLLOW_UPS: usize = 256;

pub struct Model {
    stack: Vec<Live>,
    residents: Vec<(&'static str, usize)>,
    has_phase: bool,
    load: Load,
    queue: VecDeque<(Command, bool)>,
    posted: usize,
    is_fatal: bool,
    pub has_ended: bool,
    reactions: VecDeque<Reaction>,
    made: usize,
    pub log: Vec<String>,
    pub outcomes: Vec<String>,
}

impl Model {
    pub fn new(case: &Case) -> Self {
        Self {
            stack: Vec::new(),
            residents: Vec::new(),
            has_phase: false,
            load: Load::No,
            queue: VecDeque::from([(Command::Load("first"), false)]),
            posted: 0,
            is_fatal: false,
            has_ended: false,
            reactions: case.reactions.iter().cloned().collect(),
            made: 0,
            log: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    pub fn frame(&mut self, wishes: &[Wish], posts: bool) {
        self.ask(wishes);
        self.posted += usize::from(posts);
        if !self.has_ended {
            for _ in 0..std::mem::take(&mut self.posted) {
                let _ = (0..self.stack.len()).rev().find(|&index| self.call(index, "on_event"));
            }
            for index in (0..self.stack.len()).rev() {
                self.update(index);
                if !lets_run(self.stack[index].id) {
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

    fn call(&mut self, index: usize, hook: &str) -> bool {
        let Live { id, serial, .. } = self.stack[index];
        self.log.push(format!("{id}#{serial} {hook}"));
        let reaction = self.reactions.pop_front().unwrap_or_default();
        self.ask(&reaction.wishes);
        self.posted += usize::from(reaction.posts);
        self.is_fatal |= reaction.fails;
        reaction.says_no
    }

    fn call_top(&mut self, hook: &str) {
        if let Some(top) = self.stack.len().checked_sub(1) {
            self.call(top, hook);
        }
    }

    fn ask(&mut self, wishes: &[Wish]) {
        for wish in wishes {
            let command = self.command(wish);
            self.queue.push_back((command, false));
        }
    }

    fn command(&mut self, wish: &Wish) -> Command {
        let mut target = |who: &Who| {
            self.made += usize::from(who.is_fresh);
            Target { id: who.id, fresh: who.is_fresh.then_some(self.made) }
        };
        match wish {
            Wish::Push(who) => Command::Push(target(who)),
            Wish::Pop(value) => Command::Pop(*value),
            Wish::PopTo(id) => Command::PopTo(id),
            Wish::Replace(who) => Command::Replace(target(who)),
            Wish::Reset(list) => Command::Reset(list.iter().map(target).collect()),
            Wish::Load(phase) => Command::Load(phase),
            Wish::Quit => Command::Quit,
            Wish::Batch(list) => Command::Batch(list.iter().map(|wish| self.command(wish)).collect()),
        }
    }

    fn update(&mut self, index: usize) {
        self.call(index, "update");
        self.stack[index].was_updated = true;
    }

    fn update_new(&mut self) {
        for index in 0..self.stack.len() {
            if !self.stack[index].was_updated {
                self.update(index);
            }
        }
    }

    // Loading.

    fn work(&mut self) {
        if let Load::Working { plan, done } = self.load {
            let fails = plan.fails_at == Some(done);
            let done = (done + 1).min(plan.items);
            self.load = if fails || done == plan.items {
                Load::Ended { plan, is_ready: !fails, is_new: true }
            } else {
                Load::Working { plan, done }
            };
        }
    }

    fn leave_load(&mut self) {
        match self.load {
            Load::Ended { plan, is_ready, is_new: true } => {
                self.load = Load::Ended { plan, is_ready, is_new: false };
            }
            Load::Ended { plan, is_ready: true, .. } => {
                self.load = Load::No;
                self.has_phase = true;
                for id in plan.screens {
                    self.made += 1;
                    self.residents.push((id, self.made));
                }
                self.reset(&[Target { id: plan.screens[0], fresh: None }]);
            }
            Load::Ended { .. } => self.enter_failure(),
            _ => {}
        }
    }

    fn enter_failure(&mut self) {
        self.load = Load::No;
        self.made += 1;
        self.reset(&[Target { id: "failure", fresh: Some(self.made) }]);
    }

    // The end of the frame.

    fn leave_frame(&mut self) {
        if !self.is_fatal {
            self.leave_load();
            self.run_commands();
        }
        if std::mem::take(&mut self.is_fatal) && !self.has_ended {
            self.reject_all();
            self.enter_failure();
        }
        if self.has_ended {
            self.reject_all();
        }
        self.update_new();
        let is_loading = !matches!(self.load, Load::No);
        for index in (0..self.queue.len()).filter(|_| is_loading) {
            if !std::mem::replace(&mut self.queue[index].1, true) {
                let command = self.queue[index].0.clone();
                self.note(&command, "Queued");
            }
        }
    }

    fn run_commands(&mut self) {
        let mut follow_ups = 0;
        for pass in 0.. {
            self.update_new();
            let waiting = self.queue.len();
            for done in 0..waiting {
                if self.is_fatal {
                    return;
                }
                let Some(command) = self.next_command() else {
                    if done == 0 {
                        return;
                    }
                    break;
                };
                if follow_ups == MAX_FOLLOW_UPS {
                    self.note(&command, "Rejected");
                    self.is_fatal = true;
                    return;
                }
                follow_ups += usize::from(pass > 0);
                self.run(command);
            }
            if self.is_fatal || waiting == 0 {
                return;
            }
        }
    }

    /// During a load only another load and `quit` are run.
    fn next_command(&mut self) -> Option<Command> {
        let is_loading = !matches!(self.load, Load::No);
        let may_run = |(command, _): &(Command, bool)| {
            !is_loading || matches!(command, Command::Load(_) | Command::Quit)
        };
        let index = self.queue.iter().position(may_run).filter(|_| !self.has_ended)?;
        self.queue.remove(index).map(|(command, _)| command)
    }

    fn run(&mut self, command: Command) {
        let mut open = VecDeque::from([command]);
        while let Some(command) = open.pop_front() {
            match command {
                Command::Batch(list) => list.into_iter().rev().for_each(|command| open.push_front(command)),
                command if self.may_run(&command) => self.apply(&command),
                command => self.note(&command, "Rejected"),
            }
            if self.is_fatal || self.has_ended || !matches!(self.load, Load::No) {
                break;
            }
        }
        open.into_iter().rev().for_each(|command| self.queue.push_front((command, false)));
    }

    fn reject_all(&mut self) {
        for (command, _) in std::mem::take(&mut self.queue) {
            self.note(&command, "Rejected");
        }
    }

    fn note(&mut self, command: &Command, outcome: &str) {
        self.outcomes.push(format!("{}: {outcome}", text(command)));
    }

    // The commands.

    fn may_run(&mut self, command: &Command) -> bool {
        let depth = self.stack.len();
        let all: Vec<usize> = (0..depth).collect();
        let lowest = match command {
            Command::Push(target) => (self.may_join(*target, &[]) && depth < MAX_DEPTH).then_some(depth),
            Command::Pop(_) => depth.checked_sub(1).filter(|&top| top > 0),
            Command::PopTo(id) => {
                let index = self.stack.iter().rposition(|live| live.id == *id);
                index.map(|index| index + 1).filter(|&lowest| lowest < depth)
            }
            Command::Replace(target) => {
                let top = depth.checked_sub(1);
                self.may_join(*target, top.as_slice()).then_some(top.unwrap_or(0))
            }
            Command::Reset(list) => {
                let is_twice = |n: usize| {
                    list[..n].iter().any(|t| t.id == list[n].id && t.fresh.or(list[n].fresh).is_none())
                };
                let is_right = |n: usize| self.may_join(list[n], &all) && !is_twice(n);
                (!list.is_empty() && (0..list.len()).all(is_right)).then_some(0)
            }
            Command::Load(phase) => {
                PHASES.iter().any(|plan| plan.id == *phase && !plan.screens.is_empty()).then_some(0)
            }
            Command::Quit => Some(0),
            Command::Batch(_) => Some(depth),
        };
        lowest.is_some_and(|lowest| !(lowest..depth).rev().any(|index| self.call(index, "request_leave")))
    }

    fn may_join(&self, target: Target, leaving: &[usize]) -> bool {
        let live = self.stack.iter().position(|live| live.is_resident && live.id == target.id);
        let is_free = live.map_or_else(
            || self.residents.iter().any(|(id, _)| *id == target.id),
            |index| leaving.contains(&index),
        );
        target.fresh.is_some() || is_free
    }

    fn apply(&mut self, command: &Command) {
        self.note(command, "Applied");
        match command {
            Command::Push(target) => {
                self.call_top("on_inactive");
                self.enter(*target);
                self.call_top("on_active");
            }
            Command::Pop(value) => {
                let from = self.stack[self.stack.len() - 1].id;
                self.leave(self.stack.len() - 1);
                if let Some(value) = value {
                    self.call_top(&format!("on_result {value} from {from}"));
                }
                self.call_top("on_active");
            }
            Command::PopTo(id) => {
                self.leave(self.stack.iter().rposition(|live| live.id == *id).map_or(0, |index| index + 1));
                self.call_top("on_active");
            }
            Command::Replace(target) => {
                self.leave(self.stack.len().saturating_sub(1));
                self.enter(*target);
                self.call_top("on_active");
            }
            Command::Reset(list) => self.reset(list),
            Command::Load(phase) => {
                self.leave(0);
                self.residents.clear();
                self.has_phase = false;
                let plan = PHASES.iter().find(|plan| plan.id == *phase).expect("it was checked");
                self.load = Load::Working { plan, done: 0 };
                self.made += 1;
                self.reset(&[Target { id: "loading", fresh: Some(self.made) }]);
            }
            Command::Quit => {
                self.leave(0);
                self.load = Load::No;
                self.has_ended = true;
            }
            Command::Batch(_) => unreachable!("batches are taken apart before"),
        }
    }

    fn reset(&mut self, list: &[Target]) {
        self.leave(0);
        list.iter().for_each(|target| self.enter(*target));
        self.call_top("on_active");
    }

    fn leave(&mut self, depth: usize) {
        if self.stack.len() > depth {
            self.call_top("on_inactive");
        }
        while self.stack.len() > depth {
            self.call_top("on_exit");
            let live = self.stack.pop().expect("there are more than `depth`");
            self.residents.extend(live.is_resident.then_some((live.id, live.serial)));
        }
    }

    fn enter(&mut self, Target { id, fresh }: Target) {
        let serial = fresh.unwrap_or_else(|| {
            let index =
                self.residents.iter().position(|(resident, _)| *resident == id).expect("it was checked");
            self.residents.remove(index).1
        });
        self.stack.push(Live { id, serial, is_resident: fresh.is_none(), was_updated: false });
        self.call_top("on_enter");
    }
}

//! The rules of the flow without transitions, as plainly as they can be written down.

use std::collections::VecDeque;

use super::command::{Command, Step, Target, steps, text};
use super::script::{Case, PHASES, PhasePlan, Reaction, Who, Wish, lets_run};

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
    Working { plan: &'static PhasePlan, done: usize },
    Ended { plan: &'static PhasePlan, is_ready: bool, is_new: bool },
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
    has_phase: bool,
    load: Load,
    queue: VecDeque<Waiting>,
    /// What follows a load in its batch.
    after_load: Vec<Step>,
    /// What the next hooks are called for.
    change: String,
    visits: usize,
    failure: Option<usize>,
    posted: usize,
    is_fatal: bool,
    pub has_ended: bool,
    reactions: VecDeque<Reaction>,
    made: usize,
    pub log: Vec<String>,
    pub outcomes: Vec<String>,
    /// Whether each request was applied; `None` while it waits.
    pub tickets: Vec<Option<bool>>,
}

/// The number of the request that starts it all, which has no ticket.
const START: usize = usize::MAX;

impl Model {
    pub fn new(case: &Case) -> Self {
        Self {
            stack: Vec::new(),
            residents: Vec::new(),
            has_phase: false,
            load: Load::No,
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
            is_fatal: false,
            has_ended: false,
            reactions: case.reactions.iter().cloned().collect(),
            made: 0,
            log: Vec::new(),
            outcomes: Vec::new(),
            tickets: Vec::new(),
            change: String::new(),
        }
    }

    pub fn frame(&mut self, wishes: &[Wish], posts: bool) {
        self.ask(wishes, None);
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
        let Live { id, serial, visit, .. } = self.stack[index];
        if serial == PLAIN {
            return false;
        }
        self.log.push(format!("{id}#{serial} {hook}"));
        let reaction = self.reactions.pop_front().unwrap_or_default();
        self.ask(&reaction.wishes, Some(visit));
        self.posted += usize::from(reaction.posts);
        self.is_fatal |= reaction.fails;
        reaction.says_no
    }

    fn hook_top(&mut self, hook: &str) {
        if let Some(top) = self.stack.len().checked_sub(1) {
            self.hook(top, hook);
        }
    }

    fn hook(&mut self, index: usize, hook: &str) {
        let call = format!("{hook}, {}", self.change);
        self.call(index, &call);
    }

    fn begin_change(&mut self, reason: &str, to: Option<&str>) {
        let from = self.stack.last().map_or("-", |live| live.id);
        self.change = format!("{reason} {from} > {}", to.unwrap_or("-"));
    }

    fn ask(&mut self, wishes: &[Wish], asker: Option<usize>) {
        for wish in wishes {
            let command = self.command(wish);
            let request = self.tickets.len();
            self.tickets.push(None);
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
                let all: Vec<usize> = self.stack.iter().map(|live| live.visit).collect();
                if self.refuses(&all) {
                    return;
                }
                self.load = Load::No;
                self.has_phase = true;
                for id in plan.screens {
                    self.made += 1;
                    self.residents.push((id, self.made));
                }
                self.begin_change("load", Some(plan.screens[0]));
                self.reset(&[Target { id: plan.screens[0], fresh: None, payload: None }]);
                let rest = std::mem::take(&mut self.after_load);
                self.apply_all(rest);
            }
            Load::Ended { .. } => {
                self.reject_after_load();
                self.enter_failure();
            }
            _ => {}
        }
    }

    /// A failure screen that fails itself is replaced by the plain one, which is no actor.
    fn enter_failure(&mut self) {
        self.load = Load::No;
        let is_plain = self.failure.is_some_and(|visit| self.stack.iter().any(|live| live.visit == visit));
        self.made += usize::from(!is_plain);
        let fresh = Some(if is_plain { PLAIN } else { self.made });
        self.begin_change("failure", Some("failure"));
        self.leave(0);
        self.is_fatal = false;
        self.reset(&[Target { id: "failure", fresh, payload: None }]);
        self.failure = self.stack.last().map(|live| live.visit);
    }

    // The end of the frame.

    fn leave_frame(&mut self) {
        if !self.is_fatal {
            self.leave_load();
            self.run_commands();
        }
        while self.is_fatal && !self.has_ended {
            self.reject_all();
            self.enter_failure();
            self.update_new();
        }
        if self.has_ended {
            self.reject_all();
        }
        let is_loading = !matches!(self.load, Load::No);
        for index in (0..self.queue.len()).filter(|_| is_loading) {
            if !std::mem::replace(&mut self.queue[index].is_noted, true) {
                let command = self.queue[index].command.clone();
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
                let Some(Waiting { command, request, asker, .. }) = self.next_command() else {
                    if done == 0 {
                        return;
                    }
                    break;
                };
                let steps = steps(command, request);
                follow_ups += if pass > 0 { steps.len() } else { 0 };
                if follow_ups > MAX_FOLLOW_UPS {
                    self.reject(steps);
                    self.is_fatal = true;
                    return;
                }
                self.run(steps, asker);
            }
            if self.is_fatal || waiting == 0 {
                return;
            }
        }
    }

    /// During a load only another load and `quit` are run.
    fn next_command(&mut self) -> Option<Waiting> {
        let is_loading = !matches!(self.load, Load::No);
        let may_run = |waiting: &Waiting| {
            let steps = steps(waiting.command.clone(), waiting.request);
            !is_loading || matches!(steps[0].command, Command::Load(_) | Command::Quit)
        };
        let index = self.queue.iter().position(may_run).filter(|_| !self.has_ended)?;
        self.queue.remove(index)
    }

    fn run(&mut self, steps: Vec<Step>, asker: Option<usize>) {
        let top = self.stack.last().map(|live| live.visit);
        let is_other = matches!(steps[0].command, Command::Pop(_)) && asker.is_some() && asker != top;
        if is_other || self.leaving(&steps).is_some_and(|leaving| self.refuses(&leaving)) {
            self.reject(steps);
        } else {
            self.apply_all(steps);
        }
    }

    /// The visits that end if these commands are applied to the stack of now, as far as they can be;
    /// `None` if none of them can. A copy of the model without reactions plays them.
    fn leaving(&self, steps: &[Step]) -> Option<Vec<usize>> {
        let mut copy = self.without_reactions();
        let mut leaving: Vec<usize> = self.stack.iter().map(|live| live.visit).collect();
        let mut can_any = false;
        for Step { command, .. } in steps {
            if !copy.is_possible(command) {
                continue;
            }
            can_any = true;
            if matches!(command, Command::Load(_) | Command::Quit) {
                return Some(leaving);
            }
            copy.change_stack(command);
        }
        leaving.retain(|visit| copy.stack.iter().all(|live| live.visit != *visit));
        can_any.then_some(leaving)
    }

    fn without_reactions(&self) -> Self {
        Self {
            stack: self.stack.clone(),
            residents: self.residents.clone(),
            visits: self.visits,
            ..Self::silent()
        }
    }

    fn silent() -> Self {
        Self::new(&Case { frames: Vec::new(), reactions: Vec::new() })
    }

    /// Asks the screens of these visits, from the top down.
    fn refuses(&mut self, visits: &[usize]) -> bool {
        let asked = |model: &Self, index: usize| visits.contains(&model.stack[index].visit);
        (0..self.stack.len()).rev().any(|index| asked(self, index) && self.call(index, "request_leave"))
    }

    fn apply_all(&mut self, steps: Vec<Step>) {
        let mut steps = VecDeque::from(steps);
        while let Some(step) = steps.pop_front() {
            if self.is_possible(&step.command) {
                self.apply(&step.command);
                if step.is_last {
                    self.close_ticket(step.request, true);
                }
            } else {
                self.reject(vec![step]);
            }
            let is_loading = !matches!(self.load, Load::No);
            if is_loading {
                steps.iter().for_each(|step| self.note(&step.command, "Queued"));
            }
            if is_loading || self.has_ended || self.is_fatal {
                self.after_load.extend(steps);
                return;
            }
        }
    }

    fn reject(&mut self, steps: Vec<Step>) {
        for step in steps {
            self.note(&step.command, "Rejected");
            self.close_ticket(step.request, false);
        }
    }

    /// The first outcome counts.
    fn close_ticket(&mut self, request: usize, is_applied: bool) {
        if let Some(ticket) = self.tickets.get_mut(request) {
            ticket.get_or_insert(is_applied);
        }
    }

    fn reject_after_load(&mut self) {
        let rest = std::mem::take(&mut self.after_load);
        self.reject(rest);
    }

    fn reject_all(&mut self) {
        self.reject_after_load();
        for waiting in std::mem::take(&mut self.queue) {
            self.reject(steps(waiting.command, waiting.request));
        }
    }

    fn note(&mut self, command: &Command, outcome: &str) {
        self.outcomes.push(format!("{}: {outcome}", text(command)));
    }

    // The commands.

    fn is_possible(&self, command: &Command) -> bool {
        let depth = self.stack.len();
        let all: Vec<usize> = (0..depth).collect();
        match command {
            Command::Push(target) => self.may_join(*target, &[]) && depth < MAX_DEPTH,
            Command::Pop(_) => depth > 1,
            Command::PopTo(id) => {
                self.stack.iter().rposition(|live| live.id == *id).is_some_and(|index| index + 1 < depth)
            }
            Command::Remove(id) => depth > 1 && self.stack.iter().any(|live| live.id == *id),
            Command::Replace(target) => self.may_join(*target, depth.checked_sub(1).as_slice()),
            Command::Reset(list) => {
                let is_twice = |n: usize| {
                    list[..n].iter().any(|t| t.id == list[n].id && t.fresh.or(list[n].fresh).is_none())
                };
                let is_right = |n: usize| self.may_join(list[n], &all) && !is_twice(n);
                !list.is_empty() && (0..list.len()).all(is_right)
            }
            Command::Load(phase) => PHASES.iter().any(|plan| plan.id == *phase && !plan.screens.is_empty()),
            Command::Quit => true,
            // An empty one; the others are taken apart before.
            Command::Batch(_) => false,
        }
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
        // A copy without reactions says where it leads.
        let mut copy = self.without_reactions();
        copy.change_stack(command);
        let name = text(command);
        self.begin_change(name.split(' ').next().unwrap_or_default(), copy.stack.last().map(|live| live.id));
        if matches!(command, Command::Load(_) | Command::Quit) {
            self.reject_after_load();
        }
        self.change_stack(command);
    }

    fn change_stack(&mut self, command: &Command) {
        match command {
            Command::Push(target) => {
                self.hook_top("on_inactive");
                self.enter(*target);
                self.hook_top("on_active");
            }
            Command::Pop(value) => {
                let from = self.stack[self.stack.len() - 1].id;
                self.leave(self.stack.len() - 1);
                if let Some(value) = value {
                    self.hook_top(&format!("on_result {value} from {from}"));
                }
                self.hook_top("on_active");
            }
            Command::Remove(id) => {
                let index = self.stack.iter().rposition(|live| live.id == *id).expect("it was checked");
                if index + 1 == self.stack.len() {
                    self.leave(index);
                    self.hook_top("on_active");
                } else {
                    self.exit(index);
                }
            }
            Command::PopTo(id) => {
                self.leave(self.stack.iter().rposition(|live| live.id == *id).map_or(0, |index| index + 1));
                self.hook_top("on_active");
            }
            Command::Replace(target) => {
                self.leave(self.stack.len().saturating_sub(1));
                self.enter(*target);
                self.hook_top("on_active");
            }
            Command::Reset(list) => self.reset(list),
            Command::Load(phase) => {
                self.leave(0);
                self.residents.clear();
                self.has_phase = false;
                let plan = PHASES.iter().find(|plan| plan.id == *phase).expect("it was checked");
                self.load = Load::Working { plan, done: 0 };
                self.made += 1;
                self.reset(&[Target { id: "loading", fresh: Some(self.made), payload: None }]);
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
        self.hook_top("on_active");
    }

    fn leave(&mut self, depth: usize) {
        if self.stack.len() > depth {
            self.hook_top("on_inactive");
        }
        while self.stack.len() > depth {
            self.exit(self.stack.len() - 1);
        }
    }

    fn exit(&mut self, index: usize) {
        self.hook(index, "on_exit");
        let live = self.stack.remove(index);
        self.residents.extend(live.is_resident.then_some((live.id, live.serial)));
    }

    fn enter(&mut self, Target { id, fresh, payload }: Target) {
        let serial = fresh.unwrap_or_else(|| {
            let index =
                self.residents.iter().position(|(resident, _)| *resident == id).expect("it was checked");
            self.residents.remove(index).1
        });
        self.visits += 1;
        self.stack.push(Live {
            id,
            serial,
            visit: self.visits,
            is_resident: fresh.is_none(),
            was_updated: false,
        });
        let payload = payload.map(|payload| format!(" with {payload}")).unwrap_or_default();
        self.hook_top(&format!("on_enter{payload}"));
    }
}

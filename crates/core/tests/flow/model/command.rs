//! The commands as the model has them.

/// A command whose fresh screens have their numbers.
#[derive(Clone, Debug)]
pub enum Command {
    Push(Target),
    Pop(Option<i32>),
    PopTo(&'static str),
    Remove(&'static str),
    Replace(Target),
    Reset(Vec<Target>),
    Load(&'static str),
    Restore(Saved),
    Preload(&'static str),
    Quit,
    Batch(Vec<Command>),
}

/// A saved flow: the stack with the numbers of its screens, and the events that waited.
#[derive(Clone, Debug)]
pub struct Saved {
    pub phase: &'static str,
    pub screens: Vec<(&'static str, usize)>,
    pub events: usize,
}

/// A screen that a command wants; a fresh one has its number already.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub id: &'static str,
    pub fresh: Option<usize>,
    pub payload: Option<i32>,
}

/// A command of a request, and whether it is the last one.
#[derive(Clone, Debug)]
pub struct Step {
    pub command: Command,
    pub request: usize,
    pub is_last: bool,
}

impl Command {
    /// Whether the phase ends.
    pub const fn ends_phase(&self) -> bool {
        matches!(self, Self::Load(_) | Self::Restore(_) | Self::Quit)
    }
}

/// The commands of a batch and of the batches in it, or the command itself.
fn flat(command: Command) -> Vec<Command> {
    match command {
        Command::Batch(list) => list.into_iter().flat_map(flat).collect(),
        command => vec![command],
    }
}

/// The steps of a request; of an empty batch it is the batch itself.
pub fn steps(command: Command, request: usize) -> Vec<Step> {
    let mut list = flat(command);
    if list.is_empty() {
        list.push(Command::Batch(Vec::new()));
    }
    let last = list.len() - 1;
    let step = |(index, command)| Step { command, request, is_last: index == last };
    list.into_iter().enumerate().map(step).collect()
}

/// The command as the trace says it.
pub fn text(command: &Command) -> String {
    let name = |command: &Command| text(command).split(' ').next().unwrap_or_default().to_owned();
    match command {
        Command::Push(target) => format!("push {}", target.id),
        Command::Pop(_) => "pop ".to_owned(),
        Command::PopTo(id) => format!("pop_to {id}"),
        Command::Remove(id) => format!("remove {id}"),
        Command::Replace(target) => format!("replace {}", target.id),
        Command::Reset(list) => {
            format!("reset {}", list.iter().map(|target| target.id).collect::<Vec<_>>().join(" "))
        }
        Command::Load(phase) => format!("load {phase}"),
        Command::Restore(saved) => format!("restore {}", saved.phase),
        Command::Preload(phase) => format!("preload {phase}"),
        Command::Quit => "quit ".to_owned(),
        Command::Batch(_) => {
            let names: Vec<_> = flat(command.clone()).iter().map(name).collect();
            format!("batch {}", names.join(" "))
        }
    }
}

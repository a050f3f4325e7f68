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
    Quit,
    Batch(Vec<Command>),
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

/// The commands of a batch and of those in it, or the command itself.
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
        Command::Quit => "quit ".to_owned(),
        Command::Batch(_) => {
            let names: Vec<_> = flat(command.clone()).iter().map(name).collect();
            format!("batch {}", names.join(" "))
        }
    }
}

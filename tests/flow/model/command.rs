//! The commands as the model has them.

/// A command whose fresh screens have their numbers.
#[derive(Clone, Debug)]
pub enum Command {
    Push(Target),
    Pop(Option<i32>),
    PopTo(&'static str),
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
}

/// The commands of a batch and of those in it, or the command itself.
pub fn steps(command: Command) -> Vec<Command> {
    match command {
        Command::Batch(list) => list.into_iter().flat_map(steps).collect(),
        command => vec![command],
    }
}

/// The command as the trace says it.
pub fn text(command: &Command) -> String {
    let name = |command: &Command| text(command).split(' ').next().unwrap_or_default().to_owned();
    match command {
        Command::Push(target) => format!("push {}", target.id),
        Command::Pop(_) => "pop ".to_owned(),
        Command::PopTo(id) => format!("pop_to {id}"),
        Command::Replace(target) => format!("replace {}", target.id),
        Command::Reset(list) => {
            format!("reset {}", list.iter().map(|target| target.id).collect::<Vec<_>>().join(" "))
        }
        Command::Load(phase) => format!("load {phase}"),
        Command::Quit => "quit ".to_owned(),
        Command::Batch(_) => {
            let names: Vec<_> = steps(command.clone()).iter().map(name).collect();
            format!("batch {}", names.join(" "))
        }
    }
}

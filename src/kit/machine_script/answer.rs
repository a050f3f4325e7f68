//! What a function of a machine's script answers.

use rhai::{Array, Dynamic};

use crate::ai::{Context, Event, Reply, StateId, Structure};

/// One thing that a function asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Answer {
    To { target: StateId, force: bool },
    Leave,
    Enter(StateId),
    Switch(StateId),
    Exit,
    Send(Event),
}

impl Answer {
    /// The answer of an action.
    pub(super) fn all(value: Dynamic, structure: &Structure) -> Result<Vec<Self>, String> {
        if value.is_unit() {
            return Ok(Vec::new());
        }
        let items = match value.try_cast_result::<Array>() {
            Ok(items) => items,
            Err(one) => vec![one],
        };
        items.iter().map(|item| Self::one(item, structure)).collect()
    }

    /// The answer of a handler.
    pub(super) fn reply(value: Dynamic, structure: &Structure) -> Result<Reply, String> {
        if value.is_unit() {
            return Ok(Reply::Unhandled);
        }
        if let Ok(is_handled) = value.as_bool() {
            return Ok(if is_handled { Reply::Handled } else { Reply::Unhandled });
        }
        match Self::one(&value, structure)? {
            Self::To { target, .. } => Ok(Reply::To(target)),
            Self::Leave => Ok(Reply::Leave),
            Self::Enter(target) => Ok(Reply::Enter(target)),
            Self::Switch(target) => Ok(Reply::Switch(target)),
            Self::Exit => Ok(Reply::Exit),
            Self::Send(_) => {
                Err("a handler answers with true, false or a change; let an action send".to_owned())
            }
        }
    }

    fn one(value: &Dynamic, structure: &Structure) -> Result<Self, String> {
        let Ok(text) = value.as_immutable_string_ref() else {
            return Err(format!(
                "it answered with {}, and not with a text such as \"to walk\"",
                value.type_name()
            ));
        };
        let mut words = text.split_whitespace();
        let (verb, name) = (words.next().unwrap_or_default(), words.next());
        let state = || {
            let name = name.ok_or_else(|| format!("`{verb}` needs the name of a state"))?;
            let found = structure.state(name).filter(|state| *state != StateId::ROOT);
            found.ok_or_else(|| format!("it answered `{verb} {}`, and there is no such state", short(name)))
        };
        let answer = match verb {
            "to" => Self::To { target: state()?, force: false },
            "force" => Self::To { target: state()?, force: true },
            "enter" => Self::Enter(state()?),
            "switch" => Self::Switch(state()?),
            "leave" => Self::Leave,
            "exit" => Self::Exit,
            "send" => {
                let event = name.and_then(|name| structure.event(name));
                let id = event.ok_or_else(|| {
                    format!(
                        "it answered `send {}`, and there is no such event",
                        short(name.unwrap_or_default())
                    )
                })?;
                let payload = words.next().map_or(Some(0.0), |word| word.parse().ok());
                let payload = payload.filter(|number: &f64| number.is_finite());
                Self::Send(Event { id, payload: payload.ok_or("`send EVENT NUMBER` needs a number")? })
            }
            _ => {
                return Err(format!(
                    "it answered `{}`; to, force, leave, enter, switch, exit and send are the words",
                    short(verb)
                ));
            }
        };
        Ok(answer)
    }

    pub(super) fn ask(self, cx: &mut Context<'_>) {
        match self {
            Self::To { target, force } => cx.set_state(target, force),
            Self::Leave => cx.leave_current(),
            Self::Enter(target) => cx.enter(target),
            Self::Switch(target) => cx.switch(target),
            Self::Exit => cx.exit(),
            Self::Send(event) => cx.send(cx.unit(), event),
        }
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

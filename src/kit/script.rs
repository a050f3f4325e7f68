//! Logic scripts: Rhai, compiled when they are loaded and run within bounds.
//!
//! A script is data from outside. It reaches nothing but what the game registers on its engine
//! and puts into the scope: no files, no network, no clock, no other script, no `eval`. What it
//! computes is bounded in steps, in depth and in size, so a script can fail but not hang a frame.

use std::cell::RefCell;
use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rhai::module_resolvers::DummyModuleResolver;
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, FuncArgs, ParseError, Scope};

use crate::phase::{Asset, DecodeContext, DecodeError, Position};
use crate::platform::AssetPath;

/// The most operations of one call: about 10 ms in a release build, or a second where each of them
/// copies as large a value as there can be.
const MAX_OPERATIONS: u64 = 200_000;

/// The most items of a value. A value is copied and measured whenever it is assigned, as one
/// operation however large it is, and it may be nested as deep as it has items: with ten times as
/// many, a million operations took 18 seconds and could overflow the stack of a thread.
const MAX_ITEMS: usize = 1_000;

/// How many script functions may be inside each other.
const MAX_CALLS: usize = 32;

thread_local! {
    /// The script that runs on this thread, because `print` does not say who calls it.
    static RUNNING: RefCell<Option<AssetPath>> = const { RefCell::new(None) };
}

/// An engine with the limits that scripts of a phase are checked with when they are loaded. A
/// game registers its own functions on it and then calls [`Script::call`] with it; one engine
/// serves any number of scripts.
///
/// | limit | value |
/// |---|---|
/// | operations of a call | 200,000 |
/// | functions inside each other | 32 |
/// | depth of expressions (outside, inside functions) | 64, 32 |
/// | variables, functions of a script | 256, 256 |
/// | bytes of a text | 64 KiB |
/// | items of an array or a map, those of the arrays and maps in it counted | 1,000 |
///
/// `print` and `debug` go to the log with the script's path. `eval`, `import` and `export` are
/// not part of the language here, and `sleep` is an error.
///
/// Rhai does not measure a map or an array again when an item is put into it by its index
/// (`map[key] = item`), only the item. Such a value is bounded by the operations alone.
#[must_use]
pub fn script_engine() -> Engine {
    let mut engine = Engine::new();
    engine
        .set_max_operations(MAX_OPERATIONS)
        .set_max_call_levels(MAX_CALLS)
        .set_max_expr_depths(64, 32)
        .set_max_variables(256)
        .set_max_functions(256)
        .set_max_modules(0)
        .set_max_string_size(64 << 10)
        .set_max_array_size(MAX_ITEMS)
        .set_max_map_size(MAX_ITEMS)
        .set_module_resolver(DummyModuleResolver::new())
        .disable_symbol("eval")
        .disable_symbol("import")
        .disable_symbol("export")
        .on_print(|text| log::info!("{}: {text}", running()))
        .on_debug(|text, _, position| log::debug!("{}:{position:?}: {text}", running()));
    // Rhai's own would hold up the thread that draws. It is a function and no word of the
    // language, so it cannot be disabled, only replaced.
    engine.register_fn("sleep", |_: i64| no_sleep()).register_fn("sleep", |_: f64| no_sleep());
    engine
}

fn no_sleep() -> Result<(), Box<EvalAltResult>> {
    Err("a script cannot sleep; let the game call it again later".into())
}

/// A compiled script. It holds functions; each call of one is a run of its own, and what should
/// last between calls lives in the scope or on the game's side.
///
/// Statements outside of functions never run, for they would run again with each call. Constants
/// there are therefore unknown to the functions; a script that declares one is refused when it is
/// loaded. Write a constant inside the function, or let the game put it into the scope; note that
/// Rhai shows the scope to the called function only, not to those that it calls.
#[derive(Clone, Debug)]
pub struct Script {
    path: AssetPath,
    ast: AST,
    text_length: usize,
}

/// A call of a script's function failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The script.
    pub path: AssetPath,
    /// Where in the script, when it happened inside of it.
    pub position: Option<Position>,
    /// The function that was called.
    pub function: String,
    /// What went wrong.
    pub what: String,
    /// It was stopped because it broke a limit of the engine, and would do so again.
    pub broke_limit: bool,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, position, function, what, .. } = self;
        match position {
            Some(Position { line, column }) => write!(f, "{path}:{line}:{column}: in `{function}`: {what}"),
            None => write!(f, "{path}: in `{function}`: {what}"),
        }
    }
}

impl Error for ScriptError {}

impl Script {
    /// The file it comes from.
    #[must_use]
    pub const fn path(&self) -> &AssetPath {
        &self.path
    }

    /// Whether the script has a function `name` with `arity` parameters.
    #[must_use]
    pub fn has_function(&self, name: &str, arity: usize) -> bool {
        self.ast.iter_functions().any(|function| function.name == name && function.params.len() == arity)
    }

    /// Calls `function` with `args`. The function sees the variables of `scope` and may change
    /// them; what it declares itself is gone when it returns.
    ///
    /// # Errors
    ///
    /// [`ScriptError`] with the place in the script when there is no such function, when the
    /// script throws or breaks a limit of `engine`, or when a function that the game registered
    /// panics (the panic is caught).
    pub fn call(
        &self,
        engine: &Engine,
        scope: &mut Scope,
        function: &str,
        args: impl FuncArgs,
    ) -> Result<Dynamic, ScriptError> {
        self.run(engine, scope, None, function, args)
    }

    /// Calls `function` as a method of `this`, which it may change.
    ///
    /// # Errors
    ///
    /// As [`call`](Self::call). What the function had changed by then stays changed.
    pub fn call_on(
        &self,
        engine: &Engine,
        this: &mut Dynamic,
        function: &str,
        args: impl FuncArgs,
    ) -> Result<Dynamic, ScriptError> {
        self.run(engine, &mut Scope::new(), Some(this), function, args)
    }

    fn run(
        &self,
        engine: &Engine,
        scope: &mut Scope,
        this: Option<&mut Dynamic>,
        function: &str,
        args: impl FuncArgs,
    ) -> Result<Dynamic, ScriptError> {
        let before = RUNNING.replace(Some(self.path.clone()));
        let mut options = CallFnOptions::new().eval_ast(false);
        options.this_ptr = this;
        // After a panic the scope may hold values in the middle of a change, but each of them is
        // whole, and no engine state outlives a call.
        let result = catch_unwind(AssertUnwindSafe(|| {
            engine.call_fn_with_options::<Dynamic>(options, scope, &self.ast, function, args)
        }));
        RUNNING.replace(before);
        let (position, what, broke_limit) = match result {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(error)) => {
                let inner = error.unwrap_inner();
                let broke_limit = matches!(
                    inner,
                    EvalAltResult::ErrorTooManyOperations(_)
                        | EvalAltResult::ErrorStackOverflow(_)
                        | EvalAltResult::ErrorDataTooLarge(..)
                );
                (place(inner.position()), self.explain(engine, function, &error), broke_limit)
            }
            Err(panic) => (None, format!("it panicked: {}", panic_text(panic.as_ref())), false),
        };
        let (path, function) = (self.path.clone(), function.to_owned());
        Err(ScriptError { path, position, function, what, broke_limit })
    }

    /// Compiles a script. `path` is for its errors and its log.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] with the place.
    pub fn compile(path: &AssetPath, text: &str) -> Result<Self, DecodeError> {
        let error = |position, what| DecodeError { path: path.clone(), position, what };
        let compiled = script_engine().compile(text);
        let mut ast =
            compiled.map_err(|ParseError(cause, position)| error(place(position), cause.to_string()))?;
        if let Some((name, ..)) = ast.iter_literal_variables(true, true).next() {
            let what = format!(
                "`{name}` is declared outside of a function, where no function can see it; \
                 declare it inside the functions that use it"
            );
            return Err(error(None, what));
        }
        ast.set_source(path.as_str());
        Ok(Self { path: path.clone(), ast, text_length: text.len() })
    }

    /// Says what an error means in the words of the limits above.
    fn explain(&self, engine: &Engine, function: &str, error: &EvalAltResult) -> String {
        match error.unwrap_inner() {
            EvalAltResult::ErrorTooManyOperations(_) => {
                format!("stopped after {} operations: does a loop never end?", engine.max_operations())
            }
            EvalAltResult::ErrorStackOverflow(_) => format!(
                "stopped with {} functions inside each other: does one call itself without end?",
                engine.max_call_levels()
            ),
            EvalAltResult::ErrorFunctionNotFound(name, position)
                if name == function && position.is_none() =>
            {
                let arities = self.ast.iter_functions().filter(|known| known.name == function);
                let arities: Vec<_> = arities.map(|known| known.params.len().to_string()).collect();
                if arities.is_empty() {
                    "there is no such function".to_owned()
                } else {
                    format!("it was called with another number of arguments than {}", arities.join(" or "))
                }
            }
            inner => {
                // The place is told by the error itself.
                let mut text = inner.to_string();
                if let Some(at) = text.rfind(" (line ") {
                    text.truncate(at);
                }
                text
            }
        }
    }
}

impl Asset for Script {
    const KIND: &'static str = "script";
    const EXTENSIONS: &'static [&'static str] = &["rhai"];
    const MAX_BYTES: usize = 256 << 10;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        Ok(Self::compile(cx.path(), cx.text(bytes)?)?)
    }

    /// The compiled tree is larger than the text.
    fn memory(&self) -> u64 {
        self.text_length as u64 * 16
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

/// The path of the script that runs on this thread.
fn running() -> String {
    RUNNING.with_borrow(|path| path.as_ref().map_or_else(|| "a script".to_owned(), ToString::to_string))
}

fn place(position: rhai::Position) -> Option<Position> {
    // A script has a line without a column at the very start of that line.
    position.line().map(|line| Position { line, column: position.position().unwrap_or(1) })
}

#[cfg(test)]
mod tests;

//! Logic scripts: Rhai, compiled when they are loaded and run within bounds.
//!
//! A script is data from outside. It reaches nothing but what the game registers on its engine
//! and puts into the scope: no files, no network, no clock, no other script, no `eval`. What it
//! computes is bounded in steps, in depth and in size, so a script can fail but not hang a frame.

use std::error::Error;
use std::fmt;

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
/// `print` and `debug` go to the log. `eval`, `import` and `export` are not part of the language
/// here, and `sleep` is an error.
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
        .on_print(|text| log::info!("script: {text}"))
        .on_debug(|text, path, at| log::debug!("{}:{at:?}: {text}", path.unwrap_or("script")));
    // Rhai's own would hold up the thread that draws. It is a function and no word of the
    // language, so it cannot be disabled, only replaced.
    engine.register_fn("sleep", |_: i64| no_sleep()).register_fn("sleep", |_: f64| no_sleep());
    engine
}

fn no_sleep() -> Result<(), Box<EvalAltResult>> {
    Err("a script cannot sleep; let the game call it again later".into())
}

/// A compiled script. It holds functions; each call of one is a run of its own, and what should
/// last between calls lives in `this` or on the game's side.
///
/// Statements outside of functions never run, for they would run again with each call. Constants
/// there are therefore unknown to the functions; a script that declares one is refused when it is
/// loaded. Write a constant inside the function.
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

    /// Calls `function` with `args` as a method of `this`, which it may change.
    ///
    /// # Errors
    ///
    /// [`ScriptError`] with the place in the script when there is no such function, or when the
    /// script throws or breaks a limit of `engine`. What the function had changed by then stays
    /// changed.
    pub fn call(
        &self,
        engine: &Engine,
        this: &mut Dynamic,
        function: &str,
        args: impl FuncArgs,
    ) -> Result<Dynamic, ScriptError> {
        let options = CallFnOptions::new().eval_ast(false).bind_this_ptr(this);
        let result = engine.call_fn_with_options(options, &mut Scope::new(), &self.ast, function, args);
        result.map_err(|error: Box<EvalAltResult>| {
            let cause = error.unwrap_inner();
            ScriptError {
                path: self.path.clone(),
                position: place(cause.position()),
                function: function.to_owned(),
                what: explain(engine, cause),
                broke_limit: matches!(
                    cause,
                    EvalAltResult::ErrorTooManyOperations(_)
                        | EvalAltResult::ErrorStackOverflow(_)
                        | EvalAltResult::ErrorDataTooLarge(..)
                ),
            }
        })
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

/// Says what an error means in the words of the limits above.
fn explain(engine: &Engine, error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorTooManyOperations(_) => {
            format!("stopped after {} operations: does a loop never end?", engine.max_operations())
        }
        EvalAltResult::ErrorStackOverflow(_) => format!(
            "stopped with {} functions inside each other: does one call itself without end?",
            engine.max_call_levels()
        ),
        other => {
            // The place is a field of its own.
            let mut text = other.to_string();
            text.truncate(text.rfind(" (line ").unwrap_or(text.len()));
            text
        }
    }
}

fn place(position: rhai::Position) -> Option<Position> {
    // A script has a line without a column at the very start of that line.
    position.line().map(|line| Position { line, column: position.position().unwrap_or(1) })
}

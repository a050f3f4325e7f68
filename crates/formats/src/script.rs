//! Logic scripts in Rhai.

mod operators;

use rhai::packages::{BasicMathPackage, CorePackage, LogicPackage, Package as _};
use rhai::{
    AST, Array, CallFnOptions, Dynamic, Engine, EvalAltResult, FuncArgs, ImmutableString, Map, ParseError,
    Scope,
};

use proscenium_core::phase::{AnyError, Asset, DecodeContext, DecodeError, Position};
use proscenium_core::platform::AssetPath;

/// The maximum number of operations of a call: about 10 ms in a release build, or a second if each of them
/// copies the largest value.
const MAX_OPERATIONS: u64 = 200_000;

/// The maximum number of items of a value. An assignment copies and measures a value in one operation, and its
/// depth is bounded by its items: with ten times as many, a million operations took 18 seconds and could
/// overflow the stack of a thread.
const MAX_ITEMS: usize = 1_000;

const MAX_CALLS: usize = 32;
/// The memory of a compiled script, in lengths of its text.
const SIZE_FACTOR: u64 = 16;

fn no_sleep() -> Result<(), Box<EvalAltResult>> {
    Err("a script cannot sleep; let the game call it again later".into())
}

/// A compiled script: the value of a resource of the kind `script`. It has functions; each call is
/// independent, and data that outlives it is in `this` or in the game.
///
/// Statements outside of functions do not run, because they would run again with each call, and constants
/// there are an error. Declare a constant in the function that uses it.
#[derive(Clone, Debug)]
pub struct Script {
    path: AssetPath,
    ast: AST,
    text_length: usize,
}

/// The error of a failed call of a script's function.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{path}{}: in `{function}`: {what}",
    position.map_or_else(String::new, |at| format!(":{}:{}", at.line, at.column))
)]
pub struct ScriptError {
    /// The script.
    pub path: AssetPath,
    /// The place in the script, if there is one.
    pub position: Option<Position>,
    /// The function that was called.
    pub function: String,
    /// What went wrong.
    pub what: String,
    /// Whether it was stopped because it broke a limit of the engine.
    pub broke_limit: bool,
}

impl Script {
    /// Returns the file of the script.
    pub const fn path(&self) -> &AssetPath {
        &self.path
    }

    /// Whether the script has a function `name` with `arity` parameters.
    pub fn has_function(&self, name: &str, arity: usize) -> bool {
        self.ast.iter_functions().any(|function| function.name == name && function.params.len() == arity)
    }

    /// Makes an engine with limits, with which scripts are also compiled. A game registers its own
    /// functions on it and passes it to [`call`](Self::call); one engine serves any number of scripts.
    ///
    /// A script has access only to the functions of its engine and to its arguments: not to files, the
    /// network, the clock or other scripts. It can fail, but not hang a frame.
    ///
    /// | limit | value |
    /// |---|---|
    /// | operations of a call | 200,000 |
    /// | depth of calls | 32 |
    /// | depth of expressions (outside, inside functions) | 64, 32 |
    /// | variables, functions of a script | 256, 256 |
    /// | bytes of a text | 64 KiB |
    /// | items of an array or a map, including nested ones | 1,000 |
    ///
    /// `print` and `debug` go to the log. `eval` is disabled, `sleep` is an error, and there are no modules, no
    /// blobs, no closures (`|x| x > 1` sees only its parameters) and no numbers but `i64` and `f64`.
    ///
    /// Scripts have all operators of Rhai (of texts, arrays and maps these are `+`, `+=`, `==`, `!=` and `in`), loops over
    /// ranges and arrays, the functions of numbers, and `len` for arrays, maps and texts. The other functions of these
    /// types make a page 0.05 MB larger; a call of one is an error when it runs, because a check does not know what a
    /// game registers. A game whose scripts need them adds their packages:
    ///
    /// ```
    /// use proscenium_formats::rhai::packages::{BasicArrayPackage, BasicMapPackage, MoreStringPackage, Package};
    ///
    /// let mut engine = proscenium_formats::Script::engine();
    /// engine.register_global_module(BasicArrayPackage::new().as_shared_module());
    /// engine.register_global_module(BasicMapPackage::new().as_shared_module());
    /// engine.register_global_module(MoreStringPackage::new().as_shared_module());
    /// ```
    ///
    /// Rhai does not measure a map or an array again after `map[key] = item`, only the item. Such a value is
    /// bounded by the operations alone.
    pub fn engine() -> Engine {
        let mut engine = Engine::new_raw();
        engine
            .register_global_module(CorePackage::new().as_shared_module())
            .register_global_module(LogicPackage::new().as_shared_module())
            .register_global_module(BasicMathPackage::new().as_shared_module())
            .set_max_strings_interned(256)
            .set_max_operations(MAX_OPERATIONS)
            .set_max_call_levels(MAX_CALLS)
            .set_max_expr_depths(64, 32)
            .set_max_variables(256)
            .set_max_functions(256)
            .set_max_string_size(64 << 10)
            .set_max_array_size(MAX_ITEMS)
            .set_max_map_size(MAX_ITEMS)
            .disable_symbol("eval")
            .on_print(|text| log::info!("script: {text}"))
            .on_debug(|text, path, at| log::debug!("{}:{at:?}: {text}", path.unwrap_or("script")))
            // Rhai's own would block the thread that draws. A function cannot be disabled, only replaced.
            .register_fn("sleep", |_: i64| no_sleep())
            .register_fn("sleep", |_: f64| no_sleep())
            .register_fn("len", |array: &mut Array| array.len() as i64)
            .register_fn("len", |map: &mut Map| map.len() as i64)
            .register_fn("len", |text: ImmutableString| text.chars().count() as i64);
        operators::register(&mut engine);
        engine
    }

    /// Calls `function` with `args` as a method of `this`, which it may change.
    ///
    /// # Errors
    ///
    /// [`ScriptError`] if there is no such function, or if the script throws or breaks a limit of
    /// `engine`. The changes up to then remain.
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

    /// Compiles a script. `path` appears in its errors and its log.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] with the place.
    pub fn compile(path: &AssetPath, text: &str) -> Result<Self, DecodeError> {
        let error = |position, what| DecodeError { path: path.clone(), position, what };
        let compiled = Self::engine().compile(text);
        let mut ast =
            compiled.map_err(|ParseError(cause, position)| error(place(position), cause.to_string()))?;
        if let Some((name, ..)) = ast.iter_literal_variables(true, true).next() {
            let what = format!("`{name}` is declared outside of a function; declare it where it is used");
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

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        Ok(Self::compile(cx.path(), cx.text(bytes)?)?)
    }

    fn decoded_size(bytes: &[u8]) -> u64 {
        bytes.len() as u64 * SIZE_FACTOR
    }

    fn memory(&self) -> u64 {
        self.text_length as u64 * SIZE_FACTOR
    }
}

fn explain(engine: &Engine, error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorTooManyOperations(_) => {
            format!("stopped after {} operations: does a loop never end?", engine.max_operations())
        }
        EvalAltResult::ErrorStackOverflow(_) => format!(
            "stopped at a depth of {} calls: does a function always call itself?",
            engine.max_call_levels()
        ),
        other => {
            // The place is a separate field.
            let mut text = other.to_string();
            text.truncate(text.rfind(" (line ").unwrap_or(text.len()));
            text
        }
    }
}

pub(super) fn place(position: rhai::Position) -> Option<Position> {
    // At the start of a line there is no column.
    position.line().map(|line| Position { line, column: position.position().unwrap_or(1) })
}

/// A number, whole or not.
pub(super) fn number(value: &Dynamic) -> Option<f64> {
    value.as_float().ok().or_else(|| value.as_int().ok().map(|whole| whole as f64))
}

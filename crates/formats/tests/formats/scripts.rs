//! Scripts: calls, errors and limits.

use proscenium_core::phase::{DecodeError, LoadError, Position};
use proscenium_formats::rhai::packages::{Package, StandardPackage};
use proscenium_formats::rhai::{Dynamic, Engine, FuncArgs};
use proscenium_formats::{Script, ScriptError};

use crate::load;

fn compile(text: impl AsRef<[u8]>) -> Result<Script, DecodeError> {
    match load("scripts/a.rhai", text) {
        Err(LoadError::Decode(error)) => Err(error),
        other => Ok(other.unwrap()),
    }
}

fn call(text: &str, function: &str, args: impl FuncArgs) -> Result<Dynamic, ScriptError> {
    compile(text).unwrap().call(&Script::engine(), &mut ().into(), function, args)
}

#[test]
fn a_function_is_called_with_its_arguments_and_as_a_method() {
    let script = compile("fn add(a, b) { this += a + b; this }").unwrap();
    assert!(script.has_function("add", 2));
    assert!(!script.has_function("add", 1));
    let mut this = Dynamic::from_int(10);
    for expected in [13, 16] {
        let sum = script.call(&Script::engine(), &mut this, "add", (1_i64, 2_i64)).unwrap();
        assert_eq!(sum.as_int().unwrap(), expected);
    }
}

#[test]
fn global_statements_do_not_run_and_variables_are_errors() {
    assert_eq!(call("throw \"ran\"; fn f() { 7 }", "f", ()).unwrap().as_int().unwrap(), 7);
    for text in ["const SPEED = 3; fn f() { SPEED }", "let lives = 3; fn f() {}"] {
        let error = compile(text).unwrap_err().to_string();
        assert!(error.contains("declared outside of a function"), "{error}");
    }
}

#[test]
fn an_error_has_its_line_and_column() {
    let error = compile("fn f() {\n  let = 3;\n}").unwrap_err();
    assert_eq!(error.position, Some(Position { line: 2, column: 7 }), "{error}");
    let error = compile(b"fn f() {\n \xff }").unwrap_err();
    assert_eq!(error.position, Some(Position { line: 2, column: 2 }), "{error}");
    let error = call("fn start() {\n  walk()\n}\nfn walk() {\n  missing + 1\n}", "start", ()).unwrap_err();
    assert_eq!(error.to_string(), "scripts/a.rhai:5:3: in `start`: Variable not found: missing");
}

#[test]
fn an_endless_script_is_stopped() {
    for (body, what) in [
        ("let n = 0; loop { n += 1; }", "stopped after 200000 operations: does a loop never end?"),
        ("f()", "stopped at a depth of 32 calls: does a function always call itself?"),
    ] {
        let error = call(&format!("fn f() {{ {body} }}"), "f", ()).unwrap_err();
        assert_eq!((error.what.as_str(), error.broke_limit), (what, true));
    }
}

#[test]
fn arrays_maps_and_texts_are_made_read_and_counted() {
    let text = "fn f(list) {
        list += 7;
        let sum = 0;
        for number in list { sum += number; }
        let map = #{ sum: sum };
        map.text = `${sum} in all`;
        [list.len(), map.len(), map.text.len(), map.sum, list[0]]
    }";
    let counted = call(text, "f", (vec![Dynamic::from_int(5)],)).unwrap();
    let counted: Vec<i64> = counted.into_typed_array().unwrap();
    assert_eq!(counted, [2, 2, 9, 12, 5]);
}

/// An engine with all of Rhai's packages.
fn standard() -> Engine {
    let mut engine = Engine::new_raw();
    engine.register_global_module(StandardPackage::new().as_shared_module());
    engine
}

#[test]
fn operators_do_what_they_do_with_all_of_rhai() {
    let values = [
        "1",
        "2.0",
        "2",
        "0",
        "true",
        "'a'",
        "\"a\"",
        "\"abc\"",
        "\"\"",
        "()",
        "[]",
        "[1]",
        "[1, 2.0, \"a\", 'a']",
        "[[1], #{a: 1}]",
        "[2, 2]",
        "#{}",
        "#{a: 1}",
        "#{a: 1, b: [2]}",
        "1..3",
        "1..=3",
    ];
    let operators = [
        "+", "-", "*", "/", "%", "**", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^", "<<", ">>", "&&",
        "||", "in", "!in", "??",
    ];
    let assignments = ["+=", "-=", "*=", "/=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>=", "??="];
    let mut bodies: Vec<String> = Vec::new();
    for (a, b) in values.iter().flat_map(|a| values.map(|b| (*a, b))) {
        bodies.extend(operators.map(|operator| format!("let a = {a}; let b = {b}; a {operator} b")));
        bodies.extend(assignments.map(|operator| format!("let a = {a}; let b = {b}; a {operator} b; a")));
    }
    bodies.extend(
        values.iter().flat_map(|a| ["-", "+", "!"].map(|operator| format!("let a = {a}; {operator}a"))),
    );
    let (ours, all) = (Script::engine(), standard());
    let answer = |engine: &Engine, body: &String| {
        engine.eval::<Dynamic>(body).ok().map(|value| (value.type_name(), format!("{value:?}")))
    };
    for body in &bodies {
        assert_eq!(answer(&ours, body), answer(&all, body), "{body}");
    }
}

#[test]
fn operators_of_large_values_end_at_the_limit_of_operations() {
    let list = "let a = []; for i in 0..300 { a += i; } let b = a + [];";
    for body in ["a == b", "b in [a]", "a != b", "-1 in a", "\"\" + a == \"\"", "a + [] == b"] {
        let mut engine = Script::engine();
        engine.set_max_operations(3_000);
        let script =
            compile(format!("fn f() {{ {list} let n = 0; loop {{ if {body} {{ n += 1; }} }} }}")).unwrap();
        let error = script.call(&engine, &mut ().into(), "f", ());
        assert!(error.unwrap_err().broke_limit, "{body}");
    }
    // A value in a value, as deep as may be.
    let deep = "let a = [1]; for i in 0..900 { a = [a]; } let b = a + [];";
    assert!(call(&format!("fn f() {{ {deep} a == b }}"), "f", ()).unwrap().as_bool().unwrap());
}

#[test]
fn the_values_of_a_script_are_bounded() {
    for body in [
        "let s = \"x\"; loop { s += s; }",
        "let a = [1]; loop { a += a; }",
        "let a = []; let s = \"x\".pad(60000, 'x'); loop { a.push(s + \"\"); }",
        "let a = []; loop { a = [a, a, a, a]; }",
        "let m = #{}; let i = 0; loop { m += #{ a: 1 }; m.set(i.to_string(), i); i += 1; }",
        "\"x\".pad(1000000000, 'x')",
    ] {
        // A game's own functions are bounded too.
        let mut engine = Script::engine();
        engine.register_global_module(StandardPackage::new().as_shared_module());
        let script = compile(format!("fn f() {{ {body} }}")).unwrap();
        let error = script.call(&engine, &mut ().into(), "f", ()).unwrap_err();
        assert!(error.what.contains("too large") || error.what.contains("exceed"), "{body}: {error}");
    }
}

#[test]
fn a_script_has_no_access_to_the_outside() {
    for body in
        ["eval(\"1\")", "import \"other\" as other;", "timestamp()", "sleep(1)", "open_file(\"/etc/passwd\")"]
    {
        let text = format!("fn f() {{ {body} }}");
        let refused = match compile(&text) {
            Err(_) => true,
            Ok(script) => script.call(&Script::engine(), &mut ().into(), "f", ()).is_err(),
        };
        assert!(refused, "{body} was possible");
    }
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    for part in ["(", "[", "!", "#{a:", "if true {", "f(", "|x|", "a.", "`${", "1+", "a=", "a+"] {
        let _ = compile(part.repeat(60_000));
        let _ = compile(format!("fn f(a) {{ {}1 }}", part.repeat(60_000)));
    }
    for part in [".a", "[1]", "+1", "&&a", "??a", ".a()", " in a", "=a", " else if a {}"] {
        let _ = compile(format!("fn f(a) {{ if a {{}} {} }}", part.repeat(40_000)));
        let _ = compile(format!("fn f(a) {{ a{} }}", part.repeat(40_000)));
    }
}

//! The tool `graph`.

use proscenium_dev::FlowGraph;

/// The trace of a game with a menu and a level, which is played twice, and a town that is loaded beside it.
const TRACE: &str = r#"{"tick":1,"kind":"command","command":"load","target":"menu","outcome":"applied"}
{"tick":1,"kind":"phase","phase":"menu","step":"freeing"}
{"tick":1,"kind":"stack","stack":["loading"]}
{"tick":2,"kind":"phase","phase":"menu","step":"loading"}
{"tick":2,"kind":"resource","phase":"menu","id":"font","type":"font","step":"loaded","progress":1.0}
{"tick":3,"kind":"phase","phase":"menu","step":"ready"}
{"tick":4,"kind":"hook","screen":"title","hook":"on_enter"}
{"tick":4,"kind":"stack","stack":["title"]}
{"tick":5,"kind":"command","command":"push","target":"sure","outcome":"applied"}
{"tick":5,"kind":"stack","stack":["title","sure"]}
{"tick":6,"kind":"command","command":"pop","target":"","outcome":"rejected","reason":"`sure` refused to leave"}
{"tick":7,"kind":"command","command":"pop","target":"","outcome":"applied"}
{"tick":7,"kind":"stack","stack":["title"]}
{"tick":8,"kind":"command","command":"load","target":"level-1","outcome":"applied"}
{"tick":8,"kind":"phase","phase":"level-1","step":"freeing"}
{"tick":8,"kind":"stack","stack":["loading"]}
{"tick":9,"kind":"phase","phase":"level-1","step":"ready"}
{"tick":9,"kind":"transition","name":"fade","step":"out"}
{"tick":9,"kind":"stack","stack":["play"]}
{"tick":9,"kind":"command","command":"preload","target":"menu","outcome":"applied"}
{"tick":10,"kind":"command","command":"push","target":"hint","outcome":"applied"}
{"tick":10,"kind":"stack","stack":["play","hint"]}
{"tick":10,"kind":"phase","phase":"town","step":"loading"}
{"tick":10,"kind":"phase","phase":"town","step":"ready"}
{"tick":10,"kind":"command","command":"push","target":"pause","outcome":"applied"}
{"tick":10,"kind":"stack","stack":["play","hint","pause"]}
{"tick":11,"kind":"command","command":"remove","target":"hint","outcome":"applied"}
{"tick":11,"kind":"stack","stack":["play","pause"]}
{"tick":12,"kind":"command","command":"replace","target":"pause","outcome":"applied"}
{"tick":12,"kind":"stack","stack":["play","pause"]}
{"tick":13,"kind":"command","command":"reset","target":"play","outcome":"applied"}
{"tick":13,"kind":"stack","stack":["play"]}
{"tick":14,"kind":"command","command":"load","target":"menu","outcome":"applied"}
{"tick":14,"kind":"phase","phase":"menu","step":"freeing"}
{"tick":14,"kind":"phase","phase":"menu","step":"loading"}
{"tick":14,"kind":"phase","phase":"menu","step":"ready"}
{"tick":14,"kind":"stack","stack":["title"]}
{"tick":15,"kind":"command","command":"push","target":"sure","outcome":"applied"}
{"tick":15,"kind":"stack","stack":["title","sure"]}
{"tick":16,"kind":"command","command":"quit","target":"","outcome":"applied"}
{"tick":16,"kind":"stack","stack":[]}
"#;

#[test]
fn a_trace_is_drawn_as_mermaid() {
    let expected = r#"flowchart LR
    subgraph phase_menu["phase menu"]
        menu__loading["loading"]
        menu__title["title"]
        menu__sure["sure"]
    end
    subgraph phase_level_1["phase level-1"]
        level_1__loading["loading"]
        level_1__play["play"]
        level_1__hint["hint"]
        level_1__pause["pause"]
    end
    menu__loading -->|ready| menu__title
    menu__title -->|push| menu__sure
    menu__sure -->|pop| menu__title
    menu__title -.->|load| level_1__loading
    level_1__loading -->|ready| level_1__play
    level_1__play -->|push| level_1__hint
    level_1__hint -->|push| level_1__pause
    level_1__pause -->|replace| level_1__pause
    level_1__pause -->|reset| level_1__play
    level_1__play -.->|load| menu__title
    menu__sure -->|quit| quit
"#;
    assert_eq!(FlowGraph::read(TRACE.as_bytes()).unwrap().as_mermaid(), expected);
}

#[test]
fn a_trace_is_drawn_for_graphviz() {
    let expected = r#"digraph flow {
    rankdir=LR;
    node [shape=box];
    subgraph cluster_menu {
        label="phase menu";
        menu__loading [label="loading"];
        menu__title [label="title"];
        menu__sure [label="sure"];
    }
    subgraph cluster_level_1 {
        label="phase level-1";
        level_1__loading [label="loading"];
        level_1__play [label="play"];
        level_1__hint [label="hint"];
        level_1__pause [label="pause"];
    }
    menu__loading -> menu__title [label="ready"];
    menu__title -> menu__sure [label="push"];
    menu__sure -> menu__title [label="pop"];
    menu__title -> level_1__loading [label="load", style=dashed];
    level_1__loading -> level_1__play [label="ready"];
    level_1__play -> level_1__hint [label="push"];
    level_1__hint -> level_1__pause [label="push"];
    level_1__pause -> level_1__pause [label="replace"];
    level_1__pause -> level_1__play [label="reset"];
    level_1__play -> menu__title [label="load", style=dashed];
    menu__sure -> quit [label="quit"];
}
"#;
    assert_eq!(FlowGraph::read(TRACE.as_bytes()).unwrap().as_dot(), expected);
}

#[test]
fn a_phase_that_fails_leads_to_the_failure_screen() {
    let trace = r#"{"tick":1,"kind":"command","command":"load","target":"menu","outcome":"applied"}
{"tick":1,"kind":"phase","phase":"menu","step":"freeing"}
{"tick":1,"kind":"stack","stack":["loading"]}
{"tick":2,"kind":"phase","phase":"menu","step":"loading"}
{"tick":3,"kind":"phase","phase":"menu","step":"failed"}
{"tick":4,"kind":"stack","stack":["failure"]}
{"tick":9,"kind":"command","command":"load","target":"menu","outcome":"applied"}
{"tick":9,"kind":"phase","phase":"menu","step":"freeing"}
{"tick":9,"kind":"stack","stack":["loading"]}
"#;
    let expected = r#"flowchart LR
    subgraph phase_menu["phase menu"]
        menu__loading["loading"]
        menu__failure["failure"]
    end
    menu__loading -->|failure| menu__failure
    menu__failure -.->|load| menu__loading
"#;
    assert_eq!(FlowGraph::read(trace.as_bytes()).unwrap().as_mermaid(), expected);
}

#[test]
fn quotes_in_a_name_do_not_end_a_text() {
    let trace = r#"{"kind":"phase","phase":"a \"b\"","step":"freeing"}
{"kind":"phase","phase":"a \"b\"","step":"ready"}
{"kind":"stack","stack":["c:\\d\""]}"#;
    let graph = FlowGraph::read(trace.as_bytes()).unwrap();
    let expected = r#"flowchart LR
    subgraph phase_a__b_["phase a 'b'"]
        a__b___c__d_["c:'d'"]
    end
"#;
    assert_eq!(graph.as_mermaid(), expected);
}

#[test]
fn what_is_not_a_trace_is_an_error_that_names_the_line() {
    let error = |trace: &[u8]| FlowGraph::read(trace).unwrap_err();
    let at_line =
        |line| format!("line {line} is not a record of a trace; the option `--trace FILE` writes a trace");
    assert_eq!(error(b""), at_line(1));
    assert_eq!(error(b"\n\n"), at_line(1));
    assert_eq!(error(b"wait title\n"), at_line(1));
    assert_eq!(error(b"{\"tick\":1}\n"), at_line(1));
    assert_eq!(error(b"proscenium recording {\"format\":1}\n\x93\xff\n"), at_line(1));
    // The program was killed while it wrote the last line.
    let cut = TRACE.trim_end().strip_suffix("[]}").unwrap();
    assert_eq!(error(cut.as_bytes()), at_line(TRACE.lines().count()));
    let without_stack = b"{\"tick\":1,\"kind\":\"event\",\"event\":\"hit\"}\n";
    assert_eq!(error(without_stack), "the trace has no screen: none of its records is a `stack`");
}

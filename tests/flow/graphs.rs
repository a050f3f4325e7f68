//! The flow graph: what is a dead end, and what is not.

use proscenium::flow::{Exit, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};

struct Plain;

impl GameScreen for Plain {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// A screen with its exits.
type Declared<'a> = (&'static str, &'a [Exit]);

/// The problems of a game whose phases have screens with these exits.
fn problems(phases: &[(&'static str, &[Declared<'_>])]) -> Vec<String> {
    let mut manager = ScreenManager::new(ManagerSettings::default());
    for (phase, screens) in phases {
        let add = |phase: Phase, (screen, exits): &Declared<'_>| {
            phase.screen(*screen, |_| Plain).leads_to(exits.iter().copied())
        };
        manager.add_phase(screens.iter().fold(Phase::new(*phase), add));
    }
    manager.flow_problems()
}

/// The screens of a game of one phase that nothing leads out of.
fn dead_ends(screens: &[Declared<'_>]) -> Vec<String> {
    let name = |problem: String| {
        let (_, screen) = problem.split_once("nothing leads out of screen `").expect(&problem);
        screen.split('`').next().unwrap().to_owned()
    };
    problems(&[("game", screens)]).into_iter().map(name).collect()
}

#[test]
fn a_game_left_through_its_pause_menu_has_a_way_out() {
    let play: &[Exit] = &[Exit::push("pause")];
    for leave in [Exit::Quit, Exit::load("menu"), Exit::reset("title")] {
        let screens: &[Declared<'_>] = &[
            ("title", &[Exit::replace("play"), Exit::load("menu"), Exit::Quit]),
            ("play", play),
            ("pause", &[Exit::Pop, Exit::push("settings"), leave]),
            ("settings", &[Exit::Pop]),
        ];
        assert_eq!(problems(&[("game", screens), ("menu", &[("menu", &[Exit::load("game")])])]), [""; 0]);
    }
}

#[test]
fn the_way_out_may_be_several_pushes_and_replaces_above() {
    let leave: &[Declared<'_>] = &[
        ("play", &[Exit::push("pause")]),
        ("pause", &[Exit::Pop, Exit::push("leave")]),
        ("leave", &[Exit::Pop, Exit::replace("sure")]),
        ("sure", &[Exit::Pop, Exit::Quit]),
    ];
    assert_eq!(dead_ends(leave), [""; 0]);
}

#[test]
fn a_screen_whose_exits_all_come_back_to_it_is_a_dead_end() {
    let back: &[Exit] = &[Exit::Pop];
    assert_eq!(dead_ends(&[("play", &[Exit::push("pause")]), ("pause", back)]), ["play"]);
    // An answer comes back, and so does a restart.
    assert_eq!(dead_ends(&[("play", &[Exit::ask("name")])]), ["play"]);
    for restart in [Exit::load("game"), Exit::replace("play"), Exit::reset("play")] {
        assert_eq!(dead_ends(&[("play", &[restart])]), ["play"]);
        let pause: &[Exit] = &[Exit::Pop, Exit::load("game"), Exit::reset("play")];
        assert_eq!(dead_ends(&[("play", &[Exit::push("pause"), restart]), ("pause", pause)]), ["play"]);
    }
    let forgotten: &[Declared<'_>] = &[("title", &[Exit::replace("play"), Exit::Quit]), ("play", &[])];
    assert_eq!(dead_ends(forgotten), ["play"]);
}

#[test]
fn the_last_screen_of_a_stack_is_not_left_by_a_pop() {
    let end: &[Exit] = &[Exit::Pop];
    assert_eq!(dead_ends(&[("play", &[Exit::replace("end")]), ("end", end)]), ["end"]);
    assert_eq!(dead_ends(&[("play", &[Exit::push("end"), Exit::Quit]), ("end", end)]), [""; 0]);
}

#[test]
fn exits_to_nowhere_and_screens_without_an_entrance_are_found() {
    let found = problems(&[
        (
            "game",
            &[("play", &[Exit::push("map"), Exit::load("menu"), Exit::reset("end")]), ("shop", &[Exit::Pop])],
        ),
        ("empty", &[]),
    ]);
    let expected = [
        "screen `play` of phase `game` leads to screen `map`, which that phase does not have",
        "screen `play` of phase `game` leads to screen `end`, which that phase does not have",
        "screen `play` of phase `game` leads to phase `menu`, which does not exist",
        "nothing leads to screen `shop` of phase `game`",
        "phase `empty` has no screen",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_game_that_declares_no_exit_is_not_judged_by_them() {
    assert_eq!(problems(&[("title", &[("title", &[]), ("play", &[])]), ("end", &[("end", &[])])]), [""; 0]);
}

#[test]
fn the_drawing_has_loading_where_a_change_leads_through_it_and_the_screens_that_are_asked() {
    let mut manager = ScreenManager::new(ManagerSettings::default());
    manager.add_phase(Phase::new("logo").screen("logo", |_| Plain).leads_to([Exit::preloaded("menu")]));
    let menu = Phase::new("menu").screen("title", |_| Plain);
    manager.add_phase(menu.leads_to([Exit::load("game"), Exit::ask("sure"), Exit::Quit]));
    let game = Phase::new("game").screen("play", |_| Plain);
    manager.add_phase(game.leads_to([Exit::load("game"), Exit::preloaded("menu"), Exit::ask("sure")]));
    assert_eq!(manager.flow_problems(), [""; 0]);
    let expected = r#"flowchart LR
    subgraph phase_logo["phase logo"]
        logo__loading["loading"]
        logo__logo["logo"]
    end
    subgraph phase_menu["phase menu"]
        menu__title["title"]
        menu__sure["sure"]
    end
    subgraph phase_game["phase game"]
        game__loading["loading"]
        game__play["play"]
        game__sure["sure"]
    end
    logo__loading -->|ready| logo__logo
    game__loading -->|ready| game__play
    logo__logo -.->|preloaded| menu__title
    menu__title -->|ask| menu__sure
    menu__title -.->|load| game__loading
    menu__title -->|quit| quit
    game__play -->|ask| game__sure
    game__play -.->|load| game__loading
    game__play -.->|preloaded| menu__title
"#;
    assert_eq!(manager.flow_as_mermaid(), expected);
    let dot = manager.flow_as_dot();
    for line in
        ["game__loading [label=\"loading\"];", "menu__title -> game__loading [label=\"load\", style=dashed];"]
    {
        assert!(dot.contains(line), "{dot}");
    }
}

//! Reads any bytes as a machine file or as its script, and runs the result: for the fuzz targets
//! (`tools/fuzz`) and for the test with a bounded number of mutations.

#![allow(dead_code, reason = "each fuzz target uses one of the functions")]

use std::time::Duration;

use proscenium_ai::{Bindings, Blueprint, Context, GuardContext, Machine, Population, Reply};
use proscenium_core::phase::{Asset, LoadError};
use proscenium_core::platform::{AssetPath, MemorySource};
use proscenium_formats::{Script, ScriptVars, ScriptWorld, rhai};
use ron::extensions::Extensions;

/// A machine whose guards and actions may be functions of a script.
pub const SHEEP: &[u8] = br#"Machine(name: "sheep", family: Hierarchy, initial: "calm",
    states: [
        State(name: "calm", initial: "stand", when: [When(trigger: "is_afraid", level: 9, then: To("flee"))], states: [
            State(name: "stand", enter: "choose", update: "wait", after: [After(ms: 900, then: To("walk"))]),
            State(name: "walk", enter: "choose", update: "step", after: [After(ms: 700, then: To("stand"))]),
        ]),
        State(name: "flee", enter: "turn_away", update: "step", exit: "choose", min_time: 100,
            when: [When(trigger: "is_calm", level: 1, then: To("calm"))]),
    ])"#;

/// Machines with more states are checked, but not run.
const MAX_STATES: usize = 2_000;

fn path() -> AssetPath {
    AssetPath::new("machines/m.ron").expect("valid path")
}

/// Bindings for all names of a machine; some actions request changes of state.
fn bindings(blueprint: &Blueprint) -> Bindings<u32> {
    let Ok(structure) = blueprint.check() else { return Bindings::new() };
    let states: Vec<_> = structure.states().collect();
    let mut bindings = Bindings::new();
    for name in structure.guards() {
        bindings = bindings.guard(name, |unit: &u32, _, _: &GuardContext| unit.is_multiple_of(3));
    }
    for name in structure.actions() {
        let states = states.clone();
        bindings = bindings.action(name, move |unit: &mut u32, _, cx: &mut Context<'_>| {
            *unit = unit.wrapping_mul(747_796_405).wrapping_add(1);
            let target = states[*unit as usize / 64 % states.len()];
            match *unit % 64 {
                0 => cx.set_state(target, true),
                1 => cx.leave_current(),
                2 => cx.enter(target),
                3 => cx.exit(),
                4 => cx.switch(target),
                _ => {}
            }
        });
    }
    for name in structure.handlers() {
        bindings = bindings.handler(name, |unit: &mut u32, _, _: &mut Context<'_>| {
            *unit = unit.wrapping_add(1);
            if unit.is_multiple_of(2) { Reply::Handled } else { Reply::Unhandled }
        });
    }
    bindings
}

fn parse(bytes: &[u8]) -> Result<Blueprint, LoadError> {
    let source = MemorySource::default().with("machines/m.ron", bytes);
    Blueprint::read(&source, &path())
}

/// Reads a machine and, if it is valid, runs three units of it. Returns whether it is valid.
pub fn feed_machine(bytes: &[u8]) -> bool {
    let blueprint = &match parse(bytes) {
        Ok(blueprint) => blueprint,
        Err(error) => {
            assert!(error.to_string().contains("machines/m.ron"), "{error}");
            return false;
        }
    };
    let definition = match blueprint.build(&bindings(blueprint)) {
        Ok(definition) => definition,
        Err(error) => {
            // All names are bound, so only its size can be wrong.
            assert!(error.problems.iter().all(|problem| problem.what.contains("too large")), "{error}");
            return true;
        }
    };
    // A valid machine can be written, and drawn.
    let ron = ron::Options::default().with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES);
    let text = ron.to_string(blueprint).expect("a blueprint can be written");
    if let Err(error) = parse(text.as_bytes()) {
        panic!("{error}\n{text}");
    }
    if definition.state_count() > MAX_STATES {
        return true;
    }
    let _ = definition.mermaid(&[]);
    let mut units = Population::new(&definition);
    for number in 0..3 {
        units.spawn(&mut (), number);
    }
    let events: Vec<_> = definition.events().collect();
    for tick in 0..20 {
        for event in &events {
            units.broadcast(*event);
        }
        units.tick(&mut (), Duration::from_millis(tick * tick));
        for unit in units.iter().collect::<Vec<_>>() {
            let _ = events.get(tick as usize).map(|event| units.dispatch(&mut (), unit, *event));
        }
    }
    let snapshot = units.snapshot();
    let (restored, lost) = Population::restore(&definition, &snapshot, None).expect("it was just saved");
    assert_eq!(lost, [""; 0]);
    assert!(restored.iter().eq(units.iter()));
    assert_eq!(restored.snapshot(), snapshot);
    true
}

/// Reads the script of a sheep, and runs a sheep with it that sees a threat. Returns whether it is valid.
pub fn feed_script(bytes: &[u8]) -> bool {
    let path = AssetPath::new("machines/sheep.rhai").expect("valid path");
    let source = MemorySource::default().with("machines/sheep.rhai", bytes);
    let Ok(script) = Script::read(&source, &path) else { return false };
    let machine = parse(SHEEP).expect("it is in order");
    let structure = machine.check().expect("it is in order");
    // What the script has lost is the program's.
    let own = structure.actions().into_iter();
    let own = own.fold(Bindings::new(), |own: Bindings<ScriptVars>, name| own.action(name, |_, _, _| {}));
    let own = structure.guards().into_iter().fold(own, |own, name| own.guard(name, |_, _, _| true));
    let (_, bindings) = ScriptWorld::new()
        .view(|_, _| {
            rhai::Map::from_iter(["x", "y", "distance"].map(|name| (name.into(), 1.5.into()))).into()
        })
        .command("turn", |_, _, _, args| args.number(2).map(|_| ()))
        .bind(&structure, &script, own);
    let definition = machine.build(&bindings).expect("all names are bound");
    let mut vars = ScriptVars::default();
    ["seed", "patience", "fear"].iter().for_each(|name| vars.set(name, 1));
    let mut unit = Machine::new(&definition, &mut (), vars);
    let events: Vec<_> = definition.events().collect();
    for _ in 0..3 {
        for event in &events {
            let _ = unit.dispatch(&mut (), *event);
            (0..20).for_each(|_| unit.tick(&mut (), Duration::from_millis(50)));
        }
    }
    true
}

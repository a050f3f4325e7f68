//! Populations of all kinds, seen as what they have in common.

use proscenium_ai::{Bindings, Blueprint, Population, PopulationHandle, PopulationId, State, UnitId};
use proscenium_core::flow::Populations;

use super::{Unit, flock, stones};

/// A population of any kind.
trait Herd {
    fn machine(&self) -> &str;
    fn states(&self) -> Vec<(UnitId, &'static str)>;
    fn remove(&mut self, unit: UnitId) -> bool;
}

impl<D: 'static> Herd for Population<D> {
    fn machine(&self) -> &str {
        self.definition().name()
    }

    fn states(&self) -> Vec<(UnitId, &'static str)> {
        self.units().map(|(unit, state, _)| (unit, state.name())).collect()
    }

    fn remove(&mut self, unit: UnitId) -> bool {
        self.despawn(&mut (), unit).is_ok()
    }
}

/// Herds that are counted only.
trait Counted {
    fn count(&self) -> usize;
}

impl Counted for Population<Unit> {
    fn count(&self) -> usize {
        self.len()
    }
}

fn clouds() -> Population<f32> {
    let clouds = Blueprint::table("cloud", "drifts").state(State::new("drifts"));
    let mut clouds = Population::new(&clouds.build(&Bindings::new()).unwrap());
    clouds.spawn(&mut (), 0.5);
    clouds
}

fn add<D: 'static>(populations: &mut Populations, population: Population<D>) -> PopulationHandle<D> {
    let handle = populations.add(population);
    assert!(populations.show(handle, |herd| herd as &dyn Herd, |herd| herd));
    handle
}

fn machines(populations: &Populations) -> Vec<&str> {
    populations.all::<dyn Herd>().map(Herd::machine).collect()
}

#[test]
fn populations_of_several_types_are_seen_in_the_order_of_addition() {
    let mut populations = Populations::default();
    add(&mut populations, clouds());
    populations.add(flock(1));
    add(&mut populations, flock(2));
    add(&mut populations, stones(1));
    assert_eq!(machines(&populations), ["cloud", "sheep", "stone"]);
    let states: Vec<_> = populations.all::<dyn Herd>().flat_map(Herd::states).collect();
    let unit = |number| UnitId::from_bits(number).unwrap();
    let expected = [(unit(0), "drifts"), (unit(0), "graze"), (unit(1), "graze"), (unit(0), "lies")];
    assert_eq!(states, expected);
}

#[test]
fn a_population_is_seen_as_itself_and_as_what_it_is_shown_as_only() {
    let mut populations = Populations::default();
    let (clouds, sheep) = (add(&mut populations, clouds()), populations.add(flock(3)));
    assert_eq!(populations.all::<Population<f32>>().map(Population::id).collect::<Vec<_>>(), [clouds.into()]);
    assert_eq!(populations.get_as::<Population<Unit>>(sheep).map(Population::len), Some(3));
    assert!(populations.get_as::<Population<f32>>(sheep).is_none(), "of another type");
    assert!(populations.get_as::<dyn Herd>(sheep).is_none(), "not shown");
    assert!(populations.show(sheep, |herd| herd as &dyn Counted, |herd| herd));
    assert_eq!(populations.all::<dyn Counted>().map(Counted::count).collect::<Vec<_>>(), [3]);
    assert!(populations.get_as::<dyn Counted>(clouds).is_none(), "shown as something else");
}

#[test]
fn a_unit_of_any_population_is_reached_by_the_two_ids() {
    let mut populations = Populations::default();
    let (clouds, sheep) = (add(&mut populations, clouds()), add(&mut populations, flock(2)));
    let unit = populations.get(sheep).and_then(|sheep| sheep.iter().next()).unwrap();
    let herd = populations.get_mut_as::<dyn Herd>(PopulationId::from(sheep)).unwrap();
    assert!(herd.remove(unit));
    assert!(!herd.remove(unit), "it is gone");
    assert!(!populations.get_mut_as::<dyn Herd>(clouds).unwrap().remove(unit), "of another population");
    let left: Vec<_> = populations.all_mut::<dyn Herd>().map(|herd| herd.states().len()).collect();
    assert_eq!(left, [1, 1]);
}

#[test]
fn a_removed_population_is_not_seen_and_cannot_be_shown() {
    let mut populations = Populations::default();
    let (clouds, sheep) = (add(&mut populations, clouds()), add(&mut populations, flock(1)));
    assert!(populations.remove(clouds));
    assert_eq!(machines(&populations), ["sheep"]);
    assert!(populations.get_as::<dyn Herd>(clouds).is_none());
    assert!(!populations.show(clouds, |herd| herd as &dyn Herd, |herd| herd));
    assert!(populations.get_as::<dyn Herd>(PopulationHandle::<()>::default()).is_none());
    assert!(populations.get_as::<dyn Herd>(sheep).is_some());
}

//! Code about populations of all kinds.

use super::Populations;
use super::hosted::{Hosted, View, seen_as, seen_as_mut};
use proscenium_ai::{Population, PopulationHandle, PopulationId};

/// # Populations of all kinds
///
/// Code about all kinds of units need not know the type of each: a trait of the game says what populations have in
/// common, and a population is [shown](Populations::show) as this trait. What draws, reloads or inspects units then
/// goes through all populations that are shown as it.
///
/// ```
/// use proscenium_ai::{Bindings, Blueprint, Population, State};
/// use proscenium_core::flow::{Populations, ScreenContext};
///
/// struct Sheep { wool: u32 }
/// struct Wolf;
///
/// /// What each kind of animal has to say of itself.
/// trait Animal: 'static {
///     fn value(&self) -> u32;
/// }
///
/// impl Animal for Sheep {
///     fn value(&self) -> u32 {
///         self.wool
///     }
/// }
///
/// impl Animal for Wolf {
///     fn value(&self) -> u32 {
///         10
///     }
/// }
///
/// /// A population of animals of any kind.
/// trait Herd {
///     fn value(&self) -> u32;
/// }
///
/// impl<A: Animal> Herd for Population<A> {
///     fn value(&self) -> u32 {
///         self.units().map(|(_id, _state, animal)| animal.value()).sum()
///     }
/// }
///
/// fn add<A: Animal>(populations: &mut Populations, animals: Vec<A>) {
///     let machine = Blueprint::template("animal", "live").state(State::new("live"));
///     let definition = machine.build(&Bindings::new()).expect("it has all that it names");
///     let mut population = Population::new(&definition);
///     animals.into_iter().for_each(|animal| drop(population.spawn(&mut (), animal)));
///     let handle = populations.add(population);
///     populations.show(handle, |herd| herd as &dyn Herd, |herd| herd);
/// }
///
/// let mut populations = Populations::default();
/// add(&mut populations, vec![Sheep { wool: 3 }, Sheep { wool: 4 }]);
/// add(&mut populations, vec![Wolf]);
/// assert_eq!(populations.all::<dyn Herd>().map(Herd::value).collect::<Vec<_>>(), [7, 10]);
/// // Without a trait: all populations of one type.
/// assert_eq!(populations.all::<Population<Sheep>>().count(), 1);
/// ```
impl Populations {
    /// Shows a population as a `T` from now on, usually a trait object: [`all`](Self::all) and
    /// [`get_as`](Self::get_as) find it. Once more for the same `T`, it replaces the functions. Each population is
    /// shown as itself, `Population<D, W>`, without this call. `false` if the population is gone.
    pub fn show<D: 'static, W: 'static, T: ?Sized + 'static>(
        &mut self,
        handle: PopulationHandle<D, W>,
        get: fn(&Population<D, W>) -> &T,
        get_mut: fn(&mut Population<D, W>) -> &mut T,
    ) -> bool {
        let entry = self.entry_mut(handle);
        entry.map(|entry| entry.views.push(View::boxed(get, get_mut))).is_some()
    }

    /// The populations that are shown as a `T`, in the order of addition.
    pub fn all<T: ?Sized + 'static>(&self) -> impl Iterator<Item = &T> {
        self.entries.iter().filter_map(|entry| seen_as(entry.as_ref()))
    }

    /// The populations that are shown as a `T`, in the order of addition.
    pub fn all_mut<T: ?Sized + 'static>(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().filter_map(|entry| seen_as_mut(entry.as_mut()))
    }

    /// The population with this id or handle as a `T`; `None` if it is gone, is of another screen, or is not shown as
    /// a `T`.
    pub fn get_as<T: ?Sized + 'static>(&self, population: impl Into<PopulationId>) -> Option<&T> {
        let id = population.into();
        self.entries.iter().find(|entry| entry.id() == id).and_then(|entry| seen_as(entry.as_ref()))
    }

    /// As [`get_as`](Self::get_as), to change it.
    pub fn get_mut_as<T: ?Sized + 'static>(&mut self, population: impl Into<PopulationId>) -> Option<&mut T> {
        let id = population.into();
        let entry: &mut Box<dyn Hosted> = self.entries.iter_mut().find(|entry| entry.id() == id)?;
        seen_as_mut(entry.as_mut())
    }
}

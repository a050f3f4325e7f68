//! A population and its world, for a list of populations of all types.

use std::any::Any;
use std::rc::Rc;
use std::time::Duration;

use ron::value::RawValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::flow::value::{Written, from_raw, to_checked};
use proscenium_ai::{Change, Counters, Event, Payload, Population, PopulationId, Sent, Structure};

/// Calls the second function with the world that the screen lends. Returns whether there was one.
pub(super) type Lend<W> = Rc<dyn Fn(&mut dyn Any, &mut dyn FnMut(&mut W)) -> bool>;

/// A population, and how its world is borrowed.
pub(super) struct Entry<D, W> {
    pub(super) population: Population<D, W>,
    pub(super) lend: Lend<W>,
    pub(super) kept: Option<Kept<D, W>>,
    /// What the population is seen as: a [`View`] of each type.
    pub(super) views: Vec<Box<dyn Any>>,
}

type Get<T> = dyn Fn(&dyn Any) -> Option<&T>;
type GetMut<T> = dyn Fn(&mut dyn Any) -> Option<&mut T>;

/// How a population is seen as a `T`.
pub(super) struct View<T: ?Sized> {
    get: Box<Get<T>>,
    get_mut: Box<GetMut<T>>,
}

impl<T: ?Sized + 'static> View<T> {
    pub(super) fn boxed<P: 'static>(get: fn(&P) -> &T, get_mut: fn(&mut P) -> &mut T) -> Box<dyn Any> {
        Box::new(Self {
            get: Box::new(move |population| population.downcast_ref().map(get)),
            get_mut: Box::new(move |population| population.downcast_mut().map(get_mut)),
        })
    }
}

fn view_of<T: ?Sized + 'static>(views: &[Box<dyn Any>]) -> Option<&View<T>> {
    views.iter().rev().find_map(|view| view.downcast_ref())
}

/// The population as a `T`.
pub(super) fn seen_as<T: ?Sized + 'static>(entry: &dyn Hosted) -> Option<&T> {
    let (population, views) = entry.views();
    (view_of(views)?.get)(population)
}

/// The population as a mutable `T`.
pub(super) fn seen_as_mut<T: ?Sized + 'static>(entry: &mut dyn Hosted) -> Option<&mut T> {
    let (population, views) = entry.views_mut();
    (view_of(views)?.get_mut)(population)
}

/// What could not be kept, one line each, or why nothing could.
pub(super) type Lost = Result<Vec<String>, String>;

/// How the units of a population are saved and restored.
pub(super) struct Kept<D, W> {
    save: fn(&Population<D, W>) -> Written,
    restore: fn(&mut Population<D, W>, &RawValue, Option<&str>) -> Lost,
    fallback: Option<String>,
}

impl<D: Serialize + DeserializeOwned + Clone + 'static, W: 'static> Kept<D, W> {
    pub(super) fn of(fallback: Option<&str>) -> Self {
        Self {
            save: |population| to_checked(&population.snapshot()),
            restore: |population, units, fallback| {
                let snapshot = from_raw(units)?;
                population.replace_units(&snapshot, fallback).map_err(|error| error.to_string())
            },
            fallback: fallback.map(str::to_owned),
        }
    }
}

pub(super) trait Hosted: Any {
    fn id(&self) -> PopulationId;
    /// The population, and what it is seen as.
    fn views(&self) -> (&dyn Any, &[Box<dyn Any>]);
    fn views_mut(&mut self) -> (&mut dyn Any, &[Box<dyn Any>]);
    fn structure(&self) -> &Structure;
    fn tick(&mut self, screen: &mut dyn Any, dt: Duration) -> bool;
    fn take_sent(&mut self) -> Vec<Sent>;
    fn refuse(&mut self, sent: Sent);
    fn refuse_endless(&mut self, sent: Sent);
    fn take_posts(&mut self) -> Vec<Event>;
    fn receive(&mut self, screen: &mut dyn Any, sent: Sent);
    fn broadcast(&mut self, event: &str, payload: Payload);
    fn counts(&self) -> Vec<usize>;
    fn counters(&self) -> &Counters;
    fn take_changes(&mut self) -> Vec<Change>;
    fn is_kept(&self) -> bool;
    fn save(&self) -> Option<Written>;
    fn restore(&mut self, units: &RawValue) -> Lost;
}

impl<D: 'static, W: 'static> Hosted for Entry<D, W> {
    fn id(&self) -> PopulationId {
        self.population.id()
    }

    fn views(&self) -> (&dyn Any, &[Box<dyn Any>]) {
        (&self.population, &self.views)
    }

    fn views_mut(&mut self) -> (&mut dyn Any, &[Box<dyn Any>]) {
        (&mut self.population, &self.views)
    }

    fn structure(&self) -> &Structure {
        self.population.definition()
    }

    fn tick(&mut self, screen: &mut dyn Any, dt: Duration) -> bool {
        let Self { population, lend, .. } = self;
        lend(screen, &mut |world| population.tick(world, dt))
    }

    fn take_sent(&mut self) -> Vec<Sent> {
        self.population.take_sent()
    }

    fn refuse(&mut self, sent: Sent) {
        self.population.refuse(sent);
    }

    fn refuse_endless(&mut self, sent: Sent) {
        self.population.refuse_endless(sent);
    }

    fn take_posts(&mut self) -> Vec<Event> {
        self.population.take_posts()
    }

    fn receive(&mut self, screen: &mut dyn Any, sent: Sent) {
        let (Self { population, lend, .. }, mut sent) = (self, Some(sent));
        lend(screen, &mut |world| {
            sent.take().into_iter().for_each(|sent| population.receive(world, sent));
        });
    }

    fn broadcast(&mut self, event: &str, payload: Payload) {
        if let Some(id) = self.structure().event(event) {
            self.population.broadcast(Event { id, payload });
        }
    }

    fn counts(&self) -> Vec<usize> {
        self.population.counts()
    }

    fn counters(&self) -> &Counters {
        self.population.counters()
    }

    fn take_changes(&mut self) -> Vec<Change> {
        self.population.take_changes()
    }

    fn is_kept(&self) -> bool {
        self.kept.is_some()
    }

    fn save(&self) -> Option<Written> {
        self.kept.as_ref().map(|kept| (kept.save)(&self.population))
    }

    fn restore(&mut self, units: &RawValue) -> Lost {
        let Some(kept) = &self.kept else { return Ok(Vec::new()) };
        let lost = (kept.restore)(&mut self.population, units, kept.fallback.as_deref())?;
        // Those of the units that `on_enter` has added, which are gone.
        self.population.take_changes();
        Ok(lost)
    }
}

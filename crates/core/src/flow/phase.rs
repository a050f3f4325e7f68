//! A phase: its resources and its screens, and what these see while they are built.

use std::any::Any;
use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

use ron::value::RawValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::mistakes::Asked;
use super::screen::GameScreen;
use super::screen_id::ScreenId;
use super::shared::Shared;
use super::value::{Written, from_raw, to_checked};
use crate::phase::{
    Asset, FromCode, Handle, Listing, LoadError, LoadPolicy, PhaseContents, PhaseId, ReadManifests, Resource,
    Resources,
};
use crate::platform::calling;

type BuildScreen = Box<dyn Fn(&BuildContext<'_>) -> Result<Box<dyn GameScreen>, Box<dyn Error>>>;

pub(super) struct ScreenEntry {
    pub(super) id: ScreenId,
    pub(super) build: BuildScreen,
}

impl ScreenEntry {
    fn new<S: GameScreen>(
        id: ScreenId,
        build: impl Fn(&BuildContext<'_>) -> Result<S, Box<dyn Error>> + 'static,
    ) -> Self {
        Self { id, build: Box::new(move |cx| Ok(Box::new(build(cx)?))) }
    }
}

/// Makes the payload of a load without one.
type MakePayload = Box<dyn Fn() -> Rc<dyn Any>>;

/// How the payload of a phase's load is saved.
pub(super) struct KeptPayload {
    pub(super) save: fn(&dyn Any) -> Written,
    pub(super) load: fn(&RawValue) -> Result<Rc<dyn Any>, String>,
}

impl KeptPayload {
    pub(super) fn of<P: Serialize + DeserializeOwned + 'static>() -> Self {
        Self {
            save: |payload| to_checked::<P>(payload.downcast_ref().ok_or("it is of another type")?),
            load: |raw| Ok(Rc::new(from_raw::<P>(raw)?)),
        }
    }
}

/// A phase: screens, and the resources that live and die with them.
///
/// The resources come from a manifest, a data file, and from code, and are loaded in this order. Then
/// all screens are built. They live until the phase ends. The phase starts with its first screen.
///
/// ```
/// use proscenium_core::flow::{GameScreen, Phase, ScreenContext};
/// use proscenium_core::phase::{Handle, Texture};
///
/// struct MainMenu { logo: Handle<Texture> }
/// impl GameScreen for MainMenu {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) { cx.load("in_game"); }
/// }
///
/// let menu = Phase::new("main_menu")
///     .manifest("phases/main_menu.ron")
///     .file::<Texture>("logo", "textures/logo.png")
///     .screen("main_menu", |cx| MainMenu { logo: cx.handle("logo") });
/// # let _ = menu;
/// ```
pub struct Phase {
    pub(super) contents: PhaseContents,
    /// What reads its manifests, if it has one.
    pub(super) read_manifests: Option<ReadManifests>,
    pub(super) screens: PhaseScreens,
    /// The screens that were added a second time.
    pub(super) replaced: Vec<ScreenId>,
}

/// What a phase has besides its resources.
pub(super) struct PhaseScreens {
    pub(super) phase: PhaseId,
    pub(super) list: Vec<ScreenEntry>,
    payload: Option<MakePayload>,
    pub(super) kept_payload: Option<KeptPayload>,
}

impl PhaseScreens {
    /// The payload of a load, which is made for one without it.
    pub(super) fn completed(&self, payload: Option<Rc<dyn Any>>) -> Option<Rc<dyn Any>> {
        let _calling = calling("payload", "phase", self.phase.name());
        payload.or_else(|| self.payload.as_ref().map(|make| make()))
    }

    /// The payload of a load that restores a save with this one.
    pub(super) fn restored_payload(&self, saved: Option<&RawValue>) -> Result<Option<Rc<dyn Any>>, String> {
        let kept = saved.zip(self.kept_payload.as_ref());
        let loaded = kept.map(|(payload, kept)| (kept.load)(payload)).transpose()?;
        Ok(self.completed(loaded))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = ScreenId> {
        self.list.iter().map(|entry| entry.id)
    }
}

impl Phase {
    /// A phase without resources and screens. It needs at least one screen.
    pub fn new(id: impl Into<PhaseId>) -> Self {
        let (id, mut resources) = (id.into(), FromCode::default());
        resources.check_id("the phase", id.name());
        let contents = PhaseContents {
            id,
            manifest: None,
            manifests_for: Vec::new(),
            resources,
            policy: LoadPolicy::default(),
        };
        let screens = PhaseScreens { phase: id, list: Vec::new(), payload: None, kept_payload: None };
        Self { contents, read_manifests: None, screens, replaced: Vec::new() }
    }

    /// The phase's name.
    pub const fn id(&self) -> PhaseId {
        self.contents.id
    }

    /// Sets the manifest at `path` in the assets folder; [`phase`](crate::phase) has the format. The
    /// file is read in each load or its preload, so an edit takes effect in the next load.
    #[must_use]
    pub fn manifest(mut self, path: &str) -> Self {
        self.contents.manifest = Some(path.to_owned());
        self.read_manifests = Some(Listing::read);
        self
    }

    /// Sets the manifest at `path` for loads with this payload
    /// ([`load_with`](super::FlowHandle::load_with)). A second one for an equal payload replaces the first.
    ///
    /// ```
    /// use proscenium_core::flow::{GameScreen, Phase, ScreenContext};
    ///
    /// #[derive(Clone, Copy, PartialEq)]
    /// struct Level(u32);
    ///
    /// struct InGame(Level);
    /// impl GameScreen for InGame {
    ///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
    ///         cx.load_with("in_game", Level(self.0.0 + 1));
    ///     }
    /// }
    ///
    /// let phase = Phase::new("in_game")
    ///     .manifest_for(Level(1), "phases/level_1.ron")
    ///     .manifest_for(Level(2), "phases/level_2.ron")
    ///     .payload(|| Level(1))
    ///     .screen("in_game", |cx| InGame(cx.payload().copied().unwrap_or(Level(1))));
    /// # let _ = phase;
    /// ```
    #[must_use]
    pub fn manifest_for<P: PartialEq + 'static>(mut self, payload: P, path: &str) -> Self {
        if let Some((_, known)) =
            self.contents.manifests_for.iter_mut().find(|(is_equal, _)| is_equal(&payload))
        {
            path.clone_into(known);
        } else {
            let is_equal = move |given: &dyn Any| given.downcast_ref() == Some(&payload);
            self.contents.manifests_for.push((Box::new(is_equal), path.to_owned()));
        }
        self.read_manifests = Some(Listing::read);
        self
    }

    /// Sets the payload of a load without one.
    #[must_use]
    pub fn payload<P: 'static>(mut self, make: impl Fn() -> P + 'static) -> Self {
        self.screens.payload = Some(Box::new(move || Rc::new(make())));
        self
    }

    /// Makes the payload of a load part of a save. All payloads of the phase then have the type `P`.
    #[must_use]
    pub fn keep_payload<P: Serialize + DeserializeOwned + 'static>(mut self) -> Self {
        self.screens.kept_payload = Some(KeptPayload::of::<P>());
        self
    }

    /// Sets how loads of the phase handle files that are slow, interrupted or too large.
    #[must_use]
    pub const fn load_policy(mut self, policy: LoadPolicy) -> Self {
        self.contents.policy = policy;
        self
    }

    /// Adds a resource after the manifest's resources: an optional file, a cache, a callback.
    #[must_use]
    pub fn resource(mut self, resource: Resource) -> Self {
        self.contents.resources.resources.push(resource);
        self
    }

    /// Adds a file of some kind, such as a [`Texture`](crate::phase::Texture) or a [`Sound`](crate::phase::Sound).
    #[must_use]
    pub fn file<A: Asset>(self, id: &str, path: &str) -> Self {
        self.resource(Resource::file::<A>(id, path))
    }

    /// Adds a screen. `build` returns it when all resources of the phase are loaded. A second screen of the same id
    /// replaces the first, and [`add_phase`](super::ScreenManager::add_phase) logs it.
    #[must_use]
    pub fn screen<S: GameScreen>(
        self,
        id: impl Into<ScreenId>,
        build: impl Fn(&BuildContext<'_>) -> S + 'static,
    ) -> Self {
        self.try_screen(id, move |cx| Ok(build(cx)))
    }

    /// As [`screen`](Self::screen), with a `build` that may fail: its error leads to the failure screen.
    #[must_use]
    pub fn try_screen<S: GameScreen>(
        mut self,
        id: impl Into<ScreenId>,
        build: impl Fn(&BuildContext<'_>) -> Result<S, Box<dyn Error>> + 'static,
    ) -> Self {
        let entry = ScreenEntry::new(id.into(), build);
        self.contents.resources.check_id("a screen", entry.id.name());
        match self.screens.list.iter_mut().find(|known| known.id == entry.id) {
            Some(known) => {
                self.replaced.push(entry.id);
                *known = entry;
            }
            None => self.screens.list.push(entry),
        }
        self
    }
}

/// What a screen can see while it is built, when its phase is ready.
pub struct BuildContext<'a> {
    pub(super) resources: &'a Resources,
    pub(super) shared: &'a Shared,
    pub(super) phase: PhaseId,
    pub(super) payload: Option<&'a dyn Any>,
    pub(super) asked: Asked,
    pub(super) missing: RefCell<Vec<LoadError>>,
}

impl<'a> BuildContext<'a> {
    /// The payload of the load ([`FlowHandle::load_with`](super::FlowHandle::load_with)); `None` if there
    /// is none or if it is not a `T`, which is a mistake as [`ScreenContext::payload`](super::ScreenContext::payload) says.
    pub fn payload<T: 'static>(&self) -> Option<&'a T> {
        self.asked.payload(self.payload)
    }

    /// The value of this type that all screens [share](Shared).
    ///
    /// # Panics
    ///
    /// Panics if the game has not given one; the load fails with the message.
    pub fn shared<T: 'static>(&self) -> &'a T {
        self.shared.expect()
    }

    /// The handle of the resource `id`. If there is none of this type, the load fails when all
    /// screens are built, with a list of everything that is missing.
    pub fn handle<T: 'static>(&self, id: &str) -> Handle<T> {
        self.resources.handle(id).unwrap_or_else(|error| {
            self.missing.borrow_mut().push(error);
            Handle::default()
        })
    }

    /// The value of a handle; `None` if the handle's resource is missing.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&'a T> {
        self.resources.get(handle)
    }

    /// The resources of the phase.
    pub const fn resources(&self) -> &'a Resources {
        self.resources
    }

    /// The phase that the screen belongs to.
    pub const fn phase(&self) -> PhaseId {
        self.phase
    }
}

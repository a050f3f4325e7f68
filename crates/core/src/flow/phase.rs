//! A phase: its resources and its screens, and what these see while they are built.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::error::Error;
use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::exit::Exit;
use super::mistakes::Asked;
use super::save::KeptPayload;
use super::screen::GameScreen;
use super::screen_id::ScreenId;
use super::shared::Shared;
use crate::phase::{
    Asset, FromCode, Handle, Listing, LoadError, LoadPolicy, PhaseContents, PhaseId, ReadManifests, Resource,
    Resources, Sound, Texture,
};
use crate::platform::caught;

type BuildScreen = Box<dyn Fn(&BuildContext<'_>) -> Result<Box<dyn GameScreen>, Box<dyn Error>>>;

pub(super) struct ScreenEntry {
    pub(super) id: ScreenId,
    pub(super) build: BuildScreen,
    pub(super) exits: BTreeSet<Exit>,
}

impl ScreenEntry {
    fn new<S: GameScreen>(
        id: ScreenId,
        build: impl Fn(&BuildContext<'_>) -> Result<S, Box<dyn Error>> + 'static,
    ) -> Self {
        Self { id, build: Box::new(move |cx| Ok(Box::new(build(cx)?))), exits: BTreeSet::new() }
    }
}

/// Makes the payload of a load without one.
type MakePayload = Box<dyn Fn() -> Rc<dyn Any>>;

/// A phase: screens, and the resources that live and die with them.
///
/// The resources come from a manifest, a data file, and from code, and are loaded in this order. Then
/// all screens are built. They live until the phase ends. The phase starts with the first one.
///
/// ```
/// use proscenium_core::flow::{Exit, GameScreen, Phase, ScreenContext};
/// use proscenium_core::phase::{Handle, Texture};
///
/// struct MainMenu { logo: Handle<Texture> }
/// impl GameScreen for MainMenu {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) { cx.load("in_game"); }
/// }
///
/// let menu = Phase::new("main_menu")
///     .manifest("phases/main_menu.ron")
///     .texture("logo", "textures/logo.png")
///     .screen("main_menu", |cx| MainMenu { logo: cx.handle("logo") })
///     .leads_to([Exit::load("in_game"), Exit::Quit]);
/// # let _ = menu;
/// ```
pub struct Phase {
    pub(super) contents: PhaseContents,
    /// What reads its manifests, if it has one.
    pub(super) read_manifests: Option<ReadManifests>,
    pub(super) screens: Vec<ScreenEntry>,
    /// The index of the screen that was added last.
    last: usize,
    /// The screens that were added a second time.
    pub(super) replaced: Vec<ScreenId>,
    pub(super) backdrop: Option<ScreenEntry>,
    pub(super) payload: Option<MakePayload>,
    pub(super) kept_payload: Option<KeptPayload>,
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
        Self {
            contents,
            read_manifests: None,
            screens: Vec::new(),
            last: 0,
            replaced: Vec::new(),
            backdrop: None,
            payload: None,
            kept_payload: None,
        }
    }

    /// The payload of a load, which is made for one without it. All code of the game for it is called here, before
    /// anything has changed.
    pub(super) fn completed(&self, payload: Option<Rc<dyn Any>>) -> Result<Option<Rc<dyn Any>>, String> {
        let made = caught(|| payload.or_else(|| self.payload.as_ref().map(|make| make())));
        let checked = made.and_then(|payload| {
            self.contents.find_manifest(payload.as_deref())?;
            Ok(payload)
        });
        checked.map_err(|message| {
            format!("the payload of phase `{}` cannot be made or compared: it panicked: {message}", self.id())
        })
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
    /// ([`load_with`](super::FlowHandle::load_with)). A second one for an equal payload takes the place of the
    /// first.
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
        self.payload = Some(Box::new(move || Rc::new(make())));
        self
    }

    /// Makes the payload of a load part of a save; all loads with a payload have a `P` then.
    #[must_use]
    pub fn keep_payload<P: Serialize + DeserializeOwned + 'static>(mut self) -> Self {
        self.kept_payload = Some(KeptPayload::of::<P>());
        self
    }

    /// Sets how loads of the phase deal with what is slow, interrupted or too large.
    #[must_use]
    pub const fn load_policy(mut self, policy: LoadPolicy) -> Self {
        self.contents.policy = policy;
        self
    }

    /// Adds a resource after the manifest's resources.
    #[must_use]
    pub fn resource(mut self, resource: Resource) -> Self {
        self.contents.resources.resources.push(resource);
        self
    }

    /// Adds a file of some kind: [`Resource::file`].
    #[must_use]
    pub fn file<A: Asset>(self, id: &str, path: &str) -> Self {
        self.resource(Resource::file::<A>(id, path))
    }

    /// Adds an image of a format that a [`Texture`] reads.
    #[must_use]
    pub fn texture(self, id: &str, path: &str) -> Self {
        self.file::<Texture>(id, path)
    }

    /// Adds a sound (OGG or WAV).
    #[must_use]
    pub fn sound(self, id: &str, path: &str) -> Self {
        self.file::<Sound>(id, path)
    }

    /// Adds a screen. `build` returns it when all resources of the phase are loaded. A second screen of the same id
    /// takes the place of the first, without its exits, and [`add_phase`](super::ScreenManager::add_phase) logs that.
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
        self.last = self.screens.iter().position(|known| known.id == entry.id).unwrap_or(self.screens.len());
        match self.screens.get_mut(self.last) {
            Some(known) => {
                self.replaced.push(entry.id);
                *known = entry;
            }
            None => self.screens.push(entry),
        }
        self
    }

    /// Sets the backdrop: a screen below the stack, such as the moving sky behind all menus.
    /// [`DrawContext::draw_parent`](super::DrawContext::draw_parent) of the lowest screen draws it, also
    /// that of a Loading screen.
    ///
    /// It lives through all changes of screens, and through a load if the next phase has a backdrop of the
    /// same name: that is not built then. Every phase that has it needs its resources. A load of another
    /// phase, a reload, a failure and the end of the program end it, after all screens of the stack.
    ///
    /// It is updated in each tick, also during loads and transitions, and no cover stops its time;
    /// [`ScreenContext::audio`](super::ScreenContext::audio) is that of the lowest screen. It gets events
    /// last and no input. Of the hooks only `on_enter` and `on_exit` are called. It cannot refuse to leave.
    ///
    /// ```
    /// use proscenium_core::flow::{GameScreen, Phase, ScreenContext};
    /// use proscenium_core::phase::{Handle, Texture};
    ///
    /// struct Sky { clouds: Handle<Texture>, x: f32 }
    /// impl GameScreen for Sky {
    ///     fn update(&mut self, cx: &mut ScreenContext<'_>) { self.x += cx.delta().as_secs_f32(); }
    /// }
    /// # struct Page;
    /// # impl GameScreen for Page { fn update(&mut self, _: &mut ScreenContext<'_>) {} }
    ///
    /// let with_sky = |phase: Phase| {
    ///     let phase = phase.texture("clouds", "textures/clouds.png");
    ///     phase.backdrop("sky", |cx| Sky { clouds: cx.handle("clouds"), x: 0.0 })
    /// };
    /// let menu = with_sky(Phase::new("main_menu")).screen("main_menu", |_| Page);
    /// let levels = with_sky(Phase::new("levels")).screen("levels", |_| Page);
    /// # let _ = (menu, levels);
    /// ```
    #[must_use]
    pub fn backdrop<S: GameScreen>(
        self,
        id: impl Into<ScreenId>,
        build: impl Fn(&BuildContext<'_>) -> S + 'static,
    ) -> Self {
        self.try_backdrop(id, move |cx| Ok(build(cx)))
    }

    /// As [`backdrop`](Self::backdrop), with a `build` that may fail.
    #[must_use]
    pub fn try_backdrop<S: GameScreen>(
        mut self,
        id: impl Into<ScreenId>,
        build: impl Fn(&BuildContext<'_>) -> Result<S, Box<dyn Error>> + 'static,
    ) -> Self {
        let entry = ScreenEntry::new(id.into(), build);
        self.contents.resources.check_id("a backdrop", entry.id.name());
        self.backdrop = Some(entry);
        self
    }

    /// Declares the exits of the screen that was added last, for the flow graph and its checks. It
    /// does not restrict the screen. The exits of a screen that it asks, and of flow rules, are its own.
    #[must_use]
    pub fn leads_to(mut self, exits: impl IntoIterator<Item = Exit>) -> Self {
        if let Some(entry) = self.screens.get_mut(self.last) {
            entry.exits.extend(exits);
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

//! Requests for streamed resources.

use super::handle::FlowHandle;
use crate::phase::{ResourceId, StreamTicket};

impl FlowHandle {
    /// Requests resources of the phase that are marked `streamed: true` in its manifest, or
    /// [`streamed`](crate::phase::Resource::streamed) in code, while the phase is played. The ticket says when
    /// they are there; they stay until it is dropped.
    ///
    /// ```
    /// use proscenium::flow::{GameScreen, ScreenContext};
    /// use proscenium::phase::{Handle, StreamTicket, Texture};
    ///
    /// #[derive(Default)]
    /// struct World { cave: Option<StreamTicket>, tiles: Handle<Texture> }
    /// # impl World { fn is_near_cave(&self) -> bool { true } }
    /// impl GameScreen for World {
    ///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
    ///         if !self.is_near_cave() {
    ///             self.cave = None; // releases the textures
    ///         } else if self.cave.is_none() {
    ///             self.cave = Some(cx.request(["cave_tiles", "cave_bats"], 0));
    ///         }
    ///         match self.cave.as_ref().and_then(StreamTicket::outcome) {
    ///             Some(Ok(())) => self.tiles = cx.resources().handle("cave_tiles").unwrap_or_default(),
    ///             Some(Err(error)) => log::warn!("no cave: {error}"),
    ///             None => {} // on its way
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Requests of a higher priority come first, and equal ones in their order. Up to four items are
    /// decoded at once, and one becomes resident in each tick, or with [`Pace::Budget`](crate::phase::Pace) as
    /// many as fit. The tick does not depend on threads: an item has eight ticks for each unit of its weight
    /// to be decoded, and is waited for then. Over a network, and with a budget, it is never waited for.
    /// Without threads items are decoded in the time of the ticks, as far as it goes.
    ///
    /// All streamed resources have at most [`stream_limit`](super::ManagerSettings::stream_limit) bytes.
    /// Released ones are kept until their room is needed, and those that were released first go first. What
    /// does not fit beside the requests is refused. An
    /// interrupted read is retried, an optional resource gets its stand-in, and each other failure is the
    /// ticket's outcome and does not end the phase.
    ///
    /// A load pauses the streams, and the end of the phase ends them. Requests are not part of a save: a
    /// screen makes them again in [`restore`](super::GameScreen::restore).
    pub fn request<T: Into<ResourceId>>(
        &self,
        ids: impl IntoIterator<Item = T>,
        priority: i32,
    ) -> StreamTicket {
        let ticket = StreamTicket::new(ids.into_iter().map(Into::into).collect(), priority);
        if self.inbox.is_closed.get() {
            ticket.end();
        } else {
            self.inbox.streams.borrow_mut().push(ticket.clone());
        }
        ticket
    }
}

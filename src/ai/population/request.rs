//! What the game asks of single units, at once.

use std::time::Duration;

use super::units::Units;
use super::{DispatchOutcome, Population, States, with_units};
use crate::ai::context::{Event, Request};
use crate::ai::error::ChangeError;
use crate::ai::id::{StateId, UnitId};

impl<D> Population<D> {
    /// Handles an event at once, outside of a tick and ahead of the messages that wait.
    ///
    /// # Errors
    ///
    /// Why a change did not happen; the unit is in a state that it has completely entered.
    #[inline]
    pub fn dispatch(
        &mut self,
        unit: UnitId,
        event: impl Into<Event>,
    ) -> Result<DispatchOutcome, ChangeError> {
        self.unit(unit).ok_or(ChangeError::NoSuchUnit)?.dispatch(event)
    }

    /// Goes to a state at once, as [`Context::set_state`](crate::ai::Context::set_state) asks for.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn set_state(
        &mut self,
        unit: UnitId,
        target: StateId,
        force_when_same: bool,
    ) -> Result<DispatchOutcome, ChangeError> {
        let request = Request::Set { target, force_when_same };
        self.request(unit, request)
    }

    /// Leaves the current state at once and rests in its parent.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn leave_current(&mut self, unit: UnitId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Request::LeaveCurrent)
    }

    /// Pushdown: covers the present state with `target` at once.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn enter(&mut self, unit: UnitId, target: StateId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Request::Enter(target))
    }

    /// Pushdown: puts `target` in the place of the present state at once.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn switch(&mut self, unit: UnitId, target: StateId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Request::Switch(target))
    }

    /// Pushdown: leaves the present state at once.
    ///
    /// # Errors
    ///
    /// Why the change did not happen: [`ChangeError::StackEmpty`] for the lowest one.
    pub fn exit(&mut self, unit: UnitId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Request::Exit)
    }

    fn request(&mut self, unit: UnitId, request: Request) -> Result<DispatchOutcome, ChangeError> {
        let index = self.index(unit).ok_or(ChangeError::NoSuchUnit)?;
        let moment = self.moment(Duration::ZERO);
        let outcome = with_units!(self, 0..self.data.len(), moment, |units| {
            let outcome = units.apply(index, request);
            units.settle_after(index, outcome).1
        });
        self.deliver();
        outcome
    }

    /// Calls the updates of one unit now, without letting time pass.
    ///
    /// # Errors
    ///
    /// Why a change that the updates asked for did not happen.
    #[inline]
    pub fn update(&mut self, unit: UnitId) -> Result<(), ChangeError> {
        self.unit(unit).ok_or(ChangeError::NoSuchUnit)?.update()
    }
}

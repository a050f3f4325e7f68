//! The marines' part of a tick: they look around, follow their jobs, and shoot; selection and orders.

use proscenium::ai::EventId;
use proscenium::flow::Machines;

use super::Play;
use super::crowd::{Actor, ActorId, Crowd, Side};
use super::cues::CueKind;
use super::marine::{Marine, MarineNames, Order, places_around};
use super::shots::ShotKind;
use super::stage::count_stuck;
use super::steering::{distance, unit};
use super::terrain::Terrain;

/// Ticks between two looks around; marines look in turns.
const LOOK_INTERVAL: u64 = 6;
/// How many ticks an alarm about an attacker lasts, and how far marines hear it, in pixels.
const ALARM_TICKS: u64 = 180;
const ALARM_RANGE: f32 = 280.0;
/// The distance at which a marine has arrived, in pixels.
const ARRIVED: f32 = 5.0;
/// The distance at which a marine who is stuck has arrived, because others stand at the goal.
const NEAR_GOAL: f32 = 48.0;
/// Seconds without progress before a marine requests a new route.
const PATIENCE: f32 = 1.0;
/// Space between the marines of a group at their destination, in pixels.
const GAP: f32 = 14.0;

impl Play {
    /// Updates all marines.
    pub(super) fn update_marines(&mut self, machines: &mut Machines, seconds: f32) {
        let Self { crowd, terrain, tuning, shots, routes, beacon, tally, troops, cues, alarm, .. } = self;
        let Some(marines) = machines.get_mut(troops.marines) else { return };
        let (names, numbers) = (troops.marine_names, &tuning.marine);
        let alarm = alarm.filter(|(_, tick)| tick + ALARM_TICKS > tally.ticks);
        let alarm = alarm.and_then(|(who, _)| crowd.actors().iter().find(|actor| actor.id == who).copied());
        let mut late = Vec::new();
        let states: Vec<_> = marines.iter().map(|unit| marines.state(unit)).collect();
        let mut states = states.into_iter().flatten();
        marines.each_unit(|mut marine| {
            let Some(state) = states.next() else { return };
            let id = marine.id();
            let me = marine.data_mut();
            me.fired += 1;
            me.hurt += 1;
            me.dazed = (me.dazed - seconds).max(0.0);
            me.body.fall(seconds);
            if beacon.health > 0.0 && distance(me.body.spot(), beacon.spot) < tuning.beacon.light {
                me.health = (me.health + numbers.rest * seconds).min(numbers.health);
            }
            if (tally.ticks + id.index() as u64).is_multiple_of(LOOK_INTERVAL) {
                let spot = me.body.spot();
                let enemy = enemy_of(spot, numbers.sight, crowd, terrain);
                // Without an enemy in sight, follow the alarm.
                let enemy = enemy.or(alarm.filter(|alarm| {
                    let far = distance(alarm.spot, spot);
                    far > numbers.range && far < ALARM_RANGE
                }));
                me.enemy = enemy.map(|enemy| (enemy.id, enemy.spot));
            }
            let far = me.enemy.map(|(_, at)| distance(at, me.body.spot()));
            if std::mem::take(&mut me.needs_route) {
                me.is_waiting = true;
                let enemy = me.enemy.filter(|_| state == names.chase);
                routes.request(id, me.body.spot(), enemy.map_or(me.goal, |(_, at)| at));
            }
            let mut event: Option<EventId> = None;
            if me.dazed > 0.0 {
                me.body.steps = 0;
            } else if state == names.attack {
                me.body.steps = 0;
                let enemy = me.enemy.filter(|_| far.is_some_and(|far| far <= numbers.range * 1.1));
                match enemy {
                    None => event = Some(names.enemy_dead),
                    Some((_, at)) if std::mem::take(&mut me.fires) => {
                        let (x, y) = (at.0 - me.body.x, at.1 - me.body.y);
                        me.body.facing = super::body::Facing::of((x, y)).unwrap_or(me.body.facing);
                        me.fired = 0;
                        cues.add(CueKind::Shot, me.body.spot());
                        shots.fire(
                            ShotKind::Bullet,
                            ActorId::Marine(id),
                            me.body.spot(),
                            at,
                            numbers.damage,
                            numbers.range,
                        );
                    }
                    Some(_) => {}
                }
            } else {
                me.fires = false;
                event = march(me, state, names, far, numbers.range, numbers.speed, terrain, seconds);
            }
            if me.dazed <= 0.0
                && let Some(order) = me.pending
            {
                late.push((id, order));
            }
            if let Some(event) = event {
                // Jobs may ignore the event, and a full stack refuses it.
                let _ = marine.dispatch(event);
            }
        });
        for (unit, order) in late {
            names.give(marines, unit, order);
        }
    }

    /// Gives an order to the selected marines, and returns how many there are.
    pub fn order(&mut self, machines: &mut Machines, order: Order) -> usize {
        let names = self.troops.marine_names;
        let Some(marines) = machines.get_mut(self.troops.marines) else { return 0 };
        let selected: Vec<_> =
            marines.iter().filter(|unit| marines.data()[unit.index()].is_selected).collect();
        let goal = match order {
            Order::Stop => (0.0, 0.0),
            Order::Move(goal) | Order::Attack(goal) | Order::Patrol(goal) => goal,
        };
        let terrain = &self.terrain;
        let is_free = |&(x, y): &(f32, f32)| {
            !terrain.blocks(x, y, 0.0) && (terrain.sees(goal, (x, y)) || terrain.blocks(goal.0, goal.1, 0.0))
        };
        let mut places = places_around(goal, GAP).take(selected.len() * 8 + 200).filter(is_free);
        for &unit in &selected {
            let place = places.next().unwrap_or(goal);
            let order = match order {
                Order::Stop => Order::Stop,
                Order::Move(_) => Order::Move(place),
                Order::Attack(_) => Order::Attack(place),
                Order::Patrol(_) => Order::Patrol(place),
            };
            names.give(marines, unit, order);
        }
        selected.len()
    }

    /// Selects the marines whose feet are in a rectangle of the level; `adds` keeps the previous
    /// selection. Returns how many were in the rectangle.
    pub fn select(&mut self, machines: &mut Machines, from: (f32, f32), to: (f32, f32), adds: bool) -> usize {
        let Some(marines) = machines.get_mut(self.troops.marines) else { return 0 };
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        let mut count = 0;
        marines.each_unit(|mut marine| {
            let me = marine.data_mut();
            let is_inside = (left..=right).contains(&me.body.x) && (top..=bottom).contains(&me.body.y);
            me.is_selected = is_inside || (adds && me.is_selected);
            count += usize::from(is_inside);
        });
        count
    }

    /// The number of selected marines.
    pub fn selected(&self, machines: &Machines) -> usize {
        machines.get(self.troops.marines).map_or(0, |marines| {
            marines.iter().filter(|unit| marines.data()[unit.index()].is_selected).count()
        })
    }
}

/// The nearest visible monster.
fn enemy_of(at: (f32, f32), sight: f32, crowd: &Crowd, terrain: &Terrain) -> Option<Actor> {
    crowd.nearest(at, sight, |actor| actor.side == Side::Rift && terrain.sees(at, actor.spot))
}

/// One tick of every job but shooting. Returns the event for the machine, if any.
#[allow(clippy::too_many_arguments, reason = "it is the body of one loop")]
fn march(
    me: &mut Marine,
    state: proscenium::ai::StateId,
    names: MarineNames,
    far: Option<f32>,
    range: f32,
    speed: f32,
    terrain: &Terrain,
    seconds: f32,
) -> Option<EventId> {
    let fights = state != names.travel;
    match far {
        Some(far) if fights && far <= range => return Some(names.enemy_in_range),
        Some(_) if fights && state != names.chase => {
            // After the chase the marine needs a new route.
            me.route = None;
            return Some(names.enemy_seen);
        }
        None if state == names.chase => return Some(names.enemy_dead),
        _ => {}
    }
    let here = me.body.spot();
    let next = match me.enemy.filter(|_| state == names.chase) {
        Some((_, at)) if terrain.has_clear_path(here, at) => Some(at),
        // Walk straight until a route is found; an unreachable enemy is dropped by the chase timeout.
        Some((_, at)) => me.route.as_mut().and_then(|route| route.next(here, ARRIVED)).or(Some(at)),
        None => me.route.as_mut().and_then(|route| route.next(here, ARRIVED)),
    };
    let Some((x, y)) = next else {
        me.body.steps = 0;
        me.stuck = 0.0;
        let is_there = me.route.take().is_some() && !me.is_waiting;
        return (is_there && state != names.idle).then_some(names.arrived);
    };
    me.body.walk(terrain, unit((x - here.0, y - here.1)), speed, seconds);
    count_stuck(&me.body, &mut me.seen_at, &mut me.stuck, 6.0, seconds);
    if me.stuck > PATIENCE {
        me.stuck = 0.0;
        let to_goal = distance(me.goal, here);
        if to_goal < NEAR_GOAL && state != names.chase {
            me.route = None;
            return (state != names.idle).then_some(names.arrived);
        }
        me.needs_route = true;
    }
    None
}

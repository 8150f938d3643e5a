//! Lag compensation: a shot judged in the past that its shooter saw.
//!
//! In: where a hitbox was on each tick, a shot as it arrives, the shooter's latency and interpolation delay. Out: the
//! three boxes (now, as seen, rewound), hit or miss with and without rewinding, and what the victim makes of it.
//!
//! Invariants: a moment on a tick gives that tick's box to the bit; the rewind never exceeds the window and never
//! leaves the history; recording allocates nothing.
//!
//! Units: u, s on the server's clock. Boxes are axis-aligned and closed: touching is a hit. Walls do not move.
//!
//! Source: Game Development Cheat Sheet, "Client Prediction & Lag Compensation", sections 7 and 8; Y. Bernier,
//! "Latency Compensating Methods in Client/Server In-game Protocol Design and Optimization", 2001; for the box test
//! T. Kay and J. Kajiya, "Ray Tracing Complex Scenes", 1986.

use super::TIME_NOISE;
use alloc::collections::VecDeque;
use glam::{DVec2, dvec2};

/// What a shot can hit: an axis-aligned box.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hitbox {
    /// Its centre, u.
    pub center: DVec2,
    /// Half of its width and height, u. Negative: nothing hits it.
    pub half: DVec2,
}

impl Hitbox {
    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.center.is_finite() && self.half.is_finite()
    }

    /// The four corners, counter-clockwise from the lower left, u.
    #[must_use]
    pub fn corners(&self) -> [DVec2; 4] {
        [dvec2(-1.0, -1.0), dvec2(1.0, -1.0), dvec2(1.0, 1.0), dvec2(-1.0, 1.0)]
            .map(|corner| self.center + corner * self.half)
    }

    fn between(self, other: Self, share: f64) -> Self {
        let center = self.center + (other.center - self.center) * share;
        Self { center, half: self.half + (other.half - self.half) * share }
    }
}

/// Where a hitbox was at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    at: f64,
    hitbox: Hitbox,
}

/// On which side of the history a moment was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Inside: the box is what was recorded, or lies between two records.
    #[default]
    Held,
    /// Before the oldest record: the box is the oldest one.
    TooOld,
    /// After the newest record: the box is the newest one.
    TooNew,
}

/// A hitbox from the history.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found {
    /// The box.
    pub hitbox: Hitbox,
    /// Whether the moment was inside of the history.
    pub reach: Reach,
}

/// The rolling history of one hitbox. Allocates when it is made; when it is full the oldest record makes room.
#[derive(Clone, Debug)]
pub struct History {
    entries: VecDeque<Entry>,
    capacity: usize,
}

impl History {
    /// For `capacity` records, at least one. A window of W s at a rate of R ticks a second needs ⌈W · R⌉ + 1.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let capacity = capacity.max(1);
        Self { entries: VecDeque::with_capacity(capacity), capacity }
    }

    /// Records where the hitbox is at `now`, s. False, and nothing is recorded, if a number is not finite or `now` is
    /// not later than the newest record (by more than [`TIME_NOISE`]).
    pub fn record(&mut self, now: f64, hitbox: Hitbox) -> bool {
        let is_later = self.newest().is_none_or(|newest| now - newest > TIME_NOISE);
        if !now.is_finite() || !hitbox.is_finite() || !is_later {
            return false;
        }
        if self.entries.len() == self.capacity {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry { at: now, hitbox });
        true
    }

    /// Where the hitbox was at a moment, s; nothing while the history is empty or for a NaN.
    ///
    /// Within [`TIME_NOISE`] of a record it is that record. Between two it is h₁ + (h₂ − h₁) · (t − t₁) / (t₂ − t₁),
    /// which is what the shooter's interpolation drew. Outside it is the nearest record.
    ///
    /// ```
    /// use dead_reckoning::rewind::{History, Hitbox};
    /// use glam::dvec2;
    /// let mut history = History::new(60);
    /// for x in [0.0, 4.0] {
    ///     history.record(x / 40.0, Hitbox { center: dvec2(x, 0.0), half: dvec2(0.5, 1.0) });
    /// }
    /// assert_eq!(history.sample(0.025).map(|found| found.hitbox.center.x), Some(1.0));
    /// assert_eq!(history.sample(-3.0).map(|found| found.hitbox.center.x), Some(0.0));
    /// ```
    #[must_use]
    pub fn sample(&self, moment: f64) -> Option<Found> {
        let (oldest, newest) = (self.entries.front()?, self.entries.back()?);
        if moment.is_nan() {
            return None;
        }
        if moment < oldest.at - TIME_NOISE {
            return Some(Found { hitbox: oldest.hitbox, reach: Reach::TooOld });
        }
        if moment > newest.at + TIME_NOISE {
            return Some(Found { hitbox: newest.hitbox, reach: Reach::TooNew });
        }
        // The last record that is not after the moment; the oldest is not.
        let after = self.entries.partition_point(|entry| entry.at <= moment + TIME_NOISE);
        let before = self.entries.get(after.saturating_sub(1))?;
        let is_on_it = (moment - before.at).abs() <= TIME_NOISE;
        let hitbox = match self.entries.get(after) {
            Some(next) if !is_on_it => {
                let share = (moment - before.at) / (next.at - before.at);
                before.hitbox.between(next.hitbox, share)
            }
            Some(_) | None => before.hitbox,
        };
        Some(Found { hitbox, reach: Reach::Held })
    }

    /// When the oldest record was made, s.
    #[must_use]
    pub fn oldest(&self) -> Option<f64> {
        self.entries.front().map(|entry| entry.at)
    }

    /// When the newest record was made, s.
    #[must_use]
    pub fn newest(&self) -> Option<f64> {
        self.entries.back().map(|entry| entry.at)
    }

    /// How many records are held.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// A shot's way: from a muzzle, straight on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ray {
    /// The muzzle, u.
    pub origin: DVec2,
    /// Where to, of any length but zero.
    pub direction: DVec2,
    /// How far it carries, u; may be infinite.
    pub reach: f64,
}

/// How far along a ray a box begins, u: 0 for a muzzle inside. Nothing for a miss, for a box beyond the ray's reach,
/// for a direction of zero and for a NaN anywhere.
///
/// Slabs: on each axis the ray is between the box's two sides for tᵢ = (cᵢ ± hᵢ − oᵢ) / dᵢ; the box is hit where both
/// axes agree, from max(t₀, 0) to min(t₁, reach). An axis along which the ray does not move agrees always or never.
///
/// ```
/// use dead_reckoning::rewind::{Hitbox, Ray, ray_to_box};
/// use glam::dvec2;
/// let ray = Ray { origin: dvec2(0.0, 0.0), direction: dvec2(2.0, 0.0), reach: 50.0 };
/// let hitbox = Hitbox { center: dvec2(10.0, 0.5), half: dvec2(1.0, 1.0) };
/// assert_eq!(ray_to_box(&ray, &hitbox), Some(9.0));
/// ```
#[must_use]
pub fn ray_to_box(ray: &Ray, hitbox: &Hitbox) -> Option<f64> {
    let direction = ray.direction.try_normalize()?;
    let is_box = hitbox.is_finite() && hitbox.half.cmpge(DVec2::ZERO).all();
    if !is_box || !ray.origin.is_finite() || ray.reach.is_nan() {
        return None;
    }
    let (mut enter, mut leave) = (0.0_f64, ray.reach);
    for axis in 0..2 {
        let (from, along) = (ray.origin[axis], direction[axis]);
        let (center, half) = (hitbox.center[axis], hitbox.half[axis]);
        let (low, high) = (center - half, center + half);
        if along == 0.0 {
            if from < low || from > high {
                return None;
            }
            continue;
        }
        let (one, other) = ((low - from) / along, (high - from) / along);
        enter = enter.max(one.min(other));
        leave = leave.min(one.max(other));
    }
    (enter <= leave).then_some(enter)
}

/// What stops a shot. Walls stand still: they need no history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wall {
    /// A thin wall from one point to another, u.
    Segment {
        /// One end.
        from: DVec2,
        /// The other end.
        to: DVec2,
    },
    /// A block.
    Block(Hitbox),
}

/// How far along a ray a wall begins, u; nothing if it does not stand in the way, within reach. NaN is no wall.
///
/// A segment a..b: with d the unit direction and e = b − a, t = (a − o) × e / d × e where 0 ≤ (a − o) × d / d × e ≤ 1.
/// A ray along the segment meets its nearer end.
///
/// ```
/// use dead_reckoning::rewind::{Ray, Wall, ray_to_wall};
/// use glam::dvec2;
/// let ray = Ray { origin: dvec2(0.0, 0.0), direction: dvec2(1.0, 0.0), reach: 50.0 };
/// let wall = Wall::Segment { from: dvec2(7.0, -1.0), to: dvec2(7.0, 1.0) };
/// assert_eq!(ray_to_wall(&ray, &wall), Some(7.0));
/// ```
#[must_use]
pub fn ray_to_wall(ray: &Ray, wall: &Wall) -> Option<f64> {
    let (from, to) = match wall {
        Wall::Block(hitbox) => return ray_to_box(ray, hitbox),
        Wall::Segment { from, to } => (*from, *to),
    };
    let direction = ray.direction.try_normalize()?;
    let (along, offset) = (to - from, from - ray.origin);
    let across = direction.perp_dot(along);
    let distance = if across == 0.0 {
        if offset.perp_dot(direction) != 0.0 {
            return None;
        }
        let (one, other) = (offset.dot(direction), (to - ray.origin).dot(direction));
        if one.min(other) < 0.0 && one.max(other) >= 0.0 { 0.0 } else { one.min(other) }
    } else {
        let share = offset.perp_dot(direction) / across;
        if !(0.0..=1.0).contains(&share) {
            return None;
        }
        offset.perp_dot(along) / across
    };
    (0.0..=ray.reach).contains(&distance).then_some(distance)
}

/// Whether one wall hides all of a box from an eye: it crosses the lines to all four corners, short of them.
///
/// Exact for one wall, since what it hides is convex. Several walls that hide the box only together are not seen to.
#[must_use]
pub fn is_hidden(eye: DVec2, hitbox: &Hitbox, walls: &[Wall]) -> bool {
    walls.iter().any(|wall| {
        hitbox.corners().iter().all(|corner| {
            let direction = *corner - eye;
            let ray = Ray { origin: eye, direction, reach: f64::INFINITY };
            ray_to_wall(&ray, wall).is_some_and(|distance| distance < direction.length())
        })
    })
}

/// How old the picture is that a shooter aims at, by the time that the server has the shot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shooter {
    /// One-way latency from the server to the shooter, s: how old a snapshot is when it comes in.
    pub latency_down: f64,
    /// One-way latency from the shooter to the server, s: how long the shot takes.
    pub latency_up: f64,
    /// How far behind the newest snapshot the shooter draws others, s.
    pub interpolation_delay: f64,
}

impl Shooter {
    /// The age of what the shooter aimed at, s: down + delay + up. Negative parts count as 0; so does an age
    /// that is not finite, since a shooter must not gain by claiming nonsense.
    #[must_use]
    pub fn age(&self) -> f64 {
        let parts = [self.latency_down, self.interpolation_delay, self.latency_up];
        if parts.iter().all(|part| part.is_finite()) {
            parts.iter().map(|part| part.max(0.0)).sum()
        } else {
            0.0
        }
    }
}

/// How far the server goes back for a shooter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RewindConfig {
    /// The most that it rewinds, s. Zero, negative or NaN: no rewinding.
    pub window: f64,
    /// Favour the victim, 0..1: 0 judges in the picture that the shooter saw, 1 in the present. Outside counts as the
    /// nearest, NaN as 1.
    pub favour_victim: f64,
}

impl Default for RewindConfig {
    /// A window of 0.25 s, all in favour of the shooter.
    fn default() -> Self {
        Self { window: 0.25, favour_victim: 0.0 }
    }
}

/// How far to rewind for a picture of an `age`, s: min((1 − f) · age, window), never negative.
///
/// The fraction shares out the whole age and the window cuts what is left: against a picture far
/// older than the window a small fraction changes nothing. NaN anywhere: no rewinding.
///
/// ```
/// use dead_reckoning::rewind::{RewindConfig, rewind_by};
/// let config = RewindConfig { window: 0.2, favour_victim: 0.0 };
/// assert_eq!(rewind_by(0.15, &config), 0.15);
/// assert_eq!(rewind_by(0.4, &config), 0.2);
/// assert_eq!(rewind_by(0.3, &RewindConfig { favour_victim: 0.5, ..config }), 0.15);
/// ```
#[must_use]
pub fn rewind_by(age: f64, config: &RewindConfig) -> f64 {
    let share = if config.favour_victim.is_nan() { 1.0 } else { config.favour_victim };
    let age = if age.is_nan() { 0.0 } else { age };
    // `max` takes the number where the other is NaN.
    ((1.0 - share.clamp(0.0, 1.0)) * age).max(0.0).min(config.window.max(0.0))
}

/// A box that a shot was tried on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Try {
    /// The box.
    pub hitbox: Hitbox,
    /// How old it is, s: at most as far back as the history goes.
    pub age: f64,
    /// How far along the ray it was hit, u; nothing for a miss or a wall before it.
    pub hit: Option<f64>,
}

/// A shot, judged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Where the victim is on the server now: the judgement without compensation.
    pub present: Try,
    /// Where the shooter saw the victim: the judgement that the shooter expects.
    pub seen: Try,
    /// Where the server rewound the victim to: the judgement with compensation.
    pub rewound: Try,
    /// The rewinding was cut by the window.
    pub is_cut_by_window: bool,
    /// The history does not go back as far as what the shooter saw, so that `seen` is its oldest record.
    pub is_beyond_history: bool,
    /// Now, a wall hides all of the victim from the muzzle.
    pub is_victim_hidden: bool,
}

impl Verdict {
    /// The other side of it: hit, and already behind the wall.
    #[must_use]
    pub fn is_hit_behind_wall(&self) -> bool {
        self.rewound.hit.is_some() && self.is_victim_hidden
    }
}

/// Judges a shot that the server has at `now`, s, on one victim. Nothing while the history is empty or for a
/// `now` that is not finite.
///
/// Record the tick before judging on it: `now` past the newest record finds the newest.
///
/// ```
/// use dead_reckoning::rewind::{History, Hitbox, Ray, RewindConfig, Shooter, judge};
/// use glam::dvec2;
/// // Across the line of fire at 4 u/s; what is aimed at is 0.2 s old.
/// let mut history = History::new(61);
/// for tick in 0..=60 {
///     let center = dvec2(10.0, 4.0 * f64::from(tick) / 60.0);
///     history.record(f64::from(tick) / 60.0, Hitbox { center, half: dvec2(0.3, 0.3) });
/// }
/// let shooter = Shooter { latency_down: 0.05, latency_up: 0.05, interpolation_delay: 0.1 };
/// let ray = Ray { origin: dvec2(0.0, 3.2), direction: dvec2(1.0, 0.0), reach: 100.0 };
/// let verdict = judge(1.0, &ray, &history, &shooter, &RewindConfig::default(), &[]).unwrap();
/// assert_eq!(verdict.present.hit, None);
/// assert_eq!(verdict.rewound.hit, Some(9.7));
/// ```
#[must_use]
pub fn judge(
    now: f64,
    ray: &Ray,
    history: &History,
    shooter: &Shooter,
    config: &RewindConfig,
    walls: &[Wall],
) -> Option<Verdict> {
    if !now.is_finite() {
        return None;
    }
    let (age, most) = (shooter.age(), now - history.oldest()?);
    let wall = walls.iter().filter_map(|wall| ray_to_wall(ray, wall)).reduce(f64::min);
    let tried = |age: f64| {
        let hitbox = history.sample(now - age)?.hitbox;
        let is_free = |distance: &f64| wall.is_none_or(|wall| *distance <= wall);
        let hit = ray_to_box(ray, &hitbox).filter(is_free);
        Some(Try { hitbox, age: age.min(most.max(0.0)), hit })
    };
    let present = tried(0.0)?;
    let rewind = rewind_by(age, config);
    let uncut = rewind_by(age, &RewindConfig { window: f64::INFINITY, ..*config });
    Some(Verdict {
        present,
        seen: tried(age)?,
        rewound: tried(rewind)?,
        is_cut_by_window: uncut - rewind > TIME_NOISE,
        is_beyond_history: history.sample(now - age)?.reach == Reach::TooOld,
        is_victim_hidden: is_hidden(ray.origin, &present.hitbox, walls),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;
    use crate::interpolation::{InterpolationConfig, Snapshot, SnapshotBuffer};
    use proptest::prelude::*;

    const HALF: DVec2 = DVec2::splat(0.3);

    fn boxed(x: f64, y: f64) -> Hitbox {
        Hitbox { center: dvec2(x, y), half: HALF }
    }

    /// Crosses the line of fire at 4 u/s, 60 ticks a second.
    fn crossing(ticks: u32, capacity: usize) -> History {
        let mut history = History::new(capacity);
        for tick in 0..=ticks {
            let at = f64::from(tick) / 60.0;
            assert!(history.record(at, boxed(10.0, 4.0 * at)));
        }
        history
    }

    fn level(y: f64) -> Ray {
        Ray { origin: dvec2(0.0, y), direction: DVec2::X, reach: 100.0 }
    }

    const SHOOTER: Shooter =
        Shooter { latency_down: 0.05, latency_up: 0.05, interpolation_delay: 0.1 };

    fn with(window: f64, favour_victim: f64) -> RewindConfig {
        RewindConfig { window, favour_victim }
    }

    fn judged(ray: &Ray, config: RewindConfig, walls: &[Wall]) -> Verdict {
        judge(1.0, ray, &crossing(60, 61), &SHOOTER, &config, walls).unwrap()
    }

    #[test]
    fn the_shot_that_looked_right_hits_with_rewinding_only() {
        // 0.2 s at 4 u/s: seen 0.8 u behind the present.
        let verdict = judged(&level(3.2), with(0.25, 0.0), &[]);
        assert!((verdict.present.hitbox.center.y - 4.0).abs() < 1e-12);
        assert!((verdict.seen.hitbox.center.y - 3.2).abs() < 1e-12);
        assert_eq!(verdict.rewound, verdict.seen);
        assert_eq!((verdict.present.hit, verdict.rewound.hit), (None, Some(9.7)));
        assert!(!verdict.is_cut_by_window && !verdict.is_beyond_history);
        // Leading by those 0.8 u hits without it, and misses with it.
        let leading = judged(&level(4.0), with(0.25, 0.0), &[]);
        assert_eq!((leading.present.hit, leading.rewound.hit), (Some(9.7), None));
    }

    /// A shooter with a real snapshot buffer aims at the middle of what it draws.
    #[test]
    fn the_rewound_box_is_what_the_shooters_own_buffer_drew() {
        let way = |at: f64| dvec2(10.0, 3.0 * libm::sin(5.0 * at));
        for (down, delay, up) in [(3_u32, 6_u32, 3_u32), (1, 7, 9), (12, 0, 0), (0, 0, 0)] {
            let secs = |ticks: u32| f64::from(ticks) / 60.0;
            let behind = secs(down) + secs(delay);
            let mut buffer = SnapshotBuffer::new(InterpolationConfig::fixed(behind), 64);
            let mut history = History::new(64);
            let mut shots = Vec::new();
            for tick in 0..200_u32 {
                let now = secs(tick);
                history.record(now, Hitbox { center: way(now), half: HALF });
                if tick >= down {
                    let sent_at = secs(tick - down);
                    let state = State { position: way(sent_at), ..State::default() };
                    buffer.receive(now, &Snapshot { sent_at, state, jumps: 0 });
                }
                shots.extend(buffer.sample(now).map(|state| (tick + up, state.position)));
                let shooter = Shooter {
                    latency_down: secs(down),
                    latency_up: secs(up),
                    interpolation_delay: secs(delay),
                };
                for (_, aim) in shots.iter().filter(|shot| shot.0 == tick && tick > 40) {
                    let ray = level(aim.y);
                    let verdict = judge(now, &ray, &history, &shooter, &with(1.0, 0.0), &[]);
                    let rewound = verdict.unwrap().rewound;
                    assert!((rewound.hitbox.center - *aim).length() < 1e-9, "on {tick}");
                    assert!(rewound.hit.is_some());
                }
            }
            assert!(shots.iter().filter(|shot| (41..200).contains(&shot.0)).count() > 100);
        }
    }

    #[test]
    fn the_window_cuts_the_rewinding() {
        let verdict = judged(&level(3.2), with(0.1, 0.0), &[]);
        assert!((verdict.rewound.age - 0.1).abs() < 1e-12 && verdict.is_cut_by_window);
        assert!((verdict.rewound.hitbox.center.y - 3.6).abs() < 1e-12);
        assert_eq!((verdict.seen.hit, verdict.rewound.hit), (Some(9.7), None));
    }

    #[test]
    fn a_fraction_favours_the_victim() {
        for (fraction, y) in
            [(-1.0, 3.2), (0.0, 3.2), (0.5, 3.6), (1.0, 4.0), (7.0, 4.0), (f64::NAN, 4.0)]
        {
            let verdict = judged(&level(3.2), with(1.0, fraction), &[]);
            assert!((verdict.rewound.hitbox.center.y - y).abs() < 1e-12, "{fraction}");
            assert!(!verdict.is_cut_by_window);
        }
    }

    #[test]
    fn no_number_means_no_rewinding() {
        for window in [f64::NAN, -1.0, 0.0] {
            assert_eq!(rewind_by(0.2, &with(window, 0.0)), 0.0);
        }
        assert_eq!(rewind_by(f64::NAN, &with(1.0, 0.0)), 0.0);
        assert_eq!(rewind_by(-1.0, &with(1.0, 0.0)), 0.0);
        assert_eq!(rewind_by(f64::INFINITY, &with(0.5, 0.0)), 0.5);
        for part in [f64::NAN, f64::INFINITY] {
            assert_eq!(Shooter { latency_up: part, ..SHOOTER }.age(), 0.0);
        }
        assert!((Shooter { latency_up: -9.0, ..SHOOTER }.age() - 0.15).abs() < 1e-15);
    }

    #[test]
    fn a_victim_behind_the_wall_is_hit_where_it_was_seen() {
        // In the open until y = 3.6, then behind the wall.
        let wall = Wall::Segment { from: dvec2(9.0, 3.3), to: dvec2(9.0, 5.0) };
        let block = Wall::Block(Hitbox { center: dvec2(9.0, 4.2), half: dvec2(0.2, 0.9) });
        for wall in [wall, block] {
            let verdict = judged(&level(3.2), with(0.25, 0.0), &[wall]);
            assert_eq!(verdict.rewound.hit, Some(9.7));
            assert!(verdict.is_victim_hidden && verdict.is_hit_behind_wall());
            let present = judged(&level(3.2), with(0.25, 1.0), &[wall]);
            assert!(present.is_victim_hidden && !present.is_hit_behind_wall());
            // The wall stops what is aimed at the present.
            let leading = judged(&level(4.0), with(0.25, 0.0), &[wall]);
            assert_eq!(leading.present.hit, None);
        }
        assert!(!judged(&level(3.2), with(0.25, 0.0), &[]).is_victim_hidden);
    }

    #[test]
    fn a_box_that_looks_out_on_one_side_is_not_hidden() {
        let wall = |to| [Wall::Segment { from: dvec2(5.0, -1.0), to: dvec2(5.0, to) }];
        let hitbox = boxed(10.0, 0.0);
        assert!(is_hidden(DVec2::ZERO, &hitbox, &wall(0.2)));
        assert!(!is_hidden(DVec2::ZERO, &hitbox, &wall(0.1)));
        // A wall behind the box, or behind the eye, hides nothing.
        let behind = |x| [Wall::Segment { from: dvec2(x, -9.0), to: dvec2(x, 9.0) }];
        assert!(!is_hidden(DVec2::ZERO, &hitbox, &behind(11.0)));
        assert!(!is_hidden(DVec2::ZERO, &hitbox, &behind(-1.0)));
    }

    #[test]
    fn the_history_gives_its_oldest_beyond_its_end() {
        let history = crossing(60, 7);
        assert_eq!(history.len(), 7);
        assert_eq!(history.oldest(), Some(54.0 / 60.0));
        let config = with(10.0, 0.0);
        let verdict = judge(1.0, &level(3.6), &history, &SHOOTER, &config, &[]).unwrap();
        assert!(verdict.is_beyond_history && !verdict.is_cut_by_window);
        assert_eq!(verdict.seen.hitbox, boxed(10.0, 4.0 * (54.0 / 60.0)));
        assert!((verdict.seen.age - 0.1).abs() < 1e-12);
        assert_eq!(verdict.rewound.hit, Some(9.7));
    }

    #[test]
    fn the_history_refuses_what_is_not_later_or_not_finite() {
        let mut history = History::new(4);
        assert!(history.is_empty() && history.sample(0.0).is_none());
        assert!(judge(0.0, &level(0.0), &history, &SHOOTER, &with(1.0, 0.0), &[]).is_none());
        assert!(history.record(1.0, boxed(1.0, 0.0)));
        for (at, hitbox) in [
            (1.0, boxed(2.0, 0.0)),
            (0.5, boxed(2.0, 0.0)),
            (f64::NAN, boxed(2.0, 0.0)),
            (f64::INFINITY, boxed(2.0, 0.0)),
            (2.0, boxed(f64::NAN, 0.0)),
        ] {
            assert!(!history.record(at, hitbox));
        }
        assert_eq!((history.len(), history.newest()), (1, Some(1.0)));
        assert_eq!(history.sample(f64::NAN), None);
        let past = history.sample(9.0).unwrap();
        assert_eq!((past.hitbox, past.reach), (boxed(1.0, 0.0), Reach::TooNew));
        assert!(judge(f64::NAN, &level(0.0), &history, &SHOOTER, &with(1.0, 0.0), &[]).is_none());
        assert_eq!(History::new(0).capacity, 1);
    }

    #[test]
    fn rays_along_the_axes_and_the_edges() {
        let hitbox = Hitbox { center: DVec2::ZERO, half: DVec2::ONE };
        let ray =
            |x, y, dx, dy, reach| Ray { origin: dvec2(x, y), direction: dvec2(dx, dy), reach };
        let far = f64::INFINITY;
        for (ray, hit) in [
            (ray(-3.0, 0.0, 5.0, 0.0, far), Some(2.0)),
            (ray(-3.0, 0.0, -5.0, 0.0, far), None),
            (ray(0.0, 4.0, 0.0, -1.0, far), Some(3.0)),
            (ray(-3.0, 1.0, 1.0, 0.0, far), Some(2.0)),
            (ray(-3.0, 1.001, 1.0, 0.0, far), None),
            (ray(0.5, 0.5, 1.0, 0.0, far), Some(0.0)),
            (ray(-3.0, 0.0, 1.0, 0.0, 2.0), Some(2.0)),
            (ray(-3.0, 0.0, 1.0, 0.0, 1.999), None),
            (ray(-3.0, 0.0, 0.0, 0.0, far), None),
            (ray(-3.0, 0.0, f64::NAN, 0.0, far), None),
            (ray(f64::NAN, 0.0, 1.0, 0.0, far), None),
            (ray(-3.0, 0.0, 1.0, 0.0, f64::NAN), None),
        ] {
            assert_eq!(ray_to_box(&ray, &hitbox), hit, "{ray:?}");
        }
        let ray = ray(-3.0, 0.0, 1.0, 0.0, far);
        assert_eq!(ray_to_box(&ray, &Hitbox { half: dvec2(1.0, -0.5), ..hitbox }), None);
        assert_eq!(ray_to_box(&ray, &Hitbox { half: dvec2(1.0, f64::NAN), ..hitbox }), None);
    }

    #[test]
    fn a_ray_along_a_wall_meets_its_nearer_end() {
        let wall = |from, to| Wall::Segment { from: dvec2(from, 0.0), to: dvec2(to, 0.0) };
        let ray = level(0.0);
        assert_eq!(ray_to_wall(&ray, &wall(7.0, 4.0)), Some(4.0));
        assert_eq!(ray_to_wall(&ray, &wall(-7.0, 4.0)), Some(0.0));
        assert_eq!(ray_to_wall(&ray, &wall(-7.0, -4.0)), None);
        assert_eq!(ray_to_wall(&level(1.0), &wall(4.0, 7.0)), None);
        assert_eq!(ray_to_wall(&ray, &wall(f64::NAN, 7.0)), None);
        assert_eq!(ray_to_wall(&ray, &wall(200.0, 201.0)), None);
    }

    /// What the history should say, from a full record and by looking at every entry.
    fn oracle(record: &[Hitbox], capacity: usize, ticks_back: usize) -> Hitbox {
        let newest = record.len() - 1;
        let oldest = record.len().saturating_sub(capacity);
        record[newest.saturating_sub(ticks_back).max(oldest)]
    }

    fn boxes() -> impl Strategy<Value = Vec<Hitbox>> {
        let number = || -50.0..50.0_f64;
        let hitbox = (number(), number(), 0.0..3.0_f64, 0.0..3.0_f64)
            .prop_map(|(x, y, w, h)| Hitbox { center: dvec2(x, y), half: dvec2(w, h) });
        prop::collection::vec(hitbox, 1..80)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn whole_ticks_back_give_that_ticks_box(
            record in boxes(), capacity in 1..70_usize, rate in 10_u32..129, start in 0_u32..1_000_000,
            down in 0_u32..30, up in 0_u32..30, delay in 0_u32..30, window in 0_u32..60,
        ) {
            let rate = f64::from(rate);
            let mut history = History::new(capacity);
            let mut now = 0.0;
            for (tick, hitbox) in (start..).zip(&record) {
                now = f64::from(tick) / rate;
                prop_assert!(history.record(now, *hitbox));
            }
            let secs = |ticks: u32| f64::from(ticks) / rate;
            let shooter = Shooter {
                latency_down: secs(down), latency_up: secs(up), interpolation_delay: secs(delay),
            };
            let age = (down + up + delay) as usize;
            let config = with(secs(window), 0.0);
            let verdict = judge(now, &level(0.0), &history, &shooter, &config, &[]).unwrap();
            let rewind = age.min(window as usize);
            prop_assert_eq!(verdict.present.hitbox, oracle(&record, capacity, 0));
            prop_assert_eq!(verdict.seen.hitbox, oracle(&record, capacity, age));
            prop_assert_eq!(verdict.rewound.hitbox, oracle(&record, capacity, rewind));
            prop_assert_eq!(verdict.is_beyond_history, age >= record.len().min(capacity));
            prop_assert!(verdict.rewound.age <= config.window);
            prop_assert!(now - verdict.rewound.age >= history.oldest().unwrap() - TIME_NOISE);
        }

        #[test]
        fn between_ticks_it_is_what_a_look_at_every_pair_gives(
            record in boxes(), capacity in 1..70_usize, back in -5.0..90.0_f64,
        ) {
            let mut history = History::new(capacity);
            let mut entries = Vec::new();
            for (tick, hitbox) in (0_u32..).zip(&record) {
                history.record(f64::from(tick) / 60.0, *hitbox);
                entries.push((f64::from(tick) / 60.0, *hitbox));
            }
            let entries = &entries[entries.len().saturating_sub(capacity)..];
            let newest = *entries.last().unwrap();
            let moment = newest.0 - back / 60.0;
            let wanted = entries
                .windows(2)
                .find(|pair| pair[0].0 <= moment && moment < pair[1].0)
                .map(|pair| pair[0].1.between(pair[1].1, (moment - pair[0].0) / (pair[1].0 - pair[0].0)))
                .unwrap_or(if moment < newest.0 { entries[0].1 } else { newest.1 });
            let found = history.sample(moment).unwrap();
            let apart = (found.hitbox.center - wanted.center).length();
            prop_assert!(apart < 1e-4, "{apart} at {back} ticks back");
            let reach = if moment > newest.0 + TIME_NOISE {
                Reach::TooNew
            } else if moment < entries[0].0 - TIME_NOISE {
                Reach::TooOld
            } else {
                Reach::Held
            };
            prop_assert_eq!(found.reach, reach);
        }

        #[test]
        fn the_rewind_is_never_beyond_the_window_nor_the_age(
            age in prop::num::f64::ANY, window in prop::num::f64::ANY, fraction in prop::num::f64::ANY,
        ) {
            let rewind = rewind_by(age, &with(window, fraction));
            prop_assert!(rewind >= 0.0);
            prop_assert!(rewind == 0.0 || (rewind <= window && rewind <= age));
        }

        #[test]
        fn the_slab_test_agrees_with_walking_the_ray(
            (ox, oy, angle) in (-8.0..8.0_f64, -8.0..8.0_f64, 0.0..std::f64::consts::TAU),
            (cx, cy, hx, hy) in (-4.0..4.0_f64, -4.0..4.0_f64, 0.05..3.0_f64, 0.05..3.0_f64),
            length in 0.1..9.0_f64, reach in 0.0..20.0_f64,
        ) {
            let (sin, cos) = libm::sincos(angle);
            let ray = Ray { origin: dvec2(ox, oy), direction: dvec2(cos, sin) * length, reach };
            let hitbox = Hitbox { center: dvec2(cx, cy), half: dvec2(hx, hy) };
            let inside = |at: f64, grown: f64| {
                let off = (dvec2(ox, oy) + dvec2(cos, sin) * at - hitbox.center).abs();
                off.x <= hx + grown && off.y <= hy + grown
            };
            let mut samples = (0..=2000).map(|step| reach * f64::from(step) / 2000.0);
            match ray_to_box(&ray, &hitbox) {
                Some(hit) => {
                    prop_assert!((0.0..=reach).contains(&hit) && inside(hit, 1e-9));
                    let early = samples.find(|at| *at < hit && inside(*at, -1e-9));
                    prop_assert_eq!(early, None, "inside before {}", hit);
                }
                None => prop_assert_eq!(samples.find(|at| inside(*at, -1e-9)), None),
            }
        }

        #[test]
        fn a_thin_block_stops_a_ray_where_the_segment_in_it_does(
            (ox, oy, angle) in (-8.0..8.0_f64, -8.0..8.0_f64, 0.0..std::f64::consts::TAU),
            (cx, cy, hy) in (-4.0..4.0_f64, -4.0..4.0_f64, 0.05..3.0_f64),
        ) {
            let (sin, cos) = libm::sincos(angle);
            prop_assume!(cos.abs() > 0.01 && (ox - cx).abs() > 0.01);
            let ray = Ray { origin: dvec2(ox, oy), direction: dvec2(cos, sin), reach: 100.0 };
            let wall = Wall::Segment { from: dvec2(cx, cy - hy), to: dvec2(cx, cy + hy) };
            let block = Hitbox { center: dvec2(cx, cy), half: dvec2(0.0, hy) };
            match (ray_to_wall(&ray, &wall), ray_to_box(&ray, &block)) {
                (Some(wall), Some(block)) => prop_assert!((wall - block).abs() < 1e-9),
                (wall, block) => prop_assert_eq!(wall, block),
            }
        }
    }
}

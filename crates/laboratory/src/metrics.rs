//! What a lane of a run comes to: one row of numbers.
//!
//! In: a [`Truth`], a [`Lane`], the size of a packet. Out: [`Metrics`]. Invariants: both lanes are measured alike; what
//! a lane does not have, by its row in [`LANES`](crate::lanes::LANES), is absent, and what it has is a number, also
//! where that is 0. What a technique has beside its lanes, it adds itself.

use crate::Tick;
use crate::lane::{Cause, Fate, Lane};
use crate::lanes::{Aspect, LaneKind};
use crate::truth::Truth;
use dead_reckoning::extrapolate::angle_between;
use dead_reckoning::sender::Reason;
use glam::DVec2;
use serde::Serialize;

/// Rounding noise between two equal distances, u: the first of them is the one that is pointed at.
const LENGTH_NOISE: f64 = 1e-9;

/// The numbers of one lane. Errors are ‖drawn − truth‖ over all ticks on which something was drawn, u: before its first
/// packet a late joiner has no error, only [`Metrics::unseen_ticks`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Metrics {
    /// Whose they are.
    #[serde(skip)]
    pub lane: LaneKind,
    /// What was sent, and what became of it.
    #[serde(flatten)]
    pub packets: Option<PacketMetrics>,
    /// Mean error, u.
    pub mean_error: f64,
    /// Root of the mean squared error, u.
    pub rms_error: f64,
    /// 95th percentile of the error by nearest rank, u.
    pub p95_error: f64,
    /// Largest error, u.
    pub peak_error: f64,
    /// The first tick that shows it.
    pub peak_tick: Tick,
    /// The longest move of the drawn position between two ticks, u; a jump of the truth that is drawn as one is none,
    /// see [`takes_over_jump`].
    pub largest_step: f64,
    /// The tick on which that move ended.
    pub largest_step_tick: Tick,
    /// Mean distance to the truth as it was a delay ago, u: for the delay that the lane means to draw behind.
    pub mean_path_error: f64,
    /// The largest of those, u.
    pub peak_path_error: f64,
    /// How full the buffer was.
    #[serde(flatten)]
    pub buffer: Option<BufferMetrics>,
    /// Mean of the angle between the drawn heading and the true one, degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_heading_error: Option<f64>,
    /// How corrections were hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrections: Option<Corrections>,
    /// What the shared model and its two ends said.
    #[serde(flatten)]
    pub model: Option<ModelMetrics>,
    /// Ticks on which nothing was drawn: a late joiner had heard nothing.
    pub unseen_ticks: usize,
}

/// What was sent, and what became of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PacketMetrics {
    /// Updates sent, the first included.
    pub updates: usize,
    /// Updates by what caused them.
    pub updates_by_reason: ByReason,
    /// Updates over the exact length of the run, 1/s.
    pub updates_per_second: f64,
    /// Bytes over the same length, 1/s.
    pub bytes_per_second: f64,
    /// Packets that never arrived: lost, or dropped by a full queue.
    pub lost: usize,
    /// Packets that arrived after a newer one and were ignored.
    pub late: usize,
    /// Packets that arrived twice.
    pub duplicates: usize,
}

/// How full a buffer of snapshots was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct BufferMetrics {
    /// Ticks on which it was dry.
    pub underruns: usize,
    /// Mean number of snapshots held that are newer than what is drawn.
    pub mean_depth: f64,
    /// Mean delay that the lane drew behind the sender, s.
    pub mean_delay: f64,
}

/// What a model that both ends share, and the two ends, said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ModelMetrics {
    /// Ticks on which the rate cap held an owed update back: the threshold was not met.
    pub held_back_ticks: usize,
    /// Ticks on which the entity was stale.
    pub stale_ticks: usize,
    /// Ticks on which the extrapolation cap held the model.
    pub frozen_ticks: usize,
    /// How often what is drawn went through a wall.
    pub wall_hits: usize,
    /// Ticks on which it was beyond one.
    pub wall_ticks: usize,
}

/// How corrections were hidden: "splines may oscillate" as a number.
///
/// A correction begins on the tick t₀ on which an update was applied and lasts until the next one, or the end of
/// the run. Let d be the drawn position less the model's: it begins at d(t₀) = −Δ and has to come to 0. The
/// straight way there is the segment from −Δ to 0, and s = d · Δ/‖Δ‖ is the progress along it. A snap has no way
/// to go, and no swing. All of it is relative to the model, so it depends on no direction, origin or speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Corrections {
    /// How many had a way to go: were not drawn at once.
    pub count: usize,
    /// The furthest from the straight way, the distance from d to its segment, u: past the model, away from it at
    /// the start, or to the side. 0 means that all went straight.
    pub overshoot: f64,
    /// The tick of it.
    pub overshoot_tick: Tick,
    /// How often the progress turned (its change from tick to tick changed its sign; setting out away from the model
    /// counts), for each correction: 0 never turns back, 1 swings out or past once.
    pub turns: f64,
}

/// One line of a table of metrics.
#[derive(Debug)]
pub struct Row {
    /// What scripts call it, as in the JSON of a run.
    pub key: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// Its unit; empty for a count.
    pub unit: &'static str,
    /// Decimals worth showing.
    pub decimals: usize,
    /// What it means, in one sentence.
    pub hint: &'static str,
    /// Reads it; nothing where the lane has no such thing.
    pub read: fn(&Metrics) -> Option<f64>,
}

const fn row(
    (key, label): (&'static str, &'static str),
    (unit, decimals): (&'static str, usize),
    read: fn(&Metrics) -> Option<f64>,
    hint: &'static str,
) -> Row {
    Row { key, label, unit, decimals, hint, read }
}

/// What stands in the place of a number that there is not.
pub const ABSENT: &str = "–";

/// The lines of every table of metrics, on the screen, on paper and in a terminal. In all of them less is
/// better.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row(("updates", "Updates"), ("", 0), |metrics| metrics.packets.map(|packets| packets.updates as f64), "How many packets were sent, the first included."),
    row(("updates_per_second", "Updates per second"), ("1/s", 2), |metrics| metrics.packets.map(|packets| packets.updates_per_second), "Packets over the exact length of the run."),
    row(("bytes_per_second", "Bytes per second"), ("B/s", 0), |metrics| metrics.packets.map(|packets| packets.bytes_per_second), "At the packet size under Link, or the real one where states are quantised, for both lanes alike."),
    row(("mean_error", "Mean error"), ("u", 2), |metrics| Some(metrics.mean_error), "The distance from what is drawn to the truth, averaged over all ticks."),
    row(("rms_error", "RMS error"), ("u", 2), |metrics| Some(metrics.rms_error), "The same, but large errors weigh more: the root of the mean square."),
    row(("p95_error", "95th percentile"), ("u", 2), |metrics| Some(metrics.p95_error), "In 95 of 100 ticks the error is no larger than this."),
    row(("peak_error", "Peak error"), ("u", 2), |metrics| Some(metrics.peak_error), "The largest error of the run; W goes there."),
    row(("largest_step", "Largest step"), ("u", 2), |metrics| Some(metrics.largest_step), "The longest move of the drawn position in one tick: how large the worst pop is."),
    row(("mean_path_error", "Mean path error"), ("u", 2), |metrics| Some(metrics.mean_path_error), "The distance to where the truth was a delay ago: what snapshots promise. Dead reckoning means to draw the present, so for it this is the mean error."),
];

impl Row {
    /// `now` less `other` as text, its sign in front; an en dash where one of them has no such thing.
    #[must_use]
    pub fn difference(&self, now: &Metrics, other: &Metrics) -> String {
        let (Some(now), Some(other)) = ((self.read)(now), (self.read)(other)) else {
            return ABSENT.to_owned();
        };
        self.difference_of(now, other)
    }

    /// One value of this row less another as text, its sign in front.
    #[must_use]
    pub fn difference_of(&self, now: f64, other: f64) -> String {
        let difference = now - other;
        let number = format!("{:+.*}", self.decimals, difference);
        let nothing = number.chars().all(|letter| "+-0.".contains(letter));
        if nothing { "0".to_owned() } else { number.replace('-', "−") }
    }

    /// The value as text, with its unit where it has one of its own; an en dash where there is none.
    #[must_use]
    pub fn text(&self, metrics: &Metrics) -> String {
        (self.read)(metrics).map_or_else(|| ABSENT.to_owned(), |value| self.written(value))
    }

    /// Any value of this row as text, likewise.
    #[must_use]
    pub fn written(&self, value: f64) -> String {
        let number = format!("{value:.*}", self.decimals);
        match self.unit {
            "u" => format!("{number} u"),
            "°" => format!("{number}°"),
            _ => number,
        }
    }
}

/// More lines: of the path, the packets, the corrections and what the two ends said. In all of them less is better,
/// too.
#[rustfmt::skip]
pub const MORE_ROWS: &[Row] = &[
    row(("peak_path_error", "Peak path error"), ("u", 2), |metrics| Some(metrics.peak_path_error), "The largest of those."),
    row(("lost", "Packets lost"), ("", 0), |metrics| metrics.packets.map(|packets| packets.lost as f64), "Lost on the wire, or dropped by a full queue."),
    row(("late", "Packets late"), ("", 0), |metrics| metrics.packets.map(|packets| packets.late as f64), "Arrived after a newer one, so ignored."),
    row(("underruns", "Underrun ticks"), ("", 0), |metrics| metrics.buffer.map(|buffer| buffer.underruns as f64), "Ticks on which the snapshot buffer had nothing newer to draw towards."),
    row(("overshoot", "Overshoot"), ("u", 2), |metrics| metrics.corrections.map(|corrections| corrections.overshoot), "How far a correction swung at worst from its straight way to the model; a snap never does."),
    row(("turns", "Turns per correction"), ("", 2), |metrics| metrics.corrections.map(|corrections| corrections.turns), "How often the way to the model turned back or forth: splines swing, decay does not."),
    row(("mean_heading_error", "Mean heading error"), ("°", 1), |metrics| metrics.mean_heading_error, "The angle between the drawn heading and the true one, averaged over all ticks."),
    row(("held_back_ticks", "Held-back ticks"), ("ticks", 0), |metrics| metrics.model.map(|model| model.held_back_ticks as f64), "Ticks on which the rate cap kept an owed update: the threshold was not met."),
    row(("stale_ticks", "Stale ticks"), ("ticks", 0), |metrics| metrics.model.map(|model| model.stale_ticks as f64), "Ticks on which nothing had been heard for so many heartbeats that the entity is stale."),
    row(("frozen_ticks", "Frozen ticks"), ("ticks", 0), |metrics| metrics.model.map(|model| model.frozen_ticks as f64), "Ticks on which the extrapolation cap held the model where it was."),
    row(("unseen_ticks", "Unseen ticks"), ("ticks", 0), |metrics| Some(metrics.unseen_ticks as f64), "Ticks on which a late joiner had heard nothing, so nothing was drawn; no error counts them."),
    row(("wall_hits", "Wall hits"), ("", 0), |metrics| metrics.model.map(|model| model.wall_hits as f64), "How often what is drawn went through a wall; none where the receiver stops at walls."),
    row(("wall_ticks", "Ticks behind a wall"), ("ticks", 0), |metrics| metrics.model.map(|model| model.wall_ticks as f64), "Ticks on which it was drawn beyond one."),
];

/// All lines, those of every table first.
pub fn all_rows() -> impl Iterator<Item = &'static Row> {
    ROWS.iter().chain(MORE_ROWS)
}

/// Updates by what caused them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ByReason {
    /// The first update.
    pub first: usize,
    /// The threshold was passed.
    pub threshold: usize,
    /// The heartbeat was due.
    pub heartbeat: usize,
    /// The angle threshold was passed.
    pub heading: usize,
    /// The owner jumped.
    pub teleport: usize,
    /// The snapshot clock struck.
    pub clock: usize,
}

impl Metrics {
    /// Of a lane of which nothing has happened: what it has is zero, what it has not is absent.
    #[must_use]
    pub fn blank(lane: LaneKind) -> Self {
        Self {
            lane,
            packets: lane.has(Aspect::Packets).then(PacketMetrics::default),
            buffer: lane.has(Aspect::Buffer).then(BufferMetrics::default),
            mean_heading_error: lane.has(Aspect::Heading).then_some(0.0),
            corrections: lane.has(Aspect::Corrections).then(Corrections::default),
            model: lane.has(Aspect::Model).then(ModelMetrics::default),
            ..Self::default()
        }
    }

    /// How many packets were sent; NaN of a lane that has none.
    #[must_use]
    pub fn updates(&self) -> f64 {
        self.packets.map_or(f64::NAN, |packets| packets.updates as f64)
    }

    /// How many a second, likewise.
    #[must_use]
    pub fn updates_per_second(&self) -> f64 {
        self.packets.map_or(f64::NAN, |packets| packets.updates_per_second)
    }

    /// How many packets were lost, and how many came late; none of a lane that has no packets.
    #[must_use]
    pub fn fates(&self) -> (usize, usize) {
        self.packets.map_or((0, 0), |packets| (packets.lost, packets.late))
    }

    /// Measures `lane`. A run of no ticks, or one in which nothing was ever drawn, has no errors and no steps. What the
    /// technique has beside its lanes is still to be added.
    #[must_use]
    pub fn of(truth: &Truth, lane: &Lane, packet_bytes: u32) -> Self {
        let has = |aspect| lane.kind.has(aspect);
        let mut metrics = Self {
            lane: lane.kind,
            packets: has(Aspect::Packets).then(|| PacketMetrics::of(truth, lane, packet_bytes)),
            buffer: has(Aspect::Buffer).then(|| BufferMetrics::of(lane)),
            mean_heading_error: has(Aspect::Heading).then(|| mean_heading_error(truth, lane)),
            unseen_ticks: lane.seen_from(),
            ..Self::default()
        };
        if metrics.unseen_ticks < lane.frames.len() {
            metrics.measure_errors(lane);
            metrics.measure_steps(truth, lane);
        }
        metrics
    }

    fn measure_errors(&mut self, lane: &Lane) {
        let seen_from = lane.seen_from();
        let frames = &lane.frames[seen_from..];
        let ticks = frames.len() as f64;
        let mut errors: Vec<f64> = frames.iter().map(|frame| frame.error).collect();
        let (mut sum, mut squares, mut path) = (0.0, 0.0, 0.0);
        for frame in frames {
            sum += frame.error;
            squares += frame.error * frame.error;
            path += frame.path_error;
            self.peak_path_error = self.peak_path_error.max(frame.path_error);
        }
        self.mean_error = sum / ticks;
        self.rms_error = (squares / ticks).sqrt();
        self.peak_error = errors.iter().copied().fold(0.0, f64::max);
        let peak = self.peak_error - LENGTH_NOISE;
        let first = errors.iter().position(|error| *error >= peak).unwrap_or(0);
        self.peak_tick = seen_from + first;
        self.mean_path_error = path / ticks;
        self.p95_error = nearest_rank(&mut errors, 95);
    }

    fn measure_steps(&mut self, truth: &Truth, lane: &Lane) {
        let seen_from = lane.seen_from();
        for (place, pair) in lane.frames[seen_from..].windows(2).enumerate() {
            let (step, tick) = (pair[0].drawn.distance(pair[1].drawn), seen_from + place + 1);
            let largest = step > self.largest_step + LENGTH_NOISE;
            if largest && !takes_over_jump(truth, lane, tick) {
                (self.largest_step, self.largest_step_tick) = (step, tick);
            }
        }
    }
}

/// The mean of the angle between the drawn heading and the true one, degrees; 0 where nothing was drawn.
fn mean_heading_error(truth: &Truth, lane: &Lane) -> f64 {
    let seen_from = lane.seen_from();
    let frames = &lane.frames[seen_from..];
    let pairs = frames.iter().zip(&truth.states[seen_from..]);
    let turned =
        pairs.fold(0.0, |sum, (frame, state)| sum + angle_between(frame.heading, state.heading));
    f64::to_degrees(turned / frames.len().max(1) as f64)
}

impl PacketMetrics {
    fn of(truth: &Truth, lane: &Lane, packet_bytes: u32) -> Self {
        let updates = lane.packets.len();
        let updates_per_second = updates as f64 / truth.seconds;
        let mut metrics = Self {
            updates,
            updates_by_reason: by_reason(lane),
            updates_per_second,
            bytes_per_second: updates_per_second * f64::from(packet_bytes),
            ..Self::default()
        };
        for packet in &lane.packets {
            metrics.duplicates += usize::from(packet.again.is_some());
            match packet.fate {
                Fate::Lost | Fate::QueueFull => metrics.lost += 1,
                Fate::Late => metrics.late += 1,
                Fate::UnderWay | Fate::Used | Fate::Unheard => {}
            }
        }
        metrics
    }
}

impl BufferMetrics {
    fn of(lane: &Lane) -> Self {
        let depths = lane.depths.get(lane.seen_from()..).unwrap_or_default();
        let ticks = depths.len().max(1) as f64;
        let (mut ahead, mut delay, mut underruns) = (0, 0.0, 0);
        for depth in depths {
            ahead += u64::from(depth.ahead);
            delay += depth.delay;
            underruns += usize::from(depth.is_dry);
        }
        Self { underruns, mean_depth: ahead as f64 / ticks, mean_delay: delay / ticks }
    }
}

impl Corrections {
    /// Measures the corrections of a lane, by where its model was on each tick, u, and whether it changed then.
    #[must_use]
    pub fn of(lane: &Lane, model: impl IntoIterator<Item = (DVec2, bool)>) -> Self {
        let mut all = Self::default();
        let (mut turns, mut swing) = (0_usize, None::<Swing>);
        for (tick, (frame, (model, corrected))) in lane.frames.iter().zip(model).enumerate() {
            if swing.is_none() && !corrected {
                continue;
            }
            let off = frame.drawn - model;
            if corrected {
                swing = Swing::from(off);
                all.count += usize::from(swing.is_some());
                continue;
            }
            let Some(moving) = &mut swing else { continue };
            turns += usize::from(moving.turns_at(off));
            let aside = moving.aside(off);
            if aside > all.overshoot + LENGTH_NOISE {
                (all.overshoot, all.overshoot_tick) = (aside, tick);
            }
            if off == DVec2::ZERO {
                swing = None;
            }
        }
        all.turns = turns as f64 / all.count.max(1) as f64;
        all
    }
}

/// One correction on its way.
struct Swing {
    along: DVec2,
    length: f64,
    progress: f64,
    forward: bool,
}

impl Swing {
    /// From where it was drawn as seen from the new model; nothing where it is drawn there at once.
    fn from(off: DVec2) -> Option<Self> {
        let length = off.length();
        (length > LENGTH_NOISE).then(|| Self {
            along: -off / length,
            length,
            progress: -length,
            forward: true,
        })
    }

    /// Goes on to where it is drawn now. Whether that is a turn.
    fn turns_at(&mut self, off: DVec2) -> bool {
        let progress = off.dot(self.along);
        let moved = progress - self.progress;
        self.progress = progress;
        let turns = moved.abs() > LENGTH_NOISE && (moved > 0.0) != self.forward;
        self.forward ^= turns;
        turns
    }

    /// How far it is drawn from the straight way.
    fn aside(&self, off: DVec2) -> f64 {
        off.distance(self.along * self.progress.clamp(-self.length, 0.0))
    }
}

/// Whether the move of what is drawn onto `tick` is a jump of the truth, drawn late.
///
/// With s the move and J the truth's newest jump up to that tick: ‖s − J‖ < ‖s‖ / 2. So an entity that reappears where
/// it was put has made no pop, whoever saw to it (a flag, a teleport distance, no blend at all); one that slides there
/// in many steps has made them all. What it was off before the jump vanishes in it: nobody sees the difference between
/// a jump of 5.3 u and one of 5.9 u.
#[must_use]
pub fn takes_over_jump(truth: &Truth, lane: &Lane, tick: Tick) -> bool {
    let drawn = |tick: Tick| lane.frames.get(tick).filter(|frame| frame.seen);
    let before = tick.checked_sub(1).and_then(drawn);
    let (Some(before), Some(now)) = (before, drawn(tick)) else { return false };
    let moved = now.drawn - before.drawn;
    let jump = truth.jump_before(tick);
    jump.is_some_and(|jump| 2.0 * moved.distance(jump) < moved.length())
}

/// The percentile by nearest rank: the value at rank ⌈p/100 · n⌉, counted from 1. Reorders `values`; zero
/// when there are none.
#[must_use]
pub fn nearest_rank(values: &mut [f64], percent: usize) -> f64 {
    let rank = (percent * values.len()).div_ceil(100).max(1);
    if values.len() < rank {
        return 0.0;
    }
    *values.select_nth_unstable_by(rank - 1, f64::total_cmp).1
}

/// The tick of the largest error of each stretch past the threshold, the largest of all first. A run that stays
/// within it has one: that of its largest error.
#[must_use]
pub fn worst_moments(lane: &Lane, threshold: f64) -> Vec<Tick> {
    let error = |tick: Tick| lane.frames[tick].error;
    let past = |tick: &Tick| error(*tick) > threshold;
    let mut moments: Vec<Tick> = Vec::new();
    let mut last_past = None;
    for tick in (0..lane.frames.len()).filter(past) {
        match moments.last_mut() {
            Some(best) if last_past == Some(tick.wrapping_sub(1)) => {
                if error(tick) > error(*best) + LENGTH_NOISE {
                    *best = tick;
                }
            }
            Some(_) | None => moments.push(tick),
        }
        last_past = Some(tick);
    }
    if moments.is_empty() {
        let largest = (0..lane.frames.len()).max_by(|a, b| error(*a).total_cmp(&error(*b)));
        moments.extend(largest);
    }
    moments.sort_by(|&a, &b| error(b).total_cmp(&error(a)));
    moments
}

fn by_reason(lane: &Lane) -> ByReason {
    let mut counts = ByReason::default();
    for packet in &lane.packets {
        match packet.cause {
            Cause::Owed(Reason::First) => counts.first += 1,
            Cause::Owed(Reason::Threshold) => counts.threshold += 1,
            Cause::Owed(Reason::Heartbeat) => counts.heartbeat += 1,
            Cause::Owed(Reason::Heading) => counts.heading += 1,
            Cause::Owed(Reason::Teleport) => counts.teleport += 1,
            Cause::Clock => counts.clock += 1,
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::Frame;
    use crate::lanes::LANES;
    use crate::settings::Settings;
    use glam::dvec2;

    #[test]
    fn nearest_rank_takes_a_value_that_is_there() {
        let mut twenty: Vec<f64> = (1..=20).rev().map(f64::from).collect();
        assert_eq!(nearest_rank(&mut twenty, 95), 19.0);
        let mut many: Vec<f64> = (1..=501).map(f64::from).collect();
        assert_eq!(nearest_rank(&mut many, 95), 476.0);
        assert_eq!(nearest_rank(&mut [7.0], 95), 7.0);
        assert_eq!(nearest_rank(&mut [], 95), 0.0);
    }

    #[test]
    fn the_worst_moments_are_one_a_stretch_largest_first() {
        let frame = |error| Frame { error, seen: true, ..Frame::default() };
        let errors = [0.0, 2.0, 3.0, 1.5, 0.5, 4.0, 1.2, 0.0, 1.1];
        let lane = Lane { frames: errors.map(frame).to_vec(), ..Lane::default() };
        assert_eq!(worst_moments(&lane, 1.0), [5, 2, 8]);
        assert_eq!(worst_moments(&lane, 9.0), [5]);
        assert!(worst_moments(&Lane::default(), 1.0).is_empty());
    }

    #[test]
    fn a_lane_is_measured_by_hand() {
        let truth = Truth::build(&Settings::default()).expect("the lap").prefix(4);
        let frame =
            |x: f64, error| Frame { drawn: dvec2(x, 0.0), error, seen: true, ..Frame::default() };
        let frames = vec![frame(0.0, 0.0), frame(1.0, 3.0), frame(0.5, 4.0), frame(0.6, 1.0)];
        let lane = Lane { frames, ..Lane::default() };
        let metrics = Metrics::of(&truth, &lane, 60);
        assert_eq!((metrics.mean_error, metrics.rms_error), (2.0, 6.5_f64.sqrt()));
        assert_eq!((metrics.peak_error, metrics.peak_tick, metrics.p95_error), (4.0, 2, 4.0));
        assert_eq!((metrics.largest_step, metrics.largest_step_tick), (1.0, 1));
    }

    /// A truth that stands at 0 and from tick 2 on at −10, drawn at these places.
    fn jumping(places: &[f64]) -> (Truth, Lane) {
        let state = |tick: usize| dead_reckoning::State {
            position: dvec2(if tick < 2 { 0.0 } else { -10.0 }, 0.0),
            ..dead_reckoning::State::default()
        };
        let states = (0..places.len()).map(state).collect();
        let truth =
            Truth { tick_rate: 60.0, seconds: 1.0, states, jumps: vec![2], ..Truth::default() };
        let frame = |&x: &f64| Frame { drawn: dvec2(x, 0.0), seen: true, ..Frame::default() };
        (truth, Lane { frames: places.iter().map(frame).collect(), ..Lane::default() })
    }

    #[test]
    fn a_jump_of_the_truth_is_no_pop_but_sliding_there_is() {
        for (places, largest, tick, jumps) in [
            // Drawn two ticks late, and half a unit further on.
            (&[0.0, 0.0, 0.25, 0.5, -9.0, -9.0][..], 0.25, 2, &[4][..]),
            (&[0.0, 0.0, -10.0, -10.0], 0.0, 0, &[2]),
            // A slide, a slide of two steps, and the way back.
            (&[0.0, 0.0, 0.0, -3.0, -6.0, -10.0], 4.0, 5, &[]),
            (&[0.0, 0.0, 0.0, -5.0, -10.0], 5.0, 3, &[]),
            (&[0.0, 0.0, -10.0, 0.0], 10.0, 3, &[2]),
            // Before the truth jumped it is a pop.
            (&[0.0, -10.0, -10.0, -10.0], 10.0, 1, &[]),
        ] {
            let (truth, lane) = jumping(places);
            let metrics = Metrics::of(&truth, &lane, 60);
            assert_eq!(
                (metrics.largest_step, metrics.largest_step_tick),
                (largest, tick),
                "{places:?}"
            );
            let taken: Vec<Tick> =
                (0..places.len()).filter(|&tick| takes_over_jump(&truth, &lane, tick)).collect();
            assert_eq!(taken, jumps, "{places:?}");
        }
    }

    #[test]
    fn what_was_not_seen_counts_for_nothing_but_itself() {
        let truth = Truth::build(&Settings::default()).expect("the lap").prefix(5);
        let frame =
            |x: f64, error| Frame { drawn: dvec2(x, 0.0), error, seen: true, ..Frame::default() };
        let unseen = Frame::default();
        let depth =
            |ahead, is_dry| dead_reckoning::interpolation::Depth { ahead, is_dry, delay: 0.25 };
        let lane = Lane {
            frames: vec![unseen, unseen, frame(50.0, 3.0), frame(51.0, 4.0), frame(50.5, 5.0)],
            depths: vec![
                depth(0, true),
                depth(0, true),
                depth(2, false),
                depth(1, false),
                depth(0, true),
            ],
            kind: LaneKind::Snapshots,
            ..Lane::default()
        };
        let metrics = Metrics::of(&truth, &lane, 60);
        assert_eq!((metrics.unseen_ticks, metrics.mean_error), (2, 4.0));
        assert_eq!((metrics.peak_error, metrics.peak_tick), (5.0, 4));
        assert_eq!(
            (metrics.largest_step, metrics.largest_step_tick),
            (1.0, 3),
            "to appear is no step"
        );
        let buffer = BufferMetrics { underruns: 1, mean_depth: 1.0, mean_delay: 0.25 };
        assert_eq!(metrics.buffer, Some(buffer));
        let never = Lane { frames: vec![unseen; 5], kind: LaneKind::Snapshots, ..Lane::default() };
        let metrics = Metrics::of(&truth, &never, 60);
        assert_eq!(metrics, Metrics { unseen_ticks: 5, ..Metrics::blank(LaneKind::Snapshots) });
    }

    #[test]
    fn what_a_lane_does_not_have_is_absent_and_what_it_has_is_a_number() {
        let truth = Truth::build(&Settings::default()).expect("the lap").prefix(1);
        for lane in &LANES {
            let frames = vec![Frame { seen: true, ..Frame::default() }];
            let metrics =
                Metrics::of(&truth, &Lane { frames, kind: lane.kind, ..Lane::default() }, 60);
            let has = |aspect| lane.kind.has(aspect);
            assert_eq!(metrics.packets.is_some(), has(Aspect::Packets), "{}", lane.key);
            assert_eq!(metrics.buffer.is_some(), has(Aspect::Buffer), "{}", lane.key);
            assert_eq!(metrics.mean_heading_error.is_some(), has(Aspect::Heading), "{}", lane.key);
            let lost = all_rows().find(|row| row.key == "lost").expect("a row");
            let text = if has(Aspect::Packets) { "0" } else { ABSENT };
            assert_eq!(lost.text(&metrics), text, "{}", lane.key);
        }
    }

    /// What is drawn at these places beside a model at rest, corrected on its first tick.
    fn corrected(places: &[f64]) -> Corrections {
        let frame = |&x: &f64| Frame { drawn: dvec2(x, 0.0), seen: true, ..Frame::default() };
        let lane = Lane { frames: places.iter().map(frame).collect(), ..Lane::default() };
        Corrections::of(&lane, (0..places.len()).map(|tick| (DVec2::ZERO, tick == 0)))
    }

    #[test]
    fn corrections_are_measured_by_hand() {
        for (places, overshoot, tick, turns) in [
            (&[-1.0, -0.5, -0.2, 0.0, 0.0][..], 0.0, 0, 0.0),
            (&[-1.0, -0.2, 0.3, 0.1, 0.0], 0.3, 2, 1.0),
            (&[-1.0, -1.25, 0.125, -0.125, 0.0], 0.25, 1, 4.0),
            (&[2.0, 1.0, -0.5, 0.0], 0.5, 2, 1.0),
            (&[0.0, 0.0, 0.0], 0.0, 0, 0.0),
        ] {
            let measured = corrected(places);
            let count = usize::from(places[0] != 0.0);
            let right = Corrections { count, overshoot, overshoot_tick: tick, turns };
            assert_eq!(measured, right, "{places:?}");
        }
    }

    fn corrections_with(set: &[&str]) -> Corrections {
        let mut settings = Settings::default();
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        crate::experiment::Experiment::of(settings).expect("a lap").metrics[0]
            .corrections
            .expect("corrections")
    }

    #[test]
    fn splines_swing_where_decay_does_not() {
        let with = |name: &str| {
            let smoothing = format!("receiver.smoothing={name}");
            corrections_with(&[&smoothing, "receiver.blend_time=0.4"])
        };
        assert_eq!(with("snap"), Corrections::default());
        let decay = with("exponential");
        assert!(decay.overshoot < 1e-9 && decay.turns == 0.0, "{decay:?}");
        assert!(decay.count > 5);
        let hermite = with("hermite");
        assert!(hermite.overshoot > 0.2 && hermite.turns > 1.0, "{hermite:?}");
        let same = with("bezier");
        assert_eq!((same.count, same.turns), (hermite.count, hermite.turns));
        let pulled = corrections_with(&[
            "receiver.smoothing=bezier",
            "receiver.bezier_handle=3",
            "receiver.blend_time=0.4",
        ]);
        assert!(pulled.overshoot > 1.5 * hermite.overshoot, "{pulled:?} and {hermite:?}");
    }
}

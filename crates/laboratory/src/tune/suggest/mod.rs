//! The cheapest settings that keep a promise, and what would have to give where none does.
//!
//! In: [`Settings`] and promises such as "peak error at most 0.5 u". Out: an [`Answer`]. The network, the motion and
//! what else the settings say stay; what is turned is in [`TURNED`].
//!
//! The search. What is sent depends on the order and the threshold alone, and a run stays the same until the threshold
//! reaches the least error that made it send: so the thresholds that make a difference can be listed
//! (`senders`), and each has a price. From the cheapest on, each meets a coarse grid of ways to hide a correction,
//! over all seeds, until one keeps the promise. Then the cheaper ones that came near get finer blend times, and of
//! those that cost the least the smoothest is taken.
//!
//! Invariants: the answer is that of a run of its settings, to the bit; the same on one core and on many; no clock
//! decides when to stop.

mod search;
mod senders;
mod shortfall;

use super::sweep::{Measure, seeds};
use crate::ensemble::{Spread, is_luck, member};
use crate::lanes::{LaneKind, Side};
use crate::metrics::{Metrics, PacketMetrics};
use crate::run::Run;
use crate::settings::{Settings, SettingsError};
use crate::technique::vehicle::measure::measure_dead_reckoning;
use crate::technique::vehicle::run::simulate_dead_reckoning_into;
use crate::truth::{Truth, TruthError};
use search::Search;

pub use shortfall::{Nearest, Shortfall};

/// The settings that a suggestion may turn, unless it is told to keep them.
pub const TURNED: [&str; 5] = [
    "sender.threshold",
    "sender.order",
    "receiver.smoothing",
    "receiver.blend_time",
    "receiver.blend_until",
];

/// A measure of dead reckoning that must not pass a value, for any seed.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    /// Of what.
    pub measure: Measure,
    /// The most that it may be, in its unit.
    pub most: f64,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The motion, the network, and all that is not turned.
    pub settings: Settings,
    /// All of them are to be kept.
    pub promises: Vec<Promise>,
    /// Keys of [`TURNED`] that are to stay as they are.
    pub keep: Vec<String>,
}

/// Why there is no answer.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum SuggestError {
    /// Something that dead reckoning does not have.
    #[error("dead reckoning has no {name}: promise something that it has, such as peak_error")]
    NotMeasured {
        /// What was promised.
        name: &'static str,
    },
    /// A technique without updates to save.
    #[error(
        "suggestions are for dead reckoning (technique=dead-reckoning), seen from the start (receiver.joins_at=0)"
    )]
    NotDeadReckoning,
    /// Nothing to keep.
    #[error("no promise is given: say what is to be kept, such as --peak 0.5")]
    NoPromise,
    /// A promise that nothing could be held against.
    #[error("{name} = {most}: a promise is a number above 0")]
    Promise {
        /// Of what.
        name: String,
        /// What was given.
        most: f64,
    },
    /// A key that is not turned anyway.
    #[error("'{key}' is not turned anyway: what may be kept is {}", TURNED.join(", "))]
    Kept {
        /// What was given.
        key: String,
    },
    /// The settings have no truth.
    #[error(transparent)]
    Truth(#[from] TruthError),
    /// A value on the way that a knob refuses.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Somebody asked for an end.
    #[error("stopped before an answer was found")]
    Stopped,
}

/// What there is to answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Settings that keep every promise.
    Kept(Box<Suggestion>),
    /// No settings that were tried do.
    Broken(Box<Shortfall>),
}

/// Settings that keep every promise, and how sure that is.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The settings.
    pub settings: Settings,
    /// What differs from the settings that were given, as `key=value`.
    pub set: Vec<String>,
    /// What each promise comes to.
    pub held: Vec<Held>,
    /// Updates a second, over the seeds.
    pub updates_per_second: Spread,
    /// Bytes a second, likewise.
    pub bytes_per_second: Spread,
    /// The longest move between two ticks, u, likewise.
    pub largest_step: Spread,
    /// Over how many seeds the promises were held: one where nothing is luck.
    pub seeds: u32,
    /// How many of as many seeds that the search had not seen keep it, too; nothing where nothing is luck.
    pub fresh: Option<u32>,
    /// The least and the greatest threshold that send the very same updates, u: the greatest is just too much.
    pub thresholds: (f64, f64),
    /// How many runs it took.
    pub runs: u64,
}

/// What a promise comes to.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The promise.
    pub promise: Promise,
    /// Over the seeds.
    pub spread: Spread,
    /// The seed of the greatest.
    pub worst_seed: u64,
}

impl Promise {
    /// How much of what it allows is used: above 1 it is broken; NaN where the lane has no such thing.
    #[must_use]
    pub fn share(&self, metrics: &Metrics) -> f64 {
        self.value(metrics) / self.most
    }

    fn value(&self, metrics: &Metrics) -> f64 {
        (self.measure.row.read)(metrics).unwrap_or(f64::NAN)
    }

    /// Whether it is about what is sent: the receiver does nothing for it.
    fn is_of_rate(&self) -> bool {
        matches!(self.measure.row.unit, "1/s" | "B/s")
    }
}

/// Answers a wish. `goes_on` is asked between two steps of the search.
///
/// The price is bytes a second. Of settings at the same price, those are taken whose steps nobody sees: at most half
/// as long again as those of the truth; of these the one of the least mean error, to the thousandth, and of equals the
/// one that changes the least; where none is, the one of the shortest step.
///
/// # Errors
/// [`SuggestError`]: no promise, or one that is not above 0; a key that is not turned; settings without a truth;
/// an end that was asked for.
pub fn suggest(wish: &Wish, goes_on: &(dyn Fn() -> bool + Sync)) -> Result<Answer, SuggestError> {
    check(wish)?;
    let truth = Truth::build(&wish.settings)?;
    let mut search = Search::new(&truth, wish, goes_on)?;
    let wish = &with_an_error(&mut search, wish)?;
    match search.cheapest(&wish.promises)? {
        Some(settings) => {
            let kept = suggestion(&truth, wish, settings, search.runs)?;
            Ok(Answer::Kept(Box::new(kept)))
        }
        None => Ok(Answer::Broken(Box::new(shortfall::shortfall(&mut search, wish)?))),
    }
}

/// The wish, and where it is of rates alone, which hardly any update would keep, the least peak error at them.
fn with_an_error(search: &mut Search<'_>, wish: &Wish) -> Result<Wish, SuggestError> {
    let mut wish = wish.clone();
    let peak = Measure::find("peak_error").ok();
    if let Some(measure) = peak.filter(|_| wish.promises.iter().all(Promise::is_of_rate)) {
        let promise = Promise { measure, most: 0.0 };
        if let Some(settings) = shortfall::least(search, &promise, &wish.promises)? {
            let most = shortfall::worst(search, &settings, &promise);
            wish.promises.push(Promise { most, ..promise });
        }
    }
    Ok(wish)
}

fn check(wish: &Wish) -> Result<(), SuggestError> {
    let settings = &wish.settings;
    if !settings.technique.row().has_threshold || settings.receiver.joins_at > 0.0 {
        return Err(SuggestError::NotDeadReckoning);
    }
    if wish.promises.is_empty() {
        return Err(SuggestError::NoPromise);
    }
    for Promise { measure, most } in &wish.promises {
        if !measure.is_of(LaneKind::DeadReckoning) {
            return Err(SuggestError::NotMeasured { name: measure.name() });
        }
        if !(*most > 0.0 && most.is_finite()) {
            return Err(SuggestError::Promise { name: measure.name().to_owned(), most: *most });
        }
    }
    let unknown = wish.keep.iter().find(|key| !TURNED.contains(&key.as_str()));
    unknown.map_or(Ok(()), |key| Err(SuggestError::Kept { key: key.clone() }))
}

/// What dead reckoning comes to with one member of the ensemble.
fn measured(truth: &Truth, settings: &Settings, number: u32, run: &mut Run) -> Metrics {
    let settings = member(settings, number);
    simulate_dead_reckoning_into(truth, &settings, run);
    measure_dead_reckoning(truth, &settings, run)
}

fn suggestion(
    truth: &Truth,
    wish: &Wish,
    settings: Settings,
    runs: u64,
) -> Result<Suggestion, SuggestError> {
    let mut run = Run::default();
    let count = seeds(&settings);
    let all: Vec<Metrics> =
        (0..count).map(|number| measured(truth, &settings, number, &mut run)).collect();
    let spread = |read: fn(&Metrics) -> f64| Spread::of(all.iter().map(read).collect());
    let packets = |read: fn(&PacketMetrics) -> f64| {
        let packets = all.iter().filter_map(|metrics| metrics.packets.as_ref());
        Spread::of(packets.map(read).collect())
    };
    let held = wish.promises.iter().map(|promise| held(&all, promise, &settings)).collect();
    let fresh = is_luck(&settings).then(|| {
        let kept = |number: &u32| {
            let metrics = measured(truth, &settings, *number, &mut run);
            wish.promises.iter().all(|promise| promise.share(&metrics) <= 1.0)
        };
        (count..2 * count).filter(kept).count() as u32
    });
    simulate_dead_reckoning_into(truth, &settings, &mut run);
    let thresholds = senders::interval(truth, &settings, &run);
    Ok(Suggestion {
        set: settings.changed_from(&wish.settings),
        held,
        updates_per_second: packets(|packets| packets.updates_per_second),
        bytes_per_second: packets(|packets| packets.bytes_per_second),
        largest_step: spread(|metrics| metrics.largest_step),
        seeds: count,
        fresh,
        thresholds,
        runs: runs + 2 * u64::from(count),
        settings,
    })
}

fn held(all: &[Metrics], promise: &Promise, settings: &Settings) -> Held {
    let values: Vec<f64> = all.iter().map(|metrics| promise.value(metrics)).collect();
    let spread = Spread::of(values.clone());
    let worst = values.iter().position(|value| *value == spread.max).unwrap_or(0);
    Held { promise: *promise, spread, worst_seed: settings.seed.wrapping_add(worst as u64) }
}

/// The lane that suggestions are about: snapshots have neither threshold nor blend.
pub const SIDE: Side = Side::First;

#[cfg(test)]
mod tests;

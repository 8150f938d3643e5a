//! What would have to give where no settings keep every promise.
//!
//! For each promise: the least that its measure can be made while the others are kept. And the floor: what is left
//! where an update goes out on every tick and is drawn at once. It is a measurement, no bound: at times a blend is by
//! chance a little nearer to what comes next than the newest news is.

use super::search::{Search, Try, Verdict};
use super::{Promise, SuggestError, Wish, measured};
use crate::run::Run;
use crate::settings::Settings;
use crate::tune::sweep::seeds;
use dead_reckoning::Order;
use dead_reckoning::smoothing::Smoothing;

/// So many tries are made before the least found so far is used to end hopeless ones early.
const BATCH: usize = 96;
/// So many ways to send are tried at first for each order, spread over all of them.
const SOME: usize = 48;

/// Why nothing was found, and what is nearest.
#[derive(Clone, Debug)]
pub struct Shortfall {
    /// For each promise that could be kept in another form: which, in the order of the wish.
    pub nearest: Vec<Nearest>,
    /// The floor of each promise, in the order of the wish.
    pub floors: Vec<f64>,
    /// Over how many seeds.
    pub seeds: u32,
    /// How many runs it took.
    pub runs: u64,
}

/// A promise in the nearest form that can be kept, the others as they are.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// As it was given.
    pub promise: Promise,
    /// What could be promised instead, in its unit: the worst seed's.
    pub least: f64,
    /// By these settings.
    pub settings: Settings,
    /// What differs from the settings that were given, as `key=value`.
    pub set: Vec<String>,
}

pub fn shortfall(search: &mut Search<'_>, wish: &Wish) -> Result<Shortfall, SuggestError> {
    let mut nearest = Vec::new();
    for place in 0..wish.promises.len() {
        let mut others = wish.promises.clone();
        let promise = others.remove(place);
        let settings = if promise.is_of_rate() {
            search.cheapest(&others)?
        } else {
            least(search, &promise, &others)?
        };
        if let Some(settings) = settings {
            let least = worst(search, &settings, &promise);
            let set = settings.changed_from(&wish.settings);
            nearest.push(Nearest { promise, least, settings, set });
        }
    }
    let floors = wish.promises.iter().map(|promise| floor(search, wish, promise)).collect();
    Ok(Shortfall { nearest, floors, seeds: seeds(&wish.settings), runs: search.runs })
}

/// What a promise's measure comes to at worst over the seeds.
pub(super) fn worst(search: &Search<'_>, settings: &Settings, promise: &Promise) -> f64 {
    let mut run = Run::default();
    let of = |number| promise.value(&measured(search.truth, settings, number, &mut run));
    (0..seeds(settings)).map(of).fold(0.0, f64::max)
}

/// The least over the orders with a threshold of 0 and no blend.
fn floor(search: &Search<'_>, wish: &Wish, promise: &Promise) -> f64 {
    let of = |order: Order| {
        let mut settings = wish.settings.clone();
        (settings.sender.order, settings.receiver.smoothing) = (order, Smoothing::Snap);
        (settings.sender.threshold, settings.sender.pixels) = (0.0, 0.0);
        worst(search, &settings, promise)
    };
    [Order::Velocity, Order::Acceleration, Order::Turn]
        .map(of)
        .into_iter()
        .fold(f64::INFINITY, f64::min)
}

/// The settings that make one measure the least while the others keep their promises: some ways to send first, then
/// those round the best.
pub(super) fn least(
    search: &mut Search<'_>,
    promise: &Promise,
    others: &[Promise],
) -> Result<Option<Settings>, SuggestError> {
    let mut sendings = search.sendings.clone();
    sendings.sort_by(|one, other| one.threshold.total_cmp(&other.threshold));
    let every = (sendings.len() / (3 * SOME)).max(1);
    let some: Vec<_> = sendings.iter().step_by(every).copied().collect();
    let tries = search.tries(&some, others);
    let Some(best) = best_of(search, &tries, promise, others, None)? else { return Ok(None) };
    let place = sendings.iter().position(|sending| *sending == best.0.sending).unwrap_or(0);
    let round = place.saturating_sub(every)..(place + every + 1).min(sendings.len());
    let finer: Vec<Try> = search.tries(&sendings[round], others);
    let best = best_of(search, &finer, promise, others, Some(best))?;
    Ok(best.map(|(tried, _)| search.settings_of(&tried)))
}

/// The try that uses the least of a promise while it keeps the others; the first of equals.
fn best_of(
    search: &mut Search<'_>,
    tries: &[Try],
    promise: &Promise,
    others: &[Promise],
    mut best: Option<(Try, f64)>,
) -> Result<Option<(Try, f64)>, SuggestError> {
    for batch in tries.chunks(BATCH) {
        let bound = best.map_or(f64::INFINITY, |(_, share)| share);
        let held: Vec<Verdict> = search.verdicts(batch, others, 1.0)?;
        let good: Vec<Try> = batch
            .iter()
            .zip(&held)
            .filter(|(_, verdict)| verdict.share <= 1.0)
            .map(|(tried, _)| *tried)
            .collect();
        let verdicts = search.verdicts(&good, std::slice::from_ref(promise), bound)?;
        for (tried, verdict) in good.into_iter().zip(verdicts) {
            if best.is_none_or(|(_, share)| verdict.share < share) {
                best = Some((tried, verdict.share));
            }
        }
    }
    Ok(best)
}

//! The thresholds that make a difference, each with its price.
//!
//! An update is sent on the tick on which the error of the sender's copy passes ε. So with e the least error that
//! made a run send, and f the greatest that did not, every threshold from f to just below e gives the very same run;
//! at e the first update goes out later. Stepping from e to e lists every run there is. On long runs, where those lie
//! closer together than anybody could tell, a step is at least [`step_of`] times the threshold.

use crate::lane::Cause;
use crate::run::Run;
use crate::settings::Settings;
use crate::technique::vehicle::run::simulate_dead_reckoning_into;
use crate::truth::Truth;
use dead_reckoning::extrapolate::Extrapolate;
use dead_reckoning::sender::Reason;
use dead_reckoning::{Order, Update};

/// One way to send, and its price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sending {
    /// The model.
    pub order: Order,
    /// The threshold, u: as round as the run allows.
    pub threshold: f64,
    /// Updates over the run.
    pub updates: usize,
    /// What they weigh, bytes a second.
    pub price: f64,
}

/// The greatest threshold there is, u.
const MOST_THRESHOLD: f64 = 1000.0;

/// What is below this is said to be 0, u.
const LEAST_STATED: f64 = 1e-6;

/// The most digits of a threshold.
const MOST_DIGITS: usize = 4;

/// The most steps up from the least threshold.
const MOST_STEPS: usize = 6000;

/// The least step between two thresholds, relative to them.
fn step_of(truth: &Truth) -> f64 {
    0.002 * (truth.states.len() as f64 / 5000.0).max(1.0)
}

/// The thresholds from `least` on, and 0, that make a difference under one order, by rising threshold. `settings` have
/// that order.
pub fn of_order(truth: &Truth, settings: &Settings, least: f64) -> Vec<Sending> {
    let mut run = Run::default();
    let mut sendings: Vec<Sending> =
        sending_at(truth, settings, 0.0, &mut run).0.into_iter().collect();
    let mut threshold = least;
    for _ in 0..MOST_STEPS {
        let (sending, below) = sending_at(truth, settings, threshold, &mut run);
        sendings.extend(sending);
        threshold = below.max(threshold * (1.0 + step_of(truth)));
        // From here on nothing but the heartbeat sends.
        if threshold > MOST_THRESHOLD {
            break;
        }
    }
    sendings
}

/// The way to send that a threshold is, and the least threshold that is another. None where the thresholds of that run are
/// so close together that no number of a few digits is one: a game could not rely on it.
pub fn sending_at(
    truth: &Truth,
    settings: &Settings,
    threshold: f64,
    run: &mut Run,
) -> (Option<Sending>, f64) {
    let mut tried = settings.clone();
    tried.sender.threshold = threshold;
    simulate_dead_reckoning_into(truth, &tried, run);
    let (from, below) = interval(truth, &tried, run);
    let updates = run.lanes[0].packets.len();
    let given = settings.sender.threshold;
    // What is there already need not change.
    let value =
        if (from..below).contains(&given) { Some(given) } else { round(from, below, threshold) };
    let sending = |threshold: f64| Sending {
        order: tried.sender.order,
        threshold,
        updates,
        price: updates as f64 / truth.seconds * f64::from(tried.packet_bytes()),
    };
    (value.map(sending), below)
}

/// The thresholds that give the run that `settings` gave: from the first to just below the second, u. The second is
/// infinite where no update came of the threshold.
pub fn interval(truth: &Truth, settings: &Settings, run: &Run) -> (f64, f64) {
    let model = settings.sender_config().model;
    let packets = &run.lanes[0].packets;
    let (mut from, mut below): (f64, f64) = (0.0, f64::INFINITY);
    let held_back =
        |tick: usize| run.vehicle().is_some_and(|vehicle| vehicle.notes[tick].held_back);
    for (place, packet) in packets.iter().enumerate() {
        let sent_at = truth.time(packet.sent);
        let last = Update { sent_at, state: packet.state, teleport: false };
        let next = packets.get(place + 1);
        let end = next.map_or(truth.states.len(), |next| next.sent);
        let error = |tick: usize| {
            let copy = model.at(&last, truth.time(tick));
            copy.position.distance(truth.states[tick].position)
        };
        for tick in packet.sent + 1..end {
            // What the rate cap held back was past the threshold.
            if !held_back(tick) {
                from = from.max(error(tick));
            }
        }
        if next.is_some_and(|next| next.cause == Cause::Owed(Reason::Threshold)) {
            below = below.min(error(end));
        }
    }
    (from.min(settings.threshold()), below)
}

/// The number from `from` to just below `below` with the fewest digits, the nearest to the middle; none that has more
/// than four. Where nothing is above, `threshold` is as good as any.
fn round(from: f64, below: f64, threshold: f64) -> Option<f64> {
    if from == 0.0 && below < LEAST_STATED {
        return Some(0.0);
    }
    let middle = if below.is_finite() { from.midpoint(below) } else { threshold };
    let rounded = |digits: usize| format!("{middle:.digits$e}").parse::<f64>().ok();
    let fits = |value: &f64| (from..below).contains(value);
    (0..MOST_DIGITS).filter_map(rounded).find(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_threshold_between_two_of_them_gives_the_run_of_one() {
        let settings = Settings::default();
        let truth = Truth::build(&settings).expect("the lap");
        let sendings = of_order(&truth, &settings, 0.2);
        let mut run = Run::default();
        for threshold in (0..200).map(|step| 0.2 + 0.004 * f64::from(step)) {
            let mut settings = settings.clone();
            settings.sender.threshold = threshold;
            simulate_dead_reckoning_into(&truth, &settings, &mut run);
            let (from, below) = interval(&truth, &settings, &run);
            assert!(from <= threshold && threshold < below, "{from} {threshold} {below}");
            let listed: Vec<&Sending> = sendings
                .iter()
                .filter(|sending| (from..below).contains(&sending.threshold))
                .collect();
            assert_eq!(listed.len(), 1, "{threshold}");
            assert_eq!(listed[0].updates, run.lanes[0].packets.len());
        }
    }

    #[test]
    fn the_ends_of_an_interval_are_where_the_run_changes() {
        let settings = Settings::default();
        let truth = Truth::build(&settings).expect("the lap");
        let sent = |threshold: f64| {
            let mut settings = settings.clone();
            settings.sender.threshold = threshold;
            let mut run = Run::default();
            simulate_dead_reckoning_into(&truth, &settings, &mut run);
            let interval = interval(&truth, &settings, &run);
            let packets = &run.lanes[0].packets;
            (packets.iter().map(|packet| packet.sent).collect::<Vec<_>>(), interval)
        };
        let (ticks, (from, below)) = sent(0.3);
        assert_eq!(sent(from).0, ticks);
        assert_eq!(sent(below.next_down()).0, ticks);
        assert_ne!(sent(below).0, ticks);
        assert_ne!(sent(from.next_down()).0, ticks);
    }

    #[test]
    fn a_round_number_has_as_few_digits_as_fit() {
        assert_eq!(round(0.2971, 0.3042, 0.3), Some(0.3));
        assert_eq!(round(0.2971, 0.2979, 0.3), Some(0.2975));
        assert_eq!(round(2.0, f64::INFINITY, 2.5), Some(2.0));
        assert_eq!(round(0.0, 1e-30, 0.0), Some(0.0));
        assert_eq!(round(0.133_333_3, 0.133_333_4, 0.133_333_3), None);
    }
}

//! The search: from the cheapest way to send upwards, until a way to hide the corrections keeps the promises.

use super::senders::{self, Sending};
use super::{Promise, SuggestError, Wish, measured};
use crate::cores::on_all;
use crate::run::Run;
use crate::settings::Settings;
use crate::truth::Truth;
use crate::tune::sweep::seeds;
use dead_reckoning::Order;
use dead_reckoning::smoothing::{BlendUntil, SMOOTHINGS, Smoothing};

/// The blend times of the coarse grid, s.
const BLENDS: [f64; 10] = [0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0];
/// Those of runs longer than [`LONG`].
const FEW_BLENDS: [f64; 4] = [0.05, 0.1, 0.2, 0.4];
/// From this many ticks on a run is long.
const LONG: usize = 50_000;
/// What came so near to a promise, as a multiple of it, is worth a finer look.
const NEAR: f64 = 1.25;
/// What a few ways to hide are as far from as this multiple of a promise, the others need not try.
const FAR: f64 = 1.5;
/// The blend times of those few, s.
const PROBES: [f64; 3] = [0.05, 0.2, 0.4];
/// How often the gap between two blend times is halved.
const HALVINGS: usize = 4;
/// The least threshold that is tried beside 0, as a multiple of the truth's own longest step.
const LEAST: f64 = 0.02;
/// A step so many times as long as the truth's own is not seen.
const UNSEEN_STEP: f64 = 1.5;

/// One way to hide corrections.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hiding {
    smoothing: Smoothing,
    blend_time: f64,
    until: BlendUntil,
}

/// One point of the search.
#[derive(Clone, Copy, Debug)]
pub struct Try {
    pub sending: Sending,
    pub hiding: Hiding,
}

/// What a try came to, over the seeds that it lasted for.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The most that any promise uses of what it allows; 1 or less keeps them all.
    pub share: f64,
    /// The longest step, u.
    step: f64,
    /// The mean error, u: the greatest of any seed.
    mean: f64,
}

/// What the search works on.
pub struct Search<'a> {
    pub truth: &'a Truth,
    base: Settings,
    keep: &'a [String],
    goes_on: &'a (dyn Fn() -> bool + Sync),
    /// Every way to send, the cheapest first.
    pub sendings: Vec<Sending>,
    /// The coarse ways to hide a correction.
    pub hidings: Vec<Hiding>,
    /// A longer step is one that is seen, u.
    seen_step: f64,
    /// How many runs it took so far.
    pub runs: u64,
}

impl<'a> Search<'a> {
    pub fn new(
        truth: &'a Truth,
        wish: &'a Wish,
        goes_on: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Self, SuggestError> {
        let mut base = wish.settings.clone();
        let kept = |key: &str| wish.keep.iter().any(|kept| kept == key);
        if !kept("sender.threshold") {
            // The threshold that is found is one in world units.
            base.sender.pixels = 0.0;
        }
        let orders = if kept("sender.order") {
            vec![base.sender.order]
        } else {
            vec![Order::Velocity, Order::Acceleration, Order::Turn]
        };
        let steps = truth.states.windows(2).map(|pair| pair[0].position.distance(pair[1].position));
        let longest_step = steps.fold(0.0, f64::max);
        let least = (LEAST * longest_step).max(1e-6);
        let fixed = kept("sender.threshold").then(|| base.threshold());
        let listed = on_all(&orders, truth.states.len(), |(): &mut (), order| {
            let mut settings = base.clone();
            settings.sender.order = *order;
            match fixed {
                Some(threshold) => {
                    settings.sender.threshold = threshold;
                    let run = &mut Run::default();
                    senders::sending_at(truth, &settings, threshold, run).0.into_iter().collect()
                }
                None => senders::of_order(truth, &settings, least),
            }
        });
        let mut sendings: Vec<Sending> = listed.into_iter().flatten().collect();
        sendings.sort_by(|one, other| one.price.total_cmp(&other.price));
        let seen_step = UNSEEN_STEP * longest_step;
        let hidings = hidings(&base, &kept, truth);
        let runs = sendings.len() as u64;
        Ok(Self { truth, base, keep: &wish.keep, goes_on, sendings, hidings, seen_step, runs })
    }

    /// The settings of a try.
    pub fn settings_of(&self, tried: &Try) -> Settings {
        let mut settings = self.base.clone();
        let Hiding { smoothing, blend_time, until } = tried.hiding;
        settings.sender.order = tried.sending.order;
        if !self.keep.iter().any(|key| key == "sender.threshold") {
            settings.sender.threshold = tried.sending.threshold;
        }
        let receiver = &mut settings.receiver;
        receiver.smoothing = smoothing;
        (receiver.blend_time, receiver.blend_until) = (blend_time, until);
        settings
    }

    /// The cheapest settings that keep the promises, if any do.
    pub fn cheapest(&mut self, promises: &[Promise]) -> Result<Option<Settings>, SuggestError> {
        let mut near: Vec<(Try, Verdict)> = Vec::new();
        let mut kept: Vec<(Try, Verdict)> = Vec::new();
        let sendings = std::mem::take(&mut self.sendings);
        let groups = sendings.chunk_by(|one, other| one.price == other.price);
        for group in groups {
            let hopeful = self.hopeful(group, promises)?;
            let tries = self.tries(&hopeful, promises);
            let verdicts = self.verdicts(&tries, promises, 1.0)?;
            let of_group = tries.into_iter().zip(verdicts);
            let (good, bad): (Vec<_>, Vec<_>) = of_group.partition(|(_, is)| is.share <= 1.0);
            near.extend(bad.into_iter().filter(|(_, is)| is.share <= NEAR));
            if !good.is_empty() {
                kept = good;
                break;
            }
        }
        self.sendings = sendings;
        if let Some(finer) = self.finer(near, promises)? {
            kept = finer;
        }
        kept = self.smoother(kept, promises)?;
        let worth = |(tried, is): &(Try, Verdict)| {
            let changes = self.settings_of(tried).changed_from(&self.base).len();
            let thousandths = |value: f64| (value * 1000.0).round();
            (thousandths(is.step.max(self.seen_step)), thousandths(is.mean), changes)
        };
        let best = kept.iter().min_by(|one, other| {
            let (one, other) = (worth(one), worth(other));
            one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)).then(one.2.cmp(&other.2))
        });
        Ok(best.map(|(tried, _)| self.settings_of(tried)))
    }

    /// Those ways to send for which each promise, taken alone, is not far from kept by one of a few ways to hide.
    fn hopeful(
        &mut self,
        sendings: &[Sending],
        promises: &[Promise],
    ) -> Result<Vec<Sending>, SuggestError> {
        let probes: Vec<Hiding> = self.hidings.iter().filter(|is| is.is_probe()).copied().collect();
        if probes.is_empty() {
            return Ok(sendings.to_vec());
        }
        let mut left: Vec<Sending> = sendings.to_vec();
        for promise in promises {
            let one = std::slice::from_ref(promise);
            let tries = tries(self.truth, &left, &probes, promises);
            let verdicts = self.verdicts(&tries, one, 1.0)?;
            let near = |sending: &Sending| {
                let of_choice =
                    tries.iter().zip(&verdicts).filter(|(of, _)| of.sending == *sending);
                of_choice.into_iter().any(|(_, verdict)| verdict.share <= FAR)
            };
            left.retain(near);
        }
        Ok(left)
    }

    /// Each way to send with each way to hide, but for those whose price alone breaks a promise.
    pub fn tries(&self, sendings: &[Sending], promises: &[Promise]) -> Vec<Try> {
        tries(self.truth, sendings, &self.hidings, promises)
    }

    /// What each try comes to. A try ends with the first seed that takes more than `enough` of a promise.
    pub fn verdicts(
        &mut self,
        tries: &[Try],
        promises: &[Promise],
        enough: f64,
    ) -> Result<Vec<Verdict>, SuggestError> {
        if !(self.goes_on)() {
            return Err(SuggestError::Stopped);
        }
        let truth = self.truth;
        let judged = on_all(tries, truth.states.len(), |run: &mut Run, tried| {
            let settings = self.settings_of(tried);
            judge(truth, &settings, promises, enough, run)
        });
        self.runs += judged.iter().map(|(_, runs)| u64::from(*runs)).sum::<u64>();
        Ok(judged.into_iter().map(|(verdict, _)| verdict).collect())
    }

    /// Finer blend times for what came near a promise: those of the lowest price that keep it.
    fn finer(
        &mut self,
        mut near: Vec<(Try, Verdict)>,
        promises: &[Promise],
    ) -> Result<Option<Vec<(Try, Verdict)>>, SuggestError> {
        if self.keep.iter().any(|key| key == "receiver.blend_time") {
            return Ok(None);
        }
        near.retain(|(tried, _)| tried.hiding.is_timed());
        let mut found: Option<Vec<(Try, Verdict)>> = None;
        let groups = near.chunk_by(|(one, _), (other, _)| one.sending.price == other.sending.price);
        for group in groups {
            let tries: Vec<Try> = group.iter().flat_map(|(tried, _)| self.beside(tried)).collect();
            let verdicts = self.verdicts(&tries, promises, 1.0)?;
            let kept = tries.into_iter().zip(verdicts).filter(|(_, is)| is.share <= 1.0);
            let kept: Vec<_> = kept.collect();
            if !kept.is_empty() {
                found = Some(kept);
                break;
            }
        }
        Ok(found)
    }

    /// Blend times between those of the grid to both sides.
    fn beside(&self, tried: &Try) -> Vec<Try> {
        let own = tried.hiding.blend_time;
        let blends = blends(self.truth);
        let below = blends.iter().copied().rev().find(|blend| *blend < own).unwrap_or(0.0);
        let above = blends.iter().copied().find(|blend| *blend > own).unwrap_or(own);
        let parts = [0.25, 0.5, 0.75];
        let times = parts.iter().flat_map(|part| {
            [below + (own - below) * part, own + (above - own) * part].map(milliseconds)
        });
        let with = |blend_time| Try { hiding: Hiding { blend_time, ..tried.hiding }, ..*tried };
        times.filter(|time| *time > 0.0 && *time != own).map(with).collect()
    }

    /// Longer blends while the promises stay kept: fewer steps that are seen, for the same price.
    fn smoother(
        &mut self,
        mut kept: Vec<(Try, Verdict)>,
        promises: &[Promise],
    ) -> Result<Vec<(Try, Verdict)>, SuggestError> {
        let fixed = self.keep.iter().any(|key| key == "receiver.blend_time");
        let seen = self.seen_step;
        if fixed || kept.iter().any(|(_, is)| is.step <= seen) {
            return Ok(kept);
        }
        // The smoothest few; each goes on by half of the way that is left to the next blend time that failed.
        kept.sort_by(|(_, one), (_, other)| one.step.total_cmp(&other.step));
        let start: Vec<Try> =
            kept.iter().map(|row| row.0).filter(|tried| tried.hiding.is_timed()).take(8).collect();
        let mut gap = 0.5;
        let mut best = start;
        for _ in 0..HALVINGS {
            let longer = |tried: &Try| {
                let blend_time = milliseconds(tried.hiding.blend_time * (1.0 + gap));
                Try { hiding: Hiding { blend_time, ..tried.hiding }, ..*tried }
            };
            let tries: Vec<Try> = best.iter().map(longer).collect();
            let verdicts = self.verdicts(&tries, promises, 1.0)?;
            for ((place, tried), verdict) in tries.into_iter().enumerate().zip(verdicts) {
                if verdict.share <= 1.0 {
                    best[place] = tried;
                    kept.push((tried, verdict));
                }
            }
            gap /= 2.0;
        }
        Ok(kept)
    }
}

impl Hiding {
    /// Whether its blend time makes a difference.
    fn is_timed(&self) -> bool {
        self.smoothing != Smoothing::Snap && self.until == BlendUntil::Fixed
    }

    /// Whether it shows what the others may come to: no blend for the error, a short and a long one for the steps.
    fn is_probe(&self) -> bool {
        let blends = self.smoothing == Smoothing::ProjectiveVelocity && self.is_timed();
        self.smoothing == Smoothing::Snap || blends && PROBES.contains(&self.blend_time)
    }
}

fn tries(
    truth: &Truth,
    sendings: &[Sending],
    hidings: &[Hiding],
    promises: &[Promise],
) -> Vec<Try> {
    let affordable = |sending: &&Sending| {
        promises.iter().all(|promise| match promise.measure.row.unit {
            "1/s" => sending.updates as f64 / truth.seconds <= promise.most,
            "B/s" => sending.price <= promise.most,
            _ => true,
        })
    };
    let of = |sending: &Sending| {
        let sending = *sending;
        hidings.iter().map(move |&hiding| Try { sending, hiding })
    };
    sendings.iter().filter(affordable).flat_map(of).collect()
}

fn milliseconds(time: f64) -> f64 {
    (time * 1000.0).round() / 1000.0
}

fn blends(truth: &Truth) -> &'static [f64] {
    if truth.states.len() > LONG { &FEW_BLENDS } else { &BLENDS }
}

/// The coarse ways to hide a correction, those that the settings have first.
fn hidings(base: &Settings, kept: &dyn Fn(&str) -> bool, truth: &Truth) -> Vec<Hiding> {
    let receiver = &base.receiver;
    let smoothings = if kept("receiver.smoothing") {
        vec![receiver.smoothing]
    } else {
        SMOOTHINGS.iter().map(|row| row.smoothing).collect()
    };
    let untils = if kept("receiver.blend_until") {
        vec![receiver.blend_until]
    } else {
        vec![BlendUntil::Fixed, BlendUntil::NextUpdate]
    };
    let own = receiver.blend_time;
    let times: Vec<f64> = if kept("receiver.blend_time") {
        vec![own]
    } else {
        let others = blends(truth).iter().copied().filter(|time| *time != own);
        std::iter::once(own).chain(others).collect()
    };
    let mut all: Vec<Hiding> = Vec::new();
    for &smoothing in &smoothings {
        for &until in &untils {
            for &blend_time in &times {
                let hiding = Hiding { smoothing, blend_time, until };
                let same = |other: &Hiding| {
                    other.smoothing == smoothing && other.until == until && !hiding.is_timed()
                };
                let snaps = smoothing == Smoothing::Snap && until != untils[0];
                // Without a blend time the next update is not waited for.
                let is_snap = until == BlendUntil::NextUpdate && blend_time == 0.0;
                let known = all.iter().any(same);
                if !(known || snaps || is_snap && times.len() > 1) {
                    all.push(hiding);
                }
            }
        }
    }
    all
}

/// What settings come to over the seeds, and how many runs that took.
fn judge(
    truth: &Truth,
    settings: &Settings,
    promises: &[Promise],
    enough: f64,
    run: &mut Run,
) -> (Verdict, u32) {
    let mut verdict = Verdict { share: 0.0, step: 0.0, mean: 0.0 };
    let count = seeds(settings);
    for number in 0..count {
        let metrics = measured(truth, settings, number, run);
        for promise in promises {
            verdict.share = verdict.share.max(promise.share(&metrics));
        }
        verdict.step = verdict.step.max(metrics.largest_step);
        verdict.mean = verdict.mean.max(metrics.mean_error);
        if verdict.share > enough {
            return (verdict, number + 1);
        }
    }
    (verdict, count)
}

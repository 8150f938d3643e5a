//! Your own player on a network: what was pressed, what the server made of it, and what the client drew.
//!
//! In: keys, an obstacle, a link each way. Out: the truth (where the server has the player after each input, as if it
//! were there at once), what the predicting client drew, and what one that waits for the server would have drawn.
//!
//! Each tick goes `client.press → up → server.receive → server.acknowledge → down → client.receive → client.drawn`.
//! The input of tick i carries the number i + 1. A packet up holds all pending inputs, so the next one mends every
//! loss; the server's answers begin with the first input that it hears.
//!
//! Invariants: the prefix property; with one rule on both ends, no obstacle and a queue that is never full, what the
//! predicting client draws is the truth to the bit on every tick, whatever the network does.

use super::careless::Careless;
use super::detail::{Answer, CORRECTION_NOISE, InputLife, PacketUp, PlayerRun, PlayerTick};
use super::truth::{FIRST, barrier, client_rule, ground, heading_of};
use crate::Tick;
use crate::draws::Channel;
use crate::lane::{Cause, Fate, Frame, Lane};
use crate::lanes::LaneKind;
use crate::link::{Link, link_of};
use crate::run::{Detail, Run};
use crate::settings::Settings;
use crate::settings::keys::Keys;
use crate::truth::Truth;
use dead_reckoning::State;
use dead_reckoning::interpolation::SnapshotClock;
use dead_reckoning::prediction::{
    Acknowledgement, Client, ClientConfig, Ground, InputReceipt, Mover, Reconciled, Reconciliation,
    Server, walk,
};
use glam::DVec2;

fn client_config(settings: &Settings) -> ClientConfig {
    let player = &settings.player;
    // Who keeps what is acknowledged drops the oldest instead of waiting for room.
    let capacity = if player.keeps_acknowledged { usize::MAX } else { player.capacity as usize };
    ClientConfig {
        capacity,
        smoothing: player.smoothing,
        predicts: player.predicts,
        ..ClientConfig::new(client_rule(settings), ground(settings))
    }
}

/// All pending inputs: how many, up to the newest, and the tick of the packet.
#[derive(Clone, Copy, Debug)]
struct Pending {
    sent: Tick,
    oldest: u16,
    count: usize,
}

/// Both ends and the links between them.
struct Ends<'a> {
    truth: &'a Truth,
    keys: Keys,
    bytes: u32,
    owner: Careless,
    /// One that waits for the server, on the same packets.
    waiting: Client,
    server: Server,
    up: Link<Pending>,
    down: Link<(usize, Acknowledgement)>,
    clock: SnapshotClock,
    /// When the server heard the first input, s.
    heard_at: Option<f64>,
}

/// Runs client, server and the links between them, in the room of an earlier run.
pub fn simulate_into(truth: &Truth, settings: &Settings, run: &mut Run) {
    let player = match std::mem::take(&mut run.detail) {
        Detail::Player(player) => player,
        Detail::Vehicle(_) | Detail::Shot(_) => PlayerRun::default(),
    };
    let mut sheet = Sheet { lanes: &mut run.lanes, player };
    sheet.clear(truth.states.len());
    let answers = (truth.seconds * settings.player.answer_rate) as usize + 2;
    sheet.player.answers.reserve(answers.min(truth.states.len()));
    let mut ends = Ends::of(truth, settings);
    for tick in 0..truth.states.len() {
        ends.press(tick, &mut sheet);
        ends.serve(tick, &mut sheet);
        let corrected = ends.hear(tick, &mut sheet);
        ends.draw(tick, corrected, &mut sheet);
    }
    run.detail = Detail::Player(sheet.player);
}

/// What is written down tick by tick.
struct Sheet<'a> {
    lanes: &'a mut [Lane; 2],
    player: PlayerRun,
}

impl Sheet<'_> {
    /// Empties what an earlier run left, and keeps its room.
    fn clear(&mut self, ticks: usize) {
        let [predicted, waiting] = &mut self.lanes;
        predicted.start(LaneKind::Predicted, ticks);
        waiting.start(LaneKind::Waiting, ticks);
        let PlayerRun { inputs, packets, answers, ticks: each } = &mut self.player;
        inputs.clear();
        inputs.reserve(ticks);
        packets.clear();
        packets.reserve(ticks);
        answers.clear();
        each.clear();
        each.reserve(ticks);
    }
}

impl<'a> Ends<'a> {
    fn of(truth: &'a Truth, settings: &Settings) -> Self {
        let (start, ground) = (Mover::default(), ground(settings));
        let config = client_config(settings);
        let waits = ClientConfig { predicts: false, smoothing: 0.0, ..config };
        let known = Ground { barrier: barrier(settings), ..ground };
        Self {
            truth,
            keys: Keys::read(&settings.player.keys).unwrap_or_default(),
            bytes: settings.link.packet_bytes,
            owner: Careless::new(config, &settings.player, FIRST),
            waiting: Client::new(waits, start, FIRST),
            server: Server::new(walk, known, start, FIRST),
            up: link_of(truth, settings.link_up(), settings.seed, Channel::Inputs),
            down: link_of(truth, settings.link.clone(), settings.seed, Channel::PlayerAnswers),
            clock: SnapshotClock::new(settings.player.answer_rate),
            heard_at: None,
        }
    }

    /// The client acts on the keys and sends what is pending.
    fn press(&mut self, tick: Tick, sheet: &mut Sheet<'_>) {
        let wish = self.keys.wish(tick);
        if let Some(input) = self.owner.press(tick as u64, wish) {
            // It holds no more inputs than the other, so it has room for one as well.
            let _ = self.waiting.press(tick as u64, wish);
            let predicted = self.owner.client.predicted().position;
            let life = InputLife { input, predicted, applied: None, on_server: None };
            sheet.player.inputs.push(life);
        }
        let (oldest, count) = pending(&self.owner);
        let now = self.truth.time(tick);
        let sending = self.up.send(now, self.bytes, Pending { sent: tick, oldest, count });
        sheet.player.packets.push(PacketUp { arrived: None, fate: sending.fate() });
    }

    /// The server applies what has arrived, and answers if it is time to.
    fn serve(&mut self, tick: Tick, sheet: &mut Sheet<'_>) {
        let now = self.truth.time(tick);
        while let Some(Pending { sent, oldest, count }) = self.up.poll(now) {
            let packet = &mut sheet.player.packets[sent];
            (packet.arrived, packet.fate) = (packet.arrived.or(Some(tick)), Fate::Used);
            self.heard_at = self.heard_at.or(Some(now));
            let applied = usize::from(self.server.acknowledge().sequence + 1 - FIRST);
            let from = usize::from(oldest - FIRST);
            for life in &mut sheet.player.inputs[applied.clamp(from, from + count)..from + count] {
                if self.server.receive(&life.input) == InputReceipt::Applied {
                    life.applied = Some(tick);
                    life.on_server = Some(self.server.mover().position);
                }
            }
        }
        if self.heard_at.is_some_and(|heard_at| self.clock.poll(now - heard_at)) {
            self.answer(tick, sheet);
        }
    }

    fn answer(&mut self, tick: Tick, sheet: &mut Sheet<'_>) {
        let says = self.server.acknowledge();
        let Mover { position, velocity } = says.mover;
        let state =
            State { position, velocity, heading: heading_of(velocity, 0.0), ..State::default() };
        let sending =
            self.down.send(self.truth.time(tick), self.bytes, (sheet.player.answers.len(), says));
        for lane in sheet.lanes.iter_mut() {
            let index = lane.sent(tick, Cause::Clock, &state);
            lane.packets[index].fate = sending.fate();
        }
        let (taken, before, after) = (None, DVec2::ZERO, DVec2::ZERO);
        let reconciliation = Reconciliation::default();
        sheet.player.answers.push(Answer {
            sent: tick,
            says,
            taken,
            before,
            after,
            reconciliation,
        });
    }

    /// Both clients take the answers that have arrived; whether one moved the predicting client.
    fn hear(&mut self, tick: Tick, sheet: &mut Sheet<'_>) -> bool {
        let now = self.truth.time(tick);
        let mut corrected = false;
        while let Some((index, says)) = self.down.poll(now) {
            let before = self.owner.client.predicted().position;
            let reconciliation = self.owner.receive(now, &says);
            sheet.lanes[0].arrived(index, tick, fate_of(reconciliation.outcome));
            let waits = self.waiting.receive(now, &says);
            sheet.lanes[1].arrived(index, tick, fate_of(waits.outcome));
            if reconciliation.outcome != Reconciled::Taken {
                continue;
            }
            let moved = reconciliation.correction.length() > CORRECTION_NOISE;
            corrected |= moved;
            let answer = &mut sheet.player.answers[index];
            // A copy that a fault takes as well counts if it does anything.
            if answer.taken.is_none() || moved {
                let after = self.owner.client.predicted().position;
                let taken = Some(tick);
                *answer = Answer { taken, before, after, reconciliation, ..*answer };
            }
        }
        corrected
    }

    fn draw(&self, tick: Tick, corrected: bool, sheet: &mut Sheet<'_>) {
        let now = self.truth.time(tick);
        let state = &self.truth.states[tick];
        let predicted = self.owner.client.predicted();
        let drawn = self.owner.client.drawn(now);
        let error = drawn.distance(state.position);
        draw(&mut sheet.lanes[0], drawn, predicted.velocity, [error; 2]);
        let late = self.waiting.predicted();
        let known = usize::from(self.waiting.acknowledged() + 1 - FIRST).checked_sub(1);
        let then = known.map_or(DVec2::ZERO, |input| {
            let tick = sheet.player.inputs[input].input.tick as Tick;
            self.truth.states[tick].position
        });
        let errors = [late.position.distance(state.position), late.position.distance(then)];
        draw(&mut sheet.lanes[1], late.position, late.velocity, errors);
        // Without prediction every answer moves the client: that is no correction.
        let corrected = corrected && self.owner.client.predicts();
        let (oldest, pending) = pending(&self.owner);
        let server = self.server.mover().position;
        let predicted = predicted.position;
        sheet.player.ticks.push(PlayerTick { oldest, pending, server, predicted, corrected });
    }
}

fn draw(lane: &mut Lane, drawn: DVec2, velocity: DVec2, [error, path_error]: [f64; 2]) {
    let before = lane.frames.last().map_or(0.0, |frame| frame.heading);
    let heading = heading_of(velocity, before);
    lane.frames.push(Frame { drawn, velocity, error, path_error, heading, seen: true });
}

/// The number of a client's oldest pending input, and how many there are.
fn pending(owner: &Careless) -> (u16, usize) {
    let (oldest, count) = owner.queue();
    (oldest.map_or(FIRST, |input| input.sequence), count)
}

fn fate_of(outcome: Reconciled) -> Fate {
    match outcome {
        Reconciled::Taken => Fate::Used,
        Reconciled::Stale | Reconciled::Refused => Fate::Late,
    }
}

#[cfg(test)]
mod tests {
    use super::super::detail::{Step, input_delay};
    use super::*;
    use crate::experiment::Experiment;
    use crate::lane::Packet;
    use crate::simulate::simulate;
    use proptest::prelude::*;

    fn lab(set: &[&str]) -> Experiment {
        let mut settings = Settings::default();
        settings.set("technique=prediction").expect("a technique");
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        Experiment::of(settings).expect("an experiment")
    }

    /// The source's example: x = 10 before input 41, a unit a tick, a tick each way, an answer every third tick.
    const TRACE: [&str; 4] = [
        "player.keys=.30 r15 .20",
        "motion.speed=60",
        "link.latency=0.016666666666666666",
        "seed=3",
    ];

    /// What a bad network does, all of it at once.
    const BAD: [&str; 5] = [
        "link.jitter=0.05",
        "link.loss=0.2",
        "link.duplicate=0.2",
        "link.reorder=0.2",
        "link.spike_period=2",
    ];

    #[test]
    fn the_sources_trace_falls_out_of_the_scene() {
        let barrier =
            ["player.barrier_x=12.6", "player.barrier_from=0.7", "player.barrier_length=0.0167"];
        for (set, stopped) in [(&[][..], 13.0), (&barrier, 12.6)] {
            let lab = lab(&[&TRACE[..], set].concat());
            let pressed = lab.run.player().expect("a player").inputs[44];
            assert_eq!((pressed.input.sequence, pressed.input.tick), (45, 44));
            assert_eq!(
                lab.run.player().expect("a player").answer(43).expect("before").says.sequence,
                40
            );
            let answer = lab.run.player().expect("a player").answer(44).expect("an answer");
            assert_eq!((answer.says.sequence, answer.says.mover.position.x), (43, stopped));
            // Played again as on the way there: a unit, and a unit.
            let after = stopped + 1.0 + 1.0;
            assert_eq!((answer.before.x, answer.after.x), (15.0, after));
            let Reconciliation { outcome, dropped, replayed, correction } = answer.reconciliation;
            assert_eq!((outcome, dropped, replayed), (Reconciled::Taken, 3, 2));
            assert_eq!(correction, DVec2::new(after - 15.0, 0.0));
            let steps = lab.run.player().expect("a player").steps(&lab.settings, answer);
            let right = [
                (41, 11.0, Some(11.0), true, None),
                (42, 12.0, Some(12.0), true, None),
                (43, 13.0, Some(stopped), true, None),
                (44, 14.0, None, false, Some(stopped + 1.0)),
                (45, 15.0, None, false, Some(after)),
            ];
            let x = |at: DVec2| at.x;
            let steps = steps.iter().map(|step| {
                let Step { input, predicted, on_server, is_acknowledged, replayed } = *step;
                let replayed = replayed.map(x);
                (input.sequence, predicted.x, on_server.map(x), is_acknowledged, replayed)
            });
            assert_eq!(steps.collect::<Vec<_>>(), right);
            assert_eq!(lab.run.player().expect("a player").ticks[44].corrected, stopped < 13.0);
        }
    }

    #[test]
    fn the_truth_is_what_the_server_comes_to() {
        let lab = lab(&["player.barrier_length=9", "player.keys=r60 u30 l90 .60"]);
        let last = lab.truth.states.len() - 1;
        assert_eq!(
            lab.run.player().expect("a player").ticks[last].server,
            lab.truth.states[last].position
        );
        assert_eq!(lab.run.lanes[0].frames[last].error, 0.0);
        let farthest = lab.truth.states.iter().map(|state| state.position.x).fold(0.0, f64::max);
        assert_eq!(farthest, 2.0, "nobody passes the obstacle");
        assert_eq!(lab.truth.states[70].heading, std::f64::consts::FRAC_PI_2);
        let way: Vec<DVec2> = lab.truth.outline.iter().map(|at| at.round()).collect();
        let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (-4.0, 2.0)].map(DVec2::from);
        assert!(corners.iter().all(|corner| way.contains(corner)) && way.len() < 9, "{way:?}");
    }

    #[test]
    fn equal_settings_give_equal_bits_and_so_does_used_room() {
        let one = lab(&BAD);
        assert_eq!(one, lab(&BAD));
        let mut used = Experiment::of(Settings::default()).expect("the lap");
        used.change(one.settings.clone()).expect("a change");
        assert_eq!(used, one);
        used.change(Settings::default()).expect("a change");
        assert_eq!(used, Experiment::of(Settings::default()).expect("the lap"));
        let other = lab(&[&BAD[..], &["seed=1"]].concat());
        assert_ne!(
            other.run.player().expect("a player").packets,
            one.run.player().expect("a player").packets
        );
    }

    #[test]
    fn cutting_the_truth_leaves_the_ticks_before_the_cut() {
        let whole = lab(&[&BAD[..], &["player.barrier_length=1", "player.smoothing=0.1"]].concat());
        for ticks in [1, 2, 53, 120, 200] {
            let cut = simulate(&whole.truth.prefix(ticks), &whole.settings);
            for (cut, whole) in
                [(&cut.lanes[0], &whole.run.lanes[0]), (&cut.lanes[1], &whole.run.lanes[1])]
            {
                assert_eq!(cut.frames, whole.frames[..ticks]);
                let sent = whole.packets.iter().take_while(|packet| packet.sent < ticks);
                let sent: Vec<Packet> = sent.map(|packet| packet.by(ticks)).collect();
                assert_eq!(cut.packets, sent);
            }
            assert_eq!(
                cut.player().expect("a player").ticks,
                whole.run.player().expect("a player").ticks[..ticks]
            );
            let then = whole
                .run
                .player()
                .expect("a player")
                .answers
                .iter()
                .filter(|answer| answer.sent < ticks);
            for (cut, whole) in cut.player().expect("a player").answers.iter().zip(then) {
                assert_eq!(cut.says, whole.says);
            }
        }
    }

    #[test]
    fn without_prediction_a_key_waits_for_a_round_trip() {
        for latency in [0.0, 0.05, 0.1, 0.25] {
            let set = format!("link.latency={latency}");
            let lab = lab(&[&set, "player.answer_rate=60"]);
            let delay = |lane| {
                input_delay(&lab.truth, lab.run.player().expect("a player"), lane)
                    .expect("it moves")
            };
            assert_eq!(delay(&lab.run.lanes[0]), 0.0);
            assert!((delay(&lab.run.lanes[1]) - 2.0 * latency).abs() < 1e-12, "{latency}");
            // Behind, and on the path.
            assert_eq!(lab.metrics[1].peak_path_error, 0.0);
            let ticks = (2.0 * latency * 60.0_f64).round() as usize;
            for tick in ticks..lab.truth.states.len() {
                let behind = lab.truth.states[tick - ticks].position;
                assert_eq!(lab.run.lanes[1].frames[tick].drawn, behind, "tick {tick}");
            }
            let off = self::lab(&[&set, "player.answer_rate=60", "player.predicts=false"]);
            assert_eq!(off.run.lanes[0].frames, {
                let late = lab.run.lanes[1].frames.iter();
                late.map(|frame| Frame { path_error: frame.error, ..*frame }).collect::<Vec<_>>()
            });
            assert_eq!(off.run.player().expect("a player").corrections(&off.settings).count(), 0);
        }
        let idle = lab(&["player.keys=.60"]);
        assert_eq!(
            input_delay(&idle.truth, idle.run.player().expect("a player"), &idle.run.lanes[0]),
            None
        );
    }

    #[test]
    fn every_fault_shows_as_a_number() {
        let diagonal = ["player.keys=.15 ru60 .60", "link.latency=0.05"];
        let right = lab(&diagonal);
        assert_eq!(right.run.player().expect("a player").corrections(&right.settings).count(), 0);
        let other = lab(&[&diagonal[..], &["player.other_code=true"]].concat());
        let jumps: Vec<f64> = other
            .run
            .player()
            .expect("a player")
            .corrections(&other.settings)
            .map(|(_, by)| by.length())
            .collect();
        // Each answer takes back what the last three inputs won: (√2 − 1) · 3 · 4/60 u.
        let each = (2.0_f64.sqrt() - 1.0) * 3.0 * 4.0 / 60.0;
        let usual = jumps.iter().filter(|jump| (*jump - each).abs() < 1e-9).count();
        assert!(usual >= 18 && jumps.len() <= 22, "{usual} of {}", jumps.len());

        let keeps = lab(&["player.keeps_acknowledged=true", "player.keys=r120 .30"]);
        let ahead = keeps.run.lanes[0].frames[119].drawn.x - keeps.truth.states[119].position.x;
        assert!(ahead > 5.0, "{ahead}");

        let jitter = ["link.jitter=0.06", "player.answer_rate=60", "player.keys=r120 .60"];
        let ignores = lab(&jitter);
        assert!(
            ignores.metrics[0].packets.expect("packets").late > 10
                && ignores.metrics[0].peak_error == 0.0
        );
        let takes = lab(&[&jitter[..], &["player.takes_stale=true"]].concat());
        assert!(takes.metrics[0].peak_error > 0.1, "{}", takes.metrics[0].peak_error);

        let full = lab(&["player.capacity=4", "link.latency=0.2"]);
        assert!(full.run.player().expect("a player").ticks.iter().all(|tick| tick.pending <= 4));
        assert!(full.run.player().expect("a player").inputs.len() < full.truth.states.len() / 2);
    }

    #[test]
    fn smoothing_makes_the_largest_step_smaller() {
        let wall = ["player.keys=r60 .60", "player.barrier_length=0.5", "player.barrier_from=0.3"];
        let snap = lab(&wall);
        let smooth = lab(&[&wall[..], &["player.smoothing=0.15"]].concat());
        let steps = (snap.metrics[0].largest_step, smooth.metrics[0].largest_step);
        assert!(steps.0 > 2.0 * steps.1, "{steps:?}");
        let ticks = |lab: &Experiment| lab.run.player().expect("a player").ticks.clone();
        assert_eq!(ticks(&snap), ticks(&smooth), "only what is drawn differs");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn with_one_rule_and_no_obstacle_the_guess_is_the_truth_on_any_network(
            latency in 0.0..0.3_f64, up in 0.0..3.0_f64, jitter in 0.0..0.2_f64, loss in 0.0..0.6_f64,
            duplicate in 0.0..0.5_f64, reorder in 0.0..0.5_f64, rate in 1.0..120.0_f64, seed in 0..999_u64,
        ) {
            let lab = lab(&[
                &format!("link.latency={latency}"), &format!("link.up_ratio={up}"),
                &format!("link.jitter={jitter}"), &format!("link.loss={loss}"),
                &format!("link.duplicate={duplicate}"), &format!("link.reorder={reorder}"),
                &format!("player.answer_rate={rate}"), &format!("seed={seed}"), "player.capacity=4096",
            ]);
            prop_assert!(lab.run.lanes[0].frames.iter().all(|frame| frame.error == 0.0));
            prop_assert!(lab.run.lanes[1].frames.iter().all(|frame| frame.path_error == 0.0));
            prop_assert!(lab.run.player().expect("a player").ticks.iter().all(|tick| !tick.corrected));
            prop_assert_eq!(lab.run.player().expect("a player").corrections(&lab.settings).count(), 0);
        }
    }
}

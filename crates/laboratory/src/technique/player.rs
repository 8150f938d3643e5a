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

use super::careless::{Careless, walk_by_axis};
use crate::Tick;
use crate::draws::Channel;
use crate::link::Link;
use crate::motion::Truth;
use crate::run::{Cause, Fate, Frame, Lane, Note, Run, link_of};
use crate::settings::Settings;
use crate::settings::keys::Keys;
use dead_reckoning::State;
use dead_reckoning::interpolation::SnapshotClock;
use dead_reckoning::prediction::{
    Acknowledgement, Barrier, Client, ClientConfig, Ground, Input, InputReceipt, Mover, Reconciled,
    Reconciliation, Rule, Server, Wish, walk,
};
use dead_reckoning::receiver::Counters;
use glam::DVec2;

/// The number of the first input.
const FIRST: u16 = 1;

/// A correction shorter than this is rounding, u.
const CORRECTION_NOISE: f64 = 1e-9;

/// What there is to say about your own player beside the two lanes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerRun {
    /// The inputs, in order: the one of number n is at n − 1.
    pub inputs: Vec<InputLife>,
    /// The packet that the client sent on each tick, with all pending inputs.
    pub packets: Vec<PacketUp>,
    /// The server's answers, in the order in which they were sent; their packets are those of the lanes.
    pub answers: Vec<Answer>,
    /// What else there is to say about each tick.
    pub ticks: Vec<PlayerTick>,
}

/// An input's life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputLife {
    /// What was pressed, its number and its tick.
    pub input: Input,
    /// Where the client was right after pressing it, u.
    pub predicted: DVec2,
    /// The tick on which the server applied it, if it did within the run.
    pub applied: Option<Tick>,
    /// Where the server had the player then, u.
    pub on_server: Option<DVec2>,
}

/// A packet of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketUp {
    /// The tick on which it came to the server, if it did within the run.
    pub arrived: Option<Tick>,
    /// What became of it; never late, for the server drops what it has done already.
    pub fate: Fate,
}

/// An answer of the server, and what it did at the predicting client.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The tick on which it was sent.
    pub sent: Tick,
    /// What it says: the last input applied, and where the player was then.
    pub says: Acknowledgement,
    /// The tick on which the client snapped to it; nothing if it never came, or was no newer than another.
    pub taken: Option<Tick>,
    /// Where the client was before, u.
    pub before: DVec2,
    /// Where it was after snapping and playing the rest again, u.
    pub after: DVec2,
    /// Inputs that left the queue, inputs played again, and the correction.
    pub reconciliation: Reconciliation,
}

/// A tick of client and server.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerTick {
    /// The number of the oldest input that is not acknowledged, at the tick's end.
    pub oldest: u16,
    /// How many of them there are.
    pub pending: usize,
    /// Where the server has the player at this moment, u: late by the way up.
    pub server: DVec2,
}

/// One input of a reconciliation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// What was pressed.
    pub input: Input,
    /// Where the client was right after pressing it, u.
    pub predicted: DVec2,
    /// Where the server was after applying it, u; nothing if it had not when it answered.
    pub on_server: Option<DVec2>,
    /// Whether the answer covered it.
    pub is_acknowledged: bool,
    /// Where the client was after playing it again, u; nothing if it was not.
    pub replayed: Option<DVec2>,
}

/// Where the server has the player after each input, as if it were there at once. Unreadable keys are no keys: the
/// settings refuse them before.
#[must_use]
pub fn truth(settings: &Settings) -> Truth {
    let keys = Keys::read(&settings.player.keys).unwrap_or_default();
    let tick_rate = f64::from(settings.sim.tick_rate);
    let ticks = keys.ticks().len().max(1);
    let ground = Ground { barrier: barrier(settings), ..ground(settings) };
    let (mut mover, mut heading) = (Mover::default(), 0.0);
    let mut states = Vec::with_capacity(ticks);
    let mut outline = vec![mover.position];
    for tick in 0..ticks {
        let before = mover;
        mover = walk(&ground, &mover, &input(&keys, tick));
        heading = heading_of(mover.velocity, heading);
        let Mover { position, velocity } = mover;
        states.push(State { position, velocity, heading, ..State::default() });
        if velocity == before.velocity {
            // Straight on: the last point moves along.
            outline.pop();
        }
        outline.push(position);
    }
    if outline.len() < 2 {
        outline.insert(0, DVec2::ZERO);
    }
    let seconds = ticks as f64 / tick_rate;
    Truth { tick_rate, seconds, states, outline, ..Truth::default() }
}

fn input(keys: &Keys, tick: Tick) -> Input {
    Input { sequence: FIRST + tick as u16, tick: tick as u64, wish: keys.wish(tick) }
}

/// What both ends know of the world.
fn ground(settings: &Settings) -> Ground {
    let tick_secs = 1.0 / f64::from(settings.sim.tick_rate);
    Ground { speed: settings.motion.speed, tick_secs, barrier: None }
}

/// What only the server knows: the obstacle, from round(from · rate) on, for round(length · rate) ticks.
#[must_use]
pub fn barrier(settings: &Settings) -> Option<Barrier> {
    let ticks = |seconds: f64| (seconds * f64::from(settings.sim.tick_rate)).round() as u64;
    let player = &settings.player;
    let (from, length) = (ticks(player.barrier_from), ticks(player.barrier_length));
    (length > 0).then(|| Barrier { x: player.barrier_x, from, to: from + length - 1 })
}

fn client_rule(settings: &Settings) -> Rule {
    if settings.player.other_code { walk_by_axis } else { walk }
}

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

/// The way that a velocity points, rad; as before where there is none.
fn heading_of(velocity: DVec2, before: f64) -> f64 {
    if velocity == DVec2::ZERO { before } else { libm::atan2(velocity.y, velocity.x) }
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

/// Runs client, server and the links between them.
pub fn simulate_into(truth: &Truth, settings: &Settings, run: &mut Run) {
    clear(run, truth.states.len());
    let answers = (truth.seconds * settings.player.answer_rate) as usize + 2;
    run.player.answers.reserve(answers.min(truth.states.len()));
    let mut ends = Ends::of(truth, settings);
    for tick in 0..truth.states.len() {
        ends.press(tick, run);
        ends.serve(tick, run);
        let corrected = ends.hear(tick, run);
        ends.draw(tick, corrected, run);
    }
}

/// Empties what an earlier run left, and keeps its room.
fn clear(run: &mut Run, ticks: usize) {
    run.dead_reckoning.start(ticks);
    run.snapshot.start(ticks);
    run.shots.clear();
    run.clock.clear();
    (run.counters, run.saturated) = (Counters::default(), 0);
    run.model.clear();
    run.model.reserve(ticks);
    run.notes.clear();
    run.notes.reserve(ticks);
    let PlayerRun { inputs, packets, answers, ticks: each } = &mut run.player;
    inputs.clear();
    inputs.reserve(ticks);
    packets.clear();
    packets.reserve(ticks);
    answers.clear();
    each.clear();
    each.reserve(ticks);
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
    fn press(&mut self, tick: Tick, run: &mut Run) {
        let wish = self.keys.wish(tick);
        if let Some(input) = self.owner.press(tick as u64, wish) {
            // It holds no more inputs than the other, so it has room for one as well.
            let _ = self.waiting.press(tick as u64, wish);
            let predicted = self.owner.client.predicted().position;
            let life = InputLife { input, predicted, applied: None, on_server: None };
            run.player.inputs.push(life);
        }
        let (oldest, count) = pending(&self.owner);
        let now = self.truth.time(tick);
        let sending = self.up.send(now, self.bytes, Pending { sent: tick, oldest, count });
        run.player.packets.push(PacketUp { arrived: None, fate: Fate::of(sending) });
    }

    /// The server applies what has arrived, and answers if it is time to.
    fn serve(&mut self, tick: Tick, run: &mut Run) {
        let now = self.truth.time(tick);
        while let Some(Pending { sent, oldest, count }) = self.up.poll(now) {
            let packet = &mut run.player.packets[sent];
            (packet.arrived, packet.fate) = (packet.arrived.or(Some(tick)), Fate::Used);
            self.heard_at = self.heard_at.or(Some(now));
            let applied = usize::from(self.server.acknowledge().sequence + 1 - FIRST);
            let from = usize::from(oldest - FIRST);
            for life in &mut run.player.inputs[applied.clamp(from, from + count)..from + count] {
                if self.server.receive(&life.input) == InputReceipt::Applied {
                    life.applied = Some(tick);
                    life.on_server = Some(self.server.mover().position);
                }
            }
        }
        if self.heard_at.is_some_and(|heard_at| self.clock.poll(now - heard_at)) {
            self.answer(tick, run);
        }
    }

    fn answer(&mut self, tick: Tick, run: &mut Run) {
        let says = self.server.acknowledge();
        let Mover { position, velocity } = says.mover;
        let state =
            State { position, velocity, heading: heading_of(velocity, 0.0), ..State::default() };
        let sending =
            self.down.send(self.truth.time(tick), self.bytes, (run.player.answers.len(), says));
        for lane in [&mut run.dead_reckoning, &mut run.snapshot] {
            let index = lane.sent(tick, Cause::Clock, &state);
            lane.wired(index, sending);
        }
        let (taken, before, after) = (None, DVec2::ZERO, DVec2::ZERO);
        let reconciliation = Reconciliation::default();
        run.player.answers.push(Answer { sent: tick, says, taken, before, after, reconciliation });
    }

    /// Both clients take the answers that have arrived; whether one moved the predicting client.
    fn hear(&mut self, tick: Tick, run: &mut Run) -> bool {
        let now = self.truth.time(tick);
        let mut corrected = false;
        while let Some((index, says)) = self.down.poll(now) {
            let before = self.owner.client.predicted().position;
            let reconciliation = self.owner.receive(now, &says);
            run.dead_reckoning.arrived(index, tick, fate_of(reconciliation.outcome));
            let waits = self.waiting.receive(now, &says);
            run.snapshot.arrived(index, tick, fate_of(waits.outcome));
            if reconciliation.outcome != Reconciled::Taken {
                continue;
            }
            let moved = reconciliation.correction.length() > CORRECTION_NOISE;
            corrected |= moved;
            let answer = &mut run.player.answers[index];
            // A copy that a fault takes as well counts if it does anything.
            if answer.taken.is_none() || moved {
                let after = self.owner.client.predicted().position;
                let taken = Some(tick);
                *answer = Answer { taken, before, after, reconciliation, ..*answer };
            }
        }
        corrected
    }

    fn draw(&self, tick: Tick, corrected: bool, run: &mut Run) {
        let now = self.truth.time(tick);
        let state = &self.truth.states[tick];
        let predicted = self.owner.client.predicted();
        let drawn = self.owner.client.drawn(now);
        let error = drawn.distance(state.position);
        draw(&mut run.dead_reckoning, drawn, predicted.velocity, [error; 2]);
        let late = self.waiting.predicted();
        let known = usize::from(self.waiting.acknowledged() + 1 - FIRST).checked_sub(1);
        let then = known.map_or(DVec2::ZERO, |input| {
            let tick = run.player.inputs[input].input.tick as Tick;
            self.truth.states[tick].position
        });
        let errors = [late.position.distance(state.position), late.position.distance(then)];
        draw(&mut run.snapshot, late.position, late.velocity, errors);
        run.model.push(predicted.position);
        // Without prediction every answer moves the client: that is no correction.
        let corrected = corrected && self.owner.client.predicts();
        run.notes.push(Note { corrected, ..Note::default() });
        let (oldest, pending) = pending(&self.owner);
        let server = self.server.mover().position;
        run.player.ticks.push(PlayerTick { oldest, pending, server });
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

impl PlayerRun {
    /// The newest answer that the client had taken by the end of `tick`.
    #[must_use]
    pub fn answer(&self, tick: Tick) -> Option<&Answer> {
        let taken = self.answers.iter().filter(|answer| answer.taken.is_some_and(|at| at <= tick));
        taken.max_by_key(|answer| answer.taken)
    }

    /// What an answer did, input by input: those that left the queue, and all after them.
    ///
    /// The steps of the source's table: where the client was after pressing each, where the server was after applying
    /// it, and where playing it again on the server's place leads to. Empty for an answer that was not taken.
    #[must_use]
    pub fn steps(&self, settings: &Settings, answer: &Answer) -> Vec<Step> {
        let Some(taken) = answer.taken else { return Vec::new() };
        let end = self.inputs.partition_point(|life| life.input.tick as Tick <= taken);
        let Reconciliation { dropped, replayed, .. } = answer.reconciliation;
        let again = end - replayed.min(end);
        let (rule, ground) = (client_rule(settings), ground(settings));
        let mut mover = answer.says.mover;
        let step = |(place, life): (usize, &InputLife)| {
            if place >= again {
                mover = rule(&ground, &mover, &life.input);
            }
            let is_there = life.applied.is_some_and(|tick| tick <= answer.sent);
            Step {
                input: life.input,
                predicted: life.predicted,
                on_server: life.on_server.filter(|_| is_there),
                is_acknowledged: life.input.sequence <= answer.says.sequence,
                replayed: (place >= again).then_some(mover.position),
            }
        };
        let done = usize::from(answer.says.sequence + 1 - FIRST);
        let first = done.min(again).saturating_sub(dropped);
        self.inputs.iter().enumerate().take(end).skip(first).map(step).collect()
    }

    /// The corrections that the client made: when, and how far it moved, u. None without prediction.
    pub fn corrections(&self, settings: &Settings) -> impl Iterator<Item = (Tick, DVec2)> + '_ {
        let predicts = settings.player.predicts;
        self.answers.iter().filter_map(move |answer| {
            let correction = answer.reconciliation.correction;
            let moved = predicts && correction.length() > CORRECTION_NOISE;
            answer.taken.filter(|_| moved).map(|tick| (tick, correction))
        })
    }
}

/// The time from the first press of a key to the first movement that `lane` draws, s: 0 where it moves on the same
/// tick. Nothing if no key is pressed, or nothing moves to the end.
#[must_use]
pub fn input_delay(truth: &Truth, player: &PlayerRun, lane: &Lane) -> Option<f64> {
    let wants = |life: &&InputLife| life.input.wish != Wish::default();
    let pressed = player.inputs.iter().find(wants)?.input.tick as Tick;
    let rest = pressed.checked_sub(1).map_or(DVec2::ZERO, |tick| lane.frames[tick].drawn);
    let moves = lane.frames[pressed..].iter().position(|frame| frame.drawn != rest)?;
    Some(moves as f64 / truth.tick_rate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::run::{Packet, simulate};
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
            let pressed = lab.run.player.inputs[44];
            assert_eq!((pressed.input.sequence, pressed.input.tick), (45, 44));
            assert_eq!(lab.run.player.answer(43).expect("before").says.sequence, 40);
            let answer = lab.run.player.answer(44).expect("an answer");
            assert_eq!((answer.says.sequence, answer.says.mover.position.x), (43, stopped));
            // Played again as on the way there: a unit, and a unit.
            let after = stopped + 1.0 + 1.0;
            assert_eq!((answer.before.x, answer.after.x), (15.0, after));
            let Reconciliation { outcome, dropped, replayed, correction } = answer.reconciliation;
            assert_eq!((outcome, dropped, replayed), (Reconciled::Taken, 3, 2));
            assert_eq!(correction, DVec2::new(after - 15.0, 0.0));
            let steps = lab.run.player.steps(&lab.settings, answer);
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
            assert_eq!(lab.run.notes[44].corrected, stopped < 13.0);
        }
    }

    #[test]
    fn the_truth_is_what_the_server_comes_to() {
        let lab = lab(&["player.barrier_length=9", "player.keys=r60 u30 l90 .60"]);
        let last = lab.truth.states.len() - 1;
        assert_eq!(lab.run.player.ticks[last].server, lab.truth.states[last].position);
        assert_eq!(lab.run.dead_reckoning.frames[last].error, 0.0);
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
        assert_ne!(other.run.player.packets, one.run.player.packets);
    }

    #[test]
    fn cutting_the_truth_leaves_the_ticks_before_the_cut() {
        let whole = lab(&[&BAD[..], &["player.barrier_length=1", "player.smoothing=0.1"]].concat());
        for ticks in [1, 2, 53, 120, 200] {
            let cut = simulate(&whole.truth.prefix(ticks), &whole.settings);
            for (cut, whole) in [
                (&cut.dead_reckoning, &whole.run.dead_reckoning),
                (&cut.snapshot, &whole.run.snapshot),
            ] {
                assert_eq!(cut.frames, whole.frames[..ticks]);
                let sent = whole.packets.iter().take_while(|packet| packet.sent < ticks);
                let sent: Vec<Packet> = sent.map(|packet| packet.by(ticks)).collect();
                assert_eq!(cut.packets, sent);
            }
            assert_eq!(cut.player.ticks, whole.run.player.ticks[..ticks]);
            assert_eq!(cut.model, whole.run.model[..ticks]);
            assert_eq!(cut.notes, whole.run.notes[..ticks]);
            let then = whole.run.player.answers.iter().filter(|answer| answer.sent < ticks);
            for (cut, whole) in cut.player.answers.iter().zip(then) {
                assert_eq!(cut.says, whole.says);
            }
        }
    }

    #[test]
    fn without_prediction_a_key_waits_for_a_round_trip() {
        for latency in [0.0, 0.05, 0.1, 0.25] {
            let set = format!("link.latency={latency}");
            let lab = lab(&[&set, "player.answer_rate=60"]);
            let delay = |lane| input_delay(&lab.truth, &lab.run.player, lane).expect("it moves");
            assert_eq!(delay(&lab.run.dead_reckoning), 0.0);
            assert!((delay(&lab.run.snapshot) - 2.0 * latency).abs() < 1e-12, "{latency}");
            // Behind, and on the path.
            assert_eq!(lab.snapshot.peak_path_error, 0.0);
            let ticks = (2.0 * latency * 60.0_f64).round() as usize;
            for tick in ticks..lab.truth.states.len() {
                let behind = lab.truth.states[tick - ticks].position;
                assert_eq!(lab.run.snapshot.frames[tick].drawn, behind, "tick {tick}");
            }
            let off = self::lab(&[&set, "player.answer_rate=60", "player.predicts=false"]);
            assert_eq!(off.run.dead_reckoning.frames, {
                let late = lab.run.snapshot.frames.iter();
                late.map(|frame| Frame { path_error: frame.error, ..*frame }).collect::<Vec<_>>()
            });
            assert_eq!(off.run.player.corrections(&off.settings).count(), 0);
        }
        let idle = lab(&["player.keys=.60"]);
        assert_eq!(input_delay(&idle.truth, &idle.run.player, &idle.run.dead_reckoning), None);
    }

    #[test]
    fn every_fault_shows_as_a_number() {
        let diagonal = ["player.keys=.15 ru60 .60", "link.latency=0.05"];
        let right = lab(&diagonal);
        assert_eq!(right.run.player.corrections(&right.settings).count(), 0);
        let other = lab(&[&diagonal[..], &["player.other_code=true"]].concat());
        let jumps: Vec<f64> =
            other.run.player.corrections(&other.settings).map(|(_, by)| by.length()).collect();
        // Each answer takes back what the last three inputs won: (√2 − 1) · 3 · 4/60 u.
        let each = (2.0_f64.sqrt() - 1.0) * 3.0 * 4.0 / 60.0;
        let usual = jumps.iter().filter(|jump| (*jump - each).abs() < 1e-9).count();
        assert!(usual >= 18 && jumps.len() <= 22, "{usual} of {}", jumps.len());

        let keeps = lab(&["player.keeps_acknowledged=true", "player.keys=r120 .30"]);
        let ahead =
            keeps.run.dead_reckoning.frames[119].drawn.x - keeps.truth.states[119].position.x;
        assert!(ahead > 5.0, "{ahead}");

        let jitter = ["link.jitter=0.06", "player.answer_rate=60", "player.keys=r120 .60"];
        let ignores = lab(&jitter);
        assert!(ignores.dead_reckoning.late > 10 && ignores.dead_reckoning.peak_error == 0.0);
        let takes = lab(&[&jitter[..], &["player.takes_stale=true"]].concat());
        assert!(takes.dead_reckoning.peak_error > 0.1, "{}", takes.dead_reckoning.peak_error);

        let full = lab(&["player.capacity=4", "link.latency=0.2"]);
        assert!(full.run.player.ticks.iter().all(|tick| tick.pending <= 4));
        assert!(full.run.player.inputs.len() < full.truth.states.len() / 2);
    }

    #[test]
    fn smoothing_makes_the_largest_step_smaller() {
        let wall = ["player.keys=r60 .60", "player.barrier_length=0.5", "player.barrier_from=0.3"];
        let snap = lab(&wall);
        let smooth = lab(&[&wall[..], &["player.smoothing=0.15"]].concat());
        let steps = (snap.dead_reckoning.largest_step, smooth.dead_reckoning.largest_step);
        assert!(steps.0 > 2.0 * steps.1, "{steps:?}");
        assert_eq!(snap.run.model, smooth.run.model, "only what is drawn differs");
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
            prop_assert!(lab.run.dead_reckoning.frames.iter().all(|frame| frame.error == 0.0));
            prop_assert!(lab.run.snapshot.frames.iter().all(|frame| frame.path_error == 0.0));
            prop_assert!(lab.run.notes.iter().all(|note| !note.corrected));
            prop_assert_eq!(lab.run.player.corrections(&lab.settings).count(), 0);
        }
    }
}

//! One run: both ends and the wire over a whole truth, and the snapshot lane on the same truth.
//!
//! In: a [`Truth`] and [`Settings`]. Out: a [`Run`]. Each tick goes
//! `sender.poll → link.send → link.poll → receiver.receive → receiver.sample`.
//!
//! Invariant (prefix property): cutting the truth at tick k leaves ticks 0..k equal to the bit.

use super::Tick;
use super::link::Link;
use super::motion::Truth;
use super::noise::Measurement;
use crate::netcode::interpolation::{Snapshot, SnapshotBuffer, SnapshotClock};
use crate::netcode::receiver::{Counters, Receipt, Receiver};
use crate::netcode::sender::{Reason, Sender};
use crate::netcode::{State, Update};
use crate::settings::Settings;
use glam::DVec2;

/// What happened, tick by tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Dead reckoning.
    pub dead_reckoning: Lane,
    /// Snapshot interpolation on the same truth.
    pub snapshot: Lane,
    /// The receiver's model on each tick, u: what is drawn once a blend has ended.
    pub model: Vec<DVec2>,
    /// What else there is to say about dead reckoning on each tick.
    pub notes: Vec<Note>,
    /// What the receiver dropped or clamped.
    pub counters: Counters,
    /// Updates that held a number beyond its range on the wire.
    pub saturated: u64,
}

/// What else there is to say about a tick of dead reckoning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// An update was owed and the rate cap held it back: the threshold is not met.
    pub held_back: bool,
    /// A new update was applied: the model has changed.
    pub corrected: bool,
    /// Nothing has been heard for so long that the entity is stale.
    pub stale: bool,
    /// The extrapolation cap holds the model: it rests where it is.
    pub frozen: bool,
}

impl Run {
    /// Each tick on which the model froze at its extrapolation cap, and where.
    pub fn freezes(&self) -> impl Iterator<Item = (Tick, DVec2)> + '_ {
        let starts =
            |tick: &Tick| self.notes[*tick].frozen && (*tick == 0 || !self.notes[*tick - 1].frozen);
        (0..self.notes.len()).filter(starts).map(|tick| (tick, self.model[tick]))
    }
}

/// One technique's side of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lane {
    /// What was drawn on each tick.
    pub frames: Vec<Frame>,
    /// What was sent, in order.
    pub packets: Vec<Packet>,
}

/// What was drawn on a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// Where, u.
    pub drawn: DVec2,
    /// How fast it moved, u/s.
    pub velocity: DVec2,
    /// ‖drawn − truth‖, u.
    pub error: f64,
    /// Which way it faced, rad, in −π..π.
    pub heading: f64,
}

/// A packet's life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packet {
    /// The tick on which it was sent.
    pub sent: Tick,
    /// The tick on which it arrived, if it did within the run.
    pub arrived: Option<Tick>,
    /// Why it was sent.
    pub cause: Cause,
    /// The state it carried: the true one, unless noise, damping or the wire's grid changed it.
    pub state: State,
}

/// Why a packet was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The sender owed it.
    Owed(Reason),
    /// The snapshot clock struck.
    Clock,
}

impl Lane {
    fn start(&mut self, ticks: usize) {
        self.frames.clear();
        self.frames.reserve(ticks);
        self.packets.clear();
    }

    fn draw(&mut self, drawn: &State, truth: &State) {
        let error = drawn.position.distance(truth.position);
        let State { position, velocity, heading, .. } = *drawn;
        self.frames.push(Frame { drawn: position, velocity, error, heading });
    }

    fn sent(&mut self, sent: Tick, cause: Cause, state: &State) -> usize {
        self.packets.push(Packet { sent, arrived: None, cause, state: *state });
        self.packets.len() - 1
    }
}

/// Runs both lanes over `truth`.
///
/// The lap starts cold: on tick 0 both ends hold the true state, and that first update counts as sent.
#[must_use]
pub fn simulate(truth: &Truth, settings: &Settings) -> Run {
    let mut run = Run::default();
    simulate_into(truth, settings, &mut run);
    run
}

/// As [`simulate`], into the room that an earlier run has taken: on long runs, fresh memory costs more than
/// the run itself.
pub fn simulate_into(truth: &Truth, settings: &Settings, run: &mut Run) {
    dead_reckoning(truth, settings, run);
    snapshot(truth, settings, &mut run.snapshot);
}

/// Room for every packet that a link can hold if one is sent on each tick.
fn link_capacity(truth: &Truth, settings: &Settings) -> usize {
    let in_flight = (settings.link.latency * truth.tick_rate).ceil() as usize + 2;
    in_flight.min(truth.states.len() + 1)
}

fn dead_reckoning(truth: &Truth, settings: &Settings, run: &mut Run) {
    let ticks = truth.states.len();
    let mut measurement = Measurement::new(settings);
    let mut sender = Sender::new(settings.sender_config());
    let mut link: Link<(usize, Update)> =
        Link::new(settings.link.latency, link_capacity(truth, settings));
    let mut receiver = Receiver::new(settings.receiver_config());
    let lane = &mut run.dead_reckoning;
    lane.start(ticks);
    run.model.clear();
    run.model.reserve(ticks);
    run.notes.clear();
    run.notes.reserve(ticks);
    for (tick, state) in truth.states.iter().enumerate() {
        let now = truth.time(tick);
        let mut note = Note::default();
        let sent = if measurement.is_exact() {
            sender.poll(now, state)
        } else {
            sender.poll(now, &measurement.of(tick, now, state))
        };
        if let Some(sent) = sent {
            let index = lane.sent(tick, Cause::Owed(sent.reason), &sent.update.state);
            if sent.reason == Reason::First {
                note.corrected = receiver.receive(now, &sent.update) == Receipt::Applied;
                lane.packets[index].arrived = Some(tick);
            } else {
                link.send(now, (index, sent.update));
            }
        }
        while let Some((index, update)) = link.poll(now) {
            note.corrected |= receiver.receive(now, &update) == Receipt::Applied;
            lane.packets[index].arrived = Some(tick);
        }
        note.held_back = sender.is_held_back();
        note.stale = receiver.is_stale(now);
        note.frozen = receiver.frozen(now).is_some();
        run.notes.push(note);
        let drawn = receiver.draw(now).unwrap_or_default();
        lane.draw(&drawn.state, state);
        run.model.push(drawn.model.position);
    }
    run.counters = receiver.counters();
    run.saturated = sender.saturated();
}

fn snapshot(truth: &Truth, settings: &Settings, lane: &mut Lane) {
    let ticks = truth.states.len();
    let delay = settings.link.latency + settings.snapshot.delay;
    let held = (delay * settings.snapshot.rate.min(truth.tick_rate)).ceil() as usize + 3;
    let mut clock = SnapshotClock::new(settings.snapshot.rate);
    let mut link: Link<(usize, Snapshot)> =
        Link::new(settings.link.latency, link_capacity(truth, settings));
    let mut buffer = SnapshotBuffer::new(delay, held);
    lane.start(ticks);
    for (tick, state) in truth.states.iter().enumerate() {
        let now = truth.time(tick);
        if clock.poll(now) {
            let snapshot = Snapshot { sent_at: now, state: *state };
            let index = lane.sent(tick, Cause::Clock, state);
            if tick == 0 {
                buffer.receive(&snapshot);
                lane.packets[index].arrived = Some(tick);
            } else {
                link.send(now, (index, snapshot));
            }
        }
        while let Some((index, snapshot)) = link.poll(now) {
            buffer.receive(&snapshot);
            lane.packets[index].arrived = Some(tick);
        }
        lane.draw(&buffer.sample(now).unwrap_or_default(), state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth(settings: &Settings) -> Truth {
        Truth::build(settings).expect("a truth")
    }

    #[test]
    fn equal_settings_give_equal_bits() {
        let settings = Settings::default();
        let truth = truth(&settings);
        assert_eq!(simulate(&truth, &settings), simulate(&truth.clone(), &settings.clone()));
    }

    #[test]
    fn cutting_the_truth_leaves_the_ticks_before_the_cut() {
        let settings = Settings::default();
        let truth = truth(&settings);
        let whole = simulate(&truth, &settings);
        for ticks in [1, 2, 53, 214, 500] {
            let cut = simulate(&truth.prefix(ticks), &settings);
            for (cut, whole) in
                [(&cut.dead_reckoning, &whole.dead_reckoning), (&cut.snapshot, &whole.snapshot)]
            {
                assert_eq!(cut.frames, whole.frames[..ticks]);
                let sent = whole.packets.iter().filter(|packet| packet.sent < ticks);
                let sent: Vec<Packet> = sent
                    .map(|packet| Packet {
                        arrived: packet.arrived.filter(|&arrived| arrived < ticks),
                        ..*packet
                    })
                    .collect();
                assert_eq!(cut.packets, sent);
            }
            assert_eq!(cut.model, whole.model[..ticks]);
            assert_eq!(cut.notes, whole.notes[..ticks]);
        }
    }

    #[test]
    fn a_straight_costs_one_update_and_no_error() {
        let mut settings = Settings::default();
        settings.set("motion.kind=straight").expect("a motion");
        settings.set("sender.heartbeat=0").expect("off");
        let run = simulate(&truth(&settings), &settings);
        assert_eq!(run.dead_reckoning.packets.len(), 1);
        assert!(run.dead_reckoning.frames.iter().all(|frame| frame.error < 1e-9));
    }

    #[test]
    fn nothing_is_dropped_on_a_link_of_fixed_latency() {
        let run = simulate(&truth(&Settings::default()), &Settings::default());
        assert_eq!(run.counters, Counters::default());
        for packet in &run.dead_reckoning.packets[1..] {
            assert_eq!(packet.arrived, Some(packet.sent + 6).filter(|&tick| tick < 501));
        }
    }
}

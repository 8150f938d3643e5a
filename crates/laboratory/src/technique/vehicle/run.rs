//! Somebody else's vehicle, as a game would draw it: dead reckoning, and snapshot interpolation on the same truth.
//!
//! Each tick goes `sender.poll → link.send → link.poll → receiver.receive → receiver.sample`. The lap starts cold: on
//! tick 0 both ends hold the true state, and that first update counts as sent.
//!
//! Invariant (prefix property): cutting the truth at tick k leaves ticks 0..k equal to the bit.

use super::detail::{Note, VehicleRun};
use crate::Tick;
use crate::clocks::{self, ClockFrame};
use crate::draws::Channel;
use crate::lane::{Cause, Fate, Frame, Lane};
use crate::lanes::LaneKind;
use crate::link::{Link, link_of};
use crate::noise::Measurement;
use crate::run::{Detail, Run};
use crate::settings::Settings;
use crate::stepped::Stepped;
use crate::truth::Truth;
use crate::walls::Walls;
use dead_reckoning::interpolation::{
    self, Look, MOST_DELAY_GROWTH, Snapshot, SnapshotBuffer, SnapshotClock,
};
use dead_reckoning::receiver::{Drawn, Receipt, Receiver};
use dead_reckoning::sender::{Reason, Sender};
use dead_reckoning::{State, TIME_NOISE, Update};
use glam::DVec2;

/// Runs both lanes over `truth`, in the room of an earlier run.
pub fn simulate_into(truth: &Truth, settings: &Settings, run: &mut Run) {
    simulate_dead_reckoning_into(truth, settings, run);
    let Run { lanes: [_, lane], detail } = run;
    if let Detail::Vehicle(vehicle) = detail {
        snapshot(truth, settings, lane, &vehicle.clock);
    }
}

/// Runs dead reckoning alone: what the run holds of snapshots stays as it was.
pub fn simulate_dead_reckoning_into(truth: &Truth, settings: &Settings, run: &mut Run) {
    let mut vehicle = match std::mem::take(&mut run.detail) {
        Detail::Vehicle(vehicle) => vehicle,
        Detail::Player(_) | Detail::Shot(_) => VehicleRun::default(),
    };
    clocks::simulate(truth, settings, &mut vehicle.clock);
    dead_reckoning(truth, settings, &mut run.lanes[0], &mut vehicle);
    run.detail = Detail::Vehicle(vehicle);
}

/// Whether the receiver is there at `now`, s. Its clock has been pinged from the start: only this entity is new to it.
fn has_joined(settings: &Settings, now: f64) -> bool {
    now + TIME_NOISE >= settings.receiver.joins_at
}

/// The sender's time as the receiver takes it to be on a tick, s: the time itself where it knows it.
fn receiver_time(now: f64, clock: &[ClockFrame], tick: Tick) -> f64 {
    clock.get(tick).map_or(now, |frame| now - frame.error())
}

/// Gives an update that has arrived to a receiver that is there.
fn hear(receiver: &mut Receiver<Stepped>, joined: bool, here: f64, update: &Update) -> Fate {
    if joined { fate_of_update(receiver.receive(here, update)) } else { Fate::Unheard }
}

/// What is drawn beside walls: put back if that is asked for, else it is noted that it is beyond them.
fn held_by_walls(
    walls: &Walls<'_>,
    settings: &Settings,
    drawn: &State,
    truth: &State,
    note: &mut Note,
) -> State {
    if settings.receiver.clamps {
        return walls.clamped(drawn, truth.position);
    }
    note.beyond_wall = walls.beyond(drawn.position, truth.position).is_some();
    *drawn
}

fn dead_reckoning(truth: &Truth, settings: &Settings, lane: &mut Lane, vehicle: &mut VehicleRun) {
    let ticks = truth.states.len();
    let mut measurement = Measurement::new(settings);
    let mut sender = Sender::new(settings.sender_config());
    let mut link: Link<(usize, Update)> =
        link_of(truth, settings.link.clone(), settings.seed, Channel::Updates);
    let mut receiver = Receiver::new(settings.receiver_config());
    let walls = Walls::of(truth, settings);
    lane.start(LaneKind::DeadReckoning, ticks);
    vehicle.start(ticks);
    for (tick, state) in truth.states.iter().enumerate() {
        let now = truth.time(tick);
        let here = receiver_time(now, &vehicle.clock, tick);
        let joined = has_joined(settings, now);
        let mut note = Note::default();
        if truth.jumped(tick) {
            measurement.jumped();
            if settings.sender.flag_teleports {
                sender.teleport();
            }
        }
        let sent = if measurement.is_exact() {
            sender.poll(now, state)
        } else {
            sender.poll(now, &measurement.of(tick, now, state))
        };
        if let Some(sent) = sent {
            let index = lane.sent(tick, Cause::Owed(sent.reason), &sent.update.state);
            if sent.reason == Reason::First {
                let fate = hear(&mut receiver, joined, here, &sent.update);
                note.corrected = fate == Fate::Used;
                lane.arrived(index, tick, fate);
            } else {
                let sending = link.send(now, settings.packet_bytes(), (index, sent.update));
                lane.packets[index].fate = sending.fate();
            }
        }
        while let Some((index, update)) = link.poll(now) {
            let fate = hear(&mut receiver, joined, here, &update);
            note.corrected |= fate == Fate::Used;
            lane.arrived(index, tick, fate);
        }
        note.held_back = sender.is_held_back();
        note.stale = receiver.is_stale(here);
        note.frozen = receiver.frozen(here).is_some();
        if let Some(Drawn { state: drawn, model }) = receiver.draw(here) {
            let drawn = walls
                .map_or(drawn, |walls| held_by_walls(&walls, settings, &drawn, state, &mut note));
            let error = drawn.position.distance(state.position);
            lane.frames.push(frame(&drawn, error, error));
            vehicle.model.push(model.position);
        } else {
            lane.frames.push(Frame::default());
            vehicle.model.push(DVec2::ZERO);
        }
        vehicle.notes.push(note);
    }
    vehicle.counters = receiver.counters();
    vehicle.saturated = sender.saturated();
}

/// Room for what can be held between the moment drawn and the newest snapshot, and a few more; or as much as was asked
/// for.
fn buffer_of(truth: &Truth, settings: &Settings) -> SnapshotBuffer {
    let config = settings.interpolation_config();
    if settings.snapshot.capacity > 0 {
        return SnapshotBuffer::new(config, settings.snapshot.capacity as usize);
    }
    let growth = if settings.snapshot.adaptive { MOST_DELAY_GROWTH } else { 0.0 };
    let behind = config.delay + growth + clocks::most_error(truth, settings);
    let held = (behind * settings.snapshot.rate.min(truth.tick_rate)).ceil() as usize + 3;
    SnapshotBuffer::new(config, held.min(truth.states.len() + 3))
}

fn snapshot(truth: &Truth, settings: &Settings, lane: &mut Lane, receiver_clock: &[ClockFrame]) {
    let ticks = truth.states.len();
    let mut clock = SnapshotClock::new(settings.snapshot.rate);
    let mut link: Link<(usize, Snapshot)> =
        link_of(truth, settings.link.clone(), settings.seed, Channel::Snapshots);
    let mut buffer = buffer_of(truth, settings);
    let mut jumps = 0;
    lane.start(LaneKind::Snapshots, ticks);
    lane.depths.reserve(ticks);
    for (tick, state) in truth.states.iter().enumerate() {
        let now = truth.time(tick);
        let here = receiver_time(now, receiver_clock, tick);
        let joined = has_joined(settings, now);
        jumps += u32::from(settings.sender.flag_teleports && truth.jumped(tick));
        if clock.poll(now) {
            let snapshot = Snapshot { sent_at: now, state: *state, jumps };
            let index = lane.sent(tick, Cause::Clock, state);
            if tick == 0 && !joined {
                lane.arrived(index, tick, Fate::Unheard);
            } else if tick == 0 {
                buffer.hold(&snapshot);
                lane.arrived(index, tick, Fate::Used);
            } else {
                let sending = link.send(now, settings.link.packet_bytes, (index, snapshot));
                lane.packets[index].fate = sending.fate();
            }
        }
        while let Some((index, snapshot)) = link.poll(now) {
            let receipt = joined.then(|| buffer.receive(here, &snapshot));
            lane.arrived(index, tick, receipt.map_or(Fate::Unheard, fate_of_snapshot));
        }
        buffer.advance(here);
        let Look { state: drawn, depth } = buffer.look(here);
        if let Some(drawn) = drawn {
            let past = truth.position_at(now - depth.delay);
            let error = drawn.position.distance(state.position);
            lane.frames.push(frame(&drawn, error, drawn.position.distance(past)));
        } else {
            lane.frames.push(Frame::default());
        }
        lane.depths.push(depth);
    }
}

fn fate_of_update(receipt: Receipt) -> Fate {
    match receipt {
        Receipt::Applied => Fate::Used,
        Receipt::Duplicate | Receipt::Older | Receipt::Refused => Fate::Late,
    }
}

fn fate_of_snapshot(receipt: interpolation::Receipt) -> Fate {
    match receipt {
        interpolation::Receipt::Held => Fate::Used,
        interpolation::Receipt::Late
        | interpolation::Receipt::Duplicate
        | interpolation::Receipt::Refused => Fate::Late,
    }
}

/// What is drawn beside the truth now; `path_error` is the distance to the past that the lane means to show, if it means
/// to show one.
#[inline]
fn frame(drawn: &State, error: f64, path_error: f64) -> Frame {
    let State { position, velocity, heading, .. } = *drawn;
    Frame { drawn: position, velocity, error, path_error, heading, seen: true }
}

#[cfg(test)]
impl crate::lane::Packet {
    /// What was known of it before `tick`.
    pub(in crate::technique) fn by(&self, tick: Tick) -> Self {
        Self {
            arrived: self.arrived.filter(|&arrived| arrived < tick),
            again: self.again.filter(|&again| again < tick),
            fate: match self.arrived {
                Some(arrived) if arrived >= tick => Fate::UnderWay,
                Some(_) | None => self.fate,
            },
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::Packet;
    use crate::simulate::simulate;
    use dead_reckoning::receiver::Counters;

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
            for (cut, whole) in [(&cut.lanes[0], &whole.lanes[0]), (&cut.lanes[1], &whole.lanes[1])]
            {
                assert_eq!(cut.frames, whole.frames[..ticks]);
                let sent = whole.packets.iter().filter(|packet| packet.sent < ticks);
                let sent: Vec<Packet> = sent.map(|packet| packet.by(ticks)).collect();
                assert_eq!(cut.packets, sent);
            }
            assert_eq!(
                cut.vehicle().expect("a vehicle").model,
                whole.vehicle().expect("a vehicle").model[..ticks]
            );
            assert_eq!(
                cut.vehicle().expect("a vehicle").notes,
                whole.vehicle().expect("a vehicle").notes[..ticks]
            );
        }
    }

    #[test]
    fn a_straight_costs_one_update_and_no_error() {
        let mut settings = Settings::default();
        settings.set("motion.kind=straight").expect("a motion");
        settings.set("sender.heartbeat=0").expect("off");
        let run = simulate(&truth(&settings), &settings);
        assert_eq!(run.lanes[0].packets.len(), 1);
        assert!(run.lanes[0].frames.iter().all(|frame| frame.error < 1e-9));
    }

    #[test]
    fn nothing_is_dropped_on_a_link_of_fixed_latency() {
        let run = simulate(&truth(&Settings::default()), &Settings::default());
        assert_eq!(run.vehicle().expect("a vehicle").counters, Counters::default());
        for packet in &run.lanes[0].packets[1..] {
            assert_eq!(packet.arrived, Some(packet.sent + 6).filter(|&tick| tick < 501));
        }
    }

    fn run_of(set: &[&str]) -> Run {
        let mut settings = Settings::default();
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        simulate(&truth(&settings), &settings)
    }

    #[test]
    fn what_arrives_twice_changes_nothing_but_a_counter() {
        let (once, twice) = (run_of(&[]), run_of(&["link.duplicate=1"]));
        assert_eq!(twice.lanes[0].frames, once.lanes[0].frames);
        assert_eq!(twice.lanes[1].frames, once.lanes[1].frames);
        let sent = &twice.lanes[0].packets[1..];
        let again = sent.iter().filter(|packet| packet.again.is_some()).count();
        assert!(again > 10 && sent.iter().all(|packet| packet.again == packet.arrived));
        assert_eq!(
            twice.vehicle().expect("a vehicle").counters,
            Counters { duplicates: again as u64, ..Counters::default() }
        );
    }

    #[test]
    fn a_flagged_jump_is_drawn_on_the_tick_it_arrives_and_another_slides() {
        let flagged = run_of(&["motion.respawn=3"]);
        let blended = run_of(&["motion.respawn=3", "sender.flag_teleports=false"]);
        let sent: Vec<(Tick, Reason)> = [&flagged, &blended]
            .iter()
            .filter_map(|run| run.lanes[0].packets.iter().find(|packet| packet.sent == 180))
            .filter_map(|packet| match packet.cause {
                Cause::Owed(reason) => Some((packet.sent, reason)),
                Cause::Clock => None,
            })
            .collect();
        assert_eq!(sent, [(180, Reason::Teleport), (180, Reason::Threshold)]);
        // Six ticks of latency.
        let off = |run: &Run, tick: Tick| run.lanes[0].frames[tick].error;
        assert!(off(&flagged, 185) > 4.5 && off(&blended, 185) > 4.5);
        assert!(off(&flagged, 186) < 1e-9, "{}", off(&flagged, 186));
        assert!(off(&blended, 186) > 4.5 && off(&blended, 192) > 1.0 && off(&blended, 199) < 1e-9);
        assert_eq!(
            (
                flagged.vehicle().expect("a vehicle").counters.teleports,
                blended.vehicle().expect("a vehicle").counters.teleports
            ),
            (2, 0)
        );
        // A packet sooner or later, snapshots do the same.
        let places = |run: &Run| -> Vec<bool> {
            let start = run.lanes[1].frames[0].drawn;
            let end = run.lanes[1].frames[180].drawn;
            let between = |frame: &Frame| {
                frame.drawn.distance(start) > 1.0 && frame.drawn.distance(end) > 1.5
            };
            run.lanes[1].frames[190..210].iter().map(between).collect()
        };
        assert!(!places(&flagged).contains(&true), "{:?}", places(&flagged));
        assert!(places(&blended).contains(&true));
    }

    #[test]
    fn a_late_joiner_draws_the_first_packet_at_once_and_nothing_before() {
        let run = run_of(&["receiver.joins_at=2.5", "sender.heartbeat=1"]);
        for lane in [&run.lanes[0], &run.lanes[1]] {
            let first = lane.packets.iter().find(|packet| packet.fate == Fate::Used).expect("one");
            let seen_from = first.arrived.expect("it arrived");
            assert_eq!(lane.seen_from(), seen_from);
            assert!(seen_from >= 150);
            assert!(lane.frames[..seen_from].iter().all(|frame| *frame == Frame::default()));
            assert!(lane.frames[seen_from..].iter().all(|frame| frame.seen));
            for packet in lane.packets.iter().filter(|packet| packet.sent < first.sent) {
                assert_eq!(packet.fate, Fate::Unheard, "{packet:?}");
                assert!(packet.arrived.is_some_and(|arrived| arrived < 150));
            }
        }
        let from = run.lanes[0].seen_from();
        let frame = &run.lanes[0].frames[from];
        assert_eq!(
            frame.drawn,
            run.vehicle().expect("a vehicle").model[from],
            "no blend from anywhere"
        );
        // A snapshot is drawn where it was true and waits there until its time has come.
        let from = run.lanes[1].seen_from();
        let first =
            run.lanes[1].packets.iter().find(|packet| packet.fate == Fate::Used).expect("one");
        assert_eq!(run.lanes[1].frames[from].drawn, first.state.position);
        // What does not look at what was drawn before is that of a receiver which was always there.
        let always = run_of(&["sender.heartbeat=1"]);
        assert_eq!(
            run.vehicle().expect("a vehicle").model[from + 60..],
            always.vehicle().expect("a vehicle").model[from + 60..]
        );
        let sent = |run: &Run| -> Vec<Tick> {
            run.lanes[0].packets.iter().map(|packet| packet.sent).collect()
        };
        assert_eq!(sent(&run), sent(&always), "the sender knows nothing of it");
    }

    #[test]
    fn a_copy_that_comes_after_the_joining_is_heard() {
        let set = [
            "link.duplicate=1",
            "link.jitter=0.09",
            "receiver.joins_at=1.9",
            "sender.threshold=0.02",
        ];
        let heard = (0..40).any(|seed| {
            let run = run_of(&[&set[..], &[&format!("seed={seed}")]].concat());
            let packets = run.lanes[0].packets.iter().filter(|packet| packet.fate == Fate::Used);
            let mut early = packets.filter(|packet| packet.arrived.is_some_and(|tick| tick < 114));
            early.any(|packet| packet.again == Some(run.lanes[0].seen_from()))
        });
        assert!(heard);
    }

    #[test]
    fn who_joins_a_straight_without_heartbeats_sees_nothing() {
        let set = ["motion.kind=straight", "sender.heartbeat=0", "receiver.joins_at=1"];
        let run = run_of(&set);
        assert_eq!(run.lanes[0].seen_from(), run.lanes[0].frames.len());
        assert!(run.lanes[1].seen_from() < 70);
    }

    #[test]
    fn two_ends_with_one_model_keep_the_threshold_and_two_models_do_not() {
        // Snapping without latency, what is drawn is what the sender has checked.
        let checked = ["track.sharpness=0", "link.latency=0", "receiver.blend_time=0"];
        let peak = |set: &[&str]| {
            let run = run_of(&[&checked[..], set].concat());
            run.lanes[0].frames.iter().map(|frame| frame.error).fold(0.0, f64::max)
        };
        for motion in ["lap", "circle", "stop-and-go"] {
            for order in ["1", "2", "turn"] {
                for rate in [0, 10, 25, 60] {
                    let peak = peak(&[
                        &format!("motion.kind={motion}"),
                        &format!("sender.order={order}"),
                        &format!("sender.step_rate={rate}"),
                        &format!("receiver.step_rate={rate}"),
                    ]);
                    assert!(peak <= 0.3 + 1e-9, "{motion}, {order}, {rate} Hz: {peak}");
                }
            }
        }
        for fault in [
            &["sender.order=2", "receiver.order=1"][..],
            &["sender.order=1", "receiver.order=2"],
            &["sender.order=1", "receiver.order=turn"],
            &["sender.order=2", "receiver.step_rate=5"],
            &["sender.order=2", "sender.step_rate=5"],
            &["sender.order=turn", "receiver.step_rate=5"],
        ] {
            assert!(peak(fault) > 0.35, "{fault:?}: {}", peak(fault));
        }
    }

    #[test]
    fn naming_the_senders_order_or_stepping_order_one_changes_nothing() {
        assert_eq!(run_of(&["sender.order=2"]), run_of(&["sender.order=2", "receiver.order=2"]));
        let stepped = ["sender.step_rate=7", "receiver.step_rate=30"];
        assert_eq!(run_of(&[]), run_of(&stepped));
    }

    #[test]
    fn what_is_overtaken_is_late_and_ignored() {
        let run = run_of(&["sender.threshold=0.02", "link.reorder=0.3", "link.reorder_delay=0.3"]);
        let packets = &run.lanes[0].packets;
        let late = packets.iter().filter(|packet| packet.fate == Fate::Late);
        assert_eq!(late.clone().count() as u64, run.vehicle().expect("a vehicle").counters.older);
        assert!(
            run.vehicle().expect("a vehicle").counters.older > 5,
            "{:?}",
            run.vehicle().expect("a vehicle").counters
        );
        for packet in late {
            let overtook = |other: &Packet| {
                other.sent > packet.sent
                    && other.arrived.is_some_and(|at| Some(at) <= packet.arrived)
            };
            assert!(packets.iter().any(overtook), "{packet:?}");
        }
    }

    #[test]
    fn a_bottleneck_drops_what_is_too_much_for_it() {
        // 60 snapshots of 60 bytes a second on half of that.
        let narrow = ["snapshot.rate=60", "link.bandwidth=1800", "link.queue=3"];
        let packets = &run_of(&narrow).lanes[1].packets;
        let dropped = packets.iter().filter(|packet| packet.fate == Fate::QueueFull).count();
        assert!(dropped.abs_diff(packets.len() / 2) < 5, "{dropped} of {}", packets.len());
    }

    #[test]
    fn spikes_come_to_both_lanes_at_the_same_time() {
        let run = run_of(&["link.spike_period=4", "sender.threshold=0.01", "snapshot.rate=60"]);
        let slow = |lane: &Lane| -> Vec<Tick> {
            let slow = lane.packets.iter().filter(|p| p.arrived.is_some_and(|at| at - p.sent > 6));
            slow.map(|packet| packet.sent).collect()
        };
        let (updates, snapshots) = (slow(&run.lanes[0]), slow(&run.lanes[1]));
        assert!(!updates.is_empty() && updates.iter().all(|tick| snapshots.contains(tick)));
    }
}

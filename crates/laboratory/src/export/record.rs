//! A run as numbers for other programs: every tick as CSV, the whole as JSON.
//!
//! Times in s, places and distances in u, velocities in u/s.

use crate::clocks::ClockFrame;
use crate::ensemble::Ensemble;
use crate::experiment::Experiment;
use crate::facts::{self, Fact};
use crate::metrics::Metrics;
use crate::run::{Cause, Fate, Packet};
use crate::scene::fit::extent;
use crate::segments::{self, Segment};
use crate::settings::{MotionKind, Settings};
use glam::DVec2;
use serde::Serialize;
use std::io::{self, Write};

/// A column of the CSV.
#[derive(Debug)]
pub struct Column {
    /// Its name, as in the first line of the file.
    pub name: &'static str,
    /// Its unit; empty for counts and words.
    pub unit: &'static str,
    /// What it holds.
    pub what: &'static str,
}

const fn column(name: &'static str, unit: &'static str, what: &'static str) -> Column {
    Column { name, unit, what }
}

/// The columns of the CSV, in order: one line a tick.
#[rustfmt::skip]
pub const COLUMNS: &[Column] = &[
    column("tick", "", "which tick, from 0"),
    column("time", "s", "when: tick over tick rate"),
    column("truth_x", "u", "where the vehicle is"),
    column("truth_y", "u", "the same, upwards"),
    column("model_x", "u", "the receiver's extrapolation, without the blend"),
    column("model_y", "u", "the same, upwards"),
    column("drawn_x", "u", "what dead reckoning draws"),
    column("drawn_y", "u", "the same, upwards"),
    column("error", "u", "distance from what dead reckoning draws to the truth"),
    column("sent", "", "updates sent on this tick"),
    column("reason", "", "why: first, threshold, heartbeat, heading or teleport; empty where none was sent"),
    column("arrived", "", "updates that arrived on this tick"),
    column("snapshot_x", "u", "what snapshot interpolation draws"),
    column("snapshot_y", "u", "the same, upwards"),
    column("snapshot_error", "u", "distance from what snapshot interpolation draws to the truth"),
    column("snapshot_sent", "", "snapshots sent on this tick"),
    column("snapshot_arrived", "", "snapshots that arrived on this tick"),
    column("truth_velocity_x", "u/s", "how fast the vehicle is"),
    column("truth_velocity_y", "u/s", "the same, upwards"),
    column("drawn_velocity_x", "u/s", "how fast dead reckoning says that what it draws moves"),
    column("drawn_velocity_y", "u/s", "the same, upwards"),
    column("snapshot_velocity_x", "u/s", "the same for snapshot interpolation"),
    column("snapshot_velocity_y", "u/s", "the same, upwards"),
    column("truth_heading", "rad", "which way the vehicle faces, counter-clockwise from +x"),
    column("drawn_heading", "rad", "which way dead reckoning draws it facing"),
    column("held_back", "", "whether the rate cap held an owed update back: the threshold is not met"),
    column("stale", "", "whether nothing has been heard for too long"),
    column("frozen", "", "whether the extrapolation cap holds the model"),
    column("lost", "", "updates sent on this tick that never arrive"),
    column("snapshot_path_error", "u", "distance from what snapshot interpolation draws to the truth as it was a delay ago"),
    column("buffered", "", "snapshots in the buffer that are newer than what is drawn"),
    column("clock_error", "s", "the receiver's estimate of the sender's clock less the truth; 0 where it is known"),
    column("seen", "", "whether dead reckoning draws anything; before, what it draws is empty"),
    column("snapshot_seen", "", "whether snapshot interpolation does, likewise"),
    column("beyond_wall", "", "whether what dead reckoning draws is beyond a wall"),
];

/// Writes every tick as CSV, the columns as in [`COLUMNS`].
///
/// # Errors
/// As the writer's.
pub fn csv(experiment: &Experiment, out: &mut dyn Write) -> io::Result<()> {
    let Experiment { truth, run, .. } = experiment;
    let ticks = truth.states.len();
    let (sent, arrived) = counts(&run.dead_reckoning.packets, ticks);
    let (snapshot_sent, snapshot_arrived) = counts(&run.snapshot.packets, ticks);
    let mut lost = vec![0; ticks];
    for packet in &run.dead_reckoning.packets {
        lost[packet.sent] += usize::from(matches!(packet.fate, Fate::Lost | Fate::QueueFull));
    }
    let mut reasons = vec![""; ticks];
    for packet in &run.dead_reckoning.packets {
        if let Cause::Owed(reason) = packet.cause {
            reasons[packet.sent] = reason.name();
        }
    }
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS.iter().map(|column| column.name))?;
    for tick in 0..ticks {
        let (state, model) = (&truth.states[tick], run.model[tick]);
        let (drawn, snapshot) = (&run.dead_reckoning.frames[tick], &run.snapshot.frames[tick]);
        let note = &run.notes[tick];
        let clock_error = run.clock.get(tick).map_or(0.0, ClockFrame::error);
        let (seen, snapshot_seen) = (drawn.seen, snapshot.seen);
        let number = |seen: bool, number: f64| seen.then_some(number);
        let place = |seen: bool, place: DVec2| (number(seen, place.x), number(seen, place.y));
        let (sent, arrived) = (sent[tick], arrived[tick]);
        let (snapshot_sent, snapshot_arrived) = (snapshot_sent[tick], snapshot_arrived[tick]);
        let snapshot_error = number(snapshot_seen, snapshot.error);
        let path_error = number(snapshot_seen, snapshot.path_error);
        writer.serialize((
            (tick, truth.time(tick), place(true, state.position), place(seen, model)),
            (place(seen, drawn.drawn), number(seen, drawn.error), sent, reasons[tick], arrived),
            (place(snapshot_seen, snapshot.drawn), snapshot_error, snapshot_sent, snapshot_arrived),
            (place(true, state.velocity), place(seen, drawn.velocity)),
            place(snapshot_seen, snapshot.velocity),
            (state.heading, number(seen, drawn.heading)),
            (note.held_back, note.stale, note.frozen),
            (
                lost[tick],
                path_error,
                run.snapshot.depths.get(tick).map_or(0, |depth| depth.ahead),
                clock_error,
            ),
            (seen, snapshot_seen, note.beyond_wall),
        ))?;
    }
    writer.flush()
}

/// How many packets were sent, and how many arrived, on each tick.
fn counts(packets: &[Packet], ticks: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut sent, mut arrived) = (vec![0; ticks], vec![0; ticks]);
    for packet in packets {
        sent[packet.sent] += 1;
        if let Some(tick) = packet.arrived {
            arrived[tick] += 1;
        }
    }
    (sent, arrived)
}

/// A run as JSON: what was set, what came of it, every packet.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// The exact length of the run, s.
    pub lap_seconds: f64,
    /// How many ticks it has.
    pub ticks: usize,
    /// The bound of a snapping receiver, u; null where it does not hold.
    pub snapping_bound: Option<f64>,
    /// The numbers of dead reckoning.
    pub dead_reckoning: &'a Metrics,
    /// The numbers of snapshot interpolation.
    pub snapshot: &'a Metrics,
    /// Their spread over the seeds, where luck decides or it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ensemble: Option<&'a Ensemble>,
    /// The numbers by what the vehicle does, where its motion was recorded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<Segment>,
    /// What the technique comes to beside that.
    pub facts: Vec<Fact>,
    /// The settings.
    pub settings: &'a Settings,
    /// The least and the greatest corner of the true path, u.
    pub bounds: [[f64; 2]; 2],
    /// What the receiver of dead reckoning dropped or clamped.
    pub counters: Counted,
    /// What dead reckoning sent.
    pub updates: Vec<Sent>,
    /// What snapshot interpolation sent.
    pub snapshots: Vec<Sent>,
}

/// How often the receiver dropped an update or clamped its age.
#[derive(Debug, Serialize)]
pub struct Counted {
    /// Updates that came once more.
    pub duplicates: u64,
    /// Updates that came after a newer one.
    pub older: u64,
    /// Updates that held a number that is none.
    pub refused: u64,
    /// Updates from the future, by the receiver's clock.
    pub from_the_future: u64,
    /// Updates that were drawn at once: teleports.
    pub teleports: u64,
    /// Updates that held a number beyond its range on the wire.
    pub out_of_range: u64,
}

/// A packet, as JSON.
#[derive(Debug, Serialize)]
pub struct Sent {
    /// When it was sent, s.
    pub sent_at: f64,
    /// When it arrived, s; null if not within the run.
    pub arrived_at: Option<f64>,
    /// Why it was sent.
    pub reason: &'static str,
    /// What became of it.
    pub fate: &'static str,
    /// The place in it, u.
    pub position: [f64; 2],
    /// The velocity in it, u/s.
    pub velocity: [f64; 2],
    /// The acceleration in it, u/s².
    pub acceleration: [f64; 2],
}

/// The run as JSON.
#[must_use]
pub fn report<'a>(experiment: &'a Experiment, ensemble: Option<&'a Ensemble>) -> Report<'a> {
    let Experiment { truth, run, settings, dead_reckoning, snapshot, .. } = experiment;
    let sent = |packet: &Packet| Sent {
        sent_at: truth.time(packet.sent),
        arrived_at: packet.arrived.map(|tick| truth.time(tick)),
        reason: match packet.cause {
            Cause::Owed(reason) => reason.name(),
            Cause::Clock => "clock",
        },
        fate: packet.fate.name(),
        position: packet.state.position.to_array(),
        velocity: packet.state.velocity.to_array(),
        acceleration: packet.state.acceleration.to_array(),
    };
    let bounds = extent(experiment);
    let recorded = settings.motion.kind == MotionKind::Trace;
    Report {
        lap_seconds: truth.seconds,
        ticks: truth.states.len(),
        snapping_bound: settings.is_bounded().then(|| settings.snapping_bound()),
        dead_reckoning,
        snapshot,
        ensemble,
        segments: if recorded { segments::of(truth, run) } else { Vec::new() },
        facts: facts::of(experiment),
        settings,
        bounds: [bounds.0.to_array(), bounds.1.to_array()],
        counters: Counted {
            duplicates: run.counters.duplicates,
            older: run.counters.older,
            refused: run.counters.refused,
            from_the_future: run.counters.from_the_future,
            teleports: run.counters.teleports,
            out_of_range: run.saturated,
        },
        updates: run.dead_reckoning.packets.iter().map(sent).collect(),
        snapshots: run.snapshot.packets.iter().map(sent).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tick_is_a_line_with_every_column() {
        let experiment = Experiment::of(Settings::default()).expect("the lap");
        let mut file = Vec::new();
        csv(&experiment, &mut file).expect("in memory");
        let mut reader = csv::Reader::from_reader(file.as_slice());
        let header: Vec<String> =
            reader.headers().expect("names").iter().map(str::to_owned).collect();
        assert!(COLUMNS.iter().map(|column| column.name).eq(header.iter().map(String::as_str)));
        let lines: Vec<csv::StringRecord> =
            reader.records().map(|line| line.expect("a line")).collect();
        assert_eq!(lines.len(), 501);
        let number = |line: usize, name: &str| -> f64 {
            let column = header.iter().position(|column| column == name).expect(name);
            lines[line][column].parse().expect("a number")
        };
        let frame = &experiment.run.dead_reckoning.frames[215];
        assert_eq!(number(215, "error"), frame.error);
        assert_eq!(number(215, "drawn_velocity_y"), frame.velocity.y);
        assert_eq!(number(215, "snapshot_x"), experiment.run.snapshot.frames[215].drawn.x);
        let sent: f64 = (0..501).map(|line| number(line, "sent")).sum();
        assert_eq!(sent, 14.0);
    }

    #[test]
    fn what_is_not_drawn_has_no_place() {
        let mut settings = Settings::default();
        settings.set("receiver.joins_at=2").expect("a time");
        let experiment = Experiment::of(settings).expect("the lap");
        let mut file = Vec::new();
        csv(&experiment, &mut file).expect("in memory");
        let mut reader = csv::Reader::from_reader(file.as_slice());
        let lines: Vec<csv::StringRecord> =
            reader.records().map(|line| line.expect("a line")).collect();
        let column =
            |name| COLUMNS.iter().position(|column| column.name == name).expect("a column");
        let cell = |line: usize, name| lines[line][column(name)].to_owned();
        for empty in [
            "model_x",
            "drawn_x",
            "drawn_y",
            "error",
            "drawn_velocity_x",
            "drawn_heading",
            "snapshot_x",
            "snapshot_error",
            "snapshot_velocity_y",
            "snapshot_path_error",
        ] {
            assert_eq!(cell(100, empty), "", "{empty}");
            assert_ne!(cell(400, empty), "", "{empty}");
        }
        assert_eq!((cell(100, "seen"), cell(400, "seen")), ("false".to_owned(), "true".to_owned()));
        assert_eq!(cell(100, "snapshot_seen"), "false");
        assert_ne!(cell(100, "truth_x"), "");
    }
}

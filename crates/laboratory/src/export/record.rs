//! A run as numbers for other programs: every tick as CSV, the whole as JSON.
//!
//! Times in s, places and distances in u, velocities in u/s. What a lane does not have is not there.

use crate::ensemble::Ensemble;
use crate::experiment::Experiment;
use crate::facts::Fact;
use crate::lane::{Lane, Packet};
use crate::lanes::{Aspect, ByLane, LaneKind};
use crate::metrics::Metrics;
use crate::scene::fit::extent;
use crate::segments::{self, Segment, Share};
use crate::settings::{MotionKind, Settings};
use crate::technique::columns::{At, Cell, traffic};
use crate::technique::vehicle::detail::VehicleRun;
use crate::truth::Truth;
use serde::Serialize;
use std::io::{self, Write};

/// The number of the form of the JSON: a name that changes raises it, one that is added does not.
pub const SCHEMA: u32 = 2;

/// Writes every tick as CSV, the columns as the technique's row has them.
///
/// # Errors
/// As the writer's.
pub fn csv(experiment: &Experiment, out: &mut dyn Write) -> io::Result<()> {
    let ticks = experiment.truth.states.len();
    let columns = experiment.settings.technique.row().columns;
    let [first, second] = experiment.run.lanes.each_ref().map(|lane| traffic(lane, ticks));
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns.iter().map(|column| column.name))?;
    for tick in 0..ticks {
        let at = At { experiment, tick, traffic: [first[tick], second[tick]] };
        let cells: Vec<Cell> = columns.iter().map(|column| (column.read)(&at)).collect();
        writer.serialize(cells)?;
    }
    writer.flush()
}

/// A run as JSON: what was set, what came of it, every packet.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The exact length of the run, s.
    pub lap_seconds: f64,
    /// How many ticks it has.
    pub ticks: usize,
    /// The bound of a snapping receiver, u; null where it does not hold.
    pub snapping_bound: Option<f64>,
    /// What each lane comes to, under its own name.
    #[serde(flatten)]
    pub lanes: Lanes<'a>,
    /// Their spread over the seeds, where luck decides or it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ensemble: Option<&'a Ensemble>,
    /// The numbers by what the vehicle does, where its motion was recorded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<SegmentReport>,
    /// What the technique comes to beside that.
    pub facts: Vec<Fact>,
    /// The settings.
    pub settings: &'a Settings,
    /// The least and the greatest corner of the true path, u.
    pub bounds: [[f64; 2]; 2],
}

/// What both lanes come to, each under its own name.
#[derive(Debug)]
pub struct Lanes<'a>([LaneReport<'a>; 2]);

impl Serialize for Lanes<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lanes = self.0.each_ref().map(|report| report.metrics.lane);
        ByLane { lanes, values: self.0.each_ref().map(Some) }.serialize(serializer)
    }
}

/// What a lane comes to.
#[derive(Debug, Serialize)]
pub struct LaneReport<'a> {
    /// Its numbers.
    #[serde(flatten)]
    pub metrics: &'a Metrics,
    /// What its receiver dropped or clamped, where it keeps count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counters: Option<Counted>,
    /// What it sent, if it has packets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packets: Option<Vec<Sent>>,
}

/// What happens while the vehicle does one thing.
#[derive(Debug)]
pub struct SegmentReport {
    segment: Segment,
    lanes: [LaneKind; 2],
}

impl Serialize for SegmentReport {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Report<'a> {
            #[serde(flatten)]
            segment: &'a Segment,
            #[serde(flatten)]
            lanes: ByLane<'a, Share>,
        }
        let values = self.segment.lanes.each_ref().map(Some);
        Report { segment: &self.segment, lanes: ByLane { lanes: self.lanes, values } }
            .serialize(serializer)
    }
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

impl Counted {
    fn of(vehicle: &VehicleRun) -> Self {
        Self {
            duplicates: vehicle.counters.duplicates,
            older: vehicle.counters.older,
            refused: vehicle.counters.refused,
            from_the_future: vehicle.counters.from_the_future,
            teleports: vehicle.counters.teleports,
            out_of_range: vehicle.saturated,
        }
    }
}

impl Sent {
    fn of(truth: &Truth, packet: &Packet) -> Self {
        Self {
            sent_at: truth.time(packet.sent),
            arrived_at: packet.arrived.map(|tick| truth.time(tick)),
            reason: packet.cause.name(),
            fate: packet.fate.name(),
            position: packet.state.position.to_array(),
            velocity: packet.state.velocity.to_array(),
            acceleration: packet.state.acceleration.to_array(),
        }
    }
}

fn lane_report<'a>(
    experiment: &'a Experiment,
    lane: &Lane,
    metrics: &'a Metrics,
) -> LaneReport<'a> {
    let sent = || lane.packets.iter().map(|packet| Sent::of(&experiment.truth, packet)).collect();
    // The one that has a model has the receiver that keeps count.
    let vehicle = experiment.run.vehicle().filter(|_| lane.kind.has(Aspect::Model));
    LaneReport {
        metrics,
        counters: vehicle.map(Counted::of),
        packets: lane.kind.has(Aspect::Packets).then(sent),
    }
}

/// The run as JSON.
#[must_use]
pub fn report<'a>(experiment: &'a Experiment, ensemble: Option<&'a Ensemble>) -> Report<'a> {
    let Experiment { truth, run, settings, metrics } = experiment;
    let bounds = extent(experiment);
    let recorded = settings.motion.kind == MotionKind::Trace;
    let lanes = run.lanes.each_ref().map(|lane| lane.kind);
    let segments = if recorded { segments::of(truth, run) } else { Vec::new() };
    Report {
        schema: SCHEMA,
        lap_seconds: truth.seconds,
        ticks: truth.states.len(),
        snapping_bound: settings.is_bounded().then(|| settings.snapping_bound()),
        lanes: Lanes([
            lane_report(experiment, &run.lanes[0], &metrics[0]),
            lane_report(experiment, &run.lanes[1], &metrics[1]),
        ]),
        ensemble,
        segments: segments.into_iter().map(|segment| SegmentReport { segment, lanes }).collect(),
        facts: experiment.facts(),
        settings,
        bounds: [bounds.0.to_array(), bounds.1.to_array()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Technique;

    #[test]
    fn every_tick_is_a_line_with_every_column() {
        let experiment = Experiment::of(Settings::default()).expect("the lap");
        let mut file = Vec::new();
        csv(&experiment, &mut file).expect("in memory");
        let mut reader = csv::Reader::from_reader(file.as_slice());
        let header: Vec<String> =
            reader.headers().expect("names").iter().map(str::to_owned).collect();
        let columns = Technique::default().row().columns;
        assert!(columns.iter().map(|column| column.name).eq(header.iter().map(String::as_str)));
        let lines: Vec<csv::StringRecord> =
            reader.records().map(|line| line.expect("a line")).collect();
        assert_eq!(lines.len(), 501);
        let number = |line: usize, name: &str| -> f64 {
            let column = header.iter().position(|column| column == name).expect(name);
            lines[line][column].parse().expect("a number")
        };
        let frame = &experiment.run.lanes[0].frames[215];
        assert_eq!(number(215, "error"), frame.error);
        assert_eq!(number(215, "drawn_velocity_y"), frame.velocity.y);
        assert_eq!(number(215, "snapshot_x"), experiment.run.lanes[1].frames[215].drawn.x);
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
        let columns = Technique::default().row().columns;
        let column =
            |name| columns.iter().position(|column| column.name == name).expect("a column");
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

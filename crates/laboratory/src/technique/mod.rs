//! The techniques: a row each, and a folder each with all that is its own.
//!
//! A technique is a truth, two lanes beside it and one playhead; what it has beside them is its own
//! [`Detail`](crate::run::Detail). Whoever shows, sweeps or exports a run asks the row, not which technique it is.
//!
//! Invariant: the match in [`Technique::row`] is the only one of the simulation, and a row has every field: another
//! technique does not compile until it is whole.

pub mod columns;
pub mod player;
pub mod shot;
pub mod vehicle;

use crate::experiment::Experiment;
use crate::facts::Fact;
use crate::lanes::{LaneKind, LaneRow};
use crate::metrics::Metrics;
use crate::run::Run;
use crate::settings::{Group, Knob, Settings, Technique};
use crate::track::Track;
use crate::truth::{Truth, TruthError};
use columns::Column;

/// What there is to know about a technique.
#[derive(Debug)]
pub struct TechniqueRow {
    /// Which.
    pub technique: Technique,
    /// What is shown, and what it is compared with.
    pub lanes: [LaneKind; 2],
    /// The groups of its knobs, from above.
    pub groups: &'static [Group],
    /// The keys of the two knobs that it is tuned by, if nobody chooses others.
    pub usual_axes: [&'static str; 2],
    /// Whether the measures of its lanes say what it comes to, so that it can be swept.
    pub is_swept: bool,
    /// Whether its lanes come over the network, so that luck may decide.
    pub sends: bool,
    /// Whether its sender waits for a threshold: then there is one to draw, and to suggest.
    pub has_threshold: bool,
    /// Whether its picture has an axis of time between client and server.
    pub has_axis: bool,
    /// Whether it moves by what is pressed, and not by `motion`.
    pub is_driven: bool,
    /// The truth of settings, on their track.
    pub truth: fn(&Settings, &Track) -> Result<Truth, TruthError>,
    /// Runs both lanes over a truth, in the room of an earlier run.
    pub simulate: fn(&Truth, &Settings, &mut Run),
    /// What the lanes of a run come to.
    pub measure: fn(&Truth, &Settings, &Run) -> [Metrics; 2],
    /// What it comes to beside that: always the same ones in the same order.
    pub facts: fn(&Experiment) -> Vec<Fact>,
    /// What a run says about its settings, the most useful first.
    pub hints: fn(&Experiment) -> Vec<String>,
    /// What there is to say of each tick.
    pub columns: &'static [Column],
}

/// All techniques.
pub const TECHNIQUES: [&TechniqueRow; 3] = [&vehicle::ROW, &player::ROW, &shot::ROW];

impl Technique {
    /// Its row.
    #[must_use]
    pub fn row(self) -> &'static TechniqueRow {
        match self {
            Self::DeadReckoning => &vehicle::ROW,
            Self::Prediction => &player::ROW,
            Self::LagCompensation => &shot::ROW,
        }
    }
}

impl TechniqueRow {
    /// The rows of its lanes.
    #[must_use]
    pub fn lane_rows(&self) -> [&'static LaneRow; 2] {
        self.lanes.map(LaneKind::row)
    }

    /// Its knobs, as the panel has them.
    pub fn knobs(&self) -> impl Iterator<Item = &'static Knob> {
        self.groups.iter().flat_map(|group| group.knobs())
    }

    /// The knobs that it can be tuned by, as the panel has them: its numbers, but for luck.
    pub fn numbers(&self) -> impl Iterator<Item = &'static Knob> {
        self.knobs().filter(|knob| knob.is_number() && !knob.is_luck)
    }
}

impl Experiment {
    /// What its technique comes to beside the metrics.
    #[must_use]
    pub fn facts(&self) -> Vec<Fact> {
        (self.settings.technique.row().facts)(self)
    }

    /// What it says about its own settings.
    #[must_use]
    pub fn hints(&self) -> Vec<String> {
        (self.settings.technique.row().hints)(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::LANES;
    use crate::metrics::all_rows;
    use crate::settings::{KNOBS, Place};

    #[test]
    fn every_technique_is_its_own_row() {
        for row in TECHNIQUES {
            assert_eq!(row.technique.row().lanes, row.lanes);
            assert!(row.lane_rows().iter().all(|lane| !lane.title.is_empty()));
            assert_eq!(
                TECHNIQUES.iter().filter(|other| other.technique == row.technique).count(),
                1
            );
        }
        let all = TECHNIQUES.iter().flat_map(|row| row.lanes);
        assert!(all.eq(LANES.iter().map(|lane| lane.kind)), "each lane is of one technique");
    }

    #[test]
    fn the_lanes_of_a_run_are_those_of_the_row_and_have_what_their_rows_say() {
        for row in TECHNIQUES {
            let settings = Settings { technique: row.technique, ..Settings::default() };
            let experiment = Experiment::of(settings).expect("an experiment");
            for (lane, (kind, metrics)) in
                experiment.run.lanes.iter().zip(row.lanes.into_iter().zip(experiment.metrics))
            {
                assert_eq!((lane.kind, metrics.lane), (kind, kind));
                let blank = Metrics::blank(kind);
                for metric in all_rows() {
                    let has = (metric.read)(&blank).is_some();
                    assert_eq!((metric.read)(&metrics).is_some(), has, "{kind:?} {}", metric.key);
                }
            }
            let has_facts = !experiment.facts().is_empty();
            assert_eq!(has_facts, row.technique != Technique::DeadReckoning);
        }
    }

    #[test]
    fn every_metric_is_one_that_some_lane_has() {
        for metric in all_rows() {
            let has = |lane: &LaneRow| (metric.read)(&Metrics::blank(lane.kind)).is_some();
            assert!(LANES.iter().any(has), "{}", metric.key);
        }
    }

    #[test]
    fn columns_have_names_of_their_own_and_begin_alike() {
        for row in TECHNIQUES {
            let names: Vec<&str> = row.columns.iter().map(|column| column.name).collect();
            assert_eq!(names[..4], ["tick", "time", "truth_x", "truth_y"]);
            for (place, name) in names.iter().enumerate() {
                assert!(!names[place + 1..].contains(name), "{name} is there twice");
            }
        }
    }

    #[test]
    fn every_knob_stands_in_a_group_and_once_in_a_technique_that_has_it() {
        let mut everywhere: Vec<&str> = Vec::new();
        for row in TECHNIQUES {
            let keys = row.knobs();
            let keys: Vec<&str> = keys.map(|knob| knob.key).collect();
            for (at, key) in keys.iter().enumerate() {
                assert!(
                    !keys[at + 1..].contains(key),
                    "{key} is there twice in {:?}",
                    row.technique
                );
            }
            everywhere.extend(keys);
        }
        for knob in KNOBS {
            let there = everywhere.iter().filter(|key| **key == knob.key).count();
            let view = knob.places == [Place::Front(Group::View)] || knob.key == "technique";
            assert!(there > 0 && (view || there == knob.places.len()), "{}", knob.key);
        }
    }

    #[test]
    fn every_group_of_a_technique_has_knobs_in_sight_and_a_title_of_its_own() {
        for row in TECHNIQUES {
            let groups = row.groups;
            for (at, group) in groups.iter().enumerate() {
                assert!(group.front().next().is_some(), "{group:?}");
                let same = |other: &Group| other.title() == group.title();
                assert!(!groups[at + 1..].iter().any(same), "{group:?}");
            }
        }
    }

    #[test]
    fn a_technique_is_tuned_by_two_of_its_own_numbers() {
        for row in TECHNIQUES {
            let [across, up] = row.usual_axes;
            let own = |key: &str| row.numbers().any(|knob| knob.key == key);
            assert!(own(across) && own(up) && across != up, "{:?}", row.technique);
        }
    }
}

//! The track: waypoints, each rounded by a circular fillet, as one closed path by arc length.
//!
//! In: [`settings::Track`]. Out: position, heading and curvature at a distance along it. Invariant: the path
//! is closed and its heading continuous; a corner never takes more of an edge than it is allowed.

use crate::settings;
use dead_reckoning::State;
use dead_reckoning::extrapolate::wrap_angle;
use glam::{DVec2, dvec2};
use std::f64::consts::PI;

/// A closed path of straights and arcs.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    pieces: Vec<Piece>,
    length: f64,
    start: f64,
}

/// A straight (curvature 0) or an arc, from `offset` u along the path.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    offset: f64,
    length: f64,
    from: DVec2,
    heading: f64,
    tangent: DVec2,
    /// Signed: positive turns left, 1/u.
    curvature: f64,
    /// The middle of an arc.
    center: DVec2,
}

/// Why waypoints make no track.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrackError {
    /// Two points or fewer.
    #[error("a track needs at least three waypoints, and this one has {count}")]
    TooFew {
        /// How many there are.
        count: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("waypoint {index} is not finite, or further out than 1e9 u: ({x}, {y})")]
    NotFinite {
        /// Which, counted from 1.
        index: usize,
        /// Its x.
        x: f64,
        /// Its y.
        y: f64,
    },
    /// Two neighbours are one point.
    #[error("waypoints {index} and {next} are the same point: remove one of them")]
    Repeated {
        /// Which, counted from 1.
        index: usize,
        /// The one after it.
        next: usize,
    },
    /// The path comes back on itself, so no arc can round the corner.
    #[error(
        "at waypoint {index} the track turns straight back: move it or one of its neighbours aside"
    )]
    TurnsBack {
        /// Which, counted from 1.
        index: usize,
    },
    /// One of the track's other numbers is out of its range.
    #[error("track.{name} = {value}: this must be a number from {min} to {max}")]
    Number {
        /// Which.
        name: &'static str,
        /// What was given.
        value: f64,
        /// Least allowed value.
        min: f64,
        /// Greatest allowed value.
        max: f64,
    },
}

/// A corner: where its arc begins and ends, and how it turns.
struct Corner {
    tangent_length: f64,
    radius: f64,
    turn: f64,
}

impl Track {
    /// Rounds the waypoints.
    ///
    /// At a corner that turns by θ the fillet reaches t = min(r tan(θ/2), `edge_fraction` · shorter edge)
    /// along both edges, and its radius is t / tan(θ/2). The start lies on the first edge, measured between
    /// the waypoints; where an arc at either end of that edge reaches past it, the lap starts at the arc's end.
    ///
    /// # Errors
    /// [`TrackError`]: fewer than three waypoints, repeated or not finite ones, a turn straight back, or a
    /// number out of its range.
    pub fn build(settings: &settings::Track) -> Result<Self, TrackError> {
        let points = waypoints(settings)?;
        let count = points.len();
        let edges: Vec<DVec2> =
            (0..count).map(|at| points[(at + 1) % count] - points[at]).collect();
        let corners: Vec<Corner> =
            (0..count).map(|at| corner(settings, &edges, at)).collect::<Result<_, _>>()?;
        let mut pieces = Vec::with_capacity(2 * count);
        let mut offset = 0.0;
        for at in 0..count {
            let next = (at + 1) % count;
            let direction = edges[at].normalize();
            let begins = points[at] + direction * corners[at].tangent_length;
            let ends = points[next] - direction * corners[next].tangent_length;
            push(&mut pieces, &mut offset, straight(begins, ends, direction));
            push(&mut pieces, &mut offset, arc(ends, direction, &corners[next]));
        }
        let start = settings.start * edges[0].length() - corners[0].tangent_length;
        let start = start.clamp(0.0, pieces[0].length);
        Ok(Self { pieces, length: offset, start })
    }

    /// The length of one lap, u.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// The true state at `distance` u past the start, at constant `speed` u/s: acceleration is v²/r to the
    /// inside on arcs and zero on straights. Any finite distance is taken, round and round.
    #[must_use]
    pub fn state_at(&self, distance: f64, speed: f64) -> State {
        let along = (self.start + distance).rem_euclid(self.length);
        let after = self.pieces.partition_point(|piece| piece.offset <= along);
        self.pieces[after.saturating_sub(1)].state_at(along, speed)
    }

    /// The path as a closed polyline with no arc step longer than `step` rad, u.
    #[must_use]
    pub fn outline(&self, step: f64) -> Vec<DVec2> {
        let mut points = Vec::new();
        for piece in &self.pieces {
            let turn = (piece.curvature * piece.length).abs();
            let parts = (turn / step).ceil().max(1.0) as usize;
            points.extend((0..parts).map(|part| {
                let along = piece.offset + piece.length * (part as f64 / parts as f64);
                piece.state_at(along, 0.0).position
            }));
        }
        points
    }
}

impl Piece {
    fn state_at(&self, along: f64, speed: f64) -> State {
        let passed = along - self.offset;
        if self.curvature == 0.0 {
            return State {
                position: self.from + self.tangent * passed,
                velocity: self.tangent * speed,
                heading: self.heading,
                ..State::default()
            };
        }
        let heading = self.heading + self.curvature * passed;
        let (sin, cos) = libm::sincos(heading);
        let tangent = dvec2(cos, sin);
        let to_left = tangent.perp();
        State {
            position: self.center - to_left / self.curvature,
            velocity: tangent * speed,
            acceleration: to_left * (speed * speed * self.curvature),
            heading: wrap_angle(heading),
            angular_velocity: speed * self.curvature,
        }
    }
}

fn push(pieces: &mut Vec<Piece>, offset: &mut f64, piece: Piece) {
    if piece.length > 0.0 {
        pieces.push(Piece { offset: *offset, ..piece });
        *offset += piece.length;
    }
}

fn straight(from: DVec2, to: DVec2, tangent: DVec2) -> Piece {
    let heading = libm::atan2(tangent.y, tangent.x);
    let length = from.distance(to);
    Piece { offset: 0.0, length, from, heading, tangent, curvature: 0.0, center: from }
}

fn arc(from: DVec2, tangent: DVec2, corner: &Corner) -> Piece {
    let heading = libm::atan2(tangent.y, tangent.x);
    let curvature = corner.turn.signum() / corner.radius;
    let center = from + tangent.perp() / curvature;
    let length = corner.turn.abs() * corner.radius;
    Piece { offset: 0.0, length, from, heading, tangent, curvature, center }
}

fn corner(settings: &settings::Track, edges: &[DVec2], at: usize) -> Result<Corner, TrackError> {
    let before = edges[(at + edges.len() - 1) % edges.len()];
    let after = edges[at];
    let turn = libm::atan2(before.perp_dot(after), before.dot(after));
    if turn.abs() > PI - 1e-6 {
        return Err(TrackError::TurnsBack { index: at + 1 });
    }
    let half = libm::tan(turn.abs() / 2.0);
    let most = settings.edge_fraction * before.length().min(after.length());
    let tangent_length = (settings.radius() * half).min(most);
    let radius = if half > 0.0 { tangent_length / half } else { settings.radius() };
    Ok(Corner { tangent_length, radius, turn })
}

fn waypoints(settings: &settings::Track) -> Result<Vec<DVec2>, TrackError> {
    for (name, value, min, max) in [
        ("start", settings.start, 0.0, 1.0),
        ("edge_fraction", settings.edge_fraction, 0.01, 0.49),
        ("radius_wide", settings.radius_wide, 1e-3, 1e6),
        ("radius_tight", settings.radius_tight, 1e-3, 1e6),
        ("sharpness", settings.sharpness, 0.0, 1.0),
    ] {
        if !(min..=max).contains(&value) {
            return Err(TrackError::Number { name, value, min, max });
        }
    }
    let points: Vec<DVec2> = settings.waypoints.iter().copied().map(DVec2::from).collect();
    let count = points.len();
    if count < 3 {
        return Err(TrackError::TooFew { count });
    }
    for (at, point) in points.iter().enumerate() {
        let index = at + 1;
        if !point.is_finite() || point.abs().max_element() > 1e9 {
            return Err(TrackError::NotFinite { index, x: point.x, y: point.y });
        }
        let next = index % count;
        if point.distance(points[next]) < 1e-6 {
            return Err(TrackError::Repeated { index, next: next + 1 });
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(sharpness: f64) -> settings::Track {
        settings::Track {
            sharpness,
            radius_wide: 2.0,
            radius_tight: 0.5,
            waypoints: vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]],
            ..settings::Track::default()
        }
    }

    #[test]
    fn a_square_loses_what_its_corners_round_off() {
        for (sharpness, radius) in [(0.0, 2.0), (0.5, 1.25), (1.0, 0.5)] {
            let track = Track::build(&square(sharpness)).expect("a square");
            let right = 40.0 - 8.0 * radius + 2.0 * PI * radius;
            assert!((track.length() - right).abs() < 1e-12, "{}", track.length());
        }
    }

    #[test]
    fn position_velocity_and_acceleration_belong_together() {
        let track = Track::build(&settings::Track::default()).expect("the lap");
        let (speed, step) = (4.0, 1e-5);
        let mut arcs = 0;
        for at in 0..500 {
            let distance = track.length() * f64::from(at) / 500.0;
            let here = track.state_at(distance, speed);
            let ahead = track.state_at(distance + step, speed);
            let behind = track.state_at(distance - step, speed);
            let velocity = (ahead.position - behind.position) / (2.0 * step) * speed;
            assert!(velocity.distance(here.velocity) < 1e-3, "at {distance}");
            let acceleration = (ahead.velocity - behind.velocity) / (2.0 * step) * speed;
            let at_a_joint = (ahead.acceleration - behind.acceleration).length() > 1.0;
            assert!(at_a_joint || acceleration.distance(here.acceleration) < 1e-3, "at {distance}");
            arcs += usize::from(here.angular_velocity != 0.0);
            // 0.67 u, but for the one corner whose edges are too short for it.
            let radius = 4.0 / here.angular_velocity.abs();
            let expected = (radius - 0.67).abs() < 1e-9 || (radius - 0.636_346).abs() < 1e-6;
            assert!(here.angular_velocity == 0.0 || expected, "radius {radius}");
        }
        assert!(arcs > 50, "{arcs}");
    }

    #[test]
    fn the_path_closes_and_starts_where_it_should() {
        let track = Track::build(&settings::Track::default()).expect("the lap");
        let start = track.state_at(0.0, 4.0).position;
        assert!(start.distance(dvec2(-4.505 + 0.31 * 10.37, -3.755)) < 1e-12, "{start}");
        assert!(track.state_at(track.length(), 4.0).position.distance(start) < 1e-9);
    }

    #[test]
    fn a_corner_never_takes_more_of_an_edge_than_allowed() {
        let mut settings = square(0.0);
        settings.radius_wide = 100.0;
        let track = Track::build(&settings).expect("a square");
        let straights = 4.0 * (10.0 - 2.0 * 4.6);
        assert!((track.length() - (straights + 2.0 * PI * 4.6)).abs() < 1e-9);
    }

    #[test]
    fn the_outline_lies_on_the_path() {
        let track = Track::build(&square(0.0)).expect("a square");
        let outline = track.outline(0.1);
        assert!(outline.len() > 60);
        let steps = outline.iter().zip(outline.iter().cycle().skip(1));
        let length: f64 = steps.map(|(a, b)| a.distance(*b)).sum();
        assert!((length - track.length()).abs() < 0.01, "{length}");
    }

    #[test]
    fn bad_waypoints_are_refused_with_the_reason() {
        for (waypoints, reason) in [
            (vec![], "at least three waypoints, and this one has 0"),
            (vec![[0.0, 0.0], [1.0, 0.0]], "has 2"),
            (
                vec![[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]],
                "waypoint 2 is not finite, or further out than 1e9 u: (1, NaN)",
            ),
            (vec![[0.0, 0.0], [1.0, 0.0], [1.0, f64::INFINITY]], "waypoint 3"),
            (
                vec![[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
                "waypoints 2 and 3 are the same",
            ),
            (
                vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]],
                "waypoints 4 and 1 are the same",
            ),
            (vec![[0.0, 0.0], [1.0, 0.0], [0.5, 0.0]], "at waypoint"),
        ] {
            let settings = settings::Track { waypoints, ..settings::Track::default() };
            let error = Track::build(&settings).expect_err(reason).to_string();
            assert!(error.contains(reason), "'{reason}' is not in: {error}");
        }
        let settings = settings::Track { edge_fraction: 0.6, ..settings::Track::default() };
        let error = Track::build(&settings).expect_err("edges overlap").to_string();
        assert!(error.contains("track.edge_fraction = 0.6") && error.contains("0.49"), "{error}");
    }
}

//! Walls along the path, on both sides of it: the model knows nothing of them, so what is drawn goes through.
//!
//! In: a [`Truth`] and how far from its path the walls are. Out: whether a place is beyond them, and where on its side
//! of the path the wall is. Invariant: the truth is never beyond; what has been put back is not beyond any more.
//!
//! A place is within the walls if any part of the path is no further away than they are, so the corridor is the union
//! of discs along the path: round at its ends and on the outside of corners, and two stretches of road that touch are
//! one. A disc that jumps from one to the other goes through no wall: only what lies between them counts.

use super::truth::Truth;
use crate::settings::Settings;
use dead_reckoning::State;
use glam::DVec2;

/// The walls of a truth.
#[derive(Clone, Copy, Debug)]
pub struct Walls<'a> {
    truth: &'a Truth,
    distance: f64,
}

impl<'a> Walls<'a> {
    /// The walls along the path of `truth`, if there are any: `track.wall_distance` is zero where there are none.
    #[must_use]
    pub fn of(truth: &'a Truth, settings: &Settings) -> Option<Self> {
        let distance = settings.track.wall_distance;
        (distance > 0.0).then_some(Self { truth, distance })
    }

    /// The point of the path nearest to a place, u; `now` is where the owner is, which is on the path whatever the
    /// outline's chords cut off. A search over the whole outline. NaN in gives `now`.
    #[must_use]
    pub fn nearest(&self, place: DVec2, now: DVec2) -> DVec2 {
        let outline = &self.truth.outline;
        let ends = outline.iter().skip(1).chain(outline.first().filter(|_| self.truth.closed));
        let mut best = (place.distance_squared(now), now);
        for (from, to) in outline.iter().zip(ends) {
            let point = on_segment(*from, *to, place);
            let apart = place.distance_squared(point);
            if apart < best.0 {
                best = (apart, point);
            }
        }
        best.1
    }

    /// The nearest point of the path if a place is beyond the walls, u. Close to the owner it costs one comparison.
    #[must_use]
    pub fn beyond(&self, place: DVec2, now: DVec2) -> Option<DVec2> {
        if place.distance(now) <= self.distance {
            return None;
        }
        let path = self.nearest(place, now);
        (place.distance(path) > self.distance).then_some(path)
    }

    /// What is beyond put back to the wall, on the straight way to the path: p = c + d (p − c) / ‖p − c‖ with the
    /// path's nearest point c and the distance d. What is left of the velocity runs along the wall, or back inside.
    #[must_use]
    pub fn clamped(&self, state: &State, now: DVec2) -> State {
        let Some(path) = self.beyond(state.position, now) else { return *state };
        let out = (state.position - path).normalize_or_zero();
        let velocity = state.velocity - out * state.velocity.dot(out).max(0.0);
        State { position: path + out * self.distance, velocity, ..*state }
    }
}

/// The point of a segment nearest to a place; its beginning where it has no length.
fn on_segment(from: DVec2, to: DVec2, place: DVec2) -> DVec2 {
    let along = to - from;
    let length = along.length_squared();
    let part = if length > 0.0 { (place - from).dot(along) / length } else { 0.0 };
    from + along * part.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::metrics::{Metrics, ModelMetrics};
    use glam::dvec2;
    use proptest::prelude::*;

    fn walled(distance: f64) -> (Truth, Settings) {
        let mut settings = Settings::default();
        settings.track.wall_distance = distance;
        let outline = vec![dvec2(0.0, 0.0), dvec2(10.0, 0.0), dvec2(10.0, 10.0)];
        (Truth { outline, ..Truth::default() }, settings)
    }

    #[test]
    fn a_place_beyond_is_put_back_to_the_wall_on_its_side() {
        let (truth, settings) = walled(1.0);
        let walls = Walls::of(&truth, &settings).expect("walls");
        for (place, back) in [
            // Beside the straight, past its end, and on the outside of the corner.
            (dvec2(5.0, 3.0), Some(dvec2(5.0, 1.0))),
            (dvec2(5.0, -3.0), Some(dvec2(5.0, -1.0))),
            (dvec2(-4.0, 0.0), Some(dvec2(-1.0, 0.0))),
            (dvec2(14.0, -3.0), Some(dvec2(10.8, -0.6))),
            (dvec2(5.0, 1.0), None),
            (dvec2(9.5, 5.0), None),
        ] {
            let state = State { position: place, ..State::default() };
            let clamped = walls.clamped(&state, DVec2::ZERO).position;
            assert!(clamped.distance(back.unwrap_or(place)) < 1e-12, "{place}: {clamped}");
            assert_eq!(walls.beyond(place, DVec2::ZERO).is_some(), back.is_some());
        }
        let state =
            State { position: dvec2(5.0, 3.0), velocity: dvec2(4.0, 2.0), ..State::default() };
        assert_eq!(walls.clamped(&state, DVec2::ZERO).velocity, dvec2(4.0, 0.0), "it slides");
        let back = State { velocity: dvec2(4.0, -2.0), ..state };
        assert_eq!(walls.clamped(&back, DVec2::ZERO).velocity, dvec2(4.0, -2.0));
    }

    #[test]
    fn the_owner_is_never_beyond_and_no_wall_is_none() {
        let (truth, settings) = walled(0.5);
        let walls = Walls::of(&truth, &settings).expect("walls");
        // The owner is where the outline's chord cuts the corner.
        let off = dvec2(5.0, 0.7);
        assert_eq!((walls.beyond(off, off), walls.nearest(off, off)), (None, off));
        assert!(walls.beyond(off, DVec2::ZERO).is_some());
        let (truth, settings) = walled(0.0);
        assert!(Walls::of(&truth, &settings).is_none());
    }

    #[test]
    fn a_closed_path_has_walls_along_its_last_stretch() {
        let (mut truth, settings) = walled(1.0);
        let place = dvec2(5.0, 5.5);
        assert!(Walls::of(&truth, &settings).expect("walls").beyond(place, DVec2::ZERO).is_some());
        truth.closed = true;
        assert!(Walls::of(&truth, &settings).expect("walls").beyond(place, DVec2::ZERO).is_none());
    }

    fn lab(set: &[&str]) -> Experiment {
        let mut settings = Settings::default();
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        Experiment::of(settings).expect("a run")
    }

    #[test]
    fn walls_alone_change_nothing_that_is_drawn() {
        let (plain, walled) = (lab(&[]), lab(&["track.wall_distance=0.4"]));
        assert_eq!(plain.run.lanes[0], walled.run.lanes[0]);
        assert_eq!(plain.metrics[0].model.expect("a model").wall_hits, 0);
        // In every one of the seven corners, or nearly so, the disc leaves the road once.
        let through = walled.metrics[0];
        let model = |metrics: &Metrics| metrics.model.expect("a model");
        let ModelMetrics { wall_hits, wall_ticks, .. } = model(&through);
        assert!((4..=9).contains(&wall_hits) && wall_ticks > wall_hits, "{through:?}");
        let clamped = lab(&["track.wall_distance=0.4", "receiver.clamps=true"]).metrics[0];
        assert_eq!((model(&clamped).wall_hits, model(&clamped).wall_ticks), (0, 0));
        assert!(clamped.peak_error < through.peak_error);
        assert_eq!(clamped.updates(), through.updates(), "the sender does not know");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn with_the_clamp_nothing_is_drawn_beyond_a_wall(
            distance in 0.01..1.5_f64, sharpness in 0.0..1.0_f64, threshold in 0.05..2.0_f64, loss in 0.0..0.5_f64,
            order in 0..3_usize, motion in 0..5_usize, blend_time in 0.0..0.6_f64, seed in 0..99_u32,
        ) {
            let order = ["1", "2", "turn"][order];
            let motion = ["lap", "straight", "circle", "on-foot", "stop-and-go"][motion];
            let set = [
                format!("track.wall_distance={distance}"), "receiver.clamps=true".to_owned(),
                format!("track.sharpness={sharpness}"), format!("sender.threshold={threshold}"),
                format!("link.loss={loss}"), format!("sender.order={order}"), format!("motion.kind={motion}"),
                format!("receiver.blend_time={blend_time}"), format!("seed={seed}"), "motion.duration=8".to_owned(),
            ];
            let lab = lab(&set.iter().map(String::as_str).collect::<Vec<_>>());
            let walls = Walls::of(&lab.truth, &lab.settings).expect("walls");
            for (frame, state) in lab.run.lanes[0].frames.iter().zip(&lab.truth.states) {
                let path = walls.nearest(frame.drawn, state.position);
                prop_assert!(frame.drawn.distance(path) <= distance + 1e-9);
                prop_assert_eq!(frame.error, frame.drawn.distance(state.position));
            }
            prop_assert_eq!(lab.metrics[0].model.expect("a model").wall_hits, 0);
        }
    }
}

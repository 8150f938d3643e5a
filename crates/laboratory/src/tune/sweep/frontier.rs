//! What cannot be had for less: the settings that no other one beats at both its price and its error.
//!
//! In: rows of a sweep. Out: the places of those on the frontier. Source: Pareto efficiency.

use super::{Measure, SweepRow};
use crate::lanes::Side;

/// What a setting costs, and what one gets for it: less is better of both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tradeoff {
    /// Such as updates a second.
    pub cost: f64,
    /// Such as the peak error, u.
    pub error: f64,
}

/// What the rows trade, in their order; NaN where the lane has no such thing.
#[must_use]
pub fn tradeoffs(rows: &[SweepRow], side: Side, cost: &Measure, error: &Measure) -> Vec<Tradeoff> {
    let value = |measure: &Measure, row| measure.value(side, row).unwrap_or(f64::NAN);
    let of = |row| Tradeoff { cost: value(cost, row), error: value(error, row) };
    rows.iter().map(of).collect()
}

/// The places of those that none beats: no other has both at most its cost and at most its error, and less of one. By
/// rising cost, so by falling error; of equals the first. What is not finite is never among them.
///
/// ```
/// use laboratory::tune::sweep::{Tradeoff, frontier};
/// let points = [(2.0, 0.5), (1.0, 0.9), (2.0, 0.7), (3.0, 0.5)];
/// let points = points.map(|(cost, error)| Tradeoff { cost, error });
/// assert_eq!(frontier(&points), [1, 0]);
/// ```
#[must_use]
pub fn frontier(points: &[Tradeoff]) -> Vec<usize> {
    let finite =
        |place: &usize| points[*place].cost.is_finite() && points[*place].error.is_finite();
    let mut places: Vec<usize> = (0..points.len()).filter(finite).collect();
    // A stable sort keeps the first of equals in front.
    places.sort_by(|&one, &other| {
        let (one, other) = (points[one], points[other]);
        one.cost.total_cmp(&other.cost).then(one.error.total_cmp(&other.error))
    });
    let mut least = f64::INFINITY;
    places.retain(|&place| {
        let better = points[place].error < least;
        least = least.min(points[place].error);
        better
    });
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn beats(one: &Tradeoff, other: &Tradeoff) -> bool {
        one.cost <= other.cost && one.error <= other.error && one != other
    }

    proptest! {
        #[test]
        fn none_beats_those_on_it_and_each_other_one_is_beaten_or_equal_to_one_of_them(
            points in prop::collection::vec((0..12_u8, 0..12_u8), 0..60),
        ) {
            let of = |(cost, error): (u8, u8)| Tradeoff { cost: cost.into(), error: error.into() };
            let points: Vec<Tradeoff> = points.into_iter().map(of).collect();
            let best = frontier(&points);
            for pair in best.windows(2) {
                prop_assert!(points[pair[0]].cost < points[pair[1]].cost);
                prop_assert!(points[pair[0]].error > points[pair[1]].error);
            }
            for (place, point) in points.iter().enumerate() {
                let beaten = points.iter().any(|other| beats(other, point));
                if best.contains(&place) {
                    prop_assert!(!beaten);
                } else {
                    let equal = best.iter().any(|&best| best < place && points[best] == *point);
                    prop_assert!(beaten || equal);
                }
            }
        }
    }

    #[test]
    fn nothing_gives_nothing_and_what_is_no_number_is_left_out() {
        assert!(frontier(&[]).is_empty());
        let points = [(f64::NAN, 1.0), (1.0, f64::INFINITY), (2.0, 3.0)];
        let points = points.map(|(cost, error)| Tradeoff { cost, error });
        assert_eq!(frontier(&points), [2]);
    }
}

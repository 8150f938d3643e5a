//! Numbers that wrap: 16-bit sequence numbers and 32-bit millisecond stamps, as they fit into a packet.
//!
//! In: wrapped numbers. Out: which is newer, and the time that was meant. Invariant: right as long as the two
//! are less than half the range apart, whatever side of the wrap they are on.
//!
//! Source: RFC 1982, "Serial Number Arithmetic"; G. Fiedler, "Reliability and Congestion Avoidance over UDP".

/// How many numbers after `from` the number `to` comes, −32 768..32 767; negative is before.
///
/// Exactly half the range apart counts as before, from either side: such a pair is refused as too old.
///
/// ```
/// use dead_reckoning::stamps::sequence_distance;
/// assert_eq!(sequence_distance(65_535, 1), 2);
/// assert_eq!(sequence_distance(1, 65_535), -2);
/// ```
#[must_use]
pub fn sequence_distance(from: u16, to: u16) -> i16 {
    to.wrapping_sub(from).cast_signed()
}

/// Whether the number `one` was given out after `other`.
///
/// ```
/// use dead_reckoning::stamps::is_newer;
/// assert!(is_newer(0, 65_535) && !is_newer(65_535, 0) && !is_newer(5, 5));
/// ```
#[must_use]
pub fn is_newer(one: u16, other: u16) -> bool {
    sequence_distance(other, one) > 0
}

/// A time as a stamp: whole milliseconds modulo 2³², which wraps after 49.7 days. Rounded to the nearest
/// millisecond, halves away from zero; times before zero wrap too. NaN and infinities give 0.
///
/// ```
/// use dead_reckoning::stamps::stamp;
/// assert_eq!(stamp(1.2345), 1235);
/// assert_eq!(stamp(4_294_967.296 + 0.007), 7);
/// ```
#[must_use]
pub fn stamp(time: f64) -> u32 {
    // The remainder is below 2³², so the cast is exact; NaN casts to 0.
    (time * 1000.0).round().rem_euclid(STAMPS) as u32
}

/// The time that a stamp means, s: the one nearest to `near`, for example to the receiver's estimate of the
/// sender's clock. Wrong if the two are more than 24.8 days apart; a `near` that is not finite gives NaN.
///
/// ```
/// use dead_reckoning::stamps::{stamp, time_of};
/// let month = 4_294_967.296;
/// assert_eq!(time_of(stamp(month + 0.25), month - 0.1), month + 0.25);
/// assert_eq!(time_of(stamp(month - 0.1), month + 0.25), month - 0.1);
/// ```
#[must_use]
pub fn time_of(stamp: u32, near: f64) -> f64 {
    let near = near * 1000.0;
    let stamp = f64::from(stamp);
    let turns = ((near - stamp) / STAMPS).round();
    (stamp + turns * STAMPS) / 1000.0
}

/// How many different stamps there are.
const STAMPS: f64 = 4_294_967_296.0;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sequence_numbers_compare_across_the_wrap() {
        for (one, other, newer) in [
            (1, 0, true),
            (0, 1, false),
            (0, 65_535, true),
            (10, 65_530, true),
            (65_530, 10, false),
            (32_767, 0, true),
            (32_768, 0, false),
            (0, 32_768, false),
            (7, 7, false),
        ] {
            assert_eq!(is_newer(one, other), newer, "{one} after {other}");
        }
    }

    #[test]
    fn a_counter_that_goes_round_twice_is_always_newer_than_before() {
        let mut sequence = 0_u16;
        for _ in 0..140_000 {
            let next = sequence.wrapping_add(1);
            assert!(is_newer(next, sequence) && !is_newer(sequence, next));
            sequence = next;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn a_stamp_comes_back_as_the_time_it_was_made_from(
            time in -1e7..1e9_f64, apart in -2_000_000.0..2_000_000.0_f64,
        ) {
            let back = time_of(stamp(time), time + apart);
            prop_assert!((back - time).abs() <= 0.000_501, "{back} is not {time}");
        }

        #[test]
        fn distances_add_up(from: u16, steps in -32_767..=32_767_i16) {
            let to = from.wrapping_add_signed(steps);
            prop_assert_eq!(sequence_distance(from, to), steps);
            prop_assert_eq!(is_newer(to, from), steps > 0);
        }
    }

    #[test]
    fn a_time_that_is_no_number_makes_no_stamp() {
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(stamp), [0, 0, 0]);
        assert!(time_of(7, f64::NAN).is_nan());
        assert_eq!(stamp(-0.001), u32::MAX);
    }
}

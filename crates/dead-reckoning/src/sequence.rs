//! Sequence numbers of 16 bits, as they fit into a packet: they wrap.
//!
//! In: wrapped numbers. Out: which is newer, and by how many. Invariant: right as long as the two are less than
//! half the range apart, whatever side of the wrap they are on.
//!
//! Source: RFC 1982, "Serial Number Arithmetic"; G. Fiedler, "Reliability and Congestion Avoidance over UDP".

/// How many numbers after `from` the number `to` comes, −32 768..32 767; negative is before.
///
/// Exactly half the range apart counts as before, from either side: such a pair is refused as too old.
///
/// ```
/// use dead_reckoning::sequence::sequence_distance;
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
/// use dead_reckoning::sequence::is_newer;
/// assert!(is_newer(0, 65_535) && !is_newer(65_535, 0) && !is_newer(5, 5));
/// ```
#[must_use]
pub fn is_newer(one: u16, other: u16) -> bool {
    sequence_distance(other, one) > 0
}

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
        fn distances_add_up(from: u16, steps in -32_767..=32_767_i16) {
            let to = from.wrapping_add_signed(steps);
            prop_assert_eq!(sequence_distance(from, to), steps);
            prop_assert_eq!(is_newer(to, from), steps > 0);
        }
    }
}

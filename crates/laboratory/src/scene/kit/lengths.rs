//! Lengths that people like to read.

/// The least of 1, 2, 5, 10 … that is not below `least`, u.
pub(in crate::scene) fn round_length(least: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(least).floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least * 0.999_999);
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_round() {
        for (least, right) in
            [(0.7, 1.0), (1.0, 1.0), (1.2, 2.0), (3.0, 5.0), (7.0, 10.0), (0.03, 0.05)]
        {
            assert!((round_length(least) - right).abs() < 1e-12, "{least}");
        }
    }
}

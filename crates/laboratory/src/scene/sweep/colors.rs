//! The colour scale of a heat map: from dark blue over green to yellow, each step as much lighter as the one before, so
//! that it can be read in grey, too.
//!
//! Source: B. Ottosson, "A perceptual color space for image processing" (Oklab), 2020; the formulas are its definition.

use crate::scene::theme::Rgba;

/// Hue and chroma along the scale; the lightness rises evenly: (part of the scale, a, b) in Oklab.
const WAY: [(f64, f64, f64); 5] = [
    (0.0, -0.010, -0.050),
    (0.25, -0.040, -0.062),
    (0.5, -0.078, -0.012),
    (0.75, -0.070, 0.085),
    (1.0, 0.000, 0.172),
];
/// The lightness at the dark end and at the bright one.
const LIGHTNESS: (f64, f64) = (0.22, 0.86);

/// The colour at a part of the scale, 0 to 1; beyond its ends they are. Not a number gives the dark end.
#[must_use]
pub fn color(part: f64) -> Rgba {
    let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
    let after = WAY.iter().position(|row| row.0 >= part).unwrap_or(WAY.len() - 1).max(1);
    let (low, high) = (WAY[after - 1], WAY[after]);
    let between = (part - low.0) / (high.0 - low.0);
    let mix = |low: f64, high: f64| low + (high - low) * between;
    let lightness = LIGHTNESS.0 + (LIGHTNESS.1 - LIGHTNESS.0) * part;
    srgb(lightness, mix(low.1, high.1), mix(low.2, high.2))
}

/// Oklab to sRGB.
fn srgb(lightness: f64, a: f64, b: f64) -> Rgba {
    let cube = |value: f64| value * value * value;
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b);
    let byte = |linear: f64| {
        let linear = linear.clamp(0.0, 1.0);
        let encoded = if linear <= 0.003_130_8 {
            12.92 * linear
        } else {
            1.055 * libm::pow(linear, 1.0 / 2.4) - 0.055
        };
        (encoded * 255.0).round() as u8
    };
    Rgba {
        r: byte(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
        g: byte(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
        b: byte(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s),
        a: 255,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lightness of Oklab, from the definition's other direction.
    fn lightness(color: Rgba) -> f64 {
        let linear = |byte: u8| {
            let value = f64::from(byte) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
        };
        let (r, g, b) = (linear(color.r), linear(color.g), linear(color.b));
        let l = libm::cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
        let m = libm::cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
        let s = libm::cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s
    }

    #[test]
    fn equal_steps_of_the_scale_are_equal_steps_of_lightness() {
        let step = (LIGHTNESS.1 - LIGHTNESS.0) / 20.0;
        for at in 0..20 {
            let of = |at: i32| lightness(color(f64::from(at) / 20.0));
            let rise = of(at + 1) - of(at);
            assert!((rise - step).abs() < 0.3 * step, "{at}: {rise}, not {step}");
        }
    }

    #[test]
    fn beyond_the_ends_it_is_the_ends() {
        assert_eq!(color(-1.0), color(0.0));
        assert_eq!(color(f64::NAN), color(0.0));
        assert_eq!(color(7.0), color(1.0));
        assert_ne!(color(0.0), color(1.0));
    }
}

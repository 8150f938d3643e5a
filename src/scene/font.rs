//! The one font of every picture, window and page: Inter, cut down, its digits all of one width.

use super::Weight;

/// What the font calls itself.
pub const FAMILY: &str = "Inter";

const REGULAR: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.otf");
const SEMI_BOLD: &[u8] = include_bytes!("../../assets/fonts/Inter-SemiBold.otf");

/// The weights that there are.
pub const WEIGHTS: [Weight; 2] = [Weight::Regular, Weight::SemiBold];

impl Weight {
    /// The font file (OpenType) of this weight.
    #[must_use]
    pub fn file(self) -> &'static [u8] {
        match self {
            Self::Regular => REGULAR,
            Self::SemiBold => SEMI_BOLD,
        }
    }

    /// The weight as CSS counts it.
    #[must_use]
    pub fn number(self) -> u16 {
        match self {
            Self::Regular => 400,
            Self::SemiBold => 600,
        }
    }
}

/// About how wide a text is, points: layouts that need no more reckon with this.
#[must_use]
pub fn about_width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * 0.53
}

//! The one font of every picture, window and page: Inter, cut down, its digits all of one width.

use super::Weight;
use std::collections::HashMap;
use std::sync::OnceLock;
use ttf_parser::Face;

/// What the font calls itself.
pub const FAMILY: &str = "Inter";

const REGULAR: &[u8] = include_bytes!("../../../../assets/fonts/Inter-Regular.otf");
const SEMI_BOLD: &[u8] = include_bytes!("../../../../assets/fonts/Inter-SemiBold.otf");

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

/// The advances of a weight's letters, in shares of the size.
struct Advances {
    letters: HashMap<char, f32>,
    /// Of what it has no letter for.
    other: f32,
}

impl Advances {
    fn of(weight: Weight) -> Self {
        let mut letters = HashMap::new();
        if let Ok(face) = Face::parse(weight.file(), 0) {
            let size = f32::from(face.units_per_em());
            let known = face
                .tables()
                .cmap
                .iter()
                .flat_map(|map| map.subtables)
                .filter(|table| table.is_unicode());
            for table in known {
                table.codepoints(|code| {
                    let letter = char::from_u32(code).zip(table.glyph_index(code));
                    if let Some((letter, glyph)) = letter {
                        let advance = face.glyph_hor_advance(glyph).unwrap_or_default();
                        letters.insert(letter, f32::from(advance) / size);
                    }
                });
            }
        }
        let other = letters.get(&'n').copied().unwrap_or(0.6);
        Self { letters, other }
    }
}

fn advances(weight: Weight) -> &'static Advances {
    static ALL: [OnceLock<Advances>; 2] = [OnceLock::new(), OnceLock::new()];
    let place = usize::from(weight == Weight::SemiBold);
    ALL[place].get_or_init(|| Advances::of(weight))
}

/// How wide a text is, points: the sum of its letters' advances, pairs not drawn together.
#[must_use]
pub fn width(text: &str, size: f32, weight: Weight) -> f32 {
    let Advances { letters, other } = advances(weight);
    text.chars().map(|letter| letters.get(&letter).copied().unwrap_or(*other)).sum::<f32>() * size
}

/// The text, cut with "…" where it is wider than `room`, points.
#[must_use]
pub fn fitted(text: &str, size: f32, weight: Weight, room: f32) -> String {
    if width(text, size, weight) <= room {
        return text.to_owned();
    }
    let mut left = room - width("…", size, weight);
    let fits = |letter: &char| {
        left -= width(letter.encode_utf8(&mut [0; 4]), size, weight);
        left >= 0.0
    };
    let cut: String = text.chars().take_while(fits).collect();
    format!("{}…", cut.trim_end())
}

/// The text in lines of at most `room` points, broken between words; a word that is wider stands alone, cut.
#[must_use]
pub fn lines(text: &str, size: f32, weight: Weight, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|longer| width(longer, size, weight) <= room) {
            Some(longer) => {
                lines.pop();
                lines.push(longer);
            }
            None => lines.push(fitted(word, size, weight, room)),
        }
    }
    lines
}

/// The letters of a text that the font does not have, each once.
#[must_use]
pub fn missing(text: &str) -> String {
    let known = &advances(Weight::Regular).letters;
    let mut missing = String::new();
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        if !known.contains_key(&letter) && !missing.contains(letter) {
            missing.push(letter);
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_of_one_width_and_bold_is_wider() {
        let wide = |text, weight| width(text, 100.0, weight);
        for weight in WEIGHTS {
            assert_eq!(wide("1111", weight), wide("9876", weight));
            assert!(wide("W", weight) > 2.0 * wide("i", weight));
        }
        assert!(wide("update", Weight::SemiBold) > wide("update", Weight::Regular));
        assert_eq!(wide("", Weight::Regular), 0.0);
    }

    #[test]
    fn what_is_cut_fits_and_what_fits_is_whole() {
        let text = "WWWWW iiiii WWWWW";
        for room in [20.0, 40.0, 80.0, 120.0] {
            let cut = fitted(text, 12.0, Weight::Regular, room);
            assert!(cut.ends_with('…') && width(&cut, 12.0, Weight::Regular) <= room, "{cut}");
        }
        assert_eq!(fitted(text, 12.0, Weight::Regular, 500.0), text);
    }

    #[test]
    fn lines_hold_all_words_in_their_room() {
        let text = "one two three four five six seven eight nine ten";
        for room in [60.0, 100.0, 250.0, 9000.0] {
            let broken = lines(text, 12.0, Weight::Regular, room);
            assert_eq!(broken.join(" "), text);
            assert!(broken.iter().all(|line| width(line, 12.0, Weight::Regular) <= room));
        }
        assert!(lines("W".repeat(50).as_str(), 12.0, Weight::Regular, 60.0)[0].ends_with('…'));
        assert!(lines(" ", 12.0, Weight::Regular, 60.0).is_empty());
    }

    #[test]
    fn letters_that_the_font_does_not_have_are_named_once() {
        assert_eq!(missing("μ = 3 · ½ → ε, 2 × 3 ≤ 7"), "");
        assert_eq!(missing("中文中\n"), "中文");
    }
}

//! Lines of text, and rows of fields.
//!
//! In: bytes, a delimiter. Out: lines with their numbers, and where in them the fields are. Invariant: a line is never
//! longer than [`LONGEST`], so that a file without line ends is not held.

use super::TraceError;
use std::borrow::Cow;
use std::io::{BufRead, Read};
use std::ops::Range;

/// The mark that some programs put before UTF-8.
pub const BOM: &[u8] = b"\xef\xbb\xbf";
/// The longest line, bytes.
const LONGEST: u64 = 1 << 16;

/// The lines of a file, numbered from 1 on.
pub struct Lines<R> {
    reader: R,
    buffer: Vec<u8>,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    pub fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), number: 0 }
    }

    /// The next line without its end, bytes that are no UTF-8 replaced.
    ///
    /// # Errors
    /// The reader's; a line that is too long.
    pub fn next(&mut self) -> Result<Option<(usize, Cow<'_, str>)>, TraceError> {
        self.buffer.clear();
        let read = self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut self.buffer);
        let length = read.map_err(|error| TraceError::Read(error.to_string()))?;
        if length == 0 {
            return Ok(None);
        }
        self.number += 1;
        if length as u64 == LONGEST && !self.buffer.ends_with(b"\n") {
            return Err(at_line(self.number, "it is longer than 64 KiB, so this is no table"));
        }
        let line = self.buffer.strip_prefix(if self.number == 1 { BOM } else { b"" });
        let line = String::from_utf8_lossy(line.unwrap_or(&self.buffer));
        Ok(Some((self.number, line)))
    }
}

/// Something is wrong on a line.
pub fn at_line(number: usize, why: impl Into<String>) -> TraceError {
    TraceError::At { place: format!("line {number}"), why: why.into() }
}

/// What is between the fields of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// One byte.
    Byte(u8),
    /// Any number of blanks.
    Blanks,
}

impl Delimiter {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Byte(b',') => "commas",
            Self::Byte(b';') => "semicolons",
            Self::Byte(b'\t') => "tabs",
            Self::Byte(_) => "bars",
            Self::Blanks => "blanks",
        }
    }

    /// Whether a comma inside a number is its point.
    pub fn leaves_commas(self) -> bool {
        self != Self::Byte(b',')
    }
}

/// A row: where its fields are in its text. Kept from row to row, so that no row takes new memory.
#[derive(Default)]
pub struct Fields {
    text: String,
    fields: Vec<Range<usize>>,
}

impl Fields {
    /// Takes a line. Quoted fields may hold the delimiter and, doubled, the quote; not a line's end.
    pub fn split(&mut self, line: &str, delimiter: Delimiter) {
        self.text.clear();
        self.fields.clear();
        match delimiter {
            Delimiter::Byte(byte) if line.contains('"') => self.unquote(line, byte),
            Delimiter::Byte(byte) => {
                self.text.push_str(line);
                let mut from = 0;
                for (at, _) in line.as_bytes().iter().enumerate().filter(|(_, here)| **here == byte)
                {
                    self.fields.push(from..at);
                    from = at + 1;
                }
                self.fields.push(from..line.len());
            }
            Delimiter::Blanks => {
                for word in line.split_whitespace() {
                    let from = self.text.len();
                    self.text.push_str(word.trim_matches('"'));
                    self.fields.push(from..self.text.len());
                }
            }
        }
    }

    fn unquote(&mut self, line: &str, delimiter: u8) {
        let mut builder = csv::ReaderBuilder::new();
        builder.has_headers(false).flexible(true).trim(csv::Trim::All);
        builder.delimiter(delimiter).buffer_capacity(line.len().max(1));
        let mut record = csv::StringRecord::new();
        // In memory, and text: nothing can go wrong.
        let _ = builder.from_reader(line.as_bytes()).read_record(&mut record);
        self.text.push_str(record.as_slice());
        self.fields.extend((0..record.len()).filter_map(|field| record.range(field)));
    }

    /// How many fields there are.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// A field, without the blanks and quotes around it.
    pub fn field(&self, place: usize) -> Option<&str> {
        let text = self.text.get(self.fields.get(place)?.clone())?.trim();
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        Some(quoted.unwrap_or(text))
    }

    /// All of them.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|place| self.field(place))
    }
}

/// A field as a number; not finite ones, too.
pub fn number(field: &str, comma_is_point: bool) -> Option<f64> {
    let plain = field.parse().ok();
    plain.or_else(|| {
        let (whole, part) = field.split_once(',').filter(|_| comma_is_point)?;
        let good = part.starts_with(|letter: char| letter.is_ascii_digit());
        let point = good && !whole.contains(['.', 'e', 'E']);
        if point { format!("{whole}.{part}").parse().ok() } else { None }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str, delimiter: u8) -> Vec<String> {
        let mut row = Fields::default();
        row.split(line, Delimiter::Byte(delimiter));
        row.fields().map(str::to_owned).collect()
    }

    #[test]
    fn quotes_hold_delimiters_and_quotes() {
        assert_eq!(split(" a, b ,,c", b','), ["a", "b", "", "c"]);
        assert_eq!(split("\"a,\"\"b\"\"\" , \"c\"", b','), ["a,\"b\"", "c"]);
        assert_eq!(split("1;\"2,5\"", b';'), ["1", "2,5"]);
        assert_eq!(split("\"open,1,2", b','), ["open,1,2"]);
        assert_eq!(split("", b','), [""]);
        let mut row = Fields::default();
        row.split("  1\t 2   \"3\" ", Delimiter::Blanks);
        assert_eq!(row.fields().collect::<Vec<_>>(), ["1", "2", "3"]);
    }

    #[test]
    fn a_comma_is_a_point_where_it_delimits_nothing() {
        for (text, right) in [
            ("1,5", Some(1.5)),
            ("-0,25e3", Some(-250.0)),
            (",5", Some(0.5)),
            ("1.5", Some(1.5)),
            ("1,", None),
            ("1.234,5", None),
            ("1,234,5", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(number(text, true), right, "{text}");
        }
        assert_eq!(number("1,5", false), None);
        assert!(number("NaN", true).is_some_and(f64::is_nan));
    }

    #[test]
    fn lines_know_their_numbers_and_have_an_end() {
        let mut lines = Lines::new("\u{feff}a\r\nb\n\nlast".as_bytes());
        let mut read = Vec::new();
        while let Some((number, line)) = lines.next().expect("reads") {
            read.push((number, line.trim_end().to_owned()));
        }
        let right = [(1, "a"), (2, "b"), (3, ""), (4, "last")];
        assert_eq!(read, right.map(|(number, line)| (number, line.to_owned())));
        let endless = std::io::BufReader::new(std::io::repeat(b'1'));
        let error = Lines::new(endless).next().map(|_| ()).expect_err("no end").to_string();
        assert!(error.contains("line 1") && error.contains("64 KiB"), "{error}");
    }
}

//! Lines along which a field has one value: marching squares over the middles of the cells.
//!
//! In: a [`Field`], a level. Out: lines in counts of columns and rows. Where a square is a saddle, its mean decides.
//! Source: W. Lorensen, H. Cline, "Marching Cubes", 1987, in two dimensions.

use glam::{DVec2, dvec2};
use std::collections::BTreeMap;

/// Numbers in columns and rows; nothing where there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    /// How many columns.
    pub columns: usize,
    /// How many rows.
    pub rows: usize,
    /// Column by column: that of (column, row) is at column · rows + row.
    pub values: Vec<Option<f64>>,
}

impl Field {
    /// The number at a column and row.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> Option<f64> {
        if row >= self.rows {
            return None;
        }
        self.values.get(column * self.rows + row).copied().flatten()
    }
}

/// The side of a square that a line crosses: from a corner to the one in the next column, or in the next row.
type CellSide = (usize, usize, bool);

/// The lines at a level. A line that ends where it began has its first point again as its last.
#[must_use]
pub fn contours(field: &Field, level: f64) -> Vec<Vec<DVec2>> {
    let mut next: BTreeMap<CellSide, Vec<CellSide>> = BTreeMap::new();
    for column in 0..field.columns.saturating_sub(1) {
        for row in 0..field.rows.saturating_sub(1) {
            for (from, to) in crossings(field, level, column, row) {
                next.entry(from).or_default().push(to);
                next.entry(to).or_default().push(from);
            }
        }
    }
    let mut lines = Vec::new();
    // Lines with ends first, then those that close.
    let ends: Vec<CellSide> =
        next.iter().filter(|row| row.1.len() == 1).map(|row| *row.0).collect();
    for start in ends {
        lines.extend(walk(&mut next, start));
    }
    while let Some(start) = next.iter().find(|row| !row.1.is_empty()).map(|row| *row.0) {
        lines.extend(walk(&mut next, start));
    }
    let point = |side: &CellSide| crossing(field, level, *side);
    lines.iter().map(|line| line.iter().map(point).collect()).collect()
}

/// Follows a line from a side until it ends, and takes it away.
fn walk(next: &mut BTreeMap<CellSide, Vec<CellSide>>, start: CellSide) -> Option<Vec<CellSide>> {
    let mut line = vec![start];
    let mut here = start;
    while let Some(to) = next.get_mut(&here).and_then(Vec::pop) {
        if let Some(back) = next.get_mut(&to)
            && let Some(place) = back.iter().position(|side| *side == here)
        {
            back.swap_remove(place);
        }
        line.push(to);
        here = to;
    }
    (line.len() > 1).then_some(line)
}

/// The pairs of sides that lines cross in one square.
fn crossings(field: &Field, level: f64, column: usize, row: usize) -> Vec<(CellSide, CellSide)> {
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)];
    let values = corners.map(|(x, y)| field.at(column + x, row + y));
    let [Some(a), Some(b), Some(c), Some(d)] = values else { return Vec::new() };
    let above = [a, b, c, d].map(|value| value > level);
    // CellSide i lies between corners i and i + 1.
    let sides: [CellSide; 4] = [
        (column, row, true),
        (column + 1, row, false),
        (column, row + 1, true),
        (column, row, false),
    ];
    let crossed: Vec<usize> = (0..4).filter(|&at| above[at] != above[(at + 1) % 4]).collect();
    match crossed[..] {
        [one, other] => vec![(sides[one], sides[other])],
        [..] if crossed.len() == 4 => {
            let middle = (a + b + c + d) / 4.0 > level;
            // The corners that differ from the middle are cut off.
            let pairs = if above[0] == middle { [(0, 1), (2, 3)] } else { [(3, 0), (1, 2)] };
            pairs.map(|(one, other)| (sides[one], sides[other])).to_vec()
        }
        [..] => Vec::new(),
    }
}

/// Where on a side the level lies, in proportion.
fn crossing(field: &Field, level: f64, (column, row, across): CellSide) -> DVec2 {
    let along = if across { dvec2(1.0, 0.0) } else { dvec2(0.0, 1.0) };
    let (to_column, to_row) = if across { (column + 1, row) } else { (column, row + 1) };
    let from = field.at(column, row).unwrap_or(level);
    let to = field.at(to_column, to_row).unwrap_or(level);
    let part = if to == from { 0.5 } else { ((level - from) / (to - from)).clamp(0.0, 1.0) };
    dvec2(column as f64, row as f64) + along * part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(columns: usize, rows: usize, value: impl Fn(f64, f64) -> f64) -> Field {
        let at = |place: usize| Some(value((place / rows) as f64, (place % rows) as f64));
        Field { columns, rows, values: (0..columns * rows).map(at).collect() }
    }

    #[test]
    fn a_plane_has_one_straight_line() {
        let lines = contours(&field(6, 5, |x, _| x), 2.25);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].len(), 5);
        assert!(lines[0].iter().all(|point| (point.x - 2.25).abs() < 1e-12));
        assert!(contours(&field(6, 5, |x, _| x), 9.0).is_empty());
    }

    #[test]
    fn a_cone_has_one_ring_that_closes() {
        let middle = dvec2(10.0, 10.0);
        let lines = contours(&field(21, 21, |x, y| middle.distance(dvec2(x, y))), 6.0);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].first(), lines[0].last());
        assert!(lines[0].iter().all(|point| (point.distance(middle) - 6.0).abs() < 0.03));
    }

    #[test]
    fn a_saddle_is_two_lines_that_do_not_cross() {
        let lines = contours(&field(2, 2, |x, y| if x == y { 1.0 } else { 0.0 }), 0.6);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() == 2));
        // The mean is below: the two high corners are cut off.
        for line in lines {
            let middle = (line[0] + line[1]) / 2.0;
            let corner = [dvec2(0.0, 0.0), dvec2(1.0, 1.0)];
            assert!(corner.iter().any(|corner| middle.distance(*corner) < 0.4), "{middle}");
        }
    }

    #[test]
    fn what_is_missing_breaks_the_line_and_nothing_else() {
        let mut holed = field(7, 7, |x, _| x);
        holed.values[3 * 7 + 3] = None;
        let lines = contours(&holed, 2.5);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines.iter().map(Vec::len).sum::<usize>(), 6);
        assert!(contours(&Field::default(), 1.0).is_empty());
    }
}

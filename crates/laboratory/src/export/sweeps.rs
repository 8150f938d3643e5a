//! A sweep as a file: CSV, JSON, SVG or PNG.
//!
//! Numbers in their units: see [`Measure`]. Where luck decides, CSV has medians, JSON the whole spread.

use super::svg::Words;
use super::{ExportError, Still, ending, raster, still};
use crate::lanes::Side;
use crate::scene::sweep::{SweepChart, SweepPage, build, title};
use crate::settings::Settings;
use crate::tune::sweep::{Measure, Sweep, SweepRow, frontier, tradeoffs};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// What a sweep can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One line a point.
    Csv,
    /// The whole: settings, axes, every spread.
    Json,
    /// A picture.
    Picture(Still),
}

impl Format {
    /// The format that the name of a file asks for.
    ///
    /// # Errors
    /// [`ExportError::Format`].
    pub fn of(path: &Path) -> Result<Self, ExportError> {
        match ending(path).as_str() {
            "csv" => Ok(Self::Csv),
            "json" => Ok(Self::Json),
            "svg" => Ok(Self::Picture(Still::Svg)),
            "png" => Ok(Self::Picture(Still::Png)),
            _ => Err(ExportError::Format {
                path: path.display().to_string(),
                right: ".csv or .json (numbers), .svg (shapes and text) or .png (pixels)",
            }),
        }
    }
}

/// Writes one line a point: the value of each knob under its key, the seeds, then each measure of the first lane under
/// its name and those of the second under its lane's name and theirs. What the first lane does not have is empty.
///
/// # Errors
/// As the writer's.
pub fn csv(sweep: &Sweep, rows: &[SweepRow], out: &mut dyn Write) -> io::Result<()> {
    let lanes = sweep.settings.technique.row().lanes;
    let measures: Vec<(Side, Measure)> = Side::BOTH
        .into_iter()
        .flat_map(|side| Measure::all().map(move |measure| (side, measure)))
        .filter(|(side, measure)| *side == Side::First || measure.is_of(lanes[1]))
        .collect();
    let mut writer = csv::Writer::from_writer(out);
    let keys = sweep.axes.iter().map(|axis| axis.knob.key.to_owned());
    let names = measures.iter().map(|(side, measure)| match side {
        Side::First => measure.name().to_owned(),
        Side::Second => format!("{}_{}", lanes[1].row().key, measure.name()),
    });
    writer.write_record(keys.chain(["seeds".to_owned()]).chain(names))?;
    for row in rows {
        let values = sweep.axes.iter().zip(&row.values);
        let values = values.map(|(axis, value)| axis.knob.text(*value));
        let numbers = measures.iter().map(|(side, measure)| measure.value(*side, row));
        let numbers =
            numbers.map(|number| number.map_or_else(String::new, |number| number.to_string()));
        writer.write_record(values.chain([row.ensemble.seeds.to_string()]).chain(numbers))?;
    }
    writer.flush()
}

/// A sweep as JSON.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// What the axes do not turn.
    pub settings: &'a Settings,
    /// The axes, the last of which runs fastest.
    pub axes: Vec<AxisReport>,
    /// How many points the sweep has; there are fewer rows where it was stopped.
    pub points: usize,
    /// The lane that the frontier is of.
    pub lane: &'static str,
    /// The measure that it weighs against the updates a second.
    pub metric: &'static str,
    /// The places of the points that none beats, the cheapest first.
    pub frontier: Vec<usize>,
    /// The points.
    pub rows: &'a [SweepRow],
}

/// An axis as JSON.
#[derive(Debug, Serialize)]
pub struct AxisReport {
    /// The knob.
    pub key: &'static str,
    /// The unit of its values.
    pub unit: &'static str,
    /// Its values, as settings write them.
    pub values: Vec<String>,
}

/// A sweep as JSON.
#[must_use]
pub fn report<'a>(
    sweep: &'a Sweep,
    rows: &'a [SweepRow],
    side: Side,
    measure: &Measure,
) -> Report<'a> {
    let axes = sweep.axes.iter().map(|axis| AxisReport {
        key: axis.knob.key,
        unit: axis.knob.unit,
        values: axis.values.iter().map(|value| axis.knob.text(*value)).collect(),
    });
    let best = Measure::find("updates_per_second")
        .map(|rate| frontier(&tradeoffs(rows, side, &rate, measure)))
        .unwrap_or_default();
    Report {
        settings: &sweep.settings,
        axes: axes.collect(),
        points: sweep.points(),
        lane: side.of(&sweep.settings.technique.row().lanes).row().name,
        metric: measure.name(),
        frontier: best.into_iter().map(|place| rows[place].place).collect(),
        rows,
    }
}

/// A picture of a sweep, so many pixels a point (an SVG has no pixels and takes no notice).
///
/// # Errors
/// [`ExportError::TooLarge`], [`ExportError::Drawing`].
pub fn picture(page: &SweepPage<'_>, format: Still, scale: f32) -> Result<Vec<u8>, ExportError> {
    if format == Still::Png {
        raster::pixels_of(page.size, scale)?;
    }
    let scene = build(page);
    let own = title(&page.chart);
    let description = description(&page.chart);
    let words = Words { title: page.title.unwrap_or(&own), description: &description };
    still(&scene, page.size, words, format, scale)
}

/// What the picture shows, for those who cannot see it: the least and the greatest, and where.
fn description(chart: &SweepChart<'_>) -> String {
    let end = |word: &str, row: Option<&SweepRow>| {
        row.map_or_else(String::new, |row| {
            let at = chart.sweep.assignments(&row.values).join(", ");
            format!(" {word} {} at {at}.", chart.measure.row.written(chart.value(row)))
        })
    };
    let value = |row: &&SweepRow| chart.value(row);
    let least = chart.rows.iter().min_by(|a, b| value(a).total_cmp(&value(b)));
    let most = chart.rows.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
    let (least, most) = (end("Least:", least), end("Greatest:", most));
    format!("{} points.{least}{most}", chart.rows.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::sweep::Axis;

    #[test]
    fn the_csv_has_every_number_of_every_row() {
        let axes = ["sender.order=all", "sender.threshold=0.1..0.5/3"];
        let axes = axes.iter().map(|axis| Axis::parse(axis).expect(axis)).collect();
        let sweep = Sweep::new(Settings::default(), axes).expect("a sweep");
        let rows = sweep.run(&|_| true).expect("rows");
        let mut file = Vec::new();
        csv(&sweep, &rows, &mut file).expect("writes");
        let mut reader = csv::Reader::from_reader(&file[..]);
        let names = reader.headers().expect("a header").clone();
        let column = |name: &str| names.iter().position(|own| own == name).expect(name);
        let lines: Vec<csv::StringRecord> =
            reader.records().collect::<Result<_, _>>().expect("lines");
        assert_eq!(lines.len(), 9);
        for (line, row) in lines.iter().zip(&rows) {
            let set = sweep.assignments(&row.values);
            assert_eq!(format!("sender.order={}", &line[column("sender.order")]), set[0]);
            for (side, start) in [(Side::First, ""), (Side::Second, "snapshot_")] {
                let measure = Measure::find("peak").expect("a measure");
                let number: f64 = line[column(&format!("{start}peak_error"))].parse().expect("one");
                assert_eq!(Some(number), measure.value(side, row));
            }
        }
        assert!(!names.iter().any(|name| name == "snapshot_overshoot"));
        assert_eq!(&lines[0][column("underruns")], "", "dead reckoning has no buffer");
    }
}

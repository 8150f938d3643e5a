//! GPX: the tracks of GPS receivers.
//!
//! In: the file, which the `gpx` crate reads whole. Out: a recording. All segments of all tracks in their order, a new
//! one being a gap; routes if there are no tracks.

use super::TraceError;
use super::columns::{Column, Columns, Role};
use super::gather::{Cell, Gather};
use crate::settings::{HeadingUnit, Recording, TimeUnit, Trace};
use gpx::{Gpx, Waypoint};
use std::error::Error;
use std::io::BufRead;
use time::OffsetDateTime;

/// The largest GPX file, bytes: it is held whole.
const LARGEST: u64 = 256 << 20;

pub fn read(reader: impl BufRead, trace: &Trace) -> Result<Recording, TraceError> {
    if !trace.columns.is_empty() || !trace.rows.is_empty() {
        return Err(TraceError::Kind(
            "a GPX file has no columns to choose from: leave out trace.columns and trace.rows",
        ));
    }
    let file = gpx::read(reader.take(LARGEST)).map_err(|error| {
        let cause = error.source().map_or_else(String::new, |cause| format!(": {cause}"));
        TraceError::At { place: "GPX".to_owned(), why: format!("{error}{cause}") }
    })?;
    let segments = segments(&file);
    let points = || segments.iter().copied().flatten();
    let timed = points().next().is_some_and(|point| point.time.is_some());
    let speeds = points().next().is_some() && points().all(|point| point.speed.is_some());
    let mut columns = Columns::default();
    for (role, there) in [
        (Role::Time, timed),
        (Role::Latitude, true),
        (Role::Longitude, true),
        (Role::Speed, speeds),
    ] {
        let name = Some(role.name().to_owned());
        columns.set(role, there.then_some(Column { place: 0, name, unit: None }));
    }
    let trace = Trace { time_unit: TimeUnit::S, heading_unit: HeadingUnit::Auto, ..trace.clone() };
    let mut gather = Gather::new(columns, Vec::new(), &trace)?;
    let mut number = 0;
    for segment in segments {
        gather.breaks();
        for point in segment {
            number += 1;
            take(&mut gather, number, point)?;
        }
    }
    let mut recording = gather.done("GPX".to_owned())?;
    recording.found.columns.iter_mut().for_each(|row| row.column = "of each point".to_owned());
    Ok(recording)
}

/// The segments of the tracks; the routes where there are none.
fn segments(file: &Gpx) -> Vec<&[Waypoint]> {
    let tracks = file.tracks.iter().flat_map(|track| &track.segments);
    let segments: Vec<&[Waypoint]> = tracks.map(|segment| segment.points.as_slice()).collect();
    if segments.iter().any(|segment| !segment.is_empty()) {
        return segments;
    }
    file.routes.iter().map(|route| route.points.as_slice()).collect()
}

fn take(gather: &mut Gather, number: usize, point: &Waypoint) -> Result<(), TraceError> {
    let (longitude, latitude) = point.point().x_y();
    let seconds = point.time.map(|time| {
        let date: OffsetDateTime = time.into();
        date.unix_timestamp() as f64 + f64::from(date.nanosecond()) * 1e-9
    });
    gather.push(
        || format!("point {number}"),
        |role| match role {
            Role::Time => seconds.map_or(Cell::Text(""), Cell::Number),
            Role::Latitude => Cell::Number(latitude),
            Role::Longitude => Cell::Number(longitude),
            Role::Speed => point.speed.map_or(Cell::Missing, Cell::Number),
            Role::X | Role::Y | Role::VelocityX | Role::VelocityY | Role::Heading => Cell::Missing,
        },
    )
}

//! A sweep as a picture: a curve for one knob, a map for two, and what an update buys.
//!
//! In: a [`Sweep`](crate::tune::sweep::Sweep), its rows, what to look at. Out: a [`Scene`](super::Scene) of a page, or the
//! shapes of one chart for a window that has its own layout. Invariant: what was not done is left blank, never guessed.

mod chart;
mod colors;
mod contour;
mod curve;
mod heat;
mod page;
mod scale;
mod tradeoff;
mod window;

pub use chart::{SweepChart, title};
pub use colors::color;
pub use contour::{Field, contours};
pub use page::{SweepPage, build};
pub use tradeoff::row_at;
pub use window::{SweepPlaces, SweepSide, SweepWindow, point_under};

use super::{Area, Shape};
use chart::measure_name;
use glam::Vec2;

impl SweepChart<'_> {
    /// The curve or the map in `area`; numbers and names stand outside of it, by [`SweepChart::margins`].
    #[must_use]
    pub fn build(&self, area: Area) -> Vec<Shape> {
        if self.sweep.axes.len() == 2 { heat::build(self, area) } else { curve::build(self, area) }
    }

    /// What an update buys, in `area`; numbers and names stand outside of it.
    #[must_use]
    pub fn tradeoff(&self, area: Area) -> Vec<Shape> {
        let name = format!("What an update buys: {}", measure_name(&self.error()));
        tradeoff::build(self, area, &name)
    }

    /// The point of the sweep under a place on the curve or the map in `area`.
    #[must_use]
    pub fn point_at(&self, area: Area, pointer: Vec2) -> Option<usize> {
        if self.sweep.axes.len() == 2 {
            heat::point_at(self, area, pointer)
        } else {
            curve::point_at(self, area, pointer)
        }
    }

    /// Room for numbers and names round a chart, points: left, above, right, below.
    #[must_use]
    pub fn margins(&self) -> [f32; 4] {
        match &self.sweep.axes[..] {
            [_, up] => [scale::room_at_left(up), 30.0, heat::BAR, 50.0],
            _ => [scale::NUMBERS, 30.0, 12.0, 50.0],
        }
    }
}

#[cfg(test)]
mod tests;

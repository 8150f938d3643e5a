//! What decides the picture, beside the experiment and the tick.

use super::layers::Switches;
use super::theme::{Theme, ThemeKind};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// How to look at an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct View {
    /// Which colours.
    pub theme: ThemeKind,
    /// Which lanes, and how beside each other.
    pub layout: Layout,
    /// How many times larger than all of it.
    pub zoom: f64,
    /// Keep the vehicle in the middle.
    pub follow: bool,
    /// For a class: large captions, no panel.
    pub presenting: bool,
    /// What is in the middle, u; nothing: the middle of it all.
    pub center: Option<[f64; 2]>,
    /// Which layers.
    pub layers: Switches,
}

/// Which lanes, and how beside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Both on one stage.
    #[default]
    Overlay,
    /// Dead reckoning to the left, snapshot interpolation to the right, one camera.
    SideBySide,
    /// Dead reckoning alone.
    DeadReckoning,
    /// Snapshot interpolation alone.
    Snapshot,
}

/// A row of the table of layouts.
#[derive(Debug)]
pub struct LayoutRow {
    /// Which.
    pub layout: Layout,
    /// What scripts call it.
    pub name: &'static str,
    /// What people call it.
    pub label: &'static str,
}

/// The layouts there are.
pub const LAYOUTS: &[LayoutRow] = &[
    LayoutRow { layout: Layout::Overlay, name: "overlay", label: "Overlay" },
    LayoutRow { layout: Layout::SideBySide, name: "side-by-side", label: "Side by side" },
    LayoutRow { layout: Layout::DeadReckoning, name: "dead-reckoning", label: "Dead reckoning" },
    LayoutRow { layout: Layout::Snapshot, name: "snapshot", label: "Snapshots" },
];

/// The least and the most that [`View::zoom`] may be.
pub const ZOOM: (f64, f64) = (0.25, 64.0);

impl Default for View {
    fn default() -> Self {
        Self {
            theme: ThemeKind::default(),
            layout: Layout::default(),
            zoom: 1.0,
            follow: false,
            presenting: false,
            center: None,
            layers: Switches::default(),
        }
    }
}

impl View {
    /// Its colours.
    #[must_use]
    pub fn colors(&self) -> &'static Theme {
        self.theme.theme()
    }

    /// How much larger than usual its text is.
    #[must_use]
    pub fn text_scale(&self) -> f32 {
        if self.presenting { 1.5 } else { 1.0 }
    }

    /// Shows all of it again.
    pub fn fit(&mut self) {
        (self.zoom, self.center, self.follow) = (1.0, None, false);
    }

    /// Zooms by `factor` so that the point at `fixed` (u) stays where it is, the middle now at `center` (u).
    pub fn zoom_at(&mut self, factor: f64, fixed: DVec2, center: DVec2) {
        let zoom = (self.zoom * factor).clamp(ZOOM.0, ZOOM.1);
        let moved = fixed + (center - fixed) * (self.zoom / zoom);
        (self.zoom, self.center) = (zoom, Some(moved.to_array()));
    }

    /// Whether its numbers are ones that a picture can be made of.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let center = self.center.is_none_or(|center| center.iter().all(|at| at.abs() < 1e9));
        (ZOOM.0..=ZOOM.1).contains(&self.zoom) && center
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Area;
    use crate::scene::camera::Camera;
    use glam::{dvec2, vec2};

    #[test]
    fn zooming_keeps_the_point_under_the_cursor() {
        let mut view = View::default();
        let area = Area::new(0.0, 0.0, 800.0, 600.0);
        let base = 40.0;
        let camera = |view: &View| Camera {
            center: view.center.map_or(dvec2(1.0, 1.0), DVec2::from),
            scale: base * view.zoom,
            area,
            focus: area.center(),
        };
        let cursor = vec2(650.0, 120.0);
        let fixed = camera(&view).world_from_screen(cursor);
        for factor in [1.3, 1.3, 0.5, 4.0] {
            let center = camera(&view).center;
            view.zoom_at(factor, fixed, center);
            assert!(camera(&view).screen_from_world(fixed).distance(cursor) < 1e-3);
        }
        view.zoom_at(1e9, fixed, dvec2(0.0, 0.0));
        assert!((view.zoom - ZOOM.1).abs() < 1e-9 && view.is_sound());
        view.fit();
        assert_eq!(view, View::default());
    }
}

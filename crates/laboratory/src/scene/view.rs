//! What decides the picture, beside the experiment and the tick.

use super::layers::Switches;
use super::theme::{Theme, ThemeKind};
use crate::experiment::Experiment;
use crate::lanes::{LANES, LaneKind, Side};
use glam::DVec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Both on one stage.
    #[default]
    Overlay,
    /// The first to the left, the second to the right, one camera.
    SideBySide,
    /// One of them alone.
    Only(Side),
}

/// The layouts there are.
pub const LAYOUTS: [Layout; 4] =
    [Layout::Overlay, Layout::SideBySide, Layout::Only(Side::First), Layout::Only(Side::Second)];

impl Layout {
    /// What scripts call it, where the lanes are these: one alone goes by its lane's name.
    #[must_use]
    pub fn name(self, lanes: [LaneKind; 2]) -> &'static str {
        match self {
            Self::Overlay => "overlay",
            Self::SideBySide => "side-by-side",
            Self::Only(side) => side.of(&lanes).row().name,
        }
    }

    /// What a button calls it, likewise.
    #[must_use]
    pub fn button(self, lanes: [LaneKind; 2]) -> &'static str {
        match self {
            Self::Overlay => "Overlay",
            Self::SideBySide => "Side by side",
            Self::Only(side) => side.of(&lanes).row().button,
        }
    }

    /// The layout that scripts call so; one alone by the name of any lane that stands on its side.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let plain = [Self::Overlay, Self::SideBySide].into_iter();
        let mut plain = plain.filter(|layout| layout.name(<[LaneKind; 2]>::default()) == name);
        plain.next().or_else(|| Side::named(name).map(Self::Only))
    }

    /// All names that [`Layout::named`] knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ["overlay", "side-by-side"].into_iter().chain(LANES.iter().map(|row| row.name))
    }

    /// Whether a lane is in sight.
    #[must_use]
    pub fn shows(self, side: Side) -> bool {
        match self {
            Self::Overlay | Self::SideBySide => true,
            Self::Only(only) => only == side,
        }
    }

    /// The lane whose updates and errors are shown: the first, if it is in sight.
    #[must_use]
    pub fn leading(self) -> Side {
        if self.shows(Side::First) { Side::First } else { Side::Second }
    }
}

impl Experiment {
    /// The largest error that a layout shows, u.
    #[must_use]
    pub fn highest_error(&self, layout: Layout) -> f64 {
        let shown = Side::BOTH.into_iter().filter(|side| layout.shows(*side));
        shown.map(|side| self.metrics(side).peak_error).fold(0.0, f64::max)
    }
}

/// A layout in a file, by its name; one alone by the name of a lane on its side.
impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name([LANES[0].kind, LANES[1].kind]))
    }
}

impl<'de> Deserialize<'de> for Layout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| {
            let names = Self::names().collect::<Vec<_>>().join(" or ");
            de::Error::invalid_value(de::Unexpected::Str(&name), &names.as_str())
        })
    }
}

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
    use crate::technique::TECHNIQUES;
    use glam::{dvec2, vec2};

    #[test]
    fn a_layout_is_found_by_the_names_of_every_techniques_lanes() {
        for row in TECHNIQUES {
            for layout in LAYOUTS {
                assert_eq!(Layout::named(layout.name(row.lanes)), Some(layout));
            }
        }
        assert_eq!(Layout::named("upside-down"), None);
        assert!(Layout::names().all(|name| Layout::named(name).is_some()));
        for name in ["overlay", "side-by-side", "dead-reckoning", "snapshot"] {
            let view: View = toml::from_str(&format!("layout = \"{name}\"")).expect(name);
            assert!(toml::to_string(&view).expect("a file").contains(name), "{name}");
        }
    }

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

//! What the colours mean, and how much room saying it takes.
//!
//! In: a [`Stage`]. Out: shapes. Invariant: on a wide stage the legend stands beside the track, on a narrow one
//! above it; it never lies on it.

use super::font::width;
use super::kit::boxes::backing;
use super::kit::marks::cross;
use super::layers::{SWITCHES, Switch, SwitchRow};
use super::picture::Picture;
use super::stage::Stage;
use super::table;
use super::theme::Theme;
use super::view::{Layout, View};
use super::{Align, Area, Shape, Weight};
use crate::experiment::Experiment;
use crate::lanes::Side;
use crate::metrics::Metrics;
use crate::settings::Technique;
use glam::{Vec2, vec2};

/// Below this width the legend lies above the track instead of beside it, points.
const NARROW: f32 = 700.0;
/// The width of a column of the legend, points.
const COLUMN: f32 = 212.0;
/// The most of a stage's height that title and legend take.
const MOST_HEAD: f32 = 0.4;
/// The height of a line of the legend, points.
pub(super) const LINE: f32 = 21.0;

/// How many columns the legend has in an area of this width.
fn legend_columns(picture: &Picture<'_>, area: Area) -> usize {
    let (width, scale) = (area.size().x, picture.view.text_scale());
    if width >= NARROW * scale { 1 } else { ((width / (COLUMN * scale)) as usize).max(1) }
}

/// What title and legend take from the left and from the top of a stage, points. Only a view that is wide and low gives
/// away its left: elsewhere the legend has room beside the track.
pub(super) fn room_taken(picture: &Picture<'_>, area: Area) -> Vec2 {
    let scale = picture.view.text_scale();
    let is_low = picture.experiment.settings.technique.row().has_axis;
    let beside = is_low && picture.legend && area.size().x >= NARROW * scale;
    vec2(if beside { (COLUMN + 30.0) * scale } else { 0.0 }, height_of_head(picture, area))
}

/// How much of the top of a narrow stage belongs to its title and its legend, points.
pub(super) fn height_of_head(picture: &Picture<'_>, area: Area) -> f32 {
    let scale = picture.view.text_scale();
    if area.size().x >= NARROW * scale {
        return 0.0;
    }
    if !picture.legend || says_it_in_place(picture) {
        return title_height(picture);
    }
    let Experiment { metrics: [drawn, snapshot], .. } = picture.experiment;
    let [drawn, snapshot] = [drawn, snapshot].map(Metrics::fates);
    let fates = fates(drawn.0.max(snapshot.0), drawn.1.max(snapshot.1)).count();
    let technique = picture.experiment.settings.technique;
    let of_it = |row: &&'static SwitchRow| technique.layer(row).is_some();
    let on =
        SWITCHES.iter().filter(of_it).filter(|row| picture.view.layers.is_on(row.switch)).count();
    let lines = ((on + fates) as f32 / legend_columns(picture, area) as f32).ceil();
    let wanted = title_height(picture) + (LINE * lines + 10.0) * scale;
    // A stage that is too small for it does without.
    if wanted <= MOST_HEAD * area.size().y { wanted } else { title_height(picture) }
}

/// Whether everything has its name where it is, so that a legend is only there to name the keys.
fn says_it_in_place(picture: &Picture<'_>) -> bool {
    picture.experiment.settings.technique.scene().says_it_in_place && !picture.keys
}

/// Whether there is room for the legend.
fn has_room(picture: &Picture<'_>, area: Area) -> bool {
    let scale = picture.view.text_scale();
    if area.size().x >= NARROW * scale {
        return area.size().y > LINE * 8.0 * scale;
    }
    height_of_head(picture, area) > title_height(picture)
}

/// How much of the top of a stage its title takes, points.
fn title_height(picture: &Picture<'_>) -> f32 {
    if picture.view.layout == Layout::SideBySide { 46.0 * picture.view.text_scale() } else { 0.0 }
}

/// What a line of the legend looks like.
#[derive(Clone, Copy, Debug)]
enum LegendSample {
    Switch(Switch),
    Pinned,
    Lost,
    Late,
}

impl LegendSample {
    fn shape(self, technique: Technique, middle: Vec2, theme: &Theme) -> Shape {
        match self {
            Self::Switch(switch) => (technique.scene().sample)(switch, middle, theme),
            Self::Pinned => Shape::disc(middle, 5.5, theme.pinned),
            Self::Lost => cross(middle, 4.5, 1.8, theme.error),
            Self::Late => Shape::ring(middle, 4.5, 1.8, theme.late),
        }
    }
}

/// A line of the legend: what it looks like, what it is, the key that switches it.
type LegendEntry = (LegendSample, &'static str, Option<char>);

/// What became of packets that were of no use, if there are any.
fn fates(lost: usize, late: usize) -> impl Iterator<Item = LegendEntry> {
    let lost = (lost > 0).then_some((LegendSample::Lost, "lost", None));
    let late = (late > 0).then_some((LegendSample::Late, "arrived late, ignored", None));
    [lost, late].into_iter().flatten()
}

/// The legend of a stage: the layers that are on, each with its key and its look.
pub(super) fn build(stage: &Stage<'_>) -> Vec<Shape> {
    let mut entries: Vec<LegendEntry> = Vec::new();
    for row in SWITCHES.iter().filter(|row| stage.shows(row.switch) && row.switch != Switch::Grid) {
        let Some(label) = stage.technique().layer(row) else { continue };
        let snapshot_sent =
            row.switch == Switch::Updates && stage.lanes == Layout::Only(Side::Second);
        let label = if snapshot_sent { "snapshot sent" } else { label };
        entries.push((LegendSample::Switch(row.switch), label, Some(row.key)));
        let alone = stage.picture.view.layout == Layout::Only(Side::Second);
        let pinned = if alone { Switch::Snapshot } else { Switch::Drawn };
        if row.switch == pinned && stage.picture.pinned.is_some() {
            entries.push((LegendSample::Pinned, "pinned as A", None));
        }
        if row.switch == Switch::Updates {
            let (_, metrics) = stage.lane();
            let (lost, late) = metrics.fates();
            entries.extend(fates(lost, late));
        }
    }
    if !has_room(stage.picture, stage.camera.area) || says_it_in_place(stage.picture) {
        return Vec::new();
    }
    let keys = stage.picture.keys;
    let (size, theme) = (stage.text_size(12.5), stage.colors());
    let columns = legend_columns(stage.picture, stage.camera.area);
    let step = vec2(stage.text_size(COLUMN), stage.text_size(LINE));
    let left = if keys { 44.0 } else { 27.0 };
    let top = title_height(stage.picture) + stage.text_size(22.0);
    let lines = entries.len().div_ceil(columns) as f32;
    let corner = stage.camera.area.min + vec2(8.0, top - stage.text_size(17.0));
    let room = vec2(
        step.x * columns.min(entries.len()) as f32 + left - 30.0,
        step.y * lines + stage.text_size(12.0),
    );
    let mut shapes = vec![backing(Area { min: corner, max: corner + room }, theme)];
    for (line, (look, label, key)) in entries.into_iter().enumerate() {
        let cell = vec2((line % columns) as f32, (line / columns) as f32);
        let middle = stage.camera.area.min + vec2(left, top) + step * cell;
        let baseline = vec2(0.0, size * 0.36);
        if let Some(key) = key.filter(|_| keys) {
            let at = middle + baseline - vec2(24.0, 0.0);
            shapes.push(Shape::label(at, Align::Middle, 12.0, theme.text_faint, key.to_string()));
        }
        shapes.push(look.shape(stage.technique(), middle, theme));
        let at = middle + baseline + vec2(21.0, 0.0);
        // A label that is longer than its column is set smaller.
        let room = (step.x - left - 12.0) / width(label, 1.0, Weight::Regular);
        let size = if columns > 1 { size.min(room) } else { size };
        shapes.push(Shape::label(at, Align::Start, size, theme.text_quiet, label));
    }
    shapes
}

/// The legend of several stages of one technique in rows between two edges, the first baseline at `top`: their layouts,
/// each with the numbers of which it says how many packets were lost and late. The last entry says how the best number
/// of a comparison looks, if there is one.
pub(super) fn in_rows(
    (view, technique): (&View, Technique),
    stages: &[(Layout, &Metrics)],
    best: bool,
    (left, right, top): (f32, f32, f32),
) -> Vec<Shape> {
    let theme = view.colors();
    let has = |side: Side| stages.iter().any(|stage| stage.0.shows(side));
    let fates_of = || stages.iter().map(|stage| stage.1.fates());
    let (lost, late) = fates_of().fold((0, 0), |sum, fates| (sum.0 + fates.0, sum.1 + fates.1));
    let is_shown = |switch: Switch| match switch {
        Switch::Grid => false,
        Switch::Drawn | Switch::Model | Switch::Threshold => has(Side::First),
        Switch::Snapshot => has(Side::Second),
        Switch::Path
        | Switch::Updates
        | Switch::Packets
        | Switch::Velocity
        | Switch::Heading
        | Switch::Errors => true,
    };
    let (mut shapes, mut at) = (Vec::new(), vec2(left, top));
    let mut place = |room: f32| {
        if at.x > left && at.x + room > right {
            at = vec2(left, at.y + LINE);
        }
        let here = at;
        at.x += room + 22.0;
        here
    };
    let wide = |text: &str| width(text, 12.5, Weight::Regular);
    let on = SWITCHES.iter().filter(|row| view.layers.is_on(row.switch) && is_shown(row.switch));
    // Only a layer of packets shows those that came late here.
    let late = if view.layers.is_on(Switch::Packets) { late } else { 0 };
    let named = |row: &'static SwitchRow| technique.layer(row).map(|label| (row, label));
    let switches =
        on.filter_map(named).map(|(row, label)| (LegendSample::Switch(row.switch), label, None));
    for (look, label, _) in switches.chain(fates(lost, late)) {
        let at = place(28.0 + wide(label));
        shapes.push(look.shape(technique, at + vec2(10.0, -4.5), theme));
        let text = at + vec2(28.0, 0.0);
        shapes.push(Shape::label(text, Align::Start, 12.5, theme.text_quiet, label));
    }
    if best {
        let (word, of_all) = ("best", "of all panels");
        let room = width(word, table::SIZE, Weight::SemiBold) + 6.0;
        let at = place(room + 14.0 + wide(of_all)) + vec2(room, 0.0);
        shapes.extend(table::value_in_box(at, word, theme));
        let text = at + vec2(14.0, 0.0);
        shapes.push(Shape::label(text, Align::Start, 12.5, theme.text_quiet, of_all));
    }
    shapes
}

/// How many rows [`in_rows`] made.
pub(super) fn count_of_rows(shapes: &[Shape], top: f32) -> f32 {
    let lowest = shapes.iter().fold(top, |lowest, shape| match shape {
        Shape::Text { at, .. } => lowest.max(at.y),
        Shape::Line { .. }
        | Shape::Dashed { .. }
        | Shape::Fading { .. }
        | Shape::Circle { .. }
        | Shape::Under { .. }
        | Shape::Box { .. } => lowest,
    });
    ((lowest - top) / LINE).round() + 1.0
}

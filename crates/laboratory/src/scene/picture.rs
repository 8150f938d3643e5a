//! The whole picture: one stage or two, the time strip, and what the pointer is on.
//!
//! In: a [`Picture`]. Out: a [`Scene`], and the way back from a place on the screen to a tick.

use super::font::{fitted, width};
use super::layers::Layer;
use super::legend;
use super::player;
use super::stage::{self, Stage};
use super::strip::{self, Strip};
use super::view::{Layout, View};
use super::{Align, Area, Scene, Shape, Weight};
use crate::Tick;
use crate::experiment::Experiment;
use crate::lanes::Side;
use crate::metrics::{Metrics, PacketMetrics};
use crate::run::{Cause, Fate, Packet};
use glam::{DVec2, Vec2, vec2};

/// How far from the pointer something may be and still be meant, points.
const REACH: f32 = 14.0;

/// What stands beside a picture, on a stage and a truth of its own.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// What happened there.
    pub experiment: &'a Experiment,
    /// Which lanes it shows.
    pub layout: Layout,
    /// What the picture is called, and what this is.
    pub names: [&'a str; 2],
}

/// What to show.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// What happened.
    pub experiment: &'a Experiment,
    /// What it is compared with, on the same truth.
    pub pinned: Option<&'a Experiment>,
    /// When.
    pub tick: Tick,
    /// How to look at it.
    pub view: &'a View,
    /// What is being shown, in words: drawn large when presenting; nothing is no caption.
    pub caption: [&'a str; 2],
    /// Name the keys that switch the layers.
    pub keys: bool,
    /// Leave the error out: the pointer is on something and says it there.
    pub quiet: bool,
    /// Say what the colours mean, how long a unit is and what the time is. Pictures beside each other share one
    /// legend, which says so for all of them.
    pub legend: bool,
    /// What the camera fits (least and greatest corner, u), if not what the run shows: pictures beside each
    /// other share one.
    pub bounds: Option<(DVec2, DVec2)>,
    /// The top of the time strip, u, if not the largest error that it shows: likewise.
    pub top_error: Option<f64>,
    /// What stands to its right, if anything: then it is the left half.
    pub beside: Option<Beside<'a>>,
}

impl<'a> Picture<'a> {
    /// The first tick of an experiment, nothing beside it.
    #[must_use]
    pub fn of(experiment: &'a Experiment, view: &'a View) -> Self {
        Self {
            experiment,
            pinned: None,
            tick: 0,
            view,
            caption: [""; 2],
            keys: false,
            quiet: false,
            legend: true,
            bounds: None,
            top_error: None,
            beside: None,
        }
    }

    /// The tick that is shown: one that the run has.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick.min(self.experiment.truth.states.len().saturating_sub(1))
    }

    /// The part of an area that the stages take, and the part below them for the caption.
    #[must_use]
    pub fn split(&self, area: Area) -> (Area, Area) {
        let caption = if self.has_caption() { CAPTION.min(area.size().y / 2.0) } else { 0.0 };
        let middle = area.max.y - caption;
        let stages = Area { max: vec2(area.max.x, middle), ..area };
        (stages, Area { min: vec2(area.min.x, middle), ..area })
    }

    /// Whether it says in large letters what it shows.
    fn has_caption(&self) -> bool {
        self.view.presenting && !self.caption[0].is_empty()
    }

    /// Its stages, from left to right.
    #[must_use]
    pub fn stages(&'a self, area: Area) -> Vec<Stage<'a>> {
        let area = if self.beside.is_some() { self.half(area) } else { area };
        let (area, axis) = player::divide(self, area);
        let stage =
            |area, lanes| Stage { picture: self, camera: stage::camera(self, area), lanes, axis };
        match self.view.layout {
            Layout::SideBySide if self.beside.is_some() => {
                vec![stage(area, Layout::Only(Side::First))]
            }
            Layout::SideBySide => {
                let (left, right) = area.halves();
                // One axis for both.
                let right = Stage { axis: None, ..stage(right, Layout::Only(Side::Second)) };
                vec![stage(left, Layout::Only(Side::First)), right]
            }
            one @ (Layout::Overlay | Layout::Only(_)) => vec![stage(area, one)],
        }
    }

    /// Its time strip.
    #[must_use]
    pub fn strip(&'a self, area: Area) -> Strip<'a> {
        let area = if self.beside.is_some() { area.halves().0 } else { area };
        Strip { picture: self, area }
    }

    /// The tick under a place on the strip, or on one of the two.
    #[must_use]
    pub fn tick_at(&self, area: Area, at: Vec2) -> Tick {
        let (left, right) = area.halves();
        let is_right = self.beside.is_some() && at.x >= right.min.x;
        let at = if is_right { at - vec2(right.min.x - left.min.x, 0.0) } else { at };
        strip::tick_at(&self.strip(area), at)
    }

    /// Where its stage lies if something stands beside it: in the left half, below legend and name.
    fn half(&self, area: Area) -> Area {
        let (left, _) = area.halves();
        let top = left.min.y + self.legend_height(area) + NAME;
        Area { min: vec2(left.min.x, top.min(left.max.y)), ..left }
    }

    /// The legend that two stages share, its first baseline at `top`.
    fn shared_legend(&self, area: Area, top: f32) -> Vec<Shape> {
        let Some(beside) = self.beside.filter(|_| area.size().y > LEAST_WITH_LEGEND) else {
            return Vec::new();
        };
        let layouts = [self.view.layout, beside.layout];
        let all = [&self.experiment.metrics[0], &beside.experiment.metrics[0]];
        let lost = all.iter().map(|metrics| metrics.fates().0).sum();
        let late = all.iter().map(|metrics| metrics.fates().1).sum();
        let technique = self.experiment.settings.technique;
        let edges = (area.min.x + 16.0, area.max.x - 16.0, top);
        legend::in_rows((self.view, technique), &layouts, (lost, late), false, edges)
    }

    fn legend_height(&self, area: Area) -> f32 {
        let shapes = self.shared_legend(area, 0.0);
        if shapes.is_empty() { 0.0 } else { 21.0 * legend::rows(&shapes, 0.0) + 12.0 }
    }
}

/// The height of the name above a stage that has another beside it, points.
const NAME: f32 = 30.0;
/// Two stages lower than this do without their legend, points.
const LEAST_WITH_LEGEND: f32 = 300.0;

/// Builds the picture: stages in one area, strip in another, `pointer` where it is on the stage.
#[must_use]
pub fn build(picture: &Picture<'_>, area: Area, strip_area: Area, pointer: Option<Vec2>) -> Scene {
    if let Some(beside) = &picture.beside {
        return build_both(picture, beside, area, strip_area, pointer);
    }
    let mut scene = Scene::default();
    let (area, below) = picture.split(area);
    let stages = picture.stages(area);
    let hover = pointer.and_then(|pointer| {
        let stage = stages.iter().find(|stage| stage.camera.area.contains(pointer))?;
        hover(stage, pointer).map(|hover| (stage, hover))
    });
    let quiet = Picture { quiet: hover.is_some(), ..*picture };
    for stage in &stages {
        stage::build(&mut scene, &Stage { picture: &quiet, ..*stage });
    }
    if stages.len() > 1 {
        titles(&mut scene, picture, &stages);
    }
    if let Some((stage, hover)) = hover {
        let to_left = hover.at.x > stage.camera.area.center().x;
        let ink = picture.view.colors().text;
        let mut shapes = vec![Shape::ring(hover.at, 5.0, 1.5, ink)];
        shapes.extend(stage::callout(stage, (hover.at, hover.at), to_left, ink, &hover.lines));
        scene.add(Layer::Callout, stage.camera.area, shapes);
    }
    if picture.has_caption() {
        caption(&mut scene, picture, below);
    }
    if strip_area.size().min_element() > 0.0 {
        strip::build(&mut scene, &picture.strip(strip_area));
    }
    scene
}

/// Two pictures beside each other, through one camera and with one scale of their strips.
fn build_both(
    picture: &Picture<'_>,
    beside: &Beside<'_>,
    area: Area,
    strip_area: Area,
    pointer: Option<Vec2>,
) -> Scene {
    let theme = picture.view.colors();
    let (area, below) = picture.split(area);
    let (bounds, top_error) = (stage::both(picture), highest(picture, beside));
    let lanes =
        |layout| if layout == Layout::SideBySide { Layout::Only(Side::First) } else { layout };
    let view = |layout| View { layout: lanes(layout), ..picture.view.clone() };
    let views = [view(picture.view.layout), view(beside.layout)];
    let stage_area = picture.half(area);
    let across = area.halves().1.min.x - area.min.x;
    let mut scene = Scene::default();
    let ground = Shape::Box { area, radius: 0.0, fill: theme.panel, stroke: None };
    let legend = picture.shared_legend(area, area.min.y + 20.0);
    scene.add(Layer::Legend, area, [vec![ground], legend].concat());
    for (place, view) in views.iter().enumerate() {
        let shift = vec2(across * place as f32, 0.0);
        let moved = |area: Area| Area { min: area.min + shift, max: area.max + shift };
        let half = Picture {
            experiment: [picture.experiment, beside.experiment][place],
            pinned: picture.pinned.filter(|_| place == 0),
            view,
            caption: [""; 2],
            legend: false,
            bounds,
            top_error: Some(top_error),
            beside: None,
            ..*picture
        };
        let stage = moved(stage_area);
        let part = build(&half, stage, moved(strip_area.halves().0), pointer);
        scene.groups.extend(part.groups);
        scene.names.extend(part.names);
        let (name, size) = (beside.names[place], 14.0 * picture.view.text_scale().min(1.25));
        let name = fitted(name, size, Weight::SemiBold, stage.size().x - 32.0);
        let at = vec2(stage.min.x + 16.0, stage.min.y - 9.0);
        let edge = [stage.min, vec2(stage.max.x, stage.min.y)];
        let line = vec2(stage.max.x, stage.min.y - NAME);
        scene.add(
            Layer::Legend,
            area,
            vec![
                Shape::heading(at, Align::Start, size, theme.text, name),
                Shape::segment(edge[0], edge[1], 1.0, theme.border),
                Shape::segment(line, vec2(line.x, area.max.y), 1.0, theme.border),
            ],
        );
    }
    if picture.has_caption() {
        caption(&mut scene, picture, below);
    }
    scene
}

/// The largest error that either of two pictures shows, u.
fn highest(picture: &Picture<'_>, beside: &Beside<'_>) -> f64 {
    let one = picture.experiment.highest_error(picture.view.layout);
    one.max(beside.experiment.highest_error(beside.layout))
}

/// The names of two stages beside each other, their numbers, and the line between them.
fn titles(scene: &mut Scene, picture: &Picture<'_>, stages: &[Stage<'_>]) {
    let theme = picture.view.colors();
    let experiment = picture.experiment;
    let scale = picture.view.text_scale();
    let [drawn, beside] = experiment.settings.technique.row().lane_rows().map(|lane| lane.title);
    for (stage, (name, color, metrics)) in stages.iter().zip([
        (drawn, theme.drawn_text, &experiment.metrics[0]),
        (beside, theme.snapshot_text, &experiment.metrics[1]),
    ]) {
        let Area { min, max } = stage.camera.area;
        let at = vec2(min.x + 16.0, min.y + 25.0 * scale);
        let title = Shape::heading(at, Align::Start, 15.0 * scale, color, name);
        let below = at + vec2(0.0, 18.0 * scale);
        let numbers = in_short(metrics);
        let room = (max.x - min.x - 24.0) / width(&numbers, 12.5, Weight::Regular);
        let numbers =
            Shape::label(below, Align::Start, 12.5 * scale.min(room), theme.text_quiet, numbers);
        let edge = Shape::segment(vec2(max.x, min.y), max, 1.0, theme.border);
        scene.add(Layer::Legend, stage.camera.area, vec![title, numbers, edge]);
    }
}

/// The metrics that matter, in one line.
#[must_use]
pub fn in_short(metrics: &Metrics) -> String {
    let errors = format!("mean {:.2} u · peak {:.2} u", metrics.mean_error, metrics.peak_error);
    match metrics.packets {
        Some(PacketMetrics { updates: 1, .. }) => format!("1 update · {errors}"),
        Some(PacketMetrics { updates, .. }) => format!("{updates} updates · {errors}"),
        None => errors,
    }
}

/// How much of the stage the caption takes, points.
const CAPTION: f32 = 110.0;

/// For the last row of a class: what this is, and how it does.
fn caption(scene: &mut Scene, picture: &Picture<'_>, area: Area) {
    let theme = picture.view.colors();
    let background = Shape::Box { area, radius: 0.0, fill: theme.stage, stroke: None };
    let low = vec2(area.min.x + 24.0, area.max.y - 22.0);
    let text = |up: f32, size: f32, weight, color, text: String| Shape::Text {
        at: low - vec2(0.0, up),
        align: Align::Start,
        size,
        weight,
        color,
        text,
    };
    let [title, look] = picture.caption;
    let [drawn, aside] =
        picture.experiment.settings.technique.row().lane_rows().map(|lane| lane.title);
    let numbers = format!("{drawn}: {}", in_short(&picture.experiment.metrics[0]));
    let snapshots = format!("{aside}: {}", in_short(&picture.experiment.metrics[1]));
    let beside = width(&numbers, 19.0, Weight::Regular) + 24.0;
    let shapes = vec![
        background,
        text(58.0, 28.0, Weight::SemiBold, theme.text, title.to_owned()),
        text(28.0, 19.0, Weight::Regular, theme.text_quiet, look.to_owned()),
        text(0.0, 19.0, Weight::Regular, theme.drawn_text, numbers),
        Shape::label(low + vec2(beside, 0.0), Align::Start, 19.0, theme.snapshot_text, snapshots),
    ];
    scene.add(Layer::Legend, area, shapes);
}

/// What the pointer is on.
#[derive(Clone, Debug, PartialEq)]
pub struct Hover {
    /// The tick to go to.
    pub tick: Tick,
    /// Where it is on the screen.
    pub at: Vec2,
    /// What there is to say about it.
    pub lines: Vec<String>,
}

/// What is under the pointer: an update's tick first, else the nearest tick of the true path.
#[must_use]
pub fn hover(stage: &Stage<'_>, pointer: Vec2) -> Option<Hover> {
    let Experiment { truth, run, .. } = stage.picture.experiment;
    let lane =
        if stage.lanes == Layout::Only(Side::Second) { &run.lanes[1] } else { &run.lanes[0] };
    let place = |position| stage.camera.screen_from_world(position);
    let nearest = |found: Option<(f32, Tick, Vec2)>, (tick, at): (Tick, Vec2)| {
        let distance = at.distance(pointer);
        let closer = distance <= REACH && found.is_none_or(|found| distance < found.0);
        if closer { Some((distance, tick, at)) } else { found }
    };
    let sent = lane.packets.iter().map(|packet| (packet.sent, place(packet.state.position)));
    let path = truth.states.iter().enumerate().map(|(tick, state)| (tick, place(state.position)));
    let (_, tick, at) = sent.fold(None, nearest).or_else(|| path.fold(None, nearest))?;
    let frame = &lane.frames[tick];
    let first =
        if frame.seen { format!("error {:.2} u", frame.error) } else { "not seen yet".to_owned() };
    let mut lines = vec![first, format!("t = {:.2} s · tick {tick}", truth.time(tick))];
    if let Some(packet) = lane.packets.iter().find(|packet| packet.sent == tick) {
        lines.push(said(packet));
    }
    Some(Hover { tick, at, lines })
}

/// Why a packet was sent, and what became of it.
fn said(packet: &Packet) -> String {
    let why = match packet.cause {
        Cause::Owed(reason) => reason.name(),
        Cause::Clock => "clock",
    };
    let when = packet.arrived.map_or_else(String::new, |tick| format!(" on tick {tick}"));
    let again = packet.again.map_or_else(String::new, |tick| format!(", again on tick {tick}"));
    let end = match packet.fate {
        Fate::Used => "arrived",
        Fate::Late => "ignored: it came late,",
        Fate::UnderWay => "still under way at the end",
        Fate::Lost => "lost on the way",
        Fate::QueueFull => "dropped: the queue was full",
        Fate::Unheard => "not heard, before it joined:",
    };
    format!("sent ({why}), {end}{when}{again}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    const AREA: Area = Area { min: vec2(0.0, 0.0), max: vec2(900.0, 600.0) };
    const STRIP: Area = Area { min: vec2(0.0, 600.0), max: vec2(900.0, 740.0) };

    fn with_picture<T>(layout: Layout, look: impl Fn(&Picture<'_>) -> T) -> T {
        let experiment = Experiment::of(Settings::default()).expect("the lap");
        let view = View { layout, ..View::default() };
        look(&Picture { tick: 215, ..Picture::of(&experiment, &view) })
    }

    #[test]
    fn side_by_side_shares_one_camera() {
        with_picture(Layout::SideBySide, |picture| {
            let stages = picture.stages(AREA);
            let (left, right) = (&stages[0].camera, &stages[1].camera);
            assert_eq!((left.center, left.scale), (right.center, right.scale));
            assert_eq!(left.area.max.x, right.area.min.x);
        });
    }

    #[test]
    fn hovering_an_update_says_why_it_was_sent() {
        with_picture(Layout::Overlay, |picture| {
            let stage = &picture.stages(AREA)[0];
            for packet in &picture.experiment.run.lanes[0].packets {
                let at = stage.camera.screen_from_world(packet.state.position);
                let hover = hover(stage, at + vec2(1.0, 1.0)).expect("an update");
                assert_eq!(hover.tick, packet.sent);
                assert!(hover.lines[2].starts_with("sent ("), "{:?}", hover.lines);
            }
            assert_eq!(hover(stage, AREA.center()), None);
        });
    }

    #[test]
    fn every_layout_stays_inside_its_areas() {
        for layout in crate::scene::view::LAYOUTS {
            with_picture(layout, |picture| {
                let scene = build(picture, AREA, STRIP, None);
                for group in &scene.groups {
                    assert!(
                        group.clip.min.cmpge(AREA.min).all()
                            && group.clip.max.cmple(STRIP.max).all()
                    );
                }
                assert!(scene.groups.len() > 8, "{layout:?}");
            });
        }
    }
}

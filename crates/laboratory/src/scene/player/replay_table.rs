//! The newest answer as a table: which inputs it acknowledged, and where playing the others again led.
//!
//! In: the time axis at a tick. Out: shapes. Invariant: a table that is too long for its room says how many rows are
//! left out, and keeps those around the acknowledged input.

use super::time_axis::TimeAxis;
use crate::scene::kit::marks::{check_mark, key_arrow};
use crate::scene::stage::Stage;
use crate::scene::{Align, Area, Shape, Weight};
use crate::technique::player::detail::{Answer, Step};
use glam::{DVec2, Vec2, vec2};

/// Its width, points.
const WIDE: f32 = 350.0;
/// The height of a row, points.
const ROW: f32 = 17.0;
/// The height of title and headings, points.
const HEAD: f32 = 72.0;
/// Where the columns end, from the left, points.
const COLUMNS: [f32; 5] = [46.0, 104.0, 184.0, 258.0, 332.0];
/// The most acknowledged inputs that stand above those played again.
const MOST_DONE: usize = 4;

/// How wide the table is in an axis of this area, points: 0 where there is no room.
pub(super) fn room(stage: &Stage<'_>, area: Area) -> f32 {
    let scale = stage.picture.view.text_scale();
    let fits = area.size().x >= 2.4 * WIDE * scale && area.size().y >= (HEAD + 6.0 * ROW) * scale;
    if fits { WIDE * scale } else { 0.0 }
}

/// A number of the table, u.
fn number(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}

/// The table.
pub(super) fn build(axis: &TimeAxis<'_>, area: Area) -> Vec<Shape> {
    let stage = axis.stage;
    let theme = stage.colors();
    let scale = stage.picture.view.text_scale();
    let edge = Shape::segment(area.min, vec2(area.min.x, area.max.y), 1.0, theme.border);
    let ground = Shape::filled(area, theme.panel);
    let mut shapes = vec![ground, edge];
    let corner = area.min + vec2(16.0, 22.0) * scale;
    let Some(answer) = axis.player().answer(stage.tick()) else {
        let said = "The server has not answered yet.";
        shapes.push(Shape::label(corner, Align::Start, 12.5 * scale, theme.text_quiet, said));
        return shapes;
    };
    shapes.extend(title(axis, answer, corner));
    let steps = axis.player().steps(&stage.experiment().settings, answer);
    let rows = ((area.size().y / scale - HEAD) / ROW).floor().max(0.0) as usize;
    let (shown, left_out) = cut(&steps, rows);
    for (place, step) in shown.iter().enumerate() {
        let baseline = area.min + vec2(0.0, HEAD + ROW * place as f32 + 8.0) * scale;
        shapes.extend(row(axis, step, baseline));
    }
    if left_out > 0 {
        let down = HEAD + ROW * shown.len() as f32 + 8.0;
        let at = area.min + vec2(16.0, down) * scale;
        let said = format!("and {left_out} more");
        shapes.push(Shape::label(at, Align::Start, 12.0 * scale, theme.text_faint, said));
    }
    shapes
}

/// The rows for which there is room: the last acknowledged ones, and those after them. How many are left out.
fn cut(steps: &[Step], rows: usize) -> (&[Step], usize) {
    let done = steps.iter().filter(|step| step.is_acknowledged).count();
    let shown = if steps.len() > rows { rows.saturating_sub(1) } else { steps.len() };
    let most = MOST_DONE.min(shown / 2 + shown % 2);
    // All where they fit, else from a few before the acknowledged one.
    let first =
        if steps.len() > shown { done.saturating_sub(most).min(steps.len() - shown) } else { 0 };
    (&steps[first..first + shown], steps.len() - shown)
}

/// What the answer says, what the client did with it, and the headings.
fn title(axis: &TimeAxis<'_>, answer: &Answer, corner: Vec2) -> Vec<Shape> {
    let stage = axis.stage;
    let theme = stage.colors();
    let scale = stage.picture.view.text_scale();
    let place = number(axis.along(answer.says.mover.position));
    let name = if axis.upright { "y" } else { "x" };
    let first = format!("Server: input {} is done, {name} = {place} u", answer.says.sequence);
    let done = answer.reconciliation;
    let by = axis.along(done.correction);
    let corrected = stage.experiment().settings.player.predicts && by.abs() >= 0.005;
    let ends =
        if corrected { format!("correction {} u", number(by)) } else { "no correction".to_owned() };
    let second = format!("{} done, {} replayed: {ends}", done.dropped, done.replayed);
    let ink = if corrected { theme.error_text } else { theme.text_quiet };
    let below = |points: f32| corner + vec2(0.0, points) * scale;
    let mut shapes = vec![
        Shape::heading(corner, Align::Start, 13.0 * scale, theme.text, first),
        Shape::label(below(18.0), Align::Start, 12.5 * scale, ink, second),
    ];
    let left = corner.x - 16.0 * scale;
    for (end, heading) in COLUMNS.iter().zip(["input", "key", "predicted", "server", "replayed"]) {
        let at = vec2(left + end * scale, below(39.0).y);
        shapes.push(Shape::label(at, Align::End, 11.5 * scale, theme.text_faint, heading));
    }
    let ends = (below(44.0), vec2(left + (COLUMNS[4] + 6.0) * scale, below(44.0).y));
    shapes.push(Shape::segment(ends.0, ends.1, 1.0, theme.border));
    shapes
}

/// One input: what the server has done is quiet and has a check mark.
fn row(axis: &TimeAxis<'_>, step: &Step, baseline: Vec2) -> Vec<Shape> {
    let stage = axis.stage;
    let theme = stage.colors();
    let scale = stage.picture.view.text_scale();
    let size = 12.5 * scale;
    let at = |column: usize| baseline + vec2(COLUMNS[column] * scale, 0.0);
    let ink = if step.is_acknowledged { theme.text_faint } else { theme.text };
    let place = |place: Option<DVec2>| place.map(|place| number(axis.along(place)));
    let cell = |column, ink, text: String| Shape::label(at(column), Align::End, size, ink, text);
    let middle = at(1) - vec2(11.0 * scale, size * 0.36);
    let mut shapes = vec![cell(0, ink, step.input.sequence.to_string())];
    shapes.extend(key_arrow(middle, step.input.wish.direction, size * 0.8, ink));
    shapes.extend(place(Some(step.predicted)).map(|text| cell(2, theme.drawn_text, text)));
    shapes.extend(place(step.on_server).map(|text| cell(3, theme.text, text)));
    if let Some(text) = place(step.replayed) {
        shapes.push(Shape::Text {
            at: at(4),
            align: Align::End,
            size,
            weight: Weight::SemiBold,
            color: theme.drawn_text,
            text,
        });
    } else if step.is_acknowledged {
        shapes.push(check_mark(
            at(4) - vec2(6.0 * scale, size * 0.36),
            size * 0.8,
            theme.text_faint,
        ));
    }
    shapes
}

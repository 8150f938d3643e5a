//! The pointer outside of the panels: drags and clicks on strip and stage, and the wheel.

use crate::desk::{Action, Desk};
use glam::Vec2;
use laboratory::scene::{Area, compose, strip};
use macroquad::input::{
    MouseButton, is_mouse_button_down, is_mouse_button_pressed, is_mouse_button_released,
    mouse_wheel,
};

/// How far the pointer may move in a click, points.
const CLICK: f32 = 4.0;
/// How soon a second click makes a double click, s.
const DOUBLE_CLICK: f64 = 0.35;
/// How much one notch of the wheel zooms.
const NOTCH: f64 = 1.15;

/// What lasts of the pointer from frame to frame.
#[derive(Debug)]
pub struct Pointer {
    /// What a drag that began on the stage or the strip does.
    drag: Option<Drag>,
    /// When the stage was last clicked, s.
    clicked_at: f64,
}

impl Default for Pointer {
    fn default() -> Self {
        Self { drag: None, clicked_at: f64::NEG_INFINITY }
    }
}

/// A drag that began outside of the panels.
#[derive(Clone, Copy, Debug)]
enum Drag {
    /// Of the playhead.
    Scrub,
    /// Of the stage, from here; whether it has moved far enough to be no click.
    Pan { from: Vec2, moved: bool },
}

impl Pointer {
    /// Whether a drag goes on.
    pub fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// Drags and clicks on strip and stage. A drag belongs to where it began, wherever it goes from there.
    pub fn drags(
        &mut self,
        desk: &mut Desk,
        area: Area,
        strip_area: Area,
        pointer: Vec2,
        wants_pointer: bool,
    ) -> Option<Action> {
        if is_mouse_button_pressed(MouseButton::Left) {
            self.drag = match pointer {
                _ if wants_pointer => None,
                _ if strip_area.contains(pointer) => Some(Drag::Scrub),
                _ if area.contains(pointer) => Some(Drag::Pan { from: pointer, moved: false }),
                _ => None,
            };
        }
        let drag = self.drag?;
        if is_mouse_button_released(MouseButton::Left) || !is_mouse_button_down(MouseButton::Left) {
            self.drag = None;
        }
        match drag {
            Drag::Scrub => Some(Action::Seek(strip::tick_at(&desk.picture(), strip_area, pointer))),
            Drag::Pan { moved: false, .. } if self.drag.is_none() => {
                self.click(desk, area, pointer)
            }
            Drag::Pan { from, moved } => {
                let moved = moved || pointer.distance(from) > CLICK;
                if moved {
                    pan(desk, area, pointer - from);
                    self.drag = self.drag.map(|_| Drag::Pan { from: pointer, moved });
                }
                None
            }
        }
    }

    /// A click on the stage goes to that moment; a double click shows all of it.
    fn click(&mut self, desk: &Desk, area: Area, pointer: Vec2) -> Option<Action> {
        let now = macroquad::time::get_time();
        let double = now - self.clicked_at < DOUBLE_CLICK;
        self.clicked_at = if double { f64::NEG_INFINITY } else { now };
        if double {
            return Some(Action::Fit);
        }
        let picture = desk.picture();
        let stages = compose::stages(&picture, area);
        let stage = stages.iter().find(|stage| stage.camera.area.contains(pointer))?;
        compose::hovered(stage, pointer).map(|hovered| Action::Seek(hovered.tick))
    }
}

fn pan(desk: &mut Desk, area: Area, by: Vec2) {
    let camera = compose::stages(&desk.picture(), area)[0].camera;
    let center = camera.world_from_screen(camera.focus - by);
    desk.view.center = Some(center.to_array());
    desk.view.follow = false;
}

/// The wheel, at a place of the stage that stays where it is.
pub fn zoom(desk: &mut Desk, area: Area, pointer: Vec2) {
    let wheel = f64::from(mouse_wheel().1);
    if wheel == 0.0 {
        return;
    }
    let picture = desk.picture();
    let stages = compose::stages(&picture, area);
    let Some(stage) = stages.iter().find(|stage| stage.camera.area.contains(pointer)) else {
        return;
    };
    let (fixed, center) = (stage.camera.world_from_screen(pointer), stage.camera.center);
    desk.view.zoom_at(if wheel > 0.0 { NOTCH } else { 1.0 / NOTCH }, fixed, center);
}

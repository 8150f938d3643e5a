//! A desk to try things on, for the tests of this room.

use super::state::Desk;
use laboratory::settings::Settings;

/// A desk with the lap on it.
pub fn lap_desk() -> Desk {
    Desk::new(Settings::default()).expect("the lap")
}

/// Turns one knob.
pub fn turn(desk: &mut Desk, assignment: &str) {
    let mut settings = desk.experiment.settings.clone();
    settings.set(assignment).expect(assignment);
    desk.change(settings);
}

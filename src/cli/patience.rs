//! Long work: how far it is, and whether somebody has asked for an end.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody has asked for an end, with Ctrl-C or otherwise: what is being written is then taken away.
pub fn interruption() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    let asked_by_signal = Arc::clone(&asked);
    // Where no answer can be installed, the system's own ends the program.
    let _ = ctrlc::set_handler(move || asked_by_signal.store(true, Ordering::Relaxed));
    asked
}

/// How far a long work of so many `steps` is: on standard error, and only on a terminal.
pub fn progress(steps: usize, what: &str) -> ProgressBar {
    let template = format!("{{bar:40}} {{pos}} of {{len}} {what}, {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    let bar = ProgressBar::new(steps as u64);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

//! `drlab` and `drlab window`: the window, or why there is none and the same run without it.

#[cfg(feature = "window")]
use super::early_end;
use super::error::CliError;
use super::look::{self, LookArgs, PinArgs};
use super::settings_args::SettingsArgs;
use super::{out, run, text};
use clap::Args;
use laboratory::export::shot::Shot;
use laboratory::truth::Truth;
use std::path::PathBuf;
use std::process::ExitCode;

/// How the window looks at first.
#[derive(Debug, Args)]
struct ViewArgs {
    /// Open paused at this tick
    #[arg(long, value_name = "N", conflicts_with = "worst")]
    tick: Option<usize>,
    /// Open paused at the largest error
    #[arg(long)]
    worst: bool,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    pin: PinArgs,
    /// Open in presentation mode: large captions, no panel
    #[arg(long)]
    present: bool,
}

#[derive(Debug, Args)]
pub struct WindowArgs {
    #[command(flatten)]
    settings: SettingsArgs,
    #[command(flatten)]
    view: ViewArgs,
    /// Width and height of the window
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = window_size)]
    size: (i32, i32),
    /// Do not come back to the last session, nor keep this one
    #[arg(long)]
    fresh: bool,
    /// Close after this many frames; implies --fresh
    #[arg(long, value_name = "N")]
    frames: Option<u32>,
    /// Save what the window shows on its last frame as a PNG (the 30th, without --frames); implies --fresh
    #[arg(long, value_name = "FILE.png")]
    screenshot: Option<PathBuf>,
}

fn window_size(text: &str) -> Result<(i32, i32), String> {
    let good = look::width_and_height(text)
        .filter(|(width, height)| (640..=8192).contains(width) && (400..=8192).contains(height));
    good.map(|(width, height)| (width as i32, height as i32)).ok_or_else(|| {
        "a size is two whole numbers such as 1280x800, from 640x400 to 8192x8192".to_owned()
    })
}

#[cfg(feature = "window")]
pub fn open_window(args: &WindowArgs, or_lap: bool) -> Result<ExitCode, CliError> {
    use crate::window::OpenError;
    let settings = args.settings.resolve()?;
    Truth::build(&settings)?;
    let show = args.show(settings)?;
    let lap = if or_lap { Some(args.lap_shot()?) } else { None };
    let short = args.frames.is_some() || args.screenshot.is_some();
    let asked = args.settings.is_given() || args.view.is_given();
    let options = crate::window::Options {
        show: (asked || short || args.fresh).then_some(show),
        size: args.size,
        frames: args.frames,
        screenshot: args.screenshot.clone(),
        remember: !short && !args.fresh,
    };
    let display = crate::platform::display::check(display_lost).map_err(CliError::Window)?;
    early_end::watch(lap);
    let opened = crate::window::open(options);
    early_end::forget();
    drop(display);
    opened.map_err(|error| match error {
        OpenError::NoWindow(why) => CliError::Window(why),
        OpenError::Failed(why) => CliError::Failed(why),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The display went away while the window was open.
#[cfg(feature = "window")]
fn display_lost() {
    early_end::forget();
    text::complain("error", "the display has gone away");
    std::process::exit(2);
}

#[cfg(feature = "window")]
impl WindowArgs {
    fn show(
        &self,
        settings: laboratory::settings::Settings,
    ) -> Result<crate::window::Show, CliError> {
        use crate::window::Start;
        use laboratory::catalogue::lessons::Lesson;
        use laboratory::scene::view::View;
        let args = &self.view;
        let lesson = self.settings.lesson();
        let base = lesson.map_or_else(View::default, Lesson::view);
        let pinned = args.pin.pinned()?;
        Ok(crate::window::Show {
            scenario: self.settings.scenario.clone(),
            lesson: self.settings.lesson.clone(),
            file: self.settings.settings.clone(),
            settings,
            start: match args.tick {
                Some(tick) => Start::At(tick),
                None if args.worst => Start::Worst,
                None if lesson.is_some() => Start::Lesson,
                None => Start::Playing,
            },
            view: View { presenting: args.present, ..args.look.view_over(base) },
            pinned,
        })
    }
}

impl WindowArgs {
    /// The picture of the run where no window can open.
    fn lap_shot(&self) -> Result<Shot, CliError> {
        let when = look::WhenArgs { tick: self.view.tick, ..look::WhenArgs::default() };
        let page = look::PageArgs { size: None, scale: 1.0, title: None };
        look::Asked {
            settings: &self.settings,
            look: &self.view.look,
            pin: &self.view.pin,
            when: &when,
            page: &page,
            parts: (true, true),
            size: out::STILL,
        }
        .shot()
    }
}

#[cfg(feature = "window")]
impl ViewArgs {
    fn is_given(&self) -> bool {
        self.tick.is_some()
            || self.worst
            || self.present
            || self.look.is_given()
            || self.pin.pin.is_some()
    }
}

#[cfg(not(feature = "window"))]
pub fn open_window(args: &WindowArgs, _or_lap: bool) -> Result<ExitCode, CliError> {
    Truth::build(&args.settings.resolve()?)?;
    Err(CliError::Window(
        "this drlab was built without its window: build it with `cargo build --release`, without --no-default-features".to_owned(),
    ))
}

/// The window, or the same run without it where none can open.
pub fn open_or_run(args: &WindowArgs) -> Result<ExitCode, CliError> {
    match open_window(args, true) {
        Err(CliError::Window(why)) => {
            text::complain("no window", &why);
            run::run_without_window(&args.lap_shot()?)?;
            Ok(ExitCode::SUCCESS)
        }
        other => other,
    }
}

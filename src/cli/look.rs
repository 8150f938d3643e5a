//! How to look at a run: the options that window and pictures share.

use super::error::CliError;
use super::groups::named_settings;
use super::names::{ThemeName, layout_names};
use super::settings_args::SettingsArgs;
use clap::Args;
use clap::builder::PossibleValuesParser;
use glam::{Vec2, vec2};
use laboratory::Tick;
use laboratory::experiment::Experiment;
use laboratory::export::shot::Shot;
use laboratory::lanes::Side;
use laboratory::metrics::Metrics;
use laboratory::scene::layers::{SWITCHES, Switches};
use laboratory::scene::page::Page;
use laboratory::scene::view::{Layout, View, ZOOM};
use laboratory::settings::Settings;
use laboratory::truth::Truth;

/// Which colours, layers and part of the track.
#[derive(Clone, Debug, Default, Args)]
pub struct LookArgs {
    /// Which lanes, and how beside each other
    #[arg(long, value_name = "LAYOUT", value_parser = layout_names())]
    pub layout: Option<String>,
    /// Which colours
    #[arg(long)]
    pub theme: Option<ThemeName>,
    /// Show only these layers, commas between them (none: `none`)
    #[arg(long, value_name = "LAYERS", value_delimiter = ',', value_parser = layer_names())]
    pub layers: Option<Vec<String>>,
    /// So many times larger than all of it (0.25 to 64)
    #[arg(long, value_name = "TIMES", value_parser = zoom_factor, allow_negative_numbers = true)]
    pub zoom: Option<f64>,
    /// What is in the middle, u
    #[arg(long, value_name = "X,Y", value_parser = place_in_world, allow_hyphen_values = true)]
    pub center: Option<Place>,
    /// Keep the vehicle in the middle
    #[arg(long)]
    pub follow: bool,
}

/// What to compare with.
#[derive(Clone, Debug, Default, Args)]
pub struct PinArgs {
    /// Pin a scenario, a settings file or KEY=VALUE as A, to compare with on the same truth
    #[arg(long, value_name = "A")]
    pub pin: Option<String>,
}

/// Two coordinates, u.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place(pub [f64; 2]);

/// Which moment.
#[derive(Clone, Debug, Default, Args)]
pub struct WhenArgs {
    /// The moment, s
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with_all = ["tick", "worst"])]
    pub time: Option<f64>,
    /// The moment, as a tick
    #[arg(long, value_name = "N", conflicts_with = "worst")]
    pub tick: Option<Tick>,
    /// The moment of the largest error; so it is if no moment is given
    #[arg(long)]
    pub worst: bool,
}

/// What is on the page, and how large it is.
#[derive(Clone, Debug, Args)]
pub struct PageArgs {
    /// Width and height, points, from 160x100 on; a smaller page has larger text at the same scale, and does without
    /// what has no room [default: 1280x800, 640x400 for an animation, as the panels need for a comparison]
    #[arg(long, value_name = "WxH", value_parser = page_size)]
    pub size: Option<Vec2>,
    /// Pixels a point, for a PNG or GIF: 2 is twice as sharp (0.1 to 32)
    #[arg(long, value_name = "K", default_value = "1", value_parser = pixel_scale, allow_negative_numbers = true)]
    pub scale: f32,
    /// What the picture is called; if not given, after what it shows
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub title: Option<String>,
}

/// The parts that a page may do without.
#[derive(Clone, Debug, Default, Args)]
pub struct PartArgs {
    /// With the time strip
    #[arg(long, overrides_with = "no_strip")]
    pub strip: bool,
    /// Without the time strip
    #[arg(long, overrides_with = "strip")]
    pub no_strip: bool,
    /// With title, settings and metrics
    #[arg(long, overrides_with = "no_caption")]
    pub caption: bool,
    /// Without them
    #[arg(long, overrides_with = "caption")]
    pub no_caption: bool,
}

impl LookArgs {
    /// The view.
    pub fn view(&self) -> View {
        self.view_over(View::default())
    }

    /// The view: layout and layers are those of `base` where nothing is said about them, as a lesson has them; all else
    /// is the default's.
    pub fn view_over(&self, base: View) -> View {
        let layout = self.layout.as_deref().and_then(Layout::named);
        let named = |names: &Vec<String>| {
            let rows = SWITCHES.iter().filter(|row| names.iter().any(|name| name == row.name));
            Switches::only(rows.map(|row| row.switch))
        };
        View {
            layout: layout.unwrap_or(base.layout),
            theme: ThemeName::kind(self.theme),
            layers: self.layers.as_ref().map_or(base.layers, named),
            zoom: self.zoom.unwrap_or(1.0),
            center: self.center.map(|place| place.0),
            follow: self.follow,
            ..View::default()
        }
    }

    /// Whether anything of it was given.
    #[cfg(feature = "window")]
    pub fn is_given(&self) -> bool {
        self.layout.is_some()
            || self.theme.is_some()
            || self.layers.is_some()
            || self.zoom.is_some()
            || self.center.is_some()
            || self.follow
    }
}

impl PinArgs {
    /// The settings to pin, before they are laid on the truth that is shown.
    pub fn pinned(&self) -> Result<Option<Settings>, CliError> {
        let plain = SettingsArgs::default();
        let pinned = self.pin.as_ref().map(|word| named_settings(word, &plain)).transpose()?;
        Ok(pinned.map(|group| group.settings))
    }
}

impl WhenArgs {
    /// The tick that is meant; `worst` is that of the largest error.
    pub fn tick(&self, truth: &Truth, worst: Tick) -> Result<Tick, CliError> {
        let last = truth.states.len().saturating_sub(1);
        match (self.tick, self.time) {
            (Some(tick), _) if tick > last => {
                Err(CliError::Moment(format!("tick {tick}: the run has the ticks 0 to {last}")))
            }
            (Some(tick), _) => Ok(tick),
            (None, Some(time)) if !(0.0..=truth.seconds).contains(&time) => {
                let seconds = truth.seconds;
                Err(CliError::Moment(format!("{time} s: the run lasts from 0 to {seconds:.2} s")))
            }
            (None, Some(time)) => Ok(((time * truth.tick_rate).round() as Tick).min(last)),
            (None, None) => Ok(worst),
        }
    }
}

impl PartArgs {
    /// Whether there is a strip, and a caption, if nothing else is said.
    pub fn parts(&self, strip: bool, caption: bool) -> (bool, bool) {
        ((strip || self.strip) && !self.no_strip, (caption || self.caption) && !self.no_caption)
    }
}

/// What the options say, put together.
pub struct Asked<'a> {
    pub settings: &'a SettingsArgs,
    pub look: &'a LookArgs,
    pub pin: &'a PinArgs,
    pub when: &'a WhenArgs,
    pub page: &'a PageArgs,
    /// Whether there is a strip, and a caption.
    pub parts: (bool, bool),
    /// Width and height if none were given, points.
    pub size: Vec2,
}

impl Asked<'_> {
    /// What to make a picture of.
    pub fn shot(&self) -> Result<Shot, CliError> {
        let experiment = Experiment::of(self.settings.resolve()?)?;
        let pinned = self.pin.pinned()?.map(|pinned| pinned.on_truth_of(&experiment.settings));
        let view = self.look.view();
        let metrics = metrics_in_sight(&experiment, view.layout);
        let tick = self.when.tick(&experiment.truth, metrics.peak_tick)?;
        let title = self.page.title.clone().map_or_else(|| self.settings.title(), Ok)?;
        let (strip, caption) = self.parts;
        let page = Page { size: self.page.size.unwrap_or(self.size), strip, caption, title };
        let pinned = pinned.map(Experiment::of).transpose()?;
        Ok(Shot { experiment, pinned, view, tick, page, scale: self.page.scale })
    }
}

/// The numbers of the lane that a layout is about.
fn metrics_in_sight(experiment: &Experiment, layout: Layout) -> &Metrics {
    // Where dead reckoning is never wrong, the snapshots' delay is what there is to see.
    let never_wrong = layout.shows(Side::Second) && experiment.metrics[0].peak_error < 1e-6;
    experiment.metrics(if never_wrong { Side::Second } else { layout.leading() })
}

fn layer_names() -> PossibleValuesParser {
    PossibleValuesParser::new(SWITCHES.iter().map(|row| row.name).chain(["none"]))
}

fn number_between(text: &str, (least, most): (f64, f64)) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (least..=most).contains(number));
    number.ok_or_else(|| format!("a number from {least} to {most}"))
}

fn zoom_factor(text: &str) -> Result<f64, String> {
    number_between(text, ZOOM)
}

pub fn pixel_scale(text: &str) -> Result<f32, String> {
    number_between(text, (0.1, 32.0)).map(|scale| scale as f32)
}

fn place_in_world(text: &str) -> Result<Place, String> {
    let sides = text.split_once(',').map(|(x, y)| [x, y].map(|side| side.trim().parse::<f64>()));
    match sides {
        Some([Ok(x), Ok(y)]) if x.abs() < 1e9 && y.abs() < 1e9 => Ok(Place([x, y])),
        _ => Err("a place is two numbers such as 3.5,-2".to_owned()),
    }
}

/// Reads 1280x800.
pub fn width_and_height(text: &str) -> Option<(u32, u32)> {
    let (width, height) = text.split_once(['x', 'X', '×'])?;
    Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
}

fn page_size(text: &str) -> Result<Vec2, String> {
    let good = width_and_height(text).filter(|(width, height)| *width >= 160 && *height >= 100);
    good.map(|(width, height)| vec2(width as f32, height as f32))
        .ok_or_else(|| "a size is two whole numbers such as 1280x800, from 160x100 on".to_owned())
}

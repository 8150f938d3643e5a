//! Colours, for a dark room and for a light page.

use serde::{Deserialize, Serialize};

/// A colour, sRGB, alpha not multiplied in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rgba {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity.
    pub a: u8,
}

impl Rgba {
    /// An opaque colour, from 0xRRGGBB.
    #[must_use]
    pub const fn hex(rgb: u32) -> Self {
        let [_, r, g, b] = rgb.to_be_bytes();
        Self { r, g, b, a: 255 }
    }

    /// The same colour, this opaque (0 to 1).
    #[must_use]
    pub fn alpha(self, opacity: f32) -> Self {
        let a = (f32::from(self.a) * opacity.clamp(0.0, 1.0)).round() as u8;
        Self { a, ..self }
    }
}

/// Which set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeKind {
    /// Light on dark, for a screen.
    #[default]
    Dark,
    /// Dark on light, for a page or a bright room.
    Light,
}

/// A set of colours. Yellow is drawn, blue is snapshots, grey is truth, red is error: each also has its own
/// shape or line, so that none is told by its hue alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Behind the stage.
    pub stage: Rgba,
    /// Behind the strip.
    pub strip: Rgba,
    /// Behind panels.
    pub panel: Rgba,
    /// Between panels.
    pub border: Rgba,
    /// Buttons and fields at rest.
    pub control: Rgba,
    /// Buttons under the pointer.
    pub control_hovered: Rgba,
    /// What is chosen or pressed.
    pub control_active: Rgba,
    /// The filled part of a slider.
    pub slider: Rgba,
    /// The grid of the stage.
    pub grid: Rgba,
    /// The lines of a chart.
    pub chart_grid: Rgba,
    /// Text that matters.
    pub text: Rgba,
    /// Text that explains.
    pub text_quiet: Rgba,
    /// Headings of groups, numbers on axes.
    pub text_faint: Rgba,
    /// The true path.
    pub path: Rgba,
    /// The true position.
    pub truth: Rgba,
    /// What dead reckoning draws.
    pub drawn: Rgba,
    /// Text in the colour of what is drawn.
    pub drawn_text: Rgba,
    /// The shared model.
    pub model: Rgba,
    /// Snapshot interpolation.
    pub snapshot: Rgba,
    /// Text in the colour of snapshots.
    pub snapshot_text: Rgba,
    /// The pinned run.
    pub pinned: Rgba,
    /// Updates.
    pub update: Rgba,
    /// Packets that arrived too late to be of use.
    pub late: Rgba,
    /// Errors.
    pub error: Rgba,
    /// Text in the colour of errors.
    pub error_text: Rgba,
}

/// Light on dark.
pub const DARK: Theme = Theme {
    stage: Rgba::hex(0x101216),
    strip: Rgba::hex(0x14161b),
    panel: Rgba::hex(0x1a1d23),
    border: Rgba::hex(0x262b33),
    control: Rgba::hex(0x22262e),
    control_hovered: Rgba::hex(0x2b313b),
    control_active: Rgba::hex(0x3a414d),
    slider: Rgba::hex(0x6b7686),
    grid: Rgba::hex(0x191c22),
    chart_grid: Rgba::hex(0x22262e),
    text: Rgba::hex(0xe6e8eb),
    text_quiet: Rgba::hex(0xb9bec7),
    text_faint: Rgba::hex(0x8b93a0),
    path: Rgba::hex(0x8b8f97),
    truth: Rgba::hex(0xc3c7ce),
    drawn: Rgba::hex(0xfdc700),
    drawn_text: Rgba::hex(0xfdc700),
    model: Rgba::hex(0xf59e42),
    snapshot: Rgba::hex(0x4cc9f0),
    snapshot_text: Rgba::hex(0x4cc9f0),
    pinned: Rgba::hex(0xc084fc),
    update: Rgba::hex(0xffffff),
    late: Rgba::hex(0xff9f45),
    error: Rgba::hex(0xff4d4d),
    error_text: Rgba::hex(0xff8080),
};

/// Dark on light. The white ticks of the dark theme are black here.
pub const LIGHT: Theme = Theme {
    stage: Rgba::hex(0xfbfbfa),
    strip: Rgba::hex(0xf4f4f2),
    panel: Rgba::hex(0xeeefee),
    border: Rgba::hex(0xd4d7da),
    control: Rgba::hex(0xe0e2e4),
    control_hovered: Rgba::hex(0xd4d8dc),
    control_active: Rgba::hex(0xbfc5cc),
    slider: Rgba::hex(0x7d8898),
    grid: Rgba::hex(0xeeefef),
    chart_grid: Rgba::hex(0xe0e2e4),
    text: Rgba::hex(0x1d2127),
    text_quiet: Rgba::hex(0x3f4650),
    text_faint: Rgba::hex(0x5b636e),
    path: Rgba::hex(0x868b94),
    truth: Rgba::hex(0x4b525c),
    drawn: Rgba::hex(0xe9b200),
    drawn_text: Rgba::hex(0x805d00),
    model: Rgba::hex(0xc2620e),
    snapshot: Rgba::hex(0x088fbd),
    snapshot_text: Rgba::hex(0x066a8c),
    pinned: Rgba::hex(0x8b3fd9),
    update: Rgba::hex(0x111418),
    late: Rgba::hex(0xb45309),
    error: Rgba::hex(0xdc2626),
    error_text: Rgba::hex(0xb91c1c),
};

impl ThemeKind {
    /// The one that it is not.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Dark => Self::Light,
            Self::Light => Self::Dark,
        }
    }

    /// Its colours.
    #[must_use]
    pub fn theme(self) -> &'static Theme {
        match self {
            Self::Dark => &DARK,
            Self::Light => &LIGHT,
        }
    }
}

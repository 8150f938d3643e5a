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
    /// Errors.
    pub error: Rgba,
    /// Text in the colour of errors.
    pub error_text: Rgba,
}

/// Light on dark.
pub const DARK: Theme = Theme {
    stage: Rgba::hex(0x10_12_16),
    strip: Rgba::hex(0x14_16_1b),
    panel: Rgba::hex(0x1a_1d_23),
    border: Rgba::hex(0x26_2b_33),
    control: Rgba::hex(0x22_26_2e),
    control_hovered: Rgba::hex(0x2b_31_3b),
    control_active: Rgba::hex(0x3a_41_4d),
    slider: Rgba::hex(0x6b_76_86),
    grid: Rgba::hex(0x19_1c_22),
    chart_grid: Rgba::hex(0x22_26_2e),
    text: Rgba::hex(0xe6_e8_eb),
    text_quiet: Rgba::hex(0xb9_be_c7),
    text_faint: Rgba::hex(0x8b_93_a0),
    path: Rgba::hex(0x8b_8f_97),
    truth: Rgba::hex(0xc3_c7_ce),
    drawn: Rgba::hex(0xfd_c7_00),
    drawn_text: Rgba::hex(0xfd_c7_00),
    model: Rgba::hex(0xf5_9e_42),
    snapshot: Rgba::hex(0x4c_c9_f0),
    snapshot_text: Rgba::hex(0x4c_c9_f0),
    pinned: Rgba::hex(0xc0_84_fc),
    update: Rgba::hex(0xff_ff_ff),
    error: Rgba::hex(0xff_4d_4d),
    error_text: Rgba::hex(0xff_80_80),
};

/// Dark on light. The white ticks of the dark theme are black here.
pub const LIGHT: Theme = Theme {
    stage: Rgba::hex(0xfb_fb_fa),
    strip: Rgba::hex(0xf4_f4_f2),
    panel: Rgba::hex(0xee_ef_ee),
    border: Rgba::hex(0xd4_d7_da),
    control: Rgba::hex(0xe0_e2_e4),
    control_hovered: Rgba::hex(0xd4_d8_dc),
    control_active: Rgba::hex(0xbf_c5_cc),
    slider: Rgba::hex(0x7d_88_98),
    grid: Rgba::hex(0xee_ef_ef),
    chart_grid: Rgba::hex(0xe0_e2_e4),
    text: Rgba::hex(0x1d_21_27),
    text_quiet: Rgba::hex(0x3f_46_50),
    text_faint: Rgba::hex(0x5b_63_6e),
    path: Rgba::hex(0x86_8b_94),
    truth: Rgba::hex(0x4b_52_5c),
    drawn: Rgba::hex(0xe9_b2_00),
    drawn_text: Rgba::hex(0x80_5d_00),
    model: Rgba::hex(0xc2_62_0e),
    snapshot: Rgba::hex(0x08_8f_bd),
    snapshot_text: Rgba::hex(0x06_6a_8c),
    pinned: Rgba::hex(0x8b_3f_d9),
    update: Rgba::hex(0x11_14_18),
    error: Rgba::hex(0xdc_26_26),
    error_text: Rgba::hex(0xb9_1c_1c),
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

//! The panel in the colours of the scene.

use super::fonts;
use super::tessellate::color;
use egui_macroquad::egui::{
    self, Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Visuals, style, vec2,
};
use laboratory::scene::Weight;
use laboratory::scene::theme::{Theme, ThemeKind};

/// Sizes of the panel's text, points.
pub const BODY: f32 = 13.0;
/// Of buttons and tables.
pub const SMALL: f32 = 12.5;
/// Of headings.
pub const HEADING: f32 = 12.0;

/// Dresses the panel for a theme.
pub fn apply(ctx: &egui::Context, kind: ThemeKind) {
    let theme = kind.theme();
    let base = match kind {
        ThemeKind::Dark => egui::Theme::Dark,
        ThemeKind::Light => egui::Theme::Light,
    };
    ctx.set_theme(base);
    ctx.style_mut(|style| {
        style.visuals = visuals(kind, theme);
        style.text_styles = [
            (TextStyle::Body, FontId::new(BODY, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(SMALL, FontFamily::Proportional)),
            (TextStyle::Small, FontId::new(HEADING, FontFamily::Proportional)),
            (TextStyle::Heading, FontId::new(14.0, fonts::family(Weight::SemiBold))),
            (TextStyle::Monospace, FontId::new(SMALL, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = vec2(8.0, 4.0);
        style.spacing.button_padding = vec2(10.0, 5.0);
        style.spacing.interact_size = vec2(24.0, 20.0);
        style.spacing.window_margin = egui::Margin::same(16);
        style.spacing.menu_margin = egui::Margin::same(6);
        style.spacing.slider_rail_height = 4.0;
        style.spacing.tooltip_width = 300.0;
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = 0.35;
    });
}

fn visuals(kind: ThemeKind, theme: &Theme) -> Visuals {
    let mut visuals = match kind {
        ThemeKind::Dark => Visuals::dark(),
        ThemeKind::Light => Visuals::light(),
    };
    let (text, quiet) = (color(theme.text), color(theme.text_quiet));
    visuals.panel_fill = color(theme.panel);
    visuals.window_fill = color(theme.panel);
    visuals.window_stroke = Stroke::new(1.0, color(theme.border));
    visuals.extreme_bg_color = color(theme.control);
    visuals.selection.bg_fill = color(theme.control_active);
    visuals.selection.stroke = Stroke::new(1.0, text);
    visuals.slider_trailing_fill = true;
    visuals.handle_shape = style::HandleShape::Circle;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, text);
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, color(theme.border));
    for (widget, fill, stroke) in [
        (&mut widgets.inactive, theme.control, quiet),
        (&mut widgets.hovered, theme.control_hovered, text),
        (&mut widgets.active, theme.control_active, text),
        (&mut widgets.open, theme.control_hovered, text),
    ] {
        widget.bg_fill = color(fill);
        widget.weak_bg_fill = color(fill);
        widget.bg_stroke = Stroke::NONE;
        widget.fg_stroke = Stroke::new(1.2, stroke);
        widget.corner_radius = CornerRadius::same(5);
        widget.expansion = 0.0;
    }
    visuals
}

/// A heading of a group of knobs.
pub fn heading(ui: &mut egui::Ui, text: &str, theme: &Theme) {
    ui.label(strong(text.to_uppercase(), HEADING, color(theme.text_faint)));
}

/// Text in the heavier weight.
pub fn strong(text: impl Into<String>, size: f32, color: Color32) -> egui::RichText {
    egui::RichText::new(text).font(FontId::new(size, fonts::family(Weight::SemiBold))).color(color)
}

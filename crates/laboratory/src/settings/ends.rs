//! What the two ends are told: settings as the core takes them, and what follows for both.
//!
//! In: [`Settings`]. Out: the core's configurations, in its units: "off" is never, a rate is an interval, degrees are
//! radians.

use super::{Link, Sender, Settings, Snapshot};
use crate::stepped::Stepped;
use dead_reckoning::Order;
use dead_reckoning::extrapolate::Model;
use dead_reckoning::interpolation::InterpolationConfig;
use dead_reckoning::quantise::Format;
use dead_reckoning::receiver::{ReceiverConfig, Timing};
use dead_reckoning::sender::{SenderConfig, threshold_at};
use dead_reckoning::smoothing::Smoothing;

/// The viewer's vertical field of view, rad, and the height of the screen in pixels, to which `sender.pixels` refers.
pub const VIEWER: (f64, f64) = (std::f64::consts::FRAC_PI_3, 1080.0);

/// 0 as people say "off": never, an infinite time or distance.
fn or_never(value: f64) -> f64 {
    if value > 0.0 { value } else { f64::INFINITY }
}

/// The length of a frame at a rate, s; 0 for none.
fn frame(rate: f64) -> f64 {
    if rate > 0.0 { 1.0 / rate } else { 0.0 }
}

impl Settings {
    /// What the core's sender needs of it.
    #[must_use]
    pub fn sender_config(&self) -> SenderConfig<Stepped> {
        let sender = &self.sender;
        let rate_cap = sender.rate_cap;
        SenderConfig {
            threshold: self.threshold(),
            heartbeat: or_never(sender.heartbeat),
            least_interval: frame(rate_cap),
            model: self.model(sender.order, sender.step_rate),
            angle_threshold: or_never(sender.angle_threshold).to_radians(),
            damping: sender.acceleration_damping,
            format: self.wire.format(),
        }
    }

    /// The model of one end, which may step it at a rate.
    fn model(&self, order: Order, step_rate: f64) -> Stepped {
        let closed_form = Model { order, braking: self.sender.braking };
        Stepped { closed_form, step: frame(step_rate) }
    }

    /// What the core's receiver needs of it.
    #[must_use]
    pub fn receiver_config(&self) -> ReceiverConfig<Stepped> {
        let receiver = &self.receiver;
        let heartbeat = or_never(self.sender.heartbeat);
        ReceiverConfig {
            model: self.model(receiver.order.unwrap_or(self.sender.order), receiver.step_rate),
            blend_time: receiver.blend_time,
            timing: if receiver.send_time { Timing::SendTime } else { Timing::Arrival },
            smoothing: receiver.smoothing,
            bezier_handle: receiver.bezier_handle,
            blend_until: receiver.blend_until,
            heartbeat,
            extrapolation_cap: or_never(receiver.extrapolation_cap),
            teleport_distance: or_never(receiver.teleport_distance),
            stale_after: heartbeat * or_never(receiver.stale_heartbeats),
        }
    }

    /// What the core's snapshot buffer needs of it: it draws latency + render delay behind the sender.
    #[must_use]
    pub fn interpolation_config(&self) -> InterpolationConfig {
        let Snapshot { rate, delay, adaptive, jitter_factor, curve, extrapolation_cap, .. } =
            self.snapshot;
        InterpolationConfig {
            drawing: self.snapshot.drawing,
            delay: self.link.latency + delay,
            interval: 1.0 / rate,
            jitter_factor: adaptive.then_some(jitter_factor),
            curve,
            extrapolation_cap,
        }
    }

    /// The direction from receiver to sender, which pings, inputs and shots take: past no bottleneck, they are small.
    #[must_use]
    pub fn link_up(&self) -> Link {
        let latency = self.link.latency * self.link.up_ratio;
        Link { latency, bandwidth: 0.0, ..self.link.clone() }
    }

    /// ε in world units, u: `sender.threshold`, or the size of `sender.pixels` at the viewer's distance.
    #[must_use]
    pub fn threshold(&self) -> f64 {
        let Sender { threshold, pixels, viewer_distance, .. } = self.sender;
        let seen = || threshold_at(viewer_distance, pixels, VIEWER.0, VIEWER.1);
        if pixels > 0.0 { seen() } else { threshold }
    }

    /// Whether corrections are drawn at once.
    #[must_use]
    pub fn snaps(&self) -> bool {
        self.receiver.blend_time <= 0.0 || self.receiver.smoothing == Smoothing::Snap
    }

    /// What a packet weighs, bytes: `link.packet_bytes`, or the real size where states are quantised.
    #[must_use]
    pub fn packet_bytes(&self) -> u32 {
        let real = |format: Format| format.packet_bytes(self.sender.order);
        self.wire.format().map_or(self.link.packet_bytes, real)
    }

    /// Whether the two ends run different models: another order, or frames of another length where that matters.
    #[must_use]
    pub fn models_differ(&self) -> bool {
        let (sender, receiver) = (self.sender_config().model, self.receiver_config().model);
        let steps = sender.step != receiver.step && sender.closed_form.order != Order::Velocity;
        sender.closed_form.order != receiver.closed_form.order || steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_receiver_runs_the_senders_model_unless_told_otherwise() {
        let mut settings = Settings::default();
        settings.set("sender.order=2").expect("an order");
        assert!(!settings.models_differ());
        assert_eq!(settings.receiver_config().model.closed_form.order, Order::Acceleration);
        for (said, order) in [
            ("1", Some(Order::Velocity)),
            ("2", Some(Order::Acceleration)),
            ("turn", Some(Order::Turn)),
            ("as-sender", None),
        ] {
            settings.set(&format!("receiver.order={said}")).expect(said);
            assert_eq!(settings.receiver.order, order);
            assert_eq!(settings.models_differ(), !["2", "as-sender"].contains(&said), "{said}");
            let file = settings.to_toml().expect("writes");
            assert_eq!(Settings::default().overlaid(&file), Ok(settings.clone()), "{file}");
        }
        for wrong in ["3", "\"first\"", "true"] {
            let file = format!("[receiver]\norder = {wrong}");
            let error = Settings::default().overlaid(&file).expect_err(wrong).to_string();
            assert!(error.contains("line 2"), "{error}");
        }
        settings.set("receiver.step_rate=20").expect("a rate");
        assert!(settings.models_differ());
        let steps = (settings.sender_config().model.step, settings.receiver_config().model.step);
        assert_eq!(steps, (0.0, 0.05));
        settings.set("sender.order=1").expect("an order");
        assert!(!settings.models_differ(), "order 1 has nothing to step");
    }

    #[test]
    fn off_is_never_and_pixels_take_the_place_of_the_threshold() {
        let settings = Settings::default();
        let (sender, receiver) = (settings.sender_config(), settings.receiver_config());
        assert_eq!((sender.threshold, sender.format), (0.3, None));
        assert_eq!(sender.angle_threshold, f64::INFINITY);
        assert_eq!(
            (receiver.extrapolation_cap, receiver.teleport_distance),
            (f64::INFINITY, f64::INFINITY)
        );
        assert_eq!((receiver.stale_after, settings.packet_bytes()), (12.0, 60));
        let mut seen = settings.clone();
        seen.sender.pixels = 3.0;
        let near = seen.threshold();
        assert!((near - 0.064150).abs() < 1e-6, "{near}");
        seen.sender.viewer_distance *= 4.0;
        assert!((seen.sender_config().threshold / near - 4.0).abs() < 1e-12);
        let mut quantised = settings;
        for assignment in [
            "wire.position_bits=16",
            "wire.velocity_bits=10",
            "wire.heading_bits=8",
            "wire.turn_bits=8",
        ] {
            quantised.set(assignment).expect(assignment);
        }
        assert_eq!(quantised.packet_bytes(), 36 + 9);
    }
}

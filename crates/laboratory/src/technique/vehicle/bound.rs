//! The bound of a receiver that snaps, at these settings.

use crate::settings::{ClockEstimate, MotionKind, Settings, Technique};
use dead_reckoning::{Order, guarantees};

impl Settings {
    /// Whether the bound of a snapping receiver holds here, but for the blend: order 1, no rate cap, states sent as
    /// they are, every packet as long on the way, and a clock that is known.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        let (sender, link) = (&self.sender, &self.link);
        let disturbed = [link.loss, link.jitter, link.reorder, link.bandwidth, link.spike_period];
        let plain = sender.order == Order::Velocity
            && sender.rate_cap == 0.0
            && sender.velocity_noise == 0.0
            && self.wire.format().is_none();
        let unbroken = self.motion.respawn == 0.0 && self.motion.kind != MotionKind::Trace;
        let walled = self.receiver.clamps && self.track.wall_distance > 0.0;
        let guessed = self.technique == Technique::DeadReckoning;
        plain
            && guessed
            && !walled
            && !self.models_differ()
            && unbroken
            && self.clock.estimate == ClockEstimate::Exact
            && disturbed.iter().all(|much| *much == 0.0)
    }

    /// The bound of a snapping receiver at these settings, u: of a motion without jumps.
    #[must_use]
    pub fn snapping_bound(&self) -> f64 {
        let tick = 1.0 / f64::from(self.sim.tick_rate);
        guarantees::snapping_bound(self.threshold(), self.motion.speed, self.link.latency, tick)
    }
}

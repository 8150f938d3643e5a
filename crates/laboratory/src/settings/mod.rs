//! Everything that decides a run: one plain struct a stage, and [`KNOBS`], the table of what a user may turn.
//!
//! In: defaults, files, `key=value`. Out: [`Settings`] whose every number is in its range.
//!
//! Architecture Invariant: nothing clamps silently; a value out of range is refused with the range.

mod choices;
mod groups;
pub mod keys;
mod knob;
mod knobs;
mod player;
mod shot;
mod shown;
mod trace;

pub use choices::Choice;
pub use groups::{Group, Place, groups_of, numbers_of, usual_axes_of};
pub use knob::{Domain, Knob};
pub use knobs::KNOBS;
pub use player::Player;
pub use shot::Shot;
pub use trace::{
    Found, Gaps, HeadingUnit, Loaded, Recording, TimeUnit, Trace, Understood, VelocitySource,
};

use dead_reckoning::extrapolate::Braking;
use dead_reckoning::interpolation::{Curve, Drawing, InterpolationConfig};
use dead_reckoning::quantise::{Format, Grid};
use dead_reckoning::receiver::{ReceiverConfig, STALE_HEARTBEATS, Timing};
use dead_reckoning::sender::{SenderConfig, threshold_at};
use dead_reckoning::smoothing::{BlendUntil, Smoothing};
use dead_reckoning::{Order, guarantees};
use serde::{Deserialize, Serialize};

/// What decides a run. Two runs of equal settings are equal to the bit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Luck: every random draw of a run is a hash of it.
    pub seed: u64,
    /// What is shown: each technique has a scene of its own.
    #[serde(with = "choices::technique")]
    pub technique: Technique,
    /// Who moves.
    pub motion: Motion,
    /// Where the lap runs.
    pub track: Track,
    /// The recorded motion.
    pub trace: Trace,
    /// The owner's end.
    pub sender: Sender,
    /// How a state is written into a packet.
    pub wire: Wire,
    /// The wire between.
    pub link: Link,
    /// The drawing end.
    pub receiver: Receiver,
    /// The drawing end's clock.
    pub clock: Clock,
    /// The snapshot lane beside it.
    pub snapshot: Snapshot,
    /// Your own player (technique `prediction`).
    pub player: Player,
    /// The shot (technique `lag-compensation`).
    pub shot: Shot,
    /// What is drawn.
    pub entity: Entity,
    /// The simulation itself.
    pub sim: Sim,
    /// Many runs of the same settings.
    pub ensemble: Ensemble,
}

/// The techniques there are, each on one truth and with two lanes to compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Technique {
    /// Somebody else's vehicle: dead reckoning beside snapshot interpolation.
    #[default]
    DeadReckoning,
    /// Your own player: predicted beside waiting for the server.
    Prediction,
    /// A shot at somebody: the rewound box beside what the shooter saw.
    LagCompensation,
}

/// Who moves, and how long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Motion {
    /// Which motion.
    #[serde(with = "choices::motion")]
    pub kind: MotionKind,
    /// Speed along the path, u/s.
    pub speed: f64,
    /// How many laps (motion `lap`).
    pub laps: u32,
    /// How long the other motions last, s.
    pub duration: f64,
    /// Radius of the circle, u.
    pub radius: f64,
    /// Time between two reversals of `on-foot`, s; the swing is this times the speed.
    pub reversal: f64,
    /// How long `stop-and-go` drives at its speed, s.
    pub drive: f64,
    /// How long it then stands, s.
    pub rest: f64,
    /// How hard it brakes and gets going again, u/s².
    pub braking: f64,
    /// The vehicle jumps back to the start of its motion once in this time, s; 0 is never.
    pub respawn: f64,
}

/// The motions there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MotionKind {
    /// Round the track.
    #[default]
    Lap,
    /// Along +x, for ever.
    Straight,
    /// Round a circle.
    Circle,
    /// To and fro, as a player on foot who dodges.
    OnFoot,
    /// Along +x, braking to a stop, waiting and going on.
    StopAndGo,
    /// As it was recorded.
    Trace,
}

/// The closed track: waypoints, rounded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Track {
    /// 0 = the wide radius, 1 = the tight one.
    pub sharpness: f64,
    /// Where the lap starts: this fraction of the way from the first waypoint to the second.
    pub start: f64,
    /// The most of either adjoining edge that a corner's fillet may take.
    pub edge_fraction: f64,
    /// Corner radius at sharpness 0, u.
    pub radius_wide: f64,
    /// Corner radius at sharpness 1, u.
    pub radius_tight: f64,
    /// A wall on each side of the path at this distance, u; 0 is none. Whoever moves, not only on the lap.
    pub wall_distance: f64,
    /// The corners in driving order, u.
    pub waypoints: Vec<[f64; 2]>,
}

/// The owner's end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sender {
    /// ε, u.
    pub threshold: f64,
    /// An update is due this long after the last, s; 0 turns it off.
    pub heartbeat: f64,
    /// The shared model.
    #[serde(with = "choices::order")]
    pub order: Order,
    /// Most updates a second; 0 is no cap.
    pub rate_cap: f64,
    /// What the shared model of order 2 does after a stop. Both ends run it, so it is here beside the order.
    #[serde(with = "choices::braking")]
    pub braking: Braking,
    /// A heading off by more than this is sent, degrees; 0 turns it off.
    pub angle_threshold: f64,
    /// The threshold as seen by a viewer, pixels; 0 takes the one in world units.
    pub pixels: f64,
    /// How far away that viewer is, u.
    pub viewer_distance: f64,
    /// Where the acceleration comes from.
    #[serde(with = "choices::acceleration")]
    pub acceleration: AccelerationSource,
    /// Noise of each component of the velocity as the owner knows it, evenly spread over ±this, u/s.
    pub velocity_noise: f64,
    /// What an acceleration loses that reverses from one update to the next: 0 nothing, 1 all of it.
    pub acceleration_damping: f64,
    /// Whether it says that the owner has jumped: in an update of its own, and in every snapshot from then on.
    pub flag_teleports: bool,
    /// Frames a second in which this end steps its copy of the model; 0 is the closed form.
    pub step_rate: f64,
}

/// Where the owner has its acceleration from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AccelerationSource {
    /// Its physics knows it.
    #[default]
    Exact,
    /// From the velocities of two ticks, as games do.
    Estimated,
}

/// How a state is written into a packet. 0 bits send a number as it is; with any other, the packet's real size is
/// counted instead of `link.packet_bytes`. Snapshots travel as they are, and are taken to weigh the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wire {
    /// Bits of each coordinate of the position.
    pub position_bits: u32,
    /// Its range, ± u.
    pub position_range: f64,
    /// Bits of each component of the velocity.
    pub velocity_bits: u32,
    /// Its range, ± u/s.
    pub velocity_range: f64,
    /// Bits of each component of the acceleration.
    pub acceleration_bits: u32,
    /// Its range, ± u/s².
    pub acceleration_range: f64,
    /// Bits of the heading.
    pub heading_bits: u32,
    /// Bits of the angular velocity.
    pub turn_bits: u32,
    /// Its range, ± rad/s.
    pub turn_range: f64,
}

/// The viewer's vertical field of view, rad, and the height of the screen in pixels, to which `sender.pixels` refers.
pub const VIEWER: (f64, f64) = (std::f64::consts::FRAC_PI_3, 1080.0);

/// The wire between the two ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Link {
    /// One way, from sender to receiver, s.
    pub latency: f64,
    /// The latency of the other direction, as a multiple of it. Only pings travel there.
    pub up_ratio: f64,
    /// How far the latency varies, s: what that means depends on the kind.
    pub jitter: f64,
    /// How it varies.
    #[serde(with = "choices::jitter")]
    pub jitter_kind: JitterKind,
    /// The share of packets that are lost, 0 to 1.
    pub loss: f64,
    /// Mean length of a burst of losses, packets; 1 is independent loss.
    pub burst: f64,
    /// The share of packets that arrive twice, 0 to 1.
    pub duplicate: f64,
    /// The share of packets that are held back, 0 to 1.
    pub reorder: f64,
    /// For how long they are, s.
    pub reorder_delay: f64,
    /// Bytes a second that the narrowest place lets through; 0 is no limit.
    pub bandwidth: f64,
    /// How many packets wait there before the next is dropped, the one being sent included.
    pub queue: u32,
    /// A spike of latency once in this time, s; 0 is none.
    pub spike_period: f64,
    /// How long a spike lasts, s.
    pub spike_length: f64,
    /// What a packet sent in a spike takes longer, s.
    pub spike_latency: f64,
    /// What a packet weighs on the wire, headers included, bytes.
    pub packet_bytes: u32,
}

/// How the latency varies from packet to packet, by `jitter`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JitterKind {
    /// Evenly from `jitter` earlier to `jitter` later, as the simulators of game engines do.
    #[default]
    Uniform,
    /// Normal, `jitter` is its standard deviation; never more than three of it either way.
    Normal,
    /// Only ever later, by `jitter` on average and seldom by much more: queues on the way.
    Heavy,
}

/// The drawing end's clock beside the sender's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Clock {
    /// How far it is ahead at the start, s; negative is behind.
    pub offset: f64,
    /// How much too fast it runs, parts per million.
    pub drift: f64,
    /// How the receiver comes by the sender's time.
    #[serde(with = "choices::clock")]
    pub estimate: ClockEstimate,
    /// Time between two pings of the estimate, s.
    pub ping_interval: f64,
}

/// How the receiver comes by the sender's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockEstimate {
    /// It knows it: offset and drift do nothing.
    #[default]
    Exact,
    /// From pings, again and again.
    Estimated,
    /// It takes its own clock for the sender's.
    Own,
}

/// The drawing end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Receiver {
    /// T, s; 0 snaps.
    pub blend_time: f64,
    /// Run the model from the stamp in the update (true) or from its arrival (false).
    pub send_time: bool,
    /// How a correction is hidden.
    #[serde(with = "choices::smoothing")]
    pub smoothing: Smoothing,
    /// Length of the Bézier curve's handles, in thirds of the blend time.
    pub bezier_handle: f64,
    /// How long a correction takes.
    #[serde(with = "choices::blend_until")]
    pub blend_until: BlendUntil,
    /// From this age of the newest update on the model rests, s; 0 is no cap.
    pub extrapolation_cap: f64,
    /// A correction longer than this is drawn at once, u; 0 turns it off.
    pub teleport_distance: f64,
    /// After this many heartbeats without an update the entity is stale; 0 turns it off.
    pub stale_heartbeats: f64,
    /// It hears nothing before, s; 0 is there from the start.
    pub joins_at: f64,
    /// The model that it runs; nothing, as is right, is the sender's.
    #[serde(with = "choices::receiver_order")]
    pub order: Option<Order>,
    /// Frames a second in which this end steps its copy of the model; 0 is the closed form.
    pub step_rate: f64,
    /// Whether what is drawn is put back to the wall that it went through.
    pub clamps: bool,
}

/// The snapshot lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Snapshot {
    /// Snapshots a second.
    pub rate: f64,
    /// Render delay on top of the latency, s.
    pub delay: f64,
    /// Whether the delay follows the measured jitter instead; it then starts at `delay`.
    pub adaptive: bool,
    /// How many times the measured jitter the adaptive delay allows for.
    pub jitter_factor: f64,
    /// The curve between two snapshots.
    #[serde(with = "choices::curve")]
    pub curve: Curve,
    /// How long the motion of the last two snapshots goes on when no newer one is there, s; 0 waits.
    pub extrapolation_cap: f64,
    /// What is drawn of the snapshots that are held.
    #[serde(with = "choices::drawing")]
    pub drawing: Drawing,
    /// The most snapshots that the buffer holds; 0 holds as many as the delay needs.
    pub capacity: u32,
}

/// What is drawn: the threshold is chosen against its size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Entity {
    /// How wide it is, u.
    pub width: f64,
}

/// The simulation itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sim {
    /// Ticks a second.
    pub tick_rate: u32,
}

/// Many runs of the same settings, each with its own luck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ensemble {
    /// How many, at the seeds `seed`, `seed` + 1 and so on.
    pub seeds: u32,
}

impl Default for Motion {
    fn default() -> Self {
        let kind = MotionKind::Lap;
        Self {
            kind,
            speed: 4.0,
            laps: 1,
            duration: 20.0,
            radius: 1.0,
            reversal: 0.25,
            drive: 2.0,
            rest: 3.0,
            braking: 8.0,
            respawn: 0.0,
        }
    }
}

impl Default for Track {
    /// The lap that reproduces the published figures: seven turns.
    fn default() -> Self {
        Self {
            sharpness: 0.6,
            start: 0.31,
            edge_fraction: 0.46,
            radius_wide: 1.6,
            radius_tight: 0.05,
            wall_distance: 0.0,
            waypoints: vec![
                [-4.505, -3.755],
                [5.865, -3.755],
                [3.890, 0.365],
                [0.285, -1.775],
                [1.675, 1.915],
                [-3.815, 3.795],
                [-5.870, -2.350],
            ],
        }
    }
}

impl Default for Sender {
    fn default() -> Self {
        Self {
            threshold: 0.3,
            heartbeat: 5.0,
            order: Order::Velocity,
            rate_cap: 0.0,
            braking: Braking::RunOn,
            angle_threshold: 0.0,
            pixels: 0.0,
            viewer_distance: 20.0,
            acceleration: AccelerationSource::Exact,
            velocity_noise: 0.0,
            acceleration_damping: 0.0,
            flag_teleports: true,
            step_rate: 0.0,
        }
    }
}

impl Default for Wire {
    /// Everything as it is; the ranges hold the lap at its usual speed.
    fn default() -> Self {
        Self {
            position_bits: 0,
            position_range: 64.0,
            velocity_bits: 0,
            velocity_range: 16.0,
            acceleration_bits: 0,
            acceleration_range: 64.0,
            heading_bits: 0,
            turn_bits: 0,
            turn_range: 16.0,
        }
    }
}

impl Default for Link {
    fn default() -> Self {
        Self {
            latency: 0.1,
            up_ratio: 1.0,
            jitter: 0.0,
            jitter_kind: JitterKind::Uniform,
            loss: 0.0,
            burst: 1.0,
            duplicate: 0.0,
            reorder: 0.0,
            reorder_delay: 0.05,
            bandwidth: 0.0,
            queue: 50,
            spike_period: 0.0,
            spike_length: 0.2,
            spike_latency: 0.2,
            packet_bytes: 60,
        }
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self { offset: 0.0, drift: 0.0, estimate: ClockEstimate::Exact, ping_interval: 1.0 }
    }
}

impl Default for Receiver {
    fn default() -> Self {
        Self {
            blend_time: 0.2,
            send_time: true,
            smoothing: Smoothing::ProjectiveVelocity,
            bezier_handle: 1.0,
            blend_until: BlendUntil::Fixed,
            extrapolation_cap: 0.0,
            teleport_distance: 0.0,
            stale_heartbeats: STALE_HEARTBEATS,
            joins_at: 0.0,
            order: None,
            step_rate: 0.0,
            clamps: false,
        }
    }
}

impl Default for Snapshot {
    fn default() -> Self {
        Self {
            rate: 10.0,
            delay: 0.2,
            adaptive: false,
            jitter_factor: 4.0,
            curve: Curve::Linear,
            extrapolation_cap: 0.0,
            drawing: Drawing::Interpolated,
            capacity: 0,
        }
    }
}

impl Default for Entity {
    fn default() -> Self {
        Self { width: 0.35 }
    }
}

impl Default for Sim {
    fn default() -> Self {
        Self { tick_rate: 60 }
    }
}

impl Default for Ensemble {
    fn default() -> Self {
        Self { seeds: 32 }
    }
}

impl Track {
    /// The corner radius asked for, u: wide − (wide − tight) · sharpness. Short edges may shrink it.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius_wide - (self.radius_wide - self.radius_tight) * self.sharpness
    }
}

impl Wire {
    /// The format of a state; nothing where every number is sent as it is.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        let format = Format {
            position: Grid { bits: self.position_bits, range: self.position_range },
            velocity: Grid { bits: self.velocity_bits, range: self.velocity_range },
            acceleration: Grid { bits: self.acceleration_bits, range: self.acceleration_range },
            heading_bits: self.heading_bits,
            angular_velocity: Grid { bits: self.turn_bits, range: self.turn_range },
        };
        let Self {
            position_bits, velocity_bits, acceleration_bits, heading_bits, turn_bits, ..
        } = *self;
        let bits = [position_bits, velocity_bits, acceleration_bits, heading_bits, turn_bits];
        bits.iter().any(|&bits| bits > 0).then_some(format)
    }
}

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
    pub fn sender_config(&self) -> SenderConfig {
        let sender = &self.sender;
        let rate_cap = sender.rate_cap;
        SenderConfig {
            threshold: self.threshold(),
            heartbeat: or_never(sender.heartbeat),
            least_interval: frame(rate_cap),
            order: sender.order,
            braking: sender.braking,
            step: frame(sender.step_rate),
            angle_threshold: or_never(sender.angle_threshold).to_radians(),
            damping: sender.acceleration_damping,
            format: self.wire.format(),
        }
    }

    /// What the core's receiver needs of it.
    #[must_use]
    pub fn receiver_config(&self) -> ReceiverConfig {
        let receiver = &self.receiver;
        let heartbeat = or_never(self.sender.heartbeat);
        ReceiverConfig {
            order: receiver.order.unwrap_or(self.sender.order),
            braking: self.sender.braking,
            step: frame(receiver.step_rate),
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

    /// The direction from receiver to sender, which only pings take: past no bottleneck, they are small.
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

    /// Whether the two ends run different models: another order, or frames of another length where that matters.
    #[must_use]
    pub fn models_differ(&self) -> bool {
        let (sender, receiver) = (self.sender_config(), self.receiver_config());
        let steps = sender.step != receiver.step && sender.order != Order::Velocity;
        sender.order != receiver.order || steps
    }

    /// The bound of a snapping receiver at these settings, u: of a motion without jumps.
    #[must_use]
    pub fn snapping_bound(&self) -> f64 {
        let tick = 1.0 / f64::from(self.sim.tick_rate);
        guarantees::snapping_bound(self.threshold(), self.motion.speed, self.link.latency, tick)
    }

    /// Sets one knob from `key=value`.
    ///
    /// # Errors
    /// [`SettingsError`] for text without `=`, an unknown key, or a value that is not in the knob's range;
    /// the settings are then as they were.
    pub fn set(&mut self, assignment: &str) -> Result<(), SettingsError> {
        let (key, value) = assignment
            .split_once('=')
            .ok_or_else(|| SettingsError::NoValue { text: assignment.to_owned() })?;
        let (key, value) = (key.trim(), value.trim());
        let is_text = key == KEYS || READING.contains(&key);
        if !is_text && !SHAPE.contains(&key) {
            return Knob::find(key)?.set_text(self, value);
        }
        // A table of one key: what follows the value must not become another.
        let value = if is_text {
            toml::Value::String(value.to_owned())
        } else {
            let read = toml::from_str::<toml::Table>(&format!("value = {value}"));
            let mut table = read.map_err(SettingsError::of_file)?;
            table.remove("value").unwrap_or(toml::Value::Boolean(false))
        };
        let (table, name) = key.split_once('.').unwrap_or_default();
        let inner = toml::Table::from_iter([(name.to_owned(), value)]);
        let over = toml::Table::from_iter([(table.to_owned(), toml::Value::Table(inner))]);
        *self = self.overlaid(&over.to_string())?;
        Ok(())
    }

    /// The settings in `toml` laid over these, so that a file needs to name only what it changes.
    ///
    /// # Errors
    /// [`SettingsError`] for text that is not TOML, an unknown key, a wrong type, a value out of range.
    pub fn overlaid(&self, toml: &str) -> Result<Self, SettingsError> {
        // Read by itself first: only then does a fault have a line to point to.
        toml::from_str::<Self>(toml).map_err(SettingsError::of_file)?;
        let over: toml::Table = toml::from_str(toml).map_err(SettingsError::of_file)?;
        let mut table = toml::Table::try_from(self).map_err(SettingsError::of_writing)?;
        overlay(&mut table, over);
        let mut settings: Self = table.try_into().map_err(SettingsError::of_file)?;
        settings.check()?;
        if settings.trace.reads_as(&self.trace) {
            settings.trace.recording = self.trace.recording.clone();
        }
        Ok(settings)
    }

    /// As a settings file.
    ///
    /// # Errors
    /// Where TOML cannot hold a number: a seed above 2⁶³.
    pub fn to_toml(&self) -> Result<String, SettingsError> {
        toml::to_string(self).map_err(SettingsError::of_writing)
    }

    /// These settings on the truth of others: technique, motion, track, tick rate, entity and seed are theirs, and what
    /// is pressed and in the way. Two tunings are only comparable on the same truth.
    #[must_use]
    pub fn on_truth_of(&self, other: &Self) -> Self {
        let player = Player {
            keys: other.player.keys.clone(),
            barrier_x: other.player.barrier_x,
            barrier_from: other.player.barrier_from,
            barrier_length: other.player.barrier_length,
            ..self.player
        };
        Self {
            technique: other.technique,
            player,
            motion: other.motion.clone(),
            track: other.track.clone(),
            trace: other.trace.clone(),
            sim: other.sim.clone(),
            entity: other.entity.clone(),
            seed: other.seed,
            ..self.clone()
        }
    }

    /// What differs from the default, as `key=value`: setting these on the defaults gives these settings.
    #[must_use]
    pub fn changed(&self) -> Vec<String> {
        self.changed_from(&Self::default())
    }

    /// What differs from `base`, as `key=value`: setting these on it gives these settings.
    #[must_use]
    pub fn changed_from(&self, base: &Self) -> Vec<String> {
        let knobs = KNOBS.iter().filter(|knob| knob.value(self) != knob.value(base));
        let knobs = knobs.map(|knob| format!("{}={}", knob.key, knob.text(knob.value(self))));
        let reading = self.changed_reading(&base.trace);
        knobs.chain(self.changed_shape(base)).chain(reading).collect()
    }

    /// The part of [`Settings::changed`] that no knob turns: another file, or another way to read it.
    fn changed_reading(&self, base: &Trace) -> Vec<String> {
        let rows = self.trace.reading().into_iter().zip(base.reading()).zip(READING);
        let changed = rows.filter(|((now, base), _)| now != base);
        changed.map(|((now, _), key)| format!("{key}={now}")).collect()
    }

    /// The part of [`Settings::changed`] that no knob turns: another track, other walls, other keys.
    fn changed_shape(&self, base: &Self) -> Vec<String> {
        let (track, default) = (&self.track, &base.track);
        let mut changed = Vec::new();
        for (name, value, default) in [
            ("start", track.start, default.start),
            ("edge_fraction", track.edge_fraction, default.edge_fraction),
            ("radius_wide", track.radius_wide, default.radius_wide),
            ("radius_tight", track.radius_tight, default.radius_tight),
        ] {
            if value != default {
                changed.push(format!("track.{name}={value:?}"));
            }
        }
        if track.waypoints != default.waypoints {
            let points = format!("{:?}", track.waypoints).replace(' ', "");
            changed.push(format!("track.waypoints={points}"));
        }
        if self.shot.walls != base.shot.walls {
            let walls = format!("{:?}", self.shot.walls).replace(' ', "");
            changed.push(format!("shot.walls={walls}"));
        }
        if self.player.keys != base.player.keys {
            changed.push(format!("{KEYS}={}", self.player.keys));
        }
        changed
    }

    /// Whether every knob is in its range, whoever wrote the numbers.
    ///
    /// # Errors
    /// The first knob that is not.
    pub fn check(&self) -> Result<(), SettingsError> {
        KNOBS.iter().try_for_each(|knob| knob.check(knob.value(self)))?;
        self.player.check()?;
        self.shot.check()
    }
}

/// What is pressed: text, set as it stands.
const KEYS: &str = "player.keys";

/// What no knob turns and is set all the same: key, what it takes, what it is.
pub const BESIDE_KNOBS: &[(&str, &str, &str)] = &[
    ("track.waypoints", "[[x,y],[x,y],[x,y],…]", "The corners of the lap, three or more, u."),
    ("track.start", "0 to 1", "Where the lap starts on its first edge."),
    ("track.edge_fraction", "0 to 1", "The most of an edge that a corner may take."),
    ("track.radius_wide", "a length, u", "The corners' radius at sharpness 0."),
    ("track.radius_tight", "a length, u", "The corners' radius at sharpness 1."),
    (
        "player.keys",
        "r40 .15 ru25 …",
        "What is pressed: l, r, u, d or . for none, and for how many ticks.",
    ),
    ("shot.walls", "[[x,y,x,y],…]", "Walls from one point to another, u."),
    ("trace.file", "a path", "The recording that motion.kind=trace drives."),
    ("trace.columns", "time=3,x=5,y=6,…", "Which of its columns is what, by name or number."),
    ("trace.rows", "a word", "Only its rows that hold this word."),
    ("trace.time_unit", "auto, s, ms, us, ns or iso", "What its times are in."),
    ("trace.heading_unit", "auto or a name", "Which way its headings are counted."),
];

/// What no knob turns; set as TOML.
const SHAPE: [&str; 6] = [
    "track.start",
    "track.edge_fraction",
    "track.radius_wide",
    "track.radius_tight",
    "track.waypoints",
    "shot.walls",
];

/// How a recording is read; set as text.
const READING: [&str; 5] =
    ["trace.file", "trace.columns", "trace.rows", "trace.time_unit", "trace.heading_unit"];

fn overlay(table: &mut toml::Table, over: toml::Table) {
    for (key, value) in over {
        match (table.get_mut(&key), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(value)) => overlay(inner, value),
            (_, value) => {
                table.insert(key, value);
            }
        }
    }
}

/// Why settings were refused.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// `--set` without a value.
    #[error("'{text}' sets nothing: write key=value, such as sender.threshold=0.3")]
    NoValue {
        /// What was given.
        text: String,
    },
    /// A key that no knob has.
    #[error(
        "there is no setting '{key}': did you mean '{nearest}'? (`drlab knobs` lists them all)"
    )]
    UnknownKey {
        /// What was given.
        key: String,
        /// The key most like it.
        nearest: &'static str,
    },
    /// A value that is not of the knob's kind.
    #[error("{key} = {value}: this must be {wanted}")]
    NotAValue {
        /// The knob.
        key: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        wanted: String,
    },
    /// A file that is not a settings file.
    #[error("{message}")]
    File {
        /// What is wrong, and where.
        message: String,
    },
}

impl SettingsError {
    fn of_file(error: toml::de::Error) -> Self {
        let mut message = error.to_string().trim_end().to_owned();
        let unknown = error.message().strip_prefix("unknown field `");
        if let Some((field, _)) = unknown.and_then(|rest| rest.split_once('`')) {
            message = format!("{message}\ndid you mean '{}'?", knob::nearest(field));
        }
        Self::File { message }
    }

    fn of_writing(error: toml::ser::Error) -> Self {
        Self::File { message: error.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_needs_to_name_only_what_it_changes() {
        let base = Settings { seed: 7, ..Settings::default() };
        let settings = base.overlaid("[sender]\nthreshold = 0.5\norder = 2").expect("a good file");
        let mut right = base.clone();
        right.sender.threshold = 0.5;
        right.sender.order = Order::Acceleration;
        assert_eq!(settings, right);
    }

    #[test]
    fn settings_survive_their_own_file() {
        let mut settings = Settings::default();
        settings.set("motion.kind=on-foot").expect("a choice");
        settings.set("link.latency=0.123456789").expect("a number");
        let file = settings.to_toml().expect("writes");
        assert_eq!(Settings::default().overlaid(&file), Ok(settings));
    }

    #[test]
    fn what_changed_leads_back_to_the_settings() {
        let mut settings = Settings::default();
        for assignment in [
            "sender.threshold=0.123456789",
            "motion.kind=circle",
            "receiver.send_time=false",
            "track.radius_wide=2",
            "track.waypoints=[[0,0],[4,0.25],[1,3]]",
        ] {
            settings.set(assignment).expect(assignment);
        }
        let mut again = Settings::default();
        for assignment in settings.changed() {
            again.set(&assignment).expect(&assignment);
        }
        assert_eq!(again, settings);
        assert_eq!(settings.changed().len(), 5);
        assert!(settings.set("track.waypoints=[[0,0],[1").is_err());
    }

    #[test]
    fn a_bad_file_is_refused_with_what_where_and_what_would_be_right() {
        for (file, parts) in [
            ("[sender]\nthreshold = 0.5\nordr = 1", ["line 3", "ordr", "sender.order"]),
            ("[sender]\nthreshold = \"high\"", ["line 2", "high", "f64"]),
            ("[sender]\norder = 3", ["line 2", "order 1 (velocity) or 2", "3"]),
            ("[sender]\nthreshold = -1", ["sender.threshold", "-1", "0 to"]),
            ("[link]\nlatency = nan", ["link.latency", "NaN", "0 to"]),
            ("[sender\n", ["line 1", "sender", "^"]),
        ] {
            let error = Settings::default().overlaid(file).expect_err(file).to_string();
            for part in parts {
                assert!(error.contains(part), "'{part}' is not in: {error}");
            }
        }
    }

    #[test]
    fn a_wrong_key_names_the_nearest_right_one() {
        let mut settings = Settings::default();
        for (wrong, right) in [
            ("sender.treshold=1", "sender.threshold"),
            ("threshold=1", "sender.threshold"),
            ("blend=1", "receiver.blend_time"),
            ("tickrate=1", "sim.tick_rate"),
            ("LATENCY=1", "link.latency"),
        ] {
            let error = settings.set(wrong).expect_err(wrong).to_string();
            assert!(error.contains(&format!("'{right}'?")), "{error}");
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn the_order_is_a_number_or_the_turn() {
        for (said, order) in
            [("1", Order::Velocity), ("2", Order::Acceleration), ("turn", Order::Turn)]
        {
            let mut settings = Settings::default();
            settings.set(&format!("sender.order={said}")).expect(said);
            assert_eq!(settings.sender.order, order);
            let file = settings.to_toml().expect("writes");
            assert_eq!(Settings::default().overlaid(&file), Ok(settings), "{file}");
        }
        let error =
            Settings::default().overlaid("[sender]\norder = \"straight\"").expect_err("none such");
        assert!(
            error.to_string().contains("order 1 (velocity) or 2 (acceleration) or \"turn\""),
            "{error}"
        );
    }

    #[test]
    fn the_receiver_runs_the_senders_model_unless_told_otherwise() {
        let mut settings = Settings::default();
        settings.set("sender.order=2").expect("an order");
        assert!(!settings.models_differ());
        assert_eq!(settings.receiver_config().order, Order::Acceleration);
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
        assert_eq!((settings.sender_config().step, settings.receiver_config().step), (0.0, 0.05));
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

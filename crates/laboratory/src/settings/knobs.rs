//! The table of everything a user may turn. One row serves the slider, its hover text, `--set key=value`,
//! the check of a settings file and the table in the README.

use super::names::{self, place};
use super::{ClockEstimate, JitterKind, MotionKind, Settings, SettingsError, Technique};
use dead_reckoning::Order;
use dead_reckoning::interpolation::{Curve, Drawing};

/// One thing to turn.
#[derive(Debug)]
pub struct Knob {
    /// What scripts and files call it, `stage.name`.
    pub key: &'static str,
    /// What the panel calls it.
    pub label: &'static str,
    /// The unit of its value in files and scripts; empty where it has none.
    pub unit: &'static str,
    /// Which values it takes.
    pub domain: Domain,
    /// One sentence: what to look for while turning it.
    pub hint: &'static str,
    read: fn(&Settings) -> f64,
    write: fn(&mut Settings, f64),
}

/// Which values a knob takes. Every value is an `f64`; a choice counts from 0, a switch is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// Any number from `min` to `max`; the slider spans `slider`.
    Number {
        /// Least allowed value.
        min: f64,
        /// Greatest allowed value.
        max: f64,
        /// The ends of the slider; typing reaches the rest.
        slider: (f64, f64),
        /// Decimals worth showing.
        decimals: usize,
    },
    /// A whole number.
    Whole {
        /// Least allowed value.
        min: f64,
        /// Greatest allowed value.
        max: f64,
        /// The ends of the slider.
        slider: (f64, f64),
    },
    /// One of a few names.
    Choice(&'static [Choice]),
    /// On or off.
    Switch,
}

/// One name of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What scripts and files call it.
    pub name: &'static str,
    /// What the panel calls it.
    pub label: &'static str,
}

const fn number(min: f64, max: f64, slider: (f64, f64), decimals: usize) -> Domain {
    Domain::Number { min, max, slider, decimals }
}

const TECHNIQUES: [(Technique, Choice); 3] = [
    (Technique::DeadReckoning, Choice { name: "dead-reckoning", label: "Dead reckoning" }),
    (Technique::Prediction, Choice { name: "prediction", label: "Your own player" }),
    (Technique::LagCompensation, Choice { name: "lag-compensation", label: "The shot" }),
];

const MOTIONS: [(MotionKind, Choice); 6] = [
    (MotionKind::Lap, Choice { name: "lap", label: "Lap" }),
    (MotionKind::Straight, Choice { name: "straight", label: "Straight" }),
    (MotionKind::Circle, Choice { name: "circle", label: "Circle" }),
    (MotionKind::OnFoot, Choice { name: "on-foot", label: "On foot" }),
    (MotionKind::StopAndGo, Choice { name: "stop-and-go", label: "Stop and go" }),
    (MotionKind::Trace, Choice { name: "trace", label: "Trace" }),
];

const JITTERS: [(JitterKind, Choice); 3] = [
    (JitterKind::Uniform, Choice { name: "uniform", label: "Even" }),
    (JitterKind::Normal, Choice { name: "normal", label: "Normal" }),
    (JitterKind::Heavy, Choice { name: "heavy", label: "Heavy tail" }),
];

const ESTIMATES: [(ClockEstimate, Choice); 3] = [
    (ClockEstimate::Exact, Choice { name: "exact", label: "Known" }),
    (ClockEstimate::Estimated, Choice { name: "estimated", label: "Estimated" }),
    (ClockEstimate::Own, Choice { name: "own", label: "Own clock" }),
];

const ORDERS: [Order; 3] = [Order::Velocity, Order::Acceleration, Order::Turn];

/// Four names of a choice, from its table.
const fn four<T: Copy>(table: &[(T, Choice); 4]) -> [Choice; 4] {
    [table[0].1, table[1].1, table[2].1, table[3].1]
}

/// Two names of a choice, from its table.
const fn two<T: Copy>(table: &[(T, Choice); 2]) -> [Choice; 2] {
    [table[0].1, table[1].1]
}

const SMOOTHINGS: [Choice; 6] = {
    let rows = names::SMOOTHING;
    [rows[0].1, rows[1].1, rows[2].1, rows[3].1, rows[4].1, rows[5].1]
};

/// The domain of a count of bits; 0 sends the number as it is.
const BITS: Domain = Domain::Whole { min: 0.0, max: 32.0, slider: (0.0, 32.0) };

/// The largest whole number that an `f64` holds exactly together with all below it.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// Everything a user may turn, in the order of the stages.
pub const KNOBS: &[Knob] = &[
    Knob {
        key: "technique",
        label: "Technique",
        unit: "",
        domain: Domain::Choice(&[TECHNIQUES[0].1, TECHNIQUES[1].1, TECHNIQUES[2].1]),
        hint: "Somebody else's vehicle is extrapolated, your own player predicted, a shot judged in the past.",
        read: |s| place(&TECHNIQUES, &s.technique),
        write: |s, value| s.technique = TECHNIQUES[value as usize].0,
    },
    Knob {
        key: "motion.kind",
        label: "Motion",
        unit: "",
        domain: Domain::Choice(&[
            MOTIONS[0].1,
            MOTIONS[1].1,
            MOTIONS[2].1,
            MOTIONS[3].1,
            MOTIONS[4].1,
            MOTIONS[5].1,
        ]),
        hint: "Momentum makes the lap predictable; on foot, direction changes faster than an update travels.",
        read: |s| MOTIONS.iter().position(|row| row.0 == s.motion.kind).map_or(0.0, |at| at as f64),
        write: |s, value| s.motion.kind = MOTIONS[value as usize].0,
    },
    Knob {
        key: "motion.speed",
        label: "Speed",
        unit: "u/s",
        domain: number(0.1, 100.0, (0.5, 10.0), 1),
        hint: "The error that latency adds grows with the speed; the threshold does not know it.",
        read: |s| s.motion.speed,
        write: |s, value| s.motion.speed = value,
    },
    Knob {
        key: "motion.laps",
        label: "Laps",
        unit: "",
        domain: Domain::Whole { min: 1.0, max: 1000.0, slider: (1.0, 10.0) },
        hint: "More laps of the same track: later ones start warm, with a model already running.",
        read: |s| f64::from(s.motion.laps),
        write: |s, value| s.motion.laps = value as u32,
    },
    Knob {
        key: "motion.duration",
        label: "Duration",
        unit: "s",
        domain: number(0.1, 3600.0, (1.0, 60.0), 1),
        hint: "How long the motions that have no laps last.",
        read: |s| s.motion.duration,
        write: |s, value| s.motion.duration = value,
    },
    Knob {
        key: "motion.radius",
        label: "Circle radius",
        unit: "u",
        domain: number(0.1, 1000.0, (0.5, 10.0), 2),
        hint: "A tighter circle leaves the tangent sooner: more updates at the same threshold.",
        read: |s| s.motion.radius,
        write: |s, value| s.motion.radius = value,
    },
    Knob {
        key: "motion.reversal",
        label: "Reversal every",
        unit: "s",
        domain: number(0.02, 10.0, (0.1, 2.0), 2),
        hint: "Below about twice the latency, every update describes a direction already given up.",
        read: |s| s.motion.reversal,
        write: |s, value| s.motion.reversal = value,
    },
    Knob {
        key: "motion.drive",
        label: "Drives for",
        unit: "s",
        domain: number(0.0, 3600.0, (0.0, 10.0), 1),
        hint: "How long it drives at its speed between going on and braking: nothing needs to be sent then.",
        read: |s| s.motion.drive,
        write: |s, value| s.motion.drive = value,
    },
    Knob {
        key: "motion.rest",
        label: "Stands for",
        unit: "s",
        domain: number(0.0, 3600.0, (0.0, 10.0), 1),
        hint: "How long it waits: if the news of its stop is lost, it drives on at the other end until the next update.",
        read: |s| s.motion.rest,
        write: |s, value| s.motion.rest = value,
    },
    Knob {
        key: "motion.braking",
        label: "Brakes at",
        unit: "u/s²",
        domain: number(0.1, 10_000.0, (1.0, 40.0), 1),
        hint: "How hard it brakes and gets going: very hard is a stop from one tick to the next.",
        read: |s| s.motion.braking,
        write: |s, value| s.motion.braking = value,
    },
    Knob {
        key: "motion.respawn",
        label: "Respawn every",
        unit: "s",
        domain: number(0.0, 3600.0, (0.0, 10.0), 1),
        hint: "The vehicle jumps back to its start so often: what is drawn must jump too, not drive there; 0 is never.",
        read: |s| s.motion.respawn,
        write: |s, value| s.motion.respawn = value,
    },
    Knob {
        key: "track.sharpness",
        label: "Corner sharpness",
        unit: "",
        domain: number(0.0, 1.0, (0.0, 1.0), 2),
        hint: "Sharper turns need fewer updates, about one each, but show a larger peak error.",
        read: |s| s.track.sharpness,
        write: |s, value| s.track.sharpness = value,
    },
    Knob {
        key: "track.wall_distance",
        label: "Walls at",
        unit: "u",
        domain: number(0.0, 1000.0, (0.0, 2.0), 2),
        hint: "A wall on both sides of the path: the model knows nothing of it, so what is drawn goes through; 0 is none.",
        read: |s| s.track.wall_distance,
        write: |s, value| s.track.wall_distance = value,
    },
    Knob {
        key: "trace.scale",
        label: "Scale",
        unit: "u/m",
        domain: number(0.000001, 1000000.0, (0.01, 10.0), 3),
        hint: "World units a metre of the recording: thresholds, speeds and errors are all measured in them.",
        read: |s| s.trace.scale,
        write: |s, value| s.trace.scale = value,
    },
    Knob {
        key: "trace.smoothing",
        label: "Averaged over",
        unit: "s",
        domain: number(0.0, 10.0, (0.0, 1.0), 2),
        hint: "What the file does not say of velocity and acceleration is a mean over this long: a short one is noisy, a long one late.",
        read: |s| s.trace.smoothing,
        write: |s, value| s.trace.smoothing = value,
    },
    Knob {
        key: "trace.velocity",
        label: "Velocity from",
        unit: "",
        domain: Domain::Choice(&two(&names::VELOCITY)),
        hint: "A receiver measures its speed better than positions tell; without one in the file they have to.",
        read: |s| place(&names::VELOCITY, &s.trace.velocity),
        write: |s, value| s.trace.velocity = names::VELOCITY[value as usize].0,
    },
    Knob {
        key: "trace.gap",
        label: "Gap from",
        unit: "s",
        domain: number(0.0, 3600.0, (0.0, 10.0), 2),
        hint: "A longer pause between two samples is a gap; 0 takes five times their median distance.",
        read: |s| s.trace.gap,
        write: |s, value| s.trace.gap = value,
    },
    Knob {
        key: "trace.gaps",
        label: "Gaps",
        unit: "",
        domain: Domain::Choice(&two(&names::GAPS)),
        hint: "Jump over: their time is left out and the vehicle is put down where it goes on. Bridge: it drives there.",
        read: |s| place(&names::GAPS, &s.trace.gaps),
        write: |s, value| s.trace.gaps = names::GAPS[value as usize].0,
    },
    Knob {
        key: "trace.held",
        label: "Held up to",
        unit: "s",
        domain: number(0.0, 60.0, (0.0, 2.0), 2),
        hint: "A position that repeats for no longer than this is taken for a slow receiver, not for a stop; 0 believes it.",
        read: |s| s.trace.held,
        write: |s, value| s.trace.held = value,
    },
    Knob {
        key: "sender.threshold",
        label: "Threshold",
        unit: "u",
        domain: number(0.0, 1000.0, (0.0, 1.0), 2),
        hint: "A quarter of it means about twice the updates; half the entity's width is a fair first try.",
        read: |s| s.sender.threshold,
        write: |s, value| s.sender.threshold = value,
    },
    Knob {
        key: "sender.heartbeat",
        label: "Heartbeat",
        unit: "s",
        domain: number(0.0, 600.0, (0.0, 10.0), 1),
        hint: "An update after this long without one, so that a late joiner hears something; 0 turns it off.",
        read: |s| s.sender.heartbeat,
        write: |s, value| s.sender.heartbeat = value,
    },
    Knob {
        key: "sender.order",
        label: "Model",
        unit: "",
        domain: Domain::Choice(&[
            Choice { name: "1", label: "1 velocity" },
            Choice { name: "2", label: "2 acceleration" },
            Choice { name: "turn", label: "Turn" },
        ]),
        hint: "Acceleration pays on long, steady curves; on short ones it overshoots where the curve ends. A turn follows an arc.",
        read: |s| {
            ORDERS.iter().position(|&order| order == s.sender.order).map_or(0.0, |at| at as f64)
        },
        write: |s, value| s.sender.order = ORDERS[value as usize],
    },
    Knob {
        key: "sender.rate_cap",
        label: "Rate cap",
        unit: "Hz",
        domain: number(0.0, 240.0, (0.0, 60.0), 1),
        hint: "The most updates a second; below what the motion needs, the threshold is no longer kept. 0 is no cap.",
        read: |s| s.sender.rate_cap,
        write: |s, value| s.sender.rate_cap = value,
    },
    Knob {
        key: "sender.braking",
        label: "After braking",
        unit: "",
        domain: Domain::Choice(&two(&names::BRAKING)),
        hint: "Order 2 drives a braking entity backwards once it has stopped; hold keeps both ends where it stopped.",
        read: |s| place(&names::BRAKING, &s.sender.braking),
        write: |s, value| s.sender.braking = names::BRAKING[value as usize].0,
    },
    Knob {
        key: "sender.angle_threshold",
        label: "Angle threshold",
        unit: "°",
        domain: number(0.0, 180.0, (0.0, 45.0), 1),
        hint: "Sends when the heading is off by more than this, though the place is right; 0 turns it off.",
        read: |s| s.sender.angle_threshold,
        write: |s, value| s.sender.angle_threshold = value,
    },
    Knob {
        key: "sender.pixels",
        label: "Threshold in pixels",
        unit: "px",
        domain: number(0.0, 1000.0, (0.0, 20.0), 1),
        hint: "Replaces the threshold by what a viewer at the distance below sees on a 1080-pixel screen; 0 turns it off.",
        read: |s| s.sender.pixels,
        write: |s, value| s.sender.pixels = value,
    },
    Knob {
        key: "sender.viewer_distance",
        label: "Viewer distance",
        unit: "u",
        domain: number(0.01, 100_000.0, (1.0, 200.0), 1),
        hint: "The same entity seen from twice as far needs half the precision: compare the updates near and far.",
        read: |s| s.sender.viewer_distance,
        write: |s, value| s.sender.viewer_distance = value,
    },
    Knob {
        key: "sender.acceleration",
        label: "Acceleration",
        unit: "",
        domain: Domain::Choice(&two(&names::ACCELERATION)),
        hint: "Estimated from the velocities of two ticks it is late and noisy, which order 2 makes worse.",
        read: |s| place(&names::ACCELERATION, &s.sender.acceleration),
        write: |s, value| s.sender.acceleration = names::ACCELERATION[value as usize].0,
    },
    Knob {
        key: "sender.velocity_noise",
        label: "Velocity noise",
        unit: "u/s",
        domain: number(0.0, 10.0, (0.0, 0.5), 3),
        hint: "Noise on the velocity that the owner knows: order 1 hardly feels it, an estimated acceleration does.",
        read: |s| s.sender.velocity_noise,
        write: |s, value| s.sender.velocity_noise = value,
    },
    Knob {
        key: "sender.acceleration_damping",
        label: "Damping",
        unit: "",
        domain: number(0.0, 1.0, (0.0, 1.0), 2),
        hint: "Shrinks an acceleration that reverses from one update to the next: less swinging, later turns.",
        read: |s| s.sender.acceleration_damping,
        write: |s, value| s.sender.acceleration_damping = value,
    },
    Knob {
        key: "sender.flag_teleports",
        label: "Flag jumps",
        unit: "",
        domain: Domain::Switch,
        hint: "A jump of the owner is sent at once and says so; without, the receiver takes it for a long correction and blends.",
        read: |s| f64::from(u8::from(s.sender.flag_teleports)),
        write: |s, value| s.sender.flag_teleports = value != 0.0,
    },
    Knob {
        key: "sender.step_rate",
        label: "Sender's frames",
        unit: "Hz",
        domain: number(0.0, 1000.0, (0.0, 120.0), 0),
        hint: "Steps this end's copy of the model in frames of this rate: order 2 then depends on it. 0 is the closed form.",
        read: |s| s.sender.step_rate,
        write: |s, value| s.sender.step_rate = value,
    },
    Knob {
        key: "wire.position_bits",
        label: "Position bits",
        unit: "bit",
        domain: BITS,
        hint: "Few bits over a wide range make coarse steps: an entity at rest stands beside its place. One bit has room for the middle alone; 0 sends it as it is.",
        read: |s| f64::from(s.wire.position_bits),
        write: |s, value| s.wire.position_bits = value as u32,
    },
    Knob {
        key: "wire.position_range",
        label: "Position range",
        unit: "u",
        domain: number(0.01, 1000000.0, (1.0, 1000.0), 1),
        hint: "What is beyond it arrives as its end; at the same bits a wider range is a coarser step.",
        read: |s| s.wire.position_range,
        write: |s, value| s.wire.position_range = value,
    },
    Knob {
        key: "wire.velocity_bits",
        label: "Velocity bits",
        unit: "bit",
        domain: BITS,
        hint: "A step of the velocity is an error that grows until the next update. 0 sends it as it is.",
        read: |s| f64::from(s.wire.velocity_bits),
        write: |s, value| s.wire.velocity_bits = value as u32,
    },
    Knob {
        key: "wire.velocity_range",
        label: "Velocity range",
        unit: "u/s",
        domain: number(0.01, 100000.0, (1.0, 100.0), 1),
        hint: "What is beyond it arrives as its end; at the same bits a wider range is a coarser step.",
        read: |s| s.wire.velocity_range,
        write: |s, value| s.wire.velocity_range = value,
    },
    Knob {
        key: "wire.acceleration_bits",
        label: "Acceleration bits",
        unit: "bit",
        domain: BITS,
        hint: "Only travels with order 2, where its step grows with the square of the age. 0 sends it as it is.",
        read: |s| f64::from(s.wire.acceleration_bits),
        write: |s, value| s.wire.acceleration_bits = value as u32,
    },
    Knob {
        key: "wire.acceleration_range",
        label: "Acceleration range",
        unit: "u/s²",
        domain: number(0.01, 100000.0, (1.0, 200.0), 1),
        hint: "What is beyond it arrives as its end; at the same bits a wider range is a coarser step.",
        read: |s| s.wire.acceleration_range,
        write: |s, value| s.wire.acceleration_range = value,
    },
    Knob {
        key: "wire.heading_bits",
        label: "Heading bits",
        unit: "bit",
        domain: BITS,
        hint: "8 bits are steps of 1.4°, enough for most vehicles. 0 sends it as it is.",
        read: |s| f64::from(s.wire.heading_bits),
        write: |s, value| s.wire.heading_bits = value as u32,
    },
    Knob {
        key: "wire.turn_bits",
        label: "Turn rate bits",
        unit: "bit",
        domain: BITS,
        hint: "The step of the angular velocity bends the path of the turning model. 0 sends it as it is.",
        read: |s| f64::from(s.wire.turn_bits),
        write: |s, value| s.wire.turn_bits = value as u32,
    },
    Knob {
        key: "wire.turn_range",
        label: "Turn rate range",
        unit: "rad/s",
        domain: number(0.01, 1000.0, (1.0, 50.0), 1),
        hint: "What turns faster arrives as turning this fast.",
        read: |s| s.wire.turn_range,
        write: |s, value| s.wire.turn_range = value,
    },
    Knob {
        key: "link.latency",
        label: "Latency",
        unit: "s",
        domain: number(0.0, 10.0, (0.0, 0.5), 3),
        hint: "One way. It sets a floor to the error that no threshold gets below.",
        read: |s| s.link.latency,
        write: |s, value| s.link.latency = value,
    },
    Knob {
        key: "link.up_ratio",
        label: "Way back",
        unit: "",
        domain: number(0.0, 10.0, (0.0, 4.0), 2),
        hint: "The latency from receiver to sender, as a multiple of the other: half the difference is the clock's error.",
        read: |s| s.link.up_ratio,
        write: |s, value| s.link.up_ratio = value,
    },
    Knob {
        key: "link.jitter",
        label: "Jitter",
        unit: "s",
        domain: number(0.0, 5.0, (0.0, 0.5), 3),
        hint: "Packets that take unequal times overtake each other: the late ones are ignored, snapshots run dry.",
        read: |s| s.link.jitter,
        write: |s, value| s.link.jitter = value,
    },
    Knob {
        key: "link.jitter_kind",
        label: "Kind of jitter",
        unit: "",
        domain: Domain::Choice(&[JITTERS[0].1, JITTERS[1].1, JITTERS[2].1]),
        hint: "Even: earlier or later by up to the jitter. Normal: with it as deviation. Heavy: later only, at times by much more. Never below no latency.",
        read: |s| {
            JITTERS.iter().position(|row| row.0 == s.link.jitter_kind).map_or(0.0, |at| at as f64)
        },
        write: |s, value| s.link.jitter_kind = JITTERS[value as usize].0,
    },
    Knob {
        key: "link.loss",
        label: "Loss",
        unit: "",
        domain: number(0.0, 1.0, (0.0, 0.5), 3),
        hint: "The share of packets lost, but for the first, which both ends begin with. A lost update is wrong until the next one: the heartbeat bounds how long.",
        read: |s| s.link.loss,
        write: |s, value| s.link.loss = value,
    },
    Knob {
        key: "link.burst",
        label: "Burst length",
        unit: "packets",
        domain: number(1.0, 100.0, (1.0, 10.0), 1),
        hint: "Losses come in runs of this length on average, at the same share; 1 is each packet for itself.",
        read: |s| s.link.burst,
        write: |s, value| s.link.burst = value,
    },
    Knob {
        key: "link.duplicate",
        label: "Duplicates",
        unit: "",
        domain: number(0.0, 1.0, (0.0, 0.5), 3),
        hint: "The share of packets that arrive twice: whichever comes first counts, the other changes nothing but a counter.",
        read: |s| s.link.duplicate,
        write: |s, value| s.link.duplicate = value,
    },
    Knob {
        key: "link.reorder",
        label: "Reordering",
        unit: "",
        domain: number(0.0, 1.0, (0.0, 0.5), 3),
        hint: "The share of packets held back, so that later ones overtake them whatever the jitter.",
        read: |s| s.link.reorder,
        write: |s, value| s.link.reorder = value,
    },
    Knob {
        key: "link.reorder_delay",
        label: "Held back for",
        unit: "s",
        domain: number(0.0, 5.0, (0.0, 0.5), 3),
        hint: "How long a reordered packet is held back: below the time between two packets nothing overtakes it.",
        read: |s| s.link.reorder_delay,
        write: |s, value| s.link.reorder_delay = value,
    },
    Knob {
        key: "link.bandwidth",
        label: "Bandwidth",
        unit: "B/s",
        domain: number(0.0, 1e9, (0.0, 10_000.0), 0),
        hint: "What the narrowest place lets through; ask for more and the queue grows, then drops. 0 is no limit.",
        read: |s| s.link.bandwidth,
        write: |s, value| s.link.bandwidth = value,
    },
    Knob {
        key: "link.queue",
        label: "Queue",
        unit: "packets",
        domain: Domain::Whole { min: 1.0, max: 10_000.0, slider: (1.0, 200.0) },
        hint: "How many packets wait at the narrowest place: a long queue turns loss into latency.",
        read: |s| f64::from(s.link.queue),
        write: |s, value| s.link.queue = value as u32,
    },
    Knob {
        key: "link.spike_period",
        label: "Spike every",
        unit: "s",
        domain: number(0.0, 600.0, (0.0, 10.0), 1),
        hint: "Once in this time, at a drawn moment, everything takes longer for a while; 0 is never.",
        read: |s| s.link.spike_period,
        write: |s, value| s.link.spike_period = value,
    },
    Knob {
        key: "link.spike_length",
        label: "Spike length",
        unit: "s",
        domain: number(0.0, 60.0, (0.0, 2.0), 3),
        hint: "How long a spike lasts; what is sent just after it overtakes what was sent within.",
        read: |s| s.link.spike_length,
        write: |s, value| s.link.spike_length = value,
    },
    Knob {
        key: "link.spike_latency",
        label: "Spike latency",
        unit: "s",
        domain: number(0.0, 10.0, (0.0, 1.0), 3),
        hint: "How much longer packets take that are sent in a spike.",
        read: |s| s.link.spike_latency,
        write: |s, value| s.link.spike_latency = value,
    },
    Knob {
        key: "link.packet_bytes",
        label: "Packet size",
        unit: "B",
        domain: Domain::Whole { min: 1.0, max: 65_535.0, slider: (20.0, 500.0) },
        hint: "What one packet weighs on the wire, headers included; it turns the rate into bytes per second.",
        read: |s| f64::from(s.link.packet_bytes),
        write: |s, value| s.link.packet_bytes = value as u32,
    },
    Knob {
        key: "receiver.blend_time",
        label: "Blend time",
        unit: "s",
        domain: number(0.0, 10.0, (0.0, 1.0), 3),
        hint: "0 snaps: small error, visible pops. Long blends are smooth, and wrong for longer.",
        read: |s| s.receiver.blend_time,
        write: |s, value| s.receiver.blend_time = value,
    },
    Knob {
        key: "receiver.send_time",
        label: "Use the send time",
        unit: "",
        domain: Domain::Switch,
        hint: "Off applies updates as if they were true on arrival: one latency behind, even on a straight.",
        read: |s| f64::from(u8::from(s.receiver.send_time)),
        write: |s, value| s.receiver.send_time = value != 0.0,
    },
    Knob {
        key: "receiver.smoothing",
        label: "Smoothing",
        unit: "",
        domain: Domain::Choice(&SMOOTHINGS),
        hint: "How a correction is hidden: watch for pops, kinks, and swinging past the model.",
        read: |s| place(&names::SMOOTHING, &s.receiver.smoothing),
        write: |s, value| s.receiver.smoothing = names::SMOOTHING[value as usize].0,
    },
    Knob {
        key: "receiver.bezier_handle",
        label: "Bézier handle",
        unit: "",
        domain: number(0.0, 10.0, (0.0, 4.0), 2),
        hint: "In thirds of the blend time: 1 is the Hermite curve, 3 the published spline, which swings out.",
        read: |s| s.receiver.bezier_handle,
        write: |s, value| s.receiver.bezier_handle = value,
    },
    Knob {
        key: "receiver.blend_until",
        label: "Blend until",
        unit: "",
        domain: Domain::Choice(&two(&names::BLEND_UNTIL)),
        hint: "Until the next update is expected, corrections are always just done when the next one comes.",
        read: |s| place(&names::BLEND_UNTIL, &s.receiver.blend_until),
        write: |s, value| s.receiver.blend_until = names::BLEND_UNTIL[value as usize].0,
    },
    Knob {
        key: "receiver.extrapolation_cap",
        label: "Extrapolation cap",
        unit: "s",
        domain: number(0.0, 60.0, (0.0, 2.0), 3),
        hint: "A silent entity stops after this long instead of driving through the wall; 0 is no cap.",
        read: |s| s.receiver.extrapolation_cap,
        write: |s, value| s.receiver.extrapolation_cap = value,
    },
    Knob {
        key: "receiver.teleport_distance",
        label: "Teleport distance",
        unit: "u",
        domain: number(0.0, 100_000.0, (0.0, 10.0), 1),
        hint: "A longer correction is drawn at once: nobody slides across the map. 0 turns it off.",
        read: |s| s.receiver.teleport_distance,
        write: |s, value| s.receiver.teleport_distance = value,
    },
    Knob {
        key: "receiver.stale_heartbeats",
        label: "Stale after",
        unit: "heartbeats",
        domain: number(0.0, 100.0, (0.0, 10.0), 1),
        hint: "After so many heartbeats of silence it is stale, and snaps when it is heard of again; 0 turns it off.",
        read: |s| s.receiver.stale_heartbeats,
        write: |s, value| s.receiver.stale_heartbeats = value,
    },
    Knob {
        key: "receiver.joins_at",
        label: "Joins at",
        unit: "s",
        domain: number(0.0, 3600.0, (0.0, 20.0), 1),
        hint: "It hears nothing before; then the first packet draws the entity at once, and a heartbeat bounds the wait.",
        read: |s| s.receiver.joins_at,
        write: |s, value| s.receiver.joins_at = value,
    },
    Knob {
        key: "receiver.order",
        label: "Receiver's model",
        unit: "",
        domain: Domain::Choice(&four(&names::RECEIVER_ORDER)),
        hint: "A fault: the receiver runs another model than the sender checks, so the error runs away and nobody sends.",
        read: |s| place(&names::RECEIVER_ORDER, &s.receiver.order),
        write: |s, value| s.receiver.order = names::RECEIVER_ORDER[value as usize].0,
    },
    Knob {
        key: "receiver.step_rate",
        label: "Receiver's frames",
        unit: "Hz",
        domain: number(0.0, 1000.0, (0.0, 120.0), 0),
        hint: "Steps this end's copy of the model in frames of this rate: at another one than the sender's, the copies part. 0 is the closed form.",
        read: |s| s.receiver.step_rate,
        write: |s, value| s.receiver.step_rate = value,
    },
    Knob {
        key: "receiver.clamps",
        label: "Stop at walls",
        unit: "",
        domain: Domain::Switch,
        hint: "Puts what is drawn back to the wall that it went through, so that it slides along it; walls must be there.",
        read: |s| f64::from(u8::from(s.receiver.clamps)),
        write: |s, value| s.receiver.clamps = value != 0.0,
    },
    Knob {
        key: "clock.offset",
        label: "Clock offset",
        unit: "s",
        domain: number(-10.0, 10.0, (-0.5, 0.5), 3),
        hint: "How far the receiver's clock is ahead at the start; it does something once the clock is not known.",
        read: |s| s.clock.offset,
        write: |s, value| s.clock.offset = value,
    },
    Knob {
        key: "clock.drift",
        label: "Clock drift",
        unit: "ppm",
        domain: number(-1000.0, 1000.0, (-200.0, 200.0), 0),
        hint: "How much too fast the receiver's clock runs: 100 ppm is a third of a second in an hour.",
        read: |s| s.clock.drift,
        write: |s, value| s.clock.drift = value,
    },
    Knob {
        key: "clock.estimate",
        label: "Sender's clock",
        unit: "",
        domain: Domain::Choice(&[ESTIMATES[0].1, ESTIMATES[1].1, ESTIMATES[2].1]),
        hint: "Known exactly, estimated from pings, or taken to be the receiver's own: then the offset is drawn.",
        read: |s| {
            ESTIMATES.iter().position(|row| row.0 == s.clock.estimate).map_or(0.0, |at| at as f64)
        },
        write: |s, value| s.clock.estimate = ESTIMATES[value as usize].0,
    },
    Knob {
        key: "clock.ping_interval",
        label: "Ping every",
        unit: "s",
        domain: number(0.05, 60.0, (0.1, 5.0), 2),
        hint: "How often the estimate is made anew: the more often, the better it follows a drift.",
        read: |s| s.clock.ping_interval,
        write: |s, value| s.clock.ping_interval = value,
    },
    Knob {
        key: "snapshot.rate",
        label: "Rate",
        unit: "Hz",
        domain: number(0.5, 240.0, (1.0, 60.0), 1),
        hint: "Snapshots go out at this rate whatever the entity does; a low rate cuts the corners.",
        read: |s| s.snapshot.rate,
        write: |s, value| s.snapshot.rate = value,
    },
    Knob {
        key: "snapshot.delay",
        label: "Render delay",
        unit: "s",
        domain: number(0.0, 10.0, (0.0, 0.5), 3),
        hint: "On top of the latency. Below one interval the buffer runs dry and the entity stutters.",
        read: |s| s.snapshot.delay,
        write: |s, value| s.snapshot.delay = value,
    },
    Knob {
        key: "snapshot.adaptive",
        label: "Adaptive delay",
        unit: "",
        domain: Domain::Switch,
        hint: "The delay follows the measured jitter with a margin: short on a calm network, long on a rough one.",
        read: |s| f64::from(u8::from(s.snapshot.adaptive)),
        write: |s, value| s.snapshot.adaptive = value != 0.0,
    },
    Knob {
        key: "snapshot.jitter_factor",
        label: "Times the jitter",
        unit: "",
        domain: number(0.0, 20.0, (0.0, 10.0), 1),
        hint: "How many times the measured jitter the adaptive delay allows for: fewer is fresher, and runs dry more often.",
        read: |s| s.snapshot.jitter_factor,
        write: |s, value| s.snapshot.jitter_factor = value,
    },
    Knob {
        key: "snapshot.curve",
        label: "Curve",
        unit: "",
        domain: Domain::Choice(&[
            Choice { name: "linear", label: "Linear" },
            Choice { name: "hermite", label: "Hermite" },
        ]),
        hint: "Hermite also uses the sent velocities: at a low rate the corners come out round.",
        read: |s| f64::from(u8::from(s.snapshot.curve == Curve::Hermite)),
        write: |s, value| {
            s.snapshot.curve = if value == 0.0 { Curve::Linear } else { Curve::Hermite }
        },
    },
    Knob {
        key: "snapshot.extrapolation_cap",
        label: "Cap past the buffer",
        unit: "s",
        domain: number(0.0, 10.0, (0.0, 1.0), 3),
        hint: "When the buffer runs dry the last motion goes on for this long, then waits; 0 waits at once.",
        read: |s| s.snapshot.extrapolation_cap,
        write: |s, value| s.snapshot.extrapolation_cap = value,
    },
    Knob {
        key: "snapshot.drawing",
        label: "Draw",
        unit: "",
        domain: Domain::Choice(&[
            Choice { name: "interpolated", label: "Between two" },
            Choice { name: "newest", label: "The newest" },
        ]),
        hint: "The newest as it comes is the naive way: fresher, and a jump at every snapshot.",
        read: |s| f64::from(u8::from(s.snapshot.drawing == Drawing::Newest)),
        write: |s, value| {
            s.snapshot.drawing = if value == 0.0 { Drawing::Interpolated } else { Drawing::Newest }
        },
    },
    Knob {
        key: "snapshot.capacity",
        label: "Buffer holds",
        unit: "",
        domain: Domain::Whole { min: 0.0, max: 10_000.0, slider: (0.0, 60.0) },
        hint: "The most snapshots held; 0 holds as many as the delay needs. Too few, and it draws its oldest, in steps.",
        read: |s| f64::from(s.snapshot.capacity),
        write: |s, value| s.snapshot.capacity = value as u32,
    },
    Knob {
        key: "player.predicts",
        label: "Predict",
        unit: "",
        domain: Domain::Switch,
        hint: "Off: a key moves nothing before the server's answer, a whole round trip later.",
        read: |s| f64::from(u8::from(s.player.predicts)),
        write: |s, value| s.player.predicts = value != 0.0,
    },
    Knob {
        key: "player.smoothing",
        label: "Correction smoothing",
        unit: "s",
        domain: number(0.0, 5.0, (0.0, 0.5), 3),
        hint: "0 is a hard snap: a correction jumps; spread over a few frames it is a short slide.",
        read: |s| s.player.smoothing,
        write: |s, value| s.player.smoothing = value,
    },
    Knob {
        key: "player.answer_rate",
        label: "Answers per second",
        unit: "1/s",
        domain: number(1.0, 1000.0, (1.0, 60.0), 0),
        hint: "Between two answers of the server the queue of unacknowledged inputs grows.",
        read: |s| s.player.answer_rate,
        write: |s, value| s.player.answer_rate = value,
    },
    Knob {
        key: "player.capacity",
        label: "Input queue",
        unit: "inputs",
        domain: Domain::Whole { min: 1.0, max: 4096.0, slider: (1.0, 256.0) },
        hint: "A full queue makes the player wait: the server has been silent for that long.",
        read: |s| f64::from(s.player.capacity),
        write: |s, value| s.player.capacity = value as u32,
    },
    Knob {
        key: "player.barrier_x",
        label: "Obstacle at",
        unit: "u",
        domain: number(-1000.0, 1000.0, (-5.0, 20.0), 1),
        hint: "Somebody in the way that only the server knows of: the guess is wrong there and must be put right.",
        read: |s| s.player.barrier_x,
        write: |s, value| s.player.barrier_x = value,
    },
    Knob {
        key: "player.barrier_from",
        label: "Obstacle from",
        unit: "s",
        domain: number(0.0, 3600.0, (0.0, 5.0), 2),
        hint: "When the obstacle is there: the client hears of it a latency later, from the server's answer.",
        read: |s| s.player.barrier_from,
        write: |s, value| s.player.barrier_from = value,
    },
    Knob {
        key: "player.barrier_length",
        label: "Obstacle for",
        unit: "s",
        domain: number(0.0, 3600.0, (0.0, 5.0), 2),
        hint: "How long the obstacle is there; 0 is never, and no correction is needed.",
        read: |s| s.player.barrier_length,
        write: |s, value| s.player.barrier_length = value,
    },
    Knob {
        key: "player.other_code",
        label: "Other movement code",
        unit: "",
        domain: Domain::Switch,
        hint: "A fault: client and server move by different rules, so every answer corrects a diagonal again.",
        read: |s| f64::from(u8::from(s.player.other_code)),
        write: |s, value| s.player.other_code = value != 0.0,
    },
    Knob {
        key: "player.keeps_acknowledged",
        label: "Acknowledged inputs stay",
        unit: "",
        domain: Domain::Switch,
        hint: "A fault: inputs that the server has done are played again on top, and the player races ahead.",
        read: |s| f64::from(u8::from(s.player.keeps_acknowledged)),
        write: |s, value| s.player.keeps_acknowledged = value != 0.0,
    },
    Knob {
        key: "player.takes_stale",
        label: "Stale answers count",
        unit: "",
        domain: Domain::Switch,
        hint: "A fault: with jitter an older answer comes after a newer one, and throws the player back.",
        read: |s| f64::from(u8::from(s.player.takes_stale)),
        write: |s, value| s.player.takes_stale = value != 0.0,
    },
    Knob {
        key: "shot.shooter_x",
        label: "Shooter, x",
        unit: "u",
        domain: number(-1000.0, 1000.0, (-10.0, 20.0), 1),
        hint: "Where the shot comes from: what a wall hides depends on it.",
        read: |s| s.shot.shooter_x,
        write: |s, value| s.shot.shooter_x = value,
    },
    Knob {
        key: "shot.shooter_y",
        label: "Shooter, y",
        unit: "u",
        domain: number(-1000.0, 1000.0, (-10.0, 10.0), 1),
        hint: "Where the shot comes from: across the victim's way it is the hardest to hit.",
        read: |s| s.shot.shooter_y,
        write: |s, value| s.shot.shooter_y = value,
    },
    Knob {
        key: "shot.victim_latency",
        label: "Victim's latency",
        unit: "s",
        domain: number(0.0, 5.0, (0.0, 0.5), 3),
        hint: "One way: how much later the victim hears of the hit, further behind the wall by then.",
        read: |s| s.shot.victim_latency,
        write: |s, value| s.shot.victim_latency = value,
    },
    Knob {
        key: "shot.window",
        label: "Rewind window",
        unit: "s",
        domain: number(0.0, 5.0, (0.0, 1.0), 3),
        hint: "The most that the server goes back: a slower shooter than this has to lead the target again.",
        read: |s| s.shot.window,
        write: |s, value| s.shot.window = value,
    },
    Knob {
        key: "shot.favour_victim",
        label: "Favour the victim",
        unit: "",
        domain: number(0.0, 1.0, (0.0, 1.0), 2),
        hint: "0 judges what the shooter saw, 1 what is now: in between the two share the unfairness.",
        read: |s| s.shot.favour_victim,
        write: |s, value| s.shot.favour_victim = value,
    },
    Knob {
        key: "entity.width",
        label: "Entity width",
        unit: "u",
        domain: number(0.01, 1000.0, (0.05, 2.0), 2),
        hint: "Drawn to scale: an error that is small beside the entity is one that nobody sees.",
        read: |s| s.entity.width,
        write: |s, value| s.entity.width = value,
    },
    Knob {
        key: "sim.tick_rate",
        label: "Tick rate",
        unit: "Hz",
        domain: Domain::Whole { min: 5.0, max: 1000.0, slider: (10.0, 240.0) },
        hint: "How often the sender compares; a slow tick notices the drift late.",
        read: |s| f64::from(s.sim.tick_rate),
        write: |s, value| s.sim.tick_rate = value as u32,
    },
    Knob {
        key: "seed",
        label: "Seed",
        unit: "",
        domain: Domain::Whole { min: 0.0, max: LARGEST_WHOLE, slider: (0.0, 100.0) },
        hint: "The luck of the network: another seed, another draw of jitter and loss; the numbers that matter are the median's.",
        read: |s| s.seed as f64,
        write: |s, value| s.seed = value as u64,
    },
    Knob {
        key: "ensemble.seeds",
        label: "Seeds",
        unit: "",
        domain: Domain::Whole { min: 1.0, max: 10_000.0, slider: (1.0, 128.0) },
        hint: "One seed is luck: where the network draws, the table shows the median and the spread over this many.",
        read: |s| f64::from(s.ensemble.seeds),
        write: |s, value| s.ensemble.seeds = value as u32,
    },
];

impl Knob {
    /// The knob of this key.
    ///
    /// # Errors
    /// [`SettingsError::UnknownKey`] with the nearest key there is.
    pub fn find(key: &str) -> Result<&'static Self, SettingsError> {
        KNOBS
            .iter()
            .find(|knob| knob.key == key)
            .ok_or_else(|| SettingsError::UnknownKey { key: key.to_owned(), nearest: nearest(key) })
    }

    /// Its value in `settings`.
    #[must_use]
    pub fn value(&self, settings: &Settings) -> f64 {
        (self.read)(settings)
    }

    /// Its default.
    #[must_use]
    pub fn default_value(&self) -> f64 {
        (self.read)(&Settings::default())
    }

    /// The stage it belongs to: the part of the key before the dot.
    #[must_use]
    pub fn stage(&self) -> &'static str {
        self.key.split_once('.').map_or("sim", |(stage, _)| stage)
    }

    /// Sets it.
    ///
    /// # Errors
    /// [`SettingsError::NotAValue`] naming the range; the settings are then as they were.
    pub fn set(&self, settings: &mut Settings, value: f64) -> Result<(), SettingsError> {
        self.check(value)?;
        (self.write)(settings, value);
        Ok(())
    }

    /// Sets it from what a person typed.
    ///
    /// # Errors
    /// As [`Knob::set`], also for text that is no value at all.
    pub fn set_text(&self, settings: &mut Settings, text: &str) -> Result<(), SettingsError> {
        let value = match self.domain {
            Domain::Choice(choices) => {
                choices.iter().position(|choice| choice.name == text).map(|at| at as f64)
            }
            Domain::Switch => match text {
                "true" | "on" | "1" => Some(1.0),
                "false" | "off" | "0" => Some(0.0),
                _ => None,
            },
            Domain::Number { .. } | Domain::Whole { .. } => text.parse().ok(),
        };
        self.set(settings, value.ok_or_else(|| self.refusal(text))?)
    }

    /// Whether `value` is one that this knob takes.
    ///
    /// # Errors
    /// [`SettingsError::NotAValue`] naming the range.
    pub fn check(&self, value: f64) -> Result<(), SettingsError> {
        let good = match self.domain {
            Domain::Number { min, max, .. } => (min..=max).contains(&value),
            Domain::Whole { min, max, .. } => (min..=max).contains(&value) && value.fract() == 0.0,
            Domain::Choice(choices) => (0..choices.len()).any(|at| at as f64 == value),
            Domain::Switch => value == 0.0 || value == 1.0,
        };
        if good { Ok(()) } else { Err(self.refusal(&value.to_string())) }
    }

    fn refusal(&self, value: &str) -> SettingsError {
        SettingsError::NotAValue { key: self.key, value: value.to_owned(), wanted: self.wanted() }
    }

    /// What it takes, in words: "a number from 0 to 10 s".
    #[must_use]
    pub fn wanted(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        match self.domain {
            Domain::Number { min, max, .. } => format!("a number from {min} to {max}{unit}"),
            Domain::Whole { min, max, .. } => format!("a whole number from {min} to {max}{unit}"),
            Domain::Choice(choices) => {
                let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
                names.join(" or ")
            }
            Domain::Switch => "true or false".to_owned(),
        }
    }

    /// A value as files and `--set` write it: enough digits to come back exactly.
    #[must_use]
    pub fn text(&self, value: f64) -> String {
        match self.domain {
            Domain::Number { .. } | Domain::Whole { .. } => value.to_string(),
            Domain::Choice(choices) => choices
                .get(value as usize)
                .map_or_else(|| value.to_string(), |choice| choice.name.to_owned()),
            Domain::Switch => (value != 0.0).to_string(),
        }
    }
}

/// The key most like `wrong`, by its whole text or by the part after the dot.
pub(super) fn nearest(wrong: &str) -> &'static str {
    let wrong = wrong.to_lowercase();
    let last = wrong.rsplit('.').next().unwrap_or(&wrong);
    let likeness = |knob: &Knob| {
        let name = knob.key.rsplit('.').next().unwrap_or(knob.key);
        strsim::jaro_winkler(&wrong, knob.key).max(strsim::jaro_winkler(last, name))
    };
    // Of equals the first, in the order of the stages.
    let best = KNOBS.iter().rev().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    best.map_or("sender.threshold", |knob| knob.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value of the knob other than its default.
    fn another(knob: &Knob) -> f64 {
        let default = knob.default_value();
        match knob.domain {
            Domain::Number { min, max, .. } => {
                if default == min {
                    max
                } else {
                    min.midpoint(default)
                }
            }
            Domain::Whole { min, max, .. } => {
                if default == max {
                    min
                } else {
                    default + 1.0
                }
            }
            Domain::Choice(_) | Domain::Switch => 1.0 - default,
        }
    }

    #[test]
    fn every_knob_turns_its_own_setting_only() {
        for knob in KNOBS {
            let mut settings = Settings::default();
            let value = another(knob);
            knob.set(&mut settings, value).expect(knob.key);
            for other in KNOBS {
                let expected = if other.key == knob.key { value } else { other.default_value() };
                assert_eq!(other.value(&settings), expected, "{} after {}", other.key, knob.key);
            }
        }
    }

    #[test]
    fn every_knob_survives_its_own_text() {
        for knob in KNOBS {
            let mut settings = Settings::default();
            let value = another(knob);
            knob.set_text(&mut settings, &knob.text(value)).expect(knob.key);
            assert_eq!(knob.value(&settings), value, "{}", knob.key);
        }
    }

    #[test]
    fn every_knob_refuses_what_is_not_in_its_range_and_names_it() {
        for knob in KNOBS {
            let mut settings = Settings::default();
            for value in [f64::NAN, f64::INFINITY, -1e6, 1e300] {
                let error = knob.set(&mut settings, value).expect_err(knob.key).to_string();
                assert!(error.contains(knob.key) && error.contains(&knob.wanted()), "{error}");
            }
            assert!(knob.set_text(&mut settings, "quick").is_err(), "{}", knob.key);
            assert_eq!(settings, Settings::default());
        }
    }

    #[test]
    fn every_knob_starts_inside_its_slider_and_says_what_to_look_for() {
        for knob in KNOBS {
            if let Domain::Number { slider, min, max, .. } | Domain::Whole { slider, min, max } =
                knob.domain
            {
                let default = knob.default_value();
                assert!(slider.0 <= default && default <= slider.1, "{}", knob.key);
                assert!(min <= slider.0 && slider.1 <= max, "{}", knob.key);
            }
            assert!(knob.hint.ends_with('.') && knob.hint.len() > 30, "{}", knob.key);
        }
    }

    #[test]
    fn keys_are_unique_and_the_promised_ones_are_there() {
        let mut keys: Vec<&str> = KNOBS.iter().map(|knob| knob.key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), KNOBS.len());
        for promised in [
            "motion.speed",
            "track.sharpness",
            "sender.threshold",
            "sender.heartbeat",
            "sender.order",
            "link.latency",
            "link.jitter",
            "link.loss",
            "link.duplicate",
            "receiver.blend_time",
            "snapshot.rate",
            "snapshot.delay",
            "sim.tick_rate",
            "seed",
        ] {
            assert!(keys.contains(&promised), "{promised}");
        }
    }
}

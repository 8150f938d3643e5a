//! The table of everything a user may turn, and all that there is to know about each.
//!
//! One row serves the slider and its hover text, `--set key=value`, the check of a settings file, the groups of the
//! panel, the axes of a sweep, the settings for a game and the table in the README.

use super::groups::{
    Group,
    Place::{Front, More},
};
use super::knob::{Knob, bits, choice, field, flag, named, number, switch, whole};
use super::{ClockEstimate, MotionKind, Settings};
use dead_reckoning::Order;
use dead_reckoning::interpolation::Drawing;
use dead_reckoning::smoothing::Smoothing;

/// The largest whole number that an `f64` holds exactly together with all below it.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// Whether one of the two ends runs order 2.
fn accelerates(settings: &Settings) -> bool {
    let two = Order::Acceleration;
    settings.sender.order == two || settings.receiver.order == Some(two)
}

/// Whether snapshots are drawn between.
fn interpolates(settings: &Settings) -> bool {
    settings.snapshot.drawing == Drawing::Interpolated
}

/// Everything a user may turn, in the order of the stages.
#[rustfmt::skip]
pub const KNOBS: &[Knob] = &[
    choice(named!(technique, technique), "Technique", "Somebody else's vehicle is extrapolated, your own player predicted, a shot judged in the past.")
        .in_groups(&[Front(Group::Technique)]),
    choice(named!(motion.kind, motion), "Motion", "Momentum makes the lap predictable; on foot, direction changes faster than an update travels.")
        .in_groups(&[More(Group::TrackAndMotion), Front(Group::ShotMotion)]),
    number(field!(motion.speed), "Speed", ("u/s", 1), (0.1, 100.0), (0.5, 10.0), "The error that latency adds grows with the speed; the threshold does not know it.")
        .in_groups(&[Front(Group::TrackAndMotion), Front(Group::PlayerMotion), Front(Group::ShotMotion)]),
    whole(field!(motion.laps), "Laps", "", (1.0, 1000.0), (1.0, 10.0), "More laps of the same track: later ones start warm, with a model already running.")
        .in_groups(&[More(Group::TrackAndMotion), More(Group::ShotMotion)]).applies_if(|s| matches!(s.motion.kind, MotionKind::Lap | MotionKind::Trace)),
    number(field!(motion.duration), "Duration", ("s", 1), (0.1, 3600.0), (1.0, 60.0), "How long the motions that have no laps last.")
        .in_groups(&[More(Group::TrackAndMotion), More(Group::ShotMotion)]).applies_if(|s| !matches!(s.motion.kind, MotionKind::Lap | MotionKind::Trace)),
    number(field!(motion.radius), "Circle radius", ("u", 2), (0.1, 1000.0), (0.5, 10.0), "A tighter circle leaves the tangent sooner: more updates at the same threshold.")
        .in_groups(&[More(Group::TrackAndMotion), More(Group::ShotMotion)]).applies_if(|s| s.motion.kind == MotionKind::Circle),
    number(field!(motion.reversal), "Reversal every", ("s", 2), (0.02, 10.0), (0.1, 2.0), "Below about twice the latency, every update describes a direction already given up.")
        .in_groups(&[More(Group::TrackAndMotion), More(Group::ShotMotion)]).applies_if(|s| s.motion.kind == MotionKind::OnFoot),
    number(field!(motion.drive), "Drives for", ("s", 1), (0.0, 3600.0), (0.0, 10.0), "How long it drives at its speed between going on and braking: nothing needs to be sent then.")
        .in_groups(&[More(Group::TrackAndMotion)]).applies_if(|s| s.motion.kind == MotionKind::StopAndGo),
    number(field!(motion.rest), "Stands for", ("s", 1), (0.0, 3600.0), (0.0, 10.0), "How long it waits: if the news of its stop is lost, it drives on at the other end until the next update.")
        .in_groups(&[More(Group::TrackAndMotion)]).applies_if(|s| s.motion.kind == MotionKind::StopAndGo),
    number(field!(motion.braking), "Brakes at", ("u/s²", 1), (0.1, 10_000.0), (1.0, 40.0), "How hard it brakes and gets going: very hard is a stop from one tick to the next.")
        .in_groups(&[More(Group::TrackAndMotion)]).applies_if(|s| s.motion.kind == MotionKind::StopAndGo),
    number(field!(motion.respawn), "Respawn every", ("s", 1), (0.0, 3600.0), (0.0, 10.0), "The vehicle jumps back to its start so often: what is drawn must jump too, not drive there; 0 is never.")
        .in_groups(&[More(Group::TrackAndMotion), More(Group::ShotMotion)]),
    number(field!(track.sharpness), "Corner sharpness", ("", 2), (0.0, 1.0), (0.0, 1.0), "Sharper turns need fewer updates, about one each, but show a larger peak error.")
        .in_groups(&[Front(Group::TrackAndMotion), More(Group::ShotMotion)]).applies_if(|s| s.motion.kind == MotionKind::Lap).beside(|s| format!("radius {:.2} u", s.track.radius())),
    number(field!(track.wall_distance), "Walls at", ("u", 2), (0.0, 1000.0), (0.0, 2.0), "A wall on both sides of the path: the model knows nothing of it, so what is drawn goes through; 0 is none.")
        .in_groups(&[More(Group::TrackAndMotion)]).off_at_zero(),
    number(field!(trace.scale), "Scale", ("u/m", 3), (0.000001, 1000000.0), (0.01, 10.0), "World units a metre of the recording: thresholds, speeds and errors are all measured in them.")
        .in_groups(&[Front(Group::Recording)]).applies_if(|s| s.motion.kind == MotionKind::Trace),
    number(field!(trace.smoothing), "Averaged over", ("s", 2), (0.0, 10.0), (0.0, 1.0), "What the file does not say of velocity and acceleration is a mean over this long: a short one is noisy, a long one late.")
        .in_groups(&[More(Group::Recording)]).applies_if(|s| s.motion.kind == MotionKind::Trace),
    choice(named!(trace.velocity, velocity), "Velocity from", "A receiver measures its speed better than positions tell; without one in the file they have to.")
        .in_groups(&[More(Group::Recording)]).applies_if(|s| s.motion.kind == MotionKind::Trace),
    number(field!(trace.gap), "Gap from", ("s", 2), (0.0, 3600.0), (0.0, 10.0), "A longer pause between two samples is a gap; 0 takes five times their median distance.")
        .in_groups(&[More(Group::Recording)]).applies_if(|s| s.motion.kind == MotionKind::Trace),
    choice(named!(trace.gaps, gaps), "Gaps", "Jump over: their time is left out and the vehicle is put down where it goes on. Bridge: it drives there.")
        .in_groups(&[More(Group::Recording)]).applies_if(|s| s.motion.kind == MotionKind::Trace),
    number(field!(trace.held), "Held up to", ("s", 2), (0.0, 60.0), (0.0, 2.0), "A position that repeats for no longer than this is taken for a slow receiver, not for a stop; 0 believes it.")
        .in_groups(&[More(Group::Recording)]).applies_if(|s| s.motion.kind == MotionKind::Trace),
    number(field!(sender.threshold), "Threshold", ("u", 2), (0.0, 1000.0), (0.0, 1.0), "A quarter of it means about twice the updates; half the entity's width is a fair first try.")
        .in_groups(&[Front(Group::Sender)]).applies_if(|s| s.sender.pixels <= 0.0).zeroes(|s| &mut s.sender.pixels).axis_from(0.05),
    number(field!(sender.heartbeat), "Heartbeat", ("s", 1), (0.0, 600.0), (0.0, 10.0), "An update after this long without one, so that a late joiner hears something; 0 turns it off.")
        .in_groups(&[Front(Group::Sender)]).off_at_zero(),
    choice(named!(sender.order, order), "Model", "Acceleration pays on long, steady curves; on short ones it overshoots where the curve ends. A turn follows an arc.")
        .in_groups(&[Front(Group::Sender)]),
    number(field!(sender.rate_cap), "Rate cap", ("Hz", 1), (0.0, 240.0), (0.0, 60.0), "The most updates a second; below what the motion needs, the threshold is no longer kept. 0 is no cap.")
        .in_groups(&[More(Group::Sender)]).off_at_zero(),
    choice(named!(sender.braking, braking), "After braking", "Order 2 drives a braking entity backwards once it has stopped; hold keeps both ends where it stopped.")
        .in_groups(&[More(Group::Sender)]).applies_if(accelerates),
    number(field!(sender.angle_threshold), "Angle threshold", ("°", 1), (0.0, 180.0), (0.0, 45.0), "Sends when the heading is off by more than this, though the place is right; 0 turns it off.")
        .in_groups(&[More(Group::Sender)]).off_at_zero(),
    number(field!(sender.pixels), "Threshold in pixels", ("px", 1), (0.0, 1000.0), (0.0, 20.0), "Replaces the threshold by what a viewer at the distance below sees on a 1080-pixel screen; 0 turns it off.")
        .in_groups(&[More(Group::Sender)]).off_at_zero().laboratory_only(),
    number(field!(sender.viewer_distance), "Viewer distance", ("u", 1), (0.01, 100_000.0), (1.0, 200.0), "The same entity seen from twice as far needs half the precision: compare the updates near and far.")
        .in_groups(&[More(Group::Sender)]).applies_if(|s| s.sender.pixels > 0.0).laboratory_only(),
    choice(named!(sender.acceleration, acceleration), "Acceleration", "Estimated from the velocities of two ticks it is late and noisy, which order 2 makes worse.")
        .in_groups(&[More(Group::Sender)]).applies_if(accelerates).laboratory_only(),
    number(field!(sender.velocity_noise), "Velocity noise", ("u/s", 3), (0.0, 10.0), (0.0, 0.5), "Noise on the velocity that the owner knows: order 1 hardly feels it, an estimated acceleration does.")
        .in_groups(&[More(Group::Sender)]).off_at_zero().laboratory_only(),
    number(field!(sender.acceleration_damping), "Damping", ("", 2), (0.0, 1.0), (0.0, 1.0), "Shrinks an acceleration that reverses from one update to the next: less swinging, later turns.")
        .in_groups(&[More(Group::Sender)]).applies_if(accelerates),
    switch(flag!(sender.flag_teleports), "Flag jumps", "A jump of the owner is sent at once and says so; without, the receiver takes it for a long correction and blends.")
        .in_groups(&[More(Group::Sender)]).applies_if(|s| s.motion.respawn > 0.0 || s.motion.kind == MotionKind::Trace),
    number(field!(sender.step_rate), "Sender's frames", ("Hz", 0), (0.0, 1000.0), (0.0, 120.0), "Steps this end's copy of the model in frames of this rate: order 2 then depends on it. 0 is the closed form.")
        .in_groups(&[More(Group::Sender)]).applies_if(|s| s.sender.order != Order::Velocity).off_at_zero(),
    bits(field!(wire.position_bits), "Position bits", "Few bits over a wide range make coarse steps: an entity at rest stands beside its place. One bit has room for the middle alone; 0 sends it as it is.")
        .in_groups(&[Front(Group::Wire)]),
    number(field!(wire.position_range), "Position range", ("u", 1), (0.01, 1000000.0), (1.0, 1000.0), "What is beyond it arrives as its end; at the same bits a wider range is a coarser step.")
        .in_groups(&[More(Group::Wire)]),
    bits(field!(wire.velocity_bits), "Velocity bits", "A step of the velocity is an error that grows until the next update. 0 sends it as it is.")
        .in_groups(&[More(Group::Wire)]),
    number(field!(wire.velocity_range), "Velocity range", ("u/s", 1), (0.01, 100000.0), (1.0, 100.0), "What is beyond it arrives as its end; at the same bits a wider range is a coarser step.")
        .in_groups(&[More(Group::Wire)]),
    bits(field!(wire.acceleration_bits), "Acceleration bits", "Only travels with order 2, where its step grows with the square of the age. 0 sends it as it is.")
        .in_groups(&[More(Group::Wire)]),
    number(field!(wire.acceleration_range), "Acceleration range", ("u/s²", 1), (0.01, 100000.0), (1.0, 200.0), "What is beyond it arrives as its end; at the same bits a wider range is a coarser step.")
        .in_groups(&[More(Group::Wire)]),
    bits(field!(wire.heading_bits), "Heading bits", "8 bits are steps of 1.4°, enough for most vehicles. 0 sends it as it is.")
        .in_groups(&[More(Group::Wire)]),
    bits(field!(wire.turn_bits), "Turn rate bits", "The step of the angular velocity bends the path of the turning model. 0 sends it as it is.")
        .in_groups(&[More(Group::Wire)]),
    number(field!(wire.turn_range), "Turn rate range", ("rad/s", 1), (0.01, 1000.0), (1.0, 50.0), "What turns faster arrives as turning this fast.")
        .in_groups(&[More(Group::Wire)]),
    number(field!(link.latency), "Latency", ("s", 3), (0.0, 10.0), (0.0, 0.5), "One way. It sets a floor to the error that no threshold gets below.")
        .in_groups(&[Front(Group::LinkAndReceiver), Front(Group::PlayerNetwork), Front(Group::ShotNetwork)]),
    number(field!(link.up_ratio), "Way back", ("", 2), (0.0, 10.0), (0.0, 4.0), "The latency from receiver to sender, as a multiple of the other: half the difference is the clock's error.")
        .in_groups(&[More(Group::LinkAndReceiver), More(Group::PlayerNetwork), More(Group::ShotNetwork)]),
    number(field!(link.jitter), "Jitter", ("s", 3), (0.0, 5.0), (0.0, 0.5), "Packets that take unequal times overtake each other: the late ones are ignored, snapshots run dry.")
        .in_groups(&[Front(Group::RoughNetwork), Front(Group::PlayerNetwork)]).off_at_zero(),
    choice(named!(link.jitter_kind, jitter), "Kind of jitter", "Even: earlier or later by up to the jitter. Normal: with it as deviation. Heavy: later only, at times by much more. Never below no latency.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).applies_if(|s| s.link.jitter > 0.0),
    number(field!(link.loss), "Loss", ("", 3), (0.0, 1.0), (0.0, 0.5), "The share of packets lost, but for the first, which both ends begin with. A lost update is wrong until the next one: the heartbeat bounds how long.")
        .in_groups(&[Front(Group::RoughNetwork), Front(Group::PlayerNetwork)]).share(),
    number(field!(link.burst), "Burst length", ("packets", 1), (1.0, 100.0), (1.0, 10.0), "Losses come in runs of this length on average, at the same share; 1 is each packet for itself.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).applies_if(|s| s.link.loss > 0.0),
    number(field!(link.duplicate), "Duplicates", ("", 3), (0.0, 1.0), (0.0, 0.5), "The share of packets that arrive twice: whichever comes first counts, the other changes nothing but a counter.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).off_at_zero().share(),
    number(field!(link.reorder), "Reordering", ("", 3), (0.0, 1.0), (0.0, 0.5), "The share of packets held back, so that later ones overtake them whatever the jitter.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).off_at_zero().share(),
    number(field!(link.reorder_delay), "Held back for", ("s", 3), (0.0, 5.0), (0.0, 0.5), "How long a reordered packet is held back: below the time between two packets nothing overtakes it.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).applies_if(|s| s.link.reorder > 0.0),
    number(field!(link.bandwidth), "Bandwidth", ("B/s", 0), (0.0, 1e9), (0.0, 10_000.0), "What the narrowest place lets through; ask for more and the queue grows, then drops. 0 is no limit.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).off_at_zero(),
    whole(field!(link.queue), "Queue", "packets", (1.0, 10_000.0), (1.0, 200.0), "How many packets wait at the narrowest place: a long queue turns loss into latency.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).applies_if(|s| s.link.bandwidth > 0.0),
    number(field!(link.spike_period), "Spike every", ("s", 1), (0.0, 600.0), (0.0, 10.0), "Once in this time, at a drawn moment, everything takes longer for a while; 0 is never.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).off_at_zero(),
    number(field!(link.spike_length), "Spike length", ("s", 3), (0.0, 60.0), (0.0, 2.0), "How long a spike lasts; what is sent just after it overtakes what was sent within.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).applies_if(|s| s.link.spike_period > 0.0),
    number(field!(link.spike_latency), "Spike latency", ("s", 3), (0.0, 10.0), (0.0, 1.0), "How much longer packets take that are sent in a spike.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).applies_if(|s| s.link.spike_period > 0.0),
    whole(field!(link.packet_bytes), "Packet size", "B", (1.0, 65_535.0), (20.0, 500.0), "What one packet weighs on the wire, headers included; it turns the rate into bytes per second.")
        .in_groups(&[More(Group::LinkAndReceiver), More(Group::PlayerNetwork)]).applies_if(|s| s.wire.format().is_none()),
    number(field!(receiver.blend_time), "Blend time", ("s", 3), (0.0, 10.0), (0.0, 1.0), "0 snaps: small error, visible pops. Long blends are smooth, and wrong for longer.")
        .in_groups(&[Front(Group::LinkAndReceiver)]).applies_if(|s| s.receiver.smoothing != Smoothing::Snap),
    switch(flag!(receiver.send_time), "Use the send time", "Off applies updates as if they were true on arrival: one latency behind, even on a straight.")
        .in_groups(&[More(Group::LinkAndReceiver)]),
    choice(named!(receiver.smoothing, smoothing), "Smoothing", "How a correction is hidden: watch for pops, kinks, and swinging past the model.")
        .in_groups(&[Front(Group::HidingCorrections)]),
    number(field!(receiver.bezier_handle), "Bézier handle", ("", 2), (0.0, 10.0), (0.0, 4.0), "In thirds of the blend time: 1 is the Hermite curve, 3 the published spline, which swings out.")
        .in_groups(&[More(Group::HidingCorrections)]).applies_if(|s| s.receiver.smoothing == Smoothing::Bezier),
    choice(named!(receiver.blend_until, blend_until), "Blend until", "Until the next update is expected, corrections are always just done when the next one comes.")
        .in_groups(&[More(Group::HidingCorrections)]),
    number(field!(receiver.extrapolation_cap), "Extrapolation cap", ("s", 3), (0.0, 60.0), (0.0, 2.0), "A silent entity stops after this long instead of driving through the wall; 0 is no cap.")
        .in_groups(&[More(Group::HidingCorrections)]).off_at_zero(),
    number(field!(receiver.teleport_distance), "Teleport distance", ("u", 1), (0.0, 100_000.0), (0.0, 10.0), "A longer correction is drawn at once: nobody slides across the map. 0 turns it off.")
        .in_groups(&[More(Group::HidingCorrections)]).off_at_zero(),
    number(field!(receiver.stale_heartbeats), "Stale after", ("heartbeats", 1), (0.0, 100.0), (0.0, 10.0), "After so many heartbeats of silence it is stale, and snaps when it is heard of again; 0 turns it off.")
        .in_groups(&[More(Group::HidingCorrections)]).off_at_zero(),
    number(field!(receiver.joins_at), "Joins at", ("s", 1), (0.0, 3600.0), (0.0, 20.0), "It hears nothing before; then the first packet draws the entity at once, and a heartbeat bounds the wait.")
        .in_groups(&[More(Group::LinkAndReceiver)]).laboratory_only(),
    choice(named!(receiver.order, receiver_order), "Receiver's model", "A fault: the receiver runs another model than the sender checks, so the error runs away and nobody sends.")
        .in_groups(&[More(Group::LinkAndReceiver)]),
    number(field!(receiver.step_rate), "Receiver's frames", ("Hz", 0), (0.0, 1000.0), (0.0, 120.0), "Steps this end's copy of the model in frames of this rate: at another one than the sender's, the copies part. 0 is the closed form.")
        .in_groups(&[More(Group::LinkAndReceiver)]).applies_if(|s| s.receiver.order.unwrap_or(s.sender.order) != Order::Velocity).off_at_zero(),
    switch(flag!(receiver.clamps), "Stop at walls", "Puts what is drawn back to the wall that it went through, so that it slides along it; walls must be there.")
        .in_groups(&[More(Group::HidingCorrections)]).applies_if(|s| s.track.wall_distance > 0.0),
    number(field!(clock.offset), "Clock offset", ("s", 3), (-10.0, 10.0), (-0.5, 0.5), "How far the receiver's clock is ahead at the start; it does something once the clock is not known.")
        .in_groups(&[More(Group::Clock)]).applies_if(|s| s.clock.estimate != ClockEstimate::Exact),
    number(field!(clock.drift), "Clock drift", ("ppm", 0), (-1000.0, 1000.0), (-200.0, 200.0), "How much too fast the receiver's clock runs: 100 ppm is a third of a second in an hour.")
        .in_groups(&[More(Group::Clock)]).applies_if(|s| s.clock.estimate != ClockEstimate::Exact),
    choice(named!(clock.estimate, clock), "Sender's clock", "Known exactly, estimated from pings, or taken to be the receiver's own: then the offset is drawn.")
        .in_groups(&[Front(Group::Clock)]),
    number(field!(clock.ping_interval), "Ping every", ("s", 2), (0.05, 60.0), (0.1, 5.0), "How often the estimate is made anew: the more often, the better it follows a drift.")
        .in_groups(&[More(Group::Clock)]).applies_if(|s| s.clock.estimate == ClockEstimate::Estimated),
    number(field!(snapshot.rate), "Rate", ("Hz", 1), (0.5, 240.0), (1.0, 60.0), "Snapshots go out at this rate whatever the entity does; a low rate cuts the corners.")
        .in_groups(&[Front(Group::Snapshots), More(Group::ShotNetwork)]),
    number(field!(snapshot.delay), "Render delay", ("s", 3), (0.0, 10.0), (0.0, 0.5), "On top of the latency. Below one interval the buffer runs dry and the entity stutters.")
        .in_groups(&[Front(Group::Snapshots), Front(Group::ShotNetwork)]).applies_if(|s| !s.technique.row().sends || interpolates(s)),
    switch(flag!(snapshot.adaptive), "Adaptive delay", "The delay follows the measured jitter with a margin: short on a calm network, long on a rough one.")
        .in_groups(&[More(Group::Snapshots)]).applies_if(interpolates),
    number(field!(snapshot.jitter_factor), "Times the jitter", ("", 1), (0.0, 20.0), (0.0, 10.0), "How many times the measured jitter the adaptive delay allows for: fewer is fresher, and runs dry more often.")
        .in_groups(&[More(Group::Snapshots)]).applies_if(|s| s.snapshot.adaptive),
    choice(named!(snapshot.curve, curve), "Curve", "Hermite also uses the sent velocities: at a low rate the corners come out round.")
        .in_groups(&[More(Group::Snapshots)]).applies_if(interpolates),
    number(field!(snapshot.extrapolation_cap), "Cap past the buffer", ("s", 3), (0.0, 10.0), (0.0, 1.0), "When the buffer runs dry the last motion goes on for this long, then waits; 0 waits at once.")
        .in_groups(&[More(Group::Snapshots)]).applies_if(interpolates),
    choice(named!(snapshot.drawing, drawing), "Draw", "The newest as it comes is the naive way: fresher, and a jump at every snapshot.")
        .in_groups(&[More(Group::Snapshots)]),
    whole(field!(snapshot.capacity), "Buffer holds", "", (0.0, 10_000.0), (0.0, 60.0), "The most snapshots held; 0 holds as many as the delay needs. Too few, and it draws its oldest, in steps.")
        .in_groups(&[More(Group::Snapshots)]),
    switch(flag!(player.predicts), "Predict", "Off: a key moves nothing before the server's answer, a whole round trip later.")
        .in_groups(&[Front(Group::OwnPlayer)]),
    number(field!(player.smoothing), "Correction smoothing", ("s", 3), (0.0, 5.0), (0.0, 0.5), "0 is a hard snap: a correction jumps; spread over a few frames it is a short slide.")
        .in_groups(&[Front(Group::OwnPlayer)]).applies_if(|s| s.player.predicts),
    number(field!(player.answer_rate), "Answers per second", ("1/s", 0), (1.0, 1000.0), (1.0, 60.0), "Between two answers of the server the queue of unacknowledged inputs grows.")
        .in_groups(&[Front(Group::OwnPlayer)]),
    whole(field!(player.capacity), "Input queue", "inputs", (1.0, 4096.0), (1.0, 256.0), "A full queue makes the player wait: the server has been silent for that long.")
        .in_groups(&[More(Group::OwnPlayer)]),
    number(field!(player.barrier_x), "Obstacle at", ("u", 1), (-1000.0, 1000.0), (-5.0, 20.0), "Somebody in the way that only the server knows of: the guess is wrong there and must be put right.")
        .in_groups(&[More(Group::OwnPlayer)]).applies_if(|s| s.player.barrier_length > 0.0),
    number(field!(player.barrier_from), "Obstacle from", ("s", 2), (0.0, 3600.0), (0.0, 5.0), "When the obstacle is there: the client hears of it a latency later, from the server's answer.")
        .in_groups(&[More(Group::OwnPlayer)]).applies_if(|s| s.player.barrier_length > 0.0),
    number(field!(player.barrier_length), "Obstacle for", ("s", 2), (0.0, 3600.0), (0.0, 5.0), "How long the obstacle is there; 0 is never, and no correction is needed.")
        .in_groups(&[Front(Group::OwnPlayer)]),
    switch(flag!(player.other_code), "Other movement code", "A fault: client and server move by different rules, so every answer corrects a diagonal again.")
        .in_groups(&[Front(Group::Mistakes)]).applies_if(|s| s.player.predicts),
    switch(flag!(player.keeps_acknowledged), "Acknowledged inputs stay", "A fault: inputs that the server has done are played again on top, and the player races ahead.")
        .in_groups(&[Front(Group::Mistakes)]).applies_if(|s| s.player.predicts),
    switch(flag!(player.takes_stale), "Stale answers count", "A fault: with jitter an older answer comes after a newer one, and throws the player back.")
        .in_groups(&[Front(Group::Mistakes)]),
    number(field!(shot.shooter_x), "Shooter, x", ("u", 1), (-1000.0, 1000.0), (-10.0, 20.0), "Where the shot comes from: what a wall hides depends on it.")
        .in_groups(&[More(Group::Shot)]),
    number(field!(shot.shooter_y), "Shooter, y", ("u", 1), (-1000.0, 1000.0), (-10.0, 10.0), "Where the shot comes from: across the victim's way it is the hardest to hit.")
        .in_groups(&[More(Group::Shot)]),
    number(field!(shot.victim_latency), "Victim's latency", ("s", 3), (0.0, 5.0), (0.0, 0.5), "One way: how much later the victim hears of the hit, further behind the wall by then.")
        .in_groups(&[Front(Group::Shot)]),
    number(field!(shot.window), "Rewind window", ("s", 3), (0.0, 5.0), (0.0, 1.0), "The most that the server goes back: a slower shooter than this has to lead the target again.")
        .in_groups(&[Front(Group::Shot)]),
    number(field!(shot.favour_victim), "Favour the victim", ("", 2), (0.0, 1.0), (0.0, 1.0), "0 judges what the shooter saw, 1 what is now: in between the two share the unfairness.")
        .in_groups(&[Front(Group::Shot)]),
    number(field!(entity.width), "Entity width", ("u", 2), (0.01, 1000.0), (0.05, 2.0), "Drawn to scale: an error that is small beside the entity is one that nobody sees.")
        .in_groups(&[Front(Group::View)]),
    whole(field!(sim.tick_rate), "Tick rate", "Hz", (5.0, 1000.0), (10.0, 240.0), "How often the sender compares; a slow tick notices the drift late.")
        .in_groups(&[More(Group::TrackAndMotion), Front(Group::PlayerMotion), More(Group::ShotMotion)]),
    whole(field!(seed), "Seed", "", (0.0, LARGEST_WHOLE), (0.0, 100.0), "The luck of the network: another seed, another draw of jitter and loss; the numbers that matter are the median's.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).luck(),
    whole(field!(ensemble.seeds), "Seeds", "", (1.0, 10_000.0), (1.0, 128.0), "One seed is luck: where the network draws, the table shows the median and the spread over this many.")
        .in_groups(&[More(Group::RoughNetwork), More(Group::PlayerNetwork)]).luck(),
];

//! Bytes → a recording → a truth: never a panic, never endless, and nothing but finite numbers.
#![no_main]

use laboratory::motion::Truth;
use laboratory::recording;
use laboratory::settings::{Gaps, HeadingUnit, MotionKind, Settings, TimeUnit};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((options, file)) = data.split_first() else { return };
    let mut settings = Settings::default();
    settings.motion.kind = MotionKind::Trace;
    settings.sim.tick_rate = 10;
    // The first byte turns what decides how the rest is read.
    settings.trace.time_unit =
        [TimeUnit::Auto, TimeUnit::Ms, TimeUnit::Iso, TimeUnit::Ns][usize::from(options & 3)];
    settings.trace.heading_unit =
        if options & 4 == 0 { HeadingUnit::Auto } else { HeadingUnit::CompassDegrees };
    settings.trace.gaps = if options & 8 == 0 { Gaps::Keep } else { Gaps::Bridge };
    settings.trace.columns =
        ["", "x=1,y=2", "time=-1,x=1,y=2", "heading=none"][usize::from(options >> 4 & 3)].to_owned();
    settings.trace.scale = if options & 64 == 0 { 1.0 } else { 1e-3 };
    settings.trace.gap = if options & 128 == 0 { 0.0 } else { 0.5 };
    let Ok(recorded) = recording::read(file, &settings.trace) else { return };
    let samples = recorded.positions.len();
    assert!(samples >= 3);
    for length in [recorded.times.len(), recorded.velocities.len(), recorded.speeds.len()] {
        assert!(length == 0 || length == samples);
    }
    assert!(recorded.times.windows(2).all(|pair| pair[0] < pair[1]));
    settings.trace.recording = recorded.into();
    if let Ok(truth) = Truth::build(&settings) {
        assert!(truth.states.iter().all(|state| state.is_finite()));
        assert!(truth.outline.iter().all(|point| point.is_finite()));
    }
});

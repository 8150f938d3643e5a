//! Your own player: prediction, acknowledgements, reconciliation.

use super::Lesson;
use crate::catalogue::panel_row::PanelRow;
use crate::catalogue::reading::{COUNT, FINE, Reading, TENTHS, UNITS, reading};
use crate::catalogue::sources::PREDICTION_CHAPTER;
use crate::experiment::Experiment;
use crate::lane::{Fate, Lane};
use crate::lanes::Side;
use crate::scene::view::Layout;
use crate::technique::player::detail::{Answer, PlayerRun, PlayerTick, Step, input_delay};

const fn predicted(name: &'static str, set: &'static [&'static str]) -> PanelRow {
    PanelRow { name, set, layout: Layout::Only(Side::First) }
}

const fn two_lanes(name: &'static str, set: &'static [&'static str]) -> PanelRow {
    PanelRow { name, set, layout: Layout::Overlay }
}

/// A place of the source's trace, u.
const fn place(label: &'static str, read: fn(&Experiment) -> f64, value: f64) -> Reading {
    reading(label, TENTHS, &[], read).published(PREDICTION_CHAPTER.states(value))
}

const MS: (&str, usize) = ("ms", 0);

/// Reads what the run has beside its lanes.
fn of_player(lab: &Experiment, read: impl Fn(&PlayerRun) -> f64) -> f64 {
    lab.run.player().map_or(f64::NAN, read)
}

fn delay(lab: &Experiment, lane: &Lane) -> f64 {
    let ms = |seconds| 1000.0 * seconds;
    of_player(lab, |player| input_delay(&lab.truth, player, lane).map_or(f64::NAN, ms))
}

/// From the key to the first movement on the screen, ms.
fn drawn_delay(lab: &Experiment) -> f64 {
    delay(lab, &lab.run.lanes[0])
}

/// The same for a client that waits, ms.
fn waiting_delay(lab: &Experiment) -> f64 {
    delay(lab, &lab.run.lanes[1])
}

fn peak(lab: &Experiment) -> f64 {
    lab.metrics[0].peak_error
}

fn waiting_peak(lab: &Experiment) -> f64 {
    lab.metrics[1].peak_error
}

fn largest_step(lab: &Experiment) -> f64 {
    lab.metrics[0].largest_step
}

/// Answers that moved the player.
fn corrections(lab: &Experiment) -> f64 {
    of_player(lab, |player| player.corrections(&lab.settings).count() as f64)
}

/// Answers that the client took.
fn taken(lab: &Experiment) -> f64 {
    let taken = |answer: &&Answer| answer.taken.is_some();
    of_player(lab, |player| player.answers.iter().filter(taken).count() as f64)
}

/// The most inputs that waited for an answer at once.
fn longest_queue(lab: &Experiment) -> f64 {
    let pending = |tick: &PlayerTick| tick.pending;
    of_player(lab, |player| player.ticks.iter().map(pending).max().unwrap_or(0) as f64)
}

/// The queue half way through.
fn usual_queue(lab: &Experiment) -> f64 {
    of_player(lab, |player| {
        let mut held: Vec<usize> = player.ticks.iter().map(|tick| tick.pending).collect();
        held.sort_unstable();
        held.get(held.len() / 2).map_or(f64::NAN, |count| *count as f64)
    })
}

/// The longest time without an answer that counted, ms.
fn longest_silence(lab: &Experiment) -> f64 {
    of_player(lab, |player| {
        let mut taken: Vec<usize> =
            player.answers.iter().filter_map(|answer| answer.taken).collect();
        taken.sort_unstable();
        let longest = taken.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
        1000.0 * longest as f64 / lab.truth.tick_rate
    })
}

/// The furthest that the drawn player was before the true one, u.
fn furthest_ahead(lab: &Experiment) -> f64 {
    let frames = lab.run.lanes[0].frames.iter().zip(&lab.truth.states);
    frames.map(|(frame, state)| frame.drawn.x - state.position.x).fold(0.0, f64::max)
}

fn overtaken_answers(lab: &Experiment) -> f64 {
    let packets = lab.run.lanes[1].packets.iter();
    packets.filter(|packet| packet.fate == Fate::Late).count() as f64
}

fn underruns(lab: &Experiment) -> f64 {
    lab.metrics[1].buffer.map_or(f64::NAN, |buffer| buffer.underruns as f64)
}

/// The tick right after input 45 of the source's trace.
const TRACE_TICK: usize = 44;

fn answer(lab: &Experiment) -> Option<&Answer> {
    lab.run.player()?.answer(TRACE_TICK)
}

/// Input 41 and so on of the source's trace.
fn step(lab: &Experiment, sequence: u16) -> Option<Step> {
    let steps = lab.run.player()?.steps(&lab.settings, answer(lab)?);
    steps.into_iter().find(|step| step.input.sequence == sequence)
}

fn guessed(lab: &Experiment, sequence: u16) -> f64 {
    step(lab, sequence).map_or(f64::NAN, |step| step.predicted.x)
}

fn replayed(lab: &Experiment, sequence: u16) -> f64 {
    step(lab, sequence).and_then(|step| step.replayed).map_or(f64::NAN, |place| place.x)
}

fn start_of_trace(lab: &Experiment) -> f64 {
    of_player(lab, |player| player.inputs.get(39).map_or(f64::NAN, |life| life.predicted.x))
}

fn answered(lab: &Experiment) -> f64 {
    answer(lab).map_or(f64::NAN, |answer| answer.says.mover.position.x)
}

fn corrected(lab: &Experiment) -> f64 {
    answer(lab).map_or(f64::NAN, |answer| answer.reconciliation.correction.x)
}

/// The lessons.
pub const ROWS: &[Lesson] = &[
    NO_PREDICTION,
    PREDICTION,
    QUEUE,
    GUESSED_RIGHT,
    OBSTACLE,
    SMOOTHING,
    LAG_SPIKE,
    OTHER_CODE,
    KEPT_INPUTS,
    STALE_ANSWER,
    DELAY_BELOW_JITTER,
];

const NO_PREDICTION: Lesson = Lesson {
    name: "no-prediction",
    title: "Without prediction a key waits for a round trip",
    says: [
        "The server decides where the player is, so a plain client sends the key and waits for the answer.",
        "At 50 ms each way nothing moves for 100 ms, and on a phone it is two or three times that.",
    ],
    set: &[
        "technique=prediction",
        "link.latency=0.05",
        "player.answer_rate=60",
        "player.keys=.15 r45 .30",
    ],
    panels: &[
        predicted("waiting for the server", &["player.predicts=false"]),
        predicted("predicted", &[]),
    ],
    layers: &[],
    at: Some(0.34),
    turn: "link.latency",
    shows: "Turn up the latency: the yellow line leaves the floor later and later after the key.",
    look: "The right key has been down for several ticks; the player that waits still stands, the predicted one is on its way.",
    page: "predict",
    numbers: &[
        reading("from key to screen, as set", MS, &[], drawn_delay)
            .published(PREDICTION_CHAPTER.states(100.0)),
        reading("from key to screen, 150 ms each way", MS, &["link.latency=0.15"], drawn_delay),
        reading("from key to screen, predicted", MS, &["player.predicts=true"], drawn_delay),
    ],
    holds: |numbers| numbers[1] > 2.0 * numbers[0] && numbers[2] == 0.0,
};

const PREDICTION: Lesson = Lesson {
    name: "prediction",
    title: "Prediction acts at once, and the same rule makes it right",
    says: [
        "The client moves the player by the server's own rule the moment a key goes down, and sends the key as well.",
        "Same rule, same keys, same start: the server comes to the same place later, and nothing has to be corrected.",
    ],
    set: &["technique=prediction", "link.latency=0.1"],
    panels: &[two_lanes("predicted, and waiting", &[])],
    layers: &[],
    at: Some(0.35),
    turn: "link.loss",
    shows: "Lose a fifth of the packets: blue stutters, and yellow does not notice.",
    look: "Three curves of one walk: yellow at the key, white when the key has come to the server, blue when the answer is back.",
    page: "predict",
    numbers: &[
        reading("from key to screen, predicted", MS, &[], drawn_delay),
        reading("from key to screen, waiting", MS, &[], waiting_delay),
        reading("largest error, predicted", UNITS, &[], peak),
        reading("largest error, waiting", UNITS, &[], waiting_peak),
        reading("largest error, 20 % loss and 50 ms jitter", UNITS, ROUGH, peak),
    ],
    holds: |numbers| {
        numbers[0] == 0.0
            && numbers[1] >= 200.0
            && numbers[2] == 0.0
            && numbers[3] > 0.5
            && numbers[4] == 0.0
    },
};

const ROUGH: &[&str] = &["link.loss=0.2", "link.jitter=0.05"];

const QUEUE: Lesson = Lesson {
    name: "input-queue",
    title: "What the server has not answered stays in a queue",
    says: [
        "Every input has a number and stays in the queue until an answer says that the server has done it.",
        "So the queue is as long as a round trip and the wait for the next answer, counted in ticks.",
    ],
    set: &["technique=prediction", "link.latency=0.1"],
    panels: &[two_lanes("100 ms each way", &[])],
    layers: &[],
    at: Some(0.5),
    turn: "link.latency",
    shows: "Turn up the latency: more boxes are bright, for more inputs wait for their answer.",
    look: "The bright boxes are the queue; each white line brings the number up to which the server is done, and those boxes go dark.",
    page: "glossary",
    numbers: &[
        reading("inputs in the queue, at most", COUNT, &[], longest_queue),
        reading("at 25 ms each way", COUNT, &["link.latency=0.025"], longest_queue),
        reading("at 250 ms each way", COUNT, &["link.latency=0.25"], longest_queue),
        reading("with 5 answers a second", COUNT, &["player.answer_rate=5"], longest_queue),
    ],
    holds: |numbers| numbers[1] < numbers[0] && numbers[0] < numbers[2] && numbers[0] < numbers[3],
};

/// The source's example: x = 10 before input 41, a unit a tick, a tick each way, an answer every third tick. The
/// obstacle of its second trace is there on the tick of input 43, for no time at all unless a lesson gives it some.
const TRACE: &[&str] = &[
    "technique=prediction",
    "motion.speed=60",
    "link.latency=0.016666666666666666",
    "player.keys=.30 r15 .20",
    "player.barrier_x=12.6",
    "player.barrier_from=0.7",
];

const GUESSED_RIGHT: Lesson = Lesson {
    name: "guessed-right",
    title: "Snap and replay leads back to where the player already is",
    says: [
        "The answer says: input 43 is done, you are at 13. The client goes there, drops 41 to 43 and plays 44 and 45 again.",
        "The guess was right, so it ends at 15 again and nobody sees that anything happened.",
    ],
    set: TRACE,
    panels: &[two_lanes("the guess was right", &[])],
    layers: &[],
    at: Some(44.0 / 60.0),
    turn: "player.barrier_length",
    shows: "Turn it up: an obstacle stands in the way from input 43 on, and the same three steps end at 14.6 instead.",
    look: "The answer 43 arrives, boxes 44 and 45 are still bright and played again, and the yellow curve goes on without a step.",
    page: "glossary",
    numbers: &[
        place("x before input 41", start_of_trace, 10.0),
        place("predicted for 45", |lab| guessed(lab, 45), 15.0),
        place("the server's answer for 43", answered, 13.0),
        place("44 played again", |lab| replayed(lab, 44), 14.0),
        place("45 played again", |lab| replayed(lab, 45), 15.0),
        place("correction", corrected, 0.0),
    ],
    holds: |numbers| numbers[1] == numbers[4] && numbers[5] == 0.0,
};

const OBSTACLE: Lesson = Lesson {
    name: "obstacle",
    title: "Where the guess was wrong, the answer puts it right",
    says: [
        "On the tick of input 43 something was in the way that only the server knew of: it stopped the player at 12.6.",
        "Snap to 12.6, play 44 and 45 again, and the player is at 14.6: one correction of 0.4, and both agree.",
    ],
    set: TRACE,
    panels: &[two_lanes(
        "an obstacle that the client does not know",
        &["player.barrier_length=0.0167"],
    )],
    layers: &[],
    at: Some(44.0 / 60.0),
    turn: "player.barrier_x",
    shows: "Move it between 12 and 13: the correction is what it took of that step; elsewhere it meets nobody on that tick.",
    look: "Orange is the obstacle that stopped the server's player; red, where the answer 43 arrives, is what yellow gives back.",
    page: "predict",
    numbers: &[
        place("predicted for 45", |lab| guessed(lab, 45), 15.0),
        place("the server's answer for 43", answered, 12.6),
        place("44 played again", |lab| replayed(lab, 44), 13.6),
        place("45 played again", |lab| replayed(lab, 45), 14.6),
        place("correction", corrected, -0.4),
    ],
    holds: |numbers| (numbers[3] - numbers[0] - numbers[4]).abs() < 1e-9,
};

const SMOOTHING: Lesson = Lesson {
    name: "correction-smoothing",
    title: "A few frames of smoothing hide a correction",
    says: [
        "A hard snap shows every correction as a jump in one frame.",
        "Smoothed, the old place fades into the new one over a few frames: the same numbers underneath, a gentler picture.",
    ],
    set: &[
        "technique=prediction",
        "player.keys=.10 r60 .20",
        "player.barrier_x=1",
        "player.barrier_from=0.4",
        "player.barrier_length=0.2",
        "player.answer_rate=5",
    ],
    panels: &[
        predicted("hard snap", &[]),
        predicted("smoothed over 150 ms", &["player.smoothing=0.15"]),
    ],
    layers: &[],
    at: Some(0.85),
    turn: "player.smoothing",
    shows: "Smooth for longer: the steps get smaller, and the player is wrong for longer.",
    look: "At the red mark the answer arrives: yellow drops straight down, or slides over a few frames. Orange is the obstacle.",
    page: "symptoms",
    numbers: &[
        reading("largest step, as set", UNITS, &[], largest_step),
        reading("largest step, over 150 ms", UNITS, &["player.smoothing=0.15"], largest_step),
        reading("mean error, as set", FINE, &[], |lab| lab.metrics[0].mean_error),
        reading("mean error, over 150 ms", FINE, &["player.smoothing=0.15"], |lab| {
            lab.metrics[0].mean_error
        }),
    ],
    holds: |numbers| numbers[0] > 3.0 * numbers[1] && numbers[3] > numbers[2],
};

const LAG_SPIKE: Lesson = Lesson {
    name: "lag-spike",
    title: "A lag spike makes the queue longer, not the player slower",
    says: [
        "For 300 ms every packet that is sent takes 400 ms longer, and no answer comes.",
        "The player goes on at once with every key, the queue grows, and the late answer confirms all of it.",
    ],
    set: &[
        "technique=prediction",
        "link.latency=0.05",
        "link.spike_period=3",
        "link.spike_length=0.3",
        "link.spike_latency=0.4",
        "player.keys=.10 r80 u40 .30",
        "seed=4",
    ],
    panels: &[two_lanes("400 ms longer for 300 ms", &[])],
    layers: &[],
    at: Some(0.87),
    turn: "link.spike_length",
    shows: "Make the spike longer: the queue grows with it, and the prediction stays exact.",
    look: "Answers sent in the spike are the slanted orange lines; the bright boxes pile up, and the yellow curve goes on evenly.",
    page: "glossary",
    numbers: &[
        reading("longest time without an answer", MS, &[], longest_silence),
        reading("inputs in the queue, usually", COUNT, &[], usual_queue),
        reading("inputs in the queue, at most", COUNT, &[], longest_queue),
        reading("largest error, predicted", UNITS, &[], peak),
        reading("largest error, waiting", UNITS, &[], waiting_peak),
    ],
    holds: |numbers| {
        numbers[0] > 200.0 && numbers[2] > 2.0 * numbers[1] && numbers[3] == 0.0 && numbers[4] > 1.0
    },
};

const DIAGONAL: &[&str] =
    &["technique=prediction", "link.latency=0.05", "player.keys=.10 ru60 .30"];

const OTHER_CODE: Lesson = Lesson {
    name: "other-code",
    title: "Different movement code makes every answer jerk",
    says: [
        "The client here limits the speed on each axis separately, so its diagonal is 41 % too fast; the server's is not.",
        "Each answer takes back what the last few inputs won: not one correction now and then, but a tremble without end.",
    ],
    set: DIAGONAL,
    panels: &[
        predicted("other code on the client", &["player.other_code=true"]),
        predicted("the same code", &[]),
    ],
    layers: &[],
    at: Some(0.8),
    turn: "player.answer_rate",
    shows: "More answers a second make smaller corrections, and more of them: the cause stays.",
    look: "A saw instead of a line: the yellow curve runs ahead, and every white line from the server pulls it back.",
    page: "symptoms",
    numbers: &[
        reading("corrections", COUNT, &[], corrections),
        reading("answers", COUNT, &[], taken),
        reading("largest error", UNITS, &[], peak),
        reading("corrections with the same code", COUNT, &["player.other_code=false"], corrections),
    ],
    holds: |numbers| numbers[0] > 0.6 * numbers[1] && numbers[2] > 0.05 && numbers[3] == 0.0,
};

const KEPT_INPUTS: Lesson = Lesson {
    name: "kept-inputs",
    title: "Inputs that are never dropped make the player race ahead",
    says: [
        "If acknowledged inputs stay in the queue, each answer plays them again on a place that holds them already.",
        "The player is ahead by everything that is in the queue, and further with every answer.",
    ],
    set: &["technique=prediction", "link.latency=0.05", "player.keys=.10 r60 .30"],
    panels: &[
        predicted("acknowledged inputs stay", &["player.keeps_acknowledged=true"]),
        predicted("acknowledged inputs are dropped", &[]),
    ],
    layers: &[],
    at: Some(0.8),
    turn: "player.capacity",
    shows: "A shorter queue bounds how far ahead the player gets; it does not mend it.",
    look: "No box goes dark: the queue holds every input there ever was, and yellow leaves the server behind.",
    page: "symptoms",
    numbers: &[
        reading("furthest ahead", UNITS, &[], furthest_ahead),
        reading("inputs in the queue, at most", COUNT, &[], longest_queue),
        reading("ahead with a queue of 16", UNITS, &["player.capacity=16"], furthest_ahead),
        reading(
            "ahead where they are dropped",
            UNITS,
            &["player.keeps_acknowledged=false"],
            furthest_ahead,
        ),
    ],
    holds: |numbers| numbers[0] > 2.0 && numbers[2] < numbers[0] / 2.0 && numbers[3] == 0.0,
};

const STALE_ANSWER: Lesson = Lesson {
    name: "stale-answer",
    title: "An answer that was overtaken must not count",
    says: [
        "With jitter an older answer may come after a newer one; the inputs between the two are no longer in the queue.",
        "Taken all the same, it throws the player back by them, until the next answer puts it right.",
    ],
    set: &[
        "technique=prediction",
        "link.latency=0.1",
        "link.jitter=0.06",
        "player.answer_rate=30",
        "player.keys=.10 r90 .30",
    ],
    panels: &[
        predicted("stale answers count", &["player.takes_stale=true"]),
        predicted("stale answers are ignored", &[]),
    ],
    layers: &[],
    at: Some(1.5),
    turn: "link.jitter",
    shows: "Turn the jitter to 0: nothing is overtaken, and the mistake hides.",
    look: "Lines that cross on their way up; each time the player is thrown back, and forward again with the next answer.",
    page: "symptoms",
    numbers: &[
        reading("answers that were overtaken", COUNT, &[], overtaken_answers),
        reading("largest error", UNITS, &[], peak),
        reading("largest step", UNITS, &[], largest_step),
        reading("largest error, ignored", UNITS, &["player.takes_stale=false"], peak),
    ],
    holds: |numbers| numbers[0] > 5.0 && numbers[1] > 0.15 && numbers[3] == 0.0,
};

const DELAY_BELOW_JITTER: Lesson = Lesson {
    name: "delay-below-jitter",
    title: "An interpolation delay below the jitter runs dry",
    says: [
        "Other players are drawn a little in the past, so that the next snapshot is there in time.",
        "Where packets vary by more than that delay it often is not: the buffer is empty, and the player stands or is guessed.",
    ],
    set: &["technique=dead-reckoning", "snapshot.rate=20", "link.jitter=0.08"],
    panels: &[
        PanelRow {
            name: "delay 60 ms, jitter ±80 ms",
            set: &["snapshot.delay=0.06"],
            layout: Layout::Only(Side::Second),
        },
        PanelRow {
            name: "delay 200 ms, jitter ±80 ms",
            set: &["snapshot.delay=0.2"],
            layout: Layout::Only(Side::Second),
        },
    ],
    layers: &[],
    at: None,
    turn: "snapshot.delay",
    shows: "Turn up the delay until the buffer is never dry: about one snapshot interval plus twice the jitter.",
    look: "The disc is hollow wherever its buffer is dry, and goes on with a jump.",
    page: "symptoms",
    numbers: &[
        reading("dry ticks, as set", COUNT, &[], underruns),
        reading("dry ticks, delay 200 ms", COUNT, &["snapshot.delay=0.2"], underruns),
        reading("dry ticks, as set, without jitter", COUNT, &["link.jitter=0"], underruns),
    ],
    holds: |numbers| numbers[0] > 50.0 && numbers[1] == 0.0 && numbers[2] == 0.0,
};

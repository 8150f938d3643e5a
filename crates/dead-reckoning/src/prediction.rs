//! Your own player: moved at once by a guess, put right by the server's answer.
//!
//! In: wishes (what the keys say), and acknowledgements as they arrive. Out: inputs to send, the place to draw.
//! Both ends run one movement [`Rule`]. The client keeps every input that the server has not acknowledged; an
//! acknowledgement puts the client where the server was and plays the kept inputs again.
//!
//! Invariants: the server applies each input once, in order; once every input is acknowledged the client stands
//! exactly where the server does, whatever was lost, late, twice or out of order; the queue never grows beyond its
//! capacity; with one rule and one ground on both ends a correction is exactly zero.
//!
//! Units: u, s, whole ticks. Sequence numbers are 16 bits and wrap (see [`super::sequence`]): an acknowledgement
//! that is more than 32 767 inputs late is misread.
//!
//! Source: Game Development Cheat Sheet, "Client Prediction & Lag Compensation", sections 1 to 4 and 11;
//! Y. Bernier, "Latency Compensating Methods in Client/Server In-game Protocol Design and Optimization", 2001.

use super::sequence::{is_newer, sequence_distance};
use alloc::collections::VecDeque;
use glam::DVec2;

/// What the player wants during one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wish {
    /// Where to, 0..1 long; longer counts as 1, so that a diagonal is no faster than a straight.
    pub direction: DVec2,
}

/// One tick's wish with the number that the server acknowledges it by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Input {
    /// Rises by one with each input and wraps.
    pub sequence: u16,
    /// The tick that it is for. The server moves the player for this tick whenever the input arrives.
    pub tick: u64,
    /// What the player wants.
    pub wish: Wish,
}

/// What a movement rule moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mover {
    /// Position, u.
    pub position: DVec2,
    /// Velocity over the last tick, u/s.
    pub velocity: DVec2,
}

impl Mover {
    /// At rest at a position, u.
    #[must_use]
    pub fn at(position: DVec2) -> Self {
        Self { position, velocity: DVec2::ZERO }
    }

    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.position.is_finite() && self.velocity.is_finite()
    }
}

/// A barrier across the way that is there for some ticks: a door that closes, another player who steps in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Barrier {
    /// Nobody crosses this x, u, from either side. Who stands on it counts as left of it.
    pub x: f64,
    /// The first tick that it is there.
    pub from: u64,
    /// The last tick that it is there. `u64::MAX`: it stays.
    pub to: u64,
}

/// What one end knows of the world. Two ends that know different things predict different things.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Speed at a full wish, u/s.
    pub speed: f64,
    /// How long a tick is, s.
    pub tick_secs: f64,
    /// A barrier, if this end knows one.
    pub barrier: Option<Barrier>,
}

/// How an input moves the mover: the code that both ends must share. A plain function of its arguments, so that
/// playing an input again gives the same bits; it must return finite numbers for finite ones.
pub type Rule = fn(&Ground, &Mover, &Input) -> Mover;

/// The simplest rule: v = speed · w / max(1, ‖w‖), p ← p + v · tick, stopped at a barrier that is there.
///
/// A step that is not finite (wish, speed or tick length) leaves the mover where it is, at rest.
///
/// ```
/// use dead_reckoning::prediction::{Ground, Input, Mover, Wish, walk};
/// use glam::dvec2;
/// let ground = Ground { speed: 5.0, tick_secs: 0.5, barrier: None };
/// let input = Input { sequence: 1, tick: 1, wish: Wish { direction: dvec2(3.0, 4.0) } };
/// assert_eq!(walk(&ground, &Mover::at(dvec2(1.0, 1.0)), &input).position, dvec2(2.5, 3.0));
/// ```
#[must_use]
pub fn walk(ground: &Ground, mover: &Mover, input: &Input) -> Mover {
    let wish = input.wish.direction;
    let mut velocity = wish / wish.length().max(1.0) * ground.speed;
    let mut position = mover.position + velocity * ground.tick_secs;
    if !position.is_finite() || !velocity.is_finite() {
        return Mover::at(mover.position);
    }
    if let Some(barrier) = ground.barrier
        && (barrier.from..=barrier.to).contains(&input.tick)
    {
        let (from, to) = (mover.position.x, position.x);
        let is_crossed = if from <= barrier.x { to > barrier.x } else { to < barrier.x };
        if is_crossed {
            position.x = barrier.x;
            velocity.x = (barrier.x - from) / ground.tick_secs;
        }
    }
    Mover { position, velocity }
}

/// What the server says of itself: where it stands after the inputs up to a number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Acknowledgement {
    /// The last input applied.
    pub sequence: u16,
    /// Where the server has the player after it.
    pub mover: Mover,
}

/// What became of an input at the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputReceipt {
    /// It was the next one: applied.
    Applied,
    /// It had been applied before: dropped.
    Repeated,
    /// One before it is missing: dropped, since the client sends both again.
    Early,
    /// Its wish is not finite: dropped. The inputs after it wait for ever, so a client must not send one.
    Refused,
}

/// The server's side of one player.
#[derive(Clone, Debug)]
pub struct Server {
    rule: Rule,
    ground: Ground,
    mover: Mover,
    applied: u16,
}

impl Server {
    /// A player at `start` whose first input will carry the number `first`.
    #[must_use]
    pub fn new(rule: Rule, ground: Ground, start: Mover, first: u16) -> Self {
        Self { rule, ground, mover: start, applied: first.wrapping_sub(1) }
    }

    /// Applies an input if it is the next one, else drops it.
    pub fn receive(&mut self, input: &Input) -> InputReceipt {
        if !input.wish.direction.is_finite() {
            return InputReceipt::Refused;
        }
        match sequence_distance(self.applied, input.sequence) {
            1 => {
                self.mover = (self.rule)(&self.ground, &self.mover, input);
                self.applied = input.sequence;
                InputReceipt::Applied
            }
            2.. => InputReceipt::Early,
            ..=0 => InputReceipt::Repeated,
        }
    }

    /// What to tell the client now: the place, and the last input that led there. Before the first input it carries
    /// the number before the first.
    #[must_use]
    pub fn acknowledge(&self) -> Acknowledgement {
        Acknowledgement { sequence: self.applied, mover: self.mover }
    }

    /// Where the player really is.
    #[must_use]
    pub fn mover(&self) -> Mover {
        self.mover
    }
}

/// How a client predicts.
#[derive(Clone, Copy, Debug)]
pub struct ClientConfig {
    /// The movement rule: the server's.
    pub rule: Rule,
    /// What the client knows of the world.
    pub ground: Ground,
    /// The most unacknowledged inputs held, 1..=16 384 (values outside count as the nearest).
    pub capacity: usize,
    /// How long a correction takes to fade from what is drawn, s. Zero, negative or NaN: a hard snap.
    pub smoothing: f64,
    /// Whether inputs act at once. Off: nothing moves before the server's answer, a round trip later.
    pub predicts: bool,
}

impl ClientConfig {
    /// A client by a rule on a ground: 128 inputs (two seconds at 60 Hz), hard snap.
    #[must_use]
    pub fn new(rule: Rule, ground: Ground) -> Self {
        Self { rule, ground, capacity: 128, smoothing: 0.0, predicts: true }
    }
}

/// The largest capacity of a queue: half of what a wrapping 16-bit number tells apart.
const MOST_CAPACITY: usize = 16_384;

/// What became of an acknowledgement at the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reconciled {
    /// The client snapped to it and played the rest of the queue again.
    Taken,
    /// It is no newer than the last one: ignored.
    #[default]
    Stale,
    /// It is not finite, or acknowledges what was never sent: ignored.
    Refused,
}

/// What an acknowledgement did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reconciliation {
    /// Whether it counted.
    pub outcome: Reconciled,
    /// Inputs that left the queue.
    pub dropped: usize,
    /// Inputs played again on the server's place.
    pub replayed: usize,
    /// New predicted position minus the one before, u.
    pub correction: DVec2,
}

/// The client's side of its own player. Allocates when it is made, then never again.
///
/// ```
/// use dead_reckoning::prediction::{Client, ClientConfig, Ground, Mover, Server, Wish, walk};
/// use glam::{DVec2, dvec2};
/// let ground = Ground { speed: 60.0, tick_secs: 1.0 / 60.0, barrier: None };
/// let mut client = Client::new(ClientConfig::new(walk, ground), Mover::default(), 0);
/// let mut server = Server::new(walk, ground, Mover::default(), 0);
/// let right = Wish { direction: DVec2::X };
/// client.press(0, right);
/// client.press(1, right);
/// assert_eq!(client.predicted().position, dvec2(2.0, 0.0)); // at once
/// server.receive(client.pending().next().unwrap());
/// let receipt = client.receive(0.1, &server.acknowledge());
/// assert_eq!((receipt.dropped, receipt.replayed), (1, 1));
/// assert_eq!(client.predicted().position, dvec2(2.0, 0.0)); // the guess was right
/// ```
#[derive(Clone, Debug)]
pub struct Client {
    config: ClientConfig,
    capacity: usize,
    predicted: Mover,
    pending: VecDeque<Input>,
    next: u16,
    acknowledged: u16,
    /// What is left of the corrections at `offset_at`, u: drawn minus predicted.
    offset: DVec2,
    offset_at: f64,
}

impl Client {
    /// A player at `start` whose first input carries the number `first`, as the server was told.
    #[must_use]
    pub fn new(config: ClientConfig, start: Mover, first: u16) -> Self {
        let capacity = config.capacity.clamp(1, MOST_CAPACITY);
        let pending = VecDeque::with_capacity(capacity);
        let acknowledged = first.wrapping_sub(1);
        let (predicted, offset, offset_at) = (start, DVec2::ZERO, 0.0);
        Self { config, capacity, predicted, pending, next: first, acknowledged, offset, offset_at }
    }

    /// Acts on a wish at once and gives the input to send. Nothing (and nothing moves) if the wish is not finite or if
    /// the queue is full: the server has been silent for so long that the player waits.
    pub fn press(&mut self, tick: u64, wish: Wish) -> Option<Input> {
        if !wish.direction.is_finite() || self.pending.len() == self.capacity {
            return None;
        }
        let input = Input { sequence: self.next, tick, wish };
        self.next = self.next.wrapping_add(1);
        self.pending.push_back(input);
        if self.config.predicts {
            self.predicted = (self.config.rule)(&self.config.ground, &self.predicted, &input);
        }
        Some(input)
    }

    /// Reconciles with an acknowledgement that arrives at `now`, s: snaps to the server's place, drops the inputs that
    /// it covers, and plays the others again in order.
    pub fn receive(&mut self, now: f64, acknowledgement: &Acknowledgement) -> Reconciliation {
        let Acknowledgement { sequence, mover } = *acknowledgement;
        if !mover.is_finite() || !is_newer(self.next, sequence) {
            return Reconciliation { outcome: Reconciled::Refused, ..Reconciliation::default() };
        }
        if !is_newer(sequence, self.acknowledged) {
            return Reconciliation::default();
        }
        let dropped = self.acknowledge(sequence);
        let (mover, replayed) = self.replayed(mover);
        let correction = self.correct(now, mover);
        Reconciliation { outcome: Reconciled::Taken, dropped, replayed, correction }
    }

    /// Drops the inputs up to a number, without a place, and gives how many: for a server that says in the header of
    /// each packet what it has applied, and only now and then where the player is. Nothing for a number that is no
    /// newer than the last one, or was never given out.
    pub fn acknowledge(&mut self, sequence: u16) -> usize {
        if !is_newer(self.next, sequence) || !is_newer(sequence, self.acknowledged) {
            return 0;
        }
        self.acknowledged = sequence;
        let held = self.pending.len();
        while self.pending.front().is_some_and(|input| !is_newer(input.sequence, sequence)) {
            self.pending.pop_front();
        }
        held - self.pending.len()
    }

    /// Puts the player somewhere else at `now`, s, and gives how far that is, u; what is drawn fades there as after any
    /// correction. For what comes without an
    /// acknowledgement, such as a push; until the server knows of it, its next one takes that back. A place that is not
    /// finite is ignored.
    pub fn correct(&mut self, now: f64, mover: Mover) -> DVec2 {
        if !mover.is_finite() {
            return DVec2::ZERO;
        }
        let correction = mover.position - self.predicted.position;
        self.predicted = mover;
        if self.config.predicts && correction != DVec2::ZERO {
            self.offset = self.offset_left(now) - correction;
            self.offset_at = now;
        }
        correction
    }

    /// The inputs that are not acknowledged, oldest first. A packet that carries all of them mends every loss.
    pub fn pending(&self) -> impl ExactSizeIterator<Item = &Input> {
        self.pending.iter()
    }

    /// Where the client has the player: the server's last answer with the pending inputs on top.
    #[must_use]
    pub fn predicted(&self) -> Mover {
        self.predicted
    }

    /// The last input that the server is known to have applied; the number before the first if none.
    #[must_use]
    pub fn acknowledged(&self) -> u16 {
        self.acknowledged
    }

    /// Whether inputs act at once.
    #[must_use]
    pub fn predicts(&self) -> bool {
        self.config.predicts
    }

    /// Where the player is drawn at `now`, s: predicted + offset · (1 − (now − since) / smoothing), until that is over.
    ///
    /// The offset is what the corrections took away, so what is drawn moves on without a jump. A correction in
    /// mid-fade starts a new fade from what is left; a correction of exactly zero leaves the fade alone. A `now` before
    /// the correction counts as its moment; NaN draws the predicted place.
    #[must_use]
    pub fn drawn(&self, now: f64) -> DVec2 {
        self.predicted.position + self.offset_left(now)
    }

    /// A place with the pending inputs played on it, and how many they are.
    fn replayed(&self, mover: Mover) -> (Mover, usize) {
        if !self.config.predicts {
            return (mover, 0);
        }
        let play = |mover, input| (self.config.rule)(&self.config.ground, &mover, input);
        (self.pending.iter().fold(mover, play), self.pending.len())
    }

    fn offset_left(&self, now: f64) -> DVec2 {
        let left = 1.0 - (now - self.offset_at) / self.config.smoothing;
        let is_fading = self.config.smoothing > 0.0 && left > 0.0;
        if is_fading { self.offset * left.min(1.0) } else { DVec2::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;
    use proptest::prelude::*;

    const GROUND: Ground = Ground { speed: 1.0, tick_secs: 1.0, barrier: None };
    const RIGHT: Wish = Wish { direction: DVec2::X };

    fn pair(config: ClientConfig) -> (Client, Server) {
        let start = Mover::at(dvec2(10.0, 0.0));
        (Client::new(config, start, 41), Server::new(walk, GROUND, start, 41))
    }

    fn x(client: &Client) -> f64 {
        client.predicted().position.x
    }

    /// The source's example: inputs 41 to 45 on the ticks of their numbers, a unit each from x = 10, all predicted before
    /// the server's answer to the first three arrives. Gives the predictions, the server's places, and both ends.
    fn published(barrier: Option<Barrier>) -> (Vec<f64>, Vec<f64>, Client, Server) {
        let (mut client, _) = pair(ClientConfig::new(walk, GROUND));
        let start = client.predicted();
        let mut server = Server::new(walk, Ground { barrier, ..GROUND }, start, 41);
        let mut predicted = Vec::new();
        let inputs = [41, 42, 43, 44, 45].map(|tick| {
            let input = client.press(tick, RIGHT).unwrap();
            predicted.push(x(&client));
            input
        });
        let applied = inputs[..3].iter().map(|input| {
            assert_eq!(server.receive(input), InputReceipt::Applied);
            server.mover().position.x
        });
        (predicted, applied.collect(), client, server)
    }

    #[test]
    fn the_sources_trace_where_the_guess_was_right() {
        let (predicted, on_server, mut client, server) = published(None);
        assert_eq!(predicted, [11.0, 12.0, 13.0, 14.0, 15.0]);
        assert_eq!(on_server, [11.0, 12.0, 13.0]);
        let answer = server.acknowledge();
        assert_eq!((answer.sequence, answer.mover.position.x), (43, 13.0));
        let did = client.receive(0.0, &answer);
        assert_eq!((did.dropped, did.replayed, did.correction), (3, 2, DVec2::ZERO));
        assert_eq!(x(&client), 15.0);
        assert!(client.pending().map(|input| input.sequence).eq([44, 45]));
    }

    #[test]
    fn the_sources_trace_with_an_obstacle_that_only_the_server_knows() {
        // On tick 43 nobody passes 12.6.
        let barrier = Barrier { x: 12.6, from: 43, to: 43 };
        let (predicted, on_server, mut client, server) = published(Some(barrier));
        assert_eq!(predicted, [11.0, 12.0, 13.0, 14.0, 15.0]);
        assert_eq!(on_server, [11.0, 12.0, 12.6]);
        let did = client.receive(0.0, &server.acknowledge());
        assert_eq!((did.dropped, did.replayed), (3, 2));
        // 12.6, then 44 and 45 on top of it: 13.6, 14.6.
        assert_eq!(did.correction, dvec2(14.6 - 15.0, 0.0));
        assert_eq!(x(&client), 14.6);
    }

    #[test]
    fn a_barrier_stops_from_both_sides_while_it_is_there() {
        let ground = Ground { barrier: Some(Barrier { x: 2.5, from: 3, to: 4 }), ..GROUND };
        let walked = |from: f64, tick, to_the: f64| {
            let wish = Wish { direction: dvec2(to_the, 0.0) };
            let input = Input { sequence: 0, tick, wish };
            walk(&ground, &Mover::at(dvec2(from, 7.0)), &input)
        };
        let stopped = walked(2.0, 3, 1.0);
        assert_eq!((stopped.position, stopped.velocity), (dvec2(2.5, 7.0), dvec2(0.5, 0.0)));
        assert_eq!(walked(2.5, 4, 1.0).position.x, 2.5);
        assert_eq!(walked(3.0, 4, -1.0).position.x, 2.5);
        assert_eq!(walked(2.5, 4, -1.0).position.x, 1.5);
        assert_eq!(walked(2.0, 2, 1.0).position.x, 3.0);
        assert_eq!(walked(2.0, 5, 1.0).position.x, 3.0);
    }

    #[test]
    fn a_diagonal_is_no_faster_and_half_a_wish_is_half_as_fast() {
        let walked = |direction| {
            let input = Input { sequence: 0, tick: 0, wish: Wish { direction } };
            walk(&GROUND, &Mover::default(), &input).position
        };
        assert!((walked(DVec2::ONE).length() - 1.0).abs() < 1e-15);
        assert_eq!(walked(dvec2(0.5, 0.0)), dvec2(0.5, 0.0));
    }

    #[test]
    fn what_is_not_finite_moves_nobody() {
        let (mut client, mut server) = pair(ClientConfig::new(walk, GROUND));
        let wish = Wish { direction: dvec2(f64::NAN, 0.0) };
        assert_eq!(client.press(41, wish), None);
        assert_eq!((x(&client), client.pending().len()), (10.0, 0));
        let input = Input { sequence: 41, tick: 41, wish };
        assert_eq!(server.receive(&input), InputReceipt::Refused);
        assert_eq!(walk(&GROUND, &Mover::at(DVec2::ONE), &input), Mover::at(DVec2::ONE));
        client.press(41, RIGHT);
        let mover = Mover::at(dvec2(0.0, f64::INFINITY));
        let receipt = client.receive(0.0, &Acknowledgement { sequence: 41, mover });
        assert_eq!((receipt.outcome, x(&client)), (Reconciled::Refused, 11.0));
    }

    #[test]
    fn an_answer_to_what_was_never_sent_is_refused() {
        let (mut client, _) = pair(ClientConfig::new(walk, GROUND));
        client.press(41, RIGHT);
        let answer = |sequence| Acknowledgement { sequence, mover: Mover::at(dvec2(50.0, 0.0)) };
        assert_eq!(client.receive(0.0, &answer(42)).outcome, Reconciled::Refused);
        assert_eq!(x(&client), 11.0);
        assert_eq!(client.receive(0.0, &answer(41)).outcome, Reconciled::Taken);
        assert_eq!(x(&client), 50.0);
    }

    #[test]
    fn a_full_queue_makes_the_player_wait() {
        let config = ClientConfig { capacity: 3, ..ClientConfig::new(walk, GROUND) };
        let (mut client, mut server) = pair(config);
        let sent: Vec<_> = (41..47).filter_map(|tick| client.press(tick, RIGHT)).collect();
        assert_eq!((sent.len(), client.pending().len(), x(&client)), (3, 3, 13.0));
        assert_eq!(server.receive(&sent[0]), InputReceipt::Applied);
        client.receive(0.0, &server.acknowledge());
        assert_eq!(client.press(47, RIGHT).map(|input| input.sequence), Some(44));
        for (asked, held) in [(0, 1), (usize::MAX, MOST_CAPACITY)] {
            let config = ClientConfig { capacity: asked, ..ClientConfig::new(walk, GROUND) };
            let (mut client, _) = pair(config);
            let pressed = (0..20_000).filter_map(|tick| client.press(tick, RIGHT)).count();
            assert_eq!(pressed, held);
        }
    }

    #[test]
    fn without_prediction_nothing_moves_before_the_answer() {
        let config = ClientConfig { predicts: false, ..ClientConfig::new(walk, GROUND) };
        let (mut client, mut server) = pair(config);
        let inputs: Vec<_> = (41..44).filter_map(|tick| client.press(tick, RIGHT)).collect();
        assert_eq!((x(&client), client.pending().len()), (10.0, 3));
        server.receive(&inputs[0]);
        let receipt = client.receive(0.1, &server.acknowledge());
        assert_eq!((x(&client), receipt.dropped, receipt.replayed), (11.0, 1, 0));
        assert_eq!(client.drawn(0.1).x, 11.0);
    }

    #[test]
    fn the_server_applies_each_input_once_and_in_order() {
        let (mut client, mut server) = pair(ClientConfig::new(walk, GROUND));
        let inputs: Vec<_> = (41..44).filter_map(|tick| client.press(tick, RIGHT)).collect();
        assert_eq!(server.acknowledge().sequence, 40);
        assert_eq!(server.receive(&inputs[1]), InputReceipt::Early);
        assert_eq!(server.receive(&inputs[0]), InputReceipt::Applied);
        assert_eq!(server.receive(&inputs[0]), InputReceipt::Repeated);
        assert_eq!(server.receive(&inputs[2]), InputReceipt::Early);
        assert_eq!(server.receive(&inputs[1]), InputReceipt::Applied);
        assert_eq!(server.acknowledge().sequence, 42);
        assert_eq!(server.mover().position.x, 12.0);
    }

    /// Five ticks on a perfect wire but for an answer to 42 that arrives after the one to 44.
    fn five_ticks_with_a_late_answer(config: ClientConfig) -> Client {
        let (mut client, mut server) = pair(config);
        let mut answers = Vec::new();
        for tick in 41..46 {
            let input = client.press(tick, RIGHT).unwrap();
            server.receive(&input);
            answers.push(server.acknowledge());
        }
        client.receive(0.0, &answers[3]);
        client.receive(0.0, &answers[1]);
        client
    }

    #[test]
    fn a_stale_answer_is_ignored() {
        let client = five_ticks_with_a_late_answer(ClientConfig::new(walk, GROUND));
        assert_eq!((x(&client), client.acknowledged()), (15.0, 44));
    }

    #[test]
    fn a_number_without_a_place_empties_the_queue_and_moves_nobody() {
        let (mut client, mut server) = pair(ClientConfig::new(walk, GROUND));
        let inputs: Vec<_> = (41..45).filter_map(|tick| client.press(tick, RIGHT)).collect();
        assert_eq!(
            (client.acknowledge(42), client.acknowledge(42), client.acknowledge(99)),
            (2, 0, 0)
        );
        assert_eq!((x(&client), client.pending().len(), client.acknowledged()), (14.0, 2, 42));
        for input in &inputs[..3] {
            server.receive(input);
        }
        let did = client.receive(0.0, &server.acknowledge());
        assert_eq!((did.dropped, did.replayed, x(&client)), (1, 1, 14.0));
    }

    #[test]
    fn a_push_moves_the_player_at_once_and_what_is_drawn_follows() {
        let config = ClientConfig { smoothing: 0.25, ..ClientConfig::new(walk, GROUND) };
        let (mut client, _) = pair(config);
        client.press(41, RIGHT);
        assert_eq!(client.correct(1.0, Mover::at(dvec2(9.0, 3.0))), dvec2(-2.0, 3.0));
        assert_eq!(client.predicted(), Mover::at(dvec2(9.0, 3.0)));
        assert_eq!((client.drawn(1.0), client.drawn(1.125)), (dvec2(11.0, 0.0), dvec2(10.0, 1.5)));
        assert_eq!(client.correct(1.0, Mover::at(dvec2(f64::NAN, 0.0))), DVec2::ZERO);
        assert_eq!((x(&client), client.pending().len()), (9.0, 1));
    }

    #[test]
    fn another_rule_or_ground_on_one_end_corrects_on_every_answer() {
        let diagonal = Wish { direction: DVec2::ONE };
        let faster = Ground { speed: 1.05, ..GROUND };
        // Without the limit of a wish's length.
        let unlimited: Rule = |ground, mover, input| {
            let velocity = input.wish.direction * ground.speed;
            Mover { position: mover.position + velocity * ground.tick_secs, velocity }
        };
        for (rule, ground, off) in
            [(unlimited, GROUND, 2.0_f64.sqrt() - 1.0), (walk, faster, 0.05), (walk, GROUND, 0.0)]
        {
            let (mut client, mut server) = pair(ClientConfig::new(rule, ground));
            for tick in 41..61 {
                let input = client.press(tick, diagonal).unwrap();
                server.receive(&input);
                let receipt = client.receive(0.0, &server.acknowledge());
                assert!((receipt.correction.length() - off).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_correction_fades_from_what_is_drawn() {
        let config = ClientConfig { smoothing: 0.2, ..ClientConfig::new(walk, GROUND) };
        let (mut client, _) = pair(config);
        client.press(41, RIGHT);
        let mover = Mover::at(dvec2(10.6, 0.0));
        assert_eq!(client.drawn(1.0).x, 11.0);
        client.receive(1.0, &Acknowledgement { sequence: 41, mover });
        let off = |now: f64, client: &Client| client.drawn(now).x - 10.6;
        for (now, left) in [(0.9, 0.4), (1.0, 0.4), (1.05, 0.3), (1.1, 0.2), (1.2, 0.0), (9.0, 0.0)]
        {
            assert!((off(now, &client) - left).abs() < 1e-12, "at {now}");
        }
        assert_eq!(client.drawn(f64::NAN).x, 10.6);
        // Half faded, then another correction of -0.1: 0.2 + 0.1 fade from there on.
        client.press(42, Wish::default());
        client.receive(1.1, &Acknowledgement { sequence: 42, mover: Mover::at(dvec2(10.5, 0.0)) });
        assert!((client.drawn(1.1).x - 10.8).abs() < 1e-12);
        assert!((client.drawn(1.2).x - 10.65).abs() < 1e-12);
        assert_eq!(client.drawn(1.31).x, 10.5);
    }

    #[test]
    fn an_answer_that_corrects_nothing_leaves_the_fade_alone() {
        let config = ClientConfig { smoothing: 0.2, ..ClientConfig::new(walk, GROUND) };
        let (mut client, _) = pair(config);
        client.press(41, RIGHT);
        client.press(42, Wish::default());
        let mover = Mover::at(dvec2(10.6, 0.0));
        client.receive(1.0, &Acknowledgement { sequence: 41, mover });
        let drawn = client.drawn(1.1);
        client.receive(1.1, &Acknowledgement { sequence: 42, mover });
        assert_eq!(client.drawn(1.1), drawn);
        assert_eq!(client.drawn(1.21).x, 10.6);
    }

    #[test]
    fn a_hard_snap_draws_the_predicted_place() {
        for smoothing in [0.0, -1.0, f64::NAN] {
            let config = ClientConfig { smoothing, ..ClientConfig::new(walk, GROUND) };
            let (mut client, _) = pair(config);
            client.press(41, RIGHT);
            let mover = Mover::at(dvec2(10.6, 0.0));
            client.receive(1.0, &Acknowledgement { sequence: 41, mover });
            assert_eq!(client.drawn(1.0).x, 10.6);
        }
    }

    /// A rule that remembers: the order of the inputs and the velocity matter.
    fn glide(ground: &Ground, mover: &Mover, input: &Input) -> Mover {
        let velocity = mover.velocity * 0.8 + input.wish.direction * ground.speed;
        let position = mover.position + velocity * ground.tick_secs;
        Mover { position, velocity }
    }

    /// What the wire does with the packet of one tick, each way: when its copies arrive, ticks later; none is a loss.
    type Fate = (Vec<usize>, Vec<usize>);

    fn fates() -> impl Strategy<Value = Vec<(Fate, DVec2)>> {
        let copies = || prop::collection::vec(0..12_usize, 0..3);
        let wish = (-1.0..1.0_f64, -1.0..1.0_f64).prop_map(|(x, y)| dvec2(x, y));
        prop::collection::vec(((copies(), copies()), wish), 1..60)
    }

    /// Both ends over a wire, with what the server applied and every wish that was pressed.
    struct Wire {
        client: Client,
        server: Server,
        pressed: Vec<Input>,
        applied: Vec<u16>,
        inputs: Vec<(usize, Vec<Input>)>,
        answers: Vec<(usize, Acknowledgement)>,
        corrected: f64,
    }

    impl Wire {
        fn new(config: ClientConfig, server: Ground, first: u16) -> Self {
            let start = Mover::at(dvec2(3.0, -2.0));
            Self {
                client: Client::new(config, start, first),
                server: Server::new(config.rule, server, start, first),
                pressed: Vec::new(),
                applied: Vec::new(),
                inputs: Vec::new(),
                answers: Vec::new(),
                corrected: 0.0,
            }
        }

        fn hand_over(&mut self, inputs: &[Input]) {
            for input in inputs {
                if self.server.receive(input) == InputReceipt::Applied {
                    self.applied.push(input.sequence);
                }
            }
        }

        fn tick(&mut self, tick: usize, fate: &Fate, wish: DVec2) {
            let wish = Wish { direction: wish };
            self.pressed.extend(self.client.press(tick as u64, wish));
            let packet: Vec<_> = self.client.pending().copied().collect();
            self.inputs.extend(fate.0.iter().map(|late| (tick + late, packet.clone())));
            let (due, rest) =
                std::mem::take(&mut self.inputs).into_iter().partition(|(at, _)| *at == tick);
            self.inputs = rest;
            let due: Vec<(usize, Vec<Input>)> = due;
            for (_, packet) in due {
                self.hand_over(&packet);
            }
            let answer = self.server.acknowledge();
            self.answers.extend(fate.1.iter().map(|late| (tick + late, answer)));
            let (due, rest) =
                std::mem::take(&mut self.answers).into_iter().partition(|(at, _)| *at == tick);
            self.answers = rest;
            let due: Vec<(usize, Acknowledgement)> = due;
            for (_, answer) in due {
                self.answer(&answer);
            }
        }

        fn answer(&mut self, answer: &Acknowledgement) {
            let receipt = self.client.receive(0.0, answer);
            self.corrected = self.corrected.max(receipt.correction.length());
        }

        /// One packet each way gets through, then all that was still in flight comes in, stale.
        fn settle(&mut self) {
            let packet: Vec<_> = self.client.pending().copied().collect();
            self.hand_over(&packet);
            self.answer(&self.server.acknowledge());
            for (_, packet) in std::mem::take(&mut self.inputs) {
                self.hand_over(&packet);
            }
            for (_, answer) in std::mem::take(&mut self.answers) {
                self.answer(&answer);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn once_all_is_acknowledged_the_client_stands_where_the_server_does(
            fates in fates(), first: u16, capacity in 1..40_usize, does_glide: bool,
            barrier in prop::option::of((-4.0..8.0_f64, 0..30_u64, 0..30_u64)),
        ) {
            let ground = Ground { speed: 3.7, tick_secs: 1.0 / 60.0, barrier: None };
            let rule = if does_glide { glide as Rule } else { walk };
            let config = ClientConfig { capacity, ..ClientConfig::new(rule, ground) };
            let barrier = barrier.map(|(x, from, ticks)| Barrier { x, from, to: from + ticks });
            let mut wire = Wire::new(config, Ground { barrier, ..ground }, first);
            for (tick, (fate, wish)) in fates.iter().enumerate() {
                wire.tick(tick, fate, *wish);
                prop_assert!(wire.client.pending().len() <= capacity);
            }
            wire.settle();
            prop_assert_eq!(wire.client.pending().len(), 0);
            prop_assert_eq!(wire.client.predicted(), wire.server.mover());
            prop_assert_eq!(wire.client.drawn(0.0), wire.server.mover().position);
            let pressed: Vec<_> = wire.pressed.iter().map(|input| input.sequence).collect();
            prop_assert_eq!(wire.applied, pressed, "each once, in order");
        }

        #[test]
        fn one_rule_on_both_ends_is_never_corrected(fates in fates(), first: u16, does_glide: bool) {
            let ground = Ground { speed: 3.7, tick_secs: 1.0 / 60.0, barrier: None };
            let rule = if does_glide { glide as Rule } else { walk };
            let mut wire = Wire::new(ClientConfig::new(rule, ground), ground, first);
            for (tick, (fate, wish)) in fates.iter().enumerate() {
                wire.tick(tick, fate, *wish);
                // The guess is what playing every wish from the start gives, to the bit.
                let start = Mover::at(dvec2(3.0, -2.0));
                let all = wire.pressed.iter().fold(start, |mover, input| rule(&ground, &mover, input));
                prop_assert_eq!(wire.client.predicted(), all);
            }
            wire.settle();
            prop_assert_eq!(wire.corrected, 0.0);
        }
    }
}

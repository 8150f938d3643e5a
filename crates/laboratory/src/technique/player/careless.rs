//! A client that makes mistakes, to be seen: by how it calls the core's, which has no switch for them.
//!
//! In: which mistakes. Out: what [`Client`] gives, wrong. Invariant: without a mistake it is the core's client, call by
//! call.

use crate::settings::Player;
use dead_reckoning::prediction::{
    Acknowledgement, Client, ClientConfig, Ground, Input, Mover, Reconciled, Reconciliation, Wish,
    walk,
};
use dead_reckoning::sequence::is_newer;
use glam::DVec2;
use std::collections::VecDeque;

/// A rule that differs from [`walk`] on diagonals only: it walks along one axis and then along the other, so that a
/// diagonal is √2 times as fast. On one end only, it is the first debugging case: the other movement code.
#[must_use]
pub fn walk_by_axis(ground: &Ground, mover: &Mover, input: &Input) -> Mover {
    let along = |from: &Mover, axis: DVec2| {
        let wish = Wish { direction: input.wish.direction * axis };
        walk(ground, from, &Input { wish, ..*input })
    };
    let first = along(mover, DVec2::X);
    let second = along(&first, DVec2::Y);
    Mover { position: second.position, velocity: first.velocity + second.velocity }
}

/// The core's client and what is done wrong with it.
#[derive(Clone, Debug)]
pub struct Careless {
    /// The client itself: what it predicts, draws and knows.
    pub client: Client,
    config: ClientConfig,
    /// An acknowledgement older than the last one counts as well: the player is thrown back by the inputs between the
    /// two, which are no longer there to be played, until the next acknowledgement.
    takes_stale: bool,
    /// Acknowledged inputs stay here and are played again on a place that holds them already: the player races ahead, by
    /// up to the queue's capacity. A full queue drops its oldest input.
    kept: Option<VecDeque<Input>>,
    /// The most that are kept.
    capacity: usize,
}

impl Careless {
    /// A client at rest at the origin with the mistakes of the settings, whose first input carries the number `first`.
    /// Who keeps acknowledged inputs never waits for room, so `config` must have room for all.
    #[must_use]
    pub fn new(config: ClientConfig, player: &Player, first: u16) -> Self {
        let capacity = player.capacity as usize;
        let kept = player.keeps_acknowledged.then(|| VecDeque::with_capacity(capacity));
        let client = Client::new(config, Mover::default(), first);
        Self { client, config, takes_stale: player.takes_stale, kept, capacity }
    }

    /// As [`Client::press`].
    pub fn press(&mut self, tick: u64, wish: Wish) -> Option<Input> {
        let input = self.client.press(tick, wish)?;
        if let Some(kept) = &mut self.kept {
            if kept.len() == self.capacity {
                kept.pop_front();
            }
            kept.push_back(input);
        }
        Some(input)
    }

    /// As [`Client::receive`], with the mistakes.
    pub fn receive(&mut self, now: f64, says: &Acknowledgement) -> Reconciliation {
        let is_stale = !is_newer(says.sequence, self.client.acknowledged());
        let is_mistaken = if is_stale { self.takes_stale } else { self.kept.is_some() };
        if !is_mistaken {
            return self.client.receive(now, says);
        }
        self.client.acknowledge(says.sequence);
        let ClientConfig { rule, ground, predicts, .. } = self.config;
        let play = |mover, input: &Input| rule(&ground, &mover, input);
        let (mover, replayed) = match &self.kept {
            _ if !predicts => (says.mover, 0),
            Some(kept) => (kept.iter().fold(says.mover, play), kept.len()),
            None => (self.client.pending().fold(says.mover, play), self.client.pending().len()),
        };
        let correction = self.client.correct(now, mover);
        Reconciliation { outcome: Reconciled::Taken, dropped: 0, replayed, correction }
    }

    /// The oldest input in the queue, and how many it holds.
    #[must_use]
    pub fn queue(&self) -> (Option<&Input>, usize) {
        match &self.kept {
            Some(kept) => (kept.front(), kept.len()),
            None => (self.client.pending().next(), self.client.pending().len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dead_reckoning::prediction::Server;
    use glam::dvec2;

    const GROUND: Ground = Ground { speed: 1.0, tick_secs: 1.0, barrier: None };
    const RIGHT: Wish = Wish { direction: DVec2::X };

    fn pair(player: &Player) -> (Careless, Server) {
        let server = Server::new(walk, GROUND, Mover::default(), 41);
        (Careless::new(ClientConfig::new(walk, GROUND), player, 41), server)
    }

    fn x(careless: &Careless) -> f64 {
        careless.client.predicted().position.x
    }

    #[test]
    fn by_axis_a_diagonal_is_faster_and_nothing_else_is() {
        let walked = |direction| {
            let input = Input { sequence: 0, tick: 0, wish: Wish { direction } };
            let mover = Mover::at(dvec2(0.3, -7.0));
            (walk(&GROUND, &mover, &input), walk_by_axis(&GROUND, &mover, &input))
        };
        for straight in [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y, dvec2(0.5, 0.0)] {
            let (right, by_axis) = walked(straight);
            assert_eq!(right, by_axis);
        }
        for diagonal in [dvec2(1.0, -1.0), dvec2(5.0, -1.0)] {
            let by_axis = walked(diagonal).1;
            assert_eq!(by_axis, Mover { position: dvec2(1.3, -8.0), velocity: dvec2(1.0, -1.0) });
        }
    }

    #[test]
    fn an_answer_that_comes_too_late_throws_back_who_takes_it() {
        for (takes_stale, right) in [(false, 5.0), (true, 3.0)] {
            let player = Player { takes_stale, ..Player::default() };
            let (mut careless, mut server) = pair(&player);
            let mut answers = Vec::new();
            for tick in 41..46 {
                server.receive(&careless.press(tick, RIGHT).expect("room"));
                answers.push(server.acknowledge());
            }
            careless.receive(0.0, &answers[3]);
            careless.receive(0.0, &answers[1]);
            // 2 with input 45 on top; 43 and 44 are gone.
            assert_eq!(x(&careless), right);
        }
    }

    #[test]
    fn inputs_that_stay_in_the_queue_make_the_player_race_ahead() {
        for (keeps_acknowledged, most) in [(false, 0.0), (true, 8.0)] {
            let player = Player { keeps_acknowledged, capacity: 8, ..Player::default() };
            let (mut careless, mut server) = pair(&player);
            for tick in 0..20_u32 {
                server.receive(&careless.press(u64::from(tick), RIGHT).expect("room"));
                careless.receive(0.0, &server.acknowledge());
                let ahead = x(&careless) - server.mover().position.x;
                assert_eq!(ahead, f64::from(tick + 1).min(most));
                assert_eq!(careless.queue().1, ahead as usize);
            }
        }
    }
}

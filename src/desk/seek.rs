//! Moments to go to: the updates one by one, and the largest errors.

use super::state::Desk;
use laboratory::Tick;
use laboratory::lane::Lane;
use laboratory::metrics::worst_moments;

impl Desk {
    /// The lane that updates and errors are about.
    fn lane_in_sight(&self) -> &Lane {
        self.experiment.run.lane(self.view.layout.leading())
    }

    /// To the nearest update on one side of the playhead; none there leaves it where it is.
    pub(super) fn seek_update(&mut self, beyond: impl Fn(Tick, Tick) -> bool, last: bool) {
        let now = self.tick();
        let mut sent = self
            .lane_in_sight()
            .packets
            .iter()
            .map(|packet| packet.sent)
            .filter(|&sent| beyond(sent, now));
        let found = if last { sent.next_back() } else { sent.next() };
        if let Some(tick) = found {
            self.playback.seek(tick);
        }
    }

    /// To the worst moment; from one of the worst moments to the next, and round again.
    pub(super) fn seek_worst(&mut self) {
        let threshold = self.experiment.settings.threshold();
        let moments = worst_moments(self.lane_in_sight(), threshold);
        let reached = moments.iter().position(|&tick| tick == self.tick());
        let next = reached.map_or(0, |place| (place + 1) % moments.len().max(1));
        if let Some(&tick) = moments.get(next) {
            self.playback.seek(tick);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Action;
    use crate::desk::trial::lap_desk;

    #[test]
    fn updates_are_walked_one_by_one() {
        let mut desk = lap_desk();
        let sent: Vec<Tick> =
            desk.experiment.run.lanes[0].packets.iter().map(|packet| packet.sent).collect();
        for expected in &sent[1..] {
            desk.act(Action::NextUpdate);
            assert_eq!(desk.tick(), *expected);
        }
        desk.act(Action::NextUpdate);
        assert_eq!(desk.tick(), sent[sent.len() - 1]);
        for expected in sent.iter().rev().skip(1) {
            desk.act(Action::PreviousUpdate);
            assert_eq!(desk.tick(), *expected);
        }
    }

    #[test]
    fn the_worst_moments_come_in_order_and_round_again() {
        let mut desk = lap_desk();
        desk.act(Action::Worst);
        let first = desk.tick();
        assert_eq!(first, desk.experiment.metrics[0].peak_tick);
        let error = |desk: &Desk| desk.experiment.run.lanes[0].frames[desk.tick()].error;
        let mut errors = vec![error(&desk)];
        loop {
            desk.act(Action::Worst);
            if desk.tick() == first {
                break;
            }
            errors.push(error(&desk));
        }
        assert!(errors.len() >= 5 && errors.windows(2).all(|pair| pair[0] > pair[1]), "{errors:?}");
    }
}

//! One lane of a run: what was drawn on each tick, and the life of each packet.

use crate::Tick;
use crate::lanes::LaneKind;
use dead_reckoning::State;
use dead_reckoning::interpolation::Depth;
use dead_reckoning::sender::Reason;
use glam::DVec2;

/// One lane of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lane {
    /// What draws it.
    pub kind: LaneKind,
    /// What was drawn on each tick.
    pub frames: Vec<Frame>,
    /// What was sent, in order; empty for a lane that has no packets.
    pub packets: Vec<Packet>,
    /// How full the buffer was on each tick; empty for a lane that has none.
    pub depths: Vec<Depth>,
}

/// What was drawn on a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// Where, u.
    pub drawn: DVec2,
    /// How fast it moved, u/s.
    pub velocity: DVec2,
    /// ‖drawn − truth‖, u.
    pub error: f64,
    /// ‖drawn − truth as it was a delay ago‖, u: the delay that this lane means to draw behind, none for dead
    /// reckoning.
    pub path_error: f64,
    /// Which way it faced, rad, in −π..π.
    pub heading: f64,
    /// Whether anything was drawn at all: nothing is before the first packet that a late joiner hears. The rest is
    /// zero then.
    pub seen: bool,
}

/// A packet's life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packet {
    /// The tick on which it was sent.
    pub sent: Tick,
    /// The tick on which it arrived, if it did within the run.
    pub arrived: Option<Tick>,
    /// The tick on which it arrived once more, if the network had doubled it.
    pub again: Option<Tick>,
    /// What became of it.
    pub fate: Fate,
    /// Why it was sent.
    pub cause: Cause,
    /// The state it carried: the true one, unless noise, damping or the wire's grid changed it.
    pub state: State,
}

/// What became of a packet by the end of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing yet.
    UnderWay,
    /// It arrived and was used.
    Used,
    /// It arrived after a newer one and was ignored.
    Late,
    /// It was lost on the wire.
    Lost,
    /// It was dropped where the network was too narrow for what was sent.
    QueueFull,
    /// It arrived before the receiver had joined.
    Unheard,
}

/// Why a packet was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The sender owed it.
    Owed(Reason),
    /// The snapshot clock struck.
    Clock,
}

impl Fate {
    /// What people and programs call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::UnderWay => "under way",
            Self::Used => "used",
            Self::Late => "late",
            Self::Lost => "lost",
            Self::QueueFull => "queue full",
            Self::Unheard => "unheard",
        }
    }
}

impl Cause {
    /// What people and programs call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Owed(reason) => reason.name(),
            Self::Clock => "clock",
        }
    }
}

impl Lane {
    /// Empties it for a run of so many ticks, and keeps its room.
    pub(crate) fn start(&mut self, kind: LaneKind, ticks: usize) {
        self.kind = kind;
        self.frames.clear();
        self.frames.reserve(ticks);
        self.packets.clear();
        self.depths.clear();
    }

    /// The first tick on which anything was drawn; the number of ticks if nothing ever was. From then on there always
    /// is something.
    #[must_use]
    pub fn seen_from(&self) -> Tick {
        self.frames.partition_point(|frame| !frame.seen)
    }

    /// Notes a packet as sent, and says which it is.
    pub(crate) fn sent(&mut self, sent: Tick, cause: Cause, state: &State) -> usize {
        let (arrived, again, fate) = (None, None, Fate::UnderWay);
        self.packets.push(Packet { sent, arrived, again, fate, cause, state: *state });
        self.packets.len() - 1
    }

    /// Notes what became of a packet that has arrived.
    pub(crate) fn arrived(&mut self, index: usize, tick: Tick, fate: Fate) {
        let packet = &mut self.packets[index];
        if packet.arrived.is_some() {
            packet.again = Some(tick);
            // The first copy came before the receiver had joined, this one is the first that it hears.
            packet.fate = if packet.fate == Fate::Unheard { fate } else { packet.fate };
        } else {
            (packet.arrived, packet.fate) = (Some(tick), fate);
        }
    }
}

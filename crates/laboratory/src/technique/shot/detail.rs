//! What a run of shots has beside its lanes: the shot of every tick, and what they come to.

use crate::truth::Truth;
use dead_reckoning::rewind::{Ray, Verdict};
use glam::DVec2;

/// The shots of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShotRun {
    /// The one that the server judges on each tick.
    pub shots: Vec<ShotFrame>,
}

/// A shot that the server judges on a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShotFrame {
    /// What the server makes of it.
    pub verdict: Verdict,
    /// Its way: from the muzzle through the middle of the box that the shooter saw.
    pub ray: Ray,
    /// Whether there is a shot: no wall is in the way to the middle of the box on the shooter's screen. Where one is,
    /// the rest says what would come of shooting at the wall.
    pub is_possible: bool,
    /// Where the victim has itself on its own screen now, u: p + v · L, with its latency L.
    pub own: DVec2,
    /// Where it has itself when it hears of the verdict, L later, u: p + v · 2 L.
    pub told: DVec2,
    /// For how long it has been behind a wall by then, on its own screen, s; 0 if it is not, or was not hit.
    pub hidden_for: f64,
}

impl ShotFrame {
    /// Whether a shot hits with compensation.
    #[must_use]
    pub fn hits(&self) -> bool {
        self.is_possible && self.verdict.rewound.hit.is_some()
    }

    /// Whether a shot would hit without.
    #[must_use]
    pub fn hits_present(&self) -> bool {
        self.is_possible && self.verdict.present.hit.is_some()
    }
}

/// What the shots of a run come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShotSummary {
    /// Ticks on which the shooter could shoot at what it saw. The others count among these only.
    pub possible: usize,
    /// Of those, hits with compensation.
    pub hits: usize,
    /// Hits if the server judged the present.
    pub hits_present: usize,
    /// Shots whose rewinding the window cut.
    pub cut: usize,
    /// Hits on a victim that a wall hid from the muzzle by now.
    pub behind_wall: usize,
    /// The longest time that a victim had been behind a wall, on its own screen, when it heard of a hit, s.
    pub longest_hidden: f64,
    /// When the server judged that one, s; 0 if there is none.
    pub longest_hidden_at: f64,
}

impl ShotSummary {
    /// Of the shots of a run on its truth; all zero where there are none. Those that were aimed before the first
    /// picture had come do not count: the cold start is no part of what is judged.
    #[must_use]
    pub fn of(run: &ShotRun, truth: &Truth) -> Self {
        let mut summary = Self::default();
        let counts = |shot: &ShotFrame| shot.is_possible && !shot.verdict.is_beyond_history;
        for (tick, shot) in run.shots.iter().enumerate().filter(|(_, shot)| counts(shot)) {
            summary.possible += 1;
            summary.hits += usize::from(shot.hits());
            summary.hits_present += usize::from(shot.hits_present());
            summary.cut += usize::from(shot.verdict.is_cut_by_window);
            summary.behind_wall += usize::from(shot.verdict.is_hit_behind_wall());
            if shot.hidden_for > summary.longest_hidden {
                summary.longest_hidden = shot.hidden_for;
                summary.longest_hidden_at = truth.time(tick);
            }
        }
        summary
    }

    /// A count as a share of the possible shots, 0..1; 0 where none is possible.
    #[must_use]
    pub fn share(&self, count: usize) -> f64 {
        if self.possible == 0 { 0.0 } else { count as f64 / self.possible as f64 }
    }
}

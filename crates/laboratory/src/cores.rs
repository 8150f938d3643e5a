//! The same work on many things, on every core there is.
//!
//! In: things, and what to do with each. Out: what came of each, in their order. Invariant: the same on one core and
//! on many, since no work sees another's.

/// So many ticks may be in memory at once, some 300 bytes each: long runs use fewer cores.
#[cfg(feature = "parallel")]
const MOST_TICKS_AT_ONCE: usize = 5_000_000;

/// Does `work` on each of `things`; `B` is memory that a core uses again, and `ticks` how long one run is.
#[cfg(feature = "parallel")]
pub(super) fn on_all<T: Sync, U: Send, B: Default>(
    things: &[T],
    ticks: usize,
    work: impl Fn(&mut B, &T) -> U + Sync + Send,
) -> Vec<U> {
    use rayon::prelude::*;
    let at_once = MOST_TICKS_AT_ONCE / ticks.max(1);
    let each = things.len().div_ceil(at_once.max(1));
    things.par_iter().with_min_len(each).map_init(B::default, work).collect()
}

/// Does `work` on each of `things`, on this core alone.
#[cfg(not(feature = "parallel"))]
pub(super) fn on_all<T: Sync, U: Send, B: Default>(
    things: &[T],
    _ticks: usize,
    work: impl Fn(&mut B, &T) -> U + Sync + Send,
) -> Vec<U> {
    let mut bench = B::default();
    things.iter().map(|thing| work(&mut bench, thing)).collect()
}

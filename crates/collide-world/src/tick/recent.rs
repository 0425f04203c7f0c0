use std::fmt;
use std::time::Duration;

use crate::Times;
use crate::base::allocated;

/// The number of ticks that are kept: two seconds at 60 Hz, in 4 kB.
const TICKS: usize = 128;

/// The p50 (median) and p99 times of the last ticks, at most 128, for each phase and in total. See
/// [`World::recent`](crate::World::recent).
///
/// Its text form is a line for a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recent {
    /// The number of ticks measured.
    pub ticks: usize,
    /// The median of each phase on its own.
    pub p50: Times,
    /// The p99 of each phase on its own.
    pub p99: Times,
    /// The median of the total times.
    pub total_p50: Duration,
    /// The p99 of the total times.
    pub total_p99: Duration,
}

impl fmt::Display for Recent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ticks, p50, p99, total_p50, total_p99 } = self;
        write!(f, "{ticks} ticks, p50 {total_p50:.1?}, p99 {total_p99:.1?}")?;
        for ((name, p50), (_, p99)) in p50.phases().into_iter().zip(p99.phases()) {
            if p99 > Duration::ZERO {
                write!(f, ", {name} {p50:.1?} to {p99:.1?}")?;
            }
        }
        Ok(())
    }
}

/// Ring buffer of the times of the last ticks, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ring {
    ticks: Vec<[u32; Times::PHASES]>,
    next: usize,
}

impl Ring {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        allocated(&self.ticks)
    }

    pub(crate) fn push(&mut self, times: &Times) {
        let nanoseconds = |(_, time): (_, Duration)| u32::try_from(time.as_nanos()).unwrap_or(u32::MAX);
        let tick = times.phases().map(nanoseconds);
        if self.ticks.len() < TICKS {
            self.ticks.push(tick);
        } else {
            self.ticks[self.next] = tick;
            self.next = (self.next + 1) % TICKS;
        }
    }

    pub(crate) fn summary(&self) -> Recent {
        let mut sorted: Vec<u64> = Vec::with_capacity(self.ticks.len());
        let mut at = |of: &dyn Fn(&[u32; Times::PHASES]) -> u64| {
            sorted.clear();
            sorted.extend(self.ticks.iter().map(of));
            sorted.sort_unstable();
            let share = |percent: usize| match sorted.len().checked_sub(1) {
                Some(last) => Duration::from_nanos(sorted[(last * percent).div_ceil(100)]),
                None => Duration::ZERO,
            };
            (share(50), share(99))
        };
        let phases: [(Duration, Duration); Times::PHASES] = std::array::from_fn(|phase| at(&|tick| tick[phase].into()));
        let (total_p50, total_p99) = at(&|tick| tick.iter().map(|time| u64::from(*time)).sum());
        Recent {
            ticks: self.ticks.len(),
            p50: Times::from_phases(phases.map(|(p50, _)| p50)),
            p99: Times::from_phases(phases.map(|(_, p99)| p99)),
            total_p50,
            total_p99,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Ring;
    use crate::Times;

    #[test]
    fn the_last_ticks_count() {
        let mut ring = Ring::default();
        assert_eq!(ring.summary().ticks, 0);
        for tick in 1..=300 {
            ring.push(&Times {
                pairs: Duration::from_nanos(tick),
                order: Duration::from_secs(u64::from(tick == 299) * 100),
                ..Times::default()
            });
        }
        let recent = ring.summary();
        assert_eq!(recent.ticks, 128);
        assert_eq!((recent.p50.pairs, recent.p99.pairs), (Duration::from_nanos(237), Duration::from_nanos(299)));
        assert_eq!(recent.p99.order, Duration::ZERO);
        assert!(recent.to_string().starts_with("128 ticks, p50 237.0ns, p99 "), "{recent}");
    }
}

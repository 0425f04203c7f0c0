use std::sync::Arc;
use std::thread::available_parallelism;

use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use super::Pool;
use super::workers::HAS_THREADS;

/// The threads that work runs on. They affect the time of an answer, never the answer. A number of threads, given to
/// [`new`](Self::new) or in stored settings, starts at most four for each processor: more only cost memory.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "ThreadsSetting", into = "ThreadsSetting"))]
pub enum Threads {
    /// Only the calling thread.
    Serial,
    /// The rayon pool that the call comes from, or rayon's global pool.
    #[default]
    Current,
    /// A rayon pool of your own. Several worlds may share it.
    Pool(Arc<ThreadPool>),
}

/// With fewer shapes than this, several threads are slower than one.
pub(crate) const WORTH_SPREADING: usize = 2_000;

/// The same for shapes that are kept sorted, where there is less work: with 10,000 shapes two threads took a third
/// longer than one if they had to be woken for each tick.
pub(crate) const WORTH_SPREADING_SORTED: usize = 20_000;

impl Threads {
    /// The maximum number of threads that can be given.
    const MAX_COUNT: usize = 1024;

    /// The maximum number of threads that a pool starts for each processor that the process may use.
    const MAX_EACH: usize = 4;

    /// A new pool of `count` threads, or [`Serial`](Self::Serial) for one. It starts at most four threads for each
    /// [available](std::thread::available_parallelism) processor.
    ///
    /// # Errors
    /// [`ThreadsError`] if `count` is zero or more than 1024, or if the operating system cannot start the threads.
    ///
    /// ```
    /// use collide_world::Threads;
    /// assert!(Threads::new(2).is_ok());
    /// assert!(Threads::new(0).is_err());
    /// ```
    pub fn new(count: usize) -> Result<Self, ThreadsError> {
        match count {
            0 => Err(ThreadsError::Zero),
            count if count > Self::MAX_COUNT => Err(ThreadsError::TooMany { count }),
            1 => Ok(Self::Serial),
            _ => {
                let pool =
                    ThreadPoolBuilder::new().num_threads(Self::started(count)).thread_name(|i| format!("collide-{i}"));
                let pool = pool.build().map_err(|error| ThreadsError::Refused { count, reason: error.to_string() })?;
                Ok(Self::Pool(Arc::new(pool)))
            }
        }
    }

    /// The number of threads that a pool of `count` threads starts.
    fn started(count: usize) -> usize {
        let max = available_parallelism().map(|processors| processors.get().saturating_mul(Self::MAX_EACH));
        count.min(max.unwrap_or(count))
    }

    /// Runs `work` on `shape_count` shapes and passes it the threads it may use. With fewer shapes than `worth` it stays
    /// on the calling thread and starts no pool.
    pub(crate) fn run<R: Send>(&self, shape_count: usize, worth: usize, work: impl FnOnce(&Pool) -> R + Send) -> R {
        match self {
            Self::Pool(pool) if HAS_THREADS && shape_count >= worth => {
                let (mut work, mut result) = (Some(work), None);
                let workers = Pool { threads: pool.current_num_threads() };
                install(pool, &mut || result = work.take().map(|work| work(&workers)));
                result.expect("the pool has run the work")
            }
            Self::Current if HAS_THREADS && shape_count >= worth => {
                work(&Pool { threads: rayon::current_num_threads() })
            }
            _ => work(&Pool { threads: 1 }),
        }
    }
}

/// Runs `work` once in a pool. By reference, so that the code of rayon is compiled once and not for each kind of work.
fn install(pool: &ThreadPool, work: &mut (dyn FnMut() + Send)) {
    pool.install(work);
}

/// Pools are equal if they are the same pool.
impl PartialEq for Threads {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Pool(a), Self::Pool(b)) => Arc::ptr_eq(a, b),
            (Self::Serial, Self::Serial) | (Self::Current, Self::Current) => true,
            _ => false,
        }
    }
}

/// Threads for serde: a pool is stored as its number of threads, and deserializing starts a new pool.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum ThreadsSetting {
    Serial,
    Current,
    Pool(usize),
}

#[cfg(feature = "serde")]
impl From<Threads> for ThreadsSetting {
    fn from(threads: Threads) -> Self {
        match threads {
            Threads::Serial => Self::Serial,
            Threads::Current => Self::Current,
            Threads::Pool(pool) => Self::Pool(pool.current_num_threads()),
        }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<ThreadsSetting> for Threads {
    type Error = ThreadsError;

    fn try_from(threads: ThreadsSetting) -> Result<Self, ThreadsError> {
        match threads {
            ThreadsSetting::Serial => Ok(Self::Serial),
            ThreadsSetting::Current => Ok(Self::Current),
            ThreadsSetting::Pool(count) => Self::new(count),
        }
    }
}

/// The error of [`Threads::new`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ThreadsError {
    /// Zero threads.
    #[error("threads: must be at least 1, is 0")]
    Zero,
    /// More than 1024 threads.
    #[error("threads: must be at most 1024, is {count}")]
    TooMany {
        /// The number of threads given.
        count: usize,
    },
    /// The operating system did not start the threads.
    #[error("threads: cannot start {count}: {reason}")]
    Refused {
        /// The number of threads given.
        count: usize,
        /// The message of the system.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of threads that a pool has.
    fn started(count: usize) -> usize {
        let Threads::Pool(pool) = Threads::new(count).unwrap() else { return 1 };
        pool.current_num_threads()
    }

    #[test]
    fn a_pool_has_at_most_four_threads_for_each_processor() {
        let processors = available_parallelism().unwrap().get();
        assert_eq!([1, 2, 4].map(started), [1, 2, 4]);
        assert_eq!(started(Threads::MAX_COUNT), Threads::MAX_COUNT.min(4 * processors));
        let over = Threads::MAX_COUNT + 1;
        assert_eq!(Threads::new(over), Err(ThreadsError::TooMany { count: over }));
    }
}

//! The time that a tick takes of a processor, whatever else the machine does meanwhile.

use std::time::Duration;

/// The processor time of this thread so far.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(crate) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// The time since the first call: there is no such clock here.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
pub(crate) fn processor_time() -> Duration {
    use std::sync::OnceLock;

    use web_time::Instant;

    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

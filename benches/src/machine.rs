//! What figures depend on besides the code.

use std::process::Command;
use std::time::Duration;

/// The name of the processor, with the numbers of its family and model, because virtual machines shorten the name:
/// "AMD EPYC (family 25, model 17)".
#[must_use]
pub fn processor() -> String {
    processor_of(&std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default())
}

fn processor_of(info: &str) -> String {
    let value = |key: &str| {
        let lines = info.lines().filter_map(|line| line.split_once(':'));
        let mut values = lines.filter(|(name, _)| name.trim() == key).map(|(_, value)| value.trim().to_owned());
        values.next().filter(|value| !value.is_empty())
    };
    let name = value("model name").unwrap_or_else(|| "unknown processor".to_owned());
    match (value("cpu family"), value("model")) {
        (Some(family), Some(model)) => format!("{name} (family {family}, model {model})"),
        _ => name,
    }
}

/// The compiler's name and version.
#[must_use]
pub fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or("unknown rustc".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Measures the processor time of the thread that starts it, which other load on the machine changes little. Where the
/// system has no such clock, the elapsed time.
#[derive(Clone, Copy)]
pub struct Timer {
    #[cfg(unix)]
    start: Duration,
    #[cfg(not(unix))]
    start: std::time::Instant,
}

#[cfg(unix)]
impl Timer {
    /// Starts now.
    #[must_use]
    pub fn start() -> Self {
        Self { start: Self::now() }
    }

    /// The time since the start.
    #[must_use]
    pub fn time(self) -> Duration {
        Self::now().saturating_sub(self.start)
    }

    fn now() -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

#[cfg(not(unix))]
impl Timer {
    /// Starts now.
    #[must_use]
    pub fn start() -> Self {
        Self { start: std::time::Instant::now() }
    }

    /// The time since the start.
    #[must_use]
    pub fn time(self) -> Duration {
        self.start.elapsed()
    }
}

/// Prints a note if the bench is built for any processor of its kind: other crates do not choose instructions at run time.
pub fn note_portable() {
    if cfg!(all(target_arch = "x86_64", not(target_feature = "avx2"))) {
        println!("Other crates are faster with RUSTFLAGS=\"-C target-cpu=native\".\n");
    }
}

#[cfg(test)]
mod tests {
    use super::processor_of;

    #[test]
    fn processors_of_one_name_differ_by_their_numbers() {
        let info =
            "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\nmodel\t\t: 1\n";
        assert_eq!(processor_of(info), "AMD EPYC (family 25, model 17)");
        assert_eq!(processor_of("model name : Some Processor\n"), "Some Processor");
        assert_eq!(processor_of(""), "unknown processor");
    }
}

use std::fs;

use collide2d::columns::Simd;

use super::report::Machine;

/// Describes the machine that the measurements are made on.
pub(crate) fn describe() -> Machine {
    Machine {
        os: std::env::consts::OS.to_owned(),
        arch: std::env::consts::ARCH.to_owned(),
        cpu: cpu().unwrap_or_else(|| "unknown".to_owned()),
        processors: std::thread::available_parallelism().map_or(1, usize::from),
        simd: Simd::best().to_string(),
    }
}

/// The name of the processor, where the system has it in a file or in the environment.
fn cpu() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = info.lines().filter_map(|line| line.split_once(':')).find(|(key, _)| key.trim() == "model name");
    named.map(|(_, name)| name.trim().to_owned()).or_else(|| std::env::var("PROCESSOR_IDENTIFIER").ok())
}

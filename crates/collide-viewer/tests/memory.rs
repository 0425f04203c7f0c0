//! What the process keeps of an arena that all clients have left. Alone in its process, because it measures that.
#![cfg(all(target_os = "linux", target_env = "gnu"))]

mod common;

use std::fs;
use std::time::{Duration, Instant};

use collide_viewer::{Limits, Server};
use common::client::{Client, EVERYTHING};
use common::run;

/// The memory of this process, in kB.
fn resident() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_memory_of_an_arena_goes_back_to_the_system() {
    let limits = Limits { idle_timeout: Duration::from_millis(200), ..Limits::default() };
    let address = run(Server::bind("127.0.0.1:0".parse().unwrap()).unwrap().with_limits(limits));
    let before = resident();
    let mut client = Client::watching(address, EVERYTHING).await;
    client.send(r#"{"set": {"count": 10000}}"#).await;
    client.frame_with(|frame| frame.count == 10_000 && frame.tick > 120).await;
    let with_past = resident() - before;
    assert!(with_past > 40_000, "{with_past} kB");
    drop(client);
    let until = Instant::now() + Duration::from_secs(30);
    while resident() - before > with_past / 4 {
        assert!(Instant::now() < until, "{} of {with_past} kB stay", resident() - before);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

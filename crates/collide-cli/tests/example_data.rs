//! The example data gives the same output for every strategy and number of threads, with fixed fingerprints.

use std::path::PathBuf;
use std::process::Command;

use collide2d::fingerprint;

fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "examples", "data", name].iter().collect()
}

fn run(name: &str, options: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_collide")).arg("pairs").arg(data(name)).args(options).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn hash(text: &str) -> u64 {
    fingerprint(text.bytes().map(u32::from))
}

#[test]
fn same_output_for_every_strategy_and_thread_count() {
    // File, pairs by closed and by open touching, fingerprint of the closed ones.
    let expected = [
        ("airports.csv", 342, 342, 0x91fd_0af5_9866_e31c_u64),
        ("earthquakes.csv", 6_212, 6_212, 0x4ae2_5c8c_621c_13ee),
        ("zipcodes.csv", 305_333, 305_329, 0xc533_e27a_e549_8ccd),
        ("arena.csv", 3_789, 3_789, 0x1009_34e6_12a7_2d04),
        ("walls.csv", 8, 8, 0x2191_08f6_2559_54da),
    ];
    let now = expected.map(|(name, ..)| {
        let pairs = run(name, &["--strategy", "brute", "--threads", "2"]);
        for strategy in ["auto", "grid", "sweep", "rtree"] {
            for threads in ["1", "2", "4"] {
                let other = run(name, &["--strategy", strategy, "--threads", threads]);
                assert!(other == pairs, "{name}, {strategy} on {threads} threads differs");
            }
        }
        let closed: usize = run(name, &["--count"]).trim().parse().unwrap();
        assert_eq!(pairs.lines().count(), closed + 1);
        let open: usize = run(name, &["--count", "--touching", "open"]).trim().parse().unwrap();
        (name, closed, open, hash(&pairs))
    });
    assert_eq!(now, expected, "{now:#x?}");
}

#[test]
fn airports_against_zip_codes() {
    let zip_codes = data("zipcodes.csv").into_os_string().into_string().unwrap();
    let pairs = run("airports.csv", &["--against", &zip_codes, "--strategy", "grid"]);
    for strategy in ["auto", "brute", "sweep", "rtree"] {
        assert!(run("airports.csv", &["--against", &zip_codes, "--strategy", strategy]) == pairs, "{strategy} differs");
    }
    assert_eq!((pairs.lines().count(), hash(&pairs)), (15_455, 0xd543_7c69_0706_4c80));
}

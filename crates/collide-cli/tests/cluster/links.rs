//! Two hosts with a bad link between them.

use std::net::TcpListener;
use std::time::Duration;

use crate::common::Files;
use crate::host::{Host, SCENE, alone};
use crate::proxy::Proxy;
use crate::status::Metrics;

/// Two hosts. The second connects to the first through a proxy.
struct Pair {
    files: Files,
    listen: String,
    proxy: Proxy,
}

impl Pair {
    fn new(delay: Duration, bytes_per_second: u32) -> Self {
        let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let [first, second] = listeners.each_ref().map(|listener| listener.local_addr().unwrap());
        // Before the ports are free again: a proxy with the port of the first host would connect to itself.
        let proxy = Proxy::start(first, delay, bytes_per_second);
        drop(listeners);
        let hosts = format!("{}\n{second}\n", proxy.address);
        Self { files: Files::new(&[("hosts.txt", hosts.as_bytes())]), listen: first.to_string(), proxy }
    }

    /// Starts both hosts. The first one publishes its status.
    fn start(&self, status: &str, more: &[&str]) -> [Host; 2] {
        let first = ["--index", "0", "--folder", "0", "--listen", &self.listen, "--status", status];
        let second = ["--index", "1", "--folder", "1"];
        [first.as_slice(), &second].map(|own| {
            let common = ["run", "--hosts", "hosts.txt", "--every", "5", "--wait", "1m"];
            Host::start(self.files.path(), &[&common, own, &SCENE[..7], more].concat())
        })
    }

    /// Waits for the end of both. Returns the messages of the first.
    fn end(&self, hosts: [Host; 2], mut lines: Vec<String>, ticks: &str) -> String {
        let [first, second] = hosts;
        let (code, said) = first.end(&mut lines);
        assert_eq!(code, 0, "{said}");
        assert_eq!(second.end(&mut vec![]).0, 0, "{said}");
        assert_eq!(lines, alone(self.files.path(), ticks), "{said}");
        said
    }
}

#[test]
fn a_slow_link_does_not_show_but_in_the_lag() {
    let pair = Pair::new(Duration::from_millis(4), 400_000);
    let hosts = pair.start("status.prom", &["--ticks", "40", "--pace", "5ms", "--patience", "20s"]);
    let said = pair.end(hosts, vec![], "40");
    assert!(said.contains("0 restarts"), "{said}");
    let metrics = Metrics::read(&pair.files.path().join("status.prom"));
    // Each tick needs the link at least three times, one after the other: 12 ms instead of 5 ms.
    assert!(metrics.of("lag_seconds{worker=\"0\"}") > 0.25, "{metrics:?}");
    assert!(metrics.of("wait_seconds_total{worker=\"0\"}") > 0.25, "{metrics:?}");
    assert_eq!((metrics.of("tick"), metrics.of("restarts_total")), (40.0, 0.0));
}

#[test]
fn a_link_that_is_held_shows_in_the_lag_only() {
    let pair = Pair::new(Duration::from_millis(1), 10_000_000);
    let mut hosts = pair.start("127.0.0.1:0", &["--ticks", "200", "--pace", "5ms", "--patience", "1m"]);
    let address = hosts[0].message("status: http://").trim_end_matches("/metrics").to_owned();
    let mut lines = vec![];
    hosts[0].until(20, &mut lines);
    pair.proxy.hold(true);
    let metrics = Metrics::wait_for(&address, |metrics| {
        metrics.of("lag_seconds{worker=\"0\"}") > 0.5 && metrics.of("tick_age_seconds") > 0.5
    });
    assert!(metrics.of("running") == 1.0 && metrics.of("tick") < 200.0, "{metrics:?}");
    pair.proxy.hold(false);
    let said = pair.end(hosts, lines, "200");
    assert!(said.contains("0 restarts"), "{said}");
}

#[test]
fn a_link_that_is_cut_and_restored_does_not_show() {
    let pair = Pair::new(Duration::from_millis(1), 10_000_000);
    let mut hosts = pair.start("status.prom", &["--ticks", "200", "--pace", "5ms", "--patience", "20s"]);
    let mut lines = vec![];
    hosts[0].until(23, &mut lines);
    pair.proxy.cut();
    hosts[0].message("restarting");
    std::thread::sleep(Duration::from_millis(300));
    pair.proxy.restore();
    let said = pair.end(hosts, lines, "200");
    let metrics = Metrics::read(&pair.files.path().join("status.prom"));
    assert!(metrics.of("restarts_total") >= 1.0 && metrics.of("round") >= 2.0, "{said}");
    assert!(metrics.of("ticks_total") >= 200.0 && metrics.of("tick") == 200.0, "{metrics:?}");
}

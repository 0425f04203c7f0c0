//! The viewer attached to a world: the frames of its clients, and that clients can neither change the world nor block
//! it.

mod common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use collide_viewer::{Inspector, Server, attach};
use collide2d::{Circle, Entity, Handle, History, Layers, Rect, Settings, Threads, Vec2, World};
use common::client::{Client, EVERYTHING};

/// Circles in a row, each touching the next; a wall at the end.
fn world(history: usize) -> World {
    let history = History { ticks: history, teleport_distance: 1.0 };
    let mut world = World::new(Settings { history, threads: Threads::Serial, ..Settings::default() });
    for index in 0..300_u16 {
        let circle = Circle::new(Vec2::new(f32::from(index), 0.0), 0.5).unwrap();
        world.insert(Entity::new(circle).with_data(u64::from(index))).unwrap();
    }
    let wall = Rect::new(Vec2::new(305.0, -1.0), Vec2::new(306.0, 1.0)).unwrap();
    let layers = Layers { category: 4, mask: 0xF, group: -2 };
    world.insert(Entity::fixed(wall).with_layers(layers).as_sensor().with_data(77)).unwrap();
    world
}

/// A program that steps its world until the test is over.
struct Program {
    address: SocketAddr,
    over: Arc<AtomicBool>,
    ticks: Arc<AtomicU32>,
}

impl Program {
    fn start(history: usize) -> Self {
        let mut inspector = attach("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = inspector.address();
        let (over, ticks) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
        let program = Self { address, over: Arc::clone(&over), ticks: Arc::clone(&ticks) };
        thread::spawn(move || {
            let mut world = world(history);
            while !over.load(Ordering::Relaxed) {
                step(&mut world, &mut inspector);
                ticks.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(2));
            }
        });
        program
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

fn step(world: &mut World, inspector: &mut Inspector) {
    world.update_each(|entity| entity.translate(Vec2::new(0.0, 0.25)).unwrap());
    world.step();
    inspector.show(world);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_sees_what_the_world_has() {
    let program = Program::start(0);
    let mut client = Client::watching(program.address, EVERYTHING).await;
    let frame = client.frame_with(|frame| frame.count > 0).await;
    assert_eq!((frame.count, frame.shown, frame.pairs), (301, 301, 299));
    // The world has no history, so that no past tick can be viewed.
    assert_eq!((frame.oldest, frame.newest, frame.flags), (frame.tick, frame.tick, 0));
    client.frame_with(|later| later.tick > frame.tick + 20).await;
    client.send(r#"{"view": [304, -5, 310, 5]}"#).await;
    client.frame_with(|frame| frame.shown == 1).await;
    let state = client.server_message("state").await;
    assert_eq!((state["shows"].as_str(), state["count"].as_u64()), (Some("world"), Some(301)), "{state}");
    client.send(r#"{"inspect": [305.5, 0, 1]}"#).await;
    let wall = client.server_message("followed").await;
    let expected = [("handle", "300v0"), ("data", "0x4d"), ("category", "0x4"), ("mask", "0xf"), ("group", "-2")];
    for (name, value) in expected.into_iter().chain([("mobility", "static"), ("kind", "rect")]) {
        assert_eq!(wall[name], value, "{wall}");
    }
    assert_eq!((&wall["sensor"], &wall["velocity"]), (&true.into(), &serde_json::Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_client_changes_it() {
    let program = Program::start(0);
    let mut client = Client::watching(program.address, EVERYTHING).await;
    client.frame_with(|frame| frame.count > 0).await;
    let wishes =
        [r#"{"set": {"count": 100}}"#, r#"{"set": {}}"#, r#"{"pause": true}"#, r#"{"step": 1}"#, r#"{"speed": 2}"#];
    for wish in wishes {
        client.send(wish).await;
        assert!(client.server_message("refused").await.as_str().unwrap().starts_with("read only:"), "{wish}");
    }
    let before = client.frame().await;
    assert_eq!(before.flags, 0);
    client.frame_with(|frame| frame.tick > before.tick + 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn its_past_is_shown_while_it_goes_on() {
    let program = Program::start(40);
    let mut client = Client::watching(program.address, EVERYTHING).await;
    let now = client.frame_with(|frame| frame.tick > 60).await;
    assert_eq!(now.newest - now.oldest, 39);
    client.send(&format!(r#"{{"at": {}}}"#, now.tick)).await;
    let then = client.frame_with(|frame| frame.flags == 2).await;
    assert!(then.tick >= now.tick && then.newest - then.oldest == 39, "{then:?} of {now:?}");
    assert_eq!(then.shown, 301);
    // The past stays, long after the world has dropped it.
    let until = program.ticks.load(Ordering::Relaxed) + 100;
    while program.ticks.load(Ordering::Relaxed) < until {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // For a tick that was dropped before the copy was made, the oldest tick is shown.
    let other = if then.tick == then.oldest { then.newest } else { then.oldest };
    client.send(&format!(r#"{{"at": {other}}}"#)).await;
    let found = client.frame_with(|frame| frame.tick != then.tick).await;
    assert_eq!((found.tick, found.oldest, found.newest), (other, then.oldest, then.newest));
    client.send(r#"{"at": null}"#).await;
    client.frame_with(|frame| frame.flags == 0 && frame.tick >= until).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_do_not_hold_it_up() {
    let mut inspector = attach("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = inspector.address();
    // These clients receive frames, and never acknowledge them.
    let mut idle = Vec::new();
    for _ in 0..20 {
        idle.push(Client::watching(address, EVERYTHING).await);
    }
    let mut world = world(0);
    let longest = (0..200).map(|_| {
        world.update_each(|entity| entity.translate(Vec2::new(0.0, 0.25)).unwrap());
        world.step();
        let start = Instant::now();
        inspector.show(&world);
        let time = start.elapsed();
        thread::sleep(Duration::from_millis(2));
        time
    });
    // A generous bound, because the machine may be busy.
    let longest = longest.max().unwrap();
    assert!(longest < Duration::from_millis(100), "{longest:?}");
    assert_eq!(world.tick(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn showing_leaves_a_world_as_it_is() {
    let mut inspector = attach("127.0.0.1:0".parse().unwrap()).unwrap();
    let mut client = Client::watching(inspector.address(), EVERYTHING).await;
    client.send(r#"{"at": 3}"#).await;
    let (mut shown, mut other) = (world(8), world(8));
    for _ in 0..60 {
        step(&mut shown, &mut inspector);
        other.update_each(|entity| entity.translate(Vec2::new(0.0, 0.25)).unwrap());
        other.step();
        assert_eq!(shown.fingerprint(), other.fingerprint());
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    client.frame_with(|frame| frame.count == 301).await;
    assert_eq!(shown.save(), other.save());
    let shot = Circle::new(Vec2::new(3.0, 14.0), 0.75).unwrap();
    let at = |world: &World| -> Vec<Handle> { world.at(56.0).unwrap().overlap(shot) };
    assert!(!at(&shown).is_empty() && at(&shown) == at(&other));
}

#[tokio::test]
async fn it_runs_where_the_program_wants_and_ends_with_it() {
    let mut server = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let mut inspector = server.inspector();
    tokio::spawn(server.answer());
    let mut client = Client::watching(inspector.address(), EVERYTHING).await;
    let mut world = world(0);
    let showing = async {
        loop {
            step(&mut world, &mut inspector);
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::select! {
        () = showing => {}
        frame = client.frame_with(|frame| frame.count == 301) => assert_eq!(frame.pairs, 299),
    }
    let attached = attach("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = attached.address();
    Client::watching(address, EVERYTHING).await;
    drop(attached);
    let start = Instant::now();
    while std::net::TcpStream::connect(address).is_ok() {
        assert!(start.elapsed() < Duration::from_secs(10), "the server has not ended");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

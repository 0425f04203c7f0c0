//! A recording in the viewer: its ticks are those of the trace, played forwards, backwards or by seeking.

mod common;

use std::io::Cursor;

use collide_viewer::{PlayError, Recording, Server};
use collide2d::error::TraceError;
use collide2d::{Circle, Entity, Settings, Vec2, World};
use common::client::{Client, EVERYTHING, Frame};
use common::run;

const TICKS: u32 = 300;

/// Circles on crossing paths, some of which are added and removed: the bytes of the trace, and the pairs of each tick.
fn trace() -> (Vec<u8>, Vec<u32>) {
    let mut world = World::new(Settings::default());
    for index in 0..60_u16 {
        let at = Vec2::new(f32::from(index % 10) * 3.0, f32::from(index / 10) * 3.0);
        world.insert(Entity::new(Circle::new(at, 1.0).unwrap()).with_data(u64::from(index))).unwrap();
    }
    world.start_recording();
    let (mut bytes, mut pairs) = (Vec::new(), Vec::new());
    let mut guest = None;
    for tick in 0..TICKS {
        world.update_each(|entity| {
            let way = if entity.data() % 2 == 0 { 0.1 } else { -0.1 };
            let way = if tick / 50 % 2 == 0 { way } else { -way };
            entity.translate(Vec2::new(way, 0.0)).unwrap();
        });
        if tick % 7 == 0 {
            guest = match guest.take() {
                Some(guest) => {
                    world.remove(guest).unwrap();
                    None
                }
                None => Some(world.insert(Circle::new(Vec2::ZERO, 2.0).unwrap()).unwrap()),
            };
        }
        pairs.push(world.step().pair_count as u32);
        world.write_recorded(&mut bytes).unwrap();
    }
    (bytes, pairs)
}

fn serve(bytes: Vec<u8>) -> std::net::SocketAddr {
    let recording = Recording::read(Cursor::new(bytes)).unwrap();
    run(Server::bind("127.0.0.1:0".parse().unwrap()).unwrap().showing(recording))
}

#[tokio::test(flavor = "multi_thread")]
async fn any_tick_is_found_again() {
    let (bytes, pairs) = trace();
    let mut client = Client::watching(serve(bytes), EVERYTHING).await;
    // It waits for its viewer.
    let first = client.frame().await;
    assert_eq!((first.tick, first.flags, first.oldest, first.newest), (1, 1, 1, TICKS));
    let state = client.server_message("state").await;
    assert_eq!(state["shows"], "recording");
    for tick in [200, 199, 65, 64, 63, 1, 2, 3, 300, 299, 128, 130, 129, 250, 1] {
        client.send(&format!(r#"{{"at": {tick}}}"#)).await;
        let frame: Frame = client.frame_with(|frame| frame.tick == tick).await;
        assert_eq!(frame.pairs, pairs[tick as usize - 1], "tick {tick}");
    }
    client.send(r#"{"at": 100000}"#).await;
    client.frame_with(|frame| frame.tick == TICKS).await;
    client.send(r#"{"at": 0}"#).await;
    client.frame_with(|frame| frame.tick == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_plays_and_stops_at_the_end() {
    let (bytes, pairs) = trace();
    let mut client = Client::watching(serve(bytes), EVERYTHING).await;
    client.send(r#"{"pause": true}"#).await;
    client.frame_with(|frame| frame.flags == 1).await;
    client.send(r#"{"at": 20}"#).await;
    client.frame_with(|frame| frame.tick == 20).await;
    client.send(r#"{"step": 3}"#).await;
    client.frame_with(|frame| frame.tick == 23).await;
    client.send(r#"{"speed": 8}"#).await;
    client.send(r#"{"pause": false}"#).await;
    let played = client.frame_with(|frame| frame.tick > 23).await;
    assert_eq!(played.pairs, pairs[played.tick as usize - 1]);
    let last = client.frame_with(|frame| frame.flags == 1 && frame.tick == TICKS).await;
    assert_eq!(last.pairs, pairs[TICKS as usize - 1]);
    // Playing after the end starts again from the first tick.
    client.send(r#"{"pause": false}"#).await;
    client.frame_with(|frame| frame.tick < TICKS).await;
    for (wish, why) in [
        (r#"{"set": {"count": 100}}"#, "read only: a recording cannot be changed"),
        (r#"{"speed": 99}"#, "speed: must be from 0.05 to 16, is 99"),
    ] {
        client.send(wish).await;
        assert_eq!(client.server_message("refused").await, why);
    }
}

#[test]
fn what_is_whole_of_a_broken_trace_is_shown() {
    let (bytes, _) = trace();
    let whole = Recording::read(Cursor::new(bytes.clone())).unwrap();
    assert_eq!((whole.tick_count(), whole.left_out().is_none()), (u64::from(TICKS), true));
    let cut = Recording::read(Cursor::new(bytes[..bytes.len() - 1].to_vec())).unwrap();
    assert_eq!(cut.tick_count(), u64::from(TICKS) - 1);
    assert!(matches!(cut.left_out(), Some(TraceError::CutOff { .. })));
    assert!(matches!(Recording::read(Cursor::new(bytes[..12].to_vec())), Err(PlayError::Empty)));
    for broken in [&bytes[..40], b"", b"not a trace at all"] {
        assert!(matches!(Recording::read(Cursor::new(broken.to_vec())), Err(PlayError::Trace(_))));
    }
}

//! The arena over WebSockets: the frames of its clients, and that no client can affect the others.

mod common;

use std::time::Duration;

use common::client::{Client, EVERYTHING};
use common::{request, serve};
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test(flavor = "multi_thread")]
async fn a_client_sees_what_its_viewport_holds() {
    let address = serve();
    let mut client = Client::watching(address, EVERYTHING).await;
    let all = client.frame_with(|frame| frame.tick > 2).await;
    assert_eq!((all.shown, all.count), (1_000, 1_000));
    assert!(all.pairs > 500);
    client.send(r#"{"view": [-10, -10, 10, 10]}"#).await;
    let few = client.frame_with(|frame| frame.shown < 500).await;
    assert!(few.shown > 50, "{few:?}");
    client.send(r#"{"view": [1000000, 0, 1000001, 1]}"#).await;
    client.frame_with(|frame| frame.shown == 0).await;
    // A client without a viewport receives only the frames that were already sent.
    client.send(r#"{"view": null}"#).await;
    client.server_message("state").await;
    client.server_message("state").await;
    timeout(Duration::from_millis(400), client.frame()).await.unwrap_err();
    client.send(r#"{"view": [-10, -10, 10, 10]}"#).await;
    client.frame_with(|frame| frame.shown > 50).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_strategy_finds_as_many_pairs() {
    let address = serve();
    let mut client = Client::watching(address, [0.0, 0.0, 1.0, 1.0]).await;
    client.send(r#"{"pause": true}"#).await;
    let paused = client.frame_with(|frame| frame.flags & 1 == 1).await;
    for (number, strategy) in (1..).zip(["brute", "grid", "levels", "sweep", "rtree", "auto"]) {
        client.send(&format!(r#"{{"set": {{"strategy": "{strategy}"}}}}"#)).await;
        let frame = client.frame_with(|frame| frame.tick == paused.tick + number).await;
        assert_eq!(frame.pairs, paused.pairs, "{strategy}");
    }
    client.send(r#"{"set": {"strategy": "brute", "count": 50000}}"#).await;
    let estimate = client.server_message("estimate").await;
    assert_eq!((&estimate["count"], &estimate["tests"]), (&json!(50_000), &json!(1_249_975_000.0)));
    assert!(estimate["seconds"].as_f64().unwrap() > estimate["sample_seconds"].as_f64().unwrap());
    client.send(r#"{"set": {"scene": "towns", "count": 700}}"#).await;
    client.frame_with(|frame| frame.count == 700).await;
    assert_eq!(client.server_message("state").await["scene"], "towns");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_past_can_be_shown_and_single_ticks_made() {
    let address = serve();
    let mut client = Client::watching(address, EVERYTHING).await;
    client.frame_with(|frame| frame.tick > 30).await;
    client.send(r#"{"pause": true}"#).await;
    let now = client.frame_with(|frame| frame.flags & 1 == 1).await;
    client.send(&format!(r#"{{"at": {}}}"#, now.tick - 20)).await;
    let then = client.frame_with(|frame| frame.flags & 2 == 2).await;
    assert_eq!((then.tick, then.shown), (now.tick - 20, 1_000));
    client.send(r#"{"at": 0}"#).await;
    client.frame_with(|frame| frame.tick == now.oldest).await;
    client.send(r#"{"at": null}"#).await;
    client.send(r#"{"step": 3}"#).await;
    client.frame_with(|frame| frame.tick == now.tick + 3).await;
    // Frames in which new pairs fade follow, of the same tick; then no more.
    let until = Instant::now() + Duration::from_millis(400);
    while let Ok(frame) = timeout(until.saturating_duration_since(Instant::now()), client.frame()).await {
        assert_eq!(frame.tick, now.tick + 3);
    }
    assert_eq!(timeout(Duration::from_millis(300), client.frame()).await.ok().map(|frame| frame.tick), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entity_is_followed() {
    let address = serve();
    let mut client = Client::watching(address, EVERYTHING).await;
    client.frame().await;
    client.send(r#"{"inspect": [0, 0, 100]}"#).await;
    let followed = client.server_message("followed").await;
    assert!(followed["handle"].as_str().unwrap().ends_with("v0"), "{followed}");
    client.send(r#"{"inspect": [100000, 0, 1]}"#).await;
    assert_eq!(client.server_message("followed").await, Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entity_of_the_last_scene_is_not_described_in_the_next() {
    let address = serve();
    let mut client = Client::watching(address, EVERYTHING).await;
    client.frame().await;
    client.send(r#"{"inspect": [0, 0, 100]}"#).await;
    assert_ne!(client.server_message("followed").await, Value::Null);
    client.send(r#"{"set": {"scene": "uniform", "count": 500}}"#).await;
    while client.server_message("followed").await != Value::Null {}
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_steers_an_entity_of_its_own_until_it_leaves() {
    let address = serve();
    let (mut watcher, mut client) = (Client::watching(address, EVERYTHING).await, Client::connect(address).await);
    client.send(r#"{"player": [3, 4]}"#).await;
    watcher.frame_with(|frame| frame.count == 1_001).await;
    client.send(r#"{"steer": [1, 0]}"#).await;
    let x = async |client: &mut Client| client.server_message("followed").await["at"][0].as_f64().unwrap();
    let before = x(&mut client).await;
    while x(&mut client).await < before + 1.0 {}
    // In a new scene it gets another one.
    watcher.send(r#"{"set": {"scene": "uniform", "count": 500}}"#).await;
    watcher.frame_with(|frame| frame.count == 501).await;
    client.send(r#"{"steer": [1e30, 1e30]}"#).await;
    client.send(r#"{"player": null}"#).await;
    watcher.frame_with(|frame| frame.count == 500).await;
    client.send(r#"{"player": [1e30, -1e30]}"#).await;
    watcher.frame_with(|frame| frame.count == 501).await;
    drop(client);
    watcher.frame_with(|frame| frame.count == 500).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn entities_are_added_and_moved_also_while_paused() {
    let address = serve();
    let mut client = Client::watching(address, EVERYTHING).await;
    client.send(r#"{"set": {"scene": "uniform", "count": 500}}"#).await;
    client.frame_with(|frame| frame.count == 500).await;
    client.send(r#"{"pause": true}"#).await;
    client.frame_with(|frame| frame.flags & 1 == 1).await;
    client.send(r#"{"spawn": [5, 5]}"#).await;
    client.frame_with(|frame| frame.count == 501).await;
    client.send(r#"{"inspect": [5, 5, 0.5]}"#).await;
    client.server_message("followed").await;
    client.send(r#"{"drag": [7, 6]}"#).await;
    while client.server_message("followed").await["at"] != json!([7.0, 6.0]) {}
    for probe in ["ray", "sweep", "nearest"] {
        client.send(&format!(r#"{{"probe": {{"kind": "{probe}", "from": [-20, -20], "to": [20, 20]}}}}"#)).await;
        // The answer to the query before may still come.
        let mut probed = client.server_message("probed").await;
        while probed["probe"]["kind"] != probe {
            probed = client.server_message("probed").await;
        }
        assert!(probed["tested_count"].as_u64().unwrap() > 0 && probed["found"]["handle"].is_string(), "{probed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_wish_closes_the_connection() {
    let address = serve();
    for (message, code) in [
        (Message::binary(vec![0; 8]), 1003),
        (Message::text("{"), 1007),
        (Message::text(r#"{"sudo": true}"#), 1007),
        (Message::text(" ".repeat(600)), 1009),
    ] {
        let mut client = Client::connect(address).await;
        client.0.send(message.clone()).await.unwrap();
        assert_eq!(client.closed().await, code, "{message:?}");
    }
    let mut client = Client::connect(address).await;
    for _ in 0..2_000 {
        if client.0.send(Message::text(r#"{"drawn": 0}"#)).await.is_err() {
            break;
        }
    }
    assert_eq!(client.closed().await, 1008);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_client_holds_up_the_others() {
    let address = serve();
    let mut client = Client::watching(address, [-10.0, -10.0, 10.0, 10.0]).await;
    let alone = ticks_in(&mut client, Duration::from_millis(1_500)).await;
    let mut crowd = Vec::new();
    for number in 0..199 {
        let left = number as f32 - 100.0;
        crowd.push(Client::watching(address, [left / 2.0, -5.0, left / 2.0 + 10.0, 5.0]).await);
    }
    // One of ten clients never acknowledges frames, and receives only a few.
    let idle = crowd.split_off(180);
    let drawing: Vec<_> = crowd
        .into_iter()
        .map(|mut client| {
            tokio::spawn(async move {
                let until = Instant::now() + Duration::from_millis(1_500);
                let mut count = 0;
                while Instant::now() < until {
                    client.frame().await;
                    count += 1;
                }
                count
            })
        })
        .collect();
    let among = ticks_in(&mut client, Duration::from_millis(1_500)).await;
    for count in drawing {
        assert!(count.await.unwrap() > 0);
    }
    drop(idle);
    // The rate depends on the load of the machine; a client that blocked the arena would stop it.
    assert!(4 * among > alone, "{alone} ticks alone, {among} among 200");
    eprintln!("{alone} ticks alone, {among} among 200");
}

/// The number of ticks of the arena within `time`.
async fn ticks_in(client: &mut Client, time: Duration) -> u32 {
    let first = client.frame().await.tick;
    let until = Instant::now() + time;
    let mut last = first;
    while Instant::now() < until {
        last = client.frame().await.tick;
    }
    last - first
}

#[test]
fn other_sites_cannot_watch() {
    let address = serve();
    let host = format!("host: {address}");
    let upgrade = [
        "connection: upgrade",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
    ];
    let head = [&["GET /api/arena HTTP/1.1", &host, "origin: http://example.com"], upgrade.as_slice()].concat();
    assert_eq!(request(address, &head, "").status, 403);
}

//! What a client sends to the page server is refused, or is a message within the limits.
#![no_main]

use collide2d::Rect;
use libfuzzer_sys::fuzz_target;

#[path = "../../crates/collide-page/src/arena/client_message.rs"]
mod client_message;

#[allow(dead_code, reason = "probes are only read here, not answered")]
#[path = "../../crates/collide-page/src/arena/probe.rs"]
mod probe;

#[path = "../../crates/collide-page/src/playground"]
mod playground {
    pub(crate) mod answer;
    mod corners;
    pub(crate) mod lesson;
    mod margin;
    mod plain;
    pub(crate) mod question;
}

use client_message::{COUNTS, ClientMessage, Show, viewport};
use playground::answer::Answer;
use playground::question::Question;

/// Lines are messages of a client in order. Adjacent ones of a kind are combined, as in a mailbox.
fn message(text: &str, older: Option<ClientMessage>, show: &mut Show) -> Option<ClientMessage> {
    let message: ClientMessage = serde_json::from_str(text).ok()?;
    let same = |older: &ClientMessage| std::mem::discriminant(older) == std::mem::discriminant(&message);
    let message = match older.filter(same) {
        Some(older) => message.after(older),
        None => message,
    };
    match &message {
        ClientMessage::View(Some(view)) => assert!(viewport(*view).is_ok_and(is_finite) || viewport(*view).is_err()),
        ClientMessage::Set(change) => match change.of(show) {
            Ok(next) => *show = next,
            Err(error) => assert!(error.to_string().len() < text.len() + 200),
        },
        _ => {}
    }
    assert!(COUNTS.contains(&show.count));
    Some(message)
}

fn is_finite(view: Rect) -> bool {
    view.min().is_finite() && view.max().is_finite()
}

fuzz_target!(|text: &str| {
    let (mut show, mut older) = (Show::default(), None);
    for line in text.lines() {
        older = message(line, older, &mut show);
        if let Ok(question) = serde_json::from_str::<Question>(line) {
            match Answer::to(&question) {
                Ok(answer) => _ = serde_json::to_string(&answer).expect("an answer as JSON"),
                Err(error) => assert!(error.to_string().len() < 1000),
            }
        }
    }
});

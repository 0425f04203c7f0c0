//! The face of this crate in a browser: `web/src/engine` of `collide-viewer` calls it in a worker.
//!
//! It carries the same messages as the server: an arena has one client, which is connected again after it was dropped.

use std::sync::Arc;

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use crate::{Answer, Arena, Mailbox, OWN_COUNT, Outgoing, Question, SceneSource, TICK};

/// Makes a panic throw its message; otherwise JavaScript would get `unreachable`.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}

/// The answer to a question, both as JSON.
///
/// # Errors
/// A text that names the number that is not valid.
#[wasm_bindgen]
pub fn answer(question: &str) -> Result<String, String> {
    let question: Question = serde_json::from_str(question).map_err(|error| error.to_string())?;
    let answer = Answer::to(&question).map_err(|error| error.to_string())?;
    serde_json::to_string(&answer).map_err(|error| error.to_string())
}

/// An arena in the browser, and the connection of its page.
#[wasm_bindgen]
#[derive(Default)]
pub struct BrowserArena {
    arena: Option<Arena>,
    mailbox: Option<Arc<Mailbox>>,
}

#[wasm_bindgen]
impl BrowserArena {
    /// An arena without a connection.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Milliseconds between two rounds.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn tick_ms(&self) -> f64 {
        TICK.as_secs_f64() * 1e3
    }

    /// Connects the page, in place of an earlier connection. The arena stays as it was.
    pub fn connect(&mut self) {
        self.disconnect();
        let mailbox = Arc::<Mailbox>::default();
        let arena = self.arena.get_or_insert_with(|| Arena::new(SceneSource::Arena, OWN_COUNT));
        arena.join(Arc::clone(&mailbox));
        self.mailbox = Some(mailbox);
    }

    /// Ends the connection.
    pub fn disconnect(&mut self) {
        if let Some(mailbox) = self.mailbox.take() {
            mailbox.close();
        }
    }

    /// Whether the page is connected. The arena drops a page that acknowledges no frames.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.mailbox.as_ref().is_some_and(|mailbox| !mailbox.is_closed())
    }

    /// Accepts a message of the page.
    ///
    /// # Errors
    /// A text that names the fault of the message. The connection has ended then.
    pub fn receive(&mut self, message: &str) -> Result<(), String> {
        let Some(mailbox) = &self.mailbox else { return Ok(()) };
        mailbox.receive(message).map_err(|error| {
            mailbox.close();
            error.to_string()
        })
    }

    /// Runs a round.
    pub fn round(&mut self) {
        if let Some(arena) = &mut self.arena {
            arena.round();
        }
    }

    /// The next message to the page: a text, or the bytes of a part of a frame; undefined if there is none.
    pub fn next(&self) -> JsValue {
        let Some(mailbox) = &self.mailbox else { return JsValue::UNDEFINED };
        match mailbox.next() {
            None => JsValue::UNDEFINED,
            Some(Outgoing::Text(json)) => JsValue::from_str(&json),
            Some(Outgoing::Part(bytes)) => Uint8Array::from(&*bytes).into(),
            Some(Outgoing::LastPart(bytes)) => {
                mailbox.sent_frame();
                Uint8Array::from(&*bytes).into()
            }
        }
    }
}

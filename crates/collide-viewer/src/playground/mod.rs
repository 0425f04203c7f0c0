//! The playground: queries of a circle and its obstacles, repeated while the circle is dragged.
//!
//! A question contains the complete state, so the server stores nothing, and a link reproduces the same view.

mod answer;
mod lesson;
mod margin;
mod plain;
mod question;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

pub(crate) use answer::Answer;
pub(crate) use question::Question;

#[derive(Serialize)]
struct Refusal {
    error: String,
}

/// Answers a question, or names the number that is not valid.
pub(crate) async fn answer(Json(question): Json<Question>) -> Response {
    match Answer::to(&question) {
        Ok(answer) => Json(answer).into_response(),
        Err(error) => (StatusCode::UNPROCESSABLE_ENTITY, Json(Refusal { error: error.to_string() })).into_response(),
    }
}

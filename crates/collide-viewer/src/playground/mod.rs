//! The playground: a circle and what is around it, asked over and over while it is dragged.
//!
//! A question says all there is, so that the server remembers nothing and a link reproduces what was seen.

mod answer;
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

/// Answers a question, or says which number of it makes no shape.
pub(crate) async fn answer(Json(question): Json<Question>) -> Response {
    match Answer::to(&question) {
        Ok(answer) => Json(answer).into_response(),
        Err(error) => (StatusCode::UNPROCESSABLE_ENTITY, Json(Refusal { error: error.to_string() })).into_response(),
    }
}

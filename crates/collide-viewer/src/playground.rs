//! The questions of the playground over HTTP. The server stores nothing: a question has the complete state.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use collide_page::{Answer, Question};
use serde::Serialize;

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

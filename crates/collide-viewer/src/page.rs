//! The files of the page, built from `web/` and included in the library.

use axum::extract::Path;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

/// Name, type and content of each file.
const FILES: [(&str, &str, &[u8]); 3] = [
    ("app.js", "text/javascript; charset=utf-8", include_bytes!("../web/dist/app.js")),
    ("style.css", "text/css; charset=utf-8", include_bytes!("../web/dist/style.css")),
    ("icon.svg", "image/svg+xml", include_bytes!("../web/dist/icon.svg")),
];

/// The page loads nothing but its own files, and no page may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page for a server with this source. `shows` consists of letters.
pub(crate) fn index(shows: &str) -> Html<String> {
    let page = include_str!("../web/dist/index.html");
    Html(page.replacen("<html", &format!("<html data-shows=\"{shows}\""), 1))
}

pub(crate) async fn file(Path(name): Path<String>) -> Response {
    named(&name)
}

fn named(name: &str) -> Response {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some(&(_, kind, content)) => ([(header::CONTENT_TYPE, kind)], content).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}

/// Adds the headers of every response. The browser caches nothing, because the next server may have another page.
pub(crate) async fn harden(mut response: Response) -> Response {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

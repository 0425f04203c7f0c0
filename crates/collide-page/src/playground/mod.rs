//! The playground: queries of a circle and its obstacles, repeated while the circle is dragged.
//!
//! A question contains the complete state, so nothing is stored, and a link reproduces the same view.

mod answer;
mod corners;
mod lesson;
mod margin;
mod plain;
mod question;

pub use answer::Answer;
pub use question::{Question, QuestionError};

//! The tests of `collide2d` as one package, and of the data that all languages share, in one program.

mod golden;
mod golden_answers;
mod golden_corpus;
mod interface;
mod shared;
mod shared_files;
mod shared_walk;
mod tutorials;

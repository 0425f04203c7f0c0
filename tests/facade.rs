//! The tests of `collide2d` as one package, and of the data that all languages share, in one program.

mod golden;
mod golden_corpus;
mod golden_matrix;
mod interface;
mod proof;
mod shared;
mod shared_files;
mod shared_walk;
mod tutorials;

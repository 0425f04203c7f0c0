//! The tests of the engine in one program, because each program compiles and links the engine's generic code again.
//! Tests that depend on the state of their process or thread are programs of their own: see `Cargo.toml`.

mod changes;

mod budget;
mod concurrent;
mod contacts;
mod crowded;
mod events;
mod failed;
mod filtered;
mod golden;
mod golden_answers;
mod golden_corpus;
mod int;
mod interest;
mod interface;
mod join;
mod large;
mod measures;
mod motion;
mod parts;
mod past;
mod queries;
mod rocket;
mod serde;
mod set;
mod shared;
mod shared_walk;
mod snapshot;
mod static_pairs;
mod strategies;
mod swept;
mod tutorials;
mod unsorted;
mod world;

//! Most tests of the engine, in one program, because each program compiles and links the engine's generic code again.
//! Tests that depend on the state of their process or thread, and large ones, are programs of their own.

#[path = "../bodies/mod.rs"]
mod bodies;
mod changes;

mod budget;
mod change_ticks;
mod concurrent;
mod contacts;
mod convex;
mod crowd_rule;
mod crowded;
mod crowds;
mod events;
mod events_between;
mod failed;
mod far;
mod few_changes;
mod filtered;
mod interest;
mod large;
mod limits;
mod list_filters;
mod parts;
mod past;
mod past_filters;
mod past_moves;
mod queries;
mod resting;
mod result_copies;
mod rocket;
mod sectors;
mod sensor_pairs;
mod serde;
mod set;
mod snapshot;
mod static_pairs;
mod stopped;
mod strategies;
mod swept;
mod unsorted;
mod views;
mod world;

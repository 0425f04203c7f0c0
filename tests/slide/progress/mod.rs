//! Progress: how far shapes get.

mod empty;

//! The collide engine for Python: the module `collide2d._native`. The package `collide2d` exports its classes and
//! functions.
//!
//! Numbers are numpy arrays, or values that numpy can make an array of. A call copies and checks them while it holds
//! the interpreter lock (GIL), and releases the lock for the work itself.

mod arrays;
mod budget;
mod contacts;
mod convex;
mod coordinates;
mod crowd;
mod entities;
mod errors;
mod hits;
mod interest;
mod movement;
mod options;
mod pickle;
mod queries;
mod report;
mod settings;
mod shapes;
mod shared_world;
mod stateless;
mod trace;
mod world;

use pyo3::pymodule;

#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::{
        budget::Budget,
        contacts::{Contacts, closest_points, contacts},
        convex::{capsules, polygons, regular_polygons},
        entities::Entities,
        hits::{Hits, NearestHits, RayHits, SweepHits, SweptPairs},
        interest::{Interest, InterestReport, Views},
        movement::Slides,
        queries::Queries,
        report::{Crowd, Events, Report},
        shapes::{Shapes, circles, concat, oriented_rects, points, rects},
        shared_world::World,
        stateless::{contains, count_pairs, count_pairs_between, distance, overlaps, pairs, pairs_between, query},
        trace::{Trace, TraceTick},
    };
}

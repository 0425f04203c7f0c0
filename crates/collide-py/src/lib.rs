//! The collide engine for Python: the module `collide2d._native`, whose classes and functions the package `collide2d` shows.
//!
//! Numbers come as numpy arrays, or what numpy makes one of, are copied and checked while Python waits, and worked on while it does
//! not: no call holds the interpreter longer than its arrays take to copy.

mod arrays;
mod entities;
mod errors;
mod hits;
mod interest;
mod options;
mod queries;
mod report;
mod settings;
mod shapes;
mod stateless;
mod trace;
mod world;

use pyo3::pymodule;

#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::entities::Entities;
    #[pymodule_export]
    use crate::hits::{Hits, NearestHits, RayHits, SweepHits, SweptPairs};
    #[pymodule_export]
    use crate::interest::{Interest, InterestReport, Views};
    #[pymodule_export]
    use crate::queries::Queries;
    #[pymodule_export]
    use crate::report::{Events, Report};
    #[pymodule_export]
    use crate::shapes::{Shapes, circles, concat, oriented_rects, points, rects};
    #[pymodule_export]
    use crate::stateless::{
        contains, count_pairs, count_pairs_between, distance, overlaps, pairs, pairs_between, query,
    };
    #[pymodule_export]
    use crate::trace::{Trace, TraceTick};
    #[pymodule_export]
    use crate::world::World;
}

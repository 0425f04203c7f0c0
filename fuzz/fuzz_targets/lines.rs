//! Segments and rays against a shape.
#![no_main]

use collide_fuzz::bodies::Body;
use collide_fuzz::{AnyShape, Number, exact};
use collide2d::{Ray, Relation, Segment, cast_ray};
use collide2d::{ray_shape, segment_shape};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (AnyShape, [Number; 2], [Number; 2], Option<Number>)| {
    let Some(shape) = input.0.shape() else { return };
    let (from, to) = (Number::pair(input.1), Number::pair(input.2));
    let segment = Segment::new(from, to).expect("finite");
    assert_eq!(segment_shape(&segment, shape), exact::segment_relation(&segment, &shape));
    let max_t = input.3.map_or(f32::INFINITY, |max_t| max_t.0.abs());
    let Ok(ray) = Ray::new(from, to, max_t) else { return };
    let truth = Body::ray(&ray).relation(&Body::of(&shape));
    assert_eq!(ray_shape(&ray, shape), truth);
    let hit = cast_ray(&ray, shape);
    assert_eq!(hit.is_some(), truth != Relation::Apart);
    if let Some(hit) = hit {
        assert!(0.0 <= hit.entry && hit.entry <= hit.exit && hit.exit <= max_t && hit.point.is_finite());
    }
});

//! Points in shapes, and the nine regions.
#![no_main]

use collide_fuzz::{AnyShape, Number, exact};
use collide2d::{Circle, Containment, Region, Shape, Vec2, contains_point, contains_point_strictly, region_of};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (AnyShape, [Number; 2])| {
    let Some(shape) = input.0.shape() else { return };
    let at = Number::pair(input.1);
    let truth = exact::containment(&shape, &Circle::new(at, 0.0).expect("finite").into());
    assert_eq!(contains_point(shape, at), truth != Containment::StickingOut);
    assert_eq!(contains_point_strictly(shape, at), truth == Containment::Inside);
    let flat = match &shape {
        Shape::Circle(_) | Shape::Capsule(_) | Shape::Polygon(_) => {
            assert_eq!(region_of(shape, at), None);
            return;
        }
        Shape::Rect(rect) => rect.min().cmpeq(rect.max()).any(),
        Shape::OrientedRect(rect) => rect.half_extents().cmpeq(Vec2::ZERO).any(),
    };
    let region = region_of(shape, at);
    assert_eq!(region == Some(Region::Inside), truth != Containment::StickingOut);
    if !flat {
        assert_eq!(region.map(Region::sides), Some(exact::region(&shape, at)));
    }
});

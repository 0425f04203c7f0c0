//! Two shapes: their relation, each in the other, the measures' agreement, and what a sweep decides at its start.
#![no_main]

use collide_fuzz::bodies::Body;
use collide_fuzz::{AnyShape, Number, exact};
use collide2d::{
    Containment, Moving, Relation, contact, containment, contains, contains_strictly, distance, overlaps,
    overlaps_interior, penetration, relation, sweep,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (AnyShape, AnyShape, [Number; 2], [Number; 2])| {
    let (Some(a), Some(b)) = (input.0.shape(), input.1.shape()) else { return };
    let truth = exact::relation(&a, &b);
    assert_eq!((relation(a, b), relation(b, a)), (truth, truth));
    assert_eq!(overlaps(a, b), truth != Relation::Apart);
    assert_eq!(overlaps_interior(a, b), truth == Relation::Interior);
    assert!(truth == Relation::Apart || a.aabb().intersects(&b.aabb()));
    for (outer, inner) in [(a, b), (b, a)] {
        let truth = exact::containment(&outer, &inner);
        assert_eq!(containment(outer, inner), truth);
        assert_eq!(contains(outer, inner), truth != Containment::StickingOut);
        assert_eq!(contains_strictly(outer, inner), truth == Containment::Inside);
    }
    assert_eq!(contact(a, b).is_some(), truth != Relation::Apart);
    assert_eq!(distance(a, b) == 0.0, truth != Relation::Apart);
    assert_eq!(penetration(a, b) > 0.0, truth == Relation::Interior);

    let (a_way, b_way) = (Number::pair(input.2), Number::pair(input.3));
    let (Ok(moving_a), Ok(moving_b)) = (Moving::new(a, a_way), Moving::new(b, b_way)) else { return };
    let impact = sweep(moving_a, moving_b);
    match truth {
        Relation::Interior => assert!(impact.is_some_and(|impact| impact.time == 0.0)),
        Relation::Touching => {
            let (a, b) = (Body::of(&a).moved_slightly(a_way, 4_000), Body::of(&b).moved_slightly(b_way, 4_000));
            assert_eq!(impact.is_some(), a.relation(&b) != Relation::Apart);
        }
        Relation::Apart => assert!(impact.is_none_or(|impact| (0.0..=1.0).contains(&impact.time))),
    }
});

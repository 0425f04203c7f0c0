//! Compares batches at every SIMD level with the single decision, which `pairs` compares with the oracle.
#![no_main]

use collide_fuzz::AnyShape;
use collide2d::columns::{Columns, LaneTest, Row, Simd, overlaps};
use collide2d::{Circle, OrientedRect, Rect, Shape, Touching, relation};
use libfuzzer_sys::fuzz_target;

struct Table<const COLUMNS: usize>([Vec<f32>; COLUMNS]);

impl<const COLUMNS: usize> Table<COLUMNS> {
    fn of<S: Row<COLUMNS>>(shapes: &[S]) -> Self {
        Self(std::array::from_fn(|column| shapes.iter().map(|shape| shape.to_row()[column]).collect()))
    }

    fn columns<S: Row<COLUMNS>>(&self) -> Columns<'_, S, COLUMNS> {
        Columns::new(self.0.each_ref().map(Vec::as_slice)).expect("made of shapes")
    }
}

/// Each shape of `a` with all of `b`.
fn check<S: LaneTest<O, A, B>, O: Row<B>, const A: usize, const B: usize>(a: &[S], b: &[O]) {
    let table = Table::of(b);
    for simd in Simd::ALL.iter().copied().filter(|simd| simd.is_available()) {
        for touching in [Touching::Closed, Touching::Open] {
            for one in a {
                let mut hits = vec![u64::MAX; b.len().div_ceil(64)];
                overlaps(simd, *one, table.columns(), touching, &mut hits).expect("a bit for each row");
                for index in 0..hits.len() * 64 {
                    let expected = b.get(index).is_some_and(|other| touching.accepts(relation(*one, *other)));
                    assert_eq!(hits[index / 64] >> (index % 64) & 1 == 1, expected, "{simd:?} {touching:?} {index}");
                }
            }
        }
    }
}

fuzz_target!(|input: Vec<AnyShape>| {
    let (mut circles, mut rects, mut oriented): (Vec<Circle>, Vec<Rect>, Vec<OrientedRect>) = Default::default();
    for shape in input.into_iter().filter_map(AnyShape::shape) {
        match shape {
            Shape::Circle(circle) => circles.push(circle),
            Shape::Rect(rect) => rects.push(rect),
            // The fast test needs unit rotors, which are rare among arbitrary numbers: also tests a normalised copy.
            Shape::OrientedRect(rect) => {
                oriented.push(rect);
                let rotor = collide2d::Rotor::new(rect.rotor().cos(), rect.rotor().sin());
                let unit = rotor.and_then(|rotor| OrientedRect::new(rect.center(), rect.half_extents(), rotor));
                oriented.extend(unit);
            }
            Shape::Capsule(_) | Shape::Polygon(_) => {} // they have no columns
        }
    }
    check(&circles, &circles);
    check(&circles, &rects);
    check(&rects, &rects);
    check(&circles, &oriented);
    let units: Vec<OrientedRect> = oriented.into_iter().filter(|rect| Row::is_quick(*rect)).collect();
    check(&circles, &units);
});

//! Compares batches at every SIMD level with the single decision, which `pairs` compares with the oracle.
#![no_main]

use collide_fuzz::AnyShape;
use collide2d::columns::{self, Columns, ColumnsError, Row, Simd};
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

macro_rules! check {
    ($test:ident, $a:expr, $b:expr) => {
        let count = $a.len().min($b.len());
        if count > 0 {
            check(&$a[..count], &$b[..count], |simd, a, b, touching, hits| columns::$test(simd, a, b, touching, hits));
        }
    };
}

fn check<A: Row<M>, B: Row<N>, const M: usize, const N: usize>(
    a: &[A],
    b: &[B],
    test: impl Fn(Simd, Columns<'_, A, M>, Columns<'_, B, N>, Touching, &mut [u64]) -> Result<(), ColumnsError>,
) {
    let (a_table, b_table) = (Table::of(a), Table::of(b));
    for simd in Simd::ALL.iter().copied().filter(|simd| simd.is_available()) {
        for touching in [Touching::Closed, Touching::Open] {
            let mut hits = vec![u64::MAX; a.len().div_ceil(64)];
            test(simd, a_table.columns(), b_table.columns(), touching, &mut hits).expect("columns of equal length");
            for index in 0..hits.len() * 64 {
                let expected = index < a.len() && touching.accepts(relation(a[index], b[index]));
                assert_eq!(hits[index / 64] >> (index % 64) & 1 == 1, expected, "{simd:?} {touching:?} {index}");
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
        }
    }
    let turned: Vec<Circle> = circles.iter().rev().copied().collect();
    check!(circle_circle, circles, turned);
    check!(circle_rect, circles, rects);
    check!(rect_rect, rects, rects[rects.len().min(1)..]);
    check!(circle_oriented_rect, circles, oriented);
    let units: Vec<OrientedRect> = oriented.into_iter().filter(|rect| Row::is_quick(*rect)).collect();
    check!(circle_oriented_rect, circles, units);
});

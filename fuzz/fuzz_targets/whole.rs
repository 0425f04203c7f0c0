//! The decisions in integers.
#![no_main]

use collide_fuzz::bodies::Body;
use collide_fuzz::exact::Point;
use collide2d::int::{self, Circle, Rect, Shape};
use collide2d::{Containment, Relation};
use libfuzzer_sys::{arbitrary, fuzz_target};
use num_bigint::BigInt;

#[derive(Clone, Copy, Debug, arbitrary::Arbitrary)]
enum AnyShape {
    Circle(i32, i32, u32),
    InBox(i32, i32, u32),
    Rect(i32, i32, u32, u32),
    SmallCircle(i8, i8, u8),
    SmallInBox(i8, i8, u8),
    SmallRect(i8, i8, u8, u8),
}

impl AnyShape {
    /// The shape, and the same with all lengths doubled.
    fn shapes(self) -> (Shape, Body) {
        let doubled =
            |x: i32, y: i32, more: u32| Point { x: BigInt::from(x) * 2 + more, y: BigInt::from(y) * 2 + more };
        match self {
            Self::Circle(x, y, radius) => {
                let body = Body { corners: vec![doubled(x, y, 0)], radius: BigInt::from(radius) * 2 };
                (Circle::new(x, y, radius).into(), body)
            }
            Self::InBox(x, y, side) => {
                (Circle::in_box(x, y, side).into(), Body { corners: vec![doubled(x, y, side)], radius: side.into() })
            }
            Self::Rect(x, y, width, height) => {
                let low = doubled(x, y, 0);
                let (right, top): (BigInt, BigInt) =
                    (&low.x + BigInt::from(width) * 2, &low.y + BigInt::from(height) * 2);
                let corners = vec![
                    low.clone(),
                    Point { x: right.clone(), y: low.y.clone() },
                    Point { x: right, y: top.clone() },
                    Point { x: low.x, y: top },
                ];
                (Rect::with_size(x, y, width, height).into(), Body { corners, radius: BigInt::ZERO })
            }
            Self::SmallCircle(x, y, radius) => Self::Circle(x.into(), y.into(), radius.into()).shapes(),
            Self::SmallInBox(x, y, side) => Self::InBox(x.into(), y.into(), side.into()).shapes(),
            Self::SmallRect(x, y, width, height) => {
                Self::Rect(x.into(), y.into(), width.into(), height.into()).shapes()
            }
        }
    }
}

/// Whether the outer body contains the inner one: by the axes if the outer body is a box, else by the farthest corner
/// of the inner body.
fn containment(outer: &Body, inner: &Body) -> Containment {
    let of_sign = |room: BigInt| match room.cmp(&BigInt::ZERO) {
        std::cmp::Ordering::Greater => Containment::Inside,
        std::cmp::Ordering::Equal => Containment::TouchingBorder,
        std::cmp::Ordering::Less => Containment::StickingOut,
    };
    if outer.corners.len() == 1 {
        let reach = &outer.radius - &inner.radius;
        if reach < BigInt::ZERO {
            return Containment::StickingOut;
        }
        let room = |corner: &Point| {
            let way = corner.minus(&outer.corners[0]);
            of_sign(&reach * &reach - way.dot(&way))
        };
        return inner.corners.iter().map(room).max().unwrap();
    }
    let (low, high) = (&outer.corners[0], &outer.corners[2]);
    let rooms = inner
        .corners
        .iter()
        .flat_map(|corner| [&corner.x - &low.x, &high.x - &corner.x, &corner.y - &low.y, &high.y - &corner.y]);
    rooms.map(|room| of_sign(room - &inner.radius)).max().unwrap()
}

fuzz_target!(|input: (AnyShape, AnyShape)| {
    let ((a, a_body), (b, b_body)) = (input.0.shapes(), input.1.shapes());
    let truth = a_body.relation(&b_body);
    assert_eq!((int::relation(a, b), int::relation(b, a)), (truth, truth));
    assert_eq!(int::overlaps(a, b), truth != Relation::Apart);
    assert_eq!(int::overlaps_interior(a, b), truth == Relation::Interior);
    let truth = containment(&a_body, &b_body);
    assert_eq!(int::containment(a, b), truth);
    assert_eq!(int::contains(a, b), truth != Containment::StickingOut);
    assert_eq!(int::contains_strictly(a, b), truth == Containment::Inside);
    if let AnyShape::Circle(x, y, 0) = input.1 {
        assert_eq!(int::contains_point(a, x, y), truth != Containment::StickingOut);
    }
});

//! The fast test of sectors against the exact decision.

use super::random::{Random, Style};
use crate::decide::{fast, sector};
use crate::{Relation, Sector, Shape, ShapeKind, Vec2};

/// A sector of this style, in half of the cases at the center of the shape.
fn any(style: Style, shape: &Shape, random: &mut Random) -> Option<Sector> {
    let apex = if random.below(2) == 0 { style.vector(random) } else { shape.center() };
    let from = style.vector(random);
    let to = match random.below(4) {
        0 => from + style.vector(random) * 1e-3,
        1 => -from + style.vector(random) * 1e-3,
        _ => style.vector(random),
    };
    let radii = [style.vector(random).x.abs(), style.vector(random).x.abs()];
    let (inner, outer) = (radii[0].min(radii[1]), radii[0].max(radii[1]));
    let sector = Sector::new(apex, from, to, outer).ok()?;
    if random.below(2) == 0 { Some(sector) } else { sector.with_inner(inner).ok() }
}

#[test]
fn the_fast_relation_is_the_exact_one() {
    for kind in ShapeKind::ALL {
        let mut random = Random(300 + kind as u64);
        let (mut certain, mut counts) = (0, [0; 3]);
        for _ in 0..20_000 {
            let style = Style::any(&mut random);
            let shape = style.shape(kind, &mut random);
            let Some(swing) = any(style, &shape, &mut random) else { continue };
            let relation = sector::exact(&swing, &shape);
            counts[relation as usize] += 1;
            if let Some(fast) = fast::sector(&swing, &shape) {
                certain += 1;
                assert_eq!(fast, relation, "{swing:?} and {shape:?}");
            }
        }
        assert!(certain > 4_000, "{kind}: only {certain} were certain");
        assert!(counts.into_iter().all(|count| count > 40), "{kind}: {counts:?}");
    }
}

#[test]
fn narrow_sectors_and_narrow_gaps_are_left_to_the_exact_decision() {
    let dot = |x: f32| Shape::from(crate::Circle::new([x, 0.0], 0.25).unwrap());
    let borders = [Vec2::new(1.0, -1e-7), Vec2::new(1.0, 1e-7)];
    let cone = Sector::new(Vec2::ZERO, borders[0], borders[1], 10.0).unwrap();
    let rest = Sector::new(Vec2::ZERO, borders[1], borders[0], 10.0).unwrap();
    for x in [-5.0, 5.0] {
        assert_eq!((fast::sector(&cone, &dot(x)), fast::sector(&rest, &dot(x))), (None, None));
        let expected = if x < 0.0 { Relation::Apart } else { Relation::Interior };
        assert_eq!(super::super::sector_shape(&cone, dot(x)), expected);
        assert_eq!(super::super::sector_shape(&rest, dot(x)), Relation::Interior);
    }
}

//! The contenders of the sector question, ours first. The trees find boxes, and a test by hand in `f32` decides.

use collide2d::{Hits, Mode, Query, Sector, Vec2};
use parry2d::bounding_volume::Aabb;

use crate::contenders::{each, slots};
use crate::field::{Disc, Field, bounds, vector};
use crate::{Contender, Use};

pub const OPENING: f32 = 90.0;
pub const OUTER: f32 = 10.0;

pub fn sector((apex, facing): &(Vec2, Vec2)) -> Sector {
    Sector::facing(*apex, *facing, OPENING, OUTER).expect("finite")
}

/// Whether a disc overlaps the sector of 90 degrees around a unit vector, as one writes it by hand.
fn overlaps(disc: &Disc, (apex, facing): &(Vec2, Vec2)) -> bool {
    let to = Vec2::from(disc.center) - *apex;
    // The sector is symmetric.
    let (ahead, aside) = (to.dot(*facing), to.perp_dot(*facing).abs());
    if ahead >= aside {
        return to.length_squared() <= (OUTER + disc.radius) * (OUTER + disc.radius);
    }
    let along = ((ahead + aside) * 0.5_f32.sqrt()).clamp(0.0, OUTER);
    let border = Vec2::splat(along * 0.5_f32.sqrt());
    Vec2::new(ahead, aside).distance_squared(border) <= disc.radius * disc.radius
}

pub fn sectors<'a>(field: &'a Field, ways: &'a [(Vec2, Vec2)]) -> Vec<Contender<'a>> {
    let queries: Vec<Query<Sector>> = ways.iter().map(|way| sector(way).into()).collect();
    let asked = queries.clone();
    let (mut hits, mut single) = (Hits::default(), Hits::default());
    let mut found = Vec::new();
    let bound = |way: &(Vec2, Vec2)| {
        let bound = sector(way).aabb();
        [bound.min(), bound.max()]
    };
    vec![
        (
            "ours, batched",
            Box::new(move |answers, purpose| {
                field.world.queries().sector_batch_into(&queries, Mode::All, &mut hits).expect("no budget");
                if purpose == Use::Compare {
                    answers.clear();
                    hits.iter().for_each(|found| answers.add(slots(found)));
                }
            }),
        ),
        (
            "ours, one by one",
            Box::new(move |answers, _| {
                let queries = field.world.queries();
                each(answers, &asked, |query, own| {
                    queries.sector_batch_into(&[*query], Mode::All, &mut single).expect("no budget");
                    own.add(slots(single.of(0)));
                });
            }),
        ),
        (
            "parry2d, by hand",
            Box::new(move |answers, _| {
                each(answers, ways, |way, own| {
                    let [low, high] = bound(way).map(|corner| vector(corner.into()));
                    let bound = Aabb::new(low, high);
                    let near = field.parry.intersect_aabb(&bound);
                    own.add(near.filter(|id| overlaps(&field.discs[*id as usize], way)));
                });
            }),
        ),
        (
            "packed_spatial_index, by hand",
            Box::new(move |answers, _| {
                each(answers, ways, |way, own| {
                    let [low, high] = bound(way).map(<[f32; 2]>::from);
                    field.packed_simd.search_into(bounds(low, high), &mut found);
                    own.add(found.iter().filter(|id| overlaps(&field.discs[**id], way)).map(|id| *id as u32));
                });
            }),
        ),
    ]
}

//! The contenders of each question, ours first. Of the ways to ask another crate, the fastest that has been found.

use std::hint::black_box;
use std::num::NonZero;
use std::ops::ControlFlow;

use collide2d::{Handle, Hits, Mode, Nearest, NearestHits, Query, Ray, RayHits, Shape, Vec2};
use geo_index::kdtree::KDTreeIndex;
use geo_index::rtree::RTreeIndex;
use kiddo::{QueryScratch, SquaredEuclidean};
use packed_spatial_index::{NeighborWorkspace, Point2D, Ray2D};

use crate::field::{Field, bounds, circle, vector};
use crate::{Answers, Contender, NEAREST, RANGE, REACH, Use};

pub fn each<T>(answers: &mut Answers, questions: &[T], mut ask: impl FnMut(&T, &mut Answers)) {
    answers.clear();
    questions.iter().for_each(|question| ask(question, answers));
}

pub fn slots(handles: &[Handle]) -> impl Iterator<Item = u32> {
    handles.iter().map(|handle| handle.slot())
}

fn points(at: &[Vec2]) -> Vec<[f32; 2]> {
    at.iter().map(Vec2::to_array).collect()
}

pub fn overlap<'a>(field: &'a Field, at: &'a [Vec2]) -> Vec<Contender<'a>> {
    let queries: Vec<Query<Shape>> = at.iter().map(|at| circle(*at, REACH).into()).collect();
    let asked = queries.clone();
    let (mut hits, mut single) = (Hits::default(), Hits::default());
    let (mut found, points) = (Vec::new(), points(at));
    // Circles overlap where their centers are in reach, but for rounding.
    let reach = REACH + field.radius;
    vec![
        (
            "ours, batched",
            Box::new(move |answers, purpose| {
                field.world.queries().overlap_batch_into(&queries, Mode::All, &mut hits).expect("no budget");
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
                    queries.overlap_batch_into(&[*query], Mode::All, &mut single).expect("no budget");
                    own.add(slots(single.of(0)));
                });
            }),
        ),
        (
            "parry2d",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let (low, high) = (*at - Vec2::splat(REACH), *at + Vec2::splat(REACH));
                    let bound = parry2d::bounding_volume::Aabb::new(vector(low.into()), vector(high.into()));
                    let near = field.parry.intersect_aabb(&bound);
                    own.add(near.filter(|id| field.discs[*id as usize].overlaps(at.x, at.y)));
                });
            }),
        ),
        (
            "rstar",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let near = field.rstar.locate_within_distance((*at).into(), reach * reach);
                    own.add(near.map(|point| point.data));
                });
            }),
        ),
        (
            "geo-index",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| own.add(field.geo_kd.within(at.x, at.y, reach).into_iter()));
            }),
        ),
        (
            "packed_spatial_index",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    field.packed_simd.search_into(bounds((*at - REACH).into(), (*at + REACH).into()), &mut found);
                    let near = found.iter().filter(|id| field.discs[**id].overlaps(at.x, at.y));
                    own.add(near.map(|id| *id as u32));
                });
            }),
        ),
        (
            "kiddo",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let point = at.to_array();
                    let near = field.kiddo_flat.query(&point).within::<SquaredEuclidean<f32>>(reach * reach);
                    near.unsorted().visit(|found| own.ids.push(found.item));
                    own.end();
                });
            }),
        ),
        (
            "kiddo, batched",
            Box::new(move |answers, purpose| {
                let near = field.kiddo_flat.query_batch(&points).within::<SquaredEuclidean<f32>>(reach * reach);
                let near = black_box(near.unsorted().execute());
                if purpose == Use::Compare {
                    answers.clear();
                    near.iter().for_each(|near| answers.add(near.iter().map(|found| found.item)));
                }
            }),
        ),
    ]
}

pub fn rays<'a>(field: &'a Field, rays: &'a [(Vec2, Vec2)]) -> Vec<Contender<'a>> {
    let ray = |(from, way): &(Vec2, Vec2)| Query::new(Ray::new(*from, *way, RANGE).expect("finite"));
    let queries: Vec<Query<Ray>> = rays.iter().map(ray).collect();
    let asked = queries.clone();
    let mut hits = RayHits::default();
    vec![
        (
            "ours, batched",
            Box::new(move |answers, purpose| {
                field.world.queries().ray_batch_into(&queries, Mode::First(1), &mut hits).expect("no budget");
                if purpose == Use::Compare {
                    answers.clear();
                    hits.iter().for_each(|found| answers.add(found.iter().map(|(handle, _)| handle.slot())));
                }
            }),
        ),
        (
            "ours, one by one",
            Box::new(move |answers, _| {
                let queries = field.world.queries();
                each(answers, &asked, |ray, own| {
                    own.add(queries.ray(*ray).map(|(handle, _)| handle.slot()).into_iter())
                });
            }),
        ),
        (
            "parry2d",
            Box::new(move |answers, _| {
                each(answers, rays, |(from, way), own| {
                    let ray = parry2d::query::Ray::new(vector((*from).into()), vector((*way).into()));
                    let entry =
                        |id: u32, best: f32| field.discs[id as usize].entry(*from, *way).filter(|entry| *entry <= best);
                    own.add(field.parry.cast_ray(&ray, RANGE, entry).map(|(id, _)| id).into_iter());
                });
            }),
        ),
        (
            "packed_spatial_index",
            Box::new(move |answers, _| {
                each(answers, rays, |(from, way), own| {
                    let [origin, along] = [*from, *way].map(|v| v.as_dvec2());
                    let ray = Ray2D::new(Point2D::new(origin.x, origin.y), along.x, along.y, f64::from(RANGE));
                    let (mut first, mut best) = (None, RANGE);
                    // In the order of the boxes, until no box can be better.
                    let _ = field.packed_bounds.raycast_each(ray, |id, reached| {
                        if reached > f64::from(best) {
                            return ControlFlow::Break(());
                        }
                        if let Some(entry) = field.discs[id].entry(*from, *way).filter(|entry| *entry <= best) {
                            (first, best) = (Some(id as u32), entry);
                        }
                        ControlFlow::Continue(())
                    });
                    own.add(first.into_iter());
                });
            }),
        ),
    ]
}

pub fn nearest<'a>(field: &'a Field, at: &'a [Vec2]) -> Vec<Contender<'a>> {
    let near = |at: &Vec2| Query::new(Nearest { count: NEAREST, ..Nearest::to(circle(*at, 0.0)) });
    let queries: Vec<Query<Nearest>> = at.iter().map(near).collect();
    let asked = queries.clone();
    let (mut hits, mut single) = (NearestHits::default(), NearestHits::default());
    // Circles of the same radius are as near as their centers.
    let (mut workspace, mut scratch, points) = (NeighborWorkspace::default(), QueryScratch::new(), points(at));
    let count = NonZero::new(NEAREST).expect("more than zero");
    vec![
        (
            "ours, batched",
            Box::new(move |answers, purpose| {
                field.world.queries().nearest_batch_into(&queries, &mut hits).expect("no budget");
                if purpose == Use::Compare {
                    answers.clear();
                    hits.iter().for_each(|found| answers.add(found.iter().map(|(handle, _)| handle.slot())));
                }
            }),
        ),
        (
            "ours, one by one",
            Box::new(move |answers, _| {
                let queries = field.world.queries();
                each(answers, &asked, |query, own| {
                    queries.nearest_batch_into(&[*query], &mut single).expect("no budget");
                    own.add(single.of(0).iter().map(|(handle, _)| handle.slot()));
                });
            }),
        ),
        (
            "rstar",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let near = field.rstar.nearest_neighbor_iter((*at).into()).take(NEAREST);
                    own.add(near.map(|point| point.data));
                });
            }),
        ),
        (
            "geo-index",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    own.add(field.geo.neighbors(at.x, at.y, Some(NEAREST), None).into_iter());
                });
            }),
        ),
        (
            "packed_spatial_index",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let point = Point2D::new(f64::from(at.x), f64::from(at.y));
                    let near = field.packed.neighbors_with(point, NEAREST, f64::INFINITY, &mut workspace);
                    own.add(near.iter().map(|id| *id as u32));
                });
            }),
        ),
        (
            "kiddo",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let point = at.to_array();
                    let near = field.kiddo.query(&point).nearest_n::<SquaredEuclidean<f32>>(count);
                    own.add(near.with_scratch(&mut scratch).execute().into_iter().map(|found| found.item));
                });
            }),
        ),
        (
            "kiddo, batched",
            Box::new(move |answers, purpose| {
                let near = field.kiddo.query_batch(&points).nearest_n::<SquaredEuclidean<f32>>(count);
                let near = black_box(near.execute());
                if purpose == Use::Compare {
                    answers.clear();
                    near.iter().for_each(|near| answers.add(near.iter().map(|found| found.item)));
                }
            }),
        ),
    ]
}

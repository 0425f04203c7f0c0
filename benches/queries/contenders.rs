//! The contenders of each question, ours first.

use std::num::NonZero;
use std::ops::ControlFlow;

use collide2d::{Handle, Hits, Mode, Nearest, NearestHits, Query, Ray, RayHits, Shape, Vec2};
use geo_index::rtree::{NeighborsOptions, RTreeIndex};
use kiddo::SquaredEuclidean;
use packed_spatial_index::{Box2D, Point2D, Ray2D, SearchWorkspace};
use rstar::AABB;

use crate::field::{Field, circle, vector};
use crate::{Answers, Contender, NEAREST, RANGE, REACH, Use};

pub fn each<T>(answers: &mut Answers, questions: &[T], mut ask: impl FnMut(&T, &mut Answers)) {
    answers.clear();
    questions.iter().for_each(|question| ask(question, answers));
}

pub fn slots(handles: &[Handle]) -> impl Iterator<Item = u32> {
    handles.iter().map(|handle| handle.slot())
}

pub fn overlap<'a>(field: &'a Field, at: &'a [Vec2]) -> Vec<Contender<'a>> {
    let queries: Vec<Query<Shape>> = at.iter().map(|at| circle(*at, REACH).into()).collect();
    let asked = queries.clone();
    let (mut hits, mut single) = (Hits::default(), Hits::default());
    let (mut workspace, mut ids) = (SearchWorkspace::default(), Vec::new());
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
                    let (low, high) = (*at - Vec2::splat(REACH), *at + Vec2::splat(REACH));
                    let near = field.rstar.locate_in_envelope_intersecting(AABB::from_corners(low.into(), high.into()));
                    own.add(near.filter(|disc| disc.overlaps(at.x, at.y)).map(|disc| disc.id));
                });
            }),
        ),
        (
            "geo-index",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let near = field.geo.search(at.x - REACH, at.y - REACH, at.x + REACH, at.y + REACH);
                    own.add(near.into_iter().filter(|id| field.discs[*id as usize].overlaps(at.x, at.y)));
                });
            }),
        ),
        (
            "packed_spatial_index",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let [low, high] = [*at - REACH, *at + REACH].map(|corner| corner.as_dvec2());
                    let near = field.packed.search_with(Box2D::new(low.x, low.y, high.x, high.y), &mut workspace);
                    let near = near.iter().filter(|id| field.discs[**id].overlaps(at.x, at.y));
                    own.add(near.map(|id| *id as u32));
                });
            }),
        ),
        (
            "kiddo",
            Box::new(move |answers, _| {
                // Centers in reach are the answer but for rounding.
                let reach = (REACH + field.radius) * (1.0 + 1e-6);
                each(answers, at, |at, own| {
                    let point = at.to_array();
                    let near = field.kiddo.query(&point).within::<SquaredEuclidean<f32>>(reach * reach).unsorted();
                    ids.clear();
                    near.visit(|found| ids.push(found.item));
                    own.add(ids.iter().copied().filter(|id| field.discs[*id as usize].overlaps(at.x, at.y)));
                });
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
                    let _ = field.packed.raycast_each(ray, |id, reached| {
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
    let mut best: Vec<(f32, u32)> = Vec::new();
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
                    own.add(field.rstar.nearest_neighbor_iter((*at).into()).take(NEAREST).map(|disc| disc.id));
                });
            }),
        ),
        (
            "geo-index",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let options =
                        NeighborsOptions { k: Some(NEAREST), max_distance: None, include_tie_breakers: false };
                    let gap = |low: f32, high: f32, value: f32| (low - value).max(value - high).max(0.0);
                    let near = field.geo.neighbors_with_callbacks(
                        options,
                        |[left, bottom, right, top]| gap(left, right, at.x).hypot(gap(bottom, top, at.y)),
                        |id, _| Some(field.discs[id as usize].gap_to(at.x, at.y)),
                    );
                    own.add(near.into_iter().map(|(id, _)| id));
                });
            }),
        ),
        (
            "packed_spatial_index",
            Box::new(move |answers, _| {
                each(answers, at, |at, own| {
                    let point = Point2D::new(f64::from(at.x), f64::from(at.y));
                    // In the order of the boxes, until none can be nearer than the last.
                    best.clear();
                    let _ = field.packed.neighbors_each(point, f64::INFINITY, |id, box_sq| {
                        if best.len() == NEAREST && box_sq > f64::from(best[NEAREST - 1].0).powi(2) {
                            return ControlFlow::Break(());
                        }
                        let gap = field.discs[id].gap_to(at.x, at.y);
                        best.insert(best.partition_point(|(other, _)| *other <= gap), (gap, id as u32));
                        best.truncate(NEAREST);
                        ControlFlow::Continue(())
                    });
                    own.add(best.iter().map(|(_, id)| *id));
                });
            }),
        ),
        (
            "kiddo",
            Box::new(move |answers, _| {
                let count = NonZero::new(NEAREST).expect("more than zero");
                each(answers, at, |at, own| {
                    // Circles of the same radius are as near as their centers.
                    let point = at.to_array();
                    let near = field.kiddo.query(&point).nearest_n::<SquaredEuclidean<f32>>(count);
                    own.add(near.execute().into_iter().map(|found| found.item));
                });
            }),
        ),
    ]
}

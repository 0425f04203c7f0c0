mod blockers;

use std::f64::consts::PI;
use std::ops::ControlFlow;

use collide_core::swept::{Rounding, SweptShape, place, spacing};
use collide_core::{Aabb, DVec2, IntoArg, Shape, Vec2, contact_normal, overlaps};

use super::measures::{away, extent};
use crate::base::{ListKind, Meter, work};
use crate::search::rect_of;
use crate::{Filter, Outcomes, OverBudget, Queries, Query, Question};
use blockers::Blockers;

/// The number of directions in which a free place is searched for, besides those of the contacts at the start.
const DIRECTIONS: u32 = 64;

/// The maximum number of contacts at the start whose normals are looked at: in a pile there are many.
const MAX_CONTACTS: usize = 256;

/// The maximum number of normals of contacts at the start that are directions.
const MAX_NORMALS: usize = 64;

/// The maximum number of places that are decided for one direction.
const MAX_PLACES: usize = 64;

/// The results of [`Queries::free_batch_into`]: a free place for each query, or `None` if none was found.
pub type Places = Outcomes<Option<Shape>>;

/// # Free places
impl Queries<'_> {
    /// A place near the shape that is free: where its interior overlaps that of no entity. The shape itself if it is
    /// free already. For spawns, and to push a shape out of what it is stuck in.
    ///
    /// The place is decided exactly, for all entities at once: the way out of one does not lead into another.
    /// `max_distance` is the maximum distance of the place, in world units; a negative number and NaN count as zero. `None`
    /// if there is no such place, or none was found.
    ///
    /// **Distance.** The search goes out of everything in 64 directions, and along the normals of the contacts at the
    /// start: of the first 256 contacts, by slot, the 64 deepest if there are more. So the place is at most as far as the
    /// nearest one around which the shape has a margin of `pi / 64` of the distance. Out of a single flat wall it is the
    /// nearest one, to a few positions. In each direction at most 64 places are decided.
    ///
    /// **Filter:** sensors never count. Exclude the entity itself with [`Query::except`].
    ///
    /// **Cost:** an overlap query with the box of the shape; if the shape is not free, one with a box that is wider by a few
    /// times the distance of the place, at least by the extent of the shape, and for each of at most 128 directions up to
    /// 64 places, each with a decision for the entities near it.
    /// [`Budget::max_candidates_each`](crate::Budget::max_candidates_each) bounds it wherever the entities are. The search looks at the bound of the shape, then at what is within a distance of it: `e`, `4 * e` and `16 * e`, where `e`
    /// is the longer side of the bound, as long as twice that is less than `max_distance`, and last `max_distance`. It ends
    /// at the first of these distances at which it finds a place, or at which there are too many candidates.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Shape, Vec2};
    /// use collide_world::{Budget, Entity, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// world.insert(Entity::fixed(Rect::new(Vec2::new(-4.0, -4.0), Vec2::new(1.0, 4.0))?))?;
    /// world.insert(Entity::fixed(Rect::new(Vec2::new(2.0, -4.0), Vec2::new(3.0, 4.0))?))?;
    /// world.step();
    /// let player = Circle::new(Vec2::new(0.5, 0.0), 1.0)?;
    /// // The gap between the walls is too narrow, so the nearest place is behind the second one.
    /// assert_eq!(world.queries().free(player, 9.0), Some(Circle::new(Vec2::new(4.0, 0.0), 1.0)?.into()));
    /// assert_eq!(world.queries().free(player, 3.0), None);
    ///
    /// // Among at most 64 entities: in a crowd there is no place, and the search costs little.
    /// let mut crowd: World = (0..1_000).map(|_| player).collect();
    /// crowd.step();
    /// let few = Budget { max_candidates_each: 64, ..Budget::UNLIMITED };
    /// assert!(crowd.queries().free(player, 3.0).is_some());
    /// assert_eq!(crowd.queries().within(few).free(player, 3.0), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn free(&self, query: impl IntoArg<Query<Shape>>, max_distance: f32) -> Option<Shape> {
        let query = query.into();
        let place = self.free_in(&query, max_distance, &mut Blockers::default(), &mut Meter::default());
        self.record(Question::Free(std::slice::from_ref(&query).into(), max_distance), &[place]);
        place
    }

    /// [`free`](Self::free) for many shapes. Each is searched for by itself: the places may overlap each other. The
    /// results are in the order of the queries.
    ///
    /// **Cost:** that of single searches, on the world's threads. Does not allocate once `out` has grown.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Vec2};
    /// use collide_world::{Entity, Places, Query, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// world.insert(Entity::fixed(Rect::new(Vec2::ZERO, Vec2::new(9.0, 9.0))?))?;
    /// world.step();
    /// let ball = |x: f32| Circle::new(Vec2::new(x, 4.5), 1.0);
    /// let mut places = Places::default();
    /// world.queries().free_batch_into(&[ball(0.0)?.into(), ball(4.5)?.into(), ball(-3.0)?.into()], 2.0, &mut places)?;
    /// assert_eq!(places.list(), [Some(ball(-1.0)?.into()), None, Some(ball(-3.0)?.into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn free_batch_into(
        &self,
        queries: &[Query<Shape>],
        max_distance: f32,
        out: &mut Places,
    ) -> Result<(), OverBudget> {
        let free = |query: &Query<Shape>, found: &mut Blockers, meter: &mut Meter| {
            self.free_in(query, max_distance, found, meter)
        };
        out.fill(self, queries, |query| query.what.middle(), free)?;
        self.record(Question::Free(queries.into(), max_distance), out.list());
        Ok(())
    }

    /// Searches with a buffer for the entities around.
    fn free_in(
        &self,
        query: &Query<Shape>,
        max_distance: f32,
        blockers: &mut Blockers,
        meter: &mut Meter,
    ) -> Option<Shape> {
        let (start, bound) = (query.what, query.what.aabb());
        let farthest = f64::from(max_distance).max(0.0);
        let mut normals: Option<Normals> = None;
        meter.add(work::QUERY);
        for reach in reaches(extent(&bound), farthest) {
            let area = bound.expanded(reach);
            let is_found = self.find_blockers(&area, query, blockers, meter);
            if !is_found || meter.is_over() {
                return None;
            }
            if normals.is_none() {
                let Some(first) = blockers.next_overlapping(0, &start, meter) else {
                    return (!meter.is_over()).then_some(start);
                };
                normals = Some(Normals::at(&start, blockers, first, meter));
            }
            let mut search = PlaceSearch { start, blockers, area, reach, farthest };
            let directions = normals.iter().flat_map(Normals::iter).chain(around());
            let place = if reach > 0.0 { search.nearest(directions, meter) } else { None };
            if place.is_some() || meter.is_over() {
                return place.filter(|_| !meter.is_over());
            }
        }
        None
    }

    /// Finds what may block in an area. False if there are more than the limit of candidates.
    fn find_blockers(&self, area: &Aabb, query: &Query<Shape>, blockers: &mut Blockers, meter: &mut Meter) -> bool {
        let filter = Filter { sensors: false, ..query.filter };
        let (within, max, mut count) = (rect_of(area), self.budget().max_candidates_each, 0);
        let each =
            if max == u64::MAX { |_| work::COPY } else { |kind| work::COPY + work::decision(ListKind::Rect, kind) };
        blockers.list.clear();
        self.scope.near_each(area, &filter, usize::MAX, (meter, each), |slot, shape| {
            blockers.list.push((slot, shape));
            count += u64::from(max < u64::MAX && overlaps(within, shape));
            if count > max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if count <= max {
            blockers.sort();
        }
        count <= max
    }
}

/// The distances within which to search, one after the other: most places are near, and the shape itself is often free.
fn reaches(extent: f64, farthest: f64) -> impl Iterator<Item = f64> {
    let near = [0.0, extent, extent * 4.0, extent * 16.0];
    // Not twice for little more.
    near.into_iter().filter(move |reach| reach * 2.0 < farthest).chain([farthest])
}

/// The directions in which to search around a shape.
fn around() -> impl Iterator<Item = DVec2> {
    (0..DIRECTIONS).map(|index| {
        let angle = f64::from(index) * 2.0 * PI / f64::from(DIRECTIONS);
        DVec2::new(libm::cos(angle), libm::sin(angle))
    })
}

/// The different normals of the deepest contacts, with the greatest depth of each.
struct Normals {
    list: [(Vec2, f32); MAX_NORMALS],
    count: usize,
}

impl Default for Normals {
    fn default() -> Self {
        Self { list: [(Vec2::ZERO, 0.0); MAX_NORMALS], count: 0 }
    }
}

impl Normals {
    /// Those of the blockers that a shape overlaps, from index `first` on.
    fn at(start: &Shape, blockers: &Blockers, first: usize, meter: &mut Meter) -> Self {
        let (mut normals, mut next) = (Self::default(), Some(first));
        for _ in 0..MAX_CONTACTS {
            let Some(index) = next.filter(|_| !meter.is_over()) else { break };
            let (_, blocker) = &blockers.list[index];
            meter.add(work::free::CONTACT * share(start, blocker));
            contact_normal(blocker, *start).inspect(|(normal, depth)| normals.add(*normal, *depth));
            next = blockers.next_overlapping(index + 1, start, meter);
        }
        normals
    }

    fn add(&mut self, normal: Vec2, depth: f32) {
        let known = &mut self.list[..self.count];
        if let Some((_, deepest)) = known.iter_mut().find(|(known, _)| *known == normal) {
            *deepest = deepest.max(depth);
        } else if self.count < MAX_NORMALS {
            self.list[self.count] = (normal, depth);
            self.count += 1;
        } else if let Some(least) = known.iter_mut().min_by(|a, b| a.1.total_cmp(&b.1)).filter(|least| least.1 < depth)
        {
            *least = (normal, depth);
        }
    }

    fn iter(&self) -> impl Iterator<Item = DVec2> + '_ {
        self.list[..self.count].iter().map(|(normal, _)| normal.as_dvec2())
    }
}

/// The share of a shape and a blocker in a measure.
fn share(shape: &Shape, blocker: &Shape) -> u64 {
    work::measure(ListKind::of(shape)) + work::measure(ListKind::of(blocker))
}

/// The search for one shape.
struct PlaceSearch<'a> {
    start: Shape,
    /// The entities around.
    blockers: &'a mut Blockers,
    /// Where they are searched for.
    area: Aabb,
    /// The maximum distance of a place now.
    reach: f64,
    /// The maximum distance of any place.
    farthest: f64,
}

impl PlaceSearch<'_> {
    /// The nearest free place in some directions.
    fn nearest(&mut self, directions: impl Iterator<Item = DVec2>, meter: &mut Meter) -> Option<Shape> {
        let mut best: Option<(f64, Shape)> = None;
        for direction in directions {
            if meter.is_over() {
                return None;
            }
            best = self.along(direction, best.map(|(length, _)| length), meter).or(best);
        }
        best.map(|(_, shape)| shape)
    }

    /// The first free place in a direction and its distance, if that is less than `best`.
    fn along(&mut self, direction: DVec2, best: Option<f64>, meter: &mut Meter) -> Option<(f64, Shape)> {
        let is_near = |length: f64| best.map_or(length <= self.reach, |best| length < best);
        let limit = best.unwrap_or(self.reach);
        let far = place(self.start, direction * self.farthest, [Rounding::Nearest; 2])?;
        let spacing = spacing(far);
        let (mut at, mut steps, mut reached) = (self.start, 0.0, 0.0);
        for _ in 0..MAX_PLACES {
            // To decide a place costs much in a crowd, so it comes last.
            let length = SweptShape::between(self.start, at)?.length();
            if !is_near(length) {
                return None;
            }
            let Some(index) = self.blockers.first_overlapping(&self.area, &at, meter) else {
                return (!meter.is_over()).then_some((length, at));
            };
            let (_, blocker) = &self.blockers.list[index];
            meter.add(work::free::EXIT * share(&self.start, blocker));
            // On the way back from afar, it runs into the blocker where it would leave it.
            let back = SweptShape::between(far, at)?;
            let exit = back.obstacle(*blocker).filter(|exit| !exit.overlaps)?;
            let distance = self.farthest - back.motion().length() * exit.time;
            if distance > limit {
                return None;
            }
            // Rounding: farther and farther out, as long as it does not get on.
            steps = if distance > reached { 0.0 } else { (steps * 2.0_f64).max(1.0) };
            reached = reached.max(distance);
            let rounding = [0, 1].map(|axis| away(exit.normal[axis]).unwrap_or_default());
            at = place(self.start, direction * distance - exit.normal * spacing * steps, rounding)?;
        }
        None
    }
}

//! The entities, and the indexes over them.

use collide2d::{Circle, Settings, Shape, Threads, Vec2, World};
use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{RTree as GeoTree, RTreeBuilder};
use kiddo::ImmutableKdTree;
use packed_spatial_index::{Box2D, Index2DBuilder, SimdIndex2D};
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use rstar::{AABB, PointDistance, RTree, RTreeObject};

use crate::REACH;

/// A circle in a tree.
#[derive(Clone, Copy)]
pub struct Disc {
    pub center: [f32; 2],
    pub radius: f32,
    pub id: u32,
}

impl Disc {
    pub fn low(&self) -> [f32; 2] {
        self.center.map(|value| value - self.radius)
    }

    pub fn high(&self) -> [f32; 2] {
        self.center.map(|value| value + self.radius)
    }

    pub fn gap_to(&self, x: f32, y: f32) -> f32 {
        ((self.center[0] - x).hypot(self.center[1] - y) - self.radius).max(0.0)
    }

    pub fn overlaps(&self, x: f32, y: f32) -> bool {
        let (x, y, reach) = (self.center[0] - x, self.center[1] - y, self.radius + REACH);
        x * x + y * y <= reach * reach
    }

    /// The entry of a ray. `way` is a unit vector.
    pub fn entry(&self, from: Vec2, way: Vec2) -> Option<f32> {
        let to = Vec2::from(self.center) - from;
        let (ahead, aside) = (to.dot(way), to.perp_dot(way));
        let half = self.radius * self.radius - aside * aside;
        if half < 0.0 {
            return None;
        }
        let half = half.sqrt();
        (ahead + half >= 0.0).then(|| (ahead - half).max(0.0))
    }
}

impl RTreeObject for Disc {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_corners(self.low(), self.high())
    }
}

impl PointDistance for Disc {
    fn distance_2(&self, point: &[f32; 2]) -> f32 {
        let gap = self.gap_to(point[0], point[1]);
        gap * gap
    }
}

/// The world and the trees.
pub struct Field {
    pub discs: Vec<Disc>,
    pub world: World,
    pub rstar: RTree<Disc>,
    pub parry: Bvh,
    pub geo: GeoTree<f32>,
    pub packed: SimdIndex2D,
    /// The centers. All circles have the same radius.
    pub kiddo: ImmutableKdTree<f32, 2>,
    pub radius: f32,
}

impl Field {
    pub fn new(shapes: &[Shape]) -> Self {
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        let mut discs = Vec::new();
        for (id, shape) in (0..).zip(shapes) {
            let Shape::Circle(circle) = shape else { panic!("{id} is not a circle") };
            discs.push(Disc { center: circle.center().into(), radius: circle.radius(), id });
            assert_eq!(world.insert(shape).expect("finite").slot(), id);
        }
        world.step();
        let bound = |disc: &Disc| parry2d::bounding_volume::Aabb::new(vector(disc.low()), vector(disc.high()));
        let leaves = discs.iter().map(|disc| (disc.id as usize, bound(disc)));
        let mut builder = RTreeBuilder::new(discs.len() as u32);
        for disc in &discs {
            builder.add(disc.low()[0], disc.low()[1], disc.high()[0], disc.high()[1]);
        }
        let mut packed = Index2DBuilder::new(discs.len());
        for disc in &discs {
            let [[left, bottom], [right, top]] = [disc.low(), disc.high()].map(|corner| corner.map(f64::from));
            packed.add(Box2D::new(left, bottom, right, top));
        }
        let centers: Vec<[f32; 2]> = discs.iter().map(|disc| disc.center).collect();
        let radius = discs[0].radius;
        assert!(discs.iter().all(|disc| disc.radius == radius), "kiddo takes points");
        Self {
            rstar: RTree::bulk_load(discs.clone()),
            parry: Bvh::from_iter(BvhBuildStrategy::Binned, leaves),
            geo: builder.finish::<HilbertSort>(),
            packed: packed.finish_simd().expect("the announced number of boxes"),
            kiddo: ImmutableKdTree::new_from_slice(&centers).expect("finite"),
            radius,
            discs,
            world,
        }
    }

    pub fn shape(&self, id: u32) -> Circle {
        let disc = self.discs[id as usize];
        Circle::new(disc.center, disc.radius).expect("it was one")
    }
}

pub fn vector([x, y]: [f32; 2]) -> Vector {
    Vector::new(x, y)
}

pub fn circle(at: Vec2, radius: f32) -> Circle {
    Circle::new(at, radius).expect("finite")
}

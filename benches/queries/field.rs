//! The entities, and the indexes over them.

use collide2d::{Circle, Settings, Shape, Threads, Vec2, World};
use geo_index::kdtree::{KDTree, KDTreeBuilder};
use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{RTree as GeoTree, RTreeBuilder};
use kiddo::leaf_strategies::{FlatVec, VecOfArenas};
use kiddo::{Eytzinger, KdTree};
use packed_spatial_index::{Box2D, Index2D, Index2DBuilder, SimdIndex2DF32};
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use rstar::RTree;
use rstar::primitives::GeomWithData;

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

/// The world and the trees. Of several kinds, leaves and nodes of a tree, each question has the fastest.
pub struct Field {
    pub discs: Vec<Disc>,
    pub world: World,
    pub parry: Bvh,
    /// The radius of all circles. So the trees below can store their centers.
    pub radius: f32,
    pub rstar: RTree<GeomWithData<[f32; 2], u32>>,
    pub geo: GeoTree<f32>,
    pub geo_kd: KDTree<f32>,
    pub kiddo: KdTree<f32, u32, Eytzinger, VecOfArenas<f32, u32, 2, 8>, 2, 8>,
    pub kiddo_flat: KdTree<f32, u32, Eytzinger, FlatVec<f32, u32, 2, 32>, 2, 32>,
    pub packed: Index2D,
    /// The bounds of the circles. It rounds them to `f32`, as they are already.
    pub packed_simd: SimdIndex2DF32,
    pub packed_bounds: Index2D,
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
        let radius = discs[0].radius;
        assert!(discs.iter().all(|disc| disc.radius == radius), "trees of points do not suffice");
        let centers: Vec<[f32; 2]> = discs.iter().map(|disc| disc.center).collect();
        let bound = |disc: &Disc| parry2d::bounding_volume::Aabb::new(vector(disc.low()), vector(disc.high()));
        let mut geo = RTreeBuilder::new_with_node_size(discs.len() as u32, 8);
        let mut geo_kd = KDTreeBuilder::new_with_node_size(discs.len() as u32, 16);
        for [x, y] in &centers {
            geo.add(*x, *y, *x, *y);
            geo_kd.add(*x, *y);
        }
        let packed = |node_size: usize, low: fn(&Disc) -> [f32; 2], high: fn(&Disc) -> [f32; 2]| {
            let mut packed = Index2DBuilder::new(discs.len()).node_size(node_size);
            discs.iter().for_each(|disc| packed.add(bounds(low(disc), high(disc))));
            packed
        };
        let center = |disc: &Disc| disc.center;
        Self {
            parry: Bvh::from_iter(BvhBuildStrategy::Binned, discs.iter().map(|disc| (disc.id as usize, bound(disc)))),
            radius,
            rstar: RTree::bulk_load(discs.iter().map(|disc| GeomWithData::new(disc.center, disc.id)).collect()),
            geo: geo.finish::<HilbertSort>(),
            geo_kd: geo_kd.finish(),
            kiddo: KdTree::new_from_slice(&centers).expect("finite"),
            kiddo_flat: KdTree::new_from_slice(&centers).expect("finite"),
            packed: packed(8, center, center).finish().expect("the announced number of boxes"),
            packed_simd: packed(16, Disc::low, Disc::high).finish_simd_f32().expect("the announced number of boxes"),
            packed_bounds: packed(16, Disc::low, Disc::high).finish().expect("the announced number of boxes"),
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

/// A box of `packed_spatial_index`.
pub fn bounds(low: [f32; 2], high: [f32; 2]) -> Box2D {
    let [[left, bottom], [right, top]] = [low, high].map(|corner| corner.map(f64::from));
    Box2D::new(left, bottom, right, top)
}

pub fn circle(at: Vec2, radius: f32) -> Circle {
    Circle::new(at, radius).expect("finite")
}

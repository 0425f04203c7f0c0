//! The dynamic tree of Box2D v3 without its physics: boxes with a margin are enlarged when an entity leaves its own, the
//! enlarged part of the tree is rebuilt, and each entity queries the tree.
//!
//! Box2D does the same with its moving bodies, but stores the pairs of boxes from tick to tick. This contender finds all
//! pairs at each tick, as those with other trees do.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};

use boxdd_sys::ffi::{
    b2AABB, b2DynamicTree, b2DynamicTree_Create, b2DynamicTree_CreateProxy, b2DynamicTree_Destroy,
    b2DynamicTree_EnlargeProxy, b2DynamicTree_QueryAll, b2DynamicTree_Rebuild, b2Vec2,
};
use collide_bench::Start;

use crate::contender::Contender;
use crate::entities::{Bounds, Entities, Pair, movers};

/// The margin around a box: the largest that Box2D uses where a unit is a metre.
const MARGIN: f32 = 0.05;

fn aabb(Bounds { min, max }: Bounds, margin: f32) -> b2AABB {
    b2AABB {
        lowerBound: b2Vec2 { x: min[0] - margin, y: min[1] - margin },
        upperBound: b2Vec2 { x: max[0] + margin, y: max[1] + margin },
    }
}

fn contains(outer: &b2AABB, inner: &b2AABB) -> bool {
    outer.lowerBound.x <= inner.lowerBound.x
        && outer.lowerBound.y <= inner.lowerBound.y
        && outer.upperBound.x >= inner.upperBound.x
        && outer.upperBound.y >= inner.upperBound.y
}

pub struct Box2d<E> {
    entities: E,
    movers: Vec<u32>,
    tree: b2DynamicTree,
    /// The proxy of each entity, and its box in the tree.
    proxies: Vec<(c_int, b2AABB)>,
    pairs: Vec<Pair>,
}

/// The state of a query.
struct Search<'a, E> {
    entities: &'a E,
    id: u32,
    pairs: &'a mut Vec<Pair>,
}

/// # Safety
/// `context` is an exclusive pointer to a [`Search`].
unsafe extern "C" fn found<E: Entities>(_: c_int, other: u64, context: *mut c_void) -> bool {
    // SAFETY: see above; the search outlives the query.
    let search = unsafe { &mut *context.cast::<Search<'_, E>>() };
    if search.id < other as u32 {
        search.entities.test(search.id, other as u32, search.pairs);
    }
    true
}

impl<E: Entities> Box2d<E> {
    fn update(&mut self) {
        for id in &self.movers {
            let (proxy, stored) = &mut self.proxies[*id as usize];
            let bounds = self.entities.bounds(*id);
            if !contains(stored, &aabb(bounds, 0.0)) {
                *stored = aabb(bounds, MARGIN);
                // SAFETY: the tree has this proxy, and its box does not contain the new one.
                unsafe { b2DynamicTree_EnlargeProxy(&mut self.tree, *proxy, *stored) };
            }
        }
        // SAFETY: the tree is alive.
        unsafe { b2DynamicTree_Rebuild(&mut self.tree, false) };
    }
}

impl<E> Drop for Box2d<E> {
    fn drop(&mut self) {
        // SAFETY: the tree is alive, and not used afterwards.
        unsafe { b2DynamicTree_Destroy(&mut self.tree) };
    }
}

impl<E: Entities> Contender for Box2d<E> {
    fn name() -> &'static str {
        "box2d, dynamic tree"
    }

    fn new(scene: &dyn Start) -> Self {
        let entities = E::new(scene);
        // SAFETY: a tree may have any capacity that its memory allows.
        let mut tree = unsafe { b2DynamicTree_Create(entities.len() as c_int) };
        let mut proxy = |id: u32| {
            let stored = aabb(entities.bounds(id), MARGIN);
            // SAFETY: the tree is alive, and the box finite.
            (unsafe { b2DynamicTree_CreateProxy(&mut tree, stored, 1, u64::from(id)) }, stored)
        };
        let proxies = entities.ids().map(&mut proxy).collect();
        // SAFETY: the tree is alive.
        unsafe { b2DynamicTree_Rebuild(&mut tree, true) };
        Self { entities, movers: movers(scene), tree, proxies, pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.entities.advance(dt);
        self.update();
        self.pairs.clear();
        for id in self.entities.ids() {
            let query = aabb(self.entities.bounds(id), 0.0);
            let mut search = Search { entities: &self.entities, id, pairs: &mut self.pairs };
            // SAFETY: the tree is alive, and `found` takes this search, which outlives the call.
            unsafe { b2DynamicTree_QueryAll(&self.tree, query, Some(found::<E>), (&raw mut search).cast()) };
        }
        self.pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}

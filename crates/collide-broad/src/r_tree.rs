use std::cell::Cell;
use std::ops::Range;

use collide_core::{Aabb, Vec2};
use rstar::{AABB, Envelope, ParentNode, RTreeNode, RTreeObject, SelectionFunction};

use crate::BroadPhase;
use crate::cell_list::allocated;

/// A packed R-tree (crate `rstar`), rebuilt at every build.
///
/// It costs more to build than a grid. Skewed data does not slow it down, and it is good for many queries on bounds
/// that do not change.
#[derive(Clone, Debug, Default)]
pub struct RTree {
    bounds: Vec<Aabb>,
    tree: rstar::RTree<Leaf>,
}

#[derive(Clone, Debug)]
struct Leaf {
    envelope: AABB<[f32; 2]>,
    proxy: u32,
}

impl RTreeObject for Leaf {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        self.envelope
    }
}

/// A node of an R-tree: the box around bounds or around smaller boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeBox {
    /// The number of boxes around this one: zero for the root.
    pub depth: usize,
    /// The lower corner.
    pub min: Vec2,
    /// The upper corner.
    pub max: Vec2,
}

impl RTree {
    /// The boxes of the tree, for drawing: the outermost first, down to the last depth at which there are at most
    /// `limit` boxes in total. Empty for a tree without bounds.
    ///
    /// ```
    /// use collide_broad::{BroadPhase, RTree};
    /// use collide_core::{Circle, Vec2};
    /// let circle = |x: u8| Circle::new(Vec2::new(x.into(), 0.0), 0.5).unwrap();
    /// let bounds: Vec<_> = (0..100).map(|x| circle(x).aabb()).collect();
    /// let mut tree = RTree::default();
    /// tree.build(&bounds);
    /// let boxes = tree.boxes(20);
    /// assert_eq!((boxes[0].depth, boxes[0].min), (0, Vec2::new(-0.5, -0.5)));
    /// assert!(boxes[1..].iter().all(|inner| inner.depth > 0) && boxes.len() <= 20);
    /// ```
    #[must_use]
    pub fn boxes(&self, limit: usize) -> Vec<TreeBox> {
        let mut boxes = Vec::new();
        let mut nodes = if self.bounds.is_empty() { vec![] } else { vec![self.tree.root()] };
        for depth in 0.. {
            if nodes.is_empty() || boxes.len() + nodes.len() > limit {
                break;
            }
            boxes.extend(nodes.iter().map(|node| tree_box(node, depth)));
            nodes = nodes.iter().flat_map(|node| node.children()).filter_map(inner).collect();
        }
        boxes
    }
}

fn inner(node: &RTreeNode<Leaf>) -> Option<&ParentNode<Leaf>> {
    match node {
        RTreeNode::Parent(node) => Some(node),
        RTreeNode::Leaf(_) => None,
    }
}

fn tree_box(node: &ParentNode<Leaf>, depth: usize) -> TreeBox {
    let envelope = node.envelope();
    TreeBox { depth, min: envelope.lower().into(), max: envelope.upper().into() }
}

/// Selects what intersects an envelope, and counts the comparisons.
struct Intersecting<'a> {
    envelope: AABB<[f32; 2]>,
    compared: &'a Cell<u64>,
}

impl Intersecting<'_> {
    fn intersects(&self, other: &AABB<[f32; 2]>) -> bool {
        self.compared.set(self.compared.get() + 1);
        self.envelope.intersects(other)
    }
}

impl SelectionFunction<Leaf> for Intersecting<'_> {
    fn should_unpack_parent(&self, envelope: &AABB<[f32; 2]>) -> bool {
        self.intersects(envelope)
    }

    fn should_unpack_leaf(&self, leaf: &Leaf) -> bool {
        self.intersects(&leaf.envelope)
    }
}

fn envelope(bound: &Aabb) -> AABB<[f32; 2]> {
    AABB::from_corners(bound.min().to_array(), bound.max().to_array())
}

impl BroadPhase for RTree {
    fn build(&mut self, bounds: &[Aabb]) {
        self.bounds.clear();
        self.bounds.extend_from_slice(bounds);
        let leaves = (0..).zip(bounds).map(|(proxy, bound)| Leaf { envelope: envelope(bound), proxy });
        self.tree = rstar::RTree::bulk_load(leaves.collect());
    }

    /// Visits every node. Of a list of children only the length can be read, so spare capacity of it is not counted.
    fn memory(&self) -> usize {
        let (mut children, mut nodes) = (0, vec![self.tree.root()]);
        while let Some(node) = nodes.pop() {
            children += node.children().len();
            nodes.extend(node.children().iter().filter_map(inner));
        }
        allocated(&self.bounds) + children * size_of::<RTreeNode<Leaf>>()
    }

    fn unit_count(&self) -> usize {
        self.bounds.len()
    }

    fn for_each_pair(&self, units: Range<usize>, mut found: impl FnMut(u32, u32)) -> u64 {
        let mut compared = 0;
        for unit in units {
            let first = unit as u32;
            compared += self.for_each_hit(&self.bounds[unit], |second| {
                if first < second {
                    found(first, second);
                }
            });
        }
        compared
    }

    fn for_each_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) -> u64 {
        let compared = Cell::new(0);
        let intersecting = Intersecting { envelope: envelope(bound), compared: &compared };
        for leaf in self.tree.locate_with_selection_function(intersecting) {
            found(leaf.proxy);
        }
        compared.get()
    }
}

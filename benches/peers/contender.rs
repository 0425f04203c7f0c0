//! The trait of contenders, and the list of all contenders.

use collide_bench::Start;
use collide_scenes::SceneKind;

use crate::box2d_tree::Box2d;
use crate::broccoli_tree::Broccoli;
use crate::bvh_tree::BvhTree;
use crate::circles::Circles;
use crate::entities::{Entities, Pair};
use crate::five_kinds::Kind;
use crate::geo_index_tree::GeoIndex;
use crate::one_day_grid::OneDayGrid;
use crate::one_day_sweep::OneDaySweep;
use crate::ours::{ByHandle, BySlot, FromSlice, InOrder, Ours, Server};
use crate::packed_index::PackedIndex;
use crate::parry::{Rebuild, Refit};
use crate::rapier::Rapier;
use crate::rstar_tree::RStar;
use crate::shapes::Shapes;
use crate::split_by_hand::SplitByHand;
use crate::static_index::StaticIndex;

/// Runs ticks: each moves the entities, finds each overlapping pair once, and stores its ids.
pub trait Contender {
    fn name() -> &'static str
    where
        Self: Sized;

    fn new(scene: &dyn Start) -> Self
    where
        Self: Sized;

    /// Runs a tick. Returns the number of pairs.
    fn tick(&mut self, dt: f32) -> usize;

    /// The pairs of the last tick, in any order. Not measured.
    fn pairs(&self) -> Vec<Pair>;
}

/// A contender before its start.
#[derive(Clone, Copy)]
pub struct Entry {
    pub name: &'static str,
    pub make: fn(&dyn Start) -> Box<dyn Contender>,
}

fn entry<C: Contender + 'static>() -> Entry {
    Entry { name: C::name(), make: |scene| Box::new(C::new(scene)) }
}

/// The contenders that take bounds of any shape, `ours` first.
fn with_bounds<E: Entities + 'static>() -> Vec<Entry> {
    vec![
        entry::<Ours>(),
        entry::<InOrder>(),
        entry::<Server<E, ByHandle>>(),
        entry::<Server<E, BySlot>>(),
        entry::<FromSlice<E>>(),
        entry::<OneDaySweep<E>>(),
        entry::<Broccoli<E>>(),
        entry::<Refit<E>>(),
        entry::<Rebuild<E>>(),
        entry::<Rapier<E>>(),
        entry::<Box2d<E>>(),
        entry::<RStar<E>>(),
        entry::<StaticIndex<E>>(),
        entry::<PackedIndex<E>>(),
        entry::<GeoIndex<E>>(),
        entry::<BvhTree<E>>(),
    ]
}

/// All contenders that support worlds of this kind, `ours` first.
pub fn contenders(kind: Kind) -> Vec<Entry> {
    match kind {
        Kind::Scene(
            scene @ (SceneKind::Uniform | SceneKind::Towns | SceneKind::PowerLaw | SceneKind::MostlyStatic),
        ) => {
            let mut entries = with_bounds::<Circles>();
            entries.push(entry::<OneDayGrid>());
            if scene == SceneKind::MostlyStatic {
                entries.push(entry::<SplitByHand>());
            }
            entries
        }
        Kind::Scene(_) | Kind::FiveKinds => with_bounds::<Shapes>(),
    }
}

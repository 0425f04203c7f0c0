//! The rules of pairs and of a crowd limit, written again from their documentation: which entities are left out, which
//! pairs there are, and which of them are held. A fuzz target uses it too.

use std::collections::{BTreeMap, BTreeSet};

use collide2d::{
    CrowdLimit, Entity, EventKind, Handle, Mobility, Settings, Shape, Touching, World, overlaps, overlaps_interior,
};

pub type Pairs = BTreeSet<(Handle, Handle)>;

/// Level and coordinates of the place of a shape, in their order.
fn place(shape: &Shape) -> (i32, i64, i64) {
    let (min, max) = match shape {
        Shape::Circle(circle) => {
            let (center, radius) = (circle.center().as_dvec2(), f64::from(circle.radius()));
            (center - radius, center + radius)
        }
        other => (other.aabb().min().as_dvec2(), other.aabb().max().as_dvec2()),
    };
    let (side, farthest) = ((max - min).max_element(), min.abs().max(max.abs()).max_element());
    let level = (-149..130).find(|level| side <= 2_f64.powi(*level) && farthest <= 2_f64.powi(level + 25)).unwrap();
    let at = ((min + max) / 2.0 / 2_f64.powi(level)).floor();
    (level, at.y as i64, at.x as i64)
}

/// The entities of each place in their order.
pub fn places(world: &World, first: u64) -> BTreeMap<(i32, i64, i64), Vec<Handle>> {
    let mut places = BTreeMap::<_, Vec<_>>::new();
    for (handle, entity) in world.iter().filter(|(_, entity)| entity.mobility == Mobility::Dynamic) {
        let rank = (entity.layers.category & first == 0, handle.slot());
        places.entry(place(&entity.shape)).or_default().push((rank, handle));
    }
    let in_order = |(place, mut list): (_, Vec<_>)| {
        list.sort_unstable();
        (place, list.into_iter().map(|(_, handle)| handle).collect())
    };
    places.into_iter().map(in_order).collect()
}

/// The entities that a limit leaves out.
pub fn surplus(world: &World, limit: CrowdLimit) -> BTreeSet<Handle> {
    places(world, limit.first).into_values().flat_map(|list| list.into_iter().skip(limit.max as usize)).collect()
}

fn is_pair(a: &Entity, b: &Entity, settings: &Settings) -> bool {
    let rule = if settings.touching == Touching::Closed { overlaps } else { overlaps_interior };
    let both_static = a.mobility == Mobility::Static && b.mobility == Mobility::Static;
    rule(a.shape, b.shape)
        && (settings.sensor_pairs || !(a.sensor && b.sensor))
        && a.layers.meet(&b.layers)
        && (settings.static_pairs || !both_static)
}

/// The pairs of a world without these entities.
pub fn expected(world: &World, without: &BTreeSet<Handle>) -> Pairs {
    let entities: Vec<_> = world.iter().filter(|(handle, _)| !without.contains(handle)).collect();
    let mut pairs = Pairs::new();
    for (index, (a, first)) in entities.iter().enumerate() {
        let partners = entities[index + 1..].iter().filter(|(_, second)| is_pair(first, second, world.settings()));
        pairs.extend(partners.map(|(b, _)| (*a, *b)));
    }
    pairs
}

/// The pairs that a limit leaves of those among `count` entities. Where sizes multiply them, each entity is in pairs with
/// at most four times the maximum of larger entities.
fn limited(world: &World, pairs: &Pairs, limit: CrowdLimit, count: usize) -> Pairs {
    if pairs.len() <= 9 * limit.max as usize * count {
        return pairs.clone();
    }
    let places = places(world, limit.first);
    let levels: BTreeMap<_, _> =
        places.iter().flat_map(|((level, ..), list)| list.iter().map(move |handle| (*handle, *level))).collect();
    let mut larger = BTreeMap::<_, Vec<_>>::new();
    for (a, b) in pairs {
        let (Some(first), Some(second)) = (levels.get(a), levels.get(b)) else { continue };
        let (small, large) = if first < second { (a, b) } else { (b, a) };
        if first != second {
            let category = world.entity(*large).unwrap().layers.category;
            let rank = (category & limit.first == 0, levels[large], large.slot());
            larger.entry(small).or_default().push((rank, (*a, *b)));
        }
    }
    let mut left = pairs.clone();
    for mut list in larger.into_values() {
        list.sort_unstable();
        list.into_iter().skip(limit.max as usize * 4).for_each(|(_, pair)| _ = left.remove(&pair));
    }
    left
}

/// Pairs, and those that are held.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pairs: Pairs,
    held: Pairs,
}

impl Model {
    /// Checks a step of the world.
    pub fn step(&mut self, world: &mut World, context: &str) {
        let limit = world.settings().crowd;
        let without = limit.map_or_else(BTreeSet::new, |limit| surplus(world, limit));
        let now = expected(world, &without);
        let count = world.len() - without.len();
        let now = limit.map_or_else(|| now.clone(), |limit| limited(world, &now, limit, count));
        assert_eq!(world.count_pairs(), now.len() as u64, "{context}");
        let report = *world.step();
        assert_eq!(world.pairs().iter().collect::<Pairs>(), now, "{context}");
        assert_eq!((world.pairs().len(), report.surplus_count), (now.len(), without.len()), "{context}");
        assert_eq!(world.validate(), Ok(()), "{context}");
        if !world.settings().events {
            *self = Self { pairs: now, held: Pairs::new() };
            return;
        }
        let before = &self.pairs | &self.held;
        let mut counts = BTreeMap::new();
        let max = limit.map_or(0, |limit| limit.max as usize * 4);
        let is_held = |pair: &&(Handle, Handle)| {
            let (a, b) = **pair;
            let Some(of) = [a, b].into_iter().find(|handle| without.contains(handle)) else { return false };
            let count = counts.entry(of).or_insert(0);
            let held = world.has(a) && world.has(b) && *count < max;
            *count += usize::from(held);
            held
        };
        let held: Pairs = before.iter().filter(is_held).copied().collect();
        let of = |kind| world.events().iter().filter(move |event| event.kind == kind);
        let of = |kind| of(kind).map(|event| (event.a, event.b)).collect::<Pairs>();
        assert_eq!(of(EventKind::Began), &now - &before, "{context}");
        assert_eq!(of(EventKind::Stayed), &now & &before, "{context}");
        assert_eq!(of(EventKind::Ended), &(&before - &now) - &held, "{context}");
        *self = Self { pairs: now, held };
    }
}

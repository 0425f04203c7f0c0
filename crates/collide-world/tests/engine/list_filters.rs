//! Queries skip lists of entities that their filters exclude: the answers are those of a loop over all entities, while
//! entities come, go, change their layers, sizes, kinds and mobility, and jump far away.

use collide2d::{
    Circle, Entity, Handle, History, Layers, Mobility, Mode, Query, Ray, RayHits, Rect, Settings, Shape, Vec2, World,
    overlaps,
};

/// A generator of numbers: the state, and a number below a limit.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(limit)) as u32
    }

    pub fn place(&mut self) -> Vec2 {
        Vec2::new(self.below(100) as f32, self.below(100) as f32)
    }

    fn layers(&mut self, round: u32) -> Layers {
        // At times many groups, more than are counted one by one.
        let group = if round / 40 % 2 == 1 { i64::from(self.below(60)) - 20 } else { 0 };
        // And at times few, of which one is the most common: static ones have lists of their own then.
        if (round / 20).is_multiple_of(2) {
            return Layers { category: if self.below(3) == 0 { 1 } else { 2 }, mask: 15, group: 0 };
        }
        Layers { category: 1 << self.below(4), mask: u64::from(self.below(16)), group }
    }

    fn entity(&mut self, round: u32) -> Entity {
        let far = if self.below(20) == 0 { [1e6, 1e12, 1e30][self.below(3) as usize] } else { 1.0 };
        let (at, size) = (self.place() * far, [0.0, 0.5, 0.5, 8.0, 1e4][self.below(5) as usize]);
        let shape: Shape = match self.below(2) {
            0 => Circle::new(at, size).unwrap().into(),
            _ => Rect::new(at, at + Vec2::splat(size)).unwrap().into(),
        };
        let mobility = [Mobility::Dynamic, Mobility::Dynamic, Mobility::Static, Mobility::Sleeping];
        let entity = Entity { mobility: mobility[self.below(4) as usize], ..Entity::new(shape) };
        let entity = entity.with_layers(self.layers(round));
        if self.below(3) == 0 { entity.as_sensor() } else { entity }
    }
}

fn check(world: &World, random: &mut Random, round: u32) {
    let area = Shape::from(Rect::new(Vec2::splat(10.0), Vec2::splat(60.0)).unwrap());
    for _ in 0..6 {
        let layers = random.layers(round);
        let solid = random.below(2) == 0;
        let mut query = Query::new(area).on(layers);
        let mut ray = Query::new(Ray::new(random.place(), Vec2::ONE, f32::INFINITY).unwrap()).on(layers);
        if solid {
            (query, ray) = (query.solid(), ray.solid());
        }
        let accepts = |entity: &Entity| layers.meet(&entity.layers) && !(solid && entity.sensor);
        let expected: Vec<Handle> = world
            .iter()
            .filter(|(_, entity)| accepts(entity) && overlaps(area, entity.shape))
            .map(|(handle, _)| handle)
            .collect();
        assert_eq!(world.queries().overlap(query), expected, "round {round}");
        assert_eq!(world.queries().ray(ray).map(|hit| hit.0), first(world, ray, accepts), "round {round}");
        if world.tick() > 1 {
            // Of the last tick, whatever has changed since.
            let then = world.at(world.tick() as f64 - 0.5).unwrap();
            let mut hits = RayHits::default();
            then.ray_batch_into(&[ray], Mode::First(1), &mut hits).unwrap();
            let all = then.filtered(&|_| true).ray(ray).map(|hit| hit.0);
            assert_eq!(hits.of(0).first().map(|hit| hit.0), all, "round {round}");
        }
    }
}

fn first(world: &World, ray: Query<Ray>, accepts: impl Fn(&Entity) -> bool) -> Option<Handle> {
    let hits = world.iter().filter(|(_, entity)| accepts(entity));
    let hits = hits.filter_map(|(handle, entity)| Some((collide2d::cast_ray(&ray.what, entity.shape)?.entry, handle)));
    hits.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.slot().cmp(&b.1.slot()))).map(|hit| hit.1)
}

#[test]
fn answers_are_those_of_all_entities() {
    let history = History { ticks: 4, teleport_distance: f32::INFINITY };
    let mut world = World::new(Settings { history, ..Settings::default() });
    let mut random = Random(7);
    let mut handles: Vec<Handle> = Vec::new();
    for round in 0..160 {
        for _ in 0..random.below(60) {
            match random.below(6) {
                0 | 1 => handles.push(world.insert(random.entity(round)).unwrap()),
                2 if !handles.is_empty() => {
                    let handle = handles.swap_remove(random.below(handles.len() as u32) as usize);
                    world.remove(handle).unwrap();
                }
                3 if !handles.is_empty() => {
                    let handle = handles[random.below(handles.len() as u32) as usize];
                    world.set(handle, random.entity(round)).unwrap();
                }
                _ if !handles.is_empty() => {
                    let handle = handles[random.below(handles.len() as u32) as usize];
                    let shape = random.entity(round).shape;
                    world.set(handle, shape).unwrap();
                }
                _ => {}
            }
        }
        check(&world, &mut random, round);
        world.validate().unwrap();
        match random.below(4) {
            0 => drop(world.step()),
            1 => world.refresh(),
            2 if random.below(4) == 0 => world = world.clone(),
            _ => {}
        }
        world.validate().unwrap();
        check(&world, &mut random, round);
    }
    assert!(handles.len() > 300, "{}", handles.len());
}

/// A static entity that outgrows all others goes to the list of the largest shapes, whatever its layers are.
#[test]
fn a_static_entity_of_rare_layers_outgrows_all_others() {
    let mut world = World::new(Settings::default());
    let shape =
        |number: u16| Circle::new(Vec2::new(f32::from(number % 50), f32::from(number / 50)) * 3.0, 1.0).unwrap();
    let layers = |number: u16| Layers { category: if number.is_multiple_of(10) { 2 } else { 1 }, ..Layers::ALL };
    let mut walls = Vec::new();
    for number in 0..1_000 {
        walls.push(world.insert(Entity::fixed(shape(number)).with_layers(layers(number))).unwrap());
    }
    for number in 0..500 {
        world.insert(Entity::new(shape(number))).unwrap();
    }
    assert_eq!(world.step().pair_count, 500);
    for (grown, wall) in [10, 7, 20].into_iter().enumerate() {
        world.set(walls[wall], Circle::new(Vec2::ZERO, 1e6).unwrap()).unwrap();
        if wall == 20 {
            world.refresh();
        }
        // Each player is in the large walls, and in its own one if that is another.
        assert_eq!(world.step().pair_count as usize, (grown + 1) * 500 + 499 - grown, "after wall {wall}");
    }
}

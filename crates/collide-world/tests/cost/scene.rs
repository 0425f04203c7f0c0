//! Scenes of many distributions of positions and sizes.

use collide2d::{Circle, Entity, Layers, OrientedRect, Rect, Rotor, Shape, Vec2};

/// How the entities of a scene are distributed.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    pub count: usize,
    pub positions: u8,
    /// The binary logarithm of the ratio of sizes.
    pub sizes: i32,
    /// The binary logarithm of the unit of length.
    pub unit: i32,
    pub outliers: u8,
    pub kind: u8,
    pub seed: u32,
}

/// Numbers from 0 to 1.
fn numbers(seed: u32) -> impl FnMut() -> f64 {
    let mut state = u64::from(seed) * 2 + 1;
    move || {
        state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(0x9E37_79B9_7F4A_7C15);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

impl Description {
    /// About one pair for each entity, or a pile of entities that exclude each other.
    pub fn entities(&self) -> Vec<Entity> {
        let Self { count, positions, sizes, unit, outliers, kind, seed } = *self;
        // A lattice is of equal shapes.
        let sizes = if positions == 3 { 0 } else { sizes };
        let (mut next, unit) = (numbers(seed), 2_f64.powi(unit));
        let side = (count as f64 * 3.0).sqrt();
        let mut entities = Vec::new();
        for index in 0..count {
            let size = 2_f64.powf((next() - 0.5) * f64::from(sizes));
            // Entities of one size are as dense as in a world of this size alone.
            let mut number = || (next() - 0.5) * side * size;
            let (x, y) = match positions {
                0 => (number(), number()),
                1 => (number() * side, 0.0),
                2 => (0.0, number() * side),
                3 => ((index % 45) as f64 * size, (index / 45) as f64 * size),
                4 => (number() + if index % 2 == 0 { 1e4 } else { -1e4 }, number()),
                _ => (0.0, 0.0),
            };
            let entity = Entity::new(shape(kind, [x * unit, y * unit], 0.4 * size * unit, next()));
            let entity = match (positions, index % 2) {
                (5, 0) => entity.as_sensor(),
                (5, _) => entity.with_layers(Layers { category: 2, mask: 4, ..Layers::default() }),
                _ => entity,
            };
            entities.push(entity);
        }
        let at = |x: f32, y: f32| Circle::new(Vec2::new(x, y), 0.5).unwrap();
        match outliers {
            1 => entities.push(at(3e38, 3e38).into()),
            2 => entities.push(at(1e5, -1e5).into()),
            3 => entities.push(Circle::new(Vec2::ZERO, 1e30).unwrap().into()),
            4 => entities.push(shape(2, [0.0, 0.0], 1e30, 0.125).into()),
            _ => {}
        }
        entities
    }
}

fn shape(kind: u8, [x, y]: [f64; 2], size: f64, turn: f64) -> Shape {
    let number = |number: f64| number.clamp(-1e38, 1e38) as f32;
    let (at, size) = (Vec2::new(number(x), number(y)), number(size));
    match kind {
        0 => Rect::new(at, at + size).unwrap().into(),
        2 => {
            OrientedRect::new(at, [size, size * 0.5], Rotor::from_degrees(turn as f32 * 360.0).unwrap()).unwrap().into()
        }
        _ => Circle::new(at, size).unwrap().into(),
    }
}

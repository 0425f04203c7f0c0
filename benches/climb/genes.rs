//! Scenes and the arguments of calls, from numbers that a search changes one by one.

use collide2d::{Capsule, Circle, Entity, Layers, Mobility, OrientedRect, Polygon, Rect, Rotor, Shape, Vec2};

/// The numbers of a trial, each from 0 to 1.
pub type Genes = [f64; Gene::COUNT];

/// The meaning of each number.
#[derive(Clone, Copy, Debug)]
#[repr(usize)]
pub enum Gene {
    Place,
    Kind,
    SizeRange,
    Large,
    Aspect,
    Turn,
    Density,
    Far,
    Unit,
    Static,
    Layers,
    QuerySize,
    QueryAspect,
    QueryTurn,
    Motion,
    MotionTurn,
    Option,
    Changed,
    When,
    Strategy,
    Sensors,
}

impl Gene {
    pub const COUNT: usize = Self::Sensors as usize + 1;
}

/// A point of a low-discrepancy sequence in the unit square.
pub fn spread(index: usize) -> [f64; 2] {
    [0.754_877_666_246_692_7, 0.569_840_290_998_053_2].map(|step| (index as f64 * step).fract())
}

/// Shapes of all kinds and about one size, which touch few others, and queries and motions not much larger.
pub fn ordinary() -> Genes {
    let mut genes = [0.0; Gene::COUNT];
    for (gene, number) in [
        (Gene::Kind, 0.95),
        (Gene::Turn, 0.9),
        (Gene::Density, 0.37),
        (Gene::QuerySize, 0.41),
        (Gene::QueryAspect, 0.1),
        (Gene::Motion, 0.37),
        (Gene::MotionTurn, 0.9),
        (Gene::Option, 0.5),
    ] {
        genes[gene as usize] = number;
    }
    genes
}

/// Numbers from 0 to 1.
fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed * 2 + 1;
    move || {
        state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(0x9E37_79B9_7F4A_7C15);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The genes of a line: of its first number, changed once for each further one.
pub fn of_line(line: &[u64]) -> Genes {
    let Some((first, changes)) = line.split_first() else { return [0.0; Gene::COUNT] };
    let mut next = numbers(*first);
    let mut genes = std::array::from_fn(|_| next());
    for seed in changes {
        let mut next = numbers(*seed);
        for _ in 0..1 + (next() * 3.0) as usize {
            let gene = (next() * Gene::COUNT as f64) as usize % Gene::COUNT;
            genes[gene] = if next() < 0.5 { next() } else { (genes[gene] + (next() - 0.5) * 0.1).clamp(0.0, 1.0) };
        }
    }
    genes
}

pub fn of(genes: &Genes, gene: Gene) -> f64 {
    genes[gene as usize]
}

/// One of some choices.
pub fn choice(genes: &Genes, gene: Gene, count: usize) -> usize {
    ((of(genes, gene) * count as f64) as usize).min(count - 1)
}

/// A power of two between two exponents; often the lower one.
fn power(genes: &Genes, gene: Gene, [low, high]: [f64; 2]) -> f64 {
    (low + (of(genes, gene) - 0.3).max(0.0) / 0.7 * (high - low)).exp2()
}

fn number(number: f64) -> f32 {
    number.clamp(-1e37, 1e37) as f32
}

fn angle(genes: &Genes, gene: Gene, index: usize) -> f32 {
    match choice(genes, gene, 5) {
        0 => 0.0,
        1 => 45.0,
        2 => [45.0, -45.0][index % 2],
        3 => of(genes, gene) as f32 * 360.0,
        _ => spread(index)[0] as f32 * 360.0,
    }
}

fn shape(kind: usize, at: Vec2, [long, short]: [f32; 2], degrees: f32) -> Shape {
    let turn = Rotor::from_degrees(degrees).expect("finite");
    let along = turn.rotate(Vec2::new(long, 0.0));
    let circle = || Shape::from(Circle::new(at, long).expect("finite"));
    match kind {
        0 => circle(),
        1 => Rect::new(at - Vec2::new(long, short), at + Vec2::new(long, short)).expect("finite").into(),
        2 => OrientedRect::new(at, [long, short], turn).expect("finite").into(),
        3 => {
            Capsule::new(-along, along, short).and_then(|capsule| capsule.at(at)).map_or_else(|_| circle(), Shape::from)
        }
        _ => {
            let corners = [along, turn.rotate(Vec2::new(0.0, short)), -along];
            Polygon::new(&corners, short * 0.1)
                .and_then(|polygon| polygon.at(at))
                .map_or_else(|_| circle(), Shape::from)
        }
    }
}

/// The half sizes of an entity, in units of the scene.
fn half(genes: &Genes, index: usize) -> [f64; 2] {
    let range = of(genes, Gene::SizeRange).powi(3) * 100.0;
    let is_large = spread(index + 17)[0] < of(genes, Gene::Large).powi(4);
    let size = (range * if is_large { 1.0 } else { (spread(index)[1] - 1.0) * of(genes, Gene::SizeRange) }).exp2();
    let aspect = power(genes, Gene::Aspect, [0.0, 20.0]);
    [size, size / aspect]
}

pub fn entities(genes: &Genes, count: usize) -> Vec<Entity> {
    let unit = power(genes, Gene::Unit, [0.0, 1.0]).log2();
    let unit = if of(genes, Gene::Unit) > 0.8 { 1e-30 } else { 1.0 + unit };
    let side = (count as f64).sqrt() * power(genes, Gene::Density, [4.0, -12.0]);
    let far = if of(genes, Gene::Far) < 0.6 { 0.0 } else { 10_f64.powf(of(genes, Gene::Far) * 20.0 - 10.0) };
    let entity = |index: usize| {
        let [x, y] = spread(index);
        let along = index as f64 / count as f64 * side;
        let [x, y] = match choice(genes, Gene::Place, 12) {
            0 | 1 => [x * side, y * side],
            2 => [along * side, 0.0],
            3 => [0.0, along * side],
            4 => [along, -along],
            5 => [0.0, 0.0],
            6 => [(index % 2) as f64 * 1e-3, (index / 2 % 2) as f64 * 1e-3],
            7 => [(index % 20) as f64 * 2.0, (index / 20) as f64 * 2.0],
            8 => [(index % 20) as f64 * side + x, (index % 17) as f64 * side + y],
            // In one column, in cells far from each other.
            9 => [(index % 2) as f64, index as f64 * 256.0],
            // By a power law.
            10 => [x - 0.5, y - 0.5].map(|part| part * (spread(index + 9)[0] * 40.0 - 20.0).exp2()),
            // In lines of cells that share an index.
            _ => [(index % 64) as f64 * 1_024.0, (index / 64) as f64 * 1_024.0],
        };
        let at = Vec2::new(number((x + far) * unit), number((y + far) * unit));
        let kind = choice(genes, Gene::Kind, 6);
        let kind = if kind == 5 { index % 5 } else { kind };
        let size = half(genes, index).map(|half| number(half * unit));
        let mut entity = Entity::new(shape(kind, at, size, angle(genes, Gene::Turn, index)));
        if spread(index + 5)[1] < of(genes, Gene::Static) - 0.3 {
            entity.mobility = Mobility::Static;
        }
        entity.sensor = spread(index + 11)[0] < of(genes, Gene::Sensors) * 2.0 - 1.0;
        entity.layers = match choice(genes, Gene::Layers, 4) {
            0 | 1 => Layers::ALL,
            2 => Layers { category: 1, mask: 2, group: 0 },
            _ => Layers { category: 1 << (index % 2), mask: 2 >> (index % 2), group: 0 },
        };
        entity
    };
    (0..count).map(entity).collect()
}

/// The shape of a query at an entity.
pub fn asked(genes: &Genes, entity: &Entity, index: usize) -> Shape {
    let bound = entity.shape.aabb();
    let size = f64::from((bound.max() - bound.min()).max_element()) * 0.5;
    let long = number(size * power(genes, Gene::QuerySize, [-4.0, 30.0]));
    let short = number(f64::from(long) / power(genes, Gene::QueryAspect, [0.0, 20.0]));
    shape(
        choice(genes, Gene::QueryAspect, 5),
        entity.shape.center(),
        [long, short],
        angle(genes, Gene::QueryTurn, index),
    )
}

/// The motion of an entity or a query.
pub fn motion(genes: &Genes, entity: &Entity, index: usize) -> Vec2 {
    let bound = entity.shape.aabb();
    let size = f64::from((bound.max() - bound.min()).max_element());
    let length = number(size * power(genes, Gene::Motion, [-6.0, 60.0]));
    Rotor::from_degrees(angle(genes, Gene::MotionTurn, index)).expect("finite").rotate(Vec2::new(length, 0.0))
}

//! Slides do not depend on the order of rows: worlds with the same entities in the same slots give the same bytes, whatever
//! the order of changes was, cloned, restored and sorted or not. Sizes differ by up to the range of `f32`.

use collide2d::{
    Budget, Capsule, Circle, Moving, OrientedRect, Polygon, Query, Rect, Rotor, Settings, Shape, Slide, SlideOptions,
    Strategy, Vec2, World,
};

use super::progress::Random;
use super::random::times;

/// Numbers with exponents up to this one, and small ones.
struct Numbers {
    random: Random,
    exponent: f64,
}

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.next() % limit
    }

    fn number(&mut self) -> f32 {
        match self.below(4) {
            0 => self.random.within(-self.exponent, self.exponent).exp2() as f32 * self.random.within(-1.0, 1.0) as f32,
            1 => 0.0,
            _ => (self.below(17) as f32 - 8.0) * 0.5,
        }
    }

    fn vector(&mut self) -> Vec2 {
        Vec2::new(self.number(), self.number())
    }

    fn shape(&mut self) -> Option<Shape> {
        let (at, sizes) = (self.vector(), [0; 2].map(|_| self.random.within(0.0, 2.0) as f32));
        Some(match self.below(5) {
            0 => Circle::new(at, sizes[0]).ok()?.into(),
            1 => Rect::new(at, at + Vec2::from(sizes)).ok()?.into(),
            2 => OrientedRect::new(at, sizes, Rotor::from_degrees(sizes[1] * 180.0).ok()?).ok()?.into(),
            3 => Capsule::new(at, self.vector(), sizes[0] * self.below(2) as f32).ok()?.into(),
            _ => {
                let points: Vec<Vec2> =
                    (0..3).map(|_| at + Vec2::from([0; 2].map(|_| self.random.within(-1.0, 1.0) as f32))).collect();
                Polygon::new(&points, 0.0).ok()?.into()
            }
        })
    }
}

/// The worlds of these shapes, one for each order of rows.
pub fn worlds(shapes: &[Shape]) -> [World; 5] {
    let settings = |strategy| Settings { strategy, ..Settings::default() };
    let mut sorted = World::new(settings(Strategy::Auto));
    sorted.extend(shapes.iter().copied());
    let unsorted = sorted.clone();
    sorted.step();
    // Each has been of another kind.
    let mut reversed = World::new(settings(Strategy::BruteForce));
    let other = |shape: &Shape| match shape {
        Shape::Circle(_) => Shape::from(Rect::new(Vec2::ZERO, Vec2::ONE).unwrap()),
        Shape::Rect(_) | Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_) => {
            Circle::new(Vec2::ZERO, 1.0).unwrap().into()
        }
    };
    let handles: Vec<_> = shapes.iter().map(|shape| reversed.insert(other(shape)).unwrap()).collect();
    for (handle, shape) in handles.iter().zip(shapes).rev() {
        reversed.set(*handle, *shape).unwrap();
    }
    let cloned = reversed.clone();
    let mut restored = World::new(settings(Strategy::UniformGrid));
    restored.restore(&reversed.save()).unwrap();
    restored.step();
    [sorted, unsorted, reversed, cloned, restored]
}

#[test]
fn slides_do_not_depend_on_the_order_of_rows() {
    let mut count = 0;
    for seed in 0..u64::from(1_500 * times()) {
        let exponent = [4.0, 30.0, 60.0, 80.0, 127.0][seed as usize % 5];
        let mut numbers = Numbers { random: Random(seed), exponent };
        let shapes: Vec<Shape> = (0..2 + numbers.below(4)).filter_map(|_| numbers.shape()).collect();
        let worlds = worlds(&shapes);
        for _ in 0..4 {
            let (Some(shape), motion) = (numbers.shape(), numbers.vector()) else { continue };
            let Ok(moving) = Moving::new(shape, motion) else { continue };
            let slides = worlds.each_ref().map(|world| world.queries().slide(moving, &SlideOptions::default()));
            let differs = slides.iter().find(|slide| **slide != slides[0]);
            assert!(differs.is_none(), "seed {seed}: {moving:?} among {shapes:?}: {differs:?} and {:?}", slides[0]);
            let few = Budget { max_candidates_each: 50, ..Budget::UNLIMITED };
            let places = worlds.each_ref().map(|world| world.queries().within(few).free(Query::from(shape), 4.0));
            assert!(
                places.iter().all(|place| *place == places[0]),
                "seed {seed}: {shape:?} among {shapes:?}: {places:?}"
            );
            count += 1;
        }
    }
    assert!(count > 4_000, "{count} slides");
}

/// A capsule far longer than the body: the measured time of its hit is too early by more than the whole motion.
#[test]
fn the_measured_time_of_a_long_capsule_is_not_too_early() {
    let long =
        Shape::from(Capsule::new([1.392_484_6e-24, 0.0], [1.053_907_5e-18, 2.712_759e17], 0.003_751_874).unwrap());
    let short = Shape::from(Capsule::new([0.0, 6.700_418e-14], [0.0, -0.5], 1.316_118).unwrap());
    let corners = [[-2.463_355_5, 2.536_582_2], [-1.601_146_6, 2.573_811_8], [-2.209_137_4, 4.211_036_7]];
    let body = Polygon::new(&corners.map(Vec2::from), 0.0).unwrap();
    let slides = worlds(&[long, short]).map(|world| super::slide(&world, body.into(), Vec2::new(4.0, -3.5)));
    let moved = |slide: &Slide| slide.shape.center() - Shape::from(body).center();
    assert!(slides.iter().all(|slide| *slide == slides[0] && moved(slide).x > 1.4), "{slides:?}");
}

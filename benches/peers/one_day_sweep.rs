//! The sweep along x that a good engineer writes in a day.

use collide_bench::Start;

use crate::contender::Contender;
use crate::entities::{Bounds, Entities, Pair};

const DIGIT_BITS: u32 = 11;

pub struct OneDaySweep<E> {
    entities: E,
    /// The left end as ordered bits in the upper half, the id in the lower half.
    keys: Vec<u64>,
    scratch: Vec<u64>,
    bounds: Vec<Bounds>,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for OneDaySweep<E> {
    fn name() -> &'static str {
        "one-day sweep"
    }

    fn new(scene: &dyn Start) -> Self {
        let (keys, scratch, bounds, pairs) = Default::default();
        Self { entities: E::new(scene), keys, scratch, bounds, pairs }
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.entities.advance(dt);
        let key = |id: u32| u64::from(ordered(self.entities.bounds(id).min[0])) << 32 | u64::from(id);
        self.keys.clear();
        self.keys.extend(self.entities.ids().map(key));
        sort(&mut self.keys, &mut self.scratch);
        self.bounds.clear();
        self.bounds.extend(self.keys.iter().map(|key| self.entities.bounds(*key as u32)));

        self.pairs.clear();
        for (place, a) in self.bounds.iter().enumerate() {
            for (b, key) in self.bounds[place + 1..].iter().zip(&self.keys[place + 1..]) {
                if b.min[0] > a.max[0] {
                    break;
                }
                if (a.min[1] <= b.max[1]) & (b.min[1] <= a.max[1]) {
                    self.entities.test(self.keys[place] as u32, *key as u32, &mut self.pairs);
                }
            }
        }
        self.pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}

/// The bits of a number, in an order that is that of the numbers.
fn ordered(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// A radix sort by the upper half, eleven bits at a time.
fn sort(keys: &mut Vec<u64>, scratch: &mut Vec<u64>) {
    scratch.resize(keys.len(), 0);
    for shift in [32, 32 + DIGIT_BITS, 32 + 2 * DIGIT_BITS] {
        let digit = |key: u64| (key >> shift) as usize & ((1 << DIGIT_BITS) - 1);
        let mut places = [0_u32; 1 << DIGIT_BITS];
        for key in keys.iter() {
            places[digit(*key)] += 1;
        }
        let mut before = 0;
        for place in &mut places {
            before += std::mem::replace(place, before);
        }
        for key in keys.iter() {
            let place = &mut places[digit(*key)];
            scratch[*place as usize] = *key;
            *place += 1;
        }
        std::mem::swap(keys, scratch);
    }
}

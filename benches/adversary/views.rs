//! Observers in a crowd.

use collide2d::{Circle, Interest, Observer, Settings, Threads, Vec2, World};

use crate::common::row;
use collide_bench::spread;

const OBSERVERS: usize = 100;

/// Attackers in view of all observers: evenly spread, at the border of the view, and in a pile.
pub fn crowds(count: usize) {
    let even = |index: usize| (spread(index) - 0.5) * 24.0;
    let border = |index: usize| Vec2::from_angle(index as f32) * (14.0 + 3.0 * spread(index).x);
    type Place<'a> = &'a dyn Fn(usize) -> Vec2;
    let scenes: [(&str, Place<'_>); 3] =
        [("spread", &even), ("at the border", &border), ("on one point", &|_| Vec2::new(9.0, 0.0))];
    for (name, place) in scenes {
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        world.extend((0..count).map(|index| Circle::new(place(index), 0.5).expect("finite")));
        world.refresh();
        for (limit, max_visible) in [("without a limit", usize::MAX), ("of at most 64", 64)] {
            let mut interest = Interest::new();
            for index in 0..OBSERVERS {
                let at = (spread(index) - 0.5) * 2.0;
                interest.insert(Observer::new(at, 18.0, 20.0).with_max_visible(max_visible)).expect("valid");
            }
            row(&format!("view {limit}, {count} {name}"), OBSERVERS, || {
                interest.update(&world);
            });
        }
    }
}

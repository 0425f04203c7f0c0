//! The engine as a contender. `benches/avian` uses this file too.

use std::time::{Duration, Instant};

use collide2d::{Handle, MoveOptions, Moves, Moving, Query, SlideOptions, Slides, Vec2, World};

use super::scenes::{Contender, RADIUS, Scene, circle, world_of};

/// The contenders: entities, shapes in a batch, and shapes one by one. Their ends are equal.
pub fn all(scene: &Scene) -> [Box<dyn Contender>; 3] {
    let loose = |batch: bool| Loose { world: world_of(scene), batch, slides: Slides::default() };
    [Box::new(Batch::new(scene)), Box::new(loose(true)), Box::new(loose(false))]
}

/// Moves entities of the world.
struct Batch {
    world: World,
    handles: Vec<Handle>,
    moves: Moves,
}

impl Batch {
    fn new(scene: &Scene) -> Self {
        let mut world = world_of(scene);
        let movers = scene.movers.iter().map(|(at, _)| world.insert(circle(*at, RADIUS)).expect("there is room"));
        Self { handles: movers.collect(), moves: Moves::default(), world }
    }
}

impl Contender for Batch {
    fn name(&self) -> &'static str {
        "move_batch_into"
    }

    fn run(&mut self, movers: &[(Vec2, Vec2)], ticks: usize) -> (Duration, Vec<Vec2>) {
        for (handle, (at, _)) in self.handles.iter().zip(movers) {
            self.world.set(*handle, *at).expect("it exists");
        }
        self.world.step();
        let steps: Vec<_> = self.handles.iter().copied().zip(movers.iter().map(|(_, step)| *step)).collect();
        let start = Instant::now();
        for _ in 0..ticks {
            self.world.move_batch_into(&steps, &MoveOptions::default(), &mut self.moves).expect("they exist");
        }
        let time = start.elapsed();
        (time, self.moves.slides().map(|slide| slide.shape.center()).collect())
    }
}

/// Slides shapes that are not entities, in a batch or one by one.
struct Loose {
    world: World,
    batch: bool,
    slides: Slides,
}

impl Contender for Loose {
    fn name(&self) -> &'static str {
        if self.batch { "slide_batch_into" } else { "slide" }
    }

    fn run(&mut self, movers: &[(Vec2, Vec2)], ticks: usize) -> (Duration, Vec<Vec2>) {
        let moving = |at: Vec2, step: Vec2| Query::new(Moving::new(circle(at, RADIUS), step).expect("finite"));
        let mut queries: Vec<_> = movers.iter().map(|(at, step)| moving(*at, *step)).collect();
        let (view, options, start) = (self.world.queries(), SlideOptions::default(), Instant::now());
        for _ in 0..ticks {
            if self.batch {
                view.slide_batch_into(&queries, &options, &mut self.slides).unwrap();
                for (query, slide) in queries.iter_mut().zip(self.slides.iter()) {
                    *query = moving(slide.shape.center(), query.what.motion());
                }
            } else {
                for query in &mut queries {
                    *query = moving(view.slide(*query, &options).shape.center(), query.what.motion());
                }
            }
        }
        (start.elapsed(), queries.iter().map(|query| query.what.shape().center()).collect())
    }
}

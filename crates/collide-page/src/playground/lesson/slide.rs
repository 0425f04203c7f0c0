//! Move and slide: the legs of a slide among walls, computed by the engine.

use collide2d::{Circle, Entity, Moving, Settings, Shape, SlideOptions, Threads, Vec2, World};
use serde::Serialize;

use super::number::brief;
use super::{Line, Scene, State, Steps};

/// A straight part of the way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct StraightMove {
    pub(crate) from: [f32; 2],
    pub(crate) to: [f32; 2],
    /// The time at its end, as a fraction of the motion.
    pub(crate) time: f32,
    /// What ends it: the normal from the circle to the wall, the contact point, and the wall's index.
    pub(crate) hit: Option<Hit>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Hit {
    normal: [f32; 2],
    point: [f32; 2],
    wall: Option<usize>,
}

pub(super) fn steps(scene: &Scene<'_>) -> Option<Steps> {
    let motion = scene.motion?;
    let (world, handles) = world(scene.obstacles)?;
    let slid = |motion: Vec2| {
        let moving = Moving::new(*scene.circle, motion).ok()?;
        Some(world.queries().slide(moving, &SlideOptions::default()))
    };
    let slide = slid(motion)?;
    let mut legs = Vec::new();
    let mut from = scene.circle.center();
    for hit in slide.hits() {
        // The engine's answer to the motion until then is where the leg ends.
        let to = slid(motion * hit.time)?.shape.center();
        let wall = handles.iter().position(|handle| *handle == hit.handle);
        let hit_here = Hit { normal: hit.normal.into(), point: hit.point.into(), wall };
        legs.push(StraightMove { from: from.into(), to: to.into(), time: hit.time, hit: Some(hit_here) });
        from = to;
    }
    legs.push(StraightMove { from: from.into(), to: slide.shape.center().into(), time: 1.0, hit: None });
    let mut steps = Steps { lines: lines(scene.circle, motion, &legs), legs, ..Steps::default() };
    steps.points = [("end", slide.shape.center().as_dvec2().into())].into();
    steps.values = [("left", f64::from(slide.left.length()))].into();
    Some(steps)
}

/// A world of the walls, none of which moves.
fn world(walls: &[Shape]) -> Option<(World, Vec<collide2d::Handle>)> {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let handles: Option<Vec<_>> = walls.iter().map(|wall| world.insert(Entity::fixed(*wall)).ok()).collect();
    world.step();
    Some((world, handles?))
}

/// Per hit: how far, the normal, and what is left of the motion without its part along the normal.
fn lines(circle: &Circle, motion: Vec2, legs: &[StraightMove]) -> Vec<Line> {
    let mut lines = Vec::new();
    let (mut left, mut before) = (motion, 0.0);
    let point = |[x, y]: [f32; 2]| format!("({}, {})", brief(f64::from(x)), brief(f64::from(y)));
    let start = format!("{} from {}", point(motion.into()), point(circle.center().into()));
    lines.push(Line::new("motion", "m", start, "the motion of this tick", State::Passed));
    for (index, leg) in legs.iter().enumerate() {
        let Some(hit) = &leg.hit else { break };
        // The legs of one motion share its time.
        let rest = if before < 1.0 { (1.0 - leg.time) / (1.0 - before) } else { 0.0 };
        (left, before) = (left * rest, leg.time);
        let normal = Vec2::from(hit.normal);
        let into = left.dot(normal).max(0.0);
        let numbers = format!("t = {}, n = {}", brief(f64::from(leg.time)), point(hit.normal));
        let wall = hit.wall.map_or(String::new(), |wall| format!("wall {}", wall + 1));
        lines.push(Line::new(&format!("hit-{}", index + 1), "hit", numbers, &wall, State::Passed));
        let numbers = format!("{} − {} · n", point(left.into()), brief(f64::from(into)));
        left -= normal * into;
        let result = format!("= {}", point(left.into()));
        lines.push(Line::new(&format!("cut-{}", index + 1), "m′ = m − (m · n) n", numbers, &result, State::Passed));
    }
    let end = legs.last().map_or(String::new(), |leg| point(leg.to));
    lines.push(Line::new("end", "end", end, "touches walls, overlaps none", State::Decides));
    lines
}

#[cfg(test)]
mod tests {
    use collide2d::{Rect, Touching, overlaps_interior};

    use super::*;

    #[test]
    fn legs_join_the_start_and_the_end_of_the_engine() {
        let floor = Rect::new(Vec2::new(-5.0, -2.0), Vec2::new(5.0, -1.0)).unwrap();
        let wall = Rect::new(Vec2::new(3.0, -1.0), Vec2::new(4.0, 4.0)).unwrap();
        let obstacles = [Shape::from(floor), Shape::from(wall)];
        let circle = Circle::new(Vec2::new(-2.0, 0.5), 0.5).unwrap();
        let motion = Some(Vec2::new(8.0, -4.0));
        let touching = Touching::Closed;
        let scene = Scene { circle: &circle, obstacles: &obstacles, touching, motion, switches: &[] };
        let steps = steps(&scene).unwrap();
        let ends: Vec<_> = steps.legs.iter().map(|leg| leg.to).collect();
        assert_eq!(ends[0], [0.0, -0.5], "it falls one unit, and goes two to the right");
        assert_eq!(*ends.last().unwrap(), [2.5, -0.5], "then along the floor to the wall");
        let walls: Vec<_> = steps.legs.iter().filter_map(|leg| leg.hit.as_ref()?.wall).collect();
        assert_eq!(walls, [0, 1]);
        assert!(steps.legs.windows(2).all(|pair| pair[0].to == pair[1].from && pair[0].time <= pair[1].time));
        for leg in &steps.legs {
            let there = Circle::new(leg.to, 0.5).unwrap();
            assert!(obstacles.iter().all(|wall| !overlaps_interior(there, *wall)), "{leg:?}");
        }
        assert_eq!(steps.lines.last().unwrap().numbers, "(2.5, -0.5)");
    }
}

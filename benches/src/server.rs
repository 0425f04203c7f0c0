//! A server that stores the positions of its entities outside the world.

use collide_scenes::Scene;
use collide2d::{Circle, CirclesMut, Handle, Settings, Shape, Vec2, World};

use crate::DT;

/// A server that stores positions and velocities by player, in the order of the slots.
pub struct Server {
    /// The world.
    pub world: World,
    handles: Vec<Handle>,
    position: [Vec<f32>; 2],
    velocity: [Vec<f32>; 2],
    radius: Vec<f32>,
    low: Vec2,
    high: Vec2,
    shapes: Vec<(Handle, Shape)>,
    centers: Vec<Vec2>,
    centers_by_handle: Vec<(Handle, Vec2)>,
}

impl Server {
    /// The scene at its start, whose shapes must be circles.
    pub fn new(scene: &Scene, settings: Settings) -> Self {
        let circle = |shape: &Shape| if let Shape::Circle(circle) = shape { Some(*circle) } else { None };
        let circles: Vec<Circle> = scene.shapes().iter().filter_map(circle).collect();
        let mut world = World::new(settings);
        let handles = circles.iter().map(|circle| world.insert(*circle).expect("room")).collect();
        let column = |of: fn(Vec2) -> f32, from: &dyn Fn(usize) -> Vec2| {
            (0..circles.len()).map(|index| of(from(index))).collect()
        };
        let [x, y]: [fn(Vec2) -> f32; 2] = [|at| at.x, |at| at.y];
        let center = |index: usize| circles[index].center();
        let velocity = |index: usize| scene.velocities()[index];
        Self {
            world,
            handles,
            position: [column(x, &center), column(y, &center)],
            velocity: [column(x, &velocity), column(y, &velocity)],
            radius: circles.iter().map(Circle::radius).collect(),
            low: scene.extent().min(),
            high: scene.extent().max(),
            shapes: Vec::new(),
            centers: Vec::new(),
            centers_by_handle: Vec::new(),
        }
    }

    /// Moves all entities by a tick, outside the world.
    pub fn advance(&mut self) {
        let sides = [(self.low.x, self.high.x), (self.low.y, self.high.y)];
        for ((position, velocity), (low, high)) in self.position.iter_mut().zip(&mut self.velocity).zip(sides) {
            for (at, speed) in position.iter_mut().zip(velocity) {
                let turned = if *at < low {
                    speed.abs()
                } else if *at > high {
                    -speed.abs()
                } else {
                    *speed
                };
                (*at, *speed) = (*at + turned * DT, turned);
            }
        }
    }

    /// Passes the positions through columns of the world.
    pub fn gather(&mut self) {
        let [mine_x, mine_y] = &self.position;
        let gathered = self.world.update_circles(|CirclesMut { x, y, slots, .. }| {
            for ((x, y), slot) in x.iter_mut().zip(y).zip(slots) {
                (*x, *y) = (mine_x[*slot as usize], mine_y[*slot as usize]);
            }
        });
        gathered.expect("finite");
    }

    /// Lists the shape of each entity.
    pub fn list_shapes(&mut self) {
        let [x, y] = &self.position;
        let places = self.handles.iter().zip(x.iter().zip(y).zip(&self.radius));
        self.shapes.clear();
        self.shapes.extend(places.map(|(handle, ((x, y), radius))| {
            (*handle, Circle::new(Vec2::new(*x, *y), *radius).expect("finite").into())
        }));
    }

    /// Passes the positions by slot.
    pub fn set_centers(&mut self) {
        let [x, y] = &self.position;
        self.centers.clear();
        self.centers.extend(x.iter().zip(y).map(|(x, y)| Vec2::new(*x, *y)));
        self.world.set_centers(&self.centers).expect("finite");
    }

    /// Passes the positions by handle.
    pub fn set_centers_by_handle(&mut self) {
        let [x, y] = &self.position;
        let places = self.handles.iter().zip(x.iter().zip(y));
        self.centers_by_handle.clear();
        self.centers_by_handle.extend(places.map(|(handle, (x, y))| (*handle, Vec2::new(*x, *y))));
        self.world.set_center_batch(&self.centers_by_handle).expect("none is removed");
    }

    /// The shapes that were last listed.
    pub fn shapes(&self) -> &[(Handle, Shape)] {
        &self.shapes
    }

    /// Passes whole shapes by handle.
    pub fn set_shapes(&mut self) {
        self.list_shapes();
        self.world.set_shape_batch(&self.shapes).expect("none is removed");
    }
}

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
    circles: Vec<(Handle, Circle)>,
    centers: Vec<Vec2>,
    centers_by_handle: Vec<(Handle, Vec2)>,
}

impl Server {
    /// The scene at its start. Only a server of circles passes whole shapes.
    pub fn new(scene: &Scene, settings: Settings) -> Self {
        let radius = |shape: &Shape| if let Shape::Circle(circle) = shape { Some(circle.radius()) } else { None };
        let mut world = World::new(settings);
        let handles = scene.shapes().iter().map(|shape| world.insert(*shape).expect("room")).collect();
        let column =
            |of: fn(Vec2) -> f32, from: &dyn Fn(usize) -> Vec2| (0..scene.len()).map(|index| of(from(index))).collect();
        let [x, y]: [fn(Vec2) -> f32; 2] = [|at| at.x, |at| at.y];
        let center = |index: usize| scene.shapes()[index].center();
        let velocity = |index: usize| scene.velocities()[index];
        Self {
            world,
            handles,
            position: [column(x, &center), column(y, &center)],
            velocity: [column(x, &velocity), column(y, &velocity)],
            radius: scene.shapes().iter().filter_map(radius).collect(),
            low: scene.extent().min(),
            high: scene.extent().max(),
            shapes: Vec::new(),
            circles: Vec::new(),
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

    /// The circle of each entity, in the order of the slots.
    pub fn circles(&self) -> impl Iterator<Item = Circle> {
        let [x, y] = &self.position;
        let circle = |((x, y), radius): ((&f32, &f32), &f32)| Circle::new(Vec2::new(*x, *y), *radius).expect("finite");
        x.iter().zip(y).zip(&self.radius).map(circle)
    }

    /// Passes the positions by slot.
    pub fn set_centers_by_slot(&mut self) {
        let [x, y] = &self.position;
        self.centers.clear();
        self.centers.extend(x.iter().zip(y).map(|(x, y)| Vec2::new(*x, *y)));
        self.world.set_by_slot(&self.centers).expect("finite");
    }

    /// Passes the positions by handle.
    pub fn set_centers_by_handle(&mut self) {
        self.list_centers();
        self.set_listed_centers();
    }

    /// Lists the positions by handle.
    pub fn list_centers(&mut self) {
        let [x, y] = &self.position;
        let places = self.handles.iter().zip(x.iter().zip(y));
        self.centers_by_handle.clear();
        self.centers_by_handle.extend(places.map(|(handle, (x, y))| (*handle, Vec2::new(*x, *y))));
    }

    /// Passes the listed positions.
    pub fn set_listed_centers(&mut self) {
        self.world.set_batch(&self.centers_by_handle).expect("none is removed");
    }

    /// Passes whole shapes by handle.
    pub fn set_shapes(&mut self) {
        let mut shapes = std::mem::take(&mut self.shapes);
        shapes.clear();
        shapes.extend(self.handles.iter().copied().zip(self.circles().map(Shape::from)));
        self.world.set_batch(&shapes).expect("none is removed");
        self.shapes = shapes;
    }

    /// Passes whole shapes by handle, all of one kind.
    pub fn set_circles(&mut self) {
        let mut circles = std::mem::take(&mut self.circles);
        circles.clear();
        circles.extend(self.handles.iter().copied().zip(self.circles()));
        self.world.set_batch(&circles).expect("none is removed");
        self.circles = circles;
    }
}

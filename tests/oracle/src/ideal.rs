//! The ideal slide along walls whose places are not rounded: many small steps, in `f64`, each pushed out of the walls.

use collide_core::{DVec2, Shape};

/// The number of steps of a motion.
const STEPS: usize = 8;

/// The maximum number of pushes after a step.
const MAX_PUSHES: usize = 32;

/// A wall.
pub enum Wall {
    /// Everything behind a point, against the direction out of the wall.
    Plane {
        /// A point of the surface.
        at: DVec2,
        /// The unit vector out of the wall.
        out: DVec2,
    },
    /// The corners of a convex wall, counterclockwise.
    Convex(Vec<DVec2>),
}

/// A mover: the hull of its corners around its center, grown by a radius.
pub struct Mover {
    corners: Vec<DVec2>,
    radius: f64,
}

impl Mover {
    /// The mover with this shape.
    #[must_use]
    pub fn of(shape: &Shape) -> Self {
        let (half, along) = match shape {
            Shape::Circle(circle) => return Self::circle(circle.radius().into()),
            Shape::Rect(rect) => ((rect.max().as_dvec2() - rect.min().as_dvec2()) * 0.5, DVec2::X),
            Shape::OrientedRect(rect) => {
                let along = DVec2::new(rect.rotor().cos().into(), rect.rotor().sin().into());
                (rect.half_extents().as_dvec2(), along)
            }
            Shape::Capsule(capsule) => {
                let corners = capsule.offsets().map(|offset| offset.as_dvec2());
                return Self { corners: corners.into(), radius: capsule.radius().into() };
            }
            Shape::Polygon(polygon) => {
                let corners = polygon.offsets().iter().map(|offset| offset.as_dvec2());
                return Self { corners: corners.collect(), radius: polygon.radius().into() };
            }
        };
        let corner = |x: f64, y: f64| along * half.x * x + along.perp() * half.y * y;
        Self { corners: vec![corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)], radius: 0.0 }
    }

    /// A circle.
    #[must_use]
    pub fn circle(radius: f64) -> Self {
        Self { corners: vec![DVec2::ZERO], radius }
    }

    /// How far the mover reaches from its center in a direction.
    #[must_use]
    pub fn reach(&self, direction: DVec2) -> f64 {
        self.corners.iter().map(|corner| corner.dot(direction)).fold(f64::MIN, f64::max) + self.radius
    }

    /// Where the center ends that starts at `at`.
    #[must_use]
    pub fn slide(&self, walls: &[Wall], mut at: DVec2, motion: DVec2) -> DVec2 {
        let own = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|way| self.reach(way));
        let reach = own.into_iter().fold(motion.length(), |sum, own| sum.max(motion.length() + own));
        let near: Vec<&Wall> = walls.iter().filter(|wall| wall.is_within(at, reach)).collect();
        for _ in 0..STEPS {
            at += motion / STEPS as f64;
            for _ in 0..MAX_PUSHES {
                // The longest first: the seams of a wall are reached at its surface then.
                let pushes = near.iter().filter_map(|wall| self.push(wall, at));
                let Some(push) = pushes.max_by(|a, b| a.length_squared().total_cmp(&b.length_squared())) else { break };
                at += push;
            }
        }
        at
    }

    /// The shortest way out of a wall: along the direction with the largest gap.
    fn push(&self, wall: &Wall, at: DVec2) -> Option<DVec2> {
        let (gap, out) = match wall {
            Wall::Plane { at: surface, out } => (self.gap(at, *out, surface.dot(*out)), *out),
            Wall::Convex(corners) => {
                let own = edges(&self.corners).map(|out| -out);
                let gaps = edges(corners).chain(own).chain(self.corner_normals(corners, at)).map(|out| {
                    let surface = corners.iter().map(|corner| corner.dot(out)).fold(f64::MIN, f64::max);
                    (self.gap(at, out, surface), out)
                });
                gaps.max_by(|(a, _), (b, _)| a.total_cmp(b))?
            }
        };
        (gap < 0.0).then(|| out * -gap)
    }

    /// The gap to a surface at this distance from zero.
    fn gap(&self, at: DVec2, out: DVec2, surface: f64) -> f64 {
        at.dot(out) - self.reach(-out) - surface
    }

    /// The directions from the corners of a wall to those of a mover with a radius.
    fn corner_normals(&self, corners: &[DVec2], at: DVec2) -> impl Iterator<Item = DVec2> {
        let own = self.corners.iter().filter(|_| self.radius > 0.0);
        own.flat_map(move |own| corners.iter().filter_map(move |corner| (at + own - corner).try_normalize()))
    }
}

impl Wall {
    fn is_within(&self, at: DVec2, reach: f64) -> bool {
        let Self::Convex(corners) = self else { return true };
        let within = |axis: usize| {
            let places = corners.iter().map(|corner| corner[axis] - at[axis]);
            places.clone().fold(f64::MAX, f64::min) <= reach && places.fold(f64::MIN, f64::max) >= -reach
        };
        within(0) && within(1)
    }
}

/// The outward normals of the edges.
fn edges(corners: &[DVec2]) -> impl Iterator<Item = DVec2> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).filter_map(|(a, b)| (a - b).perp().try_normalize())
}

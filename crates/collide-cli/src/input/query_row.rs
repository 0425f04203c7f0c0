//! The queries of a file.

use collide2d::error::ShapeError;
use collide2d::{Circle, Moving, OrientedRect, Ray, Rotor, Sector, Segment, Shape, Turning, Vec2};

use super::column::Column;
use super::column::Column::{
    Angle, Dx, Dy, Height, Inner, Max, MoveX, MoveY, Opening, PivotX, PivotY, Radius, ToX, ToY, Turn, Width, X, Y,
};
use super::error::Fault;
use super::row::{CORNER_COLUMNS, Content, Kind, POINT_COLUMNS, Row, fault_of};

/// A query about the shapes of another file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum QueryRow {
    /// Overlap or nearest: the shapes that overlap it, or the nearest ones.
    Shape(Shape),
    /// Raycast: the shapes that a ray hits.
    Ray(Ray),
    /// Line of sight: the shapes that block a segment.
    Segment(Segment),
    /// Shapecast: the shapes that a moving shape hits.
    Sweep(Moving),
    /// How far a rectangle turns about a pivot.
    Turn(Turning),
    /// The shapes that overlap a sector of a disc.
    Sector(Sector),
}

const POINT: [Column; 2] = [X, Y];
const RAY: Kind = Kind { needs: &[X, Y, Dx, Dy], may_have: &[Max], name: "a ray (x,y,dx,dy,max)", one: "query" };
const SEGMENT: Kind = Kind { needs: &[X, Y, ToX, ToY], may_have: &[], name: "a segment (x,y,to_x,to_y)", one: "query" };
/// Besides the columns of a shape.
const SWEEP: Kind =
    Kind { needs: &[MoveX, MoveY], may_have: &[], name: "a moving shape (move_x,move_y)", one: "query" };

/// Besides the columns of a rectangle.
const TURN: Kind =
    Kind { needs: &[PivotX, PivotY, Turn], may_have: &[], name: "a door (pivot_x,pivot_y,turn)", one: "query" };

const SECTOR: Kind = Kind {
    needs: &[X, Y, Radius, Angle, Opening],
    may_have: &[Inner],
    name: "a sector (x,y,radius,angle,opening,inner)",
    one: "query",
};

/// The columns that only one kind has.
const OWN: [(&[Column], Kind); 5] = [
    (&[Dx, Dy, Max], RAY),
    (&[ToX, ToY], SEGMENT),
    (&[MoveX, MoveY], SWEEP),
    (&[PivotX, PivotY, Turn], TURN),
    (&[Opening, Inner], SECTOR),
];

impl Content for QueryRow {
    const COLUMNS: &'static [Column] = Column::ALL;
    const TIMED: bool = false;

    fn forms() -> Vec<&'static [Column]> {
        vec![&POINT, &CORNER_COLUMNS, &POINT_COLUMNS]
    }

    fn needs() -> String {
        "no query: needs x,y or min_x,min_y,max_x,max_y or points".to_owned()
    }

    fn from_row(row: &Row) -> Result<Self, Fault> {
        let given = |(own, _): &&(&[Column], Kind)| own.iter().any(|column| row.has(*column));
        let mut given = OWN.iter().filter(given);
        let Some((own, kind)) = given.next() else {
            return shape(row).map(Self::Shape).map_err(|fault| about_sectors(row, fault));
        };
        if let Some((other, _)) = given.next() {
            let column = other.iter().find(|column| row.has(**column)).map_or("", |column| column.name());
            let problem = format!("must be empty: this is {}, and a row is one {}", kind.name, kind.one);
            return Err(Fault::new(column, problem));
        }
        let question = match own[0] {
            MoveX => {
                row.check_kind(kind, own)?;
                Moving::new(shape(row)?, Vec2::new(row.get(MoveX), row.get(MoveY))).map(Self::Sweep)
            }
            ToX => {
                row.check_kind(kind, Column::ALL)?;
                Segment::new(start(row), Vec2::new(row.get(ToX), row.get(ToY))).map(Self::Segment)
            }
            PivotX => {
                row.check_kind(kind, own)?;
                let pivot = Vec2::new(row.get(PivotX), row.get(PivotY));
                Turning::new(door(row)?, pivot, row.get(Turn).to_radians()).map(Self::Turn)
            }
            Opening => {
                row.check_kind(kind, Column::ALL)?;
                sector(row).map(Self::Sector)
            }
            _ => {
                row.check_kind(kind, Column::ALL)?;
                let direction = Vec2::new(row.get(Dx), row.get(Dy));
                if direction == Vec2::ZERO {
                    return Err(Fault::new("dx", "dx and dy must not both be zero"));
                }
                Ray::new(start(row), direction, if row.has(Max) { row.get(Max) } else { f32::INFINITY }).map(Self::Ray)
            }
        };
        question.map_err(fault_of)
    }
}

fn start(row: &Row) -> Vec2 {
    Vec2::new(row.get(X), row.get(Y))
}

/// The fault of a shape, with what is missing if the row seems to be a sector.
fn about_sectors(row: &Row, fault: Fault) -> Fault {
    let is_sector = row.has(Angle) && row.has(Radius);
    if is_sector { Fault { problem: fault.problem + "; a sector has an opening", ..fault } } else { fault }
}

/// A sector around a direction by its angle.
fn sector(row: &Row) -> Result<Sector, ShapeError> {
    let direction = Rotor::from_degrees(row.get(Angle))?.rotate(Vec2::X);
    Sector::facing(start(row), direction, row.get(Opening), row.get(Radius))?.with_inner(row.get(Inner))
}

/// A rectangle by its center. One without an angle is not rotated.
fn door(row: &Row) -> Result<OrientedRect, Fault> {
    match shape(row)? {
        Shape::OrientedRect(rect) => Ok(rect),
        // Its own numbers: the corners are rounded.
        Shape::Rect(_) if row.has(X) => {
            let half = Vec2::new(row.get(Width), row.get(Height)) * 0.5;
            OrientedRect::new(start(row), half, Rotor::IDENTITY).map_err(fault_of)
        }
        Shape::Rect(_) | Shape::Circle(_) => Err(Fault::new("turn", "needs a rectangle (x,y,width,height)")),
        other @ (Shape::Capsule(_) | Shape::Polygon(_)) => {
            let problem = format!("needs a rectangle (x,y,width,height), is a {}", other.kind());
            Err(Fault::new("turn", problem))
        }
    }
}

/// A shape as in any file. A center without a size is a point.
fn shape(row: &Row) -> Result<Shape, Fault> {
    let size = Column::SHAPE.iter().any(|column| !POINT.contains(column) && row.has(*column));
    match (size, row.has(X), row.has(Y)) {
        (false, true, true) => Circle::new(start(row), 0.0).map(Shape::from).map_err(fault_of),
        (false, true, false) => Err(Fault::new("y", "missing: x is given")),
        (false, false, true) => Err(Fault::new("x", "missing: y is given")),
        (false, false, false) if row.has(MoveX) => Err(Fault::new("x", "missing: a moving shape needs a start")),
        (false, false, false) => Err(Fault::new("x", "missing: a row is a shape, a point, a ray or a segment")),
        (true, ..) => Shape::from_row(row),
    }
}

//! The numbers of a row, and the shape they describe.

use std::borrow::Cow;

use collide2d::error::ShapeError;
use collide2d::{Capsule, Circle, OrientedRect, Polygon, Rect, Rotor, Shape, ShapeKind, Vec2};

use super::column::Column::{Angle, Cos, Height, MaxX, MaxY, MinX, MinY, Points, Radius, Sin, Width, X, Y};
use super::column::{Column, bits};
use super::error::Fault;
use super::number::{decimal_hint, parse_number};
use super::points;

/// A value that a row describes.
pub(crate) trait Content: Send + Sized {
    /// The columns that are read; all others are ignored.
    const COLUMNS: &'static [Column];
    /// A header must have all columns of one of these.
    fn forms() -> Vec<&'static [Column]>;
    /// The message for a header without them.
    fn needs() -> String;
    /// Whether rows may have a tick.
    const TIMED: bool;

    fn from_row(row: &Row) -> Result<Self, Fault>;

    /// The column with a name.
    fn column(name: &str) -> Option<Column> {
        Self::COLUMNS.iter().copied().find(|column| column.name() == name)
    }
}

impl Content for Shape {
    const COLUMNS: &'static [Column] = Column::SHAPE;
    const TIMED: bool = true;

    fn forms() -> Vec<&'static [Column]> {
        ShapeKind::ALL.map(|kind| form(kind).needs).to_vec()
    }

    fn needs() -> String {
        let names = |form: &[Column]| form.iter().map(|column| column.name()).collect::<Vec<_>>().join(",");
        let mut forms = ShapeKind::ALL.map(|kind| names(form(kind).needs)).to_vec();
        // A capsule and a polygon need the same column.
        forms.dedup();
        format!("no shape: needs {}", forms.join(" or "))
    }

    fn from_row(row: &Row) -> Result<Self, Fault> {
        row.shape()
    }
}

/// A kind of row.
pub(crate) struct Kind {
    pub(crate) needs: &'static [Column],
    pub(crate) may_have: &'static [Column],
    pub(crate) name: &'static str,
    /// What a row holds one of: a shape or a query.
    pub(crate) one: &'static str,
}

const CIRCLE_COLUMNS: [Column; 3] = [X, Y, Radius];
/// The columns of a rectangle given by its corners.
pub(crate) const CORNER_COLUMNS: [Column; 4] = [MinX, MinY, MaxX, MaxY];
/// The columns of a rectangle given by its center.
const CENTERED_COLUMNS: [Column; 4] = [X, Y, Width, Height];

const CIRCLE: Kind = Kind { needs: &CIRCLE_COLUMNS, may_have: &[], name: "a circle (x,y,radius)", one: "shape" };
const CORNERS: Kind =
    Kind { needs: &CORNER_COLUMNS, may_have: &[], name: "a rectangle (min_x,min_y,max_x,max_y)", one: "shape" };
const CENTERED: Kind = Kind {
    needs: &CENTERED_COLUMNS,
    may_have: &[Angle, Cos, Sin],
    name: "a rectangle (x,y,width,height)",
    one: "shape",
};
/// The column of a shape given by its points.
pub(crate) const POINT_COLUMNS: [Column; 1] = [Points];
const CAPSULE: Kind =
    Kind { needs: &POINT_COLUMNS, may_have: &CIRCLE_COLUMNS, name: "a capsule (x,y,radius,points)", one: "shape" };
const POLYGON: Kind = Kind { name: "a polygon (x,y,radius,points)", ..CAPSULE };

/// The rows that describe a shape of a kind. A row with a center may also describe a `Rect`.
fn form(kind: ShapeKind) -> Kind {
    match kind {
        ShapeKind::Circle => CIRCLE,
        ShapeKind::Rect => CORNERS,
        ShapeKind::OrientedRect => CENTERED,
        ShapeKind::Capsule => CAPSULE,
        ShapeKind::Polygon => POLYGON,
    }
}

/// The numbers of a shape without its [points](points::written), and their columns. Each number is written with enough
/// digits to read back the same value.
pub(crate) fn cells(shape: &Shape) -> impl Iterator<Item = (Column, f32)> {
    let columns: &[Column] = match shape.kind() {
        ShapeKind::Circle | ShapeKind::Capsule | ShapeKind::Polygon => &CIRCLE_COLUMNS,
        ShapeKind::Rect => &CORNER_COLUMNS,
        ShapeKind::OrientedRect => &[X, Y, Width, Height, Cos, Sin],
    };
    let factor = |column| if matches!(column, Width | Height) { 2.0 } else { 1.0 };
    columns.iter().zip(numbers(shape)).map(move |(column, number)| (*column, number * factor(*column)))
}

/// The numbers of a shape in the order of its columns.
fn numbers(shape: &Shape) -> [f32; 6] {
    let around = |center: Vec2, radius| [center.x, center.y, radius, 0.0, 0.0, 0.0];
    match shape {
        Shape::Circle(circle) => around(circle.center(), circle.radius()),
        Shape::Capsule(capsule) => around(capsule.position(), capsule.radius()),
        Shape::Polygon(polygon) => around(polygon.position(), polygon.radius()),
        Shape::Rect(rect) => [rect.min().x, rect.min().y, rect.max().x, rect.max().y, 0.0, 0.0],
        Shape::OrientedRect(rect) => {
            let (center, half, rotor) = (rect.center(), rect.half_extents(), rect.rotor());
            [center.x, center.y, half.x, half.y, rotor.cos(), rotor.sin()]
        }
    }
}

/// The numbers of a row.
#[derive(Debug, Default)]
pub(crate) struct Row {
    /// By column; 0 for an empty cell.
    values: [f32; Column::ALL.len()],
    /// The columns whose cells are not empty, a bit each.
    given: u32,
    /// Takes memory only in rows that have points.
    points: Vec<Vec2>,
}

impl Row {
    /// Sets a column to a number, or numbers, given as text. Blank text is an empty cell.
    pub(crate) fn set(&mut self, column: Column, text: &str) -> Result<(), Fault> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        if column == Points {
            self.set_points(points::parse(text)?);
            return Ok(());
        }
        let fault = |problem: String| Fault::new(column.name(), problem + &decimal_hint(text));
        let value = parse_number(text).map_err(fault)?;
        self.give(column, value);
        Ok(())
    }

    /// Sets the points, at least one.
    pub(crate) fn set_points(&mut self, points: Vec<Vec2>) {
        self.points = points;
        self.given |= Points.bit();
    }

    fn give(&mut self, column: Column, value: f32) {
        self.values[column as usize] = value;
        self.given |= column.bit();
    }

    /// Sets a column to a number. NaN is an empty cell, as data frames write it.
    #[cfg(feature = "parquet")]
    pub(crate) fn put(&mut self, column: Column, value: f32) -> Result<(), Fault> {
        if value.is_infinite() {
            return Err(Fault::new(column.name(), format!("must be a finite number, is {value}")));
        }
        if !value.is_nan() {
            self.give(column, value);
        }
        Ok(())
    }

    /// The shape the row describes.
    pub(crate) fn shape(&self) -> Result<Shape, Fault> {
        let kind = self.kind()?;
        self.check(&form(kind))?;
        let at = |x, y| Vec2::new(self.get(x), self.get(y));
        let shape = match kind {
            ShapeKind::Circle => Circle::new(at(X, Y), self.get(Radius)).map(Shape::from),
            ShapeKind::Rect => Rect::new(at(MinX, MinY), at(MaxX, MaxY)).map(Shape::from),
            ShapeKind::OrientedRect => self.centered(),
            ShapeKind::Capsule | ShapeKind::Polygon => self.convex(),
        };
        shape.map_err(fault_of)
    }

    pub(crate) fn has(&self, column: Column) -> bool {
        self.has_any(column.bit())
    }

    /// Whether the points are an outline that is not convex, so that the hull of a polygon fills it.
    pub(crate) fn is_filled(&self) -> bool {
        self.points.len() > 2 && !Polygon::is_convex_outline(&self.points)
    }

    fn has_any(&self, columns: u32) -> bool {
        self.given & columns != 0
    }

    /// The value of a column that is known to have one.
    pub(crate) fn get(&self, column: Column) -> f32 {
        self.values[column as usize]
    }

    /// The kind of shape, by the columns that only one [form](form) has.
    fn kind(&self) -> Result<ShapeKind, Fault> {
        if self.has(Points) {
            return Ok(if self.points.len() == 2 { ShapeKind::Capsule } else { ShapeKind::Polygon });
        }
        if self.has(Radius) {
            return Ok(ShapeKind::Circle);
        }
        if self.has_any(bits(&[Width, Height, Angle, Cos, Sin])) {
            return Ok(ShapeKind::OrientedRect);
        }
        if self.has_any(bits(&CORNER_COLUMNS)) {
            return Ok(ShapeKind::Rect);
        }
        let column = if !self.has(X) {
            X
        } else if !self.has(Y) {
            Y
        } else {
            Radius
        };
        let names = ShapeKind::ALL.map(|kind| form(kind).name).join(" or ");
        Err(Fault::new(column.name(), format!("missing: a row is {names}")))
    }

    /// Checks that the columns `among` have nothing that belongs to another kind, and that all needed columns have a
    /// value.
    pub(crate) fn check_kind(&self, kind: &Kind, among: &[Column]) -> Result<(), Fault> {
        let foreign = self.given & bits(among) & !bits(kind.needs) & !bits(kind.may_have);
        if let Some(column) = among.iter().find(|column| column.bit() & foreign != 0) {
            let problem = format!("must be empty: this is {}, and a row is one {}", kind.name, kind.one);
            return Err(Fault::new(column.name(), problem));
        }
        match kind.needs.iter().find(|column| !self.has(**column)) {
            Some(missing) => Err(Fault::new(missing.name(), format!("missing: this is {}", kind.name))),
            None => Ok(()),
        }
    }

    /// Checks that a shape has the columns of its kind, and that no size is negative.
    fn check(&self, kind: &Kind) -> Result<(), Fault> {
        self.check_kind(kind, Column::SHAPE)?;
        if self.has(Angle) && (self.has(Cos) || self.has(Sin)) {
            return Err(Fault::new("angle", "must be empty where cos and sin are given"));
        }
        match (self.has(Cos), self.has(Sin)) {
            (true, false) => return Err(Fault::new("sin", "missing: cos is given")),
            (false, true) => return Err(Fault::new("cos", "missing: sin is given")),
            _ => {}
        }
        // A capsule or a polygon may have no position.
        match (self.has(X), self.has(Y)) {
            (true, false) => return Err(Fault::new("y", "missing: x is given")),
            (false, true) => return Err(Fault::new("x", "missing: y is given")),
            _ => {}
        }
        for column in [Width, Height] {
            if self.get(column) < 0.0 {
                return Err(fault_of(ShapeError::Negative { field: column.name(), value: self.get(column) }));
            }
            // A rectangle stores half its size: odd multiples of the smallest subnormal cannot be halved.
            if self.get(column) * 0.5 * 2.0 != self.get(column) {
                let problem = format!("too small to be halved without rounding, is {:e}", self.get(column));
                return Err(Fault::new(column.name(), problem));
            }
        }
        Ok(())
    }

    /// A rectangle around its center, never rounded: an `OrientedRect` if its corners are not `f32` numbers.
    fn centered(&self) -> Result<Shape, ShapeError> {
        let center = Vec2::new(self.get(X), self.get(Y));
        let half = Vec2::new(self.get(Width), self.get(Height)) * 0.5;
        let rotor = if self.has(Angle) {
            Rotor::from_degrees(self.get(Angle))?
        } else if self.has(Cos) {
            Rotor::new(self.get(Cos), self.get(Sin))?
        } else if let Some(rect) = exact_corners(center, half) {
            return Ok(rect.into());
        } else {
            Rotor::IDENTITY
        };
        OrientedRect::new(center, half, rotor).map(Shape::from)
    }

    /// A capsule if there are two points, else a polygon.
    fn convex(&self) -> Result<Shape, ShapeError> {
        let (position, radius) = (Vec2::new(self.get(X), self.get(Y)), self.get(Radius));
        match *self.points {
            [a, b] => Capsule::new(a, b, radius)?.at(position).map(Shape::from),
            ref points => Polygon::new(points, radius)?.at(position).map(Shape::from),
        }
    }
}

/// The rectangle with corners at `center - half` and `center + half`, if those are `f32` numbers.
fn exact_corners(center: Vec2, half: Vec2) -> Option<Rect> {
    let (min, max) = (center - half, center + half);
    let rect = Rect::new(min, max).ok()?;
    // A sum was rounded if subtracting one part does not give the other.
    let exact = |sum: f32, part: f32, other: f32| {
        let [sum, part, other] = [sum, part, other].map(f64::from);
        sum == part + other && sum - part == other && sum - other == part
    };
    let all_exact = exact(min.x, center.x, -half.x)
        && exact(min.y, center.y, -half.y)
        && exact(max.x, center.x, half.x)
        && exact(max.y, center.y, half.y);
    all_exact.then_some(rect)
}

/// The fault for an error of a constructor, with the column in place of the field.
pub(crate) fn fault_of(error: ShapeError) -> Fault {
    let message = error.to_string();
    let (field, problem) = message.split_once(": ").unwrap_or(("shape", &message));
    let column: Cow<'static, str> = match error.field() {
        "center.x" | "position.x" => "x".into(),
        "center.y" | "position.y" => "y".into(),
        "min.x" => "min_x".into(),
        "min.y" => "min_y".into(),
        "max.x" => "max_x".into(),
        "max.y" => "max_y".into(),
        "half_extents.x" => "width".into(),
        "half_extents.y" => "height".into(),
        "rotor" => "cos".into(),
        "max_t" => "max".into(),
        "apex.x" => "x".into(),
        "apex.y" => "y".into(),
        "outer" => "radius".into(),
        // With the index of a point.
        _ => field.to_owned().into(),
    };
    Fault::new(column, problem)
}

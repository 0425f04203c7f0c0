use collide2d::{Circle, OrientedRect, Rect, Rotor, Shape, ShapeError, Vec2};

use super::Fault;

/// A column that holds a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    X,
    Y,
    Radius,
    MinX,
    MinY,
    MaxX,
    MaxY,
    Width,
    Height,
    Angle,
    Cos,
    Sin,
    Dx,
    Dy,
    Max,
    ToX,
    ToY,
    MoveX,
    MoveY,
}

use Column::{Angle, Cos, Height, MaxX, MaxY, MinX, MinY, Radius, Sin, Width, X, Y};

impl Column {
    pub(crate) const ALL: [Self; 19] = {
        use Column::{Dx, Dy, Max, MoveX, MoveY, ToX, ToY};
        [X, Y, Radius, MinX, MinY, MaxX, MaxY, Width, Height, Angle, Cos, Sin, Dx, Dy, Max, ToX, ToY, MoveX, MoveY]
    };

    /// Those of shapes.
    pub(crate) const SHAPE: [Self; 12] = [X, Y, Radius, MinX, MinY, MaxX, MaxY, Width, Height, Angle, Cos, Sin];

    pub(crate) fn name(self) -> &'static str {
        const NAMES: [&str; Column::ALL.len()] = [
            "x", "y", "radius", "min_x", "min_y", "max_x", "max_y", "width", "height", "angle", "cos", "sin", "dx",
            "dy", "max", "to_x", "to_y", "move_x", "move_y",
        ];
        NAMES[self as usize]
    }
}

/// What a row may hold.
pub(crate) trait Content: Sized {
    /// The columns of numbers that say it; all others are ignored.
    const COLUMNS: &'static [Column];
    /// All columns of one of these are in a header.
    const FORMS: &'static [&'static [Column]];
    /// The same in words.
    const NEEDS: &'static str;
    /// Whether it holds at a tick.
    const TIMED: bool;

    /// What a row says.
    fn of(row: &Row) -> Result<Self, Fault>;

    /// The column of a name.
    fn column(name: &str) -> Option<Column> {
        Self::COLUMNS.iter().copied().find(|column| column.name() == name)
    }
}

impl Content for Shape {
    const COLUMNS: &'static [Column] = &Column::SHAPE;
    const FORMS: &'static [&'static [Column]] = &[&CIRCLE_COLUMNS, &CORNER_COLUMNS, &CENTERED_COLUMNS];
    const NEEDS: &'static str = "no shape: needs x,y,radius or min_x,min_y,max_x,max_y or x,y,width,height";
    const TIMED: bool = true;

    fn of(row: &Row) -> Result<Self, Fault> {
        row.shape()
    }
}

/// The columns a kind of row needs, those it may have, how it is called, and what it is one of.
pub(crate) struct Kind {
    pub(crate) needs: &'static [Column],
    pub(crate) may_have: &'static [Column],
    pub(crate) name: &'static str,
    pub(crate) one: &'static str,
}

/// What a circle needs.
const CIRCLE_COLUMNS: [Column; 3] = [X, Y, Radius];
/// What a rectangle given by its corners needs.
pub(crate) const CORNER_COLUMNS: [Column; 4] = [MinX, MinY, MaxX, MaxY];
/// What a rectangle given by its center needs.
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

/// The numbers of a row; what it does not use is absent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row {
    values: [Option<f32>; Column::ALL.len()],
}

impl Row {
    /// Puts in a number given as text; blank text is absent.
    pub(crate) fn set(&mut self, column: Column, text: &str) -> Result<(), Fault> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        let fault = |problem: String| Err(Fault::new(column.name(), problem));
        let Ok(value) = text.parse::<f32>() else { return fault(format!("not a number: {text:?}")) };
        if value.is_infinite() && text.bytes().any(|byte| byte.is_ascii_digit()) {
            return fault(format!("must be at most {:e} in size, is {text}", f32::MAX));
        }
        if !value.is_finite() {
            return fault(format!("must be a finite number, is {text}"));
        }
        self.values[column as usize] = Some(value);
        Ok(())
    }

    /// Puts in a number; what is none is absent.
    #[cfg(feature = "parquet")]
    pub(crate) fn put(&mut self, column: Column, value: f32) -> Result<(), Fault> {
        // Data frames say so of cells that are empty.
        if value.is_infinite() {
            return Err(Fault::new(column.name(), format!("must be a finite number, is {value}")));
        }
        self.values[column as usize] = Some(value).filter(|value| !value.is_nan());
        Ok(())
    }

    /// The shape the row describes.
    pub(crate) fn shape(&self) -> Result<Shape, Fault> {
        let kind = self.kind()?;
        self.check(&kind)?;
        let shape = if self.has(Radius) {
            Circle::new(Vec2::new(self.get(X), self.get(Y)), self.get(Radius)).map(Shape::from)
        } else if self.has(Width) {
            self.centered()
        } else {
            let (min, max) = (Vec2::new(self.get(MinX), self.get(MinY)), Vec2::new(self.get(MaxX), self.get(MaxY)));
            Rect::new(min, max).map(Shape::from)
        };
        shape.map_err(fault_of)
    }

    pub(crate) fn has(&self, column: Column) -> bool {
        self.values[column as usize].is_some()
    }

    /// A value that has been checked to be there.
    pub(crate) fn get(&self, column: Column) -> f32 {
        self.values[column as usize].unwrap_or_default()
    }

    /// What the columns that only one kind of shape has say it is.
    fn kind(&self) -> Result<Kind, Fault> {
        if self.has(Radius) {
            return Ok(CIRCLE);
        }
        if [Width, Height, Angle, Cos, Sin].into_iter().any(|column| self.has(column)) {
            return Ok(CENTERED);
        }
        if CORNER_COLUMNS.into_iter().any(|column| self.has(column)) {
            return Ok(CORNERS);
        }
        let column = if !self.has(X) {
            X
        } else if !self.has(Y) {
            Y
        } else {
            Radius
        };
        let names = [CIRCLE, CORNERS, CENTERED].map(|kind| kind.name).join(" or ");
        Err(Fault::new(column.name(), format!("missing: a row is {names}")))
    }

    /// Among some columns, nothing that belongs to another kind is there, and all that this one needs is.
    pub(crate) fn only(&self, kind: &Kind, among: &[Column]) -> Result<(), Fault> {
        let foreign = |column: &&Column| !kind.needs.contains(column) && !kind.may_have.contains(column);
        if let Some(column) = among.iter().filter(foreign).find(|column| self.has(**column)) {
            let problem = format!("must be empty: this is {}, and a row is one {}", kind.name, kind.one);
            return Err(Fault::new(column.name(), problem));
        }
        match kind.needs.iter().find(|column| !self.has(**column)) {
            Some(missing) => Err(Fault::new(missing.name(), format!("missing: this is {}", kind.name))),
            None => Ok(()),
        }
    }

    /// Of a shape only what its kind has is there, and no size is negative.
    fn check(&self, kind: &Kind) -> Result<(), Fault> {
        self.only(kind, &Column::SHAPE)?;
        if self.has(Angle) && (self.has(Cos) || self.has(Sin)) {
            return Err(Fault::new("angle", "must be empty where cos and sin are given"));
        }
        match (self.has(Cos), self.has(Sin)) {
            (true, false) => return Err(Fault::new("sin", "missing: cos is given")),
            (false, true) => return Err(Fault::new("cos", "missing: sin is given")),
            _ => {}
        }
        for column in [Width, Height] {
            if self.get(column) < 0.0 {
                return Err(Fault::new(column.name(), format!("must not be negative, is {}", self.get(column))));
            }
            // A rectangle is kept by its half extents; only odd multiples of the smallest number there is have none.
            if self.get(column) * 0.5 * 2.0 != self.get(column) {
                let problem = format!("too small to be halved without rounding, is {:e}", self.get(column));
                return Err(Fault::new(column.name(), problem));
            }
        }
        Ok(())
    }

    /// A rectangle around its center, never rounded: where its corners are no `f32` numbers it is an oriented one.
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
}

/// The rectangle with corners at `center - half` and `center + half`, if those are `f32` numbers.
fn exact_corners(center: Vec2, half: Vec2) -> Option<Rect> {
    let (min, max) = (center - half, center + half);
    let rect = Rect::new(min, max).ok()?;
    // A sum that was rounded shows when its parts are taken out again.
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

/// The fault in the words of the file.
pub(crate) fn fault_of(error: ShapeError) -> Fault {
    let column = match error.field() {
        "center.x" => "x",
        "center.y" => "y",
        "min.x" => "min_x",
        "min.y" => "min_y",
        "max.x" => "max_x",
        "max.y" => "max_y",
        "half_extents.x" => "width",
        "half_extents.y" => "height",
        "rotor" => "cos",
        "max_t" => "max",
        field => field,
    };
    let message = error.to_string();
    Fault::new(column, message.split_once(": ").map_or(message.as_str(), |(_, problem)| problem))
}

//! The numbers of a row, and the shape they describe.

use collide2d::error::ShapeError;
use collide2d::{Circle, OrientedRect, Rect, Rotor, Shape, ShapeKind, Vec2};

use super::error::Fault;
use crate::messages::Cut;

/// Lists the columns that hold a number, and their names: the columns that shapes are written to, further columns that
/// shapes are read from, and the columns of queries.
macro_rules! columns {
    ($($Written:ident $written:literal),+; $($Read:ident $read:literal),+; $($Asked:ident $asked:literal),+;) => {
        /// A column that holds a number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Column {
            $($Written,)+
            $($Read,)+
            $($Asked,)+
        }

        impl Column {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$Written,)+ $(Self::$Read,)+ $(Self::$Asked,)+];

            /// The columns of shapes.
            pub(crate) const SHAPE: &'static [Self] = &[$(Self::$Written,)+ $(Self::$Read,)+];

            /// The columns of shapes that are written.
            pub(crate) const WRITTEN: [Self; [$($written),+].len()] = [$(Self::$Written),+];

            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$Written => $written,)+
                    $(Self::$Read => $read,)+
                    $(Self::$Asked => $asked,)+
                }
            }

            /// A set of this column alone.
            const fn bit(self) -> u32 {
                1 << self as u32
            }
        }
    };
}

columns! {
    X "x", Y "y", Radius "radius", MinX "min_x", MinY "min_y", MaxX "max_x", MaxY "max_y", Width "width", Height "height",
    Cos "cos", Sin "sin";
    Angle "angle";
    Dx "dx", Dy "dy", Max "max", ToX "to_x", ToY "to_y", MoveX "move_x", MoveY "move_y",
    PivotX "pivot_x", PivotY "pivot_y", Turn "turn";
}

use Column::{Angle, Cos, Height, MaxX, MaxY, MinX, MinY, Radius, Sin, Width, X, Y};

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
        format!("no shape: needs {}", ShapeKind::ALL.map(|kind| names(form(kind).needs)).join(" or "))
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

/// The rows that describe a shape of a kind. A row with a center may also describe a `Rect`.
fn form(kind: ShapeKind) -> Kind {
    match kind {
        ShapeKind::Circle => CIRCLE,
        ShapeKind::Rect => CORNERS,
        ShapeKind::OrientedRect => CENTERED,
    }
}

/// The numbers of a shape, and their columns. Each number is written with enough digits to read back the same value.
pub(crate) fn cells(shape: &Shape) -> impl Iterator<Item = (Column, f32)> {
    let columns: &[Column] = match shape.kind() {
        ShapeKind::Circle => &CIRCLE_COLUMNS,
        ShapeKind::Rect => &CORNER_COLUMNS,
        ShapeKind::OrientedRect => &[X, Y, Width, Height, Cos, Sin],
    };
    let factor = |column| if matches!(column, Width | Height) { 2.0 } else { 1.0 };
    columns.iter().zip(shape.to_numbers()).map(move |(column, number)| (*column, number * factor(*column)))
}

/// A set of columns.
const fn bits(columns: &[Column]) -> u32 {
    let (mut set, mut index) = (0, 0);
    while index < columns.len() {
        set |= columns[index].bit();
        index += 1;
    }
    set
}

/// The numbers of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row {
    /// By column; 0 for an empty cell.
    values: [f32; Column::ALL.len()],
    /// The columns whose cells are not empty, a bit each.
    given: u32,
}

impl Row {
    /// Sets a column to a number given as text. Blank text is an empty cell.
    pub(crate) fn set(&mut self, column: Column, text: &str) -> Result<(), Fault> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        let fault = |problem: String| Err(Fault::new(column.name(), problem));
        let Ok(value) = text.parse::<f32>() else { return fault(format!("not a number: {:?}", Cut(text))) };
        if value.is_infinite() && text.bytes().any(|byte| byte.is_ascii_digit()) {
            return fault(format!("must be at most {:e} in size, is {}", f32::MAX, Cut(text)));
        }
        if !value.is_finite() {
            return fault(format!("must be a finite number, is {}", Cut(text)));
        }
        self.give(column, value);
        Ok(())
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
        };
        shape.map_err(fault_of)
    }

    pub(crate) fn has(&self, column: Column) -> bool {
        self.has_any(column.bit())
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
        for column in [Width, Height] {
            if self.get(column) < 0.0 {
                return Err(Fault::new(column.name(), format!("must not be negative, is {}", self.get(column))));
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

//! The columns of rows.

/// Lists the columns and their names: the columns of numbers that shapes are written to, further columns that shapes
/// are read from, and the columns of queries.
macro_rules! columns {
    ($($Written:ident $written:literal),+; $($Read:ident $read:literal),+; $($Asked:ident $asked:literal),+;) => {
        /// A column that holds a number; [`Points`](Self::Points) holds several.
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

            /// The columns of numbers that shapes are written to.
            pub(crate) const WRITTEN: [Self; [$($written),+].len()] = [$(Self::$Written),+];

            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$Written => $written,)+
                    $(Self::$Read => $read,)+
                    $(Self::$Asked => $asked,)+
                }
            }

            /// A set of this column alone.
            pub(super) const fn bit(self) -> u32 {
                1 << self as u32
            }
        }
    };
}

columns! {
    X "x", Y "y", Radius "radius", MinX "min_x", MinY "min_y", MaxX "max_x", MaxY "max_y", Width "width", Height "height",
    Cos "cos", Sin "sin";
    Angle "angle", Points "points";
    Dx "dx", Dy "dy", Max "max", ToX "to_x", ToY "to_y", MoveX "move_x", MoveY "move_y",
    PivotX "pivot_x", PivotY "pivot_y", Turn "turn", Opening "opening", Inner "inner";
}

/// A set of columns.
pub(super) const fn bits(columns: &[Column]) -> u32 {
    let (mut set, mut index) = (0, 0);
    while index < columns.len() {
        set |= columns[index].bit();
        index += 1;
    }
    set
}

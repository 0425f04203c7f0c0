/// The columns that only some files have.
#[derive(Clone, Copy)]
pub(crate) struct Columns {
    /// Whether rows begin with their tick. Traces and Parquet always have it.
    pub(crate) has_ticks: bool,
    /// Whether a shape is a capsule or a polygon. In JSON lines and traces, only the rows of these have points.
    pub(crate) has_points: bool,
}

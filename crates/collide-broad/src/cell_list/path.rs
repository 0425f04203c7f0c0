/// A box that moves in a straight line: by `t * motion` at time `t`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// The lower corner at `t = 0`.
    pub low: [f64; 2],
    /// The upper corner at `t = 0`.
    pub high: [f64; 2],
    /// The motion per unit of `t`; may be zero.
    pub motion: [f64; 2],
    /// The largest `t`: not negative, may be infinite.
    pub until: f64,
}

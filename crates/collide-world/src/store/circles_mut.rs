use collide_core::columns::Row;
use collide_core::{Circle, ShapeError};

/// Rows shown at a time: their numbers fit into the first cache, beside a copy.
pub(crate) const CHUNK: usize = 512;

/// Some of a world's circles as columns, gone through by [`World::update_circles`](crate::World::update_circles), to be changed
/// in place. All columns have the same length; a row is an entity.
#[derive(Debug)]
pub struct CirclesMut<'a> {
    /// Centers, in world units.
    pub x: &'a mut [f32],
    /// Centers, in world units.
    pub y: &'a mut [f32],
    /// Not to become negative.
    pub radius: &'a mut [f32],
    /// The user's own.
    pub data: &'a mut [u64],
    /// Whose they are.
    pub slots: &'a [u32],
}

impl CirclesMut<'_> {
    /// Lets the rows be changed; those that are no circle afterwards get back the numbers that they had, and the one with the
    /// smallest slot is returned, with what is wrong with it.
    #[inline(always)]
    pub(crate) fn change(self, change: &impl Fn(CirclesMut<'_>)) -> Option<(u32, ShapeError)> {
        let mut guarded = Guarded { before: [[0.0; CHUNK]; 3], rows: self };
        let Guarded { before, rows: CirclesMut { x, y, radius, data, slots } } = &mut guarded;
        for (copy, column) in before.iter_mut().zip([&x, &y, &radius]) {
            copy[..slots.len()].copy_from_slice(column);
        }
        change(CirclesMut { x, y, radius, data, slots });
        guarded.restore()
    }
}

/// Rows being changed, and what they were. None is left that is no circle, even if the user's code panics.
struct Guarded<'a> {
    before: [[f32; CHUNK]; 3],
    rows: CirclesMut<'a>,
}

impl Guarded<'_> {
    #[inline(always)]
    fn restore(&mut self) -> Option<(u32, ShapeError)> {
        let Self { before, rows: CirclesMut { x, y, radius, slots, .. } } = self;
        // No branch for each number, so that eight can be looked at at once. NaN fails every comparison.
        let fine = |column: &[f32], low: f32| column.iter().fold(true, |all, n| all & (*n >= low) & (*n <= f32::MAX));
        if fine(x, f32::MIN) & fine(y, f32::MIN) & fine(radius, 0.0) {
            return None;
        }
        let mut first = None;
        for (row, slot) in slots.iter().enumerate() {
            if let Err(error) = Circle::from_row([x[row], y[row], radius[row]]) {
                first = first_of(first, Some((*slot, error)));
                [x[row], y[row], radius[row]] = [before[0][row], before[1][row], before[2][row]];
            }
        }
        first
    }
}

impl Drop for Guarded<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.restore();
        }
    }
}

/// The one with the smaller slot.
pub(crate) fn first_of(a: Option<(u32, ShapeError)>, b: Option<(u32, ShapeError)>) -> Option<(u32, ShapeError)> {
    a.into_iter().chain(b).min_by_key(|(slot, _)| *slot)
}

use collide_core::columns::Row;
use collide_core::{Circle, ShapeError};

/// The maximum number of rows passed at a time: their numbers and a copy of them fit into the L1 cache.
pub(crate) const CHUNK: usize = 512;

/// Some dynamic circles of a world as columns, for changes in place: from
/// [`World::update_circles`](crate::World::update_circles). All columns have the same length; each row is an entity.
#[derive(Debug)]
pub struct CirclesMut<'a> {
    /// The x coordinates of the centers, in world units.
    pub x: &'a mut [f32],
    /// The y coordinates of the centers, in world units.
    pub y: &'a mut [f32],
    /// The radii, in world units. They must not become negative.
    pub radius: &'a mut [f32],
    /// The user data of the entities.
    pub data: &'a mut [u64],
    /// The [slots](crate::Handle::slot) of the entities.
    pub slots: &'a [u32],
}

impl CirclesMut<'_> {
    /// Calls `change` on the rows. Rows that are not valid circles afterwards get their old numbers back. Returns the
    /// error of the one with the smallest slot.
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

/// Rows that are being changed, with a copy of their old numbers. No invalid circle remains, even if the user's code
/// panics.
struct Guarded<'a> {
    before: [[f32; CHUNK]; 3],
    rows: CirclesMut<'a>,
}

impl Guarded<'_> {
    #[inline(always)]
    fn restore(&mut self) -> Option<(u32, ShapeError)> {
        let Self { before, rows: CirclesMut { x, y, radius, slots, .. } } = self;
        // No branch for each number, so that the compiler can use SIMD. NaN fails every comparison.
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

/// The error with the smaller slot.
pub(crate) fn first_of(a: Option<(u32, ShapeError)>, b: Option<(u32, ShapeError)>) -> Option<(u32, ShapeError)> {
    a.into_iter().chain(b).min_by_key(|(slot, _)| *slot)
}

use collide_core::batch::Row;
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
    pub(crate) fn change(mut self, change: &impl Fn(CirclesMut<'_>)) -> Option<(u32, ShapeError)> {
        let len = self.slots.len();
        let mut before = [[0.0; CHUNK]; 3];
        for (copy, column) in before.iter_mut().zip([&self.x, &self.y, &self.radius]) {
            copy[..len].copy_from_slice(column);
        }
        let Self { x, y, radius, data, slots } = &mut self;
        change(CirclesMut { x, y, radius, data, slots });
        // No branch for each number, so that eight can be looked at at once. NaN fails every comparison.
        let fine = |column: &[f32], low: f32| column.iter().fold(true, |all, n| all & (*n >= low) & (*n <= f32::MAX));
        if fine(self.x, f32::MIN) & fine(self.y, f32::MIN) & fine(self.radius, 0.0) {
            return None;
        }
        let mut first = None;
        for row in 0..len {
            if let Err(error) = Circle::from_row([self.x[row], self.y[row], self.radius[row]]) {
                first = first_of(first, Some((self.slots[row], error)));
                [self.x[row], self.y[row], self.radius[row]] = before.map(|column| column[row]);
            }
        }
        first
    }
}

/// The one with the smaller slot.
pub(crate) fn first_of(a: Option<(u32, ShapeError)>, b: Option<(u32, ShapeError)>) -> Option<(u32, ShapeError)> {
    a.into_iter().chain(b).min_by_key(|(slot, _)| *slot)
}

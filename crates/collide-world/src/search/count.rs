//! About how many entities are near a place, without a look at each.

use collide_core::{Aabb, Circle, Shape};

use super::walk::ListVisitor;
use super::{Outline, RelativeRow, Scope, rect_of};
use crate::Filter;
use crate::base::work;
use crate::store::{EntityFilters, List, Listed, RowOf};

/// The number of rows in a box, if they are spread evenly.
struct Expected {
    corners: [[f64; 2]; 2],
    count: f64,
}

impl ListVisitor for Expected {
    fn visit<S: Listed<N>, const N: usize>(&mut self, list: &List<S, N>, _: usize, _: &EntityFilters<'_>) -> bool
    where
        RowOf<S, N>: RelativeRow<N>,
    {
        self.count += list.expected_in_box(self.corners);
        true
    }
}

/// The number of rows in the cells of a box.
struct Counted {
    corners: [[f64; 2]; 2],
    limit: usize,
    count: usize,
    work: u64,
}

impl ListVisitor for Counted {
    fn visit<S: Listed<N>, const N: usize>(&mut self, list: &List<S, N>, _: usize, _: &EntityFilters<'_>) -> bool
    where
        RowOf<S, N>: RelativeRow<N>,
    {
        let (count, cells) = list.count_in_box(self.corners, self.limit - self.count);
        self.count += count;
        self.work += cells as u64 * work::RUN;
        self.count <= self.limit
    }
}

impl Scope<'_> {
    /// About the number of rows that have to be read for an area in the present, if they are spread evenly.
    pub(crate) fn expected_near(&self, area: &Aabb, filter: &Filter) -> f64 {
        let mut expected = Expected { corners: Outline::of(&Shape::from(rect_of(area))).corners(), count: 0.0 };
        self.each_list(self.searched, &self.resolved(filter), &mut expected);
        expected.count
    }

    /// About the number of entities near a circle, whatever their filters. A number above `limit` stands for any that is
    /// larger. And the work to look up cells.
    pub(crate) fn count_near(&self, circle: Circle, limit: usize) -> (usize, u64) {
        let mut counted = Counted { corners: Outline::of(&circle.into()).corners(), limit, count: 0, work: 0 };
        self.each_list(self.searched, &self.resolved(&Filter::default()), &mut counted);
        (counted.count, counted.work)
    }
}

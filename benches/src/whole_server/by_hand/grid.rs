//! A grid of cells.

use collide2d::Vec2;

/// The side of a cell.
const CELL: f32 = 2.0;

/// Lists of numbers by cell.
pub(super) struct Grid {
    /// Half of the side of the grid.
    pub half: f32,
    side: usize,
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl Grid {
    pub fn new(half: f32) -> Self {
        Self { half, side: (2.0 * half / CELL) as usize + 1, starts: Vec::new(), rows: Vec::new() }
    }

    fn cell(&self, at: f32) -> usize {
        (((at + self.half) / CELL).max(0.0) as usize).min(self.side - 1)
    }

    /// Counting sort of boxes by all cells that they touch.
    pub fn fill(&mut self, boxes: impl Iterator<Item = [Vec2; 2]> + Clone) {
        let cells = |[low, high]: [Vec2; 2], grid: &Self| {
            let (left, right) = (grid.cell(low.x), grid.cell(high.x));
            let (lower, upper, side) = (grid.cell(low.y), grid.cell(high.y), grid.side);
            (lower..=upper).flat_map(move |y| (left..=right).map(move |x| y * side + x))
        };
        let mut starts = vec![0; self.side * self.side + 1];
        boxes.clone().for_each(|bounds| cells(bounds, self).for_each(|cell| starts[cell + 1] += 1));
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let mut next = starts.clone();
        self.rows.resize(starts[starts.len() - 1] as usize, 0);
        for (number, bounds) in boxes.enumerate() {
            for cell in cells(bounds, self) {
                self.rows[next[cell] as usize] = number as u32;
                next[cell] += 1;
            }
        }
        self.starts = starts;
    }

    /// Counting sort of points, in the memory of the last one.
    pub fn fill_points(&mut self, points: &[Vec2]) {
        let cell = |at: Vec2, grid: &Self| grid.cell(at.y) * grid.side + grid.cell(at.x);
        let mut starts = std::mem::take(&mut self.starts);
        starts.clear();
        starts.resize(self.side * self.side + 1, 0);
        points.iter().for_each(|at| starts[cell(*at, self)] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        self.rows.resize(points.len(), 0);
        // From the last one, so that each cell has its numbers in order.
        for (number, at) in points.iter().enumerate().rev() {
            let start = &mut starts[cell(*at, self)];
            *start -= 1;
            self.rows[*start as usize] = number as u32;
        }
        self.starts = starts;
    }

    /// All numbers in the cells of a box. A number may come several times.
    pub fn near(&self, low: Vec2, high: Vec2) -> impl Iterator<Item = usize> {
        let (left, right) = (self.cell(low.x), self.cell(high.x));
        (self.cell(low.y)..=self.cell(high.y)).flat_map(move |y| {
            let cells = [y * self.side + left, y * self.side + right + 1].map(|cell| self.starts[cell] as usize);
            self.rows[cells[0]..cells[1]].iter().map(|number| *number as usize)
        })
    }
}

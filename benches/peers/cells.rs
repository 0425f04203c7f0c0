//! Circles sorted by the cell of a dense uniform grid, as a good engineer writes it in a day.

use crate::circles::Disc;
use crate::entities::Pair;

/// The limit of cells for each entity. With more cells, clearing costs more than shorter lists save.
const MAX_CELLS_EACH: f32 = 16.0;

/// Columns of numbers in the order of cells, row by row, with a border of empty cells.
#[derive(Default)]
pub struct Cells {
    low: [f32; 2],
    per_unit: f32,
    columns: usize,
    rows: usize,
    /// The start of each cell, and the end of the last.
    starts: Vec<u32>,
    cell_of: Vec<u32>,
    x: Vec<f32>,
    y: Vec<f32>,
    radius: Vec<f32>,
    id: Vec<u32>,
}

impl Cells {
    /// A grid for `count` circles between these corners, with radii up to `radius`.
    pub fn new(count: usize, low: [f32; 2], high: [f32; 2], radius: f32) -> Self {
        let size = [high[0] - low[0], high[1] - low[1]];
        let smallest = (size[0] * size[1] / (MAX_CELLS_EACH * count.max(1) as f32)).sqrt();
        // A little more than a diameter, so that rounding cannot put a cell between two touching circles.
        let per_unit = 1.0 / (2.0 * radius * 1.002).max(smallest);
        let [columns, rows] = size.map(|side| (side * per_unit) as usize + 3);
        let starts = vec![0; columns * rows + 1];
        let [x, y, radius] = [(); 3].map(|()| vec![0.0; count]);
        Self { low, per_unit, columns, rows, starts, cell_of: vec![0; count], x, y, radius, id: vec![0; count] }
    }

    fn cell(&self, x: f32, y: f32) -> usize {
        let column = ((x - self.low[0]) * self.per_unit) as usize + 1;
        let row = ((y - self.low[1]) * self.per_unit) as usize + 1;
        row.min(self.rows - 2) * self.columns + column.min(self.columns - 2)
    }

    /// Sorts the circles by a counting sort.
    pub fn build(&mut self, discs: &[Disc]) {
        let mut starts = std::mem::take(&mut self.starts);
        starts.fill(0);
        for (index, disc) in discs.iter().enumerate() {
            let cell = self.cell(disc.x, disc.y);
            self.cell_of[index] = cell as u32;
            starts[cell] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        for (id, (disc, cell)) in (0..).zip(discs.iter().zip(&self.cell_of)) {
            let place = &mut starts[*cell as usize];
            *place -= 1;
            let place = *place as usize;
            (self.x[place], self.y[place], self.radius[place], self.id[place]) = (disc.x, disc.y, disc.radius, id);
        }
        self.starts = starts;
    }

    fn disc(&self, place: usize) -> Disc {
        Disc { x: self.x[place], y: self.y[place], radius: self.radius[place] }
    }

    /// Tests one circle against a run of circles.
    #[inline(always)]
    fn test(&self, disc: Disc, places: std::ops::Range<usize>, mut found: impl FnMut(u32)) {
        let columns = self.x[places.clone()].iter().zip(&self.y[places.clone()]).zip(&self.radius[places.clone()]);
        for (((&x, &y), &radius), &id) in columns.zip(&self.id[places]) {
            if disc.overlaps(Disc { x, y, radius }) {
                found(id);
            }
        }
    }

    /// Half of the neighbours of every cell: the rest of its own cell, the next cell, and three cells of the next row.
    pub fn pairs_into(&self, pairs: &mut Vec<Pair>) {
        for cell in self.columns..self.starts.len() - self.columns {
            let (start, end) = (self.starts[cell] as usize, self.starts[cell + 1] as usize);
            if start == end {
                continue;
            }
            let next = self.starts[cell + 2] as usize;
            let below = cell + self.columns;
            let below = self.starts[below - 1] as usize..self.starts[(below + 2).min(self.starts.len() - 1)] as usize;
            for place in start..end {
                let (disc, id) = (self.disc(place), self.id[place]);
                self.test(disc, place + 1..next, |other| pairs.push((id, other)));
                self.test(disc, below.clone(), |other| pairs.push((id, other)));
            }
        }
    }

    /// The circles that overlap an external circle.
    pub fn hits(&self, disc: Disc, mut found: impl FnMut(u32)) {
        let cell = self.cell(disc.x, disc.y);
        for middle in [cell - self.columns, cell, cell + self.columns] {
            self.test(disc, self.starts[middle - 1] as usize..self.starts[middle + 2] as usize, &mut found);
        }
    }
}

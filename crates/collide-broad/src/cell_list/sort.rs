use std::sync::atomic::{AtomicU32, Ordering};

use super::cells::Cells;
use super::rows::{allocated, grow, piece_count, reserve};
use super::tuning::CROWDED;
use crate::radix::counts_to_starts;
use crate::statistics::{SAMPLE, sample_indices};
use crate::workers::{MAX_PIECES, Workers, each_of, grown};

/// The number of rows or cells that are worked on at a time, so that they stay in the cache.
const BLOCK: usize = 4096;

/// A counting sort by cell. Rows that are nearly in order, as those of the last tick, are read and written nearly
/// sequentially.
#[derive(Debug, Default)]
pub(crate) struct CellSort {
    /// The cell of each row; in the new order after the sort.
    pub(crate) cells: Vec<u32>,
    /// The index of the first row of each cell. Continues past the last cell with the first cells again, as far as a
    /// run can extend.
    pub(crate) starts: Vec<u32>,
    /// The old index of each row, in the new order. Atomic, so that several threads can write to it in any order; each
    /// element is written once.
    pub(crate) order: Vec<AtomicU32>,
    /// Whether some cells of the rows may share an index.
    pub(crate) shares: bool,
    pieces: Vec<SortPiece>,
}

/// The cells of a range of rows.
#[derive(Debug, Default)]
struct SortPiece {
    lowest: u32,
    highest: u32,
    /// The number of rows of the range in each cell from `lowest` on; then, the new index of the next row of the cell.
    /// Atomic, so that several threads can each write to some cells of all pieces.
    next: Vec<AtomicU32>,
    /// The number of rows in each range of cells that is summed up as one.
    totals: Vec<u32>,
}

impl CellSort {
    /// Copies the result of a sort, not its scratch memory, and reuses memory.
    pub(crate) fn copy_from(&mut self, source: &Self) {
        self.cells.clone_from(&source.cells);
        self.starts.clone_from(&source.starts);
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let pieces: usize = self.pieces.iter().map(|piece| allocated(&piece.next) + allocated(&piece.totals)).sum();
        allocated(&self.cells) + allocated(&self.starts) + allocated(&self.order) + allocated(&self.pieces) + pieces
    }

    /// Drops the result and keeps the memory.
    pub(crate) fn forget(&mut self) {
        self.cells.clear();
        self.starts.clear();
    }

    /// Whether some rows of a sample are in crowded cells.
    pub(crate) fn has_crowded(&self) -> bool {
        let rows_of = |cell: usize| (self.starts[cell + 1] - self.starts[cell]) as usize;
        sample_indices(self.cells.len(), SAMPLE).any(|row| rows_of(self.cells[row] as usize) >= CROWDED)
    }

    /// Sorts `len` rows. `cells_of(first, cells)` writes the cells of the rows from `first` on. `scratch` is exchanged
    /// for other memory without content.
    ///
    /// # Panics
    /// If a cell is not one of `cells`.
    pub(crate) fn sort(
        &mut self,
        len: usize,
        cells: &Cells,
        cells_of: impl Fn(usize, &mut [u32]) + Sync + Send,
        scratch: &mut Vec<u32>,
        workers: &impl Workers,
    ) {
        reserve(&mut self.starts, cells.len() + cells.stride() + 3);
        grow(&mut self.cells, len);
        self.cells.resize(len, 0);
        let piece_count = piece_count(len, workers);
        let piece_len = len.div_ceil(piece_count).max(1);
        let work = self.cells.chunks_mut(piece_len).zip(grown(&mut self.pieces, piece_count));
        each_of(workers, work, |number, (cells, piece)| {
            if piece_count == 1 {
                return cells_of(0, cells);
            }
            (piece.lowest, piece.highest) = (u32::MAX, 0);
            for (block, cells) in cells.chunks_mut(BLOCK).enumerate() {
                cells_of(number * piece_len + block * BLOCK, cells);
                piece.lowest = cells.iter().fold(piece.lowest, |lowest, cell| lowest.min(*cell));
                piece.highest = cells.iter().fold(piece.highest, |highest, cell| highest.max(*cell));
            }
        });
        reserve(&mut self.order, len);
        self.order.resize_with(len, AtomicU32::default);
        let used = len.div_ceil(piece_len);
        let span: usize = self.pieces[..used].iter().map(SortPiece::span).sum();
        // Serially if the cells of the pieces overlap widely: counting each piece would cost more than it saves.
        if piece_count == 1 || span > cells.len() * 2 {
            self.count_serially(cells.len());
        } else {
            self.count_in_pieces(cells.len(), piece_len, used, workers);
        }
        let end = self.starts.len();
        self.starts.extend_from_within(1..cells.stride() + 3);
        self.starts[end..].iter_mut().for_each(|start| *start += len as u32);
        self.sort_cells(piece_len, scratch, workers);
    }

    fn count_serially(&mut self, cell_count: usize) {
        // Counts are stored one index later, and summed up to the start of each cell; placing the rows moves each start
        // to the end of the cell.
        self.starts.clear();
        self.starts.resize(cell_count + 1, 0);
        let counts = &mut self.starts[1..];
        for &cell in &self.cells {
            counts[cell as usize] += 1;
        }
        counts_to_starts(counts);
        for (row, &cell) in (0..).zip(&self.cells) {
            let place = &mut counts[cell as usize];
            self.order[*place as usize].store(row, Ordering::Relaxed);
            *place += 1;
        }
    }

    fn count_in_pieces(&mut self, cell_count: usize, piece_len: usize, used: usize, workers: &impl Workers) {
        let range_len = cell_count.div_ceil(used).max(1);
        let work = self.cells.chunks(piece_len).zip(&mut self.pieces);
        each_of(workers, work, |_, (cells, piece)| {
            piece.next.clear();
            piece.next.resize_with(piece.span(), AtomicU32::default);
            let (next, lowest) = (piece.next.as_mut_slice(), piece.lowest);
            for &cell in *cells {
                *next[(cell - lowest) as usize].get_mut() += 1;
            }
            piece.sum_up(cell_count.div_ceil(range_len), range_len);
        });
        self.sum_up(cell_count, range_len, used, workers);
        let order = &self.order;
        let work = self.cells.chunks(piece_len).zip(&mut self.pieces);
        each_of(workers, work, |number, (cells, piece)| {
            let (next, lowest) = (piece.next.as_mut_slice(), piece.lowest);
            for (row, &cell) in ((number * piece_len) as u32..).zip(*cells) {
                let place = next[(cell - lowest) as usize].get_mut();
                order[*place as usize].store(row, Ordering::Relaxed);
                *place += 1;
            }
        });
    }

    /// Turns the counts of the pieces into the indices of their first rows in each cell, one range of cells after the
    /// other. Within a cell the rows of each piece come before those of the next piece.
    fn sum_up(&mut self, cell_count: usize, range_len: usize, used: usize, workers: &impl Workers) {
        self.starts.resize(cell_count + 1, 0);
        self.starts[0] = 0;
        let (starts, pieces) = (&mut self.starts[1..], &self.pieces[..used]);
        let mut before = [0; MAX_PIECES];
        for piece in pieces {
            before.iter_mut().zip(&piece.totals).for_each(|(before, total)| *before += total);
        }
        counts_to_starts(&mut before);
        each_of(workers, starts.chunks_mut(range_len).zip(before), |number, (starts, before)| {
            // A local: the numbers of all ranges are in a few cache lines.
            let mut next = *before;
            // All steps for a block of cells, before the next block: its numbers stay in the cache.
            for (block, starts) in starts.chunks_mut(BLOCK).enumerate() {
                let first = number * range_len + block * BLOCK;
                starts.fill(0);
                for piece in pieces {
                    piece.each_in(first, starts, |start, count| *start += count.load(Ordering::Relaxed));
                }
                for start in starts.iter_mut() {
                    next += std::mem::replace(start, next);
                }
                for piece in pieces {
                    piece.each_in(first, starts, |start, next| {
                        let count = next.load(Ordering::Relaxed);
                        next.store(*start, Ordering::Relaxed);
                        *start += count;
                    });
                }
            }
        });
    }

    fn sort_cells(&mut self, piece_len: usize, scratch: &mut Vec<u32>, workers: &impl Workers) {
        grow(scratch, self.cells.len());
        scratch.resize(self.cells.len(), 0);
        let work = scratch.chunks_mut(piece_len).zip(self.order.chunks(piece_len));
        each_of(workers, work, |_, (sorted, order)| {
            for (cell, row) in sorted.iter_mut().zip(*order) {
                *cell = self.cells[row.load(Ordering::Relaxed) as usize];
            }
        });
        std::mem::swap(&mut self.cells, scratch);
    }
}

impl SortPiece {
    fn span(&self) -> usize {
        (self.highest - self.lowest) as usize + 1
    }

    /// Counts the rows of the piece in each range of cells.
    fn sum_up(&mut self, range_count: usize, range_len: usize) {
        let Self { lowest, next, totals, .. } = self;
        let (lowest, len) = (*lowest as usize, next.len());
        let place = |range: usize| (range * range_len).saturating_sub(lowest).min(len);
        totals.clear();
        for range in 0..range_count {
            let counts = &mut next[place(range)..place(range + 1)];
            totals.push(counts.iter_mut().map(|count| *count.get_mut()).sum());
        }
    }

    /// Calls `visit` for each cell of the piece in a range of cells from `first` on, with the start of the cell and the
    /// piece's own number for it.
    fn each_in(&self, first: usize, starts: &mut [u32], visit: impl Fn(&mut u32, &AtomicU32)) {
        let lowest = self.lowest as usize;
        let own = self.next.get(first.saturating_sub(lowest)..).unwrap_or_default();
        let starts = starts.get_mut(lowest.saturating_sub(first)..).unwrap_or_default();
        starts.iter_mut().zip(own).for_each(|(start, own)| visit(start, own));
    }
}

use collide_broad::CellList;
use collide_core::batch::Row;

use crate::base::Writer;
use crate::store::Set;

/// All rows of a set, in the order they are stored in, which is that of cells: so they will be nearly sorted.
pub(super) fn rows(set: &Set, writer: &mut Writer<'_>) {
    let Set { circles, rects, oriented } = set;
    plain(circles.lists(), writer);
    plain(rects.lists(), writer);
    let tables = oriented.lists();
    slots(tables, writer);
    tables.iter().for_each(|table| writer.each(table.payload(), |oriented| oriented.data.to_le_bytes()));
    for column in 0..6 {
        tables.iter().for_each(|table| {
            writer.each(table.payload(), |oriented| oriented.rect.to_row()[column].to_le_bytes());
        });
    }
}

/// Rows whose numbers are those of the shapes.
fn plain<S: collide_broad::Anchored<N>, const N: usize>(tables: &[CellList<S, u64, N>], writer: &mut Writer<'_>) {
    slots(tables, writer);
    tables.iter().for_each(|table| writer.numbers(table.payload(), u64::to_le_bytes));
    for column in 0..N {
        tables.iter().for_each(|table| writer.numbers(table.columns()[column], f32::to_le_bytes));
    }
}

fn slots<S, P, const N: usize>(tables: &[CellList<S, P, N>], writer: &mut Writer<'_>) {
    writer.len(tables.iter().map(CellList::len).sum());
    tables.iter().for_each(|table| writer.numbers(table.ids(), u32::to_le_bytes));
}

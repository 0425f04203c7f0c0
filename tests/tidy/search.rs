//! One search: what asks for what is near goes through `search`, and loops over the cell lists of a world are few.

use crate::{check, sources};

/// The files outside of `store` that may go over the kinds of cell lists, with the number of loops.
const OVER_LISTS: [(&str, usize); 3] = [
    // Pairs: lists with themselves, lists of two sets, and one list with those of another set.
    ("pairs/cells/join.rs", 5),
    // How far the rows of each list moved.
    ("history/moves.rs", 1),
    // `Scope::each_list`, which all searches use.
    ("search/walk.rs", 1),
];

#[test]
fn loops_over_cell_lists_are_few() {
    let folder = "crates/collide-world/src/";
    let mut faults = Vec::new();
    for (name, text) in sources(&[".rs"]) {
        let Some(name) = name.strip_prefix(folder).filter(|name| !name.starts_with("store/")) else { continue };
        let allowed = OVER_LISTS.iter().find(|(file, _)| *file == name).map_or(0, |(_, count)| *count);
        let count = text.matches("each_kind!(").count();
        if count != allowed {
            faults.push(format!("{name}: {count} loops, not {allowed}"));
        }
    }
    check("loops over the cell lists of a world: use `Scope::each_list`, or a search", faults);
}

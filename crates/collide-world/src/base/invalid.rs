//! The invariants of a world, and the error if one does not hold.

use collide_broad::CellListError;
use collide_core::ShapeError;
use thiserror::Error;

use crate::ListKind;

/// The error of an inconsistent world, or of inconsistent [bytes](crate::World::restore) of a world. See
/// [`World::validate`](crate::World::validate).
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Invalid {
    /// The slot of a row was never allocated.
    #[error("slot: must be below {slot_count}, is {slot}")]
    UnknownSlot {
        /// The slot.
        slot: u32,
        /// The number of slots.
        slot_count: usize,
    },
    /// Two entities have the same slot, or a slot with an entity is also free, or a slot is free twice.
    #[error("slot {slot}: is taken twice")]
    SlotTwice {
        /// The slot.
        slot: u32,
    },
    /// A slot has no entity and is not free.
    #[error("slot {slot}: is neither taken nor free")]
    LostSlot {
        /// The slot.
        slot: u32,
    },
    /// A free slot was never taken, or the generation of a slot is lower than at the last tick.
    #[error("generation: of slot {slot} must be larger, is {generation}")]
    Generation {
        /// The slot.
        slot: u32,
        /// The generation of the slot.
        generation: u32,
    },
    /// There are more entities of one mobility than a world can hold.
    #[error("entities: must be at most {} of a mobility, are {count}", super::entity::MAX_ENTITIES)]
    TooMany {
        /// The number of entities.
        count: usize,
    },
    /// The stored place of an entity is not that of its row.
    #[error("place: of slot {slot} does not match its row")]
    Place {
        /// The slot.
        slot: u32,
    },
    /// The numbers of a row are not a valid shape.
    #[error("slot {slot}: {error}")]
    Shape {
        /// The slot of the row.
        slot: u32,
        /// What is wrong with the shape.
        error: ShapeError,
    },
    /// The stored bound of an oriented rectangle is not that of its shape.
    #[error("bound: of slot {slot} does not match its shape")]
    Bound {
        /// The slot.
        slot: u32,
    },
    /// A cell list is inconsistent.
    #[error("{kind}s: {fault}")]
    CellList {
        /// The kind of the shapes in the list.
        kind: ListKind,
        /// What is wrong with the list.
        fault: CellListError,
    },
    /// The collision filter of a slot is not in the table, or a slot without entity has a filter.
    #[error("collision filter: slot {slot} has no entity, or its filter number {number} is not in the table")]
    CollisionFilter {
        /// The slot.
        slot: u32,
        /// The number of its filter in the table.
        number: u32,
    },
    /// A collision filter is listed twice, or the stored number of slots with it is wrong.
    #[error("collision filter: number {number} is listed twice, or its slot count of {count} is wrong")]
    FilterCount {
        /// The number of the filter in the table.
        number: u32,
        /// The stored number of slots with this filter.
        count: usize,
    },
    /// The stored number of slots whose filter excludes some pairs is wrong.
    #[error("collision filter: {counted} slots are restricted, the stored count is {count}")]
    Restricted {
        /// The stored count.
        count: usize,
        /// The actual count.
        counted: usize,
    },
    /// The stored filters of a list of entities are wrong.
    #[error("collision filter: the stored filters of a list of entities are wrong")]
    ListFilters,
    /// A sleeping entity is stored with the dynamic ones.
    #[error("mobility: slot {slot} is sleeping, but stored as dynamic")]
    SleeperMoves {
        /// The slot.
        slot: u32,
    },
    /// A pair names a slot without an entity at the last tick, names one slot twice, or names the larger slot first.
    #[error("pair: must be two slots of the tick, the smaller first, is ({a}, {b})")]
    Pair {
        /// The first slot.
        a: u32,
        /// The second slot.
        b: u32,
    },
    /// A pair is listed twice.
    #[error("pair: ({a}, {b}) is listed twice")]
    PairTwice {
        /// The first slot.
        a: u32,
        /// The second slot.
        b: u32,
    },
    /// The pairs are not in order of slots.
    #[error("pairs: are not in order of slots")]
    PairOrder,
    /// The tick of the last change of a slot is after the last tick.
    #[error("slot {slot}: changed at tick {tick}, which is after the last one")]
    ChangeTick {
        /// The slot.
        slot: u32,
        /// The tick.
        tick: u64,
    },
    /// The ticks of the history are not consecutive up to the last tick.
    #[error("history: must be consecutive ticks up to {tick}")]
    Past {
        /// The last tick.
        tick: u64,
    },
}

/// Checks that held pairs can be those of the last tick, whose pairs were checked: both in order, and no pair in both.
pub(crate) fn check_held(
    held: &[(u32, u32)],
    mut pairs: &[(u32, u32)],
    was_there: impl Fn(u32) -> bool,
) -> Result<(), Invalid> {
    if !check_pairs(held, was_there)? || !held.is_empty() && !pairs.is_sorted() {
        return Err(Invalid::PairOrder);
    }
    for &(a, b) in held {
        while let [first, rest @ ..] = pairs
            && *first < (a, b)
        {
            pairs = rest;
        }
        if pairs.first() == Some(&(a, b)) {
            return Err(Invalid::PairTwice { a, b });
        }
    }
    Ok(())
}

/// Checks that pairs can be those of the last tick, and returns whether they are in order.
pub(crate) fn check_pairs(pairs: &[(u32, u32)], was_there: impl Fn(u32) -> bool) -> Result<bool, Invalid> {
    // The usual case, no error, is found in one pass without branches.
    let mut before = 0;
    let well = pairs.iter().fold(true, |well, &(a, b)| {
        let pair = u64::from(a) << 32 | u64::from(b);
        let ascends = std::mem::replace(&mut before, pair) < pair;
        well & ascends & (a < b) & was_there(a) & was_there(b)
    });
    if well {
        return Ok(true);
    }
    if let Some(&(a, b)) = pairs.iter().find(|(a, b)| a >= b || !was_there(*a) || !was_there(*b)) {
        return Err(Invalid::Pair { a, b });
    }
    let twice = |pairs: &[(u32, u32)]| match pairs.windows(2).find(|two| two[0] == two[1]) {
        Some(&[(a, b), _]) => Err(Invalid::PairTwice { a, b }),
        _ => Ok(()),
    };
    if pairs.is_sorted() {
        twice(pairs)?;
        return Ok(true);
    }
    let mut sorted = pairs.to_vec();
    sorted.sort_unstable();
    twice(&sorted)?;
    Ok(false)
}

//! What must be true of a world, and what is said where it is not.

use collide_broad::CellListError;
use collide_core::{ShapeError, ShapeKind};
use thiserror::Error;

/// What is wrong with a world, or with the [bytes](crate::World::restore) of one. See [`World::validate`](crate::World::validate).
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Invalid {
    /// A row's slot was never given out.
    #[error("slot: must be below {slot_count}, is {slot}")]
    UnknownSlot {
        /// The slot.
        slot: u32,
        /// How many slots there are.
        slot_count: usize,
    },
    /// A slot is two entities', or an entity's and free, or free twice.
    #[error("slot {slot}: is taken twice")]
    SlotTwice {
        /// The slot.
        slot: u32,
    },
    /// A slot is no entity's, and not free.
    #[error("slot {slot}: is neither taken nor free")]
    LostSlot {
        /// The slot.
        slot: u32,
    },
    /// A slot is free that was never taken, or has a generation that is before that of the last tick.
    #[error("generation: of slot {slot} must be more, is {generation}")]
    Generation {
        /// The slot.
        slot: u32,
        /// Its generation.
        generation: u32,
    },
    /// There are more entities than a world has room for.
    #[error("entities: must be at most {} of a mobility, are {count}", super::entity::MAX_ENTITIES)]
    TooMany {
        /// How many there are.
        count: usize,
    },
    /// An entity is not where it is noted to be.
    #[error("place: of slot {slot} is another one's")]
    Place {
        /// The slot.
        slot: u32,
    },
    /// The numbers of a row are no shape.
    #[error("slot {slot}: {error}")]
    Shape {
        /// Whose row it is.
        slot: u32,
        /// What is wrong with it.
        error: ShapeError,
    },
    /// The bound of an oriented rectangle is not its own.
    #[error("bound: of slot {slot} is another one's")]
    Bound {
        /// The slot.
        slot: u32,
    },
    /// A cell list is not in order.
    #[error("{kind}s: {fault}")]
    CellList {
        /// The kind of its shapes.
        kind: ShapeKind,
        /// What is wrong with it.
        fault: CellListError,
    },
    /// The collision filter of a slot is not in the list, or the slot is free.
    #[error("collision filter: slot {slot} must have none or be taken, has number {number}")]
    CollisionFilter {
        /// The slot.
        slot: u32,
        /// The number of its layers in the list.
        number: u32,
    },
    /// A collision filter is listed twice, or its slots are counted wrong.
    #[error("collision filter: number {number} must be listed once and counted right, is counted {count}")]
    FilterCount {
        /// The number in the list.
        number: u32,
        /// How many slots are said to have them.
        count: usize,
    },
    /// The slots whose filter excludes some pairs are counted wrong.
    #[error("collision filter: {counted} slots are restricted, {count} are noted")]
    Restricted {
        /// How many are noted.
        count: usize,
        /// How many there are.
        counted: usize,
    },
    /// An entity that sleeps is among those that move.
    #[error("mobility: slot {slot} must not sleep among what moves")]
    SleeperMoves {
        /// The slot.
        slot: u32,
    },
    /// A pair is of slots that were not there at the tick, or of one slot, or the larger one comes first.
    #[error("pair: must be two slots of the tick, the smaller first, is ({a}, {b})")]
    Pair {
        /// The first slot.
        a: u32,
        /// The second slot.
        b: u32,
    },
    /// A pair is there twice.
    #[error("pair: ({a}, {b}) is listed twice")]
    PairTwice {
        /// The first slot.
        a: u32,
        /// The second slot.
        b: u32,
    },
    /// Pairs that should be are not in order of slots.
    #[error("pairs: are not in order of slots")]
    PairOrder,
    /// The ticks remembered do not lead up to the last one.
    #[error("history: does not lead up to tick {tick}")]
    Past {
        /// The last tick.
        tick: u64,
    },
}

/// Looks whether pairs can be those of the last tick; says whether they are in order.
pub(crate) fn check_pairs(pairs: &[(u32, u32)], was_there: impl Fn(u32) -> bool) -> Result<bool, Invalid> {
    // Nearly always all is well, and that is told in one pass without a branch.
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

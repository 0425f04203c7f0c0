//! Moves, pushes and what is hit on the way.

use collide2d::{
    Budget, CrowdLimit, Handle, MoveOptions, Movers, Moves, Moving, PushRule, Query, SeparateOptions, Separation,
    SlideOptions, SweptPairs,
};

use crate::matrix::notes::Noted;
use crate::matrix::scenes::filter;
use crate::matrix::script::Room;

/// Movers that do not block each other.
pub(super) fn move_all(room: &mut Room<'_>, noted: &mut Noted) {
    let options =
        MoveOptions { slide: SlideOptions { max_bounces: 2, ..SlideOptions::default() }, ..MoveOptions::default() };
    walk(room, 1, &options, noted);
}

/// Movers that block each other, with a limit of crowds.
pub(super) fn move_in_order(room: &mut Room<'_>, noted: &mut Noted) {
    let options = MoveOptions { movers: Movers::InOrder, crowd: Some(CrowdLimit::new(1)), ..MoveOptions::default() };
    walk(room, 2, &options, noted);
}

fn walk(room: &mut Room<'_>, rest: usize, options: &MoveOptions<'_>, noted: &mut Noted) {
    let (walkers, mut moves) = (room.walkers(rest), Moves::default());
    room.world.move_batch_into(&walkers, options, &mut moves).unwrap();
    noted.work(moves.work());
    for (walker, slide) in walkers.into_iter().zip(moves.slides()) {
        noted.answer(walker, slide);
    }
}

/// A crowd that moves apart, with a limit of crowds. Some are heavy, and some do not go far.
pub(super) fn separate(room: &mut Room<'_>, noted: &mut Noted) {
    let walkers: Vec<Handle> =
        [1, 2].into_iter().flat_map(|rest| room.walkers(rest)).map(|(handle, _)| handle).collect();
    let rules = [
        PushRule { category: 4, share: 0.25, ..PushRule::default() },
        PushRule { category: 2, max_distance: 0.125, ..PushRule::default() },
    ];
    let crowd = Some(CrowdLimit::new(2).with_first(2));
    let options = SeparateOptions { rounds: 3, crowd, rules: &rules, ..SeparateOptions::default() };
    let mut separation = Separation::default();
    separation.report_pushes(true);
    room.world.separate_into(&walkers, &options, &mut separation).unwrap();
    noted.work(separation.work());
    for (index, (handle, shape)) in separation.ends().iter().enumerate() {
        noted.answer(*handle, (*shape, separation.pushed_by(index).to_vec()));
    }
}

/// The pairs of entities that move in straight lines.
pub(super) fn swept_pairs(room: &mut Room<'_>, noted: &mut Noted) {
    let mut moving = room.walkers(1);
    moving.extend(room.walkers(0).into_iter().step_by(3));
    let mut swept = SweptPairs::default();
    room.world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).unwrap();
    noted.work(swept.work());
    swept.list().iter().for_each(|pair| noted.answer("pair", *pair));
    swept.first_hits().iter().for_each(|(handle, hit)| noted.answer((*handle, "first hit"), *hit));
}

/// Shapes that fly through the past.
pub(super) fn sweep_through(room: &mut Room<'_>, noted: &mut Noted) {
    for (index, (handle, motion)) in room.walkers(1).into_iter().take(60).enumerate() {
        let shape = room.world.shape(handle).unwrap();
        let what = Moving::new(shape, motion * 4.0).unwrap();
        let query = Query { what, filter: filter(index, &room.handles) };
        let hit = room.world.sweep_through(query, 3.25, [4.0, 5.0][index % 2]).unwrap();
        noted.answer(query, hit);
    }
}

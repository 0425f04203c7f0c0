//! Pairs of shapes without a world.

use collide2d::Batch;

use crate::matrix::notes::Noted;
use crate::matrix::script::Room;

/// The pairs of one list.
pub(super) fn together(room: &mut Room<'_>, noted: &mut Noted) {
    let (mut batch, mut pairs) = (Batch::new(room.world.settings().clone()), Vec::new());
    let report = batch.pairs_into(room.bodies.shapes(), &mut pairs).unwrap();
    noted.work(report.work);
    pairs.drain(..).for_each(|(a, b)| noted.answer((), [a, b]));
    let limited = batch.within(room.bodies.len() as u64 / 4);
    noted.answer("within a budget", limited.pairs_into(room.bodies.shapes(), &mut pairs).is_ok());
}

/// The pairs of two lists.
pub(super) fn between(room: &mut Room<'_>, noted: &mut Noted) {
    let (mut batch, mut pairs) = (Batch::new(room.world.settings().clone()), Vec::new());
    let start = room.scene.bodies();
    let report = batch.pairs_between_into(room.bodies.shapes(), start.shapes(), &mut pairs).unwrap();
    noted.work(report.work);
    pairs.into_iter().for_each(|(a, b)| noted.answer((), [a, b]));
}

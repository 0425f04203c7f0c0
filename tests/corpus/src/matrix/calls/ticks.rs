//! The results of a step: pairs, events, contacts, crowds and views.

use collide2d::{Budget, CrowdLimit, Interest, Observer, fingerprint};

use crate::matrix::notes::Noted;
use crate::matrix::script::Room;

pub(super) fn count_pairs(room: &mut Room<'_>, noted: &mut Noted) {
    noted.answer((), room.world.count_pairs());
}

pub(super) fn pairs(room: &mut Room<'_>, noted: &mut Noted) {
    let world = &room.world;
    let report = world.report().unwrap();
    noted.work(report.work);
    noted.work(report.candidate_count);
    world.pairs().iter().for_each(|(a, b)| noted.answer((), [a, b]));
    noted.answer("fingerprint", world.fingerprint());
}

pub(super) fn events(room: &mut Room<'_>, noted: &mut Noted) {
    for event in room.world.events() {
        noted.answer(event.kind, [event.a, event.b]);
    }
    for handle in room.handles.iter().step_by(37) {
        let events: Vec<_> = room.world.events_of(*handle).map(|event| [event.a, event.b]).collect();
        noted.answer(*handle, events);
    }
}

pub(super) fn contacts(room: &mut Room<'_>, noted: &mut Noted) {
    let mut contacts = Vec::new();
    room.world.contacts_into(&mut contacts);
    for (pair, contact) in room.world.pairs().iter().zip(contacts) {
        noted.answer(pair, contact);
    }
}

/// Hot spots: the crowds of the step, and those by another limit.
pub(super) fn crowds(room: &mut Room<'_>, noted: &mut Noted) {
    let report = room.world.report().unwrap();
    noted.answer("crowds and surplus", [report.crowd_count, report.surplus_count].map(|count| count as u64));
    for crowd in room.world.crowds(CrowdLimit::new(4).with_first(2)) {
        let counts = [crowd.count as u64, crowd.surplus_count as u64];
        noted.answer("crowd", ((crowd.area.aabb(), counts), crowd.entity));
    }
}

pub(super) fn views(room: &mut Room<'_>, noted: &mut Noted) {
    let report = room.interest.report();
    noted.work(report.work);
    noted.work(report.candidate_count as u64);
    let counts = [report.lost_count, report.visible_count, report.entered_count, report.left_count];
    noted.answer("lost, visible, entered, left", counts.map(|count| count as u64));
    for (id, view) in room.interest.views() {
        let lists = [view.entered.to_vec(), view.left.to_vec(), view.visible.to_vec()];
        noted.answer((id, "entered, left, visible"), lists);
    }
    let mut limited = Interest::new();
    for handle in room.handles.iter().step_by(20) {
        limited.insert(Observer::new(*handle, 2.0, 3.0)).unwrap();
    }
    noted.work(limited.update_within(&room.world, Budget::of_work(20_000)).is_ok().into());
}

pub(super) fn observers_of(room: &mut Room<'_>, noted: &mut Noted) {
    for handle in room.handles.iter().step_by(11) {
        let observers = room.interest.observers_of(*handle).iter().map(|id| id.to_bits()).collect::<Vec<_>>();
        noted.answer(*handle, observers);
    }
}

/// The entities in the order of their slots.
pub(super) fn shapes(room: &mut Room<'_>, noted: &mut Noted) {
    for (handle, entity) in room.world.iter().step_by(1 + room.world.len() / 1_000) {
        noted.answer(handle, entity.shape);
    }
}

/// Steps with limits. Whether a limit of pairs refuses a step depends on the pairs alone, a limit of work on the
/// strategy.
pub(super) fn refused(room: &mut Room<'_>, noted: &mut Noted) {
    let pair_count = room.world.pairs().len() as u64;
    for max_results in [pair_count / 2, pair_count + 1_000] {
        let is_within = room.world.step_within(max_results).is_ok();
        noted.answer("within a number of pairs", is_within);
        noted.answer("events after it", room.world.events().len() as u64);
    }
    for max_work in [5_000, 50_000, 500_000] {
        noted.work(room.world.step_within(Budget::of_work(max_work)).is_ok().into());
    }
}

/// The bytes of a snapshot depend on the strategy.
pub(super) fn saved(room: &mut Room<'_>, noted: &mut Noted) {
    noted.work(fingerprint(room.world.save().iter().copied().map(u32::from)));
}

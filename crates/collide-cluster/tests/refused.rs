//! Inputs that a cluster rejects, and a worker that stalls.

mod common;

use std::time::Duration;

use collide_cluster::{ClusterError, Member, Settings};
use collide_core::{Circle, Vec2};
use collide_world::{CrowdLimit, Handle, History, PastError, Question};
use common::settings;
use timely::Config;

fn ball(x: f32) -> Circle {
    Circle::new(Vec2::new(x, 0.0), 0.5).unwrap()
}

#[test]
fn changes_of_who_is_not_there() {
    let run = |worker: &mut timely::worker::Worker| {
        let mut member = Member::new(worker, settings()).unwrap();
        let [first, other] = [0, 5].map(|slot| Handle::from_parts(slot, 0));
        let feeds = member.index() == 1;
        if feeds {
            member.insert(first, ball(0.0)).unwrap();
            assert_eq!(member.insert(first, ball(0.0)), Err(ClusterError::Twice { handle: first }));
            member.set(other, ball(0.0)).unwrap();
            let far = Handle::from_parts(u32::MAX, 0);
            assert_eq!(member.remove(far), Err(ClusterError::Slot { slot: u32::MAX, max_slots: 1 << 26 }));
        }
        let mut refused = member.tick(worker, |_| ()).unwrap().refused;
        if feeds {
            member.remove(first).unwrap();
            assert_eq!(member.set(first, ball(1.0)), Err(ClusterError::Twice { handle: first }));
        }
        refused.extend(member.tick(worker, |_| ()).unwrap().refused);
        if feeds {
            member.remove(first).unwrap();
        }
        refused.extend(member.tick(worker, |_| ()).unwrap().refused);
        refused
    };
    let workers = timely::execute(Config::process(3), run).unwrap().join();
    let mut refused: Vec<Handle> = workers.into_iter().flat_map(Result::unwrap).collect();
    refused.sort_unstable();
    assert_eq!(refused, [Handle::from_parts(0, 0), Handle::from_parts(5, 0)]);
}

#[test]
fn times_that_are_not_remembered() {
    let run = |worker: &mut timely::worker::Worker| {
        let ask =
            |member: &mut Member, time| member.ask(Some(time), Question::Overlap(vec![].into(), Default::default()));
        let mut member = Member::new(worker, settings()).unwrap();
        assert_eq!(ask(&mut member, 1.0), Err(PastError::Nothing { time: 1.0 }.into()));
        let world =
            collide_world::Settings { history: History { ticks: 2, teleport_distance: 1.0 }, ..settings().world };
        let mut member = Member::new(worker, Settings { world, ..settings() }).unwrap();
        for _ in 0..3 {
            member.tick(worker, |_| ()).unwrap();
        }
        let error = PastError::NotRemembered { time: 2.5, oldest: 3, newest: 4 };
        assert_eq!(ask(&mut member, 2.5), Err(error.into()));
        assert!(ask(&mut member, f64::NAN).is_err() && ask(&mut member, 4.5).is_err());
        assert_eq!((ask(&mut member, 3.0), ask(&mut member, 4.0)), (Ok(0), Ok(1)));
        member.tick(worker, |outcome| assert_eq!(outcome.answers.len(), 2)).unwrap();
    };
    timely::execute(Config::thread(), run).unwrap().join().into_iter().for_each(|worker| worker.unwrap());
}

#[test]
fn one_that_stalls_is_noticed() {
    let run = |worker: &mut timely::worker::Worker| {
        let patience = Some(Duration::from_millis(100));
        let mut member = Member::new(worker, Settings { patience, ..settings() }).unwrap();
        member.tick(worker, |_| ()).unwrap();
        if worker.index() == 0 {
            std::thread::sleep(Duration::from_millis(400));
            return None;
        }
        let error = member.tick(worker, |_| ()).unwrap_err();
        assert_eq!(member.tick(worker, |_| ()), Err(ClusterError::Failed));
        Some(error)
    };
    let workers = timely::execute(Config::process(2), run).unwrap().join();
    let errors: Vec<_> = workers.into_iter().filter_map(Result::unwrap).collect();
    assert!(matches!(errors[..], [ClusterError::Stalled { tick: 2, stage: "route", .. }]), "{errors:?}");
}

/// Each worker knows only a part of a crowd at a border.
#[test]
fn a_crowd_limit() {
    let run = |worker: &mut timely::worker::Worker| {
        let world = collide_world::Settings { crowd: Some(CrowdLimit::new(32)), ..settings().world };
        let error = Member::new(worker, Settings { world, ..settings() }).map(|_| ()).unwrap_err();
        assert_eq!(error, ClusterError::Crowd { max: 32 });
        assert_eq!(error.to_string(), "settings.crowd: a cluster has no crowd limit, is 32");
    };
    timely::execute(Config::process(2), run).unwrap().join().into_iter().for_each(Result::unwrap);
}

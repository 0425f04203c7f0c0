//! Workers that stop after the same tick and save it.

mod common;

use collide_cluster::{Folder, Keeper, Member, SavedPart};
use collide_core::{Circle, Vec2};
use collide_world::Handle;
use common::settings;
use std::time::Duration;
use timely::Config;
use timely::worker::Worker;

#[test]
fn all_workers_know_of_a_stop_after_the_same_tick() {
    let run = |worker: &mut Worker| {
        let mut member = Member::new(worker, settings()).unwrap();
        let ticks = (1..=5).map(|tick| {
            if tick == 1 && member.index() == 2 {
                let ball = Circle::new(Vec2::ZERO, 1.0).unwrap();
                member.insert(Handle::from_parts(0, 0), ball).unwrap();
            }
            if tick == 3 && member.index() == 1 {
                member.request_stop();
            }
            let report = member.tick(worker, |_| ()).unwrap();
            (report.stop, report.shares)
        });
        ticks.collect::<Vec<_>>()
    };
    for worker in timely::execute(Config::process(3), run).unwrap().join() {
        // The weights of shares are those before the tick.
        let (stops, shares): (Vec<_>, Vec<_>) = worker.unwrap().into_iter().unzip();
        assert_eq!(stops, [false, false, true, false, false]);
        assert_eq!(shares[1..], [(4, 4); 4]);
    }
}

#[test]
fn a_keeper_finishes_when_all_parts_and_copies_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let run = move |worker: &mut Worker| {
        let own = Folder::open(&path.join(worker.index().to_string()), 1).unwrap();
        let mut member = Member::new(worker, settings()).unwrap();
        let mut keeper = Keeper::new(worker, own, true);
        member.tick(worker, |_| ()).unwrap();
        keeper.keep(&member).unwrap();
        let saves = keeper.finish(worker, Duration::from_secs(60));
        let mut saves: Vec<_> = saves.into_iter().map(|save| (save.tick, save.worker, save.result.is_ok())).collect();
        saves.sort_unstable();
        saves
    };
    let workers = timely::execute(Config::process(3), run).unwrap().join();
    for ((me, before), saves) in [(0, 2), (1, 0), (2, 1)].into_iter().zip(workers) {
        let mut expected = [(1, me, true), (1, before, true)];
        expected.sort_unstable();
        assert_eq!(saves.unwrap(), expected);
        let (parts, faults) = Folder::open(&folder.path().join(me.to_string()), 1).unwrap().parts().unwrap();
        let mut workers: Vec<_> = parts.iter().map(|stored| &stored.part).map(|part: &SavedPart| part.worker).collect();
        workers.sort_unstable();
        assert_eq!((workers, faults.len()), (expected.map(|(_, worker, _)| worker).to_vec(), 0));
    }
}

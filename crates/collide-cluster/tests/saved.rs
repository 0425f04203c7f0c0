//! A cluster that continues from the saved parts of another one, with the same or another number of workers.

mod common;

use std::sync::Arc;

use collide_cluster::{ClusterError, Member, SavedError, SavedPart, Settings};
use collide_world::EventKind;
use common::{Brought, Dice, Feeding, Script, Tick, alone, feed, settings, together};
use timely::worker::Worker;

/// Runs ticks of a new or restored member. Returns their results, and the worker's part afterwards.
fn go_on(worker: &mut Worker, mut member: Member, script: &[Tick], from: usize, to: usize) -> (Vec<Brought>, Vec<u8>) {
    let mut names = Script::default();
    script[..from].iter().flat_map(|tick| &tick.ops).for_each(|op| _ = names.next(op));
    let ticks = script[from..to].iter().map(|tick| {
        feed(&mut member, &mut names, &tick.ops, Feeding::Anyone);
        let mut brought = Brought::default();
        let report = member.tick(worker, |outcome| {
            (brought.pairs, brought.events) = (outcome.pairs.to_vec(), outcome.events.to_vec());
        });
        assert_eq!(report.unwrap().refused, []);
        brought.fingerprint = member.fingerprint();
        brought
    });
    let ticks = ticks.collect();
    (ticks, member.save().unwrap())
}

type Part = (Vec<Brought>, Vec<u8>);

/// Runs all workers from one tick to another, from saved parts.
fn run(
    settings: &Settings,
    script: &Arc<Vec<Tick>>,
    [from, to]: [usize; 2],
    parts: &[Vec<u8>],
    count: usize,
) -> Vec<Part> {
    let (settings, script, parts) = (settings.clone(), Arc::clone(script), parts.to_vec());
    let run = move |worker: &mut Worker| {
        let own: Vec<&[u8]> = parts.iter().map(Vec::as_slice).skip(worker.index()).step_by(worker.peers()).collect();
        let member = if from == 0 {
            Member::new(worker, settings.clone())
        } else {
            Member::restore(worker, settings.clone(), from as u64, &own)
        };
        go_on(worker, member.unwrap(), &script, from, to)
    };
    let workers = timely::execute(timely::Config::process(count), run).unwrap().join();
    workers.into_iter().map(Result::unwrap).collect()
}

fn merged(parts: &[Part]) -> Vec<Brought> {
    let ticks = |(ticks, _): &Part| ticks.iter().map(|tick| (tick.clone(), Default::default())).collect();
    together(&parts.iter().map(ticks).collect::<Vec<_>>())
}

#[test]
fn other_workers_go_on_as_if_nothing_had_been() {
    let script = Arc::new(Dice(31).script(18, 50, 20.0));
    let settings = settings();
    let expected = alone(&settings, &script);
    for (before, after) in [(3, 3), (3, 2), (2, 4), (1, 3), (4, 1)] {
        let first = run(&settings, &script, [0, 9], &[], before);
        assert_eq!(merged(&first), expected[..9]);
        let parts: Vec<_> = first.into_iter().map(|(_, bytes)| bytes).collect();
        for (worker, bytes) in (0..).zip(&parts) {
            let part = SavedPart::of(bytes).unwrap();
            assert_eq!((part.tick, part.worker, part.workers), (9, worker, before as u32));
        }
        // The same number of workers continues with the saved map.
        let map = (before == after).then(|| SavedPart::of(&parts[0]).unwrap().map);
        let second = run(&Settings { map, ..settings.clone() }, &script, [9, 18], &parts, after);
        let found = merged(&second);
        assert_eq!(found, expected[9..]);
        assert!(found[0].events.iter().any(|event| event.kind == EventKind::Stayed));
    }
}

/// Each worker has the same results as before, so results that are already emitted can be suppressed.
#[test]
fn as_many_workers_bring_the_same_each() {
    let script = Arc::new(Dice(5).script(24, 60, 20.0));
    let settings = settings();
    for count in [2, 3] {
        let whole = run(&settings, &script, [0, 24], &[], count);
        for stop in [1, 2, 7, 8, 13] {
            let parts = run(&settings, &script, [0, stop], &[], count).into_iter().map(|(_, bytes)| bytes);
            let parts: Vec<_> = parts.collect();
            let map = Some(SavedPart::of(&parts[0]).unwrap().map);
            let settings = Settings { map, ..settings.clone() };
            // A part can be restored by any worker.
            let mut turned = parts.clone();
            turned.rotate_left(1);
            for parts in [parts, turned] {
                let rest = run(&settings, &script, [stop, 24], &parts, count);
                for ((whole, saved), (rest, again)) in whole.iter().zip(&rest) {
                    assert_eq!(rest[..], whole[stop..]);
                    assert_eq!(again, saved);
                }
            }
        }
    }
}

#[test]
fn what_is_no_part_is_refused() {
    let script = Arc::new(Dice(1).script(2, 20, 8.0));
    let parts = run(&settings(), &script, [0, 2], &[], 2);
    let bytes: Vec<_> = parts.into_iter().map(|(_, bytes)| bytes).collect();
    let broken = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes[0].clone();
        change(&mut bytes);
        bytes
    };
    let cut = broken(&|bytes| bytes.truncate(20));
    let flipped = broken(&|bytes| *bytes.last_mut().unwrap() ^= 1);
    assert!(matches!(SavedPart::of(&cut), Err(SavedError::Checksum { .. })));
    assert!(matches!(SavedPart::of(&flipped), Err(SavedError::Checksum { .. })));
    assert_eq!(SavedPart::of(&cut[..7]), Err(SavedError::Version));
    assert_eq!(SavedPart::of(&broken(&|bytes| bytes[7] ^= 1)), Err(SavedError::Version));
    let first = bytes[0].clone();
    timely::execute(timely::Config::thread(), move |worker| {
        let mut restore = |tick, parts: &[&[u8]]| Member::restore(worker, settings(), tick, parts).unwrap_err();
        assert_eq!(restore(3, &[&first]), ClusterError::Saved(SavedError::Tick { tick: 3, found: 2 }));
        assert!(matches!(restore(2, &[&first, &first]), ClusterError::Saved(SavedError::Twice { .. })));
    })
    .unwrap()
    .join()
    .into_iter()
    .for_each(|worker| worker.unwrap());
}

//! The time to save a part and to restore it, without the start of a process.

use collide_cluster::Member;
use collide_scenes::SceneKind;
use timely::Config;
use timely::worker::Worker;

use crate::cluster::{Processor, fill, settings};

const WORKERS: usize = 2;
const ROUNDS: usize = 25;

/// Entities owned, bytes, and milliseconds: to save, to restore, and for the first and the second tick after it.
fn work(worker: &mut Worker, kind: SceneKind, count: usize) -> [f64; 6] {
    let mut member = Member::new(worker, settings()).expect("a map of tiles");
    fill(&mut member, &kind.generate(count, 1));
    // Shares are even after the third tick.
    (0..4).for_each(|_| _ = member.tick(worker, |_| ()).expect("a tick"));
    let processor = Processor::new();
    let mut rounds: [Vec<f64>; 6] = Default::default();
    for _ in 0..ROUNDS {
        let start = processor.own();
        let bytes = member.save().expect("there is memory");
        let saved = processor.own();
        let settings = collide_cluster::Settings { map: Some(member.map()), ..settings() };
        let (tick, built) = (member.tick_count(), processor.own());
        member = Member::restore(worker, settings, tick, &[&bytes]).expect("the part that was just saved");
        let restored = processor.own();
        let owned = member.tick(worker, |_| ()).expect("a tick").owned;
        let ticked = processor.own();
        member.tick(worker, |_| ()).expect("a tick");
        let again = processor.own();
        let numbers =
            [owned as f64, bytes.len() as f64, saved - start, restored - built, ticked - restored, again - ticked];
        rounds.iter_mut().zip(numbers).for_each(|(list, number)| list.push(number));
    }
    rounds.map(|list| list.iter().sum::<f64>() / ROUNDS as f64)
}

pub fn rows(count: usize) {
    println!("| scene | entities of a part | bytes | save, ms | restore, ms | first tick, ms | the next, ms |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for kind in [SceneKind::Uniform, SceneKind::Mixed] {
        let run = move |worker: &mut Worker| work(worker, kind, count);
        let guards = timely::execute(Config::process(WORKERS), run).expect("workers");
        let first = guards.join().into_iter().next().expect("a worker").expect("no fault");
        let [owned, bytes, times @ ..] = first;
        print!("| {kind} | {owned} | {bytes} |");
        times.iter().for_each(|time| print!(" {time:.2} |"));
        println!();
    }
}

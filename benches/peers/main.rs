//! This engine compared with its peers at the same job: move the entities, find all overlapping pairs.
//!
//! `cargo bench --bench peers` measures one contender after the other with criterion. With `COLLIDE_PEERS_TABLE=all`,
//! or a list such as `towns/100000,uniform/1000`, contenders take turns instead, and a table of ratios is printed.
//! `COLLIDE_BENCH_ROUNDS` sets the number of turns. `cargo xtask bench-report` writes a report.

mod box2d_tree;
mod broccoli_tree;
mod bvh_tree;
mod cells;
mod circles;
mod contender;
mod course;
mod entities;
mod five_kinds;
mod geo_index_tree;
mod one_day_grid;
mod one_day_sweep;
mod ours;
mod packed_index;
mod parry;
mod rapier;
mod rstar_tree;
mod shapes;
mod split_by_hand;
mod static_index;
mod table;

use std::env;
use std::time::Duration;

use collide_bench::{is_test, rounds};
use collide_scenes::SceneKind;
use criterion::{Criterion, Throughput};

use crate::contender::contenders;
use crate::course::{Course, check};
use crate::five_kinds::Kind;

/// Ticks whose pairs are compared in a test.
const TESTED: usize = 15;

fn bench(criterion: &mut Criterion, kind: Kind, count: usize) {
    let scene = kind.generate(count);
    let mut group = criterion.benchmark_group(format!("peers/{kind}/{count}"));
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(count as u64));
    for entry in contenders(kind) {
        let mut course = None;
        group.bench_function(entry.name, |bencher| {
            // Only the selected contenders are created.
            if let Ok(course) = course.get_or_insert_with(|| Course::new(entry, &*scene)) {
                bencher.iter_custom(|ticks| course.time(ticks as usize));
            } else {
                bencher.iter(|| ());
            }
        });
    }
    group.finish();
}

fn main() {
    let rounds = rounds(15);
    let is_test = is_test();
    if is_test {
        for kind in Kind::all() {
            // With fewer than two boxes the join of `geo-index` 0.4 fails an assertion of its own.
            for count in [2, 200] {
                check(&contenders(kind), &*kind.generate(count), TESTED);
            }
        }
        table::print(&[(Kind::Scene(SceneKind::Uniform), 200)], 1);
    } else if let Ok(rows) = env::var("COLLIDE_PEERS_TABLE") {
        let rows = if rows == "all" { table::defaults() } else { table::parse(&rows).expect("scene/count, ...") };
        table::print(&rows, rounds);
        return;
    }
    let mut criterion = Criterion::default().configure_from_args();
    let rows = if is_test { vec![(Kind::Scene(SceneKind::Uniform), 200)] } else { table::defaults() };
    for (kind, count) in rows {
        bench(&mut criterion, kind, count);
    }
    criterion.final_summary();
}

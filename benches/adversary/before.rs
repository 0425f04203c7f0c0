//! Times before the calls had limits of work.
//!
//! Measured by others with programs of their own, on the same kind of machine with other work beside: right to a factor
//! of two. A scene of theirs may differ in details from the row that it stands beside.

/// The time for the row of this name, in microseconds an item.
pub fn of(name: &str) -> Option<f64> {
    TIMES.iter().find(|(row, _)| *row == name).map(|(_, time)| *time)
}

const TIMES: [(&str, f64); 50] = [
    ("a circle of radius 10 for one tick among 10000, slowest tick", 12_000.0),
    ("a circle of radius 16 for one tick among 50000, slowest tick", 52_000.0),
    ("a circle of radius 16 for one tick among 100000, slowest tick", 163_000.0),
    ("10000 walls that cross for one tick, then circles, mean of 64 ticks", 21_000.0),
    ("tick, 100000 bars that cross apart", 172_000.0),
    ("pile of 40000, all are pairs, auto, until over budget", 24_000.0),
    ("pile of 40000, parallel thin rods, auto, until over budget", 326_000.0),
    ("nearest, 1000000000 outside of it", 4_900.0),
    ("ray, past a crowd and one at 1e4, without limit", 68.0),
    ("ray, past a crowd and 200 far away, without limit", 95.0),
    ("ray between two, all move 0.1", 0.77),
    ("ray between two, all move 0.1, threshold 10", 47.0),
    ("overlap between two, all move 0.1, threshold 10", 71.0),
    ("nearest between two, all move 0.1, threshold 10", 78.0),
    ("ray between two, one jumps 1e5", 16_843.0),
    ("free, a wave of 100 on one point", 300.0),
    ("free, a wave of 300 on one point", 1_983.0),
    ("free, a wave of 1000 on one point", 21_900.0),
    ("free, a wave of 3000 on one point", 195_000.0),
    ("free, 10000 blockers on one point", 6_700_000.0),
    ("free, 1000 blockers nested sizes", 48_000.0),
    ("free, 10000 blockers nested sizes", 2_000_000.0),
    ("free, a full field of 10000, within 32", 24_000.0),
    ("free, a full field of 10000, within 60", 51_000.0),
    ("turn, 10 circles on the arc, barely in reach", 400.0),
    ("turn, 100 circles on the arc, barely in reach", 57_000.0),
    ("turn, 1000 circles on the arc, barely in reach", 1_163_000.0),
    ("turn, 10000 circles on the arc, barely in reach", 14_610_000.0),
    ("slide by 1e2, 1000 chords of an arc", 22_000.0),
    ("slide by 1e2, 10000 chords of an arc", 276_000.0),
    ("slide by 1e2, 1000 teeth of a saw", 62_000.0),
    ("slide by 1e2, 10000 teeth of a saw", 721_000.0),
    ("slide by 1e2, without a limit of bounces, 10000 chords of an arc", 3_400_000.0),
    ("slide by 1e2, from within 100000 statics", 800.0),
    ("slide by 1e3, from within 100000 statics", 5_900.0),
    ("slide by 1e30, from within 100000 statics", 16_000.0),
    ("300 ordered movers on one point, each", 290.0),
    ("1000 ordered movers on one point, each", 883.0),
    ("4000 ordered movers on one point, each", 3_543.0),
    ("10000 ordered movers on one point, each", 9_797.0),
    ("1000 ordered movers in a disc of radius 3, each", 121.0),
    ("4000 ordered movers in a disc of radius 3, each", 518.0),
    ("swept pairs, 1000 bullets that cross, motion 1000", 78.0),
    ("swept pairs, 8000 bullets that cross, motion 1000", 1_557.0),
    ("swept pairs, 512 bullets that exclude each other, 5000 walls, motion 200", 141.0),
    ("swept pairs, 512 bullets that exclude each other, 5000 walls, motion 5000", 2_182.0),
    ("contacts, 4000 on one point", 0.16),
    ("separate, 10000 spread", 7.1),
    ("separate, 10000 on one point", 42.2),
    ("separate, 10000 a tenth large", 140.0),
];

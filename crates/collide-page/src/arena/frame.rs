//! A tick as bytes: a header, then columns of small numbers, little-endian, with the corners of polygons and the boxes of
//! a tree. The header has the numbers of all of them, and so the length of the frame, which is sent in parts.
//! `web/src/arena/frame.ts` reads it.

use collide2d::tools::TreeBox;
use collide2d::{Shape, ShapeKind, Vec2};

use super::snapshot::{Counts, PAIRED, Snapshot};

/// Bytes before the columns.
const HEADER: usize = 104;
/// Where the header has the followed entity: its middle, and its reach, negative if there is none.
const FOLLOWED: usize = 76;
/// Bytes of an entity: x, y, half width, half height and the flags of 16 bits each, and the angle of 8. A polygon has its
/// reach and its radius for the half sizes, and its number of corners for the angle. The upper half of the flags is the
/// look. The angles come after the boxes.
const ENTITY: usize = 11;

/// Bytes of a corner of a polygon, from the middle of the polygon.
const CORNER: usize = 4;

/// Bytes of a box of the R-tree: its corners and its depth. Used by the page to find the end of a frame.
const BOX: usize = 9;

/// The kind of shape is in the lowest bits of the flags.
const _: () = assert!(ShapeKind::ALL.len() <= PAIRED as usize);

/// The content of a frame besides the visible entities.
pub(crate) struct Moment<'a> {
    pub(crate) snapshot: &'a Snapshot,
    /// The tick that is shown.
    pub(crate) tick: u64,
    /// The oldest and the newest tick that can be shown.
    pub(crate) ticks: (u64, u64),
    pub(crate) paused: bool,
    pub(crate) rewound: bool,
    /// In the past: the number of pairs in the viewport. The history has no others.
    pub(crate) pairs: Option<u64>,
}

/// An entity before its numbers are quantised.
struct Row {
    at: Vec2,
    /// The reach and the radius of a polygon.
    half: Vec2,
    /// The number of corners of a polygon.
    angle: u8,
    kind: ShapeKind,
}

/// Writes a frame. Lengths are in units such that the farthest shape is 32767 units from the middle of all shapes.
pub(crate) fn frame(moment: &Moment<'_>, shapes: &[Shape], marks: &[u16], boxes: &[TreeBox]) -> Vec<u8> {
    let rows: Vec<Row> = shapes.iter().map(Row::of).collect();
    let (middle, unit) = scale(&rows);
    let corners = corners(shapes, &rows);
    let mut bytes = Vec::with_capacity(HEADER + ENTITY * rows.len() + CORNER * corners.len() + BOX * boxes.len());
    header(&mut bytes, moment, [rows.len(), boxes.len(), corners.len()], middle, unit);
    bytes.resize(HEADER + 10 * rows.len(), 0);
    let (numbers, flags) = bytes[HEADER..].split_at_mut(8 * rows.len());
    let mut columns = numbers.chunks_exact_mut((2 * rows.len()).max(1));
    let mut column = |number: fn(&Row) -> f32, from: f32| {
        let places = columns.next().into_iter().flat_map(|column| column.chunks_exact_mut(2));
        places.zip(&rows).for_each(|(place, row)| {
            place.copy_from_slice(&(((number(row) - from) / unit) as i16).to_le_bytes());
        });
    };
    column(|row| row.at.x, middle.x);
    column(|row| row.at.y, middle.y);
    column(|row| row.half.x, 0.0);
    column(|row| row.half.y, 0.0);
    for (flags, (row, mark)) in flags.chunks_exact_mut(2).zip(rows.iter().zip(marks)) {
        flags.copy_from_slice(&(row.kind as u16 | mark).to_le_bytes());
    }
    let mut push = |from_origin: Vec2| {
        // Positions far outside of the viewport are clamped to the range of the number.
        let place = from_origin / unit;
        [place.x, place.y].into_iter().for_each(|value| bytes.extend_from_slice(&(value as i16).to_le_bytes()));
    };
    corners.into_iter().for_each(&mut push);
    boxes.iter().flat_map(|tree| [tree.min, tree.max]).for_each(|corner| push(corner - middle));
    bytes.extend(rows.iter().map(|row| row.angle));
    bytes.extend(boxes.iter().map(|tree| tree.depth as u8));
    bytes
}

/// The corners of all polygons, each from the middle of its polygon.
fn corners(shapes: &[Shape], rows: &[Row]) -> Vec<Vec2> {
    let mut corners = Vec::new();
    for (shape, row) in shapes.iter().zip(rows) {
        match shape {
            Shape::Polygon(polygon) => corners.extend(polygon.points().map(|corner| corner - row.at)),
            Shape::Circle(_) | Shape::Rect(_) | Shape::OrientedRect(_) | Shape::Capsule(_) => {}
        }
    }
    corners
}

fn header(bytes: &mut Vec<u8>, moment: &Moment<'_>, counts: [usize; 3], middle: Vec2, unit: f32) {
    let Moment { snapshot, tick, ticks, paused, rewound, pairs: then } = *moment;
    let Counts { pairs, candidates, began, ended, times } = snapshot.counts;
    let pairs = then.unwrap_or(pairs);
    let whole = |bytes: &mut Vec<u8>, value: u64| bytes.extend_from_slice(&(value as u32).to_le_bytes());
    let real = |bytes: &mut Vec<u8>, value: f32| bytes.extend_from_slice(&value.to_le_bytes());
    let [count, boxes, corners] = counts.map(|count| count as u64);
    [tick, count].into_iter().for_each(|value| whole(bytes, value));
    [middle.x, middle.y, unit].into_iter().for_each(|value| real(bytes, value));
    let flags = u64::from(paused) | u64::from(rewound) << 1;
    let numbers = [flags, snapshot.world.len() as u64, pairs, candidates, u64::from(began), u64::from(ended)];
    numbers.into_iter().for_each(|value| whole(bytes, value));
    times.into_iter().for_each(|time| real(bytes, time.as_secs_f32() * 1e3));
    debug_assert_eq!(bytes.len(), FOLLOWED);
    [0.0, 0.0, -1.0].into_iter().for_each(|value| real(bytes, value));
    [ticks.0, ticks.1, boxes, corners].into_iter().for_each(|value| whole(bytes, value));
    debug_assert_eq!(bytes.len(), HEADER, "the page expects this length");
}

/// Writes the shape that a client follows into the first bytes of a frame.
pub(crate) fn write_followed(frame: &mut [u8], shape: &Shape) {
    let at = shape.middle();
    let numbers = [at.x, at.y, half_size(shape).length()];
    for (place, number) in frame.iter_mut().skip(FOLLOWED).zip(numbers.into_iter().flat_map(f32::to_le_bytes)) {
        *place = number;
    }
}

/// The middle of all rows, and the unit in which the distance of the farthest fits into 16 bits.
fn scale(rows: &[Row]) -> (Vec2, f32) {
    let Some(first) = rows.first() else { return (Vec2::ZERO, 1.0) };
    let bounds = rows.iter().fold((first.at, first.at), |(min, max), row| (min.min(row.at), max.max(row.at)));
    let middle = bounds.0 * 0.5 + bounds.1 * 0.5;
    let half = rows.iter().fold((bounds.1 - middle).max_element(), |far, row| far.max(row.half.max_element()));
    (middle, (half / 32_000.0).max(f32::MIN_POSITIVE))
}

impl Row {
    fn of(shape: &Shape) -> Self {
        let angle = |along: Vec2| {
            let turn = f32::atan2(along.y, along.x) / std::f32::consts::TAU;
            (turn.rem_euclid(1.0) * 256.0).round() as u16 as u8
        };
        let (at, half, kind) = (shape.middle(), half_size(shape), shape.kind());
        match shape {
            Shape::Circle(_) | Shape::Rect(_) => Self { at, half, angle: 0, kind },
            Shape::OrientedRect(rect) => {
                Self { at, half, angle: angle(Vec2::new(rect.rotor().cos(), rect.rotor().sin())), kind }
            }
            Shape::Capsule(capsule) => {
                let [a, b] = capsule.points();
                Self { at, half, angle: angle(b - a), kind }
            }
            Shape::Polygon(polygon) => {
                let half = Vec2::new(half.max_element(), polygon.radius());
                Self { at, half, angle: polygon.offsets().len() as u8, kind }
            }
        }
    }
}

/// Half the width and the height of a shape before it is rotated; those of the bound of a polygon.
pub(super) fn half_size(shape: &Shape) -> Vec2 {
    match shape {
        Shape::Circle(circle) => Vec2::splat(circle.radius()),
        Shape::Rect(rect) => (rect.max() - rect.min()) * 0.5,
        Shape::OrientedRect(rect) => rect.half_extents(),
        Shape::Capsule(capsule) => {
            let [a, b] = capsule.points();
            Vec2::new((b - a).length() * 0.5, 0.0) + capsule.radius()
        }
        Shape::Polygon(polygon) => {
            let bound = polygon.aabb();
            (bound.max() - bound.min()) * 0.5
        }
    }
}

#[cfg(test)]
mod tests {
    use collide_scenes::SceneKind;
    use collide2d::{Capsule, Circle, OrientedRect, Polygon, Rotor};

    use super::super::client_message::Show;
    use super::super::generated_scene::GeneratedScene;
    use super::*;

    #[test]
    fn numbers_come_back_within_a_unit() {
        let snapshot = &GeneratedScene::of(Show { count: 100, ..Show::default() }, SceneKind::Mixed).snapshot;
        let circle = Circle::new(Vec2::new(-70.5, 3.25), 2.5).unwrap();
        let turn = Rotor::from_degrees(90.0).unwrap();
        let board = OrientedRect::new(Vec2::new(40.0, -9.0), Vec2::new(6.0, 0.5), turn).unwrap();
        let moment = Moment { snapshot, tick: 7, ticks: (3, 9), paused: true, rewound: false, pairs: None };
        let far = TreeBox { depth: 3, min: Vec2::new(-70.5, 3.25), max: Vec2::splat(1e9) };
        let bytes = frame(&moment, &[circle.into(), board.into()], &[4, 1 << 8], &[far]);
        assert_eq!(bytes.len(), HEADER + 2 * ENTITY + BOX);
        let whole = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let real = |at: usize| f32::from_bits(whole(at));
        let small = |index: usize| f32::from(i16::from_le_bytes(bytes[HEADER + 2 * index..][..2].try_into().unwrap()));
        assert_eq!((whole(0), whole(4), whole(20), whole(24), whole(96), whole(100)), (7, 2, 1, 100, 1, 0));
        let unit = real(16);
        for (index, expected) in [-70.5 - real(8), 40.0 - real(8), 3.25 - real(12), -9.0 - real(12), 2.5, 6.0, 2.5, 0.5]
            .into_iter()
            .enumerate()
        {
            assert!((small(index) * unit - expected).abs() <= unit, "{index}: {} and {expected}", small(index) * unit);
        }
        assert_eq!(bytes[HEADER + 16..HEADER + 20], [4, 0, 2, 1]);
        let corners = [0, 1, 2, 3].map(|number| small(10 + number));
        assert_eq!(corners, [small(0), small(2), 32_767.0, 32_767.0]);
        assert_eq!(bytes[HEADER + 28..], [0, 64, 3], "angles, and the depth of the box");
    }

    #[test]
    fn capsules_and_polygons_have_their_points() {
        let snapshot = &GeneratedScene::of(Show { count: 100, ..Show::default() }, SceneKind::Mixed).snapshot;
        let moment = Moment { snapshot, tick: 0, ticks: (0, 0), paused: false, rewound: false, pairs: None };
        let capsule = Capsule::new(Vec2::new(2.0, 1.0), Vec2::new(2.0, 9.0), 1.0).unwrap();
        let polygon = Polygon::new(&[[20.0, 0.0], [28.0, 0.0], [20.0, 6.0]], 0.5).unwrap();
        let bytes = frame(&moment, &[polygon.into(), capsule.into()], &[0, u16::from(PAIRED)], &[]);
        assert_eq!(bytes.len(), HEADER + 2 * ENTITY + 3 * CORNER);
        let unit = f32::from_le_bytes(bytes[16..20].try_into().unwrap());
        let small =
            |index: usize| f32::from(i16::from_le_bytes(bytes[HEADER + 2 * index..][..2].try_into().unwrap())) * unit;
        let from_middle = [-4.0, -3.0, 4.0, -3.0, -4.0, 3.0];
        for (index, expected) in [(4, 4.5), (6, 0.5), (5, 5.0), (7, 1.0)]
            .into_iter()
            .chain(from_middle.into_iter().enumerate().map(|(index, expected)| (10 + index, expected)))
        {
            assert!((small(index) - expected).abs() <= unit, "{index}: {} and {expected}", small(index));
        }
        assert_eq!(bytes[HEADER + 16..HEADER + 20], [4, 0, 3 | PAIRED, 0]);
        assert_eq!(bytes[HEADER + 32..], [3, 64]);
    }

    #[test]
    fn an_empty_view_is_a_header() {
        let snapshot = &GeneratedScene::of(Show { count: 100, ..Show::default() }, SceneKind::Mixed).snapshot;
        let moment = Moment { snapshot, tick: 0, ticks: (0, 0), paused: false, rewound: true, pairs: Some(0) };
        assert_eq!(frame(&moment, &[], &[], &[]).len(), HEADER);
    }
}

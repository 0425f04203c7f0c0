use collide_core::{Capsule, Circle};

use super::*;

type Shapes = Vec<(Handle, Shape)>;

fn numbered(shapes: impl Iterator<Item = Shape>) -> Shapes {
    (0..).zip(shapes).map(|(slot, shape)| (Handle::from_parts(slot, 0), shape)).collect()
}

fn found(crowd: &mut Crowd, shapes: &Shapes, max: u32) {
    let members = Members { shapes, shares: &vec![1.0; shapes.len()], crowd: Some(CrowdLimit::new(max)) };
    crowd.find(members, None, |_| 1, |_, _| true, &Threads::Serial);
}

/// On one point, in the corners of four cells, in several sizes, and for one large shape among many.
#[test]
fn the_number_of_overlaps_is_limited() {
    let circle = |at: Vec2, radius: f32| Shape::from(Circle::new(at, radius).unwrap());
    let corner = |index: u32| Vec2::new((index % 2) as f32, (index / 2 % 2) as f32) * 1e-3 - 5e-4;
    let on_point = (0..3_000).map(|_| circle(Vec2::ONE, 0.5));
    let on_corner = (0..3_000).map(|index| circle(corner(index), 0.5));
    let sizes = (0..3_000).map(|index| circle(Vec2::ONE, 2.0_f32.powi(index % 30)));
    let among = (0..3_000).map(|index| circle(Vec2::ZERO, if index == 0 { 100.0 } else { 0.5 }));
    // Of the sizes, all but the largest meet as many larger ones.
    let counts = [4 * 3 / 2, 16 * 15 / 2, 30 * (4 * 3 / 2) + 29 * 4 * 4, 4 * 3 / 2 + 4];
    for (shapes, count) in
        [numbered(on_point), numbered(on_corner), numbered(sizes), numbered(among)].iter().zip(counts)
    {
        let mut crowd = Crowd::default();
        found(&mut crowd, shapes, 4);
        assert_eq!(crowd.found().filter(|push| !push.translations.contains(&DVec2::ZERO)).count(), count);
        // Each of the surplus is pushed by those that take part in its cell.
        assert_eq!(crowd.found().count(), count + crowd.cells.surplus().len() * 4);
        assert!(crowd.pushes().all(|(_, push)| push.is_finite()));
    }
}

/// Those of the categories that come first take part, and larger ones of them are counted apart.
#[test]
fn those_that_come_first_take_part() {
    let radius = |index: u32| if index < 6 { 1.0 } else { 0.5 };
    let shapes = numbered((0..40).map(|index| Circle::new(Vec2::ONE, radius(index)).unwrap().into()));
    let limit = CrowdLimit::new(3).with_first(2);
    let members = Members { shapes: &shapes, shares: &[1.0; 40], crowd: Some(limit) };
    let mut crowd = Crowd::default();
    let category = |number: u32| if [4, 5, 38, 39].contains(&number) { 2 } else { 1 };
    crowd.find(members, None, category, |_, _| true, &Threads::Serial);
    let mut pairs: Vec<[u32; 2]> =
        crowd.found().filter(|push| !push.translations.contains(&DVec2::ZERO)).map(|push| push.members).collect();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort_unstable();
    let of_place = |[a, b, c]: [u32; 3]| [[a, b], [a, c], [b, c]];
    let between = [0, 4, 5].into_iter().flat_map(|large| [6, 38, 39].map(|small| [large, small]));
    let mut expected: Vec<[u32; 2]> = between.chain(of_place([0, 4, 5])).chain(of_place([6, 38, 39])).collect();
    expected.sort_unstable();
    assert_eq!(pairs, expected);
}

/// The work is in proportion to the number of shapes, wherever they are and however large.
#[test]
fn the_work_of_each_shape_is_limited() {
    let part = |index: u32, step: f64| (f64::from(index) * step).fract() as f32;
    let at = |index, side| Vec2::new(part(index, 0.754_877_666_246_692_7), part(index, 0.569_840_290_998_053_2)) * side;
    type Place<'a> = &'a dyn Fn(u32, f32) -> (Vec2, f32);
    let scenes: [(&str, Place<'_>); 4] = [
        ("spread", &|index, side| (at(index, side), 0.5)),
        ("one point", &|_, _| (Vec2::ONE, 0.5)),
        ("a tenth large", &|index, side| (at(index, side), if index % 10 == 0 { side * 0.5 } else { 0.5 })),
        ("nested", &|index, _| {
            let size = 2_f32.powi(index as i32 % 60 - 30);
            (at(index, size), size)
        }),
    ];
    for (name, place) in scenes {
        let units = |count: u32| {
            let circle = |index| {
                let (at, radius) = place(index, (count as f32).sqrt() * 2.0);
                Circle::new(at, radius).unwrap().into()
            };
            let mut crowd = Crowd::default();
            found(&mut crowd, &numbered((0..count).map(circle)), 8);
            crowd.meter.done()
        };
        let [few, many] = [1_000, 10_000].map(units);
        assert!(many < few * 15 && many < 10_000 * 1_200, "{name}: {few} and {many}");
    }
}

/// A search in a pile costs at most seven times as much as one in a crowd in which each overlaps two others.
#[test]
fn the_work_in_a_pile_is_limited() {
    let at = |index: u32| {
        let part = |step: f64| (f64::from(index) * step).fract() as f32;
        Vec2::new(part(0.754_877_666_246_692_7), part(0.569_840_290_998_053_2))
    };
    let circle = |at: Vec2, _| Circle::new(at, 0.5).unwrap().into();
    let capsule = |at: Vec2, index: u32| {
        let way = Vec2::from_angle(index as f32) * 0.4;
        Capsule::new(at - way, at + way, 0.2).unwrap().into()
    };
    let units = |shape: &dyn Fn(Vec2, u32) -> Shape, place: &dyn Fn(u32) -> Vec2| {
        let mut crowd = Crowd::default();
        found(&mut crowd, &numbered((0..10_000).map(|slot| shape(place(slot), slot))), 8);
        crowd.meter.done()
    };
    for shape in [&circle as &dyn Fn(Vec2, u32) -> Shape, &capsule] {
        let spread = units(shape, &|index| at(index) * 110.0);
        let corner = |index: u32| (at(index) * 2.0).floor() * 1e-3 - 5e-4;
        let places: [&dyn Fn(u32) -> Vec2; 4] =
            [&|_| Vec2::ONE, &corner, &|index| at(index) * 5.0, &|index| Vec2::new(at(index).x * 30.0, 0.0)];
        for (number, place) in places.into_iter().enumerate() {
            let pile = units(shape, place);
            assert!(pile < spread * 7, "{number}: {pile} and {spread}");
        }
    }
}

#[test]
fn the_search_stops_at_the_limit() {
    let at = |index: u32| Vec2::new((index % 100) as f32, (index / 100) as f32) * 0.25;
    let shapes = numbered((0..10_000).map(|index| Circle::new(at(index), 0.5).unwrap().into()));
    let mut crowd = Crowd { meter: Meter::new(2_000_000), ..Crowd::default() };
    found(&mut crowd, &shapes, 16);
    assert!(crowd.meter.is_over() && crowd.meter.done() < 2_010_000, "{}", crowd.meter.done());
}

/// On several threads too: each piece that starts after the limit does nothing.
#[test]
fn no_piece_starts_beyond_the_limit() {
    let at = |index: u32| Vec2::new((index % 100) as f32, (index / 100) as f32) * 0.25;
    let shapes = numbered((0..10_000).map(|index| Circle::new(at(index), 0.5).unwrap().into()));
    let members = Members { shapes: &shapes, shares: &vec![1.0; shapes.len()], crowd: None };
    let sorted = shapes.len() as u64 * work::place::SORTED;
    let mut crowd = Crowd { meter: Meter::new(sorted + 1_000), ..Crowd::default() };
    crowd.find(members, None, |_| 1, |_, _| true, &Threads::new(4).unwrap());
    let beyond = crowd.meter.done() - sorted - 1_000;
    // Each thread may be within the rows between two looks.
    assert!(crowd.meter.is_over() && beyond < 4 * LOOK * 4, "{beyond}");
}

#[test]
fn shapes_on_one_point_go_in_the_directions_of_their_slots() {
    let direction = |slot: u32| DVec2::from_angle(f64::from(slot) * 2.399_963_229_728_653);
    for (from, to) in [(0, 1), (1, 2), (2, 0), (3, 40), (1_000, 7)] {
        let expected = (direction(to) - direction(from)).normalize();
        assert!(apart(from, to).distance(expected) < 1e-9, "{from} and {to}");
    }
}

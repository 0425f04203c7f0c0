//! What is nearest, and what a search finds.

use collide2d::{
    Circle, Entity, Handle, Nearest, NearestHits, Query, Rect, Settings, Shape, Vec2, World, distance, overlaps,
};

use super::{Numbers, capsule, circle, rect};

fn point(at: [f32; 2]) -> Circle {
    Circle::new(at, 0.0).unwrap()
}

/// The `count` nearest entities of a world, without a limit of the distance.
fn nearest(world: &World, to: [f32; 2], count: usize) -> Vec<(Handle, f32)> {
    let query = Nearest { count, ..Nearest::to(point(to)) };
    let mut hits = NearestHits::default();
    world.queries().nearest_batch_into(&[Query::new(query)], &mut hits).unwrap();
    hits.of(0).to_vec()
}

#[test]
fn rstar_53_the_nearest_is_among_those_within_its_distance() {
    let mut numbers = Numbers(53);
    // A ring of points, as in the thread, one by one: some are removed and inserted again.
    let mut world = World::new(Settings::default());
    let mut handles = Vec::new();
    for index in 0..3000 {
        let at = Vec2::new(numbers.between(-5, 5), numbers.between(-5, 5));
        let handle = world.insert(point((at.normalize_or(Vec2::X) * (3.0 + at.x / 8.0)).into())).unwrap();
        handles.push(handle);
        if index % 3 == 2 {
            let shape = world.remove(handles.swap_remove(index / 3)).unwrap().shape;
            handles.push(world.insert(shape).unwrap());
        }
    }
    let shapes: Vec<(Handle, Shape)> = world.iter().map(|(handle, entity)| (handle, entity.shape)).collect();
    let mut places = vec![[0.624_999_8, 0.216_506_44]];
    places.extend((0..400).map(|_| [numbers.between(-6, 6), numbers.between(-6, 6)]));
    for place in places {
        let (found, away) = nearest(&world, place, 1)[0];
        let least = shapes.iter().map(|(_, shape)| distance(point(place), *shape)).fold(f32::INFINITY, f32::min);
        assert_eq!((away, distance(point(place), world.shape(found).unwrap())), (least, least));
        // The distance is rounded to the nearest number, so the circle has the next one.
        let around = Circle::new(place, away.next_up()).unwrap();
        let within = world.queries().overlap(around);
        assert!(within.contains(&found));
        let expected = shapes.iter().filter(|(_, shape)| overlaps(around, *shape)).map(|(handle, _)| *handle);
        assert_eq!(within, expected.collect::<Vec<_>>());
    }
}

#[test]
fn rtree_164_the_nearest_line_and_not_the_nearest_box() {
    let near = capsule([85.885_96, 82_832.36], [64.885_254, 80_858.01], 0.0);
    let far = capsule([85.661_96, 82_832.69], [39.322_765, 80_893.99], 0.0);
    let at = [63.581_253, 80_913.2];
    assert!(!near.aabb().intersects(&point(at).aabb()) && far.aabb().intersects(&point(at).aabb()));
    let mut world = World::new(Settings::default());
    let far = world.insert(far).unwrap();
    let near = world.insert(near).unwrap();
    world.step();
    let found = nearest(&world, at, 2);
    assert_eq!([found[0].0, found[1].0], [near, far]);
    // 1.8909 and 23.7925 in f64; the coordinates above are rounded to a 128th.
    assert!((found[0].1 - 1.8909).abs() < 0.01 && (found[1].1 - 23.7925).abs() < 0.01, "{found:?}");
    assert_eq!(nearest(&world, at, 1), found[..1]);
}

#[test]
fn kd_tree_javascript_32_points_at_one_place() {
    let mut world = World::new(Settings::default());
    let [_, _, c, e, d] =
        [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [5.0, 6.0], [7.0, 8.0]].map(|at| world.insert(point(at)).unwrap());
    world.step();
    // Equal distances are in order of slots, so the answer does not depend on an index or on chance.
    assert_eq!(nearest(&world, [5.0, 5.0], 1), [(c, 1.0)]);
    assert_eq!(nearest(&world, [5.0, 5.0], 2), [(c, 1.0), (e, 1.0)]);
    assert_eq!(nearest(&world, [5.0, 5.0], 9)[..2], [(c, 1.0), (e, 1.0)]);
    world.remove(c).unwrap();
    assert_eq!(nearest(&world, [5.0, 5.0], 2)[0], (e, 1.0));
    assert!(nearest(&world, [5.0, 5.0], 9).iter().any(|(handle, _)| *handle == d));
}

#[test]
fn kd_tree_javascript_28_remove_the_nearest_until_none_is_left() {
    // 600 points with 31 different x and 20 different y.
    let mut numbers = Numbers(28);
    let mut world = World::new(Settings::default());
    for index in 0..600 {
        world.insert(point([(index % 31) as f32, (index * 7 % 20) as f32])).unwrap();
    }
    world.step();
    for left in (0..600).rev() {
        let place = [numbers.between(0, 31), numbers.between(0, 20)];
        let (found, away) = nearest(&world, place, 1)[0];
        let all = world.iter().map(|(handle, entity)| (distance(point(place), entity.shape), handle.slot()));
        let (least, slot) = all.min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
        assert_eq!((away, found.slot()), (least, slot));
        world.remove(found).unwrap();
        assert_eq!(world.len(), left);
    }
    assert!(nearest(&world, [0.0, 0.0], 1).is_empty());
}

#[test]
fn python_kd_tree_9_points_with_a_common_coordinate() {
    let mut world = World::new(Settings::default());
    let [seven, five, two] = [[7.0, 3.0], [5.0, 3.0], [2.0, 3.0]].map(|at| world.insert(point(at)).unwrap());
    world.step();
    assert_eq!(nearest(&world, [5.0, 3.0], 2), [(five, 0.0), (seven, 2.0)]);
    assert_eq!(nearest(&world, [5.0, 3.0], 3)[2], (two, 3.0));
}

#[test]
fn kontra_111_a_flat_item_on_the_border_of_a_search() {
    // The item of the thread: 25 wide, without height, on the line y = 100; and more and more others.
    let mut world = World::new(Settings::default());
    let flat = world.insert(rect(0.0, 100.0, 25.0, 0.0)).unwrap();
    let mut numbers = Numbers(111);
    for others in [0, 10, 100, 1000] {
        while world.len() <= others {
            world.insert(circle(numbers.between(0, 90), numbers.between(0, 90), 0.25)).unwrap();
        }
        world.step();
        for (search, is_found) in [
            (rect(0.0, 50.0, 50.0, 50.0), true),
            (rect(0.0, 100.0, 50.0, 50.0), true),
            (rect(25.0, 100.0, 50.0, 0.0), true),
            (rect(0.0, 0.0, 50.0, 50.0), false),
            (Rect::new([0.0, 0.0], [50.0, 100.0_f32.next_down()]).unwrap(), false),
            (Rect::new([25.0_f32.next_up(), 90.0], [50.0, 110.0]).unwrap(), false),
        ] {
            assert_eq!(world.queries().overlap(search).contains(&flat), is_found, "{others} others: {search:?}");
        }
    }
}

#[test]
fn thst_25_an_item_outside_of_all_bounds() {
    // A world has no border that a box could lie outside of.
    let mut world = World::new(Settings::default());
    for index in 0..500 {
        world.insert(circle((index % 25) as f32 * 4.0, (index / 25) as f32 * 4.0, 1.0)).unwrap();
    }
    world.step();
    for far in [1e3, 1e8, -3e30, f32::MAX] {
        let outside = world.insert(Entity::fixed(circle(far, -far, 0.0))).unwrap();
        let mover = world.insert(circle(far, -far, 0.0)).unwrap();
        assert_eq!(world.step().pair_count, 1);
        let mut both = [outside, mover];
        both.sort();
        assert_eq!(world.queries().overlap(circle(far, -far, 0.0)), both);
        assert_eq!(nearest(&world, [far, -far], 2), both.map(|handle| (handle, 0.0)));
        world.remove(outside).unwrap();
        world.remove(mover).unwrap();
    }
    assert!(Circle::new([f32::NAN, 0.0], 1.0).is_err() && Rect::new([0.0, 0.0], [f32::INFINITY, 0.0]).is_err());
}

/* Two shapes without a world, capsules and polygons, the events of one entity, centers, and flights through the past. */
#include <math.h>

#include "check.h"

static void measures(void) {
    CollideShape a[3] = {collide_circle(0, 0, 1), collide_rect(0, 0, 1, 4), collide_rect(0, 0, 1, 4)};
    CollideShape b[3] = {collide_circle(2, 0, 1), collide_circle(4, 8, 2), collide_circle(0.5f, 2, 0.25f)};
    uint8_t yes[3];
    OK(collide_overlaps(a, b, 3, COLLIDE_CLOSED, yes));
    CHECK(yes[0] == 1 && yes[1] == 0 && yes[2] == 1);
    OK(collide_overlaps(a, b, 3, COLLIDE_OPEN, yes));
    CHECK(yes[0] == 0 && yes[1] == 0 && yes[2] == 1);
    OK(collide_contains(a, b, 3, yes));
    CHECK(!yes[0] && !yes[1] && yes[2]);
    float far[3];
    OK(collide_distance(a, b, 3, far));
    CHECK(far[0] == 0 && far[1] == 3 && far[2] == 0);
    CollideClosestPoints closest[3];
    OK(collide_closest_points(a, b, 3, closest));
    CHECK(closest[0].distance == 0 && closest[1].distance == 3 && closest[1].a_x == 1 && closest[1].a_y == 4);
    CollideContact contacts[3];
    OK(collide_contact(a, b, 3, contacts));
    CHECK(contacts[0].point_count == 1 && contacts[0].depth == 0 && contacts[0].normal_x == 1);
    CHECK(contacts[1].point_count == 0 && contacts[2].depth > 0);

    CollideRay rays[2] = {{-3, 0, 1, 0, INFINITY}, {-3, 9, 1, 0, 99}};
    CollideSegment segments[2] = {{-4, 0, 4, 0}, {-4, 9, 4, 9}};
    CollideRayHit hits[2];
    OK(collide_cast_ray(rays, a, 2, hits, yes));
    CHECK(yes[0] && !yes[1] && hits[0].entry == 2 && hits[0].normal_x == -1);
    OK(collide_cast_segment(segments, a, 2, hits, yes));
    CHECK(yes[0] && !yes[1] && hits[0].entry == 0.375f);
    CollideMoving left = {collide_circle(0, 0, 1), 4, 0}, right = {collide_circle(8, 0, 1), -4, 0};
    CollideImpact impact;
    OK(collide_sweep(&left, &right, 1, &impact, yes));
    CHECK(yes[0] && impact.time == 0.75f && impact.normal_x == 1);

    b[2].numbers[2] = -1;
    far[0] = 7;
    REFUSED(collide_distance(a, b, 3, far), COLLIDE_INVALID, "b[2]: radius: must not be negative, is -1");
    CHECK(far[0] == 7);
    REFUSED(collide_overlaps(a, b, 2, 2, yes), COLLIDE_INVALID, "touching: must be below 2, is 2");
    REFUSED(collide_contains(a, b, 2, NULL), COLLIDE_INVALID, "contains: must not be null");
    OK(collide_contact(NULL, NULL, 0, NULL));
}

/* A capsule and a polygon in every place where a shape may be. */
static void convex(void) {
    CollideShape wall = collide_capsule(0, 0, 10, 0, 0.5f), ship, both[2], out[2];
    OK(collide_polygon((float[]){2, 0, -1, 1, 0, 0, -1, -1}, 4, 0.25f, &ship));
    CHECK(ship.kind == COLLIDE_POLYGON && ship.numbers[2] == 0.25f && ship.numbers[3] == -1 && ship.numbers[4] == -1);
    CHECK(ship.numbers[5] == 2 && ship.numbers[8] == 1 && ship.numbers[17] == -1 && ship.numbers[18] == 1);
    both[0] = wall, both[1] = ship;
    OK(collide_shapes_at(both, (float[]){0, -3, 5, 1.75f}, 2, out));
    CHECK(out[0].numbers[1] == -3 && out[1].numbers[0] == 5 && out[1].numbers[3] == -1);
    ship = out[1];
    OK(collide_shapes_turned(&out[0], (float[]){1.5707964f}, 1, &both[0]));
    CHECK(both[0].numbers[1] == -3 && both[0].numbers[5] == 10 && both[0].numbers[6] == 0.5f);

    /* Degrees: quarter turns are exact, and the others are those of the Rust library to the bit. */
    CollideShape quarter = collide_capsule(0, 0, 0, 4, 0), segment = collide_capsule(0, 0, 4, 0, 0);
    OK(collide_shapes_turned_degrees(&segment, (float[]){90}, 1, &both[0]));
    CHECK(memcmp(both[0].numbers, quarter.numbers, sizeof quarter.numbers) == 0);
    CollideShape degree = collide_oriented_rect_degrees(0, 0, 2, 1, 1);
    CHECK(degree.kind == COLLIDE_ORIENTED_RECT && degree.numbers[4] == 0x1.ffec0ap-1f && degree.numbers[5] == 0x1.1df0b2p-6f);
    CollideShape three = collide_oriented_rect_degrees(0, 0, 2, 1, 3);
    CHECK(three.numbers[4] == 0x1.ff4c5ep-1f && three.numbers[5] == 0x1.acbc74p-5f);
    CHECK(collide_oriented_rect_degrees(0, 0, 2, 1, 90).numbers[4] == 0);

    /* The lower side of the ship is one unit below its position, and its radius a quarter: it touches the wall. */
    uint8_t yes[1];
    OK(collide_overlaps(&wall, &ship, 1, COLLIDE_CLOSED, yes));
    CHECK(yes[0]);
    OK(collide_overlaps(&wall, &ship, 1, COLLIDE_OPEN, yes));
    CHECK(!yes[0]);
    CollideShape rock;
    OK(collide_polygon((float[]){3, -1, 7, -1, 7, 0, 3, 0}, 4, 0, &rock));
    CollideContact contact;
    OK(collide_contact(&wall, &rock, 1, &contact));
    CHECK(contact.point_count == 2 && contact.depth > 0);
    CollideShape point = collide_circle(5, 4, 0);
    float far;
    OK(collide_distance(&wall, &point, 1, &far));
    CHECK(far == 3.5f);
    CollideRay ray = {5, 9, 0, -1, 99};
    CollideRayHit entry;
    OK(collide_cast_ray(&ray, &wall, 1, &entry, yes));
    CHECK(yes[0] && entry.entry == 8.5f && entry.normal_y == 1);
    CollideMoving falling = {point, 0, -7}, still = {wall, 0, 0};
    CollideImpact impact;
    OK(collide_sweep(&falling, &still, 1, &impact, yes));
    CHECK(yes[0] && impact.time == 0.5f);

    CollideWorld *world = new_world(collide_settings_default());
    CollideHandle handles[2] = {insert(world, wall), insert(world, ship)};
    OK(collide_world_step(world));
    CHECK(collide_world_pair_count(world) == 1);
    OK(collide_world_set_centers(world, &handles[1], (float[]){5, 8}, 1));
    CollideEntity entity;
    uint8_t alive;
    OK(collide_world_get_entities(world, &handles[1], 1, &entity, &alive));
    CHECK(alive && entity.shape.kind == COLLIDE_POLYGON && entity.shape.numbers[1] == 8);
    CHECK(memcmp(&entity.shape.numbers[2], &ship.numbers[2], 17 * sizeof(float)) == 0);
    OK(collide_world_step(world));
    CollideMoves *moves;
    CollideMovesView view;
    OK(collide_moves_new(&moves));
    OK(collide_world_move(world, &handles[1], (float[]){0, -20}, 1, NULL, moves));
    OK(collide_moves_view(moves, &view));
    CHECK(view.slides[0].shape.numbers[1] == 1.75f && view.hits[0].handle == handles[0]);
    OK(collide_world_step(world));
    CollideInterest *interest;
    CollideObserver observer = collide_observer_at(5, 9, 7, 8);
    CollideObserverId id;
    CollideViews views;
    OK(collide_interest_new(&interest));
    OK(collide_interest_insert(interest, &observer, 1, &id));
    OK(collide_interest_update(interest, world, NULL, NULL));
    OK(collide_interest_views(interest, &views));
    CHECK(views.visible_starts[1] == 1 && views.visible[0] == handles[1]);
    CollideBatch *batch;
    CollideIndexPairs pairs;
    OK(collide_batch_new(NULL, &batch));
    OK(collide_batch_pairs(batch, (CollideShape[]){wall, point, ship}, 3, NULL, &pairs, NULL));
    CHECK(pairs.count == 1 && pairs.pairs[0].a == 0 && pairs.pairs[0].b == 2);
    collide_batch_free(batch);
    collide_interest_free(interest);
    collide_moves_free(moves);
    collide_world_free(world);
}

static void rejected(void) {
    CollideShape shape, wall = collide_capsule(0, 0, 10, 0, -1), points[2] = {collide_capsule(0, 0, 1, 0, 1), wall};
    float circle[18];
    for (int point = 0; point < 9; point++) {
        circle[2 * point] = (float)cos(point * 0.7), circle[2 * point + 1] = (float)sin(point * 0.7);
    }
    REFUSED(collide_polygon(circle, 9, 0, &shape), COLLIDE_INVALID,
            "points: their convex hull must have at most 8 corners, has 9; split the shape into convex pieces");
    REFUSED(collide_polygon(NULL, 0, 0, &shape), COLLIDE_INVALID, "points: must be at least one, are none");
    REFUSED(collide_polygon((float[]){0, 0, 1, NAN}, 2, 0, &shape), COLLIDE_INVALID,
            "points[1].y: must be a finite number, is NaN");
    REFUSED(collide_polygon(circle, 8, -1, &shape), COLLIDE_INVALID, "radius: must not be negative, is -1");
    REFUSED(collide_polygon(NULL, 3, 0, &shape), COLLIDE_INVALID, "points: must not be null");
    REFUSED(collide_polygon(circle, 3, 0, NULL), COLLIDE_INVALID, "polygon: must not be null");
    REFUSED(collide_regular_polygon(2, 1, &shape), COLLIDE_INVALID, "corners: must be from 3 to 8, is 2");
    OK(collide_regular_polygon(8, 1, &shape));
    uint8_t yes;
    REFUSED(collide_overlaps(&wall, &shape, 1, COLLIDE_CLOSED, &yes), COLLIDE_INVALID,
            "a[0]: radius: must not be negative, is -1");
    REFUSED(collide_shapes_at(points, circle, 2, &shape), COLLIDE_INVALID, "shapes[1]: radius: must not be negative, is -1");
    REFUSED(collide_shapes_turned_degrees(&wall, NULL, 1, &shape), COLLIDE_INVALID, "degrees: must not be null");
    points[1] = collide_rect(0, 0, 1, 1);
    REFUSED(collide_shapes_turned(points, circle, 2, &shape), COLLIDE_INVALID,
            "shapes[1]: kind: must be a capsule or polygon, is a rect");
    REFUSED(collide_shapes_at(points, (float[]){NAN, 0}, 1, &shape), COLLIDE_INVALID,
            "shapes[0]: position.x: must be a finite number, is NaN");
    shape.kind = 5;
    REFUSED(collide_contains(&shape, &shape, 1, &yes), COLLIDE_INVALID, "a[0]: kind: must be below 5, is 5");
}

static void events_and_centers(void) {
    CollideSettings settings = collide_settings_default();
    settings.events = 1;
    settings.history_ticks = 8;
    settings.history_teleport_distance = 4;
    CollideWorld *world = new_world(settings);
    CollideHandle a = insert(world, collide_circle(0, 0, 1)), b = insert(world, collide_circle(1, 0, 1));
    CollideHandle c = insert(world, collide_circle(9, 0, 1)), d = insert(world, collide_circle(9.5f, 0, 1));
    OK(collide_world_step(world));
    CollideEvent events[2];
    size_t count;
    OK(collide_world_events_of(world, c, events, 2, &count));
    CHECK(count == 1 && events[0].a == c && events[0].b == d && events[0].kind == COLLIDE_BEGAN);
    CHECK(collide_world_events_of(world, b, events, 0, &count) == COLLIDE_TOO_SMALL && count == 1);
    OK(collide_world_events_of(world, UINT64_MAX, NULL, 0, &count));
    CHECK(count == 0);
    CollideEntity coin = collide_entity(collide_circle(9, 0, 1));
    coin.data = 50;
    coin.layers.category = 2;
    OK(collide_world_set_entities(world, &d, &coin, 1));
    CollideEventBetween taken;
    OK(collide_world_events_between(world, 2, 1, &taken, 1, &count));
    CHECK(count == 1 && taken.a == d && taken.b == c && taken.a_data == 50 && taken.b_data == 0 && taken.kind == COLLIDE_BEGAN);
    CHECK(collide_world_events_between(world, 1, UINT64_MAX, &taken, 1, &count) == COLLIDE_TOO_SMALL && count == 2);
    OK(collide_world_events_between(world, 2, 2, NULL, 0, &count));
    CHECK(count == 0);

    OK(collide_world_set_centers(world, (CollideHandle[]){a, d}, (float[]){5, 0, 1, 2}, 2));
    CollideEntity entities[2];
    uint8_t alive[2];
    OK(collide_world_get_entities(world, (CollideHandle[]){a, d}, 2, entities, alive));
    CHECK(entities[0].shape.numbers[0] == 5 && entities[1].shape.numbers[1] == 2 && entities[1].shape.numbers[2] == 1);
    OK(collide_world_set_centers_by_slot(world, (float[]){0, 4, 1, 4}, 2));
    OK(collide_world_get_entities(world, (CollideHandle[]){a, b}, 2, entities, alive));
    CHECK(entities[0].shape.numbers[1] == 4 && entities[1].shape.numbers[0] == 1);
    CHECK(collide_world_set_centers(world, &a, (float[]){NAN, 0}, 1) == COLLIDE_INVALID);
    OK(collide_world_validate(world));
    CollideBuffer *text;
    OK(collide_buffer_new(&text));
    OK(collide_world_recent(world, text));
    CHECK(collide_buffer_len(text) > 0);
    collide_buffer_free(text);

    OK(collide_world_rebase(world, 0, 0, 1000, 4));
    OK(collide_world_get_entities(world, &a, 1, entities, alive));
    CHECK(entities[0].shape.numbers[0] == -1000 && entities[0].shape.numbers[1] == 0);
    CHECK(collide_world_rebase(world, 0, 0, NAN, 0) == COLLIDE_INVALID);
    collide_world_free(world);
}

static void through_the_past(void) {
    CollideSettings settings = collide_settings_default();
    settings.history_ticks = 8;
    settings.history_teleport_distance = 4;
    CollideWorld *world = new_world(settings);
    CollideHandle runner = insert(world, collide_circle(4, 4, 0.5f));
    for (int tick = 0; tick < 4; tick++) {
        OK(collide_world_set_centers(world, &runner, (float[]){4, 4 - 2 * (float)tick}, 1));
        OK(collide_world_step(world));
    }
    CollideMoving rocket = {collide_circle(0, 0, 0.5f), 6, 0};
    CollidePastHit hit;
    uint8_t found;
    OK(collide_world_sweep_through(world, &rocket, NULL, 1, 4, &hit, &found));
    CHECK(found && hit.handle == runner && hit.tick > 2.5 && hit.tick < 3);
    CollideFilter filter = {COLLIDE_EXCEPT, runner, {0, 0, 0}};
    OK(collide_world_sweep_through(world, &rocket, &filter, 1, 4, &hit, &found));
    CHECK(!found && hit.tick == 0);
    CHECK(collide_world_sweep_through(world, &rocket, NULL, 1, 9, &hit, &found) == COLLIDE_NOT_REMEMBERED);
    collide_world_free(world);
}

int main(void) {
    measures();
    convex();
    rejected();
    events_and_centers();
    through_the_past();
    puts("shapes: measures of two shapes, capsules and polygons, events of one entity, centers, and the past");
    return 0;
}

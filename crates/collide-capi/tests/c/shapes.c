/* Two shapes without a world, the events of one entity, centers, and flights through the past. */
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
    events_and_centers();
    through_the_past();
    puts("shapes: measures of two shapes, events of one entity, centers, and the past");
    return 0;
}

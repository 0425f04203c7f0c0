/*
 * Each function about entities, ticks and copies of worlds once, with its expected result; and the inputs that each
 * must reject: null pointers, invalid shapes, unknown constants, stale and made-up handles, arrays that are too short,
 * damaged bytes.
 */
#include <math.h>

#include "check.h"

static void versions(void) {
    CHECK(collide_abi_version() == COLLIDE_ABI_VERSION);
    CHECK(strchr(collide_version(), '.') != NULL);
    CHECK(strcmp(collide_last_error(), "") == 0);
}

/* The message, whole, cut off, and its length alone. */
static void messages(void) {
    char text[64];
    CHECK(collide_world_new(NULL, NULL) != COLLIDE_OK);
    size_t length = collide_copy_last_error(text, sizeof text);
    CHECK(length == strlen(collide_last_error()) && length > 8 && strcmp(text, collide_last_error()) == 0);
    CHECK(collide_copy_last_error(text, 5) == length && strlen(text) == 4 && strncmp(text, collide_last_error(), 4) == 0);
    CHECK(collide_copy_last_error(text, 1) == length && text[0] == 0);
    CHECK(collide_copy_last_error(NULL, 0) == length && collide_copy_last_error(NULL, 9) == length);
}

static void settings(void) {
    CollideSettings settings = collide_settings_default(), found, zeros;
    memset(&zeros, 0, sizeof zeros);
    zeros.history_teleport_distance = 1;
    CHECK(settings.strategy == COLLIDE_AUTO && settings.history_teleport_distance == 1 && settings.history_ticks == 0);
    CHECK(settings.static_pairs == 0 && settings.sensor_pairs == 0 && settings.change_ticks == 0);
    CHECK(settings.crowd_max == 0 && settings.crowd_first == 0);
    settings.strategy = COLLIDE_UNIFORM_GRID;
    settings.touching = COLLIDE_OPEN;
    settings.order = COLLIDE_AS_FOUND;
    settings.threads = 2;
    settings.cell = 2.5f;
    settings.history_ticks = 8;
    settings.static_pairs = 1;
    settings.sensor_pairs = 1;
    settings.change_ticks = 1;
    settings.crowd_max = 16;
    settings.crowd_first = 3;
    CollideWorld *world = new_world(zeros);
    OK(collide_world_set_settings(world, &settings));
    OK(collide_world_settings(world, &found));
    CHECK(found.strategy == settings.strategy && found.touching == COLLIDE_OPEN && found.order == COLLIDE_AS_FOUND);
    CHECK(found.threads == 2 && found.cell == 2.5f && found.history_ticks == 8 && found.events == 0);
    CHECK(found.static_pairs == 1 && found.sensor_pairs == 1 && found.change_ticks == 1);
    CHECK(found.crowd_max == 16 && found.crowd_first == 3);
    settings.strategy = 6;
    REFUSED(collide_world_set_settings(world, &settings), COLLIDE_INVALID, "strategy: must be below 6, is 6");
    settings.strategy = COLLIDE_AUTO;
    settings.cell = -1;
    REFUSED(collide_world_set_settings(world, &settings), COLLIDE_INVALID, "cell: must be a finite number above 0, is -1");
    settings.cell = 0;
    settings.threads = 5000;
    REFUSED(collide_world_set_settings(world, &settings), COLLIDE_INVALID, "threads: must be at most 1024, is 5000");
    OK(collide_world_settings(world, &found));
    CHECK(found.threads == 2 && found.cell == 2.5f);
    OK(collide_world_set_settings(world, NULL));
    OK(collide_world_settings(world, &found));
    CHECK(found.threads == 0 && found.touching == COLLIDE_CLOSED);
    collide_world_free(world);
}

static void two_sensors(void) {
    CollideSettings settings = collide_settings_default();
    CollideWorld *world = new_world(settings);
    CollideEntity rows[2] = {collide_entity(collide_circle(0, 0, 1)), collide_entity(collide_circle(1, 0, 1))};
    rows[0].sensor = rows[1].sensor = 1;
    rows[1].mobility = COLLIDE_SLEEPING;
    OK(collide_world_insert(world, rows, 2, NULL));
    for (int step = 0; step < 3; step++) {
        settings.sensor_pairs = step % 2;
        OK(collide_world_set_settings(world, &settings));
        OK(collide_world_step(world));
        CHECK(collide_world_pair_count(world) == (size_t)(step % 2));
    }
    collide_world_free(world);
}

static void changed(void) {
    CollideSettings settings = collide_settings_default();
    settings.change_ticks = 1;
    CollideWorld *world = new_world(settings);
    CollideEntity rows[2] = {collide_entity(collide_circle(0, 0, 1)), collide_entity(collide_circle(5, 0, 1))};
    CollideHandle handles[2], list[2];
    size_t count;
    OK(collide_world_insert(world, rows, 2, handles));
    CHECK(collide_world_changed_since(world, 0, list, 1, &count) == COLLIDE_TOO_SMALL && count == 2);
    OK(collide_world_changed_since(world, 0, list, 2, &count));
    CHECK(count == 2 && list[0] == handles[0] && list[1] == handles[1]);
    OK(collide_world_step(world));
    CollideShape shapes[2] = {rows[0].shape, collide_circle(6, 0, 1)};
    OK(collide_world_set_shapes(world, handles, shapes, 2));
    OK(collide_world_changed_since(world, 1, list, 2, &count));
    CHECK(count == 1 && list[0] == handles[1]);
    OK(collide_world_changed_since(world, 2, NULL, 0, &count));
    CHECK(count == 0);
    collide_world_free(world);
}

static void entities(void) {
    CollideWorld *world = new_world(collide_settings_default());
    CollideEntity rows[3] = {
        collide_entity(collide_circle(0, 0, 1)),
        collide_entity(collide_rect(1, -1, 2, 1)),
        collide_entity(collide_oriented_rect(9, 0, 1, 0.5f, 0.75f)),
    };
    rows[1].mobility = COLLIDE_STATIC;
    rows[1].data = 17;
    rows[2].sensor = 1;
    rows[2].layers = (CollideLayers){2, 3, -4};
    CollideHandle handles[3];
    OK(collide_world_insert(world, rows, 3, handles));
    OK(collide_world_insert(world, rows, 1, NULL));
    CHECK(collide_world_len(world) == 4);
    CollideEntity found[4];
    CollideHandle all[4];
    uint8_t alive[3];
    OK(collide_world_get_entities(world, handles, 3, found, alive));
    CHECK(alive[0] && alive[1] && alive[2]);
    for (int row = 0; row < 3; row++) {
        CHECK(found[row].shape.kind == rows[row].shape.kind && found[row].data == rows[row].data);
        CHECK(memcmp(found[row].shape.numbers, rows[row].shape.numbers, sizeof(float[6])) == 0);
        CHECK(found[row].sensor == rows[row].sensor && found[row].mobility == rows[row].mobility);
        CHECK(memcmp(&found[row].layers, &rows[row].layers, sizeof(CollideLayers)) == 0);
    }
    REFUSED(collide_world_entities(world, all, found, 3), COLLIDE_TOO_SMALL, "room: has room for 3, needs 4");
    OK(collide_world_entities(world, all, found, 4));
    CHECK(memcmp(all, handles, sizeof handles) == 0 && found[1].data == 17);

    /* A rejected call changes nothing. */
    CollideShape shapes[2] = {collide_circle(5, 5, 1), collide_circle(5, 5, -1)};
    REFUSED(collide_world_set_shapes(world, handles, shapes, 2), COLLIDE_INVALID,
            "shapes[1]: radius: must not be negative, is -1");
    rows[1].mobility = 3;
    REFUSED(collide_world_insert(world, rows, 3, handles), COLLIDE_INVALID, "entities[1]: mobility: must be below 3, is 3");
    rows[1].mobility = COLLIDE_SLEEPING;
    rows[1].shape.kind = 7;
    REFUSED(collide_world_set_entities(world, handles, rows, 3), COLLIDE_INVALID, "entities[1]: kind: must be below 5, is 7");
    rows[1].shape = collide_rect(0, 0, NAN, 1);
    REFUSED(collide_world_set_entities(world, handles, rows, 3), COLLIDE_INVALID,
            "entities[1]: max.x: must be a finite number, is NaN");
    CHECK(collide_world_len(world) == 4);

    /* Stale and made-up handles. */
    OK(collide_world_remove(world, &handles[1], 1));
    REFUSED(collide_world_set_shapes(world, handles, (CollideShape[]){shapes[0], shapes[0]}, 2), COLLIDE_STALE,
            "handles[1]: handle: 1v0 is stale, its entity was removed");
    CollideHandle made_up[3] = {handles[0], UINT64_MAX, 12345678901234};
    CHECK(collide_world_remove(world, made_up, 3) == COLLIDE_STALE);
    rows[1] = rows[0];
    CHECK(collide_world_set_entities(world, handles, rows, 3) == COLLIDE_STALE);
    OK(collide_world_get_entities(world, made_up, 3, found, alive));
    CHECK(alive[0] && !alive[1] && !alive[2] && found[0].shape.numbers[0] == 0);
    rows[0].mobility = COLLIDE_SLEEPING;
    OK(collide_world_set_entities(world, handles, rows, 1));
    OK(collide_world_get_entities(world, handles, 1, found, alive));
    CHECK(found[0].mobility == COLLIDE_SLEEPING);

    /* Null pointers. */
    REFUSED(collide_world_insert(NULL, rows, 1, NULL), COLLIDE_INVALID, "world: must not be null");
    REFUSED(collide_world_insert(world, NULL, 1, NULL), COLLIDE_INVALID, "entities: must not be null");
    REFUSED(collide_world_set_shapes(world, handles, NULL, 1), COLLIDE_INVALID, "shapes: must not be null");
    REFUSED(collide_world_get_entities(world, handles, 1, found, NULL), COLLIDE_INVALID, "alive: must not be null");
    REFUSED(collide_world_new(NULL, NULL), COLLIDE_INVALID, "world: must not be null");
    OK(collide_world_set_shapes(world, NULL, NULL, 0));
    OK(collide_world_remove(world, NULL, 0));
    CHECK(collide_world_len(NULL) == 0 && collide_world_fingerprint(NULL) == 0 && collide_world_tick(NULL) == 0);
    /* A length that no array can have. */
    CHECK(collide_world_remove(world, handles, SIZE_MAX) == COLLIDE_INVALID);
    CHECK(collide_world_set_shapes(world, handles, shapes, SIZE_MAX / 2) == COLLIDE_INVALID);
    /* A misaligned array. */
    REFUSED(collide_world_remove(world, (const CollideHandle *)((const char *)handles + 1), 1), COLLIDE_INVALID,
            "handles: must be aligned to 8 bytes");
    collide_world_free(world);
    collide_world_free(NULL);
}

/* Moves all circles to the right by the number at `user`. */
static void shift(void *user, const CollideCircles *circles) {
    for (size_t row = 0; row < circles->count; row++) {
        circles->x[row] += *(const float *)user;
        circles->data[row] = circles->slots[row];
    }
}

static void ticks(void) {
    CollideSettings settings = collide_settings_default();
    settings.events = 1;
    CollideWorld *world = new_world(settings);
    CollideReport report;
    OK(collide_world_report(world, &report));
    CHECK(report.shape_count == 0);
    CollideHandle a = insert(world, collide_circle(0, 0, 1)), b = insert(world, collide_circle(1.5f, 0, 1));
    uint64_t count;
    OK(collide_world_count_pairs(world, &count));
    CHECK(count == 1);
    CollideBudget little = {.max_work = 1};
    CHECK(collide_world_step_within(world, &little) == COLLIDE_OVER_BUDGET && collide_world_tick(world) == 0);
    little = (CollideBudget){.max_results = 1};
    OK(collide_world_step_within(world, &little));
    CHECK(collide_world_tick(world) == 1 && collide_world_pair_count(world) == 1 && collide_world_memory(world) > 0);
    CollidePair pair;
    CollideEvent event;
    CollideContact contact;
    REFUSED(collide_world_pairs(world, &pair, 0), COLLIDE_TOO_SMALL, "pairs: has room for 0, needs 1");
    OK(collide_world_pairs(world, &pair, 1));
    OK(collide_world_events(world, &event, 1));
    OK(collide_world_contacts(world, &contact, 1));
    CHECK(pair.a == a && pair.b == b && event.kind == COLLIDE_BEGAN && event.a == a && event.b == b);
    CHECK(contact.normal_x == 1 && contact.depth == 0.5f && contact.point_count == 1 && contact.points[0] == 0.75f);
    OK(collide_world_report(world, &report));
    CHECK(report.shape_count == 2 && report.pair_count == 1 && report.strategy == COLLIDE_BRUTE_FORCE);
    CollideBuffer *text;
    OK(collide_buffer_new(&text));
    OK(collide_world_explain(world, text));
    CHECK(strncmp((const char *)collide_buffer_data(text), "strategy brute: few shapes", 26) == 0);
    CHECK(strlen((const char *)collide_buffer_data(text)) == collide_buffer_len(text));
    collide_buffer_free(text);

    float by = 10, nowhere = NAN;
    OK(collide_world_update_circles(world, shift, &by));
    REFUSED(collide_world_update_circles(world, shift, &nowhere), COLLIDE_INVALID,
            "handle 0v0: center.x: must be a finite number, is NaN");
    REFUSED(collide_world_update_circles(world, NULL, NULL), COLLIDE_INVALID, "change: must not be null");
    OK(collide_world_refresh(world));
    CollideEntity entity;
    uint8_t alive;
    OK(collide_world_get_entities(world, &b, 1, &entity, &alive));
    CHECK(entity.shape.numbers[0] == 11.5f && entity.data == 1);
    OK(collide_world_step(world));
    OK(collide_world_events(world, &event, 1));
    CHECK(event.kind == COLLIDE_STAYED);
    OK(collide_world_remove(world, &a, 1));
    OK(collide_world_step(world));
    OK(collide_world_events(world, &event, 1));
    CHECK(collide_world_event_count(world) == 1 && event.kind == COLLIDE_ENDED && event.a == a);
    collide_world_free(world);
}

/* 200 circles on one point: with a limit only as many are in pairs, without one all are. */
static void crowds(void) {
    CollideSettings settings = collide_settings_default();
    CollideWorld *world = new_world(settings);
    CollideEntity rows[200];
    CollideHandle handles[200];
    for (int row = 0; row < 200; row++) {
        rows[row] = collide_entity(collide_circle(5, 5, 0.5f));
        rows[row].layers.category = row < 190 ? 1 : 2;
    }
    OK(collide_world_insert(world, rows, 200, handles));
    OK(collide_world_step(world));
    CollideReport report;
    OK(collide_world_report(world, &report));
    CHECK(report.pair_count == 19900 && report.crowd_count == 0 && report.surplus_count == 0);
    CHECK(report.crowd.count == 0 && report.crowd.max_x == 0);

    settings.crowd_max = 16;
    OK(collide_world_set_settings(world, &settings));
    OK(collide_world_step(world));
    OK(collide_world_report(world, &report));
    CHECK(report.pair_count == 120 && collide_world_pair_count(world) == 120);
    CHECK(report.crowd_count == 1 && report.surplus_count == 184);
    CollideCrowd crowd = report.crowd;
    CHECK(crowd.count == 200 && crowd.surplus_count == 184 && crowd.entity == handles[16]);
    CHECK(crowd.min_x == 4.5f && crowd.min_y == 4.5f && crowd.max_x == 5.5f && crowd.max_y == 5.5f);

    /* Entities of the first categories come before smaller slots. */
    settings.crowd_first = 2;
    OK(collide_world_set_settings(world, &settings));
    OK(collide_world_step(world));
    OK(collide_world_report(world, &report));
    CHECK(report.pair_count == 120 && report.crowd.entity == handles[6]);
    CollidePair pairs[120];
    OK(collide_world_pairs(world, pairs, 120));
    CHECK(pairs[119].a == handles[198] && pairs[119].b == handles[199]);

    size_t count = 7;
    OK(collide_world_crowds(world, 16, 0, &crowd, 1, &count));
    CHECK(count == 1 && crowd.count == 200 && crowd.surplus_count == 184 && crowd.entity == handles[16]);
    OK(collide_world_crowds(world, 199, 2, &crowd, 1, &count));
    CHECK(count == 1 && crowd.surplus_count == 1 && crowd.entity == handles[189]);
    OK(collide_world_crowds(world, 200, 0, NULL, 0, &count));
    CHECK(count == 0);
    REFUSED(collide_world_crowds(world, 16, 0, &crowd, 0, &count), COLLIDE_TOO_SMALL, "crowds: has room for 0, needs 1");
    CHECK(count == 1);
    REFUSED(collide_world_crowds(NULL, 16, 0, &crowd, 1, &count), COLLIDE_INVALID, "world: must not be null");
    REFUSED(collide_world_crowds(world, 16, 0, NULL, 1, &count), COLLIDE_INVALID, "crowds: must not be null");
    REFUSED(collide_world_crowds(world, 16, 0, &crowd, 1, NULL), COLLIDE_INVALID, "count: must not be null");
    collide_world_free(world);
}

static void copies(void) {
    CollideWorld *world = new_world(collide_settings_default()), *fork, *other;
    CollideHandle a = insert(world, collide_circle(0, 0, 1));
    insert(world, collide_circle(1, 0, 1));
    OK(collide_world_start_recording(world));
    CHECK(collide_world_is_recording(world) && !collide_world_is_recording(NULL));
    CollideInterest *interest;
    CollideObserver observer = collide_observer_of(a, 2, 3);
    CollideObserverId id;
    OK(collide_interest_new(&interest));
    OK(collide_interest_insert(interest, &observer, 1, &id));
    OK(collide_interest_update(interest, world, NULL, NULL));
    collide_interest_free(interest);
    OK(collide_world_step(world));
    CollideBuffer *bytes;
    OK(collide_buffer_new(&bytes));
    CHECK(collide_buffer_len(bytes) == 0 && collide_buffer_data(bytes)[0] == 0);
    OK(collide_world_save(world, bytes));
    OK(collide_world_fork(world, &fork));
    OK(collide_world_new(NULL, &other));
    OK(collide_world_restore(other, collide_buffer_data(bytes), collide_buffer_len(bytes)));
    CHECK(collide_world_fingerprint(other) == collide_world_fingerprint(world));
    CHECK(collide_world_fingerprint(fork) == collide_world_fingerprint(world));
    REFUSED(collide_world_restore(other, collide_buffer_data(bytes), 30), COLLIDE_DAMAGED, collide_last_error());
    CHECK(collide_world_restore(other, NULL, 0) == COLLIDE_DAMAGED && collide_world_len(other) == 2);
    OK(collide_world_remove(fork, &a, 1));
    OK(collide_world_step(fork));
    OK(collide_world_fork_into(fork, other));
    CHECK(collide_world_len(other) == 1 && collide_world_len(world) == 2);
    REFUSED(collide_world_fork_into(world, world), COLLIDE_INVALID, "other: must not be the same object");

    OK(collide_world_take_recorded(world, bytes));
    OK(collide_world_stop_recording(world));
    CollideTrace *trace;
    CollideTraceTick tick;
    CollideReplayed replayed;
    OK(collide_trace_new(collide_buffer_data(bytes), collide_buffer_len(bytes), &trace));
    REFUSED(collide_world_replay(other, trace, &replayed), COLLIDE_INVALID,
            "trace: no tick was read that could be replayed");
    OK(collide_trace_next(trace, &tick));
    CHECK(tick.tick == 1 && tick.starts && tick.pair_count == 1 && tick.fingerprint == collide_world_fingerprint(world));
    OK(collide_world_follow(other, trace));
    CHECK(collide_world_len(other) == 2 && collide_world_tick(other) == 0);
    OK(collide_world_replay(other, trace, &replayed));
    CHECK(collide_world_fingerprint(other) == tick.fingerprint && replayed.answered == 1);
    CHECK(collide_trace_next(trace, NULL) == COLLIDE_END && collide_trace_next(trace, NULL) == COLLIDE_END);
    collide_trace_free(trace);
    OK(collide_trace_new((const uint8_t *)"no trace at all", 15, &trace));
    CHECK(collide_trace_next(trace, NULL) == COLLIDE_DAMAGED);
    collide_trace_free(trace);
    collide_buffer_free(bytes);
    collide_buffer_free(NULL);
    collide_world_free(other), collide_world_free(fork), collide_world_free(world);
}

int main(void) {
    versions();
    messages();
    settings();
    two_sensors();
    changed();
    entities();
    ticks();
    crowds();
    copies();
    puts("entities: every function returns what it must, and rejects what it must");
    return 0;
}

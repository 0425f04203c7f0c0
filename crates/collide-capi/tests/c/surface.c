/*
 * Every function once, with what it must find; and what each must refuse: null pointers, shapes that are none, unknown constants, stale and
 * made up handles, arrays that are too short, damaged bytes.
 */
#include <math.h>

#include "check.h"

static CollideWorld *new_world(CollideSettings settings) {
    CollideWorld *world;
    OK(collide_world_new(&settings, &world));
    return world;
}

static CollideHandle insert(CollideWorld *world, CollideShape shape) {
    CollideEntity entity = collide_entity(shape);
    CollideHandle handle;
    OK(collide_world_insert(world, &entity, 1, &handle));
    return handle;
}

static CollideHitsView view_of(const CollideHits *hits) {
    CollideHitsView view;
    OK(collide_hits_view(hits, &view));
    return view;
}

static void versions(void) {
    CHECK(collide_abi_version() == COLLIDE_ABI_VERSION);
    CHECK(strchr(collide_version(), '.') != NULL);
    CHECK(strcmp(collide_last_error(), "") == 0);
}

static void settings(void) {
    CollideSettings settings = collide_settings_default(), found, zeros;
    memset(&zeros, 0, sizeof zeros);
    zeros.history_farthest = 1;
    CHECK(settings.strategy == COLLIDE_AUTO && settings.history_farthest == 1 && settings.history_ticks == 0);
    settings.strategy = COLLIDE_UNIFORM_GRID;
    settings.touching = COLLIDE_OPEN;
    settings.order = COLLIDE_AS_FOUND;
    settings.threads = 2;
    settings.cell = 2.5f;
    settings.history_ticks = 8;
    CollideWorld *world = new_world(zeros);
    OK(collide_world_set_settings(world, &settings));
    OK(collide_world_settings(world, &found));
    CHECK(found.strategy == settings.strategy && found.touching == COLLIDE_OPEN && found.order == COLLIDE_AS_FOUND);
    CHECK(found.threads == 2 && found.cell == 2.5f && found.history_ticks == 8 && found.events == 0);
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
    OK(collide_world_get(world, handles, 3, found, alive));
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

    /* Of what is refused nothing is done. */
    CollideShape shapes[2] = {collide_circle(5, 5, 1), collide_circle(5, 5, -1)};
    REFUSED(collide_world_update(world, handles, shapes, 2), COLLIDE_INVALID,
            "shapes[1]: radius: must not be negative, is -1");
    rows[1].mobility = 3;
    REFUSED(collide_world_insert(world, rows, 3, handles), COLLIDE_INVALID, "entities[1]: mobility: must be below 3, is 3");
    rows[1].mobility = COLLIDE_SLEEPING;
    rows[1].shape.kind = 7;
    REFUSED(collide_world_set(world, handles, rows, 3), COLLIDE_INVALID, "entities[1]: kind: must be below 3, is 7");
    rows[1].shape = collide_rect(0, 0, NAN, 1);
    REFUSED(collide_world_set(world, handles, rows, 3), COLLIDE_INVALID,
            "entities[1]: max.x: must be a finite number, is NaN");
    CHECK(collide_world_len(world) == 4);

    /* Stale, and made up. */
    OK(collide_world_remove(world, &handles[1], 1));
    REFUSED(collide_world_update(world, handles, (CollideShape[]){shapes[0], shapes[0]}, 2), COLLIDE_STALE,
            "handles[1]: handle: 1v0 is stale, its entity was removed");
    CollideHandle made_up[3] = {handles[0], UINT64_MAX, 12345678901234};
    CHECK(collide_world_remove(world, made_up, 3) == COLLIDE_STALE);
    rows[1] = rows[0];
    CHECK(collide_world_set(world, handles, rows, 3) == COLLIDE_STALE);
    OK(collide_world_get(world, made_up, 3, found, alive));
    CHECK(alive[0] && !alive[1] && !alive[2] && found[0].shape.numbers[0] == 0);
    rows[0].mobility = COLLIDE_SLEEPING;
    OK(collide_world_set(world, handles, rows, 1));
    OK(collide_world_get(world, handles, 1, found, alive));
    CHECK(found[0].mobility == COLLIDE_SLEEPING);

    /* Null. */
    REFUSED(collide_world_insert(NULL, rows, 1, NULL), COLLIDE_INVALID, "world: must not be null");
    REFUSED(collide_world_insert(world, NULL, 1, NULL), COLLIDE_INVALID, "entities: must not be null");
    REFUSED(collide_world_update(world, handles, NULL, 1), COLLIDE_INVALID, "shapes: must not be null");
    REFUSED(collide_world_get(world, handles, 1, found, NULL), COLLIDE_INVALID, "alive: must not be null");
    REFUSED(collide_world_new(NULL, NULL), COLLIDE_INVALID, "world: must not be null");
    OK(collide_world_update(world, NULL, NULL, 0));
    OK(collide_world_remove(world, NULL, 0));
    CHECK(collide_world_len(NULL) == 0 && collide_world_fingerprint(NULL) == 0 && collide_world_tick(NULL) == 0);
    /* No array is as long as that. */
    CHECK(collide_world_remove(world, handles, SIZE_MAX) == COLLIDE_INVALID);
    CHECK(collide_world_update(world, handles, shapes, SIZE_MAX / 2) == COLLIDE_INVALID);
    /* Nor does any begin there. */
    REFUSED(collide_world_remove(world, (const CollideHandle *)((const char *)handles + 1), 1), COLLIDE_INVALID,
            "handles: must be aligned to 8 bytes");
    collide_world_free(world);
    collide_world_free(NULL);
}

/* Moves all to the right, by as much as `user` says. */
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
    CHECK(collide_world_step_within(world, 0) == COLLIDE_OVER_BUDGET && collide_world_tick(world) == 0);
    OK(collide_world_step(world));
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
    OK(collide_world_get(world, &b, 1, &entity, &alive));
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

static void questions(void) {
    CollideSettings settings = collide_settings_default();
    settings.history_ticks = 4;
    settings.history_farthest = 8;
    CollideWorld *world = new_world(settings);
    CollideHandle near = insert(world, collide_circle(4, 0, 1)), far = insert(world, collide_rect(8, -1, 9, 1));
    OK(collide_world_step(world));
    CollideHits *hits;
    OK(collide_hits_new(UINT64_MAX, &hits));

    CollideShape shapes[2] = {collide_circle(4, 0, 4), collide_circle(-9, 0, 0)};
    OK(collide_query_overlap(world, shapes, 2, NULL, hits));
    CollideHitsView view = view_of(hits);
    CHECK(view.count == 2 && view.total == 2 && view.starts[1] == 2 && view.starts[2] == 2 && view.ray_hits == NULL);
    CHECK(view.handles[0] == near && view.handles[1] == far);
    CollideFilter filters[2] = {{COLLIDE_EXCEPT, near, {0, 0, 0}}, {COLLIDE_ON_LAYERS | COLLIDE_SOLID, 0, {1, 1, 0}}};
    CollideAsk ask = {0, COLLIDE_FIRST, 1, 0, filters};
    OK(collide_query_overlap(world, shapes, 2, &ask, hits));
    CHECK(view_of(hits).total == 1 && view_of(hits).handles[0] == far);
    ask.mode = COLLIDE_COUNT;
    OK(collide_query_overlap(world, shapes, 2, &ask, hits));
    CHECK(view_of(hits).total == 1 && view_of(hits).handles == NULL);

    CollideRay rays[2] = {{0, 0, 1, 0, INFINITY}, {4, 0, 0, 1, 10}};
    OK(collide_query_ray(world, rays, 2, NULL, hits));
    view = view_of(hits);
    CHECK(view.starts[1] == 2 && view.total == 3 && view.handles[0] == near && view.handles[1] == far);
    CHECK(view.ray_hits[0].entry == 3 && view.ray_hits[0].exit == 5 && view.ray_hits[0].normal_x == -1);
    CHECK(view.ray_hits[0].x == 3 && !view.ray_hits[0].inside && view.ray_hits[2].inside);
    CollideSegment segments[2] = {{0, 0, 16, 0}, {0, 5, 16, 5}};
    OK(collide_query_segment(world, segments, 2, NULL, hits));
    CHECK(view_of(hits).total == 2 && view_of(hits).ray_hits[1].entry == 0.5f);
    OK(collide_query_blocked(world, segments, 2, NULL, hits));
    view = view_of(hits);
    CHECK(view.count == 2 && view.total == 0 && view.starts == NULL && view.blocked[0] == 1 && view.blocked[1] == 0);
    CollideMoving moving = {collide_circle(0, 0, 1), 8, 0};
    OK(collide_query_sweep(world, &moving, 1, NULL, hits));
    view = view_of(hits);
    CHECK(view.total == 2 && view.impacts[0].time == 0.25f && view.impacts[0].normal_x == 1 && view.blocked == NULL);
    CHECK(view.impacts[0].point_count == 1 && view.impacts[0].points[0] == 3);
    CollideNearest nearest = {collide_circle(0, 0, 0), INFINITY, 2};
    OK(collide_query_nearest(world, &nearest, 1, NULL, hits));
    view = view_of(hits);
    CHECK(view.total == 2 && view.handles[0] == near && view.distances[0] == 3 && view.distances[1] == 8);

    /* Half way between two ticks. */
    shapes[0] = collide_circle(8, 4, 1);
    OK(collide_world_update(world, &near, shapes, 1));
    OK(collide_world_step(world));
    CollideAsk past = {1, COLLIDE_ALL, 0, 1.5, NULL};
    CollideShape then[2];
    uint8_t there[2];
    OK(collide_query_shapes(world, (CollideHandle[]){near, UINT64_MAX}, 2, &past, then, there));
    CHECK(there[0] && !there[1] && then[0].numbers[0] == 6 && then[0].numbers[1] == 2);
    shapes[0] = collide_circle(6, 2, 0);
    OK(collide_query_overlap(world, shapes, 1, &past, hits));
    CHECK(view_of(hits).total == 1 && view_of(hits).handles[0] == near);
    past.tick = 9;
    REFUSED(collide_query_overlap(world, shapes, 1, &past, hits), COLLIDE_NOT_REMEMBERED,
            "time: must be a tick from 1 to 2, is 9");
    CHECK(view_of(hits).count == 0 && view_of(hits).total == 0);

    /* Refused. */
    rays[1].direction_y = 0;
    REFUSED(collide_query_ray(world, rays, 2, NULL, hits), COLLIDE_INVALID,
            "rays[1]: direction: x and y must not both be zero");
    ask.mode = 3;
    REFUSED(collide_query_overlap(world, shapes, 1, &ask, hits), COLLIDE_INVALID, "mode: must be below 3, is 3");
    ask.mode = COLLIDE_ALL;
    filters[1].flags = 8;
    REFUSED(collide_query_overlap(world, shapes, 2, &ask, hits), COLLIDE_INVALID, "filters[1]: flags: must be below 8, is 8");
    REFUSED(collide_query_overlap(world, shapes, 1, NULL, NULL), COLLIDE_INVALID, "hits: must not be null");
    REFUSED(collide_query_sweep(NULL, &moving, 1, NULL, hits), COLLIDE_INVALID, "world: must not be null");
    moving.motion_y = INFINITY;
    REFUSED(collide_query_sweep(world, &moving, 1, NULL, hits), COLLIDE_INVALID,
            "moving[0]: motion.y: must be a finite number, is inf");
    collide_hits_free(hits);
    OK(collide_hits_new(1, &hits));
    shapes[0] = collide_circle(8, 0, 100);
    CHECK(collide_query_overlap(world, shapes, 1, NULL, hits) == COLLIDE_OVER_BUDGET);
    collide_hits_free(hits);
    collide_hits_free(NULL);
    collide_world_free(world);
}

static void on_the_way(void) {
    CollideWorld *world = new_world(collide_settings_default());
    CollideHandle bullet = insert(world, collide_circle(0, 0, 0.5f)), wall = insert(world, collide_rect(10, -5, 10.5f, 5));
    OK(collide_world_step(world));
    CollideSwept *swept;
    OK(collide_swept_new(&swept));
    const CollideSweptPair *pairs;
    size_t count;
    OK(collide_world_swept_pairs(world, &bullet, (float[]){38, 0}, 1, swept, &pairs, &count));
    CHECK(count == 1 && pairs->a == bullet && pairs->b == wall && pairs->impact.time == 0.25f);
    REFUSED(collide_world_swept_pairs(world, &bullet, (float[]){NAN, 0}, 1, swept, &pairs, &count), COLLIDE_INVALID,
            "handles[0]: handle 0v0: motion.x: must be a finite number, is NaN");
    collide_swept_free(swept);
    collide_world_free(world);
}

static void interest(void) {
    CollideWorld *world = new_world(collide_settings_default());
    CollideHandle player = insert(world, collide_circle(0, 0, 1)), orc = insert(world, collide_circle(15, 0, 1));
    OK(collide_world_step(world));
    CollideInterest *interest;
    OK(collide_interest_new(UINT64_MAX, &interest));
    CollideObserver observers[2] = {collide_observer_of(player, 18, 20), collide_observer_at(0, 50, 18, 20)};
    observers[0].filter.flags = COLLIDE_EXCEPT;
    observers[0].filter.except = player;
    CollideObserverId ids[2];
    OK(collide_interest_insert(interest, observers, 2, ids));
    CollideInterestReport report;
    CollideViews views;
    OK(collide_interest_views(interest, &views));
    CHECK(views.count == 0);
    OK(collide_interest_update(interest, world, &report));
    CHECK(report.observer_count == 2 && report.entered_count == 1 && report.lost_count == 0);
    OK(collide_interest_views(interest, &views));
    CHECK(views.count == 2 && views.ids[0] == ids[0] && views.entered_starts[1] == 1 && views.entered[0] == orc);
    CHECK(views.visible_starts[2] == 1 && views.visible[0] == orc && views.left == NULL && !views.lost[0]);
    CollideObserverId who[1];
    size_t count;
    OK(collide_interest_observers_of(interest, orc, who, 1, &count));
    CHECK(count == 1 && who[0] == ids[0]);
    CHECK(collide_interest_observers_of(interest, orc, who, 0, &count) == COLLIDE_TOO_SMALL && count == 1);
    OK(collide_world_remove(world, &player, 1));
    OK(collide_world_step(world));
    OK(collide_interest_update(interest, world, NULL));
    OK(collide_interest_views(interest, &views));
    CHECK(views.lost[0] && !views.lost[1] && views.left[0] == orc);
    OK(collide_interest_set(interest, ids, (CollideObserver[]){collide_observer_at(15, 0, 1, 2)}, 1));
    OK(collide_interest_update(interest, world, &report));
    CHECK(report.visible_count == 1 && report.lost_count == 0);
    observers[1].inner = 30;
    REFUSED(collide_interest_insert(interest, observers, 2, ids), COLLIDE_INVALID,
            "observers[1]: inner: must not be above outer, 20, is 30");
    OK(collide_interest_remove(interest, ids, 1));
    REFUSED(collide_interest_remove(interest, ids, 1), COLLIDE_STALE, "ids[0]: observer: 0v0 is stale, it was removed");
    CHECK(collide_interest_set(interest, (CollideObserverId[]){UINT64_MAX}, observers, 1) == COLLIDE_STALE);
    OK(collide_interest_observers_of(interest, UINT64_MAX, NULL, 0, &count));
    CHECK(count == 0);
    collide_interest_free(interest);
    collide_world_free(world);
}

static void batches(void) {
    CollideBatch *batch;
    OK(collide_batch_new(NULL, &batch));
    CollideShape shapes[3] = {collide_circle(0, 2, 1), collide_rect(0, 0, 1, 1), collide_circle(9, 9, 1)};
    CollideIndexPairs pairs;
    CollideReport report;
    OK(collide_batch_pairs(batch, shapes, 3, &pairs, &report));
    CHECK(pairs.count == 1 && pairs.pairs[0].a == 0 && pairs.pairs[0].b == 1 && report.shape_count == 3);
    OK(collide_batch_pairs(batch, shapes, 3, NULL, &report));
    CHECK(report.pair_count == 1);
    OK(collide_batch_pairs_between(batch, &shapes[1], 2, shapes, 3, &pairs, NULL));
    CHECK(pairs.count == 3 && pairs.pairs[0].a == 0 && pairs.pairs[0].b == 0 && pairs.pairs[2].b == 2);
    OK(collide_batch_pairs_between(batch, shapes, 3, NULL, 0, &pairs, &report));
    CHECK(pairs.count == 0 && pairs.pairs == NULL && report.pair_count == 0);
    shapes[2].numbers[0] = INFINITY;
    REFUSED(collide_batch_pairs_between(batch, shapes, 2, shapes, 3, &pairs, NULL), COLLIDE_INVALID,
            "b[2]: center.x: must be a finite number, is inf");
    collide_batch_free(batch);
}

static void copies(void) {
    CollideWorld *world = new_world(collide_settings_default()), *fork, *other;
    CollideHandle a = insert(world, collide_circle(0, 0, 1));
    insert(world, collide_circle(1, 0, 1));
    OK(collide_world_start_recording(world));
    CHECK(collide_world_is_recording(world) && !collide_world_is_recording(NULL));
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
    CHECK(collide_world_fingerprint(other) == tick.fingerprint && replayed.answered == 0);
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
    settings();
    entities();
    ticks();
    questions();
    on_the_way();
    interest();
    batches();
    copies();
    puts("surface: every function answers, and refuses what it must");
    return 0;
}

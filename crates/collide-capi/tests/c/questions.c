/*
 * Each function about queries once, with its expected result; and the inputs that each must reject: null pointers,
 * invalid shapes, unknown constants, stale and made-up handles, arrays that are too short.
 */
#include <math.h>

#include "check.h"

static CollideHitsView view_of(const CollideHits *hits) {
    CollideHitsView view;
    OK(collide_hits_view(hits, &view));
    return view;
}

static void questions(void) {
    CollideSettings settings = collide_settings_default();
    settings.history_ticks = 4;
    settings.history_teleport_distance = 8;
    CollideWorld *world = new_world(settings);
    CollideHandle near = insert(world, collide_circle(4, 0, 1)), far = insert(world, collide_rect(8, -1, 9, 1));
    OK(collide_world_step(world));
    CollideHits *hits;
    OK(collide_hits_new(&hits));

    CollideShape shapes[2] = {collide_circle(4, 0, 4), collide_circle(-9, 0, 0)};
    OK(collide_query_overlap(world, shapes, 2, NULL, hits));
    CollideHitsView view = view_of(hits);
    CHECK(view.count == 2 && view.total == 2 && view.starts[1] == 2 && view.starts[2] == 2 && view.ray_hits == NULL);
    CHECK(view.handles[0] == near && view.handles[1] == far);
    CollideFilter filters[2] = {{COLLIDE_EXCEPT, near, {0, 0, 0}}, {COLLIDE_ON_LAYERS | COLLIDE_SOLID, 0, {1, 1, 0}}};
    CollideAsk ask = {.mode = COLLIDE_FIRST, .first = 1, .filters = filters};
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

    /* Halfway between two ticks. */
    shapes[0] = collide_circle(8, 4, 1);
    OK(collide_world_set_shapes(world, &near, shapes, 1));
    OK(collide_world_step(world));
    CollideAsk past = {.past = 1, .tick = 1.5};
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

    /* Rejected calls. */
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
    OK(collide_hits_new(&hits));
    shapes[0] = collide_circle(8, 0, 100);
    CollideAsk limited = {.budget = {.max_results = 1}};
    CHECK(collide_query_overlap(world, shapes, 1, &limited, hits) == COLLIDE_OVER_BUDGET && view_of(hits).count == 0);
    limited.budget = (CollideBudget){.max_candidates_each = 1};
    shapes[1] = collide_circle(0, 900, 1);
    OK(collide_query_overlap(world, shapes, 2, &limited, hits));
    CHECK(view_of(hits).work > 0 && view_of(hits).stopped_count == 1 && view_of(hits).stopped[0] == 0 && view_of(hits).starts[1] == 0);
    collide_hits_free(hits);
    collide_hits_free(NULL);
    collide_world_free(world);
}

static void sectors(void) {
    CollideSettings settings = collide_settings_default();
    settings.history_ticks = 4;
    CollideWorld *world = new_world(settings);
    CollideHandle ahead = insert(world, collide_circle(3, 0, 1)), above = insert(world, collide_circle(0, 3, 1));
    CollideHandle behind = insert(world, collide_rect(-4, -1, -2, 1));
    OK(collide_world_step(world));
    CollideHits *hits;
    OK(collide_hits_new(&hits));
    CollideSector sectors[4] = {
        {0, 0, 1, -1, 1, 1, 2, 0},  /* touches `ahead` at 2, 0 */
        {0, 0, 1, 0, 0, 1, 9, 4},   /* of a ring: touches `ahead` at 4, 0 and `above` at 0, 4 */
        {0, 0, 1, 2, 1, -2, 9, 4.5f}, /* wider than 180 degrees: of `behind`, only corners are 4.1 away */
        {0, 0, 1, 2, 1, -2, 9, 4.0f},
    };
    OK(collide_query_sector(world, sectors, 4, NULL, hits));
    CollideHitsView view = view_of(hits);
    CHECK(view.count == 4 && view.starts[1] == 1 && view.handles[0] == ahead && view.ray_hits == NULL);
    CHECK(view.starts[2] == 3 && view.handles[1] == ahead && view.handles[2] == above);
    CHECK(view.starts[3] == 3 && view.starts[4] == 5 && view.handles[3] == above && view.handles[4] == behind);
    CollideFilter filter = {COLLIDE_EXCEPT, ahead, {0, 0, 0}};
    CollideAsk ask = {.mode = COLLIDE_COUNT, .filters = &filter};
    OK(collide_query_sector(world, &sectors[1], 1, &ask, hits));
    CHECK(view_of(hits).total == 1 && view_of(hits).handles == NULL);

    CollideSector swing;
    OK(collide_sector(0, 0, 0, 7, 90, 2, &swing));
    CHECK(swing.from_x == swing.from_y && swing.to_x == -swing.to_y && swing.outer == 2 && swing.inner == 0);
    OK(collide_query_sector(world, &swing, 1, NULL, hits));
    CHECK(view_of(hits).total == 1 && view_of(hits).handles[0] == above);

    /* Touching does not count, and one left. */
    settings.touching = COLLIDE_OPEN;
    OK(collide_world_set_settings(world, &settings));
    OK(collide_world_remove(world, &behind, 1));
    OK(collide_world_step(world));
    OK(collide_query_sector(world, sectors, 4, NULL, hits));
    CHECK(view_of(hits).total == 0);
    sectors[3].inner = 1;
    OK(collide_query_sector(world, sectors, 4, NULL, hits));
    CHECK(view_of(hits).total == 1 && view_of(hits).handles[0] == above);
    ask = (CollideAsk){.past = 1, .tick = 1};
    OK(collide_query_sector(world, &sectors[3], 1, &ask, hits));
    CHECK(view_of(hits).total == 2 && view_of(hits).handles[1] == behind);

    /* Rejected calls. */
    REFUSED(collide_sector(0, 0, 1, 0, 360, 2, &swing), COLLIDE_INVALID,
            "opening: must be above 0 and below 360 degrees, is 360");
    REFUSED(collide_sector(0, 0, 0, 0, 90, 2, &swing), COLLIDE_INVALID, "direction: x and y must not both be zero");
    REFUSED(collide_sector(0, 0, 1, 0, 90, 2, NULL), COLLIDE_INVALID, "sector: must not be null");
    sectors[2].to_x = 0.5f, sectors[2].to_y = 1;
    REFUSED(collide_query_sector(world, sectors, 4, NULL, hits), COLLIDE_INVALID,
            "sectors[2]: borders: must have different directions");
    CHECK(view_of(hits).count == 0);
    sectors[1].inner = 9;
    REFUSED(collide_query_sector(world, sectors, 4, NULL, hits), COLLIDE_INVALID,
            "sectors[1]: inner: must be below the outer radius 9, is 9");
    collide_hits_free(hits);
    OK(collide_hits_new(&hits));
    swing.outer = 9;
    CollideAsk limited = {.budget = {.max_results = 1}};
    OK(collide_query_sector(world, &swing, 1, &limited, hits));
    swing.from_x = 1, swing.from_y = 0;
    CHECK(collide_query_sector(world, &swing, 1, &limited, hits) == COLLIDE_OVER_BUDGET);
    collide_hits_free(hits);
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
    OK(collide_world_swept_pairs(world, &bullet, (float[]){38, 0}, 1, NULL, swept, &pairs, &count));
    CHECK(count == 1 && pairs->a == bullet && pairs->b == wall && pairs->impact.time == 0.25f);
    REFUSED(collide_world_swept_pairs(world, &bullet, (float[]){NAN, 0}, 1, NULL, swept, &pairs, &count), COLLIDE_INVALID,
            "handles[0]: handle 0v0: motion.x: must be a finite number, is NaN");
    /* Limits of work: of swept pairs, of queries and of moves. Nothing moves. */
    CollideBudget little = {.max_work = 1};
    CHECK(collide_world_swept_pairs(world, &bullet, (float[]){38, 0}, 1, &little, swept, &pairs, &count) ==
          COLLIDE_OVER_BUDGET);
    collide_swept_free(swept);
    CollideHits *hits;
    OK(collide_hits_new(&hits));
    CollideAsk ask = {.budget = little};
    CollideShape around = collide_circle(0, 0, 1);
    CHECK(collide_query_overlap(world, &around, 1, &ask, hits) == COLLIDE_OVER_BUDGET);
    collide_hits_free(hits);
    CollideMoves *moves;
    OK(collide_moves_new(&moves));
    CollideMoveOptions options = collide_move_options_default();
    options.budget = little;
    CHECK(collide_world_move(world, &bullet, (float[]){38, 0}, 1, &options, moves) == COLLIDE_OVER_BUDGET);
    OK(collide_world_move(world, &bullet, (float[]){38, 0}, 1, NULL, moves));
    collide_moves_free(moves);
    CollideBatch *batch;
    OK(collide_batch_new(NULL, &batch));
    CollideIndexPairs found;
    CollideShape twice[2] = {around, around};
    CHECK(collide_batch_pairs(batch, twice, 2, &little, &found, NULL) == COLLIDE_OVER_BUDGET);
    OK(collide_batch_pairs(batch, twice, 2, NULL, &found, NULL));
    collide_batch_free(batch);
    collide_world_free(world);
}

static void interest(void) {
    CollideWorld *world = new_world(collide_settings_default());
    CollideHandle player = insert(world, collide_circle(0, 0, 1)), orc = insert(world, collide_circle(15, 0, 1));
    OK(collide_world_step(world));
    CollideInterest *interest;
    OK(collide_interest_new(&interest));
    CollideObserver observers[2] = {collide_observer_of(player, 18, 20), collide_observer_at(0, 50, 18, 20)};
    observers[0].filter.flags = COLLIDE_EXCEPT;
    observers[0].filter.except = player;
    CollideObserverId ids[2];
    OK(collide_interest_insert(interest, observers, 2, ids));
    CollideInterestReport report;
    CollideViews views;
    OK(collide_interest_views(interest, &views));
    CHECK(views.count == 0);
    CollideBudget little = {.max_work = 1};
    CHECK(collide_interest_update(interest, world, &little, &report) == COLLIDE_OVER_BUDGET);
    OK(collide_interest_update(interest, world, NULL, &report));
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
    OK(collide_interest_update(interest, world, NULL, NULL));
    OK(collide_interest_views(interest, &views));
    CHECK(views.lost[0] && !views.lost[1] && views.left[0] == orc);
    OK(collide_interest_set(interest, ids, (CollideObserver[]){collide_observer_at(15, 0, 1, 2)}, 1));
    OK(collide_interest_update(interest, world, NULL, &report));
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
    OK(collide_batch_pairs(batch, shapes, 3, NULL, &pairs, &report));
    CHECK(pairs.count == 1 && pairs.pairs[0].a == 0 && pairs.pairs[0].b == 1 && report.shape_count == 3);
    OK(collide_batch_pairs(batch, shapes, 3, NULL, NULL, &report));
    CHECK(report.pair_count == 1);
    OK(collide_batch_pairs_between(batch, &shapes[1], 2, shapes, 3, NULL, &pairs, NULL));
    CHECK(pairs.count == 3 && pairs.pairs[0].a == 0 && pairs.pairs[0].b == 0 && pairs.pairs[2].b == 2);
    OK(collide_batch_pairs_between(batch, shapes, 3, NULL, 0, NULL, &pairs, &report));
    CHECK(pairs.count == 0 && pairs.pairs == NULL && report.pair_count == 0);
    shapes[2].numbers[0] = INFINITY;
    REFUSED(collide_batch_pairs_between(batch, shapes, 2, shapes, 3, NULL, &pairs, NULL), COLLIDE_INVALID,
            "b[2]: center.x: must be a finite number, is inf");
    collide_batch_free(batch);
}

int main(void) {
    questions();
    sectors();
    on_the_way();
    interest();
    batches();
    puts("questions: every function returns what it must, and rejects what it must");
    return 0;
}

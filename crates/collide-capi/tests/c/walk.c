/*
 * The walks that every language must reproduce, as described in tests/golden/README.md of the project: movement in C,
 * compared with the results of Rust. The argument is the folder. After it, what movement rejects.
 */
#include <math.h>

#include "golden.h"

enum { ROWS = 120, TICKS = 20, LEG = 5, PLACES = 25 };

typedef struct {
    CollideShape shapes[ROWS];
    float motions[ROWS][2], ends[ROWS][2];
} Walk;

static void read_walk(const char *folder, Walk *walk) {
    size_t length;
    char *file = text(folder, "walk.csv", &length), *rest = file;
    next_line(&rest);
    for (size_t row = 0; row < ROWS; row++) {
        char *at = next_line(&rest);
        CHECK(at != NULL && (size_t)number(&at) == row);
        walk->shapes[row] = read_shape(&at);
        for (int axis = 0; axis < 2; axis++) {
            walk->motions[row][axis] = number(&at);
        }
        for (int axis = 0; axis < 2; axis++) {
            walk->ends[row][axis] = number(&at);
        }
    }
    CHECK(next_line(&rest) == NULL);
    free(file);
}

static CollideMovesView view_of(const CollideMoves *moves) {
    CollideMovesView view;
    OK(collide_moves_view(moves, &view));
    return view;
}

/* Slides and free places of shapes that are no entities, after the walk. */
static void compare_places(const char *folder, const CollideWorld *world, const CollideHandle *handles,
                           CollideMoves *moves) {
    size_t length;
    char *file = text(folder, "walk_places.csv", &length), *rest = file;
    next_line(&rest);
    CollideMoving moving[PLACES];
    CollideShape shapes[PLACES], places[PLACES];
    uint8_t found[PLACES];
    char *expected[PLACES];
    for (size_t row = 0; row < PLACES; row++) {
        char *at = next_line(&rest);
        CHECK(at != NULL);
        shapes[row] = read_asked(&at);
        float motion_x = number(&at), motion_y = number(&at);
        moving[row] = (CollideMoving){shapes[row], motion_x, motion_y};
        expected[row] = at;
    }
    CHECK(next_line(&rest) == NULL);
    OK(collide_query_slide(world, moving, PLACES, NULL, NULL, moves));
    CollideMovesView view = view_of(moves);
    CHECK(view.count == PLACES && view.handles == NULL);
    for (size_t row = 0; row < PLACES; row++) {
        const float *end = view.slides[row].shape.numbers;
        CHECK(number(&expected[row]) == end[0] && number(&expected[row]) == end[1]);
        for (size_t hit = view.starts[row]; hit < view.starts[row + 1]; hit++) {
            char *after;
            CHECK(view.hits[hit].handle == handles[strtoul(expected[row], &after, 10)]);
            expected[row] = *after == ' ' ? after + 1 : after;
        }
        CHECK(*expected[row]++ == ',');
    }
    OK(collide_query_free_places(world, shapes, PLACES, 3, NULL, moves, places, found));
    for (size_t row = 0; row < PLACES; row++) {
        if (*expected[row] == ',') {
            CHECK(!found[row]);
        } else {
            CHECK(found[row] && number(&expected[row]) == places[row].numbers[0]);
            CHECK(number(&expected[row]) == places[row].numbers[1]);
        }
    }
    free(file);
}

/* The oriented rects turn, and then the movers move apart. */
static void compare_crowd(const char *folder, CollideWorld *world, const Walk *walk, const CollideHandle *handles,
                          const CollideHandle *movers, size_t count, CollideMoves *moves) {
    size_t length;
    char *file = text(folder, "walk_turns.csv", &length), *rest = file, *at;
    next_line(&rest);
    while ((at = next_line(&rest)) != NULL) {
        size_t id = (size_t)number(&at);
        CollideEntity entity;
        uint8_t alive;
        OK(collide_world_get_entities(world, &handles[id], 1, &entity, &alive));
        CollideTurning turning = {entity.shape, walk->shapes[id].numbers[0], walk->shapes[id].numbers[1], number(&at)};
        CollideFilter filter = {COLLIDE_EXCEPT, handles[id], {0, 0, 0}};
        CollideAsk ask = {.filters = &filter};
        CollideTurn turn;
        OK(collide_query_turn(world, &turning, 1, &ask, &turn));
        CHECK(alive && number(&at) == turn.shape.numbers[0] && number(&at) == turn.shape.numbers[1]);
        CHECK(number(&at) == turn.left && (*at != '\0') == turn.is_blocked);
        CHECK(!turn.is_blocked || turn.handle == handles[strtoul(at, NULL, 10)]);
    }
    free(file);
    file = rest = text(folder, "walk_crowd.csv", &length);
    next_line(&rest);
    OK(collide_world_separate(world, movers, count, NULL, moves));
    CollideMovesView view = view_of(moves);
    CHECK(view.count == count && view.handles[count - 1] == movers[count - 1] && view.starts[count] == 0);
    OK(collide_world_step(world));
    char line[256];
    snprintf(line, sizeof line, "%llu,%zu,%016llx", (unsigned long long)collide_world_tick(world),
             collide_world_pair_count(world), (unsigned long long)collide_world_fingerprint(world));
    CHECK((at = next_line(&rest)) != NULL && strcmp(line, at) == 0);
    free(file);
}

static void walk(const char *folder, uint8_t strategy, uint32_t threads) {
    static Walk walk;
    read_walk(folder, &walk);
    CollideSettings settings = collide_settings_default();
    settings.strategy = strategy;
    settings.threads = threads;
    CollideWorld *world = new_world(settings);
    CollideHandle handles[ROWS], movers[ROWS];
    size_t count = 0;
    for (size_t row = 0; row < ROWS; row++) {
        CollideEntity entity = collide_entity(walk.shapes[row]);
        int rests = walk.motions[row][0] == 0 && walk.motions[row][1] == 0;
        entity.mobility = rests ? COLLIDE_STATIC : COLLIDE_DYNAMIC;
        OK(collide_world_insert(world, &entity, 1, &handles[row]));
        if (!rests) {
            movers[count++] = handles[row];
        }
    }
    OK(collide_world_step(world));

    CollideMoves *moves;
    OK(collide_moves_new(&moves));
    CHECK(view_of(moves).count == 0 && view_of(moves).starts[0] == 0);
    size_t length;
    char *file = text(folder, "walk_ticks.csv", &length), *expected = file;
    next_line(&expected);
    for (int tick = 0; tick < TICKS; tick++) {
        float motions[ROWS][2], sign = tick / LEG % 2 == 0 ? 1.0f : -1.0f;
        size_t mover = 0;
        for (size_t row = 0; row < ROWS; row++) {
            if (walk.motions[row][0] != 0 || walk.motions[row][1] != 0) {
                motions[mover][0] = walk.motions[row][0] * sign;
                motions[mover++][1] = walk.motions[row][1] * sign;
            }
        }
        CollideMoveOptions options = collide_move_options_default();
        options.in_order = tick % 2 == 0;
        OK(collide_world_move(world, movers, motions[0], count, &options, moves));
        CollideMovesView view = view_of(moves);
        CHECK(view.count == count && view.handles[count - 1] == movers[count - 1]);
        OK(collide_world_step(world));
        char line[256];
        snprintf(line, sizeof line, "%llu,%zu,%zu,%016llx", (unsigned long long)collide_world_tick(world),
                 collide_world_pair_count(world), view.starts[count], (unsigned long long)collide_world_fingerprint(world));
        char *expected_line = next_line(&expected);
        CHECK(expected_line != NULL && strcmp(line, expected_line) == 0);
    }
    CHECK(next_line(&expected) == NULL);
    free(file);
    for (size_t row = 0; row < ROWS; row++) {
        CollideEntity entity;
        uint8_t alive;
        OK(collide_world_get_entities(world, &handles[row], 1, &entity, &alive));
        CHECK(alive && entity.shape.numbers[0] == walk.ends[row][0] && entity.shape.numbers[1] == walk.ends[row][1]);
    }
    compare_places(folder, world, handles, moves);
    compare_crowd(folder, world, &walk, handles, movers, count, moves);
    collide_moves_free(moves);
    collide_world_free(world);
}

/* Passes through the platform from below. */
static uint8_t from_below(void *user, CollideHandle handle, float normal_x, float normal_y) {
    (void)normal_x;
    return handle == *(const CollideHandle *)user && normal_y > 0;
}

static void options(void) {
    CollideWorld *world = new_world(collide_settings_default());
    CollideHandle player = insert(world, collide_circle(0, 0, 0.5f)), platform = insert(world, collide_rect(-9, 3, 9, 3.5f));
    CollideHandle wall = insert(world, collide_rect(4, -9, 5, 2));
    OK(collide_world_step(world));
    CollideMoves *moves;
    OK(collide_moves_new(&moves));
    CollideMoveOptions options = collide_move_options_default();
    CHECK(options.max_bounces == 4 && options.leave_overlapped == 1 && !options.in_order && !options.has_layers);
    OK(collide_world_move(world, &player, (float[]){0, 6}, 1, NULL, moves));
    CollideMovesView view = view_of(moves);
    CHECK(view.slides[0].shape.numbers[1] == 2.5f && view.slides[0].left_y == 3.5f);
    CHECK(view.hits[0].handle == platform && view.hits[0].normal_y == 1 && view.hits[0].y == 3);
    options.pass = from_below;
    options.user = &platform;
    OK(collide_world_move(world, &player, (float[]){0, 6}, 1, &options, moves));
    OK(collide_world_move(world, &player, (float[]){0, -6}, 1, &options, moves));
    CHECK(view_of(moves).slides[0].shape.numbers[1] == 4);
    options.has_layers = 1;
    options.layers = (CollideLayers){1, 2, 0};
    OK(collide_world_move(world, &player, (float[]){0, -3}, 1, &options, moves));
    CHECK(view_of(moves).slides[0].shape.numbers[1] == 1 && view_of(moves).starts[1] == 0);
    options = collide_move_options_default();
    options.max_bounces = 0;
    OK(collide_world_move(world, &player, (float[]){7, 1}, 1, &options, moves));
    CHECK(view_of(moves).hits[0].handle == wall && view_of(moves).slides[0].shape.numbers[1] < 1.6f);

    CollideFilter filter = {COLLIDE_EXCEPT, wall, {0, 0, 0}};
    CollideAsk ask = {.filters = &filter};
    CollideMoving moving = {collide_circle(0, 0, 0.25f), 9, 0};
    OK(collide_query_slide(world, &moving, 1, &ask, NULL, moves));
    CHECK(view_of(moves).slides[0].shape.numbers[0] == 9);

    REFUSED(collide_world_move(world, &player, (float[]){NAN, 0}, 1, NULL, moves), COLLIDE_INVALID,
            "handles[0]: handle 0v0: motion.x: must be a finite number, is NaN");
    CHECK(view_of(moves).count == 0);
    CHECK(collide_world_move(world, (CollideHandle[]){UINT64_MAX}, (float[]){0, 0}, 1, NULL, moves) == COLLIDE_STALE);
    CHECK(collide_world_move(world, &player, NULL, 1, NULL, moves) == COLLIDE_INVALID);
    REFUSED(collide_world_move(world, &player, (float[]){0, 0}, 1, NULL, NULL), COLLIDE_INVALID, "moves: must not be null");
    CollideTurning turning = {moving.shape, 0, 0, 1};
    CollideTurn turn;
    REFUSED(collide_query_turn(world, &turning, 1, NULL, &turn), COLLIDE_INVALID,
            "turning[0]: shape: must be an oriented rect, is of kind 0");
    CollideShape places[2];
    uint8_t found[2];
    insert(world, moving.shape), insert(world, moving.shape);
    for (size_t limit = 0; limit < 2; limit++) {
        CollideAsk ask = {.budget.max_candidates_each = limit};
        OK(collide_query_free_places(world, &moving.shape, 1, 9, &ask, moves, places + limit, found + limit));
    }
    CHECK(found[0] == 1 && found[1] == 0);
    CollideSeparateOptions separate = collide_separate_options_default();
    CHECK(separate.rounds == 4 && separate.slide.crowd_max == 8 && separate.rules == NULL);
    separate.rule_count = 1;
    REFUSED(collide_world_separate(world, &player, 1, &separate, moves), COLLIDE_INVALID, "rules: must not be null");
    CHECK(collide_world_separate(world, (CollideHandle[]){UINT64_MAX}, 1, NULL, moves) == COLLIDE_STALE);
    moving.shape.kind = 7;
    CHECK(collide_query_slide(world, &moving, 1, NULL, NULL, moves) == COLLIDE_INVALID);
    CHECK(collide_query_free_places(world, &moving.shape, 1, 3, NULL, moves, NULL, NULL) == COLLIDE_INVALID);
    collide_moves_free(moves);
    collide_moves_free(NULL);
    collide_world_free(world);
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    for (size_t number = 0; number < 2; number++) {
        set = SETS[number];
        for (uint8_t strategy = COLLIDE_AUTO; strategy <= COLLIDE_R_TREE; strategy++) {
            for (uint32_t threads = 1; threads <= 2; threads++) {
                walk(arguments[1], strategy, threads);
            }
        }
    }
    options();
    puts("walk: 2 walks of 20 ticks by 6 strategies on 1 and 2 threads, slides and free places, as in Rust");
    return 0;
}

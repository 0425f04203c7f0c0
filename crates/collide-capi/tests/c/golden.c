/*
 * The golden matches that every language must reproduce, as described in tests/golden/README.md of the project: read from
 * the files there, played with the C functions, and compared with the results of Rust. The argument is the folder.
 */
#include "golden.h"

enum { MOST_IDS = 1024, MOST_ROWS = 1024, MOST_HITS = 64 };

typedef struct {
    size_t id;
    CollideShape shape;
} Row;

typedef struct {
    CollideHandle handle;
    int alive;
} Player;

static Row read_row(char *at) {
    Row row;
    row.id = (size_t)number(&at);
    row.shape = read_shape(&at);
    CHECK(row.id < MOST_IDS);
    return row;
}

/* Makes the changes of a tick: removes missing entities, moves existing ones, inserts new ones. */
static void change(CollideWorld *world, Player *players, const Row *before, size_t before_count, const Row *rows,
                   size_t count) {
    static CollideHandle handles[MOST_ROWS];
    static CollideShape shapes[MOST_ROWS];
    size_t gone = 0, moved = 0;
    for (size_t old = 0; old < before_count; old++) {
        size_t row = 0;
        while (row < count && rows[row].id != before[old].id) {
            row++;
        }
        if (row == count) {
            handles[gone++] = players[before[old].id].handle;
            players[before[old].id].alive = 0;
        }
    }
    OK(collide_world_remove(world, handles, gone));
    for (size_t row = 0; row < count; row++) {
        if (players[rows[row].id].alive) {
            handles[moved] = players[rows[row].id].handle;
            shapes[moved++] = rows[row].shape;
        }
    }
    OK(collide_world_set_shapes(world, handles, shapes, moved));
    for (size_t row = 0; row < count; row++) {
        Player *player = &players[rows[row].id];
        if (!player->alive) {
            CollideEntity entity = collide_entity(rows[row].shape);
            OK(collide_world_insert(world, &entity, 1, &player->handle));
            player->alive = 1;
        }
    }
}

/* Compares the results of a tick with ticks.csv. */
static void compare_tick(const CollideWorld *world, char **expected) {
    size_t count = collide_world_event_count(world), began = 0, ended = 0;
    CollideEvent *events = malloc((count + 1) * sizeof *events);
    CHECK(events != NULL);
    OK(collide_world_events(world, events, count));
    for (size_t event = 0; event < count; event++) {
        began += events[event].kind == COLLIDE_BEGAN;
        ended += events[event].kind == COLLIDE_ENDED;
    }
    free(events);
    char line[256];
    snprintf(line, sizeof line, "%llu,%zu,%zu,%zu,%016llx", (unsigned long long)collide_world_tick(world),
             collide_world_pair_count(world), began, ended, (unsigned long long)collide_world_fingerprint(world));
    char *expected_line = next_line(expected);
    CHECK(expected_line != NULL && strcmp(line, expected_line) == 0);
}

/* Compares the hits of a query with the ids in a file. */
static void compare_hits(const Player *players, const CollideHitsView *view, size_t question, const char *expected) {
    char found[1024] = "";
    for (size_t hit = view->starts[question]; hit < view->starts[question + 1]; hit++) {
        size_t id = 0;
        while (!players[id].alive || players[id].handle != view->handles[hit]) {
            CHECK(++id < MOST_IDS);
        }
        size_t length = strlen(found);
        snprintf(found + length, sizeof found - length, length == 0 ? "%zu" : " %zu", id);
    }
    CHECK(strcmp(found, expected) == 0);
}

/* Runs the queries of questions.csv after a tick, as one batch, and compares the hits. */
static void compare_questions(const CollideWorld *world, const Player *players, CollideHits *hits, char **expected) {
    CollideShape asked[20];
    char *expected_hits[20];
    for (size_t question = 0; question < 20; question++) {
        char *at = next_line(expected);
        CHECK(at != NULL && (uint64_t)number(&at) == collide_world_tick(world));
        asked[question] = read_asked(&at);
        expected_hits[question] = at;
    }
    OK(collide_query_overlap(world, asked, 20, NULL, hits));
    CollideHitsView view;
    OK(collide_hits_view(hits, &view));
    CHECK(view.count == 20);
    for (size_t question = 0; question < 20; question++) {
        compare_hits(players, &view, question, expected_hits[question]);
    }
}

/* Runs the queries of sectors.csv in the same way. */
static void compare_sectors(const CollideWorld *world, const Player *players, CollideHits *hits, char **expected) {
    CollideSector asked[50];
    char *expected_hits[50];
    for (size_t question = 0; question < 50; question++) {
        char *at = next_line(expected);
        CHECK(at != NULL && (uint64_t)number(&at) == collide_world_tick(world));
        float values[6];
        for (size_t value = 0; value < 6; value++) {
            values[value] = number(&at);
        }
        OK(collide_sector(values[0], values[1], values[2], values[3], values[4], values[5], &asked[question]));
        asked[question].inner = number(&at);
        expected_hits[question] = at;
    }
    OK(collide_query_sector(world, asked, 50, NULL, hits));
    CollideHitsView view;
    OK(collide_hits_view(hits, &view));
    CHECK(view.count == 50);
    for (size_t question = 0; question < 50; question++) {
        compare_hits(players, &view, question, expected_hits[question]);
    }
}

/* Plays the match, and writes its recording to `recorded`. */
static void play(const char *folder, uint8_t strategy, uint32_t threads, CollideBuffer *recorded) {
    size_t length;
    char *match = text(folder, "match.csv", &length), *ticks = text(folder, "ticks.csv", &length);
    char *questions = text(folder, "questions.csv", &length), *sectors = text(folder, "sectors.csv", &length);
    char *rest = match, *expected = ticks, *asked = questions, *swings = sectors;
    next_line(&rest), next_line(&expected), next_line(&asked), next_line(&swings);

    CollideSettings settings = collide_settings_default();
    settings.events = 1;
    settings.strategy = strategy;
    settings.threads = threads;
    CollideWorld *world;
    CollideHits *hits;
    OK(collide_world_new(&settings, &world));
    OK(collide_hits_new(&hits));
    if (recorded != NULL) {
        OK(collide_world_start_recording(world));
    }

    static Player players[MOST_IDS];
    static Row rows[2][MOST_ROWS];
    memset(players, 0, sizeof players);
    size_t counts[2] = {0, 0}, tick = 0;
    char *line = next_line(&rest);
    while (line != NULL) {
        Row *now = rows[tick % 2];
        size_t count = 0;
        tick++;
        while (line != NULL && (size_t)number(&line) == tick) {
            CHECK(count < MOST_ROWS);
            now[count++] = read_row(line);
            line = next_line(&rest);
        }
        if (line != NULL) {
            /* The number of the next tick is already read; go back, so that it is read again there. */
            while (line[-1] != '\0') {
                line--;
            }
        }
        change(world, players, rows[tick % 2], counts[tick % 2], now, count);
        counts[(tick + 1) % 2] = count;
        OK(collide_world_step(world));
        compare_tick(world, &expected);
        if (tick % 10 == 0 && recorded == NULL) {
            compare_questions(world, players, hits, &asked);
            compare_sectors(world, players, hits, &swings);
        }
    }
    CHECK(tick == 40 && next_line(&expected) == NULL);
    CHECK(recorded != NULL || (next_line(&asked) == NULL && next_line(&swings) == NULL));
    if (recorded != NULL) {
        OK(collide_world_take_recorded(world, recorded));
    }
    collide_hits_free(hits);
    collide_world_free(world);
    free(match), free(ticks), free(questions), free(sectors);
}

/* Replays the recorded match, and compares every fingerprint. */
static void replay(const char *folder, const CollideBuffer *recorded) {
    size_t length, ticks_length;
    char *bytes = text(folder, "match.ctrace", &length), *ticks = text(folder, "ticks.csv", &ticks_length);
    CHECK(collide_buffer_len(recorded) == length && memcmp(collide_buffer_data(recorded), bytes, length) == 0);
    char *expected = ticks;
    next_line(&expected);
    CollideWorld *world;
    CollideTrace *trace;
    OK(collide_world_new(NULL, &world));
    OK(collide_trace_new((const uint8_t *)bytes, length, &trace));
    free(bytes);
    CollideTraceTick tick;
    CollideStatus status;
    while ((status = collide_trace_next(trace, &tick)) == COLLIDE_OK) {
        OK(collide_world_replay(world, trace, NULL));
        CHECK(collide_world_tick(world) == tick.tick && collide_world_fingerprint(world) == tick.fingerprint);
        compare_tick(world, &expected);
    }
    CHECK(status == COLLIDE_END && next_line(&expected) == NULL);
    collide_trace_free(trace);
    collide_world_free(world);
    free(ticks);
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    for (size_t number = 0; number < 2; number++) {
        set = SETS[number];
        for (uint8_t strategy = COLLIDE_AUTO; strategy <= COLLIDE_R_TREE; strategy++) {
            for (uint32_t threads = 1; threads <= 2; threads++) {
                play(arguments[1], strategy, threads, NULL);
            }
        }
        CollideBuffer *recorded;
        OK(collide_buffer_new(&recorded));
        play(arguments[1], COLLIDE_AUTO, 1, recorded);
        replay(arguments[1], recorded);
        collide_buffer_free(recorded);
    }
    puts("golden: 2 matches of 40 ticks by 6 strategies on 1 and 2 threads, 80 questions, 200 sectors,"
         " and the trace, as in Rust");
    return 0;
}

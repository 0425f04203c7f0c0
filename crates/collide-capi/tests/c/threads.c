/*
 * The guarantees of the header about threads: several threads query one world at the same time and get the same
 * answers, each with its own last error; and several worlds, each created on its own thread, are passed to another
 * thread and freed there.
 */
#include <pthread.h>

#include "check.h"

enum { THREADS = 4, ENTITIES = 2500, QUESTIONS = 100, ROUNDS = 3 };

/* Pseudo-random numbers from 0 to 1, the same on every machine. */
static float next_number(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

static void fill(CollideWorld *world, uint32_t seed) {
    CollideEntity *entities = malloc(ENTITIES * sizeof *entities);
    CHECK(entities != NULL);
    for (int number = 0; number < ENTITIES; number++) {
        float x = next_number(&seed) * 100, y = next_number(&seed) * 100;
        entities[number] = collide_entity(number % 2 ? collide_circle(x, y, 1) : collide_rect(x, y, x + 1, y + 2));
    }
    OK(collide_world_insert(world, entities, ENTITIES, NULL));
    free(entities);
}

typedef struct {
    const CollideWorld *world;
    size_t total;
    uint64_t sum;
} Asker;

/* Runs the same queries on the same world as all other threads. */
static void *ask(void *given) {
    Asker *asker = given;
    CollideHits *hits;
    OK(collide_hits_new(&hits));
    CollideShape shapes[QUESTIONS];
    CollideRay rays[QUESTIONS];
    uint32_t seed = 7;
    for (int number = 0; number < QUESTIONS; number++) {
        float x = next_number(&seed) * 100, y = next_number(&seed) * 100;
        shapes[number] = collide_circle(x, y, 3);
        rays[number] = (CollideRay){x, y, 1, 0.5f, 20};
    }
    CollideAsk past = {.past = 1, .tick = 1.5};
    for (int round = 0; round < ROUNDS; round++) {
        CollideHitsView view;
        OK(collide_query_overlap(asker->world, shapes, QUESTIONS, round % 2 ? &past : NULL, hits));
        OK(collide_hits_view(hits, &view));
        asker->total += view.total;
        for (size_t hit = 0; hit < view.total; hit++) {
            asker->sum = asker->sum * 31 + view.handles[hit];
        }
        OK(collide_query_ray(asker->world, rays, QUESTIONS, NULL, hits));
        OK(collide_hits_view(hits, &view));
        asker->total += view.total;
        CollideHandle first = 0;
        CollideEntity entity;
        uint8_t alive;
        OK(collide_world_get_entities(asker->world, &first, 1, &entity, &alive));
        CHECK(alive && collide_world_tick(asker->world) == 2);
        REFUSED(collide_query_ray(asker->world, NULL, 1, NULL, hits), COLLIDE_INVALID, "rays: must not be null");
    }
    collide_hits_free(hits);
    return NULL;
}

static void many_ask_one(uint32_t threads) {
    CollideSettings settings = collide_settings_default();
    settings.history_ticks = 4;
    settings.threads = threads;
    CollideWorld *world;
    OK(collide_world_new(&settings, &world));
    fill(world, 1);
    OK(collide_world_step(world));
    OK(collide_world_step(world));
    Asker askers[THREADS];
    pthread_t ids[THREADS];
    for (int number = 0; number < THREADS; number++) {
        askers[number] = (Asker){world, 0, 0};
        CHECK(pthread_create(&ids[number], NULL, ask, &askers[number]) == 0);
    }
    for (int number = 0; number < THREADS; number++) {
        CHECK(pthread_join(ids[number], NULL) == 0);
        CHECK(askers[number].total == askers[0].total && askers[number].sum == askers[0].sum);
    }
    CHECK(askers[0].total > 0 && strcmp(collide_last_error(), "") == 0);
    collide_world_free(world);
}

/* Creates a world, and passes it on. */
static void *live(void *given) {
    CollideWorld *world;
    OK(collide_world_new(NULL, &world));
    fill(world, *(const uint32_t *)given);
    for (int tick = 0; tick < ROUNDS; tick++) {
        OK(collide_world_step(world));
    }
    return world;
}

static void many_worlds(void) {
    uint32_t seeds[THREADS];
    pthread_t ids[THREADS];
    uint64_t fingerprints[2] = {0, 0};
    for (uint32_t number = 0; number < THREADS; number++) {
        seeds[number] = number % 2;
        CHECK(pthread_create(&ids[number], NULL, live, &seeds[number]) == 0);
    }
    for (int number = 0; number < THREADS; number++) {
        void *world;
        CHECK(pthread_join(ids[number], &world) == 0);
        uint64_t fingerprint = collide_world_fingerprint(world);
        CHECK(number < 2 || fingerprints[number % 2] == fingerprint);
        fingerprints[number % 2] = fingerprint;
        OK(collide_world_step(world));
        collide_world_free(world);
    }
    CHECK(fingerprints[0] != fingerprints[1]);
}

int main(void) {
    many_ask_one(1);
    many_ask_one(2);
    many_worlds();
    puts("threads: as the header describes");
    return 0;
}

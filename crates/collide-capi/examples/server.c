/*
 * A small authoritative server in C: a room in which bots run between walls, pick up coins, and shoot at the positions
 * of 100 ms ago (lag compensation). The argument is the number of ticks. They run as fast as possible; a real server
 * waits for each tick and for its clients.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collide.h"

enum { BOTS = 200, COINS = 300, WALLS = 20, TICKS_BACK = 6 };

/* The limits of a call: its results, and its work of about two milliseconds. */
static const CollideBudget BUDGET = {.max_results = 100000, .max_work = 2000000};

enum { BOT = 1, COIN = 2, WALL = 4 };

typedef struct {
    CollideWorld *world;
    CollideHits *hits;
    CollideHandle bots[BOTS];
    float x[BOTS], y[BOTS], way_x[BOTS], way_y[BOTS];
    uint32_t random;
    size_t picked, shots, hit;
} Room;

/* Stops the program after an error. A real server logs the message and continues without the rejected call. */
static void must(CollideStatus status) {
    if (status != COLLIDE_OK) {
        fprintf(stderr, "collide: %s\n", collide_last_error());
        exit(1);
    }
}

static float between(Room *room, float low, float high) {
    room->random = room->random * 1664525u + 1013904223u;
    return low + (high - low) * ((float)(room->random >> 8) / 16777216.0f);
}

static CollideEntity entity(CollideShape shape, uint64_t is, uint64_t meets) {
    CollideEntity entity = collide_entity(shape);
    entity.layers.category = is;
    entity.layers.mask = meets;
    entity.data = is;
    return entity;
}

/* Walls and coins do not move; bots collide with both, and with each other. */
static void furnish(Room *room) {
    CollideEntity things[WALLS + COINS];
    for (int number = 0; number < WALLS; number++) {
        float x = between(room, -90, 90), y = between(room, -90, 90), angle = between(room, 0, 3);
        things[number] = entity(collide_oriented_rect(x, y, 8, 0.5f, angle), WALL, BOT);
        things[number].mobility = COLLIDE_STATIC;
    }
    for (int number = WALLS; number < WALLS + COINS; number++) {
        float x = between(room, -100, 100), y = between(room, -100, 100);
        things[number] = entity(collide_circle(x, y, 0.5f), COIN, BOT);
        things[number].mobility = COLLIDE_STATIC;
        things[number].sensor = 1;
    }
    must(collide_world_insert(room->world, things, WALLS + COINS, NULL));
    CollideEntity bots[BOTS];
    for (int bot = 0; bot < BOTS; bot++) {
        float angle = between(room, 0, 6.28f);
        room->x[bot] = between(room, -100, 100), room->y[bot] = between(room, -100, 100);
        room->way_x[bot] = cosf(angle) / 4, room->way_y[bot] = sinf(angle) / 4;
        bots[bot] = entity(collide_circle(room->x[bot], room->y[bot], 1), BOT, BOT | COIN | WALL);
    }
    must(collide_world_insert(room->world, bots, BOTS, room->bots));
}

/* Moves all bots in one call. Bots with a wall in their way turn around. */
static void move(Room *room) {
    CollideMoving ways[BOTS];
    CollideFilter walls[BOTS];
    for (int bot = 0; bot < BOTS; bot++) {
        ways[bot] = (CollideMoving){collide_circle(room->x[bot], room->y[bot], 1), room->way_x[bot], room->way_y[bot]};
        walls[bot] = (CollideFilter){COLLIDE_ON_LAYERS, 0, {BOT, WALL, 0}};
    }
    CollideAsk ask = {.mode = COLLIDE_COUNT, .filters = walls, .budget = BUDGET};
    must(collide_query_sweep(room->world, ways, BOTS, &ask, room->hits));
    CollideHitsView walled;
    must(collide_hits_view(room->hits, &walled));
    CollideShape shapes[BOTS];
    for (int bot = 0; bot < BOTS; bot++) {
        float *x = &room->x[bot], *y = &room->y[bot];
        if (walled.starts[bot + 1] > walled.starts[bot] || fabsf(*x) > 100 || fabsf(*y) > 100) {
            float away = fabsf(*x) > 100 || fabsf(*y) > 100 ? -0.5f : -1;
            room->way_x[bot] = away < -0.5f ? -room->way_x[bot] : *x / -400;
            room->way_y[bot] = away < -0.5f ? -room->way_y[bot] : *y / -400;
        }
        *x += room->way_x[bot], *y += room->way_y[bot];
        shapes[bot] = collide_circle(*x, *y, 1);
    }
    must(collide_world_set_shapes(room->world, room->bots, shapes, BOTS));
}

/* A bot that begins to overlap a coin picks it up. */
static void pick_up(Room *room) {
    size_t count = collide_world_event_count(room->world), gone = 0;
    CollideEvent *events = malloc((count + 1) * sizeof *events);
    CollideHandle *coins = malloc((count + 1) * 2 * sizeof *coins);
    if (events == NULL || coins == NULL) {
        exit(1);
    }
    must(collide_world_events(room->world, events, count));
    for (size_t event = 0; event < count; event++) {
        CollideHandle who[2] = {events[event].a, events[event].b};
        CollideEntity entities[2];
        uint8_t alive[2];
        must(collide_world_get_entities(room->world, who, 2, entities, alive));
        for (int side = 0; side < 2; side++) {
            int taken = 0;
            for (size_t other = 0; other < gone; other++) {
                taken |= coins[other] == who[side];
            }
            if (events[event].kind == COLLIDE_BEGAN && alive[side] && entities[side].data == COIN && !taken) {
                coins[gone++] = who[side];
            }
        }
    }
    must(collide_world_remove(room->world, coins, gone));
    room->picked += gone;
    free(events), free(coins);
}

/* A tenth of the bots shoot ahead, at the positions of the time of the shot. */
static void shoot(Room *room) {
    if (collide_world_tick(room->world) <= TICKS_BACK) {
        return;
    }
    CollideRay rays[BOTS / 10];
    CollideFilter filters[BOTS / 10];
    for (int shot = 0; shot < BOTS / 10; shot++) {
        int bot = shot * 10;
        rays[shot] = (CollideRay){room->x[bot], room->y[bot], room->way_x[bot], room->way_y[bot], 200};
        filters[shot] = (CollideFilter){COLLIDE_EXCEPT | COLLIDE_SOLID, room->bots[bot], {0, 0, 0}};
    }
    double then = (double)collide_world_tick(room->world) - TICKS_BACK + 0.5;
    CollideAsk ask = {1, COLLIDE_FIRST, 1, then, filters, BUDGET};
    must(collide_query_ray(room->world, rays, BOTS / 10, &ask, room->hits));
    CollideHitsView hits;
    must(collide_hits_view(room->hits, &hits));
    room->shots += hits.count;
    room->hit += hits.total;
}

int main(int count, char **arguments) {
    if (collide_abi_version() != COLLIDE_ABI_VERSION) {
        fprintf(stderr, "the library does not fit the header: %s\n", collide_version());
        return 1;
    }
    int ticks = count > 1 ? atoi(arguments[1]) : 600;
    static Room room = {.random = 1};
    CollideSettings settings = collide_settings_default();
    settings.events = 1;
    settings.history_ticks = TICKS_BACK + 2;
    settings.history_teleport_distance = 0.5f;
    must(collide_world_new(&settings, &room.world));
    must(collide_hits_new(&room.hits));
    furnish(&room);
    must(collide_world_step(room.world));
    for (int tick = 0; tick < ticks; tick++) {
        move(&room);
        if (collide_world_step_within(room.world, &BUDGET) != COLLIDE_OK) {
            fprintf(stderr, "tick skipped: %s\n", collide_last_error());
        }
        pick_up(&room);
        shoot(&room);
    }
    printf("%d ticks: %zu coins picked up, %zu of %zu shots hit, fingerprint %016llx\n", ticks, room.picked, room.hit,
           room.shots, (unsigned long long)collide_world_fingerprint(room.world));
    collide_hits_free(room.hits);
    collide_world_free(room.world);
    return 0;
}

/* Shared by the tests in C. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide.h"

/* Ends the test if a condition is false. */
#define CHECK(condition)                                                                                              \
    do {                                                                                                              \
        if (!(condition)) {                                                                                           \
            fprintf(stderr, "%s:%d: false: %s (last error: %s)\n", __FILE__, __LINE__, #condition,                    \
                    collide_last_error());                                                                            \
            exit(1);                                                                                                  \
        }                                                                                                             \
    } while (0)

/* Checks that a call is accepted. */
#define OK(call) CHECK((call) == COLLIDE_OK)

/* Checks that a call is rejected with this status and message. */
#define REFUSED(call, status, message)                                                                                \
    do {                                                                                                              \
        CHECK((call) == (status));                                                                                    \
        if (strcmp(collide_last_error(), (message)) != 0) {                                                           \
            fprintf(stderr, "%s:%d: must say \"%s\", says \"%s\"\n", __FILE__, __LINE__, (message),                   \
                    collide_last_error());                                                                            \
            exit(1);                                                                                                  \
        }                                                                                                             \
    } while (0)

static inline CollideWorld *new_world(CollideSettings settings) {
    CollideWorld *world;
    OK(collide_world_new(&settings, &world));
    return world;
}

static inline CollideHandle insert(CollideWorld *world, CollideShape shape) {
    CollideEntity entity = collide_entity(shape);
    CollideHandle handle;
    OK(collide_world_insert(world, &entity, 1, &handle));
    return handle;
}

#endif

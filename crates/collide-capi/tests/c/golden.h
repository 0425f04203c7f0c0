/* Reads the files of tests/golden. */
#ifndef GOLDEN_H
#define GOLDEN_H

#include "check.h"

/* The two sets of files: circles and rectangles, and every kind of shape. */
static const char *const SETS[2] = {"", "kinds_"};

/* The set that is read. */
static const char *set = "";

/* The text of a file of the set, ended by a zero byte; writes its length without the zero to `length`. */
static inline char *text(const char *folder, const char *name, size_t *length) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s", folder, set, name);
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    CHECK(fseek(file, 0, SEEK_END) == 0);
    long size = ftell(file);
    CHECK(size >= 0 && fseek(file, 0, SEEK_SET) == 0);
    char *bytes = malloc((size_t)size + 1);
    CHECK(bytes != NULL && fread(bytes, 1, (size_t)size, file) == (size_t)size);
    bytes[size] = '\0';
    fclose(file);
    *length = (size_t)size;
    return bytes;
}

/* The next line of a text; null after the last. */
static inline char *next_line(char **rest) {
    char *line = *rest;
    char *end = strchr(line, '\n');
    if (end == NULL) {
        return NULL;
    }
    *end = '\0';
    *rest = end + 1;
    return line;
}

/* Reads a number and the comma after it. */
static inline float number(char **at) {
    char *end;
    float value = strtof(*at, &end);
    CHECK(end != *at);
    *at = *end == ',' ? end + 1 : end;
    return value;
}

/* Reads the columns kind and numbers. */
static inline CollideShape read_numbers(char **at) {
    CollideShape shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = (uint8_t)number(at);
    for (size_t place = 0; place < COLLIDE_NUMBERS; place++) {
        shape.numbers[place] = number(at);
        if (**at != ' ') {
            break;
        }
    }
    return shape;
}

/* Reads the columns of an entity's shape: kind, x, y, a, b and angle, or kind and numbers. */
static inline CollideShape read_shape(char **at) {
    if (*set != '\0') {
        return read_numbers(at);
    }
    int kind = (int)number(at);
    float x = number(at), y = number(at), a = number(at), b = number(at), angle = number(at);
    switch (kind) {
    case 0: return collide_circle(x, y, a);
    case 1: return collide_rect(x, y, a, b);
    default: return collide_oriented_rect(x, y, a, b, angle);
    }
}

/* Reads the columns of a query's shape: x, y and radius, or kind and numbers. */
static inline CollideShape read_asked(char **at) {
    if (*set != '\0') {
        return read_numbers(at);
    }
    float x = number(at), y = number(at), radius = number(at);
    return collide_circle(x, y, radius);
}

#endif

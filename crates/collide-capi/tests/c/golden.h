/* Reads the files of tests/golden. */
#ifndef GOLDEN_H
#define GOLDEN_H

#include "check.h"

/* The text of a file, ended by a zero byte; writes its length without the zero to `length`. */
static inline char *text(const char *folder, const char *name, size_t *length) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
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

/* Reads the columns kind, x, y, a, b and angle. */
static inline CollideShape read_shape(char **at) {
    int kind = (int)number(at);
    float x = number(at), y = number(at), a = number(at), b = number(at), angle = number(at);
    switch (kind) {
    case 0: return collide_circle(x, y, a);
    case 1: return collide_rect(x, y, a, b);
    default: return collide_oriented_rect(x, y, a, b, angle);
    }
}

#endif

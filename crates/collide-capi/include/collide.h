/*
 * collide: exact, deterministic, parallel 2D collision and spatial queries for authoritative game servers.
 *
 * Objects are opaque: a CollideWorld keeps entities, CollideHits, CollideInterest, CollideSwept, CollideBatch, CollideTrace and
 * CollideBuffer hold answers and what is needed to find them. Whatever a function with `new` in its name, or collide_world_fork, has
 * written to the pointer it was given is to be freed by the function with `free` in its name, once. Calls are made for batches:
 * arrays of structures in, arrays out; for one entity, an array of one. Numbers are in world units, angles in radians.
 *
 * Errors. A call answers COLLIDE_OK, which is 0, or says why it was refused; collide_last_error() then has a message that names the parameter,
 * its index and its value. A refused call has changed nothing, unless its description says otherwise. Functions that answer a number
 * have no status: for a null pointer they answer 0. No C++ exception or Rust panic comes out of a call; a panic, a fault of the
 * library, is COLLIDE_FAULT, and is told on the standard error, too. Memory that cannot be had ends the process: where
 * strangers decide how much is found, bound it by collide_world_step_within, collide_hits_new and collide_interest_new.
 *
 * Pointers. A null pointer where there must not be one, one that is not aligned, unknown constants, numbers that make no shape and handles
 * that are stale or made up are refused. What cannot be checked is promised by the caller: that a pointer to an object is one that this
 * library gave out and not yet freed, and that arrays are as long as the count that goes with them. A count of 0 asks for no array, and
 * its pointer may be null. Arrays are copied: none is used after the call. Arrays that overlap may be read but not written.
 *
 * Threads. Functions that take an object as `const` may be called by any number of threads at once for one object: so many threads may
 * ask one world, each with hits of its own. Those that take it without `const` want it for themselves: no other thread may use that
 * object meanwhile. Different objects have nothing to do with each other, and may be used on, handed to and freed by any thread. The
 * last error is the calling thread's own.
 *
 * The same calls give the same answers, to the byte, whatever the strategy, the number of threads and the machine.
 *
 * Made by cbindgen from crates/collide-capi/src. Do not edit.
 */

#ifndef COLLIDE_H
#define COLLIDE_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of what this header describes: another where a function or a structure is another than before.
 */
#define COLLIDE_ABI_VERSION 1

/**
 * A circle: `x, y, radius`.
 */
#define COLLIDE_CIRCLE 0

/**
 * A rectangle along the axes: `min x, min y, max x, max y`.
 */
#define COLLIDE_RECT 1

/**
 * A turned rectangle: `x, y` of its center, half its width, half its height, cosine and sine of its angle.
 */
#define COLLIDE_ORIENTED_RECT 2

/**
 * Moves, perhaps at every tick.
 */
#define COLLIDE_DYNAMIC 0

/**
 * Stays where it is for long: a tick costs what is dynamic.
 */
#define COLLIDE_STATIC 1

/**
 * Could move, but rests: kept as what is static is.
 */
#define COLLIDE_SLEEPING 2

/**
 * Looks at the data and takes one of the other strategies.
 */
#define COLLIDE_AUTO 0

/**
 * Every shape against every other.
 */
#define COLLIDE_BRUTE_FORCE 1

/**
 * Square cells of one size, and a second grid for larger shapes.
 */
#define COLLIDE_UNIFORM_GRID 2

/**
 * Square cells of several sizes.
 */
#define COLLIDE_HIERARCHICAL_GRID 3

/**
 * Sorted along an axis.
 */
#define COLLIDE_SWEEP_AND_PRUNE 4

/**
 * A packed R-tree.
 */
#define COLLIDE_R_TREE 5

/**
 * Shapes that only touch are a pair.
 */
#define COLLIDE_CLOSED 0

/**
 * Shapes that only touch are none.
 */
#define COLLIDE_OPEN 1

/**
 * Pairs by the smaller slot and then by the larger one.
 */
#define COLLIDE_BY_SLOT 0

/**
 * Pairs as they are found, which costs nothing; not the same for every strategy.
 */
#define COLLIDE_AS_FOUND 1

/**
 * The pair overlaps, and did not at the tick before.
 */
#define COLLIDE_BEGAN 0

/**
 * The pair overlaps as it did at the tick before.
 */
#define COLLIDE_STAYED 1

/**
 * The pair overlapped at the tick before and does no longer: apart, on other layers, or one of the two is gone.
 */
#define COLLIDE_ENDED 2

/**
 * A filter finds only whom an entity on its `layers` would meet.
 */
#define COLLIDE_ON_LAYERS 1

/**
 * A filter finds no sensors.
 */
#define COLLIDE_SOLID 2

/**
 * A filter does not find the entity `except`.
 */
#define COLLIDE_EXCEPT 4

/**
 * All that are hit.
 */
#define COLLIDE_ALL 0

/**
 * At most `first` of each question: those with the smallest slots, or the nearest where hits have a distance.
 */
#define COLLIDE_FIRST 1

/**
 * How many are hit, without a list.
 */
#define COLLIDE_COUNT 2

/**
 * Finds pairs among shapes that are kept elsewhere. Holds settings and memory to work with only: keep one and use it again.
 */
typedef struct CollideBatch CollideBatch;

/**
 * Bytes, or text, that a call has written. Keeps its memory; use one for many calls.
 */
typedef struct CollideBuffer CollideBuffer;

/**
 * The answers to a batch of questions, and what is needed to find them. Keeps its memory; use one for many batches, one thread at a
 * time.
 */
typedef struct CollideHits CollideHits;

/**
 * Keeps observers, and says at each tick what has come into view of each and what has left it.
 */
typedef struct CollideInterest CollideInterest;

/**
 * Pairs that meet on their way, and what is needed to find them. Keeps its memory; use one for many calls, one thread at a time.
 */
typedef struct CollideSwept CollideSwept;

/**
 * What a world has written down, to be gone through tick by tick.
 */
typedef struct CollideTrace CollideTrace;

/**
 * Entities with shapes, and the pairs of them that overlap at each tick.
 */
typedef struct CollideWorld CollideWorld;

/**
 * A shape: its kind, and up to six numbers in world units that the kind says the meaning of. Those that it does not use may be anything.
 *
 * The numbers are taken at face value. Whoever is given a shape refuses one with a number that is not finite, a negative radius or
 * extent, a smaller corner above the greater one, or cosine and sine both zero. Radius and extents may be zero: points and segments.
 */
typedef struct CollideShape {
    /**
     * `COLLIDE_CIRCLE`, `COLLIDE_RECT` or `COLLIDE_ORIENTED_RECT`.
     */
    uint8_t kind;
    /**
     * As the kind says.
     */
    float numbers[6];
} CollideShape;

/**
 * Which entities may meet. Two of one group that is not zero meet if it is positive, and do not if it is negative; all others meet if
 * each has a category that the other's mask holds.
 */
typedef struct CollideLayers {
    /**
     * What it is: one bit, or several. By default 1.
     */
    uint64_t category;
    /**
     * What it meets. By default all bits.
     */
    uint64_t mask;
    /**
     * Overrules the others among its own; zero, as by default, for none.
     */
    int64_t group;
} CollideLayers;

/**
 * What a world keeps of an entity. One of zeros meets nobody: begin with `collide_entity`.
 */
typedef struct CollideEntity {
    /**
     * Where and how large it is.
     */
    struct CollideShape shape;
    /**
     * `COLLIDE_DYNAMIC`, `COLLIDE_STATIC` or `COLLIDE_SLEEPING`.
     */
    uint8_t mobility;
    /**
     * Not zero if it only senses: it is paired as others are, but never with another sensor.
     */
    uint8_t sensor;
    /**
     * The user's own.
     */
    uint64_t data;
    /**
     * Whom it meets.
     */
    struct CollideLayers layers;
} CollideEntity;

/**
 * What to find and how. All zero is as good as `collide_settings_default` where there is no history.
 */
typedef struct CollideSettings {
    /**
     * How pairs are found: `COLLIDE_AUTO` or another. Changes how long an answer takes, never the answer.
     */
    uint8_t strategy;
    /**
     * Whether shapes that only touch are a pair: `COLLIDE_CLOSED` or `COLLIDE_OPEN`.
     */
    uint8_t touching;
    /**
     * The order of a world's pairs: `COLLIDE_BY_SLOT` or `COLLIDE_AS_FOUND`. With events they are always by slot.
     */
    uint8_t order;
    /**
     * Not zero if a world compares the pairs of each tick with those of the one before.
     */
    uint8_t events;
    /**
     * How many threads work: 1 for the calling thread alone, more for a pool of its own of so many, 0 for a pool that all share who say 0,
     * as large as the machine. Changes how long an answer takes, never the answer.
     */
    uint32_t threads;
    /**
     * The side of the cells of `COLLIDE_UNIFORM_GRID`, in world units; 0 leaves it to the engine.
     */
    float cell;
    /**
     * How far an entity moves in a tick at most, in world units: what is farther away at the next tick was put there, and is not looked for
     * between the two. By default 1.
     */
    float history_teleport_distance;
    /**
     * How many ticks a world remembers; 0 for none.
     */
    size_t history_ticks;
} CollideSettings;

/**
 * How a call went: `COLLIDE_OK`, or why it was refused; `collide_last_error` says more.
 */
typedef uint32_t CollideStatus;

/**
 * Names an entity of one world for as long as it lives: the generation in the upper half, the slot in the lower. Any number may be
 * given where a handle is asked for; one that no entity has is stale. Slots are the order of all lists.
 */
typedef uint64_t CollideHandle;

/**
 * Some of a world's dynamic circles as columns of `count` numbers, to be changed in place. A row is an entity.
 */
typedef struct CollideCircles {
    /**
     * How many.
     */
    size_t count;
    /**
     * Centers, in world units.
     */
    float *x;
    /**
     * Centers, in world units.
     */
    float *y;
    /**
     * Not to become negative.
     */
    float *radius;
    /**
     * The user's own.
     */
    uint64_t *data;
    /**
     * Whose they are: the lower halves of their handles.
     */
    const uint32_t *slots;
} CollideCircles;

/**
 * Changes some circles; `user` is what the call was given. It must come back as a function does: no `longjmp`, no exception.
 */
typedef void (*CollideChange)(void *user,
                              const struct CollideCircles *circles);

/**
 * Two entities that overlap, the smaller slot first.
 */
typedef struct CollidePair {
    /**
     * The one with the smaller slot.
     */
    CollideHandle a;
    /**
     * The other one.
     */
    CollideHandle b;
} CollidePair;

/**
 * A pair, and what has become of it since the tick before.
 */
typedef struct CollideEvent {
    /**
     * The one with the smaller slot.
     */
    CollideHandle a;
    /**
     * The other one.
     */
    CollideHandle b;
    /**
     * `COLLIDE_BEGAN`, `COLLIDE_STAYED` or `COLLIDE_ENDED`.
     */
    uint8_t kind;
} CollideEvent;

/**
 * What a tick or a batch did, and how long each phase took, in nanoseconds.
 */
typedef struct CollideReport {
    /**
     * Shapes taken part; for two sets, those of both.
     */
    size_t shape_count;
    /**
     * Pairs that the search let through to the exact test.
     */
    uint64_t candidate_count;
    /**
     * Pairs found.
     */
    uint64_t pair_count;
    /**
     * How long it was expected to take; 0 where that was not weighed.
     */
    uint64_t expected;
    /**
     * Computing bounds, where they are not kept.
     */
    uint64_t bounds;
    /**
     * Sorting, or building the index.
     */
    uint64_t index;
    /**
     * Finding candidates and testing them exactly.
     */
    uint64_t pairs;
    /**
     * Bringing the pairs into order.
     */
    uint64_t order;
    /**
     * Comparing the pairs with those of the tick before.
     */
    uint64_t events;
    /**
     * Noting how things stand, for the history.
     */
    uint64_t history;
    /**
     * The strategy that ran, never `COLLIDE_AUTO`.
     */
    uint8_t strategy;
} CollideReport;

/**
 * How two overlapping shapes meet. Moving the second by `normal * depth` leaves them only touching.
 */
typedef struct CollideContact {
    /**
     * Unit vector from the first to the second, the direction that parts them soonest.
     */
    float normal_x;
    /**
     * See `normal_x`.
     */
    float normal_y;
    /**
     * How far they overlap along the normal, in world units; zero exactly when they only touch.
     */
    float depth;
    /**
     * Where they meet, x and y of up to two points.
     */
    float points[4];
    /**
     * How many points: 0 for a pair with a sensor, and for one that overlaps no longer, which have no contact.
     */
    uint8_t point_count;
} CollideContact;

/**
 * When and where a moving shape meets another.
 */
typedef struct CollideImpact {
    /**
     * The part of the way that is done when they meet, from 0 to 1, rounded down.
     */
    float time;
    /**
     * Unit vector from the first to the second, across the surfaces that meet.
     */
    float normal_x;
    /**
     * See `normal_x`.
     */
    float normal_y;
    /**
     * Where they meet, x and y of up to two points.
     */
    float points[4];
    /**
     * How many points, 1 or 2.
     */
    uint8_t point_count;
} CollideImpact;

/**
 * Two entities that meet on their way, and how.
 */
typedef struct CollideSweptPair {
    /**
     * The one with the smaller slot.
     */
    CollideHandle a;
    /**
     * The other one.
     */
    CollideHandle b;
    /**
     * When, as a part of the motions, and where.
     */
    struct CollideImpact impact;
} CollideSweptPair;

/**
 * Whom a question finds. One of zeros finds all.
 */
typedef struct CollideFilter {
    /**
     * The sum of `COLLIDE_ON_LAYERS`, `COLLIDE_SOLID` and `COLLIDE_EXCEPT` that it is to be.
     */
    uint8_t flags;
    /**
     * Who is not found: the one who asks.
     */
    CollideHandle except;
    /**
     * Who must be met.
     */
    struct CollideLayers layers;
} CollideFilter;

/**
 * How a batch is asked. One of zeros asks about now, for all, of all.
 */
typedef struct CollideAsk {
    /**
     * Not zero to ask about the past: about `tick`.
     */
    uint8_t past;
    /**
     * `COLLIDE_ALL`, `COLLIDE_FIRST` or `COLLIDE_COUNT`.
     */
    uint8_t mode;
    /**
     * With `COLLIDE_FIRST`, how many.
     */
    size_t first;
    /**
     * A tick that is remembered, as `collide_world_tick` counts, or a time between two: 12.5 is half way from tick 12 to tick 13.
     */
    double tick;
    /**
     * Null, or a filter for each question.
     */
    const struct CollideFilter *filters;
} CollideAsk;

/**
 * A straight way: the points `origin + t * direction` for `t` from 0 to `max_t`, which may be infinite.
 */
typedef struct CollideRay {
    /**
     * Where it starts.
     */
    float x;
    /**
     * Where it starts.
     */
    float y;
    /**
     * Its direction, of any length but zero.
     */
    float direction_x;
    /**
     * See `direction_x`.
     */
    float direction_y;
    /**
     * How far it goes, in lengths of the direction.
     */
    float max_t;
} CollideRay;

/**
 * A straight way between two points.
 */
typedef struct CollideSegment {
    /**
     * Where it starts.
     */
    float from_x;
    /**
     * Where it starts.
     */
    float from_y;
    /**
     * Where it ends.
     */
    float to_x;
    /**
     * Where it ends.
     */
    float to_y;
} CollideSegment;

/**
 * A shape, and the straight way that it goes without turning.
 */
typedef struct CollideMoving {
    /**
     * Where it starts.
     */
    struct CollideShape shape;
    /**
     * How far it goes.
     */
    float motion_x;
    /**
     * How far it goes.
     */
    float motion_y;
} CollideMoving;

/**
 * Who is nearest to a shape. One of zeros finds nobody.
 */
typedef struct CollideNearest {
    /**
     * Nearest to this one; a point is a circle without radius.
     */
    struct CollideShape shape;
    /**
     * At most so far, in world units; infinite for however far.
     */
    float within;
    /**
     * At most so many.
     */
    size_t count;
} CollideNearest;

/**
 * Where a ray or segment meets a shape.
 */
typedef struct CollideRayHit {
    /**
     * How far along it enters, in lengths of the ray's direction; of a segment, as a part of the way from 0 to 1.
     */
    float entry;
    /**
     * How far along it leaves, or ends.
     */
    float exit;
    /**
     * Where it enters.
     */
    float x;
    /**
     * Where it enters.
     */
    float y;
    /**
     * The unit normal of the border there, pointing outward; zero where it starts inside.
     */
    float normal_x;
    /**
     * See `normal_x`.
     */
    float normal_y;
    /**
     * 1 if it starts inside.
     */
    uint8_t inside;
} CollideRayHit;

/**
 * The answers to the last batch of questions as flat arrays: those of question `i` are from `starts[i]` up to, but not including,
 * `starts[i + 1]`. Arrays that the question has no use for are null. They stay until the next call that the hits are given to without `const`.
 */
typedef struct CollideHitsView {
    /**
     * How many questions were answered.
     */
    size_t count;
    /**
     * How many answers there are in all.
     */
    size_t total;
    /**
     * `count + 1` numbers. Null where segments may be blocked, which have no hits.
     */
    const size_t *starts;
    /**
     * Who was found. Null where hits are only counted.
     */
    const CollideHandle *handles;
    /**
     * Where rays and segments hit them.
     */
    const struct CollideRayHit *ray_hits;
    /**
     * When and where moving shapes meet them.
     */
    const struct CollideImpact *impacts;
    /**
     * How near they are, in world units.
     */
    const float *distances;
    /**
     * For each segment that may be blocked a 1 if it is and a 0 if not.
     */
    const uint8_t *blocked;
} CollideHitsView;

/**
 * Someone who is to be told of what is near. Begin with `collide_observer_at` or `collide_observer_of`.
 */
typedef struct CollideObserver {
    /**
     * Not zero if it looks from the center of the entity `entity`, wherever that goes; else it looks from `x, y`.
     */
    uint8_t follows;
    /**
     * Whom it follows.
     */
    CollideHandle entity;
    /**
     * Where it stands.
     */
    float x;
    /**
     * Where it stands.
     */
    float y;
    /**
     * How near one must come to be seen, in world units: to the shape, not its center.
     */
    float inner;
    /**
     * How far one must go to be seen no longer, in world units; at least `inner`.
     */
    float outer;
    /**
     * How many it sees at most: the nearest. `SIZE_MAX` for all.
     */
    size_t max_visible;
    /**
     * Whom it sees.
     */
    struct CollideFilter filter;
} CollideObserver;

/**
 * Names an observer of one interest until it is removed, as `CollideHandle` names an entity.
 */
typedef uint64_t CollideObserverId;

/**
 * What an update found.
 */
typedef struct CollideInterestReport {
    /**
     * How many observers there are.
     */
    size_t observer_count;
    /**
     * How many of them follow an entity that is gone.
     */
    size_t lost_count;
    /**
     * How many entities overlap the outer circles, those of all observers together.
     */
    size_t candidate_count;
    /**
     * How many are in view.
     */
    size_t visible_count;
    /**
     * How many have come into view.
     */
    size_t entered_count;
    /**
     * How many have left it.
     */
    size_t left_count;
} CollideInterestReport;

/**
 * What all observers saw at the last update, in order of their slots, as flat arrays: observer `i` is `ids[i]`, and whom it sees is
 * `visible` from `visible_starts[i]` up to, but not including, `visible_starts[i + 1]`; so for the others. They stay until the next call that
 * the interest is given to without `const`. Lists without items are null.
 */
typedef struct CollideViews {
    /**
     * How many observers.
     */
    size_t count;
    /**
     * Who they are.
     */
    const CollideObserverId *ids;
    /**
     * A 1 for each that follows an entity that is gone: it sees nothing.
     */
    const uint8_t *lost;
    /**
     * `count + 1` numbers.
     */
    const size_t *visible_starts;
    /**
     * Who is in view.
     */
    const CollideHandle *visible;
    /**
     * `count + 1` numbers.
     */
    const size_t *entered_starts;
    /**
     * Who is in view and was not before.
     */
    const CollideHandle *entered;
    /**
     * `count + 1` numbers.
     */
    const size_t *left_starts;
    /**
     * Who was in view before and is not. Those that are gone have stale handles.
     */
    const CollideHandle *left;
} CollideViews;

/**
 * Two shapes that overlap, by their numbers in the arrays given.
 */
typedef struct CollideIndexPair {
    /**
     * The one with the smaller number, or that of the first array.
     */
    uint32_t a;
    /**
     * The other one, or that of the second array.
     */
    uint32_t b;
} CollideIndexPair;

/**
 * The pairs that a batch found. They stay until the next call that it is given to.
 */
typedef struct CollideIndexPairs {
    /**
     * The pairs, by first and then by second number; null for none.
     */
    const struct CollideIndexPair *pairs;
    /**
     * How many.
     */
    size_t count;
} CollideIndexPairs;

/**
 * What a recorded tick is.
 */
typedef struct CollideTraceTick {
    /**
     * Its number.
     */
    uint64_t tick;
    /**
     * How many pairs it had. Of a trace from strangers look at this before it is replayed.
     */
    uint64_t pair_count;
    /**
     * The fingerprint of its pairs by slot.
     */
    uint64_t fingerprint;
    /**
     * How many batches of questions were asked before its step.
     */
    size_t question_count;
    /**
     * 1 if it begins with the whole world.
     */
    uint8_t starts;
} CollideTraceTick;

/**
 * What of a replayed tick was the same as recorded.
 */
typedef struct CollideReplayed {
    /**
     * Batches of questions that got the same answers.
     */
    size_t answered;
    /**
     * Those about ticks before the recording, which cannot be asked again.
     */
    size_t skipped;
} CollideReplayed;

/**
 * All went well.
 */
#define COLLIDE_OK 0

/**
 * There is nothing more, at the end of a trace. Not an error.
 */
#define COLLIDE_END 1

/**
 * A parameter is not what it must be: a null pointer, a shape that is none, a number that is not finite, an unknown constant.
 */
#define COLLIDE_INVALID 2

/**
 * The entity or observer of a handle was removed.
 */
#define COLLIDE_STALE 3

/**
 * There is no room for more entities, observers or shapes.
 */
#define COLLIDE_FULL 4

/**
 * More was found than the budget allows. Nothing has happened.
 */
#define COLLIDE_OVER_BUDGET 5

/**
 * The array to be written is too short. Nothing was written but how long it must be.
 */
#define COLLIDE_TOO_SMALL 6

/**
 * The time asked about is not remembered.
 */
#define COLLIDE_NOT_REMEMBERED 7

/**
 * Bytes are not those of a world or of a trace.
 */
#define COLLIDE_DAMAGED 8

/**
 * A replay went another way than the recording.
 */
#define COLLIDE_DIVERGED 9

/**
 * The system refused to start threads.
 */
#define COLLIDE_NO_THREADS 10

/**
 * A fault of this library, stopped at the border. Free what was part of the call.
 */
#define COLLIDE_FAULT 11

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of what the library that runs has: to be compared with `COLLIDE_ABI_VERSION`, before anything else is called, by who loads
 * it at run time.
 */
uint32_t collide_abi_version(void);

/**
 * The version of the library that runs, such as `0.1.0`. Ends with a zero.
 */
const char *collide_version(void);

/**
 * Why the last call of this thread that was refused was refused, with the name and the value of what was wrong, as in
 * `shapes[3]: radius: must not be negative, is -1`; empty if none was. Never null, ends with a zero, and stays as it is until another call
 * of this thread is refused.
 */
const char *collide_last_error(void);

/**
 * A circle, as a shape. What is wrong with it is told where it is used.
 */
struct CollideShape collide_circle(float x,
                                   float y,
                                   float radius);

/**
 * A rectangle between two corners, as a shape. What is wrong with it is told where it is used.
 */
struct CollideShape collide_rect(float min_x,
                                 float min_y,
                                 float max_x,
                                 float max_y);

/**
 * A rectangle around a center, turned by an angle in radians, as a shape. The angle becomes the same cosine and sine on every
 * machine, which those of the C library do not. What is wrong with it is told where it is used.
 */
struct CollideShape collide_oriented_rect(float x,
                                          float y,
                                          float half_width,
                                          float half_height,
                                          float radians);

/**
 * A dynamic entity of a shape, with data zero, that meets all others.
 */
struct CollideEntity collide_entity(struct CollideShape shape);

/**
 * The settings by default: all strategies weighed, touching counts, pairs by slot, no events, no history, the shared threads.
 */
struct CollideSettings collide_settings_default(void);

/**
 * A new world without entities, to be freed by `collide_world_free`. `settings` may be null for those by default.
 *
 * `COLLIDE_INVALID` for an unknown constant or a cell that is not above zero, `COLLIDE_NO_THREADS`.
 */
CollideStatus collide_world_new(const struct CollideSettings *settings,
                                struct CollideWorld **world);

/**
 * Frees a world and all that it has. Null is nothing.
 */
void collide_world_free(struct CollideWorld *world);

/**
 * Changes the settings for the steps that follow; null for those by default. No entity is lost; threads are started anew only where
 * their number changes.
 *
 * `COLLIDE_INVALID` and `COLLIDE_NO_THREADS` as for `collide_world_new`; the settings are then as before.
 */
CollideStatus collide_world_set_settings(struct CollideWorld *world,
                                         const struct CollideSettings *settings);

/**
 * The settings of a world.
 */
CollideStatus collide_world_settings(const struct CollideWorld *world,
                                     struct CollideSettings *settings);

/**
 * How many entities there are; 0 for a null world.
 */
size_t collide_world_len(const struct CollideWorld *world);

/**
 * Adds `count` entities and writes their handles, in the same order, to `handles`, which may be null where they are not wanted. They
 * take part from the next step on.
 *
 * `COLLIDE_INVALID` for one that is none, with its index; `COLLIDE_FULL` at 67 million dynamic or as many static ones. None is added then.
 */
CollideStatus collide_world_insert(struct CollideWorld *world,
                                   const struct CollideEntity *entities,
                                   size_t count,
                                   CollideHandle *handles);

/**
 * Gives `count` entities new shapes; of several for one entity the last counts. All else of an entity stays.
 *
 * `COLLIDE_INVALID` for a shape that is none and `COLLIDE_STALE` for an entity that is gone, with the index. Nothing is changed then.
 */
CollideStatus collide_world_set_shapes(struct CollideWorld *world,
                                       const CollideHandle *handles,
                                       const struct CollideShape *shapes,
                                       size_t count);

/**
 * Gives `count` entities new shapes, data, layers and mobility. They keep their handles.
 *
 * `COLLIDE_INVALID` for one that is none and `COLLIDE_STALE` for one that is gone, with the index; `COLLIDE_FULL` where a mobility would have too
 * many entities. Nothing is changed then.
 */
CollideStatus collide_world_set_entities(struct CollideWorld *world,
                                         const CollideHandle *handles,
                                         const struct CollideEntity *entities,
                                         size_t count);

/**
 * Removes `count` entities. A handle that comes twice is as good as once; all are stale from now on.
 *
 * `COLLIDE_STALE` for the first that is gone, with its index. Nothing is removed then.
 */
CollideStatus collide_world_remove(struct CollideWorld *world,
                                   const CollideHandle *handles,
                                   size_t count);

/**
 * Writes the entities of `count` handles to `entities`, and to `alive` a 1 for each that is there; for those that are gone a 0, and an
 * entity of zeros. The first look by handle after a step costs a pass over all entities.
 */
CollideStatus collide_world_get_entities(const struct CollideWorld *world,
                                         const CollideHandle *handles,
                                         size_t count,
                                         struct CollideEntity *entities,
                                         uint8_t *alive);

/**
 * Writes all entities and their handles in order of slots, as many as `collide_world_len` says, into arrays with room for `room`
 * of each. Either may be null where it is not wanted.
 *
 * `COLLIDE_TOO_SMALL` where there is not room for all; nothing is written then.
 */
CollideStatus collide_world_entities(const struct CollideWorld *world,
                                     CollideHandle *handles,
                                     struct CollideEntity *entities,
                                     size_t room);

/**
 * Goes through all dynamic circles, some hundreds at a time, and lets `change` move them where they stand: the fastest way to move many.
 *
 * `change` is called from several threads at once where the settings allow more than one, and must not use the world.
 *
 * `COLLIDE_INVALID` for a row that is no circle afterwards, naming its handle: it stays as it was, its data excepted, and all others are changed.
 */
CollideStatus collide_world_update_circles(struct CollideWorld *world,
                                           CollideChange change,
                                           void *user);

/**
 * Finds the pairs of this tick. However many there are: where users decide who stands where, use `collide_world_step_within`.
 */
CollideStatus collide_world_step(struct CollideWorld *world);

/**
 * A step that gives up where there are more than `max_pairs` pairs, before their memory or time hurts.
 *
 * `COLLIDE_OVER_BUDGET` when there are more: nothing has happened then, and another step may be tried.
 */
CollideStatus collide_world_step_within(struct CollideWorld *world,
                                        uint64_t max_pairs);

/**
 * Sorts what has changed since the last step, so that questions need not. Finds no pairs.
 */
CollideStatus collide_world_refresh(struct CollideWorld *world);

/**
 * How many pairs a step would find now, without memory for them and without making it.
 */
CollideStatus collide_world_count_pairs(struct CollideWorld *world,
                                        uint64_t *count);

/**
 * How many steps were made; 0 for a null world.
 */
uint64_t collide_world_tick(const struct CollideWorld *world);

/**
 * Hash of the tick and its pairs: the same on every machine, in every language, for every strategy and number of threads, if pairs are
 * listed by slot. 0 for a null world.
 */
uint64_t collide_world_fingerprint(const struct CollideWorld *world);

/**
 * How many bytes the world has allocated; 0 for a null world.
 */
size_t collide_world_memory(const struct CollideWorld *world);

/**
 * How many pairs the last step found; 0 for a null world.
 */
size_t collide_world_pair_count(const struct CollideWorld *world);

/**
 * Writes the pairs of the last step, as many as `collide_world_pair_count` says, into an array with room for `room`: each once, by the
 * smaller slot and then by the larger one. An entity removed since is named by a handle that is now stale.
 *
 * `COLLIDE_TOO_SMALL` where there is not room for all; nothing is written then.
 */
CollideStatus collide_world_pairs(const struct CollideWorld *world,
                                  struct CollidePair *pairs,
                                  size_t room);

/**
 * How many events the last step had, if the settings ask for events; 0 for a null world.
 */
size_t collide_world_event_count(const struct CollideWorld *world);

/**
 * Writes what has become of each pair since the tick before, as many as `collide_world_event_count` says, into an array with room for
 * `room`: in order of slots. One that was removed ends its pairs under its own handle.
 *
 * `COLLIDE_TOO_SMALL` where there is not room for all; nothing is written then.
 */
CollideStatus collide_world_events(const struct CollideWorld *world,
                                   struct CollideEvent *events,
                                   size_t room);

/**
 * What the last step did; all zero before the first.
 */
CollideStatus collide_world_report(const struct CollideWorld *world,
                                   struct CollideReport *report);

/**
 * Says in `text` how the last step was done and why, for people to read, over what it held; nothing before the first step.
 */
CollideStatus collide_world_explain(const struct CollideWorld *world,
                                    struct CollideBuffer *text);

/**
 * Writes how each pair of the last step meets, in the order of `collide_world_pairs`, into an array with room for `room`.
 *
 * `COLLIDE_TOO_SMALL` where there is not room for all; nothing is written then.
 */
CollideStatus collide_world_contacts(const struct CollideWorld *world,
                                     struct CollideContact *contacts,
                                     size_t room);

/**
 * New swept pairs, none yet, to be freed by `collide_swept_free`.
 */
CollideStatus collide_swept_new(struct CollideSwept **swept);

/**
 * Frees swept pairs. Null is nothing.
 */
void collide_swept_free(struct CollideSwept *swept);

/**
 * Finds every pair of one that moves and any other entity that meet on the way, once, in order of slots: `handles` are `count` entities,
 * and `motions`, x and y for each, the way it goes; all others stay where they are. `pairs` becomes where the pairs are, null for none, and
 * `pair_count` how many; they stay until the next call that `swept` is given to.
 *
 * `COLLIDE_STALE` and `COLLIDE_INVALID` with the index of the first whose entity is gone or whose motion is not finite.
 */
CollideStatus collide_world_swept_pairs(const struct CollideWorld *world,
                                        const CollideHandle *handles,
                                        const float *motions,
                                        size_t count,
                                        struct CollideSwept *swept,
                                        const struct CollideSweptPair **pairs,
                                        size_t *pair_count);

/**
 * Who overlaps each of `count` shapes, as the world's rule for touching says, in order of slots. A point is a circle without radius.
 *
 * `ask` may be null. `COLLIDE_INVALID` with the index of a question that is none, `COLLIDE_NOT_REMEMBERED`, `COLLIDE_OVER_BUDGET`; so for all
 * questions. They do not change the world: many threads may ask one world at once, each with hits of its own.
 */
CollideStatus collide_query_overlap(const struct CollideWorld *world,
                                    const struct CollideShape *shapes,
                                    size_t count,
                                    const struct CollideAsk *ask,
                                    struct CollideHits *hits);

/**
 * Whom each of `count` rays hits and where, by entry and then by slot. A graze is a hit.
 */
CollideStatus collide_query_ray(const struct CollideWorld *world,
                                const struct CollideRay *rays,
                                size_t count,
                                const struct CollideAsk *ask,
                                struct CollideHits *hits);

/**
 * Who overlaps each of `count` segments, as the world's rule for touching says, and where: by entry and then by slot.
 */
CollideStatus collide_query_segment(const struct CollideWorld *world,
                                    const struct CollideSegment *segments,
                                    size_t count,
                                    const struct CollideAsk *ask,
                                    struct CollideHits *hits);

/**
 * Whether anyone overlaps each of `count` segments: a line of sight. Costs less than who does. The mode does not matter.
 */
CollideStatus collide_query_blocked(const struct CollideWorld *world,
                                    const struct CollideSegment *segments,
                                    size_t count,
                                    const struct CollideAsk *ask,
                                    struct CollideHits *hits);

/**
 * Whom each of `count` moving shapes meets on its way if all others stand still, by time of impact and then by slot.
 */
CollideStatus collide_query_sweep(const struct CollideWorld *world,
                                  const struct CollideMoving *moving,
                                  size_t count,
                                  const struct CollideAsk *ask,
                                  struct CollideHits *hits);

/**
 * Who is nearest to each of `count` shapes and at what distance, by distance and then by slot. How many is in the question, whatever the
 * mode.
 */
CollideStatus collide_query_nearest(const struct CollideWorld *world,
                                    const struct CollideNearest *nearest,
                                    size_t count,
                                    const struct CollideAsk *ask,
                                    struct CollideHits *hits);

/**
 * Writes the shapes that `count` entities had at the time that `ask` names to `shapes`, and to `there` a 1 for each that was there then; for
 * others a 0, and a shape of zeros.
 */
CollideStatus collide_query_shapes(const struct CollideWorld *world,
                                   const CollideHandle *handles,
                                   size_t count,
                                   const struct CollideAsk *ask,
                                   struct CollideShape *shapes,
                                   uint8_t *there);

/**
 * New answers, none yet, to be freed by `collide_hits_free`: with room for `max_hits` hits of all questions of a batch together, or `UINT64_MAX`
 * where nothing need be bounded.
 */
CollideStatus collide_hits_new(uint64_t max_hits,
                               struct CollideHits **hits);

/**
 * Frees answers. Null is nothing.
 */
void collide_hits_free(struct CollideHits *hits);

/**
 * The answers to the last batch of questions; none where that was refused.
 */
CollideStatus collide_hits_view(const struct CollideHits *hits,
                                struct CollideHitsView *view);

/**
 * One who stands at a point and sees all that is near.
 */
struct CollideObserver collide_observer_at(float x,
                                           float y,
                                           float inner,
                                           float outer);

/**
 * One who follows an entity and sees all that is near, that entity too unless its filter says otherwise.
 */
struct CollideObserver collide_observer_of(CollideHandle entity,
                                           float inner,
                                           float outer);

/**
 * A new interest without observers, to be freed by `collide_interest_free`. At each update the outer circles together may hold `max_candidates`
 * entities; `UINT64_MAX` where nothing need be bounded.
 */
CollideStatus collide_interest_new(uint64_t max_candidates,
                                   struct CollideInterest **interest);

/**
 * Frees an interest. Null is nothing.
 */
void collide_interest_free(struct CollideInterest *interest);

/**
 * Adds `count` observers and writes their ids to `ids`. They see nothing before the next update, at which all they see has entered.
 *
 * `COLLIDE_INVALID` with the index of one that is none. None is added then.
 */
CollideStatus collide_interest_insert(struct CollideInterest *interest,
                                      const struct CollideObserver *observers,
                                      size_t count,
                                      CollideObserverId *ids);

/**
 * Puts other observers in the place of `count`, which keep their ids and what they have in view.
 *
 * `COLLIDE_STALE` and `COLLIDE_INVALID` with the index of the first that is gone or none. Those before it are changed then.
 */
CollideStatus collide_interest_set(struct CollideInterest *interest,
                                   const CollideObserverId *ids,
                                   const struct CollideObserver *observers,
                                   size_t count);

/**
 * Removes `count` observers. What they saw is forgotten, and not told to have left.
 *
 * `COLLIDE_STALE` with the index of the first that is gone. Those before it are removed then.
 */
CollideStatus collide_interest_remove(struct CollideInterest *interest,
                                      const CollideObserverId *ids,
                                      size_t count);

/**
 * Finds who is in view now, once per tick: fastest right after a step. `report` may be null.
 *
 * Who is in view stays as long as its shape overlaps the outer circle, and who is not comes into view when it overlaps the inner one.
 * Touching counts, whatever the world's rule.
 *
 * `COLLIDE_OVER_BUDGET` when the outer circles hold more than there is room for: nothing has happened then.
 */
CollideStatus collide_interest_update(struct CollideInterest *interest,
                                      const struct CollideWorld *world,
                                      struct CollideInterestReport *report);

/**
 * What all observers saw at the last update.
 */
CollideStatus collide_interest_views(const struct CollideInterest *interest,
                                     struct CollideViews *views);

/**
 * Writes who saw an entity at the last update, in order of their slots, into an array with room for `room`, and how many to `count`.
 *
 * `COLLIDE_TOO_SMALL` where there is not room for all: `count` says how many there are.
 */
CollideStatus collide_interest_observers_of(const struct CollideInterest *interest,
                                            CollideHandle entity,
                                            CollideObserverId *ids,
                                            size_t room,
                                            size_t *count);

/**
 * A new batch, to be freed by `collide_batch_free`. `settings` may be null for those by default; order, events and history do not matter.
 *
 * `COLLIDE_INVALID` and `COLLIDE_NO_THREADS` as for `collide_world_new`.
 */
CollideStatus collide_batch_new(const struct CollideSettings *settings,
                                struct CollideBatch **batch);

/**
 * Frees a batch. Null is nothing.
 */
void collide_batch_free(struct CollideBatch *batch);

/**
 * Finds every pair of `count` shapes that overlap, once, the smaller number first. `report` may be null, and so may `pairs`: they are only
 * counted then.
 *
 * `COLLIDE_INVALID` with the index of a shape that is none; `COLLIDE_FULL` for more shapes than `INT32_MAX`.
 */
CollideStatus collide_batch_pairs(struct CollideBatch *batch,
                                  const struct CollideShape *shapes,
                                  size_t count,
                                  struct CollideIndexPairs *pairs,
                                  struct CollideReport *report);

/**
 * Finds every pair of one of `a_count` shapes and one of `b_count` others that overlap. `report` may be null, and so may `pairs`: they
 * are only counted then.
 *
 * `COLLIDE_INVALID` with the index of a shape that is none; `COLLIDE_FULL` for more shapes than `INT32_MAX`.
 */
CollideStatus collide_batch_pairs_between(struct CollideBatch *batch,
                                          const struct CollideShape *a,
                                          size_t a_count,
                                          const struct CollideShape *b,
                                          size_t b_count,
                                          struct CollideIndexPairs *pairs,
                                          struct CollideReport *report);

/**
 * A new buffer that holds nothing, to be freed by `collide_buffer_free`.
 */
CollideStatus collide_buffer_new(struct CollideBuffer **buffer);

/**
 * Frees a buffer. Null is nothing.
 */
void collide_buffer_free(struct CollideBuffer *buffer);

/**
 * The bytes of a buffer, and a zero after them so that text may be read as such. They stay until the next call that the buffer is given to
 * without `const`. Null for a null buffer.
 */
const uint8_t *collide_buffer_data(const struct CollideBuffer *buffer);

/**
 * How many bytes a buffer holds, the zero after them not counted; 0 for a null buffer.
 */
size_t collide_buffer_len(const struct CollideBuffer *buffer);

/**
 * Writes all that decides future answers over what `bytes` held: entities, handles, the tick and its pairs. Not the settings, nor the
 * past.
 */
CollideStatus collide_world_save(const struct CollideWorld *world,
                                 struct CollideBuffer *bytes);

/**
 * Makes a world the one that was saved in `count` bytes, with the settings it has itself. Until the next step it has no events and no
 * report, and remembers nothing of the past.
 *
 * `COLLIDE_DAMAGED` for bytes that are not those of a world; it is then as it was. They may come from anyone.
 */
CollideStatus collide_world_restore(struct CollideWorld *world,
                                    const uint8_t *bytes,
                                    size_t count);

/**
 * A copy that goes on alike, to be freed by `collide_world_free`: after the same calls both have the same pairs, events, answers,
 * handles and fingerprints. It is not recorded, even if `world` is.
 */
CollideStatus collide_world_fork(const struct CollideWorld *world,
                                 struct CollideWorld **fork);

/**
 * Makes `other`, whatever it was, a copy of `world` that goes on alike, settings included. Warm, it allocates nothing.
 *
 * `COLLIDE_INVALID` where both are the same.
 */
CollideStatus collide_world_fork_into(const struct CollideWorld *world,
                                      struct CollideWorld *other);

/**
 * From now on the world writes down all that happens to it, beginning with how it is: changes, questions with the fingerprints of their answers,
 * and what each step found. What happens after the last step is lost.
 */
CollideStatus collide_world_start_recording(struct CollideWorld *world);

/**
 * Writes down no more. What has not been taken is lost.
 */
CollideStatus collide_world_stop_recording(struct CollideWorld *world);

/**
 * 1 if what happens is written down; 0 if not, or for a null world.
 */
uint8_t collide_world_is_recording(const struct CollideWorld *world);

/**
 * Hands over, in place of what `bytes` held, the ticks that were recorded since this was called last: to be appended to a file. Until
 * then they are kept in memory.
 */
CollideStatus collide_world_take_recorded(struct CollideWorld *world,
                                          struct CollideBuffer *bytes);

/**
 * A trace of a copy of `count` bytes, to be freed by `collide_trace_free`. Nothing is read until the first tick is asked for.
 */
CollideStatus collide_trace_new(const uint8_t *bytes,
                                size_t count,
                                struct CollideTrace **trace);

/**
 * Frees a trace. Null is nothing.
 */
void collide_trace_free(struct CollideTrace *trace);

/**
 * Reads the next tick, and writes what it is to `tick`, which may be null.
 *
 * `COLLIDE_END` after the last one; `COLLIDE_DAMAGED` for bytes that are none of a trace, or were cut off, after the last whole tick.
 */
CollideStatus collide_trace_next(struct CollideTrace *trace,
                                 struct CollideTraceTick *tick);

/**
 * Goes through the tick that was read last again: makes the same changes, asks the same questions, steps, and looks whether all
 * answers are the recorded ones. The world becomes the recorded one at the start of a trace. `replayed` may be null.
 *
 * `COLLIDE_DIVERGED` for the first answer that is another, with the tick and what of it; the world is then in the middle of that tick.
 */
CollideStatus collide_world_replay(struct CollideWorld *world,
                                   const struct CollideTrace *trace,
                                   struct CollideReplayed *replayed);

/**
 * Makes the changes of the tick that was read last, and no more: to see what was recorded, and not whether it is so again.
 *
 * `COLLIDE_DIVERGED` for changes that do not fit the world.
 */
CollideStatus collide_world_follow(struct CollideWorld *world,
                                   const struct CollideTrace *trace);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* COLLIDE_H */

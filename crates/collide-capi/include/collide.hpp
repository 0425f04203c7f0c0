// collide for C++17: the interface of collide.h with destructors, exceptions for errors, and containers for arrays.
//
// Each method calls the C function of the same name; collide.h documents it and its errors. Objects can be moved but
// not copied. Several threads may call const methods at the same time. Under C++20 arrays are passed as std::span.
#ifndef COLLIDE_HPP
#define COLLIDE_HPP

#include "collide_base.hpp"

namespace collide {

class World : public Owner<CollideWorld, collide_world_free> {
public:
    explicit World(const CollideSettings &settings = collide_settings_default())
        : Owner([&](CollideWorld **world) { return collide_world_new(&settings, world); }) {}

    void set_settings(const CollideSettings &settings) { check(collide_world_set_settings(get(), &settings)); }
    CollideSettings settings() const { return written<CollideSettings>(collide_world_settings, get()); }

    CollideHandle insert(const CollideEntity &entity) { return written<CollideHandle>(collide_world_insert, get(), &entity, one); }
    CollideHandle insert(const CollideShape &shape) { return insert(collide_entity(shape)); }
    std::vector<CollideHandle> insert(View<CollideEntity> entities) {
        std::vector<CollideHandle> handles(entities.size());
        check(collide_world_insert(get(), entities.data(), entities.size(), handles.data()));
        return handles;
    }
    void set_shape(CollideHandle handle, const CollideShape &shape) { check(collide_world_set_shapes(get(), &handle, &shape, 1)); }
    void set_shapes(View<CollideHandle> handles, View<CollideShape> shapes) {
        same(handles.size(), shapes.size());
        check(collide_world_set_shapes(get(), handles.data(), shapes.data(), handles.size()));
    }
    void set_entities(View<CollideHandle> handles, View<CollideEntity> entities) {
        same(handles.size(), entities.size());
        check(collide_world_set_entities(get(), handles.data(), entities.data(), handles.size()));
    }
    void remove(CollideHandle handle) { check(collide_world_remove(get(), &handle, 1)); }
    void remove(View<CollideHandle> handles) { check(collide_world_remove(get(), handles.data(), handles.size())); }
    // The entity of a handle, if it exists.
    std::optional<CollideEntity> find(CollideHandle handle) const {
        CollideEntity entity;
        std::uint8_t alive;
        check(collide_world_get_entities(get(), &handle, 1, &entity, &alive));
        return alive != 0 ? std::optional(entity) : std::nullopt;
    }
    // All entities in order of slots. Overwrites both lists and reuses their memory.
    void entities(std::vector<Handle> &handles, std::vector<CollideEntity> &entities) const {
        handles.resize(size());
        entities.resize(size());
        check(collide_world_entities(get(), handles.data(), entities.data(), handles.size()));
    }
    // `centers` has x and y of each.
    void set_centers(View<Handle> handles, View<float> centers) {
        both(handles.size(), centers);
        check(collide_world_set_centers(get(), handles.data(), centers.data(), handles.size()));
    }
    void set_centers_by_slot(View<float> centers) {
        check(collide_world_set_centers_by_slot(get(), centers.data(), centers.size() / 2));
    }
    // Calls `change(const CollideCircles &)` for all dynamic circles, some hundreds at a time, perhaps from several
    // threads at the same time. It must not throw.
    template <class Change> void update_circles(Change &&change) {
        using Plain = std::remove_reference_t<Change>;
        auto call = [](void *user, const CollideCircles *circles) noexcept { (*static_cast<Plain *>(user))(*circles); };
        void *user = const_cast<void *>(static_cast<const void *>(std::addressof(change)));
        check(collide_world_update_circles(get(), call, user));
    }
    void rebase(double from_x, double from_y, double to_x, double to_y) {
        check(collide_world_rebase(get(), from_x, from_y, to_x, to_y));
    }
    std::size_t size() const noexcept { return collide_world_len(get()); }
    std::size_t memory() const noexcept { return collide_world_memory(get()); }

    void step(std::uint64_t max_pairs = unbounded, std::uint64_t max_work = unbounded) {
        check(collide_world_step_within(get(), max_pairs, max_work));
    }
    void refresh() { check(collide_world_refresh(get())); }
    std::uint64_t count_pairs() { return written<std::uint64_t>(collide_world_count_pairs, get()); }
    // Moves entities, each by x and y in `motions`, along what blocks them.
    void move(View<Handle> handles, View<float> motions, Moves &moves,
              const CollideMoveOptions &options = collide_move_options_default()) {
        both(handles.size(), motions);
        check(collide_world_move(get(), handles.data(), motions.data(), handles.size(), &options, moves.get()));
    }
    // Moves entities of a crowd apart where they overlap. The rules are those of `rules`.
    void separate(View<Handle> handles, Moves &moves, View<CollidePushRule> rules = {},
                  CollideSeparateOptions options = collide_separate_options_default()) {
        options.rules = rules.data();
        options.rule_count = rules.size();
        check(collide_world_separate(get(), handles.data(), handles.size(), &options, moves.get()));
    }
    std::uint64_t tick() const noexcept { return collide_world_tick(get()); }
    std::uint64_t fingerprint() const noexcept { return collide_world_fingerprint(get()); }
    // Overwrites the list and reuses its memory.
    void pairs(std::vector<CollidePair> &pairs) const {
        pairs.resize(collide_world_pair_count(get()));
        check(collide_world_pairs(get(), pairs.data(), pairs.size()));
    }
    void events(std::vector<CollideEvent> &events) const {
        events.resize(collide_world_event_count(get()));
        check(collide_world_events(get(), events.data(), events.size()));
    }
    void events_of(Handle handle, std::vector<CollideEvent> &events) const {
        std::size_t count = 0;
        CollideStatus status = collide_world_events_of(get(), handle, nullptr, 0, &count);
        events.resize(count);
        check(count == 0 ? status : collide_world_events_of(get(), handle, events.data(), count, &count));
    }
    void contacts(std::vector<CollideContact> &contacts) const {
        contacts.resize(collide_world_pair_count(get()));
        check(collide_world_contacts(get(), contacts.data(), contacts.size()));
    }
    CollideReport report() const { return written<CollideReport>(collide_world_report, get()); }
    // The places with more than `max` dynamic entities, the most crowded first. Overwrites the list.
    void crowds(std::uint32_t max, std::vector<CollideCrowd> &crowds, std::uint64_t first = 0) const {
        std::size_t count = 0;
        CollideStatus status = collide_world_crowds(get(), max, first, nullptr, 0, &count);
        crowds.resize(count);
        check(count == 0 ? status : collide_world_crowds(get(), max, first, crowds.data(), count, &count));
    }
    std::string explain() const { return text(collide_world_explain); }

    std::string recent() const { return text(collide_world_recent); }
    void validate() const { check(collide_world_validate(get())); }
    // The pairs are valid until the next call with `swept`.
    View<CollideSweptPair> swept_pairs(View<Handle> handles, View<float> motions, Swept &swept) const {
        both(handles.size(), motions);
        const CollideSweptPair *pairs;
        std::size_t count;
        check(collide_world_swept_pairs(get(), handles.data(), motions.data(), handles.size(), swept.get(), &pairs, &count));
        return {pairs, count};
    }
    std::optional<CollidePastHit> sweep_through(const CollideMoving &moving, double from, double to,
                                                const CollideFilter &filter = {}) const {
        CollidePastHit hit;
        std::uint8_t found;
        check(collide_world_sweep_through(get(), &moving, &filter, from, to, &hit, &found));
        return found != 0 ? std::optional(hit) : std::nullopt;
    }

    // `ask.filters` is null, or has a filter for each query.
    // Generated from collide.h, with it: the queries whose answers are hits.
    void overlap(View<CollideShape> shapes, Hits &hits, const CollideAsk &ask = {}) const { batch(collide_query_overlap, shapes, hits, ask); }
    void sector(View<CollideSector> sectors, Hits &hits, const CollideAsk &ask = {}) const { batch(collide_query_sector, sectors, hits, ask); }
    void ray(View<CollideRay> rays, Hits &hits, const CollideAsk &ask = {}) const { batch(collide_query_ray, rays, hits, ask); }
    void segment(View<CollideSegment> segments, Hits &hits, const CollideAsk &ask = {}) const { batch(collide_query_segment, segments, hits, ask); }
    void blocked(View<CollideSegment> segments, Hits &hits, const CollideAsk &ask = {}) const { batch(collide_query_blocked, segments, hits, ask); }
    void sweep(View<CollideMoving> moving, Hits &hits, const CollideAsk &ask = {}) const { batch(collide_query_sweep, moving, hits, ask); }
    void nearest(View<CollideNearest> nearest, Hits &hits, const CollideAsk &ask = {}) const { batch(collide_query_nearest, nearest, hits, ask); }
    // End of the generated lines.

    // One query at a time: the first hit. Batches are faster.
    std::optional<std::pair<Handle, CollideRayHit>> first_on_ray(const CollideRay &ray, const CollideFilter &filter = {}) const {
        Hits hits;
        this->ray({&ray, 1}, hits, first(filter));
        return first_of(hits, hits.view().ray_hits);
    }
    std::optional<std::pair<Handle, CollideRayHit>> first_on_segment(const CollideSegment &segment,
                                                                     const CollideFilter &filter = {}) const {
        Hits hits;
        this->segment({&segment, 1}, hits, first(filter));
        return first_of(hits, hits.view().ray_hits);
    }
    std::optional<std::pair<Handle, CollideImpact>> first_swept(const CollideMoving &moving, const CollideFilter &filter = {}) const {
        Hits hits;
        sweep({&moving, 1}, hits, first(filter));
        return first_of(hits, hits.view().impacts);
    }
    bool is_blocked(const CollideSegment &segment, const CollideFilter &filter = {}) const {
        Hits hits;
        blocked({&segment, 1}, hits, first(filter));
        return hits.view().blocked[0] != 0;
    }
    std::optional<std::pair<Handle, float>> closest(const CollideShape &shape, float within, const CollideFilter &filter = {}) const {
        Hits hits;
        CollideNearest query = {shape, within, 1};
        nearest({&query, 1}, hits, first(filter));
        return first_of(hits, hits.view().distances);
    }
    std::vector<Handle> overlapping(const CollideShape &shape, const CollideFilter &filter = {}) const {
        Hits hits;
        overlap({&shape, 1}, hits, all(filter));
        return handles_of(hits);
    }
    std::vector<Handle> in_sector(const CollideSector &sector, const CollideFilter &filter = {}) const {
        Hits hits;
        this->sector({&sector, 1}, hits, all(filter));
        return handles_of(hits);
    }

    void slide(View<CollideMoving> moving, Moves &moves, const CollideAsk &ask = {},
               const CollideMoveOptions &options = collide_move_options_default()) const {
        check(collide_query_slide(get(), moving.data(), moving.size(), &ask, &options, moves.get()));
    }
    // Turns oriented rects about their pivots, each until an entity blocks it.
    void turn(View<CollideTurning> turning, std::vector<CollideTurn> &turns, const CollideAsk &ask = {}) const {
        turns.resize(turning.size());
        check(collide_query_turn(get(), turning.data(), turning.size(), &ask, turns.data()));
    }
    // A free place for each shape, or none. `moves` is working memory. `max_neighbors` limits the number of entities among
    // which a place is sought; 0 means no limit.
    void free(View<CollideShape> shapes, float max_distance, Moves &moves,
              std::vector<std::optional<CollideShape>> &places, const CollideAsk &ask = {},
              std::size_t max_neighbors = 0) const {
        std::vector<CollideShape> list(shapes.size());
        std::vector<std::uint8_t> found(shapes.size());
        check(collide_query_free_places(get(), shapes.data(), shapes.size(), max_distance, max_neighbors, &ask, moves.get(),
                                        list.data(), found.data()));
        optional(list, found, places);
    }
    // The shapes of entities at the time of `ask`; none for those that did not exist then.
    void shapes(View<Handle> handles, std::vector<std::optional<CollideShape>> &shapes, const CollideAsk &ask = {}) const {
        std::vector<CollideShape> list(handles.size());
        std::vector<std::uint8_t> there(handles.size());
        check(collide_query_shapes(get(), handles.data(), handles.size(), &ask, list.data(), there.data()));
        optional(list, there, shapes);
    }

    void start_recording() { check(collide_world_start_recording(get())); }
    void stop_recording() { check(collide_world_stop_recording(get())); }
    bool is_recording() const noexcept { return collide_world_is_recording(get()) != 0; }
    void take_recorded(Buffer &bytes) { check(collide_world_take_recorded(get(), bytes.get())); }
    CollideReplayed replay(const Trace &trace) { return written<CollideReplayed>(collide_world_replay, get(), trace.get()); }
    void follow(const Trace &trace) { check(collide_world_follow(get(), trace.get())); }

    void save(Buffer &bytes) const { check(collide_world_save(get(), bytes.get())); }
    void restore(View<std::uint8_t> bytes) { check(collide_world_restore(get(), bytes.data(), bytes.size())); }
    World fork() const { return World(*this); }
    void fork_into(World &other) const { check(collide_world_fork_into(get(), other.get())); }
    World(World &&) = default;
    World &operator=(World &&) = default;

private:
    explicit World(const World &other)
        : Owner([&](CollideWorld **world) { return collide_world_fork(other.get(), world); }) {}
    std::string text(CollideStatus (*call)(const CollideWorld *, CollideBuffer *)) const {
        Buffer text;
        check(call(get(), text.get()));
        return text.text();
    }
    template <class Call, class Item> void batch(Call call, View<Item> items, Hits &hits, const CollideAsk &ask) const {
        check(call(get(), items.data(), items.size(), &ask, hits.get()));
    }
    // The options for all hits of one query, and for the first one. They refer to the filter.
    static CollideAsk all(const CollideFilter &filter) {
        CollideAsk ask = {};
        ask.filters = &filter;
        return ask;
    }
    static CollideAsk first(const CollideFilter &filter) {
        CollideAsk ask = all(filter);
        ask.mode = COLLIDE_FIRST;
        ask.first = 1;
        return ask;
    }
    static std::vector<Handle> handles_of(const Hits &hits) {
        auto found = hits.of(0);
        return {found.begin(), found.end()};
    }
    template <class Measure>
    static std::optional<std::pair<Handle, Measure>> first_of(const Hits &hits, const Measure *measures) {
        auto handles = hits.of(0);
        return handles.empty() ? std::nullopt : std::optional(std::pair(handles[0], measures[0]));
    }
    static void optional(const std::vector<CollideShape> &list, const std::vector<std::uint8_t> &there,
                         std::vector<std::optional<CollideShape>> &out) {
        out.assign(list.begin(), list.end());
        for (std::size_t index = 0; index < out.size(); index++) {
            if (there[index] == 0) {
                out[index] = std::nullopt;
            }
        }
    }
};

// Area of interest: observers and their visible entities.
class Interest : public Owner<CollideInterest, collide_interest_free> {
public:
    explicit Interest(std::uint64_t max_work = unbounded)
        : Owner([=](CollideInterest **interest) { return collide_interest_new(max_work, interest); }) {}
    void set_max_work(std::uint64_t max_work) { check(collide_interest_set_max_work(get(), max_work)); }
    void set_crowd(std::uint32_t max, std::uint64_t first = 0) { check(collide_interest_set_crowd(get(), max, first)); }
    CollideObserverId insert(const CollideObserver &observer) { return written<CollideObserverId>(collide_interest_insert, get(), &observer, one); }
    void set(CollideObserverId id, const CollideObserver &observer) { check(collide_interest_set(get(), &id, &observer, 1)); }
    void remove(CollideObserverId id) { check(collide_interest_remove(get(), &id, 1)); }
    CollideInterestReport update(const World &world) { return written<CollideInterestReport>(collide_interest_update, get(), world.get()); }
    std::vector<ObserverId> observers_of(Handle entity) const {
        std::size_t count = 0;
        CollideStatus status = collide_interest_observers_of(get(), entity, nullptr, 0, &count);
        std::vector<ObserverId> ids(count);
        check(count == 0 ? status : collide_interest_observers_of(get(), entity, ids.data(), count, &count));
        return ids;
    }
    CollideViews views() const { return written<CollideViews>(collide_interest_views, get()); }
};

// Pairs among shapes that are stored outside of a world.
class Batch : public Owner<CollideBatch, collide_batch_free> {
public:
    explicit Batch(const CollideSettings &settings = collide_settings_default())
        : Owner([&](CollideBatch **batch) { return collide_batch_new(&settings, batch); }) {}
    void set_budget(std::uint64_t max_pairs, std::uint64_t max_work = unbounded) {
        check(collide_batch_set_budget(get(), max_pairs, max_work));
    }
    // The pairs are valid until the next call.
    View<CollideIndexPair> pairs(View<CollideShape> shapes) {
        CollideIndexPairs pairs;
        check(collide_batch_pairs(get(), shapes.data(), shapes.size(), &pairs, nullptr));
        return {pairs.pairs, pairs.count};
    }
    View<CollideIndexPair> pairs_between(View<CollideShape> a, View<CollideShape> b) {
        CollideIndexPairs pairs;
        check(collide_batch_pairs_between(get(), a.data(), a.size(), b.data(), b.size(), &pairs, nullptr));
        return {pairs.pairs, pairs.count};
    }
    std::uint64_t count_pairs(View<CollideShape> shapes) {
        return written<CollideReport>(collide_batch_pairs, get(), shapes.data(), shapes.size(), nullptr).pair_count;
    }
    std::uint64_t count_pairs_between(View<CollideShape> a, View<CollideShape> b) {
        return written<CollideReport>(collide_batch_pairs_between, get(), a.data(), a.size(), b.data(), b.size(), nullptr).pair_count;
    }
};

// Polygons, and capsules and polygons at positions and turned. `points` has x and y of each.
inline CollideShape polygon(View<float> points, float radius = 0) {
    both(points.size() / 2, points);
    return written<CollideShape>(collide_polygon, points.data(), points.size() / 2, radius);
}
inline CollideShape regular_polygon(std::size_t corners, float circumradius) {
    return written<CollideShape>(collide_regular_polygon, corners, circumradius);
}
inline CollideShape at(const CollideShape &shape, float x, float y) {
    const float position[2] = {x, y};
    return written<CollideShape>(collide_shapes_at, &shape, position, one);
}
inline CollideShape turned(const CollideShape &shape, float radians) {
    return written<CollideShape>(collide_shapes_turned, &shape, &radians, one);
}
inline CollideShape turned_degrees(const CollideShape &shape, float degrees) {
    return written<CollideShape>(collide_shapes_turned_degrees, &shape, &degrees, one);
}

// A sector with an opening around a direction. Only the angle of the direction matters.
inline CollideSector sector(float x, float y, float direction_x, float direction_y, float opening_degrees, float outer,
                            float inner = 0) {
    auto sector = written<CollideSector>(collide_sector, x, y, direction_x, direction_y, opening_degrees, outer);
    sector.inner = inner;
    return sector;
}

// Two shapes, without a world.
inline bool overlaps(const CollideShape &a, const CollideShape &b, std::uint8_t touching = COLLIDE_CLOSED) {
    return written<std::uint8_t>(collide_overlaps, &a, &b, one, touching) != 0;
}
inline bool contains(const CollideShape &a, const CollideShape &b) {
    return written<std::uint8_t>(collide_contains, &a, &b, one) != 0;
}
inline float distance(const CollideShape &a, const CollideShape &b) { return written<float>(collide_distance, &a, &b, one); }
// None if they overlap or touch.
inline std::optional<CollideClosestPoints> closest_points(const CollideShape &a, const CollideShape &b) {
    auto closest = written<CollideClosestPoints>(collide_closest_points, &a, &b, one);
    return closest.distance > 0 ? std::optional(closest) : std::nullopt;
}
// None if they neither overlap nor touch.
inline std::optional<CollideContact> contact(const CollideShape &a, const CollideShape &b) {
    auto contact = written<CollideContact>(collide_contact, &a, &b, one);
    return contact.point_count != 0 ? std::optional(contact) : std::nullopt;
}
inline std::optional<CollideRayHit> cast_ray(const CollideRay &ray, const CollideShape &shape) {
    return if_found<CollideRayHit>(collide_cast_ray, &ray, &shape, one);
}
inline std::optional<CollideRayHit> cast_segment(const CollideSegment &segment, const CollideShape &shape) {
    return if_found<CollideRayHit>(collide_cast_segment, &segment, &shape, one);
}
inline std::optional<CollideImpact> sweep(const CollideMoving &a, const CollideMoving &b) {
    return if_found<CollideImpact>(collide_sweep, &a, &b, one);
}

} // namespace collide

#endif

// Part of collide.hpp, which includes it: the calls of collide.h, generated from crates/collide-capi/src. Do not edit.
#ifndef COLLIDE_CALLS_HPP
#define COLLIDE_CALLS_HPP

#include "collide_base.hpp"

namespace collide {

// Swept pairs and working memory. Reuse one object for many calls, from one thread at a time.
class Swept : public Owner<CollideSwept, collide_swept_free> {
public:
    // An empty list of swept pairs.
    Swept() : Owner([](CollideSwept **made) { return collide_swept_new(made); }) {}
};

// The hits of a batch of queries, and working memory. Reuse one object for many batches, from one thread at a time.
class Hits : public Owner<CollideHits, collide_hits_free> {
public:
    // An empty list of hits.
    Hits() : Owner([](CollideHits **made) { return collide_hits_new(made); }) {}
    // The hits of the last batch; empty if that batch was rejected.
    CollideHitsView view() const {
        return written<CollideHitsView>(collide_hits_view, get());
    }
    // The indices of these queries, in ascending order.
    View<std::uint32_t> stopped() const {
        const CollideHitsView all = view();
        return column(all.stopped, all.stopped_count);
    }
    // The entities that were hit.
    View<CollideHandle> of(std::size_t index) const {
        const CollideHitsView all = view();
        return part(all.handles, all.starts, all.count, index);
    }
    // For rays and segments: entry, exit, point and normal of each hit.
    View<CollideRayHit> rays_of(std::size_t index) const {
        const CollideHitsView all = view();
        return part(all.ray_hits, all.starts, all.count, index);
    }
    // For moving shapes: the impact of each hit.
    View<CollideImpact> impacts_of(std::size_t index) const {
        const CollideHitsView all = view();
        return part(all.impacts, all.starts, all.count, index);
    }
    // For nearest queries: the distance of each hit, in world units.
    View<float> distances_of(std::size_t index) const {
        const CollideHitsView all = view();
        return part(all.distances, all.starts, all.count, index);
    }
    // For lines of sight: whether each segment is blocked.
    bool is_blocked(std::size_t index) const {
        const CollideHitsView all = view();
        return all.blocked != nullptr && index < all.count && all.blocked[index] != 0;
    }
};

// Where shapes ended, what they ran into, and working memory. Reuse one object for many calls, from one thread at a
// time.
class Moves : public Owner<CollideMoves, collide_moves_free> {
public:
    // Empty moves.
    Moves() : Owner([](CollideMoves **made) { return collide_moves_new(made); }) {}
    // The slides of the last call; none if that call was rejected.
    CollideMovesView view() const {
        return written<CollideMovesView>(collide_moves_view, get());
    }
    // After calls that move entities: the entities, each once, in the order of the call.
    View<CollideHandle> handles() const {
        const CollideMovesView all = view();
        return column(all.handles, all.count);
    }
    // Where each shape ended.
    View<CollideSlide> slides() const {
        const CollideMovesView all = view();
        return column(all.slides, all.count);
    }
    // What the shapes ran into, in order of time.
    View<CollideSlideHit> hits_of(std::size_t index) const {
        const CollideMovesView all = view();
        return part(all.hits, all.starts, all.count, index);
    }
};

// Finds pairs among shapes that are stored outside of a world. Holds only settings and working memory: reuse it for
// many calls.
class Batch : public Owner<CollideBatch, collide_batch_free> {
public:
    // A batch. Of the settings, `static_pairs`, `sensor_pairs`, `change_ticks`, order, events and history have no
    // effect.
    explicit Batch(const CollideSettings &settings = collide_settings_default()) : Owner([&](CollideBatch **made) { return collide_batch_new(&settings, made); }) {}
    // Finds all overlapping pairs of shapes as indices, each once, the smaller index first.
    View<CollideIndexPair> pairs(View<CollideShape> shapes, const CollideBudget &budget = {}) {
        CollideIndexPairs found;
        check(collide_batch_pairs(get(), shapes.data(), shapes.size(), &budget, &found, nullptr));
        return {found.pairs, found.count};
    }
    // The number of items that `pairs` finds.
    std::uint64_t count_pairs(View<CollideShape> shapes, const CollideBudget &budget = {}) {
        return written<CollideReport>(collide_batch_pairs, get(), shapes.data(), shapes.size(), &budget, nullptr).pair_count;
    }
    // Finds all overlapping pairs of one of the shapes `a` and one of the shapes `b`, as indices.
    View<CollideIndexPair> pairs_between(View<CollideShape> a, View<CollideShape> b, const CollideBudget &budget = {}) {
        CollideIndexPairs found;
        check(collide_batch_pairs_between(get(), a.data(), a.size(), b.data(), b.size(), &budget, &found, nullptr));
        return {found.pairs, found.count};
    }
    // The number of items that `pairs_between` finds.
    std::uint64_t count_pairs_between(View<CollideShape> a, View<CollideShape> b, const CollideBudget &budget = {}) {
        return written<CollideReport>(collide_batch_pairs_between, get(), a.data(), a.size(), b.data(), b.size(), &budget, nullptr).pair_count;
    }
};

// A recording of a world, read tick by tick.
class TraceCalls : public Owner<CollideTrace, collide_trace_free> {
public:
    // A trace from a copy of bytes, before its first tick.
    explicit TraceCalls(View<std::uint8_t> bytes) : Owner([&](CollideTrace **made) { return collide_trace_new(bytes.data(), bytes.size(), made); }) {}

protected:
    using Owner::Owner;
};

// A world: entities with shapes; each tick finds the pairs that overlap.
class WorldCalls : public Owner<CollideWorld, collide_world_free> {
public:
    // An empty world.
    explicit WorldCalls(const CollideSettings &settings = collide_settings_default()) : Owner([&](CollideWorld **made) { return collide_world_new(&settings, made); }) {}
    // Changes the settings for the following steps. All entities are kept; threads are restarted only if their number
    // changes.
    void set_settings(const CollideSettings &settings = collide_settings_default()) {
        check(collide_world_set_settings(get(), &settings));
    }
    // The settings of a world.
    CollideSettings settings() const {
        return written<CollideSettings>(collide_world_settings, get());
    }
    // The number of entities.
    std::size_t size() const noexcept {
        return collide_world_len(get());
    }
    // Inserts entities, and gives their handles in the same order. The entities take part from the next step on.
    std::vector<CollideHandle> insert(View<CollideEntity> entities) {
        std::vector<CollideHandle> handles;
        this->insert(entities, handles);
        return handles;
    }
    // Inserts entities, and gives their handles in the same order. The entities take part from the next step on.
    void insert(View<CollideEntity> entities, std::vector<CollideHandle> &handles) {
        handles.resize(entities.size());
        check(collide_world_insert(get(), entities.data(), entities.size(), handles.data()));
    }
    // `insert` for one item.
    CollideHandle insert(const CollideEntity &entity) {
        return written<CollideHandle>(collide_world_insert, get(), &entity, one);
    }
    // Sets the shapes of entities. If a handle occurs several times, its last shape is used. All other properties stay
    // the same.
    void set_shapes(View<CollideHandle> handles, View<CollideShape> shapes) {
        same(handles.size(), shapes.size());
        check(collide_world_set_shapes(get(), handles.data(), shapes.data(), handles.size()));
    }
    // `set_shapes` for one item.
    void set_shape(CollideHandle handle, const CollideShape &shape) {
        check(collide_world_set_shapes(get(), &handle, &shape, one));
    }
    // Sets shape, data, layers, sensor flag and mobility of entities. They keep their handles.
    void set_entities(View<CollideHandle> handles, View<CollideEntity> entities) {
        same(handles.size(), entities.size());
        check(collide_world_set_entities(get(), handles.data(), entities.data(), handles.size()));
    }
    // `set_entities` for one item.
    void set_entity(CollideHandle handle, const CollideEntity &entity) {
        check(collide_world_set_entities(get(), &handle, &entity, one));
    }
    // Removes entities; their handles become stale. Duplicate handles are ignored.
    void remove(View<CollideHandle> handles) {
        check(collide_world_remove(get(), handles.data(), handles.size()));
    }
    // `remove` for one item.
    void remove(CollideHandle handle) {
        check(collide_world_remove(get(), &handle, one));
    }
    // The entities of handles, as far as they exist. The first access by handle after a step costs a pass over all
    // entities.
    std::vector<std::optional<CollideEntity>> get_entities(View<CollideHandle> handles) const {
        std::vector<std::optional<CollideEntity>> entities;
        this->get_entities(handles, entities);
        return entities;
    }
    // The entities of handles, as far as they exist. The first access by handle after a step costs a pass over all
    // entities.
    void get_entities(View<CollideHandle> handles, std::vector<std::optional<CollideEntity>> &entities) const {
        std::vector<CollideEntity> answers(handles.size());
        std::vector<std::uint8_t> alive(handles.size());
        check(collide_world_get_entities(get(), handles.data(), handles.size(), answers.data(), alive.data()));
        optional(answers, alive, entities);
    }
    // `get_entities` for one item.
    std::optional<CollideEntity> find(CollideHandle handle) const {
        return if_found<CollideEntity>(collide_world_get_entities, get(), &handle, one);
    }
    // All entities and their handles, in order of slots.
    void entities(std::vector<CollideHandle> &handles, std::vector<CollideEntity> &entities) const {
        const std::size_t count = collide_world_len(get());
        handles.resize(count);
        entities.resize(count);
        check(collide_world_entities(get(), handles.data(), entities.data(), count));
    }
    // The entities whose last change was at `tick` or later, in order of slots. None unless the settings have
    // `change_ticks`.
    std::vector<CollideHandle> changed_since(std::uint64_t tick) const {
        std::vector<CollideHandle> handles;
        this->changed_since(tick, handles);
        return handles;
    }
    // The entities whose last change was at `tick` or later, in order of slots. None unless the settings have
    // `change_ticks`.
    void changed_since(std::uint64_t tick, std::vector<CollideHandle> &handles) const {
        std::size_t count = 0;
        static_cast<void>(collide_world_changed_since(get(), tick, nullptr, 0, &count));
        handles.resize(count);
        check(collide_world_changed_since(get(), tick, handles.data(), count, &count));
    }
    // Moves entities to new centers: x and y of each, in world units. The center of a capsule or polygon is its
    // position. Sizes and rotations stay the same. If a handle occurs several times, its last center is used.
    void set_centers(View<CollideHandle> handles, View<float> centers) {
        both(handles.size(), centers);
        check(collide_world_set_centers(get(), handles.data(), centers.data(), handles.size()));
    }
    // Moves each dynamic entity to the center at the index of its slot, if there is one: the fastest update from
    // positions outside the world. `centers` has x and y of each center. The slot is the lower half of a handle.
    void set_centers_by_slot(View<float> centers) {
        both(centers.size() / 2, centers);
        check(collide_world_set_centers_by_slot(get(), centers.data(), centers.size() / 2));
    }
    // Moves the origin of the world within a larger world, from one point to another. All coordinates change; the
    // history is cleared.
    void rebase(double from_x, double from_y, double to_x, double to_y) {
        check(collide_world_rebase(get(), from_x, from_y, to_x, to_y));
    }
    // Runs a tick that fails if it exceeds the budget, before it costs too much time and memory.
    void step(const CollideBudget &budget = {}) {
        check(collide_world_step_within(get(), &budget));
    }
    // Re-indexes the entities that changed since the last step, so that queries are fast again. Finds no pairs. Call it
    // once after a batch of changes, before queries, if there is no step between them.
    void refresh() {
        check(collide_world_refresh(get()));
    }
    // The number of pairs that a step would find now, without running a tick and without memory for the pairs.
    std::uint64_t count_pairs() {
        return written<std::uint64_t>(collide_world_count_pairs, get());
    }
    // The number of steps so far.
    std::uint64_t tick() const noexcept {
        return collide_world_tick(get());
    }
    // The fingerprint of the last step: a hash of the tick number and its pairs. It is the same on every machine, in
    // every language, for every strategy and number of threads, if pairs are sorted by slot.
    std::uint64_t fingerprint() const noexcept {
        return collide_world_fingerprint(get());
    }
    // The number of bytes that the world has allocated.
    std::size_t memory() const noexcept {
        return collide_world_memory(get());
    }
    // The number of pairs of the last step.
    std::size_t pair_count() const noexcept {
        return collide_world_pair_count(get());
    }
    // The pairs of the last step: each once, sorted by the smaller and then by the larger slot. The handle of an entity
    // that was removed since the step is stale.
    std::vector<CollidePair> pairs() const {
        std::vector<CollidePair> pairs;
        this->pairs(pairs);
        return pairs;
    }
    // The pairs of the last step: each once, sorted by the smaller and then by the larger slot. The handle of an entity
    // that was removed since the step is stale.
    void pairs(std::vector<CollidePair> &pairs) const {
        const std::size_t count = collide_world_pair_count(get());
        pairs.resize(count);
        check(collide_world_pairs(get(), pairs.data(), count));
    }
    // The number of events of the last step, if the settings have events.
    std::size_t event_count() const noexcept {
        return collide_world_event_count(get());
    }
    // The events of the last step, in order of slots. The pairs of a removed entity end with its old handle.
    std::vector<CollideEvent> events() const {
        std::vector<CollideEvent> events;
        this->events(events);
        return events;
    }
    // The events of the last step, in order of slots. The pairs of a removed entity end with its old handle.
    void events(std::vector<CollideEvent> &events) const {
        const std::size_t count = collide_world_event_count(get());
        events.resize(count);
        check(collide_world_events(get(), events.data(), count));
    }
    // The events of one entity of the last step. None for a stale handle.
    std::vector<CollideEvent> events_of(CollideHandle handle) const {
        std::vector<CollideEvent> events;
        this->events_of(handle, events);
        return events;
    }
    // The events of one entity of the last step. None for a stale handle.
    void events_of(CollideHandle handle, std::vector<CollideEvent> &events) const {
        std::size_t count = 0;
        static_cast<void>(collide_world_events_of(get(), handle, nullptr, 0, &count));
        events.resize(count);
        check(collide_world_events_of(get(), handle, events.data(), count, &count));
    }
    // The events of the last step between an entity of one of the categories `of_a` and one of the categories `of_b`,
    // in order of slots, each once, with the data of both entities. A category is a bit of `category` of
    // `CollideLayers`; `UINT64_MAX` means every entity.
    std::vector<CollideEventBetween> events_between(std::uint64_t of_a, std::uint64_t of_b) const {
        std::vector<CollideEventBetween> events;
        this->events_between(of_a, of_b, events);
        return events;
    }
    // The events of the last step between an entity of one of the categories `of_a` and one of the categories `of_b`,
    // in order of slots, each once, with the data of both entities. A category is a bit of `category` of
    // `CollideLayers`; `UINT64_MAX` means every entity.
    void events_between(std::uint64_t of_a, std::uint64_t of_b, std::vector<CollideEventBetween> &events) const {
        std::size_t count = 0;
        static_cast<void>(collide_world_events_between(get(), of_a, of_b, nullptr, 0, &count));
        events.resize(count);
        check(collide_world_events_between(get(), of_a, of_b, events.data(), count, &count));
    }
    // The report of the last step; all zero before the first step.
    CollideReport report() const {
        return written<CollideReport>(collide_world_report, get());
    }
    // The places that now have more than `max` dynamic entities, the one with the most entities first. The settings
    // have no effect: `max` and `first` are as `crowd_max` and `crowd_first` there, but with 0 for `max` these are all
    // places with a dynamic entity.
    std::vector<CollideCrowd> crowds(std::uint32_t max, std::uint64_t first = 0) const {
        std::vector<CollideCrowd> crowds;
        this->crowds(max, crowds, first);
        return crowds;
    }
    // The places that now have more than `max` dynamic entities, the one with the most entities first. The settings
    // have no effect: `max` and `first` are as `crowd_max` and `crowd_first` there, but with 0 for `max` these are all
    // places with a dynamic entity.
    void crowds(std::uint32_t max, std::vector<CollideCrowd> &crowds, std::uint64_t first = 0) const {
        std::size_t count = 0;
        static_cast<void>(collide_world_crowds(get(), max, first, nullptr, 0, &count));
        crowds.resize(count);
        check(collide_world_crowds(get(), max, first, crowds.data(), count, &count));
    }
    // A readable explanation of the last step: the strategy, the reason for it, and the times. Empty before the first
    // step.
    std::string explain() const {
        Buffer text;
        check(collide_world_explain(get(), text.get()));
        return text.text();
    }
    // The p50 and p99 times of the last ticks, as a line for a log.
    std::string recent() const {
        Buffer text;
        check(collide_world_recent(get(), text.get()));
        return text.text();
    }
    // Checks the internal invariants of a world; takes about as long as a tick.
    void validate() const {
        check(collide_world_validate(get()));
    }
    // The contact of each pair of the last step, in the order of `pairs`.
    std::vector<CollideContact> contacts() const {
        std::vector<CollideContact> contacts;
        this->contacts(contacts);
        return contacts;
    }
    // The contact of each pair of the last step, in the order of `pairs`.
    void contacts(std::vector<CollideContact> &contacts) const {
        const std::size_t count = collide_world_pair_count(get());
        contacts.resize(count);
        check(collide_world_contacts(get(), contacts.data(), count));
    }
    // Continuous collision detection: finds every pair of a moving entity and another entity that hit each other during
    // the motion, each once, in order of slots. `handles` are the moving entities, and `motions` has x and y of each
    // motion, in world units; all other entities do not move.
    View<CollideSweptPair> swept_pairs(View<CollideHandle> handles, View<float> motions, Swept &swept, const CollideBudget &budget = {}) const {
        both(handles.size(), motions);
        const CollideSweptPair *pairs = nullptr;
        std::size_t count = 0;
        check(collide_world_swept_pairs(get(), handles.data(), motions.data(), handles.size(), &budget, swept.get(), &pairs, &count));
        return {pairs, count};
    }
    // Overlap query: the entities that overlap each of the shapes, under the world's touching rule, in order of slots.
    // A point query is a circle with radius zero.
    void overlap(View<CollideShape> shapes, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_overlap(get(), shapes.data(), shapes.size(), &ask, hits.get()));
    }
    // `overlap` for one item.
    std::vector<Handle> overlapping(const CollideShape &shape, const CollideFilter &filter = {}) const {
        Hits hits;
        this->overlap({&shape, 1}, hits, One::all(filter));
        return One::list(hits.of(0));
    }
    // Sector query: the entities that overlap each of the sectors, under the world's touching rule, in order of slots.
    // Walls do not hide what is behind them: for sight, call `blocked` with the lines to the hits.
    void sector(View<CollideSector> sectors, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_sector(get(), sectors.data(), sectors.size(), &ask, hits.get()));
    }
    // `sector` for one item.
    std::vector<Handle> in_sector(const CollideSector &sector, const CollideFilter &filter = {}) const {
        Hits hits;
        this->sector({&sector, 1}, hits, One::all(filter));
        return One::list(hits.of(0));
    }
    // Raycast: the entities that each of the rays hits, sorted by entry and then by slot. A ray that only touches a
    // shape hits it.
    void ray(View<CollideRay> rays, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_ray(get(), rays.data(), rays.size(), &ask, hits.get()));
    }
    // `ray` for one item.
    std::optional<std::pair<Handle, CollideRayHit>> first_on_ray(const CollideRay &ray, const CollideFilter &filter = {}) const {
        Hits hits;
        this->ray({&ray, 1}, hits, One::first(filter));
        return One::only(hits.of(0), hits.rays_of(0));
    }
    // Raycast along segments: the entities that overlap each of the segments, under the world's touching rule, sorted
    // by entry and then by slot.
    void segment(View<CollideSegment> segments, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_segment(get(), segments.data(), segments.size(), &ask, hits.get()));
    }
    // `segment` for one item.
    std::optional<std::pair<Handle, CollideRayHit>> first_on_segment(const CollideSegment &segment, const CollideFilter &filter = {}) const {
        Hits hits;
        this->segment({&segment, 1}, hits, One::first(filter));
        return One::only(hits.of(0), hits.rays_of(0));
    }
    // Line of sight: whether any entity overlaps each of the segments. Costs less than `segment`. The mode has no
    // effect.
    void blocked(View<CollideSegment> segments, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_blocked(get(), segments.data(), segments.size(), &ask, hits.get()));
    }
    // `blocked` for one item.
    bool is_blocked(const CollideSegment &segment, const CollideFilter &filter = {}) const {
        Hits hits;
        this->blocked({&segment, 1}, hits, One::first(filter));
        return hits.is_blocked(0);
    }
    // Shapecast: the entities that each of the moving shapes hits while all entities stand still, sorted by time of
    // impact and then by slot.
    void sweep(View<CollideMoving> moving, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_sweep(get(), moving.data(), moving.size(), &ask, hits.get()));
    }
    // `sweep` for one item.
    std::optional<std::pair<Handle, CollideImpact>> first_swept(const CollideMoving &moving, const CollideFilter &filter = {}) const {
        Hits hits;
        this->sweep({&moving, 1}, hits, One::first(filter));
        return One::only(hits.of(0), hits.impacts_of(0));
    }
    // Nearest neighbours: the entities nearest to each of the shapes and their distances, sorted by distance and then
    // by slot. The number of results is set by the query; the mode has no effect.
    void nearest(View<CollideNearest> nearest, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_nearest(get(), nearest.data(), nearest.size(), &ask, hits.get()));
    }
    // The shapes of entities at the time of `ask`, as far as they existed then.
    std::vector<std::optional<CollideShape>> shapes(View<CollideHandle> handles, const CollideAsk &ask = {}) const {
        std::vector<std::optional<CollideShape>> shapes;
        this->shapes(handles, shapes, ask);
        return shapes;
    }
    // The shapes of entities at the time of `ask`, as far as they existed then.
    void shapes(View<CollideHandle> handles, std::vector<std::optional<CollideShape>> &shapes, const CollideAsk &ask = {}) const {
        std::vector<CollideShape> answers(handles.size());
        std::vector<std::uint8_t> there(handles.size());
        check(collide_query_shapes(get(), handles.data(), handles.size(), &ask, answers.data(), there.data()));
        optional(answers, there, shapes);
    }
    // Moves entities: each slides by its motion along what blocks it. `motions` has x and y of each motion, in world
    // units.
    void move(View<CollideHandle> handles, View<float> motions, Moves &moves, const CollideMoveOptions &options = collide_move_options_default()) {
        both(handles.size(), motions);
        check(collide_world_move(get(), handles.data(), motions.data(), handles.size(), &options, moves.get()));
    }
    // Move and slide of shapes that need not be entities: each moves by its motion along the entities that block it.
    // The shapes do not block each other, and the world does not change. Exclude an entity itself with a filter of
    // `ask`; the mode has no effect. Sensors never block.
    void slide(View<CollideMoving> moving, Moves &moves, const CollideAsk &ask = {}, const CollideMoveOptions &options = collide_move_options_default()) const {
        check(collide_query_slide(get(), moving.data(), moving.size(), &ask, &options, moves.get()));
    }
    // Free places: for each of the shapes the nearest place at most `max_distance` away where its interior overlaps
    // that of no entity; the shape itself if it is free already. The places are searched for one by one: they may
    // overlap each other. Sensors never count; the mode of `ask` has no effect. `moves` is working memory; it has no
    // slides afterwards.
    std::vector<std::optional<CollideShape>> free(View<CollideShape> shapes, float max_distance, Moves &moves, const CollideAsk &ask = {}) const {
        std::vector<std::optional<CollideShape>> places;
        this->free(shapes, max_distance, moves, places, ask);
        return places;
    }
    // Free places: for each of the shapes the nearest place at most `max_distance` away where its interior overlaps
    // that of no entity; the shape itself if it is free already. The places are searched for one by one: they may
    // overlap each other. Sensors never count; the mode of `ask` has no effect. `moves` is working memory; it has no
    // slides afterwards.
    void free(View<CollideShape> shapes, float max_distance, Moves &moves, std::vector<std::optional<CollideShape>> &places, const CollideAsk &ask = {}) const {
        std::vector<CollideShape> answers(shapes.size());
        std::vector<std::uint8_t> found(shapes.size());
        check(collide_query_free_places(get(), shapes.data(), shapes.size(), max_distance, &ask, moves.get(), answers.data(), found.data()));
        optional(answers, found, places);
    }
    // A lag-compensated projectile: moves a shape by its motion from tick `from` to tick `to`, among the entities as
    // they moved then, to the first hit.
    std::optional<CollidePastHit> sweep_through(const CollideMoving &moving, double from, double to, const CollideFilter &filter = {}) const {
        return if_found<CollidePastHit>(collide_world_sweep_through, get(), &moving, &filter, from, to);
    }
    // Moves entities apart where they overlap, softly: in a fixed number of rounds, each along what blocks it. A dense
    // crowd needs several calls until it no longer overlaps. `moves` then has the shapes afterwards, as slides without
    // hits.
    void separate(View<CollideHandle> handles, Moves &moves, View<CollidePushRule> rules = {}, CollideSeparateOptions options = collide_separate_options_default()) {
        options.rules = rules.data();
        options.rule_count = rules.size();
        check(collide_world_separate(get(), handles.data(), handles.size(), &options, moves.get()));
    }
    // Turns oriented rects about their pivots, each until an entity blocks it: doors, barriers and turrets. It passes
    // no blocker on the way. The world does not change. Exclude an entity itself with a filter of `ask`; the mode has
    // no effect. Sensors never block.
    std::vector<CollideTurn> turn(View<CollideTurning> turning, const CollideAsk &ask = {}) const {
        std::vector<CollideTurn> turns;
        this->turn(turning, turns, ask);
        return turns;
    }
    // Turns oriented rects about their pivots, each until an entity blocks it: doors, barriers and turrets. It passes
    // no blocker on the way. The world does not change. Exclude an entity itself with a filter of `ask`; the mode has
    // no effect. Sensors never block.
    void turn(View<CollideTurning> turning, std::vector<CollideTurn> &turns, const CollideAsk &ask = {}) const {
        turns.resize(turning.size());
        check(collide_query_turn(get(), turning.data(), turning.size(), &ask, turns.data()));
    }
    // A snapshot of everything that decides future results: entities, handles, the tick and its pairs. The settings and
    // the history are not part of it.
    void save(Buffer &bytes) const {
        check(collide_world_save(get(), bytes.get()));
    }
    // Replaces a world by a snapshot (rollback, migration, persistence). The world keeps its own settings. Until the
    // next step it has no events and no report, and its history is empty.
    void restore(View<std::uint8_t> bytes) {
        check(collide_world_restore(get(), bytes.data(), bytes.size()));
    }
    // Overwrites `other` with an independent copy of the world, settings included, which evolves identically. Reuses
    // the memory of `other`, and does not allocate once that has grown.
    void fork_into(WorldCalls &other) const {
        check(collide_world_fork_into(get(), other.get()));
    }
    // Starts a recording with a snapshot of the world. Recorded are all changes, all calls that ask or move with the
    // fingerprints of their answers, and the result of each step. Changes after the last step are not recorded.
    void start_recording() {
        check(collide_world_start_recording(get()));
    }
    // Stops the recording. Ticks that were not taken with `take_recorded` are lost.
    void stop_recording() {
        check(collide_world_stop_recording(get()));
    }
    // Whether the world is recorded.
    bool is_recording() const noexcept {
        return collide_world_is_recording(get()) != 0;
    }
    // The ticks that were recorded since the last call. Append them to a file. Until this call they are kept in memory.
    void take_recorded(Buffer &bytes) {
        check(collide_world_take_recorded(get(), bytes.get()));
    }
    // Replays the tick that was read last: makes the same changes and queries, steps, and compares all answers with the
    // recorded ones. At the start of a trace the world becomes the recorded one.
    CollideReplayed replay(const TraceCalls &trace) {
        return written<CollideReplayed>(collide_world_replay, get(), trace.get());
    }
    // Applies the changes of the tick that was read last, without its queries and without a step: to show a recording
    // without verifying it.
    void follow(const TraceCalls &trace) {
        check(collide_world_follow(get(), trace.get()));
    }

protected:
    using Owner::Owner;
};

// Area of interest management: keeps observers, and reports at each update which entities entered and left the view of
// each.
class Interest : public Owner<CollideInterest, collide_interest_free> {
public:
    // An interest without observers.
    Interest() : Owner([](CollideInterest **made) { return collide_interest_new(made); }) {}
    // Adds observers, and gives their ids. Their views are empty until the next update, at which all visible entities
    // enter.
    std::vector<CollideObserverId> insert(View<CollideObserver> observers) {
        std::vector<CollideObserverId> ids;
        this->insert(observers, ids);
        return ids;
    }
    // Adds observers, and gives their ids. Their views are empty until the next update, at which all visible entities
    // enter.
    void insert(View<CollideObserver> observers, std::vector<CollideObserverId> &ids) {
        ids.resize(observers.size());
        check(collide_interest_insert(get(), observers.data(), observers.size(), ids.data()));
    }
    // `insert` for one item.
    CollideObserverId insert(const CollideObserver &observer) {
        return written<CollideObserverId>(collide_interest_insert, get(), &observer, one);
    }
    // Replaces observers. They keep their ids and their visible entities.
    void set(View<CollideObserverId> ids, View<CollideObserver> observers) {
        same(ids.size(), observers.size());
        check(collide_interest_set(get(), ids.data(), observers.data(), ids.size()));
    }
    // `set` for one item.
    void set(CollideObserverId id, const CollideObserver &observer) {
        check(collide_interest_set(get(), &id, &observer, one));
    }
    // Removes observers. Their visible entities are dropped, and not reported as left.
    void remove(View<CollideObserverId> ids) {
        check(collide_interest_remove(get(), ids.data(), ids.size()));
    }
    // `remove` for one item.
    void remove(CollideObserverId id) {
        check(collide_interest_remove(get(), &id, one));
    }
    // Updates the views of all observers. Call it once per tick, after the step; it is fastest right after a step.
    CollideInterestReport update(const WorldCalls &world, const CollideBudget &budget = {}) {
        return written<CollideInterestReport>(collide_interest_update, get(), world.get(), &budget);
    }
    // The views of all observers at the last update.
    CollideViews views() const {
        return written<CollideViews>(collide_interest_views, get());
    }
    // The ids of the observers.
    View<CollideObserverId> ids() const {
        const CollideViews all = views();
        return column(all.ids, all.count);
    }
    // Whether each observer follows a removed entity. It then sees nothing.
    bool is_lost(std::size_t index) const {
        const CollideViews all = views();
        return all.lost != nullptr && index < all.count && all.lost[index] != 0;
    }
    // The visible entities.
    View<CollideHandle> visible(std::size_t index) const {
        const CollideViews all = views();
        return part(all.visible, all.visible_starts, all.count, index);
    }
    // The entities that became visible with the last update.
    View<CollideHandle> entered(std::size_t index) const {
        const CollideViews all = views();
        return part(all.entered, all.entered_starts, all.count, index);
    }
    // The entities that are no longer visible since the last update. The handles of removed entities are stale.
    View<CollideHandle> left(std::size_t index) const {
        const CollideViews all = views();
        return part(all.left, all.left_starts, all.count, index);
    }
    // The ids of the observers that see an entity at the last update, in order of slots.
    std::vector<CollideObserverId> observers_of(CollideHandle entity) const {
        std::vector<CollideObserverId> ids;
        this->observers_of(entity, ids);
        return ids;
    }
    // The ids of the observers that see an entity at the last update, in order of slots.
    void observers_of(CollideHandle entity, std::vector<CollideObserverId> &ids) const {
        std::size_t count = 0;
        static_cast<void>(collide_interest_observers_of(get(), entity, nullptr, 0, &count));
        ids.resize(count);
        check(collide_interest_observers_of(get(), entity, ids.data(), count, &count));
    }
};

// A polygon: the convex hull of points, grown by a radius. `points` has x and y of each point; the points can have any
// order. The hull must have at most eight corners; points that are no corners are left out, by exact decisions. The
// position of the polygon is `0, 0`; `at` moves it.
inline CollideShape polygon(View<float> points, float radius = 0) {
    both(points.size() / 2, points);
    return written<CollideShape>(collide_polygon, points.data(), points.size() / 2, radius);
}
// A regular polygon around its position, which is `0, 0`, with a corner at `(circumradius, 0)`. Its corners are the
// same on every machine.
inline CollideShape regular_polygon(std::size_t corners, float circumradius) {
    return written<CollideShape>(collide_regular_polygon, corners, circumradius);
}
// A capsule or polygon at another position. The points of a shape are its position plus its offsets, exactly.
inline CollideShape at(const CollideShape &shape, float x, float y) {
    const float positions[2] = {x, y};
    return written<CollideShape>(collide_shapes_at, &shape, positions, one);
}
// A capsule or polygon with its offsets rotated about its position, by an angle in radians. To turn a body step by
// step, always turn the same unturned shape by the whole angle: if you turn the result again, the rounding adds up.
// Cosine and sine of an angle are the same on every machine.
inline CollideShape turned(const CollideShape &shape, float radians) {
    return written<CollideShape>(collide_shapes_turned, &shape, &radians, one);
}
// A capsule or polygon with its offsets rotated about its position, by an angle in degrees. Multiples of 90 degrees are
// exact. Otherwise as `turned`.
inline CollideShape turned_degrees(const CollideShape &shape, float degrees) {
    return written<CollideShape>(collide_shapes_turned_degrees, &shape, &degrees, one);
}
// A sector around an apex with an opening around a direction, of which only the angle matters. Its inner radius is 0.
// Its borders are the same on every machine.
inline CollideSector sector(float x, float y, float direction_x, float direction_y, float opening_degrees, float outer) {
    return written<CollideSector>(collide_sector, x, y, direction_x, direction_y, opening_degrees, outer);
}
// Whether the shape `a` overlaps the shape `b`. `touching` is `COLLIDE_CLOSED` or `COLLIDE_OPEN`.
inline bool overlaps(const CollideShape &a, const CollideShape &b, std::uint8_t touching = COLLIDE_CLOSED) {
    return written<std::uint8_t>(collide_overlaps, &a, &b, one, touching) != 0;
}
// Whether the shape `a` contains the shape `b`. They may share their borders. A point is a circle with radius zero.
inline bool contains(const CollideShape &a, const CollideShape &b) {
    return written<std::uint8_t>(collide_contains, &a, &b, one) != 0;
}
// The distance of two shapes in world units: 0 exactly if they overlap or touch.
inline float distance(const CollideShape &a, const CollideShape &b) {
    return written<float>(collide_distance, &a, &b, one);
}
// The closest points of two shapes; none if they overlap or touch.
inline std::optional<CollideClosestPoints> closest_points(const CollideShape &a, const CollideShape &b) {
    const auto answer = written<CollideClosestPoints>(collide_closest_points, &a, &b, one);
    return answer.distance != 0 ? std::optional(answer) : std::nullopt;
}
// The contact of two shapes; none if they neither overlap nor touch.
inline std::optional<CollideContact> contact(const CollideShape &a, const CollideShape &b) {
    const auto answer = written<CollideContact>(collide_contact, &a, &b, one);
    return answer.point_count != 0 ? std::optional(answer) : std::nullopt;
}
// Where a ray hits a shape. A ray that only touches a shape hits it.
inline std::optional<CollideRayHit> cast_ray(const CollideRay &ray, const CollideShape &shape) {
    return if_found<CollideRayHit>(collide_cast_ray, &ray, &shape, one);
}
// Where a segment overlaps a shape, with `entry` and `exit` as fractions of the segment.
inline std::optional<CollideRayHit> cast_segment(const CollideSegment &segment, const CollideShape &shape) {
    return if_found<CollideRayHit>(collide_cast_segment, &segment, &shape, one);
}
// When a moving shape `a` hits a moving shape `b`, if both move at the same time. The time is 0 if they overlap at the
// start.
inline std::optional<CollideImpact> sweep(const CollideMoving &a, const CollideMoving &b) {
    return if_found<CollideImpact>(collide_sweep, &a, &b, one);
}
} // namespace collide

#endif

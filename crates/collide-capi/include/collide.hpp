// collide for C++17: the interface of collide.h with destructors, exceptions for errors, and containers for arrays.
//
// Each method calls the C function of the same name; collide.h documents it and its errors. For functions without a
// method here, call the C function with `get()`. Objects can be moved but not copied. Several threads may call const
// methods at the same time.
#ifndef COLLIDE_HPP
#define COLLIDE_HPP

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "collide.h"

namespace collide {

// Thrown when a call is rejected: its status, and the message of the library.
class Error : public std::runtime_error {
public:
    explicit Error(CollideStatus status) : std::runtime_error(collide_last_error()), status_(status) {}
    CollideStatus status() const noexcept { return status_; }

private:
    CollideStatus status_;
};

inline void check(CollideStatus status) {
    if (status != COLLIDE_OK) {
        throw Error(status);
    }
}

// A non-owning view of contiguous items: of a container with data() and size(), or of a part of a result.
template <class T> class View {
public:
    View() = default;
    View(const T *data, std::size_t size) : data_(data), size_(size) {}
    template <class Container, class = decltype(std::declval<const Container &>().data())>
    View(const Container &items) : data_(items.data()), size_(items.size()) {}
    template <std::size_t count> View(const T (&items)[count]) : data_(items), size_(count) {}
    const T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    const T *begin() const noexcept { return data_; }
    const T *end() const noexcept { return size_ == 0 ? data_ : data_ + size_; }
    const T &operator[](std::size_t index) const { return data_[index]; }

private:
    const T *data_ = nullptr;
    std::size_t size_ = 0;
};

// Owns an object of the library, and frees it.
template <class T, void (*release)(T *)> class Owner {
public:
    T *get() const noexcept { return object_.get(); }

protected:
    Owner() = default;
    // `make` writes a new object to the pointer that it is given.
    template <class Make> explicit Owner(Make make) {
        T *object = nullptr;
        check(make(&object));
        object_.reset(object);
    }

private:
    struct Release {
        void operator()(T *object) const noexcept { release(object); }
    };
    std::unique_ptr<T, Release> object_;
};

inline constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

// The hits of a batch of queries. Reuse one object for many batches.
class Hits : public Owner<CollideHits, collide_hits_free> {
public:
    explicit Hits(std::uint64_t max_hits = unbounded)
        : Owner([=](CollideHits **hits) { return collide_hits_new(max_hits, hits); }) {}
    // All hits. Valid until the next query with this object.
    CollideHitsView view() const {
        CollideHitsView view;
        check(collide_hits_view(get(), &view));
        return view;
    }
    // The entities that one query has found.
    View<CollideHandle> of(std::size_t question) const {
        CollideHitsView all = view();
        if (all.handles == nullptr || question >= all.count) {
            return {};
        }
        return {all.handles + all.starts[question], all.starts[question + 1] - all.starts[question]};
    }
};

// Bytes or text.
class Buffer : public Owner<CollideBuffer, collide_buffer_free> {
public:
    Buffer() : Owner([](CollideBuffer **buffer) { return collide_buffer_new(buffer); }) {}
    const std::uint8_t *data() const noexcept { return collide_buffer_data(get()); }
    std::size_t size() const noexcept { return collide_buffer_len(get()); }
    std::string text() const { return {reinterpret_cast<const char *>(data()), size()}; }
};

class World : public Owner<CollideWorld, collide_world_free> {
public:
    explicit World(const CollideSettings &settings = collide_settings_default())
        : Owner([&](CollideWorld **world) { return collide_world_new(&settings, world); }) {}

    CollideHandle insert(const CollideEntity &entity) {
        CollideHandle handle;
        check(collide_world_insert(get(), &entity, 1, &handle));
        return handle;
    }
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
    // Writes an entity, and returns whether it exists.
    bool find(CollideHandle handle, CollideEntity &entity) const {
        std::uint8_t alive;
        check(collide_world_get_entities(get(), &handle, 1, &entity, &alive));
        return alive != 0;
    }
    std::size_t size() const noexcept { return collide_world_len(get()); }

    void step(std::uint64_t max_pairs = unbounded, std::uint64_t max_candidates = unbounded) {
        check(collide_world_step_within(get(), max_pairs, max_candidates));
    }
    void refresh() { check(collide_world_refresh(get())); }
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
    void contacts(std::vector<CollideContact> &contacts) const {
        contacts.resize(collide_world_pair_count(get()));
        check(collide_world_contacts(get(), contacts.data(), contacts.size()));
    }
    CollideReport report() const {
        CollideReport report;
        check(collide_world_report(get(), &report));
        return report;
    }
    std::string explain() const {
        Buffer text;
        check(collide_world_explain(get(), text.get()));
        return text.text();
    }

    // `ask.filters` is null, or has a filter for each query.
    void overlap(View<CollideShape> shapes, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_overlap(get(), shapes.data(), shapes.size(), &ask, hits.get()));
    }
    void ray(View<CollideRay> rays, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_ray(get(), rays.data(), rays.size(), &ask, hits.get()));
    }
    void segment(View<CollideSegment> segments, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_segment(get(), segments.data(), segments.size(), &ask, hits.get()));
    }
    void blocked(View<CollideSegment> segments, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_blocked(get(), segments.data(), segments.size(), &ask, hits.get()));
    }
    void sweep(View<CollideMoving> moving, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_sweep(get(), moving.data(), moving.size(), &ask, hits.get()));
    }
    void nearest(View<CollideNearest> nearest, Hits &hits, const CollideAsk &ask = {}) const {
        check(collide_query_nearest(get(), nearest.data(), nearest.size(), &ask, hits.get()));
    }

    void save(Buffer &bytes) const { check(collide_world_save(get(), bytes.get())); }
    void restore(View<std::uint8_t> bytes) { check(collide_world_restore(get(), bytes.data(), bytes.size())); }
    World fork() const { return World(*this); }
    void fork_into(World &other) const { check(collide_world_fork_into(get(), other.get())); }
    World(World &&) = default;
    World &operator=(World &&) = default;

private:
    explicit World(const World &other)
        : Owner([&](CollideWorld **world) { return collide_world_fork(other.get(), world); }) {}
    static void same(std::size_t handles, std::size_t others) {
        if (handles != others) {
            throw std::invalid_argument("handles: must be as many as the values");
        }
    }
};

// Area of interest: observers and their visible entities.
class Interest : public Owner<CollideInterest, collide_interest_free> {
public:
    explicit Interest(std::uint64_t max_candidates = unbounded)
        : Owner([=](CollideInterest **interest) { return collide_interest_new(max_candidates, interest); }) {}
    CollideObserverId insert(const CollideObserver &observer) {
        CollideObserverId id;
        check(collide_interest_insert(get(), &observer, 1, &id));
        return id;
    }
    void set(CollideObserverId id, const CollideObserver &observer) { check(collide_interest_set(get(), &id, &observer, 1)); }
    void remove(CollideObserverId id) { check(collide_interest_remove(get(), &id, 1)); }
    CollideInterestReport update(const World &world) {
        CollideInterestReport report;
        check(collide_interest_update(get(), world.get(), &report));
        return report;
    }
    CollideViews views() const {
        CollideViews views;
        check(collide_interest_views(get(), &views));
        return views;
    }
};

// Pairs among shapes that are stored outside of a world.
class Batch : public Owner<CollideBatch, collide_batch_free> {
public:
    explicit Batch(const CollideSettings &settings = collide_settings_default())
        : Owner([&](CollideBatch **batch) { return collide_batch_new(&settings, batch); }) {}
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
};

} // namespace collide

#endif

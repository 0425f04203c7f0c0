// Part of collide.hpp, which includes it: errors, views of arrays, and the objects that hold results.
#ifndef COLLIDE_BASE_HPP
#define COLLIDE_BASE_HPP

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if __cplusplus >= 202002L
#include <span>
#endif

#include "collide.h"

namespace collide {

using Handle = CollideHandle;
using ObserverId = CollideObserverId;

inline constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

// The slot of a handle: a small number that is reused.
constexpr std::uint32_t slot(Handle handle) { return static_cast<std::uint32_t>(static_cast<std::uint64_t>(handle)); }
// The generation of a handle: how often its slot was free before.
constexpr std::uint32_t generation(Handle handle) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(handle) >> 32);
}

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

// The length of the arrays of a call for one item.
inline constexpr std::size_t one = 1;

// The value that a call writes to its last parameter.
template <class T, class Call, class... Given> T written(Call call, Given... given) {
    T value;
    check(call(given..., &value));
    return value;
}

// The value that a call writes, if it reports by its last parameter that there is one.
template <class T, class Call, class... Given> std::optional<T> if_found(Call call, Given... given) {
    T value;
    auto found = written<std::uint8_t>(call, given..., &value);
    return found != 0 ? std::optional(value) : std::nullopt;
}

// A non-owning view of contiguous items: of a container with data() and size(), or of a part of a result.
#if __cplusplus >= 202002L
template <class T> using View = std::span<const T>;
#else
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
#endif

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

// Throws if two arrays that belong together have different lengths.
inline void same(std::size_t count, std::size_t other) {
    if (count != other) {
        throw std::invalid_argument("arrays: must have the same length");
    }
}

// The floats of x and y coordinates must be two for each of `count` items.
inline void both(std::size_t count, View<float> xy) { same(2 * count, xy.size()); }

// The hits of a batch of queries. Reuse one object for many batches.
class Hits : public Owner<CollideHits, collide_hits_free> {
public:
    explicit Hits(std::uint64_t max_hits = unbounded)
        : Owner([=](CollideHits **hits) { return collide_hits_new(max_hits, hits); }) {}
    // All hits. Valid until the next query with this object.
    CollideHitsView view() const { return written<CollideHitsView>(collide_hits_view, get()); }
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
    const std::uint8_t *begin() const noexcept { return data(); }
    const std::uint8_t *end() const noexcept { return data() + size(); }
    std::string text() const { return {reinterpret_cast<const char *>(data()), size()}; }
};

// Where shapes ended that moved, and what they ran into. Reuse one object for many calls.
class Moves : public Owner<CollideMoves, collide_moves_free> {
public:
    Moves() : Owner([](CollideMoves **moves) { return collide_moves_new(moves); }) {}
    // All slides. Valid until the next call with this object.
    CollideMovesView view() const { return written<CollideMovesView>(collide_moves_view, get()); }
    View<CollideSlide> slides() const {
        CollideMovesView all = view();
        return {all.slides, all.count};
    }
    // What one shape ran into, in order of time.
    View<CollideSlideHit> hits_of(std::size_t mover) const {
        CollideMovesView all = view();
        if (all.hits == nullptr || mover >= all.count) {
            return {};
        }
        return {all.hits + all.starts[mover], all.starts[mover + 1] - all.starts[mover]};
    }
};

// A recording, read tick by tick.
class Trace : public Owner<CollideTrace, collide_trace_free> {
public:
    explicit Trace(View<std::uint8_t> bytes)
        : Owner([&](CollideTrace **trace) { return collide_trace_new(bytes.data(), bytes.size(), trace); }) {}
    // Reads the next tick; none after the last.
    std::optional<CollideTraceTick> next() {
        CollideTraceTick tick;
        CollideStatus status = collide_trace_next(get(), &tick);
        if (status == COLLIDE_END) {
            return std::nullopt;
        }
        check(status);
        return tick;
    }
};

// Pairs that hit each other while they move, and working memory.
class Swept : public Owner<CollideSwept, collide_swept_free> {
public:
    explicit Swept(std::uint64_t max_work = unbounded)
        : Owner([=](CollideSwept **swept) { return collide_swept_new(max_work, swept); }) {}
};

} // namespace collide

#endif

// Part of collide.hpp, which includes it: errors, views of arrays, and what the calls use.
#ifndef COLLIDE_BASE_HPP
#define COLLIDE_BASE_HPP

#include <cstddef>
#include <cstdint>
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
    template <class Make, class = std::enable_if_t<std::is_invocable_v<Make, T **>>> explicit Owner(Make make) {
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

// A list of a result, and the part of a list from one of its starts to the next.
template <class T> View<T> column(const T *items, std::size_t count) {
    return items == nullptr ? View<T>() : View<T>(items, count);
}
template <class T> View<T> part(const T *items, const std::size_t *starts, std::size_t count, std::size_t index) {
    return items == nullptr || index >= count ? View<T>() : View<T>(items + starts[index], starts[index + 1] - starts[index]);
}

// The answers that exist.
template <class T>
void optional(const std::vector<T> &answers, const std::vector<std::uint8_t> &found, std::vector<std::optional<T>> &out) {
    out.assign(answers.begin(), answers.end());
    for (std::size_t index = 0; index < out.size(); index++) {
        if (found[index] == 0) {
            out[index] = std::nullopt;
        }
    }
}

// Helps to make a query with one item.
struct One {
    // The options for all hits, and for the first one. They refer to the filter.
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
    static std::vector<Handle> list(View<Handle> handles) { return {handles.begin(), handles.end()}; }
    // The entity that was hit, if there is one, and its measure.
    template <class Measure>
    static std::optional<std::pair<Handle, Measure>> only(View<Handle> handles, View<Measure> measures) {
        return handles.empty() ? std::nullopt : std::optional(std::pair(handles[0], measures[0]));
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

} // namespace collide

#endif

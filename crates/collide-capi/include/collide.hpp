// collide for C++17: the interface of collide.h with destructors, exceptions for errors, and containers for arrays.
//
// Each method calls the C function of the same name; collide.h documents it and its errors. Objects can be moved but
// not copied. Several threads may call const methods at the same time. A View that a method returns is valid until the
// next call with the object that holds its items. Under C++20 arrays are passed as std::span.
#ifndef COLLIDE_HPP
#define COLLIDE_HPP

#include "collide_calls.hpp"

namespace collide {

class World : public WorldCalls {
public:
    using WorldCalls::WorldCalls;

    using WorldCalls::insert;
    CollideHandle insert(const CollideShape &shape) { return insert(collide_entity(shape)); }
    // Calls `change(const CollideCircles &)` for all dynamic circles, some hundreds at a time, perhaps from several
    // threads at the same time. It must not throw.
    template <class Change> void update_circles(Change &&change) {
        using Plain = std::remove_reference_t<Change>;
        auto call = [](void *user, const CollideCircles *circles) noexcept { (*static_cast<Plain *>(user))(*circles); };
        void *user = const_cast<void *>(static_cast<const void *>(std::addressof(change)));
        check(collide_world_update_circles(get(), call, user));
    }
    World fork() const {
        return World([this](CollideWorld **fork) { return collide_world_fork(get(), fork); });
    }

    // The entity nearest to a shape, at most a distance away, and its distance.
    std::optional<std::pair<Handle, float>> closest(const CollideShape &shape, float within, const CollideFilter &filter = {}) const {
        Hits hits;
        CollideNearest query = {shape, within, 1};
        nearest({&query, 1}, hits, One::first(filter));
        return One::only(hits.of(0), hits.distances_of(0));
    }
};

// A recording, read tick by tick.
class Trace : public TraceCalls {
public:
    using TraceCalls::TraceCalls;

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

// The first contact point of an impact: x and y.
inline std::pair<float, float> point(const CollideImpact &impact) { return {impact.points[0], impact.points[1]}; }

// A sector with an inner radius.
inline CollideSector sector(float x, float y, float direction_x, float direction_y, float opening_degrees, float outer,
                            float inner) {
    CollideSector sector = collide::sector(x, y, direction_x, direction_y, opening_degrees, outer);
    sector.inner = inner;
    return sector;
}

} // namespace collide

#endif

// A small authoritative server in C++: players run about, each client gets the entities that enter and leave the view
// of its player, and at the end the whole world is saved and restored. The argument is the number of ticks. They run as
// fast as possible; a real server waits for each.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "collide.hpp"

namespace {

constexpr std::uint64_t player_layer = 1, tree_layer = 2;

struct Player {
    CollideHandle handle;
    float x, y, way;
};

class Game {
public:
    Game(std::uint32_t players, std::uint32_t trees) {
        for (std::uint32_t tree = 0; tree < trees; tree++) {
            CollideEntity entity = collide_entity(collide_circle(at(7919 * tree), at(104729 * tree), 2));
            entity.mobility = COLLIDE_STATIC;
            entity.layers.category = tree_layer;
            world_.insert(entity);
        }
        for (std::uint32_t number = 0; number < players; number++) {
            Player player = {CollideHandle{}, at(15485863 * number), at(32452843 * number), float(number)};
            player.handle = world_.insert(collide_circle(player.x, player.y, 1));
            CollideObserver client = collide_observer_of(player.handle, 18, 20);
            client.filter.flags = COLLIDE_EXCEPT | COLLIDE_ON_LAYERS;
            client.filter.except = player.handle;
            client.filter.layers = {player_layer, player_layer, 0};
            client.max_visible = 32;
            clients_.insert(client);
            players_.push_back(player);
        }
        world_.step();
    }

    void tick() {
        std::vector<CollideHandle> handles;
        std::vector<CollideShape> shapes;
        for (Player &player : players_) {
            player.way += 0.01f;
            player.x += std::cos(player.way) / 4;
            player.y += std::sin(player.way) / 4;
            handles.push_back(player.handle);
            shapes.push_back(collide_circle(player.x, player.y, 1));
        }
        world_.set_shapes(handles, shapes);
        try {
            CollideBudget budget = {};
            budget.max_work = 4'000'000; // about 4 ms
            world_.step(budget);
        } catch (const collide::Error &error) {
            // The world is unchanged: the tick is skipped.
            std::fprintf(stderr, "%s\n", error.what());
            return;
        }
        CollideInterestReport seen = clients_.update(world_);
        CollideViews views = clients_.views();
        for (std::size_t client = 0; client < views.count; client++) {
            // A server sends a message to each client here: the entities that entered and left.
            sent_ += views.entered_starts[client + 1] - views.entered_starts[client];
            sent_ += views.left_starts[client + 1] - views.left_starts[client];
        }
        if (sent_ < seen.entered_count) {
            std::abort();
        }
    }

    // Saves the world, as before a shutdown, and restores it, as after a start.
    bool comes_back() const {
        collide::Buffer bytes;
        world_.save(bytes);
        collide::World again;
        again.restore(bytes);
        collide::World fork = world_.fork();
        fork.step(), again.step();
        return again.fingerprint() == fork.fingerprint() && again.size() == world_.size();
    }

    std::size_t sent() const { return sent_; }
    const collide::World &world() const { return world_; }

private:
    static float at(std::uint32_t number) { return float(number % 200) - 100; }
    collide::World world_;
    collide::Interest clients_;
    std::vector<Player> players_;
    std::size_t sent_ = 0;
};

// Checks that an invalid shape is rejected, and the message.
bool refuses() {
    collide::World world;
    try {
        world.insert(collide_circle(0, 0, -1));
    } catch (const collide::Error &error) {
        return error.status() == COLLIDE_INVALID
               && std::string(error.what()) == "entities[0]: radius: must not be negative, is -1";
    }
    return false;
}

// Checks queries and pairs without a game.
bool answers() {
    collide::World world;
    CollideHandle near = world.insert(collide_circle(4, 0, 1)), far = world.insert(collide_rect(8, -1, 9, 1));
    world.step();
    collide::Hits hits;
    CollideRay shot = {0, 0, 1, 0, 100};
    world.ray({&shot, 1}, hits);
    bool shown = hits.of(0).size() == 2 && hits.of(0)[0] == near && hits.of(0)[1] == far && hits.of(1).empty();
    collide::Batch batch;
    std::vector<CollideShape> shapes = {collide_circle(0, 0, 1), collide_circle(1, 0, 1), collide_circle(9, 0, 1)};
    auto pairs = batch.pairs(shapes);
    return shown && pairs.size() == 1 && pairs[0].a == 0 && pairs[0].b == 1;
}

} // namespace

int main(int count, char **arguments) {
    try {
        int ticks = count > 1 ? std::atoi(arguments[1]) : 600;
        Game game(300, 200);
        for (int tick = 0; tick < ticks; tick++) {
            game.tick();
        }
        if (!game.comes_back() || !refuses() || !answers()) {
            return 1;
        }
        std::printf("%d ticks: %zu messages, fingerprint %016llx\n%s\n", ticks, game.sent(),
                    static_cast<unsigned long long>(game.world().fingerprint()), game.world().explain().c_str());
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}

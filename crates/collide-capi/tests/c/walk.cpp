// The walks and the sectors of tests/golden in C++, and the methods of collide.hpp that no example uses. The argument is the folder.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "collide.hpp"

namespace {

void expect(bool holds, const char *what) {
    if (!holds) {
        throw std::runtime_error(what);
    }
}

// The rows of a file, as words.
std::vector<std::vector<std::string>> rows(const std::string &path) {
    std::ifstream file(path);
    std::vector<std::vector<std::string>> rows;
    std::string line, word;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::stringstream words(line);
        rows.emplace_back();
        while (std::getline(words, word, ',')) {
            rows.back().push_back(word);
        }
    }
    return rows;
}

// Reads the columns kind and numbers from `place` on, and moves it behind them.
CollideShape numbers_of(const std::vector<std::string> &row, std::size_t &place) {
    CollideShape shape = {};
    shape.kind = static_cast<std::uint8_t>(std::stoul(row[place++]));
    std::stringstream numbers(row[place++]);
    std::string number;
    for (std::size_t index = 0; std::getline(numbers, number, ' '); index++) {
        shape.numbers[index] = std::stof(number);
    }
    return shape;
}

// Reads the shape of an entity.
CollideShape shape_of(bool kinds, const std::vector<std::string> &row, std::size_t &place) {
    if (kinds) {
        return numbers_of(row, place);
    }
    auto kind = std::stoul(row[place++]);
    float x = std::stof(row[place]), y = std::stof(row[place + 1]), a = std::stof(row[place + 2]);
    float b = std::stof(row[place + 3]), angle = std::stof(row[place + 4]);
    place += 5;
    return kind == 0 ? collide_circle(x, y, a) : kind == 1 ? collide_rect(x, y, a, b) : collide_oriented_rect(x, y, a, b, angle);
}

// Reads the shape of a query.
CollideShape asked_of(bool kinds, const std::vector<std::string> &row, std::size_t &place) {
    if (kinds) {
        return numbers_of(row, place);
    }
    place += 3;
    return collide_circle(std::stof(row[place - 3]), std::stof(row[place - 2]), std::stof(row[place - 1]));
}

void walk(const std::string &folder, bool kinds) {
    const std::string set = folder + (kinds ? "/kinds_walk" : "/walk");
    collide::World world;
    std::vector<collide::Handle> movers;
    std::vector<collide::Handle> handles;
    std::vector<float> motions, pivots, expected;
    for (const auto &row : rows(set + ".csv")) {
        std::size_t place = 1;
        CollideEntity entity = collide_entity(shape_of(kinds, row, place));
        float x = std::stof(row[place]), y = std::stof(row[place + 1]);
        expected.push_back(std::stof(row[place + 2]));
        pivots.insert(pivots.end(), {entity.shape.numbers[0], entity.shape.numbers[1]});
        bool rests = x == 0 && y == 0;
        entity.mobility = rests ? COLLIDE_STATIC : COLLIDE_DYNAMIC;
        handles.push_back(world.insert(entity));
        if (!rests) {
            movers.push_back(handles.back());
            motions.insert(motions.end(), {x, y});
        }
    }
    world.step();
    collide::Moves moves;
    int tick = 0;
    for (const auto &row : rows(set + "_ticks.csv")) {
        std::vector<float> now = motions;
        for (float &motion : now) {
            motion *= tick / 5 % 2 == 0 ? 1.0f : -1.0f;
        }
        CollideMoveOptions options = collide_move_options_default();
        options.in_order = tick % 2 == 0;
        world.move(movers, now, moves, options);
        world.step();
        std::size_t hits = 0;
        for (std::size_t mover = 0; mover < moves.slides().size(); mover++) {
            hits += moves.hits_of(mover).size();
        }
        expect(moves.slides().size() == movers.size() && hits == std::stoul(row[2]), "hits");
        expect(world.fingerprint() == std::stoull(row[3], nullptr, 16), "fingerprint");
        tick++;
    }
    std::vector<std::optional<CollideShape>> ends, places;
    world.shapes(handles, ends);
    for (std::size_t row = 0; row < expected.size(); row++) {
        expect(ends[row]->numbers[0] == expected[row], "end");
    }
    for (const auto &row : rows(set + "_places.csv")) {
        std::size_t place = 0;
        CollideShape shape = asked_of(kinds, row, place);
        auto number = [&](std::size_t column) { return std::stof(row[place + column]); };
        CollideMoving moving = {shape, number(0), number(1)};
        world.slide({&moving, 1}, moves);
        expect(moves.slides()[0].shape.numbers[0] == number(2), "slide");
        world.free({&moving.shape, 1}, 3, moves, places);
        expect(places[0] ? places[0]->numbers[1] == number(6) : row.size() < place + 6 || row[place + 5].empty(), "place");
    }
    std::vector<CollideTurn> turns;
    for (const auto &row : rows(set + "_turns.csv")) {
        std::size_t id = std::stoul(row[0]);
        CollideFilter filter = {COLLIDE_EXCEPT, handles[id], {0, 0, 0}};
        CollideAsk ask = {};
        ask.filters = &filter;
        CollideTurning turning = {*ends[id], pivots[2 * id], pivots[2 * id + 1], std::stof(row[1])};
        world.turn({&turning, 1}, turns, ask);
        expect(turns[0].shape.numbers[0] == std::stof(row[2]) && turns[0].left == std::stof(row[4]), "turn");
    }
    world.separate(movers, moves);
    world.step();
    expect(world.fingerprint() == std::stoull(rows(set + "_crowd.csv")[0][2], nullptr, 16), "crowd");
    CollidePushRule still = {UINT64_MAX, 0, 1};
    world.separate(movers, moves, {&still, 1});
    world.shapes(handles, places);
    expect(moves.slides()[0].shape.numbers[0] == places[1]->numbers[0], "rules");
}

// Compares the hits of the sectors of a tick, from `row` on, which it moves behind them.
void compare(const std::vector<std::vector<std::string>> &rows, std::size_t &row, const std::string &tick,
             const collide::World &world, const std::map<std::string, collide::Handle> &handles) {
    std::vector<CollideSector> sectors;
    std::vector<std::string> expected;
    for (; row < rows.size() && rows[row][0] == tick; row++) {
        auto number = [&](std::size_t column) { return std::stof(rows[row][column]); };
        sectors.push_back(collide::sector(number(1), number(2), number(3), number(4), number(5), number(6), number(7)));
        expected.push_back(rows[row].size() > 8 ? rows[row][8] : "");
    }
    collide::Hits hits;
    world.sector(sectors, hits);
    for (std::size_t sector = 0; sector < sectors.size(); sector++) {
        std::string found;
        for (collide::Handle hit : hits.of(sector)) {
            auto one = std::find_if(handles.begin(), handles.end(), [&](const auto &named) { return named.second == hit; });
            found += (found.empty() ? "" : " ") + one->first;
        }
        expect(found == expected[sector] && world.in_sector(sectors[sector]).size() == hits.of(sector).size(), "sectors");
    }
}

// Plays a match, and compares the hits of sectors.
void sectors(const std::string &folder, bool kinds) {
    const std::string set = folder + (kinds ? "/kinds_" : "/");
    const auto match = rows(set + "match.csv"), expected = rows(set + "sectors.csv");
    collide::World world;
    std::map<std::string, collide::Handle> handles;
    std::vector<std::string> before;
    std::size_t asked = 0;
    for (std::size_t row = 0; row < match.size();) {
        const std::string tick = match[row][0];
        std::vector<std::string> now;
        std::vector<CollideShape> shapes;
        for (; row < match.size() && match[row][0] == tick; row++) {
            std::size_t place = 2;
            now.push_back(match[row][1]);
            shapes.push_back(shape_of(kinds, match[row], place));
        }
        for (const std::string &id : before) {
            if (std::find(now.begin(), now.end(), id) == now.end()) {
                world.remove(handles.at(id));
                handles.erase(id);
            }
        }
        for (std::size_t index = 0; index < now.size(); index++) {
            auto old = handles.find(now[index]);
            if (old != handles.end()) {
                world.set_shape(old->second, shapes[index]);
            } else {
                handles.emplace(now[index], world.insert(shapes[index]));
            }
        }
        world.step();
        compare(expected, asked, tick, world, handles);
        before = now;
    }
    expect(asked == 200 && asked == expected.size(), "rows of sectors");
}

void two_shapes() {
    CollideShape a = collide_circle(0, 0, 1), b = collide_rect(1, -1, 2, 1), far = collide_circle(9, 0, 1);
    expect(collide::overlaps(a, b) && !collide::overlaps(a, b, COLLIDE_OPEN), "overlaps");
    expect(collide::contains(a, collide_circle(0, 0, 0.5f)) && !collide::contains(a, b), "contains");
    expect(collide::distance(a, far) == 7 && collide::closest_points(a, far)->b_x == 8, "distance");
    expect(!collide::closest_points(a, b) && collide::contact(a, b)->depth == 0 && !collide::contact(a, far), "contact");
    expect(collide::cast_ray({-3, 0, 1, 0, 99}, a)->entry == 2 && !collide::cast_ray({-3, 5, 1, 0, 99}, a), "cast_ray");
    expect(collide::cast_segment({-4, 0, 4, 0}, a)->entry == 0.375f, "cast_segment");
    expect(collide::sweep({a, 14, 0}, {far, 0, 0})->time == 0.5f && !collide::sweep({a, 1, 0}, {far, 0, 0}), "sweep");
    expect(collide::point(*collide::sweep({a, 14, 0}, {far, 0, 0})) == std::pair(8.0f, 0.0f), "point");
    try {
        collide::distance(a, collide_circle(0, 0, -1));
    } catch (const collide::Error &error) {
        expect(std::string(error.what()) == "b[0]: radius: must not be negative, is -1", "message");
        return;
    }
    throw std::runtime_error("accepted");
}

void points_and_radius() {
    CollideShape wall = collide_capsule(0, 0, 10, 0, 0.5f), ship = collide::polygon(std::vector<float>{2, 0, -1, 1, -1, -1});
    expect(ship.kind == COLLIDE_POLYGON && ship.numbers[3] == -1 && ship.numbers[4] == -1, "polygon");
    CollideShape moved = collide::at(ship, 5, 3);
    expect(collide::distance(wall, moved) == 1.5f && collide::distance(wall, collide::at(ship, 5, 1.5f)) == 0, "at");
    CollideShape turned = collide::turned(collide::at(wall, 0, 3), 1.5707964f);
    expect(turned.numbers[1] == 3 && turned.numbers[5] == 10, "turned");
    CollideShape quarter = collide::turned_degrees(wall, 90);
    expect(quarter.numbers[4] == 0 && quarter.numbers[5] == 10, "turned by degrees");
    expect(collide::regular_polygon(6, 2).numbers[2] == 0, "regular");
    try {
        collide::regular_polygon(9, 2);
    } catch (const collide::Error &error) {
        expect(std::string(error.what()) == "corners: must be from 3 to 8, is 9", "message");
        return;
    }
    throw std::runtime_error("accepted");
}

void one_query() {
    collide::World world;
    collide::Handle near = world.insert(collide_circle(4, 0, 1)), far = world.insert(collide_circle(9, 0, 1));
    world.step();
    CollideFilter filter = {COLLIDE_EXCEPT, near, {0, 0, 0}};
    CollideRay ray = {0, 0, 1, 0, 100};
    expect(world.first_on_ray(ray)->first == near && world.first_on_ray(ray)->second.entry == 3, "first_on_ray");
    expect(world.first_on_ray(ray, filter)->first == far && !world.first_on_ray({0, 5, 1, 0, 9}), "filter");
    expect(world.first_on_segment({0, 0, 12, 0})->second.entry == 0.25f, "first_on_segment");
    expect(world.is_blocked({0, 0, 12, 0}) && !world.is_blocked({0, 5, 12, 5}), "is_blocked");
    expect(world.first_swept({collide_circle(0, 0, 1), 4, 0})->second.time == 0.5f, "first_swept");
    expect(world.closest(collide_circle(0, 0, 1), 9)->second == 2 && !world.closest(collide_circle(0, 0, 1), 1), "closest");
    expect(world.overlapping(collide_circle(4, 0, 9)) == std::vector<collide::Handle>({near, far}), "overlapping");
    CollideSector swing = collide::sector(0, 0, 1, 0, 90, 8);
    expect(world.in_sector(swing) == std::vector<collide::Handle>({near, far}), "in_sector");
    expect(world.in_sector(swing, filter) == std::vector<collide::Handle>({far}), "in_sector with a filter");
    expect(world.in_sector(collide::sector(0, 0, 1, 0, 270, 8, 5.5f)) == std::vector<collide::Handle>({far}), "inner");
    expect(world.in_sector(collide::sector(0, 0, -1, 0, 90, 8)).empty(), "behind");
    collide::Hits hits;
    world.sector(std::vector<CollideSector>{swing, {0, 0, 1, 1, 1, -1, 8, 0}}, hits);
    expect(hits.of(0).size() == 2 && hits.of(1).size() == 0, "sector");
    try {
        collide::sector(0, 0, 1, 0, 0, 8);
    } catch (const collide::Error &error) {
        expect(std::string(error.what()) == "opening: must be above 0 and below 360 degrees, is 0", "message");
        return;
    }
    throw std::runtime_error("accepted");
}

void crowd() {
    CollideSettings settings = collide_settings_default();
    settings.crowd_max = 16;
    collide::World world(settings);
    world.insert(std::vector<CollideEntity>(200, collide_entity(collide_circle(5, 5, 0.5f))));
    world.step();
    CollideReport report = world.report();
    expect(report.pair_count == 120 && report.surplus_count == 184 && report.crowd.count == 200, "report");
    std::vector<CollideCrowd> crowds;
    world.crowds(16, crowds);
    expect(crowds.size() == 1 && crowds[0].entity == report.crowd.entity && crowds[0].min_x == 4.5f, "crowds");
    world.crowds(200, crowds);
    expect(crowds.empty() && world.settings().crowd_max == 16, "no crowd");
}

void the_rest() {
    CollideSettings settings = collide_settings_default();
    settings.events = 1, settings.history_ticks = 4;
    collide::World world(settings);
    settings.threads = 1;
    settings.change_ticks = 1;
    world.set_settings(settings);
    expect(world.settings().threads == 1 && world.memory() > 0, "settings");
    collide::Handle a = world.insert(collide_circle(0, 0, 1)), b = world.insert(collide_circle(5, 0, 1));
    expect(collide::slot(b) == 1 && collide::generation(b) == 0 && a != b, "handles");
    world.start_recording();
    world.update_circles([](const CollideCircles &circles) {
        for (std::size_t row = 0; row < circles.count; row++) {
            circles.x[row] += 1;
        }
    });
    world.set_centers_by_slot(std::vector<float>{4, 0, 6, 0});
    world.set_centers(std::vector<collide::Handle>{b}, std::vector<float>{5, 1});
    expect(world.count_pairs() == 1, "count");
    world.step();
    std::vector<CollideEvent> events;
    world.events_of(b, events);
    expect(events.size() == 1 && events[0].a == a, "events");
    expect(world.events_between(1, UINT64_MAX).at(0).b == b && world.events_between(2, 1).empty(), "events between");
    std::vector<collide::Handle> handles;
    expect(world.changed_since(0) == std::vector<collide::Handle>{a, b} && world.changed_since(1).empty(), "changed");
    std::vector<CollideEntity> entities;
    world.entities(handles, entities);
    expect(handles.size() == 2 && entities[1].shape.numbers[1] == 1, "entities");
    collide::Swept swept;
    auto pairs = world.swept_pairs(std::vector<collide::Handle>{a}, std::vector<float>{1, 0}, swept);
    expect(pairs.size() == 1 && pairs[0].impact.time == 0, "swept");
    expect(world.sweep_through({collide_circle(-9, 0, 1), 99, 0}, 1, 1).has_value(), "through");
    collide::Buffer recorded;
    world.take_recorded(recorded);
    expect(world.is_recording() && !world.recent().empty(), "recording");
    world.stop_recording();
    world.validate();
    collide::World other, follower;
    collide::Trace trace(recorded);
    expect(trace.next()->starts == 1, "trace");
    other.replay(trace);
    follower.follow(trace);
    expect(!trace.next() && other.fingerprint() == world.fingerprint() && follower.size() == 2, "replay");
    world.rebase(0, 0, 1, 0);
    collide::Interest interest;
    collide::ObserverId eyes = interest.insert(collide_observer_at(4, 0, 3, 4));
    CollideBudget little = {};
    little.max_work = 1;
    try {
        interest.update(world, little);
        expect(false, "a budget");
    } catch (const collide::Error &error) {
        expect(error.status() == COLLIDE_OVER_BUDGET, "a budget");
    }
    interest.update(world);
    expect(interest.observers_of(a).at(0) == eyes, "observers");
    expect(interest.ids()[0] == eyes && !interest.is_lost(0) && interest.left(0).empty(), "views");
    expect(interest.visible(0).size() == 2 && interest.entered(0)[0] == a, "visible");
    expect(world.get_entities(handles)[1]->data == 0 && world.pairs().size() == world.pair_count(), "lists");
    collide::Batch batch;
    std::vector<CollideShape> shapes = {collide_circle(0, 0, 1), collide_circle(1, 0, 1)};
    expect(batch.count_pairs(shapes) == 1 && batch.count_pairs_between(shapes, shapes) == 4, "batch");
}

} // namespace

int main(int, char **arguments) {
    try {
        walk(arguments[1], false);
        walk(arguments[1], true);
        sectors(arguments[1], false);
        sectors(arguments[1], true);
        two_shapes();
        points_and_radius();
        one_query();
        crowd();
        the_rest();
        std::puts("walk: movement, sectors and the other methods of collide.hpp");
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "walk: %s\n", error.what());
        return 1;
    }
}

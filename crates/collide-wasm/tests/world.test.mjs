import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { Batch, CircleColumns, CollideError, EventKind, Interest, NO_ENTITY, Shapes, World, circle, orientedRect, pairs, pairsBetween, rect, rotor, rotors, slotOf, slotsOf, traceTicks } from "collide2d";

/** Circles of radius 1/2 at these positions of the x axis. */
const at = (...places) => Shapes.circles(places, places.map(() => 0), places.map(() => 0.5));

function refused(call, code, message) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof CollideError && error instanceof Error, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });
}

/** A world after some ticks of a runner between two posts. */
function past() {
  const world = new World({ events: true, history: { ticks: 8, teleportDistance: 2 } });
  const [runner, near, far] = world.insertBatch(at(0, 10, 20)).slice();
  for (let tick = 1; tick <= 4; tick++) {
    world.setShape(runner, circle(tick * 2, 0, 0.5));
    world.step();
  }
  return { world, runner, near, far };
}

test("entities come and go, one by one and in batches", () => {
  const world = new World();
  const layers = { category: 2n, mask: 5n, group: -3n };
  const box = orientedRect(1, 2, 3, 4, 0.3);
  const one = world.insert(box, { data: 2n ** 63n, layers, sensor: true, mobility: "sleeping" });
  const { shape, ...rest } = world.entity(one);
  assert.deepEqual(rest, { handle: one, data: 2n ** 63n, layers, sensor: true, mobility: "sleeping" });
  assert.deepEqual(shape, { ...box, cos: Math.fround(box.cos), sin: Math.fround(box.sin) });
  const more = world.insertBatch(Shapes.of([circle(1, 2, 3), rect(-1, -2, 3, 4)]), {
    data: BigUint64Array.of(7n, 8n),
    layers: BigUint64Array.of(1n, 2n, 3n, 4n, 5n, 6n),
    mobility: Uint8Array.of(0, 1),
  }).slice();
  assert.deepEqual([...slotsOf(more)], [1, 2]);
  const many = world.entities(more);
  assert.deepEqual([many.at(0).shape, many.at(1).shape], [circle(1, 2, 3), rect(-1, -2, 3, 4)]);
  assert.deepEqual([many.at(1).data, many.at(1).mobility, many.at(1).layers.group], [8n, "static", 6n]);
  world.setEntities(more, at(1, 2), { sensor: true });
  assert.deepEqual([world.entity(more[1]).shape, world.entity(more[1]).sensor, world.entity(more[1]).data], [circle(2, 0, 0.5), true, 0n]);
  world.remove(one);
  assert.equal(world.entity(one), undefined);
  assert.equal(world.entities(BigUint64Array.of(one)).bytes[0], NO_ENTITY);
  assert.deepEqual([...world.entities().handles], [...more]);
  const again = world.insert(circle(0, 0, 1));
  assert.deepEqual([slotOf(again), again], [slotOf(one), one + (1n << 32n)]);
  world.removeBatch(more);
  assert.equal(world.size, 1);
  world.validate();
});

test("what is refused says why and changes nothing", () => {
  const world = new World();
  const handles = world.insertBatch(at(0, 5, 9)).slice();
  world.remove(handles[1]);
  const before = world.save();
  refused(() => world.insert({ ...circle(0, 0, 1), y: NaN }), "SHAPE", /^index 0: center.y: must be a finite number, is NaN$/);
  refused(() => world.insertBatch(Shapes.of([circle(0, 0, 1), { ...circle(0, 0, 1), radius: -1 }])), "SHAPE", /^index 1: radius: /);
  refused(() => world.insertBatch(new Shapes(Uint8Array.of(0, 9), new Float32Array(12))), "KIND", /^index 1: kind: .*is 9$/);
  refused(() => world.insertBatch(new Shapes(Uint8Array.of(0), new Float32Array(5))), "LENGTH", /^numbers: .*has 5$/);
  refused(() => world.insertBatch(at(1, 2, 3), { data: BigUint64Array.of(1n, 2n) }), "LENGTH", /^data: .*has 2$/);
  refused(() => world.insertBatch(at(1, 2, 3), { layers: BigUint64Array.of(1n, 2n) }), "LENGTH", /^layers: /);
  refused(() => world.insertBatch(at(1), { mobility: Uint8Array.of(3) }), "KIND", /mobility/);
  refused(() => world.insert(circle(0, 0, 1), { mobility: "asleep" }), "SETTING", /mobility.*asleep/);
  refused(() => world.insert({ kind: "blob" }), "KIND", /blob/);
  refused(() => world.setShapes(handles, at(1, 2, 3)), "STALE", /^index 1: handle: 1v0 is stale/);
  refused(() => world.setEntities(handles, at(1, 2, 3)), "STALE", /^index 1: /);
  refused(() => world.removeBatch(handles), "STALE", /^index 1: /);
  refused(() => world.setShapes(handles, at(1)), "LENGTH", /^handles: /);
  for (const bits of [2n ** 64n - 1n, 2n ** 32n, 77n]) {
    refused(() => world.setShape(bits, circle(0, 0, 1)), "STALE", /stale/);
    assert.equal(world.entity(bits), undefined);
  }
  refused(() => world.restore(before.subarray(0, 30)), "SNAPSHOT", /./);
  refused(() => [...traceTicks(Uint8Array.of(1, 2, 3))], "TRACE", /./);
  refused(() => new World({ strategy: "magic" }), "SETTING", /^strategy: /);
  refused(() => new World({ touching: "half" }), "SETTING", /^touching: /);
  refused(() => new World({ cell: 0 }), "SETTING", /^cell: /);
  refused(() => new World({ history: { ticks: -1 } }), "SETTING", /^history.ticks: /);
  refused(() => new CircleColumns(1.5), "SETTING", /^count: /);
  refused(() => new CircleColumns(2 ** 32 - 1), "FULL", /^count: /);
  refused(() => world.at(0.5), "PAST", /time/);
  refused(() => world.queries().rays(new Float32Array(4)), "LENGTH", /^rays: /);
  refused(() => world.queries().rays(new Float32Array(5)), "SHAPE", /^index 0: direction/);
  refused(() => world.queries().overlap(at(1, 2, 3), { except: BigUint64Array.of(1n, 2n) }), "LENGTH", /^except: /);
  refused(() => world.queries().overlap(at(0, 9), { budget: { maxResults: 1 } }), "BUDGET", /budget of 1/);
  refused(() => world.queries().overlap(at(0), { first: -1 }), "SETTING", /^first: /);
  refused(() => world.queries().sweeps(at(0), Float32Array.of(1)), "LENGTH", /^motions: /);
  refused(() => rotor(Infinity), "SHAPE", /^index 0: angle: /);
  refused(() => world.rebase([0, NaN], [0, 0]), "SHAPE", /^from\[1\]: must be a finite number, is NaN$/);
  refused(() => world.rebase([0, 0], [Infinity, 0]), "SHAPE", /^to\[0\]: must be a finite number, is Infinity$/);
  assert.throws(() => world.setShape("1", circle(0, 0, 1)), TypeError);
  assert.deepEqual(world.save(), before);
  world.validate();
});

test("crowds in views, movement and free places have limits", () => {
  const [world, interest] = [new World({ crowd: { max: 8, first: 1n } }), new Interest()];
  const crowd = at(...new Array(100).fill(0));
  world.insertBatch(crowd, { layers: { category: 1n } });
  world.step();
  interest.insert({ at: [0, 0], inner: 1, outer: 2 });
  assert.equal(interest.update(world).visibleCount, 8);
  const last = world.insert(circle(1, 0, 0.5), { layers: { category: 2n } });
  const few = interest.insert({ at: [0, 0], inner: 1, outer: 2, maxVisible: 1, first: 2n });
  interest.update(world);
  assert.deepEqual([...interest.visible(few)], [last]);
  const queries = world.queries();
  assert.equal(queries.freePlaces(crowd, 3, { budget: { maxCandidatesEach: 32 } }).at(0), undefined);
  assert.notEqual(queries.freePlaces(crowd, 3).at(0), undefined);
});

test("steps find pairs, events and contacts, within a budget", () => {
  const world = new World({ events: true });
  const handles = world.insertBatch(at(0, 0.75, 5)).slice();
  refused(() => world.stepWithin({ maxResults: 0 }), "BUDGET", /budget of 0/);
  refused(() => world.stepWithin({ maxResults: 9, maxWork: 0 }), "BUDGET", /^work: more than the budget of 0/);
  assert.equal(world.tick, 0);
  assert.equal(world.countPairs(), 1);
  assert.equal(world.stepWithin({ maxResults: 1 }), 1);
  assert.deepEqual([...world.pairs()], [handles[0], handles[1]]);
  assert.deepEqual([...world.pairSlots()], [0, 1]);
  assert.deepEqual(world.contacts().at(0), { depth: 0.25, normal: [1, 0], points: [[0.375, 0]] });
  world.setShapes(handles.slice(1, 2), at(5.5));
  world.step();
  const { kinds, pairs } = world.events();
  assert.deepEqual([...kinds], [EventKind.ended, EventKind.began]);
  assert.deepEqual([...pairs], [handles[0], handles[1], handles[1], handles[2]]);
  world.step();
  assert.deepEqual([world.events().kinds.length, [...world.events(true).kinds]], [0, [EventKind.stayed]]);
  const report = world.report();
  assert.deepEqual([report.shapeCount, report.pairCount, report.work > 0], [3, 1, true]);
  assert.ok(Object.values(report.times).every((time) => time >= 0) && report.times.pairs > 0);
  assert.match(world.explain(), /^strategy /);
  assert.match(world.recent(), /^3 ticks, p50 /);
  assert.ok(world.memory() > 0);
});

test("events between categories have the data of both entities, also of a removed one", () => {
  const world = new World({ events: true });
  const [every, coins, players] = [2n ** 64n - 1n, 2, 4n];
  const of = (category, data) => ({ layers: { category }, data });
  const coin = world.insert(circle(0, 0, 1), of(coins, 50));
  const player = world.insert(circle(0, 0, 1), of(players, 2n ** 63n));
  world.step();
  const read = ({ kinds, pairs, data }) => [[...kinds], [...pairs], [...data]];
  const none = [[], [], []];
  assert.deepEqual(read(world.eventsBetween(players, coins)), [[EventKind.began], [player, coin], [2n ** 63n, 50n]]);
  assert.deepEqual(read(world.eventsBetween(coins, every)), [[EventKind.began], [coin, player], [50n, 2n ** 63n]]);
  assert.deepEqual(read(world.eventsBetween(coins, coins)), none);
  world.step();
  assert.deepEqual(read(world.eventsBetween(every, every)), none);
  assert.deepEqual(read(world.eventsBetween(every, every, true))[0], [EventKind.stayed]);
  world.remove(coin);
  world.insert(circle(0, 0, 1), of(players, 1));
  world.step();
  assert.deepEqual(read(world.eventsBetween(players, coins)), [[EventKind.ended], [player, coin], [2n ** 63n, 50n]]);
  refused(() => world.eventsBetween(-1, 0), "SETTING", /^first: /);
});

test("touching counts, or not", () => {
  const touching = at(0, 1);
  assert.deepEqual([...pairs(touching)], [0, 1]);
  assert.deepEqual([...pairs(touching, { touching: "open" })], []);
  assert.deepEqual([...pairsBetween(touching, at(9, 0.5))], [0, 1, 1, 1]);
  const batch = new Batch();
  assert.deepEqual([batch.countPairs(touching), batch.countPairsBetween(touching, touching)], [1, 4]);
  refused(() => batch.pairs(Shapes.circles([0], [0], [NaN])), "SHAPE", /^index 0: radius/);
});

test("two static entities are a pair if the settings say so", () => {
  const world = new World({ events: true });
  const walls = world.insertBatch(at(0, 0.5), { mobility: "static" }).slice();
  assert.deepEqual([world.step(), world.countPairs()], [0, 0]);
  const saved = world.save();
  world.setSettings({ events: true, staticPairs: true });
  assert.equal(world.step(), 1);
  assert.deepEqual([[...world.pairs()], [...world.events().kinds]], [[...walls], [EventKind.began]]);
  assert.equal(world.countPairs(), 1);
  const other = new World({ events: true });
  other.restore(world.save());
  assert.deepEqual([other.pairs().length, other.step(), other.events().kinds.length], [0, 0, 0]);
  other.restore(saved);
  assert.equal(other.pairs().length, 0);
});

test("two sensors are a pair if the settings say so", () => {
  const world = new World({ events: true });
  const zones = world.insertBatch(at(0, 0.5), { sensor: true }).slice();
  assert.deepEqual([world.step(), world.countPairs(), world.sweptPairs([zones[0]], [1, 0]).pairs.length], [0, 0, 0]);
  world.setSettings({ events: true, sensorPairs: true });
  assert.equal(world.step(), 1);
  assert.deepEqual([[...world.pairs()], [...world.events().kinds]], [[...zones], [EventKind.began]]);
  assert.equal(world.sweptPairs([zones[0]], [1, 0]).pairs.length, 2);
  world.setSettings({ events: true });
  assert.deepEqual([world.step(), [...world.events().kinds]], [0, [EventKind.ended]]);
});

test("what changed since a tick", () => {
  const world = new World({ changeTicks: true });
  const [a, b] = world.insertBatch(at(0, 5)).slice();
  assert.deepEqual([...world.changedSince(0)], [a, b]);
  world.step();
  world.setCenters([a, b], Float32Array.of(0, 0, 6, 0));
  assert.deepEqual([[...world.changedSince(world.tick)], world.changedSince(2).length], [[b], 0]);
  world.setSettings({});
  assert.equal(world.changedSince(0).length, 0);
});

test("a failed call leaves no old news", () => {
  const world = new World({ events: true });
  const [a, b] = world.insertBatch(at(0, 0.5)).slice();
  const interest = new Interest();
  const eye = interest.insert({ at: a, inner: 5, outer: 6 });
  world.step();
  interest.update(world);
  assert.deepEqual([world.events().kinds.length, [...interest.entered(eye)]], [1, [a, b]]);
  world.insert(circle(0, 0, 0.5));
  refused(() => world.stepWithin({ maxResults: 2 }), "BUDGET", /^pairs: /);
  assert.equal(world.events(true).kinds.length, 0);
  refused(() => interest.update(world, { maxWork: 234 }), "BUDGET", /^work: /);
  assert.deepEqual([[...interest.visible(eye)], interest.entered(eye).length], [[a, b], 0]);
});

test("a crowd moves apart, and doors turn", () => {
  const world = new World();
  const [a, b] = [0.5, 1].map((x) => world.insert(circle(x, 0, 0.5)));
  world.insert(rect(-1, -9, 0, 9), { mobility: "static" });
  const { handles, ends } = world.separate(BigUint64Array.of(a, b, a));
  assert.deepEqual([...handles], [a, b]);
  assert.deepEqual([ends.at(0).x, ends.at(1).x], [0.5, 1.46875]);
  world.setShape(b, circle(1, 0, 0.5));
  const rules = [{ category: 1n, maxDistance: 0.125 }];
  const { x } = world.separate(BigUint64Array.of(a, b), { rounds: 1, crowd: { max: 4 }, rules, maxBounces: 2 }).ends.at(1);
  assert.ok(x > 1.124 && x <= 1.125);
  refused(() => world.separate(BigUint64Array.of(a, 99n)), "STALE", /^index 1: /);
  refused(() => world.separate(BigUint64Array.of(a), { rounds: -1 }), "SETTING", /^rounds: /);

  const other = new World();
  const player = other.insert(circle(1, 1.5, 0.5));
  const door = orientedRect(1, 0, 1, 0.125, 0);
  const { left, hit } = other.queries().turn(door, [0, 0], Math.PI / 2);
  assert.ok(hit === player && left > 0.5 && left < 1);
  assert.equal(other.queries().turn(door, [0, 0], Math.PI / 2, { except: player }).hit, undefined);
  refused(() => other.queries().turn(circle(0, 0, 1), [0, 0], 1), "KIND", /^index 0: kind: must be 2/);
  refused(() => other.queries().turn(door, [0, 0], NaN), "SHAPE", /angle: must be a finite number/);
});

test("circles are moved by slot, without a copy", () => {
  const world = new World();
  const handles = world.insertBatch(at(0, 5, 10)).slice();
  const wall = world.insert(rect(20, 20, 30, 30));
  const columns = world.readCircles(new CircleColumns());
  assert.deepEqual([columns.length, [...columns.x].slice(0, 3)], [4, [0, 5, 10]]);
  columns.x[2] = 5.5;
  world.writeCircles(columns);
  assert.equal(world.step(), 1);
  columns.x[0] = 1;
  columns.y[1] = Infinity;
  refused(() => world.writeCircles(columns), "SHAPE", /^handle 1v0: center.y: /);
  assert.deepEqual([world.entity(handles[0]).shape.x, world.entity(handles[1]).shape.y], [1, 0]);
  assert.deepEqual(world.entity(wall).shape, rect(20, 20, 30, 30));
  columns.resize(1);
  columns.x[0] = 2;
  world.writeCircles(columns);
  assert.deepEqual([world.entity(handles[0]).shape.x, world.entity(handles[2]).shape.x], [2, 5.5]);
});

test("questions, now", () => {
  const { world, runner, near, far } = past();
  const queries = world.queries();
  const hits = queries.overlap(at(8.5, 100, 20));
  assert.deepEqual([hits.length, hits.total, [...hits.starts]], [3, 2, [0, 1, 1, 2]]);
  assert.deepEqual([[...hits.of(0)], [...hits.of(1)], [...hits.of(2)], hits.count(2)], [[runner], [], [far], 1]);
  assert.deepEqual([...queries.overlap(at(9), { first: 1 }).of(0)], [runner]);
  assert.deepEqual([...queries.overlap(at(9, 9), { except: BigUint64Array.of(runner, near) }).handles], [near, runner]);
  assert.deepEqual([queries.overlap(at(9), { count: true }).count(0), queries.overlap(at(9), { count: true }).handles.length], [2, 0]);
  assert.deepEqual([...queries.overlap(at(9), { layers: { mask: 2n } }).handles], []);
  assert.deepEqual([...queries.points(Float32Array.of(20.5, 0, 20.6, 0)).starts], [0, 1, 1]);

  const rays = queries.rays(Float32Array.of(0, 0, 1, 0, Infinity, 8, 0, 0, 1, 5), { first: 2 });
  assert.deepEqual([...rays.handles], [runner, near, runner]);
  assert.deepEqual([rays.entry(1), rays.exit(1), rays.point(1), rays.normal(1)], [9.5, 10.5, [9.5, 0], [-1, 0]]);
  assert.deepEqual([rays.entry(2), rays.normal(2)], [0, undefined]);

  const segments = queries.segments(Float32Array.of(0, 0, 15, 0), { except: runner });
  assert.deepEqual([...segments.handles], [near]);
  assert.deepEqual([...queries.blocked(Float32Array.of(0, 0, 15, 0, 0, 0, 0, 9))], [1, 0]);

  const sweeps = queries.sweeps(at(0), Float32Array.of(14, 0), { first: 1 });
  assert.deepEqual([[...sweeps.handles], sweeps.time(0), sweeps.normal(0), sweeps.points(0)], [[runner], 0.5, [1, 0], [[7.5, 0]]]);

  const nearest = queries.nearest(at(0, 30), { count: Uint32Array.of(2, 5), within: 9.5 });
  assert.deepEqual([[...nearest.handles], [...nearest.numbers]], [[runner, near, far], [7, 9, 9]]);
  assert.equal(nearest.distance(2), 9);
  // An infinite count allocates no memory in advance.
  assert.equal(queries.nearest(at(0), { count: Infinity }).total, 3);
  assert.equal(queries.rays(Float32Array.of(0, 0, 1, 0, Infinity), { first: 2 ** 40, budget: { maxResults: Infinity } }).total, 3);

  const swept = world.sweptPairs(BigUint64Array.of(runner), Float32Array.of(4, 0));
  assert.deepEqual([[...swept.pairs], swept.numbers[0]], [[runner, near], 0.25]);
});

test("questions about the past, between two ticks as well", () => {
  const { world, runner } = past();
  assert.deepEqual([...world.at(2).overlap(at(4)).handles], [runner]);
  assert.deepEqual([...world.at(2.5).points(Float32Array.of(5, 0.25)).handles], [runner]);
  assert.equal(world.at(2.5).rays(Float32Array.of(5, 9, 0, -1, 99)).entry(0), 8.5);
  world.remove(runner);
  assert.deepEqual(world.at(1.5).shapes(BigUint64Array.of(runner)).at(0), circle(3, 0, 0.5));
  assert.equal(world.queries().shapes(BigUint64Array.of(runner)).at(0), undefined);
  const late = world.at(1);
  refused(() => world.at(9), "PAST", /^time: must be a tick from 1 to 4, is 9$/);
  refused(() => world.at(0.5), "PAST", /^time: must be a tick from 1 to 4, is 0.5$/);
  refused(() => world.at(NaN), "PAST", /is NaN$/);
  refused(() => new World().at(0), "PAST", /^time: /);
  // A time may be forgotten before it is asked about.
  for (let step = 0; step < 9; step++) world.step();
  refused(() => late.overlap(at(0)), "PAST", /^time: must be a tick from /);
});

test("observers and their visible entities", () => {
  const { world, runner, near, far } = past();
  const interest = new Interest();
  const eyes = interest.insert({ at: runner, inner: 3, outer: 4 });
  const tower = interest.insert({ at: [20, 0], inner: 1, outer: 1, maxVisible: 1 });
  assert.deepEqual(interest.update(world).enteredCount, 3);
  assert.deepEqual([[...interest.visible(eyes)], [...interest.entered(tower)]], [[runner, near], [far]]);
  world.setShape(runner, circle(18, 0, 0.5));
  world.step();
  interest.update(world);
  const { entered, pairs } = interest.changes();
  assert.deepEqual([[...entered], [...pairs]], [[0, 1], [eyes, near, eyes, far]]);
  assert.deepEqual([...interest.left(eyes)], [near]);
  const views = interest.views();
  assert.deepEqual([[...views.ids], [...views.lost], views.visible.length], [[eyes, tower], [0, 0], 2]);
  assert.deepEqual([[...views.visible.of(0)], [...views.visible.of(1)]], [[...interest.visible(eyes)], [far]]);
  assert.deepEqual([[...views.entered.of(0)], [...views.left.of(0)], views.left.count(1)], [[far], [near], 0]);
  assert.deepEqual([...interest.observersOf(far)], [eyes, tower]);
  world.remove(runner);
  world.step();
  assert.equal(interest.update(world).lostCount, 1);
  assert.deepEqual([interest.isWatching(eyes), interest.isWatching(tower)], [false, true]);
  assert.deepEqual([...interest.views().lost], [1, 0]);
  interest.remove(tower);
  refused(() => interest.remove(tower), "STALE", /stale/);
  refused(() => interest.insert({ at: [0, 0], inner: 2, outer: 1 }), "OBSERVER", /^inner: must not be above outer/);
  interest.set(eyes, { at: [0, 0], inner: 1, outer: 1 });
  assert.equal(interest.size, 1);
});

test("worlds are saved, restored, forked, recorded and replayed", () => {
  const { world, runner } = past();
  const [saved, fork] = [world.save(), world.fork()];
  world.startRecording();
  assert.ok(world.isRecording);
  world.remove(runner);
  world.step();
  world.queries().overlap(at(10));
  const interest = new Interest();
  interest.insert({ at: [10, 0], inner: 5, outer: 6 });
  interest.update(world);
  world.contacts();
  world.step();
  const bytes = world.recorded();
  const other = new World({ events: true });
  other.restore(saved);
  assert.equal(other.fingerprint(), fork.fingerprint());
  fork.forkInto(other);
  assert.deepEqual([other.size, other.tick], [3, 4]);
  const ticks = [...traceTicks(bytes)];
  assert.deepEqual(ticks.map((tick) => [tick.tick, tick.starts, tick.questionCount]), [[5, true, 0], [6, false, 3]]);
  assert.deepEqual(ticks.map((tick) => other.replay(tick)), [{ answered: 0, skipped: 0 }, { answered: 3, skipped: 0 }]);
  assert.equal(other.fingerprint(), world.fingerprint());
  refused(() => other.replay(ticks[1]), "DIVERGED", /^tick 6: /);
  const follower = new World();
  follower.follow(ticks[0]);
  assert.equal(follower.size, 2);
  world.stopRecording();
  assert.equal(world.recorded().length, 0);
});

test("views are of the memory that there is now", () => {
  const world = new World();
  world.insertBatch(at(0, 0.5));
  world.step();
  const hits = world.queries().overlap(at(0));
  const kept = world.pairSlots();
  // Larger than the free memory: the memory grows, and old views are empty.
  const more = new World();
  more.insertBatch(Shapes.room(300_000));
  assert.equal(kept.length, 0);
  assert.deepEqual([...hits.of(0)], [0n, 1n]);
  assert.deepEqual([...world.pairSlots()], [0, 1]);
});

test("numbers are the same on every machine", () => {
  assert.deepEqual([...rotors(Float32Array.of(0, 2.1))], [1, 0, -0.5048460364341736, 0.8632094264030457]);
  const huge = 3.4028234663852886e38;
  assert.deepEqual([...pairs(Shapes.of([circle(huge, 0, huge), circle(-huge, 0, huge), rect(0, 0, 0, 0)]))], [0, 1, 0, 2, 1, 2]);
});

test("memory is given back", () => {
  const world = new World();
  const queries = world.queries();
  const hits = queries.overlap(at(0));
  world.free();
  const freed = (call) => refused(call, "FREED", /^world: must not be used after free\(\)$/);
  for (const call of [() => world.step(), () => queries.rays(Float32Array.of(0, 0, 1, 0, 1)), () => hits.handles, () => world.free()]) freed(call);
  new Batch()[Symbol.dispose]();
});

test("the types list the names of the engine", async () => {
  const sources = await Promise.all(["settings", "entity"].map((name) => readFile(new URL(`../js/${name}.ts`, import.meta.url), "utf8")));
  const words = (text) => [...text.matchAll(/"(\w+)"/g)].map(([, word]) => word);
  const union = (start) => words(sources.join("\n").match(new RegExp(`${start} (.*);`))[1]);
  const listed = (make) => {
    const { message } = thrown(make);
    return message.replace(/^\w+: must be /, "").replace(/, is .*$/, "").split(/, | or /);
  };
  assert.deepEqual(union("type Strategy ="), listed(() => new World({ strategy: "?" })));
  assert.deepEqual(union("touching\\?:"), listed(() => new World({ touching: "?" })));
  assert.deepEqual(union("order\\?:"), listed(() => new World({ order: "?" })));
  assert.deepEqual(union("type Mobility ="), listed(() => new World().insert(circle(0, 0, 1), { mobility: "?" })));
});

function thrown(make) {
  try {
    make();
  } catch (error) {
    return error;
  }
  return undefined;
}

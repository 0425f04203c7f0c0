// Every call with a budget: what exceeds it is refused and changes nothing, and one dear query stops alone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Batch, CollideError, Interest, Shapes, World, circle, orientedRect, sector, sectorNumbers } from "collide2d";

/** Circles of radius 1/2, all at one place. */
const pile = (count) => Shapes.circles(new Array(count).fill(0), new Array(count).fill(0), new Array(count).fill(0.5));

const COUNT = 100;
const motions = new Float32Array(2 * COUNT).fill(1);
const segments = Float32Array.from({ length: 4 * COUNT }, (_, at) => Number(at % 4 === 2));
const rays = Float32Array.from({ length: 5 * COUNT }, (_, at) => Number(at % 5 === 2) || 9 * Number(at % 5 === 4));
const swings = sectorNumbers(new Array(COUNT).fill(sector([0, 0], [1, 0], 90, 2)));
const doors = Shapes.of(new Array(COUNT).fill(orientedRect(0, 0, 1, 1, 0)));

/** The calls on a pile that take a budget, each with the option or parameter `budget`, and what makes their objects. */
function calls() {
  const [world, interest, batch, shapes] = [new World({ events: true }), new Interest(), new Batch(), pile(COUNT)];
  const handles = world.insertBatch(shapes).slice();
  interest.insert({ at: [0, 0], inner: 1, outer: 2 });
  world.step();
  interest.update(world);
  const queries = world.queries();
  const hits = {
    overlap: (budget) => queries.overlap(shapes, { budget }),
    points: (budget) => queries.points(new Float32Array(2 * COUNT), { budget }),
    sectors: (budget) => queries.sectors(swings, { budget }),
    rays: (budget) => queries.rays(rays, { budget }),
    segments: (budget) => queries.segments(segments, { budget }),
    sweeps: (budget) => queries.sweeps(shapes, motions, { budget }),
    nearest: (budget) => queries.nearest(shapes, { count: COUNT, budget }),
  };
  const pairs = {
    step: (budget) => world.stepWithin(budget ?? {}),
    "Batch.pairs": (budget) => batch.pairs(shapes, budget),
    "Batch.pairsBetween": (budget) => batch.pairsBetween(shapes, shapes, budget),
    "Batch.countPairs": (budget) => batch.countPairs(shapes, budget),
    "Batch.countPairsBetween": (budget) => batch.countPairsBetween(shapes, shapes, budget),
  };
  const others = {
    blocked: (budget) => queries.blocked(segments, { budget }),
    slides: (budget) => queries.slides(shapes, motions, { budget }),
    freePlaces: (budget) => queries.freePlaces(shapes, 3, { budget }),
    turns: (budget) => queries.turns(doors, motions, new Float32Array(COUNT).fill(1), { budget }),
    move: (budget) => world.move(handles, motions, { budget }),
    separate: (budget) => world.separate(handles, { budget }),
    sweptPairs: (budget) => world.sweptPairs(handles, motions, budget),
    update: (budget) => interest.update(world, budget),
  };
  return { world, interest, hits, pairs, others };
}

/** Checks that a call throws this error. */
function refused(name, call, code, message) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof CollideError, `${name}: ${error}`);
    assert.equal(error.code, code, `${name}: ${error}`);
    assert.match(error.message, message, name);
    return true;
  });
}

test("a call that exceeds its budget is refused and changes nothing", () => {
  const { world, interest, hits, pairs, others } = calls();
  const before = [world.save(), [...interest.views().visible.handles], [...world.pairs()], world.tick];
  const check = (name) => {
    const now = [world.save(), [...interest.views().visible.handles], [...world.pairs()], world.tick];
    assert.deepEqual(now, before, name);
  };
  for (const [name, call] of Object.entries({ ...hits, ...pairs, ...others })) {
    const limit = name === "update" ? 200 : 1000;
    refused(name, () => call({ maxWork: limit }), "BUDGET", new RegExp(`^(index \\d+: )?work: more than the budget of ${limit}, at least \\d+`));
    check(name);
  }
  for (const [name, call] of Object.entries({ ...hits, ...pairs })) {
    const what = name in hits ? "hits" : "pairs";
    refused(name, () => call({ maxResults: COUNT - 1 }), "BUDGET", new RegExp(`^${what}: more than the budget of 99, at least \\d+`));
    check(name);
  }
});

test("a budget is that of one call, and a limit that is missing or infinite is none", () => {
  const { hits, pairs, others } = calls();
  for (const [name, call] of Object.entries({ ...hits, ...pairs, ...others })) {
    refused(name, () => call({ maxWork: 0 }), "BUDGET", /^(index \d+: )?work: /);
    for (const budget of [undefined, {}, { maxWork: undefined }, { maxWork: Infinity, maxResults: 2 ** 40, maxCandidatesEach: 2 ** 60 }]) {
      assert.doesNotThrow(() => call(budget), name);
    }
  }
  for (const [name, call] of Object.entries(others)) assert.doesNotThrow(() => call({ maxResults: 0, maxCandidatesEach: 0 }), name);
});

test("a limit of candidates stops only the dear query", () => {
  const world = new World({ history: { ticks: 4 } });
  world.insertBatch(pile(COUNT));
  const far = world.insert(circle(50, 0, 0.5));
  world.step();
  const budget = { maxCandidatesEach: 10 };
  const ends = Shapes.circles([0, 50, 90], [0, 0, 0], [1, 1, 1]);
  const swings = sectorNumbers([-1, 49, 90].map((x) => sector([x, 0], [1, 0], 90, 3)));
  for (const queries of [world.queries(), world.at(1)]) {
    const cases = {
      overlap: (options) => queries.overlap(ends, options),
      points: (options) => queries.points(Float32Array.of(0, 0, 50, 0, 90, 0), options),
      sectors: (options) => queries.sectors(swings, options),
      rays: (options) => queries.rays(Float32Array.of(0, 9, 0, -1, 18, 50, 9, 0, -1, 18, 90, 9, 0, -1, 18), options),
      segments: (options) => queries.segments(Float32Array.of(0, 9, 0, -9, 50, 9, 50, -9, 90, 9, 90, -9), options),
      sweeps: (options) => queries.sweeps(ends, new Float32Array(6).fill(0.5), options),
      nearest: (options) => queries.nearest(ends, { count: 1000, within: 3, ...options }),
    };
    for (const [name, call] of Object.entries(cases)) {
      const hits = call({ budget });
      assert.deepEqual([[...hits.stopped], [...hits.starts], [...hits.handles]], [[0], [0, 0, 1, 1], [far]], name);
      assert.deepEqual([hits.length, hits.total, hits.count(0), [...hits.of(1)]], [3, 1, 0, [far]], name);
      const all = call({});
      assert.deepEqual([all.stopped.length, all.count(0), all.count(1)], [0, COUNT, 1], name);
      assert.deepEqual(call({ budget: { maxCandidatesEach: COUNT } }).stopped.length, 0, name);
    }
    const counted = queries.overlap(ends, { count: true, budget });
    assert.deepEqual([[...counted.stopped], [...counted.starts]], [[0], [0, 0, 1, 1]]);
  }
});

test("a wrong budget is refused by the name of its limit", () => {
  const { world, hits, pairs, others } = calls();
  const before = world.save();
  const whole = (name, value) => `${name}: must be a whole number of at least 0, or Infinity, is ${value}`;
  const cases = [
    [{ maxHits: 1 }, CollideError, "budget: unknown property maxHits, must be maxResults, maxWork, maxCandidatesEach"],
    [{ maxWork: -1 }, CollideError, whole("budget.maxWork", -1)],
    [{ maxResults: 0.5 }, CollideError, whole("budget.maxResults", 0.5)],
    [{ maxCandidatesEach: NaN }, CollideError, whole("budget.maxCandidatesEach", NaN)],
    [{ maxWork: 5n }, TypeError, "budget.maxWork: must be a number, is bigint"],
    [{ maxResults: "5" }, TypeError, "budget.maxResults: must be a number, is string"],
    [1000, TypeError, "budget: must be an object, is number"],
    [null, TypeError, "budget: must be an object, is null"],
  ];
  for (const [name, call] of Object.entries({ ...hits, ...pairs, ...others })) {
    if (name === "step") cases.forEach(([budget]) => assert.throws(() => world.stepWithin(budget)));
    for (const [budget, type, message] of cases.filter(([budget]) => name !== "step" || budget !== null)) {
      assert.throws(() => call(budget), (error) => {
        assert.ok(error instanceof type, `${name}: ${error}`);
        assert.equal(error.message, message, name);
        if (type === CollideError) assert.equal(error.code, "SETTING");
        return true;
      });
    }
  }
  assert.deepEqual(world.save(), before);
});

test("the work of a call is the least limit that it needs", () => {
  const { hits, others } = calls();
  // These change nothing when they are asked again.
  const { slides, sweptPairs } = others;
  for (const [name, call] of Object.entries({ ...hits, slides, sweptPairs })) {
    const { work } = call();
    assert.ok(work > COUNT, name);
    assert.equal(call({ maxWork: work }).work, work, name);
    refused(name, () => call({ maxWork: work - 1 }), "BUDGET", /work: more than the budget/);
  }
});

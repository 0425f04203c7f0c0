// Every argument of a wrong kind is refused by its name: of each method, function and constructor, and in options.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as collide from "collide2d";

const { Batch, CircleColumns, CollideError, Interest, Shapes, World, circle, sector } = collide;

/** A value of each kind. An array is wrong wherever it stands because of its item. */
const VALUES = [undefined, null, true, 1, 1n, "x", Symbol("x"), () => 1, {}, ["x"]];

/** A parameter or property: a valid value, the kinds that it accepts, and the properties if it is an object. */
const of = (good, kinds = "", properties = {}) => ({ good, kinds: kinds.split(" "), properties });

const world = new World({ history: { ticks: 4 } });
const handle = world.insert(circle(0, 0, 1));
world.startRecording();
world.step();
const [tick] = collide.traceTicks(world.recorded());
const [ids, pair, shapes] = [[handle], Float32Array.of(1, 0), Shapes.of([circle(0, 0, 1)])];

const OBJECTS = {
  World: world,
  Queries: world.queries(),
  Interest: new Interest(),
  Batch: new Batch(),
  CircleColumns: new CircleColumns(1),
  Shapes: shapes,
};

/** Members that the types do not list. */
const INTERNAL = ["Queries.ask", "Interest.view", "Shapes.placed", "Shapes.put", "Shapes.widen"];

// Properties. All of them may be missing.
const [number, bool, integer] = [of(1, "undefined number"), of(true, "undefined boolean"), of(1, "undefined number bigint")];
const [required, point] = [of(1, "number"), of([1, 0])];
const layers = of({}, "undefined object", { category: integer, mask: integer, group: integer });
const filter = { except: integer, layers, solid: bool };
const limits = { maxResults: number, maxWork: number, maxCandidatesEach: number };
const budget = of({}, "undefined object", limits);
const terms = { ...filter, budget };
const asking = { ...terms, first: number, count: bool };
const nearest = { ...terms, count: number, within: number };
const sliding = { maxBounces: number, leaveOverlapped: bool, pass: of(undefined, "undefined function") };
const limit = { max: required, first: integer };
const crowd = of({ max: 1 }, "undefined", limit);
const moving = { ...sliding, inOrder: bool, crowd, layers, budget };
const settings = {
  ...{ strategy: of(undefined, "undefined"), cell: number, touching: of(undefined, "undefined"), staticPairs: bool, sensorPairs: bool, changeTicks: bool, order: of(undefined, "undefined"), events: bool },
  ...{ history: of({}, "undefined object", { ticks: number, teleportDistance: number }), crowd },
};
const entity = { data: integer, layers, sensor: bool, mobility: of(undefined, "undefined") };
const objects = (properties, good = {}) => of(good, "undefined object", properties);
const swing = sector([0, 0], [1, 0], 90, 2);

/** The parameters by name, and those that differ in one function by the names of both. */
const PARAMETERS = {
  ...{ handle: of(handle, "number bigint"), handles: of(ids), id: of(1, "number bigint") },
  ...{ first: of(1, "number bigint"), second: of(1, "number bigint") },
  ...{ shape: of(circle(0, 0, 1)), shapes: of(shapes), a: of(circle(0, 0, 1)), b: of(circle(0, 0, 1)) },
  ...{ from: point, to: point, motion: point, motionA: point, motionB: of([0, 0], "undefined"), pivot: point, at: of([0, 0], "undefined"), apex: point, direction: point },
  ...{ motions: of(pair), centers: of(pair), xy: of(pair), pivots: of(pair), angles: of(Float32Array.of(1)), rays: of(Float32Array.of(0, 0, 1, 0, 1)), segments: of(Float32Array.of(0, 0, 1, 0)) },
  ...{ x: required, y: required, radius: required, minX: required, minY: required, maxX: required, maxY: required, halfWidth: required, halfHeight: required },
  ...{ angle: required, corners: of(5, "number"), circumradius: required, openingDegrees: of(90, "number"), outer: of(2, "number"), inner: of(0, "undefined number"), touching: of("open", "undefined") },
  ...{ budget, maxDistance: required, count: required, index: of(0, "number"), tick: required, within: number, stayed: bool },
  ...{ columns: of(OBJECTS.CircleColumns), world: of(world), other: of(new World()), bytes: of(new Uint8Array(0)), kinds: of(new Uint8Array(0)), numbers: of(new Float32Array(0)) },
  ...{ points: of([[0, 0]]), starts: of([0, 1]), positions: of(undefined, "undefined"), stride: of(6, "undefined number") },
  ...{ filter: objects(filter), settings: objects(settings), limit: of({ max: 1 }, "", limit), sector: of(swing, "", { outer: required, inner: number, apex: point, from: point, to: point }), sectors: of([swing]) },
  ray: of({ origin: [0, 0], direction: [1, 0] }, "object", { origin: point, direction: point, maxT: number }),
  observer: of({ at: handle, inner: 1, outer: 2 }, "object", { ...filter, at: of(handle, "number bigint"), inner: required, outer: required, maxVisible: number, first: integer }),
  options: objects(asking),
  ...Object.fromEntries(["insert", "insertBatch", "setEntities"].map((name) => [`World.${name}.options`, objects(entity)])),
  "World.move.options": objects(moving),
  "World.separate.options": objects({ ...sliding, layers, budget, rounds: number, crowd, rules: of([], "undefined") }),
  "World.entities.handles": of(ids, "undefined"),
  "World.stepWithin.budget": of({}, "object", limits),
  ...{ "World.replay.tick": of(tick), "World.follow.tick": of(tick), "World.sweepThrough.from": required, "World.sweepThrough.to": required },
  ...Object.fromEntries(["blocked", "turns", "freePlaces"].map((name) => [`Queries.${name}.options`, objects(terms)])),
  "Queries.sectors.sectors": of(new Float32Array(8)),
  "Queries.nearest.options": objects(nearest),
  "Queries.slides.options": objects({ ...sliding, ...terms }),
  "Queries.slide.options": objects({ ...sliding, ...filter }),
  ...Object.fromEntries(["Batch.pairsBetween", "Batch.countPairsBetween", "pairsBetween"].flatMap((name) => [[`${name}.a`, of(shapes)], [`${name}.b`, of(shapes)]])),
  ...Object.fromEntries(["circles", "setCircles"].flatMap((name) => ["x", "y", "radius"].map((column) => [`Shapes.${name}.${column}`, of([1])]))),
  ...{ "Shapes.capsules.points": of([0, 0, 1, 0]), "Shapes.capsules.radius": of([1]), "Shapes.polygons.points": of([0, 0]), "Shapes.polygons.radius": of([1]) },
  ...{ "capsule.a": point, "capsule.b": point, "polygon.radius": number, "CircleColumns.constructor.count": number, "Shapes.of.shapes": of([circle(0, 0, 1)]), "turned.shape": of(collide.regularPolygon(5, 1)) },
};

/** The names of the parameters in the source of a function. */
function parameters(source) {
  const [, all] = /\((.*?)\) [={]/s.exec(source);
  // Comments, and values of parameters that may be missing.
  const names = all.replace(/\/\*.*?\*\/|\/\/.*|=\s*(\[.*?\]|[^,]*)/gs, "").split(",");
  return names.map((name) => name.trim()).filter((name) => name !== "" && name !== "raw");
}

/** Every function of the package: its name, the names of its parameters, and what calls it. */
function* functions() {
  const isMethod = ([member, { value }]) => typeof value === "function" && !["constructor", "prototype"].includes(member);
  for (const [name, object] of Object.entries(OBJECTS)) {
    for (const owner of [object, collide[name]]) {
      const members = Object.entries(Object.getOwnPropertyDescriptors(owner === object ? collide[name].prototype : owner));
      for (const [member, { value }] of members.filter(isMethod)) {
        yield [`${name}.${member}`, parameters(value.toString()), (...given) => value.apply(owner, given)];
      }
    }
    const source = /constructor\(.*/s.exec(collide[name].toString())?.[0];
    if (name === "Queries" || source === undefined) continue;
    yield [`${name}.constructor`, parameters(source), (...given) => new collide[name](...given)];
  }
  for (const [name, value] of Object.entries(collide)) {
    if (!/^[a-z]/.test(name) || typeof value !== "function") continue;
    // The module lists functions of the bindings and of the package; a generator runs when it is iterated.
    yield [name, parameters(value.toString()), (...given) => (name === "traceTicks" ? [...value(...given)] : value(...given))];
  }
}

const kindOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** What is wrong with the error of a call: its message must start with the name. */
function faultOf(call, name) {
  try {
    call();
    return "is taken";
  } catch (error) {
    const isNamed = new RegExp(`^(\\w+[.])?${name}\\b`).test(error.message);
    return isNamed && (error instanceof TypeError || error instanceof CollideError) ? undefined : `throws ${error}`;
  }
}

/** The faults of each wrong kind of a parameter or property, and of its own properties. */
function* faults({ good, kinds, properties }, path, name, call) {
  for (const value of VALUES.filter((value) => !kinds.includes(kindOf(value)))) {
    const fault = faultOf(() => call(value), name);
    yield fault && `${path} of kind ${kindOf(value)} ${fault}`;
  }
  for (const [property, rule] of Object.entries(properties)) {
    yield* faults(rule, `${path}.${property}`, property, (value) => call({ ...good, [property]: value }));
  }
}

test("every argument of a wrong kind is refused by its name", () => {
  const before = world.save();
  const found = [];
  for (const [name, names, run] of functions()) {
    if (INTERNAL.includes(name)) continue;
    const rules = names.map((parameter) => {
      const rule = PARAMETERS[`${name}.${parameter}`] ?? PARAMETERS[parameter];
      return rule ?? assert.fail(`${name}: add its parameter ${parameter} to PARAMETERS`);
    });
    names.forEach((parameter, index) => {
      const given = rules.map(({ good }) => good);
      const call = (value) => run(...given.with(index, value));
      found.push(...faults(rules[index], `${name}.${parameter}`, parameter, call));
    });
  }
  assert.deepEqual(found.filter(Boolean), []);
  assert.ok(found.length > 2000, `${found.length} calls`);
  assert.deepEqual(world.save(), before);
});

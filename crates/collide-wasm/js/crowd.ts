import { LIMITED, type Limited } from "./budget.js";
import { type Integer, type Names, integer, known, list, number } from "./check.js";
import { whole } from "./error.js";
import { type Handle, type Layers } from "./entity.js";
import type { Columns } from "./memory.js";
import { SLIDE, type SlideOptions } from "./movement.js";
import type { Shape } from "./shape.js";
import { Shapes } from "./shapes.js";
import type { CrowdLimit } from "./settings.js";

/** How the entities of some categories give way in {@link World.separate}. */
export interface PushRule {
  /** The categories of the entities to which the rule applies. */
  category: Integer;
  /** The weight of the entity in the way apart: two that overlap move in the ratio of their shares; 1 by default. */
  share?: number;
  /** The maximum distance between the places of the entity before and after a call; infinite by default. */
  maxDistance?: number;
}

/** How the entities of {@link World.separate} move apart. */
export interface SeparateOptions extends SlideOptions, Limited {
  /** The maximum number of rounds; 4 by default. */
  rounds?: number;
  /**
   * The entities of one place that take part in a round; at most 8 by default. The others of the place push no entity, and
   * those that take part push them. The places are those of {@link Settings.crowd}, of these entities alone.
   */
  crowd?: CrowdLimit;
  /** The first rule that has a category in common with those of an entity applies to it. */
  rules?: readonly PushRule[];
  /** The layers that decide what blocks, instead of the layers of each entity. */
  layers?: Layers;
}

const RULE: Names<PushRule> = { category: true, share: true, maxDistance: true };
const SEPARATE: Names<SeparateOptions> = { ...SLIDE, rounds: true, crowd: true, rules: true, layers: true, ...LIMITED };

/** The entities that moved apart, each once, and their shapes. Views, valid until the next call into the library. */
export interface Separation {
  handles: BigUint64Array;
  ends: Shapes;
  /** The work of the call, in the units of {@link Budget.maxWork}: with this limit, the same call succeeds. */
  work: number;
}

/** Where an oriented rect ended that turned. */
export interface Turn {
  shape: Shape;
  /** The part of the angle that was blocked, in radians; zero if it turned all the way. */
  left: number;
  /** The entity that blocks it, if there is one. */
  hit: Handle | undefined;
}

/** The number of rounds, and the categories and numbers of the rules. @internal */
export function separateColumns(options: SeparateOptions) {
  const { rounds, rules = [] } = known("options", options, SEPARATE);
  const count = rounds === undefined ? undefined : whole("rounds", rounds, true);
  const [categories, numbers]: [bigint[], number[]] = [[], []];
  Array.from(list("rules", rules, "an array")).forEach((rule, index) => {
    const field = `rules[${index}]`;
    const { category, share = 1, maxDistance = Infinity } = known(field, rule, RULE);
    categories.push(integer(`${field}.category`, category));
    numbers.push(number(`${field}.share`, share), number(`${field}.maxDistance`, maxDistance));
  });
  return [count, BigUint64Array.from(categories), Float32Array.from(numbers)] as const;
}

/** The turns in an answer, as copies. @internal */
export function turnsOf({ bytes, numbers, wide, left, words }: Columns): Turn[] {
  const ends = new Shapes(bytes, numbers);
  const turn = (rest: number, index: number): Turn => ({
    shape: ends.at(index) as Shape,
    left: rest,
    hit: words[index] ? (wide[index] as Handle) : undefined,
  });
  return Array.from(left, turn);
}

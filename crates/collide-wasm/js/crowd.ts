import { whole } from "./error.js";
import { type Handle, type Layers } from "./entity.js";
import { Columns } from "./memory.js";
import { type SlideOptions, withOptions } from "./movement.js";
import type { RawTerms, RawWorld } from "./raw.js";
import { type Shape, Shapes } from "./shapes.js";

/** How the entities of some categories give way in {@link World.separate}. */
export interface PushRule {
  /** The categories of the entities to which the rule applies. */
  category: bigint;
  /** The weight of the entity in the way apart: two that overlap move in the ratio of their shares; 1 by default. */
  share?: number;
  /** The maximum distance between the places of the entity before and after a call; infinite by default. */
  maxDistance?: number;
}

/** How the entities of {@link World.separate} move apart. */
export interface SeparateOptions extends SlideOptions {
  /** The maximum number of rounds; 4 by default. */
  rounds?: number;
  /** The number of overlaps that are sought for each entity in each round; 16 by default. */
  maxNeighbors?: number;
  /** The first rule that has a category in common with those of an entity applies to it. */
  rules?: readonly PushRule[];
  /** The layers that decide what blocks, instead of the layers of each entity. */
  blockers?: Layers;
}

/** The entities that moved apart, each once, and their shapes. Views, valid until the next call into the library. */
export interface Separation {
  handles: BigUint64Array;
  ends: Shapes;
}

/** Where an oriented rect ended that turned. */
export interface Turn {
  shape: Shape;
  /** The part of the angle that was blocked, in radians; zero if it turned all the way. */
  left: number;
  /** The entity that blocks it, if there is one. */
  hit: Handle | undefined;
}

/** The buffers of crowds and doors in a world. @internal */
export class Crowd {
  private readonly ends = new Columns();
  private readonly left = new Columns();

  separate(world: RawWorld, handles: BigUint64Array, options: SeparateOptions): Separation {
    const { rounds, maxNeighbors, rules = [] } = options;
    const count = (field: string, value?: number) => (value === undefined ? undefined : whole(field, value, true));
    const categories = BigUint64Array.from(rules, (rule) => rule.category);
    const numbers = Float32Array.from(rules.flatMap(({ share = 1, maxDistance = Infinity }) => [share, maxDistance]));
    withOptions(options, (raw) => {
      const counts = [count("rounds", rounds), count("maxNeighbors", maxNeighbors)] as const;
      world.separate(handles, ...counts, categories, numbers, raw, this.ends.raw);
    });
    return { handles: this.ends.wide, ends: new Shapes(this.ends.bytes, this.ends.numbers) };
  }

  turns(world: RawWorld, terms: RawTerms, shapes: Shapes, pivots: Float32Array, angles: Float32Array): Turn[] {
    const { ends, left } = this;
    world.turns(terms, shapes.kinds, shapes.numbers, pivots, angles, ends.raw, left.raw);
    const [list, handles, rests, blocked] = [new Shapes(ends.bytes, ends.numbers), ends.wide, left.numbers, left.words];
    const turn = (_: unknown, index: number): Turn => ({
      shape: list.at(index) as Shape,
      left: rests[index] as number,
      hit: blocked[index] ? (handles[index] as Handle) : undefined,
    });
    return Array.from(rests, turn);
  }

  free(): void {
    for (const { raw } of [this.ends, this.left]) raw.free();
  }
}

import { LIMITED, type Limited, optionalLimits } from "./budget.js";
import { type Given, type Names, callback, flag } from "./check.js";
import { whole } from "./error.js";
import { type Handle, type Layers, layersColumn } from "./entity.js";
import { pointAt } from "./measures.js";
import { Columns, scoped } from "./memory.js";
import { RawMoveOptions } from "./raw.js";
import { type CrowdLimit, optionalCrowd } from "./settings.js";
import type { Point, Shape } from "./shape.js";
import { Shapes } from "./shapes.js";

/** How shapes slide. */
export interface SlideOptions {
  /** The maximum number of times that a shape changes its direction; 4 by default. */
  maxBounces?: number;
  /** Whether a shape may leave what it overlaps at the start; true by default. If false, it does not move then. */
  leaveOverlapped?: boolean;
  /**
   * Whether to pass through an entity, for one-way platforms and doors. The normal leads from the shape to the entity.
   * The function must not call into the library. An error that it throws is thrown after the movement.
   */
  pass?: (handle: Handle, normalX: number, normalY: number) => boolean;
}

/** How the entities of {@link World.move} move. */
export interface MoveOptions extends SlideOptions, Limited {
  /**
   * Whether the movers block each other; false by default. They then move in the order of the handles: each is blocked
   * by those before it at their new places, and by those after it at their old ones.
   */
  inOrder?: boolean;
  /**
   * With `inOrder`, the movers of one place that take part; at most 16 by default. The others of the place neither block
   * movers, nor do movers block them. The places are those of {@link Settings.crowd}, of the movers alone.
   */
  crowd?: CrowdLimit;
  /** The layers that decide what blocks, instead of the layers of each mover. */
  layers?: Layers;
}

/** @internal */
export const SLIDE: Names<SlideOptions> = { maxBounces: true, leaveOverlapped: true, pass: true };

/** @internal */
export const MOVE: Names<MoveOptions> = { ...SLIDE, inOrder: true, crowd: true, layers: true, ...LIMITED };

/** What a shape ran into. */
export interface SlideHit {
  handle: Handle;
  /** When, as a fraction of the motion from 0 to 1. */
  time: number;
  /** The unit normal, from the moving shape to the entity. */
  normal: Point;
  /** A contact point. */
  point: Point;
}

/** Where a shape ended, and what it ran into. */
export interface Slide {
  shape: Shape;
  /** The motion that is left where the shape stopped; zero if it used up its motion. */
  left: Point;
  /** In order of time. */
  hits: SlideHit[];
}

/**
 * Where shapes ended, and what they ran into. Valid until the next movement in the same world. The columns are views,
 * valid until the next call into the library: copy them to keep them.
 */
export class Slides {
  /** @internal */
  readonly columns = new Columns();

  /** The number of shapes. */
  get length(): number {
    return this.columns.raw.bytes_count();
  }

  /** The moved entities, each once; empty for shapes that are not entities. */
  get handles(): BigUint64Array {
    return this.columns.wide;
  }

  /** The shapes at their ends. */
  get ends(): Shapes {
    return new Shapes(this.columns.bytes, this.columns.numbers);
  }

  /** The motion that is left where each shape stopped: two numbers for each. */
  get left(): Float32Array {
    return this.columns.left;
  }

  /** The index of the first hit of each shape, and last the number of all hits. */
  get starts(): Uint32Array {
    return this.columns.words;
  }

  /** The entities that were hit, shape by shape. */
  get hitHandles(): BigUint64Array {
    return this.columns.hits;
  }

  /** Five numbers for each hit: `time, normal x, normal y, x, y`. */
  get hitNumbers(): Float32Array {
    return this.columns.measures;
  }

  /** The work of the call, in the units of {@link Budget.maxWork}: with this limit, the same call succeeds. */
  get work(): number {
    return this.columns.raw.work();
  }

  /** One slide, as a copy; `undefined` if there is none at this index. */
  at(index: number): Slide | undefined {
    if (!(index in this.columns.bytes)) return undefined;
    const { starts, hitHandles, hitNumbers } = this;
    const hits: SlideHit[] = [];
    for (let hit = starts[index] as number; hit < (starts[index + 1] as number); hit++) {
      const at = 5 * hit;
      const handle = hitHandles[hit] as Handle;
      hits.push({ handle, time: hitNumbers[at] as number, normal: pointAt(hitNumbers, at + 1), point: pointAt(hitNumbers, at + 3) });
    }
    return { shape: this.ends.at(index) as Shape, left: pointAt(this.left, 2 * index), hits };
  }
}

/** Calls `call` with options in the library's memory, and frees them afterwards. @internal */
export function withOptions<T>(options: Given<MoveOptions>, call: (raw: RawMoveOptions) => T): T {
  const { maxBounces, leaveOverlapped, pass, inOrder, crowd, layers, budget } = options;
  const bounces = maxBounces === undefined ? undefined : whole("maxBounces", maxBounces, true);
  const flags = [flag("leaveOverlapped", leaveOverlapped), flag("inOrder", inOrder) ?? false] as const;
  const limit = optionalCrowd(crowd);
  const checked = [bounces, ...flags, ...limit, optionalLimits(budget), layersColumn(layers), callback("pass", pass)] as const;
  return scoped(new RawMoveOptions(...checked), (raw) => {
    const result = call(raw);
    raw.rethrow();
    return result;
  });
}

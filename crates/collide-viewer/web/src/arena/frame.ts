// Reads a frame; the server writes it in `src/arena/frame.rs`.

const HEADER = 104;
/** The times of a tick. */
const TIMES = 8;
/** Bytes of an entity, of a corner of a polygon, and of a box of the R-tree. */
const ENTITY = 11;
const CORNER = 4;
const BOX = 9;

/** Bits of an entity's flags. */
export const KIND = 7;
export const PAIRED = 8;
export const FLASH_SHIFT = 4;
export const FLASH = 7;
/** The entity overlaps the sector of the tool. */
export const FOUND = 128;

/** The look of an entity, in the upper half of its flags. */
export const LOOK_SHIFT = 8;
export const WALL = 1;
export const SENSOR = 2;
export const BULLET = 3;
export const RED = 4;
export const BLUE = 5;
export const CRATE = 6;

/** The kinds of shape in the flags. */
export const CIRCLE = 0;
export const CAPSULE = 3;
export const POLYGON = 4;

export interface Frame {
  tick: number;
  shown: number;
  paused: boolean;
  rewound: boolean;
  count: number;
  pairs: number;
  candidates: number;
  began: number;
  ended: number;
  /** Milliseconds of each stage; the state of the arena has their names. */
  times: number[];
  followed: { x: number; y: number; reach: number } | undefined;
  oldest: number;
  newest: number;
  /** The origin of the positions in the columns; all numbers are in multiples of `unit`. */
  middle: [number, number];
  unit: number;
  x: Int16Array;
  y: Int16Array;
  /** Half the width. Of a polygon: half the longer side of its bounds. */
  halfWidth: Int16Array;
  /** Half the height. Of a polygon: its radius. */
  halfHeight: Int16Array;
  /** In 1/256 of a full rotation. Of a polygon: the number of its corners. */
  angle: Uint8Array;
  flags: Uint16Array;
  /** The corners of all polygons, x and y from the middle of each, counter-clockwise. */
  corners: Int16Array;
  /** Boxes of the R-tree, in the same unit and from the same origin: min x and y, max x and y. */
  boxes: Int16Array;
  /** For each box, the number of boxes around it. */
  depths: Uint8Array;
}

/** Joins the messages of a frame: the server sends long frames in parts. */
export class Parts {
  private frame = new Uint8Array();
  private filled = 0;

  /** Adds a message. Returns the frame if it is complete. */
  add(part: ArrayBuffer): ArrayBuffer | undefined {
    if (this.filled === 0) {
      const size = frameSize(part);
      if (part.byteLength === size) return part;
      this.frame = new Uint8Array(size);
    }
    this.frame.set(new Uint8Array(part), this.filled);
    this.filled += part.byteLength;
    if (this.filled < this.frame.length) return undefined;
    this.filled = 0;
    return this.frame.buffer;
  }
}

/** The bytes of a frame, by its header, which the first part has. */
function frameSize(part: ArrayBuffer): number {
  const header = new DataView(part);
  const [shown, boxes, corners] = [4, 96, 100].map((at) => header.getUint32(at, true)) as [number, number, number];
  return HEADER + ENTITY * shown + CORNER * corners + BOX * boxes;
}

export function read(buffer: ArrayBuffer): Frame {
  const view = new DataView(buffer);
  const whole = (at: number): number => view.getUint32(at, true);
  const real = (at: number): number => view.getFloat32(at, true);
  const shown = whole(4);
  const column = (index: number): Int16Array => new Int16Array(buffer, HEADER + index * 2 * shown, shown);
  const reach = real(84);
  const [boxes, corners, behind] = [whole(96), whole(100), HEADER + 10 * shown];
  const last = behind + CORNER * corners;
  return {
    tick: whole(0),
    shown,
    middle: [real(8), real(12)],
    unit: real(16),
    paused: (whole(20) & 1) !== 0,
    rewound: (whole(20) & 2) !== 0,
    count: whole(24),
    pairs: whole(28),
    candidates: whole(32),
    began: whole(36),
    ended: whole(40),
    times: Array.from({ length: TIMES }, (_, i) => real(44 + 4 * i)),
    followed: reach < 0 ? undefined : { x: real(76), y: real(80), reach },
    oldest: whole(88),
    newest: whole(92),
    x: column(0),
    y: column(1),
    halfWidth: column(2),
    halfHeight: column(3),
    angle: new Uint8Array(buffer, last + 8 * boxes, shown),
    flags: new Uint16Array(buffer, HEADER + 8 * shown, shown),
    corners: new Int16Array(buffer, behind, 2 * corners),
    boxes: new Int16Array(buffer, last, 4 * boxes),
    depths: new Uint8Array(buffer, last + 8 * boxes + shown, boxes),
  };
}

// The messages between the server and its clients, as bytes. A message begins with its length, because TCP is a stream.
//
// From a client: a kind, a direction, and for a shot the tick that the client shows.
// From the server: the tick, the health, the visible players with their positions, and who left the view.

const [WALK, SHOOT] = [1, 2];
const LENGTHS = { [WALK]: 9, [SHOOT]: 17 };

/** A buffer for a message of `length` bytes, with its length in front. */
function room(length) {
  const bytes = new DataView(new ArrayBuffer(4 + length));
  bytes.setUint32(0, length);
  return bytes;
}

/** The bytes of a direction of walking; zero to stand. */
export function walkMessage([x, y]) {
  const bytes = room(LENGTHS[WALK]);
  bytes.setUint8(4, WALK);
  bytes.setFloat32(5, x);
  bytes.setFloat32(9, y);
  return new Uint8Array(bytes.buffer);
}

/** The bytes of a shot: its direction, and the time in ticks at which the client shows the others. */
export function shootMessage([x, y], seen) {
  const bytes = room(LENGTHS[SHOOT]);
  bytes.setUint8(4, SHOOT);
  bytes.setFloat32(5, x);
  bytes.setFloat32(9, y);
  bytes.setFloat64(13, seen);
  return new Uint8Array(bytes.buffer);
}

/** Reads a message of a client. Throws if it is none; its numbers are not checked. */
export function readInput(bytes) {
  const kind = bytes.byteLength > 0 ? bytes.getUint8(0) : 0;
  if (bytes.byteLength !== LENGTHS[kind]) throw new RangeError(`message: kind ${kind} with ${bytes.byteLength} bytes`);
  const way = [bytes.getFloat32(1), bytes.getFloat32(5)];
  return kind === WALK ? { walk: way } : { shoot: way, seen: bytes.getFloat64(9) };
}

/** The bytes of what a player sees. `near` has the slots of the visible players, its own first; `x` and `y` are by slot. */
export function viewMessage(tick, health, near, left, x, y) {
  const bytes = room(9 + 10 * near.length + 2 * left.length);
  bytes.setUint32(4, tick);
  bytes.setUint8(8, health);
  bytes.setUint16(9, near.length);
  bytes.setUint16(11, left.length);
  let at = 13;
  for (const slot of near) {
    bytes.setUint16(at, slot);
    bytes.setFloat32(at + 2, x[slot]);
    bytes.setFloat32(at + 6, y[slot]);
    at += 10;
  }
  left.forEach((slot, index) => bytes.setUint16(at + 2 * index, slot));
  return new Uint8Array(bytes.buffer);
}

/** Reads what a player sees. */
export function readView(bytes) {
  const [nearCount, leftCount] = [bytes.getUint16(5), bytes.getUint16(7)];
  const player = (_, index) => {
    const at = 9 + 10 * index;
    return { slot: bytes.getUint16(at), x: bytes.getFloat32(at + 2), y: bytes.getFloat32(at + 6) };
  };
  const near = Array.from({ length: nearCount }, player);
  const left = Array.from({ length: leftCount }, (_, index) => bytes.getUint16(9 + 10 * nearCount + 2 * index));
  return { tick: bytes.getUint32(0), health: bytes.getUint8(4), near, left };
}

/** Calls `hear` with each complete message of a socket. A longer one than `maxLength`, or an error, ends the connection. */
export function listen(socket, maxLength, hear) {
  let rest = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    try {
      while (rest.length >= 4) {
        const length = rest.readUint32BE(0);
        if (length > maxLength) throw new RangeError(`message: must have at most ${maxLength} bytes, has ${length}`);
        if (rest.length < 4 + length) break;
        hear(new DataView(rest.buffer, rest.byteOffset + 4, length));
        rest = rest.subarray(4 + length);
      }
    } catch (error) {
      socket.destroy(error);
    }
  });
}

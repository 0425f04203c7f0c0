// The messages, as bytes. Positions are 32-bit floats, as in the engine: a position arrives as it was, to the bit.

/** From a client: the number of the input, which counts up from 1, and its keys. */
export function writeInput({ number, keys }) {
  const bytes = new DataView(new ArrayBuffer(5));
  bytes.setUint32(0, number);
  bytes.setUint8(4, keys);
  return bytes.buffer;
}

export function readInput(bytes) {
  if (bytes.byteLength !== 5) throw new RangeError(`input: must have 5 bytes, has ${bytes.byteLength}`);
  return { number: bytes.getUint32(0), keys: bytes.getUint8(4) };
}

/**
 * From the server: its tick, the number of the client's last input that it has applied, the ids of the client's player
 * and of the hunter, and all players.
 */
export function writeSnapshot({ tick, done, you, hunter, players }) {
  const bytes = new DataView(new ArrayBuffer(16 + 12 * players.length));
  [tick, done, you, hunter].forEach((number, index) => bytes.setUint32(4 * index, number));
  players.forEach(({ id, x, y }, index) => {
    const at = 16 + 12 * index;
    bytes.setUint32(at, id);
    bytes.setFloat32(at + 4, x);
    bytes.setFloat32(at + 8, y);
  });
  return bytes.buffer;
}

export function readSnapshot(bytes) {
  const [tick, done, you, hunter] = [0, 4, 8, 12].map((at) => bytes.getUint32(at));
  const players = new Map();
  for (let at = 16; at < bytes.byteLength; at += 12) {
    players.set(bytes.getUint32(at), { x: bytes.getFloat32(at + 4), y: bytes.getFloat32(at + 8) });
  }
  return { tick, done, you, hunter, players };
}

/** Random numbers from 0 to 1 that a seed determines, so that a match can be played again. */
export function seeded(seed) {
  let state = seed | 1; // an xorshift generator must not start at zero
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

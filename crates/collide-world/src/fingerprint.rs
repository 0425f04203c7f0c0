use xxhash_rust::xxh3::Xxh3;

/// An order-sensitive 64-bit hash of numbers: equal for equal output on every machine (XXH3 over little-endian bytes).
///
/// ```
/// use collide_world::fingerprint;
/// let pairs = [(0, 1), (2, 5)];
/// let numbers = pairs.iter().flat_map(|&(a, b)| [a, b]);
/// assert_eq!(fingerprint(numbers), fingerprint([0, 1, 2, 5]));
/// assert_ne!(fingerprint([0, 1, 2, 5]), fingerprint([2, 5, 0, 1]));
/// ```
#[must_use]
pub fn fingerprint(numbers: impl IntoIterator<Item = u32>) -> u64 {
    let mut hash = Xxh3::new();
    for number in numbers {
        hash.update(&number.to_le_bytes());
    }
    hash.digest()
}

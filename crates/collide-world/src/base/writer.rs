/// Writes numbers one after the other into a list of bytes. Overwrites the existing bytes without clearing them first,
/// so warm memory is touched once.
pub(crate) struct Writer<'a> {
    bytes: &'a mut Vec<u8>,
    len: usize,
}

impl<'a> Writer<'a> {
    /// A writer that starts at index `from`.
    pub(crate) fn new(bytes: &'a mut Vec<u8>, from: usize) -> Self {
        Self { bytes, len: from }
    }

    /// Writes numbers of `BYTES` bytes each.
    pub(crate) fn numbers<T, const BYTES: usize>(&mut self, numbers: &[T], to_bytes: impl Fn(T) -> [u8; BYTES])
    where
        T: Copy,
    {
        self.each(numbers, |number| to_bytes(*number));
    }

    pub(crate) fn each<T, const BYTES: usize>(&mut self, items: &[T], to_bytes: impl Fn(&T) -> [u8; BYTES]) {
        let start = self.len;
        self.len += items.len() * BYTES;
        if self.bytes.len() < self.len {
            self.bytes.resize(self.len, 0);
        }
        let (places, _) = self.bytes[start..self.len].as_chunks_mut();
        places.iter_mut().zip(items).for_each(|(place, item)| *place = to_bytes(item));
    }

    /// Writes items of `BYTES` bytes each, of which the number is not known before.
    pub(crate) fn items<const BYTES: usize>(&mut self, items: impl Iterator<Item = [u8; BYTES]>) {
        for item in items {
            let start = self.len;
            self.len += BYTES;
            if self.bytes.len() < self.len {
                self.bytes.resize(self.len, 0);
            }
            self.bytes[start..self.len].copy_from_slice(&item);
        }
    }

    /// Writes the length of a list and its numbers.
    pub(crate) fn list<T, const BYTES: usize>(&mut self, items: &[T], to_bytes: impl Fn(&T) -> [u8; BYTES]) {
        self.len(items.len());
        self.each(items, to_bytes);
    }

    /// Writes the number of items that follow.
    pub(crate) fn len(&mut self, len: usize) {
        self.numbers(&[len as u64], u64::to_le_bytes);
    }

    /// Ends the writing: removes the old bytes after the last one written.
    pub(crate) fn finish(self) {
        self.bytes.truncate(self.len);
    }
}

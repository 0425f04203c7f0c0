/// The number of bytes that a list has allocated.
pub(crate) fn allocated<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

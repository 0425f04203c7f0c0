/// A copy made by `clone_from`, for types whose `clone_from` skips scratch memory and reuses the overwritten memory.
pub(crate) fn copy_of<T: Clone + Default>(source: &T) -> T {
    let mut copy = T::default();
    copy.clone_from(source);
    copy
}

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A snapshot of a world as a serde value, for any serde format. It holds the bytes of
/// [`World::save`](crate::World::save), which are checked by [`World::restore`](crate::World::restore) and not before.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Settings, Snapshot, World};
/// let mut world = World::new(Settings::default());
/// let handle = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
/// let snapshot = Snapshot::from(world.save());
/// world.remove(handle)?;
/// world.restore(snapshot.as_ref())?;
/// assert!(world.shape(handle).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot(Vec<u8>);

impl AsRef<[u8]> for Snapshot {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Snapshot {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl Serialize for Snapshot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Snapshot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(Bytes)
    }
}

struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = Snapshot;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a snapshot")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Snapshot, E> {
        Ok(Snapshot(bytes.to_owned()))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Snapshot, E> {
        Ok(Snapshot(bytes))
    }

    /// Text formats write bytes as lists of numbers. Their stated length is not trusted for allocation.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Snapshot, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        Ok(Snapshot(bytes))
    }
}

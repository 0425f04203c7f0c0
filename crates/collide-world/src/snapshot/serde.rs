use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A [saved](crate::World::save) world to be put into a file or message of any format that serde knows: a value of bytes, which are looked
/// at when a world is [restored](crate::World::restore) from them.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Settings, World};
/// let mut world = World::new(Settings::default());
/// let handle = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
/// let snapshot = world.snapshot();
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
        f.write_str("the bytes of a world")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Snapshot, E> {
        Ok(Snapshot(bytes.to_owned()))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Snapshot, E> {
        Ok(Snapshot(bytes))
    }

    /// Formats of text have no bytes but lists of numbers, whose length is not believed beforehand.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Snapshot, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        Ok(Snapshot(bytes))
    }
}

//! A limit for serde, with `None` for infinity: not every format can write infinity.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The default: no limit.
pub(crate) fn value() -> f32 {
    f32::INFINITY
}

pub(crate) fn serialize<S: Serializer>(limit: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    Some(*limit).filter(|limit| *limit != f32::INFINITY).serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f32::INFINITY))
}

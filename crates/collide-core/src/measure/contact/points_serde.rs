//! Contact points for serde: a list of one or two points.

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::ContactPoints;
use crate::Vec2;

impl Serialize for ContactPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ContactPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(PointsVisitor)
    }
}

struct PointsVisitor;

impl<'de> Visitor<'de> for PointsVisitor {
    type Value = ContactPoints;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one or two points")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ContactPoints, A::Error> {
        let first: Vec2 = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let Some(second) = list.next_element()? else { return Ok(ContactPoints { points: [first; 2], count: 1 }) };
        if list.next_element::<Vec2>()?.is_some() {
            return Err(A::Error::invalid_length(3, &self));
        }
        Ok(ContactPoints { points: [first, second], count: 2 })
    }
}

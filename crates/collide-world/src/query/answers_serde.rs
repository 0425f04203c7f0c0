//! Answers for serde: a list of the number of hits of each query, and the hits.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Answers;

#[derive(Serialize)]
#[serde(rename = "Answers")]
struct Fields<'a, H> {
    counts: Vec<usize>,
    hits: &'a [H],
}

#[derive(Deserialize)]
#[serde(rename = "Answers", deny_unknown_fields)]
struct OwnedFields<H> {
    counts: Vec<usize>,
    hits: Vec<H>,
}

/// Serializes the answers, not the work.
impl<H: Serialize> Serialize for Answers<H> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = (0..self.len()).map(|query| self.count(query)).collect();
        Fields { counts, hits: self.hits() }.serialize(serializer)
    }
}

/// Fails if the counts do not add up to the number of hits. Without hits, the answers are only counted.
impl<'de, H: Deserialize<'de>> Deserialize<'de> for Answers<H> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let OwnedFields { counts, hits } = OwnedFields::deserialize(deserializer)?;
        let mut answers = Self::default();
        let mut total = Some(0_usize);
        for count in counts {
            total = total.and_then(|total| total.checked_add(count));
            answers.starts.extend(total);
        }
        match total {
            Some(total) if hits.is_empty() || hits.len() == total => Ok(Self { hits, ..answers }),
            _ => Err(serde::de::Error::invalid_length(hits.len(), &"the sum of the counts")),
        }
    }
}

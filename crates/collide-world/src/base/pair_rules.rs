use crate::Settings;

/// The settings that say which entities of one sort can be a pair. Stored in a byte:
/// bit 0 for static entities, bit 1 for sensors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "recording", derive(serde::Serialize, serde::Deserialize), serde(into = "u8", try_from = "u8"))]
pub(crate) struct PairRules {
    pub(crate) static_pairs: bool,
    pub(crate) sensor_pairs: bool,
}

impl PairRules {
    pub(crate) fn of(settings: &Settings) -> Self {
        let Settings { static_pairs, sensor_pairs, .. } = *settings;
        Self { static_pairs, sensor_pairs }
    }

    /// What these rules allow and `other` does not.
    pub(crate) fn except(self, other: Self) -> Self {
        Self {
            static_pairs: self.static_pairs && !other.static_pairs,
            sensor_pairs: self.sensor_pairs && !other.sensor_pairs,
        }
    }
}

impl From<PairRules> for u8 {
    fn from(rules: PairRules) -> Self {
        Self::from(rules.static_pairs) | Self::from(rules.sensor_pairs) << 1
    }
}

impl TryFrom<u8> for PairRules {
    type Error = &'static str;

    fn try_from(bits: u8) -> Result<Self, Self::Error> {
        let rules = Self { static_pairs: bits & 1 != 0, sensor_pairs: bits & 2 != 0 };
        if bits == u8::from(rules) { Ok(rules) } else { Err("pair rules: must be at most 3") }
    }
}

#[cfg(test)]
mod tests {
    use super::PairRules;

    /// Stored bytes of `static_pairs` alone are those of a flag.
    #[test]
    fn rules_are_bits() {
        for bits in 0..=u8::MAX {
            let rules = PairRules::try_from(bits);
            assert_eq!(rules.map(u8::from).ok(), (bits < 4).then_some(bits));
        }
        let static_pairs = PairRules { static_pairs: true, sensor_pairs: false };
        assert_eq!((u8::from(PairRules::default()), u8::from(static_pairs)), (0, 1));
        let all = PairRules { sensor_pairs: true, ..static_pairs };
        assert_eq!(
            (all.except(static_pairs), all.except(all)),
            (PairRules { static_pairs: false, ..all }, PairRules::default())
        );
    }
}

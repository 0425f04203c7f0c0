//! Enums whose variants have names.

/// Declares an enum with a name for each variant, so that each name is written in one place.
///
/// The enum gets `ALL`, `name`, [`Display`](core::fmt::Display), [`FromStr`](core::str::FromStr) and, with the feature
/// `serde` of the declaring crate, the derives of serde. `$Unknown` is the error of `FromStr`; its message lists the
/// names. It stores the rejected text if a field for it is given. Without a field it allocates nothing, as this crate
/// requires.
#[doc(hidden)]
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$attribute:meta])*
        $vis:vis enum $Enum:ident as $what:literal, else $Unknown:ident { $($field:ident: $Text:ty)? }
        {
            $($(#[$variant_attribute:meta])* $Variant:ident $(= $value:literal)? => $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
        $vis enum $Enum {
            $(
                $(#[$variant_attribute])*
                #[doc = concat!("\n\nIts name is `", $name, "`.")]
                #[cfg_attr(feature = "serde", serde(rename = $name))]
                $Variant $(= $value)?,
            )+
        }

        impl $Enum {
            /// All variants, in the order of their declaration.
            $vis const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// The name of the variant, as [`Display`](core::fmt::Display) writes it and
            /// [`FromStr`](core::str::FromStr) reads it.
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)+
                }
            }
        }

        impl ::core::fmt::Display for $Enum {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::core::str::FromStr for $Enum {
            type Err = $Unknown;

            fn from_str(name: &str) -> Result<Self, $Unknown> {
                let known = Self::ALL.into_iter().find(|known| known.name() == name);
                known.ok_or_else(|| $Unknown { $($field: name.into())? })
            }
        }

        #[doc = concat!("The error for a text that is not a name of [`", stringify!($Enum), "`].")]
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis struct $Unknown {
            $(
                /// The rejected text.
                $vis $field: $Text,
            )?
        }

        impl ::core::fmt::Display for $Unknown {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(concat!($what, ": must be "))?;
                for (index, known) in $Enum::ALL.into_iter().enumerate() {
                    let separator = match $Enum::ALL.len() - index {
                        _ if index == 0 => "",
                        1 => " or ",
                        _ => ", ",
                    };
                    write!(f, "{separator}{known}")?;
                }
                $(write!(f, ", is {:?}", self.$field)?;)?
                Ok(())
            }
        }

        impl ::core::error::Error for $Unknown {}
    };
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::{String, ToString};

    named_enum! {
        /// Three variants, and an error with a field.
        enum Size as "size", else UnknownSize { text: String }
        {
            /// One.
            Small => "small",
            /// Two.
            Medium => "medium",
            /// Three.
            Large = 7 => "large",
        }
    }

    named_enum! {
        /// An error without a field.
        enum Border as "border", else UnknownBorder {}
        {
            /// One.
            Closed => "closed",
            /// Two.
            Open => "open",
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for (size, name) in Size::ALL.into_iter().zip(["small", "medium", "large"]) {
            assert_eq!((size.name(), size.to_string().as_str(), name.parse()), (name, name, Ok(size)));
        }
        assert_eq!(std::format!("{:>8}|", Size::Large), "   large|");
        assert_eq!(Size::Large as u8, 7);
    }

    #[test]
    fn errors_list_the_names() {
        let error = "Small".parse::<Size>().unwrap_err();
        assert_eq!(error, UnknownSize { text: "Small".into() });
        assert_eq!(error.to_string(), "size: must be small, medium or large, is \"Small\"");
        let error = "half-open".parse::<Border>().unwrap_err();
        assert_eq!(error.to_string(), "border: must be closed or open");
    }
}

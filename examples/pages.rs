//! The code in the README and in the pages of `docs`, compiled and run as documentation tests.

/// A test for each page.
#[cfg(doctest)]
macro_rules! pages {
    ($($name:ident = $file:literal),* $(,)?) => {
        $(#[doc = include_str!($file)] struct $name;)*
    };
}

#[cfg(doctest)]
pages! {
    ComingFrom = "../docs/coming-from.md",
    Compare = "../docs/compare.md",
    GettingStarted = "../docs/getting-started.md",
    Interest = "../docs/interest.md",
    Movement = "../docs/movement.md",
    Readme = "../README.md",
    Recipes = "../docs/recipes.md",
    ServerGuide = "../docs/server-guide.md",
    Traces = "../docs/traces.md",
    WriteAStrategy = "../docs/write-a-strategy.md",
}

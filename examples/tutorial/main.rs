//! The stages of the tutorial in `docs/server-guide.md`. Each file is a whole program.
//!
//!     cargo run --release --example tutorial -- 3

/// Declares the stages as modules, with a list of them and a test of each.
macro_rules! stages {
    ($($stage:ident)*) => {
        $(mod $stage;)*

        const STAGES: &[fn() -> Result<(), String>] = &[$(|| $stage::main().map_err(|error| error.to_string())),*];

        #[cfg(test)]
        mod runs {
            $(#[test] fn $stage() { super::$stage::main().unwrap(); })*
        }
    };
}

stages! { stage_01 stage_02 stage_03 stage_04 stage_05 stage_06 stage_07 stage_08 stage_09 stage_10 }

fn main() -> Result<(), String> {
    let number = std::env::args().nth(1).and_then(|text| text.parse::<usize>().ok());
    match number.and_then(|number| STAGES.get(number.checked_sub(1)?)) {
        Some(stage) => stage(),
        None => Err(format!("name a stage, 1 to {}", STAGES.len())),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// The lines of a text without their indentation.
    fn lines(text: &str) -> Vec<&str> {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
    }

    /// The code of chapter `n` of the page stands in stage `n`.
    #[test]
    fn the_page_shows_the_stages() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let page = fs::read_to_string(folder.join("../docs/server-guide.md")).unwrap();
        let mut blocks = 0;
        for chapter in page.split("\n## ").skip(1) {
            let Some(number) = chapter.split_once(". ").and_then(|(number, _)| number.parse::<usize>().ok()) else {
                continue;
            };
            let stage = fs::read_to_string(folder.join(format!("tutorial/stage_{number:02}.rs"))).unwrap();
            for block in chapter.split("```rust,ignore\n").skip(1) {
                let block = block.split("```").next().unwrap_or_default();
                let (block, stage) = (lines(block), lines(&stage));
                let shown = stage.windows(block.len()).any(|part| part == block);
                assert!(shown, "stage {number} does not have this code of the page:\n{}", block.join("\n"));
                blocks += 1;
            }
        }
        assert!(blocks >= super::STAGES.len(), "{blocks} blocks of code");
    }
}

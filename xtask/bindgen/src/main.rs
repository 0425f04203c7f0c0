//! Generates the JavaScript side of the bindings: `xtask-bindgen FILE.wasm FOLDER`.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [_, input, folder]: [String; 3] =
        env::args().collect::<Vec<_>>().try_into().map_err(|_| "usage: xtask-bindgen FILE.wasm FOLDER")?;
    Bindgen::new()
        .input_path(input)
        .web(true)?
        .typescript(true)
        .out_name("raw")
        .remove_producers_section(true)
        .generate(folder)?;
    Ok(())
}

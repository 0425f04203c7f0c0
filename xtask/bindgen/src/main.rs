//! Generates the JavaScript side of the bindings: `xtask-bindgen FILE.wasm FOLDER NAME`.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [_, input, folder, name]: [String; 4] =
        env::args().collect::<Vec<_>>().try_into().map_err(|_| "usage: xtask-bindgen FILE.wasm FOLDER NAME")?;
    Bindgen::new()
        .input_path(input)
        .web(true)?
        .typescript(true)
        .out_name(&name)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    Ok(())
}

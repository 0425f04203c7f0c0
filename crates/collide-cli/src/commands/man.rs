//! `collide man`: the manual page.

use std::io::{Write, stdout};

use clap_mangen::Man;

use crate::failure::Failure;

/// Writes the page of the program, with a section for each command.
pub(crate) fn run(mut program: clap::Command) -> Result<(), Failure> {
    program.build();
    let mut page = Vec::new();
    Man::new(program.clone()).render(&mut page)?;
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        writeln!(page, ".SH \"{}\"", command.get_name().to_uppercase())?;
        let section = Man::new(command.clone());
        section.render_synopsis_section(&mut page)?;
        section.render_description_section(&mut page)?;
        section.render_options_section(&mut page)?;
        section.render_extra_section(&mut page)?;
    }
    Ok(stdout().write_all(&page)?)
}

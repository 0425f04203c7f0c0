//! `collide completions` and `collide man`.

use std::io::{Write, stdout};

use clap::CommandFactory;
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use crate::args::Args;
use crate::failure::Failure;

/// Writes the completions of a shell.
pub(crate) fn completions(shell: Shell) -> Result<(), Failure> {
    // Into memory first: a pipe that is closed early is no reason to panic.
    let mut script = Vec::new();
    generate(shell, &mut Args::command(), "collide", &mut script);
    Ok(stdout().write_all(&script)?)
}

/// Writes the manual page, and a section for each command.
pub(crate) fn page() -> Result<(), Failure> {
    let mut command = Args::command();
    command.build();
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        writeln!(page, ".SH \"{}\"", command.get_name().to_uppercase())?;
        let part = Man::new(command.clone());
        part.render_synopsis_section(&mut page)?;
        part.render_description_section(&mut page)?;
        part.render_options_section(&mut page)?;
        part.render_extra_section(&mut page)?;
    }
    Ok(stdout().write_all(&page)?)
}

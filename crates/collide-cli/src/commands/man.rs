//! `collide man`: the manual page.

use std::fs;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};

use clap_mangen::Man;

use crate::failure::Failure;
use crate::output::write_file;

/// Print the manual page, or write a page for each command to a folder
#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// The folder for the pages, such as ~/.local/share/man/man1 [default: one page on standard output]
    folder: Option<PathBuf>,
}

/// Writes the page of the program, with a section for each command, or the pages of all commands.
pub(crate) fn run(args: &ManArgs, mut program: clap::Command) -> Result<(), Failure> {
    if let Some(folder) = &args.folder {
        program = program.disable_help_subcommand(true);
        program.build();
        return fs::create_dir_all(folder)
            .and_then(|()| write_pages(&program, folder))
            .map_err(Failure::writing(folder));
    }
    program.build();
    let mut page = Vec::new();
    let whole = Man::new(program.clone());
    whole.render_title(&mut page)?;
    whole.render_name_section(&mut page)?;
    whole.render_synopsis_section(&mut page)?;
    whole.render_description_section(&mut page)?;
    whole.render_options_section(&mut page)?;
    whole.render_extra_section(&mut page)?;
    // Not the section of subcommands, which refers to pages of their own.
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

/// Writes the page of a command and the pages of its subcommands.
fn write_pages(command: &clap::Command, folder: &Path) -> io::Result<()> {
    command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .try_for_each(|each| write_pages(each, folder))?;
    let page = Man::new(command.clone());
    write_file(&folder.join(page.get_filename()), |mut file| page.render(&mut file))
}

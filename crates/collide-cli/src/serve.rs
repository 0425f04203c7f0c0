//! `collide serve`: the page in the browser.

use std::io::{Write, stdout};

use collide_viewer::Server;

use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::output::say;

/// Serves until the process is ended.
pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    let server = Server::bind(args.listen)?;
    let address = server.address();
    if !address.ip().is_loopback() {
        say(&"anyone who reaches this address may use the page");
    }
    writeln!(stdout(), "http://{address}/")?;
    Ok(server.run()?)
}

//! The log on standard error: a line with time and level for each message.

use std::io::stderr;

use tracing::Level;

/// Sends the messages of [`tracing`] to standard error from now on. A closed standard error is ignored.
pub(super) fn start() {
    let log = tracing_subscriber::fmt().with_writer(stderr).with_target(false).with_max_level(Level::INFO);
    // Fails if there is a log already.
    let _ = log.log_internal_errors(false).try_init();
}

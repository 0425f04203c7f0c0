use std::io::{IsTerminal, Read, Result, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The time after which a bar is shown.
const DELAY: Duration = Duration::from_secs(1);
const REFRESH: Duration = Duration::from_millis(100);

/// A progress bar on standard error, until it is dropped. It is shown after a second, and only on a terminal.
pub(crate) struct Progress {
    done: Arc<AtomicU64>,
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts a bar with the message `what`. `total` is the number of bytes to read, if known.
    pub(crate) fn start(what: String, total: Option<u64>) -> Self {
        let done = Arc::new(AtomicU64::new(0));
        let drawer = stderr().is_terminal().then(|| {
            let (stop, stopped) = channel::<()>();
            let done = Arc::clone(&done);
            let draw = move || {
                let mut wait = DELAY;
                let mut bar = None;
                while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    let bar = bar.get_or_insert_with(|| new_bar(what.clone(), total));
                    bar.set_position(done.load(Ordering::Relaxed));
                    bar.tick();
                    wait = REFRESH;
                }
                if let Some(bar) = bar {
                    bar.finish_and_clear();
                }
            };
            (stop, std::thread::spawn(draw))
        });
        Self { done, drawer }
    }

    /// A reader that moves the bar.
    pub(crate) fn reading<R: Read>(&self, input: R) -> Counted<R> {
        Counted { input, done: Arc::clone(&self.done) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, drawer)) = self.drawer.take() {
            drop(stop);
            // If the drawing thread has panicked, only its line stays on the terminal.
            let _ = drawer.join();
        }
    }
}

fn new_bar(what: String, total: Option<u64>) -> ProgressBar {
    let (bar, style) = match total {
        Some(total) => (ProgressBar::new(total), "{msg} {wide_bar} {bytes}/{total_bytes} {eta}"),
        None => (ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}"),
    };
    bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.with_message(what)
}

/// A reader that counts its bytes.
pub(crate) struct Counted<R> {
    input: R,
    done: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.input.read(buffer)?;
        self.done.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

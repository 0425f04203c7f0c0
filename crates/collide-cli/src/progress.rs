use std::io::{IsTerminal, Read, Result, stderr, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The time after which a bar is shown.
const DELAY: Duration = Duration::from_secs(1);
const REFRESH: Duration = Duration::from_millis(100);

/// A progress bar on standard error, until it is dropped. It is shown after a second, and only on a terminal.
pub(crate) struct Progress {
    done: Arc<AtomicU64>,
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
}

/// What a bar shows.
#[derive(Clone, Copy)]
enum Length {
    /// The time since the start, without an end.
    Unknown,
    Bytes(u64),
    Count(u64),
    /// The share of this time that has passed.
    Time(Duration),
}

impl Progress {
    /// Starts a bar with the message `what`. `total` is the number of bytes to read, if known.
    pub(crate) fn start(what: String, total: Option<u64>) -> Self {
        Self::draw(what, total.map_or(Length::Unknown, Length::Bytes), stderr().is_terminal())
    }

    /// Starts a bar for `total` steps, which [`advance`](Self::advance) counts, with rows on standard output. It is not
    /// shown if these are on the terminal themselves.
    pub(crate) fn writing(what: String, total: u64) -> Self {
        Self::draw(what, Length::Count(total), stderr().is_terminal() && !stdout().is_terminal())
    }

    /// Starts a bar for work that takes about `time`.
    pub(crate) fn timed(what: String, time: Duration) -> Self {
        Self::draw(what, Length::Time(time), stderr().is_terminal())
    }

    fn draw(what: String, length: Length, is_shown: bool) -> Self {
        let done = Arc::new(AtomicU64::new(0));
        let start = Instant::now();
        let drawer = is_shown.then_some(()).and_then(|()| {
            let (stop, stopped) = channel::<()>();
            let done = Arc::clone(&done);
            let draw = move || {
                let mut wait = DELAY;
                let mut bar = None;
                while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    let bar = bar.get_or_insert_with(|| new_bar(what.clone(), length));
                    bar.set_position(match length {
                        Length::Time(total) => start.elapsed().min(total).as_millis() as u64,
                        _ => done.load(Ordering::Relaxed),
                    });
                    bar.tick();
                    wait = REFRESH;
                }
                if let Some(bar) = bar {
                    bar.finish_and_clear();
                }
            };
            // Without a thread there is no bar.
            Some((stop, std::thread::Builder::new().spawn(draw).ok()?))
        });
        Self { done, drawer }
    }

    /// A reader that moves the bar.
    pub(crate) fn reading<R: Read>(&self, input: R) -> Counted<R> {
        Counted { input, done: Arc::clone(&self.done) }
    }

    /// Moves the bar.
    pub(crate) fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
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

fn new_bar(what: String, length: Length) -> ProgressBar {
    let (bar, style) = match length {
        Length::Bytes(total) => (ProgressBar::new(total), "{msg} {wide_bar} {bytes}/{total_bytes} {eta}"),
        Length::Count(total) => (ProgressBar::new(total), "{msg} {wide_bar} {human_pos}/{human_len} {eta}"),
        Length::Time(total) => (ProgressBar::new(total.as_millis() as u64), "{msg} {wide_bar} {percent}%"),
        Length::Unknown => (ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}"),
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

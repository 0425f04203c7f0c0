//! Saving parts during ticks.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::vec::Input as _;
use timely::dataflow::operators::{Operator, Probe};
use timely::dataflow::{InputHandleVec, ProbeHandle};
use timely::worker::Worker;

use crate::{ClusterError, Folder, FolderError, Member};

/// A part to be written to a folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PartCopy {
    to: u32,
    worker: u32,
    tick: u64,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

/// The maximum sleep of a worker that waits for copies.
const MAX_SLEEP: Duration = Duration::from_millis(1);

/// A part that has been written to the folder, or could not be written.
#[derive(Debug)]
pub struct Save {
    /// The tick after which it was saved.
    pub tick: u64,
    /// The worker whose part it is: this one, or the one before it, of which this one keeps copies.
    pub worker: u32,
    /// The error if it could not be written. Earlier parts still exist.
    pub result: Result<(), FolderError>,
}

/// Writes a worker's parts to its folder, and copies of them to the folder of the next worker, so that no part is lost
/// with a host.
///
/// A separate thread waits for the disk. The worker waits for that thread only if it is several parts behind.
#[derive(Debug)]
pub struct Keeper {
    writer: Writer,
    copies: Option<Copies>,
    next: u32,
}

/// The dataflow that sends copies. Its times are ticks.
#[derive(Debug)]
struct Copies {
    input: InputHandleVec<u64, PartCopy>,
    probe: ProbeHandle<u64>,
}

/// The queue of the thread, while it runs.
type Parts = Rc<RefCell<Option<SyncSender<PartCopy>>>>;

#[derive(Debug)]
struct Writer {
    parts: Parts,
    saves: Receiver<Save>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    fn new(folder: Folder) -> Self {
        let (parts, queue) = sync_channel::<PartCopy>(4);
        let (report, saves) = channel();
        let write = move || {
            for PartCopy { tick, worker, bytes, .. } in queue {
                let result = folder.write(tick, worker, &bytes);
                let _ = report.send(Save { tick, worker, result });
            }
        };
        Self { parts: Rc::new(RefCell::new(Some(parts))), saves, thread: Some(std::thread::spawn(write)) }
    }
}

fn enqueue(parts: &Parts, part: PartCopy) {
    if let Some(parts) = &*parts.borrow() {
        // The thread runs while a sender exists.
        let _ = parts.send(part);
    }
}

impl Writer {
    /// Waits until all parts are written. Parts that arrive later from another worker are not written.
    fn close(&mut self) {
        *self.parts.borrow_mut() = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.close();
    }
}

impl Keeper {
    /// Creates the keeper of a worker, after its [`Member`]. Either all workers create one, or none. Without `copies`
    /// each folder has only the parts of its own worker, which is enough for a folder that all workers share.
    pub fn new(worker: &mut Worker, folder: Folder, copies: bool) -> Self {
        let writer = Writer::new(folder);
        let (peers, next) = (worker.peers(), ((worker.index() + 1) % worker.peers()) as u32);
        let copies = (copies && peers > 1).then(|| {
            let parts = Rc::clone(&writer.parts);
            worker.dataflow_named("copies", |scope| {
                let (input, stream) = scope.new_input();
                let exchange = Exchange::new(|copy: &PartCopy| u64::from(copy.to));
                let stored =
                    stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(exchange, "copies", move |_, _| {
                        move |input, _| {
                            input.for_each_stamp(|_, data| {
                                for copy in data.flat_map(|list| list.drain(..)) {
                                    enqueue(&parts, copy);
                                }
                            });
                        }
                    });
                Copies { input, probe: stored.probe().0 }
            })
        });
        Self { writer, copies, next }
    }

    /// Saves the part of a worker after its last tick. All workers save after the same tick.
    ///
    /// # Errors
    /// The errors of [`Member::save`].
    pub fn keep(&mut self, member: &Member) -> Result<(), ClusterError> {
        let (tick, worker, bytes) = (member.tick_count(), member.index(), member.save()?);
        if let Some(copies) = &mut self.copies {
            copies.input.send(PartCopy { to: self.next, worker, tick, bytes: bytes.clone() });
            copies.input.advance_to(tick + 1);
        }
        enqueue(&self.writer.parts, PartCopy { to: worker, worker, tick, bytes });
        Ok(())
    }

    /// The parts that have been written, or could not be written, since the last call.
    pub fn saves(&self) -> impl Iterator<Item = Save> {
        self.writer.saves.try_iter()
    }

    /// Waits until the copies of all workers have arrived and all parts are written, after the last tick. All workers
    /// finish after the same tick. Returns the parts since the last call of [`saves`](Self::saves).
    ///
    /// After `patience` it does not wait for further copies of other workers.
    pub fn finish(mut self, worker: &mut Worker, patience: Duration) -> Vec<Save> {
        if let Some(Copies { input, probe }) = self.copies.take() {
            let begin = Instant::now();
            drop(input);
            while !probe.done() && begin.elapsed() < patience {
                worker.step_or_park(Some(MAX_SLEEP));
            }
        }
        self.writer.close();
        self.saves().collect()
    }
}

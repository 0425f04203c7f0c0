//! Saving parts during ticks.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;

use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandleVec;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Operator;
use timely::dataflow::operators::vec::Input as _;
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

/// Writes a worker's parts to its folder, and copies of them to the folder of the next worker, so that no part is lost
/// with a host.
///
/// A separate thread waits for the disk. The worker waits for that thread only if it is several parts behind.
#[derive(Debug)]
pub struct Keeper {
    writer: Writer,
    copies: Option<InputHandleVec<u64, PartCopy>>,
    next: u32,
}

/// The queue of the thread, while it runs.
type Parts = Rc<RefCell<Option<SyncSender<PartCopy>>>>;

#[derive(Debug)]
struct Writer {
    parts: Parts,
    faults: Receiver<FolderError>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    fn new(folder: Folder) -> Self {
        let (parts, queue) = sync_channel::<PartCopy>(4);
        let (report, faults) = channel();
        let write = move || {
            for part in queue {
                if let Err(fault) = folder.write(part.tick, part.worker, &part.bytes) {
                    let _ = report.send(fault);
                }
            }
        };
        Self { parts: Rc::new(RefCell::new(Some(parts))), faults, thread: Some(std::thread::spawn(write)) }
    }
}

fn enqueue(parts: &Parts, part: PartCopy) {
    if let Some(parts) = &*parts.borrow() {
        // The thread runs while a sender exists.
        let _ = parts.send(part);
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Parts that arrive later from another worker are not written.
        *self.parts.borrow_mut() = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
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
                let _ = stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(exchange, "copies", move |_, _| {
                    move |input, _| {
                        input.for_each_stamp(|_, data| {
                            for copy in data.flat_map(|list| list.drain(..)) {
                                enqueue(&parts, copy);
                            }
                        });
                    }
                });
                input
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
            copies.send(PartCopy { to: self.next, worker, tick, bytes: bytes.clone() });
            copies.advance_to(tick + 1);
        }
        enqueue(&self.writer.parts, PartCopy { to: worker, worker, tick, bytes });
        Ok(())
    }

    /// The errors of parts that could not be written since the last call. Earlier parts still exist.
    pub fn faults(&self) -> impl Iterator<Item = FolderError> {
        self.writer.faults.try_iter()
    }
}

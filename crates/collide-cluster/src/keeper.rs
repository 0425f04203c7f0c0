//! Parts that are saved while ticks go on.

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

/// A part on its way to a folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Copy {
    to: u32,
    worker: u32,
    tick: u64,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
}

/// Writes a worker's parts to its folder, and copies to that of the next worker, so that none is lost with a host.
///
/// A thread waits for the disk. A worker waits for the thread when it falls behind by several parts.
#[derive(Debug)]
pub struct Keeper {
    writer: Writer,
    copies: Option<InputHandleVec<u64, Copy>>,
    next: u32,
}

/// Where parts are left for the thread, as long as there is one.
type Parts = Rc<RefCell<Option<SyncSender<Copy>>>>;

#[derive(Debug)]
struct Writer {
    parts: Parts,
    faults: Receiver<FolderError>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    fn new(folder: Folder) -> Self {
        let (parts, queue) = sync_channel::<Copy>(4);
        let (tell, faults) = channel();
        let write = move || {
            for part in queue {
                if let Err(fault) = folder.write(part.tick, part.worker, &part.bytes) {
                    let _ = tell.send(fault);
                }
            }
        };
        Self { parts: Rc::new(RefCell::new(Some(parts))), faults, thread: Some(std::thread::spawn(write)) }
    }
}

fn leave(parts: &Parts, part: Copy) {
    if let Some(parts) = &*parts.borrow() {
        // The thread goes on as long as there is anybody to leave parts.
        let _ = parts.send(part);
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // What is still on its way from another worker then is not written.
        *self.parts.borrow_mut() = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Keeper {
    /// For a worker, after its [`Member`]: all workers make one, or none does. Without `copies` each has only its own parts, which is enough
    /// for a folder that all of them share.
    pub fn new(worker: &mut Worker, folder: Folder, copies: bool) -> Self {
        let writer = Writer::new(folder);
        let (peers, next) = (worker.peers(), ((worker.index() + 1) % worker.peers()) as u32);
        let copies = (copies && peers > 1).then(|| {
            let parts = Rc::clone(&writer.parts);
            worker.dataflow_named("copies", |scope| {
                let (input, stream) = scope.new_input();
                let exchange = Exchange::new(|copy: &Copy| u64::from(copy.to));
                let _ = stream.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(exchange, "copies", move |_, _| {
                    move |input, _| {
                        input.for_each_stamp(|_, data| {
                            for copy in data.flat_map(|list| list.drain(..)) {
                                leave(&parts, copy);
                            }
                        });
                    }
                });
                input
            })
        });
        Self { writer, copies, next }
    }

    /// Saves what a worker has after its last tick. All workers do after the same tick.
    ///
    /// # Errors
    /// As [`Member::save`] has them.
    pub fn keep(&mut self, member: &Member) -> Result<(), ClusterError> {
        let (tick, worker, bytes) = (member.tick_count(), member.index(), member.save()?);
        if let Some(copies) = &mut self.copies {
            copies.send(Copy { to: self.next, worker, tick, bytes: bytes.clone() });
            copies.advance_to(tick + 1);
        }
        leave(&self.writer.parts, Copy { to: worker, worker, tick, bytes });
        Ok(())
    }

    /// Parts that could not be written since this was last asked: the ones before are still there.
    pub fn faults(&self) -> impl Iterator<Item = FolderError> {
        self.writer.faults.try_iter()
    }
}

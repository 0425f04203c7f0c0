//! The dataflow of a tick: its stages in order, each of which runs when the messages of all workers have arrived.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::vec::Input as _;
use timely::dataflow::operators::{Operator, Probe};
use timely::dataflow::{InputHandleVec, ProbeHandle, Stream};
use timely::worker::Worker;

use crate::ClusterError;
use crate::state::WorkerState;
use crate::wire::{Envelope, FeedMessage, StageMessage};

/// A stage: maps its messages, each with its sender, to the messages of the next stage.
type Stage<A, B> = fn(&mut WorkerState, Vec<(u32, A)>) -> Result<Vec<Envelope<B>>, ClusterError>;

/// Input and probe of a worker's dataflow. Its times are ticks.
pub(crate) struct Flow {
    pub(crate) input: InputHandleVec<u64, Envelope<FeedMessage>>,
    pub(crate) probe: ProbeHandle<u64>,
}

impl Flow {
    pub(crate) fn new(worker: &mut Worker, state: &Rc<RefCell<WorkerState>>) -> Self {
        let has_views = state.borrow().has_views();
        let (mut input, probe) = worker.dataflow_named("collide", |scope| {
            let (input, feed) = scope.new_input();
            let route = stage(feed, 1, state, WorkerState::route);
            let apply = stage(route, 2, state, WorkerState::apply);
            let step = stage(apply, 3, state, WorkerState::step);
            let emit = stage(step, 4, state, WorkerState::emit);
            let probe = if has_views { stage(emit, 5, state, WorkerState::view).probe().0 } else { emit.probe().0 };
            (input, probe)
        });
        let first = state.borrow().tick + 1;
        input.advance_to(first);
        Self { input, probe }
    }
}

/// Sends messages to their receivers, and runs a stage when all messages of a tick have arrived.
fn stage<'scope, A: StageMessage, B: StageMessage>(
    messages: Stream<'scope, u64, Vec<Envelope<A>>>,
    number: usize,
    state: &Rc<RefCell<WorkerState>>,
    run: Stage<A, B>,
) -> Stream<'scope, u64, Vec<Envelope<B>>> {
    let state = Rc::clone(state);
    let exchange = Exchange::new(|envelope: &Envelope<A>| u64::from(envelope.to));
    messages.unary_frontier::<CapacityContainerBuilder<Vec<Envelope<B>>>, _, _, _>(
        exchange,
        crate::report::STAGE_NAMES[number],
        move |_, _| {
            let mut waiting = Vec::new();
            move |(input, frontier), output| {
                input.for_each_stamp(|stamp, data| {
                    let Some(time) = stamp.retain_least(output.output_index()) else { return };
                    let envelopes = data.flat_map(|list| list.drain(..));
                    waiting.push((time, envelopes.collect::<Vec<_>>()));
                });
                waiting.sort_by_key(|(time, _)| *time.time());
                while let Some((time, _)) = waiting.first()
                    && !frontier.less_equal(time.time())
                {
                    let (tick, time) = (*time.time(), time.clone());
                    let count = waiting.partition_point(|(time, _)| *time.time() == tick);
                    let envelopes = waiting.drain(..count).flat_map(|(_, envelopes)| envelopes).collect();
                    let sent = state.borrow_mut().run(number, envelopes, run);
                    output.session(&time).give_iterator(sent.into_iter());
                }
            }
        },
    )
}

impl WorkerState {
    /// Runs a stage. After an error it sends empty messages, so that other workers do not wait.
    fn run<A: StageMessage, B: StageMessage>(
        &mut self,
        number: usize,
        mut envelopes: Vec<Envelope<A>>,
        run: Stage<A, B>,
    ) -> Vec<Envelope<B>> {
        let start = Instant::now();
        // They arrive in any order.
        envelopes.sort_by_key(|envelope| envelope.from);
        let opened = envelopes.into_iter().map(|envelope| Ok((envelope.from, envelope.open()?)));
        let done = match opened.collect::<Result<Vec<_>, ClusterError>>() {
            Ok(_) if self.fault.is_some() => Err(None),
            Ok(messages) => run(self, messages).map_err(Some),
            Err(error) => Err(Some(error)),
        };
        self.record_time(number, start.elapsed());
        done.unwrap_or_else(|fault| {
            self.fault = self.fault.take().or(fault);
            let empty = (0..self.peers).map(|to| Envelope::new(self.me, to, B::default()));
            empty.filter_map(Result::ok).collect()
        })
    }
}

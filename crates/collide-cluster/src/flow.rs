//! The dataflow of a tick: its stages, one after the other, each done when all workers' messages of the tick are there.

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
use crate::part::Part;
use crate::wire::{Body, Fed, Parcel};

/// What a stage makes of its messages, each with the worker it comes from.
type Stage<A, B> = fn(&mut Part, Vec<(u32, A)>) -> Result<Vec<Parcel<B>>, ClusterError>;

/// The ends of a worker's dataflow. Its times are ticks.
pub(crate) struct Flow {
    pub(crate) input: InputHandleVec<u64, Parcel<Fed>>,
    pub(crate) probe: ProbeHandle<u64>,
}

impl Flow {
    pub(crate) fn new(worker: &mut Worker, part: &Rc<RefCell<Part>>) -> Self {
        let has_views = part.borrow().has_views();
        let (mut input, probe) = worker.dataflow_named("collide", |scope| {
            let (input, fed) = scope.new_input();
            let routed = stage(fed, 1, part, Part::route);
            let held = stage(routed, 2, part, Part::apply);
            let told = stage(held, 3, part, Part::step);
            let seen = stage(told, 4, part, Part::tell);
            let probe = if has_views { stage(seen, 5, part, Part::view).probe().0 } else { seen.probe().0 };
            (input, probe)
        });
        let first = part.borrow().tick + 1;
        input.advance_to(first);
        Self { input, probe }
    }
}

/// Sends messages where they are to go, and does a stage with them once all of a tick are there.
fn stage<'scope, A: Body, B: Body>(
    messages: Stream<'scope, u64, Vec<Parcel<A>>>,
    number: usize,
    part: &Rc<RefCell<Part>>,
    run: Stage<A, B>,
) -> Stream<'scope, u64, Vec<Parcel<B>>> {
    let part = Rc::clone(part);
    let exchange = Exchange::new(|parcel: &Parcel<A>| u64::from(parcel.to));
    messages.unary_frontier::<CapacityContainerBuilder<Vec<Parcel<B>>>, _, _, _>(
        exchange,
        crate::report::STAGE_NAMES[number],
        move |_, _| {
            let mut waiting = Vec::new();
            move |(input, frontier), output| {
                input.for_each_stamp(|stamp, data| {
                    let Some(time) = stamp.retain_least(output.output_index()) else { return };
                    let parcels = data.flat_map(|list| list.drain(..));
                    waiting.push((time, parcels.collect::<Vec<_>>()));
                });
                waiting.sort_by_key(|(time, _)| *time.time());
                while let Some((time, _)) = waiting.first()
                    && !frontier.less_equal(time.time())
                {
                    let (tick, time) = (*time.time(), time.clone());
                    let count = waiting.partition_point(|(time, _)| *time.time() == tick);
                    let parcels = waiting.drain(..count).flat_map(|(_, parcels)| parcels).collect();
                    let sent = part.borrow_mut().run(number, parcels, run);
                    output.session(&time).give_iterator(sent.into_iter());
                }
            }
        },
    )
}

impl Part {
    /// Does a stage. After a fault messages are sent that say nothing, so that others do not wait.
    fn run<A: Body, B: Body>(
        &mut self,
        number: usize,
        mut parcels: Vec<Parcel<A>>,
        run: Stage<A, B>,
    ) -> Vec<Parcel<B>> {
        let start = Instant::now();
        // In whatever order they came.
        parcels.sort_by_key(|parcel| parcel.from);
        let opened = parcels.into_iter().map(|parcel| Ok((parcel.from, parcel.open()?)));
        let done = match opened.collect::<Result<Vec<_>, ClusterError>>() {
            Ok(_) if self.fault.is_some() => Err(None),
            Ok(messages) => run(self, messages).map_err(Some),
            Err(error) => Err(Some(error)),
        };
        self.worked(number, start.elapsed());
        done.unwrap_or_else(|fault| {
            self.fault = self.fault.take().or(fault);
            let empty = (0..self.peers).map(|to| Parcel::new(self.me, to, B::default()));
            empty.filter_map(Result::ok).collect()
        })
    }
}

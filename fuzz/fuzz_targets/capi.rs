//! Calls of the C interface with valid pointers, any numbers, and handles that may be stale: each call succeeds, or is
//! rejected with a documented status and a message.
#![no_main]

use arbitrary::Arbitrary;
use collide::*;
use collide_fuzz::c::{Choice, Float, Form, Item, Object, Options, Rules, Sieve, Watcher, is_ok, lend, out};
use libfuzzer_sys::{arbitrary, fuzz_target};

const MAX_CALLS: usize = 48;
const MAX_ITEMS: usize = 24;

#[derive(Debug, Arbitrary)]
enum Call {
    Settings(Rules),
    Insert(Vec<Item>),
    SetShapes(Vec<(Choice, Form)>),
    SetEntities(Vec<(Choice, Item)>),
    Remove(Vec<Choice>),
    List(u8),
    Step,
    StepWithin(u64, u64),
    Refresh,
    Results(u8),
    Query(u8, Vec<(Form, [Float; 3])>, Options),
    Shapes(Vec<Choice>, Options),
    Observe(Vec<Watcher>),
    SetObservers(Vec<(Choice, Watcher)>),
    RemoveObservers(Vec<Choice>),
    Update,
    ObserversOf(Choice, u8),
    Save,
    Restore(Vec<(u16, u8)>),
    Fork,
    Record,
    Replay(Vec<(u16, u8)>),
}

struct Caller {
    world: Object<CollideWorld>,
    hits: Object<CollideHits>,
    interest: Object<CollideInterest>,
    buffer: Object<CollideBuffer>,
    handles: Vec<CollideHandle>,
    observers: Vec<CollideObserverId>,
}

impl Caller {
    fn new() -> Self {
        let settings = CollideSettings { threads: 1, events: 1, history_ticks: 3, ..collide_settings_default() };
        let made = "the objects of a caller";
        Self {
            world: Object::new(|world| collide_world_new(lend(&[settings]), world), collide_world_free).expect(made),
            hits: Object::new(|hits| collide_hits_new(hits), collide_hits_free).expect(made),
            interest: Object::new(|made| collide_interest_new(made), collide_interest_free).expect(made),
            buffer: Object::new(|buffer| collide_buffer_new(buffer), collide_buffer_free).expect(made),
            handles: Vec::new(),
            observers: Vec::new(),
        }
    }

    fn handle(&self, choice: Choice) -> CollideHandle {
        chosen(&self.handles, choice)
    }

    fn all_handles(&self, choices: impl Iterator<Item = Choice>) -> Vec<CollideHandle> {
        choices.map(|choice| self.handle(choice)).collect()
    }

    /// Which of the handles have an entity.
    fn alive(&self, handles: &[CollideHandle]) -> Vec<bool> {
        let (mut entities, mut alive) = (vec![CollideEntity::default(); handles.len()], vec![7; handles.len()]);
        let (entities, there) = (out(&mut entities), out(&mut alive));
        assert!(is_ok(collide_world_get_entities(self.world.read(), lend(handles), handles.len(), entities, there)));
        alive.iter().map(|alive| *alive == 1).collect()
    }

    fn filter(&self, Sieve(flags, except, [category, mask], group): Sieve) -> CollideFilter {
        CollideFilter { flags: flags % 9, except: self.handle(except), layers: CollideLayers { category, mask, group } }
    }

    fn observer(&self, Watcher(followed, follows, numbers, max_visible, sieve): Watcher) -> CollideObserver {
        let [x, y, inner, outer] = numbers.map(Float::number);
        let max_visible = if max_visible == 255 { usize::MAX } else { max_visible.into() };
        let (entity, filter) = (self.handle(followed), self.filter(sieve));
        let (follows, first) = (follows.into(), max_visible as u64 % 4);
        CollideObserver { follows, entity, x, y, inner, outer, max_visible, first, filter }
    }

    fn call(&mut self, call: &Call) {
        match call {
            Call::Settings(rules) => {
                is_ok(collide_world_set_settings(self.world.change(), lend(&[rules.settings()])));
            }
            Call::Insert(items) => self.insert(items),
            Call::SetShapes(items) => {
                let items = &items[..items.len().min(MAX_ITEMS)];
                let handles = self.all_handles(items.iter().map(|(choice, _)| *choice));
                let shapes: Vec<_> = items.iter().map(|(_, form)| form.shape()).collect();
                let all = self.alive(&handles).iter().all(|alive| *alive);
                let count = items.len();
                let set = is_ok(collide_world_set_shapes(self.world.change(), lend(&handles), lend(&shapes), count));
                assert!(all || !set, "a stale handle is rejected");
            }
            Call::SetEntities(items) => {
                let items = &items[..items.len().min(MAX_ITEMS)];
                let handles = self.all_handles(items.iter().map(|(choice, _)| *choice));
                let entities: Vec<_> = items.iter().map(|(_, item)| item.entity()).collect();
                let all = self.alive(&handles).iter().all(|alive| *alive);
                let (world, count) = (self.world.change(), items.len());
                assert!(!is_ok(collide_world_set_entities(world, lend(&handles), lend(&entities), count)) || all);
            }
            Call::Remove(choices) => {
                let handles = self.all_handles(choices.iter().copied());
                let all = self.alive(&handles).iter().all(|alive| *alive);
                let removed = is_ok(collide_world_remove(self.world.change(), lend(&handles), handles.len()));
                assert_eq!(removed, all);
                assert!(!removed || self.alive(&handles).iter().all(|alive| !alive));
            }
            Call::List(room) => {
                let room = usize::from(*room);
                let (mut handles, mut entities) = (vec![0; room], vec![CollideEntity::default(); room]);
                let (handles, entities) = (out(&mut handles), out(&mut entities));
                let listed = is_ok(collide_world_entities(self.world.read(), handles, entities, room));
                assert_eq!(listed, room >= collide_world_len(self.world.read()));
                let mut changed = vec![0; room];
                let mut count = [0];
                let since = collide_world_tick(self.world.read()).saturating_sub(1);
                let listed = is_ok(collide_world_changed_since(
                    self.world.read(),
                    since,
                    out(&mut changed),
                    room,
                    out(&mut count),
                ));
                assert!(listed == (room >= count[0]) && count[0] <= collide_world_len(self.world.read()));
            }
            Call::Step => assert!(is_ok(collide_world_step(self.world.change()))),
            Call::StepWithin(max_results, max_work) => {
                let tick = collide_world_tick(self.world.read());
                let budget = [CollideBudget { max_results: *max_results, max_work: *max_work, max_candidates_each: 0 }];
                let stepped = is_ok(collide_world_step_within(self.world.change(), lend(&budget)));
                assert_eq!(collide_world_tick(self.world.read()), tick + u64::from(stepped));
            }
            Call::Refresh => assert!(is_ok(collide_world_refresh(self.world.change()))),
            Call::Results(room) => self.results(usize::from(*room)),
            Call::Query(kind, items, options) => self.query(*kind, items, *options),
            Call::Shapes(choices, options) => {
                let handles = self.all_handles(choices.iter().copied());
                let count = handles.len();
                let (mut shapes, mut there) = (vec![collide_circle(0.0, 0.0, 0.0); count], vec![0; count]);
                let ask = [self.ask(*options, &[])];
                let (shapes, there) = (out(&mut shapes), out(&mut there));
                is_ok(collide_query_shapes(self.world.read(), lend(&handles), count, lend(&ask), shapes, there));
            }
            Call::Observe(watchers) => {
                let count = watchers.len().min(MAX_ITEMS);
                let observers: Vec<_> = watchers[..count].iter().map(|watcher| self.observer(*watcher)).collect();
                let mut ids = vec![0; count];
                if is_ok(collide_interest_insert(self.interest.change(), lend(&observers), count, out(&mut ids))) {
                    self.observers.extend(ids);
                }
            }
            Call::SetObservers(items) => {
                let ids: Vec<_> = items.iter().map(|(choice, _)| chosen(&self.observers, *choice)).collect();
                let observers: Vec<_> = items.iter().map(|(_, watcher)| self.observer(*watcher)).collect();
                is_ok(collide_interest_set(self.interest.change(), lend(&ids), lend(&observers), ids.len()));
            }
            Call::RemoveObservers(choices) => {
                let ids: Vec<_> = choices.iter().map(|choice| chosen(&self.observers, *choice)).collect();
                is_ok(collide_interest_remove(self.interest.change(), lend(&ids), ids.len()));
            }
            Call::Update => {
                let mut report = [CollideInterestReport::default()];
                let report = out(&mut report);
                let budget = [CollideBudget { max_work: 1_000, ..CollideBudget::default() }];
                is_ok(collide_interest_update(self.interest.change(), self.world.read(), lend(&budget), report));
            }
            Call::ObserversOf(choice, room) => {
                let (mut ids, mut count) = (vec![0; usize::from(*room)], [0]);
                let (ids, room, counted) = (out(&mut ids), usize::from(*room), out(&mut count));
                let found = is_ok(collide_interest_observers_of(
                    self.interest.read(),
                    self.handle(*choice),
                    ids,
                    room,
                    counted,
                ));
                assert_eq!(found, count[0] <= room);
            }
            Call::Save => assert!(is_ok(collide_world_save(self.world.read(), self.buffer.change()))),
            Call::Restore(patches) => {
                let bytes = self.bytes(patches);
                is_ok(collide_world_restore(self.world.change(), lend(&bytes), bytes.len()));
            }
            Call::Fork => self.fork(),
            Call::Record => {
                if collide_world_is_recording(self.world.read()) == 1 {
                    assert!(is_ok(collide_world_take_recorded(self.world.change(), self.buffer.change())));
                } else {
                    assert!(is_ok(collide_world_start_recording(self.world.change())));
                }
            }
            Call::Replay(patches) => self.replay(patches),
        }
    }

    fn insert(&mut self, items: &[Item]) {
        let before = collide_world_len(self.world.read());
        let entities: Vec<_> = items.iter().take(MAX_ITEMS).map(|item| item.entity()).collect();
        let mut handles = vec![0; entities.len()];
        let inserted =
            is_ok(collide_world_insert(self.world.change(), lend(&entities), entities.len(), out(&mut handles)));
        let count = if inserted { entities.len() } else { 0 };
        assert_eq!(collide_world_len(self.world.read()), before + count);
        self.handles.extend(&handles[..count]);
    }

    fn results(&self, room: usize) {
        let (mut pairs, mut events) = (vec![CollidePair::default(); room], vec![CollideEvent::default(); room]);
        let world = &self.world;
        let listed = is_ok(collide_world_pairs(world.read(), out(&mut pairs), room));
        assert_eq!(listed, room >= collide_world_pair_count(world.read()));
        let listed = is_ok(collide_world_events(world.read(), out(&mut events), room));
        assert_eq!(listed, room >= collide_world_event_count(world.read()));
        let (mut crowds, mut count, max) = (vec![CollideCrowd::default(); room], [0], room as u32);
        let listed = is_ok(collide_world_crowds(world.read(), max, 1, out(&mut crowds), room, out(&mut count)));
        assert_eq!(listed, room >= count[0]);
        assert!(is_ok(collide_world_count_pairs(world.change(), out(&mut [0]))));
        assert!(is_ok(collide_world_report(world.read(), out(&mut [CollideReport::default()]))));
        assert!(is_ok(collide_world_explain(world.read(), self.buffer.change())));
    }

    /// The filters must live longer than the options.
    fn ask(&self, Options(mode, first, past, ticks, _): Options, filters: &[CollideFilter]) -> CollideAsk {
        let tick = collide_world_tick(self.world.read()) as f64 + f64::from(ticks) / 64.0;
        let filters = if filters.is_empty() { In::NULL } else { lend(filters) };
        // The other bits of the mode: mostly a limit of work.
        let budget = CollideBudget { max_results: 1_000, max_work: u64::from(mode / 4) * 500, max_candidates_each: 0 };
        CollideAsk { past: past.into(), mode: mode % 4, first: first.into(), tick, filters, budget }
    }

    fn query(&self, kind: u8, items: &[(Form, [Float; 3])], options: Options) {
        let items = &items[..items.len().min(MAX_ITEMS)];
        let numbers = |(form, numbers): &(Form, [Float; 3])| (form.shape(), numbers.map(Float::number));
        let items: Vec<_> = items.iter().map(numbers).collect();
        let filters: Vec<_> = options.4.iter().flat_map(|sieve| vec![self.filter(*sieve); items.len()]).collect();
        let ask = [self.ask(options, &filters)];
        let (world, hits, count, ask) = (self.world.read(), self.hits.change(), items.len(), lend(&ask));
        let shapes: Vec<_> = items.iter().map(|(shape, _)| *shape).collect();
        let segment = |(shape, [x, y, _]): &(CollideShape, [f32; 3])| {
            let [from_x, from_y, ..] = shape.numbers;
            CollideSegment { from_x, from_y, to_x: *x, to_y: *y }
        };
        let segments: Vec<_> = items.iter().map(segment).collect();
        let answered = is_ok(match kind % 6 {
            0 => collide_query_overlap(world, lend(&shapes), count, ask, hits),
            1 => {
                let ray = |(shape, [direction_x, direction_y, max_t]): &(CollideShape, [f32; 3])| {
                    let [x, y, ..] = shape.numbers;
                    CollideRay { x, y, direction_x: *direction_x, direction_y: *direction_y, max_t: *max_t }
                };
                collide_query_ray(world, lend(&items.iter().map(ray).collect::<Vec<_>>()), count, ask, hits)
            }
            2 => collide_query_segment(world, lend(&segments), count, ask, hits),
            3 => collide_query_blocked(world, lend(&segments), count, ask, hits),
            4 => {
                let moving = |(shape, [motion_x, motion_y, _]): &(CollideShape, [f32; 3])| CollideMoving {
                    shape: *shape,
                    motion_x: *motion_x,
                    motion_y: *motion_y,
                };
                collide_query_sweep(world, lend(&items.iter().map(moving).collect::<Vec<_>>()), count, ask, hits)
            }
            _ => {
                let nearest = |(shape, [within, count, _]): &(CollideShape, [f32; 3])| CollideNearest {
                    shape: *shape,
                    within: *within,
                    count: *count as usize,
                };
                collide_query_nearest(world, lend(&items.iter().map(nearest).collect::<Vec<_>>()), count, ask, hits)
            }
        });
        if answered {
            self.check_hits(count);
        }
    }

    /// Checks the arrays of the answers.
    fn check_hits(&self, count: usize) {
        let (starts, handles) = self.hits.lists(count);
        assert!(starts.as_ref().is_none_or(|starts| starts.is_sorted()));
        if let (Some(starts), Some(handles)) = (starts, handles) {
            assert_eq!(starts.last(), Some(&handles.len()));
        }
    }

    /// The bytes in the buffer, some of them replaced.
    fn bytes(&self, patches: &[(u16, u8)]) -> Vec<u8> {
        let mut bytes = self.buffer.bytes();
        let length = bytes.len();
        for (place, value) in patches.iter().filter(|_| length > 0) {
            bytes[usize::from(*place) % length] = *value;
        }
        bytes
    }

    fn fork(&self) {
        let fork = Object::new(|fork| collide_world_fork(self.world.read(), fork), collide_world_free);
        let fork = fork.expect("a copy");
        assert!(is_ok(collide_world_fork_into(self.world.read(), fork.change())));
        assert!(!is_ok(collide_world_fork_into(fork.read(), fork.change())));
        assert_eq!(collide_world_fingerprint(fork.read()), collide_world_fingerprint(self.world.read()));
    }

    fn replay(&self, patches: &[(u16, u8)]) {
        let bytes = self.bytes(patches);
        let trace = Object::new(|trace| collide_trace_new(lend(&bytes), bytes.len(), trace), collide_trace_free);
        let trace = trace.expect("a trace");
        let mut tick = [CollideTraceTick::default()];
        while is_ok(collide_trace_next(trace.change(), out(&mut tick))) {
            if !is_ok(collide_world_replay(self.world.change(), trace.read(), out(&mut [CollideReplayed::default()]))) {
                break;
            }
        }
    }
}

fn chosen(known: &[u64], choice: Choice) -> u64 {
    match choice {
        Choice::Known(number) => known.get(usize::from(number) % known.len().max(1)).copied().unwrap_or_default(),
        Choice::Any(bits) => bits,
    }
}

fuzz_target!(|calls: Vec<Call>| {
    let mut caller = Caller::new();
    calls.iter().take(MAX_CALLS).for_each(|call| caller.call(call));
});

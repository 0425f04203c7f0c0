//! The overhead of the C interface compared with Rust: `cargo bench -p collide-capi --bench border`.
//!
//! Two worlds have the same 100,000 circles, on one thread. In turn, each world gets new shapes for all circles, steps,
//! and lists its pairs; then it runs 10,000 overlap queries. The C calls read arrays of structures, check them, and
//! write arrays; the Rust calls use shapes that already exist. There is a row for each part: the median time of both,
//! and the median of the ratios of C to Rust.
#![expect(unsafe_code, reason = "a caller of the C functions must give the guarantees of C")]

use std::env;
use std::time::{Duration, Instant};

use collide::*;
use collide_scenes::SceneKind;
use collide2d::{Circle, Handle, Hits, Mode, Query, Settings, Shape, Threads, World};

/// Passes an array to the library for reading.
fn lend<T>(items: &[T]) -> In<T> {
    // SAFETY: the calls below pass the length of the array, and it lives longer than the calls.
    unsafe { In::new(items.as_ptr()) }
}

/// Passes memory to the library for writing.
fn out<T>(items: &mut [T]) -> Out<T> {
    // SAFETY: as above, and the memory is not used otherwise during the call.
    unsafe { Out::new(items.as_mut_ptr()) }
}

/// An object of the library.
struct Object<T>(*mut T);

impl<T> Object<T> {
    fn new(make: impl FnOnce(Out<*mut T>) -> CollideStatus) -> Self {
        let mut object = [std::ptr::null_mut()];
        assert_eq!(make(out(&mut object)), COLLIDE_OK);
        Self(object[0])
    }

    fn read(&self) -> In<T> {
        // SAFETY: the library has created it, and it is freed only at the end of the program.
        unsafe { In::new(self.0) }
    }

    fn change(&self) -> Mut<T> {
        // SAFETY: as above, and it is not used otherwise during a call.
        unsafe { Mut::new(self.0) }
    }
}

/// The numbers of circles, queries and rounds.
struct Size {
    circles: usize,
    questions: usize,
    turns: usize,
}

/// The Rust calls.
struct Ours {
    world: World,
    frames: [Vec<(Handle, Shape)>; 2],
    pairs: Vec<(Handle, Handle)>,
    questions: Vec<Query<Shape>>,
    hits: Hits,
}

impl Ours {
    fn tick(&mut self, frame: usize) -> usize {
        self.world.set_batch(&self.frames[frame]).expect("all are there");
        self.world.step();
        self.pairs.clear();
        self.pairs.extend(self.world.pairs().iter());
        self.pairs.len()
    }

    fn ask(&mut self) -> usize {
        self.world
            .queries()
            .overlap_batch_into(&self.questions, Mode::All, &mut self.hits)
            .expect("there is no budget");
        self.hits.total()
    }
}

/// The C calls.
struct Theirs {
    world: Object<CollideWorld>,
    handles: Vec<CollideHandle>,
    frames: [Vec<CollideShape>; 2],
    pairs: Vec<CollidePair>,
    questions: Vec<CollideShape>,
    hits: Object<CollideHits>,
}

impl Theirs {
    fn tick(&mut self, frame: usize) -> usize {
        let (world, shapes) = (&self.world, &self.frames[frame]);
        assert_eq!(
            collide_world_set_shapes(world.change(), lend(&self.handles), lend(shapes), shapes.len()),
            COLLIDE_OK
        );
        assert_eq!(collide_world_step(world.change()), COLLIDE_OK);
        let count = collide_world_pair_count(world.read());
        self.pairs.resize(count, CollidePair::default());
        assert_eq!(collide_world_pairs(world.read(), out(&mut self.pairs), count), COLLIDE_OK);
        count
    }

    fn ask(&mut self) -> usize {
        let (count, questions) = (self.questions.len(), lend(&self.questions));
        let (world, hits) = (&self.world, &self.hits);
        assert_eq!(collide_query_overlap(world.read(), questions, count, In::NULL, hits.change()), COLLIDE_OK);
        let mut view = [EMPTY];
        assert_eq!(collide_hits_view(hits.read(), out(&mut view)), COLLIDE_OK);
        view[0].total
    }
}

const EMPTY: CollideHitsView = CollideHitsView {
    count: 0,
    total: 0,
    work: 0,
    stopped_count: 0,
    stopped: std::ptr::null(),
    starts: std::ptr::null(),
    handles: std::ptr::null(),
    ray_hits: std::ptr::null(),
    impacts: std::ptr::null(),
    distances: std::ptr::null(),
    blocked: std::ptr::null(),
};

/// Both, with the same content.
fn both(size: &Size) -> (Ours, Theirs) {
    let mut scene = SceneKind::Uniform.generate(size.circles, 1);
    let before = scene.shapes().to_vec();
    scene.advance(1.0 / 30.0);
    let frames = [before, scene.shapes().to_vec()];
    let blast = |shape: &Shape| Shape::from(Circle::new(shape.center(), 3.0).expect("a circle"));
    let asked: Vec<Shape> = frames[0].iter().take(size.questions).map(blast).collect();

    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let handles: Vec<_> = frames[0].iter().map(|shape| world.insert(shape).expect("there is room")).collect();
    let updates = |frame: &Vec<Shape>| handles.iter().copied().zip(frame.iter().copied()).collect();
    let questions = asked.iter().map(|shape| Query::new(*shape)).collect();
    let frames_of_ours = [updates(&frames[0]), updates(&frames[1])];
    let ours = Ours { world, frames: frames_of_ours, pairs: vec![], questions, hits: Hits::default() };

    let settings = [CollideSettings { threads: 1, ..CollideSettings::default() }];
    let world = Object::new(|world| collide_world_new(lend(&settings), world));
    let flat = |shapes: &Vec<Shape>| shapes.iter().map(|shape| CollideShape::from(*shape)).collect::<Vec<_>>();
    let frames = [flat(&frames[0]), flat(&frames[1])];
    let entities: Vec<_> = frames[0].iter().map(|shape| collide_entity(*shape)).collect();
    let mut handles = vec![0; size.circles];
    assert_eq!(collide_world_insert(world.change(), lend(&entities), size.circles, out(&mut handles)), COLLIDE_OK);
    let hits = Object::new(|hits| collide_hits_new(hits));
    (ours, Theirs { world, handles, frames, pairs: vec![], questions: flat(&asked), hits })
}

fn timed(work: impl FnOnce() -> usize) -> (Duration, usize) {
    let start = Instant::now();
    let found = work();
    (start.elapsed(), found)
}

fn middle<T: PartialOrd + Copy>(mut list: Vec<T>) -> T {
    list.sort_by(|a, b| a.partial_cmp(b).expect("times are numbers"));
    list[list.len() / 2]
}

/// Runs the rounds in alternating order, and prints the times of both.
fn compare(name: &str, turns: usize, mut ours: impl FnMut(usize) -> usize, mut theirs: impl FnMut(usize) -> usize) {
    let mut times = Vec::new();
    for turn in 0..turns {
        let (rust, c) = if turn % 2 == 0 {
            let rust = timed(|| ours(turn));
            (rust, timed(|| theirs(turn)))
        } else {
            let c = timed(|| theirs(turn));
            (timed(|| ours(turn)), c)
        };
        assert_eq!(rust.1, c.1, "both find the same");
        times.push((rust.0, c.0));
    }
    let [rust, c] =
        [middle(times.iter().map(|time| time.0).collect()), middle(times.iter().map(|time| time.1).collect())];
    let ratio = middle(times.iter().map(|(rust, c)| c.as_secs_f64() / rust.as_secs_f64()).collect());
    println!("{name:<34} Rust {rust:>10.1?}  C {c:>10.1?}  ratio {ratio:.2}");
}

fn main() {
    let size = match env::args().any(|argument| argument == "--bench") {
        true => Size { circles: 100_000, questions: 10_000, turns: 201 },
        false => Size { circles: 500, questions: 50, turns: 3 },
    };
    let (mut ours, mut theirs) = both(&size);
    compare("update all, step, list the pairs", size.turns, |turn| ours.tick(turn % 2), |turn| theirs.tick(turn % 2));
    compare("a batch of overlap queries", size.turns, |_| ours.ask(), |_| theirs.ask());
    collide_hits_free(theirs.hits.change());
    collide_world_free(theirs.world.change());
}

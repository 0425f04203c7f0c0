//! Questions about worlds of a few shapes that move for a few ticks.

use collide2d::{
    Batch, Budget, Change, Entity, Filter, Handle, History, Interest, Layers, Mobility, MoveOptions, Movers, Moves,
    Observer, Query, SeparateOptions, Separation, Settings, Shape, Slide, SlideOptions, SweptPairs, Touching, Turning,
    Vec2, World,
};

use crate::Corpus;
use crate::answers::{KINDS, Questions, of_events};
use crate::lattice::Lattice;

/// The number of worlds.
const WORLDS: u64 = 200;

/// The number of entities in a world.
const ENTITIES: usize = 40;

const TICKS: usize = 3;

/// The number of questions of each kind after a tick.
const QUESTIONS: usize = 6;

/// Coordinates are at most this far from zero.
const LIMIT: u16 = 6;

const TEAM: Layers = Layers { category: 2, mask: 3, group: 0 };

/// Asks every question about worlds.
pub(crate) fn ask(corpus: &mut Corpus, settings: &Settings) {
    let mut batch = Batch::new(settings.clone());
    for seed in 0..WORLDS {
        let lattice = &mut Lattice::new(seed);
        let touching = Touching::ALL[usize::from(lattice.below(2))];
        let history = History { ticks: 4, teleport_distance: 2.5 };
        let settings = Settings { touching, events: true, history, ..settings.clone() };
        pairs_of_shapes(corpus, lattice, &mut batch, touching);
        let mut room = Room::new(World::new(settings), lattice);
        for _ in 0..TICKS {
            room.tick(corpus, lattice);
        }
    }
}

fn shapes(lattice: &mut Lattice) -> Vec<Shape> {
    (0..ENTITIES).map(|_| lattice.shape(LIMIT)).collect()
}

fn pairs_of_shapes(corpus: &mut Corpus, lattice: &mut Lattice, batch: &mut Batch, touching: Touching) {
    let (a, b, mut pairs) = (shapes(lattice), shapes(lattice), Vec::new());
    batch.set_settings(Settings { touching, ..batch.settings().clone() });
    batch.pairs_into(&a, &mut pairs).unwrap();
    corpus.note("batch", pairs.as_slice());
    batch.pairs_between_into(&a, &b, &mut pairs).unwrap();
    corpus.note("batch between", pairs.as_slice());
}

/// A world with its entities and its observers.
struct Room {
    world: World,
    handles: Vec<Handle>,
    interest: Interest,
}

impl Room {
    fn new(mut world: World, lattice: &mut Lattice) -> Self {
        let handles: Vec<Handle> = shapes(lattice)
            .into_iter()
            .map(|shape| {
                let mobility = [Mobility::Static, Mobility::Sleeping, Mobility::Dynamic, Mobility::Dynamic];
                let layers = if lattice.below(4) == 0 { TEAM } else { Layers::ALL };
                let sensor = lattice.below(8) == 0;
                let mobility = mobility[usize::from(lattice.below(4))];
                world.insert(Entity { mobility, layers, sensor, ..Entity::new(shape) }).unwrap()
            })
            .collect();
        let mut interest = Interest::default();
        interest.insert(Observer::new(handles[0], 2.0, 3.0)).unwrap();
        interest.insert(Observer::new(Vec2::ZERO, 4.0, 4.0).with_max_visible(3)).unwrap();
        Self { world, handles, interest }
    }

    /// One tick, with every question after it.
    fn tick(&mut self, corpus: &mut Corpus, lattice: &mut Lattice) {
        for handle in &self.handles {
            if self.world.entity(*handle).unwrap().mobility == Mobility::Dynamic {
                self.world.translate(*handle, lattice.vector(2)).unwrap();
            }
        }
        self.world.step();
        self.interest.update(&self.world);
        self.note_step(corpus);
        self.ask_now_and_then(corpus, lattice);
        self.slide(corpus, lattice);
        self.find_places(corpus, lattice);
        self.sweep(corpus, lattice);
        self.move_all(corpus, lattice);
    }

    fn note_step(&self, corpus: &mut Corpus) {
        let Self { world, interest, .. } = self;
        let mut contacts = Vec::new();
        world.contacts_into(&mut contacts);
        corpus.note("pairs", world.pairs().slots());
        corpus.note("events", of_events(world.events()));
        corpus.note("contacts", contacts.as_slice());
        for (id, change) in interest.changes() {
            let (entered, handle) = match change {
                Change::Entered(handle) => (true, handle),
                Change::Left(handle) => (false, handle),
            };
            corpus.note("interest", ([id.slot(), id.generation()], (entered, handle)));
        }
    }

    /// A filter of each kind.
    fn filter(&self, lattice: &mut Lattice) -> Filter {
        match lattice.below(4) {
            0 => Filter { except: Some(self.any(lattice)), ..Filter::default() },
            1 => Filter { layers: Some(TEAM), ..Filter::default() },
            2 => Filter { sensors: false, ..Filter::default() },
            _ => Filter::default(),
        }
    }

    fn any(&self, lattice: &mut Lattice) -> Handle {
        self.handles[usize::from(lattice.below(ENTITIES as u16))]
    }

    fn ask_now_and_then(&self, corpus: &mut Corpus, lattice: &mut Lattice) {
        let Self { world, .. } = self;
        let around: Vec<Shape> = (0..QUESTIONS).map(|_| lattice.shape(LIMIT)).collect();
        let filters: Vec<Filter> = (0..QUESTIONS).map(|_| self.filter(lattice)).collect();
        let questions = Questions::around(&around, |index| filters[index]);
        for (kind, answers) in NOW.into_iter().zip(questions.ask(&world.queries(), u64::MAX)) {
            corpus.note(kind, answers);
        }
        for (kind, back) in PAST.into_iter().zip([0.5, 0.75, 1.0]) {
            let Ok(then) = world.at(world.tick() as f64 - back) else { continue };
            corpus.note(kind, questions.ask(&then, u64::MAX));
            for handle in &self.handles[..QUESTIONS] {
                corpus.note("shape in the past", then.shape(*handle));
            }
        }
        for _ in 0..QUESTIONS {
            let moving = Query { what: lattice.moving(LIMIT), filter: self.filter(lattice) };
            corpus.note("world sweep entering", world.queries().entering().sweep(moving));
            let now = world.tick() as f64;
            if let Ok(hit) = world.sweep_through(moving, now - 1.5, now) {
                corpus.note("sweep through the past", hit);
            }
        }
    }

    fn slide(&self, corpus: &mut Corpus, lattice: &mut Lattice) {
        let pass = |handle: Handle, _: Vec2| handle.slot().is_multiple_of(5);
        let queries = self.world.queries();
        for number in 0..2 * QUESTIONS {
            let query = Query { what: lattice.moving(LIMIT), filter: self.filter(lattice) };
            let options = match number % 4 {
                0 => SlideOptions { max_bounces: 0, ..SlideOptions::default() },
                1 => SlideOptions { leave_overlapped: false, ..SlideOptions::default() },
                2 => SlideOptions { pass: Some(&pass), ..SlideOptions::default() },
                _ => SlideOptions::default(),
            };
            note_slide(corpus, "slide", &queries.slide(query, &options));
        }
    }

    fn find_places(&self, corpus: &mut Corpus, lattice: &mut Lattice) {
        let queries = self.world.queries();
        for _ in 0..QUESTIONS {
            let query = Query { what: lattice.shape(LIMIT), filter: self.filter(lattice) };
            corpus.note("free place", queries.free(query, lattice.size() * 4.0));
            let (rect, pivot) = (lattice.oriented_rect(LIMIT), lattice.vector(LIMIT));
            let turning = Turning::new(rect, pivot, lattice.number(3)).unwrap();
            let turn = queries.turn(Query { what: turning, filter: self.filter(lattice) });
            corpus.note("turn", turn);
            corpus.note("turned", turn.rect);
        }
    }

    fn sweep(&self, corpus: &mut Corpus, lattice: &mut Lattice) {
        let moving: Vec<_> = self.handles.iter().step_by(3).map(|handle| (*handle, lattice.vector(3))).collect();
        let mut swept = SweptPairs::default();
        self.world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).unwrap();
        corpus.note("swept pairs", swept.list());
    }

    /// Moves entities and pushes them apart.
    fn move_all(&mut self, corpus: &mut Corpus, lattice: &mut Lattice) {
        let Self { world, handles, .. } = self;
        let movers: Vec<Handle> = handles.iter().copied().skip(1).step_by(4).collect();
        let moving: Vec<_> = movers.iter().map(|handle| (*handle, lattice.vector(3))).collect();
        let order = if lattice.below(2) == 0 { Movers::Ignore } else { Movers::InOrder };
        let mut moves = Moves::default();
        world.move_batch_into(&moving, &MoveOptions { movers: order, ..MoveOptions::default() }, &mut moves).unwrap();
        for slide in moves.slides() {
            note_slide(corpus, "move", &slide);
        }
        let mut separation = Separation::default();
        world.separate_into(&movers, &SeparateOptions::default(), &mut separation).unwrap();
        corpus.note("separate", separation.ends());
    }
}

/// The names of [`KINDS`] of question, here about a world.
const NOW: [&str; KINDS.len()] =
    ["world overlap", "world ray", "world segment", "world blocked", "world sweep", "world nearest"];

/// The names of the questions in the past, at three times.
const PAST: [&str; 3] = ["world half a tick ago", "world three quarters of a tick ago", "world a tick ago"];

fn note_slide(corpus: &mut Corpus, kind: &'static str, slide: &Slide) {
    corpus.note(kind, (slide.left, slide.hits()));
    // Positions keep the sign of a zero.
    corpus.note(if kind == "slide" { "slide end" } else { "move end" }, slide.shape);
}

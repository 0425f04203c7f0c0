//! The script of a scene: what happens in each tick, and when the calls are made.

use collide_scenes::Scene as Bodies;
use collide2d::tools::WorldTools;
use collide2d::{
    CellSize, Entity, Handle, Interest, Layers, Mobility, Observer, Settings, Shape, Strategy, Vec2, World,
};

use super::calls::{self, Questions};
use super::cells::{Asked, Cell, Lineage};
use super::notes::Notes;
use super::scenes::Scene;

/// The tick in which the world of a [`Lineage`] takes over, between the changes and the step.
const TURN: u64 = 3;

/// The tick after which every question is asked.
const MOMENT: u64 = 4;

/// The last tick.
const LAST: u64 = 5;

/// The time between two ticks that is asked about.
const BETWEEN: f64 = MOMENT as f64 + 0.375;

/// A world with what belongs to it.
pub(super) struct Room<'a> {
    pub(super) scene: &'a Scene,
    pub(super) bodies: Bodies,
    pub(super) world: World,
    pub(super) handles: Vec<Handle>,
    pub(super) interest: Interest,
}

impl<'a> Room<'a> {
    fn new(scene: &'a Scene, settings: Settings) -> Self {
        let (bodies, mut world) = (scene.bodies(), World::new(settings));
        let entities = bodies.shapes().iter().enumerate().map(|(index, shape)| scene.entity(index, *shape));
        let handles: Vec<Handle> = entities.map(|entity| world.insert(entity).unwrap()).collect();
        let mut interest = Interest::default();
        for (index, handle) in handles.iter().enumerate().step_by(9 + handles.len() / 100) {
            let observer = Observer::new(*handle, 3.0, 4.5);
            let observer = if index % 2 == 0 {
                observer.with_max_visible(1 + index % 6).with_first(index as u64 % 4)
            } else {
                observer
            };
            let on = Layers { category: 2, mask: 6, group: 0 };
            interest.insert(if index % 4 == 0 { observer.on(on) } else { observer }).unwrap();
        }
        interest.insert(Observer::new(Vec2::ZERO, 8.0, 8.0)).unwrap();
        Self { scene, bodies, world, handles, interest }
    }

    /// The dynamic entities whose index leaves this rest when divided by three, with their motions.
    pub(super) fn walkers(&self, rest: usize) -> Vec<(Handle, Vec2)> {
        let walks = |(index, handle): (usize, &Handle)| {
            let Entity { mobility, shape, .. } = self.world.entity(*handle)?;
            let motion = self.scene.motion(index, shape.center(), self.bodies.velocities()[index]);
            (index % 3 == rest && mobility == Mobility::Dynamic).then_some((*handle, motion))
        };
        self.handles.iter().enumerate().filter_map(walks).take(self.scene.max_walkers).collect()
    }

    /// Changes entities: some move, one is replaced, a wall moves and another one is replaced, a sleeper wakes up, and in
    /// the last tick some teleport.
    fn change(&mut self, tick: u64) {
        let Self { scene, bodies, world, handles, .. } = self;
        bodies.advance(0.1);
        let shapes = bodies.shapes();
        let mobility = |index: usize| scene.entity(index, shapes[index]).mobility;
        let drifters = (0..handles.len()).step_by(3).filter(|index| mobility(*index) == Mobility::Dynamic);
        let drifting: Vec<(Handle, Shape)> = drifters.map(|index| (handles[index], shapes[index])).collect();
        world.set_batch(&drifting).unwrap();
        if !scene.is_still {
            let first = 16 * tick as usize;
            world.translate(handles[first + 1], Vec2::new(0.5, 0.25)).unwrap();
            let awake = Entity { mobility: Mobility::Dynamic, ..world.entity(handles[first + 4]).unwrap() };
            world.set(handles[first + 4], awake).unwrap();
            for index in [first + 7, first + 9] {
                world.remove(handles[index]).unwrap();
                handles[index] = world.insert(scene.entity(index, shapes[index])).unwrap();
            }
        }
        if tick == LAST {
            [2, 5, 6].into_iter().for_each(|index| world.translate(handles[index], Vec2::new(-4.0, 0.0)).unwrap());
        }
    }

    /// One tick with its calls.
    fn tick(&mut self, tick: u64, cell: &Cell, notes: &mut Notes) {
        if (tick, cell.lineage) == (TURN, Lineage::Switched) {
            let cell_size = CellSize::new(1.0).unwrap();
            self.world.set_settings(cell.settings(Settings { cell: Some(cell_size), ..self.world.settings().clone() }));
        }
        self.change(tick);
        let has_calls = tick > self.scene.quiet_ticks;
        for (name, call) in calls::BEFORE_STEP.iter().filter(|_| has_calls) {
            call(self, notes.of(name, Asked::EachTick));
        }
        if tick == TURN {
            self.turn(cell.lineage);
        }
        self.world.step();
        if has_calls {
            self.interest.update(&self.world);
        }
        for (name, call) in calls::AFTER_STEP.iter().filter(|_| has_calls) {
            call(self, notes.of(name, Asked::EachTick));
        }
    }

    /// Another world may take over.
    fn turn(&mut self, lineage: Lineage) {
        match lineage {
            Lineage::Itself | Lineage::Switched => {}
            Lineage::Cloned => {
                let mut other = self.world.clone();
                std::mem::swap(&mut self.world, &mut other);
                other.remove_batch(&self.handles).unwrap();
                other.step();
            }
            Lineage::Restored => {
                let mut other = World::new(self.world.settings().clone());
                other.restore(&self.world.save()).unwrap();
                self.world = other;
            }
        }
    }
}

/// Runs a scene and notes the answers to all calls. As the reference, the answers between two ticks are those of
/// another world with the shapes of that time.
pub(super) fn run(scene: &Scene, cell: &Cell, is_reference: bool) -> Notes {
    let mut notes = Notes::default();
    let settings = cell.settings(scene.settings());
    let first = match cell.lineage {
        Lineage::Switched => Settings { strategy: Strategy::BruteForce, ..settings },
        Lineage::Itself | Lineage::Cloned | Lineage::Restored => settings,
    };
    let mut room = Room::new(scene, first);
    for tick in 1..=MOMENT {
        room.tick(tick, cell, &mut notes);
    }
    let asked = Questions::new(&room);
    let there: Vec<(Handle, Entity)> = room.world.iter().collect();
    asked.ask(&room.world.queries(), &mut notes, Asked::Present);
    room.tick(LAST, cell, &mut notes);
    if cell.lineage == Lineage::Cloned {
        room.world = room.world.clone();
    }
    asked.ask(&room.world.at(MOMENT as f64).unwrap(), &mut notes, Asked::Past);
    let between = room.world.at(BETWEEN).unwrap();
    if is_reference {
        let mut then = World::new(Settings { crowd: None, ..room.world.settings().clone() });
        for (handle, entity) in there {
            let shape = between.shape(handle).unwrap();
            then.insert_at(handle, Entity { shape, ..entity }).unwrap();
        }
        then.step();
        asked.ask(&then.queries(), &mut notes, Asked::Between);
    } else {
        asked.ask(&between, &mut notes, Asked::Between);
    }
    for (name, call) in calls::AFTER_ALL {
        call(&mut room, notes.of(name, Asked::EachTick));
    }
    notes
}

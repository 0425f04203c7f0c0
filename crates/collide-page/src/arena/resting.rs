//! An arena without clients: it frees its memory, and is made again for the next client.

use super::client_message::Show;
use super::rounds::Arena;
use super::source::{ActiveSource, SceneSource};

/// What is left of an [`Arena`] that [rests](Arena::rest): what it shows, without its world.
///
/// ```
/// use collide_page::{Arena, OWN_COUNT, RestingArena, SceneSource};
///
/// let arena = RestingArena::new(SceneSource::Arena, OWN_COUNT).wake();
/// let resting: RestingArena = arena.rest();
/// assert!(resting.wake().is_empty());
/// ```
#[derive(Debug)]
pub struct RestingArena {
    source: SceneSource,
    /// The settings of a generated scene.
    show: Show,
    max_count: u32,
}

impl RestingArena {
    /// An arena with at most `max_count` entities, before its first client.
    #[must_use]
    pub fn new(source: SceneSource, max_count: u32) -> Self {
        Self { source, show: Show::default(), max_count }
    }

    /// Makes the arena. A generated scene starts, with the settings that it had. A recording is paused.
    #[must_use]
    pub fn wake(self) -> Arena {
        Arena::of(ActiveSource::new(self.source, self.show), self.max_count)
    }
}

impl Arena {
    /// Frees the memory of a world that can be made again: a generated scene, or the copies of the world of a program.
    /// A recording keeps its keyframes, because it cannot be read again.
    #[must_use]
    pub fn rest(self) -> RestingArena {
        let Self { source, max_count, .. } = self;
        let (source, show) = match source {
            ActiveSource::Arena(scene) => (SceneSource::Arena, scene.show),
            ActiveSource::Duel(duel) => (SceneSource::Arena, duel.show),
            ActiveSource::World(program) => (SceneSource::World(program.rest()), Show::default()),
            ActiveSource::Recording(player) => (SceneSource::Recording(player), Show::default()),
        };
        RestingArena { source, show, max_count }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use collide_scenes::SceneKind;
    use collide2d::{Circle, History, Settings, Threads, Vec2, World};

    use super::super::client_message::{MAX_COUNT, Scene};
    use super::super::mailbox::Mailbox;
    use super::super::program_world::{Exchange, Pace};
    use super::*;

    fn join(arena: &mut Arena) -> Arc<Mailbox> {
        let mailbox = Arc::<Mailbox>::default();
        arena.join(Arc::clone(&mailbox));
        mailbox
    }

    fn leave(mut arena: Arena, mailbox: &Mailbox) -> RestingArena {
        mailbox.close();
        arena.round();
        assert!(arena.is_empty());
        arena.rest()
    }

    /// The bytes of its worlds.
    fn memory(arena: &Arena) -> usize {
        let past = match &arena.source {
            ActiveSource::World(program) => program.past.as_ref().map_or(0, World::memory),
            ActiveSource::Arena(_) | ActiveSource::Duel(_) | ActiveSource::Recording(_) => 0,
        };
        arena.source.snapshot().world.memory() + past
    }

    #[test]
    fn a_scene_starts_again_with_its_settings() {
        let mut arena = Arena::new(SceneSource::Arena, MAX_COUNT);
        let mailbox = join(&mut arena);
        mailbox.receive(r#"{"set": {"scene": "towns", "count": 3000}}"#).unwrap();
        mailbox.receive(r#"{"player": [0, 0]}"#).unwrap();
        (0..60).for_each(|_| arena.round());
        mailbox.receive(r#"{"pause": true}"#).unwrap();
        arena.round();
        let with_past = memory(&arena);
        assert!(with_past > 60 * 3_000 * size_of::<Circle>(), "{with_past} bytes");
        let mut arena = leave(arena, &mailbox).wake();
        join(&mut arena);
        let ActiveSource::Arena(scene) = &arena.source else { panic!("it shows a scene") };
        assert_eq!((scene.show.scene, scene.show.count), (Scene::Generated(SceneKind::Towns), 3_000));
        assert_eq!((scene.snapshot.world.len(), scene.snapshot.world.tick(), arena.paused), (3_000, 0, false));
        arena.round();
        assert_eq!(arena.source.tick(), 1);
        assert!(5 * memory(&arena) < with_past, "{} of {with_past} bytes", memory(&arena));
    }

    #[test]
    fn the_copies_of_a_programs_world_are_freed() {
        let (exchange, mut pace) = (Exchange::default(), Pace::default());
        let history = History { ticks: 20, teleport_distance: 1.0 };
        let mut world = World::new(Settings { history, threads: Threads::Serial, ..Settings::default() });
        for index in 0..1_000_u16 {
            world.insert(Circle::new(Vec2::new(f32::from(index), 0.0), 0.6).unwrap()).unwrap();
        }
        let mut resting = RestingArena::new(SceneSource::World(exchange.clone()), MAX_COUNT);
        for _ in 0..2 {
            let mut arena = resting.wake();
            assert_eq!(memory(&arena) + exchange.memory(), 2 * World::default().memory());
            let mailbox = join(&mut arena);
            mailbox.receive(r#"{"view": [0, 0, 1, 1]}"#).unwrap();
            mailbox.receive(r#"{"at": 3}"#).unwrap();
            for _ in 0..4 {
                arena.round();
                world.step();
                exchange.offer(&world, &mut pace);
                std::thread::sleep(Duration::from_millis(40));
            }
            arena.round();
            assert_eq!(arena.source.snapshot().world.len(), 1_000);
            assert!(memory(&arena) > 100_000 && arena.source.past(Some(3)).is_some());
            resting = leave(arena, &mailbox);
        }
        assert_eq!(exchange.memory(), World::default().memory());
    }
}

//! Movement of crowds: entities that move apart.

use bevy_ecs::archetype::Archetype;
use bevy_ecs::prelude::*;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use collide2d::error::IndexedError;
use collide2d::{Budget, CrowdLimit, Handle, PushRule, SeparateOptions, Separation, SlideOptions};

use crate::pose::MovablePoses;
use crate::{CollideFault, Collider, Collisions, Layers, LocalShape};

/// A member of the crowd: an entity that moves apart from the others.
///
/// In [`CollideSystems::Move`](crate::CollideSystems), after entities with a [`Motion`](crate::Motion) have moved, the
/// members whose colliders overlap and whose [`Layers`] meet push each other apart, softly, along what blocks them.
/// No member is pushed into a blocker or through one. The resource [`CrowdRules`] has the options.
///
/// A pose moves with its collider, as with a motion.
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_ecs::prelude::*;
/// use collide_bevy::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins(CollidePlugin::new(Update));
/// let units = [0.5, 1.0].map(|x| app.world_mut().spawn((Collider::circle(0.5).unwrap().at([x, 0.0]).unwrap(), Crowd)).id());
/// app.world_mut().spawn((Collider::rectangle(1.0, 18.0)?.at([-0.5, 0.0])?, Mobility::Static)); // holds the first
/// app.update();
/// let at: [f32; 2] = app.world().get::<Collider>(units[1]).unwrap().position();
/// assert_eq!(at, [1.46875, 0.0]);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Crowd;

/// A resource: how entities of the [`Crowd`] move apart.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct CrowdRules {
    /// The maximum number of rounds in a tick: 4 by default.
    pub rounds: usize,
    /// How many members of one place take part in a round: at most 8 by default; `None` is no limit.
    pub crowd: Option<CrowdLimit>,
    /// How members give way. The first rule that has a category in common with those of a member applies to it.
    pub rules: Vec<PushRule>,
    /// The layers that decide what blocks, for all members; `None`, the default, uses the [`Layers`] of each.
    pub layers: Option<Layers>,
    /// The maximum number of times that a member changes its direction in a round: 4 by default.
    pub max_bounces: usize,
    /// The limits of a tick: none by default. If they are exceeded, nothing moves apart in the tick, and there is a
    /// [`CollideFault::Moves`].
    pub budget: Budget,
}

impl Default for CrowdRules {
    fn default() -> Self {
        let SeparateOptions { rounds, crowd, slide, .. } = SeparateOptions::default();
        Self {
            rounds,
            crowd,
            rules: Vec::new(),
            layers: None,
            max_bounces: slide.max_bounces,
            budget: Budget::UNLIMITED,
        }
    }
}

/// Working memory of the system.
#[derive(Default)]
pub(crate) struct Buffers {
    members: Vec<Handle>,
    separation: Separation,
}

pub(crate) fn separate(
    mut collisions: ResMut<'_, Collisions>,
    rules: Res<'_, CrowdRules>,
    poses: Res<'_, MovablePoses>,
    mut crowd: Query<'_, '_, (Entity, &Archetype, Has<LocalShape>, &mut Collider), With<Crowd>>,
    mut faults: MessageWriter<'_, CollideFault>,
    mut buffers: Local<'_, Buffers>,
) {
    let Buffers { members, separation } = &mut *buffers;
    members.clear();
    let may_move = crowd.iter().filter(|(_, archetype, has_local_shape, _)| poses.allow(*has_local_shape, archetype));
    members.extend(may_move.filter_map(|(entity, ..)| collisions.handle(entity)));
    if members.is_empty() {
        return;
    }
    members.sort_unstable_by_key(|handle| handle.slot());
    let CrowdRules { rounds, crowd: limit, rules, layers, max_bounces, budget } = &*rules;
    let options = SeparateOptions {
        rounds: *rounds,
        crowd: *limit,
        rules,
        slide: SlideOptions { max_bounces: *max_bounces, ..SlideOptions::default() },
        layers: layers.map(|layers| layers.0),
        budget: *budget,
    };
    let Collisions { world, .. } = &mut *collisions;
    // No handle is stale.
    if let Err(IndexedError { error, .. }) = world.separate_into(members, &options, separation) {
        faults.write(CollideFault::Moves(error));
        return;
    }
    for (handle, shape) in separation.ends() {
        let Some(entity) = collisions.entity(*handle) else { continue };
        if let Ok((.., mut collider)) = crowd.get_mut(entity) {
            collider.set_if_neq(Collider(*shape));
        }
    }
}

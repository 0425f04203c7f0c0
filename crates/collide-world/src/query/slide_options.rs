use std::fmt;

use collide_core::Vec2;

use crate::Handle;

/// How a shape slides.
///
/// ```
/// use collide_core::{Circle, Moving, Rect, Vec2};
/// use collide_world::{Entity, Settings, SlideOptions, World};
/// let mut world = World::new(Settings::default());
/// let platform = world.insert(Entity::fixed(Rect::new(Vec2::new(-9.0, 4.0), Vec2::new(9.0, 4.5))?))?;
/// world.step();
/// // The normal leads to the platform: from below it points up.
/// let from_below = |handle, normal: Vec2| handle == platform && normal.y > 0.0;
/// let options = SlideOptions { pass: Some(&from_below), ..SlideOptions::default() };
/// let jump = Moving::new(Circle::new(Vec2::ZERO, 1.0)?, Vec2::new(0.0, 8.0))?;
/// assert_eq!(world.queries().slide(jump, &options).shape.center(), Vec2::new(0.0, 8.0));
/// let fall = Moving::new(Circle::new(Vec2::new(0.0, 8.0), 1.0)?, Vec2::new(0.0, -8.0))?;
/// assert_eq!(world.queries().slide(fall, &options).shape.center(), Vec2::new(0.0, 5.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Serde skips `pass`.
// Stored by serde: the fields stay in this order.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SlideOptions<'a> {
    /// The maximum number of times that the shape changes its direction: 4 by default. With zero it stops where it is
    /// blocked first.
    pub max_bounces: usize,
    /// Whether the shape may leave an entity that it overlaps at the start: true by default. If false, it does not move
    /// then.
    pub leave_overlapped: bool,
    /// Whether to pass through an entity, given the normal at the point where it would block: for one-way platforms and
    /// doors. The shape passes through the entity until the end of its motion.
    ///
    /// In a batch it is called from several threads. Its result must depend on the two arguments alone.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub pass: Option<&'a (dyn Fn(Handle, Vec2) -> bool + Sync)>,
}

impl Default for SlideOptions<'_> {
    fn default() -> Self {
        Self { max_bounces: 4, leave_overlapped: true, pass: None }
    }
}

/// Options with a closure are equal to none.
impl PartialEq for SlideOptions<'_> {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |options: &Self| (options.max_bounces, options.leave_overlapped);
        numbers(self) == numbers(other) && self.pass.is_none() && other.pass.is_none()
    }
}

impl fmt::Debug for SlideOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("SlideOptions");
        fields.field("max_bounces", &self.max_bounces).field("leave_overlapped", &self.leave_overlapped);
        fields.finish_non_exhaustive()
    }
}

use crate::{BroadPhase, BruteForce, HierarchicalGrid, RTree, SweepAndPrune, UniformGrid};

/// A function that is generic over the broad phase, for [`for_each_strategy`].
pub trait StrategyVisitor {
    /// Called with the type and the name of a strategy.
    fn visit<B: BroadPhase>(&mut self, name: &'static str);
}

/// Calls the visitor once for each broad phase of this crate, [`BruteForce`] first.
///
/// ```
/// use collide_broad::{BroadPhase, StrategyVisitor, for_each_strategy};
///
/// struct Names(Vec<&'static str>);
///
/// impl StrategyVisitor for Names {
///     fn visit<B: BroadPhase>(&mut self, name: &'static str) {
///         self.0.push(name);
///     }
/// }
///
/// let mut names = Names(Vec::new());
/// for_each_strategy(&mut names);
/// assert_eq!(names.0, ["BruteForce", "UniformGrid", "HierarchicalGrid", "SweepAndPrune", "RTree"]);
/// ```
pub fn for_each_strategy(visitor: &mut impl StrategyVisitor) {
    visitor.visit::<BruteForce>("BruteForce");
    visitor.visit::<UniformGrid>("UniformGrid");
    visitor.visit::<HierarchicalGrid>("HierarchicalGrid");
    visitor.visit::<SweepAndPrune>("SweepAndPrune");
    visitor.visit::<RTree>("RTree");
}

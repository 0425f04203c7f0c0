use collide_core::Shape;

collide_core::named_enum! {
    /// The kinds of cell list. Shapes whose rows are bounds share lists.
    ///
    /// ```
    /// use collide_world::ListKind;
    /// assert_eq!(ListKind::ALL.map(ListKind::name), ["circle", "rect", "convex shape"]);
    /// ```
    #[derive(PartialOrd, Ord)]
    pub enum ListKind as "kind", else UnknownListKind {}
    {
        /// A list of circles.
        Circle => "circle",
        /// A list of rects.
        Rect => "rect",
        /// A list of oriented rects, capsules and polygons.
        Convex => "convex shape",
    }
}

impl ListKind {
    /// The kind of the list for a shape.
    pub(crate) fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Circle(_) => Self::Circle,
            Shape::Rect(_) => Self::Rect,
            Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_) => Self::Convex,
        }
    }
}

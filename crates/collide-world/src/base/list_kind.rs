use collide_core::Shape;

collide_core::named_enum! {
    /// The kinds of cell list. Oriented rects and capsules share lists.
    ///
    /// ```
    /// use collide_world::ListKind;
    /// assert_eq!(ListKind::ALL.map(ListKind::name), ["circle", "rect", "oriented shape", "polygon"]);
    /// ```
    #[derive(PartialOrd, Ord)]
    pub enum ListKind as "kind", else UnknownListKind {}
    {
        /// A list of circles.
        Circle => "circle",
        /// A list of rects.
        Rect => "rect",
        /// A list of oriented rects and capsules.
        Oriented => "oriented shape",
        /// A list of polygons.
        Polygon => "polygon",
    }
}

impl ListKind {
    /// The kind of the list for a shape.
    pub(crate) fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Circle(_) => Self::Circle,
            Shape::Rect(_) => Self::Rect,
            Shape::OrientedRect(_) | Shape::Capsule(_) => Self::Oriented,
            Shape::Polygon(_) => Self::Polygon,
        }
    }
}

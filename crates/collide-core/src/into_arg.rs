#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `{T}` and does not convert into one",
    label = "this must be a `{T}` or convert into one",
    note = "constructors such as `Circle::new` return a `Result`: add `?` or `.unwrap()`"
)]
/// A value that a parameter of type `T` accepts: a `T`, or what converts into one.
///
/// Every type with [`Into<T>`] implements it; implement [`From`] instead of this trait. It makes the compiler's
/// message clear when you forget `?` after a constructor.
///
/// ```
/// use collide_core::{Circle, IntoArg, Shape, Vec2, overlaps};
/// fn hits_origin(shape: impl IntoArg<Shape>) -> bool {
///     overlaps(shape, Circle::new(Vec2::ZERO, 0.0).unwrap())
/// }
/// assert!(hits_origin(Circle::new(Vec2::X, 1.0)?));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
///
/// ```compile_fail
/// use collide_core::{Circle, Vec2, overlaps};
/// let circle = Circle::new(Vec2::ZERO, 1.0); // a `Result`: the `?` is missing
/// overlaps(circle, circle);
/// ```
pub trait IntoArg<T>: Into<T> {}

#[diagnostic::do_not_recommend]
impl<T, U: Into<T>> IntoArg<T> for U {}

//! Contacts and closest points, as columns.

use collide2d::Contact;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use crate::arrays::rows;
use crate::hits::four;
use crate::pickle::pickled;
use crate::shapes::Shapes;
use crate::shared_world::World;
use crate::stateless::each;

/// The contacts of pairs, with a row for each pair. A row without a contact is NaN.
#[pyclass(frozen, get_all, module = "collide2d", sequence)]
pub(crate) struct Contacts {
    /// The penetration depth in world units; zero exactly if the shapes only touch.
    depth: Py<PyArray1<f32>>,
    /// The unit normal from the first shape to the second, of shape `(len, 2)`.
    normal: Py<PyArray2<f32>>,
    /// The contact points, of shape `(len, 2, 2)`: two points, or one and NaN.
    points: Py<PyArray3<f32>>,
}

impl Contacts {
    pub(crate) fn new(py: Python<'_>, list: &[Option<Contact>]) -> PyResult<Self> {
        let depth = |contact: &Option<Contact>| contact.as_ref().map_or(f32::NAN, |contact| contact.depth);
        let normal = |contact: &Option<Contact>| contact.as_ref().map_or([f32::NAN; 2], |it| it.normal.to_array());
        let points = |contact: &Option<Contact>| contact.as_ref().map_or([f32::NAN; 4], |contact| four(contact.points));
        let flat = PyArray1::from_vec(py, list.iter().flat_map(points).collect());
        Ok(Self {
            depth: PyArray1::from_iter(py, list.iter().map(depth)).unbind(),
            normal: rows(py, list.iter().flat_map(normal).collect(), 2)?.unbind(),
            points: flat.reshape([list.len(), 2, 2])?.unbind(),
        })
    }
}

#[pymethods]
impl Contacts {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.depth.bind(py).len()
    }
}

pickled!(Contacts { depth, normal, points });

#[pymethods]
impl World {
    /// The contacts of the pairs of the last step, in the order of `pairs`. NaN for a pair with a sensor, and for a pair
    /// that no longer overlaps.
    fn contacts(&self, py: Python<'_>) -> PyResult<Contacts> {
        let contacts = self.read(py, |world| {
            let mut contacts = Vec::new();
            world.contacts_into(&mut contacts);
            Ok(contacts)
        })?;
        Contacts::new(py, &contacts)
    }
}

/// The contact of each shape in `a` with the shape in the same row of `b`; NaN if they neither overlap nor touch. Moving
/// the second by `depth` along `normal` leaves them only touching.
#[pyfunction]
pub(crate) fn contacts(py: Python<'_>, a: &Bound<'_, Shapes>, b: &Bound<'_, Shapes>) -> PyResult<Contacts> {
    Contacts::new(py, &each(a, b, |a, b| collide2d::contact(a, b))?)
}

/// The closest points of each shape in `a` and the shape in the same row of `b`, of shape `(len, 2, 2)`: the point on
/// the first, then that on the second. NaN if they overlap or touch.
#[pyfunction]
pub(crate) fn closest_points<'py>(
    py: Python<'py>,
    a: &Bound<'py, Shapes>,
    b: &Bound<'py, Shapes>,
) -> PyResult<Bound<'py, PyArray3<f32>>> {
    let found = each(a, b, |a, b| {
        let closest = collide2d::closest_points(a, b);
        closest.map_or([f32::NAN; 4], |it| [it.on_a.x, it.on_a.y, it.on_b.x, it.on_b.y])
    })?;
    let count = found.len();
    PyArray1::from_vec(py, found.into_flattened()).reshape([count, 2, 2])
}

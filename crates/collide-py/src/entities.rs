//! Entities as columns.

use collide2d::error::WorldError;
use collide2d::{Entity, Handle, Shape};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::dict;
use crate::errors::Refusal;
use crate::pickle::pickled;
use crate::shapes::Shapes;

/// The properties of entities as columns, with a row for each entity.
#[pyclass(frozen, get_all, module = "collide2d", sequence)]
pub(crate) struct Entities {
    /// The handles.
    handles: Py<PyArray1<u64>>,
    /// The shapes.
    shapes: Py<Shapes>,
    /// The user data of each entity.
    data: Py<PyArray1<u64>>,
    /// The category bits: the layers of each entity.
    category: Py<PyArray1<u64>>,
    /// The mask bits: the layers that each entity collides with.
    mask: Py<PyArray1<u64>>,
    /// The group. It overrides category and mask between entities of the same group; 0 for no group.
    group: Py<PyArray1<i64>>,
    /// Whether each entity is a sensor.
    sensor: Py<PyArray1<bool>>,
    /// The mobility: 0 dynamic, 1 static, 2 sleeping.
    mobility: Py<PyArray1<u8>>,
}

impl Entities {
    pub(crate) fn new(py: Python<'_>, rows: &[(Handle, Entity)]) -> PyResult<Self> {
        fn column<T: numpy::Element>(
            py: Python<'_>,
            rows: &[(Handle, Entity)],
            of: impl Fn(&Entity) -> T,
        ) -> Py<PyArray1<T>> {
            PyArray1::from_iter(py, rows.iter().map(|(_, entity)| of(entity))).unbind()
        }
        let mobility = |entity: &Entity| entity.mobility as u8;
        Ok(Self {
            handles: PyArray1::from_iter(py, rows.iter().map(|(handle, _)| handle.to_bits())).unbind(),
            shapes: Py::new(py, Shapes { list: rows.iter().map(|(_, entity)| entity.shape).collect() })?,
            data: column(py, rows, |entity| entity.data),
            category: column(py, rows, |entity| entity.layers.category),
            mask: column(py, rows, |entity| entity.layers.mask),
            group: column(py, rows, |entity| entity.layers.group),
            sensor: column(py, rows, |entity| entity.sensor),
            mobility: column(py, rows, mobility),
        })
    }
}

#[pymethods]
impl Entities {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.shapes.bind(py).get().list.len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Entities({})", self.__len__(py))
    }

    /// The columns for a data frame, with a row for each entity: handle, kind, center, bounds and the other properties.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let shapes = &self.shapes.bind(py).get().list;
        let numbers = |of: &dyn Fn(&Shape) -> f32| PyArray1::from_iter(py, shapes.iter().map(of)).into_any();
        dict(
            py,
            &[
                ("handle", self.handles.bind(py).clone().into_any()),
                ("kind", PyArray1::from_iter(py, shapes.iter().map(|shape| shape.kind() as u8)).into_any()),
                ("x", numbers(&|shape| shape.center().x)),
                ("y", numbers(&|shape| shape.center().y)),
                ("min_x", numbers(&|shape| shape.aabb().min().x)),
                ("min_y", numbers(&|shape| shape.aabb().min().y)),
                ("max_x", numbers(&|shape| shape.aabb().max().x)),
                ("max_y", numbers(&|shape| shape.aabb().max().y)),
                ("data", self.data.bind(py).clone().into_any()),
                ("category", self.category.bind(py).clone().into_any()),
                ("mask", self.mask.bind(py).clone().into_any()),
                ("group", self.group.bind(py).clone().into_any()),
                ("sensor", self.sensor.bind(py).clone().into_any()),
                ("mobility", self.mobility.bind(py).clone().into_any()),
            ],
        )
    }
}

pickled!(Entities { handles, shapes, data, category, mask, group, sensor, mobility });

/// The handles of 64-bit numbers.
pub(crate) fn handles_of(numbers: &[u64]) -> Vec<Handle> {
    numbers.iter().map(|bits| Handle::from_bits(*bits)).collect()
}

/// The shapes of entities, or an error with the index of the first stale handle.
pub(crate) fn shapes_of(handles: &[Handle], get: impl Fn(Handle) -> Option<Shape>) -> PyResult<Shapes> {
    let stale = |index, handle| WorldError::Stale { handle }.raise_at(index);
    let shapes = handles.iter().enumerate().map(|(index, &handle)| get(handle).ok_or_else(|| stale(index, handle)));
    Ok(Shapes { list: shapes.collect::<PyResult<_>>()? })
}

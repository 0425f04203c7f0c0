//! Keyword arguments of settings, entities and queries.

use collide2d::{Entity, Filter, Handle, Layers, Mobility, Mode};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::arrays::{Column, Number, column};
use crate::errors::Refusal;
use crate::errors::python::SettingsError;

/// Keyword arguments, taken one by one. An argument that is left over is an error. `None` means not given.
pub(crate) struct Options<'py> {
    left: Option<Bound<'py, PyDict>>,
}

impl<'py> Options<'py> {
    pub(crate) fn new(given: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        Ok(Self { left: given.map(|given| given.copy()).transpose()? })
    }

    /// Whether an argument is given, also as `None`.
    pub(crate) fn has(&self, name: &str) -> PyResult<bool> {
        self.left.as_ref().map_or(Ok(false), |left| left.contains(name))
    }

    pub(crate) fn take(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(left) = &self.left else { return Ok(None) };
        let value = left.get_item(name)?;
        if value.is_some() {
            left.del_item(name)?;
        }
        Ok(value.filter(|value| !value.is_none()))
    }

    /// One value.
    pub(crate) fn value<T: FromPyObjectOwned<'py>>(&self, name: &str) -> PyResult<Option<T>> {
        let wrong = |error: PyErr| PyTypeError::new_err(format!("{name}: {error}"));
        self.take(name)?.map(|value| value.extract().map_err(|error: T::Error| wrong(error.into()))).transpose()
    }

    /// A column for `rows` rows.
    fn column<T: Number>(&self, name: &str, rows: usize) -> PyResult<Option<Column<T>>> {
        let column = self.take(name)?.map(|value| column(&value, name)).transpose()?;
        column.iter().try_for_each(|column| column.check(name, rows))?;
        Ok(column)
    }

    /// Raises an error for an argument that was not taken.
    pub(crate) fn finish(self) -> PyResult<()> {
        match self.left.as_ref().and_then(|left| left.iter().next()) {
            None => Ok(()),
            Some((name, _)) => Err(PyTypeError::new_err(format!("unexpected keyword argument {name}"))),
        }
    }
}

/// Columns of layers; `None` for a column that is not given.
pub(crate) struct LayerColumns {
    category: Option<Column<u64>>,
    mask: Option<Column<u64>>,
    group: Option<Column<i64>>,
}

impl LayerColumns {
    pub(crate) fn read(options: &Options<'_>, rows: usize) -> PyResult<Self> {
        let [category, mask] = [options.column("category", rows)?, options.column("mask", rows)?];
        Ok(Self { category, mask, group: options.column("group", rows)? })
    }

    pub(crate) fn are_given(&self) -> bool {
        self.category.is_some() || self.mask.is_some() || self.group.is_some()
    }

    pub(crate) fn over(&self, row: usize, layers: Layers) -> Layers {
        Layers {
            category: self.category.as_ref().map_or(layers.category, |column| column.at(row)),
            mask: self.mask.as_ref().map_or(layers.mask, |column| column.at(row)),
            group: self.group.as_ref().map_or(layers.group, |column| column.at(row)),
        }
    }
}

/// The properties of entities besides their shapes; `None` for a property that is not given.
pub(crate) struct EntityOptions {
    data: Option<Column<u64>>,
    layers: LayerColumns,
    sensor: Option<Column<bool>>,
    mobility: Option<Column<u8>>,
}

impl EntityOptions {
    pub(crate) fn read(given: Option<&Bound<'_, PyDict>>, rows: usize) -> PyResult<Self> {
        let options = Options::new(given)?;
        let read = Self {
            data: options.column("data", rows)?,
            layers: LayerColumns::read(&options, rows)?,
            sensor: options.column("sensor", rows)?,
            mobility: mobilities(&options, rows)?,
        };
        options.finish()?;
        Ok(read)
    }

    /// The entity, with the given properties replaced.
    pub(crate) fn over(&self, row: usize, entity: Entity) -> Entity {
        let mobility = self.mobility.as_ref().map(|column| Mobility::ALL[usize::from(column.at(row))]);
        Entity {
            data: self.data.as_ref().map_or(entity.data, |column| column.at(row)),
            layers: self.layers.over(row, entity.layers),
            sensor: self.sensor.as_ref().map_or(entity.sensor, |column| column.at(row)),
            mobility: mobility.unwrap_or(entity.mobility),
            ..entity
        }
    }
}

/// Mobilities: one name for all, or a column of numbers.
fn mobilities(options: &Options<'_>, rows: usize) -> PyResult<Option<Column<u8>>> {
    let Some(value) = options.take("mobility")? else { return Ok(None) };
    if let Ok(name) = value.cast::<PyString>() {
        let mobility: Mobility = name.to_str()?.parse().map_err(Refusal::raise)?;
        return Ok(Some(Column::one(mobility as u8)));
    }
    let numbers = column::<u8>(&value, "mobility")?;
    numbers.check("mobility", rows)?;
    match (0..numbers.rows().unwrap_or(1)).find(|row| usize::from(numbers.at(*row)) >= Mobility::ALL.len()) {
        None => Ok(Some(numbers)),
        Some(row) => {
            let message = format!("index {row}: mobility: must be 0, 1 or 2, is {}", numbers.at(row));
            Err(SettingsError::new_err(message))
        }
    }
}

/// The filters of queries.
pub(crate) struct Filters {
    layers: LayerColumns,
    ignore: Option<Column<u64>>,
    solid: bool,
}

impl Filters {
    pub(crate) fn read(options: &Options<'_>, rows: usize) -> PyResult<Self> {
        let layers = LayerColumns::read(options, rows)?;
        let ignore = options.column("ignore", rows)?;
        Ok(Self { layers, ignore, solid: options.value("solid")?.unwrap_or(false) })
    }

    pub(crate) fn at(&self, row: usize) -> Filter {
        Filter {
            layers: self.layers.are_given().then(|| self.layers.over(row, Layers::ALL)),
            sensors: !self.solid,
            except: self.ignore.as_ref().map(|column| Handle::from_bits(column.at(row))),
        }
    }
}

/// What a batch of queries returns of its hits.
pub(crate) fn mode(options: &Options<'_>) -> PyResult<Mode> {
    match (options.value("first")?, options.value("count_only")?.unwrap_or(false)) {
        (None, false) => Ok(Mode::All),
        (Some(first), false) => Ok(Mode::First(first)),
        (None, true) => Ok(Mode::Count),
        (Some(_), true) => Err(PyTypeError::new_err("first and count_only: only one may be given")),
    }
}

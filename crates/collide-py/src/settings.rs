//! Settings by keyword.

use collide2d::{CellSize, CrowdLimit, History, PairOrder, Settings, Strategy, Threads, Touching};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::Refusal;
use crate::errors::python::SettingsError;
use crate::options::Options;

/// The settings with the given ones replaced. `None` for `cell` or `threads` means the engine's default.
pub(crate) fn changed(settings: &Settings, given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let (mut settings, options) = (settings.clone(), Options::new(given)?);
    change_search(&mut settings, &options)?;
    if let Some(name) = options.value::<String>("order")? {
        settings.order = name.parse::<PairOrder>().map_err(Refusal::raise)?;
    }
    settings.static_pairs = options.value("static_pairs")?.unwrap_or(settings.static_pairs);
    settings.sensor_pairs = options.value("sensor_pairs")?.unwrap_or(settings.sensor_pairs);
    settings.change_ticks = options.value("change_ticks")?.unwrap_or(settings.change_ticks);
    settings.events = options.value("events")?.unwrap_or(settings.events);
    let History { ticks, teleport_distance } = settings.history;
    settings.history = History {
        ticks: options.value("history")?.unwrap_or(ticks),
        teleport_distance: options.value("teleport_distance")?.unwrap_or(teleport_distance),
    };
    settings.crowd = crowd_limit(&options, settings.crowd)?;
    options.finish()?;
    Ok(settings)
}

/// The settings of a search without a world: the default settings with the given ones of `change_search` replaced.
pub(crate) fn searched(options: Options<'_>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    change_search(&mut settings, &options)?;
    options.finish()?;
    Ok(settings)
}

/// Replaces the settings that also have an effect without a world.
fn change_search(settings: &mut Settings, options: &Options<'_>) -> PyResult<()> {
    if let Some(name) = options.value::<String>("strategy")? {
        settings.strategy = name.parse::<Strategy>().map_err(Refusal::raise)?;
    }
    if options.has("cell")? {
        settings.cell = options.value("cell")?.map(CellSize::new).transpose().map_err(Refusal::raise)?;
    }
    if options.has("threads")? {
        let threads = options.value("threads")?.map(Threads::new).transpose().map_err(Refusal::raise)?;
        settings.threads = threads.unwrap_or_default();
    }
    if let Some(name) = options.value::<String>("touching")? {
        settings.touching = name.parse::<Touching>().map_err(Refusal::raise)?;
    }
    Ok(())
}

/// The limit of crowds with the given parts replaced.
pub(crate) fn crowd_limit(options: &Options<'_>, before: Option<CrowdLimit>) -> PyResult<Option<CrowdLimit>> {
    let max = if options.has("crowd")? { options.value("crowd")? } else { before.map(|limit| limit.max) };
    let first = options.value("crowd_first")?;
    match (max, first) {
        (Some(max), first) => {
            let first = first.or(before.map(|limit| limit.first));
            Ok(Some(CrowdLimit::new(max).with_first(first.unwrap_or_default())))
        }
        (None, None | Some(0)) => Ok(None),
        // Otherwise it would be lost without a message.
        (None, Some(first)) => {
            Err(SettingsError::new_err(format!("crowd_first: must be 0 if crowd is None, is {first}")))
        }
    }
}

/// The settings as a dict of keyword arguments.
pub(crate) fn shown<'py>(py: Python<'py>, settings: &Settings) -> PyResult<Bound<'py, PyDict>> {
    let threads = match &settings.threads {
        Threads::Serial => Some(1),
        Threads::Current => None,
        Threads::Pool(pool) => Some(pool.current_num_threads()),
    };
    let dict = PyDict::new(py);
    dict.set_item("strategy", settings.strategy.name())?;
    dict.set_item("cell", settings.cell.map(CellSize::get))?;
    dict.set_item("touching", settings.touching.name())?;
    dict.set_item("static_pairs", settings.static_pairs)?;
    dict.set_item("sensor_pairs", settings.sensor_pairs)?;
    dict.set_item("change_ticks", settings.change_ticks)?;
    dict.set_item("threads", threads)?;
    dict.set_item("order", settings.order.name())?;
    dict.set_item("events", settings.events)?;
    dict.set_item("history", settings.history.ticks)?;
    dict.set_item("teleport_distance", settings.history.teleport_distance)?;
    dict.set_item("crowd", settings.crowd.map(|limit| limit.max))?;
    dict.set_item("crowd_first", settings.crowd.map_or(0, |limit| limit.first))?;
    Ok(dict)
}

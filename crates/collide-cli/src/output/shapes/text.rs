//! CSV and JSON lines.

use std::io::{self, Write};

use serde::Serializer as _;
use serde::ser::SerializeMap;

use super::columns::Columns;
use super::entry::Entry;
use crate::input::{Column, cells, has_points, to_text, written_points};
use crate::messages::io_error;

/// Comma-separated values under a header.
pub(crate) struct Csv<W: Write> {
    out: csv::Writer<W>,
    columns: Columns,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(out: W, columns: Columns) -> io::Result<Self> {
        let mut out = csv::Writer::from_writer(out);
        let tick = columns.has_ticks.then_some("tick");
        let points = columns.has_points.then_some(Column::Points.name());
        let names = tick.into_iter().chain(["id"]).chain(Column::WRITTEN.map(Column::name)).chain(points);
        out.write_record(names).map_err(io_error)?;
        Ok(Self { out, columns })
    }

    pub(super) fn write_tick<'a>(&mut self, tick: u64, entries: impl Iterator<Item = Entry<'a>>) -> io::Result<()> {
        entries.into_iter().try_for_each(|entry| self.row(tick, &entry).map_err(io_error))
    }

    fn row(&mut self, tick: u64, entry: &Entry<'_>) -> csv::Result<()> {
        if self.columns.has_ticks {
            self.out.write_field(tick.to_string())?;
        }
        self.out.write_field(entry.id.text)?;
        for column in Column::WRITTEN {
            let number = cells(&entry.shape).find(|(found, _)| *found == column).map(|(_, number)| number.to_string());
            self.out.write_field(number.unwrap_or_default())?;
        }
        if self.columns.has_points {
            self.out.write_field(to_text(&written_points(&entry.shape)))?;
        }
        self.out.write_record(None::<&[u8]>)
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// An object on each line.
pub(crate) struct Jsonl<W> {
    out: W,
    has_ticks: bool,
}

impl<W: Write> Jsonl<W> {
    pub(super) fn new(out: W, has_ticks: bool) -> Self {
        Self { out, has_ticks }
    }

    pub(super) fn write_tick<'a>(&mut self, tick: u64, entries: impl Iterator<Item = Entry<'a>>) -> io::Result<()> {
        entries.into_iter().try_for_each(|entry| self.row(tick, &entry))
    }

    fn row(&mut self, tick: u64, entry: &Entry<'_>) -> io::Result<()> {
        let mut json = serde_json::Serializer::new(&mut self.out);
        let mut row = json.serialize_map(None)?;
        if self.has_ticks {
            row.serialize_entry("tick", &tick)?;
        }
        row.serialize_entry("id", &entry.id)?;
        for (column, number) in cells(&entry.shape) {
            row.serialize_entry(column.name(), &number)?;
        }
        if has_points(&entry.shape) {
            let points: Vec<_> = written_points(&entry.shape).iter().map(|point| point.to_array()).collect();
            row.serialize_entry(Column::Points.name(), &points)?;
        }
        SerializeMap::end(row)?;
        self.out.write_all(b"\n")
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

//! Apache Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, FloatType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{PrimitiveTypeBuilder, Type, TypePtr};

use super::columns::Columns;
use super::entry::Entry;
use crate::input::{Column, cells, has_points, to_text, written_points};

/// The least number of rows in a row group but the last.
const GROUP_SIZE: usize = 1 << 18;

/// Writes a column for the tick, one for the id as text, the columns of numbers, and one for the points as text if a
/// shape has them.
pub(crate) struct Parquet<W: Write + Send> {
    out: SerializedFileWriter<W>,
    ticks: Vec<i64>,
    ids: Vec<ByteArray>,
    /// By column: its numbers, and for each row 1 if it has one, or 0.
    numbers: [(Vec<f32>, Vec<i16>); Column::WRITTEN.len()],
    /// The points of the shapes that have them, and for each row 1 if it has them, or 0; `None` without the column.
    points: Option<(Vec<ByteArray>, Vec<i16>)>,
}

impl<W: Write + Send> Parquet<W> {
    pub(super) fn new(out: W, columns: Columns) -> io::Result<Self> {
        let schema = schema(columns.has_points).map_err(io::Error::other)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let out = SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(io::Error::other)?;
        let points = columns.has_points.then(Default::default);
        Ok(Self { out, ticks: vec![], ids: vec![], numbers: Default::default(), points })
    }

    pub(super) fn write_tick<'a>(&mut self, tick: u64, entries: impl Iterator<Item = Entry<'a>>) -> io::Result<()> {
        let tick =
            i64::try_from(tick).map_err(|_| io::Error::other(format!("tick: {tick} is too large for Parquet")))?;
        for entry in entries {
            self.ticks.push(tick);
            self.ids.push(entry.id.text.into());
            for (column, (numbers, present)) in Column::WRITTEN.into_iter().zip(&mut self.numbers) {
                let number = cells(&entry.shape).find(|(found, _)| *found == column).map(|(_, number)| number);
                present.push(i16::from(number.is_some()));
                numbers.extend(number);
            }
            if let Some((points, present)) = &mut self.points {
                let is_present = has_points(&entry.shape);
                present.push(i16::from(is_present));
                points.extend(is_present.then(|| to_text(&written_points(&entry.shape)).as_str().into()));
            }
        }
        if self.ticks.len() >= GROUP_SIZE { self.write_group().map_err(io::Error::other) } else { Ok(()) }
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.write_group().map_err(io::Error::other)?;
        let mut out = self.out.into_inner().map_err(io::Error::other)?;
        out.flush()
    }

    fn write_group(&mut self) -> Result<()> {
        if self.ticks.is_empty() {
            return Ok(());
        }
        let mut group = self.out.next_row_group()?;
        with_column(&mut group, |column| column.typed::<Int64Type>().write_batch(&self.ticks, None, None))?;
        with_column(&mut group, |column| column.typed::<ByteArrayType>().write_batch(&self.ids, None, None))?;
        for (numbers, present) in &mut self.numbers {
            with_column(&mut group, |column| column.typed::<FloatType>().write_batch(numbers, Some(present), None))?;
            numbers.clear();
            present.clear();
        }
        if let Some((points, present)) = &mut self.points {
            with_column(&mut group, |column| column.typed::<ByteArrayType>().write_batch(points, Some(present), None))?;
            points.clear();
            present.clear();
        }
        group.close()?;
        self.ticks.clear();
        self.ids.clear();
        Ok(())
    }
}

fn with_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    write: impl FnOnce(&mut parquet::file::writer::SerializedColumnWriter<'_>) -> Result<usize>,
) -> Result<()> {
    let mut column = group.next_column()?.expect("the schema has as many columns as are written");
    write(&mut column)?;
    column.close()
}

fn schema(has_points: bool) -> Result<TypePtr> {
    let text =
        |name, repetition| column(name, Physical::BYTE_ARRAY, repetition).with_logical_type(Some(LogicalType::String));
    let id = text("id", Repetition::REQUIRED);
    let mut fields =
        vec![Arc::new(column("tick", Physical::INT64, Repetition::REQUIRED).build()?), Arc::new(id.build()?)];
    for name in Column::WRITTEN.map(Column::name) {
        fields.push(Arc::new(column(name, Physical::FLOAT, Repetition::OPTIONAL).build()?));
    }
    if has_points {
        fields.push(Arc::new(text(Column::Points.name(), Repetition::OPTIONAL).build()?));
    }
    Ok(Arc::new(Type::group_type_builder("shapes").with_fields(fields).build()?))
}

fn column(name: &str, physical: Physical, repetition: Repetition) -> PrimitiveTypeBuilder<'_> {
    Type::primitive_type_builder(name, physical).with_repetition(repetition)
}

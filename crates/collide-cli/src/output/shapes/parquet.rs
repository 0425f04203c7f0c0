//! Apache Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, FloatType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{PrimitiveTypeBuilder, Type, TypePtr};

use super::entry::Entry;
use crate::input::{Column, cells};

/// The least number of rows in a row group but the last.
const GROUP_SIZE: usize = 1 << 18;

/// Writes a column for the tick, one for the id as text, and the columns of numbers.
pub(crate) struct Parquet<W: Write + Send> {
    out: SerializedFileWriter<W>,
    ticks: Vec<i64>,
    ids: Vec<ByteArray>,
    /// By column: its numbers, and for each row 1 if it has one, or 0.
    numbers: [(Vec<f32>, Vec<i16>); Column::WRITTEN.len()],
}

impl<W: Write + Send> Parquet<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let schema = schema().map_err(io::Error::other)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let out = SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(io::Error::other)?;
        Ok(Self { out, ticks: vec![], ids: vec![], numbers: Default::default() })
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

fn schema() -> Result<TypePtr> {
    let id = column("id", Physical::BYTE_ARRAY, Repetition::REQUIRED).with_logical_type(Some(LogicalType::String));
    let mut fields =
        vec![Arc::new(column("tick", Physical::INT64, Repetition::REQUIRED).build()?), Arc::new(id.build()?)];
    for name in Column::WRITTEN.map(Column::name) {
        fields.push(Arc::new(column(name, Physical::FLOAT, Repetition::OPTIONAL).build()?));
    }
    Ok(Arc::new(Type::group_type_builder("shapes").with_fields(fields).build()?))
}

fn column(name: &str, physical: Physical, repetition: Repetition) -> PrimitiveTypeBuilder<'_> {
    Type::primitive_type_builder(name, physical).with_repetition(repetition)
}

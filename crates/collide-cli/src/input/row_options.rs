use clap::ValueEnum;

/// How rows are read.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct RowOptions {
    /// Skip invalid rows, and the rest of a trace after damage, with a message, instead of stopping with an error
    #[arg(long)]
    pub(crate) skip_invalid: bool,

    /// Where ids come from
    #[arg(long, value_name = "SOURCE", default_value = "column")]
    pub(crate) ids: IdSource,
}

/// Where the ids of rows come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum IdSource {
    /// The column id; without this column as with row
    #[default]
    Column,
    /// The number of the row in its tick, counted from 0; a column id is ignored, and may have duplicates
    Row,
}

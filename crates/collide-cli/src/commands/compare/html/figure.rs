//! A plot with its title, a note, and its numbers as a table.

use maud::{Markup, html};

/// Width of every plot, in units that are about a pixel: narrow enough for a telephone, and small multiples elsewhere.
pub(super) const WIDTH: f64 = 400.0;

pub(super) struct Drawing {
    pub(super) height: f64,
    pub(super) content: Markup,
}

pub(super) struct Figure {
    /// Unique on the page.
    pub(super) id: String,
    pub(super) title: String,
    /// What the plot shows, and how to read it.
    pub(super) note: String,
    /// `None` if there is nothing to draw. The note then says why.
    pub(super) drawing: Option<Drawing>,
    pub(super) table: Option<Table>,
}

pub(super) struct Table {
    pub(super) heads: Vec<String>,
    /// The first cell of each row is its name.
    pub(super) rows: Vec<Vec<String>>,
}

impl Figure {
    pub(super) fn markup(&self) -> Markup {
        html! {
            figure id=(self.id) {
                figcaption { h4 { (self.title) } p { (self.note) } }
                @if let Some(drawing) = &self.drawing { (self.svg(drawing)) }
                @if let Some(table) = &self.table {
                    details { summary { "Figures" } (table.markup()) }
                }
            }
        }
    }

    fn svg(&self, drawing: &Drawing) -> Markup {
        let (title, note) = (format!("{}-title", self.id), format!("{}-note", self.id));
        html! {
            svg viewBox={ "0 0 " (WIDTH) " " (drawing.height) } role="img" aria-labelledby={ (title) " " (note) } {
                title id=(title) { (self.title) }
                desc id=(note) { (self.note) }
                (drawing.content)
            }
        }
    }
}

impl Table {
    pub(super) fn new(heads: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self { heads: heads.iter().map(|head| (*head).to_owned()).collect(), rows }
    }

    pub(super) fn markup(&self) -> Markup {
        html! {
            div.wide tabindex="0" {
                table {
                    thead { tr { @for head in &self.heads { th scope="col" { (head) } } } }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for (column, cell) in row.iter().enumerate() {
                                    @if column == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

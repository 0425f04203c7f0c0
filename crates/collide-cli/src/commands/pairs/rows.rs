//! The rows of the output: pairs, and their contacts.

use collide2d::Contact;
use serde::Serialize;

use crate::input::Id;
use crate::output::{Cells, Point, Row, plain};

pub(super) const COLUMNS: [&str; 2] = ["a", "b"];
pub(super) const CONTACT_COLUMNS: [&str; 9] = ["a", "b", "normal_x", "normal_y", "depth", "x1", "y1", "x2", "y2"];

#[derive(Serialize)]
pub(super) struct PairRow<'a> {
    pub(super) a: Id<'a>,
    pub(super) b: Id<'a>,
    #[serde(flatten)]
    pub(super) contact: Option<ContactCells>,
}

#[derive(Serialize)]
pub(super) struct ContactCells {
    normal: Point,
    depth: f32,
    points: Vec<Point>,
}

impl From<Contact> for ContactCells {
    fn from(contact: Contact) -> Self {
        let points = contact.points.as_slice().iter().copied().map(Point).collect();
        Self { normal: Point(contact.normal), depth: plain(contact.depth), points }
    }
}

impl Row for PairRow<'_> {
    fn cells(&self, cells: &mut Cells<'_>) -> csv::Result<()> {
        cells.text(self.a.text)?;
        cells.text(self.b.text)?;
        let Some(contact) = &self.contact else { return Ok(()) };
        cells.points(&[contact.normal], 1)?;
        cells.number(Some(contact.depth))?;
        cells.points(&contact.points, 2)
    }
}

//! Integer shapes, joins of columns, measures, motions and outlines, through the public interface.

mod int;
mod join;
mod kinds;
mod measures;
mod motion;
mod outlines;

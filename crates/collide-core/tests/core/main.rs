//! Integer shapes, joins of columns, measures and motions, through the public interface.

mod int;
mod join;
mod measures;
mod motion;

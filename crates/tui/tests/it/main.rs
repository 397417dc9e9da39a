//! The tests of this crate: one program, a module per subject.

mod bench;
mod console;
mod diff;
mod embed_elsewhere;
mod env;
mod fuzz;
mod inbox_any;
mod inbox_done;
mod inbox_keep;
mod inbox_keys;
mod inbox_limits;
mod inbox_mouse;
mod inbox_order;
mod inbox_peek;
mod inbox_pictures;
mod inbox_together;
mod inbox_triage;
mod input;
mod line_asq;
mod line_hostile;
mod line_inbox;
mod line_transcripts;
mod paint;
mod paint_places;
mod panic;
mod pictures;

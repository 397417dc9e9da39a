//! The real binary under faults: killed at its system calls, on full, failing and read-only disks, stuck and
//! stopped.
//!
//! - An acknowledged change is in the store; a change that a kill interrupts is there whole, or not at all.
//! - Waiting costs nothing, and ends even if no bell rings; ten thousand waits of a process cost it one
//!   descriptor.
//! - asq repeats a lock or a read that fails once; a stored answer stays, whatever fails afterwards.
//! - If a change can't be stored, asq says so, with its exit code too, and nothing of it is in the store.

mod disk;
mod kill;
mod many;
mod place;
mod quiet;
mod reads;
mod stuck;

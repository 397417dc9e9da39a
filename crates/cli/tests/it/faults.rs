//! The real binary under faults: killed at its system calls, on full, failing and read-only disks, stuck and stopped.
//!
//! - What it acknowledged is in the store; what it was killed in is there whole, or not at all.
//! - Waiting costs nothing, and ends though nothing rings; ten thousand waits of a process cost it one descriptor.
//! - Locks and reads that fail once are tried again; an answer that was stored stands, whatever fails afterwards.
//! - What could not be stored is told, with the exit code that says so, and nothing of it is there.

mod disk;
mod kill;
mod many;
mod place;
mod quiet;
mod reads;
mod stuck;

//! For systems that can't watch files: the files are checked when a wait ends.

use super::{Observed, Watched};
use crate::local_bell::Heard;
use rustix::fd::BorrowedFd;
use std::convert::Infallible;
use std::path::Path;

/// Can't exist.
pub(super) struct FileWatch(Infallible);

impl FileWatch {
    pub(super) fn new(_: &Watched) -> Option<FileWatch> {
        None
    }

    pub(super) fn file(&self) -> BorrowedFd<'_> {
        match self.0 {}
    }

    pub(super) fn listen(&mut self, _: &mut Heard) -> Observed {
        match self.0 {}
    }

    pub(super) fn test(&mut self, _: &Path, _: &mut Heard) -> bool {
        match self.0 {}
    }
}

//! What happened to a settings file.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProjectState {
    Missing,
    Read,
    /// A folder's file: read, and trusted as it is.
    Trusted,
    /// A folder's file: read, but changed since it was trusted.
    Changed,
    Unreadable,
}

//! What the kernel tells of a process in one line.

/// A process, or one of its threads.
pub(crate) struct Stat {
    state: char,
    /// Its process group.
    pub(crate) group: u32,
    /// Its session.
    pub(crate) session: u32,
}

impl Stat {
    /// As a file `stat` below `/proc` has it, while it is there.
    pub(crate) fn of(path: &std::path::Path) -> Option<Stat> {
        let text = std::fs::read_to_string(path).ok()?;
        // After the name in brackets: state, parent, group, session.
        let mut after_name = text.rsplit_once(") ")?.1.split(' ');
        let state = after_name.next()?.chars().next()?;
        let group = after_name.nth(1)?.parse().ok()?;
        Some(Stat { state, group, session: after_name.next()?.parse().ok()? })
    }

    /// Whether it does nothing any more.
    pub(crate) fn gone(&self) -> bool {
        matches!(self.state, 'Z' | 'X')
    }

    /// Whether it stands still.
    pub(crate) fn stopped(&self) -> bool {
        matches!(self.state, 'T' | 't')
    }
}

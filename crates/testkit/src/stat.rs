//! A process's state, as the kernel prints it in one line.

/// A process, or one of its threads.
pub(crate) struct Stat {
    state: char,
    pub(crate) group: u32,
    pub(crate) session: u32,
}

impl Stat {
    /// Parses a file `stat` below `/proc`; `None` once the process is gone.
    pub(crate) fn of(path: &std::path::Path) -> Option<Stat> {
        let text = std::fs::read_to_string(path).ok()?;
        // The fields after the name in brackets are state, parent, group, session.
        let mut after_name = text.rsplit_once(") ")?.1.split(' ');
        let state = after_name.next()?.chars().next()?;
        let group = after_name.nth(1)?.parse().ok()?;
        Some(Stat { state, group, session: after_name.next()?.parse().ok()? })
    }

    /// A zombie counts as gone, too.
    pub(crate) fn gone(&self) -> bool {
        matches!(self.state, 'Z' | 'X')
    }

    pub(crate) fn stopped(&self) -> bool {
        matches!(self.state, 'T' | 't')
    }
}

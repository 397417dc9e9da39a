//! What the agent was doing when it asked.
//!
//! - It has last words, a task, a branch, a link, a text of its own and a diff; each may be absent.
//! - An empty one counts as absent.
//! - Each field has a limit, and all of them together.

use crate::text::Untrusted;
use std::fmt;

/// What the agent was doing when it asked, by its own account. It counts neither for the question's digest nor for its
/// identity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its last words.
    pub says: Option<Untrusted>,
    /// The task it works on.
    pub task: Option<Untrusted>,
    /// The branch it works on.
    pub branch: Option<Untrusted>,
    /// The address of a page.
    pub link: Option<Untrusted>,
    /// Any other text.
    pub text: Option<Untrusted>,
    /// A diff.
    pub diff: Option<Untrusted>,
}

/// A field that holds more than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuchAbout {
    /// The field's name; `about` for all of them together.
    pub field: &'static str,
    /// The most bytes.
    pub most: usize,
    /// The bytes that it holds.
    pub holds: usize,
}

impl About {
    /// The most bytes of the last words.
    pub const SAYS: usize = 16 << 10;
    /// The most bytes of the task.
    pub const TASK: usize = 2_000;
    /// The most bytes of the branch.
    pub const BRANCH: usize = 800;
    /// The most bytes of the link.
    pub const LINK: usize = 2_000;
    /// The most bytes of the text.
    pub const TEXT: usize = 64 << 10;
    /// The most bytes of the diff.
    pub const DIFF: usize = 256 << 10;
    /// The most bytes of all fields together.
    pub const ALL: usize = 300 << 10;

    /// Each field with its name and the most bytes that it holds.
    pub fn fields(&self) -> [(&'static str, Option<&Untrusted>, usize); 6] {
        let About { says, task, branch, link, text, diff } = self;
        [
            ("says", says.as_ref(), About::SAYS),
            ("task", task.as_ref(), About::TASK),
            ("branch", branch.as_ref(), About::BRANCH),
            ("link", link.as_ref(), About::LINK),
            ("text", text.as_ref(), About::TEXT),
            ("diff", diff.as_ref(), About::DIFF),
        ]
    }

    /// This for a request; `None` if it is empty.
    pub fn known(self) -> Option<Box<About>> {
        (self != About::default()).then(|| Box::new(self))
    }

    /// Judges the sizes.
    ///
    /// # Errors
    /// A field, or all of them together, hold more than they may.
    pub fn fits(&self) -> Result<(), TooMuchAbout> {
        let mut all = 0;
        for (field, text, most) in self.fields() {
            let holds = text.map_or(0, |text| text.raw().len());
            if holds > most {
                return Err(TooMuchAbout { field, most, holds });
            }
            all += holds;
        }
        if all > About::ALL {
            return Err(TooMuchAbout { field: "about", most: About::ALL, holds: all });
        }
        Ok(())
    }
}

impl fmt::Display for TooMuchAbout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooMuchAbout { field, most, holds } = *self;
        write!(f, "{field} holds at most {}, but holds {}", bytes(most), bytes(holds))
    }
}

/// A size in words, rounded up.
fn bytes(n: usize) -> String {
    const MIB: usize = 1 << 20;
    match n {
        0..10_240 => format!("{n} bytes"),
        10_240..MIB => format!("{} KiB", n.div_ceil(1024)),
        _ => format!("{}.{} MiB", n / MIB, n % MIB * 10 / MIB),
    }
}

#[cfg(test)]
mod tests {
    use super::{About, TooMuchAbout};
    use crate::text::Untrusted;

    fn long(bytes: usize) -> Untrusted {
        "é".repeat(bytes / 2).into()
    }

    #[test]
    fn each_field_has_a_limit_and_so_have_all_together() {
        let full =
            About { diff: Some(long(About::DIFF)), branch: Some(long(About::BRANCH)), ..About::default() };
        assert_eq!(full.fits(), Ok(()));
        let over = About { diff: Some(long(About::DIFF + 2)), ..About::default() };
        assert_eq!(
            over.fits(),
            Err(TooMuchAbout { field: "diff", most: About::DIFF, holds: About::DIFF + 2 })
        );
        assert_eq!(over.fits().unwrap_err().to_string(), "diff holds at most 256 KiB, but holds 257 KiB");
        let all = About { text: Some(long(About::TEXT)), ..full };
        let holds = About::DIFF + About::BRANCH + About::TEXT;
        assert_eq!(all.fits(), Err(TooMuchAbout { field: "about", most: About::ALL, holds }));
    }

    #[test]
    fn an_empty_one_counts_as_absent() {
        let some = About { says: Some("".into()), ..About::default() };
        assert_eq!([About::default(), some.clone()].map(About::known), [None, Some(Box::new(some))]);
    }
}

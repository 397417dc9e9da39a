//! What the agent was doing when it asked.
//!
//! - It has last words, a task, a branch, a link, a text of its own and a diff; each may be absent.
//! - An empty one counts as absent.
//! - Each field has a limit, and all of them together. A refusal names everything that is over, and what came.
//! - [`About::cut`] makes it fit: at the end of a line, with a line that says how much is missing. A link that is too
//!   long is left out: cut, it would lead elsewhere.

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
    /// The most bytes of a field that anybody reads to find out how much it holds.
    pub const READ: usize = 4 << 20;

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
    /// Each field that holds more than it may, and then all of them together, if they still do.
    pub fn fits(&self) -> Result<(), Vec<TooMuchAbout>> {
        let (mut all, mut fitting, mut over) = (0, 0, Vec::new());
        for (field, text, most) in self.fields() {
            let holds = text.map_or(0, |text| text.raw().len());
            if holds > most {
                over.push(TooMuchAbout { field, most, holds });
            }
            all += holds;
            fitting += holds.min(most);
        }
        if fitting > About::ALL {
            over.push(TooMuchAbout { field: "about", most: About::ALL, holds: all });
        }
        if over.is_empty() { Ok(()) } else { Err(over) }
    }

    /// This, cut to its limits, for an asker that can't be told of them.
    #[must_use]
    pub fn cut(self) -> About {
        let About { says, task, branch, link, text, diff } = self;
        let mut left = About::ALL;
        let mut fitting = |text: Option<Untrusted>, most: usize| {
            let text = text.map(|text| cut(text, most.min(left)));
            left -= text.as_ref().map_or(0, |text| text.raw().len());
            text
        };
        About {
            says: fitting(says, About::SAYS),
            task: fitting(task, About::TASK),
            branch: fitting(branch, About::BRANCH),
            link: fitting(link.filter(|link| link.raw().len() <= About::LINK), About::LINK),
            text: fitting(text, About::TEXT),
            // The longest comes last, so that it makes room for the others.
            diff: fitting(diff, About::DIFF),
        }
    }
}

/// The longest line that says how much is missing.
const MISSING: usize = 32;

/// A text of at most so many bytes.
fn cut(text: Untrusted, most: usize) -> Untrusted {
    let raw = text.raw();
    if raw.len() <= most {
        return text;
    }
    let fits = &raw[..raw.floor_char_boundary(most.saturating_sub(MISSING))];
    // A text of very long lines keeps a part of one.
    let kept = fits.rfind('\n').filter(|end| *end >= fits.len() / 2).map_or(fits, |end| &fits[..end]);
    format!("{kept}\n… {} more", bytes(raw.len() - kept.len())).into()
}

impl TooMuchAbout {
    /// What is wrong, by this name of the field.
    pub fn named(&self, field: &str) -> String {
        format!("{field} holds at most {}, but holds {}", bytes(self.most), bytes(self.holds))
    }
}

impl fmt::Display for TooMuchAbout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.named(self.field))
    }
}

/// A size in words, rounded up.
fn bytes(n: usize) -> String {
    const MIB: usize = 1 << 20;
    match n {
        0..10_240 => format!("{n} bytes"),
        10_240..MIB => format!("{} KiB", n.div_ceil(1024)),
        MIB..=About::READ => {
            let tenths = (n * 10).div_ceil(MIB);
            format!("{}.{} MiB", tenths / 10, tenths % 10)
        }
        _ => format!("more than {} MiB", About::READ / MIB),
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
        let over = TooMuchAbout { field: "diff", most: About::DIFF, holds: About::DIFF + 2 };
        let diff = About { diff: Some(long(About::DIFF + 2)), ..About::default() };
        assert_eq!(diff.fits(), Err(vec![over]));
        assert_eq!(over.to_string(), "diff holds at most 256 KiB, but holds 257 KiB");
        assert_eq!(
            TooMuchAbout { holds: 1_205_863, ..over }.named("--diff"),
            "--diff holds at most 256 KiB, but holds 1.2 MiB"
        );
        assert_eq!(
            TooMuchAbout { holds: About::READ + 1, ..over }.to_string(),
            "diff holds at most 256 KiB, but holds more than 4 MiB"
        );
        let holds = About::DIFF + About::BRANCH + About::TEXT;
        let all = About { text: Some(long(About::TEXT)), ..full };
        assert_eq!(all.fits(), Err(vec![TooMuchAbout { field: "about", most: About::ALL, holds }]));
    }

    #[test]
    fn everything_that_is_over_is_named_at_once() {
        let about = About {
            says: Some(long(About::SAYS)),
            task: Some(long(About::TASK + 2)),
            text: Some(long(About::TEXT + 2)),
            diff: Some(long(About::DIFF + 2)),
            ..About::default()
        };
        let holds = About::SAYS + About::TASK + About::TEXT + About::DIFF + 6;
        let over = |field, most, holds| TooMuchAbout { field, most, holds };
        assert_eq!(
            about.fits(),
            Err(vec![
                over("task", About::TASK, About::TASK + 2),
                over("text", About::TEXT, About::TEXT + 2),
                over("diff", About::DIFF, About::DIFF + 2),
                over("about", About::ALL, holds),
            ])
        );
    }

    #[test]
    fn a_cut_one_fits_and_says_how_much_is_missing() {
        let line = "x".repeat(99) + "\n";
        let lines = |n: usize| Untrusted::from(line.repeat(n));
        let task = |text: Untrusted| About { task: Some(text), ..About::default() };
        // The last line that fits is the nineteenth: there has to be room for the line below it.
        let kept = format!("{}… 1101 bytes more", line.repeat(19));
        assert_eq!(task(lines(30)).cut(), task(kept.into()));
        let kept = format!("{}\n… 1032 bytes more", "é".repeat(984));
        assert_eq!(task(long(3000)).cut(), task(kept.into()));
        let link = |bytes| About { link: Some(long(bytes)), ..About::default() };
        assert_eq!(
            [About::LINK, About::LINK + 2].map(|n| link(n).cut()),
            [link(About::LINK), About::default()]
        );
        let long = About {
            says: Some(long(About::SAYS + 2)),
            task: Some(long(3000)),
            branch: Some(long(About::BRANCH + 2)),
            link: Some(long(About::LINK)),
            text: Some(long(About::TEXT + 2)),
            diff: Some(long(9 << 20)),
        };
        let cut = long.cut();
        assert_eq!(cut.fits(), Ok(()));
        let diff = cut.diff.unwrap();
        assert!(
            diff.raw().ends_with("é\n… more than 4 MiB more"),
            "{:?}",
            &diff.raw()[diff.raw().len() - 99..]
        );
        let full = task(lines(20));
        assert_eq!(full.clone().cut(), full);
    }

    #[test]
    fn an_empty_one_counts_as_absent() {
        let some = About { says: Some("".into()), ..About::default() };
        assert_eq!([About::default(), some.clone()].map(About::known), [None, Some(Box::new(some))]);
    }
}

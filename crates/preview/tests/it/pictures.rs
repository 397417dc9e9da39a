//! Documents of every kind as pictures at 38 and 78 columns, in `tests/pictures/`.
//!
//! - Normal ones, malformed ones, hostile ones: whole, with their looks.
//! - Huge ones: how many lines, how wide, and both ends.

use crate::documents;
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};
use asq_preview::render;
use asq_testkit::picture::picture;
use expect_test::expect_file;
use std::fmt::Write as _;

/// Lines at each end of a huge one.
const ENDS: usize = 3;

fn check(name: &str, kind: PreviewKind, documents: &[impl AsRef<str>]) {
    assert!(documents.len() >= 5, "{name}: five at least");
    let mut out = String::new();
    for document in documents {
        for width in [38_usize, 78] {
            let lines = render(kind, &Untrusted::from(document.as_ref()), width);
            let size = (u16::try_from(width).unwrap_or(0), u16::try_from(lines.len()).unwrap_or(u16::MAX));
            assert!(lines.iter().all(|l| l.width() <= width), "{name} at {width}");
            if name.ends_with("huge") {
                let widest = lines.iter().map(Line::width).max().unwrap_or(0);
                let _ = writeln!(out, "{} lines, the widest has {widest} cells", lines.len());
                out += &picture(&lines[..ENDS.min(lines.len())], None, size);
                out += &picture(&lines[lines.len().saturating_sub(ENDS)..], None, size);
            } else {
                out += &picture(&lines, None, size);
            }
        }
        out.push('\n');
    }
    expect_file![format!("{}/tests/pictures/{name}.txt", env!("CARGO_MANIFEST_DIR"))].assert_eq(&out);
}

macro_rules! pictured {
    ($($kind:ident $module:ident)*) => { $(
        mod $module {
            use super::{PreviewKind, check};

            #[test]
            fn normal() {
                check(concat!(stringify!($module), "-normal"), PreviewKind::$kind, super::documents::$module::NORMAL);
            }

            #[test]
            fn malformed() {
                check(concat!(stringify!($module), "-malformed"), PreviewKind::$kind, super::documents::$module::MALFORMED);
            }

            #[test]
            fn huge() {
                check(concat!(stringify!($module), "-huge"), PreviewKind::$kind, &super::documents::$module::huge());
            }

            #[test]
            fn hostile() {
                check(concat!(stringify!($module), "-hostile"), PreviewKind::$kind, super::documents::$module::HOSTILE);
            }
        }
    )* };
}

pictured! {
    Markdown markdown
    Code code
    Text text
    Mermaid mermaid
    Svg svg
    Html html
}

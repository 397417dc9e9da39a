//! Laid out previews, kept by source, kind, width and fit.
//!
//! - A preview is laid out from its top to a little beyond the lines in sight; scrolling lays out the rest.
//! - If a renderer panics, only its preview suffers: the source is shown as plain text.
//! - For a dangerous question CRs and long runs of blanks are made visible.
//! - Nothing is laid out twice while the form is open.

use crate::glyphs::Glyphs;
use crate::texts::{Ident, Lines};
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Untrusted};
use asq_preview::{Fit, Layout};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The most previews that are kept.
const KEPT: usize = 64;

/// How many lines beyond those in sight are laid out in advance.
pub(crate) const AHEAD: usize = 64;

/// Lays out a preview's source up to the requested number of lines.
pub type Renderer = fn(&mut Layout, &Untrusted, usize);

#[derive(Debug)]
pub(crate) struct Previews {
    pub(crate) renderer: Renderer,
    kept: HashMap<(Ident, PreviewKind, ShowsBlanks, usize, Fit), LaidPreview>,
}

/// Whether CRs and long runs of blanks are made visible, because the reader confirms a danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ShowsBlanks(pub(crate) bool);

/// The laid out part of a preview.
#[derive(Debug)]
pub(crate) struct LaidPreview {
    layout: Layout,
    lines: Lines,
    columns: (usize, Fit),
    /// The text that replaces the source, with CRs and blanks made visible.
    told: Option<Untrusted>,
}

impl LaidPreview {
    pub(crate) fn new(kind: PreviewKind, width: usize, fit: Fit) -> LaidPreview {
        LaidPreview {
            layout: Layout::new(kind, width, fit),
            lines: Lines::default(),
            columns: (width, fit),
            told: None,
        }
    }

    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Lays out at least so many lines, or all; returns whether these are all.
    pub(crate) fn reach(
        &mut self,
        renderer: Renderer,
        source: &Untrusted,
        wanted: usize,
        glyphs: Glyphs,
    ) -> bool {
        let LaidPreview { layout, lines, columns: (width, fit), told } = self;
        let source = told.as_ref().unwrap_or(source);
        if !layout.is_whole() && layout.lines().len() < wanted.saturating_add(AHEAD) {
            if catch_unwind(AssertUnwindSafe(|| renderer(layout, source, wanted))).is_err() {
                *layout = Layout::new(PreviewKind::Text, *width, *fit);
                layout.reach(source, usize::MAX);
                *lines = Lines::default();
            }
            let new = &layout.lines()[lines.len()..];
            Arc::make_mut(lines).extend(new.iter().map(|line| glyphs.preview(line.clone())));
        }
        layout.is_whole()
    }
}

impl Default for Previews {
    fn default() -> Previews {
        Previews { renderer: Layout::reach, kept: HashMap::new() }
    }
}

impl Previews {
    /// The lines of a preview, at least so many or all; and whether these are all.
    pub(crate) fn lines(
        &mut self,
        kind: PreviewKind,
        (source, told): (&Untrusted, ShowsBlanks),
        (width, fit): (usize, Fit),
        glyphs: Glyphs,
        wanted: usize,
    ) -> (Lines, bool) {
        let key = (Ident::of(source), kind, told, width, fit);
        if self.kept.len() >= KEPT && !self.kept.contains_key(&key) {
            self.kept.clear();
        }
        let kept = self.kept.entry(key).or_insert_with(|| LaidPreview {
            told: told.0.then(|| source.literal_source()),
            ..LaidPreview::new(kind, width, fit)
        });
        let whole = kept.reach(self.renderer, source, wanted, glyphs);
        (Arc::clone(&kept.lines), whole)
    }
}

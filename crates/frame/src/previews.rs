//! Rendered previews, kept by source, kind and width.
//!
//! - A renderer that panics costs its preview's looks, not the form: the source is shown as plain text.
//! - What was rendered once is not rendered again while the form is open.

use crate::glyphs::Glyphs;
use crate::texts::{Ident, Lines};
use asq_core::model::PreviewKind;
use asq_core::text::{Line, Shown, Style, Untrusted, wrap};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Most previews kept.
const KEPT: usize = 64;

/// Makes lines of a preview's source at a width.
pub type Renderer = fn(PreviewKind, &Untrusted, usize) -> Vec<Line>;

/// The cache.
#[derive(Debug)]
pub(crate) struct Previews {
    pub(crate) renderer: Renderer,
    kept: HashMap<(Ident, PreviewKind, usize), Lines>,
}

impl Default for Previews {
    fn default() -> Previews {
        Previews { renderer: asq_preview::render, kept: HashMap::new() }
    }
}

impl Previews {
    /// The lines of a preview.
    pub(crate) fn lines(
        &mut self,
        kind: PreviewKind,
        source: &Untrusted,
        width: usize,
        glyphs: Glyphs,
    ) -> Lines {
        let key = (Ident::of(source), kind, width);
        if let Some(lines) = self.kept.get(&key) {
            return Arc::clone(lines);
        }
        if self.kept.len() >= KEPT {
            self.kept.clear();
        }
        let renderer = self.renderer;
        let rendered = catch_unwind(AssertUnwindSafe(|| renderer(kind, source, width)));
        let lines = rendered.unwrap_or_else(|_| plain(source, width));
        let lines = Arc::new(lines.into_iter().map(|line| glyphs.preview(line)).collect());
        self.kept.insert(key, Arc::clone(&lines));
        lines
    }
}

fn plain(source: &Untrusted, width: usize) -> Vec<Line> {
    let line = |shown| wrap::wrap(&Line::of(shown, Style::default()), width.max(1));
    Shown::lines(source).into_iter().flat_map(line).collect()
}

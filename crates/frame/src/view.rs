//! A surface's own state of a form: scroll positions and cached layouts.
//!
//! - One view per open form; a new page starts unscrolled.
//! - Texts, entries and previews are laid out once per width and content.
//! - A view that was scrolled by hand keeps its place until another key, a paste or a change.

use crate::flows::Flows;
use crate::layout::LastLayout;
use crate::paint_ctx::PaintCtx;
use crate::previews::{Previews, Renderer};
use crate::reader::Reader;
use crate::seen::SeenLines;
use crate::texts::{Ident, Texts};
use crate::{Glyphs, Size, entry};
use asq_core::form::Screen;

/// The focus and the text that a view keeps in sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Followed {
    focus: Option<usize>,
    /// Revision and caret of the current text.
    typed: Option<(u64, usize)>,
}

impl Followed {
    fn of(screen: &Screen<'_>) -> Followed {
        let typed = entry::active(screen).map(|e| (e.editor.revision(), e.editor.caret()));
        Followed { focus: screen.focus, typed }
    }
}

/// The surface's own state of one open form.
#[derive(Debug, Default)]
pub struct View {
    pub(crate) glyphs: Glyphs,
    pub(crate) texts: Texts,
    pub(crate) flows: Flows,
    pub(crate) previews: Previews,
    pub(crate) page: Option<u64>,
    /// Whether the form is in the middle of a screen that is its own.
    centred: bool,
    /// The empty rows above a centred form, while its page is open.
    pub(crate) rows_above: Option<usize>,
    /// The columns of the widest preview of the page so far.
    pub(crate) widest: usize,
    /// The first line of the body in sight.
    pub(crate) top: usize,
    /// The view was scrolled by hand: it doesn't follow the focus.
    pub(crate) free: bool,
    /// Focus, text and caret of the last paint; any change makes the view follow again.
    pub(crate) followed: Followed,
    /// The row that a page move focused: no reason to follow.
    pub(crate) paged: Option<usize>,
    /// The first row of the list in sight, next to a preview.
    pub(crate) list_top: usize,
    /// The first line of the preview in sight, and of which preview.
    pub(crate) preview_top: usize,
    pub(crate) preview_of: Option<Ident>,
    /// The first line in sight of the context above the rows.
    pub(crate) context_top: usize,
    /// The lines seen so far, on a page that must be seen whole.
    pub(crate) seen: SeenLines,
    /// The preview is shown instead of the list, on a very low screen.
    pub(crate) preview_open: bool,
    /// The column that moves by visual line aim at.
    pub(crate) aim: Option<usize>,
    /// The reader on the full screen.
    pub(crate) reader: Reader,
    pub(crate) last: LastLayout,
}

impl View {
    /// A view of a form that wasn't painted yet.
    pub fn new(glyphs: Glyphs) -> View {
        View { glyphs, ..View::default() }
    }

    /// The same in the middle of a screen that is its own.
    pub fn centred(self, centred: bool) -> View {
        View { centred, ..self }
    }

    /// The empty columns to the left of the last paint.
    pub fn left(&self, width: u16) -> usize {
        if self.centred { usize::from(width).saturating_sub(self.last.columns) / 2 } else { 0 }
    }

    pub(crate) fn is_centred(&self) -> bool {
        self.centred
    }

    /// A view of the same form in use, which was only shown so far: scrolled as far, with nothing seen yet.
    pub fn opened(self) -> View {
        let View {
            glyphs, page, top, free, followed, list_top, preview_top, preview_of, context_top, ..
        } = self;
        View {
            glyphs,
            page,
            top,
            free,
            followed,
            list_top,
            preview_top,
            preview_of,
            context_top,
            ..View::default()
        }
    }

    /// The same with another renderer of previews, which may panic.
    pub fn rendered_by(mut self, renderer: Renderer) -> View {
        self.previews.renderer = renderer;
        self
    }

    /// The id of a page that must be seen whole, once all of it has been in sight; for
    /// [`Form::seen`](asq_core::form::Form::seen) after a paint.
    pub fn seen(&self) -> Option<u64> {
        self.seen.done()
    }

    /// Whether the last paint had all of the page in sight, and of what belongs to it.
    pub fn is_whole(&self) -> bool {
        let last = &self.last;
        let preview = last.preview.is_none_or(|(shown, all)| shown >= all);
        last.scrolled.is_none() && last.context.is_none() && !last.preview_hidden && preview
    }

    pub(crate) fn begin(&mut self, screen: &Screen<'_>) {
        self.texts.begin();
        self.reader = Reader::default();
        // Another page begins at its top, whatever was scrolled on the last one.
        if self.page != Some(screen.page_id) {
            self.page = Some(screen.page_id);
            self.rows_above = None;
            self.widest = 0;
            self.top = 0;
            self.list_top = 0;
            self.preview_top = 0;
            self.context_top = 0;
            self.preview_open = false;
            self.free = false;
            self.aim = None;
        }
        // A paste or an edit elsewhere bypasses the keys, but its change must be in sight.
        let followed = Followed::of(screen);
        let paged = self.paged.take();
        let by_page = followed.focus == paged && followed.typed.is_none();
        if followed != self.followed && !by_page {
            self.free = false;
        }
        self.followed = followed;
        self.flows.active = None;
        self.last.scrolled = None;
        self.last.preview = None;
        self.last.context = None;
        self.last.preview_hidden = false;
        self.last.rows.clear();
        self.last.hits.clear();
    }

    /// The row of the screen that can be focused on a line of the last frame.
    pub fn row_at(&self, line: usize) -> Option<usize> {
        self.last.hits.iter().find(|(_, lines)| lines.contains(&line)).map(|(row, _)| *row)
    }

    /// Starts a paint of entries alone.
    pub(crate) fn begin_entry(&mut self) {
        self.texts.begin();
        self.flows.active = None;
    }

    pub(crate) fn ctx(&mut self, size: Size) -> PaintCtx<'_> {
        PaintCtx {
            glyphs: self.glyphs,
            texts: &mut self.texts,
            flows: &mut self.flows,
            previews: &mut self.previews,
            context_top: &mut self.context_top,
            most_rows: (usize::from(size.height) / 2).max(1),
        }
    }
}

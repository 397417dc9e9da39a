//! Draws a sequence diagram.
//!
//! - A box for each participant, a line down from it, messages as arrows under their texts.
//! - Columns are as close as their texts allow; if that is too wide, the texts wrap earlier.
//! - Blocks are frames around their contents, notes are boxes over the lines.
//! - A message that passes a participant goes behind that line.

use super::canvas::{Canvas, DOWN, LEFT, RIGHT, UP, Weight};
use super::graph::EdgeEnd;
use super::label::label;
use super::sequence::{Diagram, Item, NoteSide};
use crate::raw;
use asq_core::text::{Line, Shown, Style, Tone, wrap};

/// Widths for wrapping texts, tried in turn.
const CAPS: [usize; 4] = [28, 20, 14, 10];
/// Cells that a block takes on each side.
const BLOCK: usize = 2;

/// The drawing; `None` if it doesn't fit.
pub(super) fn draw(diagram: &Diagram, width: usize) -> Option<Vec<Line>> {
    let mut lines =
        CAPS.iter().find_map(|cap| LifelinePlan::new(diagram, *cap).filter(|p| p.width <= width)?.draw())?;
    if !diagram.title.is_empty() {
        let title = Line::of(raw::shown(&diagram.title), Style::of(Tone::Heading).bold());
        lines.splice(0..0, wrap::wrap(&title, width));
    }
    Some(lines)
}

/// A try with texts wrapped at this width.
struct LifelinePlan<'a> {
    diagram: &'a Diagram,
    heads: Vec<Vec<Line>>,
    /// The lines of each item's text.
    texts: Vec<Vec<Line>>,
    columns: Vec<usize>,
    width: usize,
}

fn widest(lines: &[Line]) -> usize {
    lines.iter().map(Line::width).max().unwrap_or(0)
}

impl<'a> LifelinePlan<'a> {
    fn new(diagram: &'a Diagram, cap: usize) -> Option<LifelinePlan<'a>> {
        let heads: Vec<Vec<Line>> = diagram.people.iter().map(|p| label(&p.label, cap.min(20))).collect();
        let mut texts = Vec::new();
        let (mut depth, mut deepest) = (0_usize, 0);
        for item in &diagram.items {
            texts.push(match item {
                Item::Message { text, .. } | Item::Note { text, .. } => label(text, cap),
                Item::Open(_) | Item::Branch(_) | Item::Close => Vec::new(),
            });
            match item {
                Item::Open(_) => depth += 1,
                Item::Close => depth = depth.checked_sub(1)?,
                Item::Message { .. } | Item::Note { .. } | Item::Branch(_) => {}
            }
            deepest = deepest.max(depth);
        }
        let margin = BLOCK * deepest;
        let (columns, right) = columns(diagram, &heads, &texts, margin)?;
        let mut plan = LifelinePlan { diagram, heads, texts, columns, width: right + margin };
        // Block texts wrap within the drawing, which is wide enough for a few words.
        let says = |item: &Item| match item {
            Item::Open(text) | Item::Branch(text) => raw::shown(text).width().min(cap),
            Item::Message { .. } | Item::Note { .. } | Item::Close => 0,
        };
        let most = diagram.items.iter().map(says).max().unwrap_or(0);
        plan.width = plan.width.max(if most == 0 { 0 } else { most + 2 * margin + 5 });
        for (at, item) in diagram.items.iter().enumerate() {
            if let Item::Open(text) | Item::Branch(text) = item {
                plan.texts[at] = label(text, plan.width.saturating_sub(2 * margin + 5).max(1));
            }
        }
        Some(plan)
    }

    /// The rows that an item takes.
    fn height(&self, at: usize) -> usize {
        let lines = self.texts[at].len();
        match &self.diagram.items[at] {
            Item::Message { from, to, .. } if from == to => lines.max(2),
            Item::Message { .. } => lines + 1,
            Item::Note { .. } => lines.max(1) + 2,
            Item::Open(_) | Item::Branch(_) => lines.max(1),
            Item::Close => 1,
        }
    }

    fn draw(&self) -> Option<Vec<Line>> {
        let top = self.heads.iter().map(Vec::len).max()?.max(1) + 2;
        let total = top + (0..self.texts.len()).map(|i| self.height(i)).sum::<usize>() + 1;
        let mut canvas = Canvas::new(self.width, total)?;
        for (person, column) in self.columns.iter().enumerate() {
            for y in top..total {
                canvas.line(*column, y, UP | DOWN, person, Weight::Thin)?;
            }
            self.head(person, *column, top, &mut canvas)?;
        }
        let mut y = top;
        let mut open = Vec::new();
        for at in 0..self.texts.len() {
            let height = self.height(at);
            self.item(at, y, &mut open, &mut canvas)?;
            y += height;
        }
        Some(canvas.lines())
    }

    fn head(&self, person: usize, column: usize, top: usize, canvas: &mut Canvas) -> Option<()> {
        let lines = &self.heads[person];
        let wide = widest(lines).max(1) + 4;
        let x = column - (wide - 1) / 2;
        let high = lines.len().max(1) + 2;
        let y = top - high;
        boxed(canvas, (x, y, wide, high), usize::MAX - person)?;
        if self.diagram.people[person].actor {
            rounded(canvas, (x, y, wide, high));
        }
        centred(canvas, (x, y, wide), lines, Style::default().bold());
        canvas.branch(column, top - 1, DOWN);
        Some(())
    }

    fn item(&self, at: usize, y: usize, open: &mut Vec<usize>, canvas: &mut Canvas) -> Option<()> {
        let lines = &self.texts[at];
        let owner = 1000 + at;
        match &self.diagram.items[at] {
            Item::Message { from, to, dotted, .. } if from == to => {
                let (x, last) = (self.columns[*from], y + lines.len().max(2) - 1);
                let weight = if *dotted { Weight::Dotted } else { Weight::Thin };
                canvas.branch(x, y, RIGHT);
                for x in x + 1..x + 3 {
                    canvas.line(x, y, LEFT | RIGHT, owner, weight)?;
                    canvas.line(x, last, LEFT | RIGHT, owner, weight)?;
                }
                canvas.line(x + 3, y, LEFT | DOWN, owner, weight)?;
                (y + 1..last).try_for_each(|y| canvas.line(x + 3, y, UP | DOWN, owner, weight))?;
                canvas.line(x + 3, last, LEFT | UP, owner, weight)?;
                self.arrow(at, x + 1, last, false, canvas);
                for (i, line) in lines.iter().enumerate() {
                    put(canvas, x + 5, y + i, line, Style::default());
                }
            }
            Item::Message { from, to, dotted, tail, .. } => {
                let (a, b) = (self.columns[*from], self.columns[*to]);
                let (left, right) = (a.min(b), a.max(b));
                let row = y + lines.len();
                let weight = if *dotted { Weight::Dotted } else { Weight::Thin };
                for x in left + 1..right {
                    canvas.line(x, row, LEFT | RIGHT, owner, weight)?;
                }
                canvas.branch(a, row, if a < b { RIGHT } else { LEFT });
                self.arrow(at, if a < b { b - 1 } else { b + 1 }, row, a < b, canvas);
                if *tail == EdgeEnd::Arrow {
                    let (x, sign) = if a < b { (a + 1, "◄") } else { (a - 1, "►") };
                    canvas.mark(x, row, sign, Style::of(Tone::Dim));
                }
                centred(canvas, (left, y - 1, right - left + 1), lines, Style::default());
            }
            Item::Note { side, first, last, .. } => {
                let wide = widest(lines).max(1) + 4;
                let (a, b) = (self.columns[*first], self.columns[*last]);
                let (x, wide) = match side {
                    NoteSide::Left => (a - 1 - wide, wide),
                    NoteSide::Right => (a + 2, wide),
                    NoteSide::Over => {
                        let wide = wide.max(b - a + 5);
                        (a + (b - a) / 2 - (wide - 1) / 2, wide)
                    }
                };
                let high = lines.len().max(1) + 2;
                (y..y + high).for_each(|y| (x..x + wide).for_each(|x| canvas.blank(x, y)));
                boxed(canvas, (x, y, wide, high), owner)?;
                centred(canvas, (x, y, wide), lines, Style::of(Tone::Plain).italic());
            }
            Item::Open(_) => {
                let (left, right) = self.block(open.len());
                self.rule(at, y, (left, right), (RIGHT | DOWN, LEFT | DOWN), canvas)?;
                self.edges(y, 1, open, canvas)?;
                open.push(at);
                self.edges(y + 1, lines.len().max(1) - 1, open, canvas)?;
                return Some(());
            }
            Item::Branch(_) => {
                let (left, right) = self.block(open.len().checked_sub(1)?);
                let sides = (UP | DOWN | RIGHT, UP | DOWN | LEFT);
                self.rule(at, y, (left, right), sides, canvas)?;
                self.edges(y, 1, &open[..open.len() - 1], canvas)?;
                self.edges(y + 1, lines.len().max(1) - 1, open, canvas)?;
                return Some(());
            }
            Item::Close => {
                open.pop();
                let (left, right) = self.block(open.len());
                self.rule(at, y, (left, right), (RIGHT | UP, LEFT | UP), canvas)?;
            }
        }
        let height = self.height(at);
        self.edges(y, height, open, canvas)
    }

    /// First and last column of a block's frame.
    fn block(&self, depth: usize) -> (usize, usize) {
        (BLOCK * depth, self.width - 1 - BLOCK * depth)
    }

    /// The sides of all open blocks.
    fn edges(&self, y: usize, rows: usize, open: &[usize], canvas: &mut Canvas) -> Option<()> {
        for (depth, at) in open.iter().enumerate() {
            let (left, right) = self.block(depth);
            for y in y..y + rows {
                canvas.line(left, y, UP | DOWN, 10_000 + at, Weight::Thin)?;
                canvas.line(right, y, UP | DOWN, 10_000 + at, Weight::Thin)?;
            }
        }
        Some(())
    }

    /// A horizontal piece of a block's frame, with its text.
    fn rule(
        &self,
        at: usize,
        y: usize,
        (left, right): (usize, usize),
        (first, last): (u8, u8),
        canvas: &mut Canvas,
    ) -> Option<()> {
        let owner = 20_000 + at;
        canvas.line(left, y, first, owner, Weight::Thin)?;
        canvas.line(right, y, last, owner, Weight::Thin)?;
        for x in left + 1..right {
            let branch = first & UP != 0 && first & DOWN != 0;
            canvas.line(x, y, LEFT | RIGHT, owner, if branch { Weight::Dotted } else { Weight::Thin })?;
        }
        for (i, line) in self.texts[at].iter().enumerate() {
            for x in left + 2..left + 4 + line.width() {
                canvas.blank(x, y + i);
            }
            put(canvas, left + 3, y + i, line, Style::of(Tone::Name));
        }
        Some(())
    }

    fn arrow(&self, at: usize, x: usize, y: usize, rightwards: bool, canvas: &mut Canvas) {
        let Item::Message { head, .. } = &self.diagram.items[at] else { return };
        let sign = match head {
            // No message has one of the last three.
            EdgeEnd::None | EdgeEnd::Triangle | EdgeEnd::Diamond | EdgeEnd::Hollow => return,
            EdgeEnd::Arrow if rightwards => "►",
            EdgeEnd::Arrow => "◄",
            EdgeEnd::Circle => "○",
            EdgeEnd::Cross => "×",
        };
        canvas.mark(x, y, sign, Style::of(Tone::Dim));
    }
}

/// The column of each participant, and the first one right of everything.
fn columns(
    diagram: &Diagram,
    heads: &[Vec<Line>],
    texts: &[Vec<Line>],
    margin: usize,
) -> Option<(Vec<usize>, usize)> {
    let count = heads.len();
    // Column 0 is the left edge, the last one the right edge: (from, to, minimum distance).
    let mut needs: Vec<(usize, usize, usize)> = Vec::new();
    let half = |wide: usize| wide / 2 + 1;
    for (i, head) in heads.iter().enumerate() {
        let wide = widest(head).max(1) + 4;
        needs.push((0, i + 1, (wide - 1) / 2));
        let next = heads.get(i + 1).map_or(0, |next| widest(next).max(1).div_ceil(2) + 3);
        needs.push((i + 1, i + 2, half(wide) + next));
    }
    for (item, text) in diagram.items.iter().zip(texts) {
        let wide = widest(text);
        match item {
            Item::Message { from, to, .. } if from == to => needs.push((from + 1, from + 2, wide + 6)),
            Item::Message { from, to, .. } => needs.push((from.min(to) + 1, from.max(to) + 1, wide + 4)),
            Item::Note { side: NoteSide::Left, first, .. } => needs.push((*first, first + 1, wide + 6)),
            Item::Note { side: NoteSide::Right, first, .. } => needs.push((first + 1, first + 2, wide + 7)),
            Item::Note { side: NoteSide::Over, first, last, .. } if first == last => {
                needs.push((*first, first + 1, half(wide + 4) + 1));
                needs.push((first + 1, first + 2, half(wide + 4) + 2));
            }
            Item::Note { side: NoteSide::Over, first, last, .. } => {
                needs.push((first + 1, last + 1, wide + 2));
                needs.push((*first, first + 1, 4));
                needs.push((last + 1, last + 2, 4));
            }
            Item::Open(_) | Item::Branch(_) | Item::Close => {}
        }
    }
    let mut columns = vec![margin; count + 2];
    for column in 1..count + 2 {
        let far = needs.iter().filter(|(_, to, _)| *to == column).map(|(from, _, far)| columns[*from] + far);
        columns[column] = far.max()?.max(columns[column - 1]);
    }
    let right = columns.pop()?;
    columns.remove(0);
    Some((columns, right))
}

fn put(canvas: &mut Canvas, x: usize, y: usize, line: &Line, style: Style) {
    let text: Shown = line.spans.iter().map(|s| &s.text).collect();
    canvas.text(x, y, &text, style);
}

/// Lines in the middle of a box, below its first row.
fn centred(canvas: &mut Canvas, (x, y, wide): (usize, usize, usize), lines: &[Line], style: Style) {
    for (i, line) in lines.iter().enumerate() {
        put(canvas, x + wide.saturating_sub(line.width()) / 2, y + 1 + i, line, style);
    }
}

fn boxed(canvas: &mut Canvas, (x, y, wide, high): (usize, usize, usize, usize), owner: usize) -> Option<()> {
    let (right, bottom) = (x + wide - 1, y + high - 1);
    let thin = Weight::Thin;
    for x in x + 1..right {
        canvas.line(x, y, LEFT | RIGHT, owner, thin)?;
        canvas.line(x, bottom, LEFT | RIGHT, owner, thin)?;
    }
    for y in y + 1..bottom {
        canvas.line(x, y, UP | DOWN, owner, thin)?;
        canvas.line(right, y, UP | DOWN, owner, thin)?;
    }
    canvas.line(x, y, RIGHT | DOWN, owner, thin)?;
    canvas.line(right, y, LEFT | DOWN, owner, thin)?;
    canvas.line(x, bottom, RIGHT | UP, owner, thin)?;
    canvas.line(right, bottom, LEFT | UP, owner, thin)
}

fn rounded(canvas: &mut Canvas, (x, y, wide, high): (usize, usize, usize, usize)) {
    let dim = Style::of(Tone::Dim);
    canvas.mark(x, y, "╭", dim);
    canvas.mark(x + wide - 1, y, "╮", dim);
    canvas.mark(x, y + high - 1, "╰", dim);
    canvas.mark(x + wide - 1, y + high - 1, "╯", dim);
}

//! Draws a flowchart.
//!
//! - Layer by layer in the chart's direction; if that does not fit, with narrower labels, then turned.
//! - Everything is computed along and across the layers, and turned into columns and rows at the very end.
//! - Edges carry their labels where they arrive.
//! - Below the chart: edges from a node to itself, and the groups.

use super::canvas::{Canvas, DOWN, LEFT, RIGHT, UP};
use super::graph::{Direction, Graph, Head, Shape};
use super::layers::{self, Layers};
use super::place::{self, Places, Sizes};
use super::route::{self, Net};
use crate::raw;
use asq_core::text::{Line, Shown, Span, Style, Tone, Untrusted, wrap};

/// Widths that labels are wrapped at, one after the other.
const CAPS: [usize; 4] = [24, 18, 13, 9];

/// The drawing; `None`: it does not fit.
pub(super) fn draw(graph: &Graph, width: usize) -> Option<Vec<Line>> {
    let layers = layers::of(graph)?;
    let turned = match graph.direction {
        Direction::Down => Direction::Right,
        Direction::Up => Direction::Left,
        Direction::Right => Direction::Down,
        Direction::Left => Direction::Up,
    };
    let tries = [graph.direction, turned].into_iter().flat_map(|d| CAPS.map(|cap| (d, cap)));
    let mut drawn =
        tries.filter_map(|(direction, cap)| Chart::new(graph, &layers, direction, cap).draw(width));
    let mut lines = drawn.next()?;
    lines.extend(legend(graph, width));
    Some(lines)
}

/// A label as the lines of a box.
pub(super) fn label(text: &str, cap: usize) -> Vec<Line> {
    let parts =
        text.replace("<br/>", "\n").replace("<br />", "\n").replace("<br>", "\n").replace("\\n", "\n");
    let shown = |part: &str| wrap::wrap(&Line::of(raw::shown(part.trim()), Style::default()), cap);
    parts.lines().flat_map(shown).collect()
}

/// One try.
struct Chart<'a> {
    graph: &'a Graph,
    layers: &'a Layers,
    direction: Direction,
    nodes: Vec<Vec<Line>>,
    /// Of each hop, where its edge arrives.
    labels: Vec<Vec<Line>>,
}

/// The sides of a cell, along and across the layers.
struct Sides {
    back: u8,
    forth: u8,
    less: u8,
    more: u8,
}

impl<'a> Chart<'a> {
    fn new(graph: &'a Graph, layers: &'a Layers, direction: Direction, cap: usize) -> Chart<'a> {
        let nodes = graph.nodes.iter().map(|n| label(&n.label, cap)).collect();
        let of_hop =
            |hop: &layers::Hop| if hop.last { label(&graph.edges[hop.edge].label, cap) } else { Vec::new() };
        let labels = layers.hops.iter().map(of_hop).collect();
        Chart { graph, layers, direction, nodes, labels }
    }

    /// Whether layers follow each other downwards or upwards.
    fn upright(&self) -> bool {
        matches!(self.direction, Direction::Down | Direction::Up)
    }

    fn sides(&self) -> Sides {
        let (back, forth, less, more) = match self.direction {
            Direction::Down => (UP, DOWN, LEFT, RIGHT),
            Direction::Up => (DOWN, UP, LEFT, RIGHT),
            Direction::Right => (LEFT, RIGHT, UP, DOWN),
            Direction::Left => (RIGHT, LEFT, UP, DOWN),
        };
        Sides { back, forth, less, more }
    }

    /// Across and along of a block of lines.
    fn size(&self, lines: &[Line]) -> (usize, usize) {
        let wide = lines.iter().map(Line::width).max().unwrap_or(0);
        if self.upright() { (wide, lines.len()) } else { (lines.len(), wide) }
    }

    fn draw(&self, width: usize) -> Option<Vec<Line>> {
        let frame = if self.upright() { (4, 2) } else { (2, 4) };
        let boxes: Vec<(usize, usize)> = self
            .layers
            .items
            .iter()
            .map(|item| match item {
                Some(node) => {
                    let (across, along) = self.size(&self.nodes[*node]);
                    (across.max(1) + frame.0, along.max(1) + frame.1)
                }
                None => (1, 1),
            })
            .collect();
        let sizes = Sizes {
            items: boxes.iter().map(|b| b.0).collect(),
            labels: self.labels.iter().map(|l| self.size(l).0).collect(),
            gap: if self.upright() { 2 } else { 1 },
            points: if self.upright() { 2 } else { 1 },
        };
        let places = place::place(self.graph, self.layers, sizes);
        if self.upright() && places.total > width {
            return None;
        }
        // Along the layers: layer, channel, layer …
        let mut at = 0;
        let mut starts = Vec::new();
        let mut channels = Vec::new();
        for (rank, items) in self.layers.ranks.iter().enumerate() {
            let deep = items.iter().map(|i| boxes[*i].1).max().unwrap_or(1);
            starts.push((at, deep));
            at += deep;
            if rank + 1 < self.layers.ranks.len() {
                let channel = self.channel(items, &places)?;
                let deep = channel.stub + channel.lanes + channel.labels + 1;
                channels.push((at, channel));
                at += deep;
            }
        }
        let along = at;
        if !self.upright() && along > width {
            return None;
        }
        let size = if self.upright() { (places.total, along) } else { (along, places.total) };
        let mut pen = Pen { canvas: Canvas::new(size.0, size.1)?, direction: self.direction, along };
        for (rank, items) in self.layers.ranks.iter().enumerate() {
            for item in items {
                self.item(*item, starts[rank], boxes[*item].1, &places, &mut pen)?;
            }
        }
        for (start, channel) in &channels {
            self.nets(*start, channel, &places, &mut pen)?;
        }
        Some(pen.canvas.lines())
    }

    /// What stands between a layer and the next.
    fn channel(&self, items: &[usize], places: &Places) -> Option<Channel> {
        let bundles: Vec<usize> =
            (0..places.bundles.len()).filter(|b| items.contains(&places.bundles[*b].from)).collect();
        let nets: Vec<Net> = bundles
            .iter()
            .map(|b| Net {
                leave: places.leaves[*b],
                arrive: places.bundles[*b].hops.iter().map(|h| places.arrives[*h]).collect(),
            })
            .collect();
        let (of, lanes) = route::lanes(&nets)?;
        let hops = || bundles.iter().flat_map(|b| &places.bundles[*b].hops);
        let labels = hops().map(|h| self.size(&self.labels[*h]).1).max().unwrap_or(0);
        let tails = bundles.iter().any(|b| places.bundles[*b].tail != Head::None);
        let stub = usize::from(tails || lanes == 0 || !self.upright());
        let labels = if labels > 0 && !self.upright() { labels + 2 } else { labels };
        Some(Channel { bundles, of, stub, lanes, labels })
    }

    fn item(
        &self,
        item: usize,
        (start, deep): (usize, usize),
        along: usize,
        places: &Places,
        pen: &mut Pen,
    ) -> Option<()> {
        let side = self.sides();
        let (across, size) = (places.starts[item], places.sizes[item]);
        let owner = usize::MAX - item;
        let leaving = || (0..places.bundles.len()).filter(|b| places.bundles[*b].from == item);
        let Some(node) = self.layers.items[item] else {
            for bundle in leaving() {
                for d in start..start + deep {
                    pen.line(across, d, side.back | side.forth, bundle, places.bundles[bundle].weight)?;
                }
            }
            return Some(());
        };
        let (last_a, last_d) = (across + size - 1, start + along - 1);
        for a in across..=last_a {
            for d in start..=last_d {
                let sides = [
                    (a == across || a == last_a) && d > start,
                    (a == across || a == last_a) && d < last_d,
                    (d == start || d == last_d) && a > across,
                    (d == start || d == last_d) && a < last_a,
                ];
                let bits = [side.back, side.forth, side.less, side.more];
                let sides = sides.iter().zip(bits).filter(|(on, _)| **on).fold(0, |all, (_, bit)| all | bit);
                if sides != 0 {
                    pen.line(a, d, sides, owner, super::canvas::Weight::Thin)?;
                }
            }
        }
        let corners = match self.graph.nodes[node].shape {
            Shape::Square => None,
            Shape::Round => Some(["╭", "╮", "╰", "╯"]),
            Shape::Slanted => Some(["╱", "╲", "╲", "╱"]),
        };
        let (x, y, wide, high) = pen.rectangle((across, size), (start, along));
        if let Some(corners) = corners {
            let dim = Style::of(Tone::Dim);
            for (sign, (dx, dy)) in
                corners.into_iter().zip([(0, 0), (wide - 1, 0), (0, high - 1), (wide - 1, high - 1)])
            {
                pen.canvas.mark(x + dx, y + dy, sign, dim);
            }
        }
        let lines = &self.nodes[node];
        let top = y + 1 + (high - 2).saturating_sub(lines.len()) / 2;
        for (i, line) in lines.iter().enumerate() {
            pen.put(x + (wide - line.width()) / 2, top + i, line, Style::default());
        }
        for bundle in leaving() {
            let at = places.leaves[bundle];
            if places.bundles[bundle].tail == Head::None {
                pen.branch(at, last_d, side.forth);
            }
            for d in last_d + 1..start + deep {
                pen.line(at, d, side.back | side.forth, bundle, places.bundles[bundle].weight)?;
            }
        }
        Some(())
    }

    /// The edges of a channel, which begins at `start`.
    fn nets(&self, start: usize, channel: &Channel, places: &Places, pen: &mut Pen) -> Option<()> {
        let side = self.sides();
        let end = start + channel.stub + channel.lanes + channel.labels;
        for (bundle, lane) in channel.bundles.iter().zip(&channel.of) {
            let Bundled { weight, tail, hops } = Bundled::of(places, *bundle);
            let leave = places.leaves[*bundle];
            let through = side.back | side.forth;
            let turn = lane.map(|lane| start + channel.stub + lane);
            for d in start..turn.unwrap_or(start) {
                pen.line(leave, d, through, *bundle, weight)?;
            }
            if let Some(turn) = turn {
                let all = || hops.iter().map(|h| places.arrives[*h]);
                let (least, most) = (all().min()?.min(leave), all().max()?.max(leave));
                for a in least..=most {
                    let mut sides = 0;
                    sides |= if a > least { side.less } else { 0 };
                    sides |= if a < most { side.more } else { 0 };
                    sides |= if a == leave { side.back } else { 0 };
                    sides |= if all().any(|x| x == a) { side.forth } else { 0 };
                    pen.line(a, turn, sides, *bundle, weight)?;
                }
            }
            for hop in hops {
                let arrive = places.arrives[*hop];
                for d in turn.map_or(start, |turn| turn + 1)..=end {
                    pen.line(arrive, d, through, *bundle, weight)?;
                }
                let (_, head) = place::ends(self.graph, self.layers, *hop);
                pen.head(arrive, end, head, true);
                self.put_label(*hop, arrive, end, pen);
            }
            pen.head(leave, start, tail, false);
        }
        Some(())
    }

    fn put_label(&self, hop: usize, arrive: usize, end: usize, pen: &mut Pen) {
        let lines = &self.labels[hop];
        let (across, along) = self.size(lines);
        if across == 0 || along == 0 {
            return;
        }
        let first = end - along - usize::from(!self.upright());
        let (x, y, wide, _) = pen.rectangle((arrive - (across - 1) / 2, across), (first, along));
        for (i, line) in lines.iter().enumerate() {
            pen.put(x + (wide - line.width()) / 2, y + i, line, Style::of(Tone::Name));
        }
    }
}

/// Between two layers: which bundles, their lanes, and how deep its parts are.
struct Channel {
    bundles: Vec<usize>,
    of: Vec<Option<usize>>,
    stub: usize,
    lanes: usize,
    labels: usize,
}

/// A bundle's looks and members.
struct Bundled<'p> {
    weight: super::canvas::Weight,
    tail: Head,
    hops: &'p [usize],
}

impl Bundled<'_> {
    fn of(places: &Places, bundle: usize) -> Bundled<'_> {
        let bundle = &places.bundles[bundle];
        Bundled { weight: bundle.weight, tail: bundle.tail, hops: &bundle.hops }
    }
}

/// Draws across and along the layers.
struct Pen {
    canvas: Canvas,
    direction: Direction,
    along: usize,
}

impl Pen {
    fn at(&self, across: usize, along: usize) -> (usize, usize) {
        match self.direction {
            Direction::Down => (across, along),
            Direction::Up => (across, self.along - 1 - along),
            Direction::Right => (along, across),
            Direction::Left => (self.along - 1 - along, across),
        }
    }

    /// Column, row, width and height of a piece given by start and length across and along.
    fn rectangle(&self, across: (usize, usize), along: (usize, usize)) -> (usize, usize, usize, usize) {
        let mirrored = self.along.saturating_sub(along.0 + along.1);
        match self.direction {
            Direction::Down => (across.0, along.0, across.1, along.1),
            Direction::Up => (across.0, mirrored, across.1, along.1),
            Direction::Right => (along.0, across.0, along.1, across.1),
            Direction::Left => (mirrored, across.0, along.1, across.1),
        }
    }

    fn line(
        &mut self,
        across: usize,
        along: usize,
        sides: u8,
        owner: usize,
        weight: super::canvas::Weight,
    ) -> Option<()> {
        let (x, y) = self.at(across, along);
        self.canvas.line(x, y, sides, owner, weight)
    }

    fn branch(&mut self, across: usize, along: usize, side: u8) {
        let (x, y) = self.at(across, along);
        self.canvas.branch(x, y, side);
    }

    fn put(&mut self, x: usize, y: usize, line: &Line, style: Style) {
        let text: Shown = line.spans.iter().map(|s| &s.text).collect();
        self.canvas.text(x, y, &text, style);
    }

    fn head(&mut self, across: usize, along: usize, head: Head, forth: bool) {
        let (forwards, backwards) = match self.direction {
            Direction::Down => ("▼", "▲"),
            Direction::Up => ("▲", "▼"),
            Direction::Right => ("►", "◄"),
            Direction::Left => ("◄", "►"),
        };
        let sign = match head {
            Head::None => return,
            Head::Arrow if forth => forwards,
            Head::Arrow => backwards,
            Head::Circle => "○",
            Head::Cross => "×",
        };
        let (x, y) = self.at(across, along);
        self.canvas.mark(x, y, sign, Style::of(Tone::Dim));
    }
}

/// What the drawing does not show.
fn legend(graph: &Graph, width: usize) -> Vec<Line> {
    let dim = Style::of(Tone::Dim);
    let name = |node: usize| Shown::one_line(&Untrusted::from(graph.nodes[node].label.as_str()));
    let mut lines = Vec::new();
    for edge in graph.edges.iter().filter(|e| e.from == e.to) {
        let mut line = Line::of(name(edge.from), Style::default());
        line.push(Span::new(Shown::own(" → itself"), dim));
        if !edge.label.is_empty() {
            line.push(Span::new(Shown::own(": "), dim));
            line.push(Span::new(
                Shown::one_line(&Untrusted::from(edge.label.as_str())),
                Style::of(Tone::Name),
            ));
        }
        lines.extend(wrap::wrap_indent(&line, width, 0, 2));
    }
    for group in graph.groups.iter().filter(|g| !g.nodes.is_empty()) {
        let mut line =
            Line::of(Shown::one_line(&Untrusted::from(group.title.as_str())), Style::default().bold());
        line.push(Span::new(Shown::own(": "), dim));
        for (i, node) in group.nodes.iter().enumerate() {
            if i > 0 {
                line.push(Span::new(Shown::own(", "), dim));
            }
            line.push(Span::new(name(*node), Style::default()));
        }
        lines.extend(wrap::wrap_indent(&line, width, 0, 2));
    }
    if !lines.is_empty() {
        lines.insert(0, Line::default());
    }
    lines
}

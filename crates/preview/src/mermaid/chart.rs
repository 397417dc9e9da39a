//! Draws a flowchart.
//!
//! - Layer by layer in the chart's direction; if that doesn't fit, with narrower labels, then turned.
//! - Everything is computed along and across the layers, and becomes columns and rows only at the end.
//! - Edges carry their labels at the end they arrive at; a group has a dotted border with its title.
//! - Below the chart: edges from a node to itself, and groups whose title has no room.

use super::NotDrawn;
use super::canvas::{Canvas, DOWN, LEFT, RIGHT, UP, Weight};
use super::graph::{Direction, EdgeEnd, Graph, NodeShape};
use super::label::{BoxLines, label, legend};
use super::laid::{Channel, Laid};
use super::layers::{self, Layers};
use super::pen::Pen;
use super::place::{self, Places, Sizes};
use super::route::{self, Net};
use asq_core::text::{Line, Style, Tone};

/// Widths for wrapping labels, tried in turn.
const CAPS: [usize; 4] = [24, 18, 13, 9];

/// The drawing. Edges to groups that form a cycle are listed below it.
pub(super) fn draw(graph: &Graph, width: usize) -> Result<Vec<Line>, NotDrawn> {
    let (plain, apart) = graph.without_anchors();
    match attempt(graph, width, graph, &[]) {
        Err(NotDrawn::Tangled) if !apart.is_empty() => attempt(&plain, width, graph, &apart),
        result => result,
    }
}

fn attempt(graph: &Graph, width: usize, whole: &Graph, apart: &[usize]) -> Result<Vec<Line>, NotDrawn> {
    let layers = layers::of(graph)?;
    let turned = match graph.direction {
        Direction::Down => Direction::Right,
        Direction::Up => Direction::Left,
        Direction::Right => Direction::Down,
        Direction::Left => Direction::Up,
    };
    let tries = [graph.direction, turned].into_iter().flat_map(|d| CAPS.map(|cap| (d, cap)));
    // Any other reason says more than this one.
    let mut why = NotDrawn::Tangled;
    for (direction, cap) in tries {
        match Chart::new(graph, &layers, direction, cap).draw(width) {
            Ok(Drawn { mut lines, untitled }) => {
                lines.extend(legend(whole, &untitled, apart, width));
                return Ok(lines);
            }
            Err(other) if why == NotDrawn::Tangled => why = other,
            Err(_) => {}
        }
    }
    Err(why)
}

/// A drawing, and the groups whose title isn't in it.
struct Drawn {
    lines: Vec<Line>,
    untitled: Vec<usize>,
}

pub(super) struct Chart<'a> {
    pub(super) graph: &'a Graph,
    pub(super) layers: &'a Layers,
    direction: Direction,
    nodes: Vec<BoxLines>,
    /// For each hop, where its edge arrives.
    labels: Vec<Vec<Line>>,
}

/// The sides of a cell, along and across the layers.
pub(super) struct Sides {
    pub(super) back: u8,
    pub(super) forth: u8,
    pub(super) less: u8,
    pub(super) more: u8,
}

impl<'a> Chart<'a> {
    fn new(graph: &'a Graph, layers: &'a Layers, direction: Direction, cap: usize) -> Chart<'a> {
        let nodes = graph.nodes.iter().map(|n| BoxLines::of(n, cap)).collect();
        let of_hop =
            |hop: &layers::Hop| if hop.last { label(&graph.edges[hop.edge].label, cap) } else { Vec::new() };
        let labels = layers.hops.iter().map(of_hop).collect();
        Chart { graph, layers, direction, nodes, labels }
    }

    /// Whether layers run down or up.
    pub(super) fn upright(&self) -> bool {
        matches!(self.direction, Direction::Down | Direction::Up)
    }

    pub(super) fn sides(&self) -> Sides {
        let (back, forth, less, more) = match self.direction {
            Direction::Down => (UP, DOWN, LEFT, RIGHT),
            Direction::Up => (DOWN, UP, LEFT, RIGHT),
            Direction::Right => (LEFT, RIGHT, UP, DOWN),
            Direction::Left => (RIGHT, LEFT, UP, DOWN),
        };
        Sides { back, forth, less, more }
    }

    /// A block of lines, across and along.
    fn size(&self, lines: &[Line]) -> (usize, usize) {
        let wide = lines.iter().map(Line::width).max().unwrap_or(0);
        if self.upright() { (wide, lines.len()) } else { (lines.len(), wide) }
    }

    /// The contents of a node's box, across and along.
    fn inside(&self, node: usize) -> (usize, usize) {
        let inside = &self.nodes[node];
        let (wide, high) = (inside.width(), inside.height());
        if self.upright() { (wide, high) } else { (high, wide) }
    }

    fn draw(&self, width: usize) -> Result<Drawn, NotDrawn> {
        let frame = if self.upright() { (4, 2) } else { (2, 4) };
        let boxes: Vec<(usize, usize)> = self
            .layers
            .items
            .iter()
            .map(|item| match item {
                Some(node) if self.graph.nodes[*node].shape.is_anchor() => (1, 1),
                Some(node) => {
                    let (across, along) = self.inside(*node);
                    (across.max(1) + frame.0, along.max(1) + frame.1)
                }
                None => (1, 1),
            })
            .collect();
        let sizes = Sizes {
            items: boxes.iter().map(|b| b.0).collect(),
            labels: self.labels.iter().map(|l| self.size(l).0).collect(),
            // A cell is about twice as high as wide, so two columns look like one row.
            gap: if self.upright() { 2 } else { 1 },
            points: if self.upright() { 2 } else { 1 },
            pad: if self.upright() { 2 } else { 1 },
            least: self.graph.groups.iter().map(|g| self.title(&g.title).1).collect(),
        };
        let places = place::place(self.graph, self.layers, sizes);
        if self.upright() && places.total > width {
            return Err(NotDrawn::Wide(width));
        }
        // Along the layers: layer, channel, layer …
        let mut at = self.beginning(0);
        let mut starts = Vec::new();
        let mut channels = Vec::new();
        for (rank, items) in self.layers.ranks.iter().enumerate() {
            let deep = items.iter().map(|i| boxes[*i].1).max().unwrap_or(1);
            starts.push((at, deep));
            at += deep;
            if rank + 1 < self.layers.ranks.len() {
                let channel = self.channel(rank, items, &places).ok_or(NotDrawn::Tangled)?;
                let deep = channel.deep();
                channels.push((at, channel));
                at += deep;
            }
        }
        let along = at + self.ending(self.layers.ranks.len() - 1);
        if !self.upright() && along > width {
            return Err(NotDrawn::Wide(width));
        }
        let rims = self.rims(&channels, along);
        let lengths = boxes.iter().map(|b| b.1).collect();
        let laid = Laid { places, lengths, starts, channels, rims, along };
        self.put_all(&laid).ok_or(NotDrawn::Tangled)
    }

    /// Draws what was laid out.
    fn put_all(&self, laid: &Laid) -> Option<Drawn> {
        let (across, along) = (laid.places.total, laid.along);
        let size = if self.upright() { (across, along) } else { (along, across) };
        let mut pen = Pen { canvas: Canvas::new(size.0, size.1)?, direction: self.direction, along };
        for (rank, items) in self.layers.ranks.iter().enumerate() {
            for item in items {
                self.item(*item, laid.starts[rank], laid, &mut pen)?;
            }
        }
        for at in 0..laid.rims.len() {
            self.border(at, laid, &mut pen)?;
        }
        for (rank, (start, channel)) in laid.channels.iter().enumerate() {
            self.nets((rank, *start), channel, laid, &mut pen)?;
        }
        let untitled = (0..laid.rims.len()).filter(|at| !self.put_title(*at, laid, &mut pen));
        let untitled = untitled.map(|at| self.layers.bounds[at].group).collect();
        Some(Drawn { lines: pen.canvas.lines(), untitled })
    }

    /// Draws the space between a layer and the next.
    fn channel(&self, rank: usize, items: &[usize], places: &Places) -> Option<Channel> {
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
        let tails = bundles.iter().any(|b| places.bundles[*b].tail != EdgeEnd::None);
        let stub = usize::from(tails || lanes == 0 || !self.upright());
        let labels = if labels > 0 && !self.upright() { labels + 2 } else { labels };
        let (bottoms, tops) = (self.ending(rank), self.beginning(rank + 1));
        // Next to each other, a border and a lane would look like one line.
        let apart = |borders: usize| usize::from(borders > 0 && !self.upright());
        let gaps = (apart(bottoms), apart(tops));
        Some(Channel { bundles, of, stub, bottoms, lanes, labels, tops, gaps })
    }

    fn item(&self, item: usize, (start, deep): (usize, usize), laid: &Laid, pen: &mut Pen) -> Option<()> {
        let side = self.sides();
        let (places, along) = (&laid.places, laid.lengths[item]);
        let (across, size) = (places.starts[item], places.sizes[item]);
        // Bundles count up from 0, so no border is taken for a part of an edge.
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
        if self.graph.nodes[node].shape.is_anchor() {
            return Some(());
        }
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
                    pen.line(a, d, sides, owner, Weight::Thin)?;
                }
            }
        }
        let corners = match self.graph.nodes[node].shape {
            NodeShape::Square | NodeShape::Entry | NodeShape::Exit => None,
            NodeShape::Round => Some(["╭", "╮", "╰", "╯"]),
            NodeShape::Slanted => Some(["╱", "╲", "╲", "╱"]),
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
        let inside = &self.nodes[node];
        let mut row = y + 1 + (high - 2).saturating_sub(inside.height()) / 2;
        let style = if inside.parts.is_empty() { Style::default() } else { Style::default().bold() };
        for line in &inside.label {
            pen.put(x + (wide - line.width()) / 2, row, line, style);
            row += 1;
        }
        for part in &inside.parts {
            pen.canvas.branch(x, row, RIGHT);
            for x in x + 1..x + wide - 1 {
                pen.canvas.line(x, row, LEFT | RIGHT, owner, Weight::Thin)?;
            }
            pen.canvas.branch(x + wide - 1, row, LEFT);
            row += 1;
            for line in part {
                pen.put(x + 2, row, line, Style::default());
                row += 1;
            }
        }
        for bundle in leaving() {
            let at = places.leaves[bundle];
            if places.bundles[bundle].tail == EdgeEnd::None {
                pen.branch(at, last_d, side.forth);
            }
            for d in last_d + 1..start + deep {
                pen.line(at, d, side.back | side.forth, bundle, places.bundles[bundle].weight)?;
            }
        }
        Some(())
    }

    /// The edges of a channel, which begins at `start`.
    fn nets(
        &self,
        (rank, start): (usize, usize),
        channel: &Channel,
        laid: &Laid,
        pen: &mut Pen,
    ) -> Option<()> {
        let side = self.sides();
        let places = &laid.places;
        let end = start + channel.deep() - 1;
        let lanes = start + channel.lanes();
        // The border that an edge to or from a group ends at.
        let rim = |item: usize| -> Option<(usize, usize)> {
            let node = self.layers.items[item].filter(|n| self.graph.nodes[*n].shape.is_anchor())?;
            let group = *self.graph.around(node).first()?;
            Some(laid.rims[self.layers.bounds.iter().position(|b| b.group == group)?])
        };
        for (bundle, lane) in channel.bundles.iter().zip(&channel.of) {
            let Bundled { weight, tail, hops } = Bundled::of(places, *bundle);
            let leave = places.leaves[*bundle];
            let through = side.back | side.forth;
            let turn = lane.map(|lane| lanes + lane);
            let exit = rim(places.bundles[*bundle].from).map(|(_, last)| last);
            let begins = exit.map_or(start, |last| last + 1);
            for d in begins..turn.unwrap_or(begins) {
                pen.line(leave, d, through, *bundle, weight)?;
            }
            if let Some(last) = exit.filter(|_| tail == EdgeEnd::None) {
                pen.branch(leave, last, side.forth);
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
                let entry = rim(self.layers.hops[*hop].to).map(|(first, _)| first);
                for d in turn.map_or(begins, |turn| turn + 1)..entry.unwrap_or(end + 1) {
                    pen.line(arrive, d, through, *bundle, weight)?;
                }
                let (_, head) = place::ends(self.graph, self.layers, *hop);
                match entry {
                    Some(first) if head == EdgeEnd::None => pen.branch(arrive, first, side.back),
                    Some(first) => pen.head(arrive, first, head, true),
                    None => pen.head(arrive, end, head, true),
                }
                self.put_label(*hop, arrive, lanes + channel.lanes + channel.labels, pen);
            }
            // A box may be shorter than its layer.
            let leaves = laid.starts[rank].0 + laid.lengths[places.bundles[*bundle].from];
            pen.head(leave, exit.unwrap_or(leaves), tail, false);
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

/// A bundle's style and members.
struct Bundled<'p> {
    weight: Weight,
    tail: EdgeEnd,
    hops: &'p [usize],
}

impl Bundled<'_> {
    fn of(places: &Places, bundle: usize) -> Bundled<'_> {
        let bundle = &places.bundles[bundle];
        Bundled { weight: bundle.weight, tail: bundle.tail, hops: &bundle.hops }
    }
}

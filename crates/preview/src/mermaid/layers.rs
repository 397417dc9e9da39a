//! Assigns the nodes of a chart to layers, and orders each layer.
//!
//! - An edge leads from a layer to a later one; an edge that closes a cycle is reversed for this, but not in
//!   the drawing.
//! - An edge over several layers has a place of its own in each.
//! - Neighbours' places improve the order; the order with the fewest crossings wins.
//! - Members of a group are adjacent, and groups keep their side in all layers.

use super::NotDrawn;
use super::bounds::{self, Bounds};
use super::graph::{Edge, Graph, NodeShape};
use std::cmp::Ordering;

/// Most nodes and passages.
const ITEMS: usize = 240;
/// How often the order is improved.
const SWEEPS: usize = 8;

/// A piece of an edge between neighbouring layers.
#[derive(Clone, Debug)]
pub(super) struct Hop {
    pub(super) edge: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    /// The edge runs against the layers.
    pub(super) turned: bool,
    pub(super) first: bool,
    pub(super) last: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Layers {
    /// A node, or the passage of an edge, in a layer.
    pub(super) items: Vec<Option<usize>>,
    pub(super) ranks: Vec<Vec<usize>>,
    pub(super) hops: Vec<Hop>,
    /// The groups that aren't empty.
    pub(super) bounds: Vec<Bounds>,
    /// The groups around each item, outermost first.
    pub(super) around: Vec<Vec<usize>>,
    /// The left-to-right keys of items, then of groups.
    pub(super) keys: Vec<f64>,
}

/// An item or a group, for ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Item(usize),
    Group(usize),
}

pub(super) fn of(graph: &Graph) -> Result<Layers, NotDrawn> {
    let edges: Vec<(usize, usize, usize)> = directed(graph);
    let firm =
        |edge: &Edge| edge.hidden || [edge.from, edge.to].iter().any(|n| graph.nodes[*n].shape.is_anchor());
    if edges.iter().any(|(edge, from, _)| graph.edges[*edge].from != *from && firm(&graph.edges[*edge])) {
        // Edges to a group that form a cycle.
        return Err(NotDrawn::Tangled);
    }
    let mut rank = ranks(graph, &edges);
    anchored(graph, &mut rank);
    let mut layers = Layers {
        items: (0..graph.nodes.len()).map(Some).collect(),
        ranks: vec![Vec::new(); rank.iter().max().ok_or(NotDrawn::Empty)? + 1],
        hops: Vec::new(),
        bounds: bounds::of(graph, &rank),
        around: (0..graph.nodes.len()).map(|n| outermost(graph.around(n))).collect(),
        keys: Vec::new(),
    };
    for (node, rank) in rank.iter().enumerate() {
        layers.ranks[*rank].push(node);
    }
    for (edge, from, to) in edges.into_iter().filter(|(edge, ..)| !graph.edges[*edge].hidden) {
        let turned = graph.edges[edge].from != from;
        let mut at = from;
        for passed in rank[from] + 1..rank[to] {
            layers.items.push(None);
            let within = bounds::within(&layers.bounds, passed, [from, to].map(|end| &layers.around[end]));
            layers.around.push(within);
            let item = layers.items.len() - 1;
            layers.ranks[passed].push(item);
            layers.hops.push(Hop { edge, from: at, to: item, turned, first: at == from, last: false });
            at = item;
        }
        layers.hops.push(Hop { edge, from: at, to, turned, first: at == from, last: true });
        if layers.items.len() > ITEMS {
            return Err(NotDrawn::Tangled);
        }
    }
    layers.order();
    Ok(layers)
}

fn outermost(mut groups: Vec<usize>) -> Vec<usize> {
    groups.reverse();
    groups
}

/// Puts a group's stand-in into its first or last layer.
fn anchored(graph: &Graph, rank: &mut [usize]) {
    for (group, _) in graph.groups.iter().enumerate() {
        let inside: Vec<usize> =
            (0..graph.nodes.len()).filter(|n| graph.around(*n).contains(&group)).collect();
        let members = || inside.iter().filter(|n| !graph.nodes[**n].shape.is_anchor()).map(|n| rank[*n]);
        let (first, last) = (members().min(), members().max());
        for node in &graph.groups[group].nodes {
            match graph.nodes[*node].shape {
                NodeShape::Entry => rank[*node] = first.unwrap_or(rank[*node]),
                NodeShape::Exit => rank[*node] = last.unwrap_or(rank[*node]),
                NodeShape::Square | NodeShape::Round | NodeShape::Slanted => {}
            }
        }
    }
}

/// The edges without circles: number, from, to.
fn directed(graph: &Graph) -> Vec<(usize, usize, usize)> {
    let count = graph.nodes.len();
    let mut out = vec![Vec::new(); count];
    for (i, edge) in graph.edges.iter().enumerate().filter(|(_, e)| e.from != e.to) {
        out[edge.from].push((i, edge.to));
    }
    let (mut seen, mut active) = (vec![false; count], vec![false; count]);
    // Depth first: an edge to a node of the current path closes a cycle.
    let mut turned = vec![false; graph.edges.len()];
    for start in 0..count {
        if seen[start] {
            continue;
        }
        let mut path = vec![(start, 0)];
        (seen[start], active[start]) = (true, true);
        while let Some((node, next)) = path.last_mut() {
            let Some((edge, to)) = out[*node].get(*next).copied() else {
                active[*node] = false;
                path.pop();
                continue;
            };
            *next += 1;
            if active[to] {
                turned[edge] = true;
            } else if !seen[to] {
                (seen[to], active[to]) = (true, true);
                path.push((to, 0));
            }
        }
    }
    let straight = graph.edges.iter().enumerate().filter(|(_, e)| e.from != e.to);
    straight.map(|(i, e)| if turned[i] { (i, e.to, e.from) } else { (i, e.from, e.to) }).collect()
}

/// The layer of each node: after all nodes that lead to it, and as close as possible to those it leads to.
fn ranks(graph: &Graph, edges: &[(usize, usize, usize)]) -> Vec<usize> {
    let count = graph.nodes.len();
    let mut rank = vec![0; count];
    // Without cycles this many rounds suffice.
    for _ in 0..count {
        let mut changed = false;
        for (edge, from, to) in edges {
            let least = rank[*from] + usize::from(!graph.edges[*edge].hidden);
            if rank[*to] < least {
                rank[*to] = least;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    for node in 0..count {
        let edges = || edges.iter().filter(|(edge, ..)| !graph.edges[*edge].hidden);
        let led = graph.edges.iter().any(|e| e.hidden && e.to == node);
        if !led
            && edges().all(|(_, _, to)| *to != node)
            && let Some(next) = edges().filter(|(_, from, _)| *from == node).map(|(_, _, to)| rank[*to]).min()
        {
            rank[node] = next - 1;
        }
    }
    rank
}

/// Where items and groups belong from left to right: items by their places, a group by its items.
fn keys(layers: &Layers) -> Vec<f64> {
    let mut keys = vec![0.0; layers.items.len()];
    for rank in &layers.ranks {
        for (place, item) in rank.iter().enumerate() {
            keys[*item] = place as f64 - (rank.len() as f64 - 1.0) / 2.0;
        }
    }
    let groups = layers.bounds.iter().map(|b| b.group + 1).max().unwrap_or(0);
    let of = |group: usize| {
        let inside: Vec<f64> =
            (0..layers.items.len()).filter(|i| layers.around[*i].contains(&group)).map(|i| keys[i]).collect();
        inside.iter().sum::<f64>() / inside.len().max(1) as f64
    };
    let groups: Vec<f64> = (0..groups).map(of).collect();
    keys.extend(groups);
    keys
}

impl Layers {
    /// Orders from left to right: two sides differ where the groups around them diverge.
    pub(super) fn compare(&self, a: Side, b: Side) -> Ordering {
        let path = |side: Side| -> Vec<Side> {
            let around = match side {
                Side::Item(item) => &self.around[item],
                Side::Group(group) => {
                    let found = self.bounds.iter().find(|b| b.group == group);
                    return found
                        .map_or_else(Vec::new, |b| b.around.iter().map(|g| Side::Group(*g)).collect())
                        .into_iter()
                        .chain([side])
                        .collect();
                }
            };
            around.iter().map(|g| Side::Group(*g)).chain([side]).collect()
        };
        let (a, b) = (path(a), path(b));
        let Some((a, b)) = a.iter().zip(&b).find(|(a, b)| a != b) else { return Ordering::Equal };
        let key = |side: &Side| match side {
            Side::Item(item) => (self.keys[*item], 0, *item),
            Side::Group(group) => (self.keys[self.items.len() + group], 1, *group),
        };
        let (a, b) = (key(a), key(b));
        a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2)))
    }
    /// The place of each item in its layer.
    pub(super) fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.items.len()];
        for rank in &self.ranks {
            for (place, item) in rank.iter().enumerate() {
                places[*item] = place;
            }
        }
        places
    }

    fn order(&mut self) {
        self.gather();
        let mut best = (self.crossings(), self.ranks.clone(), self.keys.clone());
        for sweep in 0..SWEEPS {
            let down = sweep % 2 == 0;
            for at in 0..self.ranks.len() {
                let rank = if down { at } else { self.ranks.len() - 1 - at };
                self.mend(rank, down);
            }
            self.gather();
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.ranks.clone(), self.keys.clone());
            }
        }
        (_, self.ranks, self.keys) = best;
    }

    /// Makes members of a group adjacent.
    fn gather(&mut self) {
        if self.bounds.is_empty() {
            return;
        }
        self.keys = keys(self);
        let mut ranks = std::mem::take(&mut self.ranks);
        for rank in &mut ranks {
            rank.sort_by(|a, b| self.compare(Side::Item(*a), Side::Item(*b)));
        }
        self.ranks = ranks;
    }

    /// Sorts a layer by the places of its items' neighbours.
    fn mend(&mut self, rank: usize, down: bool) {
        let places = self.places();
        let middle = |item: usize| {
            let (mut sum, mut count) = (0, 0);
            for hop in &self.hops {
                let (this, other) = if down { (hop.to, hop.from) } else { (hop.from, hop.to) };
                if this == item {
                    sum += places[other];
                    count += 1;
                }
            }
            // Thousandths of a place.
            (sum * 1000_usize).checked_div(count).unwrap_or(places[item] * 1000)
        };
        let mut keyed: Vec<(usize, usize)> = self.ranks[rank].iter().map(|i| (middle(*i), *i)).collect();
        keyed.sort_by_key(|(middle, _)| *middle);
        self.ranks[rank] = keyed.into_iter().map(|(_, item)| item).collect();
    }

    fn crossings(&self) -> usize {
        let places = self.places();
        let mut rank_of = vec![0; self.items.len()];
        for (rank, items) in self.ranks.iter().enumerate() {
            for item in items {
                rank_of[*item] = rank;
            }
        }
        let mut count = 0;
        for (i, a) in self.hops.iter().enumerate() {
            for b in &self.hops[i + 1..] {
                if rank_of[a.from] == rank_of[b.from] {
                    let from = places[a.from].cmp(&places[b.from]);
                    let to = places[a.to].cmp(&places[b.to]);
                    count += usize::from(from.is_lt() && to.is_gt() || from.is_gt() && to.is_lt());
                }
            }
        }
        count
    }
}

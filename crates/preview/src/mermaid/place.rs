//! Where items are within their layers, and where their edges start and end.
//!
//! - Edges with the same look leave a node at one point; each edge arrives at a point of its own.
//! - An item is as close to its neighbours' points as the items next to it allow.
//! - Labels of arriving edges have room next to each other.

use super::borders;
use super::canvas::Weight;
use super::graph::{EdgeEnd, Graph};
use super::layers::Layers;

/// How often items move towards their neighbours.
const SWEEPS: usize = 11;

/// Edges that leave an item at one point.
#[derive(Clone, Debug)]
pub(super) struct Bundle {
    pub(super) from: usize,
    pub(super) hops: Vec<usize>,
    pub(super) weight: Weight,
    /// The look of that point.
    pub(super) tail: EdgeEnd,
}

/// Sizes that decide the places, all across the layers.
pub(super) struct Sizes {
    pub(super) items: Vec<usize>,
    /// For each hop the size of its label, 0 without one.
    pub(super) labels: Vec<usize>,
    pub(super) gap: usize,
    /// Between points of one item.
    pub(super) points: usize,
    /// From the border of a box to its contents, and the narrowest box of each group.
    pub(super) pad: usize,
    pub(super) least: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Places {
    pub(super) starts: Vec<usize>,
    pub(super) sizes: Vec<usize>,
    pub(super) bundles: Vec<Bundle>,
    /// For each bundle, where it leaves.
    pub(super) leaves: Vec<usize>,
    /// For each hop, where it arrives.
    pub(super) arrives: Vec<usize>,
    /// The boxes, as `Layers::bounds` has them.
    pub(super) boxes: Vec<borders::BorderColumns>,
    pub(super) total: usize,
}

/// The two ends of an edge along the layers: where it leaves, where it arrives.
pub(super) fn ends(graph: &Graph, layers: &Layers, hop: usize) -> (EdgeEnd, EdgeEnd) {
    let hop = &layers.hops[hop];
    let edge = &graph.edges[hop.edge];
    let (tail, head) = if hop.turned { (edge.head, edge.tail) } else { (edge.tail, edge.head) };
    (if hop.first { tail } else { EdgeEnd::None }, if hop.last { head } else { EdgeEnd::None })
}

pub(super) fn place(graph: &Graph, layers: &Layers, wanted: Sizes) -> Places {
    let order = layers.places();
    let mut bundles = bundled(graph, layers);
    // From left to right in the order of their targets.
    bundles.sort_by_key(|b| {
        let sum: usize = b.hops.iter().map(|h| order[layers.hops[*h].to]).sum();
        (b.from, sum * 1000 / b.hops.len().max(1))
    });
    let mut bundle_of = vec![0; layers.hops.len()];
    for (i, bundle) in bundles.iter().enumerate() {
        for hop in &bundle.hops {
            bundle_of[*hop] = i;
        }
    }
    let Sizes { items: mut sizes, labels, gap, points, pad, least } = wanted;
    let mut leaves = vec![0; bundles.len()];
    let mut arrives = vec![0; layers.hops.len()];
    let mut sides = vec![(0, 0); sizes.len()];
    for item in 0..sizes.len() {
        let out: Vec<usize> = (0..bundles.len()).filter(|b| bundles[*b].from == item).collect();
        let mut ins: Vec<usize> = (0..layers.hops.len()).filter(|h| layers.hops[*h].to == item).collect();
        ins.sort_by_key(|h| (order[layers.hops[*h].from], bundle_of[*h]));
        let mut steps = vec![0];
        for pair in ins.windows(2) {
            let apart = labels[pair[0]] / 2 + labels[pair[1]].saturating_sub(1) / 2 + points;
            steps.push(steps[steps.len() - 1] + apart.max(points));
        }
        let in_span = steps[ins.len().saturating_sub(1)];
        let out_span = points * out.len().saturating_sub(1);
        let span = in_span.max(out_span);
        if let Some(node) = layers.items[item] {
            let frame = if graph.nodes[node].shape.is_anchor() { 1 } else { 3 };
            sizes[item] = sizes[item].max(span + frame);
        }
        let middle = (sizes[item] - 1) / 2;
        for (hop, step) in ins.iter().zip(&steps) {
            let at = middle - in_span / 2 + step;
            arrives[*hop] = at;
            let (left, right) = (labels[*hop].saturating_sub(1) / 2, labels[*hop] / 2);
            sides[item].0 = left.saturating_sub(at).max(sides[item].0);
            sides[item].1 = (at + right + 1).saturating_sub(sizes[item]).max(sides[item].1);
        }
        for (i, bundle) in out.iter().enumerate() {
            leaves[*bundle] = middle - out_span / 2 + points * i;
        }
    }
    let points = |hop: usize| (leaves[bundle_of[hop]], arrives[hop]);
    let mut starts = aligned(layers, &sizes, &sides, gap, points);
    let mut boxes = Vec::new();
    if !layers.bounds.is_empty() {
        let items =
            borders::Items { starts: &mut starts, sizes: &sizes, sides: &sides, gap, pad, least: &least };
        boxes = borders::fence(layers, items, points);
    }
    for (leave, bundle) in leaves.iter_mut().zip(&bundles) {
        *leave += starts[bundle.from];
    }
    for (arrive, hop) in arrives.iter_mut().zip(&layers.hops) {
        *arrive += starts[hop.to];
    }
    let total = (0..sizes.len()).map(|i| starts[i] + sizes[i] + sides[i].1);
    let total = total.chain(boxes.iter().map(|b| b.right + 1)).max().unwrap_or(0);
    Places { starts, sizes, bundles, leaves, arrives, boxes, total }
}

fn bundled(graph: &Graph, layers: &Layers) -> Vec<Bundle> {
    let mut bundles: Vec<Bundle> = Vec::new();
    for (i, hop) in layers.hops.iter().enumerate() {
        let weight = graph.edges[hop.edge].weight;
        let (tail, _) = ends(graph, layers, i);
        let alike = |b: &&mut Bundle| b.from == hop.from && b.weight == weight && b.tail == tail;
        // A point that looks like something of its own, such as a diamond, belongs to one edge.
        let joins = matches!(tail, EdgeEnd::None | EdgeEnd::Triangle) && hop.first;
        match bundles.iter_mut().find(alike).filter(|_| joins) {
            Some(bundle) => bundle.hops.push(i),
            None => bundles.push(Bundle { from: hop.from, hops: vec![i], weight, tail }),
        }
    }
    bundles
}

/// The start of each item, so that edges are as straight as possible.
fn aligned(
    layers: &Layers,
    sizes: &[usize],
    sides: &[(usize, usize)],
    gap: usize,
    points: impl Fn(usize) -> (usize, usize),
) -> Vec<usize> {
    let apart = |a: usize, b: usize| (sizes[a] + sides[a].1 + gap + sides[b].0) as f64;
    let mut starts = vec![0.0; sizes.len()];
    for rank in &layers.ranks {
        for pair in rank.windows(2) {
            starts[pair[1]] = starts[pair[0]] + apart(pair[0], pair[1]);
        }
    }
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        for at in 0..layers.ranks.len() {
            let rank = &layers.ranks[if down { at } else { layers.ranks.len() - 1 - at }];
            let wishes: Vec<(f64, f64)> = rank
                .iter()
                .map(|item| {
                    let mut wishes: Vec<f64> = Vec::new();
                    for (i, hop) in layers.hops.iter().enumerate() {
                        let (leave, arrive) = points(i);
                        let (leave, arrive) = (leave as f64, arrive as f64);
                        if down && hop.to == *item {
                            wishes.push(starts[hop.from] + leave - arrive);
                        } else if !down && hop.from == *item {
                            wishes.push(starts[hop.to] + arrive - leave);
                        }
                    }
                    let count = wishes.len() as f64;
                    if wishes.is_empty() {
                        // Without edges it gives way to its neighbours.
                        (starts[*item], 0.1)
                    } else if sweep + 1 == SWEEPS && wishes.len() % 2 == 1 {
                        // In the end one straight edge is better than several bent ones.
                        wishes.sort_by(f64::total_cmp);
                        (wishes[wishes.len() / 2], count)
                    } else {
                        (wishes.iter().sum::<f64>() / count, count)
                    }
                })
                .collect();
            let distances: Vec<f64> = rank.windows(2).map(|pair| apart(pair[0], pair[1])).collect();
            for (item, start) in rank.iter().zip(nearest(&wishes, &distances)) {
                starts[*item] = start;
            }
        }
    }
    let first = (0..sizes.len()).map(|i| starts[i] - sides[i].0 as f64).fold(f64::INFINITY, f64::min);
    starts.iter().map(|start| (start - first).round().max(0.0) as usize).collect()
}

/// The starts closest to the wishes (each with its weight) that keep order and distances.
fn nearest(wishes: &[(f64, f64)], distances: &[f64]) -> Vec<f64> {
    let mut offset = 0.0;
    let mut offsets = vec![0.0];
    for distance in distances {
        offset += distance;
        offsets.push(offset);
    }
    // Neighbours that would overlap move as one.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for ((wish, weight), offset) in wishes.iter().zip(&offsets) {
        blocks.push(((wish - offset) * weight, *weight, 1));
        while let [.., a, b] = &blocks[..]
            && a.0 / a.1 > b.0 / b.1
        {
            let joined = (a.0 + b.0, a.1 + b.1, a.2 + b.2);
            blocks.truncate(blocks.len() - 2);
            blocks.push(joined);
        }
    }
    let moved = blocks.iter().flat_map(|(sum, weight, count)| std::iter::repeat_n(sum / weight, *count));
    // An error of rounding must not decide about halves.
    moved.zip(&offsets).map(|(start, offset)| (start + 1e-6).round() + offset).collect()
}

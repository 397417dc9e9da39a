//! The layers that groups span.
//!
//! - A group spans all layers from its first node to its last; empty groups have none.
//! - A passage of an edge is in the groups of one of its ends, as far as they reach.

use super::graph::Graph;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) group: usize,
    /// The groups around it, outermost first.
    pub(super) around: Vec<usize>,
    pub(super) first: usize,
    pub(super) last: usize,
    /// How many boxes start before it in its first layer, and end before it in its last.
    pub(super) begins: usize,
    pub(super) ends: usize,
}

/// The layers of all groups, outer groups first.
pub(super) fn of(graph: &Graph, rank: &[usize]) -> Vec<Bounds> {
    let mut all: Vec<Bounds> = Vec::new();
    for group in 0..graph.groups.len() {
        let inside = (0..graph.nodes.len()).filter(|n| graph.around(*n).contains(&group));
        let ranks: Vec<usize> = inside.map(|n| rank[n]).collect();
        let (Some(first), Some(last)) = (ranks.iter().min(), ranks.iter().max()) else { continue };
        let mut around: Vec<usize> =
            std::iter::successors(graph.groups[group].parent, |g| graph.groups[*g].parent).collect();
        around.reverse();
        all.push(Bounds { group, around, first: *first, last: *last, begins: 0, ends: 0 });
    }
    all.sort_by_key(|b| b.around.len());
    for at in 0..all.len() {
        let outer = |b: &&Bounds| all[at].around.contains(&b.group) && b.first == all[at].first;
        all[at].begins = all.iter().filter(outer).count();
    }
    for at in (0..all.len()).rev() {
        let inner = |b: &&Bounds| b.around.contains(&all[at].group) && b.last == all[at].last;
        all[at].ends = all.iter().filter(inner).map(|b| b.ends + 1).max().unwrap_or(0);
    }
    all
}

/// The groups of a passage in a layer: those of one end of its edge, as far as they reach.
pub(super) fn within(bounds: &[Bounds], rank: usize, ends: [&Vec<usize>; 2]) -> Vec<usize> {
    let spans =
        |group: &usize| bounds.iter().any(|b| b.group == *group && (b.first..=b.last).contains(&rank));
    let reach = |groups: &Vec<usize>| groups.iter().copied().take_while(spans).collect::<Vec<usize>>();
    let [one, other] = ends.map(reach);
    if one.len() >= other.len() { one } else { other }
}

//! Groups as boxes around their contents.
//!
//! - A group spans the layers of its nodes; in all of them, other items stay outside its box.
//! - One order of items and groups decides on which side, so that no two boxes overlap.
//! - A box is as wide as its title, and as close to its nodes as possible.

use super::layers::{Layers, Side};

/// How often items move back to where their edges are straight.
const ROUNDS: usize = 6;

/// A box across the layers: the columns of its two borders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BorderColumns {
    pub(super) left: usize,
    pub(super) right: usize,
}

/// What the boxes need to know about items.
pub(super) struct Items<'a> {
    pub(super) starts: &'a mut Vec<usize>,
    pub(super) sizes: &'a [usize],
    /// Room for labels on both sides.
    pub(super) sides: &'a [(usize, usize)],
    pub(super) gap: usize,
    /// From a border to the contents of its box.
    pub(super) pad: usize,
    /// Narrowest box of each group.
    pub(super) least: &'a [usize],
}

/// Moves items apart for the boxes and returns the boxes' places. `points`: where a hop leaves and arrives in
/// its items.
pub(super) fn fence(
    layers: &Layers,
    items: Items<'_>,
    points: impl Fn(usize) -> (usize, usize),
) -> Vec<BorderColumns> {
    let count = layers.items.len();
    let Items { starts, sizes, sides, gap, pad, least } = items;
    let bounds = &layers.bounds;
    let (left, right) = (|b: usize| count + 2 * b, |b: usize| count + 2 * b + 1);
    // Each entry: the second is at least this far after the first.
    let mut apart: Vec<(usize, isize, usize)> = Vec::new();
    let after = |item: usize| (sizes[item] + sides[item].1) as isize;
    let before = |item: usize| sides[item].0 as isize;
    for rank in &layers.ranks {
        for pair in rank.windows(2) {
            apart.push((pair[0], after(pair[0]) + gap as isize + before(pair[1]), pair[1]));
        }
    }
    let pad = pad as isize;
    for (at, b) in bounds.iter().enumerate() {
        apart.push((left(at), least[b.group] as isize - 1, right(at)));
        for rank in &layers.ranks[b.first..=b.last] {
            for item in rank {
                if layers.around[*item].contains(&b.group) {
                    apart.push((left(at), pad + before(*item), *item));
                    apart.push((*item, after(*item) - 1 + pad, right(at)));
                } else if layers.compare(Side::Item(*item), Side::Group(b.group)).is_lt() {
                    apart.push((*item, after(*item) + gap as isize, left(at)));
                } else {
                    apart.push((right(at), 1 + gap as isize + before(*item), *item));
                }
            }
        }
        for (other, o) in bounds.iter().enumerate() {
            if o.around.contains(&b.group) {
                apart.push((left(at), pad, left(other)));
                apart.push((right(other), pad, right(at)));
            } else if other != at
                && !b.around.contains(&o.group)
                && b.first <= o.last
                && o.first <= b.last
                && layers.compare(Side::Group(b.group), Side::Group(o.group)).is_lt()
            {
                apart.push((right(at), 1 + gap as isize, left(other)));
            }
        }
    }
    let mut x: Vec<isize> = starts.iter().map(|s| *s as isize).collect();
    // Left of everything, with room to add distances.
    x.extend(std::iter::repeat_n(isize::MIN / 4, 2 * bounds.len()));
    // Boxes start left of all their contents.
    let least_left = x[..count].iter().min().copied().unwrap_or(0) - pad * (bounds.len() as isize + 1);
    for at in 0..bounds.len() {
        x[left(at)] = least_left;
    }
    settle(&mut x, &apart);
    let links: Vec<(usize, usize, isize)> = (0..layers.hops.len())
        .map(|hop| {
            let (leave, arrive) = points(hop);
            (layers.hops[hop].from, layers.hops[hop].to, leave as isize - arrive as isize)
        })
        .collect();
    for round in 0..ROUNDS {
        tighten(&mut x, &apart, count);
        for rank in 0..layers.ranks.len() {
            let rank = if round % 2 == 0 { rank } else { layers.ranks.len() - 1 - rank };
            for item in &layers.ranks[rank] {
                straighten(*item, &mut x, &apart, &links, round % 2 == 0);
            }
        }
    }
    tighten(&mut x, &apart, count);
    let first = (0..count).map(|i| x[i] - before(i)).chain(x[count..].iter().copied()).min().unwrap_or(0);
    for (start, x) in starts.iter_mut().zip(&x) {
        *start = (x - first).max(0) as usize;
    }
    let side = |at: usize| (x[at] - first).max(0) as usize;
    (0..bounds.len()).map(|at| BorderColumns { left: side(left(at)), right: side(right(at)) }).collect()
}

/// Moves items right if they are too close. There are no cycles, so it ends.
fn settle(x: &mut [isize], apart: &[(usize, isize, usize)]) {
    for _ in 0..=x.len() {
        let mut moved = false;
        for (a, by, b) in apart {
            if x[*b] < x[*a] + by {
                x[*b] = x[*a] + by;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}

/// Tightens the borders: left ones move right as far as possible, right ones left.
fn tighten(x: &mut [isize], apart: &[(usize, isize, usize)], count: usize) {
    for at in (count..x.len()).rev() {
        let lowest = apart.iter().filter(|(_, _, b)| *b == at).map(|(a, by, _)| x[*a] + by).max();
        let highest = apart.iter().filter(|(a, ..)| *a == at).map(|(_, by, b)| x[*b] - by).min();
        let wish = if (at - count).is_multiple_of(2) { highest } else { lowest };
        if let Some(wish) = wish {
            x[at] = wish.max(lowest.unwrap_or(wish));
        }
    }
}

/// Moves an item to where its edges on one side are straight, as far as there is room.
fn straighten(
    item: usize,
    x: &mut [isize],
    apart: &[(usize, isize, usize)],
    links: &[(usize, usize, isize)],
    down: bool,
) {
    let mut wishes: Vec<isize> = links
        .iter()
        .filter_map(|(from, to, by)| match down {
            true if *to == item => Some(x[*from] + by),
            false if *from == item => Some(x[*to] - by),
            true | false => None,
        })
        .collect();
    wishes.sort_unstable();
    let Some(wish) = wishes.get(wishes.len() / 2).copied() else { return };
    let lowest = apart.iter().filter(|(_, _, b)| *b == item).map(|(a, by, _)| x[*a] + by).max();
    let highest = apart.iter().filter(|(a, ..)| *a == item).map(|(_, by, b)| x[*b] - by).min();
    let wish = highest.map_or(wish, |highest| wish.min(highest));
    x[item] = lowest.map_or(wish, |lowest| wish.max(lowest));
}

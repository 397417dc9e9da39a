//! A parsed chart of any family: nodes, edges, groups.
//!
//! - At most 60 nodes and 100 edges.
//! - A node is in at most one group; groups nest. An empty group is a node.
//! - An edge to or from a group ends at an invisible member of the group.

use super::NotDrawn;
use super::canvas::Weight;

/// The direction of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Down,
    Up,
    Right,
    Left,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeShape {
    Square,
    Round,
    /// A decision.
    Slanted,
    /// Invisible: where edges to a group end.
    Entry,
    /// Invisible: where edges from a group start.
    Exit,
}

impl NodeShape {
    /// Whether it stands for a group.
    pub(super) fn is_anchor(self) -> bool {
        matches!(self, NodeShape::Entry | NodeShape::Exit)
    }
}

/// The end of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EdgeEnd {
    None,
    Arrow,
    Circle,
    Cross,
    /// The parent in an inheritance.
    Triangle,
    /// The whole in a composition, and in an aggregation.
    Diamond,
    Hollow,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) label: String,
    /// The parts below the label, each after a rule: attributes, operations.
    pub(super) parts: Vec<Vec<String>>,
    pub(super) shape: NodeShape,
}

impl Node {
    /// A node labelled with its name.
    pub(super) fn new(name: &str, shape: NodeShape) -> Node {
        Node { name: name.to_owned(), label: name.to_owned(), parts: Vec::new(), shape }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: String,
    pub(super) weight: Weight,
    pub(super) tail: EdgeEnd,
    pub(super) head: EdgeEnd,
    /// Invisible: it only orders its nodes.
    pub(super) hidden: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) title: String,
    /// Its own nodes, without those of inner groups.
    pub(super) nodes: Vec<usize>,
    pub(super) parent: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Graph {
    pub(super) direction: Direction,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub(super) groups: Vec<Group>,
}

/// Most nodes, and most edges.
const NODES: usize = 60;
const EDGES: usize = 100;

impl Graph {
    pub(super) fn new(direction: Direction) -> Graph {
        Graph { direction, nodes: Vec::new(), edges: Vec::new(), groups: Vec::new() }
    }

    /// The node with a name, created if missing.
    pub(super) fn node(&mut self, name: &str, shape: NodeShape) -> usize {
        self.nodes.iter().position(|n| n.name == name).unwrap_or_else(|| {
            self.nodes.push(Node::new(name, shape));
            self.nodes.len() - 1
        })
    }

    /// Puts a node into a group, unless it is in one.
    pub(super) fn put(&mut self, node: usize, group: Option<usize>) {
        if let Some(group) = group
            && !self.groups.iter().any(|g| g.nodes.contains(&node))
        {
            self.groups[group].nodes.push(node);
        }
    }

    /// Whether it exceeds the limits of a drawing.
    pub(super) fn check(&self) -> Result<(), NotDrawn> {
        if self.nodes.len() > NODES {
            return Err(NotDrawn::Many("60 nodes"));
        }
        if self.edges.len() > EDGES {
            return Err(NotDrawn::Many("100 edges"));
        }
        Ok(())
    }

    /// The same without edges to groups and their invisible ends, plus those edges.
    pub(super) fn without_anchors(&self) -> (Graph, Vec<usize>) {
        let kept: Vec<usize> = (0..self.nodes.len()).filter(|n| !self.nodes[*n].shape.is_anchor()).collect();
        let now = |node: usize| kept.iter().position(|n| *n == node);
        let mut apart = Vec::new();
        let mut plain = Graph::new(self.direction);
        plain.nodes.extend(kept.iter().map(|n| self.nodes[*n].clone()));
        for (at, edge) in self.edges.iter().enumerate() {
            match (now(edge.from), now(edge.to)) {
                (Some(from), Some(to)) => plain.edges.push(Edge { from, to, ..edge.clone() }),
                (Some(_) | None, _) => apart.push(at),
            }
        }
        for group in &self.groups {
            let nodes = group.nodes.iter().filter_map(|n| now(*n)).collect();
            plain.groups.push(Group { nodes, ..group.clone() });
        }
        (plain, apart)
    }

    /// The group of a node and the groups around it, innermost first.
    pub(super) fn around(&self, node: usize) -> Vec<usize> {
        let inner = self.groups.iter().position(|g| g.nodes.contains(&node));
        std::iter::successors(inner, |group| self.groups[*group].parent).collect()
    }

    /// Finishes the reading: edges to groups get an end, an empty group becomes a node.
    pub(super) fn done(mut self) -> Result<Graph, NotDrawn> {
        self.check()?;
        // Inner groups come first: an empty one becomes a node of the group around it.
        for group in (0..self.groups.len()).rev() {
            let Group { name, title, nodes, parent } = self.groups[group].clone();
            let inside = self.groups.iter().any(|g| g.parent == Some(group));
            let named = (0..self.nodes.len()).find(|n| self.nodes[*n].name == name && !nodes.contains(n));
            if nodes.is_empty() && !inside {
                let node = named.unwrap_or_else(|| self.node(&name, NodeShape::Square));
                self.nodes[node].label = title;
                self.put(node, parent);
                continue;
            }
            if let Some(node) = named {
                if self.nodes[node].label != name && title == name {
                    // It was described as a node.
                    let label = self.nodes[node].label.clone();
                    self.groups[group].title = label;
                }
                self.anchor(node, group);
            }
        }
        if self.nodes.is_empty() { Err(NotDrawn::Empty) } else { Ok(self) }
    }

    /// Makes a node the end of edges to or from a group.
    fn anchor(&mut self, node: usize, group: usize) {
        for other in &mut self.groups {
            other.nodes.retain(|n| *n != node);
        }
        let members: Vec<usize> =
            (0..self.nodes.len()).filter(|n| *n != node && self.around(*n).contains(&group)).collect();
        let enters = self.edges.iter().any(|e| e.to == node);
        let leaves = self.edges.iter().any(|e| e.from == node);
        let exit = if enters && leaves { self.nodes.len() } else { node };
        let name = self.nodes[node].name.clone();
        if enters {
            self.nodes[node] = Node { label: String::new(), ..Node::new(&name, NodeShape::Entry) };
        }
        if exit != node {
            self.nodes.push(Node::new("", NodeShape::Exit));
        }
        if leaves {
            self.nodes[exit] =
                Node { label: String::new(), ..Node::new(&format!("{name} "), NodeShape::Exit) };
        }
        let hidden = |from: usize, to: usize| Edge {
            from,
            to,
            label: String::new(),
            weight: Weight::Thin,
            tail: EdgeEnd::None,
            head: EdgeEnd::None,
            hidden: true,
        };
        for edge in self.edges.iter_mut().filter(|e| e.from == node) {
            edge.from = exit;
        }
        for member in &members {
            if enters {
                self.edges.push(hidden(node, *member));
            }
            if leaves {
                self.edges.push(hidden(*member, exit));
            }
        }
        for anchor in [node, exit] {
            if (enters || leaves) && !self.groups[group].nodes.contains(&anchor) {
                self.groups[group].nodes.push(anchor);
            }
        }
        if !enters && !leaves {
            // Only mentioned: the group itself stands for it.
            self.nodes[node] = Node { label: String::new(), ..Node::new(&name, NodeShape::Entry) };
            self.groups[group].nodes.push(node);
        }
    }
}

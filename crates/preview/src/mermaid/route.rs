//! Lanes between two layers, in which edges run sideways.
//!
//! - Two edges never share a piece of a lane, or of the way to or from one.
//! - If that is impossible, there are no lanes and no drawing.

/// One edge, or several that leave together, between two layers.
#[derive(Clone, Debug)]
pub(super) struct Net {
    pub(super) leave: usize,
    pub(super) arrive: Vec<usize>,
}

impl Net {
    /// The ends of its sideways run; `None` if it runs straight.
    fn reach(&self) -> Option<(usize, usize)> {
        let all = || self.arrive.iter().copied().chain([self.leave]);
        let (least, most) = (all().min()?, all().max()?);
        (least < most).then_some((least, most))
    }
}

/// The lane of each net, `None` for straight ones, and the number of lanes.
pub(super) fn lanes(nets: &[Net]) -> Option<(Vec<Option<usize>>, usize)> {
    let reaches: Vec<Option<(usize, usize)>> = nets.iter().map(Net::reach).collect();
    // A net whose way out would cross another net's way in has to turn first.
    let before = |first: usize, then: usize| first != then && nets[then].arrive.contains(&nets[first].leave);
    let mut lanes: Vec<Option<usize>> = vec![None; nets.len()];
    let mut open: Vec<usize> = (0..nets.len()).filter(|n| reaches[*n].is_some()).collect();
    let mut used: Vec<Vec<(usize, usize)>> = Vec::new();
    while !open.is_empty() {
        let free = |net: &usize| open.iter().all(|other| !before(*other, *net));
        let net = *open.iter().find(|net| free(net))?;
        let (least, most) = reaches[net]?;
        let lowest =
            (0..nets.len()).filter(|o| before(*o, net)).filter_map(|o| lanes[o]).map(|l| l + 1).max();
        let mut lane = lowest.unwrap_or(0);
        while used.get(lane).is_some_and(|taken| taken.iter().any(|(a, b)| *a <= most && least <= *b)) {
            lane += 1;
        }
        if used.len() <= lane {
            used.resize(lane + 1, Vec::new());
        }
        used[lane].push((least, most));
        lanes[net] = Some(lane);
        open.retain(|other| *other != net);
    }
    let count = used.len();
    Some((lanes, count))
}

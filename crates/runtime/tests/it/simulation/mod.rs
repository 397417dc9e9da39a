//! The driver's machines over a store that fails, with processes that die, clocks that jump and rings that get lost:
//! ten thousand runs, each drawn from a seed. And bugs between the machines and their caller, each of which some run has to find.
//!
//! One run again: `ASQ_SIMULATE=SEED cargo test -p asq-runtime --test it simulation`.

mod acts;
mod bug;
mod chance;
mod checks;
mod proc;
mod world;

use bug::Mutant;
use world::World;

/// Runs of the whole suite.
const RUNS: u64 = 10_000;
/// The most runs that finding a bug may take.
const HUNT: u64 = 3000;

fn run(seed: u64, bug: Option<Mutant>) -> Vec<String> {
    let mut world = World::new(seed, bug);
    for _ in 0..100 + world.chance.below(150) {
        world.step();
    }
    world.settle();
    checks::wrong(&world)
}

/// The first of these seeds whose run breaks a promise.
fn hunt(bug: Option<Mutant>, seeds: std::ops::Range<u64>) -> Option<(u64, Vec<String>)> {
    seeds.map(|seed| (seed, run(seed, bug))).find(|(_, wrong)| !wrong.is_empty())
}

fn all_right(seeds: std::ops::Range<u64>) {
    if let Some((seed, wrong)) = hunt(None, seeds) {
        panic!("ASQ_SIMULATE={seed} cargo test -p asq-runtime --test it simulation\n{}", wrong.join("\n"));
    }
}

#[test]
fn ten_thousand_runs_keep_every_promise_first_half() {
    match std::env::var("ASQ_SIMULATE").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => all_right(seed..seed + 1),
        None => all_right(0..RUNS / 2),
    }
}

#[test]
fn ten_thousand_runs_keep_every_promise_second_half() {
    all_right(RUNS / 2..RUNS);
}

#[test]
fn the_same_seed_is_the_same_run() {
    let trace = |seed| {
        let mut world = World::new(seed, None);
        for _ in 0..200 {
            world.step();
        }
        world.settle();
        let ends = world.agents.iter().map(|agent| format!("{:?}", agent.replies));
        (world.clock, world.wall, ends.collect::<Vec<_>>())
    };
    for seed in 0..50 {
        assert_eq!(trace(seed), trace(seed));
    }
}

/// A simulation that misses one of these bugs proves nothing.
#[test]
fn every_planted_bug_is_found() {
    let bugs = [
        Mutant::ToldBeforeDisk,
        Mutant::UnknownIsDone,
        Mutant::NoReadBack,
        Mutant::SentAgainUnjudged,
        Mutant::DiskIsForgiven,
        Mutant::WaitUnread,
        Mutant::BellIsTruth,
        Mutant::ListIsEnough,
        Mutant::AnyIsMine,
        Mutant::NoExpiry,
        Mutant::ContentIsNoMatter,
        Mutant::ClaimIsForgotten,
        Mutant::JudgedOnce,
        Mutant::OnePage,
        Mutant::DeliveredFirst,
    ];
    let missed: Vec<Mutant> = bugs.into_iter().filter(|bug| hunt(Some(*bug), 0..HUNT).is_none()).collect();
    assert_eq!(missed, []);
}

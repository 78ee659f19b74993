//! Refinement: what the algorithms find is minimal, and what they spend.

#[allow(dead_code)] // examples use the rest
#[path = "support/generate.rs"]
mod generate;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;
#[path = "support/spurious.rs"]
mod spurious;

use rmt::internal::base::budget::{Budget, Stop};
use rmt::internal::base::ids::VarId;
use rmt::internal::reach::refine::{Oracle, Refinement, minimal_set, oracle};
use rmt::internal::reach::{Abstraction, Config};
use rmt::internal::smt::Settings;
use rmt::internal::verdict::{Bound, Verdict};

use generate::{Size, generate};
use load::{entry, load};
use spurious::spurious_paths;

/// Sets of numbers below 16 as bits: correct is what includes one of them.
struct Sufficient {
    sets: Vec<u16>,
    checks: u64,
    cores: bool,
    last: u16,
}

fn bits(vars: &[u16]) -> u16 {
    vars.iter().fold(0, |set, v| set | 1 << v)
}

impl Oracle<u16> for Sufficient {
    fn is_correct(&mut self, tracked: &[u16]) -> Result<bool, Stop> {
        self.checks += 1;
        let tracked = bits(tracked);
        // Not the smallest core: the last that there is.
        let found = self.sets.iter().rfind(|&&set| set & !tracked == 0);
        self.last = found.copied().unwrap_or(0);
        Ok(found.is_some())
    }

    fn core(&self) -> Option<Vec<u16>> {
        self.cores.then(|| (0..16).filter(|v| self.last & (1 << v) != 0).collect())
    }
}

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Theorem 1 by trying all subsets, and the bounds of Lemma 1.
#[test]
fn sets_are_minimal_and_checks_are_few() {
    let mut seed = 1;
    for round in 0..4000 {
        let n = round % 13;
        let all: Vec<u16> = (0..n).collect();
        let tracked: Vec<u16> = all.iter().copied().filter(|_| random(&mut seed).is_multiple_of(4)).collect();
        let undecided: Vec<u16> = all.iter().copied().filter(|v| !tracked.contains(v)).collect();
        let mask = bits(&all);
        // Few variables in most of them, as on real paths.
        let thin = |seed: &mut u64| random(seed) as u16 & random(seed) as u16 & random(seed) as u16 & mask;
        let mut sets: Vec<u16> = (0..1 + random(&mut seed) % 4).map(|_| thin(&mut seed)).collect();
        if round % 5 == 0 {
            sets = vec![mask];
        }
        for algorithm in Refinement::ALL {
            let cores = algorithm == Refinement::Core && round % 2 == 0;
            let mut oracle = Sufficient { sets: sets.clone(), checks: 0, cores, last: 0 };
            let needed = minimal_set(algorithm, &mut oracle, &tracked, &undecided).expect("nothing stops it");
            let checks = oracle.checks;
            let correct = |set: u16| sets.iter().any(|s| s & !(set | bits(&tracked)) == 0);
            let set = bits(&needed);
            assert!(correct(set) && needed.iter().all(|v| undecided.contains(v)), "{algorithm:?} {needed:?}");
            let mut part = set;
            while part != 0 {
                part = (part - 1) & set;
                assert!(!correct(part), "{algorithm:?}: {needed:?} is not minimal");
            }
            let (u, r) = (undecided.len() as u64, needed.len() as u64);
            match algorithm {
                Refinement::Storm => assert_eq!(checks, u),
                Refinement::Alg1 | Refinement::Alg2 => {
                    let halvings = u64::from(u.max(1).next_power_of_two().ilog2());
                    assert!(checks <= (2 * u).saturating_sub(1), "{checks} checks of {u} variables");
                    assert!(checks <= 1 + 2 * r * halvings, "{checks} checks of {u} variables for {r}");
                }
                Refinement::Core => assert!(checks <= u + 1, "{checks} checks of {u} variables"),
            }
        }
    }
}

/// On paths of random programs: both oracles agree about all sets of variables, and each algorithm's set is minimal.
#[test]
fn sets_of_paths_are_minimal() {
    let (settings, budget) = (Settings::default(), Budget::unlimited());
    let mut paths = 0;
    for seed in 0..24 {
        let loaded = load("random.bpl", &generate(seed, Size::default())).expect("the program is correct");
        let config = Config { bound: Some(Bound((seed % 3) as u32)), ..Config::default() };
        let entry = entry(&loaded).expect("there is one entry");
        spurious_paths(&loaded.program, entry, &config, &Budget::unlimited(), &mut |found| {
            let (stage, path, tracked, undecided) = (found.stage, found.path, found.tracked, found.undecided);
            assert!(undecided.len() <= 12, "too many globals to try all sets");
            paths += 1;
            let subset = |bits: usize| {
                let chosen = undecided.iter().enumerate().filter(move |(i, _)| bits & (1 << i) != 0);
                tracked.iter().copied().chain(chosen.map(|(_, &v)| v)).collect::<Vec<VarId>>()
            };
            let mut all_sets = |algorithm| {
                let mut oracle =
                    oracle(algorithm, stage, path, undecided, &settings, &budget).expect("there is no limit");
                let correct = |bits| oracle.is_correct(&subset(bits)).expect("nothing stops it");
                (0..1usize << undecided.len()).map(correct).collect::<Vec<bool>>()
            };
            let correct = all_sets(Refinement::Alg1);
            assert_eq!(correct, all_sets(Refinement::Alg2), "seed {seed}");
            let mut further = Vec::new();
            for algorithm in Refinement::ALL {
                let mut oracle =
                    oracle(algorithm, stage, path, undecided, &settings, &budget).expect("there is no limit");
                further = minimal_set(algorithm, &mut *oracle, tracked, undecided).expect("nothing stops it");
                let set: usize =
                    undecided.iter().enumerate().filter(|(_, v)| further.contains(v)).map(|(i, _)| 1 << i).sum();
                assert!(correct[set], "seed {seed}, {algorithm:?}");
                let parts = (0..set).filter(|part| part & !set == 0);
                parts.for_each(|part| assert!(!correct[part], "seed {seed}, {algorithm:?}: not minimal"));
            }
            Some(further)
        });
    }
    assert!(paths >= 12, "{paths} paths");
}

const TWO_FLAGS: &str = "var a, b, c, d: bool;
procedure main() {
  a := true; b := false; c := a; d := b;
  if (!a) { d := true; }
  assert a;
}
";

/// The set that sufficed comes with the verdict.
#[test]
fn the_tracked_globals_are_reported() {
    let loaded = load("p.bpl", TWO_FLAGS).expect("the program is correct");
    let entry = entry(&loaded).expect("there is one entry");
    for refinement in Refinement::ALL {
        let abstraction = Some(Abstraction { tracked: Vec::new(), refinement });
        let config = Config { abstraction, ..Config::default() };
        let checked =
            rmt::internal::driver::check(&loaded.program, entry, &config, &Budget::unlimited(), false, &mut |_| {});
        assert!(matches!(checked.verdict, Verdict::Safe(_)));
        let tracked = checked.stats.tracked.expect("globals were abstracted away");
        assert_eq!((tracked.all, tracked.searches), (4, 2));
        assert!(tracked.names == ["a"], "{refinement:?}: {:?}", tracked.names);
    }
}

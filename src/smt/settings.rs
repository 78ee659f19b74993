//! What sessions are made with: Z3's parameters, as `benches/` found them best for each kind of program.
//!
//! | parameters | for |
//! |--|--|
//! | [`DEFAULTS`] | every session |
//! | [`MEMORY`] | searches of programs whose state is in maps: those of Boogie, which only together are worth much |
//! | [`HEAP`] | of them, those whose heap is declared: Z3's own choice of what a literal is tried as (`ordinary.tsv`) |
//! | [`BITS`] | of all of them, those that work on bit-vectors: what is bit-blasted is tried by how often it was in a conflict, not from the goal down |
//! | [`BY_NEED`] | the same, until a candidate is none: Z3 leaves out axioms of arrays, and products of variables are any numbers |

/// Solver settings. The defaults are the ones that `benches/` found best.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub seed: u32,
    /// Memory limit of the whole process in bytes.
    pub memory: Option<u64>,
    /// Further Z3 parameters, `name=value`, applied last; see [`super::check_params`].
    pub extra: Vec<(String, String)>,
    /// Count the instances of quantifiers: [`super::Session::instances`].
    pub count_instances: bool,
    /// How much sessions make of arrays. `None`: everything, but searches choose by the program.
    pub arrays: Option<Arrays>,
    /// Of what is deferred, nothing is ever told: *sat* may be none, and takes no longer.
    pub never_deferred: bool,
}

/// How much Z3 makes of arrays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrays {
    /// Everything that is true of them.
    #[default]
    Exact,
    /// What directed equations need, as those of programs are: a store says what its reads are, but not what reads of the
    /// map below are, and maps with the same elements need not be equal. Products of variables are any numbers, too.
    /// *Unsat* is right all the same. *Sat* is a candidate, which somebody must try out; see
    /// [`super::Session::be_exact`].
    ByNeed,
}

/// Z3 parameters of every session.
const DEFAULTS: [(&str, &str); 4] = [
    ("smt.mbqi", "false"),
    // Queries have many small conjunctions of differences, and few deep ones.
    ("smt.arith.solver", "2"),
    // Unit literals that quantifier instances produce are not propagated to the search's base at once.
    ("smt.delay_units", "true"),
    // Else Z3 handles SIGINT itself while it works, and nobody else hears of it.
    ("ctrl_c", "false"),
];

const MEMORY: [(&str, &str); 7] = [
    ("smt.auto_config", "false"),
    ("smt.phase_selection", "0"),
    ("smt.restart_strategy", "0"),
    ("smt.restart_factor", "1.5"),
    ("smt.case_split", "3"),
    ("smt.arith.random_initial_value", "true"),
    ("smt.qi.eager_threshold", "100"),
];

const BY_NEED: [(&str, &str); 3] = [
    ("smt.array.weak", "true"),
    ("smt.array.extensional", "false"),
    // A Gröbner basis of the products in a driver can take for ever, and few paths depend on one.
    ("smt.arith.nl", "false"),
];

/// See above.
const HEAP: [(&str, &str); 1] = [("smt.phase_selection", "3")];

/// See above.
const BITS: [(&str, &str); 1] = [("smt.case_split", "1")];

/// The solver for products of variables.
pub(super) const NONLINEAR: (&str, &str) = ("smt.arith.solver", "6");

/// Values of `smt.phase_selection`; the second is Z3's default.
pub(super) const ALWAYS_TRUE: u32 = 1;
pub(super) const CACHED: u32 = 3;

impl Settings {
    /// The same for a program whose heap is declared.
    pub fn of_heap(&self) -> Settings {
        self.with(&HEAP)
    }

    /// The same for a program that works on bit-vectors.
    pub fn of_bits(&self) -> Settings {
        self.with(&BITS)
    }

    /// The same with the solver for products of variables from the first query on.
    pub fn of_products(&self) -> Settings {
        self.with(&[NONLINEAR])
    }

    /// With further parameters, before those that the user chooses.
    fn with(&self, own: &[(&str, &str)]) -> Settings {
        let own = own.iter().map(|&(name, value)| (name.to_string(), value.to_string()));
        Settings { extra: own.chain(self.extra.iter().cloned()).collect(), ..self.clone() }
    }

    /// Z3's parameters, later ones over earlier ones, for that much of arrays; with the solver for products, or without.
    pub(super) fn params(&self, arrays: Arrays, nonlinear: bool) -> Vec<(String, String)> {
        let named = |&(name, value): &(&str, &str)| (name.to_string(), value.to_string());
        let seed = ("smt.random_seed".to_string(), self.seed.to_string());
        let mut params: Vec<(String, String)> = DEFAULTS.iter().map(named).collect();
        if arrays == Arrays::ByNeed {
            params.extend(MEMORY.iter().chain(&BY_NEED).map(named));
        }
        params.push(seed);
        params.extend(self.extra.iter().cloned());
        params.extend(nonlinear.then(|| named(&NONLINEAR)));
        params
    }
}

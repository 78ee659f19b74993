//! Why a program is safe: a proof that can be taken away and checked again.
//!
//! A certificate is data of the engine that made it. What all have in common: a method, invariants at named places,
//! Boogie programs that verify without any inference, and the lemma by which these make a proof.

use std::fmt;

/// A proof that no execution violates an assertion, whatever the bound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Certificate {
    /// The engine that made it, by the name that `--provers` takes.
    pub engine: String,
    /// How the verdict names the method: `Horn clauses`.
    pub method: String,
    /// The parts of the proof, in a few words: `4 invariants`. May be empty.
    pub found: String,
    /// Assumptions beyond the program's own.
    pub rests_on: Vec<String>,
    /// Why the obligations together mean that no execution violates an assertion.
    pub lemma: String,
    /// Parameters by which the engine builds the obligations anew from the program, by name.
    pub parameters: Vec<(String, String)>,
    /// Conditions that hold at places of the program.
    pub invariants: Vec<Invariant>,
    /// The programs that are verified again.
    pub obligations: Vec<Obligation>,
}

/// A condition that holds whenever control is at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Invariant {
    /// The procedure of the place.
    pub procedure: String,
    /// The place in it.
    pub place: InvariantPlace,
    /// A Boogie expression over what is in scope there.
    pub formula: String,
}

/// Where an invariant holds.
#[derive(Clone, Debug, PartialEq)]
pub enum InvariantPlace {
    /// At the loop head with this label.
    Loop(String),
    /// On entry of the procedure.
    Requires,
    /// When the procedure returns.
    Ensures,
    /// Of every object of a type, in the engine's words.
    Object(String),
}

/// `loop LABEL`, `requires`, `ensures`, `object NAME`.
impl fmt::Display for InvariantPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvariantPlace::Loop(label) => write!(f, "loop {label}"),
            InvariantPlace::Requires => f.write_str("requires"),
            InvariantPlace::Ensures => f.write_str("ensures"),
            InvariantPlace::Object(name) => write!(f, "object {name}"),
        }
    }
}

/// A Boogie program whose procedures all verify, with nothing to infer.
#[derive(Clone, Debug, PartialEq)]
pub struct Obligation {
    /// A file name without its ending.
    pub name: String,
    /// Boogie.
    pub text: String,
}

/// The engine that inlines calls on demand, or what precedes it, has no invariants to show.
pub const BOUNDED: &str = "bounded";

impl Certificate {
    /// No assertion can be reached from the entry: none was left after pruning.
    pub fn nothing_to_check() -> Certificate {
        Certificate { engine: "prune".into(), ..Certificate::default() }
    }

    /// The over-approximation of calls was refuted with nothing blocked.
    pub fn over_approximation_refuted() -> Certificate {
        Certificate { engine: BOUNDED.into(), ..Certificate::default() }
    }

    /// The program has no execution: its axioms and constants have no model.
    pub fn no_execution() -> Certificate {
        Certificate { engine: "axioms".into(), ..Certificate::default() }
    }

    /// Whether there is no execution.
    pub fn is_no_execution(&self) -> bool {
        self.engine == "axioms"
    }

    /// Whether no assertion can be reached at all.
    pub fn is_nothing_to_check(&self) -> bool {
        self.engine == "prune"
    }
}

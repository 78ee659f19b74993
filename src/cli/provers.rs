//! `--provers`: which engines try to prove a program whatever the bound.

use super::args::{CheckArgs, FlowArg};
use crate::engine::Engine;
use crate::prove::ENGINES;
use crate::prove::shape::{Flow, Shape};

/// The provers that are asked, and whether bounded search is.
pub struct Provers {
    names: Vec<&'static str>,
    only: bool,
    flow: FlowArg,
}

/// The prover of linked structures that counts paths instead of edges.
const BY_PATHS: &dyn Engine = &Shape(Flow::Paths);

/// A name that no prover has.
pub struct Unknown(String);

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let known: Vec<&str> = ENGINES.iter().map(|engine| engine.name()).collect();
        writeln!(f, "rmt: --provers: there is no prover {}; there are {}", self.0, known.join(", "))
    }
}

impl Provers {
    /// The provers that the arguments ask for. Where they ask for more than a verdict, or for a special kind of search, there are no
    /// provers by default.
    pub fn of(args: &CheckArgs) -> Result<Provers, Unknown> {
        let special = args.bound.is_some()
            || args.dump.is_some()
            || args.resume_unit.is_some()
            || args.refine.is_some()
            || !args.track.is_empty();
        let default = if special { "none" } else { "all" };
        let provers = Provers::parse(args.provers.as_deref().unwrap_or(default))?;
        Ok(Provers { flow: args.flow, ..provers })
    }

    fn parse(text: &str) -> Result<Provers, Unknown> {
        let (only, list) = text.strip_prefix("only:").map_or((false, text), |list| (true, list));
        let all = ENGINES.iter().map(|engine| engine.name());
        let named = |name: &str| all.clone().find(|known| *known == name).ok_or_else(|| Unknown(name.into()));
        let names = match list {
            "all" => all.collect(),
            "none" => Vec::new(),
            list => list.split(',').map(named).collect::<Result<_, _>>()?,
        };
        Ok(Provers { names, only, flow: FlowArg::Edges })
    }

    pub fn with_search(&self) -> bool {
        !self.only
    }

    /// In the order in which they are tried, whatever the order of the arguments.
    pub fn engines(&self) -> Vec<&'static dyn Engine> {
        let named = ENGINES.iter().copied().filter(|engine| self.names.contains(&engine.name()));
        let chosen = |engine: &'static dyn Engine| {
            let is_other = self.flow == FlowArg::Paths && engine.name() == BY_PATHS.name();
            if is_other { BY_PATHS } else { engine }
        };
        named.map(chosen).collect()
    }
}

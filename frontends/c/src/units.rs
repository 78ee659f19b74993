//! Files that are parsed once, of which a program is made for each function that has a contract.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use ivl::diag::Diagnostic;
use ivl::source::SourceMap;

use crate::cir::{Library, ObjId, Program, Stmt, StmtKind};
use crate::clang::{self, Node};
use crate::config::{Config, Contracts, IntMode, Replaced};
use crate::contracts::{Contracted, PROVE};
use crate::{Translated, emit, lower, points};

/// Parsed files. Walking their trees takes a deep stack.
pub struct Units {
    config: Config,
    nodes: Vec<Arc<Node>>,
}

impl Units {
    /// Reads files, together one program; their texts are added to the sources. With what clang warns of.
    pub fn read(
        sources: &mut SourceMap,
        inputs: &[PathBuf],
        config: &Config,
    ) -> Result<(Units, Vec<Diagnostic>), Vec<Diagnostic>> {
        let config = crate::in_dialect(inputs, config).map_err(|diagnostic| vec![diagnostic])?;
        let (mut nodes, mut warnings) = (vec![], vec![]);
        for input in inputs {
            let (node, said) = clang::read(sources, clang::Input::File(input), &config)?;
            nodes.push(node);
            warnings.extend(said);
        }
        Ok((Units { config, nodes }, warnings))
    }

    /// The functions that have a contract and a body, in the order of their names.
    pub fn contracted(&self, sources: &mut SourceMap) -> Vec<Contracted> {
        lower::contracted(sources, &self.nodes, &self.config)
    }

    /// The program that proves a function by itself: see [`Contracts::Proved`].
    pub fn prove(
        &self,
        sources: &mut SourceMap,
        function: &str,
        replaced: Replaced,
        ints: IntMode,
    ) -> Result<Translated, Vec<Diagnostic>> {
        let config = Config {
            entry: format!("{PROVE}{function}"),
            // What a function is given has values, and what it leaves is its caller's: contracts say so, if anything does.
            checks: self.config.checks.without_late(),
            contracts: Contracts::Proved { replaced },
            ints,
            ..self.config.clone()
        };
        let lowered = lower::lower(sources, &self.nodes, &config)?;
        let points = points::analyse(&lowered.program, &lowered.types);
        let emitted = emit::emit(&lowered, &points, &config, sources)?;
        let mut assumptions: BTreeSet<String> = emitted.assumptions;
        if self.config.checks.late {
            assumptions.extend(unasked(&lowered.program).map(str::to_string));
        }
        Ok(Translated {
            program: emitted.program,
            assumptions: assumptions.into_iter().collect(),
            entry: emitted.entry,
            externals: lowered.externals.into_iter().collect(),
            harness: None,
            bitwise: emitted.bitwise,
            restricted: emitted.restricted,
            has_open_callees: lowered.has_open_callees,
            abridged: lowered.abridged,
            late: emitted.late,
            exact_floats: emitted.exact_floats,
            warnings: vec![],
        })
    }
}

/// What is not looked at in a function by itself unless somebody asks for it, as far as it does such a thing.
fn unasked(program: &Program) -> impl Iterator<Item = &'static str> {
    let own = || program.funcs.iter().filter(|func| !func.name.starts_with(PROVE));
    let stmts = || own().flat_map(|func| func.body.iter().flatten());
    let is_open = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Undefined(_));
    let is_local = |obj: &ObjId| !program.objs[obj.index()].name.starts_with('$');
    let makes = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Library(Library::Malloc { .. } | Library::Realloc { .. }));
    let reads = stmts().any(|stmt| is_open(stmt) || makes(stmt)) || own().any(|func| func.objs.iter().any(is_local));
    let given = reads.then_some("what is read was given a value (--check default,uninit)");
    let freed = stmts().any(makes).then_some("what is allocated is freed, or can be reached (--check default,leak)");
    given.into_iter().chain(freed)
}

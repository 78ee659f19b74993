//! Passive form and formulas as text, for `--dump`.

use std::fmt::Write;

use ivl::source::Span;

use super::passive::{Event, Passive};
use crate::base::ids::{ExprId, VarId};
use crate::ir::Program;
use crate::ir::unresolve::unresolve_expr;

/// One procedure in passive form: blocks, what they assume, and their edges.
pub fn passive(program: &Program, passive: &Passive) -> String {
    let mut out = String::new();
    let name = |v: &VarId| program.vars[*v].name.to_string();
    let names = |vs: &[VarId]| vs.iter().map(name).collect::<Vec<_>>().join(", ");
    let proc = &program.procs[passive.proc];
    let _ = writeln!(out, "passive {}({}) returns ({})", proc.name, names(&passive.params), names(&passive.results));
    for block in &passive.blocks {
        let _ = writeln!(out, "  {}:", name(&block.literal));
        for event in &block.events {
            let _ = match event {
                Event::Havoc { var, incarnation } => writeln!(out, "    {} is {}", name(var), name(incarnation)),
                Event::Defined { var, value } => writeln!(out, "    {} is {}", name(var), expr(program, *value)),
                Event::Call(_, call) => {
                    let args: Vec<String> = call.args.iter().map(|&e| expr(program, e)).collect();
                    let callee = &program.procs[call.callee].name;
                    let (literal, results) = (name(&call.literal), names(&call.results));
                    writeln!(out, "    {literal}: {results} := {callee}({})", args.join(", "))
                }
            };
        }
        for &assumed in &block.assumes {
            let _ = writeln!(out, "    assume {}", expr(program, assumed));
        }
        for edge in block.targets.iter().flatten() {
            let equations: Vec<String> = edge.equations.iter().map(|&e| expr(program, e)).collect();
            let _ = writeln!(out, "    -> {} {}", name(&edge.literal), equations.join(" && "));
        }
    }
    out
}

/// The clauses of one procedure: `literal ==> consequence`.
pub fn formula(program: &Program, passive: &Passive) -> String {
    let mut out = format!("// {}\n", program.procs[passive.proc].name);
    let name = |v: VarId| program.vars[v].name.to_string();
    for block in &passive.blocks {
        let literal = name(block.literal);
        for &assumed in &block.assumes {
            let _ = writeln!(out, "{literal} ==> {}", expr(program, assumed));
        }
        let Some(edges) = &block.targets else { continue };
        let next: Vec<String> = edges.iter().map(|e| name(e.literal)).collect();
        let _ = writeln!(out, "{literal} ==> {}", next.join(" || "));
        for edge in edges {
            let from = if edges.len() == 1 { literal.clone() } else { name(edge.literal) };
            for &equation in &edge.equations {
                let _ = writeln!(out, "{from} ==> {}", expr(program, equation));
            }
        }
    }
    out
}

fn expr(program: &Program, e: ExprId) -> String {
    unresolve_expr(program, e, Span::NONE).to_string()
}

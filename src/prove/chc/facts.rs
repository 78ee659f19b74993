//! Facts that are made before the clauses are solved: what integers are modulo small numbers at loop heads, from some
//! number on or always.
//!
//! ```text
//! while (x < m) { x := x + 2; }  assert x mod 2 == 0;      x mod 2 == 0 at the head      (guessed, kept by Houdini)
//! H(x) && …  ==> H(x + 2)                             →    H(x) && x mod 2 == 0 && …  ==> H(x + 2)
//! ```
//!
//! The solver of the clauses finds inequalities and differences by itself; remainders it enumerates. A fact is an
//! invariant of the certificate as any other.

use rustc_hash::FxHashSet;

use super::clauses::{Param, Place, System};
use super::prepare::Plain;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{ExprId, VarId};
use crate::engine::{Guesses, Oracle};
use crate::ir::visit::walk;
use crate::ir::{AssertKind, Cmd, CmdKind, ExprKind, Op, Program, TypeTable, VarKind};
use ivl::source::Span;

/// Moduli that are tried, at most so large.
const LARGEST: i64 = 16;
/// Guesses in all.
const MOST: usize = 400;
/// Solver units for all guesses together: a fraction of a second.
const UNITS: u64 = 2_000_000;

/// Of a relation, by its position: one of its parameters is some number modulo another, from a number on or always.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    relation: usize,
    param: usize,
    modulus: i64,
    rest: i64,
    from: Option<i64>,
}

impl Fact {
    pub fn place(&self, system: &System) -> Place {
        system.relations[self.relation].place
    }

    /// What it says of a value.
    fn of(&self, program: &mut Program, value: ExprId) -> ExprId {
        let (modulus, rest) = (program.exprs.int(self.modulus), program.exprs.int(self.rest));
        let remainder = program.exprs.op(Op::Mod, [value, modulus], TypeTable::INT);
        let is_rest = program.exprs.eq(remainder, rest);
        match self.from {
            None => is_rest,
            Some(from) => {
                let from = program.exprs.int(from);
                let large = program.exprs.op(Op::Le, [from, value], TypeTable::BOOL);
                program.exprs.implies(large, is_rest)
            }
        }
    }

    /// What it says at its place of the program.
    pub fn formula(&self, system: &System, program: &mut Program) -> ExprId {
        let value = program.var_expr(system.relations[self.relation].params[self.param].var());
        self.of(program, value)
    }
}

/// The facts that hold together; none where the program does not ask for remainders.
pub fn facts(plain: &Plain, system: &System, oracle: &mut dyn Oracle, budget: &Budget) -> Vec<Fact> {
    let guesses = guesses(plain, system);
    if guesses.is_empty() {
        return guesses;
    }
    let mut program = plain.program.clone();
    for cmd in program.procs.iter_mut().filter_map(|p| p.body.as_mut()).flat_map(|b| b.cmds_mut()) {
        // What the program asserts holds, or the certificate does not verify.
        if let CmdKind::Assert(e, _) = cmd.kind {
            cmd.kind = CmdKind::Assume(e);
        }
    }
    let mut guards = Vec::new();
    for fact in &guesses {
        let Place::Loop(proc, block) = fact.place(system) else { continue };
        let kind = VarKind::Const { unique: false };
        let guard = program.new_var(format!("guess_{}", guards.len()), kind, TypeTable::BOOL, Span::NONE);
        program.consts.push(guard);
        guards.push(guard);
        let guard = program.var_expr(guard);
        let formula = fact.formula(system, &mut program);
        let guarded = program.exprs.implies(guard, formula);
        if let Some(body) = &mut program.procs[proc].body {
            body.blocks[block].cmds.insert(0, Cmd::new(CmdKind::Assert(guarded, AssertKind::Invariant), Span::NONE));
        }
    }
    let guards = Guesses { guards };
    let kept = oracle.houdini("facts", &program, &guards, &budget.within(Limits::units(UNITS))).survivors;
    let holds = guards.guards.iter().map(|guard| kept.contains(guard));
    guesses.into_iter().zip(holds).filter(|(_, holds)| *holds).map(|(fact, _)| fact).collect()
}

/// The clauses, where the facts are assumed.
pub fn assume(system: &mut System, facts: &[Fact]) {
    for clause in &mut system.clauses {
        for atom in &clause.atoms {
            for fact in facts.iter().filter(|fact| fact.relation == atom.relation) {
                let formula = fact.of(&mut system.program, atom.args[fact.param]);
                clause.constraints.push(formula);
            }
        }
    }
}

fn guesses(plain: &Plain, system: &System) -> Vec<Fact> {
    let numbers = Numbers::of(&plain.program);
    let mut found = Vec::new();
    for (relation, of) in system.relations.iter().enumerate() {
        let Place::Loop(proc, _) = of.place else { continue };
        let assigned: FxHashSet<VarId> = plain.program.procs[proc]
            .cmds()
            .filter(|c| matches!(c.kind, CmdKind::Assign(_)))
            .flat_map(Cmd::assigned)
            .collect();
        for (param, of) in of.params.iter().enumerate() {
            let Param::Now(var) = *of else { continue };
            if plain.program.vars[var].ty != TypeTable::INT || !assigned.contains(&var) {
                continue;
            }
            for &modulus in &numbers.moduli {
                for from in std::iter::once(None).chain(numbers.limits.iter().copied().map(Some)) {
                    found.extend((0..modulus).map(|rest| Fact { relation, param, modulus, rest, from }));
                }
            }
        }
    }
    if found.len() > MOST {
        found.retain(|fact| fact.from.is_none());
    }
    found.truncate(MOST);
    found
}

/// Numbers that a program mentions.
#[derive(Default)]
struct Numbers {
    /// That it takes remainders of.
    moduli: Vec<i64>,
    /// That it compares with.
    limits: Vec<i64>,
}

impl Numbers {
    fn of(program: &Program) -> Numbers {
        let mut numbers = Numbers::default();
        let roots: Vec<ExprId> = program.procs.iter().flat_map(|p| p.cmds()).flat_map(Cmd::exprs).collect();
        let int = |e: &ExprId| match program.exprs.kind(*e) {
            ExprKind::Int(value) => i64::try_from(value).ok(),
            _ => None,
        };
        walk(&program.exprs, roots, |_, kind| match kind {
            ExprKind::Op(Op::Mod, args) => {
                numbers.moduli.extend(int(&args[1]).filter(|modulus| (2..=LARGEST).contains(modulus)));
            }
            ExprKind::Op(Op::Lt | Op::Le | Op::Gt | Op::Ge, args) => numbers.limits.extend(args.iter().filter_map(int)),
            _ => {}
        });
        for all in [&mut numbers.moduli, &mut numbers.limits] {
            all.sort();
            all.dedup();
        }
        numbers
    }
}

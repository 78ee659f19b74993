//! Which clauses are candidates, and clauses of one's own as candidates.

use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::ir::{
    AssertKind, Attr, Attribute, AttributeValue, Attributes, Clause, Cmd, CmdKind, ExprKind, Op, Program, TypeTable,
    VarKind,
};
use ivl::source::Span;

/// The Boolean constants marked `{:existential true}`, in order of declaration.
pub fn existential_constants(program: &Program) -> Vec<VarId> {
    let marked = |a: &Attribute| {
        a.is(Attr::Existential)
            && matches!(a.args[..], [AttributeValue::Expr(e)] if *program.exprs.kind(e) == ExprKind::Bool(true))
    };
    let boolean = |v: VarId| program.vars[v].ty == TypeTable::BOOL;
    program.consts.iter().copied().filter(|&v| boolean(v) && program.vars[v].attrs.iter().any(marked)).collect()
}

/// The guard of `guard ==> e`, of `d ==> (guard ==> e)` and so on.
pub fn guard_of(program: &Program, guards: &[VarId], e: ExprId) -> Option<VarId> {
    let mut e = e;
    while let ExprKind::Op(Op::Implies, sides) = program.exprs.kind(e) {
        match program.exprs.kind(sides[0]) {
            ExprKind::Var(v) if guards.binary_search(v).is_ok() => return Some(*v),
            _ => e = sides[1],
        }
    }
    None
}

/// Where a clause is attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Requires,
    Ensures,
    /// In front of everything in a block, which is a loop head.
    Invariant(BlockId),
}

/// A guess about a procedure: a Boolean expression over what is in scope there.
#[derive(Clone, Copy, Debug)]
pub struct Attached {
    pub proc: ProcId,
    pub place: Place,
    pub expr: ExprId,
}

/// Adds the guesses to the program, each with a guard of its own. Returns the guards, in the same order; they are
/// constants that nothing else mentions.
pub fn attach(program: &mut Program, guesses: &[Attached]) -> Vec<VarId> {
    let mut guards = Vec::with_capacity(guesses.len());
    for (index, guess) in guesses.iter().enumerate() {
        let span = program.procs[guess.proc].span;
        let kind = VarKind::Const { unique: false };
        let guard = program.new_var(format!("candidate{index}"), kind, TypeTable::BOOL, Span::NONE);
        program.consts.push(guard);
        guards.push(guard);
        let condition = program.var_expr(guard);
        let expr = program.exprs.op(Op::Implies, [condition, guess.expr], TypeTable::BOOL);
        let attrs = Attributes::from([]);
        let proc = &mut program.procs[guess.proc];
        match guess.place {
            Place::Requires => proc.requires.push(Clause { free: false, expr, attrs, span }),
            Place::Ensures => proc.ensures.push(Clause { free: false, expr, attrs, span }),
            Place::Invariant(block) => {
                if let Some(body) = &mut proc.body {
                    let kind = CmdKind::Assert(expr, AssertKind::Invariant);
                    body.blocks[block].cmds.insert(0, Cmd { kind, attrs, span });
                }
            }
        }
    }
    guards
}

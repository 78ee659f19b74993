//! Code expressions become ordinary ones.
//!
//! ```text
//! |{ var x: int;                          (forall x: int ::
//!    A: assume x > y; goto B, C;    →        x > y ==> p(x) && (q(x) ==> x + 1 > y))
//!    B: return p(x);
//!    C: assume q(x); x := x + 1; return x > y; }|
//! ```
//!
//! Where the expression is asserted, that is what it becomes: the weakest precondition of the acyclic blocks.
//!
//! ```text
//! wp(assume c; S) = c ==> wp(S)        wp(goto B, C) = wp(B) && wp(C)
//! wp(assert c; S) = c && wp(S)         wp(return e)  = e
//! wp(x := e; S)   = wp(S)[x := e]      wp(havoc x; S) = forall x' :: where(x') ==> wp(S)[x := x']
//! ```
//!
//! Where it is assumed, one path is enough, and it becomes the dual: `&&` and `||`, `==>` and `&&`, `forall` and `exists`
//! change places. So every formula has two forms (`outcome`): `assert e` becomes `assert every(e); assume some(e)`,
//! clauses of contracts likewise. Where a value is needed, as in assignments, it is a variable that has one of the
//! possible values.
//!
//! All quantifiers stand together in front, which is equivalent: they are never below a negation. Assignments are
//! carried forward as substitutions. A block that is reached with the same values of its live variables has one
//! expression; one that is reached with many different ones is expressed once over fresh variables
//! `v'` and used as `v' == e ==> …`, so that the result is linear in the blocks (`paths`).
//!
//! Calls are inlined: preconditions are asserted, then the body, postconditions and the results; a procedure without
//! a body gives arbitrary results that satisfy its postconditions. Runs before monomorphisation. What does not fit
//! (loops, recursion, changes of variables outside, polymorphic callees) is a diagnostic.

mod flatten;
mod outcome;
mod paths;
mod places;

use ivl::diag::Diagnostic;
use ivl::source::Span;

use self::flatten::{Exit, FlatBlock, FlatCmd, flatten};
use self::outcome::{Both, Outcome};
use crate::base::ids::{CodeId, ExprId, IdVec, VarId};
use crate::ir::visit::walk;
use crate::ir::{ExprKind, Program, TypeTable, VarKind};

/// Replaces all code expressions; `program.codes` is empty afterwards.
pub fn eliminate_code_exprs(program: &mut Program) -> Result<(), Vec<Diagnostic>> {
    if program.codes.is_empty() {
        return Ok(());
    }
    let mut outcome = Outcome::default();
    let mut open = Vec::new();
    for code in program.codes.ids() {
        compute(program, &mut outcome, &mut open, code);
    }
    if outcome.diags.is_empty() {
        places::rewrite(program, &mut outcome);
    }
    if !outcome.diags.is_empty() {
        return Err(outcome.diags);
    }
    program.codes = IdVec::new();
    Ok(())
}

/// Finds the values of a code expression; `open` are those for which that has begun.
fn compute(program: &mut Program, outcome: &mut Outcome, open: &mut Vec<CodeId>, code: CodeId) {
    if outcome.values.contains_key(&code) {
        return;
    }
    let body = program.codes[code].body.clone();
    let nothing = program.exprs.bool(true);
    let mut value = Both { every: nothing, some: nothing };
    if open.contains(&code) {
        let message = "not supported: a code expression that calls itself through a procedure";
        outcome.diags.push(Diagnostic::error(message, body.blocks[body.entry].span));
    } else if let Some(mut blocks) = flatten(program, &body, &mut outcome.diags) {
        open.push(code);
        for inner in inner_codes(program, &blocks) {
            compute(program, outcome, open, inner);
        }
        open.pop();
        for block in &mut blocks {
            with_outcomes(program, outcome, block);
        }
        match paths::order(&blocks) {
            Ok(order) => value = paths::paths(program, &blocks, &order),
            Err(looping) => {
                outcome.diags.push(Diagnostic::error("not supported: a loop in a code expression", looping));
            }
        }
    }
    outcome.values.insert(code, value);
}

/// Replaces the code expressions in a block.
fn with_outcomes(program: &mut Program, outcome: &mut Outcome, block: &mut FlatBlock) {
    let mut cmds = Vec::with_capacity(block.cmds.len());
    for cmd in block.cmds.drain(..) {
        match cmd {
            FlatCmd::Assign(mut pairs) => {
                for (_, e) in &mut pairs {
                    let (value, picked) = pick_value(program, outcome, *e, VarKind::Bound);
                    *e = value;
                    for (v, premise) in picked {
                        cmds.push(FlatCmd::Havoc(vec![v]));
                        cmds.push(FlatCmd::Assume(premise));
                    }
                }
                cmds.push(FlatCmd::Assign(pairs));
            }
            FlatCmd::Assume(e) => cmds.push(FlatCmd::Assume(outcome.both(program, e).some)),
            FlatCmd::Assert(e) => {
                let both = outcome.both(program, e);
                cmds.push(FlatCmd::Assert(both.every));
                if !both.agree() {
                    cmds.push(FlatCmd::Assume(both.some));
                }
            }
            FlatCmd::Havoc(vars) => cmds.push(FlatCmd::Havoc(vars)),
        }
    }
    block.cmds = cmds;
    if let Exit::Return(value) = &mut block.exit {
        *value = outcome.both(program, value.every);
    }
}

/// The expression with variables for what has several outcomes, and the variables with what is known of them.
fn pick_value(
    program: &mut Program,
    outcome: &mut Outcome,
    e: ExprId,
    kind: VarKind,
) -> (ExprId, Vec<(VarId, ExprId)>) {
    let mut picked = Vec::new();
    if !outcome.concerns(&program.exprs, e) {
        return (e, picked);
    }
    let value = outcome.value(program, e, &mut |program, both| {
        let var = program.new_var("outcome", kind, TypeTable::BOOL, Span::NONE);
        let v = program.var_expr(var);
        picked.push((var, both.includes(&mut program.exprs, v)));
        v
    });
    (value, picked)
}

/// The code expressions in the blocks' expressions.
fn inner_codes(program: &Program, blocks: &[FlatBlock]) -> Vec<CodeId> {
    let mut roots = Vec::new();
    for block in blocks {
        for cmd in &block.cmds {
            match cmd {
                FlatCmd::Assign(pairs) => roots.extend(pairs.iter().map(|&(_, e)| e)),
                FlatCmd::Assume(e) | FlatCmd::Assert(e) => roots.push(*e),
                FlatCmd::Havoc(_) => {}
            }
        }
        if let Exit::Return(value) = block.exit {
            roots.push(value.every);
        }
    }
    let mut codes = Vec::new();
    walk(&program.exprs, roots, |_, kind| {
        if let ExprKind::Code(code) = kind {
            codes.push(*code);
        }
    });
    codes
}

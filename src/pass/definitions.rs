//! Axioms that define a function become its body.
//!
//! ```text
//! function f(int): int;                                   function f(x: int): int { x + 1 }
//! axiom (forall i: int :: {f(i)} f(i) == i + 1);     →
//! ```
//!
//! An equation over all arguments that is not recursive says neither more nor less than a body does, but a body needs
//! no quantifier: applications are expanded. Generated preludes are full of such axioms. Part of elaboration, so that
//! the interpreter computes these functions, too.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{ExprId, FuncId, IdVec, VarId};
use crate::ir::roots::for_each_root;
use crate::ir::visit::{substitute, walk};
use crate::ir::{Definition, ExprKind, FunctionKind, Op, Program, Quantifier, QuantifierKind};

/// The program is monomorphic.
pub fn use_definitions(program: &mut Program) {
    use_definitions_except(program, &FxHashSet::default());
}

/// The same for a solver that instantiates quantifiers by matching: functions that triggers may mention stay
/// applications, for what was expanded is there to be matched no longer.
pub fn use_definitions_beside_triggers(program: &mut Program) {
    let matched = functions_in_triggers(program);
    use_definitions_except(program, &matched);
    for func in matched {
        if let FunctionKind::Defined { style, .. } = &mut program.funcs[func].kind
            && *style == Definition::Axiom
        {
            *style = Definition::Matched;
        }
    }
}

/// The functions in triggers, and those in quantifiers whose triggers the solver will choose. The axiom that defines a
/// function counts if it stays, with both sides of its equation if it has no trigger.
fn functions_in_triggers(program: &mut Program) -> FxHashSet<FuncId> {
    let mut defined: Vec<(FuncId, ExprId)> = Vec::new();
    for id in program.axioms.ids() {
        let axiom = program.axioms[id].expr;
        if let Some((func, _)) = definition(program, axiom) {
            defined.push((func, axiom));
        }
    }
    let definitions: FxHashSet<ExprId> = defined.iter().map(|&(_, axiom)| axiom).collect();
    let mut roots = Vec::new();
    for_each_root(program, |_, e| {
        if !definitions.contains(&e) {
            roots.push(e);
        }
    });
    let mut found = FxHashSet::default();
    loop {
        walk(&program.exprs, std::mem::take(&mut roots), |_, kind| {
            if let ExprKind::Quantifier(q) = kind {
                matchable(program, q, &mut found);
            }
        });
        let (stays, rest): (Vec<_>, Vec<_>) = defined.into_iter().partition(|(func, _)| found.contains(func));
        defined = rest;
        roots.extend(stays.into_iter().map(|(_, axiom)| axiom));
        if roots.is_empty() {
            return found;
        }
    }
}

/// The functions that triggers of a quantifier may mention.
fn matchable(program: &Program, q: &Quantifier, found: &mut FxHashSet<FuncId>) {
    let terms: Vec<ExprId> = match q.triggers.iter().any(|t| t.positive) {
        true => q.triggers.iter().filter(|t| t.positive).flat_map(|t| t.exprs.iter().copied()).collect(),
        false => vec![q.body],
    };
    walk(&program.exprs, terms, |e, kind| {
        let ExprKind::Call { func, .. } = kind else { return };
        let mut bound = false;
        walk(&program.exprs, [e], |_, kind| bound |= matches!(kind, ExprKind::Var(v) if q.vars.contains(v)));
        if bound {
            found.insert(*func);
        }
    });
}

fn use_definitions_except(program: &mut Program, except: &FxHashSet<FuncId>) {
    let mut kept = IdVec::new();
    for axiom in std::mem::take(&mut program.axioms) {
        match definition(program, axiom.expr).filter(|(func, _)| !except.contains(func)) {
            Some((func, body)) => program.funcs[func].kind = FunctionKind::Defined { body, style: Definition::Axiom },
            None => {
                kept.push(axiom);
            }
        }
    }
    program.axioms = kept;
}

/// The function that an axiom defines, and its body over the function's parameters.
fn definition(program: &mut Program, axiom: ExprId) -> Option<(FuncId, ExprId)> {
    let ExprKind::Quantifier(q) = program.exprs.kind(axiom) else { return None };
    if q.kind != QuantifierKind::Forall {
        return None;
    }
    let ExprKind::Op(Op::Eq | Op::Iff, sides) = program.exprs.kind(q.body) else { return None };
    let (a, b) = (sides[0], sides[1]);
    let vars = q.vars.clone();
    // Triggers that are not the application say when the axiom is to be used.
    let triggers = q.triggers.clone();
    let (func, args, body) = application(program, a, &vars)
        .map(|(f, args)| (f, args, b))
        .or_else(|| application(program, b, &vars).map(|(f, args)| (f, args, a)))?;
    let is_trigger = |e: ExprId| matches!(program.exprs.kind(e), ExprKind::Call { func: f, .. } if *f == func);
    if !triggers.iter().all(|t| t.positive && t.exprs.len() == 1 && is_trigger(t.exprs[0])) {
        return None;
    }
    if reaches(program, body, func) {
        return None;
    }
    let params = program.funcs[func].params.clone();
    let mut map: FxHashMap<VarId, ExprId> = FxHashMap::default();
    for (&arg, &param) in args.iter().zip(&params) {
        map.insert(arg, program.var_expr(param));
    }
    Some((func, substitute(&mut program.exprs, body, &map)))
}

/// `f(x, y)` for an uninterpreted `f`, where the arguments are all the variables, each once.
fn application(program: &Program, e: ExprId, vars: &[VarId]) -> Option<(FuncId, Vec<VarId>)> {
    let ExprKind::Call { func, args, .. } = program.exprs.kind(e) else { return None };
    if !matches!(program.funcs[*func].kind, FunctionKind::Uninterpreted) || args.len() != vars.len() {
        return None;
    }
    let mut seen = Vec::new();
    for &arg in args {
        match program.exprs.kind(arg) {
            ExprKind::Var(v) if vars.contains(v) && !seen.contains(v) => seen.push(*v),
            _ => return None,
        }
    }
    Some((*func, seen))
}

/// Whether an expression mentions a function, directly or through bodies.
fn reaches(program: &Program, e: ExprId, wanted: FuncId) -> bool {
    let mut bodies = vec![e];
    let mut seen = FxHashSet::default();
    while let Some(body) = bodies.pop() {
        walk(&program.exprs, [body], |_, kind| {
            if let ExprKind::Call { func, .. } = kind
                && seen.insert(*func)
                && let FunctionKind::Defined { body, .. } = program.funcs[*func].kind
            {
                bodies.push(body);
            }
        });
    }
    seen.contains(&wanted)
}

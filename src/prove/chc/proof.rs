//! A solution of the clauses as annotations of the plain program.

use super::clauses::{Param, Place, System};
use super::model::{Definitions, Foreign, bound_var, quantified};
use super::sexpr;
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::walk;
use crate::ir::{Expr, ExprKind, FunctionKind, Op, Program, QuantifierKind, Type};

/// An invariant at a place of the plain program.
#[derive(Clone, Copy, Debug)]
pub struct Annotation {
    pub place: Place,
    pub formula: ExprId,
}

/// What a solution says of the program's places. The expressions are added to the program.
pub fn annotations(system: &System, program: &mut Program, answer: &str) -> Result<Vec<Annotation>, Foreign> {
    let all = sexpr::read(answer);
    let Some(model) = all.iter().find_map(|e| e.list()) else { return Err(Foreign("no model".into())) };
    let definitions = Definitions::read(model);
    let mut found = Vec::new();
    let mut indices = Indices::default();
    for relation in &system.relations {
        if matches!(relation.place, Place::Behind(..)) {
            continue;
        }
        let args: Vec<ExprId> = relation.params.iter().map(|&p| indices.value(system, program, p)).collect();
        let formula = definitions.relation(program, &relation.name, &args)?;
        for formula in conjuncts(program, formula) {
            if !well_typed(program, formula) {
                return Err(Foreign("arithmetic on values without an order".into()));
            }
            found.push(Annotation { place: relation.place, formula: indices.quantify(program, formula) });
        }
    }
    Ok(found)
}

/// What stands for the indices of which cells are known: a solution is about all of them.
#[derive(Default)]
struct Indices(Vec<(VarId, VarId)>);

impl Indices {
    fn value(&mut self, system: &System, program: &mut Program, param: Param) -> ExprId {
        match param {
            Param::Now(var) => program.var_expr(var),
            Param::Old(global, _) => old(program, global),
            Param::Ghost(ghost) => self.index(system, program, ghost),
            Param::Cell { array, old: is_old, ghost, .. } => {
                let index = self.index(system, program, ghost);
                let array = if is_old { old(program, array) } else { program.var_expr(array) };
                let Type::Map { result, .. } = *program.types.get(program.exprs.ty(array)) else {
                    panic!("internal: only arrays have cells")
                };
                program.exprs.op(Op::Select, [array, index], result)
            }
        }
    }

    fn index(&mut self, system: &System, program: &mut Program, ghost: VarId) -> ExprId {
        let known = self.0.iter().find(|(of, _)| *of == ghost).map(|(_, var)| *var);
        let var = known.unwrap_or_else(|| {
            let var = bound_var(program, &format!("k{}", self.0.len()), system.program.vars[ghost].ty);
            self.0.push((ghost, var));
            var
        });
        program.var_expr(var)
    }

    fn quantify(&self, program: &mut Program, formula: ExprId) -> ExprId {
        let mut mentioned = Vec::new();
        walk(&program.exprs, [formula], |_, kind| {
            if let ExprKind::Var(v) = kind
                && self.0.iter().any(|(_, var)| var == v)
                && !mentioned.contains(v)
            {
                mentioned.push(*v);
            }
        });
        mentioned.sort();
        match mentioned[..] {
            [] => formula,
            _ => quantified(program, QuantifierKind::Forall, mentioned, formula),
        }
    }
}

pub fn old(program: &mut Program, global: VarId) -> ExprId {
    let ty = program.vars[global].ty;
    program.exprs.intern(Expr { kind: ExprKind::Old(global), ty })
}

/// What a conjunction says one by one.
fn conjuncts(program: &mut Program, formula: ExprId) -> Vec<ExprId> {
    match program.exprs.kind(formula).clone() {
        ExprKind::Bool(true) => Vec::new(),
        ExprKind::Op(Op::And, args) => args.iter().flat_map(|&a| conjuncts(program, a)).collect(),
        ExprKind::Op(Op::Not, args) => match program.exprs.kind(args[0]).clone() {
            ExprKind::Op(Op::Or, inner) => inner
                .iter()
                .flat_map(|&a| {
                    let negated = program.exprs.not(a);
                    conjuncts(program, negated)
                })
                .collect(),
            _ => vec![formula],
        },
        _ => vec![formula],
    }
}

/// Integers stood for values of uninterpreted types; of these, expressions may only say whether they are equal.
fn well_typed(program: &Program, formula: ExprId) -> bool {
    let mut good = true;
    walk(&program.exprs, [formula], |_, kind| {
        let ty = |e: &ExprId| program.exprs.ty(*e);
        let is_con = |e: &ExprId| matches!(program.types.get(ty(e)), Type::Con(..));
        match kind {
            ExprKind::Op(Op::Eq | Op::Neq | Op::Iff, args) => good &= ty(&args[0]) == ty(&args[1]),
            ExprKind::Op(Op::Select, args) => {
                if let Type::Map { args: domain, .. } = program.types.get(ty(&args[0])) {
                    good &= domain.iter().copied().eq(args[1..].iter().map(ty));
                }
            }
            ExprKind::Op(Op::Store, args) => {
                if let Type::Map { args: domain, result, .. } = program.types.get(ty(&args[0])) {
                    good &= domain.iter().chain([result]).copied().eq(args[1..].iter().map(ty));
                }
            }
            ExprKind::Op(Op::Ite, args) => good &= ty(&args[1]) == ty(&args[2]),
            ExprKind::Op(_, args) => good &= !args.iter().any(is_con),
            ExprKind::Call { func, args, .. } => {
                let params = program.funcs[*func].params.iter().map(|&p| program.vars[p].ty);
                good &= matches!(program.funcs[*func].kind, FunctionKind::Builtin(_)) && params.eq(args.iter().map(ty));
            }
            _ => {}
        }
    });
    good
}

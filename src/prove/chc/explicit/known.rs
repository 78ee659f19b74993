//! What is known of variables, what expressions are then, and what conditions tell.

use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{ExprId, FuncId, VarId};
use crate::cfg::relevance::Relevance;
use crate::ir::{ExprKind, Op, Program, TypeTable, VarKind};
use crate::vc::functions::Definitions;

/// Ways that one value is found out on, at most.
const MOST_SPLIT: u32 = 3;

/// Values of variables, in their order; truth values are 0 and 1. Of all others, nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Known(Vec<(VarId, i128)>);

impl Known {
    pub fn get(&self, var: VarId) -> Option<i128> {
        self.0.binary_search_by_key(&var, |pair| pair.0).ok().map(|at| self.0[at].1)
    }

    /// `None`: it may have any value.
    pub fn set(&mut self, var: VarId, value: Option<i128>) {
        match (self.0.binary_search_by_key(&var, |pair| pair.0), value) {
            (Ok(at), Some(value)) => self.0[at].1 = value,
            (Ok(at), None) => drop(self.0.remove(at)),
            (Err(at), Some(value)) => self.0.insert(at, (var, value)),
            (Err(_), None) => {}
        }
    }

    pub fn retain(&mut self, keep: impl Fn(VarId) -> bool) {
        self.0.retain(|pair| keep(pair.0));
    }

    pub fn iter(&self) -> impl Iterator<Item = (VarId, i128)> {
        self.0.iter().copied()
    }
}

/// The program, and of which variables values are followed.
pub struct Values<'a> {
    pub program: Program,
    slice: &'a Relevance,
    definitions: Definitions,
    expanded: FxHashMap<ExprId, ExprId>,
    /// What axioms say that constants are.
    constants: FxHashMap<VarId, i128>,
    /// The same of functions without a body, of numbers: `$and(32, 16) == 0`.
    applied: FxHashMap<(FuncId, Vec<i128>), i128>,
    /// Globals of which values are followed.
    pub globals: FxHashSet<VarId>,
    /// Variables that have too many.
    pub left_out: FxHashSet<VarId>,
}

impl<'a> Values<'a> {
    pub fn new(program: &Program, slice: &'a Relevance) -> Values<'a> {
        let mut values = Values {
            program: program.clone(),
            slice,
            definitions: Definitions::new(program),
            expanded: FxHashMap::default(),
            constants: FxHashMap::default(),
            applied: FxHashMap::default(),
            globals: FxHashSet::default(),
            left_out: FxHashSet::default(),
        };
        for axiom in program.axioms.iter() {
            let axiom = values.plain(axiom.expr);
            values.learn_axiom(axiom);
        }
        values
    }

    /// `constant == 3`, `f(1, 2) == 3`
    fn learn_axiom(&mut self, axiom: ExprId) {
        let ExprKind::Op(Op::Eq, args) = self.program.exprs.kind(axiom) else { return };
        let Some(value) = self.value(&Known::default(), args[1]) else { return };
        match self.program.exprs.kind(args[0]) {
            ExprKind::Var(constant) => drop(self.constants.insert(*constant, value)),
            ExprKind::Call { func, args, types } if types.is_empty() => {
                if let Some(args) = self.all(&Known::default(), args) {
                    self.applied.insert((*func, args), value);
                }
            }
            _ => {}
        }
    }

    fn all(&self, known: &Known, all: &[ExprId]) -> Option<Vec<i128>> {
        all.iter().map(|&e| self.value(known, e)).collect()
    }

    /// The expression with definitions of functions in their places.
    pub fn plain(&mut self, e: ExprId) -> ExprId {
        if let Some(&plain) = self.expanded.get(&e) {
            return plain;
        }
        let Program { exprs, funcs, .. } = &mut self.program;
        let plain = self.definitions.expand(exprs, funcs, e, &mut |_| None);
        self.expanded.insert(e, plain);
        plain
    }

    /// Whether values could be followed: integers and truth values that matter.
    pub fn may_follow(&self, var: VarId) -> bool {
        let is_scalar = matches!(self.program.vars[var].ty, TypeTable::INT | TypeTable::BOOL);
        is_scalar && self.slice.vars.contains(&var) && !self.left_out.contains(&var)
    }

    pub fn follows(&self, var: VarId) -> bool {
        let is_wanted = match self.program.vars[var].kind {
            VarKind::Global => self.globals.contains(&var),
            VarKind::Const { .. } => false,
            _ => true,
        };
        is_wanted && self.may_follow(var)
    }

    /// The value of an expression without definitions; `None`: it may have any.
    pub fn value(&self, known: &Known, e: ExprId) -> Option<i128> {
        match self.program.exprs.kind(e) {
            ExprKind::Bool(b) => Some(i128::from(*b)),
            ExprKind::Int(n) => n.to_i128(),
            ExprKind::Var(var) => known.get(*var).or_else(|| self.constants.get(var).copied()),
            ExprKind::Op(op, args) => self.operation(known, *op, args),
            // Most are not known of any numbers.
            ExprKind::Call { func, args, types } if types.is_empty() && !self.applied.is_empty() => {
                self.applied.get(&(*func, self.all(known, args)?)).copied()
            }
            _ => None,
        }
    }

    fn operation(&self, known: &Known, op: Op, args: &[ExprId]) -> Option<i128> {
        let of = |at: usize| self.value(known, args[at]);
        // Whether one of them is that decides.
        let any = |deciding: i128| {
            let all: Vec<Option<i128>> = args.iter().map(|&arg| self.value(known, arg)).collect();
            match all.contains(&Some(deciding)) {
                true => Some(deciding),
                false => all.into_iter().try_fold(1 - deciding, |other, one| one.map(|_| other)),
            }
        };
        let truth = |holds: bool| Some(i128::from(holds));
        match op {
            Op::And => any(0),
            Op::Or => any(1),
            Op::Not => Some(1 - of(0)?),
            Op::Implies => match (of(0), of(1)) {
                (Some(0), _) | (_, Some(1)) => Some(1),
                (Some(_), Some(_)) => Some(0),
                _ => None,
            },
            Op::Ite => match of(0) {
                Some(1) => of(1),
                Some(_) => of(2),
                None => of(1).filter(|&value| of(2) == Some(value)),
            },
            Op::Eq | Op::Iff => {
                if args[0] == args[1] {
                    Some(1)
                } else {
                    truth(of(0)? == of(1)?)
                }
            }
            Op::Neq => {
                if args[0] == args[1] {
                    Some(0)
                } else {
                    truth(of(0)? != of(1)?)
                }
            }
            Op::Lt => truth(of(0)? < of(1)?),
            Op::Le => truth(of(0)? <= of(1)?),
            Op::Gt => truth(of(0)? > of(1)?),
            Op::Ge => truth(of(0)? >= of(1)?),
            Op::Neg => of(0)?.checked_neg(),
            Op::Add => of(0)?.checked_add(of(1)?),
            Op::Sub => of(0)?.checked_sub(of(1)?),
            Op::Mul => of(0)?.checked_mul(of(1)?),
            Op::Div => of(0)?.checked_div_euclid(of(1)?),
            Op::Mod => of(0)?.checked_rem_euclid(of(1)?),
            _ => None,
        }
    }

    /// Learns that a condition without definitions holds, or does not. `false`: that cannot be.
    pub fn learn(&self, known: &mut Known, e: ExprId, holds: bool) -> bool {
        if let Some(value) = self.value(known, e) {
            return (value == 1) == holds;
        }
        match self.program.exprs.kind(e) {
            ExprKind::Var(var) => {
                if self.follows(*var) {
                    known.set(*var, Some(i128::from(holds)));
                }
                true
            }
            ExprKind::Op(Op::Not, args) => self.learn(known, args[0], !holds),
            ExprKind::Op(op @ (Op::And | Op::Or), args) => {
                if (*op == Op::And) == holds {
                    return args.iter().all(|&arg| self.learn(known, arg, holds));
                }
                // One of them decides; it is told if all others do not.
                let mut open = args.iter().filter(|&&arg| self.value(known, arg).is_none());
                match (open.next(), open.next()) {
                    (Some(&only), None) => self.learn(known, only, holds),
                    _ => true,
                }
            }
            ExprKind::Op(Op::Implies, args) if !holds => {
                self.learn(known, args[0], true) && self.learn(known, args[1], false)
            }
            ExprKind::Op(Op::Implies, args) if self.value(known, args[0]) == Some(1) => {
                self.learn(known, args[1], true)
            }
            ExprKind::Op(op @ (Op::Eq | Op::Iff | Op::Neq), args) => {
                let are_equal = (*op != Op::Neq) == holds;
                let sides = [(args[0], args[1]), (args[1], args[0])];
                sides.into_iter().all(|(side, other)| match self.value(known, other) {
                    Some(value) => self.learn_value(known, side, value, are_equal),
                    None => true,
                })
            }
            _ => true,
        }
    }

    /// Learns that an expression has a value, or another one.
    fn learn_value(&self, known: &mut Known, e: ExprId, value: i128, is_it: bool) -> bool {
        if self.program.exprs.ty(e) == TypeTable::BOOL {
            return self.learn(known, e, (value == 1) == is_it);
        }
        match self.program.exprs.kind(e) {
            ExprKind::Var(var) if is_it && self.follows(*var) => known.set(*var, Some(value)),
            ExprKind::Op(Op::Ite, args) => {
                let (Some(a), Some(b)) = (self.value(known, args[1]), self.value(known, args[2])) else { return true };
                return match ((a == value) == is_it, (b == value) == is_it) {
                    (true, true) => true,
                    (true, false) => self.learn(known, args[0], true),
                    (false, true) => self.learn(known, args[0], false),
                    (false, false) => false,
                };
            }
            _ => {}
        }
        true
    }

    /// The values of an expression without definitions, each with what is known then.
    pub fn values(&self, known: Known, e: ExprId) -> Vec<(Known, Option<i128>)> {
        let mut found = Vec::new();
        self.split(known, e, MOST_SPLIT, &mut found);
        found
    }

    fn split(&self, known: Known, e: ExprId, left: u32, found: &mut Vec<(Known, Option<i128>)>) {
        let value = self.value(&known, e);
        let (condition, ways) = match self.program.exprs.kind(e) {
            _ if value.is_some() || left == 0 => return found.push((known, value)),
            ExprKind::Op(Op::Ite, args) => (args[0], Some((args[1], args[2]))),
            ExprKind::Op(..) if self.program.exprs.ty(e) == TypeTable::BOOL => (e, None),
            _ => return found.push((known, None)),
        };
        for holds in [true, false] {
            let mut known = known.clone();
            if !self.learn(&mut known, condition, holds) {
                continue;
            }
            match ways {
                Some((a, b)) => self.split(known, if holds { a } else { b }, left - 1, found),
                None => found.push((known, Some(i128::from(holds)))),
            }
        }
    }
}

//! Conditions that are taken for granted: what they say of symbols.

use num_bigint::BigInt;

use super::eval::Evaluator;
use super::stuck::{Slot, Stuck};
use super::symbols::{Supposed, is_long};
use crate::base::ids::ExprId;
use crate::ir::{ExprKind, Op};
use crate::verdict::Value;

/// An operand of a comparison.
enum Operand {
    Symbol(u64),
    Number(BigInt),
    Other,
}

impl Evaluator<'_> {
    /// What a variable holds that is assigned an expression: where there are symbols, one stands for what has no value, and
    /// for numbers that are too long to go on with.
    pub fn named_value(&mut self, e: ExprId) -> Slot {
        let slot = self.eval(e);
        let Some(symbols) = &mut self.symbols else { return slot };
        match slot {
            Err(Stuck::Symbol(symbol)) => Err(Stuck::Symbol(symbol)),
            Ok(value) if !is_long(&value) => Ok(value),
            _ => Err(Stuck::Symbol(symbols.bound())),
        }
    }

    /// A condition about symbols that decides between known values in an expression.
    pub fn open_choice(&mut self, e: ExprId) -> Option<ExprId> {
        let program = self.program;
        let ExprKind::Op(op, args) = program.exprs.kind(e) else { return None };
        if *op == Op::Ite
            && self.holds(args[0]).is_err()
            && self.is_about_symbols(args[0])
            && args[1..].iter().all(|&way| self.is_known(way))
        {
            return Some(args[0]);
        }
        args.iter().find_map(|&arg| self.open_choice(arg))
    }

    /// Whether ranges of symbols decide a condition.
    fn is_about_symbols(&mut self, e: ExprId) -> bool {
        let program = self.program;
        let ExprKind::Op(op, args) = program.exprs.kind(e) else { return self.holds(e).is_ok() };
        match op {
            Op::Not | Op::And | Op::Or | Op::Implies => args.iter().all(|&arg| self.is_about_symbols(arg)),
            Op::Eq | Op::Neq | Op::Lt | Op::Le | Op::Gt | Op::Ge => matches!(
                (self.operand(args[0]), self.operand(args[1])),
                (Operand::Symbol(_) | Operand::Number(_), Operand::Number(_))
                    | (Operand::Number(_), Operand::Symbol(_))
            ),
            _ => self.holds(e).is_ok(),
        }
    }

    /// Whether an expression has a value once conditions are decided that have none.
    fn is_known(&mut self, e: ExprId) -> bool {
        let program = self.program;
        match program.exprs.kind(e) {
            ExprKind::Op(Op::Ite, args) => args[1..].iter().all(|&way| self.is_known(way)),
            _ => self.eval(e).is_ok(),
        }
    }

    /// Goes on as if a condition held, or did not. Where one of several conditions suffices, `choose` says which is the first
    /// that does, out of how many.
    pub fn suppose(&mut self, e: ExprId, holds: bool, choose: &mut dyn FnMut(usize) -> usize) -> Supposed {
        if let Ok(known) = self.holds(e) {
            return if known == holds { Supposed::Exactly } else { Supposed::Never };
        }
        let program = self.program;
        let ExprKind::Op(op, args) = program.exprs.kind(e) else { return Supposed::Vaguely };
        match (op, holds) {
            (Op::Not, _) => self.suppose(args[0], !holds, choose),
            (Op::And, true) | (Op::Or, false) => {
                args.iter().fold(Supposed::Exactly, |all, &arg| all.and(self.suppose(arg, holds, choose)))
            }
            (Op::And, false) | (Op::Or, true) => {
                let all: Vec<(ExprId, bool)> = args.iter().map(|&arg| (arg, holds)).collect();
                self.suppose_one(&all, choose)
            }
            (Op::Implies, true) => self.suppose_one(&[(args[0], false), (args[1], true)], choose),
            (Op::Implies, false) => self.suppose(args[0], true, choose).and(self.suppose(args[1], false, choose)),
            (Op::Eq | Op::Neq | Op::Lt | Op::Le | Op::Gt | Op::Ge, _) => self.suppose_comparison(*op, args, holds),
            _ => Supposed::Vaguely,
        }
    }

    /// One of these holds; none is known to.
    fn suppose_one(&mut self, all: &[(ExprId, bool)], choose: &mut dyn FnMut(usize) -> usize) -> Supposed {
        let open: Vec<(ExprId, bool)> = all.iter().copied().filter(|&(arg, _)| self.holds(arg).is_err()).collect();
        let first = match open.len() {
            0 => return Supposed::Vaguely,
            1 => 0,
            several => choose(several),
        };
        let not_before = open[..first]
            .iter()
            .fold(Supposed::Exactly, |all, &(arg, holds)| all.and(self.suppose(arg, !holds, choose)));
        not_before.and(self.suppose(open[first].0, open[first].1, choose))
    }

    fn suppose_comparison(&mut self, op: Op, args: &[ExprId], holds: bool) -> Supposed {
        let (op, symbol, n) = match (self.operand(args[0]), self.operand(args[1])) {
            (Operand::Symbol(symbol), Operand::Number(n)) => (op, symbol, n),
            (Operand::Number(n), Operand::Symbol(symbol)) => (op.mirrored(), symbol, n),
            _ => return Supposed::Vaguely,
        };
        let Some(symbols) = &mut self.symbols else { return Supposed::Vaguely };
        match if holds { Some(op) } else { op.negated() } {
            Some(Op::Eq) => symbols.narrow(symbol, Some(n.clone()), Some(n)),
            Some(Op::Neq) => symbols.exclude(symbol, &n),
            Some(Op::Lt) => symbols.narrow(symbol, None, Some(n - 1)),
            Some(Op::Le) => symbols.narrow(symbol, None, Some(n)),
            Some(Op::Gt) => symbols.narrow(symbol, Some(n + 1), None),
            Some(Op::Ge) => symbols.narrow(symbol, Some(n), None),
            _ => Supposed::Vaguely,
        }
    }

    fn operand(&mut self, e: ExprId) -> Operand {
        match self.eval(e) {
            Ok(Value::Int(n)) => Operand::Number(n),
            Err(Stuck::Symbol(symbol)) => Operand::Symbol(symbol),
            _ => Operand::Other,
        }
    }
}

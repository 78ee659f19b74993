//! Quantifiers over a range of integers whose ends are known, number by number:
//!
//! ```text
//! exists a :: 7 <= a && a < 9 && text[a] == 0    →    text[7] == 0 || text[8] == 0
//! forall a :: 7 <= a && a < 9 ==> text[a] != 0    →    text[7] != 0 && text[8] != 0
//! ```

use super::eval::{Calculator, Split};
use super::state::State;
use super::term::{FALSE, TRUE};
use super::value::Val;
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::mentions;
use crate::ir::{ExprKind, Op, Quantifier, QuantifierKind, TypeTable};

/// Numbers that are looked at.
const MOST: i128 = 512;

impl Calculator<'_> {
    /// A quantified formula; unknown where it is not about a short range.
    pub fn quantified(&mut self, state: &mut State, quantifier: &Quantifier) -> Result<Val, Split> {
        let &[var] = &quantifier.vars[..] else { return Ok(Val::Unknown) };
        if !quantifier.type_params.is_empty() || self.program.vars[var].ty != TypeTable::INT {
            return Ok(Val::Unknown);
        }
        let Some((least, end)) = self.ends(state, var, quantifier)? else { return Ok(Val::Unknown) };
        if end.checked_sub(least).is_none_or(|count| count > MOST) {
            return Ok(Val::Unknown);
        }
        let is_exists = quantifier.kind == QuantifierKind::Exists;
        let last = if is_exists { TRUE } else { FALSE };
        let (mut known, mut all) = (true, Vec::new());
        for at in least..end {
            let at = Val::Term(self.terms.int(at));
            match self.under(state, vec![(var, at)], quantifier.body)? {
                Val::Term(term) if term == last => return Ok(Val::Term(last)),
                Val::Term(term) => all.push(term),
                _ => known = false,
            }
        }
        Ok(match known {
            true if is_exists => Val::Term(self.terms.or(all)),
            true => Val::Term(self.terms.and(all)),
            false => Val::Unknown,
        })
    }

    /// The least number that the body is about, and the one behind the largest.
    fn ends(&mut self, state: &mut State, var: VarId, quantifier: &Quantifier) -> Result<Option<(i128, i128)>, Split> {
        let program = self.program;
        let range = match (quantifier.kind, program.exprs.kind(quantifier.body)) {
            (QuantifierKind::Exists, _) => quantifier.body,
            (QuantifierKind::Forall, ExprKind::Op(Op::Implies, args)) => args[0],
            (QuantifierKind::Forall, _) => return Ok(None),
        };
        let (mut least, mut end) = (None, None);
        let mut parts = vec![range];
        while let Some(part) = parts.pop() {
            let ExprKind::Op(op, args) = program.exprs.kind(part) else { continue };
            let is_var = |e: ExprId| *program.exprs.kind(e) == ExprKind::Var(var);
            let (op, bound) = match (op, &args[..]) {
                (Op::And, all) => {
                    parts.extend(all.iter().rev());
                    continue;
                }
                (op, &[a, b]) if is_var(a) => (*op, b),
                (op, &[a, b]) if is_var(b) => (op.mirrored(), a),
                _ => continue,
            };
            let (is_lower, is_strict) = match op {
                Op::Ge | Op::Gt => (true, op == Op::Gt),
                Op::Le | Op::Lt => (false, op == Op::Lt),
                _ => continue,
            };
            let place = if is_lower { &mut least } else { &mut end };
            if place.is_some() || mentions(&self.program.exprs, [bound], var) {
                continue;
            }
            let Val::Term(term) = self.go(state, bound)? else { continue };
            let term = state.ranges.simplified(&mut self.terms, term);
            *place = self.terms.as_int(term).map(|n| if is_lower == is_strict { n + 1 } else { n });
        }
        Ok(least.zip(end))
    }
}

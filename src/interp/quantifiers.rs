//! Quantifiers: decided by enumeration where the type, the guard or the body limits the values that matter, else tried
//! on the values that occur, which leaves the answer unsure unless an instance settles it.

use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::eval::Evaluator;
use super::stuck::{Junction, Stuck};
use crate::base::ids::{ExprId, VarId};
use crate::ir::{ExprKind, FunctionKind, Op, Quantifier, QuantifierKind, Type};
use crate::verdict::Value;

/// Guarded integer ranges up to this size are enumerated.
const LARGEST_RANGE: u64 = 1 << 16;

/// The values to try for one variable.
struct Candidates {
    values: Rc<[Value]>,
    /// No other value behaves differently.
    complete: bool,
}

/// A condition outside of which an instance does not matter.
struct Guard {
    condition: ExprId,
    /// Or it is that the condition does not hold.
    holds: bool,
}

/// The value of an instance of a quantifier, in the state that binds its variables.
type Instance<'a, 'p> = dyn FnMut(&mut Evaluator<'p>) -> Result<bool, Stuck> + 'a;

impl<'p> Evaluator<'p> {
    pub(super) fn quantifier(&mut self, q: &Quantifier) -> Result<bool, Stuck> {
        self.each_instance(q, &mut |this| this.in_scope(q.body, |this| this.truth(q.body)))
    }

    /// The quantifier with `instance` in place of its body, under bindings of its variables.
    pub(super) fn each_instance(&mut self, q: &Quantifier, instance: &mut Instance<'_, 'p>) -> Result<bool, Stuck> {
        // `forall` is a conjunction over all values, `exists` a disjunction.
        let absorbing = q.kind == QuantifierKind::Exists;
        let mut guards = Vec::new();
        self.guards(q, &mut guards);
        let mut remaining: Vec<VarId> = q.vars.to_vec();
        let mut junction = Junction::new(absorbing);
        let saved: Vec<_> = q.vars.iter().map(|&v| self.var(v).clone()).collect();
        let settled = self.instances(q, &guards, &mut remaining, &mut junction, instance);
        for (&v, slot) in q.vars.iter().zip(saved) {
            self.set(v, slot);
        }
        if settled { Ok(absorbing) } else { junction.end() }
    }

    /// Adds all instances to the junction; true once one absorbs.
    fn instances(
        &mut self,
        q: &Quantifier,
        guards: &[Guard],
        remaining: &mut Vec<VarId>,
        junction: &mut Junction,
        instance: &mut Instance<'_, 'p>,
    ) -> bool {
        if remaining.is_empty() {
            return junction.add(instance(self));
        }
        let (position, candidates) = match self.next_variable(q, guards, remaining) {
            Ok(next) => next,
            Err(stuck) => return junction.add(Err(stuck)),
        };
        let var = remaining.remove(position);
        let mut settled = false;
        for value in candidates.values.iter() {
            self.set(var, Ok(value.clone()));
            if self.instances(q, guards, remaining, junction, instance) {
                settled = true;
                break;
            }
            if self.fuel == 0 {
                break;
            }
        }
        remaining.insert(position, var);
        if !settled && !candidates.complete {
            let absorbing = q.kind == QuantifierKind::Exists;
            return junction.add(Err(Stuck::Unsure(!absorbing)));
        }
        settled
    }

    /// Whether its type or the guards limit the values of each variable.
    pub(super) fn is_bounded(&mut self, q: &Quantifier) -> bool {
        let mut guards = Vec::new();
        self.guards(q, &mut guards);
        q.vars.iter().all(|&v| {
            self.domain.all(self.program.vars[v].ty).is_some()
                || matches!(self.guarded_range(v, &guards, &q.vars), Ok(Some(_)))
        })
    }

    /// The variable to instantiate next: one whose values are known to be few, if there is one.
    fn next_variable(
        &mut self,
        q: &Quantifier,
        guards: &[Guard],
        remaining: &[VarId],
    ) -> Result<(usize, Candidates), Stuck> {
        for (i, &v) in remaining.iter().enumerate() {
            if let Some(values) = self.domain.all(self.program.vars[v].ty) {
                return Ok((i, Candidates { values, complete: true }));
            }
        }
        for (i, &v) in remaining.iter().enumerate() {
            if let Some(values) = self.guarded_range(v, guards, remaining)? {
                return Ok((i, Candidates { values: values.into(), complete: true }));
            }
        }
        for (i, &v) in remaining.iter().enumerate() {
            if let Some(relevant) = self.relevant(v, remaining, remaining, q.body)? {
                return Ok((i, Candidates { values: relevant.representatives().into(), complete: true }));
            }
        }
        let ty = self.program.vars[remaining[0]].ty;
        let values = self.seen(ty, Some(q.body));
        if values.is_empty() {
            return Err(Stuck::NoValues(ty));
        }
        Ok((0, Candidates { values, complete: false }))
    }

    /// The conditions outside of which an instance does not matter: `g` in `forall x :: g ==> b` and in
    /// `forall x :: !g || b`, the conjuncts of the body of an `exists`.
    fn guards(&self, q: &Quantifier, guards: &mut Vec<Guard>) {
        match q.kind {
            QuantifierKind::Exists => self.conjuncts(q.body, guards),
            QuantifierKind::Forall => self.disjuncts(q.body, guards),
        }
    }

    /// What holds where an expression does.
    fn conjuncts(&self, e: ExprId, out: &mut Vec<Guard>) {
        match self.program.exprs.kind(e) {
            ExprKind::Op(Op::And, args) => args.iter().for_each(|&a| self.conjuncts(a, out)),
            ExprKind::Op(Op::Not, args) => self.disjuncts(args[0], out),
            _ => out.push(Guard { condition: e, holds: true }),
        }
    }

    /// What holds where an expression does not.
    fn disjuncts(&self, e: ExprId, out: &mut Vec<Guard>) {
        match self.program.exprs.kind(e) {
            ExprKind::Op(Op::Or, args) => args.iter().for_each(|&a| self.disjuncts(a, out)),
            ExprKind::Op(Op::Not, args) => self.conjuncts(args[0], out),
            ExprKind::Op(Op::Implies, args) => {
                self.conjuncts(args[0], out);
                self.disjuncts(args[1], out);
            }
            _ => out.push(Guard { condition: e, holds: false }),
        }
    }

    /// The operator and operands of a comparison, also of a call of a function that is defined as one.
    fn comparison_of(&self, e: ExprId) -> Option<(Op, ExprId, ExprId)> {
        let program = self.program;
        match program.exprs.kind(e) {
            ExprKind::Op(op, args) => match args[..] {
                [a, b] => Some((*op, a, b)),
                _ => None,
            },
            ExprKind::Call { func, args, .. } => {
                let FunctionKind::Defined { body, .. } = program.funcs[*func].kind else { return None };
                let (op, a, b) = self.comparison_of(body)?;
                let argument = |e: ExprId| {
                    let ExprKind::Var(param) = program.exprs.kind(e) else { return None };
                    let position = program.funcs[*func].params.iter().position(|p| p == param)?;
                    args.get(position).copied()
                };
                Some((op, argument(a)?, argument(b)?))
            }
            _ => None,
        }
    }

    /// The integers between the bounds that the guards set.
    fn guarded_range(&mut self, var: VarId, guards: &[Guard], unbound: &[VarId]) -> Result<Option<Vec<Value>>, Stuck> {
        let program = self.program;
        if *program.types.get(program.vars[var].ty) != Type::Int {
            return Ok(None);
        }
        let (mut low, mut high): (Option<BigInt>, Option<BigInt>) = (None, None);
        for guard in guards {
            let Some((op, a, b)) = self.comparison_of(guard.condition) else { continue };
            let Some(op) = (if guard.holds { Some(op) } else { op.negated() }) else { continue };
            let (op, place, bound) = match (self.place_in(var, a, unbound)?, self.place_in(var, b, unbound)?) {
                (Some(place), None) => (op, place, b),
                (None, Some(place)) => (op.mirrored(), place, a),
                _ => continue,
            };
            let Some(Value::Int(bound)) = self.ground(bound, unbound)? else { continue };
            let first = |n: BigInt| n * &place.divisor - &place.distance;
            let last = |n: BigInt| first(n + 1) - 1;
            let mut raise = |to: BigInt| low = Some(low.take().map_or(to.clone(), |l| l.max(to)));
            let mut lower = |to: BigInt| high = Some(high.take().map_or(to.clone(), |h| h.min(to)));
            match op {
                Op::Lt => lower(last(bound - 1)),
                Op::Le => lower(last(bound)),
                Op::Gt => raise(first(bound + 1)),
                Op::Ge => raise(first(bound)),
                Op::Eq => {
                    raise(first(bound.clone()));
                    lower(last(bound));
                }
                _ => {}
            }
        }
        let (Some(low), Some(high)) = (low, high) else { return Ok(None) };
        if high < low {
            return Ok(Some(Vec::new()));
        }
        let size = (&high - &low).to_u64().filter(|&n| n < LARGEST_RANGE);
        Ok(size.map(|n| (0..=n).map(|k| Value::Int(&low + k)).collect()))
    }

    /// How an expression depends on a variable, where it does by distance and division alone.
    fn place_in(&mut self, var: VarId, e: ExprId, unbound: &[VarId]) -> Result<Option<Place>, Stuck> {
        let program = self.program;
        let (op, a, b) = match program.exprs.kind(e) {
            ExprKind::Var(own) => {
                return Ok((*own == var).then(|| Place { distance: BigInt::zero(), divisor: BigInt::one() }));
            }
            ExprKind::Op(op @ (Op::Add | Op::Sub | Op::Div), args) => match args[..] {
                [a, b] => (*op, a, b),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let (inner, by) = match self.place_in(var, a, unbound)? {
            Some(inner) => (inner, b),
            None if op == Op::Add => match self.place_in(var, b, unbound)? {
                Some(inner) => (inner, a),
                None => return Ok(None),
            },
            None => return Ok(None),
        };
        let Some(Value::Int(by)) = self.ground(by, unbound)? else { return Ok(None) };
        Ok(match op {
            Op::Div if by.is_positive() => Some(Place { divisor: inner.divisor * by, ..inner }),
            Op::Add if inner.divisor.is_one() => Some(Place { distance: inner.distance + by, ..inner }),
            Op::Sub if inner.divisor.is_one() => Some(Place { distance: inner.distance - by, ..inner }),
            _ => None,
        })
    }
}

/// `(x + distance) div divisor`, rounded down.
struct Place {
    distance: BigInt,
    divisor: BigInt,
}

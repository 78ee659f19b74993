//! Between which numbers names lie, as far as assumptions say so.
//!
//! ```text
//! havoc r; assume r < 0; … if (r == 0)      →  the branch is closed
//! ```
//!
//! A fact holds on the executions that pass the assumption, so it counts where the same guard holds, and everywhere if
//! all executions pass it.

use rustc_hash::FxHashMap;

use super::guard::Guard;
use super::value::Value;
use crate::ir::Op;
use crate::smt::Term;

#[derive(Default)]
pub struct Facts {
    known: FxHashMap<(Term, Guard), Range>,
}

/// From the least number to the greatest.
#[derive(Clone, Copy)]
struct Range {
    least: i128,
    most: i128,
}

/// Of all numbers.
const ANY: Range = Range { least: i128::MIN, most: i128::MAX };

impl Range {
    fn and(self, other: Range) -> Range {
        Range { least: self.least.max(other.least), most: self.most.min(other.most) }
    }
}

/// `x op n` for a comparison of a name and a number; none that would look like no end.
fn comparison(op: Op, a: &Value, b: &Value) -> Option<(Op, Term, i128)> {
    match (a, b) {
        (Value::Int(_), Value::Int(_)) => None,
        (_, Value::Int(n)) => {
            let (term, by) = a.sum()?;
            let number = n.checked_sub(by).filter(|&number| number != i128::MIN && number != i128::MAX)?;
            Some((op, term?, number))
        }
        (Value::Int(_), _) => comparison(op.mirrored(), b, a),
        _ => None,
    }
}

impl Facts {
    fn range(&self, term: Term, guard: Guard) -> Range {
        let known = |guard| self.known.get(&(term, guard)).copied().unwrap_or(ANY);
        known(Guard::Always).and(known(guard))
    }

    /// A comparison was assumed.
    pub fn learn(&mut self, op: Op, (a, b): (&Value, &Value), guard: Guard) {
        let Some((op, term, n)) = comparison(op, a, b) else { return };
        let known = self.range(term, guard);
        let fact = match op {
            Op::Lt => Range { most: n - 1, ..ANY },
            Op::Le => Range { most: n, ..ANY },
            Op::Gt => Range { least: n + 1, ..ANY },
            Op::Ge => Range { least: n, ..ANY },
            Op::Eq => Range { least: n, most: n },
            Op::Neq if n == known.least => Range { least: n + 1, ..ANY },
            Op::Neq if n == known.most => Range { most: n - 1, ..ANY },
            _ => return,
        };
        let own = self.known.entry((term, guard)).or_insert(ANY);
        *own = own.and(fact);
    }

    /// Whether a comparison holds where the guard does; `None`: it may or may not.
    pub fn decide(&self, op: Op, (a, b): (&Value, &Value), guard: Guard) -> Option<bool> {
        let (op, term, n) = comparison(op, a, b)?;
        let Range { least, most } = self.range(term, guard);
        let (always, never) = match op {
            Op::Lt => (most < n, least >= n),
            Op::Le => (most <= n, least > n),
            Op::Gt => (least > n, most <= n),
            Op::Ge => (least >= n, most < n),
            Op::Eq => (least == n && most == n, n < least || most < n),
            Op::Neq => (n < least || most < n, least == n && most == n),
            _ => return None,
        };
        (always || never).then_some(always)
    }
}

//! Expressions in a state, and what a condition says of it.

use super::guards::SOMEWHERE;
use super::heap::{Holder, Map, ObjId, Range, Value, hull};
use super::state::State;
use super::stop::{Stop, other};
use super::subject::Subject;
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::walk;
use crate::ir::{ExprKind, FunctionKind, Op, TypeTable};

/// Alternatives that a condition is split into, at most.
const MOST: usize = 64;
/// Choices within a choice that are looked at under what conditions say.
const MOST_CHOICES: u32 = 6;

impl Subject {
    /// The value of an expression.
    pub fn eval(&self, state: &mut State, e: ExprId) -> Result<Value, Stop> {
        Ok(match self.value(state, e)? {
            Value::Sym(s) => match state.ranges[&s] {
                (Some(low), Some(high)) if low == high => Value::Num(low),
                _ => Value::Sym(s),
            },
            value => value,
        })
    }

    fn value(&self, state: &mut State, e: ExprId) -> Result<Value, Stop> {
        match self.program.exprs.kind(e) {
            ExprKind::Bool(b) => Ok(Value::Num(i128::from(*b))),
            ExprKind::Int(n) => Ok(match Subject::number(n) {
                Some(n) => self.number_or_address(n),
                None => state.unknown(),
            }),
            ExprKind::Var(v) if Some(*v) == self.allocated => Ok(state.allocated(self)),
            ExprKind::Var(v) => Ok(state.var(*v)),
            ExprKind::Op(op, args) => self.operator(state, *op, args),
            ExprKind::Call { func, args, .. } => self.call(state, *func, args),
            _ => Ok(state.unknown()),
        }
    }

    /// A number; the addresses of the program's variables are numbers, too.
    fn number_or_address(&self, n: i128) -> Value {
        if n >= self.room && n < self.old_start {
            Value::Ptr((n / self.room - 1) as ObjId, (n % self.room) as i64)
        } else {
            Value::Num(n)
        }
    }

    fn call(&self, state: &mut State, func: crate::base::ids::FuncId, args: &[ExprId]) -> Result<Value, Stop> {
        let function = &self.program.funcs[func];
        let body = match function.kind {
            FunctionKind::Defined { body, .. } if !self.recursive[func] => body,
            _ => return Ok(state.unknown()),
        };
        let mut values = Vec::new();
        for &arg in args {
            values.push(self.eval(state, arg)?);
        }
        let outer: Vec<(VarId, Option<Value>)> =
            function.params.iter().zip(values).map(|(&p, v)| (p, state.vars.insert(p, v))).collect();
        let value = self.eval(state, body);
        for (param, before) in outer {
            match before {
                Some(before) => state.vars.insert(param, before),
                None => state.vars.remove(&param),
            };
        }
        value
    }

    fn operator(&self, state: &mut State, op: Op, args: &[ExprId]) -> Result<Value, Stop> {
        match op {
            Op::Not | Op::And | Op::Or | Op::Implies | Op::Iff => Ok(match self.connective(state, op, args)? {
                Some(b) => Value::Num(i128::from(b)),
                None => state.symbol((Some(0), Some(1))),
            }),
            Op::Eq | Op::Neq | Op::Lt | Op::Le | Op::Gt | Op::Ge => {
                if !matches!(self.program.exprs.ty(args[0]), TypeTable::INT | TypeTable::BOOL) {
                    return Ok(state.symbol((Some(0), Some(1))));
                }
                let (a, b) = (self.eval(state, args[0])?, self.eval(state, args[1])?);
                Ok(match self.compare(state, op, &a, &b) {
                    Some(b) => Value::Num(i128::from(b)),
                    None => state.symbol((Some(0), Some(1))),
                })
            }
            Op::Ite => match self.truth(state, args[0])? {
                Some(b) => self.eval(state, args[if b { 1 } else { 2 }]),
                None => {
                    let (a, b) = (self.eval(state, args[1])?, self.eval(state, args[2])?);
                    if a == b {
                        return Ok(a);
                    }
                    let each = if self.are_few_choices(&args[1..]) { self.either(state, args)? } else { None };
                    let range = each.unwrap_or_else(|| hull(state.range(&a), state.range(&b)));
                    Ok(state.symbol(range))
                }
            },
            Op::Select => self.select(state, args),
            Op::Neg | Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod => {
                let mut values = Vec::new();
                for &arg in args {
                    values.push(match self.program.exprs.kind(arg) {
                        ExprKind::Int(n) => Subject::number(n).map_or_else(|| state.unknown(), Value::Num),
                        _ => self.eval(state, arg)?,
                    });
                }
                if self.program.exprs.ty(args[0]) != TypeTable::INT {
                    return Ok(state.unknown());
                }
                if let (Op::Sub, Value::Near(object, ..)) = (op, &values[0])
                    && self.is_start(args)
                {
                    return Ok(Value::Ptr(*object, 0));
                }
                Ok(self.arithmetic(state, op, &values))
            }
            _ => Ok(state.unknown()),
        }
    }

    /// Whether what is chosen from is not itself chosen time and again: with each choice within a choice, looking at both once more under
    /// what conditions say takes twice as long.
    fn are_few_choices(&self, args: &[ExprId]) -> bool {
        let mut choices = 0;
        walk(&self.program.exprs, args.iter().copied(), |_, kind| {
            choices += u32::from(matches!(kind, ExprKind::Op(Op::Ite, _)));
        });
        choices <= MOST_CHOICES
    }

    /// The bounds of `if c then a else b`, each under what the condition says.
    fn either(&self, state: &State, args: &[ExprId]) -> Result<Option<Range>, Stop> {
        let mut found: Option<Range> = None;
        for (holds, e) in [(true, args[1]), (false, args[2])] {
            for mut state in self.refine(state.clone(), args[0], holds)? {
                let range = match self.eval(&mut state, e)? {
                    value @ (Value::Num(_) | Value::Sym(_)) => state.range(&value),
                    _ => return Ok(None),
                };
                found = Some(found.map_or(range, |old| hull(old, range)));
            }
        }
        Ok(found)
    }

    /// Whether an expression is `e - e mod room`: where the block begins that an address is in.
    fn is_start(&self, args: &[ExprId]) -> bool {
        matches!(self.program.exprs.kind(args[1]), ExprKind::Op(Op::Mod, inner)
            if inner[0] == args[0]
                && matches!(self.program.exprs.kind(inner[1]), ExprKind::Int(n) if Subject::number(n) == Some(self.room)))
    }

    fn select(&self, state: &mut State, args: &[ExprId]) -> Result<Value, Stop> {
        let ExprKind::Var(map) = self.program.exprs.kind(args[0]) else { return Ok(state.unknown()) };
        let (Some(&map), 2) = (self.maps.get(map), args.len()) else { return Ok(state.unknown()) };
        match self.address(state, map, args[1])? {
            Value::Ptr(object, at) if self.in_room(at) => {
                let (cell, known) = ((map, at), &state.heap.objects[&object]);
                if known.holder == Holder::Other {
                    return Err(other(object));
                }
                if known.is_unclear(cell, self.live) {
                    return Err(Stop::Look(object, cell));
                }
                state.note(object, cell, false);
                match state.cell(object, cell) {
                    Value::Out(_) => Err(Stop::Resolve(object, cell)),
                    value => Ok(value),
                }
            }
            Value::Near(object, ..) => {
                state.note(object, (map, SOMEWHERE), false);
                Ok(state.unknown())
            }
            // No block is there: nothing was written since the start.
            Value::Num(n) if n < self.room => {
                let default = state.defaults.get(&map).copied();
                Ok(default.map_or_else(|| state.unknown(), Value::Num))
            }
            _ => Ok(state.unknown()),
        }
    }

    fn arithmetic(&self, state: &mut State, op: Op, values: &[Value]) -> Value {
        let small = |n: i128| i64::try_from(n).ok();
        match (op, values) {
            (Op::Neg, [Value::Num(n)]) => {
                n.checked_neg().map_or_else(|| state.unknown(), |n| self.number_or_address(n))
            }
            (_, [Value::Num(a), Value::Num(b)]) => match exact(op, *a, *b) {
                Some(n) => self.number_or_address(n),
                None => state.unknown(),
            },
            (Op::Add, [Value::Ptr(o, at), Value::Num(n)] | [Value::Num(n), Value::Ptr(o, at)]) => {
                match small(*n).and_then(|n| at.checked_add(n)) {
                    Some(at) => Value::Ptr(*o, at),
                    None => state.unknown(),
                }
            }
            (Op::Sub, [Value::Ptr(o, at), Value::Num(n)]) => match small(*n).and_then(|n| at.checked_sub(n)) {
                Some(at) => Value::Ptr(*o, at),
                None => state.unknown(),
            },
            (Op::Add, [Value::Ptr(o, at), n @ Value::Sym(_)] | [n @ Value::Sym(_), Value::Ptr(o, at)]) => {
                let place = |n: i128| small(n).and_then(|n| at.checked_add(n)).filter(|&at| self.in_room(at));
                match state.range(n) {
                    (Some(low), Some(high)) => match place(low).zip(place(high)) {
                        Some((low, high)) => Value::Near(*o, low, high),
                        None => state.unknown(),
                    },
                    _ => state.unknown(),
                }
            }
            (Op::Sub, [Value::Near(o, low, high), Value::Ptr(p, at)]) if o == p => {
                let (low, high) = (i128::from(*low) - i128::from(*at), i128::from(*high) - i128::from(*at));
                state.symbol((Some(low), Some(high)))
            }
            (Op::Mod, [Value::Near(_, low, high), Value::Num(n)]) if *n == self.room => {
                state.symbol((Some(i128::from(*low)), Some(i128::from(*high))))
            }
            (Op::Sub, [Value::Ptr(o, a), Value::Ptr(p, b)]) if o == p => Value::Num(i128::from(*a) - i128::from(*b)),
            (Op::Mod, [Value::Ptr(_, at), Value::Num(n)])
                if *n == self.room && *at >= 0 && i128::from(*at) < self.room =>
            {
                Value::Num(i128::from(*at))
            }
            _ => {
                let ranges: Vec<Range> = values.iter().map(|v| state.range(v)).collect();
                let range = bounds(op, &ranges);
                state.symbol(range)
            }
        }
    }

    /// Where a map is looked at.
    pub fn address(&self, state: &mut State, map: Map, e: ExprId) -> Result<Value, Stop> {
        match self.cells.get(&map) {
            Some(at) => Ok(Value::Ptr((at / self.room - 1) as ObjId, 0)),
            None => self.eval(state, e),
        }
    }

    /// Whether that is in a block: behind its room begins another one.
    pub fn in_room(&self, at: i64) -> bool {
        at >= 0 && i128::from(at) < self.room
    }

    /// Whether a comparison holds, where that is known.
    fn compare(&self, state: &State, op: Op, a: &Value, b: &Value) -> Option<bool> {
        let in_room = |at: i64| self.in_room(at);
        match (a, b) {
            // A block begins below what is in it.
            (Value::Ptr(o, 0), Value::Near(p, ..)) if o == p && op == Op::Le => return Some(true),
            (Value::Near(..), _) | (_, Value::Near(..)) => return None,
            _ => {}
        }
        let same = match (a, b) {
            (Value::Ptr(o, x), Value::Ptr(p, y)) if o == p => return Some(ordered(op, *x, *y)),
            (Value::Ptr(_, x), Value::Ptr(_, y)) => (in_room(*x) && in_room(*y)).then_some(false),
            // Blocks begin at the size of a room, or above.
            (Value::Ptr(_, at), Value::Num(n)) | (Value::Num(n), Value::Ptr(_, at))
                if in_room(*at) && *n < self.room =>
            {
                let below = matches!(a, Value::Num(_));
                return Some(if below { ordered(op, 0, 1) } else { ordered(op, 1, 0) });
            }
            (Value::Sym(s), Value::Sym(t)) if s == t => return Some(ordered(op, 0, 0)),
            _ => None,
        };
        match (op, same) {
            (Op::Eq, Some(same)) => return Some(same),
            (Op::Neq, Some(same)) => return Some(!same),
            _ => {}
        }
        if matches!(a, Value::Ptr(..)) || matches!(b, Value::Ptr(..)) {
            return None;
        }
        let ((a, b), (c, d)) = (state.range(a), state.range(b));
        let less = |x: Option<i128>, y: Option<i128>| x.zip(y).is_some_and(|(x, y)| x < y);
        let at_most = |x: Option<i128>, y: Option<i128>| x.zip(y).is_some_and(|(x, y)| x <= y);
        let point = a.is_some() && a == b && c == d && a == c;
        let decide = |yes: bool, no: bool| {
            if yes {
                Some(true)
            } else if no {
                Some(false)
            } else {
                None
            }
        };
        match op {
            Op::Eq => decide(point, less(b, c) || less(d, a)),
            Op::Neq => decide(less(b, c) || less(d, a), point),
            Op::Lt => decide(less(b, c), at_most(d, a)),
            Op::Le => decide(at_most(b, c), less(d, a)),
            Op::Gt => decide(less(d, a), at_most(b, c)),
            _ => decide(at_most(d, a), less(b, c)),
        }
    }

    /// Whether a condition holds, where that is known.
    pub fn truth(&self, state: &mut State, e: ExprId) -> Result<Option<bool>, Stop> {
        Ok(match self.eval(state, e)? {
            Value::Num(n) => Some(n != 0),
            _ => None,
        })
    }

    fn connective(&self, state: &mut State, op: Op, args: &[ExprId]) -> Result<Option<bool>, Stop> {
        match op {
            Op::Not => Ok(self.truth(state, args[0])?.map(|b| !b)),
            Op::And | Op::Or => {
                let deciding = op == Op::Or;
                let mut all_known = true;
                for &arg in args {
                    match self.truth(state, arg)? {
                        Some(b) if b == deciding => return Ok(Some(deciding)),
                        Some(_) => {}
                        None => all_known = false,
                    }
                }
                Ok(all_known.then_some(!deciding))
            }
            Op::Implies => match self.truth(state, args[0])? {
                Some(false) => Ok(Some(true)),
                Some(true) => self.truth(state, args[1]),
                None => Ok(self.truth(state, args[1])?.filter(|&b| b)),
            },
            _ => {
                let (a, b) = (self.truth(state, args[0])?, self.truth(state, args[1])?);
                Ok(a.zip(b).map(|(a, b)| a == b))
            }
        }
    }

    /// The states in which a condition is as said: together they have all executions in which it is.
    pub fn refine(&self, state: State, e: ExprId, holds: bool) -> Result<Vec<State>, Stop> {
        let ExprKind::Op(op, args) = self.program.exprs.kind(e) else { return self.atom(state, e, holds) };
        match (op, holds) {
            (Op::Not, _) => self.refine(state, args[0], !holds),
            (Op::And, true) | (Op::Or, false) => {
                let mut states = vec![state];
                for &arg in args {
                    states = self.refine_all(states, arg, holds)?;
                }
                Ok(states)
            }
            (Op::And, false) | (Op::Or, true) => {
                let (mut rest, mut found) = (vec![state], Vec::new());
                for &arg in args {
                    found.extend(self.refine_all(rest.clone(), arg, holds)?);
                    rest = self.refine_all(rest, arg, !holds)?;
                }
                Ok(found)
            }
            (Op::Implies, false) => {
                let states = self.refine(state, args[0], true)?;
                self.refine_all(states, args[1], false)
            }
            (Op::Implies, true) => {
                let mut found = self.refine(state.clone(), args[0], false)?;
                let states = self.refine(state, args[0], true)?;
                found.extend(self.refine_all(states, args[1], true)?);
                Ok(found)
            }
            (Op::Iff, _) => {
                let mut found = Vec::new();
                for first in [true, false] {
                    let states = self.refine(state.clone(), args[0], first)?;
                    found.extend(self.refine_all(states, args[1], first == holds)?);
                }
                Ok(found)
            }
            _ => self.atom(state, e, holds),
        }
    }

    fn refine_all(&self, states: Vec<State>, e: ExprId, holds: bool) -> Result<Vec<State>, Stop> {
        let mut found = Vec::new();
        for state in states {
            found.extend(self.refine(state, e, holds)?);
        }
        if found.len() > MOST {
            return Err(Stop::GiveUp("a condition has too many cases".into()));
        }
        Ok(found)
    }

    fn atom(&self, mut state: State, e: ExprId, holds: bool) -> Result<Vec<State>, Stop> {
        if let Some(known) = self.truth(&mut state, e)? {
            return Ok(if known == holds { vec![state] } else { Vec::new() });
        }
        match self.program.exprs.kind(e) {
            ExprKind::Op(op @ (Op::Eq | Op::Neq | Op::Lt | Op::Le | Op::Gt | Op::Ge), args)
                if self.program.exprs.ty(args[0]) == TypeTable::INT =>
            {
                let (a, b) = (self.eval(&mut state, args[0])?, self.eval(&mut state, args[1])?);
                let op = if holds { Some(*op) } else { op.negated() };
                let possible =
                    op.is_some_and(|op| narrow(&mut state, op, &a, &b) && narrow(&mut state, op.mirrored(), &b, &a));
                Ok(if possible { vec![state] } else { Vec::new() })
            }
            // A truth value.
            _ => {
                if let Value::Sym(s) = self.eval(&mut state, e)? {
                    let n = i128::from(holds);
                    state.ranges.insert(s, (Some(n), Some(n)));
                }
                Ok(vec![state])
            }
        }
    }
}

fn exact(op: Op, a: i128, b: i128) -> Option<i128> {
    match op {
        Op::Add => a.checked_add(b),
        Op::Sub => a.checked_sub(b),
        Op::Mul => a.checked_mul(b),
        Op::Div => a.checked_div_euclid(b),
        Op::Mod => a.checked_rem_euclid(b),
        _ => None,
    }
}

fn bounds(op: Op, ranges: &[Range]) -> Range {
    let add = |x: Option<i128>, y: Option<i128>| x.zip(y).and_then(|(x, y)| x.checked_add(y));
    let sub = |x: Option<i128>, y: Option<i128>| x.zip(y).and_then(|(x, y)| x.checked_sub(y));
    match (op, ranges) {
        (Op::Neg, [(a, b)]) => (b.and_then(i128::checked_neg), a.and_then(i128::checked_neg)),
        (Op::Add, [(a, b), (c, d)]) => (add(*a, *c), add(*b, *d)),
        (Op::Sub, [(a, b), (c, d)]) => (sub(*a, *d), sub(*b, *c)),
        (Op::Mul, [(Some(a), Some(b)), (Some(c), Some(d))]) => {
            let all: Option<Vec<i128>> =
                [a.checked_mul(*c), a.checked_mul(*d), b.checked_mul(*c), b.checked_mul(*d)].into_iter().collect();
            all.map_or((None, None), |all| (all.iter().min().copied(), all.iter().max().copied()))
        }
        (Op::Mod, [_, (Some(n), Some(m))]) if n == m && *n > 0 => (Some(0), Some(n - 1)),
        _ => (None, None),
    }
}

fn ordered<T: Ord>(op: Op, a: T, b: T) -> bool {
    match op {
        Op::Eq => a == b,
        Op::Neq => a != b,
        Op::Lt => a < b,
        Op::Le => a <= b,
        Op::Gt => a > b,
        _ => a >= b,
    }
}

/// What the comparison says of the bounds of the left side. `false`: it cannot hold.
fn narrow(state: &mut State, op: Op, a: &Value, b: &Value) -> bool {
    let Value::Sym(s) = *a else { return true };
    if matches!(b, Value::Ptr(..)) {
        return true;
    }
    let ((low, high), (from, to)) = (state.ranges[&s], state.range(b));
    let least = |x: Option<i128>, y: Option<i128>| x.max(y);
    let most = |x: Option<i128>, y: Option<i128>| match (x, y) {
        (Some(x), Some(y)) => Some(x.min(y)),
        (x, y) => x.or(y),
    };
    let (low, high) = match op {
        Op::Eq => (least(low, from), most(high, to)),
        Op::Neq if from.is_some() && from == to => {
            let next = |n: i128| n.checked_add(1);
            let last = |n: i128| n.checked_sub(1);
            (if low == from { low.and_then(next) } else { low }, if high == from { high.and_then(last) } else { high })
        }
        Op::Lt => (low, most(high, to.and_then(|n| n.checked_sub(1)))),
        Op::Le => (low, most(high, to)),
        Op::Gt => (least(low, from.and_then(|n| n.checked_add(1))), high),
        Op::Ge => (least(low, from), high),
        _ => (low, high),
    };
    state.ranges.insert(s, (low, high));
    low.zip(high).is_none_or(|(low, high)| low <= high)
}

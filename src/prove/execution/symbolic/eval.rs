//! Expressions to values, along one path.
//!
//! What terms cannot say (which of two maps it is, which cell of many) is decided by taking the path both ways: the
//! evaluation ends with the condition to be decided ([`Split`]), and the command is run again where it is known.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::super::range::Range;
use super::state::State;
use super::term::{Bounds, FALSE, Node, TRUE, TermId, Terms, gcd};
use super::value::{Base, Cells, Map, Val};
use crate::base::ids::{ExprId, FuncId, TypeId, VarId};
use crate::interp::eval::Evaluator;
use crate::ir::bits::BitOp;
use crate::ir::visit::walk;
use crate::ir::{Builtin, ExprKind, FunctionKind, Op, Program, Type, TypeTable};
use crate::verdict::Value;

/// A condition on which the path forks.
pub struct Split {
    pub condition: TermId,
    /// It picks one of very many values: what there is besides can wait.
    pub is_guess: bool,
}

type Evaluated = Result<Val, Split>;

/// Values of an index for each of which there is a path of its own.
const FEW: i128 = 8;
/// Cells that an index may mean before each gets a path of its own.
const MOST_CELLS: usize = 64;
/// A term of more values is an address, or a number of which one is as good as another.
const WIDE: i128 = 1 << 40;
/// Bits between addresses that are taken to be different.
const APART: u32 = 36;
/// Nodes of one expression, and how deeply they nest.
const FUEL: u32 = 200_000;
const DEEP: u32 = 2_000;

/// Evaluates expressions of one program.
pub struct Calculator<'p> {
    pub program: &'p Program,
    pub terms: Terms,
    /// For operations on values that are no terms.
    concrete: Evaluator<'p>,
    fuel: u32,
    depth: u32,
    /// A lambda expression is evaluated at a number.
    in_cell: bool,
}

impl<'p> Calculator<'p> {
    pub fn new(concrete: Evaluator<'p>) -> Calculator<'p> {
        Calculator { program: concrete.program, terms: Terms::default(), concrete, fuel: 0, depth: 0, in_cell: false }
    }

    /// The value of an expression in a state.
    pub fn eval(&mut self, state: &mut State, e: ExprId) -> Evaluated {
        (self.fuel, self.depth) = (FUEL, 0);
        self.go(state, e)
    }

    /// The value of a condition; `None`: it is not known.
    pub fn condition(&mut self, state: &mut State, e: ExprId) -> Result<Option<TermId>, Split> {
        Ok(match self.eval(state, e)? {
            Val::Term(term) => Some(state.ranges.simplified(&mut self.terms, term)),
            _ => None,
        })
    }

    /// What stands for something that is left open as the n-th.
    pub fn open(&mut self, n: u32, ty: TypeId) -> Val {
        match self.program.types.get(ty) {
            Type::Int => Val::Term(self.terms.intern(Node::Input(n))),
            Type::Bool => Val::Term(self.terms.intern(Node::Truth(n))),
            Type::Map { binders: 0, args, result } if matches!(args[..], [TypeTable::INT]) => {
                let cells = match self.program.types.get(*result) {
                    Type::Int => Cells::Integers,
                    Type::Bool => Cells::Truths,
                    _ => Cells::Others,
                };
                Map::over(Base::Open(n, cells))
            }
            _ => Val::Unknown,
        }
    }

    pub fn go(&mut self, state: &mut State, e: ExprId) -> Evaluated {
        if self.fuel == 0 || self.depth > DEEP {
            return Ok(Val::Unknown);
        }
        self.fuel -= 1;
        self.depth += 1;
        let value = self.node(state, e);
        self.depth -= 1;
        value
    }

    fn node(&mut self, state: &mut State, e: ExprId) -> Evaluated {
        let program = self.program;
        let expr = program.exprs.get(e);
        Ok(match &expr.kind {
            ExprKind::Bool(b) => Val::Term(self.terms.bool(*b)),
            ExprKind::Int(n) => self.number(n),
            ExprKind::Real(r) => Val::Known(Value::Real(r.clone())),
            ExprKind::Bv { value, width } => Val::Known(Value::Bv { value: value.clone(), width: *width }),
            ExprKind::Str(s) => Val::Known(Value::Str(s.clone())),
            ExprKind::RoundingMode(mode) => Val::Known(Value::RoundingMode(*mode)),
            ExprKind::Var(var) => match &state.vars[*var] {
                Val::Term(term) => Val::Term(state.ranges.simplified(&mut self.terms, *term)),
                other => other.clone(),
            },
            ExprKind::Op(op, args) => self.op(state, *op, args)?,
            ExprKind::Call { func, types, args } if types.is_empty() => self.call(state, *func, args)?,
            ExprKind::Lambda { type_params, vars, body } if type_params.is_empty() => {
                self.lambda(state, e, vars, *body, expr.ty)
            }
            ExprKind::Quantifier(quantifier) => self.quantified(state, quantifier)?,
            _ if expr.ty == TypeTable::BOOL || expr.ty == TypeTable::INT => Val::Unknown,
            // A literal, or nothing that is known here.
            _ => self.concrete.eval(e).map_or(Val::Unknown, Val::Known),
        })
    }

    fn number(&mut self, n: &BigInt) -> Val {
        match n.to_i128().filter(|n| Range::is_number(*n)) {
            Some(n) => Val::Term(self.terms.int(n)),
            None => Val::Unknown,
        }
    }

    fn made(term: Option<TermId>) -> Evaluated {
        Ok(term.map_or(Val::Unknown, Val::Term))
    }

    fn op(&mut self, state: &mut State, op: Op, args: &[ExprId]) -> Evaluated {
        match op {
            Op::And => self.junction(state, args, false),
            Op::Or => self.junction(state, args, true),
            Op::Implies => {
                let first = self.go(state, args[0])?;
                let mut first = self.negated(first);
                if let Val::Term(term) = &mut first {
                    *term = state.ranges.simplified(&mut self.terms, *term);
                }
                if let Val::Term(TRUE) = first {
                    return Ok(first);
                }
                let second = self.go(state, args[1]).map_err(|split| self.earlier(&first, split))?;
                Ok(self.either(first, second))
            }
            Op::Ite => self.choice(state, args),
            Op::Select => {
                let map = self.go(state, args[0])?;
                let [_, index] = args else { return Ok(Val::Unknown) };
                match (map, self.go(state, *index)?) {
                    (Val::Map(map), Val::Term(index)) => self.select(state, &map, index),
                    _ => Ok(Val::Unknown),
                }
            }
            Op::Store => {
                let map = self.go(state, args[0])?;
                let [_, index, value] = args else { return Ok(Val::Unknown) };
                match (map, self.go(state, *index)?) {
                    (Val::Map(map), Val::Term(index)) => {
                        let value = self.go(state, *value)?;
                        self.store(state, map, index, value)
                    }
                    _ => Ok(Val::Unknown),
                }
            }
            _ => {
                let mut values = Vec::with_capacity(args.len());
                for &arg in args {
                    values.push(self.go(state, arg)?);
                }
                self.apply_op(state, op, values)
            }
        }
    }

    fn apply_op(&mut self, state: &State, op: Op, values: Vec<Val>) -> Evaluated {
        if let [Val::Term(a), Val::Term(b)] = values[..]
            && let (Some(a), Some(b)) = (self.terms.as_int(a), self.terms.as_int(b))
            && let Some(value) = self.terms.on_numbers(op, a, b)
        {
            return Ok(Val::Term(value));
        }
        let (ranges, terms) = (&state.ranges, &mut self.terms);
        match (op, &values[..]) {
            (Op::Not, [value]) => return Ok(self.negated(value.clone())),
            (Op::Iff, &[Val::Term(a), Val::Term(b)]) => return Ok(Val::Term(terms.iff(a, b))),
            (Op::Eq, [a, b]) => return Ok(self.equal(state, a, b)),
            (Op::Neq, [a, b]) => {
                let equal = self.equal(state, a, b);
                return Ok(self.negated(equal));
            }
            (Op::Neg, &[Val::Term(a)]) => return Self::made(terms.neg(a)),
            (Op::Lt, &[Val::Term(a), Val::Term(b)]) => return Self::made(terms.below(a, b, ranges)),
            (Op::Le, &[Val::Term(a), Val::Term(b)]) => return Self::made(terms.at_most(a, b, ranges)),
            (Op::Gt, &[Val::Term(a), Val::Term(b)]) => return Self::made(terms.below(b, a, ranges)),
            (Op::Ge, &[Val::Term(a), Val::Term(b)]) => return Self::made(terms.at_most(b, a, ranges)),
            (Op::Add, &[Val::Term(a), Val::Term(b)]) => {
                let sum = terms.add(a, b).and_then(|sum| terms.put_together(sum, ranges));
                return Self::made(sum.map(|sum| ranges.simplified(terms, sum)));
            }
            (Op::Sub, &[Val::Term(a), Val::Term(b)]) => {
                let difference = terms.sub(a, b);
                return Self::made(difference.map(|difference| ranges.simplified(terms, difference)));
            }
            (Op::Mul, &[Val::Term(a), Val::Term(b)]) => return Self::made(terms.mul(a, b)),
            (Op::Div | Op::Mod, &[Val::Term(a), Val::Term(b)]) => {
                // What a division by zero gives is open.
                let zero = terms.int(0);
                let is_zero = terms.equal(b, zero, ranges).and_then(|is_zero| ranges.known(terms, is_zero));
                return match (is_zero, op) {
                    (Some(false), Op::Div) => Self::made(terms.div(a, b, ranges)),
                    (Some(false), _) => Self::made(terms.modulo(a, b, ranges)),
                    _ => Ok(Val::Unknown),
                };
            }
            _ => {}
        }
        Ok(self.on_values(op, &values))
    }

    /// An operation on values that are not terms.
    fn on_values(&mut self, op: Op, values: &[Val]) -> Val {
        let Some(values) = values.iter().map(|v| self.concrete_value(v)).collect::<Option<Vec<Value>>>() else {
            return Val::Unknown;
        };
        let slot = self.concrete.op_on(op, &values);
        slot.map_or(Val::Unknown, |value| self.of_value(value))
    }

    /// The value that it is; `None`: it is not only one, or a map.
    fn concrete_value(&self, value: &Val) -> Option<Value> {
        match value {
            Val::Term(term) => match self.terms.node(*term) {
                Node::Int(n) => Some(Value::Int((*n).into())),
                Node::Bool(b) => Some(Value::Bool(*b)),
                _ => None,
            },
            Val::Known(value) => Some(value.clone()),
            Val::Map(_) | Val::Unknown => None,
        }
    }

    fn of_value(&mut self, value: Value) -> Val {
        match value {
            Value::Int(n) => self.number(&n),
            Value::Bool(b) => Val::Term(self.terms.bool(b)),
            Value::Map(_) | Value::Unknown(_) => Val::Unknown,
            other => Val::Known(other),
        }
    }

    fn negated(&mut self, value: Val) -> Val {
        match value {
            Val::Term(term) => Val::Term(self.terms.not(term)),
            _ => Val::Unknown,
        }
    }

    fn either(&mut self, a: Val, b: Val) -> Val {
        match (a, b) {
            (Val::Term(TRUE), _) | (_, Val::Term(TRUE)) => Val::Term(TRUE),
            (Val::Term(a), Val::Term(b)) => Val::Term(self.terms.or([a, b])),
            _ => Val::Unknown,
        }
    }

    fn junction(&mut self, state: &mut State, args: &[ExprId], absorbing: bool) -> Evaluated {
        let end = self.terms.bool(absorbing);
        let (mut known, mut all) = (true, Vec::with_capacity(args.len()));
        for &arg in args {
            let value = match (self.go(state, arg), all.first()) {
                (Err(split), Some(&first)) => return Err(self.earlier(&Val::Term(first), split)),
                (value, _) => value?,
            };
            match value {
                Val::Term(term) => match state.ranges.simplified(&mut self.terms, term) {
                    term if term == end => return Ok(Val::Term(end)),
                    TRUE | FALSE => {}
                    term => all.push(term),
                },
                _ => known = false,
            }
        }
        Ok(match known {
            true if absorbing => Val::Term(self.terms.or(all)),
            true => Val::Term(self.terms.and(all)),
            false => Val::Unknown,
        })
    }

    fn choice(&mut self, state: &mut State, args: &[ExprId]) -> Evaluated {
        let Val::Term(condition) = self.go(state, args[0])? else {
            return Ok(Val::Unknown);
        };
        match state.ranges.simplified(&mut self.terms, condition) {
            TRUE => return self.go(state, args[1]),
            FALSE => return self.go(state, args[2]),
            _ => {}
        }
        // Which part of memory a cell is in tells more about the path than a choice of contents.
        if self.in_cell && !self.reads_cells(args[0]) {
            return Err(Split { condition, is_guess: false });
        }
        let by_condition = Val::Term(condition);
        let before = std::mem::replace(&mut self.in_cell, false);
        let both = self.go(state, args[1]).and_then(|then| Ok((then, self.go(state, args[2])?)));
        self.in_cell = before;
        let (then, otherwise) = both.map_err(|split| self.earlier(&by_condition, split))?;
        self.one_of(condition, then, otherwise)
    }

    /// Whether an expression is about contents of maps.
    fn reads_cells(&self, e: ExprId) -> bool {
        let mut reads = false;
        walk(&self.program.exprs, [e], |_, kind| reads |= matches!(kind, ExprKind::Op(Op::Select, _)));
        reads
    }

    /// What is looked at only by a condition is decided after it.
    fn earlier(&self, condition: &Val, split: Split) -> Split {
        match condition {
            Val::Term(condition) if self.terms.as_bool(*condition).is_none() => {
                Split { condition: *condition, is_guess: false }
            }
            _ => split,
        }
    }

    /// One of two values, by a condition.
    fn one_of(&mut self, condition: TermId, then: Val, otherwise: Val) -> Evaluated {
        match (&then, &otherwise) {
            (&Val::Term(a), &Val::Term(b)) if a == b => Ok(then),
            (&Val::Term(a), &Val::Term(b)) => Ok(Val::Term(if self.terms.is_truth(a) || self.terms.is_truth(b) {
                self.terms.ite_bool(condition, a, b)
            } else {
                self.terms.ite(condition, a, b)
            })),
            (Val::Map(a), Val::Map(b)) if Rc::ptr_eq(a, b) => Ok(then),
            (Val::Known(a), Val::Known(b)) if a == b => Ok(then),
            _ => Err(Split { condition, is_guess: false }),
        }
    }

    fn equal(&mut self, state: &State, a: &Val, b: &Val) -> Val {
        match (a, b) {
            (&Val::Term(a), &Val::Term(b)) if self.terms.is_truth(a) || self.terms.is_truth(b) => {
                Val::Term(self.terms.iff(a, b))
            }
            (&Val::Term(a), &Val::Term(b)) => self.terms.equal(a, b, &state.ranges).map_or(Val::Unknown, Val::Term),
            (Val::Map(a), Val::Map(b)) if Rc::ptr_eq(a, b) => Val::Term(TRUE),
            (Val::Known(a), Val::Known(b)) if !matches!(a, Value::Data { .. }) => Val::Term(self.terms.bool(a == b)),
            _ => Val::Unknown,
        }
    }

    /// An index as a number; else the term, whose cells can be told apart by conditions.
    fn index(&mut self, state: &State, index: TermId) -> Result<TermId, Split> {
        let mut index = state.ranges.simplified(&mut self.terms, index);
        let parts = loop {
            if self.terms.as_int(index).is_some() {
                return Ok(index);
            }
            let parts = match self.terms.node(index) {
                Node::Sum(_, parts) => parts.to_vec(),
                _ => vec![(index, 1)],
            };
            // Which object it is.
            let choice = parts.iter().find_map(|&(part, k)| match *self.terms.node(part) {
                Node::Ite(condition, then, otherwise) => Some((part, k, condition, then, otherwise)),
                _ => None,
            });
            let Some((part, k, condition, then, otherwise)) = choice else { break parts };
            let Some(holds) = state.ranges.known(&self.terms, condition) else {
                return Err(Split { condition, is_guess: false });
            };
            let chosen = if holds { then } else { otherwise };
            let rest = self.terms.add_times(index, -k, part);
            let Some(known) = rest.and_then(|rest| self.terms.add_times(rest, k, chosen)) else { break parts };
            index = state.ranges.simplified(&mut self.terms, known);
        };
        let stride = parts.iter().fold(0, |g, &(_, k)| gcd(g, k)).max(1);
        let count = state.ranges.of(&self.terms, index).count().map(|count| count / stride);
        if count.is_some_and(|count| count <= FEW) {
            return Err(self.split_at(state, index));
        }
        Ok(index)
    }

    /// The path forks by whether a term is what it is in the state's model.
    fn split_at(&mut self, state: &State, term: TermId) -> Split {
        let range = state.ranges.of(&self.terms, term);
        let is_guess = range.count().is_none_or(|count| count > WIDE);
        let far = if is_guess { self.far(state, term, range) } else { None };
        let here = far.unwrap_or_else(|| state.model.value(&self.terms, term));
        let here = self.terms.int(here);
        Split { condition: self.terms.equal(term, here, &state.ranges).unwrap_or(FALSE), is_guess }
    }

    /// An address that other terms are not taken to be, if the path leaves it open.
    fn far(&mut self, state: &State, term: TermId, range: Range) -> Option<i128> {
        let (input, by) = match self.terms.node(term) {
            Node::Input(_) | Node::Cell(..) => (term, 0),
            Node::Sum(n, parts) => match parts[..] {
                [(input, 1)] => (input, *n),
                _ => return None,
            },
            _ => return None,
        };
        let least = if Range::is_number(range.least) { range.least } else { 0 };
        let far = least.checked_add(i128::from(input.0) << APART)?;
        let model = state.model.with([(input, far.checked_sub(by)?)]);
        let holds = |&condition: &TermId| model.satisfies(&self.terms, condition);
        (far <= range.most && state.groups.of_inputs(&[input]).conditions.iter().all(holds)).then_some(far)
    }

    /// `map[index]`
    fn select(&mut self, state: &mut State, map: &Rc<Map>, index: TermId) -> Evaluated {
        let index = self.index(state, index)?;
        match self.terms.as_int(index) {
            Some(at) => self.cell(state, map, at),
            None => {
                let Range { least, most } = state.ranges.of(&self.terms, index);
                let inside = || map.entries.range(least..=most.max(least));
                if inside().count() > MOST_CELLS || matches!(map.base, Base::Open(..)) {
                    return Err(self.split_at(state, index));
                }
                let entries: Vec<(i128, Val)> = inside().map(|(&at, value)| (at, value.clone())).collect();
                let mut found = match map.base.clone() {
                    Base::Same(value) => value,
                    Base::Over(below, at, value) => {
                        let here = self.terms.equal(index, at, &state.ranges);
                        let Some(here) = here else { return Ok(Val::Unknown) };
                        match state.ranges.simplified(&mut self.terms, here) {
                            TRUE => value,
                            FALSE => self.select(state, &below, index)?,
                            here => {
                                let below = self.select(state, &below, index)?;
                                self.one_of(here, value, below)?
                            }
                        }
                    }
                    Base::Lambda(lambda, env) => self.applied(state, lambda, &env, index)?,
                    Base::Open(..) => Val::Unknown,
                };
                for (at, value) in entries {
                    let at = self.terms.int(at);
                    let Some(here) = self.terms.equal(index, at, &state.ranges) else { return Ok(Val::Unknown) };
                    let here = state.ranges.simplified(&mut self.terms, here);
                    if here == TRUE {
                        found = value;
                    } else if here != FALSE {
                        found = self.one_of(here, value, found)?;
                    }
                }
                Ok(found)
            }
        }
    }

    /// What a map holds at a number; `None`: the path would fork.
    pub fn held(&mut self, state: &mut State, map: &Rc<Map>, at: i128) -> Option<Val> {
        (self.fuel, self.depth) = (FUEL, 0);
        self.cell(state, map, at).ok()
    }

    /// What a map holds at a number.
    fn cell(&mut self, state: &mut State, map: &Rc<Map>, at: i128) -> Evaluated {
        if let Some(value) = map.entries.get(&at) {
            return Ok(match value {
                Val::Term(term) => Val::Term(state.ranges.simplified(&mut self.terms, *term)),
                other => other.clone(),
            });
        }
        match map.base.clone() {
            Base::Same(value) => Ok(value),
            Base::Open(n, Cells::Integers) => {
                let cell = self.terms.intern(Node::Cell(n, at));
                Ok(Val::Term(state.ranges.simplified(&mut self.terms, cell)))
            }
            Base::Open(n, Cells::Truths) => {
                let cell = self.terms.intern(Node::TruthCell(n, at));
                Ok(Val::Term(state.ranges.simplified(&mut self.terms, cell)))
            }
            Base::Open(_, Cells::Others) => Ok(Val::Unknown),
            Base::Over(below, index, value) => {
                let at_term = self.terms.int(at);
                let Some(here) = self.terms.equal(index, at_term, &state.ranges) else { return Ok(Val::Unknown) };
                match state.ranges.simplified(&mut self.terms, here) {
                    TRUE => Ok(value),
                    FALSE => self.cell(state, &below, at),
                    here => {
                        let below = self.cell(state, &below, at)?;
                        self.one_of(here, value, below)
                    }
                }
            }
            Base::Lambda(lambda, env) => {
                let at = self.terms.int(at);
                let before = std::mem::replace(&mut self.in_cell, true);
                let value = self.applied(state, lambda, &env, at);
                self.in_cell = before;
                value
            }
        }
    }

    /// `map[index := value]`
    fn store(&mut self, state: &State, mut map: Rc<Map>, index: TermId, value: Val) -> Evaluated {
        let index = self.index(state, index)?;
        Ok(Val::Map(match self.terms.as_int(index) {
            Some(at) => {
                Rc::make_mut(&mut map).entries.insert(at, value);
                map
            }
            None => Rc::new(Map { entries: BTreeMap::new(), base: Base::Over(map, index, value) }),
        }))
    }

    /// `var := var[index := value]` without a copy of the map; `None`: it is another assignment.
    pub fn overwrite(&mut self, state: &mut State, var: VarId, e: ExprId) -> Result<Option<()>, Split> {
        let program = self.program;
        let ExprKind::Op(Op::Store, args) = program.exprs.kind(e) else { return Ok(None) };
        let [map, index, value] = args[..] else { return Ok(None) };
        if *program.exprs.kind(map) != ExprKind::Var(var) {
            return Ok(None);
        }
        (self.fuel, self.depth) = (FUEL, 0);
        let (index, value) = (self.go(state, index)?, self.go(state, value)?);
        let (Val::Term(index), Val::Map(_)) = (index, &state.vars[var]) else { return Ok(None) };
        let index = self.index(state, index)?;
        let (Some(at), Val::Map(map)) = (self.terms.as_int(index), &mut state.vars[var]) else { return Ok(None) };
        Rc::make_mut(map).entries.insert(at, value);
        Ok(Some(()))
    }

    /// A lambda expression with what its free variables hold.
    fn lambda(&mut self, state: &State, e: ExprId, vars: &[VarId], body: ExprId, ty: TypeId) -> Val {
        if !matches!(self.program.types.get(ty), Type::Map { binders: 0, args, .. } if args[..] == [TypeTable::INT]) {
            return Val::Unknown;
        }
        let mut free = Vec::new();
        walk(&self.program.exprs, [body], |_, kind| {
            if let ExprKind::Var(var) = *kind
                && !vars.contains(&var)
            {
                free.push(var);
            }
        });
        free.sort_unstable();
        free.dedup();
        let env = free.into_iter().map(|var| (var, state.vars[var].clone())).collect();
        Map::over(Base::Lambda(e, env))
    }

    /// A lambda expression at an index.
    fn applied(&mut self, state: &mut State, lambda: ExprId, env: &[(VarId, Val)], index: TermId) -> Evaluated {
        let ExprKind::Lambda { vars, body, .. } = self.program.exprs.kind(lambda) else { return Ok(Val::Unknown) };
        let mut bound = env.to_vec();
        bound.push((vars[0], Val::Term(index)));
        self.under(state, bound, *body)
    }

    /// An expression while variables hold other values.
    pub fn under(&mut self, state: &mut State, mut bound: Vec<(VarId, Val)>, e: ExprId) -> Evaluated {
        bound.iter_mut().for_each(|(var, value)| std::mem::swap(&mut state.vars[*var], value));
        let result = self.go(state, e);
        bound.iter_mut().rev().for_each(|(var, value)| std::mem::swap(&mut state.vars[*var], value));
        result
    }

    fn call(&mut self, state: &mut State, func: FuncId, args: &[ExprId]) -> Evaluated {
        let program = self.program;
        match &program.funcs[func].kind {
            FunctionKind::Defined { body, .. } => {
                let mut bound = Vec::with_capacity(args.len());
                for (&param, &arg) in program.funcs[func].params.iter().zip(args) {
                    bound.push((param, self.go(state, arg)?));
                }
                self.under(state, bound, *body)
            }
            FunctionKind::Builtin(builtin) => self.builtin(state, builtin, args),
            _ => Ok(Val::Unknown),
        }
    }

    fn builtin(&mut self, state: &mut State, builtin: &Builtin, args: &[ExprId]) -> Evaluated {
        match (builtin, args) {
            (Builtin::And, _) => return self.junction(state, args, false),
            (Builtin::Or, _) => return self.junction(state, args, true),
            (Builtin::Ite, [_, _, _]) => return self.choice(state, args),
            (Builtin::BvToNat, [arg]) => return self.natural(state, *arg),
            _ => {}
        }
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(self.go(state, arg)?);
        }
        let op = match (builtin, args.len()) {
            (Builtin::MapConst, 1) => return Ok(Map::over(Base::Same(values.swap_remove(0)))),
            (builtin, n) if let Some(op) = builtin.operator(n) => op,
            _ => {
                let values: Option<Vec<Value>> = values.iter().map(|value| self.concrete_value(value)).collect();
                let value = values.and_then(|values| self.concrete.builtin_on(builtin, &values));
                return Ok(value.map_or(Val::Unknown, |value| self.of_value(value)));
            }
        };
        self.apply_op(state, op, values)
    }

    /// `bv2nat(op(int2bv(a), int2bv(b)))`: a function of the bits of two integers.
    fn natural(&mut self, state: &mut State, bits: ExprId) -> Evaluated {
        let inner = self.go(state, bits)?;
        if let Some(Value::Bv { value, .. }) = self.concrete_value(&inner) {
            return Ok(self.number(&value.into()));
        }
        let program = self.program;
        let operator = |e| match program.exprs.kind(e) {
            ExprKind::Call { func, args, .. } => match &program.funcs[*func].kind {
                FunctionKind::Builtin(builtin) => Some((builtin, &args[..])),
                _ => None,
            },
            _ => None,
        };
        let Some((builtin, &[a, b])) = operator(bits) else { return Ok(Val::Unknown) };
        let Some(op) = BitOp::of(builtin) else { return Ok(Val::Unknown) };
        let (Some((Builtin::IntToBv(width), &[a])), Some((Builtin::IntToBv(_), &[b]))) = (operator(a), operator(b))
        else {
            return Ok(Val::Unknown);
        };
        let (Val::Term(a), Val::Term(b)) = (self.go(state, a)?, self.go(state, b)?) else { return Ok(Val::Unknown) };
        if *width > 64 {
            return Ok(Val::Unknown);
        }
        let modulus = self.terms.int(1i128 << width);
        let (a, b) = (self.terms.modulo(a, modulus, &state.ranges), self.terms.modulo(b, modulus, &state.ranges));
        let (Some(a), Some(b)) = (a, b) else { return Ok(Val::Unknown) };
        Self::made(self.terms.bits(op, *width, a, b, &state.ranges))
    }
}

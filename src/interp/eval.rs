//! Expressions to values.
//!
//! Variables live in one flat table; whoever binds (a quantifier, a function call, a procedure call) saves what stood
//! there and puts it back, so looking a variable up costs an index and no environment is ever copied.
//! Logic is three-valued: a false conjunct makes a conjunction false even where another has no value.

use std::collections::BTreeSet;
use std::rc::Rc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::domain::Domain;
use super::floats;
use super::numbers::{self, Comparison};
use super::stuck::{Junction, Point, Slot, Stuck, iff, negate};
use super::symbols::Symbols;
use crate::base::ids::{ExprId, FuncId, Id, IdVec, TypeId, VarId};
use crate::ir::expr::RoundingMode;
use crate::ir::visit::for_each_child;
use crate::ir::{ExprKind, FunctionKind, Op, Program, TypeTable};
use crate::verdict::{Division, FuncValue, Open, Value};

/// Expressions whose tree is larger have the values of their shared parts remembered.
const SHARING_PAYS: u32 = 4096;
/// Parts whose tree is smaller are not worth remembering.
const SMALL_PART: u32 = 32;
/// Products of integers have at most so many bits: what is squared again and again fills any memory soon.
const LARGEST: u64 = 1 << 16;

/// How much one evaluation may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Expression nodes visited in one call of [`Evaluator::eval`].
    pub fuel: u64,
    /// Nesting of expressions and function calls; each level takes some hundred bytes of stack.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { fuel: 20_000_000, depth: 20_000 }
    }
}

/// What the language leaves open: tables of uninterpreted functions and of divisions by zero.
#[derive(Clone, Debug, Default)]
pub struct Interpretation {
    pub functions: FxHashMap<FuncId, FuncValue>,
    pub divisions: FxHashMap<Division, FuncValue>,
    /// What is not in a table is a choice ([`Stuck::Open`]) instead of a default.
    pub lazy: bool,
}

impl Interpretation {
    pub fn new<'t>(functions: impl IntoIterator<Item = &'t (FuncId, FuncValue)>, open: &Open) -> Interpretation {
        Interpretation {
            functions: functions.into_iter().cloned().collect(),
            divisions: open.divisions.iter().cloned().collect(),
            lazy: false,
        }
    }
}

/// The values of what an expression mentions outside itself.
#[derive(Clone, Debug, Default)]
pub(super) struct FreeVars {
    pub vars: Vec<VarId>,
    pub olds: Vec<VarId>,
}

/// Evaluates expressions of one program in a state that the caller keeps in it.
pub struct Evaluator<'p> {
    pub program: &'p Program,
    pub model: Interpretation,
    pub domain: Domain<'p>,
    limits: Limits,
    vars: IdVec<VarId, Slot>,
    olds: IdVec<VarId, Slot>,
    /// Constants and globals whose value was looked at since [`Evaluator::forget_use`].
    read: IdVec<VarId, bool>,
    /// Functions whose table was looked at since then.
    consulted: IdVec<FuncId, bool>,
    /// The cells of these maps that were looked at.
    pub(super) cells: FxHashMap<VarId, BTreeSet<Vec<Value>>>,
    tree_sizes: Vec<u32>,
    pub(super) fuel: u64,
    depth: u32,
    /// Values of large shared parts, one table for each binder or body that is being evaluated.
    shared: Vec<Option<FxHashMap<ExprId, Slot>>>,
    pub(super) free: FxHashMap<ExprId, Rc<FreeVars>>,
    /// Where numbers may be left open.
    pub symbols: Option<Symbols>,
    /// Values of calls of recursive functions, and how many activations each function has.
    pub(super) calls: FxHashMap<(FuncId, Vec<Value>), Value>,
    pub(super) active: IdVec<FuncId, u32>,
    /// Values of a type that occur in the state; for one call of [`Evaluator::eval`].
    pub(super) seen_values: FxHashMap<TypeId, Rc<[Value]>>,
}

impl<'p> Evaluator<'p> {
    /// All variables unassigned.
    pub fn new(program: &'p Program, model: Interpretation, limits: Limits) -> Evaluator<'p> {
        Evaluator {
            program,
            model,
            domain: Domain::new(program),
            limits,
            vars: program.vars.ids().map(|v| Err(Stuck::Unassigned(v))).collect(),
            olds: program.vars.ids().map(|v| Err(Stuck::Unassigned(v))).collect(),
            read: IdVec::filled(false, program.vars.len()),
            consulted: IdVec::filled(false, program.funcs.len()),
            cells: FxHashMap::default(),
            tree_sizes: tree_sizes(program),
            fuel: 0,
            depth: 0,
            shared: Vec::new(),
            free: FxHashMap::default(),
            symbols: None,
            calls: FxHashMap::default(),
            active: IdVec::filled(0, program.funcs.len()),
            seen_values: FxHashMap::default(),
        }
    }

    pub fn var(&self, var: VarId) -> &Slot {
        &self.vars[var]
    }

    pub fn set(&mut self, var: VarId, slot: Slot) {
        self.vars[var] = slot;
    }

    /// Assigns a variable and returns what it held.
    pub fn swap(&mut self, var: VarId, slot: Slot) -> Slot {
        std::mem::replace(&mut self.vars[var], slot)
    }

    pub fn old(&self, var: VarId) -> &Slot {
        &self.olds[var]
    }

    /// Sets a global's value at procedure entry.
    pub fn set_old(&mut self, var: VarId, slot: Slot) {
        self.olds[var] = slot;
    }

    /// Sets a global's value at procedure entry and returns the one before.
    pub fn swap_old(&mut self, var: VarId, slot: Slot) -> Slot {
        std::mem::replace(&mut self.olds[var], slot)
    }

    /// Whether the variable was looked at.
    pub fn was_read(&self, var: VarId) -> bool {
        self.read[var]
    }

    pub(super) fn note_read(&mut self, var: VarId) {
        self.read[var] = true;
    }

    /// Whether the function's table (or its missing table) was looked at.
    pub fn was_consulted(&self, func: FuncId) -> bool {
        self.consulted[func]
    }

    pub(super) fn note_consulted(&mut self, func: FuncId) {
        self.consulted[func] = true;
    }

    pub fn forget_use(&mut self) {
        self.read.iter_mut().for_each(|r| *r = false);
        self.consulted.iter_mut().for_each(|c| *c = false);
    }

    /// Must be called when constants or tables change, on which values of functions may depend.
    pub fn forget_calls(&mut self) {
        self.calls.clear();
    }

    /// The value of an expression in the current state.
    pub fn eval(&mut self, e: ExprId) -> Slot {
        self.refuel();
        self.in_scope(e, |this| this.go(e))
    }

    /// Makes ready for an evaluation of its own.
    pub(super) fn refuel(&mut self) {
        self.fuel = self.limits.fuel;
        self.depth = 0;
        self.seen_values.clear();
    }

    /// The truth of a Boolean expression in the current state.
    pub fn holds(&mut self, e: ExprId) -> Result<bool, Stuck> {
        truth(self.eval(e))
    }

    /// Evaluates a body under bindings of its own.
    pub(super) fn in_scope<T>(&mut self, body: ExprId, run: impl FnOnce(&mut Self) -> T) -> T {
        let pays = self.tree_sizes[body.index()] > SHARING_PAYS;
        self.shared.push(pays.then(FxHashMap::default));
        let result = run(self);
        self.shared.pop();
        result
    }

    pub(super) fn go(&mut self, e: ExprId) -> Slot {
        if self.fuel == 0 {
            return Err(Stuck::Fuel);
        }
        self.fuel -= 1;
        let remember = self.tree_sizes[e.index()] > SMALL_PART && matches!(self.shared.last(), Some(Some(_)));
        if remember
            && let Some(Some(shared)) = self.shared.last()
            && let Some(slot) = shared.get(&e)
        {
            return slot.clone();
        }
        if self.depth >= self.limits.depth {
            return Err(Stuck::Depth);
        }
        self.depth += 1;
        let slot = self.node(e);
        self.depth -= 1;
        if remember && let Some(Some(shared)) = self.shared.last_mut() {
            shared.insert(e, slot.clone());
        }
        slot
    }

    /// A value for an operator outside Boolean logic.
    pub(super) fn strict(&mut self, e: ExprId) -> Slot {
        self.go(e).map_err(Stuck::harden)
    }

    pub(super) fn truth(&mut self, e: ExprId) -> Result<bool, Stuck> {
        truth(self.go(e))
    }

    fn node(&mut self, e: ExprId) -> Slot {
        let slot = self.node_as_it_is(e);
        let Err(Stuck::Symbol(symbol)) = slot else { return slot };
        match self.program.exprs.kind(e) {
            ExprKind::Var(_) | ExprKind::Old(_) | ExprKind::Op(Op::Ite | Op::Select, _) => self.symbol(symbol),
            ExprKind::Call { func, .. } if self.is_defined(*func) => self.symbol(symbol),
            // Made of symbols.
            _ => Err(Stuck::Unknown),
        }
    }

    /// The symbol, or the only number that it may be.
    fn symbol(&self, symbol: u64) -> Slot {
        let only = self.symbols.as_ref().and_then(|symbols| symbols.only(symbol));
        only.map_or(Err(Stuck::Symbol(symbol)), |n| Ok(Value::Int(n)))
    }

    fn is_defined(&self, func: FuncId) -> bool {
        matches!(self.program.funcs[func].kind, FunctionKind::Defined { .. })
    }

    fn node_as_it_is(&mut self, e: ExprId) -> Slot {
        let program = self.program;
        let expr = program.exprs.get(e);
        match &expr.kind {
            ExprKind::Bool(b) => Ok(Value::Bool(*b)),
            ExprKind::Int(n) => Ok(Value::Int(n.clone())),
            ExprKind::Real(r) => Ok(Value::Real(r.clone())),
            ExprKind::Bv { value, width } => Ok(Value::Bv { value: value.clone(), width: *width }),
            ExprKind::Float(bits) => match *program.types.get(expr.ty) {
                crate::ir::Type::Float { exponent, significand } => {
                    Ok(floats::canonical(bits.clone(), exponent, significand))
                }
                _ => Err(Stuck::Operation),
            },
            ExprKind::Str(s) => Ok(Value::Str(s.clone())),
            ExprKind::RoundingMode(mode) => Ok(Value::RoundingMode(*mode)),
            ExprKind::Var(v) => {
                self.read[*v] = true;
                self.vars[*v].clone()
            }
            ExprKind::Old(v) => {
                self.read[*v] = true;
                self.olds[*v].clone()
            }
            ExprKind::Op(op, args) => self.op(*op, args, expr.ty),
            ExprKind::Call { func, types, args } if types.is_empty() => self.call(*func, args, expr.ty),
            ExprKind::Quantifier(q) if q.type_params.is_empty() => self.quantifier(q).map(Value::Bool),
            ExprKind::Lambda { type_params, vars, body } if type_params.is_empty() => {
                self.lambda(e, vars, *body, expr.ty)
            }
            ExprKind::Call { .. } | ExprKind::Quantifier(_) | ExprKind::Lambda { .. } | ExprKind::Code(_) => {
                Err(Stuck::NotLowered)
            }
        }
    }

    fn op(&mut self, op: Op, args: &[ExprId], ty: TypeId) -> Slot {
        match op {
            Op::Not => negate(self.truth(args[0])).map(Value::Bool),
            Op::And => self.junction(args, false).map(Value::Bool),
            Op::Or => self.junction(args, true).map(Value::Bool),
            Op::Implies => self.implies(args[0], args[1]).map(Value::Bool),
            Op::Iff => {
                let a = self.truth(args[0]);
                let b = self.truth(args[1]);
                iff(a, b).map(Value::Bool)
            }
            Op::Eq => self.equal_exprs(args[0], args[1]).map(Value::Bool),
            Op::Neq => negate(self.equal_exprs(args[0], args[1])).map(Value::Bool),
            Op::Lt => self.comparison(Comparison::Lt, args),
            Op::Le => self.comparison(Comparison::Le, args),
            Op::Gt => self.comparison(Comparison::Gt, args),
            Op::Ge => self.comparison(Comparison::Ge, args),
            Op::Neg => {
                let a = self.strict(args[0])?;
                self.negative(a)
            }
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod | Op::RealDiv | Op::Pow => {
                let a = self.strict(args[0])?;
                let b = self.strict(args[1])?;
                self.arithmetic(op, a, b)
            }
            Op::IntToReal => match self.strict(args[0])? {
                Value::Int(n) => Ok(Value::Real(BigRational::from_integer(n))),
                other => Ok(other),
            },
            Op::RealToInt => match self.strict(args[0])? {
                Value::Real(r) => Ok(Value::Int(r.floor().to_integer())),
                _ => Err(Stuck::Operation),
            },
            Op::Concat => match (self.strict(args[0])?, self.strict(args[1])?) {
                (Value::Bv { value: a, width: wa }, Value::Bv { value: b, width: wb }) => {
                    Ok(super::bitvectors::concat(&a, wa, &b, wb))
                }
                _ => Err(Stuck::Operation),
            },
            Op::Extract { hi, lo } => match self.strict(args[0])? {
                Value::Bv { value, width } if lo <= hi && hi <= width => {
                    Ok(super::bitvectors::extract(&value, lo, hi - lo))
                }
                _ => Err(Stuck::Operation),
            },
            Op::Ite => self.ite(args, ty),
            Op::Select => self.select_expr(args),
            Op::Store => self.store_expr(args),
        }
    }

    /// An operator on values, other than those of logic and of maps.
    pub fn op_on(&mut self, op: Op, values: &[Value]) -> Slot {
        use super::bitvectors::{concat, extract};
        let order = |op: Comparison| match values {
            [a, b] => compare(op, a, b).map(Value::Bool),
            _ => Err(Stuck::Operation),
        };
        match (op, values) {
            (Op::Lt, _) => order(Comparison::Lt),
            (Op::Le, _) => order(Comparison::Le),
            (Op::Gt, _) => order(Comparison::Gt),
            (Op::Ge, _) => order(Comparison::Ge),
            (Op::Neg, [a]) => self.negative(a.clone()),
            (Op::IntToReal, [Value::Int(n)]) => Ok(to_real(n)),
            (Op::RealToInt, [Value::Real(r)]) => Ok(Value::Int(r.floor().to_integer())),
            (Op::Concat, [Value::Bv { value: a, width: wa }, Value::Bv { value: b, width: wb }]) => {
                Ok(concat(a, *wa, b, *wb))
            }
            (Op::Extract { hi, lo }, [Value::Bv { value, width }]) if lo <= hi && hi <= *width => {
                Ok(extract(value, lo, hi - lo))
            }
            (_, [a, b]) => self.arithmetic(op, a.clone(), b.clone()),
            _ => Err(Stuck::Operation),
        }
    }

    /// Conjunction (`absorbing` is false) or disjunction.
    pub(super) fn junction(&mut self, args: &[ExprId], absorbing: bool) -> Result<bool, Stuck> {
        let mut junction = Junction::new(absorbing);
        for &arg in args {
            if junction.add(self.truth(arg)) {
                return Ok(absorbing);
            }
        }
        junction.end()
    }

    /// `a ==> b` is `!a || b`.
    pub(super) fn implies(&mut self, a: ExprId, b: ExprId) -> Result<bool, Stuck> {
        let mut junction = Junction::new(true);
        if junction.add(negate(self.truth(a))) || junction.add(self.truth(b)) {
            return Ok(true);
        }
        junction.end()
    }

    pub(super) fn ite(&mut self, args: &[ExprId], ty: TypeId) -> Slot {
        let stuck = match self.truth(args[0]) {
            Ok(true) => return self.go(args[1]),
            Ok(false) => return self.go(args[2]),
            Err(stuck) => stuck,
        };
        if stuck.is_choice() {
            return Err(stuck);
        }
        let (then, other) = (self.go(args[1]), self.go(args[2]));
        if let (Ok(a), Ok(b)) = (&then, &other)
            && self.equal(ty, a, b) == Ok(true)
        {
            return then;
        }
        match (stuck, ty == TypeTable::BOOL) {
            (Stuck::Unsure(condition), true) => match truth(if condition { then } else { other }) {
                Ok(b) | Err(Stuck::Unsure(b)) => Err(Stuck::Unsure(b)),
                Err(stuck) => Err(stuck),
            },
            (stuck, _) => Err(stuck.harden()),
        }
    }

    pub(super) fn comparison(&mut self, op: Comparison, args: &[ExprId]) -> Slot {
        let (a, b) = (self.go(args[0]), self.go(args[1]));
        let by_range = match (&self.symbols, &a, &b) {
            (Some(symbols), Err(Stuck::Symbol(s)), Ok(Value::Int(n))) => symbols.compare(*s, op, n),
            (Some(symbols), Ok(Value::Int(n)), Err(Stuck::Symbol(s))) => symbols.compare(*s, op.turned(), n),
            _ => None,
        };
        match by_range {
            Some(holds) => Ok(Value::Bool(holds)),
            None => compare(op, &a.map_err(Stuck::harden)?, &b.map_err(Stuck::harden)?).map(Value::Bool),
        }
    }

    pub(super) fn negative(&mut self, a: Value) -> Slot {
        match a {
            Value::Int(n) => Ok(Value::Int(-n)),
            Value::Real(r) => Ok(Value::Real(-r)),
            Value::Float { .. } => {
                floats::apply(&crate::ir::Builtin::FpNeg, std::slice::from_ref(&a)).ok_or(Stuck::Operation)
            }
            _ => Err(Stuck::Operation),
        }
    }

    pub(super) fn arithmetic(&mut self, op: Op, a: Value, b: Value) -> Slot {
        match (&a, &b) {
            (Value::Int(x), Value::Int(y)) => match op {
                Op::Add => Ok(Value::Int(x + y)),
                Op::Sub => Ok(Value::Int(x - y)),
                Op::Mul if x.bits() + y.bits() > LARGEST => Err(Stuck::Fuel),
                Op::Mul => Ok(Value::Int(x * y)),
                Op::Div if y.is_zero() => self.division_by_zero(Division::Div, a),
                Op::Div => Ok(Value::Int(numbers::div(x, y))),
                Op::Mod if y.is_zero() => self.division_by_zero(Division::Mod, a),
                Op::Mod => Ok(Value::Int(numbers::modulo(x, y))),
                Op::RealDiv => self.arithmetic(op, to_real(x), to_real(y)),
                Op::Pow => match numbers::pow(&x.clone().into(), &y.clone().into()) {
                    Some(r) if r.is_integer() => Ok(Value::Int(r.to_integer())),
                    _ => Err(Stuck::Operation),
                },
                _ => Err(Stuck::Operation),
            },
            (Value::Real(x), Value::Real(y)) => match op {
                Op::Add => Ok(Value::Real(x + y)),
                Op::Sub => Ok(Value::Real(x - y)),
                Op::Mul => Ok(Value::Real(x * y)),
                Op::RealDiv if y.is_zero() => self.division_by_zero(Division::Real, a),
                Op::RealDiv => Ok(Value::Real(x / y)),
                Op::Pow => numbers::pow(x, y).map(Value::Real).ok_or(Stuck::Operation),
                _ => Err(Stuck::Operation),
            },
            (Value::Float { .. }, Value::Float { .. }) => {
                let (Some((format, x)), Some((_, y))) = (floats::view(&a), floats::view(&b)) else {
                    return Err(Stuck::Operation);
                };
                // Boogie's operators on floats round to nearest even.
                let mode = RoundingMode::NearestEven;
                let negated = || floats::apply(&crate::ir::Builtin::FpNeg, std::slice::from_ref(&b));
                let number = match op {
                    Op::Add => floats::add(x, y, mode),
                    Op::Sub => match negated().as_ref().and_then(floats::view) {
                        Some((_, y)) => floats::add(x, y, mode),
                        None => return Err(Stuck::Operation),
                    },
                    Op::Mul => floats::mul(&x, &y),
                    Op::RealDiv => floats::div(&x, &y),
                    _ => return Err(Stuck::Operation),
                };
                Ok(format.encode(&number, mode))
            }
            _ => Err(Stuck::Operation),
        }
    }

    /// `dividend op 0` is whatever the model says: a function of the dividend.
    pub(super) fn division_by_zero(&mut self, op: Division, dividend: Value) -> Slot {
        if let Some(table) = self.model.divisions.get(&op) {
            if let Some(result) = table.entries.get(std::slice::from_ref(&dividend)) {
                return Ok(result.clone());
            }
            if !self.model.lazy {
                return Ok(table.default.clone());
            }
        }
        if self.model.lazy {
            return Err(Stuck::Open(Box::new(Point::Division(op, dividend))));
        }
        Ok(match op {
            Division::Real => Value::Real(BigRational::zero()),
            _ => Value::Int(BigInt::ZERO),
        })
    }

    /// `a == b`: identity, also of floats (IEEE's equality is the function `fp.eq`).
    pub(super) fn equal_exprs(&mut self, a: ExprId, b: ExprId) -> Result<bool, Stuck> {
        let ty = self.program.exprs.ty(a);
        if ty == TypeTable::BOOL {
            let a = self.truth(a);
            let b = self.truth(b);
            return iff(a, b);
        }
        let (x, y) = (self.go(a), self.go(b));
        let by_range = match (&self.symbols, &x, &y) {
            (Some(_), Err(Stuck::Symbol(s)), Err(Stuck::Symbol(t))) if s == t => Some(true),
            (Some(symbols), Err(Stuck::Symbol(s)), Ok(Value::Int(n)))
            | (Some(symbols), Ok(Value::Int(n)), Err(Stuck::Symbol(s))) => symbols.equals(*s, n),
            _ => None,
        };
        match by_range {
            Some(equal) => Ok(equal),
            None => self.equal(ty, &x.map_err(Stuck::harden)?, &y.map_err(Stuck::harden)?),
        }
    }

    /// The variables that an expression takes from outside, each list sorted.
    pub(super) fn free_vars(&mut self, e: ExprId) -> Rc<FreeVars> {
        if let Some(known) = self.free.get(&e) {
            return known.clone();
        }
        let free = Rc::new(free_vars(self.program, e));
        self.free.insert(e, free.clone());
        free
    }
}

/// A slot of a Boolean expression as a truth value.
pub(super) fn truth(slot: Slot) -> Result<bool, Stuck> {
    match slot {
        Ok(Value::Bool(b)) => Ok(b),
        Ok(_) => Err(Stuck::Operation),
        Err(Stuck::Symbol(_)) => Err(Stuck::Unknown),
        Err(stuck) => Err(stuck),
    }
}

fn to_real(n: &BigInt) -> Value {
    Value::Real(BigRational::from_integer(n.clone()))
}

/// An order comparison of two numbers of one type.
pub(super) fn compare(op: Comparison, a: &Value, b: &Value) -> Result<bool, Stuck> {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) => Ok(op.holds(x.cmp(y))),
        (Value::Real(x), Value::Real(y)) => Ok(op.holds(x.cmp(y))),
        _ => match (floats::view(a), floats::view(b)) {
            (Some((_, x)), Some((_, y))) => Ok(floats::compare(op, &x, &y)),
            _ => Err(Stuck::Operation),
        },
    }
}

/// The size of each expression written out as a tree. Operands are interned before what uses them.
fn tree_sizes(program: &Program) -> Vec<u32> {
    let mut sizes: Vec<u32> = Vec::with_capacity(program.exprs.len());
    for i in 0..program.exprs.len() {
        let mut size = 1u32;
        for_each_child(program.exprs.kind(ExprId::from_index(i)), |child| {
            size = size.saturating_add(sizes.get(child.index()).copied().unwrap_or(u32::MAX));
        });
        sizes.push(size);
    }
    sizes
}

fn free_vars(program: &Program, e: ExprId) -> FreeVars {
    // A bound variable has one binder in the whole program, so whatever is bound somewhere inside is not free.
    let mut free = FreeVars::default();
    let mut bound: Vec<VarId> = Vec::new();
    crate::ir::visit::walk(&program.exprs, [e], |_, kind| match kind {
        ExprKind::Var(v) => free.vars.push(*v),
        ExprKind::Old(v) => free.olds.push(*v),
        ExprKind::Quantifier(q) => bound.extend(q.vars.iter()),
        ExprKind::Lambda { vars, .. } => bound.extend(vars.iter()),
        _ => {}
    });
    bound.sort_unstable();
    free.vars.retain(|v| bound.binary_search(v).is_err());
    free.vars.sort_unstable();
    free.vars.dedup();
    free.olds.sort_unstable();
    free.olds.dedup();
    free
}

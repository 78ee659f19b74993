//! Amendments: other values where a trace is arbitrary and contradicts an assumption there.
//!
//! The model of a query that a solver could not decide satisfies the quantified assumptions where it instantiated
//! them. Maps and functions have any value elsewhere. An assumption that is false for such a value often says which
//! one it wants: `forall x :: lo <= x && x < hi ==> f(x) == p` names the entries of `f` that are missing.
//! An amended trace is replayed from its start like any other, so nothing is believed that was not executed.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{ExprId, FuncId, VarId};
use crate::interp::eval::Evaluator;
use crate::ir::{ExprKind, FunctionKind, Op, Quantifier, QuantifierKind};
use crate::verdict::{Decision, FuncValue, MapBase, MapValue, Trace, Value};

/// Amendments that one condition may ask for.
const MOST: usize = 1 << 16;

/// Where a trace gives a variable its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Index into [`Trace::decisions`].
    Decision(usize),
    /// Index into [`Trace::state`].
    State(usize),
}

/// One value to put into a trace.
#[derive(Clone, Debug)]
pub(super) enum Amendment {
    /// `func(args) == value`
    Function { func: FuncId, args: Vec<Value>, value: Value },
    /// `func` has this value wherever its table has no entry.
    Default { func: FuncId, value: Value },
    /// The map that comes from there has this value at the index.
    Cell { origin: Origin, index: Vec<Value>, value: Value },
    /// The variable's value.
    Whole { origin: Origin, value: Value },
}

impl Amendment {
    pub(super) fn apply(self, trace: &mut Trace) {
        match self {
            Amendment::Default { func, value } => {
                if let Some((_, table)) = trace.functions.iter_mut().find(|(f, _)| *f == func) {
                    table.default = value;
                }
            }
            Amendment::Function { func, args, value } => {
                if let Some((_, table)) = trace.functions.iter_mut().find(|(f, _)| *f == func) {
                    table.entries.insert(args, value);
                } else {
                    let table = FuncValue { entries: BTreeMap::from([(args, value.clone())]), default: value };
                    trace.functions.push((func, table));
                }
            }
            Amendment::Cell { origin, index, value } => {
                if let Value::Map(map) = origin.value_mut(trace) {
                    Arc::make_mut(map).entries.insert(index, value);
                }
            }
            Amendment::Whole { origin, value } => *origin.value_mut(trace) = value,
        }
    }
}

impl Origin {
    pub(super) fn value(self, trace: &Trace) -> &Value {
        match self {
            Origin::State(i) => &trace.state[i].1,
            Origin::Decision(i) => match &trace.decisions[i] {
                Decision::Initial { value, .. } | Decision::Value { value, .. } => value,
                Decision::Goto { .. } | Decision::Turn { .. } => {
                    panic!("internal: a variable's value comes from a goto")
                }
            },
        }
    }

    pub(super) fn value_mut(self, trace: &mut Trace) -> &mut Value {
        match self {
            Origin::State(i) => &mut trace.state[i].1,
            Origin::Decision(i) => match &mut trace.decisions[i] {
                Decision::Initial { value, .. } | Decision::Value { value, .. } => value,
                Decision::Goto { .. } | Decision::Turn { .. } => {
                    panic!("internal: a variable's value comes from a goto")
                }
            },
        }
    }
}

/// What would make `condition`, which is false in the evaluator's state, true. Empty: nothing that this can see.
/// `settled` are the predicates whose default was amended: once each.
pub(super) fn amendments(
    eval: &mut Evaluator<'_>,
    trace: &Trace,
    (origins, made_of): (&FxHashMap<VarId, Origin>, &FxHashMap<VarId, Vec<Origin>>),
    settled: &mut FxHashSet<FuncId>,
    condition: ExprId,
) -> Vec<Amendment> {
    let mut wanted = Wanted { settled, trace, origins, made_of, found: Vec::new() };
    eval.refuel();
    eval.in_scope(condition, |eval| wanted.make(eval, condition, true));
    wanted.found
}

struct Wanted<'t> {
    settled: &'t mut FxHashSet<FuncId>,
    trace: &'t Trace,
    origins: &'t FxHashMap<VarId, Origin>,
    made_of: &'t FxHashMap<VarId, Vec<Origin>>,
    found: Vec<Amendment>,
}

impl Wanted<'_> {
    /// Looks for what makes `e` equal to `truth`.
    fn make(&mut self, eval: &mut Evaluator<'_>, e: ExprId, truth: bool) {
        let program = eval.program;
        if self.found.len() >= MOST {
            return;
        }
        match program.exprs.kind(e) {
            ExprKind::Op(Op::Not, args) => self.make(eval, args[0], !truth),
            ExprKind::Op(Op::And, args) if truth => {
                for &arg in args {
                    if eval.truth(arg) == Ok(false) {
                        self.make(eval, arg, true);
                    }
                }
            }
            ExprKind::Op(Op::Or, args) if truth => self.make_one(eval, args.iter().rev().map(|&arg| (arg, true))),
            ExprKind::Op(Op::Implies, args) if truth => self.make_one(eval, [(args[1], true), (args[0], false)]),
            ExprKind::Op(Op::And, args) if !truth => self.make_one(eval, args.iter().map(|&arg| (arg, false))),
            ExprKind::Op(Op::Eq | Op::Iff, args) if truth => {
                let _ = self.set(eval, args[0], args[1]) || self.set(eval, args[1], args[0]);
            }
            ExprKind::Op(op @ (Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Neq), args) => {
                self.compare(eval, *op, truth, (args[0], args[1]));
            }
            ExprKind::Quantifier(q) if truth && q.kind == QuantifierKind::Forall && q.type_params.is_empty() => {
                let _ = self.copy_of_a_map(eval, q) || self.make_instances(eval, q);
            }
            ExprKind::Call { .. } | ExprKind::Op(Op::Select, _) => {
                self.set_place(eval, e, Value::Bool(truth));
            }
            _ => {}
        }
    }

    /// Gives one side of a comparison of integers the nearest value that makes it what it should be.
    fn compare(&mut self, eval: &mut Evaluator<'_>, op: Op, truth: bool, (a, b): (ExprId, ExprId)) {
        let (Ok(Value::Int(left)), Ok(Value::Int(right))) = (eval.strict(a), eval.strict(b)) else { return };
        // Of `a`, what it must be beside `b`; the other way round of `b`.
        let distance = match (op, truth) {
            (Op::Lt, true) | (Op::Ge, false) => -1,
            (Op::Gt, true) | (Op::Le, false) | (Op::Neq, true) => 1,
            _ => 0,
        };
        let _ = self.set_place(eval, a, Value::Int(right + distance))
            || self.set_place(eval, b, Value::Int(left - distance));
    }

    /// Looks for what gives one of the expressions the truth beside it, the first that it finds something for.
    fn make_one(&mut self, eval: &mut Evaluator<'_>, choices: impl IntoIterator<Item = (ExprId, bool)>) {
        let before = self.found.len();
        for (e, truth) in choices {
            self.make(eval, e, truth);
            if self.found.len() > before {
                return;
            }
        }
    }

    /// Looks for what makes every false instance true; always true.
    fn make_instances(&mut self, eval: &mut Evaluator<'_>, q: &Quantifier) -> bool {
        let _ = eval.each_instance(q, &mut |eval| {
            eval.in_scope(q.body, |eval| {
                if eval.truth(q.body) == Ok(false) {
                    self.make(eval, q.body, true);
                }
                Ok(true)
            })
        });
        true
    }

    /// Gives the place `target` the value of `source`.
    fn set(&mut self, eval: &mut Evaluator<'_>, target: ExprId, source: ExprId) -> bool {
        match eval.strict(source) {
            Ok(value) => self.set_place(eval, target, value),
            Err(_) => false,
        }
    }

    /// Whether `target` is a place that is free to take the value.
    fn set_place(&mut self, eval: &mut Evaluator<'_>, target: ExprId, value: Value) -> bool {
        let program = eval.program;
        match program.exprs.kind(target) {
            ExprKind::Call { func, args, .. } if matches!(program.funcs[*func].kind, FunctionKind::Uninterpreted) => {
                let Ok(args) = values(eval, args) else { return false };
                let table = self.trace.functions.iter().find(|(f, _)| f == func);
                if table.is_some_and(|(_, table)| table.entries.contains_key(&args)) {
                    return false;
                }
                // A predicate that is wrong where nothing was said of it is likely to be wrong everywhere there.
                if matches!(value, Value::Bool(_)) && self.settled.insert(*func) {
                    self.found.push(Amendment::Default { func: *func, value });
                    return true;
                }
                if !self
                    .found
                    .iter()
                    .any(|a| matches!(a, Amendment::Default { func: f, value: v } if f == func && *v == value))
                {
                    self.found.push(Amendment::Function { func: *func, args, value });
                }
                true
            }
            ExprKind::Op(Op::Select, args) => {
                let Ok(index) = values(eval, &args[1..]) else { return false };
                let Some((origin, map)) = self.free_map(eval, args[0]) else {
                    return self.set_part(eval, args[0], &index, &value);
                };
                if map.entries.contains_key(&index) {
                    return false;
                }
                self.found.push(Amendment::Cell { origin, index, value });
                true
            }
            _ => false,
        }
    }

    /// Gives a cell of a map that was put together of others the value, in each of those.
    fn set_part(&mut self, eval: &Evaluator<'_>, map: ExprId, index: &[Value], value: &Value) -> bool {
        let ExprKind::Var(var) = eval.program.exprs.kind(map) else { return false };
        let before = self.found.len();
        for &origin in self.made_of.get(var).into_iter().flatten() {
            if let Value::Map(part) = origin.value(self.trace)
                && !part.entries.contains_key(index)
            {
                let (index, value) = (index.to_vec(), value.clone());
                self.found.push(Amendment::Cell { origin, index, value });
            }
        }
        self.found.len() > before
    }

    /// A variable that has the map that the trace gave it.
    fn free_map(&self, eval: &Evaluator<'_>, e: ExprId) -> Option<(Origin, Arc<MapValue>)> {
        let ExprKind::Var(var) = eval.program.exprs.kind(e) else { return None };
        let origin = *self.origins.get(var)?;
        match (eval.var(*var), origin.value(self.trace)) {
            (Ok(Value::Map(map)), Value::Map(given)) if map == given => Some((origin, map.clone())),
            _ => None,
        }
    }

    /// `forall x :: g ==> m[x] == n[x]` over infinitely many `x`: `m` becomes `n`, but where `g` is false.
    fn copy_of_a_map(&mut self, eval: &mut Evaluator<'_>, q: &Quantifier) -> bool {
        let program = eval.program;
        let mut equation = q.body;
        while let ExprKind::Op(Op::Implies, args) = program.exprs.kind(equation) {
            equation = args[1];
        }
        let ExprKind::Op(Op::Eq, sides) = program.exprs.kind(equation) else { return false };
        let at_all = |e: ExprId| match program.exprs.kind(e) {
            ExprKind::Op(Op::Select, args) => {
                let is_bound = |(&i, &v): (&ExprId, &VarId)| *program.exprs.kind(i) == ExprKind::Var(v);
                let all = args.len() == q.vars.len() + 1 && args[1..].iter().zip(&q.vars).all(is_bound);
                all.then_some(args[0])
            }
            _ => None,
        };
        let (Some(left), Some(right)) = (at_all(sides[0]), at_all(sides[1])) else { return false };
        if eval.is_bounded(q) {
            return false;
        }
        for (target, source) in [(left, right), (right, left)] {
            let (Some((origin, map)), Ok(Value::Map(from))) = (self.free_map(eval, target), eval.strict(source)) else {
                continue;
            };
            let (MapBase::Const(base), MapBase::Const(_)) = (&from.base, &map.base) else { continue };
            let mut entries = BTreeMap::new();
            for index in map.entries.keys().chain(from.entries.keys()) {
                let kept = eval.at(&q.vars, index, q.body) == Ok(Value::Bool(true));
                let Ok(value) = eval.select(if kept { &map } else { &from }, index) else { return false };
                if value != *base {
                    entries.insert(index.clone(), value);
                }
            }
            let value = Value::Map(Arc::new(MapValue { base: from.base.clone(), entries }));
            self.found.push(Amendment::Whole { origin, value });
            return true;
        }
        false
    }
}

fn values(eval: &mut Evaluator<'_>, args: &[ExprId]) -> Result<Vec<Value>, crate::interp::Stuck> {
    args.iter().map(|&a| eval.strict(a)).collect()
}

//! Which values of a bound variable matter: enough to decide a quantifier or to tabulate a lambda.
//!
//! When a variable occurs in a body as a map index, as an argument of a tabulated function, and in comparisons with
//! terms that do not depend on it, and nowhere else, then all values beyond the indices and the compared values behave
//! alike, and one of them stands for them: the array property fragment (Bradley, Manna, Sipma, VMCAI 2006), evaluated.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxHashSet;

use super::domain::for_each_part;
use super::eval::Evaluator;
use super::stuck::Stuck;
use crate::base::ids::{ExprId, FuncId, TypeId, VarId};
use crate::ir::visit::for_each_child;
use crate::ir::{ExprKind, FunctionKind, Op, Type};
use crate::verdict::{MapBase, Value};

/// At most that many values of a type are collected from the state.
const SEEN: usize = 256;

/// The values of one variable that matter.
pub(super) struct Relevant {
    /// Every other value behaves like `fresh`, or, when `ordered`, like a value between the same two keys.
    pub keys: Vec<Value>,
    pub ordered: bool,
    /// A value that is no key; `None`: there is none, the keys are all values.
    pub fresh: Option<Value>,
}

impl Relevant {
    /// One value of each kind of behaviour; `None` when the type offers no such values.
    pub fn representatives(&self) -> Vec<Value> {
        let mut all: BTreeSet<Value> = self.keys.iter().cloned().chain(self.fresh.clone()).collect();
        if self.ordered {
            for key in &self.keys {
                all.extend(neighbours(key));
            }
            let reals: Vec<&BigRational> =
                self.keys.iter().filter_map(|k| if let Value::Real(r) = k { Some(r) } else { None }).collect();
            let middle = |w: &[&BigRational]| Value::Real((w[0] + w[1]) / BigRational::from_integer(2.into()));
            all.extend(reals.windows(2).map(middle));
        }
        all.into_iter().collect()
    }
}

/// The numbers next to a number.
pub(super) fn neighbours(value: &Value) -> Vec<Value> {
    match value {
        Value::Int(n) => vec![Value::Int(n - 1), Value::Int(n + 1)],
        Value::Real(r) => {
            let one = BigRational::from_integer(1.into());
            vec![Value::Real(r - &one), Value::Real(r + one)]
        }
        Value::Bv { value, width } if *width > 0 => {
            let modulus = BigUint::from(1u8) << width;
            let next = (value + 1u8) % &modulus;
            let previous = (value + &modulus - 1u8) % modulus;
            vec![Value::Bv { value: previous, width: *width }, Value::Bv { value: next, width: *width }]
        }
        _ => Vec::new(),
    }
}

/// The result of the scan of a body.
#[derive(Default)]
struct Scan {
    keys: BTreeSet<Value>,
    ordered: bool,
    /// Variables of the same quantifier without a value that the variable is compared with: equal to or not.
    peers: Vec<VarId>,
}

/// The text that is scanned: the body, or that of a function called in it.
struct Scope {
    /// The variable; in a function's body, the parameters that stand for it.
    names: Vec<VarId>,
    /// Variables without a value, those names included.
    unbound: Vec<VarId>,
    done: FxHashSet<ExprId>,
    /// Functions around.
    depth: u32,
    /// The other variables of the quantifier that have no value yet.
    peers: Vec<VarId>,
}

/// Definitions are looked into that deep.
const DEEPEST: u32 = 8;

impl<'p> Evaluator<'p> {
    /// The values of `var` that matter in `body`, where the variables in `unbound` have no value yet either; those in
    /// `peers` get each of theirs in turn. `None`: the body does not show it. An error is a choice that must be made
    /// first.
    pub(super) fn relevant(
        &mut self,
        var: VarId,
        unbound: &[VarId],
        peers: &[VarId],
        body: ExprId,
    ) -> Result<Option<Relevant>, Stuck> {
        let mut scan = Scan::default();
        let mut unbound = unbound.to_vec();
        unbound.push(var);
        // What matters for a peer matters for the variable, too: either both are like no key, or one is a key.
        let mut names = vec![var];
        let mut scanned = 0;
        while let Some(&name) = names.get(scanned) {
            scanned += 1;
            let (unbound, peers) = (unbound.clone(), peers.to_vec());
            let mut scope = Scope { names: vec![name], unbound, done: FxHashSet::default(), depth: 0, peers };
            if !self.scan(body, &mut scope, &mut scan)? {
                return Ok(None);
            }
            let found = std::mem::take(&mut scan.peers);
            names.extend(found.into_iter().filter(|peer| !names.contains(peer)).collect::<BTreeSet<_>>());
        }
        if names.len() > 1 && scan.ordered {
            return Ok(None);
        }
        let fresh = match self.program.types.get(self.program.vars[var].ty) {
            Type::Int => match scan.keys.last() {
                Some(Value::Int(n)) => Some(Value::Int(n + 1)),
                _ => Some(Value::Int(BigInt::ZERO)),
            },
            Type::Real => match scan.keys.last() {
                Some(Value::Real(r)) => Some(Value::Real(r + BigRational::from_integer(1.into()))),
                _ => Some(Value::Real(BigRational::default())),
            },
            Type::Bv(width) => {
                let candidate = (0..=scan.keys.len() as u64)
                    .map(|n| Value::Bv { value: n.into(), width: *width })
                    .find(|v| !scan.keys.contains(v));
                // Fewer values than keys cannot be: small types are enumerated.
                if candidate.is_none() || *width < 12 {
                    return Ok(None);
                }
                candidate
            }
            Type::String => {
                let longest = scan.keys.iter().map(|k| if let Value::Str(s) = k { s.len() } else { 0 }).max();
                Some(Value::Str(Arc::from("?".repeat(longest.unwrap_or(0) + 1))))
            }
            _ => return Ok(None),
        };
        Ok(Some(Relevant { keys: scan.keys.into_iter().collect(), ordered: scan.ordered, fresh }))
    }

    /// Whether every occurrence of the variable is of a kind that is understood.
    fn scan(&mut self, e: ExprId, scope: &mut Scope, scan: &mut Scan) -> Result<bool, Stuck> {
        let free = self.free_vars(e);
        if !scope.done.insert(e) || scope.names.iter().all(|v| free.vars.binary_search(v).is_err()) {
            return Ok(true);
        }
        let program = self.program;
        match program.exprs.kind(e) {
            ExprKind::Op(Op::Select, args) => {
                for (column, &index) in args[1..].iter().enumerate() {
                    if !self.is_name(index, scope) {
                        if !self.scan(index, scope, scan)? {
                            return Ok(false);
                        }
                        continue;
                    }
                    let Some(Value::Map(map)) = self.ground(args[0], &scope.unbound)? else { return Ok(false) };
                    if !matches!(map.base, MapBase::Const(_)) {
                        return Ok(false);
                    }
                    scan.keys.extend(map.entries.keys().map(|key| key[column].clone()));
                }
                self.scan(args[0], scope, scan)
            }
            ExprKind::Op(op @ (Op::Eq | Op::Neq | Op::Lt | Op::Le | Op::Gt | Op::Ge), args)
                if self.is_name(args[0], scope) || self.is_name(args[1], scope) =>
            {
                let other = if self.is_name(args[0], scope) { args[1] } else { args[0] };
                let Some(value) = self.ground(other, &scope.unbound)? else {
                    let other = self.without_identities(other);
                    let ExprKind::Var(peer) = *program.exprs.kind(other) else { return Ok(false) };
                    scan.peers.push(peer);
                    // Of an inner quantifier, a peer's values are not looked at from here.
                    let is_peer = scope.depth == 0 && scope.peers.contains(&peer);
                    return Ok(is_peer && matches!(op, Op::Eq | Op::Neq));
                };
                scan.keys.insert(value);
                scan.ordered |= !matches!(op, Op::Eq | Op::Neq);
                Ok(true)
            }
            ExprKind::Call { func, args, .. } => self.scan_call(*func, args, scope, scan),
            ExprKind::Quantifier(q) => self.scan_bound(&q.vars, q.body, scope, scan),
            ExprKind::Lambda { vars, body, .. } => self.scan_bound(vars, *body, scope, scan),
            ExprKind::Var(_) => Ok(false),
            kind => {
                let mut children = Vec::new();
                for_each_child(kind, |c| children.push(c));
                for child in children {
                    if !self.scan(child, scope, scan)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }

    fn is_name(&self, e: ExprId, scope: &Scope) -> bool {
        matches!(self.program.exprs.kind(self.without_identities(e)), ExprKind::Var(v) if scope.names.contains(v))
    }

    /// The argument of functions that return theirs.
    fn without_identities(&self, mut e: ExprId) -> ExprId {
        let program = self.program;
        while let ExprKind::Call { func, args, .. } = program.exprs.kind(e)
            && let FunctionKind::Defined { body, .. } = program.funcs[*func].kind
            && let ExprKind::Var(returned) = program.exprs.kind(body)
            && let Some(position) = program.funcs[*func].params.iter().position(|p| p == returned)
        {
            e = args[position];
        }
        e
    }

    fn scan_bound(&mut self, vars: &[VarId], body: ExprId, scope: &mut Scope, scan: &mut Scan) -> Result<bool, Stuck> {
        let outer = scope.unbound.len();
        scope.unbound.extend(vars);
        let understood = self.scan(body, scope, scan);
        scope.unbound.truncate(outer);
        understood
    }

    fn scan_call(&mut self, func: FuncId, args: &[ExprId], scope: &mut Scope, scan: &mut Scan) -> Result<bool, Stuck> {
        let program = self.program;
        for &arg in args.iter() {
            if !self.is_name(arg, scope) && !self.scan(arg, scope, scan)? {
                return Ok(false);
            }
        }
        let positions: Vec<usize> = (0..args.len()).filter(|&i| self.is_name(args[i], scope)).collect();
        match &program.funcs[func].kind {
            _ if positions.is_empty() => Ok(true),
            FunctionKind::Uninterpreted if !self.model.lazy => {
                if let Some(table) = self.model.functions.get(&func) {
                    for column in positions {
                        scan.keys.extend(table.entries.keys().map(|key| key[column].clone()));
                    }
                }
                Ok(true)
            }
            FunctionKind::Defined { body, .. } if scope.depth < DEEPEST => {
                let params = &program.funcs[func].params;
                let mut inner = Scope {
                    names: Vec::new(),
                    unbound: Vec::new(),
                    done: FxHashSet::default(),
                    depth: scope.depth + 1,
                    peers: Vec::new(),
                };
                let mut saved = Vec::new();
                for (&param, &arg) in params.iter().zip(args) {
                    if self.is_name(arg, scope) {
                        inner.names.push(param);
                        inner.unbound.push(param);
                    } else if let Some(value) = self.ground(arg, &scope.unbound)? {
                        saved.push((param, self.swap(param, Ok(value))));
                    } else {
                        inner.unbound.push(param);
                    }
                }
                let understood = self.scan(*body, &mut inner, scan);
                for (param, slot) in saved.into_iter().rev() {
                    self.set(param, slot);
                }
                understood
            }
            _ => Ok(false),
        }
    }

    /// The value of a term that contains none of the unbound variables.
    pub(super) fn ground(&mut self, e: ExprId, unbound: &[VarId]) -> Result<Option<Value>, Stuck> {
        let free = self.free_vars(e);
        if unbound.iter().any(|v| free.vars.binary_search(v).is_ok()) {
            return Ok(None);
        }
        // Under bindings that will change, so with a memory of its own.
        match self.in_scope(e, |this| this.strict(e)) {
            Ok(value) => Ok(Some(value)),
            Err(stuck) if stuck.is_choice() => Err(stuck),
            Err(_) => Ok(None),
        }
    }

    /// Values of a type that occur in the state, the function tables and the literals of an expression, numbers with
    /// their neighbours; sorted, not too many, at least one where the type has a known value.
    pub(super) fn seen(&mut self, ty: TypeId, within: Option<ExprId>) -> Rc<[Value]> {
        let known = match self.seen_values.get(&ty) {
            Some(known) => known.clone(),
            None => {
                let collected = self.collect(ty);
                self.seen_values.insert(ty, collected.clone());
                collected
            }
        };
        let Some(e) = within else { return known };
        let mut values: BTreeSet<Value> = known.iter().cloned().collect();
        let program = self.program;
        let mut literals = Vec::new();
        crate::ir::visit::walk(&program.exprs, [e], |e, kind| {
            let literal = matches!(kind, ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bv { .. } | ExprKind::Str(_));
            if literal && program.exprs.ty(e) == ty {
                literals.push(e);
            }
        });
        for literal in literals {
            if let Ok(value) = self.go(literal) {
                values.extend(neighbours(&value));
                values.insert(value);
            }
        }
        values.into_iter().collect()
    }

    fn collect(&mut self, ty: TypeId) -> Rc<[Value]> {
        let mut values: BTreeSet<Value> = self.domain.any(ty).into_iter().collect();
        let program = self.program;
        let is_map = program.types.is_map(ty);
        let mut add = |value: &Value| {
            if values.len() < SEEN && self.domain.fits(value, ty) {
                values.insert(value.clone());
            }
        };
        for (v, var) in program.vars.iter_enumerated() {
            if let Ok(value) = self.var(v) {
                if is_map && var.ty == ty {
                    add(value);
                } else if !is_map {
                    for_each_part(value, &mut add);
                }
            }
        }
        for func in program.funcs.ids() {
            if let Some(table) = self.model.functions.get(&func)
                && !is_map
            {
                let keys = table.entries.keys().flatten();
                keys.chain(table.entries.values()).chain([&table.default]).for_each(|v| for_each_part(v, &mut add));
            }
        }
        let near: Vec<Value> = values.iter().flat_map(neighbours).collect();
        values.extend(near);
        values.into_iter().collect()
    }
}

//! The initial state, and values for what the trace leaves arbitrary.
//!
//! What the trace does not mention may have any value, but the execution needs one, and it must satisfy where clauses,
//! axioms and contracts. So a condition that is false is tried with other values of the missing variables in it:
//! values of its own parts and their neighbours. Nothing is guessed for variables that the trace speaks of.

use std::collections::BTreeSet;

use ivl::source::Span;
use num_bigint::BigInt;

use super::disagreement::{Condition, Disagreement, DisagreementKind};
use super::{Doubt, Frame, Replay};
use crate::base::ids::{ExprId, FuncId, VarId};
use crate::interp::domain::ENUMERATED;
use crate::interp::stuck::Stuck;
use crate::ir::cardinality::Cardinality;
use crate::ir::visit::walk;
use crate::ir::{Attr, ExprKind, FunctionKind, VarKind, is_marked};
use crate::verdict::Value;

/// Values tried for one variable in one condition.
const TRIES: usize = 200;

impl<'p> Replay<'p> {
    /// The state before the first command of the entry.
    pub(super) fn start(&mut self) -> Result<(), Disagreement> {
        let program = self.program;
        let entry = &program.procs[self.entry];
        let Some(body) = &entry.body else {
            return Err(self.disagree(DisagreementKind::NoBody, entry.span));
        };
        self.eval.domain.add_elements_of_trace(self.trace);
        let locals = entry.ins.iter().chain(&entry.outs).chain(&body.locals);
        let mut missing: Vec<VarId> = program.consts.iter().chain(&program.globals).chain(locals).copied().collect();
        let mut known: Vec<(VarId, &Value)> = self.trace.state.iter().map(|(v, value)| (*v, value)).collect();
        known.sort_by_key(|(v, _)| *v);
        missing.retain(|v| known.binary_search_by_key(v, |(v, _)| *v).is_err());
        let is_shown = is_marked(&program.exprs, &entry.attrs, Attr::Annotated);
        let given: Vec<VarId> = if is_shown { Vec::new() } else { [&program.globals[..], &entry.ins].concat() };
        for (index, &(var, _)) in self.trace.state.iter().enumerate() {
            self.origins.insert(var, super::Origin::State(index));
            if given.contains(&var) {
                self.inputs.push(super::Origin::State(index));
            }
        }
        for (var, value) in known {
            let slot = self.checked(var, Ok(value.clone()), program.vars[var].span)?;
            self.eval.set(var, slot);
        }
        for &var in &missing {
            let slot = self.arbitrary(var);
            self.eval.set(var, slot);
        }
        self.normalise_tables();
        self.unique_constants(&missing)?;
        self.axioms(&mut missing)?;

        let was_atomic = is_marked(&program.exprs, &entry.attrs, Attr::Atomic).then(|| self.enter_atomic());
        self.frames.push(Frame {
            proc: self.entry,
            body,
            block: body.entry,
            next: 0,
            saved: Vec::new(),
            saved_olds: Vec::new(),
            call: None,
            child: None,
            was_atomic,
        });
        let assigned: Vec<VarId> = entry.outs.iter().chain(&body.locals).copied().collect();
        let mut undecided = assigned.clone();
        self.take_initial(&mut undecided, entry.span)?;
        missing.retain(|v| undecided.contains(v) || !assigned.contains(v));

        let mut wheres = Vec::new();
        for &g in program.globals.iter().chain(&entry.ins).chain(&entry.outs).chain(&body.locals) {
            wheres.extend(self.where_clauses(&[g], program.vars[g].span));
        }
        wheres.extend(entry.requires.iter().map(|c| (c.expr, Condition::Requires(self.entry), c.span)));
        // The old globals of the entry's `requires` are the current ones.
        self.snapshot(self.entry);
        self.settle(&mut missing, &wheres)?;
        self.snapshot(self.entry);
        self.eval.forget_use();
        self.recorder.start(&mut self.eval, self.entry);
        Ok(())
    }

    /// Brings the function tables' maps into their one representation.
    fn normalise_tables(&mut self) {
        let program = self.program;
        for (func, _) in &self.trace.functions {
            let decl = &program.funcs[*func];
            let Some(mut table) = self.eval.model.functions.remove(func) else { continue };
            let params: Vec<_> = match &decl.kind {
                FunctionKind::Selector { constructor, .. } => match program.funcs[*constructor].kind {
                    FunctionKind::Constructor { .. } => vec![program.funcs[*constructor].result],
                    _ => Vec::new(),
                },
                _ => decl.params.iter().map(|&p| program.vars[p].ty).collect(),
            };
            let domain = &mut self.eval.domain;
            let entries = std::mem::take(&mut table.entries);
            for (key, value) in entries {
                let key = if key.len() == params.len() {
                    key.iter().zip(&params).map(|(k, &t)| domain.normalise(k, t)).collect()
                } else {
                    key
                };
                table.entries.insert(key, domain.normalise(&value, decl.result));
            }
            table.default = domain.normalise(&table.default, decl.result);
            self.eval.model.functions.insert(*func, table);
        }
    }

    /// Unique constants of one type differ; those that the trace does not mention get values of their own.
    fn unique_constants(&mut self, missing: &[VarId]) -> Result<(), Disagreement> {
        let program = self.program;
        let unique: Vec<VarId> = program
            .consts
            .iter()
            .copied()
            .filter(|&c| program.vars[c].kind == VarKind::Const { unique: true })
            .collect();
        let mut taken: BTreeSet<(crate::base::ids::TypeId, Value)> = BTreeSet::new();
        let mut owners: Vec<(crate::base::ids::TypeId, Value, VarId)> = Vec::new();
        for given in [true, false] {
            for &c in unique.iter().filter(|c| missing.contains(c) != given) {
                let ty = program.vars[c].ty;
                if !given {
                    let fresh = self.fresh_value(ty, &|v| !taken.contains(&(ty, v.clone())));
                    if let Some(fresh) = fresh {
                        self.eval.set(c, Ok(fresh));
                    }
                }
                let Ok(value) = self.eval.var(c).clone() else { continue };
                if !taken.insert((ty, value.clone())) {
                    let other = owners.iter().find(|(t, v, _)| *t == ty && *v == value).map_or(c, |(.., v)| *v);
                    return Err(self.disagree(DisagreementKind::NotUnique(other, c), program.vars[c].span));
                }
                owners.push((ty, value, c));
            }
        }
        Ok(())
    }

    /// A value that is free to take; new elements and numbers are made when needed.
    fn fresh_value(&mut self, ty: crate::base::ids::TypeId, free: &dyn Fn(&Value) -> bool) -> Option<Value> {
        if let Some(all) = self.eval.domain.all(ty)
            && let Some(value) = all.iter().find(|v| free(v))
        {
            return Some(value.clone());
        }
        for n in 0..ENUMERATED {
            let value = match self.eval.domain.any(ty)? {
                Value::Int(_) => Value::Int(BigInt::from(n)),
                Value::Real(_) => Value::Real(BigInt::from(n).into()),
                Value::Bv { width, .. } => Value::Bv { value: n.into(), width },
                Value::Element { con, .. } => Value::Element { con, number: n },
                _ => return None,
            };
            if free(&value) {
                self.eval.domain.add_elements_of(&value);
                return Some(value);
            }
        }
        None
    }

    /// Axioms hold, as far as they can be evaluated. One that does not, and speaks of missing constants or functions,
    /// becomes a doubt: it matters if the execution looks at anything that it speaks of.
    fn axioms(&mut self, missing: &mut [VarId]) -> Result<(), Disagreement> {
        let program = self.program;
        let mut doubtful = Vec::new();
        for (id, axiom) in program.axioms.iter_enumerated() {
            match self.eval.holds(axiom.expr) {
                Ok(true) => {}
                Ok(false) => {
                    if !self.repair(axiom.expr, missing) {
                        doubtful.push(id);
                    }
                }
                Err(_) if !self.missing_functions(axiom.expr).is_empty() => self.doubt(axiom.expr),
                Err(_) => self.certain = false,
            }
        }
        for (id, axiom) in program.axioms.iter_enumerated() {
            // A repair may have broken an earlier axiom; without repairs the second look is not needed.
            let is_false = doubtful.contains(&id) || (self.repaired && self.eval.holds(axiom.expr) == Ok(false));
            if !is_false {
                continue;
            }
            let free = self.eval.free_vars(axiom.expr);
            let vars: Vec<VarId> = free.vars.iter().copied().filter(|v| missing.contains(v)).collect();
            let funcs = self.missing_functions(axiom.expr);
            if vars.is_empty() && funcs.is_empty() {
                let kind = DisagreementKind::Blocked(Condition::Axiom(id), axiom.expr);
                return Err(self.disagree(kind, axiom.span));
            }
            self.doubt(axiom.expr);
        }
        Ok(())
    }

    /// An axiom can be made to hold by what is missing, unless it also says something about what the execution looks at.
    fn doubt(&mut self, axiom: ExprId) {
        // Or about how many elements there are, where that matters.
        let cardinality = self.cardinality.get_or_insert_with(|| Cardinality::new(self.program));
        let mentioned = cardinality.mentioned(axiom);
        if !mentioned.is_empty() {
            let quantified = cardinality.quantified_by_procedures();
            let matters = |con| quantified.contains(con) || self.eval.domain.count_elements(*con) > 1;
            self.certain &= !mentioned.iter().any(matters);
        }
        let vars = self.eval.free_vars(axiom).vars.clone();
        self.doubts.push(Doubt { vars, funcs: self.functions(axiom) });
    }

    /// The uninterpreted functions without a table that an expression reaches.
    fn missing_functions(&self, e: ExprId) -> Vec<FuncId> {
        let funcs = self.functions(e).into_iter();
        funcs.filter(|func| !self.eval.model.functions.contains_key(func)).collect()
    }

    /// The uninterpreted functions that an expression reaches.
    fn functions(&self, e: ExprId) -> Vec<FuncId> {
        let program = self.program;
        let mut funcs = Vec::new();
        let mut bodies = vec![e];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(body) = bodies.pop() {
            walk(&program.exprs, [body], |_, kind| {
                if let ExprKind::Call { func, .. } = kind
                    && seen.insert(*func)
                {
                    match &program.funcs[*func].kind {
                        FunctionKind::Defined { body, .. } => bodies.push(*body),
                        FunctionKind::Uninterpreted => funcs.push(*func),
                        _ => {}
                    }
                }
            });
        }
        funcs
    }

    /// Assumes the conditions, with other values for missing variables where those make a false one true.
    pub(super) fn settle(
        &mut self,
        missing: &mut [VarId],
        conditions: &[(ExprId, Condition, Span)],
    ) -> Result<(), Disagreement> {
        if !missing.is_empty() {
            for &(e, ..) in conditions {
                if self.eval.holds(e) == Ok(false) {
                    self.repair(e, missing);
                }
            }
        }
        for &(e, condition, span) in conditions {
            self.assume(e, condition, span)?;
        }
        Ok(())
    }

    /// Looks for a value of one missing variable that makes a false condition true.
    fn repair(&mut self, condition: ExprId, missing: &[VarId]) -> bool {
        if missing.is_empty() {
            return false;
        }
        let free = self.eval.free_vars(condition);
        for &var in missing.iter().filter(|v| free.vars.binary_search(v).is_ok()) {
            let before = self.eval.var(var).clone();
            for candidate in self.candidates(var, condition) {
                self.eval.set(var, Ok(candidate));
                self.eval.forget_calls();
                if matches!(self.eval.holds(condition), Ok(true) | Err(Stuck::Unsure(true))) {
                    self.repaired = true;
                    return true;
                }
            }
            self.eval.set(var, before);
            self.eval.forget_calls();
        }
        false
    }

    /// Values for a variable that a condition suggests: those of its parts without the variable, and what is near.
    fn candidates(&mut self, var: VarId, condition: ExprId) -> Vec<Value> {
        let program = self.program;
        let ty = program.vars[var].ty;
        let mut parts = Vec::new();
        walk(&program.exprs, [condition], |e, _| {
            if program.exprs.ty(e) == ty {
                parts.push(e);
            }
        });
        let mut candidates = Vec::new();
        for part in parts {
            if self.eval.free_vars(part).vars.binary_search(&var).is_err()
                && let Ok(value) = self.eval.eval(part)
                && !candidates.contains(&value)
            {
                candidates.push(value);
            }
        }
        let near: Vec<Value> = candidates.iter().flat_map(crate::interp::relevant::neighbours).collect();
        candidates.extend(near);
        if let Some(all) = self.eval.domain.all(ty) {
            candidates.extend(all.iter().cloned());
        }
        candidates.truncate(TRIES);
        candidates
    }
}

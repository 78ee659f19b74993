//! Squeezing functions that the program brings along: procedures `{:squeeze}`.
//!
//! ```text
//! procedure {:squeeze} {:rank n, 1} shorter(n: int, i: int, l: int) returns (gone: int, l': int)
//! { gone := 0; l' := if i > 0 then l - a[0] else l; }
//! ```
//!
//! In-parameters have the names of variables of the program; `x'` is what becomes of `x`, another result the number of the
//! element that goes. What is not said follows from it. `{:squeeze "p", "x", …}` says that its in-parameters stand for `x, …`
//! of the procedure `p`.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::squeezing::{self, Changes, Squeezing};
use super::subject::Subject;
use super::symbolic::{Path, paths, value_behind};
use crate::base::ids::{ExprId, ProcId, VarId};
use crate::engine::{Declined, Question};
use crate::ir::attribute::attributes_of;
use crate::ir::visit::substitute;
use crate::ir::{
    Attr, AttributeValue, Body, Cmd, CmdKind, ExprKind, Procedure, Program, TypeTable, VarKind, has_attribute,
};
use crate::prove::loops::shape::variables;

/// The rank of states that are looked at one by one, if it is not said.
const BASE: u32 = 4;

/// The largest that may be said.
const LARGEST_BASE: u32 = 16;

fn no(why: &str) -> Declined {
    Declined(why.into())
}

/// A procedure `{:squeeze}` as expressions over variables of the program.
pub struct Given {
    pub name: String,
    rank: VarId,
    base: u32,
    /// The number of the element that goes.
    position: Option<ExprId>,
    values: BTreeMap<VarId, ExprId>,
}

/// Those of a program. Errors say what is wrong with one.
pub fn given(question: &Question, subject: &mut Subject) -> Result<Vec<Given>, Declined> {
    let marked = question.program.procs.iter_enumerated().filter(|(_, p)| has_attribute(&p.attrs, Attr::Squeeze));
    let marked: Vec<ProcId> = marked.map(|(id, _)| id).collect();
    let entry = question.program.procs[question.entry].name.to_string();
    let one = |proc: ProcId| {
        let proc = &question.program.procs[proc];
        read(proc, &entry, subject).map_err(|Declined(why)| Declined(format!("{}: {why}", proc.name)))
    };
    marked.into_iter().map(one).collect()
}

fn read(proc: &Procedure, entry: &str, subject: &mut Subject) -> Result<Given, Declined> {
    let body = proc.body.as_ref().ok_or_else(|| no("a squeezing function needs a body"))?;
    let locals = subject.flat.body.locals.clone();
    let program = &mut subject.flat.program;
    let mut meant = attributes_of(&proc.attrs, Attr::Squeeze).flat_map(|a| &a.args).filter_map(text);
    let of = meant.next().unwrap_or(entry);
    let named = |program: &Program, name: &str| {
        let is = |v: &&VarId| {
            let own = &program.vars[**v].name;
            &**own == name || own.strip_prefix(of).and_then(|rest| rest.strip_prefix('_')) == Some(name)
        };
        locals.iter().find(is).copied().ok_or_else(|| Declined(format!("the program has no variable {name}")))
    };
    let mut own: FxHashMap<VarId, ExprId> = FxHashMap::default();
    for &var in &proc.ins {
        let name = meant.next().map_or_else(|| program.vars[var].name.to_string(), str::to_string);
        let meant = named(program, &name)?;
        if program.vars[meant].ty != program.vars[var].ty {
            return Err(Declined(format!("{name} has another type in the program")));
        }
        own.insert(var, program.var_expr(meant));
    }
    let (rank, base) = rank(proc, program)?;
    let rank = named(program, &rank)?;
    let rank = origin(program, &subject.flat.body, rank);
    let ways = paths(program, body, body.entry, &|_| false);
    let ways = ways.ok_or_else(|| no("loops, calls and arbitrary values are not allowed in squeezing functions"))?;
    let ways: Vec<&Path> = ways.iter().collect();
    let (mut position, mut values) = (None, BTreeMap::new());
    for &out in &proc.outs {
        let value = value_behind(program, &ways, out);
        let value = substitute(&mut program.exprs, value, &own);
        let unknown =
            |v: &VarId| program.vars[*v].kind != VarKind::Bound && !locals.contains(v) && !program.consts.contains(v);
        if let Some(var) = variables(program, value).find(unknown) {
            return Err(Declined(format!("{} has no value where it is read", program.vars[var].name)));
        }
        let name = program.vars[out].name.to_string();
        match name.strip_suffix('\'') {
            Some(name) => {
                values.insert(named(program, name)?, value);
            }
            None if program.vars[out].ty == TypeTable::INT && position.is_none() => position = Some(value),
            None => return Err(Declined(format!("{name} is the value of no variable"))),
        }
    }
    Ok(Given { name: proc.name.to_string(), rank, base, position, values })
}

/// Where the value of a variable comes from that is only ever assigned another variable, once.
fn origin(program: &Program, body: &Body, mut var: VarId) -> VarId {
    let mut seen = Vec::new();
    loop {
        seen.push(var);
        let assigned = |c: &Cmd| match &c.kind {
            CmdKind::Assign(pairs) => pairs.iter().find(|(v, _)| *v == var).map(|&(_, e)| e),
            _ => None,
        };
        let values: Vec<ExprId> = body.cmds().filter_map(assigned).collect();
        match values[..] {
            [only] => match *program.exprs.kind(only) {
                ExprKind::Var(from) if !seen.contains(&from) => var = from,
                _ => return var,
            },
            _ => return var,
        }
    }
}

fn text(value: &AttributeValue) -> Option<&str> {
    match value {
        AttributeValue::Text(text) | AttributeValue::Str(text) => Some(text),
        AttributeValue::Expr(_) => None,
    }
}

/// `{:rank n, k}`
fn rank(proc: &Procedure, program: &Program) -> Result<(String, u32), Declined> {
    let attribute =
        attributes_of(&proc.attrs, Attr::Rank).next().ok_or_else(|| no("a squeezing function needs a {:rank}"))?;
    let name = attribute.args.first().and_then(|arg| match arg {
        AttributeValue::Expr(e) => match program.exprs.kind(*e) {
            ExprKind::Var(var) => Some(program.vars[*var].name.to_string()),
            _ => None,
        },
        named => text(named).map(str::to_string),
    });
    let name = name.ok_or_else(|| no("{:rank} needs a variable"))?;
    let base = match attribute.args.get(1) {
        None => Some(BASE),
        Some(AttributeValue::Expr(e)) => match program.exprs.kind(*e) {
            ExprKind::Int(n) => n.to_u32(),
            _ => None,
        },
        Some(_) => None,
    };
    let base = base.filter(|b| *b <= LARGEST_BASE);
    Ok((name, base.ok_or_else(|| no("the second argument of {:rank} is a small number"))?))
}

impl Given {
    /// The squeezing function, with what is not said changed in one of the ways that are guessed.
    pub fn squeezing(&self, subject: &mut Subject, changes: &Changes) -> Option<Squeezing> {
        let zero = subject.flat.program.exprs.int(0);
        let position = self.position.unwrap_or(zero);
        let mut whole = squeezing::removing(subject, self.rank, position, self.base, changes)?;
        if self.position.is_none() {
            whole.arrays.clear();
            whole.inputs.clear();
            for (var, value) in &mut whole.state {
                *value = subject.flat.program.var_expr(*var);
            }
        }
        for (&var, &value) in &self.values {
            let parts = [&mut whole.inputs, &mut whole.arrays, &mut whole.state];
            let known = parts.into_iter().flatten().find(|(v, _)| *v == var);
            match known {
                Some((_, old)) => *old = value,
                None if matches!(subject.flat.program.exprs.kind(value), ExprKind::Lambda { .. }) => {
                    whole.arrays.push((var, value));
                }
                None => whole.inputs.push((var, value)),
            }
        }
        Some(whole)
    }
}

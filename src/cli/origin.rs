//! The names of a program, for reports about proofs.

use std::collections::{BTreeMap, BTreeSet};

use ivl::ast::{self, Decl, StmtKind};
use ivl::source::Span;

use crate::base::ids::{ProcId, VarId};
use crate::ir::{Attr, AttributeValue, Attributes, Cmd, Program, attributes_of};
use crate::report::origin::{Origin, Procedure, Variable};

/// The names of `program`, which was made of `tree`.
pub fn origin(program: &Program, tree: &ast::Program) -> Origin {
    let labels = labels(tree);
    let repeated = repeated(program);
    let variable = |&id: &VarId| {
        let var = &program.vars[id];
        Variable { name: var.name.to_string(), shown: shown(&var.attrs), span: var.span }
    };
    let procedures = program.procs.ids().map(|id| {
        let procedure = &program.procs[id];
        let locals = procedure.body.iter().flat_map(|body| &body.locals);
        let place = |name: &str, span: Span| {
            let of_label = labels.get(&(&*procedure.name, name)).copied();
            (name.to_string(), of_label.unwrap_or(span))
        };
        Procedure {
            name: procedure.name.to_string(),
            shown: shown(&procedure.attrs).unwrap_or(procedure.name.to_string()),
            once: !repeated.contains(&id),
            variables: procedure.ins.iter().chain(&procedure.outs).chain(locals).map(variable).collect(),
            blocks: procedure.body.iter().flat_map(|b| b.blocks.iter()).map(|b| place(&b.name, b.span)).collect(),
        }
    });
    Origin { globals: program.globals.iter().map(variable).collect(), procedures: procedures.collect() }
}

/// Procedures that several calls lead to.
fn repeated(program: &Program) -> BTreeSet<ProcId> {
    let callees = |id: ProcId| program.procs[id].cmds().filter_map(Cmd::callee);
    let (mut called, mut repeated) = (BTreeSet::new(), BTreeSet::new());
    let mut open: Vec<ProcId> =
        program.procs.ids().flat_map(callees).filter(|&callee| !called.insert(callee)).collect();
    while let Some(id) = open.pop() {
        if repeated.insert(id) {
            open.extend(callees(id));
        }
    }
    repeated
}

/// Where labels stand that are written, or that a front end has put where a loop begins.
fn labels(tree: &ast::Program) -> BTreeMap<(&str, &str), Span> {
    let mut found = BTreeMap::new();
    let bodies = tree.decls.iter().filter_map(|decl| match decl {
        Decl::Procedure(p) => Some((&*p.name.name, p.body.as_ref()?)),
        Decl::Implementation(i) => Some((&*i.name.name, &i.body)),
        _ => None,
    });
    for (name, body) in bodies {
        for stmt in &body.stmts {
            if let StmtKind::Label(label) = &stmt.kind
                && stmt.span != Span::NONE
            {
                found.insert((name, &*label.name), stmt.span);
            }
        }
    }
    found
}

fn shown(attrs: &Attributes) -> Option<String> {
    match attributes_of(attrs, Attr::Shown).next()?.args.first()? {
        AttributeValue::Str(name) | AttributeValue::Text(name) => Some(name.to_string()),
        AttributeValue::Expr(_) => None,
    }
}

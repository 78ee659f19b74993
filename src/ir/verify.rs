//! The IR verifier: what must hold of every program between two passes.
//!
//! Types:
//! - ids are in range; constructors are applied to as many types as they take; a type's parts are older than it is;
//! - type variables of map types stand inside the map type that binds them;
//! - type parameters stand inside the declaration or binder that has them.
//!
//! Variables:
//! - each is declared in one place: as a constant, a global, a parameter, a result or a local of one body, as a
//!   parameter of one function; bound ones by binders, of which several may bind the same variable, as copies of an
//!   expression do;
//! - the kind says where; `where` clauses belong to all but constants and bound variables, and are Boolean.
//!
//! Expressions:
//! - every node has the type that its operator, its function's signature or its variable gives it;
//! - parameters and locals occur in their procedure or code expression alone, bound variables below their binder alone;
//! - `old` is for globals; functions and axioms mention neither globals nor `old`;
//! - what stands in attributes is well typed, but may mention anything.
//!
//! Functions: what a constructor, its selectors and its tester say of each other agrees.
//!
//! Procedures:
//! - clauses, assumptions and assertions are Boolean; `modifies` names each global once;
//! - assignments, `havoc` and call results are for globals, results and locals, each once in an assignment or call;
//! - calls fit the callee's signature;
//! - block names are unique in a body; the entry and the targets of a goto exist; a goto has a target, and none twice;
//! - `return e` ends code expressions alone, `return` ends procedures alone.
//!
//! Takes time linear in the program, but for the sets of bound variables.

mod assignment;
mod expr;
mod scope;
mod types;

use std::fmt;

use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use self::assignment::Assignment;
use super::roots::{Place, body_roots, for_each_root};
use super::{
    AssertKind, Body, Clause, Cmd, CmdKind, Function, FunctionKind, Name, Procedure, Program, Transfer, Type,
    TypeTable, VarKind,
};
use crate::base::ids::{BlockId, ExprId, FuncId, Id, ProcId, TypeId, VarId};

/// A rule that the program breaks, where, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub rule: Rule,
    /// The declaration: `procedure P`.
    pub place: String,
    pub detail: String,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// An id is out of range.
    Range,
    /// Types are built as their constructors say.
    TypeShape,
    /// Type variables and parameters stand below their binder.
    TypeScope,
    /// A variable is declared once, and its kind says where.
    Declaration,
    /// Nodes have the type that their parts give them.
    Typing,
    /// Variables are in scope.
    Scope,
    /// Functions agree with their datatype.
    Datatype,
    /// Only globals, results and locals are assigned, once each.
    Target,
    /// Calls fit the signature.
    Call,
    /// Blocks, targets and names.
    Flow,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} rule broken in {}: {}", self.rule, self.place, self.detail)
    }
}

/// Everything that is wrong with the program.
pub fn verify(program: &Program) -> Vec<Violation> {
    let mut this = Verifier {
        program,
        violations: Vec::new(),
        place: "the program".into(),
        span: Span::NONE,
        owner: vec![Owner::Nobody; program.vars.len()],
        typed: FxHashSet::default(),
        free: FxHashMap::default(),
    };
    // Later checks index by what these find to be in range.
    this.type_table();
    if this.violations.is_empty() {
        this.declarations();
    }
    if this.violations.is_empty() {
        this.everything();
    }
    this.violations
}

/// Panics if the program breaks a rule; for debug builds and tests, after each pass.
pub fn assert_valid(program: &Program, after: &str) {
    let violations = verify(program);
    if let Some(first) = violations.first() {
        panic!("internal: after {after}: {first} ({} violations)", violations.len());
    }
}

/// Where a variable is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Nobody,
    /// A constant or global.
    Program,
    Procedure(ProcId),
    Code(crate::base::ids::CodeId),
    Function(FuncId),
}

struct Verifier<'p> {
    program: &'p Program,
    violations: Vec<Violation>,
    place: String,
    span: Span,
    owner: Vec<Owner>,
    /// The expressions whose types are checked.
    typed: FxHashSet<ExprId>,
    /// The bound variables and type parameters that are free in an expression.
    free: FxHashMap<ExprId, scope::Free>,
}

impl<'p> Verifier<'p> {
    fn report(&mut self, rule: Rule, detail: impl Into<String>) {
        self.violations.push(Violation { rule, place: self.place.clone(), detail: detail.into(), span: self.span });
    }

    /// Reports unless the condition holds.
    fn check(&mut self, rule: Rule, holds: bool, detail: impl FnOnce() -> String) -> bool {
        if !holds {
            self.report(rule, detail());
        }
        holds
    }

    fn at(&mut self, place: String, span: Span) {
        self.place = place;
        self.span = span;
    }

    fn in_range(&self, e: ExprId) -> bool {
        e.index() < self.program.exprs.len()
    }

    /// Who declares what; ids of declared things are in range.
    fn declarations(&mut self) {
        let program = self.program;
        for &v in &program.consts {
            self.own(v, Owner::Program, |k| matches!(k, VarKind::Const { .. }));
        }
        for &v in &program.globals {
            self.own(v, Owner::Program, |k| k == VarKind::Global);
        }
        for (id, func) in program.funcs.iter_enumerated() {
            self.at(format!("function {}", func.name), func.span);
            for &v in &func.params {
                self.own(v, Owner::Function(id), |k| k == VarKind::Bound);
            }
        }
        for (id, procedure) in program.procs.iter_enumerated() {
            self.at(format!("procedure {}", procedure.name), procedure.span);
            let owner = Owner::Procedure(id);
            procedure.ins.iter().for_each(|&v| self.own(v, owner, |k| k == VarKind::In));
            procedure.outs.iter().for_each(|&v| self.own(v, owner, |k| k == VarKind::Out));
            let locals = procedure.body.iter().flat_map(|b| &b.locals);
            locals.for_each(|&v| self.own(v, owner, |k| k == VarKind::Local));
        }
        for (id, code) in program.codes.iter_enumerated() {
            self.at(format!("code expression {id:?}"), Span::NONE);
            code.body.locals.iter().for_each(|&v| self.own(v, Owner::Code(id), |k| k == VarKind::Local));
        }
        for (id, var) in program.vars.iter_enumerated() {
            self.at(format!("variable {} ({id:?})", var.name), var.span);
            self.check(Rule::Range, var.ty.index() < program.types.len(), || format!("type {:?}", var.ty));
            let program_wide = matches!(var.kind, VarKind::Const { .. } | VarKind::Global);
            let declared = self.owner[id.index()] == Owner::Program;
            self.check(Rule::Declaration, program_wide == declared, || {
                format!("a {:?} that the program's lists do not hold, or the reverse", var.kind)
            });
            let may_have_clause = !matches!(var.kind, VarKind::Const { .. } | VarKind::Bound);
            let orphan = self.owner[id.index()] == Owner::Nobody;
            self.check(Rule::Declaration, var.where_clause.is_none() || may_have_clause || orphan, || {
                format!("a {:?} with a where clause", var.kind)
            });
        }
        let mut roots = Vec::new();
        for_each_root(program, |_, e| roots.push(e));
        self.at("the program".into(), Span::NONE);
        for e in roots {
            let fits = self.in_range(e);
            self.check(Rule::Range, fits, || format!("expression {e:?}"));
        }
    }

    fn own(&mut self, var: VarId, owner: Owner, is_kind: impl Fn(VarKind) -> bool) {
        let Some(declared) = self.program.vars.get(var) else {
            self.report(Rule::Range, format!("variable {var:?}"));
            return;
        };
        self.check(Rule::Declaration, is_kind(declared.kind), || {
            format!("{} ({var:?}) is a {:?}", declared.name, declared.kind)
        });
        let before = std::mem::replace(&mut self.owner[var.index()], owner);
        self.check(Rule::Declaration, before == Owner::Nobody, || {
            format!("{} ({var:?}) is declared by {before:?} as well", declared.name)
        });
    }

    fn everything(&mut self) {
        let program = self.program;
        for (id, con) in program.type_cons.iter_enumerated() {
            self.at(format!("type {}", con.name), con.span);
            let Some(constructors) = &con.constructors else { continue };
            self.check(Rule::Datatype, con.params.len() == con.arity, || "as many parameters as the arity".into());
            for c in constructors {
                let fits = match program.funcs.get(*c).map(|f| &f.kind) {
                    Some(FunctionKind::Constructor { datatype, .. }) => *datatype == id,
                    _ => false,
                };
                self.check(Rule::Datatype, fits, || format!("{c:?} is no constructor of it"));
            }
        }
        for (id, var) in program.vars.iter_enumerated() {
            self.at(format!("variable {}", var.name), var.span);
            if let Some(e) = var.where_clause
                && self.owner[id.index()] != Owner::Nobody
            {
                self.boolean(e);
                self.scoped(e, self.owner[id.index()], true);
            }
        }
        for (id, func) in program.funcs.iter_enumerated() {
            self.at(format!("function {}", func.name), func.span);
            self.function(id, func);
        }
        for axiom in program.axioms.iter() {
            self.at("an axiom".into(), axiom.span);
            self.boolean(axiom.expr);
            self.scoped(axiom.expr, Owner::Program, false);
        }
        for (id, procedure) in program.procs.iter_enumerated() {
            self.at(format!("procedure {}", procedure.name), procedure.span);
            self.procedure(id, procedure);
        }
        self.at("an attribute".into(), Span::NONE);
        let mut attributes = Vec::new();
        for_each_root(program, |place, e| {
            if place == Place::Attribute {
                attributes.push(e);
            }
        });
        for e in attributes {
            self.typing(e);
        }
    }

    fn boolean(&mut self, e: ExprId) {
        self.typing(e);
        let ty = self.program.exprs.ty(e);
        self.check(Rule::Typing, ty == TypeTable::BOOL, || format!("{e:?} is not Boolean"));
    }

    fn function(&mut self, id: FuncId, func: &Function) {
        let program = self.program;
        let fits = func.result.index() < program.types.len();
        if !self.check(Rule::Range, fits, || format!("result type {:?}", func.result)) {
            return;
        }
        let declared = func.params.iter().map(|&v| program.vars[v].ty).chain([func.result]);
        for ty in declared.collect::<Vec<_>>() {
            self.type_in_scope(ty, &func.type_params);
        }
        match &func.kind {
            FunctionKind::Uninterpreted | FunctionKind::Builtin(_) => {}
            FunctionKind::Defined { body, .. } => {
                self.typing(*body);
                let ty = program.exprs.ty(*body);
                self.check(Rule::Typing, ty == func.result, || format!("the body has type {ty:?}"));
                self.scoped(*body, Owner::Function(id), false);
            }
            FunctionKind::Constructor { datatype, fields } => {
                self.check(Rule::Datatype, fields.len() == func.params.len(), || "a selector for each field".into());
                let listed = program.type_cons.get(*datatype).and_then(|c| c.constructors.as_ref());
                let fits = listed.is_some_and(|c| c.contains(&id));
                self.check(Rule::Datatype, fits, || format!("{datatype:?} does not list it"));
                let result = matches!(program.types.get(func.result), Type::Con(con, _) if con == datatype);
                self.check(Rule::Datatype, result, || format!("its type is not {datatype:?}"));
                for (i, f) in fields.iter().enumerate() {
                    let fits = match program.funcs.get(*f).map(|f| &f.kind) {
                        Some(FunctionKind::Selector { constructor, field }) => *constructor == id && *field == i,
                        _ => false,
                    };
                    self.check(Rule::Datatype, fits, || format!("{f:?} is no selector of field {i}"));
                }
            }
            FunctionKind::Selector { constructor, field } => {
                let fits = match program.funcs.get(*constructor).map(|f| &f.kind) {
                    Some(FunctionKind::Constructor { fields, .. }) => fields.get(*field) == Some(&id),
                    _ => false,
                };
                self.check(Rule::Datatype, fits, || format!("{constructor:?} does not list it"));
                self.one_argument(func, *constructor);
            }
            FunctionKind::Tester { constructor } => {
                self.check(Rule::Datatype, func.result == TypeTable::BOOL, || "a tester is Boolean".into());
                self.one_argument(func, *constructor);
            }
        }
    }

    /// A selector or tester takes one value of the datatype.
    fn one_argument(&mut self, func: &Function, constructor: FuncId) {
        let program = self.program;
        let datatype = match program.funcs.get(constructor).map(|f| &f.kind) {
            Some(FunctionKind::Constructor { datatype, .. }) => Some(*datatype),
            _ => None,
        };
        let argument = match func.params[..] {
            [v] => match program.types.get(program.vars[v].ty) {
                Type::Con(con, _) => Some(*con),
                _ => None,
            },
            _ => None,
        };
        self.check(Rule::Datatype, datatype.is_some() && datatype == argument, || {
            format!("does not take one value of the type of {constructor:?}")
        });
    }

    fn procedure(&mut self, id: ProcId, procedure: &Procedure) {
        let program = self.program;
        let owner = Owner::Procedure(id);
        let locals = procedure.body.iter().flat_map(|b| &b.locals);
        for &v in procedure.ins.iter().chain(&procedure.outs).chain(locals) {
            self.type_in_scope(program.vars[v].ty, &procedure.type_params);
        }
        let mut seen = FxHashSet::default();
        for &v in &procedure.modifies {
            let global = program.vars.get(v).is_some_and(|v| v.kind == VarKind::Global);
            self.check(Rule::Target, global && seen.insert(v), || format!("modifies {v:?}"));
        }
        if let Some(target) = procedure.implements {
            let fits = program.procs.get(target).is_some_and(|p| p.implements.is_none());
            self.check(Rule::Range, fits && procedure.body.is_some(), || format!("implements {target:?}"));
        }
        for Clause { expr, span, .. } in procedure.requires.iter().chain(&procedure.ensures) {
            self.span = *span;
            self.boolean(*expr);
        }
        let clauses: Vec<ExprId> =
            procedure.requires.iter().chain(&procedure.ensures).map(|clause| clause.expr).collect();
        self.scoped_all(clauses, owner, true);
        if let Some(body) = &procedure.body {
            self.body(body, owner);
        }
    }

    fn body(&mut self, body: &Body, owner: Owner) {
        let is_code = matches!(owner, Owner::Code(_));
        let entry = body.entry.index() < body.blocks.len();
        self.check(Rule::Flow, entry, || format!("the entry {:?} does not exist", body.entry));
        let mut names: FxHashSet<&Name> = FxHashSet::default();
        for (id, block) in body.blocks.iter_enumerated() {
            self.span = block.span;
            self.check(Rule::Flow, names.insert(&block.name), || format!("two blocks {}", block.name));
            for cmd in &block.cmds {
                self.span = cmd.span;
                self.cmd(cmd);
            }
            self.span = block.span;
            match &block.transfer {
                Transfer::Goto(targets) => self.goto(body, id, targets),
                Transfer::Return => {
                    self.check(Rule::Flow, !is_code, || "a code expression returns nothing".into());
                }
                Transfer::ReturnExpr(e) => {
                    self.check(Rule::Flow, is_code, || "a procedure returns an expression".into());
                    self.boolean(*e);
                }
            }
        }
        let mut roots = Vec::new();
        body_roots(body, &mut |place, e| {
            if place == Place::Meaning {
                roots.push(e);
            }
        });
        self.scoped_all(roots, owner, true);
    }

    fn goto(&mut self, body: &Body, from: BlockId, targets: &[BlockId]) {
        let name = &body.blocks[from].name;
        self.check(Rule::Flow, !targets.is_empty(), || format!("{name} goes nowhere"));
        let mut seen = FxHashSet::default();
        for target in targets {
            let fits = target.index() < body.blocks.len();
            self.check(Rule::Flow, fits, || format!("{name} goes to {target:?}, which does not exist"));
            self.check(Rule::Flow, seen.insert(target), || format!("{name} goes to {target:?} twice"));
        }
    }

    /// The variable may be assigned; its type.
    fn target(&mut self, var: VarId) -> Option<TypeId> {
        let declared = self.program.vars.get(var);
        let assignable = declared.filter(|v| matches!(v.kind, VarKind::Global | VarKind::Out | VarKind::Local));
        self.check(Rule::Target, assignable.is_some(), || format!("{var:?} may not be assigned"));
        assignable.map(|v| v.ty)
    }

    fn cmd(&mut self, cmd: &Cmd) {
        let program = self.program;
        match &cmd.kind {
            CmdKind::Assign(pairs) => {
                let mut seen = FxHashSet::default();
                for &(v, e) in pairs {
                    self.check(Rule::Target, seen.insert(v), || format!("{v:?} is assigned twice"));
                    self.typing(e);
                    let ty = program.exprs.ty(e);
                    if let Some(declared) = self.target(v) {
                        self.check(Rule::Typing, ty == declared, || format!("{v:?} := {e:?} of type {ty:?}"));
                    }
                }
            }
            CmdKind::Havoc(vars) => vars.iter().for_each(|&v| {
                self.target(v);
            }),
            CmdKind::Assume(e) => self.boolean(*e),
            CmdKind::Assert(e, kind) => {
                self.boolean(*e);
                if let AssertKind::Requires(callee, _) = *kind {
                    self.check(Rule::Range, callee.index() < program.procs.len(), || format!("callee {callee:?}"));
                }
            }
            CmdKind::Call { callee, types, ins, outs } => {
                let Some(procedure) = program.procs.get(*callee) else {
                    self.report(Rule::Range, format!("callee {callee:?}"));
                    return;
                };
                self.call(procedure, types, ins, outs);
            }
        }
    }

    fn call(&mut self, callee: &Procedure, types: &[TypeId], ins: &[ExprId], outs: &[VarId]) {
        let program = self.program;
        let arity = types.len() == callee.type_params.len()
            && ins.len() == callee.ins.len()
            && outs.len() == callee.outs.len()
            && types.iter().all(|t| t.index() < program.types.len());
        if !self.check(Rule::Call, arity, || format!("the call of {} has the wrong arity", callee.name)) {
            return;
        }
        let assignment = Assignment::of(&callee.type_params, types);
        for (&e, &v) in ins.iter().zip(&callee.ins) {
            self.typing(e);
            let fits = self.instance(program.vars[v].ty, &assignment, program.exprs.ty(e));
            self.check(Rule::Call, fits, || format!("argument {} of {}", program.vars[v].name, callee.name));
        }
        let mut seen = FxHashSet::default();
        for (&out, &v) in outs.iter().zip(&callee.outs) {
            self.check(Rule::Target, seen.insert(out), || format!("{out:?} receives two results"));
            if let Some(ty) = self.target(out) {
                let fits = self.instance(program.vars[v].ty, &assignment, ty);
                self.check(Rule::Call, fits, || format!("result {} of {}", program.vars[v].name, callee.name));
            }
        }
    }
}

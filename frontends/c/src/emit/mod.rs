//! [`crate::cir`] and its memory layout → the IVL, with mathematical integers.
//!
//! An address is a number: block `b` covers the addresses from `b * STRIDE` on, so that block and offset are a quotient
//! and a remainder, and vanish where they are constant. A region of memory is a map from addresses to values.

mod func;
mod helpers;
mod memory;
mod trace;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ivl::ast;
use ivl::diag::Diagnostic;
use ivl::make::*;
use ivl::source::{SourceMap, Span};
use num_bigint::BigInt;

use crate::cir::*;
use crate::config::Config;
use crate::lower::Lowered;
use crate::points::{Points, RegionId};
use crate::types::{Scalar, Types};
use helpers::Helpers;

/// What emission yields.
pub struct Emitted {
    pub program: ast::Program,
    pub assumptions: BTreeSet<String>,
    pub entry: String,
}

struct Emit<'a> {
    program: &'a Program,
    types: &'a Types,
    points: &'a Points,
    config: &'a Config,
    sources: &'a SourceMap,
    helpers: Helpers,
    assumptions: BTreeSet<String>,
    diags: Vec<Diagnostic>,
    /// Names of registers, and of blocks' addresses.
    var_names: Vec<Rc<str>>,
    obj_names: Vec<Rc<str>>,
    func_names: Vec<Rc<str>>,
    region_names: Vec<Rc<str>>,
    used_regions: BTreeSet<RegionId>,
    /// Addresses of globals and functions, in units of the stride.
    obj_block: Vec<u64>,
    func_block: Vec<u64>,
    first_free: u64,
    /// Whether addresses are turned into numbers, which then must not be known exactly.
    loose: bool,
    out: Vec<ast::Stmt>,
    /// Conditions under which the expression at hand is evaluated.
    guards: Vec<ast::Expr>,
    /// Globals of the IVL that the current procedure assigns.
    modified: BTreeSet<Rc<str>>,
    callees: BTreeSet<FuncId>,
    uses_blocks: bool,
    current: (usize, usize),
}

pub fn emit(
    lowered: &Lowered,
    points: &Points,
    config: &Config,
    sources: &SourceMap,
) -> Result<Emitted, Vec<Diagnostic>> {
    let program = &lowered.program;
    let mut this = Emit {
        program,
        types: &lowered.types,
        points,
        config,
        sources,
        helpers: Helpers::default(),
        assumptions: lowered.assumptions.clone(),
        diags: vec![],
        var_names: vec![],
        obj_names: vec![],
        func_names: vec![],
        region_names: vec![],
        used_regions: BTreeSet::new(),
        obj_block: vec![0; program.objs.len()],
        func_block: vec![0; program.funcs.len()],
        first_free: 1,
        loose: turns_addresses_into_numbers(program),
        out: vec![],
        guards: vec![],
        modified: BTreeSet::new(),
        callees: BTreeSet::new(),
        uses_blocks: false,
        current: (0, 0),
    };
    this.name_all();
    this.place_globals();
    let mut procedures = vec![];
    let mut modified: Vec<BTreeSet<Rc<str>>> = vec![];
    let mut callees: Vec<BTreeSet<FuncId>> = vec![];
    for (i, func) in program.funcs.iter().enumerate() {
        if func.body.is_some() {
            procedures.push((i, this.procedure(i, func)));
        }
        modified.push(std::mem::take(&mut this.modified));
        callees.push(std::mem::take(&mut this.callees));
    }
    let entry = this.start(lowered.entry);
    let mut entry_modified = std::mem::take(&mut this.modified);
    close_modified(&mut modified, &callees);
    entry_modified.extend(modified[lowered.entry.index()].iter().cloned());
    if !this.diags.is_empty() {
        return Err(this.diags);
    }
    let mut decls = std::mem::take(&mut this.helpers).into_decls();
    for &var in &program.globals {
        let decl = &program.vars[var.index()];
        let mut global = at_name(global(this.var_names[var.index()].to_string(), this.ivl_type(decl.ty)), decl.span);
        if let ast::Decl::Var(var_decl) = &mut global {
            var_decl.vars[0].attrs = this.shown(var);
        }
        decls.push(global);
    }
    for &region in &this.used_regions {
        let ty = this.region_type(region);
        decls.push(global(this.region_names[region.0 as usize].to_string(), map_type(vec![int_type()], ty)));
    }
    if this.uses_blocks {
        decls.push(global("$next", int_type()));
    }
    if config.checks.tracks_blocks() {
        decls.push(global("$size", map_type(vec![int_type()], int_type())));
        if this.loose {
            decls.push(global("$base", map_type(vec![int_type()], int_type())));
        }
        for name in ["$live", "$heap"] {
            decls.push(global(name, map_type(vec![int_type()], bool_type())));
        }
        decls.push(global("$allocated", int_type()));
    }
    let with_modifies = |mut procedure: ast::ProcedureDecl, set: &BTreeSet<Rc<str>>| {
        if !set.is_empty() {
            procedure.specs.push(modifies(set.iter().map(|n| n.to_string())));
        }
        ast::Decl::Procedure(procedure)
    };
    let name = entry.name.name.to_string();
    decls.push(with_modifies(entry, &entry_modified));
    for (i, procedure) in procedures {
        decls.push(with_modifies(procedure, &modified[i]));
    }
    Ok(Emitted { program: ast::Program { decls }, assumptions: this.assumptions, entry: name })
}

fn at_name(mut decl: ast::Decl, span: Span) -> ast::Decl {
    if let ast::Decl::Var(var) = &mut decl {
        var.span = span;
        for v in &mut var.vars {
            v.name.span = span;
        }
    }
    decl
}

fn close_modified(modified: &mut [BTreeSet<Rc<str>>], callees: &[BTreeSet<FuncId>]) {
    loop {
        let mut changed = false;
        for i in 0..modified.len() {
            for callee in &callees[i] {
                let theirs = modified[callee.index()].clone();
                let before = modified[i].len();
                modified[i].extend(theirs);
                changed |= modified[i].len() > before;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Whether the value of an address, as opposed to what it points to, may matter.
fn turns_addresses_into_numbers(program: &Program) -> bool {
    fn exposes(e: &Expr) -> bool {
        if let ExprKind::Cast(inner) = &*e.kind
            && inner.ty == Scalar::Ptr
            && matches!(e.ty, Scalar::Int(int) if !int.boolean)
            && inner.constant().is_none()
            && !null_based(inner)
        {
            return true;
        }
        // A cast there and back is harmless.
        if let ExprKind::Cast(inner) = &*e.kind
            && e.ty == Scalar::Ptr
            && let ExprKind::Cast(original) = &*inner.kind
            && original.ty == Scalar::Ptr
        {
            return exposes(original);
        }
        e.children().into_iter().any(exposes)
    }
    let stmts = program.init.iter().chain(program.funcs.iter().flat_map(|f| f.body.iter().flatten()));
    stmts.flat_map(stmt_exprs).any(exposes)
}

/// `offsetof`: an address based on null is a number anyway.
fn null_based(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Const(_) => true,
        ExprKind::PtrAdd { base, .. } => null_based(base),
        ExprKind::Cast(inner) => null_based(inner),
        _ => false,
    }
}

/// The expressions of a statement.
fn stmt_exprs(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Set(_, e) | StmtKind::Branch(e, _) | StmtKind::Assume(e) | StmtKind::Assert(e, _) => vec![e],
        StmtKind::Store { addr, value, .. } => vec![addr, value],
        StmtKind::Copy { dst, src, .. } => vec![dst, src],
        StmtKind::Call { callee, args, .. } => {
            let mut all: Vec<&Expr> = args.iter().collect();
            if let Callee::Indirect(address) = callee {
                all.push(address);
            }
            all
        }
        StmtKind::Alloc(_, size) => size.iter().collect(),
        StmtKind::Zero { addr, .. } => vec![addr],
        StmtKind::Library(library) => match library {
            Library::Malloc { size, .. } => vec![size],
            Library::Free { ptr, .. } => vec![ptr],
            Library::Realloc { ptr, size, .. } => vec![ptr, size],
            Library::Memcpy { dst, src, size, .. } => vec![dst, src, size],
            Library::Memset { dst, value, size, .. } => vec![dst, value, size],
        },
        StmtKind::Havoc(_) | StmtKind::Goto(_) | StmtKind::Label(_) | StmtKind::Return => vec![],
    }
}

impl Emit<'_> {
    /// The distance of blocks, in bytes.
    fn stride(&self) -> BigInt {
        BigInt::from(1) << if self.types.target32 { 20 } else { 40 }
    }

    fn error(&mut self, message: impl Into<String>, span: Span) {
        let diagnostic = Diagnostic::error(message, span);
        if !self.diags.contains(&diagnostic) {
            self.diags.push(diagnostic);
        }
    }

    fn name_all(&mut self) {
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut free = |wish: String| -> Rc<str> {
            let mut name = wish.clone();
            let mut n = 1;
            while !taken.insert(name.clone()) {
                n += 1;
                name = format!("{wish}.{n}");
            }
            name.into()
        };
        let program = self.program;
        for func in &program.funcs {
            self.func_names.push(free(legal_name(&func.name)));
        }
        for region in &self.points.layout.regions {
            self.region_names.push(free(format!("M.{}", legal_name(&region.name))));
        }
        self.var_names = vec!["".into(); program.vars.len()];
        for &var in &program.globals {
            self.var_names[var.index()] = free(legal_name(&program.vars[var.index()].name));
        }
        self.obj_names =
            program
                .objs
                .iter()
                .map(|obj| {
                    if obj.kind == ObjKind::Local { "".into() } else { free(format!("addr.{}", legal_name(&obj.name))) }
                })
                .collect();
        let local = |name: &str| -> Rc<str> {
            let mut name = legal_name(name);
            while taken.contains(&name) {
                name.push_str(".l");
            }
            name.into()
        };
        for (i, var) in program.vars.iter().enumerate() {
            if !var.global {
                self.var_names[i] = local(&var.name);
            }
        }
        for (i, obj) in program.objs.iter().enumerate() {
            if obj.kind == ObjKind::Local {
                self.obj_names[i] = local(&format!("addr.{}", obj.name));
            }
        }
    }

    fn place_globals(&mut self) {
        let stride = self.stride();
        let mut next = 1u64;
        for (i, obj) in self.program.objs.iter().enumerate() {
            if obj.kind != ObjKind::Local {
                self.obj_block[i] = next;
                let slots = BigInt::from(obj.size.unwrap_or(0)) / &stride + 1;
                next += u64::try_from(slots).unwrap_or(1);
            }
        }
        for block in &mut self.func_block {
            *block = next;
            next += 1;
        }
        self.first_free = next;
    }

    /// The procedure where executions begin: globals, then the entry function with any arguments.
    fn start(&mut self, entry: FuncId) -> ast::ProcedureDecl {
        let func = &self.program.funcs[entry.index()];
        let mut locals: Vec<ast::Variable> = vec![];
        for &var in &self.program.init_locals {
            locals.push(variable(
                self.var_names[var.index()].to_string(),
                self.ivl_type(self.program.vars[var.index()].ty),
            ));
        }
        self.init_memory();
        self.current = (crate::points::INIT, 0);
        self.statements(&self.program.init, crate::points::INIT);
        let mut args = vec![];
        for (i, &param) in func.params.iter().enumerate() {
            let decl = &self.program.vars[param.index()];
            let name = format!("{}.{i}", self.var_names[param.index()]);
            locals.push(variable(name.clone(), self.ivl_type(decl.ty)));
            if let Scalar::Int(int) = decl.ty {
                let range = self.in_range(var(name.clone()), int);
                self.push(assume(vec![], range), func.span);
            }
            // argc is not negative, argv not null.
            let minimum = match (&*func.name, i) {
                ("main", 0) => Some(0),
                ("main", 1) => Some(1),
                _ => None,
            };
            if let Some(minimum) = minimum {
                self.push(assume(vec![], ge(var(name.clone()), int(minimum))), func.span);
            }
            args.push(var(name));
        }
        let mut outs: Vec<String> = vec![];
        if let Some(ret) = func.ret {
            let name = "$status".to_string();
            locals.push(variable(name.clone(), self.ivl_type(self.program.vars[ret.index()].ty)));
            outs.push(name);
        }
        let callee = self.func_names[entry.index()].to_string();
        self.push(call(vec![], outs, callee, args), func.span);
        if self.config.checks.leak {
            let none = eq(var("$allocated"), int(0));
            let message = "memory is leaked: something that was allocated is not freed at the end";
            self.push(assert(vec![attr_str("msg", message)], none), func.close);
        }
        let mut procedure = procedure("$start", vec![], vec![]);
        procedure.attrs.extend([flag("entrypoint"), flag("annotated")]);
        procedure.span = func.span;
        procedure.body = Some(body(locals, std::mem::take(&mut self.out)));
        procedure
    }

    fn push(&mut self, stmt: ast::Stmt, span: Span) {
        let mut stmt = stmt.at(span);
        if self.config.source_attributes
            && let Some((file, line, _)) = self.sources.locate(span)
            && let ast::StmtKind::Assert { attrs, .. }
            | ast::StmtKind::Assume { attrs, .. }
            | ast::StmtKind::Assign { attrs, .. }
            | ast::StmtKind::Havoc { attrs, .. }
            | ast::StmtKind::Call(ast::Call { attrs, .. }) = &mut stmt.kind
        {
            attrs.push(attr_str("sourcefile", file));
            attrs.push(attr_int("sourceline", line));
        }
        self.out.push(stmt);
    }

    fn ivl_type(&self, ty: Scalar) -> ast::Type {
        match ty {
            Scalar::Int(_) | Scalar::Ptr => int_type(),
            Scalar::Float(_) => real_type(),
        }
    }

    fn modify(&mut self, name: &Rc<str>) {
        self.modified.insert(name.clone());
    }
}

/// Names of a function's labels.
type Labels = BTreeMap<LabelId, String>;

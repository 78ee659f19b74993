//! [`crate::cir`] and its memory layout → the IVL, with mathematical integers or bit-vectors.
//!
//! An address is a number: block `b` covers the addresses from `b * stride` on, so that block and offset are a quotient
//! and a remainder, and vanish where they are constant. A region of memory is a map from addresses to values.

mod arguments;
mod bits;
mod blocks;
mod contracts;
mod exposure;
mod floats;
mod freed;
mod func;
mod helpers;
mod kinds;
mod locations;
mod marks;
mod memory;
mod modifies;
mod parts;
mod pragmas;
mod quantify;
mod ranges;
mod texts;
mod trace;
mod value;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ivl::ast;
use ivl::diag::Diagnostic;
use ivl::make::*;
use ivl::source::{FileId, SourceMap, Span};
use num_bigint::BigInt;
use num_traits::One;
use rustc_hash::FxHashSet;

use crate::cir::*;
use crate::config::{Config, IntMode};
use crate::lower::Lowered;
use crate::points::{Points, RegionId, RegionKind};
use crate::types::{Scalar, Types};
use helpers::Helpers;

/// What emission yields.
pub struct Emitted {
    pub program: ast::Program,
    pub assumptions: BTreeSet<String>,
    pub entry: String,
    pub bitwise: bool,
    /// Whether some executions were left out, as coverage may do.
    pub restricted: bool,
    /// Whether real numbers stand for floating-point ones.
    pub exact_floats: bool,
    pub late: bool,
}

struct Emit<'a> {
    program: &'a Program,
    types: &'a Types,
    points: &'a Points,
    config: &'a Config,
    sources: &'a SourceMap,
    helpers: Helpers,
    /// Whether numbers are taken apart into bits.
    bitwise: bool,
    /// Whether some executions are left out.
    restricted: bool,
    exact_floats: bool,
    assumptions: BTreeSet<String>,
    diags: Vec<Diagnostic>,
    /// Names of registers, and of blocks' addresses.
    var_names: Vec<Arc<str>>,
    obj_names: Vec<Arc<str>>,
    func_names: Vec<Arc<str>>,
    region_names: Vec<Arc<str>>,
    used_regions: BTreeSet<RegionId>,
    used_shadows: BTreeSet<RegionId>,
    /// Regions whose cells get any values at once.
    used_any: BTreeSet<RegionId>,
    /// Addresses of globals and functions, in units of the stride.
    obj_block: Vec<u64>,
    func_block: Vec<u64>,
    /// The first block after those of globals.
    first_free: u64,
    /// The first block of those that follow one another.
    first_next: BigInt,
    /// The first block of those that are not to be written, and the first after them.
    first_constant: u64,
    first_writable: u64,
    /// Whether blocks that have no fixed address may be constants.
    any_constants: bool,
    /// Where addresses are numbers: from here on, they are of blocks whose address does not matter.
    ceiling: BigInt,
    /// Where addresses are numbers: the least address of a global whose address does not matter.
    first_static: BigInt,
    /// Where addresses are numbers: so little room is left that all blocks that are allocated later lie anywhere.
    is_crowded: bool,
    /// The block of the pointers to the program's arguments.
    argv_block: u64,
    /// The distance of blocks is two to this.
    stride_bits: u32,
    /// Whether addresses are turned into numbers, which then must not be known exactly.
    loose: bool,
    /// Whether addresses must fit the width of pointers.
    tight: bool,
    /// Whether there are pointers to memory that is not the program's.
    foreign: bool,
    /// Where a block that is allocated is counted, if it must not be left at the end.
    counter: Option<&'static str>,
    /// Whether there are such blocks.
    counted: bool,
    /// Whether strings are read as a whole.
    reads_texts: bool,
    /// Whether pointers are subtracted that must point into one block.
    reads_distances: bool,
    /// Whether others hand over memory of which nothing is known.
    is_handed_memory: bool,
    /// Whether it is known where the strings of the program's arguments end, and whether somebody reads them.
    arguments_end: bool,
    reads_arguments: bool,
    /// Whether the next value is copied, not looked at.
    copies: bool,
    /// Whether what was copied last has a value.
    copied: Option<ast::Expr>,
    /// Regions that the program writes.
    written_regions: BTreeSet<RegionId>,
    /// Locals whose first value is checked for.
    undefined: FxHashSet<VarId>,
    out: Vec<ast::Stmt>,
    /// Conditions under which the expression at hand is evaluated.
    guards: Vec<ast::Expr>,
    /// What the current procedure modifies.
    own: modifies::Own,
    uses_next: bool,
    /// Whether threads are made.
    threads: bool,
    /// Whether accesses and `free` are looked at as accesses to one place.
    watches_freed: bool,
    /// Whether functions that are not known may be given what is freed.
    gives_freed: bool,
    current: (usize, usize),
    source: SourceState,
    pragmas: pragmas::Pragmas,
    /// Whether the condition at hand is assumed.
    assuming: bool,
}

pub fn emit(
    lowered: &Lowered,
    points: &Points,
    config: &Config,
    sources: &SourceMap,
) -> Result<Emitted, Vec<Diagnostic>> {
    let program = &lowered.program;
    let mut this = Emit::new(lowered, points, config, sources);
    this.name_all();
    this.look_for_strangers(lowered.entry);
    this.place_globals();
    let mut procedures = vec![];
    let mut own = vec![];
    for (i, func) in program.funcs.iter().enumerate() {
        if func.body.is_some() {
            procedures.push((i, this.procedure(i, func)));
        }
        own.push(std::mem::take(&mut this.own));
    }
    let entry = this.start(lowered.entry);
    own.push(std::mem::take(&mut this.own));
    let mut clauses = modifies::clauses(&own);
    let entry_clause = clauses.pop().flatten();
    if !this.diags.is_empty() {
        return Err(this.diags);
    }
    let mut decls = std::mem::take(&mut this.helpers).into_decls();
    decls.extend(this.variables());
    decls.extend(this.blocks_state());
    let name = entry.name.name.to_string();
    let mut declare = |mut procedure: ast::ProcedureDecl, clause: Option<ast::Spec>| {
        procedure.specs.extend(clause);
        decls.push(ast::Decl::Procedure(procedure));
    };
    declare(entry, entry_clause);
    for (i, procedure) in procedures {
        declare(procedure, clauses[i].take());
    }
    // Without any memory to be left and any value to be missing, nothing is checked late.
    let is_late = this.counted
        || this.reads_texts
        || this.reads_distances
        || this.reads_arguments
        || !this.used_shadows.is_empty()
        || !this.undefined.is_empty();
    let late = config.checks.late && is_late;
    let (assumptions, bitwise, exact_floats) = (this.assumptions, this.bitwise, this.exact_floats);
    let restricted = this.restricted;
    Ok(Emitted { program: ast::Program { decls }, assumptions, entry: name, bitwise, restricted, exact_floats, late })
}

impl<'a> Emit<'a> {
    fn new(lowered: &'a Lowered, points: &'a Points, config: &'a Config, sources: &'a SourceMap) -> Emit<'a> {
        let program = &lowered.program;
        let loose = points.looked.any;
        // Bytes of an address have no room for more than a pointer has.
        let in_bytes = |(i, site): (usize, &Site)| {
            let region = points.layout.site_region[i].map(|region| points.layout.regions[region.0 as usize].kind);
            site.scalar == Scalar::Ptr && region == Some(RegionKind::Bytes)
        };
        let tight = loose || config.ints == IntMode::Bits || program.sites.iter().enumerate().any(in_bytes);
        Emit {
            program,
            types: &lowered.types,
            points,
            config,
            sources,
            helpers: Helpers::default(),
            bitwise: false,
            restricted: false,
            exact_floats: false,
            assumptions: lowered.assumptions.clone(),
            diags: vec![],
            var_names: vec![],
            obj_names: vec![],
            func_names: vec![],
            region_names: vec![],
            used_regions: BTreeSet::new(),
            used_shadows: BTreeSet::new(),
            used_any: BTreeSet::new(),
            obj_block: vec![0; program.objs.len()],
            func_block: vec![0; program.funcs.len()],
            first_free: 1,
            first_next: BigInt::ZERO,
            first_constant: 1,
            first_writable: 1,
            any_constants: false,
            ceiling: BigInt::ZERO,
            first_static: BigInt::ZERO,
            is_crowded: false,
            argv_block: 0,
            stride_bits: stride_bits(program, tight, lowered.types.target32),
            loose,
            tight,
            foreign: false,
            counter: Some(blocks::ALLOCATED),
            counted: false,
            reads_texts: false,
            reads_distances: false,
            is_handed_memory: false,
            arguments_end: false,
            reads_arguments: false,
            copies: false,
            copied: None,
            written_regions: exposure::written(program, points),
            undefined: FxHashSet::default(),
            out: vec![],
            guards: vec![],
            own: modifies::Own::default(),
            uses_next: false,
            threads: program.funcs.iter().any(Func::is_thread),
            watches_freed: freed::are_watched(program, config),
            gives_freed: freed::are_given(program, config),
            current: (0, 0),
            source: SourceState::default(),
            pragmas: pragmas::Pragmas::default(),
            assuming: false,
        }
    }

    /// The program's globals, and the maps of memory.
    fn variables(&self) -> Vec<ast::Decl> {
        let mut decls = vec![];
        for &var in &self.program.globals {
            let decl = &self.program.vars[var.index()];
            let mut global =
                at_name(global(self.var_names[var.index()].to_string(), self.ivl_type(decl.ty)), decl.span);
            if let ast::Decl::Var(var_decl) = &mut global {
                var_decl.vars[0].attrs = self.shown(var);
                if self.threads && self.program.thread_locals.contains(&var) {
                    var_decl.vars[0].attrs.push(flag("thread_local"));
                }
            }
            decls.push(global);
        }
        for &region in &self.used_regions {
            let ty = self.region_type(region);
            let name = self.region_names[region.0 as usize].to_string();
            decls.push(heap("cells", global(name, map_type(vec![self.word_type()], ty))));
        }
        for &region in &self.used_any {
            let name = format!("$any.{}", self.region_names[region.0 as usize]);
            let any = heap("about", global(name, map_type(vec![self.word_type()], self.region_type(region))));
            // It has any values whoever gave them.
            decls.push(self.unobserved(any));
        }
        for (texts, region) in self.kept_texts() {
            let given = heap("about", global(texts, map_type(vec![self.word_type()], self.region_type(region))));
            decls.push(self.unobserved(given));
        }
        for &region in &self.used_shadows {
            let name = format!("$set.{}", self.region_names[region.0 as usize]);
            decls.push(heap("about", global(name, map_type(vec![self.word_type()], bool_type()))));
        }
        decls
    }

    /// A variable whose accesses are no reason to interrupt a thread.
    fn unobserved(&self, mut decl: ast::Decl) -> ast::Decl {
        if let (true, ast::Decl::Var(var)) = (self.threads, &mut decl) {
            var.vars[0].attrs.push(flag("unobserved"));
        }
        decl
    }

    /// What is known of blocks of memory.
    fn blocks_state(&self) -> Vec<ast::Decl> {
        let mut decls = vec![];
        let unobserved = |decl| self.unobserved(decl);
        if self.uses_next {
            decls.push(unobserved(heap("next", global("$next", self.word_type()))));
        }
        if self.loose {
            decls.push(unobserved(heap("about", global("$taken", map_type(vec![self.block_type()], bool_type())))));
        }
        if self.watches_locations() {
            decls.push(heap("bit-fields", global(locations::LOCATION, map_type(vec![self.word_type()], bool_type()))));
        }
        if self.watches_freed {
            decls.push(heap("freed", global(freed::FREED, map_type(vec![self.word_type()], bool_type()))));
        }
        if self.config.checks.tracks_blocks() {
            decls.push(unobserved(heap("size", global("$size", map_type(vec![self.word_type()], self.word_type())))));
            if self.loose {
                decls.push(unobserved(heap(
                    "about",
                    global("$base", map_type(vec![self.block_type()], self.word_type())),
                )));
            }
            if self.points.layout.has_shapes {
                decls.push(unobserved(heap(
                    "about",
                    global(parts::SHAPE, map_type(vec![self.word_type()], int_type())),
                )));
            }
            decls.push(heap("live", global("$live", map_type(vec![self.word_type()], bool_type()))));
            decls.push(unobserved(heap("dynamic", global("$heap", map_type(vec![self.word_type()], bool_type())))));
            if self.any_constants {
                for name in [blocks::CONSTANT, blocks::CONSTANT_PART] {
                    decls.push(heap("about", global(name, map_type(vec![self.word_type()], bool_type()))));
                }
            }
            decls.push(unobserved(heap("count", global(blocks::ALLOCATED, int_type()))));
            if self.program.result.is_some() {
                decls.push(unobserved(global(blocks::RETURNED, int_type())));
            }
        }
        decls
    }
}

/// Which `{:sourcefile}` holds where a statement is pushed.
#[derive(Default)]
struct SourceState {
    /// The file of the function.
    home: Option<FileId>,
    /// Since the last label, it was stated.
    stated: bool,
    /// Something of another file came before.
    strayed: bool,
}

impl SourceState {
    fn function(home: FileId) -> SourceState {
        SourceState { home: Some(home), ..SourceState::default() }
    }

    /// Control may come here from anywhere in the function.
    fn label(&mut self) {
        self.stated = false;
    }

    fn needs_file(&mut self, file: FileId) -> bool {
        self.strayed |= self.home != Some(file);
        let needed = self.strayed || !self.stated;
        self.stated = true;
        needed
    }
}

/// Says what a variable keeps of the heap: provers know it by that alone.
fn heap(role: &str, mut decl: ast::Decl) -> ast::Decl {
    if let ast::Decl::Var(var) = &mut decl {
        var.vars[0].attrs.push(attr_str("heap", role));
    }
    decl
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

/// Blocks are so far apart that each has room. Where addresses must fit their width, that limits their number.
fn stride_bits(program: &Program, tight: bool, target32: bool) -> u32 {
    let usual = match (tight, target32) {
        (true, false) => 40,
        (true, true) => 22,
        (false, false) => 48,
        (false, true) => 32,
    };
    let width = if target32 { 32 } else { 64 };
    let largest = program.objs.iter().filter_map(|obj| obj.size).max().unwrap_or(0);
    let needed = 64 - largest.leading_zeros() + 1;
    usual.max(if tight { needed.min(width - 2) } else { needed })
}

impl Emit<'_> {
    fn error(&mut self, message: impl Into<String>, span: Span) {
        let diagnostic = Diagnostic::error(message, span);
        if !self.diags.contains(&diagnostic) {
            self.diags.push(diagnostic);
        }
    }

    fn name_all(&mut self) {
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut free = |wish: String| -> Arc<str> {
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
        let local = |name: &str| -> Arc<str> {
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

    /// What the pointers and locals of the program need beyond the usual.
    fn look_for_strangers(&mut self, entry: FuncId) {
        let program = self.program;
        let bodies = program.funcs.iter().flat_map(|f| f.body.iter().flatten()).chain(&program.init);
        for stmt in bodies {
            match &stmt.kind {
                StmtKind::Undefined(var) if self.config.checks.uninit => _ = self.undefined.insert(*var),
                StmtKind::Call { ret: Some(ret), callee: Callee::Direct(callee), .. } => {
                    let ty = program.vars[ret.index()].ty;
                    self.foreign |= func::gives_foreign(&program.funcs[callee.index()], ty);
                }
                StmtKind::Call { ret: Some(ret), callee: Callee::Indirect(_), .. } => {
                    self.foreign |= program.vars[ret.index()].ty == Scalar::Ptr
                        && program.funcs.iter().any(|f| f.address_taken && f.body.is_none());
                }
                _ => {}
            }
        }
        self.look_for_copies();
        self.foreign |= program.init.iter().any(|stmt| self.is_given_pointer(stmt)) || self.is_given_pointers();
        let main = &program.funcs[entry.index()];
        let is_given_arguments = &*main.name == "main" && program.arguments().is_some();
        self.arguments_end = is_given_arguments && self.can_end_arguments();
        // A third one of `main` is the environment.
        let is_given_more = main.params.len() > 2 || !self.arguments_end;
        self.is_handed_memory = self.foreign || is_given_arguments && is_given_more;
        self.foreign |= is_given_arguments;
        if self.is_handed_memory && self.config.checks.tracks_blocks() {
            let assumption = "memory that undefined functions or the environment hand over is valid, also behind the ends of strings";
            self.assumptions.insert(assumption.to_string());
        }
    }

    /// Whether a statement, at the start, gives a pointer that is defined elsewhere its value. Streams that are open from the
    /// start are no memory that anybody looks at.
    pub(super) fn is_given_pointer(&self, stmt: &Stmt) -> bool {
        let StmtKind::Havoc(target) = stmt.kind else { return false };
        let decl = &self.program.vars[target.index()];
        decl.ty == Scalar::Ptr && !["stdin", "stdout", "stderr"].contains(&&*decl.name)
    }

    /// Locals that get copies of what may have no value.
    fn look_for_copies(&mut self) {
        if !self.config.checks.uninit {
            return;
        }
        let program = self.program;
        let locals: FxHashSet<VarId> = program.funcs.iter().flat_map(|func| func.locals.iter().copied()).collect();
        let copies: Vec<(VarId, &Expr)> = program
            .funcs
            .iter()
            .flat_map(|func| func.body.iter().flatten())
            .filter_map(|stmt| match &stmt.kind {
                StmtKind::Set(to, value) if locals.contains(to) && func::is_copy(value) => Some((*to, value)),
                _ => None,
            })
            .collect();
        loop {
            let before = self.undefined.len();
            for (to, value) in &copies {
                if self.may_be_unset(value) {
                    self.undefined.insert(*to);
                }
            }
            if self.undefined.len() == before {
                return;
            }
        }
    }

    fn may_be_unset(&self, e: &Expr) -> bool {
        match &*e.kind {
            ExprKind::Var(var) => self.undefined.contains(var),
            ExprKind::Load(_, site) => {
                let region = self.points.layout.site_region[site.index()];
                region.is_some_and(|region| self.points.layout.regions[region.0 as usize].unset)
            }
            ExprKind::Cast(inner) => self.may_be_unset(inner),
            _ => false,
        }
    }

    /// Gives addresses to what lives from the start. Where addresses are numbers, low ones are left to the blocks whose
    /// address is looked at.
    fn place_globals(&mut self) {
        /// Where less room than for so many blocks is left, all that are allocated later share it.
        const FEW: u32 = 64;
        let statics = self.program.objs.iter().filter(|obj| obj.kind != ObjKind::Local).count();
        let rooms = self.above() / self.stride();
        let fixed = BigInt::from(statics + self.program.funcs.len() + 2);
        let first = if self.loose && rooms > fixed { rooms - fixed } else { BigInt::one() };
        // A block that is placed below a multiple of the stride may end above it.
        let half = &first / 2;
        self.is_crowded = self.loose && half < BigInt::from(FEW);
        self.ceiling = match (self.loose, self.is_crowded) {
            (true, false) => &half * self.stride(),
            (true, true) if first > BigInt::one() => &first * self.stride(),
            _ => self.above(),
        };
        self.first_next = half + 1;
        self.first_static = &first * self.stride();
        let mut next = u64::try_from(first).unwrap_or(1);
        self.first_constant = next;
        for read_only in [true, false] {
            for (i, obj) in self.program.objs.iter().enumerate() {
                let id = ObjId(i as u32);
                if obj.kind != ObjKind::Local && (obj.read_only && !self.is_placed(id)) == read_only {
                    self.obj_block[i] = next;
                    next += 1;
                }
            }
            if read_only {
                self.first_writable = next;
            }
        }
        let is_constant = |(i, obj): (usize, &Obj)| {
            let somewhere = obj.kind == ObjKind::Local || self.is_placed(ObjId(i as u32));
            (obj.read_only && somewhere) || !obj.constants.is_empty()
        };
        self.any_constants = self.config.checks.deref && self.program.objs.iter().enumerate().any(is_constant);
        for block in &mut self.func_block {
            *block = next;
            next += 1;
        }
        self.argv_block = next;
        self.first_free = next + 1;
        if !self.loose {
            self.first_next = BigInt::from(self.first_free);
        }
        if self.loose {
            self.assumptions.insert(format!(
                "blocks whose addresses are looked at lie from {} to {}, and not three of them within {} bytes",
                crate::points::FIRST_ADDRESS,
                self.ceiling,
                self.stride()
            ));
            if self.foreign {
                let assumption = format!("memory that is not the program's lies from {} on", self.above());
                self.assumptions.insert(assumption);
            }
        }
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
        self.current = (crate::points::INIT, 0);
        self.init_memory();
        self.init_regions();
        self.statements(&self.program.init, crate::points::INIT);
        let mut args = vec![];
        for (i, &param) in func.params.iter().enumerate() {
            let decl = &self.program.vars[param.index()];
            let name = format!("{}.{i}", self.var_names[param.index()]);
            locals.push(variable(name.clone(), self.ivl_type(decl.ty)));
            if let Scalar::Int(int) = decl.ty
                && let Some(range) = self.in_range(var(name.clone()), int)
            {
                self.push(assume(vec![], range), func.span);
            }
            // argc is not negative.
            match (&*func.name, i, decl.ty) {
                ("main", 0, Scalar::Int(_)) => {
                    let mut least = self.zero_value(decl.ty);
                    if self.config.checks.format {
                        least = self.number(1, decl.ty);
                        let assumption = "the program is called with a name, which is the first of its arguments";
                        self.assumptions.insert(assumption.to_string());
                    }
                    let natural = self.compare(CmpOp::Ge, var(name.clone()), least, decl.ty);
                    self.push(assume(vec![], natural), func.span);
                }
                ("main", 1, Scalar::Ptr) => self.arguments(&name, func.span),
                ("main", 2, Scalar::Ptr) => {
                    let outside = self.is_handed_over(var(name.clone()));
                    self.push(assume(vec![], outside), func.span);
                }
                _ => {}
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
        self.own.callees.insert(entry);
        if let (Some(leaving), Some(last)) = (self.program.leaving, self.program.end_first) {
            let none = self.zero_value(self.program.vars[leaving.index()].ty);
            let leaves = neq(var(self.var_names[leaving.index()].to_string()), none);
            self.own.callees.insert(last);
            let name = self.func_names[last.index()].to_string();
            let ends = call(vec![], Vec::<String>::new(), name, vec![]);
            self.push(if_stmt(ast::Guard::Expr(leaves), vec![ends.at(func.close)], vec![]), func.close);
        }
        for &last in &self.program.fini {
            self.own.callees.insert(last);
            let name = self.func_names[last.index()].to_string();
            self.push(call(vec![], Vec::<String>::new(), name, vec![]), func.close);
        }
        if self.config.checks.leak {
            self.nothing_left(func.close);
        }
        if self.threads {
            // The program ends, and with it all threads.
            self.push(assume(vec![], boolean(false)), func.close);
            if !self.config.checks.race {
                self.assumptions.insert("there are no data races (--check race)".to_string());
            }
            let ends = match self.config.checks.deadlock {
                true => "no thread spins for ever",
                false => "no thread waits or spins for ever (--check deadlock, of those that wait)",
            };
            self.assumptions.insert(ends.to_string());
            let order = "threads see memory in one order, and can be made as long as there are fewer than 64";
            self.assumptions.insert(order.to_string());
        }
        let mut procedure = procedure("$start", vec![], vec![]);
        procedure.attrs.extend([flag("entrypoint"), flag("annotated")]);
        if self.config.checks.race {
            procedure.attrs.push(flag("race_free"));
        }
        if self.threads && self.program.weaker_order.is_some() {
            procedure.attrs.push(flag("weaker_order"));
            let assumption = "atomic operations with weaker memory orders are as ones with memory_order_seq_cst";
            self.assumptions.insert(assumption.to_string());
        }
        procedure.span = func.span;
        procedure.body = Some(body(locals, std::mem::take(&mut self.out)));
        procedure
    }

    /// What was allocated is freed.
    fn nothing_left(&mut self, span: Span) {
        let mut none = eq(var(blocks::ALLOCATED), int(0));
        if let Some(result) = self.program.result {
            let is_given = neq(var(self.var_names[result.index()].to_string()), self.zero_value(Scalar::Ptr));
            none = and(none, or(is_given, eq(var(blocks::RETURNED), int(0))));
        }
        let message = "memory is leaked: something that was allocated is not freed at the end";
        let mut attributes = kinds::said(message);
        attributes.push(attr_str("blocks", "left"));
        self.push(assert(attributes, none), span);
    }

    fn push(&mut self, stmt: ast::Stmt, span: Span) {
        let mut stmt = stmt.at(span);
        let sources = self.sources;
        if self.config.source_attributes
            && let Some((file, line, _)) = sources.locate(span)
            && let ast::StmtKind::Assert { attrs, .. }
            | ast::StmtKind::Assume { attrs, .. }
            | ast::StmtKind::Assign { attrs, .. }
            | ast::StmtKind::Havoc { attrs, .. }
            | ast::StmtKind::Call(ast::Call { attrs, .. }) = &mut stmt.kind
        {
            if self.source.needs_file(span.file) {
                attrs.push(attr_str("sourcefile", file));
            }
            attrs.push(attr_int("sourceline", line));
        }
        self.out.push(stmt);
    }

    fn ivl_type(&self, ty: Scalar) -> ast::Type {
        match ty {
            Scalar::Int(int) if self.is_bits() => bv_type(int.bits),
            Scalar::Ptr => self.word_type(),
            Scalar::Int(_) => int_type(),
            Scalar::Float(bits) => self.float_type(bits),
        }
    }

    fn modify(&mut self, name: &Arc<str>) {
        self.own.assigned.insert(name.clone());
    }
}

/// Names of a function's labels.
type Labels = BTreeMap<LabelId, String>;

//! clang's syntax tree → [`crate::cir`].
//!
//! Starts at the entry function and follows references, so that what is never reached costs nothing and may hold
//! anything.

mod allocation;
mod assembly;
mod atomic;
mod builtin;
mod call;
mod cancel;
mod compatible;
mod compiler;
mod contracts;
mod convert;
mod counted;
mod cover;
mod decl;
mod designator;
mod disguise;
mod earlier;
mod environment;
mod errno;
mod escape;
mod expr;
mod function;
mod harness;
mod init;
mod jumps;
mod linked;
mod literals;
mod lvalue;
mod math;
mod meant;
mod numbers;
mod operators;
mod options;
mod overlap;
mod pragma;
mod primitives;
mod printf;
mod pure;
mod results;
mod rows;
mod same;
mod scanf;
mod squeezing;
mod steps;
mod stmt;
mod streams;
mod strings;
mod tags;
mod tested;
mod texts;
mod unwind;
mod varargs;
mod vla;

pub use contracts::contracted;
pub(crate) use convert::wrap;
pub use environment::callers;
pub use harness::{HARNESS, Harness};
pub use tested::mentioned;

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use ivl::diag::Diagnostic;
use ivl::similar::similar;
use ivl::source::{SourceMap, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cir::*;
use crate::clang::{Id, Kind, Node};
use crate::config::Config;
use crate::files::Files;
use crate::test_case::External;
use crate::types::{Scalar, Type, TypeRef, Types};

/// What lowering yields.
pub struct Lowered {
    pub program: Program,
    pub types: Types,
    pub entry: FuncId,
    pub assumptions: BTreeSet<String>,
    pub externals: BTreeSet<External>,
    /// Whether more would be known of texts.
    pub abridged: bool,
    /// Whether contracts stand for functions whose bodies have no loop.
    pub has_open_callees: bool,
}

/// Where the value of a variable is.
#[derive(Clone, Debug)]
enum Storage {
    Reg(VarId),
    Mem(ObjId),
    /// In a block of each thread's own, to which the register points.
    Own(VarId),
    /// A record whose members are registers: by offset in bits.
    Split(Rc<Vec<(u64, VarId)>>),
}

#[derive(Clone, Debug)]
struct Slot {
    storage: Storage,
    ty: TypeRef,
    /// The length expression's value of a variable-length array, in bytes.
    vla_size: Option<VarId>,
}

/// A global variable of all units: by name, and by unit if `static`.
#[derive(Default)]
struct GlobalDecls<'a> {
    /// Each declaration with its unit.
    decls: Vec<(usize, &'a Node)>,
}

type Key = (Option<usize>, Arc<str>);

type TypeNames = FxHashMap<Arc<str>, TypeRef>;

/// The names of a file.
#[derive(Default)]
struct Unit {
    typedefs: FxHashMap<Arc<str>, TypeRef>,
    /// `struct S`, `union S` and `enum S` share a name space.
    tags: FxHashMap<Arc<str>, TypeRef>,
    /// Those that stand for another type somewhere.
    hidden_tags: FxHashSet<Arc<str>>,
    enumerators: FxHashMap<Id, num_bigint::BigInt>,
    /// Variables by the identity of any of their declarations.
    globals: FxHashMap<Id, Key>,
    functions: FxHashMap<Id, Key>,
    /// Types by their text.
    cache: FxHashMap<Box<str>, TypeRef>,
    /// Names of types in blocks, innermost last: typedefs and tags.
    scopes: Vec<(TypeNames, TypeNames)>,
}

/// What belongs to the function being lowered.
#[derive(Default)]
struct Frame {
    func: Option<FuncId>,
    /// The number of the activation, where it calls `setjmp`.
    jumped: Option<VarId>,
    unit: usize,
    slots: FxHashMap<Id, Slot>,
    locals: Vec<VarId>,
    objs: Vec<ObjId>,
    labels: FxHashMap<Id, LabelId>,
    breaks: Vec<LabelId>,
    continues: Vec<LabelId>,
    /// The cases of the switches around, innermost last.
    switches: Vec<Vec<stmt::Case>>,
    ret: Option<VarId>,
    /// The address where a record is returned.
    ret_addr: Option<VarId>,
    ret_ty: Option<TypeRef>,
    /// Where the variadic arguments are.
    arguments: Option<VarId>,
    /// The blocks of variables in scope.
    open: Vec<ObjId>,
    /// The blocks that `alloca` makes; they live until the function returns.
    allocas: Vec<ObjId>,
    /// Local names in scope, innermost last, and where the scopes begin in them.
    visible: Vec<(Arc<str>, Id)>,
    scopes: Vec<usize>,
    /// The labels whose address is taken.
    taken_labels: Vec<Id>,
    /// The labels that its statements jump to, as often as they do.
    gotos: Vec<Id>,
    /// Whether the declaration at hand may be jumped over.
    skippable: bool,
    /// What must exist from the start, for the declaration may be jumped over.
    hoisted: Vec<Stmt>,
    /// Those of variable-length arrays, by their text.
    lengths: FxHashMap<Arc<str>, Vec<vla::Length>>,
    /// Values of `OpaqueValueExpr`s by identity.
    opaque: FxHashMap<Id, Expr>,
    /// Values of arguments that were looked at in front of their call.
    ahead: FxHashMap<Id, Expr>,
    names: FxHashMap<Arc<str>, u32>,
    /// Whether the address of the place at hand is all that is wanted.
    is_address: bool,
    /// Conditions do not count: they stand where no statement can.
    uncounted: bool,
    /// What runs where the life of a variable ends.
    cleanups: FxHashMap<ObjId, (FuncId, Option<Scalar>)>,
    /// Texts of which nothing is known but that they are as long as before.
    made: Vec<printf::TextBefore>,
    contract: contracts::State,
}

/// The declarations of all units.
#[derive(Default)]
struct Decls<'a> {
    units: Vec<Unit>,
    globals: FxHashMap<Key, GlobalDecls<'a>>,
    func_nodes: FxHashMap<Key, (usize, &'a Node)>,
    func_decls: FxHashMap<Key, (usize, &'a Node)>,
    /// `__attribute__((alias("f")))`
    aliases: FxHashMap<Key, Key>,
    linked: linked::Linked,
}

/// How variables are used: by identity in their unit, globals by name.
#[derive(Default)]
struct Uses {
    /// Variables whose address is taken.
    addressed: FxHashSet<(usize, Id)>,
    /// Variables that get values after their declaration.
    assigned: FxHashSet<(usize, Id)>,
    /// Variables that are used as a whole.
    whole: FxHashSet<(usize, Id)>,
    addressed_globals: FxHashSet<Key>,
    whole_globals: FxHashSet<Key>,
}

/// The models of the C library.
struct LibraryModels {
    /// The unit that holds them.
    unit: Option<usize>,
    /// Whether functions may be registered that run at the end.
    at_exit: bool,
    uses: crate::Uses,
    /// Whether the program asks for the address of `errno`.
    errno_addressed: bool,
}

/// What the translation has made of names so far, and which bodies are to come.
#[derive(Default)]
struct Defined<'a> {
    global_slots: FxHashMap<Key, Slot>,
    functions: FxHashMap<Key, FuncId>,
    /// Names that are given to globals and to functions.
    global_names: FxHashSet<Arc<str>>,
    function_names: FxHashSet<Arc<str>>,
    strings: FxHashMap<(Vec<u32>, u64), ObjId>,
    pending: VecDeque<(FuncId, usize, &'a Node)>,
    unused: results::Unused,
}

/// What users are told besides the program.
#[derive(Default)]
struct Notes {
    diags: Vec<Diagnostic>,
    assumptions: BTreeSet<String>,
    abridged: bool,
    has_open_callees: bool,
    externals: BTreeSet<External>,
}

struct Lower<'a> {
    config: &'a Config,
    sources: &'a mut SourceMap,
    files: Files,
    types: Types,
    program: Program,
    decls: Decls<'a>,
    uses: Uses,
    models: LibraryModels,
    defined: Defined<'a>,
    notes: Notes,
    /// Global variables that are constant.
    constant_globals: FxHashSet<VarId>,
    frames: contracts::Frames,
    /// What the parameters of functions stand for whose results are conditions of a contract.
    opened: FxHashMap<Id, &'a Node>,
    frame: Frame,
    out: Vec<Stmt>,
    /// Of a function that is looked at by itself: the functions whose results somebody compares with null.
    fallible: BTreeSet<String>,
}

/// Translates all that is reachable from the entry.
pub fn lower(sources: &mut SourceMap, units: &[Arc<Node>], config: &Config) -> Result<Lowered, Vec<Diagnostic>> {
    let (mut lowered, missing) = run(sources, units, None, config)?;
    if !missing.is_empty() {
        // The models of the C library are a unit of their own, read only if something of it is missing.
        let misses = |names: &[&str]| missing.iter().any(|missing| names.contains(&&**missing));
        let cancels = misses(&["pthread_cancel"]);
        let uses = crate::Uses {
            cancels,
            handles: misses(&["__rmt_push_handler", "_pthread_cleanup_push"]),
            keys: missing.iter().any(|name| name.starts_with("tss_") || name.starts_with("pthread_key_"))
                || misses(&["pthread_setspecific", "pthread_getspecific"]),
            exits: cancels || misses(&["pthread_exit", "thrd_exit"]),
            alone: !misses(&["pthread_create", "thrd_create", "fork", "signal", "sigaction"])
                && !lowered.program.funcs.iter().any(is_stranger),
            threads: misses(&["pthread_create", "thrd_create"]),
            raises: misses(&["raise", "pthread_kill"]),
            jumps: misses(&["longjmp", "_longjmp", "siglongjmp"]),
            errno: misses(&["__errno_location"]),
            stream_ends: misses(&["feof", "ferror"]),
            closes: misses(&[streams::CLOSES]),
            options: misses(&["getopt", "getopt_long"])
                && !lowered.program.funcs.iter().any(|func| *func.name == *"getopt_long_only"),
            memory_streams: misses(&["open_memstream", "fmemopen"]),
            ends: config.checks.leak || !lowered.program.fini.is_empty(),
        };
        let text = crate::models(config, uses);
        let (node, _) = crate::clang::read(sources, crate::clang::Input::Text(&text), config)?;
        lowered = run(sources, units, Some(Models { node: &node, uses }), config)?.0;
    }
    disguise::unmask(&mut lowered.program, &lowered.types, lowered.entry, &mut lowered.assumptions);
    Ok(lowered)
}

/// Whether nothing is known of a function, so that whoever it makes may do anything with what is there.
fn is_stranger(func: &Func) -> bool {
    func.body.is_none() && !is_modelled(&func.name) && !func.name.contains("nondet")
}

/// Whether the models define a function: a line there begins with its result and its name.
fn is_modelled(name: &str) -> bool {
    let defines = |line: &str| {
        let head = line.split_once('(').map_or("", |(head, _)| head);
        !line.starts_with([' ', '}', '/'])
            && !line.starts_with("static")
            && head.rsplit([' ', '*']).next() == Some(name)
    };
    name.starts_with("__rmt_") || crate::MODELS.lines().any(|line| !line.ends_with(';') && defines(line))
}

/// What pointers to `malloc` lead to is called so by the models: `__rmt_called_malloc`.
const CALLED: &str = "__rmt_called_";

/// The models of the C library.
#[derive(Clone, Copy)]
struct Models<'a> {
    node: &'a Node,
    uses: crate::Uses,
}

type Run = Result<(Lowered, Vec<Arc<str>>), Vec<Diagnostic>>;

/// All declarations are read.
fn start<'a>(
    sources: &'a mut SourceMap,
    units: &'a [Arc<Node>],
    models: Option<Models<'a>>,
    config: &'a Config,
) -> Lower<'a> {
    let mut this = Lower {
        config,
        sources,
        files: Files::default(),
        types: Types::new(config.target32),
        program: Program::default(),
        decls: Decls { linked: linked::Linked::new(units, config.target32), ..Decls::default() },
        uses: Uses::default(),
        models: LibraryModels {
            unit: models.map(|_| units.len()),
            at_exit: false,
            uses: models.map_or_else(Default::default, |models| models.uses),
            errno_addressed: false,
        },
        defined: Defined::default(),
        notes: Notes::default(),
        constant_globals: FxHashSet::default(),
        frames: contracts::Frames::default(),
        opened: FxHashMap::default(),
        frame: Frame::default(),
        out: vec![],
        fallible: BTreeSet::new(),
    };
    this.program.strict = matches!(config.contracts, crate::config::Contracts::Proved { .. });
    for node in units.iter().map(|unit| &**unit).chain(models.map(|models| models.node)) {
        this.decls.units.push(Unit::default());
        this.collect(this.decls.units.len() - 1, node);
    }
    this
}

/// The text that calls the entry function; `None` where any arguments will do.
pub fn harness(sources: &mut SourceMap, units: &[Arc<Node>], config: &Config) -> Option<Harness> {
    match config.environment {
        Some(environment) => environment::harness(sources, units, config, environment),
        None => harness::harness(sources, units, config),
    }
}

/// The function where executions begin; `None`: there is none of that name.
fn entry_key(this: &Lower, units: usize, entry: &str) -> Option<Key> {
    let name: Arc<str> = entry.into();
    let keys = std::iter::once((None, name.clone())).chain((0..units).map(|unit| (Some(unit), name.clone())));
    keys.into_iter().find(|key| this.decls.func_nodes.contains_key(key))
}

/// What is said of a program that does not define its entry.
pub fn undefined_entry(name: &str) -> String {
    format!("the entry function `{name}` is not defined")
}

/// The diagnostic about an entry that is not defined in the units.
fn no_entry(this: &Lower, units: usize, name: &str) -> Diagnostic {
    /// More are not read.
    const SHOWN: usize = 20;
    let own = this.decls.func_nodes.iter().filter(|(_, (unit, _))| *unit < units);
    let mut defined: Vec<&str> = own.map(|((_, function), _)| &**function).collect();
    defined.sort_unstable();
    defined.dedup();
    let diagnostic = Diagnostic::error(undefined_entry(name), Span::NONE);
    let diagnostic = match similar(name, defined.iter().copied()) {
        Some(meant) => diagnostic.note(format!("did you mean `{meant}`?")),
        None => diagnostic,
    };
    let diagnostic = diagnostic.note("name another with --entry");
    match defined.len() {
        0 => diagnostic,
        n if n > SHOWN => {
            diagnostic.note(format!("functions with bodies: {}, and {} more", defined[..SHOWN].join(", "), n - SHOWN))
        }
        _ => diagnostic.note(format!("functions with bodies: {}", defined.join(", "))),
    }
}

fn run<'a>(sources: &'a mut SourceMap, units: &'a [Arc<Node>], models: Option<Models<'a>>, config: &'a Config) -> Run {
    let mut this = start(sources, units, models, config);
    let Some(key) = entry_key(&this, units.len(), &config.entry) else {
        return Err(vec![no_entry(&this, units.len(), &config.entry)]);
    };
    if config.environment.is_some() {
        this.fallible = environment::fallible(&this);
    }
    let entry = this.function(&key);
    let constructors = this.marked(Kind::ConstructorAttr);
    let mut destructors = this.marked(Kind::DestructorAttr);
    destructors.reverse();
    if this.models.at_exit {
        destructors.insert(0, this.function(&(None, "__rmt_exit".into())));
    }
    if this.models.uses.jumps {
        destructors.push(this.function(&(None, unwind::END_JUMPS.into())));
    }
    this.program.fini = destructors;
    let squeezing = this.marked_squeezing();
    this.pending_bodies();
    if models.is_some() && this.defined.functions.contains_key(&(None, "pthread_exit".into())) {
        let last: Key = (None, unwind::END_FIRST.into());
        this.program.end_first = this.decls.func_nodes.contains_key(&last).then(|| this.function(&last));
        this.pending_bodies();
    }
    this.bind_squeezing(squeezing, entry);
    this.check_frames(entry);
    this.check_results();
    for func in constructors {
        let span = this.program.funcs[func.index()].span;
        let call = StmtKind::Call { ret: None, callee: Callee::Direct(func), args: vec![], ret_ty: None };
        this.program.init.push(Stmt { kind: call, span });
    }
    if this.notes.diags.iter().any(|d| d.severity == ivl::diag::Severity::Error) {
        return Err(this.notes.diags);
    }
    let undefined = this.program.funcs.iter().filter(|f| f.body.is_none());
    let missing = undefined.filter(|f| models.is_none() && is_modelled(&f.name)).map(|f| f.name.clone());
    let missing = missing.collect();
    if config.environment.is_some() {
        this.program.result = this.program.globals.iter().copied().find(|var| {
            let var = &this.program.vars[var.index()];
            var.ty == Scalar::Ptr && var.name.starts_with(environment::RESULT)
        });
    }
    unwind::leave(&mut this.program);
    steps::split(&mut this.program);
    Ok((
        Lowered {
            program: this.program,
            types: this.types,
            entry,
            assumptions: this.notes.assumptions,
            externals: this.notes.externals,
            abridged: this.notes.abridged,
            has_open_callees: this.notes.has_open_callees,
        },
        missing,
    ))
}

impl<'a> Lower<'a> {
    /// The functions that run before or after the entry, in their order.
    fn marked(&mut self, attribute: Kind) -> Vec<FuncId> {
        let mut found: Vec<(u32, usize, u32, Key)> = vec![];
        for (key, (unit, node)) in &self.decls.func_nodes {
            if let Some(attr) = node.inner.iter().find(|n| n.kind == attribute) {
                let span = self.files.range(self.sources, attr.range.as_ref());
                // The number of the priority stands in the text alone.
                let digits: String =
                    self.sources.text(span).unwrap_or("").chars().filter(char::is_ascii_digit).collect();
                let place = node.range.as_ref().map_or(0, |range| range.start);
                found.push((digits.parse().unwrap_or(u32::MAX), *unit, place, key.clone()));
            }
        }
        found.sort();
        found.into_iter().map(|(.., key)| self.function(&key)).collect()
    }

    fn error(&mut self, message: impl Into<String>, span: Span) {
        // One report for each construct is enough.
        let diagnostic = Diagnostic::error(message, span);
        if !self.notes.diags.contains(&diagnostic) {
            self.notes.diags.push(diagnostic);
        }
    }

    fn span(&mut self, node: &Node) -> Span {
        self.files.range(self.sources, node.range.as_ref())
    }

    fn emit(&mut self, kind: StmtKind, span: Span) {
        self.out.push(Stmt { kind, span });
    }

    /// Statements made by `inside`, put aside.
    fn aside<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Vec<Stmt>) {
        let outer = std::mem::take(&mut self.out);
        let value = inside(self);
        (value, std::mem::replace(&mut self.out, outer))
    }

    fn label(&mut self, name: Option<Arc<str>>) -> LabelId {
        self.program.labels.push(Label { name, scope: self.frame.open.clone() });
        LabelId(self.program.labels.len() as u32 - 1)
    }

    /// A register of the current function.
    fn register(&mut self, name: &str, ty: Scalar, span: Span) -> VarId {
        let var = VarId(self.program.vars.len() as u32);
        let name = self.fresh_name(name);
        self.program.vars.push(Var { name, ty, width: None, global: false, span });
        self.frame.locals.push(var);
        var
    }

    fn pending_bodies(&mut self) {
        while let Some((func, unit, node)) = self.defined.pending.pop_front() {
            self.function_body(func, unit, node);
        }
    }

    fn temp(&mut self, ty: Scalar, span: Span) -> VarId {
        self.register("$t", ty, span)
    }

    /// Distinct among the locals of a function.
    fn fresh_name(&mut self, name: &str) -> Arc<str> {
        let count = self.frame.names.entry(name.into()).or_insert(0);
        *count += 1;
        if *count == 1 && !name.starts_with('$') { name.into() } else { format!("{name}.{count}").into() }
    }

    /// A block of the current function.
    fn block(&mut self, name: &str, ty: &Type, span: Span) -> ObjId {
        let obj = ObjId(self.program.objs.len() as u32);
        let name = self.fresh_name(name);
        let (size, align) = (self.types.size(ty), self.types.align(ty));
        let layout = self.types.layout_text(ty).into();
        self.program.objs.push(Obj {
            name,
            kind: ObjKind::Local,
            size,
            align,
            layout,
            external: false,
            read_only: false,
            constants: vec![],
            span,
        });
        self.frame.objs.push(obj);
        self.frame.open.push(obj);
        obj
    }

    /// The block that was just allocated is used as one of that type.
    fn name_block(&mut self, address: &Expr, ty: &Type) {
        if let Type::Ptr(inner) = ty
            && let ExprKind::Var(var) = &*address.kind
            && let Some(size) = self.types.size(inner)
            && let Some(Stmt { kind: StmtKind::Library(Library::Malloc { ret, made, .. }), .. }) = self.out.last_mut()
            && ret == var
        {
            let layout = format!("[{size}]{}", self.types.layout_text(inner));
            let name = match &**inner {
                Type::Record(r) if !self.types.records[*r].name.contains(':') => self.types.records[*r].name.clone(),
                _ => "block".into(),
            };
            *made = Some(Made { name, layout: layout.into() });
        }
    }

    fn site(&mut self, scalar: Scalar, bits: Option<BitField>, hint: Option<Arc<str>>) -> SiteId {
        self.program.sites.push(Site { scalar, bits, hint });
        SiteId(self.program.sites.len() as u32 - 1)
    }

    fn scalar(&mut self, ty: &Type, span: Span) -> Scalar {
        match self.types.scalar(ty) {
            Some(scalar) => scalar,
            None => {
                self.error("a value of this type is not supported", span);
                Scalar::Int(crate::types::IntType::INT)
            }
        }
    }

    /// Keeps the value that an expression has before the statements from `mark` on, if they may change it.
    fn pin(&mut self, e: Expr, mark: usize) -> Expr {
        if self.out.len() == mark || e.stable() {
            return e;
        }
        let temp = self.temp(e.ty, e.span);
        let (ty, span) = (e.ty, e.span);
        self.out.insert(mark, Stmt { kind: StmtKind::Set(temp, e), span });
        Expr::new(ExprKind::Var(temp), ty, span)
    }

    /// The value now, whatever happens later.
    fn snapshot(&mut self, e: Expr) -> Expr {
        if e.stable() {
            return e;
        }
        let (ty, span) = (e.ty, e.span);
        let temp = self.temp(ty, span);
        self.emit(StmtKind::Set(temp, e), span);
        Expr::new(ExprKind::Var(temp), ty, span)
    }

    /// An address now, whatever is written to memory later.
    fn settled(&mut self, addr: Expr) -> Expr {
        if addr.reads_memory() { self.snapshot(addr) } else { addr }
    }
}

//! Polymorphism is removed: each polymorphic thing is copied for the types that it is used at.
//!
//! ```text
//! type C _;  function f<a>(x: C a): a;             type C_int;  function f_int(x: C_int): int;
//! axiom (forall<a> x: C a :: g(x) == f(x));   →    axiom (forall x: C_int :: g_int(x) == f_int(x));
//! var h: <a>[Ref, Field a]a;                       datatype record { record(int: [Ref, Field_int]int, rest: …) }
//! h[r, f: Field int]                               int#record(h)[r, f]
//! ```
//!
//! Afterwards there are no type parameters, no type constructors with arguments and no polymorphic map types.
//!
//! * Functions and procedures are copied for the ground types of their calls; a procedure with a body that nothing
//!   calls is kept at fresh uninterpreted types.
//! * Quantifiers over types become conjunctions (disjunctions) over the types at which the functions and maps below
//!   them are used, found by matching ([`instances`]). Where that could hide an error, a fresh type is added or the
//!   program is refused: see [`position`].
//! * A polymorphic map becomes a record with a map for each instance that the program uses and a `rest` of an
//!   uninterpreted type, so that maps may differ in what the program does not look at: see [`records`].
//!
//! What is used at which types is found by doing all of it repeatedly until nothing new turns up. Runs after
//! code expressions are eliminated. Costs nothing where there is no polymorphism.
//!
//! A function that quantifies over types is expanded where it is called. Values of different types are different.
//!
//! No execution is lost, so Safe carries over. Unsafe may be spurious where an axiom quantifies over types, since only
//! its instances are kept; where that is likely (types nested ever deeper, assumptions that had to be dropped), there
//! is a warning.

mod declarations;
mod expressions;
mod instances;
mod position;
mod records;
mod types;

use indexmap::{IndexMap, IndexSet};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::base::ids::{ExprId, FuncId, IdVec, ProcId, TypeConId, TypeId, TypeParamId, VarId};
use crate::ir::{FunctionKind, Program, Type, TypeCon, TypeTable};

/// More copies, or types nested deeper, mean that there is no end.
const MAX_COPIES: usize = 20_000;
const MAX_DEPTH: usize = 40;

/// The program without polymorphism, and warnings where assumptions were weakened: if there are any, Unsafe may
/// be spurious.
///
/// Errors: polymorphic recursion, quantifiers over types that cannot be expressed, maps that hold themselves.
pub fn monomorphise(mut program: Program) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    if is_monomorphic(&program) {
        return Ok((program, Vec::new()));
    }
    assert!(program.codes.is_empty(), "internal: code expressions are eliminated before monomorphisation");
    let types = std::mem::take(&mut program.types);
    let type_cons = std::mem::take(&mut program.type_cons);
    let mut uses = Uses::new(&program, types, type_cons);
    loop {
        (uses.grown, uses.copies) = (false, 0);
        let mut round = Round::new(&program, &mut uses);
        round.program();
        let Round { new, diags, warnings, .. } = round;
        if !diags.is_empty() {
            return Err(diags);
        }
        if !uses.grown && !uses.adopt_orphans(&program) {
            return Ok((new, warnings));
        }
    }
}

fn is_monomorphic(program: &Program) -> bool {
    let types = &program.types;
    let polymorphic_map = |t: &Type| matches!(t, Type::Map { binders, .. } if *binders > 0);
    program.type_params.is_empty()
        && program.type_cons.iter().all(|c| c.arity == 0)
        && !(0..types.len()).any(|t| polymorphic_map(types.get(TypeId(t as u32))))
}

type Types = Box<[TypeId]>;
/// A quantifier and the calls whose expansion it comes from.
type Occurrence = (ExprId, Vec<ExprId>);
type TypesSet = IndexSet<Types, FxBuildHasher>;

/// What is used at which types, as known so far. Types are those of `types`, the old program's table with more types
/// that arise by substitution; they are ground.
struct Uses {
    types: TypeTable,
    type_cons: IdVec<TypeConId, TypeCon>,
    funcs: FxHashMap<FuncId, TypesSet>,
    procs: FxHashMap<ProcId, TypesSet>,
    cons: FxHashMap<TypeConId, TypesSet>,
    /// The instances of a polymorphic map type: what its binders stand for.
    maps: IndexMap<TypeId, TypesSet, FxBuildHasher>,
    /// The fresh types of quantifiers in axioms.
    skolems: FxHashMap<Occurrence, Types>,
    /// The fresh types that assertions share.
    any_types: Vec<TypeId>,
    /// Deeper types are not looked at when a quantifier is instantiated.
    depth_limit: usize,
    /// The number of copies.
    copies: usize,
    /// Something was added in this round.
    grown: bool,
    /// The testers of constructors.
    testers: FxHashMap<FuncId, FuncId>,
    /// Procedures at fresh types.
    orphans: FxHashSet<ProcId>,
    /// Further implementations of procedures.
    implementations: FxHashMap<ProcId, Vec<ProcId>>,
    /// Whether an expression contains a quantifier over types.
    over_types: FxHashMap<ExprId, bool>,
}

impl Uses {
    fn new(program: &Program, types: TypeTable, type_cons: IdVec<TypeConId, TypeCon>) -> Uses {
        let mut testers = FxHashMap::default();
        for (id, func) in program.funcs.iter_enumerated() {
            if let FunctionKind::Tester { constructor } = func.kind {
                testers.insert(constructor, id);
            }
        }
        let mut implementations: FxHashMap<ProcId, Vec<ProcId>> = FxHashMap::default();
        for (id, procedure) in program.procs.iter_enumerated() {
            if let Some(target) = procedure.implements {
                implementations.entry(target).or_default().push(id);
            }
        }
        let mut uses = Uses {
            types,
            type_cons,
            funcs: FxHashMap::default(),
            procs: FxHashMap::default(),
            cons: FxHashMap::default(),
            maps: IndexMap::default(),
            skolems: FxHashMap::default(),
            any_types: Vec::new(),
            depth_limit: 0,
            copies: 0,
            grown: false,
            testers,
            orphans: FxHashSet::default(),
            implementations,
            over_types: FxHashMap::default(),
        };
        let deepest = (0..uses.types.len()).map(|t| uses.depth(TypeId(t as u32))).max().unwrap_or(0);
        uses.depth_limit = deepest + 2;
        uses
    }

    /// A fresh uninterpreted type.
    fn fresh_type(&mut self, name: &str, span: Span) -> TypeId {
        let con = self.type_cons.push(TypeCon {
            name: name.into(),
            arity: 0,
            attrs: [].into(),
            constructors: None,
            params: Vec::new(),
            span,
        });
        self.types.intern(Type::Con(con, [].into()))
    }

    /// A fresh type that assertions share.
    fn any_type(&mut self, place: usize) -> TypeId {
        while self.any_types.len() <= place {
            let fresh = self.fresh_type("anytype", Span::NONE);
            self.any_types.push(fresh);
            self.grown = true;
        }
        self.any_types[place]
    }

    /// Instantiates polymorphic procedures with bodies that nothing instantiates. Whether there are any.
    fn adopt_orphans(&mut self, program: &Program) -> bool {
        for (id, procedure) in program.procs.iter_enumerated() {
            if procedure.body.is_some() && !procedure.type_params.is_empty() && !self.procs.contains_key(&id) {
                let fresh = procedure.type_params.iter().map(|&p| {
                    let name = format!("{}.{}", procedure.name, program.type_params[p]);
                    self.fresh_type(&name, procedure.span)
                });
                let fresh: Types = fresh.collect();
                self.orphans.insert(id);
                self.procs.entry(id).or_default().insert(fresh);
                self.grown = true;
                // The others may be instantiated by this one.
                return true;
            }
        }
        false
    }
}

/// The types that type parameters stand for; few, so a list.
#[derive(Clone, Default)]
struct Sigma(Vec<(TypeParamId, TypeId)>);

impl Sigma {
    fn of(params: &[TypeParamId], types: &[TypeId]) -> Sigma {
        Sigma(params.iter().copied().zip(types.iter().copied()).collect())
    }

    fn get(&self, param: TypeParamId) -> Option<TypeId> {
        self.0.iter().rev().find(|(p, _)| *p == param).map(|&(_, t)| t)
    }

    fn values(&self) -> Types {
        self.0.iter().map(|&(_, t)| t).collect()
    }
}

/// Where an expression is copied: the types, and what its variables are in the new program.
#[derive(Clone, Default)]
struct Context {
    sigma: Sigma,
    /// All variables but constants and globals.
    vars: FxHashMap<VarId, VarId>,
    /// Variables that stand for an expression of the new program: parameters of functions that are expanded.
    values: FxHashMap<VarId, ExprId>,
    /// The calls that are being expanded, and their functions.
    expanding: Vec<(ExprId, FuncId)>,
    /// The copies of expressions without quantifiers over types.
    done: FxHashMap<ExprId, ExprId>,
}

/// The record of one polymorphic map type.
#[derive(Clone)]
struct Record {
    con: TypeConId,
    constructor: FuncId,
    /// The fields' instances and selectors; the last selector is that of `rest`.
    instances: Vec<Types>,
    selectors: Vec<FuncId>,
}

/// One construction of the new program.
struct Round<'a> {
    old: &'a Program,
    uses: &'a mut Uses,
    new: Program,
    cons: FxHashMap<(TypeConId, Types), TypeConId>,
    funcs: FxHashMap<(FuncId, Types), FuncId>,
    procs: FxHashMap<(ProcId, Types), ProcId>,
    records: FxHashMap<TypeId, Record>,
    /// Old ground types to new ones.
    ground: FxHashMap<TypeId, TypeId>,
    /// Constants and globals.
    globals: FxHashMap<VarId, VarId>,
    /// Functions and procedures that are declared and not yet filled in.
    open_funcs: Vec<(FuncId, Types, FuncId)>,
    open_procs: Vec<(ProcId, Types, ProcId)>,
    /// The declaration or command that is being copied.
    span: Span,
    /// There were too many copies.
    endless: bool,
    diags: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    warned: FxHashSet<ExprId>,
    /// The quantifiers of the present assertion that have fresh types, and which.
    any_types: IndexMap<Occurrence, std::ops::Range<usize>, FxBuildHasher>,
    /// The functions that give the `rest` of a lambda over types.
    rests: FxHashMap<(ExprId, Types), FuncId>,
}

impl<'a> Round<'a> {
    fn new(old: &'a Program, uses: &'a mut Uses) -> Round<'a> {
        Round {
            old,
            uses,
            new: Program::default(),
            cons: FxHashMap::default(),
            funcs: FxHashMap::default(),
            procs: FxHashMap::default(),
            records: FxHashMap::default(),
            ground: FxHashMap::default(),
            globals: FxHashMap::default(),
            open_funcs: Vec::new(),
            open_procs: Vec::new(),
            span: Span::NONE,
            endless: false,
            diags: Vec::new(),
            warnings: Vec::new(),
            warned: FxHashSet::default(),
            any_types: IndexMap::default(),
            rests: FxHashMap::default(),
        }
    }

    fn refuse(&mut self, message: impl Into<String>) {
        let diag = Diagnostic::error(message, self.span);
        if !self.diags.contains(&diag) {
            self.diags.push(diag);
        }
    }

    /// Counts a copy; refuses when there is no end in sight.
    fn another_copy(&mut self, what: &str, types: &[TypeId], span: Span) -> bool {
        self.uses.copies += 1;
        let deep = types.iter().any(|&t| self.uses.depth(t) > MAX_DEPTH);
        if deep || self.uses.copies > MAX_COPIES {
            if !self.endless {
                let message = format!("not supported: `{what}` is used at ever more types (polymorphic recursion)");
                self.diags.push(Diagnostic::error(message, span));
            }
            self.endless = true;
            return false;
        }
        true
    }
}

//! Types, constants, functions and expressions as solver terms. Everything is made on first use, and so are the
//! axioms that speak of it: what a query does not mention, the solver never sees.

use rustc_hash::{FxHashMap, FxHashSet};

use super::bits;
use super::clause::{Clause, Taker};
use super::functions::KeptBody;
use super::theory;
use super::vocabulary::Vocabulary;
use crate::base::ids::{AxiomId, ExprId, FuncId, TypeConId, TypeId, VarId};
use crate::ir::bits::BitOp;
use crate::ir::visit::{for_each_child, walk};
use crate::ir::{
    Attr, AttributeValue, Builtin, ExprKind, Function, FunctionKind, Op, Program, QuantifierKind, Type, TypeTable,
    VarKind,
};
use crate::smt::{Binder, BinderKind, ConstructorDecl, FieldSort, Func, FuncKind, Session, Sort, Term};

/// What stands for the words of a program in one solver session.
pub(super) struct Symbols {
    sorts: FxHashMap<TypeId, Sort>,
    pub cons: FxHashMap<TypeConId, Sort>,
    pub vars: FxHashMap<VarId, Term>,
    pub funcs: FxHashMap<FuncId, Func>,
    closed: FxHashMap<ExprId, Term>,
    /// Constants and functions that the query uses, in order of first use.
    pub used_consts: Vec<VarId>,
    pub used_funcs: Vec<FuncId>,
    /// Functions by constructor symbol, for reading models.
    pub constructors: FxHashMap<Func, FuncId>,
    /// The first thing that no theory of the solver interprets.
    pub unsupported: Option<String>,
    uniques: FxHashMap<TypeId, (Func, u32)>,
    /// Functions that make no triggers.
    never_patterns: FxHashSet<FuncId>,
    /// The type `bv0` and its value.
    empty_bits: Option<(Sort, Term)>,
    /// Axioms about what was used, and those that clauses were made of.
    pub pending: Vec<AxiomId>,
    /// Unique constants of types that were used and may have few elements.
    pending_consts: Vec<VarId>,
    /// Whether axioms that may limit a type are stated for who mentions the type alone.
    pub limits_types: bool,
    pub stated: FxHashSet<AxiomId>,
}

impl Symbols {
    pub fn new(vocabulary: &Vocabulary) -> Symbols {
        Symbols {
            sorts: FxHashMap::default(),
            cons: FxHashMap::default(),
            vars: FxHashMap::default(),
            funcs: FxHashMap::default(),
            closed: FxHashMap::default(),
            used_consts: Vec::new(),
            used_funcs: Vec::new(),
            constructors: FxHashMap::default(),
            unsupported: None,
            uniques: FxHashMap::default(),
            never_patterns: never_patterns(vocabulary.program),
            empty_bits: None,
            pending: vocabulary.facts.bare.clone(),
            pending_consts: Vec::new(),
            limits_types: false,
            stated: FxHashSet::default(),
        }
    }
}

fn never_patterns(program: &Program) -> FxHashSet<FuncId> {
    let is_true = |args: &[AttributeValue]| match args {
        [] => true,
        [AttributeValue::Expr(e)] => *program.exprs.kind(*e) == ExprKind::Bool(true),
        _ => false,
    };
    let marked = |f: &Function| f.attrs.iter().any(|a| a.is(Attr::NeverPattern) && is_true(&a.args));
    program.funcs.iter_enumerated().filter(|(_, f)| marked(f)).map(|(id, _)| id).collect()
}

/// The work of translating: words, the solver's symbols for them, and what is to be known of these.
pub(super) struct Translation<'a> {
    pub vocabulary: &'a Vocabulary<'a>,
    pub session: &'a Session,
    pub symbols: &'a mut Symbols,
    pub taker: &'a mut Taker,
}

impl Translation<'_> {
    /// The axioms about everything that was used.
    pub(super) fn add_axioms(&mut self) {
        loop {
            if let Some(id) = self.symbols.pending.pop() {
                if self.symbols.stated.insert(id) {
                    let axiom = self.closed(self.vocabulary.facts.axioms[id.0 as usize]);
                    self.taker.take(self.session, Clause::fact(axiom));
                }
            } else if let Some(constant) = self.symbols.pending_consts.pop() {
                self.var(constant);
            } else {
                return;
            }
        }
    }

    pub(super) fn sort(&mut self, ty: TypeId) -> Sort {
        let program = self.vocabulary.program;
        if let Some(&sort) = self.symbols.sorts.get(&ty) {
            return sort;
        }
        let sort = match program.types.get(ty) {
            Type::Bool => self.session.bool_sort(),
            Type::Int => self.session.int_sort(),
            Type::Real => self.session.real_sort(),
            Type::Bv(0) => self.empty_bits().0,
            Type::Bv(width) => self.session.bv_sort(*width),
            Type::Float { exponent, significand } => self.session.fp_sort(*exponent, *significand),
            Type::RoundingMode => self.session.rounding_mode_sort(),
            Type::String | Type::Regex => self.unsupported("strings"),
            Type::Map { args, result, .. } if args.is_empty() => self.sort(*result),
            Type::Map { args, result, .. } => {
                let domain: Vec<Sort> = args.iter().map(|&a| self.sort(a)).collect();
                let range = self.sort(*result);
                self.session.array_sort(&domain, range)
            }
            Type::Con(con, _) => self.constructed(*con),
            Type::Param(_) | Type::Bound { .. } => panic!("internal: a type parameter is left"),
        };
        self.symbols.sorts.insert(ty, sort);
        sort
    }

    /// SMT-LIB has no empty bit-vectors: `bv0` is a type of its own with one value, which comes along.
    fn empty_bits(&mut self) -> (Sort, Term) {
        *self.symbols.empty_bits.get_or_insert_with(|| {
            let only = ConstructorDecl { name: "bv0".into(), tester: "is%bv0".into(), fields: Vec::new() };
            let made = self.session.datatypes(&[("bv0".into(), vec![only])]);
            (made[0].0, self.session.apply(made[0].1[0].constructor, &[]))
        })
    }

    fn unsupported(&mut self, what: &str) -> Sort {
        self.symbols.unsupported.get_or_insert_with(|| what.to_string());
        self.session.uninterpreted_sort(&format!("unsupported {what}"))
    }

    fn constructed(&mut self, con: TypeConId) -> Sort {
        let program = self.vocabulary.program;
        if let Some(&sort) = self.symbols.cons.get(&con) {
            return sort;
        }
        if program.type_cons[con].constructors.is_none() {
            let sort = self.session.uninterpreted_sort(&format!("{}%{}", program.type_cons[con].name, con.0));
            self.symbols.cons.insert(con, sort);
            if self.symbols.limits_types {
                self.state_limits(con);
            }
            return sort;
        }
        let group = datatype_group(program, con);
        let mut decls = Vec::new();
        for &member in &group {
            let constructors = program.type_cons[member].constructors.iter().flatten();
            let mut list = Vec::new();
            for &constructor in constructors {
                let FunctionKind::Constructor { fields, .. } = &program.funcs[constructor].kind else { continue };
                let mut sorts = Vec::new();
                for &field in fields {
                    let function = &program.funcs[field];
                    let sort = match program.types.get(function.result) {
                        Type::Con(c, _) if group.contains(c) => {
                            FieldSort::Group(group.iter().position(|g| g == c).unwrap_or(0))
                        }
                        _ => FieldSort::Known(self.sort(function.result)),
                    };
                    sorts.push((format!("{}%{}", function.name, field.0), sort));
                }
                let name = &program.funcs[constructor].name;
                list.push(ConstructorDecl {
                    name: format!("{name}%{}", constructor.0),
                    tester: format!("is%{name}%{}", constructor.0),
                    fields: sorts,
                });
            }
            decls.push((format!("{}%{}", program.type_cons[member].name, member.0), list));
        }
        for (&member, (sort, funcs)) in group.iter().zip(self.session.datatypes(&decls)) {
            self.symbols.cons.insert(member, sort);
            let constructors = program.type_cons[member].constructors.iter().flatten();
            for (&constructor, made) in constructors.zip(funcs) {
                self.symbols.constructors.insert(made.constructor, constructor);
                self.symbols.funcs.insert(constructor, made.constructor);
                if let FunctionKind::Constructor { fields, .. } = &program.funcs[constructor].kind {
                    for (&field, selector) in fields.iter().zip(made.selectors) {
                        self.symbols.funcs.insert(field, selector);
                    }
                }
                for (id, f) in program.funcs.iter_enumerated() {
                    if matches!(f.kind, FunctionKind::Tester { constructor: c } if c == constructor) {
                        self.symbols.funcs.insert(id, made.tester);
                    }
                }
            }
        }
        self.symbols.cons[&con]
    }

    /// Has the solver know how many elements a type may have. See [`Encoder::limit_types`](super::encoder::Encoder::limit_types).
    fn state_limits(&mut self, con: TypeConId) {
        if let Some((axioms, constants)) = self.vocabulary.facts.of_type.get(&con) {
            self.symbols.pending.extend(axioms);
            self.symbols.pending_consts.extend(constants);
        }
    }

    /// The same of all types that were used so far, and from now on.
    pub(super) fn limit_types(&mut self) {
        self.symbols.limits_types = true;
        let mut known: Vec<TypeConId> = self.symbols.cons.keys().copied().collect();
        known.sort_unstable();
        known.into_iter().for_each(|con| self.state_limits(con));
        self.add_axioms();
    }

    /// A constant of the program, or the stand-in for a bound variable.
    fn var(&mut self, var: VarId) -> Term {
        if let Some(&term) = self.symbols.vars.get(&var) {
            return term;
        }
        let declared = self.vocabulary.var(var);
        let sort = self.sort(declared.ty);
        let term = self.session.constant(&format!("{}%{}", declared.name, var.0), sort);
        self.symbols.vars.insert(var, term);
        if let VarKind::Const { unique } = declared.kind {
            self.symbols.used_consts.push(var);
            let facts = &self.vocabulary.facts;
            self.symbols.pending.extend(facts.of_const.get(&var).into_iter().flatten());
            if unique {
                self.make_unique(declared.ty, sort, term);
            }
        }
        term
    }

    /// Unique constants differ: `number(c)` is another number for each.
    fn make_unique(&mut self, ty: TypeId, sort: Sort, constant: Term) {
        let (number, count) = self.symbols.uniques.entry(ty).or_insert_with(|| {
            let name = format!("unique%{}", ty.0);
            (self.session.function(&name, &[sort], self.session.int_sort(), FuncKind::Free), 0)
        });
        let own = self.session.int(&(*count).into());
        *count += 1;
        let differs = self.session.eq(self.session.apply(*number, &[constant]), own);
        self.taker.take(self.session, Clause::fact(differs));
    }

    fn func(&mut self, func: FuncId) -> Func {
        let program = self.vocabulary.program;
        if let Some(&known) = self.symbols.funcs.get(&func) {
            return known;
        }
        let declared = &program.funcs[func];
        let datatype = match &declared.kind {
            FunctionKind::Constructor { datatype, .. } => Some(*datatype),
            FunctionKind::Selector { constructor, .. } | FunctionKind::Tester { constructor } => {
                match &program.funcs[*constructor].kind {
                    FunctionKind::Constructor { datatype, .. } => Some(*datatype),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some(datatype) = datatype {
            self.constructed(datatype);
            return self.symbols.funcs[&func];
        }
        let domain: Vec<Sort> = declared.params.iter().map(|&p| self.sort(program.vars[p].ty)).collect();
        let range = self.sort(declared.result);
        let body = self.vocabulary.facts.bodies.get(&func).copied();
        let kind = if body.is_some_and(|b| b.recursive) { FuncKind::Recursive } else { FuncKind::Free };
        let made = self.session.function(&format!("{}%{}", declared.name, func.0), &domain, range, kind);
        self.symbols.funcs.insert(func, made);
        match body {
            Some(KeptBody { body, recursive }) => {
                let params: Vec<Term> = declared.params.iter().map(|&p| self.var(p)).collect();
                let body = self.closed(body);
                if recursive {
                    self.session.define(made, &params, body);
                } else {
                    let applied = self.session.apply(made, &params);
                    let equation = equation(self.session, &declared.name, applied, &params, body);
                    self.taker.take(self.session, Clause::fact(equation));
                }
            }
            None => self.symbols.used_funcs.push(func),
        }
        let facts = &self.vocabulary.facts;
        self.symbols.pending.extend(facts.of_func.get(&func).into_iter().flatten());
        made
    }

    /// The term of an expression without incarnations. Bound variables are constants until they are bound.
    pub(super) fn closed(&mut self, root: ExprId) -> Term {
        if let Some(&term) = self.symbols.closed.get(&root) {
            return term;
        }
        let mut stack = vec![(root, false)];
        let mut children = Vec::new();
        while let Some((e, children_done)) = stack.pop() {
            if self.symbols.closed.contains_key(&e) {
                continue;
            }
            children.clear();
            for_each_child(self.vocabulary.exprs.kind(e), |c| children.push(c));
            if !children_done && !children.is_empty() {
                stack.push((e, true));
                stack.extend(children.iter().rev().map(|&c| (c, false)));
                continue;
            }
            let args: Vec<Term> = children.iter().map(|c| self.symbols.closed[c]).collect();
            let term = self.build(e, &args);
            self.symbols.closed.insert(e, term);
        }
        self.symbols.closed[&root]
    }

    /// The term of an expression from the terms of its children (in the order of `for_each_child`).
    pub(super) fn build(&mut self, e: ExprId, args: &[Term]) -> Term {
        let program = self.vocabulary.program;
        let vocabulary = self.vocabulary;
        let expr = vocabulary.exprs.get(e);
        match &expr.kind {
            ExprKind::Bool(value) => self.session.bool(*value),
            ExprKind::Int(value) => self.session.int(value),
            ExprKind::Real(value) => self.session.real(value),
            ExprKind::Bv { width: 0, .. } => self.empty_bits().1,
            ExprKind::Bv { value, width } => self.session.bv(value, *width),
            ExprKind::Float(bits) => {
                let sort = self.sort(expr.ty);
                let Type::Float { exponent, significand } = *program.types.get(expr.ty) else {
                    panic!("internal: a float literal of another type")
                };
                self.session.fp_from_bits(self.session.bv(bits, exponent + significand), sort)
            }
            ExprKind::Str(text) => {
                let sort = self.sort(expr.ty);
                self.session.constant(&format!("string {text}"), sort)
            }
            ExprKind::RoundingMode(mode) => self.session.rounding_mode(*mode),
            ExprKind::Var(var) => self.var(*var),
            ExprKind::Op(op, operands) => {
                let is_float = matches!(program.types.get(vocabulary.exprs.ty(operands[0])), Type::Float { .. });
                let is_empty_map = matches!(op, Op::Select | Op::Store)
                    && matches!(program.types.get(vocabulary.exprs.ty(operands[0])), Type::Map { args, .. } if args.is_empty());
                let is_empty = |e: ExprId| *program.types.get(vocabulary.exprs.ty(e)) == Type::Bv(0);
                match op {
                    // A map without arguments is its only value.
                    Op::Select if is_empty_map => args[0],
                    Op::Store if is_empty_map => args[1],
                    Op::Extract { hi, lo } if hi == lo => self.empty_bits().1,
                    Op::Concat if is_empty(operands[0]) => args[1],
                    Op::Concat if is_empty(operands[1]) => args[0],
                    _ => theory::operator(self.session, *op, args, is_float),
                }
            }
            ExprKind::Call { func, .. } => match &program.funcs[*func].kind {
                FunctionKind::Builtin(builtin) => {
                    if builtin.is_bv2nat()
                        && let Some(term) = self.bits(e, args)
                    {
                        return term;
                    }
                    let types: Vec<TypeId> = program.funcs[*func].params.iter().map(|&p| program.vars[p].ty).collect();
                    let result = program.funcs[*func].result;
                    self.builtin(builtin, args, &types, result)
                }
                _ => {
                    let symbol = self.func(*func);
                    self.session.apply(symbol, args)
                }
            },
            ExprKind::Quantifier(q) => {
                let vars: Vec<Term> = q.vars.iter().map(|&v| self.var(v)).collect();
                let mut rest = args;
                let (mut triggers, mut no_triggers) = (Vec::new(), Vec::new());
                for trigger in &q.triggers {
                    let (terms, others) = rest.split_at(trigger.exprs.len());
                    rest = others;
                    if trigger.positive {
                        triggers.push(terms.to_vec());
                    } else {
                        no_triggers.extend_from_slice(terms);
                    }
                }
                if triggers.is_empty() {
                    no_triggers.extend(self.never_patterns(q.body));
                }
                let kind = match q.kind {
                    QuantifierKind::Forall => BinderKind::Forall,
                    QuantifierKind::Exists => BinderKind::Exists,
                };
                self.session.quantifier(&Binder {
                    kind,
                    vars: &vars,
                    triggers: &triggers,
                    no_triggers: &no_triggers,
                    weight: q.weight.unwrap_or(1),
                    name: &q.label(),
                    body: rest[0],
                })
            }
            ExprKind::Lambda { vars, .. } => {
                let vars: Vec<Term> = vars.iter().map(|&v| self.var(v)).collect();
                self.session.lambda(&vars, args[0])
            }
            ExprKind::Old(_) => panic!("internal: `old` is left in front of the solver"),
            ExprKind::Code(_) => panic!("internal: a code expression is left in front of the solver"),
        }
    }

    /// An operator on bits of integers as a function of integers, about which more may be said later: so it mentions no variable that
    /// will be bound.
    fn bits(&mut self, e: ExprId, args: &[Term]) -> Option<Term> {
        let vocabulary = self.vocabulary;
        let ExprKind::Call { args: operands, .. } = vocabulary.exprs.kind(e) else { return None };
        let (&[bits], &[operand]) = (args, &operands[..]) else { return None };
        let ExprKind::Call { func, .. } = vocabulary.exprs.kind(operand) else { return None };
        let FunctionKind::Builtin(builtin) = &vocabulary.program.funcs[*func].kind else { return None };
        let Type::Bv(width) = *vocabulary.program.types.get(vocabulary.exprs.ty(operand)) else { return None };
        let is_plain = width <= 64 && vocabulary.exprs.ty(e) == TypeTable::INT && !vocabulary.facts.quantifies_bits;
        let op = BitOp::of(builtin).filter(|_| is_plain && !self.mentions_bound(e))?;
        let (term, known) = bits::of_vector(self.session, op, width, bits)?;
        for fact in known {
            self.taker.take(self.session, Clause::fact(fact));
        }
        Some(term)
    }

    fn mentions_bound(&self, e: ExprId) -> bool {
        let mut any = false;
        walk(&self.vocabulary.exprs, [e], |_, kind| {
            any |= matches!(kind, ExprKind::Var(var) if self.vocabulary.var(*var).kind == VarKind::Bound);
        });
        any
    }

    /// The applications of functions marked `{:never_pattern}`, which the solver must not take for triggers.
    fn never_patterns(&self, body: ExprId) -> Vec<Term> {
        if self.symbols.never_patterns.is_empty() {
            return Vec::new();
        }
        let mut terms = Vec::new();
        walk(&self.vocabulary.exprs, [body], |e, kind| {
            if let ExprKind::Call { func, .. } = kind
                && self.symbols.never_patterns.contains(func)
            {
                terms.extend(self.symbols.closed.get(&e));
            }
        });
        terms
    }

    fn builtin(&mut self, builtin: &Builtin, args: &[Term], params: &[TypeId], result: TypeId) -> Term {
        let program = self.vocabulary.program;
        let result_sort = self.sort(result);
        let domain = match program.types.get(result) {
            Type::Map { args, .. } if args.len() == 1 => Some(self.sort(args[0])),
            _ => None,
        };
        if params.iter().chain([&result]).any(|&ty| *program.types.get(ty) == Type::Bv(0)) {
            self.symbols.unsupported.get_or_insert_with(|| format!("the operator {} on bv0", builtin.text()));
            return self.session.fresh_constant("unsupported", result_sort);
        }
        let from = params.last().map(|&p| program.types.get(p));
        let element = params.iter().rev().find_map(|&p| match program.types.get(p) {
            Type::Map { result, .. } => Some(*result),
            _ => None,
        });
        let element = element.map(|e| self.sort(e));
        match theory::builtin(self.session, builtin, args, &theory::Signature { result_sort, domain, from, element }) {
            Some(term) => term,
            None => {
                self.symbols.unsupported.get_or_insert_with(|| format!("the operator {}", builtin.text()));
                self.session.fresh_constant("unsupported", result_sort)
            }
        }
    }
}

/// The datatypes that must be declared together with `con`: those that it reaches and that reach it back.
fn datatype_group(program: &Program, con: TypeConId) -> Vec<TypeConId> {
    let fields_of = |c: TypeConId| {
        let mut found = Vec::new();
        for &constructor in program.type_cons[c].constructors.iter().flatten() {
            if let FunctionKind::Constructor { fields, .. } = &program.funcs[constructor].kind {
                for &field in fields {
                    if let Type::Con(other, _) = program.types.get(program.funcs[field].result)
                        && program.type_cons[*other].constructors.is_some()
                    {
                        found.push(*other);
                    }
                }
            }
        }
        found
    };
    let reach = |from: TypeConId| {
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&c) = found.get(next) {
            next += 1;
            for other in fields_of(c) {
                if !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        found
    };
    reach(con).into_iter().filter(|&c| reach(c).contains(&con)).collect()
}

/// What a body says of a function that triggers match: `forall params :: {f(params)} f(params) == body`.
fn equation(session: &Session, name: &str, application: Term, params: &[Term], body: Term) -> Term {
    session.quantifier(&Binder {
        kind: BinderKind::Forall,
        vars: params,
        triggers: &[vec![application]],
        no_triggers: &[],
        weight: 1,
        name,
        body: session.eq(application, body),
    })
}

//! What the conditions of a program are made of: the program, which stays as it is, and above it the incarnations of its
//! variables, the expressions over them, and definitions and axioms as they reach the solver.

use std::sync::Arc;

use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::functions::{Definitions, KeptBody};
use crate::base::ids::{AxiomId, ExprId, FuncId, Id, TypeConId, TypeId, VarId};
use crate::ir::cardinality::Cardinality;
use crate::ir::visit::{Rewriter, walk};
use crate::ir::{Attributes, ExprArena, ExprKind, FunctionKind, Program, Var, VarKind};

/// A program and the words for what is said of it.
#[derive(Clone)]
pub struct Vocabulary<'p> {
    pub program: &'p Program,
    pub exprs: ExprArena<'p>,
    /// Numbered after the variables of the program.
    incarnations: Vec<Var>,
    definitions: Definitions,
    pub(super) facts: Arc<Facts>,
}

/// What holds of constants and functions wherever they are mentioned, with definitions expanded.
#[derive(Default)]
pub(super) struct Facts {
    /// By [`AxiomId`].
    pub axioms: Vec<ExprId>,
    pub of_const: FxHashMap<VarId, Vec<AxiomId>>,
    pub of_func: FxHashMap<FuncId, Vec<AxiomId>>,
    /// Those that mention neither.
    pub bare: Vec<AxiomId>,
    /// Axioms and unique constants that may say how many elements a type has.
    pub of_type: FxHashMap<TypeConId, (Vec<AxiomId>, Vec<VarId>)>,
    /// Types of which traces need all elements.
    pub searched: Vec<TypeConId>,
    pub bodies: FxHashMap<FuncId, KeptBody>,
    /// Whether bits of integers are spoken of within quantifiers, which the solver instantiates by terms of others that look the same.
    pub quantifies_bits: bool,
}

impl<'p> Vocabulary<'p> {
    /// Of a monomorphic program.
    pub fn new(program: &'p Program) -> Vocabulary<'p> {
        let definitions = Definitions::new(program);
        let (exprs, facts) = (program.exprs.above(), Arc::default());
        let mut made = Vocabulary { program, exprs, incarnations: Vec::new(), definitions, facts };
        made.facts = Arc::new(made.facts());
        made
    }

    /// The same words, to add others to. Only where there are no incarnations yet.
    pub fn above(&self) -> Vocabulary<'_> {
        debug_assert!(self.incarnations.is_empty());
        Vocabulary {
            program: self.program,
            exprs: self.exprs.above(),
            incarnations: Vec::new(),
            definitions: self.definitions.clone(),
            facts: self.facts.clone(),
        }
    }

    fn facts(&mut self) -> Facts {
        let program = self.program;
        let mut facts = Facts::default();
        let mut cardinality = Cardinality::new(program);
        facts.searched = cardinality.searched();
        for (con, constant) in cardinality.unique_constants() {
            facts.of_type.entry(con).or_default().1.push(constant);
        }
        for (id, axiom) in program.axioms.iter_enumerated() {
            for con in cardinality.mentioned(axiom.expr) {
                facts.of_type.entry(con).or_default().0.push(id);
            }
            let expr = self.expand(axiom.expr, &mut |_| None);
            facts.axioms.push(expr);
            let mut bare = true;
            walk(&self.exprs, [expr], |_, kind| match kind {
                ExprKind::Var(v) if matches!(program.vars[*v].kind, VarKind::Const { .. }) => {
                    facts.of_const.entry(*v).or_default().push(id);
                    bare = false;
                }
                ExprKind::Call { func, .. } if !matches!(program.funcs[*func].kind, FunctionKind::Builtin(_)) => {
                    facts.of_func.entry(*func).or_default().push(id);
                    bare = false;
                }
                _ => {}
            });
            if bare {
                facts.bare.push(id);
            }
        }
        for id in program.funcs.ids() {
            let body = self.definitions.kept_body(&mut self.exprs, &program.funcs, id);
            facts.bodies.extend(body.map(|body| (id, body)));
        }
        facts.quantifies_bits = self.quantifies_bits(&facts);
        facts
    }

    fn quantifies_bits(&self, facts: &Facts) -> bool {
        let program = self.program;
        let is_bits = |kind: &FunctionKind| matches!(kind, FunctionKind::Builtin(builtin) if builtin.is_bv2nat());
        let mut of_bits: FxHashSet<FuncId> = program.funcs.ids().filter(|&f| is_bits(&program.funcs[f].kind)).collect();
        if of_bits.is_empty() {
            return false;
        }
        let mentions = |roots: Vec<ExprId>, of_bits: &FxHashSet<FuncId>| {
            let mut any = false;
            walk(&self.exprs, roots, |_, kind| {
                any |= matches!(kind, ExprKind::Call { func, .. } if of_bits.contains(func));
            });
            any
        };
        loop {
            let before = of_bits.len();
            for (id, func) in program.funcs.iter_enumerated() {
                if let FunctionKind::Defined { body, .. } = func.kind
                    && mentions(vec![body], &of_bits)
                {
                    of_bits.insert(id);
                }
            }
            if of_bits.len() == before {
                break;
            }
        }
        let binders = (0..program.exprs.len()).map(ExprId::from_index);
        let is_binder =
            |e: &ExprId| matches!(program.exprs.kind(*e), ExprKind::Quantifier(_) | ExprKind::Lambda { .. });
        let bodies = facts.bodies.values().map(|kept| kept.body);
        mentions(binders.filter(is_binder).chain(bodies).collect(), &of_bits)
    }

    /// A variable of the program or an incarnation.
    pub fn var(&self, var: VarId) -> &Var {
        self.program.vars.get(var).unwrap_or_else(|| &self.incarnations[var.index() - self.program.vars.len()])
    }

    /// The variable as an expression.
    pub fn var_expr(&mut self, var: VarId) -> ExprId {
        let ty = self.var(var).ty;
        self.exprs.var(var, ty)
    }

    /// A variable that the program does not have.
    pub fn incarnation(&mut self, name: String, ty: TypeId) -> VarId {
        let id = VarId::from_index(self.program.vars.len() + self.incarnations.len());
        self.incarnations.push(Var {
            name: name.into(),
            ty,
            kind: VarKind::Local,
            where_clause: None,
            attrs: Attributes::from([]),
            span: Span::NONE,
        });
        id
    }

    /// `e` with variables replaced through `leaf` and definitions expanded.
    pub fn expand(&mut self, e: ExprId, leaf: &mut dyn FnMut(VarId) -> Option<ExprId>) -> ExprId {
        self.definitions.expand(&mut self.exprs, &self.program.funcs, e, leaf)
    }

    /// `e` with these parts replaced.
    pub fn replace(&mut self, e: ExprId, by: &FxHashMap<ExprId, ExprId>) -> ExprId {
        Rewriter::new(|_: &mut ExprArena, part| by.get(&part).copied()).rewrite(&mut self.exprs, e)
    }

    /// A program with all the words, to be shown.
    pub fn to_program(&self) -> Program {
        let mut program = self.program.clone();
        for expr in self.exprs.from(program.exprs.len()) {
            program.exprs.intern(expr.clone());
        }
        for var in &self.incarnations {
            program.vars.push(var.clone());
        }
        program
    }
}

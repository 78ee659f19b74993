//! Values of variables in clauses: fresh variables, and what the solver does not know.

use rustc_hash::{FxHashMap, FxHashSet};

use super::smtlib::{is_known, sort};
use crate::base::ids::{ExprId, Id, ProcId, TypeId, VarId};
use crate::ir::visit::{Rewriter, for_each_child, walk};
use crate::ir::{Attributes, ExprKind, FunctionKind, Op, Program, QuantifierKind, TypeTable, Var, VarKind};
use crate::vc::functions::Definitions;
use ivl::source::Span;

/// The values of variables at a point.
pub type State = FxHashMap<VarId, ExprId>;

/// The program whose variables and expressions clauses are made of.
pub struct Values {
    program: Program,
    definitions: Definitions,
    olds: FxHashMap<(ProcId, VarId), VarId>,
    /// What stands for an expression that the solver does not know.
    stand_ins: FxHashMap<ExprId, ExprId>,
    known: FxHashMap<ExprId, ExprId>,
    /// Whether nothing is known of what maps hold.
    scalars: bool,
    /// Variables from there on were made here.
    first_made: usize,
}

impl Values {
    pub fn new(program: Program) -> Values {
        let definitions = Definitions::new(&program);
        Values {
            first_made: program.vars.len(),
            program,
            definitions,
            olds: FxHashMap::default(),
            stand_ins: FxHashMap::default(),
            known: FxHashMap::default(),
            scalars: false,
        }
    }

    /// From now on, nothing is known of what maps hold.
    pub fn scalars_alone(&mut self) {
        self.scalars = true;
    }

    /// Whether it is a variable of the program, which may be live or not.
    pub fn is_own(&self, var: VarId) -> bool {
        var.index() < self.first_made
    }

    pub fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    pub fn into_program(self) -> Program {
        self.program
    }

    /// The constants that procedures mention, and the axioms that are about these alone.
    pub fn constants(&mut self, procs: &[ProcId]) -> (Vec<VarId>, Vec<ExprId>) {
        let program = &mut self.program;
        let bodies = procs.iter().filter_map(|&p| program.procs[p].body.as_ref());
        let cmds = bodies.flat_map(|b| b.blocks.iter()).flat_map(|b| &b.cmds);
        let roots: Vec<ExprId> = cmds.flat_map(|c| c.exprs()).collect();
        let mut mentioned = FxHashSet::default();
        for root in roots {
            let root = self.definitions.expand(&mut program.exprs, &program.funcs, root, &mut |_| None);
            mentioned.extend(constants_in(program, root).0);
        }
        let axioms: Vec<ExprId> = program.axioms.iter().map(|a| a.expr).collect();
        let mut facts = Vec::new();
        for axiom in axioms {
            let axiom = self.definitions.expand(&mut program.exprs, &program.funcs, axiom, &mut |_| None);
            if let (consts, true) = constants_in(program, axiom)
                && !consts.is_empty()
            {
                facts.push((consts, axiom));
            }
        }
        // Constants that axioms tie to those that matter matter.
        loop {
            let before = mentioned.len();
            for (consts, _) in &facts {
                if consts.iter().any(|c| mentioned.contains(c)) {
                    mentioned.extend(consts.iter().copied());
                }
            }
            if mentioned.len() == before {
                break;
            }
        }
        facts.retain(|(consts, _)| consts.iter().all(|c| mentioned.contains(c)));
        let wanted = |v: &VarId| mentioned.contains(v) && sort(program, program.vars[*v].ty).is_some();
        let consts = program.consts.iter().copied().filter(wanted).collect();
        (consts, facts.into_iter().map(|(_, axiom)| axiom).collect())
    }

    /// What stands for a global's value when the procedure was entered.
    pub fn old(&mut self, proc: ProcId, global: VarId) -> VarId {
        if let Some(&old) = self.olds.get(&(proc, global)) {
            return old;
        }
        let Var { name, ty, .. } = self.program.vars[global].clone();
        let old = new_var(&mut self.program, &format!("old_{name}"), ty);
        self.olds.insert((proc, global), old);
        old
    }

    /// Any value of a variable; constants have one.
    pub fn initial(&mut self, var: VarId) -> ExprId {
        let Var { name, ty, kind, .. } = self.program.vars[var].clone();
        if matches!(kind, VarKind::Const { .. }) {
            return self.program.exprs.var(var, ty);
        }
        self.fresh(&name, ty)
    }

    pub fn fresh(&mut self, name: &str, ty: TypeId) -> ExprId {
        let var = new_var(&mut self.program, name, ty);
        self.program.exprs.var(var, ty)
    }

    /// The value of a variable; any one, if it has none yet.
    pub fn lookup(&mut self, var: VarId, state: &mut State) -> ExprId {
        match state.get(&var) {
            Some(&value) => value,
            None => {
                let value = self.initial(var);
                state.insert(var, value);
                value
            }
        }
    }

    /// The value of an expression of the program.
    pub fn of(&mut self, e: ExprId, state: &mut State) -> ExprId {
        let Program { exprs, funcs, .. } = &mut self.program;
        let e = self.definitions.expand(exprs, funcs, e, &mut |_| None);
        let mut free = Vec::new();
        let mut seen = FxHashSet::default();
        walk(&self.program.exprs, [e], |_, kind| {
            if let ExprKind::Var(v) = kind
                && seen.insert(*v)
            {
                free.push(*v);
            }
        });
        free.retain(|&v| self.program.vars[v].kind != VarKind::Bound || state.contains_key(&v));
        for var in free {
            self.lookup(var, state);
        }
        crate::ir::visit::substitute(&mut self.program.exprs, e, state)
    }

    /// Quantifiers that only ask for a witness vanish: this implies `e` for some values of the fresh variables.
    pub fn witnessed(&mut self, e: ExprId, positive: bool) -> ExprId {
        match self.program.exprs.kind(e).clone() {
            ExprKind::Op(Op::Not, args) => {
                let inner = self.witnessed(args[0], !positive);
                self.program.exprs.not(inner)
            }
            ExprKind::Op(op @ (Op::And | Op::Or), args) => {
                let args: Vec<ExprId> = args.iter().map(|&a| self.witnessed(a, positive)).collect();
                if op == Op::And { self.program.exprs.and(&args) } else { self.program.exprs.or(&args) }
            }
            ExprKind::Op(Op::Implies, args) => {
                let (a, b) = (self.witnessed(args[0], !positive), self.witnessed(args[1], positive));
                self.program.exprs.implies(a, b)
            }
            ExprKind::Quantifier(q) if (q.kind == QuantifierKind::Exists) == positive => {
                let mut map = State::default();
                for &var in &q.vars {
                    let Var { name, ty, .. } = self.program.vars[var].clone();
                    let witness = self.fresh(&name, ty);
                    map.insert(var, witness);
                }
                let body = crate::ir::visit::substitute(&mut self.program.exprs, q.body, &map);
                self.witnessed(body, positive)
            }
            _ => e,
        }
    }

    /// The expression, with variables of any value for the parts that the solver does not know. Equal parts have equal
    /// values.
    pub fn known(&mut self, e: ExprId) -> ExprId {
        if let Some(&done) = self.known.get(&e) {
            return done;
        }
        let mut stack = vec![(e, false)];
        while let Some((e, done)) = stack.pop() {
            if self.known.contains_key(&e) {
                continue;
            }
            if done {
                self.step(e);
                continue;
            }
            stack.push((e, true));
            if !matches!(self.program.exprs.kind(e), ExprKind::Quantifier(_) | ExprKind::Lambda { .. }) {
                for_each_child(self.program.exprs.kind(e), |c| stack.push((c, false)));
            }
        }
        self.known[&e]
    }

    fn step(&mut self, e: ExprId) {
        let known = &self.known;
        let closed = matches!(self.program.exprs.kind(e), ExprKind::Quantifier(_) | ExprKind::Lambda { .. });
        let new = if closed {
            e
        } else {
            Rewriter::new(|_: &mut crate::ir::ExprArena, x| if x == e { None } else { known.get(&x).copied() })
                .rewrite(&mut self.program.exprs, e)
        };
        let ty = self.program.exprs.ty(new);
        let is_open = self.scalars && is_about_maps(&self.program, new);
        let new = if (is_known(&self.program, new) && !is_open) || sort(&self.program, ty).is_none() {
            new
        } else if let Some(&stand_in) = self.stand_ins.get(&new) {
            stand_in
        } else {
            let stand_in = self.fresh("any", ty);
            self.stand_ins.insert(new, stand_in);
            stand_in
        };
        self.known.insert(e, new);
    }
}

/// Whether an expression that is no map has a map as a part.
fn is_about_maps(program: &Program, e: ExprId) -> bool {
    let is_map = |e: ExprId| program.types.is_map(program.exprs.ty(e));
    let mut has_map = false;
    for_each_child(program.exprs.kind(e), |child| has_map |= is_map(child));
    has_map && !is_map(e)
}

/// Constants, and whether there is nothing else but built-in operators.
pub fn constants_in(program: &Program, e: ExprId) -> (Vec<VarId>, bool) {
    let (mut consts, mut only) = (Vec::new(), true);
    walk(&program.exprs, [e], |_, kind| match kind {
        ExprKind::Var(v) if matches!(program.vars[*v].kind, VarKind::Const { .. }) => consts.push(*v),
        ExprKind::Var(_) | ExprKind::Quantifier(_) | ExprKind::Lambda { .. } => only = false,
        ExprKind::Call { func, .. } => only &= matches!(program.funcs[*func].kind, FunctionKind::Builtin(_)),
        _ => {}
    });
    (consts, only)
}

fn new_var(program: &mut Program, name: &str, ty: TypeId) -> VarId {
    program.vars.push(Var {
        name: name.into(),
        ty,
        kind: VarKind::Bound,
        where_clause: None,
        attrs: Attributes::from([]),
        span: Span::NONE,
    })
}

/// `a == b`, of any type.
pub fn equal(program: &mut Program, a: ExprId, b: ExprId) -> ExprId {
    let op = if program.exprs.ty(a) == TypeTable::BOOL { Op::Iff } else { Op::Eq };
    program.exprs.op(op, [a, b], TypeTable::BOOL)
}

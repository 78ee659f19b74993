//! Guesses about what procedures do, from the predicates that the program itself tests.
//!
//! Predicates are about what a procedure gets or leaves: its parameters, the globals, and for a loop the variables that
//! it changes, which come in and go out. There are
//!
//! - the typestate: what a variable is compared with or assigned, `s == 0`, `s == 1`; Booleans and their negations;
//! - signs and bounds: `x >= 0`, `x <= c` for such constants;
//! - comparisons of variables that the body assumes, in all directions: of `i < n` also `i <= n`, `i == n`, `i >= n`;
//! - what is asserted, there or about globals anywhere, which includes the guarded candidates of Boogie's inference.
//!
//! Guesses are `p before ==> !error`, `p before ==> q after` where both are of one kind about the same variables, what
//! holds afterwards whatever was before, that a variable stays, grows or shrinks, or is some parameter, and that there
//! is no return. For the typestate alone ([`Scope::Typestate`]), they are about globals that assertions mention.
//! After section 4.2 of the Corral paper, where predicates are written by hand.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::task::{Scope, Task};
use crate::base::ids::{ExprId, IdVec, ProcId, VarId};
use crate::infer::houdini::{existential_constants, guard_of};
use crate::ir::visit::{Walker, has_quantifier, substitute, walk};
use crate::ir::{Cmd, CmdKind, Expr, ExprKind, Op, Program, Transfer, TypeTable, VarKind};
use crate::pass::loops::{incoming, is_loop_procedure};

/// Constants that are tried for a variable.
const CONSTANTS: usize = 4;
/// Assertions about globals that are tried in all procedures.
const SHARED: usize = 8;
/// Variables of a procedure that predicates are about, those that it changes first.
const VARIABLES: usize = 40;
/// Comparisons that are tried in one procedure.
const COMPARISONS: usize = 8;
/// Clauses that are assumed behind all calls together, before any is dropped, and bounds for one procedure.
const ASSUMED: usize = 20_000;
const LEAST: usize = 12;
const MOST: usize = 120;

/// A guess about a procedure.
pub struct Candidate {
    pub proc: ProcId,
    /// What is to hold at each return: `error ||` in front, but where the claim is about `error`.
    pub clause: ExprId,
    /// About the state at entry; `None`: whatever it is.
    pub premise: Option<ExprId>,
    pub claim: Claim,
    /// The variables of the claim, sorted.
    pub about: Vec<VarId>,
}

/// What is claimed of the state at return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    NoError,
    /// The variable is what it was.
    Same(VarId),
    /// It did not grow, or did not shrink.
    Monotone(VarId),
    Holds(ExprId),
}

/// Guesses about these procedures, which are all that executions reach, callers before callees: about each that is
/// neither the entry nor in `without`.
pub fn candidates(program: &mut Program, task: &Task, procs: &[ProcId], without: &[ProcId]) -> Vec<Candidate> {
    let sources = Sources::new(program, procs, task.scope);
    let about = |proc: ProcId| without.binary_search(&proc).is_err() && sources.concerns(task, proc);
    let calls = procs
        .iter()
        .flat_map(|&p| program.procs[p].cmds())
        .filter(|cmd| matches!(cmd.kind, CmdKind::Call { callee, .. } if about(callee)));
    let most = (ASSUMED / calls.count().max(1)).clamp(LEAST, MOST);
    let mut candidates = Vec::new();
    // What surrounds a loop speaks of what the loop leaves behind.
    let mut comparisons: IdVec<ProcId, Vec<ExprId>> = IdVec::filled(Vec::new(), program.procs.len());
    for &proc in procs {
        let own = sources.comparisons_of(program, proc);
        comparisons[proc].extend(own);
        for (callee, mut renaming) in entered_loops(program, proc) {
            for e in comparisons[proc].clone() {
                let free = variables(program, e).unwrap_or_default();
                for v in free {
                    if program.vars[v].kind == VarKind::Global {
                        renaming.insert(v, program.var_expr(v));
                    }
                }
                if let Some(e) = rendered(program, e, &renaming)
                    && !comparisons[callee].contains(&e)
                {
                    comparisons[callee].push(e);
                }
            }
        }
        if proc != task.entry && about(proc) {
            let mut guesses = Guesses::new(program, task, proc, &sources);
            guesses.make(&sources, &comparisons[proc], most);
            candidates.append(&mut guesses.made);
        }
    }
    candidates
}

/// The loops that a procedure enters, with what stands there for its variables.
fn entered_loops(program: &mut Program, proc: ProcId) -> Vec<(ProcId, FxHashMap<VarId, ExprId>)> {
    let mut found = Vec::new();
    for cmd in program.procs[proc].cmds() {
        if let CmdKind::Call { callee, ins, outs, .. } = &cmd.kind
            && *callee != proc
            && is_loop_procedure(&program.procs[*callee])
        {
            let formals = &program.procs[*callee];
            let mut pairs: Vec<(VarId, VarId)> = Vec::new();
            for (&formal, &actual) in formals.ins.iter().zip(ins) {
                if let ExprKind::Var(v) = *program.exprs.kind(actual) {
                    pairs.push((v, formal));
                }
            }
            pairs.extend(outs.iter().copied().zip(formals.outs.iter().copied()));
            found.push((*callee, pairs));
        }
    }
    let renaming = |program: &mut Program, pairs: Vec<(VarId, VarId)>| {
        pairs.into_iter().map(|(from, to)| (from, program.var_expr(to))).collect()
    };
    found.into_iter().map(|(callee, pairs)| (callee, renaming(program, pairs))).collect()
}

/// An expression with its variables replaced; `None` if one of them has no counterpart.
fn rendered(program: &mut Program, e: ExprId, map: &FxHashMap<VarId, ExprId>) -> Option<ExprId> {
    let free = variables(program, e)?;
    free.iter().all(|v| map.contains_key(v)).then(|| substitute(&mut program.exprs, e, map))
}

/// The variables of procedures and the globals that an expression mentions, sorted; `None` if it mentions old values, or
/// variables that something around it binds.
fn variables(program: &Program, e: ExprId) -> Option<Vec<VarId>> {
    let (mut found, mut mentioned, mut bound) = (Vec::new(), Vec::new(), Vec::new());
    let mut plain = true;
    walk(&program.exprs, [e], |_, kind| match kind {
        ExprKind::Var(v) => match program.vars[*v].kind {
            VarKind::Const { .. } => {}
            VarKind::Bound => mentioned.push(*v),
            _ => found.push(*v),
        },
        ExprKind::Old(_) => plain = false,
        ExprKind::Quantifier(q) => bound.extend(q.vars.iter().copied()),
        ExprKind::Lambda { vars, .. } => bound.extend(vars.iter().copied()),
        _ => {}
    });
    found.sort();
    (plain && mentioned.iter().all(|v| bound.contains(v))).then_some(found)
}

/// What is claimed under a guard that marks a candidate; else the expression itself.
fn unguarded(program: &Program, mut e: ExprId, guards: &[VarId]) -> ExprId {
    while guard_of(program, guards, e).is_some()
        && let ExprKind::Op(Op::Implies, sides) = program.exprs.kind(e)
    {
        e = sides[1];
    }
    e
}

/// Assertions about globals alone; where they are to be the typestate, without quantifiers, which the solver may not
/// decide.
fn asserted_of_globals(program: &Program, procs: &[ProcId], scope: Scope, guards: &[VarId]) -> Vec<ExprId> {
    let mut found = Vec::new();
    for e in procs.iter().flat_map(|&proc| asserted(program, proc)) {
        let e = unguarded(program, e, guards);
        let about = variables(program, e).unwrap_or_default();
        let global = |v: &VarId| program.vars[*v].kind == VarKind::Global;
        let admitted = scope == Scope::Everything || !has_quantifier(&program.exprs, e);
        if admitted && !found.contains(&e) && found.len() < SHARED && !about.is_empty() && about.iter().all(global) {
            found.push(e);
        }
    }
    found
}

/// Whether some assertion that these procedures reach is about the typestate.
pub fn has_typestate(program: &Program, procs: &[ProcId]) -> bool {
    !asserted_of_globals(program, procs, Scope::Typestate, &[]).is_empty()
}

/// What the program says of its variables.
struct Sources {
    /// What a variable is compared with or assigned, in order of appearance.
    constants: FxHashMap<VarId, Vec<ExprId>>,
    /// [`asserted_of_globals`]
    shared: Vec<ExprId>,
    guards: Vec<VarId>,
    /// The globals that guesses are restricted to.
    typestate: Option<FxHashSet<VarId>>,
    scope: Scope,
}

impl Sources {
    fn new(program: &Program, procs: &[ProcId], scope: Scope) -> Sources {
        let mut guards = existential_constants(program);
        guards.sort();
        let mut sources =
            Sources { constants: FxHashMap::default(), shared: Vec::new(), guards, typestate: None, scope };
        let mut walker = Walker::default();
        for &proc in procs {
            for cmd in program.procs[proc].cmds() {
                walker.walk(&program.exprs, cmd.exprs(), &mut |_, kind| match kind {
                    ExprKind::Op(_, args) => sources.operands(program, args),
                    ExprKind::Call { args, .. } => sources.operands(program, args),
                    _ => {}
                });
                match &cmd.kind {
                    CmdKind::Assign(pairs) => pairs.iter().for_each(|&(v, e)| sources.constant(program, v, e)),
                    CmdKind::Call { callee, ins, .. } => {
                        let formals = &program.procs[*callee].ins;
                        formals.iter().zip(ins).for_each(|(&v, &e)| sources.constant(program, v, e));
                    }
                    _ => {}
                }
            }
        }
        sources.shared = asserted_of_globals(program, procs, scope, &sources.guards);
        if scope == Scope::Typestate {
            let asserted = sources.shared.iter().filter_map(|&e| variables(program, e)).flatten();
            sources.typestate = Some(asserted.collect());
        }
        sources
    }

    /// Whether guesses may speak of a variable.
    fn admit(&self, v: VarId) -> bool {
        self.typestate.as_ref().is_none_or(|typestate| typestate.contains(&v))
    }

    /// Whether there is something to guess about a procedure.
    fn concerns(&self, task: &Task, proc: ProcId) -> bool {
        self.typestate.is_none() || task.live.modified(proc).iter().any(|&v| v == task.error || self.admit(v))
    }

    /// A variable beside a literal, whatever the operator.
    fn operands(&mut self, program: &Program, args: &[ExprId]) {
        if let [a, b] = *args {
            for (a, b) in [(a, b), (b, a)] {
                if let ExprKind::Var(v) = *program.exprs.kind(a) {
                    self.constant(program, v, b);
                }
            }
        }
    }

    fn constant(&mut self, program: &Program, v: VarId, e: ExprId) {
        let literal = match program.exprs.kind(e) {
            ExprKind::Int(_) | ExprKind::Bv { .. } | ExprKind::Real(_) => true,
            ExprKind::Var(c) => matches!(program.vars[*c].kind, VarKind::Const { .. }),
            _ => false,
        };
        if literal && program.vars[v].ty == program.exprs.ty(e) {
            let known = self.constants.entry(v).or_default();
            if known.len() < CONSTANTS && !known.contains(&e) {
                known.push(e);
            }
        }
    }

    /// What a body asserts, and the comparisons of variables that it assumes.
    fn comparisons_of(&self, program: &Program, proc: ProcId) -> Vec<ExprId> {
        let mut found: Vec<ExprId> = asserted(program, proc).map(|e| unguarded(program, e, &self.guards)).collect();
        let mut walker = Walker::default();
        for cmd in program.procs[proc].cmds() {
            if let CmdKind::Assume(e) = cmd.kind {
                walker.walk(&program.exprs, [e], &mut |e, kind| {
                    let compares = match kind {
                        ExprKind::Op(Op::Eq | Op::Neq | Op::Lt | Op::Le | Op::Gt | Op::Ge, sides) => {
                            is_scalar(program, program.exprs.ty(sides[0]))
                        }
                        ExprKind::Call { .. } => program.exprs.ty(e) == TypeTable::BOOL,
                        _ => false,
                    };
                    if compares && variables(program, e).is_some_and(|v| v.len() > 1) {
                        found.push(e);
                    }
                });
            }
        }
        let mut seen = FxHashSet::default();
        found.retain(|&e| seen.insert(e) && variables(program, e).is_some_and(|v| !v.is_empty()));
        found.retain(|&e| self.scope != Scope::Unquantified || !has_quantifier(&program.exprs, e));
        found.truncate(COMPARISONS);
        found
    }
}

/// The conditions whose violation raises the flag.
fn asserted(program: &Program, proc: ProcId) -> impl Iterator<Item = ExprId> {
    let blocks = program.procs[proc].body.iter().flat_map(|b| b.blocks.iter());
    blocks.filter(|b| b.transfer == Transfer::Return).filter_map(|b| match b.cmds[..] {
        // As the pass `error_flag` writes them.
        [Cmd { kind: CmdKind::Assume(negated), .. }, Cmd { kind: CmdKind::Assign(_), .. }] => {
            match program.exprs.kind(negated) {
                ExprKind::Op(Op::Not, args) => Some(args[0]),
                _ => None,
            }
        }
        _ => None,
    })
}

fn is_scalar(program: &Program, ty: crate::base::ids::TypeId) -> bool {
    !program.types.is_map(ty)
}

/// Predicates that are crossed with each other, over the variables of the body.
type Family = Vec<ExprId>;

/// The guesses about one procedure.
struct Guesses<'a> {
    program: &'a mut Program,
    proc: ProcId,
    error: VarId,
    /// Whether it can raise the flag.
    fails: bool,
    /// What stands for a variable of the body in a clause, before and after.
    before: FxHashMap<VarId, ExprId>,
    after: FxHashMap<VarId, ExprId>,
    /// The variables that have both and that it changes, in order of declaration.
    changed: Vec<VarId>,
    seen: FxHashSet<ExprId>,
    made: Vec<Candidate>,
}

impl<'a> Guesses<'a> {
    fn new(program: &'a mut Program, task: &Task, proc: ProcId, sources: &Sources) -> Guesses<'a> {
        let (needed_in, needed_out) = (task.live.needed_in(proc), task.live.needed_out(proc));
        let modified: FxHashSet<VarId> = task.live.modified(proc).iter().copied().collect();
        let (mut before, mut after) = (FxHashMap::default(), FxHashMap::default());
        let mut changed = Vec::new();
        let incoming = incoming(program, &program.procs[proc]);
        for &v in needed_in.iter().filter(|&&v| sources.admit(v)) {
            match program.vars[v].kind {
                VarKind::Global => {
                    let old = Expr { kind: ExprKind::Old(v), ty: program.vars[v].ty };
                    let old = program.exprs.intern(old);
                    before.insert(v, old);
                    if !modified.contains(&v) {
                        after.insert(v, old);
                    }
                }
                _ => {
                    let same = program.var_expr(v);
                    before.insert(v, same);
                    after.insert(v, same);
                }
            }
        }
        for &v in needed_out.iter().filter(|&&v| v != task.error && sources.admit(v)) {
            after.insert(v, program.var_expr(v));
            if let Some(come_in) = incoming.get(&v)
                && let Some(&was) = before.get(come_in)
            {
                before.insert(v, was);
            }
            if before.contains_key(&v) {
                changed.push(v);
            }
        }
        let fails = modified.contains(&task.error) && needed_out.contains(&task.error);
        let (seen, made) = (FxHashSet::default(), Vec::new());
        Guesses { program, proc, error: task.error, fails, before, after, changed, seen, made }
    }

    fn make(&mut self, sources: &Sources, comparisons: &[ExprId], most: usize) {
        let families = self.families(sources, comparisons);
        // Each kind of guess has its share, so that one with many members leaves room for the others.
        let share = most.div_ceil(4);
        if self.fails {
            self.guess(None, Claim::NoError, Vec::new(), share);
            for &p in families.iter().flatten() {
                if self.made.len() < share
                    && let Some(premise) = rendered(self.program, p, &self.before)
                {
                    self.guess(Some(premise), Claim::NoError, Vec::new(), share);
                }
            }
        }
        let limit = self.made.len() + share;
        let never = self.program.exprs.bool(false);
        self.guess(None, Claim::Holds(never), Vec::new(), limit);
        for v in self.changed.clone() {
            self.guess(None, Claim::Same(v), vec![v], limit);
        }
        for v in self.changed.clone() {
            if self.program.vars[v].ty == TypeTable::INT {
                self.monotone(v, limit);
            }
        }
        self.equal_to_parameters(limit);
        let limit = self.made.len() + share;
        for &q in families.iter().flatten() {
            self.implied(None, q, limit);
        }
        let limit = self.made.len() + share;
        for &p in families.iter().flatten() {
            self.implied(Some(p), p, limit);
        }
        for family in &families {
            for &p in family {
                for &q in family {
                    self.implied(Some(p), q, limit);
                }
            }
        }
    }

    /// `p before ==> q after`.
    fn implied(&mut self, p: Option<ExprId>, q: ExprId, limit: usize) {
        if self.made.len() >= limit {
            return;
        }
        let premise = match p {
            Some(p) => match rendered(self.program, p, &self.before) {
                Some(p) => Some(p),
                None => return,
            },
            None => None,
        };
        let Some(conclusion) = rendered(self.program, q, &self.after) else { return };
        // About nothing that changes.
        if rendered(self.program, q, &self.before) != Some(conclusion) {
            let about = variables(self.program, q).unwrap_or_default();
            self.guess(premise, Claim::Holds(conclusion), about, limit);
        }
    }

    fn monotone(&mut self, v: VarId, limit: usize) {
        for op in [Op::Ge, Op::Le] {
            let claim = self.program.exprs.op(op, [self.after[&v], self.before[&v]], TypeTable::BOOL);
            self.add(None, Claim::Monotone(v), claim, vec![v], limit);
        }
    }

    /// Out-parameters that may be in-parameters.
    fn equal_to_parameters(&mut self, limit: usize) {
        let (ins, outs) = (self.program.procs[self.proc].ins.clone(), self.program.procs[self.proc].outs.clone());
        for out in outs {
            if self.before.contains_key(&out) {
                continue;
            }
            for &param in &ins {
                if self.program.vars[out].ty == self.program.vars[param].ty
                    && let (Some(&a), Some(&b)) = (self.after.get(&out), self.before.get(&param))
                {
                    let equal = self.program.exprs.eq(a, b);
                    self.add(None, Claim::Holds(equal), equal, vec![out], limit);
                }
            }
        }
    }

    fn guess(&mut self, premise: Option<ExprId>, claim: Claim, about: Vec<VarId>, limit: usize) {
        if self.made.len() >= limit {
            return;
        }
        let conclusion = match claim {
            Claim::NoError => {
                let error = self.program.var_expr(self.error);
                self.program.exprs.not(error)
            }
            Claim::Same(v) => self.program.exprs.eq(self.after[&v], self.before[&v]),
            Claim::Holds(e) => e,
            Claim::Monotone(_) => panic!("internal: monotonicity has two directions"),
        };
        self.add(premise, claim, conclusion, about, limit);
    }

    fn add(&mut self, premise: Option<ExprId>, claim: Claim, conclusion: ExprId, about: Vec<VarId>, limit: usize) {
        if self.made.len() >= limit {
            return;
        }
        let exprs = &mut self.program.exprs;
        let mut clause = match premise {
            Some(premise) => exprs.implies(premise, conclusion),
            None => conclusion,
        };
        if self.fails && claim != Claim::NoError {
            let raised = exprs.var(self.error, TypeTable::BOOL);
            clause = exprs.or(&[raised, clause]);
        }
        if self.seen.insert(clause) {
            self.made.push(Candidate { proc: self.proc, clause, premise, claim, about });
        }
    }

    /// The predicates about the procedure's own variables and the globals that it needs.
    fn families(&mut self, sources: &Sources, comparisons: &[ExprId]) -> Vec<Family> {
        let mut vars = self.changed.clone();
        let mut seen: FxHashSet<VarId> = vars.iter().copied().collect();
        let mut others: Vec<VarId> = self.before.keys().chain(self.after.keys()).copied().collect();
        others.retain(|&v| seen.insert(v));
        others.sort();
        vars.extend(others);
        vars.truncate(VARIABLES);
        // Assertions and comparisons come first: they say what matters.
        let mut families: Vec<Family> = Vec::new();
        for &e in comparisons.iter().chain(&sources.shared) {
            families.push(self.directions(e));
        }
        let mut bounds: IndexMap<VarId, Family, FxBuildHasher> = IndexMap::default();
        for &v in &vars {
            let (var, ty) = (self.program.var_expr(v), self.program.vars[v].ty);
            if ty == TypeTable::BOOL {
                let negated = self.program.exprs.not(var);
                families.push(vec![var, negated]);
                continue;
            }
            let mut constants = sources.constants.get(&v).cloned().unwrap_or_default();
            let zero = self.program.exprs.int(0);
            if ty == TypeTable::INT && !constants.contains(&zero) {
                constants.push(zero);
            }
            families.push(constants.iter().map(|&c| self.program.exprs.eq(var, c)).collect());
            if ty == TypeTable::INT {
                let family = bounds.entry(v).or_default();
                for c in constants {
                    family.push(self.program.exprs.op(Op::Ge, [var, c], TypeTable::BOOL));
                    family.push(self.program.exprs.op(Op::Le, [var, c], TypeTable::BOOL));
                }
            }
        }
        // Bounds are not crossed with each other.
        families.extend(bounds.into_values().flatten().map(|e| vec![e]));
        families
    }

    /// A comparison in all directions; anything else by itself.
    fn directions(&mut self, e: ExprId) -> Family {
        let exprs = &mut self.program.exprs;
        match *exprs.kind(e) {
            ExprKind::Op(Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Neq, ref sides) => {
                let sides = [sides[0], sides[1]];
                if exprs.ty(sides[0]) == TypeTable::INT {
                    let mut family = vec![e];
                    for op in [Op::Le, Op::Eq, Op::Ge] {
                        let direction = exprs.op(op, sides, TypeTable::BOOL);
                        if direction != e {
                            family.push(direction);
                        }
                    }
                    family
                } else {
                    let equal = exprs.eq(sides[0], sides[1]);
                    let differ = exprs.not(equal);
                    vec![equal, differ]
                }
            }
            _ => vec![e],
        }
    }
}

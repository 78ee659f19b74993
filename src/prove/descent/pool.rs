//! What may be true at the head of a loop where runs go in step: templates over what the loop assigns and what is read
//! afterwards.
//!
//! Nearly all are frozen: what an expression was when the loop was entered, it still is.

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use super::align::assigned;
use super::dead::Live;
use super::links::links;
use super::product::Builder;
use super::templates::roots;
use crate::base::ids::{ExprId, FuncId, VarId};
use crate::cfg::heap::{Role, is_bookkeeping, range, role};
use crate::ir::visit::{substitute, walk};
use crate::ir::{Body, Cmd, CmdKind, ExprKind, Op, Program, TypeTable};
use crate::prove::terms::{Terms, is_memory, literal};

/// The largest number of cells that maps may differ in together.
const MOST_KEYS: usize = 4;

/// Of so many variables, each two are compared.
const MOST_TOGETHER: usize = 4;

/// What is guessed at one head.
pub struct Pooled {
    /// What remembers, in front of the loop.
    pub snapshot: Vec<Cmd>,
    pub guesses: Vec<ExprId>,
    /// About all links of lists: to be looked at where the others do not do.
    pub links: Vec<ExprId>,
}

/// What is guessed about the loop of cut `i`, and what has to be remembered for that. `moving`: the addresses that it looks at.
pub fn pool(b: &mut Builder, live: &Live, i: usize, moving: &[ExprId]) -> Pooled {
    let cut = &b.cuts.cuts[i];
    let changing = assigned(&b.cuts.body, cut);
    let mut vars: Vec<VarId> = changing.iter().copied().filter(|&v| live.at(cut.block, v)).collect();
    vars.retain(|v| !b.rounds.contains(v));
    vars.sort();
    let facts = Facts::of(b, i);
    let links = links(b, &vars, facts.next.is_some());
    let mut pool = Pool { b, i, snapshot: Vec::new(), guesses: Vec::new(), scapegoat: 0 };
    for n in 0..pool.b.scapegoats.len() {
        pool.scapegoat = n;
        if pool.b.scapegoats.len() > 1 {
            let alive = pool.b.program.var_expr(pool.b.scapegoats[n].alive);
            let frozen = pool.frozen("alive", alive);
            let same = pool.b.program.exprs.eq(alive, frozen);
            pool.guesses.push(same);
        }
        for &var in &vars {
            let ty = pool.b.program.vars[var].ty;
            if ty == TypeTable::INT {
                pool.integer(var, &facts);
            } else if is_memory(&pool.b.program, ty) {
                pool.memory(var);
            } else {
                let (own, theirs) = pool.both(var);
                let same = pool.b.program.exprs.eq(own, theirs);
                pool.guess(same);
            }
        }
        for &address in moving {
            let theirs = pool.b.scapegoats[n].renaming.expr(&mut pool.b.program, address);
            let same = pool.b.program.exprs.eq(address, theirs);
            pool.guess(same);
        }
    }
    pool.together(&vars, &facts);
    pool.lookahead();
    let Pool { snapshot, mut guesses, .. } = pool;
    let mut seen = FxHashSet::default();
    guesses.retain(|e| seen.insert(*e));
    Pooled { snapshot, guesses, links }
}

/// How a loop assigns its variables.
struct Facts {
    /// What is loaded, and copies of pointers that are.
    loaded: FxHashSet<VarId>,
    /// With the function that brings the value back into its range.
    wrapped: Vec<(VarId, FuncId)>,
    /// Where the next block will lie, if the loop allocates.
    next: Option<VarId>,
    /// By how much variables grow that grow by a constant.
    steps: FxHashMap<VarId, BigInt>,
    /// By whose value cells are looked up, or the value of a copy.
    pointers: FxHashSet<VarId>,
    /// What an assertion says of a pointer to a node: the condition, and the pointer.
    node: Option<(ExprId, VarId)>,
}

impl Facts {
    fn of(b: &Builder, i: usize) -> Facts {
        let members = b.cuts.cuts[i].members.as_ref().expect("internal: a loop");
        let node = about_node(b);
        let (loaded, steps) = (FxHashSet::default(), FxHashMap::default());
        let pointers = pointers(&b.program, &b.cuts.body);
        let mut facts = Facts { loaded, wrapped: Vec::new(), next: None, steps, pointers, node };
        let allocates = |v: &VarId| role(&b.program, *v) == Some(Role::Next);
        facts.next = assigned(&b.cuts.body, &b.cuts.cuts[i]).into_iter().find(allocates);
        let mut assigned_here = Vec::new();
        for (block, code) in b.cuts.body.blocks.iter_enumerated() {
            if !members.contains(&block) {
                continue;
            }
            for cmd in &code.cmds {
                let CmdKind::Assign(pairs) = &cmd.kind else { continue };
                assigned_here.extend(pairs);
                for &(var, e) in pairs {
                    if let Some(step) = step_of(&b.program, e) {
                        facts.steps.insert(var, step);
                    }
                    walk(&b.program.exprs, [e], |_, kind| match kind {
                        ExprKind::Op(Op::Select, _) => {
                            facts.loaded.insert(var);
                        }
                        ExprKind::Call { func, args, .. } if args.len() == 1 && range(&b.program, *func).is_some() => {
                            facts.wrapped.push((var, *func));
                        }
                        _ => {}
                    });
                }
            }
        }
        // A copy of a pointer that was loaded is as good as loaded.
        loop {
            let before = facts.loaded.len();
            for &(to, e) in &assigned_here {
                if let ExprKind::Var(from) = b.program.exprs.kind(e)
                    && facts.loaded.contains(from)
                    && facts.pointers.contains(&to)
                {
                    facts.loaded.insert(to);
                }
            }
            if facts.loaded.len() == before {
                break;
            }
        }
        facts.wrapped.sort();
        facts.wrapped.dedup();
        facts
    }
}

/// The variables that addresses are made of, and those that such a value comes from or goes to.
fn pointers(program: &Program, body: &Body) -> FxHashSet<VarId> {
    let of_address = |e: ExprId| match program.exprs.kind(e) {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Op(Op::Add, args) => match program.exprs.kind(args[0]) {
            ExprKind::Var(v) => Some(*v),
            _ => None,
        },
        _ => None,
    };
    let mut found = FxHashSet::default();
    let mut copies = Vec::new();
    for cmd in body.cmds() {
        walk(&program.exprs, roots(cmd), |_, kind| {
            if let ExprKind::Op(Op::Select | Op::Store, args) = kind {
                found.extend(of_address(args[1]));
            }
        });
        if let CmdKind::Assign(pairs) = &cmd.kind {
            copies.extend(pairs.iter().filter_map(|&(to, e)| match program.exprs.kind(e) {
                ExprKind::Var(from) => Some((to, *from)),
                _ => None,
            }));
        }
    }
    loop {
        let before = found.len();
        for &(to, from) in &copies {
            if found.contains(&to) || found.contains(&from) {
                found.extend([to, from]);
            }
        }
        if found.len() == before {
            break found;
        }
    }
}

/// The constant that is added in `x + c`, in `x - c`, or where that is brought back into its range.
pub fn step_of(program: &Program, e: ExprId) -> Option<BigInt> {
    match program.exprs.kind(e) {
        ExprKind::Op(Op::Add, args) if args.len() == 2 => literal(program, args[1]),
        ExprKind::Op(Op::Sub, args) if args.len() == 2 => literal(program, args[1]).map(|n| -n),
        ExprKind::Call { args, .. } if args.len() == 1 => step_of(program, args[0]),
        _ => None,
    }
}

/// The condition of an assertion about a node, `$live[p] && n <= $size[p]`, with the largest `n`, and its `p`.
fn about_node(b: &Builder) -> Option<(ExprId, VarId)> {
    let mut found: Option<(BigInt, ExprId, VarId)> = None;
    for cmd in b.cuts.body.cmds() {
        let CmdKind::Assert(e, _) = cmd.kind else { continue };
        let ExprKind::Op(Op::And, parts) = b.program.exprs.kind(e) else { continue };
        let ExprKind::Op(Op::Select, args) = b.program.exprs.kind(parts[0]) else { continue };
        let (ExprKind::Var(map), ExprKind::Var(at)) = (b.program.exprs.kind(args[0]), b.program.exprs.kind(args[1]))
        else {
            continue;
        };
        let size = parts.last().and_then(|&last| match b.program.exprs.kind(last) {
            ExprKind::Op(Op::Le, sides) => literal(&b.program, sides[0]),
            _ => None,
        });
        if let Some(size) = size
            && role(&b.program, *map) == Some(Role::Live)
            && found.as_ref().is_none_or(|(largest, ..)| *largest < size)
        {
            found = Some((size, e, *at));
        }
    }
    found.map(|(_, e, at)| (e, at))
}

struct Pool<'p, 'a> {
    b: &'p mut Builder<'a>,
    i: usize,
    snapshot: Vec<Cmd>,
    guesses: Vec<ExprId>,
    scapegoat: usize,
}

impl Pool<'_, '_> {
    fn t(&mut self) -> Terms<'_> {
        self.b.terms()
    }

    /// The value of an expression when the loop is entered.
    fn frozen(&mut self, name: &str, e: ExprId) -> ExprId {
        let ty = self.b.program.exprs.ty(e);
        let var = self.b.local(&format!("was.{}.{name}", self.i), ty);
        let assign = self.b.assign(var, e);
        self.snapshot.push(assign);
        self.b.program.var_expr(var)
    }

    /// A variable, and the scapegoat's.
    fn both(&mut self, var: VarId) -> (ExprId, ExprId) {
        let other = self.b.scapegoats[self.scapegoat].renaming.var(var);
        (self.b.program.var_expr(var), self.b.program.var_expr(other))
    }

    /// Of a scapegoat; nothing is said of a dead one.
    fn guess(&mut self, e: ExprId) {
        let mut e = e;
        if self.b.scapegoats.len() > 1 {
            let alive = self.b.program.var_expr(self.b.scapegoats[self.scapegoat].alive);
            e = self.b.program.exprs.implies(alive, e);
        }
        self.guesses.push(e);
    }

    fn integer(&mut self, var: VarId, facts: &Facts) {
        let name = self.b.program.vars[var].name.to_string();
        let (own, theirs) = self.both(var);
        let difference = self.t().sub(own, theirs);
        let d = self.frozen(&format!("{name}.d"), difference);
        let same = self.t().eq(difference, d);
        self.guess(same);
        for &(_, func) in facts.wrapped.iter().filter(|(v, _)| *v == var) {
            let shifted = self.t().add(theirs, d);
            let call = ExprKind::Call { func, types: Box::new([]), args: Box::new([shifted]) };
            let wrapped = self.b.program.exprs.intern(crate::ir::Expr { kind: call, ty: TypeTable::INT });
            let same = self.t().eq(own, wrapped);
            self.guess(same);
            if let Some((low, high)) = range(&self.b.program, func) {
                for v in [own, theirs] {
                    let (low, high) = (self.t().int(low.clone()), self.t().int(high.clone()));
                    let (above, below) = (self.t().le(low, v), self.t().le(v, high));
                    let within = self.t().and(&[above, below]);
                    self.guess(within);
                }
            }
        }
        // Nothing is known of a node that was not looked at yet.
        let unseen = facts.loaded.contains(&var) && facts.next.is_none();
        if facts.pointers.contains(&var) && !unseen && !is_bookkeeping(&self.b.program, var) {
            self.pointer(var, facts);
        }
        let was = self.frozen(&name, own);
        // Where no run is smaller, the loop ends with this iteration.
        let (bytes, less_bytes) = self.both(self.b.memory.bytes);
        let smaller = self.t().lt(less_bytes, bytes);
        let still = self.t().eq(own, was);
        let unless = self.b.program.exprs.or(&[smaller, still]);
        self.guess(unless);
        if facts.loaded.contains(&var) {
            // Runs that are not at the same place wait there.
            let was_theirs = self.frozen(&format!("{name}'"), theirs);
            let zero = self.t().int(0);
            let level = self.t().eq(d, zero);
            let (same, still_theirs) = (self.t().eq(own, theirs), self.t().eq(theirs, was_theirs));
            let together = self.t().implies(level, same);
            let waiting = self.t().and(&[still, still_theirs]);
            let apart = self.b.program.exprs.or(&[level, waiting]);
            self.guess(together);
            self.guess(apart);
            return;
        }
        let (up, down) = (self.t().le(was, own), self.t().le(own, was));
        self.guesses.extend([up, down]);
        if is_bookkeeping(&self.b.program, var) {
            return;
        }
        if let Some(next) = facts.next {
            // Blocks that are old lie in front of new ones.
            let (limit, limit_too) = self.both(next);
            let (old, old_too) = (self.t().lt(own, limit), self.t().lt(theirs, limit_too));
            self.guess(old);
            self.guess(old_too);
        }
        let zero = self.t().int(0);
        let (natural, theirs_too) = (self.t().le(zero, own), self.t().le(zero, theirs));
        self.guesses.push(natural);
        self.guess(theirs_too);
        let (less, more) = (self.t().le(theirs, own), self.t().le(own, theirs));
        self.guess(less);
        self.guess(more);
        self.inside(var);
        // Indices are within blocks.
        for (_, size) in self.b.memory.placed.clone() {
            let (size, smaller) = self.both(size);
            let (inside, inside_too) = (self.t().lt(own, size), self.t().lt(theirs, smaller));
            self.guesses.push(inside);
            self.guess(inside_too);
        }
    }

    /// A pointer is within the block that it comes from, or at its end.
    fn inside(&mut self, var: VarId) {
        for block in self.b.memory.within.clone().into_iter().filter(|w| w.pointer == var) {
            let ((own, theirs), (at, at_too)) = (self.both(var), self.both(block.at));
            let (size, size_too) = self.both(block.size);
            for (pointer, at, size) in [(own, at, size), (theirs, at_too, size_too)] {
                let end = self.t().add(at, size);
                let (after, before) = (self.t().le(at, pointer), self.t().lt(pointer, end));
                let not_behind = self.t().le(pointer, end);
                for e in [after, before, not_behind] {
                    self.guess(e);
                }
            }
        }
    }

    /// It is null, or points to a node.
    fn pointer(&mut self, var: VarId, facts: &Facts) {
        if let Some((condition, at)) = facts.node {
            let own = self.b.program.var_expr(var);
            let of_own = substitute(&mut self.b.program.exprs, condition, &FxHashMap::from_iter([(at, own)]));
            let zero = self.t().int(0);
            let null = self.t().eq(own, zero);
            let either = self.b.program.exprs.or(&[null, of_own]);
            let renaming = self.b.scapegoats[self.scapegoat].renaming.clone();
            let theirs = renaming.expr(&mut self.b.program, either);
            self.guesses.push(either);
            self.guess(theirs);
        }
    }

    fn memory(&mut self, map: VarId) {
        let name = self.b.program.vars[map].name.to_string();
        let (own, theirs) = self.both(map);
        let same = self.t().eq(own, theirs);
        self.guess(same);
        let mut keys: Vec<ExprId> = Vec::new();
        for (of, key) in self.b.keys.clone() {
            if of == map {
                let key = self.b.program.var_expr(key);
                keys.push(key);
            }
        }
        for set in key_sets(&keys) {
            let (mut a, mut b) = (own, theirs);
            for key in set {
                let cell = self.t().select(own, key);
                let blank = self.blank(cell);
                a = self.t().store(a, key, blank);
                b = self.t().store(b, key, blank);
            }
            let same = self.t().eq(a, b);
            self.guess(same);
        }
        if role(&self.b.program, map) == Some(Role::Live) {
            let null = self.t().int(0);
            keys.push(null);
        }
        for (n, (_, key)) in self.b.reads.clone().into_iter().filter(|(of, _)| *of == map).enumerate() {
            let key = self.b.program.var_expr(key);
            let cell = self.t().select(own, key);
            let was = self.frozen(&format!("{name}.read.{n}"), cell);
            let same = self.t().eq(cell, was);
            self.guesses.push(same);
        }
        for (n, key) in keys.into_iter().enumerate() {
            for (map, mark) in [(own, ""), (theirs, "'")] {
                let cell = self.t().select(map, key);
                let was = self.frozen(&format!("{name}{mark}.{n}"), cell);
                let same = self.t().eq(cell, was);
                self.guess(same);
            }
        }
    }

    /// Some value of the cell's type.
    fn blank(&mut self, cell: ExprId) -> ExprId {
        match self.b.program.exprs.ty(cell) {
            TypeTable::BOOL => self.b.program.exprs.bool(false),
            TypeTable::INT => self.b.program.exprs.int(0),
            _ => cell,
        }
    }

    /// Variables of the primary that grow by constants: a multiple of one and a multiple of the other differ by as much as
    /// before.
    fn together(&mut self, vars: &[VarId], facts: &Facts) {
        let steps: Vec<(VarId, BigInt)> =
            vars.iter().filter_map(|v| facts.steps.get(v).map(|step| (*v, step.clone()))).take(MOST_TOGETHER).collect();
        for (n, (a, step_a)) in steps.iter().enumerate() {
            for (b, step_b) in &steps[n + 1..] {
                let [a, b] = [a, b].map(|v| self.b.program.var_expr(*v));
                let mut t = self.t();
                let (times_a, times_b) = (t.int(step_b.clone()), t.int(step_a.clone()));
                let (a, b) = (t.mul(times_a, a), t.mul(times_b, b));
                let difference = t.sub(a, b);
                let was = self.frozen("together", difference);
                let same = self.t().eq(difference, was);
                self.guesses.push(same);
            }
        }
    }

    /// Whether the next iteration of a loop is its last.
    fn lookahead(&mut self) {
        let members = self.b.cuts.cuts[self.i].members.clone().expect("internal: a loop");
        let mut ahead: Vec<(VarId, VarId)> = self.b.ahead.iter().map(|(&v, &n)| (v, n)).collect();
        ahead.sort();
        for (var, next) in ahead {
            let drawn = self.b.cuts.body.blocks.iter_enumerated().any(|(block, code)| {
                members.contains(&block)
                    && code.cmds.iter().any(|c| matches!(&c.kind, CmdKind::Havoc(vars) if vars.contains(&var)))
            });
            if drawn {
                let next = self.b.program.var_expr(next);
                let zero = self.t().int(0);
                let is_zero = self.t().eq(next, zero);
                let not = self.t().not(is_zero);
                self.guesses.extend([is_zero, not]);
            }
        }
    }
}

/// Sets of cells: each subset of few, of many the singletons and all.
fn key_sets(keys: &[ExprId]) -> Vec<Vec<ExprId>> {
    if keys.len() > MOST_KEYS {
        return keys.iter().map(|&k| vec![k]).chain([keys.to_vec()]).collect();
    }
    (1..1usize << keys.len())
        .map(|set| keys.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &k)| k).collect())
        .collect()
}

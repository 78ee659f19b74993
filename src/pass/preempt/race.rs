//! Data races become assertions.
//!
//! Two accesses to one place race if one of them writes, one of them is in no atomic section, and an execution reaches
//! a state in which two threads are about to make them. One thread says what it is about to access, and stays there;
//! each other access asserts that it does not conflict. So places are globals, and elements of global maps.
//!
//! ```text
//! m[e] := v;    →    assume {:yield "access"} true;
//!                    goto on, wait;
//!              wait: assume place == 0;
//!                    place, at, writes := m's number, e, true;
//!                    assume {:yield} true; assume false;
//!                on: assert !(place == m's number && at == e);      of a read: … && writes
//!                    m[e] := v;
//! ```
//!
//! What is in an atomic section asserts, and does not wait. A command that reads and writes is about to do both: what it
//! does before the write changes nothing that others see. Under sequential consistency, a program without such states
//! has no data races in the sense of C11 (5.1.2.4), where synchronisation orders what does not race.

use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{NotFollowed, before_access, sections, within, yield_mark};
use crate::base::ids::{BlockId, ExprId, ProcId, TypeId, VarId};
use crate::cfg::heap::{Role, role};
use crate::cfg::threads::{Sharing, is_atomic, mark};
use crate::ir::build::fresh_local;
use crate::ir::visit::substitute;
use crate::ir::{
    AssertKind, Attr, Attribute, AttributeValue, Block, Body, Cmd, CmdKind, Expr, ExprKind, Names, Op, Program,
    Transfer, Type, TypeTable, VarKind, string_attribute,
};

/// What a command accesses: a global, or the element of a global map.
#[derive(Clone, PartialEq)]
struct Place {
    var: VarId,
    index: Option<ExprId>,
    writes: bool,
    /// It does so if these are true or false, as they say.
    guard: Vec<(ExprId, bool)>,
}

impl Place {
    /// Whether what conflicts with the other access conflicts with this one.
    fn covers(&self, other: &Place) -> bool {
        let is_less_guarded = self.guard.iter().all(|condition| other.guard.contains(condition));
        self.var == other.var && self.index == other.index && self.writes >= other.writes && is_less_guarded
    }
}

/// What the thread that waits is about to access.
struct Waiting {
    /// The position of the global among those that are shared, from 1; 0: none waits.
    place: VarId,
    /// The element, by type of the index.
    at: Vec<(TypeId, VarId)>,
    writes: VarId,
}

/// Adds the assertions. Error: an access whose place is not known.
pub(super) fn run(
    program: &mut Program,
    entry: ProcId,
    sharing: &Sharing,
    shared: &FxHashSet<VarId>,
) -> Result<(), NotFollowed> {
    let is_entered_again = program.procs.iter().flat_map(|p| p.cmds()).any(|cmd| cmd.callee() == Some(entry));
    if is_entered_again {
        return Err(NotFollowed("races of a program whose entry is called".into()));
    }
    let mut order: Vec<VarId> = shared.iter().copied().collect();
    order.sort();
    let waiting = Waiting::new(program, &order);
    for id in program.procs.ids() {
        let Some(old) = program.procs[id].body.clone() else { continue };
        let names = Names::of_blocks(&old);
        let cells = FxHashMap::default();
        let mut races = Races { program, sharing, order: &order, waiting: &waiting, proc: id, names, cells };
        let body = races.body(&old)?;
        program.procs[id].body = Some(body);
    }
    let none = program.exprs.int(0);
    let span = program.procs[entry].span;
    if let Some(body) = &mut program.procs[entry].body {
        let first = body.entry;
        body.blocks[first].cmds.splice(0..0, Cmd::assign(vec![(waiting.place, none)], span));
    }
    Ok(())
}

impl Waiting {
    fn new(program: &mut Program, order: &[VarId]) -> Waiting {
        let mut names = Names::of_vars(program);
        let mut global = |program: &mut Program, name: &str, ty| {
            let var = program.new_var(names.fresh(name), VarKind::Global, ty, Span::NONE);
            program.vars[var].attrs = [Attribute::marker(Attr::Unobserved)].into();
            program.globals.push(var);
            var
        };
        let place = global(program, "race_place", TypeTable::INT);
        let writes = global(program, "race_writes", TypeTable::BOOL);
        let mut at: Vec<(TypeId, VarId)> = Vec::new();
        for &var in order {
            if let Some(ty) = index_type(program, var)
                && at.iter().all(|(known, _)| *known != ty)
            {
                at.push((ty, global(program, "race_at", ty)));
            }
        }
        Waiting { place, at, writes }
    }
}

/// Of a map with one index, the type of the index.
fn index_type(program: &Program, var: VarId) -> Option<TypeId> {
    match program.types.get(program.vars[var].ty) {
        Type::Map { args, .. } if args.len() == 1 => Some(args[0]),
        _ => None,
    }
}

struct Races<'a> {
    program: &'a mut Program,
    sharing: &'a Sharing,
    order: &'a [VarId],
    waiting: &'a Waiting,
    proc: ProcId,
    names: Names,
    /// Of what writes many elements at once, any one of them.
    cells: FxHashMap<ExprId, Cell>,
}

/// One of the elements that `m := (lambda a :: if c then e else m[a])` may write: which, and `if c then e else m[a]` of it.
#[derive(Clone, Copy)]
struct Cell {
    index: VarId,
    content: ExprId,
}

impl Races<'_> {
    fn body(&mut self, old: &Body) -> Result<Body, NotFollowed> {
        let mut made = old.clone();
        let always_atomic = is_atomic(self.program, &self.program.procs[self.proc]);
        let sections = sections(old);
        for block in old.blocks.ids() {
            let beside = self.sharing.beside(self.program, self.proc, block);
            let mut inside = sections[block];
            let mut current = block;
            let mut known: Vec<Place> = Vec::new();
            made.blocks[block].cmds.clear();
            for (cmd, beside) in old.blocks[block].cmds.iter().zip(beside) {
                inside = within(cmd, inside);
                if beside && mark(cmd).is_none() {
                    let any = self.any_cells(&mut made, cmd);
                    if !any.is_empty() {
                        known.clear();
                        made.blocks[current].cmds.push(Cmd {
                            kind: CmdKind::Havoc(any),
                            attrs: Default::default(),
                            span: cmd.span,
                        });
                    }
                    let mut places = self.places(cmd)?;
                    places.retain(|place| !known.iter().any(|before| before.covers(place)));
                    if !places.is_empty() {
                        if !inside && !always_atomic {
                            current = self.may_wait(&mut made, current, &places, cmd);
                        }
                        for place in &places {
                            let assertion = self.assertion(place, cmd);
                            made.blocks[current].cmds.push(assertion);
                        }
                    }
                    known.extend(places);
                }
                if !matches!(cmd.kind, CmdKind::Assume(_)) || mark(cmd).is_some() {
                    known.clear();
                }
                made.blocks[current].cmds.push(cmd.clone());
            }
            made.blocks[current].transfer = old.blocks[block].transfer.clone();
        }
        Ok(made)
    }

    /// For what writes many elements at once, variables that say which one is looked at: any.
    fn any_cells(&mut self, body: &mut Body, cmd: &Cmd) -> Vec<VarId> {
        let CmdKind::Assign(pairs) = &cmd.kind else { return Vec::new() };
        let mut found = Vec::new();
        for &(var, e) in pairs {
            if !self.order.contains(&var) || index_type(self.program, var).is_none() {
                continue;
            }
            let ExprKind::Lambda { vars, body: content, .. } = self.program.exprs.kind(e).clone() else { continue };
            let [bound] = vars[..] else { continue };
            if !self.cells.contains_key(&e) {
                let ty = self.program.vars[bound].ty;
                let index = fresh_local(self.program, body, "cell", ty, cmd.span);
                let value = self.program.var_expr(index);
                let map = FxHashMap::from_iter([(bound, value)]);
                let content = substitute(&mut self.program.exprs, content, &map);
                self.cells.insert(e, Cell { index, content });
            }
            found.push(self.cells[&e].index);
        }
        found
    }

    /// Blocks in which the thread waits in front of an access, and the block in which it goes on.
    fn may_wait(&mut self, body: &mut Body, current: BlockId, places: &[Place], cmd: &Cmd) -> BlockId {
        let on = self.add(body, "on", Vec::new(), cmd.span);
        let mut targets = vec![on];
        for place in places {
            let guard = self.guard(place);
            let mut cmds: Vec<Cmd> = guard.into_iter().map(|e| Cmd::assume(e, cmd.span)).collect();
            let (here, none) = (self.program.var_expr(self.waiting.place), self.program.exprs.int(0));
            let is_first = self.program.exprs.eq(here, none);
            cmds.push(Cmd::assume(is_first, cmd.span));
            let mut pairs = vec![(self.waiting.place, self.number(place.var))];
            if let Some((at, index)) = self.at(place) {
                pairs.push((at, index));
            }
            pairs.push((self.waiting.writes, self.program.exprs.bool(place.writes)));
            let text = format!("is about to {} {}", verb(place.writes), self.name(place, cmd));
            let attrs =
                [Attribute::marker(Attr::Race), Attribute::with(Attr::Print, vec![AttributeValue::Str(text.into())])];
            cmds.push(Cmd { kind: CmdKind::Assign(pairs), attrs: attrs.into(), span: cmd.span });
            cmds.push(yield_mark(self.program, Attribute::marker(Attr::Yield), cmd.span));
            let never = self.program.exprs.bool(false);
            cmds.push(Cmd::assume(never, cmd.span));
            targets.push(self.add(body, "wait", cmds, cmd.span));
        }
        let before = yield_mark(self.program, before_access(), cmd.span);
        body.blocks[current].cmds.push(before);
        body.blocks[current].transfer = Transfer::Goto(targets);
        on
    }

    /// `guard ==> !(place == p && at == index && (writes || …))`
    fn assertion(&mut self, place: &Place, cmd: &Cmd) -> Cmd {
        let (here, number) = (self.program.var_expr(self.waiting.place), self.number(place.var));
        let mut same = vec![self.program.exprs.eq(here, number)];
        if let Some((at, index)) = self.at(place) {
            let at = self.program.var_expr(at);
            same.push(self.program.exprs.eq(at, index));
            // Nothing of C is at null: who accesses that does something else that is wrong.
            if role(self.program, place.var) == Some(Role::Cells) {
                same.extend(self.is_not_null(index));
            }
        }
        if !place.writes {
            same.push(self.program.var_expr(self.waiting.writes));
        }
        same.extend(self.guard(place));
        let conflict = self.program.exprs.and(&same);
        let fine = self.program.exprs.not(conflict);
        let text = match (role(self.program, place.var), place.writes) {
            (Some(Role::Freed | Role::Live), true) => "data race: this frees what another thread accesses".to_string(),
            (Some(Role::Freed | Role::Live), false) => "data race: this accesses what another thread frees".to_string(),
            (Some(Role::BitFields), writes) => {
                format!("data race: this {}s a bit-field beside one that another thread accesses", verb(writes))
            }
            _ => format!("data race: this {}s {}", verb(place.writes), self.name(place, cmd)),
        };
        let message = Attribute::with(Attr::Msg, vec![AttributeValue::Str(text.into())]);
        let attrs = cmd.attrs.iter().filter(|a| a.is(Attr::SourceFile) || a.is(Attr::SourceLine)).cloned();
        let attrs: Vec<Attribute> = attrs.chain([message]).collect();
        Cmd { kind: CmdKind::Assert(fine, AssertKind::Race), attrs: attrs.into(), span: cmd.span }
    }

    fn is_not_null(&mut self, index: ExprId) -> Option<ExprId> {
        let ty = self.program.exprs.ty(index);
        let null = match *self.program.types.get(ty) {
            Type::Int => self.program.exprs.int(0),
            Type::Bv(width) => {
                let kind = ExprKind::Bv { value: 0u32.into(), width };
                self.program.exprs.intern(Expr { kind, ty })
            }
            _ => return None,
        };
        let same = self.program.exprs.eq(index, null);
        Some(self.program.exprs.not(same))
    }

    fn guard(&mut self, place: &Place) -> Vec<ExprId> {
        let exprs = &mut self.program.exprs;
        place.guard.iter().map(|&(e, holds)| if holds { e } else { exprs.not(e) }).collect()
    }

    fn number(&mut self, var: VarId) -> ExprId {
        let position = self.order.iter().position(|v| *v == var).expect("internal: the place is shared");
        self.program.exprs.int(position + 1)
    }

    fn at(&self, place: &Place) -> Option<(VarId, ExprId)> {
        let index = place.index?;
        let ty = self.program.exprs.ty(index);
        self.waiting.at.iter().find(|(known, _)| *known == ty).map(|&(_, at)| (at, index))
    }

    /// How users call the place: a variable has a name, what stands in memory is called so.
    fn name(&self, place: &Place, cmd: &Cmd) -> String {
        let var = &self.program.vars[place.var];
        let role = role(self.program, place.var);
        match role {
            Some(Role::Freed | Role::Live) => return "the life of a block".to_string(),
            Some(Role::BitFields) => return "a bit-field".to_string(),
            _ => {}
        }
        let is_annotated = cmd.attrs.iter().any(|a| a.is(Attr::Cell)) || role == Some(Role::Cells);
        match string_attribute(&var.attrs, Attr::Shown) {
            Some(name) => name.to_string(),
            None if is_annotated => "memory".to_string(),
            None => var.name.to_string(),
        }
    }

    fn add(&mut self, body: &mut Body, name: &str, cmds: Vec<Cmd>, span: Span) -> BlockId {
        body.blocks.push(Block { name: self.names.fresh(name), cmds, transfer: Transfer::Return, span })
    }

    /// What a command accesses. A contract accesses nothing.
    fn places(&self, cmd: &Cmd) -> Result<Vec<Place>, NotFollowed> {
        let mut found =
            Found { program: self.program, order: self.order, cells: &self.cells, places: Vec::new(), unknown: None };
        match &cmd.kind {
            CmdKind::Assign(pairs) => {
                for &(var, e) in pairs {
                    if found.is_shared(var) { found.written(var, e, &[]) } else { found.read(e, &[]) }
                }
            }
            CmdKind::Havoc(vars) => vars.iter().for_each(|&var| found.whole(var, true, &[])),
            CmdKind::Call { callee, ins, outs, .. } => {
                ins.iter().for_each(|&e| found.read(e, &[]));
                let without_body = self.program.procs[*callee].body.is_none() && *callee != self.proc;
                let modified = self.program.procs[*callee].modifies.iter().filter(|_| without_body);
                outs.iter().chain(modified).for_each(|&var| found.whole(var, true, &[]));
            }
            CmdKind::Assume(e) | CmdKind::Assert(e, _) => found.read(*e, &[]),
        }
        match found.unknown {
            Some(var) => Err(NotFollowed(format!("accesses to all of {} at once", self.program.vars[var].name))),
            None => Ok(found.places),
        }
    }
}

fn verb(writes: bool) -> &'static str {
    if writes { "write" } else { "read" }
}

/// The places that expressions access.
struct Found<'a> {
    program: &'a Program,
    order: &'a [VarId],
    cells: &'a FxHashMap<ExprId, Cell>,
    places: Vec<Place>,
    /// A map that is accessed as a whole.
    unknown: Option<VarId>,
}

impl Found<'_> {
    fn is_shared(&self, var: VarId) -> bool {
        self.order.contains(&var)
    }

    fn add(&mut self, var: VarId, index: Option<ExprId>, writes: bool, guard: &[(ExprId, bool)]) {
        let place = Place { var, index, writes, guard: guard.to_vec() };
        if !self.places.iter().any(|before| before.covers(&place)) {
            self.places.retain(|before| !place.covers(before));
            self.places.push(place);
        }
    }

    /// A variable is accessed that may be a map.
    fn whole(&mut self, var: VarId, writes: bool, guard: &[(ExprId, bool)]) {
        if self.is_shared(var) {
            match self.program.types.get(self.program.vars[var].ty) {
                Type::Map { .. } => self.unknown = Some(var),
                _ => self.add(var, None, writes, guard),
            }
        }
    }

    /// A shared variable gets a value.
    fn written(&mut self, var: VarId, e: ExprId, guard: &[(ExprId, bool)]) {
        if index_type(self.program, var).is_none() {
            self.whole(var, true, guard);
            return self.read(e, guard);
        }
        match self.program.exprs.kind(e) {
            ExprKind::Var(same) if *same == var => {}
            ExprKind::Op(Op::Store, args) if args.len() == 3 => {
                self.add(var, Some(args[1]), true, guard);
                self.read(args[1], guard);
                self.read(args[2], guard);
                self.written(var, args[0], guard);
            }
            ExprKind::Lambda { .. } => self.one_of_many(var, e, guard),
            _ => self.unknown = Some(var),
        }
    }

    /// Many elements are written, of which one is looked at; the others stay as they are.
    fn one_of_many(&mut self, var: VarId, e: ExprId, guard: &[(ExprId, bool)]) {
        let program = self.program;
        let exprs = &program.exprs;
        let known = self.cells.get(&e).and_then(|cell| match exprs.kind(cell.content) {
            ExprKind::Op(Op::Ite, args) => Some((cell.index, args)),
            _ => None,
        });
        let stays = |index: VarId, e: ExprId| match exprs.kind(e) {
            ExprKind::Op(Op::Select, args) => {
                args.len() == 2
                    && *exprs.kind(args[0]) == ExprKind::Var(var)
                    && *exprs.kind(args[1]) == ExprKind::Var(index)
            }
            _ => false,
        };
        match known {
            Some((index, args)) if stays(index, args[2]) => {
                let ExprKind::Op(_, place) = exprs.kind(args[2]) else { return };
                let (condition, new, at) = (args[0], args[1], place[1]);
                let inside = [guard, &[(condition, true)]].concat();
                self.read(condition, guard);
                self.read(new, &inside);
                self.add(var, Some(at), true, &inside);
            }
            _ => self.unknown = Some(var),
        }
    }

    /// An expression is evaluated, from left to right as far as conditions go.
    fn read(&mut self, e: ExprId, guard: &[(ExprId, bool)]) {
        let program = self.program;
        match program.exprs.kind(e) {
            ExprKind::Var(var) => self.whole(*var, false, guard),
            ExprKind::Op(Op::Select, args) if args.len() == 2 => {
                self.read(args[1], guard);
                match self.program.exprs.kind(args[0]) {
                    ExprKind::Var(var) if self.is_shared(*var) => self.add(*var, Some(args[1]), false, guard),
                    _ => self.read(args[0], guard),
                }
            }
            ExprKind::Op(Op::Ite, args) => {
                self.read(args[0], guard);
                for (&arg, holds) in args[1..].iter().zip([true, false]) {
                    self.read(arg, &[guard, &[(args[0], holds)]].concat());
                }
            }
            ExprKind::Op(op @ (Op::And | Op::Or | Op::Implies), args) => {
                let mut guard = guard.to_vec();
                for &arg in args {
                    self.read(arg, &guard);
                    guard.push((arg, *op != Op::Or));
                }
            }
            ExprKind::Quantifier(_) | ExprKind::Lambda { .. } | ExprKind::Code(_) => {
                let mut all = crate::cfg::free_vars::FreeVars::default();
                let shared = all.of(self.program, e).iter().copied().find(|v| self.order.contains(v));
                self.unknown = self.unknown.or(shared);
            }
            ExprKind::Op(_, args) | ExprKind::Call { args, .. } => args.iter().for_each(|&arg| self.read(arg, guard)),
            _ => {}
        }
    }
}

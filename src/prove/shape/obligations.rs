//! Steps of the prover as Boogie programs about the program's own maps: in every heap that a state stands for, what the
//! command does is what one of the next states says.
//!
//! ```text
//! assume «state»;   M.next[n] := head;   assert «state after» || …;
//! ```

use rustc_hash::FxHashMap;

use super::heap::{Map, ObjId, Value};
use super::state::State;
use super::subject::Subject;
use crate::base::ids::{BlockId, ExprId, IdVec, TypeId, VarId};
use crate::ir::unresolve::unresolve;
use crate::ir::visit::walk;
use crate::ir::{
    AssertKind, Attributes, Block, Body, Cmd, CmdKind, ExprKind, Op, Procedure, Program, Transfer, Type, TypeTable,
    VarKind,
};
use crate::verdict::Obligation;
use ivl::source::Span;

/// A command, a state in front of it, and those behind it.
pub struct Step {
    pub place: (BlockId, usize),
    pub before: State,
    pub after: Vec<State>,
}

/// What the obligation is called.
pub const NAME: &str = "sample_of_steps";

/// How many steps are confirmed.
pub fn count(subject: &Subject, steps: &[Step]) -> usize {
    program(subject, steps).procs.len()
}

/// The obligation that the steps are those of the program, as far as some tell.
pub fn steps(subject: &Subject, steps: &[Step]) -> Obligation {
    Obligation { name: NAME.into(), text: unresolve(&program(subject, steps)).to_string() }
}

/// A procedure for each step.
pub fn program(subject: &Subject, steps: &[Step]) -> Program {
    let mut program = subject.program.clone();
    program.procs = IdVec::new();
    program.globals = subject.body.locals.clone();
    for &var in &subject.body.locals {
        program.vars[var].kind = VarKind::Global;
    }
    let mut writer = Writer { subject, program, named: FxHashMap::default() };
    let about_memory: Vec<&Step> = steps.iter().filter(|step| writer.is_about_memory(step)).collect();
    let stride = about_memory.len().div_ceil(MOST).max(1);
    let bodies: Vec<Body> = about_memory.into_iter().step_by(stride).filter_map(|step| writer.body(step)).collect();
    let mut program = writer.program;
    let modified = program.globals.clone();
    for (number, body) in bodies.into_iter().enumerate() {
        program.procs.push(Procedure {
            name: format!("step_{number}").into(),
            type_params: Vec::new(),
            ins: Vec::new(),
            outs: Vec::new(),
            requires: Vec::new(),
            ensures: Vec::new(),
            modifies: modified.clone(),
            body: Some(body),
            attrs: Attributes::from([]),
            implements: None,
            span: Span::NONE,
        });
    }
    program
}

/// Steps that are confirmed.
const MOST: usize = 48;

struct Writer<'a> {
    subject: &'a Subject,
    program: Program,
    /// Starts of objects, and unknown numbers.
    named: FxHashMap<String, VarId>,
}

impl Writer<'_> {
    fn is_about_memory(&self, step: &Step) -> bool {
        let (block, at) = step.place;
        let mut found = false;
        walk(&self.program.exprs, self.subject.body.blocks[block].cmds[at].exprs(), |_, kind| {
            found |= matches!(kind, ExprKind::Var(v) if self.subject.maps.contains_key(v));
        });
        found
    }

    fn body(&mut self, step: &Step) -> Option<Body> {
        let subject = self.subject;
        let (block, at) = step.place;
        let cmds = &subject.body.blocks[block].cmds;
        let plain = |cmd: &Cmd| Cmd { attrs: Attributes::from([]), ..cmd.clone() };
        let cmd = plain(&cmds[at]);
        let counted = |v: VarId| v == subject.next || Some(v) == subject.allocated;
        let mut mentions = cmd.assigned().any(counted);
        walk(&self.program.exprs, cmd.exprs(), |_, kind| {
            mentions |= matches!(kind, ExprKind::Var(v) if Some(*v) == subject.allocated);
        });
        if mentions {
            return None;
        }
        let mut list = vec![cmd];
        let is_site = subject.sites.contains_key(&step.place);
        if is_site {
            list.push(plain(&cmds[at + 1]));
        }
        let mut pre = self.meaning(&step.before, None);
        pre.extend(self.blocks(&step.before));
        if is_site {
            let born = step.after[0].heap.objects.keys().find(|o| !step.before.heap.objects.contains_key(o));
            let (born, next) = (self.start(*born?), self.program.var_expr(subject.next));
            pre.push(self.program.exprs.eq(born, next));
        }
        let mut cases = Vec::new();
        for after in &step.after {
            let all = self.meaning(after, Some(&step.before));
            cases.push(self.program.exprs.and(&all));
        }
        let pre = self.program.exprs.and(&pre);
        let post = self.program.exprs.or(&cases);
        let mut all = vec![Cmd::assume(pre, Span::NONE)];
        all.append(&mut list);
        all.push(Cmd::new(CmdKind::Assert(post, AssertKind::Assert), Span::NONE));
        let mut blocks = IdVec::new();
        let entry = blocks.push(Block { name: "step".into(), cmds: all, transfer: Transfer::Return, span: Span::NONE });
        Some(Body { blocks, entry, locals: Vec::new() })
    }

    fn named(&mut self, name: String) -> ExprId {
        let var = match self.named.get(&name) {
            Some(&var) => var,
            None => {
                let var = self.program.new_var(name.as_str(), VarKind::Global, TypeTable::INT, Span::NONE);
                self.program.globals.push(var);
                self.named.insert(name, var);
                var
            }
        };
        self.program.var_expr(var)
    }

    /// Where an object begins.
    fn start(&mut self, object: ObjId) -> ExprId {
        if i128::from(object) < self.subject.statics() {
            return self.program.exprs.int((i128::from(object) + 1) * self.subject.room);
        }
        self.named(format!("$object.{object}"))
    }

    fn compare(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        self.program.exprs.op(op, [a, b], TypeTable::BOOL)
    }

    fn plus(&mut self, a: ExprId, at: i64) -> ExprId {
        if at == 0 {
            return a;
        }
        let at = self.program.exprs.int(at);
        self.program.exprs.op(Op::Add, [a, at], TypeTable::INT)
    }

    /// Blocks begin at multiples of the size of a room, below `$next`, and no two at the same.
    fn blocks(&mut self, state: &State) -> Vec<ExprId> {
        let mut facts = Vec::new();
        let next = self.program.var_expr(self.subject.next);
        let (room, zero) = (self.program.exprs.int(self.subject.room), self.program.exprs.int(0));
        let starts: Vec<ExprId> = state.heap.objects.keys().map(|&o| self.start(o)).collect();
        for &start in starts.iter().chain([&next]) {
            facts.push(self.compare(Op::Ge, start, room));
            let rest = self.program.exprs.op(Op::Mod, [start, room], TypeTable::INT);
            facts.push(self.program.exprs.eq(rest, zero));
        }
        for (i, &start) in starts.iter().enumerate() {
            facts.push(self.compare(Op::Lt, start, next));
            for &other in &starts[..i] {
                facts.push(self.compare(Op::Neq, start, other));
            }
        }
        // Nothing was written where no block is.
        for (map, &default) in &state.defaults {
            let var = self.map(*map);
            let (low, zero) = (self.program.var_expr(var), self.program.exprs.int(0));
            let result = self.result(var);
            let cell = self.program.exprs.op(Op::Select, [low, zero], result);
            facts.extend(self.equals(cell, result, default));
        }
        facts
    }

    fn map(&self, map: Map) -> VarId {
        let found = self.subject.maps.iter().find(|(_, m)| **m == map);
        *found.expect("internal: maps are numbered").0
    }

    fn result(&self, map: VarId) -> TypeId {
        match self.program.types.get(self.program.vars[map].ty) {
            Type::Map { result, .. } => *result,
            _ => panic!("internal: no map"),
        }
    }

    fn equals(&mut self, e: ExprId, ty: TypeId, n: i128) -> Option<ExprId> {
        if ty == TypeTable::BOOL {
            return Some(if n == 0 { self.program.exprs.not(e) } else { e });
        }
        (ty == TypeTable::INT).then(|| {
            let n = self.program.exprs.int(n);
            self.program.exprs.eq(e, n)
        })
    }

    /// What a state says of variables and cells. `known`: the state whose unknown numbers have names; of others there are
    /// bounds.
    fn meaning(&mut self, state: &State, known: Option<&State>) -> Vec<ExprId> {
        let mut facts = Vec::new();
        for (&var, value) in &state.vars {
            let (e, ty) = (self.program.var_expr(var), self.program.vars[var].ty);
            self.says(state, known, (e, ty), value, &mut facts);
        }
        for (&object, contents) in &state.heap.objects {
            let start = self.start(object);
            for (&(map, at), slot) in &contents.slots {
                let var = self.map(map);
                let ty = self.result(var);
                let (map, at) = (self.program.var_expr(var), self.plus(start, at));
                let cell = self.program.exprs.op(Op::Select, [map, at], ty);
                self.says(state, known, (cell, ty), &slot.value, &mut facts);
            }
        }
        facts
    }

    fn says(
        &mut self,
        state: &State,
        known: Option<&State>,
        (e, ty): (ExprId, TypeId),
        value: &Value,
        facts: &mut Vec<ExprId>,
    ) {
        match value {
            Value::Num(n) => facts.extend(self.equals(e, ty, *n)),
            Value::Ptr(object, at) if ty == TypeTable::INT => {
                let start = self.start(*object);
                let address = self.plus(start, *at);
                facts.push(self.program.exprs.eq(e, address));
            }
            Value::Near(object, low, high) if ty == TypeTable::INT => {
                let start = self.start(*object);
                let (low, high) = (self.plus(start, *low), self.plus(start, *high));
                facts.extend([self.compare(Op::Ge, e, low), self.compare(Op::Le, e, high)]);
            }
            Value::Sym(s) if ty == TypeTable::INT => {
                if known.is_none_or(|known| known.ranges.contains_key(s)) {
                    let name = self.named(format!("$number.{s}"));
                    facts.push(self.program.exprs.eq(e, name));
                }
                let (low, high) = state.ranges[s];
                if let Some(low) = low {
                    let low = self.program.exprs.int(low);
                    facts.push(self.compare(Op::Ge, e, low));
                }
                if let Some(high) = high {
                    let high = self.program.exprs.int(high);
                    facts.push(self.compare(Op::Le, e, high));
                }
            }
            // Of the target, only the distance from the start of its block is said.
            Value::Out(out) => {
                let (room, at) = (self.program.exprs.int(self.subject.room), self.program.exprs.int(out.at));
                let rest = self.program.exprs.op(Op::Mod, [e, room], TypeTable::INT);
                if out.at >= 0 {
                    facts.push(self.program.exprs.eq(rest, at));
                    facts.push(self.compare(Op::Ge, e, room));
                }
            }
            _ => {}
        }
    }
}

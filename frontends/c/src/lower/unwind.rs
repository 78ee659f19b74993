//! Functions that are left other than by `return`: a thread ends by `pthread_exit`, control jumps by `longjmp` to where `setjmp` was
//! called. The variables of what is left die.
//!
//! ```text
//! f();   →   f(); if leaving goto end; if jumping goto land; …
//!            land: if jumping == number && to == place { jumping := 0; r := value; goto (behind r = setjmp(b)) }   end: blocks die; return
//! ```
//!
//! Where `f` may reach that; the models say in variables of the thread that it is so. What runs the thread looks at them last.

use ivl::source::Span;
use rustc_hash::FxHashSet;

use super::Lower;
use crate::cir::*;
use crate::clang::Node;
use crate::types::{INT, IntType, Scalar};

/// A function of the models that makes functions be left, and the variable that says so.
const BY_EXIT: (&str, &str) = ("pthread_exit", "__rmt_leaving");
const BY_JUMP: (&str, &str) = ("longjmp", "__rmt_jumping");
/// To which call of `setjmp`, and what that returns then.
const JUMPS_TO: &str = "__rmt_jumps_to";
const JUMPS_WITH: &str = "__rmt_jumps_with";

/// What the models do when the first thread has left its functions.
pub(super) const END_FIRST: &str = "__rmt_end_first";
/// That nobody jumps any more.
pub(super) const END_JUMPS: &str = "__rmt_end_jumps";

impl<'a> Lower<'a> {
    /// A call of `setjmp`. Where nobody jumps, it returns once.
    pub(super) fn set_jump(&mut self, buffer: &'a Node, masks: Option<&'a Node>, span: Span) -> Expr {
        if !self.models.uses.jumps {
            [Some(buffer), masks].into_iter().flatten().for_each(|arg| self.effect(arg));
            return Expr::int(0, INT, span);
        }
        let buffer = self.value(buffer);
        let buffer = self.snapshot(buffer);
        let masks = masks.map_or_else(|| Expr::int(0, INT, span), |masks| self.value(masks));
        let word = Scalar::Int(IntType::new(self.types.ptr_size() as u32 * 8, false));
        let number = self.frame.jumped.unwrap_or_else(|| self.register("$jump", word, span));
        self.frame.jumped = Some(number);
        let place = self.program.landings.len() as u32;
        let (own, at) = (Expr::new(ExprKind::Var(number), word, span), Expr::int(place, word, span));
        let given = self.model_value("__rmt_set_jump", vec![buffer, own, at, masks], word, span);
        self.emit(StmtKind::Set(number, given), span);
        let result = self.register("$jumped", INT, span);
        self.emit(StmtKind::Set(result, Expr::int(0, INT, span)), span);
        let label = self.label(None);
        self.emit(StmtKind::Label(label), span);
        self.program.landings.push(Landing { label, number, place, result });
        Expr::new(ExprKind::Var(result), INT, span)
    }
}

/// Adds the ways out.
pub(super) fn leave(program: &mut Program) {
    program.leaving = global(program, BY_EXIT.1);
    let ways = [BY_EXIT, BY_JUMP].map(|(name, flag)| Way::of(program, name, flag));
    let jump = global(program, JUMPS_TO).zip(global(program, JUMPS_WITH));
    for index in 0..program.funcs.len() {
        let is_left = |way: &&Way| way.funcs.contains(&FuncId(index as u32));
        let [by_exit, by_jump] = ways.each_ref().map(|way| way.as_ref().filter(is_left));
        if by_exit.is_none() && by_jump.is_none() || program.funcs[index].is_thread() {
            continue;
        }
        let Some(stmts) = program.funcs[index].body.take() else { continue };
        let [end, land] = [(); 2].map(|()| {
            program.labels.push(Label::default());
            LabelId(program.labels.len() as u32 - 1)
        });
        let mut out = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            let span = stmt.span;
            let taken = [(by_exit, end), (by_jump, land)]
                .map(|(way, target)| Some((way.filter(|way| way.is_taken_by(&stmt))?, target)));
            out.push(stmt);
            for (way, target) in taken.into_iter().flatten() {
                let leaves = way.is_on(program, span);
                out.push(Stmt { kind: StmtKind::Branch(leaves, target, None), span });
            }
        }
        let span = program.funcs[index].close;
        let mut last = vec![StmtKind::Label(land)];
        if let (Some(by_jump), Some(jump)) = (by_jump, jump) {
            for landing in landings(program, &mut out) {
                last.extend(by_jump.lands(program, (index, landing), jump, span));
            }
        }
        last.extend([StmtKind::Label(end), StmtKind::Leave(program.funcs[index].objs.clone(), None), StmtKind::Return]);
        out.extend(last.into_iter().map(|kind| Stmt { kind, span }));
        program.funcs[index].body = Some(out);
    }
}

/// The calls of `setjmp` in a function: none was made when it begins.
fn landings(program: &Program, body: &mut Vec<Stmt>) -> Vec<Landing> {
    let is_here = |landing: &&Landing| {
        body.iter().any(|stmt| matches!(stmt.kind, StmtKind::Label(label) if label == landing.label))
    };
    let found: Vec<Landing> = program.landings.iter().filter(is_here).copied().collect();
    let span = body.first().map_or(Span::NONE, |stmt| stmt.span);
    let zero = |landing: &Landing| {
        let zero = Expr::int(0, program.vars[landing.number.index()].ty, span);
        Stmt { kind: StmtKind::Set(landing.number, zero), span }
    };
    // They have one number.
    body.splice(..0, found.first().map(zero));
    found
}

fn global(program: &Program, name: &str) -> Option<VarId> {
    program.vars.iter().position(|var| var.global && &*var.name == name).map(|index| VarId(index as u32))
}

/// How functions are left.
struct Way {
    flag: VarId,
    /// Those that may be.
    funcs: FxHashSet<FuncId>,
    through_pointers: bool,
}

impl Way {
    /// `None`: the program does not leave functions so.
    fn of(program: &Program, name: &str, flag: &str) -> Option<Way> {
        let flag = global(program, flag)?;
        let first = program.funcs.iter().position(|func| &*func.name == name && func.body.is_some())?;
        let mut way = Way { flag, funcs: [FuncId(first as u32)].into_iter().collect(), through_pointers: false };
        loop {
            // Which function a pointer calls is not known yet.
            way.through_pointers = way.funcs.iter().any(|func| program.funcs[func.index()].address_taken);
            let comes = |func: &Func| func.body.iter().flatten().any(|stmt| way.is_taken_by(stmt));
            let more: Vec<FuncId> = (0..program.funcs.len())
                .map(|index| FuncId(index as u32))
                .filter(|id| !way.funcs.contains(id))
                .filter(|id| !program.funcs[id.index()].is_thread() && comes(&program.funcs[id.index()]))
                .collect();
            if more.is_empty() {
                return Some(way);
            }
            way.funcs.extend(more);
        }
    }

    fn is_taken_by(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Call { callee: Callee::Direct(func), .. } => self.funcs.contains(func),
            StmtKind::Call { callee: Callee::Indirect(_), .. } => self.through_pointers,
            _ => false,
        }
    }

    fn is_on(&self, program: &Program, span: Span) -> Expr {
        let value = Expr::new(ExprKind::Var(self.flag), program.vars[self.flag.index()].ty, span);
        let zero = Expr::int(0, value.ty, span);
        Expr::new(ExprKind::Cmp(CmpOp::Ne, value, zero), INT, span)
    }

    /// Goes on behind a `setjmp`, if it is that which is jumped to. What was declared since then dies.
    fn lands(
        &self,
        program: &mut Program,
        (func, landing): (usize, Landing),
        (to, with): (VarId, VarId),
        span: Span,
    ) -> [StmtKind; 6] {
        program.labels.push(Label::default());
        let next = LabelId(program.labels.len() as u32 - 1);
        let value = |var: VarId| Expr::new(ExprKind::Var(var), program.vars[var.index()].ty, span);
        let differs = |a: Expr, b: Expr| Expr::new(ExprKind::Cmp(CmpOp::Ne, a, b), INT, span);
        let place = Expr::int(landing.place, program.vars[to.index()].ty, span);
        let (is_of_other, is_other) = (differs(value(self.flag), value(landing.number)), differs(value(to), place));
        let is_other = Expr::new(ExprKind::Or(is_of_other, is_other), INT, span);
        let none = Expr::int(0, program.vars[self.flag.index()].ty, span);
        let stay = &program.labels[landing.label.index()].scope;
        let left = program.funcs[func].objs.iter().filter(|obj| !stay.contains(obj)).copied().collect();
        [
            StmtKind::Branch(is_other, next, None),
            StmtKind::Set(self.flag, none),
            StmtKind::Set(landing.result, value(with)),
            StmtKind::Leave(left, None),
            StmtKind::Goto(landing.label),
            StmtKind::Label(next),
        ]
    }
}

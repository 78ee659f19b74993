//! Assertions become one Boolean global `error` that is tested after each call (section 4.2 of the Corral paper),
//! so that the target is one point: the return of the entry procedure.
//!
//! ```text
//! P: …; assert e; …; call Q(); …; return;
//! →  error := false; …; goto fail, ok;   fail: assume !e; error := true; return;
//!    ok: assume e; …; call Q(); goto out, on;   out: assume error; return;   on: assume !error; …; return;
//! ```
//!
//! `error` is false whenever a procedure is entered, so it is set there and no procedure reads its caller's.
//! Procedures that cannot fail are left as they are, and calls to them untested. In the entry procedure, returns
//! without a violation are cut off, and so is what leads to nothing else: its return is reachable iff an assertion
//! can be violated.
//!
//! On request each assertion is a goal with a number, and a constant says which of them may fail: the block `fail` of
//! goal k assumes `goal == k`. An execution ends at the first violation, so other assertions hold on the way.

use rustc_hash::FxHashSet;

use super::{Back, Effect, Origin, Step, keep_reachable};
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::cfg::call_graph::bottom_up;
use crate::cfg::flow::leading_to;
use crate::ir::{
    AssertKind, Attributes, Block, Body, Cmd, CmdKind, ExprKind, Names, Program, Transfer, TypeTable, VarKind,
};
use ivl::source::Span;

/// The program, and whether its entry can fail at all.
pub struct Instrumented {
    pub step: Step,
    pub can_fail: bool,
    pub error: VarId,
    pub goals: Option<Goals>,
}

/// The assertions, by number.
pub struct Goals {
    /// The number of the one that fails.
    pub which: VarId,
    pub assertions: Vec<Assertion>,
}

/// An assertion in the text of a procedure.
pub struct Assertion {
    pub proc: ProcId,
    pub kind: AssertKind,
    pub attrs: Attributes,
    pub span: Span,
    /// `which` is its number.
    pub asked: ExprId,
}

pub fn run(mut program: Program, entry: ProcId, with_goals: bool) -> Instrumented {
    let failing = failing_procedures(&program);
    let mut names = Names::of_vars(&program);
    let error = program.new_var(names.fresh("error"), VarKind::Global, TypeTable::BOOL, Span::NONE);
    program.globals.push(error);
    let mut back = Back::default();
    let mut goals = with_goals.then(|| {
        let kind = VarKind::Const { unique: false };
        let which = program.new_var(names.fresh("goal"), kind, TypeTable::INT, Span::NONE);
        program.consts.push(which);
        back.vars.insert(which, None);
        Goals { which, assertions: Vec::new() }
    });
    for id in program.procs.ids().filter(|id| failing.contains(id)) {
        let body = program.procs[id].body.take().expect("internal: a procedure without a body cannot fail");
        let mut work = Split {
            program: &mut program,
            failing: &failing,
            error,
            proc: id,
            goals: goals.as_mut(),
            blocks: IdVec::new(),
            origins: IdVec::new(),
            names: Names::of_blocks(&body),
        };
        let entry_block = work.body(&body);
        let Split { blocks, mut origins, .. } = work;
        let mut body = Body { locals: body.locals, blocks, entry: entry_block };
        if id == entry {
            cut_normal_returns(&mut program, &mut body, error);
        }
        keep_reachable(&mut body, &mut origins);
        back.blocks.insert(id, origins);
        let proc = &mut program.procs[id];
        proc.modifies.push(error);
        proc.body = Some(body);
    }
    let step = Step { program, back, effect: Effect::Equivalent };
    Instrumented { step, can_fail: failing.contains(&entry), error, goals }
}

/// The procedures that contain an assertion, directly or in a procedure that they call.
fn failing_procedures(program: &Program) -> FxHashSet<ProcId> {
    let mut failing = FxHashSet::default();
    for group in bottom_up(program) {
        let fails = |proc: &ProcId| {
            let Some(body) = &program.procs[*proc].body else { return false };
            body.cmds().any(|cmd| match cmd.kind {
                CmdKind::Assert(..) => true,
                CmdKind::Call { callee, .. } => failing.contains(&callee),
                _ => false,
            })
        };
        if group.iter().any(fails) {
            failing.extend(group);
        }
    }
    failing
}

/// One body while its blocks are split at assertions and at calls that may fail.
struct Split<'a> {
    program: &'a mut Program,
    failing: &'a FxHashSet<ProcId>,
    error: VarId,
    proc: ProcId,
    goals: Option<&'a mut Goals>,
    blocks: IdVec<BlockId, Block>,
    origins: IdVec<BlockId, Origin>,
    names: Names,
}

impl Split<'_> {
    /// Returns the entry block.
    fn body(&mut self, old: &Body) -> BlockId {
        // The first part of each old block keeps its number; the other parts are added behind.
        for (id, block) in old.blocks.iter_enumerated() {
            self.add(&block.name, block.span, Origin { start: Some(id), ..Origin::default() });
        }
        for (id, block) in old.blocks.iter_enumerated() {
            let mut current = id;
            for cmd in &block.cmds {
                match &cmd.kind {
                    CmdKind::Assert(e, kind) => current = self.assertion(current, *e, *kind, cmd),
                    CmdKind::Call { callee, .. } if self.failing.contains(callee) => {
                        self.blocks[current].cmds.push(cmd.clone());
                        current = self.after_call(current, cmd.span);
                    }
                    _ => self.blocks[current].cmds.push(cmd.clone()),
                }
            }
            self.blocks[current].transfer = block.transfer.clone();
            self.origins[current].end = Some(id);
        }
        let value = self.program.exprs.bool(false);
        let reset = Cmd::new(CmdKind::Assign(vec![(self.error, value)]), Span::NONE);
        let begin = self.add("begin", old.blocks[old.entry].span, Origin::default());
        self.blocks[begin].cmds.push(reset);
        self.blocks[begin].transfer = Transfer::Goto(vec![old.entry]);
        begin
    }

    /// Ends `current` with a check of `e`; returns the block behind it.
    fn assertion(&mut self, current: BlockId, e: ExprId, kind: AssertKind, cmd: &Cmd) -> BlockId {
        let negated = self.program.exprs.not(e);
        let raised = self.program.exprs.bool(true);
        let fail = self.add("fail", cmd.span, Origin::default());
        self.blocks[fail].cmds = vec![
            Cmd { kind: CmdKind::Assume(negated), attrs: cmd.attrs.clone(), span: cmd.span },
            Cmd::new(CmdKind::Assign(vec![(self.error, raised)]), cmd.span),
        ];
        if let Some(goals) = &mut self.goals {
            let which = self.program.var_expr(goals.which);
            let number = self.program.exprs.int(goals.assertions.len());
            let asked = self.program.exprs.eq(which, number);
            let Cmd { attrs, span, .. } = cmd.clone();
            goals.assertions.push(Assertion { proc: self.proc, kind, attrs, span, asked });
            self.blocks[fail].cmds.push(Cmd::assume(asked, cmd.span));
        }
        let on = self.add("ok", cmd.span, Origin::default());
        self.blocks[on].cmds.push(Cmd::assume(e, cmd.span));
        let never_ok = matches!(self.program.exprs.kind(e), ExprKind::Bool(false));
        self.blocks[current].transfer = Transfer::Goto(if never_ok { vec![fail] } else { vec![fail, on] });
        on
    }

    fn after_call(&mut self, current: BlockId, span: Span) -> BlockId {
        let error = self.program.var_expr(self.error);
        let no_error = self.program.exprs.not(error);
        let out = self.add("out", span, Origin::default());
        self.blocks[out].cmds.push(Cmd::assume(error, span));
        let on = self.add("on", span, Origin::default());
        self.blocks[on].cmds.push(Cmd::assume(no_error, span));
        self.blocks[current].transfer = Transfer::Goto(vec![out, on]);
        on
    }

    /// A block that returns until it is told otherwise.
    fn add(&mut self, name: &str, span: Span, origin: Origin) -> BlockId {
        self.origins.push(origin);
        let unique = match origin.start {
            Some(_) => name.into(),
            None => self.names.fresh(name),
        };
        self.blocks.push(Block { name: unique, cmds: Vec::new(), transfer: Transfer::Return, span })
    }
}

/// Leaves only the paths that reach a return with `error` set. Those are the returns of blocks that assume or set it.
fn cut_normal_returns(program: &mut Program, body: &mut Body, error: VarId) {
    let raises = |cmd: &Cmd| match &cmd.kind {
        CmdKind::Assign(pairs) => {
            pairs.iter().any(|&(v, e)| v == error && *program.exprs.kind(e) == ExprKind::Bool(true))
        }
        CmdKind::Assume(e) => *program.exprs.kind(*e) == ExprKind::Var(error),
        _ => false,
    };
    let returns = |block: &Block| block.transfer == Transfer::Return && block.cmds.iter().any(raises);
    let leads = leading_to(body, body.blocks.ids().filter(|&id| returns(&body.blocks[id])));
    let never = program.exprs.bool(false);
    for id in body.blocks.ids() {
        let block = &mut body.blocks[id];
        if !leads[id] {
            block.cmds = vec![Cmd::assume(never, block.span)];
            block.transfer = Transfer::Return;
        } else if let Transfer::Goto(targets) = &mut block.transfer {
            targets.retain(|t| leads[*t]);
        }
    }
}

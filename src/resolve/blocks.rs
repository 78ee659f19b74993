//! Control flow: structured statements become basic blocks with `goto` and `return`.
//!
//! `while (g) invariant I; { S }` →
//!
//! ```text
//! goto anon1_LoopHead;
//! anon1_LoopHead: assert I; goto anon1_LoopDone, anon1_LoopBody;
//! anon1_LoopBody: assume g; S; goto anon1_LoopHead;
//! anon1_LoopDone: assume !g; …
//! ```
//!
//! `if (g) { S } else { T }` → `goto anon1_Then, anon1_Else;` with `assume g; S` and `assume !g; T` there.
//! The assumed guards carry `{:branch "then"}` (`"else"`, `"enter"`, `"exit"`), so that traces can tell.
//! Blocks that cannot be reached are dropped.

use std::sync::Arc;

use indexmap::IndexSet;
use ivl::ast::{self, Guard, Ident};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::infer::{Ty, site_of};
use super::structured::{AnonNames, Arm, End, List, Run};
use super::undeclared::undeclared;
use super::{Resolver, Typed};
use crate::base::ids::{BlockId, ExprId, IdVec, VarId};
use crate::ir::{
    AssertKind, Attr, Attribute, AttributeValue, Attributes, Block, Body, Cmd, CmdKind, CodeExpr, ExprKind, Name,
    Transfer,
};

/// Where control goes on.
#[derive(Clone, Copy)]
enum Next {
    Block(usize),
    Leave,
}

/// A block in the making; the targets are indexes of such.
struct Pending {
    name: Name,
    cmds: Vec<Cmd>,
    transfer: PendingTransfer,
    span: Span,
}

enum PendingTransfer {
    Goto(Vec<usize>),
    Return,
    /// Falls off the end of the body: returns where the branch ends, from an empty one at the closing brace of the body.
    Leave,
    ReturnExpr(ExprId),
}

/// A statement around the one at hand that `break` may leave.
struct Enclosing<'a> {
    label: Option<&'a Ident>,
    /// Whether the label stands before the structured statement itself.
    labels_it: bool,
    is_loop: bool,
    after: Next,
}

struct Lowering<'a> {
    labels: FxHashMap<&'a str, usize>,
    names: AnonNames,
    /// In the order of creation, but for the runs of the body, which come first.
    blocks: Vec<Option<Pending>>,
    /// The indexes in the order of the text.
    order: Vec<usize>,
    enclosing: Vec<Enclosing<'a>>,
    in_code: bool,
    /// The body's closing brace.
    close: Span,
}

impl<'a> Resolver<'a> {
    /// Lowers the statements of a procedure's body, or of a code expression's.
    pub(super) fn lower_body(&mut self, body: &'a ast::Body, locals: Vec<VarId>, in_code: bool) -> Body {
        let shape = self.shape(body);
        let mut lowering = Lowering {
            labels: shape.labels,
            names: shape.names,
            blocks: std::iter::repeat_with(|| None).take(shape.runs).collect(),
            order: Vec::new(),
            enclosing: Vec::new(),
            in_code,
            close: shape.list.close,
        };
        self.lower_list(&mut lowering, &shape.list, Vec::new(), Next::Leave);
        let (blocks, entry) = self.assemble(lowering);
        let mut body = Body { locals, blocks, entry };
        self.lower_measures(&mut body);
        body
    }

    /// A code expression. It must not loop, and ends in `return e`.
    pub(super) fn code_expr(&mut self, body: &'a ast::Body, span: Span) -> Typed {
        self.vars.enter();
        let locals = self.locals(&body.locals);
        let errors = self.errors;
        let lowered = self.lower_body(body, locals, true);
        self.vars.leave();
        if self.errors == errors && is_cyclic(&lowered.blocks, lowered.entry) {
            self.error("loops in code expressions are not supported", span);
        }
        if self.errors > errors {
            return Typed::ERROR;
        }
        if self.infer.dirty {
            return self.unbuilt(Ty::BOOL);
        }
        let made = CodeExpr { body: lowered };
        let code = match self.made.codes.get(&site_of(body)) {
            Some(&code) => {
                self.program.codes[code] = made;
                code
            }
            None => self.program.codes.push(made),
        };
        self.made.codes.insert(site_of(body), code);
        self.build(ExprKind::Code(code), Ty::BOOL)
    }

    // ---- statements ----------------------------------------------------------------------------------------

    /// Lowers the runs between two braces. `prefix` comes first; `next` is where control goes at the end.
    fn lower_list(&mut self, low: &mut Lowering<'a>, list: &List<'a>, prefix: Vec<Cmd>, next: Next) {
        let mut cmds = prefix;
        for (i, run) in list.runs.iter().enumerate() {
            let after = list.runs.get(i + 1).map_or(next, |r| Next::Block(r.block));
            for s in run.simple {
                self.command(s, &mut cmds);
            }
            self.lower_run(low, run, std::mem::take(&mut cmds), after, list.close);
        }
    }

    fn lower_run(&mut self, low: &mut Lowering<'a>, run: &Run<'a>, cmds: Vec<Cmd>, after: Next, close: Span) {
        let finish = |low: &mut Lowering<'a>, transfer: PendingTransfer, span: Span, cmds: Vec<Cmd>| {
            low.place(run.block, Pending { name: run.name.clone(), cmds, transfer, span });
        };
        match &run.end {
            End::Fall => {
                let transfer = self.go(low, after, close);
                finish(low, transfer, close, cmds);
            }
            End::Goto(labels, span) => {
                let mut targets: IndexSet<usize, FxBuildHasher> = IndexSet::default();
                for label in *labels {
                    match low.labels.get(&*label.name) {
                        Some(&target) => drop(targets.insert(target)),
                        None => {
                            let labels = low.labels.keys().map(|&name| (name, Span::NONE));
                            self.report(undeclared("label", label, labels));
                        }
                    }
                }
                finish(low, PendingTransfer::Goto(targets.into_iter().collect()), *span, cmds);
            }
            End::Return(span) => {
                self.go(low, Next::Leave, *span);
                finish(low, PendingTransfer::Return, *span, cmds);
            }
            End::ReturnExpr(e, span) => {
                if !low.in_code {
                    self.error("only code expressions return a value", *span);
                }
                let expr = self.condition(e, "the value of a code expression");
                finish(low, PendingTransfer::ReturnExpr(expr), *span, cmds);
            }
            End::Break(label, span) => {
                let target = self.break_target(low, *label, *span);
                let transfer = match self.go(low, target, *span) {
                    PendingTransfer::Leave => PendingTransfer::Return,
                    within => within,
                };
                finish(low, transfer, *span, cmds);
            }
            End::While { .. } => self.lower_while(low, run, cmds, after),
            End::If { .. } => self.lower_if(low, run, cmds, after),
        }
    }

    fn go(&mut self, low: &Lowering<'a>, next: Next, span: Span) -> PendingTransfer {
        match next {
            Next::Block(block) => PendingTransfer::Goto(vec![block]),
            Next::Leave if low.in_code => {
                self.error("a code expression must end in `return` and a value", span);
                PendingTransfer::Leave
            }
            Next::Leave => PendingTransfer::Leave,
        }
    }

    fn break_target(&mut self, low: &Lowering<'a>, label: Option<&'a Ident>, span: Span) -> Next {
        for outer in low.enclosing.iter().rev() {
            match (label, outer.label) {
                (None, _) if outer.is_loop => return outer.after,
                (Some(wanted), Some(found)) if wanted.name == found.name => {
                    if outer.labels_it {
                        return outer.after;
                    }
                    let message = format!("the label `{}` does not stand before a loop or an `if`", wanted.name);
                    self.report(Diagnostic::error(message, span).related(found.span, "the label"));
                    return Next::Block(0);
                }
                _ => {}
            }
        }
        match label {
            None => self.error("`break` is not inside of a loop", span),
            Some(label) => self.error(format!("no enclosing statement has the label `{}`", label.name), span),
        }
        Next::Block(0)
    }

    fn lower_while(&mut self, low: &mut Lowering<'a>, run: &Run<'a>, cmds: Vec<Cmd>, after: Next) {
        let End::While { guard, attrs, invariants, measures, body, span } = &run.end else { return };
        let prefix = low.names.fresh();
        let head = low.reserve();
        let to_head = PendingTransfer::Goto(vec![head]);
        low.place(run.block, Pending { name: run.name.clone(), cmds, transfer: to_head, span: *span });

        let mut head_cmds = Vec::with_capacity(invariants.len());
        for inv in *invariants {
            self.check_id(&inv.attrs, inv.span);
            let expr = self.condition(&inv.expr, "an invariant");
            let kind = if inv.free { CmdKind::Assume(expr) } else { CmdKind::Assert(expr, AssertKind::Invariant) };
            head_cmds.push(Cmd { kind, attrs: self.attributes(&inv.attrs), span: inv.span });
        }
        head_cmds.extend(measures.iter().map(|m| self.measure_mark(m)));
        let (enter, exit) = self.guard(guard, attrs, ["enter", "exit"], "the condition of a loop");

        let done = low.reserve();
        let (first, name) = low.first_block(body, &prefix, "_LoopBody", enter.is_empty());
        let transfer = PendingTransfer::Goto(vec![done, first]);
        low.place(head, Pending { name: format!("{prefix}_LoopHead").into(), cmds: head_cmds, transfer, span: *span });

        let labels_it = run.simple.is_empty();
        low.enclosing.push(Enclosing { label: run.label, labels_it, is_loop: true, after });
        self.lower_branch(low, body, first, name, enter, Next::Block(head), *span);
        low.enclosing.pop();

        let transfer = self.go(low, after, *span);
        low.place(done, Pending { name: format!("{prefix}_LoopDone").into(), cmds: exit, transfer, span: *span });
    }

    fn lower_if(&mut self, low: &mut Lowering<'a>, run: &Run<'a>, cmds: Vec<Cmd>, after: Next) {
        let End::If { arms, otherwise, span } = &run.end else { return };
        let labels_it = run.simple.is_empty();
        low.enclosing.push(Enclosing { label: run.label, labels_it, is_loop: false, after });
        // the block that chooses: the run's own, then the `else` of the arm before
        let (mut chooser, mut chooser_name, mut chooser_cmds) = (run.block, run.name.clone(), cmds);
        let mut chooser_span = *span;
        for (i, arm) in arms.iter().enumerate() {
            let Arm { guard, attrs, then, span } = arm;
            let prefix = low.names.fresh();
            let (yes, no) = self.guard(guard, attrs, ["then", "else"], "the condition of an `if`");
            let (then_block, then_name) = low.first_block(then, &prefix, "_Then", yes.is_empty());
            let last = i + 1 == arms.len();
            let (else_block, else_name) = match otherwise {
                Some(list) if last => low.first_block(list, &prefix, "_Else", no.is_empty()),
                _ => (low.reserve(), Some(format!("{prefix}_Else").into())),
            };
            let transfer = PendingTransfer::Goto(vec![then_block, else_block]);
            low.place(
                chooser,
                Pending { name: chooser_name.clone(), cmds: chooser_cmds, transfer, span: chooser_span },
            );
            self.lower_branch(low, then, then_block, then_name, yes, after, *span);
            (chooser, chooser_cmds, chooser_span) = (else_block, Vec::new(), *span);
            chooser_name = else_name.clone().unwrap_or_default();
            if !last {
                chooser_cmds = no;
                continue;
            }
            match otherwise {
                Some(list) => self.lower_branch(low, list, else_block, else_name, no, after, *span),
                None => {
                    let transfer = self.go(low, after, *span);
                    let name = chooser_name.clone();
                    low.place(else_block, Pending { name, cmds: no, transfer, span: *span });
                }
            }
        }
        low.enclosing.pop();
    }

    /// Lowers the list behind a guard. `block` is where the guard is assumed: the list's first block itself, which
    /// is then renamed, or one before it; see [`Lowering::first_block`].
    #[allow(clippy::too_many_arguments)]
    fn lower_branch(
        &mut self,
        low: &mut Lowering<'a>,
        list: &List<'a>,
        block: usize,
        name: Option<Name>,
        guard: Vec<Cmd>,
        next: Next,
        span: Span,
    ) {
        let first = list.runs[0].block;
        if block == first {
            self.lower_list(low, list, guard, next);
            if let (Some(name), Some(Some(pending))) = (name, low.blocks.get_mut(first)) {
                pending.name = name;
            }
            return;
        }
        let transfer = PendingTransfer::Goto(vec![first]);
        low.place(block, Pending { name: name.unwrap_or_default(), cmds: guard, transfer, span });
        self.lower_list(low, list, Vec::new(), next);
    }

    /// What is assumed where the guard holds and where it does not.
    fn guard(
        &mut self,
        guard: &'a Guard,
        attrs: &'a [ast::Attribute],
        branches: [&str; 2],
        what: &str,
    ) -> (Vec<Cmd>, Vec<Cmd>) {
        let Guard::Expr(e) = guard else { return (Vec::new(), Vec::new()) };
        let holds = self.condition(e, what);
        let fails = self.program.exprs.not(holds);
        let attrs = self.attributes(attrs);
        let assume = |expr: ExprId, branch: &str| {
            let attrs = branch_attributes(&attrs, branch);
            vec![Cmd { kind: CmdKind::Assume(expr), attrs, span: e.span }]
        };
        (assume(holds, branches[0]), assume(fails, branches[1]))
    }

    // ---- assembly ------------------------------------------------------------------------------------------

    /// Numbers the blocks that can be reached.
    fn assemble(&mut self, low: Lowering<'a>) -> (IdVec<BlockId, Block>, BlockId) {
        let mut pending = low.blocks;
        let mut reached = vec![false; pending.len()];
        let mut stack = vec![0];
        while let Some(i) = stack.pop() {
            if std::mem::replace(&mut reached[i], true) {
                continue;
            }
            if let Some(Pending { transfer: PendingTransfer::Goto(targets), .. }) = &pending[i] {
                stack.extend(targets);
            }
        }
        let kept: Vec<usize> = low.order.into_iter().filter(|&i| reached[i]).collect();
        let mut ids = vec![BlockId(0); pending.len()];
        for (new, &old) in kept.iter().enumerate() {
            ids[old] = BlockId(new as u32);
        }
        let mut blocks = IdVec::new();
        for old in kept {
            let Some(Pending { name, cmds, transfer, span }) = pending[old].take() else { continue };
            let (transfer, span) = match transfer {
                PendingTransfer::Goto(targets) => (Transfer::Goto(targets.into_iter().map(|t| ids[t]).collect()), span),
                PendingTransfer::Return => (Transfer::Return, span),
                PendingTransfer::Leave => (Transfer::Return, if cmds.is_empty() { low.close } else { span }),
                PendingTransfer::ReturnExpr(e) => (Transfer::ReturnExpr(e), span),
            };
            blocks.push(Block { name, cmds, transfer, span });
        }
        (blocks, ids[0])
    }
}

impl<'a> Lowering<'a> {
    /// Makes room for a block that is no run.
    fn reserve(&mut self) -> usize {
        self.blocks.push(None);
        self.blocks.len() - 1
    }

    fn place(&mut self, index: usize, block: Pending) {
        self.order.push(index);
        self.blocks[index] = Some(block);
    }

    /// The block where a list behind a guard begins, and its name if that is not the label.
    /// A list that begins with a label can be jumped into, so that its guard needs a block before it.
    fn first_block(&mut self, list: &List<'a>, prefix: &str, suffix: &str, no_guard: bool) -> (usize, Option<Name>) {
        let first = &list.runs[0];
        match first.label {
            Some(_) if no_guard => (first.block, None),
            Some(_) => (self.reserve(), Some(format!("{prefix}{suffix}").into())),
            None => (first.block, Some(format!("{prefix}{suffix}").into())),
        }
    }
}

fn branch_attributes(attrs: &Attributes, branch: &str) -> Attributes {
    let made = Attribute::with(Attr::Branch, vec![AttributeValue::Str(Arc::from(branch))]);
    attrs.iter().cloned().chain([made]).collect()
}

fn is_cyclic(blocks: &IdVec<BlockId, Block>, entry: BlockId) -> bool {
    // 0: new, 1: on the path, 2: done
    let mut state = IdVec::<BlockId, u8>::filled(0, blocks.len());
    let mut stack = vec![(entry, 0)];
    while let Some((block, next)) = stack.pop() {
        state[block] = 1;
        match blocks[block].transfer.targets().get(next) {
            None => state[block] = 2,
            Some(&target) => {
                stack.push((block, next + 1));
                match state[target] {
                    0 => stack.push((target, 0)),
                    1 => return true,
                    _ => {}
                }
            }
        }
    }
    false
}

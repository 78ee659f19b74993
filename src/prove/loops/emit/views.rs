//! Maps that are views of others: `b[e]` becomes `a[if e < p then e else e + 1]`.

use rustc_hash::FxHashMap;

use super::Emitter;
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::{Rewriter, substitute, walk};
use crate::ir::{Cmd, ExprArena, ExprKind, Op};

impl Emitter<'_> {
    /// Replaces elements of a map by what a lambda expression has there. What the lambda expression mentions must not change
    /// where the map is read.
    pub fn view(&mut self, map: VarId, lambda: ExprId) {
        let ExprKind::Lambda { vars, body, .. } = self.program.exprs.kind(lambda).clone() else { return };
        let read = |exprs: &ExprArena, e: ExprId| match exprs.kind(e) {
            ExprKind::Op(Op::Select, args) if *exprs.kind(args[0]) == ExprKind::Var(map) => Some(args[1..].to_vec()),
            _ => None,
        };
        // Reads may be in the indices of others.
        loop {
            let mut reads = false;
            let exprs = &mut self.program.exprs;
            walk(exprs, self.body.cmds().flat_map(Cmd::exprs), |e, _| reads |= read(exprs, e).is_some());
            if !reads {
                return;
            }
            let mut rewriter = Rewriter::new(|exprs: &mut ExprArena, e| {
                let at: FxHashMap<VarId, ExprId> = vars.iter().copied().zip(read(exprs, e)?).collect();
                Some(substitute(exprs, body, &at))
            });
            for cmd in self.body.cmds_mut() {
                cmd.map_exprs(|e| rewriter.rewrite(exprs, e));
            }
        }
    }
}

//! What templates of guesses about one loop have in common.

use super::flatten::plain;
use super::relax::Within;
use crate::base::ids::ExprId;
use crate::cfg::loops::Loop;
use crate::ir::build::fresh_local;
use crate::ir::{Body, Cmd, CmdKind, Program};
use crate::prove::terms::Terms;

/// What is done in front of the loop, and the guesses.
#[derive(Default)]
pub struct Facts {
    pub snapshot: Vec<Cmd>,
    pub guesses: Vec<ExprId>,
    /// With quantifiers: to be looked at where the others do not do.
    pub quantified: Vec<ExprId>,
}

/// Guesses about one loop, as they are made.
pub struct Templates<'a> {
    pub program: &'a mut Program,
    pub body: &'a mut Body,
    pub l: &'a Loop,
    pub within: &'a [Within],
    pub facts: Facts,
}

impl Templates<'_> {
    pub fn t(&mut self) -> Terms<'_> {
        Terms(self.program)
    }

    pub fn guess(&mut self, e: ExprId) {
        self.facts.guesses.push(e);
    }

    pub fn guess_of_all(&mut self, e: ExprId) {
        self.facts.quantified.push(e);
    }

    /// The value of an expression when the loop is entered.
    pub fn frozen(&mut self, name: &str, e: ExprId) -> ExprId {
        let ty = self.program.exprs.ty(e);
        let span = self.body.blocks[self.l.header].span;
        let var = fresh_local(self.program, self.body, &format!("was.{name}"), ty, span);
        self.facts.snapshot.push(plain(CmdKind::Assign(vec![(var, e)]), span));
        self.program.var_expr(var)
    }
}

/// What a command evaluates.
pub fn roots(cmd: &Cmd) -> Vec<ExprId> {
    match &cmd.kind {
        CmdKind::Assume(e) | CmdKind::Assert(e, _) => vec![*e],
        CmdKind::Assign(pairs) => pairs.iter().map(|p| p.1).collect(),
        _ => Vec::new(),
    }
}

//! What is counted where one asks for coverage: `assume {:cover …} true` stands where control passes it.
//!
//! ```text
//! {:cover "function", "main"}    {:cover "line"}    {:cover "branch", 3, 0}: of condition 3, the side 0
//! ```

use std::sync::Arc;

use ivl::source::Span;
use rustc_hash::FxHashMap;

use super::attribute::{Attr, Attribute, AttributeValue, attributes_of};
use super::command::Cmd;
use super::expr::ExprKind;
use super::program::Program;
use crate::base::ids::{BlockId, ExprId, ProcId};

/// What is counted, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    pub span: Span,
    pub kind: GoalKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GoalKind {
    /// The function of that name begins.
    Function(Arc<str>),
    /// A statement begins.
    Line,
    /// A side of a condition, or of a switch.
    Branch { condition: u32, side: u32 },
}

impl Goal {
    /// That of a command.
    pub fn of(program: &Program, cmd: &Cmd) -> Option<Goal> {
        let attr = attributes_of(&cmd.attrs, Attr::Cover).next()?;
        let kind = match (text(attr, 0)?, number(program, attr, 1), number(program, attr, 2)) {
            ("function", ..) => GoalKind::Function(text(attr, 1)?.into()),
            ("line", ..) => GoalKind::Line,
            ("branch", Some(condition), Some(side)) => GoalKind::Branch { condition, side },
            _ => return None,
        };
        Some(Goal { span: cmd.span, kind })
    }

    /// The attribute that says it.
    pub fn attribute(kind: &GoalKind, mut number: impl FnMut(u32) -> ExprId) -> Attribute {
        let word = |word: &str| AttributeValue::Str(word.into());
        let args = match kind {
            GoalKind::Function(name) => vec![word("function"), AttributeValue::Str(name.clone())],
            GoalKind::Line => vec![word("line")],
            GoalKind::Branch { condition, side } => {
                vec![word("branch"), AttributeValue::Expr(number(*condition)), AttributeValue::Expr(number(*side))]
            }
        };
        Attribute::with(Attr::Cover, args)
    }
}

fn text(attr: &Attribute, index: usize) -> Option<&str> {
    match attr.args.get(index)? {
        AttributeValue::Str(text) => Some(text),
        AttributeValue::Expr(_) | AttributeValue::Text(_) => None,
    }
}

fn number(program: &Program, attr: &Attribute, index: usize) -> Option<u32> {
    match program.exprs.kind(attr.expr(index)?) {
        ExprKind::Int(n) => u32::try_from(n.clone()).ok(),
        _ => None,
    }
}

/// All that is counted in a program, each once.
#[derive(Default)]
pub struct Goals {
    pub all: Vec<Goal>,
    numbers: FxHashMap<Goal, usize>,
}

/// What the command counts that stands there.
pub type Places = FxHashMap<(ProcId, BlockId, usize), usize>;

impl Goals {
    pub fn of(program: &Program) -> Goals {
        let mut goals = Goals::default();
        for cmd in program.procs.iter().flat_map(|proc| proc.cmds()) {
            let Some(goal) = Goal::of(program, cmd) else { continue };
            if !goals.numbers.contains_key(&goal) {
                goals.numbers.insert(goal.clone(), goals.all.len());
                goals.all.push(goal);
            }
        }
        goals
    }

    /// What a command counts, by its number among these.
    pub fn number(&self, program: &Program, cmd: &Cmd) -> Option<usize> {
        self.numbers.get(&Goal::of(program, cmd)?).copied()
    }

    /// Where they stand in a form of the program.
    pub fn places(&self, program: &Program) -> Places {
        let mut places = Places::default();
        for (id, proc) in program.procs.iter_enumerated() {
            let blocks = proc.body.iter().flat_map(|body| body.blocks.iter_enumerated());
            for (block, cmds) in blocks.map(|(id, block)| (id, &block.cmds)) {
                let counted = cmds.iter().enumerate().filter_map(|(at, cmd)| Some((at, self.number(program, cmd)?)));
                places.extend(counted.map(|(at, number)| ((id, block, at), number)));
            }
        }
        places
    }
}

//! Loop heads, and what expressions that are evaluated elsewhere would be there.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{BlockId, ExprId, ProcId, TypeId, VarId};
use crate::cfg::flow::reverse_postorder;
use crate::cfg::liveness::Liveness;
use crate::cfg::loops::loops;
use crate::ir::visit::{substitute, walk};
use crate::ir::{Body, Cmd, ExprKind, Program, VarKind, assigned_once};

/// A loop head, and the variables that matter there.
pub struct Head {
    pub proc: ProcId,
    pub block: BlockId,
    /// Of the loops around it and itself, the outermost: its place in the order in which control comes to them.
    pub nest: usize,
    /// Blocks of the loop.
    pub members: FxHashSet<BlockId>,
    /// All that is live, in order.
    pub here: Vec<VarId>,
    /// All that the loop assigns.
    changed: FxHashSet<VarId>,
}

/// The loop heads of all procedures.
pub fn heads(program: &Program, live: &Liveness) -> Vec<Head> {
    let mut heads = Vec::new();
    for proc in program.procs.ids() {
        let Some(body) = &program.procs[proc].body else { continue };
        let (found, order) = (loops(body), reverse_postorder(body));
        for l in &found {
            let mut outermost = l;
            while let Some(parent) = outermost.parent {
                outermost = &found[parent];
            }
            let nest = order.iter().position(|&block| block == outermost.header).unwrap_or(0);
            let mut here = live.live_in(proc, l.header).to_vec();
            here.sort();
            let changed = l.region().assigned(body).into_iter().collect();
            let members = l.members.iter().copied().collect();
            heads.push(Head { proc, block: l.header, nest, members, here, changed });
        }
    }
    heads
}

impl Head {
    /// Live variables of a type, in order.
    pub fn live(&self, program: &Program, ty: TypeId) -> impl Iterator<Item = VarId> {
        self.here.iter().copied().filter(move |&var| program.vars[var].ty == ty)
    }

    /// Those of them that the loop assigns.
    pub fn assigned(&self, program: &Program, ty: TypeId) -> impl Iterator<Item = VarId> {
        self.live(program, ty).filter(|var| self.changed.contains(var))
    }

    /// Whether a variable is live, or a constant.
    pub fn knows(&self, program: &Program, var: VarId) -> bool {
        self.here.binary_search(&var).is_ok() || matches!(program.vars[var].kind, VarKind::Const { .. })
    }

    /// Whether the loop assigns a variable that the expression mentions.
    pub fn changes(&self, program: &Program, e: ExprId) -> bool {
        let mut any = false;
        walk(&program.exprs, [e], |_, kind| any |= matches!(kind, ExprKind::Var(var) if self.changed.contains(var)));
        any
    }
}

/// Steps from a variable to what it is defined as.
const LONGEST: usize = 8;

/// What variables of a body are, that it assigns at one place, not from themselves.
pub struct Definitions(FxHashMap<VarId, ExprId>);

impl Definitions {
    pub fn of(program: &Program, body: &Body) -> Definitions {
        let mut found = assigned_once(body.cmds());
        found.retain(|var, e| {
            let mut mentioned = false;
            walk(&program.exprs, [*e], |_, kind| mentioned |= *kind == ExprKind::Var(*var));
            !mentioned
        });
        Definitions(found)
    }

    /// An expression over what is live at the head that is like this one; variables are replaced by what they are defined as.
    pub fn at(&self, program: &mut Program, head: &Head, e: ExprId) -> Option<ExprId> {
        let e = self.expanded(program, head, e);
        unknown(program, head, e).is_empty().then_some(e)
    }

    /// The expression with variables that are not live replaced by what they are defined as, where they are.
    pub fn expanded(&self, program: &mut Program, head: &Head, mut e: ExprId) -> ExprId {
        for _ in 0..LONGEST {
            let mut replaced = FxHashMap::default();
            walk(&program.exprs, [e], |_, kind| {
                if let ExprKind::Var(var) = kind
                    && let Some(&definition) = self.0.get(var)
                    && (!head.knows(program, *var) || self.is_copy(program, head, *var, definition))
                {
                    replaced.insert(*var, definition);
                }
            });
            if replaced.is_empty() {
                break;
            }
            e = substitute(&mut program.exprs, e, &replaced);
        }
        e
    }

    /// Whether it is another variable that is live, and the loop changes neither.
    fn is_copy(&self, program: &Program, head: &Head, var: VarId, definition: ExprId) -> bool {
        matches!(program.exprs.kind(definition), ExprKind::Var(from)
            if head.knows(program, *from) && !head.changed.contains(from) && !head.changed.contains(&var))
    }

    /// What a variable is defined as, if it is one, again and again.
    pub fn behind(&self, program: &Program, mut e: ExprId) -> ExprId {
        for _ in 0..LONGEST {
            let ExprKind::Var(var) = program.exprs.kind(e) else { break };
            let Some(&definition) = self.0.get(var) else { break };
            e = definition;
        }
        e
    }
}

/// Variables of an expression that are not live at the head.
fn unknown(program: &Program, head: &Head, e: ExprId) -> Vec<VarId> {
    let mut found = Vec::new();
    walk(&program.exprs, [e], |_, kind| {
        if let ExprKind::Var(var) | ExprKind::Old(var) = kind
            && !head.knows(program, *var)
        {
            found.push(*var);
        }
    });
    found
}

/// The commands of a body, those of the loop first, without calls.
pub fn commands<'a>(body: &'a Body, head: &'a Head) -> impl Iterator<Item = &'a Cmd> {
    let blocks =
        |inside: bool| body.blocks.iter_enumerated().filter(move |(id, _)| head.members.contains(id) == inside);
    blocks(true).chain(blocks(false)).flat_map(|(_, block)| &block.cmds)
}

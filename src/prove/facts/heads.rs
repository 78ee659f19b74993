//! Loop heads, where procedures begin and end, and what expressions that are evaluated elsewhere would be there.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{BlockId, ExprId, ProcId, TypeId, VarId};
use crate::cfg::flow::reverse_postorder;
use crate::cfg::liveness::Liveness;
use crate::cfg::loops::loops;
use crate::infer::houdini::Place;
use crate::ir::visit::{mentions, substitute, walk};
use crate::ir::{Body, Cmd, CmdKind, ExprKind, Op, Procedure, Program, Transfer, TypeTable, VarKind, assigned_once};
use crate::prove::terms::Terms;

/// A loop head, or where a procedure that is called begins or returns, and the variables that matter there.
pub struct Head {
    pub proc: ProcId,
    pub block: BlockId,
    pub place: Place,
    /// Of the loops around it and itself, the outermost: its place in the order in which control reaches them.
    pub nest: usize,
    /// Blocks of the loop.
    pub members: FxHashSet<BlockId>,
    /// All that is live, and what the sizes of blocks are made of, in order.
    pub here: Vec<VarId>,
    /// All that the loop assigns; where a procedure begins, all that is known there, and where it returns, all that it assigns.
    changed: FxHashSet<VarId>,
}

/// Of programs with calls, where procedures begin and end that are called; each does so in a block without commands. All that
/// such a program says is asked about together: callers and callees rest on each other.
pub fn ends(program: &Program, entry: ProcId, live: &Liveness) -> Vec<Head> {
    let mut heads = Vec::new();
    for proc in program.procs.ids().filter(|&proc| proc != entry) {
        let Procedure { ins, outs, modifies, body: Some(body), .. } = &program.procs[proc] else { continue };
        let members: FxHashSet<BlockId> = body.blocks.ids().collect();
        let returns = body.blocks.iter_enumerated().find(|(_, block)| block.transfer == Transfer::Return);
        let is_wide = |var: &&VarId| matches!(program.vars[**var].kind, VarKind::Global | VarKind::Const { .. });
        let wide = live.live_in(proc, body.entry).iter().filter(is_wide);
        let at_entry: Vec<VarId> = wide.chain(ins).copied().collect();
        let at_exit = at_entry.iter().chain(outs).chain(modifies).copied().collect();
        // What is not required, nobody knows inside.
        let at_each_entry = at_entry.iter().copied().collect();
        let at_each_exit = outs.iter().chain(modifies).copied().collect();
        let ends = [
            (Place::Requires, Some(body.entry), at_entry, at_each_entry),
            (Place::Ensures, returns.map(|(block, _)| block), at_exit, at_each_exit),
        ];
        for (place, block, mut here, changed) in ends {
            let Some(block) = block else { continue };
            here.sort();
            here.dedup();
            heads.push(Head { proc, block, place, nest: 0, members: members.clone(), here, changed });
        }
    }
    heads
}

/// The loop heads of all procedures.
pub fn heads(program: &Program, live: &Liveness) -> Vec<Head> {
    let mut heads = Vec::new();
    for proc in program.procs.ids() {
        let Some(body) = &program.procs[proc].body else { continue };
        let (found, order) = (loops(body), reverse_postorder(body));
        let lengths = lengths(program, body);
        for l in &found {
            let mut outermost = l;
            while let Some(parent) = outermost.parent {
                outermost = &found[parent];
            }
            let nest = order.iter().position(|&block| block == outermost.header).unwrap_or(0);
            let mut changed: FxHashSet<VarId> = l.region().assigned(body).into_iter().collect();
            for cmd in l.members.iter().flat_map(|&block| &body.blocks[block].cmds) {
                if let CmdKind::Call { callee, .. } = cmd.kind {
                    changed.extend(&program.procs[callee].modifies);
                }
            }
            let mut here = live.live_in(proc, l.header).to_vec();
            here.extend(lengths.iter().filter(|var| !changed.contains(var)));
            here.sort();
            here.dedup();
            let members = l.members.iter().copied().collect();
            heads.push(Head { proc, block: l.header, place: Place::Invariant(l.header), nest, members, here, changed });
        }
    }
    heads
}

/// Integers that sizes of blocks are made of. What is said of all cells of a block says where it ends, also where the program
/// does not look at its length any more.
fn lengths(program: &Program, body: &Body) -> Vec<VarId> {
    let (definitions, of_blocks) = (assigned_once(body.cmds()), of_blocks(program, body));
    let mut waiting: Vec<ExprId> = Vec::new();
    for cmd in body.cmds() {
        let CmdKind::Assign(pairs) = &cmd.kind else { continue };
        for (to, value) in pairs.iter().filter(|(to, _)| of_blocks.contains(to)) {
            if let ExprKind::Op(Op::Store, args) = program.exprs.kind(*value)
                && *program.exprs.kind(args[0]) == ExprKind::Var(*to)
            {
                waiting.push(args[args.len() - 1]);
            }
        }
    }
    let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
    while let Some(e) = waiting.pop() {
        let mut new = Vec::new();
        walk(&program.exprs, [e], |_, kind| {
            if let ExprKind::Var(var) = kind
                && program.vars[*var].ty == TypeTable::INT
                && seen.insert(*var)
            {
                new.push(*var);
            }
        });
        for var in new {
            match definitions.get(&var) {
                Some(&value) => waiting.push(value),
                None if found.len() < LENGTHS => found.push(var),
                None => {}
            }
        }
    }
    found
}

impl Head {
    /// Whether it is the head of a loop.
    pub fn is_of_loop(&self) -> bool {
        matches!(self.place, Place::Invariant(_))
    }

    /// Whether it is the head of a loop around another.
    pub fn contains(&self, other: &Head) -> bool {
        self.proc == other.proc && self.block != other.block && self.members.contains(&other.block)
    }

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

/// Lengths of blocks that are known everywhere.
const LENGTHS: usize = 6;
/// Steps from a variable to what it is defined as.
const LONGEST: usize = 8;
/// Places where a value is kept that are looked at.
const COPIES: usize = 4;

/// What variables of a body are.
pub struct Definitions {
    /// Of those that it assigns at one place, not from themselves: what they get there.
    given: FxHashMap<VarId, ExprId>,
    /// Where values of variables are kept: other variables, and cells that are sizes of blocks.
    kept: FxHashMap<VarId, Vec<Kept>>,
}

/// Where a value is kept.
#[derive(Clone, Copy)]
enum Kept {
    Variable(VarId),
    /// This cell of this map.
    Cell(VarId, ExprId),
}

/// Maps that say something of whole blocks: they are looked at at `p - p mod K`.
pub fn of_blocks(program: &Program, body: &Body) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    walk(&program.exprs, body.cmds().flat_map(Cmd::exprs), |_, kind| {
        if let ExprKind::Op(Op::Select | Op::Store, args) = kind
            && let ExprKind::Var(map) = program.exprs.kind(args[0])
            && let ExprKind::Op(Op::Sub, parts) = program.exprs.kind(args[1])
            && matches!(program.exprs.kind(parts[1]), ExprKind::Op(Op::Mod, of) if of[0] == parts[0])
        {
            found.insert(*map);
        }
    });
    found
}

/// Where the values of variables are kept as they are.
fn kept(program: &Program, body: &Body, of_blocks: &FxHashSet<VarId>) -> FxHashMap<VarId, Vec<Kept>> {
    let mut found: FxHashMap<VarId, Vec<Kept>> = FxHashMap::default();
    for cmd in body.cmds() {
        let CmdKind::Assign(pairs) = &cmd.kind else { continue };
        for &(to, value) in pairs {
            match program.exprs.kind(value) {
                ExprKind::Var(from) => found.entry(*from).or_default().push(Kept::Variable(to)),
                ExprKind::Op(Op::Store, args) if of_blocks.contains(&to) && args.len() == 3 => {
                    if let ExprKind::Var(from) = program.exprs.kind(args[2]) {
                        found.entry(*from).or_default().push(Kept::Cell(to, args[1]));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

impl Definitions {
    /// `of_blocks`: see [`of_blocks`].
    pub fn of(program: &Program, body: &Body, of_blocks: &FxHashSet<VarId>) -> Definitions {
        let mut found = assigned_once(body.cmds());
        found.retain(|var, e| !mentions(&program.exprs, [*e], *var));
        Definitions { given: found, kept: kept(program, body, of_blocks) }
    }

    /// An expression over what is live at the head that is like this one; variables are replaced by what they are defined as,
    /// or by where their values are kept.
    pub fn at(&self, program: &mut Program, head: &Head, e: ExprId) -> Option<ExprId> {
        self.but_for(program, head, e, None)
    }

    /// The same of an expression within a quantifier over `x`.
    pub fn within(&self, program: &mut Program, head: &Head, e: ExprId, x: VarId) -> Option<ExprId> {
        self.but_for(program, head, e, Some(x))
    }

    fn but_for(&self, program: &mut Program, head: &Head, e: ExprId, bound: Option<VarId>) -> Option<ExprId> {
        let mut e = self.expanded(program, head, e);
        let mut replaced = FxHashMap::default();
        for var in unknown(program, head, e).into_iter().filter(|&var| bound != Some(var)) {
            replaced.insert(var, self.still(program, head, var, LONGEST)?);
        }
        if !replaced.is_empty() {
            e = substitute(&mut program.exprs, e, &replaced);
        }
        unknown(program, head, e).into_iter().all(|var| bound == Some(var)).then_some(e)
    }

    /// Where the value of a variable that is not live is kept at the head, in so many steps.
    fn still(&self, program: &mut Program, head: &Head, var: VarId, steps: usize) -> Option<ExprId> {
        let steps = steps.checked_sub(1)?;
        let places = self.kept.get(&var)?;
        let known = places.iter().find_map(|place| match place {
            Kept::Variable(other) => head.knows(program, *other).then_some(*other),
            Kept::Cell(..) => None,
        });
        if let Some(other) = known {
            return Some(program.var_expr(other));
        }
        places.iter().take(COPIES).find_map(|place| match *place {
            Kept::Variable(other) => self.still(program, head, other, steps),
            Kept::Cell(map, index) => {
                let ExprKind::Var(block) = *program.exprs.kind(index) else { return None };
                let block = match head.knows(program, block) {
                    true => index,
                    false => self.still(program, head, block, steps)?,
                };
                let map = head.knows(program, map).then(|| program.var_expr(map))?;
                Some(Terms(program).select(map, block))
            }
        })
    }

    /// The expression with variables that are not live replaced by what they are defined as, where they are.
    pub fn expanded(&self, program: &mut Program, head: &Head, mut e: ExprId) -> ExprId {
        for _ in 0..LONGEST {
            let mut replaced = FxHashMap::default();
            walk(&program.exprs, [e], |_, kind| {
                if let ExprKind::Var(var) = kind
                    && let Some(&definition) = self.given.get(var)
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
            let Some(&definition) = self.given.get(var) else { break };
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

//! The program as the prover sees it: one body, with the maps and variables of C's memory.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard};

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::{Flow, Rootless};
use super::guards::Guards;
use super::heap::{Class, FIRST, Map, Paths};
use super::homes::Homes;
use super::threads::{Split, split_mark};
use super::{choices, frames, threads};
use crate::base::ids::{BlockId, ExprId, FuncId, Id, IdVec, VarId};
use crate::cfg::flow::{predecessors, reached_from};
use crate::cfg::heap::Heap;
use crate::cfg::liveness::liveness;
use crate::cfg::loops::loops;
use crate::cfg::threads::{Mark, mark};
use crate::engine::{Declined, Forms, Question};
use crate::forms;
use crate::forms::inlined::Flat;
use crate::ir::visit::{mentions, walk};
use crate::ir::{
    Attr, AttributeValue, Body, Cmd, CmdKind, ExprArena, ExprKind, FunctionKind, Op, Program, Transfer, attributes_of,
};
use crate::prove::loops::steps::add;
use crate::vc::functions::recursive_functions;

/// A place where a block of memory is allocated: `t := $next; $next := $next + K;`
pub struct Site {
    pub class: Class,
    /// The object, if it is allocated once and stays in scope.
    pub root: Option<u32>,
}

/// How a program is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Heap blocks that are allocated once stay in scope.
    pub stay: bool,
    /// Blocks that are allocated at different places are told apart.
    pub sites: bool,
}

impl View {
    /// Which are tried, the cheapest first.
    pub const ALL: [View; 4] = [
        View { stay: true, sites: false },
        View { stay: false, sites: false },
        View { stay: true, sites: true },
        View { stay: false, sites: true },
    ];
}

/// What is known of a block of the body.
pub struct Point {
    /// A loop head: states are brought into a common form here.
    pub cut: bool,
    /// More than one way leads here.
    pub join: bool,
    /// Of a loop head: the blocks that executions may reach from here.
    pub reached: IdVec<BlockId, bool>,
    /// What is needed from here on.
    pub live: FxHashSet<VarId>,
}

/// The program.
pub struct Subject {
    pub program: Program,
    pub body: Body,
    pub maps: FxHashMap<VarId, Map>,
    /// Maps that nobody reads.
    pub unread: FxHashSet<Map>,
    pub live: Map,
    pub heap: Option<Map>,
    /// Maps about blocks, which stay when a block dies.
    pub about: FxHashSet<Map>,
    pub next: VarId,
    pub room: i128,
    /// Where the first block is allocated that is none of the program's from the start.
    pub start: i128,
    /// The same in the program as it was: numbers below are addresses of its variables.
    pub old_start: i128,
    /// Of maps that keep what threads share, the address of that.
    pub cells: FxHashMap<Map, i128>,
    /// The number of blocks that are to be freed, where something depends on it.
    pub allocated: Option<VarId>,
    /// What blocks are called that live from the start, by where they begin.
    statics_named: FxHashMap<i128, String>,
    /// Where blocks are allocated.
    places: Places,
    /// By block and position.
    pub sites: FxHashMap<(BlockId, usize), Site>,
    /// The program has threads.
    pub threads: bool,
    /// Maps of locks.
    pub locks: FxHashSet<Map>,
    /// Functions that call themselves: what they yield is not said.
    pub recursive: IdVec<FuncId, bool>,
    guards: Mutex<Guards>,
    homes: Mutex<Homes>,
    /// Maps whose edges are not in the forest, or do not count for paths.
    pub unflagged: FxHashSet<Map>,
    pub flow: Flow,
    rootless: Mutex<Rootless>,
    /// By class.
    pub classes: Vec<String>,
    pub points: Vec<Point>,
    /// By map.
    pub map_names: Vec<String>,
}

/// The subject of a question. `Err`: why it is none.
pub fn subject(question: &Question, flow: Flow) -> Result<Subject, Declined> {
    let no = |why: &str| Declined(why.into());
    let declared = Heap::of(question.program, &question.program.globals);
    if declared.next.is_none() || declared.live.is_none() {
        return Err(no("no memory of C"));
    }
    let single = threads::single(question)?;
    if single.is_some() && flow == Flow::Paths {
        return Err(no("paths of a program with threads"));
    }
    // Frames of several threads would be mixed up.
    let explicit = if single.is_none() { frames::explicit(question)? } else { None };
    let program = single.as_ref().map(|(program, _)| program).or(explicit.as_ref()).unwrap_or(question.program);
    let question = Question { program, forms: &Forms::of(program, question.entry), ..*question };
    let Flat { mut program, mut body } = forms::inlined(&question)?;
    choices::split(&mut program, &mut body);
    let shared = single.iter().map(|(_, shared)| share(&mut program, &mut body, shared)).next().transpose()?;
    let heap = Heap::of(&program, &body.locals);
    let (Some(next), Some(live)) = (heap.next, heap.live) else { return Err(no("no blocks of memory")) };
    let mut maps = FxHashMap::default();
    let mut map_names = Vec::new();
    for &var in &body.locals {
        if program.types.is_map(program.vars[var].ty) {
            maps.insert(var, map_names.len() as Map);
            map_names.push(program.vars[var].name.to_string());
        }
    }
    let read = read(&program, &body);
    let unread = maps.iter().filter(|(v, _)| !read.contains(v)).map(|(_, &m)| m).collect();
    let map = |var: Option<VarId>| var.and_then(|v| maps.get(&v).copied());
    let about = [heap.live, heap.size, heap.dynamic].into_iter().filter_map(map).collect();
    let allocated = heap.count.filter(|v| read.contains(v));
    let (live, heap) = (maps[&live], map(heap.dynamic));
    if single.is_some() && allocated.is_some() {
        return Err(no("leaks of a program with threads"));
    }
    let locks = threads::locks(&program, &body).into_iter().filter_map(|v| maps.get(&v).copied()).collect();
    let (room, start, places) = rooms(&program, &body, next)?;
    let cells: FxHashMap<Map, i128> = shared.into_iter().flatten().map(|(var, at)| (maps[&var], at)).collect();
    let old_start = cells.values().copied().min().unwrap_or(start);
    let mut subject = Subject {
        maps,
        old_start,
        cells,
        unread,
        live,
        heap,
        about,
        next,
        room,
        start,
        allocated,
        map_names,
        sites: FxHashMap::default(),
        threads: single.is_some(),
        locks,
        recursive: recursive_functions(&program),
        guards: Mutex::default(),
        homes: Mutex::default(),
        unflagged: FxHashSet::default(),
        flow,
        rootless: Mutex::default(),
        classes: Vec::new(),
        points: Vec::new(),
        statics_named: statics_named(question.program),
        places,
        program,
        body,
    };
    subject.look(View { stay: true, sites: false });
    subject.find_points();
    if !subject.points.iter().any(|p| p.cut) {
        return Err(no("no loops"));
    }
    Ok(subject)
}

/// Variables that threads share become cells of blocks that live from the start. Returns the maps that keep them, and where.
fn share(program: &mut Program, body: &mut Body, shared: &[VarId]) -> Result<Vec<(VarId, i128)>, Declined> {
    let Some(next) = Heap::of(program, &body.locals).next else { return Err(Declined("no blocks of memory".into())) };
    let (room, start, _) = rooms(program, body, next)?;
    let maps = threads::into_cells(program, body, shared, (start, room));
    let cells: Vec<(VarId, i128)> = maps.into_iter().zip(0..).map(|(map, n)| (map, start + room * n)).collect();
    let number = program.exprs.int(start + room * cells.len() as i128);
    for cmd in body.cmds_mut() {
        if let CmdKind::Assign(pairs) = &mut cmd.kind
            && let [(var, e)] = &mut pairs[..]
            && *var == next
            && matches!(program.exprs.kind(*e), ExprKind::Int(_))
        {
            *e = number;
        }
    }
    Ok(cells)
}

/// The variables that matter: what is read but to be stored in the same variable.
fn read(program: &Program, body: &Body) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    for cmd in body.cmds() {
        let CmdKind::Assign(pairs) = &cmd.kind else {
            walk(&program.exprs, cmd.exprs(), |_, kind| {
                if let ExprKind::Var(v) = kind {
                    found.insert(*v);
                }
            });
            continue;
        };
        for &(var, e) in pairs {
            let roots: Vec<ExprId> = match program.exprs.kind(e) {
                ExprKind::Op(Op::Add | Op::Sub, args) if *program.exprs.kind(args[0]) == ExprKind::Var(var) => {
                    args[1..].to_vec()
                }
                _ => match stores(&program.exprs, var, e) {
                    Some(stores) => stores.into_iter().flat_map(|(at, value)| [at, value]).collect(),
                    None => vec![e],
                },
            };
            walk(&program.exprs, roots, |_, kind| {
                if let ExprKind::Var(v) = kind {
                    found.insert(*v);
                }
            });
        }
    }
    found
}

/// Where a map gets which values, if `e` is the map with some more: `M[a := x][b := y]`.
pub fn stores(exprs: &ExprArena, map: VarId, mut e: ExprId) -> Option<Vec<(ExprId, ExprId)>> {
    let mut found = Vec::new();
    while let ExprKind::Op(Op::Store, args) = exprs.kind(e) {
        let [of, at, value] = args[..] else { return None };
        found.push((at, value));
        e = of;
    }
    found.reverse();
    (!found.is_empty() && *exprs.kind(e) == ExprKind::Var(map)).then_some(found)
}

/// What the C front end calls blocks whose addresses are fixed, and how they are laid out.
fn statics_named(program: &Program) -> FxHashMap<i128, String> {
    let mut found = FxHashMap::default();
    let cmds = program.procs.iter().flat_map(|proc| proc.cmds());
    for block in cmds.flat_map(|cmd| attributes_of(&cmd.attrs, Attr::Block)) {
        let [AttributeValue::Str(name), AttributeValue::Str(layout), AttributeValue::Expr(at), ..] = &block.args[..]
        else {
            continue;
        };
        let mut kind = program.exprs.kind(*at);
        if let ExprKind::Call { func, .. } = kind
            && let FunctionKind::Defined { body, .. } = program.funcs[*func].kind
        {
            kind = program.exprs.kind(body);
        }
        if let ExprKind::Int(n) = kind
            && let Some(n) = Subject::number(n)
        {
            found.insert(n, format!("{name}{layout}"));
        }
    }
    found
}

type Places = Vec<(BlockId, usize)>;

/// The size of rooms, and where blocks are allocated. `Err`: the program does not keep to rooms.
fn rooms(program: &Program, body: &Body, next: VarId) -> Result<(i128, i128, Places), Declined> {
    let no = || Declined("addresses of blocks are chosen in another way".into());
    let number = |e: ExprId| match program.exprs.kind(e) {
        ExprKind::Int(n) => i128::try_from(n.clone()).ok(),
        _ => None,
    };
    let (mut room, mut starts, mut places) = (None, Vec::new(), Vec::new());
    for (block, b) in body.blocks.iter_enumerated() {
        for (at, cmd) in b.cmds.iter().enumerate() {
            let assigns = cmd.assigned().any(|v| v == next);
            if !mentions(&program.exprs, cmd.exprs(), next) && !assigns {
                continue;
            }
            match &cmd.kind {
                CmdKind::Assign(pairs) => {
                    let [(var, e)] = pairs[..] else { return Err(no()) };
                    match program.exprs.kind(e) {
                        ExprKind::Int(_) if var == next => starts.push(((block, at), number(e).ok_or_else(no)?)),
                        ExprKind::Op(Op::Add, args)
                            if var == next && *program.exprs.kind(args[0]) == ExprKind::Var(next) =>
                        {
                            let step = number(args[1]).ok_or_else(no)?;
                            let before = at.checked_sub(1).map(|i| (block, i));
                            if *room.get_or_insert(step) != step || before.is_none_or(|b| places.last() != Some(&b)) {
                                return Err(no());
                            }
                        }
                        ExprKind::Var(v) if *v == next && var != next => places.push((block, at)),
                        _ => return Err(no()),
                    }
                }
                _ => return Err(no()),
            }
        }
    }
    let room = room.ok_or_else(|| Declined("nothing is allocated".into()))?;
    let paired = |&(block, at): &(BlockId, usize)| matches!(body.blocks[block].cmds.get(at + 1).map(|c| &c.kind), Some(CmdKind::Assign(pairs)) if pairs[0].0 == next);
    let [(first, start)] = starts[..] else { return Err(no()) };
    // Distances from the start of a block are small numbers.
    let good = (2..=i128::from(i64::MAX)).contains(&room)
        && (start > 0 && start % room == 0 && start / room < i128::from(FIRST))
        && places.iter().all(paired)
        && is_before(body, first, &places);
    if !good {
        return Err(no());
    }
    Ok((room, start, places))
}

/// Whether executions reach a place once at most, and to those others only from there.
fn is_before(body: &Body, (block, at): (BlockId, usize), others: &[(BlockId, usize)]) -> bool {
    let again = reached_from(body, body.blocks[block].transfer.targets().iter().copied());
    let mut cut = body.clone();
    cut.blocks[block].transfer = Transfer::Return;
    let without = reached_from(&cut, [body.entry]);
    !again[block] && others.iter().all(|&(b, i)| if b == block { i > at } else { !without[b] })
}

impl Subject {
    /// Blocks that are allocated once stay in scope: the program's variables, and, if `view.stay`, others as well. With
    /// `view.sites`, blocks that are allocated at different places are of different classes.
    pub fn look(&mut self, view: View) {
        *self.guards() = Guards::default();
        *self.homes() = Homes::default();
        self.sites.clear();
        self.classes.clear();
        let mut repeated: FxHashSet<BlockId> = loops(&self.body).iter().flat_map(|l| l.members.clone()).collect();
        // There may be many threads; and those that are spawned see what lives by then.
        let spawns = |&b: &BlockId| self.body.blocks[b].cmds.iter().any(|c| split_mark(c) == Some(Split::Spawn));
        let beside = reached_from(&self.body, self.body.blocks.ids().filter(spawns));
        repeated.extend(self.body.blocks.ids().filter(|&b| beside[b]));
        let mut roots = self.statics() as u32;
        for number in 0..roots {
            let start = self.room * i128::from(number + 1);
            let label = self.statics_named.get(&start).map_or("variable", |label| label);
            self.classes.push(format!("{label} ({number})"));
        }
        for &(block, at) in &self.places {
            let cmds = &self.body.blocks[block].cmds;
            let named = attributes_of(&cmds[at].attrs, Attr::Block).next();
            let text = |i: usize| match named.and_then(|a| a.args.get(i)) {
                Some(AttributeValue::Str(text)) => text.to_string(),
                _ => String::new(),
            };
            let may_stay = view.stay || !text(0).ends_with('#');
            let root = (may_stay && !repeated.contains(&block) && roots < FIRST).then_some(roots);
            roots += u32::from(root.is_some());
            let label = match root {
                Some(n) => format!("{}{} ({n})", text(0), text(1)),
                None if view.sites => format!("{}{} {}.{at}", text(0), text(1), block.index()),
                None => format!("{}{}", text(0), text(1)),
            };
            let class = self.classes.iter().position(|c| *c == label).unwrap_or_else(|| {
                self.classes.push(label);
                self.classes.len() - 1
            });
            self.sites.insert((block, at), Site { class: class as Class, root });
        }
    }

    /// Whether the command in front of that one lets others run.
    pub fn is_turn(&self, (block, at): (BlockId, usize)) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.body.blocks[block].cmds.get(at));
        self.threads
            && before.is_some_and(|cmd| mark(cmd) == Some(Mark::Yield) || split_mark(cmd) == Some(Split::Spawn))
    }

    fn find_points(&mut self) {
        let preds = predecessors(&self.body);
        let heads: FxHashSet<BlockId> =
            loops(&self.body).iter().flat_map(|l| l.side_entries.iter().copied().chain([l.header])).collect();
        let mut program = self.program.clone();
        add(&mut program, "all".into(), self.body.clone());
        let all = program.procs.ids().next().expect("internal: a procedure was added");
        // Which blocks live is needed to the end.
        let about: Vec<VarId> = self.maps.iter().filter(|(_, m)| self.about.contains(m)).map(|(&v, _)| v).collect();
        let live = liveness(&program, all, &about);
        for block in self.body.blocks.ids() {
            let cut = heads.contains(&block);
            self.points.push(Point {
                cut,
                reached: reached_from(&self.body, cut.then_some(block)),
                join: preds[block].len() > 1,
                live: live.live_in(all, block).iter().copied().collect(),
            });
        }
    }

    /// What is known of locks so far.
    pub fn guards(&self) -> MutexGuard<'_, Guards> {
        self.guards.lock().expect("internal: whoever looks at guards does not panic")
    }

    /// What is known of homes so far.
    pub fn homes(&self) -> MutexGuard<'_, Homes> {
        self.homes.lock().expect("internal: whoever looks at homes does not panic")
    }

    /// What is known so far of variables that are no roots of paths.
    pub fn rootless(&self) -> MutexGuard<'_, Rootless> {
        self.rootless.lock().expect("internal: whoever looks at roots does not panic")
    }

    /// The start of paths: no edge was seen.
    pub fn paths(&self) -> Paths {
        Paths { uncounted: self.unflagged.iter().copied().collect(), ..Paths::default() }
    }

    /// Looks at which objects belong to which of these.
    pub fn set_heads(&mut self, heads: FxHashSet<Class>) {
        self.homes = Mutex::new(Homes::of(heads));
    }

    /// The classes of blocks that stay in scope, and the others.
    pub fn heads(&self) -> (FxHashSet<Class>, FxHashSet<Class>) {
        let statics = (0..self.statics() as u32).map(|n| n as Class);
        let (stay, leave): (Vec<&Site>, Vec<&Site>) = self.sites.values().partition(|site| site.root.is_some());
        let class = |site: &Site| site.class;
        (statics.chain(stay.into_iter().map(class)).collect(), leave.into_iter().map(class).collect())
    }

    /// The number of blocks that live from the start; each has a room of its own.
    pub fn statics(&self) -> i128 {
        self.start / self.room - 1
    }

    /// The numbers that assumptions mention, and those below.
    pub fn constants(&self) -> BTreeSet<i128> {
        let mut found = BTreeSet::new();
        let assumed = self.body.cmds().filter(|cmd| matches!(cmd.kind, CmdKind::Assume(_)));
        walk(&self.program.exprs, assumed.flat_map(Cmd::exprs), |_, kind| {
            if let ExprKind::Int(n) = kind
                && let Some(n) = Subject::number(n)
            {
                found.extend([n - 1, n]);
            }
        });
        found
    }

    pub fn point(&self, block: BlockId) -> &Point {
        &self.points[block.index()]
    }

    /// Whether blocks that leave the scope may have been allocated on the way to a block.
    pub fn is_behind_allocations(&self, block: BlockId) -> bool {
        let leaves = |((b, _), site): (&(BlockId, usize), &Site)| site.root.is_none().then_some(*b);
        let behind = self.sites.iter().filter_map(leaves).flat_map(|b| self.body.blocks[b].transfer.targets());
        reached_from(&self.body, behind.copied())[block]
    }

    /// An integer constant.
    pub fn number(n: &BigInt) -> Option<i128> {
        i128::try_from(n.clone()).ok()
    }
}

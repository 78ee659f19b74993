//! Checks of accesses against the block that the pointer comes from, instead of the one that the address lies in.
//!
//! ```text
//! $live[t] := true;                             →  …; at.1 := t; size.1 := n; ok.1 := n < K;
//! assert $live[B(e)] && B(e) <= e && e - B(e) + 1 <= $size[B(e)];
//!                                               →  assert ok.1 && at.1 <= e && e - at.1 + 1 <= size.1;
//! $live[p] := false;                            →  …; ok.1 := ok.1 && p != at.1;
//! ```
//!
//! `B(e)` is `$base_of[e div K]`, and the site is an allocation that the value of `e` may stem from. If `ok` holds,
//! `at` is the start of a live block of that size which lies within its room, so the new condition implies the old one:
//! what is safe afterwards was safe before, whatever was guessed about where pointers come from. The solver is spared
//! divisions and maps.

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use super::flatten::{Flat, plain};
use super::relax::{Memory, Within};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::cfg::flow::predecessors;
use crate::cfg::free_vars::FreeVars;
use crate::cfg::heap::{Heap, is_bookkeeping};
use crate::cfg::loops::loops;
use crate::ir::build::fresh_local;
use crate::ir::visit::Rewriter;
use crate::ir::{Body, Cmd, CmdKind, ExprArena, ExprKind, Op, Program, TypeTable};
use crate::prove::terms::{Terms, literal};

/// A pointer that may come from more sites than that is checked as it was.
const MOST_SITES: usize = 3;

/// An allocation outside of loops, and its ghosts.
struct Site {
    /// The variable that it assigns the address to.
    target: VarId,
    at: VarId,
    size: VarId,
    ok: VarId,
}

/// The maps that the front end keeps about blocks, by address.
struct Maps {
    live: VarId,
    size: VarId,
    base: VarId,
    stride: BigInt,
}

/// Rewrites the assertions about accesses by pointers of which it is known which allocations they may come from.
/// Returns where pointers may point: variable, start and size of the block.
pub fn check_by_site(flat: &mut Flat, memory: &Memory) -> Vec<Within> {
    let Some((base, stride)) = memory.bases.clone() else { return Vec::new() };
    let body = flat.body();
    let heap = Heap::of(&flat.program, &body.locals);
    let (Some(live), Some(size)) = (heap.live, heap.size) else { return Vec::new() };
    let maps = Maps { live, size, base, stride };
    if body.cmds().any(|cmd| matches!(&cmd.kind, CmdKind::Havoc(vars) if vars.contains(&live) || vars.contains(&size)))
    {
        return Vec::new();
    }
    let mut within = Vec::new();
    let mut body = flat.take_body();
    let found = follow(&mut flat.program, &mut body, &maps);
    if let Some((sites, new)) = found {
        for (block, cmds) in new {
            body.blocks[block].cmds = cmds;
        }
        let origins = origins(&flat.program, &body, &maps, &sites);
        let is_pointer = |var: &VarId| flat.program.vars[*var].ty == TypeTable::INT;
        for (&pointer, from) in origins.iter().filter(|(var, _)| is_pointer(var)) {
            let near = from.iter().filter(|&&n| n < sites.len()).map(|&n| Within {
                pointer,
                at: sites[n].at,
                size: sites[n].size,
            });
            within.extend(near.take(MOST_SITES));
        }
        within.sort();
        let program = &mut flat.program;
        for cmd in body.blocks.iter_mut().flat_map(|b| b.cmds.iter_mut()) {
            if let CmdKind::Assert(e, _) = &mut cmd.kind {
                *e = by_site(program, &maps, &sites, &origins, *e);
            }
        }
        let span = body.blocks[body.entry].span;
        let mut start = Vec::new();
        for site in &sites {
            let (none, never) = (program.exprs.int(0), program.exprs.bool(false));
            start.push(plain(CmdKind::Assign(vec![(site.at, none)]), span));
            start.push(plain(CmdKind::Assign(vec![(site.size, none)]), span));
            start.push(plain(CmdKind::Assign(vec![(site.ok, never)]), span));
        }
        body.blocks[body.entry].cmds.splice(0..0, start);
    }
    flat.put_body(body);
    within
}

type NewBlocks = Vec<(BlockId, Vec<Cmd>)>;

/// `map := map[at := value]`
fn stored(program: &Program, cmd: &Cmd, map: VarId) -> Option<(ExprId, ExprId)> {
    let CmdKind::Assign(pairs) = &cmd.kind else { return None };
    let [(var, e)] = pairs[..] else { return None };
    let ExprKind::Op(Op::Store, args) = program.exprs.kind(e) else { return None };
    (var == map && args.len() == 3 && *program.exprs.kind(args[0]) == ExprKind::Var(map)).then(|| (args[1], args[2]))
}

/// The sites, and the blocks with their ghosts. `None`: the maps are assigned in other ways.
fn follow(program: &mut Program, body: &mut Body, maps: &Maps) -> Option<(Vec<Site>, NewBlocks)> {
    if !predecessors(body)[body.entry].is_empty() {
        return None;
    }
    let (sites, births) = births(program, body, maps);
    if sites.is_empty() {
        return None;
    }
    let new = with_ghosts(program, body, maps, &sites, &births)?;
    Some((sites, new))
}

/// A site's block is allocated.
struct Birth {
    site: usize,
    size: ExprId,
    /// The position of the command that says so, in the same block of commands. The address is that of the new block by then.
    sized: usize,
}

/// By the command that marks the block as live: block and position.
type Births = FxHashMap<(BlockId, usize), Birth>;

/// The allocations outside of loops.
fn births(program: &mut Program, body: &mut Body, maps: &Maps) -> (Vec<Site>, Births) {
    let in_loops: FxHashSet<_> = loops(body).iter().flat_map(|l| l.members.clone()).collect();
    let mut free = FreeVars::default();
    let mut sites: Vec<Site> = Vec::new();
    let mut births = Births::default();
    for block in body.blocks.ids() {
        if in_loops.contains(&block) {
            continue;
        }
        let mut placed: Option<VarId> = None;
        let mut sized: Option<(ExprId, usize)> = None;
        for position in 0..body.blocks[block].cmds.len() {
            let cmd = body.blocks[block].cmds[position].clone();
            let is_placed = |e: ExprId| placed.is_some_and(|t| *program.exprs.kind(e) == ExprKind::Var(t));
            if let Some((_, at)) = stored(program, &cmd, maps.base) {
                placed = match program.exprs.kind(at) {
                    ExprKind::Var(target) => Some(*target),
                    _ => None,
                };
                sized = None;
            } else if let Some((at, size)) = stored(program, &cmd, maps.size)
                && is_placed(at)
            {
                sized = Some((size, position));
            } else if let Some((at, value)) = stored(program, &cmd, maps.live)
                && is_placed(at)
                && *program.exprs.kind(value) == ExprKind::Bool(true)
                && let (Some(target), Some((size, sized_at))) = (placed, sized)
            {
                let n = sites.len() + 1;
                let mut ghost = |name: &str, ty| fresh_local(program, body, &format!("{name}.{n}"), ty, cmd.span);
                let at = ghost("at", TypeTable::INT);
                let (own_size, ok) = (ghost("size", TypeTable::INT), ghost("ok", TypeTable::BOOL));
                sites.push(Site { target, at, size: own_size, ok });
                births.insert((block, position), Birth { site: n - 1, size, sized: sized_at });
                (placed, sized) = (None, None);
            } else {
                let assigned: Vec<VarId> = match &cmd.kind {
                    CmdKind::Assign(pairs) => pairs.iter().map(|p| p.0).collect(),
                    CmdKind::Havoc(vars) => vars.clone(),
                    _ => Vec::new(),
                };
                let used: Vec<VarId> =
                    sized.iter().flat_map(|&(e, _)| free.of(program, e).to_vec()).chain(placed).collect();
                // Another size may be that of the same block.
                if assigned.contains(&maps.size) || used.iter().any(|v| assigned.contains(v)) {
                    (placed, sized) = (None, None);
                }
            }
        }
    }
    (sites, births)
}

/// The blocks with the ghosts of sites, which live until something else is done to their block.
fn with_ghosts(program: &mut Program, body: &Body, maps: &Maps, sites: &[Site], births: &Births) -> Option<NewBlocks> {
    let mut new = Vec::new();
    let mut first = true;
    for block in body.blocks.ids() {
        let mut cmds = Vec::new();
        for (position, cmd) in body.blocks[block].cmds.iter().enumerate() {
            let span = cmd.span;
            cmds.push(cmd.clone());
            let assigns = |map: VarId| matches!(&cmd.kind, CmdKind::Assign(p) if p.iter().any(|(v, _)| *v == map));
            if let Some(&Birth { site: n, size, .. }) = births.get(&(block, position)) {
                let mut t = Terms(program);
                let stride = t.int(maps.stride.clone());
                let small = match t.literal(size) {
                    Some(size) => t.0.exprs.bool(size <= maps.stride),
                    None => t.lt(size, stride),
                };
                let target = t.var(sites[n].target);
                for (ghost, value) in [(sites[n].at, target), (sites[n].size, size), (sites[n].ok, small)] {
                    cmds.push(plain(CmdKind::Assign(vec![(ghost, value)]), span));
                }
                first = false;
            } else if assigns(maps.live) || assigns(maps.size) {
                let live = stored(program, cmd, maps.live);
                let Some((at, value)) = live.or_else(|| stored(program, cmd, maps.size)) else {
                    // The whole map: at the start, before any block is allocated.
                    if block != body.entry || !first {
                        return None;
                    }
                    continue;
                };
                let lives = live.is_some() && *program.exprs.kind(value) == ExprKind::Bool(true);
                // The size of a block that is about to be allocated here.
                let born = births.iter().any(|((b, _), birth)| *b == block && birth.sized == position);
                if lives || born {
                    continue;
                }
                for site in sites {
                    let mut t = Terms(program);
                    let (ok, start) = (t.var(site.ok), t.var(site.at));
                    let same = t.eq(at, start);
                    let other = t.not(same);
                    let still = t.and(&[ok, other]);
                    cmds.push(plain(CmdKind::Assign(vec![(site.ok, still)]), span));
                }
            }
        }
        new.push((block, cmds));
    }
    Some(new)
}

/// What is no site: an address that is a constant, and a block that is allocated in a loop.
const CONSTANT: usize = usize::MAX;
const IN_LOOP: usize = usize::MAX - 1;

/// The sites that the values of variables may come from, and those that are stored in maps. A guess: nothing rests on it.
fn origins(program: &Program, body: &Body, maps: &Maps, sites: &[Site]) -> FxHashMap<VarId, Vec<usize>> {
    let mut known: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
    for (n, site) in sites.iter().enumerate() {
        known.entry(site.target).or_default().push(n);
    }
    for cmd in body.cmds() {
        if let Some((_, at)) = stored(program, cmd, maps.base)
            && let ExprKind::Var(target) = program.exprs.kind(at)
        {
            known.entry(*target).or_insert_with(|| vec![IN_LOOP]);
        }
    }
    loop {
        let mut changed = false;
        for cmd in body.cmds() {
            let CmdKind::Assign(pairs) = &cmd.kind else { continue };
            for &(var, e) in pairs {
                if is_bookkeeping(program, var) {
                    continue;
                }
                for from in origins_of(program, &known, maps, e) {
                    let of = known.entry(var).or_default();
                    if !of.contains(&from) {
                        of.push(from);
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return known;
        }
    }
}

fn origins_of(program: &Program, known: &FxHashMap<VarId, Vec<usize>>, maps: &Maps, e: ExprId) -> Vec<usize> {
    let of = |e: ExprId| origins_of(program, known, maps, e);
    let both = |a: ExprId, b: ExprId| {
        let mut sites = of(a);
        sites.extend(of(b));
        sites.sort_unstable();
        sites.dedup();
        sites
    };
    match program.exprs.kind(e) {
        ExprKind::Var(v) => known.get(v).cloned().unwrap_or_default(),
        ExprKind::Int(n) if *n >= maps.stride => vec![CONSTANT],
        ExprKind::Call { args, .. } if args.is_empty() => vec![CONSTANT],
        ExprKind::Op(Op::Add, args) if args.len() == 2 => both(args[0], args[1]),
        ExprKind::Op(Op::Ite, args) => both(args[1], args[2]),
        ExprKind::Op(Op::Sub, args) if args.len() == 2 && of(args[1]).is_empty() => of(args[0]),
        ExprKind::Op(Op::Select, args) if args.len() == 2 => of(args[0]),
        ExprKind::Op(Op::Store, args) if args.len() == 3 => both(args[0], args[2]),
        ExprKind::Call { args, .. } if args.len() == 1 => of(args[0]),
        _ => Vec::new(),
    }
}

/// A condition that implies this one, about the blocks that its pointers come from.
fn by_site(
    program: &mut Program,
    maps: &Maps,
    sites: &[Site],
    origins: &FxHashMap<VarId, Vec<usize>>,
    e: ExprId,
) -> ExprId {
    let mut parts = Vec::new();
    conjuncts(program, e, &mut parts);
    // What is said to be the start of a live block.
    let live = parts.iter().find_map(|&part| match program.exprs.kind(part) {
        ExprKind::Op(Op::Select, args) if *program.exprs.kind(args[0]) == ExprKind::Var(maps.live) => Some(args[1]),
        _ => None,
    });
    let Some(start) = live else { return e };
    let (address, looked_up) = match program.exprs.kind(start) {
        ExprKind::Op(Op::Select, args) if *program.exprs.kind(args[0]) == ExprKind::Var(maps.base) => {
            match program.exprs.kind(args[1]) {
                ExprKind::Op(Op::Div, sides) if literal(program, sides[1]).as_ref() == Some(&maps.stride) => {
                    (sides[0], true)
                }
                _ => return e,
            }
        }
        _ => (start, false),
    };
    let (from, others): (Vec<usize>, Vec<usize>) =
        origins_of(program, origins, maps, address).into_iter().partition(|&n| n < sites.len());
    if from.is_empty() || from.len() > MOST_SITES || others.contains(&IN_LOOP) {
        return e;
    }
    if looked_up && !parts.iter().any(|&part| ends_within(program, maps, part, start, address)) {
        return e;
    }
    let mut ways = Vec::new();
    for n in from {
        let site = &sites[n];
        let (at, size) = (program.var_expr(site.at), program.var_expr(site.size));
        let mut rewriter = Rewriter::new(|exprs: &mut ExprArena, e| {
            let sized = matches!(exprs.kind(e), ExprKind::Op(Op::Select, args)
                if *exprs.kind(args[0]) == ExprKind::Var(maps.size) && args[1] == start);
            if sized { Some(size) } else { (e == start && looked_up).then_some(at) }
        });
        let mut way = vec![program.var_expr(site.ok)];
        let mut t = Terms(program);
        way.push(if looked_up { t.le(at, address) } else { t.eq(address, at) });
        for &part in &parts {
            let is_live = matches!(program.exprs.kind(part), ExprKind::Op(Op::Select, args)
                if *program.exprs.kind(args[0]) == ExprKind::Var(maps.live) && args[1] == start);
            if !is_live {
                way.push(rewriter.rewrite(&mut program.exprs, part));
            }
        }
        let mut unique: Vec<ExprId> = Vec::new();
        way.into_iter().for_each(|e| {
            if !unique.contains(&e) {
                unique.push(e);
            }
        });
        ways.push(program.exprs.and(&unique));
    }
    if !others.is_empty() {
        ways.push(e);
    }
    program.exprs.or(&ways)
}

/// `address - start + n <= $size[start]`, with `n > 0`.
fn ends_within(program: &Program, maps: &Maps, part: ExprId, start: ExprId, address: ExprId) -> bool {
    let ExprKind::Op(Op::Le, sides) = program.exprs.kind(part) else { return false };
    let sized = matches!(program.exprs.kind(sides[1]), ExprKind::Op(Op::Select, args)
        if *program.exprs.kind(args[0]) == ExprKind::Var(maps.size) && args[1] == start);
    let ExprKind::Op(Op::Add, sum) = program.exprs.kind(sides[0]) else { return false };
    let ExprKind::Op(Op::Sub, distance) = program.exprs.kind(sum[0]) else { return false };
    sized && distance[..] == [address, start] && literal(program, sum[1]).is_some_and(|n| n > BigInt::from(0))
}

fn conjuncts(program: &Program, e: ExprId, parts: &mut Vec<ExprId>) {
    match program.exprs.kind(e) {
        ExprKind::Op(Op::And, args) => args.iter().for_each(|&arg| conjuncts(program, arg, parts)),
        _ => parts.push(e),
    }
}

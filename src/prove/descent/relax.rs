//! The size of a run, and a placement of blocks that leaves room for a smaller run.
//!
//! The front end puts each block at the start of a room of its own, one room after another. Here the block lies anywhere
//! in its room, and rooms may be left out:
//!
//! ```text
//! t := $next;                       havoc n; assume $next <= K * n;   havoc t; assume K * n <= t;
//! $next := $next + K;        →      assume size < K ==> t + size < K * n + K;
//! … e - e mod K …                   $base[n] := t;   $next := K * n;   $next := $next + K;   … $base[e div K] …
//! ```
//!
//! Every run of the program is one of this program: with `K * n == t == $next` and `$base[k] == K * k` for every `k`. So
//! what is safe here is safe there.

use num_bigint::BigInt;
use num_traits::Zero;

use super::flatten::{Flat, plain};
use crate::base::ids::{ExprId, FuncId, TypeId, VarId};
use crate::cfg::flow::predecessors;
use crate::cfg::free_vars::FreeVars;
use crate::cfg::heap::Heap;
use crate::cfg::loops::loops;
use crate::ir::visit::Rewriter;
use crate::ir::{
    Attr, Attribute, AttributeValue, Attributes, Body, Builtin, Cmd, CmdKind, Expr, ExprArena, ExprKind, Function,
    FunctionKind, Op, Program, QuantifierKind, TypeTable, Var, VarKind, attributes_of,
};
use crate::prove::terms::{Terms, ghost, literal};

/// What the program tells about its memory.
pub struct Memory {
    /// The sum of the sizes of all blocks so far.
    pub bytes: VarId,
    /// Addresses that are drawn, with the variable that holds the block's size.
    pub placed: Vec<(VarId, VarId)>,
    /// Numbers of rooms that are drawn.
    pub rooms: Vec<VarId>,
    /// Whether the size of some block is no constant.
    pub varies: bool,
    /// The starts of blocks by number of room, and the size of a room; where blocks lie anywhere in their rooms.
    pub bases: Option<(VarId, BigInt)>,
    /// Where pointers may point.
    pub within: Vec<Within>,
}

/// A pointer that may point into the block that starts there and has that size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Within {
    pub pointer: VarId,
    pub at: VarId,
    pub size: VarId,
}

/// Adds the ghost of sizes, and loosens the placement where the program is known to keep to rooms.
pub fn relax(flat: &mut Flat) -> Memory {
    let mut body = flat.take_body();
    let program = &mut flat.program;
    let span = body.blocks[body.entry].span;
    let bytes = ghost(program, &mut body, "$bytes", TypeTable::INT, span);
    let mut memory =
        Memory { bytes, placed: Vec::new(), rooms: Vec::new(), varies: false, bases: None, within: Vec::new() };
    let rooms = rooms(program, &body);
    let base_ty = program.types.map(Box::new([TypeTable::INT]), TypeTable::INT);
    let base = ghost(program, &mut body, "$base_of", base_ty, span);
    for block in body.blocks.ids() {
        let cmds = std::mem::take(&mut body.blocks[block].cmds);
        let mut new = Vec::with_capacity(cmds.len());
        for cmd in cmds {
            let Some((_, size)) = block_born(&cmd) else {
                new.push(cmd);
                continue;
            };
            if program.exprs.ty(size) != TypeTable::INT {
                new.push(plain(cmd.kind, cmd.span));
                continue;
            }
            match (&rooms, &cmd.kind) {
                (Some(rooms), CmdKind::Assign(pairs))
                    if pairs.len() == 1 && is_var(program, pairs[0].1, rooms.next) =>
                {
                    let target = pairs[0].0;
                    place(program, &mut body, rooms, base, target, size, &mut memory, &mut new, cmd.span);
                }
                _ => new.push(plain(cmd.kind.clone(), cmd.span)),
            }
            memory.varies |= literal(program, size).is_none();
            let grown = grown(program, bytes, size);
            new.push(plain(CmdKind::Assign(vec![(bytes, grown)]), cmd.span));
        }
        body.blocks[block].cmds = new;
    }
    let mut start = vec![plain(CmdKind::Assign(vec![(bytes, program.exprs.int(0))]), span)];
    if let (Some(rooms), false) = (&rooms, memory.placed.is_empty()) {
        read_bases(program, &mut body, rooms, base);
        memory.bases = Some((base, rooms.stride.clone()));
        start.extend(fixed_bases(program, rooms, base, span));
    }
    nothing_at_first(program, &mut body);
    body.blocks[body.entry].cmds.splice(0..0, start);
    flat.put_body(body);
    memory
}

/// Whether loops allocate memory.
pub fn grows_in_loops(flat: &Flat, memory: &Memory) -> bool {
    let body = flat.body();
    let grows =
        |cmd: &Cmd| matches!(&cmd.kind, CmdKind::Assign(pairs) if pairs.iter().any(|(v, _)| *v == memory.bytes));
    loops(body).iter().flat_map(|l| &l.members).any(|&b| body.blocks[b].cmds.iter().any(grows))
}

/// `assume (forall b :: !m[b]);` at the start, about a map that nothing has mentioned, makes it the map that is
/// false everywhere, of which the solver knows without quantifiers.
fn nothing_at_first(program: &mut Program, body: &mut Body) {
    let mut free = FreeVars::default();
    let mut mentioned: Vec<VarId> = Vec::new();
    let mut everywhere = None;
    for cmd in &mut body.blocks[body.entry].cmds {
        if let CmdKind::Assume(e) = cmd.kind
            && let Some((map, value)) = constant_map(program, e)
            && !mentioned.contains(&map)
        {
            let ty = program.vars[map].ty;
            let value = program.exprs.bool(value);
            let func = *everywhere.get_or_insert_with(|| constant_maps(program, ty));
            if program.funcs[func].result == ty {
                let kind = ExprKind::Call { func, types: Box::new([]), args: Box::new([value]) };
                let constant = program.exprs.intern(Expr { kind, ty });
                cmd.kind = CmdKind::Assign(vec![(map, constant)]);
            }
        }
        match &cmd.kind {
            CmdKind::Assume(e) => mentioned.extend(free.of(program, *e)),
            CmdKind::Assign(pairs) => {
                for &(var, e) in pairs {
                    mentioned.push(var);
                    mentioned.extend(free.of(program, e));
                }
            }
            CmdKind::Havoc(vars) => mentioned.extend(vars),
            CmdKind::Assert(..) | CmdKind::Call { .. } => return,
        }
    }
}

/// A function from truth values to the maps of this type that have them everywhere.
fn constant_maps(program: &mut Program, ty: TypeId) -> FuncId {
    let span = ivl::source::Span::NONE;
    let value = program.vars.push(Var {
        name: "value".into(),
        ty: TypeTable::BOOL,
        kind: VarKind::Bound,
        where_clause: None,
        attrs: Attributes::from([]),
        span,
    });
    let builtin = Attribute { name: "builtin".into(), args: vec![AttributeValue::Str("MapConst".into())] };
    program.funcs.push(Function {
        name: "$everywhere".into(),
        type_params: Vec::new(),
        params: vec![value],
        result: ty,
        kind: FunctionKind::Builtin(Builtin::MapConst),
        attrs: [builtin].into(),
        span,
    })
}

/// `(forall b :: m[b])` or `(forall b :: !m[b])`: the map and the value.
fn constant_map(program: &Program, e: ExprId) -> Option<(VarId, bool)> {
    let ExprKind::Quantifier(q) = program.exprs.kind(e) else { return None };
    let (cell, value) = match program.exprs.kind(q.body) {
        ExprKind::Op(Op::Not, args) => (args[0], false),
        _ => (q.body, true),
    };
    let ExprKind::Op(Op::Select, args) = program.exprs.kind(cell) else { return None };
    match (q.kind, &q.vars[..], program.exprs.kind(args[0]), program.exprs.kind(args[1])) {
        (QuantifierKind::Forall, [bound], ExprKind::Var(map), ExprKind::Var(index))
            if args.len() == 2 && index == bound && q.type_params.is_empty() && map != bound =>
        {
            Some((*map, value))
        }
        _ => None,
    }
}

/// Address and size of a block that is allocated with a command.
pub fn block_born(cmd: &Cmd) -> Option<(ExprId, ExprId)> {
    let attr = attributes_of(&cmd.attrs, Attr::Block).next()?;
    match attr.args[..] {
        [AttributeValue::Expr(at), AttributeValue::Expr(size)] => Some((at, size)),
        _ => None,
    }
}

/// `bytes + max(size, 0)`
fn grown(program: &mut Program, bytes: VarId, size: ExprId) -> ExprId {
    let mut t = Terms(program);
    let zero = t.int(0);
    let (bytes, positive) = (t.var(bytes), t.le(zero, size));
    let size = match t.literal(size) {
        Some(n) if n < BigInt::zero() => zero,
        Some(_) => size,
        None => t.ite(positive, size, zero),
    };
    t.add(bytes, size)
}

struct Rooms {
    next: VarId,
    /// The size of a room.
    stride: BigInt,
    /// Where the first room is that the program may fill.
    first: BigInt,
}

/// The variable that holds where the next block of memory will lie.
pub fn next_block(flat: &Flat) -> Option<VarId> {
    next_of(&flat.program, flat.body())
}

pub fn next_of(program: &Program, body: &Body) -> Option<VarId> {
    Heap::of(program, &body.locals).next
}

/// Whether the program puts its blocks into rooms: `$next` is set to a multiple of the stride and then increased by it,
/// and read for nothing but addresses of blocks. It is set at the start, before anything else is done with it.
fn rooms(program: &Program, body: &Body) -> Option<Rooms> {
    let next = next_of(program, body)?;
    let assigns = |cmd: &Cmd| matches!(&cmd.kind, CmdKind::Assign(pairs) if pairs.iter().any(|(v, _)| *v == next));
    let mut start = body.blocks[body.entry].cmds.iter();
    let set = start.find(|cmd| assigns(cmd) || mentions_of(program, cmd, next) > 0)?;
    if mentions_of(program, set, next) > 0 || !predecessors(body)[body.entry].is_empty() {
        return None;
    }
    let (mut stride, mut first) = (None, None);
    let mut mentions = 0;
    let mut expected = 0;
    for cmd in body.blocks.iter().flat_map(|b| &b.cmds) {
        mentions += mentions_of(program, cmd, next);
        let CmdKind::Assign(pairs) = &cmd.kind else { continue };
        for &(var, e) in pairs {
            if var == next {
                match program.exprs.kind(e) {
                    ExprKind::Int(n) if first.is_none() => first = Some(n.clone()),
                    ExprKind::Op(Op::Add, args) if is_var(program, args[0], next) => {
                        let step = literal(program, args[1])?;
                        if stride.get_or_insert(step.clone()) != &step {
                            return None;
                        }
                        expected += 1;
                    }
                    _ => return None,
                }
            } else if is_var(program, e, next) && block_born(cmd).is_some() && pairs.len() == 1 {
                expected += 1;
            }
        }
    }
    let (stride, first) = (stride?, first?);
    // A room that a block was put into is left behind before the next block comes.
    for block in body.blocks.iter() {
        let mut filled = false;
        for cmd in &block.cmds {
            if block_born(cmd).is_some() && mentions_of(program, cmd, next) > 0 {
                if filled {
                    return None;
                }
                filled = true;
            } else if assigns(cmd) {
                filled = false;
            }
        }
        if filled {
            return None;
        }
    }
    let whole = stride > BigInt::zero() && (&first % &stride).is_zero() && program.vars[next].ty == TypeTable::INT;
    (whole && mentions == expected).then_some(Rooms { next, stride, first })
}

/// How often a command reads a variable.
fn mentions_of(program: &Program, cmd: &Cmd, var: VarId) -> usize {
    let count = |e: ExprId| {
        let mut found = 0;
        crate::ir::visit::walk(&program.exprs, [e], |_, kind| found += usize::from(*kind == ExprKind::Var(var)));
        found
    };
    match &cmd.kind {
        CmdKind::Assume(e) | CmdKind::Assert(e, _) => count(*e),
        CmdKind::Assign(pairs) => pairs.iter().map(|&(_, e)| count(e)).sum(),
        CmdKind::Havoc(vars) => vars.iter().filter(|&&v| v == var).count(),
        CmdKind::Call { .. } => 1,
    }
}

pub fn is_var(program: &Program, e: ExprId, var: VarId) -> bool {
    *program.exprs.kind(e) == ExprKind::Var(var)
}

#[allow(clippy::too_many_arguments)]
fn place(
    program: &mut Program,
    body: &mut Body,
    rooms: &Rooms,
    base: VarId,
    target: VarId,
    size: ExprId,
    memory: &mut Memory,
    out: &mut Vec<Cmd>,
    span: ivl::source::Span,
) {
    let room = ghost(program, body, "$room", TypeTable::INT, span);
    memory.rooms.push(room);
    let constant = literal(program, size).is_some_and(|n| n <= rooms.stride);
    let size_var = (!constant).then(|| ghost(program, body, "$size_of", TypeTable::INT, span));
    let mut t = Terms(program);
    let (number, stride) = (t.var(room), t.int(rooms.stride.clone()));
    let start = t.mul(stride, number);
    let next = t.var(rooms.next);
    let new_room = t.le(next, start);
    out.push(plain(CmdKind::Havoc(vec![room]), span));
    out.push(plain(CmdKind::Assume(new_room), span));
    let at = t.var(target);
    if let Some(size_var) = size_var {
        out.push(plain(CmdKind::Assign(vec![(size_var, size)]), span));
        out.push(plain(CmdKind::Havoc(vec![target]), span));
        let size = t.var(size_var);
        let (end, room_end) = (t.add(at, size), t.add(start, stride));
        // The end lies in the room, too: so does a smaller block of no bytes that ends there.
        let (after, fits, before) = (t.le(start, at), t.lt(size, stride), t.lt(end, room_end));
        let within = t.implies(fits, before);
        let both = t.and(&[after, within]);
        out.push(plain(CmdKind::Assume(both), span));
        memory.placed.push((target, size_var));
    } else {
        out.push(plain(CmdKind::Assign(vec![(target, start)]), span));
    }
    let map = t.var(base);
    let stored = t.store(map, number, at);
    out.push(plain(CmdKind::Assign(vec![(base, stored)]), span));
    out.push(plain(CmdKind::Assign(vec![(rooms.next, start)]), span));
}

/// `e - e mod K` is `$base[e div K]`.
fn read_bases(program: &mut Program, body: &mut Body, rooms: &Rooms, base: VarId) {
    let map = program.var_expr(base);
    let stride = rooms.stride.clone();
    let mut rewriter = Rewriter::new(|exprs: &mut ExprArena, e| replace_base(exprs, e, map, &stride));
    let exprs = &mut program.exprs;
    for cmd in body.blocks.iter_mut().flat_map(|b| b.cmds.iter_mut()) {
        match &mut cmd.kind {
            CmdKind::Assume(e) | CmdKind::Assert(e, _) => *e = rewriter.rewrite(exprs, *e),
            CmdKind::Assign(pairs) => pairs.iter_mut().for_each(|(_, e)| *e = rewriter.rewrite(exprs, *e)),
            CmdKind::Havoc(_) | CmdKind::Call { .. } => {}
        }
    }
}

fn replace_base(exprs: &mut ExprArena, e: ExprId, map: ExprId, stride: &BigInt) -> Option<ExprId> {
    let ExprKind::Op(Op::Sub, sides) = exprs.kind(e) else { return None };
    let (at, rest) = (sides[0], sides[1]);
    let ExprKind::Op(Op::Mod, args) = exprs.kind(rest) else { return None };
    let whole = args[1];
    if args[0] != at || *exprs.kind(whole) != ExprKind::Int(stride.clone()) {
        return None;
    }
    // What the address is made of may be such a start itself.
    let stride_copy = stride.clone();
    let at = Rewriter::new(|exprs: &mut ExprArena, e| replace_base(exprs, e, map, &stride_copy)).rewrite(exprs, at);
    let ty: TypeId = TypeTable::INT;
    let number = exprs.op(Op::Div, [at, whole], ty);
    Some(exprs.op(Op::Select, [map, number], ty))
}

/// The blocks of globals are at the starts of their rooms.
fn fixed_bases(program: &mut Program, rooms: &Rooms, base: VarId, span: ivl::source::Span) -> Vec<Cmd> {
    let filled = (&rooms.first / &rooms.stride).min(BigInt::from(64));
    let mut cmds = Vec::new();
    let mut number = BigInt::zero();
    while number < filled {
        let mut t = Terms(program);
        let (map, index, start) = (t.var(base), t.int(number.clone()), t.int(&number * &rooms.stride));
        let cell = t.select(map, index);
        let at_start = t.eq(cell, start);
        cmds.push(plain(CmdKind::Assume(at_start), span));
        number += 1;
    }
    cmds
}

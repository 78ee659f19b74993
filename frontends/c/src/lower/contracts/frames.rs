//! Nothing is written but what is to be assigned, and what was allocated since.
//!
//! ```text
//! *p = 1;   →   assert (block of p is new || p is within a target of the function) && (… of the loops around); *p := 1
//! ```

use ivl::source::Span;
use rustc_hash::FxHashSet;

use crate::cir::*;
use crate::contracts::PROVE;
use crate::types::{IntType, Scalar, Types};

use super::super::Lower;
use super::targets::Allowed;
use super::{INT, Target};

/// A frame: of the function that is proved, or of a loop.
#[derive(Clone, Debug)]
struct Frame {
    /// Of a loop: whether it runs.
    on: Option<VarId>,
    /// Which blocks are older.
    mark: VarId,
    allowed: Vec<Allowed>,
    message: &'static str,
}

/// What says what a loop assigns.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of {
    Clause,
    /// Its body.
    Text,
}

/// All frames of the program.
#[derive(Debug, Default)]
pub(in crate::lower) struct Frames {
    own: Option<Frame>,
    loops: Vec<Frame>,
    /// Where memory is made arbitrary for what all rounds of a loop write: what a round writes is asked one by one.
    pub(super) rounds: FxHashSet<SiteId>,
}

/// What the variables are called that say whether a loop runs.
pub(super) const ON: &str = "$frame.on";

impl<'a> Lower<'a> {
    /// The function that is proved begins.
    pub(super) fn begin_frame(&mut self, targets: Vec<Target>, span: Span) {
        let allowed = self.ghosts(&targets);
        let mark = self.frame_mark(span);
        let message = "the assigns clause of the contract does not allow this";
        self.frames.own = Some(Frame { on: None, mark, allowed, message });
    }

    fn frame_mark(&mut self, span: Span) -> VarId {
        let next = Expr::new(ExprKind::Next, self.size_t(), span);
        self.ghost("$frame.mark", self.size_t(), next, span)
    }

    /// Where the function at hand is the one that holds the contract: which blocks are older than its call.
    pub(super) fn own_mark(&self) -> Option<VarId> {
        let holds = self.frame.func.is_some_and(|func| self.program.funcs[func.index()].name.starts_with(PROVE));
        self.frames.own.as_ref().filter(|_| holds).map(|frame| frame.mark)
    }

    /// A loop with such targets begins; the variable says whether it runs.
    pub(super) fn begin_loop_frame(&mut self, targets: &[Target], of: Of, span: Span) -> VarId {
        let allowed = self.ghosts(targets);
        let mark = self.frame_mark(span);
        let on = self.ghost(ON, INT, Expr::int(1, INT, span), span);
        let message = match of {
            Of::Clause => "the assigns clause of the loop does not allow this",
            Of::Text => "the loop writes what its text does not show: give it an assigns clause",
        };
        self.frames.loops.push(Frame { on: Some(on), mark, allowed, message });
        on
    }

    /// Puts the checks in front of what writes, and makes global variables arbitrary at the start.
    pub(in crate::lower) fn check_frames(&mut self, entry: FuncId) {
        let Some(own) = self.frames.own.take() else { return };
        let all: Vec<Frame> = std::iter::once(own).chain(std::mem::take(&mut self.frames.loops)).collect();
        for index in 0..self.program.funcs.len() {
            if self.program.funcs[index].name.starts_with(PROVE) {
                continue;
            }
            let Some(body) = self.program.funcs[index].body.take() else { continue };
            let mut out = Vec::with_capacity(body.len());
            for stmt in body {
                for (span, write) in self.writes(&stmt) {
                    // Variables of the function at hand are none of its caller's, and may be older than its loops.
                    let is_own = matches!(&write, Write::Memory(addr, _) if self.is_own(addr));
                    for frame in all.iter().filter(|frame| frame.on.is_some() || !is_own) {
                        let condition = self.allows(frame, &write, span);
                        let message = Failure::Assertion(frame.message.into());
                        out.push(Stmt { kind: StmtKind::Assert(condition, message), span });
                    }
                }
                out.push(stmt);
            }
            self.program.funcs[index].body = Some(out);
        }
        let mut start = self.any_globals();
        let off = |frame: &Frame| {
            let kind = StmtKind::Set(frame.on?, Expr::int(0, INT, Span::NONE));
            Some(Stmt { kind, span: Span::NONE })
        };
        start.extend(all.iter().filter_map(off));
        if let Some(body) = &mut self.program.funcs[entry.index()].body {
            body.splice(0..0, start);
        }
    }

    /// Global variables have any values where a function is called.
    fn any_globals(&mut self) -> Vec<Stmt> {
        let mut out = vec![];
        for &var in &self.program.globals {
            let decl = &self.program.vars[var.index()];
            if !decl.name.starts_with('$') && !self.constant_globals.contains(&var) {
                out.push(Stmt { kind: StmtKind::Havoc(var), span: Span::NONE });
            }
        }
        for index in 0..self.program.objs.len() {
            let obj = &self.program.objs[index];
            if obj.kind != ObjKind::Global || obj.read_only {
                continue;
            }
            let Some(size) = obj.size else { continue };
            let dst = Expr::new(ExprKind::Obj(ObjId(index as u32)), Scalar::Ptr, Span::NONE);
            let size = Expr::int(size, Scalar::Int(self.types.ptr_int(false)), Span::NONE);
            let size = Bytes { unit: size.unit(), count: size };
            self.program.sites.push(Site { scalar: Scalar::Int(IntType::new(8, false)), bits: None, hint: None });
            let site = SiteId(self.program.sites.len() as u32 - 1);
            out.push(Stmt {
                kind: StmtKind::Library(Library::Any { dst, size: Some(size), site, what: Input::Any }),
                span: Span::NONE,
            });
        }
        out
    }

    /// What a statement writes, but variables of its function that are not in memory.
    fn writes(&self, stmt: &Stmt) -> Vec<(Span, Write)> {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let fixed = |size: u64| Expr::int(size, size_t, stmt.span);
        let (addr, size) = match &stmt.kind {
            StmtKind::Store { site, .. } if self.frames.rounds.contains(site) => return vec![],
            StmtKind::Store { addr, site, .. } => {
                (addr, fixed(site_size(&self.program.sites[site.index()], &self.types)))
            }
            StmtKind::Copy { dst, size, .. } => (dst, fixed(*size)),
            StmtKind::Zero { addr, size, .. } => (addr, fixed(*size)),
            StmtKind::Set(var, _) | StmtKind::Havoc(var) | StmtKind::Call { ret: Some(var), .. } => {
                let decl = &self.program.vars[var.index()];
                let counts = decl.global && !decl.name.starts_with('$');
                return if counts { vec![(stmt.span, Write::Register(*var))] } else { vec![] };
            }
            StmtKind::Library(library) => match library {
                Library::Memcpy { dst, size, .. } | Library::Memset { dst, size, .. } => (dst, size.count.clone()),
                Library::Any { site, .. } if self.frames.rounds.contains(site) => return vec![],
                Library::Any { dst, size: Some(size), .. } => (dst, size.count.clone()),
                Library::Any { dst, size: None, .. } => return vec![(stmt.span, Write::Block(dst.clone()))],
                Library::Free { ptr, .. } | Library::Realloc { ptr, .. } => {
                    return vec![(stmt.span, Write::Freed(ptr.clone()))];
                }
                Library::Malloc { .. }
                | Library::Room { .. }
                | Library::Block { .. }
                | Library::Text { .. }
                // What externals change is none of the program's memory.
                | Library::Given { .. } => return vec![],
            },
            _ => return vec![],
        };
        vec![(stmt.span, Write::Memory(addr.clone(), size))]
    }

    /// Whether an address is of a variable of the function.
    fn is_own(&self, addr: &Expr) -> bool {
        match &*addr.kind {
            ExprKind::Obj(obj) => self.program.objs[obj.index()].kind == ObjKind::Local,
            // An index may leave the variable; that it does not is another check.
            ExprKind::PtrAdd { base, index, .. } if index.constant().is_some() => self.is_own(base),
            ExprKind::Part { base, .. } => self.is_own(base),
            _ => false,
        }
    }

    fn allows(&self, frame: &Frame, write: &Write, span: Span) -> Expr {
        let int = |kind| Expr::new(kind, INT, span);
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let of = |var: VarId| Expr::new(ExprKind::Var(var), self.program.vars[var.index()].ty, span);
        let mut ways: Vec<Expr> = vec![];
        if let Some(on) = frame.on {
            ways.push(int(ExprKind::Not(of(on))));
        }
        match write {
            Write::Register(var) => {
                let of_it = frame.allowed.iter().filter_map(|allowed| match allowed {
                    Allowed::Register { condition, var: own } if own == var => Some(of(*condition)),
                    _ => None,
                });
                ways.extend(of_it);
            }
            Write::Freed(ptr) => {
                let null = Expr::int(0, Scalar::Ptr, span);
                ways.push(int(ExprKind::Cmp(CmpOp::Eq, ptr.clone(), null)));
                ways.push(int(ExprKind::Since { addr: ptr.clone(), mark: of(frame.mark) }));
            }
            Write::Block(addr) => {
                let within = |base, length| ExprKind::BlockWithin { addr: addr.clone(), base, length };
                ways.extend(self.within_targets(frame, addr, within, span));
                ways.push(int(ExprKind::Since { addr: addr.clone(), mark: of(frame.mark) }));
            }
            Write::Memory(addr, size) => {
                if size.constant().is_none() {
                    let none = Expr::int(0, size_t, span);
                    ways.push(int(ExprKind::Cmp(CmpOp::Eq, size.clone(), none)));
                }
                let within = |base, length| ExprKind::Within { addr: addr.clone(), size: size.clone(), base, length };
                ways.extend(self.within_targets(frame, addr, within, span));
                ways.push(int(ExprKind::Since { addr: addr.clone(), mark: of(frame.mark) }));
            }
        }
        let any = ways.into_iter().reduce(|a, b| int(ExprKind::Or(a, b)));
        any.unwrap_or_else(|| Expr::int(0, INT, span))
    }

    /// For each target in memory, that what is written from an address on is of it; `within` says so of some bytes.
    fn within_targets(
        &self,
        frame: &Frame,
        addr: &Expr,
        within: impl Fn(Expr, Expr) -> ExprKind,
        span: Span,
    ) -> Vec<Expr> {
        let int = |kind| Expr::new(kind, INT, span);
        let of = |var: VarId| Expr::new(ExprKind::Var(var), self.program.vars[var.index()].ty, span);
        let in_target = |allowed: &Allowed| {
            let (condition, inside) = match allowed {
                Allowed::Memory { condition, base, length } => (condition, within(of(*base), of(*length))),
                // What leaves the block is another check.
                Allowed::Block { condition, pointer } => (condition, ExprKind::Beside(addr.clone(), of(*pointer))),
                Allowed::Register { .. } => return None,
            };
            Some(int(ExprKind::And(of(*condition), int(inside))))
        };
        frame.allowed.iter().filter_map(in_target).collect()
    }
}

enum Write {
    Register(VarId),
    Memory(Expr, Expr),
    /// All of a block.
    Block(Expr),
    Freed(Expr),
}

fn site_size(site: &Site, types: &Types) -> u64 {
    match site.bits {
        Some(BitField { first, width, .. }) => u64::from((first + width).div_ceil(8)),
        None => types.scalar_size(site.scalar),
    }
}

//! Points-to analysis, and from it the layout of memory: which accesses share a map.
//!
//! `p->next = q; p->data = 1;` touch two cells of one node, at offsets 0 and 8: two maps, so that a write to one never
//! disturbs the other. Where accesses overlap without being the same (unions, byte-wise copies), their cells are one
//! region of bytes.

mod allocators;
mod constant;
mod deallocators;
mod graph;
mod kept;
mod layout;
mod looked;
mod parts;
mod small;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::cir::*;
use crate::types::{IntType, Scalar, Types};

pub use graph::{Cell, NodeId};
use graph::{Flags, Graph};
pub use layout::{Blocks, Layout, RegionId, RegionKind, Way};
pub use looked::{FIRST_ADDRESS, Looked};

/// The functions that each indirect call may reach, by the function around it and its statement.
pub type Targets = FxHashMap<(usize, usize), Vec<FuncId>>;

/// The analysis of a program: where each site is, and whom indirect calls reach.
pub struct Points {
    pub layout: Layout,
    pub targets: Targets,
    /// Whose addresses are looked at as numbers.
    pub looked: Looked,
}

/// How many bytes a site touches.
#[derive(Clone, Copy, Debug)]
enum Range {
    Exactly(u64),
    /// Any multiple of a power of two.
    Multiple(u64),
    /// As far as the block goes.
    Block,
}

impl Range {
    fn of(size: &Bytes) -> Range {
        match size.count.constant().and_then(|n| u64::try_from(n).ok()) {
            Some(n) => Range::Exactly(n),
            // Products may wrap around, which powers of two outlast.
            None => Range::Multiple(1 << size.unit.trailing_zeros().min(16)),
        }
    }

    fn of_block(size: &Bytes) -> Range {
        match Range::of(size) {
            Range::Multiple(_) => Range::Block,
            known => known,
        }
    }
}

struct IndirectCall {
    key: (usize, usize),
    callee: Option<Cell>,
    args: Vec<(Option<Cell>, Scalar)>,
    ret: Option<VarId>,
    ret_ty: Option<Scalar>,
    done: Vec<FuncId>,
}

struct Analysis<'p> {
    program: &'p Program,
    types: &'p Types,
    graph: Graph,
    vars: Vec<Option<Cell>>,
    objs: Vec<Option<Cell>>,
    funcs: Vec<Option<Cell>>,
    sites: Vec<Option<Cell>>,
    /// Sites whose range is given by a size rather than by a type.
    ranges: Vec<(SiteId, Range)>,
    /// Sites where all of so many bytes are read, those between members included.
    wholes: Vec<(SiteId, u64)>,
    indirect: Vec<IndirectCall>,
    /// The start and size of each block, and whether it is not to be written.
    blocks: Vec<(Cell, Option<u64>, bool)>,
    /// What each undefined function returns.
    unknown: Vec<Option<Cell>>,
    /// By function: where it allocates what it gives back, if that is all it does.
    allocators: Vec<Option<Vec<SiteId>>>,
    /// What calls of those gave back, of which function, and to where.
    given: Vec<(FuncId, Cell, VarId)>,
    /// By function and parameter: whether it frees it, if that is all it does with it.
    deallocators: Vec<Vec<bool>>,
    /// What calls hand to those, and the parameter that it goes to.
    freed: Vec<(Cell, VarId)>,
    looks: looked::Looks,
    /// Registers that may get any value.
    any: Vec<VarId>,
    /// Steps by a known number: from where, how many bytes, and the size of what is stepped over.
    steps: Vec<(Cell, i64, i64)>,
    /// By register: whether it only holds numbers that are no addresses.
    small: Vec<bool>,
    /// What functions from outside are given.
    escaped: Vec<Cell>,
}

/// The number under which the program's initialisation goes in [`Points::targets`].
pub const INIT: usize = usize::MAX;

pub fn analyse(program: &Program, types: &Types) -> Points {
    // Whom calls reach tells who allocates and frees, and who does where pointers lead.
    let mut targets = Targets::default();
    let is_indirect = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Call { callee: Callee::Indirect(_), .. });
    if program.funcs.iter().flat_map(|func| func.body.iter().flatten()).any(is_indirect) {
        targets = solve(program, types, &targets).0.targets();
    }
    let (mut this, mut arguments) = solve(program, types, &targets);
    // Fewer pointers that meet reach no more functions. If they did, nothing would be known of those.
    let is_known = |(key, found): (&(usize, usize), &Vec<FuncId>)| {
        targets.get(key).is_some_and(|known| found.iter().all(|func| known.contains(func)))
    };
    if !this.targets().iter().all(is_known) {
        (this, arguments) = solve(program, types, &Targets::default());
    }
    parts::outside_is_unset(&mut this, arguments);
    let targets = this.targets();
    let mut layout = layout::lay_out(&mut this, arguments);
    kept::mark(&mut this, &mut layout);
    constant::mark(&mut this, &mut layout, arguments);
    let looked = looked::looked(&mut this, &layout);
    Points { layout, targets, looked }
}

/// Where pointers lead, and where `argv` does; `known`: whom calls through pointers may reach.
fn solve<'p>(program: &'p Program, types: &'p Types, known: &Targets) -> (Analysis<'p>, Option<Cell>) {
    let graph = Graph::default();
    let mut this = Analysis {
        program,
        types,
        graph,
        vars: vec![None; program.vars.len()],
        objs: vec![None; program.objs.len()],
        funcs: vec![None; program.funcs.len()],
        sites: vec![None; program.sites.len()],
        ranges: vec![],
        wholes: vec![],
        indirect: vec![],
        blocks: vec![],
        unknown: vec![None; program.funcs.len()],
        allocators: allocators::allocators(program, known),
        given: vec![],
        deallocators: deallocators::deallocators(program, known),
        freed: vec![],
        looks: looked::Looks::default(),
        any: vec![],
        steps: vec![],
        small: small::small(program, types),
        escaped: vec![],
    };
    for (i, stmt) in program.init.iter().enumerate() {
        this.stmt((INIT, i), stmt);
    }
    for (f, func) in program.funcs.iter().enumerate() {
        for (i, stmt) in func.body.iter().flatten().enumerate() {
            this.stmt((f, i), stmt);
        }
    }
    for (a, b, distance) in &program.beside {
        let (a, b) = (this.expr(a), this.expr(b));
        if let Some(cell) = this.join(a, b) {
            this.graph.add_period(cell, *distance as i64);
        }
    }
    let arguments = program.arguments().map(|(_, argv)| {
        let cell = this.var(argv);
        this.graph.add_flags(cell, Flags { unset: true, ..Flags::default() });
        this.blocks.push((cell, None, false));
        cell
    });
    this.strangers(known);
    // What parts are given up shows what more may be called.
    loop {
        this.resolve_indirect();
        if !parts::settle(&mut this) && !looked::join_compared(&mut this) {
            break;
        }
    }
    (this, arguments)
}

impl Analysis<'_> {
    fn targets(&self) -> Targets {
        self.indirect.iter().map(|call| (call.key, call.done.clone())).collect()
    }

    fn var(&mut self, var: VarId) -> Cell {
        match self.vars[var.index()] {
            Some(cell) => cell,
            None => {
                let cell = self.graph.fresh();
                self.vars[var.index()] = Some(cell);
                cell
            }
        }
    }

    fn obj(&mut self, obj: ObjId) -> Cell {
        if let Some(cell) = self.objs[obj.index()] {
            return cell;
        }
        let cell = self.graph.fresh();
        self.objs[obj.index()] = Some(cell);
        let decl = &self.program.objs[obj.index()];
        self.blocks.push((cell, decl.size, decl.read_only || !decl.constants.is_empty()));
        let unset = decl.external || decl.kind == ObjKind::Local;
        self.graph.add_flags(cell, Flags { unset, global: !unset, ..Flags::default() });
        cell
    }

    fn func(&mut self, func: FuncId) -> Cell {
        if let Some(cell) = self.funcs[func.index()] {
            return cell;
        }
        let cell = self.graph.fresh();
        self.funcs[func.index()] = Some(cell);
        self.graph.add_func(cell, func);
        cell
    }

    fn join(&mut self, a: Option<Cell>, b: Option<Cell>) -> Option<Cell> {
        if let (Some(a), Some(b)) = (a, b) {
            self.graph.merge(a, b);
        }
        a.or(b)
    }

    /// What the value of an expression points to; `None`: nothing.
    fn expr(&mut self, e: &Expr) -> Option<Cell> {
        match &*e.kind {
            ExprKind::Const(_) | ExprKind::FloatConst(_) | ExprKind::Next => None,
            ExprKind::Quant { .. }
            | ExprKind::Within { .. }
            | ExprKind::Since { .. }
            | ExprKind::Beside(..)
            | ExprKind::BlockWithin { .. } => {
                e.children().into_iter().for_each(|child| _ = self.expr(child));
                None
            }
            ExprKind::Var(var) => Some(self.var(*var)),
            ExprKind::Obj(obj) => Some(self.obj(*obj)),
            ExprKind::Func(func) => Some(self.func(*func)),
            ExprKind::Load(addr, site) => {
                self.looks.reads.push(*site);
                let cell = self.address(addr, *site);
                Some(self.graph.link(cell))
            }
            ExprKind::Zeroed { addr, size, site } => {
                self.looks.reads.push(*site);
                self.range(addr, *site, Range::Exactly(*size));
                self.wholes.push((*site, *size));
                None
            }
            ExprKind::Cast(inner) => {
                // A cast there and back is harmless.
                if e.ty == Scalar::Ptr
                    && let ExprKind::Cast(original) = &*inner.kind
                    && original.ty == Scalar::Ptr
                    && self.types.scalar_size(inner.ty) >= self.types.ptr_size()
                {
                    return self.expr(original);
                }
                let mut cell = self.expr(inner);
                let is_small = small::is_small(inner, &self.small, self.types);
                if cell.is_none() && e.ty == Scalar::Ptr && !is_small {
                    cell = Some(self.unknown_block());
                }
                self.looks.cast(e, inner, cell, is_small);
                let (from, to) = (self.types.scalar_size(inner.ty), self.types.scalar_size(e.ty));
                // A part of a pointer's bits is no pointer.
                if from >= self.types.ptr_size() && to < self.types.ptr_size() { None } else { cell }
            }
            ExprKind::Unary(_, a) => {
                let a = self.expr(a);
                self.arithmetic(e, a, None)
            }
            ExprKind::Binary(_, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.arithmetic(e, a, b)
            }
            ExprKind::Cmp(_, a, b) => {
                let (x, y) = (self.expr(a), self.expr(b));
                self.looks.comparison((a, x), y);
                // What is equal to a pointer that was not seen to be set points to the same.
                if self.program.strict && a.ty == Scalar::Ptr {
                    self.join(x, y);
                }
                None
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::PtrSub { a, b, .. } => {
                self.expr(a);
                self.expr(b);
                None
            }
            ExprKind::Not(a) | ExprKind::FloatFn(_, a) => {
                self.expr(a);
                None
            }
            ExprKind::Pure(_, args) => {
                args.iter().for_each(|arg| _ = self.expr(arg));
                None
            }
            ExprKind::Cond(c, a, b) => {
                self.expr(c);
                let (a, b) = (self.expr(a), self.expr(b));
                self.join(a, b)
            }
            ExprKind::Part { base, length, least, array } => {
                let cell = self.expr(base)?;
                Some(self.graph.part(cell, length.map(|n| n as i64), *least as i64, *array))
            }
            ExprKind::PtrAdd { base, index, scale } => self.step(base, index, *scale),
        }
    }

    /// `base + index * scale`
    fn step(&mut self, base: &Expr, index: &Expr, scale: i64) -> Option<Cell> {
        let index_cell = self.expr(index);
        let Some(cell) = self.expr(base) else {
            // An address made of numbers.
            if let Some(cell) = index_cell {
                self.graph.add_period(cell, 1);
            }
            return index_cell;
        };
        if let Some(n) = index.constant()
            && let Ok(n) = i64::try_from(n)
            && let Some(bytes) = n.checked_mul(scale)
        {
            self.steps.push((cell, bytes, scale));
            let cell = self.graph.find(cell);
            return Some(Cell { offset: cell.offset.wrapping_add(bytes), ..cell });
        }
        self.graph.add_period(cell, (index.unit() as i64).saturating_mul(scale));
        Some(cell)
    }

    /// Arithmetic on the bits of an address: it may point anywhere into the same blocks.
    fn arithmetic(&mut self, e: &Expr, a: Option<Cell>, b: Option<Cell>) -> Option<Cell> {
        if self.types.scalar_size(e.ty) < self.types.ptr_size() || matches!(e.ty, Scalar::Float(_)) {
            return None;
        }
        let cell = self.join(a, b)?;
        self.graph.add_period(cell, 1);
        self.graph.add_flags(cell, Flags { computed: true, ..Flags::default() });
        Some(cell)
    }

    /// The cell that a site accesses.
    fn address(&mut self, addr: &Expr, site: SiteId) -> Cell {
        let cell = match self.expr(addr) {
            Some(cell) => cell,
            // Null, or an address given by a number.
            None => self.unknown_block(),
        };
        self.sites[site.index()] = Some(cell);
        cell
    }

    fn unknown_block(&mut self) -> Cell {
        let cell = self.graph.fresh();
        self.graph.add_flags(cell, Flags { unset: true, ..Flags::default() });
        cell
    }

    /// The blocks there may be memory that is not the program's.
    fn open_to_outside(&mut self, cell: Cell) {
        self.graph.add_flags(cell, Flags { foreign: true, ..Flags::default() });
    }

    /// Pointers that come from outside other than as results of functions: in variables that are defined elsewhere, as
    /// arguments of what the program does not call, through unknown functions.
    fn strangers(&mut self, known: &Targets) {
        if self.program.strict {
            return;
        }
        for (i, obj) in self.program.objs.iter().enumerate() {
            if let (Some(cell), true) = (self.objs[i], obj.external) {
                let node = self.graph.find(cell).node;
                self.graph.links(node).into_iter().for_each(|target| self.open_to_outside(target));
            }
        }
        let called = small::called(self.program);
        let is_entered = |i: usize, func: &Func| !func.address_taken && !called.contains(&FuncId(i as u32));
        let uncalled = self.program.funcs.iter().enumerate().filter(|(i, func)| is_entered(*i, func));
        let params: Vec<VarId> = uncalled.flat_map(|(_, func)| func.params.iter().copied()).collect();
        // What is called otherwise is no function of the program, which is a violation itself.
        let has_body = |func: &FuncId| self.program.funcs[func.index()].body.is_some();
        let is_known = |call: &&IndirectCall| {
            known.get(&call.key).is_some_and(|targets| !targets.is_empty() && targets.iter().all(has_body))
        };
        let unknown = self.indirect.iter().filter(|call| !is_known(call));
        let results: Vec<VarId> = unknown.filter_map(|call| call.ret).collect();
        let is_pointer = |var: &VarId| self.program.vars[var.index()].ty == Scalar::Ptr;
        // What a function gives that ends without a result must not be used.
        let is_result = |var: &VarId| self.program.funcs.iter().any(|func| func.ret == Some(*var));
        let any = self.any.iter().copied().filter(|var| !is_result(var));
        let vars: Vec<VarId> = params.into_iter().chain(results).chain(any).filter(is_pointer).collect();
        for var in vars {
            let cell = self.var(var);
            self.open_to_outside(cell);
        }
    }

    fn range(&mut self, addr: &Expr, site: SiteId, range: Range) -> Cell {
        self.ranges.push((site, range));
        self.address(addr, site)
    }

    fn flow(&mut self, from: Option<Cell>, to: VarId) {
        if let Some(from) = from {
            let to = self.var(to);
            self.graph.merge(from, to);
        }
    }

    fn stmt(&mut self, key: (usize, usize), stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Set(var, value) => {
                let value = self.expr(value);
                self.flow(value, *var);
            }
            StmtKind::Store { addr, value, site } => {
                let value = match looked::as_number(value, self.types) {
                    Some(pointer) => {
                        let target = self.expr(pointer);
                        self.looks.keep(*site, target);
                        target
                    }
                    None => self.expr(value),
                };
                let cell = self.address(addr, *site);
                if let Some(value) = value {
                    let link = self.graph.link(cell);
                    self.graph.merge(link, value);
                }
            }
            StmtKind::Copy { dst, src, size, dst_site, src_site } => {
                let d = self.range(dst, *dst_site, Range::Exactly(*size));
                let s = self.range(src, *src_site, Range::Exactly(*size));
                self.graph.merge(d, s);
            }
            StmtKind::Call { ret, callee, args, ret_ty } => {
                let cells: Vec<Option<Cell>> = args.iter().map(|arg| self.expr(arg)).collect();
                match callee {
                    Callee::Direct(func) => self.bind(*func, &cells, *ret),
                    Callee::Indirect(address) => {
                        let callee = self.expr(address);
                        let args = cells.into_iter().zip(args.iter().map(|a| a.ty)).collect();
                        let (ret, ret_ty) = (*ret, *ret_ty);
                        self.indirect.push(IndirectCall { key, callee, args, ret, ret_ty, done: vec![] });
                    }
                }
            }
            StmtKind::Alloc(obj, size) => {
                self.obj(*obj);
                if let Some(size) = size {
                    self.expr(size);
                }
            }
            StmtKind::Zero { addr, size, site } => {
                self.range(addr, *site, Range::Exactly(*size));
            }
            StmtKind::Branch(e, ..) | StmtKind::Assume(e) | StmtKind::Assert(e, _) => {
                self.expr(e);
            }
            StmtKind::Library(library) => self.library(library),
            StmtKind::Havoc(var) => self.any.push(*var),
            StmtKind::Seal(_) | StmtKind::Leave(..) | StmtKind::Undefined(_) | StmtKind::End | StmtKind::Atomic(_) => {}
            StmtKind::Goto(_) | StmtKind::Label(_) | StmtKind::Return | StmtKind::Cover(_) => {}
        }
    }

    fn library(&mut self, library: &Library) {
        match library {
            Library::Malloc { ret, size, zero, site, .. } => {
                self.expr(&size.count);
                let cell = self.graph.fresh();
                self.graph.add_flags(cell, Flags { unset: true, ..Flags::default() });
                self.sites[site.index()] = Some(cell);
                self.ranges.push((*site, if *zero { Range::of(size) } else { Range::of_block(size) }));
                let known = size.count.constant().and_then(|n| u64::try_from(n).ok());
                self.blocks.push((cell, known, false));
                self.flow(Some(cell), *ret);
            }
            Library::Free { ptr, site, .. } => {
                self.range(ptr, *site, Range::Exactly(0));
            }
            Library::Realloc { ret, ptr, size, site, ret_site } => {
                self.expr(&size.count);
                let cell = self.range(ptr, *site, Range::of_block(size));
                self.graph.add_flags(cell, Flags { unset: true, ..Flags::default() });
                self.blocks.push((cell, None, false));
                self.sites[ret_site.index()] = Some(cell);
                self.ranges.push((*ret_site, Range::of_block(size)));
                self.flow(Some(cell), *ret);
            }
            Library::Memcpy { dst, src, size, dst_site, src_site } => {
                self.expr(&size.count);
                let d = self.range(dst, *dst_site, Range::of(size));
                let s = self.range(src, *src_site, Range::of(size));
                self.graph.merge(d, s);
            }
            Library::Any { dst, size, site, .. } => {
                let range = match size {
                    Some(size) => {
                        self.expr(&size.count);
                        Range::of(size)
                    }
                    None => Range::Block,
                };
                let cell = self.range(dst, *site, range);
                self.graph.add_flags(cell, Flags { unset: true, ..Flags::default() });
            }
            Library::Given { ptr, site, constant, .. } => {
                let cell = self.range(ptr, *site, Range::Block);
                if !constant {
                    self.escaped.push(cell);
                }
            }
            Library::Text { ptr, most, site, .. } => {
                most.iter().for_each(|most| _ = self.expr(most));
                let width = self.types.scalar_size(self.program.sites[site.index()].scalar);
                let cell = self.address(ptr, *site);
                self.graph.add_period(cell, width as i64);
            }
            Library::Block { ptr, fact: BlockFact::Constant(site), .. } => {
                let width = self.types.scalar_size(self.program.sites[site.index()].scalar);
                let cell = self.address(ptr, *site);
                self.graph.add_period(cell, width as i64);
            }
            Library::Room { ptr, site, .. } => _ = self.address(ptr, *site),
            Library::Block { ptr, .. } => _ = self.expr(ptr),
            Library::Memset { dst, value, size, site } => {
                self.expr(value);
                self.expr(&size.count);
                self.range(dst, *site, Range::of(size));
            }
        }
    }

    fn bind(&mut self, func: FuncId, args: &[Option<Cell>], result: Option<VarId>) {
        let ret = result.map(|ret| self.var(ret));
        let decl = &self.program.funcs[func.index()];
        let params = decl.params.clone();
        let decl_ret = decl.ret;
        if decl.body.is_none() {
            // All that an undefined function returns may be the same.
            if let Some(ret) = ret {
                self.open_to_outside(ret);
                let shared = self.unknown[func.index()];
                self.unknown[func.index()] = self.join(Some(ret), shared);
            }
            return;
        }
        for (i, (&arg, &param)) in args.iter().zip(&params).enumerate() {
            match arg {
                Some(arg) if self.deallocators[func.index()][i] => self.freed.push((arg, param)),
                arg => self.flow(arg, param),
            }
        }
        if let (Some(var), Some(to), true) = (result, ret, self.allocators[func.index()].is_some()) {
            let cell = self.unknown_block();
            self.blocks.push((cell, None, false));
            self.given.push((func, cell, var));
            self.graph.merge(cell, to);
        } else if let (Some(from), Some(to)) = (decl_ret, ret) {
            self.flow(Some(to), from);
        }
    }

    /// Adds the other nodes of the blocks that nodes are of, and what is beside them in these pairs. A part is of the block of
    /// the whole, and the contents of a block are told apart nevertheless within an allocator and outside, outside a function
    /// that frees and within.
    fn spread(&mut self, nodes: &mut BTreeSet<NodeId>, mut pairs: Vec<(NodeId, NodeId)>) {
        for (func, cell, _) in self.given.clone() {
            for site in self.allocators[func.index()].iter().flatten() {
                let inside = self.sites[site.index()];
                pairs.extend(inside.map(|inside| (self.graph.find(cell).node, self.graph.find(inside).node)));
            }
        }
        for (cell, param) in self.freed.clone() {
            let param = self.var(param);
            pairs.push((self.graph.find(cell).node, self.graph.find(param).node));
        }
        for whole in self.graph.nodes() {
            pairs.extend(self.graph.parts(whole).into_iter().map(|(_, _, part)| (whole, part.node)));
        }
        let mut beside: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for (a, b) in pairs {
            beside.entry(a).or_default().push(b);
            beside.entry(b).or_default().push(a);
        }
        let mut work: Vec<NodeId> = nodes.iter().copied().collect();
        while let Some(node) = work.pop() {
            work.extend(beside.get(&node).into_iter().flatten().filter(|other| nodes.insert(**other)));
        }
    }

    fn resolve_indirect(&mut self) {
        loop {
            let mut changed = false;
            for i in 0..self.indirect.len() {
                let call = &self.indirect[i];
                let Some(callee) = call.callee else { continue };
                let found = self.graph.funcs(callee);
                let call = &self.indirect[i];
                let fresh: Vec<FuncId> =
                    found.into_iter().filter(|f| !call.done.contains(f) && self.compatible(call, *f)).collect();
                for func in fresh {
                    let call = &mut self.indirect[i];
                    call.done.push(func);
                    let args: Vec<Option<Cell>> = call.args.iter().map(|(cell, _)| *cell).collect();
                    let ret = call.ret;
                    self.bind(func, &args, ret);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for call in &mut self.indirect {
            call.done.sort();
        }
    }

    /// Whether a call through a pointer may reach a function: as many arguments, of the same sizes.
    fn compatible(&self, call: &IndirectCall, func: FuncId) -> bool {
        let decl = &self.program.funcs[func.index()];
        if decl.body.is_none() {
            return true;
        }
        let enough = if decl.variadic || decl.unprototyped {
            call.args.len() >= decl.params.len()
        } else {
            call.args.len() == decl.params.len()
        };
        // What a thread runs may be declared with fewer parameters than it gets, and with another result or none.
        let caller = self.program.funcs.get(call.key.0).map_or("", |f| &f.name);
        let starts = matches!(caller, "__rmt_thread" | "__rmt_thread_c11");
        let enough = enough || (starts && !decl.variadic && decl.params.len() < call.args.len());
        let class = |ty: Scalar| (self.types.scalar_size(ty), matches!(ty, Scalar::Float(_)));
        // Without a prototype, small integers come as `int`.
        let promoted = |ty: Scalar, from: Scalar| matches!((ty, from), (Scalar::Int(ty), Scalar::Int(IntType::INT)) if ty.bits < 32);
        enough
            && decl
                .params
                .iter()
                .zip(&call.args)
                .map(|(p, (_, from))| (self.program.vars[p.index()].ty, *from))
                .all(|(ty, from)| class(ty) == class(from) || promoted(ty, from))
            && match (decl.ret, call.ret_ty) {
                (Some(ret), Some(ty)) => starts || class(self.program.vars[ret.index()].ty) == class(ty),
                (_, None) => true,
                (None, Some(_)) => starts,
            }
    }
}

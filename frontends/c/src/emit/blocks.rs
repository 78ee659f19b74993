//! Blocks: where they are, how they are allocated and freed, and whether an access is to a live one.
//!
//! Where the program looks at the address of a block as a number, it lies anywhere, and freed room may be given again; else
//! blocks follow one another and every address is new.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::points::{Blocks, INIT, RegionId, RegionKind};
use crate::types::Scalar;

use super::Emit;
use super::words::known;

/// The variable of quantifiers and lambdas over addresses; no variable of a program is called that.
pub(super) const CELL: &str = "$a";

/// How many blocks are left that must not be, and how many of those that may be if the function that is scanned gives something back.
pub(super) const ALLOCATED: &str = "$allocated";
pub(super) const RETURNED: &str = "$returned";

/// The blocks that are not to be written and have no fixed address, by their start.
pub(super) const CONSTANT: &str = "$constant";

/// The scalars that are not to be written in blocks that otherwise are, by their address.
pub(super) const CONSTANT_PART: &str = "$constant.part";

impl Emit<'_> {
    // Addresses

    pub(super) fn obj_address(&mut self, obj: ObjId) -> ast::Expr {
        let name = self.obj_names[obj.index()].to_string();
        let decl = &self.program.objs[obj.index()];
        if decl.kind == ObjKind::Local {
            return var(name);
        }
        if self.is_placed(obj) { self.any_address(name) } else { self.fixed_address(name, self.obj_block[obj.index()]) }
    }

    pub(super) fn func_address(&mut self, func: FuncId) -> ast::Expr {
        let name = format!("addr.{}", self.func_names[func.index()]);
        if self.is_placed_func(func) {
            return self.any_address(name);
        }
        self.fixed_address(name, self.func_block[func.index()])
    }

    /// Whether a block of a variable lies anywhere.
    pub(super) fn is_placed(&self, obj: ObjId) -> bool {
        let is_later = self.program.objs[obj.index()].kind == ObjKind::Local;
        self.loose && (self.points.looked.objs.contains(&obj) || (is_later && self.is_crowded))
    }

    /// Whether what is allocated or freed there lies anywhere.
    pub(super) fn is_placed_at(&self, site: SiteId) -> bool {
        self.loose && (self.is_crowded || self.points.looked.sites.contains(&site))
    }

    fn is_placed_func(&self, func: FuncId) -> bool {
        self.loose && self.points.looked.funcs.contains(&func)
    }

    fn any_address(&mut self, name: String) -> ast::Expr {
        let ty = self.word_type();
        self.helpers.constant(&name, ty);
        var(name)
    }

    pub(super) fn fixed_address(&mut self, name: String, block: u64) -> ast::Expr {
        let value = self.word(BigInt::from(block) * self.stride());
        let ty = self.word_type();
        self.helpers.address(&name, ty, value);
        apply(name, vec![])
    }

    /// The start of memory: no block lives but those of globals.
    pub(super) fn init_memory(&mut self) {
        let span = Span::NONE;
        if self.loose {
            let (least, most, shift) = (self.word(0), self.word(self.limit()), self.room_shift());
            let known = and(self.at_most(least, shift.clone()), self.below(shift, most));
            self.push(assume(vec![], known), span);
            let nowhere = self.helpers.nowhere(self.block_type());
            self.push(assign("$taken", nowhere), span);
            self.modify(&"$taken".into());
        }
        self.init_freed();
        self.init_locations();
        if self.config.checks.tracks_blocks() {
            let nothing = self.helpers.nowhere(self.word_type());
            self.push(assign("$live", nothing), span);
            for counter in std::iter::once(ALLOCATED).chain(self.program.result.map(|_| RETURNED)) {
                self.push(assign(counter, int(0)), span);
                self.modify(&counter.into());
            }
            self.modify(&"$live".into());
            self.modify(&"$size".into());
            self.modify(&"$heap".into());
            for map in if self.any_constants { &[CONSTANT, CONSTANT_PART][..] } else { &[] } {
                let nowhere = self.helpers.nowhere(self.word_type());
                self.modify(&(*map).into());
                self.push(assign(*map, nowhere), span);
            }
        }
        for (i, obj) in self.program.objs.iter().enumerate() {
            if obj.kind == ObjKind::Local {
                continue;
            }
            let id = ObjId(i as u32);
            if self.is_placed(id) {
                let at = self.obj_address(id);
                let size = self.static_size(obj);
                self.place(at.clone(), size, obj.align, span);
                self.take(at, span);
            }
            if self.config.checks.tracks_blocks() {
                let at = self.obj_address(id);
                let size = self.static_size(obj);
                self.birth(at.clone(), size, false, span);
                self.shape(at, self.points.layout.obj_node[i], span);
            }
            if !obj.constants.is_empty() || (obj.read_only && self.is_placed(id)) {
                self.seal(id, span);
            }
        }
        for (i, func) in self.program.funcs.iter().enumerate() {
            let id = FuncId(i as u32);
            if func.address_taken && self.is_placed_func(id) {
                let at = self.func_address(id);
                let size = self.word(1);
                self.place(at.clone(), size, 1, span);
                self.take(at, span);
            }
        }
        self.static_blocks();
        if self.uses_next {
            let first = self.word(&self.first_next * self.stride());
            self.push(assign("$next", first), span);
            self.modify(&"$next".into());
        }
    }

    /// The size of a block that lives from the start. What is declared without one, and defined elsewhere, has room.
    fn static_size(&mut self, obj: &Obj) -> ast::Expr {
        match obj.size {
            Some(size) => self.word(size),
            None if obj.external => {
                self.assumptions.insert("undefined variables of unknown size have room for all accesses".to_string());
                self.word(self.limit())
            }
            None => self.word(0),
        }
    }

    fn place(&mut self, at: ast::Expr, size: ast::Expr, align: u64, span: Span) {
        // first <= at < above, at mod stride + size <= stride, at mod align = 0, not taken
        let first = self.word(crate::points::FIRST_ADDRESS);
        let above = self.word(self.ceiling.clone());
        let shifted = self.shifted(at.clone());
        let room = self.room_of(shifted.clone());
        let offset = self.minus(shifted, room);
        let stride = self.word(self.stride());
        let rest = self.minus(stride, offset);
        let mut conditions =
            vec![self.at_most(first, at.clone()), self.below(at.clone(), above), self.at_most(size, rest)];
        if align > 1 {
            conditions.push(if self.is_bits() {
                let low = align.trailing_zeros();
                eq(extract(at.clone(), low, 0), bv(0u32, low))
            } else {
                eq(modulo(at.clone(), int(align)), int(0))
            });
        }
        let taken = select(var("$taken"), self.block_of(at));
        conditions.push(not(taken));
        self.push(assume(vec![], all(conditions)), span);
    }

    fn take(&mut self, at: ast::Expr, span: Span) {
        self.modify(&"$taken".into());
        let block = self.block_of(at);
        self.push(assign_at("$taken", block, boolean(true)), span);
    }

    fn release(&mut self, at: ast::Expr, span: Span) {
        self.modify(&"$taken".into());
        let block = self.block_of(at);
        self.push(assign_at("$taken", block, boolean(false)), span);
    }

    /// A block is allocated. What is known of it is kept under its address.
    pub(super) fn birth(&mut self, at: ast::Expr, size: ast::Expr, heap: bool, span: Span) {
        let updates = [("$size", size), ("$live", boolean(true)), ("$heap", boolean(heap))];
        for (name, value) in updates {
            self.modify(&name.into());
            let mut update = assign_at(name, at.clone(), value);
            // Nobody else has the address yet.
            if let ast::StmtKind::Assign { attrs, .. } = &mut update.kind
                && self.threads
            {
                attrs.push(flag("unobserved"));
            }
            self.push(update, span);
        }
        if self.loose {
            self.modify(&"$base".into());
            let block = self.block_of(at.clone());
            self.push(assign_at("$base", block, at.clone()), span);
            if self.any_constants {
                self.modify(&CONSTANT.into());
                self.push(assign_at(CONSTANT, at, boolean(false)), span);
            }
        }
        if heap && let Some(counter) = self.counter {
            self.counted = true;
            self.modify(&counter.into());
            self.push(assign(counter, add(var(counter), int(1))), span);
        }
    }

    /// Where what is allocated or freed there is counted, if it must not be left at the end. Where nobody asked for more, that is what
    /// nothing can reach then. What a function that is scanned gives back is lost where it gives back nothing.
    pub(super) fn counter(&mut self, site: SiteId) -> Option<&'static str> {
        let node = self.node_of(site).filter(|_| self.config.checks.late || self.config.environment.is_some());
        let layout = &self.points.layout;
        match node {
            Some(node) if layout.kept[node] => {
                let assumption = "blocks that variables of the file may lead to are not lost (--check leak)";
                self.assumptions.insert(assumption.to_string());
                None
            }
            Some(node) if layout.returned[node] => Some(RETURNED),
            _ => Some(ALLOCATED),
        }
    }

    /// The start of the block that an address lies in.
    pub(super) fn base_of(&mut self, at: ast::Expr) -> ast::Expr {
        if self.loose { select(var("$base"), self.block_of(at)) } else { self.room_of(at) }
    }

    /// The number of bytes from an address to the end of its block, or a bound on it where sizes are not known.
    pub(super) fn room(&mut self, at: ast::Expr) -> ast::Expr {
        if !self.config.checks.tracks_blocks() {
            return self.word(self.limit());
        }
        let base = self.base_of(at.clone());
        let passed = self.minus(at, base.clone());
        self.minus(select(var("$size"), base), passed)
    }

    /// Whether what a site reads is a constant of the program, as a number. The arguments of formats that are go unchecked.
    fn is_constant(&mut self, site: SiteId) -> ast::Expr {
        let is_constant = self.node_of(site).is_some_and(|node| self.points.layout.constant[node]);
        if is_constant {
            let assumption = "formats that the program passes on have the arguments that they ask for";
            self.assumptions.insert(assumption.to_string());
        }
        self.word(i64::from(is_constant))
    }

    /// Something about the block of an address, as a number.
    pub(super) fn block_fact(&mut self, ret: VarId, ptr: &Expr, fact: BlockFact, span: Span) {
        let at = self.value(ptr).e;
        let name = self.var_names[ret.index()].to_string();
        let base = self.base_of(at.clone());
        let live = select(var("$live"), base.clone());
        let truth = |this: &Self, e: ast::Expr| ite(e, this.word(1), this.word(0));
        let tracked = self.config.checks.tracks_blocks();
        let known = match fact {
            BlockFact::Number => {
                let block = self.block_of(at.clone());
                Some(if self.is_bits() { concat(bv(0u32, self.stride_bits), block) } else { block })
            }
            BlockFact::Offset => Some(self.minus(at.clone(), base)),
            // Known whatever memory is the program's.
            BlockFact::Constant(site) => {
                let known = self.is_constant(site);
                return self.push(assign(name, known), span);
            }
            _ if !tracked => None,
            BlockFact::Size => Some(ite(live, select(var("$size"), base), self.word(0))),
            BlockFact::Live => Some(truth(self, live)),
            BlockFact::Heap => Some(truth(self, and(live, select(var("$heap"), base)))),
        };
        let Some(known) = known else {
            self.assumptions.insert("what is asked about blocks has any answer (--check deref)".to_string());
            return self.havoc_var(ret, span);
        };
        if !self.foreign {
            return self.push(assign(name, known), span);
        }
        let outer = std::mem::take(&mut self.out);
        self.havoc_var(ret, span);
        let unknown = std::mem::take(&mut self.out);
        self.push(assign(name, known), span);
        let own = std::mem::replace(&mut self.out, outer);
        let foreign = self.is_foreign(at);
        self.push(if_stmt(ast::Guard::Expr(foreign), unknown, own), span);
    }

    /// The size from which on allocations fail.
    pub(super) fn limit(&self) -> BigInt {
        self.stride() / 2
    }

    /// A new block; its address goes to a variable of the IVL.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn allocate(
        &mut self,
        target: &str,
        size: ast::Expr,
        (heap, placed): (bool, bool),
        align: u64,
        (name, layout): (&str, &str),
        span: Span,
    ) {
        if placed {
            self.push(havoc([target.to_string()]), span);
            self.place(var(target), size.clone(), align, span);
            self.take(var(target), span);
            self.new_block(name, layout, var(target), size.clone());
        } else {
            self.uses_next = true;
            self.modify(&"$next".into());
            if self.tight {
                let above = if self.loose { self.first_static.clone() } else { self.above() };
                let above = self.word(above);
                let fits = self.below(var("$next"), above);
                self.push(assume(vec![], fits), span);
            }
            self.push(assign(target.to_string(), var("$next")), span);
            self.new_block(name, layout, var(target), size.clone());
            let step = self.word(self.stride());
            let next = self.plus(var("$next"), step);
            self.push(assign("$next", next), span);
        }
        if self.tight {
            let few = match self.loose && !self.is_crowded {
                true => &self.first_static / self.stride() - &self.first_next,
                false => self.above() / self.stride(),
            };
            self.assumptions.insert(format!("there are fewer than {few} blocks"));
        }
        if heap && self.loose {
            self.mark_freed(&var(target), false, span);
        }
        if self.config.checks.tracks_blocks() {
            self.birth(var(target), size, heap, span);
        }
    }

    pub(super) fn alloc_local(&mut self, obj: ObjId, size: Option<&Expr>, span: Span) {
        let decl = &self.program.objs[obj.index()];
        let name = self.obj_names[obj.index()].to_string();
        let align = decl.align.max(1);
        let bytes = match (decl.size, size) {
            (Some(n), _) => self.word(n),
            (None, Some(size)) => {
                let size = self.value(size).e;
                let limit = self.word(self.limit());
                let fits = self.below(size.clone(), limit);
                self.push(assume(vec![], fits), span);
                self.assumptions.insert("variable-length arrays fit on the stack".to_string());
                size
            }
            (None, None) => self.word(0),
        };
        // Compound literals of globals are globals.
        if decl.kind == ObjKind::Local {
            let placed = self.is_placed(obj);
            self.allocate(&name, bytes, (false, placed), align, (&decl.name, &decl.layout), span);
            self.shape(var(name), self.points.layout.obj_node[obj.index()], span);
        }
    }

    /// Whether the end of a variable's life is to be seen.
    pub(super) fn blocks_die(&self) -> bool {
        self.loose || self.config.checks.tracks_blocks()
    }

    /// Scopes are left: blocks of variables die, but for those of the scope that is jumped to, whose others are allocated.
    pub(super) fn leave(&mut self, gone: &[ObjId], target: Option<LabelId>, span: Span) {
        let stay = target.map_or(&[][..], |label| &self.program.labels[label.index()].scope);
        for &obj in stay.iter().filter(|obj| !gone.contains(obj)) {
            if self.program.objs[obj.index()].size.is_some() {
                self.alloc_local(obj, None, span);
            }
        }
        let gone = if self.blocks_die() { gone } else { &[] };
        for obj in gone.iter().filter(|obj| !stay.contains(obj)) {
            if self.program.objs[obj.index()].kind != ObjKind::Local {
                continue;
            }
            let name = self.obj_names[obj.index()].to_string();
            if self.config.checks.tracks_blocks() {
                self.modify(&"$live".into());
                self.push(assign_at("$live", var(name.clone()), boolean(false)), span);
                self.annotate(flag("silent"));
            }
            if self.is_placed(*obj) {
                self.release(var(name.clone()), span);
            }
            if self.loose && self.any_constants {
                for offset in &self.program.objs[obj.index()].constants {
                    let part = self.further(var(name.clone()), *offset as i64);
                    self.push(assign_at(CONSTANT_PART, part, boolean(false)), span);
                }
            }
            let nowhere = self.word(0);
            self.push(assign(name.clone(), nowhere), span);
            self.dead(var(name));
        }
    }

    pub(super) fn free(&mut self, ptr: &Expr, at: &ast::Expr, (checked, site): (bool, SiteId), span: Span) {
        let checks = self.config.checks;
        if !checks.free && checked {
            self.assumptions.insert("what is freed was allocated, and is freed once (--check free)".to_string());
        }
        if checked {
            self.mark_freed(at, true, span);
        }
        let zero = self.word(0);
        let null = eq(at.clone(), zero);
        if !checks.tracks_blocks() {
            if self.is_placed_at(site) {
                let outer = std::mem::take(&mut self.out);
                self.release(at.clone(), span);
                let body = std::mem::replace(&mut self.out, outer);
                self.push(if_stmt(ast::Guard::Expr(not(null)), body, vec![]), span);
            }
            return;
        }
        if checks.free && checked {
            // What is not the start of a block is not known to live.
            let of = |map: &str| select(var(map), at.clone());
            let mut valid = or(null.clone(), and(of("$live"), of("$heap")));
            if let Some(unknown) = self.is_unknown_memory(at) {
                valid = or(valid, unknown);
            }
            self.check(valid, "invalid free: not the start of an allocated block, or freed before", span);
            self.about(ptr, at.clone());
        }
        // Freeing what does not live changes nothing.
        let outer = std::mem::take(&mut self.out);
        self.push(assign_at("$live", at.clone(), boolean(false)), span);
        self.freed(at.clone());
        let counter = self.counter(site);
        if let Some(counter) = counter {
            self.push(assign(counter, sub(var(counter), int(1))), span);
        }
        if self.is_placed_at(site) {
            self.release(at.clone(), span);
        }
        let body = std::mem::replace(&mut self.out, outer);
        self.modify(&"$live".into());
        self.modify(&counter.unwrap_or(ALLOCATED).into());
        let frees = and(not(null), and(select(var("$live"), at.clone()), select(var("$heap"), at.clone())));
        self.push(if_stmt(ast::Guard::Expr(frees), body, vec![]), span);
    }

    // Memory that is not the program's

    /// What is known of a pointer in memory that the program does not write.
    pub(super) fn assume_outside(&mut self, region: RegionId, at: &ast::Expr, content: &ast::Expr, span: Span) {
        if !self.foreign || !self.config.checks.deref || self.written_regions.contains(&region) {
            return;
        }
        let Some(outside) = self.is_outside(region, at.clone()) else { return };
        let inside = self.foreign_pointer(content.clone());
        let known = self.guarded(implies(outside, inside));
        self.push(assume(vec![], known), span);
        if self.points.layout.arguments.contains(&region) {
            for known in self.argument(at, content) {
                let known = self.guarded(known);
                self.push(assume(vec![], known), span);
            }
        }
    }

    pub(super) fn is_foreign(&mut self, at: ast::Expr) -> ast::Expr {
        let above = self.word(self.above());
        self.at_most(above, at)
    }

    /// Whether what is there came from outside: in memory that is not the program's, or in a variable that is defined elsewhere.
    /// `None`: nothing did.
    pub(super) fn is_outside(&mut self, region: RegionId, at: ast::Expr) -> Option<ast::Expr> {
        let foreign = self.foreign.then(|| self.is_foreign(at.clone()));
        self.elsewhere(region).into_iter().fold(foreign, |outside, obj| {
            let size = self.static_size(&self.program.objs[obj.index()]);
            let begin = self.obj_address(obj);
            let end = self.plus(begin.clone(), size);
            let inside = and(self.at_most(begin, at.clone()), self.below(at.clone(), end));
            Some(outside.into_iter().fold(inside, or))
        })
    }

    /// The variables in memory that are defined elsewhere and may lie in a region.
    fn elsewhere(&self, region: RegionId) -> Vec<ObjId> {
        let layout = &self.points.layout;
        let lies_there = |index: &usize| {
            let node = layout.obj_node[*index].filter(|_| self.program.objs[*index].external);
            node.is_some_and(|node| layout.all_regions(node).contains(&region))
        };
        (0..self.program.objs.len()).filter(lies_there).map(|index| ObjId(index as u32)).collect()
    }

    /// Whether a variable that is defined elsewhere holds pointers.
    pub(super) fn is_given_pointers(&self) -> bool {
        let layout = &self.points.layout;
        let holds_pointers =
            |region: &RegionId| layout.regions[region.0 as usize].kind == RegionKind::Cell(Scalar::Ptr);
        let nodes = layout.obj_node.iter().zip(&self.program.objs).filter(|(_, obj)| obj.external);
        nodes.filter_map(|(node, _)| *node).any(|node| layout.all_regions(node).iter().any(holds_pointers))
    }

    /// A pointer from outside: null, or to memory of its own.
    pub(super) fn foreign_pointer(&mut self, e: ast::Expr) -> ast::Expr {
        let zero = self.word(0);
        or(eq(e.clone(), zero), self.is_handed_over(e))
    }

    // Checks

    /// The access must be to a live block and within its bounds. Where the analysis knows the distance from the start
    /// of the block, or the size, they are constants.
    pub(super) fn check_access(
        &mut self,
        at: &ast::Expr,
        addr: &Expr,
        site: SiteId,
        bytes: ast::Expr,
        write: bool,
        span: Span,
    ) {
        if self.current.0 == INIT && write {
            // Initialisation writes where it may.
            return;
        }
        let mut checks = self.config.checks;
        checks.deref &= !self.is_off("pointer", span);
        checks.bounds &= checks.deref || !["pointer", "bounds"].iter().any(|kind| self.is_off(kind, span));
        let width = known(&bytes).and_then(|n| i64::try_from(n).ok());
        if let (Some((obj, from)), Some(width)) = (fixed_place(addr), width)
            && self.is_within_part(obj, from, width, site)
            && let Some(size) = self.program.objs[obj.index()].size
            && from >= 0
            && from.saturating_add(width) <= size as i64
            && !(write && self.is_constant_of(obj, from, width))
        {
            return;
        }
        self.assume_not_freed(at, site, span);
        if !checks.deref {
            self.assumptions.insert(if checks.bounds {
                "what is accessed is alive (--check deref)".to_string()
            } else {
                "memory is accessed within live blocks (--check deref)".to_string()
            });
        }
        if !checks.deref && !checks.bounds {
            if self.node_of(site).is_some_and(|node| self.points.layout.is_part(node)) {
                let assumed = "arrays that are members of records are accessed within their bounds (--check bounds)";
                self.assumptions.insert(assumed.to_string());
            }
            return;
        }
        let stays = self.within_parts(at, &bytes, site);
        let layout = &self.points.layout;
        let blocks = layout.site_node[site.index()].and_then(|(number, _)| layout.node_blocks[number]);
        let (distance, base) = match (self.start_of(at, site), self.named(addr, blocks)) {
            ((None, _), Some(obj)) => (None, self.obj_address(obj)),
            (start, _) => start,
        };
        let live = select(var("$live"), base.clone());
        let size = select(var("$size"), base.clone());
        let (base_again, bytes_again) = (base.clone(), bytes.clone());
        let within = match (distance, width, blocks.and_then(|b| b.size)) {
            (Some(distance), ..) if distance < 0 => boolean(false),
            (Some(distance), Some(width), Some(size)) => boolean(distance.saturating_add(width) <= size as i64),
            (Some(0), ..) => self.at_most(bytes, size),
            (Some(distance), Some(width), None) => {
                let end = self.word(distance.saturating_add(width));
                self.at_most(end, size)
            }
            (Some(distance), None, _) => {
                let distance = self.word(distance);
                self.lies_within(distance, bytes, size)
            }
            (None, ..) => {
                let distance = self.minus(at.clone(), base.clone());
                let within = self.lies_within(distance, bytes, size);
                if self.is_bits() { within } else { and(le(base, at.clone()), within) }
            }
        };
        let what = if write { "write" } else { "read" };
        let trivial = matches!(&*within.kind, ast::ExprKind::Bool(true));
        let foreign = if self.foreign { Some(self.is_foreign(at.clone())) } else { None };
        let unless_foreign = |valid| foreign.iter().cloned().fold(valid, |valid, foreign| or(foreign, valid));
        let there = self.is_there_outside(at, bytes_again, site);
        let unless_there = |valid| there.iter().cloned().fold(valid, |valid, there| or(there, valid));
        if checks.deref {
            let valid = if trivial { live } else { and(live, within) };
            self.check(unless_there(valid), &format!("invalid {what}: not within a live block"), span);
            self.annotate(attr("access", vec![]));
            self.about(addr, at.clone());
            if write && blocks.is_some_and(|b| b.read_only) {
                let parts = fixed_place(addr).and_then(|(obj, from)| self.constants_within(obj, from, width?));
                let writable = self.writable(at, base_again, width, parts);
                self.check(unless_foreign(writable), "invalid write: to a constant or a string literal", span);
                self.about(addr, at.clone());
            }
        } else if !trivial {
            self.check(unless_there(implies(live, within)), &format!("{what} out of bounds"), span);
            self.about(addr, at.clone());
        }
        if let Some(stays) = stays {
            self.check(unless_foreign(stays), &format!("{what} out of bounds of an array in a record"), span);
            self.about(addr, at.clone());
        }
    }

    /// The block that is accessed, where it has a name: of a place in a variable, and where there is no other one that a
    /// pointer can be to. Distances from its start that are not constant are then linear in what the address is computed from.
    fn named(&self, addr: &Expr, blocks: Option<Blocks>) -> Option<ObjId> {
        let is_variable = |obj: &ObjId| self.program.objs[obj.index()].kind != ObjKind::Local;
        place(addr).map(|(obj, _)| obj).or_else(|| blocks?.only.filter(is_variable))
    }

    /// From a pointer to the sum `end`, which stays in its block, or goes one past its end, or adds nothing.
    pub(super) fn check_step(&mut self, sum: &Expr, from: ast::Expr, end: &ast::Expr) {
        let span = sum.span;
        if !self.config.checks.pointer_overflow || span == Span::NONE || self.is_off("pointer-overflow", span) {
            return;
        }
        if let Some((obj, from)) = fixed_place(sum)
            && let Some(size) = self.program.objs[obj.index()].size
            && (0..=size as i64).contains(&from)
        {
            return;
        }
        let block = self.base_of(from.clone());
        let (mut live, size) = (select(var("$live"), block.clone()), select(var("$size"), block.clone()));
        if self.arguments_end {
            live = or(self.is_foreign(from.clone()), live);
        }
        let none = self.word(0);
        let stays = self.bytes_within([end.clone(), none, block, size]);
        let mut valid = or(eq(end.clone(), from.clone()), and(live, stays));
        if let Some(unknown) = self.is_unknown_memory(&from) {
            valid = or(unknown, valid);
        }
        self.check(valid, "pointer arithmetic leaves the block of the pointer", span);
    }

    /// The start of the block that is accessed, and the distance of the access from it where that is known.
    pub(super) fn start_of(&mut self, at: &ast::Expr, site: SiteId) -> (Option<i64>, ast::Expr) {
        let layout = &self.points.layout;
        let node = layout.site_node[site.index()];
        let blocks = node.and_then(|(number, _)| layout.node_blocks[number]);
        let distance = match (node, blocks) {
            (Some((_, offset)), Some(blocks)) => blocks.start.map(|start| offset - start),
            _ => None,
        };
        let base = match distance {
            Some(distance) => self.further(at.clone(), -distance),
            None => self.base_of(at.clone()),
        };
        (distance, base)
    }

    /// Neither the block nor the part of it that is written is a constant.
    fn writable(&mut self, at: &ast::Expr, base: ast::Expr, width: Option<i64>, parts: Option<Vec<i64>>) -> ast::Expr {
        let mut conditions = vec![];
        if self.first_constant < self.first_writable {
            let first = self.word(BigInt::from(self.first_constant) * self.stride());
            let end = self.word(BigInt::from(self.first_writable) * self.stride());
            conditions.push(or(self.below(at.clone(), first), self.at_most(end, at.clone())));
        }
        if self.any_constants {
            conditions.push(not(select(var(CONSTANT), base)));
            /// Wider writes are looked at where they start, if it is not known what they are to.
            const WIDEST: i64 = 64;
            let bytes = (0..width.filter(|w| *w <= WIDEST).unwrap_or(1)).collect();
            for i in parts.unwrap_or(bytes) {
                let byte = self.further(at.clone(), i);
                conditions.push(not(select(var(CONSTANT_PART), byte)));
            }
        }
        all(conditions)
    }

    /// Where the constant members of a variable are, from a place in it, within so many bytes.
    fn constants_within(&self, obj: ObjId, from: i64, width: i64) -> Option<Vec<i64>> {
        let constants = &self.program.objs[obj.index()].constants;
        let distances = constants.iter().map(|offset| *offset as i64 - from);
        (!constants.is_empty()).then(|| distances.filter(|at| (0..width).contains(at)).collect())
    }

    /// Whether so many bytes at a place in a variable are constant, all or some of them.
    fn is_constant_of(&self, obj: ObjId, from: i64, width: i64) -> bool {
        let has_parts = || self.constants_within(obj, from, width).is_some_and(|parts| !parts.is_empty());
        self.program.objs[obj.index()].read_only || has_parts()
    }

    /// A variable has its first value: what is constant of it must not be written from now on.
    pub(super) fn seal(&mut self, obj: ObjId, span: Span) {
        if !self.any_constants {
            return;
        }
        let decl = &self.program.objs[obj.index()];
        let at = self.obj_address(obj);
        if decl.read_only {
            self.modify(&CONSTANT.into());
            self.push(assign_at(CONSTANT, at.clone(), boolean(true)), span);
        }
        for offset in &decl.constants {
            self.modify(&CONSTANT_PART.into());
            let part = self.further(at.clone(), *offset as i64);
            self.push(assign_at(CONSTANT_PART, part, boolean(true)), span);
        }
    }

    /// `distance + bytes <= size`, without overflow.
    fn lies_within(&mut self, distance: ast::Expr, bytes: ast::Expr, size: ast::Expr) -> ast::Expr {
        if !self.is_bits() {
            return le(add(distance, bytes), size);
        }
        let starts = self.at_most(distance.clone(), size.clone());
        let rest = self.minus(size, distance);
        and(starts, self.at_most(bytes, rest))
    }
}

/// The named block that an address is computed from, and the distance from its start where that is constant.
fn place(addr: &Expr) -> Option<(ObjId, Option<i64>)> {
    match &*addr.kind {
        ExprKind::Obj(obj) => Some((*obj, Some(0))),
        ExprKind::PtrAdd { base, index, scale } => {
            let (obj, from) = place(base)?;
            let bytes = || i64::try_from(index.constant()?).ok()?.checked_mul(*scale);
            Some((obj, from.zip(bytes()).and_then(|(from, bytes)| from.checked_add(bytes))))
        }
        ExprKind::Part { base, .. } => place(base),
        ExprKind::Cast(inner) if addr.ty == Scalar::Ptr && inner.ty == Scalar::Ptr => place(inner),
        _ => None,
    }
}

/// A named block and a constant distance.
fn fixed_place(addr: &Expr) -> Option<(ObjId, i64)> {
    let (obj, from) = place(addr)?;
    Some((obj, from?))
}

//! Blocks, reads and writes.
//!
//! ```text
//! p->data = 7;   →   M.node.data[p + 8] := 7;
//! ```
//!
//! A region of bytes holds each byte apart, least significant first: a read adds them up, a write takes them apart.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::points::{INIT, RegionId, RegionKind};
use crate::types::{IntType, Scalar};

use super::Emit;
use super::value::Val;

/// Copies and fills of more cells than that are one step on the whole map.
const UNROLLED: usize = 64;

/// How far addresses that must not be known may be from the start of their blocks.
const SLACK: u32 = 1 << 16;

impl Emit<'_> {
    pub(super) fn region_type(&self, region: RegionId) -> ast::Type {
        match self.points.layout.regions[region.0 as usize].kind {
            RegionKind::Cell(scalar) => self.ivl_type(scalar),
            _ => int_type(),
        }
    }

    fn map(&mut self, region: RegionId) -> String {
        self.used_regions.insert(region);
        self.region_names[region.0 as usize].to_string()
    }

    // Addresses

    pub(super) fn obj_address(&mut self, obj: ObjId) -> ast::Expr {
        let name = self.obj_names[obj.index()].to_string();
        let decl = &self.program.objs[obj.index()];
        if decl.kind == ObjKind::Local {
            return var(name);
        }
        let base = BigInt::from(self.obj_block[obj.index()]) * self.stride();
        if self.loose {
            self.helpers.loose_address(&name, base, SLACK.into(), decl.align.max(1));
            return var(name);
        }
        self.helpers.address(&name, base);
        apply(name, vec![])
    }

    pub(super) fn func_address(&mut self, func: FuncId) -> ast::Expr {
        let name = format!("addr.{}", self.func_names[func.index()]);
        let base = BigInt::from(self.func_block[func.index()]) * self.stride();
        self.helpers.address(&name, base);
        apply(name, vec![])
    }

    /// The start of memory: no block lives but those of globals.
    pub(super) fn init_memory(&mut self) {
        let span = Span::NONE;
        if self.config.checks.tracks_blocks() {
            let alive = quantified_false();
            self.push(assume(vec![], alive), span);
            self.push(assign("$allocated", int(0)), span);
            for (i, obj) in self.program.objs.iter().enumerate() {
                if obj.kind == ObjKind::Local {
                    continue;
                }
                let at = self.obj_address(ObjId(i as u32));
                let size = obj.size.unwrap_or(0);
                self.birth(at, int(size), false, obj.span);
            }
            for name in ["$size", "$live", "$heap", "$allocated"] {
                self.modify(&name.into());
            }
        }
        self.push(assign("$next", int(BigInt::from(self.first_free) * self.stride())), span);
        self.modify(&"$next".into());
        self.uses_blocks = true;
        self.static_blocks();
        // Maps of globals alone start as zeroes.
        for i in 0..self.points.layout.regions.len() {
            let region = RegionId(i as u32);
            if !self.points.layout.regions[i].unset {
                let real = matches!(self.points.layout.regions[i].kind, RegionKind::Cell(Scalar::Float(_)));
                let zeroes = self.helpers.zero_map(real);
                let map = self.map(region);
                self.modify(&map.as_str().into());
                self.push(assign(map, zeroes), span);
            }
        }
    }

    /// A block comes to life. What is known of it is kept under its address.
    fn birth(&mut self, at: ast::Expr, size: ast::Expr, heap: bool, span: Span) {
        let updates = [("$size", size), ("$live", boolean(true)), ("$heap", boolean(heap))];
        for (name, value) in updates {
            self.modify(&name.into());
            self.push(assign_at(name, at.clone(), value), span);
        }
        if self.loose {
            let block = div(at.clone(), int(self.stride()));
            self.modify(&"$base".into());
            self.push(assign_at("$base", block, at), span);
        }
        if heap {
            self.modify(&"$allocated".into());
            self.push(assign("$allocated", add(var("$allocated"), int(1))), span);
        }
    }

    /// The start of the block that an address lies in.
    fn base_of(&self, at: ast::Expr) -> ast::Expr {
        if self.loose {
            select(var("$base"), div(at, int(self.stride())))
        } else {
            sub(at.clone(), modulo(at, int(self.stride())))
        }
    }

    /// A new block; its address goes to a variable of the IVL.
    #[allow(clippy::too_many_arguments)]
    fn allocate(
        &mut self,
        target: &str,
        size: ast::Expr,
        heap: bool,
        align: u64,
        (name, layout): (&str, &str),
        span: Span,
    ) {
        self.modify(&"$next".into());
        self.uses_blocks = true;
        if !matches!(&*size.kind, ast::ExprKind::Int(_)) {
            // Larger blocks cannot be had.
            self.push(assume(vec![], lt(size.clone(), int(self.stride() / 2))), span);
        }
        if self.loose {
            let (low, high) = (var("$next"), add(var("$next"), int(SLACK)));
            self.push(havoc([target.to_string()]), span);
            let range = and(le(low, var(target)), lt(var(target), high));
            self.push(assume(vec![], and(range, eq(modulo(var(target), int(align)), int(0)))), span);
        } else {
            self.push(assign(target.to_string(), var("$next")), span);
        }
        self.new_block(name, layout, var(target), size.clone());
        if heap && !self.config.malloc_never_fails {
            self.input("malloc", Scalar::Ptr);
        }
        let slots = match &*size.kind {
            ast::ExprKind::Int(n) => int((n + SLACK) / self.stride() + 1),
            _ => add(div(add(size.clone(), int(SLACK)), int(self.stride())), int(1)),
        };
        let step = match &*slots.kind {
            ast::ExprKind::Int(n) => int(n * self.stride()),
            _ => mul(slots, int(self.stride())),
        };
        self.push(assign("$next", add(var("$next"), step)), span);
        if self.config.checks.tracks_blocks() {
            self.birth(var(target), size, heap, span);
        }
    }

    pub(super) fn alloc_local(&mut self, obj: ObjId, size: Option<&Expr>, span: Span) {
        let decl = &self.program.objs[obj.index()];
        let name = self.obj_names[obj.index()].to_string();
        let align = decl.align.max(1);
        let bytes = match (decl.size, size) {
            (Some(n), _) => int(n),
            (None, Some(size)) => self.value(size).e,
            (None, None) => int(0),
        };
        // Compound literals of globals are globals.
        if decl.kind == ObjKind::Local {
            self.allocate(&name, bytes, false, align, (&decl.name, &decl.layout), span);
        }
    }

    /// The blocks of a function's variables die where it returns.
    pub(super) fn kill_locals(&mut self, span: Span) {
        if self.current.0 == INIT {
            return;
        }
        for obj in self.program.funcs[self.current.0].objs.clone() {
            let at = var(self.obj_names[obj.index()].to_string());
            if self.config.checks.tracks_blocks() {
                self.modify(&"$live".into());
                self.push(assign_at("$live", at.clone(), boolean(false)), span);
            } else {
                self.push(assume(vec![], boolean(true)), span);
            }
            self.dead(at);
        }
    }

    // Checks

    /// The access must be to a live block and within its bounds. Where the analysis knows the distance from the start
    /// of the block, or the size, they are constants.
    fn check_access(&mut self, at: &ast::Expr, addr: &Expr, site: SiteId, bytes: ast::Expr, write: bool, span: Span) {
        let checks = self.config.checks;
        if !checks.deref && !checks.bounds {
            return;
        }
        let width = match &*bytes.kind {
            ast::ExprKind::Int(n) => i64::try_from(n).ok(),
            _ => None,
        };
        if let (Some((obj, from)), Some(width)) = (fixed_place(addr), width)
            && let Some(size) = self.program.objs[obj.index()].size
            && from >= 0
            && from.saturating_add(width) <= size as i64
            && !(write && self.program.objs[obj.index()].kind == ObjKind::Literal)
        {
            return;
        }
        let layout = &self.points.layout;
        let node = layout.site_node[site.index()];
        let blocks = node.and_then(|(number, _)| layout.node_blocks[number]);
        let distance = match (node, blocks) {
            (Some((_, offset)), Some(blocks)) => blocks.start.map(|start| offset - start),
            _ => None,
        };
        let base = match distance {
            Some(0) => at.clone(),
            Some(distance) if distance > 0 => sub(at.clone(), int(distance)),
            Some(distance) => add(at.clone(), int(-distance)),
            None => self.base_of(at.clone()),
        };
        let live = select(var("$live"), base.clone());
        let within = match (distance, width, blocks.and_then(|b| b.size)) {
            (Some(distance), Some(width), Some(size)) => {
                boolean(distance >= 0 && distance.saturating_add(width) <= size as i64)
            }
            (Some(distance), ..) => {
                let end = le(add(int(distance), bytes), select(var("$size"), base));
                if distance < 0 { boolean(false) } else { end }
            }
            (None, ..) => {
                let end = le(add(at.clone(), bytes), add(base.clone(), select(var("$size"), base.clone())));
                and(le(base, at.clone()), end)
            }
        };
        let what = if write { "write" } else { "read" };
        let trivial = matches!(&*within.kind, ast::ExprKind::Bool(true));
        if checks.deref {
            let valid = if trivial { live } else { and(live, within) };
            self.check(valid, &format!("invalid {what}: not within a live block"), span);
            self.about(addr, at.clone());
        } else if !trivial {
            self.check(implies(live, within), &format!("{what} out of bounds"), span);
            self.about(addr, at.clone());
        }
    }

    // Reads and writes

    fn region(&mut self, site: SiteId, span: Span) -> Option<RegionId> {
        let region = self.points.layout.site_region[site.index()]?;
        if self.points.layout.regions[region.0 as usize].mixed {
            self.error("memory that holds both floating-point numbers and other data is not supported", span);
        }
        Some(region)
    }

    pub(super) fn load(&mut self, addr: &Expr, site: SiteId, span: Span) -> ast::Expr {
        let at = self.value(addr).e;
        let decl = &self.program.sites[site.index()];
        let bytes = self.types.scalar_size(decl.scalar);
        self.check_access(&at, addr, site, int(bytes), false, span);
        let Some(region) = self.region(site, span) else { return int(0) };
        let info = &self.points.layout.regions[region.0 as usize];
        let (kind, unset) = (info.kind, info.unset);
        let map = self.map(region);
        match kind {
            RegionKind::Cell(cell) => {
                let value = select(var(map), at);
                if let (Scalar::Int(int), true) = (cell, unset) {
                    self.assume_range(value.clone(), int, span);
                }
                self.between(value, cell, decl.scalar)
            }
            RegionKind::Field(int_ty, width) => {
                let value = select(var(map), at);
                if unset {
                    self.assume_range(value.clone(), IntType::new(width, int_ty.signed && !int_ty.boolean), span);
                }
                value
            }
            RegionKind::Bytes => {
                let (first, width) = decl.bits.unwrap_or((0, bytes as u32 * 8));
                let count = (first + width).div_ceil(8);
                let mut terms = vec![];
                for i in 0..count {
                    let byte = select(var(map.clone()), offset(at.clone(), i.into()));
                    if unset {
                        self.assume_range(byte.clone(), IntType::new(8, false), span);
                    }
                    terms.push(if i == 0 { byte } else { mul(byte, int(BigInt::from(1) << (8 * i))) });
                }
                let mut word = all_of(terms);
                let total = count * 8;
                if first > 0 {
                    word = div(word, int(BigInt::from(1) << first));
                }
                if first + width < total {
                    word = modulo(word, int(BigInt::from(1) << width));
                }
                match decl.scalar {
                    Scalar::Int(ty) if ty.signed => {
                        let raw = Val { e: word, low: 0.into(), high: (BigInt::from(1) << width) - 1, zeroes: 0 };
                        self.wrap(raw, IntType::new(width, true)).e
                    }
                    Scalar::Int(ty) if ty.boolean => ite(neq(word, int(0)), int(1), int(0)),
                    _ => word,
                }
            }
        }
    }

    /// A value as another type of the same width reads it.
    fn between(&mut self, value: ast::Expr, from: Scalar, to: Scalar) -> ast::Expr {
        let of = |this: &Self, s: Scalar| match s {
            Scalar::Int(int) => Some(int),
            Scalar::Ptr => Some(this.types.ptr_int(false)),
            Scalar::Float(_) => None,
        };
        match (of(self, from), of(self, to)) {
            (Some(a), Some(b)) if a != b && !b.boolean => {
                let (low, high) = super::helpers::limits(a);
                self.wrap(Val { e: value, low, high, zeroes: 0 }, b).e
            }
            (Some(_), Some(b)) if b.boolean && from != to => ite(neq(value, int(0)), int(1), int(0)),
            _ => value,
        }
    }

    fn assume_range(&mut self, value: ast::Expr, ty: IntType, span: Span) {
        let range = self.in_range(value, ty);
        let range = self.guarded(range);
        self.push(assume(vec![], range), span);
    }

    pub(super) fn store(&mut self, addr: &Expr, value: &Expr, site: SiteId, span: Span) {
        let at = self.value(addr).e;
        let from = value.ty;
        let value = self.value(value).e;
        let written = (at.clone(), value.clone());
        let decl = &self.program.sites[site.index()];
        let bytes = self.types.scalar_size(decl.scalar);
        // Initialisation writes where it may.
        if self.current.0 != INIT {
            self.check_access(&at, addr, site, int(bytes), true, span);
        }
        let Some(region) = self.region(site, span) else { return };
        let kind = self.points.layout.regions[region.0 as usize].kind;
        let map = self.map(region);
        self.modify(&map.as_str().into());
        match kind {
            RegionKind::Cell(cell) => {
                let value = self.between(value, from, cell);
                self.push(assign_at(map, at, value), span);
            }
            RegionKind::Field(..) => self.push(assign_at(map, at, value), span),
            RegionKind::Bytes => {
                let (first, width) = decl.bits.unwrap_or((0, bytes as u32 * 8));
                let pattern = modulo(value, int(BigInt::from(1) << width));
                let count = (first + width).div_ceil(8);
                let word = if first == 0 && width == count * 8 {
                    pattern
                } else {
                    // The other bits of the bytes stay: old - old's part + new part.
                    let old = (0..count).map(|i| {
                        let byte = select(var(map.clone()), offset(at.clone(), i.into()));
                        if i == 0 { byte } else { mul(byte, int(BigInt::from(1) << (8 * i))) }
                    });
                    let old = all_of(old.collect());
                    let scale = || int(BigInt::from(1) << first);
                    let part = mul(modulo(div(old.clone(), scale()), int(BigInt::from(1) << width)), scale());
                    add(sub(old, part), mul(pattern, scale()))
                };
                self.store_bytes(&map, &at, word, count, span);
            }
        }
        if self.current.0 != INIT {
            self.written(written.0, written.1, from, site);
        }
    }

    fn store_bytes(&mut self, map: &str, at: &ast::Expr, word: ast::Expr, count: u32, span: Span) {
        let stores = (0..count).map(|i| {
            let shifted = if i == 0 { word.clone() } else { div(word.clone(), int(BigInt::from(1) << (8 * i))) };
            let byte = if count == 1 { shifted } else { modulo(shifted, int(256)) };
            (offset(at.clone(), i.into()), byte)
        });
        // All parts are of the old value, so one step.
        let mut value = var(map);
        for (at, byte) in stores {
            value = store(value, at, byte);
        }
        self.push(assign(map.to_string(), value), span);
    }

    // Ranges of cells

    /// The cells of the node of a site within `size` bytes from it: region, distance in bytes, width in bytes.
    fn cells(&self, site: SiteId, size: u64) -> Vec<(RegionId, i64, i64)> {
        let Some((node, at)) = self.points.layout.site_node[site.index()] else { return vec![] };
        let mut cells = vec![];
        for &id in &self.points.layout.node_regions[node] {
            let region = &self.points.layout.regions[id.0 as usize];
            let period = region.period;
            let size = size as i64;
            if region.kind == RegionKind::Bytes {
                let (start, end) = (region.start.div_euclid(8), (region.start + region.width + 7).div_euclid(8));
                let length = (end - start).min(if period > 0 { period } else { i64::MAX });
                let mut base = start - at;
                if period > 0 {
                    base = base.rem_euclid(period) - period;
                }
                while base < size {
                    for i in 0..length {
                        if base + i >= 0 && base + i < size {
                            cells.push((id, base + i, 1));
                        }
                    }
                    if period == 0 {
                        break;
                    }
                    base += period;
                }
                continue;
            }
            let bytes = (region.start.rem_euclid(8) + region.width + 7) / 8;
            let mut base = region.start.div_euclid(8) - at;
            if period > 0 {
                base = base.rem_euclid(period);
            }
            while base + bytes <= size {
                if base >= 0 {
                    cells.push((id, base, bytes));
                }
                if period == 0 {
                    break;
                }
                base += period;
            }
        }
        cells
    }

    /// The regions of the node of a site with the width of their cells in bytes.
    fn node_regions(&self, site: SiteId) -> Vec<(RegionId, i64)> {
        let Some((node, _)) = self.points.layout.site_node[site.index()] else { return vec![] };
        let width = |id: RegionId| {
            let region = &self.points.layout.regions[id.0 as usize];
            if region.kind == RegionKind::Bytes { 1 } else { (region.start.rem_euclid(8) + region.width + 7) / 8 }
        };
        self.points.layout.node_regions[node].iter().map(|&id| (id, width(id))).collect()
    }

    fn zero_of(&self, region: RegionId) -> ast::Expr {
        match self.points.layout.regions[region.0 as usize].kind {
            RegionKind::Cell(Scalar::Float(_)) => real(0, 0),
            _ => int(0),
        }
    }

    pub(super) fn copy_record(
        &mut self,
        dst: &Expr,
        src: &Expr,
        size: u64,
        dst_site: SiteId,
        src_site: SiteId,
        span: Span,
    ) {
        let (to, from) = (self.value(dst).e, self.value(src).e);
        self.check_access(&from, src, src_site, int(size), false, span);
        if self.current.0 != INIT {
            self.check_access(&to, dst, dst_site, int(size), true, span);
        }
        let cells = self.cells(dst_site, size);
        if cells.len() > UNROLLED {
            return self.copy_range(&to, &from, int(size), dst_site, span);
        }
        debug_assert_eq!(
            self.points.layout.site_node[dst_site.index()].map(|n| n.0),
            self.points.layout.site_node[src_site.index()].map(|n| n.0)
        );
        for (region, distance, _) in cells {
            let map = self.map(region);
            self.modify(&map.as_str().into());
            let value = select(var(map.clone()), offset(from.clone(), distance));
            self.push(assign_at(map, offset(to.clone(), distance), value.clone()), span);
            if let RegionKind::Cell(scalar) = self.points.layout.regions[region.0 as usize].kind {
                self.written(offset(to.clone(), distance), value, scalar, dst_site);
            }
        }
    }

    /// `M := (lambda a :: if a is in the target then M[a - to + from] else M[a])`
    fn copy_range(&mut self, to: &ast::Expr, from: &ast::Expr, size: ast::Expr, site: SiteId, span: Span) {
        for (region, width) in self.node_regions(site) {
            let map = self.map(region);
            self.modify(&map.as_str().into());
            let old = select(var(map.clone()), add(sub(var("a"), to.clone()), from.clone()));
            self.fill(&map, to, size.clone(), width, old, span);
        }
    }

    fn fill(&mut self, map: &str, to: &ast::Expr, size: ast::Expr, width: i64, value: ast::Expr, span: Span) {
        let end = add(to.clone(), size);
        let last = if width == 1 { lt(var("a"), end) } else { le(add(var("a"), int(width)), end) };
        let inside = and(le(to.clone(), var("a")), last);
        let body = ite(inside, value, select(var(map), var("a")));
        let lambda = quantifier(ast::QuantifierKind::Lambda, vec![variable("a", int_type())], body);
        self.push(assign(map.to_string(), lambda), span);
    }

    pub(super) fn zero(&mut self, addr: &Expr, size: u64, site: SiteId, span: Span) {
        let to = self.value(addr).e;
        self.fill_bytes(
            &to,
            Fill::Known(size),
            &Val { e: int(0), low: 0.into(), high: 0.into(), zeroes: 0 },
            site,
            span,
        );
    }

    /// Every byte of a range gets a value.
    fn fill_bytes(&mut self, to: &ast::Expr, size: Fill, byte: &Val, site: SiteId, span: Span) {
        let zero = byte.high == BigInt::from(0);
        let pattern = |this: &mut Self, region: RegionId, width: i64| -> ast::Expr {
            if zero {
                return this.zero_of(region);
            }
            // The byte repeated, as the cell's type reads it.
            let mut repeated = BigInt::from(0);
            for _ in 0..width {
                repeated = repeated * 256 + 1;
            }
            let raw = Val {
                e: if width == 1 { byte.e.clone() } else { mul(byte.e.clone(), int(repeated.clone())) },
                low: 0.into(),
                high: repeated * 255,
                zeroes: 0,
            };
            match this.points.layout.regions[region.0 as usize].kind {
                RegionKind::Cell(Scalar::Int(ty)) => this.wrap(raw, ty).e,
                RegionKind::Cell(Scalar::Ptr) | RegionKind::Bytes => raw.e,
                RegionKind::Field(ty, bits) => {
                    let first = this.points.layout.regions[region.0 as usize].start.rem_euclid(8);
                    let shifted = Val { e: div(raw.e, int(1i64 << first)), low: raw.low, high: raw.high, zeroes: 0 };
                    this.wrap(shifted, IntType::new(bits, ty.signed)).e
                }
                RegionKind::Cell(Scalar::Float(_)) => {
                    this.error("filling floating-point numbers with bytes is not supported", span);
                    real(0, 0)
                }
            }
        };
        let known = match &size {
            Fill::Known(n) => Some(self.cells(site, *n)),
            Fill::Any(_) => None,
        };
        let settled = self.current.0 == INIT && zero;
        match known {
            Some(cells) if settled && cells.iter().all(|(r, ..)| !self.points.layout.regions[r.0 as usize].unset) => {}
            Some(cells) if cells.len() <= UNROLLED => {
                for (region, distance, width) in cells {
                    let value = pattern(self, region, width);
                    let map = self.map(region);
                    self.modify(&map.as_str().into());
                    self.push(assign_at(map, offset(to.clone(), distance), value), span);
                }
            }
            _ => {
                let bytes = match size {
                    Fill::Known(n) => int(n),
                    Fill::Any(e) => e,
                };
                for (region, width) in self.node_regions(site) {
                    let value = pattern(self, region, width);
                    let map = self.map(region);
                    self.modify(&map.as_str().into());
                    self.fill(&map, to, bytes.clone(), width, value, span);
                }
            }
        }
    }

    // The C library

    pub(super) fn library(&mut self, library: &Library, span: Span) {
        match library {
            Library::Malloc { ret, size, zero, may_fail, stack, site, made } => {
                let size = self.value(size).e;
                let name = self.var_names[ret.index()].to_string();
                let outer = std::mem::take(&mut self.out);
                let (type_name, layout) = made.as_ref().map_or(("block", ""), |made| (&made.name, &made.layout));
                self.allocate(&name, size.clone(), !stack, 16, (&format!("{type_name}#"), layout), span);
                if *zero {
                    let known = match &*size.kind {
                        ast::ExprKind::Int(n) => u64::try_from(n).ok().map(Fill::Known),
                        _ => None,
                    };
                    let byte = Val { e: int(0), low: 0.into(), high: 0.into(), zeroes: 0 };
                    self.fill_bytes(&var(name.clone()), known.unwrap_or(Fill::Any(size)), &byte, *site, span);
                }
                let done = std::mem::replace(&mut self.out, outer);
                self.maybe(*may_fail, &name, done, span);
            }
            Library::Free { ptr, .. } => {
                let at = self.value(ptr).e;
                self.free(ptr, &at, span);
            }
            Library::Realloc { ret, ptr, size, site, .. } => {
                let from = self.value(ptr).e;
                let size = self.value(size).e;
                let name = self.var_names[ret.index()].to_string();
                let outer = std::mem::take(&mut self.out);
                self.allocate(&name, size.clone(), true, 16, ("block#", ""), span);
                self.copy_range(&var(name.clone()), &from, size, *site, span);
                self.free(ptr, &from, span);
                let done = std::mem::replace(&mut self.out, outer);
                self.maybe(!self.config.malloc_never_fails, &name, done, span);
            }
            Library::Memcpy { dst, src, size, dst_site, src_site } => {
                let (to, from, bytes) = (self.value(dst).e, self.value(src).e, self.value(size).e);
                let some = gt(bytes.clone(), int(0));
                self.guards.push(some);
                self.check_access(&from, src, *src_site, bytes.clone(), false, span);
                self.check_access(&to, dst, *dst_site, bytes.clone(), true, span);
                self.guards.pop();
                if let ast::ExprKind::Int(n) = &*bytes.kind
                    && let Ok(n) = u64::try_from(n)
                {
                    let cells = self.cells(*dst_site, n);
                    if cells.len() <= UNROLLED {
                        return self.move_cells(&to, &from, cells, span);
                    }
                }
                self.copy_range(&to, &from, bytes, *dst_site, span);
            }
            Library::Memset { dst, value, size, site } => {
                let (to, byte, bytes) = (self.value(dst).e, self.value(value), self.value(size).e);
                self.guards.push(gt(bytes.clone(), int(0)));
                self.check_access(&to, dst, *site, bytes.clone(), true, span);
                self.guards.pop();
                let known = match &*bytes.kind {
                    ast::ExprKind::Int(n) => u64::try_from(n).ok().map(Fill::Known),
                    _ => None,
                };
                self.fill_bytes(&to, known.unwrap_or(Fill::Any(bytes)), &byte, *site, span);
            }
        }
    }

    /// Copies cells that may overlap: all are read before any is written.
    fn move_cells(&mut self, to: &ast::Expr, from: &ast::Expr, cells: Vec<(RegionId, i64, i64)>, span: Span) {
        let mut regions: Vec<RegionId> = cells.iter().map(|c| c.0).collect();
        regions.sort();
        regions.dedup();
        for region in regions {
            let map = self.map(region);
            self.modify(&map.as_str().into());
            let mut value = var(map.clone());
            for (_, distance, _) in cells.iter().filter(|c| c.0 == region) {
                let read = select(var(map.clone()), offset(from.clone(), *distance));
                value = store(value, offset(to.clone(), *distance), read);
            }
            self.push(assign(map, value), span);
        }
    }

    /// An allocation that may fail: `if (*) { p := 0; } else { … }`
    fn maybe(&mut self, may_fail: bool, name: &str, done: Vec<ast::Stmt>, span: Span) {
        if may_fail {
            let outer = std::mem::take(&mut self.out);
            self.push(assign(name.to_string(), int(0)), span);
            self.input("malloc", Scalar::Ptr);
            let failed = std::mem::replace(&mut self.out, outer);
            self.push(if_stmt(ast::Guard::Star, failed, done), span);
        } else {
            self.out.extend(done);
        }
    }

    fn free(&mut self, ptr: &Expr, at: &ast::Expr, span: Span) {
        let checks = self.config.checks;
        if !checks.tracks_blocks() {
            return;
        }
        let null = eq(at.clone(), int(0));
        if checks.free {
            // What is not the start of a block is not known to live.
            let of = |map: &str| select(var(map), at.clone());
            let valid = or(null.clone(), and(of("$live"), of("$heap")));
            self.check(valid, "invalid free: not the start of an allocated block, or freed before", span);
            self.about(ptr, at.clone());
        }
        // Freeing what does not live changes nothing.
        let outer = std::mem::take(&mut self.out);
        self.push(assign_at("$live", at.clone(), boolean(false)), span);
        self.freed(at.clone());
        self.push(assign("$allocated", sub(var("$allocated"), int(1))), span);
        let body = std::mem::replace(&mut self.out, outer);
        self.modify(&"$live".into());
        self.modify(&"$allocated".into());
        let frees = and(not(null), and(select(var("$live"), at.clone()), select(var("$heap"), at.clone())));
        self.push(if_stmt(ast::Guard::Expr(frees), body, vec![]), span);
    }
}

/// A named block and a constant distance.
fn fixed_place(addr: &Expr) -> Option<(ObjId, i64)> {
    match &*addr.kind {
        ExprKind::Obj(obj) => Some((*obj, 0)),
        ExprKind::PtrAdd { base, index, scale } => {
            let (obj, from) = fixed_place(base)?;
            let bytes = i64::try_from(index.constant()?).ok()?.checked_mul(*scale)?;
            Some((obj, from.checked_add(bytes)?))
        }
        ExprKind::Cast(inner) if addr.ty == Scalar::Ptr && inner.ty == Scalar::Ptr => fixed_place(inner),
        _ => None,
    }
}

enum Fill {
    Known(u64),
    Any(ast::Expr),
}

fn offset(at: ast::Expr, bytes: i64) -> ast::Expr {
    if bytes == 0 { at } else { add(at, int(bytes)) }
}

fn all_of(terms: Vec<ast::Expr>) -> ast::Expr {
    terms.into_iter().reduce(add).unwrap_or_else(|| int(0))
}

/// No block lives.
fn quantified_false() -> ast::Expr {
    let any = select(var("$live"), var("b"));
    triggered(forall(vec![variable("b", int_type())], not(any.clone())), vec![any])
}

//! Many cells at once: records, `memcpy`, `memset`, blocks that start as zeroes.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::points::{INIT, RegionId, RegionKind};
use crate::types::{IntType, Scalar};

use super::Emit;
use super::blocks::{ALLOCATED, CELL};
use super::memory::joined;
use super::value::Val;
use super::words::known;

/// Copies and fills of more cells than that are one step on the whole map.
const UNROLLED: usize = 64;

enum Fill {
    Known(u64),
    Any(ast::Expr),
}

/// What there is of a cell that a range ends within.
#[derive(Clone, Copy)]
enum Cut {
    Cell(Scalar),
    /// Whether it has a value.
    Set,
}

/// A number of bytes, known or not.
fn extent(size: ast::Expr) -> Fill {
    match known(&size).and_then(|n| u64::try_from(n).ok()) {
        Some(n) => Fill::Known(n),
        None => Fill::Any(size),
    }
}

/// What the C library aligns blocks to.
const ALIGNED: u64 = 16;

impl Emit<'_> {
    /// The cells of the node of a site within `size` bytes from it: region, distance in bytes.
    fn cells(&self, site: SiteId, size: u64) -> Option<Vec<(RegionId, i64)>> {
        let Some((node, at)) = self.points.layout.site_node[site.index()] else { return Some(vec![]) };
        if self.is_vague(node) {
            return None;
        }
        let mut cells = vec![];
        self.cells_of(node, at, size as i64, 0, &mut cells);
        Some(cells)
    }

    /// Whether pointers into a node go by steps that are shorter than what stands in a part of it without a known end: then
    /// it is not known which cells such a part has.
    fn is_vague(&self, node: usize) -> bool {
        let layout = &self.points.layout;
        let period = layout.periods[node];
        layout.parts[node].iter().any(|part| {
            let is_longer = |id: RegionId| {
                let longest = self.cell_width(id).max(layout.regions[id.0 as usize].period);
                part.room(period).is_some_and(|room| room < longest)
            };
            let open = period > 0 && part.length.is_none();
            (open && layout.all_regions(part.node).into_iter().any(is_longer)) || self.is_vague(part.node)
        })
    }

    /// Those within `size` bytes from an offset in a node, which itself is that far from the site.
    fn cells_of(&self, node: usize, at: i64, size: i64, from: i64, cells: &mut Vec<(RegionId, i64)>) {
        let layout = &self.points.layout;
        let period = layout.periods[node];
        for part in &layout.parts[node] {
            let mut first = part.offset - at;
            if period > 0 {
                first = first.rem_euclid(period) - period;
            }
            while first < size {
                let end = part.room(period).map_or(size, |room| size.min(first + room));
                let start = first.max(0);
                if start < end {
                    self.cells_of(part.node, part.start + start - first, end - start, from + start, cells);
                }
                if period == 0 {
                    break;
                }
                first += period;
            }
        }
        for &id in &layout.node_regions[node] {
            let region = &layout.regions[id.0 as usize];
            let period = region.period;
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
                            cells.push((id, from + base + i));
                        }
                    }
                    if period == 0 {
                        break;
                    }
                    base += period;
                }
                continue;
            }
            let bytes = self.cell_width(id);
            let mut base = region.start.div_euclid(8) - at;
            if period > 0 {
                base = base.rem_euclid(period);
            }
            while base + bytes <= size {
                if base >= 0 {
                    cells.push((id, from + base));
                }
                if period == 0 {
                    break;
                }
                base += period;
            }
        }
    }

    /// In bytes.
    fn cell_width(&self, region: RegionId) -> i64 {
        let region = &self.points.layout.regions[region.0 as usize];
        if region.kind == RegionKind::Bytes { 1 } else { (region.start.rem_euclid(8) + region.width + 7) / 8 }
    }

    /// The regions of the node of a site.
    fn node_regions(&self, site: SiteId) -> Vec<RegionId> {
        let Some((node, _)) = self.points.layout.site_node[site.index()] else { return vec![] };
        self.points.layout.all_regions(node)
    }

    pub(super) fn copy_record(
        &mut self,
        dst: &Expr,
        src: &Expr,
        size: u64,
        (dst_site, src_site): (SiteId, SiteId),
        span: Span,
    ) {
        let (to, from) = (self.value(dst).e, self.value(src).e);
        let bytes = self.word(size);
        self.check_access(&from, src, src_site, bytes.clone(), false, span);
        self.check_access(&to, dst, dst_site, bytes.clone(), true, span);
        let Some(cells) = self.cells(dst_site, size).filter(|cells| cells.len() <= UNROLLED) else {
            return self.copy_range(&to, &from, bytes, dst_site, span);
        };
        debug_assert_eq!(
            self.points.layout.site_node[dst_site.index()].map(|n| n.0),
            self.points.layout.site_node[src_site.index()].map(|n| n.0)
        );
        for (region, distance) in cells {
            let map = self.target(region);
            self.copy_cell(map.clone(), &to, &from, distance, span);
            if let RegionKind::Cell(scalar) = self.points.layout.regions[region.0 as usize].kind {
                let value = select(var(map), self.further(from.clone(), distance));
                let at = self.further(to.clone(), distance);
                self.written(at, value, scalar, dst_site);
            }
            if let Some(shadow) = self.shadow(region) {
                self.modify(&shadow.as_str().into());
                let (source, at) = (self.further(from.clone(), distance), self.further(to.clone(), distance));
                let set = self.is_set((region, &shadow), source);
                self.push(assign_at(shadow, at, set), span);
            }
        }
    }

    fn copy_cell(&mut self, map: String, to: &ast::Expr, from: &ast::Expr, distance: i64, span: Span) {
        let value = select(var(map.clone()), self.further(from.clone(), distance));
        let at = self.further(to.clone(), distance);
        self.push(assign_at(map, at, value), span);
    }

    /// `M := (lambda a :: if a is in the target then M[a - to + from] else M[a])`
    fn copy_range(&mut self, to: &ast::Expr, from: &ast::Expr, size: ast::Expr, site: SiteId, span: Span) {
        for region in self.node_regions(site) {
            let map = self.target(region);
            let distance = self.minus(var(CELL), to.clone());
            let source = self.plus(distance, from.clone());
            let value = select(var(map), source.clone());
            self.fill_cells((site, region), (to, &size), value, Some(source), span);
        }
    }

    /// The cells of a region that lie in a range get a value; `source`: the cell that it is of, else it is one.
    fn fill_cells(
        &mut self,
        (site, region): (SiteId, RegionId),
        (to, size): (&ast::Expr, &ast::Expr),
        value: ast::Expr,
        source: Option<ast::Expr>,
        span: Span,
    ) {
        let (map, width, cut) = (self.target(region), self.cell_width(region), self.cut(site, region));
        self.fill(&map, (to, size, width), value, cut, span);
        if let Some(shadow) = self.shadow(region) {
            self.modify(&shadow.as_str().into());
            let set = source.map_or(boolean(true), |source| self.is_set((region, &shadow), source));
            self.fill(&shadow, (to, size, width), set, cut.map(|_| Cut::Set), span);
        }
    }

    /// How a range of a site may cut cells of a region; `None`: it does not.
    fn cut(&mut self, site: SiteId, region: RegionId) -> Option<Cut> {
        if !self.points.layout.cut.contains(&(site, region)) {
            return None;
        }
        let RegionKind::Cell(scalar) = self.points.layout.regions[region.0 as usize].kind else { return None };
        if !matches!(scalar, Scalar::Int(_)) {
            let assumption =
                "what is left of a pointer or a floating-point number that is overwritten in part is of no use";
            self.assumptions.insert(assumption.to_string());
        }
        Some(Cut::Cell(scalar))
    }

    /// `M := (lambda a :: if the cell at a is in the range then value else if the range ends within it then both else M[a])`
    fn fill(
        &mut self,
        map: &str,
        (to, size, width): (&ast::Expr, &ast::Expr, i64),
        value: ast::Expr,
        cut: Option<Cut>,
        span: Span,
    ) {
        let distance = self.minus(var(CELL), to.clone());
        let (starts, rest, ends) = if self.is_bits() {
            let starts = self.below(distance.clone(), size.clone());
            let rest = self.minus(size.clone(), distance);
            let width = self.word(width);
            (starts, rest.clone(), self.at_most(width, rest))
        } else {
            let end = add(to.clone(), size.clone());
            let last =
                if width == 1 { lt(var(CELL), end.clone()) } else { le(add(var(CELL), int(width)), end.clone()) };
            (le(to.clone(), var(CELL)), sub(end, var(CELL)), last)
        };
        let old = select(var(map), var(CELL));
        let outside = match cut {
            None => old,
            Some(cut) => {
                let both = self.both(cut, (old.clone(), value.clone()), &rest, width);
                // The end is behind the start of the cell, and not behind its end.
                let begins = if self.is_bits() { starts.clone() } else { and(starts.clone(), lt(int(0), rest)) };
                ite(begins, both, old)
            }
        };
        let body = ite(and(starts, ends), value, outside);
        let lambda = quantifier(ast::QuantifierKind::Lambda, vec![variable(CELL, self.word_type())], body);
        self.push(assign(map.to_string(), lambda), span);
    }

    /// A cell whose first `rest` bytes are those of another value.
    fn both(&mut self, cut: Cut, (old, new): (ast::Expr, ast::Expr), rest: &ast::Expr, width: i64) -> ast::Expr {
        let scalar = match cut {
            Cut::Set => return and(old, new),
            Cut::Cell(scalar) => scalar,
        };
        if !matches!(scalar, Scalar::Int(_)) {
            let ty = self.ivl_type(scalar);
            let both = self.helpers.uninterpreted("both", vec![ty.clone(), ty.clone(), self.word_type()], ty);
            return apply(both, vec![old, new, rest.clone()]);
        }
        let first = |n: i64| {
            if self.is_bits() {
                let (low, high) = (8 * n as u32, 8 * width as u32);
                return concat(extract(old.clone(), high, low), extract(new.clone(), low, 0));
            }
            let part = |e: &ast::Expr| modulo(e.clone(), int(BigInt::from(1) << (8 * n)));
            add(sub(old.clone(), part(&old)), part(&new))
        };
        let last = first(width - 1);
        (1..width - 1).rev().fold(last, |others, n| ite(eq(rest.clone(), self.word(n)), first(n), others))
    }

    pub(super) fn zero(&mut self, addr: &Expr, size: u64, site: SiteId, span: Span) {
        let to = self.value(addr).e;
        let zero = self.zero_byte();
        self.fill_bytes(&to, Fill::Known(size), &zero, site, span);
    }

    /// Whether all bytes from an address on are zero: all cells are.
    pub(super) fn zeroed(&mut self, addr: &Expr, size: u64, site: SiteId, span: Span) -> ast::Expr {
        self.copies = false;
        let at = self.value(addr).e;
        let bytes = self.word(size);
        self.check_access(&at, addr, site, bytes, false, span);
        self.look_at_location(&at, site, span);
        let Some(cells) = self.cells(site, size) else {
            self.error("whether these bytes are zero is not supported: where they lie in an array is not known", span);
            return boolean(false);
        };
        let mut conditions = vec![];
        for (region, distance) in cells {
            let place = self.further(at.clone(), distance);
            self.check_set(region, (std::slice::from_ref(&place), false), span);
            let map = self.map(region);
            self.reads_bits(region, span);
            conditions.push(eq(select(var(map), place), self.zero_of(region)));
        }
        all(conditions)
    }

    fn zero_byte(&self) -> Val {
        Val { e: self.zero_value(Scalar::Int(IntType::new(8, false))), low: 0.into(), high: 0.into(), zeroes: 0 }
    }

    /// The value of a cell all of whose bytes are that byte.
    fn repeated(&mut self, region: RegionId, byte: &Val, span: Span) -> ast::Expr {
        if super::words::known(&byte.e).is_some_and(|n| n == BigInt::from(0)) {
            return self.zero_of(region);
        }
        let info = &self.points.layout.regions[region.0 as usize];
        let (kind, first) = (info.kind, info.start.rem_euclid(8) as u32);
        let width = self.cell_width(region);
        if self.is_bits() {
            let raw = joined(vec![byte.e.clone(); width as usize]);
            return match kind {
                RegionKind::Cell(Scalar::Int(ty)) if ty.boolean => ite(neq(raw, bv(0u32, 8)), bv(1u32, 8), bv(0u32, 8)),
                RegionKind::Field(_, bits) if i64::from(bits) < width * 8 => extract(raw, first + bits, first),
                RegionKind::Cell(Scalar::Float(width)) if self.is_ieee() && width < 80 => {
                    self.float_of_bits(raw, width)
                }
                RegionKind::Cell(Scalar::Float(_)) => self.unfillable(span),
                _ => raw,
            };
        }
        let mut ones = BigInt::from(0);
        for _ in 0..width {
            ones = ones * 256 + 1;
        }
        let raw = Val {
            e: if width == 1 { byte.e.clone() } else { mul(byte.e.clone(), int(ones.clone())) },
            low: 0.into(),
            high: ones * 255,
            zeroes: 0,
        };
        match kind {
            RegionKind::Cell(Scalar::Int(ty)) => self.wrap(raw, ty).e,
            RegionKind::Cell(Scalar::Ptr) | RegionKind::Bytes => raw.e,
            RegionKind::Field(ty, bits) => {
                let shifted = Val { e: div(raw.e, int(1i64 << first)), low: raw.low, high: raw.high, zeroes: 0 };
                self.wrap(shifted, IntType::new(bits, ty.signed)).e
            }
            RegionKind::Cell(Scalar::Float(float)) if self.is_ieee() && float < 80 => {
                self.float_of_bytes(vec![byte.e.clone(); width as usize], float)
            }
            RegionKind::Cell(Scalar::Float(_)) => self.unfillable(span),
        }
    }

    fn unfillable(&mut self, span: Span) -> ast::Expr {
        self.error("filling floating-point numbers with bytes is not supported", span);
        real(0, 0)
    }

    /// Every byte of a range gets a value.
    fn fill_bytes(&mut self, to: &ast::Expr, size: Fill, byte: &Val, site: SiteId, span: Span) {
        let zero = known(&byte.e).is_some_and(|n| n == BigInt::from(0));
        let cells = match &size {
            Fill::Known(n) => self.cells(site, *n),
            Fill::Any(_) => None,
        };
        let settled = self.current.0 == INIT && zero;
        match cells {
            Some(cells) if settled && cells.iter().all(|(r, _)| !self.points.layout.regions[r.0 as usize].unset) => {}
            Some(cells) if cells.len() <= UNROLLED => {
                for (region, distance) in cells {
                    let value = self.repeated(region, byte, span);
                    let map = self.target(region);
                    let at = self.further(to.clone(), distance);
                    self.push(assign_at(map, at.clone(), value), span);
                    if let Some(shadow) = self.shadow(region) {
                        self.modify(&shadow.as_str().into());
                        self.push(assign_at(shadow, at, boolean(true)), span);
                    }
                }
            }
            _ => {
                let bytes = match size {
                    Fill::Known(n) => self.word(n),
                    Fill::Any(e) => e,
                };
                for region in self.node_regions(site) {
                    let value = self.repeated(region, byte, span);
                    self.fill_cells((site, region), (to, &bytes), value, None, span);
                }
            }
        }
    }

    // The C library

    pub(super) fn library(&mut self, library: &Library, span: Span) {
        match library {
            Library::Malloc { ret, size, zero, align, called, stack, site, made } => {
                let size = self.value(&size.count).e;
                let name = self.var_names[ret.index()].to_string();
                let outer = std::mem::take(&mut self.out);
                let (type_name, layout) = made.as_ref().map_or(("block", ""), |made| (&*made.name, &*made.layout));
                let placed = self.is_placed_at(*site);
                let names = (&*format!("{type_name}#"), layout);
                self.counter = self.counter(*site);
                self.allocate(&name, size.clone(), (!stack, placed), (*align).max(ALIGNED), names, span);
                self.made_by(called.as_deref());
                self.counter = Some(ALLOCATED);
                self.shape(var(name.clone()), self.node_of(*site), span);
                if *zero {
                    let byte = self.zero_byte();
                    self.fill_bytes(&var(name.clone()), extent(size.clone()), &byte, *site, span);
                }
                let done = std::mem::replace(&mut self.out, outer);
                self.maybe((called.as_deref(), *stack), size, &name, done, span);
            }
            Library::Free { ptr, checked, site } => {
                let at = self.value(ptr).e;
                self.free(ptr, &at, (*checked, *site), span);
            }
            Library::Realloc { ret, ptr, size, site, ret_site } => {
                if self.loose {
                    self.assumptions.insert("realloc moves the block".to_string());
                }
                let from = self.value(ptr).e;
                let size = self.value(&size.count).e;
                let name = self.var_names[ret.index()].to_string();
                let outer = std::mem::take(&mut self.out);
                let called = (!self.config.malloc_never_fails).then_some("realloc");
                let placed = self.is_placed_at(*site);
                self.counter = self.counter(*ret_site);
                self.allocate(&name, size.clone(), (true, placed), ALIGNED, ("block#", ""), span);
                self.made_by(called);
                self.counter = Some(ALLOCATED);
                self.shape(var(name.clone()), self.node_of(*ret_site), span);
                self.copy_range(&var(name.clone()), &from, size.clone(), *site, span);
                self.free(ptr, &from, (true, *site), span);
                let done = std::mem::replace(&mut self.out, outer);
                self.maybe((called, false), size, &name, done, span);
            }
            Library::Memcpy { dst, src, size, dst_site, src_site } => {
                let (to, from, bytes) = (self.value(dst).e, self.value(src).e, self.value(&size.count).e);
                let zero = self.word(0);
                let some = neq(bytes.clone(), zero);
                self.guards.push(some);
                self.check_access(&from, src, *src_site, bytes.clone(), false, span);
                self.check_access(&to, dst, *dst_site, bytes.clone(), true, span);
                self.guards.pop();
                if let Fill::Known(n) = extent(bytes.clone())
                    && let Some(cells) = self.cells(*dst_site, n)
                    && cells.len() <= UNROLLED
                {
                    return self.move_cells(&to, &from, &cells, span);
                }
                self.copy_range(&to, &from, bytes, *dst_site, span);
            }
            Library::Memset { dst, value, size, site } => {
                let (to, byte, bytes) = (self.value(dst).e, self.value(value), self.value(&size.count).e);
                let zero = self.word(0);
                self.guards.push(neq(bytes.clone(), zero));
                self.check_access(&to, dst, *site, bytes.clone(), true, span);
                self.guards.pop();
                self.fill_bytes(&to, extent(bytes), &byte, *site, span);
            }
            Library::Any { dst, size, site, what } => {
                let to = self.value(dst).e;
                let Some(size) = size else {
                    let base = self.base_of(to);
                    let all = self.room(base.clone());
                    return self.any_bytes(&base, all, *site, &Input::Any, span);
                };
                let bytes = self.value(&size.count).e;
                let zero = self.word(0);
                self.guards.push(neq(bytes.clone(), zero));
                self.check_access(&to, dst, *site, bytes.clone(), true, span);
                self.guards.pop();
                self.any_bytes(&to, bytes, *site, what, span);
            }
            Library::Room { ret, ptr, site } => self.some_room(*ret, ptr, *site, span),
            Library::Given { ptr, site, constant, checked } => {
                self.given_away((ptr, *site), (*constant, *checked), span)
            }
            Library::Text { ptr, most, site, is_access } => {
                self.read_text((ptr, most.as_ref()), *site, *is_access, span)
            }
            Library::Block { ret, ptr, fact } => self.block_fact(*ret, ptr, *fact, span),
        }
    }

    /// A number of bytes that fit between an address and the end of its block, and of the array in it.
    fn some_room(&mut self, ret: VarId, ptr: &Expr, site: SiteId, span: Span) {
        let at = self.value(ptr).e;
        self.havoc_var(ret, span);
        let room = var(self.var_names[ret.index()].to_string());
        let most = self.room(at.clone());
        let fits = self.at_most(room.clone(), most);
        self.push(assume(vec![], fits), span);
        if let Some(stays) = self.within_parts(&at, &room, site) {
            self.push(assume(vec![], stays), span);
        }
    }

    /// A function from outside may have written to all of a block, unless that is constant to it.
    fn given_away(&mut self, (ptr, site): (&Expr, SiteId), (constant, checked): (bool, bool), span: Span) {
        if checked {
            self.check_given(ptr, span);
        }
        if constant {
            return;
        }
        let regions = self.node_regions(site);
        let shadows: Vec<(String, i64)> =
            regions.into_iter().filter_map(|region| Some((self.shadow(region)?, self.cell_width(region)))).collect();
        if shadows.is_empty() {
            return;
        }
        let at = self.value(ptr).e;
        let base = self.base_of(at);
        let all = self.room(base.clone());
        for (shadow, width) in shadows {
            self.modify(&shadow.as_str().into());
            self.fill(&shadow, (&base, &all, width), boolean(true), None, span);
        }
    }

    /// `havoc F; M := (lambda a :: if a is in the range then F[a] else M[a])`
    ///
    /// Of a line, instead of `F[a]`: `if F[a] is a new line then if a is in its midst then 0 else F[a] else F[a]`; where some bytes
    /// are left out: `if F[a] is one of them then another else F[a]`
    fn any_bytes(&mut self, to: &ast::Expr, bytes: ast::Expr, site: SiteId, what: &Input, span: Span) {
        for region in self.node_regions(site) {
            let fresh = self.any_map(region, span);
            let mut value = select(var(fresh), var(CELL));
            if let Some(is_signed) = self.characters(region) {
                value = match what {
                    Input::Any => value,
                    Input::Line => {
                        let next = self.further(var(CELL), 1);
                        let end = self.plus(to.clone(), bytes.clone());
                        let is_amid = self.below(next, end);
                        let end = ite(is_amid, self.zero_of(region), value.clone());
                        ite(eq(value.clone(), self.character(b'\n', is_signed)), end, value)
                    }
                    Input::Without(ranges) => self.without(value, ranges, is_signed),
                };
            }
            self.fill_cells((site, region), (to, &bytes), value, None, span);
        }
    }

    /// The value, or where it is between two of these another character.
    fn without(&mut self, value: ast::Expr, ranges: &[(u8, u8)], is_signed: bool) -> ast::Expr {
        let is_in = |byte: u8| ranges.iter().any(|&(low, high)| (low..=high).contains(&byte));
        let Some(other) = (1..=u8::MAX).find(|&byte| !is_in(byte)) else { return value };
        let mut kept = value.clone();
        // Where characters have signs, those above come first.
        for (low, high) in ranges.iter().flat_map(|&(low, high)| [(low, high.min(127)), (low.max(128), high)]) {
            if low <= high {
                let (low, high) = (self.character(low, is_signed), self.character(high, is_signed));
                let inside = and(self.is_up_to(low, value.clone()), self.is_up_to(value.clone(), high));
                kept = ite(inside, self.character(other, is_signed), kept);
            }
        }
        kept
    }

    /// Whether the cells of a region are characters, and those have signs.
    fn characters(&self, region: RegionId) -> Option<bool> {
        match self.points.layout.regions[region.0 as usize].kind {
            RegionKind::Cell(Scalar::Int(ty)) => (ty.bits == 8 && !ty.boolean).then_some(ty.signed),
            RegionKind::Bytes => Some(false),
            _ => None,
        }
    }

    /// `a <= b`, of characters.
    fn is_up_to(&mut self, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        if self.is_bits() { self.helpers.bv_test("bvule", 8, a, b) } else { le(a, b) }
    }

    /// A byte as a cell holds it.
    fn character(&self, byte: u8, is_signed: bool) -> ast::Expr {
        match byte {
            _ if self.is_bits() => bv(u32::from(byte), 8),
            128.. if is_signed => int(i64::from(byte) - 256),
            _ => int(i64::from(byte)),
        }
    }

    /// A map of any contents for the cells of a region.
    pub(super) fn any_map(&mut self, region: RegionId, span: Span) -> String {
        let fresh = format!("$any.{}", self.map(region));
        self.used_any.insert(region);
        self.modify(&fresh.as_str().into());
        self.push(havoc([fresh.clone()]), span);
        fresh
    }

    /// Copies cells that may overlap: all are read before any is written.
    fn move_cells(&mut self, to: &ast::Expr, from: &ast::Expr, cells: &[(RegionId, i64)], span: Span) {
        let mut regions: Vec<RegionId> = cells.iter().map(|c| c.0).collect();
        regions.sort();
        regions.dedup();
        for region in regions {
            let map = self.target(region);
            let shadow = self.shadow(region);
            for (map, is_shadow) in [(Some(map), false), (shadow, true)] {
                let Some(map) = map else { continue };
                self.modify(&map.as_str().into());
                let mut value = var(map.clone());
                for (_, distance) in cells.iter().filter(|c| c.0 == region) {
                    let at = self.further(from.clone(), *distance);
                    let read = if is_shadow { self.is_set((region, &map), at) } else { select(var(map.clone()), at) };
                    value = store(value, self.further(to.clone(), *distance), read);
                }
                self.push(assign(map, value), span);
            }
        }
    }

    /// An allocation that may fail, by what is called for it: `if (*) { p := 0; } else { … }`; what is too large always fails.
    fn maybe(
        &mut self,
        (called, stack): (Option<&str>, bool),
        size: ast::Expr,
        name: &str,
        done: Vec<ast::Stmt>,
        span: Span,
    ) {
        let limit = self.limit();
        let zero = self.word(0);
        let outer = std::mem::take(&mut self.out);
        self.push(assign(name.to_string(), zero), span);
        if let Some(function) = called {
            self.input(function, Scalar::Ptr);
        }
        let failed = std::mem::replace(&mut self.out, outer);
        let fits = match known(&size) {
            Some(n) if n < limit => None,
            _ => {
                let limit = self.word(limit.clone());
                Some(self.below(size, limit))
            }
        };
        if let Some(fits) = &fits {
            if stack && called.is_none() {
                self.assumptions.insert("variable-length arrays fit on the stack".to_string());
                self.push(assume(vec![], fits.clone()), span);
            } else if called.is_none() {
                self.assumptions.insert(format!("allocations are of less than {limit} bytes"));
                self.push(assume(vec![], fits.clone()), span);
            } else if self.tight {
                self.assumptions.insert(format!("allocations of {limit} bytes or more fail"));
            }
        }
        if called.is_none() {
            self.out.extend(done);
            return;
        }
        let done = match fits {
            Some(fits) => vec![if_stmt(ast::Guard::Expr(fits), done, failed.clone()).at(span)],
            None => done,
        };
        self.push(if_stmt(ast::Guard::Star, failed, done), span);
    }
}

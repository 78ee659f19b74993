//! Reads and writes.
//!
//! ```text
//! p->data = 7;   →   M.node.data[p + 8] := 7;
//! ```
//!
//! A region of bytes holds each byte apart, least significant first: a read puts them together, a write takes them apart.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::points::{INIT, RegionId, RegionKind};
use crate::types::{IntType, Scalar, limits};

use super::Emit;
use super::blocks::CELL;
use super::value::Val;

impl Emit<'_> {
    pub(super) fn region_type(&self, region: RegionId) -> ast::Type {
        match self.points.layout.regions[region.0 as usize].kind {
            RegionKind::Cell(scalar) => self.ivl_type(scalar),
            RegionKind::Field(_, width) if self.is_bits() => bv_type(width),
            RegionKind::Bytes if self.is_bits() => bv_type(8),
            _ => int_type(),
        }
    }

    /// The map of a region.
    pub(super) fn map(&mut self, region: RegionId) -> String {
        self.used_regions.insert(region);
        self.region_names[region.0 as usize].to_string()
    }

    /// The map of a region, to be written.
    pub(super) fn target(&mut self, region: RegionId) -> String {
        let map = self.map(region);
        self.modify(&map.as_str().into());
        map
    }

    /// The map that says which cells of a region have a value, where that is checked.
    pub(super) fn shadow(&mut self, region: RegionId) -> Option<String> {
        if !self.config.checks.uninit || !self.points.layout.regions[region.0 as usize].unset {
            return None;
        }
        self.used_shadows.insert(region);
        Some(format!("$set.{}", self.region_names[region.0 as usize]))
    }

    /// The start of memory: what is in the maps.
    pub(super) fn init_regions(&mut self) {
        let span = Span::NONE;
        for i in 0..self.points.layout.regions.len() {
            let region = RegionId(i as u32);
            let (kind, unset) = (self.points.layout.regions[i].kind, self.points.layout.regions[i].unset);
            if !unset {
                // Maps of globals alone start as zeroes.
                let ty = self.region_type(region);
                let zero = self.zero_of(region);
                let zeroes = self.helpers.constant_map(self.word_type(), ty, zero);
                let map = self.target(region);
                self.push(assign(map, zeroes), span);
            } else if self.foreign
                && self.config.checks.deref
                && kind == RegionKind::Cell(Scalar::Ptr)
                && self.written_regions.contains(&region)
                && let Some(outside) = self.is_outside(region, var(CELL))
            {
                // Pointers in memory from outside are from outside as well.
                let map = self.map(region);
                let content = select(var(map), var(CELL));
                let inside = self.foreign_pointer(content.clone());
                let all = forall(vec![variable(CELL, self.word_type())], implies(outside, inside));
                self.push(assume(vec![], triggered(all, vec![content])), span);
            }
            if let Some(shadow) = self.shadow(region) {
                let nowhere = self.helpers.nowhere(self.word_type());
                self.modify(&shadow.as_str().into());
                self.push(assign(shadow, nowhere), span);
            }
        }
    }

    pub(super) fn zero_of(&self, region: RegionId) -> ast::Expr {
        let width = match self.points.layout.regions[region.0 as usize].kind {
            RegionKind::Cell(scalar) => return self.zero_value(scalar),
            RegionKind::Field(_, width) => width,
            RegionKind::Bytes => 8,
        };
        if self.is_bits() { bv(0u32, width) } else { int(0) }
    }

    fn region(&mut self, site: SiteId, span: Span) -> Option<RegionId> {
        let region = self.points.layout.site_region[site.index()]?;
        let info = &self.points.layout.regions[region.0 as usize];
        let is_exact = self.is_ieee();
        if !is_exact && (info.overlaid || info.mixed && self.is_bits()) {
            self.error("memory that holds both floating-point numbers and other data needs --float ieee", span);
        }
        let scalar = self.program.sites[site.index()].scalar;
        if is_exact && info.mixed && scalar == Scalar::Float(80) {
            self.error("memory that holds both `long double` and other data is not supported", span);
        }
        Some(region)
    }

    /// Other data than floating-point numbers is read from memory that holds those, too.
    pub(super) fn reads_bits(&mut self, region: RegionId, span: Span) {
        if self.points.layout.regions[region.0 as usize].mixed && !self.is_ieee() {
            self.error("the bytes of a floating-point number are read, which needs --float ieee", span);
        }
    }

    /// Each of the bytes or cells must have been given a value, unless it is only copied.
    pub(super) fn check_set(&mut self, region: RegionId, (places, copies): (&[ast::Expr], bool), span: Span) {
        let Some(shadow) = self.shadow(region) else { return };
        let mut all_set = vec![];
        for at in places {
            let set = self.is_set((region, &shadow), at.clone());
            if copies {
                all_set.push(set);
            } else {
                self.check(set, crate::UNSET, span);
            }
        }
        if copies {
            self.copied = Some(all(all_set));
        }
    }

    /// Whether a byte or cell was given a value.
    pub(super) fn is_set(&mut self, (region, shadow): (RegionId, &str), at: ast::Expr) -> ast::Expr {
        let mut set = select(var(shadow), at.clone());
        if !self.loose {
            // Globals have a value from the start.
            let first = self.word(BigInt::from(self.first_free) * self.stride());
            set = or(self.below(at.clone(), first), set);
        }
        let outside = match self.loose {
            true => self.is_outside(region, at.clone()),
            false => self.foreign.then(|| self.is_foreign(at.clone())),
        };
        set = outside.into_iter().fold(set, |set, outside| or(outside, set));
        if self.holds_arguments(region) {
            set = or(self.is_of_arguments(at), set);
        }
        set
    }

    fn mark_set(&mut self, region: RegionId, (places, set): (&[ast::Expr], &ast::Expr), span: Span) {
        let Some(shadow) = self.shadow(region) else { return };
        self.modify(&shadow.as_str().into());
        for at in places {
            self.push(assign_at(shadow.clone(), at.clone(), set.clone()), span);
        }
    }

    pub(super) fn load(&mut self, addr: &Expr, site: SiteId, span: Span) -> ast::Expr {
        let copies = std::mem::take(&mut self.copies);
        let at = self.value(addr).e;
        let decl = &self.program.sites[site.index()];
        let bytes = self.types.scalar_size(decl.scalar);
        let size = self.word(touched(decl, bytes));
        self.check_access(&at, addr, site, size, false, span);
        self.look_at_location(&at, site, span);
        let Some(region) = self.region(site, span) else { return self.zero_value(decl.scalar) };
        let info = &self.points.layout.regions[region.0 as usize];
        let (kind, unset) = (info.kind, info.unset);
        let map = self.map(region);
        match kind {
            RegionKind::Cell(cell) => {
                self.check_set(region, (std::slice::from_ref(&at), copies), span);
                let value = select(var(map), at.clone());
                if unset && cell == Scalar::Ptr {
                    self.assume_outside(region, &at, &value, span);
                }
                if unset {
                    self.assume_cell(value.clone(), cell, span);
                }
                self.between(value, cell, decl.scalar)
            }
            RegionKind::Field(ty, width) => {
                self.check_set(region, (std::slice::from_ref(&at), copies), span);
                let value = select(var(map), at);
                if self.is_bits() {
                    return self.resize(value, IntType::new(width, ty.signed), ty.bits);
                }
                if unset {
                    self.assume_range(value.clone(), IntType::new(width, ty.signed && !ty.boolean), span);
                }
                value
            }
            RegionKind::Bytes => {
                let (first, width) = decl.bits.map_or((0, bytes as u32 * 8), |bits| (bits.first, bits.width));
                let count = (first + width).div_ceil(8);
                let places: Vec<ast::Expr> = (0..count).map(|i| self.further(at.clone(), i.into())).collect();
                self.check_set(region, (&places, copies), span);
                let parts = places.iter().map(|at| select(var(map.clone()), at.clone()));
                let parts: Vec<ast::Expr> = parts.collect();
                if let Scalar::Float(width) = decl.scalar {
                    return if self.is_ieee() {
                        self.float_of_bytes(parts, width)
                    } else {
                        self.float_in_bytes(&parts, width)
                    };
                }
                self.reads_bits(region, span);
                if self.is_bits() {
                    return self.cut_out(parts, first, width, decl.scalar);
                }
                if unset {
                    parts.iter().for_each(|byte| self.assume_range(byte.clone(), IntType::new(8, false), span));
                }
                let mut word = together(parts);
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

    /// The value that some bits of consecutive bytes are, least significant byte first.
    fn cut_out(&mut self, bytes: Vec<ast::Expr>, first: u32, width: u32, scalar: Scalar) -> ast::Expr {
        let total = bytes.len() as u32 * 8;
        let mut word = joined(bytes);
        if first > 0 || width < total {
            word = extract(word, first + width, first);
        }
        match scalar {
            Scalar::Int(ty) if ty.boolean => ite(neq(word, bv(0u32, width)), bv(1u32, 8), bv(0u32, 8)),
            Scalar::Int(ty) => self.resize(word, IntType::new(width, ty.signed), ty.bits),
            _ => word,
        }
    }

    /// A value as another type of the same width reads it.
    fn between(&mut self, value: ast::Expr, from: Scalar, to: Scalar) -> ast::Expr {
        if self.is_bits() {
            return match to {
                Scalar::Int(ty) if ty.boolean && from != to => ite(neq(value, bv(0u32, 8)), bv(1u32, 8), bv(0u32, 8)),
                _ => value,
            };
        }
        let of = |this: &Self, s: Scalar| match s {
            Scalar::Int(int) => Some(int),
            Scalar::Ptr => Some(this.types.ptr_int(false)),
            Scalar::Float(_) => None,
        };
        match (of(self, from), of(self, to)) {
            (Some(a), Some(b)) if a != b && !b.boolean => {
                let (low, high) = limits(a);
                self.wrap(Val { e: value, low, high, zeroes: 0 }, b).e
            }
            (Some(_), Some(b)) if b.boolean && from != to => ite(neq(value, int(0)), int(1), int(0)),
            _ => value,
        }
    }

    /// What is in memory without having been written has its type's range.
    fn assume_cell(&mut self, value: ast::Expr, cell: Scalar, span: Span) {
        match cell {
            Scalar::Int(int) => self.assume_range(value, int, span),
            // Where it matters, they have the width of pointers.
            Scalar::Ptr if self.tight => self.assume_range(value, self.types.ptr_int(false), span),
            _ => {}
        }
    }

    fn assume_range(&mut self, value: ast::Expr, ty: IntType, span: Span) {
        if let Some(range) = self.in_range(value, ty) {
            let range = self.guarded(range);
            self.push(assume(vec![], range), span);
        }
    }

    pub(super) fn store(&mut self, addr: &Expr, value: &Expr, site: SiteId, span: Span) {
        let at = self.value(addr).e;
        let (from, given) = (value.ty, value);
        self.copies = self.config.checks.uninit && super::func::is_copy(value);
        self.copied = None;
        let value = self.value(value).e;
        self.copies = false;
        let set = self.copied.take().unwrap_or_else(|| boolean(true));
        let written = (at.clone(), value.clone());
        let decl = &self.program.sites[site.index()];
        let bytes = self.types.scalar_size(decl.scalar);
        let size = self.word(touched(decl, bytes));
        self.check_access(&at, addr, site, size, true, span);
        self.write_location(&at, site, span);
        let Some(region) = self.region(site, span) else { return };
        let kind = self.points.layout.regions[region.0 as usize].kind;
        let map = self.target(region);
        // What is set is marked first, for the address may be read from what is written.
        match kind {
            RegionKind::Cell(cell) => {
                self.mark_set(region, (std::slice::from_ref(&at), &set), span);
                let value = self.between(value, from, cell);
                self.push(assign_at(map, at, value), span);
            }
            RegionKind::Field(_, width) => {
                self.mark_set(region, (std::slice::from_ref(&at), &set), span);
                let value = if self.is_bits() { extract(value, width, 0) } else { value };
                self.push(assign_at(map, at, value), span);
            }
            RegionKind::Bytes => {
                let (first, width) = decl.bits.map_or((0, bytes as u32 * 8), |bits| (bits.first, bits.width));
                let count = (first + width).div_ceil(8);
                let places: Vec<ast::Expr> = (0..count).map(|i| self.further(at.clone(), i.into())).collect();
                let old = places.iter().map(|at| select(var(map.clone()), at.clone())).collect();
                let parts = if let (Scalar::Float(width), true) = (from, self.is_ieee()) {
                    let copied = self.bytes_at(given, count);
                    copied.unwrap_or_else(|| self.bits_in_memory(value, width, (region, &places), span))
                } else if let Scalar::Float(width) = from {
                    self.bytes_of_float(value, width, count, span)
                } else if self.is_bits() {
                    bits_in_bytes(value, old, first, width)
                } else {
                    number_in_bytes(value, old, first, width)
                };
                // All parts are of the old value, so one step.
                self.mark_set(region, (&places, &set), span);
                let whole = places.iter().cloned().zip(parts).fold(var(map.clone()), |m, (at, e)| store(m, at, e));
                self.push(assign(map, whole), span);
            }
        }
        self.written_here(written, from, site);
    }

    /// The last statement writes a value for the program.
    fn written_here(&mut self, (at, value): (ast::Expr, ast::Expr), ty: Scalar, site: SiteId) {
        if self.current.0 != INIT {
            self.written(at, value, ty, site);
        }
    }

    /// A value as another integer type has it; the given type says how wide the value is, and its sign.
    pub(super) fn resize(&mut self, value: ast::Expr, from: IntType, width: u32) -> ast::Expr {
        match width {
            _ if width == from.bits => value,
            _ if width < from.bits => extract(value, width, 0),
            _ if from.signed && !from.boolean => self.helpers.extend("sign_extend", from.bits, width, value),
            _ => self.helpers.extend("zero_extend", from.bits, width, value),
        }
    }
}

/// How many bytes an access touches: of a bit-field, those that it has bits in.
fn touched(site: &Site, bytes: u64) -> u64 {
    site.bits.map_or(bytes, |BitField { first, width, .. }| u64::from((first + width).div_ceil(8)))
}

/// `b0 + b1 * 256 + …`
fn together(bytes: Vec<ast::Expr>) -> ast::Expr {
    let terms = bytes.into_iter().enumerate();
    let terms = terms.map(|(i, byte)| if i == 0 { byte } else { mul(byte, int(BigInt::from(1) << (8 * i))) });
    terms.reduce(add).unwrap_or_else(|| int(0))
}

/// `… ++ b1 ++ b0`
pub(super) fn joined(bytes: Vec<ast::Expr>) -> ast::Expr {
    bytes.into_iter().reduce(|low, high| concat(high, low)).unwrap_or_else(|| bv(0u32, 8))
}

/// The bytes that hold a number of a width from the bit `first` on; their other bits stay.
fn number_in_bytes(value: ast::Expr, old: Vec<ast::Expr>, first: u32, width: u32) -> Vec<ast::Expr> {
    let count = old.len() as u32;
    let pattern = modulo(value, int(BigInt::from(1) << width));
    let word = if first == 0 && width == count * 8 {
        pattern
    } else {
        // old - old's part + new part
        let old = together(old);
        let scale = || int(BigInt::from(1) << first);
        let part = mul(modulo(div(old.clone(), scale()), int(BigInt::from(1) << width)), scale());
        add(sub(old, part), mul(pattern, scale()))
    };
    let byte = |i: u32| {
        let shifted = if i == 0 { word.clone() } else { div(word.clone(), int(BigInt::from(1) << (8 * i))) };
        if count == 1 { shifted } else { modulo(shifted, int(256)) }
    };
    (0..count).map(byte).collect()
}

/// The same for a bit-vector.
fn bits_in_bytes(value: ast::Expr, old: Vec<ast::Expr>, first: u32, width: u32) -> Vec<ast::Expr> {
    let end = first + width;
    let byte = |(i, old): (usize, ast::Expr)| {
        // The byte holds the bits from `low` on of the word; the value has those from `first` to `end`.
        let low = i as u32 * 8;
        let (from, to) = (first.max(low), end.min(low + 8));
        let mut byte = extract(value.clone(), to - first, from - first);
        if to < low + 8 {
            byte = concat(extract(old.clone(), 8, to - low), byte);
        }
        if from > low {
            byte = concat(byte, extract(old, from - low, 0));
        }
        byte
    };
    old.into_iter().enumerate().map(byte).collect()
}

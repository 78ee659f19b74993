//! Floating-point numbers in memory that is bytes, because other data is elsewhere in it.
//!
//! ```text
//! d[i] = x;   →   assume $mark.64(x) < 0 && $marked.64($mark.64(x)) == x; each of the eight bytes := $mark.64(x);
//! y = d[i];   →   y := all eight bytes are one mark ? $marked.64(the mark) : all are zero ? 0.0 : $read.64(the bytes);
//! ```
//!
//! A byte that is negative is a mark: which number is there is known, and its bytes are not. So it is with real numbers,
//! which have no bytes: who reads them as other data is refused. Those of IEEE 754 are their bits, but for what is no number:
//! that has any of the bits that say so.
//!
//! ```text
//! d[i] = x;   →   assume $fp64.bits(b) == x; the eight bytes := b;
//! ```

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;

use crate::cir::{CmpOp, Expr, ExprKind};
use crate::points::{RegionId, RegionKind};
use crate::types::Scalar;

use super::Emit;
use super::memory::joined;

impl Emit<'_> {
    /// The number that consecutive bytes hold.
    pub(super) fn float_in_bytes(&mut self, bytes: &[ast::Expr], width: u32) -> ast::Expr {
        self.floats(width);
        let ty = self.float_type(width);
        let marked = self.helpers.uninterpreted("marked", vec![int_type()], ty.clone());
        let read = self.helpers.uninterpreted("read", bytes.iter().map(|_| int_type()).collect(), ty);
        let first = bytes[0].clone();
        let same = bytes[1..].iter().map(|byte| eq(byte.clone(), first.clone()));
        let is_mark = all(std::iter::once(lt(first.clone(), int(0))).chain(same));
        let is_zero = all(bytes.iter().map(|byte| eq(byte.clone(), int(0))));
        let zero = self.float_zero(width);
        let other = ite(is_zero, zero, apply(read, bytes.to_vec()));
        ite(is_mark, apply(marked, vec![first]), other)
    }

    /// The bytes that hold a number.
    pub(super) fn bytes_of_float(&mut self, value: ast::Expr, width: u32, count: u32, span: Span) -> Vec<ast::Expr> {
        self.floats(width);
        let ty = self.float_type(width);
        let mark = self.helpers.uninterpreted("mark", vec![ty.clone()], int_type());
        let marked = self.helpers.uninterpreted("marked", vec![int_type()], ty);
        let mark = apply(mark, vec![value.clone()]);
        let known = and(lt(mark.clone(), int(0)), eq(apply(marked, vec![mark.clone()]), value));
        let known = self.guarded(known);
        self.push(assume(vec![], known), span);
        vec![mark; count as usize]
    }

    /// The number of IEEE 754 whose bits consecutive bytes are.
    pub(super) fn float_of_bytes(&mut self, bytes: Vec<ast::Expr>, width: u32) -> ast::Expr {
        self.floats(width);
        let pattern = self.pattern(bytes);
        self.float_of_bits(pattern, width)
    }

    /// Bytes as one bit-vector.
    fn pattern(&mut self, bytes: Vec<ast::Expr>) -> ast::Expr {
        let bits = self.is_bits();
        joined(bytes.into_iter().map(|byte| if bits { byte } else { self.helpers.bits_of(8, byte) }).collect())
    }

    /// The bytes of what is only read, where it is read from bytes: what is no number keeps its own.
    pub(super) fn bytes_at(&mut self, e: &Expr, count: u32) -> Option<Vec<ast::Expr>> {
        let ExprKind::Load(addr, site) = &*e.kind else { return None };
        let region = self.points.layout.site_region[site.index()]?;
        if self.points.layout.regions[region.0 as usize].kind != RegionKind::Bytes {
            return None;
        }
        // Its checks have been made.
        let outer = std::mem::take(&mut self.out);
        let from = self.value(addr).e;
        self.out = outer;
        let map = self.map(region);
        Some((0..count).map(|i| select(var(map.clone()), self.further(from.clone(), i.into()))).collect())
    }

    /// The bytes of a number of IEEE 754 that goes to these places of a region.
    pub(super) fn bits_in_memory(
        &mut self,
        value: ast::Expr,
        width: u32,
        (region, places): (RegionId, &[ast::Expr]),
        span: Span,
    ) -> Vec<ast::Expr> {
        self.floats(width);
        let ty = self.float_type(width);
        let bits = self.helpers.uninterpreted("bits", vec![ty], bv_type(width));
        let fresh = self.any_map(region, span);
        let any = places.iter().map(|at| select(var(fresh.clone()), at.clone())).collect();
        let any = self.pattern(any);
        let is_number = self.compare(CmpOp::Eq, value.clone(), value.clone(), Scalar::Float(width));
        let pattern = ite(is_number, apply(bits, vec![value.clone()]), any);
        let read = self.float_of_bits(pattern.clone(), width);
        let same = self.guarded(eq(read, value));
        self.push(assume(vec![], same), span);
        let byte = |this: &mut Self, i: u32| {
            let byte = extract(pattern.clone(), 8 * i + 8, 8 * i);
            if this.is_bits() { byte } else { this.helpers.number_of(8, byte) }
        };
        (0..places.len() as u32).map(|i| byte(self, i)).collect()
    }
}

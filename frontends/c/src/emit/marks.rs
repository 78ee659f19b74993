//! Floating-point numbers in memory that is bytes, because other data is elsewhere in it.
//!
//! ```text
//! d[i] = x;   →   assume $mark.64(x) < 0 && $marked.64($mark.64(x)) == x; each of the eight bytes := $mark.64(x);
//! y = d[i];   →   y := all eight bytes are one mark ? $marked.64(the mark) : all are zero ? 0.0 : $read.64(the bytes);
//! ```
//!
//! A byte that is negative is a mark: which number is there is known, and its bytes are not. Who reads them as other data
//! gets any bytes.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;

use super::Emit;

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

    /// A byte at a place as other data reads it.
    pub(super) fn unmarked(&mut self, byte: ast::Expr, at: ast::Expr) -> ast::Expr {
        let any = self.helpers.uninterpreted("byte", vec![int_type(), int_type()], int_type());
        let any = modulo(apply(any, vec![byte.clone(), at]), int(256));
        ite(lt(byte.clone(), int(0)), any, byte)
    }
}

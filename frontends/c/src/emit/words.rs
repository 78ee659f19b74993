//! Addresses and sizes: numbers, or bit-vectors of the width of pointers.
//!
//! A block lies between a multiple of the stride and the next one, so that the number of its block is a quotient:
//! `at div stride`, or the upper bits. Where addresses are numbers, it lies there when an unknown shift is added.

use ivl::ast;
use ivl::make::*;
use num_bigint::BigInt;

use crate::config::IntMode;

use super::Emit;

impl Emit<'_> {
    pub(super) fn is_bits(&self) -> bool {
        self.config.ints == IntMode::Bits
    }

    /// The width of addresses.
    pub(super) fn word_bits(&self) -> u32 {
        self.types.ptr_int(false).bits
    }

    pub(super) fn word_type(&self) -> ast::Type {
        if self.is_bits() { bv_type(self.word_bits()) } else { int_type() }
    }

    /// A constant address or size.
    pub(super) fn word(&self, n: impl Into<BigInt>) -> ast::Expr {
        let n = n.into();
        if self.is_bits() { bits(&n, self.word_bits()) } else { int(n) }
    }

    pub(super) fn plus(&mut self, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        if self.is_bits() { self.helpers.bv("bvadd", self.word_bits(), a, b) } else { add(a, b) }
    }

    pub(super) fn minus(&mut self, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        if self.is_bits() { self.helpers.bv("bvsub", self.word_bits(), a, b) } else { sub(a, b) }
    }

    /// `a < b`, both not negative.
    pub(super) fn below(&mut self, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        if self.is_bits() { self.helpers.bv_test("bvult", self.word_bits(), a, b) } else { lt(a, b) }
    }

    pub(super) fn at_most(&mut self, a: ast::Expr, b: ast::Expr) -> ast::Expr {
        if self.is_bits() { self.helpers.bv_test("bvule", self.word_bits(), a, b) } else { le(a, b) }
    }

    /// `at + bytes`
    pub(super) fn further(&mut self, at: ast::Expr, bytes: i64) -> ast::Expr {
        match bytes {
            0 => at,
            _ if bytes < 0 => {
                let back = self.word(-bytes);
                self.minus(at, back)
            }
            _ => {
                let bytes = self.word(bytes);
                self.plus(at, bytes)
            }
        }
    }

    /// The number of the block that an address is in.
    pub(super) fn block_of(&mut self, at: ast::Expr) -> ast::Expr {
        let at = self.shifted(at);
        if self.is_bits() { extract(at, self.word_bits(), self.stride_bits) } else { div(at, int(self.stride())) }
    }

    /// Where addresses are numbers, it is not known where the room of one block ends and that of the next begins.
    pub(super) fn shifted(&mut self, at: ast::Expr) -> ast::Expr {
        if !self.loose {
            return at;
        }
        let shift = self.room_shift();
        self.plus(at, shift)
    }

    /// Less than half of the stride, so that blocks at multiples of the stride end within it.
    pub(super) fn room_shift(&mut self) -> ast::Expr {
        let ty = self.word_type();
        self.helpers.constant("$shift", ty);
        var("$shift")
    }

    pub(super) fn block_type(&self) -> ast::Type {
        if self.is_bits() { bv_type(self.word_bits() - self.stride_bits) } else { int_type() }
    }

    /// The least address of a block's room.
    pub(super) fn room_of(&self, at: ast::Expr) -> ast::Expr {
        if self.is_bits() {
            concat(extract(at, self.word_bits(), self.stride_bits), bv(0u32, self.stride_bits))
        } else {
            sub(at.clone(), modulo(at, int(self.stride())))
        }
    }

    /// The distance of blocks, in bytes.
    pub(super) fn stride(&self) -> BigInt {
        BigInt::from(1) << self.stride_bits
    }

    /// Addresses from here on are not of the program's own blocks.
    pub(super) fn above(&self) -> BigInt {
        BigInt::from(1) << if self.tight { self.word_bits() - 1 } else { 100 }
    }
}

/// A number as a bit-vector of a width, modulo its range.
pub(super) fn bits(n: &BigInt, width: u32) -> ast::Expr {
    let modulus = BigInt::from(1) << width;
    let natural = ((n % &modulus) + &modulus) % &modulus;
    bv(natural.to_biguint().unwrap_or_default(), width)
}

/// The value of a constant number or bit-vector.
pub(super) fn known(e: &ast::Expr) -> Option<BigInt> {
    match &*e.kind {
        ast::ExprKind::Int(n) => Some(n.clone()),
        ast::ExprKind::Bv { value, .. } => Some(value.clone().into()),
        _ => None,
    }
}

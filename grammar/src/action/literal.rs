//! Literals: from their text to their value, within limits.

use num_bigint::{BigInt, BigUint};

use super::Context;
use crate::ast::*;

/// How many digits a number may have. Reading digits takes the square of their number.
const MAX_DIGITS: usize = 10_000;
/// How large the exponent of a decimal may be; whoever wants the number as a fraction writes it out.
const MAX_EXPONENT: i32 = 10_000;

impl Context<'_> {
    pub fn integer(&mut self, start: u32, end: u32) -> ExprKind {
        let text = self.text(start, end);
        ExprKind::Int(self.natural(text, start, end).into())
    }

    fn natural(&mut self, digits: &str, start: u32, end: u32) -> BigUint {
        if let Ok(small) = digits.parse::<u64>() {
            return small.into();
        }
        if digits.len() > MAX_DIGITS {
            let span = self.span(start, end);
            self.error(format!("a number has at most {MAX_DIGITS} digits"), span);
            return BigUint::ZERO;
        }
        digits.parse().expect("internal: the scanner lets only digits through")
    }

    /// `12.50`, `3e-7`, `1.5e3`
    pub fn decimal(&mut self, start: u32, end: u32) -> ExprKind {
        let text = self.text(start, end);
        let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let mantissa = self.natural(&format!("{whole}{fraction}"), start, end);
        let exponent = exponent.parse::<i32>().ok().filter(|e| e.abs() <= MAX_EXPONENT);
        match exponent {
            // The fraction has at most MAX_DIGITS digits.
            Some(e) if fraction.len() <= MAX_DIGITS => {
                ExprKind::Real { mantissa: BigInt::from(mantissa), exponent: e - fraction.len() as i32 }
            }
            Some(_) => ExprKind::Real { mantissa: BigInt::ZERO, exponent: 0 },
            None => {
                let span = self.span(start, end);
                self.error(format!("an exponent lies between -{MAX_EXPONENT} and {MAX_EXPONENT}"), span);
                ExprKind::Real { mantissa: BigInt::ZERO, exponent: 0 }
            }
        }
    }

    /// `5bv32`
    pub fn bit_vector(&mut self, start: u32, end: u32) -> ExprKind {
        let text = self.text(start, end);
        let (value, width) = text.split_once("bv").expect("internal: a bit-vector literal has a `bv`");
        let value = self.natural(value, start, end);
        let width = self.u32(width, "the width of a bit vector", start, end);
        ExprKind::Bv { value, width }
    }

    /// `e[hi:lo]`, with the bounds at `at`.
    pub fn extract(&mut self, arg: Expr, at: (u32, u32), start: u32, end: u32) -> Expr {
        let text = self.text(at.0, at.1);
        let digits = |text: &'_ str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let back = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (hi, lo) = (&text[..digits(text)], &text[text.len() - back..]);
        let hi = self.u32(hi, "the bound of an extraction", at.0, at.1);
        let lo = self.u32(lo, "the bound of an extraction", at.0, at.1);
        self.expr(ExprKind::Extract { arg, hi, lo }, start, end)
    }

    fn u32(&mut self, digits: &str, what: &str, start: u32, end: u32) -> u32 {
        digits.parse().unwrap_or_else(|_| {
            let span = self.span(start, end);
            self.error(format!("{what} is at most {}", u32::MAX), span);
            0
        })
    }

    pub fn float(&mut self, start: u32, end: u32) -> ExprKind {
        ExprKind::Float(self.text(start, end).to_string())
    }

    pub fn string(&mut self, start: u32, end: u32) -> ExprKind {
        // The scanner lets a string through only with both quotes.
        ExprKind::Str(self.text(start + 1, end - 1).replace("\\\"", "\""))
    }
}

//! The length of what `printf` and its kin write, from a format that is a literal.
//!
//! ```text
//! sprintf(to, "%d of %02x", n, 10)   →   between 7 and 17 characters, whatever they are
//! ```

use ivl::source::Span;
use num_bigint::BigInt;
use num_traits::Signed;

use crate::cir::*;
use crate::clang::Node;
use crate::types::{IntType, Scalar, limits};

use super::Lower;

const INT: Scalar = Scalar::Int(IntType::INT);

/// Where the text goes.
#[derive(Clone, Copy, PartialEq)]
enum To {
    File,
    Buffer,
    /// The argument after the buffer says how large it is.
    Sized,
    /// A block is made for it.
    New,
}

/// Where the format is among the arguments, where the text goes, and whether the values follow in a list.
fn family(name: &str) -> Option<(usize, To, bool)> {
    Some(match name {
        "printf" => (0, To::File, false),
        "vprintf" => (0, To::File, true),
        "fprintf" | "dprintf" | "__printf_chk" => (1, To::File, false),
        "vfprintf" => (1, To::File, true),
        "__fprintf_chk" => (2, To::File, false),
        "sprintf" => (1, To::Buffer, false),
        "vsprintf" => (1, To::Buffer, true),
        "__sprintf_chk" => (3, To::Buffer, false),
        "snprintf" => (2, To::Sized, false),
        "vsnprintf" => (2, To::Sized, true),
        "__snprintf_chk" => (4, To::Sized, false),
        "asprintf" => (1, To::New, false),
        "vasprintf" => (1, To::New, true),
        _ => return None,
    })
}

pub(super) fn is_family(name: &str) -> bool {
    family(name).is_some()
}

/// At least, and at most if that is known.
type Length = (u64, Option<u64>);

/// A conversion specification.
struct Conversion {
    plus: bool,
    alternative: bool,
    /// `None`: given as an argument.
    width: Option<u64>,
    precision: Option<u64>,
    /// Arguments that say the width or the precision.
    stars: usize,
    bits: u32,
    letter: char,
}

fn number(text: &mut std::iter::Peekable<std::str::Chars>, stars: &mut usize) -> Option<u64> {
    if text.next_if_eq(&'*').is_some() {
        *stars += 1;
        return None;
    }
    let mut n: u64 = 0;
    while let Some(digit) = text.peek().and_then(|c| c.to_digit(10)) {
        n = n.saturating_mul(10).saturating_add(digit.into());
        text.next();
    }
    Some(n)
}

/// Behind the `%`.
fn conversion(text: &mut std::iter::Peekable<std::str::Chars>, long: u32) -> Option<Conversion> {
    let (mut plus, mut alternative, mut stars) = (false, false, 0);
    while let Some(flag) = text.next_if(|c| "-+ #0".contains(*c)) {
        plus |= matches!(flag, '+' | ' ');
        alternative |= flag == '#';
    }
    let width = number(text, &mut stars);
    let mut precision = None;
    if text.next_if_eq(&'.').is_some() {
        let before = stars;
        precision = number(text, &mut stars);
        if stars > before {
            // Any precision.
            return None;
        }
    }
    let mut bits = 32;
    while let Some(letter) = text.next_if(|c| "hlLjzt".contains(*c)) {
        bits = match (letter, bits) {
            ('h', 16) => 8,
            ('h', _) => 16,
            ('l', 32) => long,
            ('l' | 'j', _) => 64,
            ('z' | 't', _) => long,
            _ => bits,
        };
    }
    Some(Conversion { plus, alternative, width, precision, stars, bits, letter: text.next()? })
}

impl Conversion {
    /// The digits of a number, and what stands before them.
    fn digits(&self, n: &BigInt) -> u64 {
        let radix = match self.letter {
            'x' | 'X' => 16,
            'o' => 8,
            _ => 10,
        };
        let empty = self.precision == Some(0) && *n == BigInt::ZERO;
        let text = if empty { String::new() } else { n.abs().to_str_radix(radix) };
        let mut digits = (text.len() as u64).max(self.precision.unwrap_or(1));
        if self.alternative && radix == 8 && !text.starts_with('0') {
            digits = digits.max(text.len() as u64 + 1);
        }
        let prefix = if self.alternative && radix == 16 && *n != BigInt::ZERO { 2 } else { 0 };
        let sign = u64::from(matches!(self.letter, 'd' | 'i') && (n.is_negative() || self.plus));
        digits + prefix + sign
    }

    /// The length of what a value becomes; the value if it is constant, or the text.
    fn length(&self, value: Option<&BigInt>, text: Option<u64>, pointer: u64) -> Option<Length> {
        let signed = matches!(self.letter, 'd' | 'i');
        let (low, high) = match self.letter {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                let ty = IntType::new(self.bits, signed);
                match value {
                    Some(value) => {
                        let n = self.digits(&super::wrap(value, ty));
                        (n, Some(n))
                    }
                    None => {
                        let (least, most) = limits(ty);
                        let longest = self.digits(&least).max(self.digits(&most));
                        (self.digits(&BigInt::ZERO).min(self.digits(&BigInt::from(1))), Some(longest))
                    }
                }
            }
            'c' => (1, Some(1)),
            's' => {
                let cut = |n: u64| self.precision.map_or(n, |most| n.min(most));
                (text.map_or(0, cut), text.map(cut).or(self.precision))
            }
            'p' => (3, Some(2 + pointer * 2)),
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => (1, None),
            _ => return None,
        };
        Some(match self.width {
            Some(width) => (low.max(width), high.map(|n| n.max(width))),
            None => (low, None),
        })
    }
}

impl<'a> Lower<'a> {
    /// A call of a function of the family whose format is a literal; `None`: it is none.
    pub(super) fn formatted(&mut self, name: &str, args: &'a [Node], span: Span) -> Option<Expr> {
        let (place, to, listed) = family(name)?;
        let text = super::builtin::string_argument(args.get(place)?)?;
        let values = if listed { None } else { args.get(place + 1..) };
        let (low, high) = self.format_length(&text, values)?;
        let (low, high) = (low.min(i32::MAX as u64), high.filter(|n| *n <= i32::MAX as u64));
        if to == To::Buffer && high.is_none() {
            return None;
        }
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let limits = [Expr::int(low, INT, span), Expr::int(high.unwrap_or(i32::MAX as u64), INT, span)];
        if to == To::File {
            args.iter().for_each(|arg| self.effect(arg));
            self.assumptions.insert("output to files succeeds".to_string());
            let [low, high] = limits;
            let length = self.temp(INT, span);
            self.emit(StmtKind::Havoc(length), span);
            let length = Expr::new(ExprKind::Var(length), INT, span);
            for (a, b) in [(low, length.clone()), (length.clone(), high)] {
                self.emit(StmtKind::Assume(Expr::new(ExprKind::Cmp(CmpOp::Le, a, b), INT, span)), span);
            }
            return Some(length);
        }
        let target = self.value(&args[0]);
        let target = self.snapshot(target);
        let room = match to {
            To::Sized => {
                let room = self.value(&args[1]);
                self.convert(room, size_t, span)
            }
            _ => Expr::int(crate::types::limits(self.types.ptr_int(false)).1, size_t, span),
        };
        let room = self.snapshot(room);
        args.iter().skip(2).for_each(|arg| self.effect(arg));
        let model = if to == To::New { "__rmt_formatted_new" } else { "__rmt_formatted" };
        let func = self.function(&(None, model.into()));
        let ret = self.temp(INT, span);
        let mut given = vec![target];
        given.extend((to != To::New).then_some(room));
        given.extend(limits);
        let call = StmtKind::Call { ret: Some(ret), callee: Callee::Direct(func), args: given, ret_ty: Some(INT) };
        self.emit(call, span);
        Some(Expr::new(ExprKind::Var(ret), INT, span))
    }

    fn format_length(&mut self, format: &str, values: Option<&'a [Node]>) -> Option<Length> {
        let pointer = self.types.ptr_size();
        let (mut low, mut high) = (0u64, Some(0u64));
        let mut text = format.chars().peekable();
        let mut next = 0;
        while let Some(c) = text.next() {
            let (least, most) = match c {
                '\0' => break,
                '%' if text.next_if_eq(&'%').is_some() => (1, Some(1)),
                '%' => {
                    let conversion = conversion(&mut text, pointer as u32 * 8)?;
                    next += conversion.stars + 1;
                    let value = match values {
                        Some(values) => Some(values.get(next - 1)?),
                        None => None,
                    };
                    let unit = self.frame.unit;
                    let constant = value.and_then(|value| self.constant(unit, value));
                    let literal = value.and_then(super::builtin::string_argument);
                    let length = literal.map(|text| text.split('\0').next().map_or(0, str::len) as u64);
                    conversion.length(constant.as_ref(), length, pointer)?
                }
                _ => (1, Some(1)),
            };
            low = low.saturating_add(least);
            high = high.zip(most).map(|(a, b)| a.saturating_add(b));
        }
        Some((low, high))
    }
}

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
/// What lengths are added in: without checks of overflow.
const UNSIGNED: Scalar = Scalar::Int(IntType::new(32, false));

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
    family(name.strip_prefix("__builtin_").unwrap_or(name)).is_some()
}

/// At least, and at most if that is known; what is as long as its value makes it comes on top of both.
#[derive(Default)]
struct Length {
    low: u64,
    high: Option<u64>,
    exact: Vec<Expr>,
}

/// What a format asks for: characters that stand there, or a conversion of the argument of that number.
enum Piece {
    Text(u64),
    Converted(Conversion, usize),
}

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
        let radix = self.radix();
        let empty = self.precision == Some(0) && *n == BigInt::ZERO;
        let text = if empty { String::new() } else { n.abs().to_str_radix(radix) };
        let mut digits = (text.len() as u64).max(self.precision.unwrap_or(1));
        if self.alternative && radix == 8 && !text.starts_with('0') {
            digits = digits.max(text.len() as u64 + 1);
        }
        let prefix = if self.alternative && radix == 16 && *n != BigInt::ZERO { 2 } else { 0 };
        let sign = u64::from(self.is_signed() && (n.is_negative() || self.plus));
        digits + prefix + sign
    }

    /// The length of what is no number that is known; the text if that is.
    fn bounds(&self, text: Option<u64>, pointer: u64) -> (u64, Option<u64>) {
        let (low, high) = match self.letter {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                let (least, most) = limits(IntType::new(self.bits, self.is_signed()));
                let shortest = self.digits(&BigInt::ZERO).min(self.digits(&BigInt::from(1)));
                (shortest, Some(self.digits(&least).max(self.digits(&most))))
            }
            'c' => (1, Some(1)),
            's' => {
                let cut = |n: u64| self.precision.map_or(n, |most| n.min(most));
                (text.map_or(0, cut), text.map(cut).or(self.precision))
            }
            'p' => (3, Some(2 + pointer * 2)),
            _ => (1, None),
        };
        match self.width {
            Some(width) => (low.max(width), high.map(|n| n.max(width))),
            None => (low, None),
        }
    }

    fn is_signed(&self) -> bool {
        matches!(self.letter, 'd' | 'i')
    }

    fn is_number(&self) -> bool {
        matches!(self.letter, 'd' | 'i' | 'u' | 'x' | 'X' | 'o')
    }

    fn radix(&self) -> u32 {
        match self.letter {
            'x' | 'X' => 16,
            'o' => 8,
            _ => 10,
        }
    }
}

impl<'a> Lower<'a> {
    /// A call of a function of the family whose format is a literal; `None`: it is none.
    pub(super) fn formatted(&mut self, name: &str, args: &'a [Node], span: Span) -> Option<Expr> {
        let (place, to, listed) = family(name)?;
        let text = super::builtin::string_argument(args.get(place)?)?;
        let pieces = pieces(&text, self.types.ptr_size() as u32 * 8)?;
        let values = if listed { &[][..] } else { args.get(place + 1..)? };
        if to == To::Buffer && !pieces.iter().all(|piece| self.is_exact(piece, values)) {
            return None;
        }
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let mut given = vec![];
        if to != To::File {
            let target = self.value(&args[0]);
            given.push(self.snapshot(target));
        }
        if matches!(to, To::Buffer | To::Sized) {
            let room = match to {
                To::Sized => self.value(&args[1]),
                _ => Expr::int(limits(self.types.ptr_int(false)).1, size_t, span),
            };
            let room = self.convert(room, size_t, span);
            given.push(self.snapshot(room));
        }
        let length = self.format_length(&pieces, values, span);
        given.extend(self.least_and_most(length, span));
        if to == To::File {
            self.assumptions.insert("output to files succeeds".to_string());
            let any = self.temp(INT, span);
            self.emit(StmtKind::Havoc(any), span);
            let any = Expr::new(ExprKind::Var(any), INT, span);
            for (a, b) in [(given[0].clone(), any.clone()), (any.clone(), given[1].clone())] {
                self.emit(StmtKind::Assume(Expr::new(ExprKind::Cmp(CmpOp::Le, a, b), INT, span)), span);
            }
            return Some(any);
        }
        let model = if to == To::New { "__rmt_formatted_new" } else { "__rmt_formatted" };
        let func = self.function(&(None, model.into()));
        let ret = self.temp(INT, span);
        let call = StmtKind::Call { ret: Some(ret), callee: Callee::Direct(func), args: given, ret_ty: Some(INT) };
        self.emit(call, span);
        Some(Expr::new(ExprKind::Var(ret), INT, span))
    }

    /// Whether the value alone decides how long a piece becomes.
    fn is_exact(&mut self, piece: &Piece, values: &'a [Node]) -> bool {
        let Piece::Converted(conversion, number) = piece else { return true };
        let Some(value) = values.get(*number) else { return false };
        let known = match conversion.letter {
            'c' => true,
            's' => super::builtin::string_argument(value).is_some(),
            _ => conversion.is_number() && conversion.precision != Some(0) && self.is_integer(value),
        };
        known && conversion.width.is_some()
    }

    fn is_integer(&mut self, node: &'a Node) -> bool {
        let ty = self.ty(node);
        matches!(self.types.scalar(&ty), Some(Scalar::Int(_)))
    }

    fn format_length(&mut self, pieces: &[Piece], values: &'a [Node], span: Span) -> Length {
        let mut length = Length { high: Some(0), ..Length::default() };
        let mut evaluated = 0;
        for piece in pieces {
            let (conversion, number) = match piece {
                Piece::Text(count) => {
                    length.low += count;
                    length.high = length.high.map(|n| n + count);
                    continue;
                }
                Piece::Converted(conversion, number) => (conversion, *number),
            };
            // Widths among the arguments.
            values.iter().take(number).skip(evaluated).for_each(|arg| self.effect(arg));
            evaluated = number + 1;
            let node = values.get(number);
            if let Some(node) = node
                && conversion.is_number()
                && self.is_exact(piece, values)
            {
                let value = self.value(node);
                let digits = self.length_of_number(conversion, value, span);
                length.exact.push(digits);
                continue;
            }
            let text = node.and_then(super::builtin::string_argument);
            let text = text.map(|text| text.split('\0').next().map_or(0, str::len) as u64);
            node.into_iter().for_each(|node| self.effect(node));
            let (low, high) = conversion.bounds(text, self.types.ptr_size());
            length.low = length.low.saturating_add(low);
            length.high = length.high.zip(high).map(|(a, b)| a.saturating_add(b));
        }
        values.iter().skip(evaluated).for_each(|arg| self.effect(arg));
        length
    }

    /// `1 + (n >= 10) + (n >= 100) + … + (n <= -10) + … + (n < 0)`, and what flags, precision and width add.
    fn length_of_number(&mut self, conversion: &Conversion, value: Expr, span: Span) -> Expr {
        let ty = IntType::new(conversion.bits, conversion.is_signed());
        let value = self.convert(value, Scalar::Int(ty), span);
        if let Some(n) = value.constant() {
            return Expr::int(conversion.digits(n).max(conversion.width.unwrap_or(0)), UNSIGNED, span);
        }
        let value = self.snapshot(value);
        let zero = BigInt::ZERO;
        let mut digits = Expr::int(1, UNSIGNED, span);
        let (least, most) = limits(ty);
        let mut power = BigInt::from(conversion.radix());
        while power <= most {
            digits = self.one_more(digits, (CmpOp::Ge, &value, &power), span);
            if -&power >= least {
                digits = self.one_more(digits, (CmpOp::Le, &value, &-&power), span);
            }
            power *= conversion.radix();
        }
        if conversion.alternative && conversion.radix() == 8 {
            digits = self.one_more(digits, (CmpOp::Ne, &value, &zero), span);
        }
        digits = at_least(digits, conversion.precision.unwrap_or(0), span);
        if conversion.alternative && conversion.radix() == 16 {
            for _ in 0..2 {
                digits = self.one_more(digits, (CmpOp::Ne, &value, &zero), span);
            }
        }
        if conversion.is_signed() && conversion.plus {
            digits = sum(digits, Expr::int(1, UNSIGNED, span), span);
        } else if conversion.is_signed() {
            digits = self.one_more(digits, (CmpOp::Lt, &value, &zero), span);
        }
        at_least(digits, conversion.width.unwrap_or(0), span)
    }

    /// One more where a comparison holds.
    fn one_more(&mut self, n: Expr, (op, value, bound): (CmpOp, &Expr, &BigInt), span: Span) -> Expr {
        let bound = Expr::int(bound.clone(), value.ty, span);
        let holds = Expr::new(ExprKind::Cmp(op, value.clone(), bound), INT, span);
        let holds = self.convert(holds, UNSIGNED, span);
        sum(n, holds, span)
    }

    fn least_and_most(&mut self, length: Length, span: Span) -> [Expr; 2] {
        let most = i32::MAX as u64;
        let total = |this: &mut Self, n: u64| {
            let start = Expr::int(n.min(most), UNSIGNED, span);
            let all = length.exact.iter().fold(start, |a, b| sum(a, b.clone(), span));
            let all = this.convert(all, INT, span);
            this.snapshot(all)
        };
        let low = total(self, length.low);
        let high = match length.high.filter(|n| *n < most / 2) {
            Some(high) => total(self, high),
            None => Expr::int(most, INT, span),
        };
        [low, high]
    }
}

fn sum(a: Expr, b: Expr, span: Span) -> Expr {
    Expr::new(ExprKind::Binary(BinOp::Add, a, b), UNSIGNED, span)
}

fn at_least(n: Expr, least: u64, span: Span) -> Expr {
    if least <= 1 {
        return n;
    }
    let bound = || Expr::int(least, UNSIGNED, span);
    let less = Expr::new(ExprKind::Cmp(CmpOp::Lt, n.clone(), bound()), INT, span);
    Expr::new(ExprKind::Cond(less, bound(), n), UNSIGNED, span)
}

/// What stands between the zeroes of a format; `None`: something in it is not understood.
fn pieces(format: &str, long: u32) -> Option<Vec<Piece>> {
    let mut found = vec![];
    let mut text = format.chars().peekable();
    let mut next = 0;
    while let Some(c) = text.next() {
        match c {
            '\0' => break,
            '%' if text.next_if_eq(&'%').is_none() => {
                let conversion = conversion(&mut text, long)?;
                if !"diuxXocspfFeEgGaA".contains(conversion.letter) {
                    return None;
                }
                next += conversion.stars + 1;
                found.push(Piece::Converted(conversion, next - 1));
            }
            _ => found.push(Piece::Text(1)),
        }
    }
    Some(found)
}

//! The text that a format makes of values, one character at a time.
//!
//! ```text
//! "%d!"   →   if (1 < d) to[0] = '0' + n / 10 % 10; to[d - 1] = '0' + n % 10; to[d] = '!'    (d: the digits of n)
//! ```

use ivl::source::Span;
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::format::Conversion;
use crate::cir::*;
use crate::lower::Lower;
use crate::types::{INT, IntType, Scalar, Type, limits};

/// Where a text goes and how far it is; positions are of type `size_t`.
pub(super) struct Text {
    /// `None`: it is only measured.
    pub to: Option<Expr>,
    /// Characters from that position on are left out; `None`: none is.
    pub last: Option<Expr>,
    pub at: Expr,
    pub char: Scalar,
    pub span: Span,
}

impl Text {
    fn size(&self, n: impl Into<BigInt>) -> Expr {
        Expr::int(n, self.at.ty, self.span)
    }

    fn sum(&self, a: &Expr, b: &Expr) -> Expr {
        match (a.constant(), b.constant()) {
            (Some(a), Some(b)) => self.size(a + b),
            (Some(zero), _) if zero.is_zero() => b.clone(),
            (_, Some(zero)) if zero.is_zero() => a.clone(),
            _ => Expr::new(ExprKind::Binary(BinOp::Add, a.clone(), b.clone()), self.at.ty, self.span),
        }
    }

    fn compare(&self, op: CmpOp, a: &Expr, b: &Expr) -> Expr {
        let holds = match (op, a.constant().zip(b.constant())) {
            (CmpOp::Lt, Some((a, b))) => a < b,
            (CmpOp::Gt, Some((a, b))) => a > b,
            _ => return Expr::new(ExprKind::Cmp(op, a.clone(), b.clone()), INT, self.span),
        };
        Expr::int(u8::from(holds), INT, self.span)
    }

    fn choose(&self, condition: Expr, a: Expr, b: Expr) -> Expr {
        match condition.constant() {
            Some(n) if n.is_zero() => b,
            Some(_) => a,
            None => {
                let ty = a.ty;
                Expr::new(ExprKind::Cond(condition, a, b), ty, self.span)
            }
        }
    }
}

/// What stands at a position of a number's text: a character, or the digit of that power of the radix.
#[derive(Clone, Copy, PartialEq)]
enum Symbol {
    Char(char),
    Digit(usize),
}

impl Lower<'_> {
    /// Characters that are known.
    pub(super) fn put_known(&mut self, text: &mut Text, known: &str) {
        for c in known.chars() {
            let c = Expr::int(u32::from(c), INT, text.span);
            self.put_char(text, c);
        }
    }

    pub(super) fn put_char(&mut self, text: &mut Text, c: Expr) {
        self.put(text, text.size(0), c);
        self.forward(text, &text.size(1));
    }

    /// As many characters of a string as the precision lets through, and blanks up to the width.
    pub(super) fn put_string(&mut self, text: &mut Text, string: Expr, most: Option<Expr>, width: Expr, left: Expr) {
        let size_t = text.at.ty;
        let unlimited = || Expr::int(limits(self.types.ptr_int(false)).1, size_t, text.span);
        let last = match &text.to {
            None => text.size(0),
            Some(_) => text.last.clone().unwrap_or_else(unlimited),
        };
        let most = most.unwrap_or_else(unlimited);
        let to = text.to.clone().unwrap_or_else(|| Expr::int(0, Scalar::Ptr, text.span));
        let mut args = vec![to, last, text.at.clone(), string, most];
        let model = if width.constant().is_some_and(Zero::is_zero) {
            "__rmt_put"
        } else {
            args.extend([width, left]);
            "__rmt_put_padded"
        };
        text.at = self.model_value(model, args, size_t, text.span);
    }

    /// A number of the conversion's type; width and precision are known.
    ///
    /// How its text is laid out follows from its sign and how many digits it has: what stands at a position is the
    /// choice among the layouts, and positions are constant.
    pub(super) fn put_number(&mut self, text: &mut Text, conversion: &Conversion, value: Expr) {
        let (ty, span) = (conversion.ty(), text.span);
        let unsigned = Scalar::Int(IntType::new(ty.bits.max(32), false));
        let value = self.convert(value, Scalar::Int(ty), span);
        let value = self.snapshot(value);
        let negative = text.compare(CmpOp::Lt, &value, &Expr::int(0, value.ty, span));
        let negative = if ty.signed { self.snapshot(negative) } else { Expr::int(0, INT, span) };
        let positive = self.convert(value, unsigned, span);
        let minus =
            Expr::new(ExprKind::Binary(BinOp::Sub, Expr::int(0, unsigned, span), positive.clone()), unsigned, span);
        let magnitude = self.snapshot(text.choose(negative.clone(), minus, positive));
        let powers: Vec<BigInt> = powers(conversion).collect();
        let digits = self.digits(text, conversion, &powers, &magnitude);
        // The number of the layout: how many digits there are (0: none but zero itself), negative numbers last.
        let mut layout = text.choose(negative, text.size(powers.len()), text.size(0));
        for power in &powers {
            let reached = Expr::new(
                ExprKind::Cmp(CmpOp::Ge, magnitude.clone(), Expr::int(power.clone(), unsigned, span)),
                INT,
                span,
            );
            let reached = self.convert(reached, text.at.ty, span);
            layout = text.sum(&layout, &reached);
        }
        let layout = self.snapshot(layout);
        let layouts = layouts(conversion, &powers);
        let longest = layouts.iter().map(Vec::len).max().unwrap_or(0);
        let written = if text.to.is_some() { longest } else { 0 };
        for i in 0..written {
            let present: Vec<bool> = layouts.iter().map(|symbols| symbols.len() > i).collect();
            let present = among(text, &layout, &present, |here| Expr::int(u8::from(here), INT, span));
            self.only_if(span, &present, |this| {
                // Where the number is too short, it does not matter what stands here.
                let last = layouts.iter().rev().find_map(|symbols| symbols.get(i));
                let mut symbols: Vec<Symbol> = vec![];
                for symbol in layouts.iter().rev().map(|symbols| symbols.get(i)) {
                    symbols.extend(symbol.or(symbols.last().copied().as_ref()).or(last).copied());
                }
                symbols.reverse();
                let c = among(text, &layout, &symbols, |symbol| match symbol {
                    Symbol::Char(c) => Expr::int(u32::from(c), INT, span),
                    Symbol::Digit(k) => digits[k].clone(),
                });
                this.put(text, text.size(i), c);
            });
        }
        let lengths: Vec<usize> = layouts.iter().map(Vec::len).collect();
        let length = among(text, &layout, &lengths, |n| text.size(n));
        self.forward(text, &length);
    }

    /// The text of a number as a string of its own.
    pub(super) fn number_alone(&mut self, text: &Text, conversion: &Conversion, value: Expr) -> Expr {
        let span = text.span;
        let longest = layouts(conversion, &powers(conversion).collect::<Vec<_>>()).iter().map(Vec::len).max();
        let char = Type::Int(IntType::new(8, true));
        let block = Type::Array(char.into(), Some(longest.unwrap_or(0) as u64 + 1));
        let obj = self.block("$number", &block, span);
        self.emit(StmtKind::Alloc(obj, None), span);
        let to = Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span);
        let mut own = Text { to: Some(to.clone()), last: None, at: text.size(0), char: text.char, span };
        self.put_number(&mut own, conversion, value);
        self.put_end(&own, None);
        to
    }

    /// The characters of the digits, the lowest first.
    fn digits(&mut self, text: &Text, conversion: &Conversion, powers: &[BigInt], magnitude: &Expr) -> Vec<Expr> {
        let (unsigned, span) = (magnitude.ty, text.span);
        let mut digits = vec![];
        for power in powers.iter().filter(|_| text.to.is_some()) {
            let mut digit = magnitude.clone();
            if !power.is_one() {
                digit = Expr::new(
                    ExprKind::Binary(BinOp::Div, digit, Expr::int(power.clone(), unsigned, span)),
                    unsigned,
                    span,
                );
            }
            let radix = Expr::int(conversion.radix(), unsigned, span);
            digit = Expr::new(ExprKind::Binary(BinOp::Rem, digit, radix), unsigned, span);
            let digit = self.convert(digit, INT, span);
            let digit = self.snapshot(digit);
            let from = |zero: u8| {
                Expr::new(ExprKind::Binary(BinOp::Add, digit.clone(), Expr::int(zero, INT, span)), INT, span)
            };
            let c = match conversion.letter {
                'x' | 'X' => {
                    let ten = if conversion.letter == 'x' { b'a' } else { b'A' };
                    let decimal = text.compare(CmpOp::Lt, &digit, &Expr::int(10, INT, span));
                    text.choose(decimal, from(b'0'), from(ten - 10))
                }
                _ => from(b'0'),
            };
            digits.push(self.snapshot(c));
        }
        digits
    }

    /// A character so far behind the end.
    fn put(&mut self, text: &Text, further: Expr, c: Expr) {
        let position = text.sum(&text.at, &further);
        let position = self.snapshot(position);
        let fits = match &text.last {
            Some(last) => text.compare(CmpOp::Lt, &position, last),
            None => Expr::int(1, INT, text.span),
        };
        self.only_if(text.span, &fits, |this| this.put_at(text, position, c));
    }

    fn put_at(&mut self, text: &Text, index: Expr, c: Expr) {
        if let Some(to) = &text.to {
            let addr = match index.constant() {
                Some(n) if n.is_zero() => to.clone(),
                _ => Expr::new(ExprKind::PtrAdd { base: to.clone(), index, scale: 1 }, Scalar::Ptr, text.span),
            };
            let value = self.convert(c, text.char, text.span);
            let site = self.site(text.char, None, None);
            self.emit(StmtKind::Store { addr, value, site }, text.span);
        }
    }

    fn forward(&mut self, text: &mut Text, by: &Expr) {
        text.at = self.snapshot(text.sum(&text.at, by));
    }

    /// The zero at the end, if there is room for anything.
    pub(super) fn put_end(&mut self, text: &Text, room: Option<&Expr>) {
        let end = match &text.last {
            Some(last) => text.choose(text.compare(CmpOp::Lt, &text.at, last), text.at.clone(), last.clone()),
            None => text.at.clone(),
        };
        let end = self.snapshot(end);
        let fits = match room {
            Some(room) => text.compare(CmpOp::Gt, room, &text.size(0)),
            None => Expr::int(1, INT, text.span),
        };
        self.only_if(text.span, &fits, |this| this.put_at(text, end, Expr::int(0, INT, text.span)));
    }

    /// What happens where a condition holds.
    pub(in crate::lower) fn only_if(&mut self, span: Span, condition: &Expr, then: impl FnOnce(&mut Self)) {
        match condition.constant() {
            Some(n) if n.is_zero() => {}
            Some(_) => then(self),
            None => {
                let end = self.label(None);
                let not = Expr::new(ExprKind::Not(condition.clone()), INT, span);
                self.emit(StmtKind::Branch(not, end, None), span);
                then(self);
                self.emit(StmtKind::Label(end), span);
            }
        }
    }
}

/// What stands where in the texts of zero, of numbers of one digit, of two, …, of negative numbers of one digit, ….
fn layouts(conversion: &Conversion, powers: &[BigInt]) -> Vec<Vec<Symbol>> {
    let positive = powers.iter().cloned();
    let negative = powers.iter().filter(|_| conversion.is_signed()).map(|power| -power);
    let examples = std::iter::once(BigInt::zero()).chain(positive).chain(negative);
    let laid_out = examples.enumerate().map(|(number, example)| {
        let text = conversion.number(&example).unwrap_or_default();
        let count = if number > powers.len() { number - powers.len() } else { number };
        let end = text.trim_end().len();
        let symbol = |(i, c): (usize, char)| match end.checked_sub(i + 1).filter(|k| *k < count) {
            Some(k) => Symbol::Digit(k),
            None => Symbol::Char(c),
        };
        text.chars().enumerate().map(symbol).collect()
    });
    laid_out.collect()
}

/// The one of the choices that has the number `layout`.
fn among<T: Copy + PartialEq>(text: &Text, layout: &Expr, choices: &[T], value: impl Fn(T) -> Expr) -> Expr {
    let Some((last, others)) = choices.split_last() else { return text.size(0) };
    let (mut chosen, mut next) = (value(*last), *last);
    for (i, choice) in others.iter().enumerate().rev() {
        if *choice != next {
            let before = text.compare(CmpOp::Lt, layout, &text.size(i + 1));
            (chosen, next) = (text.choose(before, value(*choice), chosen), *choice);
        }
    }
    chosen
}

/// The powers of the radix that are magnitudes of numbers of the type.
fn powers(conversion: &Conversion) -> impl Iterator<Item = BigInt> + use<> {
    let (least, most) = limits(conversion.ty());
    let (most, radix) = (most.max(-least), conversion.radix());
    std::iter::successors(Some(BigInt::one()), move |power| Some(power * radix)).take_while(move |power| *power <= most)
}

//! Formatted input: `scanf` and its kin write any values of the kinds that the format says.
//!
//! ```text
//! scanf("%7s %d", name, &n)   →   up to 7 characters and a zero go to name, none of them white, any int to n
//! scanf("%s", name)           →   as many characters as the input holds: this fits nowhere
//! ```

use std::iter::Peekable;
use std::str::Chars;

use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, IntType, Scalar, Type, limits};

use super::Lower;
use super::builtin::Done;
use super::literals::string_argument;
use super::lvalue::Place;
use super::streams::is_repeatable;

/// What a conversion writes.
#[derive(Clone, Debug, PartialEq)]
enum Kept {
    /// Of so many bits, between two bounds if there is a width.
    Int(u32, Option<(i64, i64)>),
    /// How many characters were read so far, in so many bits.
    Count(u32),
    Float(u32),
    Pointer,
    Text(Characters),
}

/// At most so many, with or without a zero behind them; of four bytes or one, and which of these they are not.
#[derive(Clone, Debug, PartialEq)]
struct Characters {
    most: Option<u64>,
    ends: bool,
    is_wide: bool,
    without: Vec<(u8, u8)>,
}

/// What `isspace` says yes to.
const WHITE: [(u8, u8); 2] = [(b'\t', b'\r'), (b' ', b' ')];

/// A conversion that writes to an argument; whether it counts in the result.
#[derive(Clone, Debug)]
struct Conversion {
    kept: Kept,
    counts: bool,
    /// Whether something stands in front of it that may not fit, behind what counts.
    is_doubtful: bool,
}

impl<'a> Lower<'a> {
    /// A call of a function of the family.
    pub(super) fn input_call(&mut self, name: &str, args: &'a [Node], span: Span) -> Done {
        let name = name.strip_prefix("__isoc99_").or(name.strip_prefix("__isoc23_")).unwrap_or(name);
        let (place, from_text) = match name {
            "scanf" | "wscanf" => (0, false),
            "fscanf" | "fwscanf" => (1, false),
            "sscanf" | "swscanf" => (1, true),
            _ => return None,
        };
        let wide = name.ends_with("wscanf");
        let format = string_argument(args.get(place)?);
        let conversions = format.and_then(|format| conversions(&format, self.types.ptr_size() as u32 * 8));
        let targets = &args[place + 1..];
        let Some(conversions) = conversions else {
            targets.iter().for_each(|target| self.any_target(target, span));
            return Some(Some(self.any(INT, span)));
        };
        let source = from_text.then(|| self.value(&args[0])).map(|source| self.snapshot(source));
        if let Some(source) = &source {
            self.text(source.clone(), None, wide, span);
        }
        // The models look at the characters of narrow ones.
        let source = source.filter(|_| !wide);
        let mut given = vec![];
        for target in targets {
            let pointer = self.ty(target);
            let value = self.value(target);
            given.push((self.snapshot(value), pointer));
        }
        if given.len() < conversions.len() {
            self.check_format("an argument is missing that the format asks for", span);
        }
        let count = conversions.iter().filter(|conversion| conversion.counts).count();
        let result = self.any(INT, span);
        if from_text {
            let note = "what `sscanf` and its kin read may be any that the format gives, whatever the string holds";
            self.notes.assumptions.insert(note.to_string());
        }
        let compare = |op, n: i64| Expr::new(ExprKind::Cmp(op, result.clone(), Expr::int(n, INT, span)), INT, span);
        let within = ExprKind::And(compare(CmpOp::Ge, -1), compare(CmpOp::Le, count as i64));
        self.emit(StmtKind::Assume(Expr::new(within, INT, span)), span);
        if self.models.uses.stream_ends && !from_text {
            let ended = compare(CmpOp::Lt, 0);
            self.only_if(span, &ended, |this| this.stream_ends(place.checked_sub(1).map(|at| &args[at]), span));
        }
        // The input may end, or not be as the format wants it: what was not reached keeps its value.
        let mut counted = 0;
        for ((address, pointer), (conversion, node)) in given.into_iter().zip(conversions.iter().zip(targets)) {
            let written = self.written_type(node, &pointer);
            counted += i64::from(conversion.counts);
            let mut is_come_to = compare(CmpOp::Ge, counted);
            if conversion.is_doubtful && !conversion.counts {
                let fits = self.any(INT, span);
                let fits = Expr::new(ExprKind::Cmp(CmpOp::Ne, fits, Expr::int(0, INT, span)), INT, span);
                is_come_to = Expr::new(ExprKind::And(is_come_to, fits), INT, span);
            }
            self.only_if(span, &is_come_to, |this| {
                this.read_into(address, written, &conversion.kept, (counted, source.as_ref()), span);
            });
        }
        Some(Some(result))
    }

    /// Reading of a stream has failed; `None`: of the standard input.
    fn stream_ends(&mut self, stream: Option<&'a Node>, span: Span) {
        let stream = match stream {
            Some(stream) if is_repeatable(stream) => Some(self.value(stream)),
            Some(_) => None,
            None => self.global(&(None, "stdin".into())).map(|slot| {
                let place = self.place_of(&slot, span);
                self.load(place, Scalar::Ptr, span)
            }),
        };
        if let Some(stream) = stream.filter(|stream| stream.ty == Scalar::Ptr) {
            self.call_model("__rmt_stream_ends", vec![stream], span);
        }
    }

    /// The type of what a pointer points to, below casts to `void *` and the like.
    fn written_type(&mut self, node: &'a Node, pointer: &Type) -> Option<Scalar> {
        if let Type::Ptr(target) = pointer
            && let Some(scalar) = self.types.scalar(target)
        {
            return Some(scalar);
        }
        let below = match node.kind {
            Kind::ImplicitCastExpr | Kind::ParenExpr => node.inner.last()?,
            _ => return None,
        };
        match &*self.ty(below) {
            Type::Ptr(target) | Type::Array(target, _) => self.types.scalar(target),
            _ => None,
        }
    }

    /// `before`: how many conversions have read something; the text that is read.
    fn read_into(
        &mut self,
        address: Expr,
        target: Option<Scalar>,
        kept: &Kept,
        (before, source): (i64, Option<&Expr>),
        span: Span,
    ) {
        if address.ty != Scalar::Ptr {
            return self.check_format("an argument is of another kind than the format asks for", span);
        }
        let own = match kept {
            Kept::Int(bits, _) | Kept::Count(bits) => Scalar::Int(IntType::new(*bits, true)),
            Kept::Float(bits) => Scalar::Float(*bits),
            Kept::Pointer => Scalar::Ptr,
            Kept::Text(text) => return self.read_text_into(address, text, source, span),
        };
        let is_float = |ty| matches!(ty, Scalar::Float(_));
        let fits = target.is_none_or(|target| {
            self.types.scalar_size(target) == self.types.scalar_size(own) && is_float(target) == is_float(own)
        });
        if !fits {
            return self.check_format("an argument is of another kind than the format asks for", span);
        }
        let ty = target.unwrap_or(own);
        let any = self.any(ty, span);
        match (kept, ty) {
            (Kept::Int(_, Some(bounds)), Scalar::Int(int)) => self.within(&any, int, *bounds, span),
            (Kept::Count(32..), Scalar::Int(_)) => self.count_within(&any, before, source, span),
            _ => {}
        }
        self.store(Place::Mem { addr: address, bits: None, hint: None }, any, span);
    }

    /// Each conversion has read something, and nothing behind the end of the text.
    fn count_within(&mut self, count: &Expr, before: i64, source: Option<&Expr>, span: Span) {
        let compare = |op, n: Expr| Expr::new(ExprKind::Cmp(op, count.clone(), n), INT, span);
        let mut within = compare(CmpOp::Ge, Expr::int(before, count.ty, span));
        if let Some(source) = source {
            let size_t = Scalar::Int(self.types.ptr_int(false));
            let length = self.model_value("strlen", vec![source.clone()], size_t, span);
            let length = self.convert(length, count.ty, span);
            within = Expr::new(ExprKind::And(within, compare(CmpOp::Le, length)), INT, span);
        }
        self.emit(StmtKind::Assume(within), span);
    }

    /// A number has no more digits than a width allows. Negative ones wrap around where there is no sign.
    fn within(&mut self, value: &Expr, int: IntType, (least, most): (i64, i64), span: Span) {
        let (lower, upper) = limits(int);
        if BigInt::from(most) >= upper || int.signed && BigInt::from(least) <= lower {
            return;
        }
        let compare =
            |op, n: BigInt| Expr::new(ExprKind::Cmp(op, value.clone(), Expr::int(n, value.ty, span)), INT, span);
        let small = compare(CmpOp::Le, most.into());
        let bounded = if int.signed {
            ExprKind::And(compare(CmpOp::Ge, least.into()), small)
        } else {
            ExprKind::Or(compare(CmpOp::Ge, upper + 1 + least), small)
        };
        self.emit(StmtKind::Assume(Expr::new(bounded, INT, span)), span);
    }

    fn read_text_into(&mut self, address: Expr, text: &Characters, source: Option<&Expr>, span: Span) {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let none = || Expr::int(0, Scalar::Ptr, span);
        let most = text.most.map_or_else(|| Expr::int(i32::MAX, size_t, span), |n| Expr::int(n, size_t, span));
        if text.ends && text.is_wide {
            return self.call_model("__rmt_wide_word", vec![address, most], span);
        }
        let length = match text.ends {
            true => {
                let args = vec![address.clone(), most, source.cloned().unwrap_or_else(none)];
                self.model_value("__rmt_word_length", args, size_t, span)
            }
            false => most,
        };
        let (size, site) = (self.bytes(length.clone()), self.byte_site());
        let is_any = text.is_wide || text.without.is_empty();
        let what = if is_any { Input::Any } else { Input::Without(text.without.clone()) };
        let any = Library::Any { dst: address.clone(), size: Some(size), site, what };
        self.emit(StmtKind::Library(any), span);
        if text.ends {
            self.call_model("__rmt_word_ends", vec![address, length], span);
        }
    }

    /// What a format that is no literal may write to: the object that an argument points to gets any value.
    fn any_target(&mut self, arg: &'a Node, span: Span) {
        let pointer = self.ty(arg);
        let address = self.value(arg);
        match self.written_type(arg, &pointer) {
            Some(Scalar::Int(int)) if int.bits == 8 => {
                let text = Characters { most: None, ends: true, is_wide: false, without: vec![] };
                self.read_text_into(address, &text, None, span);
            }
            Some(scalar) => {
                let any = self.any(scalar, span);
                self.store(Place::Mem { addr: address, bits: None, hint: None }, any, span);
            }
            None => self.error("what is read into this is not supported", span),
        }
    }
}

/// What stands before the zero of a format; `None`: something in it is not understood. `long`: the bits of that type.
fn conversions(format: &str, long: u32) -> Option<Vec<Conversion>> {
    let mut found = vec![];
    let mut text = format.chars().peekable();
    let (mut is_behind_blank, mut is_doubtful) = (false, false);
    while let Some(c) = text.next() {
        match c {
            '\0' => break,
            '%' if text.next_if_eq(&'%').is_none() => match conversion(&mut text, long, is_behind_blank)? {
                Some(conversion) => {
                    let counts = conversion.counts;
                    found.push(Conversion { is_doubtful, ..conversion });
                    is_doubtful &= !counts;
                }
                None => is_doubtful = true,
            },
            _ => is_doubtful |= !c.is_ascii_whitespace(),
        }
        is_behind_blank = c.is_ascii_whitespace();
    }
    Some(found)
}

/// Behind the `%`: what is written, if it is. A blank in front of it takes all that is white.
fn conversion(text: &mut Peekable<Chars>, long: u32, is_behind_blank: bool) -> Option<Option<Conversion>> {
    let dropped = text.next_if_eq(&'*').is_some();
    let mut width = None;
    while let Some(digit) = text.peek().and_then(|c| c.to_digit(10)) {
        width = Some(width.unwrap_or(0u64).saturating_mul(10).saturating_add(digit.into()));
        text.next();
    }
    let (mut bits, mut longs) = (32, 0);
    while let Some(letter) = text.next_if(|c| "hlLjzt".contains(*c)) {
        (bits, longs) = match (letter, bits) {
            ('h', 16) => (8, 0),
            ('h', _) => (16, 0),
            ('l', _) if longs == 1 => (64, 2),
            ('l', _) => (long, 1),
            ('L', _) => (64, 2),
            ('j', _) => (64, 0),
            _ => (long, 0),
        };
    }
    let is_wide = longs == 1;
    let letter = text.next()?;
    let kept = match letter {
        'n' => Kept::Count(bits),
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' => Kept::Int(bits, width.and_then(|width| bounds(letter, width))),
        'f' | 'e' | 'g' | 'a' | 'F' | 'E' | 'G' | 'A' => Kept::Float([32, 64, 80][longs.min(2)]),
        'p' => Kept::Pointer,
        's' => Kept::Text(Characters { most: width, ends: true, is_wide, without: WHITE.to_vec() }),
        'c' => {
            let most = width.unwrap_or(1);
            let without = if is_behind_blank && most == 1 { WHITE.to_vec() } else { vec![] };
            Kept::Text(Characters { most: Some(most), ends: false, is_wide, without })
        }
        '[' => Kept::Text(Characters { most: width, ends: true, is_wide, without: outside_set(text)? }),
        _ => return None,
    };
    Some((!dropped).then_some(Conversion { kept, counts: letter != 'n', is_doubtful: false }))
}

/// Which characters are not in the set that follows, up to its `]`.
fn outside_set(text: &mut Peekable<Chars>) -> Option<Vec<(u8, u8)>> {
    let is_complement = text.next_if_eq(&'^').is_some();
    let mut listed: Vec<char> = text.next_if_eq(&']').into_iter().collect();
    loop {
        match text.next()? {
            ']' => break,
            c => listed.push(c),
        }
    }
    // What is written in several bytes is not looked at.
    let listed: Vec<u8> = listed.into_iter().map(u8::try_from).collect::<Result<_, _>>().unwrap_or_default();
    if listed.is_empty() || !listed.is_ascii() {
        return Some(vec![]);
    }
    let (mut is_listed, mut at) = ([false; 256], 0);
    while at < listed.len() {
        let is_range = at + 2 < listed.len() && listed[at + 1] == b'-';
        // Libraries differ in what these mean: `z-a`, `a-c-e`.
        if is_range && (listed[at] > listed[at + 2] || listed.get(at + 3) == Some(&b'-') && at + 4 < listed.len()) {
            return Some(vec![]);
        }
        let last = listed[if is_range { at + 2 } else { at }];
        (listed[at]..=last).for_each(|byte| is_listed[usize::from(byte)] = true);
        at += if is_range { 3 } else { 1 };
    }
    let outside = |byte: u8| is_listed[usize::from(byte)] == is_complement;
    let begins = (0..=u8::MAX).filter(|&byte| outside(byte) && (byte == 0 || !outside(byte - 1)));
    let end = |byte: u8| (byte..=u8::MAX).take_while(|&byte| outside(byte)).last().unwrap_or(byte);
    Some(begins.map(|byte| (byte, end(byte))).collect())
}

/// Between which numbers one of so many characters is, one of which may be a sign.
fn bounds(letter: char, width: u64) -> Option<(i64, i64)> {
    let width = u32::try_from(width).ok().filter(|width| (1..=15).contains(width))?;
    let most = |width: u32| match letter {
        'd' | 'u' => 10i64.pow(width) - 1,
        'o' => 8i64.pow(width) - 1,
        'x' | 'X' => 16i64.pow(width) - 1,
        // Of any base, behind what says which.
        _ => (10i64.pow(width) - 1).max(16i64.pow(width.saturating_sub(2)) - 1),
    };
    Some((-most(width - 1), most(width)))
}

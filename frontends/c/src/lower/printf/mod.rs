//! What `printf` and its kin write and return, from a format that is a literal.
//!
//! ```text
//! sprintf(to, "%d of %s", n, s)   →   the digits of n, " of ", and s up to its zero, character by character
//! ```
//!
//! What is made of floating-point numbers and pointers is any text.

mod again;
mod arguments;
mod format;
mod text;

use ivl::source::Span;

use crate::cir::*;
use crate::clang::Node;
use crate::config::Texts;
use crate::types::{INT, IntType, Scalar, limits};

use super::Lower;
use super::literals::string_argument;
use super::rows::Room;
pub(super) use again::Made as TextBefore;
use format::{Amount, MOST};
pub(super) use format::{Conversion, Piece, pieces};
use text::Text;

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

/// A function of the family.
#[derive(Clone, Copy)]
struct Printer {
    /// Where the format is among the arguments.
    place: usize,
    to: To,
    /// Whether the values follow in a list.
    listed: bool,
    /// Whether the format and the text are of wide characters.
    wide: bool,
}

fn family(name: &str) -> Option<Printer> {
    let (place, to, listed) = match name {
        "printf" | "wprintf" => (0, To::File, false),
        "vprintf" | "vwprintf" => (0, To::File, true),
        "fprintf" | "fwprintf" | "dprintf" | "__printf_chk" => (1, To::File, false),
        "vfprintf" | "vfwprintf" | "vdprintf" => (1, To::File, true),
        "__fprintf_chk" => (2, To::File, false),
        "sprintf" => (1, To::Buffer, false),
        "vsprintf" => (1, To::Buffer, true),
        "__sprintf_chk" => (3, To::Buffer, false),
        "snprintf" | "swprintf" => (2, To::Sized, false),
        "vsnprintf" | "vswprintf" => (2, To::Sized, true),
        "__snprintf_chk" => (4, To::Sized, false),
        "__vsnprintf_chk" => (4, To::Sized, true),
        "asprintf" => (1, To::New, false),
        "vasprintf" => (1, To::New, true),
        _ => return None,
    };
    let wide = name.ends_with("wprintf");
    Some(Printer { place, to, listed, wide })
}

pub(super) fn is_family(name: &str) -> bool {
    family(name.strip_prefix("__builtin_").unwrap_or(name)).is_some()
}

/// What a piece becomes.
enum Made<'p> {
    Known(String),
    Char(&'p Conversion, Expr),
    Number(&'p Conversion, Expr),
    /// A number that is made without its width, and then padded as strings are.
    Padded {
        conversion: Box<Conversion>,
        value: Expr,
        width: Expr,
        left: Expr,
    },
    /// At most so many characters, at least so many with blanks, and whether those come behind.
    String {
        value: Expr,
        most: Option<Expr>,
        width: Expr,
        left: Expr,
    },
}

impl<'a> Lower<'a> {
    /// A call of a function of the family; `None`: it is none, or nothing is known of its format.
    pub(super) fn formatted(&mut self, name: &str, args: &'a [Node], wanted: bool, span: Span) -> Option<Expr> {
        let printer = family(name)?;
        let list = args.get(printer.place + 1).filter(|_| printer.listed && self.config.entry == "main");
        if let Some(list) = list {
            self.check_list(list, span);
        }
        let value = self.formatted_as(printer, args, wanted, span);
        if let Some(list) = list {
            self.use_up(list, span);
        }
        value
    }

    fn formatted_as(&mut self, printer: Printer, args: &'a [Node], wanted: bool, span: Span) -> Option<Expr> {
        let Printer { place, to, listed, wide } = printer;
        let format = string_argument(args.get(place)?);
        let is_literal = format.is_some();
        let pieces = format.and_then(|text| pieces(&text, self.types.ptr_size() as u32 * 8));
        let values = if listed { &[][..] } else { args.get(place + 1..)? };
        let pieces = pieces.map(|pieces| self.with_known_amounts(pieces, values));
        let checks = self.config.checks;
        let looks = checks.format || checks.deref || checks.bounds || checks.race;
        if to == To::File && !wanted && !looks {
            args.iter().for_each(|arg| self.effect(arg));
            return Some(Expr::int(0, INT, span));
        }
        if to == To::File && !wanted {
            let mut given: Vec<Option<Expr>> = args.iter().map(|arg| self.argument(arg)).collect();
            if !is_literal {
                self.other_format(given[place].clone(), printer, &args[place + 1..], span);
            }
            let given = given.split_off(place + 1);
            if let (Some(pieces), false) = (&pieces, listed) {
                self.check_arguments(pieces, values, &given, true, span);
            }
            return Some(Expr::int(0, INT, span));
        }
        let spelled = |this: &mut Self, pieces: &Vec<Piece>| pieces.iter().all(|piece| this.is_spelled(piece, values));
        let is_spelled = !listed && !wide && pieces.as_ref().is_some_and(|pieces| spelled(self, pieces));
        match &pieces {
            Some(pieces) if is_spelled && self.config.texts == Texts::Exact => {
                return Some(self.spelled(pieces, args, values, to, span));
            }
            _ if is_spelled => self.notes.abridged = true,
            _ => self.vague(),
        }
        Some(self.bounded((pieces, is_literal, is_spelled), args, printer, span))
    }

    fn vague(&mut self) {
        let assumption = "texts of `printf` and its kin may be any, but for characters, strings and integers under a \
                          format that is a literal";
        self.notes.assumptions.insert(assumption.to_string());
    }

    /// Whether the text of a piece follows from its value.
    fn is_spelled(&mut self, piece: &Piece, values: &'a [Node]) -> bool {
        let Piece::Converted(conversion, number) = piece else { return true };
        let Some(value) = values.get(*number) else { return false };
        let is_known = |amount: Amount| amount.known().is_some_and(|n| n <= MOST);
        match conversion.letter {
            'c' => conversion.bits != 64 && is_known(conversion.width),
            // Wide characters become several bytes.
            's' => conversion.bits != 64,
            _ if conversion.is_number() => {
                let is_padded = matches!(conversion.width, Amount::Argument(_)) && !conversion.is_zero_filled();
                (is_padded || is_known(conversion.width)) && conversion.precision.is_none_or(is_known) && {
                    let ty = self.ty(value);
                    matches!(self.types.scalar(&ty), Some(Scalar::Int(_)))
                }
            }
            _ => false,
        }
    }

    /// Writes the text itself.
    fn spelled(&mut self, pieces: &[Piece], args: &'a [Node], values: &'a [Node], to: To, span: Span) -> Expr {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let target = (to != To::File).then(|| self.value(&args[0])).map(|target| self.snapshot(target));
        let room = (to == To::Sized).then(|| self.value(&args[1]));
        let room = room.map(|room| self.convert(room, size_t, span)).map(|room| self.snapshot(room));
        if let Some(room) = &room {
            self.check_room(&args[0], room, Room::Given, span);
        }
        // All arguments have their values before anything is written.
        let arguments: Vec<Option<Expr>> = values.iter().map(|node| self.argument(node)).collect();
        self.check_arguments(pieces, values, &arguments, false, span);
        let made: Vec<Made> = pieces.iter().map(|piece| self.made(piece, values, &arguments, span)).collect();
        let char = self.parse_type(self.frame.unit, "char").and_then(|ty| self.types.scalar(&ty));
        let zero = Expr::int(0, size_t, span);
        let char = char.unwrap_or(Scalar::Int(IntType::new(8, true)));
        let measured = Text { to: None, last: None, at: zero.clone(), char, span };
        let length = match (to, target) {
            (To::New, Some(target)) => return self.spelled_anew(&made, target, measured),
            (_, None) => self.write(&made, measured, None),
            (_, to) => {
                let last = room.clone().map(|room| self.last(room, span));
                let length = self.write(&made, Text { to, last, ..measured }, room.as_ref());
                if room.is_none() {
                    let end = Expr::new(
                        ExprKind::Binary(BinOp::Add, length.clone(), Expr::int(1, size_t, span)),
                        size_t,
                        span,
                    );
                    self.check_room(&args[0], &end, Room::Written, span);
                }
                length
            }
        };
        let length = self.convert(length, INT, span);
        if to == To::File { self.model_value("__rmt_printed", vec![length], INT, span) } else { length }
    }

    /// `asprintf`: the length first, then the block, then the text; -1 if there is no block.
    fn spelled_anew(&mut self, made: &[Made], target: Expr, measured: Text) -> Expr {
        let (span, zero, char) = (measured.span, measured.at.clone(), measured.char);
        let length = self.write(made, measured, None);
        let result = self.temp(INT, span);
        let room =
            Expr::new(ExprKind::Binary(BinOp::Add, length.clone(), Expr::int(1, length.ty, span)), length.ty, span);
        let block = self.malloc("asprintf", room, false, span);
        self.emit(StmtKind::Set(result, Expr::int(-1, INT, span)), span);
        let null = Expr::int(0, Scalar::Ptr, span);
        let is_there = Expr::new(ExprKind::Cmp(CmpOp::Ne, block.clone(), null), INT, span);
        self.only_if(span, &is_there, |this| {
            let text = Text { to: Some(block.clone()), last: None, at: zero, char, span };
            this.write(made, text, None);
            let site = this.site(Scalar::Ptr, None, None);
            this.emit(StmtKind::Store { addr: target, value: block, site }, span);
            let length = this.convert(length, INT, span);
            this.emit(StmtKind::Set(result, length), span);
        });
        Expr::new(ExprKind::Var(result), INT, span)
    }

    /// `room > 0 ? room - 1 : 0`
    fn last(&mut self, room: Expr, span: Span) -> Expr {
        let (ty, zero) = (room.ty, num_bigint::BigInt::ZERO);
        if let Some(n) = room.constant() {
            return Expr::int((n - 1u32).max(zero), ty, span);
        }
        let one_less = Expr::new(ExprKind::Binary(BinOp::Sub, room.clone(), Expr::int(1, ty, span)), ty, span);
        let any = Expr::new(ExprKind::Cmp(CmpOp::Gt, room, Expr::int(0, ty, span)), INT, span);
        self.snapshot(Expr::new(ExprKind::Cond(any, one_less, Expr::int(0, ty, span)), ty, span))
    }

    /// The value of an argument, if that is no record.
    fn argument(&mut self, node: &'a Node) -> Option<Expr> {
        let ty = self.ty(node);
        if self.types.scalar(&ty).is_none() {
            self.effect(node);
            return None;
        }
        let value = self.value(node);
        Some(self.snapshot(value))
    }

    fn made<'p>(&mut self, piece: &'p Piece, nodes: &'a [Node], values: &[Option<Expr>], span: Span) -> Made<'p> {
        let (conversion, number) = match piece {
            Piece::Text(text) => return Made::Known(text.clone()),
            Piece::Converted(conversion, number) => (conversion, *number),
        };
        let value = values.get(number).cloned().flatten().unwrap_or_else(|| Expr::int(0, INT, span));
        let size_t = Scalar::Int(self.types.ptr_int(false));
        if conversion.is_number() {
            let value = self.convert(value, Scalar::Int(conversion.ty()), span);
            if matches!(conversion.width, Amount::Argument(_)) {
                let (width, left) = self.width(conversion, values, size_t, span);
                let conversion = Conversion { width: Amount::Known(0), ..conversion.clone() };
                return Made::Padded { conversion: conversion.into(), value, width, left };
            }
            return match value.constant().and_then(|n| conversion.number(n)) {
                Some(known) => Made::Known(known),
                None => Made::Number(conversion, value),
            };
        }
        if conversion.letter == 'c' {
            return Made::Char(conversion, value);
        }
        let literal = nodes.get(number).and_then(string_argument);
        if let Some(known) = literal.and_then(|text| conversion.string(&text)) {
            return Made::Known(known);
        }
        let most = conversion.precision.map(|most| {
            // A negative precision is none.
            let (given, most) = self.amount(most, values, size_t, span);
            let Some(given) = given else { return most };
            let unlimited = Expr::int(limits(self.types.ptr_int(false)).1, size_t, span);
            let negative = Expr::new(ExprKind::Cmp(CmpOp::Lt, given, Expr::int(0, INT, span)), INT, span);
            self.snapshot(Expr::new(ExprKind::Cond(negative, unlimited, most), size_t, span))
        });
        let (width, left) = self.width(conversion, values, size_t, span);
        Made::String { value, most, width, left }
    }

    /// A width, and whether blanks come behind: a negative width is one to the left.
    fn width(&mut self, of: &Conversion, values: &[Option<Expr>], size_t: Scalar, span: Span) -> (Expr, Expr) {
        let (given, width) = self.amount(of.width, values, size_t, span);
        let left = Expr::int(u8::from(of.left), INT, span);
        let Some(given) = given else { return (width, left) };
        let negative = Expr::new(ExprKind::Cmp(CmpOp::Lt, given.clone(), Expr::int(0, INT, span)), INT, span);
        let wide = Scalar::Int(IntType::new(64, true));
        let given = self.convert(given, wide, span);
        let minus = Expr::new(ExprKind::Binary(BinOp::Sub, Expr::int(0, wide, span), given.clone()), wide, span);
        let width = Expr::new(ExprKind::Cond(negative.clone(), minus, given), wide, span);
        let width = self.convert(width, size_t, span);
        let left = if of.left { left } else { self.snapshot(negative) };
        (self.snapshot(width), left)
    }

    /// Widths and precisions that are constant arguments, as if they stood in the format.
    fn with_known_amounts(&mut self, mut pieces: Vec<Piece>, values: &'a [Node]) -> Vec<Piece> {
        let unit = self.frame.unit;
        let mut known = |amount: Amount| match amount {
            Amount::Argument(number) => values.get(number).and_then(|node| self.constant(unit, node)),
            Amount::Known(_) => None,
        };
        for piece in &mut pieces {
            let Piece::Converted(conversion, _) = piece else { continue };
            if let Some(n) = known(conversion.width) {
                conversion.left |= n < 0.into();
                conversion.width = Amount::Known(n.magnitude().try_into().unwrap_or(u64::MAX));
            }
            if let Some(n) = conversion.precision.and_then(&mut known) {
                conversion.precision = u64::try_from(n).ok().map(Amount::Known);
            }
        }
        pieces
    }

    /// A width or a precision: the argument as an `int`, if it is one, and the value as a `size_t`.
    fn amount(&mut self, amount: Amount, values: &[Option<Expr>], size_t: Scalar, span: Span) -> (Option<Expr>, Expr) {
        match amount {
            Amount::Known(n) => (None, Expr::int(n, size_t, span)),
            Amount::Argument(number) => {
                let given = values.get(number).cloned().flatten().unwrap_or_else(|| Expr::int(0, INT, span));
                let given = self.convert(given, INT, span);
                (Some(given.clone()), self.convert(given, size_t, span))
            }
        }
    }

    /// Writes all pieces and a zero, if there is room; the length of all of it.
    fn write(&mut self, made: &[Made], mut text: Text, room: Option<&Expr>) -> Expr {
        for piece in made {
            match piece {
                Made::Known(known) => self.put_known(&mut text, known),
                Made::Char(conversion, value) => {
                    let width = conversion.width.known().unwrap_or(0);
                    let blanks = " ".repeat((width as usize).saturating_sub(1));
                    self.put_known(&mut text, if conversion.left { "" } else { &blanks });
                    self.put_char(&mut text, value.clone());
                    self.put_known(&mut text, if conversion.left { &blanks } else { "" });
                }
                Made::Number(conversion, value) => self.put_number(&mut text, conversion, value.clone()),
                Made::Padded { conversion, value, width, left } => {
                    let number = self.number_alone(&text, conversion, value.clone());
                    self.put_string(&mut text, number, None, width.clone(), left.clone());
                }
                Made::String { value, most, width, left } => {
                    self.put_string(&mut text, value.clone(), most.clone(), width.clone(), left.clone());
                }
            }
        }
        self.put_end(&text, room);
        text.at
    }

    /// Any text of a length within bounds. `is_spelled`: a text that is too long for its block is one that the characters decide.
    fn bounded(
        &mut self,
        (pieces, is_literal, is_spelled): (Option<Vec<Piece>>, bool, bool),
        args: &'a [Node],
        printer: Printer,
        span: Span,
    ) -> Expr {
        let Printer { place, to, listed, wide } = printer;
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let arguments: Vec<Option<Expr>> = args.iter().map(|arg| self.argument(arg)).collect();
        let none = || Expr::int(0, Scalar::Ptr, span);
        let (values, rest) = (&arguments[place + 1..], &args[place + 1..]);
        if !is_literal {
            self.other_format(arguments[place].clone(), printer, rest, span);
        }
        let pieces = pieces.filter(|_| !listed);
        if let Some(pieces) = &pieces {
            self.check_arguments(pieces, rest, values, true, span);
        }
        let key = if is_spelled { None } else { self.key(args, &arguments, printer, span) };
        let mut given = vec![];
        if to != To::File {
            given.push(arguments[0].clone().unwrap_or_else(none));
        }
        if to == To::Sized {
            let room = arguments[1].clone().unwrap_or_else(none);
            let room = self.convert(room, size_t, span);
            let room = self.snapshot(room);
            if !wide {
                self.check_room(&args[0], &room, Room::Given, span);
            }
            given.push(room);
        }
        if to == To::Buffer {
            let (low, high) = self.measured(pieces.as_deref().unwrap_or(&[]), rest, values, span);
            given.push(low);
            given.extend(high.filter(|_| is_spelled));
        } else {
            let (low, high) = self.lengths(pieces.as_deref(), rest);
            given.extend([Expr::int(low, INT, span), Expr::int(high, INT, span)]);
        }
        let model = match (to, wide) {
            (To::File, _) => "__rmt_printed_within",
            (To::New, _) => "__rmt_formatted_new",
            (To::Sized, true) => "__rmt_wide_formatted",
            (To::Sized, false) if key.is_some() => "__rmt_formatted_again",
            (To::Sized, false) => "__rmt_formatted",
            (To::Buffer, _) if given.len() == 3 => "__rmt_formatted_within",
            (To::Buffer, _) => "__rmt_formatted_somehow",
        };
        let Some(key) = key else { return self.model_value(model, given, INT, span) };
        let (made, before) = self.length_before(&key, span);
        given.push(before);
        let length = self.model_value(model, given, INT, span);
        self.keep_length(&made, key, &length, span);
        length
    }

    /// How long the text becomes with strings as long as they are, at least and, if that is known, at most.
    fn measured(
        &mut self,
        pieces: &[Piece],
        nodes: &'a [Node],
        values: &[Option<Expr>],
        span: Span,
    ) -> (Expr, Option<Expr>) {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let char = Scalar::Int(IntType::new(8, true));
        let mut text = Text { to: None, last: None, at: Expr::int(0, size_t, span), char, span };
        let mut others = vec![];
        let plus = |a: Expr, b: Expr| Expr::new(ExprKind::Binary(BinOp::Add, a, b), size_t, span);
        // What is as wide as arguments say, at least and at most.
        let mut wide = [0, 0].map(|n| Expr::int(n, size_t, span));
        let mut most = 0u64;
        for piece in pieces {
            let is_pointer = |number: usize| matches!(values.get(number), Some(Some(value)) if value.ty == Scalar::Ptr);
            match piece {
                Piece::Converted(Conversion { letter: 's', bits: ..=32, .. }, number) if is_pointer(*number) => {
                    match self.made(piece, nodes, values, span) {
                        Made::String { value, most, width, left } => {
                            self.put_string(&mut text, value, most, width, left);
                        }
                        _ => others.push(piece.clone()),
                    }
                }
                Piece::Converted(conversion @ Conversion { width: Amount::Argument(_), .. }, number) => {
                    let (width, _) = self.width(conversion, values, size_t, span);
                    let alone = Conversion { width: Amount::Known(0), ..conversion.clone() };
                    let bounds = self.lengths(Some(&[Piece::Converted(alone, *number)]), nodes);
                    most = most.max(bounds.1);
                    for (sum, bound) in wide.iter_mut().zip([bounds.0, bounds.1]) {
                        let bound = Expr::int(bound, size_t, span);
                        let is_wider = Expr::new(ExprKind::Cmp(CmpOp::Gt, width.clone(), bound.clone()), INT, span);
                        let wider = Expr::new(ExprKind::Cond(is_wider, width.clone(), bound), size_t, span);
                        *sum = plus(sum.clone(), wider);
                    }
                }
                _ => others.push(piece.clone()),
            }
        }
        let (low, high) = self.lengths(Some(&others), nodes);
        let [least, longest] = wide;
        let sum = |n: u64, wide: Expr| {
            let known = plus(text.at.clone(), Expr::int(n, size_t, span));
            if wide.constant().is_some() { known } else { plus(known, wide) }
        };
        (sum(low, least), (high.max(most) < i32::MAX as u64).then(|| sum(high, longest)))
    }

    /// How long the text of a format becomes, at least and at most; `None`: nothing is known of it.
    pub(super) fn lengths(&mut self, pieces: Option<&[Piece]>, values: &'a [Node]) -> (u64, u64) {
        let most = i32::MAX as u64;
        let Some(pieces) = pieces else { return (0, most) };
        let (mut low, mut high) = (0u64, Some(0u64));
        for piece in pieces {
            let (least, most) = match piece {
                Piece::Text(text) => (text.chars().count() as u64, Some(text.chars().count() as u64)),
                Piece::Converted(conversion, number) => {
                    let text = values.get(*number).and_then(string_argument);
                    let text = text.map(|text| text.chars().take_while(|c| *c != '\0').count() as u64);
                    conversion.bounds(text, self.types.ptr_size())
                }
            };
            low = low.saturating_add(least);
            high = high.zip(most).map(|(a, b)| a.saturating_add(b));
        }
        (low.min(most), high.map_or(most, |n| n.min(most)))
    }
}

//! Whether arguments fit a format: there are as many as it asks for, of the right kinds, strings end within their blocks,
//! and what `%n` writes to is there.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::Node;
use crate::lower::Lower;
use crate::lower::literals::string_argument;
use crate::lower::lvalue::Place;
use crate::types::{INT, IntType, Scalar, limits};

use super::Printer;
use super::format::{Amount, Conversion, Piece};

impl<'a> Lower<'a> {
    /// `reads`: strings are read here, and not where the text is made.
    pub(super) fn check_arguments(
        &mut self,
        pieces: &[Piece],
        nodes: &'a [Node],
        values: &[Option<Expr>],
        reads: bool,
        span: Span,
    ) {
        for (place, piece) in pieces.iter().enumerate() {
            let Piece::Converted(conversion, number) = piece else { continue };
            let stars = [Some(conversion.width), conversion.precision];
            for star in stars.into_iter().flatten() {
                if let Amount::Argument(number) = star
                    && number >= values.len()
                {
                    self.check_format("an argument is missing that the format asks for", span);
                }
            }
            let Some(value) = values.get(*number) else {
                self.check_format("an argument is missing that the format asks for", span);
                continue;
            };
            let fits = value.as_ref().is_some_and(|value| is_of_kind(conversion.letter, value.ty));
            if !fits {
                self.check_format("an argument is of another kind than the format asks for", span);
                continue;
            }
            if value.as_ref().is_some_and(|value| !is_as_wide(conversion, value.ty)) {
                self.check_format("an argument has another number of bits than the format asks for", span);
                continue;
            }
            let Some(value) = value.clone() else { continue };
            self.look_at(&value, span);
            let is_known = nodes.get(*number).is_some_and(|node| string_argument(node).is_some());
            match conversion.letter {
                's' if reads && !is_known => self.read_string(conversion, value, values, span),
                'n' => {
                    let bounds = self.lengths(Some(&pieces[..place]), nodes);
                    self.count_into(value, IntType::new(conversion.bits, true), bounds, span);
                }
                _ => {}
            }
        }
    }

    /// What `%n` writes: how much there is up to there.
    fn count_into(&mut self, addr: Expr, int: IntType, (low, high): (u64, u64), span: Span) {
        let any = self.any(Scalar::Int(int), span);
        if int.bits >= 32 {
            let compare = |op, n: u64| Expr::new(ExprKind::Cmp(op, any.clone(), Expr::int(n, any.ty, span)), INT, span);
            let within = ExprKind::And(compare(CmpOp::Ge, low), compare(CmpOp::Le, high));
            self.emit(StmtKind::Assume(Expr::new(within, INT, span)), span);
        }
        self.store(Place::Mem { addr, bits: None, hint: None }, any, span);
    }

    /// What is printed must have a value.
    pub(in crate::lower) fn look_at(&mut self, value: &Expr, span: Span) {
        if self.config.checks.uninit && !value.stable() {
            let same = Expr::new(ExprKind::Cmp(CmpOp::Eq, value.clone(), value.clone()), INT, span);
            let holds = Expr::new(ExprKind::Or(same, Expr::int(1, INT, span)), INT, span);
            self.emit(StmtKind::Assume(holds), span);
        }
    }

    /// Control must not come here.
    pub(in crate::lower) fn check_format(&mut self, message: &str, span: Span) {
        if self.config.checks.format {
            let never = Expr::int(0, INT, span);
            self.emit(StmtKind::Assert(never, Failure::Assertion(message.into())), span);
        }
    }

    fn read_string(&mut self, conversion: &Conversion, value: Expr, values: &[Option<Expr>], span: Span) {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        // A negative precision is none, and taken for a large one.
        let most = conversion.precision.map(|precision| match precision {
            Amount::Known(n) => Expr::int(n, size_t, span),
            Amount::Argument(number) => {
                let given = values.get(number).cloned().flatten().unwrap_or_else(|| Expr::int(0, INT, span));
                self.convert(given, size_t, span)
            }
        });
        let most = most.map(|most| self.snapshot(most));
        // Wide characters are counted in bytes.
        let is_wide = conversion.bits == 64;
        self.text(value, most.filter(|_| !is_wide), is_wide, span);
    }

    pub(in crate::lower) fn text(&mut self, ptr: Expr, most: Option<Expr>, is_wide: bool, span: Span) {
        self.read_text((ptr, most), is_wide, false, span);
    }

    /// The same of a text that a function with a model reads: where nobody asks for formats, that it ends is about accesses alone.
    pub(in crate::lower) fn text_of_model(&mut self, ptr: Expr, span: Span) {
        self.read_text((ptr, None), false, !self.config.checks.format, span);
    }

    fn read_text(&mut self, (ptr, most): (Expr, Option<Expr>), is_wide: bool, is_access: bool, span: Span) {
        if !self.config.checks.ends && !is_access || !self.config.checks.deref && !self.config.checks.bounds {
            self.notes.assumptions.insert("strings given to `printf` and its kin end within their blocks".to_string());
        }
        if self.config.checks.race && !is_wide {
            let size_t = Scalar::Int(self.types.ptr_int(false));
            let all = Expr::int(limits(self.types.ptr_int(false)).1, size_t, span);
            self.call_model("__rmt_read_text", vec![ptr.clone(), most.clone().unwrap_or(all)], span);
        }
        if !self.config.checks.deref && !self.config.checks.bounds {
            return;
        }
        let site = self.site(Scalar::Int(IntType::new(if is_wide { 32 } else { 8 }, true)), None, None);
        self.emit(StmtKind::Library(Library::Text { ptr, most, site, is_access }), span);
    }

    /// A format that is no literal: it is a string, and asks for no more arguments than follow.
    pub(super) fn other_format(&mut self, format: Option<Expr>, printer: Printer, rest: &'a [Node], span: Span) {
        let Some(format) = format.filter(|format| format.ty == Scalar::Ptr) else { return };
        // A format that callers give goes with the arguments that they give.
        let is_looked_at = match (rest, printer.listed) {
            ([], _) => true,
            (_, listed) => self.config.entry == "main" && (!listed || self.config.checks.tracks_blocks()),
        };
        if !is_looked_at || !self.config.checks.format {
            return self.text(format, None, printer.wide, span);
        }
        let (model, bits) = if printer.wide { ("__rmt_wide_asks_for", 32) } else { ("__rmt_asks_for", 8) };
        // What stands in the program's text the compiler looks at.
        let site = self.site(Scalar::Int(IntType::new(bits, true)), None, None);
        let is_constant = self.fact(BlockFact::Constant(site), format.clone(), span);
        let is_other = Expr::new(ExprKind::Not(is_constant), INT, span);
        self.only_if(span, &is_other, |this| {
            let size_t = Scalar::Int(this.types.ptr_int(false));
            let given = match printer.listed {
                false => Some(Expr::int(rest.len(), size_t, span)),
                true => rest.first().and_then(|list| this.listed(list, span)),
            };
            if let Some(given) = given {
                let given = this.snapshot(given);
                this.call_model(model, vec![format, given], span);
            }
        });
    }
}

/// Whether an integer is passed as one of the conversion's size: none is smaller than an `int`.
fn is_as_wide(conversion: &Conversion, ty: Scalar) -> bool {
    match ty {
        Scalar::Int(int) if conversion.is_number() => int.bits.max(32) == conversion.bits.max(32),
        Scalar::Int(int) => int.bits <= 32,
        _ => true,
    }
}

/// Whether an argument of a type is what a conversion asks for; its sign does not matter.
fn is_of_kind(letter: char, ty: Scalar) -> bool {
    match letter {
        's' | 'p' | 'n' => ty == Scalar::Ptr,
        'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => matches!(ty, Scalar::Float(_)),
        _ => matches!(ty, Scalar::Int(_)),
    }
}

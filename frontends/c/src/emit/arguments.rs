//! The arguments of `main`: a block of pointers to strings from outside.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;
use num_bigint::BigInt;

use crate::points::RegionId;
use crate::types::Scalar;

use super::Emit;
use super::blocks::CELL;

/// The strings of the program's arguments are apart by two to this, times the bytes between their pointers: as numbers, and in a word
/// of 64 bits.
const NUMBERS_APART: u32 = 40;
const BITS_APART: u32 = 28;

impl Emit<'_> {
    /// `argv`: a block of pointers to strings from outside, and a null pointer at the end.
    pub(super) fn arguments(&mut self, argv: &str, span: Span) {
        let Some((argc, _)) = self.program.arguments() else { return };
        let Scalar::Int(ty) = self.program.vars[argc.index()].ty else { return };
        let at = self.fixed_address("addr.argv".to_string(), self.argv_block);
        let width = self.types.ptr_size();
        let count = var(format!("{}.0", self.var_names[argc.index()]));
        self.push(assume(vec![], eq(var(argv), at.clone())), span);
        let (zero, one) = (self.word(0), self.word(width));
        if self.config.cover
            && let (Some(first), Some(next)) = (self.argument_string(zero), self.argument_string(one))
        {
            let apart = self.minus(next, first.clone());
            self.told_arguments(&count, &first, apart);
        }
        let bytes = if self.is_bits() {
            let count = self.resize(count, ty, self.word_bits());
            let width = self.word(width);
            self.helpers.bv("bvmul", self.word_bits(), count, width)
        } else {
            mul(count, int(width))
        };
        if self.config.checks.tracks_blocks() {
            let size = self.further(bytes.clone(), width as i64);
            self.birth(at.clone(), size, false, span);
            self.shape(at, self.points.layout.argv_node, span);
        }
        for region in self.points.layout.arguments.clone() {
            if self.written_regions.contains(&region) && self.config.checks.deref {
                let map = self.map(region);
                let content = select(var(map.clone()), var(CELL));
                if self.config.cover
                    && let Some(given) = self.given_argument(var(CELL), content.clone())
                {
                    // Who runs the program wants to know what they are.
                    let given = quantifier(ast::QuantifierKind::Lambda, vec![variable(CELL, self.word_type())], given);
                    self.modify(&map.as_str().into());
                    self.push(assign(map, given), span);
                    continue;
                }
                let known = self.argument(var(CELL), content.clone());
                let all = forall(vec![variable(CELL, self.word_type())], known);
                self.push(assume(vec![], triggered(all, vec![content])), span);
            }
        }
    }

    /// Whether the block of the program's arguments, whose size is kept, lies in a region.
    pub(super) fn holds_arguments(&self, region: RegionId) -> bool {
        let layout = &self.points.layout;
        let is_kept = self.program.arguments().is_some() && self.config.checks.tracks_blocks();
        is_kept && layout.argv_node.is_some_and(|node| layout.node_regions[node].contains(&region))
    }

    /// Whether a place is in the block of the program's arguments, which are there from the start.
    pub(super) fn is_of_arguments(&mut self, at: ast::Expr) -> ast::Expr {
        let start = self.fixed_address("addr.argv".to_string(), self.argv_block);
        let end = self.plus(start.clone(), select(var("$size"), start.clone()));
        and(self.at_most(start, at.clone()), self.below(at, end))
    }

    /// Where the string begins whose pointer is so far from the start of the arguments: strings are apart, however long they are.
    /// `None`: somebody looks at addresses, so it begins anywhere, or there is no room.
    fn argument_string(&mut self, from: ast::Expr) -> Option<ast::Expr> {
        if self.config.cover && !self.is_bits() && self.word_bits() == 64 && (self.loose || self.tight) {
            // For coverage, some executions do as well as all.
            self.restricted = true;
            let (above, apart) = (self.word(self.above()), if self.tight { BITS_APART } else { NUMBERS_APART });
            return Some(add(above, mul(from, int(BigInt::from(1) << apart))));
        }
        if self.loose || self.tight && !self.is_bits() {
            return None;
        }
        let above = self.word(self.above());
        if !self.is_bits() {
            return Some(add(above, mul(from, int(BigInt::from(1) << NUMBERS_APART))));
        }
        let is_wide = self.word_bits() == 64;
        is_wide.then(|| {
            let apart = self.word(BigInt::from(1) << BITS_APART);
            let shift = self.helpers.bv("bvmul", self.word_bits(), from, apart);
            self.plus(above, shift)
        })
    }

    /// Of a cell among the program's arguments: whether it holds a pointer to a string, where the pointers end, and where that string begins,
    /// as [`Emit::argument_string`] has it.
    fn argument_at(&mut self, at: ast::Expr) -> (ast::Expr, ast::Expr, Option<ast::Expr>) {
        let start = self.fixed_address("addr.argv".to_string(), self.argv_block);
        let size = select(var("$size"), start.clone());
        let length = self.further(size, -(self.types.ptr_size() as i64));
        let end = self.plus(start.clone(), length);
        let inside = and(self.at_most(start.clone(), at.clone()), self.below(at.clone(), end.clone()));
        let from = self.minus(at, start);
        (inside, end, self.argument_string(from))
    }

    /// What is known of a pointer among the program's arguments that the program did not write.
    pub(super) fn argument(&mut self, at: ast::Expr, content: ast::Expr) -> ast::Expr {
        let (inside, end, string) = self.argument_at(at.clone());
        let string = match string {
            Some(string) => eq(content.clone(), string),
            None => self.is_foreign(content.clone()),
        };
        let null = self.word(0);
        and(implies(inside, string), implies(eq(at, end), eq(content, null)))
    }

    /// The content of a cell: of those of the arguments, what it is at first. `None`: there, many may be.
    fn given_argument(&mut self, at: ast::Expr, content: ast::Expr) -> Option<ast::Expr> {
        let (inside, end, string) = self.argument_at(at.clone());
        Some(ite(inside, string?, ite(eq(at, end), self.word(0), content)))
    }
}

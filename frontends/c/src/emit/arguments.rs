//! The arguments of `main`: a block of pointers to strings from outside.

use std::collections::BTreeSet;

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::{CmpOp, SiteId};
use crate::points::{RegionId, RegionKind};
use crate::types::Scalar;

use super::Emit;
use super::blocks::CELL;

/// In a word of 64 bits, the strings of the program's arguments are apart by two to this, times the bytes between their pointers.
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
        if self.word_bits() == 32 {
            // The pointers have the place of a block.
            let most = self.number((1 << (self.stride_bits - 1)) / width as i64 - 1, Scalar::Int(ty));
            let fits = self.compare(CmpOp::Le, count.clone(), most, Scalar::Int(ty));
            self.push(assume(vec![], fits), span);
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
        for (texts, region) in self.kept_texts() {
            let map = self.map(region);
            self.modify(&texts.as_str().into());
            self.push(assign(texts, var(map)), span);
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
                let known = all(self.argument(&var(CELL), &content));
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
            let (above, apart) = (self.word(self.above()), if self.tight { BITS_APART } else { self.numbers_apart() });
            return Some(add(above, mul(from, int(BigInt::from(1) << apart))));
        }
        if self.loose || self.tight && !self.is_bits() {
            return None;
        }
        let above = self.word(self.above());
        if !self.is_bits() {
            return Some(add(above, mul(from, int(BigInt::from(1) << self.numbers_apart()))));
        }
        let is_wide = self.word_bits() == 64;
        is_wide.then(|| {
            let apart = self.word(BigInt::from(1) << BITS_APART);
            let shift = self.helpers.bv("bvmul", self.word_bits(), from, apart);
            self.plus(above, shift)
        })
    }

    /// As numbers, each string has the room of a block: they are apart by two to this, times the bytes between their pointers.
    fn numbers_apart(&self) -> u32 {
        self.stride_bits - self.types.ptr_size().trailing_zeros()
    }

    /// Whether it is known where the strings of the arguments end: as for blocks, under the start of each is its size.
    pub(super) fn can_end_arguments(&self) -> bool {
        let layout = &self.points.layout;
        let mut regions = layout.argument_texts.iter().flat_map(|node| layout.all_regions(*node));
        let is_of_bytes = |region: RegionId| match layout.regions[region.0 as usize].kind {
            RegionKind::Bytes => true,
            RegionKind::Cell(Scalar::Int(ty)) => ty.bits == 8,
            _ => false,
        };
        let checks = self.config.checks;
        let are_read = checks.ends && checks.tracks_blocks() && !layout.argument_texts.is_empty();
        let are_numbers = !self.is_bits() && !self.loose && !self.tight;
        are_read && are_numbers && !self.config.cover && regions.all(is_of_bytes)
    }

    /// The maps that strings of the arguments are in.
    fn text_regions(&self) -> BTreeSet<RegionId> {
        let layout = &self.points.layout;
        let texts = layout.argument_texts.iter().filter(|_| self.arguments_end);
        texts.flat_map(|node| layout.all_regions(*node)).collect()
    }

    /// The maps that the program writes among them, and the names under which they are kept as they are at first.
    pub(super) fn kept_texts(&self) -> Vec<(String, RegionId)> {
        let written = self.text_regions().into_iter().filter(|region| self.written_regions.contains(region));
        written.map(|region| (self.kept_text(region), region)).collect()
    }

    fn kept_text(&self, region: RegionId) -> String {
        format!("$given.{}", self.region_names[region.0 as usize])
    }

    /// Of the start of a string: `1 <= $size[s] <= limit`, `M[s + $size[s] - 1] == 0`. Which map it is in, if there are several, does
    /// not matter: nobody reads it in the others.
    fn text_ends(&mut self, string: ast::Expr) -> Vec<ast::Expr> {
        let size = select(var("$size"), string.clone());
        let (one, limit) = (self.word(1), self.word(self.limit()));
        let mut known = vec![and(self.at_most(one, size.clone()), self.at_most(size.clone(), limit))];
        let end = self.plus(string, size);
        for region in self.text_regions() {
            let is_kept = self.written_regions.contains(&region);
            let map = if is_kept { self.kept_text(region) } else { self.map(region) };
            let last = self.further(end.clone(), -1);
            known.push(eq(select(var(map), last), self.zero_of(region)));
        }
        known
    }

    /// Whether a pointer is to memory that somebody else hands over: it lies beyond the strings of the arguments, if these end.
    pub(super) fn is_handed_over(&mut self, e: ast::Expr) -> ast::Expr {
        let beyond = self.word(self.above() * if self.arguments_end { 2 } else { 1 });
        self.at_most(beyond, e)
    }

    /// Whether a site may access a string of the arguments whose end is known. Where memory is handed over, that is taken for granted, and
    /// what is an argument is known by where pointers lead.
    fn may_be_argument(&self, site: SiteId) -> bool {
        let texts = &self.points.layout.argument_texts;
        let leads_there = || self.node_of(site).is_some_and(|node| texts.contains(&node));
        self.arguments_end && (!self.is_handed_memory || leads_there())
    }

    /// Whether an address is of memory that somebody else hands over, of which nothing is known. `None`: there is no such memory.
    pub(super) fn is_unknown_memory(&mut self, at: &ast::Expr) -> Option<ast::Expr> {
        self.is_handed_memory.then(|| self.is_handed_over(at.clone()))
    }

    /// Whether an access is to memory from outside; to a string of the arguments, it is within it. `None`: there is none.
    pub(super) fn is_there_outside(&mut self, at: &ast::Expr, bytes: ast::Expr, site: SiteId) -> Option<ast::Expr> {
        if !self.may_be_argument(site) {
            return self.foreign.then(|| self.is_foreign(at.clone()));
        }
        self.reads_arguments = true;
        let unknown = self.is_unknown_memory(at);
        let start = self.room_of(at.clone());
        let from = self.minus(at.clone(), start.clone());
        let within = and(self.is_foreign(at.clone()), le(add(from, bytes), select(var("$size"), start)));
        Some(unknown.into_iter().fold(within, |within, unknown| or(unknown, within)))
    }

    /// Whether a text at a site may be a string of the arguments whose end the program has overwritten.
    pub(super) fn may_have_lost_its_end(&self, site: SiteId, region: RegionId) -> bool {
        self.may_be_argument(site) && self.written_regions.contains(&region)
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

    /// What is known of a pointer among the program's arguments that the program did not write, one thing after the other: who runs
    /// the program gives a value to what is named first.
    pub(super) fn argument(&mut self, at: &ast::Expr, content: &ast::Expr) -> Vec<ast::Expr> {
        let (inside, end, string) = self.argument_at(at.clone());
        let string = match string {
            Some(string) => eq(content.clone(), string),
            None => self.is_foreign(content.clone()),
        };
        let null = self.word(0);
        let begins = and(implies(inside.clone(), string), implies(eq(at.clone(), end), eq(content.clone(), null)));
        let ends = if self.arguments_end { self.text_ends(content.clone()) } else { vec![] };
        std::iter::once(begins).chain(ends.into_iter().map(|known| implies(inside.clone(), known))).collect()
    }

    /// The content of a cell: of those of the arguments, what it is at first. `None`: there, many may be.
    fn given_argument(&mut self, at: ast::Expr, content: ast::Expr) -> Option<ast::Expr> {
        let (inside, end, string) = self.argument_at(at.clone());
        Some(ite(inside, string?, ite(eq(at, end), self.word(0), content)))
    }
}

//! Strings that are read as a whole: that they end within their block is one condition, which costs no loop.
//!
//! ```text
//! printf("%s", s)   →   assert (exists a :: s <= a && a < end of the block && M[a] == 0 && set(a));
//! ```

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;

use crate::cir::*;

use super::Emit;
use super::blocks::CELL;

impl Emit<'_> {
    /// There is a zero before the end of the block, or so many units.
    pub(super) fn read_text(&mut self, (ptr, most): (&Expr, Option<&Expr>), site: SiteId, is_access: bool, span: Span) {
        let at = self.value(ptr).e;
        let most = most.map(|most| self.value(most).e);
        let width = self.types.scalar_size(self.program.sites[site.index()].scalar) as i64;
        let zero = self.word(0);
        let some = most.clone().map(|most| neq(most, zero));
        self.guards.extend(some.clone());
        let size = self.word(width);
        self.check_access(&at, ptr, site, size, false, span);
        if (self.config.checks.ends || is_access) && (self.config.checks.deref || self.config.checks.bounds) {
            self.check_end(ptr, &at, (most, width), site, span);
        }
        if some.is_some() {
            self.guards.pop();
        }
    }

    fn check_end(
        &mut self,
        ptr: &Expr,
        at: &ast::Expr,
        (most, width): (Option<ast::Expr>, i64),
        site: SiteId,
        span: Span,
    ) {
        let Some(region) = self.points.layout.site_region[site.index()] else { return };
        let map = self.map(region);
        let base = self.base_of(at.clone());
        let size = select(var("$size"), base.clone());
        let end = self.plus(base.clone(), size);
        self.reads_texts = true;
        // Of wide characters, the number: the bounds stand alone, so that all that matter can be tried.
        let (inside, here) = if width == 1 {
            (and(self.at_most(at.clone(), var(CELL)), self.below(var(CELL), end.clone())), var(CELL))
        } else {
            let (zero, room) = (self.word(0), self.minus(end.clone(), at.clone()));
            let count = self.divided(room, width);
            let step = self.times(var(CELL), width);
            (and(self.at_most(zero, var(CELL)), self.below(var(CELL), count)), self.plus(at.clone(), step))
        };
        let mut is_zero = eq(select(var(map), here.clone()), self.zero_of(region));
        // A zero that nobody wrote is there by chance.
        if let Some(shadow) = self.shadow(region) {
            is_zero = and(is_zero, self.is_set((region, &shadow), here.clone()));
        }
        // A zero beyond the member that the text stands in ends another text.
        let (first, unit) = (self.minus(here.clone(), at.clone()), self.word(width));
        let bytes = self.plus(first, unit);
        if let Some(stays) = self.within_parts(at, &bytes, site) {
            // What lies outside of the program is no member of its records.
            let stays = if self.foreign { or(self.is_foreign(at.clone()), stays) } else { stays };
            is_zero = and(is_zero, stays);
        }
        let ends = exists(vec![variable(CELL, self.word_type())], and(inside, is_zero));
        let mut valid = ends;
        if let Some(most) = most {
            let room = self.minus(end, at.clone());
            let bytes = if width == 1 { most } else { self.times(most, width) };
            valid = or(self.at_most(bytes, room), valid);
        }
        if self.foreign {
            let unknown = match self.may_have_lost_its_end(site, region) {
                true => self.is_unknown_memory(at),
                false => Some(self.is_foreign(at.clone())),
            };
            valid = unknown.into_iter().fold(valid, |valid, unknown| or(unknown, valid));
        }
        if !self.config.checks.deref {
            valid = implies(select(var("$live"), base), valid);
        }
        self.check(valid, "invalid read: of a string that does not end within its block", span);
        self.about(ptr, at.clone());
    }

    fn divided(&mut self, e: ast::Expr, by: i64) -> ast::Expr {
        let divisor = self.word(by);
        if self.is_bits() { self.helpers.bv("bvudiv", self.word_bits(), e, divisor) } else { div(e, divisor) }
    }

    fn times(&mut self, e: ast::Expr, by: i64) -> ast::Expr {
        let factor = self.word(by);
        if self.is_bits() { self.helpers.bv("bvmul", self.word_bits(), e, factor) } else { mul(e, factor) }
    }
}

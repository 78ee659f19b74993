//! Data races of bit-fields: those that stand side by side are one memory location (C11 3.14), though each has a place of its own.
//!
//! ```text
//! s.b = 1;   →   $location[address of the first bit-field beside s.b] := true; M.s.b[…] := 1;
//! x = s.a;   →   assume $location[…]; x := M.s.a[…];
//! ```
//!
//! What the map holds is true everywhere.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;

use crate::cir::*;

use super::Emit;

/// The memory locations of bit-fields, by their start.
pub(super) const LOCATION: &str = "$location";

impl Emit<'_> {
    /// Whether bit-fields are looked at.
    pub(super) fn watches_locations(&self) -> bool {
        self.config.checks.race && self.threads && self.program.sites.iter().any(|site| site.bits.is_some())
    }

    pub(super) fn init_locations(&mut self) {
        if self.watches_locations() {
            let all = self.helpers.constant_map(self.word_type(), bool_type(), boolean(true));
            self.push(assign(LOCATION, all), Span::NONE);
            self.modify(&LOCATION.into());
        }
    }

    fn location(&mut self, at: &ast::Expr, site: SiteId) -> Option<ast::Expr> {
        let bits = self.program.sites[site.index()].bits?;
        let is_looked_at = self.current.0 != crate::points::INIT && self.watches_locations();
        is_looked_at.then(|| self.further(at.clone(), -i64::from(bits.back)))
    }

    /// A bit-field is about to be read.
    pub(super) fn look_at_location(&mut self, at: &ast::Expr, site: SiteId, span: Span) {
        if let Some(location) = self.location(at, site) {
            let looked = self.guarded(select(var(LOCATION), location));
            self.push(assume(vec![], looked), span);
        }
    }

    /// A bit-field is about to be written.
    pub(super) fn write_location(&mut self, at: &ast::Expr, site: SiteId, span: Span) {
        if let Some(location) = self.location(at, site) {
            self.modify(&LOCATION.into());
            self.push(assign_at(LOCATION, location, boolean(true)), span);
        }
    }
}

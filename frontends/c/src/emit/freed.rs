//! Data races of `free` with accesses to the block: as if both accessed one place of it.
//!
//! ```text
//! x = p->data; free(p);   →   assume !$freed[base of p]; x := M[p + 8]; $freed[p] := true;
//! ```
//!
//! Where it is checked that accesses are to live blocks, `$live` is such a place already.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;

use crate::cir::*;
use crate::config::Config;

use super::Emit;

/// The blocks that are freed, by their start.
pub(super) const FREED: &str = "$freed";

/// Whether the program needs the map.
pub(super) fn are_watched(program: &Program, config: &Config) -> bool {
    let checks = config.checks;
    checks.race && !checks.deref && !checks.bounds && program.funcs.iter().any(Func::is_thread) && frees(program)
}

/// Whether something is freed, and it is checked what functions are given.
pub(super) fn are_given(program: &Program, config: &Config) -> bool {
    config.environment.is_some() && config.checks.deref && frees(program)
}

fn frees(program: &Program) -> bool {
    let frees = |stmt: &Stmt| {
        matches!(stmt.kind, StmtKind::Library(Library::Free { checked: true, .. } | Library::Realloc { .. }))
    };
    program.funcs.iter().flat_map(|func| func.body.iter().flatten()).any(frees)
}

impl Emit<'_> {
    /// A function of which nothing is known is given no freed block: it would read it.
    pub(super) fn check_given(&mut self, ptr: &Expr, span: Span) {
        if !self.gives_freed {
            return;
        }
        let at = self.value(ptr).e;
        let base = self.base_of(at.clone());
        let null = eq(at.clone(), self.word(0));
        let mut valid = or(null, select(var("$live"), base));
        if self.foreign {
            valid = or(self.is_foreign(at.clone()), valid);
        }
        self.check(valid, "invalid argument: not within a live block", span);
        self.annotate(attr("access", vec![]));
        self.about(ptr, at);
    }

    /// Nothing is freed at the start.
    pub(super) fn init_freed(&mut self) {
        if self.watches_freed {
            let nothing = self.helpers.nowhere(self.word_type());
            self.push(assign(FREED, nothing), Span::NONE);
            self.modify(&FREED.into());
        }
    }

    /// Where it stands whether the block is freed that an address lies in, or starts at where it has no site.
    fn mark_of(&mut self, at: &ast::Expr, site: Option<SiteId>) -> ast::Expr {
        // Blocks lie anywhere in rooms of their own, and nobody keeps where they start: their rooms stand for them.
        if self.loose && !self.config.checks.tracks_blocks() {
            let shifted = self.shifted(at.clone());
            return self.room_of(shifted);
        }
        site.map_or_else(|| at.clone(), |site| self.start_of(at, site).1)
    }

    /// What is accessed is not freed, which is taken for granted, and looked at.
    pub(super) fn assume_not_freed(&mut self, at: &ast::Expr, site: SiteId, span: Span) {
        if !self.watches_freed {
            return;
        }
        let block = self.mark_of(at, Some(site));
        let lives = self.guarded(not(select(var(FREED), block)));
        self.push(assume(vec![], lives), span);
    }

    /// A block is freed, or is allocated where a freed one was.
    pub(super) fn mark_freed(&mut self, at: &ast::Expr, is_freed: bool, span: Span) {
        if !self.watches_freed {
            return;
        }
        self.modify(&FREED.into());
        let block = self.mark_of(at, None);
        let mark = assign_at(FREED, block, boolean(is_freed)).at(span);
        let zero = self.word(0);
        self.push(if_stmt(ast::Guard::Expr(neq(at.clone(), zero)), vec![mark], vec![]), span);
    }
}

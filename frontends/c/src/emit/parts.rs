//! Whether accesses through pointers to arrays that are members of records stay within these. That accesses through
//! pointers to other members do so is known beforehand.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;

use crate::cir::*;
use crate::points::Way;

use super::Emit;

/// By the start of a block: its node of the points-to analysis, where more than one matters.
pub(super) const SHAPE: &str = "$shape";

impl Emit<'_> {
    pub(super) fn node_of(&self, site: SiteId) -> Option<usize> {
        self.points.layout.site_node[site.index()].map(|(node, _)| node)
    }

    /// A block has been allocated whose node is known.
    pub(super) fn shape(&mut self, at: ast::Expr, node: Option<usize>, span: Span) {
        if let Some(node) = node
            && self.config.checks.tracks_blocks()
            && self.points.layout.has_shapes
        {
            self.modify(&SHAPE.into());
            self.push(assign_at(SHAPE, at, int(node)), span);
        }
    }

    /// The same as [`Emit::within_parts`] for a place in a named block, which tells.
    pub(super) fn is_within_part(&self, obj: ObjId, from: i64, width: i64, site: SiteId) -> bool {
        let layout = &self.points.layout;
        let Some(node) = self.node_of(site).filter(|node| layout.is_part(*node)) else { return true };
        let mut ways = layout.ways[node].iter().filter(|way| layout.obj_node[obj.index()] == Some(way.root));
        ways.any(|way| {
            let mut at = from + way.start;
            way.steps.iter().zip(layout.rooms(way)).all(|((whole, part), length)| {
                let period = layout.periods[*whole];
                at = if period > 0 { at.rem_euclid(period) } else { at } - part.offset;
                let stays = !part.array || 0 <= at && length.is_none_or(|length| at + width <= length);
                at += part.start;
                stays
            })
        })
    }

    /// Whether an access stays within the part that its pointer was made for; `None`: it is none of a part.
    pub(super) fn within_parts(&mut self, at: &ast::Expr, bytes: &ast::Expr, site: SiteId) -> Option<ast::Expr> {
        let layout = &self.points.layout;
        let node = self.node_of(site).filter(|node| layout.is_part(*node))?;
        let (ways, has_shapes) = (layout.ways[node].clone(), layout.ways[node].len() > 1);
        let base = self.base_of(at.clone());
        let mut found = vec![];
        for way in ways {
            let mut conditions = vec![];
            if has_shapes {
                conditions.push(eq(select(var(SHAPE), base.clone()), int(way.root)));
            }
            self.along(&way, at, &base, bytes, &mut conditions);
            found.push(all(conditions));
        }
        found.into_iter().reduce(or)
    }

    /// The conditions under which an access stays within the last part of a way.
    fn along(
        &mut self,
        way: &Way,
        at: &ast::Expr,
        base: &ast::Expr,
        bytes: &ast::Expr,
        conditions: &mut Vec<ast::Expr>,
    ) {
        let mut here = self.minus(at.clone(), base.clone());
        // What is to be added to it.
        let mut distance = way.start;
        for ((whole, part), length) in way.steps.iter().zip(self.points.layout.rooms(way)) {
            let period = self.points.layout.periods[*whole];
            if period > 0 {
                let within = self.further(here, distance);
                here = self.remainder(within, period);
                distance = 0;
            }
            distance -= part.offset;
            if !part.array {
                distance += part.start;
                continue;
            }
            // 0 <= here + distance, here + distance + bytes <= length
            let first = self.further(here.clone(), distance);
            let (least, most) = (self.word(0), length.map(|length| self.word(length)));
            match most {
                Some(most) if self.is_bits() => {
                    let rest = self.minus(most.clone(), first.clone());
                    conditions.extend([self.at_most(first, most), self.at_most(bytes.clone(), rest)]);
                }
                Some(most) => conditions.extend([le(least, first.clone()), le(add(first, bytes.clone()), most)]),
                None if self.is_bits() => {
                    let offset = self.word(-distance.min(0));
                    conditions.push(self.at_most(offset, here.clone()));
                }
                None => conditions.push(le(least, first)),
            }
            distance += part.start;
        }
    }

    fn remainder(&mut self, at: ast::Expr, period: i64) -> ast::Expr {
        let by = self.word(period);
        if self.is_bits() { self.helpers.bv("bvurem", self.word_bits(), at, by) } else { modulo(at, by) }
    }
}

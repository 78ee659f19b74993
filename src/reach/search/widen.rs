//! Growth that no path asked for. A round that inlines the calls of one path costs a query, and where many paths lead
//! to violations, there are many rounds: what queries have cost so far, further calls may cost that are inlined along,
//! those that may fail first; and they may bring as many further calls as the paths have. So a search costs at most twice of
//! what its rounds cost, and where everything within the bound is less than that, it soon is a single query.

use super::Search;
use crate::base::ids::ProcId;
use crate::reach::node::SiteId;
use crate::verdict::Why;

/// Calls that are inlined before somebody looks at what they cost.
const BATCH: usize = 32;
/// Resource units that queries take before anything is inlined along.
const CHEAP: u64 = 500_000;
/// Call sites that may be brought along in any case.
const FEW: usize = 1_000;

impl Search<'_, '_> {
    /// Inlines open calls within the bound for as many units as queries have cost.
    pub(super) fn widen(&mut self) -> Result<(), Why> {
        if !self.widens {
            return Ok(());
        }
        let mut spent = self.tree.session().settle();
        while spent.saturating_sub(2 * self.widened) > CHEAP && self.tree.sites.len() + FEW >= 2 * self.widened_by {
            let before = self.tree.sites.len();
            let wanted = self.next_calls();
            if wanted.is_empty() {
                break;
            }
            self.inline(&wanted)?;
            let now = self.tree.session().settle();
            self.widened += now - spent;
            self.widened_by += self.tree.sites.len() - before;
            spent = now;
        }
        Ok(())
    }

    /// Calls within the bound, in the order in which they were met; where some may fail, those.
    fn next_calls(&self) -> Vec<SiteId> {
        let sites = &self.tree.sites;
        let within = |&site: &SiteId| sites[site.0].cost <= self.bound;
        let may_fail = |callee: ProcId| self.tree.liveness.modified(callee).contains(&self.error);
        let failing = self.tree.open.iter().copied().filter(within).filter(|s| may_fail(sites[s.0].callee));
        let failing: Vec<SiteId> = failing.take(BATCH).collect();
        match failing.is_empty() {
            true => self.tree.open.iter().copied().filter(within).take(BATCH).collect(),
            false => failing,
        }
    }
}

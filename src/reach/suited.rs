//! What suits a program: how a search goes about it where the user leaves that open.
//!
//! | state | arrays | evaluated ahead | calls that no path asked for | summaries in mid-search | bounds | slices |
//! |--|--|--|--|--|--|--|
//! | few maps, or maps that are compared or hold maps | exact | [`AHEAD`] clauses | stay open | are inferred | one after another | once the search has taken long, of what may fail |
//! | plain maps in a heap that is declared | by need | the same | the same | the same | by turns, each by itself | the same |
//! | many plain maps else: the memory of drivers | by need | nothing | are inlined along | are not | by turns | at first, of the typestate |
//!
//! Where the state is in maps, the solver spends its time on stores: `benches/settings.tsv` compares its settings. Of a heap that
//! is declared ([`crate::cfg::heap`]) evaluation knows the addresses, so constants decide much. Elsewhere they decide few
//! branches, and what procedures say of globals alone seldom helps.

use super::config::{AHEAD, Config};
use crate::cfg::heap::declares_heap;
use crate::cfg::maps::maps;
use crate::cfg::relevance::Follow;
use crate::ir::{Program, Type};
use crate::smt::{Arrays, Settings};

/// Resource units of a search that a slice may spare most of.
const SOON: u64 = 100_000;

/// How a search goes through bounds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bounds {
    /// One after another: what was inlined for one stays.
    Deepening,
    /// They have turns ([`super::turns`]): deepening first, then those behind where that stalls, each by itself.
    ByTurns,
    /// They have turns, and each is searched by itself: more is evaluated ahead.
    Apart,
}

/// How a search goes about a program.
pub struct Suited {
    pub solver: Settings,
    /// Calls are evaluated where they are met until there are that many clauses.
    pub ahead: usize,
    /// Whether calls are inlined that no path asked for.
    pub widens: bool,
    /// Whether summaries are inferred in mid-search.
    pub learns: bool,
    pub bounds: Bounds,
    /// How far slices follow values.
    pub follow: Follow,
    /// Resource units that the search takes before it looks at a slice.
    pub scouts_after: u64,
}

/// The way to go about this program.
pub fn suited(config: &Config, program: &Program) -> Suited {
    let maps = maps(program);
    let has_heap = declares_heap(program);
    let arrays = config.solver.arrays.unwrap_or(match maps.are_plain && (maps.are_many() || has_heap) {
        true => Arrays::ByNeed,
        false => Arrays::Exact,
    });
    let by_need = arrays == Arrays::ByNeed;
    let is_unknown = by_need && !has_heap;
    let solver = if by_need && has_heap { config.solver.of_heap() } else { config.solver.clone() };
    let solver = if by_need && has_bits(program) { solver.of_bits() } else { solver };
    Suited {
        solver: Settings { arrays: Some(arrays), ..solver },
        ahead: config.ahead.unwrap_or(if is_unknown { 0 } else { AHEAD }),
        widens: is_unknown,
        learns: !is_unknown,
        bounds: match (by_need, has_heap) {
            (true, true) => Bounds::Apart,
            (true, false) => Bounds::ByTurns,
            (false, _) => Bounds::Deepening,
        },
        follow: if is_unknown { Follow::Acting } else { Follow::Failing },
        scouts_after: if is_unknown { SOON.min(config.long) } else { config.long },
    }
}

/// Whether variables are bit-vectors.
fn has_bits(program: &Program) -> bool {
    program.vars.iter().any(|var| matches!(program.types.get(var.ty), Type::Bv(_)))
}

//! What suits a program: how a search goes about it where the user leaves that open.
//!
//! | state | arrays | evaluated ahead | calls that no path asked for | summaries in mid-search | bounds | slices |
//! |--|--|--|--|--|--|--|
//! | few maps, or maps that are compared or hold maps; a heap that is declared | exact | [`AHEAD`] clauses | stay open | are inferred | one after another | once the search has taken long, of what may fail |
//! | many plain maps: the memory of drivers | by need | nothing | are inlined along | are not | by turns | at first, of the typestate |
//!
//! Of a heap that is declared ([`crate::cfg::heap`]) evaluation knows the addresses, so constants decide much. Where else the
//! state is in maps, constants decide few branches, what procedures say of globals alone seldom helps, and the
//! solver spends its time on stores. `benches/settings.tsv` compares the settings of the solver.

use super::config::{AHEAD, Config};
use crate::cfg::heap::role;
use crate::cfg::maps::maps;
use crate::cfg::relevance::Follow;
use crate::ir::Program;
use crate::smt::{Arrays, Settings};

/// Resource units of a search that a slice may spare most of.
const SOON: u64 = 100_000;

/// How a search goes about a program.
pub struct Suited {
    pub solver: Settings,
    /// Calls are evaluated where they are met until there are that many clauses.
    pub ahead: usize,
    /// Whether calls are inlined that no path asked for.
    pub widens: bool,
    /// Whether summaries are inferred in mid-search.
    pub learns: bool,
    /// Whether bounds have turns ([`super::turns`]).
    pub by_turns: bool,
    /// How far slices follow values.
    pub follow: Follow,
    /// Resource units that the search takes before it looks at a slice.
    pub scouts_after: u64,
}

/// The way to go about this program.
pub fn suited(config: &Config, program: &Program) -> Suited {
    let maps = maps(program);
    let arrays = match config.solver.arrays {
        Some(arrays) => arrays,
        None if maps.are_many() && maps.are_plain && !declares_heap(program) => Arrays::ByNeed,
        None => Arrays::Exact,
    };
    let by_need = arrays == Arrays::ByNeed;
    Suited {
        solver: Settings { arrays: Some(arrays), ..config.solver.clone() },
        ahead: config.ahead.unwrap_or(if by_need { 0 } else { AHEAD }),
        widens: by_need,
        learns: !by_need,
        by_turns: by_need,
        follow: if by_need { Follow::Acting } else { Follow::Failing },
        scouts_after: if by_need { SOON.min(config.long) } else { config.long },
    }
}

/// Whether a front end says which globals are its heap.
fn declares_heap(program: &Program) -> bool {
    program.vars.ids().any(|var| role(program, var).is_some())
}

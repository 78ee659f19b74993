//! Names that nothing has yet.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{Body, Name};

/// The names of one scope.
#[derive(Default)]
pub struct Names {
    taken: FxHashSet<Name>,
    /// The last number tried for a name, so that a thousand namesakes do not cost a million look-ups.
    last: FxHashMap<Name, u32>,
}

impl Names {
    pub fn of_blocks(body: &Body) -> Names {
        body.blocks.iter().map(|b| b.name.clone()).collect()
    }

    /// `wanted`, or `wanted_2`, `wanted_3`, … if that is taken.
    pub fn fresh(&mut self, wanted: &str) -> Name {
        let mut name: Name = wanted.into();
        if self.taken.insert(name.clone()) {
            return name;
        }
        let number = self.last.entry(name.clone()).or_insert(1);
        while !self.taken.insert(name.clone()) {
            *number += 1;
            name = format!("{wanted}_{number}").into();
        }
        name
    }
}

impl FromIterator<Name> for Names {
    fn from_iter<I: IntoIterator<Item = Name>>(names: I) -> Names {
        Names { taken: names.into_iter().collect(), last: FxHashMap::default() }
    }
}

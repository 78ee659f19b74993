//! Names that nothing has yet.

use rustc_hash::FxHashSet;

use crate::ir::{Body, Name};

/// The names of one scope.
#[derive(Default)]
pub struct Names(FxHashSet<Name>);

impl Names {
    pub fn of_blocks(body: &Body) -> Names {
        body.blocks.iter().map(|b| b.name.clone()).collect()
    }

    /// `wanted`, or `wanted_2`, `wanted_3`, … if that is taken.
    pub fn fresh(&mut self, wanted: &str) -> Name {
        let mut name: Name = wanted.into();
        let mut n = 1;
        while !self.0.insert(name.clone()) {
            n += 1;
            name = format!("{wanted}_{n}").into();
        }
        name
    }
}

impl FromIterator<Name> for Names {
    fn from_iter<I: IntoIterator<Item = Name>>(names: I) -> Names {
        Names(names.into_iter().collect())
    }
}

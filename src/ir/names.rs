//! Names that nothing has yet.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Body, Name, Program};
use crate::base::ids::VarId;

/// The names of one scope.
#[derive(Default)]
pub struct Names {
    taken: FxHashSet<Name>,
    /// The last number tried for a stem, so that a thousand namesakes do not cost a million look-ups.
    last: FxHashMap<Name, u32>,
}

impl Names {
    pub fn of_blocks(body: &Body) -> Names {
        body.blocks.iter().map(|b| b.name.clone()).collect()
    }

    pub fn of_procs(program: &Program) -> Names {
        program.procs.iter().map(|p| p.name.clone()).collect()
    }

    pub fn of_vars(program: &Program) -> Names {
        program.vars.iter().map(|v| v.name.clone()).collect()
    }

    /// `wanted`, or `wanted#1`, `wanted#2`, … if that is taken; for `x#1` that is `x#2`.
    pub fn fresh(&mut self, wanted: &str) -> Name {
        let wanted: Name = wanted.into();
        if self.taken.insert(wanted.clone()) {
            return wanted;
        }
        let stem: Name = stem(&wanted).into();
        let number = self.last.entry(stem.clone()).or_insert(0);
        loop {
            *number += 1;
            let name: Name = format!("{stem}#{number}").into();
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// The name is not `fresh`: something has it.
    pub fn take(&mut self, name: Name) {
        self.taken.insert(name);
    }

    /// Names that need no change when the program is printed, whatever else its procedures mention.
    pub fn unique(program: &mut Program) {
        let mut wide = Vec::new();
        let mut names = Names::default();
        for var in program.consts.iter().chain(&program.globals).copied() {
            let name = names.fresh(&valid(&program.vars[var].name));
            program.vars[var].name = name.clone();
            wide.push(name);
        }
        // Functions and procedures share a namespace.
        let mut callables = Names::default();
        for func in program.funcs.iter() {
            if func.kind.has_own_name() {
                callables.fresh(&valid(&func.name));
            }
        }
        for id in program.procs.ids() {
            let proc = &mut program.procs[id];
            proc.name = callables.fresh(&valid(&proc.name));
            let mut names: Names = wide.iter().cloned().collect();
            let own: Vec<VarId> = proc.ins.iter().chain(&proc.outs).copied().collect();
            if let Some(body) = &mut proc.body {
                let mut labels = Names::default();
                for block in body.blocks.iter_mut() {
                    block.name = labels.fresh(&valid(&block.name));
                }
            }
            let locals: Vec<VarId> = proc.body.iter().flat_map(|b| &b.locals).copied().collect();
            for var in own.into_iter().chain(locals) {
                program.vars[var].name = names.fresh(&valid(&program.vars[var].name));
            }
        }
    }

    /// Nothing has the name any more.
    pub fn release(&mut self, name: &Name) {
        self.taken.remove(name);
        self.last.remove(stem(name));
    }
}

/// A name that Boogie accepts.
fn valid(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_.$#".contains(c) { c } else { '_' };
    let text: String = name.chars().map(plain).collect();
    if text.starts_with(|c: char| c.is_ascii_digit() || c == '#') || text.is_empty() {
        format!("_{text}")
    } else {
        text
    }
}

impl FromIterator<Name> for Names {
    fn from_iter<I: IntoIterator<Item = Name>>(names: I) -> Names {
        Names { taken: names.into_iter().collect(), last: FxHashMap::default() }
    }
}

/// `x` of `x#12`.
fn stem(name: &str) -> &str {
    match name.rsplit_once('#') {
        Some((stem, digits))
            if !stem.is_empty() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) =>
        {
            stem
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_gets_a_number() {
        let mut names = Names::default();
        let made: Vec<String> = ["x", "x", "x#1", "#"].iter().map(|n| names.fresh(n).to_string()).collect();
        assert_eq!(made, ["x", "x#1", "x#2", "#"]);
        names.release(&"x#1".into());
        assert_eq!(&*names.fresh("x"), "x#1");
    }
}

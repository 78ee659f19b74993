//! The heap that a front end declares: which variables keep it. Nobody knows it by names.
//!
//! ```text
//! var {:heap "next"} n: int;            // where the next block of memory will lie
//! var {:heap "live"} l: [int]bool;      // which blocks live, by where they begin
//! ```

use crate::base::ids::{FuncId, VarId};
use crate::ir::{Attr, Program, Type, TypeTable, attributes_of, string_attribute};
use num_bigint::BigInt;

/// What a variable keeps of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The address of the next block.
    Next,
    /// Which blocks live.
    Live,
    /// How many bytes blocks have.
    Size,
    /// Which blocks an allocator gave.
    Dynamic,
    /// The number of blocks that are to be freed.
    Count,
    /// The contents of memory.
    Cells,
    /// Which blocks are freed, where that is looked at as an access.
    Freed,
    /// Where bit-fields stand side by side.
    BitFields,
    /// What else is kept about blocks and cells.
    About,
}

impl Role {
    fn named(name: &str) -> Option<Role> {
        Some(match name {
            "next" => Role::Next,
            "live" => Role::Live,
            "size" => Role::Size,
            "dynamic" => Role::Dynamic,
            "count" => Role::Count,
            "cells" => Role::Cells,
            "freed" => Role::Freed,
            "bit-fields" => Role::BitFields,
            "about" => Role::About,
            _ => return None,
        })
    }
}

/// Whether a front end says which globals are its heap.
pub fn declares_heap(program: &Program) -> bool {
    program.vars.ids().any(|var| role(program, var).is_some())
}

/// What a variable is declared to keep, if its type is fit for that.
pub fn role(program: &Program, var: VarId) -> Option<Role> {
    let declared = &program.vars[var];
    let role = Role::named(string_attribute(&declared.attrs, Attr::Heap)?)?;
    let by_address = match program.types.get(declared.ty) {
        Type::Map { binders: 0, args, result } if args.len() == 1 => Some(*result),
        _ => None,
    };
    let fits = match role {
        Role::Next => by_address.is_none(),
        Role::Count => declared.ty == TypeTable::INT,
        Role::Live | Role::Dynamic | Role::Freed | Role::BitFields => by_address == Some(TypeTable::BOOL),
        Role::Size | Role::Cells => by_address.is_some(),
        Role::About => true,
    };
    fits.then_some(role)
}

/// Whether a variable is about the heap and none of the program's own: no part of memory's contents.
pub fn is_bookkeeping(program: &Program, var: VarId) -> bool {
    role(program, var).is_some_and(|role| role != Role::Cells)
}

/// The variables that keep what there is one of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heap {
    pub next: Option<VarId>,
    pub live: Option<VarId>,
    pub size: Option<VarId>,
    pub dynamic: Option<VarId>,
    pub count: Option<VarId>,
}

impl Heap {
    /// The heap that these variables keep; the first of each role counts.
    pub fn of(program: &Program, vars: &[VarId]) -> Heap {
        let mut heap = Heap::default();
        for &var in vars {
            let place = match role(program, var) {
                Some(Role::Next) => &mut heap.next,
                Some(Role::Live) => &mut heap.live,
                Some(Role::Size) => &mut heap.size,
                Some(Role::Dynamic) => &mut heap.dynamic,
                Some(Role::Count) => &mut heap.count,
                Some(Role::Freed | Role::BitFields | Role::Cells | Role::About) | None => continue,
            };
            place.get_or_insert(var);
        }
        heap
    }
}

/// `{:range low, high}`: what a function's values are meant to lie between. Nobody vouches for it.
pub fn range(program: &Program, func: FuncId) -> Option<(BigInt, BigInt)> {
    let range = attributes_of(&program.funcs[func].attrs, Attr::Range).next()?;
    let bound = |i| program.exprs.literal(range.expr(i)?);
    Some((bound(0)?, bound(1)?))
}

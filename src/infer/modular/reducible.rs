//! Loops that are entered beside their header get copies of their members for that, until each has one entry.
//!
//! ```text
//! A: goto H, S;                          A: goto H, S#1;
//! H: …; goto S;                    →     H: …; goto S;          S#1: …; goto H, E;
//! S: …; goto H, E;                       S: …; goto H, E;
//! ```
//!
//! The copy has no header: its way into the loop is an entry of the loop like any other. What is left of cycles in it
//! are smaller loops, which are treated the same. (Node splitting: J. Janssen, H. Corporaal, Making Graphs Reducible
//! with Controlled Node Splitting, TOPLAS 1997.)

use rustc_hash::FxHashSet;

use crate::base::ids::BlockId;
use crate::cfg::loops::loops;
use crate::ir::build::{BlockNames, Renaming, copy_region, redirect};
use crate::ir::{Body, Program};

pub fn split_side_entries(program: &mut Program, body: &mut Body) {
    let mut names = BlockNames::of(body);
    // Outer loops first: the copies contain copies of the inner ones.
    while let Some(l) = loops(body).into_iter().rev().find(|l| !l.side_entries.is_empty()) {
        let inside: FxHashSet<BlockId> = l.members.iter().copied().collect();
        let outside: Vec<BlockId> = body.blocks.ids().filter(|b| !inside.contains(b)).collect();
        let without_header: Vec<BlockId> = l.members.iter().copied().filter(|&m| m != l.header).collect();
        let copies = copy_region(program, body, &without_header, &Renaming::default(), &mut names);
        for block in outside {
            redirect(body, block, &copies);
        }
        super::drop_unreachable(body);
    }
}

//! Two loops that run in turns.
//!
//! ```text
//! F: …; goto B, S;   B: …; goto F;        F: …; goto B, S#1;     B: …; goto S;
//! S: …; goto C, E;   C: …; goto S;   →    S: …; goto C, F#1;     C: …; goto F;
//! E: …                                    S#1: …; goto C#1, E;   C#1: …; goto S#1;   (the first loop has ended)
//!                                         F#1: …; goto B#1, E;   B#1: …; goto F#1;   (the second loop has ended)
//! ```
//!
//! One iteration of the first loop and one of the second are one of the product; when one loop ends, the other goes on
//! alone. The product does what the loops do one after the other if neither assigns what the other mentions.

use rustc_hash::FxHashMap;

use super::region::{Loop, copy_region, redirect};
use super::rename::Renaming;
use crate::base::ids::BlockId;
use crate::ir::{Body, Names, Program};

/// Runs two loops, of which the first leaves for the header of the second alone and the second for one block alone, in
/// lock step. Returns the headers of the first and of the second loop alone; `None`, and nothing is changed, if they do
/// not follow each other like that.
pub fn lock_step(
    program: &mut Program,
    body: &mut Body,
    first: Loop,
    second: Loop,
    names: &mut Names,
) -> Option<(BlockId, BlockId)> {
    let [end] = exits(body, second)[..] else { return None };
    if exits(body, first)[..] != [second.header] || first.members.contains(&end) {
        return None;
    }
    let plain = Renaming::default();
    let first_alone = copy_region(program, body, first.members, &plain, names);
    let second_alone = copy_region(program, body, second.members, &plain, names);
    for &copy in first_alone.values() {
        redirect(body, copy, &FxHashMap::from_iter([(second.header, end)]));
    }
    for &member in first.members {
        // Its end leaves the second alone; its back edges pass on to the second.
        let to = [(second.header, second_alone[&second.header]), (first.header, second.header)];
        redirect(body, member, &FxHashMap::from_iter(to));
    }
    for &member in second.members {
        let to = [(end, first_alone[&first.header]), (second.header, first.header)];
        redirect(body, member, &FxHashMap::from_iter(to));
    }
    Some((first_alone[&first.header], second_alone[&second.header]))
}

/// Where control goes when the loop is left.
fn exits(body: &Body, l: Loop) -> Vec<BlockId> {
    let mut exits: Vec<BlockId> = Vec::new();
    for &member in l.members {
        for &target in body.blocks[member].transfer.targets() {
            if !l.members.contains(&target) && !exits.contains(&target) {
                exits.push(target);
            }
        }
    }
    exits
}

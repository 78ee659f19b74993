//! Numbers, characters and words that a program mentions: an input that has one of them gets farther than one that is drawn.

use std::collections::BTreeMap;
use std::rc::Rc;

use indexmap::IndexSet;
use num_traits::ToPrimitive;

use crate::ir::visit::walk;
use crate::ir::{ExprKind, Program};

/// Numbers beyond are addresses, more often than not.
const LARGEST: i128 = 1 << 33;
/// Numbers and words, and characters of a word.
const MOST: usize = 256;
const LONGEST: usize = 16;

#[derive(Default)]
pub struct Dictionary {
    pub numbers: Vec<i128>,
    pub floats: Vec<f64>,
    /// Those of the numbers that are characters.
    pub characters: Vec<u8>,
    pub words: Vec<Rc<[u8]>>,
}

impl Dictionary {
    /// The numbers and characters of a program.
    pub fn new(program: &Program) -> Dictionary {
        let (mut numbers, mut floats) = (IndexSet::new(), Vec::new());
        let cmds = program.procs.iter().flat_map(|proc| proc.cmds());
        walk(&program.exprs, cmds.flat_map(|cmd| cmd.exprs()), |_, kind| {
            if let ExprKind::Real(n) = kind {
                floats.extend(n.to_f64());
            }
            if let ExprKind::Int(n) = kind {
                numbers.extend(n.to_i128().filter(|n| n.unsigned_abs() <= LARGEST.unsigned_abs()));
            }
        });
        floats.truncate(MOST);
        let numbers: Vec<i128> = numbers.into_iter().take(MOST).collect();
        let characters =
            numbers.iter().filter_map(|&n| u8::try_from(n).ok().filter(|n| (b' '..0x7f).contains(n) || *n > 0x7f));
        Dictionary { characters: characters.collect(), numbers, floats, words: Vec::new() }
    }

    /// Adds the words that are in memory: characters at one address after the other, and zero behind them.
    pub fn add_words(&mut self, cells: &BTreeMap<i128, i128>) {
        let (mut word, mut next) = (Vec::new(), 0);
        for (&at, &value) in cells {
            if at != next {
                word.clear();
            }
            next = at.wrapping_add(1);
            match u8::try_from(value) {
                Ok(0) if (1..=LONGEST).contains(&word.len()) && self.words.len() < MOST => {
                    self.words.push(word.as_slice().into());
                    word.clear();
                }
                Ok(0) | Err(_) => word.clear(),
                Ok(byte) => word.push(byte),
            }
        }
    }
}

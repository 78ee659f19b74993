//! What a rewriter knows: the tokens, what it has written, what is to come.

use std::collections::{HashMap, HashSet};

use super::Mistake;
use super::out::Out;
use super::token::Tokens;

pub struct Rewriter<'t> {
    pub tokens: &'t Tokens<'t>,
    pub out: Out,
    pub mistakes: Vec<Mistake>,
    /// The clauses of the functions that have some, by name.
    pub(super) known: HashMap<&'t str, String>,
    /// The uninterpreted functions that are declared.
    pub(super) uninterpreted: HashSet<&'t str>,
    /// How much of the text is done with, in bytes.
    pub(super) done: usize,
    /// The `while` of each `do … while`, by token.
    pub(super) tails: Vec<usize>,
}

impl<'t> Rewriter<'t> {
    pub fn new(tokens: &'t Tokens<'t>) -> Rewriter<'t> {
        Rewriter {
            tokens,
            out: Out::default(),
            mistakes: vec![],
            known: HashMap::new(),
            uninterpreted: HashSet::new(),
            done: 0,
            tails: vec![],
        }
    }
}

//! Syntax trees that are asked for again: a program is read in several ways, and models are those of many programs.

use std::collections::VecDeque;
use std::fmt;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Input, Node, standard_input};

/// So much is kept, in bytes of what clang says of it.
const MOST: u64 = 1 << 28;
/// The tree of a longer text is not kept: bytes of what clang says of it.
const LONGEST: u64 = 1 << 27;

/// The trees of one command of the user, for the time of which files stay as they are.
#[derive(Clone, Default)]
pub struct Trees(Arc<Mutex<VecDeque<Kept>>>);

struct Kept {
    key: String,
    tree: Tree,
    bytes: u64,
}

/// A tree, and what clang says beside.
#[derive(Clone)]
pub struct Tree {
    pub root: Arc<Node>,
    pub said: String,
}

impl fmt::Debug for Trees {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Trees")
    }
}

impl Trees {
    /// What was read so before.
    pub fn get(&self, key: &str) -> Option<Tree> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|kept| kept.key == key)?;
        let found = kept.remove(at)?;
        let tree = found.tree.clone();
        kept.push_back(found);
        Some(tree)
    }

    /// Keeps a tree that clang took so many bytes for, and those asked for last.
    pub fn keep(&self, key: String, tree: &Tree, bytes: u64) {
        if bytes > LONGEST {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(Kept { key, tree: tree.clone(), bytes });
        let mut all: u64 = kept.iter().map(|kept| kept.bytes).sum();
        while all > MOST
            && let Some(first) = kept.pop_front()
        {
            all -= first.bytes;
        }
    }
}

/// What a tree is kept by: the command, and what it reads on its standard input.
pub fn key(command: &Command, input: Input) -> String {
    format!("{command:?}\n{}", standard_input(input))
}

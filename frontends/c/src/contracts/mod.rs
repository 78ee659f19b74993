//! Contracts of functions and loops, as CBMC has them.
//!
//! clang does not read them. So the preprocessed text is rewritten: clauses become functions and statements that it
//! reads ([`rewrite()`]), and what its tree then says about places is brought back to the files ([`places`]). What these
//! functions and statements mean, the lowering knows ([`crate::lower`]).

mod head;
mod out;
mod places;
mod rewrite;
mod state;
mod token;

use std::sync::Arc;

use ivl::source::Span;

use crate::clang::Node;
use crate::clang::node::Extent;
use out::Out;
use places::Places;
use state::Rewriter;
use token::Tokens;

/// In front of the names of what holds contracts.
pub const PROVE: &str = "__rmt_prove_";
pub const STUB: &str = "__rmt_stub_";
pub const KEEP: &str = "__rmt_keep_";

/// What `==` of records becomes.
pub const SAME: &str = "__rmt_same";

/// What CBMC declares without being asked.
const PRELUDE: &str = "typedef _Bool __CPROVER_bool; typedef __SIZE_TYPE__ __CPROVER_size_t; \
    typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t; __SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *); \
    __SIZE_TYPE__ __CPROVER_POINTER_OFFSET(const void *); __SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *); \
    _Bool __rmt_same(const void *, const void *); ";

/// A function that has a body and a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contracted {
    pub name: String,
    /// Where its name stands.
    pub span: Span,
}

/// How users know a function.
pub fn shown(name: &str) -> &str {
    [PROVE, STUB, KEEP].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name)
}

/// A comparison of records: row and column of the operator, of the start of what is to its left, and of the end of what is
/// to its right.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    pub operator: (usize, usize),
    pub left: (usize, usize),
    pub right: (usize, usize),
}

/// What is wrong, and where in the preprocessed text.
#[derive(Debug)]
pub struct Mistake {
    pub at: usize,
    pub message: String,
}

/// A preprocessed text without contracts, made of one with them.
pub struct Rewritten<'t> {
    out: Out,
    places: Places<'t>,
}

/// What clauses begin with.
const CLAUSES: [&str; 6] = [
    "__CPROVER_requires",
    "__CPROVER_ensures",
    "__CPROVER_assigns",
    "__CPROVER_frees",
    "__CPROVER_loop_invariant",
    "__CPROVER_decreases",
];

/// Whether a preprocessed text may hold what only the rewriting understands.
pub fn concerns(text: &str) -> bool {
    const OTHERS: [&str; 3] = ["__CPROVER_forall", "__CPROVER_exists", "==>"];
    text.contains("__CPROVER_") && CLAUSES.iter().chain(&OTHERS).any(|sign| text.contains(sign))
        || text.contains(rewrite::UNINTERPRETED)
        || text.contains(rewrite::BUILTIN)
        || text.contains("__CPROVER_bool")
        || text.contains("__CPROVER_size_t")
}

/// Rewrites a preprocessed text. Errors: the mistakes, and where the text comes from.
pub fn rewrite(text: &str) -> Result<Rewritten<'_>, Box<(Places<'_>, Vec<Mistake>)>> {
    let tokens = Tokens::of(text);
    let mut rewriter = Rewriter::new(&tokens);
    rewriter.out.add(PRELUDE);
    rewriter.file();
    let (out, mistakes) = (rewriter.out, rewriter.mistakes);
    let places = Places::of(text);
    if mistakes.is_empty() { Ok(Rewritten { out, places }) } else { Err(Box::new((places, mistakes))) }
}

impl Rewritten<'_> {
    pub fn text(&self) -> &str {
        &self.out.text
    }

    /// `a == b` becomes `__rmt_same(&(a), &(b))`, by the lines and columns of its parts, from the last one to the first.
    pub fn compare_records(&mut self, comparisons: &[Comparison]) {
        let starts: Vec<usize> =
            std::iter::once(0).chain(self.out.text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let offset = |(row, column): (usize, usize)| starts[row - 1] + column - 1;
        for Comparison { operator, left, right } in comparisons {
            let (operator, start, end) = (offset(*operator), offset(*left), offset(*right));
            let negated = match self.out.text.get(operator..operator + 2) {
                Some("==") => "",
                Some("!=") => "!",
                _ => continue,
            };
            self.out.insert(end, ")))");
            self.out.blank(operator..operator + 2);
            self.out.insert(operator, "), &(");
            self.out.insert(start, &format!("({negated}{SAME}(&("));
        }
    }

    /// The token of a file that a place of the rewritten text comes from.
    pub fn place(&mut self, at: usize) -> Option<places::Place> {
        let at = self.out.origin(at)?;
        self.places.place(at)
    }

    /// Brings the places of a tree back to the files.
    pub fn restore(&mut self, node: &mut Node) {
        if let Some(extent) = &node.range
            && is_rewritten(&extent.file)
        {
            node.range = self.extent(extent.start as usize, extent.end as usize);
        }
        if let Some(loc) = &mut node.loc
            && is_rewritten(&loc.file)
            && let Some((file, start, end)) = self.place(loc.offset as usize)
        {
            (loc.file, loc.offset, loc.length) = (file, start as u32, (end - start) as u32);
        }
        for child in node.inner.iter_mut().chain(node.array_filler.iter_mut()) {
            self.restore(child);
        }
    }

    fn extent(&mut self, start: usize, end: usize) -> Option<Extent> {
        let (file, from, first_end) = self.places.place(self.out.origin_of_start(start)?)?;
        let to = match self.place(end.saturating_sub(1)) {
            Some((last_file, _, to)) if last_file == file && to >= from => to,
            _ => first_end,
        };
        Some(Extent { file, start: from as u32, end: to as u32 })
    }
}

fn is_rewritten(file: &Arc<str>) -> bool {
    &**file == "<stdin>"
}

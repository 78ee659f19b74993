//! What stands in contracts becomes C that clang reads.
//!
//! ```text
//! int f(int *p)                                  int f(int *p)
//!   requires(is_fresh(p, 4) && *p > 0)           { for (…) if (({ __rmt_loop(); __rmt_invariant(i <= n); 0; })) {} else s }
//!   ensures(return_value == old(*p))        →    static void __rmt_prove_f(int *p) { __rmt_assume_clause(…); f(p); … }
//! { for (…) invariant(i <= n) s }                static int __rmt_stub_f(int *p) { __rmt_assert_clause(…); … }
//! ```
//!
//! Clauses of a function stand in siblings with the same parameters, those of a loop in front of its body. Names that
//! begin with `__rmt_` mark what the lowering has to understand; it has types then.

use super::Mistake;
use super::head::Head;
use super::state::Rewriter;
use super::token::Kind;

/// Clauses behind declarators of functions.
const OF_FUNCTIONS: [&str; 4] = ["__CPROVER_requires", "__CPROVER_ensures", "__CPROVER_assigns", "__CPROVER_frees"];

/// Clauses behind heads of loops.
const OF_LOOPS: [&str; 4] = ["__CPROVER_loop_invariant", "__CPROVER_decreases", "__CPROVER_assigns", "__CPROVER_frees"];

/// Functions of their arguments of which nothing else is known. CBMC lets them be declared again with other types of
/// pointers, clang does not.
pub(super) const UNINTERPRETED: &str = "__CPROVER_uninterpreted_";

/// Functions of compilers that a program defines for CBMC, which clang does not allow.
pub(super) const BUILTIN: &str = "__builtin___";

/// Whose rewriting is only half understood.
const REFUSED: [&str; 7] = [
    "__CPROVER_requires_contract",
    "__CPROVER_ensures_contract",
    "__CPROVER_obeys_contract",
    "__CPROVER_freeable",
    "__CPROVER_is_freeable",
    "__CPROVER_was_freed",
    "__CPROVER_is_cyclic_dfcc",
];

impl<'t> Rewriter<'t> {
    pub fn file(&mut self) {
        for i in 0..self.tokens.len() {
            if REFUSED.contains(&self.tokens.text(i)) {
                self.mistake(i, format!("`{}` is not supported", self.tokens.text(i)));
            }
        }
        let mut i = 0;
        while i < self.tokens.len() {
            i = self.declaration(i);
        }
        self.flush(self.tokens.text.len());
    }

    fn mistake(&mut self, token: usize, message: impl Into<String>) {
        let at = self.tokens.all.get(token).map_or(self.tokens.text.len(), |token| token.range.start);
        self.mistakes.push(Mistake { at, message: message.into() });
    }

    /// What is in front of a place is taken as it is.
    fn flush(&mut self, to: usize) {
        self.out.copy(self.tokens.text, self.done..to);
        self.done = self.done.max(to);
    }

    fn start_of(&self, token: usize) -> usize {
        self.tokens.all.get(token).map_or(self.tokens.text.len(), |token| token.range.start)
    }

    /// The end of the token in front.
    fn end_before(&self, token: usize) -> usize {
        token.checked_sub(1).map_or(0, |last| self.tokens.all[last].range.end)
    }

    /// A declaration or definition at file scope; the token behind it.
    fn declaration(&mut self, start: usize) -> usize {
        let mut clauses: Vec<usize> = vec![];
        let mut i = start;
        let end = loop {
            self.function_of_cbmc(i);
            let text = self.tokens.text(i);
            match self.tokens.kind(i) {
                None => break i,
                Some(Kind::Name) if OF_FUNCTIONS.contains(&text) && self.tokens.is(i + 1, "(") => {
                    clauses.push(i);
                    self.flush(self.start_of(i));
                    i = self.tokens.skip(i + 1);
                    self.done = self.end_before(i);
                }
                Some(Kind::Open) if text == "{" && i > start && self.tokens.is(i - 1, ")") => {
                    let end = self.tokens.skip(i);
                    self.body(i + 1, end.saturating_sub(1));
                    break end;
                }
                Some(Kind::Semicolon) => {
                    self.drop_second(start, i);
                    break i + 1;
                }
                Some(Kind::Close) => i += 1,
                _ => i = self.tokens.skip(i),
            }
        };
        if !clauses.is_empty() {
            self.flush(self.end_before(end));
            self.siblings(start, &clauses);
        }
        end
    }

    /// A compiler's function that is defined here gets another name.
    fn function_of_cbmc(&mut self, name: usize) {
        if self.tokens.text(name).starts_with(BUILTIN)
            && self.tokens.is(name + 1, "(")
            && self.tokens.is(self.tokens.skip(name + 1), "{")
        {
            self.flush(self.start_of(name));
            self.out.add("__rmt_own_");
        }
    }

    /// Of the declarations of an uninterpreted function the first counts.
    fn drop_second(&mut self, start: usize, end: usize) {
        let named = |&i: &usize| self.tokens.text(i).starts_with(UNINTERPRETED) && self.tokens.is(i + 1, "(");
        if let Some(name) = (start..end).find(named)
            && self.tokens.skip(name + 1) == end
            && !self.uninterpreted.insert(self.tokens.text(name))
        {
            self.flush(self.start_of(start));
            self.done = self.start_of(end);
        }
    }

    /// Statements: loops with clauses, and expressions that are no C.
    fn body(&mut self, from: usize, to: usize) {
        let mut i = from;
        let mut statement = from;
        while i < to {
            let text = self.tokens.text(i);
            match self.tokens.kind(i) {
                Some(Kind::Name) if text == "do" => {
                    self.find_tail(i);
                    i += 1;
                }
                Some(Kind::Name) if text == "while" && self.tails.contains(&i) && self.has_clauses(i) => {
                    i = self.do_loop(i);
                }
                Some(Kind::Name) if OF_LOOPS.contains(&text) && self.tokens.is(i + 1, "(") => {
                    i = self.loop_clauses(i);
                    statement = i;
                }
                Some(Kind::Open) if text != "{" && self.is_special(i + 1, self.tokens.skip(i)) => {
                    let end = self.tokens.skip(i);
                    self.flush(self.start_of(i + 1));
                    self.expression(i + 1, end - 1);
                    self.done = self.start_of(end - 1);
                    i = end;
                }
                Some(Kind::Implies) => i = self.bare(statement, to),
                Some(Kind::Name) if is_special(text) => i = self.bare(statement, to),
                Some(Kind::Semicolon | Kind::Close | Kind::Open | Kind::Colon) => {
                    i += 1;
                    statement = i;
                }
                _ => i += 1,
            }
        }
    }

    /// An expression that stands in no brackets: what is up to the end of the statement.
    fn bare(&mut self, from: usize, to: usize) -> usize {
        let mut end = from;
        while end < to && self.tokens.kind(end) != Some(Kind::Semicolon) {
            end = self.tokens.skip(end);
        }
        self.flush(self.start_of(from));
        self.expression(from, end);
        self.done = self.start_of(end);
        end
    }

    fn is_special(&self, from: usize, to: usize) -> bool {
        (from..to).any(|i| self.tokens.kind(i) == Some(Kind::Implies) || is_special(self.tokens.text(i)))
    }

    fn has_clauses(&self, head: usize) -> bool {
        let behind = self.tokens.skip(head + 1);
        OF_LOOPS.contains(&self.tokens.text(behind)) && self.tokens.is(behind + 1, "(")
    }

    fn find_tail(&mut self, i: usize) {
        let mut end = i + 1;
        if self.tokens.is(end, "{") {
            end = self.tokens.skip(end);
        } else {
            while self.tokens.kind(end).is_some_and(|kind| kind != Kind::Semicolon) {
                end = self.tokens.skip(end);
            }
            end += 1;
        }
        if self.tokens.is(end, "while") {
            self.tails.push(end);
        }
    }

    /// `do s while (c) clauses;`   →   `do s while ((({ clauses }), (c)));`
    fn do_loop(&mut self, head: usize) -> usize {
        let (open, behind) = (head + 1, self.tokens.skip(head + 1));
        self.flush(self.start_of(open + 1));
        let end = self.marks(behind);
        self.out.add(", (");
        self.expression(open + 1, behind - 1);
        self.out.add(")");
        self.done = self.start_of(behind - 1);
        self.flush(self.end_before(behind));
        self.done = self.end_before(end);
        end
    }

    /// `for (…) clauses s`   →   `for (…) if (({ clauses })) {} else s`
    fn loop_clauses(&mut self, first: usize) -> usize {
        let head = self.tokens.partner(first - 1).and_then(|open| open.checked_sub(1));
        if !head.is_some_and(|head| matches!(self.tokens.text(head), "for" | "while")) {
            self.mistake(first, format!("`{}` does not stand behind the head of a loop", self.tokens.text(first)));
        }
        self.flush(self.end_before(first));
        self.out.add(" if (");
        let end = self.marks(first);
        self.out.add(") {} else ");
        self.done = self.end_before(end);
        end
    }

    /// The clauses of a loop as an expression; the token behind them.
    fn marks(&mut self, first: usize) -> usize {
        self.out.add("({ __rmt_loop(); ");
        let mut i = first;
        while OF_LOOPS.contains(&self.tokens.text(i)) && self.tokens.is(i + 1, "(") {
            let (open, end) = (i + 1, self.tokens.skip(i + 1));
            match self.tokens.text(i) {
                "__CPROVER_loop_invariant" => self.call("__rmt_invariant", open + 1, end - 1, true),
                "__CPROVER_decreases" => self.call("__rmt_decreases", open + 1, end - 1, false),
                "__CPROVER_assigns" => {
                    self.out.add("__rmt_loop_assigns(); ");
                    self.targets(open + 1, end - 1);
                }
                _ => self.mistake(i, "`__CPROVER_frees` of a loop is not supported"),
            }
            i = end;
        }
        self.out.add("0; })");
        i
    }

    /// `name((e)); `
    fn call(&mut self, name: &str, from: usize, to: usize, one: bool) {
        self.out.add(name);
        self.out.add(if one { "((" } else { "(" });
        self.expression(from, to);
        self.out.add(if one { ")); " } else { "); " });
    }

    /// What is assigned: `c1: a, b; c2: d` and the like.
    fn targets(&mut self, from: usize, to: usize) {
        for (from, to) in self.split(from, to, Kind::Semicolon) {
            let colon = self.split(from, to, Kind::Colon);
            let questions = self.split(from, to, Kind::Question).len();
            let (condition, listed) = match colon[..] {
                [condition, (start, _), ..] if questions == 1 => (Some(condition), (start, to)),
                _ => (None, (from, to)),
            };
            for (from, to) in self.split(listed.0, listed.1, Kind::Comma) {
                if from < to {
                    self.target(condition, from, to);
                }
            }
        }
    }

    fn target(&mut self, condition: Option<(usize, usize)>, from: usize, to: usize) {
        let (name, inside) = match self.tokens.text(from) {
            "__CPROVER_object_whole" => ("__rmt_target_whole", (from + 2, to - 1)),
            "__CPROVER_object_from" => ("__rmt_target_from", (from + 2, to - 1)),
            "__CPROVER_object_upto" => ("__rmt_target_upto", (from + 2, to - 1)),
            "__CPROVER_typed_target" => ("__rmt_target", (from + 2, to - 1)),
            _ => ("__rmt_target", (from, to)),
        };
        self.out.add(name);
        self.out.add("((");
        match condition {
            Some((from, to)) => self.expression(from, to),
            None => self.out.add("1"),
        }
        self.out.add("), ");
        self.expression(inside.0, inside.1);
        self.out.add("); ");
    }

    /// The parts between tokens of a kind that stand in no brackets.
    pub fn split(&self, from: usize, to: usize, by: Kind) -> Vec<(usize, usize)> {
        let (mut parts, mut start, mut i) = (vec![], from, from);
        while i < to {
            if self.tokens.kind(i) == Some(by) {
                parts.push((start, i));
                start = i + 1;
            }
            i = self.tokens.skip(i);
        }
        parts.push((start, to));
        parts
    }

    /// The expressions between commas, semicolons, assignments and the like: `a ==> b` binds tighter than they.
    pub fn expression(&mut self, from: usize, to: usize) {
        let (mut start, mut i) = (from, from);
        while i < to {
            let ends = matches!(
                self.tokens.kind(i),
                Some(Kind::Comma | Kind::Semicolon | Kind::Question | Kind::Colon | Kind::Assign)
            );
            if ends || self.tokens.is(i, "return") {
                self.implication(start, i);
                self.token(i);
                start = i + 1;
            }
            i = self.tokens.skip(i);
        }
        self.implication(start, to);
    }

    /// `a ==> b ==> c`   →   `(!(a) || (!(b) || (c)))`
    fn implication(&mut self, from: usize, to: usize) {
        let parts = self.split(from, to, Kind::Implies);
        let (last, before) = parts.split_last().expect("internal: no part");
        for &(from, to) in before {
            self.out.add("(!(");
            self.plain(from, to);
            self.out.add(") || ");
        }
        if before.is_empty() {
            self.plain(last.0, last.1);
        } else {
            self.out.add("(");
            self.plain(last.0, last.1);
            self.out.add(")");
        }
        before.iter().for_each(|_| self.out.add(")"));
    }

    fn plain(&mut self, from: usize, to: usize) {
        let mut i = from;
        while i < to {
            let text = self.tokens.text(i);
            let end = self.tokens.skip(i + 1);
            match self.tokens.kind(i) {
                Some(Kind::Name) if is_quantifier(text) && self.tokens.is(i + 1, "{") => {
                    self.quantifier(i, end);
                    i = end;
                }
                Some(Kind::Name) if is_moment(text) && self.tokens.is(i + 1, "(") => {
                    self.out.add(if text == "__CPROVER_old" { "(__rmt_old(), (" } else { "(__rmt_loop_entry(), (" });
                    self.expression(i + 2, end - 1);
                    self.out.add("))");
                    i = end;
                }
                Some(Kind::Name) if text == "__CPROVER_return_value" => {
                    self.out.add(" __rmt_result ");
                    i += 1;
                }
                Some(Kind::Name) if OF_LOOPS.contains(&text) && self.tokens.is(i + 1, "(") => {
                    self.mistake(i, "a loop with clauses within an expression with quantifiers is not supported");
                    i = end;
                }
                Some(Kind::Open) => {
                    let end = self.tokens.skip(i);
                    self.token(i);
                    self.expression(i + 1, end - 1);
                    self.token(end - 1);
                    i = end;
                }
                _ => {
                    self.token(i);
                    i += 1;
                }
            }
        }
    }

    /// `forall { T i; e }`   →   `({ T i; __rmt_forall((e)); })`
    fn quantifier(&mut self, name: usize, end: usize) {
        let mut to = end - 1;
        if self.tokens.kind(to - 1) == Some(Kind::Semicolon) {
            to -= 1;
        }
        let parts = self.split(name + 2, to, Kind::Semicolon);
        let Some((body, [first, ..])) = parts.split_last().map(|(body, rest)| (*body, rest)) else { return };
        if parts.len() < 2 {
            return self.mistake(name, "a quantifier declares a variable: `{ T i; condition }`");
        }
        self.out.add("({ ");
        for i in first.0..body.0 {
            self.token(i);
        }
        let all = self.tokens.is(name, "__CPROVER_forall");
        self.call(if all { "__rmt_forall" } else { "__rmt_exists" }, body.0, body.1, true);
        self.out.add("})");
    }

    /// A token, and a space behind it.
    pub fn token(&mut self, i: usize) {
        self.out.copy(self.tokens.text, self.tokens.all[i].range.clone());
        self.out.add(" ");
    }

    /// The functions that hold the clauses of one.
    fn siblings(&mut self, start: usize, clauses: &[usize]) {
        let head = match Head::read(self, start, clauses[0]) {
            Ok(head) => head,
            Err((at, message)) => return self.mistake(at, message),
        };
        let name = self.tokens.text(head.name);
        let said: String = clauses
            .iter()
            .flat_map(|&c| c..self.tokens.skip(c + 1))
            .map(|i| self.tokens.text(i).to_string() + " ")
            .collect();
        match self.known.get(name) {
            Some(known) if *known == said => return,
            Some(_) => {
                return self.mistake(clauses[0], format!("`{name}` has another contract at another declaration"));
            }
            None => _ = self.known.insert(name, said),
        }
        let of = |kind: &str| clauses.iter().copied().filter(|&c| self.tokens.is(c, kind)).collect::<Vec<_>>();
        let (requires, ensures) = (of("__CPROVER_requires"), of("__CPROVER_ensures"));
        let (assigns, frees) = (of("__CPROVER_assigns"), of("__CPROVER_frees"));
        for clause in frees {
            if clause + 3 < self.tokens.skip(clause + 1) {
                self.mistake(clause, "`__CPROVER_frees` is not supported");
            }
        }
        // The function is called, whatever satisfies what it requires, and must ensure what it says.
        self.out.add(&format!(" static void __rmt_prove_{name}"));
        head.params(self);
        self.out.add("{ ");
        self.clauses("__rmt_assume_clause", &requires);
        self.out.add("__rmt_olds(); __rmt_frame(); ");
        self.all_targets(&assigns);
        self.out.add("__rmt_begin(); ");
        head.result(self, true);
        self.out.add("__rmt_end(); ");
        self.clauses("__rmt_assert_clause", &ensures);
        self.out.add("} ");
        // What stands for the function where it is called.
        self.out.add("static ");
        head.declare(self, "__rmt_stub_");
        self.out.add("{ ");
        self.clauses("__rmt_assert_clause", &requires);
        self.out.add("__rmt_olds(); __rmt_frame(); ");
        self.all_targets(&assigns);
        self.out.add("__rmt_havoc(); ");
        head.result(self, false);
        self.clauses("__rmt_assume_clause", &ensures);
        head.give(self);
        self.out.add("} ");
        // The function with its contract as assertions.
        self.out.add("static ");
        head.declare(self, "__rmt_keep_");
        self.out.add("{ ");
        self.clauses("__rmt_assert_clause", &requires);
        self.out.add("__rmt_olds(); ");
        head.result(self, true);
        self.clauses("__rmt_assert_clause", &ensures);
        head.give(self);
        self.out.add("}");
    }

    fn clauses(&mut self, name: &str, clauses: &[usize]) {
        for &clause in clauses {
            self.call(name, clause + 2, self.tokens.skip(clause + 1) - 1, true);
        }
    }

    fn all_targets(&mut self, clauses: &[usize]) {
        for &clause in clauses {
            self.targets(clause + 2, self.tokens.skip(clause + 1) - 1);
        }
    }
}

fn is_quantifier(text: &str) -> bool {
    matches!(text, "__CPROVER_forall" | "__CPROVER_exists")
}

fn is_moment(text: &str) -> bool {
    matches!(text, "__CPROVER_old" | "__CPROVER_loop_entry")
}

fn is_special(text: &str) -> bool {
    is_quantifier(text) || is_moment(text) || text == "__CPROVER_return_value"
}

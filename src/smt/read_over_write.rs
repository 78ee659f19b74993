//! Reads over writes, resolved before the solver sees them.
//!
//! ```text
//! g ⇒ M₁ = M₀[i := v]                withheld
//! φ(M₁[k])                      →    φ(r)   and   g ⇒ r = (if k = i then v else M₀[k])
//! ```
//!
//! The instances of the axioms of arrays that a program needs are known from the text of its formula: each read is one of a
//! chain of writes, lambdas and joins. So the solver gets conditions of indices and cells alone, and need not find out
//! which indices to compare, again after each backtracking. What is left as arrays are the maps at the ends of the chains,
//! of which nothing is known, and those that are used as a whole, in quantifiers and comparisons.
//!
//! All that the solver gets follows from what was asserted, so *unsat* is right. *Sat* is a candidate: where two equalities
//! of one map hold, the maps agree only where they are read ([`Session::be_exact`]).

use rustc_hash::FxHashSet;
use z3_sys::*;

use super::handle::Term;
use super::reads::Reads;
use super::session::Session;

/// A read through more writes is left to the solver.
const DEEPEST: usize = 4096;

impl Reads {
    /// The solver gets all that was said of maps: the equalities, and what the resolved reads are.
    pub(super) fn given_back(self, session: &Session) -> Vec<Term> {
        let Reads { withheld, places, .. } = self;
        let of_place = |map: Term, at: &[Term], value| session.eq(session.select(map, at), value);
        let reads = places.iter().flat_map(|(map, places)| places.iter().map(|(at, value)| of_place(*map, at, *value)));
        let mut all: Vec<Term> = reads.collect();
        all.extend(withheld);
        all
    }

    /// What the solver gets in place of a formula.
    pub(super) fn resolve(&mut self, session: &Session, formula: Term) -> Vec<Term> {
        self.add(session, formula, &[]);
        while let Some((value, unless, map, at)) = self.pending.pop() {
            let read = self.read(session, map, &at);
            self.emit(session, &unless, session.eq(value, read));
        }
        std::mem::take(&mut self.clauses)
    }

    fn emit(&mut self, session: &Session, unless: &[Term], formula: Term) {
        let parts: Vec<Term> = unless.iter().copied().chain([formula]).collect();
        self.clauses.push(session.or(&parts));
    }

    /// `unless ∨ formula`, where `unless` is rewritten.
    fn add(&mut self, session: &Session, formula: Term, unless: &[Term]) {
        match session.application(formula) {
            Some((DeclKind::And, parts)) => parts.iter().for_each(|part| self.add(session, *part, unless)),
            Some((DeclKind::Or, parts)) => {
                let says = |part: &Term| says_of_maps(session, *part);
                match parts.iter().position(says) {
                    Some(at) if parts.iter().filter(|part| says(part)).count() == 1 => {
                        let mut more = unless.to_vec();
                        more.extend(
                            parts
                                .iter()
                                .enumerate()
                                .filter(|(i, _)| *i != at)
                                .map(|(_, part)| self.rewrite(session, *part)),
                        );
                        self.add(session, parts[at], &more);
                    }
                    _ => self.add_other(session, formula, unless),
                }
            }
            Some((DeclKind::Implies, parts)) if says_of_maps(session, parts[1]) => {
                let condition = self.rewrite(session, parts[0]);
                let more: Vec<Term> = unless.iter().copied().chain([session.not(condition)]).collect();
                self.add(session, parts[1], &more);
            }
            Some((DeclKind::Eq, parts)) if session.is_array(parts[0]) => {
                match (session.is_name(parts[0]), session.is_name(parts[1])) {
                    (false, false) => self.add_other(session, formula, unless),
                    (a, b) => {
                        let whole: Vec<Term> = unless.iter().copied().chain([formula]).collect();
                        self.withheld.push(session.or(&whole));
                        // Who says what a map is names it first.
                        self.defined.insert(if a { parts[0] } else { parts[1] });
                        for (is_name, name, map) in [(a, parts[0], parts[1]), (b, parts[1], parts[0])] {
                            if is_name {
                                self.equal(session, name, map, unless);
                            }
                        }
                    }
                }
            }
            _ => self.add_other(session, formula, unless),
        }
    }

    fn add_other(&mut self, session: &Session, formula: Term, unless: &[Term]) {
        let formula = self.rewrite(session, formula);
        self.emit(session, unless, formula);
    }

    /// `unless ∨ name = map`
    fn equal(&mut self, session: &Session, name: Term, map: Term, unless: &[Term]) {
        self.equalities.entry(name).or_default().push((unless.to_vec(), map));
        for (at, value) in self.places.get(&name).cloned().unwrap_or_default() {
            self.pending.push((value, unless.to_vec(), map, at));
        }
        if self.whole.contains(&name) {
            self.emit(session, unless, session.eq(name, map));
            self.keep_whole(session, map);
        }
    }

    /// The solver gets the names in a term as arrays, with all that they are equal to.
    fn keep_whole(&mut self, session: &Session, term: Term) {
        let mut waiting = session.map_names(term);
        while let Some(name) = waiting.pop() {
            if !self.whole.insert(name) {
                continue;
            }
            for (at, value) in self.places.get(&name).cloned().unwrap_or_default() {
                self.emit(session, &[], session.eq(session.select(name, &at), value));
            }
            for (unless, map) in self.equalities.get(&name).cloned().unwrap_or_default() {
                self.emit(session, &unless, session.eq(name, map));
                waiting.extend(session.map_names(map));
            }
        }
    }

    /// The term without reads of maps that are known.
    fn rewrite(&mut self, session: &Session, term: Term) -> Term {
        if let Some(known) = self.rewritten.get(&term) {
            return *known;
        }
        let result = match session.application(term) {
            Some((DeclKind::Select, parts)) => {
                let at: Vec<Term> = parts[1..].iter().map(|index| self.rewrite(session, *index)).collect();
                self.read(session, parts[0], &at)
            }
            Some((_, parts)) if !parts.is_empty() => {
                let args: Vec<Term> = parts.iter().map(|part| self.rewrite_argument(session, *part)).collect();
                if args == parts { term } else { session.with_arguments(term, &args) }
            }
            Some(_) => term,
            None => {
                self.keep_whole(session, term);
                term
            }
        };
        self.rewritten.insert(term, result);
        result
    }

    fn rewrite_argument(&mut self, session: &Session, term: Term) -> Term {
        if session.is_array(term) {
            self.keep_whole(session, term);
            return term;
        }
        self.rewrite(session, term)
    }

    /// What stands at a place of a map.
    fn read(&mut self, session: &Session, map: Term, at: &[Term]) -> Term {
        let key = (map, at.to_vec());
        if let Some(known) = self.values.get(&key) {
            return *known;
        }
        let mut ways: Vec<(Term, Term)> = vec![];
        let mut here = map;
        let last = loop {
            if let Some(known) = self.values.get(&(here, at.to_vec())) {
                break *known;
            }
            let Some((DeclKind::Store, parts)) = session.application(here) else {
                break self.read_end(session, here, at);
            };
            if ways.len() > DEEPEST {
                self.keep_whole(session, here);
                break session.select(here, at);
            }
            let written: Vec<Term> = parts[1..=at.len()].iter().map(|index| self.rewrite(session, *index)).collect();
            match session.are_same(at, &written) {
                Some(true) => break self.rewrite(session, parts[at.len() + 1]),
                Some(false) => {}
                None => {
                    let same: Vec<Term> = at.iter().zip(&written).map(|(a, b)| session.eq(*a, *b)).collect();
                    ways.push((session.and(&same), self.rewrite(session, parts[at.len() + 1])));
                }
            }
            here = parts[0];
        };
        let either = |otherwise, (condition, then)| {
            if then == otherwise { then } else { session.ite(condition, then, otherwise) }
        };
        let result = ways.into_iter().rev().fold(last, either);
        self.values.insert(key, result);
        result
    }

    /// The same of a map that is no write.
    fn read_end(&mut self, session: &Session, map: Term, at: &[Term]) -> Term {
        if session.is_name(map) {
            return self.read_name(session, map, at);
        }
        match session.application(map) {
            Some((DeclKind::ConstArray, parts)) => self.rewrite(session, parts[0]),
            Some((DeclKind::Ite, parts)) => {
                let [then, otherwise] = [parts[1], parts[2]].map(|way| self.read(session, way, at));
                let condition = self.rewrite(session, parts[0]);
                if then == otherwise { then } else { session.ite(condition, then, otherwise) }
            }
            None if let Some(value) = session.applied(map, at) => self.rewrite(session, value),
            _ => {
                self.keep_whole(session, map);
                session.select(map, at)
            }
        }
    }

    fn read_name(&mut self, session: &Session, name: Term, at: &[Term]) -> Term {
        let select = session.select(name, at);
        let equalities = self.equalities.get(&name).cloned().unwrap_or_default();
        if self.whole.contains(&name) {
            return select;
        }
        // Of what nothing is known, the solver need only know that the same places hold the same.
        let value = match self.defined.contains(&name) {
            true => session.fresh_constant("read", session.sort_of(select)),
            false => select,
        };
        self.values.insert((name, at.to_vec()), value);
        self.places.entry(name).or_default().push((at.to_vec(), value));
        for (unless, map) in equalities {
            self.pending.push((value, unless, map, at.to_vec()));
        }
        value
    }
}

/// Whether a formula is an equality of maps, or a conjunction with one.
fn says_of_maps(session: &Session, formula: Term) -> bool {
    match session.application(formula) {
        Some((DeclKind::And, parts)) => parts.iter().any(|part| says_of_maps(session, *part)),
        Some((DeclKind::Or, parts)) => parts.iter().filter(|part| says_of_maps(session, **part)).count() == 1,
        Some((DeclKind::Eq, parts)) => session.is_array(parts[0]),
        _ => false,
    }
}

impl Session {
    /// Whether a term is a map.
    fn is_array(&self, term: Term) -> bool {
        // SAFETY: the term belongs to this context.
        unsafe {
            Z3_get_sort(self.ctx, term.of(self.ctx))
                .is_some_and(|sort| Z3_get_sort_kind(self.ctx, sort) == SortKind::Array)
        }
    }

    /// Whether a term is a map of which only the name says what it is.
    fn is_name(&self, term: Term) -> bool {
        self.application(term).is_some_and(|(kind, parts)| kind == DeclKind::Uninterpreted && parts.is_empty())
            && self.is_array(term)
    }

    /// The names of maps in a term.
    fn map_names(&self, term: Term) -> Vec<Term> {
        let (mut names, mut seen, mut waiting) = (vec![], FxHashSet::default(), vec![term]);
        while let Some(term) = waiting.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.application(term) {
                Some((_, parts)) if parts.is_empty() => names.extend(self.is_name(term).then_some(term)),
                Some((_, parts)) => waiting.extend(parts),
                None => waiting.extend(self.quantified(term)),
            }
        }
        names
    }

    /// The body of a quantifier or a lambda.
    fn quantified(&self, term: Term) -> Option<Term> {
        // SAFETY: the kind is checked before the body is asked for.
        unsafe {
            if Z3_get_ast_kind(self.ctx, term.of(self.ctx)) != AstKind::Quantifier {
                return None;
            }
            Z3_get_quantifier_body(self.ctx, term.of(self.ctx)).map(|body| Term::new(self.ctx, body))
        }
    }

    /// What a lambda is there; `None`: it is none.
    fn applied(&self, lambda: Term, at: &[Term]) -> Option<Term> {
        let body = self.quantified(lambda)?;
        // Bound variables are counted from the innermost.
        let to: Vec<Z3_ast> = at.iter().rev().map(|index| index.of(self.ctx)).collect();
        // SAFETY: the terms belong to this context, and there are as many as variables.
        unsafe {
            if !Z3_is_lambda(self.ctx, lambda.of(self.ctx))
                || Z3_get_quantifier_num_bound(self.ctx, lambda.of(self.ctx)) as usize != at.len()
            {
                return None;
            }
            Z3_substitute_vars(self.ctx, body.of(self.ctx), to.len() as u32, to.as_ptr())
                .map(|value| Term::new(self.ctx, value))
        }
    }

    /// Whether places are the same; `None`: it depends.
    fn are_same(&self, a: &[Term], b: &[Term]) -> Option<bool> {
        let mut same = Some(true);
        for (a, b) in a.iter().zip(b) {
            let equal = if a == b {
                Some(true)
            } else if self.is_number(*a) && self.is_number(*b) {
                Some(false)
            } else {
                self.truth(self.eq(*a, *b))
            };
            match equal {
                Some(false) => return Some(false),
                Some(true) => {}
                None => same = None,
            }
        }
        same
    }

    /// The truth value that a formula simplifies to.
    fn truth(&self, formula: Term) -> Option<bool> {
        // SAFETY: the term belongs to this context.
        let simple =
            unsafe { Z3_simplify(self.ctx, formula.of(self.ctx)) }.map(|simple| Term::new(self.ctx, simple))?;
        if simple == self.bool(true) { Some(true) } else { (simple == self.bool(false)).then_some(false) }
    }

    /// The same application with other arguments.
    fn with_arguments(&self, term: Term, args: &[Term]) -> Term {
        let args: Vec<Z3_ast> = args.iter().map(|arg| arg.of(self.ctx)).collect();
        // SAFETY: the terms belong to this context; there are as many arguments as before.
        self.built(unsafe { Z3_update_term(self.ctx, term.of(self.ctx), args.len() as u32, args.as_ptr()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::budget::Budget;
    use crate::smt::{Arrays, Outcome, Settings, Sort};

    /// A small random number generator, so that a failure can be repeated.
    struct Draws(u64);

    impl Draws {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % n
        }
    }

    /// A formula like those of programs: maps are names that are made where ways meet, one way is taken.
    fn formula(session: &Session, draws: &mut Draws) -> Vec<Term> {
        let int = session.int_sort();
        let array = session.array_sort(&[int], int);
        let name = |prefix: &str, number: usize, sort: Sort| session.constant(&format!("{prefix}{number}"), sort);
        let number = |n: u64| session.int(&(n as i64).into());
        let mut maps = vec![name("m", 0, array), session.const_array(int, number(0))];
        let mut numbers: Vec<Term> = (0..3).map(|i| name("x", i, int)).chain((0..3).map(number)).collect();
        let mut all: Vec<Term> =
            (0..3).flat_map(|i| [session.le(number(0), numbers[i]), session.le(numbers[i], number(3))]).collect();
        for step in 1..8 {
            let [map, other] = [(); 2].map(|()| maps[draws.below(maps.len() as u64) as usize]);
            let [at, value] = [(); 2].map(|()| numbers[draws.below(numbers.len() as u64) as usize]);
            match draws.below(5) {
                0 | 1 => maps.push(session.store(map, &[at], value)),
                2 => numbers.push(session.select(map, &[at])),
                3 => {
                    let bound = name("bound", step, int);
                    let within = session.lt(bound, at);
                    maps.push(session.lambda(&[bound], session.ite(within, value, session.select(map, &[bound]))));
                }
                _ => {
                    let (way, joined) = (name("w", step, session.bool_sort()), name("m", step, array));
                    all.push(session.or(&[session.not(way), session.eq(joined, map)]));
                    all.push(session.or(&[way, session.eq(joined, other)]));
                    maps.push(joined);
                }
            }
        }
        for _ in 0..4 {
            let [a, b] = [(); 2].map(|()| numbers[draws.below(numbers.len() as u64) as usize]);
            let sum = session.add(&[b, number(draws.below(2))]);
            all.push(if draws.below(2) == 0 { session.eq(a, sum) } else { session.not(session.eq(a, sum)) });
        }
        let map = maps[maps.len() - 1];
        all.push(session.not(session.eq(session.select(map, &[numbers[0]]), session.select(map, &[numbers[1]]))));
        all
    }

    #[test]
    fn resolved_reads_decide_as_the_theory_does() {
        let budget = Budget::unlimited();
        let mut answers = [0, 0];
        for seed in 0..400 {
            let answer = |arrays| {
                let session = Session::new(&Settings { arrays: Some(arrays), ..Settings::default() }, &budget);
                formula(&session, &mut Draws(seed)).into_iter().for_each(|formula| session.assert(formula));
                // What it does not know of lambdas is a candidate.
                let refuted = session.check(&[], &budget) == Outcome::Unsat;
                assert!(session.is_exact() || session.be_exact());
                let again = session.check(&[], &budget) == Outcome::Unsat;
                assert_eq!(refuted, again, "seed {seed}: all axioms change the answer");
                refuted
            };
            let refuted = answer(Arrays::Exact);
            assert_eq!(answer(Arrays::Resolved), refuted, "seed {seed}");
            answers[refuted as usize] += 1;
        }
        assert!(answers.iter().all(|count| *count > 40), "{answers:?}");
    }
}

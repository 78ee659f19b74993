//! Horn clauses over the program's own expressions.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::smtlib::{sort, symbol, write_expr};
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::infer::houdini;
use crate::ir::visit::walk;
use crate::ir::{ExprKind, Program};
use crate::prove::facts::Fact;

/// What an unknown relation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Whenever the procedure is called.
    Requires(ProcId),
    /// Whenever it returns.
    Ensures(ProcId),
    /// At each arrival at a loop head.
    Loop(ProcId, BlockId),
    /// Behind a call. Nothing is said of it in a proof.
    Behind(ProcId, BlockId),
}

impl Place {
    /// What a fact is about.
    pub fn of(fact: &Fact) -> Place {
        match fact.place {
            houdini::Place::Requires => Place::Requires(fact.proc),
            houdini::Place::Ensures => Place::Ensures(fact.proc),
            houdini::Place::Invariant(block) => Place::Loop(fact.proc, block),
        }
    }
}

/// What an unknown relation relates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    Now(VarId),
    /// A global's value when the procedure was entered; the second variable stands for it.
    Old(VarId, VarId),
    /// An index that may be any, of which cells of arrays are known.
    Ghost(VarId),
    /// The value of an array, of now or of old, at such an index; the last variable stands for it.
    Cell {
        array: VarId,
        old: bool,
        ghost: VarId,
        var: VarId,
    },
}

impl Param {
    /// The variable that stands for it inside of the procedure.
    pub fn var(self) -> VarId {
        match self {
            Param::Now(var) | Param::Old(_, var) | Param::Ghost(var) | Param::Cell { var, .. } => var,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Relation {
    pub place: Place,
    pub name: String,
    pub params: Vec<Param>,
}

/// A relation, by its position, of values.
#[derive(Clone, Debug)]
pub struct Atom {
    pub relation: usize,
    pub args: Vec<ExprId>,
}

/// `atoms && constraints ==> head`, for all values of the variables; without a head, they contradict each other.
#[derive(Clone, Debug)]
pub struct Clause {
    pub atoms: Vec<Atom>,
    pub constraints: Vec<ExprId>,
    pub head: Option<Atom>,
}

/// All clauses of a program. It is safe if they have a solution.
pub struct System {
    /// The program, with the variables of the clauses.
    pub program: Program,
    pub relations: Vec<Relation>,
    pub clauses: Vec<Clause>,
}

impl System {
    /// The clauses as SMT-LIB, without the command that solves them.
    pub fn to_smtlib(&self) -> String {
        let mut text = String::from("(set-logic HORN)\n");
        for relation in &self.relations {
            let sorts: Vec<String> = relation.params.iter().map(|p| self.sort_of(p.var())).collect();
            let _ = writeln!(text, "(declare-fun {} ({}) Bool)", relation.name, sorts.join(" "));
        }
        for clause in &self.clauses {
            self.write_clause(clause, &mut text);
        }
        text
    }

    fn sort_of(&self, var: VarId) -> String {
        sort(&self.program, self.program.vars[var].ty).expect("internal: relations are about what the solver knows")
    }

    fn write_clause(&self, clause: &Clause, text: &mut String) {
        let head = clause.head.iter();
        let roots = clause.atoms.iter().chain(head).flat_map(|a| &a.args).chain(&clause.constraints).copied();
        let (mut vars, mut seen) = (Vec::new(), FxHashSet::default());
        walk(&self.program.exprs, roots, |_, kind| {
            if let ExprKind::Var(v) = kind
                && seen.insert(*v)
            {
                vars.push(*v);
            }
        });
        vars.sort();
        text.push_str("(assert ");
        if !vars.is_empty() {
            text.push_str("(forall (");
            for &var in &vars {
                let _ = write!(text, "({} {})", symbol(&self.program, var), self.sort_of(var));
            }
            text.push_str(")\n  ");
        }
        text.push_str("(=> (and true");
        for atom in &clause.atoms {
            text.push_str("\n    ");
            self.write_atom(atom, text);
        }
        for &constraint in &clause.constraints {
            text.push_str("\n    ");
            write_expr(&self.program, constraint, text);
        }
        text.push_str(")\n    ");
        match &clause.head {
            Some(head) => self.write_atom(head, text),
            None => text.push_str("false"),
        }
        text.push_str(if vars.is_empty() { "))\n" } else { ")))\n" });
    }

    fn write_atom(&self, atom: &Atom, text: &mut String) {
        let name = &self.relations[atom.relation].name;
        if atom.args.is_empty() {
            text.push_str(name);
            return;
        }
        let _ = write!(text, "({name}");
        for &arg in &atom.args {
            text.push(' ');
            write_expr(&self.program, arg, text);
        }
        text.push(')');
    }
}

//! Ghost cells: of an array, the clauses know a few cells, at indices that are fixed and may be any.
//!
//! ```text
//! H(n, a, i) && i < n && a' == a[i := 0] ==> H(n, a', i + 1)
//!                                        →  H(k, n, c, i) && i < n && c' == (if i == k then 0 else c) ==> H(k, n, c', i + 1)
//! H(n, a, i) && a[j] != 0 ==> false      →  H(k, n, c, i) && j == k && c != 0 ==> false
//! ```
//!
//! What is read at another index may be anything. With no cell at all, so is whatever is read: what is left is about scalars
//! alone. A solution says something about every index: `forall k :: H(k, n, a[k], i)`.
//! What a violation reads last are the cells that are known. After D. Monniaux, L. Gonnord, Cell Morphing: From Array
//! Programs to Array-Free Horn Clauses, SAS 2016, with one atom for each relation.

use rustc_hash::FxHashMap;

use super::clauses::{Atom, Clause, Param, Relation, System};
use super::model::bound_var;
use super::values::equal;
use crate::base::ids::{ExprId, TypeId, VarId};
use crate::ir::visit::for_each_child;
use crate::ir::{ExprKind, Op, Program, Type, TypeTable};

/// The clauses with that many cells of each array; `None`: no relation is about an array.
pub fn with_cells(system: &System, cells: usize) -> Option<System> {
    let mut program = system.program.clone();
    let (mut indices, mut ghosts): (Vec<TypeId>, Vec<(TypeId, VarId)>) = Default::default();
    for param in system.relations.iter().flat_map(|r| &r.params) {
        let Some(index) = index_type(&program, program.vars[param.var()].ty) else { continue };
        if !indices.contains(&index) {
            indices.push(index);
            let new: Vec<_> = (0..cells).map(|n| (index, bound_var(&mut program, &format!("k{n}"), index))).collect();
            ghosts.extend(new);
        }
    }
    if indices.is_empty() {
        return None;
    }
    let mut cells = Cells { program, indices, ghosts, cells: FxHashMap::default(), unknown: FxHashMap::default() };
    let relations = system.relations.iter().map(|r| cells.relation(r)).collect();
    let clauses = system.clauses.iter().map(|c| cells.clause(c)).collect();
    Some(System { program: cells.program, relations, clauses })
}

/// The type of indices, if the type is that of arrays of which cells are known.
fn index_type(program: &Program, ty: TypeId) -> Option<TypeId> {
    match program.types.get(ty) {
        Type::Map { binders: 0, args, result } if args.len() == 1 && !program.types.is_map(*result) => Some(args[0]),
        _ => None,
    }
}

struct Cells {
    program: Program,
    /// The types of indices of the arrays of which cells are known.
    indices: Vec<TypeId>,
    /// Indices, by type.
    ghosts: Vec<(TypeId, VarId)>,
    /// What stands for the cell of an array variable at a ghost.
    cells: FxHashMap<(VarId, VarId), VarId>,
    /// What stands for a cell of which nothing is known, and for a comparison of arrays.
    unknown: FxHashMap<(ExprId, ExprId), ExprId>,
}

/// What a clause reads where no cell is known, in order.
#[derive(Default)]
struct Reads {
    indices: Vec<ExprId>,
    done: FxHashMap<ExprId, ExprId>,
}

impl Cells {
    fn ghosts_of(&self, ty: TypeId) -> Vec<VarId> {
        match index_type(&self.program, ty) {
            Some(index) => self.ghosts.iter().filter(|(ty, _)| *ty == index).map(|(_, k)| *k).collect(),
            None => Vec::new(),
        }
    }

    fn is_array(&self, e: ExprId) -> bool {
        self.is_array_type(self.program.exprs.ty(e))
    }

    fn is_array_type(&self, ty: TypeId) -> bool {
        index_type(&self.program, ty).is_some_and(|index| self.indices.contains(&index))
    }

    fn cell(&mut self, array: VarId, ghost: VarId) -> VarId {
        if let Some(&cell) = self.cells.get(&(array, ghost)) {
            return cell;
        }
        let Type::Map { result, .. } = *self.program.types.get(self.program.vars[array].ty) else {
            panic!("internal: only arrays have cells")
        };
        let name = format!("{}.{}", self.program.vars[array].name, self.program.vars[ghost].name);
        let cell = bound_var(&mut self.program, &name, result);
        self.cells.insert((array, ghost), cell);
        cell
    }

    fn relation(&mut self, relation: &Relation) -> Relation {
        let mut params: Vec<Param> = self.ghosts.iter().map(|(_, k)| Param::Ghost(*k)).collect();
        for &param in &relation.params {
            let ty = self.program.vars[param.var()].ty;
            if !self.is_array_type(ty) {
                params.push(param);
            }
            for ghost in self.ghosts_of(ty) {
                let (array, old) = match param {
                    Param::Now(var) => (var, false),
                    Param::Old(var, _) => (var, true),
                    Param::Ghost(_) | Param::Cell { .. } => panic!("internal: a cell of a cell"),
                };
                let var = self.cell(param.var(), ghost);
                params.push(Param::Cell { array, old, ghost, var });
            }
        }
        Relation { params, ..relation.clone() }
    }

    fn clause(&mut self, clause: &Clause) -> Clause {
        let mut reads = Reads::default();
        let atoms = clause.atoms.iter().map(|a| self.atom(a, &mut reads)).collect();
        let mut constraints = Vec::new();
        for &constraint in &clause.constraints {
            let new = self.constraint(constraint, &mut reads);
            constraints.push(new);
        }
        let head = clause.head.as_ref().map(|a| self.atom(a, &mut reads));
        if head.is_none() {
            self.know_what_is_read(&reads, &mut constraints);
        }
        Clause { atoms, constraints, head }
    }

    /// Ghosts may be any indices: let them be those that are read last.
    fn know_what_is_read(&mut self, reads: &Reads, constraints: &mut Vec<ExprId>) {
        let mut left = self.ghosts.clone();
        for &index in reads.indices.iter().rev() {
            let ty = self.program.exprs.ty(index);
            if let Some(at) = left.iter().rposition(|(of, _)| *of == ty) {
                let (_, ghost) = left.remove(at);
                let ghost = self.program.exprs.var(ghost, ty);
                let same = equal(&mut self.program, index, ghost);
                constraints.push(same);
            }
        }
    }

    fn atom(&mut self, atom: &Atom, reads: &mut Reads) -> Atom {
        let mut args: Vec<ExprId> = Vec::new();
        for &(ty, ghost) in &self.ghosts.clone() {
            args.push(self.program.exprs.var(ghost, ty));
        }
        for &arg in &atom.args {
            if !self.is_array(arg) {
                args.push(self.scalar(arg, reads));
            }
            for ghost in self.ghosts_of(self.program.exprs.ty(arg)) {
                args.push(self.at_ghost(arg, ghost, reads));
            }
        }
        Atom { relation: atom.relation, args }
    }

    /// Arrays are equal: their cells are.
    fn constraint(&mut self, e: ExprId, reads: &mut Reads) -> ExprId {
        match self.program.exprs.kind(e).clone() {
            ExprKind::Op(Op::Implies, args) => {
                let (guard, conclusion) = (self.scalar(args[0], reads), self.constraint(args[1], reads));
                self.program.exprs.implies(guard, conclusion)
            }
            ExprKind::Op(Op::Eq, args) if self.is_array(args[0]) => {
                let mut all = Vec::new();
                for ghost in self.ghosts_of(self.program.exprs.ty(args[0])) {
                    let (a, b) = (self.at_ghost(args[0], ghost, reads), self.at_ghost(args[1], ghost, reads));
                    all.push(equal(&mut self.program, a, b));
                }
                self.program.exprs.and(&all)
            }
            _ => self.scalar(e, reads),
        }
    }

    fn at_ghost(&mut self, array: ExprId, ghost: VarId, reads: &mut Reads) -> ExprId {
        let ty = self.program.vars[ghost].ty;
        let index = self.program.exprs.var(ghost, ty);
        self.read(array, index, reads)
    }

    /// The value of an array at an index that reads no array.
    fn read(&mut self, array: ExprId, index: ExprId, reads: &mut Reads) -> ExprId {
        match self.program.exprs.kind(array).clone() {
            ExprKind::Var(var) => self.read_var(array, var, index, reads),
            ExprKind::Op(Op::Store, args) => {
                let (at, value) = (self.scalar(args[1], reads), self.scalar(args[2], reads));
                if at == index {
                    return value;
                }
                let here = equal(&mut self.program, index, at);
                let otherwise = self.read(args[0], index, reads);
                self.ite(here, value, otherwise)
            }
            ExprKind::Op(Op::Ite, args) => {
                let condition = self.scalar(args[0], reads);
                let (then, otherwise) = (self.read(args[1], index, reads), self.read(args[2], index, reads));
                self.ite(condition, then, otherwise)
            }
            _ => {
                let Type::Map { result, .. } = *self.program.types.get(self.program.exprs.ty(array)) else {
                    panic!("internal: only arrays are read")
                };
                self.unknown(array, index, result)
            }
        }
    }

    fn read_var(&mut self, array: ExprId, var: VarId, index: ExprId, reads: &mut Reads) -> ExprId {
        let ghosts = self.ghosts_of(self.program.vars[var].ty);
        if let ExprKind::Var(k) = *self.program.exprs.kind(index)
            && ghosts.contains(&k)
        {
            let cell = self.cell(var, k);
            return self.program.var_expr(cell);
        }
        if !reads.indices.contains(&index) {
            reads.indices.push(index);
        }
        let Type::Map { result, .. } = *self.program.types.get(self.program.vars[var].ty) else {
            panic!("internal: only arrays are read")
        };
        let mut value = self.unknown(array, index, result);
        for ghost in ghosts {
            let cell = self.cell(var, ghost);
            let (cell, ghost) = (self.program.var_expr(cell), self.program.var_expr(ghost));
            let here = equal(&mut self.program, index, ghost);
            value = self.ite(here, cell, value);
        }
        value
    }

    fn ite(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        if then == otherwise {
            return then;
        }
        let ty = self.program.exprs.ty(then);
        self.program.exprs.op(Op::Ite, [condition, then, otherwise], ty)
    }

    fn unknown(&mut self, a: ExprId, b: ExprId, ty: TypeId) -> ExprId {
        if let Some(&value) = self.unknown.get(&(a, b)) {
            return value;
        }
        let var = bound_var(&mut self.program, "any", ty);
        let value = self.program.var_expr(var);
        self.unknown.insert((a, b), value);
        value
    }

    /// The expression without arrays.
    fn scalar(&mut self, e: ExprId, reads: &mut Reads) -> ExprId {
        if let Some(&done) = reads.done.get(&e) {
            return done;
        }
        let new = match self.program.exprs.kind(e).clone() {
            ExprKind::Op(Op::Select, args) if self.is_array(args[0]) => {
                let index = self.scalar(args[1], reads);
                self.read(args[0], index, reads)
            }
            ExprKind::Op(Op::Eq | Op::Neq, args) if self.is_array(args[0]) => self.unknown(e, e, TypeTable::BOOL),
            kind => {
                let mut children = Vec::new();
                for_each_child(&kind, |c| children.push(c));
                let map: FxHashMap<ExprId, ExprId> = children.into_iter().map(|c| (c, self.scalar(c, reads))).collect();
                crate::ir::visit::Rewriter::new(
                    |_: &mut crate::ir::ExprArena, x| {
                        if x == e { None } else { map.get(&x).copied() }
                    },
                )
                .rewrite(&mut self.program.exprs, e)
            }
        };
        reads.done.insert(e, new);
        new
    }
}

//! Functions with bodies are expanded where they are applied. Recursive ones stay and become solver definitions; those
//! that triggers mention stay and become axioms.

use rustc_hash::FxHashMap;

use crate::base::ids::{ExprId, FuncId, IdVec, VarId};
use crate::ir::visit::{Rewriter, for_each_child, substitute};
use crate::ir::{Definition, ExprArena, ExprKind, Function, FunctionKind, Program};

/// All functions of a program.
type Functions = IdVec<FuncId, Function>;
/// What takes the place of a variable; `None`: nothing does.
type Leaf<'a> = dyn FnMut(VarId) -> Option<ExprId> + 'a;

/// Bodies with everything that is not recursive expanded.
#[derive(Clone)]
pub struct Definitions {
    /// `None`: not looked at yet.
    bodies: IdVec<FuncId, Option<Body>>,
    recursive: IdVec<FuncId, bool>,
}

#[derive(Clone, Copy)]
enum Body {
    Expanded(ExprId),
    /// Uninterpreted, built in, recursive or matched by triggers: stays an application.
    Kept,
}

/// What is known of a function that stays an application.
#[derive(Clone, Copy)]
pub struct KeptBody {
    pub body: ExprId,
    /// Whether it mentions the function itself, directly or not.
    pub recursive: bool,
}

impl Definitions {
    pub fn new(program: &Program) -> Definitions {
        Definitions { bodies: IdVec::filled(None, program.funcs.len()), recursive: recursive_functions(program) }
    }

    /// The body of a function that stays, with everything else expanded.
    pub fn kept_body(&mut self, exprs: &mut ExprArena, funcs: &Functions, func: FuncId) -> Option<KeptBody> {
        let FunctionKind::Defined { body, style } = funcs[func].kind else { return None };
        let recursive = self.recursive[func];
        (recursive || style == Definition::Matched)
            .then(|| KeptBody { body: self.expand(exprs, funcs, body, &mut |_| None), recursive })
    }

    /// `e` with variables replaced through `leaf` and definitions expanded.
    pub fn expand(&mut self, exprs: &mut ExprArena, funcs: &Functions, e: ExprId, leaf: &mut Leaf) -> ExprId {
        let mut memo = FxHashMap::default();
        self.rewrite(exprs, funcs, e, leaf, &mut memo)
    }

    fn rewrite(
        &mut self,
        exprs: &mut ExprArena,
        funcs: &Functions,
        e: ExprId,
        leaf: &mut Leaf,
        memo: &mut FxHashMap<ExprId, ExprId>,
    ) -> ExprId {
        if let Some(&done) = memo.get(&e) {
            return done;
        }
        let result = match exprs.kind(e) {
            &ExprKind::Var(v) => leaf(v).unwrap_or(e),
            _ => {
                let mut children = Vec::new();
                for_each_child(exprs.kind(e), |c| children.push(c));
                let mut changed = false;
                let done: Vec<ExprId> = children
                    .iter()
                    .map(|&c| {
                        let new = self.rewrite(exprs, funcs, c, leaf, memo);
                        changed |= new != c;
                        new
                    })
                    .collect();
                let rebuilt = if changed { with_children(exprs, e, &children, &done) } else { e };
                self.apply(exprs, funcs, rebuilt)
            }
        };
        memo.insert(e, result);
        result
    }

    /// Expands the outermost application, whose arguments are expanded already.
    fn apply(&mut self, exprs: &mut ExprArena, funcs: &Functions, e: ExprId) -> ExprId {
        let ExprKind::Call { func, args, .. } = exprs.kind(e) else { return e };
        let (func, args) = (*func, args.clone());
        match self.body(exprs, funcs, func) {
            Body::Kept => e,
            Body::Expanded(body) => {
                let params = &funcs[func].params;
                let map: FxHashMap<VarId, ExprId> = params.iter().copied().zip(args).collect();
                substitute(exprs, body, &map)
            }
        }
    }

    fn body(&mut self, exprs: &mut ExprArena, funcs: &Functions, func: FuncId) -> Body {
        if let Some(body) = self.bodies[func] {
            return body;
        }
        let body = match funcs[func].kind {
            FunctionKind::Defined { body, style } if !self.recursive[func] && style != Definition::Matched => {
                Body::Expanded(self.expand(exprs, funcs, body, &mut |_| None))
            }
            _ => Body::Kept,
        };
        self.bodies[func] = Some(body);
        body
    }
}

/// The expression with its children replaced one by one.
fn with_children(exprs: &mut ExprArena, e: ExprId, old: &[ExprId], new: &[ExprId]) -> ExprId {
    let map: FxHashMap<ExprId, ExprId> = old.iter().copied().zip(new.iter().copied()).collect();
    Rewriter::new(|_: &mut ExprArena, x| if x == e { None } else { map.get(&x).copied() }).rewrite(exprs, e)
}

/// Functions whose bodies lead to themselves.
pub fn recursive_functions(program: &Program) -> IdVec<FuncId, bool> {
    use petgraph::graph::{DiGraph, NodeIndex};
    let defined = |f: &Function| match f.kind {
        FunctionKind::Defined { body, .. } => Some(body),
        _ => None,
    };
    let mut graph: DiGraph<FuncId, ()> = DiGraph::new();
    let mut nodes: IdVec<FuncId, Option<NodeIndex>> = IdVec::filled(None, program.funcs.len());
    for (id, f) in program.funcs.iter_enumerated() {
        if defined(f).is_some() {
            nodes[id] = Some(graph.add_node(id));
        }
    }
    for (id, f) in program.funcs.iter_enumerated() {
        if let (Some(body), Some(from)) = (defined(f), nodes[id]) {
            crate::ir::visit::walk(&program.exprs, [body], |_, kind| {
                if let ExprKind::Call { func, .. } = kind
                    && let Some(to) = nodes[*func]
                {
                    graph.update_edge(from, to, ());
                }
            });
        }
    }
    let mut recursive = IdVec::filled(false, program.funcs.len());
    for component in petgraph::algo::kosaraju_scc(&graph) {
        if component.len() > 1 || graph.contains_edge(component[0], component[0]) {
            for node in component {
                recursive[graph[node]] = true;
            }
        }
    }
    recursive
}

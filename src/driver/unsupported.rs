//! Constructs that no engine interprets.

use crate::base::ids::ProcId;
use crate::cfg::call_graph::reachable;
use crate::engine::Question;
use crate::ir::{Attr, CmdKind, Program, has_attribute, is_marked};
use crate::verdict::Why;

/// Why a violation is none for certain where the elaboration had to weaken the program.
pub fn weakened() -> Why {
    Why::Unsupported("a violation where assumptions over all types were weakened".into())
}

/// Why nothing is said of data races where none is found: operations that are taken for stronger ones may order what they
/// do not order.
pub fn races_by_weaker_orders(question: &Question) -> Option<Why> {
    let Question { program, entry, .. } = *question;
    let is = |attr| is_marked(&program.exprs, &program.procs[entry].attrs, attr);
    let why = "data races where memory orders are weaker than memory_order_seq_cst (none was found with that order)";
    (is(Attr::RaceFree) && is(Attr::WeakerOrder)).then(|| Why::Unsupported(why.into()))
}

/// A construct that executions of the entry can reach, and that is followed for one question alone.
pub fn unsupported(program: &Program, entry: ProcId) -> Option<Why> {
    asynchronous_call(program, entry).map(Why::Unsupported)
}

/// An `async` call that executions of the entry can reach. Elsewhere such calls do no harm.
fn asynchronous_call(program: &Program, entry: ProcId) -> Option<String> {
    for proc in reachable(program, entry) {
        for block in program.procs[proc].body.iter().flat_map(|b| b.blocks.iter()) {
            for cmd in &block.cmds {
                if let CmdKind::Call { callee, .. } = cmd.kind
                    && has_attribute(&cmd.attrs, Attr::Async)
                {
                    let name = &program.procs[callee].name;
                    return Some(format!("async calls (of {name} in {})", program.procs[proc].name));
                }
            }
        }
    }
    None
}

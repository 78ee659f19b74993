//! What commands say to threads, read for whoever runs them.

use crate::ir::{ACCESS, Attr, Cmd, CmdKind, has_attribute, string_attribute};

/// What a command says to threads.
pub(super) enum Mark {
    Yield {
        before_access: bool,
    },
    Begin {
        nests: bool,
    },
    End {
        nests: bool,
    },
    /// The number of the thread that runs, or of its last child.
    Number {
        of_child: bool,
    },
}

/// The mark of a command.
pub(super) fn mark(cmd: &Cmd) -> Option<Mark> {
    if cmd.attrs.is_empty() {
        return None;
    }
    match cmd.kind {
        CmdKind::Assume(_) if has_attribute(&cmd.attrs, Attr::Yield) => {
            Some(Mark::Yield { before_access: string_attribute(&cmd.attrs, Attr::Yield) == Some(ACCESS) })
        }
        CmdKind::Assume(_) => match string_attribute(&cmd.attrs, Attr::Atomic)? {
            begin @ ("begin" | "enter") => Some(Mark::Begin { nests: begin == "enter" }),
            end @ ("end" | "leave") => Some(Mark::End { nests: end == "leave" }),
            _ => None,
        },
        CmdKind::Havoc(_) if has_attribute(&cmd.attrs, Attr::ThreadId) => Some(Mark::Number { of_child: false }),
        CmdKind::Havoc(_) if has_attribute(&cmd.attrs, Attr::ChildId) => Some(Mark::Number { of_child: true }),
        _ => None,
    }
}

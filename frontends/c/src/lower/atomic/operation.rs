//! What atomic operations do, by their names.

use crate::cir::{BinOp, CmpOp};

/// What an operation does, apart from reading the old value.
#[derive(Clone, Copy)]
pub(super) enum Atomic {
    Load,
    Store,
    /// A first value.
    Init,
    Clear,
    Exchange,
    /// Gives the old value, or the new one.
    Change {
        how: Change,
        gives_new: bool,
    },
    /// `__sync`: expected and new value; gives whether they were the same, or the old value.
    Swap {
        gives_truth: bool,
    },
    /// Where the expected value is, and the new one. What is weak may fail without cause.
    CompareExchange {
        weak: bool,
    },
}

#[derive(Clone, Copy)]
pub(super) enum Change {
    By(BinOp),
    Nand,
    /// The old value stays if it is so to the operand: the lesser or the greater of both.
    To(CmpOp),
}

/// How an operation is written.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum WrittenAs {
    /// `__c11_atomic_*`: pointers count elements.
    C11,
    /// `__atomic_*` on values.
    Gnu,
    /// `__atomic_*` that takes the addresses of values.
    Generic,
}

fn change(name: &str) -> Option<Change> {
    Some(match name {
        "add" => Change::By(BinOp::Add),
        "sub" => Change::By(BinOp::Sub),
        "or" => Change::By(BinOp::Or),
        "and" => Change::By(BinOp::And),
        "xor" => Change::By(BinOp::Xor),
        "nand" => Change::Nand,
        "min" => Change::To(CmpOp::Le),
        "max" => Change::To(CmpOp::Ge),
        _ => return None,
    })
}

impl Atomic {
    /// By the name of a `__sync_*` function.
    pub(super) fn of_sync(name: &str) -> Option<Atomic> {
        let changes = |name, gives_new| change(name).map(|how| Atomic::Change { how, gives_new });
        match name {
            "lock_test_and_set" | "swap" => Some(Atomic::Exchange),
            "lock_release" => Some(Atomic::Clear),
            "bool_compare_and_swap" => Some(Atomic::Swap { gives_truth: true }),
            "val_compare_and_swap" => Some(Atomic::Swap { gives_truth: false }),
            _ => match name.strip_prefix("fetch_and_") {
                Some(how) => changes(how, false),
                None => changes(name.strip_suffix("_and_fetch")?, true),
            },
        }
    }

    /// By the rest of the name of an `__atomic_*` or `atomic_*` function.
    fn of_atomic(name: &str) -> Option<Atomic> {
        let name = name.strip_suffix("_explicit").unwrap_or(name);
        let changes = |name, gives_new| change(name).map(|how| Atomic::Change { how, gives_new });
        match name {
            "load" | "load_n" => Some(Atomic::Load),
            "store" | "store_n" | "clear" | "flag_clear" => Some(Atomic::Store),
            "init" => Some(Atomic::Init),
            "exchange" | "exchange_n" | "flag_test_and_set" => Some(Atomic::Exchange),
            "compare_exchange" | "compare_exchange_n" | "compare_exchange_strong" => {
                Some(Atomic::CompareExchange { weak: false })
            }
            "compare_exchange_weak" => Some(Atomic::CompareExchange { weak: true }),
            _ => match name.strip_prefix("fetch_") {
                Some(how) => changes(how, false),
                None => changes(name.strip_suffix("_fetch")?, true),
            },
        }
    }
}

/// What clang has a kind of expression for, by the name in the text: that of the builtin, or of a macro of `<stdatomic.h>`.
pub(super) fn of_expression(name: &str) -> Option<(Atomic, WrittenAs)> {
    if let Some(name) = name.strip_prefix("__atomic_") {
        let takes_addresses = matches!(name, "load" | "store" | "exchange" | "compare_exchange");
        return Some((Atomic::of_atomic(name)?, if takes_addresses { WrittenAs::Generic } else { WrittenAs::Gnu }));
    }
    let name = name.strip_prefix("__c11_").unwrap_or(name);
    Some((Atomic::of_atomic(name.strip_prefix("atomic_")?)?, WrittenAs::C11))
}

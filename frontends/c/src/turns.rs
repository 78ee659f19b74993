//! The order in which threads take turns, as C text that makes them do so: see `runtime/turns.c`.

use std::fmt::Write;

/// A thread goes on without others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Threads are numbered as they are made; the one that begins is 0.
    pub thread: u32,
    pub until: Until,
}

/// Where the turn of a thread ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// When it has reached an access on that line so many times: in front of the access, or behind it.
    Access {
        file: String,
        line: u32,
        count: u32,
        behind: bool,
    },
    /// When it reaches any access.
    Next,
    End,
    Violation,
}

/// Functions of the C library at which others may run.
const WRAPPED: [&str; 21] = [
    "pthread_create",
    "pthread_exit",
    "pthread_join",
    "pthread_cancel",
    "pthread_testcancel",
    "sleep",
    "usleep",
    "pthread_cond_wait",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_unlock",
    "pthread_spin_lock",
    "pthread_spin_unlock",
    "sem_wait",
    "sem_trywait",
    "sem_post",
];

/// What is linked with a program such that its threads take these turns; `hangs`: a run that does not end is the
/// violation.
pub fn runtime(turns: &[Turn], hangs: bool) -> String {
    let mut text = String::new();
    for Turn { thread, until } in turns {
        let (file, line, count, behind) = match until {
            Until::Access { file, line, count, behind } => (file.as_str(), i64::from(*line), *count, *behind),
            Until::Next => ("", -2, 0, false),
            Until::End => ("", 0, 0, false),
            Until::Violation => ("", -1, 0, false),
        };
        let _ = write!(text, "{{{thread}, {file:?}, {line}, {count}, {}}}, ", u8::from(behind));
    }
    let runtime = include_str!("../runtime/turns.c");
    runtime
        .replace("{TURNS}", &format!("{{{}}}", text.trim_end_matches(", ")))
        .replace("HANGS", &u8::from(hangs).to_string())
}

/// Flags of the linker for it.
pub fn wraps() -> String {
    WRAPPED.map(|name| format!("-Wl,--wrap={name}")).join(" ")
}

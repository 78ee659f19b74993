//! Cancellation of threads, where the models of the C library cannot see it: what the macros of `<pthread.h>` become, and
//! at which calls a thread notices that it is cancelled.

use ivl::source::Span;

use crate::clang::{Kind, Node};

use super::Lower;

/// A thread that is cancelled ends here (POSIX.1-2017, System Interfaces 2.9.5), besides where the models say so.
const POINTS: [&str; 47] = [
    "accept",
    "clock_nanosleep",
    "close",
    "connect",
    "creat",
    "fcntl",
    "fdatasync",
    "fsync",
    "getmsg",
    "getpmsg",
    "lockf",
    "mq_receive",
    "mq_send",
    "mq_timedreceive",
    "mq_timedsend",
    "msgrcv",
    "msgsnd",
    "msync",
    "nanosleep",
    "open",
    "openat",
    "pause",
    "poll",
    "pread",
    "pselect",
    "putmsg",
    "pwrite",
    "read",
    "readv",
    "recv",
    "recvfrom",
    "recvmsg",
    "select",
    "send",
    "sendmsg",
    "sendto",
    "sigsuspend",
    "sigtimedwait",
    "sigwait",
    "sigwaitinfo",
    "sleep",
    "system",
    "tcdrain",
    "usleep",
    "wait",
    "waitpid",
    "write",
];
/// It may end here (the same section), as far as programs use them much.
const MAYBE: [&str; 24] = [
    "fclose",
    "fflush",
    "fgetc",
    "fgets",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "fread",
    "freopen",
    "fscanf",
    "fseek",
    "fwrite",
    "getaddrinfo",
    "getc",
    "getchar",
    "gethostbyname",
    "gets",
    "ioctl",
    "perror",
    "printf",
    "puts",
    "scanf",
    "vfprintf",
];

impl<'a> Lower<'a> {
    /// Before a call of a function that the program does not define.
    pub(super) fn cancellation_point(&mut self, name: &str, span: Span) {
        if !self.models.uses.cancels {
            return;
        }
        if POINTS.contains(&name) {
            self.call_model("pthread_testcancel", vec![], span);
        } else if MAYBE.contains(&name) {
            self.call_model("__rmt_may_cancel", vec![], span);
        }
    }

    /// `pthread_cleanup_push(run, argument)` sets two variables, jumps back to here when the thread ends, and registers
    /// that with this call.
    pub(super) fn register_handler(&mut self, buffer: &'a Node, span: Span) {
        let suffix = named(buffer).and_then(|name| name.strip_prefix("__cancel_buf"));
        let values = suffix.and_then(|suffix| {
            let run = self.named_value(&format!("__cancel_routine{suffix}"), span)?;
            let argument = self.named_value(&format!("__cancel_arg{suffix}"), span)?;
            Some(vec![run, argument])
        });
        match values {
            Some(values) => self.call_model("__rmt_push_handler", values, span),
            None => {
                self.error("`__pthread_register_cancel` is supported as `pthread_cleanup_push` calls it alone", span)
            }
        }
    }

    /// Whether a call of `sigsetjmp` is that of `pthread_cleanup_push`: it returns once.
    pub(super) fn is_of_handler(&self, buffer: &Node) -> bool {
        named(buffer).is_some_and(|name| name.starts_with("__cancel_buf"))
    }
}

/// The variable in `&v`, `v`, `(T *)v.member`.
fn named(node: &Node) -> Option<&str> {
    match node.kind {
        Kind::DeclRefExpr => node.referenced_decl.as_ref()?.name.as_deref(),
        _ => named(node.inner.last()?),
    }
}

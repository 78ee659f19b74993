//! Ends work that does not look at its deadline, such as a tactic of Z3 that ignores its timeout.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::budget::{Budget, Cancel, Limits};
use super::workers;

/// Z3's own timeout comes first where it works.
const LENIENCE: Duration = Duration::from_millis(100);
/// From the cancellation until the work counts as hung.
const GRACE: Duration = Duration::from_secs(5);

/// Does the work with a part of the budget, whose limits begin now; `hung` as in [`watched`].
pub fn within<T>(limits: Limits, all: &Budget, hung: impl FnOnce() + Send, work: impl FnOnce(&Budget) -> T) -> T {
    let part = all.scope().within(limits);
    watched(limits.timeout, part.cancel(), hung, || work(&part))
}

/// Does the work. When its time is over, raises `cancel`; if it still does not end, calls `hung`, which may end the
/// process.
fn watched<T>(timeout: Option<Duration>, cancel: &Cancel, hung: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    let Some(timeout) = timeout else { return work() };
    let (done, ended) = channel::<()>();
    let wait = move || {
        let over = |time| ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
        if over(timeout.saturating_add(LENIENCE)) {
            cancel.cancel();
            if over(GRACE) {
                hung();
            }
        }
    };
    thread::scope(|scope| {
        // Without this thread, Z3's own timeout has to do.
        let _ = workers::beside(scope, "watchdog", wait);
        let result = work();
        drop(done);
        result
    })
}

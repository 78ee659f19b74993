//! The processes that check files in the background, one for each open file at most: a new one ends the one before.

use std::collections::HashMap;
use std::process::Child;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// By the name of the document.
#[derive(Clone, Debug, Default)]
pub struct Running {
    children: Arc<Mutex<HashMap<String, Child>>>,
    checks: Arc<AtomicU64>,
}

impl Running {
    /// A number that no other check of this server has.
    pub fn number(&self) -> u64 {
        self.checks.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Ends what runs for a document, if anything does.
    pub fn cancel(&self, document: &str) {
        let child = self.children.lock().ok().and_then(|mut all| all.remove(document));
        if let Some(mut child) = child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// This process runs for a document now.
    pub fn begin(&self, document: &str, child: Child) {
        self.cancel(document);
        if let Ok(mut all) = self.children.lock() {
            all.insert(document.to_string(), child);
        }
    }

    /// Ends a process; another one is left alone.
    pub fn finish_now(&self, document: &str, pid: u32) {
        if self.children.lock().is_ok_and(|all| all.get(document).is_some_and(|child| child.id() == pid)) {
            self.cancel(document);
        }
    }

    /// Waits for a process that has said all, unless somebody has ended it: then this is false.
    pub fn finish(&self, document: &str, pid: u32) -> bool {
        let is_own = |all: &HashMap<String, Child>| all.get(document).is_some_and(|child| child.id() == pid);
        let child = self.children.lock().ok().filter(|all| is_own(all)).and_then(|mut all| all.remove(document));
        child.is_some_and(|mut child| child.wait().is_ok())
    }
}

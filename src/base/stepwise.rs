//! Work that goes on in several turns: it is on a thread of its own, and waits there, where it is, when a turn is over.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use super::workers;

/// The work, as who gives it its turns sees it.
pub struct Stepwise<T, S> {
    turns: Sender<T>,
    said: Receiver<S>,
    thread: Option<JoinHandle<()>>,
}

/// The giver of turns, as the work sees it.
pub struct Side<T, S> {
    turns: Mutex<Receiver<T>>,
    say: Mutex<Sender<S>>,
}

impl<T: Send + 'static, S: Send + 'static> Stepwise<T, S> {
    /// Work that is yet to wait for its first turn. `None`: the system has no thread to give.
    pub fn begin(name: &str, work: impl FnOnce(Side<T, S>) + Send + 'static) -> Option<Stepwise<T, S>> {
        let (turns, given) = channel();
        let (say, said) = channel();
        let side = Side { turns: Mutex::new(given), say: Mutex::new(say) };
        let thread = workers::start(name, move || work(side)).ok()?;
        Some(Stepwise { turns, said, thread: Some(thread) })
    }
}

impl<T, S> Stepwise<T, S> {
    /// The next turn.
    pub fn give(&self, turn: T) {
        // Work that has ended says so itself.
        let _ = self.turns.send(turn);
    }

    /// Waits for what the work says next. `None`: it has ended. Carries over its panic.
    pub fn hear(&mut self) -> Option<S> {
        let said = self.said.recv().ok();
        if said.is_none()
            && let Some(Err(panic)) = self.thread.take().map(JoinHandle::join)
        {
            std::panic::resume_unwind(panic);
        }
        said
    }
}

impl<T, S> Drop for Stepwise<T, S> {
    /// No thread is left behind: there are no more turns.
    fn drop(&mut self) {
        self.turns = channel().0;
        // Whoever asked last has heard of a panic.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl<T, S> Side<T, S> {
    /// Waits for a turn. `None`: there is none.
    pub fn turn(&self) -> Option<T> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
    }

    /// Nobody may want to know any more.
    pub fn say(&self, said: S) {
        let _ = self.say.lock().unwrap_or_else(PoisonError::into_inner).send(said);
    }
}

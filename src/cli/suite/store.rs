//! Verdicts that are kept, and work that is shared, as files of one folder, which may be on another machine:
//!
//! - `todo/KEY.json`: a task that nobody has;
//! - `taken/KEY.json`: one that a worker has; the worker renews the file's time as long as it lives;
//! - `done/KEY.json`: a verdict.
//!
//! All that matters is done by renaming or linking, which succeeds for one process alone. So no task is lost when a
//! worker dies, and none has two verdicts.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::task::Task;

/// The outcome of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Done {
    /// Reports as JSON.
    pub lines: Vec<String>,
    pub seconds: f64,
    /// The same task would give the same again.
    #[serde(skip, default = "yes")]
    pub lasts: bool,
}

fn yes() -> bool {
    true
}

pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Makes the folder if need be.
    pub fn open(folder: &Path) -> io::Result<Store> {
        let store = Store { folder: folder.to_path_buf() };
        let is_new = !folder.exists();
        for part in ["todo", "taken", "done"] {
            std::fs::create_dir_all(store.folder.join(part))?;
        }
        if is_new {
            // Nobody wants kept verdicts among his sources.
            std::fs::write(folder.join(".gitignore"), "*\n")?;
        }
        Ok(store)
    }

    /// Whether somebody made it.
    pub fn is_there(folder: &Path) -> bool {
        folder.join("todo").is_dir()
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, part: &str, key: &str) -> PathBuf {
        self.folder.join(part).join(format!("{key}.json"))
    }

    /// A verdict, if there is one. What cannot be read is none.
    pub fn read(&self, key: &str) -> Option<Done> {
        serde_json::from_slice(&std::fs::read(self.path("done", key)).ok()?).ok()
    }

    /// Keeps a verdict, unless there is one already; whether it is new.
    pub fn write(&self, key: &str, done: &Done) -> io::Result<bool> {
        self.put("done", key, &serde_json::to_vec(done).map_err(io::Error::other)?)
    }

    /// Leaves a task to workers, unless it is done or left already; whether it is new.
    pub fn submit(&self, key: &str, task: &Task) -> io::Result<bool> {
        if self.path("done", key).exists() || self.path("taken", key).exists() {
            return Ok(false);
        }
        self.put("todo", key, &serde_json::to_vec(task).map_err(io::Error::other)?)
    }

    /// Writes beside the file and links, so that no reader sees a part, and the first writer wins.
    fn put(&self, part: &str, key: &str, bytes: &[u8]) -> io::Result<bool> {
        let beside = self.folder.join(part).join(format!(".{key}.{}", own_name()));
        std::fs::write(&beside, bytes)?;
        let linked = std::fs::hard_link(&beside, self.path(part, key));
        std::fs::remove_file(&beside)?;
        match linked {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The keys of a part; workers begin at different ones.
    fn keys(&self, part: &str) -> io::Result<Vec<String>> {
        let mut keys = Vec::new();
        for entry in std::fs::read_dir(self.folder.join(part))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            keys.extend(name.strip_suffix(".json").filter(|key| !key.starts_with('.')).map(str::to_string));
        }
        let turn = std::process::id() as usize % keys.len().max(1);
        keys.rotate_left(turn);
        Ok(keys)
    }

    /// Takes a task that nobody has, for as long as it is renewed. `None`: there is none.
    pub fn take(&self) -> io::Result<Option<(String, Task)>> {
        for key in self.keys("todo")? {
            let (todo, taken) = (self.path("todo", &key), self.path("taken", &key));
            // The time is renewed first: an old one would mean that the worker is dead.
            if touch(&todo).is_err() || std::fs::rename(&todo, &taken).is_err() {
                continue;
            }
            if self.path("done", &key).exists() {
                self.finish(&key);
                continue;
            }
            let read = std::fs::read(&taken).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
            match read {
                Some(task) => return Ok(Some((key, task))),
                None => return Err(io::Error::other(format!("{}: not a task", taken.display()))),
            }
        }
        Ok(None)
    }

    /// A worker has the task still.
    pub fn renew(&self, key: &str) {
        let _ = touch(&self.path("taken", key));
    }

    /// The task is done.
    pub fn finish(&self, key: &str) {
        let _ = std::fs::remove_file(self.path("taken", key));
    }

    /// Gives back what dead workers had; how many tasks others have still.
    pub fn give_back(&self, lease: Duration) -> io::Result<usize> {
        let now = self.now()?;
        let mut held = 0;
        for key in self.keys("taken")? {
            let taken = self.path("taken", &key);
            let Ok(renewed) = std::fs::metadata(&taken).and_then(|file| file.modified()) else { continue };
            held += 1;
            if now.duration_since(renewed).is_ok_and(|since| since > lease) {
                let _ = std::fs::rename(&taken, self.path("todo", &key));
            }
        }
        Ok(held)
    }

    /// The time by the clock of the folder's file system, which all workers see.
    fn now(&self) -> io::Result<SystemTime> {
        let path = self.folder.join(format!(".clock.{}", own_name()));
        std::fs::write(&path, [])?;
        let now = std::fs::metadata(&path).and_then(|file| file.modified());
        std::fs::remove_file(&path)?;
        now
    }
}

/// Sets the time of the file to that of its file system, whose clock may not be ours.
fn touch(path: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    let file = std::fs::OpenOptions::new().append(true).open(path)?;
    // SAFETY: the descriptor is open; no times mean the present.
    match unsafe { libc::futimens(file.as_raw_fd(), std::ptr::null()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A name that no other process or thread has, on any machine that shares the folder.
fn own_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{}-{}-{:?}", machine.trim(), std::process::id(), std::thread::current().id()).replace(['(', ')'], "")
}

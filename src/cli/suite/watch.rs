//! `rmt watch`: programs are checked again when their files change, or what these include.
//!
//! ```text
//! tasks, as of a suite ── which files does each depend on? ── their times change ──▶ checked again ──▶ a line each
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::super::args::ProgramsArgs;
use super::super::{print, until_interrupt, warn};
use super::run::run_while;
use super::store::Store;
use super::task::Task;
use super::{find, kept};
use crate::base::budget::Budget;
use crate::base::workers;
use crate::report::told::Told;

/// How often files are looked at.
const LOOK: Duration = Duration::from_millis(300);

pub fn run(args: &ProgramsArgs) -> u8 {
    let store = match kept(args) {
        Ok(store) => store,
        Err(code) => return code,
    };
    let watch = Watch { args, store, all: until_interrupt() };
    let mut known: BTreeMap<String, Seen> = BTreeMap::new();
    let mut complaint = String::new();
    while !watch.is_over() {
        let begun = Instant::now();
        let found = find::tasks(args);
        // Where looking takes long, it is done less often.
        let pause = LOOK.max(4 * begun.elapsed());
        match found {
            Ok(tasks) => {
                complaint.clear();
                // What is gone is new when it comes back.
                known.retain(|name, _| tasks.iter().any(|task| task.name == *name));
                watch.check(&tasks, &mut known);
            }
            // Files come and go while somebody works on them; each complaint is made once.
            Err(mistake) => {
                let said = format!("rmt: {mistake}\n");
                if said != complaint {
                    warn(&said);
                    complaint = said;
                }
            }
        }
        if !watch.is_over() {
            std::thread::sleep(pause);
        }
    }
    0
}

struct Watch<'a> {
    args: &'a ProgramsArgs,
    store: Option<Store>,
    /// Ctrl-C ends it.
    all: Budget,
}

/// A task as it was when it was checked.
struct Seen {
    task: Task,
    files: BTreeMap<PathBuf, State>,
}

/// When a file was written last, and its size; nothing of a file that is not there.
type State = Option<(SystemTime, u64)>;

impl Seen {
    fn of(task: &Task, before: Option<&Seen>) -> Seen {
        // The times first: what is written meanwhile is seen as a change. Folders change when a file comes that is missed.
        let own = task.files.iter().map(|file| task.folder.join(file));
        let folders = own.clone().filter_map(|file| file.parent().map(Path::to_path_buf));
        let mut files = states(own.chain(folders).collect());
        match task.depends_on() {
            Some(all) => {
                files.retain(|file, _| all.contains(file));
                for (file, state) in states(all) {
                    files.entry(file).or_insert(state);
                }
            }
            // What was included while that could be told.
            None => files.extend(before.into_iter().flat_map(|seen| states(seen.files.keys().cloned().collect()))),
        }
        Seen { task: task.clone(), files }
    }

    fn is_like(&self, task: &Task) -> bool {
        self.task == *task && self.files.iter().all(|(file, state)| self::state(file) == *state)
    }
}

fn states(files: BTreeSet<PathBuf>) -> BTreeMap<PathBuf, State> {
    files.into_iter().map(|file| (file.clone(), state(&file))).collect()
}

fn state(file: &Path) -> State {
    let file = std::fs::metadata(file).ok()?;
    Some((file.modified().ok()?, file.len()))
}

impl Watch<'_> {
    fn is_over(&self) -> bool {
        self.all.cancel().is_cancelled()
    }

    /// Checks what is not as it was.
    fn check(&self, tasks: &[Task], known: &mut BTreeMap<String, Seen>) {
        let is_known = |task: &Task| known.get(&task.name).is_some_and(|seen| seen.is_like(task));
        let changed: Vec<(&Task, Seen)> = tasks
            .iter()
            .filter(|task| !is_known(task))
            .map(|task| (task, Seen::of(task, known.get(&task.name))))
            .collect();
        workers::each(
            "watch",
            self.args.jobs,
            changed.len(),
            || (),
            |(), index| {
                let (task, seen) = &changed[index];
                self.one(task, seen);
            },
        );
        // What changed while it was checked is not as it was seen.
        known.extend(changed.into_iter().map(|(task, seen)| (task.name.clone(), seen)));
    }

    /// A line for each verdict, unless the files change in the meantime.
    fn one(&self, task: &Task, seen: &Seen) {
        let key = self.store.as_ref().and_then(|_| task.key());
        let kept = self.store.as_ref().zip(key.as_ref());
        let wanted = || !self.is_over() && seen.is_like(task);
        let done = match kept.and_then(|(store, key)| store.read(key)) {
            Some(done) => done,
            None if !wanted() => return,
            None => {
                let Some(done) = run_while(task, &wanted) else { return };
                // A verdict that is not kept is found again.
                if let (true, Some((store, key))) = (done.lasts && wanted(), kept) {
                    let _ = store.write(key, &done);
                }
                done
            }
        };
        for line in &done.lines {
            let told = Told::read(&task.about(line, done.seconds)).unwrap_or_default();
            print(format_args!("{}: {}\n", told.about(), told.says()));
        }
    }
}

//! `rmt worker`: takes tasks that `rmt suite --submit` left in a folder, until none is left.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::super::args::WorkerArgs;
use super::super::{USAGE, print, until_interrupt, warn};
use super::run::run as checked;
use super::store::Store;
use crate::base::budget::Budget;
use crate::base::workers;

/// How often a worker looks whether others died.
const LOOK: Duration = Duration::from_millis(500);

pub fn run(args: &WorkerArgs) -> u8 {
    if !args.wait && !Store::is_there(&args.folder) {
        let nothing = "nothing was submitted here (rmt suite PATH --cache FOLDER --submit)";
        return refuse(args, &std::io::Error::other(nothing));
    }
    let store = match Store::open(&args.folder) {
        Ok(store) => store,
        Err(error) => return refuse(args, &error),
    };
    let all = until_interrupt();
    let lease = Duration::from_secs(args.lease.max(1));
    let ends = Mutex::new((0, None));
    let run = |_: &mut (), _| {
        let end = work(&store, lease, args.wait, &all);
        if let Ok(mut ends) = ends.lock() {
            match end {
                Ok(number) => ends.0 += number,
                Err(error) => ends.1 = Some(error),
            }
        }
    };
    workers::each("worker", args.jobs, args.jobs, || (), run);
    let (done, failed) = ends.into_inner().unwrap_or_default();
    if let Some(error) = failed {
        return refuse(args, &error);
    }
    print(format_args!("{done} programs checked\n"));
    0
}

fn refuse(args: &WorkerArgs, error: &std::io::Error) -> u8 {
    warn(&format!("rmt: {}: {error}\n", args.folder.display()));
    USAGE
}

/// Works until there is nothing left; how many tasks this was.
fn work(store: &Store, lease: Duration, wait: bool, all: &Budget) -> std::io::Result<usize> {
    let mut done = 0;
    while !all.cancel().is_cancelled() {
        let Some((key, task)) = store.take()? else {
            // The tasks of others come back if they die.
            if store.give_back(lease)? == 0 && !wait {
                break;
            }
            std::thread::sleep(LOOK.min(lease / 4));
            continue;
        };
        let (finished, is_finished) = channel::<()>();
        let outcome = std::thread::scope(|scope| {
            let (store, key) = (store, &key);
            scope.spawn(move || {
                while let Err(RecvTimeoutError::Timeout) = is_finished.recv_timeout(lease / 4) {
                    store.renew(key);
                }
            });
            let outcome = checked(&task);
            drop(finished);
            outcome
        });
        if all.cancel().is_cancelled() && !outcome.lasts {
            // Somebody else takes it when the lease is over.
            break;
        }
        done += usize::from(store.write(&key, &outcome)?);
        store.finish(&key);
    }
    Ok(done)
}

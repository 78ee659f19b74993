//! Which of the scanned files define what a function calls, so that it is looked at together with them.
//!
//! ```text
//! a.c: int f(void) { return g(); }      b.c: int g(void) { return h(); }      c.c: int h(void) { … }      →   f: b.c, c.c
//! ```

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

use rmt_c::{Body, Functions};

/// Files that a function is looked at with, at most: those that its nearest callees are in.
const MOST: usize = 8;

/// The scanned files, and who calls whom.
pub struct Linked<'a> {
    files: Vec<File<'a>>,
    /// Functions that one file alone defines for others.
    shared: HashMap<&'a str, usize>,
}

struct File<'a> {
    path: &'a Path,
    bodies: HashMap<&'a str, &'a Body>,
    /// What it defines for others.
    shared: HashSet<&'a str>,
}

impl<'a> Linked<'a> {
    pub fn new(files: impl Iterator<Item = (&'a Path, &'a Functions)>) -> Linked<'a> {
        let files = files.map(|(path, functions)| {
            let own = functions.bodies.iter().filter(|body| !body.is_static && body.file == path);
            File {
                path,
                bodies: functions.bodies.iter().map(|body| (&*body.name, body)).collect(),
                shared: own.map(|body| &*body.name).collect(),
            }
        });
        let files: Vec<File> = files.collect();
        let mut definitions: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, file) in files.iter().enumerate() {
            file.shared.iter().for_each(|name| definitions.entry(name).or_default().push(index));
        }
        let alone = |(name, defining): (&'a str, Vec<usize>)| match defining[..] {
            [only] => Some((name, only)),
            _ => None,
        };
        let shared = definitions.into_iter().filter_map(alone).collect();
        Linked { files, shared }
    }

    /// The other files that a function of a file is looked at with, and what it does, its own body first.
    pub fn reached(&self, file: usize, function: &str) -> (Vec<PathBuf>, Vec<&'a Body>) {
        let (mut linked, mut bodies) = (vec![file], vec![]);
        let mut seen = HashSet::new();
        let mut waiting: VecDeque<(usize, &str)> = VecDeque::from([(file, function)]);
        while let Some((file, name)) = waiting.pop_front() {
            let Some((&name, &body)) = self.files[file].bodies.get_key_value(name) else { continue };
            if !seen.insert((file, name)) {
                continue;
            }
            bodies.push(body);
            for callee in &body.names {
                if self.files[file].bodies.contains_key(&**callee) {
                    waiting.push_back((file, callee));
                } else if let Some(&other) = self.shared.get(&**callee) {
                    if !linked.contains(&other) {
                        if linked.len() > MOST || !self.fits(other, &linked) {
                            continue;
                        }
                        linked.push(other);
                    }
                    waiting.push_back((other, callee));
                }
            }
        }
        let paths = linked.iter().skip(1).map(|&index| self.files[index].path.to_path_buf()).collect();
        (paths, bodies)
    }

    /// Whether no two of the files define one function: they may be those of several programs.
    fn fits(&self, other: usize, linked: &[usize]) -> bool {
        linked.iter().all(|&file| self.files[file].shared.is_disjoint(&self.files[other].shared))
    }

    /// Functions that another one names, but for those that yet others may know: they are for their callers, and looked at with them.
    pub fn inner(&self, known: &HashSet<&str>) -> HashSet<*const Body> {
        let bodies = self.files.iter().flat_map(|file| file.bodies.values());
        let named = bodies.flat_map(|body| body.names.iter().filter(|name| **name != body.name));
        let named: HashSet<&str> = named.map(|name| &**name).collect();
        let is_inner = |name: &&str| named.contains(*name) && !known.contains(*name);
        let inner = self.shared.iter().filter(|(name, _)| is_inner(name));
        inner.filter_map(|(name, &file)| Some(std::ptr::from_ref(*self.files[file].bodies.get(name)?))).collect()
    }
}

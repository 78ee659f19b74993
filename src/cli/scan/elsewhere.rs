//! What the other files of a project say of the numbers that a file uses and does not define: those that are scanned, and those
//! beside the file where they are declared.
//!
//! ```text
//! extern int verbose;  int version(void);      →      int verbose = 0;  int version(void) { return 3; }
//! ```

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ivl::source::SourceMap;
use rmt_c::{Constants, Definition};

/// Files that are read for what they define, at most, of those beside a declaration.
const MOST_READ: usize = 4;

/// The other files of a project.
pub struct Elsewhere {
    scanned: Vec<(PathBuf, Rc<Constants>)>,
    /// Those of the scanned files.
    paths: HashSet<PathBuf>,
    /// The texts of the C files in a folder.
    folders: HashMap<PathBuf, Rc<[(PathBuf, String)]>>,
    /// Files that are not scanned.
    read: HashMap<PathBuf, Rc<Constants>>,
    /// By name and folder of the declaration.
    known: HashMap<(String, PathBuf), Option<Known>>,
}

/// What is the same in all executions, and the file that says so.
#[derive(Clone)]
pub struct Known {
    pub file: PathBuf,
    pub definition: Definition,
}

impl Elsewhere {
    pub fn new(scanned: Vec<(PathBuf, Constants)>) -> Elsewhere {
        let paths = scanned.iter().map(|(file, _)| exact(file)).collect();
        let scanned = scanned.into_iter().map(|(file, constants)| (file, Rc::new(constants))).collect();
        Elsewhere { scanned, paths, folders: HashMap::new(), read: HashMap::new(), known: HashMap::new() }
    }

    /// For each scanned file: what is the same in all executions, as far as these files tell.
    pub fn definitions(&mut self, config: &rmt_c::Config) -> Vec<Vec<Known>> {
        let scanned = self.scanned.clone();
        let of_file = |(_, constants): (PathBuf, Rc<Constants>)| {
            let found = constants.open.iter().filter_map(|(name, declared)| {
                let known = self.definition(name, &declared.file, config)?;
                (known.definition.ty == declared.ty).then_some(known)
            });
            found.collect()
        };
        scanned.into_iter().map(of_file).collect()
    }

    /// The definition of what is declared in a file.
    fn definition(&mut self, name: &str, declared: &Path, config: &rmt_c::Config) -> Option<Known> {
        let folder = declared.parent().unwrap_or(Path::new("")).to_path_buf();
        let key = (name.to_string(), folder);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let found = self.find(name, &key.1, config);
        self.known.insert(key, found.clone());
        found
    }

    fn find(&mut self, name: &str, folder: &Path, config: &rmt_c::Config) -> Option<Known> {
        let beside = self.beside(folder);
        let others = beside.iter().filter(|(file, _)| !self.paths.contains(&exact(file)));
        let said: Vec<(&PathBuf, Mentioned)> = others.map(|(file, text)| (file, Mentioned::of(name, text))).collect();
        if said.iter().any(|(_, said)| *said == Mentioned::Changed) {
            return None;
        }
        let defining = said.into_iter().filter(|(_, said)| *said == Mentioned::Declared).take(MOST_READ);
        let mut read = |file: &PathBuf| self.read.entry(file.clone()).or_insert_with(|| read(file, config)).clone();
        let read: Vec<(PathBuf, Rc<Constants>)> = defining.map(|(file, _)| (file.clone(), read(file))).collect();
        let all: Vec<&(PathBuf, Rc<Constants>)> = self.scanned.iter().chain(&read).collect();
        if all.iter().any(|(_, constants)| constants.changed.contains(name)) {
            return None;
        }
        let mut defined = all.iter().filter_map(|(file, constants)| Some((file, constants.defined.get(name)?)));
        let (file, definition) = defined.next()?;
        let known = Known { file: file.clone(), definition: definition.clone() };
        defined.next().is_none().then_some(known)
    }

    /// The C files in a folder.
    fn beside(&mut self, folder: &Path) -> Rc<[(PathBuf, String)]> {
        let texts = || {
            let listed = std::fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
            let paths = listed.into_iter().flatten().flatten().map(|entry| folder.join(entry.file_name()));
            let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "c")).collect();
            paths.sort();
            let text = |path: PathBuf| Some((path.clone(), std::fs::read_to_string(path).ok()?));
            paths.into_iter().filter_map(text).collect()
        };
        self.folders.entry(folder.to_path_buf()).or_insert_with(texts).clone()
    }
}

/// A path by which a file has one name.
fn exact(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_path_buf())
}

/// The constants of a file; none if it cannot be read.
fn read(file: &Path, config: &rmt_c::Config) -> Rc<Constants> {
    Rc::new(rmt_c::constants(&mut SourceMap::default(), file, config).unwrap_or_default())
}

/// How a text mentions a name, as far as words tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Mentioned {
    No,
    Read,
    /// Where nothing is further to the right: it may be defined.
    Declared,
    /// It is assigned, or its address is taken.
    Changed,
}

impl Mentioned {
    fn of(name: &str, text: &str) -> Mentioned {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let places = text
            .match_indices(name)
            .filter(|(at, _)| !text[..*at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part));
        let mention = |(at, _): (usize, &str)| {
            let (before, after) = (text[..at].trim_end(), text[at + name.len()..].trim_start());
            let line = text[..at].rsplit('\n').next().unwrap_or("");
            let is_typed = before.ends_with(is_part) && !["else", "do"].iter().any(|word| before.ends_with(word));
            let operator = after.trim_start_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>']);
            let is_assigned =
                operator.starts_with('=') && !operator.starts_with("==") && !after.starts_with(['<', '>'])
                    || after.starts_with("<<=")
                    || after.starts_with(">>=");
            let is_stepped = ["++", "--"].iter().any(|step| after.starts_with(step) || before.ends_with(step));
            let is_taken = before.ends_with('&') && !before.ends_with("&&");
            if is_typed && !line.starts_with(char::is_whitespace) && !line.is_empty() {
                if line.starts_with("extern") { Mentioned::Read } else { Mentioned::Declared }
            } else if is_assigned && !is_typed || is_stepped || is_taken {
                Mentioned::Changed
            } else {
                Mentioned::Read
            }
        };
        places.map(mention).max().unwrap_or(Mentioned::No)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions() {
        for (text, mentioned) in [
            ("int levels = 1;", Mentioned::No),
            ("extern int level;\n", Mentioned::Read),
            ("int level = 1;\n", Mentioned::Declared),
            ("    if (level == 1 && level <= 2) return level;\n", Mentioned::Read),
            ("int level(void)\n{", Mentioned::Declared),
            ("    level = 2;\n", Mentioned::Changed),
            ("    else level <<= 2;\n", Mentioned::Changed),
            ("    --level;\n", Mentioned::Changed),
            ("    set(&level);\n", Mentioned::Changed),
        ] {
            assert_eq!(Mentioned::of("level", text), mentioned, "{text}");
        }
    }
}

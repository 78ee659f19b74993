//! What the command line decides about the translation of C.

use std::path::PathBuf;

use crate::clang::Trees;
use crate::compile_commands::FileArguments;
use crate::dialect::Dialect;

/// How the integers of C are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntMode {
    /// Mathematical integers, kept in the range of their C type.
    Math,
    /// Bit-vectors of the width of their C type.
    Bits,
}

/// How the floating-point numbers of C are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatMode {
    /// Real numbers, unless the program looks at what those have not: their bits, infinities.
    Auto,
    /// Real numbers.
    Real,
    /// Those of IEEE 754, rounded to nearest even.
    Ieee,
}

/// What is checked besides the assertions that the program holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Accesses are to live blocks and within their sizes; indirect calls have a target.
    pub deref: bool,
    /// Accesses are within the sizes of their blocks.
    pub bounds: bool,
    /// What is freed was allocated, is freed once and at its start.
    pub free: bool,
    /// At the end of the entry function, nothing that was allocated is left.
    pub leak: bool,
    /// The same where the program ends otherwise: by `exit`, by `abort`, by an assertion that fails and is not checked.
    pub cleanup: bool,
    /// Signed arithmetic stays in the range of its type.
    pub overflow: bool,
    /// No division by zero.
    pub div: bool,
    /// Shift counts are within the width of the shifted type.
    pub shift: bool,
    /// What is read was given a value before.
    pub uninit: bool,
    /// Formats of `printf` and `scanf` have their arguments, of the kinds that they ask for.
    pub format: bool,
    /// Strings that are printed end within their blocks.
    pub ends: bool,
    /// Pointers that are compared by order point into one block.
    pub pointer: bool,
    /// Pointers that are subtracted point into one block.
    pub distance: bool,
    /// No two threads are about to access one place, one of them writing, unless both do so atomically.
    pub race: bool,
    /// Not all threads wait for each other.
    pub deadlock: bool,
    /// Locks are used as they may be: who unlocks one holds it.
    pub lock: bool,
    /// Nobody asked for [`Checks::leak`], [`Checks::uninit`] and [`Checks::distance`], which cost provers most: of what is
    /// left at the end, what variables of the file may lead to does not count, and a program may be looked at without
    /// them first.
    pub late: bool,
    /// Unsigned arithmetic stays in the range of its type.
    pub unsigned: bool,
    /// Conversions of integers keep the value.
    pub conversion: bool,
    /// Pointer arithmetic stays in the block of the pointer, or one past its end.
    pub pointer_overflow: bool,
}

impl Checks {
    /// What is checked where nobody says otherwise.
    pub const BY_DEFAULT: Checks = Checks {
        deref: true,
        bounds: true,
        free: true,
        leak: true,
        cleanup: false,
        overflow: true,
        div: true,
        shift: true,
        uninit: true,
        format: true,
        ends: true,
        pointer: false,
        distance: true,
        race: false,
        deadlock: false,
        lock: false,
        late: true,
        unsigned: false,
        conversion: false,
        pointer_overflow: false,
    };

    /// The same without what nobody asked for.
    pub fn without_late(self) -> Checks {
        if self.late {
            Checks { leak: false, uninit: false, ends: false, distance: false, late: false, ..self }
        } else {
            self
        }
    }

    /// Whether the program must keep track of blocks: their sizes and whether they live.
    pub fn tracks_blocks(&self) -> bool {
        self.deref || self.bounds || self.free || self.leak || self.pointer_overflow
    }
}

/// What is known of texts that `printf` and its kin make of characters, strings and integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texts {
    /// Every character.
    Exact,
    /// Roughly how long they are: the program has more executions, and what is proved of it holds. Those that it would
    /// not have otherwise ask for [`crate::ANY_TEXT`].
    Any,
}

/// What an entry function with pointers is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HarnessOptions {
    /// Elements of arrays, at most.
    pub array_size: u32,
    /// How deep structures are.
    pub depth: u32,
    /// Whether objects may be shared.
    pub alias: bool,
    /// Whether global variables have any values.
    pub havoc_globals: bool,
}

impl Default for HarnessOptions {
    fn default() -> HarnessOptions {
        HarnessOptions { array_size: 3, depth: 2, alias: true, havoc_globals: false }
    }
}

/// When pointers that a function is given are null.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Nulls {
    /// Never.
    Never,
    /// Where its text asks whether they are.
    #[default]
    Tested,
    /// Any may be.
    Any,
}

/// What callers of a function that is looked at by itself do. By default they keep to what its text takes for granted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// When they pass null pointers.
    pub nulls: Nulls,
    /// Whether they pass one object twice.
    pub shared: bool,
    /// Whether they pass any numbers.
    pub large: bool,
}

impl Environment {
    /// In words.
    pub fn told(self) -> String {
        let nulls = match self.nulls {
            Nulls::Never => "no pointers that are null",
            Nulls::Tested => "null only for pointers that the function compares with null",
            Nulls::Any => "null for any pointer",
        };
        let shared = if self.shared { "perhaps one object twice" } else { "different objects" };
        let large = if self.large { "any numbers" } else { "numbers that fit their arrays and are not large" };
        format!("callers pass {nulls}, {shared}, {large}")
    }
}

/// What becomes of contracts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Contracts {
    /// What they say is checked where functions are called and return, and at the heads of loops.
    #[default]
    Checked,
    /// The entry is a function that is proved by itself: it is called in any state that its contract allows, calls do
    /// what contracts of these functions allow, and loops with invariants are cut.
    Proved { replaced: Replaced },
}

/// The functions whose contracts stand for them where they are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// All that have one.
    All,
    /// Those of them that have no body, or one with a loop.
    WithLoops,
    Named(Vec<String>),
}

/// All the settings of [`crate::translate`].
#[derive(Clone, Debug)]
pub struct Config {
    /// The clang to run, 14 or newer.
    pub clang: PathBuf,
    /// `-I`
    pub include_dirs: Vec<PathBuf>,
    /// `-D`, each `NAME` or `NAME=VALUE`
    pub defines: Vec<String>,
    /// `-include`
    pub includes: Vec<PathBuf>,
    /// More arguments for clang, as they are.
    pub clang_args: Vec<String>,
    /// More arguments for clang for single files, by path from the root.
    pub file_args: FileArguments,
    /// Whether clang's warnings are wanted.
    pub warnings: bool,
    /// What all these arguments say about the language; found by the translation.
    pub dialect: Dialect,
    /// Translate for a machine with 32-bit pointers.
    pub target32: bool,
    pub ints: IntMode,
    pub floats: FloatMode,
    pub texts: Texts,
    pub checks: Checks,
    /// Whether `assert`, `reach_error` and the like are checked. Otherwise only [`Config::error_functions`] are, and an
    /// `assert` that fails ends the program.
    pub assertions: bool,
    /// `malloc` and its kin always succeed.
    pub malloc_never_fails: bool,
    /// Inline assembly gives its outputs any value, instead of being rejected.
    pub havoc_asm: bool,
    /// The function where executions begin.
    pub entry: String,
    /// What it is given, if it has pointers.
    pub harness: HarnessOptions,
    /// The entry is looked at by itself: what its callers do.
    pub environment: Option<Environment>,
    /// A text with what the entry is given in that environment, if it is known, and others: the first file is read once, with it.
    pub caller: Option<String>,
    /// Functions whose call is an error, such as `reach_error`.
    pub error_functions: Vec<String>,
    /// Labels that must not be reached, such as `ERROR`.
    pub error_labels: Vec<String>,
    /// Put `{:sourcefile}` and `{:sourceline}` on the commands that can fail.
    pub source_attributes: bool,
    /// Mark functions, statements and sides of conditions with `{:cover …}`, each part of `a && b` and `c ? x : y` a
    /// condition of its own.
    pub cover: bool,
    pub contracts: Contracts,
    /// What clang has read, for all readings of a command. Its files are taken to stay as they are: another one gets other trees.
    pub trees: Trees,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            clang: PathBuf::from("clang"),
            include_dirs: vec![],
            defines: vec![],
            includes: vec![],
            clang_args: vec![],
            file_args: FileArguments::new(),
            warnings: false,
            dialect: Dialect::default(),
            target32: false,
            ints: IntMode::Math,
            floats: FloatMode::Auto,
            texts: Texts::Exact,
            checks: Checks::default(),
            assertions: true,
            malloc_never_fails: false,
            havoc_asm: false,
            entry: "main".to_string(),
            harness: HarnessOptions::default(),
            environment: None,
            caller: None,
            error_functions: vec![],
            error_labels: vec![],
            source_attributes: false,
            cover: false,
            contracts: Contracts::default(),
            trees: Trees::default(),
        }
    }
}

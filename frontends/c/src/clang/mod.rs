//! Runs clang and reads its syntax tree.

mod kept;
mod lengths;
pub mod node;
mod preprocess;
mod tree;
pub mod type_text;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use ivl::diag::Diagnostic;
use ivl::source::{SourceMap, Span};

use crate::config::Config;
use crate::files::Files;
use kept::Tree;
pub use kept::Trees;
pub use node::{Id, Kind, Node, TypeText};

/// What clang reads.
#[derive(Clone, Copy)]
pub enum Input<'a> {
    File(&'a Path),
    Text(&'a str),
    /// A file, and a text that stands behind it.
    Followed(&'a Path, &'a str),
    /// What preprocessing makes of a file, and perhaps of a text behind it.
    Preprocessed(&'a Path, &'a str),
}

impl Input<'_> {
    /// The text that is not in a file.
    fn text(&self) -> &str {
        match self {
            Input::File(_) => "",
            Input::Text(text) | Input::Followed(_, text) | Input::Preprocessed(_, text) => text,
        }
    }
}

/// The syntax tree of one file, with what clang warns of; kept, or from clang.
pub fn read(
    sources: &mut SourceMap,
    input: Input,
    config: &Config,
) -> Result<(Arc<Node>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let command = command(input, config, &[]);
    let key = kept::key(&command, input);
    let tree = match config.trees.get(&key) {
        Some(known) => known,
        None => {
            let Parsed { mut root, said, bytes } = accepted(command, sources, input, config)?;
            if let Some(lengths) = lengths::text(&mut root) {
                root = with_lengths(sources, input, config, &lengths).unwrap_or(root);
            }
            let tree = Tree { root: Arc::new(root), said };
            config.trees.keep(key, &tree, bytes);
            tree
        }
    };
    Ok((tree.root, said(sources, &tree.said, "warning: ", Diagnostic::warning)))
}

/// The tree of an input to which what it lacks of lengths is added; `None`: their text cannot be read by itself.
fn with_lengths(sources: &mut SourceMap, input: Input, config: &Config, lengths: &str) -> Option<Node> {
    let text = format!("{}\n{lengths}", input.text());
    let input = match input {
        Input::File(path) | Input::Followed(path, _) => Input::Followed(path, &text),
        Input::Text(_) => Input::Text(&text),
        Input::Preprocessed(path, _) => Input::Preprocessed(path, &text),
    };
    let mut root = accepted(command(input, config, &[]), sources, input, config).ok()?.root;
    lengths::place(&mut root);
    Some(root)
}

/// What a first command makes of an input, or another reading of what it rejects.
fn accepted(first: Command, sources: &mut SourceMap, input: Input, config: &Config) -> Result<Parsed, Vec<Diagnostic>> {
    // Some old sources give the names of builtins meanings of their own.
    let renamed = ["__builtin_expect", "__builtin_trap", "__builtin_object_size"];
    let outcome = match parsed(first, input) {
        Err(Failure::Rejected(text)) => {
            // Contracts are none of C.
            if let Some(done) = preprocess::without_contracts(sources, input, config, &text) {
                return done;
            }
            // Or declare functions of the C library in ways of their own.
            let own = "-fno-builtin".to_string();
            let renamed = renamed.iter().map(|name| format!("-D{name}={name}_"));
            let again: Vec<String> = std::iter::once(own.clone()).chain(renamed).collect();
            let attempt = |extra: &[String]| parsed(command(input, config, extra), input);
            attempt(&[own]).or_else(|_| attempt(&again)).map_err(|_| Failure::Rejected(text))
        }
        other => other,
    };
    outcome.map_err(|failure| match failure {
        Failure::NotFound(error) => vec![
            Diagnostic::error(format!("clang cannot be run: {}: {error}", config.clang.display()), Span::NONE)
                .note("C needs clang 14 or newer: `apt install clang` on Debian and Ubuntu, or name one with --clang"),
        ],
        Failure::Rejected(text) => rejections(sources, &text),
        Failure::Tree(error) => {
            vec![Diagnostic::error(format!("the syntax tree of clang cannot be read: {error}"), Span::NONE)]
        }
    })
}

/// The tree that clang makes, what it says beside, and how many bytes the tree took.
struct Parsed {
    root: Node,
    said: String,
    bytes: u64,
}

enum Failure {
    NotFound(std::io::Error),
    Rejected(String),
    Tree(std::io::Error),
}

/// How clang is asked for a tree.
fn command(input: Input, config: &Config, extra: &[String]) -> Command {
    let mut command = Command::new(&config.clang);
    command.args(["-fsyntax-only", "-Xclang", "-ast-dump=json"]);
    // What is not the user's, and what is read again, is not complained about.
    if !matches!(input, Input::File(_)) || !extra.is_empty() || !config.warnings {
        command.arg("-w");
    }
    arguments(&mut command, input, config, extra);
    command
}

/// What clang makes of an input.
fn parsed(mut command: Command, input: Input) -> Result<Parsed, Failure> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(Failure::NotFound)?;
    let text = standard_input(input);
    if let Some(mut stdin) = child.stdin.take() {
        // clang reads all of a text before it parses; if it is gone, its status says why.
        _ = stdin.write_all(text.as_bytes());
    }
    let (Some(out), Some(mut err)) = (child.stdout.take(), child.stderr.take()) else {
        panic!("internal: the pipes of clang");
    };
    // The errors are read aside, lest clang waits for a reader of them while its tree is awaited here.
    let errors = std::thread::spawn(move || {
        let mut text = Vec::new();
        _ = err.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut calm = Calm { from: out, read: 0 };
    let tree = tree::read(&mut calm);
    let status = child.wait();
    let said = errors.join().unwrap_or_default();
    match (status, tree) {
        (Ok(status), Ok(root)) if status.success() => Ok(Parsed { root, said, bytes: calm.read }),
        // Where reading ends early, clang ends with a broken pipe and nothing to say.
        (Ok(_), Err(error)) if !said.contains("error:") => Err(Failure::Tree(error)),
        (Err(error), _) => Err(Failure::NotFound(error)),
        _ => Err(Failure::Rejected(said)),
    }
}

/// What clang is told of the language, and the input.
fn arguments(command: &mut Command, input: Input, config: &Config, extra: &[String]) {
    command.args(["-Wno-return-type", "-Wno-unknown-attributes"]);
    command.args(["-std=gnu11", "-fno-color-diagnostics", "-D__malloc__(...)=", "-D__NO_CTYPE"]);
    command.arg("-D__builtin_offsetof(T,M)=((__SIZE_TYPE__)&((T*)0)->M)");
    command.args(["-D__RMT__=1", if config.target32 { "-m32" } else { "-m64" }]);
    command.args(config.include_dirs.iter().flat_map(|dir| [Path::new("-I"), dir]));
    command.args(config.defines.iter().map(|define| format!("-D{define}")));
    command.args(config.includes.iter().flat_map(|file| [Path::new("-include"), file]));
    command.args(extra).args(config.clang_args.iter().filter(|flag| matters(flag)));
    if let Input::File(path) | Input::Followed(path, _) | Input::Preprocessed(path, _) = input
        && let Some(own) = path.canonicalize().ok().and_then(|path| config.file_args.get(&path))
    {
        command.args(own);
    }
    if let Input::Text(_) = input {
        command.args(config.dialect.flags());
    }
    command.args(["-x", if matches!(input, Input::Preprocessed(..)) { "cpp-output" } else { "c" }]);
    match input {
        Input::File(path) => command.arg(path).stdin(Stdio::null()),
        _ => command.arg("-").stdin(Stdio::piped()),
    };
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
}

/// What clang reads on its standard input.
fn standard_input(input: Input) -> String {
    match input {
        Input::File(_) => String::new(),
        Input::Text(text) | Input::Preprocessed(_, text) => text.to_string(),
        Input::Followed(path, text) => format!("#include \"{}\"\n{text}", path.display()),
    }
}

/// Whether clang must see a flag of a compiler: those of optimisers would only change what headers say.
fn matters(flag: &str) -> bool {
    let optimises = flag.starts_with("-O") || flag.starts_with("-g") || flag.starts_with("-Werror");
    let other = flag.starts_with("-f") && !crate::dialect::is_of_language(flag).unwrap_or(true);
    !optimises && !other
}

/// clang writes a few thousand bytes at a time. A reader that woke up for each piece would spend more time on that than
/// on reading, and clang on waking it: this one lets pieces pile up.
struct Calm<R> {
    from: R,
    /// Bytes so far.
    read: u64,
}

impl<R: Read> Read for Calm<R> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let read = self.from.read(to)?;
        self.read += read as u64;
        // Half of what a pipe holds.
        if (1..1 << 15).contains(&read) {
            std::thread::sleep(Duration::from_micros(50));
        }
        Ok(read)
    }
}

/// clang's own errors, placed.
fn rejections(sources: &mut SourceMap, text: &str) -> Vec<Diagnostic> {
    let mut found = said(sources, text, "error: ", Diagnostic::error);
    if found.is_empty() {
        found.push(Diagnostic::error("clang rejects the program", Span::NONE).note(text.trim()));
    }
    found
}

/// What clang says of one kind.
fn said(sources: &mut SourceMap, text: &str, kind: &str, say: fn(String, Span) -> Diagnostic) -> Vec<Diagnostic> {
    let mut files = Files::default();
    let mut found = vec![];
    for line in text.lines() {
        let Some((place, message)) = line.split_once(kind) else { continue };
        let mut parts =
            place.trim_end_matches([' ', ':']).trim_end_matches("fatal").trim_end_matches([' ', ':']).rsplitn(3, ':');
        let column = parts.next().and_then(|c| c.parse::<usize>().ok());
        let row = parts.next().and_then(|r| r.parse::<usize>().ok());
        let span = match (parts.next(), row, column) {
            (Some(file), Some(row), Some(column)) => files.line_column(sources, file, row, column),
            _ => Span::NONE,
        };
        found.push(say(message.to_string(), span));
    }
    found
}

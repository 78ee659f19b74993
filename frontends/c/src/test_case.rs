//! A violation as something to compile and run: the values of the inputs as C, and a shell script.
//!
//! ```text
//! __VERIFIER_nondet_int() gives 3, then -1    →    int __VERIFIER_nondet_int() { static int given[] = {3, -1}; … }
//! ```
//!
//! Threads take turns as in the violation: see `turns.rs`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::HarnessText;
use crate::config::Config;
use crate::turns::{self, Turn};

/// A function that the program calls and does not define, and the type of its result in C.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct External {
    pub name: String,
    pub result: &'static str,
}

/// What an execution got from outside.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Functions that are not the program's with the values that they returned, in the order of the calls. Of functions that
    /// allocate, a value other than `NULL` means success.
    pub calls: Vec<Call>,
    /// The arguments of the entry function.
    pub arguments: Vec<String>,
    /// What the program is called with, its name first, if that is known.
    pub program_arguments: Vec<Vec<u8>>,
    /// What its standard input gives, as far as that is known.
    pub standard_input: Vec<u8>,
    /// The turns of threads, where there are several.
    pub turns: Vec<Turn>,
    /// The violation is that no thread goes on.
    pub hangs: bool,
    /// The violation is that a value is read that was never set.
    pub unset: bool,
}

/// What a function returned to a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// As in [`Turn::thread`].
    pub thread: u32,
    pub name: String,
    pub value: String,
}

impl Inputs {
    /// What functions returned, in order, as an array `given`, and the way to the next one for the thread that calls.
    fn values(&self, names: &[&str], ty: &str, text: impl Fn(&str) -> String) -> Option<String> {
        let calls: Vec<&Call> = self.calls.iter().filter(|call| names.contains(&&*call.name)).collect();
        if calls.is_empty() {
            return None;
        }
        let count = calls.len();
        if self.turns.is_empty() {
            let values: Vec<String> = calls.iter().map(|call| text(&call.value)).collect();
            return Some(format!(
                "  static {ty} given[] = {{{}}};\n  static size_t next;\n  if (next < {count}) return given[next++];\n",
                values.join(", ")
            ));
        }
        let values: Vec<String> =
            calls.iter().map(|call| format!("{{{}, {}}}", call.thread, text(&call.value))).collect();
        Some(format!(
            "  static struct {{ int thread; {ty} value; }} given[] = {{{}}};\n  static _Thread_local size_t next;\n  \
             while (next < {count}) if (given[next++].thread == me) return given[next - 1].value;\n",
            values.join(", ")
        ))
    }
}

/// The two files of a test case.
#[derive(Clone, Debug)]
pub struct TestCase {
    /// `inputs.c`
    pub inputs: String,
    /// `harness.c`, where arguments are built: it holds one of the program's files.
    pub harness: Option<String>,
    /// `run.sh`: compiles the program with the inputs, and runs it. Its status is that of the program, which fails by a
    /// signal or by what a sanitizer says.
    pub script: String,
}

/// Conventions of verifiers, for programs that do not bring their own.
const CONVENTIONS: &str = r#"
__attribute__((weak)) void __VERIFIER_assert(int holds) { if (!holds) { fputs("an assertion fails\n", stderr); abort(); } }
__attribute__((weak)) void __CPROVER_assert(int holds, const char *text) { (void)text; __VERIFIER_assert(holds); }
__attribute__((weak)) void __VERIFIER_assume(int holds) { if (!holds) exit(0); }
__attribute__((weak)) void __CPROVER_assume(int holds) { __VERIFIER_assume(holds); }
__attribute__((weak)) void __VERIFIER_ignore(void) { exit(0); }
"#;

/// Functions whose call is a violation, besides those of the configuration.
const ERROR_FUNCTIONS: [&str; 3] = ["reach_error", "__VERIFIER_error", "__VERIFIER_fail"];

/// The functions that are wrapped where some allocations fail.
const ALLOCATORS: [&str; 3] = ["malloc", "calloc", "realloc"];

const ALLOCATION: &str = r#"
extern void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_realloc(void *, size_t);
static int fails(void) {
FAILS  return 0;
}
void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t n, size_t size) { return fails() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *p, size_t size) { return fails() ? NULL : __real_realloc(p, size); }
"#;

/// What the arguments of the entry function are made of. They are kept, for what is left of them is no leak.
const GIVEN: &str = r#"
void *rmt_given(unsigned long long size) {
  static void *kept[4096];
  static size_t next;
  void *given = MALLOC(size);
  if (next < 4096) kept[next++] = given;
  return given;
}
void rmt_taken_back(void *given) { (void)given; }
"#;

/// The test case of an execution.
pub fn test_case(
    files: &[PathBuf],
    (externals, harness): (&[External], Option<&HarnessText>),
    config: &Config,
    inputs: &Inputs,
) -> TestCase {
    let text = inputs_text((externals, harness), config, inputs);
    let script = script((files, harness), config, inputs, wraps(inputs));
    TestCase { inputs: text, harness: harness.map(harness_text), script }
}

pub(crate) fn harness_text(harness: &HarnessText) -> String {
    format!("#include {:?}\n{}", from_root(&harness.file).display().to_string(), harness.text)
}

/// Whether some allocations fail.
fn wraps(inputs: &Inputs) -> bool {
    inputs.calls.iter().any(|call| ALLOCATORS.contains(&&*call.name) && call.value == "NULL")
}

/// The text of `inputs.c`.
pub(crate) fn inputs_text(
    (externals, harness): (&[External], Option<&HarnessText>),
    config: &Config,
    inputs: &Inputs,
) -> String {
    let mut text = String::from("/* What the program got from outside. */\n");
    if !inputs.turns.is_empty() {
        text += "#define _GNU_SOURCE\n";
    }
    text += "#include <stdio.h>\n#include <stdlib.h>\n";
    text += CONVENTIONS;
    let mut fatal: Vec<&str> = ERROR_FUNCTIONS.to_vec();
    fatal.extend(config.error_functions.iter().map(String::as_str).filter(|name| !ERROR_FUNCTIONS.contains(name)));
    for name in &fatal {
        let _ = writeln!(
            text,
            "__attribute__((weak)) void {name}() {{ fputs(\"{name}() is called\\n\", stderr); abort(); }}"
        );
    }
    if !inputs.turns.is_empty() {
        let _ = write!(text, "\n{}", turns::runtime(&inputs.turns, inputs.hangs));
    }
    for external in externals.iter().filter(|e| e.result != "void" && !in_c_library(&e.name)) {
        let External { name, result } = external;
        let given = inputs.values(&[name.as_str()], result, |value| literal(value, result)).unwrap_or_default();
        let _ = writeln!(text, "\n{result} {name}() {{\n{given}  return 0;\n}}");
    }
    let silent = |e: &&External| e.result == "void" && !in_c_library(&e.name) && !fatal.contains(&&*e.name);
    for external in externals.iter().filter(silent) {
        let _ = writeln!(text, "\n__attribute__((weak)) void {}() {{}}", external.name);
    }
    let fails = |value: &str| u8::from(value == "NULL").to_string();
    let wraps = wraps(inputs);
    if wraps {
        let _ = writeln!(text, "\n/* Which allocations fail. */");
        text += &ALLOCATION.replace("FAILS", &inputs.values(&ALLOCATORS, "char", fails).unwrap_or_default());
    }
    if harness.is_some() {
        let malloc = if wraps { "__real_malloc" } else { "malloc" };
        text += &GIVEN.replace("MALLOC", malloc);
        let _ = writeln!(text, "\n#undef main\nint main(void) {{\n  {}();\n  return 0;\n}}", crate::lower::HARNESS);
    } else if config.entry != "main" {
        let arguments: Vec<&str> = inputs.arguments.iter().map(|a| argument(a)).collect();
        let _ = writeln!(
            text,
            "\n#undef main\nint main(void) {{\n  {}({});\n  return 0;\n}}",
            config.entry,
            arguments.join(", ")
        );
    }
    if has_own_arguments(inputs, config, harness.is_some()) {
        text += &main_with_arguments(&inputs.program_arguments);
    }
    text
}

/// Whether `main` is called with arguments of the test.
fn has_own_arguments(inputs: &Inputs, config: &Config, has_harness: bool) -> bool {
    !has_harness && config.entry == "main" && !inputs.program_arguments.is_empty()
}

/// A function that calls the program with its arguments, whatever bytes they are of.
fn main_with_arguments(arguments: &[Vec<u8>]) -> String {
    let mut text = "\n#undef main\nextern char **environ;\nint main_of_the_program();\nint main(void) {\n".to_string();
    for (number, argument) in arguments.iter().enumerate() {
        let bytes: Vec<String> = argument.iter().chain(&[0]).map(u8::to_string).collect();
        let _ = writeln!(text, "  static unsigned char a{number}[] = {{{}}};", bytes.join(", "));
    }
    let names: Vec<String> = (0..arguments.len()).map(|number| format!("(char *)a{number}, ")).collect();
    let _ = writeln!(text, "  static char *all[] = {{{}NULL}};", names.concat());
    let _ = writeln!(text, "  return main_of_the_program({}, all, environ);\n}}", arguments.len());
    text
}

fn script(
    (files, harness): (&[PathBuf], Option<&HarnessText>),
    config: &Config,
    inputs: &Inputs,
    wraps: bool,
) -> String {
    let c = config.checks;
    let concurrent = !inputs.turns.is_empty();
    let mut sanitizers = vec![];
    if concurrent {
        // Not along with the calls in front of accesses.
    } else if inputs.unset {
        sanitizers.push("memory");
    } else if c.deref || c.bounds || c.free || c.leak {
        sanitizers.push("address");
    } else if c.uninit {
        // Not along with the other.
        sanitizers.push("memory");
    }
    if c.overflow || c.div || c.shift || c.deref || c.bounds {
        sanitizers.push("undefined");
    }
    // gcc removes some mistakes before a sanitizer could see them.
    let mut compile = String::from("${CC:-clang} -g -w -fno-builtin -std=gnu11 ");
    if !sanitizers.is_empty() {
        let _ = write!(compile, "-fsanitize={} -fno-sanitize-recover=all ", sanitizers.join(","));
    }
    if config.target32 && !concurrent {
        compile += "-m32 ";
    }
    compile += &settings(config);
    let has_own_main = config.entry != "main" || harness.is_some();
    if has_own_main {
        compile += "-Dmain=main_of_the_program ";
    }
    let wrapped = if wraps { WRAPPED } else { "" };
    let files: Vec<String> = named((files, harness));
    let compile = if concurrent {
        let link = if sanitizers.is_empty() { "" } else { "-fsanitize=undefined " };
        compile_for_turns(&compile, &format!("{link}{wrapped}"), &files)
    } else {
        format!("{compile}{wrapped}{} \"$here/inputs.c\" -lm -o \"$here/program\"", files.join(" "))
    };
    let mut run = String::new();
    if sanitizers.contains(&"address") {
        let leaks = u8::from(c.leak);
        let _ = writeln!(run, "export ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks={leaks}");
        if c.leak {
            // What a dead frame of the stack still says of a block keeps nobody from having lost it.
            run += "export LSAN_OPTIONS=use_stacks=0:use_registers=0\n";
        }
    }
    if concurrent && !sanitizers.is_empty() {
        // Turns are tried until a run ends by a signal.
        run += "export UBSAN_OPTIONS=abort_on_error=1\n";
    }
    run += "exec \"$here/program\"";
    if !has_own_main && let Some(count) = inputs.arguments.first().and_then(|n| n.parse::<usize>().ok()) {
        run += &" x".repeat(count.saturating_sub(1).min(1000));
    }
    format!(
        "#!/bin/sh\n# Compiles the program with the inputs of the violation, and runs it: it fails.\nset -e\n\
         here=$(cd \"$(dirname \"$0\")\" && pwd)\n{compile}\n{run}\n"
    )
}

/// The command that compiles a program with inputs that are named behind it, as its user wants it.
pub(crate) fn compiled(
    (files, harness): (&[PathBuf], Option<&HarnessText>),
    config: &Config,
    inputs: &Inputs,
) -> String {
    let has_own_main =
        config.entry != "main" || has_own_arguments(inputs, config, harness.is_some()) || harness.is_some();
    let mut compile = format!("${{CC:-clang}} -g -w -std=gnu11 $CFLAGS {}", settings(config));
    if config.target32 {
        compile += "-m32 ";
    }
    if has_own_main {
        compile += "-Dmain=main_of_the_program ";
    }
    if wraps(inputs) {
        compile += WRAPPED;
    }
    compile + &named((files, harness)).join(" ")
}

const WRAPPED: &str = "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc ";

/// What the preprocessor is told.
fn settings(config: &Config) -> String {
    let mut text = String::new();
    for dir in &config.include_dirs {
        let _ = write!(text, "-I {} ", quoted(dir));
    }
    for define in &config.defines {
        let _ = write!(text, "-D {} ", shell_word(define));
    }
    for file in &config.includes {
        let _ = write!(text, "-include {} ", quoted(file));
    }
    text
}

/// The files of the program as words of the shell, that with a harness by another one beside the script.
fn named((files, harness): (&[PathBuf], Option<&HarnessText>)) -> Vec<String> {
    let named = |file: &PathBuf| match harness {
        Some(harness) if harness.file == *file => "\"$here/harness.c\"".to_string(),
        _ => quoted(file),
    };
    files.iter().map(named).collect()
}

/// The program is compiled with calls in front of accesses, but not what answers them.
fn compile_for_turns(compile: &str, link: &str, files: &[String]) -> String {
    let mut text = String::from(
        "accesses=-fsanitize=thread\n\
         case \"$(${CC:-clang} --version)\" in\n\
         *clang*) accesses=\"$accesses -mllvm -tsan-instrument-read-before-write=1\" ;;\n\
         esac\n",
    );
    for (number, file) in files.iter().enumerate() {
        let _ = writeln!(text, "{compile}-fno-pie $accesses -c {file} -o \"$here/{number}.o\"");
    }
    let _ = writeln!(text, "{compile}-fno-pie -c \"$here/inputs.c\" -o \"$here/inputs.o\"");
    let objects: Vec<String> = (0..files.len()).map(|number| format!("\"$here/{number}.o\"")).collect();
    let (objects, turns) = (objects.join(" "), turns::wraps());
    let _ = write!(
        text,
        "${{CC:-clang}} -no-pie {link}{turns} {objects} \"$here/inputs.o\" -lm -lpthread -o \"$here/program\""
    );
    text
}

/// A path from the root, as a word of the shell.
fn quoted(path: &Path) -> String {
    shell_word(&from_root(path).display().to_string())
}

fn from_root(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn shell_word(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// A value of the trace as C.
fn literal(value: &str, ty: &str) -> String {
    match (value, ty) {
        (value, "float" | "double" | "long double") => match value.split_once('/') {
            Some((n, d)) => format!("{n}.0 / {d}.0"),
            None => floating(value),
        },
        ("-9223372036854775808", _) => "-9223372036854775807 - 1".to_string(),
        ("-2147483648", _) => "-2147483647 - 1".to_string(),
        (value, "unsigned long long") => format!("{value}u"),
        (value, "void *") => format!("(void *){}", argument(value)),
        (value, _) => value.to_string(),
    }
}

/// `0x1.8e2f64e15`, where the trace has no decimal number, is hexadecimal with powers of 16.
fn floating(value: &str) -> String {
    if value.contains("NaN") {
        return "__builtin_nanl(\"\")".to_string();
    }
    if value.contains("inf") || value.contains("oo") {
        return format!("{}__builtin_infl()", if value.contains('-') { "-" } else { "" });
    }
    let hexadecimal = value.strip_prefix("0x").and_then(|rest| {
        let (number, rest) = rest.split_once('e')?;
        let scale: i64 = rest.split_once('f')?.0.parse().ok()?;
        let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
        Some(format!("{sign}0x{digits}p{}L", scale * 4))
    });
    hexadecimal.unwrap_or_else(|| value.to_string())
}

/// Numbers stay; of addresses that the program has no name for, only null can be given.
fn argument(value: &str) -> &str {
    let number = value.trim_start_matches('-');
    if number.starts_with(|c: char| c.is_ascii_digit()) && !value.contains('/') { value } else { "0" }
}

/// What the linker finds anyway.
fn in_c_library(name: &str) -> bool {
    const KNOWN: [&str; 22] = [
        "printf", "fprintf", "puts", "putchar", "fputs", "fputc", "putc", "fflush", "vprintf", "vfprintf", "perror",
        "srand", "rand", "getchar", "getc", "fgetc", "fopen", "fclose", "usleep", "sleep", "getpid", "clock",
    ];
    KNOWN.contains(&name) || name.starts_with("__builtin_")
}

//! What make would run to build everything, without running it.
//!
//! ```text
//! make[1]: Entering directory '/p/lib'
//! gcc -O2 -I../include -c -o a.o a.c          →   /p/lib/a.c: -I /p/include
//! ```

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::base::child::end_with_us;

/// A Makefile may run what it likes to find its variables.
const PATIENCE: Duration = Duration::from_secs(60);

/// How make would compile each C file, by its path. `None`: there is no Makefile, or make has nothing to say.
pub fn compiled(folder: &Path) -> Option<rmt_c::FileArguments> {
    if !["GNUmakefile", "makefile", "Makefile"].iter().any(|name| folder.join(name).is_file()) {
        return None;
    }
    let files = commands(&told(folder)?, folder);
    Some(files).filter(|files| !files.is_empty())
}

/// What a dry run prints. A rule that fails does not matter for the others.
fn told(folder: &Path) -> Option<String> {
    let mut make = Command::new("make");
    make.args(["--dry-run", "--always-make", "--print-directory", "--keep-going"]);
    make.current_dir(folder).env("LC_ALL", "C");
    make.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    // What it starts is of its group, and ends with it.
    let mut child = end_with_us(make.process_group(0)).spawn().ok()?;
    let group = libc::pid_t::try_from(child.id()).ok()?;
    let mut stdout = child.stdout.take()?;
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = std::io::Read::read_to_end(&mut stdout, &mut bytes);
        bytes
    });
    let begun = Instant::now();
    while matches!(child.try_wait(), Ok(None)) {
        if begun.elapsed() > PATIENCE {
            // SAFETY: a plain system call; the group is that of our process, which is not waited for yet.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Some(String::from_utf8_lossy(&reader.join().ok()?).into_owned())
}

/// The files that commands compile, each with what matters of its flags.
fn commands(text: &str, folder: &Path) -> rmt_c::FileArguments {
    let mut files = rmt_c::FileArguments::new();
    let mut folders = vec![folder.to_path_buf()];
    for line in text.replace("\\\n", " ").lines() {
        if let Some((_, entered)) = line.split_once(": Entering directory ") {
            folders.push(PathBuf::from(entered.trim_matches(['\'', '`', '"'])));
            continue;
        }
        if line.contains(": Leaving directory ") {
            folders.pop();
            continue;
        }
        let mut here = folders.last().cloned().unwrap_or_else(|| folder.to_path_buf());
        for command in line.split([';', '|', '&', '(', ')']) {
            let words = rmt_c::words(command);
            if let [cd, there] = words.as_slice()
                && cd == "cd"
            {
                here = here.join(there);
                continue;
            }
            let Some(compiler) = words.iter().position(|word| is_compiler(word)) else { continue };
            for file in compiled_by(&words[compiler..]) {
                let path = here.join(file);
                let path = path.canonicalize().unwrap_or(path);
                files.entry(path).or_insert_with(|| rmt_c::arguments(&words[compiler..], &here));
            }
        }
    }
    files
}

/// `gcc`, `/usr/bin/clang-18`, `arm-linux-gnueabi-gcc`; also behind `ccache` or `libtool`.
fn is_compiler(word: &str) -> bool {
    let name = Path::new(word).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
    let last = name.rsplit('-').next().unwrap_or_default();
    ["cc", "gcc", "clang", "tcc", "icc", "c"].contains(&last) && !(last == "c" && name == word)
}

/// The C files among the words of a command, but not what it writes.
fn compiled_by(words: &[String]) -> Vec<&String> {
    let is_input = |at: usize| !["-o", "-MF", "-MT", "-MQ", "-include"].contains(&words[at - 1].as_str());
    let files = words.iter().enumerate().skip(1);
    files.filter(|(at, word)| word.ends_with(".c") && !word.starts_with('-') && is_input(*at)).map(|(_, w)| w).collect()
}

/// Arguments for clang as flags of rmt, with paths from the folder of the project.
pub fn flags(folder: &Path, arguments: &[String]) -> Vec<String> {
    let mut flags = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let value = |value: &String| {
            let path = Path::new(value);
            let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
            match whole.strip_prefix(folder).or_else(|_| path.strip_prefix(folder)) {
                Ok(inner) if inner.as_os_str().is_empty() => ".".to_string(),
                Ok(inner) => inner.display().to_string(),
                Err(_) => value.clone(),
            }
        };
        match argument.as_str() {
            "-I" | "-D" => flags.push(format!("{argument}{}", arguments.next().map(value).unwrap_or_default())),
            "-U" | "-include" | "-isystem" | "-iquote" | "-idirafter" => {
                flags.extend([argument.clone(), arguments.next().map(value).unwrap_or_default()]);
            }
            _ => flags.push(argument.clone()),
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_compilers_are_known() {
        let text = "make: Entering directory '/p'\nmake -C lib\nmake[1]: Entering directory '/p/lib'\n\
                    ccache gcc-12 -Wall -DN='\"x y\"' \\\n -I ../inc -c -o a.o a.c\n\
                    make[1]: Leaving directory '/p/lib'\ncd sub && clang b.c -o ../b -lm; echo c.c\nar rc x.a y.c\n";
        let files = commands(text, Path::new("/p"));
        let told: Vec<String> =
            files.iter().map(|(file, flags)| format!("{} {}", file.display(), flags.join(" "))).collect();
        assert_eq!(told, ["/p/lib/a.c -D N=\"x y\" -I /p/lib/../inc", "/p/sub/b.c "]);
    }

    #[test]
    fn names_of_compilers() {
        assert!(
            ["cc", "gcc", "c99", "/usr/bin/clang-18", "arm-linux-gnueabi-gcc", "gcc-12"].into_iter().all(is_compiler)
        );
        assert!(["c", "-c", "ar", "echo", "g++", "a.c", "cpp"].iter().all(|word| !is_compiler(word)));
    }
}

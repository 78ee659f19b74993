//! The C files of a folder, and where the headers are that they include.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The files, relative to the folder, and flags for what is not found beside them.
pub fn found(folder: &Path) -> std::io::Result<(Vec<PathBuf>, Vec<String>)> {
    let (mut files, mut headers) = (Vec::new(), Vec::new());
    walk(folder, &mut files, &mut headers)?;
    let mut named: BTreeMap<&OsStr, Vec<&PathBuf>> = BTreeMap::new();
    for header in &headers {
        named.entry(header.file_name().unwrap_or_default()).or_default().push(header);
    }
    let mut folders = BTreeSet::new();
    for file in files.iter().chain(&headers) {
        let text = std::fs::read(file).unwrap_or_default();
        for name in included(&String::from_utf8_lossy(&text)) {
            let is_beside = file.parent().is_some_and(|parent| parent.join(&name).exists());
            let alike = Path::new(&name).file_name().and_then(|own| named.get(own)).map_or(&[][..], Vec::as_slice);
            let there = alike.iter().find(|header| header.ends_with(&name)).filter(|_| !is_beside);
            let depth = Path::new(&name).components().count();
            folders.extend(there.and_then(|header| header.ancestors().nth(depth)).map(Path::to_path_buf));
        }
    }
    let relative = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_path_buf();
    let flag = |path: &PathBuf| match relative(path).display().to_string() {
        here if here.is_empty() => "-I.".to_string(),
        there => format!("-I{there}"),
    };
    Ok((files.iter().map(|file| relative(file)).collect(), folders.iter().map(flag).collect()))
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>, headers: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut paths = std::fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        match path.extension().and_then(|ending| ending.to_str()) {
            _ if is_hidden || path.is_symlink() => {}
            _ if path.is_dir() => walk(&path, files, headers)?,
            Some("c") => files.push(path),
            Some("h") => headers.push(path),
            _ => {}
        }
    }
    Ok(())
}

/// What the directives of a text name.
fn included(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let rest = rest.strip_prefix(['"', '<'])?;
        rest.split(['"', '>']).next().map(str::to_string)
    };
    text.lines().filter_map(name).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::included;

    #[test]
    fn names_of_headers() {
        assert_eq!(included("#include <a/b.h>\n # include \"c.h\" // x\n#include NAME\nint x;\n"), ["a/b.h", "c.h"]);
    }
}

//! Files that are whole or not there.

use std::io;
use std::path::Path;

/// Writes beside the file and renames, so that no reader sees a part. What cannot be renamed (a device, a pipe) is written
/// as it is.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return std::fs::write(path, text);
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        // It is of no use to anybody.
        let _ = std::fs::remove_file(&beside);
    }
    written
}

//! Files that are whole or not there.

use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

/// Writes beside the file and renames, so that no reader sees a part. What cannot be renamed (a device, a pipe) is written
/// as it is.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return std::fs::write(path, text);
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // If it is not renamed, it goes away with the value.
    let mut beside = readable(Builder::new().prefix(&name).suffix(".part")).tempfile_in(folder)?;
    beside.write_all(text.as_bytes())?;
    beside.persist(path).map_err(|failed| failed.error)?;
    Ok(())
}

/// Readable by whom files of the user are: temporary ones are private otherwise.
#[cfg(unix)]
fn readable<'a, 'b, 'c>(builder: &'c mut Builder<'a, 'b>) -> &'c mut Builder<'a, 'b> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn readable<'a, 'b, 'c>(builder: &'c mut Builder<'a, 'b>) -> &'c mut Builder<'a, 'b> {
    builder
}

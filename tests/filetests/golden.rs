//! Expected outputs in files.

use std::path::Path;

/// Compares with the file, if there is one; `RMT_BLESS=1` writes it instead.
pub fn check(path: &Path, output: &str) -> Result<(), String> {
    if !path.exists() {
        return Ok(());
    }
    if std::env::var_os("RMT_BLESS").is_some() {
        return std::fs::write(path, output).map_err(|e| e.to_string());
    }
    let wanted = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    if wanted == output {
        return Ok(());
    }
    let differs = wanted.lines().zip(output.lines()).position(|(a, b)| a != b);
    let line = differs.unwrap_or(wanted.lines().count().min(output.lines().count())) + 1;
    Err(format!("the output differs from line {line} on (RMT_BLESS=1 accepts it):\n{output}"))
}

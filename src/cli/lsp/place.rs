//! Files, as the protocol and as the system name them.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// The path of a file; `None`: it is none.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let encoded = uri.as_str().strip_prefix("file://")?;
    // The name of a machine may stand in front.
    let encoded = &encoded[encoded.find('/')?..];
    let mut bytes = Vec::new();
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    Some(PathBuf::from(String::from_utf8(bytes).ok()?))
}

/// A file, by its path from the root.
pub fn uri(path: &Path) -> Option<Uri> {
    let mut text = String::from("file://");
    for byte in path.to_str()?.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{path, uri};
    use std::path::Path;

    #[test]
    fn names_of_files_go_there_and_back() {
        for name in ["/a/b.c", "/a b/é%20+#.c"] {
            let there = uri(Path::new(name)).and_then(|uri| path(&uri));
            assert_eq!(there.as_deref(), Some(Path::new(name)));
        }
        let of = |text: &str| path(&text.parse().ok()?);
        assert_eq!(of("file://machine/m.c").as_deref(), Some(Path::new("/m.c")));
        assert_eq!((of("untitled:m.c"), of("file:///m%zz.c")), (None, None));
    }
}

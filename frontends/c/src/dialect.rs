//! Flags of C compilers that change what a program means.

use ivl::diag::Diagnostic;
use ivl::source::Span;

/// What flags say about the language, as far as clang's tree does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// `-funsigned-char`
    pub unsigned_char: bool,
    /// `-fwrapv`: signed arithmetic wraps around.
    pub wraps: bool,
    /// `-fshort-enums`
    pub short_enums: bool,
    /// `-fpack-struct[=N]`: the greatest alignment of members.
    pub pack: Option<u64>,
    /// `-m32`
    pub target32: bool,
}

/// Whether clang must see a flag. Error: what it changes is not supported.
pub fn is_of_language(flag: &str) -> Result<bool, ()> {
    const OF_LANGUAGE: [&str; 18] = [
        "-funsigned-char",
        "-fsigned-char",
        "-fno-unsigned-char",
        "-fno-signed-char",
        "-fwrapv",
        "-fno-wrapv",
        "-fno-strict-overflow",
        "-fshort-enums",
        "-fno-short-enums",
        "-fms-extensions",
        "-fplan9-extensions",
        "-fshort-wchar",
        "-fgnu89-inline",
        "-fblocks",
        "-fno-asm",
        "-ansi",
        "-m32",
        "-m64",
    ];
    const REFUSED: [&str; 8] = [
        "-mms-bitfields",
        "-malign-double",
        "-mx32",
        "-m16",
        "-mlong-double-64",
        "-mlong-double-128",
        "-fcommon-blocks",
        "-mno-80387",
    ];
    if REFUSED.contains(&flag) {
        return Err(());
    }
    let starts = ["-std=", "-fpack-struct", "-fno-pack-struct", "-nostdinc", "-nobuiltininc"];
    Ok(OF_LANGUAGE.contains(&flag) || starts.iter().any(|start| flag.starts_with(start)))
}

impl Dialect {
    /// What the flags of one compilation say; later ones count.
    pub fn of<'f>(flags: impl IntoIterator<Item = &'f String>) -> Result<Dialect, Diagnostic> {
        let mut dialect = Dialect::default();
        for flag in flags {
            match flag.as_str() {
                "-funsigned-char" | "-fno-signed-char" => dialect.unsigned_char = true,
                "-fsigned-char" | "-fno-unsigned-char" => dialect.unsigned_char = false,
                "-fwrapv" | "-fno-strict-overflow" => dialect.wraps = true,
                "-fno-wrapv" => dialect.wraps = false,
                "-fshort-enums" => dialect.short_enums = true,
                "-fno-short-enums" => dialect.short_enums = false,
                "-fpack-struct" => dialect.pack = Some(1),
                "-fno-pack-struct" => dialect.pack = None,
                "-m32" => dialect.target32 = true,
                "-m64" => dialect.target32 = false,
                other => {
                    if let Some(number) = other.strip_prefix("-fpack-struct=") {
                        let unknown = || Diagnostic::error(format!("`{other}` is not understood"), Span::NONE);
                        dialect.pack = Some(number.parse().map_err(|_| unknown())?);
                    } else if is_of_language(other).is_err() {
                        return Err(Diagnostic::error(format!("`{other}` is not supported"), Span::NONE));
                    }
                }
            }
        }
        Ok(dialect)
    }

    /// The flags that say the same, for what is not compiled by the program's own.
    pub fn flags(&self) -> Vec<&'static str> {
        let all = [(self.unsigned_char, "-funsigned-char"), (self.wraps, "-fwrapv"), (self.target32, "-m32")];
        all.into_iter().filter(|(said, _)| *said).map(|(_, flag)| flag).collect()
    }
}

//! Task definitions of SV-COMP: files, properties and expected verdicts, as YAML.
//!
//! ```yaml
//! format_version: '2.0'
//! input_files: 'locks.c'
//! properties:
//!   - property_file: ../properties/unreach-call.prp
//!     expected_verdict: true
//! options: {language: C, data_model: ILP32}
//! ```

use std::path::{Path, PathBuf};

use ivl::diag::Diagnostic;
use ivl::source::Span;
use serde::Deserialize;

/// A task: C files that make one program, and what is known of them.
#[derive(Clone, Debug)]
pub struct Task {
    pub files: Vec<PathBuf>,
    /// Pointers have 32 bits.
    pub target32: bool,
    pub properties: Vec<TaskProperty>,
}

/// A property file, and whether the program has the property if that is known.
#[derive(Clone, Debug)]
pub struct TaskProperty {
    pub file: PathBuf,
    pub expected: Option<bool>,
}

#[derive(Deserialize)]
struct Definition {
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<DefinedProperty>,
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct DefinedProperty {
    property_file: String,
    #[serde(default)]
    expected_verdict: Option<bool>,
}

#[derive(Default, Deserialize)]
struct Options {
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    data_model: Option<String>,
}

impl Task {
    /// Reads a task definition; paths in it are relative to its folder. Errors: it cannot be read, or is none for C.
    pub fn read(path: &Path) -> Result<Task, Diagnostic> {
        let mistake = |message: String| Diagnostic::error(format!("{}: {message}", path.display()), Span::NONE);
        let bytes = std::fs::read(path).map_err(|e| mistake(e.to_string()))?;
        let text = ivl::source::decode(bytes);
        let definition: Definition = serde_saphyr::from_str(&text).map_err(|e| mistake(e.to_string()))?;
        let options = definition.options;
        if let Some(language) = options.language.filter(|l| l != "C") {
            return Err(mistake(format!("the language {language} is not supported")));
        }
        let target32 = match options.data_model.as_deref() {
            None | Some("LP64") => false,
            Some("ILP32") => true,
            Some(model) => return Err(mistake(format!("the data model {model} is not supported"))),
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = match definition.input_files {
            OneOrMany::One(file) => vec![file],
            OneOrMany::Many(files) => files,
        };
        let property =
            |p: DefinedProperty| TaskProperty { file: folder.join(p.property_file), expected: p.expected_verdict };
        Ok(Task {
            files: files.iter().map(|file| folder.join(file)).collect(),
            target32,
            properties: definition.properties.into_iter().map(property).collect(),
        })
    }
}

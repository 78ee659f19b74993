//! Certificates as a folder: `proof.json` says what was proved and why its parts suffice; each obligation is a Boogie
//! program that verifies without inference.
//!
//! Nothing in it is taken on trust: who checks one builds it anew from the program, and no line may differ.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::whole::replace;
use crate::driver::readings::Reading;
use crate::verdict::{Certificate, Invariant, InvariantPlace, Obligation};

const MANIFEST: &str = "proof.json";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// So much of a line is shown.
const LONGEST: usize = 80;

/// The manifest, as it is written. A program has no name in it: it is a proof of whatever program it can be built from.
#[derive(Serialize, Deserialize)]
struct Manifest {
    /// The version that made it.
    rmt: String,
    entry: String,
    /// How C was read for it.
    #[serde(default)]
    reading: Reading,
    engine: String,
    method: String,
    found: String,
    rests_on: Vec<String>,
    lemma: String,
    parameters: Vec<(String, String)>,
    invariants: Vec<JsonInvariant>,
    /// Files beside the manifest.
    obligations: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct JsonInvariant {
    procedure: String,
    /// `loop LABEL`, `requires`, `ensures`, or `object NAME`.
    place: String,
    formula: String,
}

impl Manifest {
    fn of(entry: &str, reading: Reading, certificate: &Certificate) -> Manifest {
        let invariants = certificate.invariants.iter().map(|invariant| JsonInvariant {
            procedure: invariant.procedure.clone(),
            place: invariant.place.to_string(),
            formula: invariant.formula.clone(),
        });
        Manifest {
            rmt: VERSION.into(),
            entry: entry.into(),
            reading,
            engine: certificate.engine.clone(),
            method: certificate.method.clone(),
            found: certificate.found.clone(),
            rests_on: certificate.rests_on.clone(),
            lemma: certificate.lemma.clone(),
            parameters: certificate.parameters.clone(),
            invariants: invariants.collect(),
            obligations: certificate.obligations.iter().map(file_of).collect(),
        }
    }

    fn text(&self) -> io::Result<String> {
        Ok(serde_json::to_string_pretty(self).map_err(io::Error::other)? + "\n")
    }
}

/// The file of an obligation.
fn file_of(obligation: &Obligation) -> String {
    format!("{}.bpl", obligation.name)
}

/// A certificate that was read, and what it is about. It has no obligations: files are compared with what is built.
pub struct Read {
    pub entry: String,
    pub reading: Reading,
    pub certificate: Certificate,
}

/// Where a folder does not hold what is built from the program.
pub struct Difference {
    pub file: PathBuf,
    /// From 1.
    pub line: usize,
    /// What stands there, and what is built; a part of it, if it is long.
    pub found: String,
    pub built: String,
}

/// Writes the obligations, then the manifest, so that a folder with a manifest is whole. `about`: the entry, and how the
/// program was read.
pub fn write(folder: &Path, about: (&str, Reading), certificate: &Certificate) -> io::Result<()> {
    let (entry, reading) = about;
    std::fs::create_dir_all(folder)?;
    clear(folder);
    for obligation in &certificate.obligations {
        replace(&folder.join(file_of(obligation)), &obligation.text)?;
    }
    replace(&folder.join(MANIFEST), &Manifest::of(entry, reading, certificate).text()?)
}

/// Where the folder first differs from a certificate that was built anew. `None`: nowhere.
pub fn difference(folder: &Path, read: &Read, built: &Certificate) -> io::Result<Option<Difference>> {
    let manifest = Manifest::of(&read.entry, read.reading, built).text()?;
    if let Some(different) = different(folder.join(MANIFEST), &manifest)? {
        return Ok(Some(different));
    }
    for obligation in &built.obligations {
        if let Some(different) = different(folder.join(file_of(obligation)), &obligation.text)? {
            return Ok(Some(different));
        }
    }
    Ok(None)
}

/// Where a file differs from the text that it should have.
fn different(file: PathBuf, built: &str) -> io::Result<Option<Difference>> {
    let found = std::fs::read(&file).map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
    if found == built.as_bytes() {
        return Ok(None);
    }
    let found = String::from_utf8_lossy(&found);
    let (mut of_found, mut of_built) = (found.split('\n'), built.split('\n'));
    let mut line = 0;
    loop {
        line += 1;
        let told = |line: Option<&str>| match line {
            Some(line) => line.chars().take(LONGEST).collect::<String>().escape_debug().to_string(),
            None => "the end".into(),
        };
        match (of_found.next(), of_built.next()) {
            // What is no text differs in bytes alone.
            (None, None) => return Ok(Some(Difference { file, line, found: told(None), built: told(None) })),
            (found, built) if found != built => {
                return Ok(Some(Difference { file, line, found: told(found), built: told(built) }));
            }
            _ => {}
        }
    }
}

/// Takes away what a folder holds of an earlier proof: its manifest first, so that no folder has the parts of two.
fn clear(folder: &Path) {
    let manifest = folder.join(MANIFEST);
    let earlier = std::fs::read_to_string(&manifest).ok();
    let earlier: Option<Manifest> = earlier.and_then(|text| serde_json::from_str(&text).ok());
    // What is not there is taken away already, and what cannot be is replaced below, or that fails.
    let _ = std::fs::remove_file(&manifest);
    for name in earlier.into_iter().flat_map(|manifest| manifest.obligations) {
        if Path::new(&name).components().count() == 1 {
            let _ = std::fs::remove_file(folder.join(name));
        }
    }
}

/// Reads the manifest. The obligations are built anew by whoever checks them.
pub fn read(folder: &Path) -> io::Result<Read> {
    let text = std::fs::read_to_string(folder.join(MANIFEST))?;
    let manifest: Manifest = serde_json::from_str(&text).map_err(io::Error::other)?;
    if manifest.rmt != VERSION {
        let made = format!("made by rmt {}, and this is rmt {VERSION}", manifest.rmt.escape_debug());
        return Err(io::Error::other(made));
    }
    let invariants = manifest.invariants.into_iter().map(|invariant| {
        let place = place_of(&invariant.place)
            .ok_or_else(|| io::Error::other(format!("no place of an invariant: {}", invariant.place.escape_debug())))?;
        Ok(Invariant { procedure: invariant.procedure, place, formula: invariant.formula })
    });
    let certificate = Certificate {
        engine: manifest.engine,
        method: manifest.method,
        found: manifest.found,
        rests_on: manifest.rests_on,
        lemma: manifest.lemma,
        parameters: manifest.parameters,
        invariants: invariants.collect::<io::Result<_>>()?,
        obligations: Vec::new(),
    };
    Ok(Read { entry: manifest.entry, reading: manifest.reading, certificate })
}

fn place_of(text: &str) -> Option<InvariantPlace> {
    match text.split_once(' ') {
        Some(("loop", label)) => Some(InvariantPlace::Loop(label.into())),
        Some(("object", name)) => Some(InvariantPlace::Object(name.into())),
        None if text == "requires" => Some(InvariantPlace::Requires),
        None if text == "ensures" => Some(InvariantPlace::Ensures),
        _ => None,
    }
}

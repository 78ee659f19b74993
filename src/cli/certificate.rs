//! Certificates as a folder: `proof.json` says what was proved and why its parts suffice; each obligation is a Boogie
//! program that verifies without inference.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::whole::replace;
use crate::driver::readings::Reading;
use crate::verdict::{Certificate, Invariant, InvariantPlace};

const MANIFEST: &str = "proof.json";

/// The manifest, as it is written.
#[derive(Serialize, Deserialize)]
struct Manifest {
    rmt: String,
    /// The program, as it was named.
    file: String,
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

/// A certificate that was read, and what it is about.
pub struct Read {
    pub entry: String,
    pub reading: Reading,
    pub certificate: Certificate,
}

/// Writes the obligations, then the manifest, so that a folder with a manifest is whole. `about`: the program, its
/// entry, and how it was read.
pub fn write(folder: &Path, about: (&str, &str, Reading), certificate: &Certificate) -> io::Result<()> {
    let (file, entry, reading) = about;
    std::fs::create_dir_all(folder)?;
    clear(folder);
    let mut obligations = Vec::new();
    for obligation in &certificate.obligations {
        let name = format!("{}.bpl", obligation.name);
        replace(&folder.join(&name), &obligation.text)?;
        obligations.push(name);
    }
    let invariants = certificate.invariants.iter().map(|invariant| JsonInvariant {
        procedure: invariant.procedure.clone(),
        place: invariant.place.to_string(),
        formula: invariant.formula.clone(),
    });
    let manifest = Manifest {
        rmt: env!("CARGO_PKG_VERSION").into(),
        file: file.into(),
        entry: entry.into(),
        reading,
        engine: certificate.engine.clone(),
        method: certificate.method.clone(),
        found: certificate.found.clone(),
        rests_on: certificate.rests_on.clone(),
        lemma: certificate.lemma.clone(),
        parameters: certificate.parameters.clone(),
        invariants: invariants.collect(),
        obligations,
    };
    let text = serde_json::to_string_pretty(&manifest).map_err(io::Error::other)?;
    replace(&folder.join(MANIFEST), &(text + "\n"))
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
    let invariants = manifest.invariants.into_iter().map(|invariant| {
        let place = place_of(&invariant.place)
            .ok_or_else(|| io::Error::other(format!("no place of an invariant: {}", invariant.place)))?;
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

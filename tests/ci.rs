//! What `packaging/ci` has for continuous integration: the shell of its steps is run as its runners do, with the variables
//! that its files declare.

#[path = "support/clang.rs"]
mod clang;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn yaml(path: &str) -> Value {
    let text = std::fs::read_to_string(root().join(path)).expect("the file is there");
    serde_saphyr::from_str(&text).expect("it is YAML")
}

/// A project, in a folder that is gone in the end.
struct Project(PathBuf);

impl Project {
    fn new(name: &str) -> Project {
        let path = std::env::temp_dir().join(format!("rmt-ci-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the folder can be made");
        Project(path)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("the file can be written");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("the file is there")
    }

    /// Runs a shell, which finds the rmt that is tested; what it prints, and how it ends.
    fn run(&self, shell: &[&str], variables: &BTreeMap<String, String>) -> (String, i32) {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_rmt"));
        let beside = program.parent().expect("a folder").display().to_string();
        let path = format!("{beside}:{}", std::env::var("PATH").unwrap_or_default());
        let mut command = Command::new(shell[0]);
        command.args(&shell[1..]).current_dir(&self.0).env("PATH", path).envs(variables).stdin(Stdio::null());
        let output = command.output().expect("the shell runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (said, output.status.code().expect("it ends by itself"))
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const SAFE: &str = "int main(int argc, char **argv) { return argc > 1 ? *argv[1] : 0; }\n";
const UNSAFE: &str = "int main(int argc, char **argv) { return *argv[argc]; }\n";

/// Runs the steps of the action until one fails; `always()` is said of steps that need GitHub alone.
fn act(project: &Project, given: &[(&str, &str)]) -> (String, i32) {
    let action = yaml("packaging/ci/github/action.yml");
    let mut inputs: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, input) in action["inputs"].as_object().expect("inputs") {
        assert!(input["description"].is_string(), "{name}");
        inputs.insert(name, input["default"].as_str().expect("a text"));
    }
    for (name, value) in given {
        assert!(inputs.insert(name, value).is_some(), "there is no input {name}");
    }
    assert_eq!(action["runs"]["using"], "composite");
    let mut printed = String::new();
    for step in action["runs"]["steps"].as_array().expect("steps") {
        let Some(text) = step["run"].as_str() else {
            assert!(step["uses"].as_str().is_some_and(|uses| uses.contains("upload-sarif")), "{step}");
            continue;
        };
        // What users write is never a part of the shell's text.
        assert!(!text.contains("${{"), "{text}");
        let mut variables = BTreeMap::new();
        for (name, value) in step["env"].as_object().into_iter().flatten() {
            let value = value.as_str().expect("a text");
            let input = value.strip_prefix("${{ inputs.").and_then(|rest| rest.strip_suffix(" }}"));
            variables.insert(name.clone(), inputs[input.expect("an input")].to_string());
        }
        assert_eq!(step["shell"], "bash");
        let (said, code) = project.run(&["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text], &variables);
        printed.push_str(&said);
        if code != 0 {
            return (printed, code);
        }
    }
    (printed, 0)
}

#[test]
fn the_action_of_github_runs() {
    if !clang::have_clang() {
        return;
    }
    let project = Project::new("github");
    project.write("safe.c", SAFE);
    let (said, code) = act(&project, &[("paths", "*.c")]);
    assert_eq!(code, 0, "{said}");
    project.write("unsafe.c", UNSAFE);
    let (said, code) = act(&project, &[("paths", "*.c"), ("options", "--timeout 20 --bound 1")]);
    assert_eq!(code, 10, "{said}");
    assert!(said.contains("unsafe.c: unsafe") && said.contains("safe.c: safe"), "{said}");
    let report: Value = serde_json::from_str(&project.read("rmt.sarif")).expect("JSON");
    assert_eq!(report["runs"][0]["results"].as_array().map(Vec::len), Some(1), "{report:#}");
    // With rmt.toml, nothing needs to be said; what is not decided fails the job if somebody wants that.
    project.write("rmt.toml", "[[programs]]\nfiles = \"unsafe.c\"\nexpect = \"unsafe\"\n");
    assert_eq!(act(&project, &[]).1, 0);
    project.write("hard.bpl", &std::fs::read_to_string(root().join("tests/cli/hard.bpl")).expect("a program"));
    let brief = ("options", "--timeout 0.5");
    assert_eq!(act(&project, &[("paths", "hard.bpl"), brief]).1, 0);
    assert_eq!(act(&project, &[("paths", "hard.bpl"), brief, ("unknown", "fail")]).1, 20);
    let mistaken = act(&project, &[("paths", "none/*.c")]);
    assert_eq!(mistaken.1, 2, "{}", mistaken.0);
}

#[test]
fn the_job_of_gitlab_runs() {
    if !clang::have_clang() {
        return;
    }
    let job = yaml("packaging/ci/gitlab.yml")["rmt"].clone();
    let variables = job["variables"].as_object().expect("variables").iter();
    let mut variables: BTreeMap<String, String> =
        variables.map(|(name, value)| (name.clone(), value.as_str().expect("a text").to_string())).collect();
    let lines = |part: &str| -> Vec<String> {
        job[part].as_array().expect("lines").iter().map(|line| line.as_str().expect("a line").to_string()).collect()
    };
    let script = [lines("before_script"), lines("script")].concat().join("\n");
    let project = Project::new("gitlab");
    project.write("safe.c", SAFE);
    variables.insert("RMT_PATHS".into(), ".".into());
    let (said, code) = project.run(&["sh", "-e", "-c", &script], &variables);
    assert_eq!(code, 0, "{said}");
    project.write("unsafe.c", UNSAFE);
    let (said, code) = project.run(&["sh", "-e", "-c", &script], &variables);
    assert!(code == 10 && said.contains("unsafe.c: unsafe"), "{said}");
    assert!(project.read("rmt.html").contains("unsafe.c"));
    assert!(project.read("rmt.xml").contains("failures=\"1\""));
    assert_eq!(job["artifacts"]["reports"]["junit"], "rmt.xml");
    assert_eq!(job["artifacts"]["paths"][0], "rmt.html");
}

#[test]
fn the_hook_of_git_stands_in_the_way_of_violations() {
    if !clang::have_clang() || Command::new("git").arg("--version").output().is_err() {
        return;
    }
    let hook = root().join("packaging/ci/pre-commit");
    // The same script is the hook of the framework.
    let listed = yaml(".pre-commit-hooks.yaml");
    assert_eq!(root().join(listed[0]["entry"].as_str().expect("an entry")), hook);
    let project = Project::new("hook");
    let git = |arguments: &str| {
        let author = "-c user.name=A -c user.email=a@example.org";
        project.run(&["sh", "-c", &format!("git {author} {arguments}")], &BTreeMap::new())
    };
    assert_eq!(git("init -q").1, 0);
    std::os::unix::fs::symlink(&hook, project.0.join(".git/hooks/pre-commit")).expect("a link can be made");
    project.write("with space.c", SAFE);
    let (said, code) = git("add . && git -c user.name=A -c user.email=a@example.org commit -qm one");
    assert!(code == 0 && said.contains("with space.c: safe"), "{said}");
    project.write("other.c", UNSAFE);
    assert_eq!(git("add other.c").1, 0);
    let (said, code) = git("commit -qm two");
    assert!(code == 1 && said.contains("other.c: unsafe") && !said.contains("space"), "{said}");
    assert_eq!(git("commit -q --no-verify -m two").1, 0);
    // What is kept does not get among the sources.
    assert!(project.0.join(".rmt-cache").is_dir());
    assert_eq!(git("status --porcelain"), (String::new(), 0));
    // With rmt.toml, what it names counts.
    project
        .write("rmt.toml", "[[programs]]\nfiles = \"*.c\"\n\n[[programs]]\nfiles = \"other.c\"\nexpect = \"unsafe\"\n");
    let (said, code) = git("add rmt.toml && git -c user.name=A -c user.email=a@example.org commit -qm three");
    assert!(code == 0 && said.contains("2 programs"), "{said}");
    // Nothing of ours: nothing is asked.
    std::fs::remove_file(project.0.join("rmt.toml")).expect("it is there");
    let (said, code) = git("rm -q --cached rmt.toml && git -c user.name=A -c user.email=a@example.org commit -qm four");
    assert!(code == 0 && !said.contains("programs"), "{said}");
}

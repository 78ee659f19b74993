//! The language server, driven over its protocol.

#[path = "support/clang.rs"]
mod clang;

use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

const URI: &str = "file:///m.bpl";
const TEXT: &str = "procedure Bad(x: int) { assert x > 0; }\nprocedure Good(n: int) {\nassert   n==n;\n}\n";

struct Client {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    requests: i32,
    /// What the server says unasked.
    notices: Vec<Notification>,
}

impl Client {
    fn start() -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_rmt"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("rmt runs");
        let to = server.stdin.take().expect("a pipe");
        let from = BufReader::new(server.stdout.take().expect("a pipe"));
        let mut client = Client { server, to, from, requests: 0, notices: Vec::new() };
        let answer = client.ask("initialize", json!({"capabilities": {}}));
        assert_eq!(answer["capabilities"]["hoverProvider"], true, "{answer}");
        client.say("initialized", json!({}));
        client
    }

    fn say(&mut self, method: &str, params: Value) {
        let message = Message::Notification(Notification::new(method.into(), params));
        message.write(&mut self.to).expect("the server listens");
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests.into();
        let message = Message::Request(Request::new(id, method.into(), params));
        message.write(&mut self.to).expect("the server listens");
        loop {
            match self.read() {
                Message::Response(response) => {
                    return response.response_result.unwrap_or_else(|error| panic!("{method}: {}", error.message));
                }
                Message::Notification(notice) => self.notices.push(notice),
                Message::Request(_) => {}
            }
        }
    }

    fn read(&mut self) -> Message {
        Message::read(&mut self.from).expect("a message").expect("the server is there")
    }

    /// The next diagnostics for which this holds.
    fn diagnostics(&mut self, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        loop {
            let notice = match self.notices.is_empty() {
                false => self.notices.remove(0),
                true => match self.read() {
                    Message::Notification(notice) => notice,
                    _ => continue,
                },
            };
            let found = notice.params["diagnostics"].as_array().cloned().unwrap_or_default();
            if notice.method == "textDocument/publishDiagnostics" && wanted(&found) {
                return found;
            }
        }
    }

    fn at(&mut self, method: &str, line: u32, character: u32) -> Value {
        let position = json!({"line": line, "character": character});
        self.ask(method, json!({"textDocument": {"uri": URI}, "position": position, "newName": "count"}))
    }

    fn stop(mut self) {
        self.ask("shutdown", Value::Null);
        self.say("exit", Value::Null);
        assert!(self.server.wait().expect("it ends").success());
    }
}

#[test]
fn an_editor_is_served() {
    let mut client = Client::start();
    let document = json!({"uri": URI, "languageId": "boogie", "version": 1, "text": TEXT});
    client.say("textDocument/didOpen", json!({"textDocument": document}));
    assert!(client.diagnostics(|_| true).is_empty());

    // Verification comes by itself.
    let found = client.diagnostics(|found| !found.is_empty());
    assert_eq!(
        (&found[0]["range"]["start"], &found[0]["source"]),
        (&json!({"line": 0, "character": 24}), &json!("rmt verify"))
    );
    let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": URI}}));
    let titles: Vec<&str> =
        lenses.as_array().expect("lenses").iter().filter_map(|l| l["command"]["title"].as_str()).collect();
    assert_eq!(titles, ["✗ assertion fails", "✓ verified"]);

    assert_eq!(client.at("textDocument/hover", 2, 9)["contents"]["value"], "parameter n: int");
    let place = client.at("textDocument/definition", 2, 9);
    assert_eq!(place["range"], json!({"start": {"line": 1, "character": 15}, "end": {"line": 1, "character": 16}}));
    let edit = client.at("textDocument/rename", 2, 9);
    assert_eq!(edit["changes"][URI].as_array().map(Vec::len), Some(3), "{edit}");
    assert_eq!(client.at("textDocument/hover", 3, 0), Value::Null);

    let options = json!({"tabSize": 2, "insertSpaces": true});
    let edits = client.ask("textDocument/formatting", json!({"textDocument": {"uri": URI}, "options": options}));
    assert_eq!(edits[0]["newText"], TEXT.replace("assert   n==n", "  assert n == n"));

    // While somebody types, mistakes come and go.
    let change = |text: &str| json!({"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": text}]});
    client.say("textDocument/didChange", change("procedure P() { assert x; }"));
    let found = client.diagnostics(|found| !found.is_empty());
    assert_eq!(found[0]["range"]["start"], json!({"line": 0, "character": 23}), "{found:?}");
    client.say("textDocument/didChange", change("procedure P() { assert true; }"));
    assert!(client.diagnostics(<[Value]>::is_empty).is_empty());
    client.stop();
}

const COUNTER: &str = "var total: int;\nfunction twice(x: int) returns (int) { x + x }\nprocedure Add(n: int) returns (r: int)\n  \
    modifies total;\n  ensures r > n;\n{\n  var old_total: int;\n  total := total + n;\n  if (n > 3) {\n    r := n;\n    return;\n  }\n  \
    r := twice(n) + 4;\n}\n";

#[test]
fn names_of_boogie_are_known() {
    let mut client = Client::start();
    let document = json!({"uri": URI, "languageId": "boogie", "version": 1, "text": COUNTER});
    client.say("textDocument/didOpen", json!({"textDocument": document}));
    let place = |line: u32, character: u32| json!({"line": line, "character": character});
    let references = |client: &mut Client, declared: bool| {
        let context = json!({"includeDeclaration": declared});
        let params = json!({"textDocument": {"uri": URI}, "position": place(7, 3), "context": context});
        let found = client.ask("textDocument/references", params);
        found
            .as_array()
            .expect("places")
            .iter()
            .map(|found| found["range"]["start"]["line"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(references(&mut client, true), [0, 3, 7, 7]);
    assert_eq!(references(&mut client, false), [3, 7, 7]);

    let symbols = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": URI}}));
    let names = |symbols: &Value| -> Vec<String> {
        let symbols = symbols.as_array().into_iter().flatten();
        symbols.map(|symbol| symbol["name"].as_str().expect("a name").to_string()).collect()
    };
    assert_eq!(names(&symbols), ["total", "twice", "Add"]);
    assert_eq!(names(&symbols[2]["children"]), ["n", "r", "old_total"]);

    let said = client.at("textDocument/completion", 9, 4);
    let labels: Vec<&str> = said.as_array().expect("items").iter().filter_map(|item| item["label"].as_str()).collect();
    assert!(["n", "r", "old_total", "total", "twice", "Add", "assert"].iter().all(|name| labels.contains(name)));
    assert!(!labels.contains(&"x"), "{labels:?}");

    let range = client.at("textDocument/prepareRename", 7, 3);
    assert_eq!(range, json!({"start": place(7, 2), "end": place(7, 7)}));
    assert_eq!(client.at("textDocument/prepareRename", 5, 0), Value::Null);

    // A postcondition that fails is marked where it stands, and on the way out.
    let found = client.diagnostics(|found| !found.is_empty());
    let places: Vec<(&Value, &str)> =
        found.iter().map(|f| (&f["range"]["start"]["line"], f["message"].as_str().expect("a text"))).collect();
    assert!(
        places.iter().any(|(line, said)| **line == 10 && said.starts_with("this postcondition fails")),
        "{places:?}"
    );
    assert!(places.iter().any(|(line, _)| **line == 4), "{places:?}");
    client.stop();
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut client = Client::start();
    client.say("textDocument/didOpen", json!({}));
    let document = json!({"uri": URI, "languageId": "boogie", "version": 1, "text": "procedure p(n: int) { é😀"});
    client.say("textDocument/didOpen", json!({"textDocument": document}));
    client.diagnostics(|found| !found.is_empty());
    let counter = json!({"uri": "file:///n.bpl", "languageId": "boogie", "version": 1, "text": COUNTER});
    client.say("textDocument/didOpen", json!({"textDocument": counter}));
    let mut refused = |method: &str, params: Value| {
        client.requests += 1;
        let message = Message::Request(Request::new(client.requests.into(), method.into(), params));
        message.write(&mut client.to).expect("the server listens");
        loop {
            match client.read() {
                Message::Response(response) => break response.response_result.expect_err(method).message,
                Message::Notification(notice) => client.notices.push(notice),
                Message::Request(_) => {}
            }
        }
    };
    assert_eq!(refused("no/such", json!({})), "no/such is not served");
    assert!(refused("textDocument/hover", json!({"textDocument": 3})).contains("invalid type"));
    let rename =
        |name: &str| json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 12}, "newName": name});
    for name in ["1 x", "while", "a b", "", "x;"] {
        assert!(refused("textDocument/rename", rename(name)).contains("is no name"), "{name}");
    }
    let mut taken = |line: u32, name: &str| {
        let place = json!({"line": line, "character": 6});
        let params = json!({"textDocument": {"uri": "file:///n.bpl"}, "position": place, "newName": name});
        refused("textDocument/rename", params)
    };
    assert_eq!(taken(0, "n"), "n is taken: line 3: parameter n: int");
    assert_eq!(taken(6, "total"), "total is taken: line 1: var total: int");
    // Places where nothing is.
    let far =
        json!({"textDocument": {"uri": "file:///other.bpl"}, "position": {"line": 9, "character": 4_000_000_000_u32}});
    assert_eq!(client.ask("textDocument/hover", far), Value::Null);
    assert_eq!(client.at("textDocument/hover", 4_000_000, 7), Value::Null);
    assert_eq!(client.ask("textDocument/rename", rename("m"))["changes"][URI].as_array().map(Vec::len), Some(1));
    client.stop();

    for bytes in ["", "garbage", "Content-Length: 5\r\n\r\n{{{{{", "Content-Length: 99\r\n\r\n{}"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rmt"));
        let pipes = command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = pipes.spawn().expect("rmt runs");
        server.stdin.take().expect("a pipe").write_all(bytes.as_bytes()).expect("the server reads");
        let output = server.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.starts_with("rmt: lsp: ")), (Some(2), true), "{bytes}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

#[test]
fn inferred_invariants_are_shown_at_their_loop() {
    let text = "procedure main() {\n  var i: int;\n  i := 0;\n  while (i < 1000) {\n    i := i + 1;\n  }\n  assert i == 1000;\n}\n";
    let mut client = Client::start();
    let document = json!({"uri": URI, "languageId": "boogie", "version": 1, "text": text});
    client.say("textDocument/didOpen", json!({"textDocument": document}));
    // The proof comes by itself, and nothing says when.
    let shown = (0..600).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        client.at("textDocument/hover", 3, 3)["contents"]["value"].as_str().map(str::to_string)
    });
    let shown = shown.expect("an invariant");
    assert!(shown.starts_with("invariant ") && shown.contains('i') && shown.ends_with("// inferred"), "{shown}");
    assert_eq!(client.at("textDocument/hover", 1, 6)["contents"]["value"], "var i: int");
    client.stop();
}

/// A project of C in a folder that is gone in the end.
struct Project(PathBuf);

impl Project {
    fn new(name: &str) -> Project {
        let path = std::env::temp_dir().join(format!("rmt-lsp {name} {}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the folder can be made");
        Project(path)
    }

    /// Writes a file; its name in the protocol.
    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(&path, text).expect("the file can be written");
        format!("file://{}", path.display()).replace(' ', "%20")
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Client {
    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "c", "version": 1, "text": text});
        self.say("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// The titles above functions, each behind its line, once nothing runs any more.
    fn titles(&mut self, uri: &str) -> Vec<(u64, String)> {
        for _ in 0..600 {
            let lenses = self.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
            let title = |lens: &Value| {
                let title = lens["command"]["title"].as_str().expect("a title").to_string();
                (lens["range"]["start"]["line"].as_u64().expect("a line"), title)
            };
            let titles: Vec<(u64, String)> = lenses.as_array().expect("lenses").iter().map(title).collect();
            if !titles.is_empty() && titles.iter().all(|(_, title)| title != "running") {
                return titles;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("it runs still");
    }
}

const QUEUE: &str = "#include \"queue.h\"\n\nstatic int head(struct queue *q) { return q->items[0]; }\n\n\
    int first(struct queue *q) {\n  if (q->items == NONE)\n    return head(q);\n  return 0;\n}\n\n\
    int twice(int x) {\n  return x + x;\n}\n\nint odd(int x) {\n  int a[2] = {0, 0};\n  for (int i = 0; i < x; i++)\n    a[i & 1]++;\n  return a[1];\n}\n";

#[test]
fn functions_of_c_are_checked_when_a_file_is_saved() {
    if !clang::have_clang() {
        return;
    }
    let project = Project::new("functions");
    project.write("inc/queue.h", "#define NONE 0\nstruct queue { int *items; };\n");
    project.write("rmt.toml", "[[programs]]\ncommand = \"scan\"\nfiles = [\"src/queue.c\"]\nflags = [\"-Iinc\"]\n");
    let uri = project.write("src/queue.c", QUEUE);
    let mut client = Client::start();
    client.open(&uri, QUEUE);
    let titles = client.titles(&uri);
    let wanted = [(4, "unsafe: invalid read: null pointer"), (10, "nothing found"), (14, "nothing found up to 2")];
    assert_eq!(titles, wanted.map(|(line, title)| (line, title.to_string())));
    let found = client.diagnostics(|found| !found.is_empty());
    assert_eq!(found[0]["range"]["start"]["line"], 2, "{found:?}");
    assert_eq!((&found[0]["code"], &found[0]["source"]), (&json!("RMT-deref-null"), &json!("rmt scan")));
    let steps = found[0]["relatedInformation"].as_array().expect("steps");
    assert!(
        steps.iter().any(|step| step["location"]["uri"] == *uri && step["location"]["range"]["start"]["line"] == 5)
    );

    // What is typed is not checked before it is saved.
    let mended = QUEUE.replace("== NONE", "!= NONE");
    let change = json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": mended}]});
    client.say("textDocument/didChange", change);
    assert_eq!(client.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}})), json!([]));
    client.say("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    assert_eq!(client.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}})), json!([]));
    project.write("src/queue.c", &mended);
    client.say("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    assert_eq!(client.titles(&uri)[0], (4, "nothing found".to_string()));

    // Nothing of Boogie is said of C.
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let edits = client.ask("textDocument/formatting", json!({"textDocument": {"uri": uri}, "options": options}));
    assert_eq!(edits, Value::Null);
    client.stop();
}

#[test]
fn a_program_of_c_is_checked_as_one() {
    if !clang::have_clang() {
        return;
    }
    let project = Project::new("program");
    let text = "#include <assert.h>\nint half(int x) { return x / 2; }\nint main(int argc, char **argv) {\n  \
                assert(half(argc) != 3);\n  return 0;\n}\n";
    let uri = project.write("main.c", text);
    let mut client = Client::start();
    client.open(&uri, text);
    let titles = client.titles(&uri);
    assert_eq!(titles[0], (1, "nothing found".to_string()));
    assert!(titles[1].1.starts_with("unsafe: assertion"), "{titles:?}");
    let found = client.diagnostics(|found| !found.is_empty());
    assert_eq!((&found[0]["range"]["start"]["line"], &found[0]["source"]), (&json!(3), &json!("rmt check")));

    // What the violation does, somebody may want to see by himself.
    let document = json!({"uri": uri});
    let context = json!({"diagnostics": found});
    let params = json!({"textDocument": document, "range": found[0]["range"], "context": context});
    let actions = client.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["command"], "rmt.testCase", "{actions}");
    let command = json!({"command": "rmt.testCase", "arguments": actions[0]["arguments"]});
    assert_eq!(client.ask("workspace/executeCommand", command), Value::Null);
    while !client.notices.iter().any(|notice| notice.method == "window/showMessage") {
        if let Message::Notification(notice) = client.read() {
            client.notices.push(notice);
        }
    }
    assert!(project.0.join("main-test-case").is_dir());
    client.notices.clear();
    client.say("textDocument/didClose", json!({"textDocument": {"uri": uri}}));

    // What is no C is told where it is.
    let uri = project.write("broken.c", "int f(void) { return y; }\n");
    client.open(&uri, "int f(void) { return y; }\n");
    let is_refused = |found: &Value| found["message"].as_str().is_some_and(|text| text.starts_with("not checked: "));
    let found = client.diagnostics(|found| found.iter().any(is_refused));
    assert_eq!(found[0]["range"]["start"], json!({"line": 0, "character": 21}), "{found:?}");
    client.stop();
}

/// A check that takes long ends when the text changes, and with the server.
#[test]
fn checks_end_when_the_text_changes() {
    if !clang::have_clang() {
        return;
    }
    let project = Project::new("cancel");
    let long = "#include <assert.h>\nextern unsigned long input(void);\nint main(void) {\n  unsigned long a = input(), b = input();\n  \
                if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296)\n    assert(a * b != 4611685975477714963);\n  return 0;\n}\n";
    let uri = project.write("long.c", long);
    let mut client = Client::start();
    let children = |client: &Client| {
        let id = client.server.id();
        let path = format!("/proc/{id}/task");
        let threads = std::fs::read_dir(path).expect("the server runs").flatten();
        let of =
            |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        threads.map(of).collect::<String>().split_whitespace().count()
    };
    client.open(&uri, long);
    assert!((0..600).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        children(&client) > 0
    }));
    let short = "int main(void) { return 0; }\n";
    let change = json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": short}]});
    client.say("textDocument/didChange", change);
    // The answer comes when the change is done.
    client.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    assert!((0..600).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        children(&client) == 0
    }));
    project.write("long.c", short);
    client.say("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    assert_eq!(client.titles(&uri), [(0, "safe".to_string())]);
    client.stop();
}

//! `rmt lsp`: the language server for Boogie and C, over standard input and output. What stands in a text is answered at
//! once, from its tokens; what a text of Boogie means is checked after each change; procedures are verified, and functions
//! of C checked, when a file is opened or saved, by processes of their own.

mod actions;
mod checks;
mod document;
mod names;
mod place;
mod running;
mod verify;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification as _,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentSymbolRequest, ExecuteCommand, Formatting, GotoDefinition,
    HoverRequest, PrepareRenameRequest, References, Rename, Request as _,
};
use lsp_types::{
    CodeActionParams, CodeActionProviderCapability, CodeLens, CodeLensOptions, CodeLensParams, Command,
    CompletionOptions, CompletionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, DocumentFormattingParams, DocumentSymbolParams,
    ExecuteCommandOptions, ExecuteCommandParams, GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverContents,
    HoverParams, HoverProviderCapability, LanguageString, Location, MarkedString, OneOf, ReferenceParams,
    RenameOptions, RenameParams, ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextEdit, Uri, WorkDoneProgressOptions,
};
use serde::de::DeserializeOwned;

use self::checks::Kept;
use self::document::{Document, Language};
use self::running::Running;
use super::{USAGE, warn};

/// The open documents, which the threads that verify write their results to.
type Documents = Arc<Mutex<HashMap<String, Document>>>;

pub fn run() -> u8 {
    let (connection, threads) = Connection::stdio();
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![actions::TEST_CASE.into()],
            ..ExecuteCommandOptions::default()
        }),
        completion_provider: Some(CompletionOptions::default()),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        ..ServerCapabilities::default()
    };
    let capabilities = serde_json::to_value(capabilities).unwrap_or_default();
    let served = connection.initialize(capabilities).and_then(|_| Server::new(connection).serve());
    let said = match served {
        // Whoever reads from the client knows what came.
        Err(error) if error.channel_is_disconnected() => {
            threads.join().err().map_or("the client went away without a word".to_string(), |error| error.to_string())
        }
        Err(error) => error.to_string(),
        Ok(()) => match threads.join() {
            Ok(()) => return 0,
            Err(error) => error.to_string(),
        },
    };
    warn(&format!("rmt: lsp: {said}\n"));
    USAGE
}

struct Server {
    connection: Connection,
    documents: Documents,
    /// The checks of C files.
    running: Running,
    kept: Kept,
}

impl Server {
    fn new(connection: Connection) -> Server {
        Server { connection, documents: Documents::default(), running: Running::default(), kept: Kept::new() }
    }

    /// Until the client says that it is over.
    fn serve(self) -> Result<(), lsp_server::ProtocolError> {
        for message in &self.connection.receiver {
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    let response = self.answer(request);
                    self.send(Message::Response(response));
                }
                Message::Notification(notification) => self.notice(notification),
                Message::Response(_) => {}
            }
        }
        Ok(())
    }

    /// A client that went away hears nothing more.
    fn send(&self, message: Message) {
        let _ = self.connection.sender.send(message);
    }

    fn notice(&self, notification: Notification) {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(params) = serde_json::from_value::<DidOpenTextDocumentParams>(notification.params) {
                    let language = Language::of(&params.text_document.uri, &params.text_document.language_id);
                    self.change(&params.text_document.uri, params.text_document.text, Some(language));
                    self.verify(&params.text_document.uri);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(mut params) = serde_json::from_value::<DidChangeTextDocumentParams>(notification.params)
                    && let Some(change) = params.content_changes.pop()
                {
                    self.change(&params.text_document.uri, change.text, None);
                }
            }
            DidSaveTextDocument::METHOD => {
                if let Ok(params) = serde_json::from_value::<DidSaveTextDocumentParams>(notification.params) {
                    self.verify(&params.text_document.uri);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(params) = serde_json::from_value::<DidCloseTextDocumentParams>(notification.params) {
                    self.close(&params.text_document.uri);
                }
            }
            _ => {}
        }
    }

    /// A new text: what is wrong with it is said.
    fn change(&self, uri: &Uri, text: String, language: Option<Language>) {
        let Ok(mut documents) = self.documents.lock() else { return };
        let document = documents.entry(uri.as_str().to_string()).or_default();
        document.language = language.unwrap_or(document.language);
        document.change(uri, text);
        self.running.cancel(uri.as_str());
        let said = document.publish(uri);
        drop(documents);
        self.send(Message::Notification(said));
    }

    /// Nothing is said of what is not open.
    fn close(&self, uri: &Uri) {
        if let Ok(mut documents) = self.documents.lock() {
            documents.remove(uri.as_str());
            let said = Document::default().publish(uri);
            self.send(Message::Notification(said));
        }
        self.running.cancel(uri.as_str());
    }

    fn verify(&self, uri: &Uri) {
        let client = self.connection.sender.clone();
        match self.document(uri).map(|document| document.language) {
            Some(Language::C) => {
                let running = self.running.clone();
                checks::start(uri.clone(), self.documents.clone(), client, running, self.kept.clone());
            }
            _ => verify::start(uri.clone(), self.documents.clone(), client),
        }
    }

    fn answer(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        match method.as_str() {
            HoverRequest::METHOD => self.with(id, params, |p: HoverParams| {
                let place = p.text_document_position_params;
                let value = self.document(&place.text_document.uri)?.hover(place.position)?;
                let value = LanguageString { language: "boogie".into(), value };
                Some(Hover { contents: HoverContents::Scalar(MarkedString::LanguageString(value)), range: None })
            }),
            GotoDefinition::METHOD => self.with(id, params, |p: GotoDefinitionParams| {
                let place = p.text_document_position_params;
                let (document, offset) = self.place(&place)?;
                let range = document.range(&document.names.at(offset)?.at);
                Some(GotoDefinitionResponse::Scalar(Location { uri: place.text_document.uri, range }))
            }),
            References::METHOD => self.with(id, params, |p: ReferenceParams| {
                let place = p.text_document_position;
                let uri = &place.text_document.uri;
                let declared = p.context.include_declaration;
                Some(names::references(&self.document(uri)?, uri, place.position, declared))
            }),
            DocumentSymbolRequest::METHOD => self.with(id, params, |p: DocumentSymbolParams| {
                Some(names::symbols(&self.document(&p.text_document.uri)?))
            }),
            Completion::METHOD => self.with(id, params, |p: CompletionParams| {
                let place = p.text_document_position;
                Some(names::completion(&self.document(&place.text_document.uri)?, place.position))
            }),
            PrepareRenameRequest::METHOD => self.with(id, params, |p: TextDocumentPositionParams| {
                names::renamed(&self.document(&p.text_document.uri)?, p.position)
            }),
            Rename::METHOD => match serde_json::from_value::<RenameParams>(params) {
                Ok(p) => self.rename(id, p),
                Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
            },
            CodeActionRequest::METHOD => self.with(id, params, |p: CodeActionParams| Some(actions::actions(&p))),
            ExecuteCommand::METHOD => self.with(id, params, |p: ExecuteCommandParams| -> Option<()> {
                let uri = p.arguments.first().filter(|_| p.command == actions::TEST_CASE)?.as_str()?.parse().ok()?;
                actions::write_test_case(uri, self.connection.sender.clone());
                None
            }),
            Formatting::METHOD => self.with(id, params, |p: DocumentFormattingParams| {
                let document = self.document(&p.text_document.uri).filter(|d| d.language == Language::Boogie)?;
                let new_text = ivl::format::format(&document.text).ok()?;
                Some(vec![TextEdit { range: document.range(&(0..document.text.len())), new_text }])
            }),
            CodeLensRequest::METHOD => self.with(id, params, |p: CodeLensParams| {
                let document = self.document(&p.text_document.uri)?;
                let lens = |(range, title): (lsp_types::Range, String)| CodeLens {
                    range,
                    command: Some(Command { title, command: String::new(), arguments: None }),
                    data: None,
                };
                Some(document.lenses().into_iter().map(lens).collect::<Vec<CodeLens>>())
            }),
            _ => Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("{method} is not served")),
        }
    }

    fn rename(&self, id: RequestId, params: RenameParams) -> Response {
        let place = params.text_document_position;
        let document = self.document(&place.text_document.uri).unwrap_or_default();
        match names::mistake(&document, place.position, &params.new_name) {
            Some(mistake) => Response::new_err(id, ErrorCode::InvalidParams as i32, mistake),
            None => {
                let edit = names::rename(&document, place.text_document.uri, place.position, &params.new_name);
                Response::new_ok(id, edit)
            }
        }
    }

    /// The answer to a request of this kind; `None`: there is nothing to say.
    fn with<P: DeserializeOwned, R: serde::Serialize>(
        &self,
        id: RequestId,
        params: serde_json::Value,
        answer: impl Fn(P) -> Option<R>,
    ) -> Response {
        match serde_json::from_value(params) {
            Ok(params) => Response::new_ok(id, answer(params)),
            Err(error) => Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string()),
        }
    }

    fn document(&self, uri: &Uri) -> Option<Document> {
        self.documents.lock().ok()?.get(uri.as_str()).cloned()
    }

    fn place(&self, place: &TextDocumentPositionParams) -> Option<(Document, usize)> {
        let document = self.document(&place.text_document.uri)?;
        let offset = document.offset(place.position);
        Some((document, offset))
    }
}

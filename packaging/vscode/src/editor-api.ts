/** The part of the editor's API that this extension uses, so that tests can stand in for the editor. */

export interface Disposable {
  dispose(): unknown
}

export type Listen<T> = (listener: (event: T) => unknown) => Disposable

export interface Uri {
  readonly scheme: string
  readonly path: string
  readonly fsPath: string
  toString(): string
}

export interface Position {
  readonly line: number
  readonly character: number
}

export interface Range {
  readonly start: Position
  readonly end: Position
}

export interface TextDocument {
  readonly uri: Uri
  readonly isDirty: boolean
  getText(range?: Range): string
  save(): PromiseLike<boolean>
}

export interface TextEditor {
  readonly document: TextDocument
  readonly selection: Range & { readonly isEmpty: boolean }
}

export interface Diagnostic {
  readonly message: string
  /** 0: error, 1: warning, 2: information, 3: hint. */
  readonly severity: number
  readonly range: Range
  readonly source?: string
  readonly code?: string | number | { readonly value: string | number }
}

export interface Tab {
  readonly input: unknown
}

export interface Webview {
  html: string
  options: { readonly enableScripts: boolean; readonly localResourceRoots: readonly Uri[] }
  readonly cspSource: string
  readonly onDidReceiveMessage: Listen<unknown>
  asWebviewUri(uri: Uri): Uri
  postMessage(message: unknown): PromiseLike<boolean>
}

export interface WebviewView {
  readonly webview: Webview
  readonly visible: boolean
  readonly onDidChangeVisibility: Listen<void>
  readonly onDidDispose: Listen<void>
  show(preserveFocus?: boolean): void
}

export interface FileStat {
  readonly type: number
  readonly ctime: number
  readonly mtime: number
  readonly size: number
}

export interface FileSystemProvider {
  readonly onDidChangeFile: Listen<unknown>
  watch(): Disposable
  stat(uri: Uri): FileStat
  readDirectory(): never[]
  createDirectory(uri: Uri): void
  readFile(uri: Uri): Uint8Array
  writeFile(uri: Uri, content: Uint8Array): void
  delete(uri: Uri): void
  rename(from: Uri, to: Uri): void
}

export interface Terminal {
  show(): void
}

export interface TerminalOptions {
  readonly name: string
  readonly cwd: string
  readonly shellPath: string
  readonly shellArgs: readonly string[]
}

export interface StatusBarItem extends Disposable {
  text: string
  tooltip: string
  command: string
  show(): void
}

export interface OutputChannel extends Disposable {
  appendLine(line: string): void
}

export interface EditorApi {
  readonly Uri: {
    file(path: string): Uri
    from(parts: { scheme: string; path: string }): Uri
    parse(text: string): Uri
  }
  readonly Range: new (
    startLine: number,
    startCharacter: number,
    endLine: number,
    endCharacter: number,
  ) => Range
  /** The input of a tab that compares two files. */
  readonly TabInputTextDiff: abstract new (
    ...args: never[]
  ) => { readonly modified: Uri }
  readonly env: { readonly language: string; readonly appName: string }
  readonly commands: {
    registerCommand(name: string, run: (...args: readonly unknown[]) => unknown): Disposable
    executeCommand(name: string, ...args: readonly unknown[]): PromiseLike<unknown>
  }
  readonly languages: {
    getDiagnostics(): readonly (readonly [Uri, readonly Diagnostic[]])[]
    getDiagnostics(uri: Uri): readonly Diagnostic[]
  }
  readonly workspace: {
    readonly isTrusted: boolean
    readonly workspaceFolders?: readonly { readonly uri: Uri }[] | undefined
    readonly textDocuments: readonly TextDocument[]
    readonly onDidChangeWorkspaceFolders: Listen<unknown>
    getConfiguration(section: string): { get<T>(key: string): T | undefined }
    openTextDocument(uri: Uri): PromiseLike<TextDocument>
    registerFileSystemProvider(
      scheme: string,
      provider: FileSystemProvider,
      options: { readonly isCaseSensitive: boolean },
    ): Disposable
  }
  readonly window: {
    readonly activeTextEditor?: TextEditor | undefined
    readonly onDidChangeActiveTextEditor: Listen<unknown>
    readonly onDidChangeTextEditorSelection: Listen<unknown>
    readonly tabGroups: {
      readonly all: readonly { readonly tabs: readonly Tab[] }[]
      readonly onDidChangeTabs: Listen<{ readonly closed: readonly Tab[] }>
      close(tab: Tab): PromiseLike<boolean>
    }
    showTextDocument(document: TextDocument, options: { readonly selection?: Range }): PromiseLike<unknown>
    showInformationMessage(text: string, ...choices: readonly string[]): PromiseLike<string | undefined>
    showWarningMessage(text: string, ...choices: readonly string[]): PromiseLike<string | undefined>
    showErrorMessage(text: string, ...choices: readonly string[]): PromiseLike<string | undefined>
    createTerminal(options: TerminalOptions): Terminal
    createStatusBarItem(id: string): StatusBarItem
    createOutputChannel(name: string): OutputChannel
    registerWebviewViewProvider(
      id: string,
      provider: { resolveWebviewView(view: WebviewView): void },
      options: { readonly webviewOptions: { readonly retainContextWhenHidden: boolean } },
    ): Disposable
  }
}

export interface ExtensionContext {
  readonly subscriptions: Disposable[]
  readonly extensionUri: Uri
  readonly globalStorageUri: Uri
  readonly extension: { readonly packageJSON: { readonly version: string } }
  readonly workspaceState: {
    get<T>(key: string): T | undefined
    update(key: string, value: unknown): PromiseLike<void>
  }
  readonly environmentVariableCollection: {
    persistent: boolean
    replace(name: string, value: string): void
  }
}

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  Diagnostic,
  EditorApi,
  ExtensionContext,
  FileSystemProvider,
  Listen,
  Tab,
  TerminalOptions,
  TextDocument,
  TextEditor,
  Uri,
  Webview,
  WebviewView,
} from '../../packaging/vscode/src/editor-api.ts'
import type { ToPage } from '../../packaging/vscode/src/panel/bridge-messages.ts'

class FakeUri implements Uri {
  readonly scheme: string
  readonly path: string
  constructor(scheme: string, path: string) {
    this.scheme = scheme
    this.path = path
  }
  get fsPath(): string {
    return this.path
  }
  toString(): string {
    return this.scheme === 'file' ? pathToFileURL(this.path).href : `${this.scheme}:${this.path}`
  }
}

class FakeDiffInput {
  readonly original: Uri
  readonly modified: Uri
  constructor(original: Uri, modified: Uri) {
    this.original = original
    this.modified = modified
  }
}

class Signal<T> {
  readonly #listeners = new Set<(event: T) => unknown>()
  readonly listen: Listen<T> = listener => {
    this.#listeners.add(listener)
    return { dispose: () => this.#listeners.delete(listener) }
  }
  fire(event: T): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** A text in the editor; one that is edited is not saved. */
class FakeDocument implements TextDocument {
  readonly uri: Uri
  #text: string
  #isDirty = false
  readonly #write: (text: string) => void
  constructor(uri: Uri, text: string, write: (text: string) => void) {
    this.uri = uri
    this.#text = text
    this.#write = write
  }
  get isDirty(): boolean {
    return this.#isDirty
  }
  getText(): string {
    return this.#text
  }
  edit(text: string): void {
    this.#text = text
    this.#isDirty = true
  }
  async save(): Promise<boolean> {
    this.#write(this.#text)
    this.#isDirty = false
    return true
  }
}

export interface FakeVscodeOptions {
  readonly folder: string
  /** For what the extension stores. */
  readonly storage: string
  readonly settings?: Readonly<Record<string, unknown>>
  readonly isTrusted?: boolean
  readonly language?: string
}

/** The editor as its API describes it, as far as the extension uses it. The panel is a list of what was said to it. */
export class FakeVscode {
  readonly settings: Record<string, unknown>
  readonly commands = new Map<string, (...args: readonly unknown[]) => unknown>()
  readonly messages: {
    readonly text: string
    readonly choices: readonly string[]
    choose(choice?: string): void
  }[] = []
  readonly errors: string[] = []
  readonly terminals: TerminalOptions[] = []
  readonly executed: { readonly name: string; readonly args: readonly unknown[] }[] = []
  readonly tabs: Tab[] = []
  readonly documents: FakeDocument[] = []
  readonly diagnostics = new Map<string, readonly Diagnostic[]>()
  readonly variables = new Map<string, string>()
  readonly output: string[] = []
  readonly said: ToPage[] = []
  readonly opened: string[] = []
  status = ''
  html = ''
  isVisible = true
  readonly context: ExtensionContext
  readonly api: EditorApi
  readonly #options: FakeVscodeOptions
  readonly #selection = new Signal<unknown>()
  readonly #tabs = new Signal<{ readonly closed: readonly Tab[] }>()
  readonly #fromPage = new Signal<unknown>()
  readonly #gone = new Signal<void>()
  readonly #turned = new Signal<void>()
  #editor: TextEditor | undefined
  #files: FileSystemProvider | undefined
  #resolve: ((view: WebviewView) => void) | undefined
  #view: WebviewView | undefined

  constructor(options: FakeVscodeOptions) {
    this.#options = options
    this.settings = { 'files.encoding': 'utf8', ...options.settings }
    mkdirSync(options.storage, { recursive: true })
    this.context = this.#makeContext()
    this.api = this.#makeApi()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of this.context.subscriptions.toReversed()) await each.dispose()
  }

  /** As the editor does it when the person looks at the panel for the first time. */
  openPanel(): void {
    const webview: Webview = {
      html: '',
      options: { enableScripts: false, localResourceRoots: [] },
      cspSource: 'https://panel.test',
      onDidReceiveMessage: this.#fromPage.listen,
      asWebviewUri: uri => new FakeUri('https', `//panel.test${uri.path}`),
      postMessage: async message => {
        this.said.push(message as ToPage)
        return true
      },
    }
    const fake = this
    Object.defineProperty(webview, 'html', {
      get: () => fake.html,
      set: (html: string) => {
        fake.html = html
      },
    })
    this.#view = {
      webview,
      get visible() {
        return fake.isVisible
      },
      onDidDispose: this.#gone.listen,
      onDidChangeVisibility: this.#turned.listen,
      show: () => {
        fake.isVisible = true
      },
    }
    this.#resolve?.(this.#view)
  }

  /** The person looks at something else. */
  hidePanel(): void {
    this.isVisible = false
    this.#turned.fire()
  }

  /** A message of the page. */
  fromPage(message: object): void {
    this.#fromPage.fire(message)
  }

  select(path: string, from: readonly [number, number], to: readonly [number, number], text: string): void {
    const at = ([line, character]: readonly [number, number]) => ({ line, character })
    const document = new FakeDocument(new FakeUri('file', path), text, () => undefined)
    this.#editor = { document, selection: { start: at(from), end: at(to), isEmpty: text === '' } }
    this.#selection.fire(undefined)
  }

  /** The text after the change that is shown last. */
  get modified(): FakeDocument | undefined {
    return this.documents.findLast(({ uri }) => uri.scheme === 'capstan-review')
  }

  async run(name: string, ...args: readonly unknown[]): Promise<void> {
    await this.commands.get(name)?.(...args)
  }

  closeTab(tab: Tab): void {
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    this.#tabs.fire({ closed: [tab] })
  }

  #makeContext(): ExtensionContext {
    const kept = new Map<string, unknown>()
    return {
      subscriptions: [],
      extensionUri: new FakeUri('file', join(import.meta.dirname, '../../packaging/vscode')),
      globalStorageUri: new FakeUri('file', this.#options.storage),
      extension: { packageJSON: { version: '1.2.3' } },
      workspaceState: {
        get: <T>(key: string) => kept.get(key) as T | undefined,
        update: async (key, value) => void kept.set(key, value),
      },
      environmentVariableCollection: {
        persistent: true,
        replace: (name, value) => void this.variables.set(name, value),
      },
    }
  }

  #makeApi(): EditorApi {
    const fake = this
    const { folder, isTrusted = true, language = 'en' } = this.#options
    const ask = (text: string, ...choices: readonly string[]): Promise<string | undefined> =>
      new Promise(choose => void this.messages.push({ text, choices, choose }))
    const never: Listen<unknown> = () => ({ dispose: () => undefined })
    return {
      Uri: {
        file: path => new FakeUri('file', path),
        from: ({ scheme, path }) => new FakeUri(scheme, path),
        parse: text => new FakeUri('file', decodeURIComponent(new URL(text).pathname)),
      },
      Range: FakeRange,
      TabInputTextDiff: FakeDiffInput,
      env: { language, appName: 'Fake Code' },
      commands: {
        registerCommand(name, run) {
          fake.commands.set(name, run)
          return { dispose: () => fake.commands.delete(name) }
        },
        executeCommand: async (name, ...args) => this.#execute(name, args),
      },
      languages: {
        getDiagnostics: ((uri?: Uri) => this.#problems(uri)) as EditorApi['languages']['getDiagnostics'],
      },
      workspace: {
        isTrusted,
        workspaceFolders: [{ uri: new FakeUri('file', folder) }],
        textDocuments: this.documents,
        onDidChangeWorkspaceFolders: never,
        getConfiguration: section => ({
          get: <T>(key: string) => this.settings[`${section}.${key}`] as T | undefined,
        }),
        openTextDocument: async uri => this.#open(uri),
        registerFileSystemProvider(_, provider) {
          fake.#files = provider
          return { dispose: () => undefined }
        },
      },
      window: {
        get activeTextEditor() {
          return fake.#editor
        },
        onDidChangeActiveTextEditor: never,
        onDidChangeTextEditorSelection: this.#selection.listen,
        tabGroups: {
          get all() {
            return [{ tabs: fake.tabs }]
          },
          onDidChangeTabs: this.#tabs.listen,
          close: async tab => {
            this.closeTab(tab)
            return true
          },
        },
        showTextDocument: async ({ uri }, { selection }) =>
          void this.opened.push(`${uri.path}:${(selection?.start.line ?? 0) + 1}`),
        showInformationMessage: ask,
        showWarningMessage: ask,
        showErrorMessage: async text => {
          this.errors.push(text)
          return undefined
        },
        createTerminal: options => {
          this.terminals.push(options)
          return { show: () => undefined }
        },
        createStatusBarItem: () => ({
          set text(text: string) {
            fake.status = text
          },
          tooltip: '',
          command: '',
          show: () => undefined,
          dispose: () => undefined,
        }),
        createOutputChannel: () => ({
          appendLine: line => void this.output.push(line),
          dispose: () => undefined,
        }),
        registerWebviewViewProvider: (_, provider) => {
          this.#resolve = view => provider.resolveWebviewView(view)
          return { dispose: () => this.#gone.fire() }
        },
      },
    }
  }

  #execute(name: string, args: readonly unknown[]): unknown {
    this.executed.push({ name, args })
    if (name !== 'vscode.diff') return undefined
    const [original, modified] = args as readonly [Uri, Uri]
    this.#open(modified)
    this.tabs.push({ input: new FakeDiffInput(original, modified) })
    return undefined
  }

  #open(uri: Uri): FakeDocument {
    const text =
      uri.scheme === 'file'
        ? readFileSync(uri.fsPath, 'utf8')
        : Buffer.from(this.#files?.readFile(uri) ?? []).toString()
    const document = new FakeDocument(uri, text, saved => this.#files?.writeFile(uri, Buffer.from(saved)))
    this.documents.push(document)
    return document
  }

  #problems(uri: Uri | undefined): unknown {
    return uri === undefined
      ? [...this.diagnostics].map(([path, found]) => [new FakeUri('file', path), found])
      : (this.diagnostics.get(uri.path) ?? [])
  }
}

class FakeRange {
  readonly start: { readonly line: number; readonly character: number }
  readonly end: { readonly line: number; readonly character: number }
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
    this.start = { line: startLine, character: startCharacter }
    this.end = { line: endLine, character: endCharacter }
  }
}

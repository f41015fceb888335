import { basename, extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { askCompiler, COMPILER_COMMAND } from './ask-compiler.ts'
import { type Diagnostic, readDiagnostics } from './diagnostics.ts'
import {
  type Capabilities,
  type ClientOptions,
  type Fields,
  LanguageClient,
  ServerSilence,
} from './language-client.ts'
import { isOfNotebook, locationsIn } from './notebook-code.ts'
import { readShown, readText, stampOf } from './read-text.ts'

interface Document {
  readonly uri: string
  version: number
  text: string
  /** Shown or asked about last, by a count. */
  used: number
  /** Size and time of the file when its text was last compared with this one. */
  stamp?: string | undefined
}

export interface Waits {
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** By this clangd says what it does with a file. */
const FILE_STATUS = 'textDocument/clangd.fileStatus'
/** More are closed again, the longest unused first. */
const MOST_OPEN = 80
/** Files that a server may have said something of. */
const MOST_TOLD = 5_000
/** After the last word of a server that said something of all files, or of some, this long nothing more comes. */
const QUIET_MS = 60
const UNSURE_QUIET_MS = 350
/** Of how long it took the last time, this counts the next. */
const PACE_LEFT = 0.7
const MOST_PACE_MS = 3_000
/** Some say nothing of a file that is well: so long after they answered something else about it, it is. */
const SILENT_MS = 500

/** One running server with the documents that are open in it: shared by everybody who works in its directory. */
export class OpenServer implements AsyncDisposable {
  readonly client: LanguageClient
  readonly name: string
  readonly root: string
  /** It knows uses only in what it has open. */
  readonly onlyOpen: boolean
  readonly #reportsAll: boolean
  readonly #languages: Readonly<Record<string, string>>
  readonly #documents = new Map<string, Document>()
  readonly #found = new Map<string, readonly Diagnostic[]>()
  readonly #heardOf = new Map<string, number>()
  /** Closed because others are open: that it has no problems any more is said of the server's list, not of the file. */
  readonly #dropped = new Set<string>()
  /** Files that it says it works on. */
  readonly #busy = new Set<string>()
  readonly #listeners = new Set<() => void>()
  /** Files it wants changed while it runs a command. */
  readonly #edits: unknown[] = []
  #capabilities: Capabilities = {}
  #count = 0
  #queue: Promise<unknown> = Promise.resolve()
  #turns = 0
  /** Times it has spoken of a file. */
  #spoken = 0
  /** So many milliseconds after a change it spoke lately. */
  #pace = 0

  constructor(options: Omit<ClientOptions, 'onNotify' | 'onApplyEdit'>) {
    this.name = options.server.name
    this.root = options.root
    this.onlyOpen = options.server.onlyOpen === true
    this.#reportsAll = options.server.reportsAll === true
    this.#languages = options.server.languages
    this.client = new LanguageClient({
      ...options,
      onNotify: (method, params) => this.#hear(method, params),
      onApplyEdit: edit => this.#edits.push(edit),
    })
  }

  /** Rejects where it does not come to answer. */
  async ready(): Promise<Capabilities> {
    this.#capabilities = await this.client.ready
    return this.#capabilities
  }

  get capabilities(): Capabilities {
    return this.#capabilities
  }

  /** It is asked about problems; otherwise it tells of them when it likes. */
  get #isAsked(): boolean {
    return (
      this.#capabilities.diagnosticProvider !== undefined || this.client.registered('textDocument/diagnostic')
    )
  }

  /** It hands questions on to the compiler of TypeScript, which answers when it knows, unlike itself. */
  get #knowsCompiler(): boolean {
    return this.#capabilities.executeCommandProvider?.commands.includes(COMPILER_COMMAND) === true
  }

  /** One after the other: what is open and what it says of that belong together. */
  turn<T>(work: () => Promise<T>): Promise<T> {
    this.#turns += 1
    const turn = this.#queue.then(work).finally(() => {
      this.#turns -= 1
    })
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  /** Somebody waits for the end of this turn. */
  get isAwaited(): boolean {
    return this.#turns > 1
  }

  /** As it was shown last; undefined: it is not open. */
  textOf(file: string): string | undefined {
    return this.#documents.get(file)?.text
  }

  /** Problems it named last; undefined: it has said nothing of the file. */
  problemsOf(file: string): readonly Diagnostic[] | undefined {
    return this.#found.get(file)
  }

  /** Of all files, those that are not open included. */
  get problems(): ReadonlyMap<string, readonly Diagnostic[]> {
    return this.#found
  }

  readonly languageOf = (file: string): string | undefined =>
    this.#languages[basename(file)] ?? this.#languages[extname(file)]

  /** Tells the server what a file holds now. */
  show(file: string, text: string): void {
    const known = this.#documents.get(file)
    if (known?.text === text) {
      known.used = ++this.#count
      return
    }
    if (known) {
      known.version += 1
      known.text = text
      delete known.stamp
      known.used = ++this.#count
      this.client.notify('textDocument/didChange', {
        textDocument: { uri: known.uri, version: known.version },
        contentChanges: [{ text }],
      })
      this.client.notify('textDocument/didSave', { textDocument: { uri: known.uri }, text })
      return
    }
    const uri = pathToFileURL(file).href
    this.#dropped.delete(file)
    this.#documents.set(file, { uri, version: 1, text, used: ++this.#count })
    this.client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: this.languageOf(file) ?? '', version: 1, text },
    })
    this.#closeUnused()
  }

  /** Shows what was changed on disk since it was shown; answers what was. */
  refresh(): readonly string[] {
    return [...this.#documents].flatMap(([file, document]) => {
      const stamp = stampOf(file)
      if (stamp !== undefined && stamp === document.stamp) return []
      const text = readShown(file)
      if (text === undefined) this.close(file)
      else if (text !== document.text) this.show(file, text)
      else {
        document.stamp = stamp
        return []
      }
      return [file]
    })
  }

  /** Shows a file as it is on disk. */
  open(file: string): void {
    const text = readShown(file)
    if (text !== undefined) this.show(file, text)
  }

  close(file: string): void {
    const known = this.#documents.get(file)
    if (!known) return
    this.#documents.delete(file)
    this.#busy.delete(file)
    this.client.notify('textDocument/didClose', { textDocument: { uri: known.uri } })
  }

  /** What happened to files, open or not: 1 made, 2 changed, 3 gone. */
  changed(files: readonly { readonly path: string; readonly type: 1 | 2 | 3 }[]): void {
    this.client.notify('workspace/didChangeWatchedFiles', {
      changes: files.map(({ path, type }) => ({ uri: pathToFileURL(path).href, type })),
    })
  }

  /** A moment to compare with: what is heard later was said of what was shown until then. */
  get moment(): number {
    return this.#count
  }

  /**
   * Until it has said what it thinks of these files, as far as that can be known; answers whether it has spoken of each.
   * Never rejects.
   */
  async settle(
    files: { readonly must: readonly string[]; readonly may: readonly string[]; readonly since: number },
    waits: Waits,
  ): Promise<boolean> {
    const all = [...files.must, ...files.may]
    if (this.#isAsked || this.#knowsCompiler) {
      await Promise.all(all.map(file => this.#ask(file, waits)))
      return true
    }
    await this.#await(files, waits)
    return all.every(file => (this.#heardOf.get(file) ?? -1) > files.since)
  }

  /** Until it has said more unasked and is quiet again; answers whether it has. Never rejects. */
  async speaks({ timeoutMs, signal }: Waits): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const { moment } = this
    const late = setTimeout(() => resolve(false), timeoutMs).unref()
    let quiet: ReturnType<typeof setTimeout> | undefined
    const hear = (): void => {
      if (this.moment === moment) return
      clearTimeout(quiet)
      quiet = setTimeout(() => resolve(true), UNSURE_QUIET_MS).unref()
    }
    this.#listeners.add(hear)
    signal?.addEventListener('abort', () => resolve(false), { once: true })
    const spoke = await Promise.race([promise, this.client.ended.then(() => false)])
    clearTimeout(late)
    clearTimeout(quiet)
    this.#listeners.delete(hear)
    return spoke
  }

  async #ask(file: string, waits: Waits): Promise<void> {
    const uri = this.#documents.get(file)?.uri
    if (uri === undefined) return
    try {
      if (this.#knowsCompiler) {
        this.#note(uri, await askCompiler(this.client, file, waits))
        return
      }
      const report = Object(
        await this.client.request('textDocument/diagnostic', { textDocument: { uri } }, waits),
      ) as Fields
      if (report['kind'] !== 'unchanged') this.#note(uri, report['items'])
      for (const [other, each] of Object.entries(Object(report['relatedDocuments'])))
        if ((Object(each) as Fields)['kind'] === 'full') this.#note(other, (Object(each) as Fields)['items'])
    } catch {
      // It has nothing to say, and what it said before stands.
    }
  }

  async #await(
    {
      must,
      may,
      since,
    }: { readonly must: readonly string[]; readonly may: readonly string[]; readonly since: number },
    { timeoutMs, signal }: Waits,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const late = setTimeout(resolve, timeoutMs)
    let quiet: ReturnType<typeof setTimeout> | undefined
    let answered = false
    /** Each file is looked at in its turn: who answers about one that may be concerned has seen the change. */
    let others = may.length === 0
    const isHeard = (file: string): boolean => (this.#heardOf.get(file) ?? -1) > since
    const began = performance.now()
    /** Who needed long so far, on a busy machine or in a large project, needs long for the rest. */
    const atLeast = (usual: number): number => Math.max(usual, performance.now() - began, this.#pace)
    const spoken = this.#spoken
    this.#pace *= PACE_LEFT
    const look = (): void => {
      clearTimeout(quiet)
      if (this.#spoken > spoken)
        this.#pace = Math.min(MOST_PACE_MS, Math.max(this.#pace, performance.now() - began))
      if ([...must, ...may].some(file => this.#busy.has(file))) return
      if (must.every(isHeard)) {
        if (may.every(isHeard)) quiet = setTimeout(resolve, QUIET_MS)
        else if (others) quiet = setTimeout(resolve, atLeast(UNSURE_QUIET_MS))
      } else if (answered) quiet = setTimeout(resolve, atLeast(SILENT_MS))
    }
    this.#listeners.add(look)
    signal?.addEventListener('abort', () => resolve(), { once: true })
    look()
    const waits = { timeoutMs, ...(signal ? { signal } : {}) }
    if (!this.#reportsAll)
      void this.#probe(must.at(-1), waits).then(done => {
        answered = done
        look()
      })
    void Promise.all(may.map(file => this.#probe(file, waits))).then(() => {
      others = true
      look()
    })
    await Promise.race([promise, this.client.ended])
    clearTimeout(late)
    clearTimeout(quiet)
    this.#listeners.delete(look)
  }

  /** Whether it has come to answer a question that needs the project. */
  async #probe(file: string | undefined, waits: Waits): Promise<boolean> {
    const uri = file === undefined ? undefined : this.#documents.get(file)?.uri
    if (uri === undefined || !this.#capabilities.hoverProvider) return false
    const where = { textDocument: { uri }, position: { line: 0, character: 0 } }
    return await this.client.request('textDocument/hover', where, waits).then(
      () => true,
      error => error instanceof ServerSilence && error.kind === 'refused',
    )
  }

  /** What the server wants changed because of a command, taken once. */
  takeEdits(): readonly unknown[] {
    return this.#edits.splice(0)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client[Symbol.asyncDispose]()
  }

  #hear(method: string, params: Fields): void {
    const { uri, version, diagnostics, state } = params
    const file = fileOf(uri)
    if (method === FILE_STATUS && file !== undefined && typeof state === 'string') this.#works(file, state)
    if (method !== 'textDocument/publishDiagnostics' || typeof uri !== 'string') return
    const known = file === undefined ? undefined : this.#documents.get(file)
    // Of what the file held before.
    if (known && typeof version === 'number' && version < known.version) return
    // What is asked for is newer than what is told.
    if (known && (this.#isAsked || this.#knowsCompiler)) return
    const isEmpty = Array.isArray(diagnostics) && diagnostics.length === 0
    if (isEmpty && file !== undefined && this.#dropped.delete(file)) return
    this.#note(uri, diagnostics)
    for (const listen of this.#listeners) listen()
  }

  #works(file: string, state: string): void {
    if (state === 'idle' || !this.#documents.has(file)) this.#busy.delete(file)
    else this.#busy.add(file)
    for (const listen of this.#listeners) listen()
  }

  #note(uri: string, items: unknown): void {
    const file = fileOf(uri)
    if (file === undefined || (this.#found.size >= MOST_TOLD && !this.#found.has(file))) return
    this.#found.set(file, inCells(file, readDiagnostics(items)))
    this.#heardOf.set(file, ++this.#count)
    this.#spoken += 1
  }

  #closeUnused(): void {
    if (this.#documents.size <= MOST_OPEN) return
    const byUse = [...this.#documents].toSorted(([, one], [, other]) => one.used - other.used)
    for (const [file] of byUse.slice(0, this.#documents.size - MOST_OPEN)) {
      this.#dropped.add(file)
      this.close(file)
    }
  }
}

/** Undefined: it is no file. */
export const fileOf = (uri: unknown): string | undefined => {
  try {
    return typeof uri === 'string' && uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    return undefined
  }
}

/** Of a notebook, the cells they are in. */
const inCells = (file: string, found: readonly Diagnostic[]): readonly Diagnostic[] => {
  const placeOf = locationsIn(file, found.length === 0 ? undefined : readText(file))
  return placeOf ? found.filter(isOfNotebook).map(each => ({ ...each, ...placeOf(each.line) })) : found
}

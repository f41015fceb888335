import { pathToFileURL } from 'node:url'
import type { CaseRule } from '../../lib/case-rule.ts'
import { resolveReal } from '../../lib/paths.ts'
import type { EditorInfo, EditorState } from '../../protocol/editor/linked-editor.ts'
import { editorText } from '../../protocol/messages/engine/editor.ts'
import { EditorConnection } from './editor-connection.ts'
import { EditorError } from './editor-error.ts'
import {
  type DiffAnswer,
  type EditorProblem,
  isRelativeMention,
  type Mentioned,
  readDiffAnswer,
  readFolders,
  readMention,
  readProblems,
  readSelected,
  readSelection,
  type Selected,
} from './editor-messages.ts'
import { findEditors, hasOpen, isOwnProcess } from './find-editors.ts'
import type { EditorLock } from './lock-file.ts'

export interface EditorLinkOptions {
  /** Where editors put their lock files. */
  readonly directories: readonly string[]
  readonly version: string
  readonly caseSensitive: CaseRule
  /** Where the session works, now. */
  cwd(): string
  /** Waits before it is looked for again once it is lost, in milliseconds. */
  readonly again: readonly number[]
  after(ms: number, run: () => void): () => void
  /** Status or selection is another. */
  onChange(): void
  onMention(mention: Mentioned): void
  onLost(name: string): void
}

/** Which editor: by its port, or the only one that has the folder of the session open. */
export type EditorSelector = { readonly port: number } | 'only'

const OPEN_MS = 5_000
const CLOSE_MS = 1_000
const SELECTION_MS = 1_000
const FOLDERS_MS = 1_000
/** Mentions that wait for an answer about folders; what comes beyond is dropped. */
const MOST_WAITING = 100

/** The one editor of a session, from the search for it to its end. It is found again when it was restarted. */
export class EditorLink {
  readonly #options: EditorLinkOptions
  #status: Status = 'none'
  #editor: EditorLock | undefined
  #connection: EditorConnection | undefined
  #selected: Selected | undefined
  #giveUp: (() => void) | undefined
  #mentions: Promise<void> = Promise.resolve()
  #waiting = 0
  /** What is begun later ends what was begun before. */
  #turn = 0

  constructor(options: EditorLinkOptions) {
    this.#options = options
  }

  get status(): Status {
    return this.#status
  }

  get editor(): EditorLock | undefined {
    return this.#editor
  }

  get selected(): Selected | undefined {
    return this.#selected
  }

  find(): { readonly found: readonly EditorInfo[]; readonly ignored: readonly Ignored[] } {
    const { editors, ignored } = this.#look()
    const found = editors.map(editor => ({
      id: String(editor.port),
      name: editor.name,
      folders: editor.folders,
      fits: this.#fits(editor),
    }))
    return { found, ignored }
  }

  /** Throws EditorError. */
  async connect(wish: EditorSelector): Promise<void> {
    this.disconnect()
    const editor = this.#choose(wish)
    const turn = this.#turn + 1
    try {
      await this.#open(editor)
    } catch (error) {
      if (turn === this.#turn) this.disconnect()
      throw error
    }
  }

  disconnect(): void {
    this.#turn += 1
    this.#giveUp?.()
    this.#connection?.close()
    this.#connection = undefined
    this.#editor = undefined
    this.#become('none')
  }

  /** Shows a change; answers when the person has decided there. Throws EditorError. */
  async openDiff(diff: {
    readonly path: string
    readonly after: string
    readonly tab: string
    readonly signal: AbortSignal
  }): Promise<DiffAnswer> {
    const { path, after, tab, signal } = diff
    const args = { old_file_path: path, new_file_path: path, new_file_contents: after, tab_name: tab }
    return readDiffAnswer(await this.#need('openDiff').call('openDiff', args, signal))
  }

  /** Nobody waits for it. */
  closeDiff(tab: string): void {
    const signal = AbortSignal.timeout(CLOSE_MS)
    // Some have the tool without listing it. It was closed by hand, or the editor is gone, or lacks the tool.
    this.#connection?.call('close_tab', { tab_name: tab }, signal).catch(() => undefined)
  }

  /** Throws EditorError; an editor that does not have the file open is one. */
  async problems(path: string, signal: AbortSignal): Promise<readonly EditorProblem[]> {
    const uri = pathToFileURL(path).href
    const texts = await this.#need('getDiagnostics').call('getDiagnostics', { uri }, signal)
    const real = resolveReal(path)
    return readProblems(texts, real.ok ? [path, real.real] : [path])
  }

  /** What it says of one file, or of all it has open, in its own words. Throws EditorError. */
  diagnostics(uri: string | undefined, signal: AbortSignal): Promise<readonly string[]> {
    const args = uri === undefined ? {} : { uri }
    return this.#need('getDiagnostics').call('getDiagnostics', args, signal)
  }

  can(tool: 'openDiff' | 'getDiagnostics'): boolean {
    return this.#connection?.has(tool) ?? false
  }

  #need(tool: string): EditorConnection {
    const connection = this.#connection
    if (!connection?.has(tool)) throw new EditorError(editorText('lacks_tool', { tool }))
    return connection
  }

  #look(): ReturnType<typeof findEditors> {
    return findEditors({
      directories: this.#options.directories,
      uid: process.getuid?.(),
      isAlive: isOwnProcess,
    })
  }

  #fits(editor: EditorLock): boolean {
    const { cwd, caseSensitive } = this.#options
    return hasOpen(editor, cwd(), { caseSensitive })
  }

  #choose(wish: EditorSelector): EditorLock {
    const { editors } = this.#look()
    if (wish !== 'only') {
      const named = editors.find(({ port }) => port === wish.port)
      if (!named) throw new EditorError(editorText('no_such', { id: wish.port }))
      return named
    }
    const fitting = editors.filter(editor => this.#fits(editor))
    const [only, ...more] = fitting
    if (!only) throw new EditorError(editorText('none_here'))
    if (more.length > 0) throw new EditorError(editorText('several', { count: fitting.length }))
    return only
  }

  async #open(editor: EditorLock): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    this.#editor = editor
    this.#become('connecting')
    const connection = await EditorConnection.open({
      editor,
      version: this.#options.version,
      pid: process.pid,
      openMs: OPEN_MS,
      onNotification: (method, params) => turn === this.#turn && this.#hear(editor, method, params),
      onLost: () => turn === this.#turn && this.#lose(editor),
    })
    const selected = await this.#askSelection(editor, connection)
    if (turn !== this.#turn) return connection.close()
    this.#connection = connection
    // What it said by itself meanwhile is newer.
    this.#selected ??= selected
    this.#become('connected')
  }

  /** What was selected before anybody was there to hear of it. */
  async #askSelection({ folders }: EditorLock, connection: EditorConnection): Promise<Selected | undefined> {
    const tool = ['getLatestSelection', 'getCurrentSelection'].find(name => connection.has(name))
    if (tool === undefined) return undefined
    try {
      return readSelected(await connection.call(tool, {}, AbortSignal.timeout(SELECTION_MS)), folders)
    } catch {
      // It will say so when there is one.
      return undefined
    }
  }

  #hear(editor: EditorLock, method: string, params: unknown): void {
    if (method === 'selection_changed') {
      this.#selected = readSelection(params, editor.folders)
      if (this.#status === 'connected') this.#options.onChange()
    }
    if (method !== 'at_mentioned' || this.#waiting >= MOST_WAITING) return
    this.#waiting += 1
    // One after another, in the order they were sent.
    this.#mentions = this.#mentions.then(() => this.#mention(editor, params))
  }

  async #mention(editor: EditorLock, params: unknown): Promise<void> {
    const turn = this.#turn
    const folders = isRelativeMention(params) ? await this.#foldersOf(editor) : []
    this.#waiting -= 1
    const mention = readMention(params, folders)
    if (mention && turn === this.#turn) this.#options.onMention(mention)
  }

  /** Editors may change their directory after they wrote the lock file, and name files relative to the new one. */
  async #foldersOf({ folders }: EditorLock): Promise<readonly string[]> {
    const known = [...folders, this.#options.cwd()]
    const connection = this.#connection
    if (!connection?.has('getWorkspaceFolders')) return known
    try {
      const signal = AbortSignal.timeout(FOLDERS_MS)
      return [...readFolders(await connection.call('getWorkspaceFolders', {}, signal)), ...known]
    } catch {
      // Those of its lock file are the best there is.
      return known
    }
  }

  #lose(editor: EditorLock): void {
    this.#connection = undefined
    this.#become('lost')
    this.#options.onLost(editor.name)
    this.#tryAgain(editor, 0)
  }

  /** The same port, or, of an editor that was started anew, the only one that fits. */
  #tryAgain(before: EditorLock, count: number): void {
    const { again, after } = this.#options
    const wait = again[count]
    if (wait === undefined) {
      this.#editor = undefined
      this.#become('none')
      return
    }
    const turn = this.#turn
    this.#giveUp = after(wait, () => {
      if (turn === this.#turn) void this.#reopen(before, count)
    })
  }

  async #reopen(before: EditorLock, count: number): Promise<void> {
    const { editors } = this.#look()
    const same = editors.find(({ port }) => port === before.port)
    const fitting = editors.filter(editor => editor.name === before.name && this.#fits(editor))
    const next = same ?? (fitting.length === 1 ? fitting[0] : undefined)
    const turn = this.#turn + (next ? 1 : 0)
    try {
      if (next) return await this.#open(next)
    } catch {
      // Not there yet, or somebody has chosen another one meanwhile.
      if (turn !== this.#turn) return
      this.#editor = before
      this.#become('lost')
    }
    this.#tryAgain(before, count + 1)
  }

  #become(status: Status): void {
    if (status !== 'connected' && status !== 'connecting') this.#selected = undefined
    if (status === this.#status) return
    this.#status = status
    this.#options.onChange()
  }
}

type Status = EditorState['status']
type Ignored = { readonly file: string; readonly why: string }

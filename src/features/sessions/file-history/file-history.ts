import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import type {
  FileHistoryEntry,
  FileHistoryLine,
  FileVersion,
  RewindReport,
  RewindRequest,
} from '../../../protocol/file-history.ts'
import type { Message } from '../../../protocol/message.ts'
import { findRepository } from '../git-branch.ts'
import { type BackupStore, openBackupStore } from './backup-store.ts'
import { findAt, hashOf, isSameContent, PERMISSION_BITS, versionOf } from './file-version.ts'
import { checkpointOf } from './history-line.ts'
import { Journal, type JournalChange, type Step } from './journal.ts'
import type { GitDeps } from './repository.ts'
import type { ScanLimits } from './scan-budget.ts'
import type { WorkTree } from './work-tree.ts'

/** Remembers how files were before this session changed them, and brings them back. */
export interface FileHistory extends Disposable {
  /** To be told of every message: what changes from now on belongs to the last prompt. */
  see(message: Message): void
  /** Keeps the old content of a file a tool is about to write. Throws what the file system throws. */
  beforeWrite(path: string, before: Uint8Array | undefined, after: Uint8Array): void
  /** Looks again at what tools wrote since the last time: what hooks made of it counts as ours. */
  recheck(): void
  /** Before and after a command that may change anything. Never reject because of what is on disk. */
  beforeCommand(): Promise<void>
  afterCommand(): Promise<void>
  /** Puts down what commands in the background changed so far. */
  settle(): Promise<void>
  /** What changed in the turn of each message, oldest first. */
  turns(): Promise<ReturnType<Journal['turns']>>
  rewind(request: RewindRequest): Promise<RewindResult>
}

export interface RewindResult {
  readonly report: RewindReport
  /** Files whose content is another now. */
  readonly changed: readonly string[]
}

export interface FileHistoryOptions extends GitDeps {
  /** For the copies; private, made when needed. */
  readonly directory: string
  /** Where this program keeps its own files; never a part of the history. */
  readonly ownDirectory: string
  /** The person's; a working directory around it is not looked through. */
  readonly home?: string
  readonly sessionId: string
  /** What the session file tells of earlier. */
  readonly lines: readonly FileHistoryLine[]
  readonly caseSensitive: boolean
  readonly limits?: ScanLimits
  /** Real paths of the working directories. */
  roots(): readonly string[]
  note(entry: FileHistoryEntry): Promise<void>
  newId(): string
  now(): Date
  elapsed(): number
  /** A command in the background has been running at some time since then (wall clock). */
  wasBusySince(time: number): boolean
  /** For the person. */
  onNotice(text: string): void
}

const MAX_RECHECK_BYTES = 256 * 1024 * 1024

export const createFileHistory = (options: FileHistoryOptions): FileHistory => new SessionHistory(options)

class SessionHistory implements FileHistory {
  readonly #options: FileHistoryOptions
  readonly #store: BackupStore
  #journal: Journal | undefined
  #message: string | undefined
  #tree: WorkTree | undefined
  #running = 0
  /** By tools, since hooks last had their turn. */
  readonly #written = new Map<string, FileVersion>()
  /** Scans come one after the other. */
  #queue: Promise<void> = Promise.resolve()
  #failed = false

  constructor(options: FileHistoryOptions) {
    this.#options = options
    this.#store = openBackupStore(options.directory)
  }

  [Symbol.dispose](): void {
    this.#tree?.[Symbol.dispose]()
  }

  see(message: Message): void {
    const checkpoint = checkpointOf(message)
    if (checkpoint === undefined) return
    this.#message = checkpoint
    this.#read().mark(checkpoint)
  }

  beforeWrite(path: string, before: Uint8Array | undefined, after: Uint8Array): void {
    const old: FileVersion = before
      ? { hash: this.#store.put(before), mode: lstatSync(path).mode & PERMISSION_BITS }
      : null
    const now: FileVersion = { hash: hashOf(after), ...(old && 'mode' in old ? { mode: old.mode } : {}) }
    const dirs = before ? [] : missingAbove(path)
    this.#written.set(path, now)
    this.#tree?.expect(path, now)
    this.#note({ changes: [{ path, before: old, after: now }], dirs, uncovered: [] })
  }

  recheck(): void {
    const changes: JournalChange[] = []
    for (const [path, before] of this.#written) {
      const after = versionOf(findAt(path, MAX_RECHECK_BYTES))
      if (after === undefined || isSameContent(before, after)) continue
      this.#tree?.expect(path, after)
      changes.push({ path, before, after })
    }
    this.#written.clear()
    if (changes.length > 0) this.#note({ changes, dirs: [], uncovered: [] })
  }

  beforeCommand(): Promise<void> {
    return this.#inTurn(async () => {
      this.#written.clear()
      this.#running += 1
      const tree = await this.#openTree()
      if (!tree.taken) {
        const beyond = await tree.takeBaseline(this.#options.roots())
        if (beyond.length > 0) await this.#tellLimits(beyond)
        return
      }
      // While another command runs, nobody can tell whose change it is.
      if (this.#running === 1)
        await this.#scan(tree, this.#options.wasBusySince(tree.lastScan) ? 'shared' : 'foreign')
    })
  }

  afterCommand(): Promise<void> {
    return this.#inTurn(async () => {
      this.#running -= 1
      if (this.#tree?.taken) await this.#scan(this.#tree, 'ours')
    })
  }

  settle(): Promise<void> {
    const tree = this.#tree
    if (!tree?.taken || !this.#options.wasBusySince(tree.lastScan)) return this.#queue
    return this.#inTurn(() => this.#scan(tree, 'shared'))
  }

  async turns(): Promise<ReturnType<Journal['turns']>> {
    await this.settle()
    return this.#read().turns()
  }

  async rewind(request: RewindRequest): Promise<RewindResult> {
    await this.settle()
    const { rewindFiles } = await import('./rewind-files.ts')
    const { roots, caseSensitive, ownDirectory, newId } = this.#options
    const result = await rewindFiles(this.#read(), request, {
      store: this.#store,
      roots: roots(),
      caseSensitive,
      ownDirectory,
      newId,
      note: async (undo, step) => {
        this.#message = undo
        await this.#add(step)
      },
      hasGit: this.#tree?.hasGit ?? roots().some(root => findRepository(root) !== undefined),
    })
    for (const { path, after } of result.changes) this.#tree?.expect(path, after)
    return { report: result.report, changed: result.changes.map(change => change.path) }
  }

  /** Built when it is first needed: most sessions never look back. */
  #read(): Journal {
    this.#journal ??= Journal.from(this.#options.lines)
    return this.#journal
  }

  async #openTree(): Promise<WorkTree> {
    if (this.#tree) return this.#tree
    const [{ WorkTree: Tree }, { DEFAULT_LIMITS }] = await Promise.all([
      import('./work-tree.ts'),
      import('./scan-budget.ts'),
    ])
    const { limits = DEFAULT_LIMITS, ...rest } = this.#options
    this.#tree = new Tree({ ...rest, limits, store: this.#store })
    return this.#tree
  }

  /** `foreign`: nothing of ours ran since the last look, so what changed is the person's and no part of the history. */
  async #scan(tree: WorkTree, whose: 'ours' | 'shared' | 'foreign'): Promise<void> {
    const { gaveUp, ...step } = await tree.compare(this.#options.roots())
    if (gaveUp.length > 0) await this.#tellLimits(gaveUp)
    if (whose === 'foreign' || step.changes.length + step.uncovered.length === 0) return
    await this.#add(whose === 'shared' ? { ...step, shared: true } : step)
  }

  async #tellLimits(beyond: readonly string[]): Promise<void> {
    this.#options.onNotice(`/rewind won't restore ${beyond.join('; ')}.`)
    await this.#add({ changes: [], dirs: [], uncovered: [], beyond })
  }

  /** Without waiting: the file itself is written in the same breath. */
  #note(step: Step): void {
    this.#add(step).catch(error => this.#giveUp(error))
  }

  async #add(step: Step): Promise<void> {
    this.#message ??= this.#options.newId()
    const { sessionId, note } = this.#options
    const unneeded = this.#read().add(this.#message, step)
    for (const hash of unneeded) this.#store.remove(hash)
    await note(entryOf(step, { sessionId, messageUuid: this.#message }))
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work).catch(error => this.#giveUp(error))
    return this.#queue
  }

  /** The history is a net below the work, not the work: without it the session goes on, and says so once. */
  #giveUp(error: unknown): void {
    if (!(error instanceof Error)) throw error
    if (this.#failed) return
    this.#failed = true
    this.#options.onNotice(`File changes aren't recorded for /rewind: ${error.message}`)
  }
}

const entryOf = (
  { changes, dirs, uncovered, shared, beyond = [], rewind }: Step,
  at: { readonly sessionId: string; readonly messageUuid: string },
): FileHistoryEntry => ({
  type: 'file-history-snapshot',
  ...at,
  files: Object.fromEntries(changes.map(({ path, before, after }) => [path, { before, after }])),
  ...(dirs.length > 0 ? { dirs } : {}),
  ...(uncovered.length > 0 ? { uncovered } : {}),
  ...(shared ? { shared } : {}),
  ...(beyond.length > 0 ? { beyond } : {}),
  ...(rewind === undefined ? {} : { rewind }),
})

const missingAbove = (path: string): readonly string[] => {
  const missing: string[] = []
  for (let at = dirname(path); !lstatSync(at, { throwIfNoEntry: false }); at = dirname(at)) missing.push(at)
  return missing
}

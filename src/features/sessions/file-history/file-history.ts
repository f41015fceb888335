import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CaseRule } from '../../../lib/case-rule.ts'
import type { Message } from '../../../protocol/message.ts'
import { fileHistoryText } from '../../../protocol/messages/host/file-history.ts'
import { asLocalized } from '../../../protocol/messages/layout.ts'
import { describeError, inEnglish, type LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type {
  FileHistoryEntry,
  FileHistoryLine,
  FileVersion,
  RewindReport,
  RewindRequest,
} from '../../../protocol/session/file-history.ts'
import { findRepository } from '../git-branch.ts'
import { type BackupStore, openBackupStore } from './backup-store.ts'
import { findAt, hashOf, isSameContent, PERMISSION_BITS, versionOf } from './file-version.ts'
import { checkpointOf, commandName } from './history-line.ts'
import { Journal, type JournalChange, type Step } from './journal.ts'
import type { GitDeps } from './repository.ts'
import type { ScanLimits } from './scan-budget.ts'
import type { WorkTree, WorkTreeDeps } from './work-tree.ts'

/** Remembers how files were before this session changed them, and brings them back. */
export interface FileHistory extends Disposable {
  /** To be told of every message: what changes from now on belongs to the last prompt. */
  see(message: Message): void
  /**
   * Keeps the old content of a file a tool is about to write, or to delete when there is no `after`, and puts down what
   * it will do: both are on disk when this returns. Throws what the file system throws, or SessionError.
   */
  beforeWrite(path: string, before: Uint8Array | undefined, after: Uint8Array | undefined): void
  /** Looks again at what tools wrote since the last time: what hooks made of it counts as ours. */
  recheck(): void
  /**
   * Before a command that may change anything, in words; answers what ends it and tells what it changed, as far as that
   * is known. That it begins is on disk by then. Never rejects because of what is on disk, and neither does the answer.
   */
  beforeCommand(command: string): Promise<() => Promise<readonly JournalChange[]>>
  /** Puts down what commands in the background changed so far. */
  settle(): Promise<void>
  /** What changed in the turn of each message, oldest first. */
  turns(): Promise<ReturnType<Journal['turns']>>
  lastChange(path: string): Promise<ReturnType<Journal['lastChange']>>
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
  readonly caseSensitive: CaseRule
  readonly limits?: ScanLimits
  /** Real paths of the working directories. */
  roots(): readonly string[]
  note(entry: FileHistoryEntry): Promise<void>
  /** The same, on disk when it returns. */
  noteNow(entry: FileHistoryEntry): void
  newId(): string
  now(): Date
  elapsed(): number
  /** A command in the background has been running at some time since then (wall clock). */
  wasBusySince(time: number): boolean
  /** A command that was begun since then (wall clock) is running in the background. */
  isRunningSince(time: number): boolean
  /** For the person. */
  onNotice(text: LocalizedText): void
}

const NOTHING: Step = { changes: [], dirs: [], uncovered: [] }
const MAX_RECHECK_BYTES = 256 * 1024 * 1024

export const createFileHistory = (options: FileHistoryOptions): FileHistory => new SessionHistory(options)

class SessionHistory implements FileHistory {
  readonly #options: FileHistoryOptions
  readonly #store: BackupStore
  #journal: Journal | undefined
  #message: string | undefined
  #tree: WorkTree | undefined
  #running = 0
  /** Commands that went on in the background: when each was begun, by id. */
  readonly #goesOn = new Map<string, number>()
  /** By tools, since hooks last had their turn. */
  readonly #written = new Map<string, FileVersion>()
  /** Scans come one after the other. */
  #queue: Promise<void> = Promise.resolve()
  #failed = false
  /** What a process before this one left behind was looked at. */
  #tookOver = false

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

  beforeWrite(path: string, before: Uint8Array | undefined, after: Uint8Array | undefined): void {
    const old: FileVersion = before
      ? { hash: this.#store.put(before), mode: lstatSync(path).mode & PERMISSION_BITS }
      : null
    const mode = old && 'mode' in old ? { mode: old.mode } : {}
    const now: FileVersion = after ? { hash: hashOf(after), ...mode } : null
    const dirs = before ? [] : missingAbove(path)
    this.#addNow({ changes: [{ path, before: old, after: now }], dirs, uncovered: [], intent: true })
    if (now) this.#written.set(path, now)
    this.#tree?.expectWrite(path, before, now)
  }

  recheck(): void {
    const changes: JournalChange[] = []
    for (const [path, before] of this.#written) {
      const after = versionOf(findAt(path, MAX_RECHECK_BYTES))
      if (after === undefined || isSameContent(before, after)) continue
      this.#tree?.expectInstead(path, before, after)
      changes.push({ path, before, after })
    }
    this.#written.clear()
    if (changes.length > 0) this.#note({ changes, dirs: [], uncovered: [] })
  }

  async beforeCommand(command: string): Promise<() => Promise<readonly JournalChange[]>> {
    const id = this.#options.newId()
    const since = this.#options.now().getTime()
    await this.#inTurn(async () => {
      this.#written.clear()
      this.#running += 1
      await this.#takeOver()
      const tree = await this.#openTree()
      if (!tree.taken) {
        const beyond = await tree.takeBaseline(this.#options.roots())
        if (beyond.length > 0) await this.#tellLimits(beyond)
        tree.save()
      }
      // While another command runs, nobody can tell whose change it is.
      else if (this.#running === 1)
        await this.#scan(tree, this.#options.wasBusySince(tree.lastScan) ? 'shared' : 'foreign')
      this.#addNow({ ...NOTHING, begun: { [id]: commandName(command) } })
    })
    return () => this.#afterCommand(id, since)
  }

  async #afterCommand(id: string, since: number): Promise<readonly JournalChange[]> {
    let changes: readonly JournalChange[] = []
    await this.#inTurn(async () => {
      this.#running -= 1
      this.#goesOn.set(id, since)
      if (this.#tree?.taken) changes = await this.#scan(this.#tree, 'ours')
      else await this.#addEnded()
    })
    return changes
  }

  settle(): Promise<void> {
    const tree = this.#tree
    const isSettled = !tree?.taken || !this.#options.wasBusySince(tree.lastScan)
    const isTakenOver = this.#tookOver || this.#read().cutCommands.length === 0
    if (isSettled && isTakenOver && this.#goesOn.size === 0) return this.#queue
    return this.#inTurn(async () => {
      await this.#takeOver()
      if (!isSettled && tree) await this.#scan(tree, 'shared')
      else await this.#addEnded()
    })
  }

  async turns(): Promise<ReturnType<Journal['turns']>> {
    await this.settle()
    return this.#read().turns()
  }

  async lastChange(path: string): Promise<ReturnType<Journal['lastChange']>> {
    await this.settle()
    return this.#read().lastChange(path)
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
    for (const { path, after } of result.folders) this.#tree?.expectFolder(path, after)
    return { report: result.report, changed: result.changes.map(change => change.path) }
  }

  /** Built when it is first needed: most sessions never look back. */
  #read(): Journal {
    this.#journal ??= Journal.from(this.#options.lines)
    return this.#journal
  }

  async #openTree(): Promise<WorkTree> {
    if (this.#tree) return this.#tree
    const { WorkTree: Tree } = await import('./work-tree.ts')
    this.#tree = new Tree(await this.#treeDeps())
    return this.#tree
  }

  async #treeDeps(): Promise<WorkTreeDeps> {
    const { DEFAULT_LIMITS } = await import('./scan-budget.ts')
    const { limits = DEFAULT_LIMITS, ...rest } = this.#options
    return { ...rest, limits, store: this.#store }
  }

  /** `foreign`: nothing of ours ran since the last look, so what changed is the person's and no part of the history. */
  async #scan(tree: WorkTree, whose: 'ours' | 'shared' | 'foreign'): Promise<readonly JournalChange[]> {
    const { gaveUp, ...step } = await tree.compare(this.#options.roots())
    if (gaveUp.length > 0) await this.#tellLimits(gaveUp)
    if (whose === 'foreign' || isNothing(step)) await this.#addEnded()
    else await this.#add({ ...step, ...(whose === 'shared' ? { shared: true } : {}), ...this.#ended() })
    // Only now: who takes over from a killed process must find what is not written down yet.
    tree.save()
    return step.changes
  }

  /** Puts down what the commands of an earlier process had changed when it was killed. Others may have been at it since. */
  async #takeOver(): Promise<void> {
    if (this.#tookOver) return
    this.#tookOver = true
    const ended = this.#read().cutCommands
    const { openLeftBaseline, removeLeftBaselines } = await import('./left-baseline.ts')
    using left = ended.length === 0 ? undefined : openLeftBaseline(await this.#treeDeps())
    if (left) {
      const { gaveUp, ...step } = await left.compare(this.#options.roots())
      if (gaveUp.length > 0) await this.#tellLimits(gaveUp)
      await this.#add({ ...step, shared: true, ended })
      this.#read().closeCommands(ended)
    }
    removeLeftBaselines(this.#options.directory)
  }

  async #addEnded(): Promise<void> {
    const ended = this.#ended()
    if (ended.ended) await this.#add({ ...NOTHING, ...ended })
  }

  /** Commands that are over by now, the background included: the scan before this saw all they did. */
  #ended(): Pick<Step, 'ended'> {
    const over = [...this.#goesOn].filter(([, since]) => !this.#options.isRunningSince(since))
    for (const [id] of over) this.#goesOn.delete(id)
    return over.length === 0 ? {} : { ended: over.map(([id]) => id) }
  }

  async #tellLimits(beyond: readonly LocalizedText[]): Promise<void> {
    const what = beyond.reduce((first, more) => fileHistoryText('and_also', { first, more }))
    this.#options.onNotice(fileHistoryText('beyond', { what }))
    await this.#add({ ...NOTHING, beyond })
  }

  /** Without waiting: what was found is there already. */
  #note(step: Step): void {
    this.#add(step).catch(error => this.#giveUp(error))
  }

  async #add(step: Step): Promise<void> {
    await this.#options.note(this.#entryOf(step))
  }

  /** On disk when it returns: for what is only going to be done. */
  #addNow(step: Step): void {
    this.#options.noteNow(this.#entryOf(step))
  }

  #entryOf(step: Step): FileHistoryEntry {
    this.#message ??= this.#read().latest ?? this.#options.newId()
    const unneeded = this.#read().add(this.#message, step)
    for (const hash of unneeded) this.#store.remove(hash)
    return entryOf(step, { sessionId: this.#options.sessionId, messageUuid: this.#message })
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
    this.#options.onNotice(fileHistoryText('not_recorded', { reason: describeError(error) }))
  }
}

const isNothing = ({ changes, uncovered, folders = [], specials = [] }: Step): boolean =>
  changes.length + uncovered.length + folders.length + specials.length === 0

const entryOf = (
  { changes, dirs, folders = [], specials = [], uncovered, shared, beyond = [], rewind, ...of }: Step,
  at: { readonly sessionId: string; readonly messageUuid: string },
): FileHistoryEntry => ({
  type: 'file-history-snapshot',
  ...at,
  files: Object.fromEntries(changes.map(({ path, before, after }) => [path, { before, after }])),
  ...(dirs.length > 0 ? { dirs } : {}),
  ...(folders.length > 0
    ? { folders: Object.fromEntries(folders.map(({ path, before, after }) => [path, { before, after }])) }
    : {}),
  ...(specials.length > 0 ? { specials } : {}),
  ...(uncovered.length > 0 ? { uncovered } : {}),
  ...(shared ? { shared } : {}),
  ...(beyond.length > 0
    ? {
        beyond: beyond.map(inEnglish),
        localizedBeyond: beyond.map(asLocalized),
      }
    : {}),
  ...(rewind === undefined ? {} : { rewind }),
  ...(of.intent ? { intent: true } : {}),
  ...(of.begun ? { begun: of.begun } : {}),
  ...(of.ended ? { ended: of.ended } : {}),
})

const missingAbove = (path: string): readonly string[] => {
  const missing: string[] = []
  for (let at = dirname(path); !lstatSync(at, { throwIfNoEntry: false }); at = dirname(at)) missing.push(at)
  return missing
}

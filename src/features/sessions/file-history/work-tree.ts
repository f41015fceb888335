import type { Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileHistoryText } from '../../../protocol/messages/host/file-history.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { FileVersion } from '../../../protocol/session/file-history.ts'
import type { BackupStore } from './backup-store.ts'
import { type Baseline, BaselineFile } from './baseline-file.ts'
import { ContentPack } from './content-pack.ts'
import { Directories, type PlainMemory } from './directories.ts'
import { findKnown, hashOf, isSameContent, PERMISSION_BITS } from './file-version.ts'
import { type FolderScan, Folders } from './folders.ts'
import type { Step } from './journal.ts'
import { KnownFiles } from './known-files.ts'
import { type Area, type TreeList, TreeLister } from './list-tree.ts'
import { isContent, isSameMode, type PathContent, sameContent, TakenCopy, toContent } from './path-content.ts'
import { blobIdOf, type GitDeps, openRepository, Repositories, type Repository } from './repository.ts'
import { ScanBudget, type ScanContext, type ScanLimits } from './scan-budget.ts'
import { type Difference, settleDifferences } from './settle-differences.ts'
import { type FirstScan, snapshotFiles } from './snapshot-files.ts'
import { look, lookAny, TICK_MS } from './stamp.ts'
import { areAsListed, takeTracked } from './take-tracked.ts'

export interface WorkTreeDeps extends GitDeps, ScanContext {
  readonly store: BackupStore
  /** Private, for the pack. */
  readonly directory: string
  readonly limits: ScanLimits
  /** Wall clock, to compare with the times of files. */
  now(): Date
}

export interface ScanResult extends Step {
  /** Directories and files beyond the limits, in words. */
  readonly gaveUp: readonly LocalizedText[]
}

/**
 * Finds out by looking what changed in the working directories. It holds the content of every covered file (or knows
 * that git has it), so that what a command destroys can be had back.
 */
export class WorkTree implements Disposable {
  readonly #deps: WorkTreeDeps
  readonly #pack: ContentPack
  readonly #repositories: Repositories
  readonly #lister: TreeLister
  readonly #plain: PlainMemory = new Map()
  readonly #known = new KnownFiles()
  readonly #folders = new Folders()
  /** A tool wrote these over what a command had made of them since the last look. */
  readonly #unexpected = new Set<string>()
  readonly #file: BaselineFile
  #lastScan = 0
  #complete = true
  readonly #told = new Set<string>()
  #taken = false
  #hasGit = false

  /** @param left what a process that was killed had last seen, and the copies it had: only a look compares with it */
  constructor(deps: WorkTreeDeps, left?: { readonly baseline: Baseline; readonly pack: ContentPack }) {
    this.#deps = deps
    this.#pack = left?.pack ?? new ContentPack(join(deps.directory, `.pack-${process.pid}`))
    this.#file = new BaselineFile(join(deps.directory, `.baseline-${process.pid}`))
    this.#repositories = new Repositories(deps.git)
    this.#lister = new TreeLister(deps.git, this.#repositories)
    if (left) this.#goOnFrom(left.baseline)
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]()
    this.#pack[Symbol.dispose]()
  }

  #goOnFrom(baseline: Baseline): void {
    for (const [path, known] of baseline.files) this.#known.set(path, known)
    this.#folders.goOnFrom(baseline)
    this.#lastScan = baseline.lastScan
    this.#hasGit = baseline.hasGit
    this.#complete = baseline.complete
    this.#taken = true
  }

  get taken(): boolean {
    return this.#taken
  }

  /** When it last looked, by the wall clock. */
  get lastScan(): number {
    return this.#lastScan
  }

  /** Some working directory is kept by git, so what git ignores is not covered. */
  get hasGit(): boolean {
    return this.#hasGit
  }

  /** A tool is about to write this, over what is there now. What a command that still runs made of it is for the scan. */
  expectWrite(path: string, now: Uint8Array | undefined, version: FileVersion): void {
    const known = this.#known.held(path) ?? null
    if (!this.#taken) return
    if (isContent(known, now) && isSameMode(known, version)) this.expect(path, version)
    else this.#unexpected.add(path)
  }

  /** A tool wrote the one version, and somebody made the other of it. */
  expectInstead(path: string, from: FileVersion, version: FileVersion): void {
    const known = this.#known.held(path)
    const isFrom = typeof known === 'object' && 'hash' in known && isSameContent(known, from)
    if (this.#taken && isFrom) this.expect(path, version)
  }

  /** A rewind did this: it is no news for the next scan. */
  expect(path: string, version: FileVersion): void {
    if (!this.#taken) return
    if (version === null) this.#known.delete(path)
    else this.#known.expect(path, version)
    this.save()
  }

  /** The same for a directory: its mode, null when it is gone. */
  expectFolder(path: string, mode: number | null): void {
    if (!this.#taken) return
    this.#folders.expect(path, mode)
    this.save()
  }

  /**
   * What is known by now is on disk when it returns: for a command to run, and once what a look found is written down.
   * Throws what the file system throws.
   */
  save(): void {
    this.#pack.save()
    this.#file.write(this.#known, {
      lastScan: this.#lastScan,
      hasGit: this.#hasGit,
      complete: this.#complete,
      folders: this.#folders.takeChanged(),
      specials: this.#folders.specials,
    })
  }

  /** The first look: nothing is a change yet. Answers what is not covered. */
  async takeBaseline(roots: readonly string[]): Promise<readonly LocalizedText[]> {
    const budget = new ScanBudget(this.#deps.limits, this.#deps)
    const started = this.#deps.now().getTime()
    const directories = this.#directories(roots, started)
    const order = { directories, roots, started }
    // Git looks for what it does not track while we look at what it does.
    const [list, early] = await Promise.all([
      this.#lister.list(order, budget),
      othersTurn().then(() => takeTracked(order, { lister: this.#lister, known: this.#known, budget })),
    ])
    if (!(await areAsListed(early, list, this.#deps))) this.#known.clear()
    let left = 0
    for (const area of list.areas) {
      const look = { budget, started, directories }
      const paths = area.git
        ? area.paths.filter(path => !this.#known.has(path))
        : await this.#takeWalked(area, look)
      left += await this.#holdArea(area, paths, look)
    }
    this.#hasGit = list.areas.some(area => area.git)
    this.#folders.take(this.#folderLook(list.areas, { roots, directories, started, made: [] }))
    this.#lastScan = started
    this.#taken = true
    return [
      ...this.#cutAnew(list),
      ...(left > 0
        ? [fileHistoryText('no_room_for', { count: left, why: budget.why ?? fileHistoryText('no_room') })]
        : []),
    ]
  }

  #directories(roots: readonly string[], started: number): Directories {
    return new Directories({ roots, started, memory: this.#plain })
  }

  /** Takes plain files of which nothing is known in any case. Answers those that want a closer look. */
  #takeWalked({ directory, paths }: Area, look: FirstScan): readonly string[] | Promise<readonly string[]> {
    if (process.platform !== 'linux') return paths
    return snapshotFiles(paths, {
      ...look,
      root: directory,
      pack: this.#pack,
      directoryOf: path => this.#known.directoryOf(path),
      stored: () => this.#deps.store.added + this.#pack.bytes,
      found: (path, held, stats) => this.#known.remember(path, { held, stats, started: look.started }),
    })
  }

  async #holdArea(area: Area, paths: readonly string[], { budget, started }: FirstScan): Promise<number> {
    const isAsked = area.git && paths.length > 0
    const notes = isAsked ? this.#repositories.around(area.directory, started) : undefined
    const repository = isAsked ? await openRepository(notes, area.paths, this.#deps) : undefined
    let left = 0
    for (const path of paths) {
      const isTime = budget.goOn()
      if (isTime !== true) await isTime
      const stats = look(path)
      const held = stats ? this.#hold({ path, stats, area, repository }, budget) : null
      if (held === 'uncovered') left += 1
      if (stats && held !== null) this.#known.remember(path, { held, stats, started })
      else this.#known.delete(path)
    }
    return left
  }

  /** Takes a first or a new look at the content. `null`: it went away meanwhile, or is no file. */
  #hold(
    at: {
      readonly path: string
      readonly stats: Stats
      readonly area?: Area
      readonly repository?: Repository | undefined
      readonly before?: PathContent
    },
    budget: ScanBudget,
  ): PathContent | null {
    const { path, stats, area, repository, before } = at
    const mode = stats.mode & PERMISSION_BITS
    const clean = repository?.cleanBlob(path, stats)
    if (clean !== undefined && area) return { blob: clean, area: area.directory, size: stats.size, mode }
    if (budget.isOver || (stats.isFile() && !budget.hasRoomFor(stats.size))) return 'uncovered'
    const found = findKnown(path, { stats, maxBytes: this.#deps.limits.maxFileBytes })
    if (found.kind !== 'file') return toContent(found)
    const old = typeof before === 'object' && 'blob' in before ? before : undefined
    const blob = old?.blob ?? repository?.trackedBlob(path)
    const directory = old?.area ?? area?.directory
    if (blob !== undefined && directory !== undefined && blobIdOf(found.bytes, blob) === blob)
      return { blob, area: directory, size: stats.size, mode }
    // The same content, taken before, is not kept again.
    if (before instanceof TakenCopy && before.packed.size === found.bytes.byteLength)
      this.#pack.name(before.hash, before.packed)
    return this.#copy(found.bytes, mode, budget)
  }

  #copy(bytes: Uint8Array, mode: number, budget: ScanBudget): PathContent {
    if (!budget.spend(bytes.byteLength, this.#deps.store.added + this.#pack.bytes)) return 'uncovered'
    const hash = hashOf(bytes)
    return { hash, mode, packed: this.#pack.add(hash, bytes) }
  }

  /** What changed since the last look. */
  async compare(roots: readonly string[]): Promise<ScanResult> {
    const budget = new ScanBudget(this.#deps.limits, this.#deps)
    const started = this.#deps.now().getTime()
    const directories = this.#directories(roots, started)
    const scan = { budget, started, goneInodes: new Set<number>(), directories }
    // Git makes its list while we look at what we know: first it has to be started.
    const [list, differences] = await Promise.all([
      this.#lister.list({ directories: scan.directories, roots, started }, budget),
      othersTurn().then(() => this.#compareKnown(scan)),
    ])
    const added = await this.#findAdded(list.areas, scan)
    const { folders, specials, lost } = this.#folders.compare(
      this.#folderLook(list.areas, { roots, directories, started, made: added.dirs }),
    )
    this.#hasGit ||= list.areas.some(area => area.git)
    this.#lastScan = started
    const cut = this.#cutAnew(list)
    const step = await settleDifferences(this.#withUnexpected([...differences, ...added.differences]), {
      ...this.#deps,
      pack: this.#pack,
      maxBytes: this.#deps.limits.maxBytes,
    })
    return {
      changes: step.changes,
      uncovered: [...step.uncovered, ...added.unsure, ...lost],
      dirs: added.dirs,
      folders,
      specials,
      gaveUp: [
        ...(budget.isOver && budget.why ? [fileHistoryText('search', { why: budget.why })] : []),
        ...cut,
      ],
    }
  }

  /** Also what is again as it was at the last look: what the tool said of it is not the beginning. */
  #withUnexpected(differences: readonly Difference[]): readonly Difference[] {
    const named = new Set(differences.map(({ path }) => path))
    const same = [...this.#unexpected].filter(path => !named.has(path))
    this.#unexpected.clear()
    return [
      ...differences,
      ...same.map(path => {
        const held = this.#known.held(path) ?? null
        return { path, before: held, after: held }
      }),
    ]
  }

  #folderLook(
    areas: readonly Area[],
    at: Pick<FolderScan, 'roots' | 'directories' | 'started'> & { readonly made: readonly string[] },
  ): FolderScan {
    return {
      ...at,
      areas,
      touched: this.#known.takeDirectories(),
      lastLook: this.#lastScan,
      wasComplete: this.#complete,
      made: new Set(at.made),
    }
  }

  /** What this list leaves out and none did before. */
  #cutAnew({ cut, tooLarge }: TreeList): readonly LocalizedText[] {
    this.#complete = cut.length === 0
    const anew = [...tooLarge, ...cut].filter(({ text }) => !this.#told.has(text))
    for (const { text } of anew) this.#told.add(text)
    return anew
  }

  async #compareKnown(scan: Scan): Promise<readonly Difference[]> {
    const differences: Difference[] = []
    let last: string | undefined
    let isPlain = false
    for (const [path, row] of this.#known.rows()) {
      const isTime = scan.budget.goOn()
      if (isTime !== true && !(await isTime)) break
      const directory = this.#known.directoryAt(row)
      // Behind a link that stands where a directory was is another place, whatever is there.
      if (directory !== last) isPlain = scan.directories.isPlain(directory)
      last = directory
      const stats = isPlain ? look(path) : undefined
      if (stats && this.#known.isAsSeen(row, stats)) continue
      const before = this.#known.heldAt(row)
      const inode = this.#known.inodeAt(row)
      const isUnseen = before === 'uncovered' && this.#known.isSure(row)
      if (stats?.ino !== inode) scan.goneInodes.add(inode)
      const after = stats ? this.#hold({ path, stats, before }, scan.budget) : null
      if (after === null || !stats) this.#known.delete(path)
      else this.#known.remember(path, { held: after, stats, started: scan.started })
      if (isUnseen || !sameContent(before, after)) differences.push({ path, before, after })
    }
    return differences
  }

  /**
   * A file that was not listed before was made since, or moved here, or is only now listed (no longer ignored). The
   * last kind must never be taken for new: a rewind deletes what is new.
   */
  async #findAdded(
    areas: readonly Area[],
    scan: Scan,
  ): Promise<{
    readonly differences: readonly Difference[]
    readonly unsure: readonly string[]
    readonly dirs: readonly string[]
  }> {
    const differences: Difference[] = []
    const unsure: string[] = []
    const dirs = new Set<string>()
    for (const area of areas)
      for (const path of area.paths) {
        if (this.#known.has(path)) continue
        const isTime = scan.budget.goOn()
        if (isTime !== true && !(await isTime)) break
        const stats = look(path)
        const after = stats ? this.#hold({ path, stats }, scan.budget) : null
        if (!stats || after === null) continue
        this.#known.remember(path, { held: after, stats, started: scan.started })
        const isMoved = scan.goneInodes.has(stats.ino)
        if (isMoved || this.#isBornSince(stats)) {
          differences.push({ path, before: null, after })
          for (const made of this.#madeAbove(path, { top: area.directory, isMoved })) dirs.add(made)
        } else if (this.#complete) unsure.push(path)
      }
    return { differences, unsure, dirs: [...dirs] }
  }

  #isBornSince(stats: Stats): boolean {
    return stats.birthtimeMs >= this.#lastScan - TICK_MS
  }

  #madeAbove(path: string, at: { readonly top: string; readonly isMoved: boolean }): readonly string[] {
    const made: string[] = []
    for (let directory = dirname(path); directory.startsWith(`${at.top}/`); directory = dirname(directory)) {
      if (this.#folders.has(directory)) break
      const stats = lookAny(directory)
      if (stats?.isDirectory() && (at.isMoved || this.#isBornSince(stats))) made.push(directory)
    }
    return made
  }
}

const othersTurn = (): Promise<void> =>
  new Promise(resolve => {
    setImmediate(resolve)
  })

interface Scan {
  readonly budget: ScanBudget
  readonly started: number
  readonly goneInodes: Set<number>
  readonly directories: Directories
}

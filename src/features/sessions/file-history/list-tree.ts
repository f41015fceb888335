import { fileHistoryText } from '../../../protocol/messages/host/file-history.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { GitAnswer, RunGit } from '../../../protocol/run-git.ts'
import { isWithin } from './child-path.ts'
import type { Directories } from './directories.ts'
import { IgnoreCheck } from './ignore-check.ts'
import { areStillPlain, ListedNames, type Named } from './listed-names.ts'
import { isRepository, Repositories } from './repository.ts'
import { type Tracked, TrackedFiles } from './tracked-files.ts'
import { WalkMemory } from './walk-memory.ts'

export interface Area {
  readonly directory: string
  readonly git: boolean
  /** Absolute. */
  readonly paths: readonly string[]
  /** All of the index there is among the paths. */
  readonly tracked?: Tracked
  /** Where git was not asked: all directories below it, and what is neither file, link nor directory. */
  readonly folders?: readonly string[]
  readonly specials?: readonly string[]
}

export interface TreeList {
  readonly areas: readonly Area[]
  /** What was not looked through, in words. */
  readonly cut: readonly LocalizedText[]
  /** Working directories that are none to look through at all, in words: the list of the others is whole without them. */
  readonly tooLarge: readonly LocalizedText[]
}

export interface ListLimits {
  readonly maxFiles: number
  /** Whether there is still time; lets other work have its turn. */
  goOn(): Promise<boolean> | boolean
  /** Where this program keeps its own files: no part of anybody's work. */
  readonly ownDirectory: string
  /** The person's. */
  readonly home?: string | undefined
}

/** One look at the working directories. */
export interface ListOrder {
  readonly roots: readonly string[]
  readonly directories: Directories
  /** When it began, by the wall clock. */
  readonly started: number
}

/** How a tracked file is listed; others have a question mark, so that no name can pass for such a line. */
const STAGED = /^[A-Z] \d{6} [0-9a-f]{40,64} [0-3]\t/
const OTHER = '? '
const SUBMODULE = '160000'
const MAX_LIST_BYTES = 32 * 1024 * 1024
/** A longer answer is read anew each time. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024
const LIST = ['ls-files', '-z', '-t']
const TRACKED = ['--stage']
const OTHERS = ['--others', '--exclude-standard']
/**
 * Lists the files below the working directories, again and again. Where git keeps a directory, what git ignores is left
 * out; a repository within another is an area of its own. Links are listed, never followed.
 */
export class TreeLister {
  readonly #deps: ListDeps

  constructor(git: RunGit, repositories: Repositories = new Repositories(git)) {
    this.#deps = {
      git,
      indexes: new TrackedFiles(repositories),
      walked: new WalkMemory(),
      ignores: new IgnoreCheck(),
      named: new Map(),
    }
  }

  /** What the index says of a working directory, while git is being asked for the rest: only the list tells whether it is so. */
  tracked(
    root: string,
    order: ListOrder,
    { ownDirectory }: Pick<ListLimits, 'ownDirectory'>,
  ): Tracked | undefined {
    return this.#deps.indexes.below(root, { ...order, ownDirectory })
  }

  async list(order: ListOrder, limits: ListLimits): Promise<TreeList> {
    const work = new Listing(order, limits, this.#deps)
    for (const root of order.roots)
      if (isWholeSystem(root, order.roots, limits.home)) work.tooLarge.push(tooLarge(root))
      else await work.take(root, { inside: insideRepository(root) })
    return work
  }
}

/** Looking through it would take seconds with every command; where the person started was chosen to work in. */
const isWholeSystem = (root: string, [start]: readonly string[], home: string | undefined): boolean =>
  root === '/' || (root !== start && home?.startsWith(`${root}/`) === true)

const tooLarge = (root: string): LocalizedText => fileHistoryText('root_too_large', { root })

const insideRepository = (directory: string): boolean => {
  for (let at = directory; ; at = at.slice(0, at.lastIndexOf('/'))) {
    if (isRepository(at || '/')) return true
    if (at.length <= 1) return false
  }
}

const NUL = 0

/** Where the lines of what git does not track end. */
const endOfOthers = (output: Buffer): number => {
  let at = 0
  while (at < output.length && output[at] === OTHER.charCodeAt(0)) {
    const end = output.indexOf(NUL, at)
    if (end === -1) return output.length
    at = end + 1
  }
  return at
}

interface ListDeps {
  readonly git: RunGit
  readonly indexes: TrackedFiles
  readonly walked: WalkMemory
  readonly ignores: IgnoreCheck
  /** The last answer of git for each directory: others and, where the index could not be read, what is tracked. */
  readonly named: Map<string, readonly Answer[]>
}

/** A part of an answer of git: git names what it does not track first, and mostly only that differs. */
interface Answer extends Named {
  readonly output: Buffer
}

class Listing implements TreeList {
  readonly areas: Area[] = []
  readonly cut: LocalizedText[] = []
  readonly tooLarge: LocalizedText[] = []
  readonly #order: ListOrder
  readonly #limits: ListLimits
  readonly #deps: ListDeps
  readonly #taken = new Set<string>()
  #count = 0

  constructor(order: ListOrder, limits: ListLimits, deps: ListDeps) {
    this.#order = order
    this.#limits = limits
    this.#deps = deps
  }

  async take(directory: string, { inside }: { readonly inside: boolean }): Promise<void> {
    if (this.#taken.has(directory)) return
    this.#taken.add(directory)
    if (this.#isOwn(directory)) return
    if (!(await this.#limits.goOn()) || this.#room() === 0) return this.#cutAt(directory)
    if (!inside) return await this.#walk(directory)
    await this.#askGit(directory)
  }

  /** Files that git reads on the way may be anything; where one holds it up, only tracked files are listed from then on. */
  async #askGit(directory: string): Promise<void> {
    const { git, ignores } = this.#deps
    const ask = (...args: readonly string[]) =>
      git({ cwd: directory, args: [...LIST, ...args], timeoutMs: 2000, maxBytes: MAX_LIST_BYTES })
    let trouble = ignores.troubleIn(directory)
    if (trouble === undefined) {
      const { answer, tracked } = await this.#askForAll(directory, ask)
      if (answer.kind === 'ok') return await this.#takeNames(directory, { ...answer, tracked })
      if (answer.why === 'refused') return await this.#walk(directory)
      if (answer.why === 'too_much') return this.#cutAt(directory)
      trouble = ignores.noteSlow(directory)
    }
    this.cut.push(trouble.words)
    const answer = trouble.isHopeless ? undefined : await ask(...TRACKED)
    if (answer?.kind === 'ok') await this.#takeNames(directory, answer)
    else ignores.noteHopeless(directory)
  }

  /** What is tracked is in the index, which we read while git looks for the others. */
  async #askForAll(
    directory: string,
    ask: (...args: readonly string[]) => Promise<GitAnswer>,
  ): Promise<{ readonly answer: GitAnswer; readonly tracked?: Tracked }> {
    const { indexes } = this.#deps
    const look = { ...this.#order, ownDirectory: this.#limits.ownDirectory }
    const others = ask(...OTHERS)
    // First it has to be started.
    await new Promise(resolve => setImmediate(resolve))
    const tracked = indexes.below(directory, look)
    const answer = await others
    if (answer.kind === 'failed') return { answer }
    if (tracked && (await indexes.isTrue(tracked, look))) return { answer, tracked }
    return { answer: await ask(...TRACKED, ...OTHERS) }
  }

  #cutAt(directory: string): void {
    this.cut.push(fileHistoryText('beyond_first', { directory, most: this.#limits.maxFiles }))
  }

  #isOwn(path: string): boolean {
    return isWithin(this.#limits.ownDirectory, path)
  }

  #room(): number {
    return this.#limits.maxFiles - this.#count
  }

  async #takeNames(
    directory: string,
    { output, tracked }: { readonly output: Buffer; readonly tracked?: Tracked | undefined },
  ): Promise<void> {
    const { named } = this.#deps
    const [lastOthers, lastTracked] = named.get(directory) ?? []
    const end = tracked ? output.length : endOfOthers(output)
    const read = (part: Buffer, last: Answer | undefined): Answer =>
      this.#sameAsBefore(part, last) ?? this.#readNames(directory, part)
    const others = read(output.subarray(0, end), lastOthers)
    const listed = tracked ?? read(output.subarray(end), lastTracked)
    if (output.byteLength > MAX_KEPT_BYTES) named.delete(directory)
    else named.set(directory, 'output' in listed ? [others, listed] : [others])
    const files = others.files.length === 0 ? listed.files : [...others.files, ...listed.files]
    const room = this.#room()
    const isCut = files.length > room
    if (isCut) this.#cutAt(directory)
    const paths = isCut ? files.slice(0, room) : files
    this.#count += paths.length
    this.areas.push({ directory, git: true, paths, ...(tracked && !isCut ? { tracked } : {}) })
    for (const path of new Set([...others.nested, ...listed.nested]))
      if (this.#order.directories.look(path) && isRepository(path)) await this.take(path, { inside: true })
  }

  /** Most answers are the one before, byte for byte. */
  #sameAsBefore(output: Buffer, last: Answer | undefined): Answer | undefined {
    if (!last?.whole || !last.output.equals(output)) return undefined
    return areStillPlain(last, this.#order.directories) ? last : undefined
  }

  #readNames(directory: string, output: Buffer): Answer {
    const { directories } = this.#order
    const { ownDirectory } = this.#limits
    const names = new ListedNames({ directory, directories, ownDirectory })
    for (const line of output.toString('utf8').split('\0')) {
      if (line === '') continue
      const isStaged = STAGED.test(line)
      const isOther = !isStaged && line.startsWith(OTHER)
      const listed = isStaged ? line.slice(line.indexOf('\t') + 1) : isOther ? line.slice(OTHER.length) : ''
      const name = listed.endsWith('/') ? listed.slice(0, -1) : listed
      const isNested = (isStaged && line.startsWith(SUBMODULE, 2)) || name !== listed
      names.take(name, isNested ? 'nested' : 'file')
    }
    return { output, ...names.named() }
  }

  async #walk(root: string): Promise<void> {
    const paths: string[] = []
    const folders: string[] = []
    const specials: string[] = []
    const directories = [root]
    for (const at of directories) {
      const isTime = this.#limits.goOn()
      if ((isTime !== true && !(await isTime)) || this.#room() === 0) {
        this.#cutAt(at)
        break
      }
      const inside = this.#deps.walked.read(at, this.#order)
      if (at !== root && inside.repository) {
        await this.take(at, { inside: true })
        continue
      }
      if (at !== root) folders.push(at)
      for (const path of inside.specials) specials.push(path)
      for (const path of inside.directories) if (!this.#isOwn(path)) directories.push(path)
      const room = this.#room()
      if (inside.files.length > room) this.#cutAt(at)
      for (const path of inside.files.length > room ? inside.files.slice(0, room) : inside.files)
        paths.push(path)
      this.#count += Math.min(room, inside.files.length)
    }
    this.areas.push({ directory: root, git: false, paths, folders, specials })
  }
}

import { fileHistoryText } from '../../../protocol/messages/host/file-history.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { RunGit } from '../../../protocol/run-git.ts'
import type { Directories } from './directories.ts'
import { IgnoreCheck } from './ignore-check.ts'
import { isRepository } from './repository.ts'
import { below, WalkMemory } from './walk-memory.ts'

export interface Area {
  readonly directory: string
  readonly git: boolean
  /** Absolute. */
  readonly paths: readonly string[]
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
const TRACKED = ['ls-files', '-z', '-t', '--stage']
const AND_OTHERS = ['--others', '--exclude-standard']
/** No file of a work tree has such a part in its name. */
const ODD_PART = /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/

const isOddPart = (part: string): boolean => part === '' || (part.startsWith('.') && ODD_PART.test(part))

/**
 * Lists the files below the working directories, again and again. Where git keeps a directory, what git ignores is left
 * out; a repository within another is an area of its own. Links are listed, never followed.
 */
export class TreeLister {
  readonly #git: RunGit
  readonly #named = new Map<string, Answer>()
  readonly #walked = new WalkMemory()
  readonly #ignores = new IgnoreCheck()

  constructor(git: RunGit) {
    this.#git = git
  }

  async list(order: ListOrder, limits: ListLimits): Promise<TreeList> {
    const work = new Listing(order, limits, {
      git: this.#git,
      walked: this.#walked,
      ignores: this.#ignores,
      named: this.#named,
    })
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
  readonly walked: WalkMemory
  readonly ignores: IgnoreCheck
  /** The last answer of git for each directory. */
  readonly named: Map<string, Answer>
}

/** Git names what it does not track first: of two answers mostly only that differs. */
interface Answer {
  readonly others: Named
  readonly tracked: Named
}

/** What a part of an answer of git names. */
interface Named {
  readonly output: Buffer
  /** All that it names was in order; what was refused may be so the next time. */
  readonly whole: boolean
  /** Absolute, without our own. */
  readonly files: readonly string[]
  readonly nested: readonly string[]
  /** Directories that were plain when it was read. */
  readonly parents: ReadonlySet<string>
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
  /** With its slash: the last directory of the area at hand that was found to be plain. */
  #above = ''

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
    const ask = (args: readonly string[]) =>
      git({ cwd: directory, args, timeoutMs: 2000, maxBytes: MAX_LIST_BYTES })
    let trouble = ignores.troubleIn(directory)
    if (trouble === undefined) {
      const answer = await ask([...TRACKED, ...AND_OTHERS])
      if (answer.kind === 'ok') return await this.#takeNames(directory, answer.output)
      if (answer.why === 'refused') return await this.#walk(directory)
      if (answer.why === 'too_much') return this.#cutAt(directory)
      trouble = ignores.noteSlow(directory)
    }
    this.cut.push(trouble.words)
    const answer = trouble.isHopeless ? undefined : await ask(TRACKED)
    if (answer?.kind === 'ok') await this.#takeNames(directory, answer.output)
    else ignores.noteHopeless(directory)
  }

  #cutAt(directory: string): void {
    this.cut.push(fileHistoryText('beyond_first', { directory, most: this.#limits.maxFiles }))
  }

  #isOwn(path: string): boolean {
    const { ownDirectory } = this.#limits
    return path === ownDirectory || path.startsWith(`${ownDirectory}/`)
  }

  #room(): number {
    return this.#limits.maxFiles - this.#count
  }

  /** An index may hold any name, and a link may stand where it had a directory: neither leads out. */
  #isBelow(directory: string, name: string): boolean {
    const slash = name.lastIndexOf('/')
    // Names come in order: most stand where the one before stood.
    if (name.startsWith(this.#above) && slash === this.#above.length - 1 && !isOddPart(name.slice(slash + 1)))
      return true
    if (ODD_PART.test(name)) return false
    if (slash === -1) return true
    const isBelow = this.#order.directories.isPlain(below(directory, name.slice(0, slash)))
    if (isBelow) this.#above = name.slice(0, slash + 1)
    return isBelow
  }

  async #takeNames(directory: string, output: Buffer): Promise<void> {
    const { named } = this.#deps
    const before = named.get(directory)
    const end = endOfOthers(output)
    const read = (part: Buffer, last: Named | undefined): Named =>
      this.#sameAsBefore(part, last) ?? this.#readNames(directory, part)
    const others = read(output.subarray(0, end), before?.others)
    const tracked = read(output.subarray(end), before?.tracked)
    if (output.byteLength <= MAX_KEPT_BYTES) named.set(directory, { others, tracked })
    else named.delete(directory)
    const files = others.files.length === 0 ? tracked.files : [...others.files, ...tracked.files]
    const room = this.#room()
    if (files.length > room) this.#cutAt(directory)
    const paths = files.length > room ? files.slice(0, room) : files
    this.#count += paths.length
    this.areas.push({ directory, git: true, paths })
    for (const path of new Set([...others.nested, ...tracked.nested]))
      if (this.#order.directories.look(path) && isRepository(path)) await this.take(path, { inside: true })
  }

  /** Most answers are the one before, byte for byte: they mean the same while no link took the place of a directory. */
  #sameAsBefore(output: Buffer, last: Named | undefined): Named | undefined {
    if (!last?.whole || !last.output.equals(output)) return undefined
    for (const parent of last.parents) if (!this.#order.directories.isPlain(parent)) return undefined
    return last
  }

  #readNames(directory: string, output: Buffer): Named {
    const files: string[] = []
    const nested = new Set<string>()
    const parents = new Set<string>()
    let refused = 0
    let last = ''
    this.#above = ''
    for (const line of output.toString('utf8').split('\0')) {
      if (line === '') continue
      const isStaged = STAGED.test(line)
      const isOther = !isStaged && line.startsWith(OTHER)
      const listed = isStaged ? line.slice(line.indexOf('\t') + 1) : isOther ? line.slice(OTHER.length) : ''
      const name = listed.endsWith('/') ? listed.slice(0, -1) : listed
      if (!this.#isBelow(directory, name)) {
        refused += 1
        continue
      }
      if (this.#above !== '') parents.add(this.#above)
      const path = below(directory, name)
      if ((isStaged && line.startsWith(SUBMODULE, 2)) || name !== listed) nested.add(path)
      // A file in conflict has several lines, one behind the other.
      else if (name !== last && !this.#isOwn(path)) files.push(path)
      last = name
    }
    const plain = [...parents].map(parent => below(directory, parent.slice(0, -1)))
    return { output, whole: refused === 0, files, nested: [...nested], parents: new Set(plain) }
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

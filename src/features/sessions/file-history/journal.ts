import { inEnglish, savedText, type Text } from '../../../protocol/messages/localized-text.ts'
import type {
  FileChange,
  FileHistoryEntry,
  FileHistoryLine,
  FileVersion,
  FolderChange,
} from '../../../protocol/session/file-history.ts'
import { isSameContent, isSameVersion } from './file-version.ts'

export interface JournalChange extends FileChange {
  readonly path: string
}

export interface JournalFolder extends FolderChange {
  readonly path: string
}

/** All that was done to one path from some message on. */
export interface PathStory {
  readonly path: string
  /** How it was before. */
  readonly first: FileVersion
  /** How we left it. */
  readonly last: FileVersion
  /** What was there before the last change, where that was only announced: the program may have been ended before it. */
  readonly orStill?: FileVersion
  /** Somebody else changed it between two of our changes. */
  readonly mixed: boolean
  /** Some of it may be somebody else's change, made while work ran in the background. */
  readonly shared: boolean
}

/** All that was done to one directory: its mode, null where there was none, undefined where nobody looked. */
export interface FolderStory {
  readonly path: string
  readonly first: number | null
  readonly last: number | null | undefined
  /** Some of it may be somebody else's change. */
  readonly shared: boolean
}

export interface Since {
  readonly stories: readonly PathStory[]
  readonly folders: readonly FolderStory[]
  /** Pipes, sockets and devices that came. */
  readonly specials: readonly string[]
  /** Paths that changed without a copy of what was there. */
  readonly uncovered: readonly string[]
  /** Commands whose changes nobody saw. */
  readonly unseen: readonly string[]
  readonly beyond: readonly Text[]
}

export interface Step {
  readonly changes: readonly JournalChange[]
  /** Directories that were made on the way. */
  readonly dirs: readonly string[]
  readonly folders?: readonly JournalFolder[]
  readonly specials?: readonly string[]
  readonly uncovered: readonly string[]
  readonly shared?: boolean
  readonly unseen?: readonly string[]
  readonly beyond?: readonly Text[]
  readonly rewind?: 'begun' | 'ended' | undefined
  /** Announced before it was done. */
  readonly intent?: boolean
  readonly begun?: Readonly<Record<string, string>>
  readonly ended?: readonly string[]
}

export interface LastChange {
  readonly after: FileVersion
  /** In whose turn. */
  readonly message: string
  /** A rewind restored it. */
  readonly rewind: boolean
  /** Only found by looking, during or after a command: others may have done it. */
  readonly found: boolean
}

interface Checkpoint {
  readonly message: string
  readonly steps: Step[]
  /** A rewind of files: the conversation stayed on its branch. */
  isRewind?: boolean
}

export const MAX_CHECKPOINTS = 100

/** What was changed after which message, in the order it happened. The last hundred messages with changes count. */
export class Journal {
  /** In order; a message that comes again stays where it was first. */
  readonly #checkpoints: Checkpoint[] = []
  readonly #known = new Set<string>()
  #changed = 0
  #cutOff: string | undefined
  /** Ids of commands of earlier processes that have not ended. */
  #cutCommands: ReadonlySet<string> = new Set()

  static from(lines: readonly FileHistoryLine[]): Journal {
    const journal = new Journal()
    const open = new Set<string>()
    for (const line of lines) {
      if ('message' in line) journal.mark(line.message)
      else {
        for (const id of Object.keys(line.begun ?? {})) open.add(id)
        for (const id of line.ended ?? []) open.delete(id)
        journal.add(line.messageUuid, stepOf(line))
      }
    }
    journal.#cutCommands = open
    return journal
  }

  /** The message that what happens now belongs to. */
  get latest(): string | undefined {
    return this.#checkpoints.at(-1)?.message
  }

  /** Ids of commands during which an earlier process was ended. */
  get cutCommands(): readonly string[] {
    return [...this.#cutCommands]
  }

  /** The id of a rewind that began and did not end. */
  get cutOffRewind(): string | undefined {
    return this.#cutOff
  }

  /** A message of the person: what changes from now on belongs to it. */
  mark(message: string): void {
    if (this.#known.has(message)) return
    this.#known.add(message)
    this.#checkpoints.push({ message, steps: [] })
  }

  /** What they changed has been found after all. */
  closeCommands(ids: readonly string[]): void {
    const ended = new Set(ids)
    this.#cutCommands = new Set([...this.#cutCommands].filter(id => !ended.has(id)))
  }

  /** Answers what is not needed any more because older checkpoints were forgotten. */
  add(message: string, step: Step): readonly string[] {
    this.mark(message)
    if (step.rewind !== undefined) this.#cutOff = step.rewind === 'begun' ? message : undefined
    // What happens now is after everything else, whatever message it is put down to.
    const last = this.#checkpoints.at(-1)
    if (last === undefined) return []
    if (tellsOfFiles(step) && !last.steps.some(tellsOfFiles)) this.#changed += 1
    if (step.rewind !== undefined && last.message === message) last.isRewind = true
    last.steps.push(step)
    return this.#changed > MAX_CHECKPOINTS ? this.#forgetOldest() : []
  }

  /**
   * What happened from a message on, or from the end of its branch on. `unknown`: no such message. `forgotten`: it was,
   * too long ago.
   */
  since(message: string, to: 'before' | 'end' = 'before'): Since | 'unknown' | 'forgotten' {
    const own = this.#checkpoints.findIndex(checkpoint => checkpoint.message === message)
    if (own === -1) return this.#known.has(message) ? 'forgotten' : 'unknown'
    const from = to === 'before' ? own : this.#endOf(own)
    const steps = this.#checkpoints.slice(from).flatMap(checkpoint => checkpoint.steps)
    return {
      stories: tell(steps),
      folders: tellFolders(steps),
      specials: [...new Set(steps.flatMap(step => step.specials ?? []))],
      uncovered: [...new Set(steps.flatMap(step => step.uncovered))],
      unseen: [...new Set(steps.flatMap(step => [...(step.unseen ?? []), ...this.#cutIn(step)]))],
      // Limits that were met earlier still hold.
      beyond: [
        ...new Map(
          this.#checkpoints
            .flatMap(({ steps: all }) => all.flatMap(step => step.beyond ?? []))
            .map(text => [inEnglish(text), text] as const),
        ).values(),
      ],
    }
  }

  /** What happened in the turn of each message, oldest first; rewinds are no turns. */
  turns(): readonly { readonly message: string; readonly stories: readonly PathStory[] }[] {
    return this.#checkpoints
      .filter(({ isRewind, steps }) => !isRewind && steps.some(({ changes }) => changes.length > 0))
      .map(({ message, steps }) => ({ message, stories: tell(steps) }))
  }

  /** How a path was when the session last changed it, or found it changed; undefined: neither, or no copy was kept. */
  lastChange(path: string): LastChange | undefined {
    for (const { message, steps, isRewind } of this.#checkpoints.toReversed())
      for (const step of steps.toReversed()) {
        const change = step.changes.findLast(each => each.path === path)
        const rewind = isRewind === true
        if (change) return { after: change.after, message, rewind, found: !rewind && step.intent !== true }
        if (step.uncovered.includes(path)) return undefined
      }
    return undefined
  }

  /** Where something else was said after it. Until then the branch was the one the files belong to. */
  #endOf(own: number): number {
    const next = this.#checkpoints.findIndex((checkpoint, at) => at > own && !checkpoint.isRewind)
    return next === -1 ? this.#checkpoints.length : next
  }

  #cutIn({ begun = {} }: Step): readonly string[] {
    return Object.entries(begun).flatMap(([id, command]) => (this.#cutCommands.has(id) ? [command] : []))
  }

  #hashes(): ReadonlySet<string> {
    return new Set(this.#checkpoints.flatMap(checkpoint => checkpoint.steps.flatMap(hashesOf)))
  }

  #forgetOldest(): readonly string[] {
    const oldest = this.#checkpoints.findIndex(checkpoint => checkpoint.steps.some(tellsOfFiles))
    const gone = this.#checkpoints.splice(0, oldest + 1).flatMap(checkpoint => checkpoint.steps)
    this.#changed -= 1
    const needed = this.#hashes()
    return [...new Set(gone.flatMap(hashesOf))].filter(hash => !needed.has(hash))
  }
}

const stepOf = (line: FileHistoryEntry): Step => ({
  changes: Object.entries(line.files).map(([path, change]) => ({ path, ...change })),
  dirs: line.dirs ?? [],
  folders: Object.entries(line.folders ?? {}).map(([path, change]) => ({ path, ...change })),
  specials: line.specials ?? [],
  uncovered: line.uncovered ?? [],
  unseen: line.unseen ?? [],
  beyond: (line.beyond ?? []).map((english, at) => savedText(savedTexts(line)[at], english)),
  shared: line.shared === true,
  rewind: line.rewind,
  intent: line.intent === true,
  ...(line.begun ? { begun: line.begun } : {}),
})

/** Whatever a file has in their place. */
const savedTexts = ({ localizedBeyond }: FileHistoryEntry): readonly unknown[] =>
  Array.isArray(localizedBeyond) ? localizedBeyond : []

/** A line that only says that a command begins or has ended does not. */
const tellsOfFiles = ({ begun, ended, ...step }: Step): boolean =>
  (begun ?? ended) === undefined ||
  step.changes.length + step.dirs.length + step.uncovered.length + (step.folders?.length ?? 0) > 0

const hashesOf = (step: Step): readonly string[] =>
  step.changes.flatMap(({ before, after }) =>
    [before, after].flatMap(version => (version !== null && 'hash' in version ? [version.hash] : [])),
  )

const tell = (steps: readonly Step[]): readonly PathStory[] => {
  const stories = new Map<string, PathStory>()
  /** Versions that each story came through since somebody last looked at all files, if it began since. */
  const unseen = new Map<string, FileVersion[]>()
  let begun: readonly PathStory['path'][] = []
  for (const { changes, shared = false, rewind, intent } of steps) {
    if (rewind === 'ended')
      for (const path of begun) {
        const story = stories.get(path)
        if (story) stories.set(path, settled(story))
      }
    if (rewind !== undefined) begun = rewind === 'begun' ? changes.map(({ path }) => path) : []
    const isLook = rewind === undefined && !intent
    for (const { path, before, after } of changes) {
      const story = stories.get(path)
      // A command changed it, then a tool, and only then anybody looked: the look goes back further than the tool.
      const through = story ? unseen.get(path) : []
      const isWhole = isLook && story && through?.every(version => !isSameVersion(version, before))
      through?.push(after)
      if (!story && through) unseen.set(path, through)
      stories.set(path, {
        path,
        first: story && !isWhole ? story.first : before,
        last: after,
        ...(rewind === 'begun' || intent ? { orStill: before } : {}),
        mixed: story && !isWhole ? story.mixed || !isLeftBy(story, before) : false,
        shared: shared || (story?.shared ?? false),
      })
    }
    if (isLook) unseen.clear()
  }
  return [...stories.values()]
}

const tellFolders = (steps: readonly Step[]): readonly FolderStory[] => {
  const stories = new Map<string, FolderStory>()
  for (const { dirs, folders = [], shared = false } of steps) {
    const tell = (path: string, before: number | null, last: FolderStory['last']): void => {
      const story = stories.get(path)
      const first = story ? story.first : before
      stories.set(path, { path, first, last, shared: shared || (story?.shared ?? false) })
    }
    for (const path of dirs) tell(path, null, undefined)
    for (const { path, before, after } of folders) tell(path, before, after)
  }
  return [...stories.values()]
}

const settled = ({ orStill: _, ...story }: PathStory): PathStory => story

/** We may have left it so. */
export const isLeftBy = (story: PathStory, version: FileVersion): boolean =>
  isSameContent(story.last, version) || (story.orStill !== undefined && isSameContent(story.orStill, version))

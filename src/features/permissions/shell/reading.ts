import { join } from 'node:path'
import type { Lowered, ShellReader, SimpleCommand } from '../../../lib/shell/command.ts'
import { MAX_VIEWS, seeThrough } from '../../../lib/shell/unwrap.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { shellText } from '../../../protocol/messages/permissions/shell.ts'
import { type Carried, carriedBy } from './carried-trees.ts'
import { readFileCommand } from './file-command.ts'
import { followDirectories, isSameWhere, type Whereabouts } from './follow-directories.ts'
import { likelyUsesOf, type PathContext, type PathUse } from './path-use.ts'
import { lookAt } from './read-only.ts'
import { no, type ReadOnlyVerdict } from './read-only-verdict.ts'
import { type RedirectUse, redirectUse } from './redirect-use.ts'
import { isSameCommand } from './same-command.ts'
import { append, eachWordOnce, everyWord, type Touched, touchedBy } from './touched-paths.ts'

/** Everything a decision needs to know about one simple command, except what is on disk. */
export interface Part {
  readonly command: SimpleCommand
  /** The command and all that it would start: for rules that restrict. */
  readonly views: readonly SimpleCommand[]
  readonly place: PathContext
  /** The directory is not known: an earlier `cd` could not be followed. */
  readonly lost: boolean
  /** An earlier `cd` may have changed the directory. */
  readonly moved: boolean
  readonly look: ReadOnlyVerdict
  /** Set when it is a plain file command. */
  readonly fileUses: readonly PathUse[] | undefined
  readonly redirects: readonly RedirectUse[]
  /** Paths it might touch, redirects included. */
  readonly touched: readonly PathUse[]
  /** Words of file commands that cannot be resolved. */
  readonly unknown: Touched['unknown']
  /** Paths and texts of programs that are not known: whether they write them is open. Empty when the command only looks. */
  readonly mentions: readonly PathUse[]
  readonly texts: readonly string[]
  /** Trees, archives and patches whose names would come with it. */
  readonly carried: readonly Carried[]
}

export interface ShellReading {
  readonly text: string
  readonly lowered: Lowered
  /** One for each command, in order; commands that are the same in all that counts share one. */
  readonly parts: readonly Part[]
  /** Each part once, in the order of its first command: what is true of one is true of all that share it. */
  readonly distinct: readonly Part[]
  /** Why it is too much to be examined, as a sentence: then none of it is approved, in any mode. */
  readonly excess: LocalizedText | undefined
  /** Commands that `parts` leaves out for that reason, or holds only the beginning of: rules for commands still count. */
  readonly rest: readonly SimpleCommand[]
  /** A command and all that it would start. */
  viewsOf(command: SimpleCommand): readonly SimpleCommand[]
  /** What restricting rules are compared with, kept by the first of them that asks. */
  readonly compared: Map<Part | SimpleCommand, readonly string[]>
}

/** Above this nothing is approved. */
export const MAX_READ_CHARS = 10_000
/** Above this a text is not even read. */
const MAX_PARSE_CHARS = 1_000_000
/** Commands behind a command whose words are looked up although the program is not known. */
const MAX_NAMED_VIEWS = 16

const readPart = (command: SimpleCommand, where: Whereabouts, context: PartContext): Part => {
  const { context: place } = where
  const views = viewsOfForms(command, context.read)
  const followed = views.length > MAX_VIEWS ? views.slice(0, MAX_VIEWS) : views
  const redirects =
    views.length === 1
      ? command.redirects
      : followed.flatMap(view =>
          view === command || view.redirects !== command.redirects ? view.redirects : NOTHING,
        )
  const touched = views.length === 1 ? touchedBy(command, place, EVERY_WORD) : touchedByAll(followed, place)
  const look = context.crowded ? no(tooWordy()) : lookAt(command, place)
  const targets = redirects.length === 0 ? NOTHING : targetsOf(redirects, place)
  return {
    command,
    views,
    place,
    lost: where.lost,
    moved: where.moved,
    look,
    fileUses: context.crowded ? undefined : readFileCommand(command, place),
    redirects:
      command.redirects.length === 0 ? NOTHING : command.redirects.map(one => redirectUse(one, place)),
    touched: distinct(targets.length === 0 ? touched.uses : [...touched.uses, ...targets]),
    unknown: redirects.length === 0 ? touched.unknown : [...touched.unknown, ...unresolvedTargets(redirects)],
    mentions: look.ok ? NOTHING : distinct(touched.mentions),
    texts: look.ok ? NOTHING : touched.texts,
    carried: look.ok ? NOTHING : followed.flatMap(view => carriedBy(view, place)),
  }
}

/** The command as it is written, as it may run, and all that it would start. */
const viewsOfForms = (command: SimpleCommand, read: ShellReader): readonly SimpleCommand[] => {
  const views = seeThrough(command, read)
  if (!command.variants) return views
  const forms = command.variants.flatMap(words => seeThrough({ ...command, words }, read))
  return [...views, ...forms].slice(0, MAX_VIEWS + 1)
}

const NOTHING: readonly never[] = []
const EVERY_WORD = { mentions: true, once: everyWord }

type Mutable<T> = { readonly [name in keyof T]: T[name] extends readonly (infer One)[] ? One[] : T[name] }

const touchedByAll = (views: readonly SimpleCommand[], place: PathContext): Touched => {
  const once = eachWordOnce()
  const joined: Mutable<Touched> = { uses: [], unknown: [], mentions: [], texts: [] }
  const named = { mentions: true, once }
  const further = { mentions: false, once }
  views.forEach((view, at) => {
    const one = touchedBy(view, place, at < MAX_NAMED_VIEWS ? named : further)
    append(joined.uses, one.uses)
    append(joined.unknown, one.unknown)
    append(joined.mentions, one.mentions)
    append(joined.texts, one.texts)
  })
  return joined
}

const targetsOf = (redirects: SimpleCommand['redirects'], place: PathContext): readonly PathUse[] => {
  const targets: PathUse[] = []
  redirects.forEach(one => {
    if (one.op.startsWith('<<')) return
    likelyUsesOf(one.target, one.op === '<' ? 'read' : 'write', place)?.forEach(use => {
      if (use.path !== '/dev/null') targets.push(use)
    })
  })
  return targets
}

const isSameUse = (one: PathUse, other: PathUse): boolean =>
  one.kind === other.kind && one.path === other.path && one.glob === other.glob && one.deep === other.deep

/** Few enough to be compared with each other, which needs no map. */
const FEW = 8
const distinct = (uses: readonly PathUse[]): readonly PathUse[] => {
  if (uses.length < 2) return uses
  if (uses.length <= FEW) {
    const isRepeated = (use: PathUse, at: number): boolean => {
      for (let before = 0; before < at; before += 1) {
        const other = uses[before]
        if (other && isSameUse(use, other)) return true
      }
      return false
    }
    return uses.some(isRepeated) ? uses.filter((use, at) => !isRepeated(use, at)) : uses
  }
  // What was seen of a path, a bit for each kind of use.
  const seen = new Map<string, number>()
  return uses.filter(use => {
    const key = use.glob === undefined ? use.path : `${use.path}\0${use.glob}`
    const bit = (use.kind === 'read' ? 1 : 2) << (use.deep ? 2 : 0)
    const known = seen.get(key) ?? 0
    if ((known & bit) !== 0) return false
    seen.set(key, known | bit)
    return true
  })
}

const unresolvedTargets = (redirects: SimpleCommand['redirects']): Touched['unknown'] =>
  redirects
    .filter(one => !one.op.startsWith('<<') && one.target.causes.length > 0)
    .map(one => ({ text: one.target.text, kind: one.op === '<' ? 'read' : 'write' }))

interface ReadingContext {
  readonly cwd: string
  readonly home: string
  readonly root?: string
  readonly read: ShellReader
  /** Whether a directory is there that can be gone into. Nobody knows when absent. */
  isThere?(path: string): boolean
}
interface PartContext extends ReadingContext {
  readonly crowded: boolean
}

interface KnownPart {
  readonly part: Part
  readonly where: Whereabouts
}

/** Nobody writes or reads a line of so many words, redirects and assignments included. */
const MAX_WORDS = 1_500
/** Of such a line so many words are examined. More paths would not be looked up anyway. */
const MAX_EXAMINED = 400
const tooWordy = () => shellText('too_many_words', { max: MAX_WORDS })
const tooMany = () => shellText('too_many_commands', { max: MAX_VIEWS })

const sizeOf = ({ words, redirects, assignments }: SimpleCommand): number =>
  words.length + redirects.length + assignments.length + 1

/** The beginning of a command, for the paths in it: what the whole of it starts is a question of its own. */
const readBeginning = (
  command: SimpleCommand,
  where: Whereabouts,
  { room, ...context }: PartContext & { readonly room: number },
): Part => {
  const words = command.words.slice(0, room)
  const redirects = command.redirects.slice(0, room)
  return { ...readPart({ ...command, words, redirects }, where, context), views: NOTHING }
}

/** Nothing on disk is changed by it. */
const onlyLooks = ({ look, redirects }: Part): boolean =>
  look.ok &&
  redirects.every(one => one.kind === 'harmless' || (one.kind === 'path' && one.uses.every(isRead)))
const isRead = (use: PathUse): boolean => use.kind === 'read'

const isPopd = ({ words }: SimpleCommand): boolean => words[0]?.text === 'popd'

type Examined = Pick<ShellReading, 'parts' | 'distinct' | 'excess' | 'rest'>

/** As many of the commands as are examined one by one: all of them, except in lines that nobody writes. */
const examine = (commands: readonly SimpleCommand[], context: ReadingContext): Examined => {
  const crowded = commands.reduce((size, command) => size + sizeOf(command), 0) > MAX_WORDS
  const follow = followDirectories({ isThere: () => false, ...context, returns: commands.some(isPopd) })
  let undisturbed = true
  const known = new Map<string, KnownPart[]>()
  const parts: Part[] = []
  const distinct: Part[] = []
  let excess = crowded ? tooWordy() : undefined
  let room = crowded ? MAX_EXAMINED : MAX_WORDS
  for (const [at, command] of commands.entries()) {
    const where = follow(command, { undisturbed })
    const alike = known.get(command.text)
    const same = alike?.find(one => isSameWhere(one.where, where) && isSameCommand(one.part.command, command))
    if (same) {
      parts.push(same.part)
      continue
    }
    const size = sizeOf(command)
    if (distinct.length === MAX_VIEWS || size > room) {
      const last = size > room ? [readBeginning(command, where, { ...context, crowded, room })] : NOTHING
      excess ??= tooMany()
      return {
        parts: [...parts, ...last],
        distinct: [...distinct, ...last],
        excess,
        rest: commands.slice(at),
      }
    }
    room -= size
    const part = readPart(command, where, { ...context, crowded })
    if (part.views.length > MAX_VIEWS) excess ??= tooMany()
    if (alike) alike.push({ part, where })
    else known.set(command.text, [{ part, where }])
    undisturbed &&= onlyLooks(part)
    parts.push(part)
    distinct.push(part)
  }
  return { parts, distinct, excess, rest: NOTHING }
}

/** Reads a command line once, for the rules, the tables and the explanation alike. Pure but for `isThere`. */
export const readShell = (text: string, context: ReadingContext): ShellReading => {
  const isRead = text.length <= MAX_PARSE_CHARS
  const lowered: Lowered = isRead
    ? context.read(text)
    : { ok: false, text, error: 'the command is too long to be read' }
  // What is not in the list of commands may move or change anything.
  const { isThere: _, ...blind } = context
  const isPlain = lowered.ok && lowered.opaque.length === 0
  const views = new Map<SimpleCommand, readonly SimpleCommand[]>()
  const examined = examine(lowered.ok ? lowered.commands : NOTHING, isPlain ? context : blind)
  return {
    text,
    lowered,
    ...examined,
    excess: text.length > MAX_READ_CHARS ? shellText('too_long', { max: MAX_READ_CHARS }) : examined.excess,
    viewsOf(command) {
      const found = views.get(command) ?? viewsOfForms(command, context.read)
      views.set(command, found)
      return found
    },
    compared: new Map(),
  }
}

/** Every path of a reading that has to be looked up on disk, in the order in which it counts. */
export const visitUses = ({ distinct: parts }: ShellReading, visit: (use: PathUse) => void): void => {
  let bases: readonly string[] | undefined
  for (const part of parts) {
    part.touched.forEach(visit)
    part.mentions.forEach(visit)
    if (part.look.ok) part.look.uses.forEach(visit)
    part.fileUses?.forEach(visit)
    for (const redirect of part.redirects) if (redirect.kind === 'path') redirect.uses.forEach(visit)
    // Most parts run where the one before did.
    if (part.place.bases !== bases)
      for (const base of part.place.bases) visit({ path: join(base), kind: 'read' })
    bases = part.place.bases
  }
}

import { join } from 'node:path'
import type { Lowered, ShellReader, SimpleCommand } from '../../../lib/shell/command.ts'
import { seeThrough, unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic } from '../../../lib/shell/word.ts'
import { readFileCommand } from './file-command.ts'
import { likelyUsesOf, type PathUse, type Place, usesOf } from './path-use.ts'
import { type Look, lookAt } from './read-only.ts'
import { type RedirectUse, redirectUse } from './redirect-use.ts'
import { isSameCommand } from './same-command.ts'
import { append, eachWordOnce, everyWord, type Touched, touchedBy } from './touched-paths.ts'

/** Everything a decision needs to know about one simple command, except what is on disk. */
export interface Part {
  readonly command: SimpleCommand
  /** The command and all that it would start: for rules that restrict. */
  readonly views: readonly SimpleCommand[]
  readonly place: Place
  /** The directory is not known: an earlier `cd` could not be followed. */
  readonly lost: boolean
  /** An earlier `cd` may have changed the directory. */
  readonly moved: boolean
  readonly look: Look
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
}

export interface ShellReading {
  readonly text: string
  readonly lowered: Lowered
  /** One for each command, in order; commands that are the same in all that counts share one. */
  readonly parts: readonly Part[]
  /** Each part once, in the order of its first command: what is true of one is true of all that share it. */
  readonly distinct: readonly Part[]
  /** What restricting rules are compared with, kept by the first of them that asks. */
  readonly compared: Map<Part, readonly string[]>
}

/** Above this nothing is approved by reading alone. */
export const MAX_READ_CHARS = 10_000
/** Above this a text is not even read. */
const MAX_PARSE_CHARS = 1_000_000
const MAX_BASES = 8
/** Commands behind a command whose words are looked up although the program is not known. */
const MAX_NAMED_VIEWS = 16

interface Whereabouts {
  readonly place: Place
  readonly moved: boolean
  readonly lost: boolean
}

const MOVING = new Set(['cd', 'pushd', 'popd'])
const cdWords = (command: SimpleCommand): SimpleCommand['words'] | undefined => {
  const { words } = unwrap(command).command
  return MOVING.has(words[0]?.text ?? '') ? words : undefined
}

/**
 * The directories each command may run in. A `cd` that succeeded for certain (an `&&` chain) moves what follows in its
 * chain; for everything later the old and the new directory are both possible.
 */
const followDirectories = (
  commands: readonly SimpleCommand[],
  start: { readonly cwd: string; readonly home: string },
): readonly Whereabouts[] => {
  let settled: readonly string[] = [start.cwd]
  let chain: { readonly list: number; readonly bases: readonly string[] } | undefined
  let moved = false
  let lost = false
  let before: Whereabouts | undefined
  return commands.map(command => {
    const { place } = command
    const sure = place.chained && !place.subshell && !place.conditional && !place.background
    const bases = sure && chain?.list === place.list ? chain.bases : settled
    const same = before?.place.bases === bases && before.moved === moved && before.lost === lost
    const here = before && same ? before : { place: { bases, home: start.home }, moved, lost }
    before = here
    const words = cdWords(command)
    if (!words) return here
    moved = true
    const target = words[1]
    const known =
      words[0]?.text === 'cd' && words.length <= 2 && (!target || isStatic(target)) && target?.text !== '-'
    const operand = words.slice(1).find(word => !word.text.startsWith('-'))
    // From each directory it leads to another one.
    if (operand && settled.length + bases.length > MAX_BASES) {
      lost = true
      return here
    }
    const next = operand
      ? usesOf(operand, 'read', here.place)?.map(use => use.path)
      : words.length === 1
        ? [start.home]
        : undefined
    if (!known || !next || place.conditional || settled.length + next.length > MAX_BASES) {
      lost = true
      // Where it may be is still worth comparing with rules.
      if (next && settled.length + next.length <= MAX_BASES) settled = [...new Set([...settled, ...next])]
      return here
    }
    if (sure) chain = { list: place.list, bases: next }
    settled = [...new Set([...settled, ...next])]
    return here
  })
}

const readPart = (command: SimpleCommand, where: Whereabouts, context: PartContext): Part => {
  const { place } = where
  const views = seeThrough(command, context.read)
  const redirects =
    views.length === 1
      ? command.redirects
      : views.flatMap(view =>
          view === command || view.redirects !== command.redirects ? view.redirects : NOTHING,
        )
  const touched = views.length === 1 ? touchedBy(command, place, EVERY_WORD) : touchedByAll(views, place)
  const look = context.crowded ? CROWDED : lookAt(command, place)
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
  }
}

const NOTHING: readonly never[] = []
const EVERY_WORD = { mentions: true, once: everyWord }

type Mutable<T> = { readonly [name in keyof T]: T[name] extends readonly (infer One)[] ? One[] : T[name] }

const touchedByAll = (views: readonly SimpleCommand[], place: Place): Touched => {
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

const targetsOf = (redirects: SimpleCommand['redirects'], place: Place): readonly PathUse[] => {
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
  readonly read: ShellReader
}
interface PartContext extends ReadingContext {
  readonly crowded: boolean
}

interface KnownPart {
  readonly part: Part
  readonly where: Whereabouts
}

const isSameWhere = (one: Whereabouts, other: Whereabouts): boolean =>
  one === other ||
  (one.place.bases === other.place.bases && one.moved === other.moved && one.lost === other.lost)

/** Words in a line above which nothing is approved by reading it: it is not a look that anyone would follow. */
const MAX_WORDS = 1_500
const CROWDED: Look = { ok: false, why: `there are more than ${MAX_WORDS} words in the line` }

/** Reads a command line once, for the rules, the tables and the explanation alike. Pure. */
export const readShell = (text: string, context: ReadingContext): ShellReading => {
  if (text.length > MAX_PARSE_CHARS)
    return unread({ ok: false, text, error: 'the command is too long to be read' })
  const lowered = context.read(text)
  if (!lowered.ok) return unread(lowered)
  const where = followDirectories(lowered.commands, context)
  const words = lowered.commands.reduce((count, command) => count + command.words.length + 1, 0)
  const part: PartContext = { ...context, crowded: words > MAX_WORDS }
  const known = new Map<string, KnownPart[]>()
  const distinct: Part[] = []
  const parts = lowered.commands.map((command, at) => {
    const here = where[at] ?? { place: { bases: [], home: context.home }, moved: true, lost: true }
    const alike = known.get(command.text)
    const same = alike?.find(one => isSameWhere(one.where, here) && isSameCommand(one.part.command, command))
    if (same) return same.part
    const fresh = { part: readPart(command, here, part), where: here }
    if (alike) alike.push(fresh)
    else known.set(command.text, [fresh])
    distinct.push(fresh.part)
    return fresh.part
  })
  return { text, lowered, parts, distinct, compared: new Map() }
}

const unread = (lowered: Extract<Lowered, { ok: false }>): ShellReading => ({
  text: lowered.text,
  lowered,
  parts: [],
  distinct: [],
  compared: new Map(),
})

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

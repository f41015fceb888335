import { join } from 'node:path'
import type { Lowered, ShellReader, SimpleCommand } from '../../../lib/shell/command.ts'
import { seeThrough, unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic } from '../../../lib/shell/word.ts'
import { readFileCommand } from './file-command.ts'
import { likelyUsesOf, type PathUse, type Place, usesOf } from './path-use.ts'
import { type Look, lookAt } from './read-only.ts'
import { type RedirectUse, redirectUse } from './redirect-use.ts'
import { isSameCommand } from './same-command.ts'
import { eachWordOnce, everyWord, type Touched, touchedBy } from './touched-paths.ts'

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
}

/** Each part once, in the order of its first command: what is true of one is true of all that share it. */
export const distinctParts = ({ parts }: ShellReading): Iterable<Part> =>
  parts.length < 2 ? parts : new Set(parts)

/** Above this nothing is approved by reading alone. */
export const MAX_READ_CHARS = 10_000
/** Above this a text is not even read. */
const MAX_PARSE_CHARS = 1_000_000
const MAX_BASES = 8
/** Commands behind a command whose words are looked up although the program is not known. */
const MAX_NAMED_VIEWS = 16

interface Whereabouts {
  readonly bases: readonly string[]
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
  return commands.map(command => {
    const { place } = command
    const sure = place.chained && !place.subshell && !place.conditional && !place.background
    const bases = sure && chain?.list === place.list ? chain.bases : settled
    const here = { bases, moved, lost }
    const words = cdWords(command)
    if (!words) return here
    moved = true
    const target = words[1]
    const known =
      words[0]?.text === 'cd' && words.length <= 2 && (!target || isStatic(target)) && target?.text !== '-'
    const operand = words.slice(1).find(word => !word.text.startsWith('-'))
    const next = operand
      ? usesOf(operand, 'read', { bases, home: start.home })?.map(use => use.path)
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
  const place: Place = { bases: where.bases, home: context.home }
  const views = seeThrough(command, context.read)
  const redirects =
    views.length === 1
      ? command.redirects
      : views.flatMap(view =>
          view === command || view.redirects !== command.redirects ? view.redirects : [],
        )
  const once = views.length === 1 ? everyWord : eachWordOnce()
  const touched = joinTouched(
    views.map((view, at) => touchedBy(view, place, { mentions: at < MAX_NAMED_VIEWS, once })),
  )
  const look = context.crowded ? CROWDED : lookAt(command, place)
  const targets = redirects
    .filter(one => !one.op.startsWith('<<'))
    .flatMap(one => likelyUsesOf(one.target, one.op === '<' ? 'read' : 'write', place) ?? [])
    .filter(use => use.path !== '/dev/null')
  return {
    command,
    views,
    place,
    lost: where.lost,
    moved: where.moved,
    look,
    fileUses: context.crowded ? undefined : readFileCommand(command, place),
    redirects: command.redirects.map(one => redirectUse(one, place)),
    touched: distinct(targets.length === 0 ? touched.uses : [...touched.uses, ...targets]),
    unknown: redirects.length === 0 ? touched.unknown : [...touched.unknown, ...unresolvedTargets(redirects)],
    mentions: look.ok ? [] : distinct(touched.mentions),
    texts: look.ok ? [] : touched.texts,
  }
}

const joinTouched = (all: readonly Touched[]): Touched =>
  all.length === 1 && all[0]
    ? all[0]
    : {
        uses: all.flatMap(one => one.uses),
        unknown: all.flatMap(one => one.unknown),
        mentions: all.flatMap(one => one.mentions),
        texts: all.flatMap(one => one.texts),
      }

const distinct = (uses: readonly PathUse[]): readonly PathUse[] => {
  if (uses.length < 2) return uses
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
  one.bases === other.bases && one.moved === other.moved && one.lost === other.lost

/** Words in a line above which nothing is approved by reading it: it is not a look that anyone would follow. */
const MAX_WORDS = 1_500
const CROWDED: Look = { ok: false, why: `there are more than ${MAX_WORDS} words in the line` }

/** Reads a command line once, for the rules, the tables and the explanation alike. Pure. */
export const readShell = (text: string, context: ReadingContext): ShellReading => {
  if (text.length > MAX_PARSE_CHARS)
    return { text, lowered: { ok: false, text, error: 'the command is too long to be read' }, parts: [] }
  const lowered = context.read(text)
  if (!lowered.ok) return { text, lowered, parts: [] }
  const where = followDirectories(lowered.commands, context)
  const words = lowered.commands.reduce((count, command) => count + command.words.length + 1, 0)
  const part: PartContext = { ...context, crowded: words > MAX_WORDS }
  const known = new Map<string, KnownPart[]>()
  const parts = lowered.commands.map((command, at) => {
    const here = where[at] ?? { bases: [], moved: true, lost: true }
    const alike = known.get(command.text)
    const same = alike?.find(one => isSameWhere(one.where, here) && isSameCommand(one.part.command, command))
    if (same) return same.part
    const fresh = { part: readPart(command, here, part), where: here }
    if (alike) alike.push(fresh)
    else known.set(command.text, [fresh])
    return fresh.part
  })
  return { text, lowered, parts }
}

/** Every path of a reading that has to be looked up on disk. */
export const usesIn = (reading: ShellReading): readonly PathUse[] => {
  const uses: PathUse[] = []
  let bases: readonly string[] | undefined
  for (const part of distinctParts(reading)) {
    uses.push(
      ...part.touched,
      ...part.mentions,
      ...(part.look.ok ? part.look.uses : []),
      ...(part.fileUses ?? []),
    )
    for (const redirect of part.redirects) if (redirect.kind === 'path') uses.push(...redirect.uses)
    // Most parts run where the one before did.
    if (part.place.bases !== bases)
      for (const base of part.place.bases) uses.push({ path: join(base), kind: 'read' })
    bases = part.place.bases
  }
  return uses
}

import { isAbsolute, join } from 'node:path'
import { isInside } from '../../../lib/paths.ts'
import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { type PathContext, usesOf, withWorkingDirectory } from './path-use.ts'

const MAX_BASES = 8

/** Where a command runs, as far as that can be told. */
export interface Whereabouts {
  readonly context: PathContext
  readonly moved: boolean
  readonly lost: boolean
}

type Bases = readonly string[]

/** What came before a command in its line. */
interface Past {
  /** All of it only looks: what is on disk is still there. */
  readonly undisturbed: boolean
}

/** A chain of commands each of which runs only if all before it succeeded: where it is by now, and how to get back. */
interface Chain {
  readonly list: number
  readonly bases: Bases
  /** Where `popd` leads, the next one last. */
  readonly stack: readonly Bases[]
  /** Where `cd -` leads. */
  readonly before: Bases | undefined
  /** It was elsewhere in a list before this one, and believed to be. */
  readonly away: boolean
}

const MOVING = new Set(['cd', 'pushd', 'popd'])

/** The words of a command that changes the directory, in every form it may have. */
const movesOf = (command: SimpleCommand): readonly (readonly ShellWord[])[] | undefined => {
  const { words } = unwrap(command).command
  if (!MOVING.has(words[0]?.text ?? '')) return undefined
  return command.variants?.map(form => unwrap({ ...command, words: form }).command.words) ?? [words]
}

const isBack = (words: readonly ShellWord[]): boolean =>
  words[0]?.text === 'popd' ? words.length === 1 : words.length === 2 && words[1]?.raw === '-'

/** Where one form of a move leads from each directory; undefined when that is not known. */
const targetsOf = (words: readonly ShellWord[], context: PathContext): Bases | undefined => {
  const [name, target] = words
  if (words.length === 1 && name?.text === 'cd') return [context.home]
  const operand = words.slice(1).find(word => !word.text.startsWith('-'))
  if (!target || !operand) return undefined
  // It stays where it is, by that very name.
  if (isStatic(operand) && /^\.(?:\/\.?)*$/.test(operand.text)) return context.bases
  if (!operand.text.split('/').includes('..') || operand.glob)
    return usesOf(operand, 'read', context)?.map(use => use.path)
  // Taken back by name, as bash does, but never above the start.
  return operand.causes.length > 0
    ? undefined
    : context.bases.map(base => {
        const logical = isAbsolute(operand.text) ? operand.text : join(base, operand.text)
        return isInside(logical, context.start ?? base, { caseSensitive: true }) && !operand.tilde
          ? logical
          : `${base}/${operand.text}`
      })
}

const isPlainMove = (words: readonly ShellWord[]): boolean => {
  const [name, target] = words
  if (words.length === 1) return name?.text === 'cd'
  return words.length === 2 && !!target && isStatic(target) && !/^[-+]/.test(target.text)
}

/** It moves the shell of the line itself, and is not kept from it by a file that cannot be opened. */
const isOwn = ({ place, redirects }: SimpleCommand): boolean =>
  !place.subshell &&
  place.substitution === 0 &&
  redirects.every(({ target }) => isStatic(target) && target.text === '/dev/null')

const once = (bases: Bases): Bases => [...new Set(bases)]

/** The same object as long as nothing changed: most commands run where the one before did. */
const rememberWhere = (place: Omit<PathContext, 'bases'>) => {
  let last: Whereabouts | undefined
  return ({ bases, moved, lost }: Omit<Whereabouts, 'context'> & { readonly bases: Bases }): Whereabouts => {
    if (last?.context.bases !== bases || last.moved !== moved || last.lost !== lost)
      last = { context: { bases, ...place }, moved, lost }
    return last
  }
}

const withBack = (where: Whereabouts, back: boolean | undefined): Whereabouts =>
  back === undefined ? where : { ...where, context: { ...where.context, back } }

/**
 * The directories each command may run in, asked in their order. A `cd` that succeeded for certain (an `&&` chain) moves
 * what follows in its chain; for everything later the old and the new directory are both possible. So it is behind a
 * `;`, unless the directory is there and nothing before in the line could have taken it away.
 */
export const followDirectories = (start: {
  readonly cwd: string
  readonly home: string
  /** The working directory it is in: where an earlier command moved to, the next may move back from. */
  readonly root?: string
  /** Somewhere in the line is a `popd`. */
  readonly returns: boolean
  /** Whether a directory is there that can be gone into. */
  isThere(path: string): boolean
}): ((command: SimpleCommand, past: Past) => Whereabouts) => {
  let settled: Bases = [start.cwd]
  let chain: Chain | undefined
  /** Where the last move led, if it cannot have failed: that counts for every list behind it. */
  let sure: Chain | undefined
  const begun = new Set<number>()
  let lost = false
  const isElsewhere = (bases: Bases): boolean => bases.length !== 1 || bases[0] !== start.cwd
  const remembered = rememberWhere({ home: start.home, start: start.root ?? start.cwd })
  const whereIn = (bases: Bases, away: boolean): Whereabouts =>
    // Should a directory go away before the line runs, nothing must be changed in another one.
    remembered({ bases, moved: isElsewhere(bases) || lost || away, lost })
  return (command, { undisturbed }) => {
    const { place } = command
    const isFirst = !begun.has(place.list)
    begun.add(place.list)
    const certain = place.chained && !place.conditional && !place.background
    const trusted = undisturbed && sure ? { ...sure, away: sure.away || isElsewhere(sure.bases) } : undefined
    const known = certain ? (chain?.list === place.list ? chain : trusted) : undefined
    const away = (known ?? trusted)?.away ?? false
    const bases = known?.bases ?? trusted?.bases ?? settled
    const [base, ...others] = bases
    const forms = movesOf(command)?.map(words =>
      base !== undefined && others.length === 0 ? words.map(word => withWorkingDirectory(word, base)) : words,
    )
    if (!forms) return whereIn(bases, away)
    const stays = certain && !place.piped
    const back = forms.length === 1 && forms[0] !== undefined && isBack(forms[0])
    const behind = forms[0]?.[0]?.text === 'popd' ? known?.stack.at(-1) : known?.before
    const pushes = forms[0]?.[0]?.text === 'pushd'
    const answer = back ? stays && behind !== undefined : pushes ? stays && start.returns : undefined
    const here = withBack(whereIn(bases, away), answer)
    const keep = (next: Chain | undefined): void => {
      chain = next
      const cannotFail = isFirst && undisturbed && others.length === 0 && isOwn(command)
      sure = next?.bases.length === 1 && cannotFail && next.bases.every(start.isThere) ? next : undefined
    }
    if (back && stays && known && behind) {
      const stack = forms[0]?.[0]?.text === 'popd' ? known.stack.slice(0, -1) : known.stack
      keep({ list: place.list, bases: behind, stack, before: bases, away })
      return here
    }
    // From each directory it leads to another one.
    const found =
      settled.length + bases.length > MAX_BASES
        ? [undefined]
        : forms.map(form => targetsOf(form, here.context))
    const next = found.includes(undefined) ? undefined : once(found.flatMap(one => one ?? []))
    const room = next !== undefined && settled.length + next.length <= MAX_BASES
    // Where it may be is still worth comparing with rules.
    if (room) settled = once([...settled, ...next])
    if (!room || back || place.conditional || !forms.every(isPlainMove)) {
      lost = true
      keep(undefined)
    } else if (stays) {
      const stack = pushes ? [...(known?.stack ?? []), bases] : (known?.stack ?? [])
      keep({ list: place.list, bases: next, stack, before: bases, away })
    } else keep(undefined)
    return here
  }
}

export const isSameWhere = (one: Whereabouts, other: Whereabouts): boolean =>
  one === other ||
  (one.context.bases === other.context.bases &&
    one.context.back === other.context.back &&
    one.moved === other.moved &&
    one.lost === other.lost)

import { isAbsolute, join } from 'node:path'
import { isInside } from '../../../lib/paths.ts'
import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { type PathContext, placed, usesOf } from './path-use.ts'

const MAX_BASES = 8

/** Where a command runs, as far as that can be told. */
export interface Whereabouts {
  readonly context: PathContext
  readonly moved: boolean
  readonly lost: boolean
}

type Bases = readonly string[]

/** A chain of commands each of which runs only if all before it succeeded: where it is by now, and how to get back. */
interface Chain {
  readonly list: number
  readonly bases: Bases
  /** Where `popd` leads, the next one last. */
  readonly stack: readonly Bases[]
  /** Where `cd -` leads. */
  readonly before: Bases | undefined
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

const once = (bases: Bases): Bases => [...new Set(bases)]

/**
 * The directories each command may run in, asked in their order. A `cd` that succeeded for certain (an `&&` chain) moves
 * what follows in its chain; for everything later the old and the new directory are both possible.
 */
export const followDirectories = (start: {
  readonly cwd: string
  readonly home: string
  /** The working directory it is in: where an earlier command moved to, the next may move back from. */
  readonly root?: string
  /** Somewhere in the line is a `popd`. */
  readonly returns: boolean
}): ((command: SimpleCommand) => Whereabouts) => {
  let settled: Bases = [start.cwd]
  let chain: Chain | undefined
  let lost = false
  let last: Whereabouts | undefined
  const whereIn = (bases: Bases, back?: boolean): Whereabouts => {
    const moved = bases.length !== 1 || bases[0] !== start.cwd
    if (last?.context.bases === bases && last.lost === lost && last.context.back === back) return last
    const more = back === undefined ? {} : { back }
    last = {
      context: { bases, home: start.home, start: start.root ?? start.cwd, ...more },
      moved: moved || lost,
      lost,
    }
    return last
  }
  return command => {
    const { place } = command
    const certain = place.chained && !place.conditional && !place.background
    const known = certain && chain?.list === place.list ? chain : undefined
    const bases = known?.bases ?? settled
    const [base, ...others] = bases
    const forms = movesOf(command)?.map(words =>
      base !== undefined && others.length === 0 ? words.map(word => placed(word, base)) : words,
    )
    if (!forms) return whereIn(bases)
    const stays = certain && !place.piped
    const back = forms.length === 1 && forms[0] !== undefined && isBack(forms[0])
    const behind = forms[0]?.[0]?.text === 'popd' ? known?.stack.at(-1) : known?.before
    const pushes = forms[0]?.[0]?.text === 'pushd'
    const answer = back ? stays && behind !== undefined : pushes ? stays && start.returns : undefined
    const here = whereIn(bases, answer)
    if (back && stays && known && behind) {
      const stack = forms[0]?.[0]?.text === 'popd' ? known.stack.slice(0, -1) : known.stack
      chain = { ...known, bases: behind, stack, before: bases }
      return here
    }
    // From each directory it leads to another one.
    const found =
      settled.length + bases.length > MAX_BASES
        ? [undefined]
        : forms.map(form => targetsOf(form, here.context))
    const next = found.includes(undefined) ? undefined : once(found.flatMap(one => one ?? []))
    const room = next !== undefined && settled.length + next.length <= MAX_BASES
    const settledHere = room ? once([...settled, ...next]) : settled
    if (!room || back || place.conditional || !forms.every(isPlainMove)) lost = true
    else if (stays) {
      const stack = pushes ? [...(known?.stack ?? []), bases] : (known?.stack ?? [])
      chain = { list: place.list, bases: next, stack, before: bases }
    } else chain = undefined
    // Where it may be is still worth comparing with rules.
    settled = settledHere
    return here
  }
}

export const isSameWhere = (one: Whereabouts, other: Whereabouts): boolean =>
  one === other ||
  (one.context.bases === other.context.bases &&
    one.context.back === other.context.back &&
    one.moved === other.moved &&
    one.lost === other.lost)

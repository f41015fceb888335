import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic } from '../../../lib/shell/word.ts'
import { type Place, usesOf } from './path-use.ts'

const MAX_BASES = 8

/** Where a command runs, as far as that can be told. */
export interface Whereabouts {
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
 * The directories each command may run in, asked in their order. A `cd` that succeeded for certain (an `&&` chain) moves
 * what follows in its chain; for everything later the old and the new directory are both possible.
 */
export const followDirectories = (start: {
  readonly cwd: string
  readonly home: string
}): ((command: SimpleCommand) => Whereabouts) => {
  let settled: readonly string[] = [start.cwd]
  let chain: { readonly list: number; readonly bases: readonly string[] } | undefined
  let moved = false
  let lost = false
  let before: Whereabouts | undefined
  return command => {
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
  }
}

export const isSameWhere = (one: Whereabouts, other: Whereabouts): boolean =>
  one === other ||
  (one.place.bases === other.place.bases && one.moved === other.moved && one.lost === other.lost)

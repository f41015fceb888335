import type { Effect } from '../../../protocol/context.ts'
import { textTokens } from '../tokens.ts'

const WORD: Readonly<Record<Effect['kind'], string>> = {
  command: 'ran',
  write: 'wrote',
  delete: 'deleted',
  fetch: 'fetched',
  answer: 'asked',
  goal: 'goal reached',
  other: 'called',
}
/** Of words that go with a line. */
const MAX_DETAIL = 500

/**
 * The ledger as lines, oldest first: each command, file and address once, as it was last, with how often. When they
 * do not fit, the oldest that came to a plain end go, and a line says how many.
 */
export const effectLines = (
  effects: readonly Effect[],
  fit: { readonly budget: number; readonly cwd: string },
): readonly string[] => {
  const happened = effects.filter(({ outcome }) => outcome !== 'refused')
  const lines = merge(happened).map(({ effect, times }) => ({
    text: lineOf(effect, times, fit.cwd),
    matters: effect.outcome !== 'done' && effect.outcome !== 'failed',
  }))
  const kept = new Set<number>()
  let left = fit.budget - textTokens(omitted(lines.length))
  const keep = (matters: boolean): void => {
    for (const [at, line] of [...lines.entries()].reverse()) {
      if (line.matters !== matters || textTokens(line.text) > left) continue
      left -= textTokens(line.text) + 1
      kept.add(at)
    }
  }
  keep(true)
  keep(false)
  const texts = lines.filter((_, at) => kept.has(at)).map(({ text }) => text)
  const gone = lines.length - texts.length
  return gone === 0 ? texts : [omitted(gone), ...texts]
}

const WISH: Readonly<Record<Effect['kind'], string>> = {
  command: 'run',
  write: 'write',
  delete: 'delete',
  fetch: 'fetch',
  answer: 'ask',
  goal: 'reach',
  other: 'call',
}

const PLAN_CALL = 'ExitPlanMode'

/**
 * What was refused and has not happened since, newest last, with the words it was refused with. The oldest go when
 * they do not fit.
 */
export const refusedLines = (
  effects: readonly Effect[],
  fit: { readonly budget: number; readonly cwd: string },
): readonly string[] => {
  const refused = new Map<string, string>()
  for (const effect of effects) {
    const key = `${effect.kind} ${effect.text}`
    refused.delete(key)
    // Whether a plan is approved is told with the plan: one that was declined may have been approved since.
    if (effect.outcome !== 'refused' || effect.text === PLAN_CALL) continue
    // Words of the person are carried as theirs.
    const why = effect.said === undefined ? detailOf(effect) : 'declined by the person'
    refused.set(
      key,
      `${WISH[effect.kind]}: ${placeOf(effect, fit.cwd)}${why === undefined ? '' : ` — ${why}`}`,
    )
  }
  const kept: string[] = []
  let left = fit.budget
  for (const line of [...refused.values()].reverse()) {
    left -= textTokens(line) + 1
    if (left < 0) break
    kept.unshift(line)
  }
  return kept
}

const omitted = (count: number): string => `(${count} more not listed here; Recall finds them)`

interface Merged {
  readonly effect: Effect
  readonly times: number
}

/** A file that was written and then deleted is one thing with one end; what a look at the files adds is no second time. */
const merge = (effects: readonly Effect[]): readonly Merged[] => {
  const found = new Map<string, Merged>()
  for (const effect of effects) {
    if (effect.kind === 'answer') continue
    const isFile = effect.kind === 'write' || effect.kind === 'delete'
    const key = `${isFile ? 'file' : effect.kind} ${effect.text}`
    const known = found.get(key)
    found.delete(key)
    found.set(key, known ? again(known, effect) : { effect, times: happens(effect) })
  }
  return [...found.values()]
}

const again = (known: Merged, effect: Effect): Merged => {
  const seenOnly = effect.toolUseId === undefined && effect.kind === known.effect.kind
  if (seenOnly) return known
  return {
    effect: summed(known.effect, effect),
    times: known.times + (effect.toolUseId === undefined ? 0 : happens(effect)),
  }
}

/** A command that failed was run; a file that nobody knows to be written was not. */
const happens = ({ kind, outcome }: Effect): number =>
  outcome === 'done' || outcome === 'running' || (kind === 'command' && outcome === 'failed') ? 1 : 0

const LINES = /^\+(\d+) −(\d+) lines$/

/** Lines of several changes of one file add up; of everything else the last end counts. */
const summed = (before: Effect, after: Effect): Effect => {
  const [first, second] = [before, after].map(
    ({ kind, detail }) => (kind === 'write' && LINES.exec(detail ?? '')) || [],
  )
  if (!first?.[0] || !second?.[0]) return after
  const [added, removed] = [1, 2].map(at => Number(first[at]) + Number(second[at]))
  return { ...after, detail: `+${added} −${removed} lines` }
}

const lineOf = (effect: Effect, times: number, cwd: string): string => {
  if (effect.kind === 'goal' && effect.outcome !== 'done')
    return `goal given up: ${effect.text}${effect.detail === undefined ? '' : ` (${detailOf(effect)})`}`
  const often = times > 1 ? ` ×${times}` : ''
  return `${WORD[effect.kind]}: ${placeOf(effect, cwd)}${often}${ending(effect, detailOf(effect))}`
}

const placeOf = ({ text }: Effect, cwd: string): string =>
  text.startsWith(`${cwd}/`) ? text.slice(cwd.length + 1) : text

const detailOf = ({ detail }: Effect): string | undefined =>
  detail?.replaceAll('\n', ' ').slice(0, MAX_DETAIL)

const ending = ({ outcome, taskId }: Effect, detail: string | undefined): string => {
  switch (outcome) {
    case 'done':
      return detail === undefined ? '' : ` (${detail})`
    case 'running':
      return ` — still running${taskId === undefined ? '' : ` as task ${taskId}`}`
    case 'interrupted':
      return ` — interrupted, its effect is unknown${detail === undefined ? '' : ` (${detail})`}`
    case 'failed':
    case 'refused':
      return ` — ${outcome}${detail === undefined ? '' : `: ${detail}`}`
  }
}

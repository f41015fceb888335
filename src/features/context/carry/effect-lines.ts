import type { Effect } from '../../../protocol/context.ts'
import { textTokens } from '../tokens.ts'
import { type MergedEffect, mergeEffects, sayEnds } from './merge-effects.ts'

const WORD: Readonly<Record<Effect['kind'], string>> = {
  command: 'ran',
  write: 'wrote',
  delete: 'deleted',
  fetch: 'fetched',
  answer: 'asked',
  goal: 'goal reached',
  external: 'changed by the person or another program',
  other: 'called',
}
/** Of words that go with a line. */
const MAX_DETAIL = 500

/**
 * The ledger as lines, oldest first: each command, file and address once, with how often, or with each end it came to
 * where these differ. When they do not fit, the oldest that came to a plain end go, and a line says how many.
 */
export const effectLines = (
  effects: readonly Effect[],
  fit: { readonly budget: number; readonly cwd: string },
): readonly string[] => {
  const lines = mergeEffects(effects).map(merged => ({
    text: lineOf(merged, fit.cwd),
    matters: merged.effect.outcome !== 'done' && merged.effect.outcome !== 'failed',
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
  external: 'change',
  other: 'call',
}

/**
 * What was refused and has not happened since, newest last, with the words it was refused with. The oldest go when
 * they do not fit.
 */
export const refusedLines = (
  effects: readonly Effect[],
  fit: {
    readonly budget: number
    readonly cwd: string
    /** Tools by which a plan is approved: how that ended is told with the plan. */
    readonly approvals?: readonly string[]
  },
): readonly string[] => {
  const refused = new Map<string, string>()
  for (const effect of effects) {
    const key = `${effect.kind} ${effect.text}`
    refused.delete(key)
    // A plan that was declined may have been approved since.
    if (effect.outcome !== 'refused' || fit.approvals?.includes(effect.text)) continue
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

const lineOf = ({ effect, times, ends }: MergedEffect, cwd: string): string => {
  if (effect.kind === 'goal' && effect.outcome !== 'done')
    return `goal given up: ${effect.text}${effect.detail === undefined ? '' : ` (${detailOf(effect)})`}`
  // How it was changed says who did: the detail is the verb.
  if (effect.kind === 'external') return `${detailOf(effect) ?? WORD.external}: ${placeOf(effect, cwd)}`
  const head = `${WORD[effect.kind]}: ${placeOf(effect, cwd)}`
  if (ends.length > 1) return `${head} — ${sayEnds(ends)}`
  return `${head}${times > 1 ? ` ×${times}` : ''}${ending(effect, detailOf(effect))}`
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

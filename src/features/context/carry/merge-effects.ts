import type { Effect } from '../../../protocol/context.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { detailText } from './detail-words.ts'

const says = modelTexts('carried_ends', {
  next: { en: '{before}, then {after}', zh: '{before}，然后{after}' },
  and: { en: '{before} and {after}', zh: '{before}和{after}' },
  times: { en: '{end} ×{times:number}', zh: '{end} ×{times:number}' },
  about: { en: '{end} ({about})', zh: '{end}（{about}）' },
  asTask: { en: 'as task {id}', zh: '任务 {id}' },
  wrote: { en: 'wrote it', zh: '已写入' },
  deleted: { en: 'deleted it', zh: '已删除' },
  stopped: { en: 'stopped', zh: '已停止' },
  succeeded: { en: 'succeeded', zh: '成功' },
  running: { en: 'still running', zh: '仍在运行' },
  interrupted: { en: 'interrupted, effect unknown', zh: '被中断，结果未知' },
  failed: { en: 'failed', zh: '失败' },
  refused: { en: 'refused', zh: '被拒绝' },
})

/** All calls about one command, file or address. */
export interface MergedEffect {
  /** The last that was not refused; lines of several changes are summed up in it. */
  readonly effect: Effect
  readonly times: number
  /** What they came to, oldest first; equal ends in a row are one. */
  readonly ends: readonly EffectEnd[]
}

interface EffectEnd {
  readonly effect: Effect
  readonly times: number
}

/**
 * One entry for each command, file and address that something happened to, in the order of the last time. A change
 * that was only found by looking at the files is no second time.
 */
export const mergeEffects = (effects: readonly Effect[]): readonly MergedEffect[] => {
  const found = new Map<string, readonly Effect[]>()
  for (const effect of effects) {
    if (effect.kind === 'answer') continue
    const isFile = effect.kind === 'write' || effect.kind === 'delete'
    const key = `${isFile ? 'file' : effect.kind} ${effect.text}`
    const known = found.get(key) ?? []
    // A refusal is no event of its own here: it does not move the line.
    if (effect.outcome !== 'refused') found.delete(key)
    const earlier = effect.kind === 'external' ? [] : known
    found.set(key, wasSeenOnly(effect, earlier) ? earlier : [...earlier, effect])
  }
  return [...found.values()].flatMap(merged)
}

const wasSeenOnly = (effect: Effect, known: readonly Effect[]): boolean =>
  effect.toolUseId === undefined &&
  known.findLast(({ outcome }) => outcome !== 'refused')?.kind === effect.kind

const merged = (effects: readonly Effect[]): readonly MergedEffect[] => {
  const last = effects.findLastIndex(({ outcome }) => outcome !== 'refused')
  // A later refusal is listed with the refusals.
  const until = effects.slice(0, last + 1)
  const ends = until.reduce(addEnd, [])
  const [only] = ends.slice(-1)
  if (!only) return []
  return [{ effect: only.effect, times: until.filter(happened).length, ends }]
}

/** A command that failed was run; a file that nobody knows to be written was not. */
const happened = ({ kind, outcome }: Effect): boolean =>
  outcome === 'done' || outcome === 'running' || (kind === 'command' && outcome === 'failed')

const addEnd = (ends: readonly EffectEnd[], effect: Effect): readonly EffectEnd[] => {
  const before = ends.at(-1)
  const joined = before && joinEnds(before.effect, effect)
  return before && joined
    ? [...ends.slice(0, -1), { effect: joined, times: before.times + 1 }]
    : [...ends, { effect, times: 1 }]
}

const LINES = /^\+(\d+) −(\d+) lines$/

/** Lines of changes of one file in a row add up; other ends are one where they say the same. */
const joinEnds = (before: Effect, after: Effect): Effect | undefined => {
  if (before.kind !== after.kind || before.outcome !== after.outcome) return undefined
  if (after.outcome === 'done' && after.kind === 'write') return summed(before, after)
  // Why it was refused is told by the words of whoever did, and with the refusals.
  if (after.outcome === 'refused') return after
  return before.detail === after.detail && before.taskId === after.taskId ? after : undefined
}

const summed = (before: Effect, after: Effect): Effect => {
  const [first, second] = [before, after].map(({ detail }) => LINES.exec(detail ?? '') ?? [])
  if (!first?.[0] || !second?.[0]) return after
  const [added, removed] = [1, 2].map(at => Number(first[at]) + Number(second[at]))
  return { ...after, detail: `+${added} −${removed} lines` }
}

/** Of more ends than this the ones in the middle are only counted. */
const MAX_ENDS = 5
const MAX_DETAIL = 200
const STOPPED = 'stopped'

export const sayEnds = (ends: readonly EffectEnd[]): Text => {
  if (ends.length <= MAX_ENDS) return inTurn(ends.map(sayEnd))
  const [first, ...rest] = ends
  const middle = rest.slice(0, 2 - MAX_ENDS)
  const shown = rest.slice(2 - MAX_ENDS)
  return inTurn([...(first ? [sayEnd(first)] : []), countEnds(middle), ...shown.map(sayEnd)])
}

const inTurn = (texts: readonly Text[]): Text =>
  texts.reduce((before, after) => says('next', { before, after }))

const sayEnd = ({ effect, times }: EffectEnd): Text => {
  const { outcome, taskId } = effect
  const detail = outcome === 'refused' ? undefined : effect.detail?.replaceAll('\n', ' ').slice(0, MAX_DETAIL)
  const end = says(endRow(effect))
  const counted = times > 1 ? says('times', { end, times }) : end
  if (outcome === 'running' && taskId !== undefined)
    return says('about', { end: counted, about: says('asTask', { id: taskId }) })
  if (detail === STOPPED) return end
  return detail === undefined ? counted : says('about', { end: counted, about: detailText(detail) })
}

const countEnds = (ends: readonly EffectEnd[]): Text => {
  const counts = new Map<EndRow, number>()
  for (const { effect, times } of ends) counts.set(endRow(effect), (counts.get(endRow(effect)) ?? 0) + times)
  return [...counts]
    .map(([row, times]): Text => says('times', { end: says(row), times }))
    .reduce((before, after) => says('and', { before, after }))
}

type EndRow = 'wrote' | 'deleted' | 'stopped' | 'succeeded' | Exclude<Effect['outcome'], 'done'>

const endRow = ({ kind, outcome, detail }: Effect): EndRow => {
  if (outcome !== 'done') return outcome
  if (kind === 'write' || kind === 'delete') return kind === 'write' ? 'wrote' : 'deleted'
  // Somebody ended a background command: that is no success.
  return detail === STOPPED ? 'stopped' : 'succeeded'
}

import type { Effect } from '../../../protocol/context.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { textTokens } from '../tokens.ts'
import { detailText } from './detail-words.ts'
import { type MergedEffect, mergeEffects, sayEnds } from './merge-effects.ts'

const says = modelTexts('carried_effects', {
  command: { en: 'ran: {place}', zh: '运行：{place}' },
  write: { en: 'wrote: {place}', zh: '写入：{place}' },
  delete: { en: 'deleted: {place}', zh: '删除：{place}' },
  fetch: { en: 'fetched: {place}', zh: '获取：{place}' },
  answer: { en: 'asked: {place}', zh: '提问：{place}' },
  goal: { en: 'goal reached: {place}', zh: '目标已达成：{place}' },
  givenUp: { en: 'goal given up: {place}', zh: '目标已放弃：{place}' },
  other: { en: 'called: {place}', zh: '调用：{place}' },
  external: { en: '{how}: {place}', zh: '{how}：{place}' },
  unknownChange: { en: 'changed by the person or another program', zh: '被用户或其他程序修改' },
  times: { en: '{line} ×{times:number}', zh: '{line} ×{times:number}' },
  came: { en: '{line} — {end}', zh: '{line} —— {end}' },
  about: { en: '{line} ({detail})', zh: '{line}（{detail}）' },
  running: { en: 'still running', zh: '仍在运行' },
  runningAs: { en: 'still running as task {id}', zh: '仍在运行，任务 {id}' },
  interrupted: { en: 'interrupted, its effect is unknown', zh: '被中断，结果未知' },
  failed: { en: 'failed', zh: '失败' },
  refused: { en: 'refused', zh: '被拒绝' },
  because: { en: '{end}: {detail}', zh: '{end}：{detail}' },
  runWish: { en: 'run: {place}', zh: '运行：{place}' },
  writeWish: { en: 'write: {place}', zh: '写入：{place}' },
  deleteWish: { en: 'delete: {place}', zh: '删除：{place}' },
  fetchWish: { en: 'fetch: {place}', zh: '获取：{place}' },
  askWish: { en: 'ask: {place}', zh: '提问：{place}' },
  reachWish: { en: 'reach: {place}', zh: '达成：{place}' },
  changeWish: { en: 'change: {place}', zh: '修改：{place}' },
  callWish: { en: 'call: {place}', zh: '调用：{place}' },
  more: {
    en: '({count:number} more not listed here; Recall finds them)',
    zh: '（另有 {count:number} 项没有列出；可用 Recall 查找）',
  },
})

interface Fit {
  readonly budget: number
  readonly cwd: string
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

/** Of words that go with a line. */
const MAX_DETAIL = 500

/**
 * The ledger as lines, oldest first: each command, file and address once, with how often, or with each end it came to
 * where these differ. When they do not fit, the oldest that came to a plain end go, and a line says how many.
 */
export const effectLines = (effects: readonly Effect[], fit: Fit): readonly string[] => {
  const lines = mergeEffects(effects).map(merged => ({
    text: forModel(lineOf(merged, fit.cwd), fit.language),
    matters: merged.effect.outcome !== 'done' && merged.effect.outcome !== 'failed',
  }))
  const kept = new Set<number>()
  const omitted = (count: number): string => forModel(says('more', { count }), fit.language)
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

const WISH = {
  command: 'runWish',
  write: 'writeWish',
  delete: 'deleteWish',
  fetch: 'fetchWish',
  answer: 'askWish',
  goal: 'reachWish',
  external: 'changeWish',
  other: 'callWish',
} as const

/**
 * What was refused and has not happened since, newest last, with the words it was refused with. The oldest go when
 * they do not fit.
 */
export const refusedLines = (
  effects: readonly Effect[],
  fit: Fit & {
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
    const end = effect.said === undefined ? detailOf(effect) : detailText('declined by the person')
    const line = says(WISH[effect.kind], { place: placeOf(effect, fit.cwd) })
    refused.set(key, forModel(end === undefined ? line : says('came', { line, end }), fit.language))
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

const lineOf = ({ effect, times, ends }: MergedEffect, cwd: string): LocalizedText => {
  const place = placeOf(effect, cwd)
  const detail = detailOf(effect)
  // The goal is told in the words it was set with.
  if (effect.kind === 'goal' && effect.outcome !== 'done')
    return withDetail(says('givenUp', { place: effect.text }), detail)
  // How it was changed says who did: the detail is the verb.
  if (effect.kind === 'external') return says('external', { how: detail ?? says('unknownChange'), place })
  const head = says(effect.kind, { place })
  if (ends.length > 1) return says('came', { line: head, end: sayEnds(ends) })
  const line = times > 1 ? says('times', { line: head, times }) : head
  return effect.outcome === 'done'
    ? withDetail(line, detail)
    : says('came', { line, end: ending(effect.outcome, { taskId: effect.taskId, detail }) })
}

const withDetail = (line: LocalizedText, detail: Text | undefined): LocalizedText =>
  detail === undefined ? line : says('about', { line, detail })

const placeOf = ({ kind, text }: Effect, cwd: string): Text => {
  if (text.startsWith(`${cwd}/`)) return text.slice(cwd.length + 1)
  // What was neither run nor written is named by this program.
  return kind === 'other' || kind === 'answer' ? detailText(text) : text
}

const detailOf = ({ detail }: Effect): Text | undefined =>
  detail === undefined ? undefined : detailText(detail.replaceAll('\n', ' ').slice(0, MAX_DETAIL))

const ending = (
  outcome: Exclude<Effect['outcome'], 'done'>,
  { taskId, detail }: { readonly taskId: string | undefined; readonly detail: Text | undefined },
): LocalizedText => {
  if (outcome === 'running') return taskId === undefined ? says('running') : says('runningAs', { id: taskId })
  if (outcome === 'interrupted') return withDetail(says('interrupted'), detail)
  return detail === undefined ? says(outcome) : says('because', { end: says(outcome), detail })
}

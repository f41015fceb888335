import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { denialText } from '../../protocol/messages/permissions/denials.ts'

const says = modelTexts('denial_warnings', {
  again: {
    en: 'The same call was denied before. If it is denied once more, the turn ends: do something else, or answer.',
    zh: '同样的调用先前已被拒绝。再被拒绝一次，这一轮就会结束：请换别的做法，或直接回答。',
  },
  many: {
    en: '{inTurn:number} calls were denied in this turn, and at {most:number} it ends: finish with what is allowed, or answer.',
    zh: '这一轮已有 {inTurn:number} 个调用被拒绝，到 {most:number} 个就会结束：请用允许的方式完成，或直接回答。',
  },
})
/** Denials of one turn, as a fold: a model that repeats a refused call is stopped. */
export interface Denials {
  readonly lastCall: string | undefined
  /** Denials of that call in a row. */
  readonly streak: number
  readonly inTurn: number
}

export const NO_DENIALS: Denials = { lastCall: undefined, streak: 0, inTurn: 0 }

const MAX_STREAK = 3
const MAX_IN_TURN = 20

interface DeniedCall {
  readonly toolName: string
  readonly input: unknown
}

const normalise = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim().replace(/\s+/g, ' ')
  if (Array.isArray(value)) return value.map(normalise)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, normalise(one)]),
  )
}

const keyOf = (call: DeniedCall): string => JSON.stringify([call.toolName, normalise(call.input)])

export const recordDenial = (denials: Denials, call: DeniedCall): Denials => {
  const key = keyOf(call)
  return {
    lastCall: key,
    streak: denials.lastCall === key ? denials.streak + 1 : 1,
    inTurn: denials.inTurn + 1,
  }
}

/** A call that ran: the model is getting somewhere. */
export const recordSuccess = (denials: Denials): Denials => ({ ...denials, lastCall: undefined, streak: 0 })

/** Why no more calls should be decided without the person, or undefined. */
export const denialLimit = (denials: Denials): LocalizedText | undefined => {
  if (denials.streak >= MAX_STREAK) return denialText('same_call_denied', { count: denials.streak })
  return denials.inTurn >= MAX_IN_TURN ? denialText('calls_denied', { count: denials.inTurn }) : undefined
}

/** So many denials before the last one of a turn the model is warned. */
const WARNED_BEFORE = 3

/** What the model is told shortly before the limit. */
export const denialWarning = ({ streak, inTurn }: Denials): LocalizedText | undefined => {
  if (streak === MAX_STREAK - 1) return says('again')
  return inTurn >= MAX_IN_TURN - WARNED_BEFORE ? says('many', { inTurn, most: MAX_IN_TURN }) : undefined
}

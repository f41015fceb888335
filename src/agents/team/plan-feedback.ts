import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'

const says = modelTexts('plan_feedback', {
  ended: { en: 'It ended before it answered.', zh: '它在答复前已结束。' },
  asksToStop: { en: 'It asks you to stop.', zh: '它要求你停止。' },
  notAsked: { en: 'It could not be asked: {why}', zh: '未能询问它：{why}' },
})

/** Why nobody approves a plan: its leader has gone. */
export const leaderEnded = (): LocalizedText => says('ended')

export const leaderAsksToStop = (): LocalizedText => says('asksToStop')

export const leaderNotAsked = (error: unknown): LocalizedText => says('notAsked', { why: String(error) })

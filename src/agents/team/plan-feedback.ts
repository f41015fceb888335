import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'

const says = modelTexts('plan_feedback', {
  ended: { en: 'It ended before it answered.', zh: '它在答复前已结束。' },
  asksToStop: { en: 'It asks you to stop.', zh: '它要求你停止。' },
  leaderNotAsked: {
    en: 'The leader of the team could not be asked: {why}',
    zh: '未能询问团队领导者：{why}',
  },
  notAsked: { en: 'It could not be asked: {why}', zh: '未能询问它：{why}' },
})

/** Why nobody approves a plan: its leader has gone. */
export const leaderEnded = (): LocalizedText => says('ended')

export const leaderAsksToStop = (): LocalizedText => says('asksToStop')

export const leaderNotAsked = (error: unknown): LocalizedText => says('notAsked', { why: String(error) })

/** The same where the sentence stands alone: what a call waited for, in the leader's place. */
export const questionNotAsked = (error: unknown): LocalizedText =>
  says('leaderNotAsked', { why: String(error) })

import { alternativesFor } from '../../features/permissions/rules/alternatives.ts'
import { scratchFor } from '../../features/permissions/scratch/scratch-for.ts'
import { refusalText } from '../../lib/refusal.ts'
import type { Access } from '../../protocol/access.ts'
import { sentences, verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { textForModel } from '../../protocol/messages/text-for-model.ts'
import type { Policy } from '../../protocol/permission.ts'
import type { Tool } from '../../protocol/tool.ts'
import type { BothLanguages, PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Refusal } from './authorization.ts'

const says = modelTexts('refused_call', {
  open: {
    en: 'Do not work around it; whatever else is allowed may be used.',
    zh: '不要绕过；其他被允许的方式可以使用。',
  },
  unasked: { en: 'Nobody can be asked here. {advice}', zh: '这里没有人可问。{advice}' },
  scratch: {
    en: 'Temporary files go to {directory}, where you may write without asking.',
    zh: '临时文件请放到 {directory}，那里可以直接写入。',
  },
  decide: {
    en: 'Decide yourself within what you were asked to do, and say what you decided.',
    zh: '请在任务范围内自行决定，并说明决定。',
  },
  doThat: {
    en: 'Their words are your instruction now: do what they say.',
    zh: '用户的话就是你现在的指令：照做。',
  },
  notOtherwise: {
    en: 'Do not do the same in another form. Go on with what does not need it, or ask what they want instead.',
    zh: '不要换一种形式做同样的事。继续不需要它的工作，或问用户想要什么。',
  },
})

export interface RefusedCall {
  readonly tool: Tool
  readonly accesses: readonly Access[]
  readonly refusal: Refusal
  readonly policy: Policy
  /** What the environment names for temporary files; absent: no other directory is named for them. */
  readonly temporary?: readonly string[] | undefined
  /** What comes of one more denial, when that is near. */
  readonly warning: LocalizedText | undefined
  readonly language?: PromptLanguage | undefined
}

/** What the model reads of a call that was refused: why, and what is open to it. */
export const refusedText = async (refused: RefusedCall): Promise<string> => {
  const { language = 'en' } = refused
  const advice = [adviceOn(refused), scratchAdvice(refused), refused.warning].filter(
    part => part !== undefined,
  )
  return refusalText(
    await textForModel(refused.refusal.message, language),
    advice.length === 0 ? undefined : await textForModel(sentences(advice), language),
    language,
  )
}

const adviceOn = ({ tool, accesses, refusal, policy }: RefusedCall): LocalizedText | undefined => {
  const { decision } = refusal
  if (refusal.declined !== undefined)
    return chosen(tool.declined) ?? says(refusal.declined === 'words' ? 'doThat' : 'notOtherwise')
  // What a hook says is what it wants; plan mode says what to do instead.
  if (decision.because.type === 'hook' || (policy.mode === 'plan' && decision.because.type === 'mode'))
    return undefined
  if (!refusal.unasked) return says('open')
  const asksPerson = accesses.some(access => access.kind === 'person')
  return tool.unanswered === undefined && !asksPerson
    ? alternativesFor({ accesses, decision, policy })
    : says('unasked', { advice: chosen(tool.unanswered) ?? says('decide') })
}

/** Where a temporary file may go instead. What a person or a hook refused is not offered in another form. */
const scratchAdvice = ({ accesses, refusal, policy, temporary }: RefusedCall): LocalizedText | undefined => {
  const { type, text } = refusal.decision.because
  // A rule for the whole tool holds there as well.
  const isWhole = type === 'rule' && !/ rule \w+\(/.test(text)
  if (refusal.declined !== undefined || type === 'hook' || isWhole) return undefined
  const directory = temporary && scratchFor(accesses, policy, temporary)
  return directory ? says('scratch', { directory }) : undefined
}

/** What a tool says itself, which is in both languages or in none. */
const chosen = (text: string | BothLanguages | undefined): LocalizedText | undefined => {
  if (text === undefined) return undefined
  return typeof text === 'string' ? verbatim(text) : { id: 'refused_call.tool', text: text.en, zh: text.zh }
}

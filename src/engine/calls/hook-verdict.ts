import type { HookVerdict } from '../../protocol/hook.ts'
import { asLocalized, verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { sentence as toSentence } from '../../protocol/messages/permissions/allow-list.ts'
import { callText } from '../../protocol/messages/permissions/calls.ts'
import { because, type Decision, type PermissionAnswer } from '../../protocol/permission.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('hook_remarks', {
  objects: { en: 'A hook objects to your {tool} call: {reason}', zh: '钩子反对你的 {tool} 调用：{reason}' },
  says: { en: 'A hook says about your {tool} call: {text}', zh: '关于你的 {tool} 调用，钩子说：{text}' },
})

/** deny > ask > allow, whoever says it; a hook's allow lifts only the question that no rule asked for. */
export const combine = (decision: Decision, hook: HookVerdict): Decision => {
  const reason = hook.reason === undefined ? callText('hook_decided') : asLocalized(hook.reason)
  if (decision.verdict === 'deny') return decision
  if (hook.permission === 'deny') return hookDecision('deny', reason)
  if (hook.permission === 'defer') return hookDecision('deny', callText('hook_defers', { reason }))
  if (hook.permission === 'ask') return { ...hookDecision('ask', reason), offer: decision.offer }
  if (hook.permission === 'allow' && isLiftable(decision))
    return { ...hookDecision('allow', reason), readOnly: decision.readOnly }
  return decision
}

/** What no rule and no protection asked about, a hook may allow. */
export const isLiftable = ({ verdict, because: { type } }: Decision): boolean =>
  verdict === 'ask' && !['rule', 'safetyCheck', 'sandboxOverride'].includes(type)

type HookAnswer =
  | Extract<PermissionAnswer, { behavior: 'allow' }>
  | { readonly behavior: 'deny'; readonly message: LocalizedText; readonly interrupt?: boolean }

/** What hooks said in the person's place; undefined: somebody else is asked. */
export const hookAnswer = (hook: HookVerdict, decision: Decision): HookAnswer | undefined => {
  if (hook.permission === 'deny' || hook.stop !== undefined)
    return {
      behavior: 'deny',
      message: sentence(hook.reason ?? hook.stop ?? callText('hook_declined')),
      ...(hook.interrupt ? { interrupt: true } : {}),
    }
  if (hook.permission !== 'allow' || !isLiftable(decision)) return undefined
  return {
    behavior: 'allow',
    ...(hook.updatedInput === undefined ? {} : { updatedInput: hook.updatedInput }),
    ...(hook.updatedPermissions ? { updatedPermissions: hook.updatedPermissions } : {}),
  }
}

const sentence = (text: Text): LocalizedText =>
  typeof text === 'string' ? verbatim(/[.!?]$/.test(text) ? text : `${text}.`) : toSentence(text)

export const hookDecision = (verdict: Decision['verdict'], reason: LocalizedText): Decision => ({
  verdict,
  because: because('hook', reason),
  offer: [],
  readOnly: false,
})

/** What hooks have to say beside a result. It stands behind the results of all calls of a reply: who says it, of which. */
export const hookRemarks = (
  tool: string,
  { reason, context }: Pick<HookVerdict, 'reason' | 'context'>,
  language?: PromptLanguage,
): readonly string[] => [
  ...(reason === undefined ? [] : [forModel(says('objects', { tool, reason }), language)]),
  ...context.map(text => forModel(says('says', { tool, text }), language)),
]

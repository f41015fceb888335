import { modelText } from '../../protocol/messages/engine/model-choice.ts'
import { questionText } from '../../protocol/messages/permissions/questions.ts'
import { OpError } from '../../protocol/op.ts'
import { askedBecause, because, type PermissionRequest, titled } from '../../protocol/permission.ts'
import { CHANGE_DIRECTORY } from '../../protocol/tools/rule-names.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Gate } from '../permissions/part.ts'

export interface MayEnterOptions {
  readonly config: { readonly permissions: { readonly canAsk: boolean }; readonly runtime: Runtime }
  readonly gate: Pick<Gate, 'policy'>
  readonly desk: Pick<PermissionDesk, 'ask'>
}

/** Directories a session is moved to, by the name that was called first and by their own. */
interface Entered {
  readonly names: readonly string[]
  readonly signal: AbortSignal
}

/** Throws OpError where a `Cd` rule keeps the session out of a directory; one that asks is put to the person. */
export const mayEnter = async (at: MayEnterOptions, { names, signal }: Entered): Promise<void> => {
  const policy = at.gate.policy()
  if (!policy.rules.some(({ text }) => text.trimStart().startsWith(CHANGE_DIRECTORY))) return
  const { findDirectoryRule } = await import('../../features/permissions/rules/directory-rules.ts')
  const rule = findDirectoryRule(names, policy)
  if (!rule) return
  const path = names.at(-1) ?? ''
  if (rule.behavior === 'deny') throw new OpError(modelText('cd_denied', { path, rule: rule.text }))
  if (!at.config.permissions.canAsk || policy.mode === 'dontAsk')
    throw new OpError(modelText('cd_unasked', { path, rule: rule.text }))
  const answer = await at.desk.ask(questionAbout(path, rule.text, at.config.runtime), signal)
  if (answer?.behavior !== 'allow') throw new OpError(modelText('cd_declined', { path }))
}

const questionAbout = (path: string, rule: string, { newId }: Runtime): PermissionRequest => {
  const why = questionText('cd_rule', { rule })
  const id = newId()
  return {
    id,
    toolName: CHANGE_DIRECTORY,
    toolUseId: id,
    input: { path },
    decision: { verdict: 'ask', because: because('rule', why), offer: [], readOnly: false },
    details: {
      ...titled(questionText('cd_title')),
      ...askedBecause(why),
      subject: { text: path, risky: [] },
      saves: [],
    },
  }
}

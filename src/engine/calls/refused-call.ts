import { alternativesFor } from '../../features/permissions/rules/alternatives.ts'
import { scratchFor } from '../../features/permissions/scratch/scratch-for.ts'
import { refusalText } from '../../lib/refusal.ts'
import type { Access } from '../../protocol/access.ts'
import type { Policy } from '../../protocol/permission.ts'
import type { Tool } from '../../protocol/tool.ts'
import type { Refusal } from './authorize.ts'

export interface RefusedCall {
  readonly tool: Tool
  readonly accesses: readonly Access[]
  readonly refusal: Refusal
  readonly policy: Policy
  /** What the environment names for temporary files; absent: no other directory is named for them. */
  readonly temporary?: readonly string[] | undefined
  /** What comes of one more denial, when that is near. */
  readonly warning: string | undefined
}

/** What the model reads of a call that was refused: why, and what is open to it. */
export const refusedText = (refused: RefusedCall): string => {
  const advice = [adviceOn(refused), scratchAdvice(refused), refused.warning].filter(
    part => part !== undefined && part !== '',
  )
  return refusalText(refused.refusal.message.text, advice.length === 0 ? undefined : advice.join(' '))
}

const OPEN = 'Do not work around it; whatever else is allowed may be used.'

const adviceOn = ({ tool, accesses, refusal, policy }: RefusedCall): string | undefined => {
  const { decision } = refusal
  if (refusal.declined !== undefined)
    return tool.declined ?? (refusal.declined === 'words' ? DO_THAT : NOT_OTHERWISE)
  // What a hook says is what it wants; plan mode says what to do instead.
  if (decision.because.type === 'hook' || (policy.mode === 'plan' && decision.because.type === 'mode'))
    return undefined
  if (!refusal.unasked) return OPEN
  const asksPerson = accesses.some(access => access.kind === 'person')
  return tool.unanswered === undefined && !asksPerson
    ? alternativesFor({ accesses, decision, policy })
    : `Nobody can be asked here. ${tool.unanswered ?? DECIDE}`
}

/** Where a temporary file may go instead. What a person or a hook refused is not offered in another form. */
const scratchAdvice = ({ accesses, refusal, policy, temporary }: RefusedCall): string | undefined => {
  const { type, text } = refusal.decision.because
  // A rule for the whole tool holds there as well.
  const isWhole = type === 'rule' && !/ rule \w+\(/.test(text)
  if (refusal.declined !== undefined || type === 'hook' || isWhole) return undefined
  const directory = temporary && scratchFor(accesses, policy, temporary)
  return directory && `Temporary files go to ${directory}, where you may write without asking.`
}

const DECIDE = 'Decide yourself within what you were asked to do, and say what you decided.'
const DO_THAT = 'Their words are your instruction now: do what they say.'
const NOT_OTHERWISE =
  'Do not do the same in another form. Go on with what does not need it, or ask what they want instead.'

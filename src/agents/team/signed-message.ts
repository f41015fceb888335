import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TeamMessage } from '../../protocol/agents/team-message.ts'

export type Question = Extract<TeamMessage, { readonly type: 'permission_request' }>
export type Answer = Extract<TeamMessage, { readonly type: 'permission_response' }>

export type PlanQuestion = Extract<TeamMessage, { readonly type: 'plan_approval_request' }>
export type PlanResponse = Extract<TeamMessage, { readonly type: 'plan_approval_response' }>
type Signable = Question | Answer | PlanQuestion | PlanResponse

export interface Signing {
  readonly secret: string
  readonly from: string
  readonly to: string
}

/** Every field that counts. */
const fieldsOf = (message: Signable): readonly unknown[] => {
  if (message.type === 'permission_request') {
    const { toolName, toolUseId, description, input, modes = null, needs = null } = message
    return [toolName, toolUseId, description, input, modes, needs]
  }
  if (message.type === 'plan_approval_request')
    return [message.plan, message.planFilePath ?? null, message.kinds ?? null]
  const { approve, feedback = null, mode = null } = message
  if (message.type === 'plan_approval_response') return [approve, feedback, mode]
  const { updatedInput = null, limited = null, interrupt = null, failed } = message
  return [approve, feedback, updatedInput, limited, mode, interrupt, ...(failed ? [failed] : [])]
}

const signatureOf = (message: Signable, { secret, from, to }: Signing): string => {
  const text = JSON.stringify([from, to, message.type, message.requestId, fieldsOf(message)])
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** With a proof that whoever knows the secret has written it. */
export const signed = <T extends Signable>(message: T, signing: Signing): T => ({
  ...message,
  auth: signatureOf(message, signing),
})

/** Anybody in a team can write a message that says it is from anybody. */
export const isGenuine = (message: Signable, signing: Signing): boolean => {
  const expected = Buffer.from(signatureOf(message, signing))
  const given = Buffer.from(message.auth ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TeamMessage } from '../../protocol/agents/team-message.ts'

export type Question = Extract<TeamMessage, { readonly type: 'permission_request' }>
export type Answer = Extract<TeamMessage, { readonly type: 'permission_response' }>

export interface Signing {
  readonly secret: string
  readonly from: string
  readonly to: string
}

const signatureOf = (message: Question | Answer, { secret, from, to }: Signing): string => {
  const said =
    message.type === 'permission_request'
      ? [
          message.toolName,
          message.toolUseId,
          message.description,
          message.input,
          message.modes ?? null,
          message.needs ?? null,
        ]
      : [
          message.approve,
          message.feedback ?? null,
          message.updatedInput ?? null,
          message.limited ?? null,
          message.mode ?? null,
          message.interrupt ?? null,
        ]
  const text = JSON.stringify([from, to, message.type, message.requestId, said])
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** With a proof that whoever knows the secret has written it. */
export const signed = <T extends Question | Answer>(message: T, signing: Signing): T => ({
  ...message,
  auth: signatureOf(message, signing),
})

/** Anybody in a team can write a message that says it is from anybody. */
export const isGenuine = (message: Question | Answer, signing: Signing): boolean => {
  const expected = Buffer.from(signatureOf(message, signing))
  const given = Buffer.from(message.auth ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

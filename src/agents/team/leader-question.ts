import { isObject } from '../../lib/is-object.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { because, type PermissionAnswer, type PermissionRequest } from '../../protocol/permission.ts'
import { type Answer, isGenuine, type Question, type Signing, signed } from './signed-message.ts'

/** The question of a member, as the leader's terminal shows it; undefined: the member did not write it. */
export const questionFor = (
  message: Question,
  { secret, info, leader }: { readonly secret: string; readonly info: AgentInfo; readonly leader: string },
): PermissionRequest | undefined => {
  const { requestId, toolName, toolUseId, input, description, needs, modes = [] } = message
  if (!isGenuine(message, { secret, from: info.name, to: leader })) return undefined
  return {
    id: requestId,
    toolName,
    toolUseId,
    input,
    ...(needs ? { needs } : {}),
    decision: {
      verdict: 'ask',
      because: because('other', verbatim(description)),
      // Rules that it could save are not ours: only what changes the member itself is offered.
      offer: modes.map(mode => ({ type: 'setMode', mode, destination: 'session' })),
      readOnly: false,
    },
    agent: { id: info.id, name: info.name, toolUseId: info.toolUseId },
  }
}

/** What the person said, for the member that asked. */
export const answerFor = (
  answer: PermissionAnswer,
  { id, ...signing }: Signing & { readonly id: string },
): Answer => {
  const common = { type: 'permission_response', requestId: id } as const
  if (answer.behavior === 'deny') {
    const { message, interrupt, failed } = answer
    const said = { ...common, approve: false, feedback: message }
    return signed({ ...said, ...(interrupt ? { interrupt } : {}), ...(failed ? { failed } : {}) }, signing)
  }
  const { updatedInput, limited, note, updatedPermissions = [] } = answer
  const chosen = updatedPermissions.find(update => update.type === 'setMode')
  return signed(
    {
      ...common,
      approve: true,
      ...(isObject(updatedInput) ? { updatedInput } : {}),
      ...(limited ? { limited } : {}),
      ...(note === undefined ? {} : { feedback: note }),
      ...(chosen ? { mode: chosen.mode } : {}),
    },
    signing,
  )
}

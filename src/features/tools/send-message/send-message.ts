import * as z from 'zod'
import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import { type TeamMessage, writeTeamMessage } from '../../../protocol/agents/team-message.ts'
import type { Tool, ToolCall } from '../../../protocol/tool.ts'
import { fields, plainText, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { SEND_MESSAGE_PROMPT } from './prompt.ts'

/** Of what members say to each other's programs, what a model may say: nothing in it is the person's consent. */
const protocolMessage = z.object({
  type: z.enum(['shutdown_request', 'shutdown_response', 'plan_approval_response']),
  request_id: z.string().max(200).optional(),
  approve: z.boolean().optional(),
  reason: z.string().max(10_000).optional(),
  feedback: z.string().max(10_000).optional(),
})

const input = fields({
  to: someText('agentId or name'),
  message: z.union([someText(), protocolMessage]),
  summary: plainText('5-10 words').optional(),
})
type SendMessageInput = z.output<typeof input>

interface SendMessageOutput {
  readonly success: true
  readonly message: string
  readonly agent?: AgentInfo
  readonly recipients?: readonly string[]
}

export const sendMessageTool: Tool<SendMessageInput, SendMessageOutput> = {
  name: 'SendMessage',
  description: SEND_MESSAGE_PROMPT,
  input,
  noAccess: "Reaches agents and members of the session's own team; what they do is decided call by call.",
  access: () => [],
  leavesTrace: true,
  run: withoutProgress(send),
  show: output => [{ type: 'text', text: output.message }],
  deferred: { hint: 'message or continue an agent' },
}

async function send(
  { to, message, summary }: SendMessageInput,
  { agents, id }: ToolCall,
): Promise<SendMessageOutput> {
  const text = typeof message === 'string' ? message : writeTeamMessage(asTeamMessage(message, id))
  const recipients = await agents.team?.send({ to, text, ...(summary ? { summary } : {}) })
  if (recipients) return { success: true, recipients, message: sentTo(recipients) }
  const wasRunning = agents.list().some(one => (one.id === to || one.name === to) && one.status === 'running')
  const agent = await agents.send({ to, text })
  const who = `${agent.name} (${agent.id})`
  return {
    success: true,
    agent,
    message: wasRunning
      ? `Queued for ${who}: it hears it at its next pause.`
      : `${who} goes on in the background, from where it had stopped. You are told when it ends.`,
  }
}

const asTeamMessage = (
  { type, request_id, approve, reason, feedback = reason }: z.output<typeof protocolMessage>,
  callId: string,
): TeamMessage => {
  const requestId = request_id || callId
  if (type === 'shutdown_request') return { type, requestId, ...(feedback ? { reason: feedback } : {}) }
  // To stop is granted in silence, a plan is not.
  const yes = approve ?? type === 'shutdown_response'
  return { type, requestId, approve: yes, ...(feedback ? { feedback } : {}) }
}

const sentTo = (names: readonly string[]): string =>
  names.length === 0
    ? 'Nobody else is in the team.'
    : `Sent to ${names.join(', ')}. Answers come to you by themselves: do not wait for them.`

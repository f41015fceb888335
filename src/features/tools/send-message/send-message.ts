import type { z } from 'zod'
import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import type { Tool, ToolCall } from '../../../protocol/tool.ts'
import { fields, plainText, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { SEND_MESSAGE_PROMPT } from './prompt.ts'

const input = fields({
  to: someText('agentId or name'),
  message: someText(),
  summary: plainText('5-10 words').optional(),
})
type SendMessageInput = z.output<typeof input>

interface SendMessageOutput {
  readonly success: true
  readonly message: string
  readonly agent: AgentInfo
}

export const sendMessageTool: Tool<SendMessageInput, SendMessageOutput> = {
  name: 'SendMessage',
  description: SEND_MESSAGE_PROMPT,
  input,
  access: () => [],
  leavesTrace: true,
  run: withoutProgress(send),
  show: output => [{ type: 'text', text: output.message }],
  deferred: { hint: 'message or continue an agent' },
}

async function send({ to, message }: SendMessageInput, { agents }: ToolCall): Promise<SendMessageOutput> {
  const wasRunning = agents.list().some(one => (one.id === to || one.name === to) && one.status === 'running')
  const agent = await agents.send({ to, text: message })
  const who = `${agent.name} (${agent.id})`
  return {
    success: true,
    agent,
    message: wasRunning
      ? `Queued for ${who}: it hears it at its next pause.`
      : `${who} goes on in the background, from where it had stopped. You are told when it ends.`,
  }
}

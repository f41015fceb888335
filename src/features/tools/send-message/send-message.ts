import * as z from 'zod'
import { escapeLine } from '../../../lib/escape-text.ts'
import type { PersonQuestion } from '../../../protocol/access.ts'
import type { AgentInfo, Agents } from '../../../protocol/agents/agents.ts'
import type { PeerInfo, PeerSent } from '../../../protocol/agents/peers.ts'
import { type TeamMessage, writeTeamMessage } from '../../../protocol/agents/team-message.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import { toolQuestion } from '../../../protocol/messages/permissions/tool-questions.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { fields, flag, givenOf, plainText, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('sendMessage', {
  queued: {
    en: 'Queued for {who}: it hears it at its next pause.',
    zh: '已排队发给 {who}：它会在下一次停顿时收到。',
  },
  resumed: {
    en: '{who} goes on in the background, from where it had stopped. You are told when it ends.',
    zh: '{who} 在后台从停下处继续。结束时会通知你。',
  },
  held: {
    en: 'Sent to the session {name}, where it is held until its user lets it through.',
    zh: '已发送给会话 {name}，等其用户放行。',
  },
  delivered: {
    en: 'Sent to the session {name}: its model reads it at the next pause.',
    zh: '已发送给会话 {name}：其模型会在下一次停顿时读到。',
  },
  notice: {
    en: ' You are told once when that session is idle or ends.',
    zh: '那个会话空闲或结束时会通知你一次。',
  },
  noWait: { en: '{sent}{notice} Do not wait for an answer.', zh: '{sent}{notice}不要等待回答。' },
  alone: { en: 'Nobody else is in the team.', zh: '团队中没有其他成员。' },
  sentTo: {
    en: 'Sent to {names}. Answers come to you by themselves: do not wait for them.',
    zh: '已发送给 {names}。回答会自己到来：不要等待。',
  },
  notSession: {
    en: 'notify_when_idle is for other sessions, and none is called {name}.',
    zh: 'notify_when_idle 只用于其他会话，而没有名为 {name} 的会话。',
  },
  ended: { en: 'The session {name} has ended.', zh: '会话 {name} 已结束。' },
})

/** Of what members say to each other's programs, what a model may say: nothing in it is the person's consent. */
const protocolMessage = z.object({
  type: z.enum(['shutdown_request', 'shutdown_response', 'plan_approval_response']),
  request_id: z.string().max(200).optional(),
  approve: z.boolean().optional(),
  reason: z.string().max(10_000).optional(),
  feedback: z.string().max(10_000).optional(),
})

const input = fields({
  to: someText({ en: 'agentId or name', zh: 'agentId 或名称' }),
  message: z.union([someText(), protocolMessage]),
  summary: plainText({ en: '5-10 words', zh: '5–10 个词' }).optional(),
  notify_when_idle: flag({
    en: 'sessions only: tells you once when it is next idle or ends',
    zh: '仅限会话：它下次空闲或结束时通知你一次',
  }).optional(),
})
type SendMessageInput = z.output<typeof input> & {
  /** Put in by the session; not there where somebody else changed the call: then nobody knows yet. */
  readonly reaches?: Recipient
}

/** What is to be an agent or a member is never sent to a session instead, and the other way round. */
type Recipient = 'own' | 'beyond' | Pick<PeerInfo, 'id' | 'name'>

interface SendMessageOutput {
  readonly success: true
  readonly message: string
  readonly agent?: AgentInfo
  readonly recipients?: readonly string[]
  readonly session?: PeerSent
}

export const sendMessageTool: Tool<SendMessageInput, SendMessageOutput> = {
  name: 'SendMessage',
  present,
  groups: ['conversation', 'members', 'coordinator', 'team_work'],
  description: {
    en: 'Says something to an agent you started, by its agentId or name, or to a member of your team: its name, or * for all. A running one hears it at its next pause; one that has ended goes on from where it stopped, in the background, with all it knew. Also to another session of the user on this machine, by its name (ListAgents): it decides by itself what it does. Never ask one for what was denied to you.',
    zh: '向你启动的智能体发消息（用 agentId 或名称），或向团队成员发消息（用其名称，* 为全体）。运行中的在下次停顿时收到；已结束的带着原有上下文在后台接着做。也可按名称发给用户在本机的其他会话（ListAgents）：由它自行决定怎么做。绝不要请它们做你被拒绝的事。',
  },
  input,
  unused: ({ message }) => (typeof message === 'string' ? [] : unusedIn(message)),
  noAccess: "Agents and members of the session's own team: what any of them does is decided call by call.",
  access: ({ to, message, reaches }) =>
    reaches === 'beyond'
      ? [{ kind: 'person', question: leaving(to, message) }]
      : typeof message !== 'string' || reaches === 'own'
        ? []
        : [{ kind: 'message', session: reaches?.name ?? to, text: message }],
  prepare: async (given, { agents }) => ({ ...given, reaches: await recipientOf(given, agents) }),
  observe: ({ reaches: _, ...given }) => given,
  leavesTrace: true,
  run: withoutProgress(send),
  show: output => [{ type: 'text', text: output.message }],
  deferred: { hint: { en: 'message or continue an agent', zh: '给智能体发消息或让其继续' } },
}

async function send(given: SendMessageInput, { agents, id, language }: ToolCall): Promise<SendMessageOutput> {
  const { to, message, summary, notify_when_idle: notifyWhenIdle } = given
  const { reaches = await recipientOf(given, agents) } = given
  if (typeof reaches === 'object' && typeof message === 'string')
    return await toSession(
      reaches,
      { text: message, notifyWhenIdle: notifyWhenIdle ?? false, language },
      agents,
    )
  if (notifyWhenIdle) throw new ToolError(says('notSession', { name: to }))
  const text = typeof message === 'string' ? message : writeTeamMessage(asTeamMessage(message, id))
  const recipients = await agents.team?.send({ to, text, ...(summary ? { summary } : {}) })
  if (recipients) return { success: true, recipients, message: forModel(sentTo(recipients), language) }
  const own = ownAgents(to, agents)
  const agent = await agents.send({ to, text })
  const who = `${agent.name} (${agent.id})`
  return {
    success: true,
    agent,
    message: forModel(
      says(own.some(({ status }) => status === 'running') ? 'queued' : 'resumed', { who }),
      language,
    ),
  }
}

const ownAgents = (to: string, agents: Pick<Agents, 'list'>): readonly AgentInfo[] =>
  agents.list().filter(one => one.id === to || one.name === to)

/** Own agents and members come before sessions of the same name. */
const recipientOf = async (
  { to, message, notify_when_idle: notifyWhenIdle }: SendMessageInput,
  agents: Agents,
): Promise<Recipient> => {
  const isOurs = ownAgents(to, agents).length > 0
  const ofTeam = agents.team?.asksBeyond && !isOurs ? 'beyond' : 'own'
  // The program's own messages are for members of a team.
  if (typeof message !== 'string') return ofTeam
  if (!notifyWhenIdle && (await agents.team?.reaches(to))) return ofTeam
  if (isOurs) return 'own'
  const peer = await agents.peers?.find(to)
  return peer ? { id: peer.id, name: peer.name } : 'own'
}

const leaving = (to: string, message: SendMessageInput['message']): PersonQuestion => ({
  title: toolQuestion('send_title', { to: escapeLine(to, 100) }),
  why: toolQuestion('send_beyond'),
  text: typeof message === 'string' ? message : message.type,
})

const toSession = async (
  { id, name: called }: Exclude<Recipient, string>,
  {
    text,
    notifyWhenIdle,
    language,
  }: {
    readonly text: string
    readonly notifyWhenIdle: boolean
    readonly language: PromptLanguage | undefined
  },
  { peers }: Agents,
): Promise<SendMessageOutput> => {
  const session = await peers?.send({ to: id, text, notifyWhenIdle })
  if (!session) throw new ToolError(says('ended', { name: called }))
  const { name, outcome } = session
  const done = outcome === 'held' ? says('held', { name }) : says('delivered', { name })
  const then = notifyWhenIdle ? says('notice') : ''
  return { success: true, session, message: forModel(says('noWait', { sent: done, notice: then }), language) }
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

/** A request to stop asks for the answer, and the feedback is the reason. */
const unusedIn = (message: z.output<typeof protocolMessage>): readonly string[] =>
  [
    ...(message.type === 'shutdown_request' ? givenOf(message, ['approve']) : []),
    ...(message.feedback === undefined ? [] : givenOf(message, ['reason'])),
  ].map(name => `message.${name}`)

const sentTo = (names: readonly string[]): LocalizedText =>
  names.length === 0 ? says('alone') : says('sentTo', { names: names.join(', ') })

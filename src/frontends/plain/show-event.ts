import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { textField } from '../../lib/values/read-field.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { MentionFacts } from '../../protocol/attachment.ts'
import type { MessageEntry } from '../../protocol/entry.ts'
import type { Event } from '../../protocol/event.ts'
import type { AssistantBlock, AssistantMessage, SystemMessage } from '../../protocol/message.ts'
import { turnText } from '../../protocol/messages/engine/turn.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { lineText } from '../../protocol/messages/plain.ts'
import type { StreamEvent } from '../../protocol/model.ts'
import type { PermissionRequest } from '../../protocol/permission.ts'
import { amount, followAgents, noteAgent } from './follow-agents.ts'
import { type Paint, sayIn, speaking } from './paint.ts'
import type { OpenCall, PlainState } from './plain-state.ts'
import { showQuestion } from './show-question.ts'
import { type FinishedCall, showResult } from './show-result.ts'
import { callSubject } from './tool-views.ts'

export interface Shown {
  readonly state: PlainState
  readonly text: string
}

/**
 * One event as text for a terminal. Text streams as it comes; a call's line comes when the calls before it have their
 * results, or when it is asked about, so that a result stands under its call. The end of a turn is the caller's to say.
 */
export const showEvent = (state: PlainState, event: Event, colours: Paint): Shown => {
  const paint = speaking(colours, state.localize)
  if (event.agent && event.type !== 'agent_changed')
    return showAgentEvent(state, { event, agent: event.agent }, paint)
  switch (event.type) {
    case 'turn_started':
      return { state: { ...state, cwd: event.turn.cwd }, text: '' }
    case 'stream':
      return showStream(state, event.event)
    case 'entry':
      return event.replay ? { state, text: '' } : showEntry(state, event.entry, paint)
    case 'permission_request':
      return showRequest(state, event.request, paint)
    case 'tombstone':
      return onNewLine(state, paint('dim', sayIn(paint, lineText('discarded'))))
    case 'retry':
      return showRetry(state, event, paint)
    case 'notice':
      return event.level === 'warning' || event.level === 'error'
        ? onNewLine(state, paint('yellow', `! ${escapeText(state.localize(event.localized))}`))
        : { state, text: '' }
    case 'to_person':
      return onNewLine(state, escapeText(event.text))
    case 'command_output':
      return onNewLine(state, escapeText(state.localize(event.localized)))
    case 'turn_ended':
      return endLine(state)
    case 'agent_changed':
      return showAgentChange(state, event.info, paint)
    case 'workflow_changed':
    case 'transition':
    case 'usage':
    case 'status':
    case 'tool_started':
    case 'tool_progress':
    case 'script_call':
    case 'permission_settled':
    case 'permission_denied':
    case 'hook':
    case 'hook_callback':
    case 'hook_settled':
    case 'terminal_sequence':
    case 'task':
    case 'files_rewound':
    case 'branch_changed':
    case 'shell':
    case 'ui_request':
    case 'session_changed':
    case 'aside':
    case 'batch_label':
    case 'contributions_changed':
    case 'editor_changed':
    case 'browser_changed':
      return { state, text: '' }
  }
}

/** What waits for a limit is said in a sentence of its own. */
const showRetry = (state: PlainState, event: Extract<Event, { type: 'retry' }>, paint: Paint): Shown => {
  if (event.resetsAt !== undefined) return { state, text: '' }
  const reason = escapeText(state.localize(event.localized ?? event.reason ?? turnText('model_silent')))
  return onNewLine(
    state,
    paint('dim', sayIn(paint, lineText('retrying', { reason, attempt: event.attempt + 1 }))),
  )
}

const showStream = (state: PlainState, event: StreamEvent): Shown => {
  if (event.type === 'content_block_start' || event.type === 'message_start') {
    const ended = endLine(state)
    return { ...ended, state: { ...ended.state, streamed: false } }
  }
  const delta = event['delta']
  if (event.type !== 'content_block_delta' || textField(delta, 'type') !== 'text_delta')
    return { state, text: '' }
  const text = escapeText(textField(delta, 'text') ?? '')
  if (text === '') return { state, text: '' }
  return { state: { ...state, midLine: true, streamed: true }, text: state.midLine ? text : `\n${text}` }
}

const showEntry = (state: PlainState, entry: MessageEntry, paint: Paint): Shown => {
  // What went wrong stands in the ending, in the same words.
  if (entry.type === 'assistant' && entry.isApiErrorMessage) return endLine(state)
  if (entry.type === 'assistant')
    return chain(state, entry.message.content, (now, block) =>
      showBlock(now, { block, presentations: entry.presentations }, paint),
    )
  if (entry.type === 'system' && isCompaction(entry))
    return onNewLine(state, paint('dim', `(${escapeText(entry.content)})`))
  if (entry.type === 'attachment' && entry.attachment.kind === 'mention')
    return onNewLine(
      state,
      paint('dim', sayIn(paint, sayMention(entry.attachment['mention'] as MentionFacts))),
    )
  if (entry.type !== 'user') return { state, text: '' }
  const { content } = entry.message
  if (typeof content === 'string')
    return entry.isMeta ? { state, text: '' } : showPrompt(state, content, paint)
  return chain(state, content, (now, block) => {
    if (block.type === 'tool_result') {
      const presentation = entry.presentations?.[block.tool_use_id]
      return showOutcome(now, { block, presentation }, paint)
    }
    return block.type === 'text' && !entry.isMeta
      ? showPrompt(now, block.text, paint)
      : { state: now, text: '' }
  })
}

const sayMention = (facts: MentionFacts): LocalizedText => lineText('aside', { text: mentionText(facts) })

const mentionText = ({ name, what, count: number }: MentionFacts): LocalizedText => {
  const file = escapeLine(name, 200)
  if (what === 'denied') return lineText('not_attached_denied', { file })
  if (what === 'failed' || what === 'tooMuch') return lineText('not_attached', { file })
  if (what === 'session') return lineText('other_session', { file })
  if (what === 'unchanged') return lineText('already_there', { file })
  if (number === undefined || !(what === 'lines' || what === 'entries' || what === 'pages'))
    return lineText('attached', { file })
  return lineText(`attached_${what}`, { file, count: number })
}

/** By itself: what a person asked for is answered. */
const isCompaction = ({ subtype, compactMetadata }: SystemMessage): boolean =>
  subtype === 'compact_boundary' && compactMetadata?.trigger !== 'manual'

const showPrompt = (state: PlainState, text: string, paint: Paint): Shown =>
  onNewLine(state, paint('bold', `> ${escapeText(text).replaceAll('\n', '\n  ')}`))

const showBlock = (
  state: PlainState,
  {
    block,
    presentations,
  }: { readonly block: AssistantBlock; readonly presentations: AssistantMessage['presentations'] },
  paint: Paint,
): Shown => {
  if (block.type === 'text') {
    const ended = endLine({ ...state, streamed: false })
    return state.streamed ? ended : onNewLine(state, escapeText(block.text))
  }
  if (block.type !== 'tool_use') return { state, text: '' }
  const subject = callSubject({ input: block.input, presentation: presentations?.[block.id] }, state.cwd)
  const call: OpenCall = { id: block.id, name: escapeLine(block.name), subject, shown: false }
  const added = { ...state, calls: [...state.calls, call] }
  return state.calls.length === 0 ? showCall(added, call, paint) : { state: added, text: '' }
}

const showCall = (state: PlainState, call: OpenCall, paint: Paint): Shown => {
  const calls = state.calls.map(each => (each.id === call.id ? { ...each, shown: true } : each))
  const line = `${paint('cyan', '●')} ${paint('bold', call.name)}(${call.subject})`
  return onNewLine({ ...state, calls, under: call.id }, line)
}

/** What the session says of an agent: one line for each thing that matters. */
const showAgentChange = (state: PlainState, info: AgentInfo, paint: Paint): Shown => {
  const { agents, line } = noteAgent(state.agents, info)
  const now = { ...state, agents }
  return line === undefined
    ? { state: now, text: '' }
    : onNewLine(now, paint('dim', sayIn(paint, lineText('aside', { text: line }))))
}

/** Of an agent: when it begins, what it asks, and how it ended. Its words are for whoever started it. */
const showAgentEvent = (
  state: PlainState,
  { event, agent }: { readonly event: Event; readonly agent: AgentOrigin },
  paint: Paint,
): Shown => {
  const name = escapeLine(agent.name, 60)
  const agents = followAgents(state.agents, event, agent)
  const told = state.agents.some(({ id, info }) => id === agent.id && info)
  if (told && (event.type === 'turn_started' || event.type === 'turn_ended')) return { state, text: '' }
  switch (event.type) {
    case 'turn_started':
      return onNewLine({ ...state, agents }, paint('dim', sayIn(paint, lineText('begins', { name }))))
    case 'turn_ended': {
      const { tools = 0, tokens = 0 } = state.agents.find(({ id }) => id === agent.id) ?? {}
      const how = lineText(event.terminal.kind === 'completed' ? 'done' : 'ended_early')
      const said = { name, how, tools: amount('tools', tools), tokens: amount('tokens', tokens) }
      return onNewLine({ ...state, agents }, paint('dim', sayIn(paint, lineText('ended', said))))
    }
    case 'permission_request': {
      const first = onNewLine({ ...state, agents }, paint('dim', sayIn(paint, lineText('asks', { name }))))
      return {
        ...first,
        text: `${first.text}${showQuestion(event.request, state.cwd, paint)}`,
      }
    }
    default:
      return { state: agents === state.agents ? state : { ...state, agents }, text: '' }
  }
}

const showRequest = (state: PlainState, request: PermissionRequest, paint: Paint): Shown => {
  const call = state.calls.find(each => each.id === request.toolUseId)
  const first = call && !call.shown ? showCall(state, call, paint) : endLine(state)
  return { state: first.state, text: `${first.text}${showQuestion(request, state.cwd, paint)}` }
}

const showOutcome = (state: PlainState, { block, presentation }: FinishedCall, paint: Paint): Shown => {
  const call = state.calls.find(each => each.id === block.tool_use_id)
  const calls = state.calls.filter(each => each !== call)
  // A result whose call is not the last one on the screen, or is not there at all, gets a line that names it.
  const titled = call && state.under !== call.id ? showCall(state, call, paint) : endLine(state)
  const lines = showResult({ block, presentation: call && presentation }, paint)
  const after: PlainState = { ...titled.state, calls, under: undefined }
  const next = calls[0]
  const following = next && !next.shown ? showCall(after, next, paint) : { state: after, text: '' }
  return { state: following.state, text: `${titled.text}${lines.join('\n')}\n${following.text}` }
}

const endLine = (state: PlainState): Shown => ({
  state: { ...state, midLine: false },
  text: state.midLine ? '\n' : '',
})

/** A paragraph of its own, after an empty line. */
const onNewLine = (state: PlainState, text: string): Shown => {
  const ended = endLine(state)
  return { state: ended.state, text: `${ended.text}\n${text}\n` }
}

const chain = <T>(
  state: PlainState,
  parts: readonly T[],
  show: (state: PlainState, part: T) => Shown,
): Shown =>
  parts.reduce<Shown>(
    (so, part) => {
      const next = show(so.state, part)
      return { state: next.state, text: so.text + next.text }
    },
    { state, text: '' },
  )

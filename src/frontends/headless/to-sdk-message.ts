import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type {
  SdkApiRetry,
  SdkAssistant,
  SdkHookProgress,
  SdkHookResponse,
  SdkHookStarted,
  SdkInformational,
  SdkMessage,
  SdkPermissionDenied,
  SdkStatus,
  SdkToolProgress,
  SdkUser,
} from '../../protocol/control/sdk-message.ts'
import type { MessageEntry } from '../../protocol/entry.ts'
import type { Event, HookReport } from '../../protocol/event.ts'
import { SYNTHETIC_MODEL, toolUses } from '../../protocol/message.ts'
import { type AnnouncedAgents, fromAgent } from './agent-messages.ts'
import { informational } from './informational.ts'
import { initMessage } from './init-message.ts'
import { fromLimitEnd, fromLimits, fromRefusal } from './rate-limit-event.ts'
import { localizedOf, outcomeOf, resultMessage } from './result-message.ts'
import { fromScript } from './script-messages.ts'
import { fromTask } from './task-messages.ts'
import type { ThinkingTokens } from './thinking-tokens.ts'
import { kindOnWire } from './wire-error.ts'

/** What the translation of an event depends on besides the event. */
export interface SdkContext {
  readonly sessionId: string
  readonly version: string
  readonly betas: readonly string[]
  readonly includePartialMessages: boolean
  readonly includeHookEvents: boolean
  readonly replayUserMessages: boolean
  /** What agents say and think is wanted as well, not only what they do. */
  readonly forwardAgentText: boolean
  /** The message came from this front end, which knows it already. */
  readonly isOwnMessage: (uuid: string) => boolean
  /** The message that opened the running turn. */
  readonly userMessageUuid: string | undefined
  readonly origin?: { readonly kind: string } | undefined
  readonly ids: () => string
  readonly agents: AnnouncedAgents
  readonly thinking: ThinkingTokens
}

/** The lines a host sees of an event. Permission questions travel as control messages and are not among them. */
export const toSdkMessages = (event: Event, context: SdkContext): readonly SdkMessage[] =>
  event.agent && !isPassedOn(event, context) ? [] : linesOf(event, context)

const fromPiece = (
  { event, agent, ttftMs }: EventOf<'stream'>,
  { includePartialMessages }: SdkContext,
  identity: () => Identity,
): readonly SdkMessage[] => {
  if (!includePartialMessages) return []
  const ttft = ttftMs === undefined ? {} : { ttft_ms: Math.round(ttftMs) }
  return [
    { type: 'stream_event', event, parent_tool_use_id: agent?.toolUseId ?? null, ...ttft, ...identity() },
  ]
}

const linesOf = (event: Event, context: SdkContext): readonly SdkMessage[] => {
  const identity = (): Identity => ({ uuid: context.ids(), session_id: context.sessionId })
  switch (event.type) {
    case 'turn_started':
      return [fromStart(event, context)]
    case 'entry':
      // Restored history was shown by the run that wrote it; a side chain is worth nothing without its agent.
      if (event.replay || (event.entry.isSidechain && !event.agent)) return []
      return fromEntry(event.entry, context, event.agent)
    case 'stream':
      return [...fromPiece(event, context, identity), ...context.thinking.linesOf(event, identity)]
    case 'notice':
      return [fromNotice(event, identity())]
    case 'to_person':
      return [fromWord(event, identity())]
    case 'turn_ended':
      return [...fromLimitEnd(event.terminal, identity), ...fromEnd(event, context)]
    case 'hook':
      return fromHook(event.hook, context)
    case 'tombstone':
      return [{ type: 'system', subtype: 'tombstone', removed: event.uuids, ...identity() }]
    case 'browser_changed': {
      const { on, running, tabs } = event.state
      return [{ type: 'system', subtype: 'browser_changed', on, running, tabs, ...identity() }]
    }
    case 'retry':
      return [fromRetry(event, identity()), ...fromRefusal(event, identity)]
    case 'status':
      return [fromStatus(event, identity())]
    case 'tool_progress':
      return [fromToolProgress(event, identity())]
    case 'script_call':
      return [fromScript(event, identity())]
    case 'permission_denied':
      return [fromDenial(event, identity())]
    case 'task':
      return fromTask(event, identity, context.agents)
    case 'command_output':
      return [fromCommand(event, identity())]
    case 'batch_label':
      return [fromLabel(event, identity())]
    case 'agent_changed':
      return fromAgent(event.info, context.agents, identity)
    case 'aside':
      return fromAside(event, identity)
    case 'usage':
      return fromLimits(event.limits, identity)
    case 'tool_started':
    case 'transition':
    case 'permission_request':
    case 'permission_settled':
    case 'files_rewound':
    case 'branch_changed':
    case 'shell':
    case 'ui_request':
    case 'session_changed':
    case 'contributions_changed':
    case 'workflow_changed':
    case 'editor_changed':
    // Asked of the host in another way, or meant for a terminal.
    case 'hook_callback':
    case 'hook_settled':
    case 'terminal_sequence':
      return []
  }
}

type EventOf<T extends Event['type']> = Extract<Event, { readonly type: T }>

const fromStart = ({ turn }: EventOf<'turn_started'>, { ids, version, betas }: SdkContext): SdkMessage =>
  initMessage(turn, { uuid: ids(), version, betas })

const fromNotice = (
  { localized, text, level, toolUseId, agent }: EventOf<'notice'>,
  identity: Identity,
): SdkMessage =>
  informational(localized ?? text, { level, toolUseId: toolUseId ?? agent?.toolUseId }, identity)
interface Identity {
  readonly uuid: string
  readonly session_id: string
}

const fromRetry = (event: EventOf<'retry'>, identity: Identity): SdkApiRetry => ({
  type: 'system',
  subtype: 'api_retry',
  attempt: event.attempt,
  max_retries: event.maxRetries,
  retry_delay_ms: Math.round(event.delayMs),
  error_status: event.status,
  error: kindOnWire(event.error),
  ...(event.reason === undefined ? {} : { error_message: event.reason }),
  ...(event.localized === undefined ? {} : { localized: event.localized }),
  ...(event.resetsAt === undefined ? {} : { resets_at: event.resetsAt }),
  ...identity,
})

const fromWord = ({ kind, text, toolUseId }: EventOf<'to_person'>, identity: Identity): SdkInformational => ({
  ...informational(text, { level: 'notice', toolUseId }, identity),
  to_person: kind,
})

const fromStatus = (event: EventOf<'status'>, identity: Identity): SdkStatus => ({
  type: 'system',
  subtype: 'status',
  status: event.status,
  ...(event.mode && { permissionMode: event.mode }),
  ...identity,
})

const fromToolProgress = (event: EventOf<'tool_progress'>, identity: Identity): SdkToolProgress => ({
  type: 'tool_progress',
  tool_use_id: event.toolUseId,
  tool_name: event.toolName,
  parent_tool_use_id: event.agent?.toolUseId ?? null,
  elapsed_time_seconds: Math.round(event.elapsedMs / 100) / 10,
  ...identity,
})

const fromAside = ({ kind, text }: EventOf<'aside'>, identity: () => Identity): readonly SdkMessage[] =>
  kind === 'suggestion' ? [{ type: 'prompt_suggestion', suggestion: text, ...identity() }] : []

const fromLabel = ({ text, toolUseIds }: EventOf<'batch_label'>, identity: Identity): SdkMessage => ({
  type: 'tool_use_summary',
  summary: text,
  preceding_tool_use_ids: toolUseIds,
  ...identity,
})

const fromCommand = ({ text, localized }: EventOf<'command_output'>, identity: Identity): SdkMessage => {
  const about = { type: 'system', subtype: 'local_command_output' } as const
  return { ...about, content: text, localized, ...identity }
}

const fromDenial = (event: EventOf<'permission_denied'>, identity: Identity): SdkPermissionDenied => ({
  type: 'system',
  subtype: 'permission_denied',
  tool_name: event.toolName,
  tool_use_id: event.toolUseId,
  decision_reason_type: event.reasonType,
  message: event.message,
  localized: event.localized,
  ...(event.agent && { agent_id: event.agent.id }),
  ...identity,
})

/**
 * What an agent says and does goes out on behalf of the call that started it. What cannot be told on the wire from the
 * same of the conversation stays here: beginning and end of its turns, what it waits for, room it made.
 */
const isPassedOn = (event: Event, { forwardAgentText }: SdkContext): boolean => {
  switch (event.type) {
    case 'entry':
      return event.entry.type !== 'system' && (forwardAgentText || !isWords(event.entry))
    case 'stream':
      return forwardAgentText
    case 'tool_progress':
    case 'permission_denied':
    case 'notice':
    case 'tombstone':
    case 'hook':
    case 'agent_changed':
      return true
    default:
      return false
  }
}

/** Only said or thought; a failure is more than words. */
const isWords = (entry: MessageEntry): boolean =>
  entry.type === 'assistant' && !entry.error && toolUses(entry.message.content).length === 0

const originOf = (agent: AgentOrigin | undefined): Pick<SdkAssistant, 'parent_tool_use_id' | 'agent_id'> =>
  agent ? { parent_tool_use_id: agent.toolUseId, agent_id: agent.id } : { parent_tool_use_id: null }

const fromEntry = (
  entry: MessageEntry,
  context: SdkContext,
  agent: AgentOrigin | undefined,
): readonly SdkMessage[] => {
  switch (entry.type) {
    case 'assistant':
      return [fromAssistant(entry, agent)]
    case 'user':
      return fromUser(entry, context, agent)
    case 'system':
      return fromSystem(entry)
    case 'attachment':
      return []
  }
}

const fromAssistant = (
  entry: MessageEntry & { readonly type: 'assistant' },
  agent: AgentOrigin | undefined,
): SdkAssistant => ({
  type: 'assistant',
  // Blocks of one reply go out one by one, before it is known how the reply ends.
  message:
    entry.message.model === SYNTHETIC_MODEL
      ? entry.message
      : { ...entry.message, stop_reason: null, stop_sequence: null },
  ...originOf(agent),
  session_id: entry.sessionId,
  uuid: entry.uuid,
  timestamp: entry.timestamp,
  ...(entry.requestId !== undefined && { request_id: entry.requestId }),
  ...(entry.error && { error: entry.error }),
  ...(entry.aborted && { aborted: true }),
})

const fromUser = (
  entry: MessageEntry & { readonly type: 'user' },
  context: SdkContext,
  agent: AgentOrigin | undefined,
): readonly SdkUser[] => {
  const own = context.isOwnMessage(entry.uuid)
  if (own && !context.replayUserMessages) return []
  return [
    {
      type: 'user',
      message: entry.message,
      ...originOf(agent),
      session_id: entry.sessionId,
      uuid: entry.uuid,
      timestamp: entry.timestamp,
      ...(entry.toolUseResult !== undefined && { tool_use_result: entry.toolUseResult }),
      ...((entry.isMeta || entry.isCompactSummary) && { isSynthetic: true }),
      ...(entry.origin && { origin: entry.origin }),
      ...(own && { isReplay: true }),
    },
  ]
}

const fromSystem = (entry: MessageEntry & { readonly type: 'system' }): readonly SdkMessage[] => {
  const identity = { uuid: entry.uuid, session_id: entry.sessionId }
  switch (entry.subtype) {
    case 'compact_boundary': {
      if (entry.compactMetadata?.by === 'clear') return [reset(entry)]
      const { trigger = 'auto', preTokens = 0, postTokens } = entry.compactMetadata ?? {}
      return [
        {
          type: 'system',
          subtype: 'compact_boundary',
          compact_metadata: {
            trigger: trigger === 'manual' ? 'manual' : 'auto',
            pre_tokens: preTokens,
            ...(postTokens !== undefined && { post_tokens: postTokens }),
          },
          ...identity,
        },
      ]
    }
    case 'informational':
      return [informational(entry.content, { level: entry.level ?? 'info' }, identity)]
    case 'tombstone':
      // The event of the same name has said so.
      return []
    case 'history_edit':
      // Nothing of it can be seen in the conversation; the file still has every word.
      return []
  }
}

const reset = ({ uuid, sessionId, timestamp }: MessageEntry): SdkMessage => ({
  type: 'conversation_reset',
  new_conversation_id: uuid,
  trigger: 'clear',
  timestamp,
  uuid,
  session_id: sessionId,
})

const fromEnd = (event: EventOf<'turn_ended'>, context: SdkContext): readonly SdkMessage[] => {
  const result = resultMessage(event.terminal, event.report, {
    uuid: context.ids(),
    sessionId: context.sessionId,
    userMessageUuid: context.userMessageUuid,
    origin: context.origin,
  })
  const { message } = outcomeOf(event.terminal)
  // Of a turn that a hook ended both the words of the model and those of the hook are worth telling.
  const told = result.subtype !== 'success' || result.is_error || result.result === message
  if (message === undefined || told) return [result]
  const identity = { uuid: context.ids(), session_id: context.sessionId }
  return [
    {
      ...informational(localizedOf(event.terminal) ?? message, { level: 'warning' }, identity),
      prevent_continuation: true,
    },
    result,
  ]
}

/** Hooks that run before there is a turn are always reported: nothing else would show that they ran. */
const ALWAYS_REPORTED: readonly string[] = ['SessionStart', 'Setup']

const fromHook = (
  hook: HookReport,
  context: SdkContext,
): readonly (SdkHookStarted | SdkHookProgress | SdkHookResponse)[] => {
  if (!context.includeHookEvents && !ALWAYS_REPORTED.includes(hook.event)) return []
  const shared = {
    type: 'system',
    hook_id: hook.id,
    hook_name: hook.name,
    hook_event: hook.event,
    uuid: context.ids(),
    session_id: context.sessionId,
  } as const
  if (hook.phase === 'started') return [{ ...shared, subtype: 'hook_started' }]
  const said = { stdout: hook.stdout, stderr: hook.stderr, output: hook.stdout + hook.stderr }
  if (hook.phase === 'progress') return [{ ...shared, subtype: 'hook_progress', ...said }]
  return [
    {
      ...shared,
      subtype: 'hook_response',
      ...said,
      outcome: hook.outcome,
      ...(hook.exitCode !== undefined && { exit_code: hook.exitCode }),
    },
  ]
}

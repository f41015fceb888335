import type { Event } from '../../../protocol/event.ts'
import type { Message } from '../../../protocol/message.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { withTypedLine } from './command-line.ts'
import { countIdle, idleTime } from './idle-time.ts'
import type { Item, Spent, ToolItem } from './item.ts'
import { addMessage, transcriptOf } from './items-of.ts'
import { MESSAGE_ID } from './message-item.ts'
import { newTurn } from './new-turn.ts'
import { noteAgent, noteWorkflow, reduceAgent } from './reduce-agent.ts'
import { isArriving, reduceStream } from './reduce-stream.ts'
import { append, change, changeTool, closeAll, without } from './transcript.ts'
import type { SessionFacts, Transcript, TurnState, UiState } from './ui-state.ts'
import { followWatched } from './watched-agent.ts'

/** What the engine said, as a change of the screen. */
export const reduceEvent = (state: UiState, event: Event, now: number): UiState => {
  if (event.type === 'agent_changed') return noteAgent(state, event.info, now)
  if (event.type === 'workflow_changed') return noteWorkflow(state, event.info)
  return event.agent
    ? followWatched(reduceAgent(state, { ...event, agent: event.agent }, now), event, { now, apply })
    : countIdle(state, apply(state, event, now), now)
}

const apply = (state: UiState, event: Event, now: number): UiState => {
  switch (event.type) {
    case 'turn_started':
      return startTurn(state, event, now)
    case 'entry':
      return addEntry(state, event, now)
    case 'stream':
      return reduceStream(state, event, now)
    case 'tombstone':
      return { ...state, transcript: dropReply(state.transcript, event.uuids) }
    case 'status':
      return applyStatus(state, event, now)
    case 'transition':
      // The next request goes out: from now on it is the model's turn to say something.
      return turning(state, { phase: 'requesting', heardAt: now })
    case 'retry':
      return turning(state, {
        phase: 'retrying',
        retry: {
          attempt: event.attempt,
          maxAttempts: event.maxRetries,
          at: now + event.delayMs,
          why: event.error,
          ...(event.host === undefined ? {} : { host: event.host }),
          ...(event.resetsAt === undefined ? {} : { waits: true }),
        },
      })
    case 'tool_started': {
      const begin = (item: ToolItem): ToolItem => ({ ...item, state: 'running', startedAt: now })
      return { ...state, transcript: changeTool(state.transcript, event.toolUseId, begin) }
    }
    case 'tool_progress':
      return noteProgress(state, event)
    case 'permission_request':
    case 'permission_settled':
    case 'permission_denied':
      return reducePermission(state, event, now)
    case 'usage':
      return state.turn && event.replyId === state.turn.reply
        ? { ...state, session: withContext(withLimits(state.session, event), event.usage) }
        : state
    case 'task':
      return noteTask(state, event)
    case 'turn_ended':
      return endTurn(state, event, now)
    case 'hook':
      return noteHook(state, event)
    default:
      return reduceAside(state, event, now)
  }
}

type Of<T extends Event['type']> = Extract<Event, { readonly type: T }>

/** Events that need no turn. */
const reduceAside = (state: UiState, event: Event, now: number): UiState => {
  switch (event.type) {
    case 'notice':
      return withItem(state, {
        kind: 'notice',
        id: `notice:${now}:${event.text.length}`,
        level: event.level,
        text: event.localized ?? event.text,
      })
    case 'to_person':
      return withItem(
        state,
        event.kind === 'message'
          ? { kind: 'assistant', id: `${MESSAGE_ID}${event.toolUseId}`, text: event.text, ended: true }
          : { kind: 'notice', id: `${MESSAGE_ID}${event.toolUseId}`, level: 'notice', text: event.text },
      )
    case 'command_output':
      return withItem(state, {
        kind: 'command',
        id: `command:${now}`,
        command: event.command,
        text: event.localized ?? event.text,
        ...(isEchoed(event.command, state.transcript) ? { echoed: true } : {}),
      })
    case 'shell':
      return noteShell(state, event)
    case 'session_changed':
      return { ...state, session: changeSession(state.session, event) }
    case 'editor_changed':
      return { ...state, session: { ...state.session, editor: event.editor } }
    case 'batch_label':
      return withItem(state, { kind: 'notice', id: `label:${now}`, level: 'info', text: event.text })
    case 'aside':
      return event.kind === 'suggestion'
        ? { ...state, suggestion: event.text }
        : withItem(state, { kind: 'notice', id: `recap:${now}`, level: 'info', text: event.text })
    default:
      return state
  }
}

const startTurn = (state: UiState, { turn }: Of<'turn_started'>, now: number): UiState => {
  const { suggestion: _, ...rest } = state
  return {
    ...rest,
    session: {
      ...inMode(state.session, turn.mode),
      id: turn.sessionId,
      cwd: turn.cwd,
      model: turn.model,
      promptId: turn.userMessageUuid,
    },
    turn: newTurn(now),
  }
}

/** The words of a hook instead of the model's. */
const shownOf = ({ entry, display }: Of<'entry'>): Of<'entry'>['entry'] =>
  display === undefined || entry.type !== 'assistant'
    ? entry
    : { ...entry, message: { ...entry.message, content: [{ type: 'text', text: display }] } }

const addEntry = (state: UiState, event: Of<'entry'>, now: number): UiState => {
  const { replay } = event
  const entry = shownOf(event)
  if (entry.isSidechain) return state
  const isQueued = state.queue.some(item => item.uuid === entry.uuid)
  const typed = replay || isQueued ? undefined : withTypedLine(state.transcript, entry)
  const transcript = typed ?? addMessage(state.transcript, entry, replay ? undefined : now)
  const queue = isQueued ? state.queue.filter(item => item.uuid !== entry.uuid) : state.queue
  if (transcript === state.transcript && queue === state.queue) return state
  return { ...state, transcript, queue }
}

/** What is printed stays printed; a word says that it does not count. */
const dropReply = (transcript: Transcript, uuids: readonly string[]): Transcript => {
  const gone = new Set(uuids)
  return without(transcript, item => gone.has(item.id) || isArriving(item))
}

const applyStatus = (state: UiState, { status, mode }: Of<'status'>, now: number): UiState => {
  const session = mode === undefined ? state.session : inMode(state.session, mode)
  const moded = session === state.session ? state : { ...state, session }
  if (status !== null) return turning(moded, { phase: status, heardAt: now })
  return moded.turn?.phase === 'compacting' ? turning(moded, { phase: 'requesting', heardAt: now }) : moded
}

const noteProgress = (state: UiState, event: Of<'tool_progress'>): UiState => {
  const progress = event.bytes === undefined ? { text: event.text } : { text: event.text, bytes: event.bytes }
  const transcript = changeTool(state.transcript, event.toolUseId, item => ({
    ...item,
    state: 'running',
    progress,
  }))
  return { ...state, transcript }
}

const reducePermission = (
  state: UiState,
  event: Of<'permission_request'> | Of<'permission_settled'> | Of<'permission_denied'>,
  now: number,
): UiState => {
  if (event.type === 'permission_denied')
    return {
      ...state,
      transcript: changeTool(state.transcript, event.toolUseId, item => ({ ...item, state: 'denied' })),
    }
  if (event.type === 'permission_settled') return settlePermission(state, event.id, now)
  const { request } = event
  const transcript = changeTool(state.transcript, request.toolUseId, item => ({ ...item, state: 'waiting' }))
  return { ...state, transcript, requests: [...state.requests, request] }
}

const settlePermission = (state: UiState, id: string, now: number): UiState => {
  const request = state.requests.find(each => each.id === id)
  if (!request) return state
  const transcript = changeTool(state.transcript, request.toolUseId, item =>
    item.state === 'waiting' ? { ...item, state: 'running', startedAt: now } : item,
  )
  return { ...state, transcript, requests: state.requests.filter(each => each !== request) }
}

/** One that says what it is about is named while it runs. */
const noteHook = (state: UiState, { hook }: Of<'hook'>): UiState => {
  if (hook.phase === 'ended')
    return state.turn?.hook?.id === hook.id ? turning(state, { hook: undefined }) : state
  if (hook.phase === 'progress') return state
  const { id, statusMessage: text } = hook
  return text === undefined ? state : turning(state, { hook: { id, text } })
}

const noteTask = (state: UiState, event: Of<'task'>): UiState => ({ ...state, tasks: event.running })

const noteShell = (state: UiState, event: Of<'shell'>): UiState => {
  if (event.phase === 'started')
    return withItem(state, {
      kind: 'shell',
      id: event.id,
      command: event.command,
      output: '',
      state: 'running',
    })
  const ended = event.phase === 'ended'
  const transcript = change(state.transcript, event.id, item =>
    item.kind === 'shell'
      ? {
          ...item,
          output: event.text,
          state: ended ? (event.exitCode === 0 ? 'done' : 'failed') : 'running',
          ...(event.exitCode === undefined ? {} : { exitCode: event.exitCode }),
        }
      : item,
  )
  return { ...state, transcript }
}

const endTurn = (state: UiState, { terminal, report }: Of<'turn_ended'>, now: number): UiState => {
  const { turn, ...rest } = state
  const transcript = closeAll(state.transcript, now)
  const ms = Math.max(0, report.durationMs - (turn ? idleTime(turn, now) : 0))
  const ending = endingOf(terminal, spentIn(report, ms, state.durations), now)
  return {
    ...rest,
    transcript: ending && !isSaid(ending, transcript) ? append(transcript, ending) : transcript,
    // Agents go on without it.
    requests: state.requests.filter(request => request.agent),
    session: { ...state.session, cost: report.cost },
  }
}

/** Whether the line of the command is the last thing the person said, whatever came of it meanwhile. */
const isEchoed = (command: string, { done, live, cleared }: UiState['transcript']): boolean => {
  const isSaid = (item: Item): item is Extract<Item, { readonly kind: 'user' }> => item.kind === 'user'
  const last = live.findLast(isSaid) ?? done.findLast(isSaid)
  if (!last) return cleared === true
  return last.text.split(/\s/)[0]?.replace(/^\//, '') === command.replace(/^\//, '')
}

/** What went wrong may just have been said as a notice: once is enough. */
const isSaid = (ending: Item, { done, live }: UiState['transcript']): boolean => {
  const last = live.at(-1) ?? done.at(-1)
  return (
    ending.kind === 'ending' &&
    ending.cause.kind === 'message' &&
    last?.kind === 'notice' &&
    inEnglish(last.text) === inEnglish(ending.cause.text)
  )
}

const endingOf = (
  terminal: Of<'turn_ended'>['terminal'],
  spent: Spent | undefined,
  now: number,
): Item | undefined => {
  const ending = { kind: 'ending', id: `ending:${now}`, ...(spent ? { spent } : {}) } as const
  switch (terminal.kind) {
    case 'completed':
      return spent ? { ...ending, level: 'quiet', cause: { kind: 'completed' } } : undefined
    case 'aborted_streaming':
    case 'aborted_tools':
      return { ...ending, level: 'warning', cause: { kind: 'interrupted' } }
    case 'max_turns':
      return { ...ending, level: 'warning', cause: { kind: 'max_turns', limit: terminal.limit } }
    case 'budget_usd':
      if (terminal.budget)
        return { ...ending, level: 'warning', cause: { kind: 'budget', use: terminal.budget } }
      return {
        ...ending,
        level: 'error',
        cause: { kind: 'message', text: terminal.localized ?? terminal.message },
      }
    default:
      return {
        ...ending,
        level: 'error',
        cause: { kind: 'message', text: terminal.localized ?? terminal.message },
      }
  }
}

const SECOND_MS = 1_000
const CENT_USD = 0.01

/** Nothing for a command, which asks no model, and where less than a second and a cent were spent. */
const spentIn = (
  { requests, turnCostUSD: usd }: Of<'turn_ended'>['report'],
  ms: number,
  show: boolean | undefined,
): Spent | undefined => {
  const long = ms >= SECOND_MS
  if (show === false || requests === 0 || (!long && (usd ?? 0) < CENT_USD)) return undefined
  return { ...(long ? { ms } : {}), ...(usd === undefined || usd === 0 ? {} : { usd }) }
}

const withLimits = (session: SessionFacts, { limits }: Of<'usage'>): SessionFacts =>
  limits ? { ...session, limits } : session

const withContext = (session: SessionFacts, usage: Of<'usage'>['usage']): SessionFacts => {
  if (!session.context) return { ...session, usage }
  const tokens =
    usage.input_tokens +
    usage.cache_creation_input_tokens +
    usage.cache_read_input_tokens +
    usage.output_tokens
  return { ...session, usage, context: { ...session.context, tokens } }
}

/** Plan mode is left for the mode before it. */
const inMode = <S extends Pick<SessionFacts, 'mode' | 'modeBeforePlan'>>(
  session: S,
  mode: SessionFacts['mode'],
): S => ({
  ...session,
  mode,
  ...(mode === 'plan' && session.mode !== 'plan' ? { modeBeforePlan: session.mode } : {}),
})

const changeSession = (session: SessionFacts, event: Of<'session_changed'>): SessionFacts => {
  const { effort: _, ...rest } = session
  const effort = event.effort === undefined ? session.effort : (event.effort ?? undefined)
  return {
    ...(event.mode === undefined ? rest : inMode(rest, event.mode)),
    ...(effort === undefined ? {} : { effort }),
    ...(event.model === undefined ? {} : { model: event.model }),
    ...(event.fast === undefined ? {} : { fast: event.fast }),
    ...(event.key === undefined ? {} : { key: event.key }),
    ...(event.coordinator === undefined ? {} : { coordinator: event.coordinator }),
    ...(event.title === undefined ? {} : { title: event.title }),
    ...(event.cwd === undefined ? {} : { cwd: event.cwd }),
  }
}

const turning = (state: UiState, change: Partial<TurnState>): UiState =>
  state.turn ? { ...state, turn: { ...state.turn, ...change } } : state

export const withItem = (state: UiState, item: Item): UiState => ({
  ...state,
  transcript: append(state.transcript, item),
})

/** The conversation as it stands now, in place of what was shown. */
export const withHistory = (
  state: UiState,
  { messages, open = false }: { readonly messages: readonly Message[]; readonly open?: boolean },
): UiState => {
  const told = transcriptOf(messages)
  const { done, live } = open ? told : closeAll(told, 0)
  return { ...state, transcript: { done, live, generation: state.transcript.generation + 1 } }
}

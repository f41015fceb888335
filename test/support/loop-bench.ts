import { createFullCompact } from '../../src/features/context/stages/full-compact.ts'
import { withRetry } from '../../src/features/models/retry.ts'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { createScriptedModel, type ScriptedModel } from '../../src/features/models/scripted/scripted-model.ts'
import { normalize } from '../../src/loop/normalize.ts'
import { runTurn } from '../../src/loop/run-turn.ts'
import {
  type CallOutcome,
  type CallPlan,
  startTurn,
  type TurnDeps,
  type TurnState,
} from '../../src/loop/turn.ts'
import type { MessageEntry } from '../../src/protocol/entry.ts'
import type { Event } from '../../src/protocol/event.ts'
import { type Message, plainText, toolUses } from '../../src/protocol/message.ts'
import type { Terminal } from '../../src/protocol/transition.ts'
import { user } from './messages.ts'

export type { Fault, ScriptedReply } from '../../src/features/models/scripted/scenario.ts'

export interface Ran {
  readonly events: Event[]
  readonly transitions: string[]
  readonly terminal: Terminal
  readonly state: TurnState
  readonly recorded: Message[]
  readonly model: ScriptedModel
  /** Tool ids in the order their work began. */
  readonly started: string[]
  /** Calls that are still running: must be empty at the end. */
  readonly open: Set<string>
}

export interface BenchOptions {
  readonly deps?: Partial<TurnDeps>
  readonly fallbacks?: readonly string[]
  readonly signal?: AbortSignal
  plan?(id: string, name: string): Partial<CallPlan>
  run?(id: string, signal: AbortSignal): Promise<Partial<CallOutcome>>
  onEvent?(event: Event, turn: AsyncGenerator<Event, unknown>): Promise<void> | void
}

const at = '2026-01-01T00:00:00.000Z'

/** Runs one turn of the loop against a scripted model, with tools that do nothing unless told. */
export const runBench = async (scenario: Scenario, options: BenchOptions = {}): Promise<Ran> => {
  const model = createScriptedModel(scenario, { stallMs: 5, sleep: async () => undefined })
  let ids = 0
  const recorded: Message[] = []
  const started: string[] = []
  const open = new Set<string>()
  const newId = () => `id-${++ids}`
  const request: TurnDeps['request'] = (view, want) => ({
    ...want,
    system: [{ text: 'system' }],
    tools: [],
    messages: normalize(view, { model: want.model }),
    source: 'main',
    ...(options.fallbacks ? { overloadLimit: 3 } : {}),
  })
  const deps: TurnDeps = {
    model: withRetry(model, { sleep: async () => undefined, random: () => 0, maxRetries: 10 }),
    record: message => {
      recorded.push(message)
      return { ...message, sessionId: 's' } as MessageEntry
    },
    request,
    tools: {
      maxParallel: 10,
      plan: call => ({
        parallel: true,
        readOnly: true,
        interrupt: 'cancel',
        failureCancelsSiblings: false,
        survivesSiblings: false,
        ...options.plan?.(call.block.id, call.block.name),
      }),
      async run(call, signal) {
        const { id } = call.block
        started.push(id)
        open.add(id)
        const outcome = call.badInput
          ? { result: failedResult(id, 'bad input') }
          : await options.run?.(id, signal)
        open.delete(id)
        return {
          result: { type: 'tool_result', tool_use_id: id, content: `ran ${id}` },
          ranAndFailed: false,
          ...outcome,
        }
      },
    },
    stages: [],
    compact: createFullCompact({}),
    stageEnv: (_view, { trigger, signal, model: name }) => ({
      trigger,
      signal,
      tokens: 1,
      window: 200_000,
      maxOutput: 64_000,
      enabled: true,
      newMessageId: newId,
      now: () => new Date(at),
      async summarize(messages, instruction) {
        const ask = request([...messages, user('instruction', instruction)], {
          model: name,
          maxTokens: 1_000,
        })
        const stream = deps.model.stream(ask, signal)
        for (;;) {
          const step = await stream.next()
          if (step.done) return plainText(step.value.content)
        }
      },
    }),
    blocked: () => undefined,
    attach: () => [],
    outputCap: () => ({ normal: 8_000, escalated: 64_000 }),
    partials: true,
    now: () => new Date(at),
    newId,
    elapsed: () => 0,
    ...options.deps,
  }
  const state = startTurn({
    messages: [user('ask', 'do it')],
    model: 'main-model',
    fallbacks: options.fallbacks ?? [],
  })
  const events: Event[] = []
  const turn = runTurn(deps, state, options.signal ?? new AbortController().signal)
  for (;;) {
    const step = await turn.next()
    if (step.done) {
      const transitions = events.flatMap(event =>
        event.type === 'transition' ? [event.transition.kind] : [],
      )
      return { events, transitions, ...step.value, recorded, model, started, open }
    }
    events.push(step.value)
    await options.onEvent?.(step.value, turn)
  }
}

const failedResult = (id: string, content: string) =>
  ({ type: 'tool_result', tool_use_id: id, content, is_error: true }) as const

/** What is left of the record once the buried parts are taken away. */
export const standing = (recorded: readonly Message[]): Message[] => {
  const removed = new Set(
    recorded.flatMap(message => (message.type === 'system' ? (message.removed ?? []) : [])),
  )
  return recorded.filter(
    message => !removed.has(message.uuid) && !(message.type === 'system' && message.subtype === 'tombstone'),
  )
}

/** Calls without exactly one result right behind their reply; empty when the history is sound. */
export const pairingFaults = (messages: readonly Message[]): string[] => {
  const faults: string[] = []
  const answers = new Map<string, number>()
  for (const message of messages)
    if (message.type === 'user' && typeof message.message.content !== 'string')
      for (const block of message.message.content)
        if (block.type === 'tool_result')
          answers.set(block.tool_use_id, (answers.get(block.tool_use_id) ?? 0) + 1)
  const asked = messages.flatMap(message =>
    message.type === 'assistant' ? toolUses(message.message.content) : [],
  )
  for (const { id } of asked)
    if (answers.get(id) !== 1) faults.push(`${id} has ${answers.get(id) ?? 0} results`)
  for (const id of answers.keys())
    if (!asked.some(call => call.id === id)) faults.push(`${id} answers nothing`)
  return faults
}

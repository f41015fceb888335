import { findModel } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import { type ReasoningOptions, reasoningFor } from '../../features/models/reasoning.ts'
import { runTurn } from '../../loop/run-turn.ts'
import { type DeferredCall, settleDeferred } from '../../loop/settle-deferred.ts'
import { startTurn, type TurnDeps } from '../../loop/turn.ts'
import type { Event, TurnReport } from '../../protocol/event.ts'
import { type Message, plainText, SYNTHETIC_MODEL } from '../../protocol/message.ts'
import type { PermissionDenial } from '../../protocol/permission.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Terminal, Transition } from '../../protocol/transition.ts'
import type { CostState } from '../../protocol/usage.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Limits } from '../options/limits.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Accounts, Call } from '../spending/accounts.ts'
import type { TurnTally } from '../spending/turn-tally.ts'
import { type OutputCap, outputCap } from './output-cap.ts'

/** Of the values of a conversation, what is needed here. */
interface TurnRunnerConfig {
  readonly prompt: { readonly promptLanguage?: PromptLanguage }
  readonly models: ModelChoice
  readonly limits: Limits
  readonly partials: boolean
  readonly runtime: Runtime
}

export interface TurnRunnerOptions {
  readonly config: TurnRunnerConfig
  readonly wish: ReasoningOptions
  /** What a request for this history is estimated to hold. */
  tokens(view: readonly Message[]): number
  /** Output the turn should use up, and not more. */
  readonly tokenBudget: number | undefined
  readonly deps: Omit<
    TurnDeps,
    'language' | 'outputCap' | 'maxTurns' | 'partials' | 'now' | 'newId' | 'elapsed' | 'tokenBudget'
  >
  readonly accounts: Accounts
  readonly tally: TurnTally
  readonly denials: readonly PermissionDenial[]
  /** Those of agents since the last turn; absent: they are another's to report. */
  agentDenials?(): readonly PermissionDenial[]
  /** Puts a call of the turn on the bill. */
  book(call: Call): void
  structuredOutput(): unknown
  emit(event: Event): Promise<void> | undefined
  queued(): number
}

export interface TurnStartView {
  readonly view: readonly Message[]
  readonly model: string
}

export interface TurnOutcome {
  readonly terminal: Terminal
  readonly report: TurnReport
}

/** Runs one turn to its end, keeps the books, and says how it went. Never rejects for what a model or tool does. */
export const runOneTurn = async (
  place: TurnRunnerOptions,
  start: TurnStartView,
  controller: AbortController,
): Promise<TurnOutcome> => {
  const turn = runTurnEvents(place, start, controller)
  for (;;) {
    const step = await turn.next()
    if (step.done) return step.value
    await place.emit(step.value)
  }
}

/** The same, event by event. */
export async function* runTurnEvents(
  place: TurnRunnerOptions,
  start: TurnStartView,
  controller: AbortController,
): AsyncGenerator<Event, TurnOutcome> {
  const { config, tally } = place
  const began = config.runtime.elapsed()
  const watch = new Watch()
  const costBefore = place.accounts.cost
  tally.start()
  const state = startTurn({ messages: start.view, model: start.model, fallbacks: config.models.fallbacks })
  const turn = runTurn(completeDeps(place), state, controller.signal)
  for (;;) {
    const step = await turn.next()
    if (step.done) {
      const { terminal } = step.value
      config.runtime.log?.(`loop ends: ${JSON.stringify(terminal)}`)
      const durationMs = config.runtime.elapsed() - began
      const report = reportOf(place, { terminal, watch, durationMs, costBefore })
      return { terminal, report }
    }
    const event = step.value
    watch.see(event)
    if (event.type === 'transition') config.runtime.log?.(`loop goes on: ${JSON.stringify(event.transition)}`)
    if (event.type === 'usage') {
      const { facts } = findModel(event.model, config.models.rows)
      tally.add(event, costOf(event.usage, facts) ?? 0)
      place.book(event)
    }
    yield event
  }
}

/** A call that a hook put off in an earlier turn; true: it is put off once more. */
export const runDeferred = async (
  place: TurnRunnerOptions,
  call: DeferredCall,
  { signal }: AbortController,
): Promise<boolean> => {
  const settling = settleDeferred(completeDeps(place), call, signal)
  for (;;) {
    const step = await settling.next()
    if (step.done) return step.value
    await place.emit(step.value)
  }
}

const completeDeps = (place: TurnRunnerOptions): TurnDeps => {
  const { config, tokenBudget } = place
  const { maxTurns, maxStopBlocks } = config.limits
  return {
    ...place.deps,
    outputCap: (model, view) => capFor(place, model, view),
    partials: config.partials,
    now: config.runtime.now,
    newId: config.runtime.newId,
    ...(config.prompt.promptLanguage ? { language: config.prompt.promptLanguage } : {}),
    elapsed: config.runtime.elapsed,
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(maxStopBlocks === undefined ? {} : { maxStopBlocks }),
    ...(tokenBudget === undefined
      ? {}
      : { tokenBudget: () => ({ used: place.tally.usage.output_tokens, total: tokenBudget }) }),
  }
}

const capFor = (place: TurnRunnerOptions, model: string, view: readonly Message[]): OutputCap => {
  const { models, limits } = place.config
  const { facts } = findModel(model, models.rows)
  return outputCap(view, {
    facts,
    thinking: reasoningFor(facts, place.wish).thinking,
    configured: limits.maxOutputTokens,
    reserves: models.reservesOutput?.(model) ?? false,
    tokens: place.tokens(view),
  })
}

/** Picks from the events what the report needs. */
class Watch {
  text = ''
  stopReason: string | null = null
  ttftMs: number | undefined
  /** The last reply called a tool. */
  called = false
  #reply = ''
  /** The next reply goes on where the last one was cut or broke off. */
  #goesOn = false

  see(event: Event): void {
    if (event.type === 'stream') this.ttftMs ??= event.ttftMs
    if (event.type === 'transition') this.#goesOn = isContinued(event.transition)
    if (event.type !== 'entry' || event.entry.type !== 'assistant') return
    const { id, model, content } = event.entry.message
    if (model === SYNTHETIC_MODEL) return
    const text = plainText(content)
    if (id !== this.#reply && !this.#goesOn) {
      this.text = ''
      this.called = false
    }
    this.#reply = id
    this.#goesOn = false
    this.text += text
    this.called ||= content.some(block => block.type === 'tool_use')
  }
}

const isContinued = (transition: Transition): boolean =>
  transition.kind === 'max_output_tokens_recovery' || ('kept' in transition && transition.kept === true)

const reportOf = (
  place: TurnRunnerOptions,
  end: {
    readonly terminal: Terminal
    readonly watch: Watch
    readonly durationMs: number
    readonly costBefore: CostState
  },
): TurnReport => {
  const { accounts, tally } = place
  const { terminal, watch } = end
  const structuredOutput = place.structuredOutput()
  const turnCostUSD = costSince(end.costBefore, accounts.cost)
  return {
    durationMs: end.durationMs,
    apiDurationMs: tally.apiMs,
    requests: tally.requests,
    text: hasOwnWords(terminal, watch) ? terminal.message : watch.text,
    stopReason: stopReasonOf(terminal),
    usage: tally.usage,
    cost: accounts.cost,
    ...(turnCostUSD === undefined ? {} : { turnCostUSD }),
    denials: [...place.denials, ...(place.agentDenials?.() ?? [])],
    queued: place.queued(),
    ...(structuredOutput === undefined ? {} : { structuredOutput }),
    ...(watch.ttftMs === undefined ? {} : { ttftMs: watch.ttftMs }),
  }
}

/** What was spent between two states of the accounts; undefined where part of it has no known price. */
const costSince = (before: CostState, after: CostState): number | undefined => {
  const tokens = ({ modelUsage }: CostState, model: string): number => {
    const usage = modelUsage[model]
    return usage ? usage.inputTokens + usage.cacheReadInputTokens + usage.outputTokens : 0
  }
  return after.unpricedModels.some(model => tokens(after, model) !== tokens(before, model))
    ? undefined
    : Math.max(0, after.totalCostUSD - before.totalCostUSD)
}

/** Refused too often, the model may still have given its answer. */
const hasOwnWords = (
  terminal: Terminal,
  watch: Watch,
): terminal is Extract<Terminal, { message: string }> => {
  if (terminal.kind === 'permission_denied_limit') return watch.called || watch.text === ''
  return 'error' in terminal || isLimit(terminal)
}

/** Endings whose own message is the answer. */
const isLimit = (terminal: Terminal): terminal is Extract<Terminal, { readonly message: string }> =>
  'message' in terminal &&
  terminal.kind !== 'refused' &&
  terminal.kind !== 'hook_stopped' &&
  terminal.kind !== 'tool_deferred' &&
  terminal.kind !== 'stop_hook_prevented'

const stopReasonOf = (terminal: Terminal): string | null => {
  if (terminal.kind === 'completed') return terminal.stopReason
  if (terminal.kind === 'tool_deferred') return 'tool_deferred'
  return terminal.kind === 'refused' ? 'refusal' : null
}

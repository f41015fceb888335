import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import { type Terminal, type Transition, TurnStop } from '../protocol/transition.ts'
import { advance } from './advance.ts'
import { conclude } from './conclude.ts'
import { iterate, mayEscalate } from './iteration.ts'
import { isTransition, nextStep, type StepState } from './next-step.ts'
import type { TurnDeps, TurnState } from './turn.ts'

export interface TurnEnd {
  readonly terminal: Terminal
  readonly state: TurnState
}

/**
 * One user message to its end: an unbounded loop that returns only with a terminal. The main thread, a sub-agent and
 * a headless run are this function with other dependencies.
 */
export async function* runTurn(
  deps: TurnDeps,
  start: TurnState,
  signal: AbortSignal,
): AsyncGenerator<Event, TurnEnd> {
  let state = start
  for (;;) {
    const iteration = yield* iterate(deps, state, signal)
    const facts = stepState(deps, state, iteration.view)
    let step = nextStep(facts, iteration.outcome)
    if (step.kind === 'completed') step = deps.ending?.() ?? joined(deps, state) ?? step
    if (isTransition(step)) {
      const next = yield* advance(deps, { state, iteration, step }, signal)
      if (next) {
        yield { type: 'transition', transition: step }
        state = next
        continue
      }
      // The recovery itself failed: the error it was meant to mend is the outcome.
      step = signal.aborted
        ? abortTerminal(signal)
        : nextStep({ ...facts, reactiveTried: true }, iteration.outcome)
    }
    // With the recovery marked as tried the table has only an ending left for it.
    const terminal = isTransition(step) ? abortTerminal(signal) : step
    const ending = yield* conclude(deps, { terminal, signal }, iteration)
    const messages = iteration.view.concat(iteration.added, ending)
    return { terminal, state: { ...state, messages } }
  }
}

const joined = (deps: TurnDeps, { turnCount }: TurnState): Transition | undefined =>
  deps.hasJoining?.() && (deps.maxTurns === undefined || turnCount + 1 < deps.maxTurns)
    ? { kind: 'message_joined' }
    : undefined

const abortTerminal = (signal: AbortSignal): Terminal =>
  signal.reason instanceof TurnStop ? signal.reason.terminal : { kind: 'aborted_streaming' }

const stepState = (deps: TurnDeps, state: TurnState, view: readonly Message[]): StepState => ({
  turnCount: state.turnCount,
  maxTurns: deps.maxTurns,
  fallbacks: state.fallbacks,
  hadFallback: state.hadFallback,
  streamRetries: state.streamRetries,
  canEscalate: mayEscalate(deps, state, view),
  outputRecoveries: state.outputRecoveries,
  repetitions: state.repetitions,
  reactiveTried: state.reactiveTried,
  stagedCollapses: deps.collapses?.staged() ?? false,
  lastTransition: state.transition,
  stopBlocks: state.stopBlocks,
  mostStopBlocks: deps.maxStopBlocks,
  structuredNudges: state.structuredNudges,
  gains: state.gains,
})

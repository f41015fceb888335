import type { GoalNews } from '../protocol/agents/goal.ts'
import type { MessageEntry } from '../protocol/entry.ts'
import type { Message, ToolResultBlock, ToolUseBlock, UserMessage } from '../protocol/message.ts'
import type { LocalizedText, Text } from '../protocol/messages/localized-text.ts'
import type { BadInput, Model, ModelRequest } from '../protocol/model.ts'
import type { Stage, StageEnv, StageResult } from '../protocol/stage.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'
import type { Terminal, Transition } from '../protocol/transition.ts'

/** All a turn may touch. The loop knows nothing of terminals, settings files or transcripts. */
export interface TurnDeps {
  /** Of the prompt. */
  readonly language?: PromptLanguage
  readonly model: Model
  /** On disk when it returns; only then is the message shown or its tool started. */
  record(message: Message): Promise<MessageEntry> | MessageEntry
  request(
    view: readonly Message[],
    want: { readonly model: string; readonly maxTokens: number },
  ): ModelRequest
  readonly tools: ToolRunner
  /** What makes the history fit before each call, in order. */
  readonly stages: readonly Stage[]
  /** The full summary that a too-long prompt falls back to. */
  readonly compact: Stage
  /** Folded spans that wait to be committed. */
  readonly collapses?: { staged(): boolean; drain(view: readonly Message[]): Promise<StageResult> }
  stageEnv(
    view: readonly Message[],
    ask: { trigger: StageEnv['trigger']; signal: AbortSignal; model: string },
  ): StageEnv
  /** Says why the request may not be sent at all (hard limit with compaction off). */
  blocked(view: readonly Message[], model: string): LocalizedText | undefined
  /** What changed in the world and belongs in the next request. */
  attach(): Promise<readonly Message[]> | readonly Message[]
  /** What the model has to be told again since a compaction took it away: lists of skills, agents, tools of servers. */
  tellAgain?(): Promise<readonly Message[]>
  stopHooks?(
    input: { readonly active: boolean; readonly lastText: string },
    signal: AbortSignal,
  ): Promise<{
    readonly blocked: readonly string[]
    readonly prevented?: Text
    /** What the model should hear because the goal of the person is not reached. */
    readonly goal?: GoalNews
  }>
  /** All calls of a reply have their results; answers why the turn ends, if it does. */
  afterCalls?(
    done: readonly { readonly call: CallRequest; readonly outcome: CallOutcome }[],
    signal: AbortSignal,
  ): Promise<Text | undefined>
  /** Something that was said meanwhile is to be heard in this turn, although its answer is there. */
  hasJoining?(): boolean
  /** How the turn ends with the reply that is its answer, when that is not simply well. */
  ending?(): Terminal | undefined
  tokenBudget?(): { readonly used: number; readonly total: number } | undefined
  /** The structured answer this turn must end with has not been given yet. */
  structuredMissing?(): boolean
  /**
   * How long a reply to this history may be. `escalated`: once one was cut; absent when a cap is configured or the model
   * takes no more.
   */
  outputCap(model: string, view: readonly Message[]): { readonly normal: number; readonly escalated?: number }
  /** Raw stream events are wanted. */
  readonly partials: boolean
  readonly maxTurns?: number
  /** How often in a row hooks may keep it from ending. */
  readonly maxStopBlocks?: number
  now(): Date
  newId(): string
  /** Monotonic milliseconds. */
  elapsed(): number
}

/** A call as the model wrote it. */
export interface CallRequest {
  readonly block: ToolUseBlock
  readonly badInput?: BadInput
  /** What was wrong with the JSON of its input, which could be read all the same. */
  readonly repaired?: readonly string[]
}

/** How a call may be run, known before it starts. */
export interface CallPlan {
  readonly parallel: boolean
  /** Known to change nothing: it may be thrown away and run again. */
  readonly readOnly: boolean
  readonly interrupt: 'cancel' | 'block'
  /** Goes on although a sibling could not do its work: it only looks, or is work of its own. */
  readonly survivesSiblings: boolean
  /** Builds on what the calls before it in the reply did: where one of them failed it is not made. */
  readonly needsSiblings?: boolean
}

export interface CallOutcome {
  readonly result: ToolResultBlock
  readonly output?: unknown
  /** What it left behind in the world, also when its result no longer counts. */
  readonly effects?: UserMessage['effects']
  /** It could not do its work at all. What ran and failed, a non-zero exit among it, did: its siblings go on. */
  readonly undone?: 'not_started' | 'timed_out' | 'declined'
  /** Of one that ran: for how long, and who let it. */
  readonly ran?: UserMessage['ran']
  /** It was refused and never began: that the turn is interrupted changes nothing about it. */
  readonly refused?: boolean
  /** Who refused it; absent: no decision about the call was made. */
  readonly refusedBy?: UserMessage['refused']
  /** It is to be decided when the session goes on: the result only keeps its place. */
  readonly deferred?: boolean
  /** It was cut short; the result says so and keeps what came until then. */
  readonly partial?: boolean
  /** It had come to its end when the turn was ended: its result counts. */
  readonly finished?: boolean
  /** A hook ended the turn. */
  readonly stop?: Text
  /** The structured answer was given. */
  readonly structuredDone?: boolean
  /** Beside the result, for the model. */
  readonly context?: readonly string[]
}

/** Neither function throws: every failure is a result the model can act on. */
export interface ToolRunner {
  /** Of the prompt. */
  readonly language?: PromptLanguage
  plan(call: CallRequest): Promise<CallPlan> | CallPlan
  run(call: CallRequest, signal: AbortSignal): Promise<CallOutcome>
  readonly maxParallel: number
  /** A call of this tool begins to arrive: what takes time may be made ready. */
  begins?(name: string): void
  /** The calls of the reply are over: what was made ready in vain is put away. */
  over?(): void
}

/** Carried from one iteration to the next; built whole at every continue point, never patched. */
export interface TurnState {
  /** The view: history since the last boundary. */
  readonly messages: readonly Message[]
  readonly model: string
  readonly fallbacks: readonly string[]
  readonly hadFallback: boolean
  readonly turnCount: number
  readonly escalated: boolean
  readonly outputRecoveries: number
  readonly repetitions: number
  readonly streamRetries: number
  readonly reactiveTried: boolean
  readonly compactFailures: number
  readonly stopHookActive: boolean
  readonly stopBlocks: number
  readonly structuredNudges: number
  readonly gains: readonly number[]
  readonly budgetUsed: number
  readonly transition: Transition | undefined
}

export const startTurn = (start: {
  readonly messages: readonly Message[]
  readonly model: string
  readonly fallbacks: readonly string[]
}): TurnState => ({
  ...start,
  hadFallback: start.fallbacks.length > 0,
  turnCount: 0,
  escalated: false,
  outputRecoveries: 0,
  repetitions: 0,
  streamRetries: 0,
  reactiveTried: false,
  compactFailures: 0,
  stopHookActive: false,
  stopBlocks: 0,
  structuredNudges: 0,
  gains: [],
  budgetUsed: 0,
  transition: undefined,
})
